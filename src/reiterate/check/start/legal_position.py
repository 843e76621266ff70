"""Whether a position is a table that a game can hold: rows, owners, references, sequences and decision by closed lists.

What a start has to be by the closed lists: rows, owners, references, sequences and the decision are those of a game.

Everything here breaks the base: a start that no game has shows nothing of games. Whether play could
have led to the start is neither shown nor claimed.

Whether a position is a table that a game can hold: the rules say nothing of any other.

The rules engine is trusted with tables that a game can hold. A start comes out of a file, and so it
is looked at. A group of no objects could act, and an amount below 0 could pay. That play could have
led to the start is neither shown nor claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from reiterate.amounts import less
from reiterate.amounts.number_classes import Differing
from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.small_values import BASE, Rejected
from reiterate.check.small_values import STEP as SMALL_VALUES_STEP
from reiterate.check.start import game_lists
from reiterate.refusals import Refusal
from reiterate.rules.access.questions import question_of, take_back
from reiterate.rules.access.state_access import number_prop, text_prop
from reiterate.rules.access.unread_clauses import blocked
from reiterate.rules.costs.casting import spell_abilities
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.events.counters import never_there
from reiterate.rules.events.frames import numbers_of
from reiterate.rules.positions.layout import undone_action
from reiterate.rules.resolution import division, stacking
from reiterate.state.amount_slots import slot_of
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EACH, GAME, LIBRARY, ONE, STACK, WAITING, Gone, Ref, Row, State
from reiterate.state.properties import (
    ABOUT,
    ACTIVE,
    ASKED,
    ATTACKS,
    COUNTER,
    DAMAGE,
    DEFENDER,
    EFFECT,
    FRAME,
    HOST,
    KEYWORD_COUNTED,
    LOST,
    MANA,
    NEXT,
    PAIR,
    PASSES,
    PENDING,
    PLAYER,
    SOURCE,
    STEP,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    TIMESTAMPS,
    TRIGGERED_ONCE,
    USED,
    USED_LOYALTY,
    USED_UP,
    WHO,
    WHOLE_GAME,
    X,
)
from reiterate.terms.references import BY_EVENT

# --- legal rows ----------------------------------------------------------------------------------

#: Characters of a label, and of the name of a tally.
NAME_BUDGET: Final = 200

#: References to one object, which is no member of a group.
_OF_ONE: Final = (HOST, PAIR, ATTACKS, ABOUT, DEFENDER)


def known(state: State) -> None:
    """``Rejected`` where a row of a start is of no kind that there is, or has a property that no such row has."""
    for row in state.rows.values():
        wrong = game_lists.complaint(row.cls)
        if wrong:
            raise Rejected(BASE, f"a start with {wrong}")
    _used(state)


#: Kinds of abilities that may have a limit each turn, with the start of the property that says it was reached.
_LIMITED: Final = {"Activated": "used", "Triggered": "triggered"}


def _used(state: State) -> None:
    """What was used this turn, or triggered, is an ability with a limit that some card in the game has or gives."""
    used = {
        name
        for row in state.rows.values()
        for name, _ in row.cls.props
        if name.startswith((USED, USED_UP, TRIGGERED_ONCE))
    }
    if not used:
        return
    there: set[str] = set()
    todo: list[Any] = [(row.cls.proto, row.cls.term, row.cls.marks) for row in state.rows.values()]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo += part
        elif isinstance(part, Struct):
            kind = type(part).__name__
            limit = getattr(part, "limit", None)
            if kind == "LoyaltyCost" or (kind in _LIMITED and limit):
                there.add(_LIMITED.get(kind, USED_LOYALTY) if limit in (None, "turn") else "spent")
            todo += astuple(part)
    for name in sorted(used):
        if (name if name == USED_LOYALTY else name.partition(".")[0]) not in there:
            raise Rejected(BASE, f"a start in which an ability was used that no card has: {name!r}")


def by_the_lists(state: State, seats: int) -> None:
    """``Rejected`` where an amount, a reference, a sequence or the decision of a start is on no list, or out of its place."""
    out = {row.cls.owner for row in state.rows.values() if row.cls.kind == PLAYER and row.cls.prop(LOST)}
    for handle, row in state.rows.items():
        _whose(handle, row, seats, out)
        _amounts(handle, row.cls, row.num, gone=False)
        for name, ref in row.refs.items():
            _reference(state, handle, row, name, ref)
        if row.cls.zone == STACK:
            _on_the_stack(handle, row)
    _decision(state, seats, out)
    _order(state, seats)
    for label, handle in state.labels.items():
        if not _printable(label) or state.rows[handle].cls.proto is None:
            raise Rejected(BASE, "a start with a label that names no object, or with none that can be printed")
    if not all(_printable(name) for name in state.tally):
        raise Rejected(BASE, "a start with a tally whose name can't be printed")
    nothing = next((name for name in sorted(state.tally) if not game_lists.is_counted(name)), None)
    if nothing is not None:
        raise Rejected(BASE, f"a start with the tally {nothing!r}, under which play counts nothing")


def _on_the_stack(handle: int, row: Row) -> None:
    """What is on the stack is what a player casts, or an ability that uses the stack and has its mode (112.1, 605.3b, 700.2)."""
    if not stacking.belongs_there(row.cls):
        raise Rejected(BASE, f"a start whose row {handle} is on the stack, and never would be")
    specs = stacking.ways_of(row.cls)
    numbers = numbers_of(row.refs)
    run = division.run_of(specs)
    if run is None and any(number >= len(specs) for number in numbers):
        raise Rejected(BASE, f"a start whose row {handle} has more targets than its spell or ability")
    if run is not None and division.bounded(run):
        most = row.get(THAT_MUCH if run.run == BY_EVENT else X)
        if any(not less(number - (len(specs) - 1), most, "601.2c") for number in numbers):
            raise Rejected(BASE, f"a start whose row {handle} has more targets than were announced")


def _printable(name: str) -> bool:
    return 0 < len(name) <= NAME_BUDGET and name.isprintable()


def _whose(handle: int, row: Row, seats: int, out: set[int]) -> None:
    """Owner and controller are players of the game who have not left it (108.3, 800.4a)."""
    cls = row.cls
    if cls.kind == WHOLE_GAME:
        wrong = (cls.owner, cls.controller) != (-1, -1)
    else:
        wrong = not (0 <= cls.owner < seats and 0 <= cls.controller < seats)
    if wrong:
        raise Rejected(BASE, f"a start whose row {handle} is of a player who is not there")
    if cls.kind != PLAYER and {cls.owner, cls.controller} & out:
        raise Rejected(BASE, f"a start whose row {handle} is of a player who has lost")


def _amounts(handle: int, cls: Any, num: dict[str, Any], gone: bool) -> None:
    """Each amount is one that such a row has, and no less than it can be."""
    for name, amount in num.items():
        slot = slot_of(cls, name, gone)
        if slot is None or (name.startswith(COUNTER) and never_there(name.removeprefix(COUNTER))):
            raise Rejected(BASE, f"a start whose row {handle} has the amount {name!r}, which no such row has")
        if name in KEYWORD_COUNTED and cls.zone != BATTLEFIELD:
            raise Rejected(BASE, f"a start whose row {handle} is no permanent and has {name!r}")
        ends = [amount.first, amount.last] if isinstance(amount, Differing) else [amount]
        if not slot.grows and ends != [1]:
            raise Rejected(BASE, f"a start whose row {handle} has a flag {name!r} that is not 1")
        if slot.least is not None and any(end < slot.least for end in ends):
            raise Rejected(BASE, f"a start whose row {handle} has fewer than no {name!r}")


def _reference(state: State, handle: int, row: Row, name: str, ref: Any) -> None:
    if not game_lists.may_refer(row.cls, name):
        raise Rejected(BASE, f"a start whose row {handle} has the reference {name!r}, which no such row has")
    if isinstance(ref, Gone):
        kind = game_lists.kind_of(ref.cls)
        if kind is None or not kind.gone or game_lists.complaint(ref.cls):
            raise Rejected(BASE, f"a start whose row {handle} refers to something gone that never was")
        _amounts(handle, ref.cls, ref.num, gone=True)
        return
    assert isinstance(ref, Ref)
    there = state.rows[ref.row]
    one = type(there.n) is int and there.n == 1
    if ref.row == handle and name not in (SOURCE, THAT):
        raise Rejected(BASE, f"a start whose row {handle} refers to itself")
    if ref.mode == EACH and (type(row.n) is not type(there.n) or bool(row.n - there.n != 0)):
        raise Rejected(BASE, f"a start whose row {handle} is paired with as many others as it is not")
    if name in _OF_ONE and ref.mode != EACH and not one:
        raise Rejected(BASE, f"a start whose row {handle} refers to one of a group")
    if name == PAIR and (row.refs.get(PAIR), there.refs.get(PAIR)) != (Ref(ONE, ref.row), Ref(ONE, handle)):
        raise Rejected(BASE, f"a start whose row {handle} is paired with what is not paired with it")
    if name == HOST:
        _attached(handle, row, there, ref.mode)
    if name == THAT_PLAYER and there.cls.kind != PLAYER:
        raise Rejected(BASE, f"a start whose row {handle} means a player who is none")


def _attached(handle: int, row: Row, host: Row, mode: str) -> None:
    """What is attached is one object, or a group member by member (303.4, 301.5)."""
    if host.cls.kind != PLAYER and host.cls.zone != BATTLEFIELD:
        raise Rejected(BASE, f"a start whose row {handle} is attached to what is no permanent")
    alone = type(row.n) is int and row.n == 1
    if mode not in (ONE, EACH) or (mode == EACH and alone):
        raise Rejected(BASE, f"a start whose row {handle} is attached to several things at once")
    if row.cls.zone == BATTLEFIELD and mode != EACH and not alone:
        raise Rejected(BASE, f"a start whose row {handle} is a group attached to one object")


# --- the decision ------------------------------------------------------------------------------------------------


def _decision(state: State, seats: int, out: set[int]) -> None:
    """Somebody in the game decides something that is asked in this step, and it is about such a row."""
    game = state.rows[GAME].cls
    asked, step = text_prop(game, ASKED), text_prop(game, STEP)
    if asked not in game_lists.ASKS:
        raise Rejected(BASE, f"a start in which nobody decides anything: {asked!r}")
    if number_prop(game, WHO) in out or (NEXT in game.by_prop and not 0 <= number_prop(game, NEXT) < seats):
        raise Rejected(BASE, "a start in which a player decides who is not there")
    if number_prop(game, PASSES) >= max(1, seats - len(out)):
        raise Rejected(BASE, "a start in which everybody has passed")
    if step not in game_lists.STEP_OF.get(asked, (step,)) or (asked == "priority" and step in ("", "untap")):
        raise Rejected(BASE, f"a start in which {asked!r} is asked in the step {step!r}")
    about = state.rows[GAME].refs.get(ABOUT)
    wanted = game_lists.ASKS[asked]
    there = state.rows[about.row].cls if isinstance(about, Ref) else None
    kind = "" if there is None else "permanent" if there.zone == BATTLEFIELD else there.kind
    if kind != wanted:
        raise Rejected(BASE, f"a start in which {asked!r} is about no such row")
    kinds = {row.cls.kind for row in state.rows.values()}
    if (PENDING in kinds) != (asked == "answer") or (FRAME in kinds and wanted not in (FRAME, PENDING)):
        raise Rejected(BASE, "a start in which something resolves and nothing is asked of it")
    if asked == "priority":
        _settled(state)
    if asked == "answer":
        _is_asked(state)


def _is_asked(state: State) -> None:
    """What is asked in the middle of a choice is what that choice asks, after the answers so far (608.2d).

    A question of a file could let a player choose what nobody may, or as much mana as the file says.
    """
    draft = Draft(state)
    choices = take_back(draft)
    again: State | Refusal = draft.done()
    if text_prop(draft.game, ASKED) == "priority":
        _settled(draft.done())
    for choice in choices:
        made = step_if_legal(again, choice) if isinstance(again, State) else again
        again = made if isinstance(made, Refusal) else made[0]
    if isinstance(again, Refusal) or text_prop(again.game, ASKED) != "answer" or not _same(again, state):
        raise Rejected(BASE, "a start with a question that its choice doesn't ask")


def _same(one: State, other: State) -> bool:
    """Whether two states ask the same question."""
    first, second = question_of(one), question_of(other)
    words = [(q.kind, q.seat, q.words, q.rows, q.text) for q in (first, second)]
    return words[0] == words[1] and not any(
        bool(a - b != 0) for a, b in ((first.low, second.low), (first.high, second.high))
    )


def _settled(state: State) -> None:
    """Where a player has priority, state-based actions were performed and what triggered is on the stack (117.5)."""
    if any(row.cls.zone == WAITING for row in state.rows.values()):
        raise Rejected(BASE, "a start with priority, and an ability that waits to be put on the stack")
    found = undone_action(state)
    if found is not None:
        raise Rejected(BASE, f"a start in which a state-based action is still to be performed ({found[2]}): {found[1]}")


# --- sequences ---------------------------------------------------------------------------------------------------


def _order(state: State, seats: int) -> None:
    """Sequences are those of a game, and each row is in the one that it belongs to."""
    for name in state.seqs:
        zone, _, seat = name.partition(".")
        if name not in (STACK, TIMESTAMPS, *game_lists.SEQUENCES) and (
            zone != LIBRARY or seat not in map(str, range(seats))
        ):
            raise Rejected(BASE, f"a start with the sequence {name!r}")
    _exactly(state, TIMESTAMPS, lambda row: row.cls.ordered or row.cls.kind == EFFECT)
    for name, kind in game_lists.SEQUENCES.items():
        _exactly(state, name, lambda row, kind=kind: row.cls.kind == kind)  # type: ignore[misc] # bound here


def _exactly(state: State, name: str, belongs: Callable[[Row], bool]) -> None:
    there = sorted(handle for handle, row in state.rows.items() if belongs(row))
    if there != sorted(state.seqs.get(name, ())):
        raise Rejected(BASE, f"a start whose sequence of {name} is not that of its rows")


# --- legal position ------------------------------------------------------------------------------

#: Modes of one spell of a start: each choice of some of them is a way of its own.
MODE_BUDGET: Final = 10

#: Amounts, references, lasting effects, properties, labels and places in sequences of a start, all together.
PART_BUDGET: Final = 1_000

#: Terms of all cards of a start, and symbols such as {2/W} in a cost.
NODE_BUDGET: Final = 50_000
EITHER_BUDGET: Final = 12

#: Amounts that are never below 0: what there is of something. A player's life may be, and so may what is worked out.
_NEVER_BELOW: Final = (COUNTER, MANA, DAMAGE)


def understood(state: State) -> None:
    """``Rejected`` where a card that could take part has a clause that is not understood."""
    refused = blocked(state)
    if refused is not None:
        raise Rejected(SMALL_VALUES_STEP, refused.message)


def bounded_cards(state: State) -> None:
    """``OutOfBudget`` where the cards have very many words or modes, or a cost that can be read in very many ways (107.4e)."""
    left = NODE_BUDGET
    for proto in {row.cls.proto for row in state.rows.values()}:
        if proto is not None:
            if any(len(ability.modes) > MODE_BUDGET for ability in spell_abilities(proto)):
                raise OutOfBudget(f"a spell with more than {MODE_BUDGET} modes")
            left = _bounded(proto, left)


def _bounded(card: Any, left: int) -> int:
    """How much is left behind all parts of a card; the symbols of a cost stand side by side."""
    todo = [card]
    while todo:
        part = todo.pop()
        left -= 1
        if left < 0:
            raise OutOfBudget(f"cards of more than {NODE_BUDGET} words")
        if isinstance(part, tuple):
            if sum(1 for one in part if isinstance(one, str) and one.startswith("2/")) > EITHER_BUDGET:
                raise OutOfBudget(f"a cost with more than {EITHER_BUDGET} symbols such as {{2/W}}")
            todo += part
        elif isinstance(part, Struct):
            todo += astuple(part)
    return left


def of_a_game(state: State) -> None:
    """``Rejected`` where a start is no table that a game can hold; ``OutOfBudget`` where a card in it offers too many ways."""
    bounded_cards(state)
    _small(state)
    known(state)
    seats = _seats(state)
    game = state.rows[GAME].cls
    turns = [number_prop(game, name) for name in (ACTIVE, WHO, PASSES)]
    if not all(0 <= n < seats for n in turns):
        raise Rejected(BASE, "a start with a turn, a decision or passes of players who are not there")
    for handle, row in state.rows.items():
        _amounts_are_legal(handle, row)
    if any(n < 0 for n in state.tally.values()):
        raise Rejected(BASE, "a start in which something happened fewer than no times")
    _sequences(state)
    by_the_lists(state, seats)


def _small(state: State) -> None:
    """``OutOfBudget`` where the rows of a start hold very many amounts, references, effects or names."""
    parts = [len(row.num) + len(row.refs) + len(row.cls.marks) + len(row.cls.props) for row in state.rows.values()]
    listed = sum(len(seq) + 1 for seq in state.seqs.values())
    if sum(parts) + listed + len(state.tally) + len(state.labels) > PART_BUDGET:
        raise OutOfBudget(f"a start of more than {PART_BUDGET} amounts, references, effects and names")


def _seats(state: State) -> int:
    """How many players there are: one row each, behind the game's."""
    players = [handle for handle, row in state.rows.items() if row.cls.kind == PLAYER]
    games = [handle for handle, row in state.rows.items() if row.cls.kind == WHOLE_GAME]
    if games != [GAME] or not players or players != list(range(1, len(players) + 1)):
        raise Rejected(BASE, "a start without its game and its players, one row each")
    for handle in players:
        row = state.rows[handle]
        if (row.cls.owner, row.cls.controller) != (handle - 1, handle - 1):
            raise Rejected(BASE, "a start with a player who is another")
    if any(not _is_one(state.rows[handle].n) for handle in (*games, *players)):
        raise Rejected(BASE, "a start with several games or players in one row")
    return len(players)


def _is_one(n: Any) -> bool:
    return type(n) is int and n == 1


def _amounts_are_legal(handle: int, row: Row) -> None:
    if row.n < 1:
        raise Rejected(BASE, f"a start whose row {handle} stands for fewer than one object")
    for name, amount in row.num.items():
        ends = [amount.first, amount.last] if isinstance(amount, Differing) else [amount]
        if name.startswith(_NEVER_BELOW) and any(end < 0 for end in ends):
            raise Rejected(BASE, f"a start with less than no {name}")


def _sequences(state: State) -> None:
    """The stack and the libraries hold each of their rows once; no sequence holds a row twice."""
    for name, seq in state.seqs.items():
        if max(Counter(seq).values(), default=0) > 1:
            raise Rejected(BASE, f"a start with a row twice in the sequence {name}")
    for zone in (STACK, LIBRARY):
        there = sorted(handle for handle, row in state.rows.items() if row.cls.zone == zone)
        listed = sorted(h for name, seq in state.seqs.items() if name.partition(".")[0] == zone for h in seq)
        if there != listed:
            raise Rejected(BASE, f"a start whose sequence of the {zone} is not that of its rows")
    for name, seq in state.seqs.items():
        zone, _, seat = name.partition(".")
        if zone == LIBRARY and any(str(state.rows[handle].cls.owner) != seat for handle in seq):
            raise Rejected(BASE, "a start with a library of another player's cards")
