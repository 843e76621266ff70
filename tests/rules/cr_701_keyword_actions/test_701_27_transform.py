"""Transforming (701.27), and nonmodal double-faced cards (712.2): which face is up, and when nothing happens.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from functools import cache

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import measure, power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import mana_value_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_permanents import Transform
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Total
from reiterate.terms.references import Filter
from reiterate.terms.trigger_events import Transforms
from tests.support.acting import around, count, handle, only, pool, settled, stack_size, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows
from tests.support.written import card as written

#: Name: type line, mana cost, power, toughness, text of the front face and of the back face.
FACES = {
    "Pup": (
        ("Creature — Wolf", "{1}{G}", "1", "2", "{0}: Transform this creature."),
        ("Creature — Wolf", "", "4", "4", "Trample\nWhen this creature transforms into Hound, you gain 3 life.\n{0}: Transform Hound."),
    ),
    "Seed": (
        ("Creature — Plant", "{2}{G}", "0", "1", "{0}: Transform this creature."),
        ("Land", "", "", "", "{T}: Add {G}."),
    ),
    "Sleeper": (
        ("Creature — Demon", "{3}{B}", "2", "2", "When this creature dies, return it to the battlefield transformed under its owner's control."),
        ("Artifact", "", "", "", "When this artifact enters, you gain 5 life."),
    ),
    "Tale": (
        ("Enchantment — Saga", "{1}{W}", "", "", "I — Exile this Saga, then return it to the battlefield transformed under your control."),
        ("Creature — Spirit", "", "3", "1", "Flying"),
    ),
    "Riddle": (
        ("Creature — Sphinx", "{1}{U}", "1", "1", "{0}: Transform this creature."),
        ("Creature — Sphinx", "", "5", "5", "Transmogrify everything."),
    ),
    "Blade": (
        ("Artifact — Equipment", "{2}", "", "", "Equipped creature gets +2/+1.\n{0}: Transform this Equipment.\nEquip {2}"),
        ("Land", "", "", "", "{T}: Add {G}."),
    ),
    "Imp": (
        ("Creature — Imp", "{R}", "1", "1", "{0}: You gain 1 life. Activate only once each turn."),
        ("Creature — Imp", "", "2", "2", "{0}: You gain 2 life. Activate only once each turn."),
    ),
}  # fmt: skip
BACKS = {
    "Pup": "Hound",
    "Seed": "Grove",
    "Sleeper": "Idol",
    "Tale": "Ghost",
    "Riddle": "Answer",
    "Imp": "Fiend",
    "Blade": "Vale",
}


@cache
def double(name: str) -> Proto:
    """A nonmodal double-faced card."""
    faces = []
    for called, (types, cost, up, out, text) in zip((name, BACKS[name]), FACES[name], strict=True):
        face = {"name": called, "type_line": types, "mana_cost": cost, "oracle_text": text, "colors": ["G"]}
        faces.append({**face, **({"power": up, "toughness": out} if up else {})})
    found = compile_card({"name": f"{name} // {BACKS[name]}", "layout": "transform", "card_faces": faces})
    return found.proto


def spell(name: str, text: str) -> Proto:
    return written(text, "Instant", "{0}", name)


ALL = spell("Moonrise", "Transform all creatures.")
COPY = spell("Mold", "Create a token that's a copy of target creature.")
SHRINK = spell("Image", "Target creature becomes a copy of another target creature until end of turn.")
KILL = spell("Burn", "Destroy target permanent.")
GROW = spell("Grow", "Target creature gets +1/+1 until end of turn.")
TWICE = spell("Echo", "Copy target activated ability you control.")


def laid(*there: Proto, hand: tuple[Proto, ...] = (), n: int = 1) -> State:
    layout = Layout(2)
    for proto in there:
        layout.put(proto, 0, n=n)
    for proto in dict.fromkeys(hand):
        layout.put(proto, 0, "hand", n=hand.count(proto))
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def use(state: State, name: str) -> State:
    return play(state, Choice("activate", 0, handle(state, name)))


def cast(state: State, name: str, *targets: int) -> State:
    return play(state, Choice("cast", 0, handle(state, name, "hand"), targets=targets))


def life(state: State) -> object:
    return state.rows[1].get("life")


@shows(Transform, Transforms)
def test_701_27a_its_other_face_is_up_and_701_27e_what_triggers_on_it_is_of_that_face() -> None:
    state = settled(use(laid(double("Pup")), "Pup"))
    there = handle(state, "Hound")
    assert (power(state, there), toughness(state, there)) == (4, 4) and "trample" in view(state, there).keywords
    assert count(state, "Pup") == 0 and life(state) == 23


def test_712_18_it_is_the_same_object_with_its_counters_and_what_lasts_on_it() -> None:
    layout = Layout(2)
    layout.put(double("Pup"), 0, counters={"+1/+1": 2}, tapped=True, damage=1)
    layout.put(GROW, 0, "hand")
    state = layout.done()
    state = settled(cast(state, "Grow", handle(state, "Pup")))
    state = settled(use(state, "Pup"))
    row = only(state, "Hound")
    there = handle(state, "Hound")
    assert row.cls.tapped and row.get("damage") == 1 and row.get("counter.+1/+1") == 2
    assert (power(state, there), toughness(state, there)) == (7, 7)


def test_701_27f_of_two_abilities_of_it_on_the_stack_only_the_first_turns_it() -> None:
    state = use(use(laid(double("Pup")), "Pup"), "Pup")
    state = settled(state)
    assert count(state, "Hound") == 1 and life(state) == 23  # not turned back, and not a second time


def test_701_27f_an_ability_that_is_activated_afterwards_turns_it_again() -> None:
    state = settled(use(laid(double("Pup")), "Pup"))
    state = settled(use(state, "Hound"))
    assert count(state, "Pup") == 1 and life(state) == 23
    state = settled(use(state, "Pup"))
    assert count(state, "Hound") == 1 and life(state) == 26


def test_701_27f_an_effect_of_something_else_turns_it_all_the_same() -> None:
    state = use(laid(double("Pup"), hand=(ALL,)), "Pup")
    state = cast(state, "Moonrise")
    state = settled(state)  # the spell turns it, and the ability below does nothing any more
    assert count(state, "Hound") == 1
    state = laid(double("Pup"), hand=(ALL,))
    state = settled(use(state, "Pup"))
    state = settled(cast(state, "Moonrise"))
    assert count(state, "Pup") == 1 and life(state) == 23


def test_701_27f_a_copy_of_the_ability_counts_from_when_it_is_put_on_the_stack() -> None:
    state = laid(double("Pup"), hand=(TWICE,))
    state = use(state, "Pup")
    state = cast(state, "Echo", state.stack[0])
    state = settled(state)  # the copy turns it, and the original does nothing
    assert count(state, "Hound") == 1 and life(state) == 23


def test_701_27c_what_is_not_double_faced_does_not_transform() -> None:
    state = settled(cast(laid(BEAR, double("Pup"), hand=(ALL,)), "Moonrise"))
    assert count(state, "Bear") == 1 and count(state, "Hound") == 1


def test_712_8d_and_712_8e_its_mana_value_is_that_of_its_front_face_on_either_side() -> None:
    state = settled(use(laid(double("Seed")), "Seed"))
    row = only(state, "Grove")
    assert mana_value_of(row) == 3
    assert view(state, handle(state, "Grove")).types == ("land",) and power_less(state, "Grove")


def power_less(state: State, name: str) -> bool:
    return view(state, handle(state, name)).base is None


def test_202_3b_a_total_of_mana_values_counts_the_front_face() -> None:
    state = settled(use(laid(double("Seed")), "Seed"))
    around = Around(0, {}, {}, handle(state, "Grove"))
    assert measure(state, around, Total("manavalue", Filter(types=("land",), controller="you"))) == 3


def test_202_3b_a_copy_of_a_back_face_has_a_mana_value_of_0() -> None:
    state = settled(use(laid(double("Pup"), hand=(COPY,)), "Pup"))
    state = settled(cast(state, "Mold", handle(state, "Hound")))
    values = sorted(int(str(mana_value_of(r))) for r in state.rows.values() if r.cls.zone == "battlefield")
    assert values == [0, 2] and count(state, "Hound") == 2


def test_707_8a_a_token_copy_of_a_double_faced_permanent_transforms_as_well() -> None:
    state = laid(double("Pup"), hand=(COPY, ALL))
    state = settled(cast(state, "Mold", handle(state, "Pup")))
    assert count(state, "Pup") == 2
    state = settled(cast(state, "Moonrise"))
    assert count(state, "Hound") == 2 and life(state) == 26


def test_707_8a_a_token_copy_of_a_back_face_that_would_transform_is_refused() -> None:
    state = settled(use(laid(double("Pup"), hand=(COPY, ALL)), "Pup"))
    state = settled(cast(state, "Mold", handle(state, "Hound")))
    with pytest.raises(Unsupported) as refused:
        settled(cast(state, "Moonrise"))
    assert refused.value.refusal.code == "clause-not-understood"


def test_712_9_a_copy_that_is_not_double_faced_stays_as_it_is() -> None:
    state = laid(BEAR, double("Pup"), hand=(SHRINK,))
    state = settled(cast(state, "Image", handle(state, "Bear"), handle(state, "Pup")))
    assert count(state, "Pup") == 2
    for found in [h for h, r in state.rows.items() if r.cls.zone == "battlefield"]:
        state = settled(play(state, Choice("activate", 0, found)))
    assert (count(state, "Pup"), count(state, "Hound")) == (1, 1)


def test_712_9_a_double_faced_permanent_that_is_a_copy_is_refused() -> None:
    state = laid(BEAR, double("Pup"), hand=(SHRINK, ALL))
    state = settled(cast(state, "Image", handle(state, "Pup"), handle(state, "Bear")))
    with pytest.raises(Unsupported) as refused:
        settled(cast(state, "Moonrise"))
    assert refused.value.refusal.code == "rule-712.9"


def test_712_8a_what_leaves_is_its_front_face_again() -> None:
    state = settled(use(laid(double("Pup"), hand=(KILL,)), "Pup"))
    state = settled(cast(state, "Burn", handle(state, "Hound")))
    assert count(state, "Pup", "graveyard") == 1 and count(state, "Hound", "graveyard") == 0


def test_712_14a_what_returns_transformed_enters_with_its_back_face_up() -> None:
    state = laid(double("Sleeper"), hand=(KILL,))
    state = settled(cast(state, "Burn", handle(state, "Sleeper")))
    assert count(state, "Idol") == 1 and life(state) == 25
    assert mana_value_of(only(state, "Idol")) == 4


def test_712_14a_a_card_that_is_not_double_faced_stays_in_its_zone() -> None:
    state = laid(double("Sleeper"), BEAR, hand=(SHRINK, KILL))
    state = settled(cast(state, "Image", handle(state, "Bear"), handle(state, "Sleeper")))
    copy = next(h for h, r in state.rows.items() if r.cls.zone == "battlefield" and "copied" in r.cls.by_prop)
    state = settled(cast(state, "Burn", copy))
    assert count(state, "Bear", "graveyard") == 1 and count(state, "Idol") == 0


def test_712_14a_a_saga_returns_as_a_new_object() -> None:
    layout = Layout(2)
    layout.put(double("Tale"), 0, "hand")
    layout.set_player(0, "mana.W", 2)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Tale", "hand"))))
    row = only(state, "Ghost")
    assert row.cls.sick and row.get("counter.lore") == 0


def test_712_11_its_back_face_is_never_cast_or_played() -> None:
    layout = Layout(2)
    layout.put(double("Seed"), 0, "hand")
    layout.set_player(0, "mana.G", 3)
    state = layout.done()
    assert {o.verb for o in options(state)} == {"cast", "pass"}
    state = settled(play(state, Choice("cast", 0, handle(state, "Seed", "hand"))))
    assert count(state, "Seed") == 1 and pool(state) == {}


def test_701_27a_a_back_face_that_is_not_understood_is_refused_as_it_would_come_up() -> None:
    with pytest.raises(Unsupported) as refused:
        settled(use(laid(double("Riddle")), "Riddle"))
    assert refused.value.refusal.code == "clause-not-understood"


@pytest.mark.parametrize("n", [2, 10**20])
def test_701_27a_like_permanents_transform_together_and_each_triggers(n: int) -> None:
    state = around(cast(laid(double("Pup"), hand=(ALL,), n=n), "Moonrise"))
    assert only(state, "Hound").n == n and stack_size(state) == n


MOON = written(
    "At the beginning of each upkeep, if no spells were cast last turn, you gain 1 life.", "Enchantment", "{1}", "Moon"
)
SUN = written(
    "At the beginning of each upkeep, if a player cast two or more spells last turn, you gain 100 life.",
    "Enchantment",
    "{1}",
    "Sun",
)


def test_603_4_spells_of_the_turn_before_are_those_of_all_players_or_of_one() -> None:
    state = laid(BEAR, MOON, SUN, hand=(GROW, GROW))
    state = settled(until(state, "upkeep", 1))
    assert life(state) == 21  # nobody cast a spell in the first turn
    state = until(state, "main1", 1)
    state = play(state, Choice("pass", 1))
    state = settled(cast(state, "Grow", handle(state, "Bear")))
    state = settled(until(state, "upkeep", 0))
    assert life(state) == 21  # one spell was cast, and no player cast two
    state = settled(cast(state, "Grow", handle(state, "Bear")))
    state = settled(until(state, "upkeep", 1))
    assert life(state) == 21


def test_603_4_two_spells_of_one_player_count_for_the_next_turn_alone() -> None:
    state = laid(BEAR, MOON, SUN, hand=(GROW, GROW))
    for _ in range(2):
        state = settled(cast(state, "Grow", handle(state, "Bear")))
    state = settled(until(state, "upkeep", 1))
    assert life(state) == 120
    state = settled(until(state, "upkeep", 0))
    assert life(state) == 121


def test_707_8a_exceptions_of_a_copy_leave_its_other_face_unknown() -> None:
    odd = spell("Odd", "Create a token that's a copy of target creature, except it has haste.")
    state = settled(cast(laid(double("Pup"), hand=(odd, ALL)), "Odd", 3))
    with pytest.raises(Unsupported) as refused:
        settled(cast(state, "Moonrise"))
    assert refused.value.refusal.code == "clause-not-understood"


def test_712_18_limits_of_both_faces_are_not_mixed() -> None:
    state = settled(use(laid(double("Imp"), hand=(ALL,)), "Imp"))
    with pytest.raises(Unsupported) as refused:
        settled(cast(state, "Moonrise"))
    assert refused.value.refusal.code == "rule-712.18"


def test_704_5p_what_is_no_equipment_any_more_becomes_unattached() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.attach(layout.put(double("Blade"), 0), bear)
    state = layout.done()
    assert power(state, bear) == 4
    state = settled(use(state, "Blade"))
    assert only(state, "Vale").refs == {} and power(state, handle(state, "Bear")) == 2


def test_506_4_an_attacker_that_becomes_a_land_leaves_combat() -> None:
    layout = Layout(2)
    layout.put(double("Seed"), 0)
    state = layout.done()
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    state = play(state, Choice("attack", 0, picks=((handle(state, "Seed"), 1),), targets=(2,)))
    state = settled(use(state, "Seed"))
    assert "attacking" not in only(state, "Grove").cls.by_prop
    assert state.game.by_prop.get("step") == "attackers"
