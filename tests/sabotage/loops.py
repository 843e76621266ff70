"""Breakages of amounts, traces, closed forms, flips and jumps, each with the check that must notice it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from reiterate.amounts import EQ, RULES, Poly, Progression, Recorder
from reiterate.certify import needs
from reiterate.check import same_shape
from reiterate.check.claims import closed_set as closed_sets
from reiterate.check.claims import interval_numbers, strategy
from reiterate.check.claims import needs as checked_bystanders
from reiterate.loops import (
    block_summary,
    closed_forms,
    distinctions,
    first_flip,
    head_slots,
    loop,
    trace,
    traced_period,
)
from reiterate.loops.loop import find_loop
from reiterate.rules.characteristics import evaluate
from reiterate.script import script
from reiterate.state import events, normal_form, progression_rows
from reiterate.state.model import Row
from tests.certify import test_bystanders, test_closed_sets
from tests.kinds import test_strategy
from tests.loops import (
    progression_boards,
    test_block_summary,
    test_closed_forms,
    test_distinctions,
    test_jumps,
    test_progressions,
    test_showpieces,
)
from tests.sabotage.table import Sabotage, instead
from tests.shortcuts import test_shortcuts
from tests.state import test_state
from tests.support.generated_loops import made
from tests.support.loop_cases import CASES, Case

ALARM_CASE, BASALT_CASE = CASES[0], CASES[4]


def rows_are_kept_apart() -> None:
    """The tracer and the checker ask what all pairs of rows ask."""
    for seed in range(20):
        test_distinctions.test_the_guards_are_those_of_all_pairs_in_order(seed)
        test_distinctions.test_the_checker_asks_what_all_pairs_ask_in_order(seed)


def jumps_are_exact() -> None:
    """Jumping and performing agree, tallies too."""
    test_jumps.test_a_jump_is_the_same_as_performing(ALARM_CASE)


def bond_ends() -> None:
    """The opponent dies in the iteration computed by hand."""
    test_jumps.test_bond_and_blood_end_where_the_opponent_dies("10^40", 10**40 // 2)


def options_do_not_bound_a_jump() -> None:
    """With ever more mana ever more could be activated, and the loop stays one segment."""
    players = BASALT_CASE.players + "        - Staff of Domination\n"
    found = Case("staff", players, BASALT_CASE.body).loop()
    assert found.extend(None) is None
    assert len(found.segments) == 1 and found.endless


def order_is_asked() -> None:
    """An order of triggers is asked only while they differ."""
    test_jumps.test_an_order_is_asked_only_while_the_triggers_can_be_told_apart(17)


def condition_flips() -> None:
    """A condition flips far away, where it was computed by hand."""
    test_jumps.test_a_condition_that_flips_far_away_starts_a_new_segment_there(10**30)


def unless(drop: Callable[..., bool]) -> Callable[[Any], Any]:
    """A recorder that forgets some guards."""

    def broken(good: Any) -> Any:
        def record(self: Recorder, poly: Any, op: str, truth: bool, rule: str = "") -> None:
            if not drop(op, truth):
                good(self, poly, op, truth, rule)

        return record

    return broken


def every_purpose(good: Any) -> Any:
    """All guards bound the period, whatever they were asked for."""
    return lambda guards, forms, purpose: good([replace(g, purpose=RULES) for g in guards], forms, purpose)


def nothing_is_compared(good: Any) -> Any:
    """Takes a claim as it is."""
    return lambda self, *given: None


def everything(good: Any) -> Any:
    """Says yes to everything."""
    return lambda *args: True


def later(good: Any) -> Any:
    """The flip that is found, one late."""
    return lambda *args: None if (found := good(*args)) is None else found + 1


def blocks_end() -> None:
    """The opponent dies inside a block of 10^25 triggers, where computed by hand."""
    test_showpieces.test_an_end_inside_a_block_of_very_many_triggers(10**50 + 12345)


def some_members_refuse() -> None:
    """A group whose members differ can't be made to stand for fewer."""
    group = Row(progression_boards.TOKEN, {progression_boards.PLUS: test_progressions.put(1, 1, 3)}, 3, {})
    fewer = events.Event(events.COUNT, "", 10, "", 2)
    assert (
        progression_boards.told(lambda: events.apply(events.Draft(progression_boards.tokens(group)), fewer)) is not None
    )


def lamps_swap() -> None:
    """Two lamps that light each other in turn are jumped, two iterations at a time."""
    start, reader = made("alternating", 0).loop()
    found = find_loop(start, reader)
    assert found.extend(None) is None and found.endless


def bounds_are_kept() -> None:
    """Bounds that some answer leads out of are no closed set, wherever they stand."""
    for at in (0, 1):
        test_closed_sets.test_bounds_that_a_course_leaves_are_rejected(at)


def own_actions_only() -> None:
    """A set in which something else is done than the loop does shows nothing of the loop."""
    test_strategy.test_a_set_of_another_loop_of_the_same_board_is_rejected(
        test_strategy.TURNED, "", "no action of the loop"
    )


def all_of_its_actions() -> None:
    """Nor does one in which an action of the loop is left out."""
    of = test_strategy.TURNED
    test_strategy.test_a_set_of_another_loop_of_the_same_board_is_rejected("", of, "an action of the loop is not taken")


def asked_again() -> None:
    """Time alone goes round for ever, with or without the loop."""
    with pytest.MonkeyPatch.context() as patch:
        test_strategy.test_a_set_that_time_alone_goes_round_in_is_rejected(patch)


LOOPS: tuple[Sabotage, ...] = (
    Sabotage(
        "what a loop asks need not be asked again", asked_again, strategy.Planned, "ask_again", nothing_is_compared
    ),
    Sabotage("any action is one of the loop", own_actions_only, strategy.Planned, "compare", nothing_is_compared),
    Sabotage(
        "an action of the loop may be left for ever",
        all_of_its_actions,
        strategy.Planned,
        "go_round",
        nothing_is_compared,
    ),
    Sabotage("amounts may leave the bounds of a closed set", bounds_are_kept, closed_sets, "_covers", everything),
    Sabotage(
        "what bounds leave open is followed one way only",
        test_closed_sets.test_every_value_within_bounds_has_exactly_one_course,
        interval_numbers.Ways,
        "others",
        lambda good: lambda self: [],
    ),
    Sabotage("no Aura changes anything", jumps_are_exact, evaluate, "reached", instead(frozenset())),
    Sabotage("no amount is taken to move", rows_are_kept_apart, distinctions, "_may_move", instead(False)),
    Sabotage("the checker takes no amount to change", rows_are_kept_apart, same_shape, "_stays", everything),
    Sabotage(
        "no two rows have the same amounts",
        test_state.check_normal_merges_what_is_alike,
        normal_form,
        "_likeness",
        lambda good: lambda row: frozenset({("row", id(row))}),
    ),
    Sabotage(
        "any bystander stands in for another",
        test_bystanders.test_the_one_creature_with_enough_counters_is_needed_with_them,
        needs._Trial,
        "same_with",
        everything,
    ),
    Sabotage(
        "the checker lets any bystander stand in for another",
        test_bystanders.test_the_one_creature_with_enough_counters_is_needed_with_them,
        checked_bystanders._Play,
        "alike_with",
        everything,
    ),
    Sabotage("a comparison leaves no guard", bond_ends, Recorder, "record", unless(lambda op, truth: True)),
    Sabotage(
        "a comparison for equality leaves no guard",
        order_is_asked,
        Recorder,
        "record",
        unless(lambda op, truth: op == EQ),
    ),
    Sabotage(
        "a jump goes one period too far",
        jumps_are_exact,
        traced_period.Period,
        "at",
        lambda good: lambda self, k: good(self, k + 1),
    ),
    Sabotage("no guard bounds a period", condition_flips, traced_period, "horizon", lambda good: lambda *args: None),
    Sabotage(
        "what could be chosen bounds a period", options_do_not_bound_a_jump, traced_period, "horizon", every_purpose
    ),
    Sabotage("a period holds one time too often", bond_ends, traced_period, "horizon", later),
    Sabotage(
        "the moving amounts are not searched to a fixpoint",
        test_jumps.test_the_symbols_grow_to_a_fixpoint,
        trace._Attempt,
        "missing",
        lambda good: lambda self: [],
    ),
    Sabotage("tallies are not traced", jumps_are_exact, head_slots, "_moved_tallies", instead([])),
    Sabotage(
        "rows correspond only with equal amounts",
        test_jumps.test_the_symbols_grow_to_a_fixpoint,
        trace,
        "correspond",
        lambda good: lambda s, t, amounts: good(s, t, amounts=True),
    ),
    Sabotage(
        "what amounts tell apart is taken to stay so",
        order_is_asked,
        trace,
        "guard_differences",
        lambda good: lambda state: None,
    ),
    Sabotage(
        "a closed form is believed without proof",
        test_closed_forms.test_a_guess_that_fits_the_first_values_only_is_not_believed,
        closed_forms,
        "_proved",
        lambda good: lambda *args: True,
    ),
    Sabotage(
        "bisecting ends one late",
        lambda: test_closed_forms.test_flips_far_away(10**30),
        first_flip,
        "_next_change",
        later,
    ),
    Sabotage(
        "a place is counted from 0",
        test_shortcuts.test_732_2c_the_state_is_that_of_performing_it,
        loop.Loop,
        "place",
        lambda good: lambda self, iteration, choice: good(self, iteration, choice + (iteration > 500)),
    ),
    Sabotage(
        "no comparison inside a block is kept",
        test_block_summary.test_guards_left_for_all_rounds_hold_in_each_of_drawn_blocks,
        block_summary,
        "_needed",
        lambda good: lambda *args: [],
    ),
    Sabotage(
        "a block of a known number of rounds goes on behind a flip",
        blocks_end,
        block_summary,
        "last_round",
        lambda good: lambda lemma, most, values: most,
    ),
    Sabotage(
        "the gains of a block's rounds are not summed",
        test_block_summary.test_a_lemma_equals_iterating,
        block_summary,
        "summed_over",
        lambda good: lambda poly, rounds: Poly.symbol(rounds) * poly.substitute({rounds: Poly.const(0)}),
    ),
    Sabotage(
        "like triggers are counted by the row",
        test_showpieces.test_a_block_counts_like_triggers_in_however_many_rows,
        script,
        "_like_on_top",
        lambda good: lambda state: state.rows[state.stack[0]].n,
    ),
    Sabotage(
        "a row joins a run unasked",
        lambda: test_progressions.test_a_row_joins_a_traced_run_under_the_guard_that_it_continues_it(1, 1),
        progression_rows,
        "equal",
        lambda good: lambda *args: True,
    ),
    Sabotage(
        "one end of a run stands for all its members",
        test_progressions.test_a_progression_does_to_every_member_what_is_done_to_it,
        Progression,
        "last",
        lambda good: property(lambda self: self.first),
    ),
    Sabotage(
        "members are taken out of a group that differs",
        some_members_refuse,
        events,
        "_no_member",
        lambda good: lambda row: None,
    ),
    Sabotage("a period is tried from the last head only", lamps_swap, loop, "PERIODS_TRIED", lambda good: 1),
)
