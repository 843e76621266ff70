"""Combat: rules 506 to 511 and the keyword abilities that matter there."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from reiterate.amounts import Recorder, Traced, identical
from reiterate.oracle.grammar.printing import show
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import turn_into
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import attackers, blockers
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.state.normal_form import explode, normal
from reiterate.terms.abilities import Activated, Inert, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.check import problems
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_continuous import Forbid, Pump, Require
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import PutCounters
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, That, This, You
from reiterate.terms.static_effects import AttackTax, CantDo, CombatToll
from reiterate.terms.trigger_events import Attacks, BecomesBlocked, Blocks, LifeGained, LifeLost
from tests.support.boards import BEAR, CREATURE, ELF, GUARD, LORD, creature, life, named, play
from tests.support.combats import both, combat, fight, keyed, once, passed, refused, run, struck
from tests.support.dice import dice

HUGE = 10**100
EXARCH = creature("Deceiver Exarch", 1, 4, token=True)
WALL = creature("Wall", 0, 4, Keyword("defender"))
WOLF = creature("Wolf", 2, 2)
WALKER = Proto("Walker", ("planeswalker",), ("Walker",), ("legendary",), (), ("3",), loyalty=5)
WALKERS = Filter(types=("planeswalker",))


# --- 508: attackers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proto", "more", "code"),
    [
        (BEAR, {"tapped": True}, ("attacker", "508.1a")),
        (BEAR, {"sick": True}, ("attacker", "302.6")),
        (WALL, {}, ("attacker", "702.3b")),
        (creature("Coward", 1, 1, Static(CantDo(This(), "attack"))), {}, ("attacker", "508.1c")),
        (creature("Meek", 1, 1, Static(CantDo(This(), "attack or block"))), {}, ("attacker", "508.1c")),
    ],
)
def test_508_1a_who_cant_attack(proto: Proto, more: dict[str, bool], code: tuple[str, str]) -> None:
    layout = Layout(2)
    layout.put(ELF, 0)
    layout.put(proto, 0, **more)  # type: ignore[arg-type] # arguments of put
    state = combat(layout)
    assert refused(state, f"attack with {proto.name}") == code
    assert len(attackers(run(state, "attack with everything"))) == 1


def test_508_1a_a_tapped_creature_cant_attack_and_its_untapped_twin_can() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, tapped=True, n=2)
    layout.put(BEAR, 0, n=2)
    state = combat(layout)
    assert refused(state, "attack with 3 Bears") == ("attacker", "508.1a")
    (row,) = attackers(run(state, "attack with Bear"))
    assert row >= 0


def test_302_6_haste_attacks_at_once() -> None:
    layout = Layout(2)
    layout.put(keyed("Fast", 2, 1, "haste"), 0, sick=True)
    assert life(struck(run(combat(layout), "attack with Fast")), 1) == 18


def test_508_1f_attackers_tap_except_with_vigilance() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=5)
    layout.put(keyed("Watcher", 1, 1, "vigilance"), 0, n=2)
    state = run(combat(layout), "attack with 3 Bears and 2 Watchers")
    assert {(r.cls.tapped, r.n) for r in named(state, "Bear")} == {(True, 3), (False, 2)}
    assert [(r.cls.tapped, r.n) for r in named(state, "Watcher")] == [(False, 2)]
    assert state.tally["attacks"] == 5 and state.tally["taps"] == 3


def test_508_1b_several_defenders() -> None:
    layout = Layout(3)
    layout.put(ELF, 0, n=10)
    layout.put(WALKER, 2)
    state = combat(layout)
    assert refused(state, "attack with 3 Elf Warriors") == ("defender", "508.1b")
    assert refused(state, "attack p1 with 3 Elf Warriors") == ("defender", "508.1b")
    split = run(state, "attack with 3 Elf Warriors attacking p2 and 4 Elf Warriors attacking Walker")
    end = struck(split)
    assert (life(end, 1), life(end, 2)) == (17, 20)
    assert named(end, "Walker")[0].get("counter.loyalty") == 1
    assert life(struck(run(state, "attack p3 with all Elf Warriors")), 2) == 10


def test_508_1b_a_group_of_planeswalkers_is_refused_by_name() -> None:
    layout = Layout(2)
    layout.put(ELF, 0)
    twins = layout.put(Proto("Twins", ("planeswalker",), loyalty=3), 1, n=2)
    elf = next(h for h, r in layout.rows.items() if r.cls.proto == ELF)
    state = combat(layout)
    found = verify(state, Choice("attack", 0, picks=((elf, 1),), targets=(twins,)))
    assert found is not None and found.code == "rule-combat"


def test_508_1b_attacking_a_battle_is_refused_by_name() -> None:
    """Priority would be refused before (704.5v): the battle is there as attackers are declared."""
    layout = Layout(2)
    elf = layout.put(ELF, 0)
    siege = layout.put(Proto("Siege", ("artifact",)), 1)
    draft = Draft(combat(layout))
    turn_into(draft, "", siege, draft.rows[siege].cls.but("proto", Proto("Siege", ("battle",))))
    found = verify(draft.done(), Choice("attack", 0, picks=((elf, 1),), targets=(siege,)))
    assert found is not None
    assert (found.code, found.rule) == ("rule-combat", "508.1b")
    assert "battle" in found.message


def test_508_1d_attacks_if_able() -> None:
    must = Activated((), (Require(TargetRef(0), "attack"),), (TargetSpec(CREATURE),))
    layout = Layout(2)
    goader = layout.put(creature("Goader", 1, 1, must), 1)
    bears = layout.put(BEAR, 0, n=3)
    layout.put(ELF, 0)
    state = play(layout.done(), Choice("pass", 0), Choice("activate", 1, goader, targets=(bears,)))
    state = run(play(state, Choice("pass", 1), Choice("pass", 0)), "all pass to declare attackers")
    assert refused(state, "no attack") == ("must-attack", "508.1d")
    assert refused(state, "attack with Elf Warrior") == ("must-attack", "508.1d")
    some = [c for o in options(state) for c in instances(state, o, 20)]
    assert some and all(verify(state, c) is None for c in some)
    forced = [h for h, r in state.rows.items() if r.cls.marks]
    after = once(state, Choice("attack", 0, picks=((forced[0], 1),), targets=(2,)))
    assert life(struck(run(struck(after), "no block")), 1) == 18


def test_508_8_without_attackers_combat_ends() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    state = run(combat(layout), "no attack")
    assert (asked(state), state.game.prop("step")) == ("priority", "attackers")  # 508.2
    assert passed(state).game.prop("step") == "endcombat"


def test_508_8_attackers_that_leave_do_not_skip_the_steps() -> None:
    layout = Layout(2)
    layout.put(ELF, 0)
    shot = Activated((), (DealDamage(This(), TargetRef(0), Fixed(1)),), (TargetSpec(CREATURE),))
    layout.put(creature("Shooter", 1, 5, shot), 1)
    state = run(
        combat(layout), "attack with Elf Warrior", "pass", "activate Shooter targeting Elf Warrior", "pass", "pass"
    )
    assert not attackers(state)
    assert [passed(state).game.prop("step"), passed(passed(state)).game.prop("step")] == ["blockers", "damage"]


def test_508_6_every_step_of_combat_gives_priority() -> None:
    layout = Layout(2)
    layout.put(keyed("Quick", 1, 1, "first strike"), 0)
    state = run(combat(layout), "attack with Quick")
    seen = []
    while state.game.prop("step") != "main2":
        seen.append(state.game.prop("step"))
        assert asked(state) == "priority" and decider(state) == 0
        state = passed(state)
    assert seen == ["attackers", "blockers", "firststrike", "damage", "endcombat"]


# --- 509: blockers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "blocker", "rule"),
    [
        (keyed("Flyer", 1, 1, "flying"), BEAR, "702.9b"),
        (keyed("Flyer", 1, 1, "flying"), keyed("Spider", 1, 1, "reach"), ""),
        (keyed("Flyer", 1, 1, "flying"), keyed("Bird", 1, 1, "flying"), ""),
        (keyed("Shade", 1, 1, "shadow"), BEAR, "702.28b"),
        (BEAR, keyed("Shade", 1, 1, "shadow"), "702.28b"),
        (keyed("Rider", 1, 1, "horsemanship"), BEAR, "702.31b"),
        (keyed("Skulker", 1, 1, "skulk"), BEAR, "702.118b"),
        (keyed("Skulker", 2, 1, "skulk"), BEAR, ""),
        (keyed("Scary", 1, 1, "fear"), BEAR, "702.36b"),
        (keyed("Scary", 1, 1, "fear"), Proto("Golem", ("artifact", "creature"), power=1, toughness=1), ""),
        (keyed("Scary", 1, 1, "intimidate"), BEAR, "702.13b"),
        (keyed("Lone", 1, 1, "menace"), BEAR, "702.111b"),
        (creature("Ghost", 1, 1, Static(CantDo(This(), "be blocked"))), BEAR, "509.1b"),
        (BEAR, creature("Pacifist", 1, 1, Static(CantDo(This(), "block"))), "509.1b"),
        (creature("Knight", 1, 1, Inert("Banding", "combat")), BEAR, "702.22"),
    ],
)
def test_509_1b_evasion(attacker: Proto, blocker: Proto, rule: str) -> None:
    layout = Layout(2)
    mine, theirs = layout.put(attacker, 0), layout.put(blocker, 1)
    state = passed(run(combat(layout), f"attack with {attacker.name}"))
    choice = Choice("block", 1, picks=((theirs, 1),), targets=(mine,))
    if asked(state) != "block":
        assert rule
        return
    found = verify(state, choice)
    assert (found.rule if found is not None else "") == rule
    for option in options(state):
        assert all(verify(state, c) is None for c in instances(state, option, 20))


def test_509_1a_a_tapped_creature_cant_block() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(WOLF, 1, tapped=True)
    layout.put(WALL, 1)
    state = passed(run(combat(layout), "attack with Bear"))
    assert refused(state, "Wolf blocks Bear") == ("blocker", "509.1a")
    assert refused(state, "2 Wall block Bear") == ("blocker", "509.1a")
    assert life(struck(run(state, "Wall blocks Bear")), 1) == 20


def test_702_111b_menace_is_blocked_by_two() -> None:
    layout = Layout(2)
    layout.put(keyed("Lone", 3, 3, "menace"), 0)
    layout.put(BEAR, 1)
    layout.put(WOLF, 1)
    state = passed(run(combat(layout), "attack with Lone"))
    assert refused(state, "Bear blocks Lone") == ("menace", "702.111b")
    state = struck(run(state, "Bear and Wolf block Lone"))
    assert asked(state) == "assign"
    state = run(state, "assign 2 to Bear and 1 to Wolf")
    assert not named(state, "Bear") and not named(state, "Lone") and named(state, "Wolf")


def test_509_1c_blocks_if_able() -> None:
    force = Activated((), (Require(TargetRef(0), "block"),), (TargetSpec(CREATURE),))
    layout = Layout(2)
    goader = layout.put(creature("Goader", 1, 1, force), 0)
    wolf = layout.put(WOLF, 1)
    state = play(layout.done(), Choice("activate", 0, goader, targets=(wolf,)), Choice("pass", 0), Choice("pass", 1))
    state = passed(run(state, "all pass to declare attackers", "attack with Goader"))
    assert refused(state, "no block") == ("must-block", "509.1c")
    (only,) = [c for o in options(state) for c in instances(state, o, 20)]
    assert only.picks == ((wolf, 1),)
    assert not named(struck(play(state, only)), "Goader")


def test_509_1h_a_blocked_creature_stays_blocked() -> None:
    for words, left in ((("trample",), 17), ((), 20)):
        layout = Layout(2)
        layout.put(keyed("Ogre", 3, 3, *words), 0)
        layout.put(ELF, 1)
        shot = Activated((), (DealDamage(This(), TargetRef(0), Fixed(1)),), (TargetSpec(CREATURE),))
        layout.put(creature("Shooter", 1, 5, shot), 0, sick=True)
        state = passed(run(combat(layout), "attack with Ogre"))
        state = run(state, "Elf Warrior blocks Ogre", "activate Shooter targeting Elf Warrior", "pass", "pass")
        assert not blockers(state)
        assert life(struck(state), 1) == left  # 510.1c, 702.19e


def test_802_4_each_defending_player_blocks_in_turn_order() -> None:
    layout = Layout(3)
    layout.put(BEAR, 0, n=4)
    layout.put(ELF, 1)
    layout.put(WOLF, 2)
    state = run(combat(layout), "attack with 2 Bears attacking p2 and 2 Bears attacking p3")
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    assert (asked(state), decider(state)) == ("block", 1)
    state = run(state, "Elf Warrior blocks Bear")
    assert (asked(state), decider(state)) == ("block", 2)
    state = struck(run(state, "Wolf blocks Bear"))
    assert (life(state, 1), life(state, 2)) == (18, 18)
    assert [sum(r.n for r in named(state, name)) for name in ("Bear", "Wolf", "Elf Warrior")] == [3, 0, 0]


# --- 510: damage -------------------------------------------------------------------------------------------------


def test_510_1_a_thousand_tokens_and_three_blockers() -> None:
    layout = Layout(2)
    layout.put(EXARCH, 0, n=1000)
    layout.put(BEAR, 1, n=3)
    lines = ("all pass to declare attackers", "attack with 1000 Deceiver Exarch tokens", "all pass to declare blockers")
    state = run(layout.done(), *lines, "3 Bears block Deceiver Exarch tokens")
    apart = run(explode(layout.done()), *lines[:1])
    assert sum(r.n for r in named(state, "Deceiver Exarch")) == 1000 and len(named(apart, "Deceiver Exarch")) == 1000
    end = struck(state)
    assert life(end, 1) == -977
    assert end.game.prop("outcome") == "p1_wins"


def test_510_1_groups_of_any_size() -> None:
    layout = Layout(2)
    layout.put(ELF, 0, n=HUGE)
    layout.put(BEAR, 1, n=3)
    layout.put(WOLF, 1)
    layout.set_player(1, "life", HUGE)
    state = run(layout.done(), "all pass to declare attackers", f"attack with {HUGE} Elf Warriors")
    state = struck(run(passed(state), "3 Bears block Elf Warriors; Wolf blocks Elf Warrior"))
    assert life(state, 1) == 4
    assert [r.n for r in named(state, "Elf Warrior")] == [HUGE - 4]
    state = run(state, "all pass to second main")
    assert [(r.n, r.refs, r.cls.props) for r in named(state, "Bear")] == [(3, {}, ())]


def test_510_1_combat_of_a_traced_number_of_attackers() -> None:
    recorder = Recorder()
    layout = Layout(2)
    layout.put(ELF, 0, n=recorder.amount(0, 1000))
    layout.put(keyed("Healer", 2, 2, "lifelink", "trample"), 0, n=recorder.amount(1, 50))
    layout.put(BEAR, 1, n=3)
    layout.put(creature("Titan", 1, 1), 1)
    layout.set_player(1, "life", 10**6)
    state = layout.done()
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    assert options(state)
    for line in (
        "attack with everything",
        "3 Bears block Elf Warriors; Titan blocks Healer",
        "assign 1 to Titan and 1 to p2",
    ):
        while asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        read = read_sentence(state, line)
        assert isinstance(read, Choice), read
        assert verify(state, read) is None and covers(state, options(state), read)
        state = play(state, read)
    ours, theirs = life(state, 0), life(state, 1)
    assert isinstance(ours, Traced) and isinstance(theirs, Traced)
    assert (ours.value, theirs.value) == (120, 10**6 - 997 - 99)
    assert identical(theirs, 10**6 + 4 - recorder.amount(0, 1000) - recorder.amount(1, 50) * 2)
    assert recorder.guards


@pytest.mark.parametrize(
    "blocks",
    [
        "no block",
        "2 Bears block Elf Warriors",
        "Bear blocks Elf Warrior; Wolf blocks Elf Warrior",
        "Bear and Wolf block Elf Warrior",
    ],
)
def test_grouped_and_exploded_combat_end_alike(blocks: str) -> None:
    layout = Layout(2)
    layout.put(ELF, 0, n=5)
    layout.put(BEAR, 1, n=2)
    layout.put(WOLF, 1)
    lines = ["all pass to declare attackers", "attack with 4 Elf Warriors", "all pass to declare blockers"]
    state = layout.done()
    grouped = run(state, *lines, blocks)
    apart = run(explode(state), lines[0])
    elves = [h for h, r in apart.rows.items() if r.cls.proto == ELF]
    apart = once(apart, Choice("attack", 0, picks=tuple((h, 1) for h in elves[:4]), targets=(2,) * 4))
    apart = run(normal(apart), lines[2], blocks)
    apart = explode(apart)
    assert same(grouped, apart)
    if asked(grouped) == "assign":
        grouped, apart = run(grouped, "assign 1 to Wolf"), run(apart, "assign 1 to Wolf")
    for _ in range(4):
        grouped, apart = passed(grouped), passed(apart)
        if asked(grouped) == "assign":
            grouped, apart = run(grouped, "assign 1 to Wolf"), run(apart, "assign 1 to Wolf")
        assert same(grouped, apart)


def test_510_2_damage_is_dealt_at_the_same_time() -> None:
    state = fight(BEAR, WOLF, 1, "Wolf blocks Bear")
    assert not named(state, "Bear") and not named(state, "Wolf") and life(state, 1) == 20


def test_702_7_first_strike_kills_first() -> None:
    state = fight(keyed("Quick", 2, 1, "first strike"), WOLF, 1, "Wolf blocks Quick")
    assert named(state, "Quick") and not named(state, "Wolf")
    assert named(state, "Quick")[0].get("damage") == 0
    slow = fight(BEAR, keyed("Quick", 2, 1, "first strike"), 1, "Quick blocks Bear")
    assert named(slow, "Quick") and not named(slow, "Bear")


def test_702_4_double_strike_deals_damage_twice() -> None:
    assert life(fight(keyed("Twice", 3, 1, "double strike"), None, 2), 1) == 8
    layout = Layout(2)
    layout.put(keyed("Twice", 3, 1, "double strike"), 0)
    layout.put(keyed("Quick", 2, 2, "first strike"), 0)
    layout.put(BEAR, 0)
    assert life(struck(run(combat(layout), "attack with everything")), 1) == 20 - 6 - 2 - 2


def test_702_19b_trample_assigns_the_rest_to_the_player() -> None:
    layout = Layout(2)
    layout.put(keyed("Ogre", 5, 5, "trample"), 0)
    layout.put(BEAR, 1)
    state = run(passed(run(combat(layout), "attack with Ogre")), "Bear blocks Ogre")
    state = struck(state)
    assert asked(state) == "assign"
    assert refused(state, "assign 1 to Bear and 4 to p2") == ("trample", "702.19b")
    assert refused(state, "assign 2 to Bear and 2 to p2") == ("assign", "510.1a")
    assert refused(state, "assign 5 to p1") == ("assign", "510.1c")
    assert refused(state, "assign all to p2") == ("trample", "702.19b")
    assert life(run(state, "assign all to Bear"), 1) == 20
    end = run(state, "assign 2 to Bear and 3 to p2")
    assert life(end, 1) == 17 and not named(end, "Bear")


def test_702_19b_no_question_where_there_is_no_excess() -> None:
    assert life(fight(keyed("Ogre", 2, 5, "trample"), BEAR, 1, "Bear blocks Ogre"), 1) == 20


def test_702_2c_deathtouch_and_trample() -> None:
    layout = Layout(2)
    layout.put(keyed("Wurm", 6, 6, "trample", "deathtouch"), 0)
    layout.put(creature("Titan", 6, 9), 1, n=2)
    state = run(passed(run(combat(layout), "attack with Wurm")), "2 Titans block Wurm")
    state = struck(state)
    assert refused(state, "assign 1 to Titan and 5 to p2") == ("trample", "702.19b")
    end = run(state, "assign 1 to each of 2 Titans and 4 to p2")
    assert life(end, 1) == 16 and not named(end, "Titan") and not named(end, "Wurm")


def test_510_1c_damage_is_divided_as_the_attacker_likes() -> None:
    layout = Layout(2)
    layout.put(creature("Ogre", 5, 50), 0)
    layout.put(BEAR, 1, n=3)
    state = struck(run(passed(run(combat(layout), "attack with Ogre")), "3 Bears block Ogre"))
    assert asked(state) == "assign"
    assert sum(r.n for r in named(run(state, "assign 2 to each of 2 Bears and 1 to Bear"), "Bear")) == 1
    assert sum(r.n for r in named(run(state, "assign 5 to Bear"), "Bear")) == 2
    assert refused(state, "assign 2 to each of 3 Bears") == ("assign", "510.1a")
    assert refused(state, "assign 1 to each of 4 Bears and 1 to Bear") == ("assign", "510.1c")
    some = [c for o in options(state) for c in instances(state, o, 20)]
    assert len(some) > 1 and all(verify(state, c) is None for c in some)


def test_510_1_like_attackers_assign_together_or_apart() -> None:
    layout = Layout(2)
    layout.put(keyed("Ogre", 5, 5, "trample"), 0, n=HUGE)
    layout.put(BEAR, 1, n=100)
    layout.set_player(1, "life", HUGE * 5)
    state = passed(run(combat(layout), "attack with everything"))
    state = struck(run(state, "100 Bears block Ogres"))
    assert asked(state) == "assign"
    state = run(state, "assign 2 to Bear and 3 to p2 (60 of them)")
    assert asked(state) == "assign"
    state = run(state, "assign 5 to Bear")
    assert life(state, 1) == HUGE * 5 - 5 * (HUGE - 100) - 180
    assert not named(state, "Bear")


def test_702_15_lifelink_of_a_group_gains_once_for_each() -> None:
    layout = Layout(2)
    layout.put(keyed("Healer", 2, 2, "lifelink"), 0, n=7)
    grow = Triggered(LifeGained("you"), (PutCounters(This(), "+1/+1", Fixed(1)),))
    layout.put(creature("Grower", 1, 1, grow), 0, sick=True)
    state = both(layout, "all pass to declare attackers", "attack with all Healers")
    assert (life(state, 0), life(state, 1)) == (34, 6)
    assert named(state, "Grower")[0].get("counter.+1/+1") == 7
    assert state.tally["lifegain.p1"] == 7


def test_702_15e_lifelink_gains_once_for_divided_damage() -> None:
    layout = Layout(2)
    layout.put(keyed("Healer", 5, 5, "lifelink", "trample"), 0)
    layout.put(BEAR, 1)
    state = struck(run(passed(run(combat(layout), "attack with Healer")), "Bear blocks Healer"))
    state = run(state, "assign 2 to Bear and 3 to p2")
    assert life(state, 0) == 25 and state.tally["lifegain.p1"] == 1


def test_120_4d_the_damage_of_several_sources_is_one_loss_of_life() -> None:
    layout = Layout(2)
    layout.put(ELF, 0, n=5)
    layout.put(creature("Feeder", 1, 1, Triggered(LifeLost("opponent"), (GainLife(You(), Fixed(1)),))), 0, sick=True)
    state = both(layout, "all pass to declare attackers", "attack with all Elf Warriors")
    assert (life(state, 0), life(state, 1)) == (21, 15)


def test_120_3c_damage_takes_loyalty_off_a_planeswalker() -> None:
    layout = Layout(2)
    layout.put(ELF, 0, n=9)
    layout.put(WALKER, 1)
    state = combat(layout)
    state = struck(run(state, "attack with 3 Elf Warriors attacking Walker and 2 Elf Warriors attacking p2"))
    assert named(state, "Walker")[0].get("counter.loyalty") == 2 and life(state, 1) == 18
    gone = struck(run(combat(layout), "attack Walker with 9 Elf Warriors"))
    assert not named(gone, "Walker") and life(gone, 1) == 20


def test_506_4c_what_attacks_a_planeswalker_that_left_deals_no_damage() -> None:
    shot = Activated((), (DealDamage(This(), TargetRef(0), Fixed(5)),), (TargetSpec(WALKERS),))
    layout = Layout(2)
    layout.put(ELF, 0, n=3)
    layout.put(WALKER, 1)
    layout.put(creature("Shooter", 1, 1, shot), 1)
    layout.put(WOLF, 1)
    state = run(
        combat(layout), "attack Walker with 3 Elf Warriors", "pass", "activate Shooter targeting Walker", "pass", "pass"
    )
    assert not named(state, "Walker") and len(attackers(state)) == 1
    state = passed(state)
    assert (asked(state), decider(state)) == ("block", 1)
    state = struck(run(state, "Wolf blocks Elf Warrior"))
    assert life(state, 1) == 20 and sum(r.n for r in named(state, "Elf Warrior")) == 2


def test_511_3_everything_leaves_combat() -> None:
    layout = Layout(2)
    layout.put(keyed("Quick", 1, 3, "first strike"), 0, n=4)
    layout.put(WALL, 1)
    state = passed(run(combat(layout), "attack with 3 Quick"))
    state = run(struck(run(state, "Wall blocks Quick")), "all pass to second main")
    assert not attackers(state) and not blockers(state)
    assert all(not r.cls.props and not r.refs for r in named(state, "Quick") + named(state, "Wall"))
    assert not state.game.prop("attacked")


# --- triggers ----------------------------------------------------------------------------------------------------


def test_508_3a_attack_triggers_of_a_group() -> None:
    layout = Layout(2)
    pump = Triggered(Attacks(This()), (Pump(This(), Fixed(1), Fixed(0)),))
    layout.put(creature("Raider", 1, 1, pump), 0, n=4)
    state = both(layout, "all pass to declare attackers", "attack with 3 Raiders")
    assert life(state, 1) == 14
    layout = Layout(2)
    layout.put(creature("Raider", 1, 1, pump), 0, n=HUGE)
    state = run(combat(layout), "attack with everything")
    assert [(state.rows[h].n, len(state.stack)) for h in state.stack] == [(HUGE, 1)]


def test_509_3_block_triggers() -> None:
    layout = Layout(2)
    gain = (GainLife(You(), Fixed(1)),)
    layout.put(creature("Bold", 1, 9, Triggered(BecomesBlocked(This()), gain)), 0, n=3)
    layout.put(creature("Stout", 0, 9, Triggered(Blocks(This()), (PutCounters(That(), "+1/+1", Fixed(1)),))), 1, n=2)
    state = passed(run(combat(layout), "attack with everything"))
    state = struck(run(state, "2 Stouts block Bold"))
    assert (life(state, 0), life(state, 1)) == (22, 19)
    assert {r.get("counter.+1/+1") for r in named(state, "Stout")} == {1}


def test_triggers_and_requirements_have_words() -> None:
    gain = (GainLife(You(), Fixed(1)),)
    assert show(Triggered(Attacks(This()), gain)) == "Whenever ~ attacks, you gain 1 life."
    assert show(Triggered(Blocks(CREATURE), gain)) == "Whenever a creature blocks, you gain 1 life."
    assert show(Triggered(BecomesBlocked(This()), gain)) == "Whenever ~ becomes blocked, you gain 1 life."
    words = {"attack": "attacks", "block": "blocks", "attack or block": "attacks or blocks"}
    for what, said in words.items():
        ability = SpellAbility((Require(TargetRef(0), what),), (TargetSpec(CREATURE),))
        assert show(ability) == f"Target creature {said} this turn if able."
        assert problems(ability) == []
    assert problems(SpellAbility((Require(TargetRef(0), "sing"),), (TargetSpec(CREATURE),)))
    assert problems(SpellAbility((Forbid(TargetRef(0), "sing"),), (TargetSpec(CREATURE),)))


def test_sentences_of_combat_are_refused_elsewhere() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    state = layout.done()
    assert refused(state, "attack with Bear") == ("nothing-asked", "508.1")
    assert refused(state, "assign 2 to Bear") == ("nothing-asked", "510.1")
    assert refused(state, "no block")[0] == "nothing-asked"
    state = combat(layout)
    assert refused(state, "attack Bear")[0] == "not-a-sentence"
    assert refused(state, "attack with 3 Wolves")[0] == "no-such-object"


# --- random combats ----------------------------------------------------------------------------------------------

_FIGHTERS = (
    ELF,
    BEAR,
    WALL,
    keyed("Flyer", 1, 1, "flying"),
    keyed("Ogre", 4, 4, "trample"),
    keyed("Wurm", 3, 3, "trample", "deathtouch"),
    keyed("Lone", 2, 2, "menace"),
    keyed("Quick", 2, 1, "first strike", "lifelink"),
    keyed("Twice", 2, 2, "double strike", "vigilance"),
    creature("Raider", 1, 1, Triggered(Attacks(This()), (Pump(This(), Fixed(1), Fixed(0)),))),
    creature("Bold", 1, 4, Triggered(BecomesBlocked(This()), (GainLife(You(), Fixed(1)),))),
    creature("Stout", 0, 9, Triggered(Blocks(This()), (PutCounters(That(), "+1/+1", Fixed(1)),))),
    creature("Grudge", 2, 2, Triggered(LifeLost("you"), (PutCounters(This(), "+1/+1", Fixed(1)),))),
    WALKER,
    Proto("Toll", ("enchantment",), abilities=(Static(AttackTax(Fixed(1))),)),
    Proto("Gate", ("enchantment",), abilities=(Static(CombatToll(Filter(types=("creature",)), "block", Fixed(1))),)),
    creature("Brute", 3, 3, Static(CombatToll(This(), "attack or block", Fixed(2)))),
    Proto("Rock", ("artifact",), abilities=(Activated((TapCost(),), (AddMana(("C",)),)),)),
    Proto("Spring", ("land",), abilities=(Activated((TapCost(),), (AddMana(("U",)),)),)),
)


def battlefield(rng: random.Random) -> State:
    """A position at the beginning of combat with groups of fighters."""
    layout = Layout(rng.choice((2, 2, 3)), step="combat")
    seats = layout.seats()
    for proto in rng.sample(_FIGHTERS, rng.randint(2, 8)):
        layout.put(proto, rng.choice(seats), n=1 if proto is WALKER else rng.choice((1, 2, 3)))
    for seat in seats:
        layout.set_player(seat, "life", rng.choice((3, 20)))
    return layout.done()


def made_up(state: State) -> list[Choice]:
    """Combat choices built without ``options``."""
    seat = decider(state)
    rows = list(state.rows)
    found = [Choice(verb, seat, answer="none") for verb in ("attack", "block", "assign")]
    for row, target in product(rows, rows):
        found += [Choice("attack", seat, picks=((row, n),), targets=(target,)) for n in (1, 2)]
        for n, way in product((1, 2), ("each", "together", "same")):
            found.append(Choice("block", seat, picks=((row, n),), targets=(target,), ways=(way,)))
    for row, amount, count in product(rows, (1, 2, 3, 4), (0, 1)):
        found += [Choice("assign", seat, picks=((row, amount),), sizes=s, count=count) for s in ((), (1,))]
    return found


@pytest.mark.slow("many random combats, grouped and exploded")
@pytest.mark.parametrize("part", range(4))
def test_random_combats(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part * 1000, part * 1000 + 1000):
        if seed >= part * 1000 + 10 and seen["attack"] and seen["block"]:  # a rare draw of ten has no block
            break
        rng = dice(seed)
        state = battlefield(rng)
        apart = explode(state)
        for _ in range(24):
            ask = asked(state)
            if ask == "over":
                break
            found = options(state)
            for option in found:
                some = list(instances(state, option, 30))
                assert some or option.unknown
                assert [verify(state, c) for c in some] == [None] * len(some)
            if ask in ("attack", "block", "assign"):
                legal = [c for c in made_up(state) if verify(state, c) is None]
                assert all(covers(state, found, c) for c in legal)
            choice = rng.choice([c for option in found for c in instances(state, option, 12)])
            seen[choice.verb + choice.answer] += 1
            after = once(state, choice)
            apart = alongside(apart, after)
            state = after
    print(dict(seen))
    assert seen["attack"] and seen["block"]


def alongside(apart: State, after: State) -> State:
    """The exploded game after a choice that ends in the same position; exploded anew where no few ways lead there."""
    ways = [c for option in options(apart) for c in instances(apart, option, 200)]
    for choice in ways:
        there = step(apart, choice)[0]
        if same(there, after):
            return there
    assert len(ways) > 1, "one way, and it leads elsewhere"
    return explode(after)


def test_509_1a_blockers_of_one_name_that_differ_are_told_apart_in_a_sentence() -> None:
    layout = Layout(2)
    mine = layout.put(BEAR, 0)
    theirs = [layout.put(proto, 1) for proto in (LORD, GUARD, LORD)][::2]  # apart by their timestamps (613.7)
    state = run(combat(layout), "attack with Bear", "all pass to declare blockers")
    choice = Choice("block", 1, picks=tuple((row, 1) for row in theirs), targets=(mine, mine))
    line = say(state, choice)
    spoken = read_sentence(state, line)
    assert isinstance(spoken, Choice), (line, spoken)
    assert set(spoken.picks) == set(choice.picks), line
