"""What follows of a loop at the table: a verdict on what a chair sees, and the ruling that the judge enters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reiterate.games.recognised import case_of_notice
from reiterate.games.settled import judged
from reiterate.loops.loop import count_text
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rulings.case_file import Case, under
from reiterate.rulings.policies import COMPREHENSIVE
from reiterate.rulings.ruling import Ruling, judge, judge_again
from reiterate.rulings.statements import ACCEPT, CUT, NO_ACTION, NUMBER
from reiterate.rulings.statements import Said as Statement
from reiterate.script.places import parse_place
from reiterate.script.position import Position
from reiterate.script.script import Node, Repeat, parse_script
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.proposing import Answer, Proposal
from reiterate.show.answer_verdict import Verdict
from reiterate.show.building_verdict import verdict_of
from reiterate.state.model import State
from reiterate.table.acts import names_hidden, shown_again, shown_hidden, untellable
from reiterate.table.chairs import JUDGE
from reiterate.table.hiding import seen_from
from reiterate.table.noted import PROPOSE, RULING, Noted, Said, standing
from reiterate.table.rounds import Round, replayed


def verdict_on(now: Round, who: str, policy: str) -> Verdict | Refusal:
    """What a policy makes of the loop that was recognised last, that is proposed, shown by hand, or was taken last, on what a chair sees.

    A refusal where there is no such loop, where its proof fails, or where that is no policy.
    """
    found = _ruled(now, who, policy)
    return found if isinstance(found, Refusal) else verdict_of(found)


def _ruled(now: Round, who: str, policy: str) -> Ruling | Refusal:
    notice = now.game.noticed.latest
    if notice is not None:
        if who != JUDGE and names_hidden(notice.line, notice.after):
            return untellable()
        case = case_of_notice(now.game.position, notice)
        asked = under(case, policy, "") if isinstance(case, Case) else case
        return judge(asked) if isinstance(asked, Case) else asked
    if now.offered is not None and now.game.proposal is not None:
        here = replace(now.game.position, declared=[]) if who != JUDGE else now.game.position
        return _on_proposal(now.offered.shown, now.game.proposal.answers, here, seen_from(now.game.state, who), policy)
    script = shown_again(now.game, who, "1")
    nodes = script if isinstance(script, Refusal) else parse_script(script)
    if isinstance(nodes, Refusal):
        return _taken_last(now, who, policy, nodes) if now.game.shown is None else nodes
    here = replace(now.game.position, declared=[]) if who != JUDGE else now.game.position
    return judged(here, seen_from(now.game.state, who), tuple(nodes), policy, ())


def last_proposed(now: Round) -> tuple[Noted, Round, tuple[Node, ...]] | Refusal:
    """The proposal that was made last: its entry, the game as it was before, and its script with a block in it."""
    stands = standing(now.entries[:])
    at = max((i for i, entry in enumerate(stands) if entry.said.what == PROPOSE), default=0)
    if not at:
        return Refusal(ILLEGAL, "no-proposal", "nothing was proposed yet", "a proposal", "730.2a")
    nodes = parse_script(stands[at].said.text)
    if not isinstance(nodes, Refusal) and not any(isinstance(node, Repeat) for node in nodes):
        message = "what was proposed last repeats nothing"
        return Refusal(ILLEGAL, "no-loop", message, "a proposal with a block", "730.1b")
    before = replayed(stands[0].said.text, stands[:at], now.book)
    if isinstance(before, Refusal) or isinstance(nodes, Refusal):
        return Refusal(ILLEGAL, "no-proposal", "the proposal is not read any more", "a newer proposal", "730.2a")
    return stands[at], before, nodes


def _taken_last(now: Round, who: str, policy: str, refused: Refusal) -> Ruling | Refusal:
    """The ruling on the loop of the shortcut that was taken last, from the position where it was proposed; its title says so.

    ``refused``: why there is no loop that was played by hand.
    """
    found = last_proposed(now)
    if isinstance(found, Refusal):
        return replace(refused, expected=f"{refused.expected}, or a shortcut with a block")
    entry, before, nodes = found
    title = f"the loop of entry {entry.number}, from the position where it was proposed"
    here = replace(before.game.position, title=title, declared=before.game.position.declared if who == JUDGE else [])
    return judged(here, seen_from(before.game.state, who), nodes, policy, ())


def _on_proposal(
    proposal: Proposal, answers: Sequence[Answer], here: Position, seen: State, policy: str
) -> Ruling | Refusal:
    """The ruling on a waiting proposal: its number counts as named where a text asks for one, then the answers so far.

    Where nobody keeps the loop up, a number means an action that breaks it: so none counts as named.
    """
    script = proposal.played_script
    answered = _answered(script, answers)
    nodes = tuple(part.node for part in script.parts)
    proposed = policy == COMPREHENSIVE.name  # the number stands in the script
    found = judged(here, seen, nodes, policy, answered if proposed else ())
    if proposed or isinstance(found, Refusal) or not found.verdict.to_speak:
        return found
    seat, may = found.verdict.to_speak[0]
    number = next((part.count for part in reversed(script.parts) if isinstance(part.node, Repeat)), None)
    if number is None or seat != proposal.proposer or NUMBER not in may or NO_ACTION in may:
        return found
    named = Statement(seat, NUMBER, number=number)
    again = judge_again(found, replace(found.case, said=(named, *answered)))
    if isinstance(again, Refusal) and answered:  # a text may ask the others for other words, or in another order
        again = judge_again(found, replace(found.case, said=(named,)))
    return found if isinstance(again, Refusal) else again


def _answered(script: PlayedScript, answers: Sequence[Answer]) -> tuple[Statement, ...]:
    """The answers to a proposal as statements."""
    found: list[Statement] = []
    for one in answers:
        if one.cut is None:
            found.append(Statement(one.seat, ACCEPT))
            continue
        number = script.parts[one.cut.part].node.number
        place = parse_place(f"{number}@{count_text(one.cut.iteration)}.{one.cut.choice}")
        if not isinstance(place, Refusal):
            found.append(Statement(one.seat, CUT, place=place))
    return tuple(found)


def ruling_entry(now: Round, policy: str, script: str, own: str = "") -> Said | Refusal:
    """The ruling of the judge on a loop, by what the players have said since the position changed, and the judge's ``own`` words.

    In: the script of the loop; "" for what was shown by hand.
    """
    if not script and shown_hidden(now.game):
        return untellable()  # everybody reads the entry
    found = script or shown_again(now.game, JUDGE, "1")
    if isinstance(found, Refusal):
        return replace(found, expected=f"{found.expected}, or the loop as a script")
    said = [f"{one.who}: {_one_line(one.text)}" for one in now.said]
    said += [f"{JUDGE}: {_one_line(own)}"] if own else []
    return Said(RULING, JUDGE, {"policy": policy.lower(), "script": found, "said": "\n".join(said)})


def _one_line(words: str) -> str:
    """A statement as one line: what one person says can't stand there as the words of another."""
    return " ".join(words.split())
