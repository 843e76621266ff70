"""Damage changed and prevented (614, 615), cards looked at and shown, modes, copies, control, and what a turn has seen."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show_clause
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.effects_continuous import ExchangeControl
from reiterate.terms.effects_damage import PreventAll
from reiterate.terms.effects_spells import Populate
from reiterate.terms.effects_structure import May
from reiterate.terms.effects_zones import EachReturns, PutBack, RevealDiscard
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import PreventDamage
from reiterate.terms.trigger_events import CastOrCopied, CastsNth, DrawsNth
from tests.support.acting import count, handle, only, question, says, settled, stack_size, top, until
from tests.support.beasts import beast, card, cast
from tests.support.boards import BEAR, ELF, FOREST, PINGER, creature, life, play
from tests.support.shown import shows

GROUPS = pytest.mark.parametrize("n", [1, 3, 10**30])


def refused(text: str, kind: str = "Enchantment") -> None:
    """A text that may not be read."""
    made = compile_card({"name": "Study", "type_line": kind, "oracle_text": text, "mana_cost": "{R}"})
    assert not made.complete
    assert any(isinstance(ability, NotUnderstood) for ability in made.proto.abilities)


def ping(state: State, target: int, seat: int = 0) -> State:
    """The Pinger of a player deals 1 damage to a row."""
    (row,) = [
        h
        for h, r in state.rows.items()
        if r.cls.proto == PINGER and r.cls.controller == seat and not r.cls.tapped and r.cls.zone == "battlefield"
    ]
    while decider(state) != seat:
        state = play(state, Choice("pass", decider(state)))
    return settled(play(state, Choice("activate", seat, row, targets=(target,))))


# --- 614: damage and draws changed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "creature_hurt", "player_hurt", "own_hurt"),
    [
        (
            "If a source would deal damage to a permanent or player, it deals double that damage to that permanent or player instead.",
            2,
            2,
            2,
        ),
        (
            "If a source you control would deal damage to a creature or player, it deals triple that damage to that creature or player instead.",
            3,
            3,
            3,
        ),
        (
            "If a source you control would deal damage to an opponent or a permanent an opponent controls, it deals that much damage plus 2 instead.",
            3,
            3,
            1,
        ),
        (
            "If a red source you control would deal damage to a permanent or player, it deals twice that much damage instead.",
            1,
            1,
            1,
        ),
        ("If a creature you control would deal damage to a player, it deals that much damage plus 1 instead.", 1, 2, 2),
    ],
)
def test_614_1a_damage_is_changed_as_the_words_say(
    text: str, creature_hurt: int, player_hurt: int, own_hurt: int
) -> None:
    def dealt(target: int) -> State:
        layout = Layout(2)
        layout.put(card(text), 0)
        layout.put(PINGER, 0)
        layout.put(creature("Giant", 9, 9), 1, label="giant")
        return ping(layout.done(), target)

    giant = 5
    assert only(dealt(giant), "Giant").get("damage") == creature_hurt
    assert life(dealt(2), 1) == 20 - player_hurt
    assert life(dealt(1), 0) == 20 - own_hurt


def test_614_1a_damage_to_a_planeswalker_is_not_damage_to_a_creature_or_player() -> None:
    words = "If a source would deal damage to a {} or player, it deals double that damage to that {} or player instead."
    for what, left in (("creature", 4), ("permanent", 3)):
        layout = Layout(2)
        layout.put(card(words.format(what, what)), 0)
        bolt = card("Study deals 1 damage to target planeswalker.", "Instant")
        walker = layout.put(Proto("Walker", ("planeswalker",), loyalty=5), 1)
        row = layout.put(bolt, 0, "hand")
        layout.set_player(0, "mana.R", 1)
        state = settled(play(layout.done(), Choice("cast", 0, row, targets=(walker,))))
        assert only(state, "Walker").get("counter.loyalty") == left


def test_614_11_but_the_first_card_of_each_draw_step() -> None:
    text = "If you would draw a card except the first one you draw in each of your draw steps, draw two cards instead."
    layout = Layout(2, active=1, step="end")
    layout.put(card(text), 0)
    layout.put(beast("{T}: Draw a card."), 0)
    layout.library(0, [(FOREST, 30)])
    state = until(layout.done(), "draw", 0)
    assert count(state, "Forest", "hand") == 1
    while decider(state) != 0:
        state = play(state, Choice("pass", decider(state)))
    again = settled(play(state, Choice("activate", 0, handle(state, "Beast"))))
    assert count(again, "Forest", "hand") == 3
    later = until(state, "main1", 0)
    later = settled(play(later, Choice("activate", 0, handle(later, "Beast"))))
    assert count(later, "Forest", "hand") == 3


# --- 615: prevention ---------------------------------------------------------------------------------------------


def fight(state: State) -> State:
    """All creatures attack, nobody blocks, and the damage is dealt."""
    for _ in range(60):
        step = state.game.prop("step")
        if step == "endcombat":
            return state
        if asked(state) == "attack":
            rows = [
                h
                for h, r in state.rows.items()
                if r.cls.zone == "battlefield" and r.cls.controller == 0 and r.cls.prop("sick") is False
            ]
            picks = tuple((h, state.rows[h].n) for h in rows if "creature" in view(state, h).types)
            state = play(state, Choice("attack", 0, picks=picks, targets=(2,) * len(picks)))
        elif asked(state) == "block":
            state = play(state, Choice("block", decider(state), answer="none"))
        else:
            state = play(state, Choice("pass", decider(state)))
    raise AssertionError("no combat")


@shows(PreventAll)
@pytest.mark.parametrize("n", [1, 3])
def test_615_1_all_combat_damage_of_a_turn_is_prevented_and_no_other(n: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=n)
    layout.put(PINGER, 1)
    state = cast(layout, "Prevent all combat damage that would be dealt this turn.")
    state = fight(state)
    assert life(state, 1) == 20
    assert life(ping(state, 1, 1), 0) == 19
    assert life(fight(until(until(state, "main1", 1), "main1", 0)), 1) == 20 - 2 * n


def test_615_1_damage_by_one_creature_this_turn_both_ways() -> None:
    for words, hurt in (("to and dealt by", 0), ("by", 1)):
        layout = Layout(2)
        bear = layout.put(BEAR, 0)
        layout.put(PINGER, 1)
        layout.put(BEAR, 0, counters={"+1/+1": 1})
        state = cast(layout, f"Prevent all combat damage that would be dealt {words} target creature this turn.", bear)
        assert life(fight(state), 1) == 17
        layout = Layout(2)
        bear = layout.put(BEAR, 0)
        layout.put(PINGER, 1)
        state = cast(layout, f"Prevent all damage that would be dealt {words} target creature this turn.", bear)
        assert state.rows[bear].get("damage") == 0
        state = ping(state, bear, 1)
        assert state.rows[bear].get("damage") == hurt


@shows(PreventDamage)
def test_615_1a_damage_to_the_source_or_by_it_is_prevented() -> None:
    layout = Layout(2)
    layout.put(PINGER, 0)
    stone = layout.put(beast("Prevent all damage that would be dealt to Stone.", "Stone"), 1)
    state = ping(layout.done(), stone)
    assert only(state, "Stone").get("damage") == 0
    layout = Layout(2)
    layout.put(beast("Prevent all combat damage that would be dealt by Stone.", "Stone"), 0)
    layout.put(BEAR, 0)
    assert life(fight(layout.done()), 1) == 18


@GROUPS
def test_615_5_counters_for_damage_that_is_prevented(n: int) -> None:
    text = "If damage would be dealt to Hydra, prevent that damage. Put a +1/+1 counter on Hydra for each 1 damage prevented this way."
    layout = Layout(2)
    hydra = layout.put(beast(text, "Hydra"), 1)
    row = layout.put(card("Study deals 4 damage to each creature.", "Instant"), 0, "hand")
    layout.put(BEAR, 1, n=n)
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert (state.rows[hydra].get("counter.+1/+1"), state.rows[hydra].get("damage")) == (4, 0)
    assert power(state, hydra) == 6 and count(state, "Bear", "graveyard") == n


def test_615_5_counters_on_other_creatures_whose_damage_is_prevented() -> None:
    text = "If damage would be dealt to a creature you control other than Vigor, prevent that damage. Put a +1/+1 counter on that creature for each 1 damage prevented this way."
    layout = Layout(2)
    vigor = layout.put(beast(text, "Vigor"), 0)
    bear = layout.put(BEAR, 0)
    layout.put(PINGER, 1, n=2)
    state = ping(ping(layout.done(), bear, 1), vigor, 1)
    assert (state.rows[bear].get("counter.+1/+1"), state.rows[vigor].get("damage")) == (1, 1)


def test_616_1_prevention_with_counters_beside_a_change_of_damage_is_refused() -> None:
    text = "If damage would be dealt to Hydra, prevent that damage. Put a +1/+1 counter on Hydra for each 1 damage prevented this way."
    layout = Layout(2)
    hydra = layout.put(beast(text, "Hydra"), 1)
    layout.put(PINGER, 0)
    layout.put(card("If a source would deal damage to a permanent or player, it deals double that damage instead."), 0)
    with pytest.raises(Unsupported, match="prevent or change"):
        ping(layout.done(), hydra)


def test_616_1_prevention_beside_a_shield_is_refused() -> None:
    layout = Layout(2)
    wall = layout.put(beast("Prevent all damage that would be dealt to Wall.", "Wall"), 0)
    layout.put(PINGER, 1)
    state = cast(layout, "Prevent the next 1 damage that would be dealt to target creature this turn.", wall)
    with pytest.raises(Unsupported, match="prevent or redirect"):
        ping(state, wall, 1)


# --- 603: what a turn has seen -----------------------------------------------------------------------------------

GAIN = "you gain 1 life"


@shows(DrawsNth)
@pytest.mark.parametrize(("cards", "gained"), [(1, 0), (2, 1), (3, 1)])
def test_603_2_the_second_card_of_a_turn_is_drawn_once(cards: int, gained: int) -> None:
    layout = Layout(2)
    layout.put(card(f"Whenever you draw your second card each turn, {GAIN}."), 0)
    layout.library(0, [(FOREST, 30)])
    words = "Draw a card." if cards == 1 else f"Draw {('two', 'three')[cards - 2]} cards."
    state = cast(layout, words)
    assert life(state, 0) == 20 + gained
    assert life(settled(state), 0) == 20 + gained


def test_603_2_the_second_card_is_counted_over_several_draws_and_anew_each_turn() -> None:
    layout = Layout(2)
    layout.put(card(f"Whenever you draw your second card each turn, {GAIN}."), 0)
    layout.put(beast("{T}: Draw a card."), 0, n=3)
    layout.library(0, [(FOREST, 30)])
    state = layout.done()
    found = []
    for _ in range(3):
        row = next(
            h
            for h, r in state.rows.items()
            if r.cls.zone == "battlefield" and r.cls.proto and r.cls.proto.name == "Beast" and not r.cls.tapped
        )
        state = settled(play(state, Choice("activate", 0, row)))
        found.append(life(state, 0))
    assert found == [20, 21, 21]
    state = until(until(state, "main1", 1), "main1", 0)
    assert life(state, 0) == 21  # one card in the draw step
    state = settled(play(state, Choice("activate", 0, handle(state, "Beast"))))
    assert life(state, 0) == 22


@shows(CastsNth)
def test_603_2_the_second_spell_of_a_turn() -> None:
    layout = Layout(2)
    layout.put(card(f"Whenever you cast your second spell each turn, {GAIN}."), 0)
    row = layout.put(card("Draw a card.", "Instant"), 0, "hand", n=3)
    layout.set_player(0, "mana.R", 3)
    layout.library(0, [(FOREST, 30)])
    state = layout.done()
    found = []
    for _ in range(3):
        row = handle(state, "Study", "hand")
        state = settled(play(state, Choice("cast", 0, row)))
        found.append(life(state, 0))
    assert found == [20, 21, 21]


@shows(CastOrCopied)
def test_707_10_cast_or_copy_triggers_for_each_copy_of_a_spell_and_for_no_other_kind() -> None:
    layout = Layout(2)
    layout.put(card(f"Magecraft — Whenever you cast or copy an instant or sorcery spell, {GAIN}."), 0)
    layout.put(beast("{T}: Copy target instant or sorcery spell."), 0)
    row = layout.put(card("Target player loses 1 life.", "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    bear = layout.put(card("", "Creature — Bear", "Cub", power="1", toughness="1"), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, row, targets=(2,)))
    spell = handle(state, "Study", "stack")
    state = settled(play(state, Choice("activate", 0, handle(state, "Beast"), targets=(spell,))))
    assert (life(state, 0), life(state, 1)) == (22, 18)
    assert life(settled(play(state, Choice("cast", 0, bear))), 0) == 22


@GROUPS
def test_603_2c_one_or_more_die_at_the_same_time_once(n: int) -> None:
    layout = Layout(2)
    layout.put(creature("Stone", 9, 9, *card(f"Whenever one or more other creatures die, {GAIN}.").abilities), 0)
    layout.put(BEAR, 1, n=n)
    layout.put(ELF, 0, n=2)
    state = cast(layout, "Study deals 4 damage to each creature.")
    assert life(state, 0) == 21
    refused("Whenever one or more other creatures die, exile it.")


def test_603_2c_deaths_after_each_other_trigger_each() -> None:
    layout = Layout(2)
    layout.put(card(f"Whenever one or more creatures die, {GAIN}."), 0)
    layout.put(PINGER, 0, n=2)
    first, second = layout.put(ELF, 1), layout.put(creature("Rat", 1, 1), 1)
    state = layout.done()
    for target, then in ((first, 21), (second, 22)):
        row = next(h for h, r in state.rows.items() if r.cls.proto == PINGER and not r.cls.tapped)
        state = settled(play(state, Choice("activate", 0, row, targets=(target,))))
        assert life(state, 0) == then


def test_603_2c_one_or_more_deal_combat_damage_once_for_each_player() -> None:
    layout = Layout(2)
    layout.put(card(f"Whenever one or more creatures you control deal combat damage to a player, {GAIN}."), 0)
    layout.put(BEAR, 0, n=2)
    layout.put(creature("Rat", 1, 1), 0)
    state = settled(fight(layout.done()))
    assert (life(state, 0), life(state, 1)) == (21, 15)
    refused("Whenever one or more creatures you control deal combat damage to a player, you gain that much life.")


@pytest.mark.parametrize(
    ("first", "token"), [("You gain 3 life.", 1), ("You lose 3 life.", 0), ("You gain 1 life.", 0)]
)
def test_603_4_if_life_was_gained_this_turn(first: str, token: int) -> None:
    layout = Layout(2)
    text = "At the beginning of your end step, if you gained 3 or more life this turn, create a 1/1 white Cat creature token."
    layout.put(card(text), 0)
    assert count(until(cast(layout, first), "upkeep", 1), "Cat") == token


@shows(May)
@pytest.mark.parametrize(("answer", "cards"), [("yes", 1), ("no", 0)])
def test_603_10a_the_controller_of_what_died_may_draw(answer: str, cards: int) -> None:
    layout = Layout(2)
    layout.put(card("Whenever a creature dies, that creature's controller may draw a card."), 0)
    layout.put(PINGER, 0)
    elf = layout.put(ELF, 1)
    layout.library(1, [(FOREST, 9)])
    state = ping(layout.done(), elf)
    assert (asked(state), decider(state)) == ("may", 1)
    assert count(play(state, Choice("may", 1, answer=answer)), "Forest", "hand") == cards


def test_608_2d_each_opponent_decides_about_their_own_draw_in_turn_order() -> None:
    layout = Layout(3)
    layout.put(card("Whenever a player casts a noncreature spell, each of that player's opponents may draw a card."), 0)
    for seat in range(3):
        layout.library(seat, [(FOREST, 9)])
    state = cast(layout, "You gain 1 life.")
    assert (asked(state), decider(state)) == ("may", 1)
    state = play(state, Choice("may", 1, answer="no"))
    assert (asked(state), decider(state)) == ("may", 2)
    state = play(state, Choice("may", 2, answer="yes"))
    assert [row.cls.owner for row in state.rows.values() if row.cls.zone == "hand"] == [2]


def test_202_3_life_for_the_mana_value_of_what_was_returned() -> None:
    text = "Put target creature card from a graveyard onto the battlefield under your control. You lose life equal to its mana value."
    layout = Layout(2)
    giant = layout.put(creature("Giant", 9, 9, cost=("3", "R", "R")), 1, "graveyard")
    state = cast(layout, text, giant, kind="Sorcery")
    assert (only(state, "Giant").cls.controller, life(state, 0)) == (0, 15)


# --- 111: tokens -------------------------------------------------------------------------------------------------


def test_111_3_a_token_with_an_ability_said_in_a_sentence_of_its_own() -> None:
    text = 'Create two 0/1 colorless Eldrazi Spawn creature tokens. They have "Sacrifice this creature: Add {C}."'
    state = cast(Layout(2), text)
    assert count(state, "Eldrazi Spawn") == 2
    state = play(state, Choice("activate", 0, handle(state, "Eldrazi Spawn")))
    assert count(state, "Eldrazi Spawn") == 1 and state.rows[1].get("mana.C") == 1
    refused('Destroy target creature. It has "Sacrifice this creature: Add {C}."', "Instant")


def test_701_16a_investigate_and_111_10_named_tokens() -> None:
    assert count(cast(Layout(2), "Investigate."), "Clue") == 1
    assert count(cast(Layout(2), "Create a Blood token."), "Blood") == 1
    state = cast(Layout(2), "Create a tapped Powerstone token.")
    assert only(state, "Powerstone").cls.tapped
    layout = Layout(2)
    layout.put(BEAR, 0, n=3)
    assert count(cast(layout, "Create a 1/1 red Goblin creature token for each creature you control."), "Goblin") == 3


def test_111_10a_a_predefined_token_spelled_out_is_that_token() -> None:
    text = 'Create a colorless Treasure artifact token with "{T}, Sacrifice this artifact: Add one mana of any color."'
    state = cast(Layout(2), text)
    assert only(state, "Treasure").cls.proto == only(cast(Layout(2), "Create a Treasure token."), "Treasure").cls.proto
    refused(text.replace("any color", "any one color you like"), "Instant")
    refused(text.replace("{T}, ", ""), "Instant")


@shows(Populate)
@GROUPS
def test_701_36_populate_copies_a_creature_token(n: int) -> None:
    assert count(cast(Layout(2), "Populate."), "Elf Warrior") == 0
    layout = Layout(2)
    layout.put(ELF, 0, n=n)
    layout.put(BEAR, 0)
    layout.put(creature("Rat", token=True), 1)
    assert count(cast(layout, "Populate."), "Elf Warrior") == n + 1
    layout = Layout(2)
    elf = layout.put(ELF, 0)
    rat = layout.put(creature("Rat", token=True), 0)
    state = cast(layout, "Populate.")
    assert set(question(state)[2]) == {elf, rat}
    assert count(says(state, picks=((rat, 1),)), "Rat") == 2


# --- 701: libraries and hands ------------------------------------------------------------------------------------


def library(*cards: tuple[Proto, int]) -> Layout:
    layout = Layout(2)
    layout.library(0, list(cards))
    return layout


def test_608_2d_look_at_the_top_and_put_back_in_any_order() -> None:
    text = "Look at the top three cards of your library, then put them back in any order."
    layout = library((BEAR, 1), (FOREST, 5), (ELF, 1))
    state = says(cast(layout, text), "Forest")
    state = says(state, "Forest") if asked(state) == "answer" else state
    assert top(state, 0) == [("Forest", 2), ("Bear", 1), ("Forest", 3), ("Elf Warrior", 1)]
    assert top(cast(library((FOREST, 9)), text), 0) == [("Forest", 9)]
    assert top(cast(library(), text), 0) == []


@shows(PutBack)
def test_608_2c_draw_three_and_put_two_back() -> None:
    text = "Draw three cards, then put two cards from your hand on top of your library in any order."
    layout = library((BEAR, 1), (FOREST, 8))
    layout.put(creature("Rat"), 0, "hand")
    state = says(says(cast(layout, text), "Rat"), "Bear")
    assert top(state, 0)[:3] == [("Bear", 1), ("Rat", 1), ("Forest", 6)] and count(state, "Forest", "hand") == 2


def test_701_23_searches_for_graveyard_hand_and_the_top() -> None:
    state = cast(
        library((BEAR, 1), (FOREST, 4)),
        "Search your library for a creature card, put that card into your graveyard, then shuffle.",
    )
    state = says(state, picks=((question(state)[2][0], 1),))
    assert count(state, "Bear", "graveyard") == 1
    state = cast(
        library((BEAR, 2), (FOREST, 4)),
        "Search your library for up to two creature cards, put them into your graveyard, then shuffle.",
    )
    state = says(state, picks=((question(state)[2][0], 2),))
    assert count(state, "Bear", "graveyard") == 2
    text = "Search your library for a card, then shuffle and put that card on top. You lose 2 life."
    state = cast(library((BEAR, 1), (FOREST, 4)), text)
    state = says(state, picks=((handle(state, "Bear", "library"), 1),))
    assert top(state, 0) == [("Bear", 1), ("Forest", 4)] and life(state, 0) == 18


@shows(RevealDiscard)
def test_701_9_a_card_chosen_from_a_hand_that_is_revealed() -> None:
    text = "Target player reveals their hand. You choose a nonland card from it. That player discards that card. You lose 2 life."
    layout = Layout(2)
    layout.put(FOREST, 1, "hand", n=2)
    bear = layout.put(BEAR, 1, "hand")
    rat = layout.put(creature("Rat"), 1, "hand")
    state = cast(layout, text, 2)
    assert question(state) == ("objects", 0, (bear, rat))
    state = says(state, picks=((rat, 1),))
    assert (count(state, "Rat", "graveyard"), count(state, "Bear", "hand"), life(state, 0)) == (1, 1, 18)
    layout = Layout(2)
    layout.put(FOREST, 1, "hand", n=2)
    state = cast(layout, text, 2)
    assert (count(state, "Forest", "hand"), life(state, 0)) == (2, 18)


def test_701_9_each_player_discards_their_hand_before_anybody_draws() -> None:
    layout = library((FOREST, 30))
    layout.library(1, [(BEAR, 30)])
    layout.put(BEAR, 1, "hand", n=2)
    layout.put(card(f"Whenever a player discards a card, {GAIN}."), 0)
    state = cast(layout, "Each player discards their hand, then draws seven cards.", kind="Sorcery")
    assert (count(state, "Bear", "graveyard"), count(state, "Bear", "hand"), count(state, "Forest", "hand")) == (
        2,
        7,
        7,
    )
    assert life(state, 0) == 22
    after = cast(library((FOREST, 30)), "Each player discards their hand, then loses 7 life.", kind="Sorcery")
    assert (life(after, 0), life(after, 1)) == (13, 13)


@shows(EachReturns)
def test_101_4_each_player_returns_a_card_they_choose() -> None:
    text = "Each player puts a creature card from their graveyard onto the battlefield."
    layout = Layout(2)
    layout.put(BEAR, 0, "graveyard")
    layout.put(FOREST, 0, "graveyard")
    rat = layout.put(creature("Rat"), 1, "graveyard")
    layout.put(Proto("Cub", ("creature",), power=1, toughness=1), 1, "graveyard")
    state = cast(layout, text, kind="Sorcery")
    assert question(state)[1] == 1
    state = says(state, picks=((rat, 1),))
    assert [count(state, name) for name in ("Bear", "Rat", "Cub", "Forest")] == [1, 1, 0, 0]
    assert only(state, "Rat").cls.controller == 1


# --- 701.6 and 700.2: countering and modes -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("put it into its owner's hand instead of into that player's graveyard", "hand"),
        ("exile it instead of putting it into its owner's graveyard", "exile"),
        ("put it on top of its owner's library instead of into that player's graveyard", "library"),
    ],
)
def test_701_6_a_countered_spell_goes_elsewhere(words: str, zone: str) -> None:
    layout = Layout(2)
    bolt = layout.put(card("Target player loses 3 life.", "Instant", "Bolt"), 1, "hand")
    stop = layout.put(
        card(f"Counter target spell. If that spell is countered this way, {words}.", "Instant"), 0, "hand"
    )
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 1)
    layout.library(1, [(FOREST, 4)])
    state = play(layout.done(), Choice("pass", 0), Choice("cast", 1, bolt, targets=(1,)), Choice("pass", 1))
    state = settled(play(state, Choice("cast", 0, stop, targets=(handle(state, "Bolt", "stack"),))))
    assert count(state, "Bolt", zone) == 1 and life(state, 0) == 20
    if zone == "library":
        assert top(state, 1)[0] == ("Bolt", 1)


@pytest.mark.parametrize(("pays", "zone"), [("yes", "graveyard"), ("no", "exile")])
def test_701_6_a_spell_countered_unless_its_controller_pays_goes_elsewhere(pays: str, zone: str) -> None:
    words = "Counter target spell unless its controller pays {2}. If that spell is countered this way, exile it instead of putting it into its owner's graveyard."
    layout = Layout(2)
    bolt = layout.put(card("Target player loses 3 life.", "Instant", "Bolt"), 1, "hand")
    stop = layout.put(card(words, "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 3)
    state = play(layout.done(), Choice("pass", 0), Choice("cast", 1, bolt, targets=(1,)), Choice("pass", 1))
    state = settled(play(state, Choice("cast", 0, stop, targets=(handle(state, "Bolt", "stack"),))))
    state = settled(says(state, pays))
    assert count(state, "Bolt", zone) == 1 and life(state, 0) == (17 if pays == "yes" else 20)
    refused(
        "If that spell is countered this way, exile it instead of putting it into its owner's graveyard.", "Instant"
    )


def test_702_34a_a_countered_spell_cast_with_flashback_is_exiled() -> None:
    layout = Layout(2)
    bolt = layout.put(card("Target player loses 3 life.\nFlashback {R}", "Instant", "Bolt"), 1, "graveyard")
    stop = layout.put(card("Counter target spell.", "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 1)
    state = play(
        layout.done(), Choice("pass", 0), Choice("cast", 1, bolt, targets=(1,), how=("flashback",)), Choice("pass", 1)
    )
    state = settled(play(state, Choice("cast", 0, stop, targets=(handle(state, "Bolt", "stack"),))))
    assert (count(state, "Bolt", "exile"), count(state, "Bolt", "graveyard")) == (1, 0)


def test_115_1_a_spell_is_no_ability_and_an_ability_no_spell() -> None:
    layout = Layout(2)
    layout.put(PINGER, 1)
    stop = layout.put(card("Counter target spell.", "Instant"), 0, "hand")
    echo = layout.put(card("{0}: Copy target triggered ability you control.", "Artifact", "Echo"), 0)
    other = layout.put(card("{0}: Copy target activated ability.", "Artifact", "Other"), 0)
    layout.set_player(0, "mana.R", 1)
    state = play(
        layout.done(),
        Choice("pass", 0),
        Choice("activate", 1, handle(layout.done(), "Pinger"), targets=(1,)),
        Choice("pass", 1),
    )
    (entry,) = state.stack
    for choice in (Choice("cast", 0, stop, targets=(entry,)), Choice("activate", 0, echo, targets=(entry,))):
        found = verify(state, choice)
        assert isinstance(found, Refusal) and found.code == "illegal-target"
    state = settled(play(state, Choice("activate", 0, other, targets=(entry,))))
    assert life(state, 0) == 18


def test_110_4_an_instant_is_no_permanent_spell() -> None:
    layout = Layout(2)
    bolt = layout.put(card("Target player loses 3 life.", "Instant", "Bolt"), 0, "hand")
    stop = layout.put(card("Counter target permanent spell.", "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(1,)))
    found = verify(state, Choice("cast", 0, stop, targets=(handle(state, "Bolt", "stack"),)))
    assert isinstance(found, Refusal) and found.code == "illegal-target"


@pytest.mark.parametrize("whose", ["", " you control", " an opponent controls"])
@pytest.mark.parametrize("kind", ["triggered", "activated", "activated or triggered"])
def test_115_1_an_ability_as_a_target_prints_as_it_was_read(kind: str, whose: str) -> None:
    text = f"Counter target {kind} ability{whose}."
    assert show_clause(card(text, "Instant").abilities) == text


def test_707_10_a_triggered_ability_is_copied() -> None:
    layout = Layout(2)
    layout.put(creature("Warden", 1, 1, *card(f"Whenever another creature enters, {GAIN}.").abilities), 0)
    echo = layout.put(
        card(
            "{0}: Copy target triggered ability you control. You may choose new targets for the copy.",
            "Artifact",
            "Echo",
        ),
        0,
    )
    row = layout.put(card("Create a 1/1 red Goblin creature token.", "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, row), Choice("pass", 0), Choice("pass", 1))
    assert stack_size(state) == 1
    (entry,) = state.stack
    assert life(settled(play(state, Choice("activate", 0, echo, targets=(entry,)))), 0) == 22


MODES = (
    "Choose two —\n• Target player loses 3 life.\n• You gain 5 life.\n• Target creature gets +1/+1 until end of turn."
)


def test_700_2_two_modes_are_chosen_and_happen_in_their_order() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = cast(layout, MODES, 2, bear, how=("mode 1", "mode 3"))
    assert (life(state, 1), power(state, bear), life(state, 0)) == (17, 3, 20)
    layout = Layout(2)
    row = layout.put(card(MODES, "Instant"), 0, "hand")
    layout.put(BEAR, 0)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    for how in ((), ("mode 1",), ("mode 2", "mode 2"), ("mode 1", "mode 2", "mode 3")):
        found = verify(state, Choice("cast", 0, row, targets=(2,), how=how))
        assert isinstance(found, Refusal) and found.code == "mode"
    assert len({option.how for option in options(state) if option.verb == "cast"}) == 3


def test_700_2_one_or_both_modes() -> None:
    text = "Choose one or both —\n• Target player loses 3 life.\n• You gain 5 life."
    for how, aims, lives in (
        (("mode 1",), (2,), (20, 17)),
        (("mode 2",), (), (25, 20)),
        (("mode 1", "mode 2"), (2,), (25, 17)),
    ):
        state = cast(Layout(2), text, *aims, how=how)
        assert (life(state, 0), life(state, 1)) == lives


@pytest.mark.parametrize(("colors", "left"), [(("U",), 0), (("R",), 1), ((), 1)])
def test_608_2c_a_color_asked_as_the_effect_happens(colors: tuple[str, ...], left: int) -> None:
    layout = Layout(2)
    rat = layout.put(Proto("Rat", ("creature",), colors=colors, power=1, toughness=1), 1)
    state = cast(
        layout,
        "Choose one —\n• Counter target spell if it's blue.\n• Destroy target permanent if it's blue.",
        rat,
        how=("mode 2",),
    )
    assert count(state, "Rat") == left


def test_115_4_a_spell_of_a_color_is_a_target() -> None:
    for color, fine in (("R", True), ("U", False)):
        layout = Layout(2)
        bolt = layout.put(card("Target player loses 3 life.", "Instant", "Bolt", colors=[color]), 1, "hand")
        stop = layout.put(card("Counter target red spell.", "Instant"), 0, "hand")
        layout.set_player(0, "mana.R", 1)
        layout.set_player(1, "mana.R", 1)
        state = play(layout.done(), Choice("pass", 0), Choice("cast", 1, bolt, targets=(1,)), Choice("pass", 1))
        found = verify(state, Choice("cast", 0, stop, targets=(handle(state, "Bolt", "stack"),)))
        assert (not isinstance(found, Refusal)) == fine


# --- 701.12 and 613: control; life ---------------------------------------------------------------------------------


def test_613_1b_another_player_gains_control() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = cast(layout, "Target opponent gains control of target permanent you control.", 2, bear, kind="Sorcery")
    assert state.rows[bear].cls.controller == 1
    assert until(state, "main1", 1).rows[bear].cls.controller == 1


@shows(ExchangeControl)
def test_701_12b_control_of_two_permanents_is_exchanged_or_of_none() -> None:
    text = "Exchange control of target creature you control and target land an opponent controls."
    layout = Layout(2)
    bear, land = layout.put(BEAR, 0), layout.put(FOREST, 1)
    state = cast(layout, text, bear, land, kind="Sorcery")
    assert (state.rows[bear].cls.controller, state.rows[land].cls.controller) == (1, 0)
    text = "Exchange control of target creature and target land."
    layout = Layout(2)
    bear, land = layout.put(BEAR, 1), layout.put(FOREST, 1)
    state = cast(layout, text, bear, land, kind="Sorcery")
    assert (state.rows[bear].cls.controller, state.rows[land].cls.controller) == (1, 1)


def test_107_1a_half_of_a_life_total() -> None:
    layout = Layout(2)
    layout.set_player(0, "life", 13)
    assert life(cast(layout, "You lose half your life, rounded up."), 0) == 6
    layout = Layout(2)
    layout.set_player(0, "life", 13)
    assert life(cast(layout, "You lose half your life, rounded down."), 0) == 7


def test_603_7_a_creature_put_onto_the_battlefield_until_the_end_step() -> None:
    text = "You may put a creature card from your hand onto the battlefield. That creature gains haste. Sacrifice the creature at the beginning of the next end step."
    layout = Layout(2)
    layout.put(BEAR, 0, "hand")
    state = cast(layout, text)
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert "haste" in view(state, handle(state, "Bear")).keywords
    assert count(until(state, "upkeep", 1), "Bear") == 0
