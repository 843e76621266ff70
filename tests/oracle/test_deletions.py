"""No reading overlooks a word: a line that reads the same without one has a class in ``deletions.IDLE`` for the word."""

from __future__ import annotations

import json

import pytest

from reiterate.cards.sources import builtin_source, facts_in_order
from reiterate.oracle.clause import Context, read_line
from tests.oracle import deletions
from tests.oracle.deletions import Line, lines_read_whole, misses
from tests.support.dice import dice
from tests.support.files import needs_data, require_data

CARDS = "cards.jsonl"

#: Cards of which one run looks at; each run draws others. The whole file is looked at by the long tests.
BUILTIN, REFERENCE = 40, 120


def overlooked(rows: list[dict[str, object]]) -> list[str]:
    lines = lines_read_whole(rows)
    return [f"{miss.card}: {miss.marked}" for line in lines for miss in misses(line) if not miss.why]


def test_no_word_of_a_built_in_card_is_overlooked() -> None:
    rows = list(facts_in_order(builtin_source()))
    assert not overlooked([dict(row) for row in dice("built-in cards").sample(rows, BUILTIN)])


@needs_data(CARDS)
def test_no_word_of_a_reference_card_is_overlooked() -> None:
    lines = require_data(CARDS).read_bytes().splitlines()
    assert not overlooked([json.loads(line) for line in dice("reference cards").sample(lines, REFERENCE)])


@pytest.mark.soak
@needs_data(CARDS)
def test_no_word_of_any_card_is_overlooked_and_every_class_is_needed() -> None:
    rows = map(json.loads, require_data(CARDS).read_bytes().splitlines())
    found = [miss for line in lines_read_whole(rows) for miss in misses(line)]
    assert not [f"{miss.card}: {miss.marked}" for miss in found if not miss.why]
    assert {miss.why for miss in found} == {why for _, why in deletions.IDLE}


@pytest.mark.parametrize(
    ("layout", "kinds"),
    [
        ("transform", ("Creature — Elf", "Creature — Werewolf")),
        ("modal_dfc", ("Creature — Elf", "Land")),
        ("adventure", ("Creature — Elf", "Sorcery — Adventure")),
        ("split", ("Instant", "Sorcery")),
    ],
)
def test_words_of_every_face_are_deleted(layout: str, kinds: tuple[str, str]) -> None:
    first, second = ("Draw a card.", "You gain 2 life.") if layout == "split" else ("Flying", "{T}: You gain 2 life.")
    second = second.removeprefix("{T}: ") if layout == "adventure" else second
    faces = [
        {"name": name, "type_line": kind, "oracle_text": text, "mana_cost": "" if "Land" in kind else "{1}"}
        | ({"power": "1", "toughness": "1"} if "Creature" in kind else {})
        for name, kind, text in zip(("Foo", "Bar"), kinds, (first, second), strict=True)
    ]
    row = {"name": "Foo // Bar", "layout": layout, "card_faces": faces}
    assert [(line.context.name, line.text) for line in lines_read_whole([row])] == [("Foo", first), ("Bar", second)]


def test_an_overlooked_word_is_found() -> None:
    """A reading that is given to a longer text than its own misses the words that the text has more."""
    context = Context(name="Foo")
    read = read_line("When Foo enters, draw a card.", context)
    line = Line("Foo", "When Foo enters, you may draw a card.", context, read)
    found = {miss.marked: miss.why for miss in misses(line)}
    assert found == dict.fromkeys(
        ("When Foo enters, [you may] draw a card.", "When Foo enters, you [may] draw a card."), ""
    )


@pytest.mark.parametrize(
    ("start", "explained"),
    [
        ("Whenever Foo deals combat damage to a player, untap it.", True),
        ("Whenever Foo attacks, untap it.", True),
        ("Whenever you cast a creature spell, untap Foo.", False),
        ("{2}: Untap Foo.", False),
    ],
)
def test_500_8_only_in_combat_is_this_phase_the_combat_phase(start: str, explained: bool) -> None:
    context = Context(name="Foo")
    text = f"{start} After this combat phase, there is an additional combat phase."
    found = [
        miss.why
        for miss in misses(Line("Foo", text, context, read_line(text, context)))
        if "[combat] phase," in miss.marked
    ]
    assert [bool(why) for why in found] == [explained]


@pytest.mark.parametrize(
    ("cost", "explained"),
    [("Remove any number of charge counters from Foo", True), ("Remove a charge counter from Foo", False)],
)
def test_118_1_counters_removed_as_a_cost_are_of_the_kind_that_the_cost_removes(cost: str, explained: bool) -> None:
    context = Context(name="Foo")
    text = f"{{T}}, {cost}: Add {{G}} for each charge counter removed this way."
    found = [miss.why for miss in misses(Line("Foo", text, context, read_line(text, context)))]
    assert [bool(why) for why in found] == [True] * explained


@pytest.mark.parametrize(
    ("marked", "explained"),
    [
        ("When Foo enters, [you] gain 2 life.", True),
        ("Each opponent loses 1 life and [you] gain 1 life.", True),
        ("{T}: [You] control target player during that player's next turn.", True),
        ("Creatures [you] control get +1/+1.", False),
        ("Whenever [you] gain life, draw a card.", False),
        ("When Foo enters, each player who [you] control gains 2 life.", False),
        ("If [you] draw a card, Foo gets +1/+1.", False),
        ("[All] Sliver creatures have haste.", True),
        ("Untap [all] other creatures you control.", True),
        ("Destroy [all] nonartifact, nonblack creatures.", True),
        ("Prevent [all] combat damage that would be dealt by creatures.", False),
        ("Exile [all] damage from creatures.", False),
        ("Foo loses [all] abilities.", False),
        ("Draw two cards, [then] discard a card.", True),
        ("Foo has flying, [and] is a Bird.", True),
        ("Foo becomes a black [and] green creature.", True),
        ("Destroy target creature [and] target land.", False),
        ("Tap Foo [and] untap it.", False),
    ],
)
def test_you_all_and_joiners_say_nothing_only_where_they_stand_so(marked: str, explained: bool) -> None:
    assert bool(deletions.excused(marked)) == explained


@pytest.mark.parametrize(
    "text",
    [
        "Return target creature to its owner's.",
        "Put target creature on top of its owner's.",
        "You may cast a with mana value 4 or less from your hand without paying its mana cost.",
        "4 — When Foo enters, draw a card.",
        "Spells cost {1} less to cast spells.",
    ],
)
def test_207_1_what_is_no_sentence_is_not_read(text: str) -> None:
    for spell in (False, True):
        (found,) = read_line(text, Context(name="Foo", spell=spell))
        assert type(found).__name__ in ("NotUnderstood", "Watched", "Unmet", "Carried")
