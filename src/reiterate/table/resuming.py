"""A game taken up again from its log, and what a game in memory may let go of.

A game taken up again from its log: replayed, compared entry by entry, and told where a newer engine differs.

Where the engine is the one that wrote an entry, replaying has to give the digest of that entry; else the log was changed.
Where the engine is another one, a snapshot behind the first difference wins. Without one the game goes on with what this
engine makes of the entries, or before the first one that it refuses. The game says so.

A snapshot is a position with what is owed in it, as one text, from which a game goes on without its earlier entries.

What a game in memory may let go of: positions of long ago, which its log has all the same.

A game that was taken up from a snapshot knows as little of the past (``resuming.REPLAYED``). Duties (732.3) are never forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.deadline import OutOfTime, at_most
from reiterate.games.game import Game
from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same, short_mark
from reiterate.script.position import Position, load
from reiterate.script.sentences import line_of, read_sentence
from reiterate.shortcuts.duty import AFTER_A_CUT, FRAGMENTED, Another, Duty, NotAgain
from reiterate.shortcuts.duty_to_differ import History
from reiterate.shortcuts.played_script import Spot
from reiterate.shortcuts.procedure import Taken
from reiterate.state.json_form import BadState, amount_from_json, amount_to_json, state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.survey.watcher import Watcher
from reiterate.table.digests import engine_digest, state_digest
from reiterate.table.entries import BEGINS, CARDS, POSITION, STATEMENT, UNDO, Noted, Snapshot, position_entries
from reiterate.table.game_now import Log
from reiterate.table.rounds import Carried, Round, carry_out, come_behind, put_down, round_from_entry

# --- resuming ------------------------------------------------------------------------------------

#: Seconds of work after which a replay gives up the past before the last snapshot.
LONG: Final = 3.0

#: Entries that are replayed at least, so that what came back in them is known (732.3).
REPLAYED: Final = 50


@dataclass(slots=True)
class Difference:
    """The first entry of which this engine makes something else, and whether it refuses that entry."""

    number: int
    refused: bool


def resume(
    entries: Sequence[Noted], snapshots: Sequence[Snapshot], book: CardBook, hasty: bool = False
) -> Round | Refusal:
    """The game of a log.

    In: all entries from number 1, and the snapshots, oldest first; ``hasty``: begin with the last one, whatever came back before it is not
    known then. Out: the game behind the last entry; its ``note`` says
    where this engine differs. A refusal where the log is none, or was changed.
    """
    damaged = _form(entries)
    if damaged is not None:
        return damaged
    stands = position_entries(entries)
    numbers = {entry.number for entry in stands}
    usable = [snapshot for snapshot in snapshots if snapshot.number in numbers]
    found = (
        _from(entries, stands, usable, usable[-1], book)
        if hasty and usable
        else _in_time(entries, stands, usable, book)
    )
    if isinstance(found, Refusal):
        return found
    _beside(found, entries).game.logged = False
    return found


def _in_time(
    entries: Sequence[Noted], stands: Sequence[Noted], usable: Sequence[Snapshot], book: CardBook
) -> Round | Refusal:
    """Replay from the snapshot that tells enough of the past; from the last one where that takes long."""
    start = _start(stands, usable)
    if not usable or start is usable[-1]:
        return _from(entries, stands, usable, start, book)
    try:
        with at_most(LONG):
            return _from(entries, stands, usable, start, book)
    except OutOfTime:
        return _from(entries, stands, usable, usable[-1], book)


def goes_on(now: Round, entries: Sequence[Noted]) -> bool:
    """Carry out entries that another process has written behind the last one of a game in memory.

    False where they are not what this engine makes of them. The game is then of no use, and is to be taken up from its log.
    """
    for entry in entries:
        if entry.number != now.last + 1:
            return False
        carried = _carried(now, entry)
        if isinstance(carried, Refusal) or not _as_entered(now, carried, entry):
            return False
        put_down(now, entry)
    return True


def _form(entries: Sequence[Noted]) -> Refusal | None:
    """Why entries are no log: numbers that don't follow one another, or no position at the start."""
    for at, entry in enumerate(entries, 1):
        wrong = entry.number != at or (entry.said.kind == POSITION) != (at == 1)
        if wrong or (entry.said.kind == UNDO and not 1 <= entry.said.to < at):
            return _damaged(at)
    return None if entries else _damaged(1)


def _damaged(number: int) -> Refusal:
    message = f"entry {number} of this game is not what was entered: the log was changed"
    return Refusal(INPUT, "game-damaged", message, "the log as the table wrote it, or a backup")


def _start(stands: Sequence[Noted], usable: Sequence[Snapshot]) -> Snapshot | None:
    """The snapshot to begin with: the last one with enough entries behind it; one with a note is never gone behind."""
    behind = stands[-REPLAYED].number if len(stands) > REPLAYED else 0
    chosen = [snapshot for snapshot in usable if snapshot.note or snapshot.number <= behind]
    return chosen[-1] if chosen else None


def _from(
    entries: Sequence[Noted],
    stands: Sequence[Noted],
    usable: Sequence[Snapshot],
    start: Snapshot | None,
    book: CardBook,
) -> Round | Refusal:
    """Replay what stands behind a snapshot, or everything; where this engine differs, go on from a later snapshot."""
    now = _begun(entries, stands[0], start, book)
    if isinstance(now, Refusal):
        later = [snapshot for snapshot in usable if start is None or snapshot.number > start.number]
        if not later or entries[0].digests.engine == engine_digest():
            return now
        return _from(entries, stands, usable, later[-1], book)
    different: Difference | None = None
    now.game.logged = True
    for entry in stands:
        if (start is not None and entry.number <= start.number) or entry.said.kind in BEGINS:
            continue
        carried = _carried(now, entry)
        refused = isinstance(carried, Refusal)
        if not isinstance(carried, Refusal) and _as_entered(now, carried, entry):
            now.after[entry.number] = now.game.state
            continue
        if entry.digests.engine == engine_digest() and entry.digests.terms == now.terms and different is None:
            return _damaged(entry.number)
        later = [snapshot for snapshot in usable if snapshot.number >= entry.number]
        if later:
            return _from(entries, stands, usable, _said(later[-1], entry.number), book)
        different = different or Difference(entry.number, refused)
        if refused:
            different = Difference(entry.number, True)
            break
    if different is not None:
        now.note = _note(different)
    return now


def _carried(now: Round, entry: Noted) -> Carried | Refusal:
    """Carry out an entry that was accepted once.

    A game in memory may have forgotten positions that the log still tells of (``resuming.py``). Such a position may make a player
    choose differently (732.3). That was not known when the entry was made, and is not held against the entry.
    """
    carried = carry_out(now, entry.said)
    if isinstance(carried, Refusal) and carried.code == "must-differ":
        now.game.history = History(now.game.state)
        carried = carry_out(now, entry.said)
    return carried


def _as_entered(now: Round, carried: Carried, entry: Noted) -> bool:
    """Whether an entry has led to what it says."""
    flags = (carried.reveals, carried.covered) == (entry.reveals, entry.covered)
    return flags and state_digest(now.game.state) == entry.digests.state


def _begun(entries: Sequence[Noted], first: Noted, start: Snapshot | None, book: CardBook) -> Round | Refusal:
    """The game at its beginning ``first``, or at a snapshot."""
    now = round_from_entry(first.said, book)
    if start is None:
        if isinstance(now, Refusal):
            return now
        if first.digests.engine == engine_digest() and first.digests.terms == now.terms:
            return now if first.digests.state == state_digest(now.game.state) else _damaged(first.number)
        return now
    known = book.with_brought(first.said.body.get(CARDS, ""))
    book = book if isinstance(known, Refusal) else known
    position: Position | Refusal = load(first.said.text, "position", book)
    game = game_of(start, position)
    if game is None:
        message = f"the position behind entry {start.number} is not read by this engine"
        return Refusal(INPUT, "snapshot", message, "the version that wrote it")
    changed = state_digest(game.state) != entries[start.number - 1].digests.state
    if changed and start.engine == engine_digest() and not start.note:
        return _damaged(start.number)
    terms = first.digests.terms if isinstance(now, Refusal) else now.terms
    return Round(game, book, terms, note=start.note, base=start.number if start.note else 0)


def _said(snapshot: Snapshot, number: int) -> Snapshot:
    """A snapshot that wins over what this engine makes of an entry."""
    note = (
        f"this version makes something else of entry {number}: "
        f"the game goes on from the position that was kept behind entry {snapshot.number}"
    )
    return Snapshot(snapshot.number, snapshot.engine, snapshot.text, note)


def _note(different: Difference) -> str:
    if different.refused:
        return f"this version refuses entry {different.number}: the game goes on before it"
    return f"this version makes something else of entry {different.number}, and the game goes on from that"


def _beside(now: Round, entries: Sequence[Noted]) -> Round:
    """Take up what stands beside the position: the entries, requests and statements since the last change."""
    now.entries = Log(entries)
    for entry in entries:
        come_behind(now, entry)
    now.base = max(now.base, now.root if now.root > 1 else 0)
    moved = max(entry.number for entry in entries if entry.said.moves or entry.said.kind == UNDO)
    for entry in entries[moved:]:
        if entry.said.kind == STATEMENT:
            carry_out(now, entry.said)
    return now


# --- resting -------------------------------------------------------------------------------------

#: Positions of one game that are left where old ones are forgotten; a game is looked at once it has so many.
LEFT: Final = 50
LOOKED_AT: Final = 60
#: Positions of all games in memory from which on old ones are forgotten.
MOST_POSITIONS: Final = 60_000


def positions(now: Round) -> int:
    """How many positions a game in memory holds."""
    return len(now.game.watcher.in_play.history.line)


def forget_old(now: Round, left: int = LEFT) -> None:
    """Forget all but the last so many positions of a game; nothing happens while something of them is spoken of."""
    game = now.game
    held = positions(now)
    if held <= left or game.proposal is not None or game.history.came_back is not None:
        return
    by = held - left
    watcher = game.watcher.lately(left)
    game.history, game.watcher = game.history.lately(left), watcher
    game.noticed.moved(by)
    game.noticed.duties = len(watcher.in_play.history.duties)
    if game.shown is not None:
        game.shown = game.shown.moved(by) if game.shown.begin >= by else None


# --- snapshots ------------------------------------------------------------------------------------


#: Entries from one snapshot to the next, where no shortcut was taken.
EVERY: Final = 50

#: Duties (732.3) that a snapshot holds; a game with more makes none.
_MOST_DUTIES: Final = 40


def snapshot_text(game: Game) -> str | None:
    """A game as a snapshot holds it; None where something waits or is owed that a snapshot can't hold."""
    ruled = any(not isinstance(duty.demand, Another) for duty in game.duties)
    if game.proposal is not None or ruled or len(game.history.duties) > _MOST_DUTIES:
        return None
    duties = [
        _action(duty.since, duty.demand.action, duty.seat)
        for duty in game.history.duties
        if isinstance(duty.demand, NotAgain)
    ]
    owed = None
    for duty in game.duties:
        owed = _action(game.state, duty.instead_of, duty.seat)
        if owed is None:
            return None
    if any(duty is None for duty in duties):
        return None
    return json.dumps(
        {"state": state_to_json(game.state), "owed": owed, "duties": duties, "turn": amount_to_json(game.turn)},
        ensure_ascii=False,
    )


def _action(state: State, action: Choice, seat: int) -> dict[str, Any] | None:
    """An action of a player in a position, as a line; None where the line does not read back as that action."""
    made = {"seat": str(seat), "state": state_to_json(state), "line": line_of(state, action)}
    found = _read_action(made)
    return made if found is not None and same(step(found[1], found[2])[0], step(state, action)[0]) else None


def _read_action(made: dict[str, Any]) -> tuple[int, State, Choice] | None:
    state = state_from_json(made["state"])
    read = read_sentence(state, made["line"])
    return (int(made["seat"]), state, read) if isinstance(read, Choice) and verify(state, read) is None else None


def game_of(snapshot: Snapshot, position: Position | Refusal) -> Game | None:
    """The game of a snapshot; None where this engine can't read it.

    In: the position of the game's first entry, a refusal where this engine reads that no more.
    """
    try:
        value = json.loads(snapshot.text)
        state = state_from_json(value["state"])
        duties = [_read_action(one) for one in value["duties"]]
        owed = None if value["owed"] is None else _read_action(value["owed"])
        turn = amount_from_json(str(turn) if isinstance(turn := value.get("turn", 0), int) else turn)
    except (BadState, ValueError, KeyError, TypeError):
        return None
    if any(duty is None for duty in duties) or (owed is None) != (value["owed"] is None):
        return None
    laid = [
        Duty(seat, there, NotAgain(action, short_mark(there)), FRAGMENTED)
        for seat, there, action in filter(None, duties)
    ]
    history = History(state, duties=laid)
    taken = None
    if owed is not None:
        duty = Duty(owed[0], state, Another(owed[2]), AFTER_A_CUT)
        taken = Taken(state, Spot(0, 1, 1), 0, False, duty, (), history)
    if isinstance(position, Refusal):
        position = Position(state, (), 0, None, [], [])
    owing = () if taken is None or taken.duty is None else (taken.duty,)
    return Game(position, state, history, Watcher(state), taken=taken, duties=owing, turn=turn)
