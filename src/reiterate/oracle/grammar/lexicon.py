"""The lexicon: categories of single words, and what a word of each of them means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.oracle.grammar.leaves import Quoted
from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, creature_types, subtypes
from reiterate.terms.print_spelling import COLOR_WORDS, plural
from reiterate.terms.references import Filter
from reiterate.terms.vocabulary import MANA_KINDS, not_implemented

_PLURAL_TYPES: Final = {plural(t): t for t in CARD_TYPES}
ADJECTIVES: Final = {
    "tapped": Filter(tapped=True),
    "untapped": Filter(tapped=False),
    "attacking": Filter(attacking=True),
    "blocking": Filter(blocking=True),
    "colorless": Filter(colorless=True),
    "nontoken": Filter(token=False),
    "commander": Filter(commander=True),
    "equipped": Filter(hung="Equipment"),
    "enchanted": Filter(hung="Aura"),
    "modified": Filter(hung="modified"),
    **{word: Filter(supertypes=(word,)) for word in SUPERTYPES},
    **{word: Filter(colors=(letter,)) for word, letter in COLOR_WORDS.items()},
    **{f"non{word}": Filter(without_colors=(letter,)) for word, letter in COLOR_WORDS.items()},
    **{f"non{word}": Filter(without_types=(word,)) for word in CARD_TYPES},
    **{f"non{word}": Filter(without_supertypes=(word,)) for word in SUPERTYPES},
}


#: The numbers of chapters (714.2a), as the normal form spells them.
ROMANS: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}


def _adjective(word: str) -> Filter | None:
    found = ADJECTIVES.get(word)
    if found is None and word.startswith("non-"):
        known = subtypes().get(word[4:])
        return Filter(without_subtypes=(known,)) if known else None
    return found


def _subtype(many: bool) -> Callable[[str], str | None]:
    def rule(word: str) -> str | None:
        known = subtypes().get(word)
        if known is None:
            return None
        return known if word == (plural(known) if many else known) else None

    return rule


def _size(word: str) -> tuple[int, int] | None:
    power, slash, toughness = word.partition("/")
    return (int(power), int(toughness)) if slash and power.isdecimal() and toughness.isdecimal() else None


def _modifier(word: str) -> tuple[str, str] | None:
    power, slash, toughness = word.partition("/")
    if not slash or power[:1] not in ("+", "-") or toughness[:1] not in ("+", "-"):
        return None
    return (power, toughness) if all(h[1:] == "X" or h[1:].isdecimal() for h in (power, toughness)) else None


def _kind(word: str) -> str | None:
    named = _modifier(word) is not None or (word.isalpha() and word == word.lower())
    return word if named and word not in _NO_KIND and not _ruled(word) else None


def _ruled(name: str) -> bool:
    """Whether the rules of a kind of counters are not covered (122.1a: other changes of power; 122.1b: keywords)."""
    return not_implemented(name)


_NO_KIND: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "that",
        "no",
        "any",
        "more",
        "fewer",
        "other",
        "another",
        "all",
        "each",
        "many",
        "of",
        "and",
        "or",
        "additional",
        "counter",
        "counters",
        "loyal",
    ]
)


def _symbol(word: str) -> str | None:
    return word[1:-1] if len(word) > 2 and word[0] == "{" and word[-1] == "}" else None


def _mana(word: str) -> str | None:
    found = _symbol(word)
    return found if found in MANA_KINDS else None


def _cost_symbol(word: str) -> str | None:
    found = _symbol(word)
    return None if found in ("T", "Q", "E") else found


def _generic(word: str) -> int | None:
    found = _symbol(word)
    return int(found) if found is not None and found.isdecimal() else None


def _quoted(word: str) -> Quoted | None:
    return Quoted(word[2:-1]) if word.startswith('" ') and len(word) > 2 else None


def _loyalty(word: str) -> int | None:
    if word[:1] not in ("+", "-") or not word[1:].isdecimal():
        return 0 if word == "0" else None
    return int(word)


_WALKED: Final = {name.lower(): name for name in ("Plains", "Island", "Swamp", "Mountain", "Forest", "Desert", "land")}


def _walk(word: str) -> str | None:
    return _WALKED.get(word.lower().removesuffix("walk")) if word.lower().endswith("walk") else None


def _typecycling(word: str) -> str | None:
    kind = word.removesuffix("cycling")
    return subtypes().get(kind.capitalize()) if kind and kind not in (word, "land") else None


LEXICAL: Final[dict[str, Callable[[str], Any]]] = {
    "int": lambda w: int(w) if w.isdecimal() else None,
    "figure": lambda w: int(w) if w.isdecimal() else None,  # the number of a keyword
    "roman": ROMANS.get,
    "several": lambda w: int(w) if w.isdecimal() and int(w) > 1 else None,
    "type.s": lambda w: w if w in CARD_TYPES else None,
    "type.p": _PLURAL_TYPES.get,
    "sub.s": _subtype(False),
    "sub.p": _subtype(True),
    "creaturetype": lambda w: w if w in creature_types() else None,
    "supertype": lambda w: w if w in SUPERTYPES else None,
    "adj": _adjective,
    "color": COLOR_WORDS.get,
    "colorname": lambda w: w if w in COLOR_WORDS else None,
    "size": _size,
    "modifier": _modifier,
    "kindword": _kind,
    "mana": _mana,
    "costsymbol": _cost_symbol,
    "generic": _generic,
    "quoted": _quoted,
    "loyalty": _loyalty,
    "seat": lambda w: None,  # never read: what a player is called while each of them is worked through
    "title": lambda w: None,  # the name of a card, which is only printed
    "word": lambda w: w if w not in (".", "•") else None,
    "walk": _walk,
    "typecycling": _typecycling,
}
