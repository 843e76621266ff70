"""A seat's game in words, of the JSON of its view: who is to act, what comes next, how it ended."""

from __future__ import annotations

from typing import Final

from reiterate.show.game_words import listed
from reiterate.show.quantity_words import Json
from reiterate.table.entries import CARD_SHOWN, GAME_BEGAN, OLDER_PROGRAM

#: Said at the first entry that the game can go back to, by why that is so (``Round.why_lowest``).
LOWEST: Final = {
    CARD_SHOWN: "No way back to before this: it showed somebody a card that was hidden.",
    GAME_BEGAN: "No way back to before this: the game began anew here.",
    OLDER_PROGRAM: "No way back to before this: an older version of the program played what came before.",
}


#: What can be taken along, and what that is.
TAKEN: Final = {
    "position": "the board at the beginning, not the position now",
    "script": "what was played since, in lines; of a shortcut, what was taken",
    "replay": "board and script in one file, which leads to the position now",
    "certificate": "the certificate of the last shortcut, which anybody can check",
    "sheet": "the judge's sheet, to read or to print",
    "log": "the whole game (judge); on the first page it begins the same game anew",
}


def acts_words(view: Json) -> str:
    """Who is to act."""
    who = view["decides"]
    if not who:
        return "the game is over"
    return "you are to act" if who == view["who"] else f"{view['names'].get(who, who)} is to act"


def won_words(view: Json) -> str:
    """How the game has ended, as a seat sees it."""
    who = view["ended"]["winners"]
    if not who:
        return "The game is a draw."
    if view["who"] in who:
        return "You have won."
    others = f"{listed(who)} {'has' if len(who) == 1 else 'have'} won."
    return f"You have lost: {others}" if view["who"] in {each["name"] for each in view["board"]["players"]} else others


def hand_words(found: Json, decides: str) -> str:
    """What a player does with an opening hand, and how many mulligans were taken (103.5)."""
    many = found["mulligans"]
    taken = f", {many} {'mulligan' if many == 1 else 'mulligans'} taken" if many else ""
    if found["to_put"]:
        return f"puts {found['to_put']} on the bottom of the library{taken}"
    return f"{'keeps' if found['kept'] else 'decides' if found['player'] == decides else 'is to decide'}{taken}"


def next_words(view: Json, stopped: bool) -> str:
    """What comes after the answers to one's own proposal."""
    who = view["decides"]
    if view["proposal"] is not None:
        return f"{listed(view['proposal']['to_answer'])} still to answer."
    if not who:
        return "The game is over."
    at_place = "The game stands at that place now: what came before is done, the rest is not."
    done = at_place if stopped else "All of it is done."
    return f"{done} {'You are to act.' if who == view['who'] else f'{who} is to act: wait.'}"
