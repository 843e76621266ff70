"""A loop's own choices made again with some of its actions left out: who would act passes, and answers stay the same.

The choices of the lap are followed in order. Each is made where the same is asked of the same player with the same object
on top of the stack. An action that is left out is skipped, together with all that came of it. Everything is read again in the
position that there is. So a replay is a legal course of the game, and may be traced like any script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from reiterate.kinds.answers import Act, act_of, acts, answers, declining
from reiterate.kinds.choice_segments import ChoicePoint
from reiterate.kinds.orders import any_order
from reiterate.kinds.strategy import question_at
from reiterate.loops.play import Block, Cursor, Reader
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import ORDER, PASS, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import active_seat, number_prop, seats
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.turn_structure import step_name
from reiterate.state.model import State
from reiterate.state.properties import PASSES

#: What is on top of the stack: whose it is, and what it is; None where nothing waits.
Thing: TypeAlias = "tuple[int, object, object] | None"

#: A question that the loop does not ask: of whom, and about what.
Asked: TypeAlias = "tuple[int, object]"

#: The verb of paying what follows "unless", which nobody has to do (732.6).
PAYS: Final = "pay"

#: What is asked again in each step or turn.
_BY_STEP: Final = ("priority", "attack", "block")

#: Entries of a stack in which the topmost one that was not left out is looked for.
DEPTH: Final = 8


class Undecided(Exception):
    """An action could be taken of which it is not decided whether it is left out."""

    def __init__(self, act: Act) -> None:
        super().__init__(act)
        self.act = act


class NewQuestion(Exception):
    """Something is asked that the loop does not ask, and has so many answers."""

    def __init__(self, about: Asked, ways: int) -> None:
        super().__init__(about)
        self.about = about
        self.ways = ways


def asks_unless(state: State) -> bool:
    """Whether a player is asked to pay so that something else does not happen ("unless", 118.12)."""
    if asked(state) == TOLL:
        return True
    if asked(state) != "answer":
        return False
    question = question_of(state)
    return question.kind == "yes" and question.text == "pay"


def optional_act(state: State, choice: Choice) -> Act | None:
    """The action that a choice is and that nobody has to take; None where it is none."""
    if acts(state, choice):
        return act_of(state, choice)
    if asked(state) not in ("priority", "over") and asks_unless(state) and choice.answer != "no":
        return choice.player, PAYS, question_at(state)
    return None


def thing_at(state: State, depth: int = 0) -> Thing:
    """An entry of the stack, counted from the top."""
    if len(state.stack) <= depth:
        return None
    cls = state.rows[state.stack[depth]].cls
    return cls.controller, cls.term, cls.proto


@dataclass(frozen=True, slots=True)
class Place:
    """A choice of the lap. ``about``: what was asked of whom; ``stack``: the upmost entries, with priority alone."""

    cursor: Cursor
    choice: Choice
    about: object
    stack: tuple[Thing, ...]
    act: Act | None

    def over(self, gone: frozenset[Thing]) -> Thing:
        """What is on top of the stack here. An action is taken there too without those entries that were left out."""
        if self.choice.verb == PASS:
            return self.stack[0] if self.stack else None
        return next((thing for thing in self.stack if thing not in gone), None)


def _about(state: State) -> object:
    """What is asked of whom; with priority, in whose turn and step."""
    if asked(state) in _BY_STEP:
        return asked(state), decider(state), active_seat(state), step_name(state)
    return decider(state), question_at(state)


def _step_of(place: Place) -> object:
    """The turn and step of a place with priority; None where something is asked."""
    return place.about[2:] if isinstance(place.about, tuple) and place.about[0] in _BY_STEP else None


def places_of(points: Sequence[ChoicePoint]) -> list[Place]:
    """The choices of the loop in order; what segments repeat stands there once."""
    found: dict[tuple[Cursor, object, tuple[Thing, ...], Act | None], Place] = {}
    for point in points:
        state, choice = point.state, point.choice
        stack: tuple[Thing, ...] = ()
        if asked(state) == "priority":
            stack = tuple(thing_at(state, i) for i in range(min(DEPTH, len(state.stack))))
        place = Place(point.cursor, choice, _about(state), stack, optional_act(state, choice))
        found.setdefault((place.cursor, place.about, place.stack, place.act), place)
    return list(found.values())


class Replay:
    """A reader of the loop's choices without some actions; one iteration is ``length`` choices from place ``first`` on.

    ``decided``: whether an action is taken (true) or left out; where one that is not among them fits, ``Undecided`` is
    raised. ``ways``: which answer is given to what the loop does not ask; ``NewQuestion`` where none is named.
    ``products``: what each action puts on the stack.
    """

    def __init__(
        self,
        reader: Reader,
        places: Sequence[Place],
        products: Mapping[Act, Thing],
        decided: Mapping[Act, bool],
        ways: Mapping[Asked, int],
        across: bool,
    ) -> None:
        self.reader = reader
        self.places = places
        self.decided = decided
        self.ways = ways
        self.across = across  # whether steps end in the loop
        self.gone = frozenset(products[act] for act, taken in decided.items() if not taken and act in products)
        self.first = 0
        self.length = 0
        self.products = products

    def counted(self, first: int, length: int) -> Replay:
        """The same replay with iterations of so many choices, the first of them at a place."""
        made = Replay(self.reader, self.places, self.products, self.decided, self.ways, self.across)
        made.first, made.length = first, length
        return made

    def start(self) -> Cursor:
        """The cursor of an iteration's start."""
        return (self.first, 0)

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """None: choices are followed one by one."""
        return None

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The next choice and the cursor behind it; a refusal where the loop does not go on."""
        at, made = cursor
        assert isinstance(at, int) and isinstance(made, int)
        if self.length and made >= self.length:
            return None
        found = self.at(state, at)
        return found if isinstance(found, Refusal) else (found[0], (found[1], made + 1))

    def at(self, state: State, first: int) -> tuple[Choice, int] | Refusal:
        """The choice in a state where the lap has come to place ``first``, and the place behind it."""
        about, on_top = _about(state), thing_at(state) if asked(state) == "priority" else None
        many = len(self.places)
        for i in range(first, first + many):
            place = self.places[i % many]
            if place.about != about or place.over(self.gone) != on_top:
                continue
            if place.choice.verb == PASS and not state.stack and self._acts_next(i % many):
                continue
            choice = self._made_again(state, place)
            if choice is not None and not self._stops(state, choice):
                return choice, (i + 1) % many
        return self._otherwise(state, first)

    def _made_again(self, state: State, place: Place) -> Choice | None:
        """The choice of a place in another state; None where it was left out, or is not legal."""
        if place.choice.verb == PASS:
            return self._declined(state)
        if place.act is not None and self.decided.get(place.act) is False:
            return None
        read = self.reader.next(state, place.cursor)
        if read is None or isinstance(read, Refusal) or read[0].player != place.choice.player:
            return None
        choice = read[0]
        if verify(state, choice) is not None or optional_act(state, choice) != place.act:
            return None
        if place.act is not None and place.act not in self.decided:
            raise Undecided(place.act)
        return choice

    def _acts_next(self, at: int) -> bool:
        """Whether the player who passes at a place is the next to act in that step: so nobody is waited for."""
        here, many = self.places[at], len(self.places)
        for i in range(at + 1, at + many):
            place = self.places[i % many]
            if _step_of(place) not in (None, _step_of(here)):
                return False
            if place.act is not None and place.act not in self.decided:
                raise Undecided(place.act)
            if place.act is not None and self.decided[place.act]:
                return place.choice.player == here.choice.player
        return False

    def _declined(self, state: State) -> Choice | None:
        """A pass, or no attack or block; None where something has to be answered."""
        if asked(state) == "priority":
            return Choice(PASS, decider(state), over=over_text(state))
        return declining(state)

    def _stops(self, state: State, choice: Choice) -> bool:
        """Whether a choice ends a step in which the loop stays."""
        last = choice.verb == PASS and not state.stack and number_prop(state.game, PASSES) + 1 >= len(seats(state))
        return last and not self.across

    def _otherwise(self, state: State, first: int) -> tuple[Choice, int] | Refusal:
        """The choice where no place of the lap fits."""
        nothing = self._declined(state)
        if nothing is not None:
            if self._stops(state, nothing):
                return Refusal(ILLEGAL, "nothing-left", "nothing is left to resolve", "an action", "732.1b")
            return nothing, first
        if asks_unless(state):
            refusing = next((each for each in answers(state) if each.answer == "no"), None)
            if refusing is not None:
                return refusing, first
        if any_order(state):
            option = options(state)[0]
            return Choice(ORDER, option.player, option.row), first
        found = answers(state)
        if not found:
            return Refusal(ILLEGAL, "no-answer", "a question has no answer", "another course", "732.1b")
        way = 0
        if len(found) > 1:
            asks = (decider(state), question_at(state))
            if asks not in self.ways:
                raise NewQuestion(asks, len(found))
            way = min(self.ways[asks], len(found) - 1)
        return found[way], first


def products_of(points: Sequence[ChoicePoint]) -> dict[Act, Thing]:
    """What each action of the loop puts on the stack."""
    found: dict[Act, Thing] = {}
    for point, behind in pairwise(points):
        act = optional_act(point.state, point.choice)
        if act is not None and act[1] != PAYS and len(behind.state.stack) > len(point.state.stack):
            found.setdefault(act, thing_at(behind.state))
    return found
