"""Types that creatures have in all zones (205.1a, 205.1b, 613.1d). Every result was worked out from the rules before it was played."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import Are
from tests.support.acting import handle, instant, settled
from tests.support.boards import play
from tests.support.own_cards import card_read
from tests.support.shown import shows

TOO = " The same is true for creature spells you control and creature cards you own that aren't on the battlefield."
MORE = (
    "As this enchantment enters, choose a creature type.\nCreatures you control are the chosen type in addition to their other types."
    + TOO
)
INSTEAD = "As this enchantment enters, choose a creature type.\nCreatures you control are the chosen type." + TOO
ELF = Proto("Elf", ("creature",), ("Elf",), (), ("R",), ("1", "R"), 1, 1, None, ())
RETURN = "Return target {} card from a graveyard to its owner's hand."


def laid(text: str, *cards: tuple[Proto, int, str], mana: int = 9) -> State:
    layout = Layout(2)
    own = layout.put(card_read("Own", text, types="Enchantment"), 0)
    layout.choose(own, "type", "Goblin")
    for proto, seat, zone in cards:
        layout.put(proto, seat, zone)
    layout.set_player(0, "mana.R", mana)
    return layout.done()


@shows(Are)
@pytest.mark.parametrize(("text", "kinds"), [(MORE, ("Elf", "Goblin")), (INSTEAD, ("Goblin",))])
@pytest.mark.parametrize(("seat", "mine"), [(0, True), (1, False)])
def test_205_1_creatures_and_creature_cards_of_one_player_alone(
    text: str, kinds: tuple[str, ...], seat: int, mine: bool
) -> None:
    returns = tuple(card_read(f"Take {kind}", RETURN.format(kind), types="Instant") for kind in ("Elf", "Goblin"))
    state = laid(text, (ELF, seat, "battlefield"), (ELF, seat, "graveyard"), *((r, 0, "hand") for r in returns))
    assert view(state, handle(state, "Elf")).subtypes == (kinds if mine else ("Elf",))
    buried = handle(state, "Elf", "graveyard")
    legal = {
        kind
        for kind in ("Elf", "Goblin")
        if verify(state, Choice("cast", 0, handle(state, f"Take {kind}", "hand"), targets=(buried,))) is None
    }
    assert legal == ({*kinds} if mine else {"Elf"})


def test_205_1b_cards_that_are_no_creatures_are_not_of_the_type() -> None:
    taken = card_read("Take", "Return target Goblin card from your graveyard to your hand.", types="Instant")
    state = laid(MORE, (instant("Bolt"), 0, "graveyard"), (taken, 0, "hand"))
    made = Choice("cast", 0, handle(state, "Take", "hand"), targets=(handle(state, "Bolt", "graveyard"),))
    assert verify(state, made) is not None


def test_601_2f_a_creature_spell_costs_less_as_one_of_the_type() -> None:
    cheap = card_read("Cheap", "Goblin spells you cast cost {1} less to cast.")
    state = laid(MORE, (ELF, 0, "hand"), (cheap, 0, "battlefield"), mana=1)
    row = handle(state, "Elf", "hand")
    assert [o for o in options(state) if o.row == row]
    assert not [o for o in options(laid(MORE, (ELF, 0, "hand"), mana=1)) if o.verb == "cast"]


def test_603_2_casting_a_creature_spell_is_casting_one_of_the_type() -> None:
    watcher = card_read("Watcher", "Whenever you cast a Goblin spell, you gain 1 life.")
    state = laid(INSTEAD, (ELF, 0, "hand"), (watcher, 0, "battlefield"))
    state = settled(play(state, Choice("cast", 0, handle(state, "Elf", "hand"))))
    assert state.rows[1].get("life") == 21


def test_702_16b_protection_from_the_type_asks_for_it_in_all_zones() -> None:
    guard = card_read("Guard", "Protection from Goblins")
    pinger = card_read("Pinger", "Exile this card from your graveyard: It deals 1 damage to target creature.")
    state = laid(MORE, (guard, 1, "battlefield"), (pinger, 0, "graveyard"))
    row = handle(state, "Pinger", "graveyard")
    made = Choice("activate", 0, row, targets=(handle(state, "Guard"),))
    assert verify(state, made) is not None


def test_613_7_two_effects_that_set_types_outside_of_the_battlefield_are_refused_by_name() -> None:
    other = card_read("Other", INSTEAD, types="Enchantment")
    taken = card_read("Take", "Return target Goblin card from your graveyard to your hand.", types="Instant")
    layout = Layout(2)
    for name, proto in (("Goblin", card_read("Own", INSTEAD, types="Enchantment")), ("Elf", other)):
        layout.choose(layout.put(proto, 0), "type", name)
    layout.put(ELF, 0, "graveyard")
    layout.put(taken, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    made = Choice("cast", 0, handle(state, "Take", "hand"), targets=(handle(state, "Elf", "graveyard"),))
    with pytest.raises(Unsupported) as caught:
        verify(state, made)
    assert caught.value.refusal.rule == "613.7"


ARTIFACTS = "Creatures you control are artifacts in addition to their other types." + TOO


def test_205_1b_a_card_type_may_be_had_in_all_zones_too() -> None:
    """Casting a creature spell is casting an artifact spell, and its card is an artifact card."""
    watcher = card_read("Watcher", "Whenever you cast an artifact spell, you gain 1 life.", types="Enchantment")
    taken = card_read("Take", "Return target artifact card from a graveyard to its owner's hand.", types="Instant")
    cards = (
        (ELF, 0, "hand"),
        (watcher, 0, "battlefield"),
        (taken, 0, "hand"),
        (ELF, 0, "graveyard"),
        (ELF, 1, "graveyard"),
    )
    layout = Layout(2)
    layout.put(card_read("Own", ARTIFACTS, types="Enchantment"), 0)
    for proto, seat, zone in cards:
        layout.put(proto, seat, zone)
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    take = handle(state, "Take", "hand")
    buried = [h for h, row in state.rows.items() if row.cls.zone == "graveyard"]
    legal = [verify(state, Choice("cast", 0, take, targets=(row,))) is None for row in buried]
    assert legal == [True, False]
    state = settled(play(state, Choice("cast", 0, handle(state, "Elf", "hand"))))
    assert state.rows[1].get("life") == 21
    assert view(state, handle(state, "Elf")).types == ("creature", "artifact")


def test_205_3m_the_types_that_are_offered_are_creature_types() -> None:
    """A creature that is a land, too, has a land type (205.3i); a type that the rules don't list is none."""
    banner = card_read("Banner", "As this artifact enters, choose a creature type.", types="Artifact")
    layout = Layout(2)
    layout.put(Proto("Arbor", ("land", "creature"), ("Forest", "Dryad"), power=1, toughness=1), 1)
    layout.put(Proto("Dial", ("creature",), ("Dial",), power=1, toughness=1), 1)
    row = layout.put(banner, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = play(layout.done(), Choice("cast", 0, row))
    while asked(state) != "answer":
        state = play(state, Choice("pass", decider(state)))
    assert {word for option in options(state) for slot in option.slots for word in slot.words} == {"Dryad"}
