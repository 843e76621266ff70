"""What a line of play gives that is played once, in the words of combo databases, each with its exact number.
Part of the solver: the answer.
"""

from __future__ import annotations

from reiterate.amounts import Formula, plain
from reiterate.loops.play import Reader, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.rules.turn.state_based_actions import DRAWN
from reiterate.state.model import GRAVEYARD, LIBRARY, State, player
from reiterate.state.properties import LIFE, OUTCOME
from reiterate.worth.gains import Gain, given_by
from reiterate.worth.given import ALL_LOSE, DRAW_GAME, DRAWS, EXILES, LIBRARY_EXILED, MILLS, WIN, Given
from reiterate.worth.period_observations import Sights


def line_gains(start: State, reader: Reader, seat: int) -> tuple[Gain, ...]:
    """What a line gives the player in ``seat``: a win, and what there is as much more of as an opponent has life.

    So "Near-infinite" is said of no less than a whole life total at the start. Each number is exact.
    Empty where the line can't be played.
    """
    shown = Sights(seat)
    states: list[State] = []
    try:
        played = play(start, reader, observe=lambda state, _: states.append(state))
        for state, choice in zip(states, played.choices, strict=False):
            shown.look(state)
            shown.see(state, choice)
    except Unsupported:
        return ()
    end = played.state
    least = _least(start, seat)
    given = _given(start, end, shown, seat)
    found = [Gain(each, amount) for each, amount in given.items() if plain(amount) >= least]
    outcome = text_prop(end.game, OUTCOME)
    over = {f"p{seat + 1}_wins": (WIN,), DRAWN: (DRAW_GAME, ALL_LOSE)}.get(outcome, ())
    library = _cards(start, seat, LIBRARY)
    if library and plain(given.get(Given(EXILES), 0)) >= library:
        over = (*over, LIBRARY_EXILED)
    return (*(Gain(Given(kind), 1) for kind in over), *sorted(found, key=lambda gain: gain.what))


def much(start: State, end: State, seat: int) -> frozenset[str]:
    """The words for what a player has got so much of that it is told, and that nobody has to see to make use of.

    A whole library in the graveyard is of use, too.
    """
    least = _least(start, seat)
    given = _given(start, end, Sights(seat), seat)
    used = {each for each in given if each.alone and not each.for_others}
    if not _cards(end, seat, LIBRARY):
        used |= given.keys() & {Given(MILLS)}
    return frozenset(each.words for each in used if plain(given[each]) >= least)


def _given(start: State, end: State, shown: Sights, seat: int) -> dict[Given, int | Formula]:
    """What there is more of, with a library that was put into the graveyard without a draw: to databases that is milled."""
    given = given_by(start, end, shown, seat)
    gone = _cards(start, seat, LIBRARY) - _cards(end, seat, LIBRARY)
    buried = min(gone, _cards(end, seat, GRAVEYARD) - _cards(start, seat, GRAVEYARD))
    if buried > 0 and not _cards(end, seat, LIBRARY) and Given(DRAWS) not in given:
        given[Given(MILLS)] = max(buried, plain(given.get(Given(MILLS), 0)))
    return given


def _cards(state: State, seat: int, zone: str) -> int:
    """How many cards a player has in a zone."""
    there = (row for row in state.rows.values() if row.cls.zone == zone and row.cls.owner == seat)
    return sum(plain(row.n) for row in there)


def _least(start: State, seat: int) -> int:
    """How much there has to be of what a line gives: as much as the opponent with the least life has at the start."""
    return min(plain(start.rows[player(other)].get(LIFE)) for other in seats(start) if other != seat)
