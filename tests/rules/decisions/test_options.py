"""Options and ``verify`` say the same: what is offered is legal, and what is legal is offered."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import Recorder, plain
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.conditions import Compared
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Filter, You
from reiterate.terms.static_effects import CostReduction
from tests.support.boards import ANOTHER, BEAR, CREATURE, PINGER, boards, creature, play

LIMIT = 40


def independent(state: State) -> list[Choice]:
    """Choices built without ``options``: each verb with each row, target, answer and small amount."""
    seat = decider(state)
    rows = list(state.rows)
    made = [Choice("pass", seat), Choice("attack", seat, answer="none")]
    made += [Choice("may", seat, answer=answer) for answer in ("yes", "no", "")]
    for row in rows:
        made += [Choice(verb, seat, row) for verb in ("play", "cast", "keep")]
        made += [Choice("order", seat, row, count=count) for count in (0, 1, 2)]
        made += [Choice("cast", seat, row, targets=(t,)) for t in rows]
        made += [Choice("target", seat, targets=(row,), count=count) for count in (0, 1, 2)]
        made += [Choice("pick", seat, picks=((row, count),)) for count in (1, 2)]
        for index, answer in product((0, 1), ("", "W", "U")):
            made.append(Choice("activate", seat, row, index, answer=answer))
        made += [Choice("activate", seat, row, 0, targets=(t,)) for t in rows]
        made += [Choice("activate", seat, row, 0, picks=((t, 1),)) for t in rows]
        made += [Choice("activate", seat, row, 0, pay=((kind, 1),)) for kind in ("G", "W", "C")]
        made += [Choice("activate", seat, row, 0, x=x) for x in (1, 2)]
    return made


def agree(state: State) -> None:
    """Offered choices are legal and can be played; legal choices are offered."""
    found = options(state)
    for option in found:
        some = list(instances(state, option, LIMIT))
        assert some or option.unknown, option
        for choice in some:
            assert verify(state, choice) is None, (option, choice, verify(state, choice))
            assert covers(state, found, choice), (option, choice)
            try:
                step(state, choice)
            except Unsupported:
                continue
    for choice in independent(state):
        if verify(state, choice) is None:
            assert covers(state, found, choice), choice


@pytest.mark.slow("many random games")
@given(boards(), st.data())
def test_options_agree_with_verify_along_random_play(state: State, data: st.DataObject) -> None:
    for _ in range(5):
        if asked(state) == "over":
            return
        agree(state)
        choices = [c for o in options(state) for c in instances(state, o, 4)]
        try:
            state, _ = step(state, data.draw(st.sampled_from(choices)))
        except Unsupported:
            return


def test_a_target_slot_lists_rows_and_a_group_is_one_of_them() -> None:
    layout = Layout(2)
    pinger = layout.put(PINGER, 0)
    bears = layout.put(BEAR, 1, n=10**100)
    (_, shot) = options(layout.done())
    slot = shot.slot("target")
    assert slot is not None
    assert slot.rows == (1, 2, pinger, bears)


def x_board(*costs: object) -> tuple[State, int]:
    layout = Layout(2)
    ability = Activated(costs, (GainLife(You(), XValue()),))  # type: ignore[arg-type] # the tests pass costs
    row = layout.put(creature("X", 1, 1, ability), 0)
    layout.put(BEAR, 0, n=4)
    layout.set_player(0, "mana.G", 5)
    layout.set_player(0, "mana.W", 2)
    return layout.done(), row


def test_107_3_x_ranges_over_what_can_be_paid() -> None:
    for costs, high in (
        ((ManaCost(("X", "G")),), 6),
        ((ManaCost(("X", "X", "1")),), 3),
        ((SacrificeCost(CREATURE, XValue()),), 5),
        ((SacrificeCost(ANOTHER, XValue()), ManaCost(("X",))), 4),
    ):
        state, row = x_board(*costs)
        option = next(o for o in options(state) if o.row == row)
        slot = option.slot("x")
        assert slot is not None
        assert slot.high == high
        legal = list(instances(state, option, 2000))
        assert {c.x for c in legal} == set(range(high + 1))
        assert all(verify(state, c) is None for c in legal)
        agree(state)


def test_602_5c_an_x_that_cannot_be_0_begins_at_the_least_that_is_allowed() -> None:
    """Five green and two white mana pay for an X of 7; the five creatures for an X of 5, at {0} for none."""
    for least, cost, high in (
        (1, ManaCost(("X",)), 7),
        (3, ManaCost(("X",)), 7),
        (2, SacrificeCost(CREATURE, XValue()), 5),
    ):
        layout = Layout(2)
        condition = Compared(XValue(), ">=", Fixed(least))
        ability = Activated((cost,), (GainLife(You(), XValue()),), condition=condition)
        row = layout.put(creature("X", 1, 1, ability), 0)
        layout.put(BEAR, 0, n=4)
        layout.set_player(0, "mana.G", 5)
        layout.set_player(0, "mana.W", 2)
        state = layout.done()
        option = next(o for o in options(state) if o.row == row)
        assert {c.x for c in instances(state, option, 2000)} == set(range(least, high + 1))
        refused = verify(state, Choice("activate", 0, row, x=least - 1))
        assert refused is not None and refused.code == "only-if"
        agree(state)


def test_602_5c_an_x_that_cannot_be_paid_for_is_not_offered() -> None:
    layout = Layout(2)
    condition = Compared(XValue(), ">=", Fixed(2))
    ability = Activated((ManaCost(("X",)),), (GainLife(You(), XValue()),), condition=condition)
    row = layout.put(creature("X", 1, 1, ability), 0)
    layout.set_player(0, "mana.G", 1)
    assert not [o for o in options(layout.done()) if o.row == row]


@pytest.mark.parametrize(
    ("costs", "high"),
    [
        ((ManaCost(("X", "G")),), 6),
        ((ManaCost(("X", "X", "1")),), 3),
        ((SacrificeCost(CREATURE, XValue()),), 5),
        ((SacrificeCost(ANOTHER, XValue()), ManaCost(("X",))), 4),
    ],
)
@pytest.mark.parametrize("least", [1, 2])
def test_107_3_what_x_cannot_be_is_not_offered(costs: tuple[object, ...], high: int, least: int) -> None:
    """601.2b: "X can't be 0" leaves 1 and more, each of which is offered and legal."""
    ability = Activated(
        costs,  # type: ignore[arg-type] # the tests pass costs
        (GainLife(You(), XValue()),),
        condition=Compared(XValue(), ">=", Fixed(least)),
    )
    layout = Layout(2)
    row = layout.put(creature("X", 1, 1, ability), 0)
    layout.put(BEAR, 0, n=4)
    layout.set_player(0, "mana.G", 5)
    layout.set_player(0, "mana.W", 2)
    state = layout.done()
    option = next(o for o in options(state) if o.row == row)
    slot = option.slot("x")
    assert slot is not None
    assert (slot.low, slot.high) == (least, high)
    legal = list(instances(state, option, 2000))
    assert {c.x for c in legal} == set(range(least, high + 1))
    assert all(verify(state, c) is None for c in legal)
    assert not any(covers(state, [option], replace(c, x=least - 1)) for c in legal)
    agree(state)


def test_107_3_where_the_least_x_is_too_dear_nothing_is_offered() -> None:
    ability = Activated(
        (ManaCost(("X",)), TapCost()), (GainLife(You(), XValue()),), condition=Compared(XValue(), ">=", Fixed(1))
    )
    layout = Layout(2)
    row = layout.put(Proto("Helm", ("artifact",), abilities=(ability,)), 0)
    assert not [o for o in options(layout.done()) if o.row == row]
    layout.set_player(0, "mana.C", 1)
    assert [o.row for o in options(layout.done()) if o.row == row] == [row]


def test_601_2f_x_with_a_cost_reduction_and_its_floor() -> None:
    layout = Layout(2)
    ability = Activated((ManaCost(("X",)),), (GainLife(You(), XValue()),))
    row = layout.put(creature("X", 1, 1, ability), 0)
    layout.put(creature("Cheaper", 1, 1, Static(CostReduction(2, 1, CREATURE))), 0)
    layout.set_player(0, "mana.G", 2)
    layout.set_player(0, "mana.W", 1)
    state = layout.done()
    option = next(o for o in options(state) if o.row == row)
    slot = option.slot("x")
    assert slot is not None
    assert slot.high == 5
    for choice in instances(state, option, 200):
        assert verify(state, choice) is None, choice
    assert verify(state, Choice("activate", 0, row, x=6)) is not None


def test_options_of_traced_amounts_are_the_same_slots() -> None:
    layout = Layout(2)
    recorder = Recorder()
    row = layout.put(creature("X", 1, 1, Activated((ManaCost(("X",)),), (GainLife(You(), XValue()),))), 0)
    layout.put(PINGER, 0, n=recorder.amount(1, 7))
    layout.set_player(0, "mana.G", recorder.amount(0, 10**50))
    found = options(layout.done())
    assert [(o.verb, [s.name for s in o.slots]) for o in found] == [
        ("pass", []),
        ("activate", ["x"]),
        ("activate", ["target"]),
    ]
    assert found[1].row == row


def test_118_3_the_same_object_is_not_given_up_twice() -> None:
    layout = Layout(2)
    two = Activated((SacrificeCost(CREATURE, Fixed(2)),), (AddMana(("C",)),))
    row = layout.put(creature("Glutton", 1, 1, two), 0)
    bear = layout.put(BEAR, 0)
    other = layout.put(BEAR, 0, tapped=True)
    state = layout.done()
    refused = verify(state, Choice("activate", 0, row, picks=((bear, 1), (bear, 1))))
    assert refused is not None and refused.code == "cost-picks"
    assert verify(state, Choice("activate", 0, row, picks=((bear, 1), (other, 1)))) is None


def test_701_21_a_whole_group_can_be_sacrificed_by_one_of_its_members() -> None:
    layout = Layout(2)
    three = Activated((TapCost(), SacrificeCost(CREATURE, Fixed(3))), (GainLife(You(), Fixed(5)),))
    row = layout.put(creature("Trio", 1, 1, three), 0, n=3)
    state = play(layout.done(), Choice("activate", 0, row, picks=((row, 3),)))
    assert sum(plain(r.n) for r in state.rows.values() if r.cls.zone == "graveyard") == 3
    assert not [r for r in state.rows.values() if r.cls.zone == "battlefield"]


def test_701_21_another_is_never_the_acting_one() -> None:
    layout = Layout(2)
    row = layout.put(
        creature("Fling", 1, 1, Activated((SacrificeCost(ANOTHER, Fixed(2)),), (AddMana(("C",)),))), 0, n=2
    )
    refused = verify(layout.done(), Choice("activate", 0, row, picks=((row, 2),)))
    assert refused is not None and refused.code == "cost-short"


def test_107_4e_hybrid_mana_is_paid_by_any_assignment() -> None:
    layout = Layout(2)
    cost = ManaCost(("W/U", "W/B"))
    row = layout.put(creature("Hybrid", 1, 1, Activated((cost,), (GainLife(You(), Fixed(1)),))), 0)
    layout.set_player(0, "mana.W", 1)
    layout.set_player(0, "mana.U", 1)
    assert verify(layout.done(), Choice("activate", 0, row, pay=(("W", 1), ("U", 1)))) is None
    assert verify(layout.done(), Choice("activate", 0, row, pay=(("U", 2),))) is not None


def test_107_3_no_x_can_be_announced_without_one() -> None:
    layout = Layout(2)
    row = layout.put(PINGER, 0)
    refused = verify(layout.done(), Choice("activate", 0, row, targets=(1,), x=3))
    assert refused is not None and refused.code == "x"


def test_what_cannot_be_told_is_marked_and_not_left_out() -> None:
    layout = Layout(2)
    layout.put(creature("Odd", 1, 1, Activated((ManaCost(("S",)),), (AddMana(("C",)),))), 0)
    found = options(layout.done())
    assert [o.unknown for o in found] == ["", "rule-107.4"]
    assert list(instances(layout.done(), found[1], 5)) == []


def check_x_stops_at_the_mana_there() -> None:
    state, row = x_board(ManaCost(("X", "G")))
    slot = next(o for o in options(state) if o.row == row).slot("x")
    assert slot is not None and slot.high == 6


def test_107_3_x_stops_at_the_mana_there() -> None:
    check_x_stops_at_the_mana_there()


def twobrid(symbols: tuple[str, ...], **have: int) -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(creature("Odd", 1, 1, Activated((ManaCost(symbols),), (GainLife(You(), Fixed(1)),))), 0)
    for kind, amount in have.items():
        layout.set_player(0, f"mana.{kind}", amount)
    return layout.done(), row


def test_107_4e_a_symbol_of_two_or_a_colour_is_paid_either_way() -> None:
    state, row = twobrid(("2/W", "2/B"), W=2, C=4)
    legal = {
        tuple((kind, amount) for kind, amount in (("W", w), ("C", c)) if amount)
        for w in range(3)
        for c in range(5)
        if w + c
        and verify(state, Choice("activate", 0, row, pay=tuple((k, a) for k, a in (("W", w), ("C", c)) if a))) is None
    }
    assert legal == {
        (("W", 1), ("C", 2)),
        (("C", 4),),
        (("W", 2), ("C", 2)),
        (("W", 1), ("C", 3)),
        (("W", 2), ("C", 1)),
    }
    found = [c for o in options(state) if o.verb == "activate" for c in instances(state, o, 99)]
    assert {c.pay for c in found} == legal
    assert all(covers(state, options(state), c) and verify(state, c) is None for c in found)
    refused = verify(state, Choice("activate", 0, row))
    assert refused is not None and refused.code == "payment-ambiguous"


def test_107_4e_the_only_way_needs_no_words() -> None:
    state, row = twobrid(("2/W",), C=2)
    after = play(state, Choice("activate", 0, row))
    assert after.rows[1].get("mana.C") == 0
    state, row = twobrid(("2/W",), W=1)
    assert play(state, Choice("activate", 0, row)).rows[1].get("mana.W") == 0
    state, row = twobrid(("2/W",), W=2)
    assert {c.pay for o in options(state) if o.verb == "activate" for c in instances(state, o, 9)} == {
        (("W", 1),),
        (("W", 2),),
    }


def test_107_4e_a_reduction_takes_generic_mana_of_the_announced_reading() -> None:
    less_by_one = Proto(
        "Workshop",
        ("artifact",),
        mana_cost=("1",),
        abilities=(Static(CostReduction(1, 0, Filter(types=("creature",)))),),
    )
    layout = Layout(2)
    row = layout.put(creature("Odd", 1, 1, Activated((ManaCost(("2/W",)),), (GainLife(You(), Fixed(1)),))), 0)
    layout.put(less_by_one, 0)
    layout.set_player(0, "mana.C", 1)
    assert play(layout.done(), Choice("activate", 0, row)).rows[1].get("mana.C") == 0


def test_107_4f_a_phyrexian_symbol_of_two_colours_takes_either_or_life() -> None:
    state, row = twobrid(("G/W/P",), G=1, W=1)
    for pay, fine in (((("G", 1),), True), ((("W", 1),), True), ((("P", 1),), True), ((("C", 1),), False)):
        assert (verify(state, Choice("activate", 0, row, pay=pay)) is None) == fine
    state, row = twobrid(("G/W/P",))
    assert play(state, Choice("activate", 0, row)).rows[1].get("life") == 18
