"""Mana for what a resolution asks to be paid: made before the last pass, while there is priority."""

from __future__ import annotations

import re

from tests.peers import mana
from tests.peers.table import Table, plain

_PAYS = re.compile(r"(\w+) (?:may )?pays? ((?:\{[^}]+\})+)")


def prepay(table: Table, seat: int, done: set[tuple[int, int, int]]) -> bool:
    """Make mana for a payment that the top of the stack asks this player for; whether something was done.

    Players may make it as they are asked (608.2g); made while they have priority it is the same for what follows.
    """
    row = table.state.stack[0]
    there = table.state.rows[row]
    key = (table.turn, row, seat)
    proto = there.cls.proto
    text = table.stack_text(row) if proto is None else plain("\n".join(table.lines(proto.name)))
    found = _PAYS.search(text)
    if found is None or key in done:
        return False
    payer = (
        there.cls.controller if "you may pay" in text or "unless you pay" in text else table.next(there.cls.controller)
    )
    if payer != seat:
        return False
    done.add(key)
    queue = table.queues[seat].choices
    if (queue and queue[0] == "No") or (table.case.strict and "Yes" not in queue[:2]):
        return False
    need = mana.read_cost(found[2].upper())
    if any(set(single) - set("WUBRGC") for single in need[0]):
        return False
    for restricted in (False, True):
        made = mana.plan(table, seat, need, restricted=restricted)
        if made is not None:
            return bool(made.used) and mana.carry_out(table, seat, made)
    return False
