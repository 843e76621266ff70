"""Wordings that name a thing again: an owner who shuffles, all of a set, the next spell, copies more than once (608.2c)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import Random
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import IllegalChoice
from reiterate.rules.events.zones import NO_MORE
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Keyword
from reiterate.terms.base import replace
from reiterate.terms.effects_zones import ReturnAtRandom, RevealFromHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Sharing
from reiterate.terms.static_effects import TargetTax, TriggersAgain
from tests.support.acting import count, handle, only, pool, question, says, settled, stack_size, top, until
from tests.support.boards import BEAR, ELF, FOREST, creature, life, play
from tests.support.combats import combat, written
from tests.support.shown import shows

MIRROR = written(
    "Mirror",
    "{0}: Mirror's owner shuffles it into their library. If that player does, they reveal cards from the top of that library until a card named Mirror is revealed. That player puts that card onto the battlefield and all other cards revealed this way into their graveyard.",
    "Creature — Illusion",
    power="5",
    toughness="1",
)


def word(text: str, kind: str = "Sorcery") -> Proto:
    """A spell of this text for {0}."""
    return written("Word", text, kind, mana_cost="{0}")


def cast(layout: Layout, text: str, *targets: int, x: int = 0) -> State:
    """The position after a sorcery of this text resolved up to its first question."""
    row = layout.put(word(text), 0, "hand")
    return settled(play(layout.done(), Choice("cast", 0, row, targets=targets, x=x)))


def test_701_24_the_order_of_the_library_is_a_result() -> None:
    layout = Layout(2)
    row = layout.put(MIRROR, 0)
    with pytest.raises(Random):
        settled(play(layout.done(), Choice("activate", 0, row)))


def test_111_8_a_token_shuffled_in_ceases_to_exist_and_the_whole_library_is_revealed() -> None:
    layout = Layout(2)
    row = layout.put(replace(MIRROR, token=True), 0)
    layout.library(0, [(BEAR, 3)])
    layout.library(1, [(FOREST, 2)])
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert (count(state, "Mirror"), count(state, "Bear", "library"), count(state, "Bear", "graveyard")) == (0, 0, 3)
    assert count(state, "Forest", "library") == 2


def test_701_24_the_order_of_a_library_says_nothing_where_all_of_it_is_revealed() -> None:
    layout = Layout(2)
    row = layout.put(replace(MIRROR, token=True), 0)
    layout.library(0, [(BEAR, 3), (FOREST, 2)])
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert (count(state, "Bear", "graveyard"), count(state, "Forest", "graveyard"), top(state, 0)) == (3, 2, [])
    layout = Layout(2)
    row = layout.put(replace(MIRROR, token=True), 0)
    layout.library(0, [(BEAR, 3), (MIRROR, 1)])
    with pytest.raises(Random):
        settled(play(layout.done(), Choice("activate", 0, row)))


def test_608_2c_nothing_is_revealed_where_nothing_was_shuffled_in() -> None:
    layout = Layout(2)
    row = layout.put(replace(MIRROR, token=True), 0)
    layout.library(0, [(BEAR, 3)])
    layout.put(BEAR, 0, "hand")
    end = layout.put(word("Destroy target creature.", "Instant"), 0, "hand")
    state = play(layout.done(), Choice("activate", 0, row))
    state = settled(play(state, Choice("cast", 0, end, targets=(row,))))
    assert (count(state, "Mirror"), count(state, "Bear", "library"), count(state, "Bear", "graveyard")) == (0, 3, 0)


def test_108_3_a_target_is_shuffled_into_the_library_of_its_owner() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1, controller=0)
    state = cast(layout, "Target creature's owner shuffles it into their library.", bear)
    (card,) = [row for row in state.rows.values() if row.cls.proto == BEAR]
    assert (card.cls.zone, card.cls.owner) == ("library", 1)


def test_121_1_the_controller_and_an_opponent_each_draw() -> None:
    layout = Layout(3)
    for seat in range(3):
        layout.library(seat, [(FOREST, 3)])
    state = cast(layout, "You and target opponent each draw two cards.", 3)
    hands = [
        sum(1 for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == s for _ in range(int(str(r.n))))
        for s in range(3)
    ]
    assert hands == [2, 0, 2]


@pytest.mark.parametrize(("many", "copies"), [("twice", 2), ("three times", 3)])
def test_707_10_a_spell_is_copied_so_many_times(many: str, copies: int) -> None:
    layout = Layout(2)
    gain = layout.put(written("Gain", "You gain 1 life.", "Instant", mana_cost="{0}"), 0, "hand")
    more = layout.put(word(f"Copy target instant spell {many}.", "Instant"), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, gain))
    spell = state.stack[-1]
    state = play(state, Choice("cast", 0, more, targets=(spell,)))
    assert life(settled(state), 0) == 21 + copies


def test_122_1_fewer_than_three_counters() -> None:
    grower = written(
        "Grower",
        "Whenever you cast a spell, if Grower has fewer than three charge counters on it, put a charge counter on it.",
        "Artifact",
    )
    for before, after in ((0, 1), (2, 3), (3, 3), (4, 4)):
        layout = Layout(2)
        layout.put(grower, 0, counters={"charge": before} if before else {})
        state = cast(layout, "You gain 1 life.")
        assert only(state, "Grower").get("counter.charge") == after


def test_604_3_during_the_controllers_turn() -> None:
    knight = written(
        "Knight", "Knight has first strike during your turn.", "Creature — Knight", power="2", toughness="2"
    )
    for seat in (0, 1):
        layout = Layout(2)
        row = layout.put(knight, seat)
        state = layout.done()
        assert ("first strike" in view(state, row).keywords) == (seat == 0)


def test_614_1c_an_object_enters_tapped_with_counters() -> None:
    layout = Layout(2)
    row = layout.put(
        written(
            "Deep",
            "Deep enters tapped with nine stun counters on it.",
            "Creature — Octopus",
            power="9",
            toughness="9",
            mana_cost="{0}",
        ),
        0,
        "hand",
    )
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert (only(state, "Deep").cls.tapped, only(state, "Deep").get("counter.stun")) == (True, 9)


def test_122_6_a_card_returns_tapped_with_counters() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, "graveyard")
    state = cast(
        layout,
        "Return target creature card from your graveyard to the battlefield tapped under its owner's control with two stun counters on it.",
        bear,
    )
    assert (only(state, "Bear").cls.tapped, only(state, "Bear").get("counter.stun")) == (True, 2)


def test_707_2_a_copy_of_each_of_a_set() -> None:
    layout = Layout(2)
    layout.put(ELF, 0, n=3)
    layout.put(BEAR, 0)
    layout.put(ELF, 1, n=5)
    state = cast(layout, "For each creature token you control, create a token that's a copy of that creature.")
    mine = [
        r
        for r in state.rows.values()
        if r.cls.proto is not None and r.cls.zone == "battlefield" and r.cls.controller == 0
    ]
    assert sum(int(str(r.n)) for r in mine if r.cls.proto is not None and r.cls.proto.name == "Elf Warrior") == 6
    assert count(state, "Bear") == 1


def test_608_2c_those_creatures_are_all_of_the_set() -> None:
    layout = Layout(2)
    mine, theirs = layout.put(BEAR, 0, tapped=True), layout.put(BEAR, 1, tapped=True)
    state = cast(layout, "Creatures you control get +1/+1 until end of turn. Untap those creatures.")
    assert [(state.rows[h].cls.tapped, power(state, h)) for h in (mine, theirs)] == [(False, 3), (True, 2)]


def test_603_7b_the_next_spell_of_this_turn_alone() -> None:
    layout = Layout(2)
    elves = [
        layout.put(written("Runner", "Flash", "Creature — Elf", power="1", toughness="1", mana_cost="{0}"), 0, "hand")
        for _ in range(2)
    ]
    state = cast(layout, "When you next cast a creature spell this turn, you gain 3 life.")
    assert life(state, 0) == 20
    state = settled(play(state, Choice("cast", 0, elves[0])))
    assert life(state, 0) == 23
    state = settled(
        play(
            state,
            Choice(
                "cast",
                0,
                next(
                    h
                    for h, r in state.rows.items()
                    if r.cls.zone == "hand" and r.cls.proto is not None and r.cls.proto.name == "Runner"
                ),
            ),
        )
    )
    assert life(state, 0) == 23


def test_603_7b_the_next_spell_is_none_of_a_later_turn() -> None:
    layout = Layout(2)
    for seat in range(2):
        layout.library(seat, [(FOREST, 9)])
    elf = layout.put(written("Runner", "Flash", "Creature — Elf", power="1", toughness="1", mana_cost="{0}"), 0, "hand")
    state = until(cast(layout, "When you next cast a creature spell this turn, you gain 3 life."), "upkeep", 1)
    state = play(state, Choice("pass", 1))
    state = settled(play(state, Choice("cast", 0, elf)))
    assert (count(state, "Runner"), life(state, 0)) == (1, 20)


@pytest.mark.parametrize(("target", "lost"), [(0, 1), (1, 1), (2, 0)])
def test_603_6c_this_or_another_creature_leaves(target: int, lost: int) -> None:
    layout = Layout(2)
    vela = written(
        "Vela",
        "Whenever Vela or another creature you control leaves the battlefield, each opponent loses 1 life.",
        "Creature — Human",
        power="2",
        toughness="2",
    )
    rows = [layout.put(vela, 0), layout.put(BEAR, 0), layout.put(BEAR, 1)]
    state = cast(layout, "Return target creature to its owner's hand.", rows[target])
    assert life(state, 1) == 20 - lost
    assert stack_size(state) == 0


def test_603_10a_all_that_leave_at_once_are_seen() -> None:
    layout = Layout(2)
    vela = written(
        "Vela",
        "Whenever Vela or another creature you control leaves the battlefield, each opponent loses 1 life.",
        "Creature — Human",
        power="2",
        toughness="2",
    )
    layout.put(vela, 0)
    layout.put(BEAR, 0, n=2)
    layout.put(BEAR, 1)
    state = cast(layout, "Exile all creatures.")
    while state.stack:
        state = settled(state)
    assert life(state, 1) == 17


def test_608_2d_a_land_that_the_controller_has_is_exiled() -> None:
    layout = Layout(2)
    layout.put(FOREST, 0)
    layout.put(FOREST, 1)
    state = cast(layout, "Exile a land you control.")
    assert [r.cls.owner for r in state.rows.values() if r.cls.proto == FOREST and r.cls.zone == "exile"] == [0]
    assert handle(state, "Forest") is not None


def enters(text: str, *others: tuple[Proto, int], new: Proto = BEAR, seat: int = 0) -> State:
    """The first question behind a creature that a player casts under the eyes of an enchantment of this text."""
    layout = Layout(2)
    for each in range(2):
        layout.library(each, [(FOREST, 5)])
    layout.put(written("Watcher", text), 0)
    for proto, owner in others:
        layout.put(proto, owner)
    row = layout.put(replace(new, mana_cost=("0",), abilities=()), seat, "hand")
    state = layout.done()
    if seat:
        state = until(state, "main1", 1)
    return settled(play(state, Choice("cast", seat, row)))


GREATEST = "Whenever another creature enters, its controller may draw a card if its power is greater than each other creature's power."


@pytest.mark.parametrize(("sizes", "asked_for"), [((1, 1), True), ((2, 1), False), ((3, 1), False), ((), True)])
def test_608_2h_a_power_greater_than_that_of_each_other_creature(sizes: tuple[int, ...], asked_for: bool) -> None:
    others = [(creature(f"Other {i}", size, 5), i) for i, size in enumerate(sizes)]
    state = enters(GREATEST, *others)
    assert (asked(state) == "may") == asked_for
    if asked_for:
        state = settled(play(state, Choice("may", 0, answer="yes")))
        assert count(state, "Forest", "hand") == 1


def test_608_2d_the_controller_of_the_creature_decides_and_draws() -> None:
    state = enters(GREATEST, seat=1)
    before = count(state, "Forest", "hand")
    state = settled(play(state, Choice("may", 1, answer="yes")))
    assert count(state, "Forest", "hand") == before + 1


SHARES = "Whenever a creature enters, you gain life equal to the number of creatures you control that share a creature type with it."
WARRIOR = Proto("Brute", ("creature",), ("Goblin", "Warrior"), power=1, toughness=1)
ELVEN = Proto("Elf", ("creature",), ("Elf", "Warrior"), power=1, toughness=1)
CHANGELING = Proto("Change", ("creature",), ("Shapeshifter",), power=1, toughness=1, abilities=(Keyword("changeling"),))
TYPELESS = Proto("Nameless", ("creature",), (), power=1, toughness=1)


@shows(Sharing)
@pytest.mark.parametrize(
    ("new", "gained"),
    [(ELVEN, 4), (replace(ELVEN, subtypes=("Goblin",)), 3), (replace(ELVEN, subtypes=("Bear",)), 2), (TYPELESS, 0)],
)
def test_205_3m_creatures_that_share_a_creature_type(new: Proto, gained: int) -> None:
    """A Goblin Warrior, an Elf Warrior and a changeling are the controller's; the other Elf is not."""
    state = enters(
        SHARES, (WARRIOR, 0), (replace(ELVEN, name="Old"), 0), (CHANGELING, 0), (replace(ELVEN, name="Foe"), 1), new=new
    )
    assert life(state, 0) == 20 + gained


def test_702_73a_a_changeling_shares_with_each_creature_that_has_a_creature_type() -> None:
    layout = Layout(2)
    layout.put(written("Watcher", SHARES), 0)
    for proto in (WARRIOR, TYPELESS, ELVEN):
        layout.put(proto, 0)
    row = layout.put(replace(CHANGELING, mana_cost=("0",)), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert life(state, 0) == 23


def test_400_7_any_number_of_permanent_cards_enter_at_once() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "hand", n=2)
    layout.put(FOREST, 0, "hand")
    spell = layout.put(word("You gain 1 life.", "Instant"), 0, "hand")
    state = cast(layout, "Put any number of permanent cards from your hand onto the battlefield.")
    kind, seat, rows = question(state)
    assert (kind, seat, spell in rows, len(rows)) == ("objects", 0, False, 2)
    bears = next(h for h in rows if state.rows[h].cls.proto == BEAR)
    state = settled(says(state, picks=((bears, 2),)))
    assert (count(state, "Bear"), count(state, "Forest"), count(state, "Forest", "hand")) == (2, 0, 1)


def test_608_2d_any_number_is_also_none() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "hand", n=2)
    state = cast(layout, "Put any number of permanent cards from your hand onto the battlefield.")
    state = settled(says(state, picks=()))
    assert (count(state, "Bear"), count(state, "Bear", "hand")) == (0, 2)


def test_115_1_that_creature_is_the_target_named_last() -> None:
    layout = Layout(2)
    layout.put(
        written(
            "Watcher", "Whenever another creature enters, tap target creature you don't control. Untap that creature."
        ),
        0,
    )
    foe = layout.put(creature("Foe", 2, 2), 1, tapped=True)
    row = layout.put(replace(BEAR, mana_cost=("0",)), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert not state.rows[foe].cls.tapped


def test_707_10_the_spell_goes_to_hand_and_its_copy_resolves() -> None:
    layout = Layout(2)
    gain = layout.put(word("You gain 3 life.", "Instant"), 0, "hand")
    turn = layout.put(
        word(
            "Copy target instant or sorcery spell, then return it to its owner's hand. You may choose new targets for the copy.",
            "Instant",
        ),
        0,
        "hand",
    )
    state = play(layout.done(), Choice("cast", 0, gain))
    state = settled(play(state, Choice("cast", 0, turn, targets=(state.stack[-1],))))
    assert life(state, 0) == 23
    assert [r.cls.zone for r in state.rows.values() if r.cls.proto is not None and r.cls.kind == "card"].count(
        "hand"
    ) == 1


def used(
    text: str, kind: str = "Artifact", *, x: int = 0, hand: tuple[Proto, ...] = (), library: Proto | None = None
) -> State:
    """The first question behind the use of a permanent's ability of this text, with these cards in hand."""
    layout = Layout(2)
    size = {"power": "1", "toughness": "1"} if "Creature" in kind else {}
    row = layout.put(written("Thing", text, kind, **size), 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    if library is not None:
        layout.library(0, [(library, 2)])
    if x:
        layout.set_player(0, "mana.C", x)
    return settled(play(layout.done(), Choice("activate", 0, row, x=x)))


COSTLY = Proto("Costly", ("artifact",), mana_cost=("2", "G"))
CHEAP = Proto("Cheap", ("artifact",), mana_cost=("2",))


def test_118_3_the_top_card_is_exiled_as_a_cost_and_its_mana_value_counts() -> None:
    text = "Exile the top card of your library: Put X +1/+1 counters on Thing, where X is the exiled card's mana value."
    state = used(text, "Artifact Creature — Construct", library=COSTLY)
    assert (
        only(state, "Thing").get("counter.+1/+1"),
        count(state, "Costly", "exile"),
        count(state, "Costly", "library"),
    ) == (3, 1, 1)
    layout = Layout(2)
    row = layout.put(written("Thing", text, "Artifact Creature — Construct", power="1", toughness="1"), 0)
    layout.library(0, [])
    with pytest.raises(IllegalChoice):
        play(layout.done(), Choice("activate", 0, row))


def test_603_8_a_state_trigger_speaks_of_its_source() -> None:
    layout = Layout(2)
    layout.put(
        written("Big", "When Big's power is 7 or greater, sacrifice it.", "Creature — Beast", power="6", toughness="6"),
        0,
    )
    layout.put(BEAR, 0)
    state = cast(layout, "Creatures you control get +1/+1 until end of turn.")
    assert (count(state, "Big"), count(state, "Big", "graveyard"), count(state, "Bear")) == (0, 1, 1)


@pytest.mark.parametrize("x", [2, 3])
def test_107_3_a_card_whose_mana_value_is_the_x_announced(x: int) -> None:
    state = used(
        "{X}, {T}: You may exile an artifact card with mana value X from your hand.", x=x, hand=(COSTLY, CHEAP)
    )
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert (count(state, "Cheap", "exile"), count(state, "Costly", "exile")) == (int(x == 2), int(x == 3))


@shows(RevealFromHand)
@pytest.mark.parametrize("shown", [0, 1, 2])
def test_701_20_mana_for_each_card_revealed_from_the_hand(shown: int) -> None:
    text = "{T}: Reveal any number of artifact cards in your hand. Add {C}{C} for each card revealed this way."
    state = used(text, hand=(COSTLY, CHEAP, BEAR))
    rows = question(state)[2]
    assert len(rows) == 2
    state = says(state, picks=tuple((row, 1) for row in rows[:shown]))
    assert pool(state) == ({"C": 2 * shown} if shown else {})
    assert count(state, "Costly", "hand") + count(state, "Cheap", "hand") == 2


@shows(ReturnAtRandom)
def test_608_2d_a_card_returns_at_random() -> None:
    text = "Return an artifact card at random from your graveyard to your hand."
    layout = Layout(2)
    layout.put(CHEAP, 0, "graveyard")
    layout.put(BEAR, 0, "graveyard")
    state = cast(layout, text)
    assert (count(state, "Cheap", "hand"), count(state, "Bear", "graveyard")) == (1, 1)
    layout = Layout(2)
    for proto in (CHEAP, COSTLY):
        layout.put(proto, 0, "graveyard")
    row = layout.put(word(text), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, row), Choice("pass", 0))
    with pytest.raises(Random):
        play(state, Choice("pass", 1))
    state = play(state, Choice("pass", 1, results=("returns Costly",)))
    assert (count(state, "Cheap", "hand"), count(state, "Costly", "hand")) == (0, 1)


def test_107_4_mana_of_one_chosen_color_for_each() -> None:
    layout = Layout(2)
    row = layout.put(
        written("Thing", "{T}: Choose a color. Add one mana of that color for each creature you control.", "Artifact"),
        0,
    )
    layout.put(BEAR, 0, n=3)
    layout.put(BEAR, 1)
    state = play(layout.done(), Choice("activate", 0, row, answer="U"))
    assert pool(state) == {"U": 3}


BREATH = "When enchanted creature deals combat damage to a player, sacrifice it and attach Breath to a creature you control. If you do, untap all creatures you control and after this phase, there is an additional combat phase."


@pytest.mark.parametrize("others", [0, 1])
def test_608_2c_if_you_do_asks_for_both_things(others: int) -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    breath = layout.put(written("Breath", f"Enchant creature you control\n{BREATH}", "Enchantment — Aura"), 0)
    layout.attach(breath, bear)
    if others:
        layout.put(ELF, 0, tapped=True)
    state = combat(layout)
    state = play(state, Choice("attack", 0, picks=((bear, 1),), targets=(2,)))
    while asked(state) == "priority" and life(state, 1) == 20:
        state = play(state, Choice("pass", decider(state)))
    state = settled(state)
    assert (count(state, "Bear"), count(state, "Breath"), count(state, "Breath", "graveyard")) == (
        0,
        others,
        1 - others,
    )
    if others:
        assert not only(state, "Elf Warrior").cls.tapped


TERROR = written(
    "Terror",
    "Spells your opponents cast that target Terror cost an additional 3 life to cast.",
    "Creature — Dragon",
    power="5",
    toughness="4",
)


@shows(TargetTax)
@pytest.mark.parametrize(("mine", "at_terror", "lost"), [(False, True, 3), (False, False, 0), (True, True, 0)])
def test_118_8_a_spell_costs_more_life_by_what_it_targets(mine: bool, at_terror: bool, lost: int) -> None:
    layout = Layout(2)
    terror, bear = layout.put(TERROR, 0 if not mine else 1, controller=1 if mine else 0), layout.put(BEAR, 0)
    shock = layout.put(word("Tap target creature.", "Instant"), 1, "hand")
    state = play(layout.done(), Choice("pass", 0))
    state = settled(play(state, Choice("cast", 1, shock, targets=(terror if at_terror else bear,))))
    assert life(state, 1) == 20 - lost


@pytest.mark.parametrize(("at_terror", "lost"), [(True, 3), (False, 0)])
def test_601_2f_of_a_group_only_the_one_that_is_targeted_makes_a_spell_cost_more(at_terror: bool, lost: int) -> None:
    layout = Layout(2)
    terrors, bear = layout.put(TERROR, 0, n=3), layout.put(BEAR, 0)
    shock = layout.put(word("Tap target creature.", "Instant"), 1, "hand")
    state = play(layout.done(), Choice("pass", 0))
    state = settled(play(state, Choice("cast", 1, shock, targets=(terrors if at_terror else bear,))))
    assert life(state, 1) == 20 - lost


def test_601_2f_a_spell_that_targets_two_of_a_group_is_not_known_to_cost_once_more() -> None:
    layout = Layout(2)
    terrors = layout.put(TERROR, 0, n=3)
    shock = layout.put(word("Tap two target creatures.", "Instant"), 1, "hand")
    state = play(layout.done(), Choice("pass", 0))
    with pytest.raises(Unsupported, match="a group of permanents that make spells cost more life"):
        play(state, Choice("cast", 1, shock, targets=(terrors, terrors)))


def test_119_4_who_has_not_so_much_life_can_not_cast_it() -> None:
    layout = Layout(2)
    terror = layout.put(TERROR, 0)
    shock = layout.put(word("Tap target creature.", "Instant"), 1, "hand")
    layout.set_player(1, "life", 2)
    state = play(layout.done(), Choice("pass", 0))
    with pytest.raises(IllegalChoice):
        play(state, Choice("cast", 1, shock, targets=(terror,)))


COUNTED = "{X}{G}, {T}: You gain 1 life. X is the number of creatures you control."


@pytest.mark.parametrize(("green", "other", "paid"), [(1, 2, True), (3, 0, True), (0, 3, False), (1, 1, False)])
def test_107_3c_an_x_that_the_text_defines_is_paid_and_not_announced(green: int, other: int, paid: bool) -> None:
    """With two creatures the cost is {2}{G}."""
    layout = Layout(2)
    row = layout.put(written("Thing", COUNTED, "Artifact"), 0)
    layout.put(BEAR, 0, n=2)
    layout.put(BEAR, 1)
    layout.set_player(0, "mana.G", green)
    layout.set_player(0, "mana.C", other)
    state, choice = layout.done(), Choice("activate", 0, row)
    if paid:
        state = settled(play(state, choice))
        assert (life(state, 0), pool(state)) == (21, {})
        return
    with pytest.raises(IllegalChoice):
        play(state, choice)


def test_107_3c_where_the_x_is_zero_no_mana_is_paid() -> None:
    layout = Layout(2)
    row = layout.put(written("Thing", COUNTED.replace("{G}", ""), "Artifact"), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert life(state, 0) == 21


def test_107_3c_nobody_announces_that_x() -> None:
    layout = Layout(2)
    row = layout.put(written("Thing", COUNTED, "Artifact"), 0)
    layout.set_player(0, "mana.G", 5)
    with pytest.raises(IllegalChoice):
        play(layout.done(), Choice("activate", 0, row, x=2))


AGAIN = written(
    "Again",
    "If an artifact or creature entering causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time.",
    "Artifact",
)
EACH = written("Each", "Whenever a permanent enters, you gain 1 life.")


@shows(TriggersAgain)
@pytest.mark.parametrize(
    ("mine", "theirs", "new", "gained"),
    [(1, 0, BEAR, 2), (2, 0, BEAR, 3), (0, 1, BEAR, 1), (1, 1, BEAR, 2), (1, 0, "land", 1), (3, 0, AGAIN, 5)],
)
def test_603_2d_an_ability_triggers_additional_times(mine: int, theirs: int, new: Proto | str, gained: int) -> None:
    """What enters counts as it is on the battlefield: the fourth of these artifacts adds a time to its own entering."""
    layout = Layout(2)
    layout.put(EACH, 0)
    for seat, many in ((0, mine), (1, theirs)):
        if many:
            layout.put(AGAIN, seat, n=many)
    card = FOREST if isinstance(new, str) else replace(new, mana_cost=("0",))
    row = layout.put(card, 0, "hand")
    state = settled(play(layout.done(), Choice("play" if isinstance(new, str) else "cast", 0, row)))
    assert life(state, 0) == 20 + gained


def test_603_2d_the_own_ability_of_what_enters_and_the_controller() -> None:
    own = written(
        "Own", "When Own enters, you gain 1 life.", "Creature — Elf", power="1", toughness="1", mana_cost="{0}"
    )
    for seat, gained in ((0, 2), (1, 1)):
        layout = Layout(2)
        layout.put(AGAIN, seat)
        row = layout.put(own, 0, "hand")
        assert life(settled(play(layout.done(), Choice("cast", 0, row))), 0) == 20 + gained


def test_603_2d_a_creature_of_an_opponent_causes_it_too() -> None:
    layout = Layout(2)
    layout.put(EACH, 0)
    layout.put(AGAIN, 0)
    row = layout.put(written("Runner", "Flash", "Creature — Elf", power="1", toughness="1", mana_cost="{0}"), 1, "hand")
    state = play(layout.done(), Choice("pass", 0))
    assert life(settled(play(state, Choice("cast", 1, row))), 0) == 22


TWICE = written(
    "Twice",
    "If you casting or copying an instant or sorcery spell causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time.",
    "Artifact",
)


@pytest.mark.parametrize(
    ("watching", "kind", "gained"),
    [
        ("Whenever you cast a spell", "Sorcery", 2),
        ("Whenever you cast or copy an instant or sorcery spell", "Instant", 2),
        ("Whenever you cast a spell", "Enchantment", 1),
        ("Whenever an opponent casts a spell", "Sorcery", 0),
    ],
)
def test_603_2d_a_spell_that_the_controller_casts(watching: str, kind: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(written("Watcher", f"{watching}, you gain 1 life."), 0)
    layout.put(TWICE, 0)
    row = layout.put(
        written("Word", "Draw a card." if kind != "Enchantment" else "Flash", kind, mana_cost="{0}"), 0, "hand"
    )
    layout.library(0, [(FOREST, 3)])
    assert life(settled(play(layout.done(), Choice("cast", 0, row))), 0) == 20 + gained


def test_603_2d_a_copy_causes_it_too() -> None:
    layout = Layout(2)
    layout.put(written("Watcher", "Whenever you cast or copy an instant or sorcery spell, you gain 1 life."), 0)
    layout.put(TWICE, 0)
    first = layout.put(word("Untap target creature.", "Instant"), 0, "hand")
    bear = layout.put(BEAR, 0)
    more = layout.put(written("More", "Copy target instant spell.", "Instant", mana_cost="{0}"), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, first, targets=(bear,)))
    spell = next(h for h in state.stack if state.rows[h].cls.kind == "card")
    state = play(state, Choice("cast", 0, more, targets=(spell,)))
    assert life(settled(state), 0) == 26  # two spells that are cast and one copy, twice each


SOLEMN = written(
    "Solemn", "Players can't get counters.\nCounters can't be put on artifacts, creatures, enchantments, or lands."
)


def test_101_2_no_counters_are_put_on_permanents_and_players_get_none() -> None:
    for there in (False, True):
        layout = Layout(2)
        if there:
            layout.put(SOLEMN, 1)
        bear = layout.put(BEAR, 0)
        state = cast(layout, "Put two +1/+1 counters on target creature. You get {E}{E}.", bear)
        assert (state.rows[bear].get("counter.+1/+1"), state.rows[1].get("counter.energy")) == (
            (0, 0) if there else (2, 2)
        )


def test_122_6_nothing_enters_with_counters_and_none_are_put_there_as_a_cost() -> None:
    layout = Layout(2)
    layout.put(SOLEMN, 0)
    grown = layout.put(
        written(
            "Grown",
            "Grown enters with three +1/+1 counters on it.",
            "Creature — Elf",
            power="1",
            toughness="1",
            mana_cost="{0}",
        ),
        0,
        "hand",
    )
    cost = layout.put(written("Cost", "Put a charge counter on Cost: You gain 1 life.", "Artifact"), 0)
    state = settled(play(layout.done(), Choice("cast", 0, grown)))
    assert power(state, handle(state, "Grown")) == 1
    with pytest.raises(IllegalChoice):
        play(state, Choice("activate", 0, cost))


def test_613_4b_base_power_and_toughness_are_each_the_mana_value() -> None:
    layout = Layout(2)
    layout.put(
        written(
            "Opal",
            "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness each equal to its mana value.",
            mana_cost="{2}",
        ),
        0,
    )
    other = layout.put(written("Other", "You have no maximum hand size.", mana_cost="{3}"), 0)
    state = layout.done()
    assert (power(state, other), "creature" in view(state, other).types) == (3, True)


ORACLE = "When Seer enters, look at the top X cards of your library, where X is your devotion to blue. Put up to one of them on top of your library and the rest on the bottom of your library in a random order. If X is greater than or equal to the number of cards in your library, you win the game."


def seer(*library: tuple[Proto, int]) -> State:
    """The first question behind a creature for {U}{U} that looks at as many cards as the devotion to blue."""
    layout = Layout(2)
    layout.library(0, list(library))
    layout.set_player(0, "mana.U", 2)
    row = layout.put(
        written("Seer", ORACLE, "Creature — Merfolk Wizard", mana_cost="{U}{U}", power="1", toughness="3"), 0, "hand"
    )
    return settled(play(layout.done(), Choice("cast", 0, row)))


def test_700_5_as_many_cards_as_the_devotion_and_a_win_with_no_more_in_the_library() -> None:
    assert asked(seer()) == "over"  # two is more than no card (104.2b)
    state = seer((BEAR, 1), (FOREST, 1))
    state = says(state, NO_MORE)
    assert asked(state) == "over"


def test_401_4_one_card_stays_on_top_and_the_rest_goes_to_the_bottom() -> None:
    state = seer((BEAR, 1), (FOREST, 1), (replace(ELF, token=False), 1))
    state = says(state, "Forest")
    assert asked(state) == "priority"
    assert [name for name, _ in top(state, 0)] == ["Forest", "Elf Warrior", "Bear"]
    state = says(seer((BEAR, 2), (replace(ELF, token=False), 1)), NO_MORE)
    assert top(state, 0)[0][0] == "Elf Warrior"


def test_607_3_of_several_exiled_cards_one_is_chosen_and_copied() -> None:
    text = "{T}: Copy a card exiled with Thing. You may cast the copy without paying its mana cost."
    layout = Layout(2)
    thing = layout.put(written("Thing", text, "Artifact"), 0)
    for _ in range(2):
        layout.link(thing, layout.put(word("You gain 1 life."), 0, "exile"))
    state = settled(play(layout.done(), Choice("activate", 0, thing)))
    kind, seat, rows = question(state)
    assert (kind, seat, len(rows)) == ("object", 0, 2)
    state = says(state, picks=((rows[1], 1),))
    assert life(settled(says(state, "yes")), 0) == 21
