"""Linked abilities: what an ability has exiled, for another one of the same source (607)."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import set_refs
from reiterate.rules.events.ability_reads import reads
from reiterate.rules.events.frames import Frame, numbered, source_handle
from reiterate.rules.resolution.moving import put_away
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, STACK, WAITING, Class, Gone, one, whole
from reiterate.state.normal_form import is_single
from reiterate.state.properties import LAST_KNOWN, NTH_LINK, SOURCE


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
