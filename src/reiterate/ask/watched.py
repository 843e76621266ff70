"""``watched/1``: a game that another engine plays, line by line, and the loops that are recognised in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import msgspec

from reiterate.ask.answer import Answer, Board
from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_parts import Open, Part, Refused
from reiterate.ask.building import Asking, answer
from reiterate.ask.building_board import board_of, seat_name
from reiterate.ask.building_refusals import refused_of
from reiterate.cards import CardBook
from reiterate.games.game import line_played
from reiterate.kinds.loops_in_play import IN_RESOLUTION, ProvedLoop, Stretch, least_rotation
from reiterate.refusals import FALSE, INPUT, Refusal, Unsupported, Where, place_quote
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.script import parse_script
from reiterate.script.sentences import line_of
from reiterate.shortcuts.duty_to_differ import Recurrence
from reiterate.state.model import State
from reiterate.survey.proof import Found
from reiterate.survey.watcher import Recognised, Shown, Watcher

#: What a refusal of a line calls the list in which the line stands.
LINES: Final = "lines"

What = Literal["came back", "own loop", "goes on by itself", "inside one resolution"]


class Loop(Part, frozen=True):
    """Something that was recognised behind line ``behind``, and began with line ``begin``; lines count from 1.

    ``lines``: the choices of one iteration. ``proved``: whether it is a loop. Then ``script`` says it as a block, and
    ``answer`` is the answer to ``loop`` where it could be worked out. Else ``refused`` says why. Of a position that came
    back: ``relation`` says how, ``actors`` who acted in between, and ``must_differ`` who may not act again as before (732.3).
    """

    what: Open[What]
    begin: int
    behind: int
    lines: list[str]
    proved: bool
    script: str
    relation: str
    actors: list[str]
    must_differ: str | None
    answer: Answer | None
    refused: Refused | None


class Watched(Part, frozen=True, tag_field="format", tag="watched/1"):
    """A watched game: how many lines were played, where it stands, and what was recognised, in that order."""

    lines: int
    decides: str | None
    board: Board
    loops: list[Loop]


@dataclass(slots=True)
class _Known:
    """A loop that was recognised: first where, how often, and at how many laps its proof is tried next."""

    what: Recognised
    told: Loop
    laps: int = 1
    again: int = 2
    new: bool = True


@dataclass(slots=True)
class _Watching:
    """A game that is replayed; ``of_line``: the line with which each choice begins.

    ``kept_up``: laps in which somebody acted, and of which it was not shown that nobody keeps the loop up.
    """

    position: Position
    watcher: Watcher
    state: State
    after: int
    of_line: list[int] = field(default_factory=list)
    known: dict[tuple[str, tuple[str, ...]], _Known] = field(default_factory=dict)
    kept_up: set[tuple[str, ...]] = field(default_factory=set)


def watched(
    position: Position, lines: Sequence[str], after: int, seen: Mapping[int, str], book: CardBook
) -> Watched | Refusal:
    """Watch a game from a position on, line by line.

    in: lines as scripts have them, each with the results of what was random in it above it. ``after``: what was recognised
    up to that line is known already. ``seen``: behind some lines the position that the other engine sees.
    out: what is recognised behind ``after``, each loop once. A refusal names the line that is not legal, or behind which
    the two engines differ.
    """
    if not 0 <= after <= len(lines):
        message = f"what is known ends behind line {after}, and there are {len(lines)} lines"
        return Refusal(INPUT, "shape", message, f"0 to {len(lines)}", where=Where(span="$.after"))
    found = _Watching(position, Watcher(position.state), position.state, after)
    for number, text in enumerate(lines, 1):
        try:
            refused = _played(found, text, number)
        except Unsupported as error:
            refused = error.refusal
        if refused is not None:
            return replace(refused, where=Where(LINES, number, 1, place_quote(text)))
        if number in seen:
            differs = _differs(seen[number], number, found.state, book)
            if differs is not None:
                return differs
    beyond = [number for number in seen if not 0 < number <= len(lines)]
    if beyond:
        message = f"behind line {beyond[0]} something is seen, and there are {len(lines)} lines"
        expected = f"1 to {len(lines)}" if lines else "a line"
        return Refusal(INPUT, "shape", message, expected, where=Where(span="$.seen"))
    board = board_of(found.state)
    told = [each.told for each in found.known.values() if each.new and each.told.behind > after]
    return Watched(lines=len(lines), decides=board.decides, board=board, loops=told)


def _played(found: _Watching, text: str, number: int) -> Refusal | None:
    """Play one line, and look at what each of its choices leads to."""
    played = line_played(found.state, text)
    if isinstance(played, Refusal):
        return played
    for choice in played.choices:
        found.of_line.append(number)
        found.state = step(found.state, choice)[0]
        found.watcher.feed(choice, found.state)
        recognised, more = found.watcher.recognised, found.watcher.in_play.more
        if more is not None and _nobodys(found, more):
            recognised = (*recognised, more)
        itself = any(isinstance(each, Stretch) for each in recognised)
        for each in recognised:
            if not isinstance(each, Shown) or not (itself or _goes_on(found, each)):
                _recognised(found, each, number)
    return None


def _nobodys(found: _Watching, more: Stretch) -> bool:
    """Whether it is proved that nobody keeps up what goes on while somebody acts."""
    lap = least_rotation(_lines_from(found, more))
    if lap not in found.kept_up and ("goes on by itself", lap) not in found.known:
        proved = _proved(found, more)
        if not isinstance(proved, ProvedLoop) or not proved.kind.mandatory:
            found.kept_up.add(lap)
    return lap not in found.kept_up


def _goes_on(found: _Watching, shown: Shown) -> bool:
    """Whether the lap is one that goes on by itself, from whichever of its places: such a lap is nobody's own loop."""
    return ("goes on by itself", least_rotation(_lines_from(found, shown))) in found.known


def _lines_from(found: _Watching, what: Recognised) -> list[str]:
    """The lines of what was recognised."""
    stretch = found.watcher.in_play.history.line[what.begin : what.end]
    return [line for state, choice in stretch for line in _lines_of(state, choice)]


def _recognised(found: _Watching, what: Recognised, number: int) -> None:
    """Keep what was recognised; a loop that is known is proved anew only where it was not proved, in twice as many laps."""
    lines = _lines_from(found, what)
    name: What = "came back" if isinstance(what, Recurrence) else "own loop"
    if isinstance(what, Stretch):
        name = "inside one resolution" if what.what == IN_RESOLUTION else "goes on by itself"
    key = name, least_rotation(lines)
    known = found.known.get(key)
    plain = _Plain(name, found.of_line[what.begin], number, lines)
    if known is None:
        found.known[key] = _Known(what, _told(found, what, plain), new=number > found.after)
        return
    known.laps += 1
    if known.told.proved or known.laps != known.again:
        return
    known.again *= 2
    if number > found.after and (known.new or _is_open(found, known.what)):
        known.told, known.new = _told(found, what, plain), True


def _lines_of(state: State, choice: Choice) -> list[str]:
    return [*(f"result: {each}" for each in choice.results), line_of(state, choice)]


@dataclass(frozen=True, slots=True)
class _Plain:
    """What is told of anything that was recognised."""

    what: What
    begin: int
    behind: int
    lines: list[str]

    def loop(
        self, *, proved: bool = True, script: str = "", found: Answer | None = None, no: Refusal | None = None
    ) -> Loop:
        """The same as it is told; ``no``: why it is not proved."""
        return Loop(
            what=self.what,
            begin=self.begin,
            behind=self.behind,
            lines=self.lines,
            proved=proved,
            script=script,
            relation="",
            actors=[],
            must_differ=None,
            answer=found,
            refused=None if no is None else refused_of("loop", no),
        )


def _told(found: _Watching, what: Recognised, plain: _Plain) -> Loop:
    """What was recognised, proved where it is new."""
    if isinstance(what, Recurrence):
        differ = None if what.must_differ is None else seat_name(what.must_differ)
        actors = [seat_name(seat) for seat in what.actors]
        return msgspec.structs.replace(plain.loop(), relation=what.relation, actors=actors, must_differ=differ)
    if plain.behind <= found.after:
        return plain.loop(proved=False)
    proved = _proved(found, what)
    if isinstance(proved, Refusal):
        return plain.loop(proved=False, no=proved)
    if isinstance(proved, ProvedLoop):
        return _with_answer(found, plain, found.watcher.in_play.history.line[what.begin][0], (), plain.lines)
    return _with_answer(found, plain, proved.start, proved.prefix, proved.body)


def _is_open(found: _Watching, what: Recognised) -> bool:
    """Whether what was recognised earlier could not be proved then."""
    return not isinstance(what, Recurrence) and isinstance(_proved(found, what), Refusal)


def _proved(found: _Watching, what: Shown | Stretch) -> Found | ProvedLoop | Refusal:
    try:
        return found.watcher.prove(what)
    except Unsupported as error:
        return error.refusal


def _with_answer(found: _Watching, plain: _Plain, start: State, prefix: Sequence[str], body: Sequence[str]) -> Loop:
    """A proved loop with its block, and the answer to ``loop`` on the position before its first lines."""
    block = "repeat 2:\n" + "".join(f"  {line}\n" for line in body)
    nodes = parse_script("".join(f"{line}\n" for line in prefix) + block)
    if isinstance(nodes, Refusal) or asked(start) != "priority":
        return plain.loop(script=block)
    here = replace(found.position, state=start, script=nodes, proposer=decider(start), end=None, answers=[], then=())
    told = answer(replace(here, expect=[], declared=[]), ["loop"], Asking(needed=False))
    return plain.loop(script=block, found=told)


def _differs(text: str, number: int, state: State, book: CardBook) -> Refusal | None:
    """Why what the other engine sees behind a line is not what the line leads to here."""
    name = f"seen behind line {number}"
    theirs = load(text, name, book)
    if isinstance(theirs, Refusal):
        return theirs
    if same(theirs.state, state):
        return None
    where = _first_difference(as_json(board_of(state)), as_json(board_of(theirs.state)))
    message = f"the engines differ behind line {number}: {where or 'in what a board does not show'}"
    return Refusal(FALSE, "states-differ", message, "the same position", where=Where(name, 1, 1))


def _first_difference(here: Any, there: Any, path: str = "") -> str:
    """The first place at which two JSON values differ, with both values; "" where they don't."""
    if type(here) is not type(there):
        return f"{path} is {_short(here)} here, {_short(there)} there"
    if isinstance(here, dict):
        pairs = [(f"{path}.{key}".lstrip("."), here.get(key), there.get(key)) for key in {**here, **there}]
    elif isinstance(here, list):
        size = max(len(here), len(there))
        padded = [*here, *[None] * size][:size], [*there, *[None] * size][:size]
        pairs = [(f"{path}[{at}]", one, other) for at, (one, other) in enumerate(zip(*padded, strict=True))]
    else:
        return "" if here == there else f"{path} is {_short(here)} here, {_short(there)} there"
    return next((said for at, one, other in pairs if (said := _first_difference(one, other, at))), "")


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return str(value.get("name", "something else"))
    return "nothing" if value is None else msgspec.json.encode(value).decode()[:60]
