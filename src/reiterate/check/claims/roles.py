"""What a choice of a loop is, and what its player could do instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from reiterate.check.work import look_weight, spend
from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, PASS, PLAY, Choice
from reiterate.rules.access.option_slots import ANSWER, COUNT, TARGET, Option, Slot
from reiterate.rules.access.questions import question_of
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import HAND, State

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
    """What a choice is, and what its player could choose instead. ``Unsupported`` where that is not known."""
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
    """What could be done where nobody has to: actions with priority, an attack or a block where none has to be."""
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
        if question.kind in ("type", "other type"):
            return UNKNOWN  # any other creature type may be named too
    single = len(found) == 1 and not found[0].unknown and all(_one_way(slot) for slot in found[0].slots)
    return ONLY if single else UNKNOWN


def _one_way(slot: Slot) -> bool:
    if slot.name == TARGET:
        return len(slot.rows) == 1
    if slot.name == ANSWER:
        return len(slot.words) == 1
    return slot.name == COUNT and all(type(n) is int and n == 1 for n in (slot.low, slot.high))
