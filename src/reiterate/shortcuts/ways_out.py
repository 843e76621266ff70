"""What is left to choose where something is owed (732.2c, 732.3), and what players owe as a game goes on.

What is left to choose where something is owed: behind a cut (732.2c), in a fragmented loop (732.3), behind a ruling.

A game must not stand still there. So a shortcut can't be stopped at a place where nothing else can be chosen. Nor can it be where
everything else is beyond what the game can carry out. Of a number in a tournament that can't be asked beforehand. So where no choice satisfies
what is owed, that is told, and the player goes on as anybody would: the interruption is lost.

What players owe as a game goes on: the duties there are, and the history of positions that brings more of them (732.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import ILLEGAL, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, PLAY, Choice, Option
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import never_said, options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.shortcuts.duty import Break, Duty, all_after, forbids, owes_the_choice
from reiterate.shortcuts.duty_to_differ import History
from reiterate.shortcuts.mana_first import actions
from reiterate.shortcuts.procedure import chooser, hides_cards
from reiterate.state.model import State

# --- ways out ------------------------------------------------------------------------------------

#: Ways of one option that are looked at; where there are more, one of them may be chosen.
WAYS: Final = 64

#: Actions that are tried for one that breaks a loop.
TRIED: Final = 40

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


def ways_out(duties: Sequence[Duty], state: State, forbidden: Forbidden) -> WaysOn:
    """What the player who decides may choose that satisfies all that is owed.

    In: the duties; a position; why a legal choice may not be made in it, by all duties together. The mana for an action is made
    first. The action breaks a loop (MTR 4.4 par. 2) where the loop is not shown to go on by itself behind it.
    """
    breaks = [duty for duty in duties if isinstance(duty.demand, Break) and owes_the_choice(duty, state)]
    found = ways_on(state, forbidden)
    if not breaks or asked(state) != "priority":
        return found
    tried = 0
    for mana, choice, behind in actions(state, TRIED, (CAST, ACTIVATE, PLAY)):
        tried += 1
        if any(isinstance(each.demand, Break) and each.demand.lap.goes_on_by_itself(behind) for each in breaks):
            continue
        if forbidden(mana[0] if mana else choice) is None:
            return WaysOn(known=True, listed=True)
    return WaysOn(known=tried >= TRIED, listed=tried >= TRIED, hidden=found.hidden, uncarried=found.uncarried)


def not_now(duties: Sequence[Duty], state: State, choice: Choice, also: Forbidden) -> Refusal | None:
    """Why a legal choice may not be made now, because something is owed; None where it may.

    ``also``: why a choice may not be made in a fragmented loop (732.3), which has many duties. Where a ruling of a tournament
    asks for what the player can't choose, the player chooses freely.
    """

    def forbidden(one: Choice) -> Refusal | None:
        return _first(duties, state, one) or also(one)

    refused = forbidden(choice)
    if refused is None or refused.rule[:1].isdecimal():
        return refused
    return refused if ways_out(duties, state, forbidden).listed else None


def _first(duties: Sequence[Duty], state: State, choice: Choice) -> Refusal | None:
    found = (forbids(duty, state, choice) for duty in duties)
    return next((refused for refused in found if refused is not None), None)


def no_way_out(duties: Sequence[Duty], state: State, also: Forbidden) -> bool:
    """Whether the player who decides owes something by a ruling of a tournament that no choice satisfies."""
    owed = [duty for duty in duties if owes_the_choice(duty, state) and duty.obliges]
    return (
        bool(owed)
        and not any(duty.rule[:1].isdecimal() for duty in owed)
        and not ways_out(duties, state, lambda one: _first(duties, state, one) or also(one)).listed
    )


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
    """Why a place is none to stop a shortcut at (732.2b): nothing else can be chosen there, or nothing that can be carried out.

    In: the position at the place; why a legal choice may not be made there (732.2c, 732.3); the place as it was named.
    """
    ways = ways_on(state, forbidden)
    if ways.known:
        return None
    who = f"p{chooser(state) + 1}"
    if not (ways.hidden or ways.uncarried):
        message = f"{who} has no different choice at '{place}' that may be made"
        return Refusal(ILLEGAL, "nothing-else", message, "a place where another choice is possible", "732.2b")
    by = "cards that the position does not name" if ways.hidden else "something that no rule here carries out"
    help_ = WAY_OUT if ways.hidden else "a place where another choice is known"
    message = f"{who} may have a different choice at '{place}', but only by {by}: the game could not go on"
    return Refusal(UNSUPPORTED, "cut-unplayable", message, f"{help_}, or the judge's ruling", "732.2b")


def standing_still(state: State, forbidden: Forbidden) -> Refusal | None:
    """Why no choice that can be listed may be made, where that is so: the refusal of the first one. None where one may."""
    if asked(state) == "over":
        return None
    ways = ways_on(state, forbidden)
    return None if ways.listed else ways.refused


# --- owing ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Owing:
    """The duties in the present position of a history. Each choice is asked about, and then followed."""

    duties: tuple[Duty, ...]
    history: History

    @property
    def state(self) -> State:
        """The present position."""
        return self.history.state

    def not_now(self, choice: Choice) -> Refusal | None:
        """Why a legal choice may not be made now, by any duty; None where it may."""
        return not_now(self.duties, self.state, choice, self.history.forbidden)

    def verify(self, choice: Choice) -> Refusal | None:
        """Why a choice may not be made now: it is not legal, something is owed, or too many positions were there."""
        refused = verify(self.state, choice) or self.not_now(choice)
        return refused or self.history.spent()

    def play(self, choice: Choice, behind: State) -> None:
        """Make a choice that may be made, in the present position. In: the position behind it."""
        self.duties = all_after(self.duties, self.state, choice, behind)
        self.history.note(choice)
        self.history.come_to(behind)

    @property
    def anything(self) -> bool:
        """Whether some choice may have to be another one now, so that ``not_now`` has something to ask."""
        return bool(self.duties or self.history.duties)

    def ways(self) -> WaysOn:
        """What the player who decides may choose that satisfies all that is owed."""
        return ways_out(self.duties, self.state, self.not_now)

    @property
    def none_exists(self) -> bool:
        """Whether the player who decides owes something that no choice satisfies."""
        return no_way_out(self.duties, self.state, self.history.forbidden)
