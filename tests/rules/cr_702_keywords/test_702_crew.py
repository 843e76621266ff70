"""Vehicles (301.7), which are no creatures and have no power, and crew (702.122), which makes them creatures for a turn."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice, Pick
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import power, toughness, types_of, view
from reiterate.rules.decisions.filling import first, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.base import replace
from reiterate.terms.costs import TapPower
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import BasePT
from tests.support.acting import ONE_LIFE, count, handle, instant, settled, until
from tests.support.boards import BEAR, FOREST, PUMPER, creature, life, play
from tests.support.shown import shows

HUGE = 10**30
ELEPHANT = creature("Elephant", 3, 3)
WALL = creature("Wall", 0, 4)
SHADE = creature("Shade", -1, 4)


def cart(text: str = "Crew 3", power: str = "5", toughness: str = "4") -> Proto:
    """A Vehicle of these words, each of them understood."""
    facts = {"name": "Cart", "type_line": "Artifact — Vehicle", "mana_cost": "{2}", "oracle_text": text}
    found = compile_card({**facts, "power": power, "toughness": toughness})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def laid(*crew: tuple[Proto, int], text: str = "Crew 3", carts: int = 1, sick: bool = False) -> tuple[Layout, int]:
    layout = Layout(2)
    row = layout.put(cart(text), 0, n=carts, sick=sick)
    for proto, n in crew:
        layout.put(proto, 0, n=n, sick=True)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    return layout, row


def crewed(state: State, row: int, *picks: Pick) -> State:
    return settled(play(state, Choice("activate", 0, row, picks=picks)))


def code(state: State, row: int, *picks: Pick) -> str:
    found = verify(state, Choice("activate", 0, row, picks=picks))
    return "" if found is None else found.code


def test_301_7a_a_vehicle_that_is_no_creature_has_no_power() -> None:
    layout, row = laid()
    state = layout.done()
    assert types_of(state, row) == ("artifact",)
    assert not has_pt(view(state, row))


@shows(TapPower)
@pytest.mark.parametrize(
    ("bears", "elephants", "expected"),
    [(0, 0, "cost-short"), (1, 0, "cost-short"), (2, 0, ""), (0, 1, ""), (1, 1, ""), (2, 1, "")],
)
def test_702_122a_creatures_with_enough_power_in_all_are_tapped(bears: int, elephants: int, expected: str) -> None:
    layout, row = laid((BEAR, 2), (ELEPHANT, 1))
    state = layout.done()
    named = [(handle(state, "Bear"), bears), (handle(state, "Elephant"), elephants)]
    picks = [pick for pick in named if pick[1]]
    assert code(state, row, *picks) == expected
    if not expected:
        state = crewed(state, row, *picks)
        assert types_of(state, row) == ("artifact", "creature")
        assert (power(state, row), toughness(state, row)) == (5, 4)
        assert sum(int(str(r.n)) for r in state.rows.values() if r.cls.tapped) == bears + elephants


def test_702_122a_it_is_a_creature_until_end_of_turn() -> None:
    layout, row = laid((ELEPHANT, 1))
    state = crewed(layout.done(), row, (row + 1, 1))
    assert "creature" in types_of(state, row)
    later = until(state, "upkeep", 1)
    assert types_of(later, row) == ("artifact",) and not has_pt(view(later, row))


def test_702_122a_it_keeps_its_abilities_and_its_subtype() -> None:
    layout, row = laid((ELEPHANT, 1), text="Flying\nCrew 3")
    state = crewed(layout.done(), row, (row + 1, 1))
    assert "flying" in view(state, row).keywords and "Vehicle" in view(state, row).subtypes


def test_702_122a_another_creature_that_the_player_controls_and_that_is_untapped() -> None:
    layout, row = laid()
    tapped = layout.put(ELEPHANT, 0, tapped=True)
    theirs = layout.put(ELEPHANT, 1)
    layout.put(Proto("Idol", ("artifact",), power=None), 0)
    state = layout.done()
    assert [option.verb for option in options(state)] == ["pass"]
    assert code(state, row, (tapped, 1)) == code(state, row, (theirs, 1)) == "cost-picks"
    assert code(state, row) == "cost-short"


def test_702_122a_it_does_not_crew_itself() -> None:
    """A crewed Cart has power 5, and is another creature for a second Cart alone."""
    layout, row = laid((ELEPHANT, 1), carts=1)
    other = layout.put(cart(), 0, sick=True)
    state = crewed(layout.done(), row, (handle(layout.done(), "Elephant"), 1))
    assert code(state, row, (row, 1)) == "cost-picks"
    assert code(state, other, (row, 1)) == ""


def test_702_122a_of_two_crewed_carts_one_crews_the_other() -> None:
    """Both lie in one row: one of them may be tapped, not both."""
    made = Proto("Golem Cart", ("artifact", "creature"), ("Vehicle",), (), (), None, 5, 5, None, cart().abilities)
    layout = Layout(2)
    row = layout.put(made, 0, n=2)
    state = layout.done()
    assert code(state, row, (row, 1)) == "" and code(state, row, (row, 2)) == "cost-picks"


def test_208_3a_what_was_added_before_counts_as_soon_as_it_is_a_creature() -> None:
    """Printed 5/4 with a +1/+1 counter: 6/5."""
    layout = Layout(2)
    row = layout.put(cart(), 0, counters={"+1/+1": 1})
    layout.put(ELEPHANT, 0)
    state = layout.done()
    assert not has_pt(view(state, row))
    state = crewed(state, row, (row + 1, 1))
    assert (power(state, row), toughness(state, row)) == (6, 5)


def test_208_3a_a_base_that_an_effect_sets_counts_as_soon_as_it_is_a_creature() -> None:
    """Printed 5/4, by an ability of its own 7/6: neither before it is crewed, then 7/6."""
    vehicle = cart()
    set_to = Static(BasePT(This(), power=7, toughness=6))
    layout = Layout(2)
    row = layout.put(replace(vehicle, abilities=(*vehicle.abilities, set_to)), 0)
    layout.put(ELEPHANT, 0)
    state = layout.done()
    assert not has_pt(view(state, row))
    state = crewed(state, row, (row + 1, 1))
    assert (power(state, row), toughness(state, row)) == (7, 6)


def test_702_122a_power_is_counted_as_the_cost_is_paid() -> None:
    """A Pumper that was 1/1 and got +1/+1 has 2; with a Wall of 0 it has 2 in all, with a Bear 4."""
    layout, row = laid((BEAR, 1), (PUMPER, 1), (WALL, 1))
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    pumper = handle(state, "Pumper")
    assert code(state, row, (pumper, 1), (handle(state, "Wall"), 1)) == "cost-short"
    assert code(state, row, (handle(state, "Bear"), 1), (pumper, 1), (handle(state, "Wall"), 1)) == ""
    state = settled(play(state, Choice("activate", 0, pumper)))
    assert code(state, row, (pumper, 1), (handle(state, "Wall"), 1)) == "cost-short"
    assert code(state, row, (handle(state, "Bear"), 1), (pumper, 1)) == ""


def test_702_122a_every_way_to_crew_is_offered_and_only_those() -> None:
    """Crew 3 out of two Bears (2 each), an Elephant (3), and a Shade of -1: any number of them, with 3 or more in all."""
    layout, row = laid((BEAR, 2), (ELEPHANT, 1), (SHADE, 1))
    state = layout.done()
    bear, elephant, shade = handle(state, "Bear"), handle(state, "Elephant"), handle(state, "Shade")
    [offered] = [option for option in options(state) if option.row == row]
    ways = {choice.picks for choice in instances(state, offered, 40)}
    assert ways == {
        ((elephant, 1),),
        ((bear, 2),),
        ((bear, 1), (elephant, 1)),
        ((bear, 2), (elephant, 1)),
        ((bear, 2), (shade, 1)),
        ((bear, 1), (elephant, 1), (shade, 1)),
        ((bear, 2), (elephant, 1), (shade, 1)),
    }
    assert all(code(state, row, *picks) == "" for picks in ways)
    assert code(state, row, (elephant, 1), (shade, 1)) == "cost-short"
    assert verify(state, first(state, offered)) is None


def test_702_122a_the_first_way_is_one_where_what_comes_first_has_no_power() -> None:
    layout, row = laid((SHADE, 1), (WALL, 1), (BEAR, 1), (ELEPHANT, 1))
    state = layout.done()
    [offered] = [option for option in options(state) if option.row == row]
    assert verify(state, first(state, offered)) is None


def test_702_122a_any_number_of_a_huge_group() -> None:
    layout, row = laid((BEAR, HUGE), text=f"Crew {10**9}")
    state = layout.done()
    bears = handle(state, "Bear")
    assert code(state, row, (bears, 10**9 // 2 - 1)) == "cost-short"
    assert code(state, row, (bears, HUGE)) == ""
    assert verify(state, first(state, next(o for o in options(state) if o.row == row))) is None


def test_702_122a_crew_0_taps_nothing() -> None:
    layout, row = laid(text="Crew 0")
    state = crewed(layout.done(), row)
    assert "creature" in types_of(state, row)


def test_302_6_a_vehicle_that_came_this_turn_may_be_crewed_and_does_not_attack() -> None:
    layout, row = laid((ELEPHANT, 1), sick=True)
    state = crewed(layout.done(), row, (row + 1, 1))
    assert "creature" in types_of(state, row)
    fresh = [o for o in options(until(state, "attackers", 0)) if o.verb == "attack" and row in o.slots[0].rows]
    assert not fresh


def test_702_122a_a_crewed_vehicle_attacks_and_deals_its_power() -> None:
    """Crewed in the main phase, it is attacked with alone: 20 - 5 = 15."""
    layout, row = laid((ELEPHANT, 1))
    state = crewed(layout.done(), row, (row + 1, 1))
    while not any(o.verb == "attack" for o in options(state)):
        state = play(state, Choice("pass", _asked(state)))
    attack = read_sentence(state, "attack p2 with Cart")
    assert isinstance(attack, Choice)
    state = play(state, attack)
    for _ in range(12):
        if life(state, 1) != 20:
            break
        waiting = options(state)[0]
        state = play(
            state, Choice("block", 1, answer="none") if waiting.verb == "block" else Choice("pass", waiting.player)
        )
    assert life(state, 1) == 15


def _asked(state: State) -> int:
    return options(state)[0].player


def test_702_122a_a_sentence_names_the_crew() -> None:
    layout, row = laid((BEAR, 2), (ELEPHANT, 1))
    state = layout.done()
    made = Choice("activate", 0, row, picks=((handle(state, "Bear"), 2),))
    assert read_sentence(state, say(state, made)) == made


def test_118_3_power_beside_another_cost_of_untapped_creatures_is_refused_by_name() -> None:
    ability = Activated((TapPower(3), TapPower(2)), (ONE_LIFE,))
    layout = Layout(2)
    row = layout.put(Proto("Barge", ("artifact",), ("Vehicle",), (), (), None, 1, 1, None, (ability,)), 0)
    elephant = layout.put(ELEPHANT, 0)
    with pytest.raises(Unsupported, match="tapped for power"):
        verify(layout.done(), Choice("activate", 0, row, picks=((elephant, 1),)))


KILL = instant("Kill", Destroy(TargetRef(0)), targets=(TargetSpec(Filter()),))


def test_704_5f_a_vehicle_of_no_toughness_dies_as_it_is_crewed_and_not_before() -> None:
    """Printed 5/4 with four -1/-1 counters: 1/0 as a creature, and no toughness at all until then (208.3)."""
    layout = Layout(2)
    row = layout.put(cart(), 0, counters={"-1/-1": 4})
    layout.put(ELEPHANT, 0)
    state = layout.done()
    assert count(state, "Cart") == 1
    assert count(crewed(state, row, (row + 1, 1)), "Cart", "graveyard") == 1


@pytest.mark.parametrize(("crew", "expected"), [(True, 25), (False, 20)])
def test_608_2h_the_power_of_a_vehicle_as_it_last_was(crew: bool, expected: int) -> None:
    """Crewed it had power 5; as a mere artifact it had none (208.3)."""
    text = "When this permanent is put into a graveyard from the battlefield, you gain life equal to its power.\nCrew 3"
    layout, row = laid((ELEPHANT, 1), text=text)
    kill = layout.put(KILL, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    if crew:
        state = crewed(state, row, (row + 1, 1))
    assert life(settled(play(state, Choice("cast", 0, kill, targets=(row,)))), 0) == expected


def test_707_2_a_copy_of_a_crewed_vehicle_is_no_creature() -> None:
    mold = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(Filter(types=("artifact",))),))
    layout, row = laid((ELEPHANT, 1))
    spell = layout.put(mold, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = crewed(layout.done(), row, (row + 1, 1))
    state = settled(play(state, Choice("cast", 0, spell, targets=(row,))))
    (token,) = [h for h, r in state.rows.items() if r.cls.kind == "token" and r.cls.zone == "battlefield"]
    assert types_of(state, token) == ("artifact",) and not has_pt(view(state, token))


def test_702_122a_of_two_like_vehicles_one_is_crewed() -> None:
    layout, row = laid((ELEPHANT, 1), carts=2)
    state = crewed(layout.done(), row, (row + 1, 1))
    found = [r.n for h, r in state.rows.items() if r.cls.zone == "battlefield" and types_of(state, h)[-1] == "creature"]
    carts = [
        types_of(state, h) for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Cart"
    ]
    assert found == [1, 1] and sorted(carts) == [("artifact",), ("artifact", "creature")]
