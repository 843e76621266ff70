"""Chairs: seats of players, the judge's and the spectators', each entered by a secret.

Only a digest of a secret is kept. A secret has 192 random bits, so one round of SHA-256 is enough.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import ILLEGAL, Refusal

JUDGE: Final = "judge"
SPECTATOR: Final = "spectator"

# How a program plays the seat of a player.
PASSES: Final = "passes"
CUTS_ONCE: Final = "cuts once"
WAYS: Final = (PASSES, CUTS_ONCE)

#: Who plays against whoever begins a game, as typed: a program at p2, or a person with the other link.
OPPONENTS: Final[Mapping[str, dict[str, str]]] = {"cuts": {"p2": CUTS_ONCE}, "passes": {"p2": PASSES}, "person": {}}

#: Players of one game.
MOST_PLAYERS: Final = 6
#: Random bytes of a secret, and of the name of a game.
_SECRET_BYTES: Final = 24
_NAME_BYTES: Final = 9
#: Characters of a secret or a name that are looked at.
_LONGEST: Final = 64


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a game: ``who`` is ``p1`` to ``p6``, ``judge`` or ``spectator``."""

    game: str
    who: str

    @property
    def seat(self) -> int | None:
        """The seat of a player from 0; None for the judge and for spectators."""
        return seat_of(self.who)


def seat_of(who: str) -> int | None:
    """The seat from 0 that a name such as ``p1`` stands for; None for the judge and for spectators."""
    return int(who[1:]) - 1 if who.startswith("p") and who[1:].isdecimal() else None


def chairs_of(players: int) -> list[str]:
    """The chairs of a game of so many players."""
    return [*(f"p{seat + 1}" for seat in range(players)), JUDGE, SPECTATOR]


def new_name() -> str:
    """A name for a new game, which nobody can guess."""
    return secrets.token_urlsafe(_NAME_BYTES)


def new_secret() -> str:
    """A secret for a chair."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def kept_form(game: str, secret: str) -> str:
    """What is kept of a secret: a digest that is of no use for another game."""
    return hashlib.sha256(f"{game}\n{secret}".encode()).hexdigest()


def chair_of(game: str, secret: str, kept: Mapping[str, str]) -> Chair | Refusal:
    """The chair that a secret opens.

    In: what is kept of each chair's secret; nothing for a game that is not there. Out: the chair, or one refusal for
    every reason: nobody learns from it whether there is such a game. Each comparison takes the same time.
    """
    given = kept_form(game[:_LONGEST], secret[:_LONGEST])
    found = [who for who, form in kept.items() if hmac.compare_digest(form, given)]
    if len(game) > _LONGEST or len(secret) > _LONGEST or not found:
        return Refusal(ILLEGAL, "no-such-seat", "this link opens no seat", "a link as it was given")
    return Chair(game, found[0])


def program_words(way: str) -> str:
    """Who plays a seat, where the program does: ``the program, which stops you once``."""
    done = {CUTS_ONCE: "stops you once", PASSES: "passes"}.get(way, "")
    return f"the program, which {done}" if done else "the program"
