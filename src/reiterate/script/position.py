"""Position files (``position/1``, ``position/2``): a board, a script, answers, expected facts. ``docs/positions.md`` is the manual.

Puzzles of Forge are read as positions (``puzzle.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from reiterate.cards import CardBook
from reiterate.decoded import NotDecoded, decoded_text
from reiterate.limits import read_regular
from reiterate.oracle import CompiledCard
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.layout import Layout, under_control, undone_action
from reiterate.rules.turn.turn_structure import STEPS
from reiterate.script.expect import no_fact
from reiterate.script.places import Place, parse_place
from reiterate.script.position_board import BoardReader
from reiterate.script.position_under_way import TOP as UNDER_WAY
from reiterate.script.position_under_way import UnderWayReader
from reiterate.script.puzzle import left_waiting, read_puzzle
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.script.script import Node, parse_script
from reiterate.script.yaml_text import (
    FORMAT,
    MAX_BYTES,
    Listed,
    Refused,
    Table,
    Text,
    Value,
    bad,
    items_of,
    known_keys,
    read_yaml,
    seat_of,
    table_of,
    text_of,
)
from reiterate.state.model import State, player

EARLIER: Final = "position/1"  # whatever is one of these is a position/2, too
_TOP: Final = (
    "format", "title", "notes", "rules", "range", "players", "active", "step", "declare", "script", "proposer", "end", "answers", "then", "expect",
)  # fmt: skip
_STEP_WORDS: Final = {"main": "main1", "precombat main": "main1", "postcombat main": "main2"}


@dataclass(slots=True)
class Position:
    """A position file, read: the state it lays out and what is to be done and expected there."""

    state: State
    script: tuple[Node, ...]
    proposer: int
    end: Place | None
    answers: list[tuple[int, Place | None]]
    expect: list[tuple[str, Text | Listed]]
    then: tuple[Node, ...] = ()
    title: str = ""
    notes: str = ""
    declared: list[str] = field(default_factory=list)
    unread: list[CompiledCard] = field(default_factory=list)
    wheres: dict[str, Where] = field(default_factory=dict)  # where "end" and each player's answer stand in the file
    left_out: tuple[str, ...] = ()  # of a puzzle: what plays no part in the position

    def expect_items(self) -> list[tuple[str, Text | Listed]]:
        """The expected facts in the file's order."""
        return self.expect


#: What mends a permanent that can't stay, by the rule that takes it away.
MENDED: Final = {
    "704.5f": "a +1/+1 counter on it, or the card in a hand",
    "704.5i": "a loyalty counter on it, or the card in a hand",
    "704.5m": "it on what it can enchant, or the card in a hand",
}

#: What is said where a text is no position at all.
POSITION: Final = "a position file, which begins with 'format: position/1', or a puzzle of Forge"


def load_file(path: Path, book: CardBook) -> Position | Refusal:
    """Read a position file, as ``load`` reads its text; never more than ``MAX_BYTES`` of it. A file that can't be read is a refusal."""
    text = file_text(path)
    return text if isinstance(text, Refusal) else load(text, path.name, book)


def file_text(path: Path, wanted: str = "a readable position file") -> str | Refusal:
    """The text of a file; never more than ``MAX_BYTES`` of it. ``wanted``: what a refusal says would be accepted."""
    try:
        data = read_regular(path, MAX_BYTES)
    except OSError as error:
        reason = error.strerror or "it can't be opened"
        return Refusal(INPUT, "file", reason, wanted, where=Where(path.name or str(path)))
    if len(data) > MAX_BYTES:
        message = f"the file has more than {MAX_BYTES:,} bytes"
        return Refusal(INPUT, "file-too-large", message, "a smaller file", where=Where(path.name, 1, 1))
    try:
        return decoded_text(data)
    except NotDecoded as error:
        where = Where(path.name, error.line, error.column)
        return Refusal(INPUT, "encoding", error.why, "UTF-8 text", where=where)


def load(text: str, file: str, book: CardBook) -> Position | Refusal:
    """Read the text of a position file, or of a puzzle of Forge (``.pzl``).

    In: the text; the name of the file, for refusals; the cards. Out: the position with its script and what it expects; or a
    refusal with the line and column of what is wrong. Example: ``load(text, "board.yaml", CardBook.builtin())``.
    """
    if is_puzzle(text):
        return _of_puzzle(text, file, book)
    document = read_yaml(text, file)
    return document if isinstance(document, Refusal) else of_document(document, book)


def _of_puzzle(text: str, file: str, book: CardBook) -> Position | Refusal:
    puzzle = read_puzzle(text, file)
    if isinstance(puzzle, Refusal):
        return puzzle
    position = of_document(puzzle.document, book)
    if isinstance(position, Refusal):
        return position
    waiting = left_waiting(position.state, puzzle.attack) if puzzle.attack is not None else None
    position.left_out = puzzle.left_out
    return waiting or position


def of_document(document: Value, book: CardBook) -> Position | Refusal:
    """Read a position from a document."""
    try:
        return _Reader(book).read(document)
    except Refused as error:
        return error.refusal


class _Reader:
    """Lays out a document with the cards of a book."""

    def __init__(self, book: CardBook) -> None:
        self.book = book

    def read(self, document: Value) -> Position:
        """The position of a document. Raises ``Refused`` at the first place that is wrong."""
        if not isinstance(document, Table):
            raise bad("shape", "this is no position", document.where, POSITION)
        top = table_of(document)
        later = self._format(top) == FORMAT
        known_keys(top, (*_TOP, *UNDER_WAY) if later else _TOP, () if later else UNDER_WAY)
        players = top.get("players")
        names = [key for key, _ in table_of(players).items] if players is not None else []
        for i, name in enumerate(names, 1):
            if name.text != f"p{i}":
                raise bad("player", f"'{name.text}' stands where p{i} should", name.where, "p1, p2, ... in turn order")
        count = max(2, len(names))
        active = top.get("active")
        step = top.get("step")
        layout = Layout(count, seat_of(active, count) if active else 0, _step(step) if step else "main1")
        board = BoardReader(self.book, layout, later)
        board.variant(top, count)
        if players is not None:
            for seat, (_, value) in enumerate(table_of(players).items):
                board.places[player(seat)] = value.where
                board.player(seat, table_of(value), count)
            board.commanders(table_of(players))
        state = under_control(board.attached())
        if later:
            state = UnderWayReader(board, state).read(top)
        self._stands(state, top, board.places)
        position = self._rest(top, state, count)
        position.unread = [board.unread[name] for name in sorted(board.unread)]
        return position

    def _stands(self, state: State, top: Table, places: Mapping[int, Where]) -> None:
        """Refuse a position in which a state-based action is left to be performed: nobody has priority there (117.5)."""
        found = undone_action(state)
        if found is not None:
            handle, words, rule = found
            message = f"{words}: nobody has priority in such a position"
            mended = MENDED.get(rule, "a position that can be")
            raise bad("state-based", message, places.get(handle, top.where), mended, rule)

    def _format(self, top: Table) -> str:
        value = top.get("format")
        if value is None:
            raise bad("format", "the file does not say its format", top.where, f"format: {EARLIER}")
        said = text_of(value)
        if said not in (EARLIER, FORMAT):
            newer = re.fullmatch(r"position/\d+", said)
            message = f"'{said}' is {'a newer format than this program reads' if newer else 'no position format'}"
            raise bad("format", message, value.where, f"{EARLIER} or {FORMAT}")
        return said

    def _rest(self, top: Table, state: State, players: int) -> Position:
        script = self._script(top.get("script"))
        proposer = top.get("proposer")
        end, answers = top.get("end"), top.get("answers")
        first = decider(state)
        position = Position(
            state,
            script,
            seat_of(proposer, players) if proposer is not None else first,
            self._place(end),
            self._answers(answers, players),
            self._expect(top.get("expect"), players),
        )
        title, notes, declared = top.get("title"), top.get("notes"), top.get("declare")
        position.title = text_of(title) if title is not None else ""
        position.then = self._script(top.get("then"))
        position.notes = text_of(notes) if notes is not None else ""
        position.declared = [text_of(v) for v in items_of(declared)] if declared is not None else []
        position.wheres = {"end": end.where} if end is not None else {}
        for item in items_of(answers) if answers is not None else ():
            position.wheres |= {key.text.lower(): said.where for key, said in table_of(item).items}
        return position

    def _script(self, value: Value | None) -> tuple[Node, ...]:
        if value is None:
            return ()
        where, text = value.where, text_of(value)
        below = 1 if "\n" in text else 0  # a block of lines begins below its key, one sentence stands beside it
        parsed = parse_script(text, where.file, where.line + below, where.column)
        if isinstance(parsed, Refusal):
            raise Refused(parsed)
        return parsed

    def _place(self, value: Value | None) -> Place | None:
        if value is None:
            return None
        place = parse_place(text_of(value))
        if isinstance(place, Refusal):
            raise Refused(place.at(value.where))
        return place

    def _answers(self, value: Value | None, players: int) -> list[tuple[int, Place | None]]:
        found: list[tuple[int, Place | None]] = []
        if value is None:
            return found
        for item in items_of(value):
            for key, said in table_of(item).items:
                seat = seat_of(key, players)
                words = text_of(said).strip()
                if any(seat == other for other, _ in found):
                    raise bad("answer", f"p{seat + 1} answers twice", said.where, "one answer by each player", "732.2b")
                if words.lower() in ("accept", "accepts"):
                    found.append((seat, None))
                elif words.lower().startswith("cut "):
                    found.append((seat, self._place(Text(words[4:].strip(), said.where))))
                else:
                    raise bad("answer", f"'{words}' is no answer to a proposal", said.where, "accept, or cut PLACE")
        return found

    def _expect(self, value: Value | None, players: int) -> list[tuple[str, Text | Listed]]:
        return expected_facts(value, players, no_fact)


def expected_facts(
    value: Value | None, players: int, no_fact: Callable[[str, int], Refusal | None]
) -> list[tuple[str, Text | Listed]]:
    """The facts that a file expects, with their paths; ``no_fact``: why a path is none of the file's vocabulary.

    Raises ``Refused``.
    """
    facts: list[tuple[str, Text | Listed]] = []
    for key, wanted in table_of(value).items if value is not None else ():
        if isinstance(wanted, Table):
            raise bad("shape", "an expected fact is one value or a list", wanted.where, "path: value")
        refused = no_fact(key.text, players)
        if refused is not None:
            raise Refused(refused.at(key.where))
        facts.append((key.text, wanted))
    return facts


def _step(value: Value) -> str:
    said = text_of(value).lower()
    step = _STEP_WORDS.get(said, said)
    if step not in STEPS or step in ("untap", "cleanup"):
        usable = [s for s in STEPS if s not in ("untap", "cleanup")]
        raise bad("step", f"'{said}' is no step in which somebody has priority", value.where, ", ".join(usable), "500")
    return step
