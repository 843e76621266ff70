"""The turn (500-514): steps in order, turn-based actions, the end of combat (511), and who gets priority.

The end of combat step (511): everything is removed from combat.

The turn (500-514): steps in order, turn-based actions, and who gets priority.

A player who could attack is asked; without attackers the steps up to the end of combat are skipped
(508.8).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero, more
from reiterate.rules.access import influence, questions, state_access
from reiterate.rules.access.questions import mark, note_objects, only_way
from reiterate.rules.access.state_access import (
    active_seat,
    add,
    game,
    put,
    seats,
    set_game,
    set_refs,
    tell,
    text_prop,
    turn_into,
)
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.events import combat_state, control, counters, daytime, replacement, sagas, turn_changes, zones
from reiterate.rules.events.combat_state import OF_COMBAT, attacked, out_of_combat, set_attacked
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.trigger_matching import subject_matches
from reiterate.rules.events.triggers import fire, waiting_abilities
from reiterate.rules.turn import combat_damage, declare_attackers, declare_blockers, mana_loss
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.state.amount_slots import names, written
from reiterate.state.events import TURN_BEGINS, Draft
from reiterate.state.model import BATTLEFIELD, HAND, Class, State, player
from reiterate.state.properties import (
    ACTIVE,
    ADDED,
    AFTER,
    ARRIVED,
    ASKED,
    ATTACKED_BEFORE,
    ATTACKED_PLAYER,
    ATTACKS,
    BLOCKS,
    DAMAGE,
    DELAYED,
    DIES_TO_EXILE,
    DISCARDED,
    ENTERED,
    EOT_POWER,
    EOT_TOUGHNESS,
    LANDED,
    MANA,
    MAY_PLAY,
    NEXT,
    RESUME,
    SADDLED,
    SHELTERED,
    STAYS_TAPPED,
    STEP,
    STEPS_ADDED,
    THIS_TURN,
    TRIGGERED_ONCE,
    UNLIMITED,
    USED,
    WHO,
)
from reiterate.terms.abilities import Triggered
from reiterate.terms.effects_mana import STAYS, Unit, unit_of
from reiterate.terms.static_effects import TurnedAsThough, UntapsToo
from reiterate.terms.trigger_events import StepBegins
from reiterate.terms.vocabulary import MANA_KINDS

# --- end of combat -------------------------------------------------------------------------------


def remove_all_from_combat(draft: Draft) -> None:
    """Remove everything from combat as the end of combat step ends (511.3)."""
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        if any(name in cls.by_prop for name in OF_COMBAT):
            turn_into(draft, "", handle, out_of_combat(cls))
        if ATTACKS in row.refs or BLOCKS in row.refs:
            set_refs(draft, handle, {k: r for k, r in row.refs.items() if k not in (ATTACKS, BLOCKS)})
    if attacked(draft):
        set_attacked(draft, False)


# --- turn structure ------------------------------------------------------------------------------

STEPS: Final = (
    "untap",
    "upkeep",
    "draw",
    "main1",
    "combat",
    "attackers",
    "blockers",
    "firststrike",
    "damage",
    "endcombat",
    "main2",
    "end",
    "cleanup",
)
HAND_LIMIT: Final = 7
#: Properties of classes that end with the turn: a land was played, a card was discarded, a permanent entered, it attacked.
_THIS_TURN: Final = frozenset({LANDED, DISCARDED, ENTERED, ATTACKED_BEFORE, DIES_TO_EXILE})


def step_name(state: State) -> str:
    """The present step."""
    value = game(state).prop(STEP, "main1")
    assert isinstance(value, str)
    return str(value)


def empty_pools(draft: Draft) -> None:
    """Unspent mana empties as a step or phase ends (106.4, 500.5), but for what stays."""
    for seat in seats(draft):
        lost = [unit for unit in _units(draft, seat) if not unit.until]
        kept = mana_loss.kept(draft, seat) if lost else frozenset()
        lost = [unit for unit in lost if unit.kind not in kept]
        into = mana_loss.becomes(draft, seat) if lost else ""
        for unit in lost:
            if unit.kind != into:
                _turn_mana(draft, seat, unit, unit._replace(kind=into) if into else None, "mana emptied")


def _units(draft: Draft, seat: int) -> list[Unit]:
    """The mana in a player's pool, by kind, how long it stays and what it may be spent on."""
    found = [unit_of(slot.removeprefix(MANA)) for slot in names(draft.rows[player(seat)].num, MANA)]
    return sorted((unit for unit in found if unit is not None), key=lambda unit: (MANA_KINDS.index(unit.kind), unit))


def _turn_mana(draft: Draft, seat: int, unit: Unit, into: Unit | None, text: str) -> None:
    """Mana in a pool becomes other mana, or with None is gone."""
    amount = draft.rows[player(seat)].get(MANA + unit.name)
    put(draft, text, player(seat), MANA + unit.name, 0)
    if into is not None and not is_zero(amount, "106.4"):
        add(draft, "", player(seat), MANA + into.name, amount)


def _stays_no_longer(draft: Draft, until: str) -> None:
    """Mana that stayed until now is like any other: it empties as this step or phase ends (500.5, 514.2)."""
    for seat in seats(draft):
        for unit in _units(draft, seat):
            if unit.until == until:
                _turn_mana(draft, seat, unit, unit._replace(until=""), "")


def next_step(draft: Draft) -> None:
    """End the present step and begin the next one (500.2), up to the point where somebody has to decide.

    A cleanup step in which players got priority is followed by another one (514.3a).
    """
    empty_pools(draft)
    _go_on(draft, step_name(draft))


#: What comes after the last phase of a turn.
TURN_ENDS: Final = "turn ends"


def _go_on(draft: Draft, now: str) -> None:
    """Begin what comes after a step that is over or was skipped: additional steps first (500.9)."""
    if draft.seqs.get(STEPS_ADDED) or AFTER in game(draft).by_prop:
        added = turn_changes.next_added_step(draft)
        if added:  # what follows them is what would have followed the step before the first one
            set_game(draft, game(draft).with_prop(AFTER, game(draft).prop(AFTER) or now))
            begin_step(draft, added)
            return
        now = text_prop(game(draft), AFTER) or now
        set_game(draft, game(draft).with_prop(AFTER, False))
    _follow(draft, now)


def _follow(draft: Draft, now: str) -> None:
    """Begin what comes after a step and its additional steps."""
    last = {"upkeep": "upkeep", "beginning": "draw"}.get(text_prop(game(draft), ADDED), "draw")
    if now == "cleanup" and game(draft).prop(ASKED) != "cleanup-check":
        begin_step(draft, "cleanup")
    elif now in (last, "main1", "main2", "endcombat", "cleanup"):
        if now == "endcombat":
            remove_all_from_combat(draft)
            _stays_no_longer(draft, STAYS[0])
            empty_pools(draft)
        following = _after_phase(draft, now)
        if following == TURN_ENDS:
            _next_turn(draft)
        begin_step(draft, "untap" if following == TURN_ENDS else following)
    elif now == "attackers" and not combat_state.attacked(draft):
        begin_step(draft, "endcombat")
    elif now == "blockers" and not combat_damage.first_strike(draft):
        begin_step(draft, "damage")
    else:
        begin_step(draft, STEPS[STEPS.index(now) + 1])


def _after_phase(draft: Draft, now: str) -> str:
    """The step that follows a phase: an additional phase (500.8), or what would have come after the first one."""
    set_game(draft, game(draft).with_prop(ADDED, False))
    extra = turn_changes.next_phase(draft)
    resume = game(draft).prop(RESUME, "")
    following = (*STEPS, TURN_ENDS)[STEPS.index(now) + 1]
    if extra:
        if not resume:
            set_game(draft, game(draft).with_prop(RESUME, following))
        if extra in ("beginning", "upkeep"):
            set_game(draft, game(draft).with_prop(ADDED, extra))
        return {"combat": "combat", "main": "main2", "beginning": "untap", "upkeep": "upkeep"}[extra]
    if resume:
        set_game(draft, game(draft).with_prop(RESUME, False))
        return resume
    return following


def _next_turn(draft: Draft) -> None:
    daytime.remember_turn(draft)
    following = turn_changes.next_active(draft)
    set_game(draft, game(draft).with_prop(ACTIVE, following))
    influence.reseat(draft)
    turn_changes.begin_control(draft, following)
    them = draft.rows[player(following)].cls
    if SHELTERED in them.by_prop:
        turn_into(draft, "", player(following), them.with_prop(SHELTERED, False))
    them = draft.rows[player(following)].cls
    if them.prop(UNLIMITED, "") == "next turn":
        turn_into(draft, "", player(following), them.with_prop(UNLIMITED, False))
    last = turn_changes.cast_last(draft)
    for handle, row in list(draft.rows.items()):
        for slot in names(row.num, THIS_TURN):
            put(draft, "", handle, slot, 0)
        for slot, amount in last.get(handle, {}).items():
            put(draft, "", handle, slot, amount)
        if row.cls.owner == following and row.cls.prop(MAY_PLAY) == continuous_effects.PLAY_NEXT:  # this is that turn
            turn_into(draft, "", handle, row.cls.with_prop(MAY_PLAY, continuous_effects.TURN))
            row = draft.rows[handle]
        later = continuous_effects.IN_LATER_TURNS.get(row.cls.prop(MAY_PLAY, ""))
        if later is not None:  # this turn comes after that one
            turn_into(draft, "", handle, row.cls.with_prop(MAY_PLAY, later))
            row = draft.rows[handle]
        kept = tuple(
            (k, v)
            for k, v in row.cls.props
            if not k.startswith((USED, TRIGGERED_ONCE, ATTACKED_PLAYER)) and k not in _THIS_TURN
        )
        if kept != row.cls.props:
            turn_into(draft, "", handle, row.cls.but("props", kept))
    tell(draft, f"turn of p{following + 1} begins", key=TURN_BEGINS)
    if continuous_effects.turn_begins(draft, following):
        control.settle_control(draft)


def begin_step(draft: Draft, step: str) -> None:
    """Begin a step: its turn-based actions, its triggers, then priority for the active player if it gives any.

    A step or phase that is skipped doesn't begin: what comes after it does (500.11, 614.10).
    """
    mark(draft, questions.STEP, step=step)
    if step in turn_changes.SKIPPED and turn_changes.skipped(draft, step):
        if step == "untap":
            _awaken(draft)
        elif step == "upkeep" and _is_own(draft):
            _miss(draft, FIRST_UPKEEP)
        _go_on(draft, "endcombat" if step == "combat" else step)
        return
    set_game(draft, game(draft).with_prop(STEP, step).with_prop(ASKED, "settle").with_prop(NEXT, active_seat(draft)))
    tell(draft, STEP_NAMES[step])
    active = active_seat(draft)
    if step == "untap":
        untap_step(draft)
        if control.has_control_effects(draft):
            control.settle_control(draft)  # an effect may have lasted for as long as something remained tapped
        _awaken(draft)
        next_step(draft)
    elif step == "upkeep":
        _grow_old(draft, active)
        fire(draft, Happening("StepBegins", seat=active, step="upkeep"))
        if _is_own(draft):
            fire(draft, Happening("StepBegins", seat=active, step=FIRST_UPKEEP))
    elif step == "draw":
        if state_access.in_game(
            draft, active
        ):  # 800.4j: the turn of a player who left goes on without an active player
            zones.draw(draft, active, 1)
        fire(draft, Happening("StepBegins", seat=active, step="draw"))
    elif step in ("main1", "main2"):
        if step == "main1":
            sagas.advance(draft, active)
        fire(draft, Happening("StepBegins", seat=active, step=step))
    elif step == "combat":
        fire(draft, Happening("StepBegins", seat=active, step="combat"))
    elif step == "attackers":
        # Nobody is asked who can't attack; the step is there all the same (508.2).
        if declare_attackers.could_attack(draft, active):
            set_game(draft, game(draft).with_prop(ASKED, "attack").with_prop(WHO, active))
    elif step == "blockers":
        declare_blockers.ask_blocks(draft)
    elif step in ("firststrike", "damage"):
        combat_damage.begin_damage_step(draft, first=step == "firststrike")
    elif step == "endcombat":
        fire(draft, Happening("StepBegins", seat=active, step="end of combat"))
    elif step == "end":
        fire(draft, Happening("StepBegins", seat=active, step="end"))
    elif step == "cleanup":
        _begin_cleanup(draft, active)
    draft.news = True


#: The upkeep step that a turn has by itself: what is to happen in "the next turn's upkeep" is scheduled for it.
FIRST_UPKEEP: Final = "first upkeep"


def _is_own(draft: Draft) -> bool:
    """Whether the step that begins or is skipped is one that the turn has by itself, no additional one."""
    return not (ADDED in game(draft).by_prop or AFTER in game(draft).by_prop)


def _miss(draft: Draft, step: str) -> None:
    """What is scheduled for a step of this turn that is skipped doesn't happen in a later turn either (614.10a)."""
    for handle, row in list(draft.rows.items()):
        trigger = row.cls.term.trigger if isinstance(row.cls.term, Triggered) else None
        if row.cls.kind == DELAYED and isinstance(trigger, StepBegins) and trigger.step == step:
            state_access.discard_row(draft, handle, "what is scheduled for a skipped step won't happen")


def untap_step(draft: Draft) -> None:
    """The active player's permanents untap, except those that don't, and with them those that effects untap too (502.3)."""
    daytime.check_previous_turn(draft)  # 502.2
    active = active_seat(draft)
    due = (counters.CONTROLLER, f"p{active + 1}")
    untaps = _untapped_too(draft, active)
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        mine = cls.zone == BATTLEFIELD and cls.controller == active
        stays = text_prop(cls, STAYS_TAPPED) if STAYS_TAPPED in cls.by_prop else ""
        if stays in due and (mine or stays != counters.CONTROLLER):
            turn_into(draft, "", handle, cls.with_prop(STAYS_TAPPED, False))
            untaps.pop(handle, None)
        elif mine and cls.tapped and not view(draft, handle).no_untap:
            untaps[handle] = None
    for handle in untaps:  # all at once: what one of them does as it untaps says nothing about another
        counters.untap(draft, handle)


def _untapped_too(draft: Draft, active: int) -> dict[int, None]:
    """The tapped permanents that effects of other players untap in this player's untap step (502.3)."""
    found: dict[int, None] = {}
    for source, effect in replacement.in_force(draft, UntapsToo):
        seat = draft.rows[source].cls.controller
        if seat != active and influence.in_range(draft, seat, active):
            tapped = (h for h, row in draft.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.tapped)
            found |= dict.fromkeys(h for h in tapped if subject_matches(draft, effect.subject, source, h, seat))
    return found


def _grow_old(draft: Draft, seat: int) -> None:
    """What came under a player's control since their last upkeep began is due in this one, and no more after it (702.30a)."""
    for handle, row in list(draft.rows.items()):
        if ARRIVED in row.cls.by_prop and row.cls.zone == BATTLEFIELD and row.cls.controller == seat:
            later = "due" if row.cls.prop(ARRIVED, "") == "new" else False
            turn_into(draft, "", handle, row.cls.with_prop(ARRIVED, later))


def _awaken(draft: Draft) -> None:
    """What the active player has had since the turn began is no longer sick (302.6); not in an additional phase."""
    if ADDED in game(draft).by_prop:
        return
    active = active_seat(draft)
    for handle, row in list(draft.rows.items()):
        if row.cls.sick and row.cls.zone == BATTLEFIELD and row.cls.controller == active:
            turn_into(draft, "", handle, row.cls.but("sick", False))


def excess_cards(state: State, seat: int) -> Amount:
    """How many cards a player has over the maximum hand size (402.2)."""
    if _no_maximum(state, seat):
        return 0
    size = state_access.hand_size(state, seat)
    return size - HAND_LIMIT if more(size, HAND_LIMIT, "514.1") else 0


def _no_maximum(state: State, seat: int) -> bool:
    """Whether a player has no maximum hand size (402.2)."""
    if UNLIMITED in state.rows[player(seat)].cls.by_prop:
        return True
    for source, ability in statics(state).applied:
        effect = ability.effect
        unlimited = isinstance(effect, TurnedAsThough) and effect.what == "no maximum hand size"
        if unlimited and state.rows[source].cls.controller == seat:
            return True
    return False


def _begin_cleanup(draft: Draft, active: int) -> None:
    excess = excess_cards(draft, active)
    if is_zero(excess, "514.1"):
        finish_cleanup(draft)
        return
    hand = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == active]
    only = only_way(draft, hand, excess)
    if only is not None:
        note_objects(draft, active, hand, only, "to discard")
        zones.discard_together(draft, only)
        finish_cleanup(draft)
        return
    set_game(draft, game(draft).with_prop(ASKED, "cleanup").with_prop(WHO, active))


def finish_cleanup(draft: Draft) -> None:
    """Damage wears off and "until end of turn" ends at the same time (514.2); priority only if something happened."""
    for handle, row in list(draft.rows.items()):
        if row.cls.zone != BATTLEFIELD:
            continue
        for slot in (DAMAGE, EOT_POWER, EOT_TOUGHNESS):
            if written(row.num, slot):
                put(draft, "", handle, slot, 0)
        cls = _unmarked(row.cls)
        if cls is not row.cls:
            turn_into(draft, "", handle, cls)
    continuous_effects.end_of_turn(draft)
    _stays_no_longer(draft, STAYS[1])
    control.settle_control(draft)
    if not waiting_abilities(draft):
        set_game(draft, game(draft).with_prop(ASKED, "cleanup-check"))


def _unmarked(cls: Class) -> Class:
    cls = cls.with_prop(SADDLED, False) if SADDLED in cls.by_prop else cls
    return cls.but("marks", ()) if cls.marks else cls
