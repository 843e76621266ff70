"""What the players of a case answer: queues of targets, choices and modes, used up in order; and open decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from tests.peers.cases import Case, NotDriven, is_player

#: Entries that say "no more".
SKIPS = ("[target_skip]", "[choice_skip]", "[mode_skip]")

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}

#: How far behind the head an answer is looked for: the peer asks some questions that this engine doesn't.
AHEAD = 3


class Queue:
    """The answers of one player."""

    def __init__(self, entries: list[list[Any]]) -> None:
        self.targets: list[str] = []
        self.choices: list[str] = []
        self.modes: list[str] = []
        for verb, *rest in entries:
            times = rest[1] if verb in ("addTarget", "setChoice") and len(rest) > 1 else 1
            if verb == "setModeChoice":
                self.modes.append(str(rest[0]))
            elif verb == "setChoiceAmount":
                self.choices += [f"X={amount}" for amount in rest]
            elif verb == "setChoice":
                self.choices += [_word(rest[0])] * times
            elif verb == "addTarget":
                self.targets += [_word(rest[0])] * times
            elif verb == "addTargetAmount":
                word = _word(rest[0])
                self.targets.append(word if word in SKIPS else f"{word}^X={rest[1]}")
            else:
                raise NotDriven(f"queue {verb}")

    def copy(self) -> Queue:
        """A queue that is used up on its own."""
        made = Queue([])
        made.targets, made.choices, made.modes = list(self.targets), list(self.choices), list(self.modes)
        return made

    def drop(self, said: str) -> None:
        """Leave out the first choice that says this."""
        at = next((i for i, word in enumerate(self.choices) if word.lower() == said.lower()), None)
        if at is not None:
            self.choices.pop(at)

    def yes(self) -> bool | None:
        """The next yes or no; None where there is none near."""
        for i, word in enumerate(self.choices[:AHEAD]):
            if word in ("Yes", "No"):
                self.choices.pop(i)
                return word == "Yes"
        return None

    def number(self) -> int | None:
        """The next number; None where there is none near."""
        for i, word in enumerate(self.choices[:AHEAD]):
            if re.fullmatch(r"(X=)?\d+", word):
                self.choices.pop(i)
                return int(word.removeprefix("X="))
        return None

    def color(self, allowed: tuple[str, ...]) -> str | None:
        """The next colour that is allowed, as a word of the question; None where there is none near."""
        for i, word in enumerate(self.choices[:AHEAD]):
            kind = COLORS.get(word.lower())
            found = next((w for w in allowed if kind is not None and w.lower() in (kind.lower(), word.lower())), None)
            if found is not None:
                self.choices.pop(i)
                return found
        return None

    def word(self, allowed: tuple[str, ...]) -> str | None:
        """The next choice that is one of the allowed words; None where there is none near."""
        for i, word in enumerate(self.choices[:AHEAD]):
            found = next((w for w in allowed if w.lower() == word.lower()), None)
            if found is not None:
                self.choices.pop(i)
                return found
        return None


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if is_player(value):
        return f"Player{str(value)[1]}"
    if not isinstance(value, str):
        raise NotDriven("an answer that is no word")
    return re.sub(r"targetPlayer=(Player[A-D])", r"\1", value)


def queues_of(case: Case) -> list[Queue]:
    """The queues by seat."""
    return [Queue(case.queues.get(f"@{letter}", [])) for letter in case.order]


class Open:
    """Decisions that a case leaves open: the peer's own player made them, and nobody says how.

    ``ways``: which way is taken at each of them in this run, the first where it isn't said.
    """

    def __init__(self, ways: tuple[int, ...] = ()) -> None:
        self.ways = ways
        self.met: list[tuple[str, int]] = []

    def choose(self, what: str, many: int) -> int:
        """Which of so many ways is taken in this run."""
        if many <= 1:
            return 0
        at = len(self.met)
        self.met.append((what, many))
        return self.ways[at] if at < len(self.ways) and self.ways[at] < many else 0

    def others(self, limit: int) -> Iterator[tuple[int, ...]]:
        """The other ways that are tried after the first run: all where they are few, else one decision changed."""
        sizes = [many for _, many in self.met]
        if prod(sizes) <= limit:
            yield from list(product(*(range(many) for many in sizes)))[1:]
            return
        changed = [(0,) * i + (way,) for i, many in enumerate(sizes) for way in range(1, many)]
        yield from changed[:limit]
