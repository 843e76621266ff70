"""One position file from proposal to answer: what ``run`` and ``loop`` do and show. Decides nothing by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reiterate.amounts import Formula, digits_text, quantity_json, value_of
from reiterate.loops.loop import Loop, ending_place, play_through
from reiterate.loops.play import play
from reiterate.refusals import EDITION, ILLEGAL, UNDETERMINED, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.events.turn_changes import master
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.expect import Difference, compare
from reiterate.script.position import Position
from reiterate.script.script import BodyReader, Node, Repeat, script_lines
from reiterate.script.sentences import say
from reiterate.shortcuts.fragmented_loops import duties
from reiterate.shortcuts.net_change import Numbers, counted, first_period, net
from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.proposing import Proposal, propose
from reiterate.shortcuts.responding import respond
from reiterate.shortcuts.taking import Taken, take, verify_after
from reiterate.show.board import board_json, board_lines, fold
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME

#: Choices of a first iteration that a transcript writes out.
SHOWN_CHOICES = 24

#: Choices of an iteration that are worked out to be written anywhere: a nest has more than could be.
WRITTEN_CHOICES = 20 * SHOWN_CHOICES


#: Refusals of a proposal that speak of the end that the file proposes.
_OF_AN_END = frozenset({"no-such-place", "end-not-last", "end-without-priority"})


@dataclass(slots=True)
class Result:
    """What came of a position file."""

    position: Position
    proposal: Proposal | None
    taken: Taken | None
    refusal: Refusal | None
    facts: dict[str, str]
    differences: list[Difference] = field(default_factory=list)
    after: State | None = None

    @property
    def state(self) -> State:
        """The state that the answer speaks of."""
        if self.after is not None:
            return self.after
        return self.taken.state if self.taken is not None else self.position.state


def run_position(position: Position) -> Result | Refusal:
    """Propose, answer and take the file's shortcut, and check its ``expect`` block.

    A refusal is an answer where the file expects it (``refused: CODE``), else it is returned. ``shortcut_allowed: false``
    expects one by the rules: what was not understood or worked out says nothing of that.
    """
    result = _procedure(position)
    expected = {key for key, _ in position.expect_items()}
    if result.refusal is not None:
        decided = result.refusal.kind not in (UNSUPPORTED, UNDETERMINED)
        if "refused" not in expected and not (decided and "shortcut_allowed" in expected):
            return result.refusal
    result.differences = compare(position.expect, result.state, result.facts)
    return result


def _procedure(position: Position) -> Result:
    proposal = propose(position.state, position.script, position.proposer, position.end)
    if isinstance(proposal, Refusal):
        return _refused(position, _at_its_place(proposal, position, "end"))
    by_seat = dict(position.answers)
    for seat in list(proposal.to_answer):
        try:
            answered = respond(proposal, seat, by_seat.get(seat))
        except Unsupported as error:
            answered = error.refusal
        if isinstance(answered, Refusal):
            return _refused(position, _at_its_place(answered, position, f"p{seat + 1}"))
        proposal = answered
    for seat in by_seat:
        if seat == position.proposer:
            answered = respond(proposal, seat, by_seat[seat])
            assert isinstance(answered, Refusal)
            return _refused(position, _at_its_place(answered, position, f"p{seat + 1}"))
    taken = take(proposal)
    if isinstance(taken, Refusal):
        return _refused(position, taken)
    return _and_then(Result(position, proposal, taken, None, _facts(taken)))


def _and_then(result: Result) -> Result:
    """Play the file's ``then`` lines from the shortcut's end; the first choice owes what the shortcut left (730.2c)."""
    taken, nodes = result.taken, result.position.then
    if taken is None or not nodes:
        return result
    reader = BodyReader(nodes)
    try:
        read = reader.next(taken.state, reader.start())
        refused = verify_after(taken, read[0]) if isinstance(read, tuple) else None
        if refused is not None:
            return _refused(result.position, refused.at(reader.where(reader.start())))
        played = play_through(taken.state, reader)
        if played.refusal is None:
            refused = _fragmented(taken, nodes, result.position.proposer)
    except Unsupported as error:
        return _refused(result.position, error.refusal)
    refused = played.refusal or refused
    if refused is not None:
        return _refused(result.position, refused)
    result.after = played.state
    result.facts.update(_state_facts(played.state))
    return result


def _fragmented(taken: Taken, nodes: Sequence[Node], proposer: int) -> Refusal | None:
    """Why a line after the shortcut may not be played: it would go on with a fragmented loop (730.3)."""
    played_script = PlayedScript(taken.state)
    if played_script.extend(nodes, proposer) is not None:
        return None  # told where the lines are played
    return duties(played_script, played_script.last, taken.history)[1]


def _at_its_place(refusal: Refusal, position: Position, key: str) -> Refusal:
    """A refusal of the proposed end or of an answer, at where that stands in the file."""
    written = key != "end" or refusal.code in _OF_AN_END
    return refusal.at(position.wheres[key]) if written and key in position.wheres else refusal


def _refused(position: Position, refusal: Refusal) -> Result:
    allowed = "not known" if refusal.kind in (UNSUPPORTED, UNDETERMINED) else "false"
    return Result(position, None, None, refusal, {"refused": refusal.code, "shortcut_allowed": allowed})


def _facts(taken: Taken) -> dict[str, str]:
    state = taken.state
    facts = {
        "shortcut_allowed": "true",
        "iterations": str(quantity_json(taken.iterations)),
        "partial": "true" if taken.partial else "false",
        "must_change": f"p{taken.duty.seat + 1}" if taken.duty is not None else "nobody",
        **_state_facts(state),
    }
    again = taken.history.must_differ()
    facts["must_differ"] = "nobody" if again is None else f"p{again + 1}"
    if taken.duty is not None:
        passing = asked(state) == "priority" and taken.duty.instead_of.verb != "pass"
        facts[f"p{taken.duty.seat + 1}.may_pass"] = "true" if passing else "false"
    return facts


def _state_facts(state: State) -> dict[str, str]:
    facts = {"outcome": text_prop(state.game, OUTCOME) if over(state) else "game_continues"}
    facts["priority"] = f"p{decider(state) + 1}" if asked(state) == "priority" else "nobody"
    facts["decides"] = f"p{master(state, decider(state)) + 1}" if not over(state) else "nobody"
    return facts


# --- what people read --------------------------------------------------------------------------------------------


def report_lines(result: Result) -> list[str]:
    """The whole answer in words."""
    position = result.position
    lines = [position.title or "a position", ""]
    lines += [f"p{position.proposer + 1} proposes:", *(f"  {line}" for line in position.script_lines())]
    if position.end is not None:
        lines.append(f"  ending at {position.end}")
    if result.proposal is not None:
        lines += _first_iteration(result.proposal.played_script)
        for answer in result.proposal.answers:
            said = (
                "accepts"
                if answer.cut is None
                else f"cuts in before {spot_text(result.proposal.played_script, answer.cut)}"
            )
            lines.append(f"p{answer.seat + 1} {said}")
    if result.refusal is not None:
        refusal = result.refusal
        lines += ["", f"refused: {refusal.message} [{refusal.rule}] ({refusal.code})"]
        if refusal.expected:
            lines.append(f"accepted would be: {refusal.expected}")
    if result.taken is not None:
        lines += [
            "",
            *_taken_lines(result.taken),
            *(f"declared: {fact}" for fact in position.declared),
            "",
            "the game is now:",
            *board_lines(result.taken.state),
        ]
    if result.after is not None:
        lines += ["", "then:", *(f"  {line}" for line in script_lines(position.then))]
        lines += ["", "the game is now:", *board_lines(result.after)]
    lines += _expect_lines(result)
    return fold(lines)


def spot_text(played_script: PlayedScript, spot: Spot) -> str:
    """A spot in words."""
    part = played_script.parts[spot.part]
    if isinstance(part.node, Repeat):
        return f"choice {spot.choice} of iteration {digits_text(spot.iteration)} of line {part.node.number}"
    return f"choice {spot.choice} of line {part.node.number}"


def _first_iteration(played_script: PlayedScript) -> list[str]:
    lines: list[str] = []
    for part in played_script.parts:
        state = part.loop.heads[0]
        steps = iteration_steps(state, part)
        many = (
            f"one iteration of line {part.node.number}" if isinstance(part.node, Repeat) else f"line {part.node.number}"
        )
        lines += ["", f"{many}:"]
        for i, text in enumerate(steps[:SHOWN_CHOICES], 1):
            lines.append(f"  {i:>3}. {text}")
        if len(steps) > SHOWN_CHOICES:
            lines.append(f"  ... {len(steps) - SHOWN_CHOICES} more choices")
        lines += [f"  {line}" for line in [*_totals(part), *_how(part)]]
    return [*lines, ""]


def _totals(part: Part) -> list[str]:
    """Running totals of what a block counts, after its first iterations and its last complete one."""
    if not isinstance(part.node, Repeat):
        return []
    done = part.count if part.loop.end is None else min(part.count, part.loop.end.iteration - 1)
    start = part.loop.heads[0].tally
    lines = []
    for iteration in sorted({n for n in (1, 2, 3, done) if 1 <= n <= done}):
        state = part.loop.reach(iteration)
        if isinstance(state, Refusal):
            break
        counts = {k: value_of(v) - value_of(start.get(k, 0)) for k, v in sorted(state.tally.items())}
        told = ", ".join(f"{key} {digits_text(n)}" for key, n in counts.items() if n)
        lines.append(f"after iteration {digits_text(iteration)}: {told}")
    return lines


def iteration_steps(state: State, part: Part) -> list[str]:
    """The choices of one iteration from a state, as canonical sentences."""
    found: list[str] = []
    cursor = part.reader.start()
    while not over(state):
        read = part.reader.next(state, cursor)
        if not isinstance(read, tuple):
            break
        choice, cursor = read
        found.append(say(state, choice))
        if len(found) > WRITTEN_CHOICES:
            break
        state = step(state, choice)[0]
    return found


def _how(part: Part) -> list[str]:
    """How the iterations of a block were done: played, jumped, and where they end."""
    if not isinstance(part.node, Repeat):
        return []
    lines: list[str] = []
    for segment in part.loop.segments:
        period = segment.period
        size = "" if period.iterations == 1 else f" ({period.iterations} iterations make one period)"
        if segment.periods is None:
            lines.append(f"from iteration {digits_text(segment.start + 1)} on it repeats without end{size}: jumped")
        else:
            last: int | Formula = segment.start + segment.periods * period.iterations
            if part.node.count > 1:
                last = min(last, part.node.count)
            how = "iterated, without a closed form" if period.closed.kind == "iterated" else "jumped"
            lines.append(f"iterations {digits_text(segment.start + 1)} to {digits_text(last)}: {how}{size}")
    return lines


def _taken_lines(taken: Taken) -> list[str]:
    lines = ["the shortcut is taken"]
    if taken.iterations:
        whole = f"{digits_text(taken.iterations)} complete iteration{'' if taken.iterations == 1 else 's'}"
        lines = [f"the shortcut is taken: {whole}{', the next one partly' if taken.partial else ''}"]
    for key in sorted(taken.state.tally):
        amount = value_of(taken.state.tally[key])
        if amount:
            lines.append(f"  {key}: {digits_text(amount)}")
    lines += [f"assumed: {text}" for text in taken.assumptions]
    if taken.duty is not None:
        lines.append(f"p{taken.duty.seat + 1} must now choose differently than was proposed [{EDITION}.2c]")
    again = taken.history.must_differ()
    if again is not None:
        lines.append(f"the position has come back: p{again + 1} may not act again as before [{EDITION}.3]")
    return lines


def _expect_lines(result: Result) -> list[str]:
    items = result.position.expect_items()
    if not items:
        return []
    if not result.differences:
        return ["", f"all {len(items)} expected facts hold"]
    width = max(len(d.path) for d in result.differences)
    lines = ["", "expected facts that differ:"]
    return lines + [f"  {d.path:<{width}}  expected {d.expected}, is {d.actual}" for d in result.differences]


def report_json(result: Result) -> dict[str, object]:
    """The answer as JSON."""
    found: dict[str, object] = {"format": "ruling/1", "title": result.position.title, "edition": EDITION}
    found["facts"] = dict(sorted(result.facts.items()))
    found["position"] = board_json(result.state)
    if result.taken is not None:
        found["tally"] = {k: quantity_json(value_of(v)) for k, v in sorted(result.taken.state.tally.items())}
        found["assumptions"] = list(result.taken.assumptions)
        found["declared"] = list(result.position.declared)
    found["differences"] = [{"path": d.path, "expected": d.expected, "actual": d.actual} for d in result.differences]
    return found


# --- loop --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Study:
    """What is found of the loop of a file's last block."""

    position: Position
    part: Part
    steps: list[str]
    players: list[int]
    first: State
    second: State | None


def study_loop(position: Position) -> Study | Refusal:
    """Find the loop of the script's last block, worked out to its end or to the proof that it has none."""
    blocks = [i for i, node in enumerate(position.script) if isinstance(node, Repeat)]
    if not blocks:
        return _no_block(position)
    played_script = PlayedScript(position.state)
    try:
        refused = played_script.extend(position.script[: blocks[-1]], position.proposer)
        if refused is not None:
            return refused
        block = position.script[blocks[-1]]
        assert isinstance(block, Repeat)
        fresh = PlayedScript(played_script.final)
        refused = fresh.extend([Repeat(block.number, 1, block.body, block.where)], position.proposer)
        if refused is not None and not fresh.parts:
            return refused
        part = fresh.parts[0]
        undetermined = part.loop.extend(None)
        if undetermined is not None:
            return undetermined
    except Unsupported as error:
        return error.refusal
    if part.loop.end is not None and part.loop.end.iteration == 1 and part.loop.end.refusal is not None:
        return part.loop.end.refusal
    second = part.loop.reach(1)
    players = _deciders(part)
    steps = iteration_steps(part.loop.heads[0], part)
    return Study(position, part, steps, players, part.loop.heads[0], None if isinstance(second, Refusal) else second)


def _no_block(position: Position) -> Refusal:
    """Why a script without a block is no loop; one that brings the game to its end is one shot."""
    message = "the script has no 'repeat' block"
    try:
        played_script = PlayedScript(position.state)
        if played_script.extend(position.script, position.proposer) is None and over(played_script.final):
            message = f"one shot, no loop: the game is over ({text_prop(played_script.final.game, OUTCOME)}), nothing is repeated"
    except Unsupported as error:
        return error.refusal
    return Refusal(ILLEGAL, "no-loop", message, "a script with a loop", "730.1b")


def _deciders(part: Part) -> list[int]:
    """Who makes each choice of the first iteration, so many of them as are written out."""
    found: list[int] = []
    play(part.loop.heads[0], part.reader, upto=WRITTEN_CHOICES, observe=lambda at, _: found.append(decider(at)))
    return found


def loop_lines(study: Study) -> list[str]:
    """The loop in words."""
    loop = study.part.loop
    line = study.part.node.number
    lines = [study.position.title or "a loop", "", "one iteration (place, player, choice):"]
    for i, (text, seat) in enumerate(zip(study.steps, study.players, strict=False), 1):
        lines.append(f"  {line}@n.{i:<3} p{seat + 1}  {text}")
    lines += _changed_lines(loop)
    lines += ["", *_how(study.part), end_text(loop)]
    return fold(lines)


def _changed_lines(loop: Loop) -> list[str]:
    """What a period leaves changed, and behind it what is counted in it: mana that is made and spent is no gain."""
    first, size = first_period(loop)
    one = len(loop.segments) == 1 and loop.segments[0].period.closed.kind in ("constant", "affine")
    which = (
        f"iteration {digits_text(first + 1)}"
        if size == 1
        else f"iterations {digits_text(first + 1)} to {digits_text(first + size)}"
    )
    if one:
        which = "each iteration" if size == 1 else f"each {size} iterations"
    left = net(loop)
    lines = ["", f"{which} changes:" if size == 1 else f"{which} change:"]
    lines += (
        _signed(left) or ["  nothing: the position repeats"]
        if left is not None
        else ["  what can't be told in numbers"]
    )
    return [*lines, "", f"{which} counts:" if size == 1 else f"{which} count:", *_signed(counted(loop, size))]


def _signed(numbers: Numbers) -> list[str]:
    return [f"  {key}: {'+' if value > 0 else ''}{digits_text(value)}" for key, value in numbers.items()]


def end_text(loop: Loop) -> str:
    """Whether and where a loop ends, in words."""
    if loop.end is None:
        return "it never ends by itself"
    end = loop.end
    reason = end.refusal.message if end.refusal is not None else "the game is over"
    rule = f" [{end.refusal.rule}]" if end.refusal is not None and end.refusal.rule else ""
    return f"it ends {ending_place(end.iteration, end.choice)}: {reason}{rule}"


def loop_json(study: Study) -> dict[str, object]:
    """The loop as JSON, with its places and their players."""
    loop = study.part.loop
    end: dict[str, object] | None = None
    if loop.end is not None:
        end = {
            "kind": loop.end.kind,
            "iteration": quantity_json(loop.end.iteration),
            "choice": quantity_json(loop.end.choice),
            "reason": loop.end.refusal.message if loop.end.refusal is not None else "the game is over",
        }
    return {
        "format": "loop/1",
        "title": study.position.title,
        "places": [
            {"place": f"{study.part.node.number}@n.{i}", "player": f"p{seat + 1}", "choice": text}
            for i, (text, seat) in enumerate(zip(study.steps, study.players, strict=False), 1)
        ],
        "changes": {k: quantity_json(v) for k, v in (net(loop) or {}).items()},
        "per_iteration": {k: quantity_json(v) for k, v in counted(loop, 1).items()},
        "segments": [
            {
                "from": quantity_json(s.start + 1),
                "period": quantity_json(s.period.iterations),
                "periods": None if s.periods is None else quantity_json(s.periods),
                "growth": s.period.closed.kind,
            }
            for s in loop.segments
        ],
        "endless": loop.endless,
        "end": end,
    }
