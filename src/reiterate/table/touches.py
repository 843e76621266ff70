"""What a seat has touched for one choice, and what follows of that for its board: what is lit, and what is asked for.

In: the answers of ``Table.gesture`` and the view, both as JSON, so that pages and other programs at a seat share it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from reiterate.games.kinds_of_choices import DECLARED

#: What asks for an object on the board.
AIMS: Final = ("target", "give", "way")


class Touches:
    """The touches of one choice. ``asks``: what they ask for next, ``begun``: what may be begun; None before the game has said so."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nothing is touched, and what may be touched is asked anew."""
        self.touched: list[str] = []
        self.asks: Mapping[str, Any] | None = None
        self.begun: Mapping[str, Any] | None = None

    def cancel(self) -> Sequence[str]:
        """Let go of what was touched."""
        self.touched, self.asks = [], None
        return ()

    def behind(self, word: str) -> list[str]:
        """The touches with one more, or with several, one a line; the first touch of another object begins anew."""
        words = word.split("\n")
        object_, _, name = words[0].partition(" ")
        anew = object_ == "object" and self.declares is None and name not in self.aims
        return words if anew else [*self.touched, *words]

    @property
    def on(self) -> str:
        """What the view calls the object that was touched first, on which stands what is asked; "" for none."""
        return self.touched[0].partition(" ")[2] if self.touched and self.declares is None else ""

    @property
    def declares(self) -> Mapping[str, Any] | None:
        """What is asked of whoever declares attackers or blockers, which stands beside the board; None for anybody else."""
        asks = self.asks or self.begun
        return asks if asks is not None and asks["asks"] in DECLARED else None

    @property
    def fights(self) -> dict[str, list[Mapping[str, Any]]]:
        """What a declaration says of creatures, by what the view calls them."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for each in self.declares["chosen"] if self.declares is not None else ():
            found.setdefault(each["object"], []).append(each)
        return found

    @property
    def aims(self) -> set[str]:
        """The objects that are asked for, so that the rest of the board steps back."""
        if self.asks is None or (self.declares is None and self.asks["asks"] not in AIMS):
            return set()
        first = set(self.begun["lit"]) if self.declares is not None and self.begun is not None else set()
        return set(self.asks["lit"]) - first

    def lit(self, view: Mapping[str, Any]) -> set[str]:
        """What may be touched now; nothing until the game has said what may be begun."""
        begun = set(self.begun["lit"]) if self.begun is not None else set()
        return self.aims | begun if self.declares is not None else self.aims or begun
