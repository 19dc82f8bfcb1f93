"""Studies on a Ray cluster: their blocks as tasks, played again wherever a worker or a node dies.

A block comes out the same wherever it is played, and is counted once: the driver hands every block out to one task at a
time, takes it back if the task is lost, and adds up the lines itself. What is finished goes into the file of `keep` at
once, so that a driver that dies resumes from it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any, TypeVar

from ._agon import Keep, Report, Study, StudyError, Table, solve

#: Part, group of seatings, first round and the round after the last.
Span = tuple[int, int, int, int]
#: Called now and then with the games played and all games.
Progress = Callable[[int, int], object]
T = TypeVar("T")

_log = logging.getLogger("agon.lab")

#: After so many seconds a task returns what it has, and the rest is handed out again: long beside the millisecond that a
#: task costs, short beside what is lost when a node dies.
TASK_SECONDS = 20.0
#: So many tasks may be lost one after the other, with none that succeeds, before the study is given up.
MOST_LOST = 50
#: How often it is looked whether nodes have come or gone, in seconds.
PAUSE = 1.0


@contextmanager
def _connected() -> Iterator[Any]:
    """Ray, connected to the cluster there is, or to one on this machine for as long as it is needed."""
    try:
        import ray
    except ModuleNotFoundError as why:
        raise ModuleNotFoundError('a study on a cluster needs Ray: `pip install "ray"`') from why
    if ray.is_initialized():
        yield ray
        return
    ray.init(logging_level="warning")
    try:
        yield ray
    finally:
        ray.shutdown()


def _play(study: Study, blocks: list[Span], seconds: float) -> list[str]:
    """A task: the lines of as many blocks as the time allows, one at least."""
    return study.play_all(blocks, seconds=seconds)


def run(
    study: Study,
    *,
    keep: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    seconds: float = TASK_SECONDS,
) -> Report:
    """Plays a study on the cluster and reports; the same as `Study.run` on this machine."""
    file = None if keep is None else Keep(keep, study)
    lines = [] if file is None else list(file.done)
    todo = deque(study.blocks() if file is None else study.blocks(file.blocks))
    whole = sum(map(_size, study.blocks()))
    played = whole - sum(map(_size, todo))

    def tell() -> None:
        if progress is not None:
            progress(study.games * played // max(whole, 1), study.games)

    tell()
    if todo:
        with _connected() as ray:
            shared = ray.put(study)
            task = ray.remote(num_cpus=1, max_retries=0)(_play)

            def begin(slots: int) -> tuple[Any, list[Span]] | None:
                # The fewer are left the fewer are handed out, so that all tasks end at about the same time.
                some = [todo.popleft() for _ in range(min(len(todo), max(1, len(todo) // (3 * slots))))]
                return (task.remote(shared, some, seconds), some) if some else None

            def lost(some: list[Span]) -> None:
                todo.extendleft(reversed(some))

            for some, found in _gather(ray, begin, lost):
                todo.extendleft(reversed(some[len(found) :]))
                for line in found:
                    if file is not None:
                        file.add(line)
                    lines.append(line)
                played += sum(map(_size, some[: len(found)]))
                tell()
    return study.report(lines)


def _size(block: Span) -> int:
    _, _, first, end = block
    return end - first


def _gather(
    ray: Any, begin: Callable[[int], tuple[Any, T] | None], lost: Callable[[T], None]
) -> Iterator[tuple[T, Any]]:
    """Keeps the cluster busy with the tasks that `begin` starts, until it starts none and all have ended.

    Yields what each task was about, and what came out. What a task that died was about is handed back to `lost`.
    """
    under_way: dict[Any, T] = {}
    in_a_row = 0
    try:
        while True:
            # Nodes come and go. One more than there are cores, so that none waits for us.
            slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(under_way) <= slots and (begun := begin(slots)) is not None:
                under_way[begun[0]] = begun[1]
            if not under_way:
                return
            ready, _ = ray.wait(list(under_way), num_returns=1, timeout=PAUSE)
            for reference in ready:
                about = under_way.pop(reference)
                try:
                    found = ray.get(reference)
                except ray.exceptions.RayTaskError as why:
                    # Ours, not the cluster's: the sentence without the report of the worker.
                    raise why.cause if isinstance(why.cause, Exception) else why from None
                except ray.exceptions.RayError as why:
                    in_a_row += 1
                    said = (str(why).strip() or type(why).__name__).splitlines()[0]
                    if in_a_row > MOST_LOST:
                        raise StudyError(f"{in_a_row} tasks were lost in a row, the last one so: {said}") from why
                    _log.warning("a task was lost and is done again: %s", said)
                    lost(about)
                else:
                    in_a_row = 0
                    yield about, found
    finally:
        for reference in under_way:
            ray.cancel(reference, force=True)


def solve_moves(tables: Sequence[tuple[str, Table]], arguments: dict[str, Any]) -> dict[str, Any]:
    """Solves the positions after some moves, each as a task."""
    found: dict[str, Any] = {}
    todo = deque(tables)
    with _connected() as ray:
        task = ray.remote(num_cpus=1, max_retries=0)(_solve)

        def begin(_slots: int) -> tuple[Any, tuple[str, Table]] | None:
            if not todo:
                return None
            move, table = todo.popleft()
            return task.remote(table, arguments), (move, table)

        for (move, _), value in _gather(ray, begin, todo.appendleft):
            found[move] = value
    return found


def _solve(table: Table, arguments: dict[str, Any]) -> int | None:
    """A task: the value of a position, if it is proved."""
    return solve(table, brief=True, **arguments).value
