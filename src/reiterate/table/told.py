"""What an entry of a game did, in words that a player would say.

The words are made of the choices, and of what everybody saw change.

Nothing is read from the words of a line: choices and positions are typed, and the words are made of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reiterate.amounts import Amount, differs, is_zero, value_of
from reiterate.ask.answer_parts import quantity
from reiterate.loops.play import play
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, ORDER, PASS, PLAY, TARGET, Choice
from reiterate.rules.access.same_member import real_row
from reiterate.rules.access.state_access import active_seat, seats, text_prop
from reiterate.rules.characteristics.evaluate import is_creature
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import casts_face_down
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.naming_words import ability_called
from reiterate.script.saying import deed_text, say_mana
from reiterate.script.script import TO_ITS_END, Repeat
from reiterate.script.whose import asking, source_names
from reiterate.shortcuts.played_script import Part, PlayedScript
from reiterate.show.game_words import listed
from reiterate.state.events import Event
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, State, player
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import ABILITY, CARD, COUNTER, DAMAGE, LIFE, MANA, OUTCOME, PLAYER
from reiterate.table.hiding import everybodys
from reiterate.terms.abilities import Triggered, is_mana_ability
from reiterate.terms.costs import TapCost

#: What was made with a line: the position before each choice, the choice, and what happened then.
Made: TypeAlias = Sequence[tuple[State, Choice, Sequence[Event]]]

#: Consequences that are told of one entry; objects of one kind of change; choices of a lap that are looked at.
MOST: Final = 4
FEW: Final = 3
LONGEST: Final = 200

#: What targets are called: one of them, or another number.
_TARGETS: Final = {True: "target", False: "targets"}

#: How something leaves the stack, by what its event says.
_LEFT: Final = {"resolved": "resolves", "countered": "is countered", "did not resolve": "does not resolve"}


@dataclass(frozen=True, slots=True)
class Told:
    """What an entry did, in words behind the name of who did it, and what came of it; "" and () where nothing can be said."""

    did: str = ""
    then: tuple[str, ...] = ()


def told_choice(made: Made, after: State) -> Told:
    """What a line did: its choices, and what everybody saw change from before it to ``after``."""
    if not made:
        return Told()
    before = made[0][0]
    deeds = [_deed(*each) for each in made]
    seen = [everybodys(each) for each in (before, after)]
    did = ", ".join(dict.fromkeys(each for each in deeds if each)) if all(deeds) else ""
    if len(made) > 1 and all(choice.verb == PASS for _, choice, _ in made):
        did = "passes, and so do all" if len({choice.player for _, choice, _ in made}) > 1 else "passes"
    return Told(did, tuple(_then(made, *seen)))


def told_taken(before: State, after: State) -> tuple[str, ...]:
    """What everybody sees change as a shortcut is taken."""
    return tuple(_first(_changed(everybodys(before), everybodys(after), frozenset())))


def told_script(script: PlayedScript) -> str:
    """What a shortcut does, by what acts in it: ``10^100 times: Midnight Guard's ability``; "" where that can't be told."""
    parts = [_told_part(each) for each in script.parts]
    return "; ".join(parts) if all(parts) else ""


def _told_part(part: Part) -> str:
    states: list[State] = []
    head = part.loop.heads[0]
    try:
        played = play(head, part.reader, upto=LONGEST, observe=lambda at, _: states.append(at))
    except Unsupported:
        return ""
    acts = [_acts(at, choice) for at, choice in zip(states, played.choices, strict=False)]
    told = listed(dict.fromkeys(each for each in acts if each)) if any(acts) else "all pass"
    if not isinstance(part.node, Repeat):
        return told
    often = "until it ends" if part.node.until == TO_ITS_END else part.node.until
    return f"{often or f'{quantity(part.count).text()} times'}: {told}"


def _acts(state: State, choice: Choice) -> str:
    """What acts at a choice of a lap: an ability by its source; "" for what only follows."""
    if choice.verb == ACTIVATE and not choice.apart:
        name = _activated_name(state, choice)
        return f"{name} for mana" if _makes_mana(state, choice) else ability_called([name], False)
    if choice.verb in (CAST, PLAY):
        return f"{choice.verb} {_card(state, choice)}"
    return "attack" if choice.verb == ATTACK and choice.picks else ""


# --- deeds -------------------------------------------------------------------------------------------------------


def _deed(state: State, choice: Choice, events: Sequence[Event]) -> str:
    """A choice in words behind its player's name; "" for one that its line says best."""
    if choice.verb == PASS:
        return "passes"
    if choice.apart:
        return ""
    if choice.verb == PLAY:
        return f"plays {_card(state, choice)}"
    if choice.verb == CAST:
        how = "".join(f" with {word}" for word in choice.how if word in _WAYS)
        return f"casts {_card(state, choice)}{how}{_aims(state, choice)}{_x(choice)}"
    if choice.verb == ACTIVATE:
        return _activated(state, choice, events)
    if choice.verb == TARGET:
        whose = asking(everybodys(state))
        named = _named(state, choice)
        aims = f"{_TARGETS[len(named) == 1]} {listed(named)}" if named else "no target"
        return f"chooses {aims}{f' for {whose}' if whose else ''}"
    if choice.verb == ORDER:
        return f"puts {_name(state, choice.row)} on the stack first"
    if choice.verb == ATTACK:
        return f"attacks with {_several(state, choice)}" if choice.picks else "does not attack"
    if choice.verb == BLOCK:
        return f"blocks with {_several(state, choice)}" if choice.picks else "does not block"
    return ""


#: Ways to cast that players call by one word.
_WAYS: Final = frozenset(
    {"kicker", "flashback", "buyback", "overload", "evoke", "escape", "dash", "madness", "convoke"}
)


def _activated(state: State, choice: Choice, events: Sequence[Event]) -> str:
    name, abilities = _activated_name(state, choice), abilities_at(state, choice.row)
    many = "" if is_zero(choice.count) else f" {quantity(choice.count).text()} times"
    if _makes_mana(state, choice):
        taps = any(isinstance(cost, TapCost) for cost in abilities[choice.index].costs)
        made = say_mana(tuple(_mana_made(state, choice.player, events).items()))
        return f"{'taps' if taps else 'uses'} {name}{many}{f' for {made}' if made else ' for mana'}"
    aims = f"{_aims(state, choice)}{_x(choice)}"
    deed = deed_text(state, choice.row, abilities[choice.index]) if len(set(abilities)) > 1 else ""
    return f"activates {name}{many}{aims}{f': {deed}' if deed else ''}"


def _activated_name(state: State, choice: Choice) -> str:
    """What is activated: a card in a hand is revealed by that (602.2a)."""
    return _card(state, choice) if state.rows[choice.row].cls.zone == HAND else _name(state, choice.row)


def _makes_mana(state: State, choice: Choice) -> bool:
    return is_mana_ability(abilities_at(state, choice.row)[choice.index])


def _mana_made(state: State, seat: int, events: Sequence[Event]) -> dict[str, Amount]:
    """The mana that came into a player's pool, by its kinds."""
    pool = player(seat)
    found: dict[str, Amount] = {}
    for event in events:
        if event.row == pool and event.key.startswith(MANA) and event.op == "add" and not _less(event.amount):
            kind = event.key.removeprefix(MANA)[:1]
            found[kind] = found.get(kind, 0) + value_of(event.amount)
    return found


def _less(amount: Amount) -> bool:
    value = value_of(amount)
    return isinstance(value, int) and value < 0


def _card(state: State, choice: Choice) -> str:
    """The card that is cast or played, which everybody sees then, unless it is face down."""
    proto = state.rows[choice.row].cls.proto
    return "a card face down" if proto is None or casts_face_down(state, choice) else proto.name


def _aims(state: State, choice: Choice) -> str:
    named = _named(state, choice)
    return f", {_TARGETS[len(named) == 1]} {listed(named)}" if named else ""


def _named(state: State, choice: Choice) -> list[str]:
    """The targets of a choice, as everybody calls them."""
    return [_name(state, real_row(choice, each)) for each in choice.targets if each != NONE]


def _x(choice: Choice) -> str:
    return "" if is_zero(choice.x) else f", X = {quantity(choice.x).text()}"


def _several(state: State, choice: Choice) -> str:
    counts: dict[str, Amount] = {}
    for row, count in choice.picks:
        name = _name(state, row)
        counts[name] = counts.get(name, 0) + value_of(count)
    return listed(_many(name, count) for name, count in counts.items())


def _many(name: str, count: Amount) -> str:
    return name if value_of(count) == 1 else f"{quantity(count).text()} {name}"


def _name(state: State, handle: int) -> str:
    """What everybody calls a row."""
    seen = everybodys(state)
    row = seen.rows.get(handle)
    if row is None:
        return "what is gone"
    if row.cls.kind == PLAYER:
        return f"p{row.cls.owner + 1}"
    if row.cls.proto is not None:
        return "a face-down card" if row.cls.proto == UNKNOWN_CARD else row.cls.proto.name
    return _entry_called(seen, handle)


def _entry_called(seen: State, handle: int) -> str:
    """What everybody calls an entry of the stack: a spell, or an ability by its source or else its controller."""
    cls = seen.rows[handle].cls
    if cls.proto is not None and cls.kind != ABILITY:
        return "a face-down spell" if cls.proto == UNKNOWN_CARD else cls.proto.name
    whose = source_names(seen, handle) or (f"p{cls.controller + 1}",)
    return ability_called(whose, isinstance(cls.term, Triggered))


# --- what came of it ---------------------------------------------------------------------------------------------


def _then(made: Made, before: State, after: State) -> Iterator[str]:
    """What came of a line: what left the stack and what that did, what came onto the stack, another step, the end of the game."""
    gone = [handle for handle in before.stack if handle not in after.stack]
    how = {
        event.row: event.what for _, _, events in made for event in events if event.row in gone and event.what in _LEFT
    }
    resolved = [_entry_called(before, each) for each in gone]
    acted = any(choice.verb not in (PASS, TARGET) for _, choice, _ in made)
    played = [_card(state, choice) for state, choice, _ in made if choice.verb == PLAY]
    changes = list(_first(_changed(before, after, frozenset((*resolved, *played)))))
    if gone and not acted:
        ways = [f"{name} {_LEFT[how.get(each, 'resolved')]}" for name, each in zip(resolved, gone, strict=True)]
        yield listed(ways) + (f": {', '.join(changes)}" if changes else "")
    else:
        yield from changes
    come = [each for each in after.stack if each not in before.stack]
    triggers = [each for each in come if isinstance(after.rows[each].cls.term, Triggered)]
    if triggers:
        called = listed(dict.fromkeys(_entry_called(after, each) for each in triggers))
        yield f"{called} {'goes' if len(triggers) == 1 else 'go'} on the stack"
    turn = active_seat(before) != active_seat(after)
    if not over(after) and (turn or step_name(before) != step_name(after)):
        begun = f"p{active_seat(after) + 1}'s turn begins" if turn else "next"
        yield f"{begun}: {STEP_NAMES[step_name(after)]}"
    if over(after):
        winner = winner_of(text_prop(after.game, OUTCOME))
        yield "the game is a draw" if winner is None else f"p{winner + 1} has won"


def _first(changes: Iterator[str]) -> Iterator[str]:
    """The first changes, and that there are more."""
    for number, each in enumerate(changes):
        if number == MOST:
            yield "…"
            return
        yield each


#: What can be counted on a board: a kind, a seat, and names.
_Key: TypeAlias = "tuple[str, int, str, str]"


def _counted(state: State) -> dict[_Key, Amount]:
    """The board in numbers: life, cards in zones, permanents by name, and what is on them."""
    found: dict[_Key, Amount] = {}

    def add(kind: str, seat: int, name: str, amount: Amount, of: str = "") -> None:
        found[kind, seat, name, of] = found.get((kind, seat, name, of), 0) + value_of(amount)

    for handle, row in state.rows.items():
        cls = row.cls
        name = "" if cls.proto is None else cls.proto.name
        if cls.kind == PLAYER:
            add(LIFE, cls.owner, "", row.get(LIFE))
        elif cls.zone == BATTLEFIELD and cls.proto is not None:
            token = "token" if cls.proto.token else ""
            add(BATTLEFIELD, cls.controller, name, row.n, token)
            if is_creature(state, handle):
                add("creature", cls.controller, name, row.n, token)
            add("tapped", cls.controller, name, row.n if cls.tapped else 0)
            for slot, value in row.num.items():
                if slot.startswith(COUNTER) and not differs(value):
                    add(COUNTER, cls.controller, name, value_of(value) * value_of(row.n), slot.removeprefix(COUNTER))
                elif slot == DAMAGE and not differs(value):
                    add(DAMAGE, cls.controller, name, value)
        elif cls.kind == CARD and cls.zone in (HAND, LIBRARY, GRAVEYARD, EXILE):
            add(cls.zone, cls.owner, "", row.n)
            if cls.zone in (GRAVEYARD, EXILE):
                add(cls.zone, cls.owner, name, row.n)
    return found


def _changed(before: State, after: State, known: frozenset[str]) -> Iterator[str]:
    """What everybody saw change, the weightiest first. ``known``: what was played or left the stack meanwhile, and is told of already."""
    try:
        old, new = _counted(before), _counted(after)
    except Unsupported:
        return
    keys = sorted({*old, *new})
    more = {key: new.get(key, 0) - old.get(key, 0) for key in keys}
    more = {key: n for key, n in more.items() if not is_zero(n)}
    yield from _left_and_came(more, old, known)
    for seat in seats(before):
        yield from _of_player(more, seat, known)
    yield from _on_permanents(more)


def _size(n: Amount) -> Amount:
    return -n if _less(n) else n


def _called(name: str, n: Amount, token: str, one: str, several: str) -> str:
    """So many objects of a name and their verb: ``Grizzly Bears dies``, ``10^100 Elf Warrior tokens enter``."""
    single = value_of(n) == 1
    called = name + ("" if not token else " token" if single else " tokens")
    if single and token:
        called = f"{'an' if name[:1] in 'AEIOU' else 'a'} {called}"
    return f"{called} {one}" if single else f"{quantity(n).text()} {called} {several}"


def _left_and_came(more: Mapping[_Key, Amount], old: Mapping[_Key, Amount], known: frozenset[str]) -> Iterator[str]:
    for (kind, seat, name, token), n in more.items():
        if kind != BATTLEFIELD:
            continue
        if _less(n):
            if any(key[:1] + key[2:] == (kind, name, token) and not _less(m) for key, m in more.items()):
                continue  # another player controls it now
            went = next((zone for zone in (GRAVEYARD, EXILE) for at in more if at[0] == zone and at[2] == name), "")
            creature = ("creature", seat, name, token) in old
            verb = {GRAVEYARD: ("dies", "die") if creature else ("goes to the graveyard", "go to the graveyard")}
            ways = verb | {EXILE: ("is exiled", "are exiled")}
            yield _called(name, _size(n), token, *ways.get(went, ("leaves the battlefield", "leave the battlefield")))
            continue
        if any(key[0] == kind and key[2:] == (name, token) and _less(m) for key, m in more.items()):
            yield f"p{seat + 1} gains control of {_many(name, n)}"
        elif name not in known or value_of(n) != 1:
            yield _called(name, n, token, "enters the battlefield", "enter the battlefield")


def _of_player(more: Mapping[_Key, Amount], seat: int, known: frozenset[str]) -> Iterator[str]:
    who, life = f"p{seat + 1}", more.get((LIFE, seat, "", ""))
    hand, library = more.get((HAND, seat, "", ""), 0), more.get((LIBRARY, seat, "", ""), 0)
    if life is not None:
        yield f"{who} {'loses' if _less(life) else 'gains'} {quantity(_size(life)).text()} life"
    if not is_zero(hand) and not _less(hand) and _less(library):
        yield f"{who} draws {_cards(hand)}"
    lost = {key[2] for key, n in more.items() if key[0] == BATTLEFIELD and _less(n)} | known
    put = {key[2]: n for key, n in more.items() if key[:2] == (GRAVEYARD, seat) and key[2] and not _less(n)}
    came = [_many(name, n) for name, n in put.items() if name not in lost]
    if came and _less(hand):
        yield f"{who} discards {listed(came[:FEW])}"
    elif came and _less(library):
        yield f"{who} mills {_cards(_size(library))}"


def _cards(n: Amount) -> str:
    return "a card" if value_of(n) == 1 else f"{quantity(n).text()} cards"


def _on_permanents(more: Mapping[_Key, Amount]) -> Iterator[str]:
    untapped: list[str] = []
    for (kind, seat, name, of), n in more.items():
        there = more.get((BATTLEFIELD, seat, name, ""), 0)
        if kind == COUNTER and not _less(there):
            verb = "loses" if _less(n) else "gets"
            size = _size(n)
            yield f"{name} {verb} {'a' if value_of(size) == 1 else quantity(size).text()} {of} counter{'' if value_of(size) == 1 else 's'}"
        elif kind == DAMAGE and not _less(n):
            yield f"{quantity(n).text()} damage on {name}"
        elif kind == "tapped" and _less(n) and not _less(there):
            untapped.append(name)
    if untapped:
        many = len(untapped) > FEW
        yield (
            f"{len(untapped)} kinds of permanents untap"
            if many
            else f"{listed(untapped)} {'untaps' if len(untapped) == 1 else 'untap'}"
        )
