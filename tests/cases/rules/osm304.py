"""OSM304: the exchange file `samples.json` in code that uses the SDK; 0.3 writes `container_result.json`."""

import argparse
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import RolloutSample

AGENT_LOGS_DIR = Path("/logs/agent")
SAMPLES = "samples.json"  # expect: OSM304
SAMPLES_PATH = AGENT_LOGS_DIR / "samples.json"  # expect: OSM304
SAMPLES_WHOLE_PATH = Path("/logs/agent/samples.json")  # expect: OSM304


def load(logs: Path) -> dict[str, RolloutSample]:
    raw = json.loads((logs / "samples.json").read_text())  # expect: OSM304
    return {name: RolloutSample.model_validate(data) for name, data in raw.items()}


def load_open(logs: str) -> Any:
    with open(os.path.join(logs, "samples.json")) as file:  # expect: OSM304
        return json.load(file)


def load_absolute() -> Any:
    with open("/logs/agent/samples.json", encoding="utf-8") as file:  # expect: OSM304
        return json.load(file)


def formatted(logs: str) -> str:
    return f"{logs}/samples.json"  # expect: OSM304


def added(logs: str) -> str:
    return logs + "/samples.json"  # expect: OSM304


def joined(logs: Path) -> list[Path]:
    return [logs.joinpath("agent", "samples.json"), logs.with_name("samples.json")]  # expect: OSM304, OSM304


def parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=Path, default=Path("/logs/agent/samples.json"))  # expect: OSM304
    return parser.parse_args()


def grade(logs: Path) -> None:
    subprocess.run(
        [
            "python",
            "-m",
            "my_flow.grade",
            "--samples",
            "/logs/agent/samples.json",  # expect: OSM304
        ],
        check=True,
        cwd=logs,
    )


class Reader:
    filename = "samples.json"  # expect: OSM304

    def __init__(self, logs: Path = AGENT_LOGS_DIR, name: str = "samples.json") -> None:  # expect: OSM304
        self.path = logs / name

    def read(self) -> dict[str, Any]:
        return json.loads(self.path.read_text())


def written(logs: Path, found: dict[str, RolloutSample]) -> None:
    (logs / "samples.json").write_text(json.dumps({n: s.model_dump() for n, s in found.items()}))  # expect: OSM304


# --- nothing below is reported ---


SAMPLE = "sample.json"
SAMPLE_PATH = AGENT_LOGS_DIR / "sample.json"


def load_migrated(logs: Path) -> RolloutSample:
    """Reads `samples.json` no more.

    samples.json
    """
    # samples.json held a dict of samples by name
    return RolloutSample.model_validate_json((logs / "sample.json").read_text())


def load_in_words(logs: Path) -> Any:
    """samples.json"""
    if not (logs / "sample.json").exists():
        raise FileNotFoundError("neither sample.json nor the old samples.json is there")
    print("looked for samples.json in", logs)
    return json.loads((logs / "sample.json").read_text())


def other_files(logs: Path) -> list[Path]:
    return [
        logs / "samples.jsonl",
        logs / "samples.json5",
        logs / "my_samples.json",
        logs / "resamples.json",
        logs / "samples-2024.json",
        logs / "samples_json",
        logs / "samples.yaml",
        logs / "reward.json",
        Path("/logs/agent/samples.jsonl"),
        Path(f"{logs}/subsamples.json"),
        Path("/logs/agent/samples"),
    ]


class Wandb:
    samples = {"json": 1}

    def json(self) -> dict[str, int]:
        return self.samples


def attributes(wandb: Wandb, samples) -> list[Any]:
    # an attribute is no file
    return [samples.json, samples.json(), wandb.samples["json"], wandb.json()]


MESSAGE = """
The agent leaves samples.json in /logs/agent.
"""
HELP = "path to samples.json"
COMMAND = "python -m my_flow.grade --samples sample.json"


def test_the_file_is_not_written(folder: Path) -> None:
    assert "samples.json" not in os.listdir(folder)
    assert "samples.json" in os.listdir(folder)  # expect: OSM304


def data_sets() -> list[str]:
    # a data set of that name is not what an execution exchanges
    return ["data/samples.json", "tests/fixtures/samples.json", f"{__file__}/datasets/samples.json"]


OUTPUT = Path("output")
DATA_DIR = Path(__file__).parent / "data"


def own_output(args: argparse.Namespace, folder: Path) -> list[Any]:
    # neither is what a program writes for itself
    return [
        OUTPUT / "samples.json",
        DATA_DIR / "samples.json",
        args.output_dir / "samples.json",
        folder / "reports" / "samples.json",
        Path("out") / "samples.json",
        os.path.join(args.output_dir, "samples.json"),
        DATA_DIR.joinpath("samples.json"),
        "outputs/samples.json",
        folder / "agent" / "samples.json",  # expect: OSM304
        args.agent_dir / "samples.json",  # expect: OSM304
        folder.joinpath("samples.json"),  # expect: OSM304
    ]
