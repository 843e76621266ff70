"""How a game at the table ends, or goes on with fewer players: conceding, a draw, a judge's word (104, 800.4).

A loop that nobody keeps up and that never ends is a draw once each player who could act has declined (732.4, 104.4b). Who could
act is found on what everybody knows: whoever hides cards is asked, and nothing is told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reiterate.games.game import Game, without_players
from reiterate.games.recognised import Notice, case_of_notice, notice_of
from reiterate.judging.case_file import Case
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import NO_ACTION, read_statement
from reiterate.kinds.kinds import DECLINED, YES, Kind
from reiterate.kinds.loops_in_play import Stretch
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions import leaving


@dataclass(frozen=True, slots=True)
class Mandatory:
    """A loop in play that is a draw if everybody declines to act: its ruling, who is asked in turn order, whose objects take part."""

    ruling: Ruling
    to_ask: tuple[int, ...]
    involved: tuple[int, ...]


def leave(game: Game, seat: int, rule: str) -> Refusal | None:
    """A player loses and leaves the game at once (104.3a, 104.3k, 800.4a). The proposal that waits is none any more."""
    made = leaving.leave(game.state, seat, rule)
    if isinstance(made, Refusal):
        return made
    without_players(game, made[0])
    return None


def draw_game(game: Game, involved: Sequence[int], rule: str) -> None:
    """The game is a draw, with a limited range for some players alone (104.4)."""
    without_players(game, leaving.end_in_draw(game.state, list(involved), rule)[0])


def win(game: Game, seat: int, rule: str) -> None:
    """A player wins, by a judge's word."""
    without_players(game, leaving.won(game.state, seat, rule)[0])


# --- a mandatory loop ---------------------------------------------------------------------------------------------


def loop_in_play(game: Game) -> Notice | None:
    """What goes on by itself at this very place, perhaps: its last lap ends here. Who acted in it may only have added something."""
    stretch = next((found for found in game.watcher.recognised if isinstance(found, Stretch)), None)
    stretch = game.watcher.in_play.more if stretch is None else stretch
    if stretch is None or game.proposal is not None:
        return None
    return notice_of(stretch, game.watcher.in_play.history)


def run_of(game: Game, notice: Notice) -> tuple[str, int, int]:
    """What a proof of a loop in play holds for: all laps that follow one another, until twice as many have been played."""
    assert isinstance(notice.found, Stretch)
    known = game.noticed.going_on.get(notice.found.what)
    begin, again = (known.begin, known.again) if known is not None else (notice.found.begin, notice.found.end)
    return notice.found.what, begin, again


def mandatory(game: Game, notice: Notice) -> Mandatory | None:
    """Whether a loop in play is a draw unless somebody acts; None where that is not proved.

    Proved on what everybody knows. Takes as long as the proof of a loop.
    """
    try:
        case = case_of_notice(game.position, notice)
        ruled = judge(case) if isinstance(case, Case) else case
    except Unsupported:
        return None
    if isinstance(ruled, Refusal) or ruled.kind is None or ruled.kind.draw not in (YES, DECLINED):
        return None
    kind: Kind = ruled.kind
    present = set(seats(game.state))
    return Mandatory(ruled, tuple(seat for seat in kind.to_ask if seat in present), kind.involved)


def still_to_decline(found: Mandatory, said: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """Who of those who are asked has still to decline, in turn order. In: what players have said, in order."""
    waiting = list(found.to_ask)
    for seat, words in said:
        one = read_statement(seat, words)
        if waiting and seat == waiting[0] and not isinstance(one, Refusal) and one.what == NO_ACTION:
            waiting.pop(0)
    return tuple(waiting)
