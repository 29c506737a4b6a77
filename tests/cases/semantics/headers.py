"""Routing headers: a string that is exactly the name of one."""

from typing import Final

import httpx
from osmosis_ai.rollout import AgentWorkflow, RolloutContext, get_rollout_context

SAMPLE_HEADER = "x-sample-id"  # expect: OSM301@17
ROLLOUT_HEADER: Final = "x-rollout-id"  # expect: OSM302@25
RAW = b"x-rollout-id"  # expect: OSM302@7
BOTH = ("x-sample-id", "x-rollout-id")  # expect: OSM301@9, OSM302@24
DEFAULTS = {
    "accept": "application/json",
    "x-sample-id": "none",  # expect: OSM301@5
    "X-Rollout-Id": "none",  # expect: OSM302@5
}


class Client:
    header = "x-sample-id"  # expect: OSM301@14

    def __init__(self, sample_id: str, ctx: RolloutContext) -> None:
        self.headers = {"x-sample-id": sample_id}  # expect: OSM301@25
        self.headers["x-rollout-id"] = ctx.rollout_id  # expect: OSM302@22
        self.other = {"x-request-id": sample_id, "authorization": ctx.api_key}

    def drop(self) -> None:
        self.headers.pop("x-rollout-id", None)  # expect: OSM302@26
        del self.headers["x-sample-id"]  # expect: OSM301@26

    def read(self, response):
        response.headers["x-rollout-id"]  # expect: OSM302@26
        return response.headers.get("x-sample-id")  # expect: OSM301@37


def any_letter_case(sample_id: str):
    return {
        "X-Sample-ID": sample_id,  # expect: OSM301@9
        "X-SAMPLE-ID": sample_id,  # expect: OSM301@9
        "X-Rollout-ID": sample_id,  # expect: OSM302@9
        "x-Rollout-id": sample_id,  # expect: OSM302@9
    }


# fmt: off
def any_quotes(sample_id: str):
    one = {'x-sample-id': sample_id}  # expect: OSM301@12
    two = {"""x-sample-id""": sample_id}  # expect: OSM301@12
    three = {r"x-rollout-id": sample_id}  # expect: OSM302@14
    four = {b"X-Rollout-ID": sample_id.encode()}  # expect: OSM302@13
    five = {"x-" "sample-id": sample_id}  # expect: OSM301@13
    return one, two, three, four, five
# fmt: on


def pairs(sample_id: str):
    return [
        ("x-sample-id", sample_id),  # expect: OSM301@10
        (b"x-rollout-id", sample_id.encode()),  # expect: OSM302@10
        ("content-type", "application/json"),
    ]


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        rollout_ctx = get_rollout_context()
        async with httpx.AsyncClient(
            headers={"X-Rollout-Id": rollout_ctx.rollout_id},  # expect: OSM302@22
        ) as client:
            await client.post(
                rollout_ctx.chat_completions_url,
                headers=dict([("x-sample-id", "agent")]),  # expect: OSM301@32
            )


def nested_values(sample_id: str):
    return {
        "extra": {"headers": {"x-sample-id": sample_id}},  # expect: OSM301@31
        "keep": {"sample-id": sample_id, "x_sample_id": sample_id},
    }


def longer_or_other_texts(sample_id: str):
    first = f"x-sample-id: {sample_id}"
    second = "x-sample-id: none"
    third = "x-sample-ids"
    fourth = " x-sample-id"
    fifth = "send x-sample-id and x-rollout-id"
    sixth = {"x-sample-id2": "", "sample-id": "", "x-rollout": ""}
    seventh = b"x-rollout-id: 1\r\n"
    return first, second, third, fourth, fifth, sixth, seventh


def x_sample_id(x_rollout_id: str):
    """x-sample-id"""
    # "x-sample-id" in a comment, and names that only resemble the header.
    return dict(x_sample_id=x_rollout_id)


class Documented:
    """x-rollout-id"""

    async def text(self):
        """x-sample-id"""
        return "x-"


def new_header(lease: str):
    return {"X-Osmosis-Rollout-Lease": lease}


def sought_in_a_text(text: str, found, headers: dict):
    if "x-sample-id" in text or "x-rollout-id" in f"{found}":
        return "the headers are gone"
    if "x-sample-id" in found:  # expect: OSM301
        return "x-rollout-id" in headers  # expect: OSM302
    return text.replace("x-sample-id", "")  # expect: OSM301
