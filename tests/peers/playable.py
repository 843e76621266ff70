"""Whether something could be cast, played or activated now, with mana that could be made."""

from __future__ import annotations

from reiterate.api import options, plenty, question
from tests.peers.activating import find_ability
from tests.peers.carrying import can
from tests.peers.cases import NotDriven
from tests.peers.casting import castable
from tests.peers.table import Table, plain, same_name


class Skip(Exception):
    """A fact that can't be told here; it is counted."""


def playable(table: Table, seat: int, text: str, wanted: bool) -> str:
    """What is wrong with a check that something is playable; "" if it holds. Raises ``Skip``."""
    asked = question(table.state)
    if asked.what != "priority" or asked.seat != seat:
        raise Skip("playable: no priority")
    kept = table.snapshot()
    try:
        could = _could(table, seat, text)
        return "" if could == wanted else f"'{text}' is playable: {could}, expected {wanted}"
    except NotDriven as reason:
        raise Skip(f"playable: {reason}") from reason
    finally:
        table.restore(kept)


def _could(table: Table, seat: int, text: str) -> bool:
    there = options(plenty(table.state))
    here = [r for r in table.state.rows.values() if r.cls.proto is not None and r.cls.kind == "card"]
    if text.startswith(("Cast ", "Play ")):
        name = text[5:]
        known = [
            r
            for h, r in table.state.rows.items()
            if r.cls.proto is not None
            and table.book_name(h)
            and (table.name(h).startswith(name) or table.book_name(h).startswith(name))
        ]
        if not known:
            raise NotDriven("no such card")
        if text.startswith("Play "):
            return any(
                o.verb == "play" and o.player == seat and not o.unknown and same_name(table.name(o.row), name)
                for o in there
            )
        full = [table.name(o.row) for o in there if o.verb == "cast" and table.name(o.row).startswith(name)]
        found = [o for n in dict.fromkeys(full) for o in castable(table, seat, n, there)]
        if any(o.index < 0 and "convoke" not in o.how and table.name(o.row).startswith(name) for o in there):
            raise NotDriven("more may be offered")
    else:
        found = find_ability(table, seat, text, there)
        lines = [plain(line) for r in here if r.cls.proto is not None for line in table.lines(r.cls.proto.name)]
        if not found and not any(line.startswith(plain(text)) for line in lines):
            raise NotDriven("no such words")
    return any(can(table, seat, option) for option in found)
