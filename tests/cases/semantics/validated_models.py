"""Pydantic's other ways to make a model: their fields are those of the constructor."""

from osmosis_ai.rollout import ExecutionResult, RolloutSample, RolloutStatus

FIELDS = {"messages": [], "id": "first"}  # expect: OSM107


class Scored(RolloutSample):
    score: float = 0.0


def validated(row: dict):
    print(RolloutSample.model_validate({"id": "a", "messages": []}))  # expect: OSM107
    print(RolloutSample.model_validate(FIELDS), RolloutSample.model_validate(row), Scored.model_validate({"score": 1}))
    print(RolloutSample.model_construct(id="a", messages=[]))  # expect: OSM107
    print(ExecutionResult.model_validate(dict(status=RolloutStatus.SUCCESS, samples={})))  # expect: OSM110
    return Scored.model_validate({"id": "a", "score": 1.0})  # expect: OSM107


def of_something_else(model, row: dict):
    return model.model_validate({"id": 1, "samples": row})
