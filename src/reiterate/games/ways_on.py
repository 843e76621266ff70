"""Whether a player can go on where a choice is forbidden: behind a cut (730.2c), in a fragmented loop (730.3), behind a ruling.

A game must not stand still there. So a place is no place to stop where nothing else can be chosen, and where everything else is
beyond what the game can carry out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import ILLEGAL, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.option_slots import Option
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import never_said, options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.shortcuts.proposing import chooser
from reiterate.shortcuts.responding import hides_cards
from reiterate.state.model import State

#: Ways of one option that are looked at; where there are more, one of them may be chosen.
WAYS: Final = 64

#: How a player gets something known to stop a shortcut with.
WAY_OUT: Final = (
    "those cards named as the game is begun: `hand:` of the position, or “What the opponent holds” on the first page"
)

#: Why a choice may not be made; None where it may.
Forbidden = Callable[[Choice], Refusal | None]


@dataclass(slots=True)
class WaysOn:
    """What may be chosen in a position.

    ``known``: a choice may be made, or none can be ruled out. ``listed``: such a choice is known by name. ``refused``: why the
    first other one may not be made. ``hidden``: there are cards to play that the position does not name. ``uncarried``: something
    may be done that no rule here carries out.
    """

    known: bool = False
    listed: bool = False
    refused: Refusal | None = None
    hidden: bool = False
    uncarried: bool = False


def ways_on(state: State, forbidden: Forbidden) -> WaysOn:
    """What the player who decides may choose, besides what is forbidden.

    In: a position, and why a legal choice in it may not be made.
    """
    found = WaysOn(hidden=asked(state) == "priority" and hides_cards(state, decider(state)))
    try:
        possible = options(state)
    except Unsupported:
        return WaysOn(known=True, hidden=found.hidden)
    for option in possible:
        _look_at(found, state, option, forbidden)
        if found.listed:
            break
    if found.refused is None and not found.uncarried:
        found.known = True  # nothing was found at all: nothing is proved
    return found


def _look_at(found: WaysOn, state: State, option: Option, forbidden: Forbidden) -> None:
    """Look at the ways of one option."""
    if option.unknown and option.row in state.rows and state.rows[option.row].cls.proto == UNKNOWN_CARD:
        found.hidden = True
        return
    if option.unknown:
        never = never_said(option)
        found.uncarried, found.known = found.uncarried or never, found.known or not never
        return
    try:
        ways = list(instances(state, option, WAYS))
    except Unsupported:  # an amount beyond writing: what is said of one can be typed
        found.known = True
        return
    found.known = found.known or len(ways) >= WAYS
    for choice in ways:
        try:
            if verify(state, choice) is not None:
                continue
            refused = forbidden(choice)
        except Unsupported:
            found.uncarried = True
            continue
        if refused is None:
            found.known = found.listed = True
            return
        found.refused = found.refused or refused


def no_stop(state: State, forbidden: Forbidden, place: str) -> Refusal | None:
    """Why a place is none to stop a shortcut at (730.2b): nothing else can be chosen there, or nothing that can be carried out.

    In: the position at the place; why a legal choice may not be made there (730.2c, 730.3); the place as it was named.
    """
    ways = ways_on(state, forbidden)
    if ways.known:
        return None
    who = f"p{chooser(state) + 1}"
    if not (ways.hidden or ways.uncarried):
        message = f"{who} has no different choice at '{place}' that may be made"
        return Refusal(ILLEGAL, "nothing-else", message, "a place where another choice is possible", "730.2b")
    by = "cards that the position does not name" if ways.hidden else "something that no rule here carries out"
    help_ = WAY_OUT if ways.hidden else "a place where another choice is known"
    message = f"{who} may have a different choice at '{place}', but only by {by}: the game could not go on"
    return Refusal(UNSUPPORTED, "cut-unplayable", message, f"{help_}, or the judge's ruling", "730.2b")


def standing_still(state: State, forbidden: Forbidden) -> Refusal | None:
    """Why no choice that can be listed may be made, where that is so: the refusal of the first one. None where one may."""
    if asked(state) == "over":
        return None
    ways = ways_on(state, forbidden)
    return None if ways.listed else ways.refused
