"""What a combo needs is found by taking away and solving again; boards are ranked by what feeds the cards."""

from __future__ import annotations

from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.combos.helpers import LINK, SURVIVOR
from reiterate.combos.layouts import Layout, board_text, layouts
from reiterate.combos.once_boards import paid_by_lands
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.needs import _without, hanging_on
from reiterate.survey.period_plans import can_recur
from tests.survey.laid_out import cards, laid
from tests.survey.named_combos import found, invented, needed

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}
PINGER: Final = {
    **ELF,
    "name": "Pinger",
    "oracle_text": "Pinger enters with three +1/+1 counters on it.\n"
    "Remove a +1/+1 counter from Pinger: It deals 1 damage to any target.",
}
BLESSING: Final = {
    "name": "Blessing",
    "type_line": "Enchantment",
    "mana_cost": "{2}{W}",
    "oracle_text": "Whenever you gain life, put a +1/+1 counter on target creature you control.",
}
HERALD: Final = {
    **ELF,
    "name": "Herald",
    "oracle_text": "{T}: Create a 1/1 white Human creature token.\n"
    "As long as you have 5 or less life, other creatures you control get +2/+2.",
}
WAKER: Final = {
    "name": "Waker",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Whenever a creature enters, untap all creatures.",
}


def board(battlefield: str) -> State:
    made = load(f"format: position/1\nplayers: {{p1: {{battlefield: {battlefield}}}}}\n", "x.yaml", CardBook.builtin())
    assert isinstance(made, Position), made
    return made.state


def named(state: State) -> list[str]:
    return sorted(
        row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None and row.cls.zone == "battlefield"
    )


def test_303_4_what_is_attached_goes_along_with_what_is_taken_away() -> None:
    """An Aura without a creature is no part of any board (704.5m): it goes with its host, and other permanents stay."""
    state = board(f"[Grizzly Bears, Sol Ring, {{card: {LINK}, attached to: Grizzly Bears}}]")
    bears = next(
        h for h, row in state.rows.items() if row.cls.proto is not None and row.cls.proto.name == "Grizzly Bears"
    )
    assert len(hanging_on(state, bears)) == 1
    assert named(_without(state, bears, 1)) == ["Sol Ring"]
    assert named(_without(state, hanging_on(state, bears)[0], 1)) == ["Grizzly Bears", "Sol Ring"]


def test_702_15b_lifelink_lies_on_what_deals_the_damage() -> None:
    """Three counters are three damage; each damage is 1 life, and each life gained is a counter more."""
    made = found("Pinger", "Blessing", book=invented(PINGER, BLESSING))
    assert not made.idle and made.wins_at == 20
    assert [entry["attached to"] for helper, _ in made.helpers for entry in [dict(helper.entry)]] == ["Pinger"]
    assert made.unbounded


def test_life_that_a_card_speaks_of_is_no_need_where_the_loop_runs_without() -> None:
    """The Herald's bonus has nothing to do with its tokens: at 20 life each Human untaps it all the same."""
    made = found("Herald", "Waker", book=invented(HERALD, WAKER))
    assert made.found.endless and made.life is None and made.ours == "20"
    assert needed(made) == {("Herald", 1), ("Waker", 1)}


def test_a_land_sets_off_what_watches_lands() -> None:
    watching = {
        **ELF,
        "oracle_text": "Whenever a land you control enters, create a 1/1 green Saproling creature token.",
    }
    assert any(layout.starters == ("land",) for layout in laid(watching, {"type_line": "Artifact"}))
    any_creature = {**ELF, "oracle_text": "Whenever another creature you control enters, you gain 1 life."}
    assert not any("land" in layout.starters for layout in laid(any_creature, {"type_line": "Artifact"}))


def test_cards_in_hand_that_are_counted_lie_there() -> None:
    spell = {"type_line": "Instant", "mana_cost": "{3}{R}", "oracle_text": "Add {R} for each card in your hand."}
    assert any(layout.hidden for layout in laid(spell, {"type_line": "Artifact"}))


def fed(*rows: dict[str, Any]) -> list[tuple[Layout, set[str]]]:
    """Each layout of some cards, with the cards that are fed on it."""
    book, known = cards(*rows)
    told = []
    for layout in layouts(known):
        made = load(board_text(layout.table("20", "20")), "x.yaml", book)
        assert isinstance(made, Position), made
        protos = [made.state.rows[handle].cls.proto for handle in can_recur(made.state, 0)]
        told.append((layout, {proto.name for proto in protos if proto is not None}))
    return told


def test_cards_are_fed_where_something_gives_what_they_ask_for() -> None:
    """What untaps creatures as creatures enter feeds what taps to make one; on boards without it nothing untaps."""
    maker = {**ELF, "oracle_text": HERALD["oracle_text"].split("\n")[0]}
    assert all(
        {"A", "B"} <= names
        for layout, names in fed(maker, {k: v for k, v in WAKER.items() if k != "name"})
        if not layout.hand
    )
    assert all(not names & {"A", "B"} for _, names in fed(maker, {"type_line": "Artifact"}))


def test_702_79_persist_feeds_itself_where_something_dies() -> None:
    """Persist stands for a trigger that watches the creature die, and brings it back."""
    undead = {**ELF, "oracle_text": "Sacrifice this creature: You gain 1 life.\nPersist"}
    assert all("A" in names for _, names in fed(undead, {"type_line": "Artifact"}))


def test_of_what_is_counted_no_more_is_told_than_a_search_needs() -> None:
    """To untap the Hub costs {2}, so three defenders make {C} more each lap. Five lie there, and a lap of five pays with other words."""
    hub = {
        "name": "Hub",
        "type_line": "Artifact",
        "mana_cost": "{3}",
        "oracle_text": "{T}: Add {C} for each creature you control with defender.",
    }
    lever = {"name": "Lever", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "{2}: Untap target artifact."}
    made = found("Hub", "Lever", book=invented(hub, lever))
    assert sum(many for _, many in made.helpers) == 3 and not made.idle


def test_107_3_what_an_opponent_has_is_counted() -> None:
    """An opponent has five artifacts where a card counts them there, and no other board has."""
    counting = {
        **ELF,
        "oracle_text": "When this creature enters, create a Treasure token for each artifact your opponents control.",
    }
    assert any(many == 5 for layout in laid(counting, {"type_line": "Artifact"}) for _, many in layout.against)
    own = {**ELF, "oracle_text": "When this creature enters, create a Treasure token for each artifact you control."}
    assert not any(layout.against for layout in laid(own, {"type_line": "Artifact"}))


def test_cards_of_a_kind_that_are_revealed_lie_in_hand() -> None:
    metal = {
        **ELF,
        "oracle_text": "{T}: Reveal any number of artifact cards in your hand. Add {C} for each card revealed this way.",
    }
    held = {
        (helper.name, many)
        for layout in laid(metal, {"type_line": "Artifact"})
        for helper, many in layout.helpers
        if helper.zone == "hand"
    }
    assert held == {(SURVIVOR, 5)}


def test_707_10f_a_permanent_card_is_in_hand_where_permanent_spells_are_copied() -> None:
    twin = {
        "type_line": "Artifact",
        "mana_cost": "{4}",
        "oracle_text": "{4}, {T}: Copy target permanent spell you control.",
    }
    assert any("B" in layout.hand for layout in laid(twin, ELF))
    assert not any(
        "B" in layout.hand
        for layout in laid({**twin, "oracle_text": "{4}, {T}: Copy target instant spell you control."}, ELF)
    )


def test_few_lands_lie_where_few_are_untapped() -> None:
    """Three lands are untapped at once and an ability costs two mana: four lands are enough to look at first."""

    def most(number: str) -> int:
        waker = {**ELF, "oracle_text": f"{{T}}: Untap up to {number} target lands.\n{{1}}{{G}}: Untap this creature."}
        return laid(waker, {"type_line": "Artifact"})[0].helpers[0][1]

    assert most("three") == 4 and most("five") > 4


def test_a_loop_that_gives_something_is_told_before_an_endless_one_that_gives_nothing() -> None:
    """A creature that taps for mana untaps itself for ever; each lap a card may be drawn, as long as there is a library."""
    sage = {**ELF, "name": "Sage", "oracle_text": "{T}: Add {U}."}
    drops = {
        "name": "Drops",
        "type_line": "Enchantment",
        "mana_cost": "{2}{U}",
        "oracle_text": '{U}: Untap target creature.\n{0}: Until end of turn, target creature gains "Whenever this creature becomes tapped, draw a card."',
    }
    made = found("Sage", "Drops", book=invented(sage, drops))
    assert not made.found.endless and made.found.tallies.get("draws.p1") == 1


def test_500_5_lands_pay_in_a_combat() -> None:
    """Mana of the main phase is gone as a creature attacks: four lands pay for a spell of four mana then."""
    rider = {**ELF, "oracle_text": "Whenever this creature attacks, it gets +20/+0 until end of turn."}
    spell = {"type_line": "Instant", "mana_cost": "{3}{W}", "oracle_text": "You gain 3 life."}
    found = cards(rider, spell)[1]
    paid = list(paid_by_lands(found, layouts(found)))
    assert paid and not any(layout.mana for layout in paid)
    assert all(("Plains", 4) in [(helper.name, many) for helper, many in layout.helpers] for layout in paid)
    calm = cards(ELF, spell)[1]
    assert not list(paid_by_lands(calm, layouts(calm)))
