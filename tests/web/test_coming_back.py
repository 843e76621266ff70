"""The back button of the browser: from a game to the first page, where cards, fields and the board are as they were."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from reiterate.boards.draft import Draft, Piece, token_of
from reiterate.boards.kept_draft import kept, restored
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import at_the_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def built() -> Draft:
    """A board with something of each kind."""
    draft = Draft()
    draft.seats(3)
    draft.player(0, "10^100", "1", "7", "GG 3 C")
    draft.active, draft.step = 1, "upkeep"
    bears, aura = draft.put("Grizzly Bears", 0, "battlefield"), draft.put("Presence of Gond", 1, "battlefield")
    draft.put("Lightning Bolt", 2, "hand")
    draft.put("Mountain", 2, "library")
    elf = draft.put_token("Elf, the “#1”: x", 0, token_of("1", "1", "creature", "G", "flying, haste"))
    assert isinstance(bears, Piece) and isinstance(aura, Piece) and isinstance(elf, Piece)
    draft.remove(3)
    draft.attach(aura.number, bears.number)
    draft.many(elf.number, "10^40+7")
    draft.counters(bears.number, "+1/+1", "2")
    draft.turn(bears.number)
    draft.turn_sick(elf.number)
    return draft


def test_a_board_that_was_kept_is_the_same_position_file() -> None:
    """Numbers of cards may be others, and so their labels."""
    found = restored(kept(built()))
    assert found is not None
    again = restored(kept(found))
    assert again is not None and again.text() == found.text()
    assert found.text().replace("Grizzly Bears 1", "x") == built().text().replace("Grizzly Bears 1", "x")
    assert kept(Draft()) == "" and restored("") is None


def test_a_text_that_is_no_board_is_none() -> None:
    """Whatever a browser says goes through the checks of the builder."""
    whole = json.loads(kept(built()))
    wrong = [
        "[]",
        "[" * 20_000,
        json.dumps({**whole, "players": whole["players"] * 3}),
        json.dumps({**whole, "pieces": [{**whole["pieces"][0], "zone": "nowhere"}]}),
        json.dumps({**whole, "pieces": [{**whole["pieces"][0], "seat": 5}]}),
        json.dumps({**whole, "pieces": [{**whole["pieces"][0], "count": "many"}]}),
        json.dumps({**whole, "pieces": [{**whole["pieces"][0], "count": "0"}]}),
        json.dumps({**whole, "pieces": [{**whole["pieces"][0], "host": 99}]}),
        json.dumps({**whole, "active": float("inf")}),
        json.dumps({**whole, "players": [["x", "0", "0", ""], ["20", "0", "53", ""]]}),
    ]
    assert [each[:40] for each in wrong if restored(each) is not None] == []


@pytest.mark.slow("a server with pages is started")
def test_the_back_button_leads_to_the_cards_the_fields_and_the_board(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, f"{table.address}/", 360, ready="#card")
    page = visitor.page
    page.click("#try")
    page.wait_for_selector(".verdict")
    page.fill("#search", "grizzly bears")
    page.click("#put")
    page.locator(".built .card", has_text="Grizzly Bears").wait_for()
    page.locator(".well", has_text="can be played").wait_for()
    page.click("#by-text > summary")
    page.fill("#position", "format: position/1")
    page.click("#play-this")
    at_the_table(page)
    page.go_back()
    page.locator(".built .card", has_text="Grizzly Bears").wait_for()
    page.wait_for_selector(".chip [data-name='Presence of Gond']")
    assert page.locator(".chip").count() == 2 and page.locator(".built .card").count() == 1
    assert page.locator("#position").input_value() == "format: position/1"
    assert page.locator("#position").is_visible()
    page.click("[data-do=clear]")
    page.locator(".built .card").wait_for(state="detached")
    page.reload()
    page.wait_for_selector(".chip [data-name='Presence of Gond']")
    assert page.evaluate("sessionStorage.getItem('draft')") == ""
    assert page.locator(".built .card").count() == 0
    visitor.close()
