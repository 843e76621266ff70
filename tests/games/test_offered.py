"""The choices that a player is offered: each card and ability has a line, and what isn't listed is told."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.games.game import Game, begin, play_line
from reiterate.games.offered import LINES, Listed, listed
from reiterate.refusals import Refusal
from reiterate.rules.decisions.verify import verify
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State

BOOK: Final = CardBook.builtin()
CREATURES: Final = ("Grizzly Bears", "Llanowar Elves", "Midnight Guard", "Birds of Paradise")
HAND: Final = (
    "Lightning Bolt",
    "Giant Growth",
    "Fling",
    "Freed from the Real",
    "Aphetto Alchemist",
    "Walking Ballista",
    "Birds of Paradise",
    "Forest",
)


def laid(mine: str, theirs: str, *lines: str) -> State:
    """A board behind these lines; with lines it is the beginning of combat."""
    step = "step: combat\n" if lines else ""
    game = begin(f"format: position/1\n{step}players:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\n", "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in lines:
        assert play_line(game, line) is None, line
    return game.state


@pytest.fixture(scope="module")
def rich() -> State:
    """A hand of eight cards, nine mana of each kind, and eight creatures on the battlefield."""
    mana = ", ".join(f"{kind}: 9" for kind in "WUBRGC")
    there = ", ".join(CREATURES)
    return laid(
        f"hand: [{', '.join(HAND)}], mana: {{{mana}}}, battlefield: [{there}, Mountain]", f"battlefield: [{there}]"
    )


def readable(state: State, found: Listed) -> bool:
    """Whether each line is legal and is read as a choice."""
    return all(
        verify(state, choice) is None and not isinstance(read_sentence(state, line), Refusal)
        for line, choice in found.choices.items()
    )


def test_each_card_and_ability_has_a_line(rich: State) -> None:
    found = listed(rich)
    for card in HAND[:-1]:
        assert any(line.startswith(f"cast {card}") for line in found.choices), card
    assert "play Forest" in found.choices
    for permanent in ("Llanowar Elves", "Birds of Paradise", "Mountain"):
        assert any(line.startswith(f"activate {permanent}") for line in found.choices), permanent
    assert found.more and len(found.choices) <= LINES + 1 and readable(rich, found)


def test_other_targets_come_before_other_payments() -> None:
    state = laid("hand: [Fling], mana: {R: 3, C: 3}, battlefield: [Grizzly Bears]", "")
    found = listed(state)
    for target in ("p1", "p2", "Grizzly Bears"):
        assert any(f" targeting {target} " in line for line in found.choices), target
    assert readable(state, found)


def test_107_3_the_greatest_x_is_offered() -> None:
    state = laid("hand: [Walking Ballista], mana: {C: 40}", "")
    found = listed(state)
    xs = [choice.x for choice in found.choices.values() if choice.verb == "cast"]
    assert xs[:4] == [0, 1, 2, 3] and xs[-1] == 20 and xs == sorted(set(xs))


def test_107_3_the_greatest_x_costs_no_time_per_mana() -> None:
    """With all mana but one the X is 10^100 and more: no payment is counted up to."""
    mana = ", ".join(f"{kind}: 10^100" for kind in "WUBRGC")
    state = laid(f"hand: [Walking Ballista], mana: {{{mana}}}", "")
    found = listed(state)
    assert max(choice.x for choice in found.choices.values() if isinstance(choice.x, int)) == 3 * 10**100
    assert found.more and readable(state, found)


def test_508_1_every_attack_of_three_creatures_is_offered() -> None:
    """Each of three creatures attacks or doesn't: 8 declarations."""
    state = laid("battlefield: [Grizzly Bears, Midnight Guard, Llanowar Elves]", "", "pass", "pass")
    found = listed(state)
    assert len(found.choices) == 8 and not found.more and readable(state, found)
    assert "attack with Grizzly Bears and Llanowar Elves" in found.choices


def test_508_1_a_group_may_attack_in_part_and_that_can_be_typed() -> None:
    state = laid("battlefield: [{card: Grizzly Bears, count: 9}]", "", "pass", "pass")
    assert listed(state).more


def test_509_1_every_block_of_two_by_two_is_offered() -> None:
    """Each of two creatures blocks one of two attackers or none: 9 declarations."""
    attack = ("pass", "pass", "attack with Grizzly Bears and Midnight Guard", "pass", "pass")
    state = laid(
        "battlefield: [Grizzly Bears, Midnight Guard]", "battlefield: [Birds of Paradise, Llanowar Elves]", *attack
    )
    found = listed(state)
    assert len(found.choices) == 9 and not found.more and readable(state, found)


def test_nothing_is_missing_where_all_is_listed() -> None:
    state = laid("battlefield: [Mountain, Forest]", "hand: [Lightning Bolt]")
    found = listed(state)
    assert not found.more and list(found.choices) == ["activate Mountain", "activate Forest", "pass"]


def test_a_name_is_of_its_own_position_alone() -> None:
    """What was found in one position is kept: it must not be told of another one."""
    one = laid("battlefield: [Forest]", "battlefield: [Mountain]")
    two = laid("battlefield: [Forest]", "battlefield: [Forest]")
    for _ in range(2):
        assert list(listed(one).choices) == ["activate Forest", "pass"]
        assert list(listed(two).choices) == ["activate Forest of p1", "pass"]
