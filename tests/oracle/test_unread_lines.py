"""What is said of lines that are not read: carried, watched, or not understood as before. All texts are the tests' own."""

from __future__ import annotations

import pytest

from reiterate.oracle.card import NOT_UNDERSTOOD
from reiterate.oracle.compile import compile_card
from reiterate.terms.abilities import Carried, NotUnderstood, Unmet, Watched
from reiterate.terms.references import This
from reiterate.terms.trigger_events import Attacks, CardDrawn, Enters, StepBegins, TriggerEvent

HOME = ("battlefield",)
ALL = ("hand", "graveyard", "exile", "command")
ODD = "Contemplate the infinite."


def clause(text: str, types: str = "Artifact", layout: str = "normal") -> NotUnderstood:
    """The only clause of a card called Thing that is not understood."""
    made = {"name": "Thing", "type_line": types, "oracle_text": text, "layout": layout, "loyalty": "3"}
    size = {"power": "1", "toughness": "1"} if "Creature" in types else {}
    card = compile_card({**made, **size})
    assert not card.complete
    (found,) = card.missing
    assert [one.status for one in card.clauses if found in one.abilities] == [NOT_UNDERSTOOD]
    assert found.text in (*text.split("\n"), f"back face or parts of the layout {layout}")
    return found


@pytest.mark.parametrize(
    ("text", "used", "zones"),
    [
        (f"{{5}}{{G}}{{U}}: {ODD}", "{5}{G}{U} ability", HOME),
        (f"{{T}}, Pay 1 life, Sacrifice Thing: {ODD}", "{T}, Pay 1 life, Sacrifice Thing ability", HOME),
        (f"Remove a charge counter from Thing: {ODD}", "Remove a charge counter from Thing ability", HOME),
        (f"Channel — {{2}}, Discard this card: {ODD}", "{2}, Discard this card ability", ("battlefield", *ALL)),
        (f"{{1}}, Discard Thing: {ODD}", "{1}, Discard Thing ability", ("battlefield", *ALL)),
        ("{2}: Exile Thing, then do as you please with it.", "{2} ability", ("battlefield", *ALL)),
        (f'{{1}}: Thing gains "{{T}}: {ODD}" until end of turn.', "{1} ability", HOME),
    ],
)
def test_602_1a_a_cost_and_a_colon_make_an_activated_ability(text: str, used: str, zones: tuple[str, ...]) -> None:
    found = clause(text)
    assert isinstance(found, Carried)
    assert (found.what, found.used, found.zones) == ("activated", used, zones)


def test_606_1_loyalty_is_a_cost_of_planeswalkers_alone() -> None:
    for cost in ("+1", "−2", "0", "−X"):
        found = clause(f"{cost}: {ODD}", "Legendary Planeswalker — Jace")
        assert isinstance(found, Carried)
        assert not found.mana
        assert type(clause(f"{cost}: {ODD}")) is NotUnderstood


def test_605_1a_an_unread_ability_with_add_may_be_a_mana_ability() -> None:
    for text, mana in (
        ("{T}: Add some mana.", True),
        (f"{{T}}: {ODD}", False),
        ("{T}: Add up all numbers.", True),
        ("{T}: Double your mana.", True),
    ):
        found = clause(text)
        assert isinstance(found, Carried)
        assert found.mana is mana


@pytest.mark.parametrize(
    ("text", "anybody"),
    [
        (f"{{2}}: {ODD} Any player may activate this ability.", True),
        (f"{{2}}: {ODD} Only your opponents may activate this ability.", True),
        (f"{{2}}: {ODD} Activate only as a sorcery.", False),
    ],
)
def test_602_2_who_may_activate_it(text: str, anybody: bool) -> None:
    found = clause(text)
    assert isinstance(found, Carried)
    assert found.anybody is anybody


@pytest.mark.parametrize(
    "text",
    [
        "Kicker—Contemplate {2}.",
        "Overload {3}{R}",
        "Assist",
        "If you contemplated this turn, you may cast this spell without paying its mana cost.",
        "You may exile a blue thought from your hand rather than pay this spell's mana cost.",
        "As an additional cost to cast Thing, contemplate.",
        "This spell costs {1} less to cast for each thought.",
        "Cast this spell only if you have contemplated.",
    ],
)
def test_601_2b_ways_of_casting_are_carried(text: str) -> None:
    found = clause(text, "Sorcery")
    assert isinstance(found, Carried)
    assert (found.what, found.zones) == ("casting", ALL)


@pytest.mark.parametrize(("layout", "carried"), [("adventure", True), ("flip", True), ("meld", True), ("split", False)])
def test_715_4_another_face_is_carried_where_the_front_is_the_card(layout: str, carried: bool) -> None:
    assert isinstance(clause("", "Creature — Elf", layout), Carried) is carried


YOURS = "At the beginning of your upkeep"


@pytest.mark.parametrize(
    ("text", "event", "anywhere"),
    [
        ("Whenever an opponent draws a card, you contemplate.", CardDrawn("opponent"), False),
        ("When Thing enters, if you contemplated, draw half a card.", Enters(This()), False),
        ("Whenever Thing attacks, each player contemplates. If you do, repeat this.", Attacks(This()), False),
        (f"Musing — {YOURS}, you may contemplate your hand.", StepBegins("upkeep", "you"), True),
        (f"{YOURS}, choose red, green, or blue, then contemplate.", None, False),
        ("Whenever Thing attacks, blocks, or contemplates, draw a card.", None, False),
        ("Whenever Thing attacks, contemplates its hand, draw a card.", None, False),
        ("Whenever you draw a card, discard a card, or contemplate, draw two thoughts.", None, False),
        ("Whenever you draw a card, discard a card or mill a card, contemplate.", None, False),
        ("Whenever you contemplate, draw a card.", None, False),
        ("Whenever Thing attacks, you contemplate. This ability also triggers if Thing blocks.", None, False),
        ("Whenever Thing attacks, you contemplate. This ability triggers only once each turn.", Attacks(This()), False),
        ("When there are no creatures on the battlefield, you contemplate.", None, False),
        ("Creatures you control contemplate whenever Thing attacks, you draw a card.", None, False),
    ],
)
def test_603_1_the_event_of_an_unread_trigger_is_read(text: str, event: TriggerEvent | None, anywhere: bool) -> None:
    found = clause(text, "Creature — Elf")
    if event is None:
        assert type(found) is NotUnderstood
    else:
        assert isinstance(found, Watched)
        assert (found.trigger, found.anywhere) == (event, anywhere)


@pytest.mark.parametrize(
    ("text", "event", "words", "who"),
    [
        ("Thing enters tapped unless you contemplate.", "enters", "Thing enters", ""),
        ("This creature enters with a thought counter on it for each thought.", "enters", "Thing enters", ""),
        ("As Thing enters the battlefield, choose a thought.", "enters", "Thing enters", ""),
        ("You may have Thing enter as a copy of a thought.", "enters", "Thing enters", ""),
        ("If Thing would die, contemplate instead.", "leaves", "Thing leaves", ""),
        ("Thing can't attack unless you contemplate.", "attacks", "Thing attacks", ""),
        (
            "If you would draw a card, contemplate instead. Otherwise, draw a card.",
            "draw",
            "you would draw a card",
            "you",
        ),
        ("If an opponent would gain life, contemplate instead.", "gain", "an opponent would gain life", "opponent"),
        ("If a player would mill a card, contemplate instead.", "mill", "a player would mill a card", "any"),
        ("If you would create one or more tokens, contemplate instead.", "create", "you would create a token", "you"),
        ("Elves your opponents control have contemplation.", "subject", "elves your opponents control", ""),
        (
            "Each opponent can cast spells only any time they could contemplate.",
            "cast",
            "an opponent casts a spell",
            "opponent",
        ),
        ("Your opponents can't cast spells while you think.", "cast", "an opponent casts a spell", "opponent"),
        ("You can't cast spells during thoughts.", "cast", "you cast a spell", "you"),
        ("Each player can't cast thoughtful spells.", "cast", "a player casts a spell", "any"),
        ("Thoughtful spells cost {1} more to cast.", "cast", "a player casts a spell", "any"),
        ("Spells you cast cost {1} more to cast for each thought.", "cast", "you cast a spell", "you"),
        ("Spells your opponents cast cost {1} less to cast for each thought.", "", "", ""),
        ("Each opponent may cast spells only any time they could contemplate.", "", "", ""),
        ("Players can't cast spells or think.", "", "", ""),
        ("Your opponents can't cast spells or activate thoughts.", "", "", ""),
        ("You can cast spells as though they were thoughts.", "", "", ""),
        ("Players can't cast spells. Creatures think.", "", "", ""),
        ("Thing can't cast spells.", "", "", ""),
        (
            "If you would begin your turn while Thing is tapped, you may skip that thought instead. If you do, think.",
            "begins tapped",
            "your turn begins while Thing is tapped",
            "you",
        ),
        ("If you would begin your turn while Thing is tapped, think instead. Creatures think.", "", "", ""),
        ("If you would begin your turn, think instead.", "", "", ""),
        ("Other Elves you control contemplate.", "", "", ""),
        ("Thing enters tapped and contemplates during your untap step.", "", "", ""),
        ("Thing enters with a thought counter on it and can't block.", "", "", ""),
        ("Thing can't attack or contemplate.", "", "", ""),
        ("Thing can't attack alone or block.", "", "", ""),
        ("As Thing enters, contemplate. Creatures get the thought.", "", "", ""),
        ("If you would draw a card, contemplate instead. Creatures get the thought.", "", "", ""),
        ("If you would contemplate, draw a card instead.", "", "", ""),
        ("Elves you control have contemplation and you have thoughts.", "", "", ""),
        ("Elves you control have contemplation. Goblins don't.", "", "", ""),
        ('Elves you control have "{T}: Contemplate."', "", "", ""),
        ("Thing has contemplation.", "", "", ""),
        ("Players have thoughts.", "", "", ""),
        ("Spells you cast have contemplation.", "", "", ""),
        ("Each opponent can't contemplate.", "", "", ""),
        ("Enchanted creature has contemplation.", "", "", ""),
        ("As long as you contemplate, Elves you control have thoughts.", "", "", ""),
    ],
)
def test_604_1_the_subject_of_an_unread_static_ability_is_read(text: str, event: str, words: str, who: str) -> None:
    found = clause(text, "Creature — Elf")
    if not event:
        assert type(found) is NotUnderstood
    else:
        assert isinstance(found, Unmet)
        assert (found.event, found.words, found.who, found.subject is not None) == (
            event,
            words,
            who,
            event == "subject",
        )


@pytest.mark.parametrize(
    "text",
    [
        ODD,
        'Enchanted creature has "{T}: Contemplate."',
        f"Whenever you contemplate: {ODD}",
        f"Choose one: {ODD}",
        f"If you would contemplate: {ODD}",
        f"Draw a card. {{2}}: {ODD}",
        "{2}{R}: Level 2",
        f"Thing: {ODD}",
        "Flying, contemplation {2}",
        "You may cast this spell from your graveyard if you would.  It gains haste.",
        "Flashback {2}. Creatures get +1/+1 twice.",
    ],
)
def test_113_2_all_else_is_not_understood_as_before(text: str) -> None:
    assert type(clause(text)) is NotUnderstood
