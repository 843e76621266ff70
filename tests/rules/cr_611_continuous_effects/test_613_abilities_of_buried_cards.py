"""Permanents that have the activated abilities of cards in graveyards: 201.5b, 602.1, 607.5, 613.1f."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import HasActivated
from tests.support.acting import count, handle, only, settled
from tests.support.boards import FOREST, creature, life, play
from tests.support.shown import shows
from tests.support.texts import code, said
from tests.support.written import card

OOZE = "As long as Ooze is on the battlefield, it has all activated abilities of all creature cards in all graveyards."


def of(text: str, name: str, kind: str = "Creature — Beast") -> Proto:
    """A creature of this text, each clause of it understood."""
    more: dict[str, Any] = {"power": "2", "toughness": "2"} if "Creature" in kind else {}
    return card(text, kind, "{2}", name=name, **more)


def table(*buried: tuple[Proto, int], ooze: str = OOZE, more: tuple[Proto, ...] = ()) -> State:
    """An Ooze of the first player, with these cards in graveyards of these players."""
    layout = Layout(2)
    layout.put(of(ooze, "Ooze"), 0)
    for proto in more:
        layout.put(proto, 0)
    for proto, seat in buried:
        layout.put(proto, seat, "graveyard")
    return layout.done()


def has(state: State, name: str = "Ooze") -> int:
    """How many activated abilities a permanent has."""
    return len(abilities_at(state, handle(state, name)))


HEALER = of("Flying\n{0}: You gain 2 life.\nWhenever a creature dies, draw a card.", "Healer")


@shows(HasActivated)
@pytest.mark.parametrize("seat", [0, 1])
def test_602_1_activated_abilities_alone_of_all_graveyards(seat: int) -> None:
    state = table((HEALER, seat))
    assert has(state) == 1
    assert life(settled(play(state, said(state, "activate Ooze"))), 0) == 22


def test_201_5b_a_name_means_what_has_the_ability() -> None:
    state = table((of("{0}: Put a +1/+1 counter on Drake.", "Drake"), 1))
    assert only(settled(play(state, said(state, "activate Ooze"))), "Ooze").get("counter.+1/+1") == 1


def test_602_2b_a_cost_of_the_card_is_one_of_the_permanent() -> None:
    state = table((of("Sacrifice Fool: You gain 3 life.", "Fool"), 0))
    done = settled(play(state, said(state, "activate Ooze")))
    assert (count(done, "Ooze"), count(done, "Fool", "graveyard"), life(done, 0)) == (0, 1, 23)


def test_611_3a_none_of_cards_of_another_type_or_in_another_zone() -> None:
    assert has(table((of("{0}: You gain 2 life.", "Relic", "Artifact"), 0), more=(HEALER,))) == 0
    assert has(table((of("{2}: Return this card from your graveyard to your hand.", "Worm"), 0))) == 0  # 113.6m


def test_611_3a_it_comes_and_goes_with_the_card() -> None:
    altar = of("Sacrifice Altar: Exile target card from a graveyard.", "Altar", "Artifact")
    state = table((HEALER, 1), more=(altar, of("{0}: Sacrifice Ghoul. You gain 1 life.", "Ghoul")))
    assert has(state) == 1
    buried = settled(play(state, said(state, "activate Ghoul")))
    assert has(buried) == 2
    gone = settled(play(buried, said(buried, "activate Altar targeting Healer")))
    assert has(gone) == 1


def test_613_1f_your_graveyard_alone() -> None:
    text = "Ooze has all activated abilities of all artifact cards in your graveyard."
    relic = of("{0}: You gain 2 life.", "Relic", "Artifact")
    assert (has(table((relic, 0), ooze=text)), has(table((relic, 1), ooze=text))) == (1, 0)


def test_613_8a_what_loses_all_abilities_has_none_whichever_came_first() -> None:
    moon = of("Creatures lose all abilities.", "Moon", "Enchantment")
    for order in ((OOZE, moon), (moon, OOZE)):
        layout = Layout(2)
        for each in order:
            layout.put(each if isinstance(each, Proto) else of(each, "Ooze"), 0)
        layout.put(HEALER, 0, "graveyard")
        assert has(layout.done()) == 0


def test_613_1f_what_equipment_gives_is_there_too() -> None:
    state = table((HEALER, 0), more=(of('Creatures you control have "{0}: You gain 5 life."', "Aid", "Enchantment"),))
    assert has(state) == 2


def test_607_1_the_card_that_the_ability_itself_exiled() -> None:
    eater = of(
        "Exile the top card of your library: Put X +1/+1 counters on Eater, where X is the exiled card's mana value.",
        "Eater",
    )
    layout = Layout(2)
    layout.put(of(OOZE, "Ooze"), 0)
    layout.put(eater, 0, "graveyard")
    layout.library(0, [(creature("Two", cost=("2",)), 1), (creature("Five", cost=("5",)), 1), (FOREST, 3)])
    state = layout.done()
    once = settled(play(state, said(state, "activate Ooze")))
    assert only(once, "Ooze").get("counter.+1/+1") == 2
    assert only(settled(play(once, said(once, "activate Ooze"))), "Ooze").get("counter.+1/+1") == 7


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "When Vault enters, exile a creature card from your hand.\n{0}: Return the exiled card to its owner's hand.",
            "rule-607.5",
        ),
        ("{0}: You gain 1 life. Activate only once each turn.", "rule-613.1f"),
    ],
)
def test_607_5_what_is_linked_or_counted_is_refused_by_name(text: str, why: str) -> None:
    state = table((of(text, "Vault"), 0))
    with pytest.raises(Unsupported) as caught:
        abilities_at(state, handle(state, "Ooze"))
    assert caught.value.refusal.code == why


def test_113_3_two_like_cards_give_what_one_gives() -> None:
    layout = Layout(2)
    layout.put(of(OOZE, "Ooze"), 0)
    layout.put(HEALER, 0, "graveyard", n=3)
    layout.put(HEALER, 1, "graveyard")
    assert has(layout.done()) == 1


def test_302_6_a_tap_ability_waits_for_a_turn() -> None:
    layout = Layout(2)
    layout.put(of(OOZE, "Ooze"), 0, sick=True)
    layout.put(of("{T}: Add {G}.", "Elf"), 0, "graveyard")
    assert code(layout.done(), "activate Ooze") == "summoning-sick"


ELVES = (
    "As this enchantment enters, choose a creature type.\nCreatures you control are the chosen type in addition to "
    "their other types. The same is true for creature spells you control and creature cards you own that aren't on "
    "the battlefield."
)


@pytest.mark.parametrize(("chosen", "seat", "many"), [("Elf", 0, 1), ("Goblin", 0, 0), ("Elf", 1, 0)])
def test_205_1b_a_buried_card_is_of_the_types_that_cards_have_in_all_zones(chosen: str, seat: int, many: int) -> None:
    layout = Layout(2)
    layout.put(of("Ooze has all activated abilities of all Elf cards in your graveyard.", "Ooze"), 0)
    layout.choose(layout.put(of(ELVES, "Woods", "Enchantment"), seat), "type", chosen)
    layout.put(HEALER, 0, "graveyard")
    layout.put(HEALER, 1, "graveyard")
    assert has(layout.done()) == many
