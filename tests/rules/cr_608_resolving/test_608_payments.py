"""Mana made for a payment that is asked for while something resolves (608.2g, 605.3a, 118.12)."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import BATTLEFIELD, HAND, State, player
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, Triggered
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CounterSpell
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import ControllerOf, EachPlayer, Filter, TargetRef, TargetSpec, ThatPlayer, This, You
from reiterate.terms.trigger_events import SpellCast
from tests.support.acting import act
from tests.support.boards import FOREST, creature, life, named, play

LEAK = Proto(
    "Leak",
    ("instant",),
    mana_cost=("U",),
    abilities=(
        SpellAbility(
            (MayPay(ControllerOf(TargetRef(0)), (ManaCost(("2",)),), otherwise=(CounterSpell(TargetRef(0)),)),),
            (TargetSpec(Filter(), zone="stack"),),
        ),
    ),
)
ELF = creature("Elf", 1, 1, Activated((TapCost(),), (AddMana(("G",)),)))
SPIRIT = creature("Spirit", 1, 1, Activated((SacrificeCost(),), (AddMana(("R",)),)))
BEAST = creature("Beast", 3, 3, cost=("G",))
TAXED = MayPay(ThatPlayer(), (ManaCost(("1",)),), otherwise=(Draw(You(), Fixed(1)),))
BOLT = Proto(
    "Bolt",
    ("instant",),
    mana_cost=("R",),
    abilities=(
        SpellAbility((DealDamage(This(), TargetRef(0), Fixed(3)),), (TargetSpec(Filter(types=("creature",))),)),
    ),
)
STUDY = Proto(
    "Study", ("enchantment",), mana_cost=("2",), abilities=(Triggered(SpellCast("opponent", Filter()), (TAXED,)),)
)


def leaked(*lands: tuple[Proto, int], mana: int = 0) -> State:
    """The first player's Beast under the second one's Leak, which resolves next."""
    layout = Layout(2)
    beast = layout.put(BEAST, 0, HAND)
    leak = layout.put(LEAK, 1, HAND)
    for proto, n in lands:
        layout.put(proto, 0, n=n)
    layout.set_player(0, "mana.G", 1 + mana)
    layout.set_player(1, "mana.U", 1)
    state = play(layout.done(), Choice("cast", 0, beast), Choice("pass", 0))
    spell = state.stack[0]
    state = play(state, Choice("cast", 1, leak, targets=(spell,)), Choice("pass", 1))
    return play(state, Choice("pass", 0))


def row_of(state: State, name: str, tapped: bool = False) -> int:
    return next(
        h
        for h, r in state.rows.items()
        if r.cls.proto is not None and (r.cls.proto.name, r.cls.zone, r.cls.tapped) == (name, BATTLEFIELD, tapped)
    )


def tap(state: State, name: str) -> State:
    seat = decider(state)
    return play(state, Choice("activate", seat, row_of(state, name)))


def countered(state: State) -> bool:
    return bool(named(state, "Beast", "graveyard"))


def test_608_2g_lands_are_tapped_while_the_payment_is_asked_for() -> None:
    state = leaked((FOREST, 2))
    assert (asked(state), decider(state)) == ("toll", 0)
    refused = verify(state, Choice("may", 0, answer="yes"))
    assert refused is not None and refused.code == "mana-short"
    state = tap(tap(state, "Forest"), "Forest")
    assert (asked(state), decider(state)) == ("toll", 0)
    paid = play(state, Choice("may", 0, answer="yes"))
    assert (asked(paid), paid.rows[player(0)].get("mana.G"), countered(paid)) == ("priority", 0, False)
    assert len(paid.stack) == 1
    unpaid = play(state, Choice("may", 0, answer="no"))
    assert (plain(unpaid.rows[player(0)].get("mana.G")), countered(unpaid)) == (2, True)


def test_608_2g_what_is_offered_is_mana_abilities_yes_and_no() -> None:
    state = leaked((FOREST, 2), (creature("Drawer", 1, 1, Activated((TapCost(),), (GainLife(You(), Fixed(1)),))), 1))
    assert {o.verb for o in options(state)} == {"may", "activate"}
    drawer = row_of(state, "Drawer")
    assert drawer not in [o.row for o in options(state)]
    refused = verify(state, Choice("activate", 0, drawer))
    assert refused is not None and (refused.code, refused.rule) == ("decision-first", "608.2g")
    for made in (Choice("pass", 0), Choice("cast", 0, 3)):
        refused = verify(state, made)
        assert refused is not None and refused.code == "decision-first"
    words = [slot.words for o in options(tap(tap(state, "Forest"), "Forest")) for slot in o.slots]
    assert words == [("yes", "no")]


def test_608_2g_nobody_is_asked_who_can_neither_pay_nor_make_mana() -> None:
    assert countered(leaked())
    filter_land = Proto(
        "Filter", ("land",), abilities=(Activated((ManaCost(("1",)), TapCost()), (AddMana(("W", "U")),)),)
    )
    assert countered(leaked((filter_land, 1)))
    state = leaked((ELF, 1))
    assert asked(state) == "toll"
    assert countered(play(tap(state, "Elf"), Choice("may", 0, answer="no")))


def test_608_2g_with_mana_in_the_pool_the_question_is_the_same() -> None:
    state = leaked(mana=2)
    assert asked(state) == "answer"
    assert not countered(play(state, Choice("answer", 0, answer="yes")))
    assert asked(leaked((FOREST, 1), mana=2)) == "toll"
    paid = play(leaked((FOREST, 1), mana=2), Choice("may", 0, answer="yes"))
    assert row_of(paid, "Forest") and not countered(paid)


def test_608_2g_a_mana_ability_that_sacrifices_its_source_waits_with_its_triggers() -> None:
    state = tap(tap(leaked((SPIRIT, 2)), "Spirit"), "Spirit")
    assert len(named(state, "Spirit", "graveyard")) >= 1
    assert not countered(play(state, Choice("may", 0, answer="yes")))


@pytest.mark.parametrize(("pays", "cards"), [("yes", 0), ("no", 1)])
def test_608_2g_a_triggered_ability_asks_who_cast_the_spell(pays: str, cards: int) -> None:
    layout = Layout(2)
    beast = layout.put(BEAST, 0, HAND)
    layout.put(FOREST, 0)
    layout.put(STUDY, 1)
    layout.set_player(0, "mana.G", 1)
    state = play(layout.done(), Choice("cast", 0, beast), Choice("pass", 0), Choice("pass", 1))
    assert (asked(state), decider(state)) == ("toll", 0)
    state = play(tap(state, "Forest"), Choice("may", 0, answer=pays))
    assert sum(plain(r.n) for r in named(state, "unknown card", "hand")) == cards
    assert asked(state) == "priority"


def test_608_2g_each_player_is_asked_in_turn_order() -> None:
    layout = Layout(3)
    for seat in (1, 2):
        layout.put(FOREST, seat)
    deed = MayPay(EachPlayer(), (ManaCost(("1",)),), otherwise=(GainLife(You(), Fixed(1)),))
    state = act(layout, deed)
    assert (asked(state), decider(state)) == ("toll", 1)  # the first one can make none, and isn't asked
    state = play(tap(state, "Forest"), Choice("may", 1, answer="yes"))
    assert (asked(state), decider(state)) == ("toll", 2)
    state = play(state, Choice("may", 2, answer="no"))
    assert (asked(state), life(state, 0)) == ("priority", 22)


@pytest.mark.parametrize("pays", ["yes", "no"])
def test_702_21_ward_asks_who_has_lands_to_tap(pays: str) -> None:
    layout = Layout(2)
    warded = layout.put(creature("Warded", 2, 2, Keyword("ward", "{1}")), 1)
    bolt = layout.put(BOLT, 0, HAND)
    layout.put(FOREST, 0)
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(warded,)), Choice("pass", 0), Choice("pass", 1))
    assert (asked(state), decider(state)) == ("toll", 0)
    if pays == "yes":
        state = tap(state, "Forest")
    state = play(state, Choice("may", 0, answer=pays))
    assert bool(state.stack) == (pays == "yes")


def test_605_3a_mana_of_the_middle_stays_when_the_payment_is_declined() -> None:
    state = play(tap(leaked((FOREST, 1)), "Forest"), Choice("may", 0, answer="no"))
    assert plain(state.rows[player(0)].get("mana.G")) == 1


def test_608_2g_a_step_leaves_its_argument_alone() -> None:
    state = leaked((FOREST, 2))
    before = dict(state.rows)
    step(state, Choice("activate", 0, row_of(state, "Forest")))
    assert state.rows == before
