"""Writes modules that use names of the SDK in one form of use, line by line, with the reports each line must give.

A form is a function from a `subjects.Group` to a `Source`. One module holds the whole group, so that thousands of
names are proved in seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.proof.subjects import GONE, MEMBERS, METHODS, MODULES, NAMES, PARAMETERS, Group


class Source:
    """A generated module and the number of reports expected on each of its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.expected: Counter[int] = Counter()
        self.uses: dict[int, str] = {}

    def add(self, text: str, reports: int = 0, use: str = "") -> None:
        """Append a line that must give so many reports; `use` names what it uses, for messages and for sampling."""
        self.lines.append(text)
        if reports:
            self.expected[len(self.lines)] = reports
        if use:
            self.uses[len(self.lines)] = use

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


Form = Callable[[Group], Source]


def _split(module: str) -> tuple[str, str]:
    package, _, last = module.rpartition(".")
    return package, last


def _gone(state: str) -> int:
    return int(state == GONE)


# Modules


def import_module(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module}", _gone(group.module_state), group.module)
    source.add(f"import {group.module} as one", _gone(group.module_state), group.module)
    source.add(f"from {group.module} import *", _gone(group.module_state), group.module)
    return source


def import_module_inside(group: Group) -> Source:
    source = Source()
    source.add("async def load():")
    source.add(f"    import {group.module} as one", _gone(group.module_state), group.module)
    source.add("    return one")
    return source


def import_from_package(group: Group) -> Source:
    package, last = _split(group.module)
    source = Source()
    if package:
        source.add(f"from {package} import {last}", _gone(group.module_state), group.module)
        source.add(f"from {package} import {last} as one", _gone(group.module_state), group.module)
    return source


def import_by_text(group: Group) -> Source:
    source = Source()
    source.add("import importlib")
    source.add(f'importlib.import_module("{group.module}")', _gone(group.module_state), group.module)
    source.add(f'__import__("{group.module}")', _gone(group.module_state), group.module)
    return source


def import_by_renamed_function(group: Group) -> Source:
    source = Source()
    source.add("from importlib import import_module as load")
    source.add(f'load("{group.module}")', _gone(group.module_state), group.module)
    return source


# Names in modules


def _name_reports(group: Group, count: int) -> int:
    """Reports of one statement that needs both the module and the name."""
    return max(_gone(group.module_state), count)


def _behind_import(group: Group, count: int) -> int:
    """Reports of a use whose import statement was the place to report a gone module."""
    return 0 if _gone(group.module_state) else count


def from_import(group: Group) -> Source:
    source = Source()
    for item in group.items:
        source.add(f"from {group.module} import {item.name}", _name_reports(group, item.count), item.name)
    return source


def aliased_import(group: Group) -> Source:
    source = Source()
    for number, item in enumerate(group.items):
        text = f"from {group.module} import {item.name} as one{number}"
        source.add(text, _name_reports(group, item.count), item.name)
    return source


def grouped_import(group: Group) -> Source:
    """All names in one statement, one a line; of a module that is gone there is one report for the statement."""
    source = Source()
    source.add(f"from {group.module} import (", _gone(group.module_state))
    for item in group.items:
        source.add(f"    {item.name},", _behind_import(group, item.count), item.name)
    source.add(")")
    return source


def function_level(group: Group) -> Source:
    source = Source()
    for number, item in enumerate(group.items):
        source.add(f"def use{number}():")
        source.add(f"    from {group.module} import {item.name}", _name_reports(group, item.count), item.name)
        source.add(f"    return {item.name}")
    return source


def module_alias(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for item in group.items:
        source.add(f"print(m.{item.name})", _behind_import(group, item.count), item.name)
    return source


def dotted_chain(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module}", _gone(group.module_state))
    for item in group.items:
        source.add(f"print({group.module}.{item.name})", _behind_import(group, item.count), item.name)
    return source


def through_package(group: Group) -> Source:
    package, last = _split(group.module)
    source = Source()
    if package:
        source.add(f"from {package} import {last} as m", _gone(group.module_state))
        for item in group.items:
            source.add(f"print(m.{item.name})", _behind_import(group, item.count), item.name)
    return source


def loaded_by_text(group: Group) -> Source:
    source = Source()
    source.add("from importlib import import_module")
    for item in group.items:
        text = f'print(import_module("{group.module}").{item.name})'
        source.add(text, _name_reports(group, item.count), item.name)
    return source


def patched(group: Group) -> Source:
    source = Source()
    source.add("from unittest import mock")
    for number, item in enumerate(group.items):
        text = f'@mock.patch("{group.module}.{item.name}")'
        source.add(text, _name_reports(group, item.count), item.name)
        source.add(f"def test_use{number}(fake):")
        source.add("    assert fake")
    return source


def fixture(group: Group) -> Source:
    source = Source()
    source.add("def test_uses(monkeypatch, mocker):")
    for item in group.items:
        reports = _name_reports(group, item.count)
        source.add(f'    monkeypatch.setattr("{group.module}.{item.name}", None)', reports, item.name)
        source.add(f'    mocker.patch("{group.module}.{item.name}")', reports, item.name)
    return source


def import_path(group: Group) -> Source:
    source = Source()
    for number, item in enumerate(group.items):
        reports = _name_reports(group, item.count)
        source.add(f'ENTRY{number} = "{group.module}:{item.name}"', reports, item.name)
    return source


def star_import(group: Group) -> Source:
    """Names that only a star can have bound: what the star gave once and does not give any more is the finding."""
    source = Source()
    source.add(f"from {group.module} import *", _gone(group.module_state))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}():")
        source.add(f"    return {item.name}", _behind_import(group, item.starred), item.name)
    return source


def constant_name(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for item in group.items:
        source.add(f'print(getattr(m, "{item.name}"))', _behind_import(group, item.count), item.name)
        source.add(f'print(getattr(m, "{item.name}", None))', 0, item.name)
    return source


def text_annotation(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for number, item in enumerate(group.items):
        text = f'def use{number}(value: "m.{item.name}"): ...'
        source.add(text, _behind_import(group, item.count), item.name)
    return source


# Members of classes


def _class_reports(group: Group) -> int:
    return max(_gone(group.module_state), _gone(group.path_state))


def _class_behind_import(group: Group) -> int:
    return _behind_import(group, _gone(group.path_state))


def annotated(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(value: {group.path}):")
        source.add(f"    return value.{item.name}", item.count, item.name)
    return source


def annotated_alias(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path} as One", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f'async def use{number}(*, value: "One | None" = None):')
        source.add(f"    return value.{item.name}", item.count, item.name)
    return source


def annotated_chain(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(value: m.{group.path}):", _class_behind_import(group))
        source.add(f"    return value.{item.name}", item.count, item.name)
    return source


def of_class(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for item in group.items:
        source.add(f"print({group.path}.{item.name})", item.count, item.name)
    return source


def named_member(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(value: {group.path}):")
        source.add(f'    return getattr(value, "{item.name}")', item.count, item.name)
    return source


def in_subclass(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    source.add(f"class Own({group.path}):")
    for number, item in enumerate(group.items):
        source.add(f"    def use_{number}(self):")
        source.add(f"        return self.{item.name}", item.count, item.name)
    return source


def narrowed(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    source.add("def use(value):")
    source.add(f"    if isinstance(value, {group.path}):")
    for item in group.items:
        source.add(f"        print(value.{item.name})", item.count, item.name)
    return source


def patched_member(group: Group) -> Source:
    source = Source()
    source.add("from unittest.mock import patch")
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for item in group.items:
        source.add(f'patch.object({group.path}, "{item.name}")', item.count, item.name)
        text = f'patch("{group.module}.{group.path}.{item.name}")'
        source.add(text, max(_class_reports(group), item.count), item.name)
    return source


# Parameters


def keyword(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(given):")
        source.add(f"    return {group.path}({item.name}=given)", item.count, item.name)
    return source


def keyword_alias(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path} as one", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(given):")
        source.add("    return one(")
        source.add(f"        {item.name}=given,", item.count, item.name)
        source.add("    )")
    return source


def keyword_chain(group: Group) -> Source:
    source = Source()
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for number, item in enumerate(group.items):
        reports = _class_behind_import(group) + item.count
        source.add(f"def use{number}(given):")
        source.add(f"    return m.{group.path}({item.name}=given)", reports, item.name)
    return source


def keyword_function_level(group: Group) -> Source:
    source = Source()
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(given):")
        source.add(f"    from {group.module} import {group.path}", _class_reports(group))
        source.add(f"    return {group.path}({item.name}=given)", item.count, item.name)
    return source


def keyword_spread(group: Group) -> Source:
    source = Source()
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(given):")
        source.add(f'    return {group.path}(**{{"{item.name}": given}})', item.count, item.name)
    return source


def keyword_partial(group: Group) -> Source:
    source = Source()
    source.add("from functools import partial")
    source.add(f"from {group.module} import {group.path}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"def use{number}(given):")
        source.add(f"    return partial({group.path}, {item.name}=given)", item.count, item.name)
    return source


def method_keyword(group: Group) -> Source:
    source = Source()
    cls, _, method = group.path.partition(".")
    source.add(f"from {group.module} import {cls}", _class_reports(group))
    for number, item in enumerate(group.items):
        source.add(f"async def use{number}(value: {cls}, given):")
        source.add(f"    return value.{method}({item.name}=given)", item.count, item.name)
    return source


def method_keyword_chain(group: Group) -> Source:
    source = Source()
    cls, _, method = group.path.partition(".")
    source.add(f"import {group.module} as m", _gone(group.module_state))
    for number, item in enumerate(group.items):
        source.add(f'async def use{number}(value: "m.{cls}", given):', _class_behind_import(group))
        source.add(f"    return await value.{method}({item.name}=given)", item.count, item.name)
    return source


FORMS: dict[str, tuple[Form, ...]] = {
    MODULES: (
        *(import_module, import_module_inside, import_from_package, import_by_text),
        import_by_renamed_function,
    ),
    NAMES: (
        *(from_import, aliased_import, grouped_import, function_level, module_alias, dotted_chain, through_package),
        *(loaded_by_text, patched, fixture, import_path, constant_name, text_annotation, star_import),
    ),
    MEMBERS: (
        *(annotated, annotated_alias, annotated_chain, of_class, named_member, in_subclass, narrowed),
        patched_member,
    ),
    PARAMETERS: (keyword, keyword_alias, keyword_chain, keyword_function_level, keyword_spread, keyword_partial),
    METHODS: (method_keyword, method_keyword_chain),
}


def forms(group: Group) -> tuple[Form, ...]:
    """The forms for a group. Another place to import a class from needs no more than how it is reached from there."""
    found = FORMS[group.kind]
    return found[1:2] if group.is_alias and group.kind in (MEMBERS, PARAMETERS) else found
