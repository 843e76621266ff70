"""Reading the cases: facts of scripted tests of another engine, one JSON object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.peers.cards import Cards

#: The steps of a turn as the cases name them, in order, and as positions name them.
STEPS = {
    "UNTAP": "untap",
    "UPKEEP": "upkeep",
    "DRAW": "draw",
    "PRECOMBAT_MAIN": "main1",
    "BEGIN_COMBAT": "combat",
    "DECLARE_ATTACKERS": "attackers",
    "DECLARE_BLOCKERS": "blockers",
    "FIRST_COMBAT_DAMAGE": "firststrike",
    "COMBAT_DAMAGE": "damage",
    "END_COMBAT": "endcombat",
    "POSTCOMBAT_MAIN": "main2",
    "END_TURN": "end",
    "CLEANUP": "cleanup",
}
ORDER_OF_STEPS = list(STEPS.values())

_PLAYER = re.compile(r"@[A-D]")
_SET = re.compile(r"([A-Z0-9]{3})-(.+)")


class NotDriven(Exception):
    """The driver can't play the case; the reason is counted."""


class Refused(Exception):
    """The engine refuses what the case does."""


@dataclass(frozen=True)
class Card:
    """A card that is laid out: how many in which zone of whom; ``alias`` is what the case calls it."""

    zone: str
    seat: int
    name: str
    count: int
    tapped: bool
    alias: str


@dataclass(frozen=True)
class Command:
    """What a player does: the verb, when, who, and the rest as it stands in the file."""

    verb: str
    turn: int
    step: str
    seat: int
    rest: tuple[Any, ...]


class Case:
    """One case. ``order`` are the players' letters in turn order; a seat is a place in it."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.name: str = raw["name"]
        self.base: str = raw["base"]
        self.strict: bool = raw["strict"]
        self.order = _order(raw)
        self.setup: list[list[Any]] = raw["setup"]
        self.commands: list[list[Any]] = raw["commands"]
        self.queues: dict[str, list[list[Any]]] = raw["queues"]
        self.asserts: list[list[Any]] = raw["asserts"]
        self.refused: bool = bool(raw.get("refused"))
        self.game: dict[str, Any] = raw.get("game") or {}
        self.commanders: dict[str, list[str]] = raw.get("commanders") or {}
        turn, step = raw["stop"]
        self.stop = (int(turn), ORDER_OF_STEPS.index(STEPS[step.lstrip("#")]))

    @property
    def seats(self) -> range:
        """The seats of all players."""
        return range(len(self.order))

    def seat(self, word: str) -> int:
        """The seat of "@B"."""
        return self.order.index(word[1])

    def cards(self) -> Iterator[Card]:
        """What is laid out."""
        for verb, *rest in self.setup:
            if verb != "addCard":
                continue
            name, _, alias = str(rest[2]).partition("@")
            found = _SET.fullmatch(name)
            count = rest[3] if len(rest) > 3 else 1
            yield Card(
                rest[0].lstrip("#").lower().replace("exiled", "exile"),
                self.seat(rest[1]),
                found[2] if found else name,
                count,
                bool(len(rest) > 4 and rest[4]),
                alias,
            )

    def counted(self) -> list[str]:
        """The names of all cards that have to be understood: those laid out, and commanders that are cast."""
        names = {card.name for card in self.cards()}
        for letter, commanders in self.commanders.items():
            names |= {
                n for n in commanders if any(c[0] == "castSpell" and c[3:5] == [f"@{letter}", n] for c in self.commands)
            }
        return sorted(names)

    def acts(self) -> Iterator[Command]:
        """The commands at a step; attacks and blocks are in ``combats``."""
        for verb, *rest in self.commands:
            if verb in ("attack", "block", "attackSkip", "blockSkip"):
                continue
            if verb.startswith("check"):
                if verb in ("checkAttackers", "checkBlockers"):
                    yield Command(
                        verb,
                        rest[1],
                        STEPS["DECLARE_ATTACKERS" if "Att" in verb else "DECLARE_BLOCKERS"],
                        self.seat(rest[2]),
                        (rest[2], *rest[3:]),
                    )
                    continue
                yield Command(verb, rest[1], STEPS[rest[2].lstrip("#")], self.seat(rest[3]), tuple(rest[3:]))
            elif verb == "waitStackResolved":
                yield from self._waits(rest)
            else:
                turn, step, seat = rest[0], STEPS[rest[1].lstrip("#")], self.seat(rest[2])
                yield Command(verb, turn, step, seat, tuple(w for w in rest[3:] if not isinstance(w, bool)))
                if rest[-1] is True:
                    yield Command("wait", turn, step, seat, ())

    def _waits(self, rest: list[Any]) -> Iterator[Command]:
        """Waiting for the stack, by all players or one; for one resolution only or so many."""
        turn, step, more = rest[0], STEPS[rest[1].lstrip("#")], rest[2:]
        who = list(self.seats)
        if more and isinstance(more[0], str):
            who, more = [self.seat(more[0])], more[1:]
        once, times = False, 1
        if more and isinstance(more[0], bool):
            once = more[0]
        elif more and isinstance(more[0], int):
            once, times = True, more[0]
        for seat in who:
            for _ in range(times):
                yield Command("waitOnce" if once else "wait", turn, step, seat, ())

    def combats(self, verb: str) -> list[Command]:
        """The attacks or the blocks, in order."""
        return [Command(c[0], c[1], "", self.seat(c[2]), tuple(c[3:])) for c in self.commands if c[0] == verb]


def _order(raw: dict[str, Any]) -> str:
    """The players in turn order: in games of more than two the peer's turns go A, D, C, B."""
    if "Multi" in raw["base"] or "4Players" in raw["base"]:
        return "ADCB"
    third = '"@C"' in json.dumps([raw["commands"], raw["setup"], raw["asserts"]])
    return "ACB" if third else "AB"


def is_player(word: object) -> bool:
    """Whether a word is a player's ("@A")."""
    return isinstance(word, str) and _PLAYER.fullmatch(word) is not None


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    return [Case(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def all_read(cards: Cards, case: Case) -> bool:
    """Whether all cards of the case are read; behind the first that is not, no other is looked at."""
    return not any(cards.missing(name) for name in case.counted())


def missing(cards: Cards, case: Case) -> list[str]:
    """The clauses of the case's cards that are not read."""
    return [clause for name in case.counted() for clause in cards.missing(name)]
