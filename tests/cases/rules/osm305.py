"""OSM305: `reward.json` as a mapping by sample id, and `samples` in what is exchanged or called back."""

import json
from pathlib import Path
from typing import Any

import httpx
import wandb
from osmosis_ai.rollout import GraderContext, RolloutInitRequest, RolloutSample

LOGS = Path("/logs/verifier")


def by_comprehension(found: dict[str, RolloutSample]) -> None:
    (LOGS / "reward.json").write_text(json.dumps({sid: s.reward for sid, s in found.items()}))  # expect: OSM305


def by_sample_id(sample: RolloutSample) -> None:
    (LOGS / "reward.json").write_text(json.dumps({sample.id: 1.0}))  # expect: OSM107, OSM305


def of_the_context(ctx: GraderContext) -> None:
    got = ctx.samples  # expect: OSM101
    (LOGS / "reward.json").write_text(json.dumps({k: v.reward for k, v in got.items()}))  # expect: OSM305


def opened(found: dict[str, RolloutSample]) -> None:
    json.dump({sid: s.reward for sid, s in found.items()}, open(LOGS / "reward.json", "w"))  # expect: OSM305


def exchanged(sample: RolloutSample) -> None:
    (LOGS / "sample.json").write_text(json.dumps({"samples": {"solver": sample.model_dump()}}))  # expect: OSM305


def read_back() -> dict[str, Any]:
    return json.loads((LOGS / "sample.json").read_text())["samples"]  # expect: OSM305


async def called_back(request: RolloutInitRequest, found: dict[str, Any]) -> None:
    async with httpx.AsyncClient() as client:
        await client.post(
            request.completion_callback_url,  # expect: OSM504
            json={
                "rollout_id": request.rollout_id,
                "samples": found,  # expect: OSM305
            },
        )


def called_back_at_once(request: RolloutInitRequest, found: dict[str, Any]) -> None:
    url = request.grader_callback_url  # expect: OSM504
    httpx.post(url, json={"status": "success", "samples": found})  # expect: OSM305


def called_back_below(request: RolloutInitRequest, found: dict[str, Any]) -> None:
    url = f"{request.completion_callback_url}/done"  # expect: OSM504
    httpx.post(url, json={"status": "success", "samples": found})  # expect: OSM305
    httpx.post(request.grader_callback_url + "/done", json={"samples": found})  # expect: OSM504, OSM305


def in_another_line(found: dict[str, RolloutSample]) -> None:
    with open(LOGS / "reward.json", "w") as file:
        json.dump({sid: s.reward for sid, s in found.items()}, file)  # expect: OSM305
    rewards = json.loads((LOGS / "reward.json").read_text())
    for sample_id, reward in rewards.items():  # expect: OSM305
        print(sample_id, reward, rewards[sample_id])  # expect: OSM305
    exchanged = json.loads((LOGS / "sample.json").read_text())
    print(exchanged["samples"])  # expect: OSM305


# --- nothing below is reported ---


def in_another_line_of_another_file(found: dict[str, RolloutSample]) -> None:
    with open(LOGS / "lengths.json", "w") as file:
        json.dump({sid: len(s.messages) for sid, s in found.items()}, file)
    lengths = json.loads((LOGS / "lengths.json").read_text())
    for sample_id, length in lengths.items():
        print(sample_id, length, lengths[sample_id], lengths["samples"])


def migrated(sample: RolloutSample) -> None:
    """reward.json held {"solver": 1.0}, and the payload "samples"."""
    # {"reward": ...} now, not a mapping by sample id
    (LOGS / "reward.json").write_text(json.dumps({"reward": 1.0}))
    (LOGS / "reward.json").write_text(json.dumps({"reward": sample.reward}))
    (LOGS / "sample.json").write_text(json.dumps({"messages": [], "reward": None, "metrics": {}}))
    (LOGS / "sample.json").write_text(sample.model_dump_json())


def migrated_reader() -> float:
    reward = json.loads((LOGS / "reward.json").read_text())
    return reward["reward"] + json.loads((LOGS / "reward.json").read_text())["reward"]


def opened_and_migrated(sample: RolloutSample) -> None:
    with open(LOGS / "reward.json", "w") as file:
        json.dump({"reward": sample.reward}, file)


def unknown_content(rewards, text: str) -> None:
    # nothing says what these are
    (LOGS / "reward.json").write_text(json.dumps(rewards))
    (LOGS / "reward.json").write_text(text)


def other_files(found: dict[str, RolloutSample], root: Path) -> None:
    (root / "rewards.json").write_text(json.dumps({sid: s.reward for sid, s in found.items()}))
    (root / "report.json").write_text(json.dumps({"samples": len(found), "mean": 0.5}))
    (root / "reward.json.bak").unlink(missing_ok=True)
    (root / "lengths.json").write_text(json.dumps({sid: len(s.messages) for sid, s in found.items()}))


def other_payloads(found: dict[str, RolloutSample], dashboard: str) -> dict[str, Any]:
    wandb.log({"samples": len(found), "reward": 0.5})
    httpx.post(dashboard, json={"samples": len(found)})
    httpx.post("https://example.org/metrics", json={"samples": [1, 2, 3]})
    summary = {"samples": len(found), "rewards": {sid: s.reward for sid, s in found.items()}}
    return {**summary, "samples_per_second": 3}


async def posts_one_sample(request: RolloutInitRequest, sample: RolloutSample) -> None:
    async with httpx.AsyncClient() as client:
        payload = {"rollout_id": request.rollout_id, "sample": sample.model_dump()}
        await client.post("https://controller.example.org/done", json=payload)


def in_memory(found: dict[str, RolloutSample], rows: dict[str, Any]) -> list[object]:
    # mappings by sample id that never reach reward.json
    rewards = {sid: sample.reward for sid, sample in found.items()}
    return [rewards, json.dumps(rewards), rows["samples"], rows.get("samples"), json.loads("{}")["samples"]]


def words() -> list[str]:
    return ["reward.json", "samples", "reward.json maps sample ids to rewards", '{"samples": {}}']


def data_set(data: dict[str, list[object]]) -> None:
    rows = {"samples": list(data)}
    Path("data/samples.json").write_text(json.dumps(rows))


def several_metrics(sample: RolloutSample) -> None:
    # Harbor's reward file may name more than the reward.
    for metric_name, value in json.loads((LOGS / "reward.json").read_text()).items():
        sample.metrics[metric_name] = value
    for name, value in json.loads((LOGS / "reward.json").read_text()).items():  # expect: OSM305
        sample.metrics[name] = value
