"""Holes of the table of sentences with a closed set of words: what each of them says, read and printed by one table.

Of several words for one value the first are printed; all are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reiterate.terms.references import Host, This
from reiterate.terms.replacement_effects import Changed

WORDED: Final[Mapping[str, tuple[tuple[str, Any], ...]]] = {
    # what the ability is of, or what that is attached to
    "self": (
        ("~", This()),
        ("enchanted creature", Host()),
        ("enchanted permanent", Host()),
        ("equipped creature", Host()),
    ),
    # whom damage would be dealt to (614.1a)
    "hurt": (
        ("a permanent or player", "any"),
        ("a creature or player", "creature or player"),
        ("a player", "player"),
        ("a creature", "creature"),
        ("an opponent or a permanent an opponent controls", "opponent"),
    ),
    # how much is dealt instead
    "much": (
        ("double that damage", Changed(by=2)),
        ("twice that much damage", Changed(by=2)),
        ("triple that damage", Changed(by=3)),
        ("3 times that much damage", Changed(by=3)),
        ("that much damage plus 1", Changed(more=1)),
        ("that much damage plus 2", Changed(more=2)),
        ("that much damage plus 3", Changed(more=3)),
    ),
    # where the cards go that were revealed in front of the one (701.20)
    "rest": (
        ("and the rest into your graveyard", "graveyard"),
        ("and all other cards revealed this way into your graveyard", "graveyard"),
        ("and the rest on the bottom of your library in a random order", "bottom"),
        ("and exile all other cards revealed this way", "exile"),
        ("and shuffle the rest into your library", "library"),
    ),
    # whose event it is, but the controller's; wins and losses
    "whoever": (("a player", "any"), ("an opponent", "opponent")),
    "youflip": (("win", True), ("lose", False)),
    "theyflip": (("wins", True), ("loses", False)),
    "ordinal": (("second", 2), ("third", 3)),
    # to play cards, or only to cast them; of a colour or of a type
    "playing": (("play", False), ("cast", True)),
    "hue": (("color", True), ("type", False)),
    # behind what steps are added
    "behind": (("after this step", "step"), ("after this phase", "phase")),
    # steps and phases
    "step": (("untap step", "untap"), ("upkeep step", "upkeep"), ("draw step", "draw")),
    "nextstep": (("untap step", "untap"), ("upkeep step", "upkeep"), ("draw step", "draw"), ("combat phase", "combat")),
    "steps": (("untap steps", "untap"), ("upkeep steps", "upkeep"), ("draw steps", "draw")),
    "extrastep": (("upkeep step", "upkeep"), ("draw step", "draw"), ("end step", "end")),
    # what a text-changing effect replaces (612), among which its controller chooses
    "textwords": (
        ("1 color word with another", ("color",)),
        ("1 basic land type with another", ("land",)),
        ("1 color word with another or 1 basic land type with another", ("color", "land")),
        ("1 creature type with another", ("creature",)),
    ),
    # what costs something, or can't be done alone
    "toll": (("attack", "attack"), ("block", "block"), ("attack or block", "attack or block")),
    "alone": (
        ("attack alone", "attack alone"),
        ("block alone", "block alone"),
        ("attack or block alone", "attack or block alone"),
    ),
}
