"""Serve the arithmetic rollout."""

import os

import uvicorn
from osmosis_ai.rollout import LocalBackend, create_rollout_server

from tutorlab.arithmetic import (
    ArithmeticGrader,
    ArithmeticWorkflow,
    arithmetic_config,
    arithmetic_grader_config,
)

backend = LocalBackend(
    workflow=ArithmeticWorkflow,
    workflow_config=arithmetic_config,
    grader=ArithmeticGrader,
    grader_config=arithmetic_grader_config,
)
app = create_rollout_server(backend=backend)

if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9000")))
