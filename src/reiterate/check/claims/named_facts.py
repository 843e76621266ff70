"""Whether words in the names and values of facts are of some card: of counters, of mana, of choices.

One principle decides. What lies on the table, and how much of it, is a fact that any file may state. Such are life, damage, mana
and sizes. What is an effect by the rules alone, and what is a word, some card has to bring. Else a
file could say anything there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from reiterate.check.claims.made_facts import Place, Told, own_faces
from reiterate.check.claims.made_words import Words
from reiterate.check.start.game_lists import NAMED_TALLIES
from reiterate.check.work import spend
from reiterate.state.amount_slots import names
from reiterate.state.model import State
from reiterate.state.properties import (
    CAST_BEFORE,
    CHOSEN,
    COUNTER,
    FINALITY_COUNTERS,
    KEPT_CHOSEN,
    KEYWORD_COUNTED,
    LOST,
    MANA,
    PLAYER,
    SHELTERED,
    STUN_COUNTERS,
)
from reiterate.terms.abilities import Static
from reiterate.terms.effects_mana import AddMana, AddMixed, AddPerColor, Unit, naming_type, speaks_of_choice, unit_of
from reiterate.terms.replacement_effects import EntersChoosing, SkipDraw
from reiterate.terms.vocabulary import COLORS, NAMED

#: Counters that are an ability or a replacement effect by themselves (122.1b, d, h).
EFFECTS: Final = KEYWORD_COUNTED | {STUN_COUNTERS, FINALITY_COUNTERS}

#: Kinds of counters that are a size or a number by the rules (122.1a, e, f; 107.14; 702.62, 711, 714.3).
NUMBERS: Final = frozenset({"+1/+1", "-1/-1", "loyalty", "poison", "energy", "experience", "time", "level", "lore"})


def not_named(start: State, place: Place, words: Words) -> Iterator[Told]:
    """The words in the facts of a place that no card's are."""
    left = _somebody_left(start)
    for name in names(place.num, COUNTER):
        kind = name.removeprefix(COUNTER)
        if name in EFFECTS:
            if kind not in words.counters:
                yield name, "a counter of nobody's"
        elif not left and not _is_kind(kind, words):
            yield name, "a kind of counters that no card names"
    for name in names(place.num, MANA):
        unit = unit_of(name.removeprefix(MANA)) or Unit("")
        if unit.only and not left and not _restricts(unit.only, words):
            yield name, "a restriction that no card gives mana"
        if unit.until and not left and not _stays(unit.until, words):
            yield name, "mana that stays so long, which no card adds"
    for name in names(place.num, CAST_BEFORE):
        if not left and name.removeprefix(CAST_BEFORE) not in _names(start, words):
            yield name, "a name of no card that is there"
    for name, value in place.cls.props:
        if name.startswith((CHOSEN, KEPT_CHOSEN)) and not _chooses(place, name.rpartition(".")[2], value, words):
            yield name, str(value)
        if name == SHELTERED and not {*str(value).split(";")} <= set(_shelters(words)):
            yield name, str(value)


def tallies_not_named(start: State, words: Words) -> Iterator[Told]:
    """The tallies about a name that is of no card, or about counters of a kind that no card names."""
    if _somebody_left(start):
        return
    there = _names(start, words) | {""}
    for name in sorted(start.tally):
        family = next((each for each in NAMED_TALLIES if name.startswith(each)), None)
        said = name.removeprefix(family or "")
        if family == COUNTER_TALLIES and not (_is_kind(said, words) or f"{COUNTER}{said}" in EFFECTS):
            yield f"tally {family}", said
        if family is not None and family != COUNTER_TALLIES and said not in there:
            yield f"tally {family}", said


#: The family of tallies by a kind of counters.
COUNTER_TALLIES: Final = "counters."


def _somebody_left(start: State) -> bool:
    """Whether a player has left the game: what that player's cards have done stays (800.4a)."""
    return any(LOST in row.cls.by_prop for row in start.rows.values() if row.cls.kind == PLAYER)


def _names(start: State, words: Words) -> set[str]:
    """The names of the cards, tokens and copies that are there or are made."""
    there = (row.cls.proto.name for row in start.rows.values() if row.cls.proto is not None)
    return {*there, *(card.name for card in words.cards)}


def _is_kind(kind: str, words: Words) -> bool:
    return kind in NUMBERS or kind in words.texts


def _restricts(only: str, words: Words) -> bool:
    """Whether some card adds mana that may be spent on this alone, as it says it or with a chosen type in it (106.6, 607.2d)."""
    said = {str(getattr(part, "only", "")) for part in words.parts} - {""}
    of_type = [each for each in said if speaks_of_choice(each)]
    spend(len(of_type) * len(NAMED) // 10)
    return only in said or any(naming_type(each, kind) == only for each in of_type for kind in NAMED)


def _stays(until: str, words: Words) -> bool:
    """Whether some card adds mana that stays until then (500.5)."""
    adding = (AddMana, AddMixed, AddPerColor)
    return any(part.until == until for kind in adding for part in words.by_kind.get(kind, ()))


def _chooses(place: Place, what: str, value: object, words: Words) -> bool:
    """Whether a permanent is one for which such a word is chosen as it enters (607.2d, 614.1c)."""
    asked = {
        "player" if ability.effect.what == "opponent" else ability.effect.what
        for face in own_faces(place.cls)
        for ability in face.abilities
        if isinstance(ability, Static) and isinstance(ability.effect, EntersChoosing)
    }
    known: dict[str, Iterable[object]] = {
        "color": COLORS,
        "type": NAMED,
        "player": [f"p{seat + 1}" for seat in range(words.seats)],
    }
    return what in asked and any(value == word for word in known.get(what, ()))


def _shelters(words: Words) -> Iterator[str]:
    """What may attack a player all the same who has skipped a draw, as effects say it (508.1c)."""
    for effect in words.of(SkipDraw):
        if effect.unless:
            yield "/".join(f"{keyword.name} {keyword.parameter}".strip() for keyword in effect.unless)
