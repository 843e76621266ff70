"""Objects that effects choose and move together (608.2d, 400.7), cards that enter (610.3), and linked abilities (607).

Moving the objects that an effect names, all at the same time (400.7, 608.2c).

Objects that a player chooses as an effect happens (608.2d).

Cards put onto the battlefield by one effect: at the same time (610.3, 603.6a), Auras attached to something (303.4f).

Linked abilities: what an ability has exiled, for another one of the same source (607).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, at_most, equal, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.questions import Question, decide, earlier_answer, note_objects, only_way, told_apart
from reiterate.rules.access.state_access import in_game, set_refs, single_out
from reiterate.rules.characteristics.evaluate import card_fits, matches
from reiterate.rules.characteristics.printed_characteristics import proto_of, refuse_unknown
from reiterate.rules.events import commander, leaves_battlefield, zones
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.attaching import could_enchant, may_stay
from reiterate.rules.events.frames import Frame, numbered, pointer, set_done, set_moved, set_results, source_handle
from reiterate.rules.events.happenings import reads
from reiterate.rules.resolution import stacking
from reiterate.state.events import NEW, Draft
from reiterate.state.model import (
    BATTLEFIELD,
    LIBRARY,
    STACK,
    WAITING,
    Class,
    Gone,
    Reference,
    Row,
    State,
    make_class,
    one,
    whole,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, COUNTER, HOST, LAST_KNOWN, NTH_LINK, NTH_RESULT, PRINTED, SOURCE
from reiterate.terms.base import Deed, Term, children
from reiterate.terms.effects_zones import ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, Result

# --- moving --------------------------------------------------------------------------------------


def put_away(
    draft: Draft, frame: Frame, found: list[int], zone: str, what: str, place: str = "", name: bool = True
) -> list[int]:
    """Move permanents at the same time, and cards from other zones, to a zone.

    ``name``: what they became is what the next effect's "that card" means, and what they were is what is read of it (608.2h).
    """
    set_done(frame, total(draft, found))
    if zone == LIBRARY and place not in ("", "anywhere"):
        found = zones.in_owners_order(draft, found, place)
    asked = name and any(_reads_of_it(effect) for effect in frame.rest)
    if asked:
        set_results(draft, frame, found)  # of what a frame refers to it is remembered what it was
    origin = {handle: draft.rows[handle].cls.zone for handle in found}
    here = [handle for handle in found if origin[handle] == BATTLEFIELD]
    went: dict[int, tuple[str, int]] = {}
    made = leaves_battlefield.leave_all(draft, here, zone, what, place, went=went) if here else []
    for handle in found:
        if handle not in here and handle in draft.rows and draft.rows[handle].cls.zone != zone:
            moved = zones.move(draft, handle, zone, what, place)
            went[handle] = (draft.rows[moved].cls.zone if moved in draft.rows else zone, moved)
            made += [moved] if moved in draft.rows else []
    if asked:
        set_moved(draft, frame, _remembered(draft, frame, found, origin, went))
    elif name:
        set_results(draft, frame, made)
    frame.failed = not found
    frame.averted = name and all(to != zone for to, _ in went.values())  # 614.6
    return made


def _remembered(
    draft: Draft, frame: Frame, found: list[int], origin: dict[int, str], went: dict[int, tuple[str, int]]
) -> list[tuple[int, Reference]]:
    """What is known of what moved: what left the battlefield or the stack, or was hidden, is as it last was (608.2h).

    A card that moved from one public zone to another, or came from a hidden one, is known as it is there (400.7j).
    """
    known: list[tuple[int, Reference]] = []
    for i, handle in enumerate(found):
        last = frame.refs[f"{NTH_RESULT}{i}"]
        to, moved = went.get(handle, ("", -1))
        there = moved if moved in draft.rows else -1
        left = origin[handle] in (BATTLEFIELD, STACK) or (to in zones.HIDDEN and origin[handle] not in zones.HIDDEN)
        if isinstance(last, Gone) and left:
            known.append((there, last))
        elif there >= 0:
            known.append((-1, pointer(draft, there)))
    return known


#: Fields of an effect that name an object of which it reads what it is.
_READ: Final = ("source", "of")
_READING: dict[Term, bool] = {}


def _reads_of_it(node: Term) -> bool:
    """Whether an effect reads what the object is or was that an effect before it moved: its size, counters, or controller."""
    found = _READING.get(node)
    if found is None:
        found = _READING[node] = any(
            _reads_in(part, not isinstance(node.says, Deed) or name in _READ) for name, part in children(node)
        )
    return found


def _reads_in(part: object, read: bool) -> bool:
    if isinstance(part, Result):
        return read
    if isinstance(part, tuple):
        return any(_reads_in(each, read) for each in part)
    return isinstance(part, Term) and _reads_of_it(part)


# --- choosing ------------------------------------------------------------------------------------


def candidates(draft: State, seat: int, zone_names: tuple[str, ...], filter: Filter, source: int) -> list[int]:
    """The rows of a player's permanents and cards in zones that could be chosen."""
    found = []
    for handle, row in draft.rows.items():
        if row.cls.proto is None or row.cls.zone not in zone_names:
            continue
        if row.cls.zone == BATTLEFIELD:
            if row.cls.controller == seat and matches(draft, filter, handle, seat, source):
                found.append(handle)
        elif row.cls.owner == seat and (filter == Filter() or card_fits(draft, filter, row, seat, handle, source)):
            found.append(handle)
    return found


def total(draft: State, rows: list[int]) -> Amount:
    """How many objects some rows are."""
    amount: Amount = 0
    for row in rows:
        amount = amount + draft.rows[row].n
    return amount


def choose_rows(
    draft: Draft, seat: int, rows: list[int], low: Amount, high: Amount, text: str
) -> list[tuple[int, Amount]]:
    """Which objects a player chooses: rows with counts, all of them where there is no choice."""
    stands = earlier_answer(draft, Question("objects", seat, rows=tuple(rows), low=low, text=text))
    if stands is not None:
        return list(stands.picks)
    all_of_them = total(draft, rows)
    if not rows or at_most(high, 0, "608.2d"):
        return []
    only: list[tuple[int, Amount]] | None
    if at_least(low, all_of_them, "608.2d"):
        only = [(row, draft.rows[row].n) for row in rows]
    else:
        told_apart(draft, rows)
        only = only_way(draft, rows, low) if equal(low, high, "608.2d") else None
    if only is not None:
        note_objects(draft, seat, rows, only, text)
        return only
    most = all_of_them if less(all_of_them, high, "608.2d") else high
    if type(most) is int and (is_zero(low, "608.2d") or equal(low, most, "608.2d")) and _came_now(draft, rows):
        chosen = zones.choose(draft, seat, rows, most, is_zero(low, "608.2d"), text)
        return [(row, draft.rows[row].n) for row in chosen]
    return list(decide(draft, Question("objects", seat, rows=tuple(rows), low=low, high=most, text=text)).picks)


def _came_now(draft: Draft, rows: list[int]) -> bool:
    """Whether some of these cards came where they are in this very event: they are chosen by their names (608.2d)."""
    new = {event.row for event in draft.events if event.op == NEW}
    return any(row in new for row in rows) and all(draft.rows[row].cls.zone != BATTLEFIELD for row in rows)


# --- entering ------------------------------------------------------------------------------------


def enter_cards(
    draft: Draft, cards: list[tuple[int, int]], effect: ReturnToBattlefield, onto: list[int] | None = None
) -> list[int]:
    """Put rows of cards onto the battlefield, each under the control of a seat; the rows of the permanents.

    ``onto``: what they are attached to as they enter; None where the effect does not say.
    An Aura with nothing to enchant stays where it is (303.4g), and so does a card whose front face is no permanent (712.14b).
    Of what would enter transformed, a card that is not double-faced stays (712.14a).
    """
    hosts: list[tuple[int, int, int | None]] = []
    for handle, seat in cards:
        face = _face(draft, handle, effect)
        if face is None or not in_game(draft, seat):  # 800.4b
            continue
        if not faces.permanent(face):
            continue
        if "Aura" not in face.subtypes:
            hosts.append((handle, seat, _equipped(draft, handle, seat, onto) if onto else None))
            continue
        if effect.transformed:
            raise unsupported("rule-303.4f", "an Aura that enters transformed", "303.4f")
        host = _host(draft, handle, seat, [card for card, _ in cards], onto)
        hosts += [(handle, seat, host)] if host is not None else []
    return zones.to_battlefield(draft, [(h, _permanent(draft, h, seat, host, effect)) for h, seat, host in hosts])


def _face(draft: Draft, handle: int, effect: ReturnToBattlefield) -> Proto | None:
    """The face with which a card enters; None for what can't enter transformed (712.14, 712.14a)."""
    proto = proto_of(draft.rows[handle].cls)
    if not effect.transformed:
        return proto
    refuse_unknown(draft.rows[handle].cls, "a card that enters transformed", "712.14a")
    return faces.entering_transformed(proto)


def _equipped(draft: Draft, handle: int, seat: int, onto: list[int]) -> int | None:
    """What an Equipment enters attached to, if it can equip that; anything else enters unattached (301.5e, 303.4h)."""
    cls, (to,) = draft.rows[handle].cls, onto
    entering = make_class(CARD, BATTLEFIELD, proto=cls.proto, owner=cls.owner, controller=seat)
    beside = Row(entering, {}, 1, {HOST: one(to)})
    proto = proto_of(cls)
    return single_out(draft, to) if may_stay(draft, handle, proto.types, proto.subtypes, beside) else None


def _host(draft: Draft, handle: int, seat: int, entering: list[int], onto: list[int] | None) -> int | None:
    """What an Aura is attached to as its controller chooses (303.4f): nothing that enters with it.

    ``onto``: what an effect names instead; an Aura that can't enchant that stays where it is (303.4i).
    """
    spec = stacking.aura_spec(proto_of(draft.rows[handle].cls))
    rows = tuple(h for h in could_enchant(draft, spec, seat, handle) if h not in entering)
    if onto is not None:
        rows = tuple(h for h in rows if h in onto)
    if not rows:
        return None
    if onto is not None:
        return single_out(draft, rows[0])
    chosen = decide(draft, Question("object", seat, rows=rows, text="what the Aura enchants"))
    return single_out(draft, chosen.picks[0][0])


def _permanent(draft: Draft, handle: int, seat: int, host: int | None, effect: ReturnToBattlefield) -> Row:
    """The row that a card becomes: tapped, with counters, attached as the effect says."""
    row = draft.rows[handle]
    refs: dict[str, Reference] = {} if host is None else {HOST: one(host)}
    num: dict[str, Amount] = {}
    if effect.counter:
        num[f"{COUNTER}{effect.counter}"] = effect.counters  # beside what else it enters with (objects.as_it_enters)
    own = proto_of(row.cls)
    cls = make_class(
        CARD,
        BATTLEFIELD,
        proto=own.back if effect.transformed else own,
        owner=row.cls.owner,
        controller=seat,
        tapped=effect.tapped,
        sick=True,
        props=((PRINTED, own),) if effect.transformed else (),
    )
    return Row(commander.carried(cls, row.cls), num, row.n, refs)


# --- linked abilities ----------------------------------------------------------------------------


def link_made(draft: Draft, frame: Frame, made: list[int], told: list[int] | None = None) -> None:
    """Remember cards on the source, for its linked ability (607).

    ``told``: of ``put_away_linked``, the abilities that triggered as the source left together with
    them.
    """
    source = source_handle(frame)
    if source in draft.rows and draft.rows[source].cls.zone == BATTLEFIELD:
        _remember(draft, source, made)
    for handle in told or ():
        _remember(draft, handle, made)


def _remember(draft: Draft, handle: int, made: list[int]) -> None:
    refs = dict(draft.rows[handle].refs)
    start = len(numbered(refs, NTH_LINK))
    for i, card in enumerate(made):
        n = draft.rows[card].n
        refs[f"{NTH_LINK}{start + i}"] = one(card) if type(n) is int and n == 1 else whole(card)
    set_refs(draft, handle, refs)


def put_away_linked(
    draft: Draft, frame: Frame, found: list[int], zone: str, what: str, place: str = ""
) -> tuple[list[int], list[int]]:
    """``put_away``, and which linked abilities have triggered as the source itself left by it (607.2a, 603.10a).

    They speak of what is exiled now too. Refuses where another object could be meant, and where the
    source left before and an ability that speaks of what it exiled still waits.
    """
    source = source_handle(frame)
    before = _speaking(draft)
    gone = frame.refs.get(SOURCE)
    if isinstance(gone, Gone) and any(_came_from(draft, handle, gone.cls) for handle in before):
        raise unsupported("rule-607.2a", "a card exiled by an ability whose source has left before", "607.2a")
    alike = [h for h in found if source in draft.rows and draft.rows[h].cls == draft.rows[source].cls]
    leaves = source in found and draft.rows[source].cls.zone == BATTLEFIELD
    cls = draft.rows[source].cls if leaves else None
    made = put_away(draft, frame, found, zone, what, place)
    told = [h for h in _speaking(draft) if cls is not None and h not in before and _came_from(draft, h, cls)]
    if told and (len(alike) > 1 or not is_single(draft.rows[told[0]].n)):
        raise unsupported("rule-607.2a", "one of several like objects that exile each other", "607.2a")
    return made, told


def _speaking(draft: Draft) -> list[int]:
    """The abilities that wait or are on the stack and speak of what was exiled with their source."""
    return [h for h, row in draft.rows.items() if row.cls.zone in (WAITING, STACK) and "Linked" in reads(row.cls.term)]


def _came_from(draft: Draft, handle: int, cls: Class) -> bool:
    source = draft.rows[handle].refs.get(SOURCE)
    return isinstance(source, Gone) and source.cls.with_prop(LAST_KNOWN, False) == cls.with_prop(LAST_KNOWN, False)
