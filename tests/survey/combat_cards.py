"""Invented cards whose pairs are loops of additional combats, and of what is made in them: for near misses and other tests."""

from __future__ import annotations

from typing import Any, Final

Card = dict[str, Any]

ELF: Final[Card] = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}
ENCHANTMENT: Final[Card] = {"type_line": "Enchantment", "mana_cost": "{2}{W}"}


def card(name: str, kind: Card, text: str, **more: str) -> Card:
    return {**kind, "name": name, "oracle_text": text, **more}


ASSAULT: Final = card(
    "Assault",
    ENCHANTMENT,
    "{3}{R}{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
    "followed by an additional main phase. Activate only as a sorcery.",
)
COPIED: Final = "Create a token that's a copy of target nonlegendary creature you control"
GLASS: Final = card("Glass", {**ELF, "type_line": "Legendary Creature — Elf"}, f"{{T}}: {COPIED}, except it has haste.")
FURY: Final = card(
    "Fury",
    {"type_line": "Enchantment — Aura", "mana_cost": "{2}{R}"},
    "Enchant creature you control\n"
    "When enchanted creature deals combat damage to a player, sacrifice it and attach Fury to a creature you control. "
    "If you do, untap all creatures you control and after this phase, there is an additional combat phase.",
)
ZEALOT: Final = card(
    "Zealot",
    ELF,
    "If Zealot hasn't been exerted this turn, you may exert it as it attacks. When you do, untap all other creatures "
    "you control and after this phase, there is an additional combat phase.",
)
RAIDER: Final = card(
    "Raider",
    ELF,
    "{3}{R}: Untap all attacking creatures. After this phase, there is an additional combat phase. Activate only during combat.",
)
HOARDER: Final = card(
    "Hoarder",
    ELF,
    "Whenever Hoarder deals combat damage to a player, create a Treasure token for each artifact that player controls.",
)
SONG: Final = card(
    "Song",
    {"type_line": "Enchantment — Saga", "mana_cost": "{1}{G}"},
    'I — Until your next turn, creatures you control gain "{T}: Add one mana of any color."\nII — You gain 1 life.',
)
DOUBLER: Final = card(
    "Doubler",
    {**ELF, "type_line": "Legendary Creature — Elf"},
    'Nontoken creatures you control have "{T}: Create a token that\'s a copy of target token you control that entered this turn."',
)
EATER: Final = card(
    "Eater",
    {**ELF, "type_line": "Legendary Creature — Elf"},
    "Sacrifice another creature: Untap Eater.",
)
