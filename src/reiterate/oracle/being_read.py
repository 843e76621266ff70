"""Sentences about what things are, or become: types, colours, size and abilities in one sentence (205.1, 613.1d to 613.4b).

Examples: "... are 1/1 creatures that are still lands", "... loses all abilities and is a green
Frog". All that one sentence says of its subject is one effect, which goes on in later layers
(613.6). A sentence is read as a whole or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import CARD_TYPES, subtypes
from reiterate.terms import language as n
from reiterate.terms.abilities import Enchant, Static
from reiterate.terms.base import Ability, replace
from reiterate.terms.effects_continuous import Become
from reiterate.terms.filters import Filter
from reiterate.terms.print_spelling import COLOR_WORDS, plural
from reiterate.terms.references import Host, Subject, This
from reiterate.terms.static_effects import Are
from reiterate.terms.symbols import COLORS
from reiterate.terms.word_changes import BASIC_LANDS

_TYPES: Final = {plural(t): t for t in CARD_TYPES} | {t: t for t in CARD_TYPES}
_STATIC: Final = {"is": "is", "are": "is", "has": "has", "have": "has", "loses": "loses", "lose": "loses"}
_DONE: Final = {
    "becomes": "is",
    "become": "is",
    "gains": "has",
    "gain": "has",
    "has": "has",
    "have": "has",
    "loses": "loses",
    "lose": "loses",
}
_BASE: Final = ("base", "power", "and", "toughness")
_EVERY_LAND: Final = ("every", "basic", "land", "type")
_MANA_VALUE: Final = ("power", "and", "toughness", "each", "equal", "to", "its", "mana", "value")
_STILL: Final = (("that's", "still", "a", "land"), ("that", "are", "still", "lands"))
_STILL_SENTENCE: Final = tuple(tuple(text.split()) for text in ("it's still a land", "they're still lands"))
#: Ends of a sentence that say what is kept, and whether colours are.
TAILS: Final = {
    ("in", "addition", "to", which, "other", *rest): "colors" in rest
    for which in ("its", "their")
    for rest in (("types",), ("creature", "types"), ("land", "types"), ("colors", "and", "types"))
}
#: What "loses all other ..." may name, as which parts of the effect it asks for.
_LOST: Final = {
    "all abilities": {"clear"},
    "all other abilities": {"clear"},
    "all other card types": {"types"},
    "all other creature types": {"creature"},
    "all other card types and abilities": {"types", "clear"},
    "all other abilities and card types": {"types", "clear"},
    "all other types and abilities": {"types", "creature", "clear"},
    "all other abilities , card types , and creature types": {"types", "creature", "clear"},
    "all other card types , creature types , and abilities": {"types", "creature", "clear"},
    "all other creature types and abilities": {"creature", "clear"},
}


@dataclass
class Being:
    """What a sentence says that something is."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    size: tuple[int, int] | None = None
    by_mana_value: bool = False
    chosen: str = ""
    abilities: tuple[Ability, ...] = ()
    lost: set[str] = field(default_factory=set)
    also: bool = False  # "in addition to its other types", "still a land"
    also_colors: bool = False

    def how(self) -> tuple[bool, bool]:
        """Whether card types are set, and whether creature types are replaced while card types are added (205.1)."""
        lands = bool(self.subtypes) and set(self.subtypes) <= set(BASIC_LANDS)
        kinds = [t for t in self.subtypes if t in BASIC_LANDS]
        if kinds and not lands:
            raise NotRead(0, "land types beside other subtypes")
        if self.also:
            if self.lost & {"types", "creature"}:
                raise NotRead(0, "types kept and lost")
            return False, False
        if "types" in self.lost:
            if not self.types or (self.types != ("land",) and "creature" not in self.lost):
                raise NotRead(0, "other types lost by what has no type of its own")
            return True, False
        if self.types == ("artifact", "creature"):  # 205.1b
            return False, bool(self.subtypes)
        if "creature" in self.lost and (not self.subtypes or lands):
            raise NotRead(0, "creature types lost by what has none")
        if self.types in ((), ("creature",)) and not (lands and self.types):
            return bool(self.types or self.subtypes or self.chosen == "type"), False
        if self.types == ("land",) and (lands or not self.subtypes):
            return True, False
        raise NotRead(0, "types that may or may not replace others")


def static(reader: SentenceReader, words: Words) -> tuple[Static, ...]:
    """What a static ability says that its subject is. Raises ``NotRead``."""
    still = any(words[-len(tail) - 1 :] == (".", *tail) for tail in _STILL_SENTENCE)
    if still:
        words = words[: -len(next(t for t in _STILL_SENTENCE if words[-len(t) :] == t)) - 1]
    subject, made = _read(reader, words, _STATIC, partial(subject_of, reader.set_of))
    made.also = made.also or still
    chosen = made.chosen == "type"  # nothing is chosen in other zones
    if isinstance(subject, This) and not (made.types or made.size or made.lost or chosen):
        raise NotRead(0, "a characteristic-defining ability")  # 604.3: it would have to work in every zone
    if not (made.types or made.subtypes or made.chosen or made.colors is not None or made.lost):
        raise NotRead(0, "nothing that something is")
    if any(isinstance(a, Enchant) for a in made.abilities):
        raise NotRead(0, "what something may be attached to")
    instead, retype = made.how()
    power, toughness = made.size or (None, None)
    effect = Are(
        subject,
        made.types,
        made.subtypes,
        made.colors or (),
        instead=instead,
        chosen=made.chosen,
        power=power,
        toughness=toughness,
        size="mana value" if made.by_mana_value else "",
        clear="clear" in made.lost,
        abilities=made.abilities,
        sets_colors=(made.colors is not None or made.chosen == "color") and not made.also_colors,
        retype=retype,
    )
    return (Static(effect),)


def becoming(reader: SentenceReader, words: Words) -> tuple[Become, ...]:
    """What an effect makes of objects, until end of turn or for good. Raises ``NotRead``."""
    until = ("until", "end", "of", "turn")
    if words[:5] == (*until, ","):
        words = (*words[5:], *until)
    duration = "turn" if words[-4:] == until else "game"
    words = words[:-4] if duration == "turn" else words
    if "until" in words or "for" in words or "as" in words or "this" in words:
        raise NotRead(0, "another duration")
    ref, made = _read(reader, words, _DONE, reader.object)
    if made.chosen or made.by_mana_value:
        raise NotRead(0, "a choice or a size of its own")
    if not (made.types or made.subtypes or made.colors is not None or made.lost):
        raise NotRead(0, "nothing that something becomes")
    instead, retype = made.how()
    power, toughness = made.size or (None, None)
    effect = Become(
        ref,
        duration,
        made.types,
        made.subtypes,
        made.colors,
        power,
        toughness,
        made.abilities,
        instead,
        clear="clear" in made.lost,
        more_colors=made.also_colors,
        retype=retype,
    )
    return (effect,)


def subject_of(set_of: Callable[[Words], Filter], words: Words) -> Subject:
    """The subject of a static ability: the source, what it is attached to, or a set, as ``set_of`` reads sets."""
    if words == ("~",):
        return This()
    if len(words) == 2 and words[0] in ("enchanted", "equipped"):
        return Host()
    if words[:1] in (("all",), ("each",)):
        words = words[1:]
    another = words[:1] == ("other",)
    found = set_of(words[1:] if another else words)
    return replace(found, another=True) if another else found


def _read(
    reader: SentenceReader, words: Words, verbs: dict[str, str], read: Callable[[Words], Any]
) -> tuple[Any, Being]:
    """The subject and what is said of it."""
    at = next((i for i, word in enumerate(words) if i and word in verbs), 0)
    if not at:
        raise NotRead(0, "no verb")
    phrases = _phrases(words[at:], verbs)
    ref = read(words[:at])
    made = Being()
    for phrase in phrases:
        _one(reader, made, verbs[phrase[0]], phrase[1:])
    return ref, made


def _phrases(words: Words, verbs: dict[str, str]) -> list[Words]:
    """The words cut in front of each verb behind a comma or an "and"."""
    found: list[list[str]] = []
    for i, word in enumerate(words):
        before = words[i - 1] if i else "and"
        if word in verbs and (before in ("and", ",") or (before in ("it", "they") and words[i - 2] in ("and", ","))):
            if found:
                while found[-1] and found[-1][-1] in ("and", ",", "it", "they"):
                    found[-1].pop()
            found.append([word])
        elif word in verbs and before != "that":
            raise NotRead(0, "a verb inside a sentence")
        else:
            found[-1].append(word)
    if any(len(phrase) < 2 for phrase in found):
        raise NotRead(0, "a verb without words")
    return [tuple(phrase) for phrase in found]


def _one(reader: SentenceReader, made: Being, verb: str, words: Words) -> None:
    """One phrase of the sentence."""
    if verb == "loses":
        lost = _LOST.get(" ".join(words))
        if lost is None:
            raise NotRead(0, "nothing that is lost as a whole")
        made.lost |= lost
    elif verb == "has":
        if words[:4] == _BASE and len(words) == 5:
            _set_size(made, words[4])
        else:
            made.abilities += reader.given(words)
    else:
        _noun(reader, made, words)


def _set_size(made: Being, word: str) -> None:
    power, slash, toughness = word.partition("/")
    if made.size is not None or made.by_mana_value or not slash or not (power.isdecimal() and toughness.isdecimal()):
        raise NotRead(0, "no size, or two")
    made.size = (int(power), int(toughness))


def _noun(reader: SentenceReader, made: Being, words: Words) -> None:
    """ "a 1/1 green Frog creature with flying in addition to its other types"."""
    for tail in _STILL:
        if words[-len(tail) :] == tail:
            words, made.also = words[: -len(tail)], True
    for tail, colors in TAILS.items():
        if words[-len(tail) :] == tail:
            words, made.also, made.also_colors = words[: -len(tail)], True, colors
    if "with" in words:
        cut = words.index("with")
        _with(reader, made, words[cut + 1 :])
        words = words[:cut]
    if words == _EVERY_LAND:
        made.subtypes += tuple(BASIC_LANDS)
        return
    if words in (("every", "creature", "type"),):
        raise NotRead(0, "every creature type")  # has a template
    if words in (("the", "chosen", "type"), ("the", "chosen", "color")):
        made.chosen = words[2]
        return
    if words == ("all", "colors"):
        made.colors = COLORS
        return
    article = words[:1] in (("a",), ("an",))
    last = words[-1] if words else ""
    one = last in CARD_TYPES or subtypes().get(last) == last
    noun = one or last in _TYPES or last in subtypes()
    if (noun and one != article and last != "Plains") or (article and not noun):
        raise NotRead(0, "an article too much or too few")
    for word in words[1:] if article else words:
        _word(made, word)


def _with(reader: SentenceReader, made: Being, words: Words) -> None:
    """ "with base power and toughness 1/1", "with flying"."""
    if words[:4] == _BASE and len(words) > 4:
        _set_size(made, words[4])
        if words[5:]:
            raise NotRead(0, "more behind a size")
    elif words == _MANA_VALUE and made.size is None:
        made.by_mana_value = True
    else:
        made.abilities += reader.given(words)


def _word(made: Being, word: str) -> None:
    if "/" in word:
        _set_size(made, word)
    elif word in COLOR_WORDS:
        made.colors = (*(made.colors or ()), COLOR_WORDS[word])
    elif word == "colorless":
        made.colors = made.colors or ()
    elif word in _TYPES:
        made.types = (*made.types, _TYPES[word])
    elif word in subtypes():
        made.subtypes = (*made.subtypes, subtypes()[word])
    elif word not in ("and", ","):
        raise NotRead(0, f"no meaning for {word} of what something is")


def becomes(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "~ becomes a 1/4 blue Elemental creature with ... until end of turn"."""
    until = ("until", "end", "of", "turn")
    duration = "game"
    if words[:5] == (*until, ","):
        words, duration = words[5:], "turn"
    if words[-4:] == until:
        words, duration = words[:-4], "turn"
    at = next((i for i, w in enumerate(words) if w in ("becomes", "become")), 0)
    if not at or (duration == "game" and ("until" in words or "for" in words)):
        raise reader.fail(words)
    made = Become(reader.object(words[:at]), duration)
    rest = words[at + 1 :]
    tail = next((i for i in range(len(rest)) if rest[i : i + 3] == ("in", "addition", "to")), -1)
    if tail >= 0:
        if rest[tail:] not in TAILS:
            raise reader.fail(words, "more behind what it is in addition to")
        made = replace(made, more_colors="colors" in rest[tail:])
        rest = rest[:tail]
    if "with" in rest:
        cut = rest.index("with")
        made = replace(made, abilities=reader.given(rest[cut + 1 :]))
        rest = rest[:cut]
    for word in rest[1:] if rest[:1] in (("a",), ("an",)) else rest:
        made = _one_more_word(reader, made, word)
    if (made.types or made.subtypes) and words[at] == "becomes" and words[at + 1] not in ("a", "an"):
        raise reader.fail(words, "no article")
    if tail < 0 and (made.types or made.subtypes):
        made = _set_types(reader, made)
    return (made,)


def _set_types(reader: SentenceReader, made: Become) -> Become:
    """What becomes a creature is nothing else (205.1a); an artifact creature stays what it was (205.1b)."""
    if made.types == ("creature",) or (not made.types and set(made.subtypes) <= set(BASIC_LANDS)):
        return replace(made, instead=True)
    if made.types != ("artifact", "creature"):
        raise reader.fail((), "types that may or may not replace others")
    return replace(made, retype=bool(made.subtypes))


def _one_more_word(reader: SentenceReader, made: Become, word: str) -> Become:
    """One word of what something becomes."""
    if "/" in word and word[0].isdecimal():
        power, _, toughness = word.partition("/")
        return replace(made, power=int(power), toughness=int(toughness))
    if word in COLOR_WORDS:
        return replace(made, colors=(*(made.colors or ()), COLOR_WORDS[word]))
    if word == "colorless":
        return replace(made, colors=())
    if word in CARD_TYPES:
        return replace(made, types=(*made.types, word))
    if word in subtypes():
        return replace(made, subtypes=(*made.subtypes, subtypes()[word]))
    if word in ("and", ","):
        return made
    raise reader.fail((word,), "nothing that something becomes")
