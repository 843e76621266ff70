"""Scripts: numbered lines of choices, blocks by indentation, and results of random events above a line.

Results of random events that stand above a line of a script, on their way to the choices that need them.

Scripts: numbered lines of choices, ``repeat N:`` and ``for each ... trigger:`` blocks by indentation.

A script never branches (732.2a forbids conditional actions). The reader of a body is a pure
function of state and cursor. So one period that is read on traced amounts stands for all periods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from reiterate.amounts import Amount, Formula, digits_text, is_zero
from reiterate.deadline import check
from reiterate.loops.play import ROUNDS_OF_BLOCKS, ROUNDS_PLAYED, Block, Cursor
from reiterate.records import record
from reiterate.refusals import INPUT, UNSUPPORTED, Refusal, Unsupported, Where, place_quote
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import ORDERS, Random, misread, quoted_result, unused, verb_of
from reiterate.rules.decisions.step import step_if_legal
from reiterate.script.only_answers import SAID
from reiterate.script.places import parse_count
from reiterate.script.sentence_passes import Passes, passes_of
from reiterate.script.sentences import is_answer, read_sentence
from reiterate.state.model import State
from reiterate.state.normal_form import normal

# --- given results -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """Results that no choice of their line has needed yet, in order, and where they were written."""

    results: tuple[str, ...]
    said_at: tuple[Where, ...] = field(compare=False)

    def to(self, state: State, choice: Choice) -> tuple[Choice, Given | None] | Refusal:
        """A choice with the results that it needs, and what is left of them; a refusal of one that can't have come."""
        enough = self._played(state, choice, 0)
        if enough is not None:
            return self._with(*self._and_orders(state, choice, 0, enough))
        enough = self._played(state, choice, len(self.results))
        if enough is None:
            return replace(choice, results=self.results), None  # playing it says what is missing
        low, high = 0, len(self.results)  # too few, enough
        while high - low > 1:
            middle = (low + high) // 2
            played = self._played(state, choice, middle)
            if played is None:
                low = middle
            else:
                high, enough = middle, played
        return self._with(*self._and_orders(state, choice, high, enough))

    def _and_orders(
        self, state: State, choice: Choice, used: int, played: Refusal | bool
    ) -> tuple[Choice, int, Refusal | bool]:
        """Also the orders behind them, of libraries that are shuffled in this choice: nothing asks for these."""
        while not isinstance(played, Refusal) and used < len(self.results) and verb_of(self.results[used]) == ORDERS:
            more = self._played(state, choice, used + 1)
            if more is None or isinstance(more, Refusal):
                break
            used += 1
        return choice, used, played

    def _played(self, state: State, choice: Choice, used: int) -> Refusal | bool | None:
        """None where a choice needs more results than so many; else the refusal of one, or True."""
        try:
            played = step_if_legal(state, replace(choice, results=self.results[:used]))
        except Random:
            return None
        except Unsupported:
            return True  # playing it says what is not implemented
        return played if isinstance(played, Refusal) else True

    def _with(self, choice: Choice, used: int, played: Refusal | bool) -> tuple[Choice, Given | None] | Refusal:
        """A choice with the first results, which are just enough; the refusal of the last of them."""
        if used and isinstance(played, Refusal):
            return played.at(self.said_at[used - 1])
        return replace(choice, results=self.results[:used]), self._from(used)

    def unused(self) -> Refusal:
        """The refusal where the line is done, and nothing needed the next result."""
        return unused(self.results[0]).at(self.said_at[0])

    def _from(self, used: int) -> Given | None:
        return Given(self.results[used:], self.said_at[used:]) if used < len(self.results) else None


# --- script --------------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Line:
    """A line of a script: one sentence.

    ``results``: what random events give while its choices are carried out, said in lines above it; ``said_at``: where.
    """

    number: int
    text: str
    where: Where = field(default=Where(), compare=False)
    results: tuple[str, ...] = ()
    said_at: tuple[Where, ...] = field(default=(), compare=False)


@record(frozen=True, slots=True)
class Repeat:
    """A block done ``count`` times.

    ``until``: the number is found where the script is worked out (``TO_ITS_END``, ``AS_OFTEN_AS_POSSIBLE``), and
    ``count`` is 1 before that. ``head``: the block's first line as it was written; "" where nobody wrote it.
    """

    number: int
    count: int | Formula
    body: tuple[Node, ...]
    where: Where = field(default=Where(), compare=False)
    until: str = ""
    head: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """A block done once for each of a group of like triggers, or of like copies of a spell, on top of the stack.

    The count is read from the state. ``kind``: of the stack's entries, ``ability`` or ``copy``. ``head`` as for ``Repeat``.
    """

    number: int
    body: tuple[Node, ...]
    where: Where = field(default=Where(), compare=False)
    kind: str = "ability"
    head: str = field(default="", compare=False)


Node: TypeAlias = Line | Repeat | ForEach

#: The number after which no iteration can begin, or within which the game ends.
TO_ITS_END: Final = "it ends"
#: The greatest number after which the proposer is still in the game.
AS_OFTEN_AS_POSSIBLE: Final = "as often as possible"

_REPEAT: Final = re.compile(r"repeat\s+(.+?)(?:\s+times)?\s*:", re.IGNORECASE)
_FOR_EACH: Final = re.compile(r"for each(?: of the)?(?: like)? (?:triggers?|(cop(?:y|ies)))\s*:", re.IGNORECASE)
_RESULT: Final = re.compile(r"result\s*:\s*(.*)", re.IGNORECASE)
_HEADS: Final = "'repeat N:', 'for each trigger:' or 'for each copy:'"
_CONDITIONAL: Final = re.compile(r"\b(if|until|unless|while|when|whenever|otherwise|else)\b", re.IGNORECASE)
#: Passing until a step is no condition: that step comes whatever happens.
_UNTIL_A_STEP: Final = re.compile(
    r"(?<=pass )until(?= (?:the |my |next |p\d{1,2}'s )*(?:[a-z-]+ ){0,3}(?:step|phase|upkeep|main|combat|damage|end)$)"
    r"|(?<=priority )until(?= (?:the |my |next |p\d{1,2}'s )*(?:[a-z-]+ ){0,3}(?:step|phase|upkeep|main|combat|damage|end)$)",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(r"again(?:\s+(.+?)(?:\s+times)?)?", re.IGNORECASE)
_TO_THE_END: Final = re.compile(
    r"repeat\s+(?:until\s+(?:it|the loop)\s+ends|(as often as (?:i can|possible)))\s*:", re.IGNORECASE
)
#: A name in quotes, or mana in braces: "{R until end of turn}" is no condition.
_NAMES_ARE_QUOTED: Final = re.compile(r'"[^"]*"|\{[^{}]*\}')
#: Words of a card stand behind these: an ability named by its words, or what is put on the stack or let resolve.
_WORDS_OF_A_CARD: Final = re.compile(
    r"^((?:p\d+:\s*)?(?:activate\s[^:]+:|order\s|pass over\s)).*?"
    r"(?=\s(?:targeting|sacrificing|discarding|tapping|returning|exiling|removing from|paying|choosing|with x)\s|$)",
    re.IGNORECASE,
)
MAX_NESTING: Final = 16
#: Results of random events that may stand above one line.
RESULTS_OF_A_LINE: Final = 1_000


def parse_script(text: str, file: str = "", first_line: int = 1, column: int = 1) -> tuple[Node, ...] | Refusal:
    """Read a script: lines that are choices, and blocks that are repeated. () for a text without lines.

    ``file``, ``first_line`` and ``column`` say where the script stands; refusals name the place. What a line means is read when
    it is played.

    >>> (block,) = parse_script("repeat 3:\\n  all pass")
    >>> block.count, [line.text for line in block.body]
    (3, ['all pass'])
    """
    rows: list[tuple[int, int, str, Where]] = []
    for i, raw in enumerate(text.splitlines(), 1):
        bare = raw.split("#")[0].rstrip() if raw.lstrip().startswith("#") else raw.rstrip()
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip(" "))
        if bare[indent] == "\t":
            where = Where(file, first_line + i - 1, column + indent, place_quote(bare))
            return Refusal(INPUT, "indent", "this line is indented by a tab", "spaces", where=where)
        rows.append((i, indent, bare.strip(), Where(file, first_line + i - 1, column + indent, place_quote(bare))))
    if not rows:
        return ()
    nodes, rest = _block(_Rows(rows), rows[0][1], 0)
    if isinstance(nodes, Refusal):
        return nodes
    if rest:
        return _bad(rest[0], "indent", "this line is indented less than the script's first line")
    return nodes


def not_one_line(text: str, nodes: tuple[Node, ...]) -> Refusal | None:
    """Why what was typed is not one line of a script; None where it is one."""
    if not nodes:
        return Refusal(INPUT, "one-line", "nothing was typed", "a line, such as 'pass' or 'activate X targeting Y'")
    if isinstance(nodes[0], Repeat):
        message = f"'{nodes[0].where.span}' begins a shortcut, and this is played by hand"
        return Refusal(INPUT, "one-line", message, "one line to play now, or a proposed shortcut", "732.2a")
    if len(nodes) > 1:
        message = f"'{text.strip().splitlines()[0][:80]}' and more are {len(nodes)} lines"
        return Refusal(INPUT, "one-line", message, "one line at a time, or a proposed shortcut", "732.2a")
    return None


_Row: TypeAlias = "tuple[int, int, str, Where]"


class _Rows:
    """The rows from one on. The next ones are the same list, since a copy for each of many lines would take long."""

    __slots__ = ("at", "rows")

    def __init__(self, rows: list[_Row], at: int = 0) -> None:
        self.rows = rows
        self.at = at

    def __bool__(self) -> bool:
        return self.at < len(self.rows)

    def __getitem__(self, index: int) -> _Row:
        return self.rows[self.at + index]

    def below(self) -> _Rows:
        """The rows behind the first one."""
        return _Rows(self.rows, self.at + 1)


def _bad(row: _Row, code: str, message: str, expected: str = "", rule: str = "") -> Refusal:
    return Refusal(INPUT, code, message, expected, rule, row[3])


def _results(rows: _Rows, indent: int) -> tuple[list[tuple[str, Where]], _Rows] | Refusal:
    """The results that stand above the next line, and the rows from that line on."""
    found: list[tuple[str, Where]] = []
    while rows and rows[0][1] == indent and (said := _RESULT.fullmatch(rows[0][2])) is not None:
        text = " ".join(said.group(1).removesuffix(".").split())
        refused = misread(text)
        if refused is not None:
            return refused.at(rows[0][3])
        if len(found) == RESULTS_OF_A_LINE:
            message = f"more than {RESULTS_OF_A_LINE:,} results above one line"
            return _bad(rows[0], "result", message, "lines with fewer random events", "705.1")
        found.append((text, rows[0][3]))
        last, rows = rows[0], rows.below()
        below = rows[0] if rows and rows[0][1] == indent else None
        if below is None or (below[2].endswith(":") and not _RESULT.fullmatch(below[2])) or _AGAIN.fullmatch(below[2]):
            message = "below this result stands no line in which a random event could happen"
            return _bad(last, "result", message, "a line with choices, indented as the result is", "705.1")
    return found, rows


def _block(rows: _Rows, indent: int, depth: int) -> tuple[tuple[Node, ...] | Refusal, _Rows]:
    nodes: list[Node] = []
    if depth > MAX_NESTING:
        return _bad(rows[0], "nesting", f"blocks nest deeper than {MAX_NESTING}"), rows
    while rows and rows[0][1] >= indent:
        check()
        above = _results(rows, indent)
        if isinstance(above, Refusal):
            return above, rows
        given, rows = above
        row = rows[0]
        number, width, text, where = row
        if width > indent:
            before = nodes[-1].text.lower() if nodes and isinstance(nodes[-1], Line) else ""
            expected = "a colon behind the line above" if before.startswith(("repeat ", "for each ")) else ""
            return _bad(row, "indent", "this line is indented more than the lines beside it", expected), rows
        rows = rows.below()
        if not text.endswith(":"):
            again = _AGAIN.fullmatch(text)
            if again is not None:
                repeated = _again(row, again.group(1), nodes, depth)
                if isinstance(repeated, Refusal):
                    return repeated, rows
                nodes = repeated
                continue
            refused = _plain_line(row)
            if refused is not None:
                return refused, rows
            nodes.append(Line(number, text, where, tuple(r for r, _ in given), tuple(at for _, at in given)))
            continue
        count = _head_of(row)
        if isinstance(count, Refusal):
            return count, rows
        if not rows or rows[0][1] <= indent:
            return _bad(row, "empty-block", "a block needs indented lines below it", "lines indented more"), rows
        body, rows = _block(rows, rows[0][1], depth + 1)
        if isinstance(body, Refusal):
            return body, rows
        if count < 0:
            found = _FOR_EACH.fullmatch(text)
            kind = "copy" if found is not None and found.group(1) else "ability"
            nodes.append(ForEach(number, body, where, kind, text))
        else:
            until = _TO_THE_END.fullmatch(text)
            if until is not None and depth:
                return _bad(row, "count", "a number is found for outermost blocks only", "a number", "732.2a"), rows
            words = "" if until is None else AS_OFTEN_AS_POSSIBLE if until.group(1) else TO_ITS_END
            nodes.append(Repeat(number, count, body, where, words, text))
    return tuple(nodes), rows


def _again(row: _Row, times: str | None, nodes: list[Node], depth: int) -> list[Node] | Refusal:
    """The nodes with "again N times" read: the lines before it, back to a block, are done N times more."""
    at = max((i + 1 for i, node in enumerate(nodes) if not isinstance(node, Line)), default=0)
    if depth or at == len(nodes):
        return _bad(
            row, "again", "'again' stands behind no lines that could be done again", "lines before it", "732.2a"
        )
    count = 1 if times is None else parse_count(times)
    if isinstance(count, Refusal):
        return count.at(row[3])
    if count < 1:
        return _bad(row, "count", f"'{times}' times is no repetition", "a whole number of at least 1", "732.2a")
    return [*nodes, Repeat(row[0], count, tuple(nodes[at:]), row[3], head=row[2])]


def _plain_line(row: _Row) -> Refusal | None:
    bare = _UNTIL_A_STEP.sub("to", _NAMES_ARE_QUOTED.sub("", row[2]))
    found = _CONDITIONAL.search(_WORDS_OF_A_CARD.sub(r"\1", bare))
    if found is None:
        return None
    message = f"'{found.group(0)}' makes an action conditional: a shortcut can't"
    return _bad(row, "conditional", message, "one fixed sequence of choices", "732.2a")


def _head_of(row: _Row) -> int | Formula | Refusal:
    """The count of a block's head; -1 for "for each"."""
    text = row[2]
    if _FOR_EACH.fullmatch(text):
        return -1
    if _TO_THE_END.fullmatch(text):
        return 1
    found = _REPEAT.fullmatch(text)
    if found is None:
        return _plain_line(row) or _bad(row, "block", f"'{text}' heads no block", _HEADS)
    count = parse_count(found.group(1))
    if isinstance(count, Refusal):
        return _plain_line(row) or count.at(row[3])
    if count < 1:
        return _bad(
            row, "count", f"'{found.group(1)}' times is no repetition", "a whole number of at least 1", "732.2a"
        )
    return count


def results_in(nodes: Sequence[Node]) -> Line | None:
    """The first line of a script that has results of random events above it; None where none has."""
    for node in nodes:
        found = (node if node.results else None) if isinstance(node, Line) else results_in(node.body)
        if found is not None:
            return found
    return None


def refuse_results(block: Repeat | ForEach) -> None:
    """Refuse a block in which random results were given: what one round gave, no other has to give (732.2a)."""
    line = results_in(block.body)
    if line is not None:
        message = f"a block can't say what each of its rounds gives: {quoted_result(line.results[0])}"
        expected = "each round by hand, with its own results"
        refusal = Refusal(UNSUPPORTED, "random-result", message, expected, "732.2a", line.said_at[0])
        raise Unsupported(refusal)


# --- reading -----------------------------------------------------------------------------------------------------


class BodyReader:
    """Reads a body's choices in turn.

    A cursor is a tuple of frames from the outside in: (index of the node, iteration, what is left
    of a sentence that is several choices). An iteration counts from 1; in a ``for each`` a third
    entry says how many are left.
    """

    __slots__ = ("body", "has_blocks")

    def __init__(self, body: Sequence[Node]) -> None:
        self.body = tuple(body)
        self.has_blocks = _has_blocks(self.body)

    def start(self) -> Cursor:
        """The cursor of the body's start."""
        return ((0, 1),)

    def where(self, cursor: Cursor) -> Where:
        """Where the line that the cursor is on was written."""
        nodes: tuple[Node, ...] = self.body
        node: Node | None = None
        frames = [frame for frame in cursor if isinstance(frame, tuple)]
        while frames and frames[-1] == ("passes", "count", 0):  # the line of the passes is done
            frames.pop()
        passing = bool(frames) and frames[-1][0] == "passes"  # the line of the passes is behind its cursor
        for depth, frame in enumerate(frames):
            index = frame[0] - 1 if passing and depth == len(frames) - 2 else frame[0]
            if index == "passes" or index >= len(nodes):
                break
            node = nodes[index]
            if isinstance(node, Line):
                break
            nodes = node.body
        return node.where if node is not None else Where()

    def path(self, state: State, cursor: Cursor) -> tuple[tuple[int, int], ...]:
        """The blocks around the next choice in ``state``: (line, iteration) from the outside in."""
        found: list[tuple[int, int]] = []
        nodes: tuple[Node, ...] = self.body
        frames = [f for f in self._settled(state, cursor) if isinstance(f, tuple) and f[0] != "passes"]
        for outer, inner in pairwise(frames):
            node = nodes[outer[0]]
            assert not isinstance(node, Line)
            found.append((node.number, inner[1]))
            nodes = node.body
        return tuple(found)

    def _settled(self, state: State, cursor: Cursor) -> Cursor:
        """The cursor moved out of blocks that are done and into those that begin here."""
        frames: list[object] = list(cursor)
        while True:
            here = self._next_node(state, frames)
            if here is None:
                return tuple(frames)
            last, nodes = here
            node = nodes[last[0]]
            if isinstance(node, Line):
                return tuple(frames)
            if isinstance(node, Repeat):
                frames.append((0, 1))
            elif self._like(state, node):
                frames.append((0, 1, _like_on_top(state)))
            else:
                frames[-1] = (last[0] + 1, *last[1:])

    def _next_node(self, state: State, frames: list[object]) -> tuple[tuple[Any, ...], tuple[Node, ...]] | None:
        """Move frames out of blocks and passes that are done; then the last frame and the nodes it counts in.

        None at the end of the body, and while somebody still has to pass.
        """
        while True:
            last = frames[-1]
            assert isinstance(last, tuple)
            if last[0] == "passes":
                if last[1:] != ("count", 0):
                    return None
                frames.pop()
                continue
            if state.only:
                self._past_said(state, frames)
                last = frames[-1]
                assert isinstance(last, tuple)
            nodes = self._nodes(tuple(frames[:-1]))
            if last[0] < len(nodes):
                return last, nodes
            if len(frames) == 1:
                return None
            self._leave(frames, last[1])

    def _nodes(self, outer: Cursor) -> tuple[Node, ...]:
        nodes: tuple[Node, ...] = self.body
        for frame in outer:
            assert isinstance(frame, tuple)
            node = nodes[frame[0]]
            assert not isinstance(node, Line)
            nodes = node.body
        return nodes

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The next choice in ``state``, or None at the end of the body; a pure function."""
        frames: list[object] = list(cursor)
        said = 0
        while True:
            last = frames[-1]
            assert isinstance(last, tuple)
            if last[0] == "passes":
                answer = self._passes(state, frames)
                if answer is not None:
                    return answer
                continue
            outer = tuple(frames[:-1])
            nodes = self._nodes(outer)
            index, iteration = last[0], last[1]
            if index >= len(nodes):
                if not outer:
                    return None
                self._leave(frames, iteration)
                continue
            node = nodes[index]
            if isinstance(node, Line):
                read = read_sentence(state, node.text, said)
                if isinstance(read, Refusal):
                    return read.at(node.where)
                if not isinstance(read, Choice) and read[0] == SAID and not node.results:
                    frames[-1], said = (index + 1, *last[1:]), _behind(read)
                    continue
                given = Given(node.results, node.said_at) if node.results else None
                if isinstance(read, Choice):
                    if given is not None:
                        supplied = given.to(state, read)
                        if isinstance(supplied, Refusal):
                            return supplied
                        read, left = supplied
                        if left is not None:
                            return left.unused()
                    return read, (*outer, (index + 1, *last[1:]))
                frames[-1] = (index + 1, *last[1:])
                frames.append(("passes", *read) if given is None else ("passes", *read, given))
                continue
            if isinstance(node, ForEach):
                if not self._like(state, node):
                    frames[-1] = (index + 1, *last[1:])
                    continue
                refuse_results(node)
                frames.append((0, 1, _like_on_top(state)))
                continue
            refuse_results(node)
            frames.append((0, 1))

    def heard(self, state: State) -> State:
        """A state without the notes of only answers that the first lines of the body say aloud."""
        frames: list[object] = list(self.start())
        said = self._past_said(state, frames)
        if not said:
            return state
        found = State(state.rows, state.seqs, state.tally, state.labels, state.fresh, state.view, state.index)
        found.only = state.only[said:]
        return found

    def _past_said(self, state: State, frames: list[object]) -> int:
        """Move frames past the lines that say what was decided without asking: how many notes are behind those."""
        said = 0
        while True:
            last = frames[-1]
            assert isinstance(last, tuple)
            nodes = self._nodes(tuple(frames[:-1]))
            node = nodes[last[0]] if last[0] < len(nodes) else None
            if not isinstance(node, Line) or node.results or not state.only[said:] or not is_answer(node.text):
                return said
            read = read_sentence(state, node.text, said)
            if isinstance(read, (Choice, Refusal)) or read[0] != SAID:
                return said
            frames[-1], said = (last[0] + 1, *last[1:]), _behind(read)

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """The ``for each`` block of which a round begins at the cursor, if one does."""
        if not self.has_blocks:
            return None
        frames: list[object] = list(cursor)
        while True:
            here = self._next_node(state, frames)
            if here is None:
                return None
            last, nodes = here
            if last[0] == 0 and len(frames) > 1:
                found = self._round(nodes, frames)
                if found is not None:
                    return found
            node = nodes[last[0]]
            if isinstance(node, Repeat):
                refuse_results(node)
                frames.append((0, 1))
                continue
            if not isinstance(node, ForEach) or not self._like(state, node):
                return None
            refuse_results(node)
            frames.append((0, 1, _like_on_top(state)))

    def _round(self, nodes: tuple[Node, ...], frames: list[object]) -> Block | None:
        """The block whose round begins at the last frame; None for one that is short enough to be played."""
        last, around = frames[-1], frames[-2]
        assert isinstance(last, tuple)
        assert isinstance(around, tuple)
        outer = tuple(frames[:-1])
        if len(last) == 3:
            return Block(BodyReader(nodes), last[2], last[1] - 1, outer, ROUNDS_PLAYED, body=nodes)
        node = self._nodes(tuple(frames[:-2]))[around[0]]
        assert isinstance(node, Repeat)
        if node.count <= _played(node):
            return None
        behind = (*frames[:-2], (around[0] + 1, *around[1:]))
        return Block(BodyReader(nodes), node.count - last[1] + 1, last[1] - 1, outer, _played(node), behind, nodes)

    def _passes(self, state: State, frames: list[object]) -> tuple[Choice, Cursor] | Refusal | None:
        """One pass of a sentence that is several; None (and the frame gone) when it is done."""
        frame = frames.pop()
        assert isinstance(frame, tuple)
        given = frame[-1] if isinstance(frame[-1], Given) else None
        read = passes_of(state, frame[1:] if given is None else frame[1:-1])
        if isinstance(read, Refusal):
            return read.at(self.where((*frames, frame)))
        if read is None:
            return None if given is None else given.unused()
        choice, rest = read
        if given is not None:
            supplied = given.to(state, choice)
            if isinstance(supplied, Refusal):
                return supplied
            choice, given = supplied
        if given is not None:
            return choice, (*frames, ("passes", *rest, given))
        return choice, (*frames, ("passes", *rest)) if rest else tuple(frames)

    def _like(self, state: State, node: ForEach) -> bool:
        """Whether the top of the stack is what the block is done for."""
        return bool(state.stack) and state.rows[state.stack[0]].cls.kind == node.kind

    def _leave(self, frames: list[object], iteration: int) -> None:
        """One iteration of the innermost block is complete: begin the next one or go on behind the block."""
        inner = frames.pop()
        outer = frames[-1]
        assert isinstance(inner, tuple)
        assert isinstance(outer, tuple)
        node = self._nodes(tuple(frames[:-1]))[outer[0]]
        if isinstance(node, Repeat):
            if iteration < node.count:
                frames.append((0, iteration + 1))
                return
        else:
            left: Amount = inner[2] - 1
            if not is_zero(left, "603.3"):
                frames.append((0, iteration + 1, left))
                return
        frames[-1] = (outer[0] + 1, *outer[1:])


def _behind(read: Passes) -> int:
    """How many only answers are behind a line that says one."""
    number = read[1]
    assert isinstance(number, int)
    return number


def _like_on_top(state: State) -> Amount:
    """How many triggers nobody can tell apart are on top of the stack, in however many rows they are kept."""
    tidy = normal(state)
    return tidy.rows[tidy.stack[0]].n


def _has_blocks(nodes: Sequence[Node]) -> bool:
    """Whether there are blocks whose rounds are not simply played."""
    return any(
        isinstance(n, ForEach) or (isinstance(n, Repeat) and (n.count > _played(n) or _has_blocks(n.body)))
        for n in nodes
    )


def _played(node: Repeat) -> int:
    """Up to how many rounds a block inside of a body is simply played."""
    return ROUNDS_OF_BLOCKS if any(not isinstance(inner, Line) for inner in node.body) else ROUNDS_PLAYED


def _head(node: Repeat | ForEach) -> str:
    if isinstance(node, Repeat):
        return f"repeat {digits_text(node.count)}:"
    return "for each copy:" if node.kind == "copy" else "for each trigger:"


class Written(NamedTuple):
    """A line of a script as it is written out, with its indentation. ``number``: None of a result, which stands above its line."""

    number: int | None
    text: str


def written_lines(nodes: Sequence[Node], indent: int = 0) -> Iterator[Written]:
    """The script written out line by line."""
    pad = "  " * indent
    for node in nodes:
        if isinstance(node, Line):
            yield from (Written(None, f"{pad}result: {text}") for text in node.results)
            yield Written(node.number, f"{pad}{node.text}")
            continue
        yield Written(node.number, f"{pad}{node.head or _head(node)}")
        yield from written_lines(node.body, indent + 1)


def script_lines(nodes: Sequence[Node]) -> list[str]:
    """The script written out with its line numbers.

    Example: a block that is repeated twice is ``["  1  repeat 2 times:", "  2    pass"]``.
    """
    return [f"{'' if number is None else number:>3}  {text}" for number, text in written_lines(nodes)]
