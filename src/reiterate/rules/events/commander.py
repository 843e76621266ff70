"""The Commander variant (903): the command zone, the tax for casting from there, combat damage by a commander.

A commander's class has the property "commander", which names it: "p1", or "p1.2" for a player's
second one. It goes with the card through all zones and on no copy (903.3). Casts from the command
zone are counted on the owner's row, combat damage on the row of the player who was dealt it.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import add, text_prop, turn_into
from reiterate.rules.access.text_changes import copiable_of
from reiterate.state.events import Draft
from reiterate.state.model import COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, Class, Row, State, player
from reiterate.state.properties import COMMANDER, COMMANDER_ARRIVED, COMMANDER_CASTS, COMMANDER_DAMAGE, PRINTED
from reiterate.terms.color_identity import color_identity, unread_face
from reiterate.terms.proto import Proto

STARTING_LIFE: Final = 40
LETHAL: Final = 21
TAX: Final = 2


def name_of_commander(seat: int, index: int = 0) -> str:
    """What names a player's commander among all."""
    return f"p{seat + 1}.{index + 1}" if index else f"p{seat + 1}"


def is_commander(cls: Class) -> bool:
    """Whether a card is a commander."""
    return COMMANDER in cls.by_prop


def carried(cls: Class, was: Class) -> Class:
    """The class of a card in its new zone, still a commander if it was one (903.3)."""
    if COMMANDER not in was.by_prop:
        return cls
    made = cls.with_prop(COMMANDER, was.prop(COMMANDER))
    return made.with_prop(COMMANDER_ARRIVED, cls.zone in (GRAVEYARD, EXILE))


# --- colour identity (903.4) --------------------------------------------------------------------------------------


def identity(state: State, seat: int) -> set[str]:
    """The colours in the identity of a player's commanders, in whatever zone these are (903.4, 702.124c).

    Empty without a commander (903.4f). Raises ``Unsupported`` for one with a face that is not read.
    """
    found: set[str] = set()
    for row in state.rows.values():
        if COMMANDER not in row.cls.by_prop or row.cls.owner != seat:
            continue
        card = row.cls.prop(PRINTED) or copiable_of(row.cls)
        assert isinstance(card, Proto)
        unread = unread_face(card)
        if unread:
            raise unsupported("clause-not-understood", f"{card.name}: {unread}", "903.4d")
        found |= color_identity(card)
    return found


# --- casting (903.8) ---------------------------------------------------------------------------------------------


def castable(cls: Class) -> bool:
    """Whether a card may be cast because it is a commander in the command zone."""
    return cls.zone == COMMAND and COMMANDER in cls.by_prop


def tax(state: State, cls: Class) -> Amount:
    """What casting a card costs more for each earlier cast of it from the command zone."""
    if not castable(cls):
        return 0
    return state.rows[player(cls.owner)].get(COMMANDER_CASTS + text_prop(cls, COMMANDER)) * TAX


def was_cast(draft: Draft, cls: Class) -> None:
    """Count a cast from the command zone."""
    if castable(cls):
        add(draft, "cast a commander", player(cls.owner), COMMANDER_CASTS + text_prop(cls, COMMANDER), 1)


# --- back to the command zone (903.9) ----------------------------------------------------------------------------


def _wants(draft: Draft, cls: Class, text: str) -> bool:
    asked = Question("yes", cls.owner, words=("no", "yes"), text=text)
    return decide(draft, asked).answer == "yes"


def instead(draft: Draft, cls: Class, zone: str) -> str:
    """The command zone instead of its owner's hand or library, if the owner wants that (903.9b)."""
    if zone not in (HAND, LIBRARY) or cls.zone == zone or COMMANDER not in cls.by_prop:
        return zone
    return COMMAND if _wants(draft, cls, f"to the command zone instead of the {zone}") else zone


def returns(draft: Draft, handle: int) -> bool:
    """Whether the owner puts such a commander into the command zone; if not, they aren't asked again (903.9a)."""
    cls = draft.rows[handle].cls
    turn_into(draft, "", handle, cls.with_prop(COMMANDER_ARRIVED, False))
    return _wants(draft, cls, f"to the command zone from {cls.zone}")


# --- combat damage (903.10a) -------------------------------------------------------------------------------------


def count_commander_damage(draft: Draft, row: Row | None, seat: int, amount: Amount) -> None:
    """Count combat damage that a commander dealt to a player."""
    if row is not None and COMMANDER in row.cls.by_prop:
        add(draft, "dealt commander damage", player(seat), COMMANDER_DAMAGE + text_prop(row.cls, COMMANDER), amount)


def wounded(row: Row) -> bool:
    """Whether a player was ever dealt combat damage by a commander."""
    for (
        slot,
        amount,
    ) in row.num.items():  # asked of every player after everything that happens: a generator costs twice as much
        if slot.startswith(COMMANDER_DAMAGE) and not (type(amount) is int and amount == 0):
            return True
    return False


def lethal(row: Row) -> bool:
    """Whether a player was dealt 21 or more combat damage by the same commander over the game (903.10a)."""
    return any(
        slot.startswith(COMMANDER_DAMAGE) and at_least(amount, LETHAL, "903.10a") for slot, amount in row.num.items()
    )
