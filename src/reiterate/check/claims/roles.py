"""What a choice of a loop is, what its player could do instead, and the actions that a chain takes or could take.

What a choice of a loop is, and what its player could do instead.

The actions that a chain takes, and those that could be taken on the ways out of it.

A way out leads out of a loop with actions where none of its actions can be taken on it. Behind it
none may be possible while nobody passes on an empty stack: passing is left, and passing ends. An
action is who acts, and the words of the ability or the card that is cast or played. Like objects,
and other targets, make no other action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from reiterate.check.small_values import CHOICES, Rejected
from reiterate.check.work import look_weight, spend
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    ATTACK,
    BLOCK,
    CAST,
    COUNT,
    PASS,
    PLAY,
    TARGET,
    Choice,
    Option,
    Slot,
)
from reiterate.rules.access.questions import OPEN_WORDS, question_of
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import HAND, State
from reiterate.state.properties import PASSES as PROPERTIES_PASSES

# --- roles ---------------------------------------------------------------------------------------

# What a choice of the loop is.
PASSES: Final = "passes"
ACTS: Final = "acts"  # keeps the loop up
ONLY: Final = "only answer"
DECLINES: Final = "declines"  # doesn't do what follows "unless", which nobody can be made to do (732.6)
CONTINUES: Final = "continues"  # there are other answers, and the position lies in the closed set
LEAVES: Final = "leaves"  # another answer does not continue the loop: a way out is played. It keeps the loop up
UNKNOWN: Final = "unknown"  # there are other answers, or it can't be told; nothing is said of what they lead to

#: The code of what can't be told because a card is not known.
HIDDEN: Final = "unknown-card"

ACTIONS: Final = frozenset({ACTIVATE, CAST, PLAY})
_DECLARATIONS: Final = frozenset({ATTACK, BLOCK})

#: An action by player, kind, card and number of the ability: the same whichever of like objects does it.
Deed: TypeAlias = tuple[int, str, object, int]


def looked_at(state: State, choice: Choice) -> tuple[str, list[Option]]:
    """The role of a choice in a position, such as "acts" or "passes", and all options that its player has there.

    Raises ``Unsupported`` where the options are not known.
    """
    apart = unread(state)
    spend(look_weight(state))
    found = options(apart)
    return _role(apart, choice, found), found


def unread(state: State) -> State:
    """The same state with nothing worked out in it yet: what is asked of it leaves no answers in the state that is played on."""
    return State(state.rows, state.seqs, state.tally, state.labels, state.fresh)


def deed_of(state: State, one: Choice | Option) -> Deed | None:
    """The action that a choice or an option is; None where it is none."""
    if one.verb in ACTIONS:
        return one.player, one.verb, state.rows[one.row].cls.proto, one.index
    return (one.player, one.verb, None, 0) if one.verb in _DECLARATIONS else None


def possible(state: State, role: str, found: list[Option]) -> Iterator[tuple[Deed, Option]]:
    """What could be done where nobody has to: actions with priority, an attack or a block where none has to be.

    In: ``role``, what the choice made there is. ``found``: the options there. Out: pairs of the action and its option.
    """
    for option in found:
        deed = deed_of(state, option)
        if deed is None or option.unknown == HIDDEN or (option.verb in _DECLARATIONS and role not in (PASSES, ACTS)):
            continue
        yield deed, option


def hidden_in(state: State) -> set[int]:
    """The players with unknown cards in hand: every card without a type, under whatever name, since no card has none (205.2)."""
    hand = [row.cls for row in state.rows.values() if row.cls.zone == HAND]
    return {cls.owner for cls in hand if cls.proto is None or not cls.proto.types}


def _role(state: State, choice: Choice, found: list[Option]) -> str:
    if choice.verb == PASS:
        return PASSES
    if choice.verb in ACTIONS:
        return ACTS
    if choice.verb in _DECLARATIONS and verify(state, Choice(choice.verb, choice.player, answer="none")) is None:
        declines = choice.answer == "none" and not choice.picks and not choice.targets
        return PASSES if declines else ACTS  # who declares none declines to act (508.1a, 509.1a)
    if asked(state) == TOLL:
        return DECLINES if choice.answer == "no" else ACTS
    if asked(state) == "answer":
        question = question_of(state)
        if (question.kind, question.text) == ("yes", "pay"):
            return DECLINES if choice.answer == "no" else ACTS
        if question.kind in OPEN_WORDS:
            return UNKNOWN  # any other creature type or card may be named too
    single = len(found) == 1 and not found[0].unknown and all(_one_way(slot) for slot in found[0].slots)
    return ONLY if single else UNKNOWN


def _one_way(slot: Slot) -> bool:
    if slot.name == TARGET:
        return len(slot.rows) == 1
    if slot.name == ANSWER:
        return len(slot.words) == 1
    return slot.name == COUNT and all(type(n) is int and n == 1 for n in (slot.low, slot.high))


# --- actions -------------------------------------------------------------------------------------

#: Who acts, how, and the ability or the card.
Action: TypeAlias = "tuple[int, str, object]"


def action_of(state: State, one: Choice | Option) -> Action | None:
    """The action that a choice or an option is; None where it is none. What a card lets do and no option offers is to cast it."""
    if one.verb in (ATTACK, BLOCK):
        return one.player, one.verb, None
    if one.verb not in ACTIONS:
        return None
    if one.index < 0:
        return one.player, CAST, state.rows[one.row].cls.proto
    if one.verb == ACTIVATE:
        return one.player, one.verb, abilities_at(state, one.row)[one.index]
    return one.player, one.verb, state.rows[one.row].cls.proto


def passes_last(state: State) -> bool:
    """Whether all but the player with priority have passed in succession."""
    return number_prop(state.game, PROPERTIES_PASSES) + 1 >= len(seats(state))


class Actions:
    """The actions of a chain, and those that could be taken on its ways out."""

    __slots__ = ("empty", "open", "short", "taken", "turns", "unlisted")

    def __init__(self) -> None:
        self.taken: list[Action] = []
        self.open: list[Action] = []
        self.empty = False  # whether somebody passes on an empty stack
        self.turns = False  # whether everybody passes on one, so that a step ends
        self.short = False  # whether some way out ends at an empty stack and not with the game
        self.unlisted = False  # whether something was done that is not among what could be

    def take(self, state: State, choice: Choice, found: Iterable[Option]) -> None:
        """An action of the chain, and what could be chosen at its place."""
        apart = unread(state)  # the abilities are worked out for what is said of choices only
        action = action_of(apart, choice)
        if action is None:
            return
        if action not in self.taken:
            self.taken.append(action)
        self.unlisted |= all(action_of(apart, option) != action for option in found)

    def made(self, state: State, choice: Choice) -> None:
        """Any choice of the chain."""
        if choice.verb == PASS and not state.stack:
            self.empty = True
            self.turns |= passes_last(state)

    def could(self, state: State, found: Iterable[Option]) -> None:
        """What could be done at a place of a way out."""
        for option in found:
            action = action_of(state, option)
            if action is not None and action not in self.open:
                self.open.append(action)

    def compare(self) -> None:
        """``Rejected`` where the chain could be taken up again on a way out or behind it, or that is not known."""
        if self.empty and self.short:
            raise Rejected(CHOICES, "a way out to an empty stack, of a loop in which somebody passes on one")
        if self.unlisted or any(action in self.taken for action in self.open):
            raise Rejected(CHOICES, "an action of the loop could be taken on a way out")
