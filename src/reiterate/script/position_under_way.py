"""What is under way in a position file (``position/2``): stack, effects in force, combat, what was done this turn, priority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported, Where
from reiterate.rules.access.state_access import (
    active_seat,
    seats,
    set_game,
    turn_into,
)
from reiterate.rules.access.unread_clauses import ACTIVATED, TRIGGERED
from reiterate.rules.characteristics.evaluate import card_fits, is_creature, types_of
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.combat_state import attackers, attackers_of, blockers
from reiterate.rules.events.players import arrivals_kept, cast_named, history_read, remember
from reiterate.rules.events.triggers import once_flag
from reiterate.rules.positions import under_way
from reiterate.rules.resolution.stacking import limit_flag
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import name_of
from reiterate.script.position_announced import items, triggers_of
from reiterate.script.position_board import BoardReader
from reiterate.script.position_stack import StackReader
from reiterate.script.yaml_text import (
    Listed,
    Refused,
    Table,
    Value,
    bad,
    counted,
    flag_of,
    items_of,
    known_keys,
    quantity_of,
    seat_of,
    table_of,
    text_of,
)
from reiterate.state.events import Draft
from reiterate.state.model import (
    WAITING,
    State,
    is_player,
    player,
)
from reiterate.state.properties import (
    ARRIVED,
    ATTACKED_BEFORE,
    BLOCKED,
    CARD,
    CAST_BEFORE,
    ENTERED,
    LANDED,
    PASSES,
    USED_LOYALTY,
    WHO,
    FlagName,
)
from reiterate.state.text_reads import (
    ATTACKERS,
    CAST,
    CAST_LAST,
    DIED,
    DRAWN,
    DRAWN_IN_STEP,
    HURT,
    LEFT,
    LIFE_LOST,
    MOST_LAST,
    SPENT,
    kinds_in,
)
from reiterate.terms.costs import LoyaltyCost

#: The keys of the whole position that only ``position/2`` has.
TOP: Final = ("priority", "passed", "stack", "effects", "this turn")

#: The steps in which creatures attack, and in which they are blocked. What first strikers have dealt can't be told.
_ATTACKING: Final = ("attackers", "blockers", "damage", "endcombat")
_BLOCKING: Final = _ATTACKING[1:]

_HISTORY: Final = {
    "cards drawn": DRAWN,
    "cards drawn in the draw step": DRAWN_IN_STEP,
    "life gained": "life gained",
    "life lost": LIFE_LOST,
    "damage dealt": HURT,
    "attackers declared": ATTACKERS,
    "creatures died": DIED,
    "permanents left": LEFT,
    "mana spent on spells": SPENT,
    CAST_LAST: CAST_LAST,
    MOST_LAST: MOST_LAST,
}
_TURN: Final = ("spells cast", "lands played", *_HISTORY)


class UnderWayReader:
    """Lays out what is under way on a board, by the functions that bring it about in play."""

    def __init__(self, board: BoardReader, state: State) -> None:
        self.board = board
        self.draft = Draft(state)
        self.players = len(seats(state))
        self.stack = StackReader(board, self.draft)

    def read(self, top: Table) -> State:
        """The state with all that the file says is under way. Raises ``Refused`` at the first place that is wrong."""
        for where, table in self.board.used:
            for handle in [h for h, place in self.board.places.items() if place == where]:
                self._guarded(where, lambda handle=handle, table=table: self._used(handle, table))  # type: ignore[misc] # bound now
        for where, table in self.board.used:
            for handle in [h for h, place in self.board.places.items() if place == where]:
                self._attacks(handle, table)
        for where, table in self.board.used:
            for handle in [h for h, place in self.board.places.items() if place == where]:
                self._blocks(handle, table)
        for item in items(top, "effects"):
            self._guarded(item.where, lambda item=item: self.stack.effect(table_of(item)))  # type: ignore[misc] # bound now
        for item in reversed(items(top, "stack")):
            self._guarded(item.where, lambda item=item: self.stack.entry(table_of(item)))  # type: ignore[misc] # bound now
        self._turn(top.get("this turn"))
        self._priority(top)
        self._settled(top)
        made = self.draft.done()
        return State(made.rows, made.seqs, {}, made.labels, made.fresh)

    def _settled(self, top: Table) -> None:
        """Refuse what would not stay as it is laid out; forget what no card reads."""
        waiting = [row for row in self.draft.rows.values() if row.cls.zone == WAITING]
        if waiting or self.draft.ended:
            message = "something would trigger or end at once in this position"
            raise Refused(Refusal(UNSUPPORTED, "not-laid-out", message, rule="117.5", where=top.where))
        for handle in (*attackers(self.draft), *blockers(self.draft)):
            if not is_creature(self.draft, handle):
                where = self.board.places.get(handle, top.where)
                raise bad("attacker", f"{name_of(self.draft, handle)} is no creature", where, "a creature", "506.3")
        for handle, row in list(self.draft.rows.items()):
            if row.cls.prop(ENTERED) and arrivals_kept(self.draft):
                turn_into(self.draft, "", handle, row.cls.with_prop(ARRIVED, "new"))
                row = self.draft.rows[handle]
            if row.cls.prop(ENTERED) and ENTERED not in history_read(self.draft):
                turn_into(self.draft, "", handle, row.cls.with_prop(ENTERED, False))
            elif row.cls.prop(ATTACKED_BEFORE) and ATTACKED_BEFORE not in history_read(self.draft):
                turn_into(self.draft, "", handle, row.cls.with_prop(ATTACKED_BEFORE, False))

    def _guarded(self, where: Where, lay: Callable[[], None]) -> None:
        try:
            lay()
        except Unsupported as error:
            raise Refused(error.refusal.at(where)) from None

    def _used(self, handle: int, table: Table) -> None:
        """What of a permanent was used this turn, has triggered this turn, or that it entered this turn."""
        if flag_of(table, "entered this turn"):
            self._flag(handle, ENTERED)
        if flag_of(table, "attacked this turn"):
            self._flag(handle, ATTACKED_BEFORE)
        activated, triggers = abilities_at(self.draft, handle), triggers_of(self.draft, handle)
        for item in items(table, "used this turn"):
            index = self.stack.number(item, handle, activated, ACTIVATED)
            loyalty = any(isinstance(cost, LoyaltyCost) for cost in activated[index].costs)
            if not loyalty and not activated[index].limit:
                raise bad(
                    "used", "that ability may be used any number of times", item.where, "one with a limit", "602.5b"
                )
            self._flag(handle, USED_LOYALTY if loyalty else limit_flag(activated[index], index))
        for item in items(table, "used"):
            index = self.stack.number(item, handle, activated, ACTIVATED)
            if activated[index].limit in ("", "turn"):
                raise bad(
                    "used", "that ability may be used again", item.where, "one that is activated only once", "602.5b"
                )
            self._flag(handle, limit_flag(activated[index], index))
        for item in items(table, "triggered this turn"):
            ability = triggers[self.stack.number(item, handle, triggers, TRIGGERED)]
            if not ability.limit:
                raise bad(
                    "used", "that ability may trigger any number of times", item.where, "one with a limit", "603.2h"
                )
            self._flag(handle, once_flag(self.draft, handle, ability))

    def _flag(self, handle: int, flag: FlagName) -> None:
        turn_into(self.draft, "", handle, self.draft.rows[handle].cls.with_prop(flag, True))

    # --- combat ------------------------------------------------------------------------------------------------

    def _attacks(self, handle: int, table: Table) -> None:
        """What a creature attacks, and whether it is blocked (508.1, 509.1h)."""
        value, blocked = table.get("attacking"), table.get("blocked")
        if value is None:
            if blocked is not None and flag_of(table, "blocked"):
                raise bad("attacker", "only an attacker is blocked", blocked.where, "attacking: p2", "509.1h")
            return
        self._in_combat(value, _ATTACKING)
        defender = self.stack.named(value, active_seat(self.draft))
        seat = self.draft.rows[defender].cls.controller
        walker = not is_player(self.draft, defender)
        if seat == active_seat(self.draft) or (walker and "planeswalker" not in types_of(self.draft, defender)):
            raise bad("defender", f"'{text_of(value)}' can not be attacked", value.where, "an opponent", "508.1b")
        if self.draft.rows[handle].cls.controller != active_seat(self.draft):
            raise bad("attacker", "only the active player's creatures attack", value.where, "no 'attacking'", "508.1a")
        under_way.attack(self.draft, handle, defender)
        if blocked is not None and flag_of(table, "blocked"):
            self._in_combat(blocked, _BLOCKING)
            self._flag(handle, BLOCKED)

    def _blocks(self, handle: int, table: Table) -> None:
        """What a creature blocks (509.1)."""
        value = table.get("blocking")
        if value is None:
            return
        self._in_combat(value, _BLOCKING)
        seat = self.draft.rows[handle].cls.controller
        attacker = self.stack.named(value, seat)
        if attacker not in attackers_of(self.draft, seat):
            raise bad(
                "blocker", f"'{text_of(value)}' does not attack p{seat + 1}", value.where, "its attacker", "509.1a"
            )
        under_way.block(self.draft, handle, attacker)

    def _in_combat(self, value: Value, steps: tuple[str, ...]) -> None:
        if step_name(self.draft) not in steps:
            raise bad("step", "nothing is so in this step", value.where, "step: " + ", ".join(steps), "506.1")

    # --- this turn, and whose turn it is to act ----------------------------------------------------------------

    def _turn(self, value: Value | None) -> None:
        """What each player did this turn; spells on the stack were cast this turn unless more is said (700.14, 305.2)."""
        said = table_of(value) if value is not None else Table((), Where())
        by_seat: dict[int, Table] = {}
        for key, inner in said.items:
            by_seat[seat_of(key, self.players)] = table_of(inner)
            known_keys(by_seat[seat_of(key, self.players)], _TURN)
        for seat in range(self.players):
            table = by_seat.get(seat, Table((), said.where))
            self._spells_cast(seat, table.get("spells cast"))
            lands = table.get("lands played")
            number = quantity_of(lands) if lands is not None else 0
            if number:
                them = self.draft.rows[player(seat)].cls
                turn_into(self.draft, "", player(seat), them.with_prop(LANDED, True if number == 1 else number))
            for words, what in _HISTORY.items():
                amount = table.get(words)
                number = quantity_of(amount) if amount is not None else 0
                if number:
                    under_way.happened(self.draft, seat, what, number)

    def _spells_cast(self, seat: int, value: Value | None) -> None:
        rows = [self.draft.rows[handle] for handle in self.draft.stack]
        here = sum(1 for row in rows if row.cls.kind == CARD and row.cls.controller == seat)
        number = here
        listed: list[tuple[int, str]] = []
        if value is not None:
            listed += [counted(item) for item in items_of(value)] if isinstance(value, Listed) else []
            number = sum(count for count, _ in listed) if isinstance(value, Listed) else quantity_of(value)
            if number < here:
                message = f"{here} spells of p{seat + 1} are on the stack: so many were cast this turn"
                raise bad("this-turn", message, value.where, f"{here} or more", "601.2a")
        if number:
            under_way.happened(self.draft, seat, CAST, number)
        names = Counter(proto_of(row.cls).name for row in rows if row.cls.kind == CARD and row.cls.controller == seat)
        if isinstance(value, Listed):
            for count, name in listed:
                names[name] = max(names[name], count)
        elif number != here and any(
            slot.startswith(CAST_BEFORE) or kinds_in([slot]) for slot in history_read(self.draft)
        ):
            assert value is not None
            message = "a card asks which spells were cast, and only their number is said"
            raise bad("this-turn", message, value.where, "the list of their names", "201.2")
        for name, count in names.items():
            cast_named(self.draft, seat, name, count)
        self._kinds_cast(seat, number - here, value)

    def _kinds_cast(self, seat: int, resolved: int, value: Value | None) -> None:
        """How many spells of each kind that a card asks for were cast: those on the stack; of others the kind is not said."""
        for kind, filter in kinds_in(history_read(self.draft)).items():
            if resolved:
                assert value is not None
                message = (
                    "a card asks for the kinds of the spells that were cast, and some of them are not on the stack"
                )
                raise bad("this-turn", message, value.where, "spells on the stack", "601.2a")
            mine = [h for h in self.draft.stack if self.draft.rows[h].cls.kind == CARD]
            mine = [h for h in mine if self.draft.rows[h].cls.controller == seat]
            fit = [h for h in mine if card_fits(self.draft, filter, self.draft.rows[h], seat, h)]
            remember(self.draft, seat, kind, len(fit))

    def _priority(self, top: Table) -> None:
        """Who has priority, and who passed in succession before (117.3, 117.4)."""
        value, said = top.get("priority"), top.get("passed")
        order = seats(self.draft)
        seat = seat_of(value, self.players) if value is not None else active_seat(self.draft)
        passed = [seat_of(item, self.players) for item in items_of(said)] if said is not None else []
        at = order.index(seat)
        before = [order[(at - back) % len(order)] for back in range(len(passed), 0, -1)]
        if said is not None and (len(passed) >= len(order) or passed != before):
            message = f"p{seat + 1} would not have priority after these passes"
            raise bad("passed", message, said.where, "those right before that player in turn order", "117.3d")
        now = self.draft.game.with_prop(WHO, seat).with_prop(PASSES, len(passed))
        set_game(self.draft, now)
