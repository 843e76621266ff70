"""Why a verdict is so, what would change it, and how one sees it for oneself: findings and statements in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.ask.answer_verdict import Made, Otherwise, Reason
from reiterate.ask.verdict_grounds import either_way, ground_words, remark_words
from reiterate.ask.verdict_phrases import (
    brief_line,
    cut_off,
    event_words,
    many,
    names,
    owed_words,
    own_line,
    player,
    why_over,
)
from reiterate.ask.verdict_said import (
    answered_so_far,
    between_iterations_words,
    drawn_by_several,
    none_named,
    of_a_proposal,
    of_numbers,
    place_words,
)
from reiterate.ask.verdict_words import in_step, instead_of, last_begun, proposed, sentence_of, text_of, whose_move
from reiterate.judging import policies as p
from reiterate.judging import policies as s
from reiterate.judging import verdict as v
from reiterate.judging.decide import LOOP_ENDS, MEANINGFUL, NOT_IDENTICAL, RESTARTED
from reiterate.judging.ruling import Ruling
from reiterate.judging.statements import CONCEDE, Said
from reiterate.judging.what_if import WhatIf, what_if
from reiterate.kinds.kinds import ACTS, AT, CONTINUES, FORCED, LEAVES, Kind, Possible
from reiterate.kinds.left_out import asks_unless
from reiterate.loops.loop import Count
from reiterate.loops.play import Played, Reader, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.script import BodyReader, Repeat, results_in
from reiterate.script.sentences import said_of
from reiterate.shortcuts.duty import NotAgain, independent
from reiterate.shortcuts.duty_to_differ import History
from reiterate.state.model import State

#: Choices that are shown of one iteration, or of what was played by hand.
SHOWN: Final = 24

#: Letters of an ability that stand in a reason.
LETTERS: Final = 40

#: Why what nobody keeps up has ended, by the rule that lets its next choice not be made.
_ENDED: Final = {"117.4": "nothing is left to resolve", "117.1": "what was repeated is over"}
#: Grounds of a proposal (732.2); what was said is told instead.
_OF_A_PROPOSAL: Final = frozenset({v.ANSWERED, v.TAKEN})


def reasons(ruling: Ruling) -> list[Reason]:
    """Why: what the loop is, what was said, and what follows for whom. Each with the rule that makes it matter.

    Of lines that may not be played, what may not be done comes first, and what the loop is comes last.
    """
    verdict, kind = ruling.verdict, ruling.kind
    situation = "" if kind is None else s.situation_of(kind)
    situation = next((each.what for each in verdict.because if each.what in s.SITUATIONS), situation)
    of_the_loop = list(_of_the_loop(ruling, situation))
    found = [] if verdict.outcome == v.ILLEGAL else list(of_the_loop)
    if verdict.reason != LOOP_ENDS:
        found += none_named(ruling)
    refused: list[Reason] = []
    for each in verdict.because:
        if each.what == v.CAME_BACK and ruling.history is not None:
            found += _fragmented(ruling, ruling.history.brought_back_by(), each.cites)
        elif each.what == v.PROPOSED:
            who = player(ruling.case.position.proposer)
            found.append(Reason(what=f"{who} proposes {proposed(ruling)}", cites=each.cites))
            found += answered_so_far(ruling, "732.2b")
        elif each.what == v.BACK_BY_CHANCE and ruling.history is not None:
            found.append(Reason(what=f"{ground_words(each)} ({_chances(ruling.history)})", cites=each.cites))
        elif each.what not in (situation, v.READ, *_OF_A_PROPOSAL):
            reason = Reason(what=_quoted(ruling, each), cites=each.cites)
            (refused if verdict.outcome == v.ILLEGAL else found).append(reason)
    if kind is not None:
        found += _another_choice(ruling, kind)
    if verdict.outcome == v.MUST_CHANGE and situation in (s.FRAGMENTED, s.ACROSS_TURNS) and kind is not None:
        found += _fragmented(ruling, kind.keepers, "732.3")
    if verdict.outcome == v.DRAW and kind is not None:
        found += _drawn(ruling, kind)
    found += _unless(ruling)
    if verdict.stop is not None:
        found += _said(ruling, situation)
    found += _not_played(ruling)
    found += _conceded(ruling)
    found += _game_over(ruling, situation)
    arbiter = ruling.case.policy.says(p.ARBITER)
    cite = ruling.case.policy.cite(p.ARBITER)
    found += [Reason(what=remark_words(each, arbiter), cites=cite) for each in verdict.remarks]
    if verdict.outcome == v.ILLEGAL:
        found = [*_would_do(ruling), *refused, *found, *of_the_loop]
    return _together(found)


def _conceded(ruling: Ruling) -> Iterator[Reason]:
    """Who has conceded, where the matter goes on without that player."""
    if not any(each.what == v.CONCEDES for each in ruling.verdict.because):
        for seat in sorted({one.seat for one in ruling.case.said if one.what == CONCEDE}):
            yield Reason(what=f"{player(seat)} has conceded, and is not asked", cites="104.3a")


def _quoted(ruling: Ruling, each: v.Because) -> str:
    """A ground in words; behind the line that it speaks of, where it is what is wrong with a script."""
    refusal, what = ruling.refusal, ground_words(each)
    if refusal is None or not each.refused or not refusal.where.span:
        return what
    return f"'{refusal.where.span}': {what}"


def _of_the_loop(ruling: Ruling, situation: str) -> Iterator[Reason]:
    """What the loop is, with the sentences that speak of such loops."""
    verdict, kind = ruling.verdict, ruling.kind
    cites = [each.cites for each in verdict.because if each.what == situation and each.cites]
    if kind is not None and cites:
        kept = cites[:-1] if verdict.stop is not None and len(cites) > 1 else cites
        why, rule = _over_because(ruling)
        what = loop_in_words(kind, situation, why, _event(ruling))
        yield Reason(what=what, cites=", ".join([*kept, *([rule] if rule and _tells_why(kind, situation) else [])]))
    elif kind is not None and (ruling.taken is not None or verdict.answer):
        yield Reason(what=loop_in_words(kind, situation, _over_because(ruling)[0], _event(ruling)), cites="732.1b")


def _another_choice(ruling: Ruling, kind: Kind) -> Iterator[Reason]:
    """Of a loop that choices sustain: a choice that would lead out of it, with what comes of that (MTR 4.4)."""
    told = (each for each in kind.statements if each.role == LEAVES and each.witness and s.by_choices(kind, each.seat))
    leads_out = next(told, None)
    if leads_out is not None and ruling.case.policy.says(p.CHOICES):
        what = f"another choice leads out ({leads_out.witness})"
        yield Reason(what=what, cites=ruling.case.policy.clauses[p.CHOICES][1])


def _unless(ruling: Ruling) -> Iterator[Reason]:
    """Of a loop that nobody keeps up: who could pay what follows "unless" in it, and need not (732.6).

    Whoever named the place to break the loop by paying has to.
    """
    kind, loop, found = ruling.kind, ruling.loop, ruling.verdict
    if kind is None or loop is None or kind.keepers:
        return
    if found.outcome not in (v.DRAW, v.OPEN, v.RUNS, v.GAME_CONTINUES):
        return
    seats: list[int] = []
    for each in kind.statements:
        breaks = found.stop is not None and each.seat == found.stop.seat
        if each.role not in (FORCED, CONTINUES) or each.seat in seats or breaks:
            continue
        there = loop.up_to(each.first + 1 if each.first == 0 else each.first, each.place)
        if isinstance(there, Played) and not over(there.state) and asks_unless(there.state):
            seats.append(each.seat)
    for seat in seats:
        yield Reason(
            what=f"{player(seat)} need not pay: unpaid, the loop goes on as though that were mandatory", cites="732.6"
        )


def _together(found: Sequence[Reason]) -> list[Reason]:
    """Reasons with the citations of those that say the same put together."""
    cites: dict[str, list[str]] = {}
    for each in found:
        cites.setdefault(each.what, []).extend(cite for cite in [each.cites] if cite)
    return [Reason(what=what, cites=", ".join(each)) for what, each in cites.items()]


def _tells_why(kind: Kind, situation: str) -> bool:
    """Whether the words for a loop tell why the game is over where it ends."""
    if situation == s.NOT_DETERMINED or kind.ending.when != AT or len(kind.keepers) > 1:
        return False
    return bool(kind.ending.outcome) if kind.keepers else True


def loop_in_words(kind: Kind, situation: str, over_because: str = "", event: str = "") -> str:
    """Who keeps a loop up, and whether it ends.

    ``over_because``: why the game is over where it does. ``event``: what is random in it, "" where no result was given.
    """
    ending = kind.ending
    if situation == s.NOT_DETERMINED:
        why = f"chance is in it ({event}), and the next iteration may come otherwise" if event else kind.read
        return f"its result can't be foreseen: {why}"
    if not kind.keepers:
        if ending.when == AT:
            last = many(last_begun(ending.iteration, ending.choice))
            why = over_because or _ENDED.get(ending.rule, ending.reason)
            return f"nobody keeps it up, and it ends in iteration {last}: {why}"
        return "no choice in it leads out, so nobody keeps it up; it never ends by itself (proved)"
    if len(kind.keepers) > 1:
        back = "the same position back" if kind.recurs else "another position"
        return f"{names(kind.keepers)} keep the loop up, and each iteration brings {back}"
    by = "; or by ".join(" and ".join(dict.fromkeys(each)) for each in kernels_in_short(kind))
    by = f", by {by}" if by else ""
    most = ""
    if ending.when == AT and ending.outcome:
        why = f": {over_because}" if over_because else ""
        most = f", until the game ends in iteration {many(last_begun(ending.iteration, ending.choice))}{why}"
    elif ending.when == AT:
        most = _as_often(ending.iteration - 1)
    return f"{player(kind.keepers[0])} alone keeps the loop up{by}{most}"


def kernels_in_short(kind: Kind) -> list[list[str]]:
    """What each kernel holds, in quotation marks: the first two of its choices."""
    brief = {(each.seat, each.choice): cut_off(each.brief) for each in kind.statements if each.role in (ACTS, LEAVES)}
    told = [[brief[one.seat, one.what] for one in each.kept if (one.seat, one.what) in brief] for each in kind.kernels]
    return [[f"'{one}'" for one in each[:2]] for each in told if each]


def _as_often(most: Count) -> str:
    """How many iterations of a loop are possible, behind who keeps it up."""
    if most == 0:
        return "; not one whole iteration is possible"
    return f"; at most {many(most)} iteration{' is' if most == 1 else 's are'} possible"


def _over_because(ruling: Ruling) -> tuple[str, str]:
    """Why the loop ends the game, and the rule; nothing where the loop does not."""
    end = None if ruling.loop is None else ruling.loop.end
    return ("", "") if end is None or not over(end.state) else why_over(end.state)


def _game_over(ruling: Ruling, situation: str) -> Iterator[Reason]:
    """Why the game is over at the place, or behind the lines that follow; nothing where it is not, or where that was told."""
    if not over(ruling.state):
        return
    why, rule = why_over(ruling.state)
    kind = ruling.kind
    if kind is None or not _tells_why(kind, situation) or _over_because(ruling) != (why, rule):
        yield Reason(what=f"the game is over: {why}", cites=rule)


def _event(ruling: Ruling) -> str:
    """What is random in the script, by a result that a line of it gives; "" where none does."""
    line = results_in(ruling.case.position.script)
    return "" if line is None else event_words(line.results[0])


def _chances(history: History) -> str:
    """What was random in what was played by hand, in the words of the game."""
    results = (result for _, choice in history.line for result in choice.results)
    return ", ".join(dict.fromkeys(map(event_words, results)))


def _not_played(ruling: Ruling) -> Iterator[Reason]:
    """Of what can't be shortcut, or is no loop: that nothing of it was played, and who goes on."""
    if ruling.verdict.outcome in (v.NOT_A_LOOP, v.REJECTED) and not over(ruling.state) and ruling.history is None:
        yield Reason(what=f"nothing of it counts as played; {whose_move(ruling.state)}", cites="")


def _fragmented(ruling: Ruling, actors: tuple[int, ...], cites: str) -> Iterator[Reason]:
    """Which of several players has to choose differently, and why that one (732.3)."""
    seat = ruling.verdict.must_change
    if ruling.history is not None:
        acts = _actions(ruling, actors)
        yield Reason(what=f"{acts} acted, and together they brought this position back", cites=cites)
    if seat is not None:
        active = active_seat(ruling.state if ruling.place is None else ruling.place) == seat
        which = "the active player" if active else "the first of them in turn order"
        yield Reason(
            what=f"{player(seat)} is {which}, and has to do something else{_not_again(ruling, seat)}", cites=cites
        )


def _actions(ruling: Ruling, actors: tuple[int, ...]) -> str:
    """Players with the first action of each since the position was there before."""
    assert ruling.history is not None
    first: dict[int, str] = {}
    for state, choice in ruling.history.since():
        if independent(state, choice) and choice.player in actors:
            first.setdefault(choice.player, own_line(state, choice))
    told = [
        f"{player(seat)}{f' ({chr(39)}{first[seat]}{chr(39)})' if seat in first else ''}" for seat in sorted(actors)
    ]
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]


def _not_again(ruling: Ruling, seat: int) -> str:
    """Which action a player may not take again here, where that player decides, and that passing is allowed."""
    history = ruling.history
    if history is None or over(history.state):
        return ""
    if decider(history.state) != seat or asked(history.state) != "priority":
        return _not_again_later(history, seat)
    made = [choice for state, choice in history.since() if choice.player == seat and independent(state, choice)]
    not_again = next((choice for choice in made if history.forbidden(choice) is not None), None)
    if not_again is None or history.forbidden(Choice(PASS, seat)) is not None:
        return ""
    return f": not '{own_line(history.state, not_again)}' again, and to pass will do"


def _not_again_later(history: History, seat: int) -> str:
    """Which one action a player may not take again once that player is asked; "" where there are several."""
    owed = [(duty.since, duty.demand) for duty in history.duties if duty.seat == seat]
    lines = {own_line(since, demand.action) for since, demand in owed if isinstance(demand, NotAgain)}
    return f": not '{lines.pop()}' again, and to pass will do" if len(lines) == 1 else ""


def _drawn(ruling: Ruling, kind: Kind) -> Iterator[Reason]:
    """Whom nobody can make end the loop, and who is not in the draw."""
    line = ruling.case.policy.line(s.MANDATORY)
    if line is not None and line.asked != p.NOBODY and not kind.keepers:
        for seat in kind.to_ask:
            yield Reason(what=f"{player(seat)} could act ({_means(kind, seat)}), has not, and need not", cites="732.5")
    if kind.keepers:
        yield Reason(what=drawn_by_several(ruling), cites="MTR 4.4 par. 4 sent. 4")
    left = tuple(seat for seat in kind.order if seat not in ruling.verdict.in_draw)
    if left:
        plays = "play" if len(left) > 1 else "plays"
        yield Reason(what=f"{names(left)} {plays} on, outside its limited range of influence", cites="104.4f, 801.16")


def _means(kind: Kind, seat: int) -> str:
    """What a player could act with, in few words."""
    return "; ".join(means_of(kind, seat))


def means_of(kind: Kind | None, seat: int) -> list[str]:
    """What a player could act with outside of the loop, in few words each."""
    if kind is None:
        return []
    able = [each.brief for each in kind.could_act if each.seat == seat]
    cards = ["cards that are not known"] if seat in kind.open else []
    return list(dict.fromkeys([*able, *cards][:2]))


def _said(ruling: Ruling, situation: str) -> Iterator[Reason]:
    """What was said, as far as it decides the place, and what is owed there."""
    verdict, case, stop = ruling.verdict, ruling.case, ruling.verdict.stop
    assert stop is not None
    proposes = ruling.taken is not None
    of_loop = [each.cites for each in verdict.because if each.what == situation and each.cites]
    cite = "732.2b" if proposes or not of_loop else of_loop[-1]
    who = player(stop.seat)
    told = list(of_a_proposal(ruling, "732.2b") if proposes else of_numbers(ruling, cite))
    yield from told
    if verdict.outcome == v.OPEN:
        return
    whole = ruling.taken is not None and ruling.taken.duty is None and verdict.outcome == v.ILLEGAL
    if verdict.outcome != v.STANDS and not whole:
        there = instead_of(ruling) if stop.choice > 1 or proposes else None
        place = f"inside iteration {many(stop.iterations + 1)}" if stop.choice > 1 else between_iterations_words(stop)
        if not any(isinstance(node, Repeat) for node in case.position.script):
            place = in_step(ruling)
        if proposes or stop.choice > 1 or not told:
            yield Reason(what=f"{who} stops it {place}{_would_follow(there)}", cites=cite)
    elif proposes:
        yield Reason(what="so the shortcut is taken as it was proposed", cites="732.2c")
    several = ruling.kind is not None and len(ruling.kind.keepers) > 1
    if several and case.policy.says(p.LAST_WORD) and stop.choice > 1:
        last = text_of(ruling, "last_word")
        yield Reason(what=f"a part of that iteration is done, so that {last} has the last word", cites=cite)
    yield from owed_words(ruling)


def _would_follow(there: tuple[State, Choice] | None) -> str:
    """The choice that was to come at a place, and what would resolve after it."""
    if there is None:
        return ""
    over, who = said_of(*there).over, player(there[1].player)
    if over is None:
        return f", before '{brief_line(*there)}'"
    on_stack = f" on '{over[:LETTERS].rstrip()}{'...' if len(over) > LETTERS else ''}'" if there[0].stack else ""
    return f", where {who} would pass{on_stack}"


# --- what would change it -----------------------------------------------------------------------------------------


def what_would_change(ruling: Ruling) -> list[Otherwise]:
    """What would change the verdict, as parts of an answer: statements that were tried, then facts of the board that were not."""
    tried = [_tried(ruling, each) for each in what_if(ruling)]
    return tried + [Otherwise(what=each, said=[], then="") for each in _of_the_board(ruling, bool(tried))]


def _would_do(ruling: Ruling) -> Iterator[Reason]:
    """What was tried at the place and may not be done."""
    if ruling.tried is not None:
        state, choice = ruling.tried
        yield Reason(what=f"there {player(choice.player)} would '{own_line(state, choice)}'", cites="")


def _tried(ruling: Ruling, changed: WhatIf) -> Otherwise:
    """A change that was tried, in words, with the statements of the whole matter."""
    is_asked = bool(changed.new) and any(changed.new[0].seat == seat for seat, _ in ruling.verdict.to_speak)
    if changed.without is not None:
        what = f"had play ended before {_which(ruling, changed, changed.without)}"
    elif changed.unjudged:
        what = "without the judge's word"
    elif changed.new:
        first, *rest = changed.new
        says = "says" if is_asked else "said"
        told = [
            f"{player(first.seat)} {says} '{_words(first)}'{_where(first)}",
            *(f"{player(one.seat)} '{_words(one)}'{_where(one)}" for one in rest),
        ]
        what = f"{'if' if is_asked else 'had'} {' and '.join(told)}"
    else:
        what = "had the cycle been shown twice"
    statements = [str(one) for one in changed.case.said] if changed.without is None and not changed.shown else []
    return Otherwise(what=what, said=statements, then=sentence_of(changed.ruling))


def _which(ruling: Ruling, changed: WhatIf, made: tuple[State, Choice]) -> str:
    """An action of what was played, and which of those that read the same."""
    told = brief_line(*made)
    if ruling.history is None or changed.ruling.history is None:
        return f"'{told}'"
    same = [i for i, one in enumerate(ruling.history.line) if brief_line(*one) == told]
    behind = [i for i in same if i >= len(changed.ruling.history.line)]
    if len(same) < 2 or len(behind) not in (1, 2):
        return f"'{told}'"
    return f"the last '{told}'" if len(behind) == 1 else f"the last '{told}' but one"


def _words(one: Said) -> str:
    """A statement without its player, a long number shortened."""
    if one.number is not None:
        return f"{one.what} {many(one.number)}"
    return one.words


def _where(one: Said) -> str:
    """Behind a statement: the place that it names, in words."""
    return "" if one.place is None else f" ({place_words(one.place)})"


def _of_the_board(ruling: Ruling, tried: bool) -> Iterator[str]:
    """Which fact of the board would change it, from what was found of the loop."""
    found, kind = ruling.verdict, ruling.kind
    if found.turns_on is not None:
        yield from either_way(found.turns_on)
    elif found.outcome == v.DRAW and kind is not None and not kind.keepers:
        if not kind.to_ask and ruling.case.policy.line(s.MANDATORY) is not None and not kind.within_resolution:
            yield "nobody has a spell or ability to use in between; whoever had one would be asked first"
        yield "were there a choice in the loop that leads out of it, it would be no draw"
    elif found.outcome == v.MUST_CHANGE and found.must_change is not None and not found.to_speak:
        yield from _on_another_turn(ruling, found.must_change)
    elif found.outcome == v.RUNS and kind is not None:
        if kind.to_ask:
            yield f"{names(kind.to_ask)} may still act before that, with priority: {_means(kind, kind.to_ask[0])}"
        elif kind.nobody_else:
            yield "nobody has a spell or ability to use before its end; with one a player might stop it"
    elif found.outcome == v.STANDS and not tried:
        others = [] if kind is None else [seat for seat in kind.order if seat != ruling.case.position.proposer]
        if kind is not None and not kind.unseen and not set(others) & set(kind.to_ask):
            have = "have" if len(others) > 1 else "has"
            yield f"{names(tuple(others))} {have} nothing to do inside it; with something, it could be stopped earlier"
    elif not tried:
        yield from _of_a_rejection(ruling)


def _on_another_turn(ruling: Ruling, seat: int) -> Iterator[str]:
    """Of several who brought a position back: on whose turn another one would have to choose differently (732.3)."""
    if ruling.history is not None:
        actors = ruling.history.brought_back_by()
    else:
        actors = () if ruling.kind is None or ruling.kind.must_differ is None else ruling.kind.keepers
    others = [each for each in sorted(actors) if each != seat]
    if others:
        who = player(others[0])
        yield f"were it {who}'s turn, {who} would have to do something else instead"


def _of_a_rejection(ruling: Ruling) -> Iterator[str]:
    """What would let a shortcut be proposed, where a finding says so."""
    found, kind = ruling.verdict, ruling.kind
    if found.reason == "no_priority":
        yield f"{player(decider(ruling.state))} may propose it now"
    elif found.reason == RESTARTED:
        yield "after a relevant change the loop may be shortcut again"
    elif found.reason == NOT_IDENTICAL:
        yield "a number for each of the loops, one after the other"
    elif kind is not None and not kind.determined:
        yield "were nothing random or unknown read in it, it could be shortcut"
    elif found.reason == MEANINGFUL:
        yield "a loop that changes nothing from turn to turn could be shortcut"
    elif found.outcome == v.NOT_A_LOOP and kind is not None and kind.ending.when == AT:
        yield "if it could go on there, it would be a loop"
    elif found.outcome == v.GAME_CONTINUES and ruling.history is not None:
        yield "should actions of two players bring a position back, one of them has to do something else"


# --- how one sees it ----------------------------------------------------------------------------------------------


def demonstration(ruling: Ruling) -> list[Made]:
    """The first choices by which one sees it: of one iteration, of what was played by hand, or of the script."""
    if ruling.history is not None:
        made = ruling.history.since() or ruling.history.line
        return [_as_made(state, choice) for state, choice in made[:SHOWN]]
    try:
        if ruling.loop is not None:
            return _lines(ruling.loop.heads[0], ruling.loop.reader)
        return _lines(ruling.case.position.state, BodyReader(ruling.case.position.script))
    except Unsupported:
        return []


def _lines(state: State, reader: Reader) -> list[Made]:
    states: list[State] = []
    played = play(state, reader, upto=SHOWN, observe=lambda at, _: states.append(at))
    return [_as_made(at, choice) for at, choice in zip(states, played.choices, strict=False)]


def _as_made(state: State, choice: Choice) -> Made:
    """A choice with its words, and what random events gave behind them."""
    said = said_of(state, choice)
    given = "".join(f" (result: {result})" for result in choice.results)
    left_out = said.over is not None or (
        said.ability and not said.targeting
    )  # a result is told where the end of the line is
    brief = said.brief if left_out else said.brief + given
    return Made(player=player(choice.player), text=said.text + given, brief=brief, passes=said.passes)


def in_short(lines: Sequence[Made], players: int) -> list[tuple[str, str]]:
    """Choices in short, each with its number; passes of all players stand in one line.

    In: the choices in order; how many players there are. Out: such as ``[("1", "p1: activate Bird"), ("2-3", "all pass")]``.
    """
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(lines):
        passes = [made.passes for made in lines[at : at + players]]
        if players > 1 and len(passes) == players and all(passes):
            found.append((f"{at + 1}-{at + players}", "all pass"))
            at += players
        else:
            found.append((str(at + 1), f"{lines[at].player}: {lines[at].brief}"))
            at += 1
    return found


def could_in_short(possible: Possible) -> str:
    """An action that somebody could take outside of the loop, without the words of an ability."""
    return f"{player(possible.seat)}: {possible.brief}"


def could(possible: Possible) -> str:
    """An action that somebody could take outside of the loop, with what it would pay for."""
    paying = f", which would pay for {'; '.join(possible.pays_for)}" if possible.pays_for else ""
    return f"{player(possible.seat)}: {possible.what}{paying}"
