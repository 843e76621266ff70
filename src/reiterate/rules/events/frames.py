"""A resolving spell or ability: what its words refer to, and the effects still to come.

Suspended work is a row of kind "frame": the remaining effects are discrete data, the objects and
amounts it is about are references and slots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import in_range, sees
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import active_seat, in_game, opponents, seats
from reiterate.rules.characteristics.evaluate import card_fits, matches, measure, result_of
from reiterate.rules.characteristics.references import Around
from reiterate.state.amount_slots import flagged, written
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    EXILE,
    LIBRARY,
    STACK,
    Gone,
    Ref,
    Reference,
    State,
    is_player,
    one,
    seat_of,
    whole,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    CHOSEN_PLAYER,
    DEFENDER,
    DID,
    DONE_AMOUNT,
    FIRST_RESULT,
    HAPPENED,
    HOST,
    MANA_TIMES,
    MOVED,
    NTH_LINK,
    NTH_RESULT,
    NTH_TARGET,
    RESULT_GIVEN,
    RESULT_NONE,
    RESULT_TWO,
    SOURCE,
    THAT,
    THAT_PLAYER,
)
from reiterate.terms.base import Term
from reiterate.terms.effects_structure import IfDone, Reflexive
from reiterate.terms.references import (
    ActivePlayer,
    ChosenPlayer,
    ControllerOf,
    DefendingPlayer,
    Each,
    EachCard,
    EachPlayer,
    Host,
    Linked,
    OwnerOf,
    Result,
    Seat,
    TargetRef,
    Targets,
    That,
    ThatPlayer,
    This,
    You,
)


class Frame:
    """A resolving spell or ability: who controls it, what it is about, and the effects still to come.

    ``failed``: what the effect just carried out asks for was impossible, or nobody chose it ("if you do", 118.12).
    ``averted``: it was begun, and its event never happened, such as what was replaced or prevented ("when you do", 603.12).
    """

    __slots__ = ("averted", "controller", "failed", "num", "refs", "rest")

    def __init__(
        self, controller: int, refs: dict[str, Reference], num: dict[str, Amount], rest: tuple[Term, ...]
    ) -> None:
        self.controller = controller
        self.refs = refs
        self.num = num
        self.rest = rest
        self.failed = False
        self.averted = False


#: A handler answers None when it is done, or the name of the decision it needs and the player to make it.
Ask = tuple[str, int]
Handler = Callable[[Draft, Frame, Any], "Ask | None"]


def source_handle(frame: Frame) -> int:
    """The source's handle, or -1 if it is gone or not remembered."""
    ref = frame.refs.get(SOURCE)
    return ref.row if isinstance(ref, Ref) else -1


def surroundings(frame: Frame) -> Around:
    """The surroundings in which a frame's quantities and conditions are read."""
    return Around(frame.controller, frame.refs, frame.num, source_handle(frame))


def quantity(draft: State, frame: Frame, value: Term, signed: bool = False) -> Amount:
    """The amount that a quantity stands for now; zero where that is negative, unless ``signed`` (107.1b)."""
    return (measure if signed else result_of)(draft, surroundings(frame), value)


def objects(draft: Draft, frame: Frame, ref: Term, where: tuple[str, ...] = (BATTLEFIELD,)) -> list[int]:
    """The rows on the battlefield that an object reference means now; [] where it is gone. ``where``: in other zones, too.

    Raises ``Unsupported`` for what is meant and stands elsewhere: a spell on the stack (112.4,
    400.7a), or a card in another zone. Counters and other effects would stay on such a card until
    it moves (122.1, 400.7). Players are no objects (109.1).
    """
    found = things(draft, frame, ref)
    for handle in found:
        zone = draft.rows[handle].cls.zone
        if zone in (*where, LIBRARY) or is_player(draft, handle) or _became(frame, handle):
            continue  # a card revealed on top of a library that was put nowhere is no permanent (110.1)
        if zone == STACK:
            raise unsupported("rule-112.4", "an effect that changes a spell or ability on the stack", "112.4")
        raise unsupported("rule-400.7", f"an effect that changes a card in {zone}", "400.7")
    return [h for h in found if draft.rows[h].cls.zone in where]


def _became(frame: Frame, handle: int) -> bool:
    """Whether a row is a new object that something became as it left (400.7): what speaks of the old one finds nothing."""
    left = ((s, r) for s, r in frame.refs.items() if s.endswith(MOVED) and not s.startswith(NTH_RESULT))
    return any(isinstance(r, Ref) and r.row == handle for _, r in left)


def things(draft: Draft, frame: Frame, ref: Term) -> list[int]:
    """The rows in any zone that an object reference means now, of several exiled cards the one that is chosen (607.3)."""
    found = meant(draft, frame, ref)
    return _one_of(draft, frame, found) if isinstance(ref, Linked) and ref.one else found


def meant(draft: State, frame: Frame, ref: Term) -> list[int]:
    """The rows in any zone that an object reference could mean now; cards that left are found where they went (400.7)."""
    if isinstance(ref, Each):
        return _each(draft, frame, ref)
    if isinstance(ref, EachCard):
        return _cards(draft, frame, ref)
    found: list[int] = []
    for slot in _slots(draft, frame, ref):
        named = _named(draft, frame, slot)
        if not isinstance(named, Ref) or named.row not in draft.rows or named.row in found:
            continue
        if sees(draft, frame.controller, named.row):  # 801.10
            found.append(named.row)
    return found


def _one_of(draft: Draft, frame: Frame, found: list[int]) -> list[int]:
    """The exiled card that the controller chooses (607.3); what is said behind it is said of this one."""
    rows = [handle for handle in found if draft.rows[handle].cls.zone == EXILE]
    if not rows:
        return []
    if not all(is_single(draft.rows[handle].n) for handle in rows):
        raise unsupported("rule-607.3", "a choice among like cards that were exiled", "607.3")
    asked = Question("object", frame.controller, rows=tuple(rows), text="which exiled card")
    ((picked, _),) = decide(draft, asked).picks
    others = {slot: ref for slot, ref in frame.refs.items() if not slot.startswith(NTH_LINK)}
    frame.refs = {**others, f"{NTH_LINK}0": one(picked)}
    return [picked]


def _each(draft: State, frame: Frame, ref: Each) -> list[int]:
    source, filter = source_handle(frame), ref.filter
    holders = None if ref.held is None else players(draft, frame, ref.held)
    but = meant(draft, frame, ref.but) if ref.but is not None else []
    found = []
    for handle, row in list(draft.rows.items()):
        if row.cls.zone == BATTLEFIELD and matches(draft, filter, handle, frame.controller, source):
            if handle in but and is_single(row.n):
                continue
            if handle in but or (filter.another and handle == source and not is_single(row.n)):
                raise unsupported("grouped-other", "each other of a group seen from one of its members", "109.4")
            if holders is None or row.cls.controller in holders:
                found.append(handle)
    return found


def _cards(draft: State, frame: Frame, ref: EachCard) -> list[int]:
    found = []
    holders = None if ref.held is None else players(draft, frame, ref.held)
    for handle, row in draft.rows.items():
        if row.cls.zone != ref.zone or row.cls.proto is None or not sees(draft, frame.controller, handle):
            continue
        if holders is not None and row.cls.owner not in holders:
            continue
        if ref.whose != "any" and (row.cls.owner == frame.controller) != (ref.whose == "you"):
            continue
        if ref.filter is None or card_fits(draft, ref.filter, row, frame.controller, handle):
            found.append(handle)
    return found


def _slots(draft: State, frame: Frame, ref: Term) -> list[str]:
    if isinstance(ref, Result):
        return numbered(frame.refs, NTH_RESULT)
    if isinstance(ref, Linked):
        mine = numbered(frame.refs, NTH_LINK)
        source = source_handle(frame)
        if mine or source not in draft.rows:
            return mine
        return numbered(draft.rows[source].refs, NTH_LINK)
    if isinstance(ref, Targets):
        numbers = range(ref.first, ref.first + ref.count) if ref.count else numbers_of(frame.refs)
        return [f"{NTH_TARGET}{i}" for i in numbers if i >= ref.first]
    slot = slot_of(ref)
    return [slot]


def left(draft: State, frame: Frame, ref: Term) -> list[Gone]:
    """What an object reference meant that is gone, as it last was (608.2h)."""
    return [gone for slot in _slots(draft, frame, ref) if isinstance(gone := frame.refs.get(slot), Gone)]


def numbered(refs: dict[str, Reference], stem: str) -> list[str]:
    """The slots of a list of references, in order."""
    return sorted((s for s in refs if s.startswith(stem)), key=lambda s: (len(s), s))


def numbers_of(refs: dict[str, Reference]) -> list[int]:
    """The numbers of the targets among references, in order."""
    return sorted(
        int(slot[len(NTH_TARGET) :])
        for slot in refs
        if slot.startswith(NTH_TARGET) and slot[len(NTH_TARGET) :].isdecimal()
    )


def _named(draft: State, frame: Frame, slot: str) -> Reference | None:
    named = frame.refs.get(slot)
    if isinstance(named, Gone) and slot + MOVED in frame.refs:
        return frame.refs[slot + MOVED]
    if named is not None:
        return named
    source = frame.refs.get(SOURCE)
    if slot == HOST and isinstance(source, Ref):
        return draft.rows[source.row].refs.get(HOST)
    if slot.startswith(NTH_LINK) and isinstance(source, Ref):
        return draft.rows[source.row].refs.get(slot)
    return None


def pointer(draft: State, handle: int) -> Reference:
    """A reference to a row, whether it is one object or several."""
    n = draft.rows[handle].n
    return one(handle) if type(n) is int and n == 1 else whole(handle)


def set_results(draft: Draft, frame: Frame, handles: list[int], stem: str = NTH_RESULT) -> None:
    """Remember what an effect made, moved or chose, for the words of the next ones."""
    refs = {slot: ref for slot, ref in frame.refs.items() if not slot.startswith(stem)}
    for i, handle in enumerate(handles):
        refs[f"{stem}{i}"] = pointer(draft, handle)
    frame.refs = refs
    given = flagged(frame.num, RESULT_GIVEN)
    if stem == NTH_RESULT and (not handles or given):
        frame.num = {**frame.num, RESULT_TWO if given else RESULT_NONE: 1}


def set_moved(draft: Draft, frame: Frame, moved: list[tuple[int, Reference]]) -> None:
    """Remember what an effect moved: each by its new row (-1: there is none), with what is known of it from before (608.2h)."""
    refs = {slot: ref for slot, ref in frame.refs.items() if not slot.startswith(NTH_RESULT)}
    for i, (handle, before) in enumerate(moved):
        slot = f"{NTH_RESULT}{i}"
        refs[slot] = before
        if handle >= 0:
            refs[slot + MOVED] = pointer(draft, handle)
    frame.refs = refs


def asks_if_done(frame: Frame) -> bool:
    """Whether an "if you do" or "when you do" comes later and asks about what is carried out now (118.12, 603.12)."""
    return any(isinstance(effect, IfDone) and not effect.first for effect in frame.rest)


def asks_whether_it_happened(frame: Frame) -> bool:
    """Whether a "when you do" comes later and asks whether the event of what is carried out now happens (603.12)."""
    asking = (effect for effect in frame.rest if isinstance(effect, IfDone) and not effect.first)
    return any(isinstance(each, Reflexive) for effect in asking for each in effect.then)


def nothing_came(frame: Frame, amounts: list[Amount], rule: str) -> bool:
    """Whether nothing came of an effect, where a "when you do" asks for that: it did so much (603.12)."""
    return asks_whether_it_happened(frame) and all(is_zero(amount, rule) for amount in amounts)


def note_done(frame: Frame, happened: bool) -> None:
    """Remember for "if you do" that something was done (118.12), and for "when you do" whether that ``happened`` (603.12)."""
    if asks_if_done(frame):
        frame.num = {**frame.num, DID: 1, HAPPENED: 1} if happened else {**frame.num, DID: 1}


def times_over(frame: Frame) -> Amount:
    """How many times as much mana a frame adds (106.4); an absent amount stands for once."""
    return frame.num.get(MANA_TIMES, 0) if written(frame.num, MANA_TIMES) else 1


def set_done(frame: Frame, amount: Amount) -> None:
    """Remember how much an effect did."""
    frame.num = {**frame.num, DONE_AMOUNT: amount}


def slot_of(ref: Term) -> str:
    """The reference slot that an object reference reads."""
    if isinstance(ref, This):
        return SOURCE
    if isinstance(ref, Host):
        return HOST
    if isinstance(ref, That):
        return THAT
    if isinstance(ref, Result):
        return FIRST_RESULT
    if isinstance(ref, TargetRef):
        return f"{NTH_TARGET}{ref.index}"
    raise unsupported("rule-reference", f"{type(ref).__name__} has no handler", "608.2")


def players(draft: State, frame: Frame, ref: Term) -> list[int]:
    """The seats that a player reference means, in turn order from the active player.

    Only of players still in the game and within the range of influence of the controller (801.10).
    """
    found = named_seats(draft, frame, ref)
    return [seat for seat in found if in_game(draft, seat) and in_range(draft, frame.controller, seat)]


def named_seats(draft: State, frame: Frame, ref: Term) -> list[int]:
    """The seats that a player reference means, also of players who have left the game."""
    match ref:
        case You():
            return [frame.controller]
        case Seat(seat):
            return [seat]
        case EachPlayer(opponents_only, other):
            found = opponents(draft, frame.controller) if opponents_only else seats(draft)
            gone = named_seats(draft, frame, ThatPlayer()) if other else []
            return [seat for seat in found if seat not in gone]
        case ThatPlayer():
            named = frame.refs.get(THAT_PLAYER)
            return [seat_of(named.row)] if isinstance(named, Ref) else []
        case TargetRef():
            named = frame.refs.get(slot_of(ref))
            return [seat_of(named.row)] if isinstance(named, Ref) and is_player(draft, named.row) else []
        case Targets():
            aimed = [frame.refs.get(slot) for slot in _slots(draft, frame, ref)]
            chosen = [seat_of(r.row) for r in aimed if isinstance(r, Ref) and is_player(draft, r.row)]
            return [seat for seat in seats(draft) if seat in chosen]
        case ControllerOf(of) | OwnerOf(of):
            return _whose(draft, frame, of, isinstance(ref, OwnerOf))
        case ActivePlayer():
            return [active_seat(draft)]  # nobody where that player has left (800.4j)
        case DefendingPlayer():
            return _defender(draft, frame)
        case ChosenPlayer():
            return _chosen_player(draft, frame)
    raise unsupported("rule-reference", f"{type(ref).__name__} has no handler", "608.2")


def _defender(draft: State, frame: Frame) -> list[int]:
    named = frame.refs.get(DEFENDER)
    if not isinstance(named, Ref) or named.row not in draft.rows:
        return []
    return [seat_of(named.row)] if is_player(draft, named.row) else [draft.rows[named.row].cls.controller]


def _chosen_player(draft: State, frame: Frame) -> list[int]:
    source = frame.refs.get(SOURCE)
    cls = source.cls if isinstance(source, Gone) else draft.rows[source.row].cls if source is not None else None
    word = cls.prop(CHOSEN_PLAYER, "") if cls is not None else ""
    return [int(word[1:]) - 1] if word else []


def _whose(draft: State, frame: Frame, ref: Term, owner: bool) -> list[int]:
    """The controller or owner of an object; nobody where it is not known, such as an illegal target (608.2b)."""
    named = frame.refs.get(_slots(draft, frame, ref)[0]) if _slots(draft, frame, ref) else None
    cls = None
    if isinstance(named, Gone):
        cls = named.cls
    elif isinstance(named, Ref) and named.row in draft.rows:
        cls = draft.rows[named.row].cls
    if cls is None:
        return [frame.controller] if isinstance(ref, This) else []
    return [cls.owner if owner else cls.controller]
