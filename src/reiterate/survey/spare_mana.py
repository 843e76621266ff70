"""Mana that a found loop gives for nothing: mana abilities that its own untapping pays for join the iteration."""

from __future__ import annotations

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.normal_form import normal
from reiterate.survey.moves import taps_for_mana, ways
from reiterate.survey.period_keys import Marks
from reiterate.survey.proof import Found, Prover
from reiterate.survey.track import one_line, play_lines


def with_mana(prover: Prover, found: Found) -> Found:
    """The loop with the mana taken in it that its own untapping or returning gives for nothing."""
    best = found
    at = 0
    while at <= len(best.body) and not prover.meter.spent():
        better = _with_one(prover, best, at)
        if better is None:
            at += 1
        else:
            best, at = better, at + 1
    return best


def _with_one(prover: Prover, best: Found, at: int) -> Found | None:
    """The loop with one mana ability more before line ``at`` of its body."""
    here = play_lines(prover.start, (*best.prefix, *best.body, *best.body[:at]))
    if isinstance(here, Refusal) or asked(here.state) != "priority" or decider(here.state) != best.me:
        return None
    for option in options(here.state):
        if option.unknown or option.verb != ACTIVATE:
            continue
        if not taps_for_mana(abilities_at(here.state, option.row)[option.index]):
            continue
        for choice in ways(here.state, option, best.me):
            line = one_line(here.state, choice, best.me)
            body = (*best.body[:at], line, *best.body[at:])
            if not _comes_back(prover, best, body):
                continue
            tried = prover.prove(best.prefix, body)
            if isinstance(tried, Found) and _gains(tried, best):
                return tried
    return None


def _comes_back(prover: Prover, best: Found, body: tuple[str, ...]) -> bool:
    """Whether a changed iteration can be played after one of the old ones and spends nothing."""
    before = play_lines(prover.start, (*best.prefix, *best.body))
    if isinstance(before, Refusal):
        return False
    after = play_lines(before.state, body)
    prover.meter.spend(len(before.choices) + len(body))
    if isinstance(after, Refusal):
        return False
    return not Marks(normal(after.state), best.me).spent(Marks(normal(before.state), best.me))


def _gains(tried: Found, best: Found) -> bool:
    """Whether a loop does all that another one does to the board, and more of it."""
    kept = all(tried.board.get(key, 0) == n or ".mana." in key for key, n in best.board.items())
    more = sum(n for key, n in tried.board.items() if ".mana." in key) > sum(
        n for key, n in best.board.items() if ".mana." in key
    )
    return kept and more and tried.endless == best.endless
