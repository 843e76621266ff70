"""What players do with priority: casting, activating, playing lands."""

from __future__ import annotations

import re

from reiterate.api import options, question
from tests.peers.activating import activate, mana_ability
from tests.peers.cases import Command, NotDriven, Refused, is_player
from tests.peers.casting import cast
from tests.peers.filling import fill
from tests.peers.table import Table, plain, same_name


def condition_holds(table: Table, rest: tuple[object, ...]) -> bool:
    """Whether what a command waits for is so: something on the stack, or not, or mana in the pool."""
    if not rest or rest[0] in (None, ""):
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
        return mana_ability(table, command.seat, text)
    if text.startswith("Cast "):
        return _cast_command(table, command.seat, (text[5:], *words[1:]))
    if text.startswith("Play "):
        return _play(table, command.seat, text[5:])
    if not condition_holds(table, words[2:]):
        return False
    return activate(table, command.seat, text, named_targets(words[1:2]))


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


def _play(table: Table, seat: int, name: str) -> bool:
    if name.startswith("@"):
        name = table.aliases.get(name[1:], name)
    found = [
        o for o in options(table.state) if o.verb == "play" and o.player == seat and same_name(table.face(o), name)
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
