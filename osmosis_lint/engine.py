"""The one engine behind every front end: source in, diagnostics out.

An `Engine` serves a whole run: it remembers the project files it has read. `check` looks at one file.
A file that cannot meet the SDK costs a text search; nothing else is imported or built for it.
"""

from __future__ import annotations

from osmosis_lint import SDK_PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.rules.run import Rules
    from osmosis_lint.semantics.modules import Project


class Engine:
    """Checks files for one target release (None: the newest known).

    With `advice`, the rules that are off by default run too. `unsaved` are texts by absolute path that count in
    place of what is on disk, such as the files open in an editor; it may change between two checks, after `forget`.
    """

    def __init__(
        self, target: Release | None = None, *, advice: bool = False, unsaved: Mapping[str, str] | None = None
    ) -> None:
        self._target = target
        self._advice = advice
        self._unsaved = unsaved
        # Both are made when they are first asked for.
        self._rules: Rules | None = None
        self._project: Project | None = None

    def check(self, path: str, text: str, tree: ast.Module | None = None) -> list[Diagnostic]:
        """The findings in one Python file, sorted by place.

        `path` is where imports are resolved from; it need not exist. `tree` is the parsed `text`, when the
        host has it already. Raises SyntaxError or ValueError (null bytes) when the text does not parse, and
        RecursionError when it nests too deeply for the parser.
        """
        if not self.meets_sdk(path, text):
            return []
        return self.rules().check(path, text.removeprefix("\ufeff"), tree)

    def meets_sdk(self, path: str, text: str) -> bool:
        """Whether the file names the SDK or imports a project file that does: the quick test."""
        if SDK_PACKAGE in text:
            return True
        return self._files().meets_sdk(path, text)

    def rules(self) -> Rules:
        """The rules, with what they remember of the project. `fixes` proves its rewrites with them."""
        if self._rules is None:
            from osmosis_lint.rules.run import Rules

            self._rules = Rules(self._files(), self._target, advice=self._advice)
        return self._rules

    def forget(self) -> None:
        """Drop what is known of project files: after this, files that changed on disk are read again."""
        self._project = None
        self._rules = None

    def dismantle(self) -> None:
        """As `forget`, and take apart what was made of files, which spares most of the work of collecting garbage.

        Only for a caller that has settled all diagnostics: what they came from cannot be used any more.
        """
        if self._rules is not None:
            self._rules.dismantle()
        else:
            self._project = None

    def _files(self) -> Project:
        if self._project is None:
            from osmosis_lint.semantics.modules import Project

            self._project = Project(self._unsaved)
        return self._project
