"""A chat-completions client that speaks to the policy of the running rollout."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from osmosis_ai.rollout import RolloutContext


class PolicyClient:
    """Streams one chat completion after the other."""

    def __init__(self, rollout: RolloutContext, **options: Any) -> None:
        base = rollout.chat_completions_url.rstrip("/")
        self.url = f"{base}/chat/completions"
        self.options = options
        self.headers = {"Authorization": f"Bearer {rollout.api_key or 'none'}"}

    async def complete(self, messages: list[dict[str, Any]]) -> str:
        return "".join([piece async for piece in self.stream(messages)])

    async def stream(self, messages: list[dict[str, Any]]) -> AsyncIterator[str]:
        body = {
            "model": "osmosis-rollout",
            "messages": messages,
            "stream": True,
            **self.options,
        }
        async with (
            httpx.AsyncClient(timeout=60, trust_env=False) as http,
            http.stream("POST", self.url, json=body, headers=self.headers) as response,
        ):
            response.raise_for_status()
            async for line in response.aiter_lines():
                data = line.removeprefix("data:").strip()
                if not data or data == "[DONE]":
                    continue
                for choice in json.loads(data)["choices"]:
                    yield choice["delta"].get("content") or ""
