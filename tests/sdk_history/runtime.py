"""Confirms what was read statically against an installed SDK, and corrects it where the interpreter knows better."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .history import History, Known
from .shapes import Parameter, Shape, is_public, is_sdk

_PROBE = Path(__file__).with_name("probe.py")
#: Keeps the SDK's dependencies off the network and the terminal while they are imported.
_ENVIRONMENT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_LOG": "ERROR", "PYTHONWARNINGS": "ignore"}
#: Homes of bases whose members are known, or never bear a name of the SDK's.
_WELL_KNOWN = frozenset({"abc", "builtins", "contextlib", "enum", "pydantic", "pydantic_settings", "typing"})


def run_probe(python: str, questions: dict[str, Any], tree: Path | None = None) -> dict[str, Any]:
    """Asks one interpreter; see probe.py for the questions and answers."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "questions.json"), Path(folder, "answers.json")
        asked.write_text(json.dumps(questions), encoding="utf-8")
        command = [python, "-P", str(_PROBE), str(asked), str(answered), *([str(tree)] if tree else [])]
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **_ENVIRONMENT}, capture_output=True, text=True, check=False
        )
        if not answered.exists():
            raise RuntimeError(f"{python} gave no answers:\n{done.stderr[-2000:]}")
        answers: dict[str, Any] = json.loads(answered.read_text(encoding="utf-8"))
        return answers


def classes_in(shape: Shape, path: str) -> Iterator[tuple[str, Shape]]:
    """The classes below a module or class with their dotted path inside the module."""
    for name, member in shape.members.items():
        if member.kind == "class":
            inner = f"{path}.{name}" if path else name
            yield inner, member
            yield from classes_in(member, inner)


def confirm(modules: dict[str, Shape], history: History, python: str, tree: Path) -> list[str]:
    """Changes the shapes of one release to what its interpreter says; returns notes on every difference.

    Names that earlier releases had are asked for too, so that what a module's `__getattr__` or a base from outside
    the SDK serves counts.
    """
    known = history.known()
    answers = run_probe(python, _questions(modules, known), tree)
    notes: list[str] = []
    for module_name, shape in modules.items():
        answer = answers["modules"][module_name]
        if answer["error"]:
            notes.append(f"{module_name}: not importable here, read statically only ({answer['error'][:150]})")
            notes += keep_doubtful({module_name: shape}, modules, history.known(alive=True))
            continue
        asked = known.get(module_name, {})
        _confirm_names(module_name, shape, answer, asked.get("", set()), notes)
        for path, cls in list(classes_in(shape, "")):
            present = answers["classes"].get(f"{module_name}:{path}")
            if present is not None:
                _confirm_members(f"{module_name}.{path}", cls, present, asked.get(path, set()), notes)
        for path, function in _callables(shape, ""):
            _confirm_call(f"{module_name}.{path}", function, answers["calls"].get(f"{module_name}:{path}"), notes)
    return notes


def keep_doubtful(modules: dict[str, Shape], package: dict[str, Shape], alive: Known) -> list[str]:
    """Without an interpreter, a live member that a class no longer defines may come from a base outside the SDK.

    It is kept; the notes name it.
    """
    notes = []
    for module_name, shape in modules.items():
        for path, cls in classes_in(shape, ""):
            if not _has_outside_base(cls, package):
                continue
            for name in sorted(alive.get(module_name, {}).get(path, set()) - set(cls.members)):
                notes.append(f"{module_name}.{path}.{name}: kept, a base outside the SDK may have it; give --python")
                cls.members[name] = Shape("foreign", own=False)
    return notes


def _has_outside_base(cls: Shape, package: dict[str, Shape]) -> bool:
    for base in cls.bases:
        if is_sdk(base):
            module, _, name = base.rpartition(".")
            inner = package[module].members.get(name) if module in package else None
            if inner is not None and _has_outside_base(inner, package):
                return True
        elif "." in base and base.partition(".")[0] not in _WELL_KNOWN:
            return True
    return False


def _questions(modules: dict[str, Shape], known: Known) -> dict[str, Any]:
    questions: dict[str, Any] = {"modules": {}, "classes": {}, "calls": []}
    for name, shape in modules.items():
        asked = known.get(name, {})
        questions["modules"][name] = sorted(set(shape.members) | asked.get("", set()))
        for path, cls in classes_in(shape, ""):
            questions["classes"][f"{name}:{path}"] = sorted(set(cls.members) | asked.get(path, set()))
        questions["calls"] += [f"{name}:{path}" for path, _ in _callables(shape, "")]
    return questions


def _callables(shape: Shape, path: str) -> Iterator[tuple[str, Shape]]:
    for name, member in shape.members.items():
        inner = f"{path}.{name}" if path else name
        if member.kind in {"class", "function", "method", "classmethod", "staticmethod"}:
            yield inner, member
        if member.kind == "class":
            yield from _callables(member, inner)


def _confirm_names(module: str, shape: Shape, answer: dict[str, Any], known: set[str], notes: list[str]) -> None:
    for name in list(shape.members):
        if name not in answer["names"]:
            notes.append(f"{module}.{name}: in the source, but not there at run time")
            del shape.members[name]
    for name, where in {**answer["names"], **answer["extra"]}.items():
        if name in shape.members or f"{module}.{name}" == where or not is_public(name):
            continue
        if is_sdk(where) and where.startswith(f"{module}.{name}"):
            continue
        if name in known or (is_sdk(where) and where != f"{module}.{name}"):
            notes.append(f"{module}.{name}: served at run time only")
            shape.members[name] = Shape("alias", target=where) if where else Shape("attribute")


def _confirm_members(path: str, cls: Shape, present: list[str], known: set[str], notes: list[str]) -> None:
    if any(base in {"typing.TypedDict", "typing_extensions.TypedDict"} for base in cls.bases):
        return
    for name in set(cls.members) - set(present):
        notes.append(f"{path}.{name}: in the source, but not there at run time")
        del cls.members[name]
    for name in sorted((set(present) & known) - set(cls.members)):
        notes.append(f"{path}.{name}: from a base outside the SDK")
        cls.members[name] = Shape("foreign", own=False)


def _confirm_call(path: str, shape: Shape, answer: dict[str, str] | None, notes: list[str]) -> None:
    """Takes the interpreter's parameters for those read from the source; unknown ones stay unknown.

    What a metaclass hides behind `*args, **kwargs` and what a base from outside the SDK adds with an underscore is
    not taken.
    """
    if answer is None or shape.parameters is None or answer == {"args": "*", "kwargs": "**"}:
        return
    answer = {name: where for name, where in answer.items() if name in shape.parameters or name[0] != "_"}
    read = {name: parameter.placement for name, parameter in shape.parameters.items()}
    if read == answer:
        return
    notes.append(f"{path}: parameters read {read}, at run time {answer}")
    types = {name: parameter.type for name, parameter in shape.parameters.items()}
    shape.parameters = {name: Parameter(placement, types.get(name)) for name, placement in answer.items()}
