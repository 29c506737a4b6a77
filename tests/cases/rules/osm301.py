"""OSM301: the request header `x-sample-id`, by which 0.2 routed a call to its sample."""

import logging
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import version
from typing import Any
from unittest import TestCase

import httpx
from fastapi import Header, Request
from osmosis_ai.rollout import RolloutContext, RolloutSample, get_rollout_context
from packaging.version import Version

logger = logging.getLogger(__name__)

SAMPLE_HEADER = "x-sample-id"  # expect: OSM301
RAW_HEADER = b"x-sample-id"  # expect: OSM301
SHOUTED_HEADER = "X-SAMPLE-ID"  # expect: OSM301


def dict_key(rollout_ctx: RolloutContext) -> dict[str, str]:
    return {
        "authorization": f"Bearer {rollout_ctx.api_key}",
        "x-sample-id": "solver",  # expect: OSM301
        "X-Sample-Id": "solver",  # expect: OSM301
    }


def both_headers(rollout_ctx: RolloutContext) -> dict[str, str]:
    return {
        "x-sample-id": "solver",  # expect: OSM301
        "x-rollout-id": rollout_ctx.rollout_id,  # expect: OSM302
    }


def subscript(headers: dict[str, str], request: Request) -> str:
    headers["x-sample-id"] = "solver"  # expect: OSM301
    return request.headers["X-Sample-ID"]  # expect: OSM301


def argument(request: Request, headers: httpx.Headers) -> str | None:
    headers.setdefault("x-sample-id", "solver")  # expect: OSM301
    return request.headers.get("x-sample-id")  # expect: OSM301


def keyword(sample_id: str = Header(alias="x-sample-id")) -> str:  # expect: OSM301
    return sample_id


def tuples(scope: dict[str, Any]) -> list[tuple[bytes, bytes]]:
    pairs = [("x-sample-id", "solver")]  # expect: OSM301
    scope["headers"].append((b"X-Sample-Id", b"solver"))  # expect: OSM301
    return [*scope["headers"], *pairs]


def spread(model_settings: dict[str, Any]) -> dict[str, Any]:
    headers = {**model_settings["headers"], "x-sample-id": "solver"}  # expect: OSM301
    return dict(extra_headers=headers, **{"x-sample-id": "solver"})  # expect: OSM301


async def posted(url: str, payload: dict[str, Any]) -> None:
    async with httpx.AsyncClient() as client:
        await client.post(url, json=payload, headers={"x-sample-id": "solver"})  # expect: OSM301


class Names(Enum):
    SAMPLE = "x-sample-id"  # expect: OSM301


@dataclass
class Routing:
    header: str = "x-sample-id"  # expect: OSM301


class Client:
    def __init__(self) -> None:
        self.header = "x-sample-id"  # expect: OSM301
        self.raw: bytes = b"X-SAMPLE-ID"  # expect: OSM301


# --- nothing below is reported ---


def migrated() -> str:
    """x-sample-id"""
    # x-sample-id is gone, the URL says it all
    rollout_ctx = get_rollout_context()
    return rollout_ctx.chat_completions_url if rollout_ctx else ""


def documented() -> dict[str, str]:
    """Sends no `x-sample-id` header.

    x-sample-id
    """
    return {"authorization": "Bearer key"}


LONG_TEXT = "the header x-sample-id is not sent any more"
TABLE = """
x-sample-id
x-rollout-id
"""


def longer_strings(sample: RolloutSample, headers: dict[str, str]) -> list[str]:
    logger.info("no x-sample-id in the request")
    headers["x-sample-ids"] = "a,b"
    headers["x-sample-id-count"] = "2"
    headers["my-x-sample-id"] = "solver"
    headers["x-sample-id: solver"] = "not a header name"
    headers["x_sample_id"] = "solver"
    headers["x sample id"] = "solver"
    headers[f"x-sample-id-{len(headers)}"] = "solver"
    sample.extra_fields["sample-id"] = "solver"
    return ["x-sample", "sample_id", "X-SampleId", "curl -H 'x-sample-id: solver'"]


def other_headers(request: Request, trace_id: str) -> list[str | None]:
    return [
        request.headers.get("x-request-id"),
        request.headers.get("x-trace-id", trace_id),
        request.headers["X-Osmosis-Rollout-Lease"],
        request.headers.get("x-samples"),
    ]


def x_sample_id(x_sample_id: str) -> dict[str, str]:
    sample_id = x_sample_id
    return dict(x_sample_id=sample_id)


def raw_longer(scope: dict[str, Any]) -> None:
    scope["headers"] = [(b"x-sample-id:", b"solver"), (b"x-sample-idx", b"1"), (b"x-request-id", b"1")]


def both_versions(headers: dict[str, str]) -> dict[str, str]:
    if Version(version("osmosis-ai")) < Version("0.3"):
        headers["x-sample-id"] = "solver"
    return headers


def both_versions_other_branch(headers: dict[str, str]) -> dict[str, str]:
    if Version(version("osmosis-ai")) >= Version("0.3"):
        return headers
    else:
        return {**headers, "x-sample-id": "solver"}


def test_the_header_is_not_sent(headers: dict[str, str], case: TestCase) -> None:
    assert "x-sample-id" not in headers
    assert "x-sample-id" not in headers, "it is no longer sent"
    case.assertNotIn("x-sample-id", headers)
    assert "x-sample-id" in headers  # expect: OSM301
    assert "x" not in ["x-sample-id"]  # expect: OSM301
    if "x-sample-id" not in headers:  # expect: OSM301
        raise ValueError
