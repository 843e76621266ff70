"""Names that a line has to say in full: with a stop at their end, and of things in several zones."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from tests.support.boards import BEAR, creature, play, resolve
from tests.support.written import card

AGENT = creature("Agent of S.H.I.E.L.D.", 2, 2, legendary=True, cost=("1",))


def read_back(state: State) -> int:
    """How many choices there are; fails where the line of one doesn't read back to it."""
    made = [choice for option in options(state) for choice in instances(state, option, 20)]
    for choice in made:
        assert read_sentence(state, say(state, choice)) == choice, say(state, choice)
    return len(made)


def test_704_5j_a_name_may_end_with_a_stop() -> None:
    layout = Layout(2)
    layout.put(AGENT, 0)
    card = layout.put(AGENT, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = resolve(play(layout.done(), Choice("cast", 0, card)))
    assert asked(state) == "keep"
    assert read_back(state) == 2
    assert read_sentence(layout.done(), "cast Agent of S.H.I.E.L.D.") == Choice("cast", 0, card)
    assert read_sentence(layout.done(), "pass.") == read_sentence(layout.done(), "pass")


def test_608_2d_what_is_chosen_among_several_zones_is_named_with_its_zone() -> None:
    found = compile_card(
        {
            "name": "Trade",
            "type_line": "Enchantment",
            "mana_cost": "{1}",
            "oracle_text": "{0}: You lose 1 life.\nWhenever you lose life, for each 1 life you lost, exile a permanent you control or a card from your hand or graveyard.",
        }
    )
    assert found.complete, found.missing
    layout = Layout(2)
    trade = layout.put(found.proto, 0)
    for zone in ("battlefield", "hand", "graveyard"):
        layout.put(BEAR, 0, zone)
    state = resolve(resolve(play(layout.done(), Choice("activate", 0, trade))))
    assert asked(state) == "answer"
    assert read_back(state) >= 4


@pytest.mark.parametrize("groups", [(1, 2), (3, 1), (1, 3, 2), (1, 1, 1)], ids=str)
@pytest.mark.parametrize(
    "text",
    [
        "Sacrifice a creature: Put a +1/+1 counter on ~.",
        "Tap an untapped creature you control: Put a +1/+1 counter on ~.",
        "Return a creature you control to its owner's hand: ~ gains flying until end of turn.",
        "Sacrifice a creature: ~ deals 1 damage to target creature.",
        "{T}, Tap an untapped creature you control: Tap target creature.",
    ],
)
def test_602_2b_what_acts_pays_with_itself_or_with_another_of_its_like(text: str, groups: tuple[int, ...]) -> None:
    """A single one gives up itself, one of a group another one: of alike rows the line has to mean the right one."""
    proto = card(text, "Creature", "{1}", power="1", toughness="3")
    layout = Layout(2)
    for number in groups:
        layout.put(proto, 0, n=number)
    acting = [option for option in options(layout.done()) if option.verb == "activate"]
    made = [choice for option in acting for choice in instances(layout.done(), option, 40)]
    assert "{T}" in text or any((choice.row, 1) in choice.picks for choice in made)
    for choice in made:
        line = say(layout.done(), choice)
        assert read_sentence(layout.done(), line) == choice, line
