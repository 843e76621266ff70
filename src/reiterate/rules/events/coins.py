"""Coins that players flip (705): the result is given, and what triggers on winning or losing a flip is told."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.results import HEADS, LOSES, TAILS, WINS, Chance, given
from reiterate.rules.access.state_access import tally
from reiterate.rules.events import replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.properties import COUNT_FLIPS_OF
from reiterate.terms.replacement_effects import FlipsMore

#: How many times the coins that are flipped in the place of one may be doubled.
DOUBLED: Final = 6


def flip(draft: Draft, seat: int) -> bool:
    """A player flips a coin and calls a side (705.2); whether they win the flip. Raises ``Random`` without a result."""
    won = _result(
        draft, Chance(f"p{seat + 1} flips a coin and wins or loses the flip", seat, "705.2", (WINS, LOSES)), "flip"
    )
    fire(draft, Happening("CoinFlipped", seat=seat, step=won))
    return won == WINS


def heads(draft: Draft, seat: int) -> bool:
    """A player flips a coin of which only the side counts (705.2); whether it comes up heads."""
    chance = Chance(f"p{seat + 1} flips a coin, and its side counts", seat, "705.2", (HEADS, TAILS))
    return _result(draft, chance, "side") == HEADS


def _result(draft: Draft, chance: Chance, what: str) -> str:
    """The result of a coin: of several in its place the one that its player doesn't ignore (614.1a). It is counted once.

    Each effect doubles the coins, since it applies to each coin that another one put there (614.5, 616.1f).
    """
    doubled: Amount = 0
    for source, _ in replacement.in_force(draft, FlipsMore):
        if draft.rows[source].cls.controller == chance.seat:
            doubled = doubled + draft.rows[source].n
    if not isinstance(doubled, int) or doubled > DOUBLED:
        raise unsupported("rule-616-group", f"more than {2**DOUBLED} coins in the place of one", "616.1")
    shown = [given(draft, chance)[0] for _ in range(2**doubled)]
    ways = tuple(verb for verb in chance.verbs if verb in shown)
    asked = Question(what, chance.seat, words=ways, text="the coin that is not ignored")
    kept = decide(draft, asked).answer if doubled else shown[0]
    tally(draft, f"{COUNT_FLIPS_OF}p{chance.seat + 1}", 1)
    return kept
