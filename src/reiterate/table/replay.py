"""What was played at a table, as lines of a script that lead to the same position from the board at the beginning.

Of a shortcut the lines say what was taken: complete iterations, then the first choices of the last one (732.2c). What lines
can't say is named in a comment, and by ``Retold.unsaid``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from reiterate.amounts import Formula, count_in_script
from reiterate.cards import CardBook
from reiterate.deadline import check
from reiterate.games.dice import seen_by_all
from reiterate.loops.loop import play_through
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import is_hidden
from reiterate.script.places import digits, parse_count
from reiterate.script.script import BodyReader, ForEach, Line, Node, Repeat, parse_script
from reiterate.script.sentences import line_of
from reiterate.script.yaml_text import Table, read_yaml
from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.procedure import Proposal, chooser
from reiterate.state.model import HAND, State
from reiterate.state.properties import CARD
from reiterate.table.digests import engine_digest, state_digest
from reiterate.table.entries import (
    ANSWER,
    CHOICE,
    CONCEDE,
    OUTCOME,
    PROPOSE,
    REMOVE,
    RULING,
    TIME_OVER,
    Noted,
    position_entries,
)
from reiterate.table.hiding import seen_from, stays_hidden
from reiterate.table.opening_hands import GONE, before_the_first_turn
from reiterate.table.rounds import Round, carry_out, round_from_entry
from reiterate.table.seat_view import shown_entry
from reiterate.table.seats import JUDGE

_POWER: Final = re.compile(r"^(\d+)\^(\d+)$")

#: Rows of two positions in which cards that come out of hands are looked for.
_LOOKED_AT: Final = 4_000

#: Statements by which a player leaves the game.
_LEAVES: Final = frozenset({CONCEDE, REMOVE, TIME_OVER})

_UNSAYABLE: Final = "lines can't say what was taken of this proposal"


@dataclass(slots=True)
class Retold:
    """Lines of a script, comments among them.

    ``ended``: how many of the lines lead to the last position in which some player has priority, or the game is over.
    ``unsaid``: why the lines don't lead to the position of the game, "" where they do. ``came``: for each seat, names of
    cards. A choice by hand moved these cards from that hand to a public zone, so everybody has seen them.
    """

    lines: list[str] = field(default_factory=list)
    ended: int = 0
    unsaid: str = ""
    came: dict[int, list[str]] = field(default_factory=dict)

    def comment(self, text: str) -> None:
        """Add words that are no lines of the script."""
        self.lines += [f"# {line}".rstrip() for line in text.splitlines()]

    def missing(self, number: int, why: str) -> None:
        """Say that an entry stands in no lines."""
        self.comment(f"{number}: {why}: the lines below don't follow from those above")
        self.unsaid = self.unsaid or f"entry {number}: {why}"


def retold(entries: Iterable[Noted], who: str, book: CardBook, played: bool = False) -> Retold:
    """What was played in a game, as a chair may read it.

    ``played``: every game is played again, so that ``ended`` says where somebody had priority. Else only a game of which
    the entries alone don't say what was taken.
    """
    stands = position_entries(list(entries))
    found = Retold()
    if who != JUDGE and not played and any(entry.reveals for entry in stands):
        first = next(entry.number for entry in stands if entry.reveals)
        text = (
            f"entry {first} showed a card that was hidden; {who}'s position file may not name it, and the judge's does"
        )
        found.comment(text)
    again = played or _to_play_again(stands)
    now = round_from_entry(stands[0].said, book) if again else None
    opening = before_the_first_turn(stands[0].said.body)
    writer = _Writer(found, now if isinstance(now, Round) else None, who, plain=not again, opening=opening)
    gone = stands[0].said.body.get(GONE, "")
    if gone:
        found.missing(stands[0].number, f"{gone.replace(' ', ', ')} left the game before its first turn")
    if isinstance(now, Round):
        now.game.logged = True
        writer.at_priority()
    for entry in stands[1:]:
        check()
        writer.write(entry)
    writer.close(stands[-1])
    return found


def _ending(entry: Noted) -> str:
    """What no line says: who left the game, or how it ended."""
    said = entry.said
    if said.what == CONCEDE:
        return f"{said.who} concedes"
    if said.what in _LEAVES:
        return f"{said.body.get('player', '')} is out of the game"
    return f"the outcome is '{said.body.get('outcome', '')}'"


def _to_play_again(stands: Sequence[Noted]) -> bool:
    """Whether only the positions say what was taken: of a cut, a ruling, a number that depends on who proposes, or another engine.

    Also where a shortcut may wait for an answer.
    """
    engine = engine_digest()
    for entry in stands[1:]:
        said = entry.said
        if said.kind == RULING or entry.digests.engine != engine or said.cuts:
            return True
        if said.what == PROPOSE and "as often" in said.text.lower():
            return True
    return stands[-1].said.what in (PROPOSE, ANSWER) and not _all_answered(stands)


def _all_answered(stands: Sequence[Noted]) -> bool:
    """Whether every other player has answered what was proposed last; False where somebody may have left the game."""
    at = max(i for i, entry in enumerate(stands) if entry.said.what == PROPOSE)
    document = read_yaml(stands[0].said.text, "position")
    players = document.get("players") if isinstance(document, Table) else None
    many = max(2, len(players.items)) if isinstance(players, Table) else 2
    return len(stands) - at > many - 1


@dataclass(slots=True)
class _Writer:
    """Writes entry by entry. Where it has to, it carries each out: then only the position says what was taken of a shortcut.

    ``plain``: every proposal was taken as it stands. Of opening hands (103.5) no line of a script tells.
    """

    found: Retold
    now: Round | None
    who: str
    plain: bool = False
    opening: bool = False  # hands are still to be kept
    proposed: list[Node] | None = None  # what was proposed last, while it waits

    def write(self, entry: Noted) -> None:
        text = shown_entry(entry, self.who, open_secrets=True).body.get("text")
        waiting = self.now.game.proposal if self.now is not None else None
        before = self.now.game.state if self.now is not None else None
        self._carry_out(entry)
        if entry.said.kind == CHOICE:
            if self.now is not None and before is not None:
                _come_out(self.found.came, before, self.now.game.state)
            self._choice(entry, text)
        elif entry.said.what == PROPOSE:
            self.found.comment(f"{entry.number}: {entry.said.who} proposes")
            read = parse_script(text or "")
            self.proposed = [] if isinstance(read, Refusal) else list(read)
            self.found.lines += script_lines(self.proposed) if self.plain else []
        elif entry.said.what == ANSWER:
            self._answer(entry, text or "", waiting)
        elif entry.said.kind == OUTCOME or entry.said.what in _LEAVES or "outcome" in entry.said.body:
            self.proposed = None
            self.found.missing(entry.number, _ending(entry))
        else:
            self._ruling(entry, before)

    def close(self, last: Noted) -> None:
        """What is still to be said behind the last entry."""
        if self.proposed is not None and not self.plain:
            self._comment_proposed()
            self.found.comment("it waits for an answer")
        if self.now is not None and state_digest(self.now.game.state) != last.digests.state:
            self.found.missing(last.number, "another version of the engine has played it otherwise")

    def at_priority(self) -> None:
        """Take notice of a position in which some player has priority."""
        if self.now is not None and asked(self.now.game.state) in ("priority", "over"):
            self.found.ended = len(self.found.lines)

    def _carry_out(self, entry: Noted) -> None:
        if self.now is not None and isinstance(carry_out(self.now, entry.said), Refusal):
            self.now = None
            self.found.missing(entry.number, "it can't be played any more")

    def _choice(self, entry: Noted, text: str | None) -> None:
        if self.opening:
            self.found.comment(f"{entry.number}: {entry.said.who}: {text or 'a card goes to the bottom'}")
            return
        read = None if text is None else parse_script(text)
        if read is None or isinstance(read, Refusal):
            self.found.missing(entry.number, f"a choice of {entry.said.who} that names a hidden card")
            return
        came = entry.said.thrown if self.who == JUDGE else seen_by_all(entry.said.thrown)
        self.found.lines += [*(f"result: {each}" for each in came), *script_lines(read)]
        self.at_priority()

    def _answer(self, entry: Noted, text: str, waiting: Proposal | None) -> None:
        says = f"{entry.number}: {entry.said.who}: {text}"
        if self.plain or self.now is None or waiting is None:
            self.found.comment(says)
            if self.plain:
                return
            self.found.missing(entry.number, _UNSAYABLE)
            self.proposed = None
            return
        if self.now.game.proposal is not None:
            self.found.comment(says)
            return
        nodes = self.proposed or []
        self.proposed = None
        taken = self.now.game.taken
        end = waiting.played_script.last if taken is None else taken.end
        if end == waiting.played_script.last:
            self.found.lines += script_lines([_counted(part) for part in waiting.played_script.parts])
            self.found.comment(says)
            self.at_priority()
            return
        self.found.lines += [f"# {line}" for line in script_lines(nodes)]
        self.found.comment(says)
        self.found.comment("what was taken:")
        if not self._taken(waiting.played_script, end):
            self.found.missing(entry.number, _UNSAYABLE)

    def _taken(self, script: PlayedScript, end: Spot) -> bool:
        """Write a script up to a place: complete iterations, then the first choices of the next one; False where lines can't say it."""
        assert self.now is not None
        part = script.parts[end.part]
        nodes: list[Node] = [_counted(each) for each in script.parts[: end.part]]
        if isinstance(part.node, Repeat) and end.iteration > 1:
            nodes.append(Repeat(part.node.number, end.iteration - 1, part.node.body))
        self.found.lines += script_lines(nodes)
        here = part.loop.reach(end.iteration - 1)
        if isinstance(here, State) and asked(here) in ("priority", "over"):
            self.found.ended = len(self.found.lines)
        body = part.node.body if isinstance(part.node, Repeat) else (part.node,)
        first = None if isinstance(here, Refusal) else first_choices(here, body, end.choice - 1, self.who)
        if first is None or not _leads(here, first, self.now.game.state):
            return False
        self.found.lines += first
        self.at_priority()
        return True

    def _ruling(self, entry: Noted, before: State | None) -> None:
        policy = entry.said.body.get("policy", "")
        if self.now is not None and before is not None and same(self.now.game.state, before):
            self.found.comment(f"{entry.number}: a ruling under {policy}")
            return
        self.found.comment(f"{entry.number}: a ruling under {policy} moves the game:")
        if before is None or not self._ruled(entry, before):
            self.found.missing(entry.number, f"a ruling under {policy} has moved the game")

    def _ruled(self, entry: Noted, before: State) -> bool:
        """Write what a ruling has taken of its loop: up to the place that it names, or to the loop's own end."""
        ruling = self.now.game.ruling if self.now is not None else None
        nodes = parse_script(entry.said.body.get("script", ""))
        blocks = () if isinstance(nodes, Refusal) else [i for i, node in enumerate(nodes) if isinstance(node, Repeat)]
        if ruling is None or isinstance(nodes, Refusal) or not blocks:
            return False
        script = PlayedScript(before)
        try:
            if script.extend(nodes[: blocks[-1] + 1], chooser(before)) is not None:
                return False
            loop, stop = script.parts[-1].loop, ruling.verdict.stop
            if ruling.taken is not None:
                return ruling.taken.end.part < len(script.parts) and self._taken(script, ruling.taken.end)
            if loop.extend(None if stop is None else stop.iterations + 1) is not None:
                return False
            if stop is not None:
                return self._taken(script, Spot(blocks[-1], stop.iterations + 1, stop.choice))
            return loop.end is not None and self._taken(script, Spot(blocks[-1], loop.end.iteration, loop.end.choice))
        except Unsupported:
            return False

    def _comment_proposed(self) -> None:
        self.found.lines += [f"# {line}" for line in script_lines(self.proposed or ())]


def _counted(part: Part) -> Node:
    """A part's node with the number of iterations that was worked out for it: nobody proposes here any more."""
    node = part.node
    return Repeat(node.number, part.count, node.body) if isinstance(node, Repeat) and node.until else node


def _come_out(came: dict[int, list[str]], before: State, after: State) -> None:
    """Add the names of cards that have come from a hand to a public zone."""
    if len(before.rows) + len(after.rows) > _LOOKED_AT:
        return
    gone, come = _held(before, hand=True), _held(after, hand=False)
    gone.subtract(_held(after, hand=True))
    come.subtract(_held(before, hand=False))
    for (owner, name), many in gone.items():
        came.setdefault(owner, []).extend([name] * min(many, come[owner, name]))


def _held(state: State, hand: bool) -> Counter[tuple[int, str]]:
    """How many cards of each owner and name are in hands, or in public zones."""
    found: Counter[tuple[int, str]] = Counter()
    for row in state.rows.values():
        cls = row.cls
        there = cls.zone == HAND if hand else not is_hidden(cls)
        if there and cls.kind == CARD and cls.proto not in (None, UNKNOWN_CARD) and isinstance(row.n, int):
            assert cls.proto is not None
            found[cls.owner, cls.proto.name] += row.n
    return found


def _leads(start: State | Refusal, lines: Sequence[str], to: State) -> bool:
    """Whether lines lead from one position to another."""
    nodes = parse_script("\n".join(lines))
    if isinstance(start, Refusal) or isinstance(nodes, Refusal):
        return False
    try:
        played = play_through(start, BodyReader(nodes)) if nodes else None
    except Unsupported:
        return False
    return same(start if played is None else played.state, to) and (played is None or played.refusal is None)


def first_choices(state: State, body: Sequence[Node], many: int, who: str) -> list[str] | None:
    """The first so many choices of lines, as lines: those of complete lines as they stand, then choice by choice.

    In: the position where they begin, and a chair that reads them. None where they can't be told.
    """
    found: list[str] = []
    for node in body:
        if not many:
            return found
        played = play(state, BodyReader((node,)), upto=many + 1)
        if played.stop == DONE and len(played.choices) <= many:
            found += script_lines((node,))
            state = played.state if played.choices else BodyReader((node,)).heard(state)
            many -= len(played.choices)
            continue
        rest = _rounds(state, node, many, who) if isinstance(node, Repeat) else _one_by_one(state, node, many, who)
        return None if rest is None else found + rest
    return None if many else found


def _rounds(state: State, block: Repeat, many: int, who: str) -> list[str] | None:
    """The first choices of a block within an iteration: its complete rounds, then the first choices of the next one."""
    rounds = 0
    while many:
        played = play(state, BodyReader(block.body), upto=many + 1)
        if played.stop != DONE or not played.choices or len(played.choices) > many:
            break
        rounds, many, state = rounds + 1, many - len(played.choices), played.state
    rest = first_choices(state, block.body, many, who)
    if rest is None:
        return None
    return [*(script_lines((Repeat(block.number, rounds, block.body),)) if rounds else ()), *rest]


def _one_by_one(state: State, node: Node, many: int, who: str) -> list[str] | None:
    """The first choices of a line, or of a block for each trigger, each as a line of its own."""
    reader = BodyReader((node,))
    cursor = reader.start()
    found = []
    for _ in range(many):
        one = play(state, reader, cursor, upto=1)
        if not one.choices or (who != JUDGE and stays_hidden(state, one.choices[0], one.state)):
            return None
        found.append(line_of(seen_from(state, who), one.choices[0]))
        state, cursor = one.state, one.cursor
    return found


def script_lines(nodes: Sequence[Node], depth: int = 0) -> list[str]:
    """Nodes as the lines of a script that are read as the same nodes."""
    pad = "  " * depth
    found = []
    for node in nodes:
        if isinstance(node, Line):
            found += [*(f"{pad}result: {text}" for text in node.results), f"{pad}{node.text}"]
            continue
        found += [f"{pad}{_head(node)}", *script_lines(node.body, depth + 1)]
    return found


def _head(node: Repeat | ForEach) -> str:
    """The head of a block: as it was written, else with the number that was worked out."""
    if node.where.span.endswith(":"):
        return node.where.span
    if isinstance(node, ForEach):
        return f"for each {'copy' if node.kind == 'copy' else 'trigger'}:"
    return f"repeat {_times(node.count)}:"


def _times(count: int | Formula) -> str:
    """A number of iterations as a script has it, so that it is read as the same number."""
    if isinstance(count, int):
        return count_in_script(count)
    said = digits(count)
    return next((way for way in (said, _POWER.sub(r"\1^(\2)", said)) if parse_count(way) == count), said)
