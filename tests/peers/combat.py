"""Attacks, blocks and the assignment of damage as a case says them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from reiterate.api import Asked, Choice, Option, Refusal, options, plenty, verify
from tests.peers import mana
from tests.peers.cases import Command, NotDriven
from tests.peers.filling import fill
from tests.peers.table import Table, whole

T = TypeVar("T")

#: Sets of attackers or blockers that are asked about before each is asked about alone.
ASKED = 300

#: Refusals of a declaration that say nothing against one creature in it.
_OF_THE_WHOLE = ("must-attack", "must-block", "mana-short", "payment-ambiguous", "payment")


def _option(table: Table, verb: str) -> Option | None:
    found = [option for option in options(plenty(table.state)) if option.verb == verb]
    unknown = [option.unknown for option in found if option.unknown]
    if unknown:
        raise NotDriven(f"{verb}: {unknown[0]}")
    return found[0] if found else None


def _rows(option: Option | None, name: str) -> tuple[int, ...]:
    slot = option.slot(name) if option is not None else None
    return slot.rows if slot is not None else ()


def _member(table: Table, rows: list[int], name: str) -> list[int]:
    """The members that a name means; ":1" is the second of them."""
    found = re.search(r":(\d+)$", name)
    return rows if found is None else rows[int(found[1]) : int(found[1]) + 1]


def _due(table: Table, verb: str, seat: int) -> list[Command]:
    """The attacks or blocks that the case names for this turn; each is declared once."""
    said = table.case.combats(verb)
    due = [c for c in said if (c.turn, c.seat) == (table.turn, seat) and c not in table.declared]
    table.declared += due
    return due


# --- attacking ---------------------------------------------------------------------------------------------------


def attack(table: Table, asked: Asked) -> None:
    """Declare the attackers that the case names, as far as the engine lets them attack."""
    seat = asked.seat
    option = _option(table, "attack")
    able = _rows(option, "creatures")
    picked: Counter[tuple[int, int]] = Counter()
    for command in _due(table, "attack", seat):
        name, where = str(command.rest[0]), command.rest[1] if len(command.rest) > 1 else None
        against = _defender(table, seat, where)
        used = Counter(row for row, _ in picked.elements())
        mine = _member(table, table.members(seat, name), name)
        row = next((h for h in mine if h in able and used[h] < table.count(h)), None)
        if row is None or against is None:
            table.notes.append(f"no attack: {name}")
            continue
        picked[row, against] += 1
    together = list(picked.elements())
    fine = largest(together, lambda some: _nothing_against(table, _attack_choice(seat, Counter(some))))
    if len(fine) < len(together):
        table.notes.append(f"no attack: {len(together) - len(fine)} of {len(together)}")
    _declare(table, seat, option, Counter(fine))


def largest(members: list[T], legal: Callable[[list[T]], bool]) -> list[T]:
    """The most members of a declaration that are legal together, the first ones where several are as many (508.1c, 509.1b).

    Of more than ``ASKED`` sets that would have to be asked about, those are left that are legal one by one.
    """
    asked = 0
    for size in range(len(members), 0, -1):
        for some in combinations(members, size):
            asked += 1
            if asked > ASKED:
                return [each for each in members if legal([each])]
            if legal(list(some)):
                return list(some)
    return []


def _nothing_against(table: Table, choice: Choice) -> bool:
    """Whether nothing speaks against a declaration, apart from what is owed besides: a cost, or a creature that must be in it."""
    refused = verify(table.state, choice)
    return refused is None or refused.code in _OF_THE_WHOLE


def _defender(table: Table, seat: int, where: object) -> int | None:
    if where is None:
        return table.player(table.next(seat))
    if isinstance(where, str) and re.fullmatch("@[A-D]", where):
        return table.player(table.case.seat(where))
    return next((h for s in table.case.seats if s != seat for h in table.members(s, str(where))), None)


def _attack_choice(seat: int, picked: Counter[tuple[int, int]]) -> Choice:
    if not picked:
        return Choice("attack", seat, answer="none")
    picks = tuple((row, n) for (row, _), n in picked.items())
    return Choice("attack", seat, picks=picks, targets=tuple(against for _, against in picked))


def _declare(table: Table, seat: int, option: Option | None, picked: Counter[tuple[int, int]]) -> None:
    """Declare; creatures that have to attack are added (508.1d), and a cost is paid if the queue says so (508.1h)."""
    choice = _attack_choice(seat, picked)
    refused = verify(table.state, choice)
    for row in _rows(option, "creatures"):
        if refused is None or refused.code != "must-attack":
            break
        free = table.count(row) - sum(n for (h, _), n in picked.items() if h == row)
        if free > 0:
            tried = Counter(picked)
            tried[row, table.player(table.next(seat))] += free
            after = verify(table.state, _attack_choice(seat, tried))
            if after is None or (after.code == "must-attack" and after.message != refused.message):
                picked, choice, refused = tried, _attack_choice(seat, tried), after
    if refused is not None and refused.code == "must-attack":
        everything = Counter({(h, table.player(table.next(seat))): table.count(h) for h in _rows(option, "creatures")})
        choice, refused = _attack_choice(seat, everything), verify(table.state, _attack_choice(seat, everything))
    if refused is not None and refused.code in ("mana-short", "payment-ambiguous"):
        wanted = table.queues[seat].yes() is not False
        choice = _paid(table, choice) if wanted else _attack_choice(seat, Counter())
        refused = verify(table.state, choice)
    if refused is not None:
        raise NotDriven(f"attack: {refused.code}")
    table.do(choice)


def _paid(table: Table, choice: Choice) -> Choice:
    """A declaration that costs mana, after mana abilities of what isn't in it."""
    busy = {row for row, _ in choice.picks}
    for _ in range(30):
        refused = verify(table.state, choice)
        if refused is None:
            return choice
        if refused.code == "payment-ambiguous":
            need = mana.read_cost(refused.expected)
            made = mana.plan(table, choice.player, need, no_sources=True)
            return replace(choice, pay=tuple((k, n) for k, n in made.paid[0].items() if n)) if made else choice
        making = [o for o in options(table.state) if o.verb == "activate" and not o.unknown and o.row not in busy]
        plainly = [o for o in making if all(slot.name in ("member", "answer") for slot in o.slots)]
        if not plainly:
            return choice
        table.do(fill(table, plainly[0]))
    return choice


# --- blocking ----------------------------------------------------------------------------------------------------


def block(table: Table, asked: Asked) -> None:
    """Declare the blockers that the case names, as far as the engine lets them block."""
    seat = asked.seat
    option = _option(table, "block")
    able, attackers = _rows(option, "creatures"), _rows(option, "against")
    used: Counter[int] = Counter()
    got: list[tuple[int, tuple[int, int]]] = []
    for command in _due(table, "block", seat):
        blocker, name = str(command.rest[0]), str(command.rest[1])
        there = [(h, k) for h in attackers if table.fits(h, name) for k in range(table.count(h))]
        found = re.search(r":(\d+)$", name)
        there = there if found is None else there[int(found[1]) : int(found[1]) + 1]
        mine = [
            h for h in _member(table, table.members(seat, blocker), blocker) if h in able and used[h] < table.count(h)
        ]
        if not there or not mine:
            table.notes.append(f"no block: {blocker} and {name}")
            continue
        used[mine[0]] += 1
        got.append((mine[0], there[0]))
    choice = _block_choice(seat, got)
    refused = verify(table.state, choice)
    if refused is not None and refused.code not in _OF_THE_WHOLE:
        table.notes.append(f"no block: {refused.code}: {refused.message}")
        got = largest(got, lambda some: _nothing_against(table, _block_choice(seat, some)))
        choice = _block_choice(seat, got)
        refused = verify(table.state, choice)
    if refused is not None and refused.code == "must-block":
        choice, refused = _more_blocks(table, seat, option, got)
    if refused is not None and refused.code in ("mana-short", "payment-ambiguous"):
        choice = _paid(table, choice)
        refused = verify(table.state, choice)
    if refused is not None:
        raise NotDriven(f"block: {refused.code}")
    table.do(choice)


def _more_blocks(
    table: Table, seat: int, option: Option | None, got: list[tuple[int, tuple[int, int]]]
) -> tuple[Choice, Refusal | None]:
    """The blocks with creatures added that have to block, one after the other (509.1c)."""
    blocks = list(got)
    choice = _block_choice(seat, blocks)
    refused = verify(table.state, choice)
    for row in _rows(option, "creatures"):
        for attacker in _rows(option, "against"):
            if refused is None or sum(h == row for h, _ in blocks) >= table.count(row):
                break
            alone = verify(table.state, _block_choice(seat, [(row, (attacker, 0))]))
            tried = _block_choice(seat, [*blocks, (row, (attacker, 0))])
            after = verify(table.state, tried)
            if after is None or (after.code == "must-block" and (alone is None or alone.code == "must-block")):
                blocks.append((row, (attacker, 0)))
                choice, refused = tried, after
    return choice, refused


def _block_choice(seat: int, got: list[tuple[int, tuple[int, int]]]) -> Choice:
    if not got:
        return Choice("block", seat, answer="none")
    picks: list[tuple[int, int]] = []
    targets: list[int] = []
    ways: list[str] = []
    for attacker in dict.fromkeys(a for _, a in got):
        together = Counter(row for row, a in got if a == attacker)
        for i, (row, n) in enumerate(together.items()):
            picks.append((row, n))
            targets.append(attacker[0])
            ways.append("same" if i else "together")
    return Choice("block", seat, picks=tuple(picks), targets=tuple(targets), ways=tuple(ways))


# --- damage ------------------------------------------------------------------------------------------------------


def assign(table: Table, asked: Asked) -> None:
    """Assign combat damage: as the queue says, else lethal damage to each in order and the rest to the last one.

    The peer's player is asked for an amount for each blocker in order, and with trample the rest goes on (510.1c).
    """
    left = whole(asked.low)
    players = [h for h in asked.rows if not _is_creature(table, h)]
    creatures = [h for h in asked.rows if h not in players for _ in range(table.count(h))]
    deadly = "deathtouch" in table.seen(asked.about).keywords
    queue = table.queues[asked.seat]
    if queue.choices and queue.choices[0].startswith("X="):  # in the order in which the case declares the blocks
        blocks = [str(command.rest[0]) for command in table.declared if command.verb == "block"]
        creatures.sort(key=lambda row: next((i for i, name in enumerate(blocks) if table.fits(row, name)), len(blocks)))
    said = [queue.number() if queue.choices and queue.choices[0].startswith("X=") else None for _ in creatures]
    if len(creatures) > 1 and said[0] is None and table.open.choose("damage", 2):
        creatures.reverse()
    amounts: list[list[int]] = []
    for row, number in zip(creatures, said, strict=True):
        lethal = 1 if deadly else max(0, _toughness(table, row) - whole(table.state.rows[row].get("damage")))
        amount = min(left, lethal if number is None else number)
        left -= amount
        amounts.append([row, amount])
    if left and players:
        amounts.append([players[0], left])
    elif left:
        amounts[-1][1] += left
    merged: Counter[tuple[int, int]] = Counter((row, amount) for row, amount in amounts if amount)
    picks = tuple(merged)
    sizes = tuple(merged.values()) if any(n != table.count(row) for (row, _), n in merged.items()) else ()
    choice = Choice("assign", asked.seat, picks=picks, sizes=sizes)
    refused = verify(table.state, choice)
    if refused is not None:
        raise NotDriven(f"assign: {refused.code}")
    table.do(choice)


def _is_creature(table: Table, row: int) -> bool:
    return table.state.rows[row].cls.kind != "player" and table.seen(row).toughness is not None


def _toughness(table: Table, row: int) -> int:
    return whole(table.seen(row).toughness or 0)
