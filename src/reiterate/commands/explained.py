"""``reiterate explain WORD``: what a refusal code, an exit code or a word of the glossary means.

The words come from ``explained.json``, which is made of ``docs/codes.md`` and ``docs/glossary.md``; a test compares them.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from reiterate.refusals import INPUT, Refusal
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


@cache
def known() -> Mapping[str, Mapping[str, Any]]:
    """Codes and terms by their names."""
    found: dict[str, dict[str, Any]] = json.loads(resources.files(__package__).joinpath("explained.json").read_bytes())
    return found


def words() -> list[str]:
    """All that can be explained."""
    return sorted({*known()["codes"], *known()["terms"], *EXITS})


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
        near = difflib.get_close_matches(asked, words(), _NEAR, 0.6)
        expected = f"a refusal code or a word of the glossary{', such as ' + ', '.join(near) if near else ''}"
        return Refusal(INPUT, "no-such-word", f"nothing is known of '{word}'", expected)
    also = [name for name, term in known()["terms"].items() if asked in term["meaning"].split() and name != asked]
    if also:
        rows.append(("see also", [listed(also[:_ALSO])]))
    (_, [first, *_]), *_ = rows
    return Brief("", f"{asked}: {first}", rows[1:], more="")


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
