"""Two people act at once: what the second one does stands behind words, and behind anything if it means the same there."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, cast

import pytest

from reiterate.service.games import Games
from reiterate.service.settings import Settings
from reiterate.web.seat import ATTEMPTS, Seat
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


def test_a_page_says_that_the_server_is_late_and_looks_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.web.seat.PAUSE", 0.0)
    monkeypatch.setattr("reiterate.web.seat.AGAIN", 0.0)
    told: list[Told | None] = []
    busy = Told("busy", "more is asked of this server than it can do at once", "the same again in 2 seconds")
    game, games = OneGame([]), Games(Settings())

    async def follow() -> None:
        seat = Seat(cast("Site", game), games, "client", "game", "secret")
        await seat.look()
        looks = iter(
            [*(ATTEMPTS + 1) * [busy], {"who": "p1", "last": 1, "cards": [], "board": {"players": [], "stack": []}}]
        )

        async def ask(call: str, /, **_: Any) -> Any:
            return next(looks)

        def late(why: Told | None) -> None:
            told.append(why)
            games.stopping = why is None

        seat.ask, seat.late = ask, late  # type: ignore[method-assign] # what this seat is answered
        await seat.follow()

    run_apart(follow())
    assert told == [busy, None]
