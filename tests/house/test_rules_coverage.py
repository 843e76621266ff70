"""The page about the sections of the rules is up to date, and its judgement is borne out."""

from __future__ import annotations

from tests.house.rules_sections import PAGE, codes, known_tests, page, problems, sections, stale
from tests.house.rules_table import DONE, PARTLY, REFUSED, Section


def test_the_page_is_up_to_date() -> None:
    assert stale(PAGE.read_text(encoding="utf-8"), page()) == [], "write it: python -m tests.house.rules_sections"


def test_sections_that_are_not_as_they_would_be_written_are_named() -> None:
    written = page()
    line = next(line for line in written.splitlines() if line.startswith("| 603 |"))
    assert stale(written.replace(line, line + " more"), written) == ["603"]
    assert stale(written.replace(line + "\n", ""), written) == ["603"]
    assert stale(written.replace("# Sections", "# Parts"), written) == ["what stands around the tables"]
    assert stale("\n".join(reversed(written.splitlines())), written)
    assert stale("\n" + written, written) and stale(written, written) == []


def test_the_judgement_is_borne_out_by_tests_and_codes() -> None:
    assert problems(sections(), known_tests(), codes()) == []


def test_a_judgement_without_a_test_or_code_is_noticed() -> None:
    wrong = [
        Section(123, "No test", DONE),
        Section(999, "No note", PARTLY),
        Section(998, "No code", REFUSED),
        Section(997, "A code that is none", REFUSED, codes=("no-such-code-anywhere",)),
        Section(996, "Another word", "done"),
    ]
    found = problems(wrong, {}, codes())
    assert all(any(complaint.startswith(str(s.number)) for complaint in found) for s in wrong), found
    assert "test_111_x_y names no section" in problems([], {"test_111_x_y": "a.py"}, frozenset())
