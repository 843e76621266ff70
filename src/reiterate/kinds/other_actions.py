"""What players could do during a loop that is no part of it, also with mana that they could make.

What mana that a player could make would pay for: spells and abilities that are offered behind mana abilities alone.

What players could do during a loop that is no part of it: actions that its own choices never take.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import value_of
from reiterate.kinds.answers import ACTIONS, DECLARATIONS
from reiterate.kinds.choice_segments import ChoicePoint
from reiterate.kinds.kinds import Possible
from reiterate.kinds.left_out import asks_unless
from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, ATTACK, Choice, Option
from reiterate.rules.access.faces import face_up
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.not_offered import not_offered_words
from reiterate.rules.decisions.options import NOT_OFFERED, options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.describe import name_of
from reiterate.script.saying import ability_text
from reiterate.shortcuts.mana_first import mana_first
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.terms.abilities import is_mana_ability

# --- mana uses -----------------------------------------------------------------------------------

#: Positions behind mana abilities that are looked at, and ways to activate one of them.
PAYING_BUDGET: Final = 64
WAYS_SHOWN: Final = 6

#: What is said where the budget ran out.
MORE: Final = "maybe more"

#: An action in words.
Words: TypeAlias = Callable[[State, Option], str]


def is_mana(state: State, option: Option) -> bool:
    """Whether an option activates a mana ability (605.1a)."""
    if option.verb != ACTIVATE or option.index < 0:
        return False
    return is_mana_ability(abilities_at(state, option.row)[option.index])


def pays_for(state: State, words: Words) -> dict[str, tuple[str, ...]]:
    """By the words of each mana ability of the player with priority what it pays for, alone or with others of them."""
    seat = decider(state)
    ways: dict[str, list[frozenset[str]]] = {}  # of each action the least mana abilities behind which it is offered
    known = {words(state, option) for option in options(state) if option.verb in ACTIONS}
    todo = deque([_Behind(state, None, frozenset())])
    seen: set[object] = set()
    looked = 0
    while todo and looked < PAYING_BUDGET:
        behind = todo.popleft()
        here = _reached(behind, seat, seen)
        if here is None:
            continue
        looked += 1
        for option in options(here):
            if option.verb not in ACTIONS or option.unknown:
                continue
            said = words(here, option)
            if is_mana(here, option):
                todo += [_Behind(here, choice, behind.used | {said}) for choice in _activations(here, option)]
            elif behind.used and said not in known and not any(few <= behind.used for few in ways.get(said, ())):
                ways.setdefault(said, []).append(behind.used)
    left = _left(todo, seat, seen)
    if left:
        ways[MORE] = left
    found: dict[str, list[str]] = {}
    for said, each in ways.items():
        for source in sorted({source for used in each for source in used}):
            found.setdefault(source, []).append(said)
    return {source: tuple(payable) for source, payable in found.items()}


class _Behind(NamedTuple):
    """A position behind a mana ability that is played only when it is looked at; with no choice the position itself."""

    before: State
    choice: Choice | None
    used: frozenset[str]


def _left(todo: Iterable[_Behind], seat: int, seen: set[object]) -> list[frozenset[str]]:
    """The mana abilities behind which a position was not looked at, each named once."""
    left: list[frozenset[str]] = []
    named: set[str] = set()
    for behind in todo:
        if not behind.used <= named and _reached(behind, seat, seen) is not None:
            left.append(behind.used)
            named |= behind.used
    return left


def _activations(state: State, option: Option) -> list[Choice]:
    """The ways of choosing a mana ability that are shown."""
    choices: list[Choice] = []
    with suppress(Unsupported):  # what is not covered is not offered
        choices.extend(instances(state, option, WAYS_SHOWN))
    return choices


def _reached(behind: _Behind, seat: int, seen: set[object]) -> State | None:
    """The position that an activation leads to; None where its player has no priority there, and where it was seen."""
    there = behind.before
    if behind.choice is not None:
        try:
            played = step_if_legal(there, behind.choice)
        except Unsupported:
            return None
        if isinstance(played, Refusal) or asked(played[0]) != "priority" or decider(played[0]) != seat:
            return None
        there = played[0]
    key = _key(there, seat)
    if key in seen:
        return None
    seen.add(key)
    return there


def _key(state: State, seat: int) -> object:
    """What tells positions behind mana abilities apart: the classes of the rows, how many, and the player's mana."""
    pool = frozenset((slot, value_of(n)) for slot, n in state.rows[player(seat)].num.items() if slot.startswith(MANA))
    return pool, frozenset((id(row.cls), value_of(row.n)) for row in state.rows.values())


# --- other actions -------------------------------------------------------------------------------

#: The two answers to what follows "unless", and the better one in words.
PAID: Final = "yes"
NOT_PAID: Final = "no"
PAYING: Final = "pay what follows 'unless'"

#: An action by player, kind, card and number of the ability: the same whichever of like objects takes it.
ActionKey: TypeAlias = tuple[int, str, object, int]


def key_of_action(state: State, action: Choice | Option) -> ActionKey:
    """The key of an action in a state: equal for the same action of like objects."""
    proto = state.rows[action.row].cls.proto
    face = proto if proto is None else face_up(proto, action.how)
    return (action.player, action.verb, face, action.index)


def other_actions(point: ChoicePoint, first: Count, until: Count | None, own: set[ActionKey]) -> list[Possible]:
    """What the player with priority at ``point`` could do that is none of the loop's ``own`` actions.

    ``first`` and ``until`` are the iterations that the answer is stated for. Unknown cards are left
    out (``hides_cards``). ``Unsupported`` where a rule of an option is missing.
    """
    found = []
    for option in options(point.state):
        if option.verb in DECLARATIONS and (option.unknown or option.slots):
            words = "declare attackers" if option.verb == ATTACK else "declare blockers"
            found.append(Possible(first, until, decider(point.state), words, False, option.unknown, brief=words))
        if option.verb not in ACTIONS or option.unknown == "unknown-card":
            continue
        if key_of_action(point.state, option) not in own:
            action, seat = _in_words(point.state, option), decider(point.state)
            found.append(Possible(first, until, seat, action.what, action.mana, option.unknown, brief=action.brief))
    found += _paying(point, first, until)
    if any(p.mana for p in found):
        paid = pays_for(point.state, lambda state, option: _in_words(state, option).what)
        found = [replace(p, pays_for=paid.get(p.what, ())) if p.mana else p for p in found]
    return found


def _paying(point: ChoicePoint, first: Count, until: Count | None) -> list[Possible]:
    """What the player who is asked could do where the loop goes on by not paying: pay what follows "unless" (732.6)."""
    seat = point.choice.player
    if point.choice.answer != NOT_PAID or not asks_unless(point.state):
        return []
    paid = replace(point.choice, answer=PAID)
    refused = verify(point.state, paid)
    if refused is not None and refused.kind == ILLEGAL:
        if not mana_first(point.state, paid):
            return []
        refused = None
    unknown = "" if refused is None else refused.code
    return [Possible(first, until, seat, PAYING, False, unknown, at=point.number, brief=PAYING)]


class _Action(NamedTuple):
    """An action in words, without the words of an ability, and whether it is a mana ability."""

    what: str
    brief: str
    mana: bool


def _in_words(state: State, option: Option) -> _Action:
    name = face_up(proto_of(state.rows[option.row].cls), option.how).name
    if option.index == NOT_OFFERED:
        what = not_offered_words(name, option.how[0], option.how[1], option.unknown)
        return _Action(what, what, False)
    if option.verb != ACTIVATE:
        return _Action(f"{option.verb} {name}", f"{option.verb} {name}", False)
    ability = abilities_at(state, option.row)[option.index]
    brief = f"activate {name_of(state, option.row)}"
    return _Action(f"{brief}: {ability_text(state, option.row, ability)}", brief, is_mana_ability(ability))
