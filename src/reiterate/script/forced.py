"""Lines that answer a question with one legal answer: nobody was asked, so such a line does nothing.

So a script still reads where the object that gave a second answer is gone: a target, a mode, an
order of abilities, a declaration of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ATTACK
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.combat_state import attacked, attackers, blockers
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import find_target, unshield
from reiterate.script.stack_words import fitting
from reiterate.state.model import Ref, State
from reiterate.state.properties import BLOCKED, FIRST_TARGET, PASSES, SOURCE
from reiterate.terms.abilities import Triggered

_MODE: Final = re.compile(r"mode (\d{1,2})", re.IGNORECASE)


def already(state: State, seat: int, verb: str, words: str) -> bool:
    """Whether a line of a player says what was done without asking, because there was nothing else to answer.

    That is looked for where nobody has passed since: among the triggered abilities on top of the
    stack (603.3b to 603.3d). An order is said of one ability alone: alike ones have none.
    """
    if verb not in ("target", "order", "choose"):
        return False
    if asked(state) != "priority" or number_prop(state.game, PASSES):
        return False
    mine = [h for h in _triggered(state) if state.rows[h].cls.controller == seat]
    if verb == "target":
        return any(_only_target(state, h, words) for h in mine)
    if verb == "order":
        said = re.sub(r"\s+first$", "", unshield(words), flags=re.IGNORECASE)
        alone = len(mine) == 1 and type(state.rows[mine[0]].n) is int and state.rows[mine[0]].n == 1
        return alone and (said == "#1" or bool(fitting(state, mine, said)))
    mode = _MODE.fullmatch(words.strip())
    return verb == "choose" and mode is not None and any(_only_mode(state, h, int(mode.group(1))) for h in mine)


def none_declared(state: State, verb: str) -> bool:
    """Whether "no attack" or "no block" says what has come of a declaration: nobody could, or nobody did (508.1, 509.1).

    That is so in the step of the declaration, as long as nobody has passed in it.
    """
    if asked(state) != "priority" or number_prop(state.game, PASSES):
        return False
    if verb == ATTACK:
        return step_name(state) == "attackers" and not attacked(state)
    blocked = any(state.rows[handle].cls.prop(BLOCKED) for handle in attackers(state))
    return step_name(state) == "blockers" and not blocked and not blockers(state)


def _triggered(state: State) -> Iterator[int]:
    """The triggered abilities on top of the stack."""
    for handle in state.stack:
        if not isinstance(state.rows[handle].cls.term, Triggered):
            return
        yield handle


def _source(state: State, handle: int) -> int:
    ref = state.rows[handle].refs.get(SOURCE)
    return ref.row if isinstance(ref, Ref) else -1


def _only_target(state: State, handle: int, words: str) -> bool:
    """Whether the words mean the target of an ability, and it has no other legal one."""
    row = state.rows[handle]
    term, target = row.cls.term, row.refs.get(FIRST_TARGET)
    assert isinstance(term, Triggered)
    if len(term.targets) != 1 or term.targets[0].optional or not isinstance(target, Ref):
        return False
    legal = legal_targets(state, term.targets[0], row.cls.controller, _source(state, handle))
    if legal != [target.row]:
        return False
    named = find_target(state, words, row.cls.controller)
    return named == target.row or (isinstance(named, Refusal) and named.code == "ambiguous-object")


def _only_mode(state: State, handle: int, number: int) -> bool:
    """Whether an ability was put on the stack with this mode, and with each other one it could not have been (700.2b)."""
    row = state.rows[handle]
    term = row.cls.term
    assert isinstance(term, Triggered)
    for other in state.rows.values():
        for printed in other.cls.proto.abilities if other.cls.proto is not None else ():
            if (
                not isinstance(printed, Triggered)
                or printed.trigger != term.trigger
                or not 0 < number <= len(printed.modes)
            ):
                continue
            mode = printed.modes[number - 1]
            rest = [each for i, each in enumerate(printed.modes, 1) if i != number]
            if (mode.effects, mode.targets) == (term.effects, term.targets):
                source = _source(state, handle)
                return all(
                    any(
                        not spec.optional and not legal_targets(state, spec, row.cls.controller, source)
                        for spec in each.targets
                    )
                    for each in rest
                )
    return False
