"""Sentences read by saying them in other words: a duration in front, an X that is explained behind, conditions turned round."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.terms import language as n
from reiterate.terms.base import Term, swap, walk
from reiterate.terms.print_spelling import COLOR_WORDS

_UNTIL: Final = ("until", "end", "of", "turn")
_WHERE: Final = (",", "where", "X", "is")


def until_in_front(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "Until end of turn, ..." as "... until end of turn"; not of what happens whenever something else does."""
    if words[:5] != (*_UNTIL, ",") or words[5:6] in (("whenever",), ("when",), ("if",)) or "until" in words[5:]:
        raise NotRead(0, "no duration in front")
    found = reader.attempt(reader.sentence, (*words[5:], *_UNTIL)) or _each_until(reader, words[5:])
    if len({type(e) for e in found} - {n.Pump, n.GainKeywords, n.GainAbilities, n.SetBasePT, n.Become}):
        raise NotRead(0, "a duration of something that has none")
    return found


def _each_until(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """Two joined clauses that a duration in front of both is about (611.2a)."""
    for i, word in enumerate(words):
        if word not in (",", "and", "then") or not i:
            continue
        rest = words[i + 1 :]
        while rest[:1] in (("and",), ("then",)):
            rest = rest[1:]
        mark = reader.mark()
        try:
            left = until_in_front(reader, (*_UNTIL, ",", *words[:i]))
            return (*left, *until_in_front(reader, (*_UNTIL, ",", *rest)))
        except NotRead:
            reader.back(mark)
    raise NotRead(0, "no clauses with a duration in front")


def where_x(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "create X tokens, where X is ...": the sentence of an X, and what that X is."""
    at = next((i for i in range(len(words)) if words[i : i + 4] == _WHERE), -1)
    if at < 0 or reader.work.has_x:
        raise NotRead(0, "no X that is explained")
    reader.work.has_x = True
    try:
        found = reader.sentence(words[:at])
    finally:
        reader.work.has_x = False
    amount = reader.quantity(words[at + 4 :])
    if any(isinstance(e, n.Delayed | n.Reflexive | n.May) for e in found):
        raise NotRead(0, "an X of later")
    seen: list[Term] = []
    walk(found, seen.append)
    if n.XValue() not in seen:
        raise NotRead(0, "an X that is not used")
    return tuple(swap(effect, n.XValue(), amount) for effect in found)


def of_your_choice(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "becomes the color of your choice", "protection from the color of your choice": chosen as it happens (608.2d)."""
    for phrase, kinds in _CHOICES:
        at = next((i for i in range(len(words)) if words[i : i + len(phrase)] == phrase), -1)
        if at < 0:
            continue
        first = kinds[0]
        if any(word in words for word in first[0] if word not in ("a", "an")):
            raise NotRead(0, "a choice beside a word of the same kind")
        found = reader.sentence((*words[:at], *first[0], *words[at + len(phrase) :]))
        if len(found) != 1 or not isinstance(found[0], n.Become | n.GainAbilities):
            raise NotRead(0, "a choice of something else")
        made = []
        for _, parts in kinds:
            option = found[0]
            for old, new in zip(first[1], parts, strict=True):
                option = swap(option, old, new)
            made.append((option,))
        if len(set(made)) != len(kinds):
            raise NotRead(0, "a choice that makes no difference")
        return (n.ChooseOne(tuple(made)),)
    raise NotRead(0, "nothing of your choice")


def gets_and_becomes(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "~ gets +1/+1 and becomes white until end of turn" as two sentences (613.6)."""
    if words[:2] != ("~", "gets") or words[3:5] != ("and", "becomes") or words[-4:] != _UNTIL:
        raise NotRead(0, "not one thing that gets something and becomes something")
    return (*reader.sentence((*words[:3], *_UNTIL)), *reader.sentence(("~", *words[4:])))


_COLOR_CHOICE: Final = tuple(
    ((word,), ((letter,), n.Keyword("protection", f"from {word}"))) for word, letter in COLOR_WORDS.items()
)
_LAND_CHOICE: Final = tuple(
    (("an" if name[0] in "AEIOU" else "a", name), ((name,),))
    for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")
)
#: The words of a choice, and for each answer its words and what they change in what was read for the first one.
_CHOICES: Final[tuple[tuple[Words, Any], ...]] = (
    (("the", "color", "of", "your", "choice"), _COLOR_CHOICE),
    (("the", "basic", "land", "type", "of", "your", "choice"), _LAND_CHOICE),
)


def each_and_each(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "deals 2 damage to each creature and each player" with the damage said twice: it is one event (120.3)."""
    at = next((i for i in range(len(words)) if words[i : i + 1] == ("damage",) and words[i + 1 : i + 3] == _TO_EACH), 0)
    both = [i for i in range(at, len(words)) if words[i : i + 2] == ("and", "each")]
    if at < 2 or words[at - 2] not in ("deal", "deals") or len(both) != 1:
        raise NotRead(0, "no damage to two sets")
    return reader.sentence((*words[: both[0] + 1], words[at - 1], "damage", "to", *words[both[0] + 1 :]))


_TO_EACH: Final = ("to", "each")


def adapts(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "Adapt 1" (701.46a)."""
    if len(words) != 2 or words[0] != "adapt":
        raise NotRead(0, "nothing that adapts")
    more = n.PutCounters(n.This(), "+1/+1", reader.number(words[1:]))
    return (n.Branch(n.Not(n.HasCounter(n.This(), "+1/+1")), (more,)),)


def condition_in_other_words(reader: SentenceReader, words: Words) -> n.Condition | None:
    """ "... is less than five", "~ isn't a token"; None for others."""
    if words == ("~", "isn't", "a", "token"):
        return n.Not(n.IsA(n.This(), n.Filter(token=True)))
    at = next((i for i in range(len(words)) if words[i : i + 3] == ("is", "less", "than")), -1)
    if at > 0 and len(words) == at + 4 and words[-1].isdecimal() and words[-1] != "0":
        return n.Compared(reader.quantity(words[:at]), "<=", n.Fixed(int(words[-1]) - 1))
    return None


def source_first(costs: Words, effects: Words) -> Words:
    """ "Remove a counter from ~: It deals ..." with "~" for "it": what the costs named last."""
    last = next((w for w in reversed(costs) if w == "~" or w in ("a", "an", "another", "creature", "card")), "")
    if effects[:1] == ("it",) and last == "~":
        return ("~", *effects[1:])
    return effects


_TWICE: Final = (("attacks",), ("dies",), ("leaves", "the", "battlefield"))


def enters_or(words: Words) -> tuple[Words, Words] | None:
    """ "When ~ enters or attacks, ..." as two triggered abilities."""
    for other in _TWICE:
        if words[1:4] == ("~", "enters", "or") and words[4 : 4 + len(other)] == other:
            rest = words[4 + len(other) :]
            if rest[:1] == (",",):
                return (*words[:3], *rest), (*words[:2], *other, *rest)
    return None
