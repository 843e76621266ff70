"""The combos that are offered to whoever has none in mind."""

from __future__ import annotations

from typing import Final

#: Combos that are offered, of cards that are built in. What each of them does is not said here: it is proved where it is asked for.
COMBOS: Final = (
    ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"),
    ("Splinter Twin", "Deceiver Exarch"),
    ("Sanguine Bond", "Exquisite Blood"),
    ("Archangel of Thune", "Spike Feeder"),
    ("Devoted Druid", "Vizier of Remedies"),
    ("Basalt Monolith", "Power Artifact"),
)

#: What p2 holds in a game with one of them, so that p2 can act before the loop goes on.
HELD: Final = "Lightning Bolt"
