"""Attaching Auras, Equipment and Fortifications: to what they may be attached and stay attached (301.5, 303.4, 701.3)."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.access.influence import sees
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import set_refs, single_out
from reiterate.rules.characteristics.continuous_effects import stamp
from reiterate.rules.characteristics.evaluate import matches, view
from reiterate.rules.characteristics.printed_characteristics import Characteristics, filter_holds, proto_of
from reiterate.rules.characteristics.protection import protected
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.targets import there
from reiterate.rules.events.triggers import fire
from reiterate.state.events import WHOLE, Draft
from reiterate.state.model import BATTLEFIELD, GAME, Class, Ref, Reference, Row, State, one
from reiterate.state.properties import ENCHANT, HOST, RANGE
from reiterate.terms.abilities import Enchant
from reiterate.terms.references import TargetSpec


def is_loose(draft: State, handle: int, beside: Row | None = None) -> bool:
    """Whether an Aura is attached to nothing it may enchant (704.5m); ``beside``: the Aura as it would be."""
    row = beside or draft.rows[handle]
    host = row.refs.get(HOST)
    if not isinstance(host, Ref) or host.row not in draft.rows:
        return True
    what = draft.rows[host.row].cls
    found_right = _STAYS.get((row.cls, what))
    if found_right is not None and found_right is draft.view.get(host.row) and _plain(draft):
        return False
    if not sees(draft, row.cls.controller, host.row):
        return True  # 801.8
    held = row.cls.prop(ENCHANT)
    spec = held if isinstance(held, Enchant) else _enchant_of(row.cls)
    if spec is None:
        return False
    if draft.rows[host.row].cls.zone != spec.zone:
        return True
    if spec.zone != BATTLEFIELD:
        return not filter_holds(spec.filter, draft.rows[host.row], None, row.cls.controller)
    if protected(draft, host.row, handle):
        return True  # 702.16c
    loose = not matches(draft, spec.filter, host.row, row.cls.controller, handle)
    now = draft.view.get(host.row)
    asks_no_amount = spec.filter.compare is None and not spec.filter.counter
    if not loose and asks_no_amount and isinstance(now, Characteristics) and _plain(draft):
        _STAYS[row.cls, what] = now
    return loose


def _plain(state: State) -> bool:
    """Whether no effect changes types and colours, and everybody is in range.

    Then what an Aura may enchant follows from classes alone, but for amounts.
    """
    return WHOLE not in state.view and RANGE not in state.rows[GAME].cls.by_prop


#: The classes of Auras and of what they enchant, with the characteristics by which that was
#: found right. No amount was asked for.
_STAYS: dict[tuple[Class, Class], Characteristics] = {}
_ENCHANT: dict[Class, Enchant | None] = {}


def _enchant_of(cls: Class) -> Enchant | None:
    """What an Aura of a class enchants by its own ability; kept, since every check of state-based actions asks."""
    if cls not in _ENCHANT:
        _ENCHANT[cls] = next((a for a in proto_of(cls).abilities if isinstance(a, Enchant)), None)
    return _ENCHANT[cls]


def may_stay(
    draft: State, handle: int, types: tuple[str, ...], subtypes: tuple[str, ...], beside: Row | None = None
) -> bool:
    """Whether something that is no Aura, or is a creature, stays attached (704.5n, 704.5p): only to what it may be."""
    row = beside or draft.rows[handle]
    host = row.refs.get(HOST)
    if "creature" in types or not {"Equipment", "Fortification"} & {*subtypes}:
        return False
    if not isinstance(host, Ref) or host.row not in draft.rows:
        return False
    if ("creature" if "Equipment" in subtypes else "land") not in view(draft, host.row).types:
        return False
    return sees(draft, row.cls.controller, host.row) and not protected(draft, host.row, handle)  # 801.9, 702.16d


def could_attach(draft: State, handle: int, to: int) -> bool:
    """Whether a permanent could be attached to another one (301.5, 301.6, 303.4j, 701.3a): else it doesn't move."""
    row, chars = draft.rows[handle], view(draft, handle)
    if to == handle or "creature" in chars.types:
        return False
    beside = Row(row.cls, row.num, row.n, {**row.refs, HOST: one(to)})
    if "Aura" in chars.subtypes:
        return not is_loose(draft, handle, beside)
    return may_stay(draft, handle, chars.types, chars.subtypes, beside)


def became_unattached(draft: Draft, handle: int, now: Reference | None = None) -> None:
    """Tell that a permanent ceases to be attached to what it was attached to, unless that is what it is attached to ``now`` (701.3d)."""
    was = draft.rows[handle].refs.get(HOST)
    if hears(draft, "Unattached") and isinstance(was, Ref) and was.row in draft.rows and was != now:
        happening = Happening("Unattached", subject=was.row)
        happening.other = handle
        fire(draft, happening)


def unattach(draft: Draft, handle: int) -> None:
    """A permanent becomes unattached and stays on the battlefield."""
    became_unattached(draft, handle)
    set_refs(draft, handle, {k: v for k, v in draft.rows[handle].refs.items() if k != HOST})
    draft.view.clear()
    draft.news = True  # what it was attached to may be smaller now


def enchant_spec(cls_abilities: tuple[object, ...]) -> TargetSpec | None:
    """What an Aura spell targets (303.4a, 702.5), or None for what is no Aura."""
    for ability in cls_abilities:
        if isinstance(ability, Enchant):
            return TargetSpec(ability.filter, zone=ability.zone)
    return None


def could_enchant(state: State, spec: TargetSpec | None, seat: int, aura: int, last: Row | None = None) -> list[int]:
    """What an Aura that enters without being cast could be attached to (303.4f).

    It targets nothing, so hexproof and shroud are no matter; protection is (702.16c). ``last``: the
    Aura, if it has no row.
    """
    if spec is None or spec.filter is None:
        return []
    return [
        handle
        for handle, row in state.rows.items()
        if there(spec, row.cls)
        and handle != aura
        and sees(state, seat, handle)
        and matches(state, spec.filter, handle, seat, aura)
        and not (row.cls.zone == BATTLEFIELD and protected(state, handle, aura, last))
    ]


def is_aura(state: State, handle: int) -> bool:
    """Whether a row is an Aura."""
    cls = state.rows[handle].cls
    return cls.proto is not None and "Aura" in proto_of(cls).subtypes


def enters_attached(draft: Draft, row: Row) -> Row | None:
    """A row that enters, attached as its controller chooses if it is an Aura (303.4f); None if it can enchant nothing."""
    proto = proto_of(row.cls)
    if "Aura" not in proto.subtypes or HOST in row.refs:
        return row
    if not (type(row.n) is int and row.n == 1):
        raise unsupported("rule-303.4f", "several Auras that enter together as like tokens", "303.4f")
    rows = could_enchant(draft, enchant_spec(proto.abilities), row.cls.controller, -1, row)
    if not rows:
        return None
    asked = Question("object", row.cls.controller, rows=tuple(rows), text="what the Aura enchants")
    host = single_out(draft, decide(draft, asked).picks[0][0])
    return Row(row.cls, row.num, row.n, {**row.refs, HOST: one(host)})


def attach(draft: Draft, handle: int, host: Reference) -> None:
    """Attach a permanent to what it enchants or equips, with a new timestamp (303.4, 301.5, 613.7e)."""
    became_unattached(draft, handle, host)
    set_refs(draft, handle, {**draft.rows[handle].refs, HOST: host})
    stamp(draft, handle)
    draft.view.clear()
