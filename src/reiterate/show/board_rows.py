"""How players lay out a board: permanents in rows, and what is attached under its host. And the phases of a turn in short.

In: the JSON of a board (``docs/answers.md``), and what stands on its cards (``table/card_faces.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from reiterate.show.quantity_words import Json, is_one

#: The phases of a turn in short, with their steps (500.1).
PHASES: Final = {
    "upkeep": ("untap", "upkeep"),
    "draw": ("draw",),
    "main 1": ("main1",),
    "combat": ("combat", "attackers", "blockers", "firststrike", "damage", "endcombat"),
    "main 2": ("main2",),
    "end": ("end", "cleanup"),
}


def laid_out(
    player: Json, board: Json, faces: Mapping[str, Json]
) -> tuple[dict[str, list[list[Json]]], dict[str, list[tuple[str, Json]]]]:
    """The permanents of a player in rows, in groups of alike ones; and by its host what is attached, with whose that is."""
    there = {card["id"]: card for each in board["players"] for card in each["battlefield"]}
    under: dict[str, list[tuple[str, Json]]] = {}
    for each in board["players"]:
        for card in each["battlefield"]:
            if card["host"] in there and not there[card["host"]]["host"]:
                under.setdefault(card["host"], []).append((each["name"], card))
    tucked = {card["id"] for cards in under.values() for _, card in cards}
    rows: dict[str, list[Json]] = {"creatures": [], "others": [], "lands": []}
    for card in player["battlefield"]:
        if card["id"] not in tucked:
            rows[_row(card, faces)].append(card)
    rows["lands"].sort(key=lambda each: (each["name"], each["tapped"]))

    def alike(card: Json) -> tuple[str, bool, str]:
        alone = card["id"] if card["id"] in under or _row(card, faces) == "creatures" else ""
        return card["name"], card["tapped"], alone

    return {name: [[*group] for _, group in groupby(kind, alike)] for name, kind in rows.items()}, under


def in_combat(board: Json) -> dict[str, list[Json]]:
    """What creatures in combat do, by what the board calls them, in the form of a declaration (``games/declaring.py``): in words, and where a line leads."""
    names = {each["name"]: each["name"] for each in board["players"]}
    names |= {card["id"]: card["name"] for each in board["players"] for card in each["battlefield"]}
    found: dict[str, list[Json]] = {}
    for card in (card for each in board["players"] for card in each["battlefield"]):
        for word in ("attack", "block"):
            if f"{word}s" in card:
                at, free = card[f"{word}s"], not card.get("blocked")
                words = f"{word}{'s' if is_one(card['count']) else ''} {names.get(at, '')}".strip()
                told = {"words": words if free else f"{words}, blocked", "at": at if free else "", "now": False}
                found.setdefault(card["id"], []).append(told)
    return found


def _row(card: Json, faces: Mapping[str, Json]) -> str:
    types = faces.get(card["name"], {}).get("types", "")
    if card["power"] is not None or "Creature" in types:
        return "creatures"
    return "lands" if "Land" in types else "others"
