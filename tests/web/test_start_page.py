"""The first page in a real browser: names that complete, a proof beside its board, new games, a board that is built."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reiterate.cards import CardBook
from reiterate.cli.opening import first_game
from reiterate.script.position import Position, load
from reiterate.service.seat_links import own_address
from reiterate.table.exporting import Exported
from reiterate.web.answer_part import new_game
from tests.boards.puzzle_texts import GUARD
from tests.support.browsers import SECONDS, OpenTable, Visitor, barriers, open_table
from tests.support.command_line import in_process
from tests.support.files import ROOT
from tests.table.laid_table import RULEBOOK, opened, quick_folder, seated
from tests.web.stages import NAMELESS, NARROW, PALE, at_the_table, choose, first_page, link_for, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

pytestmark = pytest.mark.drawn(8)


#: Buttons of a board that is built which stick out of their form.
STUCK_OUT = """() => [...document.querySelectorAll('.built form button')].filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().right > e.form.getBoundingClientRect().right + 1).map((e) => e.getAttribute('aria-label'))"""


def chips(page: Page) -> list[str]:
    return page.locator(".chip > span").all_inner_texts()


def chosen(page: Page, number: int) -> None:
    """Wait until so many cards are chosen."""
    until(page, lambda: len(chips(page)) == number)


def prove(page: Page, *letters: str) -> None:
    for number, each in enumerate(letters, 1):
        choose(page, each)
        chosen(page, number)
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict")


def put(page: Page, letters: str, where: str) -> None:
    """Put a card into a zone by keyboard: the zone, and the name, which is put there as it is chosen."""
    before = page.locator(".pieces > li").count()
    page.select_option("#where", label=where)
    choose(page, letters, "search")
    until(page, lambda: page.locator(".pieces > li").count() == before + 1)


def text_of_draft(page: Page) -> str:
    return str(page.input_value("#draft-file"))


def test_from_names_to_a_game_with_somebody(browser: Browser, table: OpenTable) -> None:
    """By keyboard alone up to the slider: two names, the proof, an iteration; then on a phone in the dark a game, one's seat."""
    with first_page(browser, table) as page:
        prove(page, "midn", "presence of")
        assert chips(page) == ["Midnight Guard", "Presence of Gond"]
        answer = page.locator("section[aria-label=Answer]")
        answer.locator("p", has_text="Each iteration: 1 more Elf Warrior token.").wait_for()
        answer.locator("p", has_text="Opponents could answer at 2 places of each iteration").wait_for()
        assert not page.locator(".told-rows").is_visible()
        page.click("#the-rows > summary")
        _, printed = in_process("combo", "midnight guard", "presence of gond", "--format", "markdown")
        rows = dict(
            zip(
                page.locator(".told-rows dt").all_inner_texts(),
                page.locator(".told-rows dd").all_inner_texts(),
                strict=True,
            )
        )
        plain = " ".join(printed.replace("\\", "").replace("; ", " ").split())
        repeat = rows.pop("repeat")  # whole on the page, which has room for it
        for head, words in rows.items():  # steps and lines stand apart here, in one line there
            assert f"- {head}: {' '.join(words.replace('; ', ' ').split())}" in plain
        assert len(repeat.split("\n\n")) == 4 and "..." not in repeat
        page.wait_for_selector("#iterations")
        page.focus("#iterations")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.locator("#reached", has_text="after 1 of 10^100 iterations").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        page.set_viewport_size({"width": 360, "height": 800})
        page.emulate_media(color_scheme="dark")
        page.fill("#exactly", "10^99+7")
        page.keyboard.press("Enter")
        page.locator(".card.token", has_text="10^99 + 7").or_(page.locator(".card.token [title]")).first.wait_for()
        page.locator(".stop-at", has_text="untap Midnight Guard").first.click()
        page.locator(".stack .entry", has_text="untap Midnight Guard").wait_for()
        page.click("#play-this")
        at_the_table(page)
        page.click("#invite")  # on a phone the header alone has it
        page.click(".only-here > summary")
        page.locator(".only-here code", has_text=f"--host 0.0.0.0 --public --port {table.port}").wait_for()
        assert page.locator(".qr").count() == 0  # no phone could open what it says
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_is_typed_wrong_is_told_in_words_where_it_was_typed(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.click("#prove")
        page.locator(".refused", has_text="no card was named").wait_for()
        page.fill("#card", "midnihgt gard")
        page.locator("#card-names", has_text="Midnight Guard").wait_for()
        page.fill("#card", "")
        choose(page, "presence of g")
        page.fill("#card", "no such card at all")
        page.click("#prove")
        page.locator(".unknown", has_text="does not know “no such card at all” yet").wait_for()
        page.locator("#by-text summary").click()
        page.fill("#position", GUARD.replace("Grizzly Bears", "Grizly Bears"))
        page.locator("form[data-do=begin-text] button.go").click()
        page.locator("section[aria-labelledby=new-game] .refused", has_text="Grizly Bears").wait_for()
        page.locator("#by-decks summary").click()
        page.fill("#deck-1", "4 Forrest\n")
        page.locator("form[data-do=begin-decks] button.go").click()
        page.locator("section[aria-labelledby=new-game] .refused", has_text="4 Forrest").wait_for()
        page.click("#of-p1 > summary")
        page.fill("#p1-life", "many")
        page.keyboard.press("Enter")
        page.locator("section[aria-labelledby=build-board] .refused", has_text="many").wait_for()


def test_the_log_that_a_judge_took_along_begins_the_same_game_anew(browser: Browser, table: OpenTable) -> None:
    with quick_folder() as folder, opened(folder) as other:
        game = seated(other, RULEBOOK)
        game.play("p1", "activate Midnight Guard", "pass")
        log = other.export(game["judge"], "log")
        assert isinstance(log, Exported)
    with first_page(browser, table, 360) as page:
        page.locator("#by-text summary").click()
        page.fill("#position", log.text)
        page.locator("form[data-do=begin-text] button.go").click()
        page.wait_for_selector(".board .mine .card")
        page.locator(".past li", has_text="activate Midnight Guard").wait_for()
        page.locator("#take summary").click()
        page.locator("#take", has_text="the board at the beginning, not the position now").wait_for()


def test_new_games_from_a_puzzle_that_is_uploaded_and_from_two_decks(
    browser: Browser, table: OpenTable, tmp_path: Path
) -> None:
    file = tmp_path / "guards.pzl"
    file.write_text(GUARD, encoding="utf-8")
    with first_page(browser, table) as page:
        page.locator("#by-text summary").click()
        page.set_input_files("#position-file", str(file))
        until(page, lambda: page.input_value("#position").startswith("[metadata]"))
        page.select_option("#text-opponent", "passes")
        page.locator("form[data-do=begin-text] button.go").click()
        at_the_table(page)
        page.click("#invite-p2")
        page.locator("#invites .invite", has_text="The program plays p2").wait_for()
        page.goto(f"{table.address}/")
        page.locator("#by-decks summary").click()
        for number in (1, 2):
            page.fill(f"#deck-{number}", "4 Grizzly Bears\n20 Forest\n")
        page.locator("form[data-do=begin-decks] button.go").click()
        page.wait_for_selector(".board .mine")
        assert page.locator(".mine .count", has_text="library 17").count() == 1


def test_what_was_refused_is_gone_once_it_is_changed_or_something_else_is_asked(
    browser: Browser, table: OpenTable
) -> None:
    with first_page(browser, table) as page:
        refused = page.locator(".start > .told .refused")
        unknown = page.locator(".unknown", has_text="This server does not know")
        page.click("#prove")
        refused.wait_for()
        page.focus("#card")
        page.keyboard.type("m")
        refused.wait_for(state="detached")

        page.fill("#card", "no such card at all")
        page.click("#prove")
        unknown.wait_for()
        page.focus("#card")
        page.keyboard.type("p")
        unknown.wait_for(state="detached")

        page.fill("#card", "no such card at all")
        page.click("#prove")
        unknown.wait_for()
        page.locator("#by-decks summary").click()
        page.fill("#deck-1", "4 Forrest\n")
        page.locator("form[data-do=begin-decks] button.go").click()
        unknown.wait_for(state="detached")


def test_a_name_that_no_card_has_is_told_at_once_with_near_names_to_click(
    browser: Browser, table: OpenTable, tmp_path: Path
) -> None:
    with first_page(browser, table) as page:
        page.focus("#card")
        page.keyboard.type("Blorpazoid")
        page.locator(".unknown", has_text="called like “Blorpazoid”").wait_for()
        page.locator(".unknown", has_text="reiterate cards add FILE").wait_for()
        page.keyboard.press("Enter")
        page.locator(".unknown", has_text="does not know “Blorpazoid” yet").wait_for()
        assert page.input_value("#card") == "Blorpazoid"
        assert chips(page) == [] and page.locator(".refused").count() == 0
        cards = [
            {"name": "Other Elf", "type_line": "Creature"},
            {"name": "Blorpazoid", "type_line": "Artifact", "id": "x"},
        ]
        for content, says in (
            ("no cards\nat all", "that file has no card called 'Blorpazoid'"),
            (json.dumps(cards), "Blorpazoid is known on this page now"),
        ):
            file = tmp_path / "cards.json"
            file.write_text(content, encoding="utf-8")
            page.set_input_files(".unknown [data-learn]", str(file))
            page.locator(".told > *", has_text=says).wait_for()
        assert chips(page) == ["Blorpazoid"] and page.locator("[data-learn]").count() == 0
        page.click("[data-do=unpick]")
        page.focus("#card")

        page.keyboard.type("Midnight Guards")
        page.keyboard.press("Enter")
        page.locator(".unknown button", has_text="Midnight Guard").click()
        chosen(page, 1)
        assert chips(page) == ["Midnight Guard"] and page.locator(".unknown").count() == 0
        page.click("[data-do=unpick]")
        chosen(page, 0)
        page.focus("#card")
        page.keyboard.type("midnight guard")
        page.keyboard.press("Enter")
        page.locator(".told", has_text="Midnight Guard is chosen. Now name the next card.").wait_for()
        assert chips(page) == ["Midnight Guard"] and page.locator(".refused").count() == 0
        page.focus("#card")
        page.keyboard.type("presence of gond")
        page.keyboard.press("Enter")
        page.wait_for_selector(".verdict")
        assert chips(page) == ["Midnight Guard", "Presence of Gond"]

        page.fill("#search", "Lanowar Elfs")
        page.select_option("#where", label="p2's hand")
        page.click("#put")
        page.locator(".palette .unknown button", has_text="Llanowar Elves").click()
        page.locator("[data-drop='1 hand'] .card", has_text="Llanowar Elves").wait_for()
        assert page.locator(".palette .unknown").count() == 0


def test_an_answer_and_a_game_are_seen_from_their_headings_on_and_the_cards_stay(
    browser: Browser, table: OpenTable
) -> None:
    """After each proof the verdict lies inside of the window, and so does the heading of a game that is begun.

    The chosen cards are there again after a reload, and one click proves them. A card that was taken away stays away, and a page
    without cards stays without.
    """
    with first_page(browser, table) as page:
        for width, button in ((1280, "#try"), (360, "#prove")):
            page.set_viewport_size({"width": width, "height": 800})
            page.click(button)
            for number in (1, 2):
                page.wait_for_selector(f"#answer-title[data-focus='answer {number}']")
                page.locator(".verdict", has_text="proved").wait_for()
                page.locator("#iterations").wait_for()
                assert chips(page) == ["Midnight Guard", "Presence of Gond"] and page.locator("#try").count() == 0
                settled(page)
                assert_seen(page, "#answer-title", ".verdict")
                page.click("#prove" if number == 1 else "#play-this")
            at_the_table(page)
            assert_seen(page, ".mine h2", "#choices")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.go_back()
            for _ in range(2):
                page.reload()
                chosen(page, 2)
            assert page.locator(".verdict").count() == 0
        page.click("[data-do=unpick][data-name='Presence of Gond']")
        chosen(page, 1)
        page.reload()
        chosen(page, 1)
        assert chips(page) == ["Midnight Guard"]
        page.click("[data-do=unpick]")
        page.wait_for_selector("#try")
        page.reload()
        page.wait_for_selector("#try")
        assert page.evaluate("sessionStorage.getItem('names')") == ""
    with first_page(browser, table) as page:
        assert chips(page) == []


def test_cards_that_come_back_are_drawn_together(browser: Browser, table: OpenTable) -> None:
    """A page that was loaded again while the first of two cards stood there alone kept that one only."""
    drawn: list[str] = []

    def hears(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: drawn.append(str(frame)))

    with first_page(browser, table) as page:
        page.click("#try")
        chosen(page, 2)
        page.on("websocket", hears)
        page.reload()
        chosen(page, 2)
        with_cards = [each for each in drawn if 'data-do=\\"unpick' in each]
        assert with_cards and {each.count('class=\\"chip') for each in with_cards} == {3}  # the list, and two in it


def test_a_whole_link_enters_after_a_cut_one_in_the_same_tab(browser: Browser, table: OpenTable) -> None:
    """Only what stands behind # differs: the browser does not load the page anew. Later the secret leaves the address again."""
    link = table.begin(first_game())["p2"]
    visitor = Visitor(browser, link[:-5], ready="#said")
    visitor.see("#said", "this link opens no seat")
    visitor.page.goto(link)
    visitor.see(".seat", "p2")
    assert visitor.page.url == link.split("#")[0]
    visitor.page.goto(link)
    until(visitor.page, lambda: visitor.page.url == link.split("#")[0])
    assert visitor.text(".seat") and visitor.page.locator(".board").count() == 1
    visitor.close("40")  # the browser tells of the answer to the cut link


def test_each_example_says_what_it_is_and_the_first_is_the_one_of_the_rulebook() -> None:
    told = re.findall(r'<option value="([a-z-]+)">([^<]+)</option>', str(new_game(True)).partition('id="example"')[2])
    told = [(name, words) for name, words in told if words.startswith(f"{name}: ")]
    assert told[0] == ("million", "million: A million Elves, as the rulebook tells it (732.2a)")
    kept = {file.stem: file.read_text("utf-8") for file in (ROOT / "src/reiterate/examples").glob("*.yaml")}
    assert sorted(name for name, _ in told) == sorted(kept)
    for name, words in told:
        title = html.unescape(words.partition(": ")[2])
        assert title and f"\ntitle: {title}\n" in kept[name]


def settled(page: Page) -> None:
    """Wait until the page has neither been scrolled nor drawn in another height for a while."""
    ever: list[Any] = []
    while len(ever) < 15 or len({*ever[-15:]}) > 1:
        assert len(ever) < 400
        ever.append(tuple(page.evaluate("[scrollY, document.documentElement.scrollHeight]")))
        page.wait_for_timeout(40)


def assert_seen(page: Page, *selectors: str) -> None:
    """The whole of each element lies inside of the window, with some room above."""
    height = page.evaluate("innerHeight")
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        assert box is not None and box["y"] >= 4 and box["y"] + box["height"] <= height, (selector, box)


@pytest.mark.slow("a table of its own")
@pytest.mark.skipif(not own_address(False), reason="this machine has no address in a network")
def test_an_open_table_invites_with_codes_and_links_that_others_reach(browser: Browser, tmp_path: Path) -> None:
    """Asked for as 127.0.0.1, or as 0.0.0.0, a page names this machine's address; the link of p2 opens p2's seat there."""
    with open_table(tmp_path, "--opponent", "person", "--host", "0.0.0.0", "--public") as table:
        one = Visitor(browser, table.host_link.replace(table.address, f"http://0.0.0.0:{table.port}"))
        one.page.get_by_text("Invite").first.click()
        one.page.locator(".invite .qr").first.wait_for()
        links = [each.input_value() for each in one.page.locator(".invite input").all()]
        assert len(links) == 3 and one.page.locator(".only-here").count() == 0
        assert all(link.startswith(f"http://{own_address(False)}:{table.port}/game/") for link in links), links
        one.close("Cross-Origin-Opener-Policy")  # without encryption a browser leaves that header out
        here = f"http://{own_address(False)}:{table.port}"
        assert table.address == here and not any("Only this machine" in line for line in table.lines)
        told = "\n".join(table.lines)
        assert (
            "http://0.0.0.0" not in told
            and f"Name cards and see what they prove, or begin other games: {here}/" in told
        )
        table.address = f"http://127.0.0.1:{table.port}"
        with first_page(browser, table) as page:
            page.click("#by-example > summary")
            page.locator("form[data-do=begin-example] button.go").click()
            at_the_table(page)
            link = link_for(page)
            assert link.startswith(f"{here}/game/") and page.locator(".invite .qr").count() == 3
            assert page.locator(".only-here").count() == 0
            other = Visitor(browser, link)
            other.see(".seat", "p2")
            other.close("Cross-Origin-Opener-Policy")  # without encryption a browser leaves that header out


def test_a_board_is_built_by_keyboard_and_a_loop_is_found_on_it(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        put(page, "midnight gu", "p1's battlefield")
        put(page, "presence of g", "p1's battlefield")
        page.locator(".builder + .told .unknown", has_text="Presence of Gond is an Aura, and on nothing yet").wait_for()
        until(page, lambda: "enters, untap" in page.locator("[data-piece='1'] .words").first.inner_text())
        page.locator("[data-piece='2'].frame-G .words", has_text="Enchanted creature has").wait_for(state="attached")
        page.reload()
        page.locator(".builder + .told .unknown", has_text="Press “Enchant this”").wait_for()
        page.select_option("#where", label="p2's battlefield")
        choose(page, "lightning bo", "search")
        page.locator(".refused", has_text="never enters the battlefield").wait_for()
        page.click("text=Put it in p2's hand")
        page.locator("[data-drop='1 hand'] .card", has_text="Lightning Bolt").wait_for()
        page.click("#enchant-1")
        page.locator(".builder + .told .well", has_text="can be played").wait_for()
        assert page.locator("[id^=enchant-]").count() == 0
        page.locator("#more-1 summary").click()
        page.click("#turn-1")
        page.locator(".card.tapped").wait_for()
        page.click("#turn-1")
        page.locator(".card.tapped").wait_for(state="detached")
        page.fill("#many-1", "2")
        page.locator("form[data-do=counters][data-piece='1'] button").click()
        page.locator(".pieces .notes", has_text="2 +1/+1 counters").wait_for()
        page.click("#of-p1 > summary")
        page.fill("#p1-mana", "GG 3 C")
        page.keyboard.press("Enter")
        until(page, lambda: "mana: {G: 2, C: 3}" in text_of_draft(page))
        found = load(text_of_draft(page), "board.yaml", CardBook.builtin())
        assert isinstance(found, Position)
        page.click("#draft-file-shown > summary")
        with page.expect_download() as download:
            page.locator("section[aria-labelledby=build-board] [data-download]").click()
        assert Path(str(download.value.path())).read_text("utf-8") == text_of_draft(page)
        page.click("#find")
        page.locator(".verdict", has_text="INFINITE, proved").wait_for()
        page.wait_for_selector("#iterations")


def test_a_token_stands_on_the_board_with_all_that_is_said_of_it(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.click("#token > summary")
        page.fill("#token-name", "Elf Warrior")
        page.fill("#token-colors", "x")
        page.click("#put-token")
        page.locator(".builder + .told .refused", has_text="'X' is no color").wait_for()
        page.fill("#token-colors", "g")
        page.fill("#token-keywords", "flying, haste")
        page.select_option("#token-seat", label="p2")
        page.click("#put-token")
        page.locator(
            "[data-drop='1 battlefield'] .card.token", has_text="1/1 G creature token, flying, haste"
        ).wait_for()
        page.locator(".well").wait_for()
        page.locator("#more-1 summary").click()
        page.click("#sick-1")
        page.locator(".card .mark", has_text="came this turn").wait_for()
        page.fill("#kind-1", "oil")
        page.fill("#many-1", "10^30")
        page.locator("form[data-do=counters][data-piece='1'] button").click()
        page.locator(".pieces .notes", has_text="10^30 oil counters").wait_for()
        page.locator(".well").wait_for()
        found = load(text_of_draft(page), "board.yaml", CardBook.builtin())
        assert isinstance(found, Position)
        written = "{token: Elf Warrior, power: 1, toughness: 1, colors: [G], keywords: [flying, haste], sick: yes, counters: {oil: 10^30}}"
        assert written in " ".join(text_of_draft(page).split())
        page.click("#sick-1")
        until(page, lambda: "sick" not in text_of_draft(page))


def test_cards_are_dragged_out_of_the_search_box_and_between_zones(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.evaluate("document.getElementById('build-board').scrollIntoView()")
        page.fill("#search", "llanowar")
        page.locator("#search-names [draggable]").first.drag_to(page.locator("[data-drop='1 battlefield']"))
        page.locator("[data-drop='1 battlefield'] .card", has_text="Llanowar Elves").wait_for()
        page.locator("[data-piece='1'][draggable]").hover()
        page.mouse.down()
        page.mouse.move(400, 400, steps=3)
        page.locator("[data-drop='0 graveyard']").hover()  # unfolded once something is dragged
        page.locator("[data-drop='0 graveyard']").hover()
        page.mouse.up()
        page.locator("[data-drop='0 graveyard'] .card", has_text="Llanowar Elves").wait_for()
        assert "graveyard: [Llanowar Elves]" in text_of_draft(page)


#: A file that is let go over an element.
DROPPED = """(element, [name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const each of ["dragover", "drop"]) element.dispatchEvent(new DragEvent(each, { bubbles: true, cancelable: true, dataTransfer }));
}"""


@pytest.mark.slow("a real browser plays")
def test_what_was_typed_with_an_unknown_name_is_kept_and_files_may_be_let_go_anywhere(
    browser: Browser, table: OpenTable
) -> None:
    cards = json.dumps([{"name": name, "type_line": "Artifact"} for name in ("Blorpazoid", "Quxodrome")])
    with first_page(browser, table) as page:
        page.eval_on_selector("#build-board", DROPPED, ["cards.json", cards])
        page.locator(".refused", has_text="this is a card file").wait_for()
        page.focus("#card")
        page.keyboard.type("Blorpazoid + Splinter Twin + Quxodrome")
        page.keyboard.press("Enter")
        until(page, lambda: chips(page) == ["Splinter Twin"])
        page.locator(".unknown", has_text="does not know “Blorpazoid” and “Quxodrome” yet").wait_for()
        assert page.input_value("#card") == "Blorpazoid + Quxodrome"
        assert not page.locator(".unknown p", has_text="reiterate cards add FILE").is_visible()
        page.eval_on_selector("#build-board", DROPPED, ["cards.json", cards])
        page.locator(".unknown", has_text="does not know “Quxodrome” yet").wait_for()
        assert page.input_value("#card") == "Quxodrome"
        page.eval_on_selector("#build-board", DROPPED, ["cards.json", cards])
        until(page, lambda: chips(page) == ["Splinter Twin", "Blorpazoid", "Quxodrome"])
        assert page.input_value("#card") == ""
        page.eval_on_selector("#build-board", DROPPED, ["board.yaml", RULEBOOK])
        page.click("#play-brought")
        at_the_table(page)


@contextmanager
def everything(browser: Browser, table: OpenTable) -> Iterator[Page]:
    """The page with an answer, a board, a refusal, and everything unfolded."""
    with first_page(browser, table) as page:
        prove(page, "midn", "presence of")
        page.wait_for_selector("#iterations")
        put(page, "midnight gu", "p1's battlefield")
        for name in (
            "more-1",
            "of-p1",
            "piles-p2",
            "setting",
            "token",
            "more-asked",
            "by-example",
            "by-text",
            "by-decks",
        ):
            page.locator(f"#{name} > summary").click()
        page.locator("form[data-do=begin-text] button.go").click()
        page.wait_for_selector(".refused")
        page.fill("#search", "mid")
        page.wait_for_selector("#search-names")
        yield page


@pytest.mark.slow("real browsers look at whole pages")
def test_the_page_is_for_everybody(browser: Browser, table: OpenTable) -> None:
    """In light and dark: names, contrast, sizes; and axe-core finds nothing where it is installed (pip install axe-playwright-python)."""
    with everything(browser, table) as page:
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert [each for look in (NAMELESS, PALE, NARROW) for each in page.evaluate(look)] == [], width
            assert barriers(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator(".built form").count() > 0 and page.evaluate(STUCK_OUT) == []


def test_a_long_proof_shows_its_progress_and_is_stopped(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        for number, letters in enumerate(("basalt mono", "mind over ma", "umbral man", "palinch"), 1):
            choose(page, letters)
            chosen(page, number)
        page.keyboard.press("Enter")
        page.locator(".working", has_text=f"of at most {SECONDS} seconds").wait_for()
        page.click("#stop-work")
        page.locator(".told", has_text="Stopped. Nothing was decided.").wait_for()
        assert page.locator(".verdict").count() == 0
