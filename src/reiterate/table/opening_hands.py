"""Opening hands of a game of decks (103.5, 103.6).

Each player in turn order keeps or takes a mulligan. Those who take one do so together.
A mulligan draws seven cards anew; then a card for each mulligan that counts goes to the bottom, in an order of the player's choice. In a
multiplayer game the first one does not count (103.5c). The order of a new library is drawn by the table, which enters the position.
Once all have kept, each player in turn order may begin the game with cards on the battlefield whose words say so (103.6a). All are asked where
any of the decks has such a card, so that nobody learns from the question who holds one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from reiterate.boards.dealing import HAND, dealt_again, dealt_hand, on_the_bottom, onto_the_battlefield
from reiterate.refusals import ILLEGAL, INPUT, UNSUPPORTED, Refusal
from reiterate.rules.access.state_access import in_game
from reiterate.rules.decisions.pending import asked
from reiterate.state.model import HAND as IN_HAND
from reiterate.state.model import LIBRARY, State
from reiterate.table.entries import ANSWER, HANDS, PROPOSE, RULING, TABLE, Said
from reiterate.table.game_now import Opening, Round
from reiterate.terms.unusable import BEGINS, OPENS, opening_action

RULE: Final = "103.5"
ACTIONS_RULE: Final = "103.6"

KEEP: Final = "keep"
MULLIGAN: Final = "mulligan"
_BOTTOM: Final = "bottom"
READY: Final = "ready"
_BEGIN: Final = "begin with"

# What is asked before the first turn.
ASKS_HAND: Final = "mulligan"
ASKS_BOTTOM: Final = "bottom"
ASKS_ACTIONS: Final = "begin with"
#: What that player does, in words.
DONE: Final = {
    ASKS_HAND: "keeps a hand or takes a mulligan",
    ASKS_BOTTOM: "puts cards on the bottom of the library",
    ASKS_ACTIONS: "may begin the game with cards on the battlefield",
}

#: What an entry says of the hands: of each seat its mulligans, and the cards that it still has to put on the bottom.
_TAKEN: Final = "mulligans"
_OWED: Final = "owed"
_KEPT: Final = "kept"
#: Who has left the game before its first turn.
GONE: Final = "gone"
_OF_HANDS: Final = (_TAKEN, _OWED, _KEPT, GONE)


# --- what an entry says -------------------------------------------------------------------------------------------


def with_hands(body: Mapping[str, str]) -> dict[str, str]:
    """The body of a beginning whose hands are still to be kept."""
    plain = {key: value for key, value in body.items() if key not in _OF_HANDS}
    return {**plain, _TAKEN: "", _OWED: "", _KEPT: ""}


def before_the_first_turn(body: Mapping[str, str]) -> bool:
    """Whether hands are still to be kept behind a beginning."""
    return _TAKEN in body


def opening_of(said: Said, players: int, state: State) -> Opening | None:
    """The hands that a beginning tells of, and its position; None where the first turn begins with it."""
    if not before_the_first_turn(said.body):
        return None
    taken, owed = (_counts(said.body.get(key, ""), players) for key in (_TAKEN, _OWED))
    kept = frozenset(seats_in(said.body.get(_KEPT, "")))
    return Opening(said.text, taken, owed, kept, begins=_with_action(state, BEGINS))


def _with_action(state: State, kind: str) -> frozenset[str]:
    """The names of the cards in hands and libraries that have an action of a kind for an opening hand."""
    cards = (row.cls.proto for row in state.rows.values() if row.cls.zone in (IN_HAND, LIBRARY))
    return frozenset(proto.name for proto in cards if proto is not None and opening_action(proto) == kind)


def not_offered(state: State) -> Refusal | None:
    """Why decks can't be played from their opening hands: a card has an action for them that is not implemented (103.5b, 103.6)."""
    names = sorted(_with_action(state, OPENS))
    if not names:
        return None
    message = f"what {names[0]} may do out of an opening hand is not implemented"
    return Refusal(
        UNSUPPORTED, "rule-103.6", message, "decks without such cards, or a position to begin with", ACTIONS_RULE
    )


def _counts(text: str, players: int) -> tuple[int, ...]:
    found = [int(each) for each in text.split() if each.isdecimal() and len(each) < 3]
    return tuple(found) if len(found) == players else (0,) * players


def seats_in(text: str) -> list[int]:
    """The seats that words such as ``p1 p3`` name."""
    return [int(each[1:]) - 1 for each in text.split() if each[:1] == "p" and each[1:].isdecimal() and each != "p0"]


def _names(seats: Iterable[int]) -> str:
    return " ".join(f"p{seat + 1}" for seat in sorted(seats))


# --- who is asked, and what ---------------------------------------------------------------------------------------


def who_is_asked(now: Round) -> int | None:
    """Who puts a card on the bottom, or declares whether to keep a hand, in turn order; None where the table deals, and in a game."""
    opening = now.opening
    if opening is None or asked(now.game.state) == "over":
        return None
    there = [seat for seat in range(now.players) if in_game(now.game.state, seat)]
    putting = [seat for seat in there if opening.owed[seat]]
    waiting = putting or [seat for seat in there if seat not in opening.kept | opening.again]
    if not waiting and opening.begins and not opening.again:
        waiting = [seat for seat in there if seat not in opening.ready]
    return next(iter(waiting), None)


def what_is_asked(now: Round) -> str:
    """What is asked of that player."""
    seat = who_is_asked(now)
    if seat is None or now.opening is None:
        return ""
    if now.opening.owed[seat]:
        return ASKS_BOTTOM
    return ASKS_ACTIONS if seat in now.opening.kept else ASKS_HAND


def question_words(now: Round) -> str:
    """The question in words."""
    seat, opening = who_is_asked(now), now.opening
    if seat is None or opening is None:
        return ""
    if left := opening.owed[seat]:
        return f"put {left} {'card' if left == 1 else 'cards'} on the bottom of your library; each next one goes below [{RULE}]"
    if seat in opening.kept:
        return f"begin the game with cards of your hand on the battlefield, or be ready [{ACTIONS_RULE}]"
    then = cards_put_on_bottom(opening.mulligans[seat] + 1, now.players)
    draws = f"draws {HAND} cards anew" + (f", and puts {then} of them on the bottom" if then else "")
    return f"keep this hand, or take a mulligan, which {draws} [{RULE}{'c' if now.players > 2 else ''}]"


def lines(now: Round) -> list[str]:
    """What the player who is asked may say."""
    return list(_options(now))


def _options(now: Round) -> dict[str, tuple[str, str]]:
    """What the player who is asked may do, by the lines that say so: the verb, and the card, "" for none."""
    seat, opening = who_is_asked(now), now.opening
    if seat is None or opening is None:
        return {}
    held = dict.fromkeys(sorted(dealt_hand(opening.text, f"p{seat + 1}")))
    if opening.owed[seat]:
        return {f"{_BOTTOM} {name}": (_BOTTOM, name) for name in held}
    if seat in opening.kept:
        begins = {f"{_BEGIN} {name}": (_BEGIN, name) for name in held if name in opening.begins}
        return {READY: (READY, ""), **begins}
    more = cards_put_on_bottom(opening.mulligans[seat] + 1, now.players) <= HAND
    return {verb: (verb, "") for verb in ((KEEP, MULLIGAN) if more else (KEEP,))}


def cards_put_on_bottom(mulligans: int, players: int) -> int:
    """How many cards so many mulligans put on the bottom: in a multiplayer game the first one does not count (103.5c)."""
    return max(0, mulligans - 1) if players > 2 else mulligans


def not_yet(now: Round, said: Said) -> Refusal | None:
    """Why an entry is none before the first turn; None where it may be made."""
    plays = said.what in (PROPOSE, ANSWER) or (said.kind == RULING and not said.body.get("outcome"))
    if now.opening is None or not plays:
        return None
    if what_is_asked(now) == ASKS_ACTIONS:
        message, expected, rule = "the first turn begins once every player is ready", READY, ACTIONS_RULE
    else:
        message, expected, rule = "the first turn begins once every player has kept a hand", "keep, or mulligan", RULE
    return Refusal(ILLEGAL, "opening-hand", message, f"{expected}, by each player in turn order", rule)


# --- what is said -------------------------------------------------------------------------------------------------


def hands_after_choice(now: Round, seat: int, text: str) -> Opening | Refusal:
    """The hands behind what a player says of the own hand."""
    opening, who = now.opening, f"p{seat + 1}"
    assert opening is not None
    turn = who_is_asked(now)
    if turn != seat:
        message = f"p{turn + 1} decides about a hand now, not {who}" if turn is not None else "the table deals now"
        return Refusal(ILLEGAL, "not-your-decision", message, "to wait for your decision", RULE)
    wanted = " ".join(text.split()).removeprefix(f"{who}: ").casefold()
    verb, card = next((option for line, option in _options(now).items() if line.casefold() == wanted), ("", ""))
    if verb == KEEP:
        return replace(opening, kept=opening.kept | {seat})
    if verb == MULLIGAN:
        return replace(opening, again=opening.again | {seat})
    if verb == READY:
        return replace(opening, ready=opening.ready | {seat})
    if verb == _BEGIN:
        return replace(opening, text=onto_the_battlefield(opening.text, who, card))
    if verb == _BOTTOM:
        owed = tuple(each - (at == seat) for at, each in enumerate(opening.owed))
        return replace(opening, text=on_the_bottom(opening.text, who, card), owed=owed)
    message = f"'{text[:60]}' is nothing to say of an opening hand"
    return Refusal(INPUT, "opening-hand", message, ", or ".join(lines(now)), RULE)


def next_deal(now: Round, seed: str = "") -> Said | None:
    """What the table enters once all have declared: new hands for those who took a mulligan, or the first turn; None elsewhere."""
    if not awaits_deal(now):
        return None
    opening = now.opening
    assert opening is not None
    begun = now.entries[now.root - 1].said.body
    body = {key: value for key, value in begun.items() if key not in _OF_HANDS}
    there = [seat for seat in range(now.players) if in_game(now.game.state, seat)]
    gone = set(range(now.players)) - set(there)
    again = [seat for seat in there if seat in opening.again]
    body |= {GONE: _names(gone)} if gone else {}
    if not again:
        return Said(HANDS, TABLE, body | {"text": opening.text})
    taken = [each + (seat in again) for seat, each in enumerate(opening.mulligans)]
    owed = [cards_put_on_bottom(taken[seat], now.players) if seat in again else 0 for seat in range(now.players)]
    body |= {_TAKEN: " ".join(map(str, taken)), _OWED: " ".join(map(str, owed)), _KEPT: _names(opening.kept)}
    return Said(HANDS, TABLE, body | {"text": dealt_again(opening.text, seed, [f"p{seat + 1}" for seat in again])})


def awaits_deal(now: Round) -> bool:
    """Whether all have declared, so that the table deals new hands, or begins the first turn."""
    return now.opening is not None and asked(now.game.state) != "over" and who_is_asked(now) is None
