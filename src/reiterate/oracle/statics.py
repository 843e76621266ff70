"""Static abilities whose sentences have parts in several places: costs of spells, how things enter, what can't be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.oracle.being_read import subject_of
from reiterate.oracle.holes import HOLES
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.worded import worded_list
from reiterate.oracle.words import CARD_TYPES
from reiterate.terms import language as n
from reiterate.terms.base import replace
from reiterate.terms.print_spelling import plural

Static = Callable[[Words], tuple[n.Static, ...]]
Rule = Callable[[SentenceReader, Words, Static], tuple[n.Static, ...]]

_PLURALS: Final = frozenset(plural(t) for t in CARD_TYPES)
_NOT_MANA: Final = ("unless", "they're", "mana", "abilities")
_UNACTIVE: Final = ("activated", "abilities", "can't", "be", "activated")


def freely(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """The static abilities of a sentence by the first rule that reads it; ``static`` reads parts. Raises ``NotRead``."""
    for rule in RULES:
        try:
            return rule(reader, words, static)
        except NotRead:
            continue
    raise NotRead(0, "no static ability that is known")


def _at(words: Words, part: str) -> int:
    """Where a phrase begins; raises ``NotRead`` where it isn't."""
    wanted = tuple(part.split())
    for i in range(len(words) - len(wanted) + 1):
        if words[i : i + len(wanted)] == wanted:
            return i
    raise NotRead(0, f"no {part}")


def _subject(reader: SentenceReader, words: Words) -> n.Subject:
    """The source, what it is attached to, or a set, also of several types in a list."""
    return subject_of(lambda of: reader.set_of(_listed(of)), words)


def _listed(words: Words) -> Words:
    """ "artifacts, creatures, and lands an opponent controls": a set of any of these types."""
    types = [i for i, word in enumerate(words) if word in _PLURALS]
    if len(types) < 2 or words[types[-2] + 1 : types[-1]] not in (("and",), (",", "and")):
        return words
    between = words[: types[-1]]
    if types[0] or any(w not in _PLURALS and w not in (",", "and") for w in between):
        return words
    kinds = [words[i] for i in types]
    return (*" or ".join(kinds).split(), *words[types[-1] + 1 :])


def _condition(reader: SentenceReader, words: Words) -> n.Condition:
    """A condition; "you control a Forest or a Plains" is one of a set."""
    if words[:2] == ("you", "control"):
        kept = [w for i, w in enumerate(words) if not (w in ("a", "an") and words[i - 1] == "or")]
        words = tuple(kept)
    return reader.condition(words)


def _times(amount: n.Quantity, by: int) -> n.Quantity:
    return amount if by == 1 else n.Times(amount, by)


# --- costs of spells (601.2f) ------------------------------------------------------------------------------------


def _spell_cost(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "~ costs {1} less to cast for each ...", "Goblin spells you cast cost {1} less to cast"."""
    condition = None
    if words[:1] == ("if",):
        cut = words.index(",") if "," in words else 0
        condition = _condition(reader, words[1:cut])
        words = words[cut + 1 :]
    at = next((i for i, w in enumerate(words) if w in ("cost", "costs")), 0)
    if not at or words[at + 2 : at + 5] not in (("less", "to", "cast"), ("more", "to", "cast")):
        raise NotRead(0, "no cost of spells")
    amount, tail = words[at + 1].strip("{}"), words[at + 5 :]
    if not words[at + 1].startswith("{") or not (amount.isdecimal() or amount == "X"):
        raise NotRead(0, "no generic mana")
    value: n.Quantity | None = None if amount == "X" else n.Fixed(int(amount))
    if tail[:4] == (",", "where", "X", "is"):
        value = reader.quantity(tail[4:]) if value is None else None
    elif tail[:2] == ("for", "each") and isinstance(value, n.Fixed):
        value = _times(reader.template("foreach", tail[2:]), value.value)
    elif tail[:1] == ("if",) and condition is None:
        condition = _condition(reader, tail[1:])
    elif tail:
        raise NotRead(0, "more behind a cost")
    if value is None:
        raise NotRead(0, "an X of nothing")
    if words[:at] == ("~",):
        made = n.SpellCost("you", None, value, words[at + 2] == "less", this=True)
    else:
        who, filter = _spells(reader, words[:at])
        made = n.SpellCost(who, filter, value, words[at + 2] == "less")
    return (n.Static(made, condition),)


def _affinity(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Affinity for artifacts" (702.41)."""
    if words[:2] != ("affinity", "for"):
        raise NotRead(0, "no affinity")
    mine = replace(reader.set_of(words[2:]), controller="you")
    return (n.Static(n.SpellCost("you", None, n.CountOf(mine), this=True)),)


def _spells(reader: SentenceReader, words: Words) -> tuple[str, n.Filter | None]:
    """Whose spells of which set."""
    who = "any"
    tail: Words = ()
    for phrase, whose in _CASTERS:
        for i in range(len(words) - len(phrase) + 1):
            if words[i : i + len(phrase)] == phrase:
                who, tail, words = whose, words[i + len(phrase) :], words[:i]
                break
        if who != "any":
            break
    if who == "any" and "spells" in words:
        cut = words.index("spells") + 1
        words, tail = words[:cut], words[cut:]
    found = HOLES["spells"](reader, words)
    if tail:
        if tail[:1] != ("with",) or "or" not in tail:
            raise NotRead(0, "a quality of spells")
        found = replace(found, compare=reader.set_of(("permanent", *tail)).compare)
    return who, found


_CASTERS: Final = ((("you", "cast"), "you"), (("your", "opponents", "cast"), "opponent"))


# --- entering (614.1c, 614.12) -----------------------------------------------------------------------------------


def _enters(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "~ enters with two +1/+1 counters on it for each ...", "~ enters tapped unless ..."."""
    condition = None
    if words[:1] == ("if",):
        cut = words.index(",") if "," in words else 0
        condition = _condition(reader, words[1:cut])
        words = ("~", *words[cut + 2 :]) if words[cut + 1 : cut + 2] == ("it",) else words[cut + 1 :]
    if words[:2] != ("~", "enters"):
        raise NotRead(0, "nothing that enters")
    for word in ("unless", "if"):
        if word in words and condition is None:
            cut = words.index(word)
            condition = _condition(reader, words[cut + 1 :])
            condition = n.Not(condition) if word == "unless" else condition
            words = words[:cut]
    if words[2:] == ("tapped",):
        return (n.Static(n.EntersTapped(), condition),)
    kind, amount = _counters(reader, words[2:], ("on", "it"))
    return (n.Static(n.EntersWithCounters(kind, amount), condition),)


def _counters(reader: SentenceReader, words: Words, where: Words) -> tuple[str, n.Quantity]:
    """The kind and number of the counters of "with two +1/+1 counters on it for each ..."."""
    at = next((i for i, w in enumerate(words) if w in ("counter", "counters")), -1)
    if words[:1] != ("with",) or at < 3 or words[at + 1 : at + 1 + len(where)] != where:
        raise NotRead(0, "no counters that something enters with")
    count, tail = words[1 : at - 1], words[at + 1 + len(where) :]
    kind = HOLES["kind"](reader, words[at - 1 : at])
    if count == ("X",) and tail[:4] == (",", "where", "X", "is"):
        return kind, reader.quantity(tail[4:])
    if count == ("a", "number", "of") and tail[:2] == ("equal", "to"):
        return kind, reader.quantity(tail[2:])
    number = reader.number(count)
    if not tail:
        return kind, number
    if tail[:2] != ("for", "each") or not isinstance(number, n.Fixed):
        raise NotRead(0, "more behind counters")
    return kind, _times(reader.template("foreach", tail[2:]), number.value)


def _others_enter(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Each other creature you control enters with an additional +1/+1 counter on it"."""
    at = next((i for i, w in enumerate(words) if w in ("enters", "enter")), 0)
    subject = _subject(reader, words[:at]) if at else None
    if not isinstance(subject, n.Filter):
        raise NotRead(0, "no set that enters")
    if words[at + 1 :] == ("tapped",):
        return (n.Static(n.OthersEnter(subject, tapped=True)),)
    rest = [w for w in words[at + 1 :] if w not in ("additional",)]
    if len(rest) == len(words) - at - 1:
        raise NotRead(0, "no additional counters")
    where = ("on", "it") if words[at] == "enters" else ("on", "them")
    kind, amount = _counters(reader, tuple(rest), where)
    if not isinstance(amount, n.Fixed):
        raise NotRead(0, "a number of counters that is not printed")
    return (n.Static(n.OthersEnter(subject, kind=kind, amount=amount.value)),)


# --- what can't be done (101.2, 508, 509, 602.5) -----------------------------------------------------------------


def _blocking(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "~ can't be blocked except by Walls", "creatures with flying can't block creatures you control"."""
    for phrase, side in (("can't be blocked except by", "except"), ("can't be blocked by", "by"), ("can't block", "")):
        try:
            at = _at(words, phrase)
        except NotRead:
            continue
        rest = words[at + len(phrase.split()) :]
        if not at or not rest or rest[0] in ("more", "this", "unless", "if", "alone", "and") or "as" in rest:
            raise NotRead(0, "no set of blockers")
        subject = _subject(reader, words[:at])
        sets = tuple(reader.set_of(part) for part in _either(rest))
        if any(f.another or f.chosen for f in (*sets, subject) if isinstance(f, n.Filter)):
            raise NotRead(0, "others than the source")
        return (n.Static(n.BlockLimit(subject, sets, side)),)
    raise NotRead(0, "nothing about blocking")


def _either(words: Words) -> list[Words]:
    """The sets of "artifact creatures and/or white creatures"."""
    text = " ".join(words)
    parts = text.split(" and / or ")
    return [tuple(part.split()) for part in parts]


def _unless(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "~ can't attack unless you control an artifact"."""
    at = next((i for i, w in enumerate(words) if w == "can't"), 0)
    cut = words.index("unless") if "unless" in words else 0
    what = " ".join(words[at + 1 : cut])
    if not at or what not in ("attack", "block", "attack or block", "be blocked"):
        raise NotRead(0, "nothing that can't be done")
    subject = _subject(reader, words[:at])
    if words[cut + 1 : cut + 4] == ("defending", "player", "controls"):
        found = HOLES["one"](reader, words[cut + 4 :])
        if what != "attack" or found.controller != "any":
            raise NotRead(0, "a defending player")
        return (n.Static(n.AttackOnly(subject, found)),)
    return (n.Static(n.CantDo(subject, what), n.Not(_condition(reader, words[cut + 1 :]))),)


def _unactivated(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Activated abilities of artifacts can't be activated unless they're mana abilities"."""
    what = "be activated"
    if words[-4:] == _NOT_MANA:
        words, what = words[:-4], "be activated unless mana"
    if words[-3:] != ("can't", "be", "activated"):
        raise NotRead(0, "nothing that can't be activated")
    if words[-6:] == ("its", *_UNACTIVE) and words[-8:-6] == (",", "and") and words[0] in ("enchanted", "equipped"):
        rest = static(words[:-8])
        if not all(getattr(a.effect, "subject", None) == n.Host() for a in rest):
            raise NotRead(0, "abilities of something else")
        return (*rest, n.Static(n.CantDo(n.Host(), what)))
    if words[:3] == ("activated", "abilities", "of"):
        return (n.Static(n.CantDo(_subject(reader, words[3:-3]), what)),)
    if words[:2] == ("~", "'s") and words[2:] == _UNACTIVE:
        return (n.Static(n.CantDo(n.This(), what)),)
    if words[0] in ("enchanted", "equipped") and words[2:] == ("'s", *_UNACTIVE):
        return (n.Static(n.CantDo(n.Host(), what)),)
    raise NotRead(0, "nothing that can't be activated")


def _uncast(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Players can't cast noncreature spells", "your opponents can't cast spells during your turn"."""
    at = _at(words, "can't cast")
    who = _WHO.get(" ".join(words[:at]))
    rest = words[at + 2 :]
    condition = None
    if rest[-3:] == ("during", "your", "turn"):
        rest, condition = rest[:-3], n.YourTurn()
    if who is None or not rest or rest[-1] != "spells":
        raise NotRead(0, "nobody who can't cast")
    return (n.Static(n.PlayerCant(who, "cast", HOLES["spells"](reader, rest)), condition),)


_WHO: Final = {
    "players": "any",
    "each player": "any",
    "you": "you",
    "your opponents": "opponent",
    "opponents": "opponent",
}


def _without_abilities(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Creatures with no abilities get +2/+2" (113.12)."""
    at = _at(words, "with no abilities")
    found: list[n.Static] = []
    for ability in static((*words[:at], *words[at + 3 :])):
        effect = ability.effect
        if not isinstance(effect, n.ModifyPT | n.GrantAbilities | n.BasePT) or not isinstance(effect.subject, n.Filter):
            raise NotRead(0, "no set of permanents without abilities")
        found.append(n.Static(replace(effect, subject=replace(effect.subject, bare=True))))
    return tuple(found)


def _granted(reader: SentenceReader, words: Words, static: Static) -> tuple[n.Static, ...]:
    """ "Equipped creature has protection from green and from blue": keywords with something behind their names."""
    at = next((i for i, word in enumerate(words) if word in ("has", "have")), 0)
    given = worded_list(words[at + 1 :]) if at else None
    if given is None:
        raise NotRead(0, "no keywords with something behind their names")
    subject = _subject(reader, words[:at])
    if (words[at] == "has") != (not isinstance(subject, n.Filter) or words[0] == "each"):
        raise NotRead(0, "a verb that does not agree")
    return (n.Static(n.GrantAbilities(subject, tuple(given))),)


RULES: Final[tuple[Rule, ...]] = (
    _granted,
    _without_abilities,
    _spell_cost,
    _affinity,
    _enters,
    _others_enter,
    _blocking,
    _unless,
    _unactivated,
    _uncast,
)
