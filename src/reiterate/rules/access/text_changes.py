"""Text-changing effects (612, 613.1c): the text of a permanent or spell with words replaced by others.

The class of what is affected has the changed text as its ``proto``. So everything that reads
abilities and subtypes reads the changed text, before types, colours and abilities are worked out
(613.1c). Two properties keep the rest: the copiable values without the change (707.2), and the
replacements in timestamp order, each with its duration. Neighbours that last equally long are
composed. It stays on a permanent spell that becomes a permanent (400.7a) and is lost in any other
zone.
"""

from __future__ import annotations

from reiterate.state.model import Class
from reiterate.state.properties import COPIABLE, WORD_CHANGES
from reiterate.terms.proto import Proto
from reiterate.terms.word_changes import Changes, composed, reworded_proto


def copiable_of(cls: Class) -> Proto:
    """The copiable values of an object: without changes of its text (707.2)."""
    kept = cls.by_prop.get(COPIABLE, cls.proto)
    assert isinstance(kept, Proto), f"{cls!r} has no printed characteristics"
    return kept


def with_copiable(cls: Class, proto: Proto) -> Class:
    """The class with other copiable values; what changes its text changes these as well (613.1a, 613.1c)."""
    if WORD_CHANGES not in cls.by_prop:
        return cls.but("proto", proto)
    return _worded(cls, proto, _replacements(cls))


def replaced(cls: Class, changes: Changes, duration: str) -> Class:
    """The class with one more text-changing effect, newer than those there are."""
    return _worded(cls, copiable_of(cls), (*_replacements(cls), (duration, changes)))


def without_text_changes(cls: Class, duration: str) -> Class:
    """The class without the text-changing effects that last so long."""
    if WORD_CHANGES not in cls.by_prop:
        return cls
    return _worded(cls, copiable_of(cls), tuple(one for one in _replacements(cls) if one[0] != duration))


def plain(cls: Class) -> Class:
    """The class without any change of its text: what a copy of a spell has (707.10)."""
    return _worded(cls, copiable_of(cls), ()) if WORD_CHANGES in cls.by_prop else cls


def _replacements(cls: Class) -> tuple[tuple[str, Changes], ...]:
    found: tuple[tuple[str, Changes], ...] = cls.by_prop.get(WORD_CHANGES, ())  # type: ignore[assignment] # as ``_worded`` writes it
    return found


def _worded(cls: Class, proto: Proto, replacements: tuple[tuple[str, Changes], ...]) -> Class:
    kept: list[tuple[str, Changes]] = []
    for duration, changes in replacements:
        if kept and kept[-1][0] == duration:
            kept[-1] = (duration, composed(kept[-1][1], changes))
        else:
            kept.append((duration, changes))
        if not kept[-1][1]:
            kept.pop()
    now = proto
    for _, changes in kept:
        now = reworded_proto(now, changes)
    cls = cls.but("proto", now)
    return cls.with_prop(WORD_CHANGES, tuple(kept) or False).with_prop(COPIABLE, proto if kept else False)
