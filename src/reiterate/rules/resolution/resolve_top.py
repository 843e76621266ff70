"""Resolving the top entry of the stack: targets checked again, then a spell, a permanent or an ability (608)."""

from __future__ import annotations

from reiterate.rules.access import text_changes
from reiterate.rules.access.state_access import set_seq, split, tally
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import holds
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.events import copying, enters_battlefield
from reiterate.rules.events.frames import Frame
from reiterate.rules.events.targets import may_target, origin
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.resolving import effects_of, run
from reiterate.state.amount_slots import written
from reiterate.state.events import DROP, Draft, Event, apply
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, NO_NUM, STACK, Ref, Reference, Row, make_class, one
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    CARD,
    COPY,
    COUNT_RESOLVED,
    FIRST_TARGET,
    HOST,
    HOW,
    NTH_TARGET,
    SOURCE,
    SPELL,
    TOKEN,
    X,
)
from reiterate.terms.abilities import Activated, SpellAbility, Triggered
from reiterate.terms.base import Term, swap
from reiterate.terms.effects_copies import Except
from reiterate.terms.meanings import AT_NEXT_END
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, Targets, TargetSpec


def resolve(draft: Draft) -> None:
    """Resolve the top entry of the stack: one ability of a run, or a spell."""
    stack = draft.seqs[STACK]
    top = stack[0]
    row = draft.rows[top]
    if not is_single(row.n):
        top = split(draft, top, 1, front=True)
        row, stack = draft.rows[top], draft.seqs[STACK]
    if row.cls.proto is not None:
        _resolve_spell(draft, top)
        return
    term = row.cls.term
    assert isinstance(term, (Triggered, Activated))
    refs = _checked_targets(draft, top, row, term.targets)
    set_seq(draft, STACK, stack[1:])
    apply(draft, Event(DROP, "resolved" if refs is not None else "did not resolve", top, "", 1))
    tally(draft, COUNT_RESOLVED + ("trigger" if isinstance(term, Triggered) else "ability"), 1)
    if refs is None or not _still_true(draft, term, row):
        return
    run(draft, Frame(row.cls.controller, refs, row.num, effects_of(term)))


def _still_true(draft: Draft, term: Term, row: Row) -> bool:
    """An intervening "if" is checked again on resolution (603.4)."""
    if not isinstance(term, Triggered) or term.condition is None:
        return True
    source = row.refs.get(SOURCE)
    handle = source.row if isinstance(source, Ref) else -1
    return holds(draft, Around(row.cls.controller, row.refs, row.num, handle), term.condition)


def _checked_targets(draft: Draft, top: int, row: Row, specs: tuple[TargetSpec, ...]) -> dict[str, Reference] | None:
    """The references with illegal targets left out; None where every target chosen is illegal (608.2b).

    ``top``: the entry; a spell is what targets for itself (702.16b), an ability targets for its
    source.
    """
    if not specs:
        return row.refs
    handle, last = (top, None) if row.cls.proto is not None else origin(row)
    refs = dict(row.refs)
    legal = chosen = 0
    shared = division.divided(specs) is not None
    for i in division.numbers_of(refs) if shared else range(len(specs)):
        spec = division.spec_of(specs, i)
        named = refs.get(f"{NTH_TARGET}{i}")
        chosen += named is not None
        if isinstance(named, Ref) and may_target(draft, spec, named.row, row.cls.controller, handle, last):
            legal += 1
        else:
            refs.pop(f"{NTH_TARGET}{i}", None)
    return refs if legal or not chosen else None


def _resolve_spell(draft: Draft, top: int) -> None:
    row = draft.rows[top]
    proto = proto_of(row.cls)
    how = tuple(name.removeprefix(HOW) for name, _ in row.cls.props if name.startswith(HOW))
    refs = _checked_targets(draft, top, row, stacking.specs_of(proto, how))
    if refs is None:
        stacking.leave_stack(draft, top, GRAVEYARD, "did not resolve")
        return
    if not ("instant" in proto.types or "sorcery" in proto.types):
        set_seq(draft, STACK, draft.stack[1:])
        apply(draft, Event(DROP, "resolved", top, "", 1))
        _permanent(draft, row, refs)
        return
    refs = {**refs, SOURCE: one(top), SPELL: one(top)}
    num = {**row.num, **{f"{HOW}{word}": 1 for word in how}}
    run(draft, Frame(row.cls.controller, refs, num, effects_of_spell(proto, how)))


def _permanent(draft: Draft, row: Row, refs: dict[str, Reference]) -> None:
    """A permanent spell becomes a permanent; a copy of one a token (608.3, 608.3f)."""
    copy = row.cls.kind == COPY
    cls = make_class(
        TOKEN if copy else CARD,
        BATTLEFIELD,
        proto=proto_of(row.cls),
        owner=row.cls.owner,
        controller=row.cls.controller,
        sick=True,
        props=tuple((k, v) for k, v in row.cls.props),
    )
    if copy:
        cls = text_changes.with_copiable(
            cls, copying.with_exceptions(text_changes.copiable_of(cls), Except(), token=True)
        )
    host = refs.get(FIRST_TARGET) if stacking.aura_spec(proto_of(cls)) is not None else None
    num = {X: row.get(X)} if written(row.num, X) else NO_NUM
    made = enters_battlefield.enter(draft, Row(cls, num, 1, {HOST: host} if host is not None else {}), "entered")
    for how, ability in AT_NEXT_END.items():
        if row.cls.prop(f"{HOW}{how}"):
            continuous_effects.delay(
                draft, ability, row.cls.controller, {SOURCE: one(made)}, {}, 1, True, continuous_effects.GAME_LONG
            )


_SPELLS: dict[tuple[Proto, tuple[str, ...]], tuple[Term, ...]] = {}


def effects_of_spell(proto: Proto, how: tuple[str, ...]) -> tuple[Term, ...]:
    """The effects of all lines of a spell, their targets counted through (601.2c)."""
    at = (proto, how)
    known = _SPELLS.get(at)
    if known is None:
        found: list[Term] = []
        before = 0
        for ability in stacking.abilities_of(proto, how):
            assert isinstance(ability, SpellAbility)
            effects: tuple[Term, ...] = ability.effects
            for index in range(len(ability.targets) - 1, -1, -1):
                if before:
                    effects = swap(effects, TargetRef(index), TargetRef(index + before))
                    for count in range(1, len(ability.targets) + 1 if before else 0):
                        effects = swap(effects, Targets(index, count), Targets(index + before, count))
            found += effects
            before += len(ability.targets)
        known = _SPELLS[at] = tuple(found)
    return known
