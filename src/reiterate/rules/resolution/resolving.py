"""Resolving the top entry of the stack, and carrying out its effects one after the other (608).

Carrying out the effects of what resolves, one after the other; suspended work is data (608.2).

Resolving the top entry of the stack: targets checked again, then a spell, a permanent or an ability (608).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from reiterate.amounts import Amount, equal
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.influence import check_effect
from reiterate.rules.access.questions import EFFECT, mark
from reiterate.rules.access.state_access import game, new_row, set_about, set_game, set_refs, set_seq, split, tally
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.board_facts import with_chosen
from reiterate.rules.characteristics.evaluate import holds
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.events import combat_state, copying, daytime, enters_battlefield, pairs
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    asks_if_done,
    note_done,
    numbered,
    numbers_of,
    objects,
    quantity,
    surroundings,
)
from reiterate.rules.events.players import bless
from reiterate.rules.events.targets import may_target, seen_from, with_x
from reiterate.rules.events.triggers import state_triggers
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.effects_continuous import come_back
from reiterate.rules.resolution.feasible import feasible
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.state.amount_slots import flagged, written
from reiterate.state.events import DROP, Draft, Event, apply
from reiterate.state.index import standing
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    GRAVEYARD,
    NO_NUM,
    STACK,
    WATCHING,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ASKED,
    CARD,
    COPY,
    COUNT_RESOLVED,
    DELAYED,
    DONE_TOGETHER,
    FIRST_TARGET,
    FRAME,
    HOST,
    HOW,
    NTH_LOOKED,
    NTH_TARGET,
    REST,
    SOURCE,
    SPELL,
    TOKEN,
    WHO,
    X,
)
from reiterate.terms.abilities import Activated, SpellAbility, Static, Triggered
from reiterate.terms.base import Ability, Term, children, has_kind, replace, swap, walk
from reiterate.terms.effects_continuous import GainKeywords, LoseKeywords, Pump
from reiterate.terms.effects_spells import Except
from reiterate.terms.effects_structure import (
    Again,
    Branch,
    Delayed,
    Effect,
    ForEachPlayer,
    IfDone,
    May,
    MayPay,
    Reflexive,
    RepeatProcess,
)
from reiterate.terms.effects_zones import MoveChosen
from reiterate.terms.meanings import AT_NEXT_END
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Done, Measured, XValue
from reiterate.terms.references import (
    BOUNDS,
    KNOWN_X,
    Compare,
    Each,
    Filter,
    Result,
    TargetRef,
    Targets,
    TargetSpec,
    ThatPlayer,
)
from reiterate.terms.static_effects import Ascend

# --- resolving -----------------------------------------------------------------------------------


@cache
def effects_of(ability: Any) -> tuple[Effect, ...]:
    """The effects of an ability or spell; what has "this ability" as a copy has this one (707.9a)."""
    effects: tuple[Effect, ...] = copying.with_itself(ability.effects, ability)
    return effects


#: Effects that only order others: whether something was done is not theirs to say.
_CONTROL: Final = (May, IfDone, Branch, MayPay, RepeatProcess, Again, ForEachPlayer)


def run_frame(draft: Draft, frame: Frame) -> bool:
    """Work through a frame's effects; False if it was suspended for a decision."""
    draft.frames.append(frame)
    done = _work_through(draft, frame)
    if done and SPELL in frame.refs:
        _put_away(draft, frame)
    draft.frames.remove(frame)
    return done


def _put_away(draft: Draft, frame: Frame) -> None:
    """The final part of a spell's resolution: its card leaves the stack, if nothing moved it before (608.2n)."""
    spell = frame.refs.get(SPELL)
    if not isinstance(spell, Ref) or spell.row not in draft.rows or draft.rows[spell.row].cls.zone != STACK:
        return
    top = spell.row
    cls = draft.rows[top].cls
    how = tuple(name.removeprefix(HOW) for name, _ in cls.props if name.startswith(HOW))
    later: list[int] = []
    for lasting in standing(draft, EFFECTS):
        row = draft.rows[lasting]
        if row.cls.kind == DELAYED and row.refs.get(SOURCE) == one(top):
            later.append(lasting)
    made = stacking.leave_stack(draft, top, continuous_effects.after_resolving(cls, how), "resolved")
    continuous_effects.rebound(draft, cls, made)
    continuous_effects.set_out(draft, cls, made)
    for handle in later if made in draft.rows else ():  # what it set up knows the card that it became
        set_refs(draft, handle, {**draft.rows[handle].refs, SOURCE: one(made)})


_COMPARED: dict[Term, tuple[Compare, ...]] = {}


_OF_RESULT: dict[Term, tuple[Filter, ...]] = {}


def _with_result(draft: State, frame: Frame, effect: Term) -> Term:
    """The effect with numbers of what was given up or done before in its own sets: they are determined now (608.2h)."""
    asked = _OF_RESULT.get(effect)
    if asked is None:
        own = (value for _, value in children(effect) if isinstance(value, Filter) and value.compare is not None)
        asked = _OF_RESULT[effect] = tuple(each for each in own if has_kind(each.compare, Result))
    for each in asked:
        assert each.compare is not None and each.compare.amount is not None
        number = quantity(draft, frame, each.compare.amount, signed=True)
        if type(number) is not int:
            raise unsupported("rule-608.2h", "a number compared with one that is not a plain number", "608.2h")
        effect = swap(effect, each, replace(each, compare=replace(each.compare, value=number, amount=None)))
    return effect


_OF_CHOICE: dict[Term, tuple[Filter, ...]] = {}


def _with_choice(draft: State, frame: Frame, effect: Term) -> Term:
    """The effect with the type or colour that was chosen for its source in its own sets of cards (607.2d)."""
    asked = _OF_CHOICE.get(effect)
    if asked is None:
        own = (
            value for _, value in children(effect) if isinstance(value, Filter) and value.chosen in ("type", "color")
        )
        asked = _OF_CHOICE[effect] = tuple(own)
    for each in asked:
        effect = swap(effect, each, with_chosen(draft, surroundings(frame), each))
    return effect


def as_carried_out(draft: State, frame: Frame, effect: Term) -> Term:
    """The effect with the numbers and choices that are known as it is carried out (107.3, 607.2d, 608.2h)."""
    return _with_choice(draft, frame, _with_result(draft, frame, _with_x(draft, frame, effect)))


def _with_x(draft: State, frame: Frame, effect: Term) -> Term:
    """The effect with the X announced in each number that it compares with X (107.3)."""
    asked = _COMPARED.get(effect)
    if asked is None:
        terms: list[Compare] = []
        ops = BOUNDS if isinstance(effect, MoveChosen) else KNOWN_X  # which is read with an X of any size
        walk(effect, lambda node: terms.append(node) if isinstance(node, Compare) and node.op in ops else None)
        asked = _COMPARED[effect] = tuple(dict.fromkeys(terms))
    if not asked:
        return effect
    x = quantity(draft, frame, XValue())
    if type(x) is not int:
        raise unsupported("rule-107.3", "a number compared with an X that is not a plain number", "107.3")
    for compare in asked:
        effect = swap(effect, compare, replace(compare, op=KNOWN_X[compare.op], value=x))
    return effect


#: Amounts that an effect reads from the game; what they are about may be another object or player for the next effect.
READ_FROM_GAME: Final = (CountOf, *Measured.__args__)
#: Effects that one sentence joins for a set: "get +1/+1 and gain trample".
ONE_SENTENCE: Final = (Pump, GainKeywords, LoseKeywords)
#: What is worked out when something happens later: its amounts are measured then.
LATER: Final = (Ability, Delayed, Reflexive)
_AMOUNTS: dict[Term, frozenset[Term]] = {}
_INSIDE: dict[Term, frozenset[Term]] = {}


def _amounts(effect: Term) -> frozenset[Term]:
    """The amounts of an effect that are read from the game, about the same for each effect."""
    found = _AMOUNTS.get(effect)
    if found is None:
        read = (value for _, value in children(effect) if isinstance(value, READ_FROM_GAME))
        found = frozenset(value for value in read if not has_kind(value, Done, Result, ThatPlayer))
        _AMOUNTS[effect] = found
    return found


def _amounts_inside(effect: Term) -> frozenset[Term]:
    """The amounts of an effect and of those that it stands for, as they are carried out with it."""
    found = _INSIDE.get(effect)
    if found is None:
        inside = set(_amounts(effect))
        for _, part in children(effect):
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, Term) and not isinstance(each, LATER):
                    inside |= _amounts_inside(each)
        found = _INSIDE[effect] = frozenset(inside)
    return found


def _check_measured(frame: Frame, known: dict[Term, Amount]) -> None:
    """Refuse a question between two effects that read one amount: what is known of that amount does not outlast the question.

    While several players choose what they do together, nothing is done yet (101.4).
    """
    if flagged(frame.num, DONE_TOGETHER):
        return
    if any(value in _amounts_inside(effect) for effect in frame.rest for value in known):
        raise unsupported("rule-608.2h", "an amount for two effects with a choice between them", "608.2h")


def _measured_once(
    draft: Draft, frame: Frame, effect: Term, known: dict[Term, Amount], sets: dict[Term, list[int]]
) -> None:
    """Note what a later effect reads, too: "X, where X is ..." is determined only once, and so is a set (608.2h, 611.2c).

    Raises ``Unsupported`` where an effect in between has changed it. A sentence that says the amount or the set anew is
    not told from one that goes on with it.
    """
    named = effect.object if isinstance(effect, ONE_SENTENCE) else None
    if isinstance(named, Each) and sets.setdefault(named, found := objects(draft, frame, named)) != found:
        raise unsupported("rule-611.2c", "a set for two effects, the first of which changes it", "611.2c")
    for value in _amounts(effect):
        if value in known:
            if not equal(quantity(draft, frame, value), known[value], "608.2h"):
                raise unsupported("rule-608.2h", "an amount for two effects, the first of which changes it", "608.2h")
        elif any(value in _amounts_inside(later) for later in frame.rest):
            known[value] = quantity(draft, frame, value)


def _work_through(draft: Draft, frame: Frame) -> bool:
    known: dict[Term, Amount] = {}
    sets: dict[Term, list[int]] = {}
    while frame.rest:
        _mark(draft, frame)
        effect = frame.rest[0]
        frame.rest = frame.rest[1:]
        effect = as_carried_out(draft, frame, effect)
        _measured_once(draft, frame, effect, known, sets)
        handler = HANDLERS.get(type(effect))
        if handler is None:
            raise unsupported("rule-effect", f"{type(effect).__name__} has no handler", "608.2")
        check_effect(draft, effect)
        frame.failed = frame.averted = False
        can = asks_if_done(frame) and not isinstance(effect, _CONTROL) and feasible(draft, frame, effect, False)
        asked = handler(draft, frame, effect)
        combat_state.drop_others(draft)
        pairs.unpair(draft)
        daytime.settle_daytime(draft)
        if WATCHING in draft.index:
            state_triggers(draft)
        if draft.ended:
            come_back(draft)
        if asked is not None:
            _check_measured(frame, known)
            suspend(draft, frame, asked)
            return False
        if can and not frame.failed:
            note_done(frame, not frame.averted)
    _mark(draft, frame)
    return True


def _mark(draft: Draft, frame: Frame) -> None:
    """An effect of what resolves begins, or all of them are done: what follows could be done again from here (800.4a)."""
    if draft.watch is not None and len(draft.frames) == 1:
        mark(draft, EFFECT, Frame(frame.controller, dict(frame.refs), dict(frame.num), frame.rest))


def suspend(draft: Draft, frame: Frame, asked: Ask) -> None:
    """Store the rest of a frame in the state and ask its decision; refuses while cards looked at are to be put somewhere."""
    if numbered(frame.refs, NTH_LOOKED):  # they are hidden, and no row of a position of its own
        raise unsupported("rule-608.2", "another choice before cards looked at are put somewhere", "608.2d")
    cls = make_class(FRAME, owner=frame.controller, controller=frame.controller, props=((REST, frame.rest),))
    handle = new_row(draft, "", Row(cls, frame.num, 1, frame.refs))
    what, seat = asked
    set_game(draft, game(draft).with_prop(ASKED, what).with_prop(WHO, seat))
    set_about(draft, handle)


def resume(draft: Draft, handle: int) -> Frame:
    """Take a suspended frame out of the state."""
    row = draft.rows[handle]
    rest = row.cls.prop(REST, ())
    set_about(draft, None)
    apply(draft, Event(DROP, "", handle))
    effects: list[Term] = [e for e in rest if isinstance(e, Term)]
    return Frame(row.cls.controller, row.refs, row.num, tuple(effects))


# --- resolve top ---------------------------------------------------------------------------------


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
    run_frame(draft, Frame(row.cls.controller, refs, row.num, effects_of(term)))


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
    refs = dict(row.refs)
    legal = chosen = 0
    shared = division.run_of(specs) is not None
    for i in numbers_of(refs) if shared else range(len(specs)):
        spec = with_x(division.spec_of(specs, i), row.num.get(X, 0))
        handle, last = (top, None) if row.cls.proto is not None else seen_from(row, spec)
        named = refs.get(f"{NTH_TARGET}{i}")
        chosen += named is not None
        if isinstance(named, Ref) and may_target(draft, spec, named.row, row.cls.controller, handle, last):
            legal += 1
        else:
            refs.pop(f"{NTH_TARGET}{i}", None)
    return refs if legal or not chosen else None


#: Ascend on an instant or sorcery: what it does first as it resolves (702.131a).
ASCENDS: Final = Static(Ascend())


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
    if ASCENDS in proto.abilities:
        bless(draft, (row.cls.controller,), spell=True)
    refs = {**refs, SOURCE: one(top), SPELL: one(top)}
    num = {**row.num, **{f"{HOW}{word}": 1 for word in how}}
    run_frame(draft, Frame(row.cls.controller, refs, num, effects_of_spell(proto, how)))


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
        terms: list[Term] = []
        before = 0
        for ability in stacking.spell_abilities_of(proto, how):
            assert isinstance(ability, SpellAbility)
            effects: tuple[Term, ...] = ability.effects
            for index in range(len(ability.targets) - 1, -1, -1):
                if before:
                    effects = swap(effects, TargetRef(index), TargetRef(index + before))
                    for count in range(1, len(ability.targets) + 1 if before else 0):
                        effects = swap(effects, Targets(index, count), Targets(index + before, count))
            terms += effects
            before += len(ability.targets)
        known = _SPELLS[at] = tuple(terms)
    return known
