"""The cases of the reference data as case files: every fact that a case expects is asked of the ruling.

``cases/ID.yaml`` lays a case out and holds what is expected in the project's own words. ``cases/ID-twin.yaml`` is the
same with one fact or statement changed, and expects something else of at least one of the keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import load_case_file
from reiterate.judging.ruling import Ruling
from reiterate.refusals import Refusal
from reiterate.script.expect import expected_text
from tests.support.case_files import CARDS, FILES, ruled
from tests.support.case_words import expected_facts
from tests.support.files import needs_data


def expected(ruling: Ruling) -> dict[str, str]:
    """What a case file expects, as text."""
    return {path: expected_text(wanted) for path, wanted in ruling.case.position.expect_items()}


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_case_is_ruled_as_it_expects(path: Path) -> None:
    ruling = ruled(path)
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
