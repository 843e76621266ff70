"""Secrets: what a player is told depends on no card that the others hide, and a cut names no action (732.2b, 400.2)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Final

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reiterate.ask.answer_json import as_json
from reiterate.ask.building_verdict import verdict_of
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge, judge_for
from reiterate.refusals import Refusal
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import seen_by
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from reiterate.state.model import HAND
from tests.support.secret_cases import CARDS, HANDS, LOOPS, SECRET, case


def told(case: Case, seat: int) -> str:
    """Every byte that a player is told of a case: the JSON of the verdict and its screen, or the refusal."""
    found = judge_for(case, seat)
    if isinstance(found, Refusal):
        return f"{found.code}: {found.message} ({found.expected}) {found.where.span}"
    verdict = verdict_of(found, "case.yaml")
    return json.dumps(as_json(verdict)) + verdict_screen(verdict, Page(), why=True)


POLICIES: Final = st.sampled_from(["comprehensive", "tournament", "g18"])


@st.composite
def said(draw: st.DrawFn, players: int) -> list[str]:
    """What each player says in turn, as a table would say it: a number, a place, agreement, or nothing."""
    words = st.sampled_from(["number 7", "number 3", "cut 2.3", "cut 5.2", "accept", "no action"])
    return [f"p{seat + 1}: {draw(words)}" for seat in range(draw(st.integers(0, players)))]


@settings(max_examples=60)
@given(POLICIES, st.sampled_from(sorted(LOOPS)), HANDS, st.data())
def test_nobody_is_told_of_a_card_that_another_one_hides(
    policy: str, loop: str, hands: list[list[str]], data: st.DataObject
) -> None:
    table = case(policy, loop, hands, data.draw(said(len(hands))))
    seat = data.draw(st.integers(0, len(hands) - 1))
    hidden = set(SECRET) - set(hands[seat])
    words = told(table, seat)
    assert [name for name in hidden if name in words] == []


@settings(max_examples=60)
@given(POLICIES, st.sampled_from(sorted(LOOPS)), HANDS, st.data())
def test_what_a_player_is_told_is_the_same_whatever_the_others_hold(
    policy: str, loop: str, hands: list[list[str]], data: st.DataObject
) -> None:
    words = data.draw(said(len(hands)))
    seat = data.draw(st.integers(0, len(hands) - 1))
    others = [
        hand if at == seat else data.draw(st.lists(st.sampled_from(SECRET), min_size=len(hand), max_size=len(hand)))
        for at, hand in enumerate(hands)
    ]
    assume(others != hands)
    assert told(case(policy, loop, hands, words), seat) == told(case(policy, loop, others, words), seat)


def test_the_judge_sees_what_players_do_not() -> None:
    """Idle Vow can be cast and Hollow Oath can't: the judge is told so, p1 is told that p2 has two cards."""
    table = case("comprehensive", "mandatory", [[], ["Idle Vow", "Hollow Oath"]], [])
    whole, mine, own = judge(table), judge_for(table, 0), judge_for(table, 1)
    assert isinstance(whole, Ruling) and isinstance(mine, Ruling) and isinstance(own, Ruling)
    for ruling in (whole, own):
        assert [asked.means for asked in verdict_of(ruling).ask if asked.player == "p2"] in ([], [["cast Idle Vow"]])
        assert any("cast Idle Vow" in one for one in verdict_of(ruling).could_act)
    assert not any("p2" in one for one in verdict_of(mine).could_act)
    assert mine.kind is not None and 1 in mine.kind.open


def test_a_cut_names_a_place_and_no_action() -> None:
    """732.2b: the new choice is not named; everybody is told the same place, and only that something else is owed."""
    table = case("comprehensive", "kept up", [[], ["Quiet Spark"]], ["p2: cut 7.3"])
    for seat in (0, 1):
        found = judge_for(table, seat)
        assert isinstance(found, Ruling), found
        verdict = verdict_of(found)
        assert verdict.sentence == "Stop inside iteration 7: there p2 must act, not pass."
        assert verdict.must_change == "p2"


def test_the_judge_may_have_looked_and_names_no_card() -> None:
    """MTR 4.4: the witness stays with the judge. What is ruled names the player who owes a choice, and no card."""
    table = case("tournament", "mandatory", [["Idle Vow"], []], ["judge: a choice exists"])
    assert "Idle Vow" not in told(table, 1)


def test_400_2_a_view_keeps_how_many_cards_there_are() -> None:
    state = case("comprehensive", "kept up", [["Idle Vow"], ["Quiet Spark", "Late Bloom"]], []).position.state
    view = seen_by(state, 0)
    hands = {
        seat: [row for row in view.rows.values() if row.cls.zone == HAND and row.cls.owner == seat] for seat in (0, 1)
    }
    assert [(row.n, row.cls.proto == UNKNOWN_CARD) for row in hands[1]] == [(2, True)]
    assert [row.cls.proto.name for row in hands[0] if row.cls.proto is not None] == ["Idle Vow"]
    assert [
        row.cls.proto.name for row in state.rows.values() if row.cls.zone == HAND and row.cls.proto is not None
    ] == [
        "Idle Vow",
        "Quiet Spark",
        "Late Bloom",
    ]


def test_400_2_a_card_that_the_proposal_plays_has_been_shown() -> None:
    text = (
        "format: case/1\nplayers:\n  p1: {battlefield: [Old Bell]}\n"
        "  p2: {hand: [Quiet Spark, Idle Vow], mana: {R: 1, W: 1}}\n"
        "script: |\n  pass\n  cast Quiet Spark targeting p1\n  all pass\n"
    )
    found = load_case(text, "case.yaml", CARDS)
    assert isinstance(found, Case), found
    ruling = judge_for(found, 0)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "open", ruling
    words = told(found, 0)
    assert "Quiet Spark" in words and "Idle Vow" not in words


def test_400_2_a_card_that_is_played_behind_a_block_has_been_shown() -> None:
    """The block makes three mana in three iterations: one of them alone would not pay for the card."""
    text = (
        "format: case/1\nplayers:\n  p1: {battlefield: [Old Spring], hand: [Great Vow, Idle Vow]}\n  p2: {}\n"
        "script: |\n  repeat 3:\n    activate Old Spring\n  cast Great Vow\n  all pass\n"
    )
    found = load_case(text, "case.yaml", CARDS)
    assert isinstance(found, Case), found
    ruling = judge_for(found, 1)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "open", ruling
    words = told(found, 1)
    assert "Great Vow" in words and "Idle Vow" not in words


#: What p1 can play for its mana, or name without showing it.
PLAYED: Final = st.lists(st.sampled_from(["Quiet Spark", "Idle Vow"]), max_size=4)


def playing(shown: list[str], tucked: list[str], kept: list[str]) -> Case:
    """A case in which p1 casts some cards, puts named ones on top of the library, and keeps others in hand."""
    target = {"Quiet Spark": " targeting p2"}
    lines = [line for name in shown for line in (f"cast {name}{target.get(name, '')}", "all pass")]
    lines += [line for name in tucked for line in ("activate Old Chest", "all pass", f"choose {name}")]
    hand = ", ".join(f"{n} {name}" for name, n in Counter((*shown, *tucked, *kept)).items())
    text = (
        f"format: case/1\nplayers:\n  p1: {{battlefield: [Old Bell, Old Chest], mana: {{R: 9, W: 9}}, hand: [{hand}]}}\n"
        "  p2: {}\nscript: |\n"
        + "".join(f"  {line}\n" for line in lines)
        + "  repeat 3:\n    activate Old Bell\n    all pass\n"
    )
    found = load_case(text, "case.yaml", CARDS)
    assert isinstance(found, Case), found
    return found


@settings(max_examples=15)
@given(PLAYED, PLAYED, PLAYED, st.data())
def test_400_2_what_the_script_shows_is_known_and_not_how_many_more_there_are(
    shown: list[str], tucked: list[str], kept: list[str], data: st.DataObject
) -> None:
    others = data.draw(st.lists(st.sampled_from(SECRET), min_size=len(kept), max_size=len(kept)))
    mine, theirs = playing(shown, tucked, kept), playing(shown, tucked, others)
    assume(isinstance(judge(mine), Ruling) and isinstance(judge(theirs), Ruling))
    ruling = judge_for(mine, 1)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "open", ruling
    assert told(mine, 1) == told(theirs, 1)


def test_400_2_one_of_two_cards_of_a_name_is_shown() -> None:
    ruling = judge_for(playing(["Quiet Spark"], [], ["Quiet Spark", "Hollow Oath"]), 1)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "open", ruling
    start = ruling.case.position.state
    held = [row for row in start.rows.values() if row.cls.zone == HAND]
    assert [(row.n, "" if row.cls.proto is None else row.cls.proto.name) for row in held] == [
        (1, "Quiet Spark"),
        (2, "unknown card"),
    ]


def test_400_2_a_card_that_the_script_names_and_nobody_sees_is_known() -> None:
    ruling = judge_for(playing([], ["Idle Vow", "Quiet Spark"], ["Idle Vow"]), 1)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "open", ruling


def test_400_2_a_card_that_comes_back_to_the_hand_behind_the_place_has_been_shown() -> None:
    text = (
        "format: case/1\nplayers:\n  p1: {battlefield: [Old Bell]}\n"
        "  p2: {hand: [Quiet Spark, Late Return], mana: {R: 1}}\n"
        "script: |\n  repeat 3:\n    activate Old Bell\n    all pass\nsaid:\n  - p2: cut 2.3\n"
        "then: |\n  p2: cast Quiet Spark targeting p1\n  all pass\n  pass\n  p2: cast Late Return targeting Quiet Spark\n  all pass\n"
    )
    found = load_case(text, "case.yaml", CARDS)
    assert isinstance(found, Case), found
    ruling = judge_for(found, 0)
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == "game_continues", ruling
