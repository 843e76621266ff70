"""Plans: which actions of a board could make up a period, so that a search tries them alone at first."""

from __future__ import annotations

from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.finder import find_on_board
from reiterate.survey.period_plans import can_recur, plans
from reiterate.survey.proof import Found
from tests.survey.laid_out import cards

CREATURE: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
WAKER: Final = {
    "type_line": "Enchantment — Aura",
    "mana_cost": "{1}{U}",
    "oracle_text": "Enchant creature\n{1}: Untap enchanted creature.\n{1}: Enchanted creature gains flying until end of turn.",
}
TWO: Final = {**CREATURE, "oracle_text": "{T}: Add {G}{G}."}
ONE: Final = {**CREATURE, "oracle_text": "{T}: Add {G}."}
PINGER: Final = {**CREATURE, "oracle_text": "Remove a +1/+1 counter from A: It deals 1 damage to any target."}
BLESSING: Final = {
    "type_line": "Enchantment",
    "mana_cost": "{2}{W}",
    "oracle_text": "Whenever you gain life, put a +1/+1 counter on target creature you control.",
}


def laid(book: CardBook, battlefield: str, hand: str = "[]") -> State:
    text = f"format: position/1\nplayers: {{p1: {{battlefield: {battlefield}, hand: {hand}}}}}\n"
    made = load(text, "x.yaml", book)
    assert isinstance(made, Position), made
    return made.state


def recurring(state: State) -> set[str]:
    protos = [state.rows[handle].cls.proto for handle in can_recur(state, 0)]
    return {proto.name for proto in protos if proto is not None}


def test_732_2a_what_gives_nothing_that_is_asked_for_is_left_out_of_a_plan() -> None:
    """Flying pays for nothing: the plan is to tap the creature for two mana and to untap it for one."""
    book, _ = cards(WAKER, TWO)
    state = laid(book, "[B, {card: A, attached to: B}]")

    (aside,) = plans(state, 0)

    assert {
        (proto.name, type(effect).__name__) for proto, ability in aside for effect in getattr(ability, "effects", ())
    } == {("A", "GainKeywords")}
    found = find_on_board(state, 0)
    assert isinstance(found, Found) and found.endless and found.board == {"p1.mana.G": 1}


def test_732_2a_printed_mana_is_counted() -> None:
    """One mana for an untapping that costs one comes out even; for one that costs two it does not."""
    dear = {**WAKER, "oracle_text": "Enchant creature\n{2}: Untap enchanted creature."}
    even, _ = cards(WAKER, ONE)
    short, _ = cards(dear, ONE)

    assert recurring(laid(even, "[B, {card: A, attached to: B}]")) == {"A", "B"}
    assert recurring(laid(short, "[B, {card: A, attached to: B}]")) == set()


def test_702_15b_damage_gives_life_only_where_something_has_lifelink() -> None:
    """Two cards that feed each other through lifelink do nothing again and again on a board without it."""
    book, _ = cards(PINGER, BLESSING)
    bare = laid(book, "[A, B]")
    linked = laid(book, "[A, B, {card: Lifelink, attached to: A}]")

    assert recurring(bare) == set()
    assert recurring(linked) >= {"A", "B"}


def test_a_card_in_hand_that_nothing_brings_back_is_part_of_no_plan() -> None:
    """A creature that is cast once feeds nothing again and again."""
    book, _ = cards({**CREATURE, "oracle_text": "When A enters, untap target creature."}, TWO)

    assert recurring(laid(book, "[B]", "[A]")) == set()
