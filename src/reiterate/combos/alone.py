"""Whether a loop of some cards is a loop without one of them: the board is solved again with that card taken away.

``combo`` tells a card that the lines of its loop don't need. A card that acts once before the loop is needed by those lines, if not by a loop.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import yaml

from reiterate.cards import CardBook
from reiterate.combos.life_totals import OURS, THEIRS
from reiterate.combos.worth_telling import own_names
from reiterate.refusals import Refusal
from reiterate.script.position import load
from reiterate.survey.finder import find_on_board

#: Steps of the search on each of the boards.
_STEPS: Final = 600

_ME: Final = 0

#: What stands between the names of two faces or halves.
_FACES: Final = " // "


def without(cards: Iterable[str], position: str, book: CardBook) -> str:
    """The first card without which the board has a loop that gives as much; "" where no such loop is found.

    In: ``position``, the file of the board of a loop.
    """
    board: dict[str, Any] = yaml.safe_load(position)
    board.pop("script", None)
    for player, life in zip(board["players"].values(), (OURS, THEIRS), strict=False):
        player["life"] = life
    gives = _gives(board, book)
    if gives:
        for card in cards:
            fewer = less(board, card)
            if fewer != board and gives <= _gives(fewer, book):
                return card
    return ""


def less(part: Any, card: str) -> Any:
    """A part of a position file without the entries of a card, in whatever zone. A card may be named by one of its faces or halves."""
    if isinstance(part, dict):
        return {key: less(value, card) for key, value in part.items()}
    if isinstance(part, list):
        return [less(each, card) for each in part if _name(each) not in (card, *card.split(_FACES))]
    return part


def _name(entry: object) -> object:
    return entry.get("card") if isinstance(entry, dict) else entry


def _gives(board: dict[str, Any], book: CardBook) -> set[str]:
    """What a loop that is found on a board gives its player; nothing where none is found, or the board is none."""
    position = load(yaml.safe_dump(board, sort_keys=False, allow_unicode=True), "board.yaml", book)
    if isinstance(position, Refusal):
        return set()
    found = find_on_board(position.state, _ME, _STEPS)
    return set() if isinstance(found, Refusal) or not found.loop.segments else own_names(found)


__all__ = ["less", "without"]
