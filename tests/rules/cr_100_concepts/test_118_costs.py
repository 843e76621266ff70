"""What the costs of the wider language take, and when they can be paid (118, 601.2h, 606, 701.59)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import first, instances
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term
from reiterate.terms.costs import (
    BottomCost,
    DiscardThis,
    EvidenceCost,
    ExileCost,
    LoyaltyCost,
    MillCost,
    ReturnCost,
    TapOthers,
)
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, You
from reiterate.terms.trigger_events import Discards
from tests.support import written
from tests.support.acting import count, only, pool, question, says, settled, top, until
from tests.support.as_shown import board_lines
from tests.support.boards import BEAR, FOREST, creature, life, named, play
from tests.support.shown import shows

ONE = Fixed(1)
HUGE = 10**30


def code(state: State, choice: Choice) -> str:
    """Why a choice is refused, or ""."""
    refused = verify(state, choice)
    return "" if refused is None else refused.code


# --- costs -------------------------------------------------------------------------------------------------------

GAIN = (GainLife(You(), ONE),)


def payer(*costs: Term, zone: str = "battlefield") -> Proto:
    """A creature with an ability for these costs."""
    return creature("Payer", 1, 1, Activated(costs, GAIN, zone=zone))  # type: ignore[arg-type] # costs of the language


@pytest.mark.parametrize(
    ("words", "others", "why"),
    [
        ("another untapped Bear", 0, "cost-short"),  # itself is no other one (118.3)
        ("another untapped Bear", 1, ""),
        ("two other untapped Bears", 1, "cost-short"),
        ("two other untapped Bears", 2, ""),
    ],
)
def test_118_3_another_permanent_is_tapped_and_never_the_source(words: str, others: int, why: str) -> None:
    facts = {"name": "Own", "type_line": "Creature — Bear", "power": "1", "toughness": "1"}
    own = compile_card({**facts, "oracle_text": f"Tap {words} you control: You gain 1 life."}).proto
    layout = Layout(2)
    row = layout.put(own, 0)
    bears = layout.put(BEAR, 0, n=others) if others else row
    state = layout.done()
    made = Choice("activate", 0, row, picks=((bears, max(others, 1)),))
    assert code(state, made) == why
    if not why:
        state = settled(play(state, made))
        assert life(state, 0) == 21 and count(state, "Bear") == others
        assert all(each.cls.tapped for each in named(state, "Bear", "battlefield"))
        assert not only(state, "Own").cls.tapped


@shows(TapOthers)
@pytest.mark.parametrize("bears", [0, 1, 2, HUGE])
def test_118_3_tapping_other_permanents(bears: int) -> None:
    layout = Layout(2)
    row = layout.put(payer(TapOthers(Filter(subtypes=("Bear",)), Fixed(2))), 0)
    layout.put(BEAR, 0, tapped=True)
    layout.put(BEAR, 1)
    if bears:
        layout.put(BEAR, 0, n=bears, sick=True)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == ("" if bears >= 2 else "cost-short")
    if bears >= 2:
        state = play(state, Choice("activate", 0, row))
        assert sum(int(str(r.n)) for r in named(state, "Bear") if r.cls.tapped) == 3


@shows(ReturnCost)
def test_118_3_returning_itself_or_another_to_hand() -> None:
    layout = Layout(2)
    row = layout.put(payer(ReturnCost()), 0, n=3)
    state = play(layout.done(), Choice("activate", 0, row))
    assert (count(state, "Payer"), count(state, "Payer", "hand"), len(state.stack)) == (2, 1, 1)
    layout = Layout(2)
    row = layout.put(payer(ReturnCost(Filter(("land",)), ONE)), 0)
    assert code(layout.done(), Choice("activate", 0, row)) == "cost-short"
    layout.put(FOREST, 0, n=2)
    assert count(play(layout.done(), Choice("activate", 0, row)), "Forest", "hand") == 1


@shows(ExileCost)
def test_118_3_exiling_itself_from_a_graveyard_or_other_cards() -> None:
    layout = Layout(2)
    row = layout.put(payer(ExileCost("graveyard"), zone="graveyard"), 0, "graveyard", n=2)
    state = play(layout.done(), Choice("activate", 0, row))
    assert (count(state, "Payer", "exile"), count(state, "Payer", "graveyard")) == (1, 1)
    assert life(settled(state), 0) == 21
    layout = Layout(2)
    row = layout.put(payer(ExileCost("graveyard", Filter(("land",)), Fixed(2))), 0)
    layout.put(FOREST, 0, "graveyard")
    assert code(layout.done(), Choice("activate", 0, row)) == "cost-short"
    two = layout.put(FOREST, 0, "graveyard", n=2)
    state = play(layout.done(), Choice("activate", 0, row, picks=((two, 2),)))
    assert count(state, "Forest", "exile") == 2


@shows(LoyaltyCost)
@pytest.mark.parametrize(("amount", "left"), [(1, 4), (0, 3), (-2, 1), (-3, 0), (-4, None)])
def test_606_3_loyalty_costs_once_a_turn_at_sorcery_speed(amount: int, left: int | None) -> None:
    walker = Proto("Walker", ("planeswalker",), loyalty=3, abilities=(Activated((LoyaltyCost(amount),), GAIN),))
    layout = Layout(2)
    row = layout.put(walker, 0)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == ("loyalty-short" if left is None else "")
    if left is None:
        return
    state = settled(play(state, Choice("activate", 0, row)))
    assert life(state, 0) == 21
    if left:
        assert only(state, "Walker").get("counter.loyalty") == left
        assert code(state, Choice("activate", 0, row)) == "loyalty-timing"
        assert code(until(state, "upkeep", 1), Choice("activate", 0, row)) != ""
    else:
        assert count(state, "Walker", "graveyard") == 1


@shows(MillCost)
@pytest.mark.parametrize(("library", "expected"), [(2, ""), (1, "cost-short"), (0, "cost-short")])
def test_701_17_milling_as_a_cost_needs_that_many_cards(library: int, expected: str) -> None:
    layout = Layout(2)
    layout.library(0, [(FOREST, library)])
    row = layout.put(payer(MillCost(Fixed(2))), 0)
    assert code(layout.done(), Choice("activate", 0, row)) == expected
    if not expected:
        assert count(play(layout.done(), Choice("activate", 0, row)), "Forest", "graveyard") == 2


@shows(EvidenceCost)
@pytest.mark.parametrize(("picked", "expected"), [(0, "cost-short"), (1, "cost-short"), (2, "")])
def test_701_59a_collecting_evidence(picked: int, expected: str) -> None:
    layout = Layout(2)
    row = layout.put(payer(EvidenceCost(5)), 0)
    graves = layout.put(creature("Giant", 4, 4, cost=("2", "R")), 0, "graveyard", n=3)
    state = layout.done()
    chosen = Choice("activate", 0, row, picks=((graves, picked),) if picked else ())
    assert code(state, chosen) == expected
    if not expected:
        assert count(play(state, chosen), "Giant", "exile") == 2


def test_701_59a_every_way_to_collect_evidence_is_offered_and_only_those() -> None:
    layout = Layout(2)
    row = layout.put(payer(EvidenceCost(5)), 0)
    giants = layout.put(creature("Giant", 4, 4, cost=("2", "R")), 0, "graveyard", n=2)
    ape = layout.put(creature("Ape", 2, 2, cost=("1", "G")), 0, "graveyard")
    layout.put(creature("Giant", 4, 4, cost=("2", "R")), 1, "graveyard", n=9)
    state = layout.done()
    [offered] = [option for option in options(state) if option.row == row]
    ways = {choice.picks for choice in instances(state, offered, 40)}
    assert ways == {((giants, 2),), ((giants, 1), (ape, 1)), ((giants, 2), (ape, 1))}
    assert all(code(state, Choice("activate", 0, row, picks=picks)) == "" for picks in ways)
    assert code(state, first(state, offered)) == ""
    short = Layout(2)
    row = short.put(payer(EvidenceCost(6)), 0)
    short.put(creature("Giant", 4, 4, cost=("2", "R")), 0, "graveyard")
    assert [option.verb for option in options(short.done())] == ["pass"]


@shows(BottomCost)
@pytest.mark.parametrize("n", [1, 2])
def test_118_3_putting_itself_on_the_bottom_of_the_library(n: int) -> None:
    layout = Layout(2)
    layout.library(0, [(FOREST, 3)])
    row = layout.put(payer(BottomCost()), 0, n=n)
    state = play(layout.done(), Choice("activate", 0, row))
    assert top(state, 0) == [("Forest", 3), ("Payer", 1)] and count(state, "Payer") == n - 1
    assert life(settled(state), 0) == 21


def cycler(text: str) -> Proto:
    """A card with cycling."""
    made = compile_card({"name": "Wheel", "type_line": "Artifact", "mana_cost": "{4}", "oracle_text": text})
    assert made.complete
    return made.proto


@shows(DiscardThis)
@pytest.mark.parametrize("n", [1, 2])
def test_702_29_cycling_discards_the_card_and_draws_one(n: int) -> None:
    layout = Layout(2)
    layout.library(0, [(FOREST, 3)])
    wheel = layout.put(cycler("Cycling {2}"), 0, "hand", n=n)
    watcher = creature("Watcher", 1, 1, Triggered(Discards("you"), GAIN))
    layout.put(watcher, 0)
    layout.set_player(0, "mana.C", 2)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "activate"]
    assert option.row == wheel
    read = read_sentence(state, "activate Wheel")
    assert isinstance(read, Choice)
    assert read_sentence(state, say(state, read)) == read
    assert verify(state, read) is None
    state = play(state, read)
    assert count(state, "Wheel", "graveyard") == 1 and count(state, "Wheel", "hand") == n - 1
    assert pool(state) == {}
    state = settled(state)
    assert count(state, "Forest", "hand") == 1 and life(state, 0) == 21


def test_702_29_cycling_works_in_the_hand_only_and_for_its_owner() -> None:
    for zone, seat in (("battlefield", 0), ("graveyard", 0), ("hand", 1)):
        layout = Layout(2)
        wheel = layout.put(cycler("Cycling {2}"), seat, zone)
        layout.set_player(0, "mana.C", 2)
        assert code(layout.done(), Choice("activate", 0, wheel)) in ("no-such-ability", "not-controller")
        assert [o.verb for o in options(layout.done())] == ["pass"]


def test_702_29e_typecycling_searches_for_a_card_of_the_type() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 2), (FOREST, 3)])
    layout.put(cycler("Forestcycling {1}"), 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "activate"]
    state = settled(play(state, first(state, option)))
    (_, seat, rows) = question(state)
    assert seat == 0 and [state.rows[r].cls.proto for r in rows] == [FOREST]
    state = settled(says(state, picks=((rows[0], 1),)))
    assert count(state, "Forest", "hand") == 1


def test_207_2c_a_channel_ability_is_activated_from_the_hand() -> None:
    layout = Layout(2)
    layout.put(cycler("Channel — {2}, Discard Wheel: You gain 3 life."), 0, "hand")
    layout.set_player(0, "mana.C", 2)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "activate"]
    assert life(settled(play(state, first(state, option))), 0) == 23


@pytest.mark.parametrize(
    ("text", "zone", "told"),
    [
        ("Transmute {1}{U}", "hand", ["not offered: transmute of Wheel (702.53)"]),
        ("Transmute {1}{U}", "graveyard", []),
        ("Disturb {2}", "graveyard", ["not offered: disturb of Wheel (702.146)"]),  # a back face that is not carried
        ("Disturb {2}", "battlefield", []),
        ("Bestow {2}", "hand", ["not offered: bestow of Wheel (702.103)"]),
    ],
)
def test_an_option_without_a_rule_is_told_where_it_works(text: str, zone: str, told: list[str]) -> None:
    layout = Layout(2)
    layout.put(cycler(text), 0, zone)
    state = layout.done()
    assert [str(u) for u in unoffered(state, 0)] == told
    assert unoffered(state, 1) == []
    unsure = [o for o in options(state) if o.unknown == "option-not-offered"]
    assert len(unsure) == len(told)
    assert all(list(instances(state, o, 9)) == [] for o in unsure)
    assert [line.strip() for line in board_lines(state) if "not offered" in line] == told


def test_107_3a_as_many_are_sacrificed_as_the_x_that_is_announced() -> None:
    layout = Layout(2)
    row = layout.put(written.card("Sacrifice X creatures: You gain X life.", name="Altar"), 0)
    bears = layout.put(BEAR, 0, n=3)
    state = layout.done()
    for x in (0, 2, 3):
        choice = Choice("activate", 0, row, x=x, picks=((bears, x),) if x else ())
        after = settled(play(state, choice))
        assert (life(after, 0), count(after, "Bear")) == (20 + x, 3 - x)
    refused = verify(state, Choice("activate", 0, row, x=4, picks=((bears, 4),)))
    assert refused is not None and refused.code == "cost-short"
