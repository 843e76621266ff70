"""Reading the tables of boards: plain YAML in which every value is the text as written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

#: The same reader in C, where the package has it.
_READER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_WRITER: Final[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

FOLDER: Final = Path(__file__).resolve().parent
EXAMPLES: Final = FOLDER / "examples"
INTERACTIONS: Final = FOLDER / "interactions"

#: The keys of a board that a position file has too; they are handed on as they are.
POSITION: Final = (
    "format",  # position/1 where it is absent
    "rules",
    "range",
    "players",
    "active",
    "step",
    "declare",
    "script",
    "proposer",
    "end",
    "answers",
    "stack",
    "this turn",
    "then",
    "expect",
)
_OWN: Final = ("rule", "example", "title", "cards", "moves", "also", "legal", "illegal", "loop")
_CARD: Final = ("type", "cost", "size", "text", "loyalty")


@dataclass(frozen=True)
class Board:
    """One board of a table."""

    name: str
    rule: str
    example: int  # 0 where the board is none of the rules' own examples
    title: str
    cards: bytes  # our own cards, in the shape of a card file
    position: str  # the text of a position file
    moves: str  # instead of a proposal: lines that are played one after the other, "p2 leaves" for a concession
    also: tuple[str, ...]
    legal: tuple[str, ...]
    illegal: tuple[str, ...]
    loop: tuple[tuple[str, str], ...]  # what is true of the loop of the script's last block


def read_boards(folder: Path) -> list[Board]:
    """All boards of a folder, in order of file and place. Raises ``ValueError`` for a key that there isn't."""
    return [board for path in sorted(folder.glob("*.yaml")) for board in _read_file(path)]


def _read_file(path: Path) -> list[Board]:
    loaded: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=_READER)
    boards: list[Board] = []
    shared: dict[str, Any] = {}
    for row in loaded or []:
        if list(row) == ["cards"]:
            shared = row["cards"]
        else:
            boards.append(_board(path.stem, len(boards) + 1, {**row, "cards": {**shared, **row.get("cards", {})}}))
    return boards


def _board(stem: str, number: int, row: Mapping[str, Any]) -> Board:
    unknown = [key for key in row if key not in (*POSITION, *_OWN)]
    name = f"{stem}-{number}-{row.get('rule', '')}"
    if unknown or "rule" not in row or "title" not in row:
        raise ValueError(f"{name}: unknown keys {unknown}, or no rule or title")
    position = {"format": "position/1", "title": row["title"], **{k: row[k] for k in POSITION if k in row}}
    cards = "\n".join(json.dumps(_card(name, *item)) for item in row.get("cards", {}).items())
    return Board(
        name,
        row["rule"],
        int(row.get("example", 0)),
        row["title"],
        cards.encode(),
        yaml.dump(position, Dumper=_WRITER, sort_keys=False, allow_unicode=True, width=1_000_000),
        row.get("moves", ""),
        also=tuple(row.get("also", ())),
        legal=tuple(row.get("legal", ())),
        illegal=tuple(row.get("illegal", ())),
        loop=tuple(row.get("loop", {}).items()),
    )


def _card(board: str, name: str, facts: Mapping[str, str]) -> dict[str, object]:
    unknown = [key for key in facts if key not in _CARD]
    if unknown or "type" not in facts:
        raise ValueError(f"{board}: {name} has unknown keys {unknown}, or no type")
    power, _, toughness = facts.get("size", "").partition("/")
    card: dict[str, object] = {"name": name, "type_line": facts["type"], "oracle_text": facts.get("text", "")}
    card["mana_cost"] = facts.get("cost", "")
    if power:
        card.update(power=power, toughness=toughness)
    if "loyalty" in facts:
        card["loyalty"] = facts["loyalty"]
    return card
