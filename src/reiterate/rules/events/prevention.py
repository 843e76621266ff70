"""Prevention of all damage (615): for a turn, and by static abilities. Shields that run out are in ``continuous_effects``."""

from __future__ import annotations

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import check_static, in_range, sees
from reiterate.rules.characteristics.evaluate import card_fits, matches
from reiterate.rules.events import replacement
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import BATTLEFIELD, EFFECTS, Gone, Ref, Row, State, is_player, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import HOST, ON, SHIELD
from reiterate.terms.base import Term
from reiterate.terms.effects_damage import PreventAll
from reiterate.terms.filters import Filter
from reiterate.terms.references import Host, This, You
from reiterate.terms.replacement_effects import ChangeDamage, PreventDamage, PreventPart


def stopped(state: State, source: int, handle: int, combat: bool, last: Row | None = None) -> str | None:
    """Whether all damage of a source to a player or permanent is prevented: None, or the kind of counters put on it.

    in: the row of the source (-1: it is gone; then ``last``, as it last was) and that of the receiver. Raises ``Unsupported`` where the order of
    several effects that apply could matter (616.1).
    """
    found = [""] if _this_turn(state, source, handle, combat, last) else []
    for at, effect in replacement.in_force(state, PreventDamage):
        if effect.combat and not combat:
            continue
        check_static(state, effect)
        seat = state.rows[at].cls.controller
        to, by = _reaches(state, seat, handle), _reaches(state, seat, source, last)
        fits = _fits(state, effect.to, at, handle) and _fits(state, effect.by, at, source, last)
        watched = (to or effect.to is None) and (by or effect.by is None)
        if effect.to is None and effect.by is None:
            watched = to and by
        if (fits and watched) or (effect.both and by and _fits(state, effect.to, at, source, last)):
            found.append(effect.counters)
    if not found:
        return None
    if any(found) and (len(found) > 1 or replacement.in_force(state, ChangeDamage)):
        raise unsupported("rule-616.1", "several effects that prevent or change the same damage", "616.1")
    return found[0]


def in_part(draft: Draft, at: int, row: Row | None, controller: int, handle: int) -> Amount:
    """How much of the damage of a source to a player, or to each member of a row, is prevented by static abilities (615.10).

    in: the source's handle (-1: it is gone), its row as it is or was, and who controls it.
    """
    total: Amount = 0
    for source, effect in replacement.in_force(draft, PreventPart):
        check_static(draft, effect)
        assert isinstance(effect.by, Filter)
        mine = draft.rows[source].cls.controller
        if _fits(draft, effect.to, source, handle) and replacement.is_source(
            draft, effect.by, mine, controller, row, at
        ):
            total = total + draft.rows[source].n * effect.amount
    return total


def _this_turn(state: State, source: int, handle: int, combat: bool, last: Row | None) -> bool:
    """Whether an effect of this turn prevents it."""
    for shield in standing(state, EFFECTS):
        row = state.rows[shield]
        effect = row.cls.term
        if row.cls.kind != SHIELD or not isinstance(effect, PreventAll) or (effect.combat and not combat):
            continue
        seat = row.cls.controller
        if effect.object is None:
            if _reaches(state, seat, handle) and _reaches(state, seat, source, last):
                return True
            continue
        on = row.refs.get(ON)
        if isinstance(on, Gone) and source < 0 and last is not None and on.cls.proto is last.cls.proto:
            raise unsupported("rule-608.2h", "whether what left is the source that a shield is about", "615.1")
        about = isinstance(on, Ref) and on.row in (source, *((handle,) if effect.both else ()))
        if about and isinstance(on, Ref) and sees(state, seat, on.row):
            return True
    return False


def _reaches(state: State, seat: int, handle: int, last: Row | None = None) -> bool:
    """Whether a source or receiver of damage is within a player's range of influence (801.13b); ``last`` where it is gone."""
    if handle in state.rows:
        return sees(state, seat, handle)
    return last is None or in_range(state, seat, last.cls.controller)


def _fits(state: State, what: Term | None, at: int, handle: int, last: Row | None = None) -> bool:
    """Whether a row, or one that is gone as it last was, is what the effect of the source ``at`` is about."""
    if what is None:
        return True
    row = state.rows.get(handle)
    seen = last if row is None else row
    if isinstance(what, Filter) and seen is not None and seen.cls.zone != BATTLEFIELD:
        return False  # 109.2: a set of permanents
    if row is None:
        mine = state.rows[at].cls.controller
        return isinstance(what, Filter) and last is not None and card_fits(state, what, last, mine)
    if isinstance(what, You):
        return handle == player(state.rows[at].cls.controller)
    if is_player(state, handle):
        return False
    if isinstance(what, This):
        return handle == at
    if isinstance(what, Host):
        host = state.rows[at].refs.get(HOST)
        return isinstance(host, Ref) and host.row == handle
    assert isinstance(what, Filter)
    if what.another and handle == at and not is_single(row.n):
        raise unsupported("grouped-other", "each other of a group seen from one of its members", "109.4")
    return matches(state, what, handle, state.rows[at].cls.controller, at)
