"""A judge's verdict in short: what its default screen says."""

from __future__ import annotations

from reiterate.show.answer_verdict import Verdict
from reiterate.show.brief import Brief
from reiterate.show.screen_verdict import verdict_rows


def brief_of_verdict(found: Verdict) -> Brief:
    """The brief of a judge's verdict."""
    rows: list[tuple[str, list[str]]] = []
    for head, words, cites in verdict_rows(found):
        line = f"{words} {cites}".rstrip()
        if head or not rows:
            rows.append((head, [line]))
        else:
            rows[-1][1].append(line)
    return Brief(found.title, found.sentence, rows, more="(more: --why)")
