"""Card text: the corpus, words that can't be swallowed, spans, the listed forms on a real card file."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from reiterate.oracle import INERT, NOT_UNDERSTOOD, UNDERSTOOD
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.chart import BUDGET, Chart
from reiterate.oracle.grammar.printing import Unprintable, show_clause
from reiterate.oracle.grammar.reading import grammar
from reiterate.oracle.normal_text import SYNONYMS, loose, normalise
from reiterate.oracle.words import subtypes
from reiterate.terms.abilities import Activated, Inert, Keyword, NotUnderstood, Triggered
from reiterate.terms.base import Ability
from reiterate.terms.check import problems
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.references import This
from tests.oracle.forms import is_listed
from tests.oracle.oracle_corpus import CONTEXTS, NAME, corpus, read, result
from tests.support.dice import dice
from tests.support.drawn import check_all, drawn_some
from tests.support.files import data_file, needs_data

CARDS = "cards.jsonl"
#: A number of more digits than are read on a card.
LONG = "9" * 4_301
DRAWN = 50


def card(text: str, type_line: str = "Creature — Elf", **facts: Any) -> dict[str, Any]:
    """Facts of a made-up card."""
    return {"name": NAME, "type_line": type_line, "oracle_text": text, "power": "1", "toughness": "1", **facts}


# --- the corpus --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "text", "expected"), corpus())
def test_corpus(kind: str, text: str, expected: str) -> None:
    assert result(kind, text) == expected


def understood() -> list[tuple[str, str]]:
    return [(kind, text) for kind, text, right in corpus() if not right.startswith(("not:", "inert:"))]


@pytest.mark.parametrize(("kind", "text"), understood())
def test_what_the_corpus_prints_reads_back(kind: str, text: str) -> None:
    abilities = read(kind, text)
    assert all(problems(ability) == [] for ability in abilities)
    assert read(kind, result(kind, text)) == abilities


@pytest.mark.slow("reads each clause with every word put in anew")
@pytest.mark.parametrize(("kind", "text"), understood())
def test_no_word_can_be_swallowed(kind: str, text: str) -> None:
    """A clause with a strange word in it is not understood, or means something else, as where a name or "not" stands there."""
    words, abilities, swallowed = text.split(" "), read(kind, text), dice(f"strange words in {text}")
    for place in range(len(words) + 1):
        # At each of thousands of places "not" is tried, and one of the others, drawn anew in each run: they are read alike or not at all.
        for strange in ("not", swallowed.choice(("unless", "thrice", "purple", "banana"))):
            changed = " ".join([*words[:place], strange, *words[place:]])
            found = read_line(changed, CONTEXTS[kind])
            assert any(isinstance(a, NotUnderstood) for a in found) or found != abilities, changed


#: Words that a listed synonym leaves out, or that join parts. Amass without a type is of Zombies (701.47d).
_FREE = {"and", "then", "you", "all", "your", "player's", "each", "zombies"}


@pytest.mark.slow("reads each clause without each of its words")
@pytest.mark.parametrize(("kind", "text"), understood())
def test_no_word_is_without_meaning(kind: str, text: str) -> None:
    """A clause with a word less is not understood, or means something else, or the word is in a listed synonym."""
    front, dash, rest = text.partition(" — ")
    abilities = read(kind, text)
    flavor = bool(dash) and read_line(rest, CONTEXTS[kind]) == abilities  # an ability word (207.2c)
    words = text.split(" ")
    for place in range(len(front.split(" ")) + 1 if flavor else 0, len(words)):
        less = " ".join([*words[:place], *words[place + 1 :]])
        if read_line(less, CONTEXTS[kind]) == abilities:
            assert words[place].strip(",.").lower() in _FREE, (less, words[place])


# --- spans and states --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("Whenever a gorilla dances, draw a card.", "gorilla"),
        ("{T}: Draw a banana.", "banana"),
        ("{T}: Create a 1/1 green Elf Gorilla creature token.", "Gorilla"),
        ('Other Elves you control have "{T}: Frobnicate this creature."', "Frobnicate"),
        ("Flying (It can't be blocked but by flying.) and cooking", "and"),
        ("• Draw a card.", "•"),
        ("−X: Draw a card.", "−"),
        ("Draw a card at once.", "Draw"),
    ],
)
def test_reading_stops_at_a_span(text: str, stop: str) -> None:
    (ability,) = read_line(text, Context(NAME))
    assert isinstance(ability, NotUnderstood)
    assert ability.text[ability.start : ability.end] == stop


def test_states_of_clauses() -> None:
    found = compile_card(card("Flying\nCompanion — Small decks.\nSing a song.\n(Only reminder text.)"))
    assert [clause.status for clause in found.clauses] == [UNDERSTOOD, INERT, NOT_UNDERSTOOD, UNDERSTOOD]
    assert [type(a) for a in found.proto.abilities] == [Keyword, Inert, NotUnderstood]
    assert not found.complete
    assert found.missing[0].text == "Sing a song."


def test_printed_facts() -> None:
    found = compile_card(
        card("", "Legendary Artifact Creature — Elf Druid", mana_cost="{X}{R/W}{G/P}", colors=["G", "R"], power="-1")
    ).proto
    assert (found.types, found.subtypes, found.supertypes) == (
        ("artifact", "creature"),
        ("Elf", "Druid"),
        ("legendary",),
    )
    assert (found.mana_cost, found.colors, found.power) == (("X", "R/W", "G/P"), ("R", "G"), -1)
    assert compile_card({"name": "Isle", "type_line": "Land", "mana_cost": ""}).proto.mana_cost is None


@pytest.mark.parametrize(("layout", "colors"), [("adventure", ("R",)), ("split", ("U", "R"))])
def test_202_2_a_front_face_without_colors_has_those_of_its_cost(layout: str, colors: tuple[str, ...]) -> None:
    """An object's colors are those of the mana symbols in its cost; a split card has both halves' cost (709.4b)."""
    faces = [{"name": "A", "mana_cost": "{1}{R}", "type_line": "Instant"}, {"name": "B", "mana_cost": "{U}"}]
    facts = {"name": "A // B", "layout": layout, "colors": ["R", "U"], "card_faces": faces}
    assert compile_card(facts).proto.colors == colors


def test_202_2_a_card_whose_facts_name_no_colors_has_those_of_its_cost() -> None:
    facts = {"name": "Mage", "type_line": "Creature — Wizard", "mana_cost": "{2}{W}{B/P}"}
    assert compile_card(facts).proto.colors == ("W", "B")
    assert compile_card({**facts, "colors": []}).proto.colors == (), "devoid, say"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"power": "*"}, "power * is defined"),
        ({"type_line": "Artifact — Spacecraft"}, "Spacecraft"),
        ({"type_line": "Enchantment — Case"}, "Case"),
        ({"type_line": "Conspiracy"}, "conspiracy"),
        ({"layout": "flip"}, "layout flip"),
        ({"layout": "leveler"}, "layout leveler"),
        ({"card_faces": [{"name": "A"}, {"name": "B"}]}, "back face"),
    ],
)
def test_what_stands_outside_the_text_is_a_clause(changes: dict[str, Any], words: str) -> None:
    found = compile_card({**card("Flying"), **changes})
    assert any(words in ability.text for ability in found.missing)


def test_712_8_a_double_faced_card_is_its_front_and_says_that_its_back_is_left_out() -> None:
    faces = [card("Flying"), {**card("{T}: Add {G}."), "name": "Back"}]
    unread = {**faces[1], "oracle_text": "Transmogrify everything."}
    for layout in ("transform", "modal_dfc"):
        found = compile_card({"name": f"{NAME} // Back", "layout": layout, "card_faces": [faces[0], unread]})
        assert found.complete and found.proto.name == NAME and found.proto.back is None
        assert [type(a) for a in found.proto.abilities] == [Keyword, Inert]
        assert f"back face of the layout {layout}" in found.clauses[-1].text


def test_712_2_a_nonmodal_card_has_its_back_face_where_that_is_understood() -> None:
    faces = [card("{2}: Transform this creature."), {**card("{T}: Add {G}."), "name": "Back"}]
    found = compile_card({"name": f"{NAME} // Back", "layout": "transform", "card_faces": faces})
    assert found.complete and found.proto.turning
    assert found.proto.back is not None and found.proto.back.turning and found.proto.back.name == "Back"


def test_712_3_a_modal_card_has_both_faces_where_the_other_is_understood() -> None:
    faces = [card("Flying"), {**card("{T}: Add {G}."), "name": "Back"}]
    found = compile_card({"name": f"{NAME} // Back", "layout": "modal_dfc", "card_faces": faces})
    assert found.complete and found.proto.abilities == (Keyword("flying"),)
    assert found.proto.back is not None and found.proto.back.name == "Back" and len(found.proto.back.abilities) == 1


def test_basic_land_types_give_mana() -> None:
    """305.6: a land with a basic land type has its mana ability."""
    found = compile_card({"name": "Isle", "type_line": "Land — Island Swamp", "oracle_text": "({T}: Add {U} or {B}.)"})
    adds = [a.effects[0] for a in found.proto.abilities if isinstance(a, Activated)]
    assert adds == [AddMana(("U",)), AddMana(("B",))]
    assert found.complete


def test_names_of_the_card_itself() -> None:
    facts = {"name": "Zed, the Last", "type_line": "Creature — Elf", "power": "1", "toughness": "1"}
    for own in ("Zed, the Last", "Zed", "this creature"):
        ability = compile_card({**facts, "oracle_text": f"{{T}}: Untap {own}."}).proto.abilities
        assert ability == (Activated((TapCost(),), (Untap(This()),)),)
    granted = compile_card({**facts, "oracle_text": 'Other Elves you control have "{T}: Untap Zed."'})
    assert not granted.complete


def test_an_x_needs_someone_who_announces_it() -> None:
    spell = card("Draw X cards.", "Sorcery")
    assert not compile_card(spell).complete
    assert compile_card({**spell, "mana_cost": "{X}{U}"}).complete


def test_any_text_compiles_to_something() -> None:
    signs = dice("any text")
    for _ in range(300):
        text = "".join(signs.choice("aT~{}\"':.,•— \n(+1/X") for _ in range(40))
        assert compile_card(card(text)).name == NAME


@pytest.mark.slow("reads many random mixtures of words")
def test_any_mixture_of_known_words_compiles_to_something() -> None:
    mixer = dice("mixtures of words")
    clauses = corpus()
    for _ in range(4000):
        (kind, one, _), (_, two, _) = mixer.choice(clauses), mixer.choice(clauses)
        words, others = one.split(" "), two.split(" ")
        for _ in range(mixer.randint(1, 3)):
            place = mixer.randrange(len(words) + 1)
            words[place : place + mixer.randint(0, 2)] = others[mixer.randrange(len(others)) :][: mixer.randint(0, 3)]
        text = " ".join(words)
        for ability in read_line(text, CONTEXTS[kind]):
            assert problems(ability) == [], text


# --- normal form -------------------------------------------------------------------------------------------------


def test_normal_form_keeps_places() -> None:
    text = "Whenever Test Card enters the battlefield, draw two cards."
    normal = normalise(text, NAME)
    assert normal.text == "whenever ~ enters , draw 2 cards . "
    assert [text[t.start : t.end] for t in normal.tokens[:3]] == ["Whenever", NAME, "enters the battlefield"]


def test_names_inside_words_are_no_names() -> None:
    assert normalise("Elfhame", "Elf").text == "elfhame "


@pytest.mark.parametrize(("old", "new"), SYNONYMS)
def test_the_synonyms_are_what_the_table_says(old: str, new: str) -> None:
    assert loose(normalise(f"x {old} y")) == loose(normalise(f"x {new} y"))


def test_joiners_are_compared_by_place_only() -> None:
    assert loose(normalise("Draw a card, then untap ~.")) == loose(normalise("Draw a card. Untap ~."))
    assert loose(normalise("Draw a card or untap ~.")) != loose(normalise("Draw a card. Untap ~."))


def test_subtypes_are_known_in_both_numbers() -> None:
    assert subtypes()["Elves"] == subtypes()["Elf"] == "Elf"


# --- a real card file --------------------------------------------------------------------------------------------


@cache
def listed_cards() -> list[dict[str, Any]]:
    """The cards of the file whose every line is one of the listed forms."""
    path = data_file(CARDS)
    assert path is not None
    rows = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    return [row for row in rows if is_listed(row)]


@pytest.mark.slow("goes through the whole card file")
@needs_data(CARDS)
def test_fifty_drawn_cards_of_the_listed_forms_compile_and_print_back() -> None:
    members = sorted(listed_cards(), key=lambda row: str(row["name"]))
    assert len(members) > 2000
    check_all(drawn_some(members, DRAWN, "listed forms"), check_listed)


@pytest.mark.soak
@needs_data(CARDS)
def test_all_cards_of_the_listed_forms_compile_and_print_back() -> None:
    check_all(listed_cards(), check_listed, lambda row: str(row["name"]))


def check_listed(row: dict[str, Any]) -> None:
    """A card of the listed forms is read whole, and each of its lines prints back."""
    found = compile_card(row)
    assert found.complete, (row["name"], found.missing)
    for clause in found.clauses:
        check_print(clause.text, clause.abilities, str(row["name"]))


def check_print(text: str, abilities: tuple[Ability, ...], name: str) -> None:
    """The print of a clause has the clause's words, in any order and spelled loosely; no print lacks one of them."""
    if not abilities or isinstance(abilities[0], Inert):
        return
    host = re.search(r"(?i)(enchanted|equipped) \w+", text)
    printed = show_clause(abilities, host=host[0].lower() if host else "enchanted creature")
    assert {*loose(normalise(text, name)), "|"} == {*loose(normalise(printed)), "|"}


@pytest.mark.slow("goes through the whole card file")
@needs_data(CARDS)
def test_all_cards_of_the_listed_forms_compile() -> None:
    assert [row["name"] for row in listed_cards() if not compile_card(row).complete] == []


@pytest.mark.slow("goes through the whole card file")
@needs_data(CARDS)
def test_a_fixed_sample_of_real_clauses_reads_back(data: Callable[[str], Path]) -> None:
    rows = data(CARDS).read_bytes().splitlines()[::40]
    seen = wordless = 0
    for line in rows:
        row = msgspec.json.decode(line)
        if row.get("card_faces"):
            continue
        found = compile_card(row)
        spell = bool({"instant", "sorcery"} & set(found.proto.types))
        for clause in found.clauses:
            if clause.status == UNDERSTOOD and clause.abilities:
                host = re.search(r"(?i)(enchanted|equipped) [\w]+", clause.text)
                named = host[0].lower() if host else "enchanted creature"
                context = Context("", spell, named, True, has_x=True)
                try:
                    again = read_line(show_clause(clause.abilities, host=named), context)
                except Unprintable:  # a verb that stands for several instructions, such as "connives" (701.50a)
                    wordless += 1
                    continue
                # Never another meaning; a print of the wider language may use words that no card has.
                assert again == clause.abilities or any(isinstance(a, NotUnderstood) for a in again)
                seen += again == clause.abilities
    assert seen > 300 and wordless <= seen // 100


def test_a_comma_inside_a_closing_quote_is_a_refusal_and_no_crash() -> None:
    line = 'Equipped creature has "Whenever this creature attacks, you gain 1 life," and is a Wizard in addition to its other types.'
    found = read_line(line, Context("", False, "equipped creature", True))
    assert isinstance(found[0], NotUnderstood)


def test_603_12_a_reflexive_ability_is_checked_once() -> None:
    line = "When this creature enters, you may sacrifice an artifact. When you do, this creature deals 3 damage to any target."
    found = read_line(line, Context("", False, "enchanted creature", False))
    assert isinstance(found[0], Triggered), found


def test_a_long_list_is_read_in_a_bounded_number_of_phrases() -> None:
    words = ", ".join(["flying", "reach", "menace", "vigilance", "haste", "trample"] * 4)
    for text in (
        f"Each banana you control has {words}, and deathtouch.",
        f"Target creature gains {words}, and deathtouch, banana.",
    ):
        (found,) = read_line(text, CONTEXTS["spell"])
        assert isinstance(found, NotUnderstood)
        chart = Chart(grammar(), tuple(token.text for token in normalise(text).tokens))
        assert chart.whole("spelltext") == []
        assert chart.built < BUDGET / 20


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Test Card deals 2 damage to target creature and 1 damage to each other creature.",
        "{T}: Tap target creature. Other creatures you control get +1/+1 until end of turn.",
    ],
)
def test_each_other_creature_behind_a_target_is_not_read_as_other_than_the_source(text: str) -> None:
    (ability,) = read_line(text, Context(NAME))
    assert isinstance(ability, NotUnderstood)
    (alone,) = read_line("{T}: Other creatures you control get +1/+1 until end of turn.", Context(NAME))
    assert isinstance(alone, Activated)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("oracle_text", f"When Long enters, you gain {LONG} life."),
        ("oracle_text", f'Creatures you control have "{{T}}: You gain {LONG} life."'),
        ("power", LONG),
        ("toughness", LONG),
        ("mana_cost", "{" + LONG + "}"),
    ],
)
def test_a_number_of_too_many_digits_is_not_understood(field: str, text: str) -> None:
    """It is a clause that a loop through the card is refused for, no failure of the program."""
    face = {"name": "Long", "type_line": "Creature — Elf", "power": "1", "toughness": "1"} | {field: text}
    compiled = compile_card(face)
    assert [clause.status for clause in compiled.clauses] == [NOT_UNDERSTOOD]
    shorter = compile_card(face | {field: text.replace(LONG, "9" * 4_000)})
    assert all(clause.status == UNDERSTOOD for clause in shorter.clauses)
