"""Plans: on a board, the few actions that could make up a period, so that a search tries nothing else at first.
Part of the solver: the search.

It stands between the reading of the terms (``feeds``) and the search. A plan is a balance on a
board, with the mana that is printed. It proves nothing: what is found with it is proved as a loop, and where nothing is found the search goes on with all actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from reiterate.amounts import plain
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import BATTLEFIELD, LIBRARY, Ref, State
from reiterate.state.properties import CARD, HOST, TOKEN
from reiterate.survey.balance import HOST_ROW, MUCH, Doing, What, balance
from reiterate.survey.card_doings import nodes
from reiterate.survey.feeds import OF_COMBAT, PrintedReading
from reiterate.survey.relevance import Key
from reiterate.terms.abilities import Keyword, SpellAbility, Static
from reiterate.terms.base import Term, with_fields
from reiterate.terms.declared import Deed
from reiterate.terms.effects_continuous import GainKeywords, LoseKeywords, Pump, SetBasePT, SwitchPT
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import GrantAbilities

#: Plans of a board at most.
MOST: Final = 3

#: Objects beyond which a board is not planned for.
ROWS: Final = 24

#: What starts nothing by itself: every board has some of it.
_COMMON: Final = frozenset({"mana", "untapped", "tapped", "back", "leaves", "entered", "activated", "targeted"})


#: What lasts and only makes a creature larger or weaker.
_OF_SIZE: Final = (LoseKeywords, Pump, SetBasePT, SwitchPT)


class _Board(PrintedReading):
    """Reads the doings of a player on a board."""

    beside = ()

    def __init__(self, state: State, me: int) -> None:
        self.state = state
        self.handles = [
            handle
            for handle, row in state.rows.items()
            if row.cls.proto is not None
            and row.cls.kind in (CARD, TOKEN)
            and row.cls.zone != LIBRARY
            and (row.cls.controller if row.cls.zone == BATTLEFIELD else row.cls.owner) == me
        ]
        super().__init__(tuple(self._as_it_is(handle) for handle in self.handles))
        terms = [node for card in self.rows.values() for node in nodes((card.abilities, card.back))]
        words = {node.name for node in terms if isinstance(node, Keyword)}
        words |= {word for node in terms if isinstance(node, GainKeywords) for word in node.keywords}
        life, counters = "lifelink" in words, bool(words & {"infect", "wither", "toxic"})
        self.hurting = (*(["life"] if life else []), *(["counters"] if counters else []))
        for i, handle in enumerate(self.handles):
            ref = state.rows[handle].refs.get(HOST)
            if isinstance(ref, Ref) and ref.row in self.handles:
                self.hosts[i] = self.handles.index(ref.row)

    def _as_it_is(self, handle: int) -> Proto:
        """What an object is and can do on the board: granted abilities are its own, and the words that grant them are left out."""
        row = self.state.rows[handle]
        assert row.cls.proto is not None
        there = row.cls.zone == BATTLEFIELD
        seen = view(self.state, handle) if there else printed(row.cls)
        more = [each for each in abilities_at(self.state, handle) if each not in seen.abilities] if there else []
        kept = [
            each
            for each in (*seen.abilities, *more)
            if not (there and isinstance(each, Static) and isinstance(each.effect, GrantAbilities))
        ]
        return with_fields(row.cls.proto, {"abilities": tuple(kept), "types": tuple(seen.types)})

    def on_battlefield(self, row: int) -> bool:
        """Whether a row of the reading is a permanent."""
        return row != HOST_ROW and self.state.rows[self.handles[row]].cls.zone == BATTLEFIELD

    def is_static(self, row: int) -> bool:
        """Whether a permanent has a static ability as printed."""
        proto = self.state.rows[self.handles[row]].cls.proto
        return proto is not None and any(isinstance(each, Static) for each in proto.abilities)

    def how_many(self, row: int) -> int:
        return MUCH if row == HOST_ROW else plain(self.state.rows[self.handles[row]].n)

    def key(self, doing: Doing) -> Key | None:
        """What the options of an action are known by; None for a trigger, and for what is granted later."""
        if not doing.chosen or doing.row == HOST_ROW:
            return None
        proto = self.state.rows[self.handles[doing.row]].cls.proto
        assert proto is not None
        ability = doing.ability
        return (proto, ability) if ability is None or ability in self.rows[doing.row].abilities else None


def plans(state: State, me: int) -> list[frozenset[Key]]:
    """For each plan the actions that are no part of it, those of the widest plan first; none where the terms don't tell.

    Where a plan leaves nothing out, narrower ones are none either: they give less. A card that is cast stays where the plan has
    something else of it to do, or where it has a static ability. What sets a trigger of the plan off stays, too.
    """
    board = _Board(state, me)
    if board.anything or len(board.handles) > ROWS:
        return []
    doings = list(board.doings())
    found = _joined(doings, _balances(doings))
    found.sort(key=lambda plan: (-len({doings[i].row for i in plan} - {HOST_ROW}), len(plan)))
    aside = dict.fromkeys(_others(board, doings, plan) for plan in found)
    there = {
        board.key(doing) for doing in doings if doing.ability is not None or not board.on_battlefield(doing.row)
    }  # what lies on the battlefield is not cast at first
    return list(takewhile(lambda each: each & there, aside))[:MOST]


def can_recur(state: State, me: int) -> frozenset[int]:
    """The rows of which something is part of a balance, with static permanents, attachments and what is done once beside them.

    All rows where the terms don't tell.
    """
    board = _Board(state, me)
    if board.anything or len(board.handles) > ROWS:
        return frozenset(board.handles)
    doings = list(board.doings())
    active = {doings[i].row for plan in _balances(doings) for i in plan} - {HOST_ROW}
    there = [row for row in board.rows if active and board.on_battlefield(row)]
    still = {row for row in there if board.is_static(row) or board.hosts.get(row) in active}
    once = {doing.row for doing in doings if active and doing.ability is None and _lasts(board, doing.row)} - {HOST_ROW}
    return frozenset(board.handles[row] for row in active | still | once)


def _lasts(board: _Board, row: int) -> bool:
    """Whether a card is a spell off the battlefield that is cast once for what lasts."""
    abilities = () if row == HOST_ROW or board.on_battlefield(row) else board.rows[row].abilities
    return any(isinstance(each, SpellAbility) and _prepares(each) for each in abilities)


def _prepares(ability: Term | None) -> bool:
    """Whether an ability makes something of a permanent, or gives it abilities: done once, that may be what the plan lives on."""
    return ability is not None and any(map(_does_for_good, nodes(ability)))


def _does_for_good(node: Term) -> bool:
    """Whether an effect lasts and does more than to say how large a creature is, or how it fights."""
    if isinstance(node, GainKeywords):
        return not OF_COMBAT.issuperset(node.keywords)
    return isinstance(node.says, Deed) and node.says.lasts and not isinstance(node, _OF_SIZE)


def _balances(doings: Sequence[Doing]) -> list[frozenset[int]]:
    """Balances in which each doing has a part that has one in any."""
    found: list[frozenset[int]] = []
    for i, doing in enumerate(doings):
        if doing.row == HOST_ROW or any(i in plan for plan in found):
            continue
        amounts = balance(doings, [j == i for j in range(len(doings))])
        plan = frozenset(j for j, many in enumerate(amounts) if many > 0)
        if plan:
            found.append(plan)
    return found


def _joined(doings: Sequence[Doing], found: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """The balances, and sums of those of which one starts something of another: a sum of balances is a balance that gives more."""
    sums: list[frozenset[int]] = []
    for plan in found:
        whole, rest = plan, [other for other in found if other != plan]
        while near := next(
            (other for other in rest if _starts(doings, whole, other) or _starts(doings, other, whole)), None
        ):
            whole |= near
            rest.remove(near)
        sums.append(whole)
    return list(dict.fromkeys((*sums, *found)))


def _starts(doings: Sequence[Doing], one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether something of one plan gives what something of another waits for, beyond what every board has."""
    given = {what for i in one for what in doings[i].gives}
    return bool(given & _waited(doings[i] for i in other))


def _waited(doings: Iterable[Doing]) -> set[What]:
    """What has to happen for any of some doings, beyond what every board has."""
    return {what for doing in doings for group in doing.events for what in group if what[0] not in _COMMON}


def _others(board: _Board, doings: list[Doing], plan: frozenset[int]) -> frozenset[Key]:
    """The actions beyond a plan that don't start any of it either."""
    inside = [doings[i] for i in plan]
    kept = {board.key(doing) for doing in inside}
    rows = {doing.row for doing in inside}
    waited = _waited(inside)
    found: set[Key] = set()
    for doing in doings:
        key = board.key(doing)
        if key is None or key in kept or waited & doing.gives.keys() or _prepares(doing.ability):
            continue
        face = board.rows[doing.row]
        if key[1] is None and (doing.row in rows or any(isinstance(each, Static) for each in face.abilities)):
            continue
        found.add(key)
    return frozenset(found)
