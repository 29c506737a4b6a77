"""Serve the support rollout."""

import os

import uvicorn
from osmosis_ai.rollout import LocalBackend
from osmosis_ai.rollout.server import create_rollout_server

from tutorlab.support import SupportGrader, SupportWorkflow, support_config

backend = LocalBackend(
    workflow=SupportWorkflow, workflow_config=support_config, grader=SupportGrader
)
app = create_rollout_server(backend=backend)

if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9001")))
