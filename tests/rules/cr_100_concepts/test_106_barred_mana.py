"""Mana barred from some spells alone (106.6, 111.10h): it pays for what effects ask, to attack and to block."""

from __future__ import annotations

import pytest

from reiterate.oracle.known_tokens import KNOWN_TOKENS
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, SpellAbility
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_mana import AddMana, only_of
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import You
from tests.support.boards import BEAR, life, play
from tests.support.combats import PROPAGANDA, combat, written

STONE = "cast an artifact spell or activate an ability or pay anything else"
BARRED = ("activate abilities", "cast artifact spells or activate abilities of artifacts")
GAIN = GainLife(You(), Fixed(3))


def attacked(**mana: int) -> State:
    """Two bears before a player who taxes attackers with {2} each, and mana in the pool."""
    layout = Layout(2)
    layout.put(BEAR, 0, n=2)
    layout.put(written("Toll", PROPAGANDA), 1)
    draft = Draft(combat(layout))
    for slot, amount in mana.items():
        add(draft, "added mana", player(0), slot, amount)
    return draft.done()


def attack(state: State, many: int) -> Choice:
    """So many bears attack."""
    bear = next(h for h, r in state.rows.items() if r.cls.proto == BEAR)
    return Choice("attack", 0, picks=((bear, many),), targets=(player(1),))


def test_111_10h_the_token_is_barred_from_nonartifact_spells_alone() -> None:
    ability = KNOWN_TOKENS["Powerstone"].abilities[0]
    assert isinstance(ability, Activated)
    added = ability.effects[0]
    assert isinstance(added, AddMana)
    found = only_of(added.only)
    assert found is not None
    assert found.other


@pytest.mark.parametrize("text", BARRED)
def test_106_6_only_these_is_nothing_else(text: str) -> None:
    found = only_of(text)
    assert found is not None
    assert not found.other
    assert only_of("pay anything else") is None


@pytest.mark.parametrize("many", [1, 2])
def test_508_1j_such_mana_pays_to_attack(many: int) -> None:
    state = attacked(**{f"mana.C/{STONE}": 4})
    assert verify(state, attack(state, many)) is None
    after = play(state, attack(state, many))
    assert after.rows[player(0)].get(f"mana.C/{STONE}") == 4 - 2 * many


@pytest.mark.parametrize("text", BARRED)
def test_508_1j_mana_for_named_things_alone_does_not(text: str) -> None:
    state = attacked(**{f"mana.C/{text}": 4})
    refused = verify(state, attack(state, 1))
    assert refused is not None
    assert refused.code == "mana-short"


def test_106_6_it_goes_before_what_is_not_barred() -> None:
    state = attacked(**{f"mana.C/{STONE}": 1, "mana.C": 2})
    after = play(state, attack(state, 1))
    row = after.rows[player(0)]
    assert (row.get("mana.C"), row.get(f"mana.C/{STONE}")) == (1, 0)


@pytest.mark.parametrize(("text", "pays"), [(STONE, True), *((text, False) for text in BARRED)])
def test_118_12_it_pays_what_an_effect_asks(text: str, pays: bool) -> None:
    """A sorcery asks its controller to pay {2}, or nothing: with mana of the token they may."""
    layout = Layout(2)
    asks = SpellAbility((MayPay(You(), (ManaCost(("2",)),), (GAIN,)),))
    spell = layout.put(Proto("Toll Rite", ("sorcery",), mana_cost=("0",), abilities=(asks,)), 0, "hand")
    layout.set_player(0, f"mana.C/{text}", 2)
    state = play(layout.done(), Choice("cast", 0, spell))
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    if not pays:
        assert (asked(state), life(state, 0)) == ("priority", 20)
        return
    assert [slot.words for option in options(state) for slot in option.slots] == [("no", "yes")]
    state = play(state, Choice("answer", 0, answer="yes"))
    assert life(state, 0) == 23
    assert state.rows[player(0)].get(f"mana.C/{text}") == 0
