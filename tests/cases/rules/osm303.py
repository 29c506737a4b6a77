"""OSM303: a rollout id appended to a URL that carries it already."""

import logging
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import httpx
from litellm import acompletion
from my_gateway import Settings
from openai import AsyncOpenAI
from osmosis_ai.rollout import AgentWorkflow, RolloutContext, RolloutInitRequest, get_rollout_context

logger = logging.getLogger(__name__)


def formatted(rollout_ctx: RolloutContext) -> str:
    return f"{rollout_ctx.chat_completions_url}/{rollout_ctx.rollout_id}"  # expect: OSM303


def formatted_inside(rollout_ctx: RolloutContext) -> str:
    return f"{rollout_ctx.chat_completions_url}/{rollout_ctx.rollout_id}/chat/completions"  # expect: OSM303


def added(rollout_ctx: RolloutContext) -> str:
    return rollout_ctx.chat_completions_url + "/" + rollout_ctx.rollout_id  # expect: OSM303


def stripped(rollout_ctx: RolloutContext) -> str:
    return rollout_ctx.chat_completions_url.rstrip("/") + "/" + rollout_ctx.rollout_id  # expect: OSM303


def percent(rollout_ctx: RolloutContext) -> str:
    return "%s/%s" % (rollout_ctx.chat_completions_url, rollout_ctx.rollout_id)  # expect: OSM303


def by_format(rollout_ctx: RolloutContext) -> str:
    return "{}/{}".format(rollout_ctx.chat_completions_url, rollout_ctx.rollout_id)  # expect: OSM303


def joined(rollout_ctx: RolloutContext) -> str:
    return "/".join([rollout_ctx.chat_completions_url, rollout_ctx.rollout_id])  # expect: OSM303


def url_joined(rollout_ctx: RolloutContext) -> str:
    return urljoin(rollout_ctx.chat_completions_url, rollout_ctx.rollout_id)  # expect: OSM303


def names(rollout_ctx: RolloutContext) -> str:
    url = rollout_ctx.chat_completions_url
    rollout_id = rollout_ctx.rollout_id
    return f"{url}/{rollout_id}"  # expect: OSM303


def as_an_argument(rollout_ctx: RolloutContext) -> AsyncOpenAI:
    base = rollout_ctx.chat_completions_url
    return AsyncOpenAI(base_url=f"{base}/{rollout_ctx.rollout_id}", api_key="key")  # expect: OSM303


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        active = get_rollout_context()
        url = f"{active.chat_completions_url}/{active.rollout_id}"  # expect: OSM303
        await acompletion(model="openai/osmosis-rollout", messages=ctx.prompt, api_base=url)


class Caller:
    def __init__(self, rollout_ctx: RolloutContext) -> None:
        self.rollout_ctx = rollout_ctx

    @property
    def url(self) -> str:
        return f"{self.rollout_ctx.chat_completions_url}/{self.rollout_ctx.rollout_id}"  # expect: OSM303


def of_a_request(request: RolloutInitRequest) -> str:
    return f"{request.chat_completions_url}/{request.rollout_id}"  # expect: OSM303


async def called_back(request: RolloutInitRequest, client: httpx.AsyncClient) -> None:
    await client.post(f"{request.completion_callback_url}/{request.rollout_id}")  # expect: OSM303, OSM504
    await client.post(request.grader_callback_url + "/" + request.rollout_id)  # expect: OSM303, OSM504


# --- nothing below is reported ---


def migrated(rollout_ctx: RolloutContext) -> AsyncOpenAI:
    """Was f"{rollout_ctx.chat_completions_url}/{rollout_ctx.rollout_id}"."""
    # no + "/" + rollout_ctx.rollout_id any more
    return AsyncOpenAI(base_url=rollout_ctx.chat_completions_url, api_key=rollout_ctx.api_key)


def said(rollout_ctx: RolloutContext) -> str:
    # names both, but builds no URL of them
    logger.info("rollout %s talks to %s", rollout_ctx.rollout_id, rollout_ctx.chat_completions_url)
    logger.info(f"rollout {rollout_ctx.rollout_id} talks to {rollout_ctx.chat_completions_url}")
    print(rollout_ctx.chat_completions_url, rollout_ctx.rollout_id)
    return f"url {rollout_ctx.chat_completions_url} (rollout {rollout_ctx.rollout_id})"


def other_parts(rollout_ctx: RolloutContext, step: int) -> list[str]:
    return [
        f"{rollout_ctx.chat_completions_url}/models",
        rollout_ctx.chat_completions_url + "/chat/completions",
        f"{rollout_ctx.chat_completions_url}/{step}",
        urljoin(rollout_ctx.chat_completions_url, "models"),
        "/".join([rollout_ctx.chat_completions_url, "models"]),
    ]


def other_urls(request: RolloutInitRequest, server: str) -> list[str]:
    # the server's own addresses do carry the rollout id
    return [
        f"{server}/rollout/{request.rollout_id}/result",
        server + "/rollout/" + request.rollout_id,
        "{}/{}".format(server, request.rollout_id),
        urljoin(server, request.rollout_id),
        f"https://dashboard.example.org/{request.rollout_id}",
    ]


def files(rollout_ctx: RolloutContext, root: Path) -> list[object]:
    return [root / rollout_ctx.rollout_id, f"{root}/{rollout_ctx.rollout_id}/log.txt", "/tmp/" + rollout_ctx.rollout_id]


def plain_data(rollout_ctx: RolloutContext) -> list[object]:
    return [
        {"url": rollout_ctx.chat_completions_url, "rollout_id": rollout_ctx.rollout_id},
        (rollout_ctx.chat_completions_url, rollout_ctx.rollout_id),
        [rollout_ctx.chat_completions_url] + [rollout_ctx.rollout_id],
        RolloutContext(rollout_ctx.chat_completions_url, rollout_ctx.api_key, rollout_ctx.rollout_id),
    ]


@dataclass
class Endpoint:
    chat_completions_url: str
    rollout_id: str

    def url(self) -> str:
        return f"{self.chat_completions_url}/{self.rollout_id}"


def other_classes(endpoint: Endpoint, settings: Settings, unknown) -> list[str]:
    return [
        f"{endpoint.chat_completions_url}/{endpoint.rollout_id}",
        settings.chat_completions_url + "/" + settings.rollout_id,
        f"{unknown.chat_completions_url}/{unknown.rollout_id}",
    ]


def rebound(rollout_ctx: RolloutContext, server: str) -> str:
    url = rollout_ctx.chat_completions_url
    print(url)
    url = server
    return f"{url}/{rollout_ctx.rollout_id}"


def same_names(chat_completions_url: str, rollout_ctx: RolloutContext) -> list[object]:
    # this URL is the caller's own
    return [chat_completions_url, rollout_ctx.rollout_id, len(rollout_ctx.chat_completions_url + "x")]


def in_a_sentence(ctx: RolloutContext):
    print(ctx.chat_completions_url + " for rollout " + ctx.rollout_id)
    print(ctx.chat_completions_url + f" ({ctx.rollout_id})")
    return ctx.chat_completions_url + f"/{ctx.rollout_id}"  # expect: OSM303


def beside_each_other(ctx: RolloutContext):
    # what stands between them is in no URL
    print(f"url={ctx.chat_completions_url},id={ctx.rollout_id}")
    print(f"{ctx.chat_completions_url!r}->{ctx.rollout_id!r}", "%s|%s" % (ctx.chat_completions_url, ctx.rollout_id))
    print("{}:{}".format(ctx.chat_completions_url, ctx.rollout_id), ctx.chat_completions_url + ":" + ctx.rollout_id)
    return ",".join([ctx.chat_completions_url, ctx.rollout_id])


def with_more_between(ctx: RolloutContext):
    print(f"{ctx.chat_completions_url}/v1/~{ctx.rollout_id}?a=b", "%s/v1/%s" % (ctx.chat_completions_url, ctx.rollout_id))  # expect: OSM303, OSM303
    return f"{ctx.chat_completions_url}?rollout={ctx.rollout_id}"  # expect: OSM303


def lengthened(ctx: RolloutContext, rollout_id: str) -> str:
    url = ctx.chat_completions_url.rstrip("/")
    url += f"/{rollout_id}"  # expect: OSM303
    return url


def lengthened_by_something_else(ctx: RolloutContext, rollout_id: str) -> list[str]:
    url = ctx.chat_completions_url
    url += "/chat/completions"
    text = ctx.chat_completions_url
    text += f" of {rollout_id}"
    rollout_id += "/" + url
    return [url, text, rollout_id]


def lengthened_twice(ctx: RolloutContext, rollout_id: str) -> str:
    text = ctx.chat_completions_url
    text += " of "
    text += rollout_id
    return text


class Client:
    def __init__(self, ctx: RolloutContext, base: str) -> None:
        self.url = ctx.chat_completions_url
        self.base = base
        self.rollout_id = ctx.rollout_id

    def urls(self) -> list[str]:
        return [
            f"{self.url}/{self.rollout_id}",  # expect: OSM303
            self.url + "/" + self.rollout_id,  # expect: OSM303
            f"{self.base}/{self.rollout_id}",
            f"{self.url}/chat/completions",
        ]


def joined_after_a_slash(ctx: RolloutContext) -> list[str]:
    return [
        urljoin(ctx.chat_completions_url + "/", ctx.rollout_id),  # expect: OSM303
        urljoin("https://example.org/" + ctx.rollout_id, ctx.chat_completions_url),
    ]


def named_side_by_side(context: RolloutContext) -> str:
    url, key, identity = context.chat_completions_url, context.api_key, context.rollout_id
    print(f"{key}/{identity}")
    return f"{url}/{identity}"  # expect: OSM303


def named_and_trimmed(context: RolloutContext) -> list[str]:
    base = context.chat_completions_url.rstrip("/")
    other = "https://example.org"
    rid = context.rollout_id
    return [base + f"/{rid}", other + f"/{rid}", f"{base}/chat"]  # expect: OSM303
