"""Cards that return from the graveyard and are attached to what entered: Equipment, and sets of 1/1 creatures (113.6m, 208.1, 301.5)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from tests.support.acting import count, only, settled
from tests.support.boards import creature, play
from tests.support.texts import card, said

SWORD = card(
    "Equipped creature gets +1/+2.\n"
    "Whenever a 1/1 creature you control enters, you may return Sword from your graveyard to the battlefield, "
    "then attach it to that creature.\nEquip {2}",
    "Artifact — Equipment",
    "Sword",
)
KILL = card("Destroy target creature.", "Instant", "Kill")
GROW = card("Creatures you control get +1/+1.", "Enchantment", "Grow")
SHRINK = card("Creatures you control get -1/-1.", "Enchantment", "Shrink")


def makes(size: str, many: str = "a") -> str:
    """A text that creates Elves."""
    return f"Create {many} {size} green Elf creature token{'' if many == 'a' else 's'}."


def entered(text: str, *others: object, zone: str = "graveyard") -> State:
    """After a spell created Elves, with the Sword in a zone: up to the first question, or to an empty stack."""
    layout = Layout(2)
    layout.put(SWORD, 0, zone)
    for other in others:
        layout.put(other, 0)  # type: ignore[arg-type] # printed facts
    layout.put(card(text, "Sorcery", "Make"), 0, "hand")
    layout.put(KILL, 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    state = play(state, said(state, "cast Make"))
    while len(state.stack) and state.rows[state.stack[0]].cls.proto is not None:
        state = play(state, Choice("pass", decider(state)))
    return state


def yes(state: State) -> State:
    """The ability resolves, and its effect happens."""
    state = settled(state)
    assert asked(state) == "may"
    return settled(play(state, Choice("may", 0, answer="yes")))


def test_113_6m_the_equipment_returns_and_is_attached_to_the_creature() -> None:
    state = yes(entered(makes("1/1")))
    elf = only(state, "Elf")
    (handle,) = [h for h, row in state.rows.items() if row is elf]
    host = only(state, "Sword").refs["host"]
    assert isinstance(host, Ref)
    assert host.row == handle
    assert (power(state, handle), toughness(state, handle)) == (2, 3)


@pytest.mark.parametrize("size", ["1/2", "2/1", "2/2", "0/1"])
def test_208_1_a_creature_of_another_size_is_no_1_1_creature(size: str) -> None:
    assert not entered(makes(size)).stack


@pytest.mark.parametrize(
    ("size", "other", "triggers"), [("1/1", GROW, False), ("0/0", GROW, True), ("2/2", SHRINK, True)]
)
def test_603_6b_its_size_is_what_continuous_effects_make_of_it_as_it_enters(
    size: str, other: object, triggers: bool
) -> None:
    assert bool(entered(makes(size), other).stack) is triggers


@pytest.mark.parametrize("zone", ["battlefield", "hand"])
def test_113_6m_not_from_another_zone(zone: str) -> None:
    assert not entered(makes("1/1"), zone=zone).stack


def test_301_5b_with_the_creature_gone_it_enters_and_is_attached_to_nothing() -> None:
    state = entered(makes("1/1"))
    state = yes(settled_top(play(state, said(state, "cast Kill targeting Elf"))))
    assert "host" not in only(state, "Sword").refs


def settled_top(state: State) -> State:
    """Both players pass once."""
    for _ in range(2):
        state = play(state, Choice("pass", decider(state)))
    return state


def test_603_2c_of_two_creatures_one_gets_it_and_the_second_ability_finds_nothing() -> None:
    state = yes(entered(makes("1/1", "two")))
    assert count(state, "Sword") == 1
    first = only(state, "Sword").refs["host"]
    while asked(state) == "may":
        assert verify(state, Choice("may", 0, answer="yes")) is not None  # 608.2d: it is in the graveyard no more
        state = settled(play(state, Choice("may", 0, answer="no")))
    assert only(state, "Sword").refs["host"] == first
    assert not state.stack


@pytest.mark.parametrize(("size", "legal"), [(1, True), (2, False)])
def test_115_1_a_target_that_is_a_1_1_creature(size: int, legal: bool) -> None:
    layout = Layout(2)
    land = layout.put(card("{T}: Target 1/1 creature gets +1/+2 until end of turn.", "Land", "Haven"), 0)
    elf = layout.put(creature("Elf", size, size), 0)
    state = layout.done()
    refused = verify(state, Choice("activate", 0, land, targets=(elf,)))
    assert (refused is None) is legal
    if legal:
        state = settled(play(state, Choice("activate", 0, land, targets=(elf,))))
        assert (power(state, elf), toughness(state, elf)) == (2, 3)


BREATH = (
    "Enchant creature{}\nEnchanted creature has haste.\n"
    "When a creature with mana value 2 or greater enters, you may return this card from your graveyard to the battlefield "
    "attached to that creature."
)


def cast_under(aura: str, cost: str = "{1}{R}", text: str = "", player: int = 0) -> State:
    """After a creature of a cost entered under a player's control, with a red Aura in the first player's graveyard."""
    layout = Layout(2, player)
    layout.put(card(aura, "Enchantment — Aura", "Breath"), 0, "graveyard")
    layout.put(card(text, "Creature — Ogre", "Ogre", cost), player, "hand")
    layout.put(KILL, 0, "hand")
    for seat in range(2):
        layout.set_player(seat, "mana.R", 4)
    state = layout.done()
    state = play(state, said(state, "cast Ogre"))
    while state.rows[state.stack[0]].cls.proto is not None if state.stack else False:
        state = play(state, Choice("pass", decider(state)))
    return state


def host_of(state: State, name: str) -> str:
    """The name of what something is attached to, "" for nothing."""
    ref = only(state, name).refs.get("host")
    proto = state.rows[ref.row].cls.proto if isinstance(ref, Ref) else None
    return proto.name if proto is not None else ""


def test_303_4_the_aura_enters_attached_to_the_creature() -> None:
    state = yes(cast_under(BREATH.format("")))
    assert host_of(state, "Breath") == "Ogre"


def test_202_3_a_creature_of_too_small_a_mana_value_does_not_set_it_off() -> None:
    assert not cast_under(BREATH.format(""), "{R}").stack


def test_303_4i_with_the_creature_gone_the_aura_stays_in_the_graveyard() -> None:
    state = cast_under(BREATH.format(""))
    state = yes(settled_top(play(state, said(state, "cast Kill targeting Ogre"))))
    assert (count(state, "Breath"), count(state, "Breath", "graveyard")) == (0, 1)


def test_303_4i_an_aura_that_cannot_enchant_the_creature_stays_in_the_graveyard() -> None:
    state = yes(cast_under(BREATH.format(""), text="Protection from red"))
    assert (count(state, "Breath"), count(state, "Breath", "graveyard")) == (0, 1)


def test_303_4_the_creature_may_be_another_players() -> None:
    assert host_of(yes(cast_under(BREATH.format(""), player=1)), "Breath") == "Ogre"
    state = yes(cast_under(BREATH.format(" you control"), player=1))
    assert (count(state, "Breath"), count(state, "Breath", "graveyard")) == (0, 1)


@pytest.mark.parametrize(("killed", "attached"), [(False, "Snuffler"), (True, "")])
def test_301_5e_equipment_enters_unattached_where_what_it_is_put_onto_is_gone(killed: bool, attached: str) -> None:
    layout = Layout(2)
    text = "When Snuffler enters, return target Equipment card from your graveyard to the battlefield attached to Snuffler."
    layout.put(card(text, "Creature — Construct", "Snuffler"), 0, "hand")
    layout.put(card("Equip {2}", "Artifact — Equipment", "Blade"), 0, "graveyard")
    layout.put(KILL, 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    state = settled_top(play(state, said(state, "cast Snuffler")))
    if killed:
        state = settled_top(play(state, said(state, "cast Kill targeting Snuffler")))
    assert host_of(settled(state), "Blade") == attached


def test_303_4h_what_is_neither_aura_nor_equipment_enters_unattached() -> None:
    layout = Layout(2)
    text = "Return target artifact card from your graveyard to the battlefield attached to target creature."
    layout.put(card(text, "Sorcery", "Rig"), 0, "hand")
    layout.put(card("{T}: Add {C}.", "Artifact", "Stone"), 0, "graveyard")
    layout.put(creature("Elf"), 0)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Rig targeting Stone and Elf")))
    assert host_of(state, "Stone") == ""
