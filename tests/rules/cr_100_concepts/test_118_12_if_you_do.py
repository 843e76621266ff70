""" "If you do" asks what was chosen or begun, "when you do" what happened: 118.12, 603.12, 614.6."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import UNKNOWN_CARD, Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import count
from tests.support.boards import life
from tests.support.combats import answering, refused, run
from tests.support.texts import card

BEAR = card("", "Creature — Bear", "Bear")
FOREST = card("({T}: Add {G}.)", "Basic Land — Forest", "Forest", "")
_Setup = Callable[[Layout], object]


def spell(deed: str, then: str, setup: _Setup, how: str = "") -> State:
    """After an instant "deed. Then" was cast, with a library of five cards unless the setup says otherwise."""
    layout = Layout(2)
    layout.library(0, [(FOREST, 5)])
    setup(layout)
    layout.put(card(f"{deed} {then}", "Instant", "Spell", "{0}"), 0, "hand")
    return run(layout.done(), f"cast Spell{how}")


def beside(text: str, seat: int = 0) -> _Setup:
    """An enchantment of this text, and a creature that everybody can name as Bear."""

    def setup(layout: Layout) -> None:
        layout.put(card(text, "Enchantment", "Rule"), seat)
        layout.put(BEAR, 0)

    return setup


def in_words(may: bool, deed: str) -> str:
    return f"You may {deed[0].lower()}{deed[1:]}" if may else deed


AIM = " targeting Bear"
FEWER = beside(
    "If one or more -1/-1 counters would be put on a creature you control, "
    "that many -1/-1 counters minus one are put on it instead."
)
LOSES = beside("If an opponent would gain life, that player loses that much life instead.", 1)
SPARED = beside("Prevent all damage that would be dealt to creatures.")
SKIPS = beside("If you would draw a card, you may skip that draw instead.")


def stunned(layout: Layout) -> None:
    layout.put(BEAR, 0, tapped=True, counters={"stun": 1})


#: What is done, on which board, and what is said on the way: it is possible, and never happens.
REPLACED = [
    ("Put a -1/-1 counter on target creature.", FEWER, AIM, ()),
    ("Gain 3 life.", LOSES, "", ()),
    ("Have Spell deal 1 damage to target creature.", SPARED, AIM, ()),
    ("Untap target creature.", stunned, AIM, ()),
    ("Draw a card.", SKIPS, "", ("choose skip",)),
]


@pytest.mark.parametrize(("deed", "setup", "aim", "said"), REPLACED)
def test_118_12_what_is_chosen_is_done_whatever_became_of_it(
    deed: str, setup: _Setup, aim: str, said: tuple[str, ...]
) -> None:
    state = spell(in_words(True, deed), "If you do, create a Treasure token.", setup, aim)
    assert count(answering(state, "yes", *said), "Treasure") == 1
    assert count(answering(state, "no"), "Treasure") == 0


@pytest.mark.parametrize(("deed", "setup", "aim", "said"), REPLACED)
def test_603_12_what_is_replaced_or_prevented_sets_no_reflexive_ability_off(
    deed: str, setup: _Setup, aim: str, said: tuple[str, ...]
) -> None:
    state = spell(in_words(True, deed), "When you do, create a Treasure token.", setup, aim)
    assert count(answering(state, "yes", *said), "Treasure") == 0


@pytest.mark.parametrize(("deed", "setup", "aim", "said"), REPLACED)
def test_603_12_what_happens_sets_it_off_on_the_same_board_without_that(
    deed: str, setup: _Setup, aim: str, said: tuple[str, ...]
) -> None:
    def plain(layout: Layout) -> None:
        layout.put(BEAR, 0, tapped=True)

    state = spell(in_words(True, deed), "When you do, create a Treasure token.", plain, aim)
    assert count(answering(state, "yes"), "Treasure") == 1


def emptied(layout: Layout) -> None:
    layout.library(0, [])


def one_bear(layout: Layout) -> None:
    layout.put(BEAR, 0)


def firm(layout: Layout) -> None:
    layout.put(card("Indestructible", "Creature — Bear", "Bear"), 0)


BARRED = beside("Players can't gain life.")
BARE = beside("Counters can't be put on artifacts, creatures, enchantments, or lands.")
#: What is done, and a board on which it is impossible.
IMPOSSIBLE = [
    ("Gain 3 life.", BARRED, ""),
    ("Put a +1/+1 counter on target creature.", BARE, AIM),
    ("Exile the top card of your library.", emptied, ""),
    ("Mill a card.", emptied, ""),
    ("Destroy target creature.", firm, AIM),
    ("Tap target creature.", stunned, AIM),
    ("Exile a card from your graveyard.", emptied, ""),
    ("Sacrifice a creature.", emptied, ""),
]


@pytest.mark.parametrize("then", ["If you do", "When you do"])
@pytest.mark.parametrize(("deed", "setup", "aim"), IMPOSSIBLE)
def test_608_2d_what_is_impossible_cant_be_chosen(deed: str, setup: _Setup, aim: str, then: str) -> None:
    state = answering(spell(in_words(True, deed), f"{then}, create a Treasure token.", setup, aim))
    assert refused(state, "yes") == ("cost-short", "608.2d")
    assert count(answering(state, "no"), "Treasure") == 0


@pytest.mark.parametrize("then", ["If you do", "When you do"])
@pytest.mark.parametrize(("deed", "setup", "aim"), IMPOSSIBLE)
def test_118_12_what_is_impossible_is_not_begun(deed: str, setup: _Setup, aim: str, then: str) -> None:
    said = f"You {deed[0].lower()}{deed[1:]}" if deed.startswith("Gain") else deed
    state = answering(spell(said, f"{then}, create a Treasure token.", setup, aim))
    assert count(state, "Treasure") == 0


@pytest.mark.parametrize(
    "deed", ["Mill six cards.", "Exile the top six cards of your library.", "Sacrifice two creatures."]
)
def test_118_3_more_than_there_is_cant_be_chosen(deed: str) -> None:
    state = answering(spell(in_words(True, deed), "If you do, create a Treasure token.", one_bear))
    assert refused(state, "yes")[0] == "cost-short"


def test_121_3_a_card_may_be_drawn_from_an_empty_library() -> None:
    state = spell("You may draw a card.", "If you do, create a Treasure token.", emptied)
    assert count(run(answering(state), "yes"), "Treasure") == 1


def test_614_8_what_regenerates_was_not_destroyed() -> None:
    for word, treasures in (("If", 1), ("When", 0)):
        layout = Layout(2)
        layout.put(card("{0}: Regenerate Bear.", "Creature — Bear", "Bear"), 0)
        text = f"Destroy target creature. {word} you do, create a Treasure token."
        layout.put(card(text, "Instant", "Spell", "{0}"), 0, "hand")
        state = answering(run(layout.done(), "activate Bear"))
        state = answering(run(state, "cast Spell targeting Bear"))
        assert (count(state, "Bear"), count(state, "Treasure")) == (1, treasures)


def test_701_3b_what_is_attached_there_already_is_not_attached() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.put(card("", "Creature — Ox", "Ox"), 0)
    text = "{0}: You may attach this Equipment to target creature you control. When you do, you gain 4 life."
    layout.attach(layout.put(card(text, "Artifact — Equipment", "Axe"), 0), bear)
    state = layout.done()
    assert life(answering(run(state, "activate Axe targeting Bear"), "yes"), 0) == 20
    assert life(answering(run(state, "activate Axe targeting Ox"), "yes"), 0) == 24


def test_701_17c_a_milled_card_is_milled_wherever_it_goes() -> None:
    rule = beside("If a card or token would be put into a graveyard from anywhere, exile it instead.")
    state = answering(spell("Mill a card.", "When you do, create a Treasure token.", rule))
    assert (count(state, "Forest", "exile"), count(state, "Treasure")) == (1, 1)


@pytest.mark.parametrize(("word", "treasures"), [("If", 1), ("When", 0)])
def test_614_6_what_is_exiled_instead_was_not_returned(word: str, treasures: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    mark = "Untap target creature. If it would leave the battlefield, exile it instead of putting it anywhere else."
    layout.put(card(mark, "Instant", "Mark", "{0}"), 0, "hand")
    text = f"Return target creature to its owner's hand. {word} you do, create a Treasure token."
    layout.put(card(text, "Instant", "Spell", "{0}"), 0, "hand")
    state = answering(run(layout.done(), "cast Mark targeting Bear"))
    state = answering(run(state, "cast Spell targeting Bear"))
    assert (count(state, "Bear", "exile"), count(state, "Treasure")) == (1, treasures)


@pytest.mark.parametrize(("cards", "offered"), [((UNKNOWN_CARD,), True), ((BEAR,), False), ((BEAR, FOREST), True)])
def test_608_2d_a_card_that_nobody_knows_may_be_one_that_fits(cards: tuple[Proto, ...], offered: bool) -> None:
    def hand(layout: Layout) -> None:
        for each in cards:
            layout.put(each, 0, "hand")

    text = "You may put a land card from your hand onto the battlefield."
    state = answering(spell(text, "If you do, create a Treasure token.", hand))
    assert (verify(state, Choice("may", 0, answer="yes")) is None) is offered
