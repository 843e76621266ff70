"""Outlets: cards that a loop does without and that win with what the loop gives, by a line that is played once behind some iterations.
Part of the solver: the answer.

The loop and the line behind it are one script, and one certificate proves that script.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final

from reiterate.cards import CardBook
from reiterate.certify.certificate import Certified, certified_once
from reiterate.combos.helpers import Entry
from reiterate.combos.layouts import Layout
from reiterate.combos.least_once import least_mana
from reiterate.combos.next_opponents import library_size
from reiterate.combos.one_shots import (
    NO_LIBRARY,
    WIN,
    Once,
    What,
    actions_of,
    ends_so,
    once_on_board,
    shorter,
    smaller_x,
)
from reiterate.combos.pools import Pool, pool_for
from reiterate.combos.smaller import lacking
from reiterate.loops.play import play
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.rules.decisions.pending import asked
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.model import State, player
from reiterate.state.properties import LIFE, MANA, OUTCOME_RULE
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.proof import Found, Meter, Prover, written
from reiterate.survey.relevance import Key
from reiterate.survey.script_of_play import nodes_of
from reiterate.survey.wants import permanent, wants_of
from reiterate.worth.gains import Gain
from reiterate.worth.line_gains import gains_with_more_life
from reiterate.worth.second_loops import written_out

#: Iterations behind which a line is looked for: as many as there are, up to so many for each life of a player. What costs so much for 1 damage wins then.
ITERATIONS: Final = 12
LEAST: Final = 20 * ITERATIONS
MOST: Final = 10 * LEAST

#: Steps of the search for a line on one board: without the actions of the loop, and with them.
STEPS: Final = 1_000
MORE: Final = 400

#: Lines of a search that are looked at.
LINES: Final = 20

#: The rule by which a player loses who draws from an empty library.
NO_CARD: Final = "704.5b"

#: The lines in the order in which they are preferred, by what they come to and whether creatures attack in them.
_RANKS: Final = {(WIN, False): 0, (WIN, True): 1, (NO_LIBRARY, False): 2, (NO_LIBRARY, True): 3}

#: Colors up to which a loop is tried in each of them.
COLORS: Final = 2

#: Where a line chooses the color of mana.
_CHOSEN: Final = re.compile(r" for \{[WUBRG]\}")

_REPEAT: Final = re.compile(r"repeat (\d+):")


@dataclass(frozen=True, slots=True)
class Outlet:
    """What some cards win with behind so many iterations of a loop that does without them.

    ``what``: what the lines come to. ``layout``: the board, with ``mana`` in the pool beside the loop's. ``library``: cards in an opponent's library
    at the start, where that is used up; None where it is not. ``text``: the position file of the whole script, ``position`` what that says. ``certificate``: of that script.
    """

    cards: tuple[str, ...]
    iterations: int
    lines: tuple[str, ...]
    attacks: bool
    what: What
    layout: Layout
    mana: Pool
    library: int | None
    text: str
    position: Position
    certificate: Certified

    @property
    def gains(self) -> tuple[Gain, ...]:
        """What the loop and the lines give, with exact numbers."""
        return gains_with_more_life(self.position.state, BodyReader(self.position.script), 0)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A board with a proved loop on it."""

    layout: Layout
    found: Found

    def behind(self, iterations: int) -> State | None:
        """The position behind so many iterations; None where the loop ends before."""
        try:
            state = self.found.loop.reach(iterations)
        except Unsupported:
            return None
        return None if isinstance(state, Refusal) else state

    @property
    def many(self) -> int:
        """Many iterations: so many for each life of a player, or as many as there are."""
        start, most = self.found.start, self.found.greatest
        lives = [start.rows[player(seat)].get(LIFE) for seat in seats(start)]
        wanted = max(ITERATIONS * life if isinstance(life, int) else MOST for life in lives)
        return min(max(LEAST, wanted), MOST, most if isinstance(most, int) else MOST)

    def does(self, iterations: int, line: Once) -> bool:
        """Whether a line comes to its end behind so many iterations."""
        state = self.behind(iterations)
        return state is not None and asked(state) != "over" and ends_so(state, self.found.me, line)


@dataclass(frozen=True, slots=True)
class Outlets:
    """The search for an outlet among the cards that a loop does without.

    ``text``: the position file of a board with a script, with the life that was asked for.
    """

    found: Found
    idle: Sequence[CompiledCard]
    book: CardBook
    text: Callable[[Layout, Sequence[str]], str]

    def laid(self, layout: Layout) -> Position | Refusal:
        """A board laid out."""
        return load(self.text(layout, ()), "combo.yaml", self.book)

    def on(self, board: Layout) -> Outlet | None:
        """The first outlet on a board of the loop; None where no line is found.

        The line has to need the iterations and each card of the outlet: without these the same search comes to no such end.
        Where the loop makes mana of a chosen color, colors that these cards ask for are tried, too.
        """
        for name in dict.fromkeys(card.name for card in self.idle):
            board = lacking(board, name)
        if self._begun(board) is None:  # one of two copies is idle, and both were taken away
            return None
        outlets = (replace(self, found=found)._by_loop(board) for found in _in_colors(self.found, self._asked()))
        return next((outlet for outlet in outlets if outlet is not None), None)

    def _asked(self) -> str:
        """The colors that costs of the idle cards have, but for mana that the loop makes.

        None where these are many: a loop makes one of them.
        """
        protos = [card.proto for card in self.idle]
        symbols = (*wants_of(protos).symbols, *(symbol for proto in protos for symbol in proto.mana_cost or ()))
        found = "".join(color for color in "WUBRG" if color in "".join(symbols) and color not in self._mana())
        return found if len(found) <= COLORS else ""

    def _by_loop(self, board: Layout) -> Outlet | None:
        """The first outlet on a board of the loop without these cards."""
        for layout in _boards(board, self.idle, self._mana()):
            begun = self._begun(layout)
            line = None if begun is None else self._line(begun)
            if begun is None or line is None or self._comes_to(begun, 0, line):
                continue
            used = [card.name for card in self.idle if not self._does(lacking(layout, card.name), line)]
            if any(_only_attacks(line, name) for name in used):
                continue
            if not used or any(self._alone(lacking(layout, name), line) for name in used):
                continue
            for card in self.idle:
                layout = layout if card.name in used else lacking(layout, card.name)
            told = self._told(layout, line, tuple(used), dict(board.mana))
            if told is not None:
                return told
        return None

    def _begun(self, layout: Layout) -> _Begun | None:
        """The same loop on another board; None where it is none there."""
        position = self.laid(layout)
        if isinstance(position, Refusal):
            return None
        found, me = self.found, self.found.me
        prover = Prover(position.state, me, Meter(STEP_BUDGET), known=True)
        proved = prover.prove(found.prefix, found.body)
        if not isinstance(proved, Found):  # beside other mana in the pool a line has to say what is paid
            prefix = written_out(found.start, nodes_of(found.prefix), me)
            body = written_out(found.loop.heads[0], nodes_of(found.body), me)
            proved = proved if prefix is None or body is None else prover.prove(prefix, body)
        return _Begun(layout, proved) if isinstance(proved, Found) else None

    def _mana(self) -> frozenset[str]:
        """The kinds of mana that the loop makes more and more of."""
        slot = f"p{self.found.me + 1}.{MANA}"
        return frozenset(
            key.removeprefix(slot) for key, n in self.found.board.items() if key.startswith(slot) and n > 0
        )

    # --- the search --------------------------------------------------------------------------------------------------

    def _line(self, begun: _Begun) -> Once | None:
        """The first line behind many iterations that wins without an attack; else one that attacks, or that empties a library."""
        best: Once | None = None
        for line in self._lines(begun, begun.many):
            if _rank(line) == min(_RANKS.values()):
                return line
            best = line if best is None or _rank(line) < _rank(best) else best
        return best

    def _lines(self, begun: _Begun, iterations: int) -> Iterator[Once]:
        """The lines behind so many iterations that win or leave an opponent without a library.

        First those without the actions of the loop.
        """
        state = begun.behind(iterations)
        if state is None or asked(state) == "over":
            return
        own = actions_of(begun.found.loop.heads[0], begun.found.body)
        for aside, steps in ((own, STEPS), (frozenset[Key](), MORE)):
            meter = Meter(steps, len(state.rows))
            found = once_on_board(state, self.found.me, meter, rounds=True, aside=aside)
            yield from islice((each for each in found if each.what in (WIN, NO_LIBRARY)), LINES)

    def _comes_to(self, begun: _Begun, iterations: int, line: Once) -> bool:
        """Whether a search behind so many iterations comes to the end of a line, or wins; by no attack where that line has none."""
        ends = (line.what, WIN)
        return any(each.what in ends and each.attacks <= line.attacks for each in self._lines(begun, iterations))

    def _alone(self, layout: Layout, line: Once) -> bool:
        """Whether a search on a board that lacks a card comes to the end of a line."""
        begun = self._begun(layout)
        return begun is not None and self._comes_to(begun, begun.many, line)

    def _does(self, layout: Layout, line: Once) -> bool:
        """Whether the same line comes to the same on another board."""
        begun = self._begun(layout)
        return begun is not None and begun.does(begun.many, line)

    # --- what is told ------------------------------------------------------------------------------------------------

    def _told(self, layout: Layout, line: Once, used: tuple[str, ...], first: Mapping[str, int]) -> Outlet | None:
        """A line made as small as goes, with as few iterations as it needs, and proved; None where that is not possible.

        ``first``: the mana that the loop needs.
        """
        begun = self._begun(layout)
        state = None if begun is None else begun.behind(begun.many)
        if begun is None or state is None:
            return None
        me = self.found.me
        line = _fewer_rounds(state, me, smaller_x(state, me, shorter(state, me, line), gives=False))
        layout = least_mana(layout, first, partial(self._does, line=line))
        begun = self._begun(layout)
        if begun is None or begun.does(0, line):
            return None
        low, high = 0, begun.many
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if begun.does(middle, line) else (middle, high)
        more = Counter(dict(layout.mana)) - Counter(first)
        return self._proved(begun, high, line, used, tuple(more.items()))

    def _proved(self, begun: _Begun, iterations: int, line: Once, used: tuple[str, ...], mana: Pool) -> Outlet | None:
        """What is told of a line behind so many iterations; None where its certificate can't be written or is not accepted."""
        loop = [
            *written(begun.found.prefix),
            f"repeat {iterations}:",
            *(f"  {each}" for each in written(begun.found.body)),
        ]
        text = self.text(begun.layout, [*loop, *written(line.lines)])
        position = load(text, "combo.yaml", self.book)
        if isinstance(position, Refusal):
            return None
        certificate = certified_once(position.state, BodyReader(position.script))
        if isinstance(certificate, Refusal):
            return None
        end = play(position.state, BodyReader(position.script)).state
        emptied = line.what == NO_LIBRARY or text_prop(end.game, OUTCOME_RULE) == NO_CARD
        other = next(seat for seat in seats(position.state) if seat != self.found.me)
        library = library_size(position.state, other) if emptied else None
        return Outlet(
            used,
            iterations,
            line.lines,
            line.attacks,
            line.what,
            begun.layout,
            mana,
            library,
            text,
            position,
            certificate,
        )


def _in_colors(found: Found, colors: str) -> Iterator[Found]:
    """A loop, and the same loop with each of some colors chosen in its iteration."""
    yield found
    for color in colors:
        body = tuple(_CHOSEN.sub(f" for {{{color}}}", line) for line in found.body)
        proved = None
        if body != found.body:
            proved = Prover(found.start, found.me, Meter(STEP_BUDGET), known=True).prove(found.prefix, body)
        if isinstance(proved, Found):
            yield proved


def _rank(line: Once) -> int:
    return _RANKS[line.what, line.attacks]


def with_outlet(
    outlet: Outlet, board: Layout, found: Found, laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found]:
    """The board of a loop and the loop, with the cards of an outlet where the outlet's line begins with them.

    As they are where the same lines are no loop there.
    """
    there = replace(outlet.layout, mana=board.mana)
    position = laid(there)
    if isinstance(position, Refusal):
        return board, found
    again = Prover(position.state, found.me, Meter(STEP_BUDGET), known=True).prove(found.prefix, found.body)
    return (there, again) if isinstance(again, Found) else (board, found)


def _boards(board: Layout, idle: Sequence[CompiledCard], made: frozenset[str]) -> Iterator[Layout]:
    """The boards with cards beside a loop: permanents on the battlefield, then all cards in hand.

    Mana to cast what is in hand is in the pool, but for the kinds of it that the loop has ``made``. Any mana pays for what has no color.
    """
    lasting = [card for card in idle if permanent(card.proto) and "Aura" not in card.proto.subtypes]
    for there in dict.fromkeys((tuple(lasting), ())):
        held = [card for card in idle if card not in there]
        mana = Counter(dict(board.mana))
        for card in held:
            cost = dict(pool_for([card.proto.mana_cost or ()]))
            mana += Counter({kind: n for kind, n in cost.items() if kind not in made and not (made and kind == "C")})
        lying: tuple[Entry, ...] = tuple({"card": card.name} for card in there)
        yield replace(
            board,
            battlefield=(*board.battlefield, *lying),
            hand=(*board.hand, *(card.name for card in held)),
            mana=tuple(mana.items()),
        )


def _only_attacks(line: Once, name: str) -> bool:
    """Whether a line says nothing of a card but that it attacks: any creature would do."""
    said = [each for each in line.lines if name in each]
    return bool(said) and all(each.startswith("attack ") for each in said)


def _fewer_rounds(start: State, me: int, line: Once) -> Once:
    """A line with as few rounds of each of its blocks as come to the same."""
    for at, each in enumerate(line.lines):
        read = _REPEAT.match(each)
        low, high = 0, int(read[1]) if read is not None else 0
        while high - low > 1:
            middle = (low + high) // 2
            tried = replace(
                line, lines=(*line.lines[:at], _REPEAT.sub(f"repeat {middle}:", each), *line.lines[at + 1 :])
            )
            if ends_so(start, me, tried):
                high, line = middle, tried
            else:
                low = middle
    return line
