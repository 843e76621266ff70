"""Effects that change something for a while (611.2, 612, 613), or until something else happens (610.3).

Effects that change power, toughness, abilities, control or text for a while (611.2, 612, 613).

Effects with a duration of their own: exile until the source leaves, continuous effects "for as long as" (610.3, 611.2).

A row of kind "until" remembers what was exiled so; its reference "on" is the source. When the
source is gone, the card comes back at once, before anything else happens.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import plain
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import add, discard_row, new_row, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.layer_effects import borrowed
from reiterate.rules.characteristics.printed_characteristics import mana_value_of
from reiterate.rules.events import control
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.control import settle_control
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    numbered,
    objects,
    players,
    quantity,
    set_done,
    source_handle,
    things,
)
from reiterate.rules.resolution.moving import enter_cards, link_made, put_away
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
from reiterate.state.properties import (
    CARD,
    DIES_TO_EXILE,
    ENCHANT,
    EOT_POWER,
    EOT_TOUGHNESS,
    FLASHBACK,
    LEAVES_TO_EXILE,
    MAY_ONLY_CAST,
    MAY_PLAY,
    NTH_CARD,
    ON,
    RETURN,
)
from reiterate.terms.abilities import Activated, Keyword
from reiterate.terms.base import Term, replace, with_fields
from reiterate.terms.effects_continuous import (
    ATTACK_PLAYER,
    Become,
    ChangeText,
    ExchangeControl,
    ExileLeaving,
    Forbid,
    GainAbilities,
    GainActivated,
    GainControl,
    GainKeywords,
    Lasting,
    LoseKeywords,
    Pump,
    Require,
    SetBasePT,
    SwapEnchant,
    SwitchPT,
    signs_of,
)
from reiterate.terms.effects_spells import GainFlashback, LetPlay
from reiterate.terms.effects_zones import ExileUntil, ReturnToBattlefield
from reiterate.terms.meanings import each_counts
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Seat, This
from reiterate.terms.unusable import ANOTHERS_CARD, not_understood
from reiterate.terms.word_changes import BASIC_LANDS

# --- effects continuous --------------------------------------------------------------------------


def pump(draft: Draft, frame: Frame, effect: Pump) -> Ask | None:
    """+N/+N until end of turn (613.4c)."""
    signs = signs_of(effect)
    up = quantity(draft, frame, effect.power) * signs[0]
    out = quantity(draft, frame, effect.toughness) * signs[1]
    for handle in objects(draft, frame, effect.object):
        add(draft, "got power", handle, EOT_POWER, up)
        add(draft, "got toughness", handle, EOT_TOUGHNESS, out)
    return None


def _mark(draft: Draft, handle: int, mark: Term) -> None:
    """Add an effect that lasts until end of turn to a row, in normal form."""
    cls = draft.rows[handle].cls
    turn_into(draft, "changed until end of turn", handle, cls.but("marks", with_mark(cls.marks, mark)))


def with_mark(marks: tuple[Term, ...], new: Term) -> tuple[Term, ...]:
    """The marks with one more: keywords are sets, the latest base power replaces, switching twice is nothing."""
    if isinstance(new, (GainKeywords, LoseKeywords)):
        gained = {k for m in marks if isinstance(m, GainKeywords) for k in m.keywords}
        lost = {k for m in marks if isinstance(m, LoseKeywords) for k in m.keywords}
        if isinstance(new, GainKeywords):
            _once_only(gained & set(new.keywords))
            gained, lost = gained | set(new.keywords), lost - set(new.keywords)
        else:
            gained, lost = gained - set(new.keywords), lost | set(new.keywords)
        kept = tuple(m for m in marks if not isinstance(m, (GainKeywords, LoseKeywords)))
        if gained:
            kept = (*kept, GainKeywords(This(), tuple(sorted(gained))))
        if lost:
            kept = (*kept, LoseKeywords(This(), tuple(sorted(lost))))
    elif isinstance(new, SwitchPT):
        kept = tuple(m for m in marks if not isinstance(m, SwitchPT))
        if len(kept) == len(marks):
            kept = (*kept, new)
    elif isinstance(new, SetBasePT):
        kept = (*(m for m in marks if not isinstance(m, SetBasePT)), new)
    else:
        kept = marks if new in marks else (*marks, new)
    return tuple(sorted(kept, key=repr))


def _once_only(again: set[str]) -> None:
    """Refuse to gain once more, from the set of marks, a keyword of which each instance counts (702.108b)."""
    for word in sorted(again):
        if each_counts(Keyword(word)):
            raise unsupported("rule-613.1f", f"{word} gained twice until end of turn", "613.1f")


def gain_keywords(draft: Draft, frame: Frame, effect: GainKeywords) -> Ask | None:
    """Keywords gained until end of turn (613.1f)."""
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, GainKeywords(This(), effect.keywords))
    return None


def lose_keywords(draft: Draft, frame: Frame, effect: LoseKeywords) -> Ask | None:
    """Keywords lost until end of turn (613.1f)."""
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, LoseKeywords(This(), effect.keywords))
    return None


def forbid(draft: Draft, frame: Frame, effect: Forbid) -> Ask | None:
    """Something an object can't do this turn (613.11)."""
    if isinstance(effect.object, Each):
        _for_set(draft, frame, effect, effect.object, continuous_effects.TURN)
        return None
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, Forbid(This(), effect.what))
    return None


def require(draft: Draft, frame: Frame, effect: Require) -> Ask | None:
    """Something an object does if able this turn (613.11)."""
    if isinstance(effect.object, Each):
        _for_set(draft, frame, effect, effect.object, continuous_effects.TURN)
        return None
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, Require(This(), effect.what))
    return None


def _for_set(draft: Draft, frame: Frame, effect: Forbid | Require, named: Each, until: str) -> None:
    """What a set can't do, or has to do: also what comes into the set later (611.2c).

    Raises ``Unsupported`` for a set that hangs on the source, and for a duration that does.
    """
    continuous_effects.check_set(draft, named)
    if until in continuous_effects.BOUND:
        raise unsupported("rule-611.2c", "what a set may do for as long as its source is there", "611.2c")
    made = with_fields(effect, {"object": continuous_effects.held_by_you(named)})
    for seat in [frame.controller] if named.held is None else players(draft, frame, named.held):
        continuous_effects.last_for_all(draft, made, seat, until)


def require_attack(draft: Draft, handle: int, seat: int) -> None:
    """A creature attacks this player this turn if able (508.1d)."""
    _mark(draft, handle, Require(This(), ATTACK_PLAYER, Seat(seat)))


def exile_leaving(draft: Draft, frame: Frame, effect: ExileLeaving) -> Ask | None:
    """Permanents that go to exile wherever else they would go from the battlefield (614.1a)."""
    for handle in objects(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        marked = cls.with_prop(DIES_TO_EXILE, True) if effect.dying else cls.with_prop(LEAVES_TO_EXILE, True)
        turn_into(draft, "", handle, marked)
    return None


def set_base_pt(draft: Draft, frame: Frame, effect: SetBasePT) -> Ask | None:
    """Base power and toughness set until end of turn (613.4b)."""
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, SetBasePT(This(), effect.power, effect.toughness))
    return None


def switch_pt(draft: Draft, frame: Frame, effect: SwitchPT) -> Ask | None:
    """Power and toughness switched until end of turn (613.4d)."""
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, SwitchPT(This()))
    return None


def gain_control(draft: Draft, frame: Frame, effect: GainControl) -> Ask | None:
    """A player gains control of a permanent (613.1b)."""
    found = objects(draft, frame, effect.object)
    who = [frame.controller] if effect.who is None else players(draft, frame, effect.who)
    for handle in found if len(who) == 1 else ():
        continuous_effects.last(draft, GainControl(This(), effect.duration), handle, who[0], effect.duration)
    control.settle_control(draft)
    frame.failed = not found or len(who) != 1  # "if they do": nobody does where the player is an illegal target
    return None


def become(draft: Draft, frame: Frame, effect: Become) -> Ask | None:
    """An object becomes something else for a while (613.1d to 613.4b)."""
    for handle in objects(draft, frame, effect.object):
        made = _of_its_value(draft, handle, replace(effect, object=This()))
        continuous_effects.last(draft, made, handle, frame.controller, effect.duration)
    return None


def _of_its_value(draft: Draft, handle: int, effect: Term) -> Term:
    """An effect on an object with the object's mana value in it, where that is its size: the number is found once (611.2d)."""
    if not isinstance(effect, Become) or not effect.valued:
        return effect
    value = plain(mana_value_of(draft.rows[handle]))
    return replace(effect, power=value, toughness=value, valued=False)


def gain_abilities(draft: Draft, frame: Frame, effect: GainAbilities) -> Ask | None:
    """Abilities gained until end of turn (613.1f).

    One that may be activated only once is gone with the turn, and the same words gained later are another ability (602.5c).
    """
    gained = tuple(
        replace(a, limit="turn") if isinstance(a, Activated) and a.limit == "once" else a for a in effect.abilities
    )
    for handle in objects(draft, frame, effect.object):
        continuous_effects.last(draft, GainAbilities(This(), gained), handle, frame.controller, continuous_effects.TURN)
    return None


def gain_activated(draft: Draft, frame: Frame, effect: GainActivated) -> Ask | None:
    """What an ability says of its own object by name is then said of the one that gained it (201.5b)."""
    found: tuple[Activated, ...] = ()
    for handle in objects(draft, frame, effect.of):
        found += borrowed(view(draft, handle))
    for handle in objects(draft, frame, effect.object) if found else []:
        continuous_effects.last(draft, GainAbilities(This(), found), handle, frame.controller, continuous_effects.TURN)
    return None


def swap_enchant(draft: Draft, frame: Frame, effect: SwapEnchant) -> Ask | None:
    """An Aura loses what it enchants by its text and gains another "enchant" (702.5)."""
    for handle in objects(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        turn_into(draft, "changed", handle, cls.with_prop(ENCHANT, effect.gains))
    return None


def exchange_control(draft: Draft, frame: Frame, effect: ExchangeControl) -> Ask | None:
    """Both change controllers, or none where one is gone or both have the same controller (701.12b)."""
    first, second = objects(draft, frame, effect.one), objects(draft, frame, effect.other)
    frame.failed = True
    if len(first) != 1 or len(second) != 1 or first == second:
        return None
    seat, other = (draft.rows[h].cls.controller for h in (first[0], second[0]))
    if seat == other:
        return None
    made = GainControl(This(), continuous_effects.GAME_LONG)
    continuous_effects.last(draft, made, first[0], other, continuous_effects.GAME_LONG)
    continuous_effects.last(draft, made, second[0], seat, continuous_effects.GAME_LONG)
    control.settle_control(draft)
    frame.failed = False
    return None


def change_text(draft: Draft, frame: Frame, effect: ChangeText) -> Ask | None:
    """The words are chosen as the effect happens (608.2d): one that is replaced, then another of its kind."""
    found = [h for h in things(draft, frame, effect.object) if draft.rows[h].cls.zone in (BATTLEFIELD, STACK)]
    found = [h for h in found if draft.rows[h].cls.proto is not None]
    frame.failed = not found
    if not found:
        return None
    for proto in (text_changes.copiable_of(draft.rows[h].cls) for h in found):
        text = not_understood(proto.abilities)
        if text is not None:
            raise unsupported(
                "clause-not-understood", f'{proto.name}: text that is changed is not understood: "{text}"', "612"
            )
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


def let_play(draft: Draft, frame: Frame, effect: LetPlay) -> Ask | None:
    """Their owner may play cards in exile for a while, by one effect at a time."""
    for handle in things(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        if cls.zone in (GRAVEYARD, HAND, LIBRARY):
            raise unsupported("rule-601.3", f"leave to play a card from a {cls.zone}", "601.3")
        if cls.zone != EXILE or cls.kind != CARD:
            continue
        if cls.owner != frame.controller and not effect.owner:
            raise unsupported("rule-601.3", *ANOTHERS_CARD)
        if cls.prop(MAY_PLAY):
            raise unsupported("rule-601.3", "two effects that let a player play the same card", "601.3")
        marked = cls.with_prop(MAY_ONLY_CAST, effect.spells).with_prop(MAY_PLAY, effect.duration)
        turn_into(draft, "may be played", handle, marked)
    return None


def gain_flashback(draft: Draft, frame: Frame, effect: GainFlashback) -> Ask | None:
    """Only cards that are in a graveyard as this happens (611.2c)."""
    for handle in things(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        if cls.zone == GRAVEYARD and cls.kind == CARD:
            turn_into(draft, "gains flashback", handle, cls.with_prop(FLASHBACK, True))
    return None


# --- effects durations ---------------------------------------------------------------------------


def exile_until(draft: Draft, frame: Frame, effect: ExileUntil) -> Ask | None:
    """Exile objects until the source leaves the battlefield (610.3)."""
    source = source_handle(frame)
    if source not in draft.rows or draft.rows[source].cls.zone != BATTLEFIELD:
        set_done(frame, 0)
        frame.failed = True  # 610.3b: it has left already, and nothing moves
        return None
    if not is_single(draft.rows[source].n):
        raise unsupported("rule-610.3", "each of a group that exiles something until it leaves", "610.3")
    made = put_away(draft, frame, objects(draft, frame, effect.object), EXILE, "exiled")
    exiled = [handle for handle in made if draft.rows[handle].cls.zone == EXILE]
    if effect.link:
        link_made(draft, frame, exiled)
    if not exiled:
        return None
    there = source in draft.rows and draft.rows[source].cls.zone == BATTLEFIELD
    refs: dict[str, Reference] = {ON: one(source)} if there else {}
    for i, handle in enumerate(exiled):
        refs[f"{NTH_CARD}{i}"] = one(handle) if is_single(draft.rows[handle].n) else whole(handle)
    cls = make_class(RETURN, EFFECTS, owner=frame.controller, controller=frame.controller)
    made_until = new_row(draft, "until the source leaves", Row(cls, NO_NUM, 1, refs))
    if not there:  # 610.3: it exiled itself, and all of that comes back immediately after
        draft.ended.append(made_until)
    return None


def come_back(draft: Draft) -> None:
    """Return what was exiled until something left that has left now, under its owner's control (610.3c)."""
    while draft.ended:
        ended, draft.ended = draft.ended, []
        cards: list[int] = []
        for handle in ended:
            refs = draft.rows[handle].refs
            for slot in numbered(refs, NTH_CARD):
                named = refs[slot]
                if isinstance(named, Ref) and draft.rows[named.row].cls.zone == EXILE:
                    cards.append(named.row)
            discard_row(draft, handle, "an effect ends")
        enter_cards(draft, [(card, draft.rows[card].cls.owner) for card in cards], ReturnToBattlefield(This()))


def lasting(draft: Draft, frame: Frame, effect: Lasting) -> Ask | None:
    """A continuous effect with a duration of its own; one that would end before it begins doesn't begin (611.2b)."""
    inner, seat = effect.effect, frame.controller
    bound = effect.until in continuous_effects.BOUND
    source = source_handle(frame)
    if bound and not continuous_effects.holds(draft, source, effect.until, seat):
        frame.failed = True
        return None
    if isinstance(inner, (Forbid, Require)) and isinstance(inner.object, Each):
        _for_set(draft, frame, inner, inner.object, effect.until)
        return None
    found = objects(draft, frame, inner.object)
    made = _made(draft, frame, inner)
    for handle in found:
        one = _of_its_value(draft, handle, made)
        continuous_effects.last(draft, one, handle, seat, effect.until, source if bound else -1)
    frame.failed = not found
    if isinstance(inner, GainControl):
        settle_control(draft)
    return None


def _made(draft: Draft, frame: Frame, inner: Term) -> Term:
    """The effect on an object: what it is now of the amounts that it reads (608.2h)."""
    if isinstance(inner, GainControl) and inner.who is not None:
        raise unsupported("rule-611.2", "control that another player gains for a time", "611.2")
    if isinstance(inner, Pump):
        pairs = zip((inner.power, inner.toughness), signs_of(inner), strict=True)
        halves = [quantity(draft, frame, half) * sign for half, sign in pairs]
        if any(type(half) is not int for half in halves):
            raise unsupported("growth-not-covered", "a lasting change of power that grows", "613.4c")
        return Pump(This(), Fixed(plain(halves[0])), Fixed(plain(halves[1])))
    return with_fields(inner, {"object": This()})
