"""Why a game is over, and what is left to chance, in the words of the game."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Formula, digits_text, formula_text, value_of
from reiterate.rules.access.results import DISCARDS, DRAWS, EXILES, HEADS, LOSES, MILLS, TAILS, WINS, verb_of
from reiterate.rules.access.state_access import text_prop
from reiterate.state.model import State
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import LIFE, LOST, OUTCOME, OUTCOME_RULE, PLAYER

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
