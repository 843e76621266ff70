"""Combos of a list proved from their names alone: ``python -m benchmarks.combos COMBOS CARDS OUT``.

COMBOS has a JSON object a line: ``id``, ``cards``, ``produces``. CARDS is a card file. Every fifth row
is taken whose cards are understood and that claims something infinite. OUT gets a line for each row: what came
of it, with a certificate that was checked. Rows that stand in OUT already are not done again. At the end a summary
is printed: how many rows are proved with all that they claim or have a listed cause (``causes``), and why the others are not.

Those rows were looked at while the search was written: they tell whether something got worse, and nothing more. ``--fresh N`` draws N rows
that nobody looked at (``fresh``). OUT gets their lines, and the record of draws their rate.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks import causes, fresh
from reiterate.cards import Cache, CardBook
from reiterate.certify import certificate as certify
from reiterate.check.certificate import check
from reiterate.cli.main import COLLECTED
from reiterate.combos.combo import STEPS, Asked, Combo, combo
from reiterate.combos.played_once import Single
from reiterate.databases.row_outcomes import ENDLESS, lacking
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import DECLINED, YES, Kind
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal
from reiterate.survey.script_of_play import nodes_of
from reiterate.worth.gains import worth
from reiterate.worth.second_loops import Before

EVERY: Final = 5

#: What can come of a row.
PROVED: Final = "proved"
LESS: Final = "proved, not all that is claimed"
ONCE: Final = "proved as a line played once"
ONCE_LESS: Final = "proved as a line played once, not all that is claimed"
LISTED: Final = "certified, and what it lacks has a listed cause"
UNCERTIFIED: Final = "no accepted certificate"
REFUSED: Final = "refused"
NOTHING: Final = "not found"
BUG: Final = "bug"

Row = dict[str, Any]


def rows(path: Path, every: int = EVERY) -> Iterator[Row]:
    """Every fifth row that claims something infinite."""
    for i, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        if i % every == 0 and any(claim.startswith(ENDLESS) for claim in row["produces"]):
            yield row


def understood(row: Row, book: CardBook) -> list[CompiledCard]:
    """The cards of a row; none where one of them is not understood."""
    cards = [book.find(name) for name in row["cards"]]
    known = [card for card in cards if isinstance(card, CompiledCard) and card.complete]
    return known if len(known) == len(cards) else []


def done(row: Row, book: CardBook, steps: int) -> Row | None:
    """What comes of a row; None where one of its cards is not understood."""
    known = understood(row, book)
    return solved(row, known, book, steps) if known else None


def solved(row: Row, known: list[CompiledCard], book: CardBook, steps: int) -> Row:
    """What comes of a row whose cards are understood."""
    begun = time.process_time()
    try:
        told = _told(row, known, book, steps)
    except Exception:  # one row never takes another down
        told = {"came": BUG, "why": traceback.format_exc()[-800:]}
    return {"id": row["id"], **told, "seconds": round(time.process_time() - begun, 2)}


def _told(row: Row, cards: list[CompiledCard], book: CardBook, steps: int) -> Row:
    found = combo(cards, book, Asked(steps=steps))
    if isinstance(found, Refusal):
        searched = found.code == "combo-not-found"
        return {"came": NOTHING if searched else REFUSED, "why": f"{found.code}: {found.message}"}
    if isinstance(found, Single):
        accepted = check(found.certificate.text, book.protos)
        less = lacking(row["produces"], [gain.what for gain in found.gains])
        return {
            "came": ONCE_LESS if less else ONCE,
            "what": found.what,
            "lacks": less,
            "idle": [],
            "gains": [f"{gain.name}: {gain.most}" for gain in found.gains],
            "certificate": f"{accepted.code}: {accepted.message}" if isinstance(accepted, Refusal) else "accepted",
            "script": list(found.lines),
        }
    return {**certified(found, book), **judged(row, found)}


def judged(row: Row, found: Combo) -> Row:
    """What a found loop gives beside what its row claims."""
    loop = found.found.loop
    before = Before(found.found.start, nodes_of(found.found.prefix))
    kind = kind_of(loop)
    given = worth(loop, 0, kind, before) or []
    drawn = isinstance(kind, Kind) and kind.draw in (YES, DECLINED)
    outlet = found.outlet
    given = [*given, *(() if outlet is None else outlet.gains)]
    less = lacking(row["produces"], [gain.what for gain in given], drawn)
    return {
        "came": LESS if less else PROVED,
        "lacks": less,
        "gains": [gain.name for gain in given],
        "needs": [f"{need.count} {need.name or need.what} {need.zone}".strip() for need in found.needs.needs or ()],
        "idle": list(found.idle),
        "steps": found.steps,
        "script": found.found.script_lines(),
    }


def certified(found: Combo, book: CardBook) -> Row:
    """Whether the certificate of a found loop is written and accepted."""
    written = certify.certified(found.found.loop)
    if isinstance(written, Refusal):
        return {"certificate": f"{written.code}: {written.message}"}
    told = check(written.text, book.protos)
    return {"certificate": f"{told.code}: {told.message}" if isinstance(told, Refusal) else "accepted"}


def standing(line: Row) -> str:
    """What a measured row stands for: what came of it, ``LISTED`` where a cause is listed, or that no certificate holds it."""
    came: str = line["came"]
    if came in (PROVED, LESS, ONCE, ONCE_LESS) and line.get("certificate") != "accepted":
        return UNCERTIFIED
    kind = {LESS: causes.CLAIM, ONCE: causes.ONCE, ONCE_LESS: causes.ONCE}.get(came, "")
    return LISTED if causes.excused(line, kind) is not None else came


def holds(line: Row) -> bool:
    """Whether a row has all its claims, an accepted certificate, and every named card in use; a listed cause is no excuse."""
    return line["came"] in (PROVED, ONCE) and line["certificate"] == "accepted" and not line["idle"]


def _fresh(asked: argparse.Namespace, book: CardBook) -> None:
    """Draw fresh rows, write their lines to the file of answers, and their rate into the record."""
    record = fresh.read_record()
    kept: list[Row] = []

    def readable(row: Row) -> bool:
        return bool(understood(row, book))

    def solve(row: Row) -> Row:
        return solved(row, understood(row, book), book, asked.steps)

    with asked.out.open("a", encoding="utf-8") as out:
        lines = asked.combos.read_text("utf-8").splitlines()
        for line in fresh.drawn(lines, asked.fresh, readable, solve, record):
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            out.flush()
            kept.append(fresh.kept(line, holds(line)))
    draw = fresh.Draw(asked.of, kept)
    fresh.add(draw)
    print("\n".join(fresh.summary(draw)))


def summary(lines: list[Row]) -> list[str]:
    """The rows that lack something, the counts of what came of all rows, and the share that is certified and holds the claims.

    A row counts for that share with all its claims held, or with a listed cause.
    """
    stood = Counter(standing(line) for line in lines)
    more: list[str] = []
    for line in lines:
        what = standing(line)
        if what == LISTED:
            more.append(f"{line['id']}: {what}: {causes.causes()[line['id']].why}")
        elif what != PROVED:
            why = line.get("lacks") or line.get("what") or line.get("why") or line.get("certificate")
            more.append(f"{line['id']}: {what}: {why}")
    counts = [f"{what}: {_share(n, len(lines))}" for what, n in stood.most_common()]
    both = stood[PROVED] + stood[LISTED]
    return [*more, *counts, f"certified, with all claims held or a listed cause: {_share(both, len(lines))}"]


def _share(n: int, of: int) -> str:
    return f"{n} of {of} ({100 * n / max(of, 1):.0f} %)"


def main() -> None:
    """Do the rows that are not done yet, and print the summary."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("combos", type=Path)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    words.add_argument("--every", type=int, default=EVERY)
    words.add_argument("--steps", type=int, default=STEPS)
    words.add_argument("--fresh", type=int, default=0, help="draw so many rows that nobody looked at")
    words.add_argument("--of", default="", help="the state that is measured, in words for the record of draws")
    words.add_argument("--seconds", type=int, default=0, help="begin no further row after so many seconds")
    asked = words.parse_args()
    gc.set_threshold(*COLLECTED)
    book = CardBook.with_files([asked.cards], cached=Cache(asked.out.with_suffix(".sqlite")))
    assert isinstance(book, CardBook), book
    if asked.fresh:
        _fresh(asked, book)
        return
    known = [json.loads(line) for line in asked.out.read_text("utf-8").splitlines()] if asked.out.exists() else []
    before = {line["id"] for line in known}
    begun = time.monotonic()
    with asked.out.open("a", encoding="utf-8") as out:
        for row in rows(asked.combos, asked.every):
            if row["id"] in before or (asked.seconds and time.monotonic() - begun > asked.seconds):
                continue
            line = done(row, book, asked.steps)
            if line is not None:
                known.append(line)
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                out.flush()
    print("\n".join(summary(known)))


if __name__ == "__main__":
    main()
