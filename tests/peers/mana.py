"""Making mana for a cost: which mana abilities are activated, and what is paid. Players of the cases never say it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from reiterate.api import (
    Choice,
    IllegalChoice,
    Option,
    State,
    Unsupported,
    abilities,
    options,
    plenty,
    question,
    step,
    verify,
)
from tests.peers.cases import NotDriven
from tests.peers.queues import AHEAD
from tests.peers.table import Table, whole

#: What pays generic mana, colourless first; and what marks that a source's mana is there.
GENERIC = tuple("CWUBRG")
_MADE = ("made",)
_TRIES = 1000
_SYMBOL = re.compile(r"\{([^}]+)\}")

Need = tuple[list[tuple[str, ...]], int]


@dataclass(frozen=True)
class Source:
    """A way of making mana: the choice, the answers after it, what comes of it, how often, how dear it is, its own cost."""

    name: str
    choice: Choice
    answers: tuple[Choice, ...]
    made: tuple[tuple[str, int], ...]
    copies: int
    rank: int
    need: Need

    @property
    def kinds(self) -> dict[str, int]:
        """The mana made by kind; what may be spent on some things only is not told apart."""
        found: Counter[str] = Counter()
        for kind, amount in self.made:
            found[kind.split("/")[0]] += amount
        return dict(found)

    @property
    def dear(self) -> bool:
        """Whether it costs mana itself."""
        return bool(self.need[0]) or self.need[1] > 0

    @property
    def restricted(self) -> bool:
        """Whether some of it may be spent on some things only."""
        return any("/" in kind for kind, _ in self.made)


def need_of(table: Table, option: Option, choice: Choice) -> Need:
    """The mana that a choice costs: what the refusal of an unpaid choice asks for, else what the option says."""
    slot = option.slot("pay")
    said: Need = ([], 0)
    if slot is not None:
        generic = whole(slot.low) + whole(slot.high) * whole(choice.x)
        said = ([tuple(kind for kind in kinds if " " not in kind) for kinds in slot.symbols], generic)
    refused = verify(plenty(table.state), replace(choice, pay=()))
    if refused is None:
        return said[0], 0 if not slot or not whole(slot.low) + whole(slot.high) else said[1]
    found = read_cost(refused.expected) if refused.code == "payment-ambiguous" else ([], 0)
    return found if found[0] or found[1] else said


def read_cost(text: str) -> Need:
    """The symbols of a cost in a text. Mana that stays pays what mana of its kind pays: "G until end of turn" is no symbol."""
    found = [symbol for symbol in _SYMBOL.findall(text) if " " not in symbol]
    return [tuple(s.split("/")) for s in found if not s.isdigit()], sum(int(s) for s in found if s.isdigit())


# --- what makes mana ---------------------------------------------------------------------------------------------


def sources(table: Table, seat: int, banned: frozenset[int] = frozenset()) -> list[Source]:
    """What a player could make mana with, were its own cost no object; the cheapest first."""
    rich = plenty(table.state)
    found: list[Source] = []
    known: dict[object, list[Source]] = {}
    for option in options(rich):
        if option.verb != "activate" or option.player != seat or option.unknown or option.index < 0:
            continue
        ability = abilities(rich, option.row)[option.index]
        if not ability.mana or any(slot.name in ("x", "target", "divide") for slot in option.slots):
            continue
        key = (id(rich.rows[option.row].cls), option.index, option.how, option.slot("picks") is None)
        if key in known and key[3]:
            made = [replace(s, choice=replace(s.choice, row=option.row)) for s in known[key]]
        else:
            made = known[key] = list(_ways(table, rich, seat, option))
        copies = table.count(option.row) - (option.row in banned)
        found += [replace(s, copies=min(s.copies, copies) if s.copies == 1 else copies) for s in made if copies > 0]
    return sorted(found, key=lambda s: (s.rank, bool(s.need[0]) + s.need[1], sum(s.kinds.values())))


def _ways(table: Table, rich: State, seat: int, option: Option) -> list[Source]:
    slot = option.slot("answer")
    words = slot.words if slot is not None else ("",)
    picks = option.slot("picks")
    given: list[tuple[tuple[int, int], ...]] = [()]
    if picks is not None:
        named = table.queues[seat].choices[:AHEAD]
        if picks.low != 1:
            return []
        fitting = [row for row in picks.rows if any(table.fits(row, word) for word in named)]
        given = [((row, 1),) for row in (fitting or picks.rows)[:1]]
    member = 1 if option.slot("member") is not None else 0
    found = []
    pay = option.slot("pay")
    need: Need = ([], 0) if pay is None else (list(pay.symbols), whole(pay.low))
    paid = Counter(kinds[0] for kinds in need[0])
    paid["C"] += need[1]
    for given_up in given:
        for word in words:
            choice = Choice(
                "activate", seat, option.row, option.index, member, picks=given_up, answer=word, how=option.how,
                pay=tuple((k, n) for k, n in paid.items() if n),
            )  # fmt: skip
            found += _outcomes(table, rich, seat, choice, need, paid)
    return found


def _outcomes(table: Table, rich: State, seat: int, choice: Choice, need: Need, paid: Counter[str]) -> list[Source]:
    """What comes of a mana ability, for each way of answering what it asks."""
    try:
        first, _ = step(rich, choice)
        ends: list[tuple[State, tuple[Choice, ...]]] = [(first, ())]
        asked = question(first)
        if asked.what == "answer" and asked.kind in ("mana", "color"):
            answers = [Choice("answer", asked.seat, answer=word) for word in asked.words]
            ends = [(step(first, answer)[0], (answer,)) for answer in answers]
        elif asked.what == "answer" and asked.kind == "mixed":
            answers = [Choice("answer", asked.seat, pay=((word, asked.low),)) for word in asked.words]
            ends = [(step(first, answer)[0], (answer,)) for answer in answers]
    except (IllegalChoice, Unsupported):
        return []
    found = []
    before = table.pool(rich, seat)
    for end, answers_ in ends:
        after = table.pool(end, seat)
        made = {k: n - before.get(k, 0) + paid[k] for k, n in after.items()}
        useful = tuple((k, n) for k, n in made.items() if n > 0)
        if useful and question(end).what in ("priority", "attack", "block", "toll"):
            rank, once = _dearness(table, rich, end, choice)
            rank += len(end.stack) > len(rich.stack)  # a trigger is in the way of a sorcery (603.3)
            found.append(Source(table.name(choice.row), choice, answers_, useful, 1 if once else 0, rank, need))
    return found


def _dearness(table: Table, before: State, after: State, choice: Choice) -> tuple[int, bool]:
    """How dear a mana ability is, and whether it can be used once only for each member of its row."""
    row = choice.row
    was = before.rows[row]
    now = after.rows.get(row)
    gone = now is None or (now.cls.zone != was.cls.zone) or now.n != was.n
    tapped = _how_many(before, was.cls) > _how_many(after, was.cls)
    creature = "creature" in table.seen(row).types
    life = after.rows[table.player(choice.player)].get("life") != before.rows[table.player(choice.player)].get("life")
    left = gone and sum(r.cls.zone == "battlefield" for r in after.rows.values()) < sum(
        r.cls.zone == "battlefield" for r in before.rows.values()
    )
    return creature + 2 * life + 3 * (left or bool(choice.picks)), not tapped


def _how_many(state: State, cls: object) -> int:
    """How many objects are of one class: tapping one of them makes it another."""
    return sum(whole(r.n) for r in state.rows.values() if r.cls is cls)


# --- planning ----------------------------------------------------------------------------------------------------


class Plan:
    """Which sources are used, in the order found, each with the number of its own bill; and what pays which bill."""

    def __init__(self, there: list[Source], pool: Counter[str]) -> None:
        self.there = there
        self.have = Counter(pool)
        self.used: list[tuple[Source, int]] = []
        self.paid: dict[int, Counter[str]] = {0: Counter()}
        self.left: dict[int, int] = {}
        for source in there:
            key = self.key(source)
            self.left[key] = max(self.left.get(key, 0), source.copies or 1)
        self.tries = _TRIES

    @staticmethod
    def key(source: Source) -> int:
        """What a use of a source uses up: a member of its row."""
        return source.choice.row

    def solve(self, due: list[tuple[tuple[str, ...], int]]) -> bool:
        """Find mana for symbols, each with its bill; a generic one is all kinds."""
        self.tries -= 1
        if not due:
            return True
        if self.tries < 0:
            return False
        (kinds, bill), rest = due[0], due[1:]
        if kinds == _MADE:
            return self._made(bill, rest)
        generic = kinds == GENERIC
        for kind in sorted(kinds, key=lambda k: self.have[k] == 0):
            if kind != "P" and self.have[kind] > 0:
                self._take(kind, bill, 1)
                if self.solve(rest):
                    return True
                self._take(kind, bill, -1)
                if generic:
                    return False
        seen = set()
        for source in self.there:
            looks = (repr(source.kinds), source.rank, repr(source.need), source.choice.row if source.dear else -1)
            if looks in seen or self.left[self.key(source)] <= 0 or not set(kinds) & set(source.kinds):
                continue
            seen.add(looks)
            if self._with(source, due):
                return True
            if generic and not source.dear:
                return False
        if "P" in kinds:
            self._take("P", bill, 1)
            if self.solve(rest):
                return True
            self._take("P", bill, -1)
        return False

    def match(self, due: list[tuple[str, ...]]) -> bool:
        """Find mana for symbols where each source makes one mana for nothing: exact, by augmenting paths, the cheapest sources first.

        What was found before is forgotten.
        """
        units: list[tuple[Source | None, dict[str, Source | None]]] = []
        for kind, amount in self.have.items():
            units += [(None, {kind: None})] * min(amount, len(due))
        ways: dict[int, dict[str, Source | None]] = {}
        for source in self.there:
            ways.setdefault(self.key(source), {}).setdefault(next(iter(source.kinds)), source)
        for source in self.there:
            if (made_by := ways.pop(self.key(source), None)) is not None:
                units += [(source, made_by)] * min(source.copies or 1, len(due))
        taken: dict[int, int] = {}

        def give(unit: int, met: set[int]) -> bool:
            for at, kinds in enumerate(due):
                if at in met or not units[unit][1].keys() & set(kinds):
                    continue
                met.add(at)
                if at not in taken or give(taken[at], met):
                    taken[at] = unit
                    return True
            return False

        for unit in range(len(units)):
            if len(taken) < len(due):
                give(unit, set())
        self.used, self.paid = [], {0: Counter()}
        for at, kinds in enumerate(due):
            if at not in taken and "P" not in kinds:
                return False
            made = units[taken[at]][1] if at in taken else {"P": None}
            kind = next(kind for kind in kinds if kind in made)
            self.paid[0][kind] += 1
            if (source_ := made[kind]) is not None:
                self.used.append((source_, len(self.used) + 1))
                self.paid[len(self.used)] = Counter()
        return True

    def _with(self, source: Source, due: list[tuple[tuple[str, ...], int]]) -> bool:
        """Whether a source helps: its own cost is paid before its mana is there."""
        number = len(self.used) + 1
        self.left[self.key(source)] -= 1
        self.used.append((source, number))
        self.paid[number] = Counter()
        more = [(single, number) for single in source.need[0]] + [(GENERIC, number)] * source.need[1]
        if self.solve([*more, (_MADE, number), *due]):
            return True
        self.left[self.key(source)] += 1
        self.used.pop()
        del self.paid[number]
        return False

    def _made(self, number: int, due: list[tuple[tuple[str, ...], int]]) -> bool:
        kinds = self.used[number - 1][0].kinds
        self.have.update(kinds)
        if self.solve(due):
            return True
        self.have.subtract(kinds)
        return False

    def _take(self, kind: str, bill: int, sign: int) -> None:
        if kind != "P":
            self.have[kind] -= sign
        self.paid[bill][kind] += sign


def plan(
    table: Table,
    seat: int,
    need: Need,
    banned: frozenset[int] = frozenset(),
    restricted: bool = False,
    no_sources: bool = False,
) -> Plan | None:
    """Sources for a cost; None where they are short. ``restricted``: with mana that may be spent on some things only.

    ``no_sources``: out of the pool alone.
    """
    pool: Counter[str] = Counter()
    for kind, amount in table.pool(table.state, seat).items():
        if restricted or "/" not in kind:
            pool[kind.split("/")[0].split(" ")[0]] += amount  # also mana that stays: "G until end of turn"
    there = [] if no_sources else [s for s in sources(table, seat, banned) if restricted or not s.restricted]
    made = Plan(there, pool)
    many = {
        kinds: sum(bool(set(kinds) & set(s.kinds)) for s in there) + sum(pool[k] for k in kinds) for kinds in need[0]
    }
    singles = sorted(need[0], key=lambda kinds: many[kinds])
    if need[1] > 200:
        return None
    due = [(kinds, 0) for kinds in singles] + [(GENERIC, 0)] * need[1]
    if made.solve(due):
        return made
    if made.tries >= 0:
        return None
    again = Plan(there, pool)
    if all(len(s.made) == 1 and s.made[0][1] == 1 and not s.dear for s in there):
        return again if again.match([kinds for kinds, _ in due]) else None
    raise NotDriven("payment too long to plan")


def carry_out(table: Table, seat: int, made: Plan, banned: frozenset[int] = frozenset()) -> bool:
    """Activate the sources of a plan, those with costs of their own last; whether all could be."""
    latest_first = made.used[::-1]
    ordered = [use for use in latest_first if not use[0].dear] + [use for use in latest_first if use[0].dear]
    return all(_activate(table, seat, source, made.paid[number], banned) for source, number in ordered)


def make_some(table: Table, seat: int) -> bool:
    """Activate the cheapest source there is; whether there was one."""
    for source in sources(table, seat):
        if not source.dear and _activate(table, seat, source, Counter(), frozenset()):
            return True
    return False


def _activate(table: Table, seat: int, source: Source, paid: Counter[str], banned: frozenset[int]) -> bool:
    rows = [row for row in (source.choice.row, *table.members(seat, source.name)) if row in table.state.rows]
    for row in dict.fromkeys(rows):
        if row in banned and table.count(row) == 1:
            continue
        choice = replace(source.choice, row=row, pay=tuple((k, n) for k, n in paid.items() if n), member=0)
        for tried in (choice, replace(choice, member=1), replace(choice, pay=())):
            if verify(table.state, tried) is None:
                _drop_named(table, seat, tried)
                table.do(tried)
                for answer in source.answers:
                    if question(table.state).what == "answer":
                        table.do(answer)
                return True
    return False


def _drop_named(table: Table, seat: int, choice: Choice) -> None:
    """An object given up for mana was named by a choice of the queue: that is used up."""
    queue = table.queues[seat].choices
    for row, _ in choice.picks:
        for i, word in enumerate(queue[:AHEAD]):
            if table.fits(row, word):
                queue.pop(i)
                break
