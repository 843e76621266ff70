"""Who attacks and blocks what, and removal from combat (506.4, 508.1k, 508.5, 509.1g).

The class of an attacker has the property "attacking"; its row has a reference "attacks" to the
player or planeswalker that it attacks. A blocker has "blocking" and a reference "blocks" to its
attacker, member by member (``each``) where a group blocks a group. An attacker that became blocked
keeps "blocked", whatever becomes of its blockers (509.1h).
"""

from __future__ import annotations

from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.access import state_access
from reiterate.rules.access.influence import rivals
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import set_game, set_refs, turn_into
from reiterate.rules.characteristics.evaluate import is_creature, types_of
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import BATTLEFIELD, Class, Gone, Ref, Reference, State, is_player, one, player, seat_of
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ACTIVE,
    ASSIGNED,
    ATTACKED,
    ATTACKING,
    ATTACKS,
    BLOCKED,
    BLOCKING,
    BLOCKS,
    STEP,
    STRUCK,
)
from reiterate.terms.conditions import COMBAT

# Properties of a class, and slots of references.
OF_COMBAT: Final = (ATTACKING, BLOCKED, BLOCKING, STRUCK, ASSIGNED)


def attackers(state: State) -> list[int]:
    """The rows of attacking creatures, oldest first (508.1k)."""
    return list(standing(state, ATTACKING))


def blockers(state: State) -> list[int]:
    """The rows of blocking creatures, oldest first (509.1g)."""
    return list(standing(state, BLOCKING))


def blockers_of(state: State, attacker: int) -> list[int]:
    """The rows of creatures that block an attacker; for a group of attackers they are paired with its members."""
    found = []
    for handle in blockers(state):
        ref = state.rows[handle].refs.get(BLOCKS)
        if isinstance(ref, Ref) and ref.row == attacker:
            found.append(handle)
    return found


def defender_of(state: State, attacker: int) -> int | None:
    """The row of the player or planeswalker that is attacked; None if it is no longer there (506.4c, 800.4a)."""
    ref = state.rows[attacker].refs.get(ATTACKS)
    if not isinstance(ref, Ref) or ref.row not in state.rows:
        return None
    if is_player(state, ref.row) and not state_access.in_game(state, seat_of(ref.row)):
        return None
    return ref.row


def defending_seat(state: State, attacker: int) -> int:
    """The defending player: who is attacked, or controls or controlled the attacked planeswalker (508.5)."""
    ref = state.rows[attacker].refs.get(ATTACKS)
    if isinstance(ref, Gone):
        return ref.cls.controller
    assert isinstance(ref, Ref)
    return state.rows[ref.row].cls.controller


def defenders(state: State, seat: int) -> list[int]:
    """What a player may attack: opponents, then their planeswalkers (506.2, 508.1b)."""
    them = rivals(state, seat)  # 801.3
    found = [player(other) for other in them]
    for handle, row in state.rows.items():
        cls = row.cls
        theirs = cls.zone == BATTLEFIELD and cls.controller in them and cls.proto is not None
        if theirs and "planeswalker" in types_of(state, handle) and is_single(row.n):
            found.append(handle)
    return found


def join(draft: Draft, handle: int, whom: int | None = None, walkers: bool = True) -> None:
    """A creature that has entered is attacking what its controller chooses, where that player attacks (508.4, 508.4a).

    ``whom``: the one player who, or with ``walkers`` whose planeswalker, it may attack.
    """
    row = draft.rows[handle]
    seat = row.cls.controller
    if not _may_join(draft, handle):
        return
    there = [
        d
        for d in defenders(draft, seat)
        if (walkers or is_player(draft, d))
        and whom in (None, seat_of(d) if is_player(draft, d) else draft.rows[d].cls.controller)
    ]
    if len(there) > 1 and not is_single(row.n):
        raise unsupported(
            "rule-508.4", "which player or planeswalker each of several like creatures that enter attacks", "508.4"
        )
    if len(there) > 1:
        text = "what the creature that enters attacks"
        there = [decide(draft, Question("object", seat, rows=tuple(there), text=text)).picks[0][0]]
    if there:
        _attacks(draft, handle, there[0])


def join_against(draft: Draft, handle: int, whom: Reference) -> None:
    """A creature that has entered is attacking what an effect says, if that can still be attacked (508.4, 508.4a)."""
    if (
        isinstance(whom, Ref)
        and _may_join(draft, handle)
        and whom.row in defenders(draft, draft.rows[handle].cls.controller)
    ):
        _attacks(draft, handle, whom.row)


def _may_join(draft: Draft, handle: int) -> bool:
    """Whether what has entered is a creature of the attacking player, in combat (506.3a, 506.3b)."""
    step = draft.game.prop(STEP, "")
    if step == "combat":
        raise unsupported("rule-508.4", "a creature that enters attacking before attackers are declared", "508.4")
    attacking = draft.game.prop(ACTIVE, 0) == draft.rows[handle].cls.controller
    return step in COMBAT and attacking and is_creature(draft, handle)


def _attacks(draft: Draft, handle: int, whom: int) -> None:
    turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(ATTACKING, True))
    set_refs(draft, handle, {**draft.rows[handle].refs, ATTACKS: one(whom)})
    set_attacked(draft, True)


#: The steps in which blockers have been declared.
_BLOCKED_BY_NOW: Final = COMBAT[COMBAT.index("blockers") :]


def is_unblocked(state: State, handle: int) -> bool:
    """Whether a creature attacks and was not blocked as blockers were declared, or entered attacking since (509.1h, 702.49c)."""
    props = state.rows[handle].cls.by_prop
    return ATTACKING in props and BLOCKED not in props and state.game.prop(STEP, "") in _BLOCKED_BY_NOW


def set_attacked(draft: Draft, value: bool) -> None:
    """Note whether attackers were declared in this combat (508.8)."""
    set_game(draft, draft.game.with_prop(ATTACKED, value))


def attacked(state: State) -> bool:
    """Whether attackers were declared in this combat (508.8)."""
    return state.game.prop(ATTACKED)


def attackers_of(state: State, seat: int) -> list[int]:
    """The rows of creatures that attack a player or their planeswalkers (509.1a, 802.4)."""
    return [h for h in attackers(state) if defending_seat(state, h) == seat]


def leave_combat(draft: Draft, handle: int, was: Class | None = None) -> None:
    """Remove a permanent from combat: it attacks, blocks, is blocked and is attacked no longer (506.4).

    in: ``was``, the permanent's class before its controller changed, where it did: whom its attackers
    speak of as the defending player (508.5).
    """
    _fights_no_more(draft, handle)
    _attacked_no_more(draft, handle, was or draft.rows[handle].cls)


def in_fight(state: State, handle: int) -> bool:
    """Whether a permanent is an attacking or blocking creature."""
    props = state.rows[handle].cls.by_prop
    return ATTACKING in props or BLOCKING in props


def _fights_no_more(draft: Draft, handle: int) -> None:
    """What attacked or blocked does neither; who blocks it stays a blocking creature (506.4)."""
    cls = draft.rows[handle].cls
    if not any(name in cls.by_prop for name in OF_COMBAT):
        return
    for blocker in blockers_of(draft, handle):
        set_refs(draft, blocker, {k: r for k, r in draft.rows[blocker].refs.items() if k != BLOCKS})
    turn_into(draft, "removed from combat", handle, out_of_combat(cls))
    refs = draft.rows[handle].refs
    if ATTACKS in refs or BLOCKS in refs:
        set_refs(draft, handle, {k: r for k, r in refs.items() if k not in (ATTACKS, BLOCKS)})


def _attacked_no_more(draft: Draft, handle: int, was: Class) -> None:
    """What attacked a permanent goes on attacking, but nothing; it still knows whose that was (506.4c, 508.5)."""
    for attacker in attackers(draft):
        refs = draft.rows[attacker].refs
        ref = refs.get(ATTACKS)
        if isinstance(ref, Ref) and ref.row == handle:
            set_refs(draft, attacker, {**refs, ATTACKS: Gone(was, {})})


def drop_others(draft: Draft) -> None:
    """Remove from combat what stopped being a creature, or a planeswalker that is attacked (506.4).

    A permanent that was both stays in combat as what it still is (506.4d).
    """
    for handle in (*attackers(draft), *blockers(draft)):
        if not is_creature(draft, handle):
            _fights_no_more(draft, handle)
    for handle in attackers(draft):
        target = defender_of(draft, handle)
        if target is not None and not is_player(draft, target) and "planeswalker" not in types_of(draft, target):
            _attacked_no_more(draft, target, draft.rows[target].cls)


def out_of_combat(cls: Class) -> Class:
    """The class of something that is removed from combat (506.4)."""
    for name in OF_COMBAT:
        cls = cls.with_prop(name, False)
    return cls
