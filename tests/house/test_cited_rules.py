"""Every rule number that sources, tests and pages cite stands in the text of the rules.

Whether the rule speaks of what it is cited for is for the reader; here a number that is nowhere is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.refusals import EDITION
from tests.support.files import ROOT, data_dir

NAME = "comprehensive-rules-2026-01-16.txt"

#: A number such as 704.5k: no part of a longer number, of a place (``1@999.3``), or of a list of versions.
CITED = re.compile(r"(?<![\w.,@#$-])([1-9]\d{2}\.\d{1,3}[a-z]?)(?![\w%])(?!\.\d)")

#: The newest edition has a section more than the text (722, Preparation Cards): from there on it counts one higher.
SHORTCUTS = "Taking Shortcuts"
INSERTED = 722


#: The tables of boards name the rules as the text itself counts them; ``test_rule_boards`` compares those.
#: Verdicts that were retold show the numbers of the newest edition.
BOARDS = ("rule_boards", "examples", "interactions", "retold")


#: Rules of earlier editions that policies cite: section 421, which held until July 2009, and draws as counted then.
EARLIER = frozenset({"421.1", "421.2", "421.3", "421.4", "421.5", "102.4b", "102.6"})
#: Numbers of earlier editions that `reiterate explain` is asked for.
ASKED = frozenset({"719.2a"})
OF_2005 = "comprehensive-rules-2005-10-01-section-421.txt"


def text() -> str:
    """The text of the rules."""
    path = data_dir().parent / "reference" / NAME
    if not path.is_file():
        pytest.skip(f"{NAME} is absent (set REITERATE_DATA)")
    return path.read_text(encoding="utf-8")


@cache
def rules() -> frozenset[str]:
    """The numbers of all rules, as the newest edition counts its sections."""
    found = text()
    section = re.search(rf"^(\d{{3}})\. {SHORTCUTS}\s*$", found[found.rindex(SHORTCUTS + "\n") - 10 :], re.MULTILINE)
    assert section is not None
    later = int(EDITION) - int(section[1])
    numbers = set()
    for number, rest in re.findall(r"^\s*(\d{3})(\.\d+[a-z]?)\b", found, re.MULTILINE):
        shift = later if INSERTED <= int(number) < 800 else 0
        numbers.add(f"{int(number) + shift}{rest}")
    return frozenset(numbers)


#: A table of figures that a program has written into a page: none of them is a rule.
MEASURED: Final = re.compile(r"<!-- written by: .*?<!-- the end of that table -->", re.DOTALL)


def unknown(source: str, numbers: Iterable[str]) -> list[str]:
    """The numbers cited in a source that are no rules. Tables of measured figures are left out."""
    return sorted(set(CITED.findall(MEASURED.sub("", source))) - set(numbers))


def sources() -> list[Path]:
    """What cites rules."""
    folders = [ROOT / name for name in ("src", "tests", "docs", "examples")]
    found = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".md", ".yaml") and path.parent.name not in BOARDS
    ]
    return [*found, ROOT / "README.md", ROOT / "CHANGELOG.md"]


def test_every_cited_rule_number_is_one_of_the_rules() -> None:
    numbers = rules() | EARLIER | ASKED
    assert len(numbers) > 3000
    wrong = {}
    for path in sources():
        if path.name != Path(__file__).name and (found := unknown(path.read_text(encoding="utf-8"), numbers)):
            wrong[path.relative_to(ROOT).as_posix()] = found
    assert wrong == {}


def test_the_rules_of_2005_are_those_of_its_text() -> None:
    path = data_dir().parent / "reference" / OF_2005
    if not path.is_file():
        pytest.skip(f"{OF_2005} is absent (set REITERATE_DATA)")
    found = path.read_text(encoding="utf-8")
    assert {number for number in EARLIER if number not in found} == set()


def test_many_numbers_are_cited() -> None:
    cited = {number for path in sources() for number in CITED.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 400


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("as it resolves (608.2b, 608.2h).", []),
        ("# 614.9a: redirected", ["614.9a"]),
        ("of a spell (112.3a)", ["112.3a"]),
        ("a cut at 1@999.3, 1,100.25, v100.20.3, 300.5%", []),
        ("704.5l", ["704.5l"]),
        ("732.2c and 732.1b", []),
        ("732.9", ["732.9"]),
    ],
)
def test_a_number_that_is_no_rule_is_found(source: str, wrong: list[str]) -> None:
    assert unknown(source, rules()) == wrong
