"""The table of breakages: a name, the check that must notice, where to break, and the broken piece.

To add one: append to ``TABLE``. ``place`` is the object that holds the name as its *user* sees it (a module that
imported a function by name holds its own), ``name`` the attribute, ``broken`` gets the working piece and returns the
broken one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from reiterate import untrusted_text
from reiterate.amounts import traced
from reiterate.kinds import kept_kinds
from reiterate.rules.access import influence, state_access
from reiterate.rules.characteristics import layers, trigger_index
from reiterate.rules.costs import mana, total_cost
from reiterate.rules.decisions import options, priority, step
from reiterate.rules.events import (
    commander,
    damage,
    leaves_battlefield,
    life,
    player_leaves,
    targets,
    trigger_matching,
    triggers,
)
from reiterate.rules.positions import identity
from reiterate.rules.resolution import put_triggers_on_stack, resolving, stacking
from reiterate.rules.turn import state_based_actions, turn_structure
from reiterate.state import events, normal_form
from reiterate.state.events import COUNT, TALLY, Event
from reiterate.state.model import Ref, Row
from reiterate.state.properties import CAST_FROM, EXILED_INSTEAD
from reiterate.terms import unusable
from tests.rules import test_handled
from tests.rules.cr_100_concepts import test_119_life_damage_draw, test_120_results_of_damage
from tests.rules.cr_500_turn import test_500_turn
from tests.rules.cr_601_casting import test_601_casting_and_costs
from tests.rules.cr_603_triggers import test_603_triggers
from tests.rules.cr_611_continuous_effects import test_613_layers
from tests.rules.cr_704_state_based_actions import test_704_looked_at_again, test_704_state_based_actions
from tests.rules.cr_707_copies import test_707_10_what_is_copied
from tests.rules.cr_800_multiplayer import test_800_leaving_the_game, test_801_range_of_influence, test_903_commander
from tests.rules.decisions import test_options
from tests.sabotage import checks
from tests.show import test_shown_text
from tests.state import test_state
from tests.support.boards import BEAR

Check = Callable[[], None]


@dataclass(frozen=True)
class Sabotage:
    """A breakage: ``place.name`` becomes ``broken(place.name)``, and ``check`` must fail."""

    title: str
    check: Check
    place: Any
    name: str
    broken: Callable[[Any], Any]


def is_noticed(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check passes on the program as it is, and fails on the broken one. What the broken one kept of loops is forgotten.

    A breakage that outlasted its test would be noticed by the next one with the same check: each begins with the program as it is.
    """
    sabotage.check()
    kept_kinds.forget()
    good = vars(sabotage.place)[sabotage.name]
    with monkeypatch.context() as patch:
        patch.setattr(sabotage.place, sabotage.name, sabotage.broken(good))
        with pytest.raises(Exception):  # noqa: B017, PT011 # broken code may fail in any way
            sabotage.check()
    kept_kinds.forget()


def forgetting(field: str, value: object) -> Callable[[Any], Any]:
    """Rows compared as if a field of their classes were always ``value``."""

    def broken(good: Any) -> Any:
        def match(a: Row, b: Row, phi: Any, amounts: bool) -> bool:
            x = Row(a.cls.but(field, value), a.num, a.n, a.refs)
            y = Row(b.cls.but(field, value), b.num, b.n, b.refs)
            return bool(good(x, y, phi, amounts))

        return match

    return broken


def instead(value: Any) -> Callable[[Any], Any]:
    """A function that always answers ``value``."""
    return lambda good: lambda *args, **more: value


def sharing_draft(good: Any) -> Any:
    class Shared(good):  # type: ignore[misc] # the class being broken
        def __init__(self, base: Any) -> None:
            super().__init__(base)
            self.rows = base.rows

    return Shared


def apply_but(op: str, change: Callable[[Event], Event | None]) -> Callable[[Any], Any]:
    """Applying events, with those of one kind changed or dropped."""

    def broken(good: Any) -> Any:
        def apply(draft: Any, event: Event) -> None:
            put = change(event) if event.op == op else event
            if put is not None:
                good(draft, put)

        return apply

    return broken


TABLE: tuple[Sabotage, ...] = (
    # --- the state
    Sabotage("identity forgets tapped", test_state.check_identity_sees_every_field_of_a_class, identity, "_rows_match", forgetting("tapped", False)),
    Sabotage("identity forgets summoning sickness", test_state.check_identity_sees_every_field_of_a_class, identity, "_rows_match", forgetting("sick", False)),
    Sabotage("identity forgets until-end-of-turn effects", test_state.check_identity_sees_every_field_of_a_class, identity, "_rows_match", forgetting("marks", ())),
    Sabotage("identity forgets amounts", test_state.check_identity_sees_every_slot_of_a_row, identity, "_same_num", instead(True)),
    Sabotage("identity reads tallies", test_state.check_identity_ignores_only_what_is_declared, identity, "_holds", lambda good: lambda s, t, phi, amounts: good(s, t, phi, amounts) and s.tally == t.tally),
    Sabotage("identity forgets references", test_state.check_identity_sees_every_slot_of_a_row, identity, "_rows_match", lambda good: lambda a, b, phi, amounts: good(Row(a.cls, a.num, a.n, {}), Row(b.cls, b.num, b.n, {}), phi, amounts)),
    Sabotage("merging ignores counters", test_state.check_merging_minds_counters, normal_form, "alike_num", instead(True)),
    Sabotage("normal drops a row that is not empty", test_state.check_normal_keeps_what_is_there, normal_form, "_empty", lambda good: lambda row: good(row) or row.cls.proto == BEAR),
    Sabotage("normal merges nothing that refers to others", test_state.check_explode_keeps_references, normal_form, "_merge_once", instead(False)),
    Sabotage("explode loses references", test_state.check_explode_keeps_references, normal_form, "one", lambda good: lambda row: Ref("one", 0)),
    Sabotage("replay drops an event", test_state.check_replay_is_complete, events, "apply", apply_but(TALLY, lambda event: None)),
    Sabotage("step changes its argument", test_state.check_step_changes_nothing, step, "Draft", sharing_draft),
    Sabotage("the cache of characteristics is not cleared", checks.check_characteristics_follow, events, "_stale", instead(None)),
    Sabotage("the index keeps the class that a row had", test_704_looked_at_again.check_the_index_follows, events, "_relist", instead(None)),
    Sabotage("the index keeps rows that are gone", test_704_looked_at_again.check_the_index_follows, events, "strike", instead(None)),
    # --- groups
    Sabotage("split loses a member", checks.check_split_keeps_members, state_access, "apply", apply_but(COUNT, lambda e: Event(e.op, e.what, e.row, e.key, e.amount - 1, e.value))),
    Sabotage("split parts members from their partners", checks.check_split_keeps_pairs, state_access, "family", lambda good: lambda state, handle: [handle]),
    Sabotage("one trigger for a whole row", test_603_triggers.check_each_member_and_each_event_triggers, triggers, "times_triggered", lambda good: lambda *args: 1 if good(*args) else 0),
    Sabotage("nobody listens", test_603_triggers.check_each_member_and_each_event_triggers, trigger_index, "_heard", lambda good: lambda *args: trigger_index.Heard({})),
    # --- the rules
    Sabotage("another counts itself", test_603_triggers.check_another_does_not_count_itself, triggers, "times_triggered", lambda good: lambda draft, event, *more: event.count),
    Sabotage("the active player's triggers resolve first", checks.check_active_player_first, put_triggers_on_stack, "seats", lambda good: lambda state: good(state)[::-1]),
    Sabotage("state-based actions forget life", test_704_state_based_actions.check_no_life_loses, state_based_actions, "_losing", instead(([], []))),
    Sabotage("a hurt creature counts as settled", test_704_looked_at_again.check_a_settled_creature_is_looked_at_when_touched, state_based_actions, "_creature", lambda good: lambda *args: good(*args) or True),
    Sabotage("whatever decides, a permanent is settled", test_704_looked_at_again.check_an_aura_is_looked_at_again, state_based_actions, "_find_of", lambda good: lambda *args: good(*args) or True),
    Sabotage("indestructible things are destroyed", checks.check_indestructible, leaves_battlefield, "destroyable", lambda good: lambda state, handles: handles),
    Sabotage("illegal targets are not noticed", checks.check_fizzling, resolving, "_checked_targets", lambda good: lambda draft, top, row, specs: row.refs),
    Sabotage("summoning sickness is ignored", test_601_casting_and_costs.check_summoning_sickness, total_cost, "_tap_cost", instead(None)),
    Sabotage("a reduction ignores its floor", test_601_casting_and_costs.check_reductions_stop_at_their_floor, total_cost, "take_off", lambda good: lambda wanted, amount, floor: good(wanted, amount, 0)),
    Sabotage("the mana pool does not empty", test_601_casting_and_costs.check_pools_empty, turn_structure, "empty_pools", instead(None)),
    Sabotage("until end of turn never ends", test_500_turn.check_effects_wear_off, turn_structure, "_unmarked", lambda good: lambda cls: cls),
    Sabotage("everything untaps", test_500_turn.check_does_not_untap, turn_structure, "view", lambda good: lambda state, handle: checks.UNTAPS),
    Sabotage("gaining no life is an event", test_119_life_damage_draw.check_gaining_nothing_is_no_event, life, "is_zero", instead(False)),
    Sabotage("counters hide deathtouch", test_120_results_of_damage.check_deathtouch_beside_infect, damage, "DEATHTOUCHED", lambda good: EXILED_INSTEAD),
    Sabotage("a copy is cast as the spell was", test_707_10_what_is_copied.check_a_copy_is_not_cast, stacking, "copy_class", lambda good: lambda cls, *more: good(cls, *more).with_prop(CAST_FROM, cls.prop(CAST_FROM))),
    # --- several players
    Sabotage("a player who leaves keeps their cards", test_800_leaving_the_game.check_zones_are_emptied, player_leaves, "_OWNED", lambda good: ("token",)),
    Sabotage("priority of who left goes to the active player", test_800_leaving_the_game.check_priority_goes_to_the_next_player, priority, "next_after", lambda good: lambda state, seat: state_access.seats(state)[0]),
    Sabotage("a commander's tax is short", test_903_commander.check_each_earlier_cast_costs_two_more, commander, "TAX", lambda good: 1),
    Sabotage("seats of who left never go", test_801_range_of_influence.check_seats_count_until_the_turn_ends, influence, "reseat", instead(None)),
    Sabotage("targets are anywhere", test_801_range_of_influence.check_nothing_out_of_range_is_a_target, targets, "sees", instead(True)),
    Sabotage("events are noticed from anywhere", test_801_range_of_influence.check_events_out_of_range_trigger_nothing, trigger_matching, "noticed", instead(True)),
    # --- options and amounts
    Sabotage("options leave out all targets but one", checks.check_options_name_every_target, options, "legal_targets", lambda good: lambda *args: good(*args)[:1]),
    Sabotage("options are offered a mana short", test_options.check_x_stops_at_the_mana_there, mana, "share", lambda good: lambda total, times: good(total, times) + 1),
    Sabotage("'>' records no guard", checks.check_comparing_records_a_guard, traced.Traced, "__gt__", lambda good: lambda self, other: self.value > other),
    # --- what is read, shown and handled
    Sabotage("dependency is never tried", test_613_layers.test_613_8_an_effect_waits_for_the_one_it_depends_on, layers, "touches", lambda good: lambda effect, layer: layers.Touch(layers.NO_WORDS, takes=False)),
    Sabotage("what has no handler passes", test_handled.test_a_keyword_without_a_handler_is_not_understood, unusable, "unhandled", instead("")),
    Sabotage("hidden characters are shown", test_shown_text.test_what_is_shown_is_one_printable_line, untrusted_text, "hidden", instead(False)),
    Sabotage("the rules' comparisons leave no guard", checks.check_the_rules_leave_guards, traced.Recorder, "record", instead(None)),
)  # fmt: skip
