"""Card names as people type them: the part before a comma, a beginning, a face, a misspelling (``named``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from reiterate.cards.book import CardBook
from reiterate.cards.sources import CardFileError, key_of
from reiterate.lazy_module import Later
from reiterate.oracle import CompiledCard
from reiterate.refusals import AMBIGUOUS, INPUT, Refusal, Where

if TYPE_CHECKING:
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA
else:
    OSA = Later("rapidfuzz.distance.OSA")
    fuzz = Later("rapidfuzz.fuzz")
    process = Later("rapidfuzz.process")

#: How alike a misspelled name must be to be taken, of 100, and how much more alike than the next one.
ALIKE: Final = 85
AHEAD: Final = 4

#: How alike a name must be to be told beside a refusal.
NEAR: Final = 60

#: Letters of a misspelling for each that may be wrong in it: one that is left out, put in, another one, or changed places with the next.
SPELLED: Final = 4

#: Letters of a beginning for which names are told.
LETTERS: Final = 2

#: Letters up to which a beginning is too short to mean a card.
MOST_SHORT: Final = 3

#: Names that a refusal lists.
LISTED: Final = 5

#: Words of a name that are put together at most.
MOST_WORDS: Final = 8

#: What stands between two names (of "+2 Mace" the sign is a part), and what may.
_BETWEEN: Final = re.compile(r"\+(?!\d)|;")
_MAYBE: Final = re.compile(r"\s*[,&]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)

_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")


#: The first of the ways of saying a name (``_ways``): those that say all of it, or all before its comma.
SURE: Final = 3


def named(book: CardBook, said: str) -> CompiledCard | Refusal:
    """The card that a person means.

    In: a full name, or the name of a face, in upper or lower case. Else a part of one name: what stands before its comma,
    its beginning, or whole words that no other name has. Else a misspelling that is much nearer to one name than to others.
    Out: the card; or a refusal ``card-ambiguous`` with the candidates, or ``card-unknown`` with
    the nearest names.
    """
    keys = _keys_beside(book, said)
    if not isinstance(keys, list):
        return keys
    asked = _letters(key_of(said))
    if not asked:
        return _unknown(book, said, [])
    for keys_meant in _ways(asked, keys):
        cards = _cards(book, keys_meant)
        if len(cards) == 1:
            return cards[0]
        if cards:
            return _several(said, [card.name for card in cards])
    return _misspelled(book, said, asked, keys)


def surely_named(book: CardBook, said: str) -> CompiledCard | Refusal:
    """The card of a name that leaves no doubt, for whoever can ask a person who is there.

    In: a full name or a face's; the same without hyphens and spaces; what stands before a comma. Else the one card of which it is a
    beginning, or some whole words, or the beginning of a word, as ``conscr``. ``twin`` may be Twincast or Splinter Twin, so it is refused. So is every misspelling.
    Out: the card; or ``card-ambiguous``, or ``card-unknown``.
    """
    keys = _keys_beside(book, said)
    if not isinstance(keys, list):
        return keys
    asked = _letters(key_of(said))
    ways = list(_ways(asked, keys)) if asked else []
    words = [key for key in keys if f" {asked}" in f" {_letters(key)}"] if len(asked) > MOST_SHORT else []
    for meant in (*ways[:SURE], [key for way in (*ways[SURE:], words) for key in way]):
        cards = _cards(book, meant)
        if cards:
            return cards[0] if len(cards) == 1 else _several(said, [card.name for card in cards])
    return _unknown(book, said, [])


def names_in(book: CardBook, words: Sequence[str]) -> list[str]:
    """The names of cards among the words of a command.

    A sign between names parts them: + or ;. So does a comma, & or "and", where a whole name stands beside it, or each part means a card. A name of
    several words needs no quotes.
    So words that together are a whole name are that name, unless each of them is one by itself. So are two words that mean the
    same card, and mean it together as well.
    """
    found: list[str] = []
    for name in _grouped(book, [part for word in words for part in _parts(book, word)], " "):
        if found and _mean_one(book, found[-1], name):
            found[-1] += f" {name}"
        else:
            found.append(name)
    return found


def _parts(book: CardBook, word: str) -> list[str]:
    """What stands between the signs in a word of a command; the word alone where it is a whole name."""
    if _whole(book, word) or not (_BETWEEN.search(word) or _MAYBE.search(word)):
        return [word]
    parts = [part.strip(" ,") for part in _BETWEEN.split(word)]
    return [each for part in parts for each in _enumerated(book, part) if each]


def _enumerated(book: CardBook, part: str) -> list[str]:
    """The names in a part with commas, & or "and", each of which may belong to a name."""
    if not _MAYBE.search(part) or _whole(book, part):
        return [part]
    begins, ends = [0], []
    for sign in _MAYBE.finditer(part):
        ends.append(sign.start())
        begins.append(sign.end())
    ends.append(len(part))
    names: list[str] = []
    at = 0
    while at < len(begins):  # the longest name first
        last = range(len(begins) - 1, at, -1)
        end = next((each for each in last if _whole(book, part[begins[at] : ends[each]])), at)
        names.append(part[begins[at] : ends[end]])
        at = end + 1
    if any(_whole(book, name) for name in names):
        return names
    means = all(_means(book, name) for name in names) and not _means(book, part)
    return names if means else [part]


def _means(book: CardBook, said: str) -> bool:
    """Whether a card is called so, or several may be."""
    found = surely_named(book, said)
    return isinstance(found, CompiledCard) or found.code == "card-ambiguous"


def _grouped(book: CardBook, words: Sequence[str], glue: str) -> list[str]:
    """Words with those put together that are a whole name, the longest first, unless each is a whole name by itself."""
    found: list[str] = []
    at = 0
    while at < len(words):
        ends = range(min(len(words), at + MOST_WORDS), at + 1, -1)
        together = (
            end
            for end in ends
            if _whole(book, glue.join(words[at:end])) and not all(_whole(book, word) for word in words[at:end])
        )
        end = next(together, at + 1)
        found.append(glue.join(words[at:end]))
        at = end
    return found


def _mean_one(book: CardBook, one: str, other: str) -> bool:
    """Whether two words, none of which is a whole name, mean the same card, and mean it together as well."""
    if _whole(book, one) or _whole(book, other):
        return False
    names = set()
    for said in (one, other, f"{one} {other}"):
        card = named(book, said)
        if isinstance(card, Refusal):
            return False
        names.add(card.name)
    return len(names) == 1


def _whole(book: CardBook, said: str) -> bool:
    """Whether this is a whole name, of a card or of a face."""
    key = key_of(said)
    try:
        return any(found.full or found.faces for found in (source.named(key) for source in book.sources))
    except CardFileError:
        return False


def _keys_beside(book: CardBook, said: str) -> list[str] | CompiledCard | Refusal:
    """The keys of all names where no card is called as was said; else the card, or why the names can't be told."""
    found = book.find(said)
    if isinstance(found, CompiledCard) or found.code != "card-unknown":
        return found
    try:
        return list(dict.fromkeys(key for source in book.sources for key in source.all_keys()))
    except CardFileError as error:
        return error.refusal


def names_beginning(book: CardBook, said: str, most: int) -> list[str]:
    """Full names that begin so, ``most`` at most; none for fewer than ``LETTERS`` letters, of which there are too many.

    Hyphens, apostrophes, commas and spaces may be left out: ``kikijiki``.
    """
    key = key_of(said)
    joined = _joined(key)
    found: list[str] = []
    if len(key) < LETTERS:
        return found
    for source in book.sources:
        for name in source.all_keys():
            if len(found) < most and (
                name.startswith(key) or (len(joined) >= LETTERS and _joined(name).startswith(joined))
            ):
                facts = book.facts(name)
                found += [] if isinstance(facts, Refusal) else [str(facts["name"])]
    return list(dict.fromkeys(found))


def near(book: CardBook, said: str, most: int) -> list[str]:
    """Names that a person may mean, the likeliest first, ``most`` at most.

    They are meant by the ways of ``named``, or by a word that begins so. Where there are none, they are spelled nearly so.
    """
    keys = list(dict.fromkeys(key for source in book.sources for key in source.all_keys()))
    asked = _letters(key_of(said))
    if not asked:
        return []
    lettered = {key: _letters(key) for key in keys}
    meant = [key for way in _ways(asked, keys) for key in way]
    meant += [key for key, letters in lettered.items() if len(asked) >= LETTERS and f" {asked}" in letters]
    rows = [book.facts(key) for key in list(dict.fromkeys(meant or _nearly(asked, lettered)))[: 2 * most]]
    names = [str(each["name"]) for each in rows if not isinstance(each, Refusal)]
    return list(dict.fromkeys(names))[:most]


def _nearly(asked: str, lettered: Mapping[str, str]) -> list[str]:
    """The names that are spelled nearly so, or of which the beginning or a word is, the nearest first."""
    wrong, many = len(asked) // SPELLED, len(asked.split())
    spelled: dict[str, list[str]] = {}  # parts of names that are about as long: the names
    for key, letters in lettered.items():
        words = letters.split()
        parts = [letters, letters[: len(asked)], " ".join(words[:many]), *(words if many == 1 else ())]
        parts += [_letters(key.split(",")[0])] if "," in key else []
        for part in parts:
            if -wrong <= len(part) - len(asked) <= wrong:
                spelled.setdefault(part, []).append(key)
    near = process.extract(asked, list(spelled), scorer=OSA.distance, limit=None, score_cutoff=wrong) if wrong else []
    return [key for part, _, _ in near for key in spelled[part]]


def _letters(key: str) -> str:
    return _NO_LETTER.sub(" ", key).strip()


@lru_cache(100_000)  # each letter that is typed looks at all names
def _joined(key: str) -> str:
    return _NO_LETTER.sub("", key)


def _ways(asked: str, keys: Iterable[str]) -> Iterable[list[str]]:
    """The names that may be meant, by one way of saying a name after the other, the strictest first."""
    lettered = {each: _letters(each) for each in keys}
    joined = _joined(asked)
    yield [each for each, letters in lettered.items() if letters.replace(" ", "") == joined]
    yield [each for each in lettered if "," in each and _letters(each.split(",")[0]) == asked]
    yield [each for each in lettered if "," in each and _joined(each.split(",")[0]) == joined]
    yield [each for each, letters in lettered.items() if letters.startswith(f"{asked} ")]
    if len(asked) > MOST_SHORT:
        yield [each for each, letters in lettered.items() if letters.startswith(asked)]
        yield [each for each, letters in lettered.items() if letters.replace(" ", "").startswith(joined)]
        yield [each for each, letters in lettered.items() if f" {asked} " in f" {letters} "]
        if " " in asked:
            yield [each for each, letters in lettered.items() if _begin(asked.split(), letters.split())]


def _begin(asked: list[str], words: list[str]) -> bool:
    """Whether the words that are asked for are beginnings of a name's first words, in order."""
    return len(words) >= len(asked) and all(word.startswith(part) for part, word in zip(asked, words, strict=False))


def _cards(book: CardBook, keys: Iterable[str]) -> list[CompiledCard]:
    """The cards of some names, each once; no more than a refusal would list, and one."""
    found: dict[str, CompiledCard] = {}
    for key in keys:
        card = book.find(key)
        if isinstance(card, CompiledCard):
            found.setdefault(card.name, card)
        if len(found) > LISTED:
            break
    return list(found.values())


def _misspelled(book: CardBook, said: str, asked: str, keys: list[str]) -> CompiledCard | Refusal:
    """The card of a name that is spelled almost so; also where only what stands before the comma is."""
    choices: dict[str, str] = {}  # spelled so: the name
    for key in keys:
        choices.setdefault(_letters(key), key)
        if "," in key:
            choices.setdefault(_letters(key.split(",")[0]), key)
    near = process.extract(asked, list(choices), scorer=fuzz.ratio, limit=2 * LISTED, score_cutoff=NEAR)
    scores: dict[str, float] = {}
    for letters, score, _ in near:
        scores.setdefault(choices[letters], score)
    best = sorted(scores, key=lambda key: -scores[key])
    if best and scores[best[0]] >= ALIKE and all(scores[best[0]] - scores[key] >= AHEAD for key in best[1:2]):
        return book.find(best[0])
    return _unknown(book, said, [card.name for card in _cards(book, best[:LISTED])])


def _several(said: str, names: list[str]) -> Refusal:
    more = ", ..." if len(names) > LISTED else ""
    expected = f"one of {'; '.join(names[:LISTED])}{more}"
    return Refusal(AMBIGUOUS, "card-ambiguous", f"{said!r} could be several cards", expected, where=Where(span=said))


def _parted(book: CardBook, said: str) -> str:
    """How several names are said, where commas stand between names and one of them is known; else ""."""
    parts = [part.strip() for part in said.split(",")]
    known = len(parts) > 1 and any(isinstance(book.find(part), CompiledCard) for part in parts)
    return (
        f"one name; several are '{'; '.join(parts)}' in a field, and words of their own in a command" if known else ""
    )


def _unknown(book: CardBook, said: str, names: list[str]) -> Refusal:
    expected = _parted(book, said) or (f"one of {'; '.join(names)}" if names else "a card's English name")
    expected += f"; {book.more}" if book.more else ""
    return Refusal(INPUT, "card-unknown", f"no card is called {said!r}", expected, where=Where(span=said))
