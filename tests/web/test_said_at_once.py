"""Two people act at once: what the second one does stands behind words, and behind anything if it means the same there."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, cast

import pytest

from reiterate.service.games import Games
from reiterate.service.settings import Settings
from reiterate.web.seat import AGAIN, ATTEMPTS, PAUSE, Seat
from reiterate.web.site import Site, Told
from tests.support.apart import run_apart

WORDS = {"kind": "chat", "who": "p2", "body": {"text": "hello"}}
PLAYED = {"kind": "choice", "who": "p2", "body": {"text": "pass"}}
WANTED = {"kind": "statement", "who": "p2", "body": {"what": "want a rematch"}}


class OneGame:
    """A game of entries; ``first`` are made by somebody else as soon as the page acts."""

    def __init__(self, first: list[dict[str, Any]]) -> None:
        self.entries: list[dict[str, Any]] = [PLAYED]
        self.first = first
        self.made: list[str] = []

    def watched(self, game: str, secret: str) -> nullcontext[None]:
        return nullcontext()

    async def ask(self, client: str, call: str, game: str, secret: str, handle: None = None, /, **values: Any) -> Any:
        if call == "view":
            return {"who": "p1", "last": len(self.entries), "cards": [], "board": {"players": [], "stack": []}}
        if call == "happened":
            return [{"entry": each} for each in self.entries[values["after"] :]]
        self.entries += self.first
        self.first = []
        if values.pop("number") != len(self.entries) + 1:
            return Told("not-next", "somebody else was first")
        self.entries.append({"kind": "made", "who": "p1", "body": values})
        self.made.append(call)
        return {}


def made(call: str, first: list[dict[str, Any]], **how: Any) -> bool:
    """Whether an act is made, although others come first."""
    game = OneGame(first)

    async def act() -> Told | None:
        seat = Seat(cast("Site", game), cast("Games", None), "client", "game", "secret")
        await seat.look()
        return await seat.act(call, **how)

    found = run_apart(act())
    assert (found is None) == (game.made == [call])
    return found is None


@pytest.mark.parametrize("call", ["rematch", "concede", "chat", "be_called", "take_seat"])
@pytest.mark.parametrize("first", [[], [WORDS], [PLAYED], [WANTED, WORDS]], ids=["nothing", "words", "choice", "two"])
def test_a_standing_act_is_made_whatever_came_first(call: str, first: list[dict[str, Any]]) -> None:
    assert made(call, first)


@pytest.mark.parametrize("call", ["play", "propose", "answer", "rule", "say", "answer_undo", "remove"])
@pytest.mark.parametrize(
    ("first", "right"),
    [([], True), ([WORDS], True), ([WORDS, WORDS], True), ([PLAYED], False), ([WORDS, WANTED], False)],
)
def test_another_act_is_made_behind_words_alone(call: str, first: list[dict[str, Any]], right: bool) -> None:
    assert made(call, first) == right


def test_a_pass_that_was_meant_for_one_entry_is_not_made_behind_another() -> None:
    assert made("play", [], behind=1)
    assert not made("play", [WORDS], behind=1)


BUSY = Told(
    "busy", "more is asked of this server than it can do at once; nothing was changed", "the same again in 2 seconds"
)
VIEW = {"who": "p1", "last": 1, "cards": [], "board": {"players": [], "stack": []}}


class Clock:
    """Seconds that pass only where somebody waits, and what a page was told at which of them."""

    def __init__(self, *answers: Any) -> None:
        self.now = 0.0
        self.answers = iter(answers)
        self.asked: list[str] = []
        self.told: list[tuple[float, str]] = []

    def seat(self, games: Games | None = None) -> Seat:
        """A seat whose server gives the answers one after another, and takes no time for them."""
        seat = Seat(cast("Site", None), cast("Games", games), "client", "game", "secret")
        seat.ask, seat.late, seat.sleep = self.ask, self.late, self.sleep  # type: ignore[method-assign] # the server
        seat.view = VIEW
        return seat

    async def ask(self, call: str, /, **_: Any) -> Any:
        self.asked.append(call)
        return next(self.answers)

    def late(self, why: Told | None) -> None:
        self.told.append((self.now, "" if why is None else why.message))

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_an_act_that_a_busy_server_refuses_is_told_before_anything_is_waited_for() -> None:
    clock = Clock(BUSY)
    assert run_apart(clock.seat().act("play", line="pass")) == BUSY
    assert clock.now == 0 and clock.asked == ["play"]


def test_a_view_that_does_not_come_is_told_at_once_and_asked_for_behind_that() -> None:
    clock = Clock({}, BUSY, BUSY, BUSY, {**VIEW, "last": 2})
    seat = clock.seat()
    assert run_apart(seat.act("play", line="pass")) is None and seat.last == 2
    assert clock.now == pytest.approx(3 * PAUSE)
    (first, words), *_, (end, cleared) = clock.told
    assert first == 0 and words.startswith(BUSY.message) and f"asks again by itself within {AGAIN:g} seconds" in words
    assert end == clock.now and cleared == ""


def test_a_page_that_is_opened_does_not_wait_for_a_busy_server() -> None:
    clock = Clock(BUSY)
    assert run_apart(clock.seat().look(patient=False)) == BUSY and clock.now == 0


def test_a_page_says_that_the_server_is_late_and_looks_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.web.seat.AGAIN", 0.0)
    games = Games(Settings())
    clock = Clock(*(ATTEMPTS + 1) * [BUSY], VIEW)
    seat = clock.seat(games)

    def late(why: Told | None) -> None:
        clock.late(why)
        games.stopping = why is None

    seat.late = late
    run_apart(seat.follow())
    assert [bool(words) for _, words in clock.told] == [True] * (ATTEMPTS + 1) + [False]
    assert clock.told[0][0] == 0 and clock.now == pytest.approx(ATTEMPTS * PAUSE)
