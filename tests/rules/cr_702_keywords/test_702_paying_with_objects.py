"""Objects that pay for spells: improvise (702.126) and delve (702.66), beside convoke (702.51)."""

from __future__ import annotations

import pytest

from reiterate.records import replace
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Keyword
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import SpellsHave
from tests.support import written
from tests.support.acting import count, settled
from tests.support.boards import BEAR, creature, play
from tests.support.shown import shows

STONE = Proto("Stone", ("artifact",))
RED_STONE = Proto("Ruby", ("artifact",), colors=("R",))
TITAN = creature("Titan", 5, 5, Keyword("improvise"), cost=("3", "R"))
EATER = creature("Eater", 5, 5, Keyword("delve"), cost=("4", "R"))
BOTH = creature("Both", 5, 5, Keyword("convoke"), Keyword("delve"), cost=("3", "G"))


def found(state: State, choice: Choice) -> str:
    """The code of a refusal of a choice, or nothing."""
    refused = verify(state, choice)
    return refused.code if refused is not None else ""


def improvised(n: int, red: int, colorless: int, proto: Proto = STONE, tapped: bool = False) -> str:
    """Whether the titan can be cast with so many artifacts tapped and so much mana."""
    layout = Layout(2)
    stones = layout.put(proto, 0, n=9, tapped=tapped)
    card = layout.put(TITAN, 0, "hand")
    layout.set_player(0, "mana.R", red)
    layout.set_player(0, "mana.C", colorless)
    return found(layout.done(), Choice("cast", 0, card, picks=((stones, n),), how=("improvise",)))


def said(state: State, line: str) -> State:
    """The position after a line, which is how the choice is said, too."""
    choice = read_sentence(state, line)
    assert isinstance(choice, Choice), choice
    assert read_sentence(state, say(state, choice).partition(": ")[2]) == choice
    return play(state, choice)


@shows("improvise")
@pytest.mark.parametrize(
    ("n", "red", "colorless", "code"),
    [(3, 1, 0, ""), (2, 1, 1, ""), (2, 1, 0, "mana-short"), (3, 0, 9, "mana-short"), (4, 1, 0, "cost-picks")],
)
def test_702_126a_artifacts_pay_for_generic_mana_alone(n: int, red: int, colorless: int, code: str) -> None:
    assert improvised(n, red, colorless) == code


def test_702_126a_the_color_of_an_artifact_pays_no_colored_mana() -> None:
    assert improvised(3, 0, 9, RED_STONE) == "mana-short"


@pytest.mark.parametrize(("proto", "tapped"), [(STONE, True), (BEAR, False)])
def test_702_126a_what_is_tapped_or_no_artifact_pays_nothing(proto: Proto, tapped: bool) -> None:
    assert improvised(3, 1, 0, proto, tapped) == "cost-picks"


def test_702_126a_the_artifacts_are_tapped_and_the_spell_resolves() -> None:
    layout = Layout(2)
    layout.put(STONE, 0, n=5)
    layout.put(TITAN, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(said(layout.done(), "cast Titan with improvise tapping 3 Stones"))
    assert count(state, "Titan") == 1
    assert sum(int(str(r.n)) for r in state.rows.values() if r.cls.proto is STONE and r.cls.tapped) == 3


def delved(n: int, red: int, owner: int = 0) -> str:
    layout = Layout(2)
    dead = layout.put(BEAR, owner, "graveyard", n=9)
    card = layout.put(EATER, 0, "hand")
    layout.set_player(0, "mana.R", red)
    return found(layout.done(), Choice("cast", 0, card, picks=((dead, n),), how=("delve",)))


@shows("delve")
@pytest.mark.parametrize(
    ("n", "red", "owner", "code"),
    [(4, 1, 0, ""), (1, 4, 0, ""), (3, 1, 0, "mana-short"), (4, 0, 0, "mana-short"), (5, 1, 0, "cost-picks"), (4, 1, 1, "cost-picks")],
)  # fmt: skip
def test_702_66a_cards_of_the_own_graveyard_pay_for_generic_mana(n: int, red: int, owner: int, code: str) -> None:
    assert delved(n, red, owner) == code


def test_702_66a_the_cards_are_exiled_and_the_spell_resolves() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "graveyard", n=5)
    layout.put(EATER, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(said(layout.done(), "cast Eater with delve exiling 4 Bears"))
    assert (count(state, "Eater"), count(state, "Bear", "exile"), count(state, "Bear", "graveyard")) == (1, 4, 1)


@pytest.mark.parametrize(("dead", "creatures", "code"), [(2, 2, ""), (3, 1, ""), (1, 3, ""), (3, 2, "cost-picks")])
def test_702_51a_and_702_66a_together_on_one_spell(dead: int, creatures: int, code: str) -> None:
    layout = Layout(2)
    graves = layout.put(BEAR, 0, "graveyard", n=9)
    elves = layout.put(Proto("Elf", ("creature",), colors=("G",), power=1, toughness=1), 0, n=9)
    card = layout.put(BOTH, 0, "hand")
    picks = ((elves, creatures), (graves, dead))
    assert found(layout.done(), Choice("cast", 0, card, picks=picks, how=("convoke", "delve"))) == code


@pytest.mark.parametrize("how", ["improvise", "delve", "convoke"])
def test_601_2b_a_spell_without_the_keyword_is_not_paid_so(how: str) -> None:
    layout = Layout(2)
    card = layout.put(creature("Plain", 2, 2, cost=("2",)), 0, "hand")
    assert found(layout.done(), Choice("cast", 0, card, how=(how,))) == "how"


@pytest.mark.parametrize("proto", [TITAN, EATER])
def test_702_what_no_option_says_is_told(proto: Proto) -> None:
    layout = Layout(2)
    layout.put(proto, 0, "hand")
    assert sum(option.unknown == "option-not-offered" for option in options(layout.done())) == 1


def given(text: str, owner: int = 0, proto: Proto = BEAR) -> tuple[State, int, int]:
    """A position with what gives a keyword to spells, five artifact creatures, and a card to cast: the rows of the last two."""
    layout = Layout(2)
    layout.put(written.card(text, name="Giver"), owner)
    golems = layout.put(Proto("Golem", ("artifact", "creature"), power=1, toughness=1), 0, n=5)
    row = layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.G", 1)
    return layout.done(), golems, row


@shows(SpellsHave)
def test_702_51a_a_spell_is_paid_for_by_the_keyword_that_an_effect_gives_it() -> None:
    state, golems, row = given("Creature spells you cast have convoke.")  # a Bear costs {1}{G}
    paid = Choice("cast", 0, row, picks=((golems, 1),), how=("convoke",))
    assert found(state, paid) == ""
    assert found(state, replace(paid, picks=((golems, 2),))) == "cost-picks"  # colorless creatures pay no {G}
    assert count(settled(said(state, "cast Bear with convoke tapping a Golem")), "Bear") == 1
    assert any(option.how == ("convoke", "702.51") for option in options(state))  # told, though not offered


@pytest.mark.parametrize(
    ("text", "owner"),
    [("Artifact spells you cast have convoke.", 0), ("Creature spells you cast have convoke.", 1), ("Flying", 0)],
)
def test_702_51a_other_spells_and_other_players_have_it_not(text: str, owner: int) -> None:
    state, golems, row = given(text, owner)
    assert found(state, Choice("cast", 0, row, picks=((golems, 1),), how=("convoke",))) == "how"
    assert not any(option.how[:1] == ("convoke",) for option in options(state))


def test_702_126a_and_702_66a_are_given_too() -> None:
    state, golems, row = given("Nonartifact spells you cast have improvise.")
    assert found(state, Choice("cast", 0, row, picks=((golems, 1),), how=("improvise",))) == ""
    layout = Layout(2)
    layout.put(written.card("Spells you cast have delve.", name="Giver"), 0)
    dead = layout.put(BEAR, 0, "graveyard", n=3)
    row = layout.put(BEAR, 0, "hand")
    layout.put(Proto("Grove", ("land",)), 0, "hand")
    layout.set_player(0, "mana.G", 1)
    state = layout.done()
    assert found(state, Choice("cast", 0, row, picks=((dead, 1),), how=("delve",))) == ""
    marks = [option.row for option in options(state) if option.how[:1] == ("delve",)]
    assert marks == [row]  # a land is never cast (305.9)
