"""Mana that may be spent on some things only (106.6): what it pays for, what is spent first, and loops of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import read_source
from reiterate.loops.loop import find_loop, jump
from reiterate.loops.play import play as play_body
from reiterate.oracle.clause import Context, read_line
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.costs.mana import demand, settle_mana
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, NotUnderstood, SpellAbility, Static, Triggered
from reiterate.terms.check import problems
from reiterate.terms.costs import ManaCost, TapCost
from reiterate.terms.effects_mana import AddMana, AddMixed, AddPerColor, only_of
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Filter, You
from reiterate.terms.replacement_effects import ManaTimes
from reiterate.terms.trigger_events import TappedForMana
from tests.support.as_shown import board_json, board_lines
from tests.support.boards import creature, life, play, resolve, tap_ability
from tests.support.loop_cases import body_reader, compare_with_plain, reached

GAIN = (GainLife(You(), Fixed(1)),)
ABILITIES = "activate abilities"
CREATURES = "cast creature spells"
BOTH = "cast creature spells or activate abilities of creatures"
SPELLS = "cast instant and sorcery spells"
HUGE = 10**100

BEAR = creature("Test Bear", 2, 2, cost=("1", "G"))
RITE = Proto("Test Rite", ("sorcery",), mana_cost=("1", "G"), abilities=(SpellAbility(GAIN),))
BALL = Proto("Test Ball", ("sorcery",), mana_cost=("X", "G"), abilities=(SpellAbility((GainLife(You(), XValue()),)),))
STONE = Proto("Test Stone", ("artifact",), mana_cost=("2",), abilities=(Activated((ManaCost(("2",)),), GAIN),))
USER = creature("Test User", 1, 1, Activated((ManaCost(("1", "G")),), GAIN))


def code(state: State, choice: Choice) -> str:
    refused = verify(state, choice)
    return "" if refused is None else refused.code


def pool(state: State) -> dict[str, object]:
    """The first player's mana by slot."""
    row = state.rows[player(0)]
    return {slot.removeprefix("mana."): row.get(slot) for slot in row.num if slot.startswith("mana.") and row.get(slot)}


def board(proto: Proto, zone: str = "battlefield", **mana: int) -> tuple[State, int]:
    """One card, and mana: G__creatures=2 lies under a restriction."""
    layout = Layout(2)
    row = layout.put(proto, 0, zone)
    for slot, amount in mana.items():
        kind, _, only = slot.partition("__")
        words = {"a": ABILITIES, "c": CREATURES, "b": BOTH, "s": SPELLS}.get(only, "")
        layout.set_player(0, f"mana.{kind}/{words}" if words else f"mana.{kind}", amount)
    return layout.done(), row


def cast(row: int, **more: object) -> Choice:
    return Choice("cast", 0, row, **more)  # type: ignore[arg-type] # fields of a choice


def use(row: int, **more: object) -> Choice:
    return Choice("activate", 0, row, **more)  # type: ignore[arg-type] # fields of a choice


# --- what it may be spent on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proto", "verb", "allowed"),
    [
        (BEAR, "cast", {CREATURES, BOTH, "cast spells", "cast a creature spell", "cast artifact or creature spells"}),
        (RITE, "cast", {SPELLS, "cast spells", "cast a noncreature spell", "cast an instant or sorcery spell"}),
        (USER, "activate", {ABILITIES, BOTH, "activate an ability of a creature source"}),
        (STONE, "cast", {"cast spells", "cast a noncreature spell", "cast artifact or creature spells"}),
        (STONE, "activate", {ABILITIES}),
    ],
)
@pytest.mark.parametrize(
    "only",
    [
        ABILITIES,
        CREATURES,
        BOTH,
        SPELLS,
        "cast spells",
        "cast a creature spell",
        "cast a noncreature spell",
        "cast an instant or sorcery spell",
        "cast artifact or creature spells",
        "cast a spell from your graveyard",
        "activate an ability of a creature source",
        "cast legendary spells",
        "activate abilities of Dragons",
    ],
)
def test_106_6_what_restricted_mana_pays_for(proto: Proto, verb: str, allowed: set[str], only: str) -> None:
    layout = Layout(2)
    row = layout.put(proto, 0, "hand" if verb == "cast" else "battlefield")
    layout.set_player(0, f"mana.G/{only}", 2)
    state, choice = layout.done(), Choice(verb, 0, row)
    assert code(state, choice) == ("" if only in allowed else "mana-short")
    assert (choice in [c for o in options(state) for c in instances(state, o, 9) if code(state, c) == ""]) == (
        only in allowed
    )
    if only in allowed:
        assert pool(play(state, choice)) == {}


def test_106_6_by_subtype_supertype_and_zone() -> None:
    legend = Proto("Test Legend", ("creature",), ("Dragon",), ("legendary",), ("R",), ("1", "R"), 4, 4)
    for only, expected in (
        ("cast legendary spells", ""),
        ("cast Dragon spells or activate abilities of Dragons", ""),
        ("cast a Dragon creature spell", ""),
        ("cast Elf and Dragon spells", ""),
        ("cast an Elf spell", "mana-short"),
        ("cast colorless Dragon spells", "mana-short"),
    ):
        layout = Layout(2)
        row = layout.put(legend, 0, "hand")
        layout.set_player(0, f"mana.R/{only}", 2)
        assert code(layout.done(), cast(row)) == expected, only
    layout = Layout(2)
    row = layout.put(Proto("Test Back", ("creature",), mana_cost=("1",), power=1, toughness=1), 0, "command")
    layout.set_player(0, "mana.C/cast a spell from your graveyard", 1)
    assert code(layout.done(), cast(row)) != ""


def test_106_6_a_mana_ability_may_be_paid_with_mana_for_abilities() -> None:
    layout = Layout(2)
    row = layout.put(creature("Test Filter", 1, 1, Activated((ManaCost(("1",)),), (AddMana(("G",)),))), 0)
    layout.set_player(0, f"mana.C/{ABILITIES}", 1)
    assert pool(play(layout.done(), use(row))) == {"G": 1}


def test_106_6_what_an_effect_asks_to_be_paid_takes_none_of_it() -> None:
    """What an effect asks to be paid is neither a spell nor an activated ability."""
    state, _ = board(BEAR, G__a=5, G__c=5)
    assert isinstance(settle_mana(state, 0, demand(("G",), 0), ()), Refusal)


# --- both kinds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "left"),
    [
        ({"G": 2, "G__c": 2}, {"G": 2}),
        ({"G": 2, "G__c": 1}, {"G": 1}),
        ({"G": 1, "G__c": 1, "G__s": 3}, {f"G/{SPELLS}": 3}),
        ({"G": HUGE, "G__c": HUGE}, {"G": HUGE, f"G/{CREATURES}": HUGE - 2}),
        ({"G__c": 1, "G__b": 1}, {}),
        ({"G__c": 1, "G__b": 1, "G": 1}, {"G": 1}),
    ],
)
def test_106_6_restricted_mana_is_spent_first(there: dict[str, int], left: dict[str, int]) -> None:
    state, row = board(BEAR, "hand", **there)
    assert pool(play(state, cast(row))) == left


def test_106_6_which_of_several_restrictions_is_not_guessed() -> None:
    state, row = board(BEAR, "hand", G__c=2, G__b=2)
    with pytest.raises(Unsupported, match="several restrictions"):
        verify(state, cast(row))


def test_106_6_kinds_are_named_as_ever() -> None:
    state, row = board(BEAR, "hand", G=2, C__c=1)
    assert code(state, cast(row)) == "payment-ambiguous"
    named = cast(row, pay=(("C", 1), ("G", 1)))
    assert pool(play(state, named)) == {"G": 1}
    assert pool(play(state, cast(row, pay=(("G", 2),)))) == {f"C/{CREATURES}": 1}
    assert covers(state, options(state), named)
    state, row = board(RITE, "hand", G=2, C__c=1)
    assert pool(play(state, cast(row))) == {f"C/{CREATURES}": 1}
    assert code(state, cast(row, pay=(("C", 1), ("G", 1)))) == "mana-short"


def test_106_6_x_reaches_as_far_as_the_mana_for_it() -> None:
    state, row = board(BALL, "hand", G=3, G__s=HUGE, G__c=50)
    top = next(slot.high for option in options(state) for slot in option.slots if slot.name == "x")
    assert top == HUGE + 2
    assert code(state, cast(row, x=HUGE + 3)) == "mana-short"
    done = play(state, cast(row, x=HUGE))
    assert pool(done) == {"G": 2, f"G/{CREATURES}": 50}
    assert life(resolve(done), 0) == 20 + HUGE


# --- adding it and losing it ---------------------------------------------------------------------------------------


def test_106_6_every_way_of_adding_mana_may_restrict_it() -> None:
    layout = Layout(2)
    fixed = layout.put(creature("Test A", 1, 1, tap_ability(AddMana(("G", "C"), only=CREATURES))), 0, n=3)
    either = layout.put(creature("Test B", 1, 1, tap_ability(AddMana((), ("W", "U"), only=ABILITIES))), 0)
    one = layout.put(creature("Test C", 1, 1, tap_ability(AddMixed(Fixed(3), ("R",), SPELLS))), 0)
    layout.put(Proto("Test Green", ("enchantment",), colors=("G",)), 0)
    colors = layout.put(
        creature("Test D", 1, 1, tap_ability(AddPerColor(Filter(("enchantment",), controller="you"), BOTH))), 0
    )
    state = play(layout.done(), use(fixed), use(fixed), use(either, answer="U"), use(one), use(colors))
    assert pool(state) == {
        f"G/{CREATURES}": 2,
        f"C/{CREATURES}": 2,
        f"U/{ABILITIES}": 1,
        f"R/{SPELLS}": 3,
        f"G/{BOTH}": 1,
    }
    assert pool(resolve(state)) == {}


def test_106_6a_more_mana_instead_is_restricted_too_and_triggered_mana_is_not() -> None:
    layout = Layout(2)
    layout.put(Proto("Test Twice", ("enchantment",), abilities=(Static(ManaTimes(2)),)), 0)
    layout.put(
        Proto(
            "Test More",
            ("enchantment",),
            abilities=(Triggered(TappedForMana("you", Filter(("creature",))), (AddMana(("R",)),)),),
        ),
        0,
    )
    row = layout.put(creature("Test Elf", 1, 1, tap_ability(AddMana(("G",), only=ABILITIES))), 0)
    assert pool(play(layout.done(), use(row))) == {f"G/{ABILITIES}": 2, "R": 1}


# --- words ---------------------------------------------------------------------------------------------------------


def test_106_6_words_that_are_not_of_the_language() -> None:
    for words in (
        "cast creature spells with no abilities",
        "cast a creature spells",
        "cast kicked spells",
        "pay cumulative upkeep costs",
        "activate abilities of creatures you control",
        "activate abilities of Zombies",
        "cast a legendary spell, and that spell can't be countered",
        "cast",
        "",
    ):
        assert only_of(words) is None
    assert problems(Activated((TapCost(),), (AddMana(("G",), only="win"),))) == ["mana spent only to win"]
    assert problems(Activated((TapCost(),), (AddMixed(Fixed(1), ("G",), "win"),))) == ["mana spent only to win"]


def test_106_6_the_sentence_belongs_to_mana() -> None:
    for line in (
        "{T}: You gain 1 life. Spend this mana only to cast creature spells.",
        "{T}: Add {G}. Spend this mana only to cast creature spells. Spend this mana only to cast spells.",
        "{T}: Add {G}. Spend this mana only to cast Gleeb spells.",
    ):
        assert isinstance(read_line(line, Context("Test Card"))[0], NotUnderstood)


CARDS: list[dict[str, str]] = [
    {"name": name, "type_line": "Artifact", "oracle_text": text}
    for name, text in (
        ("Test Rock", "{T}: Add {C}{C}{C}. Spend this mana only to activate abilities.\n{2}: Untap Test Rock."),
        ("Test Pool", "{T}: Add {C}{C}{C}{C}.\n{2}: Untap Test Pool."),
        ("Test Font", "{2}: You gain 1 life."),
        (
            "Test Chain",
            "Exile a creature you control: Add X mana of any one color, where X is the exiled creature's mana value plus 1. "
            "Spend this mana only to cast creature spells.",
        ),
    )
]
GRIFFIN = {
    "name": "Test Griffin",
    "type_line": "Creature — Griffin",
    "mana_cost": "{1}{U}",
    "oracle_text": "You may cast Test Griffin from exile.",
    "power": "2",
    "toughness": "2",
}
BOOK = CardBook((read_source("test", json.dumps([*CARDS, GRIFFIN]).encode()),))


@pytest.mark.parametrize(
    "line",
    [
        "{T}: You gain life equal to the exiled creature's mana value.",
        "{T}, Sacrifice a creature: You gain life equal to the exiled creature's mana value.",
        "Exile a creature you control: You gain life equal to the sacrificed creature's mana value.",
        "Exile a creature card from your graveyard: You gain life equal to the exiled creature's mana value.",
        "Exile a creature you control: Exile target creature. You gain life equal to the exiled creature's mana value.",
        "When Test Card enters, you gain life equal to the exiled creature's mana value.",
    ],
)
def test_602_2_the_exiled_creature_is_one_that_the_cost_took(line: str) -> None:
    assert isinstance(read_line(line, Context("Test Card"))[0], NotUnderstood)


def test_602_2_no_spell_speaks_of_what_a_cost_exiled() -> None:
    line = "You gain life equal to the exiled creature's mana value."
    assert isinstance(read_line(line, Context("Test Card", spell=True))[0], NotUnderstood)


def test_608_2h_the_mana_value_of_what_was_exiled_or_sacrificed_for_mana() -> None:
    for verb, zone in (("Exile", "exile"), ("Sacrifice", "graveyard")):
        past = "exiled" if verb == "Exile" else "sacrificed"
        line = (
            f"{verb} a creature you control: Add X mana of any one color, where X is the {past} creature's mana value."
        )
        if verb == "Sacrifice":
            line = line.replace(" you control", "")
        layout = Layout(2)
        row = layout.put(Proto("Test Altar", ("artifact",), abilities=read_line(line, Context("Test Altar"))), 0)
        small = layout.put(creature("Small", 1, 1, cost=("R",)), 0)
        great = layout.put(creature("Great", 1, 1, cost=("3", "R", "R")), 0, n=HUGE)
        state = layout.done()
        assert code(state, use(row, answer="G")) == "cost-ambiguous"
        assert pool(play(state, use(row, answer="G", picks=((small, 1),)))) == {"G": 1}
        done = play(state, use(row, answer="G", picks=((great, 1),)))
        assert pool(done) == {"G": 5}
        assert sum(int(str(r.n)) for r in done.rows.values() if r.cls.zone == zone) == 1


# --- boards and loops ----------------------------------------------------------------------------------------------

BOARD = 'p1: {mana: {G: 1, "C/activate abilities": 3, "R/cast creature spells": 2}}'


def position(text: str) -> Position:
    found = load("format: position/1\nplayers:\n  " + text, "test.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


def test_106_6_a_board_says_what_mana_is_for() -> None:
    state = position(BOARD).state
    assert "3 {C} (only to activate abilities)" in " ".join(" ".join(board_lines(state)).split())
    shown: Any = json.loads(json.dumps(board_json(state)))
    mana = {(each["kind"], each["only"]): each["amount"] for each in shown["players"][0]["mana"]}
    assert mana == {("G", ""): "1", ("R", CREATURES): "2", ("C", ABILITIES): "3"}
    assert look_up(state, f"p1.mana.C/{ABILITIES}", {}) == "3"
    refused = load("format: position/1\nplayers:\n  " + BOARD.replace("activate abilities", "win"), "test.yaml", BOOK)
    assert isinstance(refused, Refusal) and refused.code == "mana"


LOOPS = {
    # its mana grows and pays for nothing but abilities
    "grows": ("{battlefield: [Test Rock]}", "tap Test Rock\nactivate Test Rock: untap\nall pass", None),
    # restricted mana is used up first, then what may be spent on anything, until both are gone
    "runs out": (
        f"{{mana: {{C: 10, 'C/{ABILITIES}': 15, 'C/{CREATURES}': 40}}, battlefield: [Test Font]}}",
        "activate Test Font: gain\nall pass",
        12,
    ),
    # one of its costs is paid out of both
    # a creature is exiled for mana that casts it from exile
    "chain": (
        "{battlefield: [Test Chain, {card: Test Griffin, label: griffin}]}",
        "activate Test Chain for {U} exiling Test Griffin\ncast Test Griffin from exile\nall pass",
        None,
    ),
    "both": (
        "{battlefield: [Test Rock, Test Pool, Test Font]}",
        "tap Test Pool\nactivate Test Pool: untap\nall pass\ntap Test Rock\nactivate Test Rock: untap\nall pass\n"
        "activate Test Font: gain\nall pass",
        None,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_106_6_a_loop_of_restricted_mana_is_what_playing_it_is(name: str) -> None:
    mine, body, ends = LOOPS[name]
    state, reader = position(f"p1: {mine}\n").state, body_reader(body)
    loop = find_loop(state, reader)
    done = compare_with_plain(loop, reader, 60, [*range(20), 59])
    assert done == (60 if ends is None else ends)
    if ends is None:
        far = reached(loop, HUGE)
        assert (
            pool(far)
            == {
                "grows": {f"C/{ABILITIES}": HUGE},
                "both": {"C": HUGE},
                "chain": {f"U/{CREATURES}": HUGE},
            }[name]
        )
        played = play_body(far, reader)
        assert same(played.state, reached(loop, HUGE + 1))


def test_106_6_a_great_amount_is_used_up_to_the_last_one() -> None:
    text = f"p1: {{mana: {{'C/{ABILITIES}': {HUGE}, C: 1}}, battlefield: [Test Font]}}\n"
    loop = find_loop(position(text).state, body_reader("activate Test Font: gain\nall pass"))
    last = reached(loop, HUGE // 2)
    assert pool(last) == {"C": 1}
    assert life(last, 0) == 20 + HUGE // 2
    assert isinstance(jump(loop, HUGE // 2 + 1), Refusal)
