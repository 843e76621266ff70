"""Sentences with a list in them: sets of several card types, and one verb for targets of several kinds (601.2c)."""

from __future__ import annotations

from typing import Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import CARD_TYPES
from reiterate.terms.base import Term, replace, swap, walk
from reiterate.terms.effects_permanents import Destroy, Tap, Untap
from reiterate.terms.effects_structure import Effect
from reiterate.terms.effects_zones import Exile
from reiterate.terms.filters import Filter
from reiterate.terms.print_spelling import plural
from reiterate.terms.references import Each, TargetRef, Targets

_TYPES: Final = {plural(word): word for word in CARD_TYPES if word not in ("instant", "sorcery")}


def all_of_types(reader: SentenceReader, words: Words) -> tuple[Effect, ...]:
    """ "Destroy all artifacts, creatures, and enchantments": one set, of what is of any of those types."""
    at = words.index("all") + 1 if "all" in words else 0
    end = at
    while end < len(words) and (words[end] in _TYPES or words[end] in (",", "and")):
        end += 1
    while end > at and words[end - 1] not in _TYPES:
        end -= 1
    listed = words[at:end]
    types = tuple(word for word in listed if word in _TYPES)
    if not at or len(types) < 2 or len(set(types)) != len(types) or listed != _and_list(types):
        raise NotRead(0, "no list of types")
    found = reader.sentence((*words[:at], "artifacts", *words[end:]))
    seen: list[Term] = []
    walk(found, seen.append)
    sets = [f for f in seen if isinstance(f, Filter)]
    plain = Filter(types=("artifact",), controller=sets[0].controller) if sets else None
    if len(sets) != 1 or sets[0] != plain or Each(plain) not in seen:
        raise NotRead(0, "a list of types in another place")
    wanted = replace(plain, types=(), any_of=tuple(_TYPES[word] for word in types))
    return tuple(swap(effect, plain, wanted) for effect in found)


def _and_list(types: Words) -> Words:
    """ "a and b", "a , b , and c"."""
    if len(types) == 2:
        return (types[0], "and", types[1])
    return (*(word for one in types[:-1] for word in (one, ",")), "and", types[-1])


#: Effects done to several targets at the same time, by the words in front of them.
_VERBS: Final[dict[str, type]] = {"destroy": Destroy, "exile": Exile, "tap": Tap, "untap": Untap}


def two_targets(reader: SentenceReader, words: Words) -> tuple[Effect, ...]:
    """ "Destroy target artifact and target land": two targets, which one object may be both (601.2c)."""
    at = next((i for i in range(2, len(words) - 1) if words[i : i + 2] == ("and", "target")), 0)
    if not at or words[0] not in _VERBS or words[1] != "target" or "target" in words[2:at] or words.count("and") != 1:
        raise NotRead(0, "no two targets")
    start = len(reader.work.targets)
    kind = _VERBS[words[0]]
    for part in (words[1:at], words[at + 1 :]):
        index = len(reader.work.targets)
        if reader.sentence((words[0], *part)) != (kind(TargetRef(index)),):
            raise NotRead(0, "something else than two targets")
    specs = reader.work.targets[start:]
    if len(specs) != 2 or any(spec.zone != "battlefield" or spec.players or spec.optional for spec in specs):
        raise NotRead(0, "two targets that are no permanents")
    return (kind(Targets(start, 2)),)


RULES: Final = (all_of_types, two_targets)
