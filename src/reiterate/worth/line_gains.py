"""What a line of play gives that is played once, in the words of combo databases, each with its exact number.
Part of the solver: the answer.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Formula, plain
from reiterate.loops.play import DONE, OVER, Reader, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.rules.turn.state_based_actions import DRAWN
from reiterate.state.model import GRAVEYARD, LIBRARY, State, player
from reiterate.state.properties import LIFE, OUTCOME
from reiterate.worth.gains import Gain, cards_in, exiles_library, given_by
from reiterate.worth.given import ALL_LOSE, BARE, DRAW_GAME, DRAWS, LIBRARY_EXILED, MILLS, WIN, Given
from reiterate.worth.more_life import WORDS as MORE_LIFE
from reiterate.worth.more_life import with_life
from reiterate.worth.period_observations import Sights

#: How often the opponents' life is doubled at most, so that a line which wins is played to its end.
DOUBLED: Final = 3


def line_gains(start: State, reader: Reader, seat: int) -> tuple[Gain, ...]:
    """What a line gives the player in ``seat``: a win, and what there is as much more of as an opponent has life.

    So "Near-infinite" is said of no less than a whole life total at the start. Each number is exact.
    Empty where the line can't be played.
    """
    seen = _played(start, reader, seat)
    if seen is None:
        return ()
    shown, end, _ = seen
    least = _least(start, seat)
    given = _given(start, end, shown, seat)
    found = [Gain(each, amount) for each, amount in given.items() if plain(amount) >= least]
    outcome = text_prop(end.game, OUTCOME)
    over = {f"p{seat + 1}_wins": (WIN,), DRAWN: (DRAW_GAME, ALL_LOSE)}.get(outcome, ())
    if exiles_library(start, end, seat, given):
        over = (*over, LIBRARY_EXILED)
    return (*(Gain(Given(kind), 1) for kind in over), *sorted(found, key=lambda gain: gain.what))


def gains_with_more_life(start: State, reader: Reader, seat: int) -> tuple[Gain, ...]:
    """What a line gives, as ``line_gains``, and what its win cuts short: that needs more life of each opponent.

    The same line is played against opponents with twice as much life, or more, until no win ends the line. No less than a whole
    life total at the first start is told.
    """
    found = {gain.given: gain for gain in line_gains(start, reader, seat)}
    if Given(WIN) not in found:
        return tuple(found.values())
    least = _least(start, seat)
    for n in range(1, DOUBLED + 1):
        longer = with_life(start, seat, least * 2**n)
        seen = _played(longer, reader, seat)
        if seen is None or not seen[2]:
            break
        shown, end, _ = seen
        if text_prop(end.game, OUTCOME) == f"p{seat + 1}_wins":
            continue
        for each, amount in _given(longer, end, shown, seat).items():
            if plain(amount) >= least and not each.harms and each.kind not in BARE:
                found.setdefault(each, Gain(each, amount, MORE_LIFE))
        break
    return tuple(found.values())


def _played(start: State, reader: Reader, seat: int) -> tuple[Sights, State, bool] | None:
    """What a line shows, where it leads, and whether it was played to its end or to that of the game; None where it can't be played."""
    shown = Sights(seat)
    states: list[State] = []
    try:
        played = play(start, reader, observe=lambda state, _: states.append(state))
        for state, choice in zip(states, played.choices, strict=False):
            shown.look(state)
            shown.see(state, choice)
    except Unsupported:
        return None
    return shown, played.state, played.stop in (DONE, OVER)


def much(start: State, end: State, seat: int) -> frozenset[str]:
    """The words for what a player has got so much of that it is told, and that nobody has to see to make use of.

    A whole library in the graveyard is of use, too.
    """
    least = _least(start, seat)
    given = _given(start, end, Sights(seat), seat)
    used = {each for each in given if each.alone and not each.for_others}
    if not cards_in(end, seat, LIBRARY):
        used |= given.keys() & {Given(MILLS)}
    return frozenset(each.words for each in used if plain(given[each]) >= least)


def _given(start: State, end: State, shown: Sights, seat: int) -> dict[Given, int | Formula]:
    """What there is more of, with a library that was put into the graveyard without a draw: to databases that is milled."""
    given = given_by(start, end, shown, seat)
    gone = cards_in(start, seat, LIBRARY) - cards_in(end, seat, LIBRARY)
    buried = min(gone, cards_in(end, seat, GRAVEYARD) - cards_in(start, seat, GRAVEYARD))
    if buried > 0 and not cards_in(end, seat, LIBRARY) and Given(DRAWS) not in given:
        given[Given(MILLS)] = max(buried, plain(given.get(Given(MILLS), 0)))
    return given


def _least(start: State, seat: int) -> int:
    """How much there has to be of what a line gives: as much as the opponent with the least life has at the start."""
    return min(plain(start.rows[player(other)].get(LIFE)) for other in seats(start) if other != seat)
