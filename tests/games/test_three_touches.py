"""A choice on a board with 32 permanents takes at most three touches, whatever it costs besides and whichever mana pays (601.2b, 601.2h, 118.8)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import pytest

from reiterate.ask.building_board import object_ids
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.asking import Asks
from reiterate.games.game import Game, begin
from reiterate.games.gestures import follow
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same_for_rules
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from tests.support.dice import dice

BESIDES = {
    "nothing": "",
    "a sacrifice": "As an additional cost to cast this spell, sacrifice a creature.\n",
    "an artifact or a creature": "As an additional cost to cast this spell, sacrifice an artifact or creature.\n",
    "a discard": "As an additional cost to cast this spell, discard a card.\n",
    "a tap": "As an additional cost to cast this spell, tap an untapped creature you control.\n",
    "a card of a graveyard": "As an additional cost to cast this spell, exile a card from your graveyard.\n",
    "a return": "As an additional cost to cast this spell, return a land you control to its owner's hand.\n",
    "life": "As an additional cost to cast this spell, pay 2 life.\n",
    "kicker": "Kicker {1}\n",
    "kicker by a sacrifice": "Kicker—Sacrifice a creature.\n",
    "buyback": "Buyback {1}\n",
}
DOES = {
    "nothing": "You gain 1 life.",
    "any target": "~ deals 1 damage to any target.",
    "a player": "Target player loses 1 life.",
    "a creature": "Target creature gets +1/+1 until end of turn.",
    "up to one": "Destroy up to one target creature.",
}
COSTS = ("{1}{R}", "{2}", "{1}{G/U}", "{R}{G}")


def named(besides: str, does: str, cost: str) -> str:
    return f"Spell with {besides} for {does} at {COSTS.index(cost) + 1}"


def book() -> CardBook:
    rows = [
        {"name": named(besides, does, cost), "type_line": "Instant", "mana_cost": cost}
        | {"oracle_text": BESIDES[besides] + DOES[does].replace("~", named(besides, does, cost))}
        for besides in BESIDES
        for does in DOES
        for cost in COSTS
    ]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


BOOK = book()
MINE = (
    "{card: Mountain, count: 3}, {card: Forest, count: 3}, {card: Island, count: 2}, Birds of Paradise, {card: Llanowar Elves, count: 2}",
    "Sol Ring, Grizzly Bears, {card: Soul Warden, count: 2}, Midnight Guard, {card: Walking Ballista, counters: {+1/+1: 2}}, Zealous Conscripts",
)
THEIRS = "Grizzly Bears, Llanowar Elves, {card: Soul Warden, count: 2}, Midnight Guard, {card: Forest, count: 5}, Birds of Paradise, {card: Mountain, count: 3}"


def board(spell: str) -> State:
    """32 permanents, and a spell in hand."""
    mine = f"hand: [{spell}, Forest, Grizzly Bears], graveyard: [Forest, Grizzly Bears, Island], battlefield: [{', '.join(MINE)}]"
    game = begin(
        f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{battlefield: [{THEIRS}]}}\n", "board.yaml", BOOK
    )
    assert isinstance(game, Game), game
    return game.state


def end(state: State, lines: Sequence[str]) -> State:
    for line in lines:
        choice = read_sentence(state, line)
        assert isinstance(choice, Choice), line
        state = step(state, choice)[0]
    return state


def cast(lines: Sequence[str]) -> str:
    """What is cast, with all that is chosen for it but what pays."""
    return lines[-1].partition(" paying ")[0]


def presses(asks: Asks, calls: Mapping[int, str]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """What one touch may be: more touches, or lines that are played."""
    yield from ((touch.split("\n"), ()) for row in asks.rows if row in calls for touch in [f"object {calls[row]}"])
    yield from ((way.touch.split("\n") if way.touch else [], way.lines) for way in asks.ways)


def asked(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks:
    found = follow(state, calls, touches)
    assert isinstance(found, Asks), (touches, found)
    return found


@pytest.mark.parametrize("does", DOES)
@pytest.mark.parametrize("besides", BESIDES)
def test_601_2_a_choice_takes_at_most_three_touches(besides: str, does: str) -> None:
    """Touches are drawn until nothing more is asked, others in each run. What they come to could have been chosen with the third one at the latest.

    Ways to pay that are not told there, because there are too many, are those of a hand: then the same is cast, paid in another way.
    """
    drawn = dice("three touches", besides, does)
    state = board(named(besides, does, drawn.choice(COSTS)))
    assert sum(int(str(row.n)) for row in state.rows.values() if row.cls.zone == "battlefield") == 32
    calls = object_ids(state)
    first = asked(state, calls, [])
    begins = [way.touch.split("\n") for way in first.ways if "Spell with" in way.words]
    assert begins
    touches, many = drawn.choice(begins), 1
    lines: tuple[str, ...] = ()
    offered: list[tuple[str, ...]] = []
    while not lines:
        asks = asked(state, calls, touches)
        lines = asks.lines
        possible = [] if lines else [*presses(asks, calls)]
        if many <= 2:
            offered += [each for _, each in possible if each]
        plain = [each for each in possible if not each[1]] or possible  # by single touches, where there are some
        if not lines:
            more, lines = drawn.choice(plain)
            touches, many = [*touches, *more], many + 1
    after = end(state, lines)
    alike = [each for each in offered if cast(each) == cast(lines)]
    assert many <= 3 or alike or any(same_for_rules(after, end(state, each)) for each in offered), (touches, lines)
