"""A board in words: a player, a permanent and a stack entry in one line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from reiterate.amounts import Progression, is_zero
from reiterate.ask import answer
from reiterate.ask.answer_parts import Quantity, number
from reiterate.script.naming_words import ability_called

#: Characters from which the two numbers of a size stand apart.
LONG: Final = 12

_LOST: Final = {"": "", "lost": ", lost the game", "draw": ", for whom the game is a draw"}


def player_words(found: answer.Player) -> str:
    """A player's life, zones and mana in one line."""
    facts = [f"life {found.life.text()}", f"library {found.library.text()}"]
    for zone in ("hand", "graveyard", "exile", "command"):
        size: Quantity = getattr(found, zone)
        facts += [f"{zone} {size.text()}"] if size.amount else []
    if found.mana:
        facts.append(f"mana {' '.join(_mana_words(each) for each in found.mana)}")
    if found.poison.amount:
        facts.append(f"poison {found.poison.text()}")
    for name, amount in found.commander_damage.items():
        facts.append(f"{amount.text()} combat damage by the commander of {name}")
    return ", ".join(facts) + _LOST[found.lost]


def _mana_words(mana: answer.Mana) -> str:
    stays = f" (until {mana.until})" if mana.until else ""
    return f"{mana.amount.text()} {{{mana.kind}}}{stays}" + (f" (only to {mana.only})" if mana.only else "")


def permanent_words(found: answer.Permanent, short: bool = False) -> tuple[str, str, str]:
    """Equal permanents in three columns: how many and what, their size, and what is true of them.

    ``short``: of their number, where that is a formula, nothing but the formula.
    """
    name = found.name + (" token" if found.token else "")
    one = found.count.amount == 1
    many = "" if one else f"{found.count.short() if short else found.count.text()} "
    return many + name + ("s" if found.token and not one else ""), _size(found), ", ".join(_notes(found))


def _size(found: answer.Permanent) -> str:
    """Power and toughness; where members differ, those of the first and of the last."""
    if found.power is None or found.toughness is None:
        return ""
    both = [found.power.amount, found.toughness.amount]
    low = _pair([number(each.first if isinstance(each, Progression) else each) for each in both])
    high = _pair([number(each.last if isinstance(each, Progression) else each) for each in both])
    return low if not any(isinstance(each, Progression) for each in both) else f"{low} to {high}"


def _pair(both: list[str]) -> str:
    apart = any(len(each) > LONG or " " in each for each in both)
    return (" / " if apart else "/").join(both)


def _notes(found: answer.Permanent) -> Iterator[str]:
    yield from (f'"{label}"' for label in found.labels)
    if found.tapped:
        yield "tapped"
    if found.summoning_sick:
        yield "summoning-sick"
    for kind, amount in found.counters.items():
        if isinstance(amount.amount, Progression):
            yield _differing(f"{kind} counters", amount)
        else:
            yield f"{amount.text()} {kind} counter{'' if amount.amount == 1 else 's'}"
    for slot, amount in found.amounts.items():
        differ = isinstance(amount.amount, Progression)
        yield _differing(slot.replace(".", " "), amount) if differ else f"{amount.text()} {slot}"
    if found.attached_to:
        yield f"on {found.attached_to}"
    if found.not_understood:
        yield "has a clause that is not understood"


def _differing(words: str, amount: Quantity) -> str:
    """The amounts of members that differ, in order: 1, 2, ..., 9 +1/+1 counters."""
    each = "" if is_zero(amount.each - 1) else f", {number(amount.each)} with each number"
    return f"{amount.text()} {words}{each}"


def waiting_words(found: answer.Waiting) -> str:
    """A stack entry: how many, whose ability and what it does, or a spell's name, its X, its targets, its controller."""
    times = "" if found.count.amount == 1 else f"{found.count.text()} x "
    aimed = f", targeting {' and '.join(found.targets)}" if found.targets else ""
    announced = "" if found.x is UNSET else f" with X = {found.x.text()}"
    said = found.text
    names = found.sources or [found.source]
    if names not in ([""], [said]):
        said = f"{ability_called(names, found.triggered)}{announced}" + ("" if found.no_words else f": {said}")
    else:
        said += announced
    return f"{times}{said}{aimed} ({found.controller})"
