"""What a player could do to stop a loop: an action behind which its next iteration is not legal any more.

Each action is tried: it resolves, nobody does anything else, and the loop is proposed once more. No card is known by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.games.mana_first import is_mana, mana_first, played, ways, with_plenty
from reiterate.games.offered import listed
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, PASS, Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.script.script import Repeat
from reiterate.script.sentences import read_sentence
from reiterate.shortcuts.proposing import chooser, propose
from reiterate.state.model import State

#: Actions that are tried at one place, ways of each, and choices until such an action has resolved.
TRIED: Final = 12
WAYS: Final = 8
CHOICES: Final = 60


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the mana abilities that come first, the choice itself, and whether it stops the loop."""

    mana: tuple[Choice, ...]
    choice: Choice
    stops: bool

    @property
    def next(self) -> Choice:
        """What is chosen first."""
        return self.mana[0] if self.mana else self.choice


def best_act(state: State, proposer: int, block: Repeat) -> Act | None:
    """The first action of the player with priority that stops a loop, else one that is at least aimed at somebody else.

    In: the position as that player sees it; who proposed the loop, and its block. None where there is no such action.
    """
    loop = Repeat(block.number, 1, block.body, block.where)
    if _stopped(state, proposer, loop):
        return None  # whatever is done
    other: Act | None = None
    for mana, choice, after in _actions(state):
        if _stopped(after, proposer, loop):
            return Act(mana, choice, True)
        if other is None and not _aims_at(state, choice, choice.player):
            other = Act(mana, choice, False)
    return other


def _actions(state: State) -> Iterator[tuple[tuple[Choice, ...], Choice, State]]:
    """Actions that are no mana abilities, each with the mana abilities before it and the position behind it."""
    tried = 0
    for option in with_plenty(state):
        if option.unknown or option.verb not in (CAST, ACTIVATE) or is_mana(state, option):
            continue
        for choice in ways(state, option, WAYS):
            if tried >= TRIED:
                return
            tried += 1
            mana = mana_first(state, choice)
            ready = None if mana is None else played(state, mana)
            paid = None if ready is None else _paid(ready, choice)
            after = None if ready is None or paid is None else _made(ready, paid)
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


def _made(state: State, choice: Choice) -> State | None:
    try:
        made = step_if_legal(state, choice)
    except Unsupported:
        return None
    return None if isinstance(made, Refusal) else made[0]


def _aims_at(state: State, choice: Choice, seat: int) -> bool:
    """Whether an action has a target that is a player's own."""
    rows = [state.rows[handle].cls for handle in choice.targets if handle in state.rows]
    return any(cls.controller == seat for cls in rows)


def _stopped(state: State, proposer: int, loop: Repeat) -> bool:
    """Whether a loop can't begin again once everything on the stack has resolved."""
    try:
        for _ in range(CHOICES):
            ask = asked(state)
            if ask == "over":
                return False
            if ask == "priority" and not state.stack and chooser(state) == proposer:
                found = propose(state, (loop,), proposer)
                return isinstance(found, Refusal) and found.kind in (ILLEGAL, INPUT)
            choice = Choice(PASS, decider(state)) if ask == "priority" else _as_before(state, loop)
            after = None if choice is None else _made(state, choice)
            if after is None:
                return False
            state = after
    except Unsupported:
        return False
    return False


def _as_before(state: State, loop: Repeat) -> Choice | None:
    """A decision as the loop's lines make it, else the first one that is offered."""
    for node in loop.body:
        text = getattr(node, "text", "")
        read = read_sentence(state, text) if text else None
        if isinstance(read, Choice) and verify(state, read) is None:
            return read
    return next((choice for choice in listed(state).choices.values()), None)
