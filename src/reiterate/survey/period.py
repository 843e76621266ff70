"""The period of a played sequence: the shortest stretch of lines that repeats, the lines before it, and the proof.
Part of the solver: the proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from reiterate.loops.play import DONE, OVER, check_read, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.script.script import BodyReader, Node, Repeat, parse_script
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.survey.period_keys import Head, Marks, head_of
from reiterate.survey.proof import Found, Meter, Prover, no_loop
from reiterate.survey.script_of_play import Track, write_down
from reiterate.survey.step_moves import with_discards

#: Steps that looking for a period may take before the answer is "undetermined".
PERIOD_BUDGET: Final = 50_000

#: Iterations of a written block that are played to look for the period in it.
A_FEW: Final = 3


def period_of(
    start: State, played: str | Sequence[Choice | Node], me: int | None = None, steps: int = PERIOD_BUDGET
) -> Found | Refusal:
    """The shortest repeated stretch of a played sequence as a proved loop; a refusal where nothing of it repeats.

    ``played`` is a script's text, its nodes, or choices, each one made in the state that the ones
    before it lead to. ``me`` is the player whose shortcut it would be: by default the one who
    decides at the start.
    """
    seat = decider(start) if me is None else me
    try:
        made = _played(start, played)
    except Unsupported as error:
        return error.refusal
    if isinstance(made, Refusal):
        return made
    states, choices = made
    track = write_down(states, choices, seat)
    meter = Meter(steps)
    meter.spend(len(choices))
    prover = Prover(start, seat, meter)
    for begin, end in stretches(track, seat):
        found = None if prover.idles(track, begin, end) else prover.first(track, begin, end)
        if found is not None:
            found = with_discards(prover, prover.shorter(found))
            return replace(found, steps=meter.steps, positions=len(choices), depth=len(track.lines))
        if meter.spent():
            return _none("find-budget", f"undetermined after {meter.budget} steps of search", prover)
    return _none("no-period", f"nothing repeats in the {len(track.lines)} lines that were played", prover)


def _none(code: str, message: str, prover: Prover) -> Refusal:
    return no_loop(code, message, prover.miss[2], "a sequence that comes back to where it was")


def _played(start: State, played: str | Sequence[Choice | Node]) -> tuple[list[State], list[Choice]] | Refusal:
    """The states before each choice and at the end, and the choices."""
    nodes = parse_script(played) if isinstance(played, str) else played
    if isinstance(nodes, Refusal):
        return nodes
    if nodes and isinstance(nodes[0], Choice):
        return _made(start, [choice for choice in nodes if isinstance(choice, Choice)])
    states: list[State] = []
    reader = BodyReader(_a_few([node for node in nodes if not isinstance(node, Choice)]))
    done = play(start, reader, observe=lambda state, _: states.append(state))
    if done.stop not in (DONE, OVER):
        return done.refusal or Refusal("illegal", "game-over", "the game is over", "a script that stops there", "104.1")
    return [*states[: len(done.choices)], done.state], done.choices


def _a_few(nodes: Sequence[Node]) -> list[Node]:
    """The nodes up to the first block that is done more than a few times, which is done so often."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Repeat) and node.count > A_FEW:
            return [*found, replace(node, count=A_FEW)]
        found.append(node)
    return found


def _made(start: State, played: list[Choice]) -> tuple[list[State], list[Choice]] | Refusal:
    states = [start]
    for choice in played:
        check_read(states[-1])
        refused = verify(states[-1], choice)
        if refused is not None:
            return refused
        states.append(step(states[-1], choice)[0])
    return states, played


def stretches(track: Track, me: int) -> Iterator[tuple[int, int]]:
    """Stretches of lines that may be a period: those done again behind them first, then the shortest and earliest."""
    states = [normal(state) for state in track.states]
    marks = [Marks(state, me) for state in states]
    at: dict[Head, list[int]] = {}
    for k, state in enumerate(states):
        at.setdefault(head_of(state), []).append(k)
    found = [
        (begin, end)
        for places in at.values()
        for i, begin in enumerate(places)
        for end in places[i + 1 :]
        if marks[end].may_close(marks[begin])
    ]
    yield from sorted(found, key=lambda pair: (_again(track, *pair), pair[1] - pair[0], pair[0]))


def _again(track: Track, begin: int, end: int) -> int:
    """What follows a stretch: 0 it once more, 1 the beginning of it up to the end of what was played, 2 another thing."""
    rest = track.lines[end : 2 * end - begin]
    if rest != track.lines[begin : begin + len(rest)]:
        return 2
    return 0 if len(rest) == end - begin else 1
