"""Phrases of a verdict: players, numbers, choices, how a game ended, what is owed at a place.

Players, numbers and iterations in the words of a verdict.

Choices in a verdict: without their player and the words of an ability, and as short as a reason has room for.

Why a game is over, and what is left to chance, in the words of the game.

What is owed at a place, in words and as data: made of the duties of a ruling, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.amounts import Formula, digits_text, formula_text, value_of
from reiterate.ask.answer_verdict import Owes, Reason
from reiterate.judging.ruling import Ruling, owing_at, way_out
from reiterate.loops.loop import Count
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.results import DISCARDS, DRAWS, EXILES, HEADS, LOSES, MILLS, TAILS, WINS, verb_of
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.sentences import said_of, say
from reiterate.shortcuts.duty import Another, Break, Duty, Leave, NotAgain, NotBegin, owes_the_choice
from reiterate.state.model import State
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import LIFE, LOST, OUTCOME, OUTCOME_RULE, PLAYER

# --- verdict numbers -----------------------------------------------------------------------------


def player(seat: int) -> str:
    """A player as files name them."""
    return f"p{seat + 1}"


def names(seats: Sequence[int], last: str = "and") -> str:
    """Players in order: "p1", "p1 and p2", "p1, p2 and p4"; ``last``: the word in front of the last one."""
    found = [player(seat) for seat in sorted(seats)]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}"


def many(count: Count) -> str:
    """A number in one word or a few: a formula where it is too long to write."""
    return digits_text(count) if isinstance(count, int) else formula_text(count)


def iterations(count: Count) -> str:
    """A number of iterations in words."""
    return f"{many(count)} iteration{'' if count == 1 else 's'}"


def times(count: Count) -> str:
    """How often something is done: "once", "twice", "9 times"."""
    return (
        {1: "once", 2: "twice"}.get(count, "") if isinstance(count, int) and count in (1, 2) else f"{many(count)} times"
    )


# --- verdict lines -------------------------------------------------------------------------------

#: Letters of an action that stand in a reason.
LONGEST: Final = 72


def own_line(state: State, choice: Choice) -> str:
    """A choice without its player, cut off where it is long."""
    return cut_off(said_of(state, choice).brief)


def cut_off(text: str) -> str:
    """A text as long as a reason has room for."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}..."


def brief_line(state: State, choice: Choice) -> str:
    """A choice with its player, without the words of an ability: "p1: activate Bird"."""
    said = said_of(state, choice)
    return f"p{said.player + 1}: {said.brief}"


# --- verdict endings -----------------------------------------------------------------------------

#: Why a player has lost, by the rule.
_LOST: Final = {
    "704.5b": "drew from an empty library",
    "704.5c": "has ten or more poison counters",
    "704.6c": "took 21 or more combat damage from one commander",
    "903.10a": "took 21 or more combat damage from one commander",
    "104.3a": "conceded",
    "104.3k": "is out of the game by a judge's word, or because the others agreed",
    "104.3e": "loses by an effect",
    "801.14": "loses, for an effect says that another player wins",
}
#: Random events by what their results say.
_EVENTS: Final = {
    HEADS: "a coin flip",
    TAILS: "a coin flip",
    WINS: "a coin flip",
    LOSES: "a coin flip",
    MILLS: "which cards are milled",
    DRAWS: "which cards are drawn",
    EXILES: "which cards are exiled",
    DISCARDS: "which card is discarded",
}


def why_over(state: State) -> tuple[str, str]:
    """Why a game is over, and the rule; in: a position in which the game is over."""
    rule = text_prop(state.game, OUTCOME_RULE)
    winner = winner_of(text_prop(state.game, OUTCOME))
    if rule == "104.2b" and winner is not None:
        return f"an effect says that p{winner + 1} wins", rule
    lost = [
        (seat, str(row.cls.prop(LOST)))
        for row in state.rows.values()
        if row.cls.kind == PLAYER and row.cls.prop(LOST)
        for seat in [row.cls.owner]
    ]
    last = [seat for seat, why in lost if why == rule]
    if not last:
        return ("an effect makes it a draw" if winner is None and not lost else "one player is left"), rule
    return " and ".join(_why_lost(state, seat, rule) for seat in last), rule


def _why_lost(state: State, seat: int, rule: str) -> str:
    """Why a player has lost, by a rule."""
    who = f"p{seat + 1}"
    if rule != "704.5a":
        return f"{who} {_LOST.get(rule, 'loses')}"
    row = next(row for row in state.rows.values() if row.cls.kind == PLAYER and row.cls.owner == seat)
    life = value_of(row.get(LIFE))
    told = formula_text(life) if isinstance(life, Formula) else digits_text(life)
    return f"{who} has {told} life"


def event_words(result: str) -> str:
    """What is random, from a result that a script gives: "a coin flip"; "" for words that are no result."""
    return _EVENTS.get(verb_of(result), "")


# --- duty words ----------------------------------------------------------------------------------

#: The demands of duties, as programs read them.
DEMANDS: Final = {
    Another: "another choice",
    NotAgain: "not that action again",
    Break: "break the loop",
    Leave: "stop keeping the loop up",
    NotBegin: "not begin the loop again",
}


def owed_words(ruling: Ruling) -> Iterator[Reason]:
    """What each player owes at the place to which a number or a cut leads, and until when (732.2c, MTR 4.4)."""
    if over(_there(ruling)):
        return
    none_exists = way_out(ruling) is False
    for duty in ruling.owed_there:
        what = _words(ruling, duty)
        if none_exists and isinstance(duty.demand, Break | Leave):
            what = f"nothing that {player(duty.seat)} could choose stops the loop, so {player(duty.seat)} may go on"
        if what:
            yield Reason(what=what, cites=duty.rule)


def owes(ruling: Ruling) -> list[Owes]:
    """What players owe at the place to which the game advances, as parts of an answer; [] where the game is over."""
    state = _there(ruling)
    if over(state):
        return []
    found = [_as_data(ruling, duty, state) for duty in ruling.owed_there]
    history = ruling.history
    seat = ruling.verdict.must_change
    if history is not None and seat is not None and not found:
        found = [_as_data(ruling, duty, state) for duty in history.duties if duty.seat == seat][-1:]
    return found


def _as_data(ruling: Ruling, duty: Duty, state: State) -> Owes:
    here = owes_the_choice(duty, state)
    return Owes(
        player=player(duty.seat),
        demand=DEMANDS[type(duty.demand)],
        until=duty.lasts,
        rule=duty.rule,
        instead_of=say(state, duty.demand.proposed) if isinstance(duty.demand, Another) else "",
        may_pass=may_pass(ruling) if here and asked(state) == "priority" else None,
        way_out=way_out(ruling) if here else None,
    )


def may_pass(ruling: Ruling) -> bool:
    """Whether the player with priority at the place may pass there, by all that is owed."""
    state = _there(ruling)
    return owing_at(ruling).not_now(Choice(PASS, decider(state))) is None if ruling.place is None else True


def _there(ruling: Ruling) -> State:
    return ruling.state if ruling.place is None else ruling.place


def _words(ruling: Ruling, duty: Duty) -> str:
    who, demand = player(duty.seat), duty.demand
    if isinstance(demand, Another):
        return _another(ruling, duty, demand)
    if isinstance(demand, Break) and asked(_there(ruling)) != "priority":
        return f"{who} is asked whether to pay, and must not decline while the loop goes on"
    if isinstance(demand, Break):
        return f"{who} has priority and must not pass while the loop goes on"
    if isinstance(demand, Leave):
        return _leaves(ruling, who)
    if not isinstance(demand, NotBegin):
        return ""
    if demand.stopped_by is None:
        return f"{who} may not begin it again while all that matters stands as it does there"
    other = player(demand.stopped_by)
    left = demand.to_come
    if isinstance(left, int) and left <= 0:
        return f"{other} may pass; then {who} may not begin it again before a relevant change"
    return f"{other} may pass; then {who} goes on with the {iterations(left)} that {'is' if left == 1 else 'are'} left"


def _leaves(ruling: Ruling, who: str) -> str:
    """What a player owes who no longer keeps a loop up, and whether a pass will do."""
    if asked(_there(ruling)) != "priority":
        return f"{who} decides, and must not choose what keeps the loop up"
    passing = "; to pass is allowed" if may_pass(ruling) else ""
    return f"{who} has priority and must not keep the loop up{passing}"


def _another(ruling: Ruling, duty: Duty, demand: Another) -> str:
    """What a cut brings (732.2c): another choice than the proposed one, and whether a pass is one."""
    who, state = player(duty.seat), _there(ruling)
    if demand.proposed.verb == PASS:
        return f"{who} has priority and must not pass: any action will do"
    line = own_line(state, demand.proposed)
    if asked(state) != "priority":
        return f"{who} decides, and must not choose '{line}'"
    return f"{who} has priority and must not '{line}'; to pass is allowed"
