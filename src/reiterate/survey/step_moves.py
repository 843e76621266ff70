"""Moves that leave a step or a turn: whole lines of passes, where they could come back, and rounds of turns. Part of the solver: the search.

Moves of the search that leave a step or a turn: whole lines of passes, offered only where they could come back.
Part of the solver: the search.

Nobody comes back to a step of the same turn without an additional phase. Nobody has another turn
before the opponents' turns without an extra turn. So a board on which nothing makes either is not
searched this way.

A round of turns as lines of a script: everybody passes, nobody attacks or blocks, up to one's own turn again.
Part of the solver: the search.

Untapping, drawing and triggers on the way happen by themselves. In cleanup steps the first card by
name is discarded where there are too many. A round that asks anything else is not tried.

Leaving a step because a card speaks of a later one: combat, an upkeep, an end step, a cleanup step.
Part of the solver: the search.

A search leaves a step only where something waits for a later one. What waits is read from the
terms of the cards outside the libraries: triggers at the beginning of steps, of attacks and of damage.
Abilities that ask for an attacking creature wait too, and so do discards for cleanup steps (514.3a).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import plain
from reiterate.kinds.answers import declining
from reiterate.loops.play import OVER, play
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import active_seat, next_after, number_prop, seats
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.events.combat_state import attackers
from reiterate.rules.turn import declare_attackers
from reiterate.rules.turn.turn_structure import HAND_LIMIT, step_name
from reiterate.script.describe import name_of
from reiterate.script.script import BodyReader
from reiterate.script.sentence_passes import WayToStep, way_to_step
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import ADDED, AFTER, MANA, PASSES, PHASES, PHASES_ADDED, STEP, STEPS_ADDED, TURNS_ADDED
from reiterate.survey.proof import Found, Prover
from reiterate.survey.script_of_play import Track, nodes_of, one_line, pass_on
from reiterate.survey.wants import holds
from reiterate.terms.abilities import Activated, Keyword, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.conditions import During
from reiterate.terms.effects_mana import unit_of
from reiterate.terms.effects_players import ExtraPhases, ExtraSteps, ExtraTurn
from reiterate.terms.effects_structure import Branch
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetSpec
from reiterate.terms.trigger_events import (
    Attacks,
    AttacksWith,
    BecomesBlocked,
    DealsDamage,
    Discards,
    DiscardsSome,
    IsDealtDamage,
    LifeGained,
    LifeLost,
    PlayerDamaged,
    StepBegins,
    Unblocked,
)

# --- step moves ----------------------------------------------------------------------------------

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
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, ExtraTurn | ExtraPhases | ExtraSteps):
                terms.append(node)

        walk(proto.abilities, visit)
        known = _MAKES[proto] = bool(terms)
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
        if again and here != "combat" and begins(state, me, "combat"):  # what triggers there may ask for a target
            yield "all pass to combat"
        if here == "main1" and begins(state, me, "main2"):
            yield "all pass to second main"
    if here in ("attackers", "blockers") and attackers(state):  # else no damage is dealt (508.8)
        yield "all pass to combat damage"
    if here in _COMBAT:
        yield "all pass to combat" if _next_is_combat(state) else "all pass to second main"
    if here in ("main1", "main2") and begins(state, me, "end"):
        yield "all pass to end step"
    if state.seqs.get(TURNS_ADDED) and state.rows[state.seqs[TURNS_ADDED][0]].cls.controller == me:
        upkeep = ("all pass to next upkeep",) if begins(state, me, "upkeep") else ()
        for target in ("all pass to next main phase", "all pass to next turn", *upkeep):
            yield target
            yield from (WayToStep(target, words).line for words in _to_discard(state, me))


def has_mana(state: State, me: int) -> bool:
    """Whether a player has unspent mana that empties as this step ends."""
    pool = [slot for slot, n in state.rows[player(me)].num.items() if slot.startswith(MANA) and plain(n) > 0]
    there = [unit_of(slot.removeprefix(MANA)) for slot in pool]
    return any(unit is not None and not unit.until for unit in there)


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


def acts_here(state: State, me: int) -> bool:
    """Whether a search that leaves steps does anything over an empty stack in this one.

    No main phase comes before an additional combat phase, so its beginning takes the place of one (500.8). Later in a combat
    something is done where a permanent of the player speaks of fighting creatures, or may be activated in combat alone.
    """
    here = step_name(state)
    if here in ("main1", "main2", "combat") or has_added_step(state):
        return True
    return here in _COMBAT and any(
        row.cls.zone == BATTLEFIELD
        and row.cls.controller == me
        and row.cls.proto is not None
        and _heard(row.cls.proto).fights
        for row in state.rows.values()
    )


def has_added_step(state: State) -> bool:
    """Whether an additional upkeep step or beginning phase goes on or comes next: there is no main phase to act in."""
    return _upkeep_waits(state) or ADDED in state.game.by_prop or AFTER in state.game.by_prop


def begins(state: State, me: int, step: str, asks: bool = False) -> bool:
    """Whether a permanent triggers as a player's step begins. ``asks``: and asks something as it resolves, which may be changed in response (608.2c)."""
    for row in state.rows.values():
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
            for ability in printed(row.cls).abilities:
                event = ability.trigger if isinstance(ability, Triggered) else None
                if (
                    isinstance(event, StepBegins)
                    and event.step == step
                    and (event.whose == "each" or (event.whose == "you") == (row.cls.controller == me))
                    and not (asks and not holds(ability, Branch))
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
            way = way_to_step(line)
            if way is None or way.discarding:
                continue
            said = way._replace(discarding=words).line
            tried = prover.prove(found.prefix, (*found.body[:i], said, *found.body[i + 1 :]))
            if isinstance(tried, Found) and (tried.endless, tried.greatest) > (best.endless, best.greatest):
                best = tried
    return best


# --- turn rounds ---------------------------------------------------------------------------------

#: Lines of one round.
LONGEST: Final = 24


#: Steps to which a round may lead, as lines call them.
_STEPS: Final = {"main1": "main phase", "upkeep": "upkeep"}


def round_of(state: State, me: int, to: str = "main1", over: bool = False) -> tuple[Track, int] | None:
    """The lines from a player's own turn, with an empty stack, to their next main phase or upkeep.

    ``to``: "main1" or "upkeep". Out: the lines, and how many choices they are. In an upkeep a round
    also ends at a question that its triggers ask, and with ``over`` where the game ends on the way.
    """
    if asked(state) != "priority" or state.stack or number_prop(state.game, PASSES) or active_seat(state) != me:
        return None
    states, lines, many = [state], list[str](), 0
    left = False
    while len(lines) < LONGEST:
        arrived = left and active_seat(state) == me and step_name(state) == to
        if arrived and (asked(state) == "priority" or to == "upkeep"):
            return Track((*states[:-1], normal(state)), tuple(lines)), many
        if asked(state) == "over":
            return Track(tuple(states), tuple(lines)), many
        onward = _next_line(state, me, to, over)
        if onward is None:
            return None
        line, state, made = onward
        many += made
        left |= active_seat(state) != me
        lines.append(line)
        states.append(state)
    return None


def _next_line(state: State, me: int, to: str, over: bool) -> tuple[str, State, int] | None:
    nothing = declining(state)
    if nothing is not None:
        return one_line(state, nothing, me), step(state, nothing)[0], 1
    if asked(state) != "priority" or state.stack:
        return None
    now = active_seat(state)
    following = next_after(state, now)
    target = f"p{me + 1}'s {_STEPS[to]}" if following == me else f"p{following + 1}'s upkeep"
    for line in (
        *_with_discards(state, f"all pass to {target}", now),
        "all pass to declare attackers",
        "all pass to declare blockers",
    ):
        passed = pass_on(state, line)
        if passed is not None:
            return line, *passed
        played = play(state, BodyReader(nodes_of((line,)))) if over else None
        if played is not None and played.stop == OVER:
            return line, played.state, len(played.choices)
    return None


def _with_discards(state: State, line: str, seat: int) -> list[str]:
    """The line, and with what would be discarded on the way: one card of the hand by name."""
    hand = [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return [line, *dict.fromkeys(WayToStep(line, name_of(state, h)).line for h in hand)]


# --- leavings ------------------------------------------------------------------------------------

#: The way from an end step, or from a cleanup step in which something happened, to the next cleanup step.
TO_CLEANUP: Final = "to cleanup"

#: Behind a line: what triggers at the beginning of that step waits on the stack for what targets it.
WAITING: Final = " with what triggers there waiting"

#: Attacks by one creature each that are tried besides the greatest attack.
SINGLES: Final = 6

#: Lines that a passage may be: one or two steps ask for a declaration on the way.
MOST_LINES: Final = 6

_BEFORE_COMBAT: Final = ("upkeep", "draw", "main1")
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
    fights: bool = (
        False  # it asks for a combat, or for creatures in it, as an ability is activated or as it is dealt damage
    )

    def hear(self, node: Term) -> None:
        if isinstance(node, Activated) or (isinstance(node, Triggered) and isinstance(node.trigger, IsDealtDamage)):
            self.fights |= holds(node, During | Filter, _of_combat)
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
        elif isinstance(event, Discards | DiscardsSome):
            self.discards = True


def _of_combat(node: Term) -> bool:
    """Whether a condition holds in combat alone, or a set is one of creatures in it."""
    if isinstance(node, During):
        return "main1" not in node.steps and bool(set(node.steps) & set(_COMBAT))
    return isinstance(node, Filter) and (node.attacking or node.blocking or node.fighting)


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


def lines_to_step(state: State, me: int, spoken: Spoken) -> Iterator[str]:
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
    if here in ("attackers", "blockers") and attackers(state):
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
    while len(lines) < MOST_LINES:
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
