"""Declarations that are bounded as a whole: alone, no more than so many, and who attacks or blocks if able beside that."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import CombatLimit
from reiterate.terms.trigger_events import BlockedBy, BlocksOne
from tests.support.boards import BEAR, ELF, creature, life, named
from tests.support.combats import combat, keyed, passed, refused, run, struck
from tests.support.shown import shows

ALONE = "This creature can't attack or block alone."
MUST = "This creature attacks each combat if able."
GUARDS = "This creature blocks each combat if able."
HUGE = 10**100


def of(text: str, name: str = "Sample", size: tuple[int, int] = (2, 2), types: str = "Creature — Ogre") -> Proto:
    """A card of these words; every line of it is understood."""
    power, toughness = size
    data: dict[str, Any] = {"name": name, "type_line": types, "oracle_text": text, "mana_cost": "{1}"}
    found = compile_card({**data, "power": str(power), "toughness": str(toughness)})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def attacks(*mine: tuple[Proto, int], rule: str = "") -> State:
    """The first player's declaration of attackers, under a permanent of these words."""
    layout = Layout(2)
    for proto, n in mine:
        layout.put(proto, 0, n=n)
    if rule:
        layout.put(of(rule, "Edict", types="Enchantment"), 1)
    return combat(layout)


def blocks(attacker: Proto, *theirs: tuple[Proto, int], rule: str = "") -> State:
    """The second player's declaration of blockers against one attacker."""
    layout = Layout(2)
    layout.put(attacker, 0)
    for proto, n in theirs:
        layout.put(proto, 1, n=n)
    if rule:
        layout.put(of(rule, "Edict", types="Enchantment"), 0)
    return passed(run(combat(layout), f"attack with {attacker.name}"))


def legal(state: State, line: str) -> bool:
    """Whether a line may be played; what it names is there."""
    read = read_sentence(state, line)
    assert not hasattr(read, "kind"), (line, read)
    return verify(state, read) is None  # type: ignore[arg-type] # a choice


def offered(state: State) -> int:
    """How many ways of declaring are offered; each of them is legal."""
    found = [c for o in options(state) for c in instances(state, o, 50)]
    assert all(verify(state, c) is None for c in found)
    return len(found)


def test_508_1c_one_of_a_group_cant_attack_alone_and_two_may() -> None:
    state = attacks((of(ALONE), HUGE))
    assert refused(state, "attack with Sample") == ("alone", "508.1c")
    assert legal(state, "attack with 2 Samples")
    assert legal(state, f"attack with {HUGE} Samples")
    assert legal(state, "no attack")
    assert offered(state)


def test_509_1b_who_cant_block_alone_blocks_beside_another() -> None:
    state = blocks(BEAR, (of(ALONE), 1), (ELF, 1))
    assert refused(state, "Sample blocks Bear") == ("alone", "509.1b")
    assert legal(state, f"{ELF.name} blocks Bear")
    assert legal(state, f"Sample and {ELF.name} block Bear")
    assert offered(state)


@shows(CombatLimit)
def test_508_1c_no_more_than_so_many_attack() -> None:
    state = attacks((BEAR, 3), rule="No more than two creatures can attack each combat.")
    assert refused(state, "attack with 3 Bears") == ("too-many", "508.1c")
    assert legal(state, "attack with 2 Bears")
    assert offered(state)


def test_509_1b_no_more_than_so_many_block() -> None:
    rule = "No more than one creature can block each combat."
    state = blocks(BEAR, (ELF, 2), rule=rule)
    assert refused(state, f"2 {ELF.name}s block Bear") == ("too-many", "509.1b")
    assert legal(state, f"{ELF.name} blocks Bear")


def test_508_1d_two_that_attack_if_able_and_can_do_so_only_together() -> None:
    state = attacks((of(f"{MUST}\n{ALONE}"), 1), (BEAR, 1))
    assert refused(state, "no attack") == ("must-attack", "508.1d")
    assert refused(state, "attack with Bear") == ("must-attack", "508.1d")
    assert refused(state, "attack with Sample") == ("alone", "508.1c")
    assert legal(state, "attack with Sample and Bear")
    assert offered(state)


def test_508_1d_who_cant_attack_alone_needs_not_where_nobody_is_with_it() -> None:
    assert legal(attacks((of(f"{MUST}\n{ALONE}"), 1)), "no attack")


ONE_ATTACKS = "No more than one creature can attack each combat."


def test_508_1d_of_like_creatures_that_attack_if_able_as_many_do_as_can() -> None:
    state = attacks((of(MUST), 3), (BEAR, 1), rule=ONE_ATTACKS)
    assert legal(state, "attack with 1 Sample")
    assert refused(state, "attack with Bear") == ("must-attack", "508.1d")
    assert refused(state, "no attack") == ("must-attack", "508.1d")
    assert [way.picks for option in options(state) for way in instances(state, option, 9)] == [((3, 1),)]


def test_508_1d_unlike_creatures_of_which_too_many_attack_if_able_are_refused_by_name() -> None:
    state = attacks((of(MUST), 1), (of(MUST, "Other"), 1), rule=ONE_ATTACKS)
    assert refused(state, "attack with Sample") == ("rule-combat", "508.1d")
    assert [option.unknown for option in options(state)] == ["rule-combat"]


def test_508_1d_all_of_a_set_attack_if_able() -> None:
    state = attacks((BEAR, 2), rule="All creatures attack each combat if able.")
    assert refused(state, "attack with Bear") == ("must-attack", "508.1d")
    assert legal(state, "attack with 2 Bears")


@pytest.mark.parametrize(
    ("theirs", "free"),
    [
        (((of(GUARDS), 1),), True),  # nobody can block with it
        (((of(GUARDS), 1), (BEAR, 1)), False),
        (((of(GUARDS), 2),), False),  # the one blocks with the other
        (((of(GUARDS), 1), (keyed("Wall", 0, 4), HUGE)), False),
    ],
)
def test_509_1c_who_must_block_one_with_menace_does_so_with_another(
    theirs: tuple[tuple[Proto, int], ...], free: bool
) -> None:
    state = blocks(keyed("Prowler", 3, 3, "menace"), *theirs)
    assert legal(state, "no block") == free
    if not free:
        assert refused(state, "no block") == ("must-block", "509.1c")
    assert offered(state)


def test_509_1c_a_creature_that_blocks_elsewhere_may_be_wanted_too() -> None:
    layout = Layout(2)
    layout.put(keyed("Prowler", 3, 3, "menace"), 0)
    layout.put(keyed("Diver", 1, 1), 0)
    layout.put(of(GUARDS), 1)
    layout.put(BEAR, 1)
    state = passed(run(combat(layout), "attack with Prowler and Diver"))
    assert refused(state, "Bear blocks Diver") == ("must-block", "509.1c")
    assert legal(state, "Sample blocks Diver")
    assert legal(state, "Sample and Bear block Prowler")


def test_509_1c_a_limit_on_blocks_beside_who_must_block_is_refused_by_name() -> None:
    state = blocks(BEAR, (of(GUARDS), 1), (ELF, 1), rule="No more than one creature can block each combat.")
    assert legal(state, "Sample blocks Bear")
    assert refused(state, "no block") == ("rule-combat", "509.1c")


# --- 509.3: blocked by a creature of a set -----------------------------------------------------------------------


@shows(BlockedBy)
def test_509_3d_becomes_blocked_by_a_creature_triggers_once_for_each() -> None:
    bold = of("Whenever this creature becomes blocked by a creature, you gain 1 life.", size=(1, 9))
    state = run(blocks(bold, (ELF, 3), (BEAR, 1)), f"2 {ELF.name}s and Bear block Sample")
    assert life(struck(state), 0) == 23


@shows(BlocksOne)
def test_509_3c_blocks_a_creature_of_a_set_triggers_for_each_blocker() -> None:
    guard = of("Whenever this creature blocks a green creature, put a +1/+1 counter on this creature.", size=(0, 9))
    green = creature("Moss", 1, 1)
    for colors, counters in ((("G",), 1), ((), 0)):
        proto = Proto("Moss", green.types, green.subtypes, (), colors, ("1",), 1, 1)
        state = struck(run(blocks(proto, (guard, 2)), "2 Samples block Moss"))
        assert [row.get("counter.+1/+1") for row in named(state, "Sample")] == [counters] * len(named(state, "Sample"))


def test_509_3d_that_creature_is_the_one_that_blocks() -> None:
    bold = of(
        "Whenever this creature becomes blocked by a creature, destroy that creature at end of combat.", size=(0, 9)
    )
    state = run(blocks(bold, (ELF, 2), (BEAR, 1)), f"2 {ELF.name}s block Sample", "all pass to end of combat")
    state = passed(state)
    assert (len(named(state, ELF.name)), len(named(state, "Bear")), len(named(state, "Sample"))) == (0, 1, 1)


def test_509_3d_each_of_a_group_with_blockers_of_its_own_is_refused_by_name() -> None:
    layout = Layout(2)
    layout.put(of("Whenever this creature becomes blocked by a creature, you gain 1 life."), 0, n=3)
    layout.put(ELF, 1, n=3)
    state = passed(run(combat(layout), "attack with 3 Samples"))
    with pytest.raises(Exception, match="blockers of its own"):
        run(state, f"{ELF.name} blocks each of 3 Samples")
