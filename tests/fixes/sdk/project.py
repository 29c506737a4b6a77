"""Runs the fixed copy of the v0.2 project on SDK 0.3: its local rollouts, and the constructors of its Harbor backends.

    python project.py FOLDER

The last line is JSON: the reward of each rollout, and what each Harbor backend was given. The model is the project's
own stand-in on the loopback interface.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT))
BUILDER = "osmosis_ai.rollout.backend.harbor.backend.build_bundle"


async def rewards(mains: dict[str, Any], url: str) -> dict[str, Any]:
    """What each local rollout is worth, through its real backend, workflow and grader."""
    from osmosis_ai.rollout import ExecutionRequest, LocalBackend, RolloutContext
    from tutorlab import quiz, retrieval
    from tutorlab.drafting import DraftGrader, DraftWorkflow, draft_config

    # One execution has one sample: evaluation runs the workflow several times.
    quiz.quiz_config.candidates = 1
    backends = {
        "arithmetic": mains["arithmetic"].backend,
        "support": mains["support"].backend,
        "quiz": LocalBackend(workflow=quiz.QuizWorkflow, workflow_config=quiz.quiz_config, grader=quiz.QuizGrader),
        "drafting": LocalBackend(workflow=DraftWorkflow, workflow_config=draft_config, grader=DraftGrader),
        "retrieval": LocalBackend(
            workflow=retrieval.RetrievalWorkflow,
            workflow_config=retrieval.retrieval_config,
            grader=retrieval.RetrievalGrader,
        ),
    }
    asked = {
        "arithmetic": ("What is 17 * 3 + 9?", "60", None),
        "support": ("What about INV-8?", "99.00", {"keywords": ["99", "open"]}),
        "quiz": ("Which mountain is the highest?", "Mount Everest", None),
        "drafting": ("Explain tides.", "", {"points": ["tide", "moon", "sun", "wind"]}),
        "retrieval": ("What is chalk?", "limestone", None),
    }
    found: dict[str, Any] = {}
    for name, backend in backends.items():
        question, label, metadata = asked[name]
        prompt = [{"role": "user", "content": question}]
        request = ExecutionRequest(id=f"run-{name}", prompt=prompt, label=label, metadata=metadata)
        with RolloutContext(url, "none", request.id):
            result = (await backend.execute(request)).result
        if result.err_message:
            raise SystemExit(f"{name} failed: {result.err_message}")
        found[name] = result.sample.reward
    return found


def harbor(mains: dict[str, Any], queue: Any) -> dict[str, Any]:
    """The Harbor backends, constructed. A real bundle is built by a tool that has to be downloaded."""
    from tutorlab.sandbox.backend import SandboxBackend

    with mock.patch(BUILDER, bundle):
        backends = {
            "sandbox": mains["sandbox"].build_backend(queue, build_image=False),
            "nightly": mains["sandbox_nightly"].build_backend(queue),
            "shared": SandboxBackend(queue),
        }
    return {name: backend.tasks_dir.name for name, backend in backends.items()}


def bundle(code_dir: Path, **_: Any) -> Path:
    """What the SDK reads of a bundle."""
    if not (code_dir / "pyproject.toml").is_file():
        raise SystemExit(f"there is no project in {code_dir}")
    wheel = Path(tempfile.mkdtemp()) / "tutorlab-0.5.0-py3-none-any.whl"
    main = "tutorlab.bundle_main"
    scripts = f"[console_scripts]\ntutorlab-agent = {main}:agent_main\ntutorlab-grade = {main}:grader_main\n"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tutorlab-0.5.0.dist-info/entry_points.txt", scripts)
        archive.writestr(
            "tutorlab-0.5.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: tutorlab\nVersion: 0.5.0\nRequires-Dist: osmosis-ai[strands]<0.4,>=0.3\n",
        )
    return wheel


def main() -> None:
    import smoke

    names = ("arithmetic", "support", "sandbox", "sandbox_nightly")
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = directory
        smoke.spare_the_mcp_gateway()
        mains = {name: smoke.load(ROOT / "rollouts" / name / "main.py") for name in names}
        built = harbor(mains, smoke.IdleQueue())
        with smoke.StandIn(smoke.script) as url:
            os.environ["REVIEWER_BASE_URL"] = url
            found = asyncio.run(rewards(mains, url))
        os.chdir(ROOT)
    print(json.dumps({"rewards": found, "harbor": built}))


if __name__ == "__main__":
    main()
