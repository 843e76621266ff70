"""What each policy makes of statements: outcomes worked out by hand from the sentences of the texts."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import Final

import pytest

from reiterate.ask.verdict_grounds import TOLD
from reiterate.judging import policies as p
from reiterate.judging import verdict as v
from reiterate.judging.decide import Findings, decide
from reiterate.judging.policies import COMPREHENSIVE, G18, SECTION_421, TOURNAMENT, Policy, situation_of
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.judging.verdict import Stop, Verdict
from reiterate.kinds.kinds import AT, LEAVES, UNKNOWN, Kind
from reiterate.refusals import Refusal
from tests.support.kinds_made import made


def said(*lines: str) -> list[Said]:
    """Statements from lines such as ``p1: number 7``."""
    found = []
    for line in lines:
        who, words = line.split(": ", 1)
        one = read_statement(JUDGE if who == "judge" else int(who[1:]) - 1, words)
        assert isinstance(one, Said), one
        found.append(one)
    return found


def ruled(policy: Policy, kind: Kind, *lines: str, shown: int = 2, independent: bool = False) -> Verdict:
    found = decide(policy, Findings(kind, shown=shown, independent=independent), said(*lines))
    assert isinstance(found, Verdict), found
    return found


NOBODY: Final = made()
ABLE: Final = made(could_act=[0, 1])
ONE: Final = made((0,))
FLYING: Final = made((0, 1), recurs=True)
RACE: Final = made((0, 1))
TURNS: Final = made((0, 1), across_turns=True, recurs=True)


# --- outcomes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "kind", "lines", "outcome", "stop", "must_change"),
    [
        # nobody keeps it up, it never ends
        (COMPREHENSIVE, NOBODY, [], v.DRAW, None, None),
        (COMPREHENSIVE, made(could_act=[1]), ["p2: no action"], v.DRAW, None, None),
        (COMPREHENSIVE, made(could_act=[1]), ["p2: cut 5.2"], v.GAME_CONTINUES, Stop(1, 4, 2), None),
        (TOURNAMENT, ABLE, ["p1: no action", "p2: no action"], v.DRAW, None, None),
        (TOURNAMENT, ABLE, ["p1: no action", "p2: number 4"], v.GAME_CONTINUES, Stop(1, 4), 1),
        (TOURNAMENT, ABLE, ["p1: number 1000000", "p2: number 10"], v.GAME_CONTINUES, Stop(1, 10), 1),
        (TOURNAMENT, ABLE, ["p1: number 1000000", "p2: no action"], v.GAME_CONTINUES, Stop(0, 10**6), 0),
        (TOURNAMENT, ABLE, ["p1: number 0", "p2: no action"], v.GAME_CONTINUES, Stop(0, 0), 0),
        (G18, NOBODY, [], v.DRAW, None, None),
        (SECTION_421, NOBODY, [], v.DRAW, None, None),
        # nobody keeps it up, it ends: no number is named (G.18, Ruling 1)
        (G18, made(ends=AT), ["p1: number 5"], v.RUNS, None, None),
        (TOURNAMENT, made(ends=AT), [], v.RUNS, None, None),
        # one keeps it up
        (COMPREHENSIVE, ONE, ["p1: number 1000", "p2: accept"], v.STANDS, Stop(0, 1000), None),
        (COMPREHENSIVE, ONE, ["p1: number 1000", "p2: cut 7.5"], v.GAME_CONTINUES, Stop(1, 6, 5), 1),
        (TOURNAMENT, ONE, ["p1: number 1000", "p2: number 7"], v.GAME_CONTINUES, Stop(1, 7), None),
        (TOURNAMENT, ONE, ["p1: number 1000", "p2: agree"], v.STANDS, Stop(0, 1000), None),
        (G18, ONE, ["p1: number 50", "p2: no action"], v.STANDS, Stop(0, 50), None),
        (TOURNAMENT, ONE, ["p1: number 50", "p2: no action"], v.STANDS, Stop(0, 50), None),
        (TOURNAMENT, ONE, ["p1: indefinitely"], v.MUST_CHANGE, None, 0),
        (TOURNAMENT, ONE, ["p1: number 10000", "p2: play it out"], v.STANDS, Stop(0, 10000), None),
        (COMPREHENSIVE, ONE, ["p1: number 10000", "p2: play it out"], v.REJECTED, None, None),
        (TOURNAMENT, ONE, ["p1: number 500", "p2: number infinitely many"], v.STANDS, Stop(0, 500), None),
        (G18, ONE, ["p1: number 50", "p2: cut 4.1"], v.GAME_CONTINUES, Stop(1, 3), None),
        (G18, ONE, ["p1: number 50", "p2: number 0"], v.GAME_CONTINUES, Stop(1, 0), None),
        (G18, ONE, ["p1: number 50", "p2: agree", "p1: number 20"], v.GAME_CONTINUES, Stop(0, 20), None),
        # several
        (COMPREHENSIVE, FLYING, [], v.MUST_CHANGE, None, 0),
        (COMPREHENSIVE, TURNS, [], v.MUST_CHANGE, None, 0),
        (TOURNAMENT, RACE, ["p1: number 100", "p2: number 1000000"], v.GAME_CONTINUES, Stop(0, 100), 0),
        (TOURNAMENT, RACE, ["p1: number 1000", "p2: number 1000"], v.GAME_CONTINUES, Stop(0, 1000), 0),
        (TOURNAMENT, TURNS, ["p1: indefinitely", "p2: indefinitely"], v.DRAW, None, None),
        (TOURNAMENT, TURNS, ["p1: indefinitely", "p2: number 3"], v.GAME_CONTINUES, Stop(1, 3), 1),
        (G18, FLYING, ["p1: number 20", "p2: number 20"], v.GAME_CONTINUES, Stop(0, 20), None),
        (G18, FLYING, ["p1: number 20", "p2: number 3"], v.GAME_CONTINUES, Stop(1, 3), None),
    ],
)
def test_what_follows(
    policy: Policy, kind: Kind, lines: list[str], outcome: str, stop: Stop | None, must_change: int | None
) -> None:
    found = ruled(policy, kind, *lines)
    assert (found.outcome, found.stop, found.must_change) == (outcome, stop, must_change)


def test_mtr_4_4_whoever_names_less_receives_priority_by_a_number_and_by_a_place_alike() -> None:
    """Par. 3 and 5: nothing says that this player owes another choice, wherever the place is."""
    for words in ("number 7", "cut 7.1", "cut 7.3"):
        found = ruled(TOURNAMENT, ONE, "p1: number 1000", f"p2: {words}")
        assert (found.priority, found.owed, found.kept) == (1, None, Stop(0, 1000))


def test_mtr_4_4_across_turns_the_place_is_the_own_action_or_the_own_choice() -> None:
    """Par. 4 and 7: p2 keeps it up by a choice and p1 by an action; each stops at its own."""
    action = made((0, 1), across_turns=True, recurs=True)
    mixed = dataclasses.replace(
        action,
        statements=(
            dataclasses.replace(action.statements[0], place=2),
            dataclasses.replace(action.statements[1], place=6, role=LEAVES),
        ),
    )
    assert ruled(TOURNAMENT, mixed, "p1: indefinitely", "p2: number 3").stop == Stop(1, 3, 6)
    assert ruled(TOURNAMENT, mixed, "p1: number 3", "p2: indefinitely").stop == Stop(0, 3, 2)


def test_mtr_4_4_across_turns_of_a_period_of_two_iterations_the_place_may_be_in_the_next_one() -> None:
    own = made((0, 1), across_turns=True, recurs=True)
    second = dataclasses.replace(own.statements[1], offset=1, place=4)
    findings = Findings(dataclasses.replace(own, statements=(own.statements[0], second)), period=(0, 2))
    for number, iterations in ((3, 3), (4, 5)):
        found = decide(TOURNAMENT, findings, said("p1: indefinitely", f"p2: number {number}"))
        assert isinstance(found, Verdict) and found.stop == Stop(1, iterations, 4)


def test_mtr_4_4_where_choices_sustain_the_loop_another_choice_is_owed() -> None:
    kind = made((0,), role=LEAVES)
    found = ruled(TOURNAMENT, kind, "p1: number 3", "p2: agree")
    assert (found.must_change, found.owes) == (0, p.DIFFER)


def test_section_421_5_independent_actions_may_be_answered_by_a_higher_number() -> None:
    found = ruled(SECTION_421, RACE, "p1: number 10", "p2: number 12", independent=True)
    assert found.stop == Stop(1, 12)


def test_section_421_3_actions_that_need_each_other_may_not() -> None:
    found = decide(SECTION_421, Findings(RACE), said("p1: number 10", "p2: number 12"))
    assert isinstance(found, Refusal) and found.code == "not-lower"


def test_section_421_5_where_it_is_not_known_whether_they_depend_nobody_is_asked_for_a_number() -> None:
    findings = Findings(RACE, independent=None, why_independent="somebody acts while another action waits")
    found = decide(SECTION_421, findings, said("p1: number 10"))
    assert isinstance(found, Verdict) and found.outcome == v.UNDETERMINED
    assert findings.why_independent in found.because[0].words and found.because[0].cites == "421.5"
    elsewhere = decide(TOURNAMENT, findings, said("p1: number 10"))
    assert isinstance(elsewhere, Verdict) and elsewhere.outcome == v.OPEN  # other texts do not ask


# --- order and bounds ---------------------------------------------------------------------------------------------


def test_732_2b_turn_order_begins_after_the_proposer_and_mtr_4_4_with_the_active_player() -> None:
    four = made((2,), players=4, active=1)
    assert ruled(COMPREHENSIVE, four, "p3: number 9").to_speak[0][0] == 3
    assert ruled(COMPREHENSIVE, four, "p3: number 9", "p4: accept").to_speak[0][0] == 0
    nobody = made(players=4, active=1)
    assert [ruled(TOURNAMENT, nobody, *lines).to_speak[0][0] for lines in ([], ["p2: no action"])] == [1, 2]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["p2: number 3"], "not-now"),
        (["p1: number 3", "p1: number 2"], "not-now"),
        (["p1: number 3", "p2: number 4"], "not-lower"),
        (["p1: no action"], "not-asked"),
        (["p1: number 3", "p2: agree", "p2: agree"], "not-now"),
    ],
)
def test_a_statement_that_may_not_be_made_is_refused(lines: list[str], code: str) -> None:
    found = decide(TOURNAMENT, Findings(ONE), said(*lines))
    assert isinstance(found, Refusal) and found.code == code
    assert found.expected


def test_g_18_1_to_go_on_indefinitely_is_no_number() -> None:
    assert ruled(G18, ONE, "p1: indefinitely").reason == "infinity"
    assert ruled(COMPREHENSIVE, ONE, "p1: indefinitely").reason == "not_a_number"
    assert ruled(TOURNAMENT, RACE, "p1: indefinitely", "p1: number 3").to_speak[0][0] == 1


@pytest.mark.parametrize(
    ("policy", "words", "reason"),
    [
        (G18, "infinity", "infinity"),
        (COMPREHENSIVE, "infinitely many", "not_a_number"),
        (G18, "0", "not_a_number"),
        (G18, "-3", "not_a_number"),
        (G18, "2.5", "not_a_number"),
        (TOURNAMENT, "-3", "not_a_number"),
        (COMPREHENSIVE, "0", "not_a_number"),
    ],
)
def test_g_18_1_what_is_no_number_is_rejected(policy: Policy, words: str, reason: str) -> None:
    found = ruled(policy, ONE, f"p1: number {words}")
    assert (found.outcome, found.reason, found.allowed) == (v.REJECTED, reason, False)


def test_g_18_2_the_cycle_is_shown_before_a_number_is_named() -> None:
    found = ruled(G18, ONE, "p1: number 50", "p2: agree", shown=1)
    assert (found.outcome, found.reason) == (v.REJECTED, "cycle_not_shown")


def test_732_2a_a_number_beyond_the_end_of_the_loop_is_rejected() -> None:
    kind = made((0,), ends=AT)  # twenty iterations begin, and the twentieth can't be finished
    found = ruled(TOURNAMENT, kind, "p1: number 20")
    assert (found.outcome, found.reason, found.rejected) == (v.REJECTED, "loop_ends", ("20",))
    assert ruled(TOURNAMENT, kind, "p1: number 20", "p1: number 19", "p2: agree").stop == Stop(0, 19)
    won = dataclasses.replace(kind, ending=dataclasses.replace(kind.ending, outcome="p1_wins"))
    assert ruled(TOURNAMENT, won, "p1: number 1000", "p2: agree").stop == Stop(0, 1000)


def test_104_3a_whoever_concedes_loses_whoever_is_asked() -> None:
    assert ruled(TOURNAMENT, ONE, "p2: concede").winner == 0


def test_104_3a_of_more_players_the_others_go_on_without_who_conceded() -> None:
    three = made((0,), players=3)
    found = ruled(TOURNAMENT, three, "p1: number 9", "p2: concede", "p3: number 4")
    assert (found.outcome, found.stop, found.must_change) == (v.GAME_CONTINUES, Stop(2, 4), None)
    gone = ruled(TOURNAMENT, three, "p1: concede")
    assert (gone.outcome, gone.stop, gone.winner) == (v.GAME_CONTINUES, None, None)


def test_104_3a_a_player_who_has_left_says_nothing() -> None:
    kind = dataclasses.replace(made((0,), players=3), order=(0, 2))
    found = decide(TOURNAMENT, Findings(kind), said("p1: number 9", "p2: agree"))
    assert isinstance(found, Refusal) and found.code == "not-now"


def test_mtr_4_4_the_judge_is_the_arbiter() -> None:
    assert ruled(TOURNAMENT, ONE, "p1: number 9", "judge: is no loop").outcome == v.NOT_A_LOOP
    assert ruled(TOURNAMENT, ONE, "judge: stalling").outcome == v.PENALTY


# --- soundness ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", [COMPREHENSIVE, TOURNAMENT, G18, SECTION_421], ids=lambda each: each.name)
@pytest.mark.parametrize("kind", [made(ends=UNKNOWN), made(unknown="a budget"), made((0,), unknown="a budget")])
def test_nothing_is_ruled_of_what_is_not_known(policy: Policy, kind: Kind) -> None:
    assert ruled(policy, kind).outcome == v.UNDETERMINED


@pytest.mark.parametrize(
    "kind",
    [
        made((0, 1), across_turns=True, recurs=True, ends=UNKNOWN),
        made((0, 1), across_turns=True, recurs=True, unknown="a budget"),
    ],
)
def test_mtr_4_4_all_who_go_on_indefinitely_draw_only_what_is_known_to_go_on(kind: Kind) -> None:
    assert ruled(TOURNAMENT, kind, "p1: indefinitely", "p2: indefinitely").outcome == v.UNDETERMINED


@pytest.mark.parametrize(
    ("lines", "stop"),
    [
        (["p1: number 10", "p2: agree"], Stop(0, 10)),
        (["p1: number 10", "p2: number 4"], Stop(1, 4, 5)),
        (["p1: number 10", "p2: number 0"], Stop(1, 0, 5)),
    ],
)
def test_section_421_3_a_lower_number_leaves_the_last_word_to_the_active_player(lines: list[str], stop: Stop) -> None:
    kind = dataclasses.replace(
        RACE, statements=tuple(dataclasses.replace(each, place=1 + 4 * each.seat) for each in RACE.statements)
    )
    assert ruled(SECTION_421, kind, *lines).stop == stop


def test_mtr_4_4_across_turns_priority_is_received_where_the_own_action_would_come() -> None:
    kind = dataclasses.replace(
        TURNS, statements=tuple(dataclasses.replace(each, place=1 + 4 * each.seat) for each in TURNS.statements)
    )
    assert ruled(TOURNAMENT, kind, "p1: indefinitely", "p2: number 3").stop == Stop(1, 3, 5)
    assert ruled(TOURNAMENT, kind, "p1: number 3", "p2: number 3").stop == Stop(0, 3, 1)


def test_mtr_4_4_the_game_moves_to_the_choice_that_is_made_differently() -> None:
    kind = made((0,), role=LEAVES)
    kind = dataclasses.replace(kind, statements=tuple(dataclasses.replace(each, place=6) for each in kind.statements))
    found = ruled(TOURNAMENT, kind, "p1: number 3", "p2: agree")
    assert (found.outcome, found.stop, found.must_change) == (v.GAME_CONTINUES, Stop(0, 3, 6), 0)
    assert ruled(TOURNAMENT, kind).outcome == v.MUST_CHANGE


def test_mtr_4_4_hidden_cards_have_two_branches_and_the_judge_knows_which() -> None:
    kind = made((), unknown="a card nobody has seen")
    doubt = dataclasses.replace(made((1,), role=UNKNOWN).statements[0])
    findings = Findings(dataclasses.replace(kind, statements=(doubt,)), hidden=(1,))
    found = decide(TOURNAMENT, findings, [])
    assert isinstance(found, Verdict) and (found.outcome, found.turns_on) == (v.DISCRETION, found.because[0])
    other = decide(TOURNAMENT, findings, said("judge: a choice exists"))
    assert isinstance(other, Verdict) and (other.outcome, other.must_change) == (v.MUST_CHANGE, 1)
    none = decide(TOURNAMENT, findings, said("judge: none exists", "p1: no action", "p2: no action"))
    assert isinstance(none, Verdict) and none.outcome == v.DRAW
    free = decide(COMPREHENSIVE, findings, [])
    assert isinstance(free, Verdict) and (free.outcome, free.turns_on) == (v.UNDETERMINED, free.because[0])


def test_mtr_4_4_whoever_has_nothing_to_break_the_loop_with_names_no_number() -> None:
    kind = made(could_act=[0])
    found = decide(TOURNAMENT, Findings(kind), said("p1: no action", "p2: number 4"))
    assert isinstance(found, Refusal) and found.code == "not-asked"
    assert "no action" in found.expected
    assert ruled(TOURNAMENT, kind, "p1: number 4", "p2: no action").stop == Stop(0, 4)
    unseen = dataclasses.replace(kind, unseen="a budget")
    assert ruled(TOURNAMENT, unseen, "p1: no action", "p2: number 4").stop == Stop(1, 4)


def test_inside_one_resolution_nobody_is_asked() -> None:
    kind = dataclasses.replace(NOBODY, within_resolution=True)
    assert ruled(TOURNAMENT, kind).outcome == v.DRAW


def test_mtr_4_4_three_players_name_numbers_in_turn_order() -> None:
    kind = made((0, 2), players=3)
    assert ruled(TOURNAMENT, kind, "p1: number 9").to_speak == ((1, ("number", "cut", "accept")),)
    found = ruled(TOURNAMENT, kind, "p1: number 9", "p2: agree", "p3: number 4")
    assert (found.stop, found.must_change) == (Stop(2, 4), 2)


def test_732_where_not_all_actions_are_known_everybody_is_asked() -> None:
    kind = dataclasses.replace(made(could_act=[1]), unseen="a budget")
    assert ruled(COMPREHENSIVE, kind).to_speak[0][0] == 0


@pytest.mark.parametrize("policy", [COMPREHENSIVE, TOURNAMENT, G18, SECTION_421], ids=lambda each: each.name)
def test_without_its_line_a_policy_rules_nothing(policy: Policy) -> None:
    kinds = {
        situation_of(kind): kind for kind in (NOBODY, ONE, FLYING, RACE, TURNS, made(ends=AT), made(read="a coin"))
    }
    for situation in kinds:
        if situation in policy.lines:
            lines = {key: line for key, line in policy.lines.items() if key != situation}
            without = dataclasses.replace(policy, lines=MappingProxyType(lines))
            assert ruled(policy, kinds[situation]).outcome != v.UNDETERMINED
            assert ruled(without, kinds[situation]).outcome == v.UNDETERMINED


# --- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("p1: number 1000000", "p1: number 1000000"),
        ("p1: number 2^(10^100)", "p1: number 2^(10^100)"),
        ("p2: cut 7.5", "p2: cut 7.5"),
        ("p2: number infinitely many", "p2: number infinitely many"),
        ("p2: OK", "p2: accept"),
        ("judge: is a loop", "judge: is a loop"),
    ],
)
def test_a_statement_is_shown_as_it_could_be_said(line: str, shown: str) -> None:
    assert str(said(line)[0]) == shown


@pytest.mark.parametrize("words", ["", "number", "cut", "number seven", "maybe", "cut seven", "is a loop"])
def test_words_that_are_no_statement_are_refused(words: str) -> None:
    found = read_statement(0, words)
    assert isinstance(found, Refusal) and found.expected


def test_numbers_too_long_to_write_are_compared() -> None:
    found = ruled(TOURNAMENT, RACE, "p1: number 2^(2^(10^100))", "p2: number 2^(10^100)")
    assert found.stop is not None and found.stop.seat == 1
    assert ruled(TOURNAMENT, ONE, "p1: number 2^(10^100)", "p2: number 5").stop == Stop(1, 5)


def test_each_ground_of_a_verdict_has_words() -> None:
    assert v.GROUNDS == TOLD
