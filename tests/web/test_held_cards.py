"""What the opponent holds: named with a combo, it lies in the game that is made from the answer, and stops a shortcut there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.examples.offered_combos import COMBOS, HELD
from reiterate.refusals import Refusal
from reiterate.script.one_block import loop_of
from reiterate.table.first_steps import WAY_OUT
from reiterate.table.scenes import Wanted
from reiterate.table.table import Accepted
from reiterate.web.answer_part import answer
from reiterate.web.choices_part import first_steps
from reiterate.web.naming_part import combos
from reiterate.web.shortcut_part import answers_so_far
from tests.support.browsers import OpenTable, Visitor
from tests.survey.named_combos import BOOK
from tests.table.laid_table import opened, quick_folder, seated
from tests.web.stages import at_the_table, choose, drag_to_seven, link_for, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts")


def made(*held: str) -> Combo:
    found = asked_of(NAMES, BOOK, Asked(held=held))
    assert isinstance(found, Combo)
    return found


@pytest.mark.parametrize(
    ("held", "hand", "lands"),
    [
        (("lightning bolt",), ["Lightning Bolt"], ["Mountain"]),
        (("Lightning Bolt", "Mountain", "Mountain"), ["Lightning Bolt"], ["Mountain", "Mountain"]),
        (
            ("Damnation", "Lightning Bolt"),
            ["Damnation", "Lightning Bolt"],
            ["Mountain", "Swamp", "Swamp", "Swamp", "Swamp"],
        ),
        (("Sol Ring",), ["Sol Ring"], ["Wastes"]),
        (("Forest",), 7 * ["an unknown card"], ["Forest"]),
    ],
)
def test_what_the_opponent_holds_lies_in_the_position_with_lands_for_it(
    held: tuple[str, ...], hand: list[str], lands: list[str]
) -> None:
    with quick_folder() as folder, opened(folder) as table:
        view = table.view(seated(table, made(*held).text)["p2"])
        assert not isinstance(view, Refusal)
        drawn = as_json(view)
    own = [each for each in drawn["cards"] if (each["player"], each["zone"]) == ("p2", "hand")]
    assert sorted(name for each in own for name in int(each["count"]) * [each["name"] or "an unknown card"]) == hand
    there = drawn["board"]["players"][1]["battlefield"]
    assert sorted(name for each in there for name in int(each["count"]) * [each["name"]]) == lands


def test_a_card_of_the_opponent_that_is_not_known_is_refused_as_any_other() -> None:
    refused = asked_of(NAMES, BOOK, Asked(held=("No Such Card",)))
    assert isinstance(refused, Refusal) and refused.code == "card-unknown" and "No Such Card" in refused.message


@pytest.mark.parametrize("held", [(), ("Lightning Bolt",)])
def test_who_has_nothing_to_stop_with_is_told_so_and_the_way_out(held: tuple[str, ...]) -> None:
    text = made(*held).text
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, text)
        view = table.view(game["p2"])
        assert not isinstance(view, Refusal)
        told = str(first_steps(as_json(view)))
        assert (WAY_OUT in told) == (not held) and ("press the red “Stop”" in told) == bool(held)
        assert isinstance(table.propose(game["p1"], game.next, loop_of(text)), Accepted)
        view, scene = table.view(game["p2"]), table.scene(game["p2"], Wanted(iteration="7"))
        assert not isinstance(view, Refusal) and not isinstance(scene, Refusal)
        may = [each.place for each in scene.stops if each.mine]
        assert bool(may) == bool(held)
        assert ('id="stop-here"' in str(answers_so_far(as_json(view), as_json(scene)))) == bool(held)
        unnamed = "the cards of your hand have no names here, so you can do nothing but pass"
        assert (unnamed in str(answers_so_far(as_json(view), as_json(scene)))) == (not held)
        own = [each.place for each in scene.stops if each.player == "p2"]
        taken = table.answer(game["p2"], game.next, f"cut {(may or own)[0]}")
        if held:
            assert isinstance(taken, Accepted)
        else:
            assert isinstance(taken, Refusal) and taken.code == "cut-unplayable"
            assert "“What the opponent holds”" in taken.expected


@pytest.mark.parametrize("names", COMBOS)
def test_whoever_answers_a_combo_that_is_offered_to_play_may_stop_it(names: tuple[str, ...]) -> None:
    """The proof holds beside what p2 holds there, and p2 has a place to stop in the first iteration."""
    assert combos({}, may_play=True).count(f'data-held="{HELD}"') == len(COMBOS)
    found = asked_of(names, BOOK, Asked(held=(HELD,)))
    assert isinstance(found, Combo) and found.text.count(HELD) == 1
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, found.text)
        assert isinstance(table.propose(game["p1"], game.next, loop_of(found.text)), Accepted)
        view, scene = table.view(game["p2"]), table.scene(game["p2"], Wanted(iteration="1"))
        assert not isinstance(view, Refusal) and not isinstance(scene, Refusal)
        assert any(each.mine for each in scene.stops), names
        assert 'id="stop-here"' in str(answers_so_far(as_json(view), as_json(scene)))


def test_an_answer_without_a_card_of_the_opponent_says_so_beside_its_game() -> None:
    found = {"title": "", "verdict": "INFINITE, proved", "rows": [], "file": "", "not held": True}
    assert 'data-lead="held"' in str(answer(found, True, 1))
    assert 'data-lead="held"' not in str(answer(found, False, 1))
    assert 'data-lead="held"' not in str(answer({**found, "not held": False}, True, 1))


@pytest.mark.slow("two real browsers play a game that is made from an answer")
def test_an_opponent_who_holds_a_bolt_stops_a_googol_in_iteration_7(browser: Browser, table: OpenTable) -> None:
    """The whole story: the cards, the answer, what the opponent holds, the game, the stop, and the Bolt behind it."""
    one = Visitor(browser, f"{table.address}/", ready="#card")
    page = one.page
    for number, name in enumerate(NAMES):
        choose(page, name[:12])
        page.locator(".chip").nth(number).wait_for()
    page.click("#prove")
    page.click("#name-held")
    until(page, lambda: page.evaluate("document.activeElement.id") == "held")
    choose(page, "lightning b", "held")
    until(page, lambda: page.input_value("#held") == "Lightning Bolt; ")
    choose(page, "mounta", "held")
    until(page, lambda: page.input_value("#held") == "Lightning Bolt; Mountain; ")
    page.keyboard.press("Enter")
    page.wait_for_selector("#not-held", state="detached")
    assert page.input_value("#held") == "Lightning Bolt; Mountain; "
    page.click("#play-this")
    at_the_table(page)
    other = Visitor(browser, link_for(page))
    other.see("#first-steps", "press the red “Stop”")
    one.page.locator("#proposal-form[open] #lap").wait_for()
    one.page.click("#foresee")
    one.see(".reached", "after 10^100 of 10^100 iterations")
    one.page.click("#propose")
    other.wait("#accept")
    drag_to_seven(other)
    other.page.locator(".stop-at.can-stop").first.click()
    other.see("#stop-where", "iteration 7, before choice")
    other.page.click("#stop-here")
    one.see(".past", "p2 stops the shortcut at iteration 7")
    other.choose("activate Mountain")
    other.choose("cast Lightning Bolt targeting Kiki-Jiki")
    one.see(".stack", "Lightning Bolt")
    for visitor in (one, other):
        visitor.close()
