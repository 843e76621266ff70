"""Mana that may be spent on some things only (106.6): which of it pays for what, and how a payment is shared out.

Mana of one kind is one amount to whoever pays. Restricted mana that may be spent is spent first,
which leaves the most mana that can be spent on anything. It lies in slots of its own, ``mana.G/cast
creature spells``.
"""

from __future__ import annotations

from reiterate.amounts import Amount, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.choice import Paid
from reiterate.rules.characteristics.evaluate import matches
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.terms.mana_restrictions import only_of

SIGN = "/"


def usable(state: State, seat: int, handle: int, cast: bool) -> tuple[str, ...]:
    """The restrictions of mana in a player's pool that allow casting this card, or activating an ability of this."""
    amounts = state.rows[player(seat)].num.items()
    some = [(slot, amount) for slot, amount in amounts if SIGN in slot and slot.startswith(MANA)]
    if not some:
        return ()
    zero = [slot for slot, amount in some if type(amount) is int and amount == 0]
    there = {slot.partition(SIGN)[2] for slot, _ in some if slot not in zero} - {""}
    return tuple(only for only in sorted(there) if _allows(state, seat, handle, only, cast))


def usable_else(state: State, seat: int) -> tuple[str, ...]:
    """The restrictions of mana in a player's pool that allow paying for what is neither a spell nor an activated ability.

    So for what an effect asks to be paid (118.12), and for costs to attack and to block (508.1j,
    509.1f).
    """
    there = {
        slot.partition(SIGN)[2]
        for slot, amount in state.rows[player(seat)].num.items()
        if slot.startswith(MANA) and SIGN in slot and not is_zero(amount, "106.6")
    }
    return tuple(only for only in sorted(there) if (found := only_of(only)) is not None and found.other)


def _allows(state: State, seat: int, handle: int, only: str, cast: bool) -> bool:
    found = only_of(only)
    assert found is not None, only  # checked as the card was read (terms.check)
    zone = state.rows[handle].cls.zone
    return any(
        (not wanted or wanted == zone) and matches(state, filter, handle, seat, handle)
        for filter, wanted in (found.spells if cast else found.abilities)
    )


def restricted(state: State, seat: int, kind: str, allowed: tuple[str, ...]) -> list[tuple[str, Amount]]:
    """The mana of one kind that lies under any of these restrictions, by restriction."""
    row = state.rows[player(seat)]
    found = [(f"{kind}{SIGN}{only}", row.get(f"{MANA}{kind}{SIGN}{only}")) for only in allowed]
    return [(slot, amount) for slot, amount in found if not is_zero(amount, "106.6")]


def shared_out(state: State, seat: int, paid: list[Paid], allowed: tuple[str, ...]) -> list[Paid]:
    """A payment by kinds as a payment by slots: the restricted mana first.

    Refuses where a part of mana under several restrictions is spent: which of it is not said.
    """
    found: list[Paid] = []
    for kind, amount in paid:
        there = restricted(state, seat, kind, allowed)
        total: Amount = 0
        for _, part in there:
            total = total + part
        if not there:
            found.append((kind, amount))
        elif not less(amount, total, "106.6"):
            found += there
            if less(total, amount, "106.6"):
                found.append((kind, amount - total))
        elif len(there) == 1:
            found.append((there[0][0], amount))
        else:
            raise unsupported("rule-106.6", "a part of mana of one kind under several restrictions", "106.6")
    return found
