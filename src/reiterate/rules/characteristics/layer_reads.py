"""What static abilities and continuous effects read: other objects, sizes, what was chosen for their source (613.8a, 607.2d)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.state.model import EACH, Ref, Row, State
from reiterate.state.properties import CHOSEN, HOST
from reiterate.terms.abilities import Static
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.conditions import Outgrows, StatIs
from reiterate.terms.filters import Filter
from reiterate.terms.quantities import ColorsAmong, CountOf, Greatest, HeldBy, Sharing, StatOf, Total
from reiterate.terms.references import Host
from reiterate.terms.static_effects import BasePT, Defines, GrantAbilities, ModifyPT

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
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (Greatest, Total, StatOf, Outgrows)) or (
                isinstance(node, Filter) and node.compare is not None
            ):
                found.append(node)

        walk(effect, visit)
        known = _READS_SIZE[effect] = bool(found)
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
        found: list[Term] = []

        def visit(node: Term) -> None:
            of = node.filter if isinstance(node, (CountOf, HeldBy)) else None
            keyworded = isinstance(of, Filter) and (of.keyword or of.without_keyword or of.bare)
            if keyworded or isinstance(node, (ColorsAmong, Greatest, Total, StatOf, StatIs, Sharing, Outgrows)):
                found.append(node)

        def visit_condition(node: Term) -> None:
            if isinstance(node, Filter) and (
                node.keyword or node.without_keyword or node.bare or node.compare is not None
            ):
                found.append(node)
            visit(node)

        walk(ability.condition, visit_condition)
        if isinstance(ability.effect, (ModifyPT, BasePT)):
            walk(ability.effect, visit)
        elif isinstance(ability.effect, GrantAbilities):
            found += [given for given in ability.effect.abilities if isinstance(given, Static)]
        known = _READS_OTHERS[ability] = bool(found)
    return known


_SIZED: dict[Static, bool] = {}


def reads_sizes(ability: Static) -> bool:
    """Whether the condition of a static ability reads power or toughness, which no layer but the last knows."""
    known = _SIZED.get(ability)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (StatIs, StatOf, Greatest, Total, Outgrows)) or (
                isinstance(node, Filter) and node.compare is not None
            ):
                found.append(node)

        walk(ability.condition, visit)
        known = _SIZED[ability] = bool(found)
    return known
