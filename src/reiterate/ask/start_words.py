"""A certificate's start in words: players, board, stack, turn, digests.

All of it comes out of a file that somebody else wrote. So each text stands in quotes, and invisible
characters stand as their numbers. No name makes a line of the answer, and none moves what stands
beside it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from reiterate.amounts import digits_text
from reiterate.lazy_module import Later
from reiterate.untrusted_text import clean, quoted

if TYPE_CHECKING:
    from reiterate.check import small_values
else:
    small_values = Later("reiterate.check.small_values")

#: A part of a certificate as it is written.
Written = Mapping[str, Any]

#: What a name is made of that needs no quotes: behind a dot, a player, a kind of mana, a size.
_OURS: Final = re.compile(r"p[0-9]+|[WUBRGC]|[+-][0-9]+/[+-][0-9]+")
_PLAIN: Final = re.compile(r"[a-z][a-z ]*")

#: Fields of a row's class that are told by words of their own.
_TOLD: Final = frozenset({"kind", "zone", "proto", "term", "owner", "controller", "tapped", "sick", "marks", "props"})


def amount_name(name: str) -> str:
    """The name of an amount: its parts that are no words of the program's in quotes."""
    parts = name.split(".", 1)
    if not _PLAIN.fullmatch(parts[0]):
        return quoted(name)
    if len(parts) == 1:
        return name
    return f"{parts[0]}.{parts[1] if _OURS.fullmatch(parts[1]) else quoted(parts[1])}"


def start_lines(start: Written, others: Collection[str] = ()) -> list[str]:
    """A position line by line.

    Tokens and the ``others``, which no name stands for, stand there with all their words.
    """
    found: list[str] = []
    rows = start["rows"]
    for row in rows:
        if row["class"]["kind"] in ("game", "player"):
            who = "game" if row["class"]["kind"] == "game" else f"p{row['class']['owner'] + 1}"
            found.append(f"  {who}: {_details(row) or 'nothing'}")
    ordered = {handle: (name, i) for name, seq in start["seqs"].items() for i, handle in enumerate(seq)}
    zones: dict[str, list[int]] = {}
    for handle, row in enumerate(rows):
        if row["class"]["kind"] not in ("game", "player"):
            zones.setdefault(row["class"].get("zone", ""), []).append(handle)
    for zone, handles in sorted(zones.items()):
        top = ", from the top" if any(h in ordered and ordered[h][0].partition(".")[0] == zone for h in handles) else ""
        found.append(f"  {amount_name(zone) if zone else 'nowhere'}{top}:")
        for handle in sorted(handles, key=lambda h: (ordered[h] if h in ordered and top else ("", 0), h)):
            found.append(f"    {_object(handle, rows[handle], others)}")
    if "order" in start["seqs"]:
        found.append(f"  timestamps, oldest first: {_rows(start['seqs']['order'])}")
    if start["tally"]:
        counted = ", ".join(f"{amount_name(name)} {_amount(n)}" for name, n in sorted(start["tally"].items()))
        found.append(f"  counted before: {counted}")
    if start["labels"]:
        named = ", ".join(f"{quoted(label)} row {handle}" for label, handle in sorted(start["labels"].items()))
        found.append(f"  labels: {named}")
    return found


def _rows(handles: Iterable[int]) -> str:
    return ", ".join(f"row {handle}" for handle in handles)


def _amount(value: Any) -> str:
    return (
        digits_text(small_values.whole(value))
        if isinstance(value, str)
        else "a sum of powers " + quoted(json.dumps(value, separators=(",", ":")))
    )


def _object(handle: int, row: Written, others: Collection[str]) -> str:
    """A row that is no player: how many, what, whose, and all that is written of it."""
    cls = row["class"]
    name = quoted(cls["proto"]["name"]) if "proto" in cls else "no card"
    many = "" if row["n"] == "1" else f"{_amount(row['n'])} "
    details = _details(row)
    if "proto" in cls and (cls["kind"] != "card" or cls["proto"]["name"] in others):
        details += f", with these words: {data_words(cls['proto'])}"
    return f"{many}{name} (row {handle}){': ' if details else ''}{details}"


def _details(row: Written) -> str:
    cls = row["class"]
    found = [] if cls["kind"] in ("game", "player") else [cls["kind"] if cls["kind"] == "card" else quoted(cls["kind"])]
    if cls["kind"] not in ("game", "player"):
        for word in ("owner", "controller"):
            if word in cls:
                found.append(f"{word} p{cls[word] + 1}")
    found += [word for word in ("tapped", "sick") if cls.get(word)]
    if "term" in cls:
        found.append(f"ability {data_words(cls['term'])}")
    found += [f"{amount_name(name)} {_amount(value)}" for name, value in sorted(row.get("num", {}).items())]
    if "progression" in row:
        found.append(f"members that differ {data_words(row['progression'])}")
    for name, ref in sorted(row.get("refs", {}).items()):
        found.append(f"{amount_name(name)} {data_words(ref) if 'row' not in ref else 'row ' + str(ref['row'])}")
    for name, value in sorted(cls.get("props", {}).items()):
        found.append(f"{amount_name(name)}: {value if type(value) is int else data_words(value)}")
    if cls.get("marks"):
        found.append(f"until end of turn {data_words(cls['marks'])}")
    found += [f"{amount_name(name)} {data_words(cls[name])}" for name in sorted(set(cls) - _TOLD)]
    return ", ".join(found)


def data_words(value: Any) -> str:
    """A written value in one line; a text alone in quotes."""
    if isinstance(value, str):
        return quoted(value)
    return clean(json.dumps(value, sort_keys=True, ensure_ascii=False))
