"""The cases of the reference data as case files: every fact that a case expects is asked of the ruling.

``cases/ID.yaml`` lays a case out and holds what is expected in the project's own words. ``cases/ID-twin.yaml`` is the
same with one fact or statement changed, and expects something else of at least one of the keys.

Of each case, and of those of sentences, the verdict is looked at too: its screen is short, the changes that it names
hold when they are made, and each statement that it offers is accepted when it is said next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from jsonschema_rs import Draft202012Validator

from reiterate.ask.answer_json import answer_schema, as_json
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building_verdict import asked_of, judged, verdict_of
from reiterate.ask.verdict_words import sentence_of
from reiterate.cards import CardBook
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import WHAT_FOLLOWS, Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.judging.what_if import WhatIf, signature, what_if
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.script.expect import expected_text
from reiterate.script.script import BodyReader, parse_script
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from tests.judging.offered import Offers, offers
from tests.support.case_files import CARDS, FILES, SENTENCE_FILES, read, ruled
from tests.support.case_words import expected_facts
from tests.support.files import needs_data

#: All cases; one of them takes longer than all others together, and its twin is here.
CASES: Final = [path for path in (*FILES, *SENTENCE_FILES) if path.stem != "FAM-02"]
VALIDATOR: Final = Draft202012Validator({**answer_schema()["$defs"]["Verdict"], "$defs": answer_schema()["$defs"]})
#: Outcomes that say what a player owes, and to whom the game goes on.
DECIDED: Final = (v.DRAW, v.MUST_CHANGE, v.STANDS, v.GAME_CONTINUES, v.OPEN, v.RUNS)


@dataclass(frozen=True, slots=True)
class Looked:
    """What is ruled on a case, and on the same case with other words in it.

    ``changed``: the changes that its verdict names, each with the ruling on the case as it was read, with that change in it.
    ``said``: what the verdict tells of a change in statements, and what is said when they are made.
    ``offered``: what is offered with nothing said, and with each first part of what the case says.
    """

    ruling: Ruling
    told: Verdict
    changed: list[tuple[WhatIf, Ruling | Refusal]]
    said: list[tuple[str, str]]
    offered: list[Offers | None]


@cache
def looked(path: Path) -> Looked:
    """All that is ruled on a case, one after the other: the kind of its loop is kept for the next words on the same loop."""
    case, ruling = read(path), ruled(path)
    told = verdict_of(ruling, path.name)
    changed = [(each, judge(in_case(case, each))) for each in what_if(ruling)]
    said = [(change.then, _when_said(case, change.said)) for change in told.differs if change.said]
    plain = replace(case, position=replace(case.position, answers=[]))
    offered = [offers(replace(plain, said=case.said[:heard])) for heard in range(len(case.said) + 1)]
    return Looked(ruling, told, changed, said, offered)


def in_case(case: Case, changed: WhatIf) -> Case:
    """A case as it was read, with a change in it. The lines that follow are left out: they were written for the case."""
    position = replace(case.position, answers=[], then=())
    happened = case.happened if changed.happened is None else case.happened[: changed.happened]
    new = changed.case
    return replace(case, position=position, said=new.said, happened=happened, question=new.question, shown=new.shown)


def _when_said(case: Case, words: list[str]) -> str:
    """The sentence of the verdict on a case in which other statements were made, as they would be typed into its file."""
    position = replace(case.position, answers=[], then=())
    found = judge(replace(case, said=tuple(map(typed, words)), question=WHAT_FOLLOWS, position=position))
    assert isinstance(found, Ruling), found
    return case.edition.renumbered(sentence_of(found))


def typed(words: str) -> Said:
    """A statement from "p1: number 3"."""
    who, rest = words.split(": ", 1)
    found = read_statement(JUDGE if who == "judge" else int(who[1:]) - 1, rest)
    assert isinstance(found, Said), found
    return found


def told(path: Path) -> Verdict:
    """The verdict on a case, as a screen tells it."""
    return looked(path).told


# --- what is expected ---------------------------------------------------------------------------------------------


def expected(ruling: Ruling) -> dict[str, str]:
    """What a case file expects, as text."""
    return {path: expected_text(wanted) for path, wanted in ruling.case.position.expect_items()}


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_case_is_ruled_as_it_expects(path: Path) -> None:
    ruling = looked(path).ruling if path in CASES else ruled(path)
    wanted = expected(ruling)
    assert wanted, "a case that expects nothing"
    assert differences(ruling) == []


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", [p for p in FILES if not p.stem.endswith("-twin")], ids=lambda path: path.stem)
def test_a_case_asserts_every_fact_of_its_reference(path: Path) -> None:
    wanted = expected(ruled(path))
    reference = expected_facts(path.stem)
    assert {key: wanted.get(key) for key in reference} == reference


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", [p for p in FILES if p.stem.endswith("-twin")], ids=lambda path: path.stem)
def test_a_twin_differs_in_an_expected_fact(path: Path) -> None:
    first = expected(ruled(path.with_name(path.name.replace("-twin", ""))))
    twin = expected(ruled(path))
    assert any(twin[key] != first[key] for key in twin.keys() & first.keys())


def test_a_refused_case_is_no_ruling(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("format: case/1\npolicy: poker\n", encoding="utf-8")
    found = load_case_file(path, CardBook.builtin())
    assert isinstance(found, Refusal) and found.code == "policy"


# --- verdicts -----------------------------------------------------------------------------------------------------


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_screen_is_a_short_sentence_and_twelve_lines(path: Path) -> None:
    found = told(path)
    lines = verdict_screen(found, Page()).splitlines()
    assert lines[0] == found.sentence and len(found.sentence.split()) <= 12
    assert len(lines) <= 12 and "(more: --why)" not in lines
    heads = {line.split()[0] for line in lines[2:] if line[:1] != " "}
    assert {"because", "by"} <= heads
    assert "differs" in heads or not found.differs
    assert "shown" in heads or not found.demonstration


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
def test_a_verdict_asks_whom_its_ruling_asks() -> None:
    """Who reads whom a ruling asks, as other tests do, reads what stands in the verdict."""
    asking = [path for path in CASES if told(path).ask]
    assert len(asking) > 4
    assert all(told(path).ask == asked_of(ruled(path)) for path in asking)


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_change_that_is_named_changes_the_ruling(path: Path) -> None:
    """The case as it was read, with the change in it, is ruled as the screen says; and otherwise than without it."""
    ruling = ruled(path)
    for changed, other in looked(path).changed:
        assert isinstance(other, Ruling), other
        assert signature(other) == signature(changed.ruling)
        assert sentence_of(other) == sentence_of(changed.ruling)
        assert other.verdict != ruling.verdict
        assert sentence_of(other) != sentence_of(ruling)


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_statements_that_change_it_can_be_typed_into_the_file(path: Path) -> None:
    for then, found in looked(path).said:
        assert found == then


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
def test_decided_loops_name_what_would_change_them() -> None:
    silent = {
        path.stem
        for path in CASES
        if told(path).outcome in DECIDED and ruled(path).loop is not None and not told(path).differs
    }
    assert silent == {"CR-11-twin"}  # p2 could act on p2's own turn, and the places that were tried are p1's


def as_written(line: str) -> list[str]:
    """A choice as a script has it: what random events gave stands above it."""
    words, *given = line.split(" (result: ")
    plain = f"{words.split(': pass', 1)[0]}: pass" if ": pass over " in words else words
    return [*(f"result: {each.removesuffix(')')}" for each in given), plain]


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_first_choices_can_be_played(path: Path) -> None:
    ruling, lines = ruled(path), told(path).demonstration
    if not lines:
        return
    if ruling.history is not None:
        made = ruling.history.since() or ruling.history.line
        start, states = made[0][0], [state for state, _ in made]
    else:
        start, states = ruling.case.position.state, []
        if ruling.loop is not None:
            start = ruling.loop.heads[0]
    nodes = parse_script("\n".join(words for line in lines for words in as_written(line)))
    assert not isinstance(nodes, Refusal), nodes
    seen = []
    played = play(start, BodyReader(nodes), observe=lambda at, _: seen.append(at))
    assert len(played.choices) == len(lines), played.refusal
    assert all(same(a, b) for a, b in zip(seen, states, strict=False))


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_verdict_fits_its_schema_also_as_part_of_an_answer(path: Path) -> None:
    VALIDATOR.validate(as_json(told(path)))
    whole = as_json(judged(read(path), told(path)))
    assert (whole["format"], whole["asked"], whole["verdict"]) == ("answer/1", ["judge"], as_json(told(path)))


# --- what is offered ----------------------------------------------------------------------------------------------


@needs_data(CARDS)
@pytest.mark.slow("judges every case several times")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_a_verdict_offers_is_accepted_when_it_is_said(path: Path) -> None:
    """With nothing said, and with each first part of what the case says."""
    assert [found.thrown_back for found in looked(path).offered if found is not None and found.thrown_back] == []
