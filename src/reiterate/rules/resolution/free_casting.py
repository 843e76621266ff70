"""Spells cast without paying their mana costs while something resolves (118.9, 601.3, 608.2g)."""

from __future__ import annotations

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import Unsupported, unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import discard_row, in_game, single_out, split
from reiterate.rules.characteristics.evaluate import card_fits, matches
from reiterate.rules.characteristics.printed_characteristics import is_unknown, proto_of, refuse_unknown
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.costs import casting, payment
from reiterate.rules.costs.casting import FREE
from reiterate.rules.events import commander, players
from reiterate.rules.events.frames import Ask, Frame, things
from reiterate.rules.events.targets import NONE
from reiterate.rules.events.triggers import follow
from reiterate.rules.resolution import stacking
from reiterate.rules.resolution.free_announcing import Announced, announce, owes, ways_of
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, HAND, STACK, Class, Row, State, make_class
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, CAST_FROM, EXILED_INSTEAD, HOW
from reiterate.terms.effects_spells import CastCopy, CastFor, CastFree
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import Move
from reiterate.terms.proto import is_face_down
from reiterate.terms.references import EachCard, Filter, Linked, You


def _refuse_back(cls: Class) -> None:
    """Raises ``Unsupported`` for a card of which another face could be chosen to be cast as something resolves (712.11b)."""
    if cls.proto is not None and cls.proto.halves:
        raise unsupported("rule-709.3", "the choice of a half of a card that is cast as something resolves", "709.3")
    back = faces.back_of(cls)
    if back is not None and "land" not in back.types and not is_face_down(back):  # 118.9a: face down is another way
        raise unsupported(
            "rule-712.11b", "the choice of a face of a spell that is cast as something resolves", "712.11b"
        )


def _castable(state: State, handle: int, seat: int, stays: bool = False) -> list[tuple[str, ...]]:
    """The optional costs and modes with which a card could be cast now; [] if it can't be cast at all."""
    cls = state.rows[handle].cls
    refuse_unknown(cls, "a card that is cast", "601")
    _refuse_back(cls)
    proto = proto_of(cls)
    if cls.kind != CARD or cls.zone in (BATTLEFIELD, STACK) or "land" in proto.types:
        return []
    if casting.barred(state, handle, seat) is not None:
        return []
    return ways_of(state, handle, seat, stays)


def _may_be_castable(state: State, handle: int, seat: int) -> bool:
    """Whether a card could be cast now, as far as that can be told: what is not implemented is refused only as it is cast."""
    if is_unknown(state.rows[handle].cls):
        return bool(_castable(state, handle, seat))
    try:
        return bool(_castable(state, handle, seat))
    except Unsupported:
        return True


def _agrees(draft: Draft, seat: int, name: str) -> bool:
    return decide(draft, Question("yes", seat, words=("no", "yes"), text=f"cast {name}")).answer == "yes"


def _spell(
    draft: Draft, card: int, seat: int, announced: Announced, cls: Class, what: str, spent: Amount | None
) -> int:
    """Put an announced spell on the stack, pay for it, and have it cast (601.2a, 601.2h, 601.2i). The row of the spell.

    ``card``: what of its own row goes onto the stack, below 0 for a copy.
    """
    targets = [single_out(draft, target) if target != NONE else NONE for target in announced.targets]
    taken: dict[int, list[int]] = {}
    for old, new in zip(announced.targets, targets, strict=True):
        taken.setdefault(old, []).append(new)
    asks = stacking.spent_asked(draft, proto_of(cls))
    if spent is None and asks:
        raise unsupported(
            "rule-601.2h", "mana for a spell cast as something resolves, which asks what was spent", "601.2h"
        )
    cls = stacking.with_spent(cls, announced.bill.mana, asks)
    entry = stacking.announce_spell(draft, cls, announced.parts, seat, targets, what, spent)
    if card >= 0:
        follow(draft, card, entry)
        discard_row(draft, card, "")
    payment.pay(draft, seat, entry, announced.costs, announced.bill, 0, taken, entry)
    stacking.become_cast(draft, entry, seat, spent)
    if not is_zero(announced.spent, "601.2h"):
        players.expend(draft, seat, announced.spent)
    return entry


def cast_card(draft: Draft, handle: int, seat: int, effect: CastFree) -> bool:
    """Let a player cast a card of theirs without paying its mana cost, in the middle of a resolution (608.2g).

    out: whether it was cast. One of any number was chosen to be cast already. Raises ``Unsupported`` for what is not
    implemented once the player casts it: who leaves it goes on.
    """
    row = draft.rows[handle]
    proto = proto_of(row.cls)
    asks = not (effect.paid or effect.many)
    try:
        ways = _castable(draft, handle, seat) if in_game(draft, seat) else []  # 800.4b
    except Unsupported as unknown:
        if asks and not is_unknown(row.cls) and not _agrees(draft, seat, proto.name):
            return False
        raise unknown
    if effect.paid and not ways:
        raise unsupported("rule-601.2e", f"{proto.name}, paid for and not castable any more", "601.2e")
    if not ways or (asks and not _agrees(draft, seat, proto.name)):
        return False
    if row.cls.owner != seat:
        raise unsupported("rule-601.3", "casting a card that another player owns", "601.3")
    announced = announce(draft, handle, seat, ways)
    way = () if effect.paid else (FREE,)
    if effect.how and (effect.paid or "creature" in proto.types):
        way = (*way, effect.how)
    card = split(draft, handle, 1)
    cls = draft.rows[card].cls
    said = ((f"{HOW}{word}", True) for word in (*announced.how, *way))
    props: list[tuple[str, str | bool]] = [(CAST_FROM, cls.zone), *said]
    spell = make_class(CARD, STACK, proto=proto, owner=cls.owner, controller=seat, props=tuple(props))
    spell = commander.carried(spell.with_prop(EXILED_INSTEAD, effect.exile), cls)
    commander.was_cast(draft, cls)
    _spell(draft, card, seat, announced, spell, "cast", None if effect.paid else announced.spent)
    return True


def cast_copy_of_card(draft: Draft, handle: int, seat: int, asks: bool) -> bool:
    """Copy a card and cast the copy without paying its mana cost (707.12): by the rules for casting, bans and costs too.

    ``asks``: whether it may be left uncast; what costs something may be in any case (118.9d). out:
    whether it was cast.
    """
    cls = draft.rows[handle].cls
    proto = proto_of(cls)
    try:
        ways = _castable(draft, handle, seat, stays=True) if in_game(draft, seat) else []  # 800.4b
    except Unsupported as unknown:
        if asks and not is_unknown(cls) and not _agrees(draft, seat, proto.name):
            return False
        raise unknown
    if not ways or ((asks or owes(draft, handle, seat)) and not _agrees(draft, seat, proto.name)):
        return False
    announced = announce(draft, handle, seat, ways, stays=True)
    zone = cls.zone  # 707.12: the copy is created there, and cast from there
    spell = stacking.cast_copy_class(proto, zone, seat, announced.how)
    _spell(draft, -1, seat, announced, spell, "cast a copy", announced.spent)
    return True


def cast_copy(draft: Draft, frame: Frame, effect: CastCopy) -> Ask | None:
    """Cast copies of cards without paying their mana costs (707.12)."""
    done = False
    named = things(draft, frame, effect.object)
    several = len(named) > 1 or any(not is_single(draft.rows[handle].n) for handle in named)
    if several and isinstance(effect.object, Linked):
        raise unsupported("rule-608.2d", "which of several exiled cards is copied", "608.2d")
    for handle in named:
        done = cast_copy_of_card(draft, handle, frame.controller, effect.may) or done
    frame.failed = not done
    return None


def cast_for(draft: Draft, frame: Frame, effect: CastFor) -> Ask | None:
    """A card cast for other costs than its mana cost: the costs come first, then what is announced; nobody acts in between.

    Raises ``Unsupported`` where effects change what the spell costs (601.2f), or something watches the mana spent on it.
    """
    named = [h for h in things(draft, frame, effect.object) if draft.rows[h].cls.kind == CARD]
    left = (Move(effect.object, effect.to),)
    if not named or not _may_be_castable(draft, named[0], frame.controller):
        frame.rest = (*left, *frame.rest)
        return None
    off, extra = casting.changes(draft, named[0], frame.controller)
    asks = hears(draft, "Expends") or bool(stacking.spent_asked(draft, proto_of(draft.rows[named[0]].cls)))
    if off or not is_zero(extra, "601.2f") or asks:
        raise unsupported(
            "rule-601.2f", "a spell cast for other costs as something resolves, which effects change", "601.2f"
        )
    cast = CastFree(effect.object, how=effect.how, paid=True)
    frame.rest = (MayPay(You(), effect.costs, (cast,), left), *frame.rest)
    return None


def cast_free(draft: Draft, frame: Frame, effect: CastFree) -> Ask | None:
    """One card named, or one of the player's choice from the hand."""
    seat = frame.controller
    if effect.many:
        frame.failed = not _cast_any_number(draft, frame, effect)
        return None
    if effect.object is not None:
        found = things(draft, frame, effect.object)
    else:
        found = _of_hand(draft, seat, effect)
        if len(found) > 1:
            asked = Question("object", seat, rows=tuple(found), low=0, high=1, text="the card to cast")
            found = [pick[0] for pick in decide(draft, asked).picks]
    done = False
    for handle in found:
        done = cast_card(draft, handle, seat, effect) or done
    frame.failed = not done
    return None


def _of_hand(draft: Draft, seat: int, effect: CastFree) -> list[int]:
    """The cards of a set in a player's hand that could be cast."""
    assert isinstance(effect.filter, Filter)
    found = []
    for handle, row in draft.rows.items():
        if row.cls.zone == HAND and row.cls.owner == seat:
            refuse_unknown(row.cls, "which cards of a hand could be cast", "601")
            if _matches(draft, effect.filter, handle, seat) and _may_be_castable(draft, handle, seat):
                found.append(handle)
    return found


def _matches(draft: Draft, filter: Filter, handle: int, seat: int) -> bool:
    """Whether a card is in a set as it lies, or with another face that could be cast (601.3e, 715.3a). That face alone is looked at."""
    if matches(draft, filter, handle, seat, -1):
        return True
    row = draft.rows[handle]
    return any(
        "land" not in face.types
        and card_fits(draft, filter, Row(faces.turned_class(row.cls, word), row.num, row.n, row.refs), seat)
        for word, face in faces.other_faces(row.cls).items()
    )


def _cast_any_number(draft: Draft, frame: Frame, effect: CastFree) -> bool:
    """Cast any number of some cards, each after the one before, in the order that the player chooses (608.2g)."""
    seat, done = frame.controller, False
    while True:
        rows = _of_hand(draft, seat, effect) if effect.object is None else _among(draft, frame, effect)
        if not rows:
            return done
        asked = Question("object", seat, rows=tuple(rows), low=0, high=1, text="the next card to cast")
        picks = decide(draft, asked).picks
        if not picks or not cast_card(draft, picks[0][0], seat, effect):
            return done
        done = True


def _among(draft: Draft, frame: Frame, effect: CastFree) -> list[int]:
    """Which of some cards could be cast now: those that lie where the effect named them."""
    zone = effect.object.zone if isinstance(effect.object, EachCard) else EXILE
    assert effect.object is not None
    found = [h for h in things(draft, frame, effect.object) if draft.rows[h].cls.zone == zone]
    if effect.filter is not None:
        found = [h for h in found if _matches(draft, effect.filter, h, frame.controller)]
    return [h for h in found if _may_be_castable(draft, h, frame.controller)]
