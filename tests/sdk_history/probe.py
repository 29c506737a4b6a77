"""Asks an installed SDK what it really has. Run as a script by the SDK's own interpreter, in a process of its own.

Usage: probe.py QUESTIONS ANSWERS [TREE]

QUESTIONS and ANSWERS are JSON files; TREE is a directory put before the installed packages, so that one environment
can answer for a neighbouring release. Only the standard library is used.

QUESTIONS: {"modules": {module: [name, ...]}, "classes": {"module:Class": [member, ...]}, "calls": ["module:a.b", ...]}
ANSWERS: {"modules": {module: {"error": text or null, "names": {name: what}, "extra": {name: what}}},
          "classes": {"module:Class": [member present, ...]},
          "calls": {"module:a.b": {parameter: placement} or null}}
where `what` is the canonical dotted name of a class, function or module, "" for another value; an absent name is
left out. Placements are those of `shapes.Parameter`.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import sys
import textwrap
from typing import Any


def origin(value: object) -> str:
    """The dotted name under which a class, function or module was defined; empty for other values."""
    if inspect.ismodule(value):
        return value.__name__
    if inspect.isclass(value) or inspect.isroutine(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
    return ""


def ask_module(name: str, wanted: list[str]) -> dict[str, Any]:
    try:
        module = importlib.import_module(name)
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}", "names": {}, "extra": {}}
    found = {}
    for member in wanted:
        try:
            found[member] = origin(getattr(module, member))
        except (AttributeError, ImportError):
            continue
    listed = {*dir(module), *getattr(module, "__all__", [])}
    extra = {}
    for member in sorted(listed - set(wanted)):
        if not member.startswith("_"):
            try:
                extra[member] = origin(getattr(module, member))
            except (AttributeError, ImportError):
                continue
    return {"error": None, "names": found, "extra": extra}


def find(path: str) -> object:
    """The object at `module:a.b`."""
    module, _, inner = path.partition(":")
    value: object = importlib.import_module(module)
    for part in inner.split("."):
        value = inspect.getattr_static(value, part) if inspect.isclass(value) else getattr(value, part)
    return value


def members(cls: type, wanted: list[str]) -> list[str]:
    """Which of the wanted members instances of a class have: class attributes, fields, and what methods assign."""
    present = set(dir(cls)) | set(getattr(cls, "model_fields", {}))
    for base in cls.__mro__:
        present.update(vars(base).get("__annotations__", {}))
        if base is not object and not present.issuperset(wanted):
            present.update(stored(base))
    return [name for name in wanted if name in present]


def stored(cls: type) -> set[str]:
    """The attributes that a class's methods assign to their first parameter."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return set()
    found = set()
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and function.args.args:
            receiver = function.args.args[0].arg
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.ctx, ast.Store)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == receiver
                ):
                    found.add(node.attr)
    return found


def placements(path: str) -> dict[str, str] | None:
    """The parameters that a caller of `module:a.b` may give; None where the interpreter cannot say."""
    try:
        value: Any = find(path)
        owner: Any = find(path.rpartition(".")[0]) if "." in path.partition(":")[2] else None
        if isinstance(value, (classmethod, staticmethod)):
            skip = isinstance(value, classmethod)
            value = value.__func__
        else:
            skip = inspect.isclass(owner) and not inspect.isclass(value)
        parameters = list(inspect.signature(value).parameters.values())
    except Exception:
        return None
    if skip:
        parameters = parameters[1:]
    found = {}
    for index, parameter in enumerate(parameters):
        mark = "!" if parameter.default is parameter.empty else ""
        found[parameter.name] = {
            parameter.POSITIONAL_ONLY: f"{index}/{mark}",
            parameter.POSITIONAL_OR_KEYWORD: f"{index}{mark}",
            parameter.VAR_POSITIONAL: "*",
            parameter.KEYWORD_ONLY: f"k{mark}",
            parameter.VAR_KEYWORD: "**",
        }[parameter.kind]
    return found


def main(questions_path: str, answers_path: str, *trees: str) -> None:
    sys.path[:0] = trees
    # A script's own directory comes first on the path; nothing of the SDK may be taken from it.
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != own]
    with open(questions_path, encoding="utf-8") as file:
        questions = json.load(file)
    answers: dict[str, Any] = {"modules": {}, "classes": {}, "calls": {}}
    for name, wanted in questions["modules"].items():
        answers["modules"][name] = ask_module(name, wanted)
    for path, wanted in questions["classes"].items():
        try:
            cls = find(path)
        except Exception:
            continue
        if inspect.isclass(cls):
            answers["classes"][path] = members(cls, wanted)
    for path in questions["calls"]:
        answers["calls"][path] = placements(path)
    with open(answers_path, "w", encoding="utf-8") as file:
        json.dump(answers, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
