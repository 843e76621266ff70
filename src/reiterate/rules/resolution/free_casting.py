"""Spells cast without paying their mana costs while something resolves (118.9, 601.3, 608.2g)."""

from __future__ import annotations

from reiterate.amounts import is_zero
from reiterate.refusals import AMBIGUOUS, Refusal, unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import discard_row, in_game, single_out, split
from reiterate.rules.characteristics.evaluate import matches, view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of, refuse_unknown
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.costs import casting
from reiterate.rules.costs.casting import ALTERNATIVES, FREE
from reiterate.rules.costs.mana import ManaDemand, demand, settle_mana, take_off, usable
from reiterate.rules.events import commander, players
from reiterate.rules.events.frames import Ask, Frame, things
from reiterate.rules.events.targets import NONE, clash, legal_targets, possible, with_x
from reiterate.rules.events.triggers import follow
from reiterate.rules.resolution import stacking
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, HAND, STACK, Class, State, make_class
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, CAST_FROM, EXILED_INSTEAD, HOW
from reiterate.terms.abilities import SpellCosts, is_mana_ability
from reiterate.terms.effects_spells import CastCopy, CastFor, CastFree
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import Move
from reiterate.terms.proto import Proto, is_face_down
from reiterate.terms.references import EachCard, Filter, Linked, TargetSpec, You
from reiterate.terms.unusable import kept_from_casting


def _ways(proto: Proto) -> tuple[tuple[str, ...], ...]:
    """The modes among which one is chosen; refuses what would have to be chosen or paid besides (601.2b)."""
    text = kept_from_casting(proto)
    if text is not None:
        raise unsupported("clause-not-understood", f'{proto.name}: not understood: "{text}"', "601")
    for ability in proto.abilities:
        if isinstance(ability, SpellCosts) and ability.how not in ALTERNATIVES:
            raise unsupported("rule-601.2b", "a cost to cast a spell that is cast as something resolves", "601.2b")
    if casting.modes_of(proto) != (1, 1):
        raise unsupported("rule-700.2", "several modes of a spell that is cast as something resolves", "700.2")
    return tuple(casting.mode_choices(proto))


def _aims(
    state: State, handle: int, seat: int, how: tuple[str, ...], stays: bool
) -> list[tuple[TargetSpec, list[int]]] | None:
    """The targets that a spell wants, each with the legal ones; None where one has none (601.2c).

    ``stays``: the card stays where it is, because a copy of it is cast (707.12).
    """
    found: list[tuple[TargetSpec, list[int]]] = []
    for spec in stacking.specs_of(proto_of(state.rows[handle].cls), how):
        if spec.divided:
            raise unsupported("rule-601.2d", "a division by a spell that is cast as something resolves", "601.2d")
        if spec.run:
            raise unsupported(
                "rule-601.2c", "as many targets as are announced, of a spell cast as something resolves", "601.2c"
            )
        gone = not stays and is_single(state.rows[handle].n)
        known = with_x(spec, 0)  # 107.3b
        rows = [r for r in legal_targets(state, known, seat, handle, casting=True) if r != handle or not gone]
        if not rows and not spec.optional:
            return None
        found.append((spec, rows))
    offered = [rows + ([NONE] if spec.optional else []) for spec, rows in found]
    return found if possible(state, [spec for spec, _ in found], offered, handle) else None


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
    """The modes with which a card could be cast now; [] if it can't be cast at all."""
    cls = state.rows[handle].cls
    refuse_unknown(cls, "a card that is cast", "601")
    _refuse_back(cls)
    proto = proto_of(cls)
    if cls.kind != CARD or cls.zone in (BATTLEFIELD, STACK) or "land" in proto.types:
        return []
    if casting.barred(state, handle, seat) is not None or not _affordable(state, handle, seat):
        return []
    return [how for how in _ways(proto) if _aims(state, handle, seat, how, stays) is not None]


def _owed(state: State, handle: int, seat: int) -> ManaDemand:
    """The mana that a spell costs without its mana cost: what effects add to it, less what they take off (118.9d)."""
    off, more = casting.changes(state, handle, seat)
    wanted = demand((), 0)
    wanted.generic = more
    for amount, floor in off:
        take_off(wanted, amount, floor)
    return wanted


def _owes(state: State, handle: int, seat: int) -> bool:
    """Whether a spell that is cast without paying its mana cost costs mana all the same."""
    return not is_zero(_owed(state, handle, seat).generic, "118.9d")


def _affordable(state: State, handle: int, seat: int) -> bool:
    """Whether a player could pay what is owed: with mana in the pool, or perhaps with mana that is made for it (601.2g)."""
    wanted = _owed(state, handle, seat)
    if is_zero(wanted.generic, "118.9d"):
        return True
    paids = settle_mana(state, seat, wanted, (), usable(state, seat, handle, cast=True))
    return not isinstance(paids, Refusal) or paids.kind == AMBIGUOUS or _makes_mana(state, seat)


def _makes_mana(state: State, seat: int) -> bool:
    """Whether a player has anything with a mana ability, whether it can be activated now or not."""
    for handle, row in state.rows.items():
        if row.cls.proto is None or row.cls.controller != seat or row.cls.zone == STACK:
            continue
        there = view(state, handle).activated if row.cls.zone == BATTLEFIELD else printed(row.cls).activated
        if any(is_mana_ability(ability) for ability in there):
            return True
    return False


def _pay_owed(draft: Draft, handle: int, seat: int, targets: list[int]) -> None:
    """Pay what a spell costs without its mana cost (601.2h); refuses where mana would have to be made first (601.2g).

    Raises ``Unsupported`` for life that it costs more by its targets (118.9d).
    """
    if casting.target_costs(draft, handle, seat, targets):
        raise unsupported("rule-601.2f", "a spell that costs more by its targets, cast as something resolves", "118.9d")
    wanted = _owed(draft, handle, seat)
    if is_zero(wanted.generic, "118.9d"):
        return
    if stacking.spent_asked(draft, proto_of(draft.rows[handle].cls)):
        raise unsupported(
            "rule-601.2h", "mana for a spell cast as something resolves, which asks what was spent", "601.2h"
        )
    allowed = usable(draft, seat, handle, cast=True)
    owed = wanted.generic
    paid = settle_mana(draft, seat, wanted, (), allowed)
    if isinstance(paid, Refusal) and paid.kind == AMBIGUOUS and not allowed:
        pay = decide(draft, Question("pay", seat, ("X",), (), owed, owed, paid.expected)).pay
        paid = settle_mana(draft, seat, wanted, pay)
    if isinstance(paid, Refusal):
        raise unsupported("rule-601.2f", "a spell that costs more, cast as something resolves", "601.2g")
    for kind, amount in paid:
        players.spend_mana(draft, seat, kind, amount)


def _agrees(draft: Draft, seat: int, name: str) -> bool:
    return decide(draft, Question("yes", seat, words=("no", "yes"), text=f"cast {name}")).answer == "yes"


def _announced(
    draft: Draft, handle: int, seat: int, ways: list[tuple[str, ...]], stays: bool = False
) -> tuple[tuple[str, ...], list[int]]:
    """The modes and targets that are chosen for a spell (601.2b, 601.2c)."""
    proto = proto_of(draft.rows[handle].cls)
    how = ways[0]
    if len(ways) > 1:
        words = tuple(word for way in ways for word in way)
        how = (decide(draft, Question("word", seat, words=words, text=f"a mode of {proto.name}")).answer,)
    targets: list[int] = []
    others: list[int] = []
    for spec, legal in _aims(draft, handle, seat, how, stays) or []:
        others.append(spec.other)
        rows = [r for r in legal if not clash(draft, others, [*targets, r], handle, acting=False)]
        text = f"{'a ' * stays}target of {proto.name}"
        asked = Question("object", seat, rows=tuple(rows), low=0 if spec.optional else 1, text=text)
        picks = decide(draft, asked).picks if rows else ()
        targets.append(single_out(draft, picks[0][0]) if picks else NONE)
    return how, targets


def cast_card(draft: Draft, handle: int, seat: int, effect: CastFree) -> bool:
    """Let a player cast a card of theirs without paying its mana cost, in the middle of a resolution (608.2g).

    out: whether it was cast. One of any number was chosen to be cast already.
    Raises ``Unsupported`` for costs, modes and divisions that would have to be announced besides.
    """
    row = draft.rows[handle]
    ways = _castable(draft, handle, seat) if in_game(draft, seat) else []  # 800.4b
    if ways and row.cls.owner != seat:
        raise unsupported("rule-601.3", "casting a card that another player owns", "601.3")
    proto = proto_of(row.cls)
    if effect.paid and not ways:
        raise unsupported("rule-601.2e", f"{proto.name}, paid for and not castable any more", "601.2e")
    if not ways or not (effect.paid or effect.many or _agrees(draft, seat, proto.name)):
        return False
    how, targets = _announced(draft, handle, seat, ways)
    way = () if effect.paid else (FREE,)
    if effect.how and (effect.paid or "creature" in proto.types):
        way = (*way, effect.how)
    card = split(draft, handle, 1)
    spent = None if effect.paid or _owes(draft, card, seat) else 0
    _pay_owed(draft, card, seat, targets)
    cls = draft.rows[card].cls
    props: list[tuple[str, str | bool]] = [(CAST_FROM, cls.zone), *((f"{HOW}{word}", True) for word in (*how, *way))]
    spell = make_class(CARD, STACK, proto=proto, owner=cls.owner, controller=seat, props=tuple(props))
    spell = commander.carried(spell.with_prop(EXILED_INSTEAD, effect.exile), cls)
    commander.was_cast(draft, cls)
    entry = stacking.put_spell(draft, spell, {}, seat, targets, spent=spent)
    follow(draft, card, entry)
    discard_row(draft, card, "")
    return True


def cast_copy_of_card(draft: Draft, handle: int, seat: int, asks: bool) -> bool:
    """Copy a card and cast the copy without paying its mana cost (707.12): by the rules for casting, bans and costs too.

    ``asks``: whether it may be left uncast; what costs something may be in any case (118.9d). out:
    whether it was cast.
    """
    ways = _castable(draft, handle, seat, stays=True) if in_game(draft, seat) else []  # 800.4b
    proto = proto_of(draft.rows[handle].cls)
    owes = bool(ways) and _owes(draft, handle, seat)
    if not ways or ((asks or owes) and not _agrees(draft, seat, proto.name)):
        return False
    how, targets = _announced(draft, handle, seat, ways, stays=True)
    spent = None if owes else 0
    _pay_owed(draft, handle, seat, targets)
    zone = draft.rows[handle].cls.zone  # 707.12: the copy is created there, and cast from there
    stacking.put_spell(draft, stacking.cast_copy_class(proto, zone, seat, how), {}, seat, targets, "cast a copy", spent)
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
    if not named or not _castable(draft, named[0], frame.controller):
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
            _refuse_back(row.cls)
            if matches(draft, effect.filter, handle, seat, -1) and _castable(draft, handle, seat):
                found.append(handle)
    return found


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
        found = [h for h in found if matches(draft, effect.filter, h, frame.controller, -1)]
    return [h for h in found if _castable(draft, h, frame.controller)]
