"""Reading text out of message histories.

Strands keeps content blocks, the OpenAI Agents SDK keeps response items, and our
own client keeps plain chat messages. These helpers take all three.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Message = Mapping[str, Any]


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, Mapping):
        text = block.get("text")
        return text if isinstance(text, str) else ""
    return ""


def message_text(message: Message) -> str:
    """The text of one message, whatever framework wrote it."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        return "".join(_block_text(block) for block in content)
    return ""


def turns(messages: Iterable[Message], role: str) -> list[str]:
    texts = []
    for message in messages:
        if message.get("role") != role:
            continue
        text = message_text(message).strip()
        if text:
            texts.append(text)
    return texts


def assistant_turns(messages: Iterable[Message]) -> list[str]:
    return turns(messages, "assistant")


def last_text(messages: Iterable[Message]) -> str:
    """The last thing the assistant said, or an empty string."""
    said = assistant_turns(messages)
    return said[-1] if said else ""


def last_user_text(messages: Iterable[Message]) -> str:
    asked = turns(messages, "user")
    return asked[-1] if asked else ""


def shorten(text: str, limit: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
