"""What can't happen is no cost, and what can't be cast isn't cast by an effect either: 101.2, 614.17, 118.9d, 601.3, 707.12."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Mode, SpellAbility, SpellCosts, Static
from reiterate.terms.costs import Cost, EvidenceCost, LifeCost, LoyaltyCost, PutCountersCost, TapCost, TapOthers
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CastCopy, CastFree
from reiterate.terms.effects_structure import Effect
from reiterate.terms.effects_zones import ReturnToHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import Are, CantHaveCounters, PlayerCant, SpellCost
from tests.support.boards import BEAR, CREATURE, FOREST, MANA_ELF, creature, life, named, play, resolve
from tests.support.combats import once, written

ONE_LIFE = GainLife(You(), Fixed(1))
NO_MINUS = creature("Shield", 2, 2, Static(CantHaveCounters(Filter(types=("creature",), controller="you"), "-1/-1")))
NONE_AT_ALL = creature("Bare", 2, 2, Static(CantHaveCounters(Filter(), "")))


def code(state: State, choice: Choice) -> str:
    refused = verify(state, choice)
    return "" if refused is None else refused.code


def offered(state: State, row: int) -> bool:
    return any(option.row == row for option in options(state))


# --- costs (614.17b) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keeper", "expected"), [(NO_MINUS, "cost-impossible"), (NONE_AT_ALL, "cost-impossible"), (BEAR, "")]
)
def test_614_17b_a_cost_of_counters_that_cant_be_put_cant_be_paid(keeper: Proto, expected: str) -> None:
    druid = creature("Druid", 0, 2, Activated((PutCountersCost("-1/-1", Fixed(1)),), (Untap(This()),)))
    layout = Layout(2)
    row = layout.put(druid, 0, tapped=True)
    layout.put(keeper, 0)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == expected
    assert offered(state, row) == (expected == "")


def test_614_17b_counters_of_another_kind_or_on_another_object_are_a_cost() -> None:
    for kind, seat in (("+1/+1", 0), ("-1/-1", 1)):
        layout = Layout(2)
        druid = creature("Druid", 0, 2, Activated((PutCountersCost(kind, Fixed(1)),), (ONE_LIFE,)))
        row = layout.put(druid, 0)
        layout.put(NO_MINUS, seat)
        assert code(layout.done(), Choice("activate", 0, row)) == ""


def test_614_17b_no_counters_are_no_event_and_can_be_paid() -> None:
    layout = Layout(2)
    druid = creature("Druid", 0, 2, Activated((PutCountersCost("-1/-1", XValue()),), (ONE_LIFE,)))
    row = layout.put(druid, 0)
    layout.put(NO_MINUS, 0)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == ""
    assert code(state, Choice("activate", 0, row, x=1)) == "cost-impossible"


def test_614_17b_loyalty_that_cant_be_put_on_is_no_cost_and_taking_it_off_is() -> None:
    walker = Proto(
        "Walker",
        ("planeswalker",),
        abilities=(Activated((LoyaltyCost(1),), (ONE_LIFE,)), Activated((LoyaltyCost(-1),), (ONE_LIFE,))),
        loyalty=3,
    )
    layout = Layout(2)
    row = layout.put(walker, 0, counters={"loyalty": 3})
    layout.put(NONE_AT_ALL, 0)
    state = layout.done()
    assert [code(state, Choice("activate", 0, row, i)) for i in (0, 1)] == ["cost-impossible", ""]


# --- one thing isn't given up twice (118.3) ----------------------------------------------------------------------


def test_118_3_what_is_tapped_for_its_own_cost_isnt_tapped_for_another_part() -> None:
    costs: tuple[Cost, ...] = (TapCost(), TapOthers(CREATURE, Fixed(1)))
    layout = Layout(2)
    row = layout.put(creature("Lonely", 1, 1, Activated(costs, (ONE_LIFE,))), 0)
    alone = layout.done()
    assert code(alone, Choice("activate", 0, row)) == "cost-short"
    assert not offered(alone, row)
    bear = layout.put(BEAR, 0)
    state = play(layout.done(), Choice("activate", 0, row, picks=((bear, 1),)))
    assert all(named(state, name)[0].cls.tapped for name in ("Lonely", "Bear"))
    assert code(layout.done(), Choice("activate", 0, row, picks=((row, 1),))) != ""


def test_118_3_of_a_group_all_but_the_acting_one_may_be_tapped() -> None:
    costs: tuple[Cost, ...] = (TapCost(), TapOthers(CREATURE, Fixed(2)))
    for n, expected in ((2, "cost-short"), (3, "")):
        layout = Layout(2)
        row = layout.put(creature("Lonely", 1, 1, Activated(costs, (ONE_LIFE,))), 0, n=n)
        assert code(layout.done(), Choice("activate", 0, row)) == expected


def test_701_59a_a_card_is_exiled_once_for_evidence() -> None:
    card = Proto(
        "Trail", ("instant",), mana_cost=("0",), abilities=(SpellAbility((ONE_LIFE,)), SpellCosts((EvidenceCost(4),)))
    )
    layout = Layout(2)
    row = layout.put(card, 0, "hand")
    bear = layout.put(creature("Bulk", 2, 2, cost=("2",)), 0, "graveyard")
    state = layout.done()
    assert code(state, Choice("cast", 0, row, picks=((bear, 1),))) == "cost-short"
    assert code(state, Choice("cast", 0, row, picks=((bear, 1), (bear, 1)))) == "cost-picks"


def test_702_51a_a_creature_is_tapped_once_for_convoke() -> None:
    card = Proto("Call", ("instant",), mana_cost=("2",), abilities=(Keyword("convoke"), SpellAbility((ONE_LIFE,))))
    layout = Layout(2)
    row = layout.put(card, 0, "hand")
    bear = layout.put(BEAR, 0)
    other = layout.put(MANA_ELF, 0)
    state = layout.done()
    assert code(state, Choice("cast", 0, row, how=("convoke",), picks=((bear, 1), (bear, 1)))) == "cost-picks"
    assert code(state, Choice("cast", 0, row, how=("convoke",), picks=((bear, 1), (other, 1)))) == ""


# --- cast as something resolves (601.3, 707.12, 118.9d) ----------------------------------------------------------

BOLT = Proto(
    "Bolt",
    ("instant",),
    mana_cost=("R",),
    abilities=(SpellAbility((DealDamage(This(), TargetRef(0), Fixed(3)),), (TargetSpec(None, "player"),)),),
)
NOTE = Proto("Note", ("instant",), mana_cost=("2", "U"), abilities=(SpellAbility((ONE_LIFE,)),))
CHOICE = Proto(
    "Choice",
    ("instant",),
    mana_cost=("R",),
    abilities=(SpellAbility((), (), (Mode((ONE_LIFE,)), Mode((GainLife(You(), Fixed(5)),)))),),
)
LAW = Proto("Law", ("enchantment",), abilities=(Static(PlayerCant("any", "cast more than one spell each turn")),))
QUIET = Proto(
    "Quiet", ("enchantment",), abilities=(Static(PlayerCant("any", "cast", Filter(without_types=("creature",)))),)
)
SPHERE = Proto("Sphere", ("artifact",), abilities=(Static(SpellCost("any", Filter(), Fixed(1), less=False)),))
CHEAPER = Proto("Cheaper", ("artifact",), abilities=(Static(SpellCost("you", Filter(), Fixed(1))),))
EXILED = TargetSpec(Filter(), zone="exile")


def caster(deed: Effect, card: Proto, *besides: Proto, mana: str = "") -> tuple[Layout, Choice]:
    """A board on which a creature's ability casts an exiled card."""
    layout = Layout(2)
    row = layout.put(creature("Caster", 1, 1, Activated((LifeCost(Fixed(0)),), (deed,), (EXILED,))), 0)
    aim = layout.put(card, 0, "exile")
    for proto in besides:
        layout.put(proto, 0)
    for kind in mana:
        layout.set_player(0, f"mana.{kind}", 2)
    return layout, Choice("activate", 0, row, targets=(aim,))


def says(state: State, answer: str = "", **more: object) -> State:
    return once(state, Choice("answer", 0, answer=answer, **more))  # type: ignore[arg-type] # parts of a choice


@pytest.mark.parametrize("deed", [CastCopy(TargetRef(0)), CastCopy(TargetRef(0), may=True), CastFree(TargetRef(0))])
@pytest.mark.parametrize("ban", [LAW, QUIET])
def test_101_2_an_effect_casts_nothing_that_cant_be_cast(deed: Effect, ban: Proto) -> None:
    layout, act = caster(deed, NOTE, ban)
    elf = layout.put(creature("Elf", 1, 1, cost=("0",)), 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, elf)))
    state = resolve(play(state, act))
    assert (asked(state), len(state.stack), life(state, 0)) == ("priority", 0, 20)


def test_601_3_a_copy_that_is_cast_is_the_one_spell_of_the_turn() -> None:
    layout, act = caster(CastCopy(TargetRef(0)), NOTE, LAW)
    state = resolve(play(layout.done(), act))
    assert len(state.stack) == 1
    state = resolve(resolve(play(resolve(state), act)))
    assert life(state, 0) == 21, "the second copy can't be cast"


def test_707_12_a_copy_that_may_be_cast_is_left_uncast() -> None:
    layout, act = caster(CastCopy(TargetRef(0), may=True), NOTE)
    state = resolve(play(layout.done(), act))
    assert asked(state) == "answer"
    assert life(resolve(says(state, "yes")), 0) == 21
    declined = says(state, "no")
    assert (asked(declined), len(declined.stack)) == ("priority", 0)


def test_700_2_the_mode_of_a_copy_is_chosen_as_it_is_cast() -> None:
    layout, act = caster(CastCopy(TargetRef(0)), CHOICE)
    state = resolve(play(layout.done(), act))
    assert life(resolve(says(state, "mode 2")), 0) == 25


@pytest.mark.parametrize("deed", [CastCopy(TargetRef(0)), CastFree(TargetRef(0))])
def test_118_9d_what_spells_cost_more_is_paid_for_a_spell_without_its_mana_cost(deed: Effect) -> None:
    layout, act = caster(deed, NOTE, SPHERE, mana="C")
    state = resolve(play(layout.done(), act))
    paid = says(state, "yes")
    assert (paid.rows[1].get("mana.C"), len(paid.stack)) == (1, 1)
    kept = says(state, "no")
    assert (kept.rows[1].get("mana.C"), len(kept.stack)) == (2, 0)


def test_118_9d_the_mana_is_chosen_where_there_are_two_kinds() -> None:
    layout, act = caster(CastCopy(TargetRef(0)), NOTE, SPHERE, mana="CR")
    state = says(resolve(play(layout.done(), act)), "yes")
    assert verify(state, Choice("answer", 0, pay=(("R", 2),))) is not None
    state = says(state, pay=(("R", 1),))
    assert (state.rows[1].get("mana.R"), state.rows[1].get("mana.C"), len(state.stack)) == (1, 2, 1)


def test_118_9d_reductions_count_and_two_taxes_are_both_owed() -> None:
    for besides, left, asks in (((SPHERE, CHEAPER), 2, False), ((SPHERE, SPHERE), 0, True)):
        layout, act = caster(CastCopy(TargetRef(0)), NOTE, *besides, mana="C")
        state = resolve(play(layout.done(), act))
        assert (asked(state) == "answer") == asks
        state = says(state, "yes") if asks else state
        assert (state.rows[1].get("mana.C"), len(state.stack)) == (left, 1)


def test_118_9d_who_cant_pay_casts_nothing() -> None:
    layout, act = caster(CastCopy(TargetRef(0)), NOTE, SPHERE)
    state = resolve(play(layout.done(), act))
    assert (asked(state), len(state.stack)) == ("priority", 0)


def test_601_2g_mana_made_while_casting_in_a_resolution_is_refused() -> None:
    layout, act = caster(CastCopy(TargetRef(0)), NOTE, SPHERE, FOREST)
    state = resolve(play(layout.done(), act))
    assert len(says(state, "no").stack) == 0
    with pytest.raises(Unsupported, match="mana that is made"):
        says(state, "yes")


def test_115_1_the_card_that_was_copied_can_be_a_target_of_the_copy() -> None:
    lift = Proto(
        "Lift", ("instant",), mana_cost=("R",), abilities=(SpellAbility((ReturnToHand(TargetRef(0)),), (EXILED,)),)
    )
    layout, act = caster(CastCopy(TargetRef(0)), lift)
    state = resolve(resolve(play(layout.done(), act)))
    assert [r.cls.zone for r in state.rows.values() if r.cls.proto == lift] == ["hand"]


# --- what colour a spell is, where an effect gives cards in all zones one (105.3, 601.3) -------------------------------


@pytest.mark.parametrize(("painted", "cant"), [("U", True), ("R", False)])
def test_105_3_a_spell_that_an_effect_gives_a_colour_is_not_cast_where_that_colour_is_forbidden(
    painted: str, cant: bool
) -> None:
    """Also face down, where it has no colour of its own (708.2a)."""
    layout = Layout(2, active=1)
    everything = Static(Are(Filter(), chosen="color", everywhere=True))
    layout.choose(layout.put(creature("Painter", 1, 3, everything), 0), "color", painted)
    blue = Filter(types=("creature",), colors=("U",))
    layout.put(creature("Gaoler", 2, 3, Static(PlayerCant("opponent", "cast", blue))), 0)
    bear = layout.put(creature("Cub", 1, 1), 1, "hand")
    wall = layout.put(written("Slab", "Morph {2}", "Creature — Wall", power="1", toughness="1"), 1, "hand")
    bolt = layout.put(Proto("Spark", ("instant",), mana_cost=("1",), abilities=(SpellAbility((ONE_LIFE,)),)), 1, "hand")
    layout.set_player(1, "mana.C", 3)
    state = layout.done()
    assert code(state, Choice("cast", 1, bear)) == ("cant-cast" if cant else "")
    assert code(state, Choice("cast", 1, wall, how=("back face",))) == ("cant-cast" if cant else "")
    assert (offered(state, bear), offered(state, wall)) == (not cant, not cant)
    assert code(state, Choice("cast", 1, bolt)) == ""
