"""Whether facts of a start are what some card's words can have made so: a way of casting, a changed size, a step that follows.

They are no words, and a file could say any. Each is compared with the effects that bring such a fact about, with its sign and
size. What no such effect makes so is told with the words of no card, and so is what can't be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Any, Final, TypeAlias

from reiterate.amounts import Amount
from reiterate.check.claims.made_words import Words
from reiterate.check.work import spend
from reiterate.rules.access.faces import AIRBENT, FREED
from reiterate.rules.characteristics.printed_characteristics import SPENT, printed_pt, spent_runs
from reiterate.rules.costs.casting import FREE, GIVEN, mode_choices
from reiterate.rules.events.counters import CONTROLLER
from reiterate.rules.events.happenings import reads
from reiterate.rules.turn.turn_structure import FIRST_UPKEEP, TURN_ENDS
from reiterate.state.amount_slots import names
from reiterate.state.model import Class, State
from reiterate.state.properties import (
    ABILITY,
    AFTER,
    COPIABLE,
    COPIED,
    DELAYED,
    EOT_POWER,
    EOT_TOUGHNESS,
    EXILED_INSTEAD,
    HOW,
    LAST_POWER,
    LAST_TOUGHNESS,
    LOST,
    MINUS_COUNTERS,
    PLAYER,
    PLUS_COUNTERS,
    PRINTED,
    RESUME,
    SOURCE,
    STAYS_TAPPED,
    STEP,
    THAT,
    THAT_PLAYER,
)
from reiterate.terms.abilities import Keyword, SpellCosts, Triggered
from reiterate.terms.base import Term
from reiterate.terms.effects_continuous import (
    Become,
    ExchangeControl,
    GainAbilities,
    GainControl,
    Pump,
    SetBasePT,
    SwitchPT,
    signs_of,
)
from reiterate.terms.effects_permanents import StaysTapped
from reiterate.terms.effects_players import ExchangeLife, ExtraSteps
from reiterate.terms.effects_spells import (
    BecomeCopy,
    CastCopy,
    CastFor,
    CastFree,
    CopySpell,
    GainFlashback,
    LetPlay,
)
from reiterate.terms.effects_structure import Delayed
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.replacement_effects import EntersAs, OthersEnterAs
from reiterate.terms.static_effects import (
    Are,
    BasePT,
    ControlHost,
    Defines,
    GrantAbilities,
    GraveyardCast,
    MayExert,
    MayPlay,
    ModifyPT,
    SpellsHave,
)
from reiterate.terms.trigger_events import StepBegins
from reiterate.terms.vocabulary import PAYING

#: What is found, by its name; and why it is nobody's.
Told: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """A class at a row, with its amounts; ``of``: "" for the row's own, else the reference to what is gone."""

    row: int
    of: str
    cls: Class
    num: Mapping[str, Amount]


def not_made_so(start: State, place: Place, words: Words) -> Iterator[Told]:
    """The facts of a place that no card's words make so."""
    yield from _ways(place, words)
    if not any(LOST in row.cls.by_prop for row in start.rows.values() if row.cls.kind == PLAYER):
        yield from _sizes(place, words)  # 800.4a: what a player's effects have changed stays so without that player
    yield from _last(place, words)
    yield from _steps(place.cls, words)
    yield from _untapping(start, place.cls, words)
    if place.cls.kind == ABILITY and not place.of:
        yield from _set_off(start, place, words)


# --- how something was cast --------------------------------------------------------------------------------------


def _ways(place: Place, words: Words) -> Iterator[Told]:
    """Ways of casting that neither the card nor an effect gives (601.2b), and those of a spell that isn't there."""
    how = tuple(name.removeprefix(HOW) for name, _ in place.cls.props if name.startswith(HOW))
    for word in how:
        if f"{HOW}{word}" != EXILED_INSTEAD and not _is_way(place.cls, word, how, words):
            yield f"{HOW}{word}", "a way of casting that nobody gives it"
    for name in names(place.num, HOW):
        yield name, "a way of casting of a spell that is not known"


def own_faces(cls: Class) -> list[Proto]:
    """The card that an object is, as whatever, with its other faces."""
    found = [
        each for each in (cls.proto, *map(cls.by_prop.get, (COPIABLE, COPIED, PRINTED))) if isinstance(each, Proto)
    ]
    return [face for each in found for face in (each, each.back, *each.halves) if face is not None]


def _is_way(cls: Class, word: str, how: tuple[str, ...], words: Words) -> bool:
    own = own_faces(cls)
    modes = [frozenset(chosen) for face in own for chosen in mode_choices(face, how)]
    if any(word in chosen for chosen in modes):
        return frozenset(each for each in how if any(each in chosen for chosen in modes)) in modes
    if any(word == f"{SPENT}{run}" for each in words.cards for run in spent_runs(each)):
        return True
    if word in PAYING:
        given = any(each.keyword == word for each in words.of(SpellsHave))
        return given or any(isinstance(a, Keyword) and a.name == word for face in own for a in face.abilities)
    if any(isinstance(a, SpellCosts) and a.how == word for face in own for a in face.abilities):
        return True
    if word == FREE:
        free = any(each.free for each in words.of(MayPlay)) or any(
            each.duration in ("plot", FREED) for each in words.of(LetPlay)
        )
        return free or bool(words.of(CastFree))
    if word == AIRBENT:
        return any(each.duration == AIRBENT for each in words.of(LetPlay))
    if word in GIVEN:
        given = any(each.how == word and _may_be(each.filter, own) for each in words.of(GraveyardCast))
        return given or (word == GIVEN[0] and bool(words.of(GainFlashback)))
    return any(each.how == word for kind in (CastFree, CastFor) for each in words.of(kind))


def _may_be(filter: Any, own: Iterable[Proto]) -> bool:
    """Whether a card is of the types that a set asks for."""
    return any(
        {*filter.types} <= {*each.types}
        and not {*filter.without_types} & {*each.types}
        and (not filter.any_of or bool({*filter.any_of} & {*each.types}))
        for each in own
    )


# --- sizes -------------------------------------------------------------------------------------------------------

#: A change of power and toughness.
Change: TypeAlias = tuple[int, int]
#: How many sums of changes are tried, of how many changes.
SUM_BUDGET: Final = 300
CHANGE_BUDGET: Final = 24


@dataclass(frozen=True, slots=True)
class _Changing:
    """A change that an effect makes: by printed numbers, and by what it counts, any number of times each of ``counted``."""

    printed: Change
    counted: tuple[Change, ...]


def _changing(effect: Any) -> _Changing:
    """What "gets +N/+N" changes. Quantities that are alike are one number."""
    up, out = effect.power, effect.toughness
    first, second = signs_of(effect) if isinstance(effect, Pump) else ((-1, -1) if effect.minus else (1, 1))
    printed = tuple(half.value * sign if isinstance(half, Fixed) else 0 for half, sign in ((up, first), (out, second)))
    counted: tuple[Change, ...] = ()
    if not isinstance(up, Fixed) and up == out:
        counted = ((first, second),)
    else:
        counted += ((first, 0),) if not isinstance(up, Fixed) else ()
        counted += ((0, second),) if not isinstance(out, Fixed) else ()
    return _Changing((printed[0], printed[1]), counted)


def _sizes(place: Place, words: Words) -> Iterator[Told]:
    """Changes until end of turn that no effects come to together (613.4c)."""
    there = [name for name in (EOT_POWER, EOT_TOUGHNESS) if name in names(place.num)]
    if not there:
        return
    now = (place.num.get(EOT_POWER, 0), place.num.get(EOT_TOUGHNESS, 0))
    if not _comes_to(now, [_changing(each) for each in words.of(Pump)]):
        yield there[0], "a change that no effects come to"


def _comes_to(wanted: tuple[Amount, Amount], changes: Iterable[_Changing]) -> bool:
    """Whether changes, each made so many times, come to this; False where it isn't found within the budget."""
    power, toughness = wanted
    known = list(dict.fromkeys(changes))
    if not isinstance(power, int) or not isinstance(toughness, int) or len(known) > CHANGE_BUDGET:
        return (power, toughness) == (0, 0)
    counting = [each for each in known if each.counted]
    plain = [each.printed for each in known if each.printed != (0, 0)]
    some = [each for each in counting if each.printed != (0, 0)]
    always = [each for made in counting if made.printed == (0, 0) for each in made.counted]
    for size in range(min(len(some), 2) + 1):
        for used in combinations(some, size):
            left = (power - sum(e.printed[0] for e in used), toughness - sum(e.printed[1] for e in used))
            if _is_sum(left, [*plain, *always, *(each for made in used for each in made.counted)]):
                return True
    return False


def _is_sum(wanted: Change, changes: list[Change]) -> bool:
    """Whether a change is a sum of these: at most two of them as often as one likes, the others a few times."""
    if wanted == (0, 0):
        return True
    known = list(dict.fromkeys(changes))
    few: dict[Change, None] = {(0, 0): None}
    for one in few.copy() if len(known) < 3 else _sums(known):
        few[one] = None
    for start in few:
        left = (wanted[0] - start[0], wanted[1] - start[1])
        spend(1 + len(known) ** 2 // 20)
        if left == (0, 0) or any(_multiple(left, one) for one in known):
            return True
        if any(_pair(left, one, other) for one, other in combinations(known, 2)):
            return True
    return False


def _sums(changes: list[Change]) -> list[Change]:
    """Small sums of changes, the smallest first."""
    found: dict[Change, None] = {(0, 0): None}
    todo = [(0, 0)]
    for start in todo:
        for one in changes:
            made = (start[0] + one[0], start[1] + one[1])
            if made not in found and len(found) < SUM_BUDGET:
                found[made] = None
                todo.append(made)
    return list(found)


def _multiple(wanted: Change, one: Change) -> bool:
    """Whether a change is so many times another one."""
    at = 0 if one[0] else 1
    times, rest = divmod(wanted[at], one[at])
    return not rest and times >= 0 and (times * one[0], times * one[1]) == wanted


def _pair(wanted: Change, one: Change, other: Change) -> bool:
    """Whether a change is so many times one and so many times another."""
    area = one[0] * other[1] - one[1] * other[0]
    if area == 0:
        return _on_a_line(wanted, one, other)
    first, rest = divmod(wanted[0] * other[1] - wanted[1] * other[0], area)
    second, more = divmod(one[0] * wanted[1] - one[1] * wanted[0], area)
    return not rest and not more and first >= 0 and second >= 0


def _on_a_line(wanted: Change, one: Change, other: Change) -> bool:
    """The same for two changes in one direction, or in opposite ones."""
    if wanted[0] * one[1] != wanted[1] * one[0]:
        return False
    at = 0 if one[0] else 1
    if one[at] * other[at] < 0:  # each multiple of what both are multiples of
        return wanted[at] % gcd(one[at], other[at]) == 0
    sign = 1 if one[at] > 0 else -1
    first, second, whole = sign * one[at], sign * other[at], sign * wanted[at]
    common = gcd(first, second)
    if whole < 0 or whole % common:
        return False
    first, second, whole = first // common, second // common, whole // common
    return (
        whole * pow(second, -1, first) % first * second <= whole
    )  # the fewest of the other that leave a multiple of the one


#: What sets a base size by printed numbers, by numbers that are counted, or by those of another object.
_BASES: Final = (BasePT, SetBasePT, Become, Are)
_COUNTED_BASES: Final = (Defines, ExchangeLife)


def _last(place: Place, words: Words) -> Iterator[Told]:
    """The size of what is gone, as it last was, that nothing gave it (608.2h)."""
    there = [name for name in (LAST_POWER, LAST_TOUGHNESS) if name in names(place.num)]
    if not there or place.cls.proto is None:
        return
    num = place.num
    last = (num.get(LAST_POWER, 0), num.get(LAST_TOUGHNESS, 0))
    counters = num.get(PLUS_COUNTERS, 0) - num.get(MINUS_COUNTERS, 0)
    changed = (num.get(EOT_POWER, 0) + counters, num.get(EOT_TOUGHNESS, 0) + counters)
    changes = [_changing(each) for kind in (ModifyPT, Pump) for each in words.of(kind)]
    bases = _bases(place.cls, words)
    counted = any(each.valued for each in words.of(Become)) or any(each.size for each in words.of(Are))
    if counted or any(words.of(kind) for kind in _COUNTED_BASES):
        changes += [_Changing((0, 0), ((1, 0), (0, 1)))]
        bases = bases or [(0, 0)]
    sizes = [last, (last[1], last[0])] if words.of(SwitchPT) else [last]
    for base in bases:
        for now in sizes:
            if _comes_to((now[0] - base[0] - changed[0], now[1] - base[1] - changed[1]), changes):
                return
    yield there[0], "a size that nothing gave it"


def _bases(cls: Class, words: Words) -> list[Change]:
    """The base sizes that something can have had: its own, and those that effects give."""
    own = [printed_pt(each) for each in own_faces(cls)]
    given = [(each.power, each.toughness) for kind in _BASES for each in words.of(kind) if hasattr(each, "power")]
    found = {
        (size[0], size[1])
        for size in (*own, *given)
        if size is not None and isinstance(size[0], int) and isinstance(size[1], int)
    }
    return sorted(found)


# --- steps -------------------------------------------------------------------------------------------------------

#: The steps behind which a phase can have been added: what would have followed them (500.8).
_RESUMED: Final = ("main1", "combat", "main2", "end", TURN_ENDS)
#: In which step what triggers at a beginning does so.
_BEGINNINGS: Final = {
    **{step: step for step in ("upkeep", "draw", "combat", "endcombat", "end")},
    FIRST_UPKEEP: "upkeep",
    "end of combat": "endcombat",
}


def _steps(cls: Class, words: Words) -> Iterator[Told]:
    """A step behind which no effect adds any (500.9), or that doesn't follow what an effect adds (500.8)."""
    after = cls.by_prop.get(AFTER)
    if (
        after is not None
        and not (cls.prop(STEP) in _added(words) and (after in (befores := _befores(words)) or "" in befores))
    ) or after == "untap":
        yield AFTER, str(after)
    resume = cls.by_prop.get(RESUME)
    if resume is not None and resume not in _RESUMED:
        yield RESUME, str(resume)


def _added(words: Words) -> set[str]:
    """The steps that effects add behind a step."""
    return {each.step for each in words.of(ExtraSteps) if each.after == "step"}


def _befores(words: Words) -> set[str]:
    """The steps in which effects add steps behind the one that it is; "" where that may be any (500.9)."""
    bound: dict[Any, set[str]] = {}
    for ability in words.of(Triggered):
        step = _BEGINNINGS.get(ability.trigger.step, "") if isinstance(ability.trigger, StepBegins) else ""
        for effect in words.of(ExtraSteps):
            if _holds(ability, effect):
                bound.setdefault(effect, set()).add(step)
    found = [each for each in words.of(ExtraSteps) if each.after == "step"]
    return {step for effect in found for step in bound.get(effect, {""})}


def _holds(part: Any, wanted: Term) -> bool:
    """Whether a part has another one in it."""
    if part == wanted:
        return True
    if isinstance(part, tuple):
        return any(_holds(each, wanted) for each in part)
    return isinstance(part, Term) and any(_holds(getattr(part, name), wanted) for name in part.__struct_fields__)


#: What gives a player an ability that is on another player's card, or a permanent of another one.
_TO_OTHERS: Final = (
    GainControl,
    ExchangeControl,
    ControlHost,
    GrantAbilities,
    GainAbilities,
    CopySpell,
    CastCopy,
    BecomeCopy,
    EntersAs,
    OthersEnterAs,
)


def _untapping(start: State, cls: Class, words: Words) -> Iterator[Told]:
    """A seat in whose untap step no effect keeps something tapped (502.3)."""
    whose = cls.by_prop.get(STAYS_TAPPED)
    if whose is None:
        return
    if whose == CONTROLLER:
        if not any(not each.yours for each in words.of(StaysTapped)):
            yield STAYS_TAPPED, str(whose)
        return
    effects = [*(each for each in words.of(StaysTapped) if each.yours), *words.of(MayExert)]
    seat = int(str(whose)[1:]) - 1
    spend(len(start.rows) * (1 + len(effects)))
    theirs = {
        each
        for row in start.rows.values()
        if any(_holds(face, effect) for face in own_faces(row.cls) for effect in effects)
        for each in (row.cls.owner, row.cls.controller)
    }
    if any(words.of(kind) for kind in _TO_OTHERS):
        theirs = {*range(words.seats)}
    if not effects or not 0 <= seat < words.seats or seat not in theirs:
        yield STAYS_TAPPED, str(whose)


# --- what was set off --------------------------------------------------------------------------------------------


def _set_off(start: State, place: Place, words: Words) -> Iterator[Told]:
    """An ability that nothing can have set off: in another step (603.6), or without what it remembers of its event (603.7c)."""
    term = place.cls.term
    if not isinstance(term, Triggered):
        return
    began = _BEGINNINGS.get(term.trigger.step) if isinstance(term.trigger, StepBegins) else None
    now = start.game.prop(STEP, "")
    if began is not None and began != now:
        yield ABILITY, f"what triggers as {began} begins, in another step"
        return
    delaying = [each for each in words.of(Delayed) if Triggered(each.trigger, each.effects) == term]
    spend(10 * len(words.cards) if delaying else 1)
    if not delaying or any(_holds(card, term) for card in words.cards):
        return
    if not any(each.once for each in delaying) and now != "cleanup":
        alike = (row.cls for row in start.rows.values() if row.cls.kind == DELAYED)
        if not any(cls.term == term for cls in alike):
            yield ABILITY, "a delayed ability that is not in force"
            return
    read, refs = reads(term), start.rows[place.row].refs
    for name, slot in (("This", SOURCE), ("That", THAT), ("ThatPlayer", THAT_PLAYER)):
        if name in read and slot not in refs:
            yield ABILITY, f"a delayed ability without what set it off: {slot}"
            return
