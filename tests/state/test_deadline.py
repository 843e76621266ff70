"""Bounds of work: what is over, what waits for its turn, and what is let go before."""

from __future__ import annotations

import threading
import time

import pytest

from reiterate import deadline


def work(seconds: float) -> None:
    """Work for so many seconds of processor time, looking at the bound as the rules do."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        deadline.check()


def test_without_a_bound_nothing_ends() -> None:
    work(0.01)
    with deadline.at_most(0), deadline.at_most(60):
        work(0.01)


def test_an_earlier_end_around_a_block_stays() -> None:
    with pytest.raises(deadline.OutOfTime), deadline.at_most(0.005), deadline.at_most(60):
        work(10)
    work(0.01)


def test_one_long_stretch_works_at_a_time_and_too_many_are_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    ended: list[str] = []
    at_once: list[int] = []

    def long_one() -> None:
        try:
            with deadline.at_most(0.5, lane=True):
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
    with deadline._TURN:
        begun = time.monotonic()
        with pytest.raises(deadline.OutOfTime), deadline.at_most(0.2, lane=True):
            work(0.1)
        assert time.monotonic() - begun < 5
    assert not any(deadline._ALL.many[1:])


def test_a_bound_inside_of_a_lane_leaves_the_turn_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "PATIENCE", 0.01)
    with deadline.at_most(5, lane=True):
        with deadline.at_most(3):
            work(0.03)
        assert deadline._TURN.locked()
        with pytest.raises(deadline.OutOfTime), deadline.at_most(0.01, lane=True):
            work(1)
        assert deadline._TURN.locked()
    assert not deadline._TURN.locked() and not any(deadline._ALL.many[1:])
