"""What the steps and phases of a turn are called (500.1)."""

from __future__ import annotations

from typing import Final

#: By what the state calls them.
STEP_NAMES: Final = {
    "untap": "untap step",
    "upkeep": "upkeep",
    "draw": "draw step",
    "main1": "first main phase",
    "combat": "beginning of combat",
    "attackers": "declare attackers step",
    "blockers": "declare blockers step",
    "firststrike": "first-strike combat damage step",
    "damage": "combat damage step",
    "endcombat": "end of combat",
    "main2": "second main phase",
    "end": "end step",
    "cleanup": "cleanup step",
}
