"""A state of the engine as the board of an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from reiterate.amounts import Amount, Formula, differs, is_zero, summed
from reiterate.ask.answer import Board, Mana, Permanent, Player, Waiting
from reiterate.ask.answer_parts import Quantity, quantity
from reiterate.rules.access.faces import front_of, is_down
from reiterate.rules.access.state_access import active_seat, text_prop
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.rules.costs.payment import announces_x
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.pending import asked, decider, entry_text, entry_words
from reiterate.rules.events.combat_state import defender_of
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.turn.state_based_actions import DRAWN, over
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import target_name
from reiterate.script.position_announced import spell_costs
from reiterate.script.whose import asked_about, source_names, source_row, with_source
from reiterate.state.amount_slots import names, written
from reiterate.state.model import (
    BATTLEFIELD,
    COMMAND,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    Ref,
    Reference,
    Row,
    State,
    player,
)
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import (
    ATTACKING,
    BLOCKED,
    BLOCKING,
    BLOCKS,
    CARD,
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
    X,
)
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import has_kind
from reiterate.terms.effects_mana import Unit, unit_of
from reiterate.terms.quantities import CountersRemoved
from reiterate.terms.vocabulary import MANA_KINDS

#: Zones beside the battlefield and the stack, in the order in which a board calls their cards.
BESIDE: Final = (HAND, GRAVEYARD, EXILE, COMMAND, LIBRARY)

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

#: The same where it is known whose ability this is about.
_ABOUT: Final = {"target": "chooses a target of {}", "answer": "chooses a mode of {}"}


#: What a permanent says, by its row, where that is another text than what stands on cards of its name; and what gave it which of these lines.
OwnText: TypeAlias = Callable[[int], tuple[list[str], dict[str, str]] | None]


def board_of(state: State, text: OwnText = lambda handle: None) -> Board:
    """The board of a state: its players in seat order, the stack from its top. ``text``: of each permanent, where there is a book of cards."""
    ids = object_ids(state)
    players = [_player(state, seat, ids, text) for seat in range(_players(state))]
    return Board(
        active=seat_name(active_seat(state)),
        step=step_name(state),
        players=players,
        stack=stack_of(state, ids),
        decides=None if over(state) else seat_name(decider(state)),
        outcome=text_prop(state.game, OUTCOME) if over(state) else "",
        status=status(state),
    )


def _players(state: State) -> int:
    return next(n for n in count() if player(n) not in state.rows or state.rows[player(n)].cls.kind != PLAYER)


def object_ids(state: State) -> dict[int, str]:
    """What a board calls the players and the objects that it lists, by their rows.

    Players are ``p1``, ``p2`` and so on. Objects are "1", "2" and so on, in the order of the list. Permanents come first,
    then the stack from its top, then cards of other zones by owner, zone and name. Cards of one name in one zone share
    a number. In: a position as somebody sees it. A hidden card has no number and changes no other number.
    """
    many = _players(state)
    ids = {player(seat): seat_name(seat) for seat in range(many)}
    for seat in range(many):
        for handle, row in state.rows.items():
            if row.cls.zone == BATTLEFIELD and row.cls.controller == seat:
                ids[handle] = str(len(ids) - many + 1)
    for handle in state.stack:
        ids[handle] = str(len(ids) - many + 1)
    beside: dict[tuple[int, int, str], list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.kind == CARD and row.cls.zone in BESIDE and row.cls.proto not in (None, UNKNOWN_CARD):
            assert row.cls.proto is not None
            beside.setdefault((row.cls.owner, BESIDE.index(row.cls.zone), row.cls.proto.name), []).append(handle)
    first = len(ids) - many + 1
    for number, key in enumerate(sorted(beside), first):
        ids |= dict.fromkeys(beside[key], str(number))
    return ids


def seat_name(seat: int) -> str:
    """A player as answers name them: ``p1`` sits first."""
    return f"p{seat + 1}"


def status(state: State) -> str:
    """Who decides, or how the game ended."""
    if over(state):
        winner = winner_of(text_prop(state.game, OUTCOME))
        result = "the game is a draw" if winner is None else f"{seat_name(winner)} has won"
        return f"{result} ({text_prop(state.game, OUTCOME_RULE)})"
    about = asked_about(state)
    what = _ABOUT[asked(state)].format(about) if about else _ASKED[asked(state)]
    return f"{seat_name(decider(state))} {what}"


def _player(state: State, seat: int, ids: Mapping[int, str], text: OwnText) -> Player:
    row = state.rows[player(seat)]
    return Player(
        name=seat_name(seat),
        life=quantity(row.get(LIFE)),
        library=_cards(state, seat, LIBRARY),
        hand=_cards(state, seat, HAND),
        graveyard=_cards(state, seat, GRAVEYARD),
        exile=_cards(state, seat, EXILE),
        command=_cards(state, seat, COMMAND),
        poison=quantity(row.get(POISON_COUNTERS)),
        mana=_pool(row),
        commander_damage={
            s.removeprefix(COMMANDER_DAMAGE): quantity(row.get(s)) for s in sorted(names(row.num, COMMANDER_DAMAGE))
        },
        lost=_lost(row),
        battlefield=[
            _permanent(state, handle, ids, text(handle))
            for handle, there in state.rows.items()
            if there.cls.zone == BATTLEFIELD and there.cls.controller == seat
        ],
        not_offered=list(dict.fromkeys(str(each) for each in unoffered(state, seat))),
    )


def _cards(state: State, seat: int, zone: str) -> Quantity:
    """How many cards of a player are in a zone."""
    many: int | Formula = summed(r.n for r in state.rows.values() if r.cls.zone == zone and r.cls.owner == seat)
    return quantity(many)


def _lost(row: Row) -> Literal["", "lost", "draw"]:
    why = row.cls.prop(LOST)
    return "" if why is False else "draw" if why == DRAWN else "lost"


def _pool(row: Row) -> list[Mana]:
    """The mana of a player by its kind and, behind a stroke, what it may be spent on (106.6)."""
    slots = [slot.removeprefix(MANA) for slot in names(row.num, MANA)]
    slots.sort(key=lambda slot: (MANA_KINDS.index(slot[0]), slot))
    found = []
    for slot in slots:
        amount = row.get(MANA + slot)
        if amount != 0:
            unit = unit_of(slot) or Unit(slot)
            made = Mana(kind=unit.kind, only=unit.only, amount=quantity(amount), until=unit.until or UNSET)
            found.append(made)
    return found


def _permanent(
    state: State, handle: int, ids: Mapping[int, str], text: tuple[list[str], dict[str, str]] | None
) -> Permanent:
    row = state.rows[handle]
    proto = row.cls.proto
    assert proto is not None
    seen = view(state, handle)
    creature = is_creature(state, handle)
    sized = has_pt(seen) and creature
    host = row.refs.get(HOST)
    on = state.rows[host.row].cls.proto if isinstance(host, Ref) else None
    return Permanent(
        name=proto.name,
        count=quantity(row.n),
        token=proto.token,
        labels=sorted(label for label, named in state.labels.items() if named == handle),
        tapped=row.cls.tapped,
        summoning_sick=row.cls.sick and creature and "haste" not in seen.keywords,  # 702.10
        power=quantity(power(state, handle)) if sized else None,
        toughness=quantity(toughness(state, handle)) if sized else None,
        counters={
            slot.removeprefix(COUNTER): quantity(amount)
            for slot, amount in sorted(row.num.items())
            if slot.startswith(COUNTER) and _there(amount)
        },
        amounts={
            slot: quantity(amount)
            for slot, amount in sorted(row.num.items())
            if not slot.startswith(COUNTER) and (differs(amount) or (slot == DAMAGE and _there(amount)))
        },
        attached_to="" if not isinstance(host, Ref) else on.name if on is not None else "a player",
        not_understood=row.cls.opaque,
        id=ids[handle],
        host=_called(host, ids),
        text=UNSET if text is None else text[0],
        given=text[1] if text is not None and text[1] else UNSET,
        face_down=_under(row),
        attacks=_attacked(state, handle, ids) if row.cls.prop(ATTACKING) else UNSET,
        blocks=_called(row.refs.get(BLOCKS), ids) if row.cls.prop(BLOCKING) else UNSET,
        blocked=row.cls.prop(BLOCKED) or UNSET,
    )


def _called(found: Reference | None, ids: Mapping[int, str]) -> str:
    """What the board calls what a row refers to; "" for nothing, and for what is no longer there."""
    return ids.get(found.row, "") if isinstance(found, Ref) else ""


def _attacked(state: State, handle: int, ids: Mapping[int, str]) -> str:
    at = defender_of(state, handle)
    return "" if at is None else ids[at]


def _under(row: Row) -> str | UnsetType:
    """The name of the card that lies face down, "" where it is covered (708.5); ``UNSET`` for what lies face up."""
    own = front_of(row.cls) if is_down(row.cls) else None
    return UNSET if own is None else "" if own == UNKNOWN_CARD else own.name


def _there(amount: Amount) -> bool:
    return differs(amount) or not is_zero(amount)


def stack_of(state: State, ids: Mapping[int, str]) -> list[Waiting]:
    """The entries of the stack from its top, as parts of an answer. ``ids``: what the board calls each row, as of ``object_ids``."""
    return [waiting_of(state, handle, ids) for handle in state.stack]


def waiting_of(state: State, handle: int, ids: Mapping[int, str]) -> Waiting:
    """An entry of the stack as a part of an answer.

    In: ``handle``, its row. ``ids``: what the board calls each row, as of ``object_ids``. A row that is not there is called "".
    """
    row = state.rows[handle]
    names = source_names(state, handle)
    return Waiting(
        text=with_source(entry_text(state, handle), names),
        source=names[0] if len(names) == 1 else "",
        sources=list(names) if len(names) > 1 else [],
        controller=seat_name(row.cls.controller),
        targets=targets_of(state, handle),
        count=quantity(row.n),
        no_words=not entry_words(state, handle),
        id=ids.get(handle, ""),
        aims=[ids.get(ref.row, "") if isinstance(ref, Ref) else "" for ref in _aimed(state, handle)],
        x=_announced(row),
        triggered=isinstance(row.cls.term, Triggered),
        from_id=_from(state, handle, ids),
        face_down=_under(row),
    )


def _from(state: State, handle: int, ids: Mapping[int, str]) -> str | UnsetType:
    """What the board calls the source of an ability on the stack; ``UNSET`` where none on it, or more than one, can be that."""
    source = source_row(state, handle)
    return UNSET if source is None else ids.get(source, UNSET)


def _announced(row: Row) -> Quantity | UnsetType:
    """The X of something on the stack (107.3a), also where that is 0; ``UNSET`` where none was announced."""
    term, proto = row.cls.term, row.cls.proto
    if term is not None and has_kind(term, CountersRemoved):
        return UNSET  # this number says how many counters were removed
    costs = term.costs if isinstance(term, Activated) else spell_costs(proto) if proto is not None else ()
    asks = announces_x(costs) or (proto is not None and "X" in (proto.mana_cost or ()))
    return quantity(row.get(X)) if asks or written(row.num, X) else UNSET


def targets_of(state: State, handle: int) -> list[str]:
    """The targets of something on the stack in words, in order; an object that left is "what is gone"."""
    named = _aimed(state, handle)
    return [target_name(state, ref.row) if isinstance(ref, Ref) else "what is gone" for ref in named]


def _aimed(state: State, handle: int) -> list[Reference]:
    """The targets of something on the stack, in order."""
    refs = state.rows[handle].refs
    numbers = sorted(int(slot.removeprefix(NTH_TARGET)) for slot in refs if slot.removeprefix(NTH_TARGET).isdecimal())
    return [refs[f"{NTH_TARGET}{number}"] for number in numbers]
