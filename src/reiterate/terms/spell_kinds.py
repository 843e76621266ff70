"""Kinds of spells that are counted as they are cast: a set by one word, and the name of its history of a turn (601.2i)."""

from __future__ import annotations

from typing import Final

from reiterate.terms.references import Filter
from reiterate.terms.vocabulary import ARTIFACT_TYPES, ENCHANTMENT_TYPES, NAMED, SPELL_TYPES

#: The history of all spells; those of a kind have its word in front.
SPELLS: Final = "spells cast"
_TYPES: Final = ("artifact", "battle", "creature", "enchantment", "instant", "kindred", "planeswalker", "sorcery")

#: What each history counts.
_KINDS: Final[dict[str, Filter]] = {
    SPELLS: Filter(),
    **{f"{word} {SPELLS}": Filter(types=(word,)) for word in _TYPES},
    **{f"non{word} {SPELLS}": Filter(without_types=(word,)) for word in (*_TYPES, "land")},
    f"instant and sorcery {SPELLS}": Filter(any_of=("instant", "sorcery")),
    **{
        f"{word} {SPELLS}": Filter(subtypes=(word,))
        for word in sorted(NAMED | ARTIFACT_TYPES | ENCHANTMENT_TYPES | SPELL_TYPES)
    },
}
_HISTORIES: Final = {kind: name for name, kind in _KINDS.items()}

#: The names of all histories.
HISTORIES: Final = tuple(_KINDS)


def history_of(filter: Filter) -> str:
    """The history of the spells of a set, such as "creature spells cast"; "" for a set that no history counts."""
    return _HISTORIES.get(filter, "")


def kind_of_history(name: str) -> Filter | None:
    """The spells that a history counts; None for a history of something else."""
    return _KINDS.get(name)
