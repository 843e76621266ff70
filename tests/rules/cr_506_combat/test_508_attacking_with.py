"""Abilities that trigger once for a declaration of attackers (508.3c, 508.3d), and what is said of two events (603.2)."""

from __future__ import annotations

from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.quantities import BlockersOf
from reiterate.terms.trigger_events import AttacksWith, Unblocked
from tests.support.acting import count, handle, settled
from tests.support.boards import BEAR, life, named
from tests.support.combats import combat, passed, refused, run, written
from tests.support.shown import shows

SIZE = {"power": "2", "toughness": "2"}
SCOUT = written("Scout", "", "Creature — Elf", **SIZE)


def attack(text: str, *lines: str, owner: int = 0) -> State:
    """Two Bears and two Elves attack as lines say, with an enchantment of this text there."""
    layout = Layout(2)
    layout.put(BEAR, 0, n=2)
    layout.put(SCOUT, 0, n=2)
    layout.put(written("Drum", text), owner)
    return settled(run(combat(layout), *lines))


@shows(AttacksWith)
def test_508_3d_a_player_attacks_once_with_however_many_creatures() -> None:
    for text in (
        "Whenever you attack, you gain 1 life.",
        "Whenever one or more creatures you control attack, you gain 1 life.",
    ):
        assert life(attack(text, "attack with everything"), 0) == 21
        assert life(attack(text, "no attack"), 0) == 20
        assert life(attack(text, "attack with everything", owner=1), 1) == 20  # another player attacks
    theirs = "Whenever an opponent attacks, you gain 1 life."
    assert life(attack(theirs, "attack with everything", owner=1), 1) == 21
    assert life(attack(theirs, "attack with everything"), 0) == 20
    assert life(attack("Whenever a player attacks, you gain 1 life.", "attack with everything", owner=1), 1) == 21


def test_508_3c_a_player_attacks_with_so_many_of_a_set() -> None:
    text = "Whenever you attack with three or more creatures, you gain 1 life."
    assert life(attack(text, "attack with everything"), 0) == 21
    assert life(attack(text, "attack with Bear"), 0) == 20
    elves = "Whenever one or more Elves you control attack, you gain 1 life."
    assert life(attack(elves, "attack with Scout"), 0) == 21
    assert life(attack(elves, "attack with Bear"), 0) == 20


def test_603_2_of_two_events_in_one_sentence_each_sets_the_ability_off() -> None:
    layout = Layout(2)
    text = "Whenever Brute attacks or blocks, you gain 1 life."
    layout.put(written("Brute", text, "Creature — Ogre", **SIZE), 0)
    assert life(settled(run(combat(layout), "attack with everything")), 0) == 21
    dies = "When Brute enters or dies, create a Treasure token."
    assert len(written("Brute", dies, "Creature — Ogre", **SIZE).abilities) == 2
    assert count(layout.done(), "Treasure") == 0


@shows(Unblocked)
def test_509_3g_a_creature_attacks_and_is_not_blocked_where_nobody_blocks_it() -> None:
    brute = written("Brute", "Whenever Brute attacks and isn't blocked, you gain 1 life.", "Creature — Ogre", **SIZE)
    for blocked, gained in ((False, 1), (True, 0)):
        layout = Layout(2)
        layout.put(brute, 0)
        layout.put(BEAR, 1)
        state = passed(run(combat(layout), "attack with everything"))
        state = run(state, "Bear blocks Brute" if blocked else "no block")
        assert life(settled(state), 0) == 20 + gained
    layout = Layout(2)
    layout.put(brute, 0, n=3)  # nobody can block: nobody is asked
    state = passed(run(combat(layout), "attack with everything"))
    assert life(settled(state), 0) == 23


def test_508_3c_a_creature_and_two_others_attack() -> None:
    text = "Whenever Brute and at least two other creatures attack, you gain 1 life."
    for others, gained in ((2, 1), (1, 0)):
        layout = Layout(2)
        layout.put(written("Brute", text, "Creature — Ogre", **SIZE), 0)
        layout.put(BEAR, 0, n=others)
        assert life(settled(run(combat(layout), "attack with everything")), 0) == 20 + gained


def test_508_5_what_the_defending_player_controls() -> None:
    text = "Whenever Brute attacks, destroy target artifact defending player controls."
    relic = written("Relic", "", "Artifact")
    layout = Layout(3)
    layout.put(written("Brute", text, "Creature — Ogre", **SIZE), 0)
    for seat in range(3):
        layout.put(relic, seat)
    state = settled(run(combat(layout), "attack p2 with Brute"))
    assert sorted(row.cls.controller for row in named(state, "Relic")) == [0, 2]
    drain = "Whenever Brute attacks, creatures defending player controls get -1/-1 until end of turn."
    layout = Layout(2)
    layout.put(written("Brute", drain, "Creature — Ogre", **SIZE), 0)
    layout.put(written("Mite", "", "Creature — Elf", power="1", toughness="1"), 1)
    layout.put(SCOUT, 0)
    state = settled(run(combat(layout), "attack with Brute"))
    assert (count(state, "Mite"), count(state, "Scout")) == (0, 1)


def test_509_1b_a_creature_that_one_creature_alone_may_block() -> None:
    layout = Layout(2)
    layout.put(written("Brute", "Brute can't be blocked by more than one creature.", "Creature — Ogre", **SIZE), 0)
    layout.put(BEAR, 1, n=2)
    layout.put(SCOUT, 1)
    state = passed(run(combat(layout), "attack with everything"))
    assert refused(state, "Bear and Scout block Brute") == ("block", "509.1b")
    assert refused(state, "2 Bears block Brute") == ("block", "509.1b")
    assert named(run(state, "Bear blocks Brute"), "Brute")[0].cls.prop("blocked")


@shows(BlockersOf)
def test_702_23a_rampage_counts_blockers_beyond_the_first() -> None:
    for text, grown in (
        ("Rampage 2", (0, 2, 4)),
        ("Whenever Brute becomes blocked, it gets +1/+1 until end of turn for each creature blocking it.", (1, 2, 3)),
    ):
        for blocking, more in enumerate(grown, 1):
            layout = Layout(2)
            layout.put(written("Brute", text, "Creature — Ogre", **SIZE), 0)
            layout.put(BEAR, 1, n=blocking)
            state = passed(run(combat(layout), "attack with everything"))
            words = "Bear blocks Brute" if blocking == 1 else f"{blocking} Bears block Brute"
            state = settled(run(state, words))
            assert power(state, handle(state, "Brute")) == 2 + more
