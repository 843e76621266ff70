"""Lines of some cards that are played once: boards are searched, the best line is taken, and a certificate proves it.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from reiterate.amounts.numerals import parse_quantity
from reiterate.cards import CardBook
from reiterate.certify.certificate import Certified, certified_once
from reiterate.combos.attackers import with_fewer
from reiterate.combos.found_before import Line
from reiterate.combos.layouts import Layout
from reiterate.combos.least_once import least_once
from reiterate.combos.life_bounds import LifeBounds, life_bounds
from reiterate.combos.once_boards import once_boards
from reiterate.combos.one_shots import AMOUNT, DRAW, LAST, WIN, Once, What, ends_so, once_on_board, shorter, smaller_x
from reiterate.combos.paid_once import from_nowhere
from reiterate.combos.smaller import lacking
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.proof import Meter
from reiterate.survey.script_of_play import nodes_of
from reiterate.survey.wants import counters_at_first, wants_of
from reiterate.terms.proto import Proto
from reiterate.worth.gains import Gain
from reiterate.worth.line_gains import gains_with_more_life, line_gains

#: Steps of the search for a line that is played once: on one board, and on all of them, the first time and the second.
ONCE_ROUNDS: Final = ((120, 1_200), (600, 2_000))
ONCE_A_BOARD: Final = 600

#: Lines that are looked at on a board, for one that all cards are needed for.
ONCE_LINES: Final = 20

#: Boards that are searched longer for a win where a line gives much of something, and the steps on each.
LONGER: Final = 2
LONGER_STEPS: Final = 1_500

_ME: Final = 0

_Rank: TypeAlias = tuple[bool, bool]

#: The rank of a line without counters from nowhere and without an attack.
BEST: Final[_Rank] = (False, False)


@dataclass(frozen=True, slots=True)
class Single:
    """A line of play of some cards that is played once, with its certificate.

    ``what``: what it comes to. ``gains``: what it gives, with exact numbers. The rest as a ``Combo`` has it; ``layout`` holds no more than the line needs. ``life``: between
    which life totals of the proposer the line comes to the same, None where it does with the one that was asked for.
    """

    cards: tuple[str, ...]
    position: Position
    text: str
    what: What
    lines: tuple[str, ...]
    layout: Layout
    certificate: Certified
    generic: bool
    gains: tuple[Gain, ...]
    counters: dict[str, dict[str, int]]
    life: LifeBounds | None


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A line that was found with its rank, the best first: whether it takes counters from nowhere, and whether it attacks."""

    rank: _Rank
    single: Single
    line: Once

    def may_be(self, other: Once) -> bool:
        """Whether another line could be better: it wins if this one does. It attacks no more, unless this one takes counters from nowhere."""
        attacks_no_more = self.rank[0] or other.attacks <= self.line.attacks
        return attacks_no_more and (other.what == WIN or self.line.what != WIN)


@dataclass(slots=True)
class PlayedOnce:
    """The search for a line of some cards. ``life``: of each player, in digits. ``text``: the position file of a board with a script."""

    cards: tuple[CompiledCard, ...]
    book: CardBook
    life: str
    wanted: bool
    text: Callable[[Layout, str, str, Sequence[str]], str]
    refused: list[Refusal]
    line: Line | None = None  # where the line that was found is
    amounts: list[tuple[Layout, list[Once]]] = field(default_factory=list)  # of each board, lines that give much

    def once(self) -> Single | None:
        """A line of play that wins or empties a library with all of the cards, and that its certificate proves.

        One without an attack and without counters from nowhere is told as soon as it is found. For another one the first round is searched to its end.
        Lines that give as much of something as an opponent has life are kept for ``much``.
        """
        wanted = once_boards(self.cards, self.life) if self.wanted else ()
        laid = ((layout, self._laid(layout)) for layout in wanted)
        boards = [(layout, position.state) for layout, position in laid if isinstance(position, Position)]
        far: _Ranked | None = None
        for a_board, left in ONCE_ROUNDS:
            unseen: list[tuple[Layout, State]] = []
            for layout, start in boards:
                if far is not None and self._grown(layout):
                    continue
                meter = Meter(min(left, a_board), len(start.rows))
                lines = self._to_an_end(layout, start, meter) if left > 0 else ()
                tried = self._ranked(layout, lines if far is None else (each for each in lines if far.may_be(each)))
                if tried is not None and tried.rank == BEST:
                    return self._taken(tried)
                far = tried if tried is not None and (far is None or tried.rank < far.rank) else far
                left -= meter.steps
                unseen += [(layout, start)] if meter.spent() else []
            boards = unseen
            if far is not None and not far.rank[0]:
                break
        return None if far is None else self._taken(far)

    def much(self) -> Single | None:
        """Of the lines that ``once`` saw, one that draws the game with all cards, or gives as much of something as an opponent has life."""
        for layout, lines in self.amounts:
            tried = self._ranked(layout, lines)
            if tried is not None:
                return self._taken(tried)
        return None

    def longer(self) -> Single | None:
        """A line that wins, where the boards with lines that give much are searched longer: a win is told, not a gain."""
        for layout, _ in [each for each in self.amounts if each[1]][:LONGER]:
            position = self._laid(layout)
            if isinstance(position, Refusal):
                continue
            meter = Meter(LONGER_STEPS, len(position.state.rows))
            lines = islice(once_on_board(position.state, _ME, meter), ONCE_LINES)
            tried = self._ranked(layout, (each for each in lines if each.what == WIN))
            if tried is not None and not tried.rank[0]:
                return self._taken(tried)
        return None

    def _to_an_end(self, layout: Layout, start: State, meter: Meter) -> Iterator[Once]:
        """The lines of play on a board that win or empty a library, ``ONCE_LINES`` at most; the others are kept."""
        ends = 0
        others: list[Once] = []
        self.amounts = [each for each in self.amounts if each[0] is not layout]  # what fewer steps saw on that board
        self.amounts.append((layout, others))
        for found in once_on_board(start, _ME, meter, amounts=True):
            if found.what not in LAST:
                yield found
                ends += 1
            elif len(others) < ONCE_LINES:
                others.append(found)
            if ends == ONCE_LINES:
                return

    def _ranked(self, layout: Layout, lines: Iterable[Once]) -> _Ranked | None:
        """The best of some lines on a board, with no more on the board than it needs, and proved."""
        position = self._laid(layout)
        found = None if isinstance(position, Refusal) else self._best_once(layout, position.state, lines)
        if found is None:
            return None
        least = least_once(layout, self.counters_at_first, partial(self.does, found=found))
        single = self.single(least, found)
        if single is None:
            return None
        return _Ranked((self._grown(least), found.attacks), single, found)

    def _taken(self, found: _Ranked) -> Single:
        """A line that is told: it is kept where it was found."""
        line = found.line
        self.line = Line(found.single.layout, line.what, line.lines, tuple(sorted(line.words)))
        return found.single

    def _best_once(self, layout: Layout, start: State, lines: Iterable[Once]) -> Once | None:
        """The line of play that all cards are needed for: a win first, then one without an attack, then the first that gives most."""
        best: Once | None = None
        rank = (True, True, 0)
        for found in lines:
            many = len(line_gains(start, BodyReader(nodes_of(found.lines)), _ME))
            tried = (found.what != WIN, found.attacks, -many)
            if best is not None and tried >= rank:
                continue
            fewer = self._with_fewer_attackers(start, shorter(start, _ME, found))
            if not any(self._alone(lacking(layout, name), fewer) for name in self.names):
                best, rank = fewer, tried
        return best and smaller_x(start, _ME, best)

    def _with_fewer_attackers(self, start: State, found: Once) -> Once:
        """The line with no more attackers than it needs to give as many things."""

        def many(each: Once) -> int:
            return len(line_gains(start, BodyReader(nodes_of(each.lines)), _ME))

        def does(lines: Sequence[str]) -> bool:
            tried = replace(found, lines=tuple(lines))
            return ends_so(start, _ME, tried) and many(tried) >= many(found)

        return replace(found, lines=with_fewer(start, found.lines, _ME, does)) if found.attacks else found

    def _alone(self, layout: Layout, found: Once) -> bool:
        """Whether a board that lacks a card comes to the same or more, by that line or another; by no attack if that has none."""
        if self.does(layout, found, alone=True):
            return True
        position = self._laid(layout)
        if isinstance(position, Refusal):
            return False
        amounts = found.what == AMOUNT
        enough = (found.what, WIN) if found.what == DRAW else (found.what,)
        lines = once_on_board(position.state, _ME, Meter(ONCE_A_BOARD // 2, len(position.state.rows)), amounts)
        return any(
            other.what in enough and other.words >= found.words and other.attacks <= found.attacks
            for other in islice(lines, ONCE_LINES)
        )

    def does(self, layout: Layout, found: Once, alone: bool = False) -> bool:
        """Whether the same line comes to the same on another board; with ``alone``, or to more."""
        position = self._laid(layout)
        return not isinstance(position, Refusal) and ends_so(position.state, _ME, found, alone)

    def single(self, layout: Layout, found: Once) -> Single | None:
        """What is told of a line; None where its certificate can't be written or is not accepted."""
        text = self.text(layout, self.life, self.life, found.lines)
        position = load(text, "combo.yaml", self.book)
        if isinstance(position, Refusal):
            return None
        certificate = certified_once(position.state, BodyReader(position.script))
        if isinstance(certificate, Refusal):
            self.refused.append(certificate)
            return None
        given = gains_with_more_life(position.state, BodyReader(position.script), _ME)
        return Single(
            self.names,
            position,
            text,
            found.what,
            found.lines,
            layout,
            certificate,
            generic_mana([card.proto for card in self.cards]),
            given,
            self.counters_at_first,
            self._bounds(layout, found),
        )

    def _bounds(self, layout: Layout, found: Once) -> LifeBounds | None:
        """Between which life totals of its player a line comes to the same; None where it does with the one that was asked for."""
        there, usual = parse_quantity(layout.life or self.life), parse_quantity(self.life)
        if not layout.life or not isinstance(there, int) or not isinstance(usual, int):
            return None
        return life_bounds(there, lambda n: self.does(replace(layout, life=str(n)), found), usual)

    def _laid(self, layout: Layout) -> Position | Refusal:
        return load(self.text(layout, self.life, self.life, ()), "combo.yaml", self.book)

    def _grown(self, layout: Layout) -> bool:
        """Whether a card begins with more counters than it enters with."""
        return from_nowhere(layout, self.counters_at_first)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(card.name for card in self.cards)

    @property
    def counters_at_first(self) -> dict[str, dict[str, int]]:
        """The counters that each card enters with."""
        return {card.name: counters_at_first(card.proto) for card in self.cards}


def generic_mana(protos: Sequence[Proto]) -> bool:
    """Whether no mana cost of some cards has a symbol of colorless mana (107.4c)."""
    return "C" not in (*wants_of(protos).symbols, *(symbol for proto in protos for symbol in proto.mana_cost or ()))
