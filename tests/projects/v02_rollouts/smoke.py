"""Run every rollout once, against a stand-in for the model.

Prints what it does, and on the last line the rewards as JSON.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import importlib.util
import json
import logging
import os
import shutil
import sys
import tempfile
import unittest
import uuid
from pathlib import Path
from types import ModuleType
from typing import Any

from standin import Reply, StandIn, text_of

ROOT = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"

PACKAGES = ("tutorlab", "tests")
SCRIPTS = ("rollouts/*/main.py", "scripts/*.py")

REPORT = "room,used\nA,10\nB,12\nB,12\nC,20\n"
REPAIR = (
    "sort -u -r report.csv > fixed.csv && mv fixed.csv report.csv && cat report.csv"
)


def script(messages: list[dict[str, Any]]) -> Reply:
    """What the model says: it depends on who it is told to be."""
    system = text_of(messages[0])
    last = messages[-1]
    if "arithmetic tutor" in system:
        if last["role"] == "tool":
            return Reply(f"The calculator says so.\n#### {text_of(last)}")
        return Reply("Let me see.", "calculator", {"expression": "17 * 3 + 9"})
    if "You are triage" in system:
        return Reply(tool="transfer_to_billing")
    if "You are billing" in system:
        if last["role"] == "tool" and "INV-8" in text_of(last):
            return Reply("Invoice INV-8 of 99.00 EUR is still open.")
        return Reply(tool="lookup_invoice", arguments={"invoice_id": "INV-8"})
    if "quiz contestant" in system:
        return Reply("Mount Everest")
    if "You are the proposer" in system:
        return Reply("I had it wrong, it is 24." if len(messages) > 3 else "It is 32.")
    if "You are the critic" in system:
        return Reply(
            "Accepted." if "24" in text_of(last) else "Three times 8 is not 32."
        )
    if "You are the writer" in system:
        if "Revise" in text_of(last):
            return Reply("Tides follow the moon, and the sun a little.")
        return Reply("Tides follow the moon.")
    if "You are the reviewer" in system:
        return Reply("Mention the sun.")
    if "You are the proofreader" in system:
        return Reply("none")
    if "You are the reader" in system:
        return Reply("Chalk is limestone [chalk].")
    if "You are the engineer" in system:
        if last["role"] == "tool":
            return Reply("The total is 42.")
        return Reply("The line of B is twice there.", "shell", {"command": REPAIR})
    raise AssertionError(f"who is this? {system!r}")


def spare_the_mcp_gateway() -> None:
    """Keep litellm from loading its MCP gateway for every call that has tools.

    Some litellm releases do, and then fail with the mcp release that the agent
    frameworks ask for. No rollout of this project uses MCP.
    """
    import litellm

    try:
        importlib.import_module("litellm.responses.mcp.litellm_proxy_mcp_handler")
    except ImportError:
        skip = {"_skip_mcp_handler": True}
        litellm.acompletion = functools.partial(litellm.acompletion, **skip)
        litellm.completion = functools.partial(litellm.completion, **skip)


def load(path: Path) -> ModuleType:
    name = "_".join(path.relative_to(ROOT).with_suffix("").parts)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def import_everything() -> dict[str, ModuleType]:
    for package in PACKAGES:
        base = ROOT / "src" if (ROOT / "src" / package).is_dir() else ROOT
        for path in sorted((base / package).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            importlib.import_module(".".join(parts).removesuffix(".__init__"))
    files = [path for pattern in SCRIPTS for path in sorted(ROOT.glob(pattern))]
    return {path.parent.name: load(path) for path in files}


class IdleQueue:
    """A trial queue that takes hooks and runs nothing."""

    def __init__(self) -> None:
        self.hooks: list[Any] = []

    def add_hook(self, event: Any, callback: Any) -> IdleQueue:
        self.hooks.append(event)
        return self


async def local_rollouts(mains: dict[str, ModuleType], url: str) -> dict[str, Any]:
    from osmosis_ai.rollout import LocalBackend

    from tutorlab import quiz, retrieval
    from tutorlab.datasets import ProblemSet
    from tutorlab.drafting import DraftGrader, DraftWorkflow, draft_config
    from tutorlab.ops.driver import InProcessDriver, rewards_of

    problems = ProblemSet.load(ROOT / "data" / "problems.jsonl").get_samples()
    backends = {
        "arithmetic": mains["arithmetic"].backend,
        "debate": mains["debate"].backend,
        "support": mains["support"].backend,
        "quiz": LocalBackend(
            workflow=quiz.QuizWorkflow,
            workflow_config=quiz.quiz_config,
            grader=quiz.QuizGrader,
        ),
        "drafting": LocalBackend(
            workflow=DraftWorkflow, workflow_config=draft_config, grader=DraftGrader
        ),
        "retrieval": LocalBackend(
            workflow=retrieval.RetrievalWorkflow,
            workflow_config=retrieval.retrieval_config,
            grader=retrieval.RetrievalGrader,
        ),
    }
    asked: dict[str, tuple[str, str, dict[str, Any] | None]] = {
        "arithmetic": (problems["mul-1"].question, problems["mul-1"].answer, None),
        "debate": (problems["word-1"].question, problems["word-1"].answer, None),
        "support": ("What about INV-8?", "99.00", {"keywords": ["99", "open"]}),
        "quiz": ("Which mountain is the highest?", "Mount Everest", None),
        "drafting": ("Explain tides.", "", {"points": ["tide", "moon", "sun", "wind"]}),
        "retrieval": ("What is chalk?", "limestone", None),
    }
    rewards = {}
    for name, backend in backends.items():
        question, label, metadata = asked[name]
        driver = InProcessDriver(backend, url, api_key="none")
        prompt = [{"role": "user", "content": question}]
        outcome = await driver.run(prompt, label, f"smoke-{name}", metadata)
        print(f"{name}: {outcome.status}, {rewards_of(outcome)}", outcome.error or "")
        if outcome.error:
            raise SystemExit(f"{name} failed")
        (rewards[name],) = set(rewards_of(outcome).values())
    return rewards


async def sandbox_rollout(root: Path, url: str) -> float:
    from tutorlab.sandbox.dryrun import dry_run

    trial = root / "trial-smoke"
    (trial / "workspace").mkdir(parents=True)
    (trial / "workspace" / "report.csv").write_text(REPORT)
    prompt = [{"role": "user", "content": "Repair report.csv and say the total."}]
    found = await dry_run(prompt, "42", trial, url)
    print(f"sandbox: {found}")
    lines = (trial / "workspace" / "report.csv").read_text().splitlines()
    if sorted(lines) != ["A,10", "B,12", "C,20", "room,used"]:
        raise SystemExit(f"the report was not repaired: {lines}")
    return found["engineer"]


def harbor_backends(mains: dict[str, ModuleType]) -> None:
    """Everything of the Harbor rollouts that needs neither Docker nor a network."""
    from osmosis_ai.rollout import ExecutionRequest

    from tutorlab.sandbox.agent import agent_config
    from tutorlab.sandbox.backend import SandboxBackend

    os.environ["SANDBOX_PREBUILD"] = "0"
    backends: dict[str, Any] = {
        "sandbox": mains["sandbox"].build_backend(IdleQueue(), build_image=False),
        "nightly": mains["sandbox_nightly"].build_backend(IdleQueue()),
        "shared": SandboxBackend(IdleQueue()),
    }
    for name, backend in backends.items():
        request = ExecutionRequest(id=uuid.uuid4().hex, prompt=[], label="42")
        task = backend.prepare_task_dir(request)
        trial = backend.build_trial_config(task, request)
        tests = (task / "tests" / "test.sh").read_text().splitlines()
        grading = "skipped" if trial.verifier.disable else "in the container"
        print(f"harbor {name}: test.sh has {len(tests)} lines, grading {grading}")
        shutil.rmtree(backend.rollouts_dir / request.id)
    print(f"harbor shared: {backends['shared'].describe()}")
    print(f"harbor agent: {agent_config(ROOT / 'rollout.json').import_path}")


def unit_tests() -> None:
    suite = unittest.defaultTestLoader.loadTestsFromNames(
        ["tests.graders", "tests.plumbing"]
    )
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)
    if not result.wasSuccessful() or not result.testsRun:
        raise SystemExit("the unit tests failed")


def main() -> None:
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.environ["HOME"] = directory  # where the SDK keeps artifacts
        spare_the_mcp_gateway()
        mains = import_everything()
        unit_tests()
        harbor_backends(mains)
        standin = StandIn(script)
        with standin as url:
            os.environ["REVIEWER_BASE_URL"] = url
            rewards = asyncio.run(local_rollouts(mains, url))
            rewards["sandbox"] = asyncio.run(sandbox_rollout(Path(directory), url))
        print(f"{standin.calls} calls of the model")
        os.chdir(ROOT)
    print(json.dumps(rewards, sort_keys=True))


if __name__ == "__main__":
    main()
