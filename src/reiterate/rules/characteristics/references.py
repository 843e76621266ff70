"""What the words of an ability refer to: its source, its host, targets, players, and counters on them (608.2h, 109.5)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, more
from reiterate.refusals import unsupported
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.state.amount_slots import flagged
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Reference, Row, State, player
from reiterate.state.properties import (
    CAST_BEFORE,
    CAST_FROM,
    COUNTER,
    DONE_AMOUNT,
    FIRST_LINK,
    FIRST_RESULT,
    HOST,
    MANA_SPENT,
    NTH_LINK,
    NTH_TARGET,
    RESULT_NONE,
    RESULT_TWO,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    X,
)
from reiterate.terms.base import Term
from reiterate.terms.quantities import CountersRemoved, Done, ManaSpent, ThatMuch, XValue
from reiterate.terms.references import (
    ControllerOf,
    Host,
    Linked,
    OwnerOf,
    Result,
    Seat,
    TargetRef,
    That,
    ThatPlayer,
    This,
    You,
)


class Around:
    """What the words of an ability refer to: its controller, its source, references and captured amounts.

    ``cast``: of this row one card is a spell by now, and is counted no more where it lay (601.2a).
    """

    __slots__ = ("cast", "controller", "num", "refs", "row", "source")

    def __init__(
        self,
        controller: int,
        refs: dict[str, Reference],
        num: dict[str, Amount],
        source: int = -1,
        row: Row | Gone | None = None,
        cast: int = -1,
    ) -> None:
        self.cast = cast
        self.controller = controller
        self.refs = refs
        self.num = num
        self.source = source
        self.row = row


def named_by(state: State, around: Around, ref: Term) -> Reference | None:
    """The reference that a single object's words stand for."""
    if isinstance(ref, This):
        if around.source >= 0:
            return Ref("one", around.source)
        return around.refs.get(SOURCE)
    if isinstance(ref, Host):
        if HOST in around.refs:
            return around.refs[HOST]
        row = state.rows.get(around.source)
        return row.refs.get(HOST) if row is not None else None
    if isinstance(ref, That):
        return around.refs.get(THAT)
    if isinstance(ref, TargetRef):
        return around.refs.get(f"{NTH_TARGET}{ref.index}")
    if isinstance(ref, Result):
        return around.refs.get(FIRST_RESULT)
    if isinstance(ref, Linked):
        row = state.rows.get(around.source)
        return around.refs.get(FIRST_LINK, row.refs.get(FIRST_LINK) if row is not None else None)
    raise unsupported("rule-reference", f"{type(ref).__name__} as a single object", "608.2")


def linked(state: State, around: Around) -> list[Reference]:
    """What a linked ability remembers, in the order in which it was exiled (607)."""
    row = state.rows.get(around.source)
    refs = around.refs if FIRST_LINK in around.refs or row is None else row.refs
    return [ref for slot, ref in refs.items() if slot.startswith(NTH_LINK) and slot[len(NTH_LINK) :].isdecimal()]


def seen(state: State, around: Around, ref: Term) -> Row | Gone | None:
    """The row of a single named object, or what is last known of it (608.2h)."""
    if isinstance(ref, Result) and flagged(around.num, RESULT_TWO):
        raise unsupported("rule-608.2h", "words for what was given up or for what an effect did then", "608.2h")
    if isinstance(ref, Linked) and len(linked(state, around)) > 1:
        raise unsupported("rule-607.3", "several answers about the exiled card", "607.3")
    named = named_by(state, around, ref)
    if isinstance(named, Ref):
        return state.rows.get(named.row, around.row)
    return named if named is not None else around.row if isinstance(ref, This) else None


def counters_of(state: State, around: Around, ref: Term, kind: str) -> Amount:
    """How many counters a single named object has, of one kind or of all (122.1); as it last was where it is gone."""
    found = seen(state, around, ref)
    if found is None:
        return none_of_it(state, around, ref)
    return counters_on(found, kind)


def counters_on(found: Row | Gone, kind: str) -> Amount:
    """How many counters an object has, of one kind or of all (122.1)."""
    if kind:
        return found.num.get(COUNTER + kind, 0)
    total: Amount = 0
    for slot, amount in found.num.items():
        if slot.startswith(COUNTER):
            total = total + amount
    return total


def none_of_it(state: State, around: Around, ref: Term) -> Amount:
    """0 for an amount of an object that there is none of (107.2); refuses where nobody has said what the words mean."""
    if isinstance(ref, Result) and not flagged(around.num, RESULT_NONE):
        raise unsupported("rule-608.2h", "an amount of an object that nothing here has named", "608.2h")
    if isinstance(ref, Linked):
        row = state.rows.get(around.source, around.row)
        if row is None or row.cls.zone != BATTLEFIELD:
            raise unsupported("rule-607.2a", "an amount of an exiled card that nothing here has exiled", "607.2a")
    return 0


def seat_in(state: State, around: Around, who: Term) -> int:
    """The seat of a single player in quantities."""
    if isinstance(who, You):
        return around.controller
    if isinstance(who, ThatPlayer):
        named = around.refs.get(THAT_PLAYER)
        if isinstance(named, Ref):
            return named.row - 1
    if isinstance(who, TargetRef):
        named = around.refs.get(f"{NTH_TARGET}{who.index}")
        if isinstance(named, Ref):
            return named.row - 1
    if isinstance(who, Seat):
        return who.seat
    if isinstance(who, (ControllerOf, OwnerOf)):
        found = seen(state, around, who.object)
        if found is not None:
            return found.cls.owner if isinstance(who, OwnerOf) else found.cls.controller
    raise unsupported("rule-reference", f"{type(who).__name__} as a single player", "608.2")


def cast_before(state: State, around: Around) -> bool:
    """Whether the controller has cast another spell with the name of the source this game; the source counts where it was cast."""
    found = seen(state, around, This())
    if found is None or found.cls.owner != found.cls.controller:
        raise unsupported(
            "rule-201.2", "spells cast this game, asked of one that is gone or of another player's", "201.2"
        )
    own = 1 if found.cls.prop(CAST_FROM, "") else 0
    return more(state.rows[player(around.controller)].get(CAST_BEFORE + proto_of(found.cls).name), own, "201.2")


#: What an ability knows of its event, or was announced or done, by the amount under which it is remembered.
TOLD: Final[dict[type, str]] = {
    ThatMuch: THAT_MUCH,
    XValue: X,
    Done: DONE_AMOUNT,
    ManaSpent: MANA_SPENT,
    CountersRemoved: X,
}
