"""A proposed script worked out: each top line is a part, played or jumped, with a state at every place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reiterate.amounts import divided
from reiterate.loops.loop import Count, Loop, count_text, find_loop
from reiterate.loops.play import DONE, OVER, Played, play
from reiterate.refusals import ILLEGAL, INPUT, UNDETERMINED, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import asked, decider, entry_text
from reiterate.rules.events.turn_changes import master
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.places import Place
from reiterate.script.script import AS_OFTEN_AS_POSSIBLE, BodyReader, Line, Node, Repeat, refuse_results
from reiterate.script.which_ability import fitting
from reiterate.state.model import State, player
from reiterate.state.properties import LOST

#: Choices of an iteration that a place is looked for in: one inside of blocks of very many rounds may be far behind.
PLACE_BUDGET: Final = 10_000


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place (``script.places``) worked out: just before choice ``choice`` of iteration ``iteration`` of part ``part``.

    Parts count from 0, iterations and choices from 1; choices are counted through nested blocks.
    """

    part: int
    iteration: Count
    choice: int


@dataclass(slots=True)
class Part:
    """One top line of a script: a line or ``for each`` once, or a block ``count`` times."""

    node: Node
    count: Count
    loop: Loop
    reader: BodyReader

    def unlike(self) -> Iterator[Count]:
        """The iterations that are done, from 1 on, without those of a period behind the first one like it."""
        end = self.loop.end
        iteration: Count = 1
        while not self.count < iteration and (end is None or not end.iteration < iteration):
            yield iteration
            for segment in self.loop.segments:
                if segment.periods is not None and iteration == segment.start + segment.period.iterations:
                    iteration = segment.start + segment.periods * segment.period.iterations
                elif segment.periods is None and not iteration < segment.start + segment.period.iterations:
                    iteration = self.count
            iteration = iteration + 1


class PlayedScript:
    """Everything a proposed script would do, from its first state on."""

    __slots__ = ("final", "last", "parts", "start")

    def __init__(self, start: State) -> None:
        self.start = start
        self.parts: list[Part] = []
        self.final = start
        self.last = Spot(0, 1, 1)

    def extend(self, nodes: Sequence[Node], proposer: int) -> Refusal | None:
        """Work out all parts; None, or a refusal that says where and why the script stops being legal."""
        for node in nodes:
            if isinstance(node, Repeat):
                refuse_results(node)
            body = node.body if isinstance(node, Repeat) else (node,)
            count = node.count if isinstance(node, Repeat) else 1
            reader = BodyReader(body)
            loop = find_loop(self.final, reader)
            if isinstance(node, Repeat) and node.until:
                found = self._count_of(node, loop, proposer)
                if isinstance(found, Refusal):
                    return found
                count = found
            part = Part(node, count, loop, reader)
            self.parts.append(part)
            refused = loop.extend(count)
            if refused is not None:
                return refused
            if loop.end is not None and loop.at_iteration < count:
                refused = self._ends_before(part, proposer)
                if refused is not None:
                    return refused
                self.final = loop.end.state
                self.last = Spot(len(self.parts) - 1, loop.end.iteration, loop.end.choice)
                if len(self.parts) < len(nodes):
                    message = "the game is over before this line"
                    where = getattr(nodes[len(self.parts)], "where", None)
                    refusal = Refusal(ILLEGAL, "game-over", message, "a script that stops there", "104.1")
                    return refusal.at(where) if where is not None else refusal
                return None
            state = loop.reach(count)
            if isinstance(state, Refusal):
                return state
            if isinstance(node, Line) and state.only is self.final.only:  # no choice was made
                state = reader.heard(state)
            self.final = state
            self.last = Spot(len(self.parts), 1, 1)
        return None

    def _count_of(self, node: Repeat, loop: Loop, proposer: int) -> Count | Refusal:
        """The number of iterations that ``until it ends`` or ``as often as possible`` stands for (732.2a)."""
        refused = loop.extend(None)
        if refused is not None:
            return refused.at(node.where)
        end = loop.end
        if end is None:
            message = "the loop never ends by itself, so this names no number"
            return Refusal(ILLEGAL, "never-ends", message, "a number, such as repeat 1000000:", "732.2a").at(node.where)
        began = end.kind == OVER and end.choice > 1
        greatest = end.iteration if began else end.iteration - 1
        if node.until == AS_OFTEN_AS_POSSIBLE and end.state.rows[player(proposer)].cls.prop(LOST):
            greatest = last_safe(loop, proposer, greatest)
        if greatest == 0:
            return (end.refusal if end.refusal is not None else loop.ended(1)).at(node.where)
        return greatest

    def _ends_before(self, part: Part, proposer: int) -> Refusal | None:
        """None where the part ends the game within its last iteration, which is legal; else the refusal."""
        end = part.loop.end
        assert end is not None
        began = end.kind == OVER and end.choice > 1
        greatest = end.iteration if began else end.iteration - 1
        if part.count <= greatest:
            return None
        if greatest == 0 or part.count == 1:
            return end.refusal if end.refusal is not None else part.loop.ended(part.count)
        lost = end.state.rows[player(proposer)].cls.prop(LOST)
        safe = last_safe(part.loop, proposer, greatest) if lost else greatest
        reason = end.refusal.message if end.refusal is not None else "the game is over"
        message = f"iteration {count_text(end.iteration)} stops before its choice {end.choice}: {reason}"
        expected = f"at most {count_text(greatest)} iteration{'' if greatest == 1 else 's'}"
        if safe != greatest:
            expected += f"; the proposer is still in the game after at most {count_text(safe)}"
        rule = end.refusal.rule if end.refusal is not None and end.refusal.rule else "732.2a"
        kind = end.refusal.kind if end.refusal is not None else ILLEGAL
        where = getattr(part.node, "where", None)
        refusal = Refusal(kind, "too-many-iterations", message, expected, rule)
        return refusal.at(where) if where is not None else refusal

    # --- places ---------------------------------------------------------------------------------------------------

    def numbered(self, place: Place, seat: int | None = None) -> Place | Refusal:
        """A place in words as one in numbers: the first such one at which ``seat``, or anybody, has priority.

        A place in numbers stays the same. A refusal where the sequence, or the iteration that is named, has no such place.
        """
        if not place.in_words:
            return place
        seen: dict[str, None] = {}
        left = PLACE_BUDGET
        for part, iteration in self._iterations_meant(place):
            if isinstance(part, Refusal):
                return _no_place(place, part.expected)
            start = part.loop.reach(iteration - 1)
            if isinstance(start, Refusal):
                return start
            number, left = self._in_iteration(place, seat, part, start, seen, left)
            if number:
                return Place(((part.node.number, iteration),), 0, number)  # type: ignore[arg-type] # as it was named, or of a first period
            if not left:
                message = f"'{place}' is behind more than {PLACE_BUDGET} choices of its iteration"
                return Refusal(UNDETERMINED, "iteration-budget", message, "a place nearer to its beginning", "732.2b")
        elsewhere = "another iteration, or another step" if place.step else "another iteration"
        shown = f"something that is on the stack there: {', '.join(seen)}" if seen and place.words else elsewhere
        return _no_place(place, shown)

    def _iterations_meant(self, place: Place) -> Iterator[tuple[Part | Refusal, Count]]:
        """The iterations in which a place in words is looked for: the one that is named, else those of all parts.

        Of periods that are alike the first one is enough.
        """
        if place.path:
            spot = self.spot(replace(place, words="", step=""))
            if isinstance(spot, Refusal):
                yield spot, 1
            else:
                yield self.parts[spot.part], spot.iteration
            return
        yield from ((part, iteration) for part in self.parts for iteration in part.unlike())

    def _in_iteration(
        self, place: Place, seat: int | None, part: Part, state: State, seen: dict[str, None], left: int
    ) -> tuple[int, int]:
        """The number of the first fitting choice of an iteration, 0 for none, and how many choices may still be looked at."""
        cursor, number = part.reader.start(), 0
        while left:
            number, left = number + 1, left - 1
            if asked(state) == "priority" and seat in (None, master(state, decider(state))):
                if _fits(state, place, seat):
                    return number, left
                seen |= dict.fromkeys(entry_text(state, handle) for handle in state.stack)
            one = play(state, part.reader, cursor, upto=1)
            if not one.choices:
                return 0, left or 1
            state, cursor = one.state, one.cursor
        return 0, 0

    def spot(self, place: Place) -> Spot | Refusal:
        """Work out a written place; a refusal where the script has no such place."""
        if place.in_words:
            found = self.numbered(place)
            return found if isinstance(found, Refusal) else self.spot(found)
        index = self._part_of(place)
        if isinstance(index, Refusal):
            return index
        part = self.parts[index]
        iteration = place.path[0][1] if place.path else 1
        if not 1 <= iteration <= part.count:
            return _no_place(place, f"iterations of that line go from 1 to {count_text(part.count)}")
        inner = tuple(place.path[1:])
        if part.loop.end is not None and iteration > part.loop.end.iteration:
            return _no_place(place, f"the game is over in iteration {count_text(part.loop.end.iteration)}")
        start = part.loop.reach(iteration - 1)
        if isinstance(start, Refusal):
            return start
        return self._inside(place, part, index, iteration, start, inner)

    def _inside(
        self, place: Place, part: Part, index: int, iteration: int, start: State, inner: tuple[tuple[int, int], ...]
    ) -> Spot | Refusal:
        """Find the choice within an iteration: the k-th one whose innermost blocks are ``inner``."""
        state, cursor, number, found = start, part.reader.start(), 0, 0
        while True:
            played = play(state, part.reader, cursor, upto=0)
            read = None if played.stop == OVER else part.reader.next(state, cursor)
            if read is None or isinstance(read, Refusal):
                return _no_place(place, f"that iteration has {number} choices")
            number += 1
            if number > PLACE_BUDGET:
                message = f"'{place}' is behind more than {PLACE_BUDGET} choices of its iteration"
                return Refusal(UNDETERMINED, "iteration-budget", message, "a place nearer to its beginning", "732.2b")
            if not inner or part.reader.path(state, cursor)[: len(inner)] == inner:
                found += 1
                if found == place.choice:
                    return Spot(index, iteration, number)
            one = play(state, part.reader, cursor, upto=1)
            state, cursor = one.state, one.cursor

    def _part_of(self, place: Place) -> int | Refusal:
        """The part that a place is in; a line outside blocks counts as a block done once (``2@1.3``)."""
        wanted = place.path[0][0] if place.path else place.line
        if place.path and wanted == 0:
            blocks = [i for i, part in enumerate(self.parts) if isinstance(part.node, Repeat)]
            if len(blocks) == 1:
                return blocks[0]
            if blocks:
                return _no_place(place, "the line of a block: LINE@ITERATION.CHOICE")
            return _no_place(place, "a line of the script, and a choice in it: LINE@1.CHOICE")
        for i, part in enumerate(self.parts):
            if part.node.number == wanted and (place.path or not isinstance(part.node, Repeat)):
                return i
        return _no_place(place, "a line of the script's outermost level")

    def at(self, spot: Spot) -> Played | Refusal:
        """The state just before a spot's choice."""
        if spot.part >= len(self.parts):
            return Played(self.final, [], DONE, None, ())
        return self.parts[spot.part].loop.up_to(spot.iteration, spot.choice)

    def proposed(self, spot: Spot) -> Choice | None:
        """The choice that the script makes at a spot; None at its end."""
        if spot.part >= len(self.parts):
            return None
        here = self.at(spot)
        assert isinstance(here, Played)
        read = self.parts[spot.part].reader.next(here.state, here.cursor)
        return read[0] if isinstance(read, tuple) else None

    def iterations_before(self, spot: Spot) -> Count:
        """Complete iterations before a spot of the loop that it is in, or of the last one before it.

        Another block of the top level is another loop, unless it has the same lines.
        """
        each = self.iterations_by_loop(spot)
        return each[-1] if each else 0

    def iterations_by_loop(self, spot: Spot) -> tuple[Count, ...]:
        """Complete iterations before a spot, of each loop of the top level by itself; blocks with the same lines are one."""
        found: list[tuple[object, Count]] = []
        for i, part in enumerate(self.parts[: spot.part + 1]):
            if not isinstance(part.node, Repeat):
                continue
            lines = _said(part.node.body)
            made = part.count if i < spot.part else spot.iteration - 1
            if found and found[-1][0] == lines:
                made = found.pop()[1] + made
            found.append((lines, made))
        return tuple(made for _, made in found)


def _fits(state: State, place: Place, seat: int | None) -> bool:
    """Whether a position in which somebody has priority is one that a place in words means."""
    if place.step and step_name(state) != place.step:
        return False
    turn = seat if place.whose == "my" else int(place.whose[1:]) - 1 if place.whose else None
    if turn is not None and active_seat(state) != turn:
        return False
    return not place.words or bool(fitting(state, list(state.stack), place.words))


def _said(nodes: Sequence[Node]) -> tuple[object, ...]:
    """What lines say, wherever they are written."""
    return tuple(
        (tuple(node.text.split()), node.results)
        if isinstance(node, Line)
        else (type(node).__name__, getattr(node, "count", 1), _said(node.body))
        for node in nodes
    )


def last_safe(loop: Loop, seat: int, greatest: Count) -> Count:
    """The greatest number of iterations of a loop, up to ``greatest``, after which a player has not lost."""
    low: Count = 0
    high = greatest + 1
    while high - low > 1:
        middle = divided(low + high, 2)[0]
        state = loop.reach(middle)
        if isinstance(state, Refusal) or state.rows[player(seat)].cls.prop(LOST):
            high = middle
        else:
            low = middle
    return low


def _no_place(place: Place, expected: str) -> Refusal:
    return Refusal(INPUT, "no-such-place", f"'{place}' is no place of the proposed sequence", expected, "732.2b")
