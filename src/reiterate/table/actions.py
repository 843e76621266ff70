"""What a player at the table may do to a game: a choice by hand, a proposal, an answer.

Words are read, and refusals given, on what that player sees; the engine plays the true position. So no refusal tells of
a card that somebody else hides. Every function changes nothing where it gives a refusal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reiterate.games import game as games
from reiterate.games.dice import Dice
from reiterate.games.game import Game
from reiterate.games.kinds_of_choices import NO_NUMBER
from reiterate.loops.play import Block, Cursor
from reiterate.refusals import ILLEGAL, UNSUPPORTED, Refusal, Unsupported, Where
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import quoted_result
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.turn_changes import master
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.seen_by import rows_named, shown_in, with_hidden_covered
from reiterate.script.places import Place, parse_place
from reiterate.script.script import BodyReader, Node, parse_script, results_in
from reiterate.shortcuts.procedure import Proposal, chooser, propose, respond
from reiterate.state.model import State
from reiterate.survey.watcher import Shown, Watcher
from reiterate.table.hiding import everybodys, hands_of, hidden_rows, refusal_for_seat, seen_from, stays_hidden
from reiterate.table.seats import JUDGE


@dataclass(slots=True)
class Offered:
    """A waiting proposal beside the true one of the game.

    ``shown``: worked out on what its proposer saw, so its positions may be shown. ``heard``: worked out with every
    library unknown, and answered like the true one. An answer is refused by ``heard``, and not by cards yet to be drawn.
    """

    shown: Proposal
    heard: Proposal


class SeatReader:
    """Reads a line as one seat sees the game; each choice must be that seat's, and legal as it sees the game.

    ``last``: the last choice that was read, and the state that it is made in. ``refused``: the reader has refused the
    line. ``covered``: a choice has named a card that stays hidden. ``dice``: what throws for each choice.
    """

    __slots__ = ("covered", "dice", "last", "reader", "refused", "seat")

    def __init__(self, nodes: Sequence[Node], seat: int, dice: Dice) -> None:
        self.reader = BodyReader(nodes)
        self.dice = dice
        self.seat = seat
        self.refused = False
        self.last: tuple[State, Choice] | None = None
        self.covered = False

    def start(self) -> Cursor:
        """The cursor of the line's start."""
        return self.reader.start()

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The next choice of the line, read in what the seat sees of ``state``."""
        found = self._next(state, cursor)
        self.refused = isinstance(found, Refusal)
        return found

    def _next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        self.named_hidden(state)
        if chooser(state) != self.seat:
            return self._others(state, cursor)
        seen = seen_from(state, f"p{self.seat + 1}")
        read = self.reader.next(seen, cursor)
        if not isinstance(read, tuple):
            return read
        choice = read[0]
        if master(state, choice.player) != self.seat:
            return _not_yours(choice.player, self.seat)
        refused = verify(seen, choice)
        if refused is not None:
            return refused
        self.last = (state, choice)
        return self.dice.thrown(state, choice), read[1]

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """No block stands in a line."""
        return None

    def where(self, cursor: Cursor) -> Where:
        """Where the line was written."""
        return self.reader.where(cursor)

    def named_hidden(self, state: State) -> bool:
        """Whether a choice on the way to ``state`` has named a card that stays hidden."""
        if self.last is not None:
            self.covered = self.covered or stays_hidden(*self.last, state)
        return self.covered

    def _others(self, state: State, cursor: Cursor) -> Refusal | None:
        """Why somebody else's choice is not made; None at the end of the line."""
        read = self.reader.next(everybodys(state), cursor)
        return None if read is None else _not_yours(chooser(state), self.seat)

    def seen_refusal(self) -> Refusal | None:
        """What the game as seen says of the last choice that was read, once it is carried out."""
        if self.last is None:
            return None
        state, choice = self.last
        try:
            found = step_if_legal(seen_from(state, f"p{self.seat + 1}"), choice)
        except Unsupported as error:
            return error.refusal
        return found if isinstance(found, Refusal) else None


def _not_yours(decides: int, seat: int) -> Refusal:
    message = f"that is also a choice of p{decides + 1}, and p{seat + 1} can't make it"
    return Refusal(ILLEGAL, "not-your-choice", message, "a line of your own choices alone, or a proposal", "732.2a")


def turn_of(game: Game, seat: int) -> Refusal | None:
    """Why a player makes no choice now: the game is over, or somebody else decides."""
    if asked(game.state) == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "", "104.1")
    if game.proposal is None and chooser(game.state) != seat:
        message = f"p{chooser(game.state) + 1} decides now, not p{seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "to wait for your decision", "117.1")
    return None


def play(game: Game, seat: int, line: str, dice: Dice) -> Refusal | bool:
    """Play a line of a player's own choices; out: whether its words stay hidden from the others, or a refusal.

    ``dice``: what throws where something comes at random. A line of an older log says itself what came.
    """
    refused = turn_of(game, seat) or (None if game.logged else _says_result(line))
    if refused is not None:
        return refused
    readers: list[SeatReader] = []

    def reading(nodes: Sequence[Node]) -> SeatReader:
        readers.append(SeatReader(nodes, seat, dice))
        return readers[-1]

    refused = games.play_line(game, line, reading)
    if refused is None:
        return readers[-1].named_hidden(game.state)
    if not readers or readers[-1].refused or readers[-1].last is None:
        return refused
    return refusal_for_seat(refused, readers[-1].seen_refusal())


def _says_result(line: str) -> Refusal | None:
    """Why a player doesn't say what comes at random: the table throws."""
    nodes = parse_script(line)
    said = None if isinstance(nodes, Refusal) else results_in(nodes)
    if said is None:
        return None
    message = f"{quoted_result(said.results[0])}: what is random is thrown by the table"
    return Refusal(ILLEGAL, "result", message, "the line alone", "705.1", said.said_at[0])


def offer(game: Game, seat: int, script: str) -> Offered | Refusal:
    """Propose a script (732.2a): legal on what the proposer sees, and played on the true position."""
    nodes = parse_script(script)
    refused = turn_of(game, seat)
    if refused is not None or isinstance(nodes, Refusal) or not nodes or game.proposal is not None:
        return refused or _as_refusal(games.offer(game, script))
    shown = propose(seen_from(game.state, f"p{seat + 1}"), nodes, seat)
    if isinstance(shown, Refusal):
        return shown
    heard: Proposal | Refusal = shown
    hidden = bool(hidden_rows(game.state))
    if hidden:
        heard = propose(with_hidden_covered(game.state, frozenset(seats(game.state)), frozenset()), nodes, seat)
    refused = games.offer(game, script)
    if refused is not None:
        return refusal_for_seat(refused, None)
    if isinstance(heard, Refusal) or (hidden and not _agree(game, shown)):
        game.proposal = None
        game.entries.pop()
        return refusal_for_seat(Refusal(UNSUPPORTED, "hidden-cards", "", "", "732.2a"), None)
    return Offered(shown, heard)


def _as_refusal(found: object) -> Refusal:
    assert isinstance(found, Refusal)
    return found


def _agree(game: Game, shown: Proposal) -> bool:
    """Whether a proposal comes to what its proposer was shown, in all that everybody sees."""
    assert game.proposal is not None
    true = game.proposal.played_script.final
    return same(everybodys(true), everybodys(shown.played_script.final))


def answer(game: Game, seat: int, said: str, offered: Offered | None) -> Offered | Refusal | None:
    """A player's answer to the waiting proposal (732.2b); out: what still waits, or None where it was taken."""
    if game.proposal is None or offered is None:
        return _as_refusal(games.answer(game, seat, said))
    heard = offered.heard
    place = place_of(said)
    if not isinstance(place, Refusal):
        answered = respond(offered.heard, seat, place)
        if isinstance(answered, Refusal):
            return answered
        heard = answered
    refused = games.answer(game, seat, said)
    if refused is not None:
        return refused if isinstance(place, Refusal) else refusal_for_seat(refused, None)
    return Offered(offered.shown, heard) if _waits(game) else None


def _waits(game: Game) -> bool:
    return game.proposal is not None


def place_of(said: str) -> Place | Refusal | None:
    """The place of ``cut PLACE``; None for any other answer."""
    word, _, rest = said.strip().partition(" ")
    return parse_place(rest) if word.lower() == "cut" else None


def shown_again(game: Game, who: str, times: str, most: int = 0) -> Refusal | str:
    """The script that does what was shown by hand so many times more, found on what a chair sees (732.1b).

    ``most``: "" where that has more choices, whose proof may take seconds; 0: however many.
    """
    shown = game.shown
    if most and shown is not None and shown.end - shown.begin > most:
        return ""
    line = game.watcher.in_play.history.line
    if who == JUDGE or shown is None or not any(hidden_rows(state) for state, _ in line[shown.begin : shown.end]):
        return games.shown_script(game, times)
    if not times.strip():
        return NO_NUMBER
    stretch = line[shown.begin : shown.end]
    after = line[shown.end][0] if shown.end < len(line) else game.watcher.in_play.history.state
    if names_hidden(stretch, after):
        return untellable()
    states = [*(state for state, _ in stretch), after]
    hands = hands_of(game.state, who)
    views = [with_hidden_covered(one, hands, frozenset(), shown_in(one, *states[at:])) for at, one in enumerate(states)]
    watcher = Watcher(views[0], game.watcher.me)
    for (_, choice), before, view in zip(stretch, views, views[1:], strict=False):
        if any(row >= 0 and row not in before.rows for row in rows_named(choice)):
            return untellable()
        watcher.feed(choice, view)
    found = watcher.prove(Shown(0, len(stretch)))
    if isinstance(found, Refusal):
        return found
    return f"repeat {times}:\n" + "".join(f"  {each}\n" for each in found.body)


def ends_here(game: Game) -> bool:
    """Whether the iteration that was shown by hand ends at the present position, so that it may begin again here (732.1b)."""
    return game.shown is not None and game.shown.end == len(game.watcher.in_play.history.line)


def shown_hidden(game: Game) -> bool:
    """Whether what was shown by hand can't be told to all: a choice in it has named a card that stays hidden."""
    shown, history = game.shown, game.watcher.in_play.history
    if shown is None:
        return False
    line = history.line
    after = line[shown.end][0] if shown.end < len(line) else history.state
    return names_hidden(line[shown.begin : shown.end], after)


def names_hidden(stretch: Sequence[tuple[State, Choice]], after: State) -> bool:
    """Whether a choice of a stretch has named a card that stays hidden; the lines of the stretch are then no words for all.

    In: each choice with the position before it, and the position behind the last one.
    """
    states = [*(state for state, _ in stretch[1:]), after]
    return any(stays_hidden(before, choice, behind) for (before, choice), behind in zip(stretch, states, strict=False))


def untellable() -> Refusal:
    """The refusal to tell what was played by hand."""
    message = "what was played by hand can't be told without hidden cards"
    return Refusal(UNSUPPORTED, "hidden-cards", message, "a proposal in lines of a script", "732.1b")
