"""What an effect reads and what it does in one layer (613.1d to 613.4b, 613.8a, 607.2d).

What a continuous effect does to an object in one layer: types, colours, abilities, base power and toughness (613.1d to 613.4b).

What static abilities and continuous effects read: other objects, sizes, what was chosen for their source (613.8a, 607.2d).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.characteristics.printed_characteristics import (
    EVERY_TYPE,
    Characteristics,
    costed,
    filter_holds,
    mana_value,
    printed,
    proto_of,
)
from reiterate.state.model import BATTLEFIELD, EACH, GRAVEYARD, Ref, Row, State
from reiterate.state.properties import CHOSEN, HOST, PAIR
from reiterate.terms.abilities import Activated, Assumed, Carried, Keyword, NotUnderstood, Static, Unmet, Watched
from reiterate.terms.base import Ability, Term, replace, walk
from reiterate.terms.conditions import Outgrows, StatIs
from reiterate.terms.costs import MillCost
from reiterate.terms.effects_continuous import Become, Forbid, Require
from reiterate.terms.meanings import each_counts
from reiterate.terms.quantities import (
    ColorsAmong,
    CountOf,
    Different,
    Fixed,
    Greatest,
    HeldBy,
    Party,
    Quantity,
    Sharing,
    StatOf,
    Total,
)
from reiterate.terms.references import ChosenPlayer, Filter, Host, Linked
from reiterate.terms.static_effects import (
    Are,
    BasePT,
    CantDo,
    Defines,
    DoesntUntap,
    GrantAbilities,
    HasActivated,
    ModifyPT,
    NotType,
    TurnedAsThough,
)
from reiterate.terms.vocabulary import ARTIFACT_TYPES, COLORS, ENCHANTMENT_TYPES, LAND_TYPES, NAMED, SPELL_TYPES
from reiterate.terms.word_changes import BASIC_LANDS, intrinsic_ability

# --- layer effects -------------------------------------------------------------------------------


def fixed(value: Quantity) -> int:
    """The number of a quantity that an effect fixed as it began (611.2d)."""
    assert isinstance(value, Fixed)  # ``effects_durations`` puts down what an amount was as the effect began
    return value.value


def restrict(now: Characteristics, effect: Term) -> None:
    """One restriction or permission on one object."""
    if isinstance(effect, DoesntUntap):
        now.no_untap = True
    elif isinstance(effect, (CantDo, Forbid)):
        now.cant |= {effect.what}
    elif isinstance(effect, Require):
        now.must |= {effect.what}
    elif isinstance(effect, TurnedAsThough):
        now.turned |= {effect.what}


def has_part_in(effect: Term, layer: str) -> bool:
    """Whether an effect of several layers has a part in this one."""
    if isinstance(effect, Are):
        parts = {
            "4": bool(effect.types or effect.subtypes or effect.chosen == "type"),
            "5": bool(effect.colors) or effect.chosen == "color" or effect.sets_colors,
            "6": effect.clear or bool(effect.abilities),
            "7b": effect.power is not None or bool(effect.size),
        }
        return parts.get(layer, False)
    if isinstance(effect, Become):
        parts = {
            "4": bool(effect.types or effect.subtypes),
            "5": effect.colors is not None,
            "6": effect.clear or bool(effect.abilities),
            "7b": effect.power is not None,
        }
        return parts.get(layer, False)
    return True


def any_counts_each(abilities: tuple[Ability, ...]) -> bool:
    """Whether it matters how often abilities are granted."""
    return any(each_counts(ability) for ability in abilities)


def gain_abilities(now: Characteristics, abilities: tuple[Ability, ...]) -> None:
    """Add abilities to an object (613.1f)."""
    now.keywords |= {a.name for a in abilities if isinstance(a, Keyword)}
    now.set_abilities((*now.abilities, *abilities))


def buried_activated(
    state: State, effect: HasActivated, seat: int, reaching: Sequence[tuple[Row, Are]]
) -> tuple[Ability, ...]:
    """The activated abilities of cards in graveyards that a permanent has, each once (613.1f).

    ``reaching``: the effects that change what cards in all zones are, each with its source (205.1b).
    Sorted by the names of the cards, so that like positions number them alike. Raises ``Unsupported`` for an ability that
    isn't understood, is linked to another one (607.5), or counts how often it was activated.
    """
    found: list[tuple[str, Activated]] = []
    for row in state.rows.values():
        if row.cls.zone != GRAVEYARD or (effect.whose == "you" and row.cls.owner != seat):
            continue
        if filter_holds(effect.filter, row, everywhere_made(row, reaching), seat):
            found += [(proto_of(row.cls).name, ability) for ability in borrowed(printed(row.cls))]
    if any(ability.limit for _, ability in found):
        raise unsupported("rule-613.1f", "having an ability that is limited in how often it is activated", "602.5b")
    return tuple(dict.fromkeys(ability for _, ability in sorted(found, key=lambda each: each[0])))


def borrowed(chars: Characteristics) -> tuple[Activated, ...]:
    """The activated abilities of something that another object on the battlefield may have too, or ``Unsupported``."""
    found = tuple(a for a in chars.activated if a.zone == BATTLEFIELD)
    if any(map(_may_be_activated, chars.abilities)) or any(map(_is_linked, found)):
        raise unsupported("rule-607.5", "gaining an ability that is linked to another, or not understood", "607.5")
    return found


def _may_be_activated(ability: Ability) -> bool:
    """Whether an ability that isn't understood could be an activated one."""
    if isinstance(ability, Carried):
        return ability.what == "activated"
    return isinstance(ability, NotUnderstood) and not isinstance(ability, Assumed | Watched | Unmet)


def _is_linked(ability: Activated) -> bool:
    """Whether an ability speaks of what another ability of its object exiled or had chosen (607.1); its own cost is none."""
    named: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, (Linked, ChosenPlayer)) or (isinstance(node, Filter) and node.chosen):
            named.append(node)

    walk(ability, visit)
    exiles = any(isinstance(cost, MillCost) and cost.to == "exile" for cost in ability.costs)
    return any(not (exiles and node == Linked()) for node in named)


def _chosen(effect: Term, source: Row | None, what: str) -> tuple[str, ...]:
    if getattr(effect, "chosen", "") != what or source is None:
        return ()
    word = source.cls.prop(f"{CHOSEN}{what}", "")
    if not isinstance(word, str) or not word:
        raise unsupported("rule-607", f"no {what} was chosen for {proto_of(source.cls).name}", "607.2d")
    return (word,)


def change_types(now: Characteristics, effect: Term, source: Row | None) -> None:
    """Layer 4, with the mana abilities that basic land types bring and the abilities they take (305.6, 305.7)."""
    if isinstance(effect, NotType):
        now.types = tuple(t for t in now.types if t != effect.type)
        now.subtypes = tuple(t for t in now.subtypes if has_its_type(t, now.types))  # 205.1a
        return
    assert isinstance(effect, (Are, Become))
    subtypes = (*effect.subtypes, *_chosen(effect, source, "type"))
    lands = tuple(t for t in subtypes if t in BASIC_LANDS)
    if effect.instead and lands and effect.types in ((), ("land",)):
        kept = tuple(t for t in now.subtypes if t in _creature_like(now)) if not effect.types else ()
        now.types = effect.types or now.types
        now.subtypes = (*kept, *subtypes)
        now.set_abilities(tuple(intrinsic_ability(t) for t in lands))
        now.keywords = frozenset()
        return
    if effect.instead:  # 205.1a: without new card types only subtypes of the same kind are replaced
        kept = tuple(t for t in now.subtypes if _keeps(t, effect.types or now.types, subtypes))
        now.types = effect.types or now.types
        now.subtypes = (*kept, *subtypes)
    else:
        now.types = (*now.types, *(t for t in effect.types if t not in now.types))
        if effect.retype:
            now.subtypes = tuple(t for t in now.subtypes if t not in NAMED and t != EVERY_TYPE)
        now.subtypes = (*now.subtypes, *(t for t in subtypes if t not in now.subtypes))
    if lands:
        now.set_abilities((*now.abilities, *(a for a in map(intrinsic_ability, lands) if a not in now.abilities)))


def everywhere_made(row: Row, effects: Sequence[tuple[Row, Are]]) -> Characteristics | None:
    """What effects in all zones make of an object that is no permanent; None: as printed.

    in: the object, and each effect with its source. Raises ``Unsupported`` where several set types and their order matters.
    """
    fits = [(e, at) for at, e in effects if _reaches(e, row, at)]
    kinds = [(e, at) for e, at in fits if has_part_in(e, "4")]
    colored = [(e, at) for e, at in fits if has_part_in(e, "5")]
    if len(kinds) > 1 and any(e.instead or e.retype for e, _ in kinds):
        raise unsupported("rule-613.7", "several effects that set the types of what is no permanent", "613.7")
    found: set[str] = set()
    for effect, at in colored:
        word = at.cls.prop(f"{CHOSEN}color", "") if effect.chosen == "color" else ""
        found |= {*effect.colors, *([word] if isinstance(word, str) and word else [])}
    if not kinds and not found:
        return None
    made = printed(row.cls).copied()
    for effect, at in kinds:
        change_types(made, effect, at)
    made.colors = tuple(color for color in COLORS if color in found or color in made.colors)
    return made


def _reaches(effect: Are, row: Row, at: Row) -> bool:
    """Whether an effect in all zones is about an object that is no permanent."""
    return isinstance(effect.subject, Filter) and filter_holds(effect.subject, row, None, at.cls.controller)


def _keeps(subtype: str, types: tuple[str, ...], given: tuple[str, ...]) -> bool:
    """Whether a subtype stays where card types or subtypes are set (205.1a): with its card type, unless its kind is set."""
    kind = next((words for words in (NAMED, LAND_TYPES) if subtype in words), None)
    if subtype == EVERY_TYPE:
        kind = NAMED
    return has_its_type(subtype, types) and not (kind is not None and any(t in kind for t in given))


def has_its_type(subtype: str, types: tuple[str, ...]) -> bool:
    """Whether one of these card types is a type that a subtype belongs to (205.3)."""
    if subtype in NAMED or subtype == EVERY_TYPE:
        return bool({"creature", "kindred"} & {*types})
    if subtype in SPELL_TYPES:
        return bool({"instant", "sorcery"} & {*types})
    for kind, words in (("land", LAND_TYPES), ("artifact", ARTIFACT_TYPES), ("enchantment", ENCHANTMENT_TYPES)):
        if subtype in words:
            return kind in types
    return bool({"planeswalker", "battle"} & {*types})


def _creature_like(now: Characteristics) -> set[str]:
    return {t for t in now.subtypes if t not in LAND_TYPES}


def change_colors(now: Characteristics, effect: Term, source: Row | None) -> None:
    """Layer 5: colours set or added."""
    colors = tuple(getattr(effect, "colors", None) or ()) + _chosen(effect, source, "color")
    added = isinstance(effect, Become) and effect.more_colors
    if isinstance(effect, Are):
        added = not (effect.instead or effect.sets_colors)
    both = {*now.colors, *colors} if added else set(colors)
    now.colors = tuple(c for c in COLORS if c in both)


def set_base(now: Characteristics, effect: Term, row: Row) -> None:
    """Layer 7b: base power and toughness set."""
    if isinstance(effect, Are) and effect.size == "mana value":
        value = mana_value(costed(row.cls))
        now.base = (value, value)
        return
    power, toughness = getattr(effect, "power", None), getattr(effect, "toughness", None)
    base = now.base or (0, 0)
    now.base = (base[0] if power is None else power, base[1] if toughness is None else toughness)


# --- layer reads ---------------------------------------------------------------------------------

#: The layers of which the words that effects read and write show without a trial that there is no dependency.
BY_WORDS: Final = ("4", "6", "7b")


def could_depend(effect: Term, layer: str) -> bool:
    """Whether another effect of a layer could change what an effect applies to or does (613.8a), by what the effect reads."""
    subject = getattr(effect, "subject", None)
    if layer == "7d":
        return False
    if layer == "5":
        return isinstance(subject, Filter) and bool(
            subject.colors or subject.any_colors or subject.without_colors or subject.colorless or subject.chosen
        )
    if layer in ("7a", "7c") or isinstance(effect, Defines):
        return (isinstance(subject, Filter) and subject.compare is not None) or _reads_size(effect)
    return True


_READS_SIZE: dict[Term, bool] = {}


def _reads_size(effect: Term) -> bool:
    """Whether an amount of an effect reads power or toughness of permanents."""
    known = _READS_SIZE.get(effect)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (Greatest, Total, StatOf, Outgrows)) or (
                isinstance(node, Filter) and node.compare is not None
            ):
                terms.append(node)

        walk(effect, visit)
        known = _READS_SIZE[effect] = bool(terms)
    return known


def chosen_filter(subject: Filter, source: Row) -> Filter:
    """A filter with what was chosen as its source entered put in."""
    if not subject.chosen:
        return subject
    word = source.cls.prop(f"{CHOSEN}{subject.chosen}", "")
    if not isinstance(word, str) or not word:
        raise unsupported("rule-607", f"no {subject.chosen} was chosen for {proto_of(source.cls).name}", "607.2d")
    return with_choice(subject, word)


def with_choice(subject: Filter, word: str) -> Filter:
    """A filter on the chosen type or colour with that type or colour."""
    if subject.chosen == "type":
        return replace(subject, subtypes=(*subject.subtypes, word), chosen="")
    return replace(subject, colors=(*subject.colors, word), chosen="")


def times_of(state: State, source: int, handle: int, subject: object) -> Amount:
    """How many members of the source's group affect each member of ``handle``'s."""
    members = state.rows[source].n
    if isinstance(subject, Filter):
        return members - 1 if subject.another and source == handle else members
    return members if on_one_host(state, source, subject) else 1


def both_paired(state: State, source: int) -> tuple[int, ...]:
    """A permanent and what it is paired with; nothing where it is not paired (702.95b)."""
    ref = state.rows[source].refs.get(PAIR)
    return (source, ref.row) if isinstance(ref, Ref) else ()


def on_one_host(state: State, source: int, subject: object) -> bool:
    """Whether all members of a source's group are attached to the same object, which their effects are about."""
    ref = state.rows[source].refs.get(HOST) if isinstance(subject, Host) else None
    return isinstance(ref, Ref) and ref.mode != EACH


_READS_OTHERS: dict[Term, bool] = {}


def reads_others(ability: Static) -> bool:
    """Whether an amount or condition reads colours, keywords, power or toughness of permanents, its own among them.

    Or whether it grants static abilities, which may affect any other permanent (604.3, 613.1f).
    """
    known = _READS_OTHERS.get(ability)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            of = node.filter if isinstance(node, (CountOf, HeldBy)) else None
            keyworded = isinstance(of, Filter) and (of.keyword or of.without_keyword or of.bare)
            if keyworded or isinstance(
                node, (ColorsAmong, Greatest, Different, Party, Total, StatOf, StatIs, Sharing, Outgrows)
            ):
                terms.append(node)

        def visit_condition(node: Term) -> None:
            if isinstance(node, Filter) and (
                node.keyword or node.without_keyword or node.bare or node.hung or node.compare is not None
            ):
                terms.append(node)
            visit(node)

        walk(ability.condition, visit_condition)
        if isinstance(ability.effect, (ModifyPT, BasePT)):
            walk(ability.effect, visit)
        elif isinstance(ability.effect, GrantAbilities):
            terms += [given for given in ability.effect.abilities if isinstance(given, Static)]
        known = _READS_OTHERS[ability] = bool(terms)
    return known


_SIZED: dict[Static, bool] = {}


def reads_sizes(ability: Static) -> bool:
    """Whether the condition of a static ability reads power or toughness, which no layer but the last knows."""
    known = _SIZED.get(ability)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (StatIs, StatOf, Greatest, Total, Outgrows)) or (
                isinstance(node, Filter) and node.compare is not None
            ):
                terms.append(node)

        walk(ability.condition, visit)
        known = _SIZED[ability] = bool(terms)
    return known
