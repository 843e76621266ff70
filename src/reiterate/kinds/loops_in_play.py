"""Loops recognised in a game that is played by hand: each position is marked once, and looked up by its mark.

Three things are recognised. A position has come back, perhaps by actions of several players (732.3). Something goes on
by itself: the same is on the stack again, and nobody acted. Something is repeated inside one resolution, where nobody has
priority. The first is proved where it is told; the others are stretches, and ``prove`` proves what they are.

Who acted in a stretch may only have added something to what goes on by itself anyway. So such a stretch is looked at too
(``more``). It says nothing before it is proved that nobody keeps its loop up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from reiterate.amounts import identical
from reiterate.kinds.answers import Unknown, answers, declining
from reiterate.kinds.kept_kinds import kept_kind_of
from reiterate.kinds.kinds import NEVER, Kind
from reiterate.loops.loop import Loop, count_text, find_loop
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.script import BodyReader, Node, parse_script
from reiterate.script.sentences import line_of
from reiterate.shortcuts.duty_to_differ import History, Recurrence
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.properties import PASSES

#: What a stretch may be: what goes on though nobody acts; what is repeated inside one resolution.
BY_ITSELF: Final = "by itself"
IN_RESOLUTION: Final = "inside one resolution"
#: What may go on by itself, where somebody acted meanwhile: told where it is proved that nobody keeps it up.
WITH_MORE: Final = "by itself, with more done in it"

#: Iterations that a loop has at least: the shown one, another one, and the one in which it ends.
FEWEST: Final = 3

#: The code of a stretch that is no loop.
NO_PERIOD: Final = "no-period"

#: Positions of one head that a new one is compared with: the latest ones.
COMPARED: Final = 16

#: The head of a position: what is asked of whom, and what is on the stack, from the top.
Head: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The choices from place ``begin`` up to before ``end``, which may be one iteration of a loop; ``what``: of which."""

    begin: int
    end: int
    what: str

    def moved(self, by: int) -> Stretch:
        """The same where so many positions before all others are forgotten."""
        return replace(self, begin=self.begin - by, end=self.end - by)


@dataclass(frozen=True, slots=True)
class ProvedLoop:
    """A stretch that is one iteration of a proved loop: its lines, the loop from place ``begin`` on, and its kind."""

    stretch: Stretch
    body: tuple[Node, ...]
    loop: Loop
    kind: Kind

    @property
    def grows(self) -> bool:
        """Whether it never ends, and each iteration leaves another position."""
        return self.kind.ending.when == NEVER and not self.kind.recurs


@dataclass(slots=True)
class InPlay:
    """A game that is watched. ``heads``: the places of the positions of a head since nothing waited on the stack.

    ``recurrence`` and ``stretch``: what is recognised in the present position, None where there is nothing. ``more``: a
    stretch in which somebody acted, and what was on top of the stack is there again, once all that has resolved.
    """

    history: History
    heads: dict[Head, list[int]] = field(default_factory=dict)
    recurrence: Recurrence | None = None
    stretch: Stretch | None = None
    more: Stretch | None = None

    @classmethod
    def of(cls, history: History, state: State) -> InPlay:
        """A game of which the history is known, in the position behind that history."""
        made = cls(history)
        for place, (before, _) in enumerate(history.line):
            made._places(before).append(place)
        made.come_to(state)
        return made

    def feed(self, choice: Choice, after: State) -> None:
        """Take notice of a choice in the present position, and of the position behind it."""
        self.history.note(choice)
        self.come_to(after)

    def come_to(self, state: State) -> None:
        """Be in a position, and recognise what ends in it."""
        self.recurrence = self.stretch = self.more = None
        self.history.come_to(state)
        self.recurrence = self.history.came_back
        place = len(self.history.line)
        places = self._places(state)
        self.stretch, self.more = self._stretches(state, places[-COMPARED:])
        places.append(place)

    def lately(self, many: int) -> InPlay:
        """The game of the last so many choices alone: what is recognised begins among them."""
        by = max(0, len(self.history.line) - many)
        heads = {head: kept for head, at in self.heads.items() if (kept := [place - by for place in at if place >= by])}
        history = self.history.lately(many)
        stretch, more = (
            None if found is None or found.begin < by else found.moved(by) for found in (self.stretch, self.more)
        )
        return InPlay(history, heads, history.came_back, stretch, more)

    def _places(self, state: State) -> list[int]:
        """The places with the head of a position; a new list where nothing can go on by itself."""
        asks = asked(state)
        if asks == "over" or (asks == "priority" and not state.stack):
            self.heads.clear()  # to pass then is to let the step end, and nothing goes on by itself
            return []
        made = normal(state)
        return self.heads.setdefault((id(made.game), *(id(made.rows[h].cls) for h in made.stack)), [])

    def _stretches(self, state: State, places: Sequence[int]) -> tuple[Stretch | None, Stretch | None]:
        """The shortest stretch from one of some places to the present position in which nobody acts, and with more in it."""
        end, what = len(self.history.line), BY_ITSELF if asked(state) == "priority" else IN_RESOLUTION
        made = normal(state) if places else state
        first = True
        for begin in reversed(places):
            if not _holds(made, normal(self.history.line[begin][0])):
                continue
            if what == IN_RESOLUTION:
                return (Stretch(begin, end, what) if self._within_one(begin) else None), None
            if first and not self.history.actors(begin, end):
                return Stretch(begin, end, what), None
            first = False
            if self._resolves(begin):
                return None, Stretch(begin, end, WITH_MORE) if self._has_come_of(begin, state) else None
        return None, None

    def _resolves(self, begin: int) -> bool:
        """Whether what was on top of the stack at a place has resolved since, and not just what was put on it."""
        line = self.history.line
        depth = len(line[begin][0].stack)
        last = len(seats(self.history.state)) - 1
        return any(
            choice.verb == PASS and len(state.stack) <= depth and number_prop(state.game, PASSES) >= last
            for state, choice in line[begin:]
        )

    def _has_come_of(self, begin: int, state: State) -> bool:
        """Whether what was done last since a place has resolved by the present position: nobody is asked in between."""
        line, acted = self.history.line, self.history.acted
        last = max(at for at in range(begin, len(line)) if acted[at] != acted[at + 1])
        behind = [*(each for each, _ in line[last + 1 :]), state]
        return any(len(each.stack) <= len(line[last][0].stack) for each in behind)

    def _within_one(self, begin: int) -> bool:
        """Whether nobody has had priority from a place on."""
        line = self.history.line
        return all(asked(line[at][0]) != "priority" for at in range(begin, len(line)))

    def prove(self, stretch: Stretch) -> ProvedLoop | Refusal:
        """The loop of a stretch; a refusal where it is none, or where it was not proved: undetermined."""
        line = self.history.line
        after = line[stretch.end][0] if stretch.end < len(line) else self.history.state
        try:
            if stretch.what == WITH_MORE and not _may_go_on(after, 2 * (stretch.end - stretch.begin)):
                return _no_loop("where nobody acts, nothing is left to resolve")
            return _proved(stretch, line[stretch.begin : stretch.end], after)
        except Unsupported as error:
            return error.refusal


def _holds(state: State, before: State) -> bool:
    """Whether all kinds of rows of ``before`` are there, and not fewer of what is on the stack."""
    kinds = {id(row.cls) for row in state.rows.values()}
    if any(id(row.cls) not in kinds for row in before.rows.values()):
        return False
    pairs = zip(state.stack, before.stack, strict=True)
    return all(_no_fewer(state, before, here, there) for here, there in pairs)


def _no_fewer(state: State, before: State, here: int, there: int) -> bool:
    more, less = state.rows[here].n, before.rows[there].n
    return identical(more, less) or (type(more) is int and type(less) is int and more > less)


def _may_go_on(state: State, most: int) -> bool:
    """Whether something is still on the stack behind so many choices by which nobody acts, or may depend on an answer."""
    for _ in range(most):
        if over(state) or (asked(state) == "priority" and not state.stack):
            return False
        nothing = declining(state)
        if asked(state) == "priority":
            nothing = Choice(PASS, decider(state), over=over_text(state))
        if nothing is None:
            try:
                ways = answers(state)
            except Unknown:
                return True
            if len(ways) != 1:
                return True
            nothing = ways[0]
        state = step(state, nothing)[0]
    return True


def _proved(stretch: Stretch, made: Sequence[tuple[State, Choice]], after: State) -> ProvedLoop | Refusal:
    """The loop of choices, each with the position it was made in; ``after``: the position behind the last one."""
    lines = [line_of(state, choice) for state, choice in made]
    body = parse_script("\n".join(lines))
    if isinstance(body, Refusal):
        return _no_loop(f"what was played can't be told in lines: {body.message}")
    loop = find_loop(made[0][0], BodyReader(body))
    behind = loop.reach(1)
    refused = behind if isinstance(behind, Refusal) else loop.extend(None)
    kind = kept_kind_of(loop) if refused is None else refused
    if isinstance(kind, Refusal):
        return replace(kind, kind=UNDETERMINED)
    if not isinstance(behind, State) or not same(behind, after):
        return _no_loop("the same lines lead elsewhere")
    end = loop.end
    if end is None:
        return ProvedLoop(stretch, tuple(body), loop, kind)
    why = f"iteration {count_text(end.iteration)} stops: {kind.ending.reason}"
    if end.iteration < FEWEST:
        return _no_loop(why)
    if not _over(stretch, end.state):
        return replace(_no_loop(why) if end.refusal is None else end.refusal, kind=UNDETERMINED, message=why)
    return ProvedLoop(stretch, tuple(body), loop, kind)


def _over(stretch: Stretch, state: State) -> bool:
    """Whether what goes on is over in a position, and its lines do not just read otherwise there."""
    if over(state):
        return True
    return asked(state) == "priority" and (stretch.what == IN_RESOLUTION or not state.stack)


def least_rotation(lines: Sequence[str]) -> tuple[str, ...]:
    """The least of all rotations: an iteration is the same wherever one begins to count."""
    begin, other, length = 0, 1, 0
    size = len(lines)
    while other < size and length < size:
        one, two = lines[(begin + length) % size], lines[(other + length) % size]
        if one == two:
            length += 1
            continue
        if one > two:
            begin, other = max(other, begin + length + 1), max(other, begin + length + 1) + 1
        else:
            other += length + 1
        length = 0
    return (*lines[begin:], *lines[:begin])


def _no_loop(why: str) -> Refusal:
    return Refusal(UNDETERMINED, NO_PERIOD, why, "a stretch that is proved to go on", "732.1b")
