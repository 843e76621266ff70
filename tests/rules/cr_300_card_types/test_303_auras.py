"""Auras that enter in other ways than cast, repeated abilities of copies, state triggers, evoke, "its": 303.4, 603.8, 702.74, 707.9a."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, Row, State
from reiterate.terms.abilities import Activated, Enchant, Keyword, SpellAbility, SpellCosts, Static, Triggered
from reiterate.terms.conditions import Compared
from reiterate.terms.costs import LifeCost
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import SacrificeObject
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopyToken, Except
from reiterate.terms.effects_zones import Draw, Exile, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed, XValue
from reiterate.terms.references import Filter, Host, Result, TargetRef, TargetSpec, This, You
from reiterate.terms.replacement_effects import EntersAs, EntersWithCounters
from reiterate.terms.static_effects import ModifyPT
from reiterate.terms.trigger_events import StateIs, StepBegins
from tests.support.boards import BEAR, CREATURE, creature, life, named, play, resolve
from tests.support.combats import once

NOTHING = (LifeCost(Fixed(0)),)
WINGS = Proto(
    "Wings",
    ("enchantment",),
    ("Aura",),
    mana_cost=("1",),
    abilities=(Enchant(CREATURE), Static(ModifyPT(Host(), Fixed(2), Fixed(0)))),
)
MIRROR = Proto(
    "Mirror", ("enchantment",), mana_cost=("0",), abilities=(Static(EntersAs(Filter(("enchantment",)), Except())),)
)


def find(state: State, name: str, nth: int = 0) -> int:
    return [
        h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.proto and r.cls.proto.name == name
    ][nth]


def hosts(state: State, name: str) -> list[str]:
    """The names of what the permanents of a name are attached to."""
    found = [row.refs.get("host") for row in named(state, name)]
    return [protos(state.rows[ref.row]) for ref in found if isinstance(ref, Ref)]


def protos(row: Row) -> str:
    assert row.cls.proto is not None
    return row.cls.proto.name


def picked(state: State, row: int) -> State:
    return once(state, Choice("answer", 0, picks=((row, 1),)))


def mirrored(*besides: Proto) -> tuple[State, dict[str, int]]:
    """Mirror cast while Wings enchants a Bear, and asked what it copies; other creatures of the opponent beside."""
    layout = Layout(2)
    rows = {"Bear": layout.put(BEAR, 0), "Wings": layout.put(WINGS, 0)}
    layout.attach(rows["Wings"], rows["Bear"])
    for proto in besides:
        rows[proto.name] = layout.put(proto, 1)
    card = layout.put(MIRROR, 0, "hand")
    return resolve(play(layout.done(), Choice("cast", 0, card))), rows


# --- Auras (303.4f) ----------------------------------------------------------------------------------------------


def test_303_4f_what_enters_as_a_copy_of_an_aura_is_attached_as_its_controller_chooses() -> None:
    veiled = creature("Veiled", 1, 1, Keyword("hexproof"))
    guarded = creature("Guarded", 1, 1, Keyword("protection", "from enchantments"))
    state, rows = mirrored(veiled, guarded)
    state = picked(state, rows["Wings"])
    offered = {row for option in options(state) for slot in option.slots for row in slot.rows}
    assert offered == {rows["Bear"], rows["Veiled"]}, "it targets nothing; protection counts"
    state = picked(state, rows["Veiled"])
    assert sorted(hosts(state, "Wings")) == ["Bear", "Veiled"]
    assert power(state, rows["Veiled"]) == 3


def test_303_4f_the_only_creature_is_not_asked_for() -> None:
    state, rows = mirrored()
    state = picked(state, rows["Wings"])
    assert hosts(state, "Wings") == ["Bear", "Bear"]
    assert power(state, rows["Bear"]) == 6


def test_707_5_what_copies_no_aura_is_attached_to_nothing() -> None:
    state, _ = mirrored()
    state = play(state, Choice("answer", 0))
    assert named(state, "Mirror")[0].refs.get("host") is None


def token_of_an_aura(*creatures: Proto, n: int = 1) -> State:
    layout = Layout(2)
    wings = layout.put(WINGS, 0)
    rows = [layout.put(proto, 1) for proto in creatures]
    layout.attach(wings, rows[0])
    act = Activated(
        NOTHING,
        (CopyToken(Fixed(n), TargetRef(0), You(), Except()), GainLife(You(), Fixed(1))),
        (TargetSpec(Filter(("enchantment",))),),
    )
    row = layout.put(Proto("Press", ("artifact",), abilities=(act,)), 0)
    return resolve(play(layout.done(), Choice("activate", 0, row, targets=(wings,))))


def test_303_4f_a_token_that_is_an_aura_is_attached() -> None:
    assert hosts(token_of_an_aura(BEAR), "Wings") == ["Bear", "Bear"]
    with pytest.raises(Unsupported, match="several Auras"):
        token_of_an_aura(BEAR, n=2)


def test_303_4g_a_token_that_can_enchant_nothing_isnt_created() -> None:
    layout = Layout(2)
    mine = Proto(
        "Own",
        ("enchantment",),
        ("Aura",),
        mana_cost=("1",),
        abilities=(Enchant(Filter(("creature",), controller="you")),),
    )
    wings, bear = layout.put(mine, 1), layout.put(BEAR, 1)
    layout.attach(wings, bear)
    act = Activated(
        NOTHING, (CopyToken(Fixed(1), TargetRef(0), You(), Except()),), (TargetSpec(Filter(("enchantment",))),)
    )
    row = layout.put(Proto("Press", ("artifact",), abilities=(act,)), 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row, targets=(wings,))))
    assert len(named(state, "Own")) == 1
    assert "tokens.Own" not in state.tally


# --- a copy's exception that repeats an ability (707.9a) ---------------------------------------------------------

TWICE = Triggered(StepBegins("upkeep", "you"), (GainLife(You(), Fixed(1)),))


def copied(ability: Triggered | Keyword | Static, of: Proto) -> tuple[State, int]:
    mimic = creature("Mimic", 0, 0, Static(EntersAs(CREATURE, Except(abilities=(ability,)))), cost=("0",))
    layout = Layout(2)
    row = layout.put(of, 0)
    card = layout.put(mimic, 0, "hand")
    state = picked(resolve(play(layout.done(), Choice("cast", 0, card))), row)
    return state, next(h for h, r in state.rows.items() if r.cls.zone == "battlefield" and h != row)


def test_707_9a_an_ability_that_is_there_already_is_gained_again() -> None:
    state, row = copied(TWICE, creature("Bell", 1, 1, TWICE))
    assert view(state, row).triggers["StepBegins"] == (TWICE, TWICE)
    anthem = Static(ModifyPT(This(), Fixed(1), Fixed(1)))
    state, row = copied(anthem, creature("Big", 1, 1, anthem))
    assert power(state, row) == 3


def test_707_9a_both_of_two_like_abilities_trigger() -> None:
    state, _ = copied(TWICE, creature("Bell", 1, 1, TWICE))
    for _ in range(80):
        if state.game.prop("active") == 0 and state.game.prop("step") == "upkeep":
            break
        if asked(state) in ("attack", "block"):
            state = play(state, Choice(asked(state), decider(state), answer="none"))
        else:
            state = play(state, Choice("pass", decider(state)))
    assert sum(state.rows[h].n for h in state.stack) == 3, "one of the Bell, two of the copy"


def test_702_10c_a_second_instance_of_a_keyword_is_not_kept() -> None:
    state, row = copied(Keyword("haste"), creature("Swift", 1, 1, Keyword("haste")))
    assert view(state, row).abilities == (Keyword("haste"),)


# --- state triggers (603.8) --------------------------------------------------------------------------------------

OTHERS = CountOf(Filter(("artifact",), controller="you", another=True))
CENTURION = Proto(
    "Centurion",
    ("artifact", "creature"),
    mana_cost=("4",),
    power=4,
    toughness=4,
    abilities=(Triggered(StateIs(Compared(OTHERS, "==", Fixed(0))), (SacrificeObject(This()),)),),
)
STONE = Proto("Stone", ("artifact",), mana_cost=("1",))
ARTIFACTS = (TargetSpec(Filter(("artifact",))),)
BLINK = (Exile(TargetRef(0)), ReturnToBattlefield(Result(), "owner"))


@pytest.mark.parametrize(("stones", "left"), [(1, 0), (2, 1)])
def test_603_8_a_state_that_is_over_as_the_resolution_ends_has_triggered(stones: int, left: int) -> None:
    layout = Layout(2)
    layout.put(CENTURION, 0)
    rows = [layout.put(STONE, 0) for _ in range(stones)]
    card = layout.put(
        Proto("Shift", ("instant",), mana_cost=("0",), abilities=(SpellAbility(BLINK, ARTIFACTS),)), 0, "hand"
    )
    state = resolve(play(layout.done(), Choice("cast", 0, card, targets=(rows[0],))))
    assert len(state.stack) == 1 - left
    state = resolve(state) if state.stack else state
    assert (len(named(state, "Centurion")), sum(1 for r in state.rows.values() if r.cls.proto == STONE)) == (
        left,
        stones,
    )


def test_603_8_it_triggers_once_for_what_stays_so() -> None:
    layout = Layout(2)
    layout.put(CENTURION, 0)
    stone = layout.put(STONE, 0)
    gone = Proto(
        "Gone",
        ("instant",),
        mana_cost=("0",),
        abilities=(SpellAbility((Exile(TargetRef(0)), GainLife(You(), Fixed(1)), Draw(You(), Fixed(0))), ARTIFACTS),),
    )
    card = layout.put(gone, 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, card, targets=(stone,))))
    assert [state.rows[h].n for h in state.stack] == [1]


# --- evoke (702.74a) ---------------------------------------------------------------------------------------------


def test_702_74a_who_controls_what_was_evoked_sacrifices_it() -> None:
    steal = Activated(NOTHING, (GainControl(TargetRef(0), "game"),), (TargetSpec(CREATURE),))
    layout = Layout(2)
    drifter = creature("Drifter", 2, 2, SpellCosts((LifeCost(Fixed(0)),), "evoke"), cost=("4",))
    card = layout.put(drifter, 0, "hand")
    thief = layout.put(Proto("Thief", ("artifact",), abilities=(steal,)), 1)
    state = resolve(play(layout.done(), Choice("cast", 0, card, how=("evoke",))))
    state = play(state, Choice("pass", 0), Choice("activate", 1, thief, targets=(find(state, "Drifter"),)))
    state = play(state, Choice("pass", 1), Choice("pass", 0))
    assert [r.cls.controller for r in named(state, "Drifter")] == [1]
    state = resolve(state)
    assert [(r.cls.zone, r.cls.owner) for r in state.rows.values() if r.cls.proto == drifter] == [("graveyard", 0)]


# --- "its" (608.2h) ----------------------------------------------------------------------------------------------

OFFER = "As an additional cost to cast this spell, sacrifice a creature.\n"


def spell(text: str) -> Proto | None:
    found = compile_card({"name": "Test Card", "type_line": "Sorcery", "oracle_text": text, "mana_cost": "{0}"})
    return found.proto if found.complete else None


def test_608_2h_its_toughness_behind_a_sacrificed_creature_is_that_creatures() -> None:
    fall = spell(
        OFFER
        + "You gain life equal to the sacrificed creature's power, then each opponent loses life equal to its toughness."
    )
    assert fall is not None
    layout = Layout(2)
    ox = layout.put(creature("Ox", 2, 5), 0)
    card = layout.put(fall, 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, card, picks=((ox, 1),))))
    assert (life(state, 0), life(state, 1)) == (22, 15)


def test_608_2h_its_power_of_nothing_that_was_named_is_not_read() -> None:
    assert spell("You gain life equal to its power.") is None
    two = "You gain life equal to the sacrificed creature's power. Destroy target creature. You gain life equal to its toughness."
    assert spell(OFFER + two) is None


# --- X (107.3) ---------------------------------------------------------------------------------------------------


def test_107_3j_x_of_a_copied_ability_is_0_and_of_the_copying_one_what_was_announced() -> None:
    grows = EntersWithCounters("+1/+1", XValue())
    endless = creature("Endless", 0, 0, Static(grows), cost=("X",))
    ego = creature("Ego", 0, 0, Static(EntersAs(CREATURE, Except(entering=(Static(grows),)))), cost=("X", "1"))
    layout = Layout(2)
    first = layout.put(endless, 0, counters={"+1/+1": 2})
    card = layout.put(ego, 0, "hand")
    layout.set_player(0, "mana.C", 4)
    state = resolve(play(layout.done(), Choice("cast", 0, card, x=3)))
    state = picked(state, first)
    assert sorted(power(state, find(state, "Endless", i)) for i in (0, 1)) == [2, 3]


def test_107_3m_x_of_its_own_entering_is_what_was_announced_for_the_spell() -> None:
    layout = Layout(2)
    card = layout.put(creature("Endless", 0, 0, Static(EntersWithCounters("+1/+1", XValue())), cost=("X",)), 0, "hand")
    layout.set_player(0, "mana.C", 4)
    state = resolve(play(layout.done(), Choice("cast", 0, card, x=3)))
    assert power(state, find(state, "Endless")) == 3
