"""Answering a proposal in turn order (732.2b): accept, or name a place to choose differently."""

from __future__ import annotations

from typing import Final

from reiterate.loops.play import play
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.places import Place
from reiterate.script.script import Repeat
from reiterate.shortcuts.duty import AFTER_A_CUT, Another, Duty
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.proposing import Answer, Proposal, chooser
from reiterate.state.model import HAND, State

#: Answers to one question that are looked at for one that differs from what was proposed; of more, one may.
ANSWERS_SEEN: Final = 64
#: Choices of a proposal that are looked at for one at which a player could stop it; of more, there may be one.
PLACES_SEEN: Final = 1_000


def respond(proposal: Proposal, seat: int, cut: Place | None) -> Proposal | Refusal:
    """The proposal with one player's answer (732.2b): ``cut`` None accepts, a place shortens the shortcut.

    In: the seat of the player, 0 for p1. The given proposal stays as it is. A refusal where it is not that player's turn to
    answer, or the place can't be named. Example: ``respond(proposal, 1, parse_place("4@7.3"))``.
    """
    if seat == proposal.proposer:
        message = f"p{seat + 1} proposed the shortcut and can't shorten it"
        return Refusal(ILLEGAL, "own-proposal", message, "an answer by another player", "732.2b")
    if not proposal.to_answer or proposal.to_answer[0] != seat:
        whose = f"p{proposal.to_answer[0] + 1}" if proposal.to_answer else "nobody"
        message = f"p{seat + 1} does not answer now: {whose} does"
        return Refusal(ILLEGAL, "answer-order", message, "answers in turn order", "732.2b")
    spot = None
    duty = proposal.duty
    if cut is not None:
        numbered = proposal.played_script.numbered(cut, seat)
        found = numbered if isinstance(numbered, Refusal) else proposal.played_script.spot(numbered)
        if isinstance(found, Refusal):
            return found
        if found > proposal.first_end:
            message = f"'{cut}' is no place of the proposed sequence: it is behind its end"
            return Refusal(INPUT, "no-such-place", message, "a place before the proposed end", "732.2b")
        if found < proposal.end:
            refused = _may_cut(proposal.played_script, found, seat, cut)
            if isinstance(refused, Refusal):
                return refused
            spot, duty = found, refused
    return Proposal(
        proposal.proposer,
        proposal.played_script,
        proposal.first_end,
        spot if spot is not None else proposal.end,
        proposal.to_answer[1:],
        [*proposal.answers, Answer(seat, spot)],
        duty,
    )


def _may_cut(played_script: PlayedScript, spot: Spot, seat: int, cut: Place) -> Duty | Refusal:
    """The duty that a cut would bring, or why the place can't be named by this player."""
    here = played_script.at(spot)
    if isinstance(here, Refusal):
        return here
    if chooser(here.state) != seat:
        message = f"at '{cut}' p{chooser(here.state) + 1} decides, not p{seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "a place where you decide", "732.2b")
    proposed = played_script.proposed(spot)
    assert proposed is not None
    if not another(here.state, proposed):
        what = "pass" if proposed.verb == PASS else "answer as proposed"
        message = f"p{seat + 1} can do nothing but {what} at '{cut}'"
        return Refusal(ILLEGAL, "nothing-else", message, "a place where another choice is possible", "732.2b")
    return Duty(seat, here.state, Another(proposed), AFTER_A_CUT)


def may_stop(proposal: Proposal, seat: int, blocks: bool = False) -> bool:
    """Whether a player could name some place before the present end (732.2b); True where so many were looked at in vain.

    Of iterations that are alike the first period is looked at. ``blocks``: only places inside of blocks are looked at.
    """
    script, seen = proposal.played_script, 0
    for index, part in enumerate(script.parts):
        if blocks and not isinstance(part.node, Repeat):
            continue
        for iteration in part.unlike():
            state = part.loop.reach(iteration - 1)
            if isinstance(state, Refusal):
                return True
            cursor, choice = part.reader.start(), 0
            while Spot(index, iteration, choice + 1) < proposal.end:
                one = play(state, part.reader, cursor, upto=1)
                if not one.choices:
                    break
                choice, seen = choice + 1, seen + 1
                if seen > PLACES_SEEN or (chooser(state) == seat and another(state, one.choices[0])):
                    return True
                state, cursor = one.state, one.cursor
    return False


def another(state: State, proposed: Choice) -> bool:
    """Whether the player who decides may have another choice than the proposed one; False where none is proved."""
    if asked(state) == "priority" and hides_cards(state, decider(state)):
        return True
    if asked(state) == "priority":
        return proposed.verb != PASS or any(option.verb != PASS for option in options(state))
    made: list[Choice] = []
    try:
        for option in options(state):
            made += instances(state, option, ANSWERS_SEEN)
            if option.unknown or len(made) >= ANSWERS_SEEN:
                return True
        as_proposed = step(state, proposed)[0]
        legal = [choice for choice in made if verify(state, choice) is None]
        return not legal or any(not same(step(state, choice)[0], as_proposed) for choice in legal)
    except Unsupported:
        return True


def hides_cards(state: State, seat: int) -> bool:
    """Whether a player's hand holds cards that the position does not name."""
    return any(
        row.cls.zone == HAND and row.cls.owner == seat and row.cls.proto == UNKNOWN_CARD for row in state.rows.values()
    )
