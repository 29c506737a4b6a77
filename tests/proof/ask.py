"""Runs short statements, each in a fresh namespace, and tells which fail. Run as a script by an SDK's interpreter.

Usage: ask.py STATEMENTS ANSWERS, two JSON files: a list of statements, and per statement the name of the error or "".
The statements may use `member(cls, name)` and `accepts(function, name)`. Only the standard library is used.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from typing import Any


def member(cls: Any, name: str) -> None:
    """Fail unless a class, or an instance of it once built, has a member."""
    if hasattr(cls, name):
        return
    for base in cls.__mro__:
        declared = (base.__dict__.get(key, {}) for key in ("__annotations__", "__dataclass_fields__", "model_fields"))
        if any(name in names for names in declared):
            return
        if base.__module__.startswith("osmosis_ai") and re.search(rf"self\.{name}\b.*=", inspect.getsource(base)):
            return
    raise AttributeError(name)


def accepts(function: Any, name: str) -> None:
    """Fail unless a call takes a parameter of that very name: one swallowed by `**kwargs` is silently lost."""
    try:
        known = name in inspect.signature(function).parameters
    except ValueError:
        # Python cannot tell the signature of this class; its fields are its parameters.
        member(function, name)
        return
    if not known:
        raise TypeError(name)


def main(asked: str, answered: str) -> None:
    with open(asked, encoding="utf-8") as file:
        statements = json.load(file)
    answers = []
    for statement in statements:
        try:
            exec(statement, {"member": member, "accepts": accepts})
            answers.append("")
        except BaseException as error:
            answers.append(type(error).__name__)
    with open(answered, "w", encoding="utf-8") as file:
        json.dump(answers, file)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
