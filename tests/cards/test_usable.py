"""Which cards are fully usable: what is read and can't be used stands in one table, and the rules refuse each row of it."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.ask.session import run_position
from reiterate.cards import CardBook, coverage, fully_usable, unusable_clauses
from reiterate.cards.sources import read_source
from reiterate.oracle import CompiledCard
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.declare_blockers import pair_refusal
from reiterate.script.position import load
from reiterate.show.card_text import card_lines
from reiterate.terms.abilities import Inert, Keyword
from reiterate.terms.unusable import COMBAT, DECK, OPTION, UNUSED_KEYWORDS, keyword_of, unusable
from reiterate.terms.vocabulary import KEYWORDS as KEYWORDS_KNOWN
from reiterate.terms.vocabulary import MANA_KINDS, WITH_PARAMETER, payable
from tests.house.not_implemented import LINES, LIST
from tests.support.boards import BEAR


def card(text: str, **facts: Any) -> dict[str, Any]:
    own = {"name": "Shown", "type_line": "Creature — Elf", "mana_cost": "{G}", "power": "2", "toughness": "2"}
    return {**own, "oracle_text": text, **facts}


def told(found: CompiledCard) -> list[str]:
    return [str(what) for clause in unusable_clauses(found) for what in clause.what]


def test_the_lines_are_those_of_the_table() -> None:
    assert LINES.keys() == UNUSED_KEYWORDS.keys()
    assert {one.kind for one in UNUSED_KEYWORDS.values()} == {OPTION, COMBAT}
    assert not UNUSED_KEYWORDS.keys() & KEYWORDS_KNOWN


@pytest.mark.parametrize("word", UNUSED_KEYWORDS)
def test_a_card_with_such_a_keyword_is_read_and_not_usable(word: str) -> None:
    found = compile_card(card(f"Flying\n{LINES[word]}"))
    assert found.complete and not fully_usable(found)
    assert told(found) == [f"{word} ({UNUSED_KEYWORDS[word].rule})"]
    assert f"    read; can't be used yet: {word} ({UNUSED_KEYWORDS[word].rule})" in card_lines(found)


@pytest.mark.parametrize("word", UNUSED_KEYWORDS)
def test_the_rules_refuse_such_a_keyword_or_say_that_it_is_not_offered(word: str) -> None:
    one, proto = UNUSED_KEYWORDS[word], compile_card(card(LINES[word])).proto
    if one.kind == COMBAT:
        layout = Layout(2)
        attacker, blocker = layout.put(proto, 0), layout.put(BEAR, 1)
        refused = pair_refusal(layout.done(), blocker, attacker)
        assert isinstance(refused, Refusal) and (refused.code, refused.rule) == ("rule-combat", one.rule)
        assert word in refused.message
        return
    for zone in ("hand", "graveyard", "exile"):
        layout = Layout(2)
        layout.put(proto, 0, zone)
        options = unoffered(layout.done(), 0)
        assert [(each.what, each.rule) for each in options] == ([(word, one.rule)] if zone in one.zones else [])


@pytest.mark.parametrize("word", sorted(KEYWORDS_KNOWN))
def test_each_keyword_of_the_language_counts_as_usable(word: str) -> None:
    """That each is used on a board: ``tests/rules/test_every_node_is_shown.py``."""
    parameter = {"protection": "from red", "ward": "{2}", "landwalk": "Forest"}.get(word, "2")
    assert unusable(Keyword(word, parameter if word in WITH_PARAMETER else "")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Partner",
        "Friends forever",
        "Choose a Background",
        "A deck can have any number of cards named Shown.",
        "Shown can be your commander.",
        "Convoke",
        "Flashback {2}",
        "Cycling {2}",
    ],
)
def test_what_matters_before_the_game_and_what_is_carried_out_is_usable(text: str) -> None:
    found = compile_card(card(text))
    assert found.complete and fully_usable(found)


def test_a_card_named_like_a_keyword_has_none() -> None:
    """The reason of the clause decides, not its first word alone."""
    assert keyword_of(Inert("Plot Weaver can be your commander.", DECK)) is None
    assert keyword_of(Inert("", OPTION)) is None
    found = keyword_of(Inert("Companion — Your deck is small.", OPTION))
    assert found is not None and found[0] == "companion"


def test_702_139_a_companion_is_an_option_of_the_game_and_not_of_the_deck_alone() -> None:
    """702.139c: its player may pay {3} in the game to put it into their hand."""
    found = compile_card(card("Companion — Your deck is small."))
    assert [each.kind for each in found.proto.abilities if isinstance(each, Inert)] == [OPTION]


def test_a_face_that_cant_be_used_makes_a_card_not_usable() -> None:
    faces = [
        {"name": "Front", "type_line": "Creature — Elf", "oracle_text": "Flying", "power": "1", "toughness": "1"},
        {"name": "Back", "type_line": "Creature — Elf", "oracle_text": "Banding", "power": "1", "toughness": "1"},
    ]
    turned = compile_card({"name": "Front // Back", "layout": "transform", "card_faces": faces})
    modal = compile_card({"name": "Front // Back", "layout": "modal_dfc", "card_faces": faces})
    assert turned.complete and told(turned) == ["banding (702.22)"]
    assert modal.complete and modal.proto.back is not None and told(modal) == ["banding (702.22)"]


#: A form for each that the rules always refuse: the text, the script that uses it, what else stands there, and the code.
USES: Final = [
    ("{S}: You gain 1 life.", "activate Shown", "", "rule-107.4", "paying {S} (107.4)"),
    (
        "When this creature enters, you may pay {2/W}. If you do, draw a card.",
        "cast Shown\n  all pass\n  all pass",
        "",
        "rule-107.4",
        "paying {2/W} (107.4)",
    ),
    (
        "Remove X +1/+1 counters from a creature you control: You gain 1 life.",
        "activate Shown with x = 1",
        "",
        "rule-cost-counters",
        "removing X counters from another permanent as a cost (118)",
    ),
    (
        "{T}: Target opponent exiles the top card of their library. You may play that card this turn.",
        "activate Shown targeting p2\n  all pass",
        "",
        "rule-601.3",
        "playing a card that another player owns (601.3)",
    ),
    (
        "{T}: Create a 1/1 white Cat creature token, then put a +1/+1 counter on a creature you control.",
        "activate Shown\n  all pass",
        "",
        "asked-midway",
        "a choice among objects that the same event has made (608.2d)",
    ),
]


@pytest.mark.parametrize(("text", "script", "more", "code", "what"), USES, ids=[use[3] + use[0][:12] for use in USES])
def test_the_rules_refuse_each_form_that_is_not_usable_with_its_words(
    text: str, script: str, more: str, code: str, what: str
) -> None:
    facts = card(text, power="1", toughness="5")
    found = compile_card(facts)
    assert found.complete and told(found) == [what]
    place = "hand" if script.startswith("cast") else "battlefield"
    board = (
        f"format: position/1\nplayers:\n  p1:\n    mana: {{G: 3}}\n    {place}: [Shown]\n"
        "    library: [Grizzly Bears, Forest, Plains]\n  p2:\n    library: [Plains, Forest, Grizzly Bears]\n"
        f"script: |\n  {script}\n"
    )
    book = CardBook((read_source("shown", json.dumps([facts]).encode()), *CardBook.builtin().sources))
    position = load(board, "shown.yaml", book)
    assert not isinstance(position, Refusal), position
    refused = run_position(position)
    assert isinstance(refused, Refusal) and refused.code == code
    assert refused.message.endswith(what.rpartition(" (")[0]) or what.rpartition(" (")[0] in refused.message


def test_107_4h_a_card_whose_mana_cost_cant_be_paid_is_not_usable() -> None:
    found = compile_card(card("Flying", mana_cost="{1}{S}"))
    assert found.complete and [clause.text for clause in unusable_clauses(found)] == ["mana cost {1}{S} of Shown"]
    assert told(found) == ["paying {S} (107.4)"]


def test_608_2h_scavenge_of_a_card_that_defines_its_power_is_not_usable() -> None:
    text = "Shown's power and toughness are each equal to the number of cards in your hand.\nScavenge {2}"
    found = compile_card(card(text, power="*", toughness="*"))
    assert found.complete
    assert told(found) == ["last known power of a card whose own ability defines it (608.2h)"]
    assert fully_usable(compile_card(card("Scavenge {2}")))


@pytest.mark.parametrize("symbol", [*MANA_KINDS, "0", "12", "X", "W/B", "G/P", "2/W", "G/U/P"])
def test_107_4_the_other_symbols_are_payable(symbol: str) -> None:
    assert payable(symbol)
    assert not payable("S") and not payable("2/W", resolving=True) and not payable("3/W")


def test_a_card_with_a_clause_that_is_not_understood_is_not_usable() -> None:
    found = compile_card(card("Sing a merry song."))
    assert not fully_usable(found) and unusable_clauses(found) == ()


def test_coverage_counts_what_is_read_and_what_of_it_is_usable() -> None:
    cards = [card("Flying", name="A"), card("Transmute {2}", name="B"), card("Transmute {3}\nBestow {2}", name="C")]
    ledger = coverage([*cards, card("Sing a merry song.", name="D")])
    assert (ledger.cards, ledger.complete, ledger.usable) == (4, 3, 1)
    assert ledger.unusable == {"transmute (702.53)": 2, "bestow (702.103)": 1}


def test_combo_tells_what_of_its_cards_cant_be_used() -> None:
    text = "Banding\nWhenever another creature enters under your control, untap this creature."
    source = read_source("shown", json.dumps([card(text, name="Banding Guard")]).encode())
    book = CardBook((source, *CardBook.builtin().sources))
    found = combo(["banding guard", "presence of gond"], book)
    assert isinstance(found, ComboAnswer) and found.proved
    assert found.combo.unusable == ["Banding Guard: banding (702.22) can't be used yet"]
    plain = combo(["midnight guard", "presence of gond"], book)
    assert isinstance(plain, ComboAnswer) and not plain.combo.unusable


def test_the_page_of_what_is_missing_has_each_keyword_of_the_table() -> None:
    assert {(one.rule, word) for word, one in UNUSED_KEYWORDS.items()} <= {(one.rule, one.what) for one in LIST}
