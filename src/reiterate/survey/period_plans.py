"""Plans: on a board, the few actions that could make up a period, so that a search tries nothing else at first.
Part of the solver: the search.

It stands between the reading of the terms (``feeds``) and the search. A plan is a balance on a
board, with the mana that is printed. It proves nothing: what is found with it is proved as a loop, and where nothing is found the search goes on with all actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from reiterate.state.model import State
from reiterate.survey.balance import HOST_ROW, Doing, What, balance
from reiterate.survey.card_doings import nodes
from reiterate.survey.feeds import OF_COMBAT
from reiterate.survey.relevance import BoardReading, Key
from reiterate.terms.abilities import SpellAbility, Static
from reiterate.terms.base import Deed, Term
from reiterate.terms.effects_continuous import GainKeywords, LoseKeywords, Pump, SetBasePT, SwitchPT
from reiterate.terms.effects_spells import CopyToken

#: Plans of a board at most.
MOST: Final = 3

#: Objects beyond which a board is not planned for.
ROWS: Final = 24

#: What starts nothing by itself: every board has some of it.
_COMMON: Final = frozenset({"mana", "untapped", "tapped", "back", "leaves", "entered", "activated", "targeted"})


#: What lasts and only makes a creature larger or weaker.
_OF_SIZE: Final = (LoseKeywords, Pump, SetBasePT, SwitchPT)


def plans(state: State, me: int) -> list[frozenset[Key]]:
    """For each plan the actions that are no part of it, those of the widest plan first; none where the terms don't tell.

    Where a plan leaves nothing out, narrower ones are none either: they give less. A card that is cast stays where the plan has
    something else of it to do, or where it has a static ability. What sets a trigger of the plan off stays, too.
    """
    board = BoardReading(state, me)
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
    board = BoardReading(state, me)
    if board.anything or len(board.handles) > ROWS:
        return frozenset(board.handles)
    doings = list(board.doings())
    active = {doings[i].row for plan in _balances(doings) for i in plan} - {HOST_ROW}
    there = [row for row in board.rows if active and board.on_battlefield(row)]
    still = {row for row in there if board.is_static(row) or board.hosts.get(row) in active}
    once = {doing.row for doing in doings if active and doing.ability is None and _lasts(board, doing.row)} - {HOST_ROW}
    return frozenset(board.handles[row] for row in active | still | once)


def _lasts(board: BoardReading, row: int) -> bool:
    """Whether a card is a spell off the battlefield that is cast once for what lasts, a token that is a copy too."""
    abilities = () if row == HOST_ROW or board.on_battlefield(row) else board.rows[row].abilities
    spells = [each for each in abilities if isinstance(each, SpellAbility)]
    return any(_prepares(each) or any(isinstance(node, CopyToken) for node in nodes(each)) for each in spells)


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


def _others(board: BoardReading, doings: list[Doing], plan: frozenset[int]) -> frozenset[Key]:
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
