"""A board that is being built as text, which its person keeps: what was begun goes on from that text."""

from __future__ import annotations

import json
from typing import Any, Final

from reiterate.boards.draft import MOST_CARDS, Draft, Piece, token_of
from reiterate.decoded import NotDecoded, json_of
from reiterate.refusals import Refusal

#: Characters of a card's name.
LONGEST: Final = 200

_TOKEN: Final = ("power", "toughness", "types", "colors", "keywords")


def kept(draft: Draft) -> str:
    """A draft as JSON; "" for one that nobody has touched."""
    if not draft.pieces and draft.text() == Draft().text():
        return ""
    players = [[each.life, each.poison, each.library, _pool(each.mana)] for each in draft.players]
    pieces = [_kept_piece(each) for each in draft.pieces.values()]
    return json.dumps({"players": players, "active": draft.active, "step": draft.step, "pieces": pieces})


def _pool(mana: dict[str, str]) -> str:
    return ", ".join(f"{much} {kind}" for kind, much in mana.items())


def _kept_piece(piece: Piece) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(piece, name) for name in ("number", "name", "seat", "zone", "count", "host")}
    found |= {"tapped": piece.tapped, "sick": piece.sick, "counters": piece.counters}
    if piece.token is not None:
        said = piece.token
        words = (said.power, said.toughness, ",".join(said.types), "".join(said.colors), ",".join(said.keywords))
        found["token"] = dict(zip(_TOKEN, words, strict=True))
    return found


def restored(text: str) -> Draft | None:
    """The draft that ``kept`` wrote down; None where it is none. Each part goes through the same checks as one that is put by hand."""
    try:
        return _restored(json_of(text.encode("utf-8", "surrogatepass")))
    except (NotDecoded, ValueError, LookupError, TypeError, AttributeError, OverflowError, _Wrong):
        return None


class _Wrong(Exception):
    """The text of a draft has a part that can't be put on a board."""


def _restored(found: dict[str, Any]) -> Draft:
    draft = Draft()
    _fine(draft.seats(len(found["players"])))
    for seat, said in enumerate(found["players"]):
        _fine(draft.player(seat, *map(str, said)))
    draft.turn_of(int(found["active"]))
    draft.in_step(str(found["step"]))
    made = {int(each["number"]): _put(draft, each).number for each in found["pieces"][:MOST_CARDS]}
    for each in found["pieces"][:MOST_CARDS]:
        if each["host"]:
            _fine(draft.attach(made[int(each["number"])], made[int(each["host"])]))
    return draft


def _put(draft: Draft, each: dict[str, Any]) -> Piece:
    name, seat = " ".join(str(each["name"]).split())[:LONGEST], int(each["seat"])
    if "token" in each:
        token = token_of(*(str(each["token"][word]) for word in _TOKEN))
        piece = draft.put_token(name, seat, token)
    else:
        piece = draft.put(name, seat, str(each["zone"]))
    if isinstance(piece, Refusal):
        raise _Wrong
    _fine(draft.many(piece.number, str(each["count"])))
    if piece.number not in draft.pieces:
        raise _Wrong
    for kind, much in each["counters"].items():
        _fine(draft.counters(piece.number, str(kind), str(much)))
    piece.tapped, piece.sick = bool(each["tapped"]), bool(each["sick"])
    return piece


def _fine(found: Refusal | None) -> None:
    if found is not None:
        raise _Wrong
