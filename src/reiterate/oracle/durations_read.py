"""Sentences with another duration than this turn (611.2), read as the same sentence until end of turn."""

from __future__ import annotations

from typing import Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_continuous import Become, GainControl, Lasting, LastingEffect
from reiterate.terms.effects_structure import Delayed, Effect
from reiterate.terms.print_structure import DURATIONS
from reiterate.terms.references import Result

_WORDS: Final = (
    *((tuple(words.split()), until) for until, words in DURATIONS.items()),
    (("until", "end", "of", "your", "next", "turn"), "next end"),
)
#: What those words take the place of.
_USUAL: Final = (("until", "end", "of", "turn"), ("this", "turn"))


def lasts(reader: SentenceReader, words: Words) -> tuple[Effect, ...]:
    """ "Target creature gets -2/-0 until your next turn", "gain control of it for as long as you control ~"."""
    for phrase, until in _WORDS:
        size = len(phrase)
        if words[:size] == phrase and words[size : size + 1] == (",",):
            return _read(reader, words[size + 1 :], until)
        if words[-size:] == phrase:
            return _read(reader, words[:-size], until)
    raise NotRead(0, "no other duration")


def _read(reader: SentenceReader, words: Words, until: str) -> tuple[Effect, ...]:
    """The sentence with a usual duration behind it, each effect of it with the other one."""
    if any(word in words for word in ("until", "whenever", "when", "if")) or not words:
        raise NotRead(0, "more than one duration")
    problem = NotRead(0, "no effect that lasts")
    for usual in _USUAL:
        try:
            found = reader.sentence((*words, *usual))
        except NotRead as error:
            problem = error
            continue
        return tuple(_longer(effect, until) for effect in found)
    raise problem


def _longer(effect: Effect, until: str) -> Lasting:
    if not isinstance(effect, LastingEffect) or isinstance(getattr(effect, "object", None), Result):
        raise NotRead(0, "an effect that has no other duration")
    if isinstance(effect, GainControl | Become) and effect.duration != "turn":
        raise NotRead(0, "an effect that lasts for the rest of the game")
    if isinstance(effect, GainControl) and effect.who is not None:
        raise NotRead(0, "control that another player gains")
    seen: list[Term] = []
    walk(effect, seen.append)
    if any(isinstance(part, Delayed | Lasting) for part in seen):
        raise NotRead(0, "an effect of later")
    return Lasting(effect, until)
