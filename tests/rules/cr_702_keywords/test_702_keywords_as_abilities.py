"""Keywords read as the abilities they stand for (702), and other wordings of the most frequent combo cards."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from reiterate.state.properties import ARRIVED
from reiterate.terms.abilities import Static, Triggered
from reiterate.terms.conditions import Arrived
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, SacrificeObject
from reiterate.terms.effects_players import LoseLife
from reiterate.terms.effects_zones import Exile
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, OpponentCount
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This
from reiterate.terms.replacement_effects import HostSpared
from reiterate.terms.static_effects import CantHaveCounters
from tests.support.acting import ANYTHING, act, count, handle, instant, only, question, says, settled, until
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, play
from tests.support.combats import combat, passed, run, struck
from tests.support.shown import shows

ONE = Fixed(1)


def card(name: str, text: str, types: str = "Creature — Elf", cost: str = "{R}", **more: str) -> Proto:
    """A card of these words; every line of it is understood."""
    sized = {"power": "2", "toughness": "2"} if "Creature" in types else {}
    row = {"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost, **sized, **more}
    found = compile_card(row)
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def not_read(text: str, types: str = "Creature — Elf") -> bool:
    """Whether words are refused."""
    return not compile_card({"name": "Name", "type_line": types, "oracle_text": text, "mana_cost": "{R}"}).complete


def cast(layout: Layout, proto: Proto, *targets: int, **more: int) -> State:
    """The position after a card of the first player has resolved, up to the next question."""
    row = layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 12)
    return settled(play(layout.done(), Choice("cast", 0, row, targets=targets, **more)))  # type: ignore[arg-type] # fields of a choice


def cards(state: State, seat: int, zone: str) -> int:
    """How many cards a player has in a zone."""
    return sum(int(str(r.n)) for r in state.rows.values() if r.cls.zone == zone and r.cls.owner == seat)


# --- champion ----------------------------------------------------------------------------------------------------

CHAMPION = card("Titan", "Champion a creature")
KILL = instant("Kill", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))


def test_702_72a_a_championed_creature_is_exiled_until_this_leaves() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(ELF, 1)
    kill = layout.put(KILL, 0, "hand")
    state = cast(layout, CHAMPION)
    assert asked(state) == "may"
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert (count(state, "Bear", "exile"), count(state, "Titan"), count(state, "Elf Warrior")) == (1, 1, 1)
    state = settled(play(state, Choice("cast", 0, kill, targets=(handle(state, "Titan"),))))
    assert (count(state, "Bear"), count(state, "Bear", "exile"), count(state, "Titan")) == (1, 0, 0)


def test_702_72a_it_is_sacrificed_where_nothing_is_exiled() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    state = cast(layout, CHAMPION)
    state = settled(play(state, Choice("may", 0, answer="no")))
    assert (count(state, "Bear"), count(state, "Titan", "graveyard")) == (1, 1)
    layout = Layout(2)
    layout.put(BEAR, 1)  # no other creature of its controller
    state = settled(play(cannot_be_done(cast(layout, CHAMPION)), Choice("may", 0, answer="no")))
    assert (count(state, "Bear"), count(state, "Titan", "graveyard")) == (1, 1)


def cannot_be_done(state: State) -> State:
    """The position, in which what is asked may only be declined: nobody chooses what is impossible (608.2d)."""
    refused = verify(state, Choice("may", 0, answer="yes"))
    assert refused is not None and refused.rule == "608.2d"
    return state


def test_702_72a_a_type_is_championed() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    state = cannot_be_done(cast(layout, card("Titan", "Champion a Merfolk")))
    state = settled(play(state, Choice("may", 0, answer="no")))
    assert (count(state, "Bear"), count(state, "Titan", "graveyard")) == (1, 1)
    assert not_read("Champion two creatures") and not_read("Creatures you control have champion a creature.")


# --- living weapon, graft, fading --------------------------------------------------------------------------------


def test_702_92a_a_living_weapon_is_attached_to_its_germ() -> None:
    weapon = card("Weapon", "Living weapon\nEquipped creature gets +2/+1.\nEquip {2}", "Artifact — Equipment")
    state = cast(Layout(2), weapon)
    germ = handle(state, "Phyrexian Germ")
    assert only(state, "Weapon").refs["host"] == Ref("one", germ)
    assert (power(state, germ), toughness(state, germ), view(state, germ).colors) == (2, 1, ("B",))
    bare = cast(Layout(2), card("Weapon", "Living weapon\nEquip {2}", "Artifact — Equipment"))
    assert count(bare, "Phyrexian Germ") == 0 and count(bare, "Weapon") == 1  # 0/0: it dies, the Equipment stays


def test_701_3a_a_trigger_attaches_its_source() -> None:
    text = "When Weapon enters, attach Weapon to target creature you control.\nEquip {2}"
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = cast(layout, card("Weapon", text, "Artifact — Equipment"))
    assert only(state, "Weapon").refs["host"] == Ref("one", bear)


GRAFTED = card("Grafter", "Graft 2", power="0", toughness="0")


def test_702_58a_graft_moves_a_counter() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, "hand")
    state = cast(layout, GRAFTED)
    assert asked(state) == "priority" and only(state, "Grafter").get("counter.+1/+1") == 2  # not for itself
    state = settled(play(state, Choice("cast", 0, bear)))
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert (only(state, "Grafter").get("counter.+1/+1"), only(state, "Bear").get("counter.+1/+1")) == (1, 1)


def test_122_5_no_counter_is_moved_onto_what_can_have_none() -> None:
    layout = Layout(2)
    layout.put(GRAFTED, 0, counters={"+1/+1": 2})
    layout.put(Proto("Rule", ("enchantment",), abilities=(Static(CantHaveCounters(Filter(named="Bear"), "+1/+1")),)), 0)
    state = cast(layout, BEAR)
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert (only(state, "Grafter").get("counter.+1/+1"), only(state, "Bear").get("counter.+1/+1")) == (2, 0)


FADER = card(
    "Fader",
    "Fading 1\nRemove a fade counter from Fader: Exile target creature.\n"
    "When Fader leaves the battlefield, each player returns to the battlefield all cards they own exiled with Fader.",
    "Enchantment",
)


def test_702_32a_what_fades_is_sacrificed_when_no_counter_can_be_removed() -> None:
    state = cast(Layout(2), FADER)
    assert only(state, "Fader").get("counter.fade") == 1
    state = settled(until(state, "upkeep", 0))
    assert (count(state, "Fader"), only(state, "Fader").get("counter.fade")) == (1, 0)
    state = settled(until(until(state, "end", 0), "upkeep", 0))
    assert count(state, "Fader") == 0


def test_607_2a_what_it_exiled_comes_back_to_its_owners() -> None:
    layout = Layout(2)
    theirs = layout.put(BEAR, 1)
    fader = layout.put(FADER, 0, counters={"fade": 2})
    gone = layout.put(instant("Gone", Destroy(TargetRef(0)), targets=(TargetSpec(Filter()),)), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("activate", 0, fader, targets=(theirs,))))
    assert count(state, "Bear", "exile") == 1
    state = settled(play(state, Choice("cast", 0, gone, targets=(fader,))))
    assert only(state, "Bear").cls.controller == 1


# --- umbra armor -------------------------------------------------------------------------------------------------

UMBRA = card("Cloak", "Enchant creature\nUmbra armor", "Enchantment — Aura")


def armored(*auras: Proto, damage: int = 0) -> tuple[Layout, int]:
    """A Bear that Auras enchant."""
    layout = Layout(2)
    bear = layout.put(BEAR, 0, damage=damage)
    for proto in auras:
        layout.attach(layout.put(proto, 0), bear)
    return layout, bear


@shows(HostSpared)
def test_702_89a_the_aura_is_destroyed_instead() -> None:
    layout, bear = armored(UMBRA, damage=1)
    state = cast(layout, KILL, bear)
    assert (count(state, "Bear"), count(state, "Cloak", "graveyard")) == (1, 1)
    assert state.rows[bear].get("damage") == 0
    layout, bear = armored(card("Cloak", "Enchant creature\nTotem armor", "Enchantment — Aura"))
    state = cast(layout, instant("Shock", DealDamage(This(), TargetRef(0), Fixed(5)), targets=(ANYTHING,)), bear)
    assert (count(state, "Bear"), state.rows[bear].get("damage"), count(state, "Cloak")) == (1, 0, 0)


def test_702_89a_only_destruction_is_replaced() -> None:
    for effect in (Pump(TargetRef(0), Fixed(0), Fixed(-2)), SacrificeObject(TargetRef(0)), Exile(TargetRef(0))):
        layout, bear = armored(UMBRA)
        state = cast(layout, instant("Gone", effect, targets=(TargetSpec(CREATURE),)), bear)
        assert (count(state, "Bear"), count(state, "Cloak")) == (0, 0)


def test_616_1_one_of_two_auras_is_destroyed() -> None:
    layout, bear = armored(UMBRA, card("Other", "Enchant creature\nUmbra armor", "Enchantment — Aura"))
    state = cast(layout, KILL, bear)
    kind, seat, rows = question(state)
    assert (kind, seat, len(rows)) == ("object", 0, 2)
    state = says(state, picks=((rows[1], 1),))
    assert (count(state, "Bear"), count(state, "Cloak"), count(state, "Other")) == (1, 1, 0)


def test_702_89a_all_destroyed_at_once_leave_the_creature() -> None:
    layout, bear = armored(UMBRA)
    layout.put(BEAR, 1)
    state = cast(layout, card("Wrath", "Destroy all creatures.", "Sorcery"))
    assert (count(state, "Bear"), bear in state.rows, count(state, "Cloak")) == (1, True, 0)
    layout, bear = armored(UMBRA)
    state = cast(layout, card("Cataclysm", "Destroy all permanents.", "Sorcery"))
    assert (count(state, "Bear"), count(state, "Cloak")) == (1, 0)


# --- players -----------------------------------------------------------------------------------------------------


def test_102_3_each_other_opponent_is_dealt_the_damage() -> None:
    text = "Whenever Hydra deals combat damage to an opponent, it deals that much damage to each other opponent."
    layout = Layout(3)
    layout.put(card("Hydra", text), 0)
    state = struck(passed(run(combat(layout), "attack p2 with Hydra")))
    state = settled(state)
    assert [life(state, seat) for seat in range(3)] == [20, 18, 18]
    layout = Layout(2)
    layout.put(card("Hydra", text), 0)
    state = settled(struck(passed(run(combat(layout), "attack with Hydra"))))
    assert [life(state, seat) for seat in range(2)] == [20, 18]


@shows(OpponentCount)
def test_102_3_for_each_opponent_you_have() -> None:
    for players in (2, 4):
        layout = Layout(players)
        bear = layout.put(BEAR, 0)
        sword = card(
            "Sword", "Equipped creature gets +1/+0 for each opponent you have.\nEquip {1}", "Artifact — Equipment"
        )
        layout.attach(layout.put(sword, 0), bear)
        lost = layout.put(
            instant("Lost", LoseLife(TargetRef(0), Fixed(20)), targets=(TargetSpec(None, "any"),)), 0, "hand"
        )
        layout.set_player(0, "mana.R", 1)
        state = layout.done()
        assert power(state, bear) == 2 + players - 1
        if players == 4:
            state = settled(play(state, Choice("cast", 0, lost, targets=(3,))))
            assert power(state, bear) == 4


def test_107_1a_half_of_each_amount_is_rounded_by_itself() -> None:
    text = (
        "Target player draws cards equal to half the number of cards in their library and loses half their life. "
        "Round up each time."
    )
    layout = Layout(2)
    layout.put(BEAR, 1, "library", n=8)
    layout.set_player(1, "life", 15)
    before = cards(layout.done(), 1, "library")
    assert before % 2 == 1
    state = cast(layout, card("Abyss", text, "Sorcery"), 2)
    drawn = (before + 1) // 2
    assert (cards(state, 1, "hand"), cards(state, 1, "library")) == (drawn, before - drawn)
    assert (life(state, 1), life(state, 0), cards(state, 0, "hand")) == (7, 20, 0)


def test_701_17_the_defending_player_mills_half() -> None:
    breaker = card("Breaker", "Whenever Breaker attacks, defending player mills half their library, rounded up.")
    layout = Layout(2)
    layout.put(breaker, 0)
    layout.put(BEAR, 1, "library", n=8)
    before = cards(layout.done(), 1, "library")
    assert before % 2 == 1
    state = settled(run(combat(layout), "attack with Breaker"))
    assert (cards(state, 1, "graveyard"), cards(state, 0, "graveyard")) == ((before + 1) // 2, 0)


# --- sentences ---------------------------------------------------------------------------------------------------


def test_107_3a_an_x_that_is_paid_in_life() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    hatred = card(
        "Hatred",
        "As an additional cost to cast Hatred, pay X life.\nTarget creature gets +X/+0 until end of turn.",
        "Instant",
    )
    state = cast(layout, hatred, bear, x=5)
    assert (power(state, bear), toughness(state, bear), life(state, 0)) == (7, 2, 15)
    layout = Layout(2)
    row = layout.put(hatred, 0, "hand")
    bear = layout.put(BEAR, 0)
    layout.set_player(0, "mana.R", 1)
    assert verify(layout.done(), Choice("cast", 0, row, targets=(bear,), x=21)) is not None
    assert not_read("Target creature gets +X/+0 until end of turn.", "Instant")


def test_608_2c_tokens_for_each_in_front() -> None:
    text = "For each land you control, create a Treasure token."
    layout = Layout(2)
    layout.put(FOREST, 0, n=3)
    layout.put(FOREST, 1, n=2)
    assert count(cast(layout, card("Bounty", text, "Sorcery")), "Treasure") == 3


BLINK = "Exile target creature you control, then return that card to the battlefield under its owner's control"


@pytest.mark.parametrize(
    ("text", "elf", "bear"),
    [
        (f"{BLINK} with a +1/+1 counter on it.", 1, 1),
        (f"{BLINK}. If it's an Elf, put a +1/+1 counter on it.", 1, 0),
    ],
)
def test_608_2c_what_returns_gets_a_counter(text: str, elf: int, bear: int) -> None:
    for proto, wanted in ((creature("Elf", 1, 1), elf), (BEAR, bear)):
        layout = Layout(2)
        row = layout.put(proto, 0)
        state = cast(layout, card("Blink", text, "Instant"), row)
        assert row not in state.rows and only(state, proto.name).get("counter.+1/+1") == wanted


def test_608_2c_that_permanent_is_the_target_of_an_own_event() -> None:
    text = (
        "When Pirate enters, gain control of target permanent until end of turn. Untap that permanent. "
        "It gains haste until end of turn."
    )
    layout = Layout(2)
    bear = layout.put(BEAR, 1, tapped=True, sick=True)
    other = layout.put(FOREST, 0, tapped=True)
    state = cast(layout, card("Pirate", text))
    state = settled(play(state, Choice("target", 0, targets=(bear,))))
    now = state.rows[bear].cls
    assert (now.controller, now.tapped, state.rows[other].cls.tapped) == (0, False, True)
    assert "haste" in view(state, bear).keywords
    assert "haste" not in view(state, handle(state, "Pirate")).keywords
    assert not_read("When Name enters, tap target artifact. It gains haste until end of turn.")


def test_115_4_any_target_that_is_not_of_a_type() -> None:
    text = "Whenever a Dinosaur you control is dealt damage, it deals that much damage to any target that isn't a Dinosaur."
    raptor = card("Raptor", text, "Creature — Dinosaur", power="5", toughness="5")
    (ability,) = [a for a in raptor.abilities if isinstance(a, Triggered)]
    layout = Layout(2)
    mine, bear = layout.put(raptor, 0), layout.put(BEAR, 1)
    theirs = layout.put(Proto("Rex", ("creature",), ("Dinosaur",), power=5, toughness=5), 1)
    state = act(layout, DealDamage(This(), TargetRef(0), Fixed(3)), aims=(mine,))
    found = legal_targets(state, ability.targets[0], 0, mine)
    assert bear in found and 1 in found and 2 in found and theirs not in found and mine not in found
    state = settled(play(state, Choice("target", 0, targets=(2,))))
    assert life(state, 1) == 17


# --- echo (702.30) -----------------------------------------------------------------------------------------------


@shows(Arrived)
def test_702_30_only_what_came_since_the_last_upkeep_is_paid_for() -> None:
    rider = card("Rider", "Echo {2}", power="2", toughness="2")
    layout = Layout(2)
    layout.put(rider, 0, sick=True)
    layout.put(rider, 0)
    layout.put(rider, 1, sick=True)
    state = layout.done()
    marks = sorted(str(row.cls.prop(ARRIVED, "")) for row in state.rows.values() if row.cls.proto is rider)
    assert marks == ["", "new", "new"]
    assert not_read("Echo") and not_read("Echo {X}") and not_read("Creatures you control have echo {2}.")


def test_702_30_a_game_without_echo_keeps_no_marks() -> None:
    layout = Layout(2)
    layout.put(card("Bear", "", power="2", toughness="2"), 0, sick=True)
    assert not any(row.cls.prop(ARRIVED, "") for row in layout.done().rows.values())
