"""State-based actions (704): checked whenever a player would get priority, all at once, until none applies."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, at_most, is_zero
from reiterate.refusals import unsupported
from reiterate.rules import commander, objects, replace, zones
from reiterate.rules.chars import matches, statics, toughness_with, view
from reiterate.rules.deriving import MINUS, PLUS
from reiterate.rules.features import Chars, filter_holds, proto_of
from reiterate.rules.influence import in_range, limited, rivals, sees
from reiterate.rules.leaving import leave_game
from reiterate.rules.protection import protected
from reiterate.rules.world import game, seats, set_about, set_game, set_refs, tell, turn_into
from reiterate.state.events import WHOLE, Draft
from reiterate.state.model import BATTLEFIELD, COMMAND, GRAVEYARD, Class, Ref, State, player
from reiterate.state.slots import written
from reiterate.terms.nodes import Enchant


def check(draft: Draft) -> bool:
    """Perform one round of state-based actions; whether anything was done. May end the game or ask (704.5j)."""
    done = _players(draft)
    if over(draft):
        return True
    dying: list[int] = []
    destroyed: list[int] = []
    arrived: list[int] = []
    legends: dict[tuple[int, str], list[int]] = {}
    statics(draft)  # says whether effects change what things are
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        if cls.zone != BATTLEFIELD or cls.proto is None:
            if cls.by_prop and commander.FRESH in cls.by_prop:
                arrived.append(handle)
            continue
        proto = cls.proto
        if written(row.num, PLUS) and written(row.num, MINUS):
            done = objects.annihilate(draft, handle) or done
        if WHOLE in draft.view:
            now = view(draft, handle)
            types, subtypes, supertypes = now.types, now.subtypes, now.supertypes
        elif cls.mortal:
            types, subtypes, supertypes = proto.types, proto.subtypes, proto.supertypes
        else:
            continue
        if "creature" in types:
            _creature(draft, handle, dying, destroyed)
        if "planeswalker" in types:
            _planeswalker(draft, handle, dying)
        if supertypes and "legendary" in supertypes:
            legends.setdefault((cls.controller, proto.name), []).append(handle)
        aura = "Aura" in subtypes
        if row.refs and "host" in row.refs and (not aura or "creature" in types):
            done = _unattach(draft, handle, types, subtypes) or done
        if aura and _loose(draft, handle):
            dying.append(handle)
    done = (bool(arrived) and _to_command(draft, arrived)) or done
    dying = sorted(set(dying))
    if destroyed:
        destroyed = [h for h in objects.destroyable(draft, destroyed) if h not in dying]
        instead = [h for h in objects.spared(draft, destroyed) if h not in dying]
        done, destroyed = done or instead != destroyed, instead
    if dying or destroyed:
        objects.leave_all(draft, dying + destroyed, GRAVEYARD, "died")
        return True
    return _legend_rule(draft, legends) or done


def _to_command(draft: Draft, arrived: list[int]) -> bool:
    """Commanders that came to a graveyard or exile go to the command zone if their owners want (903.9a)."""
    going = [handle for handle in arrived if commander.returns(draft, handle)]
    for handle in going:
        zones.move(draft, handle, COMMAND, "to the command zone (903.9a)", replaced=True)
    return bool(going)


def _safe(draft: Draft) -> bool:
    """Whether every player is plainly alive: nothing but amounts, known life above 0, no poison, no commander's damage."""
    for row in draft.rows.values():
        if row.cls.kind == "player":
            life = row.num.get("life", 0)
            if row.cls.by_prop or type(life) is not int or life <= 0 or written(row.num, "counter.poison"):
                return False
            if commander.wounded(row):
                return False
        elif row.cls.kind != "game":
            return True  # the players' rows come first, right after the game's
    return True


def _players(draft: Draft) -> bool:
    if _safe(draft):
        return False
    losing = []
    for seat in seats(draft):
        row = draft.rows[player(seat)]
        held = row.cls.by_prop
        wounded = commander.wounded(row)
        plain = not held and not wounded and not written(row.num, "counter.poison")
        if plain and not at_most(row.num.get("life", 0), 0, "704.5a"):
            continue
        if at_most(row.get("life"), 0, "704.5a"):
            losing.append((seat, "704.5a"))
        elif row.cls.prop("decked"):
            losing.append((seat, "704.5b"))
        elif at_least(row.get("counter.poison"), 10, "704.5c"):
            losing.append((seat, "704.5c"))
        elif wounded and commander.lethal(row):
            losing.append((seat, "903.10a"))
        elif row.cls.prop("losing"):
            losing.append((seat, "104.3e"))
        if row.cls.prop("winning") and replace.cant(draft, seat, "win the game"):
            turn_into(draft, "can't win", player(seat), row.cls.with_prop("winning", False))
        elif row.cls.prop("winning") and limited(draft):
            turn_into(draft, "wins by effect", player(seat), row.cls.with_prop("winning", False))
            losing += [(other, "801.14") for other in rivals(draft, seat)]
        elif row.cls.prop("winning"):
            end_game(draft, (seat,), "104.2b")
            return True
    losing = list({seat: rule for seat, rule in losing if not _stays(draft, seat, rule)}.items())
    for seat, rule in losing:
        cls = draft.rows[player(seat)].cls
        turn_into(draft, f"lost the game ({rule})", player(seat), cls.with_prop("lost", rule))
    if losing:
        _go(draft, [seat for seat, _ in losing], losing[0][1])
    return bool(losing)


def _go(draft: Draft, gone: list[int], rule: str) -> None:
    """Players leave; the game ends where at most one is left (104.2a, 104.4a)."""
    left = seats(draft)
    if len(left) <= 1:
        end_game(draft, tuple(left), rule)
    else:
        leave_game(draft, gone)


def draw_for(draft: Draft, involved: list[int], rule: str) -> None:
    """The game is a draw (104.4), with a limited range only for who is involved and for all in their range (801.15, 801.16).

    ``involved``: who controls the effect, or an object of a loop that nobody can stop. The others go on playing.
    """
    if not limited(draft):
        end_game(draft, (), rule)
        return
    gone = [seat for seat in seats(draft) if any(in_range(draft, other, seat) for other in involved)]
    for seat in gone:
        turn_into(draft, "the game is a draw", player(seat), draft.rows[player(seat)].cls.with_prop("lost", DRAWN))
    _go(draft, gone, rule)
    draft.news = True


#: Why a player is no longer in the game who didn't lose it.
DRAWN: Final = "draw"


def _stays(draft: Draft, seat: int, rule: str) -> bool:
    """Whether an effect keeps a player in the game (101.2, 104.3): "can't lose", or not for their life total."""
    if replace.cant(draft, seat, "lose the game"):
        held = draft.rows[player(seat)].cls
        if held.prop("decked") or held.prop("losing"):
            turn_into(draft, "can't lose", player(seat), held.with_prop("decked", False).with_prop("losing", False))
        return True
    return rule == "704.5a" and replace.cant(draft, seat, "lose for life")


def end_game(draft: Draft, winners: tuple[int, ...], rule: str) -> None:
    """End the game: one winner, or a draw where nobody is left (104.4a)."""
    result = f"p{winners[0] + 1}_wins" if winners else "draw"
    set_game(draft, game(draft).with_prop("ask", "over").with_prop("outcome", result).with_prop("rule", rule))
    set_about(draft, None)
    tell(draft, f"the game is over: {result} ({rule})")


def over(state: State) -> bool:
    """Whether the game is over."""
    return game(state).prop("ask") == "over"


def _creature(draft: Draft, handle: int, dying: list[int], destroyed: list[int]) -> None:
    known = draft.view.get(handle)
    chars = known if isinstance(known, Chars) else view(draft, handle)
    if chars.base is None:
        raise unsupported("rule-208.3", "a creature without printed power and toughness", "208.3")
    row = draft.rows[handle]
    size: Amount = toughness_with(row, chars)
    if size <= 0 if type(size) is int else at_most(size, 0, "704.5f"):
        dying.append(handle)
        return
    damage = row.num.get("damage", 0)
    if type(damage) is int and damage == 0:
        return
    lethal = at_least(damage, size, "704.5g")
    touched = row.cls.prop("deathtouched") and not is_zero(damage, "704.5h")
    if lethal or touched:
        destroyed.append(handle)


def _planeswalker(draft: Draft, handle: int, dying: list[int]) -> None:
    if at_most(draft.rows[handle].get("counter.loyalty"), 0, "704.5i"):
        dying.append(handle)


def _loose(draft: Draft, handle: int) -> bool:
    """Whether an Aura is attached to nothing it may enchant (704.5m)."""
    row = draft.rows[handle]
    host = row.refs.get("host")
    if not isinstance(host, Ref) or host.row not in draft.rows or not sees(draft, row.cls.controller, host.row):
        return True  # 801.8
    held = row.cls.prop("enchant")
    spec = held if isinstance(held, Enchant) else _enchant_of(row.cls)
    if spec is None:
        return False
    if draft.rows[host.row].cls.zone != spec.zone:
        return True
    if spec.zone != BATTLEFIELD:
        return not filter_holds(spec.filter, draft.rows[host.row], None, row.cls.controller)
    if protected(draft, host.row, handle):
        return True  # 702.16c
    return not matches(draft, spec.filter, host.row, row.cls.controller, handle)


_ENCHANT: dict[Class, Enchant | None] = {}


def _enchant_of(cls: Class) -> Enchant | None:
    """What an Aura of a class enchants by its own ability; kept, since every check of state-based actions asks."""
    if cls not in _ENCHANT:
        _ENCHANT[cls] = next((a for a in proto_of(cls).abilities if isinstance(a, Enchant)), None)
    return _ENCHANT[cls]


def _unattach(draft: Draft, handle: int, types: tuple[str, ...], subtypes: tuple[str, ...]) -> bool:
    """Equipment on what it can't equip, a creature, and what is no Aura or Equipment become unattached (704.5n, 704.5p)."""
    row = draft.rows[handle]
    host = row.refs.get("host")
    may = "creature" not in types and bool({"Equipment", "Fortification"} & {*subtypes})
    fine = may and isinstance(host, Ref) and host.row in draft.rows and "creature" in view(draft, host.row).types
    fine = fine and isinstance(host, Ref) and sees(draft, row.cls.controller, host.row)  # 801.9
    if fine and isinstance(host, Ref) and protected(draft, host.row, handle):
        fine = False  # 702.16d
    if not fine:
        set_refs(draft, handle, {k: v for k, v in row.refs.items() if k != "host"})
        draft.view.clear()
        draft.news = True  # what it was attached to may be smaller now
    return not fine


def _legend_rule(draft: Draft, legends: dict[tuple[int, str], list[int]]) -> bool:
    for (seat, _), handles in legends.items():
        single = type(draft.rows[handles[0]].n) is int and draft.rows[handles[0]].n == 1
        if len(handles) > 1 or not single:
            set_game(draft, game(draft).with_prop("ask", "keep").with_prop("who", seat))
            set_about(draft, handles[0])
            return True
    return False


def legends_like(state: State, handle: int) -> list[int]:
    """The permanents that the legend rule applies to together with this one (704.5j)."""
    cls = state.rows[handle].cls
    return [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == cls.controller
        and row.cls.proto is not None
        and row.cls.proto.name == proto_of(cls).name
        and "legendary" in row.cls.proto.supertypes
    ]
