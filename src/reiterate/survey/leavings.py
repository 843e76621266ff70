"""Leaving a step because a card speaks of a later one: combat, an upkeep, an end step, a cleanup step.
Part of the solver: the search.

A search within one step leaves it only where something waits for it. What waits is read from the
terms of the cards outside the libraries: triggers at the beginning of steps, of attacks and of
damage, whatever asks for an attacking creature, and discards for cleanup steps (514.3a).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import plain
from reiterate.kinds.answers import declining
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import active_seat, number_prop, seats
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.turn import declare_attackers
from reiterate.rules.turn.turn_structure import step_name
from reiterate.state.model import LIBRARY, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import PASSES
from reiterate.survey.script_of_play import Track, one_line, pass_on
from reiterate.survey.turn_rounds import round_of
from reiterate.terms.abilities import Keyword, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_turns import ExtraPhases
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec
from reiterate.terms.trigger_events import (
    Attacks,
    AttacksWith,
    BecomesBlocked,
    DealsDamage,
    Discards,
    LifeGained,
    LifeLost,
    PlayerDamaged,
    StepBegins,
    Unblocked,
)

#: The way from an end step, or from a cleanup step in which something happened, to the next cleanup step.
TO_CLEANUP: Final = "to cleanup"

#: Behind a line: what triggers at the beginning of that step waits on the stack for what targets it.
WAITING: Final = " with what triggers there waiting"

#: Attacks by one creature each that are tried besides the greatest attack.
SINGLES: Final = 6

#: Lines that a passage may be: one or two steps ask for a declaration on the way.
LONGEST: Final = 6

_BEFORE_COMBAT: Final = ("upkeep", "draw", "main1")
_COMBAT: Final = ("attackers", "blockers", "firststrike", "damage", "endcombat")
_OF_DAMAGE: Final = (DealsDamage, PlayerDamaged, LifeLost)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What cards speak of: steps of one's own turn, the upkeep of an opponent, attacks, discards, abilities on the stack."""

    steps: frozenset[str] = frozenset()
    theirs: bool = False
    attacks: bool = False
    discards: bool = False
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.steps or self.theirs or self.attacks or self.discards)


@dataclass(slots=True)
class _Words:
    """What one card speaks of."""

    steps: set[tuple[str, str]]
    attacks: bool = False
    gains: bool = False  # it triggers as life is gained
    lifelink: bool = False
    discards: bool = False
    waits: bool = False  # it targets triggered abilities on the stack

    def hear(self, node: Term) -> None:
        if isinstance(node, ExtraPhases) or (isinstance(node, Filter) and (node.attacking or node.fighting)):
            self.attacks = True
        elif isinstance(node, TargetSpec):
            self.waits |= bool(node.ability)
        elif isinstance(node, Keyword):
            self.lifelink |= node.name == "lifelink"
        elif isinstance(node, Triggered):
            self._hear_event(node.trigger)

    def _hear_event(self, event: Term) -> None:
        if isinstance(event, StepBegins):
            self.steps.add(("upkeep" if event.step == "first upkeep" else event.step, event.whose))
        elif isinstance(event, (Attacks, AttacksWith, BecomesBlocked, Unblocked, *_OF_DAMAGE)):
            self.attacks = True
        elif isinstance(event, LifeGained):
            self.gains = True
        elif isinstance(event, Discards):
            self.discards = True


_HEARD: dict[Proto, _Words] = {}


def _heard(proto: Proto) -> _Words:
    known = _HEARD.get(proto)
    if known is None:
        known = _HEARD[proto] = _Words(set())
        walk(proto.abilities, known.hear)
    return known


def spoken_of(state: State, me: int) -> Spoken:
    """What the cards outside the libraries speak of, from the seat of player ``me``."""
    steps: set[str] = set()
    theirs = attacks = discards = gains = lifelink = waits = False
    for row in state.rows.values():
        if row.cls.proto is None or row.cls.zone == LIBRARY:
            continue
        words, mine = _heard(row.cls.proto), row.cls.controller == me
        for name, whose in words.steps:
            if whose == "each" or (whose == "you") == mine:
                steps.add(name)
            if whose == "each" or (whose == "opponent") == mine:
                theirs |= name == "upkeep"
        if mine:
            attacks, discards = attacks or words.attacks, discards or words.discards
            gains, lifelink = gains or words.gains, lifelink or words.lifelink
            waits = waits or words.waits
    return Spoken(frozenset(steps), theirs, attacks or (gains and lifelink), discards, waits and bool(steps))


def ways_on(state: State, me: int, spoken: Spoken) -> Iterator[str]:
    """The lines that lead from here to a step that is spoken of; with an empty stack in one's own turn only."""
    if asked(state) != "priority" or state.stack or decider(state) != me or active_seat(state) != me:
        return
    if number_prop(state.game, PASSES):
        return
    here = step_name(state)
    if here in _BEFORE_COMBAT and "combat" in spoken.steps:
        yield "all pass to combat"
    if here in ("upkeep", "draw"):
        yield "all pass to main phase"
    if here in ("main1", "combat") and spoken.attacks and declare_attackers.could_attack(state, me):
        yield "all pass to declare attackers"
    if here in ("attackers", "blockers"):
        yield "all pass to combat damage"
    if here in _COMBAT:
        yield "all pass to second main"
    if here != "end" and here != "cleanup" and (spoken.discards or "end" in spoken.steps):
        yield "all pass to end step"
        if spoken.waits and "end" in spoken.steps:
            yield f"all pass to end step{WAITING}"
    if here in ("end", "cleanup") and spoken.discards:
        yield TO_CLEANUP
    if here in ("main1", "main2"):
        yield from _to_upkeeps(state, me, spoken)


def _to_upkeeps(state: State, me: int, spoken: Spoken) -> Iterator[str]:
    if spoken.theirs:
        yield from (f"all pass to p{seat + 1}'s upkeep" for seat in seats(state) if seat != me)
    elif "upkeep" in spoken.steps:
        yield f"all pass to p{me + 1}'s upkeep"
        if spoken.waits:
            yield f"all pass to p{me + 1}'s upkeep{WAITING}"


def passage(state: State, line: str, me: int) -> tuple[Track, int] | None:
    """The lines by which ``line`` of ``ways_on`` is reached, and how many choices they are.

    Nobody attacks or blocks on the way. Where what triggers there never comes to rest, the passage
    ends with it on the stack. None where the way asks anything else.
    """
    if line == TO_CLEANUP:
        return _to_cleanup(state, me)
    mine = f"all pass to p{me + 1}'s upkeep"
    waiting_lines = {f"{each}{WAITING}": each for each in ("all pass to end step", mine)}
    waits, line = line in waiting_lines, waiting_lines.get(line, line)
    found = None if waits else round_of(state, me, "upkeep") if line == mine else _by_line(state, line, me)
    if found is not None:
        return found
    before = _BEFORE.get(line, "")
    if line.endswith("upkeep"):
        before = f"all pass to p{seats(state)[-1 if line == mine else 0] + 1}'s end step"
    track, many = _by_line(state, before, me) or (Track((state,), ()), 0)
    waiting = _everybody_passes(track.states[-1], me)
    if waiting is None or (asked(waiting.states[-1]) == "priority" and not waiting.states[-1].stack):
        return None
    return _joined(track, waiting), many + len(waiting.lines)


#: Where one stands before a step with what triggers at its beginning still on the stack.
_BEFORE: Final = {
    "all pass to combat damage": "all pass to declare blockers",
    "all pass to end step": "all pass to second main",
}


def _joined(first: Track, second: Track) -> Track:
    return Track((*first.states[:-1], *second.states), (*first.lines, *second.lines))


def _by_line(state: State, line: str, me: int) -> tuple[Track, int] | None:
    """A line of passes, with the declarations that come before it."""
    states, lines, many = [state], list[str](), 0
    while len(lines) < LONGEST:
        passed = pass_on(state, line)
        if passed is not None:
            return Track((*states, normal(passed[0])), (*lines, line)), many + passed[1]
        nothing = declining(state)
        if nothing is not None:
            said, state, made = one_line(state, nothing, me), step(state, nothing)[0], 1
        else:
            between = _between(state)
            if between is None:
                return None
            said, state, made = between
        many += made
        lines.append(said)
        states.append(state)
    return None


def _between(state: State) -> tuple[str, State, int] | None:
    """A declaration on the way: the line that leads to it, the position there and how many choices that is."""
    for line in ("all pass to declare attackers", "all pass to declare blockers"):
        passed = pass_on(state, line)
        if passed is not None:
            return line, *passed
    return None


def _everybody_passes(state: State, me: int) -> Track | None:
    """Everybody passes once over an empty stack; None where something is asked before, or the game ends by it."""
    states, lines = [state], list[str]()
    for _ in seats(state):
        nothing = declining(state)
        if nothing is not None:  # nobody attacks or blocks
            lines.append(one_line(state, nothing, me))
            state = step(state, nothing)[0]
            states.append(state)
        if asked(state) != "priority" or state.stack:
            return None
        passed = Choice(PASS, decider(state), over=over_text(state))
        lines.append(one_line(state, passed, me))
        state = step(state, passed)[0]
        states.append(state)
    return None if asked(state) == "over" else Track((*states[:-1], normal(state)), tuple(lines))


def _to_cleanup(state: State, me: int) -> tuple[Track, int] | None:
    """Everybody passes once; None where the turn ends by it."""
    passed = _everybody_passes(state, me)
    if passed is None:
        return None
    there = passed.states[-1]
    same = step_name(there) == "cleanup" and active_seat(there) == active_seat(state)
    return (passed, len(passed.lines)) if same else None


def tried_attacks(found: list[tuple[int, Choice]]) -> list[tuple[int, Choice]]:
    """The greatest attack and those of one creature each; nobody attacks where a passage goes by."""
    size = sorted(found, key=lambda pair: (-sum(plain(n) for _, n in pair[1].picks), pair[0]))
    alone = [pair for pair in size[1:] if sum(plain(n) for _, n in pair[1].picks) == 1][:SINGLES]
    return [(i, choice) for i, (_, choice) in enumerate([*size[:1], *alone]) if choice.picks]
