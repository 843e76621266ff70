"""Reduced cases that the long random games found, each by its rule."""

from __future__ import annotations

from reiterate.rules.access.choice import ITSELF, Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.costs.mana import pays_symbols
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import Ref
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Static
from reiterate.terms.conditions import Compared, StatIs
from reiterate.terms.costs import DiscardCost, ManaCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, SacrificeObject
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import IfDone, May, MayPay, Reflexive
from reiterate.terms.effects_zones import Exile
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import ColorsAmong, CountOf, Fixed, StatOf
from reiterate.terms.references import Compare, ControllerOf, Filter, Host, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import CantDo, ModifyPT
from tests.support.boards import BEAR, CREATURE, creature, life, play, resolve, tap_ability

GAIN = (GainLife(You(), Fixed(1)),)


def test_107_4f_life_pays_phyrexian_symbols_alone() -> None:
    assert pays_symbols({"U": 1, "G": 1, "P": 0}, [("U", "P")])
    assert pays_symbols({"G": 1, "P": 1}, [("U", "P")])
    assert not pays_symbols({"P": 1}, [("U",), ("U", "P")])
    layout = Layout(2)
    blow = creature("Blower", 1, 1, Activated((ManaCost(("1", "U/P")),), GAIN))
    row = layout.put(blow, 0)
    layout.set_player(0, "mana.U", 1)
    state = layout.done()
    refused = verify(state, Choice("activate", 0, row, pay=(("U", 1), ("P", 1))))
    assert refused is None, "{U} pays the generic mana and life the symbol"
    layout.set_player(0, "mana.U", 0)
    assert verify(layout.done(), Choice("activate", 0, row, pay=(("P", 2),))) is not None


def test_601_2a_a_spell_cast_from_a_graveyard_is_no_target_of_itself() -> None:
    card = TargetSpec(Filter(), zone="graveyard")
    abilities = (SpellAbility((Exile(TargetRef(0)),), (card,)), SpellCosts((), "flashback"))
    purge = Proto("Purge", ("instant",), mana_cost=("0",), abilities=abilities)

    def refused(n: int) -> bool:
        layout = Layout(2)
        row = layout.put(purge, 0, "graveyard", n)
        return verify(layout.done(), Choice("cast", 0, row, targets=(row,), how=("flashback",))) is not None

    assert refused(1)
    assert not refused(2)


def test_608_2h_a_source_that_left_deals_damage_as_it_last_was() -> None:
    effects = (SacrificeObject(This()), DealDamage(This(), TargetRef(0), Fixed(2)))
    layout = Layout(2)
    row = layout.put(creature("Martyr", 3, 3, tap_ability(*effects, targets=(TargetSpec(None, "any"),))), 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row, targets=(2,))))
    assert life(state, 1) == 18


def test_608_2h_what_left_before_a_question_is_remembered() -> None:
    effects = (Destroy(TargetRef(0)), May((GainLife(ControllerOf(TargetRef(0)), Fixed(2)),)))
    layout = Layout(2)
    row = layout.put(creature("Asker", 3, 3, tap_ability(*effects, targets=(TargetSpec(CREATURE),))), 0)
    bear = layout.put(BEAR, 1)
    state = resolve(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert all(not isinstance(r, Ref) or r.row in state.rows for x in state.rows.values() for r in x.refs.values())
    assert life(play(state, Choice("may", 0, answer="yes")), 1) == 22


def test_118_12_mana_paid_on_resolution_may_be_chosen() -> None:
    effects = (MayPay(You(), (ManaCost(("1",)),), (GainLife(You(), Fixed(3)),)),)
    layout = Layout(2)
    row = layout.put(creature("Payer", 1, 1, tap_ability(*effects)), 0)
    for kind in ("W", "U"):
        layout.set_player(0, f"mana.{kind}", 1)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    state = play(state, Choice("may", 0, answer="yes")) if asked(state) == "may" else state
    for _ in range(2):
        if asked(state) == "answer":
            found = [c for o in options(state) for c in instances(state, o, 9)]
            state = play(state, next(c for c in found if c.answer == "yes" or c.pay == (("U", 1),)))
    assert life(state, 0) == 23 and state.rows[1].get("mana.W") == 1 and state.rows[1].get("mana.U") == 0


def test_613_an_amount_may_read_the_colours_and_keywords_of_its_own_source() -> None:
    mine = Filter(types=("creature",), controller="you")
    flying = Filter(types=("creature",), keyword="flying")
    elder = creature("Elder", 0, 0, Static(ModifyPT(This(), ColorsAmong(mine), ColorsAmong(mine))))
    radiant = creature("Radiant", 3, 3, Keyword("flying"), Static(ModifyPT(This(), CountOf(flying), CountOf(flying))))
    green = Proto("Oak", ("creature",), (), (), ("G",), ("1",), 1, 1)
    layout = Layout(2)
    first, second = layout.put(elder, 0), layout.put(radiant, 0)
    layout.put(radiant, 0)
    layout.put(green, 0)
    state = layout.done()
    assert (power(state, first), toughness(state, second)) == (1, 5)


def test_603_12_a_waiting_reflexive_ability_goes_to_json_and_back() -> None:
    effects = (IfDone(GAIN, (Reflexive((DealDamage(This(), TargetRef(0), Fixed(1)),), (TargetSpec(None, "any"),)),)),)
    layout = Layout(2)
    row = layout.put(creature("Mirror", 1, 1, tap_ability(*effects)), 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "target"
    assert state_to_json(state_from_json(state_to_json(state))) == state_to_json(state)


def test_115_a_target_is_named_with_its_zone_where_its_name_fits_elsewhere() -> None:
    card = TargetSpec(Filter(), zone="graveyard")
    layout = Layout(2)
    row = layout.put(creature("Digger", 1, 1, tap_ability(Exile(TargetRef(0)), targets=(card,))), 0)
    layout.put(BEAR, 0)
    buried = layout.put(BEAR, 0, "graveyard")
    state = layout.done()
    choice = Choice("activate", 0, row, targets=(buried,))
    assert read_sentence(state, say(state, choice)) == choice


def test_601_2a_a_spell_is_not_discarded_for_its_own_cost() -> None:
    abilities = (SpellCosts((DiscardCost(),)), SpellAbility(GAIN))
    mad = Proto("Mad", ("instant",), mana_cost=("0",), abilities=abilities)

    def ways(n: int) -> list[Choice]:
        layout = Layout(2)
        layout.put(mad, 0, "hand", n)
        state = layout.done()
        return [c for o in options(state) if o.verb == "cast" for c in instances(state, o, 9)]

    assert ways(1) == []
    assert len(ways(2)) == 1


def test_611_3a_a_condition_may_read_the_power_that_its_own_ability_changes() -> None:
    small = StatIs(This(), Compare("power", "<=", 3))
    layout = Layout(2)
    layout.put(creature("Sneak", 2, 2, Static(CantDo(This(), "be blocked"), small)), 0)
    row = layout.put(creature("Rogue", 2, 2, Static(ModifyPT(CREATURE, Fixed(1), Fixed(1)), small)), 0)
    assert power(layout.done(), row) == 3


def test_201_a_name_with_and_or_for_is_one_name_in_a_sentence() -> None:
    layout = Layout(2)
    pinger = tap_ability(DealDamage(This(), TargetRef(0), Fixed(1)), targets=(TargetSpec(CREATURE),))
    row = layout.put(creature("Gert and Old Lace", 1, 1, pinger), 0)
    target = layout.put(creature("Pummeler for Hire", 1, 1), 1)
    state = layout.done()
    choice = Choice("activate", 0, row, targets=(target,))
    assert say(state, choice) == "p1: activate Gert and Old Lace targeting Pummeler for Hire"
    assert read_sentence(state, say(state, choice)) == choice


def test_107_2_the_power_of_what_has_none_is_0() -> None:
    weak = Compared(StatOf("power", Host()), "<=", Fixed(3))
    tools = Proto("Tools", ("artifact",), ("Equipment",), abilities=(Static(CantDo(Host(), "be blocked"), weak),))
    layout = Layout(2)
    rock = layout.put(Proto("Rock", ("artifact",)), 0)
    layout.attach(layout.put(tools, 0), rock)
    assert "be blocked" in view(layout.done(), rock).cant


def test_115_another_target_is_never_the_acting_member_of_a_group() -> None:
    another = TargetSpec(Filter(types=("creature",), another=True))
    layout = Layout(2)
    row = layout.put(creature("Helper", 1, 1, tap_ability(Exile(TargetRef(0)), targets=(another,))), 0, n=3)
    state = layout.done()
    assert verify(state, Choice("activate", 0, row, targets=(ITSELF,))) is not None
    assert [c.targets for o in options(state) if o.verb == "activate" for c in instances(state, o, 9)] == [(row,)]
