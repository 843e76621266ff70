"""Whether a found loop is told: what it gives, how long it goes on, and whose it is.
Part of the solver: the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.loop import End
from reiterate.loops.play import OVER
from reiterate.rules.access.state_access import text_prop
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME
from reiterate.survey.gain_order import A_FEW
from reiterate.survey.own_turns import kept_by_others, outlasts
from reiterate.survey.proof import Found, Meter, Prover, no_worse
from reiterate.worth import given as g
from reiterate.worth.gains import gains, own_gains

_ME: Final = 0

#: Laps that nothing but the life of opponents bounds in a search.
ENOUGH: Final = 10**50

#: Choices of a proof with attacks, and how a line begins that leads to another turn.
PROVING: Final = 20_000
_TO_NEXT: Final = ("all pass to next main phase", "all pass to next turn", "all pass to next upkeep")

#: Gains that any turns give, whoever does nothing in them.
_OF_TURNS: Final = re.compile(r"card draw|draw triggers|discard triggers|looting|rummaging")

#: A line in which another player does what that player may do.
_DONE_FOR_YOU: Final = re.compile(r"p[2-9]: yes")


def only_draws(found: Found) -> bool:
    """Whether a loop through others' turns gives nothing but what every turn does: cards are drawn and discarded."""
    return outlasts(found.loop, _ME) and all(_OF_TURNS.search(name) for name in _names_of(found))


def ends_soon(found: Found) -> bool:
    """Whether a loop is over after a few laps, against opponents with much life: that is no loop to be told."""
    return not found.endless and found.greatest <= A_FEW


def anothers(found: Found) -> bool:
    """Whether another player keeps a loop up, or brings it about, who need not."""
    return any(map(_DONE_FOR_YOU.match, found.prefix)) or (bool(found.others) and kept_by_others(found.loop, found.me))


def tellable(found: Found) -> bool:
    """Whether something recurs in a loop for more than a few laps, and it is its player's own."""
    return bool(found.loop.segments) and not ends_soon(found) and not anothers(found)


def worth_it(found: Found) -> bool:
    """Whether a loop gives its player anything but harm, by itself or by a second loop."""
    return any("yourself" not in name for name in own_names(found)) or (
        found.endless and found.rank > 0 and any("yourself" not in name for name in _names_of(found))
    )


def falls_short(start: State, found: Found, life: int) -> bool:
    """Whether a loop gives, on another board, less than a life total of anything that is no harm to its player."""
    proved = Prover(start, _ME, Meter(PROVING), known=True).prove(found.prefix, found.body)
    if not isinstance(proved, Found):
        return True
    good = [gain for gain in own_gains(proved.loop, _ME) if not gain.given.harms]
    return not any(gain.most is None or plain(gain.most) >= life for gain in good)


def gives_all(proved: Found, found: Found) -> bool:
    """Whether a loop on a smaller board gives all that another one gives: at once where it changes and counts no less."""
    return no_worse(proved, found) or own_names(found) <= own_names(proved)


def gives_besides(more: Found, found: Found) -> bool:
    """Whether a loop gives each kind of thing that another one gives, or wins where that one does not.

    Nothing but opponents' life may end the loop, or a win. A loop that wins in some lap gives nothing at the end of the turn, such as creatures that are sacrificed then.
    """
    those, these = ({each.given for each in own_gains(loop.loop, _ME)} for loop in (more, found))
    wins = any(each.kind == g.WIN for each in those - these)
    return (more.endless or as_long_as_life(more) or won(more)) and (wins or these <= those)


def won(found: Found) -> bool:
    """Whether a loop ends as its player wins (104.2a)."""
    end = found.loop.end
    return end is not None and text_prop(end.state.game, OUTCOME) == f"p{found.me + 1}_wins"


def gives_more(more: Found, found: Found) -> bool:
    """Whether a loop without end gives all that another one gives without end, and something good besides."""
    those, these = ({each.given for each in own_gains(loop.loop, _ME) if each.most is None} for loop in (more, found))
    return more.endless and these <= those and any(not each.harms for each in those - these)


def own_names(found: Found) -> set[str]:
    return {gain.name for gain in own_gains(found.loop, _ME)}


def _names_of(found: Found) -> set[str]:
    return {gain.name for gain in gains(found.loop, _ME)}


def takes_turns(found: Found) -> bool:
    """Whether a loop takes extra turns."""
    return any(gain.given.kind == g.TURNS for gain in own_gains(found.loop, _ME))


def turns_alone(found: Found) -> bool:
    """Whether a loop takes turns until its player's library is used up (504.1), and no opponent loses life or cards by it."""
    given = [gain.given for gain in own_gains(found.loop, _ME)]
    losses = (g.LIFE_LOST, g.MILLS, g.COUNTERS, g.WIN)
    return (
        not found.endless
        and any(each.kind == g.TURNS for each in given)
        and not any(each.kind in losses and not each.harms for each in given)
    )


def attacking(start: State, found: Found, name: str) -> Found | None:
    """The same lines on another board, with an attack of what has a name before each turn that is left; None where that is not proved."""
    ways = [_with_attacks(lines, name) for lines in (found.prefix, found.body)]
    proved = Prover(start, _ME, Meter(PROVING)).prove(*ways)
    return proved if isinstance(proved, Found) else None


def _with_attacks(lines: Sequence[str], name: str) -> tuple[str, ...]:
    """Lines with an attack before each line that leads to another turn."""
    attack = ("all pass to declare attackers", f"attack with {name}")
    return tuple(each for line in lines for each in ((*attack, line) if line.startswith(_TO_NEXT) else (line,)))


def lap_of_end(end: End) -> int:
    """The iteration that an end falls into: one that ends before its first choice ended with the one before."""
    assert isinstance(end.iteration, int)
    return end.iteration - 1 if end.kind == OVER and end.choice <= 1 and end.iteration > 1 else end.iteration


def as_long_as_life(found: Found) -> bool:
    """Whether a loop is done about as often as the opponents' life in the search allows."""
    return not isinstance(found.greatest, int) or found.greatest > ENOUGH
