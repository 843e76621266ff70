"""Effects on spells and abilities on the stack (701.6, 707.10, 115.7), and those that make tokens and copies (111, 707).

Effects on spells and abilities on the stack: counter, copy, choose new targets (701.6, 707.10, 115.7).

Effects that make tokens, copies of permanents, or turn a permanent into a copy (111, 707).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.questions import NEW_TARGET, Question, decide, note_objects
from reiterate.rules.access.state_access import set_refs, single_out, tally, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import matches
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import combat_state, copying, enters_battlefield
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    left,
    objects,
    players,
    quantity,
    set_results,
    source_handle,
    things,
)
from reiterate.rules.events.targets import legal_targets, possible, with_x
from reiterate.rules.resolution import division, effects_continuous, stacking
from reiterate.rules.resolution.moving import choose_rows
from reiterate.rules.resolution.put_triggers_on_stack import targeted
from reiterate.rules.resolution.stacking import ways_of
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, STACK, Ref, one
from reiterate.state.normal_form import is_single
from reiterate.state.properties import COPIED, COUNT_POPULATES, NTH_TARGET, PRINTED, X
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_spells import (
    BecomeCopy,
    CopyForEach,
    CopySpell,
    CopyToken,
    CounterSpell,
    CreateTokens,
    Except,
    NewTargets,
    Populate,
)
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Done
from reiterate.terms.references import Filter, Result, TargetRef, Targets, TargetSpec
from reiterate.terms.replacement_effects import MoreTokens

# --- effects spells ------------------------------------------------------------------------------


def copy_spell(draft: Draft, frame: Frame, effect: CopySpell) -> Ask | None:
    """Copy a spell or ability on the stack (707.10)."""
    count: Amount = 1 if effect.count is None else quantity(draft, frame, effect.count)
    if not at_least(count, 1, "707.10"):
        return None
    named = things(draft, frame, effect.object)
    found = [h for h in named if draft.rows[h].cls.zone == STACK]
    if not found and (
        named or not isinstance(effect.object, TargetRef | Targets)
    ):  # 707.10: as it last was on the stack
        raise unsupported("rule-707.10", "a copy of a spell or ability that is not on the stack any more", "707.10")
    for handle in found:
        for seat in players(draft, frame, effect.who):
            stacking.copy_on_stack(draft, handle, seat, count, effect.retarget, effect.but)
    return None


def counter_spell(draft: Draft, frame: Frame, effect: CounterSpell) -> Ask | None:
    """Counter spells and abilities on the stack (701.6)."""
    for handle in things(draft, frame, effect.object):
        if draft.rows[handle].cls.zone == STACK:
            stacking.counter(draft, handle, effect.to, effect.place)
    return None


def new_targets(draft: Draft, frame: Frame, effect: NewTargets) -> Ask | None:
    """Choose new targets for spells (115.7d)."""
    for handle in (h for h in things(draft, frame, effect.object) if draft.rows[h].cls.zone == STACK):
        _choose(draft, handle, frame.controller)
    return None


def _choose(draft: Draft, handle: int, chooser: int) -> None:
    """Let a player choose for each target of a spell whether it stays or what it becomes.

    Only the final set of targets counts: what one target was another one may become (115.7e). Each
    new target is legal for the spell's controller. Raises ``Unsupported`` for what divides
    something, and for a target that is gone.
    """
    row = draft.rows[handle]
    if row.cls.proto is None or not is_single(row.n):
        raise unsupported("rule-115.7", "new targets for an ability, or for one of several like spells", "115.7d")
    slots = sorted((s for s in row.refs if s.startswith(NTH_TARGET)), key=lambda s: int(s.removeprefix(NTH_TARGET)))
    specs = ways_of(row.cls)
    if division.divided(specs) is not None:
        raise unsupported("rule-115.7", "new targets for what divides something among them", "115.7f")
    if division.run_of(specs) is not None and len(slots) > 1:
        raise unsupported("rule-115.7", "new targets for several that differ, as many as were announced", "115.7e")
    wanted = [division.spec_of(specs, int(slot.removeprefix(NTH_TARGET))) for slot in slots]
    if len(slots) != len(specs) and any(spec.other for spec in specs):
        raise unsupported("rule-115.7", "new targets that differ, of which some were not chosen", "115.7e")
    now = [_at(draft, handle, slot) for slot in slots]
    chosen = _asked(draft, handle, chooser, wanted, now)
    fresh: list[int] = []
    refs = dict(row.refs)
    for slot, old, new in zip(slots, now, chosen, strict=True):
        if new != old:
            fresh.append(single_out(draft, new))
            refs[slot] = one(fresh[-1])
    if fresh:
        set_refs(draft, handle, refs)
        targeted(draft, handle, row.cls.controller, fresh, 1, "spell")


def _at(draft: Draft, handle: int, slot: str) -> int:
    """The row that a target of a spell is."""
    ref = draft.rows[handle].refs[slot]
    if not isinstance(ref, Ref) or ref.row not in draft.rows:
        raise unsupported("rule-115.7", "new targets for a spell of which a target is gone", "115.7d")
    return ref.row


def _asked(draft: Draft, handle: int, chooser: int, wanted: list[TargetSpec], now: list[int]) -> list[int]:
    """The targets that are chosen one after the other, so that all can be chosen."""
    seat, x = draft.rows[handle].cls.controller, draft.rows[handle].num.get(X, 0)
    rows = [
        [old, *(r for r in legal_targets(draft, with_x(spec, x), seat, handle) if r not in (old, handle))]
        for spec, old in zip(wanted, now, strict=True)
    ]
    chosen: list[int] = []
    for at, there in enumerate(rows):
        before = [[row] for row in chosen]
        able = [r for r in there if possible(draft, wanted, [*before, [r], *rows[at + 1 :]], handle)]
        found = able[0]
        if len(able) > 1:
            asked = Question("objects", chooser, rows=tuple(able), low=1, high=1, text=f"{NEW_TARGET}{at + 1}")
            found = decide(draft, asked).picks[0][0]
        else:
            note_objects(draft, chooser, able, [(found, 1)], f"{NEW_TARGET}{at + 1}")
        chosen.append(found)
    return chosen


# --- effects copies ------------------------------------------------------------------------------


def create_tokens(draft: Draft, frame: Frame, effect: CreateTokens) -> Ask | None:
    """Players create tokens (111.2)."""
    counts = [(effect.token, seat, quantity(draft, frame, effect.count)) for seat in players(draft, frame, effect.who)]
    wanted = [one_of for one_of in counts if at_least(one_of[2], 1, "107.1b")]
    _refuse_more(draft, frame)
    made = enters_battlefield.create_tokens(draft, wanted, effect.tapped)
    set_results(draft, frame, made)
    frame.averted = not made
    return None


def _refuse_more(draft: Draft, frame: Frame) -> None:
    """Raises ``Unsupported`` where an effect speaks of its tokens later, and others would be created beside them.

    That they are tapped is said of the creation, which others are a part of: they are tapped, too (701.7a, 614.6).
    """
    more = replacement.in_force(draft, MoreTokens)
    if not more:
        return
    if (
        frame.rest
        and isinstance(frame.rest[0], CreateTokens | CopyToken)
        and not all(effect.each for _, effect in more)
    ):
        # "a Squirrel token and a Crab token" is one creation, and two sentences are two
        message = "tokens of several kinds beside an effect that creates one more for each creation"
        raise unsupported("rule-614.1a", message, "614.1a")
    after: list[Term] = []
    walk(frame.rest, after.append)
    if any(isinstance(node, Result | Done) for node in after):
        raise unsupported("rule-614.1a", "more tokens created beside those that an effect says more of", "614.1a")


def copy_token(draft: Draft, frame: Frame, effect: CopyToken) -> Ask | None:
    """Players create tokens that are copies of objects (707.2)."""
    protos = [(copying.copiable(draft, h), draft.rows[h].n) for h in things(draft, frame, effect.of)]
    if not protos:
        protos = [(text_changes.copiable_of(gone.cls), 1) for gone in left(draft, frame, effect.of)]
    wanted: list[tuple[Proto, int, Amount]] = []
    _refuse_more(draft, frame)
    for seat in players(draft, frame, effect.who):
        for proto, originals in protos:
            count = quantity(draft, frame, effect.count) * originals
            wanted.append((copying.with_exceptions(proto, effect.but, token=True), seat, count))
    made = enters_battlefield.create_tokens(draft, wanted, effect.tapped)
    set_results(draft, frame, made)
    frame.failed = not wanted
    frame.averted = not made
    return None


def copy_for_each(draft: Draft, frame: Frame, effect: CopyForEach) -> Ask | None:
    """A token for each of several players: attacking that player (702.116a), or to attack that player this turn (702.141a)."""
    there = things(draft, frame, effect.of)
    if any(not is_single(draft.rows[handle].n) for handle in there):
        raise unsupported("grouped-triggers", "a token for each player by each of a group", "702.116a")
    protos = [copying.copiable(draft, h) for h in there]
    protos = protos or [text_changes.copiable_of(gone.cls) for gone in left(draft, frame, effect.of)]
    whom = [seat for seat in players(draft, frame, effect.who) if not effect.may or _wants_copy(draft, frame, seat)]
    wanted = [(copying.with_exceptions(proto, Except(), token=True), seat) for proto in protos for seat in whom]
    made = enters_battlefield.create_tokens(
        draft, [(proto, frame.controller, 1) for proto, _ in wanted], effect.attacking
    )
    if made and len(made) != len(wanted):
        raise unsupported(
            "rule-508.4", "which player is attacked by which of the tokens that are created instead", "508.4"
        )
    for handle, (_, seat) in zip(made, wanted, strict=False):
        if effect.attacking:
            combat_state.join(draft, handle, seat, effect.walkers)
        else:
            effects_continuous.require_attack(draft, handle, seat)
    set_results(draft, frame, made)
    frame.failed = not wanted
    frame.averted = not made
    return None


def _wants_copy(draft: Draft, frame: Frame, seat: int) -> bool:
    text = f"create a token that attacks p{seat + 1}"
    return decide(draft, Question("yes", frame.controller, words=("no", "yes"), text=text)).answer == "yes"


_CREATURE_TOKEN: Final = Filter(types=("creature",), token=True, controller="you")


def populate(draft: Draft, frame: Frame, effect: Populate) -> Ask | None:
    """A copy of a creature token that the controller chooses (701.36)."""
    seat = frame.controller
    rows = [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and matches(draft, _CREATURE_TOKEN, handle, seat, source_handle(frame))
    ]
    made: list[int] = []
    for handle, _ in choose_rows(draft, seat, rows, 1, 1, "the token to copy"):
        proto = copying.with_exceptions(copying.copiable(draft, handle), Except(), token=True)
        made += enters_battlefield.create_tokens(draft, [(proto, seat, 1)], False)
    tally(draft, COUNT_POPULATES, 1)
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def become_copy(draft: Draft, frame: Frame, effect: BecomeCopy) -> Ask | None:
    """Copiable values change (613.1a); for a turn the others come back as it ends, unless a later copy replaced them."""
    there = things(draft, frame, effect.of)
    of = [copying.copiable(draft, h) for h in there]
    of = of or [text_changes.copiable_of(gone.cls) for gone in left(draft, frame, effect.of)]
    for handle in objects(draft, frame, effect.object):
        if not of or (effect.other and handle in there):
            continue
        row = draft.rows[handle]
        copying.refuse_face_down(row.cls.proto, of[0])
        now = text_changes.copiable_of(row.cls)
        if effect.but.own_color and row.cls.prop(COPIED):
            raise unsupported("rule-707.9c", "a copy that keeps a color which it has for a turn", "707.9c")
        but = copying.keeping(effect.but, now)
        proto = copying.with_exceptions(of[0], but, proto_of(row.cls).token)
        cls = text_changes.with_copiable(row.cls, proto).with_prop(PRINTED, row.cls.prop(PRINTED) or now)
        if faces.is_transformed(cls):
            raise unsupported("rule-712.9", "a transformed permanent that becomes a copy of its own back face", "712.9")
        if (
            proto != now
            and enters_battlefield.without_payments(row.cls) is not row.cls
            and enters_battlefield.reads_cast(proto)
        ):
            raise unsupported("rule-607.5", "a copy of what asks how it was cast, by what was cast so", "607.5")
        before = row.cls.prop(COPIED) or now
        cls = continuous_effects.without_choices(cls, effect.duration == continuous_effects.TURN)
        cls = cls.with_prop(COPIED, before if effect.duration == continuous_effects.TURN else False)
        turn_into(draft, "becomes a copy", handle, cls)
        continuous_effects.restamp(draft, handle)
    frame.failed = not of
    return None
