"""A judge's verdict in short: what its default screen says."""

from __future__ import annotations

from collections.abc import Mapping

from reiterate.ask.answer_verdict import Verdict
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


def brief_of_compared(found: Mapping[str, Verdict]) -> Brief:
    """What the policies say of one case, side by side: first whether they say the same."""
    said = list(dict.fromkeys(each.sentence for each in found.values()))
    first = next(iter(found.values()))
    verdict = f"all policies: {said[0]}" if len(said) == 1 else "the policies differ"
    return Brief(first.title, verdict, [(name, [each.sentence]) for name, each in found.items()], more="")
