"""What may be cast and activated is told from the total cost (601.2f, 602.2b): small boards worked out by hand."""

from __future__ import annotations

from typing import Any

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GRAVEYARD, HAND, State
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Static
from reiterate.terms.costs import EvidenceCost, LifeCost, ManaCost, SacrificeCost, TapCost, TapOthers
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, You
from reiterate.terms.static_effects import CostReduction, SpellCost
from tests.rules.decisions.compared_offers import check_board
from tests.support.boards import BEAR, CREATURE, creature, named, play

GAIN = SpellAbility((GainLife(You(), Fixed(1)),))
THALIA = creature("Taxer", 2, 1, Static(SpellCost("any", Filter(without_types=("creature",)), Fixed(1), less=False)))
BARAL = creature("Helper", 1, 3, Static(SpellCost("you", Filter(any_of=("instant", "sorcery")), Fixed(1))))
RAPTOR = creature("Raptor", 2, 3, Static(SpellCost("you", CREATURE, Fixed(1))))
WOLF = Proto("Wolf", ("creature",), mana_cost=("3", "G"), power=3, toughness=3, abilities=(Keyword("flash"),))


def instant(*cost: str, more: tuple[Any, ...] = ()) -> Proto:
    return Proto("Charm", ("instant",), mana_cost=cost, abilities=(GAIN, *more))


def board(*permanents: Proto, hand: Proto | None = None, life: int = 20, **mana: int) -> tuple[State, int]:
    """A board of the first player's, with a card in hand: the state and the row of what is asked about."""
    layout = Layout(2)
    rows = [layout.put(proto, 0) for proto in permanents]
    row = layout.put(hand, 0, HAND) if hand is not None else rows[0]
    for kind, amount in mana.items():
        layout.set_player(0, f"mana.{kind}", amount)
    layout.set_player(0, "life", life)
    return layout.done(), row


def ways(state: State, row: int) -> set[tuple[tuple[str, ...], int, tuple[tuple[str, int], ...]]]:
    """How a card could be cast or an ability activated: the ways, X and what is paid, as options say; all of it checked."""
    check_board(state)
    made = [c for o in options(state) if o.row == row for c in instances(state, o, 500)]
    return {(tuple(sorted(c.how)), c.x, tuple(sorted((k, n) for k, n in c.pay))) for c in made}  # type: ignore[misc] # the amounts are plain


def test_601_2f_a_reducer_lets_a_spell_be_cast_out_of_two_kinds_of_mana() -> None:
    state, row = board(RAPTOR, hand=WOLF, G=3, R=8)
    assert ways(state, row) == {((), 0, tuple((k, n) for k, n in (("G", g), ("R", 3 - g)) if n)) for g in (1, 2, 3)}
    state, row = board(RAPTOR, hand=WOLF, G=1, R=2)
    assert ways(state, row) == {((), 0, (("G", 1), ("R", 2)))}
    state, row = board(RAPTOR, hand=WOLF, R=8, W=8)
    assert ways(state, row) == set()


def test_601_2f_a_tax_is_paid_with_any_of_the_mana() -> None:
    state, row = board(THALIA, hand=instant("R"), R=1, W=1, U=1)
    assert ways(state, row) == {((), 0, (("R", 1), ("W", 1))), ((), 0, (("R", 1), ("U", 1)))}
    state, row = board(THALIA, hand=instant("R"), R=1)
    assert ways(state, row) == set()


def test_601_2f_increases_come_before_reductions() -> None:
    state, row = board(THALIA, BARAL, hand=instant("R"), R=1, W=1)
    assert ways(state, row) == {((), 0, (("R", 1),))}
    state, row = board(BARAL, hand=instant("R"), R=1, W=1)
    assert ways(state, row) == {((), 0, (("R", 1),))}  # 118.7a: no coloured mana is taken off


def test_601_2f_x_is_as_large_as_reductions_allow() -> None:
    state, row = board(BARAL, BARAL, hand=instant("X", "R"), R=2, G=1)
    assert max(x for _, x, _ in ways(state, row)) == 4
    state, row = board(THALIA, hand=instant("X", "R"), R=2, G=1)
    assert max(x for _, x, _ in ways(state, row)) == 1


def test_107_4f_life_for_a_symbol_leaves_its_mana_for_the_rest() -> None:
    state, row = board(THALIA, hand=instant("1", "R/P"), R=1, G=1)
    assert ways(state, row) == {((), 0, (("G", 1), ("P", 1), ("R", 1)))}
    state, row = board(hand=instant("X", "R/P"), W=3, R=1)
    assert max(x for _, x, _ in ways(state, row)) == 4
    state, row = board(hand=instant("R/P", more=(SpellCosts((LifeCost(Fixed(2)),)),)), life=3, R=1, G=1)
    assert ways(state, row) == {((), 0, (("R", 1),))}


def test_119_4_life_that_is_owed_pays_for_no_symbol() -> None:
    dear = SpellCosts((LifeCost(Fixed(3)),), "buyback")
    state, row = board(hand=instant("R/P", more=(dear,)), life=3, R=2)
    assert (("buyback",), 0, ()) in ways(state, row)
    assert play(state, Choice("cast", 0, row, how=("buyback",))).rows[1].get("mana.R") == 1


def test_107_4e_hybrid_symbols_are_paid_as_they_fit_together() -> None:
    state, row = board(hand=instant("W/U", "W/B"), W=1, U=1)
    assert ways(state, row) == {((), 0, (("U", 1), ("W", 1)))}
    state, row = board(hand=instant("G/P", "G/W"), G=1, R=1)
    assert ways(state, row) == {((), 0, (("G", 1), ("P", 1)))}


def test_601_2b_each_set_of_optional_costs_is_offered() -> None:
    more = (SpellCosts((ManaCost(("1",)),), "kicker"), SpellCosts((ManaCost(("2",)),), "buyback"))
    state, row = board(hand=instant("R", more=more), R=4)
    assert {how for how, _, _ in ways(state, row)} == {(), ("kicker",), ("buyback",), ("buyback", "kicker")}
    state, row = board(hand=instant("R", more=more), R=3)
    assert {how for how, _, _ in ways(state, row)} == {(), ("kicker",), ("buyback",)}


def test_118_9d_taxes_are_owed_for_an_alternative_cost() -> None:
    instead = SpellCosts((ManaCost(("G",)),), "alternative cost")
    state, row = board(THALIA, hand=instant("5", more=(instead,)), G=1, W=1)
    assert ways(state, row) == {(("alternative cost",), 0, (("G", 1), ("W", 1)))}
    for_life = SpellCosts((LifeCost(Fixed(3)),), "alternative cost")
    state, row = board(THALIA, hand=instant("5", more=(for_life,)))
    assert ways(state, row) == set()
    state, row = board(THALIA, hand=instant("5", more=(for_life,)), G=1)
    assert ways(state, row) == {(("alternative cost",), 0, ())}
    assert play(state, Choice("cast", 0, row, how=("alternative cost",))).rows[1].get("mana.G") == 0


def test_601_2f_reductions_with_and_without_a_floor_apply_in_the_best_order() -> None:
    """Two less but not below one, and one less: {3} comes to {1} and then to nothing; the other way round to {1}."""
    actor = creature("Actor", 1, 1, Activated((ManaCost(("3",)),), (GainLife(You(), Fixed(1)),)))
    for order in ((0, 1), (1, 0)):
        makers = [
            Proto("Floor", ("artifact",), abilities=(Static(CostReduction(2, 1, CREATURE)),)),
            Proto("None", ("artifact",), abilities=(Static(CostReduction(1, 0, CREATURE)),)),
        ]
        state, row = board(actor, *(makers[i] for i in order))
        assert ways(state, row) == {((), 0, ())}


def test_118_3_what_is_tapped_for_a_cost_may_be_sacrificed_for_it_as_well() -> None:
    both = Activated((TapOthers(CREATURE, Fixed(1)), SacrificeCost(CREATURE, Fixed(1))), (GainLife(You(), Fixed(1)),))
    state, row = board(Proto("Altar", ("artifact",), abilities=(both,)), BEAR)
    assert len(ways(state, row)) == 1
    after = play(state, Choice("activate", 0, row))
    assert named(after, BEAR.name, GRAVEYARD) and not named(after, BEAR.name)
    twice = Activated((SacrificeCost(CREATURE), SacrificeCost(CREATURE)), (GainLife(You(), Fixed(1)),))
    state, row = board(Proto("Altar", ("artifact",), abilities=(twice,)), BEAR)
    assert ways(state, row) == set()


def test_118_3_of_a_group_as_many_are_tapped_and_sacrificed_as_there_are() -> None:
    both = Activated((SacrificeCost(CREATURE, Fixed(2)), TapOthers(CREATURE, Fixed(2))), (GainLife(You(), Fixed(1)),))
    layout = Layout(2)
    row = layout.put(Proto("Altar", ("artifact",), abilities=(both,)), 0)
    layout.put(BEAR, 0, n=3)
    after = play(layout.done(), Choice("activate", 0, row))
    assert [(r.n, r.cls.tapped) for r in named(after, BEAR.name)] == [(1, True)]
    assert sum(r.n for r in named(after, BEAR.name, GRAVEYARD)) == 2


def test_118_3_its_own_tap_symbol_takes_a_permanent_once() -> None:
    drum = Activated((TapCost(), TapOthers(CREATURE, Fixed(1))), (GainLife(You(), Fixed(1)),))
    state, row = board(creature("Drum", 1, 1, drum))
    refused = verify(state, Choice("activate", 0, row, picks=((row, 1),)))
    assert refused is not None and refused.code == "cost-short"
    assert ways(state, row) == set()
    state, row = board(creature("Drum", 1, 1, drum), BEAR)
    assert len(ways(state, row)) == 1


def test_118_3_what_sacrifices_itself_is_not_sacrificed_for_the_rest_of_the_cost() -> None:
    costs = (SacrificeCost(CREATURE, Fixed(1)), SacrificeCost())
    state, row = board(creature("Martyr", 1, 1, Activated(costs, (GainLife(You(), Fixed(1)),))))
    assert ways(state, row) == set()
    state, row = board(creature("Martyr", 1, 1, Activated(costs, (GainLife(You(), Fixed(1)),))), BEAR)
    assert len(ways(state, row)) == 1
    after = play(state, Choice("activate", 0, row))
    assert named(after, BEAR.name, GRAVEYARD) and named(after, "Martyr", GRAVEYARD)


def test_701_59a_no_card_is_evidence_twice() -> None:
    detective = creature("Detective", 1, 1, Activated((EvidenceCost(2),), (GainLife(You(), Fixed(1)),)))
    layout = Layout(2)
    row = layout.put(detective, 0)
    card = layout.put(creature("Clue", 1, 1, cost=("1",)), 0, GRAVEYARD)
    state = layout.done()
    assert verify(state, Choice("activate", 0, row, picks=((card, 1),))) is not None
    assert verify(state, Choice("activate", 0, row, picks=((card, 1), (card, 1)))) is not None
    check_board(state)


def test_702_51_convoke_of_a_card_that_is_cast_from_the_graveyard_is_marked() -> None:
    layout = Layout(2)
    spell = instant("4", more=(Keyword("convoke"), SpellCosts((ManaCost(("3",)),), "flashback")))
    row = layout.put(spell, 0, GRAVEYARD)
    layout.put(BEAR, 0)
    assert [(o.row, o.how) for o in options(layout.done()) if o.unknown] == [(row, ("convoke", "702.51"))]


def test_700_2_an_ability_without_modes_takes_no_mode() -> None:
    state, row = board(creature("Plain", 1, 1, Activated((TapCost(),), (GainLife(You(), Fixed(1)),))))
    refused = verify(state, Choice("activate", 0, row, how=("mode 1",)))
    assert refused is not None and refused.code == "how"


def test_601_2f_one_of_several_like_cards_counts_its_own_reduction_once() -> None:
    """Of three like spells in a hand that cost {2} less, each costs {3} of {5}."""
    less = Static(SpellCost("you", None, Fixed(2), less=True, this=True))
    for number in (1, 3):
        for mana, short in ((2, True), (3, False)):
            layout = Layout(2)
            card = layout.put(Proto("Cheap", ("creature",), (), (), (), ("5",), 1, 1, None, (less,)), 0, "hand", number)
            layout.set_player(0, "mana.C", mana)
            assert (verify(layout.done(), Choice("cast", 0, card)) is not None) == short
