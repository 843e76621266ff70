"""What effects do: life, damage, cards, counters and the rest (104, 119 to 122, 608, 701)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.state.model import State, player
from reiterate.terms.abilities import Keyword, Triggered
from reiterate.terms.effects_continuous import Forbid, GainKeywords, LoseKeywords, Pump, Require, SetBasePT, SwitchPT
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import (
    Destroy,
    PutCounters,
    RemoveCounters,
    SacrificeChosen,
    SacrificeObject,
    Tap,
    Untap,
)
from reiterate.terms.effects_players import GainLife, LoseLife, WinLose
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_structure import ChooseOne, Effect
from reiterate.terms.effects_zones import Discard, Draw, Exile, Mill, ReturnToHand
from reiterate.terms.quantities import CountOf, Fixed
from reiterate.terms.references import ControllerOf, Each, EachPlayer, Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.trigger_events import LifeGained
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, named, play, resolve, tap_ability
from tests.support.shown import CORE

#: Effects of the language that refuse by name.

THEIRS = EachPlayer(True)


def after(*effects: object, n: int = 1, token: bool = False, **more: object) -> State:
    """A board after "{T}: effects" with a target bear of the opponent (one of ``n``)."""
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(*effects, targets=(TargetSpec(CREATURE),))), 0)
    bear = layout.put(ELF if token else BEAR, 1, n=n, **more)  # type: ignore[arg-type] # the arguments of put
    layout.put(FOREST, 1, "hand", n=4)
    return resolve(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))


def count(state: State, name: str, zone: str = "battlefield") -> int:
    return sum(int(str(r.n)) for r in named(state, name, zone))


CASES: list[tuple[Effect, Callable[[State], bool]]] = [
    (CreateTokens(Fixed(3), ELF), lambda s: count(s, "Elf Warrior") == 3),
    (
        CreateTokens(Fixed(2), ELF, THEIRS, tapped=True),
        lambda s: [(r.cls.controller, r.cls.tapped) for r in named(s, "Elf Warrior")] == [(1, True)],
    ),
    (CreateTokens(CountOf(CREATURE, 2), ELF), lambda s: count(s, "Elf Warrior") == 4),
    (Tap(TargetRef(0)), lambda s: named(s, "Bear")[0].cls.tapped),
    (Untap(This()), lambda s: not named(s, "Actor")[0].cls.tapped),
    (Untap(Each(CREATURE)), lambda s: not named(s, "Actor")[0].cls.tapped),
    (GainLife(You(), Fixed(4)), lambda s: (life(s, 0), life(s, 1)) == (24, 20)),
    (GainLife(ControllerOf(TargetRef(0)), Fixed(4)), lambda s: (life(s, 0), life(s, 1)) == (20, 24)),
    (LoseLife(THEIRS, Fixed(4)), lambda s: (life(s, 0), life(s, 1)) == (20, 16)),
    (DealDamage(This(), THEIRS, Fixed(4)), lambda s: life(s, 1) == 16),
    (
        DealDamage(This(), Each(CREATURE), Fixed(2)),
        lambda s: not named(s, "Bear") and named(s, "Actor")[0].get("damage") == 2,
    ),
    (Draw(You(), Fixed(2)), lambda s: count(s, "unknown card", "hand") == 2),
    (Draw(EachPlayer(), Fixed(1)), lambda s: count(s, "unknown card", "hand") == 2),
    (Discard(THEIRS, Fixed(3)), lambda s: count(s, "Forest", "graveyard") == 3),
    (Discard(THEIRS, Fixed(9)), lambda s: count(s, "Forest", "graveyard") == 4),
    (Mill(THEIRS, Fixed(3)), lambda s: count(s, "unknown card", "graveyard") == 3),
    (Mill(THEIRS, Fixed(99)), lambda s: count(s, "unknown card", "graveyard") == 53 and asked(s) == "priority"),
    (PutCounters(TargetRef(0), "+1/+1", Fixed(2)), lambda s: named(s, "Bear")[0].get("counter.+1/+1") == 2),
    (RemoveCounters(TargetRef(0), "+1/+1", Fixed(2)), lambda s: named(s, "Bear")[0].get("counter.+1/+1") == 0),
    (Pump(TargetRef(0), Fixed(1), Fixed(2), minus=True), lambda s: not named(s, "Bear")),
    (Pump(TargetRef(0), Fixed(1), Fixed(2)), lambda s: named(s, "Bear")[0].get("eot.toughness") == 2),
    (GainKeywords(TargetRef(0), ("flying",)), lambda s: len(named(s, "Bear")[0].cls.marks) == 1),
    (LoseKeywords(TargetRef(0), ("flying",)), lambda s: len(named(s, "Bear")[0].cls.marks) == 1),
    (Forbid(TargetRef(0), "block"), lambda s: len(named(s, "Bear")[0].cls.marks) == 1),
    (Require(TargetRef(0), "attack"), lambda s: len(named(s, "Bear")[0].cls.marks) == 1),
    (SetBasePT(TargetRef(0), 0, 0), lambda s: not named(s, "Bear")),
    (SwitchPT(TargetRef(0)), lambda s: len(named(s, "Bear")[0].cls.marks) == 1),
    (Destroy(TargetRef(0)), lambda s: count(s, "Bear", "graveyard") == 1),
    (Exile(TargetRef(0)), lambda s: count(s, "Bear", "exile") == 1),
    (ReturnToHand(TargetRef(0)), lambda s: count(s, "Bear", "hand") == 1),
    (SacrificeObject(This()), lambda s: count(s, "Actor", "graveyard") == 1),
    (SacrificeObject(TargetRef(0)), lambda s: count(s, "Bear") == 1),
    (SacrificeChosen(THEIRS, CREATURE, Fixed(1)), lambda s: count(s, "Bear", "graveyard") == 1),
    (SacrificeChosen(THEIRS, Filter(types=("land",)), Fixed(1)), lambda s: count(s, "Bear") == 1),
    (WinLose(THEIRS, False), lambda s: s.game.prop("outcome") == "p1_wins"),
    (AddMana(("G", "G"), count=Fixed(2)), lambda s: s.rows[player(0)].get("mana.G") == 4),
    (ChooseOne(((GainLife(You(), Fixed(1)),),)), lambda s: life(s, 0) == 21),
]


@pytest.mark.parametrize(("effect", "holds"), CASES, ids=lambda value: type(value).__name__)
def test_608_2_what_each_effect_does(effect: Effect, holds: Callable[[State], bool]) -> None:
    assert holds(after(effect))


def test_every_effect_of_the_language_has_a_handler_and_the_core_a_test_here() -> None:
    assert set(HANDLERS) == set(Effect.__args__)
    assert {type(effect).__name__ for effect, _ in CASES} == CORE & {kind.__name__ for kind in HANDLERS}


def test_608_2_one_of_a_group_is_singled_out() -> None:
    state = after(Tap(TargetRef(0)), PutCounters(TargetRef(0), "+1/+1", Fixed(1)), n=10**30)
    assert sorted((str(r.n), r.cls.tapped) for r in named(state, "Bear")) == [("1", True), (str(10**30 - 1), False)]


def test_111_7_a_token_that_leaves_is_gone() -> None:
    for effect in (Destroy(TargetRef(0)), Exile(TargetRef(0)), ReturnToHand(TargetRef(0))):
        state = after(effect, token=True)
        assert not [r for r in state.rows.values() if r.cls.proto == ELF]


def test_400_7_a_returned_card_is_a_new_object() -> None:
    state = after(ReturnToHand(TargetRef(0)), counters={"+1/+1": 3}, tapped=True)
    (row,) = named(state, "Bear", "hand")
    assert not row.num and not row.cls.tapped


def check_gaining_nothing_is_no_event() -> None:
    layout = Layout(2)
    listener = Triggered(LifeGained("you"), (LoseLife(THEIRS, Fixed(1)),))
    row = layout.put(creature("Listener", 1, 1, listener, tap_ability(GainLife(You(), Fixed(0)))), 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert not state.stack


def test_119_9_gaining_nothing_is_no_event() -> None:
    check_gaining_nothing_is_no_event()


def test_120_3f_lifelink_gains_as_part_of_the_damage() -> None:
    layout = Layout(2)
    row = layout.put(
        creature(
            "Link",
            1,
            1,
            Keyword("lifelink"),
            tap_ability(DealDamage(This(), TargetRef(0), Fixed(3)), targets=(TargetSpec(CREATURE, "any"),)),
        ),
        0,
    )
    bears = layout.put(creature("Big", 1, 9), 1)
    assert life(resolve(play(layout.done(), Choice("activate", 0, row, targets=(2,)))), 0) == 23
    assert life(resolve(play(layout.done(), Choice("activate", 0, row, targets=(bears,)))), 0) == 23


def test_120_8_no_damage_is_no_event() -> None:
    state = after(DealDamage(This(), THEIRS, Fixed(0)))
    assert "damage.p2" not in state.tally


def test_121_2_cards_are_drawn_one_at_a_time_through_runs() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 1), (FOREST, 10**40)])
    row = layout.put(creature("Actor", 3, 3, tap_ability(Draw(You(), Fixed(3)))), 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert (count(state, "Bear", "hand"), count(state, "Forest", "hand")) == (1, 2)
    assert state.tally["draws.p1"] == 3


def test_701_9_and_701_21_who_chooses_is_asked_one_player_after_the_other() -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(SacrificeChosen(EachPlayer(), CREATURE, Fixed(1)))), 0)
    other = layout.put(BEAR, 0)
    theirs = [layout.put(BEAR, 1), layout.put(BEAR, 1, tapped=True)]
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "pick"
    state = play(state, Choice("pick", 0, picks=((other, 1),)))
    assert asked(state) == "pick"
    state = play(state, Choice("pick", 1, picks=((theirs[1], 1),)))
    assert asked(state) == "priority"
    assert theirs[0] in state.rows and other not in state.rows
