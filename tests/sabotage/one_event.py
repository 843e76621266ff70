"""Breakages of state-based actions as one event, of what is last known and of layers; the references notice them too."""

from __future__ import annotations

from typing import Any

from reiterate.rules.characteristics import evaluate, layers
from reiterate.rules.events import attaching, counters, leaves_battlefield, triggers
from reiterate.rules.turn import state_based_actions
from reiterate.state.model import Row
from reiterate.terms.static_effects import GrantAbilities
from tests.rules.cr_608_resolving import test_608_last_known
from tests.rules.cr_704_state_based_actions import test_704_one_check
from tests.sabotage.table import Sabotage, instead
from tests.soak.compared_games import play_boards
from tests.soak.layer_boards import play_layers


def boards_settle_as_by_the_references() -> None:
    """Random boards, each check and all that leaves compared with the references of 613 and 704."""
    play_boards(120, False)


def layers_are_as_by_the_reference() -> None:
    """Random boards of continuous effects that meet, compared with the reference of 613."""
    play_layers(700)


def but_for_grants(good: Any) -> Any:
    """Static abilities that grant static abilities are worked out for each permanent by itself."""
    return lambda ability: not isinstance(ability.effect, GrantAbilities) and good(ability)


def beginning_anew(good: Any) -> Any:
    """An effect of several layers asks in each of them what it applies to."""

    def broken(self: Any, item: Any) -> Any:
        started, item.started = item.started, False
        found = good(self, item)
        item.started = started
        return found

    return broken


def counters_first(good: Any) -> Any:
    """Counters are taken off before anything dies."""

    def broken(draft: Any, found: Any, fallen: Any) -> Any:
        for handle, pairs in found.pairs:
            counters.annihilate(draft, handle, pairs)
        done = bool(found.pairs)
        found.pairs.clear()
        return bool(good(draft, found, fallen)) or done

    return broken


def legends_later(good: Any) -> Any:
    """The legend rule waits until nothing dies."""

    def broken(draft: Any) -> Any:
        found = good(draft)
        if found.dying or found.destroyed:
            found.legends.clear()
        return found

    return broken


def deathtouch_stays(good: Any) -> Any:
    """Damage by a source with deathtouch isn't forgotten after the check."""

    def broken(draft: Any, handles: Any) -> Any:
        found = good(draft, handles)
        found.marked.clear()
        return found

    return broken


def loose_first(good: Any) -> Any:
    """What falls off does so while the rest is still looked for."""

    def broken(draft: Any, handles: Any) -> Any:
        loose = good(draft, handles).loose
        for handle in loose:
            attaching.unattach(draft, handle)
        found = good(draft, handles)
        found.loose = loose
        return found

    return broken


def losers_first(good: Any) -> Any:
    """Players who lose leave before anything dies."""

    def broken(draft: Any) -> Any:
        losing, settled = good(draft)
        if losing and not state_based_actions.over(draft):
            state_based_actions._lose(draft, losing, settled)
            return [], []
        return losing, settled

    return broken


def size_only(good: Any) -> Any:
    """What leaves is known with its size and counters alone."""
    return lambda cls, now: cls


def no_size(good: Any) -> Any:
    """What leaves is known without the size that effects gave it."""

    def broken(state: Any, handle: int, now: Any) -> Row:
        kept = good(state, handle, now)
        return Row(kept.cls, state.rows[handle].num, kept.n, kept.refs)

    return broken


#: What random boards and the references notice.
GUARDS = (boards_settle_as_by_the_references, layers_are_as_by_the_reference)

_ONE = test_704_one_check
_LAST = test_608_last_known

ONE_EVENT: tuple[Sabotage, ...] = (
    Sabotage("counters go before the dead", _ONE.check_counters_go_with_the_dead, state_based_actions, "_leave", counters_first),
    Sabotage("counters go first, for ever", _ONE.check_no_return_without_end, state_based_actions, "_leave", counters_first),
    Sabotage("the reference sees counters go first", boards_settle_as_by_the_references, state_based_actions, "_leave", counters_first),
    Sabotage("the legend rule waits", _ONE.check_legends_go_with_the_dead, state_based_actions, "_find", legends_later),
    Sabotage("the reference sees the legend rule wait", boards_settle_as_by_the_references, state_based_actions, "_find", legends_later),
    Sabotage("equipment falls off first", _ONE.check_what_falls_off_kills_later, state_based_actions, "_find", loose_first),
    Sabotage("the reference sees equipment fall off first", boards_settle_as_by_the_references, state_based_actions, "_find", loose_first),
    Sabotage("players leave before the dead", _ONE.check_losing_and_dying_are_one_event, state_based_actions, "_losing", losers_first),
    Sabotage("nobody minds the world rule", _ONE.check_world_rule, state_based_actions, "_old_worlds", instead([])),
    Sabotage("deathtouch lasts all turn", _ONE.check_deathtouch_is_of_this_check, state_based_actions, "_find", deathtouch_stays),
    Sabotage("the reference sees deathtouch last", boards_settle_as_by_the_references, state_based_actions, "_find", deathtouch_stays),
    Sabotage("what left has lost granted keywords", _LAST.check_granted_lifelink_is_known, leaves_battlefield, "as_last", size_only),
    Sabotage("the reference sees what left without its keywords", boards_settle_as_by_the_references, leaves_battlefield, "as_last", size_only),
    Sabotage("what left has lost its colours", _LAST.check_protection_from_what_has_left, leaves_battlefield, "as_last", size_only),
    Sabotage("the reference sees what left without its size", boards_settle_as_by_the_references, leaves_battlefield, "_remembered_as", no_size),
    Sabotage("an aura forgets what it was on", _LAST.check_what_it_was_attached_to, leaves_battlefield, "_hand_on", instead(None)),
    Sabotage("triggers have no source", _LAST.check_triggers_have_sources, triggers, "source_matters", instead(False)),
    Sabotage("the reference sees what is taken off added", boards_settle_as_by_the_references, evaluate, "READING", lambda good: good._replace(quantity=lambda *args: abs(good.quantity(*args)))),
    Sabotage("granted statics are not seen by others", layers_are_as_by_the_reference, evaluate, "reads_others", but_for_grants),
    Sabotage("no effect waits for another", layers_are_as_by_the_reference, layers.Layering, "depends", instead(False)),
    Sabotage("colours don't wait for colours", layers_are_as_by_the_reference, layers, "could_depend", lambda good: lambda effect, layer: layer != "5" and good(effect, layer)),
    Sabotage("what has begun stops", layers_are_as_by_the_reference, layers.Layering, "affected", beginning_anew),
    Sabotage("the reference sees types left out", boards_settle_as_by_the_references, layers, "change_types", instead(None)),
    Sabotage("the reference sees colours left out", boards_settle_as_by_the_references, layers, "change_colors", instead(None)),
)  # fmt: skip
