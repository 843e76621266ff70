"""Rows worked on by a Dask cluster, and what the cluster says in the order of the rows. Only texts travel.

A row and what comes of it are JSON. On each worker a plugin holds processes (``row_workers``) in which the cards are compiled once. Whoever asked writes the
results. A worker with another engine or other cards works on no row.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import distributed
import msgspec

from reiterate.cards.book import ENVIRONMENT
from reiterate.cards.remembered import remembered
from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import Head, head_of
from reiterate.databases.row_worker import Done, Limits
from reiterate.databases.row_workers import AHEAD, NoWorker, Task, Workers, in_order
from reiterate.refusals import INPUT, UNDETERMINED, Refusal

#: How often a row is given out again after a worker that failed.
RETRIES: Final = 3

#: Seconds in which a scheduler has to answer, and a first worker has to be there.
PATIENCE: Final = 20

#: Seconds between two looks for workers, and how many looks in turn may find none.
_LOOK: Final = 10
_LOOKS: Final = 6

_ROW: Final = msgspec.json.Decoder(Row)
_DONE: Final = msgspec.json.Decoder(Done)
_WRITTEN: Final = msgspec.json.Encoder()


class Differs(Exception):
    """A worker has another engine, or other cards."""


class Cards(distributed.WorkerPlugin):  # type: ignore[misc]  # dask is an extra, so nothing is known of its classes here
    """What a worker of the cluster holds: processes for rows, each with the cards; ``differs`` says why it has none, or is ""."""

    def __init__(self, head: Head, limits: Limits, files: Sequence[Path]) -> None:
        self.head = _text(head)
        self.limits = _text(limits)
        self.files = [str(file) for file in files]
        self.differs = ""
        self.workers: Workers | None = None

    def setup(self, worker: Any) -> None:
        """Compare digests. Processes start when the first row comes."""
        limits = msgspec.json.decode(self.limits, type=Limits)
        files = _here(self.files)
        own = files if isinstance(files, Refusal) else head_of(limits, files)
        self.differs = _difference(msgspec.json.decode(self.head, type=Head), own)
        if not self.differs and not isinstance(files, Refusal):
            self.workers = Workers(worker.state.nthreads, limits, files)

    def teardown(self, worker: Any) -> None:
        """End the processes."""
        if self.workers is not None:
            self.workers.end()


def _here(files: Sequence[str]) -> list[Path] | Refusal:
    """The card files by their paths, or those that this machine remembers where one of them is not there."""
    given = [Path(file) for file in files]
    if all(file.exists() for file in given):
        return given
    known = remembered(os.environ)
    named = os.environ.get(ENVIRONMENT, "")
    return known if isinstance(known, Refusal) else [*known, *([Path(named)] if named else [])]


def _difference(wanted: Head, own: Head | Refusal) -> str:
    """Why answers of a worker would be others; "" where they would not."""
    if isinstance(own, Refusal):
        return own.message
    if not own.engine or own.engine != wanted.engine:
        return (
            f"another version of reiterate or Python (engine {own.engine[:12] or 'unknown'}, not {wanted.engine[:12]})"
        )
    if own != wanted:
        return f"other cards (digest {own.cards[:12]}, not {wanted.cards[:12]})"
    return ""


def standing(name: str, dask_worker: Any) -> str:
    """Why a worker may not work on rows; "" where it may. It runs on the worker."""
    held = dask_worker.plugins.get(name)
    return held.differs if isinstance(held, Cards) else "it did not take the cards"


def came(name: str, text: str) -> str:
    """What comes of a row; both are JSON. It runs on a worker. Raises ``Differs``, so that the row is given to another one."""
    held = distributed.get_worker().plugins.get(name)
    workers = held.workers if isinstance(held, Cards) else None
    if workers is None:
        raise Differs(getattr(held, "differs", "it did not take the cards"))
    return _text(workers.done(_ROW.decode(text)))


def worked(
    tasks: Iterable[Task], address: str, head: Head, limits: Limits, files: Sequence[Path]
) -> Generator[Done, None, None]:
    """The outcomes of rows in their order, worked out by the cluster whose scheduler has an address. Raises ``NoWorker``."""
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise _refused(f"no Dask scheduler answers at {address}: {error}") from None
    name = f"reiterate-{_digest(head)}"
    try:
        threads = _joined(client, name, address, Cards(head, limits, files))

        def begin(rows: Sequence[Row]) -> list[_Row]:
            keys = [f"{name}-{row.number}-{row.key}" for row in rows]
            texts = [_text(row) for row in rows]
            futures = client.map(came, [name] * len(rows), texts, key=keys, retries=RETRIES) if rows else []
            return [_Row(each, client) for each in futures]

        yield from in_order(tasks, begin, threads, AHEAD * threads)
    finally:
        client.close()


def _joined(client: Any, name: str, address: str, cards: Cards) -> int:
    """Give the cards to all workers; how many rows they can work on at once. Raises ``NoWorker`` where one of them may not work on rows."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        client.register_plugin(cards, name=name)
        told: dict[str, str] = client.run(standing, name)
    except TimeoutError:
        raise _refused(f"no worker has joined the Dask scheduler at {address}") from None
    except Exception as error:  # whatever a worker raises that can't take the plugin comes back as it is
        raise _refused(f"a worker of {address} can't take the cards: {type(error).__name__}: {error}") from None
    refused = [f"{worker} has {why}" for worker, why in sorted(told.items()) if why]
    if refused:
        raise _refused("; ".join(refused[:3]))
    return sum(client.nthreads().values()) or 1


class _Row:
    """A row that the cluster works on."""

    def __init__(self, future: Any, client: Any) -> None:
        self.future = future
        self.client = client

    def done(self) -> bool:
        """Whether it is known what comes of it."""
        return bool(self.future.done())

    def result(self) -> Done:
        """What comes of it. Raises ``NoWorker``."""
        looks = 0
        while True:
            try:
                return _DONE.decode(self.future.result(timeout=_LOOK))
            except TimeoutError:
                looks = 0 if self.client.nthreads() else looks + 1
                if looks >= _LOOKS:
                    raise _lost("all workers of the cluster are gone") from None
            except Differs as error:
                raise _refused(f"a worker that joined has {error}") from None
            except Exception as error:  # of dask, or of what failed on a worker: as it comes back from there
                raise _lost(f"the cluster gave a row up: {type(error).__name__}: {error}") from None

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self.future.cancel()


def _refused(message: str) -> NoWorker:
    expected = "a scheduler such as tcp://127.0.0.1:8786 whose workers have this version of reiterate and these cards"
    return NoWorker(Refusal(INPUT, "dask-cluster", message, expected))


def _lost(message: str) -> NoWorker:
    return NoWorker(Refusal(UNDETERMINED, "no-worker", message, "the same command again: it goes on where it ended"))


def _digest(head: Head) -> str:
    """A few letters that stand for all that outcomes depend on."""
    return hashlib.sha256(_text(head).encode("utf-8")).hexdigest()[:16]


def _text(value: Any) -> str:
    return _WRITTEN.encode(value).decode("utf-8")
