"""A bound of work for a stretch of a program, looked at before each step of the rules.

Who works long gives way to whoever does not.

Nothing is decided by it: what runs out of time is left as it was, and its caller says so. One large multiplication is not broken off;
a process that can be ended is the guard against that (``service``).

A stretch is short at first. After ``GENTLE`` seconds of work it is middling: one middling stretch works at a time, and gives way to short ones.
After ``PATIENCE`` it is long: one long stretch works at a time, and gives way to all others.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

#: Seconds of processor time after which a stretch gives way to short ones.
GENTLE: Final = 0.02
#: Seconds of processor time after which a short stretch lets the next one begin beside it.
BRIEF: Final = 0.005
#: Seconds of processor time after which a bounded stretch is long. One long stretch works at a time, and gives way to all others.
PATIENCE: Final = 0.3
#: Long stretches that wait for their turn; one more is turned away at once.
MOST_WAITING: Final = 8
#: A stretch may take so many times as long by the clock as it may work.
SHARED: Final = 1.6
#: Seconds of work after which a stretch looks again whether it has to give way.
_SLICE: Final = 0.0005
#: Seconds for which a stretch gives way, or waits for its turn among the middling, at most; and seconds that it works after it has waited for so long, so that it always gets on.
_AWAY: Final = 0.05
_SHARE: Final = 0.005
#: Short stretches that begin at once; the next one begins when one of them ends, waits or is brief no more. Threads that wait for the interpreter
#: cost it more than they gain: with two of them a choice took half as long again.
_BEGUN: Final = 1
#: Seconds for which a stretch does not look at the time again.
_UNSEEN: Final = 0.0002
#: Whoever waits for the turn of the long ones looks after so many seconds whether the wait was stopped.
_LOOK: Final = 0.2
#: Seconds after which a thread that works lets another one work, while somebody works who has to give way.
_SWITCH: Final = 0.0002

#: What a stretch is at the moment. One that waits for a turn or for a lock hinders nobody, and is nothing.
_NOTHING, _SHORT, _MIDDLING, _LONG = range(4)


class OutOfTime(BaseException):
    """The work has taken the seconds that it may take. Nobody who catches every ``Exception`` takes it for an answer."""


class _Mine(threading.local):
    """What is known of the work of a thread.

    ``until``, ``clock``: when it has to be over, in seconds of processor time and by the clock; 0: never. ``gentle``, ``long``: the processor
    time from which on it is middling, or long; 0: never. ``look``: that at which it looks again whether it has to give way.
    ``unseen``: until when it does not look at the time, by the clock. ``begun``: whether it takes one of the places of those that begin;
    ``brief``: the processor time from which on it takes none. ``middle``: whether it has the turn of the middling.
    ``rank``: what it is at the moment. ``client``: for whom it works; ``turned_away``: whether there was no place for its long work.
    ``stopped``: set by another thread where nobody waits for the work any more.
    """

    until: float = 0.0
    clock: float = 0.0
    gentle: float = 0.0
    long: float = 0.0
    look: float = 0.0
    unseen: float = 0.0
    begun: bool = False
    brief: float = 0.0
    middle: bool = False
    rank: int = _NOTHING
    client: str = ""
    turned_away: bool = False
    stopped: threading.Event | None = None


class _UnderWay:
    """How many stretches are under way of each rank, and whose long ones have or await the turn."""

    def __init__(self) -> None:
        self.many = [0, 0, 0, 0]
        self.fewer = threading.Condition(threading.Lock())
        self.clients: set[str] = set()
        self.waiting = 0
        self.switch = 0.0

    def move(self, old: int, new: int) -> None:
        """A stretch of one rank has now another one."""
        with self.fewer:
            self.many[old] -= 1
            self.many[new] += 1
            if old and not self.many[old]:
                self.fewer.notify_all()
            hindering = self.many[_MIDDLING] + self.many[_LONG]
            if hindering and not self.switch:
                self.switch = sys.getswitchinterval()
                sys.setswitchinterval(min(_SWITCH, self.switch))
            elif self.switch and not hindering:
                sys.setswitchinterval(self.switch)
                self.switch = 0.0

    def before(self, rank: int) -> int:
        """How many are under way for whom one of a rank gives way."""
        return self.many[_SHORT] + (self.many[_MIDDLING] if rank == _LONG else 0)

    def give_way(self, rank: int) -> bool:
        """Wait until none is under way for whom one of a rank gives way; False where that took too long."""
        with self.fewer:
            return self.fewer.wait_for(lambda: not self.before(rank), _AWAY)

    def line_up(self, client: str) -> bool:
        """Take a place among those who wait for the turn: one for each client. False where there is none."""
        with self.fewer:
            if self.waiting >= MOST_WAITING or (client and client in self.clients):
                return False
            self.waiting += 1
            self.clients.add(client)
            return True


class _Gate:
    """Lets few short stretches begin at a time; the others wait in their order, and need no thread for that."""

    def __init__(self, many: int) -> None:
        self.free = many
        self.lock = threading.Lock()
        self.waiting: OrderedDict[int, Callable[[], None]] = OrderedDict()

    def enter(self, number: int, begin: Callable[[], None]) -> None:
        """Begin now, or when it is the turn of this number."""
        with self.lock:
            if not self.free:
                self.waiting[number] = begin
                return
            self.free -= 1
        begin()

    def leave(self) -> None:
        """Let the next one begin."""
        with self.lock:
            if not self.waiting:
                self.free += 1
                return
            _, begin = self.waiting.popitem(last=False)
        begin()

    def withdraw(self, number: int) -> bool:
        """Take back one that waits; False where none of that number does."""
        with self.lock:
            return self.waiting.pop(number, None) is not None


_MINE: Final = _Mine()
_ALL: Final = _UnderWay()
_TURN: Final = threading.Lock()
_MIDDLE: Final = threading.Lock()
_BEGINNING: Final = _Gate(_BEGUN)


def check() -> None:
    """Raise ``OutOfTime`` where the present work has taken its time; wait for a turn where it is long, and give way to what is shorter."""
    mine = _MINE
    if not mine.until and not mine.gentle:
        return
    if mine.until and mine.stopped is not None and mine.stopped.is_set():
        raise OutOfTime
    now = time.monotonic()
    if now < mine.unseen:
        return
    mine.unseen = now + _UNSEEN
    worked = time.thread_time()  # a call of the system, unlike the clock
    if mine.until and (worked > mine.until or (mine.clock and now > mine.clock)):
        mine.turned_away = mine.turned_away or (worked <= mine.until and mine.rank != _LONG)
        raise OutOfTime
    if mine.begun and worked > mine.brief:
        _leave_beginning()
    if mine.long and worked > mine.long and mine.rank != _LONG:
        _take_turn(mine.clock - now)
    elif mine.gentle and worked > mine.gentle and worked > mine.look:
        if mine.rank == _SHORT:
            _become(_MIDDLING)
        mine.look = time.thread_time() + (_SLICE if _given_way() else _SHARE)


def _given_way() -> bool:
    """Give way, and have the turn of the middling again; False where that took too long."""
    mine = _MINE
    if not _ALL.before(mine.rank) and (mine.middle or mine.rank != _MIDDLING):
        return True
    _leave_middle()
    if not _ALL.give_way(mine.rank):
        return False
    if mine.rank == _MIDDLING:
        mine.middle = _MIDDLE.acquire(timeout=_AWAY)
    return mine.middle or mine.rank != _MIDDLING


def _leave_middle() -> None:
    """Let another middling stretch work."""
    if _MINE.middle:
        _MINE.middle = False
        _MIDDLE.release()


def _become(rank: int) -> None:
    if rank != _SHORT:
        _leave_beginning()
    if rank != _MIDDLING:
        _leave_middle()
    _ALL.move(_MINE.rank, rank)
    _MINE.rank = rank


def _leave_beginning() -> None:
    """Let another short stretch begin."""
    if _MINE.begun:
        _MINE.begun = False
        _BEGINNING.leave()


def _take_turn(seconds: float) -> None:
    """Wait for the turn of the long ones. Raises ``OutOfTime`` where it does not come, or where there is no place to wait."""
    mine = _MINE
    if not _ALL.line_up(mine.client):
        mine.turned_away = True
        raise OutOfTime
    _become(_NOTHING)
    came = False
    try:
        came = _turn_within(time.monotonic() + seconds)
    finally:
        with _ALL.fewer:
            _ALL.waiting -= 1
            if not came:
                _ALL.clients.discard(mine.client)
    if not came:
        mine.turned_away = mine.stopped is None or not mine.stopped.is_set()
        raise OutOfTime
    _become(_LONG)


def _turn_within(end: float) -> bool:
    """Whether the turn has come before a time of the clock, and before the work was stopped."""
    while _MINE.stopped is None or not _MINE.stopped.is_set():
        left = max(0.0, end - time.monotonic())
        if _TURN.acquire(timeout=min(left, _LOOK)):
            return True
        if left <= _LOOK:
            return False
    return False


def _leave_turn() -> None:
    """Let the next long one have the turn."""
    with _ALL.fewer:
        _ALL.clients.discard(_MINE.client)
    _TURN.release()


def arrive(number: int, begin: Callable[[], None]) -> None:
    """Count a short stretch, and call ``begin`` when it may begin: ``arrived`` is the block of the thread that works. ``number``: for ``withdraw``."""
    _ALL.move(_NOTHING, _SHORT)
    _BEGINNING.enter(number, begin)


def withdraw(number: int) -> bool:
    """Take back a stretch that has not begun; False where it has."""
    withdrawn = _BEGINNING.withdraw(number)
    if withdrawn:
        _ALL.move(_SHORT, _NOTHING)
    return withdrawn


def leave() -> None:
    """A stretch that may begin has no thread, and never will."""
    _ALL.move(_SHORT, _NOTHING)
    _BEGINNING.leave()


@contextmanager
def arrived(client: str = "") -> Iterator[None]:
    """The block of a stretch that ``arrive`` has let begin; ``client``: for whom it works. One client has one long stretch under way.

    Few begin at once. A stretch that waits, or that has worked for ``BRIEF``, lets the next one begin.
    """
    mine = _MINE
    mine.begun = True
    mine.rank, mine.client, mine.turned_away = _SHORT, client, False
    worked = time.thread_time()
    mine.gentle, mine.brief = worked + GENTLE, worked + BRIEF
    try:
        yield
    finally:
        _become(_NOTHING)
        mine.gentle, mine.client = 0.0, ""


def turned_away() -> bool:
    """Whether the work of this thread ran out of time because others' long work, or its client's, left no turn to it."""
    return _MINE.turned_away


@contextmanager
def holding(lock: Any) -> Iterator[None]:
    """Hold a lock within the block. Nobody gives way to a stretch that waits for a lock: the holder may be the one who would."""
    if not lock.acquire(blocking=False):
        with waiting():
            lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def waiting() -> Iterator[None]:
    """The block waits for something else than work: nobody gives way to it meanwhile, and another stretch begins."""
    rank = _MINE.rank
    _become(_NOTHING)
    try:
        yield
    finally:
        _become(rank)


@contextmanager
def hurried() -> Iterator[None]:
    """The block is what short stretches wait for, in a thread of its own: longer ones give way to it."""
    _ALL.move(_NOTHING, _SHORT)
    try:
        yield
    finally:
        _ALL.move(_SHORT, _NOTHING)


@contextmanager
def stoppable(stopped: threading.Event) -> Iterator[None]:
    """Within the block another thread ends all bounded work of this one by setting ``stopped``; what is not bounded goes on."""
    before, _MINE.stopped = _MINE.stopped, stopped
    try:
        yield
    finally:
        _MINE.stopped = before


@contextmanager
def at_most(seconds: float, lane: bool = False, patience: float | None = None, gentle: bool = False) -> Iterator[None]:
    """Within the block the work takes at most so many seconds of processor time; 0: as long as around the block.

    ``lane``: by the clock it takes no more than ``SHARED`` times as long, and waits for its turn once it is long. ``patience``: seconds until then, ``PATIENCE`` unless said;
    0 for work that is known to be long. ``gentle``: it gives way to short ones from its first moment.
    An earlier end that is set around the block stays. Raises ``OutOfTime`` from within.
    """
    mine = _MINE
    before = (mine.until, mine.clock, mine.long, mine.gentle)
    rank = mine.rank
    begun = bool(seconds and lane and not mine.clock)
    if seconds:
        worked = time.thread_time()
        mine.until = min(worked + seconds, before[0] or float("inf"))
        if begun:
            mine.clock = time.monotonic() + SHARED * seconds
            mine.long = worked + min(PATIENCE if patience is None else patience, seconds / 2)
            mine.gentle = worked if gentle else mine.gentle or worked + GENTLE
            if rank == _NOTHING:
                _become(_SHORT)
    try:
        yield
    finally:
        mine.until, mine.clock, mine.long, mine.gentle = before
        if begun:
            if mine.rank == _LONG:
                _leave_turn()
            _become(rank)
