"""Whether the deciding player could do anything but pass: an enumeration over ``verify`` that asks ``options`` nothing.

For a draw by itself (104.4b) nobody may be able to act. Each card, ability, way, mode and target is
tried. Payments are left to ``verify``. It refuses a cost that can't be paid, and calls it ambiguous
where it can be paid in several ways. X is as small as it may be: no cost gets cheaper by a larger
X. Where that is not enough to tell, somebody could act. So the answer errs on one side only.
Amounts may be symbols, or known by their bounds: comparisons go to their log as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import Any, Final

from reiterate.refusals import AMBIGUOUS, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.choice import ACTIVATE, CAST, ITSELF, PLAY, Choice
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs import casting, total_cost
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.decisions.verify_actions import (
    casting_words,
    collects,
    is_about_x,
    mana_choice,
    numbered_abilities,
    without_objects,
)
from reiterate.rules.events.targets import NONE, may_target
from reiterate.rules.resolution import division
from reiterate.rules.resolution.stacking import effects_of, specs_of
from reiterate.state.model import BATTLEFIELD, STACK, State
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, TOKEN
from reiterate.terms.abilities import costs_by_target
from reiterate.terms.references import compared_with_x

#: Ways to choose costs, modes or targets that are tried for one card or ability, before it is said that something could be done.
WAYS_BUDGET: Final = 2_000

_OF_TARGETS: Final = ("targets", "illegal-target", "division")


def could_act(state: State) -> bool:
    """Whether the deciding player could do something where they may pass or decline; also where that can't be told."""
    if asked(state) not in ("priority", TOLL):
        return False
    seat = decider(state)
    try:
        if unoffered(state, seat):
            return True
        return any(_with_row(state, seat, handle) for handle in list(state.rows))
    except Unsupported:
        return True


def _with_row(state: State, seat: int, handle: int) -> bool:
    cls = state.rows[handle].cls
    if cls.proto is None or cls.kind not in (CARD, TOKEN) or seat not in (cls.owner, cls.controller):
        return False
    return _plays(state, seat, handle) or any(_activates(state, seat, handle)) or _plays_back(state, seat, handle)


def _plays(state: State, seat: int, handle: int) -> bool:
    """Whether a card could be played as a land, or cast in any way."""
    return _fine(state, Choice(PLAY, seat, handle)) or any(_casts(state, seat, handle))


def _plays_back(state: State, seat: int, handle: int) -> bool:
    """The same of a card's back face (712.11b, 712.12), where the card lies elsewhere than on the battlefield and stack."""
    cls = state.rows[handle].cls
    if cls.zone in (BATTLEFIELD, STACK) or seat != cls.owner:
        return False
    return any(_plays(faces.turned(state, handle, word), seat, handle) for word in faces.other_faces(cls))


def _fine(state: State, choice: Choice) -> bool:
    """Whether a choice is legal, or can't be told to be illegal whatever is said besides."""
    return not _refused(prepare(state, choice))


def _refused(plan: object) -> bool:
    return isinstance(plan, Refusal) and plan.kind not in (UNSUPPORTED, AMBIGUOUS)


# --- abilities and spells ----------------------------------------------------------------------------------------


def _activates(state: State, seat: int, handle: int) -> Iterator[bool]:
    """For each ability and mode whether it could be activated."""
    for index, how, ability in numbered_abilities(state, handle):
        kinds = mana_choice(ability)
        base = Choice(ACTIVATE, seat, handle, index, how=how, answer=kinds[0] if kinds else "")
        if is_about_x(ability.condition, ability.costs) or any(map(compared_with_x, ability.targets)):
            yield True
        taken = partial(_taken_off, state, handle, ability)
        by_target = costs_by_target(ability)
        yield _possible(state, base, ability.targets, ability.effects, ability.costs, taken, by_target)


def _taken_off(state: State, handle: int, ability: Any, targets: tuple[int, ...]) -> tuple[Any, Any]:
    """What is taken off the costs of an activation, and what it costs more."""
    named = targets if costs_by_target(ability) else ()
    return total_cost.reductions(state, handle, ability, named), total_cost.additions(state, handle, ability)


def _spell_changes(state: State, handle: int, seat: int, targets: tuple[int, ...]) -> tuple[Any, Any]:
    """The same of a spell, whatever it targets."""
    return casting.changes(state, handle, seat)


def _casts(state: State, seat: int, handle: int) -> Iterator[bool]:
    """For each way of casting a card whether it could be cast so."""
    words, proto = casting_words(state.rows[handle].cls), proto_of(state.rows[handle].cls)
    instead: list[tuple[str, ...]] = [(), *((word,) for word in words.instead)]
    if len(instead) * 2 ** (len(words.besides) + words.modes) > WAYS_BUDGET:
        yield True
        return
    besides = [some for many in range(len(words.besides) + 1) for some in combinations(words.besides, many)]
    named = [f"mode {k}" for k in range(1, words.modes + 1)]
    chosen = [some for many in range(words.modes + 1) for some in combinations(named, many)]
    changes = partial(_spell_changes, state, handle, seat)
    given = casting.given_ways(state, handle)
    for way, more, mode in product(instead, besides, chosen):
        how = (*way, *more, *mode)
        base = Choice(CAST, seat, handle, how=how)
        if any(map(compared_with_x, specs_of(proto, how))):
            yield True
        plan = prepare(state, base)
        if _refused(plan) and not _later(plan):
            continue
        yield _possible(
            state, base, specs_of(proto, how), effects_of(proto, how), casting.costs_of(proto, how, given), changes
        )
    if words.paying:
        plan = prepare(state, Choice(CAST, seat, handle))
        yield not isinstance(plan, Refusal) or _later(plan)


def _later(plan: object) -> bool:
    """Whether a refusal is about what is announced and paid behind the way of casting."""
    assert isinstance(plan, Refusal)
    return plan.code in (*_OF_TARGETS, "x", "mana-short", "life-short", "payment") or plan.code.startswith("cost-")


def _possible(
    state: State,
    base: Choice,
    specs: Sequence[Any],
    effects: tuple[Any, ...],
    costs: tuple[Any, ...],
    changes: Callable[[tuple[int, ...]], tuple[Any, Any]],
    by_target: bool = False,
) -> bool:
    """Whether targets can be named so that a choice is legal, its costs as low as they can be.

    ``changes``: what is taken off the costs, and what they are more. ``by_target``: with other targets the costs are others.
    """
    specs = tuple(specs)
    divided = division.divided(specs)
    least = max(divided.least, 1) if divided is not None and division.by_x(effects) else 0
    base = replace(base, x=least) if least else base
    tried = 0
    for targets, sizes in _named(state, base, specs, effects):
        tried += 1
        if tried > WAYS_BUDGET:
            return True
        made = replace(base, targets=targets, sizes=sizes)
        plan = prepare(state, made)
        if isinstance(plan, Refusal) and plan.code in _OF_TARGETS:
            continue
        if isinstance(plan, Refusal) and plan.code.startswith("cost-"):
            able = _payable(state, made, plan, costs, changes)
        else:
            able = not _refused(plan)
        if able or not by_target:
            return able  # what is refused now is refused with all other targets as well
    return False


def _payable(
    state: State,
    choice: Choice,
    plan: Refusal,
    costs: tuple[Any, ...],
    changes: Callable[[tuple[int, ...]], tuple[Any, Any]],
) -> bool:
    """Whether costs that ask for objects to be named could be paid: those besides are paid apart (118.3)."""
    if plan.code == "cost-short" and not collects(costs):
        return False
    off, more = changes(choice.targets)
    return not _refused(total_cost.bill_of(state, choice, choice.row, without_objects(costs), off, more))


# --- targets -----------------------------------------------------------------------------------------------------


def _named(
    state: State, base: Choice, specs: tuple[Any, ...], effects: tuple[Any, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """The ways to name targets, each one that it may be; what is divided among the fewest, 1 for each but the last."""
    rows = [_of_spec(state, base, spec) for spec in specs]
    divided = division.divided(specs)
    if division.run_of(specs) is not None and divided is None:
        yield from (((named, ())) for named in product(*rows[:-1]))  # none of those whose number is announced
        return
    if divided is None:
        yield from (((named, ())) for named in product(*rows))
        return
    if not divided.least:
        yield from (((named, ())) for named in product(*rows[:-1]))
    few = max(divided.least, 1)
    whole = division.of_choice(state, effects, base)
    sizes = () if few == 1 else (*(1 for _ in range(few - 1)), whole - (few - 1))
    yield from ((named, sizes) for named in product(*rows[:-1], *[rows[-1]] * few))


def _of_spec(state: State, base: Choice, spec: Any) -> list[int]:
    """What one target could be, looked at row by row."""
    found = [
        row for row in state.rows if may_target(state, spec, row, base.player, base.row, casting=base.verb == CAST)
    ]
    if base.verb == ACTIVATE and base.row in found and not is_single(state.rows[base.row].n):
        found.append(ITSELF)
    return [*found, NONE] if spec.optional else found
