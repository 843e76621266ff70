"""The boards of the cases: long ones cost no more, places on a controlled turn, too great numbers, words and cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.judging import proposals
from reiterate.judging.case_facts import differences, fact
from reiterate.judging.case_file import Case, load_case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.kinds import choice_roles, kept_kinds
from reiterate.loops.play import Played
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import decider
from reiterate.script.expect import look_up
from reiterate.script.places import Place, parse_place
from reiterate.shortcuts.played_script import Spot
from reiterate.shortcuts.procedure import Proposal, propose, respond
from reiterate.state.model import State
from tests.support.case_files import CARDS, FILES, FOLDER, book, ruled
from tests.support.dice import dice
from tests.support.files import needs_data, rulings
from tests.support.loop_cases import Count


def case_of(text: str, cards: CardBook | None = None) -> Case:
    """A case from its text."""
    found = load_case(text, "case.yaml", book() if cards is None else cards)
    assert isinstance(found, Case), found
    return found


def words_of(name: str) -> str:
    """The text of a case file."""
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


def in_words(name: str, written: str, instead: str) -> str:
    """The text of a case file with other words in it."""
    text = words_of(name)
    assert written in text
    return text.replace(written, instead)


# --- amounts ------------------------------------------------------------------------------------------------------

#: Cases whose loop is taken a number of times, or has an end, with what makes them longer.
LONGER: Final = {
    "CR-33": ("repeat 10^100:", "repeat N:"),
    "FAM-38": ("library: 9", "library: N"),
    "SEED-08": ("library: 10", "library: N"),
    "G18-07": ("p2: {}", "p2: {life: N}"),
}


@needs_data(CARDS)
@pytest.mark.parametrize("name", LONGER)
def test_a_case_costs_as_little_however_long_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    for n in ("10^40", "10^60"):
        written, longer = LONGER[name]
        many = in_words(name, written, longer.replace("N", n)).replace("life: 40", "life: 10^70")
        case = case_of(many.replace("repeat 9:", f"repeat {n}:"))
        with monkeypatch.context() as patch:
            count = Count(patch)
            kept_kinds.forget()
            proposals._KEPT.clear()
            ruling = judge(case)
            assert isinstance(ruling, Ruling), ruling
            assert ruling.loop is not None
            assert not isinstance(ruling.loop.reach(10**39), Refusal)
        taken.append(count.steps)
    assert taken[0] == taken[1] < 2_000


@needs_data(CARDS)
def test_each_of_very_many_iterations_changes_the_same() -> None:
    loop = ruled(FOLDER / "CR-23.yaml").loop
    assert loop is not None
    for iteration in (1, 2, 10**30):
        states = [loop.reach(n) for n in (iteration - 1, iteration)]
        paths = ("p1.tokens.Polyraptor", "Marauding Raptor.power")
        values = [[int(str(look_up(s, path, {}))) for path in paths] for s in states if isinstance(s, State)]
        assert [b - a for a, b in zip(*values, strict=True)] == [1, 2]


@needs_data(CARDS)
def test_who_keeps_the_loops_up() -> None:
    found = {name: ruled(FOLDER / f"{name}.yaml").kind for name in ("CR-23", "G18-07", "SEED-08", "FAM-38", "CR-33")}
    assert {name: kind.keepers for name, kind in found.items() if kind is not None and kind.unknown == ""} == {
        "CR-23": (),
        "G18-07": (),
        "SEED-08": (0,),
        "FAM-38": (),
        "CR-33": (0,),
    }


@needs_data(CARDS)
@pytest.mark.parametrize(
    ("name", "done", "asked_for", "greatest", "safe"),
    [("CR-35", "repeat 14:", "repeat 1000:", 15, 14), ("SEED-06", "repeat 5:", "repeat 10:", 6, 5)],
)
def test_too_great_a_number_is_refused_with_the_greatest(
    name: str, done: str, asked_for: str, greatest: int, safe: int
) -> None:
    """The file takes the last number that p1 survives; the number that the case speaks of is too great."""
    position = case_of(in_words(name, done, asked_for)).position
    found = propose(position.state, position.script, position.proposer)
    assert isinstance(found, Refusal), found
    assert found.code == "too-many-iterations"
    assert found.expected == f"at most {greatest} iterations; the proposer is still in the game after at most {safe}"


# --- places -------------------------------------------------------------------------------------------------------


def place(text: str) -> Place:
    """A written place."""
    found = parse_place(text)
    assert isinstance(found, Place), found
    return found


def cuts(case: Case, iteration: int) -> list[tuple[Proposal, Proposal | Refusal]]:
    """The proposal of a case, and what comes of p2's naming each place of one iteration of its block."""
    position = case.position
    made = propose(position.state, position.script, position.proposer)
    assert isinstance(made, Proposal), made
    found: list[tuple[Proposal, Proposal | Refusal]] = []
    while True:
        answer = respond(made, 1, place(f"{iteration}.{len(found) + 1}"))
        if isinstance(answer, Refusal) and answer.code == "no-such-place":
            return found
        found.append((made, answer))


@needs_data(CARDS)
def test_who_has_nothing_to_do_may_name_no_place() -> None:
    """The first, the eleventh and the last of the twelve turns."""
    answers = [answer for iteration in (1, 11, 12) for _, answer in cuts(case_of(words_of("CR-11")), iteration)]
    assert len(answers) > 60
    assert not any(isinstance(answer, Proposal) for answer in answers)


@needs_data(CARDS)
def test_723_5_on_a_controlled_turn_the_controlled_player_names_no_place() -> None:
    """A Forest that p2 could tap makes a difference on p1's turn, where p2 decides, and nowhere else."""
    whose: Counter[tuple[int, str]] = Counter()
    for made, answer in cuts(case_of(in_words("CR-11", "  p2:\n", "  p2:\n    battlefield: [Forest]\n")), 1):
        here = made.played_script.at(Spot(0, 1, whose.total() + 1))
        assert isinstance(here, Played), here
        said = answer.code if isinstance(answer, Refusal) else "allowed"
        whose[active_seat(here.state) if decider(here.state) == 1 else -1, said] += 1
    assert set(whose) == {(0, "allowed"), (1, "not-your-decision"), (-1, "not-your-decision")}


# --- words and cards ----------------------------------------------------------------------------------------------


@needs_data("rulings.jsonl")
@pytest.mark.parametrize("path", [p for p in FILES if not p.stem.endswith("-twin")], ids=lambda path: path.stem)
def test_titles_and_notes_are_words_of_this_project(path: Path) -> None:
    text = " ".join(path.read_text(encoding="utf-8").split())
    rows = [rulings(stage)[path.stem] for stage in (2, 3, 4) if path.stem in rulings(stage)]
    sentences = [part.strip() for row in rows for key in ("title", "setup", "answer") for part in row[key].split(".")]
    assert [part for part in sentences if len(part.split()) > 5 and part in text] == []


@cache
def built_in() -> CardBook:
    """The built-in cards and the tests' own."""
    found = CardBook.builtin().with_files(sorted(FOLDER.glob("*.json")))
    assert isinstance(found, CardBook), found
    return found


@pytest.mark.slow("judges a third of the cases whose cards are built in")
def test_some_cases_are_ruled_alike_by_built_in_cards() -> None:
    check_ruled_alike(dice("cases of built-in cards").sample(FILES, len(FILES) // 3))


@pytest.mark.soak
def test_cases_are_ruled_alike_by_built_in_cards() -> None:
    check_ruled_alike(FILES)


def check_ruled_alike(drawn: list[Path]) -> None:
    """Each case whose cards are built in is ruled on as its file says."""
    judged = 0
    for path in drawn:
        case = load_case_file(path, built_in())
        if isinstance(case, Refusal):
            assert case.code == "card-unknown", (path.stem, case)
            continue
        ruling = judge(case)
        assert isinstance(ruling, Ruling), (path.stem, ruling)
        assert differences(ruling) == [], path.stem
        judged += 1
    assert judged > len(drawn) // 6


@needs_data(CARDS)
def test_a_script_that_stops_before_its_loop_has_ended_rules_nothing() -> None:
    """Soul Warden sees the Elves too, and their triggers ask for an order of which the script says nothing."""
    text = in_words("FAM-44", "      - Twin Brood\n", "      - Twin Brood\n      - Soul Warden\n")
    ruling = judge(case_of(text))
    assert isinstance(ruling, Ruling), ruling
    assert fact(ruling, "outcome") == "undetermined"
    assert "before the loop has ended" in ruling.verdict.because[0].what


@needs_data(CARDS)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("{glitter: ''}", "own-word"),
        ("{'': all pass}", "own-word"),
        ("{glitter: if it rains}", "conditional"),
        ("{glitter: glitter}", ""),
    ],
    ids=["for nothing", "no word", "a condition", "itself"],
)
def test_732_1a_a_word_stands_for_lines_that_may_be_proposed(words: str, code: str) -> None:
    text = words_of("CR-33").replace("players:", f"words: {words}\nplayers:", 1)
    found = load_case(text, "case.yaml", book())
    assert (found.code if isinstance(found, Refusal) else "") == code


@needs_data(CARDS)
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("p3: accept\n  - p2: accept", "answer-order"),
        ("p1: accept", "own-proposal"),
        ("p2: accept\n  - p2: cut 1@3.6", "answer-order"),
        ("p2: no action", "not-asked"),
        ("p2: cut 1@3.7", "not-your-decision"),
    ],
)
def test_732_2b_answers_are_given_in_turn_order_by_who_is_asked(said: str, code: str) -> None:
    text = words_of("CR-14").partition("said:\n")[0]
    found = judge(case_of(f"{text}said:\n  - {said}\n"))
    assert isinstance(found, Refusal) and found.code == code


@needs_data(CARDS)
def test_732_6_nobody_is_made_to_pay_and_without_that_somebody_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of(words_of("CR-27"))
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    assert (fact(ruling, "outcome"), fact(ruling, "mandatory")) == ("draw", "true")
    monkeypatch.setattr(choice_roles, "asks_unless", lambda state: False)
    kept_kinds.forget()  # of the loop as it was ruled on before
    proposals._KEPT.clear()
    without = judge(case)
    assert isinstance(without, Refusal) or fact(without, "mandatory") != "true"
