"""Choosing an option that the case means: its mana is made first, as if for it (601.2g)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reiterate.api import Choice, Option, Refusal, abilities, options, plenty, verify
from reiterate.rules.costs.casting import paying_words
from tests.peers import mana
from tests.peers.cases import NotDriven, Refused
from tests.peers.filling import fill
from tests.peers.table import Table

Find = Callable[[list[Option]], list[Option]]


def carry(table: Table, seat: int, find: Find, named: list[str], what: str) -> bool:
    """Find an option, as if there were plenty of mana; make the mana; choose it. False where it isn't there."""
    found = find(options(plenty(table.state)))
    if not found:
        return False
    kept = table.snapshot()
    problem: Refused | None = None
    met = list(table.open.met)
    for option in found:
        for restricted in (False, True):
            try:
                return _choose(table, seat, option, find, named, restricted, what)
            except Refused as refused:
                if problem is None:
                    problem, met = refused, list(table.open.met)
                table.restore(kept)
    assert problem is not None
    table.open.met = met  # what was open here may be decided otherwise in another game
    raise problem


def can(table: Table, seat: int, option: Option) -> bool:
    """Whether an option can be chosen with mana that the player could make now; nothing is changed."""
    kept = table.snapshot()
    for restricted in (False, True):
        try:
            return _choose(table, seat, option, lambda found: found, [], restricted, "")
        except Refused:
            continue
        finally:
            table.restore(kept)
    return False


def _choose(table: Table, seat: int, option: Option, find: Find, named: list[str], restricted: bool, what: str) -> bool:
    kept = table.snapshot()
    choice = fill(table, option, named)
    need = mana.need_of(table, option, choice)
    banned = frozenset(row for row, _ in choice.picks)
    if choice.verb == "activate" and "{T}" in _cost_of(table, option):
        banned |= {choice.row}
    made = mana.plan(table, seat, need, banned, restricted) if need[0] or need[1] else None
    if (need[0] or need[1]) and made is None:
        return _convoked(table, seat, option, choice, what)
    if made is not None and made.used:
        table.restore(kept)
        if not mana.carry_out(table, seat, made, banned):
            raise Refused(f"a source of mana is lost: {what}")
        again = [o for o in find(options(plenty(table.state))) if _same(o, option)]
        if not again:
            raise NotDriven("no option after making mana")
        choice = fill(table, again[0], named)
        if sum_of(mana.need_of(table, again[0], choice)) != sum_of(need):
            raise NotDriven("mana made while a cost is paid, which changes that cost (601.2g)")
    if made is not None:
        choice = replace(choice, pay=tuple((k, n) for k, n in made.paid[0].items() if n))
    refused = verify(table.state, choice)
    if refused is not None and choice.pay:
        unsaid = replace(choice, pay=())
        if verify(table.state, unsaid) is None:
            choice, refused = unsaid, None
    _raise(refused, what)
    table.do(choice)
    return True


def sum_of(need: mana.Need) -> int:
    """How much mana a cost is."""
    return len(need[0]) + need[1]


def _same(one: Option, other: Option) -> bool:
    return (one.verb, one.row, one.index, one.how) == (other.verb, other.row, other.index, other.how)


def _raise(refused: Refusal | None, what: str) -> None:
    if refused is None:
        return
    if refused.kind == "unsupported":
        raise NotDriven(f"engine: {refused.code}")
    raise Refused(f"{what}: {refused.code}: {refused.message}")


def _cost_of(table: Table, option: Option) -> str:
    return abilities(table.state, option.row)[option.index].text.split(":")[0]


def _convoked(table: Table, seat: int, option: Option, choice: Choice, what: str) -> bool:
    """Cast with creatures tapped for it, where mana alone is short: those that the queue names first (702.51a)."""
    short = Refused(f"mana is short for {what}")
    if choice.verb != "cast" or "convoke" not in paying_words(table.state, choice.row, seat):
        raise short
    mine = [
        h
        for h, r in table.state.rows.items()
        if r.cls.zone == "battlefield" and r.cls.controller == seat and not r.cls.tapped
    ]
    able = [h for h in mine if table.state.rows[h].cls.proto is not None and "creature" in table.seen(h).types]
    queue = table.queues[seat].targets
    able.sort(key=lambda h: not any(table.fits(h, part) for word in queue for part in word.split("^")))
    members = [h for h in able for _ in range(min(table.count(h), 20))]
    for many in range(1, len(members) + 1):
        tapped = tuple((h, members[:many].count(h)) for h in dict.fromkeys(members[:many]))
        tried = replace(choice, how=(*choice.how, "convoke"), picks=(*choice.picks, *tapped))
        need = mana.need_of(table, Option("cast", seat, choice.row, how=tried.how), tried)
        refused = verify(plenty(table.state), tried)
        if refused is not None and refused.code != "payment-ambiguous":
            continue
        if refused is None:
            slot = option.slot("pay")
            singles = slot.symbols if slot is not None else ()
            need = (list(singles)[: max(0, len(singles) - many)], 0)
        made = mana.plan(table, seat, need, frozenset(h for h, _ in tapped))
        if made is None or not mana.carry_out(table, seat, made, frozenset(h for h, _ in tapped)):
            continue
        tried = replace(tried, pay=tuple((k, n) for k, n in made.paid[0].items() if n))
        for last in (tried, replace(tried, pay=())):
            if verify(table.state, last) is None:
                for row, _ in tapped:
                    for i, word in enumerate(queue):
                        if table.fits(row, word):
                            queue.pop(i)
                            break
                table.do(last)
                return True
    raise short
