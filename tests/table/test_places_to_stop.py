"""The places that a chair may stop a shortcut at are those where the game can go on (732.2b, 732.2c)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.examples.built_in import example_text
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.script.one_block import loop_of
from reiterate.table.scenes import Scene, Wanted
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted
from reiterate.table.touching import Gesture
from tests.table.laid_table import Sitting, opened, quick_folder, seated

GUARD = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
TEN = "repeat 10:\n  activate Midnight Guard\n  all pass\n  all pass\n"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One folder for the databases of this file."""
    with quick_folder() as found:
        yield found


def mine(sitting: Sitting, who: str) -> set[str]:
    """The places of iteration 3 that are offered to a chair."""
    found = sitting.table.scene(sitting[who], Wanted(iteration="3"))
    assert isinstance(found, Scene), found
    return {stop.place for stop in found.stops if stop.mine}


@pytest.mark.parametrize(
    ("theirs", "third", "offers"),
    [
        ("", "", {"p2": set()}),
        ("hand: 2", "", {"p2": set()}),
        ("hand: [Lightning Bolt]", "", {"p2": set()}),
        ("hand: [Lightning Bolt], mana: {R: 1}", "", {"p2": {"1@3.3", "1@3.5"}}),
        ("hand: 2, battlefield: [Forest]", "", {"p2": {"1@3.3", "1@3.5"}}),
        ("hand: 2", "battlefield: [Forest]", {"p2": set(), "p3": {"1@3.4", "1@3.7"}}),
    ],
)
def test_a_stop_is_offered_where_the_answer_is_taken(
    folder: Path, theirs: str, third: str, offers: dict[str, set[str]]
) -> None:
    """p2 has priority in the midst of the ability and of the trigger of Midnight Guard; what p2 has says whether that helps."""
    text = GUARD + f"  p2: {{{theirs}}}\n" + (f"  p3: {{{third}}}\n" if third else "")
    with opened(folder) as table:
        sitting = seated(table, text)
        assert isinstance(table.propose(sitting["p1"], sitting.next, TEN), Accepted)
        for who, places in offers.items():
            seen = mine(sitting, who)
            assert seen == places
            for at in {"p2": ("1@3.3", "1@3.6" if third else "1@3.5"), "p3": ("1@3.7", "1@3.4")}[who]:
                found = table.answer(sitting[who], sitting.next, f"cut {at}")
                assert isinstance(found, Accepted) == (at in places), found
                if isinstance(found, Accepted):
                    return
                assert found.code in ("nothing-else", "cut-unplayable")
            assert isinstance(table.answer(sitting[who], sitting.next, "accept"), Accepted)


def note(sitting: Sitting, who: str) -> str:
    """What is said to a chair of the game itself."""
    found = sitting.table.view(sitting[who])
    assert isinstance(found, View), found
    return found.note


def test_who_decides_is_told_that_the_game_stands_still_and_how_it_goes_on(folder: Path) -> None:
    """The note tells of p2's hand, so nobody else but the judge reads it."""
    with opened(folder) as table:
        sitting = seated(table, GUARD + "  p2: {hand: 2}\n")
        assert [note(sitting, who) for who in ("p1", "p2", "judge")] == ["", "", ""]
        assert isinstance(table.say(sitting["p2"], sitting.next, "cut 1@3.3"), Accepted)
        found = table.rule(sitting["judge"], sitting.next, "comprehensive", TEN)
        assert isinstance(found, Accepted), found
        assert "732.2c" in note(sitting, "p2") and "undo" in note(sitting, "p2") == note(sitting, "judge")
        assert note(sitting, "p1") == ""
        refused = table.play(sitting["p2"], sitting.next, "pass")
        assert isinstance(refused, Refusal) and refused.code == "must-differ"
        asked = table.ask_undo(sitting["p2"], sitting.next, 1)
        assert isinstance(asked, Accepted), asked


def test_a_kept_game_with_such_a_cut_is_taken_up_again(folder: Path) -> None:
    """A log in which such a cut was accepted leads to the same position, and new cuts are refused behind it."""
    with opened(folder) as table:
        sitting = seated(table, GUARD + "  p2: {hand: 2}\n")
        assert isinstance(table.propose(sitting["p1"], sitting.next, TEN), Accepted)
        sitting.now.game.logged = True
        assert isinstance(table.answer(sitting["p2"], sitting.next, "cut 1@3.3"), Accepted)
        before = sitting.now
        assert table.rest(0) == 1 and sitting.now is not before
        assert same(sitting.now.game.state, before.game.state) and not sitting.now.game.logged
        assert "undo" in note(sitting, "p2")
        assert isinstance(table.ask_undo(sitting["p2"], sitting.next, 2), Accepted)
        assert isinstance(table.answer_undo(sitting["p1"], sitting.next, True), Accepted)
        refused = table.answer(sitting["p2"], sitting.next, "cut 1@3.3")
        assert isinstance(refused, Refusal) and refused.code == "cut-unplayable"


@pytest.mark.parametrize(
    ("theirs", "armed"),
    [
        ("hand: 2", False),
        ("hand: [Lightning Bolt]", False),
        ("battlefield: [Intruder Alarm]", False),
        ("hand: [Lightning Bolt], battlefield: [Mountain]", True),
        ("battlefield: [{card: Mountain, tapped: true}]", False),
    ],
)
def test_who_could_do_something_but_pass_is_told_from_who_could_not(folder: Path, theirs: str, armed: bool) -> None:
    """117.1: what p2 could do with priority now, though p1 has it. A permanent alone is nothing to stop a shortcut with."""
    with opened(folder) as table:
        view = table.view(seated(table, GUARD + f"  p2: {{{theirs}}}\n")["p2"])
        assert isinstance(view, View) and view.armed == armed


@pytest.mark.parametrize("name", ["cut", "million"])
def test_732_2b_an_example_that_is_stopped_can_be_stopped_at_the_table(folder: Path, name: str) -> None:
    """p2 stops in iteration 7, and may do something there but make mana."""
    text = example_text(name)
    with opened(folder) as table:
        sitting = seated(table, text)
        assert isinstance(table.propose(sitting["p1"], sitting.next, loop_of(text)), Accepted)
        found = table.scene(sitting["p2"], Wanted(iteration="7"))
        assert isinstance(found, Scene)
        place = [stop.place for stop in found.stops if stop.mine][-1]
        assert isinstance(table.answer(sitting["p2"], sitting.next, f"cut {place}"), Accepted)
        view = table.view(sitting["p2"])
        assert isinstance(view, View) and view.decides == "p2" and view.armed
        begun = table.gesture(sitting["p2"], view.last, [])
        assert isinstance(begun, Gesture) and "Cast Lightning Bolt" in [way.words for way in begun.ways]
