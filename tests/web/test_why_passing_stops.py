"""What ends the passing of a seat, without a browser: every view that is no plain pass."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from reiterate.show.game_words import line_words
from reiterate.table.when_passing_stops import MOST, Wish, goals, why_stop
from reiterate.web.markup import Markup
from reiterate.web.passing import Passing, form
from reiterate.web.record_part import what_others_said
from reiterate.web.seat import Seat
from reiterate.web.site import Told
from tests.support.patience import PATIENCE


def view(step: str = "main1", active: str = "p1", last: int = 5, **other: Any) -> dict[str, Any]:
    """A view of p1, who may pass or activate something."""
    stack = other.pop("stack", [])
    board = {"active": active, "step": step, "stack": stack, "decides": "p1"}
    plain = {
        "who": "p1",
        "decides": "p1",
        "last": last,
        "board": board,
        "proposal": None,
        "undo": None,
        "again": False,
        "ended": None,
        "names": {},
    }
    asked = {"question": {"asked": "priority", "text": "", "words": []}, "not_now": []}
    return {**plain, **asked, "may": [{"number": 1, "line": "activate bears"}, {"number": 2, "line": "pass"}], **other}


def entry(number: int, who: str, text: str | None, kind: str = "choice", **body: str) -> dict[str, Any]:
    """An entry of the game; without ``text`` its words are hidden."""
    words = {**body, **({} if text is None else {"text": text})}
    return {"entry": {"number": number, "who": who, "kind": kind, "body": words}, "onto": [], "off": [], "changes": []}


def stack_of(who: str) -> list[dict[str, Any]]:
    """One ability on the stack."""
    return [{"controller": who, "source": "Grizzly Bears", "text": "an ability"}]


WAITS = {"proposer": "p2", "to_answer": ["p1"]}
MINE, THEIRS = stack_of("p1"), stack_of("p2")


@pytest.mark.parametrize(
    ("new", "now", "why"),
    [
        ([entry(6, "p1", "pass"), entry(7, "p2", "pass")], view("combat", last=7), ""),
        ([entry(6, "p1", "pass"), entry(7, "p2", "no attack")], view("attackers", "p2", last=7), ""),
        ([], view("main1", decides="p2"), ""),
        ([entry(6, "p2", "attack with Grizzly Bears")], view("attackers", "p2", last=6), "p2: attack with"),
        ([entry(6, "p2", None)], view(last=6), "p2 made a choice that stays hidden"),
        ([entry(6, "p2", "hello", "chat")], view(last=6), "p2: “hello”"),
        ([entry(6, "p1", "activate bears")], view(last=6), "p1: activate bears"),
        ([entry(7, "p2", "pass")], view(last=7), "more has happened than this page has read"),
        ([], view(proposal=WAITS, decides="p1"), "p2 proposes a shortcut"),
        ([], view(undo={"player": "p2", "to": 3, "waiting": ["p1"]}), "p2 asks to go back"),
        ([], view(stack=THEIRS), "something is on the stack: p2's Grizzly Bears"),
        ([], view(stack=MINE), "something is on the stack: your Grizzly Bears"),
        ([], view(again=True), "may be proposed as a loop"),
        ([], view("main2"), "p1's second main phase has begun"),
        ([], view("attackers", question={"asked": "attack"}), "you declare attackers"),
        ([], view("blockers", "p2", question={"asked": "block"}), "you declare blockers"),
        ([], view(question={"asked": "something new"}), "you have something to choose"),
        ([], view(may=[], not_now=[{"line": "pass", "why": "of p2", "rule": "732.3"}]), "may not pass now, because of p2"),
    ],
)  # fmt: skip
def test_whatever_is_no_plain_pass_ends_it(new: list[Any], now: Mapping[str, Any], why: str) -> None:
    """117.3d: a pass is the seat's own choice; nothing else is chosen for it, and nothing of others is passed over."""
    wish = Wish.of(view(), "main", own=False)
    found = why_stop(wish, now, new)
    assert why in found and bool(why) == bool(found)


def test_the_goals_are_reached_where_the_steps_of_a_turn_say_so() -> None:
    """500.1: from main1 of p1 to the end step; the next turn of p1 comes after that of p2, or at once as an extra turn."""
    begun = view()
    ways = {
        "end": [("combat", "p1", ""), ("end", "p1", "p1's end step")],
        "main": [("combat", "p1", ""), ("upkeep", "p2", ""), ("main1", "p2", "p2's first main phase")],
        "attack": [("combat", "p1", ""), ("attackers", "p1", "p1's declare attackers step")],
        "turn": [("end", "p1", ""), ("upkeep", "p2", ""), ("upkeep", "p1", "your turn has begun")],
    }
    for goal, steps in ways.items():
        wish = Wish.of(begun, goal, own=True)
        assert why_stop(wish, begun, []) == ""
        for step, active, why in steps:
            found = why_stop(wish, view(step, active), [])
            assert why in found and bool(why) == bool(found), (goal, step, found)
    extra = Wish.of(view("end"), "turn", own=True)
    assert why_stop(extra, view("upkeep"), []) == "your turn has begun"
    combats = Wish.of(view("main2"), "turn", own=True)  # another combat phase is no turn (505.1a)
    assert why_stop(combats, view("combat"), []) == ""
    skipped = Wish.of(begun, "end", own=True)
    assert why_stop(skipped, view("upkeep", "p2"), []) == "p2's upkeep has begun"
    calm = Wish.of(begun, "attack", own=True)  # a combat phase that is skipped is no way past one's turn (500.11)
    assert why_stop(calm, view("main2"), []) == "p1's second main phase has begun"
    other = Wish.of(view("upkeep", "p2"), "attack", own=True)
    assert why_stop(other, view("main1", "p2"), []) == ""
    assert why_stop(other, view("attackers", "p2"), []) == "p2's declare attackers step has begun"
    resolving = Wish.of(view(stack=MINE), "resolved", own=False)
    assert why_stop(resolving, view(stack=MINE), []) == ""
    assert why_stop(resolving, view(), []) == "the stack is empty"


def test_what_is_offered() -> None:
    """No button over something of another player's, at another choice, or where nothing is to be passed to."""
    assert list(goals(view())) == ["main", "attack", "end", "turn"]
    assert list(goals(view("attackers"))) == ["main", "end", "turn"] == list(goals(view("main2")))
    assert list(goals(view("end", stack=MINE))) == ["resolved", "main", "turn"]
    for other in (view(stack=THEIRS), view(question={"asked": "attack"}), view(decides="p2"), view(proposal=WAITS)):
        assert goals(other) == {} and form(other, ("", True)) == ""
    assert 'value="turn" selected' in form(view(), ("turn", True))


class Game:
    """A seat whose passes are counted. ``views``: what each pass leads to; ``refused``: what the first pass is told."""

    def __init__(self, views: list[Mapping[str, Any]], refused: Told | None = None) -> None:
        self.turn = asyncio.Lock()
        self.views = views
        self.refused = refused
        self.passed: list[int] = []
        self.told: list[Markup] = []

    @property
    def view(self) -> Mapping[str, Any]:
        return self.views[0]

    @property
    def last(self) -> int:
        return int(self.view["last"])

    async def act(self, call: str, behind: int, line: str) -> Told | None:
        assert (call, line, behind) == ("play", "pass", self.last)
        found, self.refused = self.refused, None
        if found is None:
            self.passed.append(behind)
            self.views = self.views[1:]
        return found


def passed(game: Game, goal: str) -> str:
    """The last words that the page is told; the game's entries are p1's passes."""

    async def go() -> None:
        found = Passing(
            cast("Seat", game), lambda: [entry(n, "p1", "pass") for n in range(1, game.last + 1)], game.told.append
        )
        assert found.wished(goal, True) and not found.wished(goal, True)
        await asyncio.wait_for(found.go(), PATIENCE)
        assert found.wish is None

    with ThreadPoolExecutor() as threads:  # a browser of another test may have left its own loop running in this one
        threads.submit(asyncio.run, go()).result()
    return game.told[-1]


def test_a_press_makes_a_bounded_number_of_passes_and_each_behind_what_was_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reiterate.web.passing.BREATH", 0)
    endless = Game([view(last=5 + n) for n in range(2 * MOST)])
    assert f"Passed {MOST} times" in passed(endless, "turn") and endless.passed == list(range(5, 5 + MOST))
    raced = Game([view(last=5), view("main2", last=6)], Told("not-next", "another entry came first"))
    assert "Passed once" in passed(raced, "main") and raced.passed == [5]
    refused = Game([view(last=5)], Told("time-spent", "that takes too long", rule="117.4"))
    assert "Nothing was passed" in passed(refused, "main") and "that takes too long (rule 117.4)" in refused.told[-1]


@pytest.mark.parametrize(
    ("new", "gone"),
    [
        (entry(6, "p2", "cast Lightning Bolt targeting p1"), False),
        (entry(6, "p1", "good luck", "chat"), False),
        (entry(6, "p1", "number 9", "statement", what="say"), False),
        (entry(6, "p1", "attack with Grizzly Bears"), True),
        (entry(6, "p1", "accept", "statement", what="answer"), True),
        (entry(6, "p2", None, "undo agreed", to="2"), True),
    ],
)
def test_what_stopped_the_passing_is_told_until_the_next_choice_of_the_seat(new: dict[str, Any], gone: bool) -> None:
    game = Game([view(last=5), view(last=6)])
    entries = [entry(5, "p1", "pass")]
    found = Passing(cast("Seat", game), lambda: entries, game.told.append)
    assert found.wished("main", True)
    found.stop("you pressed the button")
    found.seen()
    assert "Stopped because" in game.told[-1]
    entries.append(new)
    game.views = game.views[1:]
    found.acting = True  # a pass was under way: what it makes is no choice behind the words
    found.seen()
    assert "Stopped because" in game.told[-1]
    found.acting, found.told = False, 5
    found.seen()
    assert ("Stopped because" not in game.told[-1]) == gone
    assert "Stopped because" not in over(new)


def over(new: dict[str, Any]) -> str:
    """What is told of passing that had ended once an entry has ended the game."""
    game = Game([view(last=5), view(last=6)])
    found = Passing(cast("Seat", game), lambda: [new], game.told.append)
    found.wished("main", True)
    found.stop("you pressed the button")
    game.views = [{**game.views[1], "board": {**game.views[1]["board"], "decides": ""}}]
    found.seen()
    return str(game.told[-1])


def test_lines_are_told_in_words_for_people() -> None:
    """302.6: haste makes a newly arrived creature not summoning-sick; a card with the word in its name keeps it."""
    assert line_words("attack with sick Grizzly Bears #2 of p1") == (
        "attack with newly arrived Grizzly Bears (p1's second)"
    )
    assert (
        line_words("cast Sick and Tired targeting Elf #12 of p2")
        == "cast Sick and Tired targeting Elf (p2's number 12)"
    )
    assert line_words("target Elf #3 of p1 on the battlefield") == "target Elf (p1's third)"
    assert line_words("target Elf #1 of p1 in the graveyard") == "target Elf (p1's first) in the graveyard"
    assert line_words("tap summoning-sick Elf") == "tap summoning-sick Elf"
    assert line_words(f"attack with 1{'0' * 100} Elf") == "attack with 10^100 Elf"


def test_only_the_answers_to_the_own_proposal_stand_by_the_board_and_until_the_own_next_act() -> None:
    """732.2b: answers come in turn order; an answer to somebody else's shortcut is not one's own matter."""
    mine = entry(6, "p1", "repeat 7:", "statement", what="propose")
    theirs = entry(6, "p3", "repeat 7:", "statement", what="propose")
    said = [
        entry(7, "p2", "accept", "statement", what="answer"),
        entry(8, "p3", "cut 1@7.3", "statement", what="answer"),
    ]
    drawn = what_others_said([mine, *said, entry(9, "p3", "pass")], view(last=9))
    assert "p2 accepts the shortcut" in drawn and "p3 stops the shortcut at iteration 7, before choice 3" in drawn
    assert "stopped" in drawn and "You are to act" in drawn
    assert "p3 still to answer" in what_others_said(
        [mine, said[0]], view(proposal={"proposer": "p1", "to_answer": ["p3"]})
    )
    assert what_others_said([mine, *said, entry(9, "p1", "pass")], view(last=9)) == ""
    assert what_others_said([theirs, said[0]], view()) == "" and what_others_said([mine], view()) == ""
    assert what_others_said([mine, *said, entry(9, "p2", "", "undo agreed", to="5")], view(last=9)) == ""
