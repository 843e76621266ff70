"""The net under a change of the reader: the terms of every clause that is read today, as digests.

``python -m benchmarks.net record CARDS RECORD`` writes a line for each unlike clause that is understood: a digest of its normal
text and of what its card tells about it, and a digest of its terms. ``compare CARDS RECORD`` reads the same clauses and counts
those that are equal, differ, are unread and are newly read. ``--show KIND N`` shows some.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from reiterate.cards.sources import ReadSource, facts_in_order, open_source
from reiterate.oracle import UNDERSTOOD
from reiterate.oracle.clause import Context
from reiterate.oracle.compile import context_of, lines_of, read_clause
from reiterate.oracle.face import front, proto_of
from reiterate.oracle.normal_text import normalise
from reiterate.terms.base import Ability
from reiterate.terms.code import to_json

#: Hexadecimal digits of the digest of a clause, and of its terms.
CLAUSE_DIGITS: Final = 12
TERMS_DIGITS: Final = 10


def digest(text: str, digits: int) -> str:
    """A short name of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


def digest_of(abilities: tuple[Ability, ...]) -> str:
    """The digest of the terms of a clause."""
    return digest(json.dumps([to_json(one) for one in abilities], sort_keys=True), TERMS_DIGITS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A clause as it stands on some card, with what the card tells about it."""

    line: str
    context: Context
    key: str


def clauses(cards: ReadSource) -> Iterator[Asked]:
    """Every unlike clause of a card file, once."""
    seen: set[str] = set()
    for row in facts_in_order(cards):
        face = front(row)
        proto = proto_of(face)
        lines = lines_of(str(face.get("oracle_text") or ""))
        context = context_of(proto, lines)
        told = (context.spell, context.host, context.attached, context.has_x, context.types)
        for line in lines:
            text = normalise(line, context.name).text
            if not text:
                continue
            key = digest(f"{text}\t{told}", CLAUSE_DIGITS)
            if key not in seen:
                seen.add(key)
                yield Asked(line, context, key)


def read(line: str, context: Context) -> tuple[Ability, ...] | None:
    """The terms of a line; None where it is not understood or says nothing."""
    found = read_clause(line, context)
    return found.abilities if found.status == UNDERSTOOD and found.abilities else None


@dataclass(slots=True)
class Compared:
    """What came of a comparison: how many clauses of each kind, and which."""

    counts: Counter[str] = field(default_factory=Counter)
    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, line: str) -> None:
        """Count a clause."""
        self.counts[kind] += 1
        self.found.setdefault(kind, []).append(line)


def record(cards: Path) -> Iterator[str]:
    """The lines of the record."""
    for asked in clauses(open_source(cards)):
        found = read(asked.line, asked.context)
        if found is not None:
            yield f"{asked.key} {digest_of(found)}"


def compare(cards: Path, recorded: dict[str, str], every: int = 1) -> Compared:
    """Read the clauses of a card file, or each so-manieth of them, and compare with the record."""
    done = Compared()
    for i, asked in enumerate(clauses(open_source(cards))):
        if i % every:
            continue
        wanted = recorded.get(asked.key)
        found = read(asked.line, asked.context)
        if found is None:
            done.add("unread" if wanted else "never read", asked.line)
        elif wanted is None:
            done.add("newly read", asked.line)
        else:
            done.add("equal" if digest_of(found) == wanted else "differing", asked.line)
    return done


def main() -> None:
    """Write the record, or compare with it."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("what", choices=("record", "compare"))
    words.add_argument("cards", type=Path)
    words.add_argument("record", type=Path)
    words.add_argument("--every", type=int, default=1)
    words.add_argument("--show", nargs=2, metavar=("KIND", "N"))
    asked = words.parse_args()
    begun = time.process_time()
    if asked.what == "record":
        lines = sorted(record(asked.cards))
        asked.record.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"{len(lines)} clauses", end=" ")
    else:
        recorded = dict(line.split() for line in asked.record.read_text(encoding="utf-8").splitlines())
        done = compare(asked.cards, recorded, asked.every)
        print(", ".join(f"{kind} {count}" for kind, count in sorted(done.counts.items())), end=" ")
        if asked.show:
            print()
            print("\n".join(done.found.get(asked.show[0], [])[: int(asked.show[1])]))
    print(f"in {time.process_time() - begun:.1f} s of processor time")


if __name__ == "__main__":
    main()
