"""Forms that the rules' own examples use: mana by what is there, cards that are cycled or come back, names, no abilities."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State
from reiterate.state.properties import CHOSEN_COLOR
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_continuous import GainActivated
from reiterate.terms.effects_mana import AddChosen, AddColorOf, AddMana, AddProducible, DoubleMana
from reiterate.terms.effects_spells import NewTargets
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, HeldBy
from reiterate.terms.references import Filter
from reiterate.terms.trigger_events import CyclesThis
from tests.support.acting import around, count, handle, only, pool, question, says, settled, until
from tests.support.boards import BEAR, ELF, FOREST, creature, life, play, tap_ability
from tests.support.shown import shows

ORCHARD = "{T}: Add one mana of any color that a land an opponent controls could produce."
TOWER = Proto("Tower", ("land",), abilities=(tap_ability(AddMana(("C",))),))
HUGE = 10**100


def of(text: str, name: str = "Sample", types: str = "Enchantment", cost: str = "{1}", size: str = "") -> Proto:
    """A card of these words; every line of it is understood."""
    data: dict[str, Any] = {"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost}
    if size:
        data["power"], _, data["toughness"] = size.partition("/")
    found = compile_card(data)
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def not_read(text: str, types: str = "Enchantment") -> bool:
    """Whether words are refused."""
    return not compile_card({"name": "Sample", "type_line": types, "oracle_text": text, "mana_cost": "{1}"}).complete


def tapped(mine: Proto, *theirs: Proto, own: tuple[Proto, ...] = ()) -> State:
    """After the first player tapped a permanent for mana, with others beside it."""
    layout = Layout(2)
    row = layout.put(mine, 0)
    for proto in own:
        layout.put(proto, 0)
    for proto in theirs:
        layout.put(proto, 1)
    return play(layout.done(), Choice("activate", 0, row))


# --- mana by what is there (106) ---------------------------------------------------------------------------------


@shows(AddColorOf)
def test_106_5_a_colour_of_a_permanent_is_chosen_among_those_there_are() -> None:
    crater = of("{T}: Choose a color of a permanent you control. Add one mana of that color.", types="Land")
    both = Proto("Both", ("creature",), (), (), ("G", "W"), ("1",), 1, 1)
    assert pool(tapped(crater)) == {}
    state = tapped(crater, own=(both,))
    assert pool(says(state, "W")) == {"W": 1}
    assert pool(says(state, "G")) == {"G": 1}
    assert verify(state, Choice("answer", 0, answer="U")) is not None


@shows(AddProducible)
def test_106_7_what_lands_could_produce_counts_types_or_colours() -> None:
    coloured = of(ORCHARD, types="Land")
    typed = of(ORCHARD.replace("color", "type"), types="Land")
    assert pool(tapped(coloured, TOWER)) == {}
    assert pool(tapped(typed, TOWER)) == {"C": 1}
    assert pool(tapped(coloured, FOREST, TOWER)) == {"G": 1}


def test_106_7_two_lands_that_ask_each_other_for_colours_and_types() -> None:
    mine = of(ORCHARD.replace("color", "type"), "Mine", "Land")
    theirs = of(ORCHARD, "Theirs", "Land")
    assert pool(tapped(mine, theirs, own=(TOWER, FOREST))) == {"G": 1}  # theirs could not produce {C}


def test_106_7_an_amount_that_could_be_none_is_refused_by_name() -> None:
    grove = Proto("Grove", ("land",), abilities=(tap_ability(AddMana(("G",), (), CountOf(Filter(("creature",))))),))
    with pytest.raises(Unsupported) as caught:
        tapped(of(ORCHARD, types="Land"), grove)
    assert caught.value.refusal.code == "rule-106.7"


@shows(DoubleMana)
def test_106_6_doubled_mana_is_as_much_again_of_each_type() -> None:
    layout = Layout(2)
    layout.set_player(0, "mana.G", HUGE)
    layout.set_player(0, "mana.C", 4)
    row = layout.put(of("{T}: Double the amount of each type of unspent mana you have.", types="Artifact"), 0)
    assert pool(play(layout.done(), Choice("activate", 0, row))) == {"G": 2 * HUGE, "C": 8}


# --- cycling (702.29c) -------------------------------------------------------------------------------------------


@shows(CyclesThis)
def test_702_29c_a_card_that_is_cycled_triggers_and_one_discarded_otherwise_does_not() -> None:
    slice_ = of("Cycling {0}\nWhen you cycle this card, you gain 3 life.", "Slice", "Sorcery", "{9}")
    layout = Layout(2)
    row = layout.put(slice_, 0, zone="hand")
    layout.library(0, [(BEAR, 1)])
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert (life(state, 0), count(state, "Bear", "hand"), count(state, "Slice", "graveyard")) == (23, 1, 1)
    layout = Layout(2)
    layout.put(slice_, 0, zone="hand")
    bin_ = layout.put(of("{0}: Discard a card.", "Bin"), 0)
    state = settled(play(layout.done(), Choice("activate", 0, bin_)))
    assert (life(state, 0), count(state, "Slice", "graveyard")) == (20, 1)


def test_702_29c_no_other_words_make_an_ability_cycling() -> None:
    assert not_read("{1}, Discard this card: Draw a card.", "Creature")
    assert not_read("Cycling {1}\nWhen you cycle this card, return it to your hand.", "Sorcery")


# --- abilities of cards in a graveyard (113.6m) ------------------------------------------------------------------


def test_113_6m_a_card_that_was_returned_is_not_returned_again() -> None:
    text = "{0}: Return this card from your graveyard to the battlefield.\nWhen this creature enters, you gain 1 life."
    layout = Layout(2)
    row = layout.put(of(text, "Bones", "Creature — Skeleton", size="1/1"), 0, zone="graveyard")
    state = play(layout.done(), Choice("activate", 0, row))
    state = settled(play(state, Choice("activate", 0, handle(state, "Bones", "graveyard"))))
    assert (count(state, "Bones"), life(state, 0)) == (1, 21)


def test_113_6m_an_ability_that_returns_its_card_asks_for_no_cost_of_a_permanent() -> None:
    assert not_read("{T}: Return this card from your graveyard to your hand.", "Creature")


def test_113_6m_the_owner_alone_activates_it() -> None:
    layout = Layout(2)
    row = layout.put(
        of("{0}: Return this card from your graveyard to your hand.", types="Creature", size="1/1"), 1, zone="graveyard"
    )
    assert verify(layout.done(), Choice("activate", 0, row)) is not None


# --- no abilities (113.12) ---------------------------------------------------------------------------------------


def test_113_12_an_ability_that_is_lost_or_gained_until_end_of_turn() -> None:
    layout = Layout(2)
    layout.put(of("Creatures with no abilities get +2/+2."), 0)
    row = layout.put(creature("Flyer", 1, 1, *of("Flying", "Wing", "Creature", size="1/1").abilities), 0)
    bear = layout.put(BEAR, 0)
    strip = layout.put(of("{0}: Target creature loses all abilities until end of turn.", "Strip"), 0)
    lift = layout.put(of("{0}: Target creature gains flying until end of turn.", "Lift"), 0)
    state = layout.done()
    assert (power(state, row), power(state, bear)) == (1, 4)
    state = settled(play(state, Choice("activate", 0, strip, targets=(row,))))
    state = settled(play(state, Choice("activate", 0, lift, targets=(bear,))))
    assert (power(state, row), power(state, bear)) == (3, 2)


def test_613_8_giving_abilities_to_all_comes_before_asking_for_none() -> None:
    layout = Layout(2)
    layout.put(of("Creatures with no abilities have flying.", "Empty"), 0)
    layout.put(of("Creatures you control have haste.", "Spur"), 0)
    mine, theirs = layout.put(BEAR, 0), layout.put(BEAR, 1)
    state = layout.done()
    assert (view(state, mine).keywords, view(state, theirs).keywords) == (frozenset({"haste"}), frozenset({"flying"}))


# --- names of tokens, opponents of a player, a chosen player -----------------------------------------------------


def test_111_4_and_704_5j_two_tokens_of_one_given_name_leave_one() -> None:
    text = "{0}: Create Marit Lage, a legendary 20/20 black Avatar creature token with flying and indestructible."
    layout = Layout(2)
    row = layout.put(of(text), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert (count(state, "Marit Lage"), only(state, "Marit Lage").cls.proto.subtypes) == (1, ("Avatar",))  # type: ignore[union-attr] # a token
    state = around(play(state, Choice("activate", 0, row)))
    first = next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Marit Lage")
    assert count(settled(play(state, Choice("keep", 0, first))), "Marit Lage") == 1


def test_102_2_each_of_that_players_opponents_is_everybody_else() -> None:
    text = "Whenever a player casts a spell, each of that player's opponents draws two cards."
    song = of("You gain 1 life.", "Song", "Sorcery", "{0}")
    layout = Layout(3)
    layout.put(of(text), 0)
    card = layout.put(song, 0, zone="hand")
    for seat in range(3):
        layout.put(ELF, seat, zone="library", n=5)
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    hands = [sum(r.n for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == s) for s in range(3)]
    assert hands == [0, 2, 2]
    assert not_read("{0}: Each of that player's opponents draws two cards.")


@shows(HeldBy)
def test_208_2a_a_size_counts_what_the_chosen_player_controls() -> None:
    text = "As this creature enters, choose an opponent.\nSample's power and toughness are each equal to the number of creatures the chosen player controls."
    layout = Layout(3)
    row = layout.put(of(text, types="Creature — Spirit", cost="{0}", size="*/*"), 0, zone="hand")
    layout.put(BEAR, 1, n=4)
    layout.put(BEAR, 2, n=HUGE)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (0, 0)
    state = around(play(state, Choice("cast", 0, row)))
    for seat, size in ((1, 4), (2, HUGE)):
        chosen = says(state, f"p{seat + 1}")
        assert power(chosen, handle(chosen, "Sample")) == size


# --- new targets for a spell (115.7) -----------------------------------------------------------------------------

DIVERT = of("You may choose new targets for target spell.", "Divert", "Instant", "{0}")


def diverted(spell: Proto, *aims: str) -> State:
    """A spell with these targets, and another player about to choose new ones: p1 has a Bear, p2 a Bear and a Warded."""
    layout = Layout(2)
    row = layout.put(spell, 0, zone="hand")
    answer = layout.put(DIVERT, 1, zone="hand")
    rows = {"mine": layout.put(BEAR, 0), "theirs": layout.put(BEAR, 1), "p1": 1, "p2": 2}
    warded = of(
        "Whenever this creature becomes the target of a spell, you gain 1 life.", "Warded", "Creature", size="9/9"
    )
    rows["warded"] = layout.put(warded, 1)
    hexed = layout.put(of("Hexproof", "Hexed", "Creature", size="9/9"), 1)
    assert hexed
    state = play(layout.done(), Choice("cast", 0, row, targets=tuple(rows[aim] for aim in aims)), Choice("pass", 0))
    cast = next(h for h in state.stack if state.rows[h].cls.proto is not None)
    return around(play(state, Choice("cast", 1, answer, targets=(cast,))))


def chosen(state: State, name: str, seat: int = 0) -> State:
    """The state in which this permanent was chosen."""
    row = next(h for h, r in state.rows.items() if named_so(r, name) and r.cls.controller == seat)
    return says(state, picks=((row, 1),))


def named_so(row: Any, name: str) -> bool:
    """Whether a row on the battlefield has this name."""
    return row.cls.proto is not None and row.cls.proto.name == name and row.cls.zone == "battlefield"


BOLT = of("Bolt deals 1 damage to target creature.", "Bolt", "Instant", "{0}")


@shows(NewTargets)
def test_115_7d_a_new_target_is_legal_for_the_spells_controller() -> None:
    state = diverted(BOLT, "theirs")
    names = {row.cls.proto.name for row in (state.rows[h] for h in question_rows(state)) if row.cls.proto is not None}
    assert names == {"Bear", "Warded"}  # what has hexproof against the caster is none
    state = settled(chosen(state, "Warded", 1))
    assert (only(state, "Warded").get("damage"), life(state, 1)) == (1, 21)


def test_115_7d_the_target_may_stay_and_nothing_becomes_a_target_then() -> None:
    state = settled(chosen(diverted(BOLT, "warded"), "Warded", 1))
    assert (only(state, "Warded").get("damage"), life(state, 1)) == (1, 21)  # by the casting alone


def test_115_7f_what_divides_something_is_refused_by_name() -> None:
    split = of(
        "Split deals 3 damage divided as you choose among one, two, or three targets.", "Split", "Instant", "{0}"
    )
    layout = Layout(2)
    row, answer = layout.put(split, 0, zone="hand"), layout.put(DIVERT, 1, zone="hand")
    state = play(layout.done(), Choice("cast", 0, row, targets=(2,)), Choice("pass", 0))
    with pytest.raises(Unsupported) as caught:
        around(play(state, Choice("cast", 1, answer, targets=(state.stack[0],))))
    assert caught.value.refusal.code == "rule-115.7"


def question_rows(state: State) -> tuple[int, ...]:
    """The rows that may be chosen."""
    return question(state)[2]


@shows(GainActivated)
def test_201_5b_a_gained_ability_speaks_of_what_gained_it_until_end_of_turn() -> None:
    copier = of(
        "{0}: Copier gains all activated abilities of target creature until end of turn.",
        "Copier",
        "Creature",
        size="1/1",
    )
    drake = of("{0}: Put a +1/+1 counter on Drake.\nFlying", "Drake", "Creature", size="1/1")
    layout = Layout(2)
    mine, theirs = layout.put(copier, 0), layout.put(drake, 1)
    state = settled(play(layout.done(), Choice("activate", 0, mine, targets=(theirs,))))
    state = settled(play(state, Choice("activate", 0, mine, 1)))
    assert (only(state, "Copier").get("counter.+1/+1"), only(state, "Drake").get("counter.+1/+1")) == (1, 0)
    assert not view(state, handle(state, "Copier")).keywords
    state = until(state, "main1", 1)
    assert len(view(state, handle(state, "Copier")).activated) == 1


def test_607_5_an_ability_that_speaks_of_linked_cards_is_refused_by_name() -> None:
    copier = of(
        "{0}: Copier gains all activated abilities of target creature until end of turn.",
        "Copier",
        "Creature",
        size="1/1",
    )
    vault = of(
        "When this creature enters, exile a creature card from your hand.\n{0}: Return the exiled card to its owner's hand.",
        "Vault",
        "Creature",
        size="1/1",
    )
    layout = Layout(2)
    mine, theirs = layout.put(copier, 0), layout.put(vault, 1)
    with pytest.raises(Unsupported) as caught:
        settled(play(layout.done(), Choice("activate", 0, mine, targets=(theirs,))))
    assert caught.value.refusal.code == "rule-607.5"


@shows(AddChosen)
def test_607_2d_mana_of_the_chosen_color_is_of_the_colour_chosen_for_the_source() -> None:
    """And of none where the ability was gained by what nothing was chosen for (607.5a)."""
    plume = of("As this artifact enters, choose a color.\n{T}: Add one mana of the chosen color.", "Plume", "Artifact")
    layout = Layout(2)
    row = layout.put(plume, 0)
    was = layout.rows[row]
    layout.rows[row] = Row(was.cls.with_prop(CHOSEN_COLOR, "G"), was.num, was.n, was.refs)
    state = play(layout.done(), Choice("activate", 0, row))
    assert [kind for kind in "WUBRGC" if state.rows[1].get(f"mana.{kind}")] == ["G"]
    layout = Layout(2)
    row = layout.put(creature("Blank", 1, 1, Activated((TapCost(),), (AddChosen(),))), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    assert not any(state.rows[1].get(f"mana.{kind}") for kind in "WUBRGC")
