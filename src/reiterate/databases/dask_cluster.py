"""A crew that is a Dask cluster: texts go there, and answers come back. What they are about is known to the program of the processes alone.

On each worker of the cluster a plugin holds processes (``text_workers``), which load the cards once. Whoever asked keeps the answers.
A worker with another engine or other cards works on nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import distributed
import msgspec

from reiterate.cards.book import ENVIRONMENT
from reiterate.cards.remembered import remembered
from reiterate.databases.text_workers import AHEAD, Digests, NoWorker, Program, Waiting, Workers, digests_of
from reiterate.refusals import INPUT, UNDETERMINED, Refusal

#: How often a text is given out again after a worker that failed.
RETRIES: Final = 3

#: Seconds in which a scheduler has to answer, and a first worker has to be there.
PATIENCE: Final = 20

#: Seconds between two looks for workers, and how many looks in turn may find none.
_LOOK: Final = 10
_LOOKS: Final = 6

#: Seconds without a text after which the processes of a worker end: whoever asked may have been killed.
_IDLE: Final = 600

_WRITTEN: Final = msgspec.json.Encoder()


class Differs(Exception):
    """A worker has another engine, or other cards."""


class Failed(Exception):
    """The processes of a worker don't start, or were ended. ``NoWorker`` doesn't travel."""


class Cards(distributed.WorkerPlugin):  # type: ignore[misc]  # dask is an extra, so nothing is known of its classes here
    """What a worker of the cluster holds: processes, each with the cards; ``differs`` says why it has none, or is ""."""

    def __init__(self, program: Program, wanted: Digests, files: Sequence[Path]) -> None:
        self.program = _text(program)
        self.wanted = _text(wanted)
        self.files = [str(file) for file in files]
        self.differs = ""
        self.workers: Workers | None = None
        self.idle: threading.Timer | None = None

    def setup(self, worker: Any) -> None:
        """Compare digests. Processes start when the first text comes."""
        files = _here(self.files)
        own = files if isinstance(files, Refusal) else digests_of(files)
        self.differs = _difference(msgspec.json.decode(self.wanted, type=Digests), own)
        if not self.differs and not isinstance(files, Refusal):
            program = msgspec.json.decode(self.program, type=Program)
            self.workers = Workers(worker.state.nthreads, program, files)

    def teardown(self, worker: Any) -> None:
        """End the processes."""
        if self.idle is not None:
            self.idle.cancel()
        if self.workers is not None:
            self.workers.end()

    def answer(self, text: str) -> str:
        """The answer to a text. Raises ``Differs`` or ``Failed``."""
        if self.workers is None:
            raise Differs(self.differs)
        if self.idle is not None:
            self.idle.cancel()
        try:
            return self.workers.done(text)
        except NoWorker as error:
            raise Failed(error.refusal.message) from None
        finally:
            self.idle = threading.Timer(_IDLE, self.workers.rest)
            self.idle.daemon = True
            self.idle.start()


def _here(files: Sequence[str]) -> list[Path] | Refusal:
    """The card files by their paths, or those that this machine remembers where one of them is not there."""
    given = [Path(file) for file in files]
    if all(file.exists() for file in given):
        return given
    known = remembered(os.environ)
    named = os.environ.get(ENVIRONMENT, "")
    return known if isinstance(known, Refusal) else [*known, *([Path(named)] if named else [])]


def _difference(wanted: Digests, own: Digests | Refusal) -> str:
    """Why answers of a worker would be others; "" where they would not."""
    if isinstance(own, Refusal):
        return own.message
    if not own.engine or own.engine != wanted.engine:
        return (
            f"another version of reiterate or Python (engine {own.engine[:12] or 'unknown'}, not {wanted.engine[:12]})"
        )
    if own.cards != wanted.cards:
        return f"other cards (digest {own.cards[:12]}, not {wanted.cards[:12]})"
    return ""


def standing(name: str, dask_worker: Any) -> str:
    """Why a worker may not work on texts; "" where it may. It runs on the worker."""
    held = dask_worker.plugins.get(name)
    return held.differs if isinstance(held, Cards) else "it did not take the cards"


def answered(name: str, text: str) -> str:
    """The answer to a text. It runs on a worker. Raises ``Differs`` or ``Failed``, so that the text is given to another one."""
    held = distributed.get_worker().plugins.get(name)
    if not isinstance(held, Cards):
        raise Differs("it did not take the cards")
    return held.answer(text)


class Cluster:
    """The crew that is the cluster whose scheduler has an address."""

    def __init__(self, address: str, program: Program, wanted: Digests, files: Sequence[Path]) -> None:
        self.address = address
        self.cards = Cards(program, wanted, files)
        self.name = ""
        self.client: Any = None
        self.together = self.ahead = 1  # discrete

    def start(self) -> None:
        """Give the cards to all workers. Raises ``NoWorker`` where one of them may not work on texts."""
        if self.client is not None:
            return
        try:
            self.client = distributed.Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise _refused(f"no Dask scheduler answers at {self.address}: {error}") from None
        try:
            self.name = f"reiterate-{self.client.id}"  # another command may work on the same cluster
            self.together = _joined(self.client, self.name, self.address, self.cards)
            self.ahead = AHEAD * self.together
        except BaseException:
            self._leave()
            raise

    def begin(self, texts: Sequence[str]) -> Sequence[Waiting]:
        """Give out texts. The key of each is a digest of it."""
        if not texts:
            return []
        keys = [f"{self.name}-{hashlib.sha256(text.encode('utf-8')).hexdigest()}" for text in texts]
        futures = self.client.map(answered, [self.name] * len(texts), texts, key=keys, retries=RETRIES)
        return [_Text(each, self.client) for each in futures]

    def _leave(self) -> None:
        """End the processes on the workers, where those are still there."""
        client, self.client = self.client, None
        if client is not None:
            with contextlib.suppress(Exception):  # whatever dask raises where a scheduler or a worker is gone
                client.unregister_worker_plugin(self.name)
            client.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leave()


def _joined(client: Any, name: str, address: str, cards: Cards) -> int:
    """Give the cards to all workers; how many texts they can work on at once. Raises ``NoWorker`` where one of them may not work on texts."""
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


class _Text:
    """A text that the cluster works on."""

    def __init__(self, future: Any, client: Any) -> None:
        self.future = future
        self.client = client

    def done(self) -> bool:
        """Whether it is answered."""
        return bool(self.future.done())

    def result(self) -> str:
        """The answer. Raises ``NoWorker``."""
        looks = 0
        while True:
            try:
                return str(self.future.result(timeout=_LOOK))
            except TimeoutError:
                looks = 0 if self.client.nthreads() else looks + 1
                if looks >= _LOOKS:
                    raise _lost("all workers of the cluster are gone") from None
            except Differs as error:
                raise _refused(f"a worker that joined has {error}") from None
            except Exception as error:  # of dask, or of what failed on a worker: as it comes back from there
                raise _lost(f"the cluster gave a task up: {type(error).__name__}: {error}") from None

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self.future.cancel()


def _refused(message: str) -> NoWorker:
    expected = "a scheduler such as tcp://127.0.0.1:8786 whose workers have this version of reiterate and these cards"
    return NoWorker(Refusal(INPUT, "dask-cluster", message, expected))


def _lost(message: str) -> NoWorker:
    return NoWorker(Refusal(UNDETERMINED, "no-worker", message, "the same command again: it goes on where it ended"))


def _text(value: Any) -> str:
    return _WRITTEN.encode(value).decode("utf-8")
