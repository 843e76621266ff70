"""Effects that make tokens, copies of permanents, or turn a permanent into a copy (111, 707)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.state_access import tally, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import matches
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import copying, enters_battlefield
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
from reiterate.rules.resolution.choosing import choose_rows
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD
from reiterate.state.properties import COPIED, COUNT_POPULATES, PRINTED
from reiterate.terms.effects_copies import BecomeCopy, CopyToken, CreateTokens, Except, Populate
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto


def create_tokens(draft: Draft, frame: Frame, effect: CreateTokens) -> Ask | None:
    """Players create tokens (111.2)."""
    counts = [(effect.token, seat, quantity(draft, frame, effect.count)) for seat in players(draft, frame, effect.who)]
    wanted = [one_of for one_of in counts if at_least(one_of[2], 1, "107.1b")]
    set_results(draft, frame, enters_battlefield.create_tokens(draft, wanted, effect.tapped))
    return None


def copy_token(draft: Draft, frame: Frame, effect: CopyToken) -> Ask | None:
    """Players create tokens that are copies of objects (707.2)."""
    protos = [(copying.copiable(draft, h), draft.rows[h].n) for h in things(draft, frame, effect.of)]
    if not protos:
        protos = [(text_changes.copiable_of(gone.cls), 1) for gone in left(draft, frame, effect.of)]
    wanted: list[tuple[Proto, int, Amount]] = []
    for seat in players(draft, frame, effect.who):
        for proto, originals in protos:
            count = quantity(draft, frame, effect.count) * originals
            wanted.append((copying.with_exceptions(proto, effect.but, token=True), seat, count))
    made = enters_battlefield.create_tokens(draft, wanted, effect.tapped)
    set_results(draft, frame, made)
    frame.failed = not made
    return None


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
