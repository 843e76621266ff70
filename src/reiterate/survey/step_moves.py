"""Moves of the search that leave a step or a turn: whole lines of passes, offered only where they could come back.
Part of the solver: the search.

Nobody comes back to a step of the same turn without an additional phase. Nobody has another turn
before the opponents' turns without an extra turn. So a board on which nothing makes either is not
searched this way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.amounts import plain
from reiterate.rules.access.state_access import active_seat, number_prop
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.turn import declare_attackers
from reiterate.rules.turn.turn_structure import HAND_LIMIT, step_name
from reiterate.script.describe import name_of
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, State, player
from reiterate.state.properties import ADDED, AFTER, MANA, PASSES, PHASES, PHASES_ADDED, STEP, STEPS_ADDED, TURNS_ADDED
from reiterate.survey.proof import Found, Prover
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_turns import ExtraPhases, ExtraSteps, ExtraTurn
from reiterate.terms.proto import Proto
from reiterate.terms.trigger_events import StepBegins

#: What a line costs to look at: less than an action, as there are few of them.
ONWARD: Final = 4
WASTED: Final = 10  # more where unspent mana is lost by it (500.4)

_COMBAT: Final = ("attackers", "blockers", "firststrike", "damage", "endcombat")

_MAKES: dict[Proto, bool] = {}


def comes_back(state: State) -> bool:
    """Whether any card outside the libraries makes additional phases or extra turns, so that a step may come again."""
    protos = {row.cls.proto for row in state.rows.values() if row.cls.proto is not None and row.cls.zone != LIBRARY}
    return any(_makes(proto) for proto in protos)


def _makes(proto: Proto) -> bool:
    known = _MAKES.get(proto)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, ExtraTurn | ExtraPhases | ExtraSteps):
                found.append(node)

        walk(proto.abilities, visit)
        known = _MAKES[proto] = bool(found)
    return known


def onward(state: State, me: int) -> Iterator[str]:
    """The lines by which everybody may pass on from where ``me``, the active player, has priority on an empty stack."""
    here = step_name(state)
    if asked(state) != "priority" or state.stack or number_prop(state.game, PASSES) or active_seat(state) != me:
        return
    if _upkeep_waits(state):
        yield "all pass to next upkeep"
    if here in ("upkeep", "draw"):
        yield "all pass to main phase"
        return
    if here in ("main1", "main2", "combat"):
        again = here != "main2" or bool(state.seqs.get(PHASES_ADDED))
        if again and declare_attackers.could_attack(state, me):
            yield "all pass to declare attackers"
        if here == "main1" and _begins(state, me, "main2"):
            yield "all pass to second main"
    if here in ("attackers", "blockers"):
        yield "all pass to combat damage"
    if here in _COMBAT:
        yield "all pass to combat" if _next_is_combat(state) else "all pass to second main"
    if here in ("main1", "main2") and _begins(state, me, "end"):
        yield "all pass to end step"
    if state.seqs.get(TURNS_ADDED) and state.rows[state.seqs[TURNS_ADDED][0]].cls.controller == me:
        upkeep = ("all pass to next upkeep",) if _begins(state, me, "upkeep") else ()
        for target in ("all pass to next main phase", "all pass to next turn", *upkeep):
            yield target
            yield from (f"{target} discarding {words}" for words in _to_discard(state, me))


def has_mana(state: State, me: int) -> bool:
    """Whether a player has unspent mana."""
    return any(slot.startswith(MANA) and plain(n) > 0 for slot, n in state.rows[player(me)].num.items())


def _next_is_combat(state: State) -> bool:
    seq = state.seqs.get(PHASES_ADDED, ())
    phases = state.rows[seq[0]].cls.prop(PHASES) if seq else ()
    return isinstance(phases, tuple) and phases[:1] == ("combat",)


def _upkeep_waits(state: State) -> bool:
    """Whether an additional upkeep step or beginning phase comes next."""
    steps, phases = state.seqs.get(STEPS_ADDED), state.seqs.get(PHASES_ADDED)
    if steps:
        return state.rows[steps[0]].cls.prop(STEP) == "upkeep"
    first = state.rows[phases[0]].cls.prop(PHASES) if phases else ()
    return isinstance(first, tuple) and first[:1] in (("beginning",), ("upkeep",))


def added(state: State) -> bool:
    """Whether an additional upkeep step or beginning phase goes on or comes next: there is no main phase to act in."""
    return _upkeep_waits(state) or ADDED in state.game.by_prop or AFTER in state.game.by_prop


def _begins(state: State, me: int, step: str) -> bool:
    """Whether a permanent triggers as a player's step begins."""
    for row in state.rows.values():
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
            for ability in printed(row.cls).abilities:
                event = ability.trigger if isinstance(ability, Triggered) else None
                if (
                    isinstance(event, StepBegins)
                    and event.step == step
                    and (event.whose == "each" or (event.whose == "you") == (row.cls.controller == me))
                ):
                    return True
    return False


def _to_discard(state: State, me: int) -> list[str]:
    """The cards of a hand by name, where its player may come to have too many of them (514.1)."""
    hand = [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == me]
    if sum(plain(state.rows[h].n) for h in hand) < HAND_LIMIT:
        return []
    return list(dict.fromkeys(name_of(state, h) for h in hand)) if len(hand) > 1 else []


def with_discards(prover: Prover, found: Found) -> Found:
    """The loop with what is discarded in cleanup steps on the way, where it ends because that was not said (514.1)."""
    end = found.loop.end
    if end is None or asked(end.state) != "cleanup":
        return found
    best = found
    for words in _to_discard(end.state, decider(end.state)):
        for i, line in enumerate(found.body):
            if not line.startswith("all pass to ") or " discarding " in line:
                continue
            tried = prover.prove(found.prefix, (*found.body[:i], f"{line} discarding {words}", *found.body[i + 1 :]))
            if isinstance(tried, Found) and (tried.endless, tried.greatest) > (best.endless, best.greatest):
                best = tried
    return best
