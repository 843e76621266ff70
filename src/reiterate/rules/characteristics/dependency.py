"""What a continuous effect writes in a layer, and what is read for whether and to what another one applies (613.8a).

Only a filter: words that don't meet show without a trial that there is no dependency. ``None``
stands for every word.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from reiterate.rules.characteristics.printed_characteristics import EVERY_TYPE
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Term
from reiterate.terms.effects_continuous import Become, GainAbilities, GainKeywords, LoseKeywords
from reiterate.terms.filters import Filter
from reiterate.terms.static_effects import Are, GrantAbilities
from reiterate.terms.word_changes import BASIC_LANDS

Words: TypeAlias = "frozenset[str] | None"
NO_WORDS: Final[frozenset[str]] = frozenset()
CHANGELING: Final = "changeling"
Node = TypeVar("Node", bound=Hashable)


class Touch:
    """What one effect writes in a layer: ``words``, and whether it may take abilities away or replace them."""

    __slots__ = ("takes", "words")

    def __init__(self, words: Words, takes: bool) -> None:
        self.words = words
        self.takes = takes

    def leaves(self, read: frozenset[str]) -> bool:
        """Whether the effect writes none of the words read and takes no ability away."""
        return not self.takes and self.words is not None and not (self.words & read)


class Touched(Touch):
    """What several effects write in a layer, together."""

    __slots__ = ()

    def __init__(self, touches: Iterable[Touch]) -> None:
        words: set[str] = set()
        everything = takes = False
        for touch in touches:
            everything = everything or touch.words is None
            takes = takes or touch.takes
            words |= touch.words or NO_WORDS
        super().__init__(None if everything else frozenset(words), takes)


_TOUCHES: dict[tuple[Term, str], Touch] = {}
_READ: dict[Static, Words] = {}


def touches(effect: Term, layer: str) -> Touch:
    """What an effect writes in a layer: types and subtypes in layer 4, keywords in layer 6, sizes behind them."""
    found = _TOUCHES.get((effect, layer))
    if found is None:
        found = _TOUCHES[effect, layer] = _types(effect) if layer == "4" else _abilities(effect, layer)
    return found


def _types(effect: Term) -> Touch:
    """Layer 4: additions write their words; what replaces, takes away or is chosen may write each one (305.7)."""
    if not isinstance(effect, (Are, Become)):
        return Touch(None, takes=False)
    lands = any(subtype in BASIC_LANDS for subtype in effect.subtypes)
    chosen = isinstance(effect, Are) and bool(effect.chosen)
    if effect.instead or effect.retype or chosen or lands or EVERY_TYPE in effect.subtypes:
        return Touch(None, takes=True)
    return Touch(frozenset({*effect.types, *effect.subtypes}), takes=False)


def _abilities(effect: Term, layer: str) -> Touch:
    """Layer 6: what is gained writes the names of its keywords; what is lost may write each one."""
    if layer != "6":
        return Touch(NO_WORDS, takes=False)  # sizes: only conditions and comparisons read them
    if isinstance(effect, GainKeywords):
        return Touch(frozenset(effect.keywords), takes=False)
    if isinstance(effect, LoseKeywords):
        return Touch(None, takes=True)
    if isinstance(effect, (GrantAbilities, GainAbilities)):
        return Touch(frozenset(a.name for a in effect.abilities if isinstance(a, Keyword)), takes=False)
    return Touch(None, takes=True)


def read_words(ability: Static) -> Words:
    """The words that say whether and to what a static ability applies; None where conditions or numbers are read."""
    if ability not in _READ:
        subject = getattr(ability.effect, "subject", None)
        words: Words = NO_WORDS
        if isinstance(subject, Filter):
            words = _filter_words(subject)
        _READ[ability] = None if ability.condition is not None else words
    return _READ[ability]


def _filter_words(subject: Filter) -> Words:
    if subject.compare is not None or subject.chosen or subject.bare:
        return None
    subtypes = {*subject.subtypes, *subject.any_subtype, *subject.without_subtypes}
    types = {*subject.types, *subject.any_of, *subject.without_types}
    keywords = {subject.keyword, subject.without_keyword} - {""}
    return frozenset(subtypes | types | keywords | ({CHANGELING} if subtypes else set()))


def reached(behind: Mapping[Node, list[Node]], start: Node) -> set[Node]:
    """What an effect depends on, also through others."""
    found: set[Node] = set()
    todo = [start]
    while todo:
        for other in behind[todo.pop()]:
            if other not in found:
                found.add(other)
                todo.append(other)
    return found
