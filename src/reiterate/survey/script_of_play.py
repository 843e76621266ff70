"""A played sequence of choices as lines of a script, with the state before each line.
Part of the solver: the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.loops.play import DONE, Played, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import active_seat, number_prop, seats
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.script import BodyReader, Line, Node, parse_script
from reiterate.script.sentence_passes import passes_of
from reiterate.script.sentences import read_sentence, said_of
from reiterate.state.model import State
from reiterate.state.properties import PASSES

ALL_PASS: Final = "all pass"

#: Passes that one line may be.
LINE_BUDGET: Final = 80

#: Steps as a line that passes to them calls them.
_SAID: Final = {
    "upkeep": "upkeep",
    "draw": "draw step",
    "main1": "main phase",
    "combat": "combat",
    "attackers": "declare attackers",
    "blockers": "declare blockers",
    "damage": "combat damage",
    "endcombat": "end of combat",
    "main2": "second main",
    "end": "end step",
}


@dataclass(frozen=True, slots=True)
class Track:
    """Lines with the states at their boundaries: ``states[k]`` is the one before ``lines[k]``, one more at the end."""

    states: tuple[State, ...]
    lines: tuple[str, ...]


def write_down(states: Sequence[State], made: Sequence[Choice], me: int) -> Track:
    """The track of choices, each with the state that it was made in; ``states`` has one more, the last.

    A whole round of passes is one line, and the proposer's own lines don't name the player.
    """
    at: list[State] = []
    lines: list[str] = []
    k = 0
    while k < len(made):
        at.append(states[k])
        size = _round(states, made, k)
        onward, line = (0, "") if size else _onward(states, made, k)
        lines.append(ALL_PASS if size else line or one_line(states[k], made[k], me))
        k += size or onward or 1
    return Track((*at, states[len(made)]), tuple(lines))


def one_line(state: State, choice: Choice, me: int) -> str:
    """The canonical line of a choice, without the player where it is the proposer."""
    said = said_of(state, choice)
    return said.text if choice.player == me else said.line


def _round(states: Sequence[State], made: Sequence[Choice], k: int) -> int:
    """How many choices from ``k`` on are one whole round of passes over the same thing; 0 if they aren't."""
    if made[k].verb != PASS or number_prop(states[k].game, PASSES) != 0 or not states[k].stack:
        return 0
    size = len(seats(states[k]))
    passes = made[k : k + size]
    return size if len(passes) == size and all(choice.verb == PASS for choice in passes) else 0


def is_round(state: State, made: Sequence[Choice]) -> bool:
    """Whether choices made from a position are one whole round of passes, which is one line."""
    return _round([state], made, 0) == len(made)


def _onward(states: Sequence[State], made: Sequence[Choice], k: int) -> tuple[int, str]:
    """How many passes from ``k`` on, over an empty stack, are one line that leads to a step, and that line; (0, "")."""
    state = states[k]
    if made[k].verb != PASS or state.stack or number_prop(state.game, PASSES) or asked(state) != "priority":
        return 0, ""
    end = next((i for i in range(k, len(made)) if made[i].verb != PASS), len(made))
    name = _SAID.get(step_name(states[end]), "")
    for line in (f"all pass to {name}", f"all pass to next {name}") if name else ():
        passed = pass_on(state, line)
        if passed is not None and passed[1] == end - k:
            return end - k, line
    return 0, ""


def pass_on(state: State, line: str, me: int = -1) -> tuple[State, int] | None:
    """The state after a line of passes and how many choices it was; None where it can't be read.

    With ``me`` also where a turn of another player begins on the way.
    """
    rest = read_sentence(state, line)
    if not isinstance(rest, tuple):
        return None
    made = 0
    while made <= LINE_BUDGET:
        read = passes_of(state, rest)
        if read is None:
            return state, made
        if isinstance(read, Refusal):
            return None
        choice: Choice = read[0]
        if verify(state, choice) is not None:
            return None
        state, rest = step(state, choice)[0], read[1]
        made += 1
        if asked(state) == "over" or (me >= 0 and active_seat(state) != me):
            return None
    return None


def nodes_of(lines: Sequence[str]) -> tuple[Node, ...]:
    """The lines as a script's nodes."""
    nodes = parse_script("\n".join(lines))
    assert not isinstance(nodes, Refusal), nodes
    return nodes


def lines_of(body: Sequence[Node]) -> tuple[str, ...]:
    """The lines of an iteration; () where one of its nodes is a block, which has no line of its own."""
    lines = tuple(node.text for node in body if isinstance(node, Line))
    return lines if len(lines) == len(body) else ()


def play_lines(state: State, lines: Sequence[str]) -> Played | Refusal:
    """Play lines from a state to their end; a refusal where that can't be done."""
    try:
        played = play(state, BodyReader(nodes_of(lines)))
    except Unsupported as error:
        return error.refusal
    if played.stop != DONE:
        return played.refusal or Refusal(
            "illegal", "game-over", "the game is over", "a script that stops there", "104.1"
        )
    return played


def readability(state: State, me: int) -> int:
    """How readable a state is as the head of an iteration: 0 best.

    0: the active player has priority and the stack is empty; 1: the proposer has priority; 2:
    somebody has. 3: a decision.
    """
    if asked(state) != "priority":
        return 3
    if decider(state) == active_seat(state) and not state.stack and number_prop(state.game, PASSES) == 0:
        return 0
    return 1 if decider(state) == me and number_prop(state.game, PASSES) == 0 else 2
