"""Activating abilities by their words, as printed or as the engine writes them."""

from __future__ import annotations

import re

from reiterate.api import Ability, Option, abilities, options, verify
from tests.peers.carrying import carry
from tests.peers.cases import NotDriven, Refused
from tests.peers.casting import modes
from tests.peers.filling import fill
from tests.peers.table import Table, plain, this

#: A line of text with an activated ability: a cost and a colon, or a keyword and its cost ("Equip {2}", "Cycling—Pay 2 life").
_ACTIVATED_LINE = re.compile(r"^[^.\"]*?:")
_KEYWORD_LINE = re.compile(r"^(?!When |Whenever |At )(?P<name>[A-Z][A-Za-z' ]*?)(?: (?={)|-)(?P<cost>.+)$")


def forms_of(table: Table, row: int, ability: Ability) -> list[str]:
    """The words of an ability: as the engine writes them, and as they are printed."""
    found = [plain(this(ability.text, "~"))] if ability.text else []
    proto = table.state.rows[row].cls.proto
    if proto is None:
        return found
    there = abilities(table.state, row)
    place = next(at for at, each in enumerate(there) if each.index == ability.index)
    printed = aligned([plain(this(each.text, "~")) for each in there], _activated_lines(table, proto.name))[place]
    return [*found, printed] if printed else found


def aligned(texts: list[str], lines: list[str]) -> list[str]:
    """Of each ability, as the engine writes it, the printed line that it comes from; "" where there is none.

    Both stand in the same order, and an ability has the cost of its line. Lines of abilities that work elsewhere stand
    between, and a line with modes stands for as many abilities. Costs in other words go by place, where there are as many of both.
    """
    found: list[str] = []
    at = 0
    for text in texts:
        place = next((i for i in (*range(at, len(lines)), at - 1) if i >= 0 and _costs(text, lines[i])), None)
        found.append("" if place is None else lines[place])
        at = at if place is None else place + 1
    if len(lines) == len(texts):
        return [own or line for own, line in zip(found, lines, strict=True)]
    return found


def _costs(text: str, line: str) -> bool:
    """Whether an ability has the cost of a printed line; that of a keyword may have more behind it (702.29a)."""
    cost, colon, _ = text.partition(":")
    said = _KEYWORD_LINE.match(line[:1].upper() + line[1:])
    if said is not None and not _ACTIVATED_LINE.match(line):
        keyword = said["cost"]
        return bool(colon) and (cost == keyword or cost.startswith(f"{keyword}, "))
    return bool(colon) and cost == line.partition(":")[0]


def _activated_lines(table: Table, name: str) -> list[str]:
    """The printed lines that may be activated abilities, for comparing."""
    found = []
    for line in table.lines(name):
        line = this(line.strip("()") if line.startswith("(") else re.sub(r"\s*\([^)]*\)", "", line), name)
        if _ACTIVATED_LINE.match(line) or _KEYWORD_LINE.match(line):
            found.append(plain(line))
    return found


def _matches(table: Table, option: Option, text: str, loose: bool) -> bool:
    there = abilities(table.state, option.row)
    if not 0 <= option.index < len(there):
        return False
    forms = forms_of(table, option.row, there[option.index])
    want = plain(text)
    if any(form.startswith(want) for form in forms):
        return True
    if not loose or ":" not in want:
        return False
    cost, effect = (part.strip() for part in want.split(":", 1))
    mates = [plain(this(a.text, "~")).split(":")[0] for a in there if a.index != option.index]
    if cost in mates:
        return False
    return any(f.split(":")[0] == cost and f.partition(":")[2].split()[:1] == effect.split()[:1] for f in forms)


def find_ability(table: Table, seat: int, text: str, found: list[Option]) -> list[Option]:
    """The activations of abilities with these words; of one object where the text begins with its alias."""
    only = ""
    if text.startswith("@"):
        only, _, text = text.partition(" ")
    mine = [o for o in found if o.verb == "activate" and o.player == seat and o.index >= 0]
    if only:
        mine = [o for o in mine if table.fits(o.row, only)]
    hit = [o for o in mine if _matches(table, o, text, False)] or [o for o in mine if _matches(table, o, text, True)]
    fine = [o for o in hit if not o.unknown]
    if hit and not fine:
        raise NotDriven(f"option unknown: {hit[0].unknown}")
    return fine


def activate(table: Table, seat: int, text: str, named: list[str]) -> bool:
    """Activate the ability with these words, or cast a card the way they name ("Flashback {1}{R}"). Raises ``Refused``."""
    chosen: list[tuple[str, ...]] = []
    word = text.lower().split()[0] if text.strip() else ""

    def find(found: list[Option]) -> list[Option]:
        mine = find_ability(table, seat, text, found)
        if not mine:
            mine = [o for o in found if o.verb == "cast" and o.player == seat and word in o.how and not o.unknown]
        if mine and not chosen:
            chosen.append(modes(table, seat, list(dict.fromkeys(o.how for o in mine if o.row == mine[0].row))))
        mine = [o for o in mine if o.how == chosen[0]] if mine else []
        aimed = [o for o in mine if named and _takes(table, o, named[0])]
        return aimed or mine

    if carry(table, seat, find, named, text):
        return True
    _explain(table, seat, text)
    return False


def _takes(table: Table, option: Option, name: str) -> bool:
    """Whether an option could target what a command names."""
    rows = [h for slot in option.slots if slot.name in ("target", "divide") for h in slot.rows]
    return any(h >= 0 and table.fits(h, name) for h in rows)


def _explain(table: Table, seat: int, text: str) -> None:
    """Say why there is no such option: the engine offers it never, not now, or no card of the player has these words."""
    low = text.lower()
    for option in options(table.state):
        if option.index < 0 and (low.startswith(option.how[0]) or option.how[0].startswith(low)):
            raise NotDriven(f"not offered: {option.how[0]}")
    for there in list(table.state.rows.values()):
        if there.cls.proto is None or there.cls.controller != seat:
            continue
        if any(line.startswith(plain(text)) for line in _activated_lines(table, there.cls.proto.name)):
            raise Refused(f"the ability is not offered: {text}")
    raise NotDriven("no ability with these words")


def mana_ability(table: Table, seat: int, text: str) -> bool:
    """Activate the mana ability with these words; False where it can't be activated now."""

    def find(found: list[Option]) -> list[Option]:
        return [o for o in find_ability(table, seat, text, found) if abilities(table.state, o.row)[o.index].mana]

    for option in find(options(table.state)):
        choice = fill(table, option)
        if verify(table.state, choice) is None:
            table.do(choice)
            return True
    try:
        return carry(table, seat, find, [], text)
    except Refused:
        return False
