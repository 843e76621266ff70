"""Keywords that work from a graveyard: scavenge (702.97), embalm (702.128), eternalize (702.129)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State, player
from reiterate.terms.proto import Proto
from tests.support.boards import BEAR, play


def ox(text: str, **more: str) -> Proto:
    """A green 3/2 Ox for {1}{G} with this text."""
    card = {
        "name": "Test Ox", "type_line": "Creature — Ox", "mana_cost": "{1}{G}", "power": "3", "toughness": "2",
        "colors": ["G"], "oracle_text": text, **more,
    }  # fmt: skip
    made = compile_card(card)
    assert made.complete, made
    return made.proto


def buried(text: str, zone: str = "graveyard", active: int = 0, **more: str) -> tuple[State, int, int]:
    """The Ox in a graveyard, a bear on the battlefield, and plenty of mana; the state, the Ox, the bear."""
    layout = Layout(2, active=active)
    row = layout.put(ox(text, **more), 0, zone)
    bear = layout.put(BEAR, 0)
    layout.set_player(0, "mana.G", 9)
    return layout.done(), row, bear


def use(state: State, row: int, *targets: int, picks: tuple[tuple[int, int], ...] = ()) -> State:
    """Activate the only ability of a row and let it resolve."""
    state = play(state, Choice("activate", 0, row, targets=targets, picks=picks))
    return play(state, Choice("pass", 0), Choice("pass", 1))


def token(state: State) -> tuple[int, Row]:
    """The only token."""
    return next((h, r) for h, r in state.rows.items() if r.cls.kind == "token")


def zones(state: State) -> list[str]:
    """Where the card called Test Ox is."""
    return [r.cls.zone for r in state.rows.values() if r.cls.kind == "card" and proto_of(r.cls).name == "Test Ox"]


def test_702_97a_scavenge_puts_as_many_counters_as_the_exiled_card_has_power() -> None:
    state, row, bear = buried("Scavenge {2}{G}")
    state = use(state, row, bear)
    assert (power(state, bear), toughness(state, bear)) == (5, 5)
    assert zones(state) == ["exile"]
    assert state.rows[player(0)].get("mana.G") == 6


def test_702_97a_the_card_is_exiled_as_a_cost() -> None:
    """Before anybody can respond it is gone from the graveyard."""
    state, row, bear = buried("Scavenge {2}{G}")
    state = play(state, Choice("activate", 0, row, targets=(bear,)))
    assert zones(state) == ["exile"]
    assert len(state.stack) == 1


@pytest.mark.parametrize("keyword", ["Scavenge {2}{G}", "Embalm {2}{G}", "Eternalize {2}{G}"])
@pytest.mark.parametrize(("zone", "active"), [("hand", 0), ("exile", 0), ("battlefield", 0), ("graveyard", 1)])
def test_they_work_in_a_graveyard_alone_and_as_a_sorcery_alone(keyword: str, zone: str, active: int) -> None:
    state, row, bear = buried(keyword, zone, active)
    if active:
        state = play(state, Choice("pass", 1))
    targets = (bear,) if keyword.startswith("Scavenge") else ()
    assert verify(state, Choice("activate", 0, row, targets=targets)) is not None
    assert not [o for o in options(state) if o.verb == "activate"]


@pytest.mark.parametrize(
    ("keyword", "color", "size"), [("Embalm {2}{G}", ("W",), (3, 2)), ("Eternalize {2}{G}", ("B",), (4, 4))]
)
def test_702_128a_and_702_129a_a_token_that_is_a_zombie_without_mana_cost(
    keyword: str, color: tuple[str, ...], size: tuple[int, int]
) -> None:
    state, row, _ = buried(f"Vigilance\n{keyword}")
    state = use(state, row)
    handle, made = token(state)
    seen = view(state, handle)
    assert (seen.name, tuple(seen.colors), set(seen.subtypes)) == ("Test Ox", color, {"Ox", "Zombie"})
    assert (power(state, handle), toughness(state, handle)) == size
    assert "vigilance" in seen.keywords
    assert proto_of(made.cls).mana_cost is None
    assert mana_value(proto_of(made.cls)) == 0
    assert zones(state) == ["exile"]


def test_702_129a_values_that_define_a_size_are_not_copied() -> None:
    """707.9d: the token is 4/4 whatever the card's own ability says of its size."""
    text = "Test Ox's power and toughness are each equal to the number of cards in your hand.\nEternalize {2}{G}"
    state, row, _ = buried(text, power="*", toughness="*")
    state = use(state, row)
    handle, _ = token(state)
    assert (power(state, handle), toughness(state, handle)) == (4, 4)


def test_702_97a_a_power_that_an_ability_defines_is_refused() -> None:
    """604.3: it counts in every zone; what it last was in the graveyard (608.2h) isn't kept, so nothing is said."""
    text = "Test Ox's power and toughness are each equal to the number of cards in your hand.\nScavenge {2}{G}"
    layout = Layout(2)
    row = layout.put(ox(text, power="*", toughness="*"), 0, "graveyard")
    bear = layout.put(BEAR, 0)
    layout.put(BEAR, 0, "hand", 3)
    layout.set_player(0, "mana.G", 3)
    with pytest.raises(Unsupported) as refused:
        use(layout.done(), row, bear)
    assert refused.value.refusal.code == "rule-608.2h"


def test_702_129a_with_more_costs() -> None:
    layout = Layout(2)
    row = layout.put(ox("Eternalize—{2}{G}, Discard a card."), 0, "graveyard")
    layout.set_player(0, "mana.G", 3)
    assert verify(layout.done(), Choice("activate", 0, row)) is not None
    card = layout.put(BEAR, 0, "hand")
    state = use(layout.done(), row, picks=((card, 1),))
    assert token(state)
    assert [r.cls.zone for r in state.rows.values() if r.cls.proto == BEAR] == ["graveyard"]
