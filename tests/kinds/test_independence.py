"""Whether actions of several players depend on one another (421.5 of 2005), worked out by hand from the boards."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.kinds.independence import independence_of
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import find_loop
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from tests.kinds.kinds_table import ELF, TEXTS, cards_of
from tests.support.kinds_board import board

OWN: Final = {
    "Elf Drip": ("Artifact", f"{{0}}: You gain 1 life. Create a {ELF}."),
    "Echo Drip": ("Artifact", "{0}: You gain life equal to your life total."),
    "Envious Drip": ("Artifact", "{0}: You gain life equal to the number of creatures on the battlefield."),
    "Thrifty Drip": ("Artifact", "Remove a charge counter from Thrifty Drip: You gain 1 life."),
    "Feeder": ("Artifact", "{0}: Put a charge counter on target artifact."),
}


@cache
def book() -> CardBook:
    """The cards of the tables of kinds, and the tests' own."""
    return cards_of({**TEXTS, **OWN})


def independent(p1: str, p2: str, lines: str, p3: str = "") -> tuple[bool | None, str]:
    """Whether the actions of a board's loop depend on one another, and why."""
    body = "".join(f"\n  {line}" for line in lines.splitlines())
    found = load(board(f"hand: 0, {p1}", f"hand: 0, {p2}", f"repeat 2:{body}", p3 and f"hand: 0, {p3}"), "b", book())
    assert isinstance(found, Position), found
    block = found.script[0]
    assert isinstance(block, Repeat)
    loop = find_loop(found.state, BodyReader(block.body))
    kind = kind_of(loop)
    assert isinstance(kind, Kind), kind
    assert len(kind.keepers) > 1
    return independence_of(loop, kind)


BOTH: Final = "activate {0}\nall pass\npass\np2: activate {1}\nall pass"


@pytest.mark.parametrize(
    ("p1", "p2"),
    [("Drip", "Drip"), ("Drip", "Sprout"), ("Sprout", "Sprout"), ("Elf Drip", "Drip")],
)
def test_section_421_5_actions_that_commute_and_need_nobody_are_independent(p1: str, p2: str) -> None:
    """Life and tokens of one's own: whoever begins, and however often each acts."""
    assert independent(f"[{p1}]", f"[{p2}]", BOTH.format(p1, p2))[0] is True


def test_section_421_5_three_players() -> None:
    lines = BOTH.format("Drip", "Drip") + "\npass\npass\np3: activate Drip\nall pass"
    assert independent("[Drip]", "[Drip]", lines, "[Drip]")[0] is True


def test_section_421_5_what_gives_and_what_takes_away_depend_on_their_order() -> None:
    """Wings, then Net: no flying. Net, then Wings: flying."""
    lines = BOTH.format("Wings targeting Grizzly Bears", "Net targeting Grizzly Bears")
    found = independent("[Wings, Grizzly Bears]", "[Net]", lines)
    assert found == (False, "another order of the actions leads to another position")


def test_section_421_5_what_lives_on_the_others_action_depends_on_it() -> None:
    """Without p1 there is no counter to remove."""
    lines = BOTH.format("Feeder targeting Thrifty Drip", "Thrifty Drip")
    found, why = independent("[Feeder]", "[Thrifty Drip]", lines)
    assert found is False
    assert why


def test_section_421_5_what_the_other_player_makes_good_depends_on_it() -> None:
    """Without p2 the game would be over after 20 Jabs."""
    found, why = independent("[Jab]", "[Drip]", BOTH.format("Jab targeting p2", "Drip"))
    assert (found, why) == (False, "without the others p1 would end the game in iteration 20")


def test_section_421_5_with_counters_to_spend_first_the_others_action_is_needed_later() -> None:
    """Three counters last for three activations alone; together they last for ever."""
    lines = BOTH.format("Feeder targeting Thrifty Drip", "Thrifty Drip")
    found, why = independent("[Feeder]", "[{card: Thrifty Drip, counters: {charge: 3}}]", lines)
    assert (found, why.startswith("p2 can act 3 times alone")) == (False, True)


def test_section_421_5_what_counts_the_others_tokens_depends_on_them() -> None:
    """An Elf more before the count is a life more."""
    assert independent("[Sprout]", "[Envious Drip]", BOTH.format("Sprout", "Envious Drip"))[0] is False


def test_section_421_5_growth_by_another_number_each_time_is_not_shown() -> None:
    """p1's life doubles: that adds no fixed sum, though p2 has nothing to do with it."""
    found, why = independent("[Echo Drip]", "[Drip]", BOTH.format("Echo Drip", "Drip"))
    assert found is None and "another number" in why


def test_section_421_5_an_answer_to_what_still_waits_is_not_shown() -> None:
    lines = "activate Drip\npass\np2: activate Drip\nall pass\nall pass"
    found, why = independent("[Drip]", "[Drip]", lines)
    assert found is None and "waits" in why
