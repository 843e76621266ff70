"""What the rank of candidates learns: shapes without numbers, weights of features, and turns."""

from __future__ import annotations

from functools import cache

from reiterate.cards import CardBook
from reiterate.discoveries.features import Features, shape, traits
from reiterate.discoveries.feeding import enabled
from reiterate.discoveries.likeness import Weights
from reiterate.oracle import CompiledCard
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, LifeTotal
from reiterate.terms.references import EachPlayer, Filter, You

SHARED, OFTEN, SELDOM = (0, 1), (0, 2), (0, 3)


@cache
def proto(name: str) -> Proto:
    found = CardBook.builtin().find(name)
    assert isinstance(found, CompiledCard)
    return found.proto


def test_a_shape_has_no_numbers_colors_or_subtypes() -> None:
    assert shape(Draw(You(), Fixed(1)), 2) == shape(Draw(You(), Fixed(7)), 2)
    assert shape(Draw(You(), Fixed(1)), 2) != shape(Draw(EachPlayer(), Fixed(1)), 2)
    assert shape(Filter(types=("creature",), subtypes=("Elf",)), 1) == shape(
        Filter(types=("creature",), subtypes=("Goblin",)), 1
    )
    assert shape(Filter(types=("creature",)), 1) != shape(Filter(types=("land",)), 1)


def test_a_shape_ends_at_its_depth() -> None:
    one, other = Draw(You(), Fixed(1)), Draw(You(), LifeTotal(You()))
    assert shape(one, 0) == shape(other, 0) == "Draw"
    assert shape(one, 2) != shape(other, 2)


def test_cards_of_one_ability_have_one_doing() -> None:
    """Each draws a card where the enchanted creature deals damage; the one costs more and has flash."""
    assert traits(proto("Curiosity")).doings[0] == traits(proto("Ophidian Eye")).doings[0]


def test_features_do_not_depend_on_which_card_comes_first() -> None:
    features = Features()
    one, other = proto("Kiki-Jiki, Mirror Breaker"), proto("Zealous Conscripts")
    assert set(features.of(one, other, 0)) == set(features.of(other, one, 0))
    assert len(features.of(one, other, 0)) == len(set(features.of(one, other, 0)))


def test_what_combos_have_and_others_lack_weighs_most() -> None:
    learned = Weights([[SHARED, OFTEN], [SHARED, OFTEN, SELDOM]], [[OFTEN]] * 20)
    assert learned.log_odds([SHARED]) > max(0.0, learned.log_odds([OFTEN]))


def test_what_one_known_combo_alone_has_says_nothing_of_others() -> None:
    assert Weights([[SHARED], [SHARED, SELDOM]], []).log_odds([SELDOM]) == 0
    assert SELDOM in Weights([[SELDOM]], []).of  # there is but one combo to learn from


def test_which_cards_do_something_through_the_other_one() -> None:
    """Life is gained only as life is lost, and the other way round. A bear gives neither."""
    assert enabled(proto("Sanguine Bond"), proto("Exquisite Blood")) == 2
    assert enabled(proto("Sanguine Bond"), proto("Grizzly Bears")) == 0
