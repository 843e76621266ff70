"""Words for sets of objects, targets, numbers and changes of power: the nouns of the printer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.terms.abilities import Keyword
from reiterate.terms.base import replace
from reiterate.terms.filters import Compare, Filter
from reiterate.terms.print_spelling import COLOR_NAMES, article, listed, number_word, plural
from reiterate.terms.quantities import CountOf, Fixed, Quantity, ThatMuch, XValue
from reiterate.terms.references import TargetSpec

_ANY_TARGET: Final = ("creature", "planeswalker", "battle")


class Unprintable(Exception):
    """A node without a printing rule, or one used where the template language has no words for it."""


def symbols_text(symbols: Sequence[str]) -> str:
    """Mana symbols in braces."""
    return "".join(f"{{{symbol}}}" for symbol in symbols)


# --- sets of objects ---------------------------------------------------------------------------------------------


def _adjectives(f: Filter) -> list[str]:
    words = ["attacking"] if f.attacking else []
    if f.tapped is not None:
        words.append("tapped" if f.tapped else "untapped")
    if f.token is False:
        words.append("nontoken")
    words += [f"non-{s}" for s in f.without_subtypes]
    words += [f"non{COLOR_NAMES[c]}" for c in f.without_colors]
    words += [f"non{t}" for t in f.without_supertypes]
    words += [f"non{t}" for t in f.without_types]
    words += list(f.supertypes)
    words += ["colorless"] if f.colorless else []
    words += [listed([COLOR_NAMES[c] for c in f.colors])] if f.colors else []
    return words


def _nouns(f: Filter, noun: str, many: bool) -> str:
    """The head of the phrase: subtypes, types and the last noun."""
    words = [*f.subtypes, *f.types]
    for choice in (f.any_subtype, f.any_of):
        if choice and (noun or f.token or f.types or (choice is f.any_subtype and f.any_of)):
            words.insert(0 if choice is f.any_subtype else len(words), listed(choice, "or"))
        elif choice:
            return " ".join([*words, listed([plural(c) if many else c for c in choice], "or")])
    last = noun or ("token" if f.token else "")
    if not words and not last:
        last = "permanent"
    words += [last] if last else []
    head, tail = words[:-1], words[-1]
    return " ".join([*head, plural(tail) if many else tail])


def _qualities(f: Filter) -> str:
    words = []
    if f.named:
        words.append(f"named {f.named}")
    if f.without_name:
        words.append(f"not named {f.without_name}")
    if f.chosen:
        words.append(f"of the chosen {f.chosen}")
    if f.controller == "you":
        words.append("you control")
    elif f.controller == "opponent":
        words.append("an opponent controls")
    if f.keyword:
        words.append(f"with {f.keyword}")
    if f.without_keyword:
        words.append(f"without {f.without_keyword}")
    if f.bare:
        words.append("with no abilities")
    if f.compare:
        words.append(f"with {_compare(f.compare)}")
    if f.counter:
        words.append(f"with {article(f.counter)} counter on it")
    if f.fresh:
        words.append("that entered this turn")
    return " ".join(words)


def _compare(c: Compare) -> str:
    stat = "mana value" if c.stat == "manavalue" else c.stat
    return f"{stat} {c.value} or {'greater' if c.op == '>=' else 'less'}"


def noun_phrase(f: Filter, many: bool = False, noun: str = "") -> str:
    """The words for a set without a determiner; ``noun`` is an extra last noun like spell."""
    f = _with_permanent(f)
    words = [*_adjectives(f), _nouns(f, noun, many), _qualities(f)]
    return " ".join(word for word in words if word)


def _with_permanent(f: Filter) -> Filter:
    """A set that is neither of instants nor of sorceries, with the word "permanent" for that (110.4a, 110.4b)."""
    others = tuple(kind for kind in f.without_types if kind not in ("instant", "sorcery"))
    if len(others) + 2 != len(f.without_types):
        return f
    return replace(f, without_types=others, types=(*f.types, "permanent"))


def card_words(f: Filter, many: bool = False) -> str:
    """ "creature card", "instant or sorcery cards", "card"."""
    noun = "cards" if many else "card"
    f = _with_permanent(f)
    words = noun_phrase(f)
    if "permanent" not in f.types:
        words = words.removesuffix("permanent").strip()
    return f"{words} {noun}".strip()


def one(f: Filter, noun: str = "") -> str:
    """ "a creature you control", "another creature"."""
    phrase = noun_phrase(f, noun=noun)
    return f"another {phrase}" if f.another else article(phrase)


def several(f: Filter, count: Quantity) -> str:
    """ "a creature", "two creatures", "X lands"."""
    if count == Fixed(1):
        return one(f)
    number = number_text(count)
    return f"{number} {'other ' if f.another else ''}{noun_phrase(f, many=True)}"


def number_text(count: Quantity) -> str:
    """A number of things as a word."""
    match count:
        case Fixed(value):
            return number_word(value)
        case XValue():
            return "X"
        case ThatMuch():
            return "that many"
    raise Unprintable(f"no number word for {count}")


def digits_text(count: Quantity) -> str:
    """An amount as digits."""
    match count:
        case Fixed(value):
            return str(value)
        case XValue():
            return "X"
        case ThatMuch():
            return "that much"
    raise Unprintable(f"no number for {count}")


def target_words(spec: TargetSpec) -> str:
    """ "target creature you control", "any target", "target player or planeswalker", "another target creature"."""
    if spec.other and spec.filter is not None and not spec.players:
        return target_words(replace(spec, other=0, filter=replace(spec.filter, another=True)))
    if spec.optional:
        plain = target_words(replace(spec, optional=False))
        other = "another " if plain.startswith("another ") else ""
        return f"up to one {'other ' if other else ''}{plain.removeprefix(other)}"
    if spec.zone == "graveyard" and spec.filter is not None:
        where = {"you": "your graveyard", "opponent": "an opponent's graveyard"}.get(spec.whose, "a graveyard")
        return f"target {card_words(spec.filter)} in {where}"
    if spec.ability:
        kind = "activated or triggered" if spec.ability == "any" else spec.ability
        whose = {"you": " you control", "opponent": " an opponent controls"}.get(spec.whose, "")
        return f"target {kind} ability{whose}"
    if spec.zone == "stack" and spec.filter is not None:
        control = {"you": " you control", "opponent": " an opponent controls"}.get(spec.whose, "")
        what = noun_phrase(spec.filter) if spec.filter != Filter() else ""
        return f"target {what.removesuffix('permanent').strip()} spell{control}".replace("  ", " ")
    if spec.zone == "battlefield or stack" and spec.filter == Filter() and not spec.players:
        return "target spell or permanent"
    if spec.zone != "battlefield":
        raise Unprintable(f"no words for targets in the zone {spec.zone}")
    if spec.filter is None:
        if not spec.players:
            raise Unprintable("a target that can be nothing")
        return "target opponent" if spec.players == "opponent" else "target player"
    if not spec.players:
        other = "another " if spec.filter.another else ""
        return f"{other}target {noun_phrase(spec.filter)}"
    if spec.filter == Filter(any_of=_ANY_TARGET) and spec.players == "any":
        return "any other target" if spec.other else "any target"
    who = "opponent" if spec.players == "opponent" else "player"
    what = noun_phrase(spec.filter)
    return f"target {who} or {what}" if what == "planeswalker" else f"target {what} or {who}"


def targets_words(specs: tuple[TargetSpec, ...]) -> str:
    """Several targets: "two target creatures", "up to three other target creatures", "target artifact and target land"."""
    first, count = specs[0], len(specs)
    if count == 2 and not any(spec.other or spec.optional or spec.divided for spec in specs):
        return " and ".join(target_words(spec) for spec in specs)  # one object may be both (601.2c)
    least = sum(1 for spec in specs if not spec.optional)
    plain = replace(first, optional=False, other=0)
    for i, spec in enumerate(specs):
        if replace(spec, optional=False, other=0) != plain or spec.other - first.other != i:
            raise Unprintable("several targets of several kinds")
    words = [number_word(i) for i in range(1, count + 1)]
    if least == count:
        number = words[-1]
    elif least == 0:
        number = f"up to {words[-1]}"
    elif least == 1:
        number = " or ".join(words) if count == 2 else f"{', '.join(words[:-1])}, or {words[-1]}"
    else:
        raise Unprintable("a number of targets without words")
    if first.filter is None:
        return f"{number} target {'opponents' if first.players == 'opponent' else 'players'}"
    other = "other " if first.other or first.filter.another else ""
    if first.players:
        if first.filter != Filter(any_of=_ANY_TARGET) or first.players != "any" or other:
            raise Unprintable("several targets that are players or objects")
        return f"{number} targets"
    if first.zone == "graveyard":
        where = {"you": "your graveyard", "opponent": "an opponent's graveyard"}.get(first.whose, "a graveyard")
        if first.whose == "any":
            raise Unprintable("cards of several graveyards")
        return f"{number} {other}target {card_words(first.filter, True)} from {where}"
    if first.zone != "battlefield" or first.ability:
        raise Unprintable("several targets that are no permanents")
    return f"{number} {other}target {noun_phrase(replace(first.filter, another=False), many=True)}"


def for_each(f: Filter) -> str:
    """ "for each other creature you control"."""
    return f"for each {'other ' if f.another else ''}{noun_phrase(f)}"


def signed_pair(power: Quantity, toughness: Quantity, minus: bool = False) -> str:
    """ "+1/+1", "-X/-X", "+1/+0 for each ..."."""
    counted = [q for q in (power, toughness) if isinstance(q, CountOf)]
    negative = any(isinstance(q, Fixed) and q.value < 0 for q in (power, toughness))

    def half(q: Quantity) -> str:
        match q:
            case Fixed(value) if value < 0:
                return f"-{-value}"
            case Fixed(0) if negative and not minus:
                return "-0"
            case Fixed(value):
                return f"{'-' if minus else '+'}{value}"
            case CountOf(_, each):
                return f"{'-' if minus else '+'}{each}"
            case XValue():
                return "-X" if minus else "+X"
        raise Unprintable(f"no words for {q} as a change of power")

    both = f"{half(power)}/{half(toughness)}"
    if len({q.filter for q in counted}) > 1:
        raise Unprintable("two different counts in one change of power")
    return f"{both} {for_each(counted[0].filter)}" if counted else both


def keyword_text(keyword: Keyword) -> str:
    """A keyword with its parameter; the land of landwalk stands inside its name (702.14a)."""
    if keyword.name == "landwalk":
        return f"{keyword.parameter.lower()}walk"
    return f"{keyword.name} {keyword.parameter}".strip()
