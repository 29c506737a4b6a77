"""Serve the debate rollout, configured by import paths."""

import os

import uvicorn
from osmosis_ai.rollout import LocalBackend, server

backend = LocalBackend(
    workflow="tutorlab.debate:DebateWorkflow",
    workflow_config="tutorlab.debate:debate_config",
    grader="tutorlab.debate:DebateGrader",
)
app = server.create_rollout_server(backend=backend, configure_logging=False)

if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9002")))
