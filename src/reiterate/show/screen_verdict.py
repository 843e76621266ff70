"""A verdict on a screen: the sentence for the table, then why, whom to ask and what would change it; twelve lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from reiterate.show.answer_verdict import Verdict
from reiterate.show.screen import HEAD, Page, cleaned, grid, rendered

#: Lines of a verdict that are shown without being asked for more.
LINES: Final = 12


def verdict_screen(found: Verdict, page: Page, why: bool = False) -> str:
    """The screen of a verdict; ``why``: every reason and all that could be done, however many lines they take."""
    found = cleaned(found)
    rows = _rows(found, why)
    text = rendered([Text(found.sentence, HEAD), Text(""), grid(rows, "dim", "", "dim")], page)
    lines = text.splitlines()
    if why or len(lines) <= LINES:
        return text
    kept = [*lines[: LINES - 1], "(more: --why)"]
    return "".join(f"{line}\n" for line in kept)


def compared_screen(found: Mapping[str, Verdict], page: Page) -> str:
    """The sentences of the policies below each other, each with its citations."""
    rows = []
    for name, each in found.items():
        verdict = cleaned(each)
        cites = ", ".join(dict.fromkeys(cite for each in verdict.because for cite in each.cites.split(", ") if cite))
        rows.append((name, verdict.sentence, _cited(cites)))
    return rendered([grid(rows, "dim", "", "dim")], page)


def _rows(found: Verdict, why: bool) -> list[tuple[str, str, str]]:
    """Heads at the left, words in the middle, citations at the right."""
    rows: list[tuple[str, str, str]] = []
    reasons = found.because if why else found.because[:4]
    rows += [("because" if i == 0 else "", each.what, _cited(each.cites)) for i, each in enumerate(reasons)]
    for i, asked in enumerate(found.ask):
        rows.append(("ask" if i == 0 else "", f"{asked.player}: {', '.join(asked.may_say)}", ""))
    actions = found.could_act if why else found.could_act[:2]
    rows += [("could act" if i == 0 else "", each, "") for i, each in enumerate(actions)]
    if found.refusal is not None and found.refusal.expected:
        rows.append(("instead", found.refusal.expected, ""))
    rows += [("differs" if i == 0 else "", each, "") for i, each in enumerate(found.differs)]
    rows += [("assumed" if i == 0 else "", each, "") for i, each in enumerate(found.assumptions)]
    rows += [
        ("expected" if i == 0 else "", f"{each.path}: {each.expected}, is {each.actual}", "")
        for i, each in enumerate(found.differences)
    ]
    if found.shown:
        rows.append(("shown", found.shown, ""))
    rows.append(("by", f"{found.policy}, edition of {found.edition}", ""))
    return rows


def _cited(cites: str) -> str:
    return f"[{cites}]" if cites else ""
