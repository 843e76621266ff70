"""What each keyword ability does (702), one test or more for every keyword of the language."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.characteristics.protection import colors_of, protected
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, Static
from reiterate.terms.costs import LifeCost
from reiterate.terms.effects_continuous import GainAbilities, GainKeywords, LoseKeywords
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters, Tap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_zones import Move
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, EachCard, EachPlayer, Filter, TargetRef, This, You
from reiterate.terms.static_effects import GrantAbilities, ModifyPT
from tests.support.acting import ANYTHING, act, around, count, instant, only, says, settled, until
from tests.support.boards import BEAR, CREATURE, FOREST, creature, life, named, play, tap_ability
from tests.support.combats import combat, fight, keyed, passed, refused, run, struck
from tests.support.shown import shows

ONE = Fixed(1)
HUGE = 10**30
THEIRS = EachPlayer(True)
BOLT = instant("Bolt", DealDamage(This(), TargetRef(0), Fixed(3)), targets=(ANYTHING,))


def colored(name: str, colors: tuple[str, ...], *keywords: str) -> Proto:
    """A 1/1 creature with colours and keywords."""
    return Proto(
        name, ("creature",), (name,), colors=colors, power=1, toughness=1, abilities=tuple(map(Keyword, keywords))
    )


GOLEM = Proto("Golem", ("artifact", "creature"), ("Golem",), power=1, toughness=1)


def why_not(attacker: Proto, blocker: Proto, n: int = 1) -> str:
    """The rule by which a creature can't block an attacker; "" where it can."""
    layout = Layout(2)
    mine, theirs = layout.put(attacker, 0), layout.put(blocker, 1, n=n)
    layout.put(creature("Spare", 0, 1, Keyword("flying"), Keyword("shadow")), 1)
    layout.put(creature("Blocker", 0, 1), 1)
    layout.put(creature("Other", 0, 1), 0)
    state = passed(run(combat(layout), "attack with everything"))
    if asked(state) != "block":
        return "nobody may block"
    found = verify(state, Choice("block", 1, picks=((theirs, n),), targets=(mine,), ways=("together",) * (n > 1)))
    return found.rule if found is not None else ""


# --- evasion -----------------------------------------------------------------------------------------------------

EVASION: list[tuple[str, Proto, Proto, str]] = [
    ("flying", keyed("Flyer", 1, 1, "flying"), BEAR, "702.9b"),
    ("flying", keyed("Flyer", 1, 1, "flying"), keyed("Bird", 1, 1, "flying"), ""),
    ("flying", BEAR, keyed("Bird", 1, 1, "flying"), ""),
    ("reach", keyed("Flyer", 1, 1, "flying"), keyed("Spider", 1, 1, "reach"), ""),
    ("reach", keyed("Spider", 1, 1, "reach"), BEAR, ""),
    ("fear", colored("Scary", ("B",), "fear"), colored("White", ("W",)), "702.36b"),
    ("fear", colored("Scary", ("B",), "fear"), colored("Black", ("W", "B")), ""),
    ("fear", colored("Scary", ("B",), "fear"), GOLEM, ""),
    ("intimidate", colored("Bully", ("R", "G"), "intimidate"), colored("White", ("W",)), "702.13b"),
    ("intimidate", colored("Bully", ("R", "G"), "intimidate"), colored("Green", ("G",)), ""),
    ("intimidate", colored("Bully", ("R", "G"), "intimidate"), GOLEM, ""),
    ("intimidate", colored("Grey", (), "intimidate"), colored("Also grey", ()), "702.13b"),
    ("skulk", keyed("Skulker", 1, 1, "skulk"), BEAR, "702.118b"),
    ("skulk", keyed("Skulker", 2, 1, "skulk"), BEAR, ""),
    ("horsemanship", keyed("Rider", 1, 1, "horsemanship"), BEAR, "702.31b"),
    ("horsemanship", keyed("Rider", 1, 1, "horsemanship"), keyed("Guan", 1, 1, "horsemanship"), ""),
    ("shadow", keyed("Shade", 1, 1, "shadow"), BEAR, "702.28b"),
    ("shadow", BEAR, keyed("Shade", 1, 1, "shadow"), "702.28b"),
    ("shadow", keyed("Shade", 1, 1, "shadow"), keyed("Dauthi", 1, 1, "shadow"), ""),
]


@shows("flying", "reach", "fear", "intimidate", "skulk", "horsemanship", "shadow")
@pytest.mark.parametrize(("keyword", "attacker", "blocker", "rule"), EVASION)
def test_702_evasion_says_who_may_block(keyword: str, attacker: Proto, blocker: Proto, rule: str) -> None:
    assert why_not(attacker, blocker) == rule


@shows("menace")
@pytest.mark.parametrize(("n", "rule"), [(1, "702.111b"), (2, ""), (5, "")])
def test_702_111_menace_needs_two_blockers(n: int, rule: str) -> None:
    assert why_not(keyed("Lone", 1, 1, "menace"), BEAR, n) == rule


# --- attacking and damage ----------------------------------------------------------------------------------------


@shows("defender")
def test_702_3_defender_cannot_attack() -> None:
    layout = Layout(2)
    layout.put(keyed("Wall", 1, 4, "defender"), 0)
    layout.put(BEAR, 0)
    assert refused(combat(layout), "attack with Wall") == ("attacker", "702.3b")


@shows("haste")
def test_702_10_haste_attacks_and_taps_at_once() -> None:
    for words, code in (((), "summoning-sick"), (("haste",), "")):
        layout = Layout(2)
        quick = creature("Quick", 1, 1, tap_ability(GainLife(You(), ONE)), *map(Keyword, words))
        row = layout.put(quick, 0, sick=True)
        found = verify(layout.done(), Choice("activate", 0, row))
        assert (found.code if found is not None else "") == code
    layout = Layout(2)
    layout.put(keyed("Quick", 1, 1, "haste"), 0, sick=True)
    assert life(struck(run(combat(layout), "attack with Quick")), 1) == 19


@shows("vigilance")
def test_702_20_vigilance_attackers_stay_untapped() -> None:
    layout = Layout(2)
    layout.put(keyed("Guard", 1, 1, "vigilance"), 0, n=HUGE)
    layout.put(BEAR, 0)
    layout.set_player(1, "life", HUGE * 2)
    state = run(combat(layout), "attack with everything")
    assert not only(state, "Guard").cls.tapped and only(state, "Bear").cls.tapped


@shows("first strike", "double strike")
def test_702_7_first_strike_and_702_4_double_strike() -> None:
    state = fight(keyed("Quick", 2, 1, "first strike"), BEAR, 1, "Bear blocks Quick")
    assert (count(state, "Quick"), count(state, "Bear")) == (1, 0)
    state = fight(keyed("Twice", 2, 1, "double strike"), creature("Ox", 2, 4), 1, "Ox blocks Twice")
    assert (count(state, "Twice"), count(state, "Ox")) == (0, 0)
    assert life(fight(keyed("Quick", 2, 1, "first strike"), None), 1) == 18
    assert life(fight(keyed("Twice", 2, 1, "double strike"), None), 1) == 16
    both = fight(keyed("Quick", 2, 1, "first strike"), keyed("Fast", 2, 1, "first strike"), 1, "Fast blocks Quick")
    assert (count(both, "Quick"), count(both, "Fast")) == (0, 0)


@shows("trample")
def test_702_19_trample_assigns_the_rest_to_the_player() -> None:
    state = fight(keyed("Ogre", 5, 5, "trample"), BEAR, 1, "Bear blocks Ogre")
    assert asked(state) == "assign" and life(run(state, "assign 2 to Bear and 3 to p2"), 1) == 17
    assert life(fight(creature("Ogre", 5, 5), BEAR, 1, "Bear blocks Ogre"), 1) == 20


@shows("deathtouch")
@pytest.mark.parametrize(("damage", "dies"), [(1, True), (0, False)])
def test_702_2_deathtouch_destroys_whatever_it_damages(damage: int, dies: bool) -> None:
    layout = Layout(2)
    layout.put(creature("Giant", 9, 9), 1, n=3)
    toucher = creature("Snake", 1, 1, Keyword("deathtouch"), tap_ability(DealDamage(This(), Each(Filter(subtypes=("Giant",))), Fixed(damage))))  # fmt: skip
    row = layout.put(toucher, 0)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert count(state, "Giant", "graveyard") == 3 * dies


@shows("lifelink")
@pytest.mark.parametrize(("damage", "gained"), [(3, 3), (0, 0)])
def test_702_15_lifelink_gains_the_damage_dealt(damage: int, gained: int) -> None:
    layout = Layout(2)
    row = layout.put(
        creature("Link", 1, 1, Keyword("lifelink"), tap_ability(DealDamage(This(), THEIRS, Fixed(damage)))), 0
    )
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert (life(state, 0), life(state, 1)) == (20 + gained, 20 - damage)


@shows("indestructible")
def test_702_12_indestructible_is_not_destroyed_but_may_be_sacrificed_or_shrunk() -> None:
    layout = Layout(2)
    layout.put(keyed("God", 2, 2, "indestructible"), 1, n=3)
    state = act(layout, Destroy(Each(CREATURE)))
    assert (count(state, "God"), count(state, "Actor", "graveyard")) == (3, 1)
    layout = Layout(2)
    layout.put(keyed("God", 2, 2, "indestructible"), 1)
    state = act(layout, DealDamage(This(), Each(Filter(subtypes=("God",))), Fixed(9)))
    assert count(state, "God") == 1
    layout = Layout(2)
    layout.put(keyed("God", 2, 2, "indestructible"), 1)
    assert count(act(layout, PutCounters(Each(CREATURE), "-1/-1", Fixed(2))), "God", "graveyard") == 1


@shows("infect", "wither")
@pytest.mark.parametrize("keyword", ["infect", "wither"])
def test_702_90_infect_and_702_80_wither(keyword: str) -> None:
    layout = Layout(2)
    layout.put(creature("Giant", 9, 9), 1, n=2)
    giants = Each(Filter(subtypes=("Giant",)))
    deeds = (DealDamage(This(), giants, Fixed(2)), DealDamage(This(), THEIRS, Fixed(2)))
    row = layout.put(creature("Biter", 1, 1, Keyword(keyword), tap_ability(*deeds)), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    giant = only(state, "Giant")
    assert (giant.get("counter.-1/-1"), giant.get("damage")) == (2, 0)
    poison, total = (2, 20) if keyword == "infect" else (0, 18)
    assert (state.rows[2].get("counter.poison"), life(state, 1)) == (poison, total)


# --- targets and casting -----------------------------------------------------------------------------------------


@shows("hexproof", "shroud")
@pytest.mark.parametrize(("keyword", "mine", "yours"), [("hexproof", True, False), ("shroud", False, False)])
def test_702_11_hexproof_and_702_18_shroud(keyword: str, mine: bool, yours: bool) -> None:
    for seat, may in ((0, mine), (1, yours)):
        layout = Layout(2, active=seat)
        row = layout.put(keyed("Shy", 1, 1, keyword), 0)
        actor = layout.put(creature("Actor", 3, 3, tap_ability(Tap(TargetRef(0)), targets=(ANYTHING,))), seat)
        assert (verify(layout.done(), Choice("activate", seat, actor, targets=(row,))) is None) == may
    layout = Layout(2)
    layout.put(keyed("Shy", 1, 1, keyword), 1)
    assert only(act(layout, Tap(Each(CREATURE))), "Shy").cls.tapped


@shows("flash")
@pytest.mark.parametrize(("words", "fine"), [(("flash",), True), ((), False)])
def test_702_8_flash_is_cast_any_time(words: tuple[str, ...], fine: bool) -> None:
    layout = Layout(2, active=1)
    card = layout.put(keyed("Ambusher", 2, 2, *words), 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = play(layout.done(), Choice("pass", 1))
    found = verify(state, Choice("cast", 0, card))
    assert (found is None) == fine


PROTECTION: list[tuple[str, Proto, bool]] = [
    ("from red", colored("Red", ("R",)), True),
    ("from red", colored("White", ("W",)), False),
    ("from everything", GOLEM, True),
    ("from artifacts", GOLEM, True),
    ("from creatures", BEAR, True),
    ("from Bears", BEAR, True),
    ("from Elves", BEAR, False),
]


@shows("protection")
@pytest.mark.parametrize(("quality", "source", "holds"), PROTECTION)
def test_702_16_protection_from_targets_damage_and_blocks(quality: str, source: Proto, holds: bool) -> None:
    knight = creature("Knight", 3, 3, Keyword("protection", quality))
    pinger = Proto(source.name, source.types, source.subtypes, colors=source.colors, power=1, toughness=1, abilities=(
        tap_ability(Tap(TargetRef(0)), targets=(ANYTHING,)),
        Activated((LifeCost(ONE),), (DealDamage(This(), Each(Filter(subtypes=("Knight",))), Fixed(2)),)),
    ))  # fmt: skip
    layout = Layout(2)
    row, actor = layout.put(knight, 1), layout.put(pinger, 0)
    state = layout.done()
    assert (verify(state, Choice("activate", 0, actor, targets=(row,))) is not None) == holds
    state = settled(play(state, Choice("activate", 0, actor, 1)))
    assert state.rows[row].get("damage") == (0 if holds else 2)
    assert why_not(knight, source) == ("702.16f" if holds else "")


def test_702_16c_an_aura_falls_off_what_got_protection_from_it() -> None:
    aura = Proto("Red Aura", ("enchantment",), ("Aura",), colors=("R",), abilities=(Enchant(CREATURE),))
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.attach(layout.put(aura, 0), bear)
    row = layout.put(creature("Giver", 1, 1, tap_ability(GainAbilities(TargetRef(0), (Keyword("protection", "from red"),)), targets=(ANYTHING,))), 0)  # fmt: skip
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert count(state, "Red Aura", "graveyard") == 1


def warded(parameter: str, mana: int = 0, seat: int = 1, total: int = 20) -> State:
    """An Actor of a player aims at a Warded creature of the first one."""
    layout = Layout(2, active=seat)
    row = layout.put(creature("Warded", 1, 1, Keyword("ward", parameter)), 0)
    layout.set_player(seat, "mana.C", mana)
    layout.set_player(seat, "life", total)
    actor = layout.put(creature("Actor", 3, 3, tap_ability(Tap(TargetRef(0)), targets=(ANYTHING,))), seat)
    return around(play(layout.done(), Choice("activate", seat, actor, targets=(row,))))


@shows("ward")
def test_702_21_ward_counters_unless_its_cost_is_paid() -> None:
    assert not named(settled(warded("{2}", 1)), "Warded")[0].cls.tapped
    state = warded("{2}", 2)
    assert asked(state) == "answer" and decider(state) == 1
    assert only(settled(says(state, "yes")), "Warded").cls.tapped
    assert not only(settled(says(state, "no")), "Warded").cls.tapped
    assert only(warded("{2}", seat=0), "Warded").cls.tapped
    paid = settled(says(warded("pay 3 life"), "yes"))
    assert life(paid, 1) == 17 and only(paid, "Warded").cls.tapped
    assert not only(settled(warded("pay 3 life", total=2)), "Warded").cls.tapped


@shows("convoke")
def test_702_51_convoke_taps_creatures_for_mana() -> None:
    big = creature("Big", 5, 5, Keyword("convoke"), cost=("2", "G"))
    for green, expected in ((1, ""), (0, "mana-short")):
        layout = Layout(2)
        elf = layout.put(colored("Green", ("G",)) if green else BEAR, 0, sick=True)
        bears = layout.put(creature("Ox", 1, 1), 0, n=5)
        card = layout.put(big, 0, "hand")
        choice = Choice(
            "cast", 0, card, picks=((elf, 1), (bears, 2)) if green else ((elf, 1), (bears, 1)), how=("convoke",)
        )
        found = verify(layout.done(), choice)
        assert (found.code if found is not None else "") == expected
        if not expected:
            state = settled(play(layout.done(), choice))
            assert count(state, "Big") == 1 and state.rows[elf].cls.tapped
            assert sum(int(str(r.n)) for r in named(state, "Ox") if r.cls.tapped) == 2


@pytest.mark.parametrize(("zone", "told"), [("hand", 1), ("graveyard", 0), ("battlefield", 0)])
def test_702_51_convoke_that_no_option_says_is_told(zone: str, told: int) -> None:
    layout = Layout(2)
    layout.put(creature("Big", 5, 5, Keyword("convoke"), cost=("2", "G")), 0, zone)
    assert sum(option.unknown == "option-not-offered" for option in options(layout.done())) == told


@shows("storm")
@pytest.mark.parametrize("before", [0, 1, 3])
def test_702_40_storm_copies_for_each_spell_cast_before(before: int) -> None:
    grape = instant("Grape", LoseLife(THEIRS, ONE))
    grape = Proto("Grape", ("sorcery",), (), (), ("R",), ("R",), abilities=(*grape.abilities, Keyword("storm")))
    layout = Layout(2)
    card = layout.put(grape, 0, "hand")
    plain = layout.put(instant("Plain", GainLife(You(), ONE)), 0, "hand", n=5)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    for _ in range(before):
        state = settled(play(state, Choice("cast", 0, plain)))
    state = settled(play(state, Choice("cast", 0, card)))
    assert life(state, 1) == 20 - 1 - before and count(state, "Grape", "graveyard") == 1


# --- keywords that stand for abilities ---------------------------------------------------------------------------


@shows("undying", "persist")
@pytest.mark.parametrize(
    ("keyword", "counter", "other"), [("undying", "+1/+1", "-1/-1"), ("persist", "-1/-1", "+1/+1")]
)
def test_702_93_undying_and_702_79_persist_return_once(keyword: str, counter: str, other: str) -> None:
    for n in (1, 4):
        layout = Layout(2)
        layout.put(keyed("Phoenix", 3, 3, keyword), 1, n=n)
        state = settled(act(layout, Destroy(Each(Filter(subtypes=("Phoenix",))))))
        back = only(state, "Phoenix")
        assert (back.n, back.get(f"counter.{counter}"), back.cls.controller) == (n, 1, 1)
    for kind, returns in ((counter, False), (other, True), ("charge", True)):
        layout = Layout(2)
        layout.put(keyed("Phoenix", 3, 3, keyword), 1, counters={kind: 1})
        state = settled(act(layout, Destroy(Each(Filter(subtypes=("Phoenix",))))))
        assert count(state, "Phoenix") == returns
    layout = Layout(2)
    layout.put(creature("Token", 3, 3, Keyword(keyword), token=True), 1)
    assert not named(settled(act(layout, Destroy(Each(Filter(token=True))))), "Token")


@pytest.mark.parametrize("keyword", ["undying", "persist"])
def test_702_1_gained_and_lost_keywords_that_stand_for_abilities(keyword: str) -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = settled(act(layout, GainKeywords(TargetRef(0), (keyword,)), Destroy(TargetRef(0)), aims=(bear,)))
    assert count(state, "Bear") == 1
    layout = Layout(2)
    row = layout.put(keyed("Phoenix", 3, 3, keyword), 1)
    state = settled(act(layout, LoseKeywords(TargetRef(0), (keyword,)), Destroy(TargetRef(0)), aims=(row,)))
    assert count(state, "Phoenix", "graveyard") == 1
    layout = Layout(2)
    layout.put(Proto("Gift", ("enchantment",), abilities=(Static(GrantAbilities(CREATURE, (Keyword(keyword),))),)), 0)
    bear = layout.put(BEAR, 1)
    assert count(settled(act(layout, Destroy(TargetRef(0)), aims=(bear,))), "Bear") == 1


@shows("prowess")
@pytest.mark.parametrize(("spell", "grows"), [("instant", 1), ("creature", 0)])
def test_702_108_prowess_grows_for_noncreature_spells(spell: str, grows: int) -> None:
    layout = Layout(2)
    monk = layout.put(keyed("Monk", 1, 1, "prowess"), 0, n=3)
    layout.set_player(0, "mana.R", 1)
    card = layout.put(instant("Plain", GainLife(You(), ONE)) if spell == "instant" else BEAR, 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert power(state, monk) == 1 + grows
    assert power(until(state, "upkeep", 1), monk) == 1


@shows("annihilator")
@pytest.mark.parametrize(("there", "left"), [(1, 0), (2, 0), (5, 3)])
def test_702_86_annihilator_makes_the_defending_player_sacrifice(there: int, left: int) -> None:
    layout = Layout(2)
    layout.put(creature("Eldrazi", 1, 1, Keyword("annihilator", "2")), 0)
    layout.put(FOREST, 0, n=5)
    layout.put(FOREST, 1, n=there)
    state = settled(run(combat(layout), "attack with Eldrazi"))
    assert sum(int(str(r.n)) for r in named(state, "Forest") if r.cls.controller == 1) == left
    assert sum(int(str(r.n)) for r in named(state, "Forest") if r.cls.controller == 0) == 5


@shows("changeling")
def test_702_73_changeling_is_every_creature_type_everywhere() -> None:
    shifter = creature("Shifter", 1, 1, Keyword("changeling"))
    layout = Layout(2)
    layout.put(
        Proto("Lord", ("enchantment",), abilities=(Static(ModifyPT(Filter(subtypes=("Goblin",)), ONE, ONE)),)), 0
    )
    row = layout.put(shifter, 0)
    assert power(layout.done(), row) == 2
    layout = Layout(2)
    layout.put(shifter, 0, "graveyard")
    state = act(layout, Move(EachCard("graveyard", Filter(subtypes=("Sliver",))), "exile"))
    assert count(state, "Shifter", "exile") == 1
    layout = Layout(2)
    layout.put(shifter, 0)
    assert count(act(layout, Destroy(Each(Filter(subtypes=("Aura",))))), "Shifter") == 1


@shows("devoid")
def test_702_114_devoid_is_colourless_everywhere() -> None:
    card = compile_card({"name": "Drone", "type_line": "Creature — Eldrazi", "mana_cost": "{1}{R}", "power": "2", "toughness": "1", "colors": [], "oracle_text": "Devoid (This card has no color.)"}).proto  # fmt: skip
    layout = Layout(2)
    row = layout.put(card, 0)
    assert view(layout.done(), row).colors == ()
    red = Proto("Drone", ("creature",), (), (), ("R",), ("1", "R"), 2, 1, None, (Keyword("devoid"),))
    layout = Layout(2)
    row, held = layout.put(red, 0), layout.put(red, 0, "hand")
    state = layout.done()
    assert view(state, row).colors == () and colors_of(state, held) == ()
    knight = layout.put(creature("Knight", 1, 1, Keyword("protection", "from red")), 1)
    assert not protected(layout.done(), knight, row)
