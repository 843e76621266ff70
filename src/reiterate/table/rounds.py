"""A game as it is now: its entries folded one by one into the position, what waits, and what was said.

The same function carries out an entry when it is made and when the log is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Final

from reiterate.cards import CardBook
from reiterate.games import ending
from reiterate.games import game as games
from reiterate.games.dice import Dice
from reiterate.judging.statements import JUDGE as THE_JUDGE
from reiterate.judging.statements import read_statement
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.state_access import in_game, seats
from reiterate.rules.decisions.leaving import CONCEDED
from reiterate.state.model import State
from reiterate.table import actions, endings, opening_hands
from reiterate.table.digests import engine_digest, state_digest, terms_digest
from reiterate.table.entries import (
    AGREE,
    AGREE_REMOVE,
    ANSWER,
    ASK_UNDO,
    BE_CALLED,
    BEGINS,
    CARDS,
    CHAT,
    CHOICE,
    CONCEDE,
    DECLINE,
    HANDS,
    LET_PROGRAM,
    OUTCOME,
    PROPOSE,
    REMATCH,
    REMOVE,
    RULING,
    SAY,
    STATEMENT,
    TAKE_SEAT,
    THROWN,
    TIME_OVER,
    UNDO,
    WANT_REMATCH,
    Digests,
    Noted,
    Said,
    is_log,
    position_entries,
)
from reiterate.table.game_now import Asked, Carried, Round
from reiterate.table.hiding import reveals
from reiterate.table.seats import JUDGE, SPECTATOR, seat_of
from reiterate.table.told import Told, told_choice, told_script, told_taken

#: Positions behind entries that are kept at hand.
REMEMBERED: Final = 64

__all__ = [
    "Asked",
    "Carried",
    "Round",
    "begin",
    "carry_out",
    "come_behind",
    "entry_for",
    "may_go_back",
    "put_down",
    "replayed",
    "round_from_entry",
]


def begin(text: str, book: CardBook) -> Round | Refusal:
    """A game from the text of a position file. Its title and notes stay out: they may tell of hidden cards."""
    if is_log(text):
        return Refusal(INPUT, "format", "this is the log of a game, and no position", "the same text as a log")
    game = games.begin(text, "position", book)
    if isinstance(game, Refusal):
        return game
    game.position = replace(game.position, title="", notes="")
    return Round(game, book, terms_digest(game.position.state))


def round_from_entry(said: Said, book: CardBook) -> Round | Refusal:
    """A game from an entry with which it begins: its position, without those who left before, and hands that are still to be kept.

    The cards that were brought to it are known beside those of the book.
    """
    known = book.with_brought(said.body.get(CARDS, ""))
    found = known if isinstance(known, Refusal) else begin(said.text, known)
    if isinstance(found, Refusal):
        return found
    found.opening = opening_hands.opening_of(said, found.players, found.game.state)
    return _without(found, opening_hands.seats_in(said.body.get(opening_hands.GONE, "")))


def _without(found: Round, gone: Sequence[int]) -> Round | Refusal:
    for seat in gone:
        refused = ending.leave(found.game, seat, CONCEDED)
        if refused is not None:
            return refused
    return found


def carry_out(now: Round, said: Said) -> Carried | Refusal:
    """Carry out an entry that comes next; a refusal changes nothing."""
    found = _CARRIED.get(said.kind)
    if found is None:
        return Refusal(INPUT, "table-entry", f"'{said.kind[:40]}' can't be entered here", ", ".join(_CARRIED))
    refused = endings.over_refused(now, said) or opening_hands.not_yet(now, said)
    if refused is not None:
        return refused
    try:
        return found(now, said)
    except Unsupported as error:
        return error.refusal if said.who == JUDGE else _untold(error.refusal)


def _untold(refusal: Refusal) -> Refusal:
    """A refusal from deep inside of the engine, which may name anything."""
    message = "what would follow is not implemented, and hidden cards may have a part in it"
    return Refusal(refusal.kind, refusal.code, message, rule=refusal.rule)


def entry_for(now: Round, said: Said, carried: Carried, at: str) -> Noted:
    """The entry for what was carried out last. ``put_down`` lets it stand in the game."""
    digests = Digests(state_digest(now.game.state), engine_digest(), now.terms)
    if carried.came:
        said = replace(said, body={**said.body, THROWN: "\n".join(carried.came)})
    return Noted(now.last + 1, said, at, digests, carried.reveals, carried.covered)


def put_down(now: Round, entry: Noted) -> None:
    """Let an entry stand behind the others, with the position that it has led to.

    What the game has written down of itself is forgotten: the log of the table says all of it.
    """
    now.entries.add(entry)
    come_behind(now, entry)
    now.told[entry.number] = _told(now, entry)
    now.told.pop(entry.number - REMEMBERED, None)
    now.game.made = []
    now.game.entries.clear()
    now.game.lines.clear()
    now.after[entry.number] = now.game.state
    now.after.pop(entry.number - REMEMBERED, None)


def _told(now: Round, entry: Noted) -> Told:
    """What an entry did, in words for everybody; nothing of words that name a card which stays hidden."""
    before = now.after.get(entry.number - 1)
    if entry.covered:
        return Told()
    if entry.said.kind == CHOICE:
        return told_choice(now.game.made, now.game.state)
    if entry.said.what == PROPOSE and now.offered is not None:
        return Told(f"proposes {told_script(now.offered.shown.played_script)}")
    taken = entry.said.what == ANSWER and before is not None and before is not now.game.state
    return Told("", told_taken(before, now.game.state)) if taken and before is not None else Told()


def come_behind(now: Round, entry: Noted) -> None:
    """Take notice of when the game came to where it is, and of what its beginning says of it."""
    if entry.said.moves or entry.said.kind == UNDO:
        now.since, now.moved = entry.at, entry.number
    if entry.said.kind in BEGINS:
        limit = entry.said.body.get("limit", "")
        now.root, now.limit = entry.number, int(limit) if limit.isdecimal() and len(limit) < 8 else 0
        called = (entry.said.body.get(f"name of p{seat + 1}", "") for seat in range(now.players))
        now.names = {**{f"p{seat + 1}": name for seat, name in enumerate(called) if name}, **now.names}
    if entry.said.what == BE_CALLED:
        now.names = {**now.names, entry.said.who: entry.said.text}


# --- what moves the game -----------------------------------------------------------------------------------------


def _choice(now: Round, said: Said) -> Carried | Refusal:
    seat = seat_of(said.who)
    if seat is None:
        return _not_a_player(said.who)
    if now.opening is not None:
        return _of_a_hand(now, seat, said.text)
    before = now.game.state
    dice = Dice(said.thrown if now.game.logged or said.thrown else None)
    hidden = actions.play(now.game, seat, said.text, dice)
    if isinstance(hidden, Refusal):
        return hidden
    _moved(now)
    return Carried(reveals(before, now.game.state), hidden, came=tuple(dice.came))


def _of_a_hand(now: Round, seat: int, text: str) -> Carried | Refusal:
    """Keep a hand, declare a mulligan, put a card on the bottom, whose name nobody else reads (103.5), or begin with one in play (103.6a)."""
    before = now.opening
    opening, bottom = (
        opening_hands.hands_after_choice(now, seat, text),
        opening_hands.what_is_asked(now) == opening_hands.ASKS_BOTTOM,
    )
    if isinstance(opening, Refusal):
        return opening
    shown = not bottom and before is not None and opening.text != before.text
    if bottom or shown:
        found = begin(opening.text, now.book)
        gone = [each for each in range(now.players) if not in_game(now.game.state, each)]
        laid = found if isinstance(found, Refusal) else _without(found, gone)
        if isinstance(laid, Refusal):
            return laid
        laid.game.logged = now.game.logged
        now.game = laid.game
    now.opening = opening
    _moved(now)
    return Carried(shown, covered=bottom)


def _hands(now: Round, said: Said) -> Carried | Refusal:
    """New hands, or the first turn: the position that the entry holds."""
    if not now.game.logged and not opening_hands.awaits_deal(now):
        message = "not every player has said whether to keep a hand"
        return Refusal(ILLEGAL, "not-agreed", message, "keep, or mulligan, by each of them", opening_hands.RULE)
    return _begun_anew(now, said)


def _propose(now: Round, said: Said) -> Carried | Refusal:
    seat = seat_of(said.who)
    if seat is None:
        return _not_a_player(said.who)
    offered = actions.offer(now.game, seat, said.text)
    if isinstance(offered, Refusal):
        return offered
    now.offered = offered
    _moved(now)
    return Carried()


def _answer(now: Round, said: Said) -> Carried | Refusal:
    seat = seat_of(said.who)
    if seat is None:
        return _not_a_player(said.who)
    before = now.game.state
    left = actions.answer(now.game, seat, said.text, now.offered)
    if isinstance(left, Refusal):
        return left
    now.offered = left
    _moved(now)
    return Carried(left is None and reveals(before, now.game.state), shortcut=left is None)


def _moved(now: Round) -> None:
    """The position has changed, or what is owed in it: what was asked or said before is no more."""
    now.asked = None
    now.said.clear()
    now.removing.clear()
    now.rematch = ()


def _not_a_player(who: str) -> Refusal:
    message = "the judge plays no cards" if who == JUDGE else "spectators play no cards"
    return Refusal(ILLEGAL, "not-a-player", message, "the link of a player's seat")


# --- what is said ------------------------------------------------------------------------------------------------


def _statement(now: Round, said: Said) -> Carried | Refusal:
    found = _STATED.get(said.what)
    if found is None:
        return Refusal(INPUT, "table-entry", f"'{said.what[:40]}' is no statement", ", ".join(_STATED))
    return found(now, said)


def _say(now: Round, said: Said) -> Carried | Refusal:
    if said.who == SPECTATOR:
        return _not_a_player(said.who)
    seat = seat_of(said.who)
    read = read_statement(THE_JUDGE if seat is None else seat, said.text)
    if isinstance(read, Refusal):
        return read
    now.said.append(said)
    return Carried()


def _chat(now: Round, said: Said) -> Carried | Refusal:
    if not said.text.strip():
        return Refusal(INPUT, "no-words", "nothing is said", "words")
    return Carried()


def _ended(
    how: Callable[[Round, Said], Refusal | None], moves: bool = True
) -> Callable[[Round, Said], Carried | Refusal]:
    """Carry out what lets a player leave, or ends the game; ``moves``: whether the position is another one then."""

    def carried(now: Round, said: Said) -> Carried | Refusal:
        now.without = None
        refused = how(now, said)
        if refused is not None:
            return refused
        if moves:
            _moved(now)
        return Carried(_shown_behind(now.without, now.game.state), shortcut=moves)

    return carried


def _shown_behind(left: State | None, state: State) -> bool:
    """Whether a hidden card was shown since a player has left; cards that leave with the player are seen by nobody."""
    return left is not None and reveals(left, state)


def _want_rematch(now: Round, said: Said) -> Carried | Refusal:
    """A player wants to play again; once all do, the table enters the new beginning."""
    refused = _may_play_again(now, said.who)
    if refused is not None:
        return refused
    now.rematch = tuple(dict.fromkeys((*now.rematch, said.who)))
    return Carried()


def _may_play_again(now: Round, who: str) -> Refusal | None:
    """Why a chair can't ask for a rematch."""
    if seat_of(who) is None:
        return _not_a_player(who)
    if not endings.final(now.game.state):
        return Refusal(ILLEGAL, "not-over", "the game is not over", "a rematch once it is", "104.1")
    return None


def _rematch(now: Round, said: Said) -> Carried | Refusal:
    """The game begins anew: the same people, and the position that the entry holds."""
    if not endings.all_play_again(now):
        return Refusal(ILLEGAL, "not-agreed", "not everybody wants to play again", f"'{WANT_REMATCH}' by all", "104.1")
    return _begun_anew(now, said)


def _begun_anew(now: Round, said: Said) -> Carried | Refusal:
    found = round_from_entry(said, now.book)
    if isinstance(found, Refusal):
        return found
    now.game, now.terms, now.offered, now.drawing = found.game, found.terms, None, None
    now.opening = found.opening
    now.base = now.last + 1
    _moved(now)
    return Carried()


def _take_seat(now: Round, said: Said) -> Carried | Refusal:
    """A person plays a seat from now on, or the program does. Which seats the program plays stands beside the game (``store.Kept``)."""
    return Carried() if seat_of(said.who) is not None else _not_a_player(said.who)


def _be_called(now: Round, said: Said) -> Carried | Refusal:
    """Somebody at a seat says a name. It stands beside the seat, in words for people alone."""
    if seat_of(said.who) is None:
        return _not_a_player(said.who)
    return Carried() if said.text else Refusal(INPUT, "no-words", "no name is said", "what the others call you")


def _rule(now: Round, said: Said) -> Carried | Refusal:
    if said.who != JUDGE:
        return Refusal(ILLEGAL, "not-the-judge", f"{said.who} does not rule", "the judge's link")
    script = said.body.get("script", "")
    before = now.game.state
    words = said.body.get("outcome", "")
    if words:
        refused = endings.ruled(now, words)
        if refused is not None:
            return refused
        _moved(now)
        return Carried(shortcut=True)
    found = games.settle(now.game, said.body.get("policy", ""), script, said.body.get("said", "").splitlines())
    if isinstance(found, Refusal):
        return found
    _moved(now)
    return Carried(reveals(before, now.game.state), shortcut=True)


# --- undo --------------------------------------------------------------------------------------------------------


def _ask_undo(now: Round, said: Said) -> Carried | Refusal:
    if seat_of(said.who) is None:
        return _not_a_player(said.who)
    refused = may_go_back(now, said.to)
    if refused is not None:
        return refused
    there = in_game_here_or_there(now, said.to)
    others = tuple(f"p{seat + 1}" for seat in there if f"p{seat + 1}" != said.who)
    now.asked = Asked(said.who, said.to, others)
    return Carried()


def in_game_here_or_there(now: Round, to: int) -> list[int]:
    """The seats that an undo asks: those in the game now, and those whom it would bring back. Who left before that is not waited for."""
    here = set(seats(now.game.state))
    if len(here) == now.players:
        return sorted(here)
    there = now.after.get(to)
    if there is None:
        before = replayed(position_entries(now.entries[:to]), now.book)
        there = None if isinstance(before, Refusal) else before.game.state
    return sorted(here | set(range(now.players) if there is None else seats(there)))


def may_go_back(now: Round, to: int) -> Refusal | None:
    """Why the game can't go back behind an entry: there is nothing between, or something was revealed since."""
    lowest = max(1, now.base)
    stands = list(takewhile(lambda entry: entry.number >= to, now.entries.back() if to >= lowest else ()))[::-1]
    if not stands or stands[0].number != to or stands[-1].number == to:
        latest = takewhile(lambda entry: entry.number >= lowest, islice(now.entries.back(), 1, 9))
        numbers = [str(entry.number) for entry in latest][::-1]
        expected = f"the number of an entry that the game can go on behind: {', '.join(numbers)}" if numbers else ""
        return Refusal(ILLEGAL, "nothing-to-undo", f"no undo leads back to just after entry {to}", expected)
    seen = [entry.number for entry in stands if entry.number > to and entry.reveals]
    if seen:
        message = f"entry {seen[-1]} has shown a hidden card, and no undo takes back what somebody knows"
        return Refusal(ILLEGAL, "undo-revealed", message, f"{seen[-1]} or a later entry")
    return None


def _agree(now: Round, said: Said) -> Carried | Refusal:
    refused = _no_request(now, said)
    if refused is not None:
        return refused
    assert now.asked is not None
    left = tuple(who for who in now.asked.waiting if who != said.who)
    if not left:
        message = "the last player's agreement takes the entries back"
        return Refusal(INPUT, "table-entry", message, f"an entry of the kind '{UNDO}'")
    now.asked = Asked(now.asked.by, now.asked.to, left)
    return Carried()


def _decline(now: Round, said: Said) -> Carried | Refusal:
    refused = _no_request(now, said)
    if refused is None:
        now.asked = None
    return refused or Carried()


def _undo(now: Round, said: Said) -> Carried | Refusal:
    """The last agreement: the game goes on behind the entry that was named."""
    refused = endings.goes_back(now, said) if said.who == JUDGE else _not_all_agree(now, said)
    if refused is not None:
        return refused
    stands = position_entries(now.entries[: said.to])
    found = replayed(stands, now.book)
    if isinstance(found, Refusal):
        return found
    now.game, now.offered, now.opening = found.game, found.offered, found.opening
    _moved(now)
    return Carried()


def _not_all_agree(now: Round, said: Said) -> Refusal | None:
    """Why this is not the last agreement to an undo."""
    refused = _no_request(now, said)
    if refused is not None:
        return refused
    assert now.asked is not None
    if now.asked.to == said.to and now.asked.waiting == (said.who,):
        return None
    message = f"the undo that is asked for goes back to just after entry {now.asked.to}"
    return Refusal(ILLEGAL, "no-undo-asked", message, "the agreement of every other player")


def _no_request(now: Round, said: Said) -> Refusal | None:
    if now.asked is None or said.who not in now.asked.waiting:
        return Refusal(ILLEGAL, "no-undo-asked", f"no undo waits for {said.who}", "a request by another player")
    return None


def replayed(stands: Sequence[Noted], book: CardBook) -> Round | Refusal:
    """The game that standing entries lead to, the first of them its position; it holds no entries."""
    found = round_from_entry(stands[0].said, book)
    for entry in stands[1:]:
        if isinstance(found, Refusal):
            return found
        found.game.logged = True
        refused = carry_out(found, entry.said)
        if isinstance(refused, Refusal):
            return refused
    if isinstance(found, Round):
        found.game.logged = False
    return found


_CARRIED: Final[dict[str, Callable[[Round, Said], Carried | Refusal]]] = {
    CHOICE: _choice,
    STATEMENT: _statement,
    CHAT: _chat,
    RULING: _rule,
    UNDO: _undo,
    OUTCOME: _ended(endings.outcome),
    REMATCH: _rematch,
    HANDS: _hands,
}
_STATED: Final[dict[str, Callable[[Round, Said], Carried | Refusal]]] = {
    PROPOSE: _propose,
    ANSWER: _answer,
    SAY: _say,
    ASK_UNDO: _ask_undo,
    AGREE: _agree,
    DECLINE: _decline,
    TAKE_SEAT: _take_seat,
    LET_PROGRAM: _take_seat,
    BE_CALLED: _be_called,
    CONCEDE: _ended(endings.concede),
    AGREE_REMOVE: _ended(endings.agree_to_remove, moves=False),
    REMOVE: _ended(endings.remove),
    TIME_OVER: _ended(endings.time_over),
    WANT_REMATCH: _want_rematch,
}
