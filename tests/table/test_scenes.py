"""Scenes: a shortcut at any place, for people who look at it before they propose or answer it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.amounts import Formula, power_sum
from reiterate.cli.opening import first_game
from reiterate.refusals import Refusal
from reiterate.table import scenes
from reiterate.table.scenes import END, Growth, Scene, Wanted, iteration_at, logarithm, position_of, stepped, typed
from reiterate.table.table import Accepted
from tests.table.laid_table import BOOK, SECRETS, Sitting, opened, position, quick_folder, seated, text_of

GOOGOL = 10**100
LAP = "activate bears\nall pass\nall pass\n"


def repeated(times: str, lap: str = LAP) -> str:
    """A script that repeats a lap."""
    return f"repeat {times}:\n" + "".join(f"  {line}\n" for line in lap.splitlines())


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One folder for the databases of this file."""
    with quick_folder() as found:
        yield found


@pytest.fixture
def sitting(folder: Path) -> Iterator[Sitting]:
    """The first game, with nobody played by a program."""
    with opened(folder) as table:
        yield seated(table, first_game())


def scene(sitting: Sitting, who: str, wanted: Wanted) -> Scene:
    """A scene that has to be there."""
    found = sitting.table.scene(sitting[who], wanted)
    assert isinstance(found, Scene), found
    return found


def elves(found: Scene) -> object:
    """How many tokens p1 has."""
    return sum(each.count.whole for each in found.board.players[0].battlefield if each.token)


def test_whoever_looks_sees_the_own_hand_and_no_other(sitting: Sitting) -> None:
    """A player who may stop has to know what there is to stop with; nobody else sees it (400.2)."""
    wanted = Wanted(script=repeated("10^100"), iteration="7")
    assert isinstance(sitting.table.propose(sitting["p1"], 2, repeated("10^100")), Accepted)
    hands = {
        who: [
            each.name
            for each in scene(sitting, who, replace(wanted, script="")).cards
            if (each.player, each.zone) == ("p2", "hand")
        ]
        for who in ("p1", "p2")
    }
    assert hands == {"p1": [""], "p2": ["Lightning Bolt"]}


# --- the slider ---------------------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(st.integers(1, 10**120) | st.integers(1, 2_000))
def test_positions_go_up_and_end_at_the_count(count: int) -> None:
    places = [iteration_at(position, count) for position in range(0, END + 1, 5)]
    assert places[0] == 0 and places[-1] == count
    assert all(isinstance(one, int) and isinstance(two, int) and one <= two for one, two in itertools.pairwise(places))


@settings(max_examples=12)
@given(st.integers(20, 10**120) | st.integers(20, 2_000))
def test_the_first_iterations_have_positions_of_their_own(count: int) -> None:
    found = {iteration_at(position, count) for position in range(0, END + 1, 2)}
    assert set(range(21)) <= found


@given(st.integers(1, 10**120) | st.integers(1, 2_000), st.integers(0, END))
def test_a_position_of_an_iteration_leads_back_near_to_it(count: int, position: int) -> None:
    iteration = iteration_at(position, count)
    again = iteration_at(position_of(iteration, count), count)
    assert isinstance(iteration, int) and isinstance(again, int) and abs(again - iteration) <= iteration // 10


def test_beyond_the_first_ones_positions_are_round_numbers() -> None:
    found = iteration_at(500, GOOGOL)
    assert isinstance(found, int) and str(found).rstrip("0").isdigit() and len(str(found).rstrip("0")) <= 2
    assert len(str(found)) == pytest.approx(44, abs=1)


def test_a_count_beyond_writing_has_a_slider_too() -> None:
    tower = power_sum([({2: GOOGOL}, 1)])
    assert isinstance(tower, Formula)
    assert iteration_at(END, tower) is tower and position_of(tower, tower) == END
    assert iteration_at(42, tower) == 7
    high = iteration_at(999, tower)
    assert isinstance(high, int) and 3_900 < len(str(high)) <= 4_000


def test_steps_are_of_one_iteration_wherever_one_is() -> None:
    assert stepped(10**57, "+1", GOOGOL) == 10**57 + 1
    assert stepped(0, "-1", GOOGOL) == 0 and stepped(GOOGOL, "+1", GOOGOL) == GOOGOL
    assert stepped(7, "*10", GOOGOL) == 70 and stepped(7, "/10", GOOGOL) == 0
    assert stepped(7, "last", GOOGOL) == GOOGOL and stepped(7, "first", GOOGOL) == 0


def test_typed_numbers_are_exact_or_refused() -> None:
    assert typed("10^99 + 7", GOOGOL) == 10**99 + 7
    for more, told in (
        ("10^101+1", "10^101 + 1"),
        ("9" * 101, "10^101 - 1"),
        ("7" * 200, f"{'7' * 10}…{'7' * 10} (200 digits)"),
    ):
        refused = typed(more, GOOGOL)
        assert isinstance(refused, Refusal) and refused.message == f"there is no iteration {told}"
    assert typed("1,000", GOOGOL) == 1000
    for text in ("10^100+1", "-1", "seven", "", "1e9"):
        assert isinstance(typed(text, GOOGOL), Refusal), text


# --- scenes -------------------------------------------------------------------------------------------------------


def test_after_n_iterations_there_are_n_elves_wherever_one_looks(sitting: Sitting) -> None:
    """The proposal of CR 732.2a's example, looked at before anybody has proposed it."""
    script = repeated("10^100")
    for text, number in (("0", 0), ("7", 7), ("10^99+7", 10**99 + 7), ("10^100", GOOGOL)):
        found = scene(sitting, "p1", Wanted(script, iteration=text))
        assert elves(found) == number == found.iteration.whole and found.place == ""
    assert elves(scene(sitting, "p1", Wanted(script, position=42))) == 7
    assert elves(scene(sitting, "p1", Wanted(script, iteration="10^57", moved="+1"))) == 10**57 + 1
    assert sitting.last == 1, "looking makes no entry"


def test_the_places_of_an_iteration_say_who_chooses_and_what_lies_on_the_stack(sitting: Sitting) -> None:
    """In each iteration: activate, both pass with the ability on the stack, both pass with the trigger on the stack."""
    script = repeated("10^100")
    found = scene(sitting, "p1", Wanted(script, iteration="10^99+7"))
    assert [each.player for each in found.stops] == ["p1", "p1", "p2", "p1", "p2"]
    assert [bool(each.stack) for each in found.stops] == [False, True, True, True, True]
    assert found.stops[4].stack == ["untap all creatures"] and [each.mine for each in found.stops] == [
        True,
        True,
        False,
        True,
        False,
    ]
    inside = scene(sitting, "p1", Wanted(script, iteration="7", choice=5))
    assert inside.place == "1@7.5" and inside.board.stack[0].text == "untap all creatures" and elves(inside) == 7


def test_a_place_of_a_scene_is_the_place_of_the_answer(sitting: Sitting) -> None:
    """What p2 looks at is what p2 gets (732.2b, 732.2c)."""
    made = sitting.table.propose(sitting["p1"], sitting.next, repeated("10^100"))
    assert isinstance(made, Accepted)
    looked = scene(sitting, "p2", Wanted(iteration="7", choice=5))
    assert [each.mine for each in looked.stops] == [False, False, True, False, True] and looked.end == ""
    answered = sitting.table.answer(sitting["p2"], sitting.next, f"cut {looked.place}")
    assert isinstance(answered, Accepted)
    view = sitting.table.view(sitting["p2"])
    assert not isinstance(view, Refusal) and view.board == looked.board and view.decides == "p2"
    refused = sitting.table.scene(sitting["p2"], Wanted())
    assert isinstance(refused, Refusal) and refused.code == "no-proposal"


def test_what_is_looked_at_is_worked_out_anew_when_the_game_has_gone_on(sitting: Sitting) -> None:
    script = repeated("3")
    before = scene(sitting, "p1", Wanted(script))
    sitting.play("p1", "activate bears", "pass")
    sitting.play("p2", "pass")
    sitting.play("p1", "pass")
    sitting.play("p2", "pass")
    after = scene(sitting, "p1", Wanted(script))
    assert elves(before) == 3 and elves(after) == 4


def test_scenes_of_scripts_that_are_none_are_refused_in_words(sitting: Sitting) -> None:
    for who, wanted, code in (
        ("p1", Wanted("repeat until it ends:\n  activate bears\n  all pass\n  all pass\n"), "never-ends"),
        ("p1", Wanted("activate nothing"), "no-such-object"),
        ("p1", Wanted(""), "no-proposal"),
        ("p1", Wanted(repeated("3"), block=2), "no-such-place"),
        ("p1", Wanted(repeated("3"), iteration="4"), "no-such-place"),
        ("p1", Wanted(repeated("3"), iteration="3", choice=6), "no-such-place"),
        ("p2", Wanted(repeated("3")), "no-priority"),
        ("spectator", Wanted(repeated("3")), "not-a-player"),
    ):
        found = sitting.table.scene(sitting[who], wanted)
        assert isinstance(found, Refusal) and found.code == code, (wanted, found)


def test_several_lines_are_looked_at_one_by_one(sitting: Sitting) -> None:
    script = LAP + repeated("1000")
    found = scene(sitting, "p1", Wanted(script, iteration="10"))
    assert [each.number for each in found.blocks] == [1, 2, 3, 4] and found.block == 4
    assert [each.repeated for each in found.blocks] == [False, False, False, True]
    assert elves(found) == 11
    first = scene(sitting, "p1", Wanted(script, block=1))
    assert elves(first) == 0 and first.board.stack


@given(st.integers(1, 10**4_100))
def test_marks_beside_the_scale_stand_at_their_own_places(count: int) -> None:
    told = scenes.marks(count)
    at = [position_of(each, count) for each in told]
    assert told[0] == at[0] == 0 and told[-1] == count and at[-1] == END
    assert at == sorted(set(at))
    assert all(isinstance(each, int) for each in told) and (count < 251) == (len(told) < 4)


def test_the_scale_of_iterations_is_told(sitting: Sitting) -> None:
    """Even steps, even steps up to 20 and logarithms behind, or a last position beyond all of that."""
    for times, scale, told in (
        ("1", "even", [0, 1]),
        ("7", "even", [0, 3, 7]),
        ("251", "log", [0, 20, 100, 251]),
        ("10^100", "log", [0, 20, 10**50, GOOGOL]),
        ("10^4000", "log_to_end", [0, 20, 10**2000, 10**4000]),
    ):
        found = sitting.table.growth(sitting["p1"], repeated(times))
        assert isinstance(found, Growth), found
        whole = [each.amount for each in found.iterations if isinstance(each.amount, int)]
        assert found.positions == [position_of(each, whole[-1]) for each in whole]
        assert (found.scale, [each.iteration.amount for each in found.ticks]) == (scale, told)


# --- growth -------------------------------------------------------------------------------------------------------


def test_growth_tells_exact_numbers_and_their_logarithms(sitting: Sitting) -> None:
    found = sitting.table.growth(sitting["p1"], repeated("10^100"))
    assert isinstance(found, Growth)
    line = next(each for each in found.lines if each.path == "p1.tokens.Elf Warrior")
    assert [point.value.amount for point in line.points] == [each.amount for each in found.iterations]
    assert line.points[0].log == "" and line.points[-1].log == "100"
    for point in line.points[1:]:
        assert isinstance(point.value.amount, int)
        size = 10 ** Decimal(point.log)
        assert abs(size / Decimal(point.value.amount) - 1) < Decimal("1e-5")


def test_numbers_that_change_beyond_those_that_are_told_are_counted(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sitting.table.growth(sitting["p1"], repeated("10^100"))
    monkeypatch.setattr(scenes, "LINES", 0)
    cut = sitting.table.growth(sitting["p1"], repeated("10^100"))
    assert isinstance(whole, Growth) and isinstance(cut, Growth)
    assert [each.path for each in whole.lines] == ["p1.tokens.Elf Warrior"]  # their power and toughness follow them
    assert not cut.lines and (whole.more, cut.more) == (0, 1)


def test_logarithms_of_numbers_that_no_float_holds() -> None:
    assert logarithm(10**4000) == "4000" and logarithm(0) == ""
    assert logarithm(power_sum([({10: 10**6}, 1)])) == "1000000.00"
    assert logarithm(power_sum([({2: power_sum([({2: GOOGOL}, 1)])}, 1)])) == ""


# --- hidden cards -------------------------------------------------------------------------------------------------


def test_no_scene_shows_a_card_that_is_drawn_in_it(folder: Path) -> None:
    """A book that draws: the proposer, the others and spectators see that cards come, and not which (400.2, 401.2)."""
    with opened(folder, BOOK) as table:
        sitting = seated(table, position(2, ("Open Book", "Old Bell")))
        known = {}
        for who in ("p1", "p2", "spectator"):
            view = table.view(sitting[who])
            assert not isinstance(view, Refusal)
            known[who] = {each.name for each in view.cards}
        assert not known["p1"] & known["p2"] - {""} and known["spectator"] <= {""}
        script = "activate Open Book\nall pass\n"
        texts = {"p1": text_of(table.scene(sitting["p1"], Wanted(script, block=2)))}
        found = table.propose(sitting["p1"], sitting.next, script)
        assert isinstance(found, Accepted), found
        for who in ("p1", "p2", "spectator"):
            for wanted in (Wanted(block=1), Wanted(block=2), Wanted(block=2, choice=1)):
                texts[who] = texts.get(who, "") + text_of(table.scene(sitting[who], wanted))
            texts[who] += text_of(table.growth(sitting[who]))
        for who, text in texts.items():
            assert not [name for name in SECRETS if name in text and name not in known[who]], who
            assert "Open Book" in text
