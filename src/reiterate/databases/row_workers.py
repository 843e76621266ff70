"""Rows that a crew works on, and what comes of them in the order of the rows."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from reiterate.databases import row_worker
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import BUG, Asked, Outcome
from reiterate.databases.row_worker import CROWDED, Bounds, Done, Question
from reiterate.databases.text_workers import Crew, Processes, Program, Waiting, digests_of
from reiterate.extras import DASK, missing
from reiterate.lazy_module import Later
from reiterate.refusals import Refusal

if TYPE_CHECKING:
    from reiterate.databases import dask_cluster
else:
    dask_cluster = Later("reiterate.databases.dask_cluster")

#: Seconds beside the limit of a row after which a process that says nothing is ended.
_LATE: Final = 60

#: A row to be worked on, or one whose outcome is known.
Task: TypeAlias = Row | Outcome

_DONE: Final = msgspec.json.Decoder(Done)
_WRITTEN: Final = msgspec.json.Encoder()


def program_of(bounds: Bounds) -> Program:
    """The program of the processes in which each row has limits."""
    words = _WRITTEN.encode(Bounds(seconds=bounds.seconds, megabytes=bounds.megabytes)).decode()
    patience = CROWDED * bounds.seconds + _LATE if bounds.seconds else 0.0
    return Program(module=row_worker.MODULE, words=words, patience=patience)


def crew(bounds: Bounds, files: Sequence[Path], workers: int, dask: str = "") -> Crew | Refusal:
    """Who works on rows: so many processes here, or the Dask cluster whose scheduler has an address."""
    program = program_of(bounds)
    if not dask:
        return Processes(workers, program, files)
    absent = missing("work on a Dask cluster", DASK, "dask")
    wanted = absent or digests_of(files)
    return wanted if isinstance(wanted, Refusal) else dask_cluster.Cluster(dask, program, wanted, files)


def worked(tasks: Iterable[Task], crew: Crew, asked: Asked) -> Generator[Done, None, None]:
    """The outcomes of rows in their order, worked out by a crew that is entered. Raises ``NoWorker``."""
    under_way: deque[tuple[Row, Waiting] | Outcome] = deque()
    rest = iter(tasks)
    try:
        while group := list(islice(rest, crew.together)):
            rows = [task for task in group if isinstance(task, Row)]
            texts = [_WRITTEN.encode(Question(row=row, asked=asked)).decode() for row in rows]
            begun = zip(rows, crew.begin(texts), strict=True)
            under_way.extend(task if isinstance(task, Outcome) else next(begun) for task in group)
            while len(under_way) >= crew.ahead or (under_way and _ready(under_way[0])):
                yield _done(under_way.popleft())
        while under_way:
            yield _done(under_way.popleft())
    finally:
        for each in under_way:
            if not isinstance(each, Outcome):
                each[1].cancel()


def _ready(each: tuple[Row, Waiting] | Outcome) -> bool:
    return isinstance(each, Outcome) or each[1].done()


def _done(each: tuple[Row, Waiting] | Outcome) -> Done:
    if isinstance(each, Outcome):
        return Done(outcome=each, seconds=0.0, last=False)
    row, waiting = each
    answer = waiting.result()
    return _DONE.decode(answer) if answer else _broke(row)


def _broke(row: Row) -> Done:
    """What is told of a row on which a process ended twice without a word."""
    how = "the process that worked on it ended without a word, twice"
    outcome = Outcome(number=row.number, key=row.key, came=BUG, id=row.id, cards=row.cards, claims=row.claims, how=how)
    return Done(outcome=outcome, seconds=0.0, last=False)
