"""What "the exiled card" and "that creature" mean behind other effects of the same ability (400.7j, 607.2a, 608.2h)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import EXILE, State
from reiterate.terms import language as n
from reiterate.terms.proto import Proto
from tests.support.acting import count, settled, until
from tests.support.boards import BEAR, creature, play


def compiled(text: str, kind: str = "Creature — Elf") -> tuple[bool, Proto]:
    size = {"power": "1", "toughness": "1"} if "Creature" in kind else {}
    card = compile_card({"name": "Zz", "type_line": kind, "mana_cost": "{1}", "oracle_text": text, **size})
    return card.complete, card.proto


def read(text: str, kind: str = "Creature — Elf") -> Proto:
    complete, proto = compiled(text, kind)
    assert complete, proto.abilities
    return proto


def used(proto: Proto, other: Proto = BEAR) -> State:
    """The first ability of a permanent, on the other one, has resolved."""
    layout = Layout(2)
    mine, theirs = layout.put(proto, 0), layout.put(other, 1)
    return settled(play(layout.done(), Choice("activate", 0, mine, targets=(theirs,))))


RETURNED = "Return the exiled card to the battlefield under its owner's control at the beginning of the next end step."


@pytest.mark.parametrize("cost", ["{T}", "{0}, Sacrifice this creature", "{0}, Pay 1 life"])
def test_607_2a_the_exiled_card_is_what_the_same_ability_exiled(cost: str) -> None:
    state = used(read(f"{cost}: Exile target creature. {RETURNED}"))
    assert (count(state, "Bear"), count(state, "Bear", EXILE)) == (0, 1)
    state = settled(until(state, "end", 0))
    assert (count(state, "Bear"), count(state, "Bear", EXILE)) == (1, 0)


def test_607_2a_of_a_linked_ability_it_stays_what_the_other_one_exiled() -> None:
    proto = read(
        "When this creature enters, exile target land.\n"
        "When this creature leaves the battlefield, return the exiled card to the battlefield under its owner's control."
    )
    left = proto.abilities[1]
    assert isinstance(left, n.Triggered) and left.effects == (n.ReturnToBattlefield(n.Linked(), "owner"),)


def test_603_12_when_you_do_the_exiled_card_is_what_was_exiled() -> None:
    proto = read(
        "{T}: Exile target creature card from a graveyard. When you do, put X +1/+1 counters on target Elf, "
        "where X is the exiled card's toughness."
    )
    assert "Linked" not in repr(proto) and "StatOf(stat='toughness', object=Result())" in repr(proto)


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Exile target creature card from a graveyard. Create a 1/1 white Spirit creature token. "
        "Put a +1/+1 counter on it if the exiled card's mana value is 4 or greater.",
        "{T}: Exile target creature. Create a 1/1 white Spirit creature token. Return the exiled card to its owner's hand.",
    ],
)
def test_607_2a_behind_something_else_that_was_made_it_is_not_read(text: str) -> None:
    assert not compiled(text)[0]


# --- a copy of what was exiled (608.2h, 707.2) ---------------------------------------------------------------------


def test_608_2h_a_copy_of_that_creature_is_of_what_it_was() -> None:
    """A card that was a copy of something else is exiled: that creature was the copy, the card in exile is itself again."""
    thief = read("{T}: Exile target creature. This creature becomes a copy of that creature until end of turn.")
    layout = Layout(2)
    mine = layout.put(thief, 0)
    shape = layout.put(creature("Shape", 1, 1, n.Activated((n.ManaCost(("0",)),), (_copying(),), (_ANY,))), 1)
    bear = layout.put(BEAR, 1)
    state = play(layout.done(), Choice("pass", 0))
    state = settled(play(state, Choice("activate", 1, shape, targets=(bear,))))
    assert count(state, "Bear") == 2
    state = settled(play(state, Choice("activate", 0, mine, targets=(shape,))))
    assert (count(state, "Bear"), count(state, "Zz"), count(state, "Shape", EXILE)) == (2, 0, 1)


_ANY = n.TargetSpec(n.Filter(types=("creature",)))


def _copying() -> n.BecomeCopy:
    return n.BecomeCopy(n.This(), n.TargetRef(0), "game")


def test_707_2_a_copy_of_that_card_is_of_the_card() -> None:
    text = "{T}: Exile target creature card from a graveyard. Create a token that's a copy of that card."
    ability = read(text).abilities[0]
    assert isinstance(ability, n.Activated)
    made = ability.effects[1]
    assert isinstance(made, n.CopyToken) and made.of == n.Result()


# --- "instead", "if you do" and hosts --------------------------------------------------------------------------------

SWAMP = "If you control a Swamp, "


def spell(text: str) -> n.SpellAbility:
    """The one ability of a sorcery with this text."""
    ability = read(text, "Sorcery").abilities[0]
    assert isinstance(ability, n.SpellAbility)
    return ability


def test_608_2c_that_card_instead_is_the_card_that_was_not_moved() -> None:
    """What would have been moved first is named by its target; nothing was moved that "that card" could mean."""
    text = f"Return target creature card from your graveyard to your hand. {SWAMP}return that card to the battlefield instead."
    branch = spell(text).effects[0]
    assert isinstance(branch, n.Branch)
    assert branch.then == (n.ReturnToBattlefield(n.TargetRef(0), "you"),)


def test_608_2c_it_deals_instead_is_what_deals_the_damage() -> None:
    branch = spell(f"Zz deals 2 damage to target creature. {SWAMP}it deals 5 damage to that creature instead.").effects[
        0
    ]
    assert isinstance(branch, n.Branch)
    assert branch.then == (n.DealDamage(n.This(), n.TargetRef(0), n.Fixed(5)),)


def test_603_7_if_you_do_behind_a_delayed_ability_is_asked_then() -> None:
    later = spell(
        "Exile target creature. At the beginning of the next end step, you may pay {3}. "
        "If you don't, return that card to the battlefield under its owner's control."
    ).effects[1]
    assert isinstance(later, n.Delayed) and len(later.effects) == 1
    paid = later.effects[0]
    assert isinstance(paid, n.MayPay) and paid.otherwise == (n.ReturnToBattlefield(n.Result(), "owner"),)


@pytest.mark.parametrize("what", ["It deals damage to you equal to its power.", "You gain life equal to its power."])
def test_608_2c_it_behind_the_host_is_not_the_source(what: str) -> None:
    assert not compiled(
        f"Enchant creature\nWhen this Aura enters, tap enchanted creature. {what}", "Enchantment — Aura"
    )[0]


# --- what was exiled, as it was (608.2h) -----------------------------------------------------------------------------


@pytest.mark.parametrize(("counters", "life"), [(0, 20), (1, 21), (10**30, 20 + 10**30)])
def test_608_2h_counters_on_what_was_exiled_are_those_that_it_had(counters: int, life: int) -> None:
    proto = read("{T}: Exile target creature. You gain life equal to the number of counters on it.")
    layout = Layout(2)
    mine = layout.put(proto, 0)
    theirs = layout.put(BEAR, 1, counters={"+1/+1": counters} if counters else {})
    state = settled(play(layout.done(), Choice("activate", 0, mine, targets=(theirs,))))
    assert state.rows[1].num["life"] == life


def test_608_2h_its_controller_is_who_controlled_it_and_not_the_owner_of_the_card() -> None:
    proto = read("{T}: Exile target creature. That creature's controller gains 2 life.")
    thief = creature("Thief", 1, 1, n.Activated((n.TapCost(),), (n.GainControl(n.TargetRef(0), "game"),), (_ANY,)))
    layout = Layout(2)
    mine, other = layout.put(proto, 0), layout.put(thief, 0)
    theirs = layout.put(BEAR, 1)
    state = settled(play(layout.done(), Choice("activate", 0, other, targets=(theirs,))))
    state = settled(play(state, Choice("activate", 0, mine, targets=(theirs,))))
    assert [state.rows[seat].num["life"] for seat in (1, 2)] == [22, 20]


def test_608_2h_a_copy_of_that_creature_that_died_and_was_exiled_is_of_what_it_was() -> None:
    keeper = read("Whenever another creature dies, exile it. If you do, create a token that's a copy of that creature.")
    layout = Layout(2)
    layout.put(keeper, 0)
    killer = layout.put(creature("Killer", 1, 1, n.Activated((n.TapCost(),), (n.Destroy(n.TargetRef(0)),), (_ANY,))), 0)
    shape = layout.put(creature("Shape", 1, 1, n.Activated((n.ManaCost(("0",)),), (_copying(),), (_ANY,))), 0)
    bear = layout.put(BEAR, 1)
    state = settled(play(layout.done(), Choice("activate", 0, shape, targets=(bear,))))
    state = settled(play(state, Choice("activate", 0, killer, targets=(shape,))))
    assert (count(state, "Bear"), count(state, "Shape"), count(state, "Shape", EXILE)) == (2, 0, 1)
