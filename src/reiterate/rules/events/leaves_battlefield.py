"""Permanents leaving the battlefield, as they were last known (603.10a, 608.2h), and regeneration that replaces it (701.19).

Permanents leaving the battlefield: destroyed, sacrificed, moved, and as they were last known (603.10a, 608.2h, 704.8).

Regeneration (701.19, 614.8): shields that replace the next destruction of a permanent this turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reiterate.amounts import Amount, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import (
    discard_row,
    new_row,
    put,
    refers,
    seats,
    set_refs,
    set_seq,
    split,
    tally,
)
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.continuous_effects import forgotten
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import (
    Characteristics,
    as_last,
    is_unknown,
    printed,
    proto_of,
)
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.events import commander, counters, replacement
from reiterate.rules.events.attaching import became_unattached
from reiterate.rules.events.combat_state import in_fight, leave_combat
from reiterate.rules.events.happenings import Happening, reads
from reiterate.rules.events.players import known_card_laid, order_is_random, put_in_order, remember, shuffle
from reiterate.rules.events.triggers import fire, fire_of_itself, follow, forget_given, holding_given, own_of_graveyard
from reiterate.state.amount_slots import written
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    GRAVEYARD,
    LIBRARY,
    NO_NUM,
    NO_REFS,
    POINTING,
    Class,
    Ref,
    Reference,
    Row,
    State,
    make_class,
)
from reiterate.state.properties import (
    CARD,
    COUNT_DIES,
    COUNT_DIES_OF,
    COUNT_SACRIFICES,
    DAMAGE,
    HOST,
    LAST_POWER,
    LAST_TOUGHNESS,
    LIBRARY_OF,
    NTH_LINK,
    ON,
    PRINTED,
    REST,
    SHIELD,
    SOURCE,
)
from reiterate.state.text_reads import DIED, LEFT
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_permanents import Regenerate
from reiterate.terms.proto import Proto
from reiterate.terms.references import This
from reiterate.terms.replacement_effects import HostSpared
from reiterate.terms.static_effects import Defines

# --- leaves battlefield --------------------------------------------------------------------------


def _unattach_all(draft: Draft, handles: list[int]) -> None:
    """What leaves becomes unattached, and so does what is attached to it (701.3d)."""
    for handle, row in list(draft.rows.items()):
        host = row.refs.get(HOST)
        if isinstance(host, Ref) and (handle in handles or host.row in handles):
            became_unattached(draft, handle)


def _tell_leaving(draft: Draft, handle: int, to: str) -> None:
    """Set off what triggers on a permanent that leaves for a zone, and on its death (603.10a, 700.4)."""
    row = draft.rows[handle]
    remember(draft, row.cls.controller, LEFT, row.n)
    fire(draft, Happening("Leaves", subject=handle, count=row.n, row=row, step=to))
    if to != GRAVEYARD:
        return
    if "creature" in view(draft, handle).types:
        tally(draft, COUNT_DIES, row.n)
        for seat in seats(draft):
            if in_range(draft, seat, row.cls.controller):
                remember(draft, seat, DIED, row.n)
    tally(draft, f"{COUNT_DIES_OF}{proto_of(row.cls).name}", row.n)
    fire(draft, Happening("Dies", subject=handle, count=row.n, row=row))
    if row.cls.kind == CARD:
        fire(draft, Happening("ToGraveyard", handle, row.cls.owner, count=row.n, row=row, step=BATTLEFIELD))


NO_WORDS: Final[Mapping[int, str]] = {}


def leave_all(
    draft: Draft,
    handles: list[int],
    zone: str,
    what: str,
    place: str = "",
    said: Mapping[int, str] = NO_WORDS,
    went: dict[int, tuple[str, int]] | None = None,
) -> list[int]:
    """Move permanents from the battlefield at the same time; leaving abilities look back (603.10a).

    ``said``: of some of them other words than ``what`` for what happened. ``went``: filled with the zone and the new row
    of each (-1: a token). Gives the rows of the cards where they now are; tokens cease to exist (704.5d).
    """
    to = {handle: replacement.destination(draft, handle, draft.rows[handle].cls, zone) for handle in handles}
    draft.batch += 1
    if hears(draft, "Unattached"):
        _unattach_all(draft, handles)
    for handle in handles:
        _tell_leaving(draft, handle, to[handle])
    known = {handle: last_known(draft, handle) for handle in handles}
    held = holding_given(draft, [draft.rows[handle].cls for handle in handles])
    for handle in handles:
        _hand_on(draft, handle)
    owners = {handle: draft.rows[handle].cls.owner for handle in handles}
    made: list[int] = []
    there: list[int] = []
    for handle in handles:
        row = draft.rows[handle]
        fresh = -1
        if row.cls.kind == CARD:
            fresh = _card_of(draft, row, to[handle], place)
            made.append(fresh)
            follow(draft, handle, fresh)
        elif to[handle] == GRAVEYARD:
            fresh = _token_there(draft, row)
        if went is not None:
            went[handle] = (to[handle], fresh if row.cls.kind == CARD else -1)
        discard_row(draft, handle, said.get(handle, what), known[handle])
        if fresh >= 0 and to[handle] == GRAVEYARD:
            there.append(fresh)
    for fresh in there:
        row = draft.rows[fresh]
        put = Happening("ToGraveyard", fresh, row.cls.owner, count=row.n, row=row, step=BATTLEFIELD)
        fire_of_itself(draft, put)
        if row.cls.kind == CARD:
            fire(draft, put)  # "from anywhere" never looks back: what left with it sees nothing (603.6c)
        else:
            discard_row(draft, fresh)  # 704.5d
    if any(getattr(ref, "mode", "") == "each" for h in made for ref in draft.rows[h].refs.values()):
        raise AssertionError("a card outside the battlefield has no partners")
    forgotten(draft)
    forget_given(draft, held)
    for handle in [h for h, place_of in to.items() if place_of == LIBRARY and zone != LIBRARY]:
        shuffle(draft, owners[handle])  # a replacement that puts it there shuffles it in (701.24)
    return [handle for handle in made if handle in draft.rows]


def _hand_on(draft: Draft, handle: int) -> None:
    """Abilities of a source that leaves keep what it was attached to and what was linked to it, if they speak of that.

    So "enchanted creature" and "the exiled card" still mean the same objects (113.7a, 607.2a,
    608.2h).
    """
    held = {slot: ref for slot, ref in draft.rows[handle].refs.items() if slot == HOST or slot.startswith(NTH_LINK)}
    if not held:
        return
    for other, row in [(h, draft.rows[h]) for h in standing(draft, POINTING)]:
        source = row.refs.get(SOURCE)
        if isinstance(source, Ref) and source.row == handle:
            rest = row.cls.prop(REST, ())
            more = _spoken_of(held, row.refs, row.cls.term, rest)
            if more:
                set_refs(draft, other, {**row.refs, **more})
    for frame in draft.frames:
        source = frame.refs.get(SOURCE)
        if isinstance(source, Ref) and source.row == handle:
            frame.refs = {**frame.refs, **_spoken_of(held, frame.refs, None, frame.rest)}


def _spoken_of(
    held: dict[str, Reference], own: dict[str, Reference], ability: Term | None, rest: tuple[object, ...]
) -> dict[str, Reference]:
    """The references of a source that its ability, or the rest of it, reads and hasn't got."""
    read = set(reads(ability))
    for node in rest:
        if isinstance(node, Term):
            walk(node, lambda part: read.add(type(part).__name__))
    host = "Host" in read and HOST not in own
    link = "Linked" in read and not any(slot.startswith(NTH_LINK) for slot in own)
    return {slot: ref for slot, ref in held.items() if (host if slot == HOST else link)}


def last_known(draft: Draft, handle: int) -> Row | None:
    """A permanent as it is remembered (608.2h), where something refers to it."""
    now = view(draft, handle)
    for thing in (*draft.frames, *(draft.rows[other] for other in standing(draft, POINTING))):
        if refers(thing.refs, handle):
            return _remembered_as(draft, handle, now)
    return None


def remembered(state: State, handle: int) -> Row:
    """A permanent with what effects make of it now: what is known of it when it has left (113.7a, 608.2h)."""
    if state.rows[handle].cls.zone != BATTLEFIELD:
        return state.rows[handle]
    return _remembered_as(state, handle, view(state, handle))


def card_last_known(draft: Draft, handle: int) -> Row | None:
    """A card that goes to a hidden zone as it is remembered: with the size that its own ability defines (604.3, 608.2h)."""
    row = draft.rows[handle]
    if not any(refers(frame.refs, handle) for frame in draft.frames) or is_unknown(row.cls):
        return None
    if not any(isinstance(each.effect, Defines) for each in printed(row.cls).statics):
        return None
    return Row(row.cls, {**row.num, **_sizes(draft, handle)}, row.n, row.refs)


def _remembered_as(state: State, handle: int, now: Characteristics) -> Row:
    row = state.rows[handle]
    sizes = _sizes(state, handle) if now.base is not None else {}
    return Row(as_last(row.cls, now), {**row.num, **sizes}, row.n, row.refs)


def _sizes(state: State, handle: int) -> dict[str, Amount]:
    """The power and the toughness that an object has now, as they are remembered."""
    return {LAST_POWER: power(state, handle), LAST_TOUGHNESS: toughness(state, handle)}


def _card_of(draft: Draft, row: Row, zone: str, place: str = "") -> int:
    """The card of a permanent that leaves, as a new object in its owner's zone."""
    own = row.cls.prop(PRINTED) or text_changes.copiable_of(row.cls)
    assert isinstance(own, Proto)
    cls = commander.carried(card_class(own, zone, row.cls.owner), row.cls)
    handle = new_row(draft, "", Row(cls, NO_NUM, row.n, NO_REFS))
    if zone == LIBRARY:
        known_card_laid(draft, row.cls.owner)
        if place.isdecimal():
            nth_from_top(draft, row.cls.owner, handle, int(place))
            return handle
        name = f"{LIBRARY_OF}{row.cls.owner}"
        seq = draft.seqs.get(name, ())
        set_seq(draft, name, (*seq, handle) if place == "bottom" else (handle, *seq))
    return handle


def nth_from_top(draft: Draft, seat: int, handle: int, nth: int) -> None:
    """Put a row of cards into a library so manyth from the top, or on the bottom where there are fewer cards (401.7)."""
    put_in_order(draft, seat)
    if order_is_random(draft, seat):
        raise unsupported("rule-401.7", "a place among the cards of a shuffled library", "401.7")
    name = f"{LIBRARY_OF}{seat}"
    above: Amount = nth - 1
    at = 0
    for row in draft.seqs.get(name, ()):
        if is_zero(above, "401.7"):
            break
        at += 1
        n = draft.rows[row].n
        if less(above, n, "401.7"):
            split(draft, row, above, front=True)
            break
        above = above - n
    seq = draft.seqs.get(name, ())
    set_seq(draft, name, (*seq[:at], handle, *seq[at:]))


def _token_there(draft: Draft, row: Row) -> int:
    """A token that is put into a graveyard, while its abilities there trigger; -1 without such abilities (603.6c)."""
    copied = text_changes.copiable_of(row.cls)
    assert isinstance(copied, Proto)
    owner = row.cls.owner
    cls = make_class(row.cls.kind, GRAVEYARD, proto=copied, owner=owner, controller=owner)
    there = Row(cls, NO_NUM, row.n, NO_REFS)
    return new_row(draft, "", there) if own_of_graveyard(there) else -1


def card_class(proto: Proto, zone: str, owner: int) -> Class:
    """The class of a card in a zone other than the battlefield and the stack."""
    return make_class(CARD, zone, proto=proto, owner=owner, controller=owner)


def destroyable(state: State, handles: list[int]) -> list[int]:
    """Those of the permanents that destroying moves: not the indestructible ones (701.8, 702.12)."""
    return [h for h in handles if "indestructible" not in view(state, h).keywords]


def replace_destruction(draft: Draft, handles: list[int]) -> list[int]:
    """Replace what would be destroyed by the Auras that are destroyed instead (702.89a): what is destroyed then.

    The permanent's controller chooses among several (616.1); its damage is removed.
    """
    armor = [source for source, _ in replacement.in_force(draft, HostSpared)]
    if not armor:
        return handles
    found: list[int] = []
    for handle in handles:
        mine = [a for a in armor if isinstance(ref := draft.rows[a].refs.get(HOST), Ref) and ref.row == handle]
        if any(not (type(draft.rows[a].n) is int and draft.rows[a].n == 1) for a in mine):
            raise unsupported("rule-702.89", "a group of Auras of which one is destroyed instead", "702.89a")
        if not mine:
            found.append(handle)
            continue
        chosen = mine[0]
        if len(mine) > 1:
            asked = Question("object", draft.rows[handle].cls.controller, rows=tuple(mine), text="destroyed instead")
            chosen = decide(draft, asked).picks[0][0]
        if written(draft.rows[handle].num, DAMAGE):
            put(draft, "lost damage", handle, DAMAGE, 0)
        found += [a for a in destroyable(draft, [chosen]) if a not in found and a not in handles]
    return found


def tally_sacrifice(draft: Draft, handle: int) -> None:
    """Count a sacrifice (701.21) and set off what watches it."""
    row = draft.rows[handle]
    tally(draft, COUNT_SACRIFICES, row.n, handle)
    fire(draft, Happening("Sacrifices", subject=handle, seat=row.cls.controller, count=row.n, row=row))


def split_off(draft: Draft, handle: int, count: Amount) -> int:
    """``count`` members of a row as a row of their own."""
    return split(draft, handle, count)


# --- regeneration --------------------------------------------------------------------------------

_SHIELD: Final = Regenerate(This())


def protect(draft: Draft, handle: int, controller: int) -> None:
    """A permanent (each member of its row) is regenerated the next time it would be destroyed this turn (701.19a)."""
    continuous_effects.shield(draft, _SHIELD, controller, handle, {}, 1)


def regenerated(draft: Draft, handles: list[int], final: bool = False) -> list[int]:
    """What is destroyed of permanents that would be: those that regenerate are not, nor are hosts of umbra armor.

    ``final``: these permanents can't be regenerated, their shields stay (701.19c). Raises
    ``Unsupported`` where a permanent could be spared in both ways (616.1).
    """
    shields = _shields(draft)
    instead = replace_destruction(draft, handles)
    if not shields:
        return instead
    found: list[int] = []
    for handle in dict.fromkeys((*handles, *instead)):
        shield = shields.get(handle)
        if shield is None or (final and handle in handles):
            found += [handle] if handle in instead else []
        elif handle not in instead:
            raise unsupported("rule-616.1", "a permanent that umbra armor and regeneration would spare", "616.1")
        else:
            _regenerate(draft, handle, shield)
    return found


def _shields(state: State) -> dict[int, int]:
    """The permanents that have shields of regeneration, each with the oldest one."""
    found: dict[int, int] = {}
    for handle in standing(state, EFFECTS):
        row = state.rows[handle]
        on = row.refs.get(ON)
        if row.cls.kind == SHIELD and isinstance(row.cls.term, Regenerate) and isinstance(on, Ref):
            found.setdefault(on.row, handle)
    return found


def _regenerate(draft: Draft, handle: int, shield: int) -> None:
    """Use up one shield: damage is removed, the permanent is tapped and removed from combat (701.19a)."""
    continuous_effects.use_shield(draft, shield, 1, "701.19a")
    if written(draft.rows[handle].num, DAMAGE):
        put(draft, "regenerated", handle, DAMAGE, 0)
    counters.tap(draft, handle)
    if in_fight(draft, handle):
        leave_combat(draft, handle)
