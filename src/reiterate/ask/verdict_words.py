"""The sentence of a verdict: what one says at the table, at most twelve words. Who must do what comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from reiterate.amounts import Formula, Progression, is_zero, summed
from reiterate.ask.answer import Board, Mana, Player
from reiterate.ask.answer_parts import Quantity
from reiterate.ask.building_board import board_of
from reiterate.ask.verdict_phrases import iterations, many, names, player
from reiterate.judging import policies as p
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import GO_ON
from reiterate.judging.decide import Findings, line_of
from reiterate.judging.ruling import Ruling, outcome_of, way_out
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Count
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ANSWER, MAY, PASS, Choice
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.script import Node, Repeat
from reiterate.state.model import State
from reiterate.state.outcomes import winner_of

#: Sentences of rejections, by their reason.
_REJECTED: Final = {
    "not_a_number": "That names no number of iterations: name one.",
    "infinity": "There is no infinity: name a number.",
    "cycle_not_shown": "Show the cycle twice, then name a number.",
    "not_determined": "No shortcut: its result can't be foreseen.",
    "conditional_action": "No shortcut: it can't depend on what happens.",
    "iterations_not_identical": "One number for one loop: name each loop apart.",
    "no_relevant_change": "Not again: nothing relevant has changed.",
    "opted_out": "The loop is not shortcut: play it by hand.",
    "ending_point_without_priority": "No shortcut: it must end where somebody has priority.",
    "loop_ends": "Not so often: the loop stops before that.",
    "timing": "No shortcut: an action in it is not legal then.",
    "illegal_first_action": "No shortcut: its first action is not legal.",
    "illegal_action": "No shortcut: something in it can't be done.",
}
#: Loops of one script whose numbers are told in the sentence.
MANY_LOOPS: Final = 3

#: Sentences of lines that may not be played, by the code of what refused them.
_ILLEGAL: Final = {
    "must-differ": "{} may not {}: another choice is owed.",
    "restart": "{} may not go on with the loop again.",
    "game-over": "The game is over there: nothing follows.",
    "must-break": "{} named this place: to {} does not break the loop.",
}


def sentence_of(ruling: Ruling) -> str:
    """What one says at the table, at most twelve words."""
    told = _base(ruling)
    if ruling.place is not None and not over(ruling.place) and over(ruling.state):
        return f"{told.rstrip('.')}. Afterwards {_ended(ruling.state)}."
    return told


def instead_of(ruling: Ruling) -> tuple[State, Choice] | None:
    """The position at the place where somebody stopped the loop, and the choice that was to come there; None where neither."""
    if ruling.taken is not None and ruling.taken.duty is not None:
        return ruling.taken.state, ruling.taken.duty.instead_of
    stop, loop = ruling.verdict.stop, ruling.loop
    if ruling.taken is not None or stop is None or loop is None:
        return None
    here = loop.up_to(stop.iterations + 1, stop.choice)
    after = loop.up_to(stop.iterations + 1, stop.choice + 1)
    if isinstance(here, Refusal) or isinstance(after, Refusal) or len(after.choices) <= len(here.choices):
        return None
    return here.state, after.choices[-1]


def ended_in(ruling: Ruling) -> Count | None:
    """The iteration in which the game ended; None where no iteration of the loop ended it."""
    end, stop = None if ruling.loop is None else ruling.loop.end, ruling.verdict.stop
    if end is None or not over(end.state):
        return None
    last = last_begun(end.iteration, end.choice)
    return None if stop is not None and stop.iterations + 1 < last else last


def last_begun(iteration: Count, choice: int) -> Count:
    """The last iteration that was begun before a place: before the first choice of an iteration, the one before."""
    return iteration if choice > 1 else iteration - 1


# --- by outcome ---------------------------------------------------------------------------------------------------


def line_for(ruling: Ruling) -> p.Line | None:
    """The line of the policy that holds for the loop of a ruling; None where there is no loop."""
    if ruling.kind is None:
        return None
    findings = Findings(ruling.kind, proposer=ruling.case.position.proposer, independent=ruling.case.independent)
    line = line_of(ruling.case.policy, findings)
    # whether actions are independent was found out, and not said
    return ruling.case.policy.line(p.INDEPENDENT) if line is None else line


def numbers_fall(ruling: Ruling) -> bool:
    """Whether a later number has to be lower than what stands."""
    line = line_for(ruling)
    return line is not None and line.later == p.LOWER


def place_form(script: Sequence[Node], in_lines: bool = False) -> str:
    """How a place of a script is named: ``N.C``, ``LINE@N.C`` where it has several blocks, or ``LINE`` where it has none.

    ``in_lines``: the places that may be named lie beside the blocks, and are ``LINE@1.C``.
    """
    blocks = sum(isinstance(node, Repeat) for node in script)
    if not blocks:
        return "LINE"
    return "LINE@1.C" if in_lines else "N.C" if blocks == 1 else "LINE@N.C"


def _base(ruling: Ruling) -> str:
    """The sentence, whatever the lines that follow bring."""
    found = ruling.verdict
    state = ruling.state if ruling.place is None else ruling.place
    if found.answer:
        return _answer(ruling, found.answer)
    if found.outcome == v.DRAW:
        return (
            "It's a draw."
            if not found.in_draw or _all_draw(ruling.kind, found)
            else f"It's a draw for {names(found.in_draw)}."
        )
    if found.outcome == v.OPEN:
        return _open(ruling)
    if found.outcome == v.REJECTED:
        return _rejected(ruling)
    if found.outcome == v.ILLEGAL:
        return _may_not(ruling)
    if found.winner is not None:
        conceded = any(one.what == said.CONCEDE for one in ruling.case.said)
        return f"{player(found.winner)} wins{': everybody else has conceded' if conceded else ' if everybody passes, whatever chance brings'}."
    if found.turns_on is not None:
        return _TURNS_ON[found.turns_on.what]
    if found.outcome == v.MUST_CHANGE and found.must_change is not None:
        return _must_change(ruling, found.must_change)
    if found.outcome == v.NOT_A_LOOP:
        return "No shortcut: play it out by hand."
    if found.outcome in _SENTENCES:
        return _SENTENCES[found.outcome].format(player(ruling.case.position.proposer))
    if over(state):
        return _over(ruling, state)
    if found.outcome == v.RUNS:
        return "It runs to its end: nobody names a number."
    return _stopped(ruling)


_TURNS_ON: Final = MappingProxyType(
    {
        v.HIDDEN_CARDS: "Hidden cards decide it: a judge must look.",
        v.SAME_STATE: "Whether the game state is the same, a judge decides.",
        v.MEANINGFUL_CHANGE: "Whether the change is meaningful, a judge decides.",
    }
)

_SENTENCES: Final = {
    v.UNDETERMINED: "I don't know: not everything could be worked out.",
    v.PENALTY: "That is Stalling: nothing is repeated, and {} goes on otherwise.",
    v.DISCRETION: "Chance is in it: a judge decides how to go on.",
}


#: Why what does not stop by itself is no loop.
_NO_LOOP: Final = MappingProxyType(
    {
        v.ONLY_TURNS: "turns pass, and other cards come",
        v.SPANS_TURNS: "it spans turns and changes the game",
        v.RULED_NO_LOOP: "the judge has ruled so",
    }
)


def _answer(ruling: Ruling, answer: str) -> str:
    """The answer to the question of the case: whether it is a loop, or whether it ends."""
    end = None if ruling.loop is None else ruling.loop.end
    there = "" if end is None else f" in iteration {many(last_begun(end.iteration, end.choice) or 1)}"
    if answer == v.IS_NONE:
        why = next((_NO_LOOP[each.what] for each in ruling.verdict.because if each.what in _NO_LOOP), "")
        stops = f"it stops{there}" if end is not None else "it comes to a stop"
        return f"It is no loop: {why or stops}."
    if answer == v.UNTIL_THE_END:
        return f"It repeats until the game ends,{there}."
    return {
        v.IS_ONE: "It is a loop: it can be repeated without end.",
        v.ENDS: f"It ends{there}." if end is not None else "It comes to an end.",
        v.ENDS_THE_GAME: f"It ends with the game{there}.",
        v.NEVER_ENDS: "It never ends by itself.",
    }.get(answer, _SENTENCES[v.UNDETERMINED])


def _ended(state: State) -> str:
    winner = winner_of(outcome_of(state))
    return "it's a draw" if winner is None else f"p{winner + 1} wins"


def _over(ruling: Ruling, state: State) -> str:
    """The game is over at the place."""
    last = ended_in(ruling)
    stop = ruling.verdict.stop
    within = f" in iteration {many(last)}" if last is not None else ""
    if last is None and ruling.taken is not None and stop is not None and stop.iterations:
        within = f", after {iterations(stop.iterations)}"
    if ruling.verdict.outcome == v.RUNS:
        return f"{_ended(state)}{within}: the loop runs to its end."
    return f"{_ended(state)}{within}."


def _all_draw(kind: Kind | None, found: v.Verdict) -> bool:
    return kind is not None and len(found.in_draw) == len(kind.order)


def _open(ruling: Ruling) -> str:
    seat, may = ruling.verdict.to_speak[0]
    who, stop = player(seat), ruling.verdict.stop
    if not may:
        return "Show the cycle twice, then name a number."
    if said.ACCEPT in may:
        number = proposed(ruling) if stop is None else iterations(stop.iterations)
        if said.NUMBER not in may and said.CUT not in may:
            return f"{who}: agree to {number}; {who} can't stop it earlier."
        line = line_for(ruling)
        other = "name more" if line is not None and line.later == p.HIGHER else "name less"
        other = "name a number" if line is not None and line.later == p.ANY else other
        return f"{who}: agree to {number}, or {other if said.NUMBER in may else 'say where you stop it'}."
    if said.NO_ACTION in may and said.NUMBER not in may:
        asked = () if ruling.kind is None else ruling.kind.to_ask
        left = asked[asked.index(seat) :] if seat in asked else (seat,)
        return f"It's a draw, unless {names(left, 'or')} acts." if said.CUT in may else f"{who} can't act, and says so."
    if said.NO_ACTION in may:
        return f"{who}: a number, then you break it; or no action."
    if said.INDEFINITELY in may and ruling.verdict.outcome == v.OPEN and len(_keepers(ruling)) > 1:
        return f"{who}: how often? A number, or indefinitely."
    return f"{who}, how often? Name a number."


def proposed(ruling: Ruling) -> str:
    """What is proposed, in few words."""
    blocks = [node for node in ruling.case.position.script if isinstance(node, Repeat)]
    number = next((one.number for one in ruling.case.said if one.number is not None), None)
    if number is not None:
        return iterations(number)
    return iterations(blocks[0].count) if len(blocks) == 1 else "the shortcut"


def _rejected(ruling: Ruling) -> str:
    found = ruling.verdict
    if found.reason == "no_priority":
        seat = decider(ruling.state)
        return f"Not now: only {player(seat)} has priority and may propose."
    return _REJECTED.get(found.reason, "That shortcut can't be proposed.")


def _may_not(ruling: Ruling) -> str:
    refusal = ruling.refusal
    who, what = player(decider(ruling.state)), "do that"
    if ruling.tried is not None:
        who = player(ruling.tried[1].player)
        what = {PASS: "pass", ANSWER: "say that", MAY: "say that"}.get(ruling.tried[1].verb, what)
    told = "" if refusal is None else _ILLEGAL.get(refusal.code, "")
    return told.format(who, what) if told else f"{who} may not {what} there."


def _must_change(ruling: Ruling, seat: int) -> str:
    found, who = ruling.verdict, player(seat)
    if ruling.case.question == GO_ON:
        return f"It's no draw: {who} must name a number."
    if found.to_speak:
        return f"{who} says how often, then must choose differently."
    if any(one.what == said.INDEFINITELY and one.seat == seat for one in ruling.case.said):
        return f"{who} can't go on for ever: name a number."
    if any(one.what == said.CHOICE_EXISTS for one in ruling.case.said):
        return f"{who} must make the choice that ends the loop."
    return f"{who} must do something else: the position came back."


def _stopped(ruling: Ruling) -> str:
    """The game goes on, behind a shortcut or without one."""
    found = ruling.verdict
    stop = found.stop
    if stop is None:
        gone = tuple({one.seat for one in ruling.case.said if one.what == said.CONCEDE})
        return f"{names(gone)} conceded; the others play on." if gone else "Nobody has to stop: the game goes on."
    loops = any(isinstance(node, Repeat) for node in ruling.case.position.script)
    state = ruling.state if ruling.place is None else ruling.place
    goes_on = whose_move(state)
    if found.outcome == v.STANDS:
        if not loops:
            return f"All agree: it is done; then {goes_on}."
        whole = iterations(stop.iterations)
        if ruling.taken is not None and len(ruling.taken.each) > 1:  # loops that differ, each with its number
            whole = _one_after_the_other(ruling.taken.each)
        if stop.choice == 1:
            return f"All agree: {whole}; then {goes_on}."
        return f"All agree: stop inside iteration {many(stop.iterations + 1)}; there {goes_on}."
    there = instead_of(ruling)
    who = player(stop.seat)
    passes = there is not None and there[1].verb == PASS
    if not loops:
        return f"Stop {in_step(ruling)}: {who} {'must act, not pass' if passes else 'does something else'}."
    if stop.choice == 1 and stop.iterations == 0 and ruling.taken is None:
        return f"{who} {_owed(ruling)} at once."
    if stop.choice == 1 and ruling.taken is None:
        return f"After {iterations(stop.iterations)} {who} {_owed(ruling)}."
    number = many(stop.iterations + 1)
    if found.must_change is None or ruling.taken is None:
        return f"Stop inside iteration {number}: there {who} {_owed(ruling)}."
    return f"Stop inside iteration {number}: there {who} {'must act, not pass' if passes else 'does something else'}."


def _one_after_the_other(numbers: Sequence[Count]) -> str:
    """How often loops are done that differ, each with its number."""
    if len(numbers) > MANY_LOOPS:
        return f"{len(numbers)} loops, each with its number"
    if len(numbers) > 2:
        return f"{', then '.join(many(each) for each in numbers)} iterations"
    return ", then ".join(iterations(each) for each in numbers)


def in_step(ruling: Ruling) -> str:
    """The step of the place in words, and whose it is where several players could be the active one."""
    state = ruling.state if ruling.place is None else ruling.place
    now = step_name(state)
    step, at = STEP_NAMES[now], "at" if now in ("combat", "endcombat") else "in"
    moved = active_seat(state) != active_seat(ruling.case.position.state)
    return f"{at} {player(active_seat(state))}'s {step}" if moved else f"{at} the {step}"


_OWED: Final = {p.DIFFER: "choose differently", p.BREAK: "break the loop"}


def _owed(ruling: Ruling) -> str:
    """What the player who stopped a loop owes at the place, or that this player only goes on."""
    state = ruling.state if ruling.place is None else ruling.place
    owed = _OWED.get(ruling.verdict.owes)
    if owed is None:
        return _goes_on(state)
    return f"can't {owed}, and may go on" if way_out(ruling) is False else f"must {owed}"


def whose_move(state: State) -> str:
    """Who goes on: "p1 has priority", or "p1 decides" where something else is asked."""
    return f"{player(decider(state))} {_goes_on(state)}"


def _goes_on(state: State) -> str:
    return "has priority" if asked(state) == "priority" else "decides"


def _keepers(ruling: Ruling) -> tuple[int, ...]:
    return () if ruling.kind is None else ruling.kind.keepers


def text_of(ruling: Ruling, path: str) -> str:
    """A fact of a ruling as text."""
    value = fact(ruling, path)
    return value if isinstance(value, str) else "not known"


# --- what stands at the place ---------------------------------------------------------------------


def stands(ruling: Ruling) -> list[str]:
    """What stands behind the ruling, a fact each, the telling ones first; nothing where nothing has changed.

    Where lines follow, whose move it is behind them stands first. Then the dead come: "p2 is dead in iteration 9", "p1 has 31 life". Then come permanents, the step with the stack, and zones.
    """
    before, now = board_of(ruling.case.position.state), board_of(ruling.state)
    found = [*_deaths(ruling, before, now), *_changes(before, now)]
    if ruling.place is not None and not over(ruling.state):
        before_then = decider(ruling.place)
        no_longer = "" if before_then == decider(ruling.state) else f", no longer {player(before_then)}"
        found.insert(0, f"'then' has been played since: {whose_move(ruling.state)}{no_longer}")
    moved = (before.active, before.step) != (now.active, now.step)
    grown = len(now.stack) != len(before.stack) or bool(found and now.stack)
    if (moved or grown) and not over(ruling.state):
        found.append(_where(now, moved))
    return [*found, *_zones(before, now)]


def _deaths(ruling: Ruling, before: Board, now: Board) -> Iterator[str]:
    last = ended_in(ruling) if over(ruling.state) else None
    within = "" if last is None else f" in iteration {many(last)}"
    for old, new in zip(before.players, now.players, strict=True):
        if new.lost == "lost" and not old.lost:
            yield f"{new.name} is dead{within} (life {new.life.text()})"


def _stays(mana: Mana) -> str:
    """How long mana stays in a pool as steps and phases end, in words."""
    return f" until {mana.until}" if mana.until else ""


def _changes(before: Board, now: Board) -> Iterator[str]:
    """What is other than it was: life, mana, poison counters, permanents."""
    for old, new in zip(before.players, now.players, strict=True):
        if new.lost:
            continue
        if not _same(old.life, new.life):
            yield f"{new.name} has {new.life.text()} life"
        if not _same(old.poison, new.poison):
            yield f"{new.name} has {new.poison.text()} poison counters"
        pool = [f"{each.amount.text()} {{{each.kind}}}{_stays(each)}" for each in new.mana]
        if pool and [each.amount.text() for each in old.mana] != [each.amount.text() for each in new.mana]:
            yield f"{new.name} has {', '.join(pool)} in the mana pool"
        yield from _permanents(old, new)


def _zones(before: Board, now: Board) -> Iterator[str]:
    """How many cards are in zones where there are other numbers of them than there were."""
    for old, new in zip(before.players, now.players, strict=True):
        for zone in () if new.lost else ("library", "hand", "graveyard", "exile"):
            there: Quantity = getattr(new, zone)
            if not _same(getattr(old, zone), there):
                cards = "no cards" if _none(there) else "1 card" if there.amount == 1 else f"{there.text()} cards"
                yield f"{new.name}'s {zone} has {cards}"


def _permanents(old: Player, new: Player) -> Iterator[str]:
    """Permanents of a player of which there are more or fewer than there were."""
    was, now = _counts(old), _counts(new)
    for name, count in now.items():
        if name not in was or not _equal(was[name], count):
            one = not isinstance(count, Formula) and count == 1
            yield f"{new.name} has {'' if one else f'{many(count)} '}{_noun(name)}{'s' if name[1] and not one else ''}"
    for name in was:
        if name not in now:
            yield f"{new.name} has no {_noun(name)}"


def _noun(name: tuple[str, bool]) -> str:
    """What permanents of a name are called; in: the name, and whether they are tokens."""
    return f"{name[0]} token" if name[1] else name[0]


def _counts(found: Player) -> dict[tuple[str, bool], int | Formula]:
    """How many permanents of each name a player has, tokens apart."""
    counts: dict[tuple[str, bool], int | Formula] = {}
    for each in found.battlefield:
        name = (each.name, each.token)
        count = each.count.amount
        assert not isinstance(count, Progression), "how many permanents there are is one number"
        counts[name] = summed([counts.get(name, 0), count])
    return counts


def _where(now: Board, moved: bool) -> str:
    """What is on the stack, and whose turn and which step it is. ``moved``: whether that is another one than it was."""
    top = now.stack[0].text if now.stack else ""
    more = f", and {len(now.stack) - 1} more below" if len(now.stack) > 1 else ""
    stack = f"on the stack: '{_short(top)}'{more}" if now.stack else "the stack is empty"
    return f"it is {now.active}'s {STEP_NAMES[now.step]}, {stack}" if moved else stack


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60].rstrip()}..."


def _same(one: Quantity, other: Quantity) -> bool:
    return one.text() == other.text()


def _none(one: Quantity) -> bool:
    return is_zero(one.amount) if isinstance(one.amount, int) else False


def _equal(one: int | Formula, other: int | Formula) -> bool:
    return many(one) == many(other)
