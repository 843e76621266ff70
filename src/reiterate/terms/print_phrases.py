"""Phrases and how they become sentences: subject, verb and rest, a repeated subject left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from reiterate.terms.base import Term
from reiterate.terms.print_spelling import sentence, third_person


class Style(NamedTuple):
    """Which of two spellings to print."""

    equal: bool = False  # "equal to the number of" instead of "for each"
    late: bool = False  # "damage to any target equal to ..." instead of "damage equal to ... to any target"
    elide: bool = True  # leave out a repeated subject
    suffix: bool = False  # "... as long as" at the end
    every: str = ""  # "all" or "each" where the plain plural would do
    after: bool = False  # "a token that's tapped" instead of "a tapped token"
    terse: bool = True  # leave out a repeated "deals" or "create" too
    its: bool = False  # "its controller" where "that player" would do


class Phrase(NamedTuple):
    """One effect as subject, verb and rest; ``until``: for this turn only."""

    subject: str
    third: bool
    verb: str
    rest: str
    until: bool = False
    about: Term | None = None  # the node that the subject stands for
    joined: bool = False  # part of the words in front: "3 damage to it and 2 damage to you"

    def finite(self) -> str:
        """Verb and rest in the subject's person."""
        verb = third_person(self.verb) if self.third else self.verb
        return f"{verb} {self.rest}".strip()


#: Verbs that keep "you" in front; others are spelled as commands.
_WITH_YOU: Final = frozenset({"gain", "lose", "get", "win"})
#: Verbs that are left out when they come again.
_TERSE: Final = frozenset({"deal", "create"})
UNTIL: Final = " until end of turn"


def _sentence_of(group: Sequence[Phrase], terse: bool) -> str:
    """Phrases with one subject as one sentence."""
    first = group[0]
    bare = first.subject == "you" and first.verb not in _WITH_YOU
    texts = [first.finite()]
    for last, phrase in pairwise(group):
        counted = " for each " in phrase.rest or " for each " in last.rest  # it would seem to count both
        again = phrase.verb == last.verb and phrase.verb in _TERSE and not counted
        again = again and (phrase.joined if phrase.verb == "deal" else terse)
        texts.append(phrase.rest if again else phrase.finite())
    text = " and ".join(texts)
    whole = text if bare or not first.subject else f"{first.subject} {text}"
    return whole + (UNTIL if first.until else "")


def join_phrases(phrases: Sequence[Phrase], style: Style, capital: bool = True) -> str:
    """Sentences; phrases of one subject and duration that follow each other share it. ``capital``: of the first word."""
    groups: list[list[Phrase]] = []
    for phrase in phrases:
        last = groups[-1][-1] if groups else None
        if (
            (style.elide or phrase.joined)
            and last is not None
            and phrase.about is not None
            and (last.about, last.third, last.until) == (phrase.about, phrase.third, phrase.until)
        ):
            groups[-1].append(phrase)
        else:
            groups.append([phrase])
    return " ".join(
        sentence(_sentence_of(group, style.terse), capital or index > 0) for index, group in enumerate(groups)
    )
