"""Costs to attack and to block: 508.1g to 508.1j, 509.1d to 509.1f."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount, Recorder, identical
from reiterate.oracle.grammar.printing import show
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import attackers, blockers
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, Static, Triggered
from reiterate.terms.costs import SacrificeCost, TapCost
from reiterate.terms.effects_continuous import Require
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.static_effects import AttackTax
from reiterate.terms.trigger_events import BecomesTapped
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, play
from tests.support.combats import PROPAGANDA, both, combat, passed, refused, run, struck, written

HUGE = 10**100
SPHERE = (
    "Creatures can't attack you or planeswalkers you control unless their controller pays {X} for each of those"
    " creatures, where X is the number of enchantments you control."
)
ISLAND = Proto("Island", ("land",), ("Island",), ("basic",), abilities=(Activated((TapCost(),), (AddMana(("U",)),)),))
ROCK = Proto("Rock", ("artifact",), abilities=(Activated((TapCost(),), (AddMana(("C",)),)),))


def taxed(*mine: tuple[Proto, int], text: str = PROPAGANDA, n: int = 1, players: int = 2) -> State:
    """The position as attackers are declared against a player with a cost to attack."""
    layout = Layout(players)
    for proto, number in mine:
        layout.put(proto, 0, n=number)
    layout.put(written("Toll", text), 1, n=n)
    return combat(layout)


def checked(state: State) -> State:
    """The same position; what its options show is legal."""
    for option in options(state):
        assert all(verify(state, c) is None for c in instances(state, option, 60))
    return state


def with_mana(state: State, amount: Amount, seat: int = 0) -> State:
    """The same position with colourless mana in a player's pool."""
    draft = Draft(state)
    add(draft, "", player(seat), "mana.C", amount)
    return draft.done()


# --- attacking ---------------------------------------------------------------------------------------------------


def test_508_1i_mana_is_made_while_attackers_are_declared_and_paid() -> None:
    state = checked(taxed((BEAR, 3), (FOREST, 4)))
    assert refused(state, "attack with Bear") == ("mana-short", "508.1i")
    assert {o.verb for o in options(state)} == {"attack", "activate"}
    state = checked(run(state, "activate untapped Forest", "activate untapped Forest"))
    assert asked(state) == "attack" and state.rows[1].get("mana.G") == 2
    assert refused(state, "attack with 2 Bears") == ("mana-short", "508.1i")
    after = run(state, "attack with Bear")
    assert after.rows[1].get("mana.G") == 0 and len(attackers(after)) == 1
    both_attack = run(state, "activate untapped Forest", "activate untapped Forest", "attack with 2 Bears")
    assert life(struck(both_attack), 1) == 16
    assert not both_attack.game.prop("paying")


def test_508_1g_groups_pay_for_each() -> None:
    state = taxed((BEAR, HUGE), (ROCK, 2 * HUGE), n=1)
    for _ in range(14):
        state = run(state, "activate untapped Rock")
    state = run(state, "attack with 7 Bears")
    assert state.rows[1].get("mana.C") == 0 and state.rows[attackers(state)[0]].n == 7


def test_508_1h_several_costs_add_up() -> None:
    state = taxed((BEAR, 3), (ROCK, 12), n=2)
    for _ in range(4):
        state = run(state, "activate untapped Rock")
    assert refused(state, "attack with 2 Bears") == ("mana-short", "508.1i")
    assert len(attackers(run(state, "attack with Bear"))) == 1


def test_508_1h_a_cost_by_a_count() -> None:
    state = taxed((BEAR, 3), (ROCK, 12), text=SPHERE, n=3)  # each of three asks for three
    for _ in range(8):
        state = run(state, "activate untapped Rock")
    assert refused(state, "attack with Bear") == ("mana-short", "508.1i")
    after = run(state, "activate untapped Rock", "attack with Bear")
    assert after.rows[1].get("mana.C") == 0


def test_508_1g_a_planeswalker_costs_where_the_text_says_so() -> None:
    for text, free in ((PROPAGANDA, True), (SPHERE, False)):
        layout = Layout(2)
        layout.put(BEAR, 0)
        layout.put(Proto("Walker", ("planeswalker",), ("Walker",), ("legendary",), (), ("3",), loyalty=5), 1)
        layout.put(written("Toll", text), 1)
        state = checked(combat(layout))
        if free:
            assert len(attackers(run(state, "attack Walker with Bear"))) == 1
        else:
            assert refused(state, "attack Walker with Bear") == ("mana-short", "508.1i")


def test_508_1i_the_pool_may_pay_in_several_ways() -> None:
    state = taxed((BEAR, 3), (FOREST, 4), (ISLAND, 2))
    state = checked(run(state, "activate untapped Forest", "activate untapped Forest", "activate untapped Island"))
    assert refused(state, "attack with Bear") == ("payment-ambiguous", "118.3")
    assert refused(state, "attack with Bear paying {G}") == ("payment", "118.3")
    assert refused(state, "attack with Bear paying {R}{G}") == ("mana-short", "118.3")
    after = run(state, "attack with Bear paying {G}{U}")
    assert (after.rows[1].get("mana.G"), after.rows[1].get("mana.U")) == (1, 0)


def test_508_1i_only_mana_abilities_and_only_for_a_cost() -> None:
    gain = creature("Priest", 1, 1, Activated((TapCost(),), (GainLife(You(), Fixed(1)),)))
    state = taxed((BEAR, 1), (FOREST, 1), (gain, 1))
    assert refused(state, "activate Priest") == ("decision-first", "508.1i")
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(FOREST, 0)
    assert refused(combat(layout), "activate Forest")[0] == "decision-first"
    nobody = taxed((FOREST, 1), (ELF, 1))
    assert refused(run(nobody, "no attack"), "no block")[0] == "nothing-asked"


def test_508_1i_mana_made_for_nothing_stays_only_where_the_cost_cannot_be_paid() -> None:
    state = run(taxed((BEAR, 2), (FOREST, 2)), "activate untapped Forest")
    after = run(state, "no attack")  # one mana doesn't pay: the declaration is reversed, the mana may stay
    assert after.game.prop("step") == "attackers" and after.rows[1].get("mana.G") == 1
    assert passed(after).game.prop("step") == "endcombat" and passed(after).rows[1].get("mana.G") == 0
    able = checked(run(state, "activate untapped Forest"))
    assert refused(able, "no attack") == ("payment-begun", "508.1i")
    behind = passed(run(taxed((BEAR, 2), (FOREST, 2)), "no attack"))
    assert refused(behind, "no attack")[0] == "nothing-asked"


def test_508_1f_a_creature_that_was_tapped_for_mana_does_not_attack() -> None:
    druid = creature("Druid", 1, 1, Activated((TapCost(),), (AddMana(("G",)),)))
    state = taxed((druid, 3))
    state = checked(run(state, "activate untapped Druid", "activate untapped Druid"))
    assert refused(state, "attack with 2 Druids") == ("attacker", "508.1a")
    assert life(struck(run(state, "attack with Druid")), 1) == 19


def test_508_1i_triggers_of_making_mana_wait_until_attackers_are_declared() -> None:
    pump = Triggered(BecomesTapped(Filter(types=("land",))), (GainLife(You(), Fixed(1)),))
    state = taxed((BEAR, 1), (FOREST, 2), (creature("Watcher", 1, 1, pump), 1))
    state = run(state, "activate untapped Forest", "activate untapped Forest", "attack with Bear")
    assert len(state.stack) >= 1 and life(state, 0) == 20
    assert life(struck(state), 0) == 22


def test_508_1h_mana_that_could_change_the_cost_is_refused_by_name() -> None:
    altar = Proto(
        "Altar", ("artifact",), abilities=(Activated((SacrificeCost(CREATURE, Fixed(1)),), (AddMana(("C", "C")),)),)
    )
    for text, code in ((PROPAGANDA, ""), (SPHERE, "rule-508.1h")):
        state = taxed((BEAR, 2), (altar, 1), text=text)
        read = read_sentence(state, "activate Altar sacrificing Bear")
        assert isinstance(read, Choice)
        found = verify(state, read)
        assert (found.code if found is not None else "") == code


def test_508_1h_the_source_of_a_cost_is_not_given_up_for_its_mana() -> None:
    enchantments = Filter(types=("enchantment",))
    altar = Proto(
        "Altar", ("artifact",), abilities=(Activated((SacrificeCost(enchantments, Fixed(1)),), (AddMana(("C",)),)),)
    )
    for seat, code in ((0, "rule-508.1h"), (1, "")):
        layout = Layout(2)
        bear = layout.put(BEAR, 0)
        layout.put(altar, 0)
        layout.put(Proto("Shrine", ("enchantment",)), 0)
        layout.attach(layout.put(written("Bond", CHAIN, "Enchantment — Aura"), seat), bear)
        state = combat(layout)
        read = read_sentence(state, "activate Altar sacrificing Shrine")
        assert isinstance(read, Choice)
        found = verify(state, read)
        assert (found.code if found is not None else "") == code


def test_508_1h_tapping_does_not_change_a_count_of_what_is_tapped() -> None:
    tapped = Static(AttackTax(CountOf(Filter(types=("land",), tapped=False))))
    for static, code in ((tapped, "rule-508.1h"), (Static(AttackTax(CountOf(Filter(types=("land",))))), "")):
        layout = Layout(2)
        layout.put(BEAR, 0)
        layout.put(FOREST, 0, n=2)
        layout.put(Proto("Toll", ("enchantment",), abilities=(static,)), 1)
        read = read_sentence(combat(layout), "activate Forest")
        assert isinstance(read, Choice)
        found = verify(combat(layout), read)
        assert (found.code if found is not None else "") == code


def test_508_1d_who_attacks_if_able_need_not_pay_but_attacks_for_nothing() -> None:
    must = Activated((), (Require(TargetRef(0), "attack"),), (TargetSpec(CREATURE),))
    for players in (2, 3):
        layout = Layout(players)
        goader = layout.put(creature("Goader", 1, 1, must), 0)
        bear = layout.put(BEAR, 0)
        layout.put(FOREST, 0, n=2)
        layout.put(written("Toll", PROPAGANDA), 1)
        state = play(layout.done(), Choice("activate", 0, goader, targets=(bear,)))
        state = checked(run(state, "all pass", "all pass to declare attackers"))
        nothing = verify(state, Choice("attack", 0, answer="none"))
        assert (nothing is None) == (players == 2)
        state = checked(run(state, "activate untapped Forest", "activate untapped Forest"))
        assert len(attackers(run(state, "attack p2 with Bear"))) == 1


def test_508_1g_grouped_and_exploded_payments_end_alike() -> None:
    layout = Layout(2, step="combat")
    layout.put(BEAR, 0, n=3)
    layout.put(ROCK, 0, n=5)
    layout.put(written("Toll", PROPAGANDA), 1)
    lines = ("all pass to declare attackers", *["activate untapped Rock"] * 4, "attack with 2 Bears")
    end = both(layout, *lines)
    assert life(end, 1) == 16


def test_508_1g_a_traced_number_of_attackers_pays() -> None:
    recorder = Recorder()
    bears = recorder.amount(0, 40)
    layout = Layout(2, step="combat")
    layout.put(BEAR, 0, n=bears)
    layout.put(written("Toll", PROPAGANDA), 1)
    state = layout.done()
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    state = with_mana(state, bears * 2 + 5)
    read = read_sentence(state, "attack with all Bears")
    assert isinstance(read, Choice) and verify(state, read) is None and covers(state, options(state), read)
    state = play(state, read)
    left = state.rows[1].get("mana.C")
    assert identical(left, 5)
    assert recorder.guards


# --- blocking ----------------------------------------------------------------------------------------------------

BRUTE = "Brute can't attack or block unless you pay {2}."
CHAIN = "Enchant creature\nEnchanted creature can't attack or block unless its controller pays {3}."
LURE = (
    "As long as Lurer is attacking, creatures can't block unless their controller pays {1} for each of those creatures."
)
VEIL = (
    "Enchant creature\nEnchanted creature can't be blocked unless defending player pays {3} for each creature they"
    " control that's blocking it."
)
FIGHTER = {"type_line": "Creature — Ogre", "power": "2", "toughness": "2"}


def defending(text: str, name: str, mine: int, theirs: int, mana: int) -> State:
    """p2 declares blockers with this much mana to make; the card of this text is on p1's side."""
    layout = Layout(2)
    layout.put(written(name, text, **FIGHTER), 0, n=mine)
    layout.put(BEAR, 1, n=theirs)
    layout.put(ROCK, 1, n=mana)
    return checked(passed(run(combat(layout), "attack with everything")))


def test_509_1e_a_blocker_is_paid_for_with_mana_made_then() -> None:
    state = defending(LURE, "Lurer", 1, 3, 3)
    assert refused(state, "2 Bears together block Lurer") == ("mana-short", "509.1e")
    state = checked(run(state, "activate untapped Rock"))
    assert refused(state, "no block") == ("payment-begun", "509.1e")
    state = run(state, "activate untapped Rock")
    after = run(state, "2 Bears together block Lurer")
    assert after.rows[2].get("mana.C") == 0 and after.rows[blockers(after)[0]].n == 2
    assert not after.game.prop("paying")
    assert life(struck(run(defending(LURE, "Lurer", 1, 3, 3), "no block")), 1) == 18


def test_509_1d_several_blockers_for_each_of_a_group_are_paid_for() -> None:
    state = defending(LURE, "Lurer", 2, 9, 12)  # each of the two asks for one mana for each blocker
    for _ in range(8):
        state = run(state, "activate untapped Rock")
    assert refused(state, "3 Bears block each of 2 Lurers") == ("mana-short", "509.1e")
    after = run(state, "2 Bears block each of 2 Lurers")
    assert after.rows[2].get("mana.C") == 0


@pytest.mark.parametrize(("text", "seat", "due"), [(CHAIN, 1, 3), (VEIL, 0, 6)])
def test_509_1d_auras_that_ask_for_payment(text: str, seat: int, due: int) -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    elves = layout.put(ELF, 1, n=1 if seat else 2)
    layout.attach(layout.put(written("Bond", text, "Enchantment — Aura"), 0), elves if seat else bear)
    state = passed(run(combat(layout), "attack with Bear"))
    line = "Elf Warrior blocks Bear" if seat else "2 Elf Warriors together block Bear"
    assert refused(with_mana(state, due - 1, 1), line) == ("mana-short", "509.1e")
    after = run(with_mana(state, due, 1), line)
    assert after.rows[2].get("mana.C") == 0


def test_508_1g_creatures_that_pay_for_themselves() -> None:
    counted = "Brute enters with three +1/+1 counters on it.\nBrute can't attack or block unless you pay {1} for each +1/+1 counter on it."
    for text, counters, due in ((BRUTE, 0, 2), (counted, 3, 3)):
        layout = Layout(2)
        layout.put(written("Brute", text, **FIGHTER), 0, n=2, counters={"+1/+1": counters})
        layout.put(BEAR, 0)
        state = combat(layout)
        assert len(attackers(run(state, "attack with Bear"))) == 1
        assert refused(with_mana(state, 2 * due - 1), "attack with 2 Brutes") == ("mana-short", "508.1i")
        after = run(with_mana(state, 2 * due), "attack with everything")
        assert after.rows[1].get("mana.C") == 0


def test_509_1c_who_blocks_if_able_need_not_pay() -> None:
    force = Activated((), (Require(TargetRef(0), "block"),), (TargetSpec(CREATURE),))
    for text, forced in ((LURE, False), ("Lurer attacks each combat if able.", True)):
        layout = Layout(2)
        goader = layout.put(creature("Goader", 1, 1, force), 0, sick=True)
        layout.put(written("Lurer", text, **FIGHTER) if not forced else BEAR, 0)
        wolf = layout.put(ELF, 1)
        state = play(layout.done(), Choice("activate", 0, goader, targets=(wolf,)))
        state = passed(run(state, "all pass", "all pass to declare attackers", "attack with everything"))
        nothing = verify(state, Choice("block", 1, answer="none"))
        assert (nothing is not None) == forced


def test_costs_to_attack_and_block_print_back() -> None:
    texts = [
        PROPAGANDA,
        SPHERE,
        BRUTE,
        CHAIN,
        LURE,
        VEIL,
        "Enchant creature\nEnchanted creature can't attack unless its controller pays {3}.",
        "Enchant creature\nEnchanted creature can't attack or block unless its controller pays {1} for each card in your hand.",
        "Brute can't attack unless you pay {1} for each +1/+1 counter on it.",
        "Creatures can't attack you unless their controller pays {X} for each creature they control that's attacking you,"
        " where X is the number of enchantments you control.",
    ]
    for text in texts:
        name = "Lurer" if "Lurer" in text else "Brute"
        proto = written(name, text, "Enchantment — Aura" if "Enchant " in text else "Enchantment")
        said = [show(ability, name) for ability in proto.abilities if isinstance(ability, Static)]
        assert said == [line for line in text.split("\n") if line != "Enchant creature"]


def test_509_1e_one_mana_is_not_enough_for_two_blockers_of_menace_so_no_block_stays_possible() -> None:
    layout = Layout(2)
    layout.put(written("Lurer", f"Menace\n{LURE}", **FIGHTER), 0)
    layout.put(BEAR, 1, n=2)
    layout.put(ROCK, 1, n=2)
    state = checked(passed(run(combat(layout), "attack with everything")))
    one = checked(run(state, "activate untapped Rock"))
    assert life(struck(run(one, "no block")), 1) == 18
    two = checked(run(one, "activate untapped Rock"))
    assert refused(two, "no block") == ("payment-begun", "509.1e")
    assert refused(two, "Bear blocks Lurer") == ("menace", "702.111b")
    assert len(blockers(run(two, "2 Bears together block Lurer"))) == 1


def test_508_1i_a_creature_that_cant_attack_alone_needs_the_mana_for_two() -> None:
    alone = written("Shy", "~ can't attack alone.", **FIGHTER)
    state = checked(run(taxed((alone, 2), (FOREST, 4)), "activate untapped Forest", "activate untapped Forest"))
    assert life(struck(run(state, "no attack")), 1) == 20
    enough = checked(run(state, "activate untapped Forest", "activate untapped Forest"))
    assert refused(enough, "no attack") == ("payment-begun", "508.1i")
    assert life(struck(run(enough, "attack with 2 Shys")), 1) == 16
