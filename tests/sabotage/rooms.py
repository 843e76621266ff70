"""Breakages of nests, towers, loops across turns, progressions, closed sets and ways out, each with the check that must notice it."""

from __future__ import annotations

from typing import Any

from reiterate.amounts import Formula, formula
from reiterate.amounts.number_classes import Differing
from reiterate.certify import closed_set as written_sets
from reiterate.check import chain, form
from reiterate.check.claims import choices, closed_set, exits, roles
from reiterate.check.claims.iterations import Following
from reiterate.kinds import kind_of_loop, reachable_set
from reiterate.loops import block_summary, head_slots, loop
from reiterate.rules.access import state_access
from reiterate.script import sentence_passes
from tests.certify import closed_set_boards, test_closed_sets, test_ways_out
from tests.check import forging, test_forged
from tests.loops import test_nests, test_progressions, test_towers, test_turn_loops
from tests.sabotage.table import Check, Sabotage, instead


def turns_are_told() -> None:
    """A lock over turns is kept up by nobody, across turns; no attack is a pass."""
    test_turn_loops.test_732_5_turn_cycles_are_kept_up_by_nobody()


def turns_end() -> None:
    """Libraries are emptied in the turn computed by hand."""
    test_turn_loops.test_500_the_end_of_a_loop_over_turns_is_exact("turn-cycles")


def phases_pile_up() -> None:
    """Extra turns that pile up are jumped as they are played."""
    test_turn_loops.test_500_jumps_over_turns_and_combats_are_the_same_as_playing_them(
        "two extra turns in each: they pile up"
    )


def nests_are_sums() -> None:
    """A nest three deep is the same as plain play."""
    test_nests.test_a_nest_equals_plain_play_for_small_counts(test_nests.NEST)


def no_way_out_is_accepted() -> None:
    """What is no way out is rejected, wherever it is changed."""
    for change in (
        test_ways_out._the_loops_own_answer,
        test_ways_out._too_short,
        test_ways_out._at_a_pass,
    ):
        test_ways_out.test_what_is_no_way_out_is_rejected(change)


def rests_of_towers() -> None:
    """The last digits of a tower are those that plain rules give."""
    assert isinstance(test_towers.HIGH, Formula)
    assert test_towers.HIGH.modulo(1_000) == test_towers.last_digits([2, 2, test_towers.GOOGOL], 1_000)


def a_keeper_is_found() -> None:
    """Who could aim at a player without a chime keeps the loop up."""
    test_ways_out.test_who_could_lead_out_of_it_keeps_it_up("aimed", "p2 has no chime")


def forks_are_followed() -> None:
    """A question on a way out is not passed over as if it had one answer."""
    change = test_ways_out._one_answer_as_if_there_were_no_other
    test_ways_out.test_what_does_not_follow_every_answer_is_rejected(change)


def every_answer_is_followed() -> None:
    """Nodes that only other answers come to are needed."""
    test_closed_sets.test_nodes_that_others_lead_to_are_needed()


def a_set_is_certified() -> None:
    """A loop that goes on whoever is aimed at is certified as a draw. What a broken program certified is kept for nobody."""
    closed_set_boards.board.cache_clear()
    try:
        test_closed_sets.test_choices_with_which_the_loop_goes_on_are_certified("aimed")
    finally:
        closed_set_boards.board.cache_clear()


def refused_for(forge: test_forged.Forgery) -> Check:
    """A start that no game could hold is refused for that."""

    def check() -> None:
        test_forged.test_a_forgery_is_refused_for_its_obligation("certificate-base", forging.GOND, forge)

    return check


def first_at_sight(good: Any) -> Any:
    """The sign of the term with the most binary digits at first sight."""
    return lambda terms: 1 if terms[0][1] > 0 else -1


def rest(exponent: Any, m: int) -> int:
    """The rest of an exponent, by the number itself."""
    return exponent % m if isinstance(exponent, int) else int(exponent.modulo(m))


ROOMS: tuple[Sabotage, ...] = (
    # --- towers
    Sabotage(
        "the largest tower is the one that looks largest",
        test_towers.test_towers_are_compared_by_dominance,
        formula,
        "_sign_of_towers",
        first_at_sight,
    ),
    Sabotage(
        "the rests of powers repeat as those of whole numbers do",
        rests_of_towers,
        formula,
        "_power_modulo",
        lambda good: lambda prime, exponent, m: pow(prime, rest(exponent, m), m),
    ),
    Sabotage(
        "members are counted from 1",
        test_progressions.test_the_crusade_is_the_same_as_playing_at_every_place,
        Differing,
        "at",
        lambda good: lambda self, index: good(self, index + 1),
    ),
    # --- nests
    Sabotage(
        "a nest stops a round early",
        nests_are_sums,
        block_summary,
        "filled_in",
        lambda good: lambda lemma, rec, rounds: good(lemma, rec, rounds - 1),
    ),
    Sabotage(
        "the rounds inside leave no comparison to the iteration around",
        test_nests.test_a_block_that_spends_more_than_there_is_ends_in_its_exact_round,
        block_summary,
        "hold_for_all",
        instead(None),
    ),
    Sabotage(
        "the choices of blocks that grow are counted once",
        test_nests.test_choices_of_iterations_with_blocks_that_grow_are_summed,
        loop,
        "_choices_of",
        lambda good: lambda period, periods: period.choices.const_part * periods,
    ),
    # --- across turns
    Sabotage("no turn ends in a loop", turns_are_told, kind_of_loop, "_across_turns", instead(False)),
    Sabotage("who attacks nobody acts", turns_are_told, kind_of_loop, "declining", instead(None)),
    Sabotage("a pass to a player's step stops in everybody's", turns_end, sentence_passes, "active_seat", instead(0)),
    Sabotage(
        "turns that wait are no amount",
        phases_pile_up,
        head_slots,
        "written",
        lambda good: lambda row: {} if row.cls.kind in ("turn", "phases") else good(row),
    ),
    # --- progressions
    Sabotage(
        "a member is taken from beside its place",
        test_progressions.test_members_are_named_by_their_counters_and_by_their_index,
        state_access,
        "cut",
        lambda good: lambda row, start, count: good(row, start + 1, count),
    ),
    # --- closed sets and ways out
    Sabotage("a node is taken to hold another's positions", a_set_is_certified, written_sets, "_covers", instead(True)),
    Sabotage(
        "nothing leads out of what can happen",
        a_keeper_is_found,
        reachable_set.ReachableSet,
        "exits",
        lambda good: lambda self: [],
    ),
    Sabotage("an answer leads out unseen", no_way_out_is_accepted, choices, "leads_out", instead([])),
    Sabotage(
        "on the way out one answer stands for all",
        forks_are_followed,
        exits,
        "looked_at",
        lambda good: lambda state, choice: ("passes", []),
    ),
    Sabotage(
        "what could be answered is left out",
        every_answer_is_followed,
        closed_set,
        "ways_to_answer",
        lambda good: lambda state: good(state)[:1],
    ),
    # --- forged certificates
    Sabotage("a start is taken as it is", refused_for(test_forged.mana_owed), chain, "of_a_game", instead(None)),
    Sabotage(
        "every formula is a whole number",
        refused_for(test_forged.a_third_of_a_life),
        form,
        "is_whole",
        instead(True),
    ),
    Sabotage(
        "whatever breaks a loop off ends it",
        test_forged.test_breaking_a_loop_off_does_not_say_that_the_loop_ends,
        Following,
        "see",
        instead(None),
    ),
    Sabotage(
        "a way out may go through what is not understood",
        test_forged.test_a_card_with_an_unread_clause_on_a_way_out_is_no_way_out,
        exits,
        "understood",
        instead(None),
    ),
    Sabotage(
        "what an action is is asked of the state that is played on",
        test_forged.test_what_is_asked_about_actions_leaves_no_answers_in_the_state_that_is_played_on,
        roles,
        "unread",
        lambda good: lambda state: state,
    ),
)
