"""What is done to a board that is built, by a word and the fields that come with it, as a page says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from reiterate.boards.draft import Draft, token_of

#: The fields of a word. One that is lacking says nothing.
Words = Mapping[str, str]

_TOKEN: Final = ("power", "toughness", "types", "colors", "keywords")
_PLAYER: Final = ("life", "poison", "library", "mana")


def _number(said: Words, name: str) -> int:
    """The number of a card, a player or a host; -1 where the field holds none."""
    digits = said.get(name, "")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else -1


def _texts(said: Words, *names: str) -> tuple[str, ...]:
    return tuple(said.get(name, "") for name in names)


def _piece(said: Words) -> int:
    return _number(said, "piece")


#: What is done to a card or a player, by its word; out: a refusal where it can't be.
BUILDS: Final[Mapping[str, Callable[[Draft, Words], Any]]] = {
    "token": lambda draft, said: draft.put_token(
        said.get("name", ""), _number(said, "seat"), token_of(*_texts(said, *_TOKEN))
    ),
    "turn": lambda draft, said: draft.turn(_piece(said)),
    "sick": lambda draft, said: draft.turn_sick(_piece(said)),
    "attach": lambda draft, said: draft.attach(_piece(said), _number(said, "value")),
    "counters": lambda draft, said: draft.counters(_piece(said), *_texts(said, "kind", "many")),
    "many": lambda draft, said: draft.many(_piece(said), said.get("many", "")),
    "remove": lambda draft, said: draft.remove(_piece(said)),
    "active": lambda draft, said: draft.turn_of(_number(said, "value")),
    "step": lambda draft, said: draft.in_step(said.get("value", "")),
    "say-player": lambda draft, said: draft.player(_number(said, "seat"), *_texts(said, *_PLAYER)),
}
