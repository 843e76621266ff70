"""One check of state-based actions by a slow reference, written from rule 704 alone.

It imports the state and the terms and no rules code; characteristics come from ``tests.soak.reference_613``. It looks at the whole position
first and says what the one event is: nothing here is performed. What it doesn't cover raises ``Beyond``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, Row, State, player
from reiterate.terms.abilities import Enchant, Keyword, Static
from reiterate.terms.references import Filter
from reiterate.terms.replacement_effects import HostSpared
from reiterate.terms.static_effects import PlayerCant
from tests.soak.reference_613 import Beyond, Thing, host_of, whole

_POISON: Final = 10
_COMMANDER: Final = 21
_COLORS: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_TYPES: Final = {
    "artifacts": "artifact",
    "creatures": "creature",
    "enchantments": "enchantment",
    "instants": "instant",
    "lands": "land",
    "planeswalkers": "planeswalker",
    "sorceries": "sorcery",
}


@dataclass
class Event:
    """What one check does, all at once."""

    losing: set[int] = field(default_factory=set)
    wins: bool = False
    gone: set[int] = field(default_factory=set)
    legends: list[tuple[int, list[int]]] = field(default_factory=list)  # whose, of which one has to be chosen
    loose: set[int] = field(default_factory=set)
    counters: dict[int, tuple[int, int]] = field(default_factory=dict)  # how many +1/+1 and -1/-1 are left
    commanders: bool = False

    def nothing(self) -> bool:
        """Whether no state-based action applies."""
        return not (self.losing or self.wins or self.gone or self.legends or self.loose or self.counters or self.commanders)  # fmt: skip


def check(state: State, things: dict[int, Thing]) -> Event:
    """The event of a check on a position. Raises ``Beyond``."""
    _bounds(state, things)
    found = Event()
    _players(state, found)
    legends: dict[tuple[int, str], list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.prop("commander arrived") and row.cls.zone in (GRAVEYARD, EXILE):
            found.commanders = True  # 704.6d
        if handle not in things:
            continue
        thing = things[handle]
        if _goes(state, things, handle):
            found.gone.add(handle)
        if "legendary" in thing.supertypes and row.cls.proto is not None:
            legends.setdefault((row.cls.controller, row.cls.proto.name), []).append(handle)
        if "host" in row.refs and _falls_off(state, things, handle):
            found.loose.add(handle)
        pairs = min(whole(row.num.get(f"counter.{kind}", 0)) for kind in ("+1/+1", "-1/-1"))
        if pairs > 0:  # 704.5q
            plus, minus = (whole(row.num.get(f"counter.{kind}", 0)) - pairs for kind in ("+1/+1", "-1/-1"))
            found.counters[handle] = (plus, minus)
    for (seat, _), handles in legends.items():  # 704.5j
        if sum(whole(state.rows[h].n) for h in handles) > 1:
            kept = [h for h in handles if state.rows[h].cls.prop("kept")]
            if kept:
                found.gone |= {*handles} - {*kept}
            else:
                found.legends.append((seat, handles))
    return found


def _bounds(state: State, things: dict[int, Thing]) -> None:
    """Refuse what replaces or forbids state-based actions, and what few boards have."""
    if state.game.prop("range", 0):
        raise Beyond("a limited range of influence")
    worlds = [h for h, thing in things.items() if "world" in thing.supertypes]
    if len(worlds) > 1:
        raise Beyond("the world rule")
    for thing in things.values():
        for ability in thing.abilities:
            if isinstance(ability, Static) and isinstance(ability.effect, (PlayerCant, HostSpared)):
                raise Beyond(type(ability.effect).__name__)
        if "Role" in thing.subtypes:
            raise Beyond("Roles")


def _players(state: State, found: Event) -> None:
    for handle, row in state.rows.items():
        if row.cls.kind != "player" or row.cls.prop("lost"):
            continue
        seat = handle - player(0)
        dealt = [whole(amount) for slot, amount in row.num.items() if slot.startswith("commander damage.")]
        if (
            whole(row.get("life")) <= 0  # 704.5a
            or row.cls.prop("decked")  # 704.5b
            or whole(row.get("counter.poison")) >= _POISON  # 704.5c
            or any(amount >= _COMMANDER for amount in dealt)  # 704.6c
            or row.cls.prop("losing")  # 104.3e
        ):
            found.losing.add(seat)
        found.wins = found.wins or bool(row.cls.prop("winning"))


def _goes(state: State, things: dict[int, Thing], handle: int) -> bool:
    """Whether a permanent is put into a graveyard or destroyed, for itself alone."""
    row, thing = state.rows[handle], things[handle]
    if "creature" in thing.types:
        size = thing.size()
        if size is None:
            raise Beyond("a creature without a size")
        if size[1] <= 0:
            return True  # 704.5f
        damage = whole(row.num.get("damage", 0))
        lethal = damage >= size[1] and damage > 0  # 704.5g
        touched = bool(row.cls.prop("deathtouched"))  # 704.5h: however the damage was dealt
        if (lethal or touched) and "indestructible" not in thing.keywords:
            return True  # 704.5g, 704.5h, 702.12b
    if "planeswalker" in thing.types and whole(row.num.get("counter.loyalty", 0)) <= 0:
        return True  # 704.5i
    attached = "host" in row.refs
    if "Aura" in thing.subtypes and not ("creature" in thing.types and attached):
        return not attached or not _enchants(state, things, handle)  # 704.5m
    return False


def _enchants(state: State, things: dict[int, Thing], handle: int) -> bool:
    """Whether what an Aura is attached to is legal for it (303.4c)."""
    host, row = host_of(state, handle), state.rows[handle]
    if host is None:
        return False
    changed = row.cls.prop("enchant")
    says = [changed] if changed else [a for a in things[handle].abilities if isinstance(a, Enchant)]
    if len(says) != 1 or not isinstance(says[0], Enchant):
        raise Beyond("an Aura without one ability that says what it enchants")
    spec = says[0]
    if spec.zone != BATTLEFIELD or host not in things or spec.made:
        raise Beyond("an Aura on what is no permanent")
    return _is(spec.filter, state.rows[host], things[host], row) and not _protected(state, things, host, handle)


def _falls_off(state: State, things: dict[int, Thing], handle: int) -> bool:
    """Whether a permanent becomes unattached (704.5n, 704.5p)."""
    thing, host = things[handle], host_of(state, handle)
    if "creature" in thing.types or "battle" in thing.types:
        return True
    if "Aura" in thing.subtypes:
        return False
    if not {"Equipment", "Fortification"} & thing.subtypes or host is None or host not in things:
        return True
    wanted = "creature" if "Equipment" in thing.subtypes else "land"  # 301.5, 301.6
    return wanted not in things[host].types or _protected(state, things, host, handle)


def _protected(state: State, things: dict[int, Thing], handle: int, source: int) -> bool:
    """Whether a permanent has protection from another one (702.16c, 702.16d)."""
    other = things[source]
    for ability in things[handle].abilities:
        if not isinstance(ability, Keyword) or ability.name != "protection":
            continue
        quality = ability.parameter.removeprefix("from ")
        if quality == "everything" or _COLORS.get(quality) in other.colors or _TYPES.get(quality) in other.types:
            return True
        if quality not in _COLORS and quality not in _TYPES:
            raise Beyond("protection from such a quality")
    return False


def _is(wanted: Filter, row: Row, thing: Thing, aura: Row) -> bool:
    """Whether a permanent is of the set that an Aura enchants; the plain words of such sets."""
    plain = Filter(
        types=wanted.types,
        any_of=wanted.any_of,
        without_types=wanted.without_types,
        subtypes=wanted.subtypes,
        controller=wanted.controller,
        colors=wanted.colors,
    )
    if plain != wanted:
        raise Beyond("what an Aura enchants")
    mine = row.cls.controller == aura.cls.controller
    return (
        (wanted.controller == "any" or mine == (wanted.controller == "you"))
        and all(t in thing.types or t == "permanent" for t in wanted.types)
        and (not wanted.any_of or bool(thing.types & {*wanted.any_of}))
        and not thing.types & {*wanted.without_types}
        and {*wanted.subtypes} <= thing.subtypes
        and {*wanted.colors} <= thing.colors
    )
