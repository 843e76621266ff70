"""What kind of loop it is: who keeps it up, whose objects take part, whether it ends, whether it is determined."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from reiterate.amounts import EQ, LE, Poly
from reiterate.ask.building_loop import kept_up_by
from reiterate.kinds.answers import Driver, answers
from reiterate.kinds.interval_numbers import (
    Bounds,
    Branch,
    DifferentCourse,
    IntervalRecorder,
    OutOfBranches,
    every_branch,
    hull,
    interval,
    widen,
)
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import (
    ACTS,
    AT,
    CONTINUES,
    DECLINED,
    FORCED,
    LEAVES,
    NEVER,
    NO,
    UNKNOWN,
    YES,
    Kind,
    Statement,
)
from reiterate.kinds.reachable_set import Node, ReachableSet, locate, reachable_from
from reiterate.kinds.slot_amounts import reads_stack
from reiterate.loops.head_slots import amounts_of
from reiterate.loops.loop import find_loop
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.layout import UNKNOWN_CARD, Layout
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.json_form import state_to_json
from reiterate.state.model import BATTLEFIELD, HAND, State
from reiterate.terms.abilities import Activated
from reiterate.terms.base import replace
from reiterate.terms.effects_permanents import Tap
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from tests.kinds.answering_boards import FEEDER, RAPTORS, RINGS_AND_MORE, START, data, drains
from tests.support.as_shown import kind_json, kind_lines
from tests.support.dice import dice
from tests.support.kinds_board import board, kind, loop, read

ROUND: Final = "repeat 10:\n  all pass\n  all pass\n"


def asked_of(found: Kind) -> list[Statement]:
    """The statements about answers."""
    return [s for s in found.statements if s.answers or s.role in (FORCED, LEAVES, CONTINUES, UNKNOWN)]


# --- nobody keeps it up --------------------------------------------------------------------------------------------

ANGEL: Final = board(f"[Sanguine Bond, Exquisite Blood, {FEEDER}]", "[Platinum Angel]", START + ROUND)


@data
def test_104_4b_bond_and_blood_against_platinum_angel_is_a_draw() -> None:
    """The first segment ends at life 0, the last one never; nobody keeps either up. The Angel is one of the objects."""
    found = kind(ANGEL, data=True)
    assert (found.keepers, found.unknown, found.mandatory) == ((), "", True)
    assert found.ending.when == NEVER
    assert found.draw == YES and found.to_ask == ()
    assert found.involved == (0, 1)
    assert not found.across_turns and not found.within_resolution and not found.recurs
    assert found.determined


def test_without_the_angel_it_ends_and_is_no_draw() -> None:
    found = kind(ANGEL.replace("Platinum Angel", "Grizzly Bears"))
    assert found.mandatory
    assert (found.ending.when, found.ending.outcome, found.draw) == (AT, "p1_wins", NO)
    assert found.involved == (0,)


@data
def test_two_raptors_and_polyraptor_are_kept_up_by_nobody_whatever_the_order() -> None:
    found = kind(RAPTORS, data=True)
    (order,) = asked_of(found)
    assert (order.role, order.answers, order.holds_until) == (CONTINUES, 2, None)
    assert (found.keepers, found.unknown, found.draw) == ((), "", YES)


@data
def test_one_raptor_asks_nothing_and_no_position_comes_back() -> None:
    text = RAPTORS.replace("2 Marauding", "Marauding").replace("\n    order #1 first", "")
    found = kind(text, data=True)
    assert asked_of(found) == []
    assert (found.draw, found.recurs) == (YES, False)


@data
@pytest.mark.parametrize(
    ("mana", "draw"), [("{G: 5, R: 13}", DECLINED), ("{G: 5, R: 7}", DECLINED), ("{G: 2, R: 13}", YES)]
)
def test_601_2f_a_spell_that_a_reducer_makes_cheaper_is_something_else_to_do(mana: str, draw: str) -> None:
    """Behind Polyraptor, {2}{G} is left for the Alpha with flash; of {R} alone nothing can be cast."""
    lines = "cast Polyraptor paying {G}{G}{R}{R}{R}{R}{R}\nall pass\nrepeat 10:\n  all pass\n  all pass"
    found = kind(
        board(f"mana: {mana}, hand: [Polyraptor, Briarpack Alpha], [Marauding Raptor]", "hand: 0, []", lines), data=True
    )
    assert found.draw == draw
    assert bool(found.to_ask) == (draw == DECLINED)


RINGS: Final = board(
    "mana: {W: 3}, hand: [Oblivion Ring], [{card: Oblivion Ring, exiled: Oblivion Ring}]",
    "hand: 0, []",
    "cast Oblivion Ring\nall pass\nrepeat 10:\n  all pass\n  all pass",
)


@data
def test_three_oblivion_rings_alone_are_a_draw() -> None:
    found = kind(RINGS, data=True)
    assert (found.keepers, found.unknown, found.draw, found.recurs) == ((), "", YES, True)


@data
def test_three_oblivion_rings_and_another_target_are_kept_up_by_who_chooses() -> None:
    found = kind(RINGS_AND_MORE, data=True)
    (target,) = asked_of(found)
    assert (target.role, target.answers) == (LEAVES, 2)
    assert "Grizzly Bears" in target.witness
    assert (found.keepers, found.draw) == ((0,), NO)
    assert found.must_differ is None  # one player's loop is not fragmented


def naming(bystander: str) -> str:
    script = "cast Naming Echo\nall pass\nchoose Bear\nrepeat 10:\n  all pass\n  choose Bear"
    return board(f"mana: {{C: 3}}, hand: [Naming Echo], [{bystander}]", "hand: 0, []", script)


@pytest.mark.parametrize("bystander", ["Grizzly Bears", "Llanowar Elves", ""])
def test_205_3m_any_creature_type_may_be_named(bystander: str) -> None:
    """One that nothing in the game has is an answer too, so naming is not forced where there is one type."""
    found = kind(naming(bystander))
    (named,) = asked_of(found)
    assert (named.role, named.answers) == (UNKNOWN, 0)
    assert "205.3m" in named.witness
    assert (found.mandatory, found.draw) == (None, UNKNOWN)


# --- for every mixture of answers ----------------------------------------------------------------------------------


@data
def test_either_of_two_opponents_may_be_drained_for_ever() -> None:
    """p3 dies of it sooner or later, and then p2 is drained on."""
    found = kind(drains("[Platinum Angel]", "hand: 0, []"), data=True)
    (target,) = asked_of(found)
    assert (target.role, target.answers) == (CONTINUES, 2)
    assert found.draw == YES


@data
def test_twenty_drains_at_the_owner_of_what_saves_the_other_end_it() -> None:
    """One answer brings the loop back, twenty of them take the Angel away with its owner (800.4a)."""
    found = kind(drains("hand: 0, []", "[{card: Platinum Angel, controller: p2}]"), data=True)
    (target,) = asked_of(found)
    assert target.role == LEAVES
    assert "as often as it is asked" in target.witness
    assert found.keepers == (0,)


@data
def test_what_is_claimed_for_ever_holds_in_random_mixtures() -> None:
    """Every state of a random play is one of the shapes, its amounts within the bounds."""
    for text in (RAPTORS, drains("[Platinum Angel]", "hand: 0, []")):
        here = loop(text, data=True)
        driver = Driver(here.reader, acting=False, empty=False)
        graph = reachable_from(here.heads[0], driver, ())
        assert graph.unknown == "" and graph.exits() == []
        for seed in range(4):
            play_at_random(here.heads[0], driver, graph, dice(seed), 60)


def play_at_random(state: State, driver: Driver, graph: ReachableSet, rng: random.Random, count: int) -> None:
    for _ in range(count):
        if asked(state) != "priority":
            assert_within(locate(graph, state, driver, ()), state)
            state = step(state, rng.choice(answers(state)))[0]
            continue
        made = driver.at_priority(state, ())
        assert not isinstance(made, str), made
        state = step(state, made[0])[0]


def assert_within(node: Node | None, state: State) -> None:
    """The state is one of the node's; what happens to be equal just now is grouped, and then it is none by its rows."""
    if node is None:
        known = [(row.cls, sorted(row.num.items())) for row in state.rows.values() if row.cls.zone == BATTLEFIELD]
        assert any(a == b for a, b in combinations(known, 2))
        return
    for slot in ((0, "n"), (1, "life"), (2, "life"), (3, "life")):
        value = amounts_of(state).get(slot, 0)
        low, high = node.intervals.get(slot, (0, 0))
        assert isinstance(value, int)
        assert (low is None or low <= value) and (high is None or value <= high), slot


# --- from iteration 500 on -----------------------------------------------------------------------------------------

CHOIR: Final = board(
    f"[Waning Choir, Idle Fount, {FEEDER}]",
    "[Spiteful Idol, {card: Darksteel Myr, label: myr}, Darksteel Gargoyle]",
    START + "target myr\nrepeat 10:\n  all pass\n  all pass\n  target myr\n",
)


@data
def test_an_answer_that_becomes_legal_at_iteration_500_is_found() -> None:
    """The Choir's power is 1000 less one each time: at 500 the Idol may break it, and the loop."""
    found = kind(CHOIR, data=True)
    before, then = asked_of(found)
    assert (before.role, before.first, before.holds_until) == (CONTINUES, 1, 500)
    assert (then.role, then.first, then.holds_until) == (LEAVES, 500, None)
    assert then.answers == before.answers + 1
    assert "Waning Choir" in then.witness
    assert (found.keepers, found.ending.when) == ((1,), NEVER)


def test_an_answer_that_leaves_the_loop_in_its_first_iterations_only_is_not_said_to_leave_it_for_ever() -> None:
    """Losing 30 life ends the game below 31 life; from there on the loop goes on with it."""
    text = board(f"[Tempting Chime, {FEEDER}]", "hand: 0, []", START + "repeat 10:\n  all pass\n  no\n")
    found = kind(text)
    first, later = asked_of(found)
    assert (first.role, first.first, first.holds_until) == (LEAVES, 1, 2) and "the game is over" in first.witness
    assert (later.role, later.first, later.holds_until) == (UNKNOWN, 2, None) and "later is not shown" in later.witness
    assert (found.keepers, found.draw) == ((0,), NO)  # nobody may keep up any part of a draw
    rich = kind(text.replace("p1: {", "p1: {life: 1000, "))
    assert (rich.keepers, rich.draw) == ((), UNKNOWN) and rich.unknown


def test_an_action_that_becomes_possible_at_iteration_500_is_found() -> None:
    """p1 has 22 life at the first iteration's start and 521 after 499 more: enough for the Fount."""
    found = kind(board(f"[Waning Choir, Idle Fount, {FEEDER}]", "hand: 2, []", START + "repeat 10:\n  all pass\n"))
    (fount,) = found.could_act
    assert (fount.seat, fount.first, fount.holds_until) == (0, 500, None)
    assert found.open == (1,)
    assert (found.mandatory, found.draw, found.to_ask) == (True, DECLINED, (0, 1))


# --- who acts ------------------------------------------------------------------------------------------------------


def test_who_acts_keeps_it_up_and_passing_does_not() -> None:
    text = board(
        "[Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]",
        "hand: 0, []",
        "repeat 10:\n  activate Midnight Guard\n  all pass\n  all pass",
    )
    found = kind(text)
    assert (found.keepers, found.mandatory, found.draw) == ((0,), False, NO)
    assert [s.role for s in found.statements].count(ACTS) == 1
    assert kept_up_by(found) == "one player"
    assert found.could_act == ()  # what the loop itself does is no action outside it


def turns_of(active: str) -> str:
    first = "pass\n  p1: " if active == "p2" else ""
    mine = "p2: " if active == "p2" else "pass\n  p2: "
    body = (
        f"repeat 100:\n  {first}activate Zero Pinger targeting p2\n  all pass\n  {mine}activate Zero Healer\n  all pass"
    )
    return board("[Zero Pinger]", "[Zero Healer]", body, more=f"active: {active}\nproposer: {active}")


@pytest.mark.parametrize(("active", "seat"), [("p1", 0), ("p2", 1)])
def test_732_3_of_several_players_the_active_one_must_choose_differently(active: str, seat: int) -> None:
    found = kind(turns_of(active))
    assert sorted(found.keepers) == [0, 1]
    assert (found.recurs, found.must_differ) == (True, seat)
    assert kept_up_by(found) == "several players"
    assert any("must choose differently" in line for line in kind_lines(found))


def test_732_3_nobody_must_differ_where_no_position_comes_back() -> None:
    """Two healings for one damage go on without the damage, so the pinger rides along."""
    text = turns_of("p1").replace(
        "activate Zero Healer\n", "activate Zero Healer\n    all pass\n    p2: activate Zero Healer\n"
    )
    body = text.replace(
        "    p2: activate Zero Healer\n    all pass\n    p2",
        "    p2: activate Zero Healer\n    all pass\n    pass\n    p2",
    )
    found = kind(body)
    assert found.keepers == (1,)
    assert (found.recurs, found.must_differ) == (False, None)


def test_732_6_nobody_is_made_to_pay_for_an_unless() -> None:
    text = board(f"mana: {{C: 1}}, [Toll of Echoes, {FEEDER}]", "hand: 0, []", START + "repeat 10:\n  all pass\n  no\n")
    found = kind(text)
    (unless,) = asked_of(found)
    assert unless.role == FORCED and "732.6" in unless.witness
    assert (found.mandatory, found.draw, found.to_ask) == (True, DECLINED, (0,))


def test_a_may_that_is_taken_keeps_it_up() -> None:
    text = board(
        'library: 10, ["Niv-Mizzet, the Firemind", {card: Curiosity, attached to: "Niv-Mizzet, the Firemind"}]',
        "life: 40, []",
        "activate Niv-Mizzet\nall pass\nrepeat 10:\n  target p2\n  all pass\n  all pass\n  yes",
    )
    found = kind(text)
    assert found.keepers == (0,)
    may = next(s for s in asked_of(found) if s.choice.endswith("yes"))
    assert (may.role, may.answers) == (LEAVES, 2) and ": no, and then: " in may.witness
    assert (found.ending.when, found.ending.iteration, found.ending.outcome) == (AT, 11, "p2_wins")


def test_a_loop_across_turns_is_one() -> None:
    text = board("[]", "hand: 0, []", "repeat 10:\n  all pass to end step\n  all pass to draw step")
    found = kind(text)
    assert found.across_turns and found.mandatory
    assert (found.ending.when, found.draw) == (AT, NO)


# --- determined, refused, told -------------------------------------------------------------------------------------


def test_a_loop_that_reads_a_shuffled_library_is_not_determined() -> None:
    body = "repeat 3:\n  activate Restless Index: search\n  all pass\n  choose Forest\n  activate Restless Index: draw\n  all pass"
    position = read(board("library: [3 Forest, 3 Island], [Restless Index]", "hand: 0, []", body))
    node = position.script[0]
    assert isinstance(node, Repeat)
    found = kind_of(find_loop(position.state, BodyReader(node.body)))
    assert isinstance(found, Kind)
    assert not found.determined and "shuffled library" in found.read
    assert (found.keepers, found.ending.when, found.draw) == ((0,), UNKNOWN, NO)


def test_what_is_not_understood_is_refused_by_name() -> None:
    found = kind_of(find_loop(read(board("[Restless Index]", "[]", "pass")).state, _Broken()))
    assert isinstance(found, Kind)
    assert found.ending.when == AT and found.ending.reason == "that is no line"


class _Broken:
    """A reader whose first line can't be read."""

    def start(self) -> tuple[object, ...]:
        return ()

    def next(self, state: State, cursor: tuple[object, ...]) -> tuple[Choice, tuple[object, ...]] | Refusal | None:
        return Refusal(ILLEGAL, "not-a-sentence", "that is no line")

    def block(self, state: State, cursor: tuple[object, ...]) -> None:
        return None


@data
def test_json_has_strings_for_quantities_and_words_for_the_rest() -> None:
    for text in (ANGEL, RINGS_AND_MORE, CHOIR):
        found = kind_json(kind(text, data=True))
        assert _numbers(json.loads(json.dumps(found))) == []
    refused = kind_json(Refusal(ILLEGAL, "no-loop", "no loop", rule="732.1b"))
    assert (refused["question"], refused["code"], refused["message"], refused["rule"]) == (
        "kind",
        "no-loop",
        "no loop",
        "732.1b",
    )
    assert "no-loop" in kind_lines(Refusal(ILLEGAL, "no-loop", "no loop", rule="732.1b"))[0]


def _numbers(value: object) -> list[object]:
    if isinstance(value, dict):
        return [n for part in value.values() for n in _numbers(part)]
    if isinstance(value, list):
        return [n for part in value for n in _numbers(part)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


@data
def test_the_words_say_it_all() -> None:
    lines = kind_lines(kind(ANGEL, data=True))
    assert "kept up by: nobody, within a turn" in lines
    assert "objects of: p1, p2 [104.4f]" in lines
    assert any(line.startswith("draw: yes") for line in lines)


# --- forks and bounds ----------------------------------------------------------------------------------------------


def test_every_run_takes_every_way_once() -> None:
    def run(branch: Branch) -> tuple[int, ...]:
        first = branch.choose(3, "first")
        return (first, branch.choose(2, "second")) if first != 1 else (first,)

    assert sorted(every_branch(run)) == [(0, 0), (0, 1), (1,), (2, 0), (2, 1)]


@pytest.mark.parametrize(("ways", "about"), [(2, "first"), (3, "another")])
def test_a_run_that_asks_something_else_when_it_is_made_again_is_given_up(ways: int, about: str) -> None:
    """Its prescribed ways are of other questions: with fewer answers the third was looked for among two, with others one was missed."""
    runs: list[Branch] = []

    def run(branch: Branch) -> int:
        runs.append(branch)
        return branch.choose(3, "first") if len(runs) == 1 else branch.choose(ways, about)

    with pytest.raises(DifferentCourse):
        every_branch(run)


def test_too_many_ways_are_given_up() -> None:
    with pytest.raises(OutOfBranches):
        every_branch(lambda branch: [branch.choose(2, "") for _ in range(9)])


def test_bounds_of_polynomials_hold_the_values() -> None:
    rng = dice("bounds of polynomials hold the values")
    for _ in range(400):
        ends = [sorted(rng.randint(-6, 6) for _ in range(2)) for _ in range(2)]
        intervals = {i: (rng.choice([None, low]), rng.choice([None, high])) for i, (low, high) in enumerate(ends)}
        poly = Poly({m: rng.randint(-3, 3) for m in ((), (0,), (1,), (0, 0), (0, 1))})
        low, high = interval(poly, intervals)
        for a in range(ends[0][0], ends[0][1] + 1):
            for b in range(ends[1][0], ends[1][1] + 1):
                value = poly.evaluate({0: a, 1: b})
                assert (low is None or low <= value) and (high is None or value <= high)


def test_comparisons_are_answered_consistently_and_every_value_has_its_run() -> None:
    """Each whole number within the bounds agrees with exactly one of the runs, and with the bounds at its end."""
    x = Poly.symbol(0)
    asked_for = [(x - 3, LE), (-x + 1, LE), (x - 2, EQ), (-x + 5, EQ), (x - 3, LE)]
    for intervals in ((0, 7), (None, 4), (2, None), (None, None)):

        def run(branch: Branch, intervals: Bounds = intervals) -> tuple[list[bool], Bounds]:
            rec = IntervalRecorder({0: intervals}, branch)
            return [rec.answer(0, poly, op) for poly, op in asked_for], rec.bounds(x)

        runs = every_branch(run)
        for n in range(-3, 11):
            if (intervals[0] is not None and n < intervals[0]) or (intervals[1] is not None and n > intervals[1]):
                continue
            truth = [v == 0 if op == EQ else v <= 0 for v, op in ((p.evaluate({0: n}), op) for p, op in asked_for)]
            fitting = [bounds for said, bounds in runs if said == truth]
            assert len(fitting) == 1, (intervals, n)
            low, high = fitting[0]
            assert (low is None or low <= n) and (high is None or n <= high)


def test_widening_gives_up_what_moves() -> None:
    assert hull((1, 4), (3, None)) == (1, None)
    assert widen((5, 5), (4, 6)) == (2, None)
    assert widen((2, 5), (1, 5)) == (1, 5)
    assert widen((0, 5), (-1, 5)) == (None, 5)


@data
def test_104_4f_with_a_limited_range_it_is_a_draw_only_for_those_near_it() -> None:
    """Five players, range 1: p1's loop takes p2 and p5 along."""
    text = RINGS.replace("  p2: {hand: 0, battlefield: []}\n", "".join(f"  p{i}: {{}}\n" for i in range(2, 6)))
    assert kind(text, data=True).in_draw == (0, 1, 2, 3, 4)
    found = kind(text.replace("players:", "range: 1\nplayers:"), data=True)
    assert (found.draw, found.involved, found.in_draw) == (YES, (0,), (0, 1, 4))
    assert kind_json(found)["draw_players"] == ["p1", "p2", "p5"]


def dragon(graveyard: str, script: str) -> str:
    return board(f"mana: {{B: 2}}, hand: [Animate Dead], graveyard: [{graveyard}], []", "hand: 0, []", script)


def test_worldgorger_dragon_alone_is_a_draw_and_with_a_choice_of_creatures_it_is_not() -> None:
    begin = "cast Animate Dead targeting Worldgorger Dragon\nall pass\nall pass\n"
    alone = kind(dragon("Worldgorger Dragon", begin + "all pass\nrepeat 3:\n  all pass\n  all pass\n  all pass\n"))
    assert (alone.mandatory, alone.draw, alone.recurs) == (True, YES, True)
    body = "repeat 3:\n  all pass\n  all pass\n  all pass\n  choose Worldgorger Dragon\n  all pass\n"
    chosen = kind(dragon("Worldgorger Dragon, Grizzly Bears", begin + body))
    assert (chosen.keepers, chosen.draw) == ((0,), NO)


@pytest.mark.parametrize(
    ("theirs", "told", "asked"),
    [
        ("hand: 0", (), ()),
        ("hand: [Lurking Shade]", ("not offered: transmute of Lurking Shade (702.53)",), (1,)),
        ("hand: 0, graveyard: [Turning Wheel]", (), ()),
        ("hand: [Sly Blade]", (), ()),
        ("hand: [Turning Wheel]", (), ()),
        ("mana: {C: 2}, hand: [Turning Wheel]", ("activate Turning Wheel",), (1,)),
    ],
)
def test_732_5_an_option_that_no_rule_carries_out_is_told_and_asked_for(
    theirs: str, told: tuple[str, ...], asked: tuple[int, ...]
) -> None:
    """Transmute works in the hand only, and ninjutsu in combat; cycling is an ability like others, possible or not."""
    begin = "cast Animate Dead targeting Worldgorger Dragon\nall pass\nall pass\n"
    text = dragon("Worldgorger Dragon", begin + "all pass\nrepeat 3:\n  all pass\n  all pass\n  all pass\n")
    found = kind(text.replace("hand: 0, ", f"{theirs}, "))
    words = [p.what for p in found.could_act]
    assert len(words) == len(told)
    if told and told[0].startswith("not"):
        assert words == list(told)
        assert found.could_act[0].unknown == "option-not-offered"
    assert (found.to_ask, found.draw) == (asked, DECLINED if asked else YES)


@pytest.mark.parametrize(
    ("chord", "theirs", "told", "draw"),
    [
        ("Open Chord", "mana: {C: 2}, hand: [Turning Wheel], []", ("activate Turning Wheel",), DECLINED),
        ("Hushed Chord", "mana: {C: 2}, hand: [Turning Wheel], []", (), YES),
        ("Open Chord", "hand: [Lurking Shade], []", ("not offered: transmute of Lurking Shade (702.53)",), DECLINED),
        ("Hushed Chord", "hand: [Lurking Shade], []", (), YES),
        ("Hushed Chord", "hand: 0, [Mountain]", ("activate Mountain",), DECLINED),
    ],
)
def test_702_61a_nobody_is_asked_who_could_only_answer_a_spell_with_split_second(
    chord: str, theirs: str, told: tuple[str, ...], draw: str
) -> None:
    """The loop of triggers lies above the spell, so in none of its iterations an opponent can cast or activate anything."""
    script = f"cast {chord}\nall pass\nrepeat 3:\n  all pass\n"
    found = kind(board(f"mana: {{R: 1}}, hand: [{chord}], [Ringing Bell]", theirs, script))
    assert tuple(p.brief or p.what for p in found.could_act) == told
    assert (found.to_ask, found.draw) == ((1,) if draw == DECLINED else (), draw)


def test_inside_one_resolution_nobody_is_asked() -> None:
    script = "activate Grindstone targeting p2\nall pass\nrepeat 3:\n  continue\n"
    found = kind(
        board(
            'mana: {C: 3}, [Grindstone, {card: "Painter\'s Servant", chosen: blue}]', "library: 40, hand: 1, []", script
        )
    )
    assert found.within_resolution and found.mandatory
    assert (found.could_act, found.open, found.to_ask) == ((), (), ())


def test_732_5_an_unknown_card_is_one_also_in_a_state_that_another_program_wrote(tmp_path: Path) -> None:
    """Read before any other state was made, its cards are equal to the known ones and not the same objects."""
    layout = Layout(2)
    layout.put(UNKNOWN_CARD, 1, HAND)
    written = tmp_path / "state.json"
    written.write_text(json.dumps(state_to_json(layout.done())), encoding="utf-8")
    code = (
        "import json, sys; from reiterate.state.json_form import state_from_json\n"
        "state = state_from_json(json.load(open(sys.argv[1], encoding='utf-8')))\n"
        "from reiterate.shortcuts.procedure import hides_cards\n"
        "print(hides_cards(state, 0), hides_cards(state, 1))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(written)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_target_on_the_battlefield_or_the_stack_reads_the_stack() -> None:
    """What waits on the stack may be forgotten only where no card in the game looks at it, by whatever words."""
    spec = TargetSpec(Filter(), zone="battlefield or stack")
    for zone, reads in (("battlefield or stack", True), ("stack", True), ("battlefield", False)):
        layout = Layout(2)
        ability = Activated((), (Tap(TargetRef(0)),), (replace(spec, zone=zone),))
        layout.put(Proto("Onlooker", ("artifact",), abilities=(ability,)), 0)
        assert reads_stack(layout.done()) == reads
