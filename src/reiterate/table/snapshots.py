"""Snapshots: a position with what is owed in it, as one text, from which a game goes on without its earlier entries."""

from __future__ import annotations

import json
from typing import Any, Final

from reiterate.games.game import Game
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same, short_mark
from reiterate.script.position import Position
from reiterate.script.sentences import line_of, read_sentence
from reiterate.shortcuts.duty import AFTER_A_CUT, FRAGMENTED, Another, Duty, NotAgain
from reiterate.shortcuts.duty_to_differ import History
from reiterate.shortcuts.played_script import Spot
from reiterate.shortcuts.taking import Taken
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.survey.watcher import Watcher
from reiterate.table.entries import Snapshot

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
    return json.dumps({"state": state_to_json(game.state), "owed": owed, "duties": duties}, ensure_ascii=False)


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
    return Game(position, state, history, Watcher(state), taken=taken, duties=owing)
