"""Which ability it is that triggers only once each turn, and for how long (603.2, 602.5c)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled
from tests.support.boards import BEAR, life, named, play
from tests.support.combats import run
from tests.support.texts import card, said

ONCE = "Whenever a creature you control enters, you gain 1 life. This ability triggers only once each turn."
LAST = "When Priest dies, you lose 1 life."
MAKER = "{0}: Create a 1/1 green Elf creature token."
GIFT = 'Target creature gains "When this creature dies, you gain 5 life." until end of turn.'
SHARED = 'Clerics you control have "Whenever another creature you control enters, you gain 1 life. This ability triggers only once each turn."'
BLINK = "Exile target enchantment, then return it to the battlefield under its owner's control."


def made(state: State) -> State:
    """A token enters."""
    state = settled(play(state, said(state, "activate Maker")))
    while asked(state) == "order":
        state = settled(run(state, "order #1 first"))
    return state


def test_603_2_an_ability_that_is_gained_besides_does_not_renew_another() -> None:
    layout = Layout(2)
    layout.put(card(f"{LAST}\n{ONCE}", "Creature — Human Cleric", "Priest"), 0)
    layout.put(card(MAKER, "Artifact", "Maker"), 0)
    layout.put(card(GIFT, "Instant", "Gift", "{0}"), 0, "hand")
    state = made(layout.done())
    assert life(state, 0) == 21
    assert life(made(state), 0) == 21
    state = settled(play(state, said(state, "cast Gift targeting Priest")))
    assert life(made(state), 0) == 21


def test_602_5c_an_ability_that_a_new_object_gives_is_a_new_one() -> None:
    """The enchantment that gives the ability leaves and returns as another object (400.7)."""
    layout = Layout(2)
    layout.put(card("", "Creature — Cleric", "Priest"), 0)
    layout.put(card(SHARED, name="Temple"), 0)
    layout.put(card(MAKER, "Artifact", "Maker"), 0)
    layout.put(card(BLINK, "Instant", "Blink", "{0}"), 0, "hand", n=2)
    state = made(made(layout.done()))
    assert life(state, 0) == 21
    state = made(made(settled(play(state, said(state, "cast Blink targeting Temple")))))
    assert life(state, 0) == 22
    state = made(made(settled(play(state, said(state, "cast Blink targeting Temple")))))
    assert life(state, 0) == 23


def test_602_5c_beside_another_limited_ability_it_is_refused() -> None:
    layout = Layout(2)
    layout.put(card(ONCE, "Creature — Cleric", "Priest"), 0)
    layout.put(card(SHARED, name="Temple"), 0)
    layout.put(card(MAKER, "Artifact", "Maker"), 0)
    layout.put(card(BLINK, "Instant", "Blink", "{0}"), 0, "hand")
    state = made(layout.done())
    with pytest.raises(Unsupported) as refused:
        settled(play(state, said(state, "cast Blink targeting Temple")))
    assert refused.value.refusal.code == "rule-602.5c"


DEATHS = "Whenever another creature dies, {}. This ability triggers only once each turn."
SWEEP = "Destroy all creatures your opponents control."


def swept(does: str, n: int = 2, spell: str = SWEEP) -> State:
    """Three Bears of the opponent die at once beside ``n`` creatures that watch that."""
    layout = Layout(2)
    layout.put(card(DEATHS.format(does), "Creature — Cleric", "Priest"), 0, n=n)
    layout.put(BEAR, 1, n=3)
    layout.put(card(spell, "Sorcery", "Sweep", "{0}"), 0, "hand")
    state = layout.done()
    return settled(play(state, said(state, "cast Sweep")))


def test_603_2h_of_several_like_things_at_once_one_sets_it_off() -> None:
    assert life(swept("you gain 1 life"), 0) == 22
    (priests,) = named(swept("put a +1/+1 counter on this creature"), "Priest")
    assert (priests.n, priests.get("counter.+1/+1")) == (2, 1)


@pytest.mark.parametrize(("does", "spell"), [("exile it", SWEEP), ("you gain 1 life", "Destroy all creatures.")])
def test_603_2h_where_it_matters_which_one_it_is_refused(does: str, spell: str) -> None:
    """It is spoken of, or it is one of those that watch."""
    with pytest.raises(Unsupported) as refused:
        swept(does, spell=spell)
    assert refused.value.refusal.code == "rule-603.2h"
