"""Boards and moves for spells that are copied, that objects pay for, and that copy permanents. What each comes to was worked out by hand."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.copies_of_x import copied_first
from reiterate.survey.helped_payments import helped
from reiterate.survey.moves import tried_ways
from reiterate.survey.untaps_of_x import most_untapped
from tests.survey.named_combos import found, invented, needed, refused, single

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}
INSTANT: Final = {"type_line": "Instant", "mana_cost": "{X}{U}"}
LORD: Final = {
    **ELF,
    "type_line": "Legendary Creature — Elf",
    "name": "Lord",
    "oracle_text": "Whenever Lord or another creature you control leaves the battlefield, each opponent loses 1 life.",
}
FORM: Final = {
    "type_line": "Instant",
    "mana_cost": "{4}{U}{U}",
    "name": "Form",
    "oracle_text": "Each nonland permanent you control becomes a copy of target non-Aura permanent.",
}


def board(me: str, *cards: dict[str, Any]) -> State:
    """A board of p1 with invented cards."""
    made = load(f"format: position/1\nplayers: {{p1: {{{me}}}}}\n", "x.yaml", invented(*cards))
    assert isinstance(made, Position), made
    return made.state


def _name(state: State, row: int) -> str:
    proto = state.rows[row].cls.proto
    return "" if proto is None else proto.name


def test_704_5j_five_copies_of_a_legend_drain_twenty() -> None:
    """Four of five leave at once, and each of the five sees each of them: 4 times 5 is 20."""
    made = single("Lord", "Form", book=invented(LORD, FORM))
    assert made.what == "win" and [(helper.name, many) for helper, many in made.layout.helpers] == [
        ("Grizzly Bears", 4)
    ]


def test_704_5j_copies_that_are_not_legendary_stay() -> None:
    plain = {**LORD, "type_line": "Creature — Elf"}
    assert refused("Lord", "Form", book=invented(plain, FORM)).code == "combo-not-found"


def test_107_3_as_many_targets_are_untapped_as_are_tapped_and_can_be_paid_for() -> None:
    flood = {**INSTANT, "name": "Flood", "oracle_text": "Untap X target permanents."}
    me = "hand: [Flood], mana: {U: 4}, battlefield: [{card: Island, count: 5, tapped: yes}, {card: Forest, count: 2}]"
    state = board(me, flood)
    (cast,) = [option for option in options(state) if option.verb == "cast"]
    (most,) = most_untapped(state, cast, 0) or []
    assert {(way.x, len(way.targets)) for way in tried_ways(state, most, 0)} == {(3, 3)}  # {U} and three more
    assert all(state.rows[row].cls.tapped for way in tried_ways(state, most, 0) for row in way.targets)
    state = board(me.replace(", tapped: yes", ""), flood)
    (cast,) = [option for option in options(state) if option.verb == "cast"]
    assert most_untapped(state, cast, 0) == []


def test_702_51a_creatures_of_the_color_pay_first_and_those_that_make_mana_last() -> None:
    swarm = {
        "type_line": "Instant",
        "mana_cost": "{1}{G}",
        "name": "Swarm",
        "oracle_text": "Convoke\nCreate a 1/1 green Saproling creature token.",
    }
    white = {**ELF, "name": "Ox", "mana_cost": "{W}", "colors": ["W"]}
    state = board("hand: [Swarm], battlefield: [Birds of Paradise, {card: Ox, count: 3}]", swarm, white)
    ways = [way for _, way in helped(state, 0, lambda rich, option: tried_ways(rich, option, 0))]
    named = {_name(state, row): n for way in ways for row, n in way.picks}
    assert named == {"Birds of Paradise": 1, "Ox": 1}  # nothing but the Birds is green
    state = board("hand: [Swarm], battlefield: [{card: Ox, count: 3}]", swarm, white)
    assert not list(helped(state, 0, lambda rich, option: tried_ways(rich, option, 0)))


def test_115_1_what_acts_as_it_enters_is_copied_beside_what_makes_mana() -> None:
    many = {
        **INSTANT,
        "name": "Many",
        "oracle_text": "For each of X target permanents, create X tokens that are copies of that permanent.",
    }
    usher = {**ELF, "name": "Usher", "oracle_text": "When Usher enters, you gain 1 life."}
    me = "hand: [Many], mana: {U: 6}, battlefield: [Usher, {card: Island, count: 3}, Grizzly Bears]"
    state = board(me, many, usher)
    (cast,) = [option for option in options(state) if option.verb == "cast" and not option.unknown]
    (first,) = copied_first(state, cast, 0) or []
    names = [sorted(_name(state, row) for row in way.targets) for way in tried_ways(state, first, 0)]
    assert ["Island", "Island", "Usher"] in names and not any("Grizzly Bears" in each for each in names)


@pytest.mark.slow("searches for a loop")
def test_702_27a_what_is_bought_back_has_so_many_creatures_for_mana_beside_it() -> None:
    """The spell costs five with its buyback, and five Birds make five mana each time."""
    spell = {
        "type_line": "Instant",
        "mana_cost": "{1}{G}",
        "name": "Again",
        "oracle_text": "Buyback {3}\nCreate a 1/1 green Saproling creature token.",
    }
    rouser = {
        "type_line": "Enchantment",
        "mana_cost": "{2}",
        "name": "Rouser",
        "oracle_text": "Whenever you cast a noncreature spell, untap all creatures you control.",
    }
    made = found("Again", "Rouser", book=invented(spell, rouser))
    assert made.unbounded and ("Birds of Paradise", 5) in needed(made)
