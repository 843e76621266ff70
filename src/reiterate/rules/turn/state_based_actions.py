"""State-based actions (704): checked whenever a player would get priority, all at once, until none applies."""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.amounts import Amount, at_least, at_most
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import in_range, limited, rivals
from reiterate.rules.access.state_access import game, seats, set_about, set_game, tell, turn_into
from reiterate.rules.characteristics.derived import power_of, toughness_of
from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.characteristics.printed_characteristics import Characteristics, proto_of
from reiterate.rules.events import commander, counters, leaves_battlefield, replacement, sagas, zones
from reiterate.rules.events.attaching import is_loose, may_stay, unattach
from reiterate.rules.events.player_leaves import leave_game
from reiterate.rules.events.players import bless
from reiterate.state.amount_slots import written
from reiterate.state.events import UNSETTLED, WHOLE, Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, EACH, GAME, GRAVEYARD, Class, Ref, Row, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.outcomes import GAME_DRAWN, won_by
from reiterate.state.properties import (
    ASKED,
    COMMANDER_ARRIVED,
    DAMAGE,
    DEATHTOUCHED,
    DECKED,
    HOST,
    KEPT,
    LIFE,
    LOSING,
    LOST,
    LOYALTY_COUNTERS,
    MINUS_COUNTERS,
    OUTCOME,
    OUTCOME_RULE,
    PLAYER,
    PLUS_COUNTERS,
    POISON_COUNTERS,
    TIMESTAMPS,
    WHO,
    WINNING,
    WORLD_SETTLED,
)
from reiterate.terms.proto import SAGA, Proto, name_by_rules
from reiterate.terms.static_effects import Ascend, TurnedAsThough


class _Found:
    """What one check finds, all of it on the position as it is (704.3): nothing is performed before all is found."""

    __slots__ = ("arrived", "destroyed", "dying", "legends", "loose", "marked", "over", "pairs", "roles", "worlds")

    def __init__(self) -> None:
        self.dying: list[int] = []  # put into graveyards (704.5f, 704.5i, 704.5k, 704.5m, 704.5y)
        self.over: list[int] = []  # Sagas that are sacrificed (704.5s, 714.4)
        self.destroyed: list[int] = []  # destroyed (704.5g, 704.5h)
        self.loose: list[int] = []  # becoming unattached (704.5n, 704.5p)
        self.pairs: list[tuple[int, Amount]] = []  # +1/+1 and -1/-1 counters to remove (704.5q)
        self.legends: dict[tuple[int, str], list[int]] = {}
        self.worlds: list[int] = []
        self.roles: dict[tuple[int, int], list[int]] = {}
        self.arrived: list[int] = []  # commanders (704.6d)
        self.marked: list[int] = []  # dealt damage by a source with deathtouch since the last check

    def nothing(self) -> bool:
        """Whether nothing was found that may have to be done."""
        if self.dying or self.over or self.destroyed or self.loose or self.pairs or self.arrived or self.marked:
            return False
        return not (self.legends or self.worlds or self.roles)


def perform_round(draft: Draft) -> bool:
    """Perform one round of state-based actions, all as one event; whether anything was done. May end the game or ask.

    What is found is found before anything is done. Whoever has to choose is asked first (704.5j),
    and the check is then made again. What leaves is remembered as it was before (704.8), and
    abilities that look back see all of it (603.10a).
    """
    if Ascend in statics(draft).kinds:
        bless(draft, seats(draft))
    handles = _to_look_at(draft)
    losing, settled = ([], []) if _safe(draft, handles) else _losing(draft)
    if over(draft):
        return True
    if losing and len(losing) >= len(seats(draft)) - 1:
        _lose(draft, losing, settled)
        return True
    found = _find(draft, handles)
    if not losing and not settled and found.nothing():
        return False
    if _ask_for_legend(draft, found.legends):
        return True
    fallen = _fallen(draft, found)
    done = _leave(draft, found, fallen)
    done = (bool(found.arrived) and _to_command(draft, found.arrived)) or done
    for handle, pairs in found.pairs:
        if handle in draft.rows:
            counters.annihilate(draft, handle, pairs)
    for handle in found.loose:
        if handle in draft.rows:
            unattach(draft, handle)
    for handle in found.marked:
        if handle in draft.rows:  # 704.5h: since the last check
            turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(DEATHTOUCHED, False))
    _lose(draft, losing, settled)
    return bool(losing or found.pairs or found.loose) or done


def _to_look_at(draft: Draft) -> list[int]:
    """The rows that a check looks at, oldest first: all but those that are settled."""
    known = draft.view.get(UNSETTLED)
    if not isinstance(known, tuple):
        return list(draft.rows)
    return sorted({*known, *draft.dirty[draft.checked :]})


def _find(draft: Draft, handles: list[int]) -> _Found:
    """Everything of these rows but players that state-based actions apply to now.

    A settled permanent is looked at again when its row or its characteristics change
    (``UNSETTLED``). So is a player who was plainly alive.
    """
    found = _Found()
    in_force = statics(draft)  # says whether effects change what things are
    if COMMANDER_ARRIVED in draft.index:
        arrived = draft.index[COMMANDER_ARRIVED]
        found.arrived = [handle for handle in arrived if draft.rows[handle].cls.zone != BATTLEFIELD]
    draft.checked = len(draft.dirty)
    some = UNSETTLED in draft.view
    rows = draft.rows
    left: list[int] = []
    for handle in handles:
        row = rows.get(handle)
        if row is None:
            continue
        cls = row.cls
        if cls.zone != BATTLEFIELD or cls.proto is None:
            if cls.kind == PLAYER and not _plainly_alive(row):
                left.append(handle)
            continue
        settled = True
        if row.num and written(row.num, PLUS_COUNTERS) and written(row.num, MINUS_COUNTERS):
            settled = False
            pairs = counters.counter_pairs(row)
            if pairs is not None:
                found.pairs.append((handle, pairs))
        if cls.by_prop and DEATHTOUCHED in cls.by_prop:
            settled = False
            found.marked.append(handle)
        if WHOLE in draft.view:
            _find_of(draft, found, handle, row, view(draft, handle))
        elif cls.mortal or HOST in row.refs:
            settled = _find_of(draft, found, handle, row, cls.proto) and settled
        if not settled:
            left.append(handle)
    if some and UNSETTLED not in draft.view:
        return _find(draft, list(rows))  # on the way effects were found to need the layers
    if found.legends:
        spared = {at: _not_spared(draft, some) for at, some in found.legends.items()}
        found.legends = {at: some for at, some in spared.items() if some and _in_question(draft, some)}
    if not (in_force.volatile or WHOLE in draft.view):
        draft.view[UNSETTLED] = tuple(left)
    return found


def _find_of(draft: Draft, found: _Found, handle: int, row: Row, now: Characteristics | Proto) -> bool:
    """What applies to one permanent with the types that it has now; whether it is settled.

    Nothing applies to what is settled. Plain numbers of its own row said so, and no other row has a
    say. So it stays settled until its row or its characteristics change.
    """
    types, subtypes, supertypes = now.types, now.subtypes, now.supertypes
    settled = True
    if "creature" in types:
        settled = _creature(draft, handle, row, found)
    if "planeswalker" in types:
        settled = False
        _planeswalker(draft, handle, found.dying)
    if "battle" in types:  # no position has defense counters (122.1g), so that its defense is 0 (310.4c)
        raise unsupported("rule-704.5v", "a battle on the battlefield, whose defense isn't kept", "704.5v")
    if SAGA in subtypes:
        settled = False
        if sagas.is_over(draft, handle):
            found.over.append(handle)
    if supertypes and "legendary" in supertypes:
        settled = False
        found.legends.setdefault((row.cls.controller, proto_of(row.cls).name), []).append(handle)
    if supertypes and "world" in supertypes:
        settled = False
        found.worlds.append(handle)
    aura = "Aura" in subtypes
    if row.refs and HOST in row.refs and (not aura or "creature" in types):
        if not may_stay(draft, handle, types, subtypes):
            found.loose.append(handle)
        return False
    if not aura:
        return settled
    if is_loose(draft, handle):
        found.dying.append(handle)
    elif "Role" in subtypes:
        host = row.refs[HOST]
        assert isinstance(host, Ref)
        found.roles.setdefault((host.row, row.cls.controller), []).append(handle)
    return False


def _leave(draft: Draft, found: _Found, fallen: dict[int, str]) -> bool:
    """Permanents are put into graveyards and destroyed, all at once; whether anything was done."""
    dying = sorted({*found.dying, *found.over})
    destroyed = found.destroyed
    done = False
    if destroyed:
        gone = {*dying, *fallen}
        destroyed = [h for h in leaves_battlefield.destroyable(draft, destroyed) if h not in gone]
        instead = [h for h in leaves_battlefield.regenerated(draft, destroyed) if h not in gone]
        done, destroyed = instead != destroyed, instead
    leaving = [*dying, *destroyed]
    leaving += [handle for handle in fallen if handle not in leaving]
    if leaving:
        for handle in found.over:
            leaves_battlefield.tally_sacrifice(draft, handle)
        leaves_battlefield.leave_all(draft, leaving, GRAVEYARD, "died", said=fallen)
    for handle, row in list(draft.rows.items()) if found.legends else ():
        if KEPT in row.cls.by_prop:
            turn_into(draft, "", handle, row.cls.with_prop(KEPT, False))
    return done or bool(leaving)


def _to_command(draft: Draft, arrived: list[int]) -> bool:
    """Commanders that came to a graveyard or exile go to the command zone if their owners want (903.9a)."""
    going = [handle for handle in arrived if commander.returns(draft, handle)]
    for handle in going:
        zones.move(draft, handle, COMMAND, "to the command zone (903.9a)", replaced=True)
    return bool(going)


def _plainly_alive(row: Row) -> bool:
    """Whether a player has known life above 0, no poison, no commander's damage, no property."""
    life = row.num.get(LIFE, 0)
    if row.cls.by_prop or type(life) is not int or life <= 0 or written(row.num, POISON_COUNTERS):
        return False
    return not commander.wounded(row)


def _safe(draft: Draft, handles: list[int]) -> bool:
    """Whether every player among these rows is plainly alive."""
    for handle in handles:
        row = draft.rows.get(handle)
        if row is not None and row.cls.kind == PLAYER:
            if not _plainly_alive(row):
                return False
        elif handle != GAME:
            return True  # the players' rows come first, right after the game's
    return True


#: Players who lose, each with the rule; and what else of players is settled with that: a note, the seat, their class.
_Losing: TypeAlias = "tuple[list[tuple[int, str]], list[tuple[str, int, Class]]]"


def _losing(draft: Draft) -> _Losing:
    """Who loses the game now (704.5a to 704.5c, 704.6c, 104.3e). Nothing is done yet, but that an effect may win the game."""
    losing: list[tuple[int, str]] = []
    settled: list[tuple[str, int, Class]] = []
    for seat in seats(draft):
        row = draft.rows[player(seat)]
        held = row.cls.by_prop
        wounded = commander.wounded(row)
        plain = not held and not wounded and not written(row.num, POISON_COUNTERS)
        if plain and not at_most(row.num.get(LIFE, 0), 0, "704.5a"):
            continue
        losing += [(seat, rule) for rule in _reasons(row)]
        if row.cls.prop(WINNING) and replacement.cant(draft, seat, "win the game"):
            settled.append(("can't win", seat, row.cls.with_prop(WINNING, False)))
        elif row.cls.prop(WINNING) and limited(draft):
            settled.append(("wins by effect", seat, row.cls.with_prop(WINNING, False)))
            losing += [(other, "801.14") for other in rivals(draft, seat)]
        elif row.cls.prop(WINNING):
            end_game(draft, (seat,), "104.2b")
            return [], []
    kept = [(seat, rule) for seat, rule in losing if not _stays(draft, seat, rule, settled)]
    first = dict(reversed(kept))  # of several reasons the first is told
    return list(first.items())[::-1], settled


def _reasons(row: Row) -> list[str]:
    """The rules by which a player loses now, each for itself: an effect may keep a player in the game for one alone."""
    reasons = {
        "704.5a": at_most(row.get(LIFE), 0, "704.5a"),
        "704.5b": bool(row.cls.prop(DECKED)),
        "704.5c": at_least(row.get(POISON_COUNTERS), 10, "704.5c"),
        "903.10a": commander.wounded(row) and commander.lethal(row),
        "104.3e": bool(row.cls.prop(LOSING)),
    }
    return [rule for rule, holds in reasons.items() if holds]


def _lose(draft: Draft, losing: list[tuple[int, str]], settled: list[tuple[str, int, Class]]) -> None:
    """Players lose the game, and leave it as soon as they have (104.5, 800.4a)."""
    for note, seat, cls in settled:
        turn_into(draft, note, player(seat), cls)
    for seat, rule in losing:
        cls = draft.rows[player(seat)].cls
        turn_into(draft, f"lost the game ({rule})", player(seat), cls.with_prop(LOST, rule))
    if losing:
        _go(draft, [seat for seat, _ in losing], losing[0][1])


def lose(draft: Draft, seat: int, rule: str) -> None:
    """A player loses the game and leaves it at once, whatever keeps others from losing: by conceding, or by a judge's word (104.3a, 104.3k)."""
    _lose(draft, [(seat, rule)], [])


def _go(draft: Draft, gone: list[int], rule: str) -> None:
    """Players leave; the game ends where at most one is left (104.2a, 104.4a)."""
    left = seats(draft)
    if len(left) <= 1:
        end_game(draft, tuple(left), rule)
    else:
        leave_game(draft, gone)


def draw_for(draft: Draft, involved: list[int], rule: str) -> None:
    """The game is a draw (104.4), with a limited range only for who is involved and for all in their range (801.15, 801.16).

    ``involved``: who controls the effect, or an object of a loop that nobody can stop. The others
    go on playing.
    """
    if not limited(draft):
        end_game(draft, (), rule)
        return
    gone = [seat for seat in seats(draft) if any(in_range(draft, other, seat) for other in involved)]
    for seat in gone:
        turn_into(draft, "the game is a draw", player(seat), draft.rows[player(seat)].cls.with_prop(LOST, DRAWN))
    _go(draft, gone, rule)
    draft.news = True


#: Why a player is no longer in the game who didn't lose it.
DRAWN: Final = "draw"


def _stays(draft: Draft, seat: int, rule: str, settled: list[tuple[str, int, Class]]) -> bool:
    """Whether an effect keeps a player in the game (101.2, 104.3): "can't lose", or not for their life total."""
    if replacement.cant(draft, seat, "lose the game"):
        held = draft.rows[player(seat)].cls
        freed = ("can't lose", seat, held.with_prop(DECKED, False).with_prop(LOSING, False))
        if (held.prop(DECKED) or held.prop(LOSING)) and freed not in settled:
            settled.append(freed)
        return True
    return rule == "704.5a" and replacement.cant(draft, seat, "lose for life")


def end_game(draft: Draft, winners: tuple[int, ...], rule: str) -> None:
    """End the game: one winner, or a draw where nobody is left (104.4a)."""
    result = won_by(winners[0]) if winners else GAME_DRAWN
    set_game(draft, game(draft).with_prop(ASKED, "over").with_prop(OUTCOME, result).with_prop(OUTCOME_RULE, rule))
    set_about(draft, None)
    tell(draft, f"the game is over: {result} ({rule})")


def over(state: State) -> bool:
    """Whether the game is over."""
    return state.rows[GAME].cls.by_prop.get(ASKED) == "over"


def _creature(draft: Draft, handle: int, row: Row, found: _Found) -> bool:
    """What applies to a creature; whether it is settled (``_find_of``)."""
    known = draft.view.get(handle)
    chars = known if isinstance(known, Characteristics) else view(draft, handle)
    if chars.base is None:
        raise unsupported("rule-208.3", "a creature without printed power and toughness", "208.3")
    size: Amount = power_of(row, chars) if chars.switched else toughness_of(row, chars)
    if size <= 0 if type(size) is int else at_most(size, 0, "704.5f"):
        found.dying.append(handle)
        return False
    if row.cls.by_prop and DEATHTOUCHED in row.cls.by_prop:  # 704.5h: whatever the damage did besides
        found.destroyed.append(handle)
        return False
    damage = row.num.get(DAMAGE, 0)
    if type(damage) is int and damage == 0:
        return type(size) is int
    if at_least(damage, size, "704.5g"):
        found.destroyed.append(handle)
        return False
    return type(size) is int and type(damage) is int


def _planeswalker(draft: Draft, handle: int, dying: list[int]) -> None:
    if at_most(draft.rows[handle].get(LOYALTY_COUNTERS), 0, "704.5i"):
        dying.append(handle)


def _ask_for_legend(draft: Draft, legends: dict[tuple[int, str], list[int]]) -> bool:
    """Ask a player which of several legendary permanents of a name to keep, in turn order (704.5j, 101.4); whether anybody is asked."""
    for seat in seats(draft) if legends else ():
        for (controller, _), handles in legends.items():
            kept = any(KEPT in draft.rows[h].cls.by_prop for h in handles)
            if controller == seat and _several(draft, handles) and not kept:
                set_game(draft, game(draft).with_prop(ASKED, "keep").with_prop(WHO, seat))
                set_about(draft, handles[0])
                return True
    return False


def _not_spared(draft: Draft, handles: list[int]) -> list[int]:
    """Those of some legendary permanents to which the legend rule applies, or which it has kept."""
    if TurnedAsThough not in statics(draft).kinds:
        return handles
    return [h for h in handles if "no legend rule" not in view(draft, h).turned or KEPT in draft.rows[h].cls.by_prop]


def _in_question(draft: Draft, handles: list[int]) -> bool:
    """Whether the legend rule has something to do for permanents of one name, or to tidy up."""
    return _several(draft, handles) or KEPT in draft.rows[handles[0]].cls.by_prop


def _several(draft: Draft, handles: list[int]) -> bool:
    return len(handles) > 1 or not is_single(draft.rows[handles[0]].n)


def _fallen(draft: Draft, found: _Found) -> dict[int, str]:
    """What the legend rule, the world rule and the one on Roles put into graveyards, with the words for it."""
    fallen: dict[int, str] = {}
    for handles in found.legends.values():
        if _several(draft, handles):
            going = [h for h in handles if KEPT not in draft.rows[h].cls.by_prop]
            fallen |= dict.fromkeys(going, "put into the graveyard (704.5j)")
    fallen |= dict.fromkeys(_old_worlds(draft, found.worlds), "put into the graveyard (704.5k)")
    for handles in found.roles.values():
        fallen |= dict.fromkeys(_old_roles(draft, handles), "put into the graveyard (704.5y)")
    return fallen


def _old_worlds(draft: Draft, worlds: list[int]) -> list[int]:
    """The world permanents that go: all but the latest, or all where several came at the same time (704.5k).

    Those that were there at the last check are older. Raises ``Unsupported`` where several came
    since.
    """
    came = [handle for handle in worlds if WORLD_SETTLED not in draft.rows[handle].cls.by_prop]
    if worlds and limited(draft) and _several(draft, worlds):
        raise unsupported("rule-801", "the world rule with a limited range of influence", "801.12")
    if _several(draft, came) if came else len(worlds) > 1:
        raise unsupported("rule-704.5k", "several world permanents that came since the last check", "704.5k")
    for handle in came:
        turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(WORLD_SETTLED, True))
    return [handle for handle in worlds if handle not in came] if came else []


def _old_roles(draft: Draft, roles: list[int]) -> list[int]:
    """All Roles of a player on a permanent but the one with the latest timestamp (704.5y).

    Raises ``Unsupported`` where timestamps are not kept, or where several are of one row.
    """
    host = draft.rows[roles[0]].refs[HOST]
    if len(roles) == 1 and (is_single(draft.rows[roles[0]].n) or getattr(host, "mode", "") == EACH):
        return []
    order = draft.seqs.get(TIMESTAMPS, ())
    if any(h not in order or not is_single(draft.rows[h].n) for h in roles):
        raise unsupported("rule-704.5y", "which of several Roles is the latest", "704.5y")
    return sorted(roles, key=order.index)[:-1]


def legends_like(state: State, handle: int) -> list[int]:
    """The permanents that the legend rule applies to together with this one (704.5j)."""
    cls = state.rows[handle].cls
    return [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == cls.controller
        and row.cls.proto is not None
        and name_by_rules(row.cls.proto) == name_by_rules(proto_of(cls))
        and "legendary" in view(state, h).supertypes
    ]
