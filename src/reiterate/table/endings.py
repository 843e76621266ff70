"""How a game at the table ends: players who leave, a draw by a loop, a judge's word, or a new game.

Every ending is an entry of the log, and what it does is worked out anew where the log is replayed. What proves a draw is no
part of the log: an entry that was accepted once is accepted again.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from reiterate.ask.building_board import status
from reiterate.boards.dealing import dealt_again
from reiterate.games import ending
from reiterate.games.game import LOOP_DRAW
from reiterate.loops.loop import count_text
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.state_access import in_game, seats
from reiterate.rules.decisions import leaving
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import same
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.procedure import Proposal
from reiterate.state.model import State
from reiterate.table import actions
from reiterate.table.actions import Offered
from reiterate.table.entries import (
    AGREE,
    AGREE_REMOVE,
    ASK_UNDO,
    BE_CALLED,
    CHAT,
    DECLINE,
    LET_PROGRAM,
    REMATCH,
    TABLE,
    TAKE_SEAT,
    UNDO,
    WANT_REMATCH,
    Said,
)
from reiterate.table.game_now import Drawing, Round
from reiterate.table.hiding import deciding_seat
from reiterate.table.opening_hands import who_is_asked, with_hands
from reiterate.table.seats import JUDGE, seat_of

#: What is still heard once the game is over.
_HEARD: Final = frozenset(
    {CHAT, UNDO, REMATCH, ASK_UNDO, AGREE, DECLINE, TAKE_SEAT, LET_PROGRAM, BE_CALLED, WANT_REMATCH}
)

#: What a judge may say of the game itself.
_WINS: Final = re.compile(r"p([1-6]) wins")
_REMOVES: Final = re.compile(r"remove p([1-6])")
DRAW: Final = "draw"
TAKE_BACK: Final = "take back"
_SAYABLE: Final = f"{DRAW}, p1 wins, remove p1, {TAKE_BACK}"


def over_refused(now: Round, said: Said) -> Refusal | None:
    """Why nothing more may be done: the game is over. None where it goes on, or where this is still heard."""
    if asked(now.game.state) != "over" or said.kind in _HEARD or said.what in _HEARD:
        return None
    expected = "words to all, a rematch, something to take along, or to ask for an undo"
    return Refusal(ILLEGAL, "game-over", f"the game is over: {status(now.game.state)}", expected, "104.1")


def ruled_on_the_game(words: str) -> bool:
    """Whether a judge's words are about the game itself, and about no loop."""
    low = " ".join(words.lower().split())
    return low == DRAW or bool(_WINS.fullmatch(low) or _REMOVES.fullmatch(low))


# --- leaving ------------------------------------------------------------------------------------------------------


def concede(now: Round, said: Said) -> Refusal | None:
    """A player concedes and leaves the game at once, whoever is to act (104.3a)."""
    seat = seat_of(said.who)
    if seat is None:
        return Refusal(ILLEGAL, "not-a-player", f"{said.who} has nothing to concede", "the link of a player's seat")
    return leave(now, seat, leaving.CONCEDED)


def leave(now: Round, seat: int, rule: str) -> Refusal | None:
    """A player leaves the game; a proposal that leads where it led goes on without them, any other one is withdrawn."""
    if seat >= now.players:
        return Refusal(INPUT, "no-such-player", f"there is no p{seat + 1} in this game", _names(now))
    waiting = now.game.proposal
    try:
        refused = ending.leave(now.game, seat, rule)
    except Unsupported as error:
        return _not_now(now, seat, error.refusal)
    if refused is not None:
        return refused
    now.offered, now.without = None, now.game.state
    if waiting is not None and waiting.proposer != seat and asked(now.game.state) != "over":
        _offer_without(now, waiting, seat)
    return None


def _not_now(now: Round, seat: int, refusal: Refusal) -> Refusal:
    """Why a player can't leave at this place while others play on.

    What would come of their leaving, or of what is played behind it, is not known. In: the refusal that says so.
    """
    if asked(now.game.state) == "priority":
        return refusal
    message = f"p{seat + 1} can leave only behind what is asked for here: {refusal.message}"
    return replace(refusal, message=message, expected="the answer that is asked for, and then the same again")


def _offer_without(now: Round, old: Proposal, gone: int) -> None:
    """Propose once more what waited, with the answers of who is still there; nothing waits where it leads elsewhere."""
    try:
        offered = actions.offer(now.game, old.proposer, now.game.proposed)
        if isinstance(offered, Offered) and now.game.proposal is not None:
            now.offered = offered
            if _leads_alike(old, now.game.proposal, gone) and _answered_again(now, old, gone):
                return
    except Unsupported:
        pass
    now.game.proposal = now.offered = None


def _leads_alike(old: Proposal, new: Proposal, gone: int) -> bool:
    """Whether the proposal without a player leads where it would lead, were that player to leave behind it."""
    then = old.played_script.final
    if asked(then) == "over":
        return same(new.played_script.final, then)
    left = leaving.leave(then, gone, leaving.CONCEDED)
    return not isinstance(left, Refusal) and same(new.played_script.final, left[0])


def _answered_again(now: Round, old: Proposal, gone: int) -> bool:
    """Give the answers so far once more; whether each could be given, at the same place of the game."""
    for one in old.answers:
        if one.seat == gone or now.game.proposal is None:
            continue
        said = "accept"
        if one.cut is not None:
            place = _same_place(old.played_script, one.cut, now.game.proposal.played_script, gone)
            said = f"cut {place}"
            if not place:
                return False
        left = actions.answer(now.game, one.seat, said, now.offered)
        if isinstance(left, Refusal):
            return False
        now.offered = left
    return True


def _same_place(old: PlayedScript, cut: Spot, new: PlayedScript, gone: int) -> str:
    """The place of a script at which the game stands as at a place of another one, but for a player who is gone; "" for none."""
    there = old.at(cut)
    left = there if isinstance(there, Refusal) else leaving.leave(there.state, gone, leaving.CONCEDED)
    if isinstance(left, Refusal):
        return ""
    for choice in range(1, cut.choice + 1):
        here = new.at(Spot(cut.part, cut.iteration, choice))
        if not isinstance(here, Refusal) and same(here.state, left[0]):
            return f"{old.parts[cut.part].node.number}@{count_text(cut.iteration)}.{choice}"
    return ""


# --- removing who is gone -----------------------------------------------------------------------------------------


def others_of(now: Round, player: str) -> list[str]:
    """The players who are still in the game, without one of them."""
    return [f"p{seat + 1}" for seat in sorted(seats(now.game.state)) if f"p{seat + 1}" != player]


def removable(now: Round, said: Said) -> Refusal | None:
    """Why a player can't agree to the removal of another one."""
    player = said.body.get("player", "")
    gone, mine = seat_of(player), seat_of(said.who)
    if mine is None:
        return Refusal(ILLEGAL, "not-a-player", "only players agree to a removal", "the link of a player's seat")
    if gone is None or gone >= now.players or player == said.who:
        return Refusal(INPUT, "no-such-player", f"'{player[:40]}' is no other player", _names(now))
    for seat in (mine, gone):
        if not in_game(now.game.state, seat):
            message = f"p{seat + 1} has left the game"
            return Refusal(ILLEGAL, "has-left", message, "a player who is still in it", "800.4a")
    if len(others_of(now, player)) < 2:
        message = "of two players neither one can take the other out of the game"
        return Refusal(ILLEGAL, "not-enough", message, "the judge's ruling, or the time limit of the game", "104.3k")
    return None


def last_to_agree(now: Round, who: str, player: str) -> bool:
    """Whether this player's agreement to a removal is the last one that is missing."""
    agreed = {*now.removing.get(player, ()), who}
    return all(each in agreed for each in others_of(now, player))


def agree_to_remove(now: Round, said: Said) -> Refusal | None:
    """A player agrees that another one is taken out of the game; the last agreement is an entry of its own."""
    refused = removable(now, said)
    if refused is not None:
        return refused
    player = said.body["player"]
    if last_to_agree(now, said.who, player):
        return Refusal(INPUT, "table-entry", "the last agreement removes the player", "an entry 'remove'")
    now.removing[player] = tuple(dict.fromkeys((*now.removing.get(player, ()), said.who)))
    return None


def remove(now: Round, said: Said) -> Refusal | None:
    """The last agreement: a player is out of the game. Of a log that is replayed nobody asks for the agreements before."""
    refused = removable(now, said)
    if refused is not None:
        return refused
    player = said.body["player"]
    if not now.game.logged and not last_to_agree(now, said.who, player):
        missing = [each for each in others_of(now, player) if each not in {*now.removing.get(player, ()), said.who}]
        message = f"{', '.join(missing)} have not agreed to that"
        return Refusal(ILLEGAL, "not-agreed", message, f"'{AGREE_REMOVE}' by each of them")
    seat = seat_of(player)
    assert seat is not None
    return leave(now, seat, leaving.REMOVED)


def time_over(now: Round, said: Said) -> Refusal | None:
    """The time of the player for whom the game waits is over; how long they have had is looked at where that is entered."""
    player = said.body.get("player", "")
    seat = seat_of(player)
    if seat is None or player != who_decides(now) or player == said.who:
        return Refusal(ILLEGAL, "not-waited-for", f"the game does not wait for '{player[:40]}'", who_decides(now))
    return leave(now, seat, leaving.REMOVED)


def who_decides(now: Round) -> str:
    """Who is to act: the next one to answer a proposal, who keeps a hand, or who makes the present choice; "" once the game is over."""
    if now.game.proposal is not None and now.game.proposal.to_answer:
        return f"p{now.game.proposal.to_answer[0] + 1}"
    keeping = who_is_asked(now)
    return deciding_seat(now.game.state) if keeping is None else f"p{keeping + 1}"


def waits_for(now: Round) -> list[str]:
    """The chairs that are asked now, in turn order: for a choice, or an answer to a shortcut, an undo, a draw or a removal."""
    if final(now.game.state):
        return []
    asked = {who_decides(now), *(now.asked.waiting if now.asked is not None else ())}
    drawn = known_draw(now)
    asked |= {f"p{seat + 1}" for seat in still_to_decline(now, drawn)[:1]} if drawn is not None else set()
    for player, agreed in now.removing.items():
        asked |= {each for each in others_of(now, player) if each not in agreed}
    return sorted(asked - {""})


def _names(now: Round) -> str:
    return ", ".join(f"p{seat + 1}" for seat in range(now.players))


# --- a draw by a loop ---------------------------------------------------------------------------------------------


def look_for_draw(now: Round) -> Drawing | None:
    """What is proved of a loop that goes on by itself at this place; None where none does. The proof is made once for its laps."""
    notice = ending.loop_in_play(now.game)
    if notice is None:
        return None
    of = ending.run_of(now.game, notice)
    if now.drawing is None or now.drawing.of != of:
        found = ending.mandatory(now.game, notice)
        now.drawing = Drawing(of, found)
    return now.drawing


def known_draw(now: Round) -> ending.Mandatory | None:
    """The loop at this place that is a draw unless somebody acts, where that was proved before; no proof is made."""
    if now.drawing is None or now.drawing.found is None:
        return None
    notice = ending.loop_in_play(now.game)
    same_run = notice is not None and ending.run_of(now.game, notice) == now.drawing.of
    return now.drawing.found if same_run else None


def still_to_decline(now: Round, found: ending.Mandatory) -> tuple[int, ...]:
    """Who has still to decline to act, in turn order: each says ``no action``."""
    said = [(seat, one.text) for one in now.said if (seat := seat_of(one.who)) is not None]
    return ending.still_to_decline(found, said)


def outcome_said(now: Round) -> Said | None:
    """The entry with which the game is a draw, where everybody who could act has declined; None elsewhere."""
    mandatory = known_draw(now)
    if mandatory is None or still_to_decline(now, mandatory):
        return None
    involved = " ".join(f"p{seat + 1}" for seat in mandatory.involved)
    return Said("outcome", TABLE, {"outcome": DRAW, "rule": LOOP_DRAW, "involved": involved})


def outcome(now: Round, said: Said) -> Refusal | None:
    """The game is a draw by a loop. A log that is replayed was proved when that was entered."""
    if not now.game.logged:
        drawing = look_for_draw(now)
        if drawing is None or drawing.found is None or outcome_said(now) != said:
            message = "no loop is proved here that goes on for ever while everybody declines to act"
            return Refusal(ILLEGAL, "no-draw", message, "a loop that only mandatory actions keep up", LOOP_DRAW)
    involved = [seat for each in said.body.get("involved", "").split() if (seat := seat_of(each)) is not None]
    ending.draw_game(now.game, involved, LOOP_DRAW)
    now.offered = None
    return None


# --- a judge's word -----------------------------------------------------------------------------------------------


def ruled(now: Round, words: str) -> Refusal | None:
    """A judge's word on the game itself: ``draw``, ``p1 wins``, ``remove p1`` (104.3k)."""
    low = " ".join(words.lower().split())
    wins, removes = _WINS.fullmatch(low), _REMOVES.fullmatch(low)
    if removes is not None:
        return leave(now, int(removes[1]) - 1, leaving.REMOVED)
    if wins is not None:
        seat = int(wins[1]) - 1
        if seat >= now.players or not in_game(now.game.state, seat):
            return Refusal(INPUT, "no-such-player", f"p{seat + 1} is not in this game", _names(now))
        ending.win(now.game, seat, leaving.REMOVED)
    elif low == DRAW:
        ending.draw_game(now.game, sorted(seats(now.game.state)), leaving.RULED)
    else:
        return Refusal(INPUT, "statement", f"'{words[:60]}' is no ruling on the game", _SAYABLE)
    now.offered = None
    return None


def ends_for_all(words: str) -> bool:
    """Whether a judge's word ends the game and removes nobody: a draw, or who wins."""
    low = " ".join(words.lower().split())
    return low == DRAW or bool(_WINS.fullmatch(low))


def goes_back(now: Round, said: Said) -> Refusal | None:
    """Why a judge can't take a ruling back: it is not the last thing that was done, or it has shown a hidden card."""
    last = next(now.entries.back(), None)
    ruling = now.entries.rulings[-1] if now.entries.rulings else None
    if said.who != JUDGE or ruling is None or last is None or last.number != ruling.number:
        message = "the game has gone on since the last ruling, or there was none"
        return Refusal(ILLEGAL, "nothing-to-take-back", message, "an undo, or another ruling on what is now")
    if ruling.reveals:
        message = f"the ruling of entry {ruling.number} has shown a hidden card"
        return Refusal(ILLEGAL, "undo-revealed", message, "another ruling on what is now")
    if said.to != before_ruling(now):
        return Refusal(ILLEGAL, "nothing-to-take-back", "that is not where the ruling began", str(before_ruling(now)))
    return None


def before_ruling(now: Round) -> int:
    """The entry behind which the last ruling was made."""
    stands = now.entries.back()
    next(stands, None)
    before = next(stands, None)
    return 0 if before is None else before.number


def all_play_again(now: Round) -> bool:
    """Whether the game is over, and all of its players want to play again."""
    return final(now.game.state) and all(f"p{seat + 1}" in now.rematch for seat in range(now.players))


def beginning_anew(now: Round) -> Said:
    """The new beginning that all players want: the same position, or the same decks in another order, with hands to be kept (103.3)."""
    body = dict(now.entries[now.root - 1].said.body)
    if body.get("dealt"):
        body = with_hands({**body, "text": dealt_again(body["text"])})
    return Said(REMATCH, TABLE, body)


def final(state: State) -> bool:
    """Whether the game is over."""
    return asked(state) == "over"
