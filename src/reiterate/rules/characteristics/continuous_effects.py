"""Effects that last: continuous effects with a timestamp of their own (611.2), shields (615), delayed triggers (603.7).

Each is a row in the zone "effects". Until-end-of-turn effects that commute live in the class of
what they affect instead (``effects_continuous.with_mark``). They are newer than everything in the
order of timestamps. They become rows here as soon as something newer has to be told from them.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.faces import (
    AIRBENT,
    FORETELL,
    FORETOLD,
    FREED,
    PLOTTED,
    REMAINS,
    WHILE_EXILED,
    is_adventure,
)
from reiterate.rules.access.influence import limited, sees
from reiterate.rules.access.state_access import add, discard_row, new_row, put, set_seq, turn_into
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    EXILE,
    GRAVEYARD,
    HAND,
    Class,
    Gone,
    Ref,
    Reference,
    Row,
    State,
    each,
    make_class,
    one,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    BINDS,
    CARD,
    CAST_FROM,
    CHOSEN,
    COPIED,
    DELAYED,
    DURATION,
    EFFECT,
    FLASHBACK,
    KEPT_CHOSEN,
    LEFT,
    MAY_ONLY_CAST,
    MAY_PLAY,
    ON,
    ONCE,
    PRINTED,
    RETURN,
    SHIELD,
    SOURCE,
    TIMES,
    TIMESTAMPS,
    WORD_CHANGES,
    TextName,
)
from reiterate.terms.abilities import Keyword, Triggered
from reiterate.terms.base import Term, replace
from reiterate.terms.effects_continuous import GainControl, GainKeywords, LoseKeywords, Pump, SetBasePT
from reiterate.terms.effects_damage import Prevent, PreventAll
from reiterate.terms.effects_permanents import Regenerate
from reiterate.terms.effects_spells import CastFree
from reiterate.terms.meanings import each_counts
from reiterate.terms.proto import Proto
from reiterate.terms.references import Each, This
from reiterate.terms.trigger_events import StepBegins
from reiterate.terms.unusable import ANOTHERS_CARD

TURN: Final = "turn"
GAME_LONG: Final = "game"

PLAY_NEXT: Final = "next"
PLAY_LATER: Final = "later"
#: What lets a card be played after this turn, and what that becomes as the next turn begins: for good (702.170d, 702.185a).
IN_LATER_TURNS: Final = {PLAY_LATER: WHILE_EXILED, "plot": PLOTTED, FORETELL: FORETOLD}
#: What lets a card be played at once, for as long as it remains exiled.
WHILE_THERE: Final = (REMAINS, FREED, AIRBENT)
_PLAY_ON: Final = (PLAY_NEXT, *IN_LATER_TURNS, *IN_LATER_TURNS.values(), *WHILE_THERE)
NEXT_TURN: Final = "next turn"  # until the controller's next turn begins
NEXT_END: Final = "next end"  # until that turn ends
BOUND: Final = ("tapped", "controlled", "battlefield")  # for as long as that is so of the source (611.2b)

_SENSITIVE: Final = (GainKeywords, LoseKeywords, SetBasePT)
_SETTING: Final = (*_SENSITIVE, GainControl)


def last(draft: Draft, effect: Term, handle: int, controller: int, duration: str, source: int = -1) -> int:
    """Begin a continuous effect on an object (or on each member of its row); a new timestamp (613.7b).

    ``source``: the permanent that the duration is about. A change of power and toughness that
    stands already is counted.
    """
    flush(draft)
    cls = make_class(
        EFFECT, EFFECTS, term=effect, owner=controller, controller=controller, props=((DURATION, duration),)
    )
    n = draft.rows[handle].n
    refs: dict[str, Reference] = {ON: one(handle) if is_single(n) else each(handle)}
    if source >= 0:
        refs[SOURCE] = one(source)
        turn_into(draft, "", source, draft.rows[source].cls.with_prop(BINDS, True))
    if isinstance(effect, Pump):
        for other in standing(draft, EFFECTS):
            row = draft.rows[other]
            if row.cls is cls and row.refs == refs:
                add(draft, "an effect begins", other, TIMES, 1)
                return other
    else:
        _supersede(draft, cls, handle, refs)
    num: dict[str, Amount] = {TIMES: 1} if isinstance(effect, Pump) else {}
    made = new_row(draft, "an effect begins", Row(cls, num, n, refs))
    set_seq(draft, TIMESTAMPS, (*draft.seqs.get(TIMESTAMPS, ()), made))
    return made


def last_for_all(draft: Draft, effect: Term, controller: int, duration: str) -> None:
    """Begin an effect that changes the rules for a set: whatever is in the set at any time is affected (611.2c).

    Such an effect changes no characteristics and no controller. One that says the same as another adds nothing.
    """
    cls = make_class(
        EFFECT, EFFECTS, term=effect, owner=controller, controller=controller, props=((DURATION, duration),)
    )
    if not any(draft.rows[other].cls is cls for other in standing(draft, EFFECTS)):
        made = new_row(draft, "an effect begins", Row(cls, {}, 1, {}))
        set_seq(draft, TIMESTAMPS, (*draft.seqs.get(TIMESTAMPS, ()), made))


def held_by_you(named: Each) -> Each:
    """A set as an effect on it lasts: what "that player" controls is what the player controls whose effect it then is."""
    return named if named.held is None else Each(replace(named.filter, controller="you"))


def check_set(state: State, named: Each) -> None:
    """Refuse an effect on a set that hangs on its source, or is another player's with a limited range of influence."""
    filter = named.filter
    counted = filter.compare is not None and (
        filter.compare.amount is not None or type(filter.compare.value) is not int
    )
    known = filter.controller in ("any", "you", "opponent")
    if filter.another or filter.chosen or filter.namesake or counted or not known:
        raise unsupported("rule-611.2c", "an effect of this turn on a set that hangs on its source", "611.2c")
    if named.held is not None and (limited(state) or filter.controller != "any"):
        raise unsupported("rule-611.2c", "an effect of this turn on what other players control", "611.2c")


def holds(state: State, source: int, until: str, seat: int) -> bool:
    """Whether what a duration lasts for is so of its source (611.2b). Raises ``Unsupported`` for a group of sources."""
    row = state.rows.get(source)
    if row is None or row.cls.zone != BATTLEFIELD:
        return False
    if not is_single(row.n):
        raise unsupported("rule-611.2b", "an effect that lasts for as long as something is so of a group", "611.2b")
    return {"tapped": row.cls.tapped, "controlled": row.cls.controller == seat}.get(until, True)


def expire(draft: Draft) -> bool:
    """End the effects of which what they last for is so no more (611.2b): whether any ended."""
    kept: set[int] = set()
    ended = False
    for handle in standing(draft, EFFECTS):
        row = draft.rows[handle]
        until = row.cls.prop(DURATION)
        source = row.refs.get(SOURCE)
        if row.cls.kind != EFFECT or until not in BOUND:
            continue
        if isinstance(source, Ref) and holds(draft, source.row, str(until), row.cls.controller):
            kept.add(source.row)
        else:
            discard_row(draft, handle, "an effect ends")
            ended = True
    for handle, row in list(draft.rows.items()) if ended else ():
        if BINDS in row.cls.by_prop and handle not in kept:
            turn_into(draft, "", handle, row.cls.with_prop(BINDS, False))
    return ended


def turn_begins(draft: Draft, seat: int) -> bool:
    """What lasts until a player's next turn ends as it begins; what lasts until its end is now until end of turn (611.2a)."""
    ended = False
    for handle in standing(draft, EFFECTS):
        row = draft.rows[handle]
        until = row.cls.prop(DURATION)
        if row.cls.kind != EFFECT or row.cls.controller != seat or until not in (NEXT_TURN, NEXT_END):
            continue
        if until == NEXT_TURN:
            discard_row(draft, handle, "an effect ends")
            ended = True
        else:
            turn_into(draft, "", handle, row.cls.with_prop(DURATION, TURN))
    return ended


def turn_would_begin(draft: Draft, seat: int) -> None:
    """End the effects that last until the next turn of a player who has left, or until a point in that turn.

    They end as that turn would have begun (800.4m).
    """
    for handle in standing(draft, EFFECTS):
        cls = draft.rows[handle].cls
        if cls.kind == EFFECT and cls.controller == seat and cls.prop(DURATION) in (NEXT_TURN, NEXT_END):
            discard_row(draft, handle, "an effect ends (800.4m)")


def _supersede(draft: Draft, cls: Class, handle: int, refs: dict[str, Reference]) -> None:
    """Drop an equal older effect on the same object: the later one replaces it, for it lasts as long (613.7).

    Not where something between them could matter. Effects that only set or give something on named
    objects read nothing and have the last word in their layer. Between two equal effects of this
    kind, others of this kind change nothing.
    """
    if _adds_up(cls.term):
        return
    order = draft.seqs.get(TIMESTAMPS, ())
    setting = isinstance(cls.term, _SETTING)
    for other in reversed(order):
        row = draft.rows[other]
        on = row.refs.get(ON)
        same = row.refs.get(SOURCE) == refs.get(SOURCE)
        if row.cls is cls and isinstance(on, Ref) and on.row == handle and same:
            discard_row(draft, other)
            return
        harmless = setting and isinstance(row.cls.term, (*_SETTING, Pump))
        if row.cls.kind != EFFECT or (isinstance(on, Ref) and on.row == handle and not harmless):
            return


def _adds_up(effect: Term | None) -> bool:
    """Whether an effect gives something of which each instance counts: a triggered ability, prowess, toxic (702.164b)."""
    given: tuple[Term, ...] = getattr(effect, "abilities", ())
    if isinstance(effect, GainKeywords):
        given = tuple(Keyword(word) for word in effect.keywords)
    return any(each_counts(ability) for ability in given)


def flush(draft: Draft) -> None:
    """Give what classes carry a place of its own in the order of timestamps, before something newer comes."""
    for handle, row in list(draft.rows.items()):
        if row.cls.zone != BATTLEFIELD or not any(isinstance(m, _SENSITIVE) for m in row.cls.marks):
            continue
        kept = tuple(m for m in row.cls.marks if not isinstance(m, _SENSITIVE))
        gone = [m for m in row.cls.marks if isinstance(m, _SENSITIVE)]
        turn_into(draft, "", handle, row.cls.but("marks", kept))
        for mark in gone:
            cls = make_class(
                EFFECT,
                EFFECTS,
                term=mark,
                owner=row.cls.controller,
                controller=row.cls.controller,
                props=((DURATION, TURN),),
            )
            on: Reference = one(handle) if is_single(row.n) else each(handle)
            _supersede(draft, cls, handle, {ON: on})
            made = new_row(draft, "", Row(cls, {}, row.n, {ON: on}))
            set_seq(draft, TIMESTAMPS, (*draft.seqs.get(TIMESTAMPS, ()), made))


def stamp(draft: Draft, handle: int) -> None:
    """Give a permanent a new timestamp (613.7d, 613.7e): it goes to the end of the order."""
    if draft.rows[handle].cls.ordered:
        flush(draft)
        kept = tuple(h for h in draft.seqs.get(TIMESTAMPS, ()) if h != handle)
        set_seq(draft, TIMESTAMPS, (*kept, handle))


def restamp(draft: Draft, handle: int) -> None:
    """A permanent whose abilities changed for good: it stands in the order if timestamps of it can matter now."""
    if draft.rows[handle].cls.ordered:
        stamp(draft, handle)
    elif handle in draft.seqs.get(TIMESTAMPS, ()):
        set_seq(draft, TIMESTAMPS, tuple(h for h in draft.seqs[TIMESTAMPS] if h != handle))


def end_of_turn(draft: Draft) -> None:
    """Effects that last until end of turn, and "this turn", end (514.2)."""
    for handle, row in list(draft.rows.items()):
        if row.cls.zone == EFFECTS and row.cls.prop(DURATION) == TURN:
            discard_row(draft, handle, "an effect ends")
            continue
        if MAY_PLAY in row.cls.by_prop and row.cls.prop(MAY_PLAY) not in _PLAY_ON:
            turn_into(draft, "", handle, row.cls.with_prop(MAY_PLAY, False).with_prop(MAY_ONLY_CAST, False))
            row = draft.rows[handle]
        if FLASHBACK in row.cls.by_prop:
            turn_into(draft, "", handle, row.cls.with_prop(FLASHBACK, False))
            row = draft.rows[handle]
        if WORD_CHANGES in row.cls.by_prop:
            turn_into(draft, "has its text again", handle, text_changes.without_text_changes(row.cls, TURN))
            row = draft.rows[handle]
        before = row.cls.prop(COPIED)
        if isinstance(before, Proto) and row.cls.zone == BATTLEFIELD:
            cls = _with_choices(text_changes.with_copiable(row.cls, before).with_prop(COPIED, False))
            printed = cls.prop(PRINTED)
            turn_into(draft, "is no copy any more", handle, cls.with_prop(PRINTED, False) if printed == before else cls)
            if cls.ordered and any(other != handle for other in draft.seqs.get(TIMESTAMPS, ())):
                raise unsupported(
                    "rule-613.7a", "the place in the order of timestamps of what is no copy any more", "613.7a"
                )
            restamp(draft, handle)


def without_choices(cls: Class, kept: bool) -> Class:
    """What becomes a copy, without what was chosen for its former abilities (607.5a); ``kept`` for the end of turn."""
    for what in _CHOSEN:
        there, away = TextName(f"{CHOSEN}{what}"), TextName(f"{KEPT_CHOSEN}{what}")
        word = cls.prop(there)
        if word or not kept:
            cls = cls.with_prop(away, word if kept else False).with_prop(there, False)
    return cls


def _with_choices(cls: Class) -> Class:
    """What is no copy any more, with what was chosen for its abilities as it entered."""
    for what in _CHOSEN:
        there, away = TextName(f"{CHOSEN}{what}"), TextName(f"{KEPT_CHOSEN}{what}")
        word = cls.prop(away)
        if word:
            cls = cls.with_prop(there, word).with_prop(away, False)
    return cls


_CHOSEN: Final = ("color", "type", "player")


def forgotten(draft: Draft) -> None:
    """Effects on objects that are gone are gone too."""
    for handle in standing(draft, EFFECTS):
        row = draft.rows[handle]
        if row.cls.kind == EFFECT and isinstance(row.refs.get(ON), Gone):
            discard_row(draft, handle)
        elif row.cls.kind == EFFECT and isinstance(row.refs.get(SOURCE), Gone):
            discard_row(draft, handle, "an effect ends")  # 611.2b: what it lasted for is over
        elif isinstance(row.cls.term, Regenerate) and isinstance(row.refs.get(ON), Gone):
            discard_row(draft, handle)  # 400.7: what it protected is no more
        elif row.cls.kind == RETURN and isinstance(row.refs.get(ON), Gone) and handle not in draft.ended:
            draft.ended.append(handle)  # 610.3: what was exiled comes back at once (until.come_back)


# --- shields -----------------------------------------------------------------------------------------------------


def shield(draft: Draft, effect: Term, controller: int, handle: int, to: dict[str, Reference], amount: Amount) -> None:
    """Begin a shield for this turn before an object (each member of its row); the like of one that stands adds to it."""
    n = draft.rows[handle].n
    refs: dict[str, Reference] = {**to, ON: one(handle) if is_single(n) else each(handle)}
    if to and not is_single(n):
        raise unsupported("rule-614.9", "redirecting damage from each of a group", "614.9")
    cls = make_class(SHIELD, EFFECTS, term=effect, owner=controller, controller=controller, props=((DURATION, TURN),))
    for other in standing(draft, EFFECTS):
        row = draft.rows[other]
        if row.cls is cls and row.refs == refs:
            add(draft, "shielded", other, LEFT, amount)
            return
    new_row(draft, "shielded", Row(cls, {LEFT: amount}, n, refs))


def prevent_all(draft: Draft, effect: PreventAll | Prevent, controller: int, handle: int | None) -> None:
    """Prevent all damage this turn (615.1): of everybody or of a set, or of an object by its row; once is enough."""
    refs: dict[str, Reference] = {}
    if handle is not None:
        refs[ON] = one(handle) if is_single(draft.rows[handle].n) else each(handle)
    cls = make_class(SHIELD, EFFECTS, term=effect, owner=controller, controller=controller, props=((DURATION, TURN),))
    lasting = [draft.rows[other] for other in standing(draft, EFFECTS)]
    if not any(row.cls is cls and row.refs == refs for row in lasting):
        new_row(draft, "shielded", Row(cls, {}, draft.rows[handle].n if handle is not None else 1, refs))


def shields(state: State, handle: int) -> list[int]:
    """The shields against damage that stand before a player or permanent, oldest first."""
    found = []
    for other in standing(state, EFFECTS):
        row = state.rows[other]
        on = row.refs.get(ON)
        here = row.cls.kind == SHIELD and not isinstance(row.cls.term, (PreventAll, Regenerate))
        if here and isinstance(on, Ref) and on.row == handle and sees(state, row.cls.controller, handle):
            found.append(other)  # 801.13b: in the range of who put it up
    return found


def use_shield(draft: Draft, handle: int, amount: Amount, rule: str = "615.7") -> None:
    """Take an amount off a shield; it is gone when nothing is left."""
    left = draft.rows[handle].get(LEFT) - amount
    if is_zero(left, rule):
        discard_row(draft, handle, "a shield is used up")
    else:
        put(draft, "", handle, LEFT, left)


# --- delayed triggers --------------------------------------------------------------------------------------------


def delay(
    draft: Draft,
    ability: Term,
    controller: int,
    refs: dict[str, Reference],
    num: dict[str, Amount],
    n: Amount,
    once: bool,
    duration: str,
) -> None:
    """Set up a delayed triggered ability (603.7), ``n`` of them where paired with the members of a group."""
    props: tuple[tuple[str, str | bool], ...] = ((DURATION, duration), (ONCE, once))
    cls = make_class(DELAYED, EFFECTS, term=ability, owner=controller, controller=controller, props=props)
    new_row(draft, "will trigger", Row(cls, num, n, refs))


# --- rebound (702.88) --------------------------------------------------------------------------------------------

REBOUND: Final = Triggered(StepBegins("upkeep", "you"), (CastFree(This()),))


def _rebounds(cls: Class) -> bool:
    """Whether a spell is one with rebound that was cast from the hand; a copy was cast from nowhere (702.88a)."""
    assert cls.proto is not None
    return cls.kind == CARD and cls.prop(CAST_FROM) == HAND and Keyword("rebound") in cls.proto.abilities


def after_resolving(cls: Class, how: tuple[str, ...]) -> str:
    """Where the card of an instant or sorcery goes as it resolves (608.2n, 702.27a, 702.88a, 715.3d)."""
    if is_adventure(cls):
        if _rebounds(cls) or "buyback" in how:
            raise unsupported("rule-616.1", "an Adventure with buyback or rebound", "616.1")
        return EXILE
    if not _rebounds(cls):
        return HAND if "buyback" in how else GRAVEYARD
    if "buyback" in how:
        raise unsupported("rule-616.1", "buyback and rebound of the same spell", "616.1")
    return EXILE


def set_out(draft: Draft, cls: Class, made: int) -> None:
    """The card that a spell cast as an Adventure became in exile may be played for as long as it stays there (715.3d)."""
    if is_adventure(cls) and made in draft.rows and draft.rows[made].cls.zone == EXILE:
        if cls.controller != cls.owner:
            raise unsupported("rule-715.3d", *ANOTHERS_CARD)
        turn_into(draft, "may be played", made, draft.rows[made].cls.with_prop(MAY_PLAY, WHILE_EXILED))


def rebound(draft: Draft, cls: Class, made: int) -> None:
    """The card that a spell with rebound became in exile may be cast at the beginning of its caster's next upkeep."""
    if _rebounds(cls) and made in draft.rows and draft.rows[made].cls.zone == EXILE:
        delay(draft, REBOUND, cls.controller, {SOURCE: one(made)}, {}, 1, True, GAME_LONG)
