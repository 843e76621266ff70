"""One check of state-based actions is one event (704.3), and what leaves in it is known as it was before (704.8)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State, each
from reiterate.terms.abilities import Activated, Enchant, Keyword, Static, Triggered
from reiterate.terms.effects_continuous import GainAbilities, LoseKeywords
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, CountersOn, Fixed, StatOf
from reiterate.terms.references import Each, EachPlayer, Filter, Host, TargetRef, TargetSpec, That, This, You
from reiterate.terms.replacement_effects import OthersEnter
from reiterate.terms.static_effects import Defines, ModifyPT
from reiterate.terms.trigger_events import Dies, Leaves
from tests.rules.cr_704_state_based_actions.checking import settled
from tests.support.as_shown import board_lines
from tests.support.boards import ANOTHER, BEAR, CREATURE, creature, life, named, play, resolve, tap_ability

ANY = TargetSpec(CREATURE)
SQUIRREL = creature("Squirrel", 1, 1, token=True)
#: Gains 1 life whenever another creature dies.
MOURNER = creature("Mourner", 1, 1, Triggered(Dies(ANOTHER), (GainLife(You(), Fixed(1)),)))


def act(layout: Layout, *effects: object, targets: tuple[int, ...] = ()) -> State:
    """Player 1 activates "{T}: effects" with these targets; everybody passes, and again for what that sets off."""
    specs = tuple(TargetSpec(CREATURE, "any") for _ in targets)
    row = layout.put(Proto("Engine", ("artifact",), abilities=(tap_ability(*effects, targets=specs),)), 0)
    return settled(play(layout.done(), Choice("activate", 0, row, targets=targets)))


def check_counters_go_with_the_dead() -> None:
    """704.8: a creature with a +1/+1 counter that -1/-1 counters kill had that counter, so undying doesn't return it."""
    layout = Layout(2)
    wolf = layout.put(creature("Wolf", 2, 2, Keyword("undying")), 0, counters={"+1/+1": 1})
    state = act(layout, PutCounters(TargetRef(0), "-1/-1", Fixed(3)), targets=(wolf,))
    assert not named(state, "Wolf") and named(state, "Wolf", "graveyard")


def test_704_8_undying_sees_the_counters_from_before() -> None:
    check_counters_go_with_the_dead()


def test_704_8_persist_sees_the_counters_from_before() -> None:
    layout = Layout(2)
    finks = layout.put(creature("Finks", 3, 2, Keyword("persist")), 0, counters={"-1/-1": 1})
    counter, damage = PutCounters(TargetRef(0), "+1/+1", Fixed(1)), DealDamage(This(), TargetRef(0), Fixed(5))
    state = act(layout, counter, damage, targets=(finks,))
    assert not named(state, "Finks") and named(state, "Finks", "graveyard")


def test_704_8_counters_on_what_died_are_counted_before_any_are_removed() -> None:
    walker = creature("Walker", 0, 0, Triggered(Dies(This()), (CreateTokens(CountersOn("+1/+1", This()), SQUIRREL),)))
    layout = Layout(2)
    row = layout.put(walker, 0, counters={"+1/+1": 3})
    state = act(layout, PutCounters(TargetRef(0), "-1/-1", Fixed(3)), targets=(row,))
    assert [r.n for r in named(state, "Squirrel")] == [3]


def test_704_5q_who_survives_loses_its_pairs_in_the_same_event() -> None:
    layout = Layout(2)
    layout.put(MOURNER, 0)
    both = {"+1/+1": 3}
    bear = layout.put(BEAR, 0, counters=dict(both))
    frail = layout.put(creature("Frail", 1, 1), 1)
    state = act(
        layout,
        PutCounters(TargetRef(0), "-1/-1", Fixed(1)),
        PutCounters(TargetRef(1), "-1/-1", Fixed(1)),
        targets=(bear, frail),
    )
    (left,) = named(state, "Bear")
    assert (left.get("counter.+1/+1"), left.get("counter.-1/-1")) == (2, 0)
    assert life(state, 0) == 21


def check_legends_go_with_the_dead() -> None:
    """704.3: a creature that dies sees the legend rule's victim go at the same time (603.10a)."""
    king = creature("King", 2, 2, token=True, legendary=True)
    layout = Layout(2)
    mourner = layout.put(MOURNER, 0)
    state = act(layout, CreateTokens(Fixed(2), king), DealDamage(This(), TargetRef(0), Fixed(1)), targets=(mourner,))
    assert asked(state) == "keep" and named(state, "Mourner"), "nothing is done before it is chosen"
    state = settled(play(state, Choice("keep", 0, next(h for h, r in state.rows.items() if r.cls.proto == king))))
    assert [r.n for r in named(state, "King")] == [1] and not named(state, "Mourner")
    assert life(state, 0) == 21


def test_704_5j_the_legend_rule_is_part_of_the_event() -> None:
    check_legends_go_with_the_dead()


def test_704_5j_the_legend_that_is_kept_may_die_in_the_same_event() -> None:
    king = creature("King", 2, 2, legendary=True)
    layout = Layout(2)
    layout.put(king, 0)
    maker = CreateTokens(Fixed(1), Proto("King", ("creature",), (), ("legendary",), power=0, toughness=0, token=True))
    state = act(layout, maker)
    assert asked(state) == "keep"
    frail = next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.toughness == 0)
    state = play(state, Choice("keep", 0, frail))
    assert not named(state, "King"), "the one goes for its toughness, the other one for the legend rule"


def test_704_5j_two_players_choose_in_turn_order_before_anything_goes() -> None:
    king = creature("King", 2, 2, token=True, legendary=True)
    layout = Layout(2)
    layout.put(MOURNER, 0)
    state = act(layout, CreateTokens(Fixed(3), king, EachPlayer()))
    for seat in (0, 1):
        assert asked(state) == "keep" and state.game.prop("who", 0) == seat
        assert sum(int(str(r.n)) for r in named(state, "King")) == 6
        mine = next(h for h, r in state.rows.items() if r.cls.proto == king and r.cls.controller == seat)
        state = play(state, Choice("keep", seat, mine))
    assert sum(int(str(r.n)) for r in named(state, "King")) == 2
    assert not any(r.cls.prop("kept") for r in state.rows.values())
    assert life(settled(state), 0) == 24


def test_603_2c_one_or_more_die_once_for_all_that_go_in_one_check() -> None:
    king = creature("King", 2, 2, token=True, legendary=True)
    batch = creature("Choir", 3, 3, Triggered(Dies(CREATURE, batch=True), (GainLife(You(), Fixed(1)),)))
    layout = Layout(2)
    layout.put(batch, 0)
    bear = layout.put(BEAR, 0)
    state = act(layout, CreateTokens(Fixed(2), king), DealDamage(This(), TargetRef(0), Fixed(2)), targets=(bear,))
    state = settled(play(state, Choice("keep", 0, next(h for h, r in state.rows.items() if r.cls.proto == king))))
    assert not named(state, "Bear") and life(state, 0) == 21


def check_what_falls_off_kills_later() -> None:
    """704.3: the creature dies of its damage in the next check, when who died in the first one is gone already."""
    shield = Proto("Shield", ("artifact",), ("Equipment",), abilities=(Static(ModifyPT(Host(), Fixed(0), Fixed(2))),))
    layout = Layout(2)
    equipment = layout.put(shield, 0)
    mourner = layout.put(MOURNER, 0)
    bear = layout.put(BEAR, 1)
    layout.attach(equipment, bear)
    state = act(
        layout,
        GainAbilities(TargetRef(0), (Keyword("protection", "from artifacts"),)),
        DealDamage(This(), TargetRef(1), Fixed(1)),
        PutCounters(TargetRef(0), "-1/-1", Fixed(2)),
        targets=(bear, mourner),
    )
    assert not named(state, "Bear") and not named(state, "Mourner") and named(state, "Shield")
    assert life(state, 0) == 20


def test_704_5n_what_falls_off_does_so_together_with_the_deaths() -> None:
    check_what_falls_off_kills_later()


def check_losing_and_dying_are_one_event() -> None:
    """704.3, 800.4a: what dies as its owner loses has died before it leaves with them."""
    layout = Layout(3)
    layout.put(MOURNER, 0)
    bear = layout.put(BEAR, 1)
    layout.put(BEAR, 1)
    row = layout.put(
        Proto(
            "Engine",
            ("artifact",),
            abilities=(
                tap_ability(
                    LoseLife(TargetRef(0), Fixed(20)),
                    DealDamage(This(), TargetRef(1), Fixed(2)),
                    targets=(TargetSpec(None, "any"), ANY),
                ),
            ),
        ),
        0,
    )
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(2, bear))))
    assert state.rows[2].cls.prop("lost") == "704.5a" and not named(state, "Bear")
    assert life(state, 0) == 21, "the one that died is mourned, the one that left is not"


def test_704_3_losing_and_dying_are_one_event() -> None:
    check_losing_and_dying_are_one_event()


def test_704_3_who_loses_has_no_triggers_of_what_died_with_them() -> None:
    layout = Layout(3)
    layout.put(MOURNER, 1)
    bear = layout.put(BEAR, 0)
    row = layout.put(
        Proto(
            "Engine",
            ("artifact",),
            abilities=(
                tap_ability(
                    LoseLife(TargetRef(0), Fixed(20)),
                    DealDamage(This(), TargetRef(1), Fixed(2)),
                    targets=(TargetSpec(None, "any"), ANY),
                ),
            ),
        ),
        0,
    )
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(2, bear))))
    assert not named(state, "Bear") and life(state, 1) == 0 and asked(state) == "priority"


def world(name: str) -> Proto:
    return Proto(name, ("enchantment",), (), ("world",), mana_cost=("0",))


def check_world_rule() -> None:
    """704.5k: of world permanents only the latest stays, whoever controls it."""
    layout = Layout(2)
    layout.put(world("Abyss"), 1)
    card = layout.put(world("Nether"), 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, card)))
    assert named(state, "Nether") and not named(state, "Abyss") and named(state, "Abyss", "graveyard")


def test_704_5k_the_latest_world_permanent_stays() -> None:
    check_world_rule()


def test_704_5k_the_world_rule_again_and_again() -> None:
    layout = Layout(2)
    cards = [layout.put(world(name), 0, "hand") for name in ("Abyss", "Nether", "Void")]
    state = layout.done()
    for card in cards:
        state = resolve(play(state, Choice("cast", 0, card)))
        assert sum(r.cls.zone == "battlefield" and "world" in r.cls.proto.supertypes for r in state.rows.values() if r.cls.proto) == 1  # fmt: skip
    assert named(state, "Void")


def test_704_5k_several_at_once_are_refused() -> None:
    layout = Layout(2)
    token = Proto("Globe", ("enchantment",), (), ("world",), token=True)
    with pytest.raises(Unsupported) as refused:
        act(layout, CreateTokens(Fixed(2), token))
    assert refused.value.refusal.code == "rule-704.5k"


def check_deathtouch_is_of_this_check() -> None:
    """704.5h: what survived the check after the damage isn't destroyed for it later in the turn."""
    layout = Layout(2)
    rock = layout.put(creature("Rock", 1, 9, Keyword("indestructible")), 1)
    ping = tap_ability(DealDamage(This(), TargetRef(0), Fixed(1)), targets=(ANY,))
    snake = layout.put(creature("Snake", 1, 1, Keyword("deathtouch"), ping), 0)
    lose = tap_ability(LoseKeywords(TargetRef(0), ("indestructible",)), targets=(ANY,))
    thief = layout.put(creature("Thief", 1, 1, lose), 0)
    state = settled(play(layout.done(), Choice("activate", 0, snake, targets=(rock,))))
    assert [r.get("damage") for r in named(state, "Rock")] == [1]
    state = settled(play(state, Choice("activate", 0, thief, targets=(rock,))))
    assert named(state, "Rock")


def test_704_5h_deathtouch_is_of_damage_since_the_last_check() -> None:
    check_deathtouch_is_of_this_check()


def test_704_5p_what_may_not_be_attached_to_a_creature_falls_off() -> None:
    layout = Layout(2)
    wall = layout.put(Proto("Wall", ("artifact",), ("Fortification",)), 0)
    bear = layout.put(BEAR, 0)
    layout.attach(wall, bear)
    state = act(layout, GainLife(You(), Fixed(1)))
    (left,) = named(state, "Wall")
    assert "host" not in left.refs


@pytest.mark.parametrize(("mine", "left"), [(True, 1), (False, 2)])
def test_704_5y_of_several_roles_of_a_player_the_latest_stays(mine: bool, left: int) -> None:
    role = Proto(
        "Wicked", ("enchantment",), ("Aura", "Role"), abilities=(Enchant(CREATURE), Static(ModifyPT(Host(), Fixed(1), Fixed(1)))), token=True
    )  # fmt: skip
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    for seat in (0, 0 if mine else 1):
        layout.attach(layout.put(role, seat), bear)
    if mine:
        with pytest.raises(Unsupported) as refused:  # timestamps of such Roles are not kept: what they do commutes
            act(layout, GainLife(You(), Fixed(1)))
        assert refused.value.refusal.code == "rule-704.5y"
    else:
        assert sum(int(str(r.n)) for r in named(act(layout, GainLife(You(), Fixed(1))), "Wicked")) == left


def test_704_3_a_loop_of_undying_stops_where_counters_are_left() -> None:
    """Each "becomes" of a loop is one check: the second time the creature comes back with a counter, and then not."""
    layout = Layout(2)
    layout.put(creature("Wolf", 1, 1, Keyword("undying")), 0)
    engine = Proto(
        "Engine",
        ("artifact",),
        abilities=(Activated((), (PutCounters(Each(Filter(("creature",))), "-1/-1", Fixed(2)),)),),
    )
    row = layout.put(engine, 0)
    state = layout.done()
    for there in (1, 0):
        state = settled(play(state, Choice("activate", 0, row)))
        assert len(named(state, "Wolf")) == there


def check_no_return_without_end() -> None:
    """704.8: with both kinds of counters and no toughness left it dies with both, so persist brings it back only once.

    Taken off before the death, the counters would let it come back for ever.
    """
    layout = Layout(2)
    layout.put(Proto("Night", ("enchantment",), abilities=(Static(ModifyPT(CREATURE, Fixed(-1), Fixed(-1))),)), 1)
    mimic = Static(OthersEnter(Filter(("creature",), controller="you"), kind="+1/+1", amount=1))
    layout.put(Proto("Mimic", ("enchantment",), abilities=(mimic,)), 0)
    goblin = layout.put(creature("Goblin", 1, 1, Keyword("persist")), 0, counters={"+1/+1": 1})
    state = act(layout, DealDamage(This(), TargetRef(0), Fixed(1)), targets=(goblin,))
    assert named(state, "Goblin", "graveyard") and not named(state, "Goblin") and not state.stack


def test_704_8_persist_with_both_counters_is_no_loop() -> None:
    check_no_return_without_end()


def test_704_5y_a_group_of_roles_each_on_a_creature_of_its_own_stays() -> None:
    role = Proto("Wicked", ("enchantment",), ("Aura", "Role"), abilities=(Enchant(CREATURE),), token=True)
    layout = Layout(2)
    bears = layout.put(BEAR, 0, n=3)
    row = layout.put(role, 0, n=3)
    was = layout.rows[row]
    layout.rows[row] = Row(was.cls, was.num, was.n, {"host": each(bears)})
    assert sum(int(str(r.n)) for r in named(act(layout, GainLife(You(), Fixed(1))), "Wicked")) == 3


def test_704_6d_a_commander_goes_home_in_the_check_in_which_others_die() -> None:
    """903.9a: a commander that came to the graveyard with the ability is put away in one event with who dies of it."""
    layout = Layout(2)
    layout.put(MOURNER, 0)
    chief = layout.put(creature("Chief", 2, 2, legendary=True), 0)
    layout.commander(chief)
    bear = layout.put(BEAR, 0)
    state = act(layout, Destroy(TargetRef(0)), DealDamage(This(), TargetRef(1), Fixed(2)), targets=(chief, bear))
    assert asked(state) == "answer" and named(state, "Bear"), "nothing is done before it is chosen"
    state = settled(play(state, Choice("answer", 0, answer="yes")))
    assert named(state, "Chief", "command") and not named(state, "Bear") and life(state, 0) == 22


# --- quantities of players who have lost (800.4i) ----------------------------------------------------------------

MARO = creature("Maro", 0, 0, Static(Defines(CardsIn("hand", You(), None), CardsIn("hand", You(), None))))


def drained(players: int, *things: tuple[Proto, int, int]) -> State:
    """Player 2, who has three cards in hand and these permanents (of an owner, under a control), loses all life."""
    layout = Layout(players)
    drain = tap_ability(LoseLife(TargetRef(0), Fixed(20)), targets=(TargetSpec(None, "any"),))
    row = layout.put(creature("Drainer", 1, 9, drain), 0)
    layout.put(BEAR, 1, "hand", 3)
    layout.put(BEAR, 0, "hand", 2)
    for proto, owner, control in things:
        layout.put(proto, owner, controller=control)
    return settled(play(layout.done(), Choice("activate", 0, row, targets=(2,))))


def test_800_4i_the_board_of_a_player_who_lost_is_shown_with_its_sizes() -> None:
    state = drained(2, (MARO, 1, 1))
    assert asked(state) == "over"
    assert any("Maro" in line and "3/3" in line for line in board_lines(state))


def test_800_4i_what_counts_the_hand_of_a_player_leaves_with_them() -> None:
    state = drained(3, (MARO, 1, 1), (MARO, 0, 0))
    assert [r.cls.controller for r in named(state, "Maro")] == [0]
    assert any("2/2" in line for line in board_lines(state))


def test_800_4i_what_counts_the_hand_of_a_player_who_has_left_counts_the_last_one() -> None:
    """Player 3's permanent that player 2 controls for good is exiled as player 2 leaves, with the size of their last hand."""
    layout = Layout(3)
    exiled = Triggered(Leaves(CREATURE), (GainLife(You(), StatOf("power", That())),))
    layout.put(Proto("Watch", ("enchantment",), abilities=(exiled,)), 0)
    drain = tap_ability(LoseLife(TargetRef(0), Fixed(20)), targets=(TargetSpec(None, "any"),))
    row = layout.put(creature("Drainer", 1, 9, drain), 0)
    layout.put(BEAR, 1, "hand", 3)
    layout.put(MARO, 2, controller=1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(2,))))
    assert life(settled(state), 0) == 23


def test_800_4i_what_counts_a_set_of_cards_of_a_player_who_has_left_is_refused() -> None:
    of_creatures = CardsIn("hand", You(), CREATURE)
    with pytest.raises(Unsupported) as refused:
        drained(3, (creature("Maro", 0, 0, Static(Defines(of_creatures, of_creatures))), 2, 1))
    assert refused.value.refusal.code == "rule-800.4i"


def test_800_4i_what_dies_as_its_player_loses_is_known_with_its_size() -> None:
    """A size that counts a hand is last known while the hand is there."""
    layout = Layout(3)
    wake = Triggered(Dies(CREATURE), (GainLife(You(), StatOf("power", That())),))
    layout.put(Proto("Wake", ("enchantment",), abilities=(wake,)), 0)
    maro = layout.put(MARO, 1)
    layout.put(BEAR, 1, "hand", 3)
    engine = tap_ability(
        DealDamage(This(), TargetRef(1), Fixed(9)),
        LoseLife(TargetRef(0), Fixed(20)),
        targets=(TargetSpec(None, "any"), ANY),
    )
    row = layout.put(Proto("Engine", ("artifact",), abilities=(engine,)), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(2, maro))))
    assert state.rows[2].cls.prop("lost") and life(state, 0) == 23
