"""Effects that last until something happens: exile until the source leaves (610.3), a copy until end of turn (707.2),
a changed text (612), leave to play a card (601.3).

What was exiled so is remembered by a row of kind "until", whose reference "on" is the source. When that is gone, the card
comes back at once, before anything else happens.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reiterate.amounts import plain
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import discard_row, new_row, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events.control import settle_control
from reiterate.rules.events.frames import Ask, Frame, Handler, left, numbered, objects, quantity, source_handle, things
from reiterate.rules.resolution.effects import put_away
from reiterate.rules.resolution.entering import enter_cards
from reiterate.rules.resolution.linked_abilities import link_made
from reiterate.rules.turn.layout import UNTIL_CARD
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NO_NUM,
    STACK,
    Ref,
    Reference,
    Row,
    make_class,
    one,
    whole,
)
from reiterate.state.normal_form import is_single
from reiterate.terms.base import Term
from reiterate.terms.effects_continuous import ChangeText, GainControl, Lasting, Pump
from reiterate.terms.effects_copies import BecomeCopy, Except
from reiterate.terms.effects_spells import GainFlashback, LetPlay
from reiterate.terms.effects_zones import ExileUntil, ReturnToBattlefield
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import This
from reiterate.terms.word_changes import BASIC_LANDS


def _exile(draft: Draft, frame: Frame, effect: ExileUntil) -> Ask | None:
    source = source_handle(frame)
    if source not in draft.rows or draft.rows[source].cls.zone != BATTLEFIELD:
        frame.failed = True  # 610.3b: it has left already, and nothing moves
        return None
    if not is_single(draft.rows[source].n):
        raise unsupported("rule-610.3", "each of a group that exiles something until it leaves", "610.3")
    made = put_away(draft, frame, objects(draft, frame, effect.object), EXILE, "exiled")
    exiled = [handle for handle in made if draft.rows[handle].cls.zone == EXILE]
    if effect.link:
        link_made(draft, frame, exiled)
    if source not in draft.rows or not exiled:
        return None  # what exiles itself is gone for good
    refs: dict[str, Reference] = {"on": one(source)}
    for i, handle in enumerate(exiled):
        refs[f"{UNTIL_CARD}{i}"] = one(handle) if is_single(draft.rows[handle].n) else whole(handle)
    cls = make_class("until", EFFECTS, owner=frame.controller, controller=frame.controller)
    new_row(draft, "until the source leaves", Row(cls, NO_NUM, 1, refs))
    return None


def come_back(draft: Draft) -> None:
    """Return what was exiled until something left that has left now, under its owner's control (610.3c)."""
    while draft.ended:
        ended, draft.ended = draft.ended, []
        cards: list[int] = []
        for handle in ended:
            refs = draft.rows[handle].refs
            for slot in numbered(refs, UNTIL_CARD):
                named = refs[slot]
                if isinstance(named, Ref) and draft.rows[named.row].cls.zone == EXILE:
                    cards.append(named.row)
            discard_row(draft, handle, "an effect ends")
        enter_cards(draft, [(card, draft.rows[card].cls.owner) for card in cards], ReturnToBattlefield(This()))


def _lasting(draft: Draft, frame: Frame, effect: Lasting) -> Ask | None:
    """A continuous effect with a duration of its own; one that would end before it begins doesn't begin (611.2b)."""
    inner, seat = effect.effect, frame.controller
    bound = effect.until in continuous_effects.BOUND
    source = source_handle(frame)
    if bound and not continuous_effects.holds(draft, source, effect.until, seat):
        frame.failed = True
        return None
    found = objects(draft, frame, inner.object)
    made = _made(draft, frame, inner)
    for handle in found:
        continuous_effects.last(draft, made, handle, seat, effect.until, source if bound else -1)
    frame.failed = not found
    if isinstance(inner, GainControl):
        settle_control(draft)
    return None


def _made(draft: Draft, frame: Frame, inner: Term) -> Term:
    """The effect on an object: what it is now of the amounts that it reads (608.2h)."""
    if isinstance(inner, GainControl) and inner.who is not None:
        raise unsupported("rule-611.2", "control that another player gains for a time", "611.2")
    if isinstance(inner, Pump):
        sign = -1 if inner.minus else 1
        halves = [quantity(draft, frame, half) * sign for half in (inner.power, inner.toughness)]
        if any(type(half) is not int for half in halves):
            raise unsupported("growth-not-covered", "a lasting change of power that grows", "613.4c")
        return Pump(This(), Fixed(plain(halves[0])), Fixed(plain(halves[1])))
    return replace(inner, object=This())  # type: ignore[type-var] # a term is a dataclass


def _become_copy(draft: Draft, frame: Frame, effect: BecomeCopy) -> Ask | None:
    """Copiable values change (613.1a); for a turn the others come back as it ends, unless a later copy replaced them."""
    of = [game_objects.copiable(draft, h) for h in things(draft, frame, effect.of)]
    of = of or [text_changes.copiable_of(gone.cls) for gone in left(draft, frame, effect.of)]
    for handle in objects(draft, frame, effect.object):
        if not of:
            continue
        row = draft.rows[handle]
        assert isinstance(effect.but, Except)
        now = text_changes.copiable_of(row.cls)
        if effect.but.own_color and row.cls.prop(continuous_effects.COPIED):
            raise unsupported("rule-707.9c", "a copy that keeps a color which it has for a turn", "707.9c")
        but = game_objects.keeping(effect.but, now)
        proto = game_objects.with_exceptions(of[0], but, proto_of(row.cls).token)
        cls = text_changes.with_copiable(row.cls, proto).with_prop("printed", row.cls.prop("printed") or now)
        before = row.cls.prop(continuous_effects.COPIED) or now
        cls = continuous_effects.without_choices(cls, effect.duration == continuous_effects.TURN)
        cls = cls.with_prop(continuous_effects.COPIED, before if effect.duration == continuous_effects.TURN else False)
        turn_into(draft, "becomes a copy", handle, cls)
        continuous_effects.restamp(draft, handle)
    frame.failed = not of
    return None


# --- changed texts (612) -----------------------------------------------------------------------------------------


def _change_text(draft: Draft, frame: Frame, effect: ChangeText) -> Ask | None:
    """The words are chosen as the effect happens (608.2d): one that is replaced, then another of its kind."""
    found = [h for h in things(draft, frame, effect.object) if draft.rows[h].cls.zone in (BATTLEFIELD, STACK)]
    found = [h for h in found if draft.rows[h].cls.proto is not None]
    frame.failed = not found
    if not found:
        return None
    old, new = _words(draft, frame, effect)
    for handle in found:
        cls = text_changes.replaced(draft.rows[handle].cls, ((old, new),), effect.duration)
        turn_into(draft, f"has {old} changed to {new}", handle, cls)
    return None


def _words(draft: Draft, frame: Frame, effect: ChangeText) -> tuple[str, str]:
    """The word that is replaced and the one that replaces it, another of the same kind."""
    seat = frame.controller
    if effect.kinds == ("creature",):
        old = decide(draft, Question("type", seat, text="the creature type that is replaced")).answer
        if effect.new:
            return old, effect.new
        barred = tuple(word for word in (old, effect.never) if word)
        asked = Question("other type", seat, words=barred, text=f"the creature type instead of {old}")
        return old, decide(draft, asked).answer
    kinds = [WORDS_OF[kind] for kind in effect.kinds]
    every = tuple(word for words in kinds for word in words)
    old = decide(draft, Question("word", seat, words=every, text="the word that is replaced")).answer
    others = next(tuple(word for word in words if word != old) for words in kinds if old in words)
    return old, decide(draft, Question("word", seat, words=others, text=f"the word instead of {old}")).answer


#: The words of each kind of which a text-changing effect offers a choice.
WORDS_OF: Final = {"color": tuple(COLOR_WORDS), "land": tuple(BASIC_LANDS)}


# --- cards that may be played for a while (601.3) ---------------------------------------------------------------


def _let_play(draft: Draft, frame: Frame, effect: LetPlay) -> Ask | None:
    """Their owner may play cards in exile for a while, by one effect at a time."""
    for handle in things(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        if cls.zone in (GRAVEYARD, HAND, LIBRARY):
            raise unsupported("rule-601.3", f"leave to play a card from a {cls.zone}", "601.3")
        if cls.zone != EXILE or cls.kind != "card":
            continue
        if cls.owner != frame.controller:
            raise unsupported("rule-601.3", "playing a card that another player owns", "601.3")
        if cls.prop(continuous_effects.MAY_PLAY):
            raise unsupported("rule-601.3", "two effects that let a player play the same card", "601.3")
        marked = cls.with_prop(continuous_effects.SPELLS_ONLY, effect.spells).with_prop(
            continuous_effects.MAY_PLAY, effect.duration
        )
        turn_into(draft, "may be played", handle, marked)
    return None


def _gain_flashback(draft: Draft, frame: Frame, effect: GainFlashback) -> Ask | None:
    """Only cards that are in a graveyard as this happens (611.2c)."""
    for handle in things(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        if cls.zone == GRAVEYARD and cls.kind == "card":
            turn_into(draft, "gains flashback", handle, cls.with_prop(continuous_effects.FLASHBACK, True))
    return None


UNTIL: Final[dict[type, Handler]] = {
    ExileUntil: _exile,
    Lasting: _lasting,
    BecomeCopy: _become_copy,
    ChangeText: _change_text,
    LetPlay: _let_play,
    GainFlashback: _gain_flashback,
}
