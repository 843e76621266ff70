"""Editions: the numbers of every edition of the reference data, and dates of which nothing is known."""

from __future__ import annotations

import datetime
from itertools import pairwise
from typing import Final

import pytest

from reiterate.ask.building_refusals import refused_answer
from reiterate.ask.building_verdict import compared_policies, ruling_for
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.editions import EDITIONS, Edition, edition_of
from reiterate.judging.policies import COMPREHENSIVE, G18, SECTION_421
from reiterate.refusals import INPUT, Refusal
from tests.support.files import needs_data, require_data

ROWS: Final = "editions.tsv"


def edition(date: str) -> Edition:
    """The edition of a date."""
    found = edition_of(date)
    assert isinstance(found, Edition), found
    return found


def rows() -> list[dict[str, str]]:
    """The rows of the reference data by the names of its head."""
    head, *lines = require_data(ROWS).read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), [*line.split("\t"), "", ""], strict=False)) for line in lines if line.strip()]


@needs_data(ROWS)
def test_every_edition_of_the_data_has_its_numbers() -> None:
    found = rows()
    assert len(found) == 107
    for row in found:
        effective = datetime.datetime.strptime(row["effective"], "%B %d, %Y").date().isoformat()
        for date in (row["published"], effective):
            there = edition(date)
            numbers = (str(there.section), there.draw, there.limited)
            assert numbers == (row["shortcuts_section"], row["draw_rule"], row["limited_range_draw"]), (date, row)


@needs_data(ROWS)
def test_the_rule_on_mandatory_loops_is_renumbered_with_its_section() -> None:
    for row in rows():
        assert edition(row["published"]).renumbered("732.4") == row["mandatory_loop"]


def test_a_refusal_cites_by_the_numbers_of_its_edition_and_keeps_its_words() -> None:
    refused = edition("2010-04-23").refused(Refusal(INPUT, "place", "'732.2a' is no place", "such as 104.4", "732.2b"))
    assert (refused.rule, refused.edition) == ("714.2b", "714")
    assert (refused.message, refused.expected) == ("'732.2a' is no place", "such as 104.4")


def test_editions_stand_in_order_and_each_changes_a_number() -> None:
    assert [each.since for each in EDITIONS] == sorted({each.since for each in EDITIONS})
    numbers = [(each.section, each.draw, each.limited) for each in EDITIONS]
    assert all(before != after for before, after in pairwise(numbers))


@pytest.mark.parametrize(
    "date",
    [
        "yesterday",
        "2026-13-01",
        "2026-02-30",
        "20260116",
        "2026",
        "1993-08-05",
        "1998-12-31",
        "2027-01-01",
        "9999-01-01",
    ],
)
def test_a_date_of_which_nothing_is_known_is_refused(date: str) -> None:
    found = edition_of(date)
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == ("input", "edition")
    assert found.expected


def test_the_newest_edition_is_the_default_and_holds_on() -> None:
    assert edition("") == edition("2026-08-07") == edition("2026-12-31") == EDITIONS[-1]


def test_a_day_between_two_editions_belongs_to_the_one_before() -> None:
    assert edition("2009-07-10").section == 421
    assert edition("2009-07-11").section == 713


@pytest.mark.parametrize(
    ("date", "text", "shown"),
    [
        ("2017-01-20", "732.2a, 104.4b and 104.4f", "{}.2a, 104.4b and 104.4f"),
        ("2005-10-01", "732.2b and 732.4, 104.4b", "421.2 and 421.4, 102.4b"),
        ("2005-10-01", "732.5", "732.5"),
        ("2003-07-01", "104.4b", "102.6"),
        ("2025-04-04", "732.2a", "{}.2a"),
        ("2026-01-16", "MTR 4.4 par. 2 sent. 2; 732.3", "MTR 4.4 par. 2 sent. 2; {}.3"),
    ],
)
def test_a_text_is_shown_with_the_numbers_of_an_edition(date: str, text: str, shown: str) -> None:
    there = edition(date)
    assert there.renumbered(text) == shown.format(there.section)


def case(policy: str, date: str) -> Case | Refusal:
    """A case of a policy and an edition."""
    return load_case(f"format: case/1\npolicy: {policy}\nedition: {date}\n", "case.yaml", CardBook.builtin())


def test_the_edition_decides_which_comprehensive_text_holds() -> None:
    old, new, between = (
        case("comprehensive", "2005-10-01"),
        case("comprehensive", "2009-07-11"),
        case("g18", "1999-05-01"),
    )
    assert isinstance(old, Case) and old.policy is SECTION_421
    assert isinstance(new, Case) and new.policy is COMPREHENSIVE
    assert isinstance(between, Case) and between.policy is G18


def test_of_1999_only_g_18_is_known() -> None:
    found = case("comprehensive", "1999-05-01")
    assert isinstance(found, Refusal) and found.code == "edition"
    assert "g18" in found.expected


def test_a_refusal_has_the_numbers_of_the_edition_of_its_case() -> None:
    text = (
        "format: case/1\nedition: 2017-01-20\nplayers:\n  p1: {battlefield: [Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]}\n"
        "  p2: {}\nscript: |\n  repeat 3:\n    activate Midnight Guard\n    all pass\n    all pass\nsaid:\n  - p2: cut 2.3\n"
    )
    case = load_case(text, "case.yaml", CardBook.builtin())
    assert isinstance(case, Case), case
    refused = ruling_for(case, "")
    assert isinstance(refused, Refusal) and refused.code == "nothing-else"
    assert refused.rule == case.edition.renumbered("732.2b") != "732.2b"


READ = (
    "format: case/1\n{dated}players:\n  p1: {{battlefield: [Grizzly Bears]}}\n  p2: {{}}\nscript: |\n  pass\n"
    "answers:\n  p2: accept\nsaid:\n  - p2: accept\n"
)


@pytest.mark.parametrize(
    ("dated", "instead", "edition"),
    [
        ("", "", "732"),
        ("edition: 2017-01-20\n", "", "719"),
        ("edition: 2017-01-20\n", "2021-07-23", "724"),
        ("", "2009-07-11", "713"),
    ],
)
def test_a_refusal_while_a_case_is_read_has_the_numbers_of_its_edition(dated: str, instead: str, edition: str) -> None:
    found = load_case(READ.format(dated=dated), "case.yaml", CardBook.builtin(), instead)
    assert isinstance(found, Refusal), found
    assert (found.code, found.rule, found.edition) == ("said-twice", f"{edition}.2b", edition)
    told = refused_answer("judge", found)
    assert (told.edition, told.refusals[0].rule) == (edition, f"{edition}.2b")


@pytest.mark.parametrize(
    ("date", "texts"),
    [
        ("2017-01-20", {"comprehensive": "comprehensive", "tournament": "tournament", "g18": "g18"}),
        ("2005-10-01", {"comprehensive": SECTION_421.name, "tournament": "tournament", "g18": "g18"}),
        ("1999-05-01", {"g18": "g18"}),
    ],
)
def test_policies_are_compared_as_their_texts_stood_on_that_day(date: str, texts: dict[str, str]) -> None:
    text = (
        f"format: case/1\npolicy: g18\nedition: {date}\nshown: 2\nplayers:\n  p1: {{battlefield: [Midnight Guard, "
        "{card: Presence of Gond, attached to: Midnight Guard}]}\n  p2: {}\n"
        "script: |\n  repeat 3:\n    activate Midnight Guard\n    all pass\n    all pass\n"
    )
    case = load_case(text, "case.yaml", CardBook.builtin())
    assert isinstance(case, Case), case
    found = compared_policies(case)
    assert isinstance(found, dict), found
    assert {name: each.policy for name, each in found.items()} == texts
