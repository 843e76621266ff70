"""Sentences about several targets of one kind, read as the sentence about one of them: what is done, is done to each (115.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import CARD_TYPES, subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace, walk, with_fields
from reiterate.terms.print_spelling import plural, third_person

#: Effects that do to several things at once what they do to one, and the field that names it.
_DONE_TO: Final[dict[type, str]] = {
    n.Tap: "object",
    n.Untap: "object",
    n.Destroy: "object",
    n.Exile: "object",
    n.ReturnToHand: "object",
    n.PutCounters: "object",
    n.RemoveCounters: "object",
    n.Pump: "object",
    n.GainKeywords: "object",
    n.LoseKeywords: "object",
    n.Forbid: "object",
    n.Require: "object",
    n.SetBasePT: "object",
    n.SwitchPT: "object",
    n.DealDamage: "to",
    n.Draw: "who",
    n.Discard: "who",
    n.Mill: "who",
    n.GainLife: "who",
    n.LoseLife: "who",
    n.Move: "object",
    n.ReturnToBattlefield: "object",
    n.GainControl: "object",
    n.GainAbilities: "object",
    n.Become: "object",
}
_PLURALS: Final[dict[str, str]] = {
    **{plural(word): word for word in (*CARD_TYPES, "permanent", "card", "player", "opponent")},
    **{plural(name): name for name in subtypes() if name[:1].isupper()},
}
#: The greatest number of targets that is read.
_MOST: Final = 9
_VERBS: Final = ("get", "gain", "lose", "attack", "block", "draw", "discard", "mill", "become", "have")
_THOSE: Final = (("those", "creatures"), ("those", "permanents"), ("those", "lands"), ("those", "artifacts"))


def several(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "Tap up to two target creatures", "one or two target creatures each get +1/+1", "untap those creatures"."""
    for i in range(len(words)):
        least, most, size = _number(words[i:])
        other = words[i + size : i + size + 1] == ("other",)
        at = i + size + other
        if not size or words[at : at + 1] not in (("target",), ("targets",)):
            continue
        before = words[: i - 2] if words[max(i - 2, 0) : i] == ("each", "of") else words[:i]
        if words[at] == "targets":
            if other:
                break
            one = (*before, "any", "target", *words[at + 1 :])
        else:
            one = (*before, *(("another",) if other else ()), "target", *_singular(words[at + 1 :], not before))
        return _read(reader, one, least, most)
    return _those(reader, words)


def _number(words: Words) -> tuple[int, int, int]:
    """The least and the greatest number of targets, and how many words say it: 0 for no number."""
    if words[:2] == ("up", "to") and words[2:3] and words[2].isdecimal() and 1 < int(words[2]) <= _MOST:
        return 0, int(words[2]), 3
    for most in range(2, 5):
        listed = [str(i) for i in range(1, most + 1)]
        spelled = (*" , ".join(listed[:-1]).split(), *((",",) if most > 2 else ()), "or", listed[-1])
        if words[: len(spelled)] == spelled:
            return 1, most, len(spelled)
    if words[:1] and words[0].isdecimal() and 1 < int(words[0]) <= _MOST:
        return int(words[0]), int(words[0]), 1
    return 0, 0, 0


def _singular(words: Words, subject: bool) -> Words:
    """The words behind "target" for one of them. ``subject``: the sentence begins with the targets."""
    at = next((i for i, word in enumerate(words) if word in _PLURALS), -1)
    if at < 0:
        raise NotRead(0, "no kind of targets")
    found = [*words[:at], _PLURALS[words[at]]]
    rest = words[at + 1 :]
    if rest[:3] == ("and", "/", "or"):
        if rest[3:4] == () or rest[3] not in _PLURALS or at:
            raise NotRead(0, "no kind of targets")
        found += ["or", _PLURALS[rest[3]]]
        rest = rest[4:]
    rest = _owned(rest)
    if not subject:
        return (*found, *rest)
    ready = False
    for before, word in pairwise(("", *rest)):
        if word == "each" and not ready:
            ready = True
            continue
        found.append(third_person(word) if word in _VERBS and before not in ("can't", "or") else word)
    return tuple(found)


def _owned(words: Words) -> Words:
    """ "To their owners' hands" as "to its owner's hand"."""
    for i in range(len(words) - 2):
        if words[i : i + 3] in (("their", "owners", "'"), ("their", "owner", "'s")):
            rest = tuple({"hands": "hand", "libraries": "library"}.get(word, word) for word in words[i + 3 :])
            return (*words[:i], "its", "owner", "'s", *rest)
    return words


def _read(reader: SentenceReader, words: Words, least: int, most: int) -> tuple[n.Effect, ...]:
    """The effects of a sentence about one target, done to several of them that all differ (115.3)."""
    start = len(reader.work.targets)
    found = reader.sentence(words)
    if len(reader.work.targets) != start + 1:
        raise NotRead(0, "other targets beside several")
    spec = reader.work.targets[start]
    if spec.optional or spec.divided or spec.zone not in ("battlefield", "graveyard"):
        raise NotRead(0, "several of something else than permanents, cards or players")
    group = n.Targets(start, most)
    if spec.zone == "battlefield":
        found = tuple(_to_hand(effect) for effect in found)
    made = _done_to(found, n.TargetRef(start), group)
    if least == 0:
        reader.work.targets[start] = replace(spec, optional=True)
    for i in range(1, most):
        reader.work.targets.append(replace(spec, optional=i >= least, other=spec.other + i))
    reader.work.group = group
    return made


def _done_to(effects: tuple[n.Effect, ...], one: Term, group: Term) -> tuple[n.Effect, ...]:
    made: list[Any] = []
    for effect in effects:
        field = _DONE_TO.get(type(effect), "")
        if not field or getattr(effect, field) != one:
            raise NotRead(0, "an effect on one of several targets")
        changed = with_fields(effect, {field: group})
        seen: list[Term] = []
        walk(changed, seen.append)
        if one in seen:
            raise NotRead(0, "an amount of one of several targets")
        made.append(changed)
    return tuple(made)


def _those(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """A sentence about the targets of the one before: "those creatures gain flying", "untap them"."""
    work = reader.work
    group = work.group
    objects = [i for i, spec in enumerate(work.targets) if spec.filter is not None]
    if group is None or work.result or objects != list(range(group.first, group.first + group.count)):
        raise NotRead(0, "nothing about several targets")
    if work.targets[group.first].zone != "battlefield" or work.targets[group.first].players:
        raise NotRead(0, "nothing about several permanents")
    before: Words = ()
    if words[:1] == ("they",):
        subject, rest = True, words[1:]
    else:
        at = next((i for i in range(len(words)) if words[i : i + 2] in _THOSE or words[i] == "them"), -1)
        if at < 0:
            raise NotRead(0, "nothing about several targets")
        subject, before, rest = not at, words[:at], words[at + 1 + (words[at] == "those") :]
        if words[max(at - 2, 0) : at] == ("each", "of"):
            before = words[: at - 2]
    start = len(work.targets)
    found = reader.sentence((*before, "target", *_singular(("permanents", *rest), subject)))
    if work.targets[start:] != [n.TargetSpec(n.Filter())]:
        raise NotRead(0, "other targets beside several")
    del work.targets[start:]
    made = _done_to(found, n.TargetRef(start), group)
    work.group = group
    return made


def _to_hand(effect: n.Effect) -> n.Effect:
    """A permanent that is moved to a hand is returned to it."""
    if isinstance(effect, n.Move) and effect == n.Move(effect.object, "hand"):
        return n.ReturnToHand(effect.object)
    return effect
