"""What follows of a loop at the table: a verdict on what a chair sees, and the ruling that the judge enters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building_verdict import verdict_of
from reiterate.games.ending import loop_in_play
from reiterate.games.recognised import case_of_notice, judged, statements
from reiterate.judging.case_file import Case, under
from reiterate.judging.policies import COMPREHENSIVE
from reiterate.judging.ruling import Ruling, judge, judge_again
from reiterate.judging.statements import ACCEPT, CUT, NO_ACTION, NUMBER
from reiterate.judging.statements import Said as Statement
from reiterate.loops.loop import count_text
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.script.places import parse_place
from reiterate.script.position import Position
from reiterate.script.script import Node, Repeat, parse_script
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.procedure import Answer, Proposal
from reiterate.show.game_words import place_words
from reiterate.state.model import State
from reiterate.table.actions import names_hidden, shown_again, shown_hidden, untellable
from reiterate.table.endings import TAKE_BACK, before_ruling, goes_back, known_draw, ruled_on_the_game
from reiterate.table.entries import ANSWER, PROPOSE, RULING, SAY, UNDO, Noted, Said, position_entries
from reiterate.table.hiding import seen_from
from reiterate.table.rounds import Round, carry_out, replayed
from reiterate.table.seats import JUDGE, SPECTATOR, seat_of


def verdict_on(now: Round, who: str, policy: str) -> Verdict | Refusal:
    """What a policy says of a loop, on what a chair sees.

    The loop was recognised last, is proposed, is shown by hand, or was taken last.
    A refusal where there is no such loop, where its proof fails, or where that is no policy.
    """
    found = _ruled(now, who, policy)
    return found if isinstance(found, Refusal) else verdict_of(found)


def _ruled(now: Round, who: str, policy: str) -> Ruling | Refusal:
    notice = now.game.noticed.latest if known_draw(now) is None else loop_in_play(now.game)
    if notice is not None:
        if who != JUDGE and names_hidden(notice.line, notice.after):
            return untellable()
        case = case_of_notice(now.game.position, notice)
        asked = under(case, policy, "") if isinstance(case, Case) else case
        return judge(asked) if isinstance(asked, Case) else asked
    if now.offered is not None and now.game.proposal is not None:
        here = replace(now.game.position, declared=[]) if who != JUDGE else now.game.position
        shown = now.offered.shown
        answered = _answered(shown.played_script, now.game.proposal.answers)
        return _on_proposal(shown, answered, here, seen_from(now.game.state, who), policy)
    script = shown_again(now.game, who, "1")
    nodes = script if isinstance(script, Refusal) else parse_script(script)
    if isinstance(nodes, Refusal):
        return _taken_last(now, who, policy, nodes) if now.game.shown is None else nodes
    here = replace(now.game.position, declared=[]) if who != JUDGE else now.game.position
    return judged(here, seen_from(now.game.state, who), tuple(nodes), policy, ())


def last_proposed(now: Round) -> tuple[Noted, Round, tuple[Node, ...]] | Refusal:
    """The proposal that was made last: its entry, the game as it was before, and its script with a block in it."""
    stands = position_entries(now.entries[:])
    at = max((i for i, entry in enumerate(stands) if entry.said.what == PROPOSE), default=0)
    if not at:
        return Refusal(ILLEGAL, "no-proposal", "nothing was proposed yet", "a proposal", "732.2a")
    nodes = parse_script(stands[at].said.text)
    if not isinstance(nodes, Refusal) and not any(isinstance(node, Repeat) for node in nodes):
        message = "what was proposed last repeats nothing"
        return Refusal(ILLEGAL, "no-loop", message, "a proposal with a block", "732.1b")
    before = replayed(stands[:at], now.book)
    if isinstance(before, Refusal) or isinstance(nodes, Refusal):
        return Refusal(ILLEGAL, "no-proposal", "the proposal is not read any more", "a newer proposal", "732.2a")
    return stands[at], before, nodes


def _taken_last(now: Round, who: str, policy: str, refused: Refusal) -> Ruling | Refusal:
    """The ruling on the loop of the shortcut that was taken last, from the position where it was proposed; its title says so.

    ``refused``: why there is no loop that was played by hand.
    """
    found = last_proposed(now)
    if isinstance(found, Refusal):
        return replace(refused, expected=f"{refused.expected}, or a shortcut with a block")
    entry, before, nodes = found
    stands = position_entries(now.entries[:])
    answers = [each.said for each in takewhile(lambda one: one.said.what == ANSWER, stands[stands.index(entry) + 1 :])]
    title = f"the loop of entry {entry.number}, from the position where it was proposed; {_came_of(answers)}"
    here = replace(before.game.position, title=title, declared=before.game.position.declared if who == JUDGE else [])
    seen = seen_from(before.game.state, who)
    carried = carry_out(before, entry.said)
    if isinstance(carried, Refusal) or before.offered is None:
        return judged(here, seen, nodes, policy, ())
    return _on_proposal(before.offered.shown, tuple(filter(None, map(_stated, answers))), here, seen, policy)


def _came_of(answers: Sequence[Said]) -> str:
    """What came of a proposal, by the answers to it."""
    stopped = [f"{said.who} stopped it: {place_words(said.text.partition(' ')[2])}" for said in answers if said.cuts]
    return " and ".join(stopped) or ("all have accepted it" if answers else "nobody has answered it")


def _stated(said: Said) -> Statement | None:
    """An answer to a proposal as a statement; None where its place is not read any more."""
    seat = seat_of(said.who)
    place = parse_place(said.text.partition(" ")[2]) if said.cuts else None
    if seat is None or isinstance(place, Refusal):
        return None
    return Statement(seat, ACCEPT) if place is None else Statement(seat, CUT, place=place)


def _on_proposal(
    proposal: Proposal, answered: tuple[Statement, ...], here: Position, seen: State, policy: str
) -> Ruling | Refusal:
    """The ruling on a proposal: its number counts as named where a text asks for one, then the answers so far.

    Where nobody keeps the loop up, a number means an action that breaks it: so none counts as named.
    """
    script = proposal.played_script
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


def ruling_entries(now: Round, policy: str, script: str, own: str = "") -> tuple[Said, ...] | Refusal:
    """The entries of a judge's ruling. Where nothing was done since the last ruling, that one is taken back before.

    In: as ``ruling_entry``; ``take back`` alone takes the last ruling back, and rules nothing.
    """
    back = " ".join(own.lower().split()) == TAKE_BACK
    taken = _taken_back(now)
    if taken is None:
        if back:
            message = "the game has gone on since the last ruling, or there was none"
            return Refusal(ILLEGAL, "nothing-to-take-back", message, "an undo, or another ruling on what is now")
        made = ruling_entry(now, policy, script, own)
        return made if isinstance(made, Refusal) else (made,)
    if back:
        return (taken,)
    stands = position_entries(now.entries[: taken.to])
    before = replayed(stands, now.book)
    if isinstance(before, Refusal):
        return before
    before.said = [entry.said for entry in now.entries[taken.to :] if entry.said.what == SAY]
    before.entries = now.entries
    made = ruling_entry(before, policy, script, own)
    if isinstance(made, Refusal):
        return made
    tried = carry_out(before, made)
    if isinstance(tried, Refusal):
        return tried
    return taken, replace(made, body={**made.body, "takes back": taken.body["ruling"]})


def _taken_back(now: Round) -> Said | None:
    """The entry that takes the last ruling back; None where there is none, or something was done since."""
    ruling = now.entries.rulings[-1] if now.entries.rulings else None
    if ruling is None or ruling.reveals:
        return None
    said = Said(UNDO, JUDGE, {"to": str(before_ruling(now)), "ruling": str(ruling.number)})
    return said if goes_back(now, said) is None else None


def ruling_entry(now: Round, policy: str, script: str, own: str = "") -> Said | Refusal:
    """The ruling of the judge on a loop, by what the players have said since the position changed, and the judge's ``own`` words.

    In: the script of the loop; "" for what was shown by hand. Own words such as ``draw`` or ``p1 wins`` rule on the game itself.
    What follows is announced with it, worked out on what everybody sees.
    """
    if ruled_on_the_game(own):
        words = " ".join(own.lower().split())
        return Said(RULING, JUDGE, {"policy": policy.lower(), "outcome": words})
    if not script and shown_hidden(now.game):
        return untellable()  # everybody reads the entry
    found = script or shown_again(now.game, JUDGE, "1")
    if isinstance(found, Refusal):
        return replace(found, expected=f"{found.expected}, or the loop as a script")
    said = [f"{one.who}: {_one_line(one.text)}" for one in now.said]
    said += [f"{JUDGE}: {_one_line(own)}"] if own else []
    body = {"policy": policy.lower(), "script": found, "said": "\n".join(said)}
    return Said(RULING, JUDGE, {**body, **_announced(now, policy.lower(), found, said)})


def _announced(now: Round, policy: str, script: str, said: Sequence[str]) -> dict[str, str]:
    """What everybody is told of a ruling: its sentence, place, duty and reasons.

    Nothing where hidden cards would change it, or where it fails.
    """
    nodes, heard = parse_script(script), statements(said)
    if isinstance(nodes, Refusal) or isinstance(heard, Refusal):
        return {}
    whole = judged(now.game.position, now.game.state, tuple(nodes), policy, heard)
    here = replace(now.game.position, declared=[])
    seen = judged(here, seen_from(now.game.state, SPECTATOR), tuple(nodes), policy, heard)
    if isinstance(whole, Refusal) or isinstance(seen, Refusal):
        return {}
    verdict = verdict_of(seen)
    if _effect(seen) != _effect(whole):
        return {}
    sentence, place, owes = _effect(seen)
    because = [f"{each.what} [{each.cites}]" if each.cites else each.what for each in verdict.because]
    words = {"sentence": sentence, "place": place, "owes": owes, "because": "\n".join(because)}
    return {key: text for key, text in words.items() if text}


def _effect(ruling: Ruling) -> tuple[str, str, str]:
    """What a ruling brings about, in words: its sentence; where the game goes on; who owes what there."""
    verdict = verdict_of(ruling)
    owes = f"{verdict.must_change} {verdict.owes}" if verdict.must_change is not None else ""
    stop = ruling.verdict.stop
    if stop is None:
        return verdict.sentence, "", owes
    many = count_text(stop.iterations)
    place = f"behind {many} complete iteration{'' if many == '1' else 's'}"
    inside = f", before choice {stop.choice} of the next one" if stop.choice > 1 else ""
    return verdict.sentence, place + inside, owes


def _one_line(words: str) -> str:
    """A statement as one line: what one person says can't stand there as the words of another."""
    return " ".join(words.split())
