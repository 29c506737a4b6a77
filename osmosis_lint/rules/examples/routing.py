"""Examples of the rules on headers, URLs and exchange files, OSM301 to OSM305."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example


def _client(headers: str) -> str:
    """A client for the model of a rollout, with the given headers."""
    return f"""\
from openai import AsyncOpenAI
from osmosis_ai.rollout import RolloutContext


def client(context: RolloutContext) -> AsyncOpenAI:
    return AsyncOpenAI(
        base_url=context.chat_completions_url,
        api_key=context.api_key,
{headers}    )
"""


EXAMPLES: dict[str, Example] = {
    "OSM301": Example(bad=_client('        default_headers={"x-sample-id": "solver"},\n'), good=_client("")),
    "OSM302": Example(
        bad=_client('        default_headers={"x-rollout-id": context.rollout_id},\n'),
        good=_client(""),
    ),
    "OSM303": Example(
        bad="""\
from openai import AsyncOpenAI
from osmosis_ai.rollout import RolloutContext


def client(context: RolloutContext) -> AsyncOpenAI:
    url = f"{context.chat_completions_url}/{context.rollout_id}"
    return AsyncOpenAI(base_url=url, api_key=context.api_key)
""",
        good="""\
from openai import AsyncOpenAI
from osmosis_ai.rollout import RolloutContext


def client(context: RolloutContext) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=context.chat_completions_url, api_key=context.api_key)
""",
    ),
    "OSM304": Example(
        bad="""\
import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample


def load(logs: Path) -> list[RolloutSample]:
    raw = json.loads((logs / "samples.json").read_text())
    return [RolloutSample.model_validate(item) for item in raw.values()]
""",
        good="""\
import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample


def load(logs: Path) -> RolloutSample:
    raw = json.loads((logs / "container_result.json").read_text())
    return RolloutSample.model_validate(raw["sample"])
""",
    ),
    "OSM305": Example(
        bad="""\
import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample


def save(logs: Path, samples: dict[str, RolloutSample]) -> None:
    rewards = {name: sample.reward for name, sample in samples.items()}
    (logs / "reward.json").write_text(json.dumps(rewards))
""",
        good="""\
import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample


def save(logs: Path, sample: RolloutSample) -> None:
    (logs / "reward.json").write_text(json.dumps({"reward": sample.reward}))
""",
    ),
}
