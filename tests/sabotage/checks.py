"""Checks that only the sabotage table uses; the others are the bodies of ordinary tests."""

from __future__ import annotations

from reiterate.amounts import Recorder, plain
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import split
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.characteristics.printed_characteristics import Characteristics
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import Ref
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.references import TargetRef, TargetSpec
from tests.rules.cr_100_concepts import test_117_priority
from tests.rules.cr_603_triggers import test_603_triggers
from tests.rules.cr_704_state_based_actions import test_704_state_based_actions
from tests.state.test_state import paired_rows
from tests.support.boards import BEAR, CREATURE, GUARD, LORD, MAKER, PINGER, creature, life, play, resolve, tap_ability

#: Characteristics of something that untaps as usual.
UNTAPS = Characteristics(BEAR, (), frozenset())


def check_characteristics_follow() -> None:
    """A lord that dies no longer lifts anybody, whatever was asked before."""
    layout = Layout(2)
    row = layout.put(creature("Killer", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))), 0)
    bear, lord = layout.put(BEAR, 0), layout.put(LORD, 0)
    state = layout.done()
    assert power(state, bear) == 3
    state = resolve(play(state, Choice("activate", 0, row, targets=(lord,))))
    assert power(state, bear) == 2


def check_split_keeps_members() -> None:
    """A split group has as many members as before."""
    layout = Layout(2)
    bears = layout.put(BEAR, 0, n=7)
    draft = Draft(layout.done())
    split(draft, bears, 3)
    assert sum(plain(r.n) for r in draft.rows.values() if r.cls.proto == BEAR) == 7


def check_split_keeps_pairs() -> None:
    """The rows at both ends of every pairing are equally many."""
    draft = Draft(paired_rows())
    pairing = next(h for h, r in draft.rows.items() if r.refs)
    split(draft, pairing, 1)
    partners = [(h, r.refs["host"]) for h, r in draft.rows.items() if r.refs]
    assert len(partners) == 2
    for handle, ref in partners:
        assert isinstance(ref, Ref)
        assert draft.rows[handle].n == draft.rows[ref.row].n


def check_active_player_first() -> None:
    """603.3b."""
    test_603_triggers.test_603_3b_active_player_first_then_in_turn_order()


def check_indestructible() -> None:
    """702.12b."""
    test_704_state_based_actions.test_704_5g_indestructible_survives_damage()


def check_fizzling() -> None:
    """608.2b."""
    test_117_priority.check_nothing_of_a_fizzled_ability_happens()


def check_options_name_every_target() -> None:
    """Each player and creature is a target of "any target"."""
    layout = Layout(2)
    layout.put(PINGER, 0)
    slot = options(layout.done())[1].slot("target")
    assert slot is not None and len(slot.rows) == 3


def check_comparing_records_a_guard() -> None:
    """Every comparison of a traced amount is written down."""
    recorder = Recorder()
    amount = recorder.amount(0, 5)
    assert amount > 3
    assert len(recorder.guards) == 1


def check_the_rules_leave_guards() -> None:
    """A life total that moves is asked about by the state-based actions."""
    recorder = Recorder()
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    layout.put(GUARD, 0)
    layout.set_player(0, "life", recorder.amount(0, 20))
    state, _ = step(layout.done(), Choice("activate", 0, row))
    assert [g.rule for g in recorder.guards] == ["704.5a"]
    assert life(state, 1) == 20
