"""One shots: lines of play that win at once, empty a library, end the game in a draw or give very much.
Part of the solver: the search.

Nothing repeats such a line.

The search plays the finder's moves, the cheapest line of play first. What it finds is lines of a
script, which ``certify_once`` makes a certificate of.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Final, Literal, TypeAlias

from reiterate.amounts import decimal_text, plain
from reiterate.loops.loop import find_loop
from reiterate.loops.play import DONE, OVER, Played, check_read, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, PASS, Choice, Option, X
from reiterate.rules.access.state_access import active_seat, seats, text_prop
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.filling import told_apart
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.players import order_is_random
from reiterate.rules.positions.identity import skeleton
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.turn.state_based_actions import DRAWN
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.script import BodyReader
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import OUTCOME, PARTLY_SHUFFLED
from reiterate.survey.consumers import wanted_mana
from reiterate.survey.feeds import SEVERAL, costs_what_is_there, taps_alone
from reiterate.survey.moves import ACT, Moves, Seen, act, leaving_moves, moves, paid_for, priced
from reiterate.survey.proof import Meter, greatest, work_of, work_out
from reiterate.survey.relevance import Key, key_of
from reiterate.survey.script_of_play import ALL_PASS, is_round, nodes_of, one_line, pass_on, play_lines, write_down
from reiterate.survey.step_moves import ONWARD, WAITING, begins, onward, passage, round_of
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.base import Ability
from reiterate.worth.line_gains import line_gains, much

#: Moves deep that a line of play may be.
DEEPEST: Final = 30

#: How much each further answer to a question costs: else many questions hide what comes after. For a group it is answered at once.
ANSWERED: Final = 4
WAYS: Final = 5  # answers from which on all cost the same

#: How often at most something is done in one move that costs nothing but life or cards of the library, or taps one of many sources.
#: From ``SEVERAL`` times on it is a move of its own; it counts as so many lines.
OFTEN: Final = 60
#: How many such moves that were put off before make the next one dearer.
MOST_OFTEN: Final = 2

#: Ways to announce an X that are looked at for the greatest one.
GREATEST: Final = 16

#: How much more a lesser X costs where the greatest one is tried, and leaving a step in which there is much mana (500.5).
LATER: Final = 20

#: The kind of a way that leads to the player's next turn.
_AROUND: Final = "around"

#: The line by which all that waits on the stack resolves.
RESOLVE_ALL: Final = "resolve the stack"

#: What a line of play comes to: the proposer wins, an opponent has no library left, the game is a draw, or there is much of something.
What: TypeAlias = Literal["win", "library", "draw", "amount"]

WIN: Final = "win"
NO_LIBRARY: Final = "library"
DRAW: Final = "draw"
AMOUNT: Final = "amount"

#: What is told only where nothing better is found.
LAST: Final = (DRAW, AMOUNT)


@dataclass(frozen=True, slots=True)
class Once:
    """A line of play that comes to something and is played once.

    ``words``: for what it gives as much of as a life total, where it comes to that alone.
    """

    what: What
    lines: tuple[str, ...]
    steps: int
    words: frozenset[str] = frozenset()

    @property
    def attacks(self) -> bool:
        """Whether creatures attack in it: an opponent could block them."""
        return any(line.startswith("attack ") for line in self.lines)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way from one position to the next: choices that are written down when they are asked for, or lines.

    ``size``: how many lines it is. ``kind``: "often" for what is done as often as can be, ``_AROUND`` where it leads to the player's next turn.
    """

    state: State
    made: tuple[Choice, ...]
    said: tuple[str, ...]
    size: int
    kind: str = ""

    def lines(self, before: State, me: int) -> tuple[str, ...]:
        """The lines of the way from the position before it."""
        return self.said or _written(before, self.made, self.state, me)


@dataclass(frozen=True, slots=True)
class _Node:
    """A position with the way that led to it from its parent. ``depth``: the lines from the start."""

    state: State
    parent: _Node | None
    way: _Way | None
    cost: int
    depth: int

    def passed(self, kind: str) -> bool:
        """Whether a way of a kind led here."""
        return self.parent is not None and (
            (self.way is not None and self.way.kind == kind) or self.parent.passed(kind)
        )

    def lines(self, me: int) -> tuple[str, ...]:
        """The lines that lead here from the start."""
        found: list[tuple[str, ...]] = []
        node = self
        while node.parent is not None and node.way is not None:
            found.append(node.way.lines(node.parent.state, me))
            node = node.parent
        return tuple(line for lines in reversed(found) for line in lines)


def once_on_board(
    start: State,
    me: int,
    meter: Meter,
    amounts: bool = False,
    rounds: bool = False,
    aside: frozenset[Key] = frozenset(),
) -> Iterator[Once]:
    """Lines of play of player ``me`` that win or empty an opponent's library, until the budget of ``meter`` is used up.

    ``amounts``: also lines that give as much of something as an opponent has life. ``rounds``: what leads back to the same shape is done as
    often as can be, in one move. The greatest X is announced then, however it is paid. ``aside``: actions that are not tried.
    """
    try:
        check_read(start)
    except Unsupported:
        return
    yield from _Search(start, me, meter, amounts, rounds, aside).run()


def came_to(state: State, me: int, before: State) -> What | None:
    """What a position is for player ``me``: a win, a draw, or that an opponent's library has become empty, or nothing."""
    if asked(state) == "over":
        outcome = text_prop(state.game, OUTCOME)
        return WIN if outcome == f"p{me + 1}_wins" else DRAW if outcome == DRAWN else None
    gone = [seat for seat in seats(state) if seat != me and _library(before, seat) and not _library(state, seat)]
    return NO_LIBRARY if gone and not state.stack else None


def ends_so(start: State, me: int, found: Once, alone: bool = False) -> bool:
    """Whether a found line comes to the same from another start, within one round of turns. ``alone``: a win will do for a draw."""
    try:
        played, soon = _in_a_round(start, found.lines)
    except Unsupported:
        return False
    if not soon or played.stop not in (OVER, DONE):
        return False
    what = came_to(played.state, me, start)
    if found.what == DRAW and alone:
        return what in (DRAW, WIN)
    if found.what == AMOUNT:
        return what is None and found.words <= much(start, played.state, me)
    return what == found.what


def _in_a_round(start: State, lines: Sequence[str]) -> tuple[Played, bool]:
    """What lines come to, and whether that takes no longer than the player's next turn."""
    turns: list[int] = []
    played = play(start, BodyReader(nodes_of(lines)), observe=lambda at, _: turns.append(active_seat(at)))
    return played, sum(a != b for a, b in pairwise(turns)) <= len(seats(start))


def shorter(start: State, me: int, found: Once) -> Once:
    """The line without what it does without: one line or two at a time, from its beginning."""
    at = 0
    while at < len(found.lines):
        for size in (2, 1):
            fewer = replace(found, lines=(*found.lines[:at], *found.lines[at + size :]))
            if fewer.lines and ends_so(start, me, fewer):
                found = fewer
                break
        else:
            at += 1
            while len(set(found.lines[at - 1 : at + 2])) == 1 and at + 1 < len(found.lines):
                at += 1  # without one or two of the same line in a row the rest is the same wherever they stood
    return found


def _waiting(state: State) -> int:
    """How many objects are on the stack."""
    return sum(plain(state.rows[handle].n) for handle in state.stack)


#: For how many X at most the symbols of a cost ask.
_XS: Final = (1, 2, 3)


def smaller_x(start: State, me: int, found: Once, gives: bool = True) -> Once:
    """The line with a lesser X in each of its choices that gives the same things, paid with as much less mana (107.3a).

    Without ``gives`` it is enough that the line comes to the same end. X is halved again and again, so its size costs next to nothing. Where more than some least X is not always enough, the X that is told may not be the least.
    """
    given = _names(start, me, found) if gives else set[str]()
    for at in range(len(found.lines)):
        said = _with_x(start, found.lines, at)
        low = 0
        while said is not None and plain(said[1].x) - low > 1:
            state, choice = said
            less = (low + plain(choice.x)) // 2
            tried = (
                replace(found, lines=(*found.lines[:at], one_line(state, each, me), *found.lines[at + 1 :]))
                for each in _with_less(choice, less)
            )
            best = next(
                (
                    each
                    for each in tried
                    if ends_so(start, me, each) and (not gives or given <= _names(start, me, each))
                ),
                None,
            )
            if best is None:
                low = less
            else:
                found, said = best, _with_x(start, best.lines, at)
    return found


def _with_x(start: State, lines: Sequence[str], at: int) -> tuple[State, Choice] | None:
    """The choice of a line that announces an X, with the position before it; None for another line."""
    before, line = play_lines(start, lines[:at]), lines[at]
    if isinstance(before, Refusal):
        return None
    played = play_lines(before.state, [line])
    if isinstance(played, Refusal) or len(played.choices) != 1:
        return None
    choice = played.choices[0]
    return (before.state, choice) if plain(choice.x) > 1 else None


def _with_less(choice: Choice, less: int) -> Iterator[Choice]:
    """The choice with a lesser X, paid with less mana of one kind: as much less for each X that a cost may have.

    Where nothing is said of the mana, it is paid with what there is.
    """
    saved = plain(choice.x) - less
    if not choice.pay:
        yield replace(choice, x=less)
    for kind, there in sorted(choice.pay, key=lambda one: one[0] != "C"):
        for many in _XS:
            if many * saved <= plain(there):
                left = ((each, plain(n) - many * saved if each == kind else n) for each, n in choice.pay)
                yield replace(choice, x=less, pay=tuple((each, n) for each, n in left if plain(n)))


def _names(start: State, me: int, found: Once) -> set[str]:
    return {gain.name for gain in line_gains(start, BodyReader(nodes_of(found.lines)), me)}


def _goes_on(state: State, choice: Choice) -> bool:
    """Whether a choice may be made as often as there is life, or are cards in the library. So may one that taps one of many like sources."""
    if choice.verb != ACTIVATE:
        return False
    ability = abilities_at(state, choice.row)[choice.index]
    return costs_what_is_there(ability) or (taps_alone(ability) and plain(state.rows[choice.row].n) >= SEVERAL)


def actions_of(start: State, lines: Sequence[str]) -> frozenset[Key]:
    """What is activated and cast in some lines."""
    states: list[State] = []
    played = play(start, BodyReader(nodes_of(lines)), observe=lambda state, _: states.append(state))
    keys = (key_of(state, choice) for state, choice in zip(states, played.choices, strict=False))
    return frozenset(key for key in keys if key is not None)


def _greatest_x(state: State, me: int, seen: Seen) -> Iterator[Choice]:
    """The ways to announce the greatest X (107.3a), each with one way to pay for it."""
    if asked(state) != "priority" or decider(state) != me:
        return
    for option in seen.options(state):
        x = option.slot(X)
        if x is None or option.unknown or plain(x.high) <= plain(x.low):
            continue
        for ways in islice(told_apart(state, option, 1, greatest=True), GREATEST):
            choice = next(ways, None)
            if choice is not None and plain(choice.x) == plain(x.high) and verify(state, choice) is None:
                yield choice


def _great_first(chosen: Sequence[tuple[int, Choice]], great: Iterator[Choice]) -> list[tuple[int, Choice]]:
    """Moves with those of the greatest X before those of a lesser one."""
    first = list(great)
    known = {(choice.verb, choice.row, choice.index) for choice in first}
    rest = (
        (cost + (LATER if (choice.verb, choice.row, choice.index) in known else 0), choice)
        for cost, choice in chosen
        if choice not in first
    )
    return [*((ACT, choice) for choice in first), *rest]


def _may_respond(state: State, me: int) -> bool:
    """Whether a player has an instant, or an ability that is no mana ability and may be activated at any time."""
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.zone == HAND and cls.owner == me and cls.proto is not None and "instant" in cls.proto.types:
            return True
        if cls.zone == BATTLEFIELD and cls.controller == me and any(map(_any_time, view(state, handle).abilities)):
            return True
    return False


def _any_time(ability: Ability) -> bool:
    return isinstance(ability, Activated) and not ability.timing and not is_mana_ability(ability)


def _library(state: State, seat: int) -> bool:
    """Whether a player has cards in the library."""
    return any(row.cls.zone == LIBRARY and row.cls.owner == seat for row in state.rows.values())


def _in_any_order(state: State, seat: int) -> bool:
    """Whether nobody knows which card is on top of a player's library: it was shuffled since (701.24)."""
    return order_is_random(state, seat) and not state.rows[player(seat)].cls.prop(PARTLY_SHUFFLED)


class _Search:
    """Plays lines from a start until one comes to something."""

    def __init__(self, start: State, me: int, meter: Meter, amounts: bool, rounds: bool, aside: frozenset[Key]) -> None:
        self.amounts = amounts
        self.rounds = rounds
        self.onward = ONWARD + LATER if rounds else ONWARD  # discrete: what leaving a step costs
        self.told: frozenset[str] = frozenset()  # what was told of amounts
        self.start = start
        mine = (row.cls for row in start.rows.values() if row.cls.owner == me and row.cls.zone != LIBRARY)
        self.held = {cls.proto for cls in mine if cls.proto not in (None, UNKNOWN_CARD)}
        self.me = me
        self.meter = meter
        self.seen = Seen(aside=aside)
        self.heap: list[tuple[int, int, _Node, Option | Choice | None]] = []
        self.known: set[object] = set()
        self.number = 0
        self.unplayed: set[tuple[int, int]] = set()  # by row and index: what can't be played as often as can be
        self.often = 0  # discrete: choices that were put off so as to be made as often as can be

    def run(self) -> Iterator[Once]:
        """The lines of play that come to something, the cheapest first, until the budget is used up."""
        self._keep(_Node(normal(self.start), None, None, 0, 0), 0, None)
        while self.heap and not self.meter.spent():
            _, _, node, option = heapq.heappop(self.heap)
            for way, cost in self._next(node, option):
                what = came_to(way.state, self.me, self.start)
                words = self._more(way.state) if what is None else frozenset[str]()
                if what is not None or words:
                    lines = (*node.lines(self.me), *way.lines(node.state, self.me))
                    yield Once(what or AMOUNT, lines, self.meter.steps, words)
                depth = node.depth + way.size
                if what is None and asked(way.state) != "over" and depth < DEEPEST and self._new(way.state):
                    self._keep(_Node(way.state, node, way, node.cost + cost, depth), node.cost + cost, None)
                if self.meter.spent():
                    return

    def _more(self, state: State) -> frozenset[str]:
        """The words for what a position gives as much of as an opponent has life, where one of them was not told yet."""
        if not self.amounts or asked(state) != "priority" or state.stack:
            return frozenset()
        words = much(self.start, state, self.me)
        if words <= self.told:
            return frozenset()
        self.told |= words
        return words

    def _keep(self, node: _Node, cost: int, option: Option | Choice | None) -> None:
        self.number += 1
        heapq.heappush(self.heap, (cost, self.number, node, option))

    def _new(self, state: State) -> bool:
        rows = state.rows
        amounts = tuple((handle, rows[handle].n, *sorted(rows[handle].num.items())) for handle in sorted(rows))
        key = hash((skeleton(state), amounts))
        if key in self.known:
            return False
        self.known.add(key)
        return True

    def _next(self, node: _Node, option: Option | Choice | None) -> Iterator[tuple[_Way, int]]:
        """The ways of a position's moves with their costs, or those of one option that was put off.

        A choice that was put off is one that is made as often as can be: to play that takes many steps.
        """
        if isinstance(option, Choice):
            if (option.row, option.index) in self.unplayed:
                return
            often = self._as_often_as_can_be(node.state, option)
            if often is not None:
                yield often, ONWARD
            return
        try:
            if option is None:
                in_combat = step_name(node.state) in ("attackers", "blockers") and asked(node.state) == "priority"
                found = (moves if in_combat else leaving_moves)(node.state, self.me, self.seen)
                self.meter.look(self.seen.more_options())
                for cost, later in found.later:
                    self._keep(node, node.cost + cost, later)
                chosen = found.now
                if self.rounds:
                    chosen = _great_first(chosen, _greatest_x(node.state, self.me, self.seen))
            else:
                chosen = list(priced(node.state, option, 0, self.me, wanted_mana(node.state, self.me)))
        except Unsupported:
            return
        if asked(node.state) != "priority":
            grouped = sorted((choice for _, choice in chosen), key=lambda choice: choice.count == 1)
            chosen = [(min(i, WAYS) * ANSWERED, choice) for i, choice in enumerate(grouped)]
        for cost, choice in chosen:
            played = self._played(node, choice)
            if played is not None:
                yield played, 0 if choice.verb == PASS else cost  # what waits on the stack resolves first
            again = self._in_rounds(node.state, played) if self.rounds and played is not None else None
            if again is not None:
                yield again, cost
            known = (choice.row, choice.index) in self.unplayed
            if not known and _goes_on(node.state, choice) and not node.passed("often"):
                self._keep(node, node.cost + ONWARD + min(self.often, MOST_OFTEN) * ACT, choice)
                self.often += 1
        if option is None:
            yield from self._resolved(node)
            yield from self._paid(node, found)
        for line in onward(node.state, self.me) if option is None else ():
            passed = self._passed(node.state, line)
            if passed is not None:
                yield _Way(passed[0], (), passed[1], len(passed[1])), self.onward
        if option is None and not node.passed(_AROUND):
            for step_of_turn in self._waited_for(node.state):
                around = self._to_own_turn(node.state, step_of_turn)
                if around is not None:
                    yield around, self.onward
            waiting = self._to_what_waits(node.state)
            if waiting is not None:
                yield waiting, self.onward - ACT  # one thing that is done in response costs no more than going on

    def _resolved(self, node: _Node) -> Iterator[tuple[_Way, int]]:
        """Where several things have come to wait on the stack: all of them resolve in one move, if nothing is asked on the way."""
        state, many = node.state, _waiting(node.state)
        if asked(state) != "priority" or many < SEVERAL or (node.parent and _waiting(node.parent.state) > many):
            return
        try:
            played, _ = _in_a_round(state, (RESOLVE_ALL,))
            self.meter.play(len(played.choices), len(state.rows))
            if played.stop not in (OVER, DONE):
                return
            if played.stop == DONE:
                check_read(played.state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return
        yield _Way(self.meter.tidied(played.state), (), (RESOLVE_ALL,), 1), 0

    def _paid(self, node: _Node, found: Moves) -> Iterator[tuple[_Way, int]]:
        """What can be paid for only after mana was made, with that mana: one way each."""
        try:
            for made, before in paid_for(node.state, self.me, self.seen, found):
                played = act(before, made[-1], self.me)
                if played is None or asked(played[0]) == "over":
                    continue
                check_read(played[0])
                self.meter.play(len(made), len(node.state.rows))
                whole = (*made[:-1], *played[1])
                said = _written(node.state, whole, played[0], self.me)
                yield _Way(self.meter.tidied(played[0]), whole, said, max(1, len(said))), ACT
        except Unsupported as error:
            self.seen.note(error.refusal.code)

    def _played(self, node: _Node, choice: Choice) -> _Way | None:
        try:
            played = act(node.state, choice, self.me)
            if played is None:
                return None
            state, made = played
            self.meter.play(len(made), len(state.rows))
            if asked(state) != "over":
                check_read(state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        said: tuple[str, ...] = ()
        if len(made) > 1:
            said = (ALL_PASS,) if is_round(node.state, made) else _written(node.state, made, state, self.me)
        return _Way(self.meter.tidied(state), tuple(made), said, max(1, len(said)))

    def _in_rounds(self, state: State, way: _Way) -> _Way | None:
        """A way done as often as can be; None where that is not often, or never ends.

        It is done with what resolves by it where that leads back to the same shape, else before any of it resolves.
        """
        if state.stack or asked(state) != "priority" or way.kind or len(way.made) > 1:
            return None
        once = way.lines(state, self.me)
        lines, after = list(once), way.state
        while after.stack and asked(after) == "priority" and len(lines) < SEVERAL:
            resolved = play_lines(after, [ALL_PASS])
            if isinstance(resolved, Refusal):
                break
            lines.append(ALL_PASS)
            after = self.meter.tidied(resolved.state)
        self.meter.play(len(lines), len(state.rows))
        back = asked(after) == "priority" and skeleton(after) == skeleton(state)
        return self._rounds_of(state, lines if back else once) if back or way.state.stack else None

    def _rounds_of(self, state: State, lines: Sequence[str]) -> _Way | None:
        """Lines done as often as can be; None where that is not often, or never ends."""
        loop = find_loop(state, BodyReader(nodes_of(lines)))
        refused = work_out(loop)
        self.meter.play(work_of(loop, len(lines) * len(seats(state))), len(state.rows))
        many = 0 if refused is not None or loop.end is None else greatest(loop, self.me)
        if not isinstance(many, int) or many < SEVERAL or loop.end is None:
            return None
        behind = loop.end.state if loop.end.kind == OVER and loop.end.iteration == many else loop.reach(many)
        if isinstance(behind, Refusal):
            return None
        said = "\n".join([f"repeat {decimal_text(many)}:", *(f"  {line}" for line in lines)])
        return _Way(self.meter.tidied(behind), (), (said,), len(lines))

    def _as_often_as_can_be(self, start: State, choice: Choice) -> _Way | None:
        """What costs nothing but life or cards of the library, done until the player would lose by it; then all of it resolves."""
        states, made = [start], list[Choice]()
        try:
            while len(made) < OFTEN and verify(states[-1], choice) is None:
                after = step(states[-1], choice)[0]
                if asked(after) != "priority":
                    break
                states.append(after)
                made.append(choice)
            many = len(made)
            while states[-1].stack and asked(states[-1]) == "priority":
                passed = Choice(PASS, decider(states[-1]), over=over_text(states[-1]))
                states.append(step(states[-1], passed)[0])
                made.append(passed)
            self.meter.play(len(made), len(start.rows))
            if many < SEVERAL or asked(states[-1]) != "priority":
                return None
            check_read(states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            self.meter.play(len(made), len(start.rows))
            self.unplayed.add((choice.row, choice.index))
            return None
        said = write_down(states, made, self.me).lines
        return _Way(self.meter.tidied(states[-1]), tuple(made), said, SEVERAL, "often")

    def _waited_for(self, state: State) -> Iterator[str]:
        """The steps of the player's next turn that something waits for: an upkeep, a known draw, or a draw from no library (504.1)."""
        if begins(state, self.me, "upkeep"):
            yield "upkeep"
        library = state.seqs.get(f"{LIBRARY}.{self.me}", ())
        top = state.rows[library[0]].cls.proto if library and not _in_any_order(state, self.me) else None
        if not _library(state, self.me) or top in self.held:
            yield "main1"

    def _to_what_waits(self, state: State) -> _Way | None:
        """The lines to the player's next upkeep with what triggers there on the stack, where it asks something as it resolves."""
        if not begins(state, self.me, "upkeep", asks=True) or not _may_respond(state, self.me):
            return None
        try:
            found = passage(state, f"all pass to p{self.me + 1}'s upkeep{WAITING}", self.me)
            if found is not None:
                check_read(found[0].states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        if found is None:
            return None
        self.meter.play(found[1], len(state.rows))
        return _Way(self.meter.tidied(found[0].states[-1]), (), found[0].lines, len(found[0].lines), _AROUND)

    def _to_own_turn(self, state: State, to: str) -> _Way | None:
        """The lines to a step of the player's next turn, in which nobody attacks or blocks."""
        try:
            found = round_of(state, self.me, to, over=True)
            if found is None:
                return None
            if asked(found[0].states[-1]) != "over":
                check_read(found[0].states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        self.meter.play(found[1], len(state.rows))
        lines = found[0].lines
        return _Way(self.meter.tidied(found[0].states[-1]), (), lines, len(lines), _AROUND)

    def _passed(self, state: State, line: str) -> tuple[State, tuple[str, ...]] | None:
        """The position after a line of passes, and the lines that say so.

        Also where the game ends on the way, in the player's next turn at the latest. Where something is asked on the way, nobody attacks or blocks.
        """
        try:
            passed = pass_on(state, line, self.me)
            if passed is not None:
                self.meter.play(passed[1], len(state.rows))
                check_read(passed[0])
                return self.meter.tidied(passed[0]), (line,)
            played, soon = _in_a_round(state, [line])
            over = soon and played.stop == OVER
            way = None if over else passage(state, line, self.me)
            if way is not None:
                self.meter.play(way[1], len(state.rows))
                check_read(way[0].states[-1])
                return self.meter.tidied(way[0].states[-1]), way[0].lines
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        self.meter.play(len(played.choices), len(state.rows))
        return (played.state, (line,)) if over else None


def _written(state: State, made: Sequence[Choice], end: State, me: int) -> tuple[str, ...]:
    """The lines of choices that lead from one position to another."""
    if len(made) == 1:
        return (one_line(state, made[0], me),)
    states = [state]
    for choice in made[:-1]:
        states.append(step(states[-1], choice)[0])
    return write_down([*states, end], made, me).lines
