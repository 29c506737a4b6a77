"""OSM302: the request header `x-rollout-id`, by which 0.2 routed a call to its rollout."""

import logging
from collections.abc import Mapping
from importlib import metadata
from typing import Any, Final
from unittest import TestCase

import httpx
from fastapi import Request
from osmosis_ai.rollout import RolloutContext, RolloutInitRequest, get_rollout_context
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisLitellmModel
from packaging.version import Version

logger = logging.getLogger(__name__)

ROLLOUT_HEADER: Final = "x-rollout-id"  # expect: OSM302
RAW_ROLLOUT_HEADER: Final[bytes] = b"X-Rollout-Id"  # expect: OSM302
ROUTING_HEADERS = ("x-rollout-id", "x-request-id")  # expect: OSM302


def dict_key(rollout_ctx: RolloutContext) -> dict[str, str]:
    return {"x-rollout-id": rollout_ctx.rollout_id}  # expect: OSM302


def dict_key_shouted(request: RolloutInitRequest) -> dict[bytes, bytes]:
    return {b"X-ROLLOUT-ID": request.rollout_id.encode()}  # expect: OSM302


def subscript(headers: dict[str, str], rollout_ctx: RolloutContext) -> None:
    headers["X-Rollout-ID"] = rollout_ctx.rollout_id  # expect: OSM302


def argument(request: Request) -> str | None:
    found = request.headers.get("x-rollout-id")  # expect: OSM302
    return found or request.headers.get("X-Rollout-Id", "unknown")  # expect: OSM302


def client_of(rollout_ctx: RolloutContext) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=rollout_ctx.chat_completions_url,
        headers={
            "authorization": f"Bearer {rollout_ctx.api_key}",
            "x-rollout-id": rollout_ctx.rollout_id,  # expect: OSM302
        },
    )


def pairs(rollout_ctx: RolloutContext) -> dict[str, str]:
    return dict([("x-rollout-id", rollout_ctx.rollout_id), ("x-sample-id", "solver")])  # expect: OSM302, OSM301


class Routed(OsmosisLitellmModel):
    header = "x-rollout-id"  # expect: OSM302

    def _merge_headers(self, model_settings) -> dict[str, str]:
        merged = super()._merge_headers(model_settings)
        return {**merged, "x-rollout-id": get_rollout_context().rollout_id}  # expect: OSM302


class Middleware:
    def __init__(self, app) -> None:
        self.app = app
        self.name = b"x-rollout-id"  # expect: OSM302

    async def __call__(self, scope: dict[str, Any], receive, send) -> None:
        found = dict(scope["headers"]).get(b"x-rollout-id")  # expect: OSM302
        scope["state"]["rollout"] = found
        await self.app(scope, receive, send)


def test_sends_it(headers: httpx.Headers) -> None:
    assert headers["x-rollout-id"] == "r-1"  # expect: OSM302


# --- nothing below is reported ---


def migrated(rollout_ctx: RolloutContext) -> httpx.AsyncClient:
    """x-rollout-id"""
    # the x-rollout-id header is gone: the URL names the rollout
    return httpx.AsyncClient(
        base_url=rollout_ctx.chat_completions_url,
        headers={"authorization": f"Bearer {rollout_ctx.api_key}"},
    )


class Documented:
    """x-rollout-id"""

    async def run(self, request: RolloutInitRequest) -> str:
        """Reads `x-rollout-id` no more."""
        logger.debug("x-rollout-id was %s", request.rollout_id)
        return request.rollout_id


def longer_strings(headers: dict[str, str], rollout_ctx: RolloutContext) -> list[object]:
    headers["x-rollout-ids"] = "a,b"
    headers["x-rollout-id-hash"] = "0"
    headers["ax-rollout-id"] = "r"
    headers["x-rollout-id;q=1"] = "r"
    headers["x_rollout_id"] = rollout_ctx.rollout_id
    headers["rollout-id"] = rollout_ctx.rollout_id
    headers["x-rollout"] = rollout_ctx.rollout_id
    return [
        f"x-rollout-id: {rollout_ctx.rollout_id}",
        "remove x-rollout-id from the request",
        b"x-rollout-id=",
        "x-rollout-id\nx-sample-id",
    ]


def other_headers(request: Request, span: Mapping[str, str]) -> list[str | None]:
    return [
        request.headers.get("x-request-id"),
        request.headers["X-Osmosis-Rollout-Lease"],
        span["rollout_id"],
        request.headers.get("traceparent"),
    ]


def body_of(rollout_ctx: RolloutContext) -> dict[str, str]:
    return {"rollout_id": rollout_ctx.rollout_id, "url": rollout_ctx.chat_completions_url}


def both_versions(headers: dict[str, str], rollout_ctx: RolloutContext) -> dict[str, str]:
    if Version(metadata.version("osmosis-ai")) >= Version("0.3.0"):
        return headers
    return {**headers, "x-rollout-id": rollout_ctx.rollout_id}


def both_versions_one_expression(headers: dict[str, str]) -> list[str]:
    old = Version(metadata.version("osmosis-ai")) < Version("0.3")
    names = list(headers)
    if old:
        names.append("x-rollout-id")
    return names


def test_the_header_is_not_sent(headers: dict[str, str], case: TestCase) -> None:
    assert "x-rollout-id" not in headers
    assert "x-rollout-id" not in headers, "it is no longer sent"
    case.assertNotIn("x-rollout-id", headers)
    assert "x-rollout-id" in headers  # expect: OSM302
    assert "x" not in ["x-rollout-id"]  # expect: OSM302
    if "x-rollout-id" not in headers:  # expect: OSM302
        raise ValueError
