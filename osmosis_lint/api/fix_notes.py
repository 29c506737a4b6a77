"""What `check --fix` makes of the uses that each rule reports: the text on the fixes, by code.

A rule that is not here has no rewrite. Whether a fix is safe is found out for each place; `unsafe` says when it is not
safe for a reason that lies in the rewrite itself.
"""

from __future__ import annotations

from typing import NamedTuple

NO_REWRITE = "no rewrite"


class FixNote(NamedTuple):
    """`does` says what the fix does; `unsafe` when it needs `--unsafe-fixes`, or is empty; both without a full stop."""

    does: str
    unsafe: str = ""


_ONE_SAMPLE = (
    "rewrites the whole function for the one sample: the loop becomes straight code behind `if ctx.sample is None:"
    " raise ValueError(…)`, look-ups by name, `next(iter(…))` and `len(…) == 1` become `ctx.sample`; a mapping by the"
    " sample's id becomes one value; in a helper that no other file calls, the parameter for the sample's id goes, with"
    " the arguments for it; imports that nothing else used go"
)
_SEVERAL = (
    "a workflow in the file registers more than one sample, other files may call a helper that loses its parameter, or"
    " a message (printed, logged or raised) named the sample, and goes on without its id"
)
_EVALUATED = "leaving the value out would leave out a call in it"
_KEYWORD = "in the call, in a subclass's `super().__init__`, in a `partial` or in the dict that is spread into the call"
_IMPORT = (
    "the import and its uses change in one edit (string annotations and `__all__` too); the name joins an import of its"
    " new module, or stands where an import sorter puts it"
)
_EXPORTED = "other files may import the old name from this one"
_HEADER = (
    "removes the header: the entry of the dict (the whole argument, when it is empty then), the pair of the list, or"
    " the statement that sets it"
)

FIX_NOTES: dict[str, FixNote] = {
    "OSM101": FixNote(_ONE_SAMPLE, _SEVERAL),
    "OSM102": FixNote(_ONE_SAMPLE, _SEVERAL),
    "OSM103": FixNote(
        "calls `set_reward` without the id, by position or keyword and in a `partial`; in a grader, together with the"
        " loop or look-up around it",
        _SEVERAL,
    ),
    "OSM104": FixNote(
        "calls `set_sample_source` without the name, by position or keyword and in a `partial`",
        "more than one source is registered (v0.3 takes one), or the method is only named in a string",
    ),
    "OSM105": FixNote("awaits `get_sample()`, and makes the name for the mapping one for the sample"),
    "OSM106": FixNote("reads `sample_source`; in the constructor, passes the one source that the dict holds"),
    "OSM107": FixNote(
        "removes `id=…`; an id that is read goes with the argument it was for",
        f"{_EVALUATED}, or a message named the sample",
    ),
    "OSM108": FixNote(
        "removes an import that nothing uses, and a field of a class that only the import is for",
        "other files may use the field, or import the name from a package",
    ),
    "OSM109": FixNote("removes the parameter and `RolloutSample(id=name)`, or the argument of a call", _EVALUATED),
    "OSM110": FixNote("reads or passes `sample`, where the samples are one that is written out or come from a result"),
    "OSM201": FixNote("removes the argument", _EVALUATED),
    "OSM202": FixNote("reads `session_id`"),
    "OSM205": FixNote("removes an import that nothing uses", "other files may import it from a package"),
    "OSM206": FixNote(
        "returns nothing, and says so in the annotation; what the value calls is still called",
        "always: whoever calls `run()` directly no longer gets its value",
    ),
    "OSM301": FixNote(_HEADER),
    "OSM302": FixNote(_HEADER),
    "OSM303": FixNote("uses the URL as given", "always: whether the rest of the URL still fits has to be looked at"),
    "OSM401": FixNote(f"imports `HarborBackend`; {_IMPORT}", _EXPORTED),
    "OSM402": FixNote(f'passes `tasks_dir=` and `task_mode="template"`: {_KEYWORD}'),
    "OSM403": FixNote(f"passes `code_dir=`: {_KEYWORD}; that the folder has a `pyproject.toml` is up to you"),
    "OSM404": FixNote(f"passes `agent=`: {_KEYWORD}"),
    "OSM405": FixNote(
        f"removes the keyword: {_KEYWORD}", "always: the tests have to move into each task's `tests/` first"
    ),
    "OSM406": FixNote(
        f"removes the keyword: {_KEYWORD}; with `--unsafe-fixes`, `True` also puts `lifespan=….prewarm_lifespan()` into"
        " the call of `create_rollout_server` that serves the backend",
        _EVALUATED,
    ),
    "OSM407": FixNote(f"removes the keyword: {_KEYWORD}", _EVALUATED),
    "OSM408": FixNote(f"removes the keyword: {_KEYWORD}", _EVALUATED),
    "OSM409": FixNote(
        f"imports `AgentWorkflowContext`, in a file that does not use the context's `environment`; {_IMPORT}",
        f"contexts are told apart by their class, or {_EXPORTED}",
    ),
    "OSM411": FixNote("removes an import that nothing uses", "other files may import it from a package"),
    "OSM413": FixNote(
        "reads `tasks_dir` for `task_dir` and `agent` for `workflow_path`; other members have no counterpart",
        "`workflow_path` was a text, `agent` is a class where a class was passed",
    ),
    "OSM501": FixNote(
        f"imports the name from its new module; {_IMPORT}",
        "a dotted name in a string changes, or other files may import the name from a package",
    ),
    "OSM502": FixNote("removes an import that nothing uses", "other files may import it from a package"),
    "OSM503": FixNote(f"imports and calls `save_trajectory`; {_IMPORT}", _EXPORTED),
    "OSM504": FixNote(
        "renames what only has another name, removes an import that nothing uses, and removes callback URLs of a"
        " `RolloutInitRequest`, with `grade=False` in their place where v0.2 had none for the grader",
        "`RolloutStatus.PENDING` becomes the nearest state, a field's value is computed, it cannot be seen whether the"
        " request was graded, or other files may import the name",
    ),
    "OSM505": FixNote(
        "adds the extra to the requirement in the project's manifest; an extra that nothing imports is removed",
        "an extra is removed: code that was not looked at may need it",
    ),
    "OSM506": FixNote(
        "writes `>=0.3,<0.4` in place of the versions, with quotes where a shell needs them; not where a URL or a tag"
        " names the release, in a line with hashes, or in a file that a tool writes"
    ),
    "OSM507": FixNote(
        "replaces `platform` by `parquet` and removes `dev`",
        "always: whether `parquet` is needed, and which tools `dev` brought, is up to you",
    ),
    "OSM508": FixNote("raises the oldest version to 3.12 and keeps a limit such as `<4`"),
    "OSM509": FixNote("removes the extra", "always: runs outside of the managed runtime may need it"),
}
