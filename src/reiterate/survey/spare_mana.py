"""Mana that a found loop gives for nothing: mana abilities that its own untapping pays for join the iteration.
Part of the solver: taking away.
"""

from __future__ import annotations

from reiterate.amounts import plain
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, Option
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import MANA
from reiterate.survey.moves import taps_for_mana, tried_ways
from reiterate.survey.period_keys import Marks
from reiterate.survey.proof import Found, Prover
from reiterate.survey.script_of_play import one_line, play_lines


def with_mana(prover: Prover, found: Found) -> Found:
    """The loop with the mana taken in it that its own untapping or returning gives for nothing."""
    best = found
    at = 0
    while at <= len(best.body) and not prover.meter.spent():
        better = _with_more(prover, best, at)
        if better is None:
            at += 1
        else:
            best, at = better, at + len(better.body) - len(best.body)
    return best


def _with_more(prover: Prover, best: Found, at: int) -> Found | None:
    """The loop with more mana abilities before line ``at`` of its body: all that come back, or the first that does."""
    here = play_lines(prover.start, (*best.prefix, *best.body, *best.body[:at]))
    if isinstance(here, Refusal) or asked(here.state) != "priority" or decider(here.state) != best.me:
        return None
    able = [option for option in options(here.state) if _is_for_mana(here.state, option)]
    if len(able) > 1:
        back, stay = _coming_back(prover, best, at, here.state, able)
        lines = [line for _, line in _in_turn(here.state, back, best.me)[0]]
        joined = _joined(prover, best, at, lines) if len(lines) > 1 else None
        if joined is not None:
            return joined
        able = [option for option in able if option not in stay]
    for option in able:
        for choice in tried_ways(here.state, option, best.me):
            if prover.meter.spent():
                return None
            one = _joined(prover, best, at, [one_line(here.state, choice, best.me)])
            if one is not None:
                return one
    return None


def _is_for_mana(state: State, option: Option) -> bool:
    if option.unknown or option.verb != ACTIVATE:
        return False
    return taps_for_mana(abilities_at(state, option.row)[option.index])


def _in_turn(state: State, able: list[Option], me: int) -> tuple[list[tuple[Option, str]], State]:
    """Abilities activated in turn, each in the first way and with its line, and the state after all of them.

    What leaves no more mana than was there is left out, and so is what can no longer be activated.
    """
    made: list[tuple[Option, str]] = []
    for option in able:
        for choice in tried_ways(state, option, me)[:1]:
            if choice.row in state.rows and verify(state, choice) is None:
                after = step(state, choice)[0]
                if _all_mana(after, me) > _all_mana(state, me):
                    made.append((option, one_line(state, choice, me)))
                    state = after
    return made, state


def _all_mana(state: State, me: int) -> int:
    return sum(plain(n) for slot, n in state.rows[player(me)].num.items() if slot.startswith(MANA))


def _coming_back(
    prover: Prover, best: Found, at: int, here: State, able: list[Option]
) -> tuple[list[Option], list[Option]]:
    """Which abilities' objects come back untapped when all act and the iteration goes on, and which stay tapped.

    Where it can't go on, each half of them is asked about by itself. What the iteration needs untapped is in neither.
    """
    made, state = _in_turn(here, able, best.me)
    played = play_lines(state, best.body[at:])
    prover.meter.spend(len(made) + len(best.body) - at)
    if isinstance(played, Refusal):
        if len(able) < 2 or prover.meter.spent():
            return [], []
        half = len(able) // 2
        first, second = (_coming_back(prover, best, at, here, part) for part in (able[:half], able[half:]))
        return first[0] + second[0], first[1] + second[1]
    after = played.state.rows
    stay = [option for option, _ in made if option.row in after and after[option.row].cls.tapped]
    return [option for option, _ in made if option not in stay], stay


def _joined(prover: Prover, best: Found, at: int, lines: list[str]) -> Found | None:
    """The loop with these lines before line ``at`` of its body, where it is proved to give more mana for nothing."""
    body = (*best.body[:at], *lines, *best.body[at:])
    if not _comes_back(prover, best, body):
        return None
    tried = prover.prove(best.prefix, body)
    return tried if isinstance(tried, Found) and _gains(tried, best) else None


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
