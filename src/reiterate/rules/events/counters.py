"""Counters on permanents (122, 704.5q), and tapping and untapping, with stun counters (701.26, 122.1d).

Counters on permanents: put, removed, annihilated in pairs (122, 704.5q).

Tapping and untapping permanents (701.26), stun counters (122.1d).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, in_total, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import add, put, tally, turn_into
from reiterate.rules.characteristics.continuous_effects import expire
from reiterate.rules.events import replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.model import EXILE, Row, player
from reiterate.state.properties import (
    BINDS,
    COUNT_COUNTERS_OF,
    COUNT_TAPS,
    COUNT_UNTAPS,
    COUNTER,
    ENERGY_COUNTERS,
    MINUS_COUNTERS,
    PLUS_COUNTERS,
    STAYS_TAPPED,
    STUN_COUNTERS,
)
from reiterate.terms.vocabulary import KEYWORD_COUNTERS, not_implemented

# --- counters ------------------------------------------------------------------------------------


def never_there(kind: str) -> bool:
    """Whether no position has counters of a kind: their rules are not implemented, and they are refused (122.1)."""
    return not_implemented(kind)


def refuse_kinds_with_rules(kind: str) -> None:
    """Raise ``Unsupported`` for counters that do something by the rules which is not implemented (122.1)."""
    if never_there(kind):
        raise unsupported("rule-122.1", f"{kind} counters, which do something by the rules", "122.1b")


def refuse_elsewhere(kind: str) -> None:
    """Raise ``Unsupported`` for keyword counters on what is no permanent: cards elsewhere are as printed here (122.1b)."""
    if kind in KEYWORD_COUNTERS:
        raise unsupported("rule-122.1", f"{kind} counters on what is no permanent", "122.1b")


def put_counters(
    draft: Draft, handle: int, kind: str, amount: Amount, placer: int = -1, by_effect: bool = True
) -> Amount:
    """Put counters on each member of a row (122.1), as many as replacement effects make of them; how many on each.

    Effects and abilities that change or watch that speak of permanents, not of cards in exile.
    """
    if is_zero(amount, "122.1"):
        return 0
    refuse_kinds_with_rules(kind)
    there = draft.rows[handle].cls.zone != EXILE
    if not there:
        refuse_elsewhere(kind)
    if there:
        amount = replacement.counters(draft, handle, draft.rows[handle], kind, amount, placer, by_effect)
    if is_zero(amount, "122.1"):
        return 0
    add(draft, "got counters", handle, COUNTER + kind, amount)
    row = draft.rows[handle]
    tally(draft, f"{COUNT_COUNTERS_OF}{kind}", in_total(amount, row.n))
    if there:
        were_put(draft, handle, kind, amount, placer)
    return amount


def were_put(draft: Draft, handle: int, kind: str, amount: Amount, placer: int) -> None:
    """Set off what triggers on counters that were put on each member of a row, or that it entered with (122.6, 714.2b)."""
    count = draft.rows[handle].n
    fire(draft, Happening("CountersPut", handle, placer, amount, count, step=kind))
    if kind == "lore":
        fire(draft, Happening("Chapter", handle, placer, amount, count))


def remove_counters(draft: Draft, handle: int, kind: str, amount: Amount) -> Amount:
    """Remove that many counters of a kind, or all there are (122.1); how many were removed."""
    present = draft.rows[handle].get(COUNTER + kind)
    gone = present if less(present, amount, "122.1") else amount
    if not is_zero(gone, "122.1"):
        add(draft, "lost counters", handle, COUNTER + kind, -gone)
        if is_zero(present - gone, "122.1"):
            fire(draft, Happening("LastCounter", handle, count=draft.rows[handle].n, step=kind))
    return gone


def player_gets(draft: Draft, seat: int, slot: str, amount: Amount) -> Amount:
    """A player gets counters (122.1), unless they can't; how many."""
    refuse_kinds_with_rules(slot.removeprefix(COUNTER))
    refuse_elsewhere(slot.removeprefix(COUNTER))
    barred = (f"get {slot.removeprefix(COUNTER)} counters", "get counters")
    if any(replacement.cant(draft, seat, what) for what in barred):
        return 0
    add(draft, "got counters", player(seat), slot, amount)
    return amount


def pay_energy(draft: Draft, seat: int, amount: Amount) -> None:
    """Remove energy counters from a player (107.14)."""
    if not is_zero(amount, "107.14"):
        add(draft, "paid energy", player(seat), ENERGY_COUNTERS, -amount)


def counter_pairs(row: Row) -> Amount | None:
    """How many pairs of +1/+1 and -1/-1 counters each member of a row has (704.5q); None for none."""
    minus, plus = row.get(MINUS_COUNTERS), row.get(PLUS_COUNTERS)
    if is_zero(minus, "704.5q") or is_zero(plus, "704.5q"):
        return None
    return minus if less(minus, plus, "704.5q") else plus


def annihilate(draft: Draft, handle: int, pairs: Amount) -> None:
    """Remove pairs of +1/+1 and -1/-1 counters (704.5q)."""
    row = draft.rows[handle]
    put(draft, "", handle, PLUS_COUNTERS, row.get(PLUS_COUNTERS) - pairs)
    put(draft, "", handle, MINUS_COUNTERS, row.get(MINUS_COUNTERS) - pairs)


# --- tapping -------------------------------------------------------------------------------------

#: Whose next untap step is meant where nobody else's is.
CONTROLLER: Final = "controller"


def stay_tapped(draft: Draft, handle: int, whose: str) -> None:
    """A permanent doesn't untap during the next untap step of its controller, or of a seat (502.3).

    Raises ``Unsupported`` for two players' untap steps.
    """
    cls = draft.rows[handle].cls
    if cls.prop(STAYS_TAPPED, whose) != whose:
        raise unsupported("rule-502.3", "two players' untap steps in which one permanent doesn't untap", "502.3")
    turn_into(draft, "", handle, cls.with_prop(STAYS_TAPPED, whose))


def tap(draft: Draft, handle: int) -> None:
    """Tap a permanent (or all of a row); nothing happens to what is tapped already (701.26a)."""
    row = draft.rows[handle]
    if row.cls.tapped:
        return
    turn_into(draft, "tapped", handle, row.cls.but("tapped", True))
    tally(draft, COUNT_TAPS, row.n)
    fire(draft, Happening("BecomesTapped", subject=handle, count=row.n))


def untap(draft: Draft, handle: int) -> bool:
    """Untap a permanent (or all of a row); nothing happens to what is untapped already (701.26b). Whether it untapped."""
    row = draft.rows[handle]
    if not row.cls.tapped:
        return False
    if not is_zero(row.get(STUN_COUNTERS), "122.1d"):
        remove_counters(draft, handle, "stun", 1)
        return False
    turn_into(draft, "untapped", handle, row.cls.but("tapped", False))
    if BINDS in row.cls.by_prop:
        expire(draft)
    tally(draft, COUNT_UNTAPS, row.n)
    fire(draft, Happening("BecomesUntapped", subject=handle, count=row.n))
    return True
