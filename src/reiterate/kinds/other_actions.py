"""What players could do during a loop that is no part of it: actions that its own choices never take."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from reiterate.kinds.answers import ACTIONS, DECLARATIONS
from reiterate.kinds.choice_segments import ChoicePoint
from reiterate.kinds.kinds import Possible
from reiterate.kinds.left_out import asks_unless
from reiterate.kinds.mana_uses import pays_for
from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL
from reiterate.rules.access.choice import ACTIVATE, ATTACK, Choice
from reiterate.rules.access.faces import face_up
from reiterate.rules.access.option_slots import Option
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.not_offered import told
from reiterate.rules.decisions.options import NOT_OFFERED, options
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.describe import name_of
from reiterate.script.saying import ability_text
from reiterate.shortcuts.mana_first import mana_first
from reiterate.state.model import HAND, State
from reiterate.terms.abilities import is_mana_ability

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
    out (``has_unknown_cards``). ``Unsupported`` where a rule of an option is missing.
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
        what = told(name, option.how[0], option.how[1], option.unknown)
        return _Action(what, what, False)
    if option.verb != ACTIVATE:
        return _Action(f"{option.verb} {name}", f"{option.verb} {name}", False)
    ability = abilities_at(state, option.row)[option.index]
    brief = f"activate {name_of(state, option.row)}"
    return _Action(f"{brief}: {ability_text(state, option.row, ability)}", brief, is_mana_ability(ability))


def has_unknown_cards(state: State, seat: int) -> bool:
    """Whether a player's hand holds cards that the position does not name."""
    return any(
        row.cls.zone == HAND and row.cls.owner == seat and row.cls.proto == UNKNOWN_CARD for row in state.rows.values()
    )
