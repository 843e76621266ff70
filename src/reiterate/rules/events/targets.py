"""Targets (115): which rows a target may be, and whether it still is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.amounts import Amount, less
from reiterate.refusals import unsupported
from reiterate.rules.access.choice import ITSELF
from reiterate.rules.access.influence import in_range, sees
from reiterate.rules.access.state_access import seats
from reiterate.rules.characteristics.evaluate import card_fits, matches, power, statics, view
from reiterate.rules.characteristics.protection import hexproof, protected
from reiterate.rules.events.happenings import another_buried
from reiterate.state.model import BATTLEFIELD, STACK, Class, Gone, Ref, Row, State, is_player, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import ABILITY, CARD, COPY, LAST_POWER, MOVED, SOURCE, TOKEN
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import replace
from reiterate.terms.references import KNOWN_X, Filter, TargetSpec, compared_with_x
from reiterate.terms.static_effects import PlayerCant

#: Among chosen targets: none for this one ("up to one").
NONE: Final = -1


def origin(row: Row) -> tuple[int, Row | None]:
    """The source of an ability on the stack or waiting: its handle, or -1 and as it last was (113.7a, 608.2b)."""
    source = row.refs.get(SOURCE)
    if isinstance(source, Gone):
        return -1, Row(source.cls, source.num, 1, {})
    return (-1 if source is None else source.row), None


def seen_from(row: Row, spec: TargetSpec) -> tuple[int, Row | None]:
    """The same as one target is looked for: for another card of a graveyard the card that the source became (400.7).

    Raises ``Unsupported`` where a triggered ability does not know where its source went.
    """
    source, last = origin(row)
    if source >= 0 or not another_buried(spec) or last is None or last.cls.kind != CARD:
        return source, last
    moved = row.refs.get(SOURCE + MOVED)
    if isinstance(moved, Ref):
        return moved.row, last
    if isinstance(row.cls.term, Triggered) and moved is None:
        raise unsupported("rule-400.7", "another card than one whose way is not known", "400.7")
    return source, last


def with_x(spec: TargetSpec, x: Amount) -> TargetSpec:
    """A target compared with the X that was announced (107.3a); the same where the words compare it with none."""
    if spec.filter is None or spec.filter.compare is None or not compared_with_x(spec):
        return spec
    if type(x) is not int:
        raise unsupported("rule-107.3", "a target compared with an X that is not a plain number", "107.3")
    compare = spec.filter.compare
    known = replace(compare, op=KNOWN_X[compare.op], value=x)
    return replace(spec, filter=replace(spec.filter, compare=known))


def with_any_x(spec: TargetSpec) -> TargetSpec:
    """A target that some X could be announced for."""
    if spec.filter is None or not compared_with_x(spec):
        return spec
    return replace(spec, filter=replace(spec.filter, compare=None))


def legal_targets(
    state: State, spec: TargetSpec, controller: int, source: int, last: Row | None = None, casting: bool = False
) -> list[int]:
    """The rows that one target could be, players first, then permanents oldest first.

    ``source``: what the targets are for, a spell itself or the source of an ability; ``last``: that
    source if it is gone.
    """
    found: list[int] = []
    if spec.players:
        found += [player(seat) for seat in seats(state) if may_target(state, spec, player(seat), controller, source)]
    if spec.filter is not None:
        for handle, row in state.rows.items():
            if there(spec, row.cls) and may_target(state, spec, handle, controller, source, last, casting):
                found.append(handle)
    return found


#: What can be a target off the stack and on it; no words for abilities as targets are read (113.7).
_KINDS: Final = ((CARD, TOKEN), (CARD, COPY))

#: The zone of a target that may be a spell or a permanent.
EITHER: Final = "battlefield or stack"

#: Kinds of abilities on the stack.
_KIND_OF: Final[dict[type, str]] = {Triggered: "triggered", Activated: "activated"}


def there(spec: TargetSpec, cls: Class) -> bool:
    """Whether a row is a thing that targets in a zone are chosen among: on the stack spells, or abilities (115.1)."""
    zone = spec.zone
    if spec.ability:
        return cls.zone == STACK and cls.kind == ABILITY and spec.ability in ("any", _KIND_OF.get(type(cls.term), ""))
    if zone == EITHER:
        return cls.zone in (BATTLEFIELD, STACK) and cls.kind in (CARD, TOKEN, COPY)
    return cls.zone == zone and cls.kind in _KINDS[zone == STACK]


def _player_fits(spec: TargetSpec, seat: int, controller: int) -> bool:
    return spec.players == "any" or (spec.players == "opponent") == (seat != controller)


def may_target(
    state: State,
    spec: TargetSpec,
    handle: int,
    controller: int,
    source: int,
    last: Row | None = None,
    casting: bool = False,
) -> bool:
    """Whether a row is a legal target now (115.4, 608.2b; hexproof 702.11, protection 702.16b, shroud 702.18).

    ``last``: the source's last row, if it is gone. ``casting``: the source is a card that would be a spell. Of an X that is not
    announced yet (``with_x``) it is asked whether any X could be announced.
    """
    spec = with_any_x(spec)
    row = state.rows.get(handle)
    if row is None or not sees(state, controller, handle):  # 801.4
        return False
    if is_player(state, handle):
        seat = handle - 1
        if not spec.players or seat not in seats(state) or not _player_fits(spec, seat, controller):
            return False
        return not any(_shrouds(e.what, seat == controller) for e in _on_player(state, seat))
    if spec.filter is None or not there(spec, row.cls):
        return False
    if spec.whose != "any":
        owner = row.cls.controller if spec.zone == STACK else row.cls.owner
        if (owner == controller) != (spec.whose == "you"):
            return False
    if row.cls.zone == BATTLEFIELD:
        chars = view(state, handle)
        if "shroud" in chars.keywords:
            return False
        others = row.cls.controller != controller
        if others and "hexproof" in chars.keywords and hexproof(state, handle, source, last, casting):
            return False
        if "protection" in chars.keywords and protected(state, handle, source, last, casting):
            return False
    if row.cls.kind == ABILITY:
        return spec.filter == Filter() or _from_a_source(state, spec.filter, row, controller)
    return matches(state, spec.filter, handle, controller, source) and (
        not spec.weaker or less(power(state, handle), _power_of_source(state, source, last), "702.134a")
    )


def _from_a_source(state: State, filter: Filter, row: Row, controller: int) -> bool:
    """Whether the source of an ability is one of a set, as it is or as it last was (113.7a).

    Raises ``Unsupported`` where it is not known which object that is.
    """
    handle, last = origin(row)
    there = last if last is not None else state.rows.get(handle)
    if there is None:
        raise unsupported("rule-113.7", "an ability whose source is not known", "113.7a")
    if there.cls.zone == BATTLEFIELD and last is None:
        return matches(state, filter, handle, controller, handle)
    return card_fits(state, filter, there, controller)


def _power_of_source(state: State, source: int, last: Row | None) -> Amount:
    """The power of the source of an ability, as it is or last was (608.2h); 0 where it has none (107.2)."""
    if source in state.rows and state.rows[source].cls.zone == BATTLEFIELD:
        return power(state, source) if view(state, source).base is not None else 0
    if last is None:
        raise unsupported("rule-608.2h", "the power of a source that is not known", "608.2h")
    return last.get(LAST_POWER)


def _on_player(state: State, seat: int) -> list[PlayerCant]:
    """What static abilities say about a player as a target: "hexproof", "shroud"."""
    known = statics(state)
    if PlayerCant not in known.kinds:
        return []
    found = []
    for source, ability in known.applied:
        effect = ability.effect
        mine = state.rows[source].cls.controller
        if isinstance(effect, PlayerCant) and (mine == seat) == (effect.who == "you") and in_range(state, mine, seat):
            found.append(effect)
    return found


def _shrouds(what: str, own: bool) -> bool:
    return what == "be targeted" or (what == "be targeted by opponents" and not own)


def clash(state: State, others: Sequence[int], named: Sequence[int], row: int, acting: bool) -> bool:
    """Whether a target is one that it has to be other than (115.3).

    ``others``: for each target, from how many of those right in front of it it has to differ.
    ``named``: the rows named. ``row``: what wants the targets; ``acting`` where it is a permanent
    whose ability is activated. Of a group each member is one target.
    """
    for i, other in enumerate(others):
        if other and named[i] != NONE and not _one_more(state, named[i], named[i - other : i], row, acting):
            return True
    return False


def _one_more(state: State, target: int, before: Sequence[int], row: int, acting: bool) -> bool:
    """Whether a row has a member that none of these targets is."""
    same = sum(1 for earlier in before if earlier == target)
    if target == ITSELF:
        return not same and not (row in before and is_single(state.rows[row].n))
    n = state.rows[target].n
    if is_single(n):
        return not same and not (acting and target == row and ITSELF in before)
    return not same or not less(n - 1 if acting and target == row else n, same + 1, "115.3")


def others_of(specs: Sequence[TargetSpec]) -> tuple[int, ...]:
    """For each target how many of those right in front of it it is none of."""
    return tuple(spec.other for spec in specs)


def possible(
    state: State, specs: Sequence[TargetSpec], rows: Sequence[Sequence[int]], row: int, acting: bool = False
) -> bool:
    """Whether targets can be chosen for all specifications at once, out of these rows for each (601.2c, 603.3d)."""
    if not all(rows):
        return False
    others = others_of(specs)
    return not any(others) or next(each_way(state, others, rows, row, acting), None) is not None


#: Targets that are tried in vain, one after the other, where they have to differ.
TRIED_BUDGET: Final = 2_000


def each_way(
    state: State, others: Sequence[int], rows: Sequence[Sequence[int]], row: int, acting: bool
) -> Iterator[tuple[int, ...]]:
    """The ways to name targets out of these rows. Each target differs from those right in front of it that it has to
    be other than (115.3).

    Nothing is tried behind one that clashes. Raises ``Unsupported`` where very many are tried in
    vain.
    """
    tried = 0

    def behind(named: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal tried
        at = len(named)
        if at == len(rows):
            tried = 0
            yield named
            return
        before = named[at - others[at] :] if others[at] else ()
        for target in rows[at]:
            tried += 1
            if tried > TRIED_BUDGET:
                raise unsupported("rule-601.2c", "so many ways to choose targets that have to differ", "601.2c")
            if not before or target == NONE or _one_more(state, target, before, row, acting):
                yield from behind((*named, target))

    yield from behind(())
