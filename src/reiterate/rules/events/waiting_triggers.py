"""Triggered abilities that wait to be put onto the stack, with what they remember of their event (603.3, 608.2h)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import new_row
from reiterate.rules.events.ability_reads import reads
from reiterate.rules.events.combat_state import defending_seat
from reiterate.rules.events.happenings import Happening
from reiterate.state.events import Draft
from reiterate.state.index import indexed, standing
from reiterate.state.model import PROTECTIVE, WAITING, Class, Reference, Row, State, each, make_class, one, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ABILITY,
    ATTACKS,
    DEFENDER,
    FIRST_RESULT,
    HOST,
    NTH_LINK,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
)
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term
from reiterate.terms.filters import Filter
from reiterate.terms.trigger_events import AbilityActivated, BecomesTarget, StateIs, happens_to_source


def wait_for_each_counter(draft: Draft, event: Happening, listener: int, ability: Triggered, times: Amount) -> None:
    """An ability triggers for each of the counters that are put on something at once (122.6, 603.2c)."""
    many = event.amount
    each_one = Happening(event.kind, event.subject, event.player, 1, event.count, event.row, event.step)
    of_group = not is_single(draft.rows[listener].n) and bool({"This", "Host"} & reads(ability))
    if not of_group and ("That" not in reads(ability) or is_single(event.count)):
        wait(draft, each_one, listener, ability, times * many)
        return
    if not isinstance(many, int) or many > PAIR_BUDGET:
        raise unsupported("grouped-triggers", "many abilities for each member of a group", "603.2")
    for _ in range(many):
        wait(draft, each_one, listener, ability, times)


def wait(draft: Draft, event: Happening, listener: int, ability: Triggered, times: Amount) -> None:
    """Let an ability that triggered wait, so many times, with what it reads of the event (603.3)."""
    read = reads(ability)
    row = draft.rows[listener]
    num: dict[str, Amount] = {}
    refs: dict[str, Reference] = {}
    if "ThatMuch" in read:
        num[THAT_MUCH] = event.amount
    if "ThatPlayer" in read:
        refs[THAT_PLAYER] = one(player(event.player))
    copies: Amount = 1
    wants_source = (
        "This" in read or "Host" in read or isinstance(ability.trigger, StateIs) or source_matters(draft, ability)
    )
    if wants_source and not is_single(row.n):
        # One row of abilities per happening, its members paired with the sources.
        refs[SOURCE] = each(listener)
        copies = event.count - 1 if _another_of_itself(event, listener, ability) else event.count
        if event.subject == listener and happens_to_source(ability.trigger):
            copies = 1  # each member saw its own happening only
        times = row.n
    elif wants_source:
        refs[SOURCE] = one(listener)
    if "That" in read:
        copies, times = _pair_with_object(event, listener, row, refs, copies, times, happens_to_source(ability.trigger))
    if "Host" in read:
        host = row.refs.get(HOST)
        if host is not None:
            refs[HOST] = host
    if "Result" in read and isinstance(ability.trigger, _ON_STACK) and event.other in draft.rows:
        if not is_single(draft.rows[event.other].n):
            raise unsupported("grouped-triggers", "an ability about one of several like things that target", "603.2")
        refs[FIRST_RESULT] = one(event.other)  # what targets, or was activated
    if "Linked" in read:
        refs.update((slot, ref) for slot, ref in row.refs.items() if slot.startswith(NTH_LINK))
    if "DefendingPlayer" in read:
        fought = draft.rows.get(event.subject)
        if fought is not None and ATTACKS in fought.refs:
            refs[DEFENDER] = one(player(defending_seat(draft, event.subject)))  # 508.5
    cls = ability_class(ability, row.cls.controller)
    if type(copies) is not int:
        raise unsupported("grouped-triggers", "an unknown number of abilities for each member of a group", "603.2")
    if copies > PAIR_BUDGET:
        raise unsupported("grouped-triggers", f"more than {PAIR_BUDGET} abilities for each member of a group", "603.2")
    for _ in range(copies):
        new_row(draft, "triggered", Row(cls, num, times, refs))


def source_matters(state: State, ability: Triggered) -> bool:
    """Whether it matters what the source of an ability is: it targets objects, and a card of the game has or gives protection (702.16b)."""
    specs = (*ability.targets, *(spec for mode in ability.modes for spec in mode.targets))
    if all(spec.filter is None for spec in specs):
        return False
    return bool(standing(state, PROTECTIVE))


#: Events whose second object is a spell or ability on the stack.
_ON_STACK: Final = (BecomesTarget, AbilityActivated)

#: At most this many separate rows of abilities are made when a group's members each trigger several times at once.
PAIR_BUDGET: Final = 64


def _another_of_itself(event: Happening, listener: int, ability: Triggered) -> bool:
    subject = getattr(ability.trigger, "subject", None)
    return isinstance(subject, Filter) and subject.another and event.subject == listener


def _pair_with_object(
    event: Happening, listener: int, row: Row, refs: dict[str, Reference], copies: Amount, times: Amount, own: bool
) -> tuple[Amount, Amount]:
    """Pair the waiting abilities with the event's objects."""
    if is_single(event.count):
        refs[THAT] = one(event.subject)
        return copies, times
    if event.subject == listener and own:
        refs[THAT] = each(event.subject)
        return 1, event.count
    if event.subject == listener and isinstance(refs.get(SOURCE), type(each(0))):
        raise unsupported("grouped-triggers", "a group that watches its own members one by one", "603.2")
    if not is_single(row.n):
        if SOURCE in refs:
            raise unsupported("grouped-triggers", "each of a group watching each of another", "603.2")
        refs[THAT] = each(event.subject)
        return row.n, event.count
    refs[THAT] = each(event.subject)
    return copies, event.count


_ABILITY_CLASSES: dict[tuple[Term, int], Class] = {}


def ability_class(ability: Triggered, controller: int) -> Class:
    """The class of a triggered ability that waits, under a player's control."""
    at = (ability, controller)
    found = _ABILITY_CLASSES.get(at)
    if found is None:
        found = _ABILITY_CLASSES[at] = make_class(
            ABILITY, WAITING, term=ability, owner=controller, controller=controller
        )
    return found


def waiting(state: State) -> tuple[int, ...]:
    """Handles of abilities that have triggered and are not on the stack yet, oldest first."""
    return (state.index or indexed(state)).get(WAITING, ())
