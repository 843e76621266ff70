"""Abilities that say of themselves that they cost less (601.2f, 602.2b): generic mana alone, and none below nothing."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import prepare, verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.base import replace
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, Host, Subject, This, You
from reiterate.terms.static_effects import CostReduction
from tests.support.acting import settled
from tests.support.boards import BEAR, CREATURE, creature, life, play
from tests.support.own_cards import card_read

OTHERS = Filter(types=("creature",), another=True)

EACH = "{3}{R}: You gain 1 life. This ability costs {1} less to activate for each creature you control."
GREATEST = (
    "{3}{R}: You gain 1 life. This ability costs {X} less to activate, where X is the greatest power among"
    " creatures you control."
)
TURN = f"{EACH} Activate only once each turn."


def spring(text: str) -> Proto:
    found = compile_card({"name": "Spring", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": text})
    assert found.complete, found.missing
    return found.proto


def laid(text: str, red: int, other: int = 0, mine: int = 0, theirs: int = 0, n: int = 1) -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(spring(text), 0, n=n)
    if mine:
        layout.put(BEAR, 0, n=mine)
    if theirs:
        layout.put(BEAR, 1, n=theirs)
    layout.set_player(0, "mana.R", red)
    layout.set_player(0, "mana.C", other)
    return layout.done(), row


def payable(state: State, row: int) -> bool:
    offered = [o for o in options(state) if o.row == row]
    found = verify(state, Choice("activate", 0, row)) is None
    assert bool(offered) == found and all(verify(state, first(state, o)) is None for o in offered)
    return found


@pytest.mark.parametrize(
    ("red", "mine", "theirs", "able"),
    [
        (4, 0, 0, True),
        (3, 0, 0, False),
        (3, 1, 0, True),
        (2, 1, 0, False),
        (3, 0, 5, False),  # creatures of another player
        (1, 3, 0, True),  # {R} is left
        (1, 30, 0, True),  # and never less than that: a reduction takes off generic mana alone
        (0, 30, 0, False),
    ],
)
def test_601_2f_one_less_for_each(red: int, mine: int, theirs: int, able: bool) -> None:
    state, row = laid(EACH, red, mine=mine, theirs=theirs)
    assert payable(state, row) is able
    if able:
        after = settled(play(state, Choice("activate", 0, row)))
        assert life(after, 0) == 21
        assert after.rows[1].get("mana.R") == red - max(4 - mine, 1)


@pytest.mark.parametrize(
    ("red", "mine", "able"), [(3, 0, False), (4, 0, True), (2, 1, True), (1, 1, False), (2, 9, True)]
)
def test_601_2f_x_less(red: int, mine: int, able: bool) -> None:
    """The greatest power is 2 however many Bears there are, and 0 without any."""
    state, row = laid(GREATEST, red, mine=mine)
    assert payable(state, row) is able


def test_601_2f_it_goes_together_with_what_others_take_off() -> None:
    """{3}{R}: 1 less for a Bear, 2 less by the Guide but not below one mana: {R} for both together."""
    guide = compile_card(
        {
            "name": "Guide",
            "type_line": "Artifact",
            "oracle_text": "Activated abilities of artifacts you control cost {2} less to activate."
            " This effect can't reduce the mana in that cost to less than one mana.",
        }
    )
    assert guide.complete
    assert any(isinstance(a, CostReduction) for a in guide.proto.abilities) or guide.proto.abilities
    layout = Layout(2)
    row = layout.put(spring(EACH), 0)
    layout.put(guide.proto, 0)
    layout.put(BEAR, 0)
    layout.set_player(0, "mana.R", 1)
    assert payable(layout.done(), row)


def test_602_5b_it_may_be_bound_to_a_turn_besides() -> None:
    state, row = laid(TURN, 9, mine=1)
    state = settled(play(state, Choice("activate", 0, row)))
    assert not payable(state, row)
    (ability,) = spring(TURN).abilities
    assert isinstance(ability, Activated) and ability.limit == "turn" and ability.less is not None


def test_602_2b_each_of_a_group() -> None:
    state, row = laid(EACH, 6, mine=1, n=2)
    for left in (3, 0):
        state = settled(play(state, Choice("activate", 0, row)))
        assert state.rows[1].get("mana.R") == left


@pytest.mark.parametrize(
    "text",
    [
        "{3}: You gain 1 life. This ability costs {1} less to activate for each creature it targets.",
        "{3}: You gain 1 life. This ability costs {W} less to activate for each creature you control.",
        "When this artifact enters, you gain 1 life. This ability costs {1} less to activate for each creature you control.",
    ],
)
def test_other_words_are_not_read(text: str) -> None:
    assert not compile_card({"name": "Spring", "type_line": "Artifact", "oracle_text": text}).complete


GROUNDS = (
    "Activated abilities of creatures you control cost up to {2} less to activate. "
    "This effect can't reduce the mana in that cost to less than one mana."
)


@pytest.mark.parametrize(
    ("cost", "paid", "legal"),
    [
        ("{3}{R}", 2, True),
        ("{3}{R}", 3, True),
        ("{3}{R}", 4, True),
        ("{3}{R}", 5, False),
        ("{3}{R}", 1, False),
        ("{2}", 1, True),
        ("{2}", 2, True),
        ("{2}", 3, False),
    ],
)
def test_601_2f_what_costs_up_to_so_much_less_costs_what_its_controller_chooses(
    cost: str, paid: int, legal: bool
) -> None:
    layout = Layout(2)
    layout.put(card_read("Grounds", GROUNDS, types="Enchantment"), 0)
    row = layout.put(card_read("Own", f"{cost}: You gain 1 life."), 0)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    assert (verify(state, Choice("activate", 0, row, pay=(("R", paid),))) is None) == legal
    if legal:
        state = play(state, Choice("activate", 0, row, pay=(("R", paid),)))
        assert state.rows[1].get("mana.R") == 9 - paid


def test_601_2f_who_says_nothing_of_the_payment_pays_least() -> None:
    layout = Layout(2)
    layout.put(card_read("Grounds", GROUNDS, types="Enchantment"), 0)
    row = layout.put(card_read("Own", "{3}{R}: You gain 1 life."), 0)
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    assert [o for o in options(state) if o.row == row] and verify(state, Choice("activate", 0, row)) is None
    assert play(state, Choice("activate", 0, row)).rows[1].get("mana.R") == 0


EQUIPMENT = "Equipped creature gets +1/+1.\nEquip {3}"


@pytest.mark.parametrize(("mana", "equips", "taps"), [(0, False, False), (1, True, False), (3, True, True)])
def test_601_2f_equip_abilities_alone_cost_less(mana: int, equips: bool, taps: bool) -> None:
    """Equip {3} for {1}; another ability of the Equipment for {3} costs all of it."""
    layout = Layout(2)
    layout.put(card_read("Cheap", "Equip abilities you activate cost {2} less to activate.", types="Enchantment"), 0)
    row = layout.put(card_read("Sword", f"{EQUIPMENT}\n{{3}}: You gain 1 life.", types="Artifact — Equipment"), 0)
    bear = layout.put(BEAR, 0)
    layout.set_player(0, "mana.C", mana)
    state = layout.done()
    assert (verify(state, Choice("activate", 0, row, 0, targets=(bear,))) is None) == equips
    assert (verify(state, Choice("activate", 0, row, 1)) is None) == taps


@pytest.mark.parametrize(("paid", "legal"), [(0, True), (1, True), (2, True), (3, False)])
def test_601_2f_cycling_costs_up_to_so_much_less(paid: int, legal: bool) -> None:
    layout = Layout(2)
    layout.put(
        card_read("Free", "Cycling abilities you activate cost up to {2} less to activate.", types="Artifact"), 0
    )
    row = layout.put(card_read("Wheel", "Flying\nCycling {2}"), 0, "hand")
    layout.library(0, [(BEAR, 3)])
    layout.set_player(0, "mana.R", 9)
    pay = (("R", paid),) if paid else ()
    state = layout.done()
    assert (verify(state, Choice("activate", 0, row, pay=pay)) is None) == legal
    if legal:
        assert play(state, Choice("activate", 0, row, pay=pay)).rows[1].get("mana.R") == 9 - paid


def test_702_6a_equip_in_other_words_is_not_read() -> None:
    text = "{3}: Attach this Equipment to target creature you control. Activate only as a sorcery."
    row = {"name": "Sword", "type_line": "Artifact — Equipment", "oracle_text": text}
    assert not compile_card(row).complete


CHEAPER = {
    "all": (CostReduction(1, whose="you"), 3),
    "with a floor": (CostReduction(1, 2, whose="you"), 3),
    "creatures": (CostReduction(1, subject=CREATURE), 3),
    "itself": (CostReduction(1, subject=This()), 0),
    "up to": (CostReduction(1, whose="you", up_to=True), 3),
}


@pytest.mark.parametrize("one_by_one", [True, False])
@pytest.mark.parametrize(("reduction", "less"), CHEAPER.values(), ids=CHEAPER)
def test_601_2f_like_permanents_take_off_each_by_itself(reduction: CostReduction, less: int, one_by_one: bool) -> None:
    """Three of them: an ability for {5} costs three less, as a group and one by one; less is never paid."""
    layout = Layout(2)
    for n in (1, 1, 1) if one_by_one else (3,):
        layout.put(creature("Cheaper", 1, 1, Static(reduction)), 0, n=n)
    row = layout.put(creature("Own", 1, 1, Activated((ManaCost(("5",)),), (GainLife(You(), Fixed(1)),))), 0)
    for mana in range(7):
        layout.set_player(0, "mana.R", mana)
        assert payable(layout.done(), row) == (mana >= 5 - less)
    layout.set_player(0, "mana.R", 6)
    paid = [k for k in range(1, 7) if verify(layout.done(), Choice("activate", 0, row, pay=(("R", k),))) is None]
    assert paid == ([2, 3, 4, 5] if reduction.up_to else [5 - less])


@pytest.mark.parametrize("one_by_one", [True, False])
@pytest.mark.parametrize(("subject", "less"), [(This(), 1), (CREATURE, 3), (OTHERS, 2)])
def test_601_2f_a_member_of_a_group_that_makes_itself_cheaper(subject: Subject, less: int, one_by_one: bool) -> None:
    """Of three like creatures one is activated: what speaks of itself counts once, what speaks of others not for itself."""
    own = Activated((ManaCost(("5",)),), (GainLife(You(), Fixed(1)),))
    layout = Layout(2)
    rows = [
        layout.put(creature("Both", 1, 1, Static(CostReduction(1, subject=subject)), own), 0, n=n)
        for n in ((1, 1, 1) if one_by_one else (3,))
    ]
    for mana in range(6):
        layout.set_player(0, "mana.R", mana)
        assert payable(layout.done(), rows[0]) == (mana >= 5 - less)


def test_601_2f_auras_on_one_host_take_off_each_by_itself() -> None:
    layout = Layout(2)
    row = layout.put(creature("Own", 1, 1, Activated((ManaCost(("5",)),), (GainLife(You(), Fixed(1)),))), 0)
    aura = card_read("Ease", "Enchant creature", types="Enchantment — Aura")
    eased = replace(aura, abilities=(*aura.abilities, Static(CostReduction(1, subject=Host()))))
    layout.attach(layout.put(eased, 0, n=3), row)
    for mana in range(6):
        layout.set_player(0, "mana.R", mana)
        assert payable(layout.done(), row) == (mana >= 2)


def test_601_2f_a_great_group_takes_all_off_and_what_less_may_be_taken_off_is_not_tried_out() -> None:
    layout = Layout(2)
    layout.put(creature("Cheaper", 1, 1, Static(CostReduction(2, whose="you", up_to=True))), 0, n=10**30)
    row = layout.put(creature("Own", 1, 1, Activated((ManaCost(("5",)),), (GainLife(You(), Fixed(1)),))), 0)
    layout.set_player(0, "mana.R", 6)
    assert verify(layout.done(), Choice("activate", 0, row)) is None
    with pytest.raises(Unsupported, match="effects take off more than 1000 mana"):
        prepare(layout.done(), Choice("activate", 0, row, pay=(("R", 1),)))
