"""Alternative costs, and cards played from where they lie: read, offered, said, cast, jumped (118.9, 305.1, 401.5, 601.3)."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop, jump
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.layout import UNKNOWN_CARD, Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.effects_spells import CastFree, GainFlashback, LetPlay
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import MayPlay
from tests.rules.cr_601_casting.ways_to_cast import card, code, in_hand, tell, ways
from tests.support.acting import around, count, handle, only, question, says, settled, until
from tests.support.boards import BEAR, ELF, FOREST, WARDEN, creature, life, play
from tests.support.loop_cases import body_reader
from tests.support.shown import shows

MOUNTAIN = Proto("Mountain", ("land",), ("Mountain",), ("basic",))
BLUE = Proto("Ripple", ("instant",), (), (), ("U",), ("U",))
DRAW = "\nDraw a card."


def beast(text: str, cost: str = "{2}{U}") -> Proto:
    """A 2/2 creature card of these words."""
    return card(text, "Creature — Beast", cost, power="2", toughness="2")


# --- alternative costs (118.9) -----------------------------------------------------------------------------------


def test_118_9_a_card_is_exiled_and_life_paid_rather_than_the_mana_cost() -> None:
    force = card(
        "You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost." + DRAW
    )
    state, row = in_hand(force, (BLUE, 1), (BEAR, 1))
    assert ways(state, row) == [("alternative cost",)]
    assert code(state, Choice("cast", 0, row)) == "mana-short"
    bear = handle(state, "Bear", "hand")
    assert code(state, Choice("cast", 0, row, how=("alternative cost",), picks=((bear, 1),))) == "cost-picks"
    state = settled(tell(state, "cast Test Card with its alternative cost exiling Ripple"))
    assert (life(state, 0), count(state, "Ripple", "exile"), count(state, "Test Card", "graveyard")) == (19, 1, 1)


def test_118_9_the_card_itself_is_no_card_to_exile_and_its_like_is() -> None:
    text = "You may exile a blue card from your hand rather than pay this spell's mana cost."
    force = replace(card(text + DRAW), colors=("U",))
    for n, expected in ((1, "cost-short"), (2, "")):
        layout = Layout(2)
        row = layout.put(force, 0, "hand", n=n)
        assert code(layout.done(), Choice("cast", 0, row, how=("alternative cost",))) == expected


@pytest.mark.parametrize(
    ("text", "there", "expected"),
    [
        ("You may sacrifice two Mountains rather than pay this spell's mana cost.", 2, ""),
        ("You may sacrifice two Mountains rather than pay this spell's mana cost.", 1, "cost-short"),
        (
            "You may return two Mountains you control to their owner's hand rather than pay this spell's mana cost.",
            2,
            "",
        ),
        ("If you control a Mountain, you may pay {1} rather than pay this spell's mana cost.", 1, ""),
        ("If you control a Mountain, you may pay {1} rather than pay this spell's mana cost.", 0, "only-if"),
        ("If you control a Mountain, you may cast this spell without paying its mana cost.", 1, ""),
        ("If it's not your turn, you may pay {1} rather than pay this spell's mana cost.", 1, "only-if"),
    ],
)
def test_118_9_other_costs_and_their_conditions(text: str, there: int, expected: str) -> None:
    layout = Layout(2)
    row = layout.put(card(text + DRAW), 0, "hand")
    if there:
        layout.put(MOUNTAIN, 0, n=there)
    layout.set_player(0, "mana.R", 1)
    assert code(layout.done(), Choice("cast", 0, row, how=("alternative cost",))) == expected


def test_118_9a_one_alternative_cost_alone_and_only_where_it_is_given() -> None:
    both = card("You may pay {1} rather than pay this spell's mana cost.\nFlashback {U}" + DRAW)
    layout = Layout(2)
    held, buried = layout.put(both, 0, "hand"), layout.put(both, 0, "graveyard")
    layout.set_player(0, "mana.U", 1)
    state = layout.done()
    assert ways(state, held) == [("alternative cost",)] and ways(state, buried) == [("flashback",)]
    assert code(state, Choice("cast", 0, buried, how=("flashback", "alternative cost"))) == "how"
    assert code(state, Choice("cast", 0, held, how=("no mana cost",))) == "how"


def test_702_34a_flashback_is_no_cost_of_a_card_in_the_hand() -> None:
    state, row = in_hand(card("Flashback {U}" + DRAW), mana="U")
    assert code(state, Choice("cast", 0, row, how=("flashback",))) == "how" and ways(state, row) == []


def test_202_1b_a_card_without_a_mana_cost_is_cast_for_another() -> None:
    state, row = in_hand(card("You may pay {1} rather than pay this spell's mana cost." + DRAW, cost=""), mana="U")
    assert code(state, Choice("cast", 0, row)) == "not-castable"
    assert code(state, Choice("cast", 0, row, how=("alternative cost",))) == ""


@pytest.mark.parametrize(("how", "here"), [("evoke", 0), ("", 1)])
def test_702_74a_an_evoked_creature_is_sacrificed_as_it_enters(how: str, here: int) -> None:
    drifter = beast("When Test Card enters, draw a card.\nEvoke {1}", "{1}{U}")
    state, row = in_hand(drifter, mana="U" if how else "UU")
    assert (("evoke",) in ways(state, row)) and (code(state, Choice("cast", 0, row)) == "mana-short") == bool(how)
    state = tell(state, "cast Test Card" + (f" with {how}" if how else ""))
    while state.stack or state.game.prop("ask") == "order":
        mine = [o for o in options(state) if o.verb == "order"]
        state = play(state, Choice("order", 0, mine[0].row)) if mine else around(state)
    assert (count(state, "Test Card"), count(state, "Test Card", "graveyard")) == (here, 1 - here)


def test_702_138_escape_exiles_other_cards_of_the_graveyard() -> None:
    phoenix = beast("Escape—{U}, Exile two other cards from your graveyard.")
    layout = Layout(2)
    row = layout.put(phoenix, 0, "graveyard", n=2)
    layout.put(BEAR, 0, "graveyard")
    layout.set_player(0, "mana.U", 1)
    state = layout.done()
    assert ways(state, row) == [("escape",)]
    state = settled(tell(state, "cast Test Card with escape"))
    assert (count(state, "Test Card"), count(state, "Test Card", "exile"), count(state, "Bear", "exile")) == (1, 1, 1)
    assert ways(state, row) == []


@pytest.mark.parametrize(
    ("text", "zone", "discarded"), [("Jump-start", "exile", "Bear"), ("Retrace", "graveyard", "Forest")]
)
def test_702_133_702_81_a_card_is_discarded_beside_the_mana_cost(text: str, zone: str, discarded: str) -> None:
    layout = Layout(2)
    row = layout.put(card(text + DRAW), 0, "graveyard")
    layout.put(BEAR, 0, "hand")
    layout.put(FOREST, 0, "hand")
    layout.set_player(0, "mana.U", 3)
    state = layout.done()
    bear = handle(state, "Bear", "hand")
    refused = code(state, Choice("cast", 0, row, how=(text.lower(),), picks=((bear, 1),)))
    assert refused == ("" if text == "Jump-start" else "cost-picks")
    state = settled(tell(state, f"cast Test Card with {text.lower()} discarding {discarded}"))
    assert count(state, "Test Card", zone) == 1 and count(state, discarded, "graveyard") == 1


# --- without paying (118.9, Omniscience) -------------------------------------------------------------------------

ALL_FREE = "You may cast spells from your hand without paying their mana costs."


def test_118_9_spells_from_the_hand_without_paying_their_mana_costs() -> None:
    layout = Layout(2)
    layout.put(card(ALL_FREE, "Enchantment", name="Omni"), 0)
    mine, theirs = layout.put(BEAR, 0, "hand"), layout.put(BEAR, 1, "hand")
    blast = layout.put(card("Test Card deals X damage to any target.", cost="{X}{R}"), 0, "hand")
    state = layout.done()
    assert ways(state, mine) == [("no mana cost",)] and ways(state, blast) == [("no mana cost",)]
    assert code(state, Choice("cast", 0, blast, targets=(2,), how=("no mana cost",), x=1)) == "x"  # 107.3b
    assert count(settled(tell(state, "cast Bear with no mana cost")), "Bear") == 1
    state = play(state, Choice("pass", 0))
    assert code(state, Choice("cast", 1, theirs, how=("no mana cost",))) == "how"


def test_601_2f_what_is_free_can_cost_more() -> None:
    layout = Layout(2)
    layout.put(card(ALL_FREE, "Enchantment", name="Omni"), 0)
    layout.put(card("Creature spells cost {1} more to cast.", "Enchantment", name="Tax"), 1)
    row = layout.put(BEAR, 0, "hand")
    free = Choice("cast", 0, row, how=("no mana cost",))
    assert code(layout.done(), free) == "mana-short"
    layout.set_player(0, "mana.G", 1)
    assert code(layout.done(), free) == ""


# --- from other zones (305.1, 401.5, 601.3) ----------------------------------------------------------------------


def test_305_1_lands_from_the_graveyard_are_land_plays() -> None:
    layout = Layout(2)
    layout.put(card("You may play lands from your graveyard.", "Artifact", name="Crucible"), 0)
    row = layout.put(FOREST, 0, "graveyard", n=2)
    other, bear = layout.put(FOREST, 1, "graveyard"), layout.put(BEAR, 0, "graveyard")
    state = layout.done()
    assert ways(state, row) == [()] and ways(state, bear) == [] and ways(state, other) == []
    assert code(state, Choice("play", 0, other)) == "no-such-object"
    state = tell(state, "play Forest")
    assert (count(state, "Forest"), count(state, "Forest", "graveyard")) == (1, 2)
    assert code(state, Choice("play", 0, row)) == "land-played" and ways(state, row) == []


def topped(text: str, *cards: tuple[Proto, int], mana: int = 3) -> State:
    """A position with a permanent of these words and a library laid out."""
    layout = Layout(2)
    layout.put(card(text, "Enchantment", name="Sight"), 0)
    layout.library(0, list(cards))
    layout.set_player(0, "mana.U", mana)
    return layout.done()


SIGHT = (
    "Play with the top card of your library revealed.\nYou may play lands and cast spells from the top of your library."
)


@shows(MayPlay)
def test_401_5_the_top_card_of_the_library_is_played() -> None:
    state = topped(SIGHT, (FOREST, 1), (BEAR, 2), (UNKNOWN_CARD, 5))
    below = state.seqs["library.0"][1]
    assert ways(state, state.seqs["library.0"][0]) == [()] and ways(state, below) == []
    assert code(state, Choice("cast", 0, below)) == "no-such-object"
    state = tell(state, "play Forest from the top of my library")
    for left in (1, 0):
        state = settled(tell(state, "cast Bear from library"))
        assert count(state, "Bear", "library") == left
    assert count(state, "Bear") == 2 and ways(state, state.seqs["library.0"][0]) == [("unknown-card",)]


def test_305_1_an_unknown_card_that_nobody_may_cast_may_be_a_land() -> None:
    layout = Layout(2)
    layout.put(card(SIGHT, "Enchantment", name="Sight"), 0)
    layout.put(card("Your opponents can't cast spells.", "Enchantment", name="Silence"), 1)
    layout.library(0, [(UNKNOWN_CARD, 5)])
    state = layout.done()
    top = state.seqs["library.0"][0]
    assert [(each.verb, each.unknown) for each in options(state) if each.row == top] == [("play", "unknown-card")]
    later = until(state, "end", 0)
    assert [each for each in options(later) if each.row == top] == []  # 305.3: a land is played in a main phase alone


def test_401_5_only_cards_of_the_set_are_cast_from_there() -> None:
    state = topped("You may cast creature spells from the top of your library.", (BLUE, 1), (BEAR, 1))
    assert ways(state, state.seqs["library.0"][0]) == []
    state = topped("You may cast creature spells from the top of your library.", (BEAR, 1), (BLUE, 1))
    assert ways(state, state.seqs["library.0"][0]) == [()]


def test_701_24_what_lies_on_top_of_a_shuffled_library_is_not_known() -> None:
    state = topped(SIGHT, (BEAR, 1), (BLUE, 1))
    layout = Layout(2)
    row = layout.put(card("{T}: Shuffle your library.", "Artifact", name="Shaker"), 0)
    layout.put(card(SIGHT, "Enchantment", name="Sight"), 0)
    layout.library(0, [(BEAR, 1), (BLUE, 1)])
    layout.set_player(0, "mana.U", 3)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    first = state.seqs["library.0"][0]
    assert code(state, Choice("cast", 0, first)) == "random-result" and ways(state, first) == [("random-result",)]


EXILER = "{0}: Exile the top two cards of your library. %s"


@shows(LetPlay)
@pytest.mark.parametrize(
    ("words", "turn", "mine", "next"),
    [
        ("You may play those cards this turn.", True, False, False),
        ("Until end of turn, you may play those cards.", True, False, False),
        ("Until the end of your next turn, you may play those cards.", True, True, False),
        ("You may cast them this turn.", True, False, False),
    ],
)
def test_601_3_exiled_cards_may_be_played_for_a_while(words: str, turn: bool, mine: bool, next: bool) -> None:
    layout = Layout(2)
    row = layout.put(card(EXILER % words, "Artifact", name="Oracle"), 0)
    layout.library(0, [(BEAR, 1), (FOREST, 1), (UNKNOWN_CARD, 40)])
    layout.library(1, [(UNKNOWN_CARD, 40)])
    layout.set_player(0, "mana.G", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))

    def playable(state: State) -> bool:
        land = handle(state, "Forest", "exile")
        return code(state, Choice("play", 0, land)) == ""

    assert playable(state) == (turn and "cast" not in words)
    assert ways(state, handle(state, "Bear", "exile")) == [()]
    assert count(settled(tell(state, "cast Bear from exile")), "Bear") == 1
    if "cast" in words:
        return
    state = until(state, "main1", 1)
    assert not playable(state)
    state = until(state, "main1", 0)
    assert playable(state) == mine
    state = until(until(state, "main1", 1), "main1", 0)
    assert playable(state) == next


def test_601_3_an_unknown_card_that_may_be_played_is_told_of() -> None:
    layout = Layout(2)
    row = layout.put(card(EXILER % "You may play those cards this turn.", "Artifact", name="Oracle"), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    (exiled,) = [h for h, r in state.rows.items() if r.cls.zone == "exile"]
    assert ways(state, exiled) == [("unknown-card",)]
    state = until(state, "main1", 1)
    assert ways(state, exiled) == []


FLASHBACK = (
    "{0}: Target instant or sorcery card in your graveyard gains flashback until end of turn. "
    "The flashback cost is equal to its mana cost."
)


@shows(GainFlashback)
def test_702_34a_a_card_gains_flashback_until_end_of_turn() -> None:
    layout = Layout(2)
    row = layout.put(card(FLASHBACK, "Artifact", name="Mage"), 0)
    spell = layout.put(card("Draw a card.", cost="{U}"), 0, "graveyard", n=2)
    layout.set_player(0, "mana.U", 1)
    state = layout.done()
    assert ways(state, spell) == []
    state = settled(play(state, Choice("activate", 0, row, targets=(spell,))))
    assert code(until(state, "main1", 1), Choice("cast", 0, spell, how=("flashback",))) != ""
    (given,) = [h for h in state.rows if ways(state, h) == [("flashback",)]]
    assert code(state, Choice("cast", 0, given)) == "how"
    state = settled(tell(state, "cast Test Card with flashback"))
    assert (count(state, "Test Card", "exile"), count(state, "Test Card", "graveyard")) == (1, 1)


@pytest.mark.parametrize(("own", "way"), [("{U}", "flashback"), ("{R}", "rule-118.9")])
def test_118_9_two_unlike_flashback_costs_of_a_card_are_refused(own: str, way: str) -> None:
    layout = Layout(2)
    row = layout.put(card(FLASHBACK, "Artifact", name="Mage"), 0)
    spell = layout.put(card(f"Flashback {own}" + DRAW, cost="{U}"), 0, "graveyard")
    layout.set_player(0, "mana.U", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(spell,))))
    (given,) = [h for h, r in state.rows.items() if r.cls.zone == "graveyard"]
    assert ways(state, given) == [(way,)]


def test_601_3_each_instant_and_sorcery_card_there_now_gains_flashback() -> None:
    text = "{0}: Each instant and sorcery card in your graveyard gains flashback until end of turn. The flashback cost is equal to its mana cost."
    layout = Layout(2)
    row = layout.put(card(text, "Artifact", name="Past"), 0)
    mine, theirs = layout.put(BLUE, 0, "graveyard", n=3), layout.put(BLUE, 1, "graveyard")
    layout.put(BEAR, 0, "graveyard")
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    marked = {r.cls.owner for r in state.rows.values() if r.cls.prop("flashback")}
    assert marked == {0} and mine in state.rows and not state.rows[theirs].cls.prop("flashback")
    assert [o for o in options(state) if o.verb == "cast"] == []  # no mana


@pytest.mark.parametrize(
    "text",
    [
        "{0}: You may cast target instant card from your graveyard this turn.",
        "You may cast Dragon spells without paying their mana costs.",
    ],
)
def test_601_3_leave_to_play_something_else_is_not_read(text: str) -> None:
    found = compile_card({"name": "Test Card", "type_line": "Artifact", "oracle_text": text, "mana_cost": "{1}"})
    assert not found.complete


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("{0}: Return target card from your graveyard to your hand. You may play it this turn.", 0),
        ("{0}: Exile target card from a graveyard. You may play it this turn.", 1),
    ],
)
def test_601_3_leave_to_play_a_card_elsewhere_or_of_another_player_is_refused(text: str, seat: int) -> None:
    layout = Layout(2)
    row = layout.put(card(text, "Artifact"), 0)
    bear = layout.put(BEAR, seat, "graveyard")
    state = play(play(layout.done(), Choice("activate", 0, row, targets=(bear,))), Choice("pass", 0))
    with pytest.raises(Unsupported, match="play"):
        step(state, Choice("pass", 1))


# --- cast as something resolves (608.2g) -------------------------------------------------------------------------

EXPERTISE = "{0}: You may cast a spell with mana value 3 or less from your hand without paying its mana cost."
BOLT = card("Test Card deals 3 damage to any target.", cost="{R}", name="Test Card")


def asked_to_cast(text: str, *hand: Proto, grave: tuple[Proto, ...] = ()) -> State:
    """The position in which an ability of these words has resolved up to its first question."""
    layout = Layout(2)
    row = layout.put(card(text, "Artifact", name="Book"), 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    buried = [layout.put(proto, 0, "graveyard") for proto in grave]
    state = play(layout.done(), Choice("activate", 0, row, targets=tuple(buried) if "target" in text else ()))
    return around(state)


@shows(CastFree)
def test_608_2g_a_spell_is_cast_from_the_hand_as_an_ability_resolves() -> None:
    state = asked_to_cast(EXPERTISE, BEAR, BOLT, FOREST, creature("Giant", 8, 8, cost=("9",)))
    state = tell(state, "choose Test Card")
    state = tell(state, "yes")
    state = tell(state, "choose p2")
    assert state.rows[state.stack[0]].cls.prop("cast") == "hand" and state.tally["casts"] == 1
    state = settled(state)
    assert (life(state, 1), count(state, "Test Card", "graveyard"), count(state, "Bear", "hand")) == (17, 1, 1)


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_608_2g_whoever_may_cast_it_need_not(answer: str) -> None:
    state = tell(asked_to_cast(EXPERTISE, BEAR), answer)
    assert (count(state, "Bear", "hand"), count(state, "Bear", "stack")) == ((1, 0) if answer == "no" else (0, 1))
    assert count(settled(state), "Bear") == (answer == "yes")


def test_608_2g_what_cannot_be_cast_is_not_asked_about() -> None:
    aura = card("Destroy target artifact creature.", cost="{R}")
    assert asked_to_cast(EXPERTISE, aura, FOREST).game.prop("ask") == "priority"


@pytest.mark.parametrize(("rider", "zone"), [(True, "exile"), (False, "graveyard")])
def test_614_1a_a_spell_cast_from_the_graveyard_may_be_exiled_instead(rider: bool, zone: str) -> None:
    text = "{0}: You may cast target instant or sorcery card from your graveyard without paying its mana cost."
    text += " If that spell would be put into your graveyard, exile it instead." * rider
    state = tell(asked_to_cast(text, grave=(BOLT,)), "yes")
    state = settled(tell(state, "choose p2"))
    assert (life(state, 1), count(state, "Test Card", zone)) == (17, 1)


def test_608_2g_an_exiled_card_is_cast_with_a_mode() -> None:
    layout = Layout(2)
    text = "{0}: Exile the top card of your library. You may cast it without paying its mana cost."
    row = layout.put(card(text, "Artifact", name="Book"), 0)
    charm = card("Choose one —\n• You gain 5 life.\n• Destroy target creature.", cost="{R}")
    layout.library(0, [(charm, 1), (FOREST, 1)])
    layout.put(BEAR, 1)
    state = around(play(layout.done(), Choice("activate", 0, row)))
    state = settled(tell(tell(state, "yes"), "choose mode 1"))
    assert life(state, 0) == 25 and count(state, "Bear") == 1
    state = settled(play(state, Choice("activate", 0, row)))
    assert count(state, "Forest", "exile") == 1 and state.game.prop("ask") == "priority"


def test_601_3_whether_an_unknown_card_is_cast_is_not_known() -> None:
    with pytest.raises(Unsupported) as refused:
        asked_to_cast(EXPERTISE, UNKNOWN_CARD)
    assert refused.value.refusal.code == "unknown-card"


@shows("rebound")
def test_702_88a_a_spell_with_rebound_is_cast_again_at_the_next_upkeep() -> None:
    shock = card("Test Card deals 2 damage to any target.\nRebound", cost="{R}")
    layout = Layout(2)
    row = layout.put(shock, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, row, targets=(2,))))
    assert (life(state, 1), count(state, "Test Card", "exile")) == (18, 1)
    assert ways(state, handle(state, "Test Card", "exile")) == []
    state = until(state, "upkeep", 1)
    assert not state.stack
    state = around(until(state, "upkeep", 0))
    state = settled(tell(tell(state, "yes"), "choose p2"))
    assert (life(state, 1), count(state, "Test Card", "graveyard")) == (16, 1)


def test_702_88a_rebound_is_for_spells_cast_from_the_hand() -> None:
    text = "{0}: You may cast target instant or sorcery card from your graveyard without paying its mana cost."
    state = tell(asked_to_cast(text, grave=(card("You gain 2 life.\nRebound"),)), "yes")
    assert count(settled(state), "Test Card", "graveyard") == 1


# --- additional costs --------------------------------------------------------------------------------------------


def test_702_42_all_modes_are_chosen_for_the_entwine_cost() -> None:
    charm = card("Choose one —\n• You gain 5 life.\n• Test Card deals 2 damage to any target.\nEntwine {1}", cost="{U}")
    state, row = in_hand(charm, mana="UU")
    assert ways(state, row) == [("entwine", "mode 1", "mode 2"), ("mode 1",), ("mode 2",)]
    assert code(state, Choice("cast", 0, row, how=("entwine", "mode 1"))) == "mode"
    assert code(state, Choice("cast", 0, row, targets=(2,), how=("mode 1", "mode 2"))) == "mode"
    state = settled(tell(state, "cast Test Card with entwine choosing mode 1 and mode 2 targeting p2"))
    assert (life(state, 0), life(state, 1)) == (25, 18)


# --- loops -------------------------------------------------------------------------------------------------------


def loops(layout: Layout, body: str) -> State:
    """A loop is found, certified, checked and jumped 10^40 times."""
    loop = find_loop(layout.done(), body_reader(body))
    assert loop.extend(None) is None and loop.endless
    text = certify_plainly(loop)
    assert isinstance(text, str), text
    assert isinstance(check(text), Accepted)
    far = jump(loop, 10**40)
    assert not isinstance(far, Refusal)
    return far


EATER = "Sacrifice a creature: You gain 1 life."


def test_601_3_a_creature_cast_from_the_graveyard_without_end() -> None:
    layout = Layout(2)
    layout.put(card("You may cast creature spells from your graveyard.", "Enchantment", name="Bog"), 0)
    layout.put(card(EATER, "Artifact", name="Altar"), 0)
    layout.put(creature("Imp", 1, 1, cost=("0",)), 0, "graveyard")
    far = loops(layout, "cast Imp\nall pass\nactivate Altar sacrificing Imp\nall pass")
    assert (life(far, 0), far.tally["casts.Imp"]) == (20 + 10**40, 10**40)


def test_118_9_free_spells_that_return_to_the_hand_without_end() -> None:
    layout = Layout(2)
    layout.put(card(ALL_FREE, "Enchantment", name="Omni"), 0)
    layout.put(creature("Bird", 1, 1, cost=("5",)), 0, "hand")
    text = "Return a creature you control to its owner's hand: You gain 1 life."
    layout.put(card(text, "Artifact", name="Cloak"), 0)
    layout.put(ELF, 0, label="elf")
    far = loops(layout, "cast Bird with no mana cost\nall pass\nactivate Cloak returning Bird\nall pass")
    assert (life(far, 0), far.tally["casts.Bird"]) == (20 + 10**40, 10**40)


def test_702_74a_evoked_without_end() -> None:
    """What is evoked dies of it and comes back to the hand: one sacrifice and one life each time."""
    layout = Layout(2)
    layout.put(beast("Evoke {0}", "{7}"), 0, "hand")
    text = "Whenever a creature you control dies, return it to its owner's hand. You gain 1 life."
    layout.put(card(text, "Enchantment", name="Cradle"), 0)
    far = loops(layout, "cast Test Card with evoke\nall pass\nall pass\nall pass")
    assert (life(far, 0), far.tally["sacrifices"]) == (20 + 10**40, 10**40)


def test_401_5_a_run_of_like_cards_on_top_ends_where_the_run_ends() -> None:
    """The cards are free and known: as many iterations as there are cards in the run, and no more."""
    layout = Layout(2)
    layout.put(card(SIGHT, "Enchantment", name="Sight"), 0)
    layout.put(card(EATER, "Artifact", name="Altar"), 0)
    layout.library(0, [(creature("Imp", 1, 1, cost=("0",)), 10**20), (UNKNOWN_CARD, 5)])
    loop = find_loop(
        layout.done(), body_reader("cast Imp from library\nall pass\nactivate Altar sacrificing Imp\nall pass")
    )
    far = jump(loop, 10**20)
    assert not isinstance(far, Refusal) and life(far, 0) == 20 + 10**20
    assert count(far, "Imp", "graveyard") == 10**20
    refused = jump(loop, 10**20 + 1)
    assert isinstance(refused, Refusal)


def test_608_2g_cast_free_as_something_resolves_without_end() -> None:
    layout = Layout(2)
    layout.put(card(EXPERTISE, "Artifact", name="Book"), 0)
    layout.put(creature("Bird", 1, 1, cost=("3",)), 0, "hand")
    layout.put(card("Return a creature you control to its owner's hand: You gain 1 life.", "Artifact", name="Cloak"), 0)
    body = "activate Book\nall pass\nyes\nall pass\nactivate Cloak returning Bird\nall pass"
    far = loops(layout, body)
    assert (life(far, 0), far.tally["casts.Bird"]) == (20 + 10**40, 10**40)


@pytest.mark.parametrize("together", [True, False])
def test_601_2c_targets_of_a_spell_cast_on_resolution_differ(together: bool) -> None:
    layout = Layout(2)
    row = layout.put(
        card("{0}: You may cast an instant card from your hand without paying its mana cost.", "Artifact"), 0
    )
    layout.put(card("Tap two target creatures.", "Instant"), 0, "hand")
    bears = [layout.put(BEAR, 1, n=2)] if together else [layout.put(BEAR, 1), layout.put(WARDEN, 1)]
    elf = layout.put(ELF, 1)
    state = says(around(play(layout.done(), Choice("activate", 0, row))), "yes")
    assert question(state) == ("object", 0, (*bears, elf))
    state = says(state, picks=((bears[0], 1),))
    assert question(state)[2] == ((*bears, elf) if together else (bears[1], elf))
    state = says(state, picks=((bears[-1], 1),))
    tapped = [r for r in state.rows.values() if r.cls.tapped]
    assert not tapped
    state = settled(state)
    assert sum(plain(r.n) for r in state.rows.values() if r.cls.tapped) == 2
    assert not only(state, "Elf Warrior").cls.tapped


def test_601_2c_a_spell_without_so_many_targets_is_not_cast_on_resolution() -> None:
    layout = Layout(2)
    row = layout.put(
        card("{0}: You may cast an instant card from your hand without paying its mana cost.", "Artifact"), 0
    )
    layout.put(card("Tap two target creatures.", "Instant"), 0, "hand")
    layout.put(BEAR, 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert count(state, "Test Card", "hand") == 1
