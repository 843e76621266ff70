"""What each effect of the wider language does: cards and zones, copies, the structure of effects (608, 701, 707)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, Triggered
from reiterate.terms.base import Term
from reiterate.terms.conditions import LifeIs
from reiterate.terms.costs import LifeCost, ManaCost, SacrificeCost, UntapCost
from reiterate.terms.effects_permanents import Destroy, RemoveCounters, Tap, Untap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CastCopy, CopySpell, CopyToken, Except
from reiterate.terms.effects_structure import (
    Again,
    Branch,
    Delayed,
    ForEachPlayer,
    IfDone,
    MayPay,
    Reflexive,
    RepeatProcess,
)
from reiterate.terms.effects_zones import (
    Discard,
    Draw,
    Exile,
    ExileTop,
    Mill,
    MillUntil,
    Move,
    MoveChosen,
    PutFromHand,
    ReturnToBattlefield,
    RevealUntil,
    Scry,
    Search,
    Shuffle,
    ShuffleIn,
    Surveil,
)
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, StatOf
from reiterate.terms.references import (
    ControllerOf,
    Each,
    EachPlayer,
    Filter,
    Linked,
    Result,
    TargetRef,
    TargetSpec,
    ThatPlayer,
    This,
    You,
)
from reiterate.terms.trigger_events import Dies, SpellCast, StepBegins
from tests.support.acting import (
    ANYTHING,
    AURA,
    BOLT,
    GRAVES,
    GROUPS,
    HUGE,
    ONE,
    ONE_LIFE,
    SPELL,
    THEIRS,
    act,
    around,
    count,
    handle,
    only,
    pool,
    question,
    says,
    settled,
    stack_size,
    top,
    until,
    with_bear,
)
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, named, play, tap_ability
from tests.support.shown import shows

# --- cards and zones ---------------------------------------------------------------------------------------------


@shows(Move)
@pytest.mark.parametrize(("place", "at"), [("top", 0), ("bottom", 1)])
def test_401_3_move_puts_a_permanent_into_its_owners_library(place: str, at: int) -> None:
    layout, bear = with_bear()
    layout.library(1, [(FOREST, 3)])
    state = act(layout, Move(TargetRef(0), "library", place), aims=(bear,))
    assert top(state, 1)[at] == ("Bear", 1) and len(top(state, 1)) == 2


@GROUPS
def test_400_7_move_takes_a_group_together_and_tokens_are_gone(n: int) -> None:
    layout, _ = with_bear(n)
    layout.put(ELF, 1, n=n)
    state = act(layout, Move(Each(Filter(types=("creature",), controller="opponent")), "hand"))
    assert count(state, "Bear", "hand") == n
    assert not [r for r in state.rows.values() if r.cls.proto == ELF]


def test_607_2a_move_links_what_it_exiled_and_finds_nothing_where_nothing_was() -> None:
    layout, bear = with_bear()
    first = tap_ability(Move(TargetRef(0), "exile", link=True), targets=(ANYTHING,))
    then = Activated((UntapCost(),), (ReturnToBattlefield(Linked(), "owner"),))
    row = layout.put(creature("Keeper", 1, 1, first, then), 0)
    state = around(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert count(state, "Bear", "exile") == 1
    state = around(play(state, Choice("activate", 0, row, 1)))
    assert (count(state, "Bear"), only(state, "Bear").cls.controller) == (1, 1)
    assert count(state, "Bear", "exile") == 0


@shows(ReturnToBattlefield)
@pytest.mark.parametrize(("control", "seat"), [("owner", 1), ("you", 0)])
def test_400_7_return_to_battlefield_under_whose_control_tapped_with_counters(control: str, seat: int) -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1, "graveyard")
    deed = ReturnToBattlefield(TargetRef(0), control, tapped=True, counter="+1/+1", counters=2)
    row = only(act(layout, deed, aims=(bear,), specs=(GRAVES,)), "Bear")
    assert (row.cls.controller, row.cls.owner, row.cls.tapped, row.cls.sick) == (seat, 1, True, True)
    assert row.get("counter.+1/+1") == 2


def test_304_4_an_instant_cannot_be_returned_to_the_battlefield() -> None:
    layout = Layout(2)
    bolt = layout.put(BOLT, 0, "graveyard")
    deed = IfDone((ReturnToBattlefield(TargetRef(0)),), (), (ONE_LIFE,))
    state = act(layout, deed, aims=(bolt,), specs=(GRAVES,))
    assert count(state, "Bolt", "graveyard") == 1 and life(state, 0) == 21


def test_303_4f_a_returned_aura_is_attached_to_what_its_controller_chooses() -> None:
    layout, bear = with_bear()
    aura = layout.put(AURA, 0, "graveyard")
    state = act(layout, ReturnToBattlefield(TargetRef(0)), aims=(aura,), specs=(GRAVES,))
    kind, seat, rows = question(state)
    assert (kind, seat, bear in rows) == ("object", 0, True)
    state = says(state, picks=((bear, 1),))
    assert (power(state, bear), toughness(state, bear)) == (4, 4)


def test_303_4g_an_aura_with_nothing_to_enchant_stays_where_it_is() -> None:
    layout = Layout(2)
    land = Proto("Land Aura", ("enchantment",), ("Aura",), abilities=(Enchant(Filter(types=("land",))),))
    aura = layout.put(land, 0, "graveyard")
    state = act(layout, ReturnToBattlefield(TargetRef(0)), aims=(aura,), specs=(GRAVES,))
    assert count(state, "Land Aura", "graveyard") == 1


@shows(MoveChosen)
def test_608_2d_move_chosen_asks_its_player_and_takes_all_where_there_is_no_choice() -> None:
    deed = MoveChosen(THEIRS, Fixed(2), ("hand",), Filter(), "exile")
    layout = Layout(2)
    bear = layout.put(BEAR, 1, "hand")
    forests = layout.put(FOREST, 1, "hand", n=3)
    state = act(layout, deed)
    assert question(state) == ("objects", 1, (bear, forests))
    state = says(state, picks=((bear, 1), (forests, 1)))
    assert (count(state, "Bear", "exile"), count(state, "Forest", "exile"), count(state, "Forest", "hand")) == (1, 1, 2)
    layout = Layout(2)
    layout.put(BEAR, 1, "hand")
    assert count(act(layout, deed), "Bear", "exile") == 1
    state = act(Layout(2), IfDone((deed,), (), (ONE_LIFE,)))
    assert life(state, 0) == 21


@shows(PutFromHand)
def test_608_2c_put_from_hand_puts_one_card_of_a_set_onto_the_battlefield() -> None:
    deed = IfDone((PutFromHand(You(), Filter(types=("land",)), tapped=True),), (), (ONE_LIFE,))
    layout = Layout(2)
    layout.put(FOREST, 0, "hand", n=2)
    layout.put(BEAR, 0, "hand")
    state = act(layout, deed)
    assert (count(state, "Forest"), only(state, "Forest").cls.tapped, count(state, "Forest", "hand")) == (1, True, 1)
    assert life(state, 0) == 20
    layout = Layout(2)
    layout.put(BEAR, 0, "hand")
    assert life(act(layout, deed), 0) == 21


@shows(MillUntil)
def test_701_17_mill_until_a_card_of_the_set_or_the_limit() -> None:
    for limit, milled, found in ((9, 3, 1), (2, 2, 0), (0, 0, 0)):
        layout = Layout(2)
        layout.library(1, [(FOREST, 2), (BEAR, 4), (FOREST, 9)])
        state = act(layout, MillUntil(THEIRS, CREATURE, Fixed(limit)), ReturnToBattlefield(Result()))
        assert sum(n for _, n in top(state, 1)) == 15 - milled
        assert count(state, "Bear") == found
    layout = Layout(2)
    layout.library(1, [(FOREST, HUGE)])
    assert count(act(layout, MillUntil(THEIRS, CREATURE, Fixed(HUGE * 2))), "Forest", "graveyard") == HUGE


@shows(ExileTop)
def test_406_3_exile_top_takes_as_many_as_there_are() -> None:
    for wanted, gone in ((2, 2), (0, 0), (99, 5)):
        layout = Layout(2)
        layout.library(1, [(BEAR, 1), (FOREST, 4)])
        state = act(layout, ExileTop(THEIRS, Fixed(wanted)))
        assert count(state, "Bear", "exile") + count(state, "Forest", "exile") == gone
        assert not named(state, "Bear", "graveyard")


@shows(Scry, Surveil)
@pytest.mark.parametrize(("deed", "away"), [(Scry(You(), ONE), "bottom"), (Surveil(You(), ONE), "graveyard")])
def test_701_22_scry_and_701_25_surveil_look_at_the_top_card(deed: Term, away: str) -> None:
    for word in ("top", away):
        layout = Layout(2)
        layout.library(0, [(BEAR, 1), (FOREST, 4)])
        state = act(layout, deed)
        assert question(state)[1] == 0
        state = says(state, word)
        assert top(state, 0)[0] == (("Bear", 1) if word == "top" else ("Forest", 4))
        assert count(state, "Bear", "graveyard") == (word == "graveyard")


def test_701_22b_scry_nothing_or_an_empty_library_asks_nothing() -> None:
    layout = Layout(2)
    layout.library(0, [])
    for deed in (Scry(You(), ONE), Surveil(You(), ONE)):
        assert asked(act(Layout(2), type(deed)(You(), Fixed(0)))) == "priority"
    assert asked(act(layout, Scry(You(), ONE), Surveil(You(), ONE))) == "priority"


def test_701_25_surveil_several_like_cards_says_how_many_go() -> None:
    layout = Layout(2)
    layout.library(0, [(FOREST, 9)])
    state = says(act(layout, Surveil(You(), Fixed(3))), count=2)
    assert (count(state, "Forest", "graveyard"), top(state, 0)) == (2, [("Forest", 7)])


@pytest.mark.parametrize(
    ("answers", "after"),
    [
        (("top", "top", "Forest"), ["Forest", "Bear", "Elf Warrior"]),
        (("top", "top", "Bear"), ["Bear", "Forest", "Elf Warrior"]),
        (("bottom", "top"), ["Forest", "Elf Warrior", "Bear"]),
        (("bottom", "bottom", "Forest"), ["Elf Warrior", "Forest", "Bear"]),
    ],
)
def test_701_22a_scry_over_unlike_cards_any_number_to_the_bottom_in_any_order(
    answers: tuple[str, ...], after: list[str]
) -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 1), (FOREST, 1), (ELF, 4)])
    state = act(layout, Scry(You(), Fixed(2)))
    for answer in answers:
        state = says(state, answer)
    assert [name for name, _ in top(state, 0)] == after and sum(n for _, n in top(state, 0)) == 6


def test_701_25a_surveil_over_unlike_cards_and_groups_of_them() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 1), (FOREST, 5)])
    state = says(act(layout, Surveil(You(), Fixed(3))), "graveyard")
    state = says(state, count=1)
    assert (count(state, "Bear", "graveyard"), count(state, "Forest", "graveyard")) == (1, 1)
    assert top(state, 0) == [("Forest", 4)]


@shows(Search)
def test_701_23_search_finds_up_to_so_many_and_shuffles() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 2), (FOREST, 3)])
    state = act(layout, Search(You(), Filter(types=("land",)), "battlefield", tapped=True, amount=2))
    kind, seat, rows = question(state)
    assert (kind, seat, len(rows)) == ("objects", 0, 1)
    found = says(state, picks=((rows[0], 2),))
    assert (count(found, "Forest"), only(found, "Forest").cls.tapped, found.tally["searches"]) == (2, True, 1)
    nothing = says(state)
    assert count(nothing, "Forest") == 0 and sum(n for _, n in top(nothing, 0)) == 5
    with pytest.raises(Unsupported, match="library"):
        act(Layout(2), Search(You(), CREATURE, "hand"))


def test_701_24c_what_is_found_and_put_on_top_stays_on_top() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 2), (FOREST, 1)])
    state = act(layout, Search(You(), CREATURE, "library"))
    with pytest.raises(Unsupported, match="shuffled"):
        says(state, picks=((question(state)[2][0], 1),))
    layout = Layout(2)
    layout.library(0, [(FOREST, 2), (BEAR, 1)])
    state = act(layout, Search(You(), CREATURE, "library"))
    assert top(says(state, picks=((question(state)[2][0], 1),)), 0) == [("Bear", 1), ("Forest", 2)]


@shows(Shuffle)
def test_701_24_shuffle_puts_cards_in_and_makes_the_order_unknown() -> None:
    layout, bear = with_bear()
    layout.library(1, [(FOREST, 3)])
    state = act(layout, Shuffle(THEIRS, TargetRef(0)), aims=(bear,))
    assert sorted(top(state, 1)) == [("Bear", 1), ("Forest", 3)]
    layout, bear = with_bear()
    layout.library(1, [(FOREST, 3)])
    with pytest.raises(Unsupported, match="shuffled"):
        act(layout, Shuffle(THEIRS, TargetRef(0)), Draw(THEIRS, ONE), aims=(bear,))
    layout = Layout(2)
    layout.library(1, [(FOREST, 3)])
    assert count(act(layout, Shuffle(THEIRS), Draw(THEIRS, ONE)), "Forest", "hand") == 1


@shows(RevealUntil)
@pytest.mark.parametrize("n", [1, HUGE])
def test_701_20_cards_are_revealed_until_one_is_of_a_set(n: int) -> None:
    wolf = creature("Wolf", 2, 2)
    for to, rest in (("hand", "graveyard"), ("battlefield", "exile"), ("hand", "bottom"), ("battlefield", "library")):
        layout = Layout(2)
        layout.library(0, [(FOREST, n), (wolf, 2)])
        state = act(layout, RevealUntil(You(), Filter(types=("creature",)), to, rest))
        assert count(state, "Wolf", to) == 1
        if rest in ("graveyard", "exile"):
            assert (count(state, "Forest", rest), top(state, 0)) == (n, [("Wolf", 1)])
        else:
            assert sorted(top(state, 0)) == [("Forest", n), ("Wolf", 1)]
    layout = Layout(2)
    layout.library(0, [(FOREST, n), (wolf, 2)])
    state = act(layout, RevealUntil(You(), Filter(types=("artifact",)), "hand", "graveyard"))
    assert top(state, 0) == [] and count(state, "Forest", "graveyard") == n


@shows(ShuffleIn)
@pytest.mark.parametrize("n", [1, HUGE])
def test_701_24_players_shuffle_all_cards_of_their_zones_in(n: int) -> None:
    layout = Layout(2)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 3)])
        layout.put(FOREST, seat, "graveyard", n=n)
        layout.put(FOREST, seat, "hand", n=2)
    state = act(layout, ShuffleIn(THEIRS, ("graveyard",)), Draw(THEIRS, Fixed(4)))
    assert top(state, 1) == [("Forest", n - 1)] * (n > 1)
    assert top(state, 0) == [("Forest", 3)]
    state = act(layout, ShuffleIn(EachPlayer(), ("hand", "graveyard")))
    assert [top(state, seat) for seat in (0, 1)] == [[("Forest", n + 5)]] * 2


# --- copies ------------------------------------------------------------------------------------------------------


@shows(CopyToken)
@pytest.mark.parametrize("made", [0, 1, HUGE])
def test_707_2_copy_token_has_the_copiable_values_only(made: int) -> None:
    layout, bear = with_bear(counters={"+1/+1": 3}, tapped=True)
    deed = CopyToken(Fixed(made), TargetRef(0), You(), Except(types=("artifact",), abilities=(Keyword("haste"),)))
    state = act(layout, deed, IfDone((), (), ()), aims=(bear,))
    tokens = [r for r in named(state, "Bear") if r.cls.kind == "token"]
    assert [(r.n, r.cls.tapped, r.get("counter.+1/+1"), r.cls.controller) for r in tokens] == [(made, False, 0, 0)] * (
        made > 0
    )
    for h, row in state.rows.items():
        if row.cls.kind == "token":
            assert view(state, h).types == ("creature", "artifact") and "haste" in view(state, h).keywords


def test_707_9_copy_token_of_a_legend_except_it_is_not_legendary() -> None:
    layout = Layout(2)
    legend = layout.put(creature("Legend", 2, 2, legendary=True), 0)
    deed = CopyToken(ONE, TargetRef(0), You(), Except(nonlegendary=True, power=5, toughness=5, colors=("R",)))
    state = act(layout, deed, aims=(legend,))
    assert count(state, "Legend") == 2 and asked(state) == "priority"
    (token,) = [h for h, r in state.rows.items() if r.cls.kind == "token"]
    assert (power(state, token), view(state, token).colors) == (5, ("R",))


@GROUPS
def test_707_2_copy_token_of_each_of_a_group(n: int) -> None:
    layout, _ = with_bear(n)
    state = act(layout, CopyToken(Fixed(2), Each(Filter(subtypes=("Bear",))), You()))
    assert sum(int(str(r.n)) for r in named(state, "Bear") if r.cls.kind == "token") == 2 * n


def test_608_2h_copy_token_of_what_has_left_uses_its_last_known_values() -> None:
    layout, bear = with_bear()
    state = act(layout, Destroy(TargetRef(0)), CopyToken(ONE, TargetRef(0), You()), aims=(bear,))
    assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (1, 1)


def test_608_2h_what_an_effect_removed_is_known_as_it_last_was_to_the_next_one() -> None:
    layout, bear = with_bear(counters={"+1/+1": 2})
    plow = (Exile(TargetRef(0)), GainLife(ControllerOf(TargetRef(0)), StatOf("power", TargetRef(0))))
    assert life(act(layout, *plow, aims=(bear,)), 1) == 24


def copied(*, retarget: bool, copies: int) -> State:
    """A Bolt at the opponent, copied on the stack by an Actor, before anything but the copying resolved."""
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(SpellCast("any", Filter()), (ONE_LIFE,))), 0)
    row = layout.put(
        creature("Actor", 3, 3, tap_ability(CopySpell(TargetRef(0), retarget, Fixed(copies)), targets=(SPELL,))), 0
    )
    bolt = layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = around(play(layout.done(), Choice("cast", 0, bolt, targets=(2,))))
    spell = next(h for h in state.stack)
    return around(play(state, Choice("activate", 0, row, targets=(spell,))))


@shows(CopySpell)
@pytest.mark.parametrize("copies", [0, 1, 2, HUGE])
def test_707_10_copy_spell_is_put_on_the_stack_and_not_cast(copies: int) -> None:
    state = copied(retarget=False, copies=copies)
    assert stack_size(state) == copies + 1 and life(state, 0) == 21
    if copies < HUGE:
        assert life(settled(state), 1) == 20 - 3 * (copies + 1)


def test_707_10c_copies_may_get_new_targets() -> None:
    state = copied(retarget=True, copies=3)
    assert question(state)[2] == (2, 1)  # the target that they have comes first
    state = settled(says(state, picks=((1, 2), (2, 1))))
    assert (life(state, 0), life(state, 1)) == (21 - 6, 20 - 6)


def test_608_3f_a_copy_of_a_permanent_spell_becomes_a_token() -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(CopySpell(TargetRef(0)), targets=(SPELL,))), 0)
    bear = layout.put(BEAR, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = play(layout.done(), Choice("cast", 0, bear))
    state = settled(play(state, Choice("activate", 0, row, targets=(state.stack[0],))))
    assert sorted(r.cls.kind for r in named(state, "Bear")) == ["card", "token"]


@shows(CastCopy)
def test_707_12_cast_copy_casts_the_copy_and_leaves_the_card() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(SpellCast("you", Filter()), (ONE_LIFE,))), 0)
    bolt = layout.put(BOLT, 0, "exile")
    state = act(layout, CastCopy(TargetRef(0)), aims=(bolt,), specs=(TargetSpec(Filter(), zone="exile"),))
    assert question(state)[:2] == ("object", 0)
    state = settled(says(state, picks=((2, 1),)))
    assert (life(state, 0), life(state, 1), count(state, "Bolt", "exile")) == (21, 17, 1)
    assert not named(state, "Bolt", "graveyard")


# --- structure ---------------------------------------------------------------------------------------------------


@shows(IfDone)
def test_608_2c_if_done_reads_whether_the_first_was_done() -> None:
    deed = IfDone((Discard(You(), ONE),), (ONE_LIFE,), (LoseLife(You(), ONE),))
    layout = Layout(2)
    layout.put(BEAR, 0, "hand")
    assert life(act(layout, deed), 0) == 21
    assert life(act(Layout(2), deed), 0) == 19


def test_608_2c_nothing_removed_or_tapped_is_not_done() -> None:
    for first in (RemoveCounters(This(), "charge", ONE), Tap(This()), Untap(TargetRef(0))):
        layout, bear = with_bear()
        state = act(layout, IfDone((first,), (ONE_LIFE,)), Mill(ControllerOf(TargetRef(0)), Fixed(0)), aims=(bear,))
        assert life(state, 0) == 20
    layout, bear = with_bear(counters={"charge": 1})
    state = act(layout, IfDone((RemoveCounters(TargetRef(0), "charge", ONE),), (ONE_LIFE,)), aims=(bear,))
    assert life(state, 0) == 21


@shows(Branch)
@pytest.mark.parametrize(("total", "gained"), [(20, 1), (19, 0)])
def test_608_2c_branch_reads_its_condition_as_it_resolves(total: int, gained: int) -> None:
    layout = Layout(2)
    layout.set_player(0, "life", total)
    state = act(layout, Branch(LifeIs(">=", 20), (ONE_LIFE,), (LoseLife(THEIRS, ONE),)))
    assert (life(state, 0), life(state, 1)) == (total + gained, 20 - (1 - gained))


@shows(MayPay)
def test_118_12_may_pay_asks_who_can_pay_and_skips_who_cannot() -> None:
    deed = MayPay(THEIRS, (ManaCost(("1",)),), otherwise=(Draw(You(), ONE),))
    layout = Layout(2)
    layout.set_player(1, "mana.G", 2)
    state = act(layout, deed)
    assert question(state)[:2] == ("yes", 1)
    paid = says(state, "yes")
    assert (pool(paid, 1), count(paid, "unknown card", "hand")) == ({"G": 1}, 0)
    assert count(says(state, "no"), "unknown card", "hand") == 1
    assert count(act(Layout(2), deed), "unknown card", "hand") == 1


def test_118_12_may_pay_with_one_kind_of_mana_or_another() -> None:
    layout = Layout(2)
    layout.set_player(1, "mana.G", 2)
    layout.set_player(1, "mana.R", 2)
    state = says(act(layout, MayPay(THEIRS, (ManaCost(("3",)),), otherwise=(Draw(You(), ONE),))), "yes")
    assert question(state)[:2] == ("pay", 1)
    state = says(state, pay=(("G", 1), ("R", 2)))
    assert (pool(state, 1), count(state, "unknown card", "hand")) == ({"G": 1}, 0)


def test_118_12_may_pay_life_and_sacrifices() -> None:
    layout = Layout(2)
    layout.set_player(0, "life", 2)
    state = act(layout, MayPay(You(), (LifeCost(Fixed(3)),), (Draw(You(), ONE),)))
    assert asked(state) == "priority" and not named(state, "unknown card", "hand")
    layout = Layout(2)
    layout.put(FOREST, 0)
    state = says(act(layout, MayPay(You(), (SacrificeCost(Filter(types=("land",))),), (ONE_LIFE,))), "yes")
    assert (life(state, 0), count(state, "Forest", "graveyard")) == (21, 1)


@shows(RepeatProcess, Again)
def test_608_2_repeat_process_stops_at_a_place_of_its_own_each_time() -> None:
    layout = Layout(2)
    layout.set_player(1, "life", 9)
    state = act(layout, RepeatProcess((LoseLife(THEIRS, ONE), ONE_LIFE), LifeIs("<=", 22)))
    assert (asked(state), life(state, 0), life(state, 1)) == ("continue", 21, 8)
    state = play(state, Choice("continue", 0))
    assert (asked(state), life(state, 0)) == ("continue", 22)
    state = play(state, Choice("continue", 0))
    assert (asked(state), life(state, 0), state.tally["repetitions"]) == ("priority", 23, 2)


@shows(Delayed)
def test_603_7_delayed_triggers_once_and_then_never_again() -> None:
    layout, bear = with_bear()
    deed = Delayed(StepBegins("end", "each"), (Destroy(TargetRef(0)),))
    state = act(layout, deed, aims=(bear,))
    assert stack_size(state) == 0 and count(state, "Bear") == 1
    state = settled(until(state, "end", 0))
    assert count(state, "Bear", "graveyard") == 1
    assert not [r for r in state.rows.values() if r.cls.kind == "delayed"]


def test_603_7_delayed_this_turn_triggers_every_time_until_the_turn_ends() -> None:
    layout, _bear = with_bear(3)
    layout.put(creature("Killer", 1, 1, Activated((LifeCost(ONE),), (Destroy(TargetRef(0)),), (ANYTHING,))), 0)
    state = act(layout, Delayed(Dies(CREATURE), (Draw(You(), ONE),), once=False))
    killer = handle(state, "Killer")
    for drawn in (1, 2):
        target = named_row(state, "Bear")
        state = settled(play(state, Choice("activate", 0, killer, targets=(target,))))
        assert count(state, "unknown card", "hand") == drawn
    state = until(state, "upkeep", 1)
    assert not [r for r in state.rows.values() if r.cls.kind == "delayed"]


def named_row(state: State, name: str) -> int:
    """Some row of a name on the battlefield."""
    here = [(h, r.cls.proto) for h, r in state.rows.items() if r.cls.zone == "battlefield"]
    return next(h for h, proto in here if proto is not None and proto.name == name)


@shows(Reflexive)
def test_603_12_reflexive_triggers_at_once_and_takes_its_target_then() -> None:
    layout, bear = with_bear()
    layout.put(BEAR, 0, "hand")
    reflexive = Reflexive((Destroy(TargetRef(0)),), (TargetSpec(Filter(("creature",), controller="opponent")),))
    deed = IfDone((Discard(You(), ONE),), (reflexive,))
    state = act(layout, deed)
    assert stack_size(state) == 1 and count(state, "Bear") == 1
    assert count(settled(state), "Bear") == 0
    assert bear not in settled(state).rows
    assert stack_size(act(Layout(2), deed)) == 0


@shows(ForEachPlayer)
def test_101_4_for_each_player_in_turn_order() -> None:
    state = act(Layout(3), ForEachPlayer(EachPlayer(), (LoseLife(ThatPlayer(), ONE), ONE_LIFE)))
    assert [life(state, s) for s in range(3)] == [22, 19, 19]
    assert [life(act(Layout(2), ForEachPlayer(THEIRS, (Draw(ThatPlayer(), ONE),))), s) for s in range(2)] == [20, 20]
