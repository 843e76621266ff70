"""Mana that a found loop gives for nothing: mana abilities that its own untapping pays for join the iteration.
Part of the solver: taking away.
"""

from __future__ import annotations

from reiterate.amounts import Amount, plain
from reiterate.records import replace
from reiterate.refusals import AMBIGUOUS, Refusal
from reiterate.rules.access.choice import ACTIVATE, Choice, Option
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
from reiterate.survey.script_of_play import one_line, play_lines, write_down


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
    lap = _after_a_lap(prover, best)
    here = lap if isinstance(lap, Refusal) else play_lines(lap, best.body[:at])
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
        ways = {replace(choice, answer=""): choice for choice in reversed(tried_ways(here.state, option, best.me))}
        for choice in ways.values():  # which color is chosen makes no difference to what comes back
            if prover.meter.spent():
                return None
            one = _joined(prover, best, at, [one_line(here.state, choice, best.me)])
            one = one or _paid_as_before(prover, best, at, here.state, choice)
            if one is not None:
                return one
    return None


def _after_a_lap(prover: Prover, best: Found) -> State | Refusal:
    """The position after one iteration: rows of alike permanents are one there, as they are where a proof begins each."""
    head = play_lines(prover.start, best.prefix)
    lap = head if isinstance(head, Refusal) else play_lines(normal(head.state), best.body)
    return lap if isinstance(lap, Refusal) else normal(lap.state)


def _paid_as_before(prover: Prover, best: Found, at: int, here: State, choice: Choice) -> Found | None:
    """The loop with a mana ability before line ``at`` where that leaves several ways to pay later: what was paid before is said."""
    after = step(here, choice)[0]
    rest = play_lines(after, best.body[at:])
    if not isinstance(rest, Refusal) or rest.kind != AMBIGUOUS:
        return None
    played = play_lines(here, best.body[at:])
    if isinstance(played, Refusal):
        return None
    states, made, before = [after], list[Choice](), here
    for each in played.choices:
        following = step(before, each)[0]
        same = each if verify(states[-1], each) is None else replace(each, pay=_paid(before, following, best.me))
        if verify(states[-1], same) is not None:
            return None
        states.append(step(states[-1], same)[0])
        made.append(same)
        before = following
    prover.meter.spend(2 * len(made))
    said = write_down(states, made, best.me).lines
    body = (*best.body[:at], one_line(here, choice, best.me), *said)
    if not _comes_back(prover, best, body):
        return None
    tried = prover.prove(best.prefix, body)
    return tried if isinstance(tried, Found) and _gains(tried, best) else None


def _paid(before: State, after: State, me: int) -> tuple[tuple[str, Amount], ...]:
    """The mana that a choice took out of a player's pool, by its kind."""
    pool, left = before.rows[player(me)], after.rows[player(me)]
    taken = ((slot, plain(n) - plain(left.get(slot))) for slot, n in pool.num.items() if slot.startswith(MANA))
    return tuple((slot.removeprefix(MANA), many) for slot, many in taken if many > 0)


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
    before = _after_a_lap(prover, best)
    if isinstance(before, Refusal):
        return False
    after = play_lines(before, body)
    prover.meter.spend(len(best.prefix) + len(best.body) + len(body))
    if isinstance(after, Refusal):
        return False
    return not Marks(normal(after.state), best.me).spent(Marks(before, best.me))


def _gains(tried: Found, best: Found) -> bool:
    """Whether a loop does all that another one does to the board, and more of it."""
    kept = all(tried.board.get(key, 0) == n or ".mana." in key for key, n in best.board.items())
    more = sum(n for key, n in tried.board.items() if ".mana." in key) > sum(
        n for key, n in best.board.items() if ".mana." in key
    )
    return kept and more and tried.endless == best.endless
