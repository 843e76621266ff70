"""Ninjutsu and commander ninjutsu (702.49): a card of the hand takes the place of an unblocked attacker.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.check.claims.idle import could_act
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import defender_of
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.rules.positions.seen_by import seen_by
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.properties import ATTACKING
from reiterate.table.hiding import reveals, seen_rows
from reiterate.terms.effects_permanents import JoinCombat
from reiterate.terms.proto import Proto
from tests.support.acting import BOLT, around, count, handle, only, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.combats import combat, keyed, passed, run, struck
from tests.support.shown import shows
from tests.support.written import card, not_read

NINJA = card("Ninjutsu {U}{U}", "Creature — Human Ninja", "{3}{U}", "Sly Ninja", power="3", toughness="2")
DRAWER = card(
    "Ninjutsu {U}\nWhen Watcher enters, you gain 1 life.\nWhenever Watcher attacks, you gain 10 life.\n"
    "Whenever Watcher deals combat damage to a player, you gain 100 life.",
    "Creature — Ninja",
    "{U}",
    "Watcher",
    power="1",
    toughness="1",
)
SHADOW = card(
    "Commander ninjutsu {U}{B}", "Legendary Creature — Human Ninja", "{1}{U}{B}", "Shadow", power="1", toughness="3"
)
WELL = card("{0}: Add {U}{U}{B}.", "Artifact", name="Well")
EMPTY = card("{B}: Target player discards a card.", "Artifact", name="Emptier")
STILL = card("Counter target activated or triggered ability.", "Instant", "{U}", "Still")
WALKER = Proto("Walker", ("planeswalker",), ("Jace",), loyalty=4)
SMITE = card("Destroy target permanent.", "Instant", "{U}", "Smite")
WALL = keyed("Wall", 0, 4)
AT_TWO = "attack with everything"


def laid(
    *hand: Proto, attackers: tuple[Proto, ...] = (BEAR,), theirs: tuple[Proto, ...] = (), held: tuple[Proto, ...] = ()
) -> Layout:
    """p1 holds cards and has attackers; each player has mana at any time."""
    layout = Layout(2)
    for proto in hand:
        layout.put(proto, 0, "hand")
    for proto in attackers:
        layout.put(proto, 0)
    for proto in theirs:
        layout.put(proto, 1)
    for proto in held:
        layout.put(proto, 1, "hand")
    for seat in (0, 1):
        layout.put(WELL, seat)
        layout.library(seat, [(FOREST, 20)])
    return layout


def fed(state: State, seat: int = 0) -> State:
    """The player makes {U}{U}{B} twice."""
    (well,) = [h for h, r in state.rows.items() if r.cls.proto is WELL and r.cls.controller == seat]
    for _ in range(2):
        state = play(state, Choice(ACTIVATE, seat, well))
    return state


def blockers_step(layout: Layout, line: str = AT_TWO, *blocks: str) -> State:
    """The attack, and the declare blockers step behind the blocks; p1 has priority and mana."""
    state = passed(run(combat(layout), line))
    return fed(run(state, *blocks) if blocks else state)


def act(state: State, name: str = "Sly Ninja", zone: str = "hand", index: int = 0, **more: object) -> Choice:
    return Choice(ACTIVATE, 0, handle(state, name, zone), index, **more)  # type: ignore[arg-type] # fields of a choice


def offered(state: State) -> set[str]:
    """The names of cards outside the battlefield whose abilities are offered."""
    found = set()
    for option in options(state):
        row = state.rows.get(option.row) if option.verb == ACTIVATE else None
        if row is not None and row.cls.zone != "battlefield":
            assert not option.unknown
            found.add(proto_of(row.cls).name)
    return found


def refusal(state: State, choice: Choice) -> tuple[str, str]:
    found = verify(state, choice)
    assert isinstance(found, Refusal)
    return found.code, found.rule


def attacks(state: State, name: str) -> int | None:
    """What a creature attacks; None where it attacks nothing."""
    row = handle(state, name)
    return defender_of(state, row) if state.rows[row].cls.prop(ATTACKING) else None


P1, P2 = 1, 2  # the rows of the players


@shows(JoinCombat)
def test_702_49a_the_attacker_is_returned_as_a_cost_and_the_ninja_enters_tapped_and_attacking() -> None:
    """A Bear goes back, a Ninja comes: it deals its 3 damage, and {U}{U} of six mana are spent."""
    state = blockers_step(laid(NINJA))
    made = act(state)
    assert offered(state) == {"Sly Ninja"} and could_act(state)
    state = play(state, made)
    assert (count(state, "Bear", "hand"), count(state, "Bear"), count(state, "Sly Ninja", "hand")) == (1, 0, 1)
    assert sum(int(str(n)) for slot, n in state.rows[P1].num.items() if slot.startswith("mana.")) == 4
    state = settled(state)
    there = only(state, "Sly Ninja")
    assert there.cls.tapped and attacks(state, "Sly Ninja") == P2
    state = struck(state)
    assert state.rows[P2].get("life") == 17


def test_702_49a_it_is_written_and_read_and_goes_through_json() -> None:
    state = blockers_step(laid(NINJA))
    state = run(state, "activate Sly Ninja")
    assert same(state_from_json(state_to_json(state)), state)
    state = run(state, "all pass")
    assert attacks(state, "Sly Ninja") == P2


def test_702_49c_not_before_blockers_are_declared_and_not_outside_of_combat() -> None:
    state = fed(laid(NINJA).done())
    assert offered(state) == set() and verify(state, act(state)) is not None
    state = fed(run(combat(laid(NINJA)), AT_TWO))
    assert state.game.prop("step") == "attackers"
    assert refusal(state, act(state)) == ("cost-short", "118.3") and offered(state) == set()


def test_702_49c_a_blocked_attacker_can_not_be_returned_also_when_its_blocker_is_gone() -> None:
    state = blockers_step(laid(NINJA, SMITE, theirs=(WALL,)), AT_TWO, "Wall blocks Bear")
    assert refusal(state, act(state)) == ("cost-short", "118.3")
    state = settled(play(state, Choice(CAST, 0, handle(state, "Smite", "hand"), targets=(handle(state, "Wall"),))))
    assert count(state, "Wall") == 0
    assert refusal(state, act(state)) == ("cost-short", "118.3") and offered(state) == set()


def test_702_49c_of_two_attackers_the_unblocked_one_is_returned() -> None:
    lion = creature("Lion", 4, 4)
    state = blockers_step(laid(NINJA, attackers=(BEAR, lion), theirs=(WALL,)), AT_TWO, "Wall blocks Bear")
    state = struck(settled(play(state, act(state))))
    assert (count(state, "Lion", "hand"), count(state, "Bear"), state.rows[P2].get("life")) == (1, 1, 17)


def test_702_49a_which_of_several_is_returned_is_chosen() -> None:
    lion = creature("Lion", 4, 4)
    state = blockers_step(laid(NINJA, attackers=(BEAR, lion)))
    assert refusal(state, act(state))[0] == "cost-ambiguous"
    state = run(state, "activate Sly Ninja returning Lion")
    state = struck(settled(state))
    assert (count(state, "Lion", "hand"), state.rows[P2].get("life")) == (1, 20 - 2 - 3)


def test_702_49a_one_of_a_group_is_returned_and_the_others_go_on_attacking() -> None:
    layout = laid(NINJA, attackers=())
    layout.put(BEAR, 0, n=5)
    state = blockers_step(layout)
    state = struck(settled(play(state, act(state))))
    assert (count(state, "Bear", "hand"), count(state, "Bear"), state.rows[P2].get("life")) == (1, 4, 20 - 8 - 3)


def test_702_49a_a_creature_that_does_not_attack_and_one_of_another_player_are_not_returned() -> None:
    state = blockers_step(laid(NINJA, attackers=(BEAR, creature("Idler", 1, 1))), "attack with Bear")
    assert refusal(state, act(state, picks=((handle(state, "Idler"), 1),)))[0] == "cost-picks"
    state = play(state, Choice("pass", 0))
    assert offered(state) == set()  # p2 has no attackers


def test_702_49a_it_goes_to_its_owners_hand() -> None:
    layout = laid(NINJA, attackers=())
    layout.put(BEAR, 1, controller=0)
    state = play(blockers_step(layout), act(blockers_step(layout)))
    bear = only(state, "Bear", "hand")
    assert bear.cls.owner == 1


def test_508_4_it_never_attacked_and_it_has_entered() -> None:
    """What triggers on attacking does not; on entering and on combat damage it does."""
    state = blockers_step(laid(DRAWER))
    state = settled(play(state, act(state, "Watcher")))
    assert state.rows[P1].get("life") == 21
    state = settled(struck(state))
    assert (state.rows[P1].get("life"), state.rows[P2].get("life")) == (121, 19)


def test_702_49c_it_attacks_the_planeswalker_that_was_attacked() -> None:
    layout = laid(NINJA, theirs=(WALKER,))
    state = passed(run(combat(layout), "attack Walker with Bear"))
    state = struck(settled(play(fed(state), act(state))))
    assert state.rows[P2].get("life") == 20 and only(state, "Walker").get("counter.loyalty") == 1


@pytest.mark.parametrize("before", [True, False])
def test_508_4a_the_planeswalker_has_left_so_it_enters_and_attacks_nothing(before: bool) -> None:
    """Left before the ability is activated, or in response: the Bear attacked nothing then, or no planeswalker is there."""
    layout = laid(NINJA, SMITE, theirs=(WALKER,))
    state = fed(passed(run(combat(layout), "attack Walker with Bear")))
    smite = Choice(CAST, 0, handle(state, "Smite", "hand"), targets=(handle(state, "Walker"),))
    if before:
        state = settled(play(state, smite))
        state = settled(play(state, act(state)))
    else:
        state = play(state, act(state))
        state = settled(play(state, smite))
    assert count(state, "Walker") == 0
    assert only(state, "Sly Ninja").cls.tapped and attacks(state, "Sly Ninja") is None
    assert struck(state).rows[P2].get("life") == 20


def test_702_49c_of_three_players_it_attacks_the_one_who_was_attacked() -> None:
    layout = Layout(3)
    layout.put(NINJA, 0, "hand")
    layout.put(BEAR, 0)
    layout.put(WELL, 0)
    for seat in range(3):
        layout.library(seat, [(FOREST, 20)])
    state = run(combat(layout), "attack p3 with Bear")
    while state.game.prop("step") != "blockers":
        state = play(state, Choice("pass", decider(state)))
    state = fed(state)
    state = settled(play(state, act(state)))
    assert attacks(state, "Sly Ninja") == 3
    while state.game.prop("step") != "endcombat":
        state = play(state, Choice("pass", decider(state)))
    assert [state.rows[p].get("life") for p in (1, 2, 3)] == [20, 20, 17]


def test_702_49a_a_card_that_has_left_the_hand_does_not_come() -> None:
    """It is discarded in response: the Bear is back in hand all the same, and the card stays in the graveyard."""
    layout = laid(NINJA, theirs=(EMPTY,))
    state = play(blockers_step(layout), act(blockers_step(layout)))
    state = fed(play(state, Choice("pass", 0)), 1)
    state = play(state, Choice(ACTIVATE, 1, handle(state, "Emptier"), targets=(P1,)))
    state = around(state)
    assert asked(state) == "pick"
    state = settled(play(state, Choice("pick", 0, picks=((handle(state, "Sly Ninja", "hand"), 1),))))
    assert (count(state, "Sly Ninja", "graveyard"), count(state, "Sly Ninja"), count(state, "Bear", "hand")) == (
        1,
        0,
        1,
    )
    assert struck(state).rows[P2].get("life") == 20


def test_702_49a_a_countered_ability_leaves_the_card_in_the_hand() -> None:
    layout = laid(NINJA, held=(STILL,))
    state = play(blockers_step(layout), act(blockers_step(layout)))
    state = fed(play(state, Choice("pass", 0)), 1)
    state = settled(play(state, Choice(CAST, 1, handle(state, "Still", "hand"), targets=(state.stack[0],))))
    assert (count(state, "Sly Ninja", "hand"), count(state, "Bear", "hand")) == (1, 1)


def test_602_2_it_may_be_activated_again_in_response_and_one_ability_does_nothing_then() -> None:
    """Two attackers go back for one card: the second ability resolves first, and the first finds no card in the hand."""
    state = blockers_step(laid(NINJA, attackers=(BEAR, creature("Lion", 4, 4))))
    state = play(state, act(state, picks=((handle(state, "Lion"), 1),)))
    state = play(state, act(state))
    state = settled(state)
    assert (count(state, "Sly Ninja"), count(state, "Bear", "hand"), count(state, "Lion", "hand")) == (1, 1, 1)
    assert struck(state).rows[P2].get("life") == 17


def test_510_4_between_the_damage_steps_a_first_striker_is_replaced() -> None:
    """2 by first strike, then 3 by the Ninja, which had neither as the first step began."""
    state = passed(run(combat(laid(NINJA, attackers=(keyed("Duelist", 2, 2, "first strike"),))), AT_TWO))
    state = passed(state)
    assert (state.game.prop("step"), state.rows[P2].get("life")) == ("firststrike", 18)
    state = fed(state)
    state = struck(settled(play(state, act(state))))
    assert state.rows[P2].get("life") == 15


def test_702_49c_after_damage_an_attacker_is_still_unblocked_and_the_ninja_deals_none() -> None:
    state = passed(passed(run(combat(laid(NINJA)), AT_TWO)))
    assert (state.game.prop("step"), state.rows[P2].get("life")) == ("damage", 18)
    state = fed(state)
    state = settled(play(state, act(state)))
    assert attacks(state, "Sly Ninja") == P2
    assert struck(state).rows[P2].get("life") == 18


def test_702_49a_a_ninja_may_be_returned_for_another() -> None:
    """The Ninja is put onto the battlefield unblocked (702.49c)."""
    state = blockers_step(laid(NINJA, DRAWER))
    state = settled(play(state, act(state)))
    state = settled(play(fed(state), act(state, "Watcher")))
    assert (count(state, "Sly Ninja", "hand"), attacks(state, "Watcher")) == (1, P2)


def test_702_49b_the_card_is_seen_by_all_until_the_ability_has_left_the_stack() -> None:
    layout = laid(NINJA, BOLT, held=(STILL,))
    before = blockers_step(layout)
    ninja = handle(before, "Sly Ninja", "hand")
    assert ninja not in seen_rows(before, "p2")
    state = play(before, act(before))
    assert reveals(before, state)
    assert ninja in seen_rows(state, "p2") and handle(state, "Bolt", "hand") not in seen_rows(state, "p2")
    assert proto_of(seen_by(state, 1).rows[ninja].cls).name == "Sly Ninja"
    assert not [r for r in seen_by(state, 1).rows.values() if r.cls.proto is BOLT]
    state = fed(play(state, Choice("pass", 0)), 1)
    state = settled(play(state, Choice(CAST, 1, handle(state, "Still", "hand"), targets=(state.stack[0],))))
    assert count(state, "Sly Ninja", "hand") == 1
    assert ninja not in seen_rows(state, "p2")
    assert not [r for r in seen_by(state, 1).rows.values() if r.cls.proto is NINJA]


@pytest.mark.parametrize("zone", ["hand", "command"])
def test_702_49d_commander_ninjutsu_works_from_the_command_zone_too(zone: str) -> None:
    layout = laid()
    layout.commander(layout.put(SHADOW, 0, zone))
    state = blockers_step(layout)
    assert offered(state) == {"Shadow"}
    state = settled(run(state, "activate Shadow"))
    assert only(state, "Shadow").cls.tapped and attacks(state, "Shadow") == P2
    assert struck(state).rows[P2].get("life") == 19


def test_903_8_the_tax_is_for_casting_alone() -> None:
    """By commander ninjutsu it was never cast: {U}{B} is the whole cost each time, and the first cast from there costs no more."""
    layout = laid()
    layout.commander(layout.put(SHADOW, 0, "command"))
    state = blockers_step(layout)
    state = play(state, act(state, "Shadow", "command"))
    assert sum(int(str(n)) for slot, n in state.rows[P1].num.items() if slot.startswith("mana.")) == 4
    state = settled(state)
    (casts,) = [sum(n for slot, n in state.rows[P1].num.items() if slot.startswith("commander casts"))]
    assert casts == 0 and only(state, "Shadow").cls.prop("commander")


def test_702_49a_ninjutsu_does_not_function_in_other_zones() -> None:
    for zone in ("graveyard", "exile", "command", "battlefield"):
        layout = laid()
        layout.put(NINJA, 0, zone)
        state = blockers_step(layout, "attack with Bear")
        assert verify(state, act(state, zone=zone)) is not None and offered(state) == set()
    layout = laid()
    layout.put(SHADOW, 0, "graveyard")
    state = blockers_step(layout)
    assert verify(state, act(state, "Shadow", "graveyard")) is not None and offered(state) == set()


def test_506_3a_what_is_no_creature_enters_and_does_not_attack() -> None:
    oath = card("Ninjutsu {U}", "Artifact", "{U}", "Oath")
    state = blockers_step(laid(oath))
    state = settled(play(state, act(state, "Oath")))
    assert only(state, "Oath").cls.tapped and not only(state, "Oath").cls.prop(ATTACKING)


def test_508_4_whether_what_enters_is_attacking_is_not_asked_as_it_enters() -> None:
    """It would trigger (603.4), and here the creature is attacking only a moment after it has entered: the words are not read."""
    assert not_read("When Test Card enters, if it's attacking, you gain 1 life.", "Creature — Ninja")
    assert not not_read("When Test Card enters, if you control another creature, you gain 1 life.", "Creature — Ninja")


def test_702_61a_ninjutsu_waits_for_split_second() -> None:
    hush = card("Split second\nYou gain 2 life.", "Instant", "{U}", "Hush")
    state = blockers_step(laid(NINJA, hush))
    state = play(state, Choice(CAST, 0, handle(state, "Hush", "hand")))
    assert refusal(state, act(state)) == ("split-second", "702.61a")


def test_702_49c_what_the_returned_creature_attacked_has_to_be_known() -> None:
    """An ability that a position lays on the stack without that is refused by name."""
    state = play(blockers_step(laid(NINJA)), act(blockers_step(laid(NINJA))))
    entry = state.stack[0]
    row = state.rows[entry]
    bare = type(row)(row.cls, row.num, row.n, {slot: ref for slot, ref in row.refs.items() if slot != "attacks"})
    told = State({**state.rows, entry: bare}, state.seqs, state.tally, state.labels, state.fresh)
    with pytest.raises(Unsupported, match=r"702\.49c|returned"):
        settled(told)
