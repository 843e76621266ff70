"""``reiterate discover``: new combos among many cards, each proved, in a folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from reiterate.cards.remembered import remembered
from reiterate.discoveries.discovering import LOOPS, PAIRS, Discovering, Discovery, discover
from reiterate.refusals import Refusal
from reiterate.show.brief import Brief, Row

#: Where results stand when nobody says it.
FOLDER: Final = "discoveries"

#: Certificates in the folder, one file for each loop.
CERTIFICATES: Final = "certificates"

#: Says how far the work is, and how many seconds it has taken.
Tell: TypeAlias = Callable[[str, float], None]

#: Seconds between two words on how far it is.
_EVERY: Final = 0.5


def discovered(
    cards: Sequence[Path], bounds: tuple[float, int], tell: Tell, output: Path | None = None, **asked: Any
) -> tuple[Brief | None, Refusal | None]:
    """The summary of a search whose results are written, and why it ended early; either is None where there is none.

    ``bounds``: the seconds and the megabytes that each pair may take. ``asked``: what ``discover`` takes; None for what is usual.
    """
    known = remembered(os.environ)
    if isinstance(known, Refusal):
        return None, known
    folder = Path(FOLDER) if output is None else output
    given = {name: value for name, value in asked.items() if value is not None}
    begun = time.monotonic()
    said = begun

    def beat() -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= _EVERY:
            said = now
            tell("reading cards", now - begun)

    seconds, megabytes = bounds
    found = discover(folder, cards=[*cards, *known], seconds=seconds, megabytes=megabytes, beat=beat, **given)
    if isinstance(found, Refusal):
        return None, found
    loops: list[Discovery] = []
    for loop in found:
        loops.append(loop)
        _write(folder / CERTIFICATES, len(loops), loop.certificate)
        tell(how_far(found), time.monotonic() - begun)
    return brief(found, loops, folder), found.refusal


def how_far(found: Discovering) -> str:
    """How far a search is: the round, its pairs, and the loops so far."""
    return f"round {found.round}: {found.done:,} of {found.tries:,} pairs, {found.found:,} loops"


def brief(found: Discovering, loops: Sequence[Discovery], folder: Path) -> Brief:
    """The summary: the loops by what their cards give each other, and what came of the other pairs."""
    counts = found.counts
    groups: dict[str, list[str]] = {}
    for loop in loops:
        groups.setdefault(why(loop), []).append(f"{' + '.join(loop.cards)}: {loop.verdict}")
    rows: list[Row] = list(groups.items())
    came = [f"{many:,} {name}" for name, many in found.came.most_common()]
    rows += [("outcomes", [", ".join(came)])] if came else []
    joined = f"{counts.joined:,} of {counts.looked:,} pairs of signatures of {counts.cards:,} cards may feed each other"
    if counts.asked < counts.cards:
        rows += [("asked for", [f"{counts.asked:,} cards that are fully usable"])]
    rows += [("joined", [f"{joined}; searched: {len(found.pairs):,}"])]
    rows += [("written", [", ".join(str(folder / each) for each in (PAIRS, LOOPS, CERTIFICATES))])]
    return Brief("", f"{len(loops):,} loops proved that are not known", rows)


def why(loop: Discovery) -> str:
    """What the cards of a loop give each other."""
    sides = [", ".join(each) for each in (loop.first_gives, loop.second_gives)]
    return " / ".join(side or "what is there" for side in sides)


def _write(folder: Path, number: int, certificate: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{number:04}.cert").write_text(certificate, encoding="utf-8")
