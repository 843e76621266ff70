"""The first page's offers: what a text is that is typed or pasted, doors, pictured combos, and what no board takes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from reiterate.boards.draft import Draft, Piece, never_there
from reiterate.cards import CardBook
from reiterate.cards.names import surely_named
from reiterate.examples.offered_combos import COMBOS
from reiterate.refusals import Refusal
from reiterate.table.given_text import given, kind_of, names_in
from reiterate.web.builder_part import board
from reiterate.web.naming_part import combos
from tests.boards.puzzle_texts import GUARD
from tests.support.browsers import OpenTable
from tests.table.laid_table import RULEBOOK
from tests.web.stages import NAMELESS, NARROW, PALE, at_the_table, first_page, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOOK = CardBook.builtin()

#: Cards on which power and toughness are cut off.
CUT_OFF = """() => [...document.querySelectorAll('.card.face:not(.tapped)')].filter((card) => {
  const foot = card.querySelector('.size');
  return foot && foot.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom;
}).map((card) => card.innerText)"""

#: Pastes a text where the focus is.
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def test_a_text_is_told_by_its_form() -> None:
    assert kind_of(RULEBOOK) == kind_of(GUARD) == "position"
    assert kind_of('{"format": "game-log/1"}\n') in ("log", "names")
    assert kind_of("Midnight Guard\nPresence of Gond") == kind_of("1 Midnight Guard\n1x Presence of Gond\n") == "names"
    assert kind_of("4 Grizzly Bears\n20 Forest\n") == "deck"
    card = {"object": "card", "name": "Odd Wanderer", "mana_cost": "{G}", "type_line": "Creature — Elf"}
    assert kind_of(json.dumps([card], indent=2)) == kind_of(json.dumps(card)) == "cards"
    assert kind_of(f"[\n{json.dumps(card)},\n") == "cards"


def test_names_stand_between_signs_or_on_lines() -> None:
    two = ["Midnight Guard", "Presence of Gond"]
    for text in (
        "Midnight Guard + Presence of Gond",
        "1 Midnight Guard\n2x Presence of Gond\n",
        "Midnight Guard; Presence of Gond;",
    ):
        assert names_in(text, BOOK) == two
    for text in (
        "Deck\n1 Midnight Guard (DKA) 14\n1 Presence of Gond (SHM) 121 *F*\n\nSideboard\n2 Lightning Bolt\n",
        "1 Midnight Guard (DKA) 14 + 1x Presence of Gond",
        "Count,Name\n1,Midnight Guard\n1,Presence of Gond\n",
        "Midnight Guard and Presence of Gond",
    ):
        assert names_in(text, BOOK) == two
    assert names_in("1 Kiki-Jiki, Mirror Breaker (MM2) 118", BOOK) == ["Kiki-Jiki, Mirror Breaker"]
    assert given(f"title: A test\n{RULEBOOK}", BOOK).title == "A test"
    assert names_in("+2 Mace", BOOK) == ["+2 Mace"] and names_in("1996 World Champion", BOOK) == ["1996 World Champion"]


def test_304_4_and_307_4_are_told_where_a_card_never_lies() -> None:
    for types, rule in (("Instant", "304.4"), ("Legendary Sorcery", "307.4")):
        found = never_there("Some Card", types, "battlefield")
        assert found is not None and found.rule == rule and "Some Card" in found.message
        assert never_there("Some Card", types, "hand") is None
    assert never_there("Some Card", "Creature — Elf", "battlefield") is None
    assert never_there("Some Card", "Creature — Human // Instant — Adventure", "battlefield") is None


def test_a_name_that_could_be_another_card_is_never_taken() -> None:
    """Twin is a word of Splinter Twin, and the beginning of Twincast."""
    found = surely_named(BOOK, "twin")
    assert isinstance(found, Refusal) and found.code == "card-ambiguous"
    assert "Twincast" in found.expected and "Splinter Twin" in found.expected
    for said, name in (
        ("kiki-jiki", "Kiki-Jiki, Mirror Breaker"),
        ("midnight gua", "Midnight Guard"),
        ("SPLINTER TWIN", "Splinter Twin"),
    ):
        card = surely_named(BOOK, said)
        assert not isinstance(card, Refusal) and card.name == name
    assert isinstance(surely_named(BOOK, "midnihgt guard"), Refusal) and isinstance(surely_named(BOOK, "!"), Refusal)


def test_all_cards_that_are_offered_are_built_in() -> None:
    assert [name for names in COMBOS for name in names if isinstance(BOOK.find(name), Refusal)] == []


def test_a_button_is_called_first_by_the_words_on_it() -> None:
    """WCAG 2.2, 2.5.3: whoever says the words on a button presses that button."""
    draft = Draft()
    draft.types["Presence of Gond"] = "Enchantment — Aura"
    for name in ("Midnight Guard", "Presence of Gond"):
        assert isinstance(draft.put(name, 0, "battlefield"), Piece)
    drawn = board(draft, draft.bare_aura()) + combos({}, may_play=True)
    named = re.findall(r'<button[^>]* aria-label="([^"]+)"[^>]*>([^<]+)', drawn)
    assert {"Enchant this", "Sick", "Take away", "Prove it", "Play it"} <= {words for _, words in named}
    assert [each for each in named if not each[0].lower().startswith(each[1].lower())] == []


@pytest.mark.slow("a real browser plays")
def test_from_the_front_to_a_proof_and_to_a_table(browser: Browser, table: OpenTable) -> None:
    """Looked at on a wide screen in light, then on a phone in the dark, and gone through there."""
    with first_page(browser, table) as page:
        page.locator(".combo .face .types", has_text="Creature").first.wait_for()
        assert page.locator(".combo").count() == 6 and page.locator(".combo .face").count() == 12
        assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == [] and page.evaluate(NAMELESS) == []
        page.set_viewport_size({"width": 390, "height": 800})
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == [] and page.evaluate(NAMELESS) == []
        assert page.evaluate(CUT_OFF) == []

        # doors lead to where each thing begins
        for words, field in (("Play with", "example"), ("Judge", "position"), ("Build", "search")):
            page.locator(".door", has_text=words).click()
            assert page.evaluate("document.activeElement.id") == field

        # a guess is said aloud, and the card that was meant is one touch away
        page.fill("#card", "twin + deceiver exarch")
        page.keyboard.press("Enter")
        page.locator(".unknown", has_text="Did you mean").wait_for()
        page.locator(".unknown button", has_text="Splinter Twin").click()
        page.locator(".chip", has_text="Splinter Twin").wait_for()

        # one touch leads from a combo to a table with it
        page.locator(".combo", has_text="Devoted Druid").locator("button", has_text="Play it").click()
        at_the_table(page)
        assert page.locator("#invite").is_visible() and page.locator(".mine .card", has_text="Devoted Druid").count()
        page.locator("[data-player=p2] h2", has_text="the program").wait_for()
        page.goto(f"{table.address}/")

        # a list that is pasted is proved; a board begins a table; a deck is told from a list
        page.focus("#card")
        page.evaluate(PASTE, "1 Midnight Guard\n1 Presence of Gond\n")
        page.locator("#answer-title", has_text="Midnight Guard").wait_for()
        page.focus("#card")
        page.evaluate(PASTE, "4 Grizzly Bears\n20 Forest\n")
        page.locator(".told", has_text="This is a deck").wait_for()
        page.focus("#card")
        page.evaluate(PASTE, RULEBOOK)
        page.click("#play-brought")
        at_the_table(page)
        page.goto(f"{table.address}/")

        # an instant never lies on the battlefield
        page.fill("#search", "lightning bolt")
        page.select_option("#where", label="p1's battlefield")
        page.click("#put")
        page.locator(".builder + .told .refused", has_text="never enters the battlefield").wait_for()
        assert page.locator(".pieces > li").count() == 0
        page.select_option("#where", label="p1's hand")
        page.fill("#search", "lightning bolt")
        page.click("#put")
        until(page, lambda: page.locator(".pieces > li").count() == 1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
