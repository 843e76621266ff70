"""Targets of an announced number (601.2c), and something divided among targets (601.2d): announced, and kept on the stack."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, equal, less
from reiterate.refusals import ILLEGAL, Refusal, unsupported
from reiterate.rules.access.choice import ITSELF, Choice
from reiterate.rules.access.influence import sees
from reiterate.rules.characteristics.evaluate import measure
from reiterate.rules.characteristics.references import Around
from reiterate.rules.events.frames import Frame, numbers_of
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, State, is_player
from reiterate.state.properties import NTH_PART, NTH_TARGET, X
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_damage import DealDivided
from reiterate.terms.effects_permanents import Distribute
from reiterate.terms.quantities import XValue
from reiterate.terms.references import ANY_NUMBER, TargetRef, TargetSpec


def divided(specs: tuple[TargetSpec, ...]) -> TargetSpec | None:
    """The targets among which something is divided, or None. Raises ``Unsupported`` where other targets follow them."""
    shared = run_of(specs)
    return shared if shared is not None and shared.divided else None


def run_of(specs: tuple[TargetSpec, ...]) -> TargetSpec | None:
    """The targets whose number is announced, or None. Raises ``Unsupported`` where other targets follow them."""
    if not specs:
        return None
    found = [i for i, spec in enumerate(specs) if spec.divided or spec.run]
    if not found:
        return None
    if found != [len(specs) - 1]:
        raise unsupported("rule-601.2c", "targets behind those whose number is announced", "601.2c")
    return specs[-1]


def each_target(specs: tuple[TargetSpec, ...], named: int, x: Amount = 0) -> tuple[TargetSpec, ...] | None:
    """A specification for each of so many targets; None where there can't be that many.

    ``x``: the X announced, or the number that the event of a triggered ability has.
    """
    shared = run_of(specs)
    if shared is None:
        return specs if len(specs) == named else None
    sharing = named - (len(specs) - 1)
    if sharing < shared.least or (shared.most and sharing > shared.most):
        return None
    if shared.run == "X" and less(sharing, x, "601.2c"):
        return None
    if bounded(shared) and less(x, sharing, "601.2c"):
        return None
    return (*specs[:-1], *(shared,) * sharing)


def bounded(spec: TargetSpec) -> bool:
    """Whether there are no more targets than a number that is known as they are chosen: the X announced, or that of an event."""
    return spec.run not in ("", ANY_NUMBER)


def targets_wanted(specs: tuple[TargetSpec, ...]) -> str:
    """How many targets there must be, in words."""
    shared = run_of(specs)
    if shared is None:
        return f"{len(specs)} target(s)"
    if bounded(shared):
        return f"{f'{len(specs) - 1} and ' if len(specs) > 1 else ''}{shared.run} target(s)"
    low, more = len(specs) - 1 + shared.least, shared.most
    return f"{low} to {len(specs) - 1 + more} target(s)" if more else f"{low} or more targets"


def what_is_divided(effects: tuple[Term, ...]) -> Term:
    """The quantity that some effects divide."""
    terms: list[Term] = []
    walk(effects, lambda node: terms.append(node.amount) if isinstance(node, (DealDivided, Distribute)) else None)
    if len(terms) != 1:
        raise unsupported("rule-601.2d", "more than one thing divided among the same targets", "601.2d")
    return terms[0]


def by_x(effects: tuple[Term, ...]) -> bool:
    """Whether the X that is announced is what is divided."""
    return isinstance(what_is_divided(effects), XValue)


def total(state: State, effects: tuple[Term, ...], around: Around) -> Amount:
    """How much there is to divide as it is announced."""
    amount = measure(state, around, what_is_divided(effects))
    return amount if at_least(amount, 0, "107.1b") else 0


def of_choice(state: State, effects: tuple[Term, ...], choice: Choice) -> Amount:
    """How much a spell cast or an ability activated so divides."""
    row = state.rows[choice.row]
    return total(state, effects, Around(choice.player, {}, {X: choice.x}, choice.row, row))


def check_division(state: State, specs: tuple[TargetSpec, ...], choice: Choice, whole: Amount) -> Refusal | None:
    """Whether each target gets at least one part and all parts are the whole (601.2d)."""
    sharing = choice.targets[len(specs) - 1 :]
    if not sharing:
        return None if not choice.sizes else _no("division", "nothing is named to divide among", "601.2d", "targets")
    parts = parts_of(choice, specs, whole)
    if len(parts) != len(sharing):
        return _no("division", "a part for each target is wanted", "601.2d", "'3 to X and the rest to Y'")
    given: Amount = 0
    for part in parts:
        if less(part, 1, "601.2d"):
            return _no("division", "each target gets at least 1", "601.2d", "at least 1 for each target")
        given = given + part
    if not equal(given, whole, "601.2d"):
        return _no("division", "the parts are not as much as is divided", "601.2d", "exactly as much as is divided")
    return None


def named_twice(state: State, specs: tuple[TargetSpec, ...], choice: Choice) -> Refusal | None:
    """Of targets whose number is announced, each is another one (115.3); of a group each member is one target."""
    sharing = choice.targets[len(specs) - 1 :]
    for target in set(sharing):
        twice = sum(1 for t in sharing if t == target or (t == ITSELF and target == choice.row))
        if less(1 if target == ITSELF else state.rows[target].n, twice, "115.3"):
            return _no("illegal-target", "one target is named twice", "115.3", "different targets")
    return None


def _no(code: str, message: str, rule: str, expected: str) -> Refusal:
    return Refusal(ILLEGAL, code, message, expected, rule)


def parts_of(choice: Choice, specs: tuple[TargetSpec, ...], whole: Amount) -> tuple[Amount, ...]:
    """The part of each target: all of it for a single one."""
    alone = len(choice.targets) == len(specs)
    return (whole,) if alone and not choice.sizes else choice.sizes


def slots(specs: tuple[TargetSpec, ...], parts: tuple[Amount, ...]) -> dict[str, Amount]:
    """The slots of a stack entry for the parts of its targets."""
    return {f"{NTH_PART}{len(specs) - 1 + i}": part for i, part in enumerate(parts)}


def spec_of(specs: tuple[TargetSpec, ...], number: int) -> TargetSpec:
    """The specification of the target with a number."""
    return specs[min(number, len(specs) - 1)]


def legal_shares(draft: Draft, frame: Frame, first: Term) -> list[tuple[int, Amount]]:
    """The targets that are still legal with their parts; the part of one that is not is lost (608.2b)."""
    assert isinstance(first, TargetRef)
    found: list[tuple[int, Amount]] = []
    for number in numbers_of(frame.refs):
        named = frame.refs[f"{NTH_TARGET}{number}"]
        if number < first.index or not isinstance(named, Ref) or named.row not in draft.rows:
            continue
        here = is_player(draft, named.row) or draft.rows[named.row].cls.zone == BATTLEFIELD
        if here and sees(draft, frame.controller, named.row):  # 801.10
            found.append((named.row, frame.num.get(f"{NTH_PART}{number}", 0)))
    return found
