"""``reiterate explain WORD``: what a refusal code, an exit code, a word of the glossary or a rule on loops means.

The words come from ``explained.json``, which is made of ``docs/codes.md``, ``docs/glossary.md``, ``docs/shortcut-rules.md`` and
the table behind ``docs/rules-coverage.md``; a test compares them.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from reiterate.judging.editions import EDITIONS, INFINITE_LOOPS
from reiterate.refusals import EDITION, INPUT, Refusal
from reiterate.show.brief import Brief, Row, listed

#: What the exit codes of the command line mean.
EXITS: Final = {
    "0": "an answer",
    "1": "an expectation that differs, or a certificate that fails",
    "2": "input that is not accepted",
    "3": "undetermined: a budget ran out, and nothing was decided",
    "4": "unsupported: a clause or a rule that is not implemented",
    "70": "a bug of reiterate",
}

_NEAR: Final = 3
_ALSO: Final = 6

#: A rule number as people type one: 732.2a, rule 704, CR 730.2.
_NUMBER: Final = re.compile(r"(?:cr ?|rule ?)?(\d{3})((?:\.\d{1,3}[a-z]?)?)\.?", re.ASCII)


@cache
def known() -> Mapping[str, Mapping[str, Any]]:
    """Codes, terms, rules and sections of the rules, by their names."""
    found: dict[str, dict[str, Any]] = json.loads(resources.files(__package__).joinpath("explained.json").read_bytes())
    return found


def explained_words() -> list[str]:
    """All that can be explained."""
    return sorted({*known()["codes"], *known()["terms"], *known()["rules"], *EXITS})


def explained(word: str) -> Brief | Refusal:
    """What a word means; a refusal names those that are spelt alike."""
    asked = " ".join(word.strip().strip("()").split()).casefold()
    rows: list[Row] = []
    if asked in EXITS:
        rows.append(("exit code", [EXITS[asked]]))
    if asked in known()["codes"]:
        rows += _code_rows(known()["codes"][asked])
    for term in _terms(asked):
        rows += _term_rows(term, asked)
    if not rows:
        rows = _rule_rows(asked)
    if not rows:
        near = difflib.get_close_matches(asked, explained_words(), _NEAR, 0.6)
        kinds = "a refusal code, a word of the glossary or a rule number"
        expected = f"{kinds}{', such as ' + ', '.join(near) if near else ''}"
        return Refusal(INPUT, "no-such-word", f"nothing is known of '{word}'", expected)
    also = [name for name, term in known()["terms"].items() if asked in term["meaning"].split() and name != asked]
    if also:
        rows.append(("see also", [listed(also[:_ALSO])]))
    (name, [first, *_]), *_ = rows
    return Brief("", f"{name if name in known()['rules'] else asked}: {first}", rows[1:], more="")


def _terms(asked: str) -> list[Mapping[str, str]]:
    """The term of that name, in the singular too."""
    for name in (asked, asked.removesuffix("s")):
        if name in known()["terms"]:
            return [known()["terms"][name]]
    return []


def _code_rows(code: Mapping[str, str]) -> list[Row]:
    exits = [f"{each}, {EXITS[each]}" for each in EXITS if each == code["exit"]] or [code["exit"]]
    return [("refused", [code["meaning"]]), ("exit code", exits)]


def _term_rows(term: Mapping[str, str], asked: str) -> list[Row]:
    rows: list[Row] = [("means", [term["meaning"]])]
    rows += [("elsewhere", [term["field"]])] if term["field"] not in ("", asked) else []
    return rows + ([("rule", [term["rule"]])] if term["rule"] else [])


def _rule_rows(asked: str) -> list[Row]:
    """What a rule says, by its number in any edition: a rule on loops in our words, another one by its section."""
    number = _NUMBER.fullmatch(asked)
    today, earlier = (asked, []) if number is None else _newest(number[1], number[2])
    wanted = _plain(today)
    rules = known()["rules"]
    named = {name: rule for name, rule in rules.items() if _plain(name) == wanted}
    if not named and wanted:
        named = {name: rule for name, rule in rules.items() if _plain(name).startswith(wanted)}
    if len(named) == 1:
        ((name, rule),) = named.items()
        return [(name, [rule["words"]]), ("program", [rule["program"]]), *earlier]
    if named:
        title = "these rules on loops:" if number is None else f"rule {today}:"
        return [("rule", [title]), *((name, [rule["words"]]) for name, rule in named.items()), *earlier]
    section = None if number is None else known()["sections"].get(number[1])
    if number is None or section is None:
        return []
    rows: list[Row] = [("rule", [f"{section['title']}, section {number[1]}: {section['status']}"])]
    rows += [("program", [section["note"]])] if section["note"] else []
    return [
        *rows,
        ("more", ["docs/rules-coverage.md says for each section what holds, and docs/codes.md what refuses"]),
    ]


def _newest(section: str, rest: str) -> tuple[str, list[Row]]:
    """A rule number as the newest edition has it, and a row that says so where an earlier edition was meant."""
    since = [each.since for each in EDITIONS if each.section == int(section) and each.section != INFINITE_LOOPS]
    if not since or section == EDITION:
        return f"{section}{rest}", []
    today = f"{EDITION}{rest}"
    now = known()["sections"][section]["title"]
    number = f"{section}{rest} in the edition of {since[0]}, {today} today; section {section} is now about '{now}'"
    return today, [("number", [number])]


def _plain(name: str) -> str:
    """The name of a rule without signs: MTR 4.4 par. 3 and mtr 4.4 par 3 are one."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())
