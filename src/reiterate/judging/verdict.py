"""The verdict on a matter: what follows, for whom, because of which findings and sentences; and the answer to the case's question.

The verdict on a matter: what follows, for whom, and because of which findings and sentences.

What a verdict says beside what follows: the answer to the question of its case, and what was said without naming a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.judging import statements as said
from reiterate.judging.case_file import DOES_IT_END, GO_ON, IS_A_LOOP, Case
from reiterate.judging.policies import ARBITER
from reiterate.judging.statements import JUDGE
from reiterate.loops.loop import Count, Loop
from reiterate.refusals import ILLEGAL as REFUSALS_ILLEGAL
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.model import State

# --- verdict -------------------------------------------------------------------------------------

# Outcomes, in the words of the reference cases.
DRAW: Final = "draw"
GAME_CONTINUES: Final = "game_continues"
MUST_CHANGE: Final = "must_change_choice"
REJECTED: Final = "proposal_rejected"
STANDS: Final = "proposal_stands"
ILLEGAL: Final = "action_illegal"
NOT_A_LOOP: Final = "not_a_loop"
RUNS: Final = "runs_to_completion"
UNDETERMINED: Final = "undetermined"
PENALTY: Final = "penalty"
DISCRETION: Final = "judge_discretion"
# Answers to the question of a case.
IS_ONE: Final = "it is a loop"
UNTIL_THE_END: Final = "it is a loop until the game ends"
IS_NONE: Final = "it is no loop"
ENDS: Final = "it ends"
ENDS_THE_GAME: Final = "it ends with the game"
NEVER_ENDS: Final = "it never ends"
NOT_KNOWN: Final = "not known"

#: Somebody still has to speak.
OPEN: Final = "open"


# Grounds of a verdict, beside the situations of a loop. Words for them are made where they are shown.
#: What was found elsewhere and is told as it is: a refusal, or why something is not known (``words``).
FOUND: Final = "found"
#: No sentence of the text speaks of the situation (``words``).
NO_SENTENCE: Final = "no sentence"
#: Whether the actions depend on one another: known (``words``), not known (``words``), and what the players say then (421.5).
DEPEND: Final = "whether the actions depend on one another"
DEPEND_NOT_KNOWN: Final = "whether the actions depend is not known"
DEPEND_ASKED: Final = "the players say whether the actions depend"
#: What a judge has ruled; of hidden cards of a player (``seat``).
STALLS: Final = "the judge rules that it stalls"
RULED_NO_LOOP: Final = "the judge rules that it is no loop"
RULED_A_LOOP: Final = "the judge rules that it is a loop"
CHOICE_FOUND: Final = "the judge finds another choice"
#: What nobody can see, or what the text leaves open: hidden cards, and whether a change beside the loop counts for a player.
HIDDEN_CARDS: Final = "hidden cards decide"
SAME_STATE: Final = "whether the game state is the same"
MEANINGFUL_CHANGE: Final = "whether the change is meaningful"
#: What is done beside a loop changes the game.
BESIDE_CHANGES: Final = "what is done beside the loop changes the game"
#: What a player (``seat``) has said.
CONCEDES: Final = "a player concedes"
OPTS_OUT: Final = "a player takes no shortcut"
HAS_TO_NAME: Final = "a player has to name a number"
#: Why something is no shortcut: iterations differ, nothing has changed, turns change the game, shown ``number`` times.
DIFFERS: Final = "iterations differ"
UNCHANGED: Final = "nothing relevant has changed"
SPANS_TURNS: Final = "the loop spans turns and changes the game"
SHOWN: Final = "how often the cycle was shown"
#: What is random or hidden in the loop (``words``).
READ: Final = "what is random or hidden"
#: Choices sustain the loop.
BY_CHOICES: Final = "choices sustain the loop"
#: Chance is in what nobody keeps up (``words``), and all ``number`` results come to one outcome.
PLAYED_OUT: Final = "it is played out, as chance is in it"
ALL_RESULTS: Final = "all results come to one outcome"
#: Turns pass, other cards are drawn in each, and nobody keeps anything up.
ONLY_TURNS: Final = "only turns pass"
#: A loop that one player alone keeps up is no draw.
ONE_IS_NO_DRAW: Final = "one player's loop is no draw"
#: A script stops in iteration ``number``, because of ``words``; before what it speaks of has ended.
STOPS: Final = "the script stops"
STOPS_BEFORE_THE_END: Final = "the script stops before the loop has ended"
#: A proposal was made, answered by all others, and taken (732.2).
PROPOSED: Final = "a shortcut is proposed"
ANSWERED: Final = "all others have answered"
TAKEN: Final = "the shortcut is taken"
#: A position came back: by several players, by one alone (``seat``), and although chance came between.
CAME_BACK: Final = "several players brought the position back"
BACK_ALONE: Final = "one player brought the position back"
BACK_BY_CHANCE: Final = "one player brought the position back, and chance came between"
NOTHING_BACK: Final = "no position came back"
#: A difference between two positions (``words``); one that keeps a position from being an earlier one.
DIFFERENCE: Final = "a difference"
UNLIKE: Final = "unlike an earlier position"

#: All grounds beside the situations.
GROUNDS: Final = frozenset(
    {
        FOUND, NO_SENTENCE, DEPEND, DEPEND_NOT_KNOWN, DEPEND_ASKED, STALLS, RULED_NO_LOOP, RULED_A_LOOP, CHOICE_FOUND,
        HIDDEN_CARDS, CONCEDES, OPTS_OUT, HAS_TO_NAME, DIFFERS, UNCHANGED, SPANS_TURNS, SHOWN, READ,
        SAME_STATE, MEANINGFUL_CHANGE, BESIDE_CHANGES, BY_CHOICES, PLAYED_OUT, ALL_RESULTS, ONLY_TURNS, ONE_IS_NO_DRAW, STOPS, STOPS_BEFORE_THE_END, PROPOSED, ANSWERED,
        TAKEN, CAME_BACK, BACK_ALONE, BACK_BY_CHANCE, NOTHING_BACK, DIFFERENCE, UNLIKE,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Because:
    """One reason: a ground, and the sentence of the text that makes it matter ("" for none).

    ``what``: a ground of this module, or the situation of a loop. ``cites``: the sentence, such as "732.2b".
    ``seat``: the player that the reason speaks of, 0 for p1. ``number``: a number of times, or an iteration.
    ``words``: what another part of the program found. ``refused``: whether ``words`` are the message of what refused the case.
    """

    what: str
    cites: str = ""
    seat: int | None = None
    number: Count | None = None
    words: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """Where somebody stops a loop: after ``iterations`` whole ones, before choice ``choice`` of the next one.

    ``choice`` 1 is the boundary between two iterations.
    """

    seat: int
    iterations: Count
    choice: int = 1

    def before(self, other: Stop) -> bool:
        """Whether this place comes before another one; equal places are not before each other."""
        if self.iterations == other.iterations:
            return self.choice < other.choice
        return bool(self.iterations < other.iterations)


@dataclass(frozen=True, slots=True)
class Owed:
    """Who has to choose differently where a matter ends, what that is (the words of a policy), and the sentence that says so.

    ``ruling.Ruling.duties`` holds the same with the positions of the board.
    """

    seat: int
    what: str
    cites: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a player may always say and that names no place: an objection, or a call for a judge.

    ``heard``: a judge has ruled since.
    """

    seat: int
    what: str
    heard: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows.

    ``stop``: the place to which the game advances, None where no place follows. ``priority``: the seat that
    acts there. ``owed``: what is owed there; to have priority is to owe nothing. ``kept``: the place at which those who keep
    the loop up would have stopped, where somebody else stops it earlier; ``for_ever``: they would not. ``in_draw``: for whom the game is a draw.
    ``allowed``: whether the shortcut may be taken, None where none was proposed. ``reason``: the code of a rejection.
    ``to_speak``: who still has to say something, with what they may say. ``accepted`` and ``rejected``: what was said
    where a number was asked for, and was one or was none. ``turns_on``: what decides it, where nobody can see that or the text leaves it open.
    ``assumptions``: what nobody could see and is assumed. ``remarks``: what was said beside the matter.
    ``answer``: what is answered to the question of the case, where it asks of the loop itself.
    """

    outcome: str
    because: tuple[Because, ...]
    stop: Stop | None = None
    priority: int | None = None
    owed: Owed | None = None
    kept: Stop | None = None
    for_ever: bool = False
    in_draw: tuple[int, ...] = ()
    allowed: bool | None = None
    reason: str = ""
    to_speak: tuple[tuple[int, tuple[str, ...]], ...] = ()
    winner: int | None = None
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    turns_on: Because | None = None
    answer: str = ""
    remarks: tuple[Remark, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def must_change(self) -> int | None:
        """The seat that owes another choice; None where nothing is owed."""
        return None if self.owed is None else self.owed.seat

    @property
    def owes(self) -> str:
        """What that seat owes, in the words of a policy."""
        return "" if self.owed is None else self.owed.what


# --- case questions ------------------------------------------------------------------------------

#: Statements that settle nothing by themselves, and yet are no silence.
_REMARKS: Final = (said.OBJECT, said.CALL_JUDGE, said.IS_LOOP)


def remarks_of(case: Case) -> tuple[Remark, ...]:
    """What was said that names no place, in order; of each whether a judge has ruled since.

    That it is no loop settles the matter where the text makes the judge the arbiter, and nothing elsewhere.
    """
    statements = case.said
    told = _REMARKS if case.policy.says(ARBITER) else (*_REMARKS, said.IS_NO_LOOP)
    return tuple(
        Remark(one.seat, one.what, any(each.seat == JUDGE for each in statements[at + 1 :]))
        for at, one in enumerate(statements)
        if one.what in told
    )


def answer_of(case: Case, verdict: Verdict, loop: Loop | None, state: State) -> str:
    """The answer to the question whether a sequence is a loop, or whether it ends; "" where the case asks neither (732.1b).

    In: the verdict, the loop of the last block (None where there is none), and the position at the place.
    """
    if case.question == IS_A_LOOP:
        return _is_a_loop(case, verdict, loop)
    if case.question in (GO_ON, DOES_IT_END) and verdict.outcome == NOT_A_LOOP:
        return IS_NONE
    return _ends(verdict, loop, state) if case.question == DOES_IT_END else ""


def _is_a_loop(case: Case, verdict: Verdict, loop: Loop | None) -> str:
    """Whether the sequence could be repeated for ever; a judge's word stands above what was found (MTR 4.4 par. 8)."""
    if verdict.outcome == NOT_A_LOOP:
        return IS_NONE
    if any(one.seat == JUDGE and one.what == said.IS_LOOP for one in case.said):
        return IS_ONE
    if verdict.outcome == UNDETERMINED:
        return NOT_KNOWN
    if loop is None:
        played = case.happened and not case.position.script  # another lap could be the loop
        return NOT_KNOWN if verdict.outcome == REJECTED or played else IS_NONE  # nothing in it is repeated
    if loop.endless:
        return IS_ONE
    if loop.end is None:
        return NOT_KNOWN
    return UNTIL_THE_END if over(loop.end.state) else IS_NONE


def _ends(verdict: Verdict, loop: Loop | None, state: State) -> str:
    """Whether the sequence comes to an end by itself."""
    if over(state) or (verdict.outcome == RUNS and verdict.winner is not None):
        return ENDS_THE_GAME
    if verdict.outcome == UNDETERMINED:
        return NOT_KNOWN
    if loop is not None and loop.endless and verdict.outcome != RUNS:
        return NEVER_ENDS
    end = None if loop is None else loop.end
    if end is not None and over(end.state):
        return ENDS_THE_GAME
    if verdict.outcome in (RUNS, STANDS) and not state.stack:
        return ENDS
    return ENDS if end is not None and end.refusal is not None and end.refusal.kind == REFUSALS_ILLEGAL else NOT_KNOWN
