"""What one effect does at the same time: cards that enter (603.6a, 610.3, 614.12), damage to several (120.3, 702.15e)."""

from __future__ import annotations

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import show
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.state.properties import TIMESTAMPS
from reiterate.terms.abilities import Activated, Enchant, Keyword, NotUnderstood, SpellAbility, Static, Triggered
from reiterate.terms.base import Ability
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopyToken, CreateTokens, Except
from reiterate.terms.effects_structure import Delayed
from reiterate.terms.effects_zones import Mill, Move, PutFromHand, ReturnToBattlefield, Search
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, EachCard, EachPlayer, Filter, Result, TargetRef, TargetSpec, You
from reiterate.terms.replacement_effects import EntersAs, OthersEnter
from reiterate.terms.static_effects import BasePT, ModifyPT
from reiterate.terms.trigger_events import Enters, LifeGained, StepBegins
from tests.support.acting import act, count, handle, instant, only, question, says, settled
from tests.support.boards import ANOTHER, BEAR, CREATURE, creature, life, play

GAIN = (GainLife(You(), Fixed(1)),)
BACK = ReturnToBattlefield(EachCard("graveyard"), "owner")
SEES: Ability = Triggered(Enters(ANOTHER), GAIN)


def buried(*protos: Proto, seat: int = 0) -> Layout:
    """Cards in a graveyard, one row each."""
    layout = Layout(2)
    for proto in protos:
        layout.put(proto, seat, "graveyard")
    return layout


def ordered(state: State) -> State:
    """Waiting abilities go on the stack, the oldest first, and everything resolves."""
    while asked(state) == "order":
        state = play(state, Choice("order", decider(state), min(waiting_abilities(state)), count=1))
    return settled(state)


def test_603_6a_each_of_those_that_return_sees_all_the_others() -> None:
    names = ("First", "Second", "Third")
    state = ordered(act(buried(*(creature(name, 1, 1, SEES) for name in names)), BACK))
    assert all(count(state, name) == 1 for name in names)
    assert life(state, 0) == 20 + 3 * 2


def test_603_6a_a_group_and_another_card_see_each_other() -> None:
    layout = buried(creature("Single", 1, 1, SEES))
    layout.put(creature("Many", 1, 1, SEES), 0, "graveyard", n=4)
    state = ordered(act(layout, BACK))
    assert life(state, 0) == 20 + 5 * 4


def test_603_6a_what_is_exiled_and_returned_later_comes_back_together() -> None:
    layout = Layout(2)
    layout.put(creature("Seer", 1, 1, SEES), 1)
    layout.put(creature("Watcher", 1, 1, SEES), 1)
    later = Delayed(StepBegins("end", "each"), (ReturnToBattlefield(Result(), "owner"),))
    theirs = Filter(types=("creature",), controller="opponent")
    state = act(layout, Move(Each(theirs), "exile"), later)
    assert count(state, "Seer", "exile") == 1
    while state.game.prop("step") != "end" or state.stack:
        state = play(state, Choice("pass", decider(state))) if asked(state) == "priority" else _no_attack(state)
        if asked(state) == "order":
            break
    assert life(ordered(state), 1) == 22


def _no_attack(state: State) -> State:
    return play(state, Choice("attack", decider(state), answer="none"))


def test_614_12_what_enters_at_the_same_time_replaces_nothing_for_the_others() -> None:
    sleepy = creature("Sleepy", 1, 1, Static(OthersEnter(CREATURE, tapped=True)))
    state = act(buried(sleepy, BEAR), BACK)
    assert (only(state, "Bear").cls.tapped, count(state, "Sleepy")) == (False, 1)
    layout = buried(BEAR)
    layout.put(sleepy, 1)
    assert only(act(layout, BACK), "Bear").cls.tapped


def test_707_5_what_enters_as_a_copy_copies_nothing_that_enters_with_it() -> None:
    clone = creature("Clone", 0, 0, Static(EntersAs(CREATURE, Except())))
    layout = buried(clone, BEAR)
    layout.put(creature("Ogre", 3, 3), 1)
    state = act(layout, BACK)
    kind, seat, rows = question(state)
    assert (kind, seat) == ("object", 0)
    assert {state.rows[h].cls.proto.name for h in rows} == {"Ogre", "Actor"}  # type: ignore[union-attr] # permanents have one
    state = says(state, picks=((handle(state, "Ogre"), 1),))
    assert (count(state, "Ogre"), count(state, "Bear")) == (2, 1)


def test_303_4f_an_aura_is_attached_to_nothing_that_enters_with_it() -> None:
    aura = Proto("Growth", ("enchantment",), ("Aura",), abilities=(Enchant(Filter(subtypes=("Bear",))),))
    beast = Proto("Beast", ("creature",), ("Bear",), power=2, toughness=2)
    state = act(buried(aura, beast), BACK)
    assert (count(state, "Beast"), count(state, "Growth"), count(state, "Growth", "graveyard")) == (1, 0, 1)
    layout = buried(aura, BEAR)
    host = layout.put(beast, 0)
    state = act(layout, BACK)
    assert getattr(only(state, "Growth").refs["host"], "row", -1) == host


def setter(name: str, size: int) -> Proto:
    return Proto(name, ("enchantment",), abilities=(Static(BasePT(Filter(subtypes=("Bear",)), size, size)),))


@pytest.mark.parametrize(("first", "size"), [("Small", 9), ("Big", 1)])
def test_613_7m_players_order_the_timestamps_of_what_enters_together(first: str, size: int) -> None:
    layout = buried(setter("Small", 1), setter("Big", 9))
    bear = layout.put(Proto("Cub", ("creature",), ("Bear",), power=2, toughness=2), 0)
    state = act(layout, BACK)
    assert question(state)[:2] == ("order", 0)
    state = says(state, first)
    assert view(state, bear).base == (size, size)
    assert len(state.seqs[TIMESTAMPS]) == 2


def test_613_7m_timestamps_that_cannot_matter_are_not_asked_for() -> None:
    lords = [Proto(n, ("enchantment",), abilities=(Static(ModifyPT(CREATURE, Fixed(1), Fixed(1))),)) for n in "AB"]
    assert asked(act(buried(*lords), BACK)) == "priority"


def test_101_4_what_each_player_puts_from_hand_enters_at_the_same_time() -> None:
    layout = Layout(2)
    for seat, name in ((0, "Mine"), (1, "Yours")):
        layout.put(creature(name, 1, 1, SEES), seat, "hand")
    state = ordered(act(layout, PutFromHand(EachPlayer(), CREATURE)))
    assert count(state, "Mine") == count(state, "Yours") == 1
    assert (life(state, 0), life(state, 1)) == (21, 21)


def test_701_23_cards_that_are_found_together_enter_together() -> None:
    layout = Layout(2)
    layout.library(0, [(creature("First", 1, 1, SEES), 1), (creature("Second", 1, 1, SEES), 1)])
    state = act(layout, Search(You(), CREATURE, "battlefield", amount=2))
    picks = tuple((h, 1) for h in question(state)[2])
    state = ordered(says(state, picks=picks))
    assert life(state, 0) == 22


def test_111_2_tokens_that_one_effect_makes_see_each_other_enter() -> None:
    token = Proto("Scout", ("creature",), ("Scout",), power=1, toughness=1, abilities=(SEES,), token=True)
    state = ordered(act(Layout(2), CreateTokens(Fixed(2), token, EachPlayer())))
    assert (life(state, 0), life(state, 1)) == (26, 26)  # each of the four sees three others
    layout = Layout(2)
    for name in ("First", "Second"):
        layout.put(creature(name, 1, 1, SEES), 1)
    theirs = Filter(types=("creature",), controller="opponent")
    state = ordered(act(layout, CopyToken(Fixed(1), Each(theirs), You())))
    assert (count(state, "First"), count(state, "Second"), life(state, 0), life(state, 1)) == (2, 2, 22, 24)


# --- damage of one source to several -----------------------------------------------------------------------------

EACH_TIME: Ability = Triggered(LifeGained("you"), (Mill(EachPlayer(True), Fixed(1)),))


def linked(text: str, lifelink: bool = True, life: int = 20) -> State:
    """A source with lifelink has carried out "{T}: text"; cards are milled for each time that its player gained life."""
    (ability,) = read_line(f"{{T}}: {text}", Context("Link"))
    assert isinstance(ability, Activated), text
    layout = Layout(2)
    layout.set_player(0, "life", life)
    layout.put(creature("Watcher", 1, 9, EACH_TIME), 0)
    big = layout.put(creature("Big", 1, 9), 1, n=3)
    row = layout.put(creature("Link", 1, 9, *((Keyword("lifelink"),) if lifelink else ()), ability), 0)
    aims = tuple(player(1) if spec.players else big for spec in ability.targets)
    return settled(play(layout.done(), Choice("activate", 0, row, targets=aims)))


@pytest.mark.parametrize(
    ("text", "gained", "times", "theirs"),
    [
        ("Link deals 3 damage to any target and 2 damage to you.", 5 - 2, 1, 17),
        ("Link deals 3 damage to any target. Link deals 2 damage to you.", 5 - 2, 2, 17),
        ("Link deals 2 damage to each creature you control and 1 damage to each opponent.", 5, 1, 19),
        ("Link deals 2 damage to each opponent, 1 damage to you, and 1 damage to each creature.", 8 - 1, 1, 18),
    ],
)
def test_702_15e_the_damage_of_one_sentence_is_one_gain_of_life(
    text: str, gained: int, times: int, theirs: int
) -> None:
    state = linked(text)
    assert (life(state, 0), life(state, 1)) == (20 + gained, theirs)
    assert (state.tally["mills.p2"], state.tally["lifegain.p1"]) == (times, times)


def test_702_15e_it_is_gained_as_part_of_the_damage_that_would_be_lethal() -> None:
    """120.3f, 704.3: one life is lost and two are gained before anybody looks."""
    state = linked("Link deals 1 damage to any target and 1 damage to you.", life=1)
    assert (life(state, 0), asked(state)) == (2, "priority")
    assert asked(linked("Link deals 1 damage to any target and 1 damage to you.", False, 1)) == "over"


def test_120_3_damage_with_words_prints_back_and_is_no_damage_after_damage() -> None:
    texts = ("Link deals 3 damage to any target and 2 damage to you.", "Link deals 3 damage to any target. Link deals 2 damage to you.")  # fmt: skip
    both = [read_line(text, Context("Link", spell=True)) for text in texts]
    assert both[0] != both[1]
    for (ability,) in both:
        assert isinstance(ability, SpellAbility)
        assert getattr(ability.effects[0], "with_last", None) is False
        assert read_line(show(ability, "Link"), Context("Link", spell=True)) == (ability,)
    (after,) = read_line("Link deals 3 damage to any target, then 2 damage to you.", Context("Link", spell=True))
    assert isinstance(after, NotUnderstood)


def test_608_2b_damage_to_an_illegal_target_is_left_out_and_the_rest_is_dealt() -> None:
    (ability,) = read_line(
        "Blast deals 2 damage to target creature and 3 damage to target player.", Context("Blast", spell=True)
    )
    assert isinstance(ability, SpellAbility)
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    blast = layout.put(instant("Blast", *ability.effects, targets=ability.targets), 0, "hand")
    murder = layout.put(instant("Murder", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = play(layout.done(), Choice("cast", 0, blast, targets=(bear, player(1))))
    state = settled(play(state, Choice("cast", 0, murder, targets=(bear,))))
    assert (count(state, "Bear", "graveyard"), life(state, 1)) == (1, 17)
