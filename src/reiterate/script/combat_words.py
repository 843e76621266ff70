"""Sentences of combat: attacks, blocks and assignments of damage, read and said.

- ``attack with Goblin attacking p2 and 3 Elf Warriors attacking p3``
- ``Bear blocks Elf; Wolf and Ox block Goblin``
- ``3 Bears together block Elf``, ``2 Bears and Wolf block each of 3 Elves``
- ``assign 2 to each of 3 Bears and 3 to p2``
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import Amount, identical, is_zero, minimum, parse_quantity, plain
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, Refusal
from reiterate.rules.access.choice import ASSIGN, ATTACK, BLOCK, EACH_ONE, SAME, TOGETHER, Choice
from reiterate.rules.access.state_access import about, seats
from reiterate.rules.decisions.pending import asked, nothing_asked
from reiterate.rules.events import combat_state
from reiterate.rules.turn import declare_attackers, declare_blockers
from reiterate.rules.turn.combat_damage import members, recipients, strength_of
from reiterate.script.describe import Wanted, find, fits, in_play, name_of
from reiterate.script.places import digits, seat_named
from reiterate.state.model import State, player
from reiterate.state.normal_form import alike_num, indistinguishable, is_single, referrers, same_reference
from reiterate.state.properties import PLAYER

_JOIN: Final = re.compile(r"\s+and\s+")
_NUMBER: Final = re.compile(r"(\d+|10\^\d+)\s+(.+)")
_ATTACK: Final = re.compile(r"(?:(?!with\s)(.+?)\s+)?with\s+(.+)", re.IGNORECASE)
_ATTACKING: Final = re.compile(r"\s+attacking\s+(.+)$", re.IGNORECASE)
_BLOCKING: Final = re.compile(r"^(.+?)(\s+together)?\s+blocks?\s+(.+)$", re.IGNORECASE)
_EACH_OF: Final = re.compile(r"each of (all|\d+|10\^\d+)\s+(.+)", re.IGNORECASE)
_SHARE: Final = re.compile(r"(all|\d+|10\^\d+)\s+to\s+(?:each of\s+(\d+|10\^\d+)\s+)?(.+)", re.IGNORECASE)
_EVERYTHING: Final = ("everything", "everyone", "all")


class Some(NamedTuple):
    """Members of a row."""

    row: int
    number: Amount


# --- objects -----------------------------------------------------------------------------------------------------


#: How a row is named in a line.
Namer: TypeAlias = Callable[[State, int], str]


def _find(state: State, words: str, everything: list[int], usable: list[int], what: str) -> int | Refusal:
    """The row that words mean; where several fit, those that can take part are meant. A refusal names those that can."""
    row = find(state, words, everything, what)
    if isinstance(row, Refusal) and (row.kind == AMBIGUOUS or row.code == "no-such-object"):
        return find(state, words, usable, what)
    return row


def _numbered(text: str) -> tuple[Amount, str] | Refusal:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return 1, text.strip()
    number = parse_quantity(found.group(1))
    return number if isinstance(number, Refusal) else (number, found.group(2))


def _some(state: State, text: str, everything: list[int], usable: list[int], what: str) -> list[Some] | Refusal:
    """ "Goblin", "3 Elf Warriors", "all Elf Warriors", "everything": rows with counts."""
    low = text.lower().strip()
    if low in _EVERYTHING or low.startswith("all "):
        wanted = Wanted(text.strip()[4:]) if low.startswith("all ") else None
        rows = [h for h in usable if wanted is None or fits(state, h, wanted)]
        if not rows:
            return Refusal(ILLEGAL, "no-such-object", f"no {what} here fits '{text}'", f"a {what}")
        return [Some(h, state.rows[h].n) for h in rows]
    read = _numbered(text)
    if isinstance(read, Refusal):
        return read
    row = _find(state, read[1], everything, usable, what)
    return row if isinstance(row, Refusal) else [Some(row, read[0])]


def _spread(state: State, some: Some, used: dict[int, Amount], usable: list[int]) -> list[Some]:
    """Members of a row that are still free, and where those are too few, of rows that are alike."""
    rows = [some.row, *(h for h in usable if h != some.row and indistinguishable(state, some.row, h))]
    return _over(rows, some, used, lambda row: state.rows[row].n, "508.1a")


def _over(
    rows: list[int], some: Some, used: dict[int, Amount], there: Callable[[int], Amount], rule: str
) -> list[Some]:
    """So many things shared out over rows in order, as many of each as are not used; unchanged where there are too few."""
    somes: list[Some] = []
    left = some.number
    for row in rows:
        free = there(row) - used.get(row, 0)
        if is_zero(left, rule):
            break
        if not is_zero(free, rule):
            taken = minimum(left, free, rule)
            somes.append(Some(row, taken))
            used[row] = used.get(row, 0) + taken
            left = left - taken
    return somes if is_zero(left, rule) else [some]


# --- attacks -----------------------------------------------------------------------------------------------------


def read_attack(state: State, seat: int, text: str) -> Choice | Refusal:
    """``attack [p3] with A and 3 Bs [attacking p2] ...``."""
    found = _ATTACK.fullmatch(text)
    if found is None:
        return Refusal(INPUT, "not-a-sentence", f"'attack {text[:80]}' is no attack", "attack with X and 3 Y")
    if asked(state) != "attack":
        return nothing_asked(state, "nobody declares attackers now", "508.1")
    first = _defender(state, seat, found.group(1) or "")
    usable = declare_attackers.attack_candidates(state, seat)
    picks: list[tuple[int, Amount]] = []
    targets: list[int] = []
    used: dict[int, Amount] = {}
    for part in _JOIN.split(found.group(2)):
        against = _ATTACKING.search(part)
        target = first if against is None else _defender(state, seat, against.group(1))
        if isinstance(target, Refusal):
            return target
        words = part if against is None else part[: against.start()]
        some = _some(state, words, in_play(state, seat), usable, "creature you control")
        if isinstance(some, Refusal):
            return some
        for named in some:
            for row, count in _spread(state, named, used, usable):
                picks.append((row, count))
                targets.append(target)
    return Choice(ATTACK, seat, picks=tuple(picks), targets=tuple(targets))


def _defender(state: State, seat: int, words: str) -> int | Refusal:
    there = combat_state.defenders(state, seat)
    names = ", ".join(name_of(state, h) for h in there)
    if not words:
        if len(there) == 1:
            return there[0]
        message = "more than one player or planeswalker could be attacked"
        return Refusal(AMBIGUOUS, "defender", message, names, "508.1b")
    who = seat_named(words)
    if who is not None:
        if who in seats(state):
            return player(who)
        return Refusal(ILLEGAL, "no-such-player", f"{words} is not in the game", names, "508.1b")
    return _find(state, words, in_play(state), there, "planeswalker to attack")


def say_attack(state: State, choice: Choice, name: Namer = name_of) -> str:
    """The canonical line of an attack."""
    if not choice.picks:
        return "no attack"
    many = len(combat_state.defenders(state, choice.player)) > 1
    parts: list[tuple[Amount, str, str]] = []
    for (row, count), target in zip(choice.picks, choice.targets, strict=True):
        called, against = name(state, row), f" attacking {name(state, target)}" if many else ""
        if parts and parts[-1][1:] == (called, against):  # rows that are alike are called alike, and counted together
            parts[-1] = (parts[-1][0] + count, called, against)
        else:
            parts.append((count, called, against))
    return "attack with " + " and ".join(_number_of(count, called) + against for count, called, against in parts)


def _counted(state: State, row: int, count: Amount, name: Namer) -> str:
    return _number_of(count, name(state, row))


def _number_of(count: Amount, called: str) -> str:
    number = plain(count)
    return called if number == 1 else f"{digits(number)} {called}"


# --- blocks ------------------------------------------------------------------------------------------------------


def is_block(text: str) -> bool:
    """Whether a line says what blocks what."""
    return _BLOCKING.match(text) is not None


def read_block(state: State, seat: int, text: str) -> Choice | Refusal:
    """``A blocks B; 3 Cs block Ds; E and F block G; 3 Hs together block I``."""
    if asked(state) != "block":
        return nothing_asked(state, "nobody declares blockers now", "509.1")
    picks: list[tuple[int, Amount]] = []
    targets: list[int] = []
    ways: list[str] = []
    sizes: list[Amount] = []
    for clause in _clauses(text):
        found = _BLOCKING.match(clause)
        assert found is not None
        theirs = combat_state.attackers_of(state, seat)
        each_of = _EACH_OF.fullmatch(found.group(3))
        words = found.group(3) if each_of is None else each_of.group(2)
        target = _find(state, words, in_play(state), theirs, "attacker")
        if isinstance(target, Refusal):
            return target
        size: Amount | Refusal = 0
        if each_of is not None:
            size = state.rows[target].n if each_of.group(1).lower() == "all" else parse_quantity(each_of.group(1))
        read = _one_block(state, seat, found.group(1), bool(found.group(2)) or each_of is not None, target)
        if isinstance(size, Refusal):
            return size
        if isinstance(read, Refusal):
            return read
        if each_of is not None and is_zero(size, "509.1a"):
            return Refusal(ILLEGAL, "block", "'each of 0' blocks no attacker", "a number from 1 on", "509.1a")
        for some, way in read:
            picks.append((some.row, some.number))
            targets.append(target)
            ways.append(way)
            sizes.append(size if way == TOGETHER else 0)
    said = tuple(sizes) if any(not (type(size) is int and size == 0) for size in sizes) else ()
    return Choice(BLOCK, seat, picks=tuple(picks), targets=tuple(targets), ways=tuple(ways), sizes=said)


def _clauses(text: str) -> list[str]:
    """The blocks of a line: split at ; and at commas, pieces without a verb going with the next (or last) one."""
    found: list[str] = []
    waiting = ""
    for part in text.split(";"):
        pieces = re.split(r",\s+", part.strip())
        for piece in pieces:
            whole = f"{waiting}, {piece}" if waiting else piece
            waiting = ""
            if is_block(whole):
                found.append(whole.removeprefix("and "))
            else:
                waiting = whole
        if waiting and found:
            found[-1] = f"{found[-1]}, {waiting}"
            waiting = ""
    return found


def _one_block(state: State, seat: int, text: str, together: bool, target: int) -> list[tuple[Some, str]] | Refusal:
    pairs = declare_blockers.block_candidates(state, seat)
    usable = list(dict.fromkeys(b for b, a in pairs if a == target))
    found: list[tuple[Some, str]] = []
    for part in _JOIN.split(text):
        some = _some(state, part, in_play(state, seat), usable, "creature you control")
        if isinstance(some, Refusal):
            return some
        for one in some:
            found.append((one, EACH_ONE if not found else SAME))
    shared = together or (len(found) > 1 and is_single(found[0][0].number))
    if shared:
        found[0] = (found[0][0], TOGETHER)
    return found


def say_block(state: State, choice: Choice, name: Namer = name_of) -> str:
    """The canonical line of a declaration of blockers."""
    if not choice.picks:
        return "no block"
    parts: list[tuple[list[str], bool, bool, int, str]] = []
    ways = choice.ways or (EACH_ONE,) * len(choice.picks)
    sizes = choice.sizes or (0,) * len(choice.picks)
    for (row, count), target, way, size in zip(choice.picks, choice.targets, ways, sizes, strict=True):
        words = _counted(state, row, count, name)
        if way == SAME and parts and parts[-1][3] == target:
            parts[-1][0].append(words)
        else:
            each_of = "" if plain(size) <= 1 else f"each of {digits(plain(size))} "
            parts.append(([words], way == TOGETHER, not is_single(count), target, each_of))
    said = []
    for names, shared, many, target, each_of in parts:
        verb = "block" if many or len(names) > 1 else "blocks"
        together = " together" if shared and many and not each_of else ""
        said.append(f"{' and '.join(names)}{together} {verb} {each_of}{name(state, target)}")
    return "; ".join(said)


# --- assigning damage --------------------------------------------------------------------------------------------


def read_assign(state: State, seat: int, text: str) -> Choice | Refusal:
    """``assign 2 to Bear and 1 to each of 3 Elves and 3 to p2``."""
    if asked(state) != "assign":
        return nothing_asked(state, "nobody assigns combat damage now", "510.1")
    there = recipients(state)
    picks: list[tuple[int, Amount]] = []
    sizes: list[Amount] = []
    used: dict[int, Amount] = {}
    for part in _JOIN.split(text):
        found = _SHARE.fullmatch(part.strip())
        if found is None:
            return Refusal(INPUT, "not-a-sentence", f"'{part[:80]}' is no share of damage", "2 to X and 3 to p2")
        amount: Amount | Refusal = (
            strength_of(state, about(state)) if found.group(1).lower() == "all" else parse_quantity(found.group(1))
        )
        size: Amount | Refusal = parse_quantity(found.group(2)) if found.group(2) else 1
        who = seat_named(found.group(3))
        row = player(who) if who is not None else _share_of(state, found.group(3), there)
        for read in (amount, size, row):
            if isinstance(read, Refusal):
                return read
        assert isinstance(row, int)
        assert not isinstance(amount, Refusal)
        assert not isinstance(size, Refusal)
        for taken, number in _over_twins(state, Some(row, size), used, there):
            picks.append((taken, amount))
            sizes.append(number)
    return Choice(ASSIGN, seat, picks=tuple(picks), sizes=tuple(sizes))


def _share_of(state: State, words: str, there: list[int]) -> int | Refusal:
    """The blocker that words mean; of several that nobody tells apart the first."""
    row = _find(state, words, in_play(state), there, "creature")
    if not isinstance(row, Refusal) or row.kind != AMBIGUOUS:
        return row
    fitting = [h for h in there if fits(state, h, Wanted(words))]
    return fitting[0] if fitting and all(twins(state, fitting[0], other) for other in fitting[1:]) else row


def _over_twins(state: State, some: Some, used: dict[int, Amount], there: list[int]) -> list[Some]:
    """Members of a row that have no damage yet, and where those are too few, of rows that nobody tells from it."""
    rows = [some.row, *(h for h in there if h != some.row and twins(state, some.row, h))]
    return _over(rows, some, used, lambda row: members(state, row), "510.1c")


def twins(state: State, a: int, b: int) -> bool:
    """Whether two rows are alike, or block the members of the same group and nobody tells one from the other."""
    if a == b or indistinguishable(state, a, b):
        return True
    x, y = state.rows[a], state.rows[b]
    if x.cls is not y.cls or x.cls.ordered or x.cls.kind == PLAYER or not alike_num(x.num, y.num):
        return False
    named = referrers(state)
    if {a, b} & (named.keys() | set(state.labels.values())) or x.refs.keys() != y.refs.keys():
        return False
    return identical(x.n, y.n) and all(same_reference(ref, y.refs[slot]) for slot, ref in x.refs.items())


def say_assign(state: State, choice: Choice, name: Namer = name_of) -> str:
    """The canonical line of an assignment of combat damage."""
    there = recipients(state)
    shares: list[tuple[int, Amount, Amount]] = []
    sizes = choice.sizes or tuple(members(state, row) for row, _ in choice.picks)
    for (row, amount), size in zip(choice.picks, sizes, strict=True):
        last = shares[-1] if shares else None
        if last is not None and identical(last[1], amount) and row != last[0] and twins(state, last[0], row):
            shares[-1] = (last[0], amount, last[2] + size)
        else:
            shares.append((row, amount, size))
    parts = []
    for row, amount, size in shares:
        many = "" if is_single(size) else f"each of {digits(plain(size))} "
        parts.append(f"{digits(plain(amount))} to {many}{_share_name(state, row, there, name)}")
    return "assign " + " and ".join(parts)


def _share_name(state: State, row: int, there: list[int], name: Namer) -> str:
    """The name of a blocker; where all that are called so are alike, without telling which."""
    proto = state.rows[row].cls.proto
    fine = proto is not None and any(h != row and twins(state, row, h) for h in there)
    if fine and proto is not None and name is name_of and _share_of(state, proto.name, there) in there:
        first = _share_of(state, proto.name, there)
        if isinstance(first, int) and twins(state, row, first):
            return proto.name
    return name(state, row)
