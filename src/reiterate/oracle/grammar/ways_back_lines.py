"""The ways back of what something is and becomes, and of whole lines (``line_meanings``): see ``ways_back``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final

from reiterate.oracle.grammar import action_meanings as am
from reiterate.oracle.grammar import being_meanings as bm
from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar import line_meanings as lm
from reiterate.oracle.grammar.meaning_patterns import UNDONE, undoing
from reiterate.oracle.grammar.ways_back import Ways, fields, searched, spoken
from reiterate.terms import language as n
from reiterate.terms.base import defaults, replace, swap
from reiterate.terms.spell_kinds import kind_of_history

fields(lm.more_counters, n.OthersEnter, "filter", "kind", "amount")
fields(lm.change_counters, n.ChangeCounters, "filter", "kind", "kind", "change")
fields(lm.reduction, n.CostReduction, ("whose", "subject", "mana_abilities", "keyword"), "amount", "floor", "up_to")


@undoing(lm.more_tokens)
def _more_tokens(e: Any) -> Ways:
    if isinstance(e, n.MoreTokens):
        yield e.who, e.filter, (n.ThatMuch() if e.each else n.Fixed(1), e.token, False)


# --- what something is -------------------------------------------------------------------------------------------

_LOST: Final = ((), ("clear",), ("types",), ("creature",), ("clear", "types"), ("clear", "creature"))
_LOST_MORE: Final = (("clear", "creature", "types"),)


def _beings(e: n.Are | n.Become, changes: dict[str, Any]) -> Iterator[bm.Being]:
    """What words may say of something: whether other types and colours are kept."""
    size = (e.power, e.toughness) if e.power is not None and e.toughness is not None else None
    clear = ("clear",) if e.clear else ()
    for kept in (False, True):
        for lost in (*_LOST, *_LOST_MORE):
            if ("clear" in lost) == bool(clear) and not (kept and lost and lost != clear):
                yield bm.Being(
                    e.types, e.subtypes, changes["colors"], size, changes["valued"], changes["chosen"], e.abilities,
                    lost, kept, changes["more"] and kept, changes["said"],
                )  # fmt: skip


@undoing(bm.become)
def _become(effects: Any) -> Ways:
    if len(effects) != 1:
        return
    last = effects[0]
    e, until = (last.effect, last.until) if isinstance(last, n.Lasting) else (last, "")
    if isinstance(e, n.ChooseOne) and isinstance(e.options[0][0], n.Become | n.Lasting):
        for subject, b, duration in _become(e.options[0]):
            if b.colors == (n.COLORS[0],):
                yield subject, replace(b, colors=None, chosen="a color"), duration
            yield subject, replace(b, subtypes=(), chosen="a land"), duration
        return
    if isinstance(e, n.Become):
        bare = not (e.types or e.subtypes or e.colors is not None or e.power is not None)
        facts = {"colors": e.colors, "valued": e.valued, "chosen": "", "more": e.more_colors, "said": not bare}
        for b in _beings(e, facts):
            yield e.object, b, until or e.duration


@undoing(lm.statics)
def _statics(abilities: Any) -> Ways:
    if all(isinstance(a, n.Static) and a.condition is None for a in abilities):
        yield from spoken(tuple(a.effect for a in abilities))


@undoing(bm.in_all_zones)
def _in_all_zones(a: Any) -> Ways:
    if isinstance(a, n.Static) and isinstance(a.effect, n.Are) and a.effect.everywhere:
        yield (replace(a, effect=replace(a.effect, everywhere=False)),)


@undoing(bm.are_as)
def _are_as(a: Any) -> Ways:
    if not isinstance(a, n.Static):
        return
    e = a.effect
    if isinstance(e, n.LoseAbilities) and not e.keywords:
        yield e.subject, bm.Being(lost=("clear",))
    if isinstance(e, n.Are):
        colors = tuple(e.colors) if e.colors or (e.sets_colors and not e.chosen) else None
        more = not e.sets_colors and (bool(e.colors) or e.chosen == "color")
        bare = not (e.types or e.subtypes or e.chosen or colors is not None)
        facts = {"colors": colors, "valued": bool(e.size), "chosen": e.chosen, "more": more, "said": not bare}
        for b in _beings(e, facts):
            yield e.subject, b


@undoing(bm.whole_being)
def _whole_being(b: Any) -> Ways:
    if isinstance(b, bm.Being):
        yield (b,)


_NOTHING: Final = bm.Being()


@undoing(bm.both)
def _both(b: Any) -> Ways:
    """What one phrase says and what the next does: the noun with its verb, the tail, what it has, what it loses."""
    if not isinstance(b, bm.Being):
        return
    if b.said:
        yield replace(b, said=False), bm.Being(said=True)
    tail = bm.Being(also=b.also, alsocolors=b.alsocolors)
    head = replace(b, also=False, alsocolors=False)
    given, lost = bm.Being(abilities=b.abilities), bm.Being(lost=b.lost)
    noun = replace(b, abilities=(), lost=())
    if tail != _NOTHING and head != _NOTHING:
        yield head, tail
    if b.valued:
        yield replace(b, valued=False), bm.Being(valued=True)
    if b.abilities and not b.lost and noun != _NOTHING:
        yield noun, given
    if b.lost and noun != _NOTHING:
        yield replace(b, abilities=(), lost=()), replace(given, lost=b.lost)
        yield noun, bm.Being(abilities=b.abilities, lost=b.lost)
    if b.lost and b.abilities:
        yield lost, given
    if b.size is not None and not b.said:
        yield bm.Being(size=b.size), replace(b, size=None)


@undoing(bm.being)
def _being(b: Any) -> Ways:
    """The words of a noun phrase, as of one thing and as of several."""
    if not isinstance(b, bm.Being) or b.valued or b.chosen or b.abilities or b.lost or b.also or b.said:
        return
    front: list[tuple[str, Any]] = [("size", b.size)] if b.size else []
    if b.colors is not None:
        front += [("color", c) for c in b.colors] or [("color", "")]
    subs, types = list(b.subtypes), list(b.types)
    one = [*front, *(("sub", w) for w in subs), *(("type", w) for w in types)]
    if one:
        yield (tuple(one),)
        yield ((("article", ""), *one),)
    if types or subs:
        many = [*one[:-1], (("types" if types else "subs"), one[-1][1])]
        yield (tuple(many),)


@undoing(bm.exceptions)
def _exceptions(b: Any) -> Ways:
    if not isinstance(b, n.Except):
        return
    nouns = {
        name: getattr(b, name)
        for name in ("types", "subtypes", "colors", "power", "toughness", "more_colors", "instead")
    }
    parts = [n.Except(**nouns)]
    for name in ("abilities", "nonlegendary", "entering", "costless", "own_color", "this_ability", "name", "legendary"):
        parts.append(n.Except(**{name: getattr(b, name)}))
    said = [part for part in parts if part != n.Except()]
    if len(said) > 1:
        yield said[0], replace(b, **{name: getattr(n.Except(), name) for name, value in _set_fields(said[0])})


def _set_fields(b: n.Except) -> list[tuple[str, Any]]:
    return [(name, getattr(b, name)) for name, plain in defaults(n.Except).items() if getattr(b, name) != plain]


def _except_words(b: Any) -> list[tuple[str, Any]]:
    words: list[tuple[str, Any]] = [("size", (b.power, b.toughness))] if b.power is not None else []
    words += [("color", c) for c in b.colors or ()]
    return [*words, *(("sub", w) for w in b.subtypes), *(("type", w) for w in b.types)]


@undoing(bm.one_except)
def _one_except(b: Any) -> Ways:
    if isinstance(b, n.Except):
        yield (("article", ""), *_except_words(b)), bm.Being(also=True, alsocolors=b.more_colors)


@undoing(bm.also_except)
def _also_except(b: Any) -> Ways:
    words = _except_words(b)
    if words and words[-1][0] in ("sub", "type"):
        many = [*words[:-1], (words[-1][0] + "s", words[-1][1])]
        yield tuple(many), bm.Being(also=True, alsocolors=b.more_colors)


@undoing(bm.only_except)
def _only_except(b: Any) -> Ways:
    if isinstance(b, n.Except):
        yield ((("article", ""), *_except_words(b)),)


@undoing(bm.sized)
def _sized(b: Any) -> Ways:
    if isinstance(b, n.Except) and b.power is not None:
        yield ((b.power, b.toughness),)


@undoing(am.tapped_any)
def _tapped_any(effects: Any) -> Ways:
    first = effects[0] if len(effects) > 2 and effects[1] == n.Tap(n.Result()) else None
    if isinstance(first, n.ChooseObject) and first.any_number and first.filter.tapped is False:
        yield replace(first.filter, tapped=None), swap(effects[2:], n.Done(), n.XValue())


@undoing(am.may_search)
def _may_search(effects: Any) -> Ways:
    may = effects[0] if len(effects) == 1 else None
    found = may.effects[0] if isinstance(may, n.May) and len(may.effects) == 1 else None
    if isinstance(found, n.Search) and isinstance(may, n.May) and found.who == may.who:
        yield may.who, *searched(found)
        yield may.who, *searched(found), found.amount


@undoing(am.explores)
def _explores(effects: Any) -> Ways:
    yield (effects[0].who.object,)


@undoing(am.connives)
def _connives(effects: Any) -> Ways:
    yield (effects[0].who.object,)
    yield effects[0].who.object, effects[0].amount


@undoing(am.airbends)
def _airbends(effects: Any) -> Ways:
    yield (effects[0].object,)


@undoing(am.earthbends)
def _earthbends(effects: Any) -> Ways:
    yield effects[1].amount, 0


@undoing(am.amasses)
def _amasses(effects: Any) -> Ways:
    yield effects[0].then[0].token.subtypes[0], effects[2].amount


# --- lines -------------------------------------------------------------------------------------------------------


@undoing(lm.conditioned)
def _conditioned(abilities: Any) -> Ways:
    conditions = {getattr(a, "condition", None) for a in abilities}
    if len(conditions) == 1 and None not in conditions:
        yield tuple(replace(a, condition=None) for a in abilities), conditions.pop()


@undoing(lm.none_cast)
def _none_cast(condition: Any) -> Ways:
    if isinstance(condition, n.Compared) and isinstance(condition.left, n.ThisTurn) and condition.op == "<=":
        kind = kind_of_history(condition.left.what)
        if kind is not None:
            yield (kind,)


@undoing(lm.enters_with)
def _enters_with(a: Any) -> Ways:
    if isinstance(a, n.Static) and isinstance(a.effect, n.EntersWithCounters) and not a.effect.may:
        yield ((a.effect.kind, a.effect.amount),)


def _open(kind: str, make: Callable[[leaves.Open], Ways]) -> Callable[[Any], Ways]:
    def back(abilities: Any) -> Ways:
        if len(abilities) == 1 and isinstance(abilities[0], leaves.Open) and abilities[0].kind == kind:
            yield from make(abilities[0])

    return back


def _activated(a: leaves.Open) -> Ways:
    limits: list[tuple[str, Any]] = [("condition", a.condition)] if a.condition is not None else []
    named = ("less", "less_if", "more", "timing", "limit", "zone")
    limits += [(name, getattr(a, name)) for name in named if getattr(a, name)]
    yield (a.costs, a.groups, tuple(limits)) if limits else (a.costs, a.groups)


def _triggered(a: leaves.Open) -> Ways:
    yield a.trigger, a.groups
    yield a.trigger, a.groups, a.condition
    yield a.trigger, a.groups, a.condition, a.limit


def _modes(a: leaves.Open) -> Iterator[tuple[int, int]]:
    yield a.least, a.most
    yield a.least, 0


def _equips_with(a: leaves.Open) -> Ways:
    for way in _activated(a):
        if len(way) == 3:
            yield way[0], way[2]


UNDONE[lm.equips_with] = _open("equip", _equips_with)
UNDONE[lm.spell] = _open("spell", lambda a: iter([(a.groups,)]))
UNDONE[lm.activated] = _open("activated", _activated)
UNDONE[lm.triggered] = _open("triggered", _triggered)


def _triggered_modes(a: leaves.Open) -> Ways:
    for number in _modes(a):
        yield (a.trigger, number, a.modes) if a.condition is None else (a.trigger, number, a.modes, a.condition)


UNDONE[lm.triggered_modes] = _open("triggered", _triggered_modes)
UNDONE[lm.spell_modes] = _open("spell", lambda a: ((number, a.modes) for number in _modes(a)))


def _kicked_modes(a: leaves.Open) -> Ways:
    if a.kicked:
        yield a.modes, a.kicked, True
        yield a.modes, a.kicked
        yield a.modes, (a.kicked[0], 0)


UNDONE[lm.kicked_modes] = _open("spell", _kicked_modes)


@undoing(lm.activated_modes)
def _activated_modes(abilities: Any) -> Ways:
    opens = len(abilities) > 1 and all(isinstance(a, leaves.Open) and a.kind == "activated" for a in abilities)
    if opens and all(one.costs == other.costs for one, other in pairwise(abilities)):
        yield abilities[0].costs, (1, 1), tuple(a.groups for a in abilities)


@undoing(lm.twice)
def _twice(abilities: Any) -> Ways:
    if len(abilities) > 1 and all(isinstance(a, leaves.Open) and a.kind == "triggered" for a in abilities):
        events, one = tuple(a.trigger for a in abilities), abilities[0]
        yield events, one.groups
        yield events, one.groups, one.condition


def _paid(function: Any, cut: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> None:
    """A keyword whose costs are those of the ability that it stands for."""

    def back(abilities: Any) -> Ways:
        if abilities and isinstance(abilities[0], n.Activated):
            yield (cut(abilities[0].costs),)

    UNDONE[function] = back


@undoing(lm.backup)
def _backup(abilities: Any) -> Ways:
    yield (abilities[0].effects[0].amount.value,)


@undoing(lm.equips)
def _equips(abilities: Any) -> Ways:
    for a in abilities if len(abilities) == 1 else ():
        if isinstance(a, n.Activated) and len(a.targets) == 1 and a.targets[0].filter is not None:
            yield (a.costs,)
            yield a.costs, replace(a.targets[0].filter, controller="any")


_paid(lm.unearth, lambda costs: costs)
for _paid_for in (
    lm.scavenge,
    lm.embalm,
    lm.eternalize,
    lm.encore,
    lm.ninjutsu,
    lm.commander_ninjutsu,
    lm.from_command,
):
    _paid(_paid_for, lambda costs: costs[:-1])


@undoing(lm.cycles)
def _cycles(abilities: Any) -> Ways:
    if len(abilities) == 1 and isinstance(abilities[0], n.Activated) and len(abilities[0].effects) == 1:
        yield abilities[0].costs[:-1], abilities[0].effects[0]


@undoing(lm.echo)
def _echo(abilities: Any) -> Ways:
    if len(abilities) == 1 and isinstance(abilities[0], n.Triggered) and isinstance(abilities[0].effects[0], n.MayPay):
        yield (abilities[0].effects[0].costs,)


@undoing(lm.cumulative)
def _cumulative(abilities: Any) -> Ways:
    if len(abilities) == 1 and isinstance(abilities[0], n.Triggered) and isinstance(abilities[0].effects[-1], n.MayPay):
        yield (abilities[0].effects[-1].costs,)


@undoing(lm.champion)
def _champion(abilities: Any) -> Ways:
    wanted = abilities[0].effects[0].first[0].effects[0].filter
    yield (replace(wanted, controller="any", another=False),)
    yield (replace(wanted, controller="any"),)


@undoing(lm.living_weapon)
def _living_weapon(abilities: Any) -> Ways:
    yield ()


def _counted_keyword(function: Any) -> None:
    def back(abilities: Any) -> Ways:
        if len(abilities) == 2 and isinstance(abilities[0].effect, n.EntersWithCounters):
            yield (getattr(abilities[0].effect.amount, "value", None),)

    UNDONE[function] = back


for _numbered in (lm.graft, lm.modular, lm.fading):
    _counted_keyword(_numbered)


@undoing(lm.partner_with)
def _partner_with(abilities: Any) -> Ways:
    effects = abilities[0].effects if len(abilities) == 1 and isinstance(abilities[0], n.Triggered) else ()
    if len(effects) == 1 and isinstance(effects[0], n.May) and isinstance(effects[0].effects[0], n.Search):
        yield (effects[0].effects[0].filter.named,)


@undoing(lm.bloodthirst)
def _bloodthirst(abilities: Any) -> Ways:
    if len(abilities) == 1 and isinstance(abilities[0].effect, n.EntersWithCounters):
        yield (abilities[0].effect.amount,)


@undoing(lm.kickers)
def _kickers(abilities: Any) -> Ways:
    if len(abilities) == 2 and all(isinstance(a, n.SpellCosts) for a in abilities):
        yield abilities[0].costs[0].symbols, abilities[1].costs[0].symbols


@undoing(lm.level_bar)
def _level_bar(abilities: Any) -> Ways:
    for a in abilities:
        if isinstance(a, n.Activated) and isinstance(a.effects[0], n.SetLevel):
            yield a.costs, a.effects[0].level
