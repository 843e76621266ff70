"""What a certificate says of choices: what each is, what else could be done, who keeps the loop up, whether it is a draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from reiterate.amounts import OPTIONS, RULES, Guard, Recorder, TracedMisuse, decimal_text
from reiterate.check.claims.roles import passes_last
from reiterate.refusals import Unsupported
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
)
from reiterate.rules.access.questions import OPEN_WORDS, question_of
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import HAND, State

_ACTIONS: Final = frozenset({ACTIVATE, CAST, PLAY})
_DECLARATIONS: Final = frozenset({ATTACK, BLOCK})

#: An action: the same whichever of like objects does it.
_Deed: TypeAlias = tuple[int, str, object, int]


class Seen:
    """What could be chosen at a place, and what the choice made there is."""

    __slots__ = ("could", "hidden", "offered", "role", "unknown")

    def __init__(self, state: State, choice: Choice) -> None:
        self.unknown = False
        found: list[Option] = []
        fresh = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)  # nothing worked out in it yet
        try:
            found = options(fresh)
            self.role = _role(fresh, choice, found)
        except Unsupported:
            self.unknown, self.role = True, "unknown"
        declining = self.role in ("passes", "acts")
        self.could = [
            (deed, option)
            for option in found
            if option.unknown != "unknown-card" and (deed := deed_of(fresh, option)) is not None
            if option.verb in _ACTIONS or declining
        ]
        self.offered = [_offer(option) for option in found]
        self.hidden = any(option.unknown == "unknown-card" for option in found)


def _offer(option: Option) -> dict[str, Any]:
    """An option without its numbers."""
    return {
        "verb": option.verb,
        "player": option.player,
        "row": option.row,
        "index": option.index,
        "how": list(option.how),
        "unknown": option.unknown,
        "slots": [{"name": slot.name, "rows": list(slot.rows), "words": list(slot.words)} for slot in option.slots],
    }


def _role(state: State, choice: Choice, found: list[Option]) -> str:
    if choice.verb == PASS:
        return "passes"
    if choice.verb in _ACTIONS:
        return "acts"
    if choice.verb in _DECLARATIONS and verify(state, Choice(choice.verb, choice.player, answer="none")) is None:
        return "acts" if choice.picks or choice.targets or choice.answer != "none" else "passes"
    if asked(state) == TOLL:
        return "declines" if choice.answer == "no" else "acts"
    if asked(state) == "answer":
        question = question_of(state)
        if (question.kind, question.text) == ("yes", "pay"):
            return "declines" if choice.answer == "no" else "acts"
        if question.kind in OPEN_WORDS:
            return "unknown"  # any other creature type or card may be named too
    if len(found) != 1 or found[0].unknown:
        return "unknown"
    for slot in found[0].slots:
        ways = {TARGET: len(slot.rows), ANSWER: len(slot.words)}.get(slot.name, 0)
        single = slot.name == COUNT and type(slot.low) is int is type(slot.high) and slot.low == slot.high == 1
        if ways != 1 and not single:
            return "unknown"
    return "only answer"


def deed_of(state: State, one: Choice | Option) -> _Deed | None:
    """The action that a choice or an option is; None where it is none."""
    if one.verb in _ACTIONS:
        return one.player, one.verb, state.rows[one.row].cls.proto, one.index
    return (one.player, one.verb, None, 0) if one.verb in _DECLARATIONS else None


def ends_step(state: State, choice: Choice) -> bool:
    """Whether a choice is the last pass in succession on an empty stack (117.4)."""
    return choice.verb == PASS and not state.stack and passes_last(state)


def holders(state: State) -> Iterator[int]:
    """Who has unknown cards in hand."""
    for row in state.rows.values():
        if row.cls.zone == HAND and row.cls.proto == UNKNOWN_CARD:
            yield row.cls.owner


#: How far a watch has come: places, what could be done, what was, and what is not known.
Mark: TypeAlias = "tuple[int, dict[_Deed, dict[str, Any]], set[_Deed | None], set[int], bool, bool]"


class Watch:
    """What is chosen at each place of a period, and what could be instead, on guards of its own.

    ``unknown``: it can't be told. ``players``: who chooses.
    """

    __slots__ = (
        "acted",
        "guards",
        "hidden",
        "of_rounds",
        "offered",
        "players",
        "possible",
        "roles",
        "turns",
        "unknown",
        "unseen",
    )

    def __init__(self, of_rounds: bool) -> None:
        self.of_rounds = of_rounds  # whether the choices in rounds of blocks are looked at, too
        self.guards: list[Guard] = []
        self.offered: list[list[dict[str, Any]]] = []
        self.roles: list[str] = []
        self.players: list[int] = []
        self.possible: dict[_Deed, dict[str, Any]] = {}
        self.acted: set[_Deed | None] = set()
        self.unseen: set[int] = set()
        self.hidden = False
        self.turns = False  # whether a step ends
        self.unknown = False

    def mark(self) -> Mark:
        """How far it has come, for ``back_to``."""
        return (len(self.roles), dict(self.possible), set(self.acted), set(self.unseen), self.hidden, self.unknown)

    def back_to(self, mark: Mark) -> None:
        """Forget what was seen of the rounds of a block since then."""
        seen, possible, acted, unseen, self.hidden, self.unknown = mark
        del self.roles[seen:], self.players[seen:], self.offered[seen:]
        self.possible, self.acted, self.unseen = dict(possible), set(acted), set(unseen)

    def see(self, state: State, choice: Choice, rec: Recorder, depth: int) -> None:
        """A place and what is chosen there; of rounds of a block, whether the same can be chosen in all is not looked at."""
        if depth and not self.of_rounds:
            return
        with rec.apart() as guards:
            rec.purpose = OPTIONS
            try:
                seen = Seen(state, choice)
            except TracedMisuse:
                if not depth:
                    raise
                self.unknown = True  # what is offered in a round rests on an amount that differs between rounds
                return
            finally:
                rec.purpose = RULES
        self.guards += [] if depth else guards
        place = len(self.roles)
        self.roles.append(seen.role)
        self.offered.append(seen.offered)
        self.players.append(choice.player)
        self.unknown |= seen.unknown
        self.turns |= ends_step(state, choice)
        self.hidden |= seen.hidden
        for deed, option in seen.could:
            at = {"place": place, "player": option.player, "verb": option.verb}
            self.possible.setdefault(deed, at | {"row": option.row, "index": option.index})
        if seen.role == "acts":
            self.acted.add(deed_of(state, choice))
        self.unseen.update(holders(state))

    def json(self, until: int | None) -> Any:
        """What is said of the choices, for this many periods (None: all)."""
        shapes: list[list[dict[str, Any]]] = []
        for each in self.offered:
            if each not in shapes:
                shapes.append(each)
        could = [at for deed, at in self.possible.items() if deed not in self.acted]
        return {
            "roles": self.roles,
            "could": sorted(could, key=lambda at: (at["place"], at["player"], at["verb"], at["row"], at["index"])),
            "options": {"shapes": shapes, "places": [shapes.index(each) for each in self.offered]},
            "unseen": sorted(self.unseen),
            "until": "" if until is None else decimal_text(until),
            "leaves": [],
        }
