"""A position as people read it: players, boards, stack, in lines of at most 100 columns, and as JSON."""

from __future__ import annotations

import textwrap
from typing import Final

from reiterate.amounts import (
    Amount,
    Formula,
    Progression,
    differs,
    digits_text,
    is_zero,
    quantity_json,
    summed,
    value_of,
)
from reiterate.rules.access.state_access import active_seat, text_prop
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.pending import asked, decider, entry_text
from reiterate.rules.turn.state_based_actions import DRAWN, over
from reiterate.rules.turn.turn_structure import STEP_NAMES, step_name
from reiterate.script.describe import target_name
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, Ref, Row, State, player
from reiterate.state.properties import (
    COMMANDER_DAMAGE,
    COUNTER,
    DAMAGE,
    HOST,
    LIFE,
    LOST,
    MANA,
    NTH_TARGET,
    OUTCOME,
    OUTCOME_RULE,
    PLAYER,
    POISON_COUNTERS,
    SOURCE,
)
from reiterate.state.slots import names
from reiterate.terms.symbols import MANA_KINDS

WIDTH: Final = 100

_ASKED: Final = {
    "priority": "has priority",
    "order": "puts triggered abilities on the stack in an order of their choice",
    "target": "chooses a target",
    "may": "decides whether to do it",
    "toll": "decides whether to pay",
    "pick": "chooses what to give up",
    "cleanup": "discards to hand size",
    "keep": "chooses which legend to keep",
    "attack": "declares attackers",
    "block": "declares blockers",
    "assign": "assigns combat damage",
    "answer": "answers a question about what is happening",
    "continue": "goes on with what repeats itself",
}


def number(n: object) -> str:
    """An amount as text, shortened when long; where members differ the first two and the last."""
    if differs(n):
        two = [number(n.at(0)), number(n.at(1))]
        rest = ["..."] if not is_zero(n.members.count - 3) else []
        return ", ".join([*two, *rest, number(n.last)])
    assert isinstance(n, int | Formula)
    return digits_text(n)


def board_lines(state: State) -> list[str]:
    """The whole position, one thing a line."""
    lines = [f"turn of p{active_seat(state) + 1}, {STEP_NAMES[step_name(state)]}"]
    seat = 0
    while player(seat) in state.rows and state.rows[player(seat)].cls.kind == PLAYER:
        lines += _player_lines(state, seat)
        seat += 1
    if state.stack:
        lines.append("stack, top first:")
        for handle in state.stack:
            row = state.rows[handle]
            times = "" if row.n == 1 else f"{number(row.n)} x "
            at = targets_of(state, handle)
            aimed = f", targeting {' and '.join(at)}" if at else ""
            lines.append(f"  {times}{entry_text(state, handle)}{aimed} (p{row.cls.controller + 1})")
    lines.append(status(state))
    return fold(lines)


def targets_of(state: State, handle: int) -> list[str]:
    """The targets of something on the stack in words, in order; what is not there any more as "what is gone"."""
    refs = state.rows[handle].refs
    numbers = sorted(int(slot.removeprefix(NTH_TARGET)) for slot in refs if slot.removeprefix(NTH_TARGET).isdigit())
    named = [refs[f"{NTH_TARGET}{number}"] for number in numbers]
    return [target_name(state, ref.row) if isinstance(ref, Ref) else "what is gone" for ref in named]


def fold(lines: list[str]) -> list[str]:
    """The lines, each folded to at most ``WIDTH`` columns with its continuation indented."""
    found: list[str] = []
    for line in lines:
        if len(line) <= WIDTH:
            found.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
        found += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=True, break_on_hyphens=False)
    return found


def status(state: State) -> str:
    """Who decides, or how the game ended."""
    if over(state):
        outcome = text_prop(state.game, OUTCOME)
        result = "the game is a draw" if outcome == "draw" else f"{outcome.removesuffix('_wins')} has won"
        return f"{result} ({text_prop(state.game, OUTCOME_RULE)})"
    return f"p{decider(state) + 1} {_ASKED[asked(state)]}"


def _player_lines(state: State, seat: int) -> list[str]:
    row = state.rows[player(seat)]
    mana = " ".join(f"{number(amount)} {_mana_words(slot)}" for slot, amount in _pool(row))
    facts = [f"life {number(row.get(LIFE))}", f"library {number(in_zone(state, seat, LIBRARY))}"]
    for zone in (HAND, GRAVEYARD, EXILE, COMMAND):
        size = in_zone(state, seat, zone)
        if size:
            facts.append(f"{zone} {number(size)}")
    if mana:
        facts.append(f"mana {mana}")
    if row.get(POISON_COUNTERS) != 0:
        facts.append(f"poison {number(row.get(POISON_COUNTERS))}")
    for slot in names(row.num, COMMANDER_DAMAGE):
        facts.append(f"{number(row.get(slot))} combat damage by the commander of {slot.removeprefix(COMMANDER_DAMAGE)}")
    why = row.cls.prop(LOST)
    lost = "" if why is False else ", for whom the game is a draw" if why == DRAWN else ", lost the game"
    lines = [f"p{seat + 1}: " + ", ".join(facts) + lost]
    for handle, there in state.rows.items():
        if there.cls.zone == BATTLEFIELD and there.cls.controller == seat:
            lines.append("  " + permanent_text(state, handle))
    return lines + [f"  {other}" for other in dict.fromkeys(str(u) for u in unoffered(state, seat))]


def _pool(row: Row) -> list[tuple[str, Amount]]:
    """The mana of a player by its kind and, behind a stroke, what it may be spent on (106.6)."""
    slots = [slot.removeprefix(MANA) for slot in names(row.num, MANA)]
    slots.sort(key=lambda slot: (MANA_KINDS.index(slot[0]), slot))
    return [(slot, row.get(MANA + slot)) for slot in slots if row.get(MANA + slot) != 0]


def _mana_words(slot: str) -> str:
    kind, _, only = slot.partition("/")
    return f"{{{kind}}}" + (f" (only to {only})" if only else "")


def in_zone(state: State, seat: int, zone: str) -> int | Formula:
    """How many cards of a player are in a zone."""
    return summed(r.n for r in state.rows.values() if r.cls.zone == zone and r.cls.owner == seat)


def permanent_text(state: State, handle: int) -> str:
    """A row of permanents in words: how many, name, size, state, counters, what it is attached to."""
    row = state.rows[handle]
    proto = row.cls.proto
    assert proto is not None
    name = proto.name + (" token" if proto.token else "")
    many = "" if row.n == 1 else f"{number(row.n)} "
    text = many + (name if row.n == 1 or not proto.token else name + "s")
    if has_pt(view(state, handle)) and is_creature(state, handle):
        text += f" {_size(power(state, handle), toughness(state, handle))}"
    labels = sorted(label for label, named in state.labels.items() if named == handle)
    notes = [f'"{label}"' for label in labels]
    notes += ["tapped"] if row.cls.tapped else []
    notes += ["summoning-sick"] if row.cls.sick and is_creature(state, handle) else []
    notes += _counters(row)
    host = row.refs.get(HOST)
    if isinstance(host, Ref):
        on = state.rows[host.row].cls.proto
        notes.append(f"on {on.name if on is not None else 'a player'}")
    if row.cls.unread:
        notes.append("has a clause that is not understood")
    return text + (f" ({', '.join(notes)})" if notes else "")


def _size(up: Amount, out: Amount) -> str:
    """Power and toughness; where members differ, those of the first and of the last."""
    if not differs(up) and not differs(out):
        return f"{number(up)}/{number(out)}"
    low = "/".join(number(amount.first if differs(amount) else amount) for amount in (up, out))
    high = "/".join(number(amount.last if differs(amount) else amount) for amount in (up, out))
    return f"{low} to {high}"


def _counters(row: Row) -> list[str]:
    found = []
    for slot, amount in sorted(row.num.items()):
        if differs(amount):
            found.append(_differing(slot, amount))
        elif slot.startswith(COUNTER) and row.get(slot) != 0:
            kind = slot.removeprefix(COUNTER)
            found.append(f"{number(amount)} {kind} counter{'' if amount == 1 else 's'}")
        elif slot == DAMAGE and row.get(slot) != 0:
            found.append(f"{number(row.get(slot))} damage")
    return found


def _differing(slot: str, amount: object) -> str:
    """The amounts of members that differ, in order: 1, 2, ..., 9 +1/+1 counters."""
    assert isinstance(amount, Progression)
    width = amount.members.width
    each = "" if is_zero(width - 1) else f", {number(width)} with each number"
    words = slot.removeprefix(COUNTER) + " counters" if slot.startswith(COUNTER) else slot.replace(".", " ")
    return f"{number(amount)} {words}{each}"


def _quantity_json(amount: Amount) -> object:
    """A quantity; where members differ, the first, the step and the last, and how many members have each."""
    if not differs(amount):
        return quantity_json(value_of(amount))
    parts = {"first": amount.first, "step": amount.step, "last": amount.last, "each": amount.members.width}
    return {name: quantity_json(value_of(part)) for name, part in parts.items()}


def board_json(state: State) -> dict[str, object]:
    """The position as JSON: quantities are strings (or objects, when too long to write)."""
    players: dict[str, object] = {}
    seat = 0
    while player(seat) in state.rows and state.rows[player(seat)].cls.kind == PLAYER:
        row = state.rows[player(seat)]
        players[f"p{seat + 1}"] = {
            "life": quantity_json(value_of(row.get(LIFE))),
            "library": quantity_json(in_zone(state, seat, LIBRARY)),
            "hand": quantity_json(in_zone(state, seat, HAND)),
            "graveyard": quantity_json(in_zone(state, seat, GRAVEYARD)),
            "mana": {slot: quantity_json(value_of(amount)) for slot, amount in _pool(row)},
            "battlefield": [_permanent_json(state, h) for h in _controlled(state, seat)],
            **_commander_json(state, seat),
        }
        seat += 1
    stack = [
        {
            "source": _source_name(state, h),
            "text": entry_text(state, h),
            "controller": f"p{state.rows[h].cls.controller + 1}",
            "targets": targets_of(state, h),
            "count": quantity_json(value_of(state.rows[h].n)),
        }
        for h in state.stack
    ]
    return {
        "active": f"p{active_seat(state) + 1}",
        "step": step_name(state),
        "players": players,
        "stack": stack,
        "status": status(state),
    }


def _commander_json(state: State, seat: int) -> dict[str, object]:
    """Cards in the command zone and combat damage by commanders, where there are any (903)."""
    found: dict[str, object] = {}
    if in_zone(state, seat, COMMAND):
        found["command"] = quantity_json(in_zone(state, seat, COMMAND))
    num = state.rows[player(seat)].num
    dealt = {
        s.removeprefix(COMMANDER_DAMAGE): quantity_json(value_of(n))
        for s, n in sorted(num.items())
        if s.startswith(COMMANDER_DAMAGE)
    }
    if dealt:
        found["commander_damage"] = dealt
    return found


def _source_name(state: State, handle: int) -> str:
    """The name of a stack entry's source where it is kept: a spell itself, or what an ability still refers to."""
    row = state.rows[handle]
    source = row.refs.get(SOURCE)
    cls = row.cls
    if isinstance(source, Ref):
        cls = state.rows[source.row].cls
    elif source is not None:
        cls = source.cls
    return cls.proto.name if cls.proto is not None else ""


def _controlled(state: State, seat: int) -> list[int]:
    return [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == seat]


def _permanent_json(state: State, handle: int) -> dict[str, object]:
    row = state.rows[handle]
    proto = row.cls.proto
    assert proto is not None
    found: dict[str, object] = {
        "name": proto.name,
        "count": quantity_json(value_of(row.n)),
        "token": proto.token,
        "tapped": row.cls.tapped,
        "counters": {
            slot.removeprefix(COUNTER): _quantity_json(value)
            for slot, value in sorted(row.num.items())
            if slot.startswith(COUNTER) and (differs(value) or value != 0)
        },
    }
    if has_pt(view(state, handle)) and is_creature(state, handle):
        found["power"] = _quantity_json(power(state, handle))
        found["toughness"] = _quantity_json(toughness(state, handle))
    return found
