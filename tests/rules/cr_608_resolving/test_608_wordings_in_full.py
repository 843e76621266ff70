"""Wordings of which every word counts: what once went unread, or spoke of something else, is played or refused."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.ask.session import Result, run_position
from reiterate.oracle.compile import compile_card
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.state.model import BATTLEFIELD
from reiterate.terms.abilities import SpellAbility, Triggered
from reiterate.terms.effects_permanents import TapOrUntap
from reiterate.terms.effects_structure import May
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from tests.support.acting import handle
from tests.support.boards import BEAR, creature
from tests.support.own_cards import own_book
from tests.support.written import card


def refused(text: str, types: str = "Enchantment") -> bool:
    """Whether words are refused."""
    return not compile_card(
        {
            "name": "Test Card",
            "type_line": types,
            "oracle_text": text,
            "mana_cost": "{1}",
            "power": "2",
            "toughness": "2",
        }
    ).complete


def test_202_3_a_permanent_card_with_a_mana_value_is_no_other() -> None:
    text = (
        "When Test Card enters the battlefield, return target permanent card with mana value 2 or less from {} to {}."
    )
    made = card(text.format("your graveyard", "the battlefield"), "Creature", power="2", toughness="2")
    ability = made.abilities[0]
    assert isinstance(ability, Triggered)
    layout = Layout(2)
    small = layout.put(creature("Small", cost=("1", "G")), 0, "graveyard")
    layout.put(creature("Great", cost=("3",)), 0, "graveyard")
    layout.put(Proto("Spell", ("instant",), mana_cost=("1",)), 0, "graveyard")
    assert legal_targets(layout.done(), ability.targets[0], 0, -1) == [small]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever you attack, put a permanent card with mana value less than or equal to that damage onto the battlefield.",
        "When Test Card enters, you may put a permanent card with mana value less than or equal to its power from your "
        "hand onto the battlefield.",
        "When Test Card enters, search your library for a permanent card with the same name as target creature, put it "
        "onto the battlefield, then shuffle.",
    ],
)
def test_202_3_another_quality_of_a_permanent_card_is_not_left_out(text: str) -> None:
    assert refused(text)


def test_603_2_what_stands_between_an_event_and_the_last_effect_is_not_part_of_the_event() -> None:
    both = (
        "Whenever you cast a spell, put a charge counter on Test Card, then it deals damage equal to the number of {}"
    )
    assert refused(both.format("charge counters on it to target player."))
    assert not refused("Whenever you cast a spell, put a charge counter on Test Card.")


def test_611_3a_a_condition_does_not_take_the_next_one_with_it() -> None:
    assert refused(
        "Test Card gets +0/+2 as long as you control a Plains, has flying as long as you control an Island.",
        "Creature",
    )
    assert not refused("Test Card gets +0/+2 as long as you control a Plains.", "Creature")


def test_115_1_another_target_attacking_creature_is_not_the_source() -> None:
    made = card(
        "Whenever Test Card attacks, another target attacking creature gains flying until end of turn.",
        "Creature",
        power="2",
        toughness="2",
    )
    layout = Layout(2)
    layout.put(made, 0)
    bear = layout.put(BEAR, 0)
    state = layout.done()
    ability = made.abilities[0]
    assert isinstance(ability, Triggered)
    assert ability.targets[0].filter is not None and ability.targets[0].filter.another
    plain = Filter(types=("creature",), another=True)
    assert legal_targets(state, TargetSpec(plain), 0, handle(state, "Test Card")) == [bear]


def test_115_1_one_other_target_card_is_not_any_card() -> None:
    assert refused(
        "When Test Card dies, put up to one other target card from a graveyard on the bottom of its owner's library.",
        "Creature",
    )


def test_115_1_what_stands_in_front_of_a_creature_you_dont_control_is_read() -> None:
    made = card(
        "Exchange control of target artifact you control and target artifact or creature you don't control.", "Sorcery"
    )
    spell = made.abilities[0]
    assert isinstance(spell, SpellAbility)
    assert spell.targets[1].filter == Filter(any_of=("artifact", "creature"), controller="opponent")
    assert refused(
        "Put a +1/+1 counter on target creature you control, then each modified creature you control deals damage equal "
        "to its power to target creature you don't control.",
        "Instant",
    )


def test_601_2c_a_target_of_a_kicked_spell_alone_is_refused() -> None:
    for text in (
        "Kicker {1}\nDraw a card.\nIf Test Card was kicked, target player discards 2 cards.",
        "Kicker {1}\nDestroy target artifact. If this spell was kicked, it deals 2 damage to target creature.",
    ):
        assert refused(text, "Instant")
    assert not refused(
        "Kicker {1}\nTarget creature gets +1/+1 until end of turn. If Test Card was kicked, that creature gains lifelink until "
        "end of turn.",
        "Instant",
    )


def test_608_2_a_second_may_does_not_hang_on_the_first() -> None:
    made = card("You may tap or untap target permanent, then you may tap or untap target creature.", "Instant")
    spell = made.abilities[0]
    assert isinstance(spell, SpellAbility)
    assert spell.effects == (May((TapOrUntap(TargetRef(0)),)), May((TapOrUntap(TargetRef(1)),)))


def test_608_2_it_behind_a_new_target_is_not_what_was_moved_before() -> None:
    assert refused(
        "Return target creature to its owner's hand. Tap target land. It doesn't untap this turn.", "Instant"
    )
    assert refused(
        "Create a 1/1 red Goblin creature token. Tap target creature. It gains flying until end of turn.", "Instant"
    )
    assert not refused("Create a 1/1 red Goblin creature token. It gains flying until end of turn.", "Instant")


def made_of(text: str) -> int:
    """How many tokens there are when a 2/2 with three +1/+1 counters has died and its words have resolved."""
    book = own_book({"Bearer": ("Creature — Elf", text), "Doom": ("Instant", "Destroy target creature.")})
    board = "{p1: {battlefield: [{card: Bearer, counters: {+1/+1: 3}}], hand: [Doom]}, p2: {}}"
    script = "cast Doom targeting Bearer\n  all pass\n  all pass"
    position = load(f"format: position/1\nplayers: {board}\nscript: |\n  {script}\n", "board.yaml", book)
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result), result
    rows = (row for row in result.state.rows.values() if row.cls.zone == BATTLEFIELD and row.cls.kind == "token")
    return sum(plain(row.n) for row in rows)


def test_603_10_counters_are_those_on_what_died_and_not_on_the_tokens() -> None:
    """The ability looks back: the creature had three counters, and the tokens have none (608.2h)."""
    assert made_of("When Bearer dies, create a 1/1 red Goblin creature token for each +1/+1 counter on it.") == 3


def test_603_6c_x_is_the_power_of_what_died_and_not_of_the_tokens() -> None:
    """Power 2, and three counters, as it last was on the battlefield (608.2h)."""
    assert made_of("When Bearer dies, create X 1/1 white Vampire creature tokens, where X is its power.") == 3 + 2
