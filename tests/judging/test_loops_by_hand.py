"""Cases in which a loop was played by hand (``happened``): what a watcher recognises is what the ruling speaks of."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.ask.verdict_words import sentence_of
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.refusals import Refusal
from reiterate.shortcuts import duty_to_differ
from tests.support.played_boards import book, circle

UNSEEN: Final = "no card that nobody has seen looks back at earlier events, such as spells cast this turn"


def ruled(text: str) -> Ruling:
    """The ruling on a case."""
    case = load_case(text, "case.yaml", book())
    assert isinstance(case, Case), case
    found = judge(case)
    assert isinstance(found, Ruling), found
    return found


def by_hand(p1: str, p2: str, lines: str, more: str = "") -> str:
    """A case in which lines were played by hand."""
    told = "".join(f"  {line}\n" for line in lines.splitlines())
    head = f"format: case/1\n{more}players:\n  p1: {{hand: 0, battlefield: {p1}}}\n"
    return f"{head}  p2: {{hand: 0, library: 0, battlefield: {p2}}}\nhappened: |\n{told}"


def told(ruling: Ruling, *paths: str) -> tuple[str | Refusal, ...]:
    """Facts of a ruling."""
    return tuple(fact(ruling, path) for path in paths)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_732_3_players_in_a_circle(players: int) -> None:
    text = circle(players, range(1, players + 1)).replace("position/1", "case/1").replace("script:", "happened:")
    found = ruled(text)
    assert told(found, "outcome", "must_change", "state_repeats") == ("must_change_choice", "p1", "not known")
    names = "; ".join(f"p{n}: library" for n in range(1, players + 1))
    assert verdict_of(found).assumptions == [f"{UNSEEN} ({names})"]  # libraries that nobody has laid out
    assert [each.cites for each in found.verdict.because] == ["732.3"]


def test_732_3_a_detour_does_not_end_the_duty() -> None:
    """The Wheel changes nothing: whoever had to choose differently still has to."""
    lines = "activate Jab targeting p2\nall pass\npass\np2: activate Drip\nall pass"
    found = ruled(by_hand("[Jab, Idle Wheel]", "[Drip]", f"{lines}\nactivate Idle Wheel\nall pass"))
    assert told(found, "outcome", "must_change") == ("must_change_choice", "p1")
    assert verdict_of(found).assumptions == [f"{UNSEEN} (p1: library)"]


def test_what_is_all_known_assumes_nothing() -> None:
    lines = "activate Jab targeting p2\nall pass\npass\np2: activate Drip\nall pass"
    found = ruled(by_hand("[Jab]", "[Drip]", lines).replace("p1: {hand: 0,", "p1: {hand: 0, library: 0,"))
    assert told(found, "must_change") == ("p1",)
    assert verdict_of(found).assumptions == []


ROUNDS: Final = "activate Spark\nall pass\nall pass\nall pass"


@pytest.mark.parametrize("policy", ["comprehensive", "tournament", "g18"])
def test_a_growing_loop_that_nobody_keeps_up_is_recognised_and_ruled(policy: str) -> None:
    found = ruled(by_hand("[Spark, Chime]", "[]", ROUNDS, f"policy: {policy}\n"))
    assert told(found, "mandatory", "finite", "state_repeats") == ("true", "false", "false")
    assert told(found, "per_rotation.p1.life", "p1.life") == ("1", "23")
    if policy == "tournament":
        assert sentence_of(found) == "p1 can't act, and says so."
    else:
        assert told(found, "outcome", "draw_players") == ("draw", "p1; p2")


def test_104_4b_a_way_to_act_is_asked_for_first() -> None:
    """p1 has a Spark left over."""
    found = ruled(by_hand("[Spark, Ember, Chime]", "[]", ROUNDS))
    assert told(found, "outcome", "outcome_if_declined") == ("open", "draw")


def test_what_nobody_keeps_up_and_ends_runs_to_its_end() -> None:
    found = ruled(by_hand("[Spark, Draining Chime]", "[]", ROUNDS))
    assert told(found, "outcome", "mandatory", "p2.life") == ("p1_wins", "true", "0")


def test_what_nobody_keeps_up_and_brings_the_position_back_is_a_draw() -> None:
    found = ruled(by_hand("[Spark, Ebb, Flow]", "[]", f"{ROUNDS}\nall pass"))
    assert told(found, "outcome", "state_repeats", "mandatory") == ("draw", "true", "true")


@pytest.mark.parametrize(
    ("policy", "outcome", "must_change"),
    [("tournament", "must_change_choice", "p1"), ("comprehensive", "game_continues", "nobody")],
)
def test_what_goes_on_by_somebodys_choice_of_targets_is_kept_up(policy: str, outcome: str, must_change: str) -> None:
    """p1 chooses who gains the life, and p2 would end it. Where nothing is proposed, 732 asks nobody."""
    lines = "activate Spark\nall pass\ntarget p1\nall pass\ntarget p1\nall pass\ntarget p1"
    found = ruled(by_hand("[Spark, Aimed Chime]", "[]", lines, f"policy: {policy}\n"))
    assert told(found, "outcome", "must_change") == (outcome, must_change)


def test_a_history_that_was_not_seen_whole_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may have acted beyond the budget."""
    monkeypatch.setattr(duty_to_differ, "POSITION_BUDGET", 3)
    lines = "activate Jab targeting p2\nall pass\npass\np2: activate Drip\nall pass"
    found = ruled(by_hand("[Jab]", "[Drip]", lines))
    assert told(found, "outcome", "must_change") == ("undetermined", "nobody")


def test_608_2_inside_one_resolution_nobody_is_asked_and_it_runs_to_its_end() -> None:
    lines = "activate Grindstone targeting p2\nall pass\ncontinue\ncontinue"
    text = by_hand('[Grindstone, {card: "Painter\'s Servant", chosen: blue}]', "[]", lines)
    found = ruled(
        text.replace("p1: {", "p1: {mana: {C: 3}, ").replace("p2: {hand: 0, library: 0", "p2: {hand: 0, library: 40")
    )
    assert told(found, "mandatory", "finite", "p2.library") == ("true", "true", "0")
    assert found.verdict.outcome == "runs_to_completion"


def test_a_loop_of_one_lap_is_not_recognised_before_it_is_complete() -> None:
    """The trigger waits once, and has not come back yet."""
    found = ruled(by_hand("[Spark, Chime]", "[]", "activate Spark\nall pass"))
    assert told(found, "outcome", "mandatory") == ("game_continues", "not known")


def test_a_recognised_loop_is_shown_by_the_command_that_reads_cases() -> None:
    found = ruled(by_hand("[Spark, Chime]", "[]", ROUNDS))
    assert verdict_of(found, "case.yaml").shown == "reiterate judge case.yaml --why"


# --- what is only added -------------------------------------------------------------------------------------------

PEG_LAP: Final = "pass\np2: activate Peg\nall pass\nall pass\n"


@pytest.mark.parametrize("policy", ["comprehensive", "tournament", "g18"])
def test_104_4b_what_somebody_adds_to_each_lap_keeps_nothing_up(policy: str) -> None:
    """p1's Waker triggers itself, and p2 taps the Peg that it untaps: nobody keeps the trigger up."""
    found = ruled(by_hand("[Spark, Waker]", "[Peg]", f"activate Spark\nall pass\n{PEG_LAP}", f"policy: {policy}\n"))
    assert told(found, "mandatory", "finite") == ("true", "false")
    assert found.kind is not None and [each.seat for each in found.kind.riders] == [1]
    assert told(found, "outcome") == ("draw" if policy == "g18" else "open",)  # G.18 asks nobody


def test_732_4_what_two_players_add_is_no_fragmented_loop() -> None:
    """The Ebb and the Flow bring the position back by themselves; p1 and p2 only tap what the Ebb untaps (732.3, 732.4)."""
    lap = "activate Idle Peg targeting Idle Peg\npass\np2: activate Drying Peg targeting Drying Peg\nall pass\nall pass\nall pass\nall pass\n"
    start = "activate Spark\nall pass\n"
    found = ruled(by_hand("[Spark, Waking Ebb, Flow, Idle Peg]", "[Drying Peg]", start + lap))
    assert told(found, "mandatory", "must_change", "outcome") == ("true", "nobody", "open")


def test_732_3_what_two_players_do_is_a_fragmented_loop_where_nothing_goes_on_without_them() -> None:
    """Over a Spark that waits p1 takes a life from p2, and p2 gains it: p1, the active player, must choose differently."""
    lap = "activate Jab targeting p2\nall pass\npass\np2: activate Drip\nall pass\n"
    found = ruled(by_hand("[Spark, Jab]", "[Drip]", f"activate Spark\n{lap}"))
    assert told(found, "outcome", "must_change") == ("must_change_choice", "p1")
