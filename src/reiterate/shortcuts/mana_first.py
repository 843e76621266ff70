"""What a player could do but for mana that their own mana abilities make, and which of these come first (601.2g).

Mana is made here before a cost is paid, one ability after the other, as it is played by hand. What like permanents make is planned
(``mana_plan``). Whatever else makes mana is tried, one ability after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice, Option
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import NOT_OFFERED, options
from reiterate.rules.decisions.outlook import plenty
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.shortcuts.mana_plan import Planning, played
from reiterate.state.model import BATTLEFIELD, State
from reiterate.terms.abilities import is_mana_ability

#: Mana abilities that are tried for one cost, and the most of them that are activated one after the other before a plan does the rest.
TRIED: Final = 64
IN_A_ROW: Final = 12

#: Ways of one action that are tried.
WAYS: Final = 8

#: What a choice is refused for where only its mana is lacking, and where there is mana enough for several payments.
SHORT: Final = "mana-short"
_ENOUGH: Final = "payment-ambiguous"


def is_mana(state: State, action: Choice | Option) -> bool:
    """Whether an action is the activation of a mana ability (605.1a)."""
    if action.verb != ACTIVATE or action.index == NOT_OFFERED:
        return False
    return is_mana_ability(abilities_at(state, action.row)[action.index])


def with_plenty(state: State) -> list[Option]:
    """What the player with priority could do with plenty of mana; nothing where that is not known."""
    if asked(state) != "priority":
        return []
    try:
        return options(plenty(state))
    except Unsupported:
        return []


def ways(state: State, option: Option, limit: int) -> list[Choice]:
    """Ways of choosing an option of ``with_plenty``, without their payments."""
    try:
        return list(dict.fromkeys(replace(each, pay=()) for each in instances(plenty(state), option, limit)))
    except Unsupported:
        return []


def mana_first(state: State, choice: Choice) -> tuple[Choice, ...] | None:
    """The mana abilities that come before a choice so that it may be made, in order; () where it may be made now.

    In: a choice without a payment. None where no such abilities were found.
    """
    if may_be_made(state, choice):
        return ()
    planning = Planning(state, choice)
    found = _planned(planning)
    if found is not None:
        return found
    found = None if planning.whole or planning.too_long else _Search(TRIED).look(state, choice, ())
    if not found:
        return found
    for at in reversed(range(len(found))):  # what was tried first may not be needed
        fewer = found[:at] + found[at + 1 :]
        after = played(state, fewer)
        if after is not None and may_be_made(after, choice):
            found = fewer
    return found


def _planned(planning: Planning) -> tuple[Choice, ...] | None:
    """The mana abilities of a plan behind which a choice may be made, which are all needed; None where there is none."""
    plan = planning.first()
    done = None if plan is None else planning.carried_out(plan)
    return done[0] if done is not None and may_be_made(done[1], planning.choice) else None


def surely_lacks(state: State, choice: Choice) -> bool:
    """Whether no mana abilities let a choice be made: all of them were tried, or counted. Else some do, or it is not known."""
    planning = Planning(state, choice)
    if planning.too_long or planning.first() is not None:
        return False
    if planning.whole:
        return True
    search = _Search(TRIED)
    return search.look(state, choice, ()) is None and search.whole


class _Search:
    """A search for mana abilities. ``left``: tries that are left; ``whole``: nothing that could be tried was left out so far."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.whole = True

    def look(self, state: State, choice: Choice, made: tuple[Choice, ...]) -> tuple[Choice, ...] | None:
        """The abilities with which a choice may be made, those that were ``made`` first; None where none are found."""
        if may_be_made(state, choice):
            return made
        rest = _planned(Planning(state, choice))
        if rest is not None:
            return (*made, *rest)
        for each in _mana_abilities(state, choice.player):
            if not self.left or len(made) >= IN_A_ROW:
                self.whole = False
                return None
            self.left -= 1
            after = played(state, (each,))
            if after is None:
                self.whole = False  # it asks for something besides
                continue
            found = self.look(after, choice, (*made, each))
            if found is not None:
                return found
        return None


def may_be_made(state: State, choice: Choice) -> bool:
    """Whether a choice may be made, in one way of paying or several."""
    try:
        refused = verify(state, choice)
    except Unsupported:
        return False
    return refused is None or refused.code == _ENOUGH


def _mana_abilities(state: State, seat: int) -> Iterator[Choice]:
    """A player's mana abilities that may be activated, one of each kind."""
    known = set()
    for handle, row in state.rows.items():
        if row.cls.zone != BATTLEFIELD or row.cls.controller != seat or row.cls.proto is None:
            continue
        for index, ability in enumerate(abilities_at(state, handle)):
            if not is_mana_ability(ability):
                continue
            for kind in mana_choice(ability) or ("",):
                choice = Choice(ACTIVATE, seat, handle, index=index, answer=kind)
                like = (row.cls.proto.name, index, kind)
                if like not in known and may_be_made(state, choice):
                    known.add(like)
                    yield choice


def actions(
    state: State, most: int, verbs: tuple[str, ...] = (CAST, ACTIVATE)
) -> Iterator[tuple[tuple[Choice, ...], Choice, State]]:
    """Actions that are no mana abilities, each with the mana abilities before it and the position behind it.

    In: how many are tried at most, and which kinds of actions.
    """
    tried = 0
    for option in with_plenty(state):
        if option.unknown or option.verb not in verbs or is_mana(state, option):
            continue
        for choice in ways(state, option, WAYS):
            if tried >= most:
                return
            tried += 1
            mana = mana_first(state, choice)
            ready = None if mana is None else played(state, mana)
            paid = None if ready is None else _paid(ready, choice)
            after = None if ready is None or paid is None else made(ready, paid)
            if mana is not None and paid is not None and after is not None:
                yield mana, paid, after


def _paid(state: State, choice: Choice) -> Choice | None:
    """A choice that may be made now, with its payment where there are several."""
    same = (choice.verb, choice.row, choice.index, choice.how)
    try:
        if verify(state, choice) is None:
            return choice
        for option in options(state):
            if not option.unknown and (option.verb, option.row, option.index, option.how) == same:
                for each in instances(state, option, WAYS):
                    if each.targets == choice.targets and verify(state, each) is None:
                        return each
    except Unsupported:
        return None
    return None


def made(state: State, choice: Choice) -> State | None:
    """The position behind a choice; None where it is not legal, or can't be carried out."""
    try:
        found = step_if_legal(state, choice)
    except Unsupported:
        return None
    return None if isinstance(found, Refusal) else found[0]
