"""What players do with priority: casting, activating, playing lands; the mana is made first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from reiterate.api import Ability, Choice, Option, Refusal, abilities, options, plenty, question, verify
from tests.peers import mana
from tests.peers.cases import Command, NotDriven, Refused, is_player
from tests.peers.filling import fill
from tests.peers.queues import SKIPS
from tests.peers.table import Table, plain, same_name, this

Find = Callable[[list[Option]], list[Option]]

#: Words of a way of casting that the engine pays for by itself, or that no case names.
_UNSAID = ("convoke", "no mana cost")
_KEYWORD_LINE = re.compile(
    r"(Equip|Cycling|Crew|Outlast|Level up|Fortify|Reconfigure|Unearth|Embalm|Eternalize|Scavenge|Ninjutsu|Transmute"
    r"|\w+cycling|Basic landcycling|Adapt|Reinforce|Bloodrush|Forecast|Monstrosity|Boast|Aura swap|Foretell|Plot)\b"
)
_ACTIVATED_LINE = re.compile(r"^[^.\"]*?:")
_ZONES = ("hand", "command", "graveyard", "exile", "library")


# --- what a command says -----------------------------------------------------------------------------------------


def condition_holds(table: Table, rest: tuple[object, ...]) -> bool:
    """Whether what a command waits for is so: something on the stack, or not, or mana in the pool."""
    if not rest or rest[0] is None:
        top = rest[1] if len(rest) > 1 and isinstance(rest[1], str) and not rest[1].startswith("#") else None
        return top is None or (bool(table.state.stack) and plain(top) in table.stack_text(table.state.stack[0]))
    if isinstance(rest[0], int):
        return sum(table.pool(table.state, question(table.state).seat).values()) >= rest[0]
    there = [row for row in table.state.stack if plain(str(rest[0])) in table.stack_text(row)]
    clause = str(rest[1]) if len(rest) > 1 else "#WHILE_ON_STACK"
    if clause == "#WHILE_ON_STACK":
        return bool(there)
    if clause == "#WHILE_NOT_ON_STACK":
        return not there
    if clause == "#WHILE_COPY_ON_STACK":
        return any(table.state.rows[row].cls.kind == "copy" for row in there)
    raise NotDriven(f"a condition on the stack: {clause}")


def named_targets(words: tuple[object, ...]) -> list[str]:
    """The targets that a command names."""
    found: list[str] = []
    for word in words:
        if word is None or word == "NO_TARGET":
            continue
        if is_player(word):
            found.append(f"Player{str(word)[1]}")
            continue
        if not isinstance(word, str):
            raise NotDriven("a target that is no word")
        for part in word.split("^"):
            found.append(re.sub(r"^mode=\d", "", part).replace("targetPlayer=", ""))
    return found


def act(table: Table, command: Command) -> bool:
    """Carry out a command; False where it waits for something. Raises ``Refused`` where the engine doesn't allow it."""
    words = command.rest
    if command.verb == "playLand":
        return _play(table, command.seat, str(words[0]))
    if command.verb == "castSpell":
        return _cast_command(table, command.seat, words)
    text = str(words[0])
    if command.verb == "activateManaAbility":
        return _mana_ability(table, command.seat, text)
    if text.startswith("Cast "):
        return _cast_command(table, command.seat, (text[5:], *words[1:]))
    if text.startswith("Play "):
        return _play(table, command.seat, text[5:])
    return _activate_command(table, command.seat, words)


# --- carrying out ------------------------------------------------------------------------------------------------


def _carry(table: Table, seat: int, find: Find, named: list[str], what: str) -> bool:
    """Find an option, as if there were plenty of mana; make the mana; choose it. False where it isn't there."""
    found = find(options(plenty(table.state)))
    if not found:
        return False
    kept = table.snapshot()
    problem: Refused | None = None
    met = list(table.open.met)
    for option in found:
        for restricted in (False, True):
            try:
                return _choose(table, seat, option, find, named, restricted, what)
            except Refused as refused:
                if problem is None:
                    problem, met = refused, list(table.open.met)
                table.restore(kept)
    assert problem is not None
    table.open.met = met  # what was open here may be decided otherwise in another game
    raise problem


def can(table: Table, seat: int, option: Option) -> bool:
    """Whether an option can be chosen with mana that the player could make now; nothing is changed."""
    kept = table.snapshot()
    for restricted in (False, True):
        try:
            return _choose(table, seat, option, lambda found: found, [], restricted, "")
        except Refused:
            continue
        finally:
            table.restore(kept)
    return False


def _choose(table: Table, seat: int, option: Option, find: Find, named: list[str], restricted: bool, what: str) -> bool:
    kept = table.snapshot()
    choice = fill(table, option, named)
    need = mana.need_of(table, option, choice)
    banned = frozenset(row for row, _ in choice.picks)
    if choice.verb == "activate" and "{T}" in _cost_of(table, option):
        banned |= {choice.row}
    made = mana.plan(table, seat, need, banned, restricted) if need[0] or need[1] else None
    if (need[0] or need[1]) and made is None:
        return _convoked(table, seat, option, choice, what)
    if made is not None and made.used:
        table.restore(kept)
        if not mana.carry_out(table, seat, made, banned):
            raise Refused(f"a source of mana is lost: {what}")
        again = [o for o in find(options(plenty(table.state))) if _same(o, option)]
        if not again:
            raise NotDriven("no option after making mana")
        choice = fill(table, again[0], named)
    if made is not None:
        choice = replace(choice, pay=tuple((k, n) for k, n in made.paid[0].items() if n))
    refused = verify(table.state, choice)
    if refused is not None and choice.pay:
        unsaid = replace(choice, pay=())
        if verify(table.state, unsaid) is None:
            choice, refused = unsaid, None
    _raise(refused, what)
    table.do(choice)
    return True


def _same(one: Option, other: Option) -> bool:
    return (one.verb, one.row, one.index, one.how) == (other.verb, other.row, other.index, other.how)


def _raise(refused: Refusal | None, what: str) -> None:
    if refused is None:
        return
    if refused.kind == "unsupported":
        raise NotDriven(f"engine: {refused.code}")
    raise Refused(f"{what}: {refused.code}: {refused.message}")


def _cost_of(table: Table, option: Option) -> str:
    return abilities(table.state, option.row)[option.index].text.split(":")[0]


def _convoked(table: Table, seat: int, option: Option, choice: Choice, what: str) -> bool:
    """Cast with creatures tapped for it, where mana alone is short: those that the queue names first (702.51a)."""
    short = Refused(f"mana is short for {what}")
    if choice.verb != "cast" or "convoke" not in table.seen(choice.row).keywords:
        raise short
    mine = [
        h
        for h, r in table.state.rows.items()
        if r.cls.zone == "battlefield" and r.cls.controller == seat and not r.cls.tapped
    ]
    able = [h for h in mine if table.state.rows[h].cls.proto is not None and "creature" in table.seen(h).types]
    queue = table.queues[seat].targets
    able.sort(key=lambda h: not any(table.fits(h, part) for word in queue for part in word.split("^")))
    members = [h for h in able for _ in range(min(table.count(h), 20))]
    for many in range(1, len(members) + 1):
        tapped = tuple((h, members[:many].count(h)) for h in dict.fromkeys(members[:many]))
        tried = replace(choice, how=(*choice.how, "convoke"), picks=(*choice.picks, *tapped))
        need = mana.need_of(table, Option("cast", seat, choice.row, how=tried.how), tried)
        refused = verify(plenty(table.state), tried)
        if refused is not None and refused.code != "payment-ambiguous":
            continue
        if refused is None:
            singles = option.slot("pay").symbols if option.slot("pay") is not None else ()  # type: ignore[union-attr] # there
            need = (list(singles)[: max(0, len(singles) - many)], 0)
        made = mana.plan(table, seat, need, frozenset(h for h, _ in tapped))
        if made is None or not mana.carry_out(table, seat, made, frozenset(h for h, _ in tapped)):
            continue
        tried = replace(tried, pay=tuple((k, n) for k, n in made.paid[0].items() if n))
        for last in (tried, replace(tried, pay=())):
            if verify(table.state, last) is None:
                for row, _ in tapped:
                    for i, word in enumerate(queue):
                        if table.fits(row, word):
                            queue.pop(i)
                            break
                table.do(last)
                return True
    raise short


# --- casting -----------------------------------------------------------------------------------------------------


def _cast_command(table: Table, seat: int, words: tuple[object, ...]) -> bool:
    name, rest = str(words[0]), words[1:]
    if name.startswith("@"):
        name = table.aliases.get(name[1:], name)
    way = re.fullmatch(r"(.+?) (?:with|using) (.+)", name)
    wanted = ""
    if way is not None and not table.cards.full_name(name):
        name, wanted = way[1], way[2].lower()
    if not condition_holds(table, rest[1:]):
        return False
    return cast(table, seat, name, named_targets(rest[:1]), wanted)


def castable(table: Table, seat: int, name: str, found: list[Option]) -> list[Option]:
    """The options of casting a card of that name, from the first zone that it lies in."""
    mine = [o for o in found if o.verb == "cast" and o.player == seat and same_name(table.name(o.row), name)]
    unknown = [o for o in mine if o.unknown]
    mine = [o for o in mine if not o.unknown]
    if unknown and not mine:
        raise NotDriven(f"option unknown: {unknown[0].unknown}")
    zones = sorted({table.state.rows[o.row].cls.zone for o in mine}, key=_ZONES.index)
    mine = [o for o in mine if table.state.rows[o.row].cls.zone == zones[0]] if zones else []
    return [o for o in mine if o.row == mine[0].row]


def cast(table: Table, seat: int, name: str, named: list[str], wanted: str = "") -> bool:
    """Cast a spell by name; ``wanted``: the way of casting that the command names."""
    chosen: list[tuple[str, ...]] = []

    def find(found: list[Option]) -> list[Option]:
        mine = castable(table, seat, name, found)
        if wanted:
            mine = [o for o in mine if any(wanted.startswith(way) for way in o.how)]
        if mine and not chosen:
            chosen.append(_way(table, seat, mine))
        return [o for o in mine if o.how == chosen[0]] if mine else []

    if _carry(table, seat, find, named, name):
        return True
    not_offered = [o.how[0] for o in options(table.state) if o.index < 0 and same_name(table.name(o.row), name)]
    if not_offered:
        raise NotDriven(f"not offered: {not_offered[0]}")
    full = table.cards.full_name(name)
    if " // " in full and not full.startswith(name):
        raise NotDriven("not offered: back face")
    if wanted:
        raise NotDriven(f"not offered: {wanted}")
    zones = {r.cls.zone for h, r in table.state.rows.items() if r.cls.kind == "card" and same_name(table.name(h), name)}
    raise Refused(f"casting {name} is not offered (it is in {', '.join(sorted(zones)) or 'no zone'})")


def _way(table: Table, seat: int, mine: list[Option]) -> tuple[str, ...]:
    """Of the ways of casting, the one that the queues say: kicked or not, at which cost, with which modes."""
    ways = list(dict.fromkeys(o.how for o in mine))
    queue = table.queues[seat]
    extra = sorted({word for how in ways for word in how if not word.startswith("mode ")})
    want: set[str] = set()
    asked = queue.choices[0].lower() if queue.choices else ""
    if asked.startswith(("cast with", "without paying")) or asked == "choice_normal_cost":
        queue.choices.pop(0)
        if "no alternative" not in asked and asked != "choice_normal_cost":
            free = "without paying" in asked
            word = next(
                (w for w in extra if w in asked or (free and w == "no mana cost") or (not free and "alternative" in w)),
                None,
            )
            if word is None:
                raise NotDriven("way of casting not offered")
            want.add(word)
        extra = []
    for word in extra:
        if word in _UNSAID:
            continue
        said = queue.yes() if queue.choices and queue.choices[0] in ("Yes", "No") else None
        if said or (said is None and not table.case.strict and table.open.choose(f"way {word}", 2)):
            want.add(word)
    left = [how for how in ways if {w for w in how if not w.startswith("mode ")} == want] or ways
    return _modes(table, seat, left)


def _modes(table: Table, seat: int, ways: list[tuple[str, ...]]) -> tuple[str, ...]:
    sizes = {sum(w.startswith("mode ") for w in how) for how in ways}
    if len(ways) == 1:
        return ways[0]
    queue = table.queues[seat].modes
    if not queue:
        return ways[table.open.choose("modes", len(ways))]
    wanted: list[str] = []
    while queue and len(wanted) < max(sizes):
        word = queue.pop(0)
        if word in SKIPS:
            break
        wanted.append(f"mode {word}")
    if queue and queue[0] in SKIPS and len(wanted) == max(sizes):
        queue.pop(0)
    found = [how for how in ways if sorted(w for w in how if w.startswith("mode ")) == sorted(wanted)]
    if not found:
        if len(set(wanted)) < len(wanted):
            raise NotDriven("one mode chosen twice")
        raise Refused(f"modes {wanted}")
    return found[0]


# --- abilities ---------------------------------------------------------------------------------------------------


def forms_of(table: Table, row: int, ability: Ability) -> list[str]:
    """The words of an ability: as the engine writes them, and as they are printed."""
    found = [plain(this(ability.text, "~"))] if ability.text else []
    proto = table.state.rows[row].cls.proto
    if proto is None:
        return found
    lines = _activated_lines(table, proto.name)
    there = abilities(table.state, row)
    if len(lines) == len(there):
        found.append(plain(lines[ability.index]))
    elif len(lines) == 1:
        found.append(plain(lines[0])) if len(there) == 1 else None
    else:
        mine = [line for line in lines if plain(line).split(":")[0] == found[0].split(":")[0]] if found else []
        found += [plain(line) for line in mine] if len(mine) == 1 else []
    return found


def _activated_lines(table: Table, name: str) -> list[str]:
    found = []
    for line in table.lines(name):
        line = line.strip("()") if line.startswith("(") else re.sub(r"\s*\([^)]*\)", "", line)
        if _ACTIVATED_LINE.match(line) or _KEYWORD_LINE.match(line):
            found.append(line)
    return found


def _matches(table: Table, option: Option, text: str, loose: bool) -> bool:
    there = abilities(table.state, option.row)
    if not 0 <= option.index < len(there):
        return False
    forms = forms_of(table, option.row, there[option.index])
    want = plain(text)
    if any(form.startswith(want) for form in forms):
        return True
    if want.startswith("equip") and any("attach" in form for form in forms):
        return want == "equip" or any(plain(l).replace(" ", "").startswith(want.replace(" ", "")) for l in forms)
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


def _activate_command(table: Table, seat: int, words: tuple[object, ...]) -> bool:
    text = str(words[0])
    rest = words[1:]
    if not condition_holds(table, rest[1:]):
        return False
    named = named_targets(rest[:1])
    low = text.lower()
    if low.startswith("flashback"):

        def casts(found: list[Option]) -> list[Option]:
            mine = [
                o for o in found if o.verb == "cast" and o.player == seat and "flashback" in o.how and not o.unknown
            ]
            return [o for o in mine if o.row == mine[0].row and o.how == mine[0].how]

        if _carry(table, seat, casts, named, text):
            return True
        raise Refused(f"{text} is not offered")
    chosen: list[tuple[str, ...]] = []

    def find(found: list[Option]) -> list[Option]:
        mine = find_ability(table, seat, text, found)
        if mine and not chosen:
            hows = list(dict.fromkeys(o.how for o in mine if o.row == mine[0].row))
            chosen.append(_modes(table, seat, hows))
        mine = [o for o in mine if o.how == chosen[0]] if mine else []
        if named and mine:
            aimed = [
                o
                for o in mine
                if any(
                    h >= 0 and table.fits(h, named[0])
                    for s in o.slots
                    if s.name in ("target", "divide")
                    for h in s.rows
                )
            ]
            mine = aimed or mine
        return mine

    if _carry(table, seat, find, named, text):
        return True
    mine_here = [
        r.cls.proto.name for r in table.state.rows.values() if r.cls.proto is not None and r.cls.controller == seat
    ]
    if any(plain(line).startswith(plain(text)) for name in set(mine_here) for line in _activated_lines(table, name)):
        unoffered = [
            o.how[0]
            for o in options(table.state)
            if o.index < 0 and (low.startswith(o.how[0]) or o.how[0].startswith(low))
        ]
        if unoffered:
            raise NotDriven(f"not offered: {unoffered[0]}")
        raise Refused(f"the ability is not offered: {text}")
    raise NotDriven("no ability with these words")


def _mana_ability(table: Table, seat: int, text: str) -> bool:
    def find(found: list[Option]) -> list[Option]:
        return [o for o in find_ability(table, seat, text, found) if abilities(table.state, o.row)[o.index].mana]

    there = [o for o in find(options(table.state))]
    for option in there:
        choice = fill(table, option)
        if verify(table.state, choice) is None:
            table.do(choice)
            return True
    try:
        return _carry(table, seat, find, [], text)
    except Refused:
        return False


def _play(table: Table, seat: int, name: str) -> bool:
    if name.startswith("@"):
        name = table.aliases.get(name[1:], name)
    found = [
        o for o in options(table.state) if o.verb == "play" and o.player == seat and same_name(table.name(o.row), name)
    ]
    fine = [o for o in found if not o.unknown]
    if fine:
        table.do(fill(table, fine[0]))
        return True
    if found:
        raise NotDriven(f"option unknown: {found[0].unknown}")
    if any(
        o.index < 0 and "back face" in o.how and same_name(str(table.book_name(o.row)), name)
        for o in options(table.state)
    ):
        raise NotDriven("not offered: back face")
    raise Refused(f"playing {name} is not offered")
