"""A game of another engine that is watched: what is recognised, when, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.ask.watched import Watched, watched
from reiterate.cards import CardBook
from reiterate.client import Client
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from tests.support.own_cards import own_book
from tests.support.served import Served

BOOK = CardBook.builtin()
GUARD = """\
format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
#: The Waker triggers itself and untaps the Peg; the Owing Waker triggers only by what the Peg does.
PEGS = own_book(
    {
        "Bead": ("Artifact", "Sacrifice Bead: You gain 1 life."),
        "Waker": ("Artifact", "Whenever you gain life, untap each artifact. You gain 1 life."),
        "Owing Waker": ("Artifact", "Whenever a player gains life, untap each artifact."),
        "Peg": ("Artifact", "{T}: You gain 1 life."),
    }
)
#: Behind one lap.
GUARD_AFTER = GUARD + "      - {token: Elf Warrior, power: 1, toughness: 1, colors: [G], sick: yes}\n"
LAP = ["activate Midnight Guard", "all pass", "all pass"]
#: Life gained by the first spell goes round for ever.
BLOOD = """\
format: position/1
players:
  p1: {battlefield: [Sanguine Bond, Exquisite Blood, Essence Warden], hand: [Grizzly Bears], mana: {G: 2}}
  p2: {life: 10^100}
"""
BLOOD_LINES = ["cast Grizzly Bears", *["p1: pass", "p2: pass"] * 16]


def seen(text: str, lines: list[str], after: int = 0, **said: Any) -> Watched | Refusal:
    position = load(text, "board.yaml", BOOK)
    assert isinstance(position, Position)
    return watched(position, lines, after, said.get("seen", {}), BOOK)


def loops(text: str, lines: list[str], after: int = 0) -> list[tuple[str, int, int, bool]]:
    found = seen(text, lines, after)
    assert isinstance(found, Watched), found
    return [(each.what, each.begin, each.behind, each.proved) for each in found.loops]


def test_a_players_own_loop_is_told_behind_its_first_lap_and_once() -> None:
    assert loops(GUARD, LAP[:2]) == []
    assert loops(GUARD, LAP) == [("own loop", 1, 3, True)]
    assert loops(GUARD, LAP * 4) == [("own loop", 1, 3, True)]


def test_a_proved_loop_has_its_block_and_the_answer_to_loop() -> None:
    found = seen(GUARD, LAP)
    assert isinstance(found, Watched)
    (one,) = found.loops
    assert one.script == "repeat 2:\n  activate Midnight Guard\n  all pass\n  all pass\n"
    assert one.answer is not None and one.answer.loop is not None and not one.answer.refusals
    assert (found.lines, found.decides) == (3, "p1")


def test_step_by_step_each_loop_is_told_in_the_step_that_closes_it_and_never_again() -> None:
    lines = LAP * 5
    told = [loops(GUARD, lines[: number + 1], after=number) for number in range(len(lines))]
    assert [number for number, each in enumerate(told, 1) if each] == [3]


def test_what_goes_on_by_itself_is_told_as_such() -> None:
    found = loops(BLOOD, BLOOD_LINES)
    assert found[0][0] == "goes on by itself" and found[-1][3]
    assert {each[0] for each in found} == {"goes on by itself"}


def test_what_goes_on_by_itself_is_told_though_somebody_adds_to_each_lap() -> None:
    """p2 taps the Peg that p1's Waker untaps. Where the Waker needs the Peg, somebody keeps the loop up, and nothing is told."""
    lap = ["p1: pass", "p2: activate Peg", "all pass", "all pass"]
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Bead, %s]}\n  p2: {battlefield: [Peg]}\n"
    for waker, told in (("Waker", ["goes on by itself"]), ("Owing Waker", ["own loop"])):
        position = load(text % waker, "board.yaml", PEGS)
        assert isinstance(position, Position)
        found = watched(position, ["activate Bead", "all pass", *lap, *lap], 0, {}, PEGS)
        assert isinstance(found, Watched), found
        assert [one.what for one in found.loops] == told and all(one.proved for one in found.loops)


def test_what_is_no_loop_is_not_told() -> None:
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Llanowar Elves]}\n"
    assert loops(text, ["tap Llanowar Elves", "all pass to end step"]) == []


def test_positions_that_the_other_engine_sees_are_compared() -> None:
    assert isinstance(seen(GUARD, LAP, seen={3: GUARD_AFTER}), Watched)
    found = seen(GUARD, LAP, seen={3: GUARD})
    assert isinstance(found, Refusal) and (found.code, found.exit_code) == ("states-differ", 1)
    assert "Elf Warrior here, nothing there" in found.message
    assert isinstance(seen(GUARD, LAP, seen={4: GUARD}), Refusal)


@pytest.mark.parametrize("after", [4, 5_000, -1])
def test_more_that_is_known_than_was_played_is_refused_with_its_place(after: int) -> None:
    found = seen(GUARD, LAP, after)
    assert isinstance(found, Refusal), found
    assert (found.code, found.where.span, found.expected) == ("shape", "$.after", "0 to 3")
    assert isinstance(seen(GUARD, LAP, 3), Watched) and isinstance(seen(GUARD, [], 0), Watched)


def test_something_seen_behind_a_line_that_was_not_played_is_refused_with_its_place() -> None:
    found = seen(GUARD, LAP, seen={4: GUARD})
    assert isinstance(found, Refusal), found
    assert (found.code, found.where.span, found.expected) == ("shape", "$.seen", "1 to 3")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dance", "not-a-sentence"),
        ("repeat 3:\n  all pass\n", "one-line"),
        ("", "one-line"),
        ("activate Presence of Gond", "no-such-ability"),
    ],
)
def test_a_line_that_can_not_be_played_is_refused_with_its_number(line: str, code: str) -> None:
    found = seen(GUARD, [LAP[0], line])
    assert isinstance(found, Refusal) and found.exit_code == 2
    assert (found.code, found.where.file, found.where.line) == (code, "lines", 2)


def test_over_http(served: Served) -> None:
    with Client(f"http://127.0.0.1:{served.port}") as client:
        found: Any = client.watch(GUARD, LAP)
        assert found["format"] == "watched/1" and found["loops"][0]["proved"] is True
        assert found["loops"][0]["answer"]["format"] == "answer/1"
        later: Any = client.watch(GUARD, LAP, after=3)
        assert later["loops"] == []
        refused = client.watch(GUARD, ["dance"])
        assert isinstance(refused, Refusal) and refused.where.line == 1
        differs = served.post("watch", {"position": GUARD, "lines": LAP, "seen": [{"behind": 3, "position": GUARD}]})
        assert (differs.status, differs.json["code"]) == (409, "states-differ")
        assert served.post("watch", {"position": GUARD, "lines": "all pass"}).status == 422
