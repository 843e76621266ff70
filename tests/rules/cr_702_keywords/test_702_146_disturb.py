"""Disturb (702.146): a card is cast transformed from its owner's graveyard (712.8c, 712.11a, 712.11d)."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.printed_characteristics import mana_value_of
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_spells import CounterSpell
from reiterate.terms.effects_zones import ReturnToHand
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, TargetSpec
from reiterate.terms.static_effects import CastTransformed
from tests.support.acting import SPELL, count, handle, instant, only, settled
from tests.support.boards import BEAR, CREATURE, play
from tests.support.shown import shows

GONE = "If Ghost would be put into a graveyard from anywhere, exile it instead."


def double(back: str = "Flying\n" + GONE, types: str = "Creature — Spirit", size: str = "3") -> Proto:
    """A 2/2 for {3}{W} with disturb {1}{W}, whose back face has these words."""
    faces: list[dict[str, object]] = [
        {"name": "Guard", "type_line": "Creature — Human", "mana_cost": "{3}{W}", "oracle_text": "Disturb {1}{W}", "power": "2", "toughness": "2"},
        {"name": "Ghost", "type_line": types, "mana_cost": "", "oracle_text": back, "colors": ["W"]},
    ]  # fmt: skip
    if "Creature" in types:
        faces[1] |= {"power": size, "toughness": size}
    return compile_card({"name": "Guard // Ghost", "layout": "transform", "card_faces": faces}).proto


def buried(proto: Proto, zone: str = "graveyard", step: str = "main1", owner: int = 0) -> State:
    layout = Layout(2, 0, step)
    layout.put(proto, owner, zone)
    layout.put(BEAR, 0)
    for spell in (DESTROY, RETURN, COUNTER):
        layout.put(spell, 0, "hand")
    layout.set_player(0, "mana.W", 2)
    layout.set_player(0, "mana.R", 3)
    return layout.done()


ONE = (TargetSpec(CREATURE),)
DESTROY = instant("Destroyer", Destroy(TargetRef(0)), targets=ONE)
RETURN = instant("Returner", ReturnToHand(TargetRef(0)), targets=ONE)
COUNTER = instant("Counter", CounterSpell(TargetRef(0)), targets=(SPELL,))
WAY = ("disturb",)
PAID = (("W", 2),)


def cast(state: State, *targets: int) -> State:
    return play(state, Choice("cast", 0, handle(state, "Guard", "graveyard"), targets=targets, how=WAY, pay=PAID))


def code(state: State, zone: str, how: tuple[str, ...]) -> str:
    found = verify(state, Choice("cast", 0, handle(state, "Guard", zone), how=how, pay=PAID))
    return "" if found is None else found.code


@shows(CastTransformed)
def test_702_146b_it_enters_with_its_back_face_up() -> None:
    state = cast(buried(double()))
    (spell,) = state.stack
    row = state.rows[spell]
    assert row.cls.proto is not None and row.cls.proto.name == "Ghost" and row.cls.proto.mana_cost is None
    assert mana_value_of(row) == 4  # 712.8c: by the front face's mana cost
    state = settled(state)
    ghost = only(state, "Ghost")
    assert ghost.cls.proto == double().back and mana_value_of(ghost) == 4
    assert state.rows[1].get("mana.W") == 0  # its disturb cost was paid


def test_702_146a_from_the_graveyard_alone_and_transformed_alone() -> None:
    assert code(buried(double()), "graveyard", WAY) == ""
    assert code(buried(double()), "graveyard", ()) != ""  # not with its front face up
    for zone in ("hand", "exile"):
        assert code(buried(double(), zone), zone, WAY) == "how"
    assert code(buried(double(), owner=1), "graveyard", WAY) != ""
    assert code(buried(double(), step="upkeep"), "graveyard", WAY) == "sorcery-timing"


def test_702_146a_the_way_is_offered_and_said() -> None:
    state = buried(double())
    row = handle(state, "Guard", "graveyard")
    (offered,) = [option for option in options(state) if option.row == row]
    assert offered.verb == "cast" and offered.how == WAY
    choice = read_sentence(state, "cast Guard with disturb")
    assert isinstance(choice, Choice) and choice.how == WAY
    assert read_sentence(state, say(state, choice).partition(": ")[2]) == choice


def test_614_1a_it_is_exiled_as_the_card_that_it_is() -> None:
    there = settled(cast(buried(double())))
    dead = settled(
        play(there, Choice("cast", 0, handle(there, "Destroyer", "hand"), targets=(handle(there, "Ghost"),)))
    )
    assert (count(dead, "Guard", "exile"), count(dead, "Guard", "graveyard")) == (1, 0)
    home = settled(play(there, Choice("cast", 0, handle(there, "Returner", "hand"), targets=(handle(there, "Ghost"),))))
    assert count(home, "Guard", "hand") == 1
    spell = cast(buried(double()))
    countered = settled(play(spell, Choice("cast", 0, handle(spell, "Counter", "hand"), targets=spell.stack)))
    assert count(countered, "Guard", "exile") == 1


def test_712_11c_an_aura_face_wants_its_target() -> None:
    proto = double("Enchant creature\nEnchanted creature gets +1/+1.\n" + GONE, "Enchantment — Aura")
    state = buried(proto)
    state = settled(cast(state, handle(state, "Bear")))
    assert count(state, "Ghost") == 1


def test_a_back_face_that_is_not_understood_is_told() -> None:
    state = buried(double("Sing a song."))
    assert [str(each) for each in unoffered(state, 0)] == ["not offered: disturb of Guard (702.146)"]
    assert code(state, "graveyard", WAY) == "how"
