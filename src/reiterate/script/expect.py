"""Expected facts: a closed grammar of paths, their actual values, and the comparison. Table in docs/positions.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import (
    Amount,
    Formula,
    decimal_text,
    digits_text,
    formula_text,
    in_total,
    parse_quantity,
    summed,
    value_of,
)
from reiterate.refusals import INPUT, Refusal, Unsupported
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.rules.decisions.pending import entry_text
from reiterate.rules.turn.state_based_actions import DRAWN
from reiterate.script.describe import find, in_play, named
from reiterate.script.places import seat_named
from reiterate.script.yaml_text import Listed, Text
from reiterate.state.model import BATTLEFIELD, State, player
from reiterate.state.properties import (
    COMMANDER_CASTS,
    COMMANDER_DAMAGE,
    COUNTER,
    DAMAGE,
    ENERGY_COUNTERS,
    LIFE,
    LOST,
    MANA,
    PLAYER,
    POISON_COUNTERS,
    TOKEN,
)

#: Characters of an actual value that are shown as they are; a longer number is shortened.
SHOWN_DIGITS: Final = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """One expected fact that does not hold."""

    path: str
    expected: str
    actual: str


def compare(expect: Sequence[tuple[str, Text | Listed]], state: State, facts: dict[str, str]) -> list[Difference]:
    """The expected facts that do not hold, in the file's order."""
    found = []
    for path, wanted in expect:
        different = fact_difference(path, wanted, look_up(state, path, facts))
        if different is not None:
            found.append(different)
    return found


def fact_difference(path: str, wanted: Text | Listed, actual: str | Refusal) -> Difference | None:
    """An expected fact beside the actual value, or beside why there is none; None where it holds."""
    if isinstance(actual, Refusal):
        return Difference(path, expected_text(wanted), actual.message)
    if equal_values(expected_text(wanted), actual):
        return None
    number = as_number(actual) if len(actual) > SHOWN_DIGITS else None
    return Difference(path, expected_text(wanted), actual if number is None else digits_text(number))


def expected_text(wanted: Text | Listed) -> str:
    """An expected value as text; a list with semicolons."""
    if isinstance(wanted, Text):
        return wanted.text
    return "; ".join(item.text for item in wanted.items if isinstance(item, Text))


def equal_values(expected: str, actual: str) -> bool:
    """Whether an expected value is the actual one: the same text, or the same number."""
    if expected == actual or expected.casefold() == actual.casefold():
        return True
    a, b = as_number(expected), as_number(actual)
    return a is not None and a == b


def as_number(text: str) -> int | None:
    """The number that a text says: a count, or a sum of counts such as 5*10^199+15*10^99; None for anything else."""
    sign = -1 if text.startswith("-") else 1
    total = 0
    for part in text.removeprefix("-").split("+"):
        value = parse_quantity(part.strip(), cap_digits=100_000)
        if isinstance(value, Refusal):
            return None
        total += value
    return sign * total


def look_up(state: State, path: str, facts: dict[str, str]) -> str | Refusal:
    """The actual value of a path as text."""
    if path in facts:
        return facts[path]
    head, _, rest = path.partition(".")
    if head == "tally":
        return exact_number(value_of(state.tally.get(rest, 0)))
    if head == "stack" and not rest:
        return "; ".join(_entries(state))
    if head in _FACTS:
        return "none"
    seat = seat_named(head)
    try:
        if seat is not None and _is_player(state, seat):
            return _of_player(state, seat, rest, path)
        return _of_object(state, path)
    except Unsupported as error:  # such as one power asked of tokens whose powers differ
        return error.refusal


def _is_player(state: State, seat: int) -> bool:
    row = state.rows.get(player(seat))
    return row is not None and row.cls.kind == PLAYER


def no_fact(path: str, players: int) -> Refusal | None:
    """The refusal for a path that names no fact of any game of so many players; None where it may name one."""
    head, _, rest = path.partition(".")
    seat = seat_named(head)
    if seat is not None and rest:
        if not 0 <= seat < players:
            return Refusal(INPUT, "no-such-player", f"no player {head} in this game", _players(players))
        kind, _, name = rest.partition(".")
        if rest in _OF_PLAYER or (kind in _OF_PLAYER_WITH_NAME and name):
            return None
    elif (
        path in _FACTS
        or path == "stack"
        or (head == "tally" and rest)
        or any(path.endswith("." + suffix) for suffix in _OBJECT)
        or ".counters." in path
    ):
        return None
    return _unknown(path)


def _players(players: int) -> str:
    return " or ".join(f"p{seat + 1}" for seat in range(players))


_OF_PLAYER: Final = (
    "life",
    "poison",
    "energy",
    "lost",
    "library",
    "hand",
    "graveyard",
    "exile",
    "command",
    "commander_casts",
    "may_pass",
)
_OF_PLAYER_WITH_NAME: Final = ("mana", "total", "tokens", "commander_damage")
_FACTS: Final = (
    "refused",
    "outcome",
    "iterations",
    "priority",
    "decides",
    "must_change",
    "must_differ",
    "partial",
    "shortcut_allowed",
)


def exact_number(n: int | Formula) -> str:
    """A number with all its digits, to be compared; a formula as it stands."""
    return formula_text(n) if isinstance(n, Formula) else decimal_text(n)


def _entries(state: State) -> list[str]:
    found = []
    for handle in state.stack:
        n = value_of(state.rows[handle].n)
        found.append(entry_text(state, handle) if n == 1 else f"{exact_number(n)} x {entry_text(state, handle)}")
    return found


def _of_player(state: State, seat: int, rest: str, path: str) -> str | Refusal:
    row = state.rows[player(seat)]
    if rest == "life":
        return exact_number(value_of(row.get(LIFE)))
    if rest == "poison":
        return exact_number(value_of(row.get(POISON_COUNTERS)))
    if rest == "energy":
        return exact_number(value_of(row.get(ENERGY_COUNTERS)))
    if rest == "lost":
        return "true" if row.cls.prop(LOST) not in (False, DRAWN) else "false"
    if rest == "commander_casts":
        return exact_number(
            sum(value_of(amount) for slot, amount in row.num.items() if slot.startswith(COMMANDER_CASTS))
        )
    if rest.startswith("commander_damage."):
        return exact_number(value_of(row.get(COMMANDER_DAMAGE + rest.removeprefix("commander_damage."))))
    if rest in ("library", "hand", "graveyard", "exile", "command"):
        return exact_number(summed(r.n for r in state.rows.values() if r.cls.zone == rest and r.cls.owner == seat))
    kind, _, name = rest.partition(".")
    if kind == "mana":
        return exact_number(value_of(row.get(f"{MANA}{name}")))
    if kind == "total":
        return _total(state, seat, name, path)
    if kind == "tokens":
        return exact_number(
            summed(
                r.n
                for r in state.rows.values()
                if r.cls.kind == TOKEN
                and r.cls.zone == BATTLEFIELD
                and r.cls.controller == seat
                and r.cls.proto is not None
                and r.cls.proto.name == name
            )
        )
    return _unknown(path)


def _total(state: State, seat: int, rest: str, path: str) -> str | Refusal:
    """The sum over a player's permanents, of all or of one name: of power or toughness of creatures, or of counters."""
    stat, _, name = rest.partition(".")
    kind = ""
    if stat == "counters":
        kind, _, name = name.partition(".")
    if not (kind if stat == "counters" else stat in _SIZES):
        return _unknown(path)
    total: int | Formula = 0
    for handle in in_play(state, seat):
        row = state.rows[handle]
        if name and not named(row, name):
            continue
        if kind:
            total = total + value_of(in_total(row.get(f"{COUNTER}{kind}"), row.n))
        elif is_creature(state, handle) and has_pt(view(state, handle)):
            total = total + value_of(in_total(_SIZES[stat](state, handle), row.n))
    return exact_number(total)


_SIZES: Final[dict[str, Callable[[State, int], Amount]]] = {"power": power, "toughness": toughness}


def _of_object(state: State, path: str) -> str | Refusal:
    for suffix, read in _OBJECT.items():
        if path.endswith("." + suffix):
            handle = find(state, path[: -len(suffix) - 1], in_play(state), "permanent")
            return handle if isinstance(handle, Refusal) else read(state, handle)
    words, found, kind = path.partition(".counters.")
    if found:
        handle = find(state, words, in_play(state), "permanent")
        return (
            handle
            if isinstance(handle, Refusal)
            else exact_number(value_of(state.rows[handle].get(f"{COUNTER}{kind}")))
        )
    return _unknown(path)


def _size(which: Callable[[State, int], Amount]) -> Callable[[State, int], str]:
    def read(state: State, handle: int) -> str:
        if not has_pt(view(state, handle)):
            return "none"
        return exact_number(value_of(which(state, handle)))

    return read


def _truth(value: bool) -> str:
    return "true" if value else "false"


_OBJECT: Final[dict[str, Callable[[State, int], str]]] = {
    "power": _size(power),
    "toughness": _size(toughness),
    "tapped": lambda s, h: _truth(s.rows[h].cls.tapped),
    "count": lambda s, h: exact_number(value_of(s.rows[h].n)),
    "damage": lambda s, h: exact_number(value_of(s.rows[h].get(DAMAGE))),
    "controller": lambda s, h: f"p{s.rows[h].cls.controller + 1}",
}


def _unknown(path: str) -> Refusal:
    expected = "a path of docs/positions.md, such as p1.life, p1.tokens.NAME, NAME.power, tally.untaps"
    return Refusal(INPUT, "unknown-path", f"'{path}' names no fact", expected)
