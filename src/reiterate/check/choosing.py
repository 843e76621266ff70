"""What is said of choices: who acts, what has no other answer, who else could act; and for how many periods that holds.

It is a statement of its own: an alternative that becomes legal later bounds it, and bounds no jump.
"""

from __future__ import annotations

from typing import Final

from reiterate.check.form import Choosing, Possible
from reiterate.check.numbers import Log
from reiterate.check.values import CHOICES, Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.choices import ACTIVATE, CAST, PASS, PLAY, Choice
from reiterate.rules.options import ANSWER, COUNT, TARGET, Option, Slot, options
from reiterate.rules.setup import UNKNOWN_CARD
from reiterate.state.model import HAND, State

# What a choice of the loop is.
PASSES: Final = "passes"
ACTS: Final = "acts"  # keeps the loop up
ONLY: Final = "only answer"
UNKNOWN: Final = "unknown"  # there are other answers, or it can't be told; nothing is said of what they lead to

_ACTIONS: Final = frozenset({ACTIVATE, CAST, PLAY})


class Watch:
    """Looks at every place of a period, on comparisons of its own."""

    __slots__ = ("acted", "log", "possible", "roles", "unseen")

    def __init__(self) -> None:
        self.log = Log()
        self.roles: list[str] = []
        self.possible: dict[tuple[object, ...], Possible] = {}
        self.acted: set[tuple[object, ...]] = set()
        self.unseen: set[int] = set()

    def see(self, state: State, choice: Choice, log: Log) -> None:
        """A place and what is chosen there. ``Rejected`` where what could be chosen is not known."""
        place = len(self.roles)
        fresh = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)  # nothing worked out in it yet
        with log.apart(self.log):
            try:
                found = options(fresh)
                self.roles.append(_role(choice, found))
            except Unsupported as error:
                raise Rejected(CHOICES, f"what could be chosen is not covered: {error.refusal.message}") from error
            except TypeError as error:
                raise Rejected(CHOICES, f"what could be chosen can't be told: {error}") from error
        for option in found:
            if option.verb in _ACTIONS and option.unknown != "unknown-card":
                deed = (option.player, option.verb, fresh.rows[option.row].cls.proto, option.index)
                at = Possible(place, option.player, option.verb, option.row, option.index)
                self.possible.setdefault(deed, at)
        if choice.verb in _ACTIONS:
            self.acted.add((choice.player, choice.verb, fresh.rows[choice.row].cls.proto, choice.index))
        self.unseen |= {
            row.cls.owner for row in state.rows.values() if row.cls.zone == HAND and row.cls.proto == UNKNOWN_CARD
        }

    def compare(self, stated: Choosing) -> None:
        """``Rejected`` where something else is stated; for how long it holds is another question."""
        if list(stated.roles) != self.roles:
            raise Rejected(CHOICES, "what is said of a choice of the period is not so")
        could = sorted(
            (at for deed, at in self.possible.items() if deed not in self.acted),
            key=lambda at: (at.place, at.player, at.verb, at.row, at.index),
        )
        if list(stated.could) != could:
            raise Rejected(CHOICES, "what else could be done in the period is not so")
        if list(stated.unseen) != sorted(self.unseen):
            raise Rejected(CHOICES, "who has unknown cards is not so")


def _role(choice: Choice, found: list[Option]) -> str:
    if choice.verb == PASS:
        return PASSES
    if choice.verb in _ACTIONS:
        return ACTS
    single = len(found) == 1 and not found[0].unknown and all(_one_way(slot) for slot in found[0].slots)
    return ONLY if single else UNKNOWN


def _one_way(slot: Slot) -> bool:
    if slot.name == TARGET:
        return len(slot.rows) == 1
    if slot.name == ANSWER:
        return len(slot.words) == 1
    return slot.name == COUNT and all(type(n) is int and n == 1 for n in (slot.low, slot.high))
