"""What has the same name as the source of an ability, or as the card that the source exiled (201.2a)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import matches
from reiterate.rules.positions.layout import Layout
from reiterate.terms.proto import face_down
from reiterate.terms.references import Filter
from tests.support.acting import settled
from tests.support.boards import BEAR, FOREST, named
from tests.support.combats import combat, passed, run, struck
from tests.support.texts import card, code

SLAYER = card("{0}: Destroy target creature with the same name as ~.", "Creature — Test", name="Slayer")
TWINS = Filter(("creature",), namesake="source")


def test_201_2a_only_what_has_the_same_name_is_a_target() -> None:
    layout = Layout(2)
    layout.put(SLAYER, 0)
    layout.put(BEAR, 1)
    state = layout.done()
    assert code(state, "activate Slayer targeting Bear")
    assert code(state, "activate Slayer targeting Slayer") == ""  # it has the same name as itself


def test_201_2a_each_players_permanents_of_that_name_are_in_the_set() -> None:
    layout = Layout(2)
    mine, theirs, bear = layout.put(SLAYER, 0), layout.put(SLAYER, 1), layout.put(BEAR, 1)
    state = layout.done()
    assert [matches(state, TWINS, each, 0, mine) for each in (mine, theirs, bear)] == [True, True, False]


def test_201_2a_what_has_no_name_has_none_in_common_with_anything() -> None:
    layout = Layout(2)
    hidden = layout.put(face_down(), 0, card=BEAR)
    other = layout.put(face_down(), 1, card=BEAR)
    state = layout.done()
    assert not matches(state, TWINS, other, 0, hidden)


def test_201_2a_a_token_that_is_a_copy_has_the_name_that_it_copied() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.put(card("{0}: Create a token that's a copy of target creature.", "Artifact", name="Forge"), 0)
    state = settled(run(layout.done(), "activate Forge targeting Bear"))
    bears = {h: row.cls.proto for h, row in state.rows.items() if row in named(state, "Bear")}
    (token,) = (h for h, proto in bears.items() if proto is not None and proto.token)
    assert matches(state, TWINS, token, 0, bear)


def test_201_2a_a_source_that_is_gone_is_refused() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    with pytest.raises(Unsupported, match="name of a source"):
        matches(layout.done(), TWINS, bear, 0, 999)


WATCH = "Whenever ~ or another creature with the same name deals combat damage to a player, you draw a card."


@pytest.mark.parametrize(("attackers", "drawn"), [(1, 1), (2, 2)])
def test_201_2a_it_and_others_of_its_name_deal_damage(attackers: int, drawn: int) -> None:
    layout = Layout(2)
    watch = card(WATCH, "Creature — Test", name="Watch")
    plain = card("", "Creature — Test", name="Watch")
    layout.put(watch, 0)
    for _ in range(attackers - 1):
        layout.put(plain, 0)
    layout.put(BEAR, 0)
    state = settled(struck(passed(run(combat(layout), "attack with everything"))))
    assert sum(int(str(row.n)) for row in state.rows.values() if row.cls.zone == "hand" and row.cls.owner == 0) == drawn


LENS = "Whenever a land with the same name as the exiled card is tapped for mana, its controller adds one mana of any type that land produced."


@pytest.mark.parametrize(("linked", "mana"), [(True, 2), (False, 1)])
def test_607_2a_a_land_with_the_name_of_the_exiled_card(linked: bool, mana: int) -> None:
    layout = Layout(2)
    lens = layout.put(card(LENS, "Artifact", name="Lens"), 0)
    layout.put(FOREST, 0)
    exiled = layout.put(FOREST if linked else BEAR, 0, "exile")
    layout.link(lens, exiled)
    state = run(layout.done(), "activate Forest")
    assert state.rows[1].get("mana.G") == mana


def test_607_2a_the_land_that_a_permanent_exiles_as_it_enters_is_remembered_for_its_name() -> None:
    """The exiled Forest gives the name, so a Forest that stays gives one mana more."""
    layout = Layout(2)
    imprint = "When ~ enters, you may exile target land you control."
    layout.put(card(f"{imprint}\n{LENS}", "Artifact", name="Lens", cost="{0}"), 0, "hand")
    layout.put(FOREST, 0)
    layout.put(FOREST, 0)
    state = run(layout.done(), "cast Lens", "all pass", "target Forest", "all pass", "yes", "activate Forest")
    assert state.rows[1].get("mana.G") == 2
