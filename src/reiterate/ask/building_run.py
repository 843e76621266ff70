"""A position file's shortcut, proposed and taken, as the ``run`` part of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace as with_fields

from reiterate.amounts import Formula, digits_text, value_of
from reiterate.ask.answer import Answer, Difference, Facts, Line, Quantities, Response, Run, ScriptLine, Stretch, Total
from reiterate.ask.answer_parts import Quantity, Question, quantity
from reiterate.ask.building_board import board_of, seat_name
from reiterate.ask.building_refusals import empty_answer, refused_of
from reiterate.ask.session import WRITTEN_CHOICES, Result, iteration_steps
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position
from reiterate.script.script import Node, Repeat, written_lines
from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.state.model import State

#: Iterations, from the first, whose running totals are told beside those of the last complete one.
_FIRST: Final = (1, 2, 3)

_ALLOWED: Final = {"true": True, "false": False, "not known": None}


def run_of(result: Result) -> Run:
    """What ``run`` answers: in, a position file's shortcut as it was taken or refused; out, that part of an answer."""
    position, proposal, taken = result.position, result.proposal, result.taken
    played_script = proposal.played_script if proposal is not None else None
    answers = proposal.answers if proposal is not None else []
    return Run(
        end="" if position.end is None else str(position.end),
        lines=[] if played_script is None else [_line(part) for part in played_script.parts],
        responses=[
            Response(
                player=f"p{each.seat + 1}",
                cut="" if played_script is None or each.cut is None else spot_text(played_script, each.cut),
            )
            for each in answers
        ],
        refusal=None if result.refusal is None else refused_of("run", result.refusal),
        facts=_facts(result),
        counted=_tally(taken.state) if taken is not None else {},
        board=board_of(taken.state) if taken is not None else None,
        then=script_of(position.then) if result.after is not None else [],
        after=board_of(result.after) if result.after is not None else None,
        expected_facts=quantity(len(position.expect_items())),
        differences=[Difference(path=d.path, expected=d.expected, actual=d.actual) for d in result.differences],
    )


def answer_about(position: Position, *questions: Question) -> Answer:
    """An answer to some questions about a position, whose parts are still to be filled."""
    return with_fields(
        empty_answer(*questions),
        title=position.title,
        position=board_of(position.state),
        proposer=seat_name(position.proposer),
        script=script_of(position.script),
        declared=list(position.declared),
    )


def script_of(nodes: Sequence[Node]) -> list[ScriptLine]:
    """The lines of a script, each with its number and its indentation."""
    return [
        ScriptLine(number=None if each.number is None else quantity(each.number), text=each.text)
        for each in written_lines(nodes)
    ]


def _tally(state: State) -> Quantities:
    return {key: quantity(amount) for key, amount in sorted(state.tally.items())}


def _facts(result: Result) -> Facts:
    facts, taken = result.facts, result.taken
    if taken is None or "refused" in facts:
        return Facts(
            shortcut_allowed=_ALLOWED[facts["shortcut_allowed"]],
            refused=facts["refused"],
            iterations=None,
            partial=None,
            must_change=None,
            must_differ=None,
            may_pass=None,
            outcome=None,
            priority=None,
            decides=None,
        )
    may_pass = facts.get(f"{facts['must_change']}.may_pass")
    return Facts(
        shortcut_allowed=_ALLOWED[facts["shortcut_allowed"]],
        refused=None,
        iterations=quantity(taken.iterations),
        partial=taken.partial,
        must_change=_somebody(facts["must_change"]),
        must_differ=_somebody(facts["must_differ"]),
        may_pass=None if may_pass is None else may_pass == "true",
        outcome=facts["outcome"],
        priority=_somebody(facts["priority"]),
        decides=_somebody(facts["decides"]),
        each_loop=[quantity(each) for each in taken.each] if len(taken.each) > 1 else [],
    )


def _somebody(player: str) -> str | None:
    return None if player == "nobody" else player


def spot_text(played_script: PlayedScript, spot: Spot) -> str:
    """A spot of a proposal in words."""
    part = played_script.parts[spot.part]
    if isinstance(part.node, Repeat):
        return f"choice {spot.choice} of iteration {digits_text(spot.iteration)} of line {part.node.number}"
    return f"choice {spot.choice} of line {part.node.number}"


def _line(part: Part) -> Line:
    steps = iteration_steps(part.loop.heads[0], part)
    block = isinstance(part.node, Repeat)
    return Line(
        number=quantity(part.node.number),
        block=block,
        choices=steps[:WRITTEN_CHOICES],
        more=len(steps) > WRITTEN_CHOICES,
        totals=_totals(part) if block else [],
        stretches=stretches_of(part.loop, part.node.count) if isinstance(part.node, Repeat) else [],
    )


def _totals(part: Part) -> list[Total]:
    """What a block counted after its first iterations and after its last complete one."""
    done = part.count if part.loop.end is None else min(part.count, part.loop.end.iteration - 1)
    start = part.loop.heads[0].tally
    found = []
    for iteration in sorted({n for n in (*_FIRST, done) if 1 <= n <= done}):
        state = part.loop.reach(iteration)
        if isinstance(state, Refusal):
            break
        counts = {key: value_of(n) - value_of(start.get(key, 0)) for key, n in sorted(state.tally.items())}
        counted = {key: Quantity(n) for key, n in counts.items() if n}
        found.append(Total(iteration=quantity(iteration), counted=counted))
    return found


def stretches_of(loop: Loop, count: int | Formula) -> list[Stretch]:
    """How the iterations of a block were done at once, as parts of an answer, in order.

    In: ``count``, how often the block is written to be done; for a block that is done once, stretches go to the loop's end.
    Out: of each stretch ``start`` and ``until``, its first and last iteration, counted from 1. ``until`` is None where it goes
    on for ever. ``period``: how many iterations its period has.
    """
    found = []
    for segment in loop.segments:
        period = segment.period
        last: int | Formula | None = None
        if segment.periods is not None:
            last = segment.start + segment.periods * period.iterations
            if count > 1:
                last = min(last, count)
        found.append(
            Stretch(
                start=quantity(segment.start + 1),
                until=None if last is None else quantity(last),
                period=quantity(period.iterations),
                how="iterated" if period.closed.kind == "iterated" and last is not None else "jumped",
            )
        )
    return found
