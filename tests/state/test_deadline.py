"""Bounds of work: what is over, what waits for its turn, and what is let go before."""

from __future__ import annotations

import sys
import threading
import time
from itertools import count

import pytest

from reiterate import deadline
from tests.support.patience import PATIENCE, until

#: Seconds that no work and no wait of these tests comes to, however slow the machine is.
LONG = 2 * PATIENCE


def work(seconds: float) -> None:
    """Work for so many seconds of processor time, looking at the bound as the rules do."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        deadline.check()


_NUMBERS = count(1)


def begin() -> None:
    """Arrive, and wait until this stretch may begin."""
    may = threading.Event()
    deadline.arrive(next(_NUMBERS), may.set)
    assert may.wait(PATIENCE)


def test_without_a_bound_nothing_ends() -> None:
    work(0.01)
    with deadline.at_most(0), deadline.at_most(LONG):
        work(0.01)


def test_an_earlier_end_around_a_block_stays() -> None:
    with pytest.raises(deadline.OutOfTime), deadline.at_most(0.005), deadline.at_most(LONG):
        work(10)
    work(0.01)


def test_one_long_stretch_works_at_a_time_and_too_many_are_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    ended: list[str] = []
    at_once: list[int] = []

    def long_one() -> None:
        try:
            with deadline.at_most(LONG, lane=True):
                work(0.02)
                at_once.append(deadline._MINE.rank == deadline._LONG)
                assert deadline._TURN.locked()
                work(0.05)
                ended.append("done")
        except deadline.OutOfTime:
            ended.append("out of time")

    threads = [threading.Thread(target=long_one) for _ in range(deadline.MOST_WAITING + 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ended) == len(threads) and "done" in ended and all(at_once)
    assert not deadline._TURN.locked() and not any(deadline._ALL.many[1:])
    work(0.01)


def test_a_turn_that_does_not_come_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    with deadline._TURN, pytest.raises(deadline.OutOfTime), deadline.at_most(0.2, lane=True):
        work(0.1)
    assert not any(deadline._ALL.many[1:])


def test_a_bound_inside_of_a_lane_leaves_the_turn_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    with deadline.at_most(LONG, lane=True):
        with deadline.at_most(LONG / 2):
            work(0.03)
        assert deadline._TURN.locked()
        with pytest.raises(deadline.OutOfTime), deadline.at_most(0.01, lane=True):
            work(1)
        assert deadline._TURN.locked()
    assert not deadline._TURN.locked() and not any(deadline._ALL.many[1:])


def bounded(client: str, seconds: float, ended: threading.Event, by: float = LONG) -> threading.Thread:
    """A thread that works for a client, and says when it has come to its end."""

    def run() -> None:
        begin()
        with deadline.arrived(client), deadline.at_most(by, lane=True):
            work(seconds)
            ended.set()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("long", [0.004, LONG])
def test_long_work_waits_while_short_work_is_under_way(monkeypatch: pytest.MonkeyPatch, long: float) -> None:
    """Short work is under way from the moment that somebody has read of it."""
    monkeypatch.setattr(deadline, "GENTLE", 0.001)
    monkeypatch.setattr(deadline, "PATIENCE", long)
    monkeypatch.setattr(deadline, "_AWAY", LONG)
    monkeypatch.setattr(deadline, "_BEGINNING", deadline._Gate(2))
    ended = threading.Event()
    begin()
    thread = bounded("a", 0.02, ended)
    assert not ended.wait(0.4)
    with deadline.arrived("b"):
        work(0.0005)
        assert not ended.is_set()
    thread.join()
    assert ended.is_set() and not any(deadline._ALL.many[1:])


def test_long_work_gets_on_beside_short_work_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    monkeypatch.setattr(deadline, "_AWAY", 0.01)
    monkeypatch.setattr(deadline, "_BEGINNING", deadline._Gate(2))
    ended = threading.Event()
    begin()
    bounded("a", 0.05, ended).join()
    assert ended.is_set()
    with deadline.arrived():
        pass


def test_a_client_has_one_long_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its second one is turned away at once, and told so; another client's waits for the turn."""
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    told: list[bool] = []

    def second() -> None:
        begin()
        with deadline.arrived("a"), pytest.raises(deadline.OutOfTime), deadline.at_most(LONG, lane=True):
            work(60)
        told.append(deadline.turned_away())

    others = threading.Event()
    begin()
    with deadline.arrived("a"), deadline.at_most(LONG, lane=True):
        work(0.05)
        assert deadline._MINE.rank == deadline._LONG
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        other = bounded("b", 0.05, others)
        assert told == [True] and not others.wait(0.3)
    other.join()
    assert others.is_set() and not deadline._ALL.clients - {""} and not any(deadline._ALL.many[1:])


def test_nobody_gives_way_to_who_waits_for_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who holds the lock of a game would wait for whoever wants to look at that game."""
    monkeypatch.setattr(deadline, "GENTLE", 0.001)
    monkeypatch.setattr(deadline, "_AWAY", LONG)
    lock, looked = threading.Lock(), threading.Event()

    def look() -> None:
        begin()
        with deadline.arrived("b"), deadline.holding(lock):
            looked.set()

    begin()
    with deadline.arrived("a"):
        with deadline.holding(lock), deadline.at_most(LONG, lane=True):
            thread = threading.Thread(target=look)
            thread.start()
            work(0.05)
            assert not looked.is_set()
        thread.join()
    assert looked.is_set() and not any(deadline._ALL.many[1:])


def test_threads_take_turns_sooner_while_somebody_has_to_give_way() -> None:
    before = sys.getswitchinterval()
    with deadline.at_most(LONG, lane=True):
        work(2 * deadline.GENTLE)
        assert sys.getswitchinterval() < before
    assert sys.getswitchinterval() == before


def test_few_stretches_begin_at_once_and_one_that_waits_lets_another_begin() -> None:
    begun: list[int] = []
    go_on, wait = threading.Event(), threading.Event()

    def stretch(number: int) -> None:
        begin()
        with deadline.arrived():
            begun.append(number)
            go_on.wait()
            with deadline.waiting():
                wait.wait()

    threads = [threading.Thread(target=stretch, args=(number,)) for number in range(3 * deadline._BEGUN)]
    for thread in threads:
        thread.start()
    until(lambda: len(begun) >= deadline._BEGUN)
    time.sleep(0.1)
    assert len(begun) == deadline._BEGUN
    go_on.set()
    while len(begun) < len(threads):  # all begin, though none has ended
        time.sleep(0.01)
    wait.set()
    for thread in threads:
        thread.join()
    assert deadline._BEGINNING.free == deadline._BEGUN and not any(deadline._ALL.many[1:])


def test_a_stretch_that_is_short_no_more_lets_another_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "GENTLE", 0.001)
    monkeypatch.setattr(deadline, "_BEGINNING", deadline._Gate(1))
    ended = threading.Event()

    def second() -> None:
        begin()
        with deadline.arrived():
            ended.set()

    begin()
    with deadline.arrived():
        thread = threading.Thread(target=second)
        thread.start()
        assert not ended.wait(0.05)
        while not ended.is_set():
            deadline.check()
    thread.join()
    assert deadline._BEGINNING.free == 1 and not any(deadline._ALL.many[1:])


def test_a_stretch_that_waits_to_begin_can_be_taken_back() -> None:
    begun: list[int] = []
    begin()
    with deadline.arrived():
        for number in (-1, -2):
            deadline.arrive(number, lambda number=number: begun.append(number))  # type: ignore[misc]  # its default is the number
        assert deadline.withdraw(-1) and not deadline.withdraw(-1) and not begun
    assert begun == [-2] and not deadline.withdraw(-2)
    deadline.leave()  # nobody works on it
    assert deadline._BEGINNING.free == deadline._BEGUN and not any(deadline._ALL.many[1:])


def test_work_that_is_known_to_take_a_while_gives_way_from_its_first_moment() -> None:
    with deadline.at_most(LONG, lane=True, gentle=True):
        assert deadline._MINE.rank == deadline._SHORT
        work(0.002)
        assert deadline._MINE.rank == deadline._MIDDLING and deadline._MINE.middle
    assert not deadline._MIDDLE.locked() and not any(deadline._ALL.many[1:])


def test_one_middling_stretch_works_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", LONG)
    monkeypatch.setattr(deadline, "_AWAY", LONG)
    ended = threading.Event()

    def other() -> None:
        with deadline.at_most(LONG, lane=True, gentle=True):
            work(0.01)
        ended.set()

    thread = threading.Thread(target=other)
    with deadline.at_most(LONG, lane=True, gentle=True):
        work(0.002)
        thread.start()
        while deadline._ALL.many[deadline._MIDDLING] < 2:
            time.sleep(0.001)
        assert not ended.wait(0.1)
        with deadline.waiting():  # whoever waits has no turn
            assert ended.wait(PATIENCE)
    thread.join()
    assert not deadline._MIDDLE.locked()


def test_longer_stretches_give_way_to_what_short_ones_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "_AWAY", LONG)
    ended = threading.Event()
    with deadline.hurried():
        thread = bounded("", deadline.GENTLE + 0.01, ended)
        assert not ended.wait(0.2)
    thread.join()
    assert ended.is_set()
    assert not any(deadline._ALL.many[1:])
