"""One position file from proposal to answer: what ``run`` and ``loop`` do and show. Decides nothing by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reiterate.cards import CardBook
from reiterate.loops.loop import play_through
from reiterate.loops.play import play
from reiterate.refusals import ILLEGAL, INPUT, UNDETERMINED, UNSUPPORTED, Refusal, Unsupported, Where
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.access.unread_clauses import assumed_clauses
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.events.turn_changes import master
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.expect import Difference, compare, exact_number
from reiterate.script.position import Position
from reiterate.script.saying import Spoken
from reiterate.script.script import BodyReader, Node, Repeat
from reiterate.script.sentences import said_of
from reiterate.shortcuts.fragmented_loops import duties
from reiterate.shortcuts.played_script import Part, PlayedScript
from reiterate.shortcuts.procedure import Proposal, Taken, propose, respond, take, verify_after
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


def not_assumed(state: State, book: CardBook) -> Refusal | None:
    """The refusal of an assumption about a card that a position does not have."""
    there = assumed_clauses(state) if book.assumed else set()
    for one in book.assumed:
        if not any(one.text in text for _, text in there):
            message = f"{one.card} is assumed to have a clause that does not matter, and is not in the position"
            return Refusal(INPUT, "assume", message, "a card of the position", where=Where(span=one.text))
    return None


def run_position(position: Position) -> Result | Refusal:
    """Propose, answer and take the file's shortcut, and check its ``expect`` block.

    A refusal is an answer where the file expects it (``refused: CODE``), else it is returned.
    ``shortcut_allowed: false`` expects one by the rules: what was not understood or worked out says
    nothing of that.
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
    """Play the file's ``then`` lines from the shortcut's end; the first choice owes what the shortcut left (732.2c)."""
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
    result.facts.update(state_facts(played.state))
    return result


def _fragmented(taken: Taken, nodes: Sequence[Node], proposer: int) -> Refusal | None:
    """Why a line after the shortcut may not be played: it would go on with a fragmented loop (732.3)."""
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
        "iterations": exact_number(taken.iterations),
        "partial": "true" if taken.partial else "false",
        "must_change": f"p{taken.duty.seat + 1}" if taken.duty is not None else "nobody",
        **state_facts(state),
    }
    again = taken.history.must_differ()
    facts["must_differ"] = "nobody" if again is None else f"p{again + 1}"
    if taken.duty is not None:
        passing = asked(state) == "priority" and taken.duty.instead_of.verb != "pass"
        facts[f"p{taken.duty.seat + 1}.may_pass"] = "true" if passing else "false"
    return facts


def state_facts(state: State) -> dict[str, str]:
    """What a position says of the game and of who acts, by the paths of an ``expect`` block.

    Out: ``{"outcome": "game_continues", "priority": "p1", "decides": "p1"}``, or other values; "nobody" for no player.
    """
    facts = {"outcome": text_prop(state.game, OUTCOME) if over(state) else "game_continues"}
    facts["priority"] = f"p{decider(state) + 1}" if asked(state) == "priority" else "nobody"
    facts["decides"] = f"p{master(state, decider(state)) + 1}" if not over(state) else "nobody"
    return facts


def iteration_steps(state: State, part: Part) -> list[str]:
    """The choices of one iteration from a state, as lines of a script. They end where ``said_steps`` ends."""
    return [said.line for said in said_steps(state, part)]


def said_steps(state: State, part: Part) -> list[Spoken]:
    """The choices of one iteration from a state, in words: each as a line of a script, and as it is read aloud.

    They end early where the game is over, where the next choice is not legal, and behind ``WRITTEN_CHOICES`` choices.
    """
    found: list[Spoken] = []
    cursor = part.reader.start()
    while not over(state):
        read = part.reader.next(state, cursor)
        if not isinstance(read, tuple):
            break
        choice, cursor = read
        found.append(said_of(state, choice))
        if len(found) > WRITTEN_CHOICES:
            break
        state = step(state, choice)[0]
    return found


# --- loop --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Study:
    """What is found of the loop of a file's last block."""

    position: Position
    part: Part
    steps: list[Spoken]
    players: list[int]
    first: State
    second: State | None

    @property
    def start_up(self) -> tuple[Node, ...]:
        """The lines of the script before the block."""
        return tuple(node for node in self.position.script if node.number < self.part.node.number)


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
    steps = said_steps(part.loop.heads[0], part)
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
    return Refusal(ILLEGAL, "no-loop", message, "a script with a loop", "732.1b")


def _deciders(part: Part) -> list[int]:
    """Who makes each choice of the first iteration, so many of them as are written out."""
    found: list[int] = []
    play(part.loop.heads[0], part.reader, upto=WRITTEN_CHOICES, observe=lambda at, _: found.append(decider(at)))
    return found
