"""Leaves of readings: what a phrase leaves open until the whole sentence is known. No leaf is left in a finished term.

``at`` is the place of the words in the text: leaves are resolved in the order of the words, whatever the order of fields.
"""

from __future__ import annotations

from reiterate.terms.base import Ability, Term
from reiterate.terms.conditions import Condition
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import TargetSpec
from reiterate.terms.trigger_events import TriggerEvent


class Subj(Term):
    """Who or what a verb phrase is about; filled in by the sentence."""


class Theirs(Term):
    """What somebody does with what is "theirs": a command, and "you", would say "your"."""

    effect: Term


class Named(Term):
    """The source by its name."""

    at: int


class Attached(Term):
    """What the source is attached to, by the words for it."""

    at: int


class Aim(Term):
    """A target that the words introduce."""

    spec: TargetSpec
    at: int


class AimSeveral(Term):
    """Several targets of one kind: ``least`` to ``most``; both are 0 where their number is announced (601.2c)."""

    spec: TargetSpec
    least: int
    most: int
    at: int


class AimBoth(Term):
    """Two targets of unlike kinds, which one object may be both (601.2c)."""

    first: TargetSpec
    second: TargetSpec
    at: int


class Targeted(Term):
    """The one target of an activated ability, in words about its cost: "the creature it targets"."""


class Own(Term):
    """A condition on the source that the words say of "it"."""

    condition: Condition
    at: int


class Group(Term):
    """The effects of one sentence, and where it begins."""

    at: int
    effects: tuple[Term, ...]


class Pointer(Term):
    """Words that point to something named, made or moved before: ``what`` is the kind of words, ``subtype`` what it is called."""

    what: str
    at: int
    subtype: str = ""


class Meant(Term):
    """On the way back: what is spoken of again, the kinds of words that point to it here, and what it was called first; "" where that is not known."""

    ref: Term
    words: tuple[str, ...]
    at: int = 0
    noun: str = ""


class Behind(Term):
    """On the way back: an amount that speaks of who is dealt damage, and so stands behind the words for that."""

    of: Term


class InFront(Term):
    """On the way back: an amount of counters that speaks of what came before their target, and so stands in front of it."""

    of: Term


class Quoted(Ability):
    """A text in quotes."""

    text: str


class Follow(Term):
    """A sentence that belongs to the one in front: ``how`` says in which way."""

    how: str
    effects: tuple[Term, ...] = ()
    condition: Term | None = None
    words: str = ""


class Open(Ability):
    """An ability whose leaves are not resolved yet: ``kind`` activated, triggered or spell; ``groups`` are sentences."""

    kind: str
    groups: tuple[Term, ...] = ()
    costs: tuple[Term, ...] = ()
    trigger: TriggerEvent | None = None
    condition: Condition | None = None
    timing: str = ""
    limit: str = ""
    modes: tuple[tuple[Term, ...], ...] = ()  # the sentences of each
    least: int = 1
    most: int = 1
    kicked: tuple[int, ...] = ()
    less: Quantity | None = None
    less_if: Condition | None = None
    more: Quantity | None = None
    zone: str = ""  # where it is activated from, if the costs don't say it


class NotRead(Exception):
    """The words fit the grammar and have no meaning here; ``position``: of the word in question."""

    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.position = position
        self.why = why
