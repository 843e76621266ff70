"""Boards of loops with actions, in which somebody else has to choose; and alterations after which that choice matters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.loops.loop import Loop, find_loop
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from tests.support.kinds_board import board

#: Cards by name; those with "Mite" in their name are 1/6 creatures, the others artifacts.
TEXTS: Final[Mapping[str, str]] = {
    "Horn": "{0}: You gain 1 life.",
    "Gong": "{T}: You gain 1 life.",
    "Purse": "{T}: Add {C}.",
    "Key": "{1}: Untap all artifacts.",
    "Gauge": "{0}: Put a charge counter on Gauge.",
    "Idle Wheel": "{0}: Untap Idle Wheel.",
    "Sure Tuner": "Whenever you gain life, untap each artifact you control.",
    "Kind Tuner": "Whenever an opponent gains life, untap target artifact.",
    "Doubler": "Whenever an opponent gains life, double the number of charge counters on Doubler.",
    "Adder": "Whenever an opponent gains life, put a charge counter on each artifact you control.",
    "Milk": "Whenever an opponent gains life, you gain 1 life.",
    "Own Tuner": "Whenever you gain life, untap target artifact.",
    "Echo": "Whenever you gain life, put a charge counter on Echo.",
    "Soft Echo": "Whenever you gain life, you may put a charge counter on Soft Echo.",
    "Proud Mite": "Whenever you put one or more +1/+1 counters on Proud Mite, you gain 1 life.",
    "Soft Milk": "Whenever an opponent gains life, you may gain 1 life.",
    "Soft Breaker": "Whenever an opponent gains life, you may destroy all artifacts.",
    "Soft Slayer": "Whenever an opponent gains life, you may destroy all creatures.",
    "Soft Tapper": "Whenever an opponent gains life, you may tap all artifacts.",
    "Soft Untapper": "Whenever an opponent gains life, you may untap all artifacts.",
    "Sure Tapper": "Whenever an opponent gains life, tap all artifacts.",
    "Kind Untapper": "Whenever an opponent gains life, untap all artifacts.",
    "Gong Mite": "{T}: You gain 1 life.",
    "Mite Tuner": "Whenever you gain life, untap all creatures.",
    "Soft Taxer": "Whenever an opponent gains life, you may have each opponent lose 2 life.",
    "Soft Again": "Whenever you gain life, you may gain 1 life.",
    "Angry Echo": "Whenever you gain life, destroy target artifact an opponent controls.",
    "Soft Counter": "Whenever an opponent gains life, you may put a charge counter on Soft Counter.",
    "Patient Breaker": (
        "Whenever an opponent gains life, you may put a charge counter on Patient Breaker. Then if there are 500 or more "
        "charge counters on Patient Breaker, destroy all artifacts."
    ),
    "Marker": "Whenever an opponent gains life, put a +1/+1 counter on target creature you control.",
    "Soft Chime": "Whenever you gain life, you may gain 1 life.",
    "Shrine": "At the beginning of your upkeep, you may sacrifice Shrine.",
    "Bell": "At the beginning of your upkeep, target player gains 5 life.",
    "Deathless Idol": "You can't lose the game and your opponents can't win the game.",
    "Weak Mite": "Vigilance",
    "Clay Mite": "Vigilance",
}

LIFE: Final = "repeat 10:\n  activate horn\n  all pass\n"
HORN: Final = "{card: Horn, label: horn}"


@dataclass(frozen=True)
class Going:
    """A board and its script."""

    p1: str
    p2: str
    script: str
    p3: str = ""

    def text(self) -> str:
        """The position."""
        return board(self.p1, self.p2, self.script, self.p3)


BOARDS: Final[Mapping[str, Going]] = {
    # the script alone says how it goes on
    "order": Going(
        f"hand: 0, [{HORN}]", "hand: 0, [Doubler, Adder]", LIFE + "  order Doubler first\n  all pass\n  all pass"
    ),
    "target": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Marker, {card: Weak Mite, label: weak}, Clay Mite]",
        LIFE + "  target weak\n  all pass",
    ),
    # another answer makes other things resolve, and the script's passes do not fit
    "order that triggers": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Milk, Adder, Echo]",
        LIFE + "  order #1 first\n  all pass\n  all pass\n  all pass",
    ),
    "order of three": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Soft Milk, Adder, Echo]",
        LIFE + "  order #1 first\n  all pass\n  all pass\n  no",
    ),
    "may": Going(f"hand: 0, [{HORN}]", "hand: 0, [Soft Milk, Echo]", LIFE + "  all pass\n  no"),
    "may twice": Going(f"hand: 0, [{HORN}]", "hand: 0, [Soft Milk, Soft Echo]", LIFE + "  all pass\n  no"),
    "target that may trigger": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Marker, {card: Weak Mite, label: weak}, Proud Mite]",
        LIFE + "  target weak\n  all pass",
    ),
    "may and an engine": Going(
        "hand: 0, [{card: Gong, label: horn}, Sure Tuner]",
        "hand: 0, [Soft Milk, Echo]",
        LIFE + "  all pass\n  no\n  all pass",
    ),
    "two actions": Going(
        "hand: 0, [{card: Gong, label: horn}, {card: Purse, label: purse}, {card: Key, label: key}]",
        "hand: 0, [Soft Milk, Echo]",
        LIFE + "  all pass\n  no\n  tap purse\n  activate key\n  all pass",
    ),
    "three players": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Soft Milk, Echo]",
        LIFE + "  all pass\n  no\n  all pass\n  no",
        "hand: 0, [Soft Counter]",
    ),
    "a keeper's own question": Going(
        "hand: 0, [{card: Gong, label: horn}, Own Tuner, Idle Wheel]",
        "hand: 0, [Soft Milk, Echo]",
        LIFE + "  target horn\n  all pass\n  no\n  all pass",
    ),
    "a third player who could leave": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [Soft Counter]",
        LIFE + "  all pass\n  no\n  all pass\n  no",
        "hand: 0, [Soft Breaker]",
    ),
    "two keepers": Going(
        f"hand: 0, [{HORN}]",
        "hand: 0, [{card: Gauge, label: gauge}]",
        LIFE + "  all pass\n  no\n  pass\n  p2: activate gauge\n  all pass",
        "hand: 0, [Soft Milk, Echo]",
    ),
}


@dataclass(frozen=True)
class Altered:
    """A board with one thing altered, by replacing words of its text: an answer of somebody else then matters."""

    base: str
    what: str
    edits: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """The altered position; every edit has to find its words."""
        found = BOARDS[self.base].text()
        for old, new in self.edits:
            assert old in found, (self, old, found)
            found = found.replace(old, new)
        return found


def altered(base: str, what: str, *edits: tuple[str, str]) -> Altered:
    """An entry of the table."""
    return Altered(base, what, edits)


SOFT: Final = "[Soft Milk, Echo]"

BY_P2: Final = (
    (", Sure Tuner]", "]"),
    (SOFT, "[Soft Untapper, Echo]"),
    ("    no\n    all pass", "    yes"),
)
AIMED_BY_P2: Final = (
    (", Sure Tuner]", ", Idle Wheel]"),
    (SOFT, "[Kind Tuner]"),
    ("    all pass\n    all pass\n    no\n    all pass", "    all pass\n    target horn\n    all pass"),
)
TAPPED: Final = (
    ("{card: Horn, label: horn}", "{card: Gong, label: horn}"),
    ("[Doubler, Adder]", "[Sure Tapper, Kind Untapper]"),
    ("order Doubler first", "order #2 first"),
)
SLAIN: Final = (
    ("{card: Gong, label: horn}", "{card: Gong Mite, label: horn}"),
    ("{card: Purse, label: purse}, {card: Key, label: key}", "Mite Tuner, {card: Gauge, label: gauge}"),
    (SOFT, "[Soft Slayer]"),
    ("    tap purse\n    activate key\n    all pass", "    all pass\n    activate gauge\n    all pass"),
)

ALTERED: Final = (
    altered("may", "the answer destroys what the loop acts with", (SOFT, "[Soft Breaker, Echo]")),
    altered("may", "it may be destroyed at iteration 500", (SOFT, "[Patient Breaker, Echo]")),
    altered("may", "p1 may lose more life than it gains", (SOFT, "[Soft Taxer, Echo]")),
    altered("may and an engine", "the answer destroys the engine", (SOFT, "[Soft Breaker, Echo]")),
    altered("may and an engine", "the engine may be destroyed at iteration 500", (SOFT, "[Patient Breaker, Echo]")),
    altered("may and an engine", "what an answer triggers destroys it", (SOFT, "[Soft Milk, Angry Echo]")),
    altered("may and an engine", "p2 may answer itself again for ever", (SOFT, "[Soft Milk, Soft Again]")),
    altered("may and an engine", "nothing of p1's untaps it; p2 may", *BY_P2),
    altered("may and an engine", "of two targets only one untaps it", *AIMED_BY_P2),
    altered("order", "the order decides whether it is untapped in the end", *TAPPED),
    altered("two actions", "the answer takes away what the mana comes from", (SOFT, "[Soft Tapper, Echo]")),
    altered("two actions", "one of the two actions may be left for ever", *SLAIN),
    altered("three players", "the third player's answer destroys it", ("[Soft Counter]", "[Soft Breaker]")),
    altered("two keepers", "the answer destroys what the second one acts with", (SOFT, "[Soft Breaker, Echo]")),
)


@cache
def book() -> CardBook:
    """The cards of this file before the built-in ones."""
    rows = []
    for name, text in TEXTS.items():
        kind = (
            {"type_line": "Creature — Construct", "power": "1", "toughness": "6"}
            if "Mite" in name
            else {"type_line": "Artifact"}
        )
        rows.append({"name": name, "mana_cost": "{1}", "oracle_text": text, **kind})
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def loop_of(text: str) -> Loop:
    """The loop of a position's first block."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), found
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    node = found.script[at]
    assert isinstance(node, Repeat)
    played_script = PlayedScript(found.state)
    assert played_script.extend(found.script[:at], found.proposer) is None
    return find_loop(played_script.final, BodyReader(node.body))


@cache
def certificate(name: str) -> str:
    """The certificate of a board."""
    text = certify(loop_of(BOARDS[name].text()))
    assert isinstance(text, str), text
    return text
