"""``docs/rules-coverage.md``: for each section of the rules what holds, and the tests and refusals that show it.

``python -m tests.house.rules_sections`` writes the page from the tests named by rule number, the refusal codes in the source
and the judgement in ``tests.house.rules_table``.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final

from tests.house.rules_table import CHAPTERS, DONE, NOTHING, PARTLY, REFUSED, SHOWN, Section
from tests.support.files import ROOT
from tests.support.trees import tree_of

PAGE: Final = ROOT / "docs" / "rules-coverage.md"
#: A rule number in a test's name: "test_603_2h_...", "..._and_702_18_...".
_NAMED: Final = re.compile(r"(?:^test|_and)_(\d{3})(?=_)")
#: A row of the page's tables: the section is its first cell.
_ROW: Final = re.compile(r"\| (\d+) \|")
_CODE: Final = re.compile(r"""["']([a-z][a-z0-9.]*(?:-[a-z0-9.]+)*)["']""")


@cache
def known_tests() -> dict[str, str]:
    """Every test by name, and the file it stands in."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in tree_of(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.setdefault(node.name, path.name)
    return found


@cache
def codes() -> frozenset[str]:
    """Every string of the source that could be a refusal code."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((ROOT / "src" / "reiterate").rglob("*.py")))
    return frozenset(code for text in texts for code in _CODE.findall(text))


def tests_of(number: int) -> list[str]:
    """The tests that show a section, by name."""
    return sorted({*_by_section().get(str(number), ()), *SHOWN.get(number, ())})


@cache
def _by_section() -> dict[str, set[str]]:
    """The tests by the sections that their names begin with."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name in known_tests():
        for number in _NAMED.findall(name):
            found[number].add(name)
    return dict(found)


def own_codes(number: int) -> list[str]:
    """The refusal codes that are named by a rule of the section."""
    return sorted(code for code in codes() if code.startswith(f"rule-{number}"))


def sections() -> list[Section]:
    """All sections in order."""
    return [section for chapter in CHAPTERS.values() for section in chapter]


def problems(found: list[Section], known: Mapping[str, str], all_codes: frozenset[str]) -> list[str]:
    """What the judgement says that nothing bears out."""
    complaints = [f"{number} is listed twice" for number, n in Counter(s.number for s in found).items() if n > 1]
    numbers = {section.number for section in found}
    for name in known:
        complaints += [f"{name} names no section" for at in _NAMED.findall(name) if int(at) not in numbers]
    complaints += [f"no test is called {name}" for names in SHOWN.values() for name in names if name not in known]
    for section in found:
        shown = tests_of(section.number)
        complaints += [f"{section.number}: no code {code}" for code in section.codes if code not in all_codes]
        if section.status == DONE and (not shown or section.codes or own_codes(section.number)):
            complaints.append(f"{section.number} is implemented, but has no test, or refuses")
        elif section.status == PARTLY and not (section.note and (shown or section.codes)):
            complaints.append(f"{section.number} is partly implemented without a note, or neither tested nor refused")
        elif section.status == REFUSED and not section.codes:
            complaints.append(f"{section.number} is refused by no code")
        elif section.status == NOTHING and (shown or section.codes or not section.note):
            complaints.append(f"{section.number} has nothing to do, but tests or codes, or no note")
        elif section.status not in (DONE, PARTLY, REFUSED, NOTHING):
            complaints.append(f"{section.number}: no status {section.status}")
    return complaints


def _line(section: Section) -> str:
    shown = ", ".join(f"`{name.removeprefix('test_')}`" for name in tests_of(section.number))
    refusals = ", ".join(f"`{code}`" for code in sorted({*section.codes, *own_codes(section.number)}))
    evidence = "; ".join(text for text in (shown, f"refuses {refusals}" if refusals else "") if text)
    return f"| {section.number} | {section.title} | {section.status} | {section.note} | {evidence} |"


def page() -> str:
    """The whole page."""
    counts = Counter(section.status for section in sections())
    said = ", ".join(f"{counts[status]} {status}" for status in (DONE, PARTLY, REFUSED, NOTHING))
    parts = [
        "# Sections of the rules",
        "",
        "Made by `make docs` from the tests that are named by rule number, the refusal codes in the source and the",
        "judgement in `tests/house/rules_table.py`; `tests/house/test_rules_coverage.py` fails where this page is not up to date.",
        "Tests are named without `test_`. *Partly*: the note says what is missing or what it is limited to.",
        "*Refused*: what needs it is refused by name, never played wrongly. *Nothing to do*: no game action looks at it.",
        "",
        f"Of {len(sections())} sections: {said}.",
    ]
    for title, chapter in CHAPTERS.items():
        parts += ["", f"## {title[:1].upper()}{title[1:]}", "", "| section | title | state | note | shown by |"]
        parts += ["| --- | --- | --- | --- | --- |", *map(_line, chapter)]
    return "\n".join(parts) + "\n"


def stale(there: str, made: str) -> list[str]:
    """The sections of which a page says something else than the page that is made, or that one of both lacks."""

    def by_section(text: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for line in text.splitlines():
            at = _ROW.match(line)
            found.setdefault(at[1] if at else "what stands around the tables", []).append(line)
        return found

    one, other = by_section(there), by_section(made)
    found = sorted(at for at in one.keys() | other.keys() if one.get(at) != other.get(at))
    return found or ([] if there == made else ["the order of the lines"])


def main() -> None:
    """Write the page."""
    for complaint in problems(sections(), known_tests(), codes()):
        print(complaint)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
