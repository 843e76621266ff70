"""A hostile set of inputs: each a command, its files, and the exit codes that it may end with.

The cards are our own: short functional phrases in the game's template language.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

#: What a person may be told instead of an answer, where the input is endless or far beyond any game.
REFUSED: Final = frozenset({2, 3})
ANSWERED: Final = frozenset({0})

HEAD: Final = "format: position/1\nplayers:\n"
COLORS: Final = ("flying", "trample", "vigilance", "haste", "reach", "lifelink", "deathtouch", "menace")


@dataclass(frozen=True)
class Hostile:
    """One input. ``write`` puts its files into a folder and gives the words of the command."""

    name: str
    write: Callable[[Path], list[str]]
    exits: frozenset[int] = ANSWERED
    slow: bool = False
    shows: tuple[str, ...] = field(default=())


def card(name: str, text: str = "", kind: str = "Creature — Elf", **more: Any) -> dict[str, Any]:
    """A card of our own."""
    facts = {"name": name, "type_line": kind, "mana_cost": "{W}", "cmc": 1, "oracle_text": text, "layout": "normal"}
    size = {"power": "2", "toughness": "2"} if "Creature" in kind else {}
    return {**facts, **size, "colors": ["W"], "color_identity": ["W"], "keywords": [], **more}


def board(battlefield: list[str], script: list[str], more: str = "") -> str:
    """A position in which the first player has these entries on the battlefield."""
    entries = "".join(f"      - {entry}\n" for entry in battlefield)
    lines = "".join(f"  {line}\n" for line in script)
    return f"{HEAD}  p1:\n{more}    battlefield:\n{entries}  p2: {{}}\n" + (f"script: |\n{lines}" if lines else "")


def played(
    battlefield: list[str],
    script: list[str],
    cards: list[dict[str, Any]] | None = None,
    command: str = "run",
    more: str = "",
) -> Callable[[Path], list[str]]:
    """A command on a position with cards of its own."""

    def write(folder: Path) -> list[str]:
        (folder / "board.yaml").write_text(board(battlefield, script, more), encoding="utf-8")
        words = [command, str(folder / "board.yaml")]
        if cards is not None:
            (folder / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
            words += ["--cards", str(folder / "cards.json")]
        return words

    return write


def shown(text: str) -> Callable[[Path], list[str]]:
    """The clauses of one card with a long text."""

    def write(folder: Path) -> list[str]:
        (folder / "cards.json").write_text(json.dumps([card("Long One", text)]), encoding="utf-8")
        return ["cards", "show", "Long One", "--cards", str(folder / "cards.json")]

    return write


def given(*words: str) -> Callable[[Path], list[str]]:
    """A command whose words need no file of ours."""
    return lambda folder: list(words)


GUARDIAN: Final = card(
    "Many Hued Guard", "{W}: This creature gains protection from the color of your choice until end of turn."
)
SHIFTER: Final = card(
    "Two Shapes",
    "{W}: Until end of turn, this creature becomes a Bear with base power and toughness 3/5 and gains reach and vigilance.\n"
    "{G}: Until end of turn, this creature becomes a Wolf with base power and toughness 6/6 and gains trample.",
)
LORDS: Final = [
    card(
        f"Lord {i}",
        f"Other creatures you control have {COLORS[i % 8]}." if i % 2 else f"Elves you control get +{i}/+{i}.",
    )
    for i in range(400)
]
DEPENDENT: Final = [
    card(f"Giver {i}", f"Creatures you control with {COLORS[i % 8]} have {COLORS[(i + 1) % 8]}.", power=str(i))
    for i in range(40)
]
COMBO: Final = ["Midnight Guard", "{card: Presence of Gond, attached to: Midnight Guard}"]
BYSTANDERS: Final = [
    card(
        f"Stander {i}",
        f"{{T}}: {what}" + (f"\nOther creatures you control have {COLORS[i % 8]}." if i % 3 == 0 else ""),
    )
    for i, what in enumerate(
        [
            "Add {G}.",
            "You gain 1 life.",
            "This creature deals 1 damage to any target.",
            "Draw a card.",
            "Untap target land.",
        ]
        * 9
    )
]


def wide(count: int) -> list[str]:
    """So many unlike tokens."""
    return [f"{{token: T{i}, power: 1, toughness: {i + 1}}}" for i in range(count)]


def names(cards: list[dict[str, Any]]) -> list[str]:
    """The entries of cards."""
    return [one["name"] for one in cards]


TURNS: Final = ["repeat 50:"] + [
    line for mode in (3, 4) for line in ("  activate Many Hued Guard", "  all pass", f"  choose mode {mode}")
]
SHAPES: Final = [
    "repeat 60:",
    *[line for c in "35" for line in (f"  activate Two Shapes: #{1 + (c == '5')}", "  all pass")],
]
LIKE: Final = ["activate Midnight Guard", "all pass", "all pass"]
WARDENS: Final = [f"{{card: Soul Warden, label: w{i}}}" for i in range(2000)]
CAST: Final = ["cast Soul Warden", "all pass", "resolve the stack"]
HAND: Final = "    mana: {W: 5}\n    hand: [Soul Warden]\n"
MANA: Final = "    mana: {W: 1000, G: 1000}\n"
WHENEVER: Final = "Whenever you gain life, draw a card and gain 1 life and "

HOSTILE: Final = [
    Hostile("protection of two colours in turn", played(["Many Hued Guard"], TURNS, [GUARDIAN], more=MANA)),
    Hostile("two shapes in turn", played(["Two Shapes"], SHAPES, [SHIFTER], more=MANA), slow=True),
    Hostile("400 unlike lords", played(names(LORDS), ["pass"], LORDS), slow=True),
    Hostile("40 lords who read what the others give", played(names(DEPENDENT), ["pass"], DEPENDENT)),
    Hostile("find among 45", played(names(BYSTANDERS)[:43] + COMBO, [], BYSTANDERS, "find"), slow=True),
    Hostile("6,000 unlike creatures", played(wide(6000), ["pass"]), ANSWERED | REFUSED, slow=True),
    Hostile(
        "a loop beside 2,000 unlike creatures",
        played(wide(1998) + COMBO, ["repeat 1000:", *[f"  {x}" for x in LIKE]]),
        slow=True,
    ),
    Hostile(
        "more values than a position may have",
        played(wide(4998) + COMBO, ["repeat 1000:", *[f"  {x}" for x in LIKE]]),
        REFUSED,
        shows=("file-too-large",),
    ),
    Hostile("18,000 lines", played(COMBO, LIKE * 6000), slow=True),
    Hostile("3,000 lines", played(COMBO, LIKE * 1000), slow=True),
    Hostile("2,000 wardens with labels", played(WARDENS, CAST, more=HAND), slow=True),
    Hostile("2,000 wardens", played(["Soul Warden"] * 2000, CAST, more=HAND), slow=True),
    Hostile("a text of 400 KB", shown(WHENEVER * 7500), REFUSED),
    Hostile("lines of 48 KB", shown("\n".join((WHENEVER * 20)[:900] + str(i) for i in range(48))), slow=True),
    Hostile("a line of 48 KB", shown(WHENEVER * 800)),
    Hostile("a list of keywords of 48 KB", shown("flying, " * 5900)),
    Hostile("brackets", shown("(" * 45_000)),
    Hostile("a name of 40 KB", played(["Forest"], ["pass"], [card("N" * 40_000)])),
    Hostile("cards without end", given("cards", "show", "Forest", "--cards", "/dev/zero"), REFUSED, shows=("regular",)),
    Hostile("a board without end", given("run", "/dev/zero"), REFUSED, shows=("regular",)),
    Hostile("a certificate without end", given("check", "/dev/zero"), REFUSED, shows=("regular",)),
    Hostile("digits", played(["Forest"], [f"# {'7' * 9_999}a" for _ in range(90)] + ["pass"])),
    Hostile("blanks", played(["Forest"], ["attack" + " " * 900_000 + "with x"]), REFUSED, shows=("blanks",)),
    Hostile("brackets of YAML", played(["[" * 60 + "]" * 60], ["pass"]), REFUSED),
]
