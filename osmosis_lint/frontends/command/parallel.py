"""Checks many files in several processes. Each takes a stretch of neighbouring files, which share imports."""

from __future__ import annotations

import os

from osmosis_lint.frontends.command.checking import Checker, FileResult, relax_collector, unchecked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from osmosis_lint.frontends.command.checking import Plan

# Fewer files than this are checked faster in one process: a second one costs its start.
_WORTH_IT = 48
_MAX_CHUNK = 24
_checker: Checker | None = None


def worth_it(files: int, jobs: int) -> int:
    """How many processes to use for a number of files when `jobs` were asked for (0: decide here)."""
    if jobs == 0:
        jobs = _processors() if files >= _WORTH_IT else 1
    return max(1, min(jobs, (files + 1) // 2))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_files(checker: Checker, paths: list[str], jobs: int, done: Callable[[int], None]) -> Iterator[FileResult]:
    """The results for Python files, in any order; `done` is told how many files were finished each time.

    In one process `checker` does the work; others get checkers of their own for its plan.
    """
    jobs = worth_it(len(paths), jobs)
    if jobs == 1:
        for path in paths:
            yield checker.python_file(path)
            done(1)
        return
    size = max(1, min(_MAX_CHUNK, len(paths) // (jobs * 4)))
    chunks = [paths[start : start + size] for start in range(0, len(paths), size)]
    for results in _in_pool(checker.plan, chunks, jobs):
        yield from results
        done(len(results))


def _in_pool(plan: Plan, chunks: list[list[str]], jobs: int) -> Iterator[list[FileResult]]:
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    left: dict[Future[list[FileResult]], list[str]] = {}
    try:
        with ProcessPoolExecutor(jobs, initializer=_start, initargs=(plan,)) as pool:
            try:
                for chunk in chunks:
                    left[pool.submit(_check_chunk, chunk)] = chunk
                for future in as_completed(list(left)):
                    results = future.result()
                    del left[future]
                    yield results
            except (KeyboardInterrupt, GeneratorExit):
                _stop_workers()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenProcessPool:
        # A file has brought a process down (the parser can overflow its stack). Find out which one.
        for chunk in left.values():
            for path in chunk:
                yield [_alone(plan, path)]


def _alone(plan: Plan, path: str) -> FileResult:
    """Check one file in a process of its own, which it may bring down."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        with ProcessPoolExecutor(1, initializer=_start, initargs=(plan,)) as pool:
            return pool.submit(_check_chunk, [path]).result()[0]
    except BrokenProcessPool:
        result = FileResult(path)
        unchecked(result, "checking it brought Python down", plan.selection)
        return result


def _start(plan: Plan) -> None:
    """Make a process ready. Ctrl-C is for the parent, which then ends its children."""
    global _checker
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    relax_collector()
    _checker = Checker(plan)


def _check_chunk(paths: list[str]) -> list[FileResult]:
    assert _checker is not None
    return [_checker.python_file(path) for path in paths]


def _stop_workers() -> None:
    import multiprocessing

    for child in multiprocessing.active_children():
        child.terminate()
