"""What a case asserts, during the game (check...) and at its end (assert...), asked of the state."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from reiterate.api import question
from tests.peers.cases import Command, is_player
from tests.peers.playable import Skip, playable
from tests.peers.queues import COLORS
from tests.peers.table import Table, plain, same_name, whole

#: Counters that the cases name otherwise.
_COUNTERS = {"P": "+", "M": "-"}
_PT_COUNTER = re.compile(r"([PM])(\d+)([PM])(\d+)")


def check(table: Table, command: Command) -> str:
    """What is wrong with a check made in the middle; "" if it holds. Raises ``Skip``."""
    player, rest = str(command.rest[0]), list(command.rest[1:])
    if command.verb == "checkPlayableAbility":
        return playable(table, table.case.seat(player), str(rest[0]), bool(rest[1]))
    if command.verb == "checkStackSize":
        return _equal("the stack", sum(table.count(h) for h in table.state.stack), rest[0])
    if command.verb == "checkStackObject":
        there = sum(table.count(h) for h in table.state.stack if plain(str(rest[0])) in table.stack_text(h))
        return _equal(f"{rest[0]} on the stack", there, rest[1])
    if command.verb == "checkPermanentTapped":
        if len(rest) == 4:
            player, rest = str(rest[0]), rest[1:]
        rows = _permanents(table, rest[0], table.case.seat(player))
        there = sum(table.count(h) for h in rows if table.state.rows[h].cls.tapped == rest[1])
        return _equal(f"{rest[0]} tapped {rest[1]}", there, rest[2])
    if command.verb in ("checkAttackers", "checkBlockers"):
        return _fighting(table, command)
    if command.verb == "checkSubType":
        return fact(table, ["assertSubtype" if rest[2] else "assertNotSubtype", *rest[:2]])
    if command.verb == "checkType":
        return fact(table, ["assertType", *rest])
    if command.verb == "checkPermanentCount" and len(rest) == 3:
        return fact(table, ["assertPermanentCount", *rest])
    word = {
        "checkPT": "assertPowerToughness",
        "checkHandCardCount": "assertHandCount",
        "checkPermanentCounters": "assertCounterCount",
        "checkDamage": "assertDamageReceived",
    }
    return fact(table, [word.get(command.verb, command.verb.replace("check", "assert")), player, *rest])


def fact(table: Table, said: list[Any]) -> str:
    """What is wrong with an assertion; "" if it holds. Raises ``Skip`` where it can't be told."""
    told = _FACTS.get(said[0])
    if told is None:
        raise Skip(said[0])
    try:
        return told(table, said[1:])
    except (IndexError, KeyError, TypeError) as error:
        raise Skip(f"{said[0]}: {error!r}") from error


def _equal(what: str, got: object, wanted: object) -> str:
    return "" if got == wanted else f"{what}: {got}, expected {wanted}"


# --- counting ----------------------------------------------------------------------------------------------------


def _permanents(table: Table, name: object = None, seat: int | None = None) -> list[int]:
    found = []
    for row, there in table.state.rows.items():
        cls = there.cls
        if cls.zone != "battlefield" or cls.proto is None or cls.kind not in ("card", "token"):
            continue
        if (seat is None or cls.controller == seat) and (name is None or table.fits(row, str(name))):
            found.append(row)
    return found


def _some(table: Table, name: object, seat: int | None = None) -> list[int]:
    """The permanents of that name; those of anybody where the player named has none of it is no answer."""
    found = _permanents(table, name, seat)
    if not found:
        raise Missing(f"no permanent {name}")
    return found


class Missing(Exception):
    """A permanent that an assertion is about is not there."""


def _in_zone(table: Table, zone: str, seat: int | None, name: object = None) -> int:
    wanted = str(name)
    if wanted.startswith("@"):
        wanted = table.aliases.get(wanted[1:], wanted)
    total = 0
    for row, there in table.state.rows.items():
        cls = there.cls
        fine = cls.zone == zone and cls.kind in ("card", "token") and (seat is None or cls.owner == seat)
        # a modal double-faced card has its front face's name alone in such a zone (712.8a)
        called = (
            [table.name(row)]
            if cls.proto is None or cls.proto.back is not None
            else [table.name(row), table.book_name(row)]
        )
        if fine and (name is None or any(same_name(each, wanted) for each in called)):
            total += table.count(row)
    return total


def _zone_count(zone: str) -> Callable[[Table, list[Any]], str]:
    def told(table: Table, rest: list[Any]) -> str:
        seat = table.case.seat(rest[0]) if is_player(rest[0]) else None
        names = rest[1:-1] if seat is not None else rest[:-1]
        if zone == "library" and not names and not _cleared(table, rest[0]):
            raise Skip("the size of a library of the peer's own")
        return _equal(f"{zone} {rest[:-1]}", _in_zone(table, zone, seat, *names), rest[-1])

    return told


def _cleared(table: Table, word: object) -> bool:
    return ["removeAllCardsFromLibrary", word] in table.case.setup


def _permanent_count(table: Table, rest: list[Any]) -> str:
    rows = _permanents(table, rest[1] if len(rest) > 2 else None, table.case.seat(rest[0]))
    return _equal(f"permanents {rest[:-1]}", sum(table.count(h) for h in rows), rest[-1])


def _token_count(table: Table, rest: list[Any]) -> str:
    rows = [h for h in _permanents(table, rest[1], table.case.seat(rest[0])) if table.state.rows[h].cls.kind == "token"]
    return _equal(f"tokens {rest[:-1]}", sum(table.count(h) for h in rows), rest[-1])


# --- players -----------------------------------------------------------------------------------------------------


def _life(table: Table, rest: list[Any]) -> str:
    got = whole(table.state.rows[table.player(table.case.seat(rest[0]))].get("life"))
    return _equal(f"life of {rest[0]}", got, rest[1])


def _mana_pool(table: Table, rest: list[Any]) -> str:
    word = str(rest[1]).lstrip("#")
    kind = COLORS.get(word.lower(), word)
    if kind not in COLORS.values():
        raise Skip("a kind of mana")
    pool = table.pool(table.state, table.case.seat(rest[0]))
    return _equal(f"mana {kind}", sum(n for k, n in pool.items() if k.split("/")[0] == kind), rest[2])


def _has_lost(table: Table, seat: int) -> bool:
    outcome = str(table.state.game.prop("outcome", ""))
    return not table.alive(seat) or (outcome.endswith("_wins") and outcome != f"p{seat + 1}_wins")


def _has_won(table: Table, seat: int) -> bool:
    others = [s for s in table.case.seats if s != seat]
    over = question(table.state).what == "over"
    return over and not _has_lost(table, seat) and all(_has_lost(table, s) for s in others)


def _outcome(wanted: bool, asked: Callable[[Table, int], bool]) -> Callable[[Table, list[Any]], str]:
    def told(table: Table, rest: list[Any]) -> str:
        return _equal(f"{asked.__name__[1:]} {rest[0]}", asked(table, table.case.seat(rest[0])), wanted)

    return told


def _result(table: Table, rest: list[Any]) -> str:
    seat = table.case.seat(rest[0])
    over = question(table.state).what == "over"
    lost = [_has_lost(table, s) for s in table.case.seats]
    got = "DRAW" if not over or all(lost) else "LOST" if lost[seat] else "WON"
    return _equal("the result", got, str(rest[1]).lstrip("#"))


# --- permanents --------------------------------------------------------------------------------------------------


def _size(table: Table, row: int) -> tuple[int, int]:
    seen = table.seen(row)
    return (0, 0) if seen.power is None else (whole(seen.power), whole(seen.toughness))


def _power_toughness(table: Table, rest: list[Any]) -> str:
    wanted = (rest[2], rest[3])
    got = [_size(table, h) for h in _some(table, rest[1], table.case.seat(rest[0]))]
    every = len(rest) > 4 and rest[4] == "#All"
    fine = all(g == wanted for g in got) if every else wanted in got
    return "" if fine else f"size of {rest[1]}: {got}, expected {wanted}"


def _damage(table: Table, rest: list[Any]) -> str:
    rows = _permanents(table, rest[1], table.case.seat(rest[0]))
    got = [whole(table.state.rows[h].get("damage")) for h in rows]
    return "" if not rows or rest[2] in got else f"damage on {rest[1]}: {got}, expected {rest[2]}"


def counter_name(word: str) -> str:
    """The name of a kind of counter."""
    if not word.startswith("#"):
        return word if "/" in word else word.lower()
    word = word.lstrip("#")
    found = _PT_COUNTER.fullmatch(word)
    if found is not None:
        return f"{_COUNTERS[found[1]]}{found[2]}/{_COUNTERS[found[3]]}{found[4]}"
    return word.lower().replace("_", " ")


def _counters(table: Table, rest: list[Any]) -> str:
    kind = counter_name(str(rest[-2]))
    if len(rest) == 3 and is_player(rest[0]):
        there = table.state.rows[table.player(table.case.seat(rest[0]))]
        return _equal(f"{kind} counters of {rest[0]}", whole(there.get("counter." + kind)), rest[-1])
    seat = table.case.seat(rest[0]) if is_player(rest[0]) else None
    name = rest[1] if seat is not None else rest[0]
    rows = _permanents(table, name, seat)
    if not rows and rest[-1] == 0:
        raise Missing(f"no permanent {name}")
    got = [whole(table.state.rows[h].get("counter." + kind)) for h in rows or _some(table, name, seat)]
    return "" if rest[-1] in got else f"{kind} counters on {name}: {got}, expected {rest[-1]}"


def _tapped(table: Table, rest: list[Any]) -> str:
    got = {table.state.rows[h].cls.tapped for h in _some(table, rest[0])}
    return _equal(f"tapped {rest[0]}", got, {rest[1]})


def _tapped_count(table: Table, rest: list[Any]) -> str:
    rows = [h for h in _permanents(table, rest[0]) if table.state.rows[h].cls.tapped == rest[1]]
    return _equal(f"tapped {rest[1]} {rest[0]}", sum(table.count(h) for h in rows), rest[2])


def _folded(words: tuple[str, ...]) -> set[str]:
    return {re.sub("[^a-z0-9]", "", word.lower()) for word in words}


def _of(table: Table, name: object) -> tuple[set[str], set[str]]:
    seen = table.seen(_some(table, name)[0])
    subtypes = _folded(seen.subtypes)
    return _folded((*seen.types, *seen.supertypes)), subtypes | ({"*"} if "changeling" in seen.keywords else set())


def _type(table: Table, rest: list[Any]) -> str:
    types, subtypes = _of(table, rest[0])
    wanted = _folded((str(rest[1]),)).pop()
    flag = rest[2] if len(rest) > 2 and isinstance(rest[2], bool) else True
    if (wanted in types) != flag:
        return f"types of {rest[0]}: {sorted(types)}, expected {rest[1]} {flag}"
    more = [word for word in rest[2:] if isinstance(word, str)]
    fine = all(_folded((word,)) <= subtypes or "*" in subtypes for word in more)
    return "" if fine else f"subtypes of {rest[0]}: {sorted(subtypes)}, expected {more}"


def _not_type(table: Table, rest: list[Any]) -> str:
    return _type(table, [*rest[:2], False])


def _subtype(wanted: bool) -> Callable[[Table, list[Any]], str]:
    def told(table: Table, rest: list[Any]) -> str:
        _, subtypes = _of(table, rest[0])
        got = _folded((str(rest[1]),)) <= subtypes or "*" in subtypes
        return _equal(f"{rest[0]} is {rest[1]} (it is {sorted(subtypes)})", got, wanted)

    return told


def _color(table: Table, rest: list[Any]) -> str:
    rows = _some(table, rest[1], table.case.seat(rest[0]))
    word = str(rest[2]).lstrip("#").lower()
    wanted = [COLORS[word]] if word in COLORS else [letter.upper() for letter in word]
    if any(letter not in "WUBRG" for letter in wanted):
        raise Skip("a colour")
    colors = table.seen(rows[0]).colors
    got = all(letter in colors for letter in wanted) if rest[3] else any(letter in colors for letter in wanted)
    return _equal(f"{rest[1]} is {rest[2]} (it is {colors})", got, bool(rest[3]))


def _ability(table: Table, rest: list[Any]) -> str:
    """Whether a permanent has a keyword: only keywords that the engine knows by name can be told."""
    word = str(rest[2]).lstrip("#")
    key = re.sub(r"(?<!^)(?=[A-Z])", " ", word.removesuffix("Ability")).lower().strip()
    rows = _some(table, rest[1], table.case.seat(rest[0]))
    if key not in _KEYWORDS:
        raise Skip(f"the ability {key}")
    got = [key in table.seen(h).keywords for h in rows]
    number = sum(table.count(h) for h in rows)
    if len(rest) > 4 and number != rest[4]:
        return f"{rest[1]}: {number} of them, expected {rest[4]}"
    return "" if all(has == rest[3] for has in got) else f"{key} of {rest[1]}: {got}, expected {rest[3]}"


_KEYWORDS = frozenset(
    "deathtouch defender, double strike, first strike, flash, flying, haste, hexproof, indestructible, intimidate, lifelink, menace, "
    "reach, shroud, trample, vigilance, fear, shadow, horsemanship, skulk, changeling, infect, wither, flanking, exalted, "
    "prowess, undying, persist, cascade, convoke, delve, storm, toxic, provoke, phasing, banding".replace(
        "deathtouch ", "deathtouch, "
    ).split(", ")
)


def _attached(table: Table, rest: list[Any]) -> str:
    hosts = []
    for row in _permanents(table, rest[1]):
        host = table.state.rows[row].refs.get("host")
        hosts += [table.name(host.row)] if host is not None and hasattr(host, "row") else []
    return _equal(f"{rest[1]} on {rest[2]} (it is on {hosts})", rest[2] in hosts, rest[3])


def _attacking(table: Table, rest: list[Any]) -> str:
    found = set()
    for row in _permanents(table, rest[0]):
        at = table.state.rows[row].refs.get("attacks")
        found |= {table.name(at.row)} if at is not None and hasattr(at, "row") else set()
    if isinstance(rest[1], bool):  # whether it attacks at all
        return _equal(f"{rest[0]} attacks", bool(found), rest[1])
    wanted = {f"Player{str(word)[1]}" for word in rest[1:]}  # of several, any one of them
    return "" if found and found <= wanted else _equal(f"attacked by {rest[0]}", found, wanted)


def _fighting(table: Table, command: Command) -> str:
    """The attackers of a turn, or the blockers, by name."""
    wanted = sorted(str(name) for name in command.rest[1:] if name)
    what = "attacking" if command.verb == "checkAttackers" else "blocking"
    seat = table.case.seat(str(command.rest[0]))
    rows = [h for h in _permanents(table, None, seat) if table.state.rows[h].cls.prop(what)]
    return _equal(what, sorted(table.name(h) for h in rows for _ in range(table.count(h))), wanted)


def _active(table: Table, rest: list[Any]) -> str:
    return _equal("the active player", table.active, table.case.seat(rest[0]))


_FACTS: dict[str, Callable[[Table, list[Any]], str]] = {
    "assertLife": _life,
    "assertPermanentCount": _permanent_count,
    "assertTokenCount": _token_count,
    "assertGraveyardCount": _zone_count("graveyard"),
    "assertExileCount": _zone_count("exile"),
    "assertHandCount": _zone_count("hand"),
    "assertLibraryCount": _zone_count("library"),
    "assertCommandZoneCount": _zone_count("command"),
    "assertPowerToughness": _power_toughness,
    "assertDamageReceived": _damage,
    "assertCounterCount": _counters,
    "assertTapped": _tapped,
    "assertTappedCount": _tapped_count,
    "assertType": _type,
    "assertNotType": _not_type,
    "assertSubtype": _subtype(True),
    "assertNotSubtype": _subtype(False),
    "assertColor": _color,
    "assertAbility": _ability,
    "assertManaPool": _mana_pool,
    "assertAttachedTo": _attached,
    "assertAttacking": _attacking,
    "assertActivePlayer": _active,
    "assertResult": _result,
    "assertWonTheGame": _outcome(True, _has_won),
    "assertLostTheGame": _outcome(True, _has_lost),
    "assertHasNotWonTheGame": _outcome(False, _has_won),
    "assertHasNotLostTheGame": _outcome(False, _has_lost),
}
