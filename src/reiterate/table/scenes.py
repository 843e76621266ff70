"""A shortcut as a picture: the board at any place of it, and the slider of its iterations.

The slider of iterations. Its positions 0 to 1000 stand for 0 to any number, on a log scale whose numbers are round and exact.

Small counts have a position each, so that iteration 7 of 10^100 can be touched. Beyond that a position is a number with two digits
that count, such as 5.6*10^57. Position 1000 is the count itself.

A shortcut as a picture: the board at any place of it, what can be stopped where, and what grows over the iterations.

A shortcut that waits is shown as its proposer saw it, and each chair sees of that what it may (``table/hiding.py``). A script that
nobody has proposed yet is worked out on what the asker sees, and makes no entry.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Final, Literal

import msgspec

from reiterate.amounts import Formula, digits_text, identical
from reiterate.ask.answer import Board, Waiting
from reiterate.ask.answer_parts import Part, Quantity
from reiterate.ask.answer_parts import quantity as answer_quantities_quantity
from reiterate.ask.building_board import object_ids, stack_of
from reiterate.games.game import may_stop
from reiterate.loops.loop import Count, count_text
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import ORDER, PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.events.turn_changes import master
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.naming_words import any_of
from reiterate.script.places import quantity
from reiterate.script.script import Repeat, script_lines, written_lines
from reiterate.script.sentences import said_of
from reiterate.script.whose import asking, source_name
from reiterate.shortcuts.net_change import board_numbers
from reiterate.shortcuts.played_script import Part as Piece
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.procedure import propose, proposed_lines
from reiterate.show.board_words import waiting_words
from reiterate.state.model import HAND, State
from reiterate.table.card_faces import Face, board_with_texts, token_faces
from reiterate.table.hiding import everybodys, foreseen, seen_from, shielded_names, without
from reiterate.table.places_to_stop import PLACES
from reiterate.table.rounds import Round
from reiterate.table.seat_view import Cards, Change, cards_of, visible_changes
from reiterate.table.seats import SPECTATOR, seat_of

# --- iteration scale -----------------------------------------------------------------------------

#: The last position of the slider.
END: Final = 1000

#: Iterations at the beginning that have places of their own, and where the last of them is.
FEW: Final = 20
_FEW_END: Final = 120

#: Counts up to this one have a position for each iteration.
LINEAR: Final = 250

#: Digits of the count from which on the scale goes on as if it had so many: longer ones are reached by typing.
_DIGITS: Final = 4_000

_CONTEXT: Final = Context(prec=60)


def iteration_at(position: int, count: Count) -> Count:
    """How many iterations a position from 0 to 1000 stands for, of ``count``."""
    position = max(0, min(END, position))
    if position == END:
        return count
    if isinstance(count, int) and count <= LINEAR:
        return (position * count + END // 2) // END
    if position <= _FEW_END:
        return (position * FEW + _FEW_END // 2) // _FEW_END
    low, high = _log(FEW), _digits(count)
    exponent = low + (high - low) * Decimal(position - _FEW_END) / Decimal(END - _FEW_END)
    whole = int(exponent)
    leading = int(_CONTEXT.power(Decimal(10), _CONTEXT.subtract(exponent, Decimal(whole))) * 10 + Decimal("0.5"))
    found = leading * 10**whole // 10
    return found if found < count else count


def position_of(iteration: Count, count: Count) -> int:
    """The position that is nearest to a number of iterations."""
    if iteration >= count:
        return END
    if isinstance(count, int) and count <= LINEAR and isinstance(iteration, int):
        return (iteration * END + count // 2) // count
    if isinstance(iteration, int) and iteration <= FEW:
        return (iteration * _FEW_END + FEW // 2) // FEW
    low, high = _log(FEW), _digits(count)
    part = (min(_digits(iteration), high) - low) / max(high - low, Decimal("1e-9"))
    return min(END - 1, _FEW_END + int(part * (END - _FEW_END) + Decimal("0.5")))


def marks(count: Count) -> list[Count]:
    """Numbers that stand beside the scale, from 0 to ``count``: where even steps end, and behind that a power of ten about halfway."""
    if isinstance(count, int) and count <= LINEAR:
        return list(dict.fromkeys((0, count // 2, count)))
    return [0, FEW, 10 ** max(2, int((_log(FEW) + _digits(count)) / 2)), count]


def stepped(iteration: Count, step: str, count: Count) -> Count:
    """A number of iterations after a step: ``+1``, ``-1``, ``*10``, ``/10``, ``first``, ``last``."""
    found: Count = iteration
    if step == "+1":
        found = iteration + 1
    elif step == "-1":
        found = iteration - 1 if iteration >= 1 else 0
    elif step == "*10":
        found = max(iteration, 1) * 10 if isinstance(iteration, int) else iteration
    elif step == "/10":
        found = iteration // 10 if isinstance(iteration, int) else iteration
    elif step == "first":
        found = 0
    elif step == "last":
        found = count
    return found if found < count else count


def typed(text: str, count: Count) -> Count | Refusal:
    """A number of iterations as a person types it: ``7``, ``10^99+7``; a refusal where there are fewer."""
    if not text.strip():
        return Refusal(INPUT, "count-not-a-number", "no iteration was typed", "a number such as 7 or 10^99+7")
    found = quantity(text.replace(",", "").replace(" ", ""))
    if isinstance(found, Refusal):
        return found
    if found > count:
        return Refusal(
            INPUT,
            "no-such-place",
            f"there is no iteration {digits_text(found)}",
            "a number up to the last iteration",
            "732.2b",
        )
    return found


def _digits(count: Count) -> Decimal:
    """The logarithm of a count to the base 10, as far as the scale goes."""
    if isinstance(count, Formula):
        return Decimal(_DIGITS)
    return min(_log(count), Decimal(_DIGITS))


def _log(number: int) -> Decimal:
    return _CONTEXT.log10(Decimal(number))


# --- scenes --------------------------------------------------------------------------------------

#: Positions of the slider at which the plot is drawn, and numbers that are drawn at most.
POINTS: Final = tuple(range(0, END + 1, 25))
LINES: Final = 6

#: How the paths of sizes end.
_SIZES: Final = (".power", ".toughness")

#: Digits of a logarithm.
_LOGARITHMS: Final = Context(prec=9)


class Block(Part, frozen=True):
    """A line of the script's outermost level with the lines inside of it, and how often it is done; 1 for a plain line."""

    number: int
    lines: list[str]
    repeated: bool
    count: Quantity


class Stop(Part, frozen=True):
    """A place in an iteration, just before a choice: who makes it, what it is, the stack there from its top.

    ``top``: what is on top of the stack, with the source of an ability, its controller and its targets. ``mine``: it is the
    asker's choice. Of a shortcut that waits: the asker may stop it there, and has another choice (732.2b).
    ``card``: the card that acts there: the one of the choice, for a pass the source of what is on top of the stack; "" for none.
    ``line``: the choice as a line of a script; ``own``: without its player. ``passes``: it is a pass.
    """

    place: str
    player: str
    line: str
    stack: list[str]
    top: str
    mine: bool
    card: str = ""
    own: str = ""
    passes: bool = False


class Scene(Part, frozen=True):
    """A shortcut at one place.

    ``blocks``: its lines, and ``block`` the number of the one that is looked at. ``iteration``: how many times that line was
    done, or is being done where ``place`` names a place within. ``cards``: those beside the board, as the chair may see
    them; ``faces``: what stands on its tokens. ``position``: of the slider, 0 to 1000. ``end``: where the shortcut ends, once somebody has cut it. ``stops``: the
    places of this iteration.
    """

    blocks: list[Block]
    block: int
    count: Quantity
    iteration: Quantity
    position: int
    place: str
    end: str
    board: Board
    cards: list[Cards]
    changes: list[Change]
    stops: list[Stop]
    faces: list[Face] = msgspec.field(default_factory=list)


class Point(Part, frozen=True):
    """A number after so many iterations; ``log`` is its logarithm to the base 10, "" for 0 and where it is beyond writing."""

    value: Quantity
    log: str


class Grown(Part, frozen=True):
    """A number that changes over the iterations, such as ``p1.tokens.Elf Warrior``."""

    path: str
    points: list[Point]


class Tick(Part, frozen=True):
    """A number of iterations that stands beside the slider's positions, and its own position."""

    position: int
    iteration: Quantity


class Growth(Part, frozen=True):
    """What changes over the iterations of one block: at which iterations, and the numbers there.

    ``lines``: those that are greatest at the end; ``more``: how many others change. ``scale``: of the positions, which have ``even`` steps, or such up to the second
    of the ``ticks`` and behind that logarithmic ones (``log``). With ``log_to_end`` the last position stands for a number that the scale doesn't reach.
    """

    block: int
    positions: list[int]
    iterations: list[Quantity]
    lines: list[Grown]
    more: int
    ticks: list[Tick]
    scale: Literal["even", "log", "log_to_end"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The place that is asked for.

    ``script``: one that nobody has proposed, "" for the shortcut that waits. ``block``: the number of a line, 0 for the last block.
    ``iteration``: as typed; "" where ``position`` of the slider says it. ``moved``: a step from there, such as ``+1``.
    ``choice``: a choice of that iteration from 1; 0 for the place behind it.
    """

    script: str = ""
    block: int = 0
    iteration: str = ""
    position: int = END
    moved: str = ""
    choice: int = 0


def scene_of(now: Round, who: str, wanted: Wanted) -> Scene | Refusal:
    """A shortcut at a place, as a chair may see it."""
    script = _worked_out(now, who, wanted.script)
    if isinstance(script, Refusal):
        return script
    at = _piece(script, wanted.block)
    if isinstance(at, Refusal):
        return at
    piece = script.parts[at]
    try:
        iteration = _iteration(piece, wanted)
        if isinstance(iteration, Refusal):
            return iteration
        said = _said(script)
        hidden = shielded_names(now.game.state, who, said) if not wanted.script else frozenset()
        stops, inside = _stops(piece, iteration, who, hidden) if iteration else ([], [])
        if not wanted.script:
            stops = _stoppable(now, at, iteration, stops)
        if wanted.choice > len(inside):
            return Refusal(INPUT, "no-such-place", f"that iteration has {len(inside)} choices", "one of them", "732.2b")
        state = inside[wanted.choice - 1] if wanted.choice else _behind(script, at, iteration)
        if isinstance(state, Refusal):
            return state
        seen, alike = seen_from(state, who), state
        if not wanted.script:
            seen = seen_from(foreseen(now.game.state, state, who, said), who)
            alike = foreseen(now.game.state, state, SPECTATOR, said)
        return Scene(
            blocks=[_block(each) for each in script.parts],
            block=piece.node.number,
            count=answer_quantities_quantity(_count(piece)),
            iteration=answer_quantities_quantity(iteration),
            position=position_of(iteration, _count(piece)),
            place=stops[wanted.choice - 1].place if wanted.choice else "",
            end=_cut_end(now) if not wanted.script else "",
            board=board_with_texts(seen, now.book),
            cards=_beside(now, who, script.start, seen),
            changes=visible_changes(now.game.state, alike),
            stops=stops,
            faces=token_faces(seen, now.book),
        )
    except Unsupported as error:
        return error.refusal


def growth_of(now: Round, who: str, script: str, block: int) -> Growth | Refusal:
    """What changes over the iterations of a block: the numbers that everybody sees, at points of the slider."""
    found = _worked_out(now, who, script)
    if isinstance(found, Refusal):
        return found
    at = _piece(found, block)
    if isinstance(at, Refusal):
        return at
    piece = found.parts[at]
    count = _count(piece)
    placed: list[Count] = []
    for position in POINTS:
        iteration = iteration_at(position, count)
        if not any(identical(iteration, each) for each in placed):
            placed.append(iteration)
    tables = []
    try:
        for iteration in placed:
            state = _behind(found, at, iteration)
            if isinstance(state, Refusal):
                return state
            if not script:
                state = foreseen(now.game.state, state, SPECTATOR, _said(found))
            tables.append(board_numbers(everybodys(state)))
    except Unsupported as error:
        return error.refusal
    lines = _lines(tables)
    told = [
        Tick(position=position_of(each, count), iteration=answer_quantities_quantity(each)) for each in marks(count)
    ]
    return Growth(
        block=piece.node.number,
        positions=[position_of(each, count) for each in placed],
        iterations=[answer_quantities_quantity(each) for each in placed],
        lines=lines[:LINES],
        more=len(lines[LINES:]),
        ticks=told,
        scale="even" if count <= LINEAR else "log" if _digits(count) < _DIGITS else "log_to_end",
    )


def _lines(tables: Sequence[dict[str, int | Formula]]) -> list[Grown]:
    """The numbers that change, the greatest at the end first; sizes that only follow another number are left out."""
    paths = {path for table in tables for path in table}
    values = {path: [table.get(path, 0) for table in tables] for path in paths}
    changing = [path for path, each in values.items() if not _same(each, each[:1] * len(each))]
    kept: list[str] = []
    for path in sorted(changing, key=lambda each: (each.endswith(_SIZES), each)):
        if not (path.endswith(_SIZES) and any(_same(values[path], values[other]) for other in kept)):
            kept.append(path)
    drawn = [Grown(path=path, points=[_point(each) for each in values[path]]) for path in kept]
    return sorted(drawn, key=lambda each: (-_last_log(each), each.path))


def _same(one: Sequence[int | Formula], other: Sequence[int | Formula]) -> bool:
    """Whether two numbers are the same at each point."""
    return all(identical(left, right) for left, right in zip(reversed(one), reversed(other), strict=True))


def _last_log(line: Grown) -> Decimal:
    last = line.points[-1]
    return Decimal(last.log) if last.log else Decimal(10**9 if isinstance(last.value.amount, Formula) else -1)


def _point(value: int | Formula) -> Point:
    return Point(value=answer_quantities_quantity(value), log=logarithm(value))


def logarithm(value: int | Formula) -> str:
    """The logarithm of a number's size to the base 10, as digits; "" for 0, and for towers of powers beyond writing."""
    if isinstance(value, Formula):
        try:
            found = value.logarithm(30) / Decimal(10).ln(Context(prec=40))
        except Unsupported:
            return ""
        return str(_LOGARITHMS.plus(found)) if found < Decimal(10) ** 12 else ""
    return str(_LOGARITHMS.log10(Decimal(abs(value)))) if value else ""


# --- the script --------------------------------------------------------------------------------------------------


def _worked_out(now: Round, who: str, script: str) -> PlayedScript | Refusal:
    """The shortcut that waits, or a script as a chair would propose it; the last script of each chair is remembered."""
    if not script:
        if now.offered is None:
            return Refusal(ILLEGAL, "no-proposal", "nothing is proposed", "a proposal", "732.2a")
        return now.offered.shown.played_script
    known = now.foreseen.get(who)
    if known is not None and known[:2] == (now.last, script):
        return known[2]
    found = _foreseen(now, who, script)
    if not isinstance(found, Refusal):
        now.foreseen[who] = (now.last, script, found)
    return found


def _foreseen(now: Round, who: str, script: str) -> PlayedScript | Refusal:
    seat = seat_of(who)
    if seat is None:
        return Refusal(
            ILLEGAL, "not-a-player", "only a player proposes a shortcut", "the link of a player's seat", "732.2a"
        )
    nodes = proposed_lines(script)
    if isinstance(nodes, Refusal):
        return nodes
    found = propose(seen_from(now.game.state, who), nodes, seat)
    return found if isinstance(found, Refusal) else found.played_script


def _piece(script: PlayedScript, number: int) -> int | Refusal:
    """The index of the part with that line, or of the last block, or of the last part."""
    for index, part in enumerate(script.parts):
        if part.node.number == number:
            return index
    if number:
        return Refusal(
            INPUT,
            "no-such-place",
            f"line {number} is no line of the script's outermost level",
            "another line",
            "732.2b",
        )
    blocks = [index for index, part in enumerate(script.parts) if isinstance(part.node, Repeat)]
    return blocks[-1] if blocks else len(script.parts) - 1


def _block(piece: Piece) -> Block:
    lines = [each.text for each in written_lines([piece.node])]
    repeated = isinstance(piece.node, Repeat)
    return Block(
        number=piece.node.number, lines=lines, repeated=repeated, count=answer_quantities_quantity(_count(piece))
    )


def _count(piece: Piece) -> Count:
    """How many iterations a part has: fewer than were proposed where the game is over before."""
    end = piece.loop.end
    return end.iteration if end is not None and end.iteration < piece.count else piece.count


def _iteration(piece: Piece, wanted: Wanted) -> Count | Refusal:
    found = typed(wanted.iteration, _count(piece)) if wanted.iteration else iteration_at(wanted.position, _count(piece))
    if isinstance(found, Refusal) or not wanted.moved:
        return found
    return stepped(found, wanted.moved, _count(piece))


def _behind(script: PlayedScript, at: int, iteration: Count) -> State | Refusal:
    """The state after so many iterations of a part."""
    piece = script.parts[at]
    if identical(iteration, _count(piece)):
        return script.final if at == len(script.parts) - 1 else script.parts[at + 1].loop.heads[0]
    return piece.loop.reach(iteration)


def _beside(now: Round, who: str, start: State, there: State) -> list[Cards]:
    """The cards beside the board. A hand is known to its player where no card has come to it or left it since."""
    mine, found = cards_of(seen_from(now.game.state, who)), cards_of(there)
    seat = seat_of(who)
    if seat is None or not _same_hand(start, there, seat):
        return found
    return [each for each in found if not _of_hand(each, who)] + [each for each in mine if _of_hand(each, who)]


def _of_hand(cards: Cards, who: str) -> bool:
    return (cards.player, cards.zone) == (who, HAND)


def _same_hand(one: State, two: State, seat: int) -> bool:
    """Whether a hand has the same cards in two positions of one game, by their rows."""
    first, second = (
        {handle: row.n for handle, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat}
        for state in (one, two)
    )
    return first.keys() == second.keys() and all(identical(first[handle], second[handle]) for handle in first)


def _said(script: PlayedScript) -> str:
    """The words of a script, which all read once it is proposed."""
    return "\n".join(script_lines([each.node for each in script.parts]))


def _stops(piece: Piece, iteration: Count, who: str, hidden: Set[str]) -> tuple[list[Stop], list[State]]:
    """The places of an iteration, and the states there; so many of them as are listed. Words with hidden names are left out."""
    begun = piece.loop.reach(iteration - 1)
    if isinstance(begun, Refusal):
        return [], []
    stops: list[Stop] = []
    states: list[State] = []
    state, cursor = begun, piece.reader.start()
    while not over(state) and len(stops) < PLACES:
        read = piece.reader.next(state, cursor)
        if not isinstance(read, tuple):
            break
        choice, cursor = read
        seat = master(state, decider(state))
        stack = stack_of(state, object_ids(state))
        told = said_of(state, choice)
        stops.append(
            Stop(
                place=f"{piece.node.number}@{count_text(iteration)}.{len(stops) + 1}",
                player=f"p{seat + 1}",
                line=without(hidden, told.line),
                own=without(hidden, told.text),
                passes=told.passes,
                stack=[without(hidden, each.text) for each in stack],
                top=without(hidden, waiting_words(stack[0])) if stack else "",
                mine=seat_of(who) == seat and asked(state) != "over",
                card=without(hidden, _acts(state, choice, stack)),
            )
        )
        states.append(state)
        state = step(state, choice)[0]
    return stops, states


def _acts(state: State, choice: Choice, stack: Sequence[Waiting]) -> str:
    """The name of the card that acts at a choice; "" where it has none."""
    row = state.rows.get(choice.row)
    proto = row.cls.proto if row is not None else None
    if proto is not None and proto != UNKNOWN_CARD:
        return proto.name
    if choice.verb == ORDER:
        return source_name(state, choice.row)
    if choice.verb != PASS:
        return asking(state)
    return (any_of(stack[0].sources) if stack[0].sources else stack[0].source) if stack else ""


def _stoppable(now: Round, at: int, iteration: Count, stops: list[Stop]) -> list[Stop]:
    """The places of the waiting shortcut, ``mine`` only where the asker has something else to choose (732.2b, 732.2c).

    The true positions say so: whoever decides there sees the own hand, and another player's answer is in no stop.
    """
    if now.game.proposal is None or not any(stop.mine for stop in stops):
        return stops
    piece = now.game.proposal.played_script.parts[at]
    begun = piece.loop.reach(iteration - 1)
    found: list[Stop] = []
    state, cursor = begun, piece.reader.start()
    for stop in stops:
        read = None if isinstance(state, Refusal) else piece.reader.next(state, cursor)
        if isinstance(state, Refusal) or not isinstance(read, tuple):
            return found + stops[len(found) :]
        choice, cursor = read
        mine = stop.mine and may_stop(now.game, state, choice)
        found.append(stop if mine == stop.mine else msgspec.structs.replace(stop, mine=mine))
        state = step(state, choice)[0]
    return found


def _cut_end(now: Round) -> str:
    """Where the waiting shortcut ends by now, "" where nobody has cut it."""
    proposal = now.game.proposal
    cuts = [each.cut for each in proposal.answers if each.cut is not None] if proposal is not None else []
    if proposal is None or not cuts:
        return ""
    spot = min(cuts)
    number = proposal.played_script.parts[spot.part].node.number
    return f"{number}@{count_text(spot.iteration)}.{spot.choice}"
