"""The strategy of a loop's keepers: whether they can go on with the loop's own actions for ever, whatever others answer.

A loop may demand a choice of a player who does not act in it. That player keeps the loop up only if
some legal answer would not continue it. Where the loop has actions, it continues if its keepers
have a strategy against all answers of the others. A keeper passes, answers, or takes an action that
the loop itself takes, named by player and words. Under the strategy no game ends, and every action
of the loop comes again and again. So the whole loop goes on, not one of its parts.

The strategy is the keepers' own choices of the loop in order, each read again in the position that
there is. It has not to be believed: each choice is legal where it is made, else the answer is
"unknown".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reiterate.kinds.answers import ACTIONS, DECLARATIONS, Act, Driver, act_of, acts, answers, declining
from reiterate.kinds.choice_segments import ChoicePoint
from reiterate.kinds.reachable_set import ReachableSet, reachable_from
from reiterate.loops.play import Cursor, Reader
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import COUNT, ORDER, PASS, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.state.model import GAME, Ref, State
from reiterate.state.properties import ABOUT, PASSES, REST


@dataclass(frozen=True, slots=True)
class _Move:
    """A choice of a keeper in the loop: its line of the script, the action, and what it answers."""

    cursor: Cursor
    seat: int
    act: Act | None  # None: an answer
    about: object  # what is asked, or what was on top of the stack


class Strategy(Driver):
    """What the keepers of a loop do: the next of their own choices that fits the position, else they pass.

    ``points`` are the loop's choices in order. ``leaving``: players who could lead out of the loop;
    they too keep it up.
    """

    __slots__ = ("actions", "keepers", "moves", "within")

    def __init__(self, reader: Reader, points: Sequence[ChoicePoint], leaving: frozenset[int] = frozenset()) -> None:
        super().__init__(reader, acting=True, empty=False)
        self.has_strategy = True
        self.keepers = leaving | {point.choice.player for point in points if acts(point.state, point.choice)}
        moves = (_move(point) for point in points if point.choice.player in self.keepers)
        self.moves = list(dict.fromkeys(move for move in moves if move is not None))
        self.actions = frozenset(move.act for move in self.moves if move.act is not None)
        self.within = not any(  # whether no step ends in the loop, and nobody attacks or blocks
            point.choice.verb in DECLARATIONS
            or (point.choice.verb == PASS and not point.state.stack and _passes_last(point.state))
            for point in points
        )

    def start(self) -> Cursor:
        """Behind no choice yet."""
        return (0,)

    def behind(self, points: Sequence[ChoicePoint], point: ChoicePoint) -> Cursor:
        """The cursor of a choice point: the choice that a keeper makes next from there on."""
        at = next(i for i, other in enumerate(points) if other is point)
        for later in (*points[at:], *points[:at]):
            move = _move(later)
            if move in self.moves:
                return (self.moves.index(move),)
        return self.start()

    def at_priority(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | str:
        """An action of the loop, or a pass; nobody passes last on an empty stack."""
        nothing = declining(state)
        if nothing is not None:
            return nothing, cursor
        made = self._action(state, cursor)
        if made is not None:
            return made
        if not state.stack and _passes_last(state):
            return "no action of the loop can be taken"
        return Choice(PASS, decider(state), over=over_text(state)), cursor

    def _action(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | None:
        seat = decider(state)
        about = _top(state)
        for i, move in self._from(cursor):
            if move.act is None:
                continue
            if move.seat != seat:
                return None  # the next one is another player's
            if state.stack and move.about != about:
                return None  # taken when the stack is empty, or when something else is on top of it
            choice = self._read_again(state, move)
            if choice is not None and choice.verb in ACTIONS and act_of(state, choice) == move.act:
                return choice, ((i + 1) % len(self.moves),)
        return None

    def strategy_answer(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | None:
        """A keeper's answer: the loop's next answer to the same question. None for everybody else: they give every answer."""
        if decider(state) not in self.keepers:
            return None
        about = question_at(state)
        for i, move in self._from(cursor):
            if move.act is None and move.seat == decider(state) and move.about == about:
                choice = self._read_again(state, move)
                if choice is not None and choice.verb not in ACTIONS and choice.verb != PASS:
                    return choice, ((i + 1) % len(self.moves),)
        return None

    def in_any_order(self, state: State, cursor: Cursor) -> tuple[State, Cursor]:
        """An order that does not matter: the first one."""
        first = options(state)[0]
        return step(state, Choice(ORDER, first.player, first.row))[0], cursor

    def after_answer(self, state: State, cursor: Cursor) -> Cursor:
        """Answers of others change nothing of what is done next."""
        return cursor

    def _from(self, cursor: Cursor) -> Iterable[tuple[int, _Move]]:
        (first,) = cursor
        assert isinstance(first, int)
        return ((i % len(self.moves), self.moves[i % len(self.moves)]) for i in range(first, first + len(self.moves)))

    def _read_again(self, state: State, move: _Move) -> Choice | None:
        """The sentence of a choice of the loop read in another position; None where it is no legal choice there."""
        read = self.reader.next(state, move.cursor)
        if read is None or isinstance(read, Refusal) or read[0].player != move.seat:
            return None
        return read[0] if verify(state, read[0]) is None else None


def _move(point: ChoicePoint) -> _Move | None:
    """The move of a keeper at a choice point; None for a pass and for the only answer."""
    state, choice = point.state, point.choice
    if choice.verb in ACTIONS:
        return _Move(point.cursor, choice.player, act_of(state, choice), _top(state))
    if choice.verb == PASS or declining(state) is not None:
        return None
    found = options(state)
    if len(found) == 1 and all(len(slot.rows) + len(slot.words) == 1 for slot in found[0].slots if slot.name != COUNT):
        return None
    return _Move(point.cursor, choice.player, None, question_at(state))


def _passes_last(state: State) -> bool:
    """Whether all others have passed in succession."""
    return number_prop(state.game, PASSES) + 1 >= len(seats(state))


def _top(state: State) -> object:
    return state.rows[state.stack[0]].cls.term if state.stack else None


def question_at(state: State) -> object:
    """What is asked, the same whenever it is asked of the same abilities."""
    ask = asked(state)
    if ask == "answer":
        question = question_of(state)
        return ask, question.kind, question.text, _top(state)
    if ask == "order":
        return ask, frozenset(state.rows[handle].cls.term for handle in waiting_abilities(state))
    ref = state.rows[GAME].refs.get(ABOUT)
    if not isinstance(ref, Ref):
        return ask, _top(state)
    cls = state.rows[ref.row].cls  # what waits to be put on the stack; what is left of an effect; a permanent
    return ask, cls.term, cls.prop(REST, ()), cls.proto


def leaves_out_a_question(graph: ReachableSet, points: Iterable[ChoicePoint]) -> bool:
    """Whether some cycle never asks a question again that the loop asks with several answers.

    Where steps end and nobody acts, time alone goes on. That is the loop only if the same questions
    are asked again.
    """
    asked_there = {_asked_whom(p.state) for p in points if not _silent(p.state) and len(answers(p.state)) > 1}
    by_question: dict[object, set[int]] = {each: set() for each in asked_there}
    for node in graph.all_nodes():
        if not _silent(node.state):
            by_question.setdefault(_asked_whom(node.state), set()).add(id(node))
    return any(graph.goes_round_without(by_question[each]) for each in asked_there)


def _silent(state: State) -> bool:
    return asked(state) in ("priority", "over") or declining(state) is not None


def _asked_whom(state: State) -> object:
    return decider(state), question_at(state)


# --- where it leads --------------------------------------------------------------------------------------------------


def why_not_kept_up(state: State, strategy: Strategy, cursor: Cursor) -> str:
    """Why the strategy is not shown to go on with the loop from a position, whatever the others answer; "" where it is.

    The position may have amounts known by intervals only.
    """
    graph = reachable_from(state, strategy, cursor)
    return why_not_shown(graph, strategy)


def why_not_shown(graph: ReachableSet, strategy: Strategy) -> str:
    """Why the reachable set under a strategy does not show that the loop goes on; "" where it does."""
    if graph.unknown:
        return graph.unknown
    if graph.root is None or graph.exits() or id(graph.root) in graph.lost():
        why = next((edge.why for node in graph.all_nodes() for edge in node.edges if edge.target is None), "")
        return f"some mixture of answers may end the loop: {why}"
    if any(graph.leaves_out(action) for action in strategy.actions):
        return "some mixture of answers may leave out an action of the loop for ever"
    return ""
