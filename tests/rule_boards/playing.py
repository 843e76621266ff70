"""Playing a board of a table, and comparing what comes out with what was worked out."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from reiterate.amounts import Amount, summed, value_of
from reiterate.ask.session import run_position, state_facts, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import AT
from reiterate.loops.loop import play_through
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.leaving import CONCEDED, leave
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.script.describe import find, in_play, named
from reiterate.script.expect import Difference, compare
from reiterate.script.places import seat_named
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, parse_script
from reiterate.state.events import replay
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from tests.rule_boards.reading import Board
from tests.support.card_files import COMPILER, shared_book, source_of
from tests.support.files import data_file

_ZONES = ("battlefield", "hand", "graveyard", "exile", "library", "command")


@cache
def _reference() -> CardBook:
    path = data_file("cards.jsonl")
    return shared_book(*(() if path is None else (source_of(path),)))


def book_of(board: Board) -> CardBook:
    """The board's own cards, then the reference cards, then the built-in set."""
    own = (read_source(board.name, board.cards),) if board.cards else ()
    return CardBook((*own, *_reference().sources), COMPILER)


def differences(board: Board) -> list[str]:
    """What differs from what was worked out, one line each. Skips where a reference card is absent."""
    position = load(board.position, f"{board.name}.yaml", book_of(board))
    if isinstance(position, Refusal):
        if position.code == "card-unknown" and data_file("cards.jsonl") is None:
            pytest.skip("cards.jsonl is absent (set REITERATE_DATA)")
        return [_said(position)]
    if board.moves:
        moved = _moved(position.state, board.moves)
        if isinstance(moved, Refusal):
            return [_said(moved)]
        state, wrong = moved, compare(position.expect, moved, state_facts(moved))
    else:
        result = run_position(position)
        if isinstance(result, Refusal):
            return [_said(result)]
        wrong = result.differences
        if result.refusal is not None and board.also:
            return [*_differ(wrong), _said(result.refusal)]
        state = result.state
    found = _differ(wrong)
    found += [line for line in board.also if not _holds(state, line)]
    found += [f"not legal: {line}: {why}" for line in board.legal if (why := _refused(state, line))]
    found += [f"legal: {line}" for line in board.illegal if not _refused(state, line)]
    said = _of_the_loop(position) if board.loop else {}
    found += [
        f"loop, {key}: {told} expected, {said.get(key)} found" for key, told in board.loop if said.get(key) != told
    ]
    return found


def _differ(found: list[Difference]) -> list[str]:
    return [f"{d.path}: {d.expected} expected, {d.actual} found" for d in found]


def _moved(state: State, moves: str) -> State | Refusal:
    """The position after these lines; a refusal is at the line that is refused."""
    for number, line in enumerate(moves.splitlines(), 1):
        try:
            made = _move(state, line)
        except Unsupported as error:
            made = error.refusal
        if isinstance(made, Refusal):
            return replace(made, message=f"line {number}, {line}: {made.message}")
        state = made
    return state


def _move(state: State, line: str) -> State | Refusal:
    """One line: a concession (104.3a), after which the events alone lead to the same position, or a line of a script."""
    goes = re.fullmatch(r"(p[1-6]) leaves", line)
    if goes is not None:
        left = leave(state, int(goes[1][1:]) - 1, CONCEDED)
        if isinstance(left, Refusal):
            return left
        assert same(replay(state, left[1]), left[0])
        assert same(state_from_json(state_to_json(left[0])), left[0])
        return left[0]
    nodes = parse_script(line)
    if isinstance(nodes, Refusal):
        return nodes
    played = play_through(state, BodyReader(nodes))
    return played.refusal or played.state


def _of_the_loop(position: Position) -> dict[str, str]:
    """What is said of the loop of the script's last block, by the keys of a board's ``loop``."""
    study = study_loop(position)
    kind = study if isinstance(study, Refusal) else kind_of(study.part.loop)
    if isinstance(kind, Refusal):
        return {"refused": kind.code}
    return {
        "draw": kind.draw,
        "kept up by": _players(kind.keepers) if kind.keepers or not kind.unknown else "not known",
        "asked": _players(kind.to_ask),
        "in the draw": _players(kind.in_draw),
        "must differ": _players(() if kind.must_differ is None else (kind.must_differ,)),
        "ends": str(kind.ending.iteration) if kind.ending.when == AT else kind.ending.when,
    }


def _players(seats: tuple[int, ...]) -> str:
    return ", ".join(f"p{seat + 1}" for seat in seats) or "nobody"


def _said(refusal: Refusal) -> str:
    return f"refused as {refusal.code}: {refusal.message} ({refusal.rule})"


def _refused(state: State, line: str) -> str:
    """Why this line can't be played here: the code of its refusal; empty where it can be played.

    A line that is no sentence, names nothing or meets what isn't implemented fails the test: it shows no rule.
    """
    nodes = parse_script(line)
    assert not isinstance(nodes, Refusal), f"{line}: {nodes}"
    reader = BodyReader(nodes)
    try:
        read = reader.next(state, reader.start())
    except Unsupported as error:
        raise AssertionError(f"{line}: {_said(error.refusal)}") from error
    if isinstance(read, Refusal):
        assert read.kind != "input", f"{line}: {_said(read)}"
        return read.code
    assert read is not None, line
    refused = verify(state, read[0])
    assert refused is None or refused.kind != "unsupported", f"{line}: {refused}"
    return "" if refused is None else refused.code


def _holds(state: State, line: str) -> bool:
    if line.startswith("stack size "):
        return value_of(summed(state.rows[handle].n for handle in state.stack)) == int(line.split(" ")[-1])
    if line.startswith("turn of "):
        return active_seat(state) == seat_named(line.split(" ")[-1])
    seat = seat_named(line.split(" ", 1)[0])
    if seat is not None and line.split(" ")[1] in _ZONES:
        _, zone, rest = line.split(" ", 2)
        name, _, n = rest.rpartition(" ")
        return _in_zone(state, seat, zone, name) == int(n)
    for word in (" has no ", " has ", " is not ", " is "):
        words, found, fact = line.partition(word)
        if found:
            return _has(state, words, fact) != (word in (" has no ", " is not "))
    raise ValueError(f"no fact: {line}")


def _in_zone(state: State, seat: int, zone: str, name: str) -> Amount:
    rows = (
        row
        for row in state.rows.values()
        if row.cls.zone == zone and (row.cls.controller if zone == "battlefield" else row.cls.owner) == seat
    )
    return value_of(summed(row.n for row in rows if named(row, name)))


def _has(state: State, words: str, fact: str) -> bool:
    handle = find(state, words, in_play(state), "permanent")
    assert not isinstance(handle, Refusal), handle
    seen = view(state, handle)
    return fact in {*seen.keywords, *seen.types, *seen.subtypes, *seen.supertypes, *seen.colors, seen.name}
