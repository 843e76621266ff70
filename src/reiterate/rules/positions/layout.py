"""Laying out a position: a fresh game, objects put where they are to be, and what priority there says of it (117.5, 613.1b, 704.3).

Laying out a position: a fresh game with players, and objects put where they are to be.

The defaults are those of the position format: 20 life, first main phase of the first player, who
has priority. Stack, pools, hands and graveyards are empty; a library has 53 unknown plain cards.

A position that is laid out is one in which somebody has priority: what that says of it (117.5, 613.1b, 704.3).

Who controls what is what continuous effects make it from the first line on. State-based actions
have been performed already: where one still would be, there is no such position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.amounts import Amount, at_most, is_zero
from reiterate.refusals import Unsupported
from reiterate.rules.access.questions import Need
from reiterate.rules.access.state_access import about, seats, text_prop, turn_into
from reiterate.rules.characteristics.evaluate import statics, toughness, types_of
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import control, daytime
from reiterate.rules.events.attaching import is_aura
from reiterate.rules.events.commander import name_of_commander
from reiterate.rules.events.counters import refuse_elsewhere, refuse_kinds_with_rules
from reiterate.rules.events.players import arrivals_kept, bless
from reiterate.rules.turn import state_based_actions
from reiterate.state.amount_slots import names
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    GAME,
    LIBRARY,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
    player,
)
from reiterate.state.properties import (
    ACTIVE,
    ARRIVED,
    ASKED,
    BLESSED,
    CARD,
    CHOSEN,
    COMMANDER,
    COMMANDER_CASTS,
    COUNTER,
    DAMAGE,
    HOST,
    LIBRARY_OF,
    LIFE,
    LOST,
    LOYALTY_COUNTERS,
    MASTER,
    NEXT_MASTER,
    NTH_CARD,
    NTH_LINK,
    ON,
    PASSES,
    PLAYER,
    PRINTED,
    RANGE,
    RETURN,
    SHUFFLED,
    STEP,
    TIMESTAMPS,
    TOKEN,
    WHO,
    WHOLE_GAME,
    TextName,
)
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import Ascend

# --- layout --------------------------------------------------------------------------------------

#: A card of which only the declared facts are known: nothing triggers on or replaces its being drawn or moved.
UNKNOWN_CARD: Final = Proto("unknown card", ())

DEFAULT_LIFE: Final = 20
DEFAULT_LIBRARY: Final = 53


def _none(amount: Amount) -> bool:
    """Whether an amount is plain 0. Records nothing."""
    return type(amount) is int and amount == 0


class Layout:
    """A position being laid out; ``done`` gives the state."""

    __slots__ = ("fresh", "labels", "rows", "seqs")

    def __init__(self, players: int, active: int = 0, step: str = "main1") -> None:
        props = ((ACTIVE, active), (ASKED, "priority"), (PASSES, 0), (STEP, step), (WHO, active))
        self.rows: dict[int, Row] = {GAME: Row(make_class(WHOLE_GAME, props=props), {}, 1, {})}
        self.seqs: dict[str, tuple[int, ...]] = {}
        self.labels: dict[str, int] = {}
        for seat in range(players):
            cls = make_class(PLAYER, owner=seat, controller=seat)
            self.rows[player(seat)] = Row(cls, {LIFE: DEFAULT_LIFE}, 1, {})
        self.fresh = players + 1

    def set_player(self, seat: int, slot: str, amount: Amount) -> None:
        """Set a player's amount: ``life``, ``mana.C``, ``counter.poison``.

        Raises ``Unsupported`` for counters that do something by the rules which is not implemented (122.1).
        """
        if slot.startswith(COUNTER) and not _none(amount):
            refuse_kinds_with_rules(slot.removeprefix(COUNTER))
            refuse_elsewhere(slot.removeprefix(COUNTER))
        row = self.rows[player(seat)]
        self.rows[player(seat)] = Row(row.cls, {**row.num, slot: amount}, 1, row.refs)

    def controlled(self, seat: int, master: int, later: bool) -> None:
        """Say who controls a player during this turn, or (``later``) during that player's next turn (722)."""
        row = self.rows[player(seat)]
        cls = row.cls.with_prop(NEXT_MASTER if later else MASTER, f"p{master + 1}")
        self.rows[player(seat)] = Row(cls, row.num, row.n, row.refs)

    def set_range(self, seats: int) -> None:
        """Limit every player's range of influence to that many seats (801.2)."""
        row = self.rows[GAME]
        self.rows[GAME] = Row(row.cls.with_prop(RANGE, seats), row.num, row.n, row.refs)

    def put(
        self,
        proto: Proto,
        seat: int,
        zone: str = BATTLEFIELD,
        n: Amount = 1,
        *,
        controller: int | None = None,
        tapped: bool = False,
        sick: bool = False,
        counters: dict[str, Amount] | None = None,
        damage: Amount = 0,
        label: str = "",
        card: Proto | None = None,
    ) -> int:
        """Put ``n`` alike objects of a player into a zone and return their row.

        ``card``: what a permanent with its back face up is printed as (712.8f). Raises ``Unsupported`` for counters that do something by the rules which is not implemented (122.1).
        """
        for kind, amount in (counters or {}).items():
            if not _none(amount):
                refuse_kinds_with_rules(kind)
                if zone != BATTLEFIELD:
                    refuse_elsewhere(kind)
        handle = self.fresh
        self.fresh += 1
        cls = make_class(
            TOKEN if proto.token else CARD,
            zone,
            proto=proto,
            owner=seat,
            controller=seat if controller is None else controller,
            tapped=tapped,
            sick=sick,
        ).with_prop(PRINTED, card or False)
        num: dict[str, Amount] = {f"{COUNTER}{kind}": amount for kind, amount in (counters or {}).items()}
        if not _none(damage):
            num[DAMAGE] = damage
        if proto.loyalty is not None and zone == BATTLEFIELD and "loyalty" not in (counters or {}):
            num[LOYALTY_COUNTERS] = proto.loyalty
        self.rows[handle] = Row(cls, num, n, {})
        if label:
            self.labels[label] = handle
        return handle

    def commander(self, handle: int, index: int = 0, casts: Amount = 0) -> None:
        """Say that a card is its owner's commander, the ``index``-th, and how often it was cast before (903.3, 903.8)."""
        row = self.rows[handle]
        name = name_of_commander(row.cls.owner, index)
        self.rows[handle] = Row(row.cls.with_prop(COMMANDER, name), row.num, row.n, row.refs)
        if not _none(casts):
            self.set_player(row.cls.owner, COMMANDER_CASTS + name, casts)

    def attach(self, handle: int, host: int) -> None:
        """Attach a permanent to another; a host out of a group is singled out of it first."""
        row = self.rows[handle]
        refs: dict[str, Reference] = {**row.refs, HOST: one(host)}
        self.rows[handle] = Row(row.cls, row.num, row.n, refs)

    def choose(self, handle: int, what: str, word: str) -> None:
        """Say what was chosen as a permanent entered: a color, type or player."""
        row = self.rows[handle]
        self.rows[handle] = Row(row.cls.with_prop(TextName(f"{CHOSEN}{what}"), word), row.num, row.n, row.refs)

    def link(self, handle: int, card: int) -> None:
        """Say that a permanent exiled a card (607.2a)."""
        row = self.rows[handle]
        count = sum(slot.startswith(NTH_LINK) for slot in row.refs)
        self.rows[handle] = Row(row.cls, row.num, row.n, {**row.refs, f"{NTH_LINK}{count}": one(card)})

    def exiled_until(self, handle: int, card: int) -> None:
        """Say that a permanent exiled a card until it leaves the battlefield (610.3)."""
        seat = self.rows[handle].cls.controller
        cls = make_class(RETURN, EFFECTS, owner=seat, controller=seat)
        self.rows[self.fresh] = Row(cls, {}, 1, {ON: one(handle), f"{NTH_CARD}0": one(card)})
        self.fresh += 1

    def single_out(self, handle: int) -> int:
        """One member of a laid out group as a row of its own."""
        row = self.rows[handle]
        if type(row.n) is int and row.n == 1:
            return handle
        self.rows[handle] = Row(row.cls, row.num, row.n - 1, row.refs)
        fresh = self.fresh
        self.fresh += 1
        self.rows[fresh] = Row(row.cls, row.num, 1, row.refs)
        return fresh

    def library(self, seat: int, cards: Sequence[tuple[Proto, Amount]]) -> None:
        """Lay out a library, top first, as runs of cards."""
        handles = []
        for proto, n in cards:
            if not (type(n) is int and n == 0):
                handles.append(self.put(proto, seat, LIBRARY, n))
        self.seqs[f"{LIBRARY_OF}{seat}"] = tuple(handles)

    def shuffled(self, seat: int, cards: Sequence[tuple[Proto, Amount]]) -> None:
        """Lay out a library whose cards are known and whose order nobody knows (701.24)."""
        order: dict[Proto, Amount] = {}
        for proto, n in cards:
            order[proto] = order.get(proto, 0) + n
        self.library(seat, list(order.items()))
        if len(self.seqs[f"{LIBRARY_OF}{seat}"]) > 1:
            row = self.rows[player(seat)]
            self.rows[player(seat)] = Row(row.cls.with_prop(SHUFFLED, True), row.num, row.n, row.refs)

    def done(self) -> State:
        """The state. Players whose library was not laid out have the default one."""
        for seat in self.seats():
            if f"{LIBRARY_OF}{seat}" not in self.seqs:
                self.library(seat, [(UNKNOWN_CARD, DEFAULT_LIBRARY)])
        stamped = tuple(handle for handle, row in self.rows.items() if row.cls.ordered)
        seqs = {**self.seqs, TIMESTAMPS: stamped} if stamped else self.seqs
        made = State(self.rows, seqs, {}, self.labels, self.fresh)
        if arrivals_kept(made):
            for handle, row in self.rows.items():
                if row.cls.sick:  # it came since its controller's turn began, and so since their last upkeep (702.30a)
                    self.rows[handle] = Row(row.cls.with_prop(ARRIVED, "new"), row.num, row.n, row.refs)
        return State(self.rows, seqs, {}, self.labels, self.fresh)

    def seats(self) -> list[int]:
        """The players' seats."""
        return [row.cls.owner for row in self.rows.values() if row.cls.kind == PLAYER]

    def hosts(self) -> list[int]:
        """The rows that something is attached to."""
        return [r.row for row in self.rows.values() for r in row.refs.values() if isinstance(r, Ref)]


# --- initial position ----------------------------------------------------------------------------


def under_control(state: State) -> State:
    """The position with every permanent under the control of whom the latest effect on it names (613.1b), blessings included.

    Nothing is summoning-sick by that, and timestamps stay in the order of the file. What is said to
    be controlled by the very player to whom an effect gives it belongs to its owner but for that
    effect.
    """
    draft = Draft(state)
    if TIMESTAMPS not in draft.seqs or not control.has_control_effects(draft):
        return _blessed(state)
    for handle, seat in control.given(draft).items():
        row = draft.rows[handle]
        if row.cls.controller == seat:
            turn_into(draft, "", handle, row.cls.but("controller", row.cls.owner))
    control.settle_control(draft)
    for handle, row in list(draft.rows.items()):
        before = state.rows[handle].cls
        if row.cls.sick and not before.sick:
            turn_into(draft, "", handle, row.cls.but("sick", False).with_prop(ARRIVED, False))
    draft.seqs[TIMESTAMPS] = state.seqs[TIMESTAMPS]
    made = draft.done()
    made.view = {}
    return _blessed(made)


def _blessed(state: State) -> State:
    """The position in which who controls ten permanents, one with ascend among them, has the city's blessing (702.131b)."""
    draft = Draft(state)
    if Ascend in statics(draft).kinds:
        bless(draft, seats(draft))
    if word := daytime.due(draft):
        daytime.become(draft, word)
    return draft.done() if draft.events else state


def undone_action(state: State) -> tuple[int, str, str] | None:
    """A state-based action that is still to be performed: whom it is about, what would happen, its rule; or None.

    Where a rule is missing to tell, nothing is said: what is done first refuses then.
    """
    if word := daytime.due(state):
        return -1, f"it would become {word}", "702.145d"
    if turning := daytime.turning(state):
        return turning[0], f"{proto_of(state.rows[turning[0]].cls).name} would transform", "702.145c"
    draft = Draft(state)
    try:
        if not state_based_actions.perform_round(draft) and not any(event.what for event in draft.events):
            return None
    except (Unsupported, Need):
        return None
    for handle, row in draft.rows.items():
        lost = row.cls.prop(LOST)
        if row.cls.kind == PLAYER and lost:
            return handle, f"p{row.cls.owner + 1} has lost the game", str(lost)
        if BLESSED in row.cls.by_prop and BLESSED not in state.rows[handle].cls.by_prop:
            return handle, f"p{row.cls.owner + 1} would get the city's blessing", "702.131b"
    if text_prop(draft.game, ASKED) == "keep":
        handle = about(draft)
        return handle, f"there is more than one {proto_of(draft.rows[handle].cls).name}", "704.5j"
    for handle, row in state.rows.items():
        now = draft.rows.get(handle)
        if row.cls.zone == BATTLEFIELD and (now is None or now.cls.zone != BATTLEFIELD or now.refs != row.refs):
            return handle, *_why(state, handle)
    for handle, row in state.rows.items():
        if names(draft.rows[handle].num) != names(row.num):
            return handle, f"+1/+1 and -1/-1 counters on {proto_of(row.cls).name} would be gone", "704.5q"
    return -1, "the game is over", "104.1"


def _why(state: State, handle: int) -> tuple[str, str]:
    """Why a permanent can't stay as it is, and the rule."""
    name = proto_of(state.rows[handle].cls).name
    types = types_of(state, handle)
    if "creature" in types and at_most(toughness(state, handle), 0, "704.5f"):
        return f"{name} has no toughness", "704.5f"
    if "planeswalker" in types and is_zero(state.rows[handle].get(LOYALTY_COUNTERS), "704.5i"):
        return f"{name} has no loyalty", "704.5i"
    if is_aura(state, handle):
        return f"{name} is attached to what it can't enchant", "704.5m"
    if HOST in state.rows[handle].refs:
        return f"{name} is attached to what it can't equip", "704.5n"
    return f"{name} has lethal damage", "704.5g"
