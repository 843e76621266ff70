"""Prototype cards (702.160, 718): a second set of power, toughness and mana cost, chosen as the card is cast.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import mana_value_of
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.color_identity import color_identity
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, only, settled
from tests.support.combats import run
from tests.support.texts import card, code


def golem(dash: str = "—") -> Proto:
    facts = {"name": "Golem", "layout": "prototype", "type_line": "Artifact Creature — Golem", "mana_cost": "{6}"}
    text = f"Prototype {{2}}{{G}} {dash} 1/3\nVigilance\n{{T}}: Add an amount of {{G}} equal to Golem's power."
    made = compile_card({**facts, "oracle_text": text, "power": "3", "toughness": "6", "colors": []})
    assert fully_usable(made), made.clauses
    assert [each.text.split(" ")[0] for each in made.clauses] == ["Prototype", "Vigilance", "{T}:"]
    return made.proto


def board(mana: str, *tools: str) -> State:
    layout = Layout(2)
    layout.put(golem(), 0, "hand")
    for i, text in enumerate(tools):
        layout.put(card(text, "Artifact", name=f"Tool {i}"), 0)
    for kind in set(mana):
        layout.set_player(0, f"mana.{kind}", mana.count(kind))
    return layout.done()


def made_of(state: State) -> tuple[object, ...]:
    row = handle(state, "Golem")
    now = view(state, row)
    return power(state, row), toughness(state, row), tuple(now.colors), mana_value_of(state.rows[row]), set(now.types)


SMALL = (1, 3, ("G",), 3, {"artifact", "creature"})
LARGE = (3, 6, (), 6, {"artifact", "creature"})
PROTOTYPED = "cast Golem with prototype"


@pytest.mark.parametrize("dash", ["—", "-", "–"])
def test_718_1_it_is_read_with_every_dash(dash: str) -> None:
    assert golem(dash) == golem() and set(color_identity(golem())) == {"G"}


def test_718_3b_what_is_cast_prototyped_has_the_alternative_set_alone() -> None:
    state = board("CCG")
    assert code(state, "cast Golem") == "mana-short"
    ways = {each.how for each in options(state) if each.verb == "cast"}
    assert ways == {("prototype",)}
    assert made_of(settled(run(state, PROTOTYPED))) == SMALL
    assert code(board("CCC"), PROTOTYPED) == "mana-short"


def test_718_4_cast_normally_it_has_its_normal_characteristics() -> None:
    assert made_of(settled(run(board("CCCCCC"), "cast Golem"))) == LARGE


def test_718_5_its_abilities_are_the_same() -> None:
    state = settled(run(board("CCG"), PROTOTYPED))
    assert "vigilance" in view(state, handle(state, "Golem")).keywords and view(state, handle(state, "Golem")).activated


def test_718_4_in_other_zones_it_is_the_normal_card() -> None:
    state = settled(
        run(
            board("CCG", "{0}: Exile target creature, then return it to the battlefield under its owner's control."),
            PROTOTYPED,
        )
    )
    assert made_of(settled(run(state, "activate Tool 0 targeting Golem"))) == LARGE
    state = settled(run(board("CCG", "{0}: Return target creature to its owner's hand."), PROTOTYPED))
    state = settled(run(state, "activate Tool 0 targeting Golem"))
    assert only(state, "Golem", "hand").cls.proto == golem()


def test_718_3d_a_copy_of_the_permanent_has_the_alternative_set() -> None:
    state = settled(run(board("CCG", "{0}: Create a token that's a copy of target creature."), PROTOTYPED))
    state = settled(run(state, "activate Tool 0 targeting Golem"))
    tokens = [h for h, row in state.rows.items() if row.cls.kind == "token" and row.cls.zone == "battlefield"]
    assert [(power(state, h), toughness(state, h), tuple(view(state, h).colors)) for h in tokens] == [(1, 3, ("G",))]


def test_718_3a_the_spell_is_of_the_prototypes_mana_value_and_color() -> None:
    words = "{0}: Counter target spell with mana value 3 or less."
    state = run(board("CCG", words), PROTOTYPED)
    gone = settled(run(state, "activate Tool 0 targeting Golem"))
    assert only(gone, "Golem", "graveyard").cls.proto == golem()
    assert code(run(board("CCCCCC", words), "cast Golem"), "activate Tool 0 targeting Golem")


def test_718_3_what_costs_less_or_nothing() -> None:
    layout = Layout(2)
    layout.put(golem(), 0, "hand")
    layout.put(card("Green spells you cast cost {1} less to cast."), 0)
    layout.set_player(0, "mana.G", 2)
    assert made_of(settled(run(layout.done(), PROTOTYPED))) == SMALL
    free = "You may cast creature spells from your hand without paying their mana costs."
    layout = Layout(2)
    layout.put(golem(), 0, "hand")
    layout.put(card(free), 0)
    state = layout.done()
    assert made_of(settled(run(state, "cast Golem with no mana cost"))) == LARGE
    assert made_of(settled(run(state, f"{PROTOTYPED} with no mana cost"))) == SMALL


def test_701_27c_it_does_not_transform_and_face_down_is_refused() -> None:
    state = settled(
        run(board("CCG", "{0}: Transform target creature.", "{0}: Turn target creature face down."), PROTOTYPED)
    )
    assert made_of(settled(run(state, "activate Tool 0 targeting Golem"))) == SMALL
    with pytest.raises(Unsupported, match="a prototyped spell, turned face down"):
        settled(run(state, "activate Tool 1 targeting Golem"))
    assert count(state, "Golem") == 1


@pytest.mark.parametrize("more", ["\nMorph {2}", "\nPrototype {1}{G} — 1/1"])
def test_718_1_beside_another_face_it_is_not_understood(more: str) -> None:
    facts = {"name": "Golem", "layout": "prototype", "type_line": "Artifact Creature — Golem", "mana_cost": "{6}"}
    made = compile_card({**facts, "oracle_text": f"Prototype {{2}}{{G}} — 1/3{more}", "power": "3", "toughness": "6"})
    assert not made.complete
