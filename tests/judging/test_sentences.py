"""Every line and every clause of every policy is needed by a case, and every sentence of the texts stands behind one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.judging.case_facts import differences, facts
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.policies import COMPREHENSIVE, G18, SECTION_421, TOURNAMENT, Policy
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.refusals import Refusal
from tests.judging.sentences import NEEDED, RULES_NOTHING, SENTENCES, Needed, entries, without
from tests.support.case_files import CARDS, book
from tests.support.case_files import FOLDER as CASES
from tests.support.files import needs_data

FOLDER: Final = Path(__file__).resolve().parent / "sentence_cases"
FILES: Final = sorted(FOLDER.glob("*.yaml"))
POLICIES: Final = (COMPREHENSIVE, TOURNAMENT, G18, SECTION_421)

#: Facts of a ruling as a whole that are compared, besides those that a case expects.
FACTS: Final = ("outcome", "reason", "iterations", "partial", "must_change", "priority", "shortcut_allowed", "arbiter")


@cache
def case(name: str) -> Case:
    """A case by the name of its file."""
    own = FOLDER / f"{name}.yaml"
    found = load_case_file(own if own.exists() else CASES / f"{name}.yaml", book())
    assert isinstance(found, Case), found
    return found


def statements(text: str) -> tuple[Said, ...]:
    """Statements from text such as "p1: number 3; p2: accept"."""
    found = []
    for line in text.split("; "):
        who, words = line.split(": ", 1)
        one = read_statement(JUDGE if who == "judge" else int(who[1:]) - 1, words)
        assert isinstance(one, Said), one
        found.append(one)
    return tuple(found)


def told(needed: Needed, policy: Policy) -> dict[str, str]:
    """What a policy says of a case."""
    asked = replace(case(needed.case), policy=policy)
    if needed.said:
        asked = replace(asked, said=statements(needed.said))
    ruling = judge(asked)
    if isinstance(ruling, Refusal):
        return {"refused": ruling.code}
    return facts(ruling, [*FACTS, *(path for path, _ in asked.position.expect_items())])


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_case_of_a_sentence_is_ruled_as_it_expects(path: Path) -> None:
    ruling = judge(case(path.stem))
    assert isinstance(ruling, Ruling), ruling
    assert ruling.case.position.expect_items()
    assert differences(ruling) == []


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("needed", NEEDED, ids=lambda each: f"{each.policy.name}: {each.entry} ({each.case})")
def test_without_its_line_a_case_is_ruled_otherwise(needed: Needed) -> None:
    whole = told(needed, needed.policy)
    assert "refused" not in whole
    assert whole["outcome"] != "undetermined"
    assert told(needed, without(needed.policy, needed.entry)) != whole


def test_every_line_and_every_clause_is_needed_by_a_case() -> None:
    there = {(policy.name, entry) for policy in POLICIES for entry in entries(policy)}
    assert {(each.policy.name, each.entry) for each in NEEDED} == there


def test_every_sentence_of_the_texts_stands_behind_a_line_or_clause() -> None:
    cited = {cite for policy in POLICIES for cites in entries(policy).values() for cite in cites}
    assert [one for one in SENTENCES if one not in cited | set(RULES_NOTHING)] == []
    own = {cite for cite in cited if not cite.startswith(("104.", "102."))}
    assert sorted(own - set(SENTENCES) - {"732.1b"}) == []


def test_every_line_and_clause_cites_a_sentence() -> None:
    assert [(policy.name, entry) for policy in POLICIES for entry, cites in entries(policy).items() if not cites] == []
