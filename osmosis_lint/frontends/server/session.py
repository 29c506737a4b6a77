"""When the open documents are checked, and what is shown of them.

The first change after a pause is checked at once; changes that follow each other quickly wait for a short pause. A
check that is overtaken by a change is not started any more, or its result is not shown. Checks run in one thread, so
that the server keeps answering.
"""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor

from lsprotocol import types

from osmosis_lint.frontends.server.checks import Checks
from osmosis_lint.frontends.server.configuration import Configuration
from osmosis_lint.frontends.server.documents import Documents, path_of
from osmosis_lint.frontends.server.reporting import Abilities, Shown, shown
from osmosis_lint.frontends.server.text import moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from osmosis_lint.frontends.server.checks import Checked
    from osmosis_lint.frontends.server.documents import Snapshot
    from osmosis_lint.frontends.server.text import Change

    Result = TypeVar("Result")
    Publish = Callable[[types.PublishDiagnosticsParams], None]

# Seconds: the pause that quick changes wait for, the one after which other documents are checked again, and the one
# after which memory is tidied.
PAUSE = 0.15
OTHERS_PAUSE = 0.6
IDLE = 2.0
# Jobs after which memory is tidied though there is more to do.
COLLECT_EVERY = 20


class State:
    """What is known of one open document."""

    __slots__ = ("changed_at", "checked", "is_known", "shown", "task", "timer")

    def __init__(self) -> None:
        self.checked: Checked | None = None
        # By the URI of the text: what the last check that could parse it found, moved along with later changes.
        self.shown: dict[str, list[Shown]] = {}
        # Whether a check could parse it since it was opened.
        self.is_known = False
        self.changed_at = float("-inf")
        self.timer: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        """Give up the check that is due or under way."""
        if self.timer is not None:
            self.timer.cancel()
        if self.task is not None:
            self.task.cancel()
        self.timer = self.task = None


class Session:
    """The open documents of one client, from its `initialize` on."""

    def __init__(self, publish: Publish, refresh: Callable[[], None], tell: Callable[[str], None]) -> None:
        """`publish` sends diagnostics, `refresh` asks the client to ask for them again, `tell` shows one line."""
        self.documents = Documents()
        self._loop = asyncio.get_running_loop()
        self._tell = tell
        self.configuration = Configuration(self.documents.unsaved, self._tell_from_thread)
        self.checks = Checks(self.documents, self.configuration)
        self.abilities = Abilities(types.ClientCapabilities())
        # Whether the client asks for diagnostics of documents, so that they are not sent on their own.
        self.is_asked = False
        self._publish = publish
        self._refresh = refresh
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._states: dict[str, State] = {}
        self._others: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._jobs = 0

    def _tell_from_thread(self, line: str) -> None:
        self._loop.call_soon_threadsafe(self._tell, line)

    async def work(self, job: Callable[[], Result]) -> Result:
        """Run a job in the thread of the checks."""
        self._tidy()
        return await self._loop.run_in_executor(self._worker, job)

    def close(self) -> None:
        """End all work; a check that is under way ends unseen."""
        for state in self._states.values():
            state.cancel()
        for timer in (self._others, self._idle):
            if timer is not None:
                timer.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    # What the client says

    def opened(self, uri: str) -> None:
        """A document was opened."""
        self._states[uri] = State()
        self.checks.touch(path_of(uri))
        self._worker.submit(self.checks.read_again)
        self._check_soon(uri, 0)

    def changed(self, uri: str, changes: Iterable[tuple[str, Iterable[Change]]]) -> None:
        """A document was changed: the changes of each text in it, by URI."""
        state = self._states.get(uri)
        if state is None:
            return
        self.checks.touch(path_of(uri))
        for part, made in changes:
            _move(state, part, made)
        now = self._loop.time()
        self._check_soon(uri, 0 if now - state.changed_at > PAUSE else PAUSE)
        state.changed_at = now
        self._check_others_later(uri)

    def closed(self, uri: str, parts: Iterable[str]) -> None:
        """A document was closed: nothing is shown in its texts any more."""
        state = self._states.pop(uri, None)
        if state is not None:
            state.cancel()
        self.checks.touch(path_of(uri))
        for part in parts:
            self._publish(types.PublishDiagnosticsParams(part, []))
        self._check_others_later(uri)

    def drop(self, uri: str, parts: Iterable[str]) -> None:
        """Cells were taken out of a notebook."""
        state = self._states.get(uri)
        for part in parts:
            self._publish(types.PublishDiagnosticsParams(part, []))
            if state is not None:
                state.shown.pop(part, None)

    def configure(self, settings: object) -> None:
        """Take the settings of the editor."""
        # Benches belong to the thread of the checks.
        self._worker.submit(self.configuration.take, settings)

    def read_again(self) -> None:
        """Files on disk changed, or settings: check everything again."""
        self._worker.submit(self.checks.read_again)
        self._check_all()

    # Checks

    async def checked(self, uri: str) -> Checked | None:
        """What a check of the document as it is now gives; the last check, when that is of the same text."""
        snapshot = self.documents.snapshot(uri)
        state = self._states.get(uri)
        if snapshot is None or state is None:
            return None
        last = state.checked
        if last is not None and last.snapshot.versions == snapshot.versions:
            return last
        return await self.work(lambda: self.checks.check(snapshot))

    async def shown_now(self, uri: str) -> tuple[Checked, list[Shown]] | None:
        """What is to be shown in a text as it is now, of the document that it belongs to."""
        whole = self.documents.whole(uri)
        checked = await self.checked(whole)
        state = self._states.get(whole)
        if checked is None or state is None:
            return None
        self._take(state, checked)
        return checked, state.shown.get(uri, [])

    def _check_soon(self, uri: str, delay: float) -> None:
        state = self._states[uri]
        state.cancel()
        state.checked = None
        if self.is_asked and not self.documents.is_notebook(uri):
            # The client asks when it wants to know.
            return
        if delay:
            state.timer = self._loop.call_later(delay, self._start, uri)
        else:
            self._start(uri)

    def _start(self, uri: str) -> None:
        state = self._states.get(uri)
        if state is not None:
            state.task = self._loop.create_task(self._check(uri, state))

    async def _check(self, uri: str, state: State) -> None:
        snapshot = self.documents.snapshot(uri)
        if snapshot is None:
            return
        # A change, or closing the document, cancels this task here.
        checked = await self.work(lambda: self.checks.check(snapshot))
        self._take(state, checked)
        self._send(state, snapshot)

    def _take(self, state: State, checked: Checked) -> None:
        """Take the outcome of a check of what is open now."""
        if state.checked is checked:
            return
        state.checked = checked
        # While a text does not parse, what was last known of it is better than nothing.
        if checked.parses or not state.is_known:
            state.shown = shown(checked, self.documents, self.abilities)
        state.is_known = state.is_known or checked.parses

    def _send(self, state: State, snapshot: Snapshot) -> None:
        for part in snapshot.parts:
            diagnostics = [item.diagnostic for item in state.shown.get(part.uri, ())]
            self._publish(types.PublishDiagnosticsParams(part.uri, diagnostics, part.version))

    def _check_others_later(self, uri: str) -> None:
        """Check the other documents again, which may import from a changed one."""
        if self._others is not None:
            self._others.cancel()
        self._others = None
        if len(self._states) > (uri in self._states):
            self._others = self._loop.call_later(OTHERS_PAUSE, self._check_all, uri)

    def _check_all(self, but: str = "") -> None:
        for uri in list(self._states):
            if uri != but:
                self._check_soon(uri, 0)
        if self.is_asked:
            self._refresh()

    def _tidy(self) -> None:
        """Collect garbage when nothing is to do, and now and then while there is.

        Syntax trees refer to each other in circles. The collector by itself is off: it would walk those in use again
        and again.
        """
        self._jobs += 1
        if self._jobs % COLLECT_EVERY == 0:
            self._worker.submit(gc.collect)
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self._loop.call_later(IDLE, self._worker.submit, gc.collect)


def _move(state: State, part: str, changes: Iterable[Change]) -> None:
    """Move what is shown in a text along with its changes; what was changed itself is no longer shown."""
    for change in changes:
        kept = []
        for item in state.shown.get(part, ()):
            place = moved(item.diagnostic.range, change)
            if place is not None:
                item.diagnostic.range = place
                kept.append(item)
        state.shown[part] = kept
