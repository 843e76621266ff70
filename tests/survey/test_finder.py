"""The finder: from the bare boards of the examples to their loops, and honest answers where there is none."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

import reiterate.survey.needs as needs_room
from reiterate.api import Found, find_on_board, period_of
from reiterate.ask.building import answer
from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.cli import main
from reiterate.loops.play import play
from reiterate.refusals import EXIT_CODES, UNDETERMINED, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.survey import finder
from reiterate.survey.finder import STEP_BUDGET, STEPS_PER_SECOND
from reiterate.survey.moves import Seen, moves, paid_for
from reiterate.survey.needs import needs
from reiterate.survey.period_keys import board_difference
from reiterate.survey.proof import DRAWS, FEWEST, MANY, Meter, Prover, Unproved
from reiterate.survey.search import Positions, Search, cycles, on_cycles, shortest
from reiterate.survey.step_moves import comes_back, round_of
from reiterate.worth.nonlinear_changes import growing, growing_tallies
from tests.support.as_shown import found_json, found_lines, needs_lines
from tests.support.command_line import apart, reiterate
from tests.support.command_line import board as written
from tests.support.drawn import drawn_cases
from tests.support.files import ROOT
from tests.support.schemas import validate

pytestmark = pytest.mark.slow("searches boards for loops, each many lines deep")

BOOK: Final = CardBook.builtin()
GOOGOL: Final = 10**100

#: How many choices finding the loop of a bare example may take.
STEPS_EACH: Final = 2_500

#: What is taken from a file to leave its bare board.
BEYOND_THE_BOARD: Final = ("script", "proposer", "end", "answers", "then", "expect")

#: A file without a loop, one whose loop is only one with a block for each of ever more triggers, and one in which the
#: opponents have turns: those are not searched.
NOT_SEARCHED: Final = ("go", "twin-bond", "turn-cycles")

FILES: Final = {
    f"{path.parent.name}/{path.stem}": path
    for path in sorted((ROOT / "examples").rglob("*.yaml"))
    if path.stem not in NOT_SEARCHED
}

#: What bounds a loop that is no endless one, and how often it can be done.
ENDS: Final = {
    "examples/bond-blood": 5 * 10**39,
    "examples/extra-turns": 20,
    "combos/gravecrawler-altar": GOOGOL,
    "combos/niv-curiosity": GOOGOL - 1,
    "combos/painter-grindstone": GOOGOL // 2,
    "combos/yawgmoth-messengers": GOOGOL,
}

#: Part of what an iteration changes on the board.
CHANGES: Final = {
    "combos/gond-alarm": {"p1.tokens.Elf Warrior": 1},
    "combos/guard-gond": {"p1.tokens.Elf Warrior": 1},
    "combos/zirda-monolith": {"p1.mana.C": 1},
    "combos/thune-feeder": {"p1.life": 2, "p1.Archangel of Thune.counters.+1/+1": 1},
    "combos/searblades-fumarole": {"p1.Ceaseless Searblades.power": 2},
    "combos/yawgmoth-messengers": {"p1.life": -1, "p2.life": -2, "p1.hand": 1},
    "combos/niv-curiosity": {"p2.life": -1, "p1.hand": 1},
    "combos/painter-grindstone": {"p2.library": -2, "p2.graveyard": 2},
    "combos/dragon-animate-dead": {"p1.mana.U": 3},
    "combos/conjurer-researcher": {},
    "combos/protector-outrider": {"p1.Angelic Protector.toughness": 3},
    "combos/scepter-reversal": {"p1.mana.C": 1},
    "combos/gravecrawler-altar": {"p1.life": 1, "p2.life": -1},
    "examples/many-wardens": {"p1.tokens.Elf Warrior": 1, "p1.life": 5},
    "examples/basalt-power-artifact": {"p1.mana.C": 2},
}


def document(path: Path) -> dict[str, Any]:
    """A file's board as it is written, without all that is done with it."""
    found = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return {key: value for key, value in found.items() if key not in BEYOND_THE_BOARD}


def laid_out(table: dict[str, Any]) -> Position:
    found = load(yaml.safe_dump(table, sort_keys=False), "bare.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


@cache
def searched(name: str) -> Found:
    """The loop found on a bare example."""
    found = find_on_board(laid_out(document(FILES[name])).state, 0, STEPS_EACH)
    assert isinstance(found, Found), found
    return found


def sought(text: str, steps: int = STEP_BUDGET) -> Found | Refusal:
    """What the finder says of a board."""
    position = load("format: position/1\n" + text, "board.yaml", BOOK)
    assert isinstance(position, Position), position
    return find_on_board(position.state, position.proposer, steps)


@pytest.mark.slow("searches every example")
@pytest.mark.parametrize("name", FILES)
def test_the_loop_of_every_example_is_found_on_its_bare_board(name: str) -> None:
    found = searched(name)
    assert found.steps < STEPS_EACH
    assert found.endless == (name not in ENDS)
    assert found.greatest == ENDS.get(name, MANY)
    wanted = CHANGES.get(name, {})
    assert {key: found.board.get(key) for key in wanted} == wanted
    assert found.board or name in ("combos/conjurer-researcher", "examples/storm")  # they only do things again


@pytest.mark.slow("searches every example")
@pytest.mark.parametrize("name", FILES)
def test_the_found_script_is_accepted_where_it_is_pasted(name: str) -> None:
    found = searched(name)
    lines = found_lines(found, "pasted")
    begin = lines.index("script: |") + 1
    pasted = lines[begin : lines.index("", begin)]
    table = document(FILES[name])
    others = [{seat: "accept"} for seat in table["players"] if seat != "p1"] or [{"p2": "accept"}]
    table |= {"script": "\n".join(line[2:] for line in pasted), "answers": others}
    answer = run_position(laid_out(table))
    assert not isinstance(answer, Refusal), answer
    assert answer.taken is not None
    whole = found.loop.end is None or found.loop.end.iteration > found.greatest
    assert answer.taken.iterations == found.greatest - (0 if whole else 1)


@pytest.mark.parametrize("name", FILES)
def test_an_iteration_begins_where_it_is_read_easily(name: str) -> None:
    """At priority, and with an empty stack where the loop ever has one."""
    found = searched(name)
    state = found.loop.heads[0]
    if name == "combos/painter-grindstone":  # all of it is inside one resolution
        assert state.game.prop("ask") == "continue"
        return
    assert state.game.prop("ask") == "priority"
    if name not in {"examples/bond-blood", "combos/niv-curiosity", "combos/dragon-animate-dead"}:
        assert state.stack == ()


@pytest.mark.parametrize("name", FILES)
def test_no_line_of_the_start_up_can_be_left_out(name: str) -> None:
    found = searched(name)
    for at in range(len(found.prefix)):
        fewer = found.prefix[:at] + found.prefix[at + 1 :]
        block = [f"repeat {FEWEST + 1}:", *(f"  {line}" for line in found.body)]
        answer = period_of(found.start, "\n".join([*fewer, *block]), 0)
        assert isinstance(answer, Refusal) or answer.endless < found.endless


def test_a_cycle_by_way_of_two_lines_of_play_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With both Wizards untapped either may begin; neither line of play comes back to its own beginning."""
    table = without(document(FILES["combos/conjurer-researcher"]), "Forensic Researcher")
    table["players"]["p1"]["battlefield"] = ["Clever Conjurer", "Forensic Researcher"]
    state = laid_out(table).state
    monkeypatch.setattr("reiterate.survey.search.Search._closes", lambda self, child: True)
    found = find_on_board(state, 0)
    assert isinstance(found, Found), found
    assert found.endless
    assert (found.rank, found.board, found.tallies["untaps"]) == (0, {}, 2)


def test_cycles_are_the_shortest_ones_and_each_is_told_once() -> None:
    edges = {0: [1, 2], 1: [3], 2: [3], 3: [1, 4], 4: [0, 4], 5: [0], 3_000: []}
    assert on_cycles(edges) == [0, 1, 2, 3, 4]
    assert list(cycles(edges)) == [[0, 1, 3, 4], [2, 3, 4, 0]]
    assert shortest(edges, 1) == [1, 3]
    assert shortest(edges, 5) == []
    assert list(cycles({0: [1], 1: [2], 2: []})) == []


# --- no loop ---------------------------------------------------------------------------------------------------------

#: A file and a card of it: with Grizzly Bears in its place nothing is found.
PIECES: Final = [
    ("combos/gond-alarm", "Intruder Alarm"),
    ("combos/guard-gond", "Midnight Guard"),
    ("combos/zirda-monolith", "Zirda, the Dawnwaker"),
    ("combos/thune-feeder", "Archangel of Thune"),
    ("combos/searblades-fumarole", "Ceaseless Searblades"),
    ("combos/niv-curiosity", "Niv-Mizzet, the Firemind"),
    ("combos/painter-grindstone", "Painter's Servant"),
    ("combos/dragon-animate-dead", "Worldgorger Dragon"),
    ("combos/conjurer-researcher", "Clever Conjurer"),
    ("combos/protector-outrider", "Outrider en-Kor"),
    ("combos/scepter-reversal", "Sol Ring"),
    ("combos/gravecrawler-altar", "Diregraf Ghoul"),
    ("combos/yawgmoth-messengers", "Yawgmoth, Thran Physician"),
]


@pytest.mark.slow("a long search for each missing piece")
@pytest.mark.parametrize(("name", "card"), PIECES)
def test_without_a_piece_the_answer_is_undetermined_and_says_what_was_seen(name: str, card: str) -> None:
    table = document(FILES[name])
    changed = without(table, card)
    assert changed != table
    found = find_on_board(laid_out(changed).state, 0)
    assert isinstance(found, Refusal), found
    assert (found.kind, found.code) == (UNDETERMINED, "find-exhausted")
    looked = " positions, " in found.message and " moves deep" in found.message
    assert looked or "nothing that can be activated or played here" in found.message


def without(value: Any, card: str) -> Any:
    """A document with Grizzly Bears wherever a card was."""
    if isinstance(value, dict):
        if value.get("card") == card:
            return "Grizzly Bears"
        return {key: inner if key == "title" else without(inner, card) for key, inner in value.items()}
    if isinstance(value, list):
        return [without(inner, card) for inner in value]
    return "Grizzly Bears" if value == card else value


def test_a_budget_that_runs_out_is_named_and_so_is_what_was_seen() -> None:
    table = document(FILES["combos/gravecrawler-altar"])
    found = find_on_board(laid_out(table).state, 0, 100)
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == (UNDETERMINED, "find-budget")
    assert found.message.startswith("undetermined after 100 steps of search (")
    assert EXIT_CODES[found.kind] == 3


def test_seconds_are_counted_as_steps() -> None:
    state = laid_out(document(FILES["combos/gravecrawler-altar"])).state
    none = find_on_board(state, 0, seconds=0)
    assert isinstance(none, Refusal)
    assert "after 0 steps" in none.message
    assert isinstance(find_on_board(state, 0, seconds=-(-STEPS_EACH // STEPS_PER_SECOND)), Found)


def test_a_line_that_only_spends_is_no_loop_but_the_nearest_thing_to_one() -> None:
    found = sought("players:\n  p1:\n    battlefield:\n      - {card: Spike Feeder, counters: {+1/+1: 10^30}}\n", 1_000)
    assert isinstance(found, Refusal)
    assert "the nearest was: activate Spike Feeder: You gain 2 life; all pass: each time it leaves" in found.message
    assert "Spike Feeder.counters.+1/+1 -1" in found.message


def test_a_free_ability_that_does_nothing_is_no_loop() -> None:
    found = sought("players:\n  p1:\n    battlefield:\n      - Outrider en-Kor\n")
    assert isinstance(found, Refusal)
    assert "it changes nothing" in found.message


def test_a_step_is_never_left_with_an_empty_stack() -> None:
    found = sought("players:\n  p1:\n    battlefield: [Island]\n")
    assert isinstance(found, Refusal)
    assert "(1 positions, 1 moves deep)" in found.message


def test_a_board_with_nothing_to_do_says_so() -> None:
    found = sought("players:\n  p1:\n    battlefield: [Grizzly Bears]\n")
    assert isinstance(found, Refusal) and found.code == "find-exhausted"
    assert "nothing that can be activated or played here" in found.message and " moves deep" not in found.message


def test_only_a_player_with_priority_can_look_for_a_loop() -> None:
    state = laid_out(document(FILES["combos/guard-gond"])).state
    found = find_on_board(state, 1)
    assert isinstance(found, Refusal)
    assert found.code == "no-priority"


def test_a_clause_that_is_not_understood_stops_the_search(tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    odd = {"name": "Odd Fellow", "type_line": "Creature — Human", "mana_cost": "{1}", "power": "1", "toughness": "1"}
    cards.write_text(json.dumps({**odd, "oracle_text": "{T}: You gain 1 life.\nDance a jig."}) + "\n", encoding="utf-8")
    file = written(tmp_path, "players: {p1: {battlefield: [Odd Fellow]}}\n")
    done = reiterate("find", file, "--cards", str(cards))
    assert done.returncode == 4
    assert "clause-not-understood" in done.stderr


# --- bystanders ------------------------------------------------------------------------------------------------------

BYSTANDERS: Final = """
      - Grizzly Bears
      - {card: Grizzly Bears, tapped: yes}
      - 7 Forest
      - 3 Island
      - {token: Elf Warrior, count: 10^30, power: 1, toughness: 1, colors: [G]}
      - Sol Ring
      - Soul Warden
"""


@pytest.mark.parametrize(
    "cards", ["Midnight Guard|Presence of Gond on Midnight Guard", "Zirda, the Dawnwaker|Grim Monolith"]
)
def test_a_loop_among_bystanders_is_found_within_the_budget(cards: str) -> None:
    entries = []
    for card in cards.split("|"):
        name, _, host = card.partition(" on ")
        entries.append(f'      - {{card: "{name}", attached to: "{host}"}}' if host else f'      - "{name}"')
    found = sought("players:\n  p1:\n    battlefield:\n" + "\n".join(entries) + BYSTANDERS)
    assert isinstance(found, Found), found
    assert found.endless
    assert found.prefix == ()
    assert not any("Forest" in line or "Island" in line for line in found.body)


# --- the period of what was played -----------------------------------------------------------------------------------


def scripted(name: str) -> Position:
    found = load(FILES[name].read_text(encoding="utf-8"), name, BOOK)
    assert isinstance(found, Position), found
    return found


#: Their iterations hold blocks of more choices than are played one by one.
NESTS = ("examples/nested", "examples/three-deep")


#: The board of this file gives more in a longer iteration than in that of its script.
MORE_THAN_SCRIPTED: Final = ("examples/two-loops",)


@pytest.mark.parametrize("name", [name for name in FILES if name not in NESTS])
def test_the_period_of_a_file_s_own_script_is_its_block(name: str) -> None:
    position = scripted(name)
    found = period_of(position.state, position.script, position.proposer)
    assert isinstance(found, Found), found
    assert found.endless == (name not in ENDS)
    size = len(searched(name).body)
    assert len(found.body) == size or (name in MORE_THAN_SCRIPTED and len(found.body) < size)


DRAGON: Final = """players:
  p1:
    battlefield:
      - Aggravated Assault
      - Old Gnawbone
      - {card: Grizzly Bears, count: 2}
      - Forest
  p2: {life: LIFE}
"""


def test_500_8_a_loop_over_extra_combats_is_found_with_its_exact_end() -> None:
    found = sought(DRAGON.replace("LIFE", "10^30"))
    assert isinstance(found, Found), found
    assert any(line.startswith("attack with") for line in found.body)
    assert not found.endless and found.greatest > 10**27
    assert found.tallies["extra combat phases"] == 1
    assert found.loop.end is not None and found.loop.end.state.game.prop("outcome") == "p1_wins"


@pytest.mark.slow("a long search")
def test_500_8_where_the_opponent_dies_of_the_first_combats_there_is_no_loop_to_tell() -> None:
    found = sought(DRAGON.replace("LIFE", "13"), 3_000)
    assert isinstance(found, Refusal) and found.kind == UNDETERMINED


def test_500_7_a_loop_over_own_extra_turns_is_found() -> None:
    found = sought("players: {p1: {library: 0, hand: [Nexus of Fate], battlefield: [7 Island]}, p2: {}}\n")
    assert isinstance(found, Found), found
    assert found.endless
    assert found.tallies["extra turns"] == 1 and found.tallies["draws.p1"] == 1
    assert set(needs_lines(needs(found)) or ()) == {"Nexus of Fate in hand", "7 Island (untapped)"}


def test_514_1_a_found_loop_says_what_it_discards() -> None:
    found = searched("examples/extra-turns")
    assert any(line.endswith("discarding Forest") for line in found.body)


def test_500_no_step_is_left_where_nothing_brings_one_back() -> None:
    for name in FILES:
        state = laid_out(document(FILES[name])).state
        assert comes_back(state) == (name.startswith("examples/extra-")), name


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("combos/guard-gond", ["Midnight Guard (untapped, not summoning sick)", "Presence of Gond"]),
        ("examples/bond-blood", ["Sanguine Bond", "Exquisite Blood", "Spike Feeder (1 +1/+1 counter)"]),
        ("combos/zirda-monolith", ["Zirda, the Dawnwaker", "Grim Monolith (untapped)"]),
        (
            "examples/extra-turns",
            [
                "Archaeomancer (untapped, not summoning sick)",
                "Conjurer's Closet",
                "5 Island (untapped)",
                "Time Warp in hand",
            ],
        ),
    ],
)
def test_what_a_loop_needs_at_its_start_is_the_least_that_does(name: str, wanted: list[str]) -> None:
    assert sorted(needs_lines(needs(searched(name))) or ()) == sorted(wanted)


def test_mana_that_a_loop_needs_at_its_start_is_the_least_that_does() -> None:
    found = searched("combos/dragon-animate-dead")
    told = needs_lines(needs(found))
    assert told is not None
    assert {"1 {B} mana", "1 {C} mana", "Animate Dead in hand"} <= set(told)
    assert any(line.startswith("needs at the start  ") for line in found_lines(found, ""))
    assert len(found_json(found, "")["find"]["loop"]["needs"]) == len(told)


def test_needs_are_not_told_of_a_board_with_very_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs_room, "ROWS", 2)
    assert needs(searched("combos/guard-gond")).needs is None
    monkeypatch.setattr(needs_room, "ROWS", 40)
    monkeypatch.setattr(needs_room, "BUDGET", 1)
    assert needs(searched("combos/guard-gond")).needs is None


def test_the_period_of_played_choices_has_a_correspondence_and_the_least_start_up() -> None:
    position = scripted("combos/niv-curiosity")
    block = position.script[2]
    assert isinstance(block, Repeat)
    nodes = [*position.script[:2], replace(block, count=3)]
    choices: list[Choice] = play(position.state, BodyReader(nodes)).choices
    found = period_of(position.state, choices)
    assert isinstance(found, Found), found
    assert found.prefix == ("activate Niv-Mizzet, the Firemind", "all pass", "target p2")
    assert len(found.body) == 4
    assert sorted(found.phi) == sorted(found.loop.segments[0].period.head.rows)
    assert len(set(found.phi.values())) == len(found.phi)


def test_a_period_of_two_of_the_player_s_own_rounds_is_one_period() -> None:
    position = scripted("combos/searblades-fumarole")
    found = period_of(position.state, position.script)
    assert isinstance(found, Found), found
    assert sum(line.startswith("activate") for line in found.body) == 2
    assert len(found.prefix) == 2


def test_needless_lines_before_and_inside_are_left_out() -> None:
    text = "players:\n  p1:\n    mana: {G: 1}\n    battlefield:\n      - Midnight Guard\n"
    text += "      - {card: Presence of Gond, attached to: Midnight Guard}\n      - 2 Forest\n      - Sol Ring\n"
    position = load("format: position/1\n" + text, "board.yaml", BOOK)
    assert isinstance(position, Position), position
    one = "activate Midnight Guard\nall pass\nall pass\n"
    found = period_of(position.state, "tap Forest\ntap Sol Ring\n" + one + one + one)
    assert isinstance(found, Found), found
    assert found.prefix == ()
    assert found.body == ("activate Midnight Guard", "all pass", "all pass")


def test_what_does_not_come_back_has_no_period() -> None:
    table = document(FILES["combos/guard-gond"])
    state = laid_out(table).state
    found = period_of(state, "activate Midnight Guard\nall pass")
    assert isinstance(found, Refusal)
    assert (found.code, found.kind) == ("no-period", UNDETERMINED)
    assert "3 lines" not in found.message
    assert "2 lines" in found.message


def test_what_can_t_be_played_is_refused_as_it_is_elsewhere() -> None:
    state = laid_out(document(FILES["combos/guard-gond"])).state
    unread = period_of(state, "dance")
    illegal = period_of(state, "activate Midnight Guard\nactivate Midnight Guard")
    assert isinstance(unread, Refusal)
    assert isinstance(illegal, Refusal)
    assert (unread.code, illegal.code) == ("not-a-sentence", "already-tapped")


# --- over the opponents' turns ---------------------------------------------------------------------------------------

CYCLES: Final = """players:
  p1: {library: 2*10^4, hand: 5, battlefield: ["Sheoldred, the Apocalypse"]}
  p2: {life: 3*10^4, library: 10^4, hand: 7}
"""


def with_card(name: str, text: str, players: str, steps: int = 3_000, turns: bool = True) -> Found | Refusal:
    """What the finder says of a board with a card of these words."""
    row = {"name": name, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": text}
    book = CardBook((read_source("cards", json.dumps([row]).encode()), builtin_source()))
    position = load("format: position/1\n" + players, "board.yaml", book)
    assert isinstance(position, Position), position
    return find_on_board(position.state, position.proposer, steps, turns=turns)


def test_500_a_loop_through_the_opponents_turns_is_found_where_it_is_asked_for() -> None:
    """Untap, draw, discard: nobody acts, each round drains two, and p2's library ends it."""
    position = load("format: position/1\n" + CYCLES, "board.yaml", BOOK)
    assert isinstance(position, Position)
    found = find_on_board(position.state, 0, 3_000, turns=True)
    assert isinstance(found, Found), found
    assert (found.board["p1.life"], found.board["p2.life"], found.board["p2.library"]) == (2, -2, -1)
    assert found.tallies["draws.p1"] == found.tallies["draws.p2"] == found.tallies["discards.p2"] == 1
    end = found.loop.end
    assert end is not None and end.iteration == 10**4 + 1
    assert (end.state.game.prop("outcome"), end.state.game.prop("rule")) == ("p1_wins", "704.5b")
    pasted = load("format: position/1\n" + CYCLES + "script: |\n  " + "\n  ".join(found.script_lines()), "p.yaml", BOOK)
    assert isinstance(pasted, Position), pasted
    shown = run_position(replace(pasted, answers=[(1, None)]))
    assert isinstance(shown, Result) and shown.refusal is None, shown
    without = find_on_board(position.state, 0, 300)
    assert isinstance(without, Refusal) and without.kind == UNDETERMINED


def test_121_1_rounds_that_only_draw_cards_are_no_loop() -> None:
    found = with_card(
        "Bell", "{T}: Add {C}.", "players:\n  p1: {library: 9, battlefield: []}\n  p2: {library: 30}\n", 800
    )
    assert isinstance(found, Refusal) and found.kind == UNDETERMINED
    assert "each round only draws cards" in found.message


def test_500_8_additional_beginning_phases_are_gone_through_from_a_bare_board() -> None:
    words = "{T}: There is an additional beginning phase after this phase. You gain 1 life."
    players = "players:\n  p1: {library: 10^6, battlefield: [Drum]}\n  p2: {}\n"
    found = with_card("Drum", words, players, turns=False)
    assert isinstance(found, Found), found
    assert (found.board["p1.life"], found.board["p1.library"], found.tallies["extra beginning phases"]) == (1, -1, 1)
    assert found.loop.end is not None and found.loop.end.iteration == 10**6 + 2
    assert found.loop.end.state.game.prop("rule") == "704.5b"
    assert needs_lines(needs(found)) == ["Drum (untapped)"]


def test_500_9_additional_upkeep_steps_are_gone_through_from_a_bare_board() -> None:
    more = "ou get an additional upkeep step after this step."
    words = f"At the beginning of your upkeep, y{more} You gain 1 life.\n{{T}}: Y{more}"
    players = "step: upkeep\nplayers:\n  p1: {library: 9, battlefield: [Bell]}\n  p2: {library: 9}\n"
    found = with_card("Bell", words, players, turns=False)
    assert isinstance(found, Found), found
    assert found.endless and found.tallies["extra upkeep steps"] == 1 and found.board == {"p1.life": 1}
    assert "all pass to next upkeep" in found.body


# --- what grows ------------------------------------------------------------------------------------------------------


def test_what_grows_is_told_by_its_first_changes() -> None:
    """With a crusade each Elf adds one counter more than the one before; what is always the same is one number."""
    found = searched("examples/cathars-crusade")
    counters = "p1.tokens.Elf Warrior.counters.+1/+1"
    assert growing(found)[counters] == (1, 2, 3) and growing_tallies(found)["counters.+1/+1"] == (2, 3, 4)
    lines = [" ".join(line.split()) for line in found_lines(found, "")]
    assert any(
        "+1/+1 counters on Elf Warrior tokens of p1 +1, then +2, then +3, ... (growing)" in line for line in lines
    )
    assert any(line.startswith("Elf Warrior tokens of p1 +1") for line in lines)
    told = found_json(found, "")
    validate(told, "answer")
    moved = {each["name"]: each["first"] for each in told["find"]["loop"]["growing_net"]}
    assert moved[counters] == ["1", "2", "3"]
    for n, more in enumerate((1, 2, 3)):
        before, after = found.loop.reach(n), found.loop.reach(n + 1)
        assert isinstance(before, State) and isinstance(after, State)
        assert board_difference(before, after)[counters] == more


def test_what_is_the_same_each_time_is_not_told_as_growing() -> None:
    for name in ("examples/guard-gond", "examples/many-wardens", "combos/niv-curiosity"):
        assert growing(searched(name)) == {} == growing_tallies(searched(name)), name


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_script_and_its_json_follows_its_schema() -> None:
    shown = reiterate("find", "examples/combos/scepter-reversal.yaml")
    assert shown.returncode == 0, shown.stderr
    assert "script: |\n  repeat 10^100:\n    activate " in shown.stdout and "    activate Sol Ring\n" in shown.stdout
    whole = reiterate("find", "examples/combos/scepter-reversal.yaml", "--full")
    assert "{C} in the pool of p1 +1" in " ".join(whole.stdout.split())
    assert "it never ends by itself" in shown.stdout
    done = reiterate("find", "examples/combos/niv-curiosity.yaml", "--json")
    found = json.loads(done.stdout, parse_int=lambda text: pytest.fail(f"a number: {text}"))
    validate(found, "answer")
    assert found["find"]["iterations"] == str(GOOGOL - 1)
    assert found["find"]["loop"]["end"]["kind"] == "over"


@pytest.mark.slow("a process for each seed")
@pytest.mark.parametrize("name", drawn_cases(["combos/dragon-animate-dead", "combos/yawgmoth-messengers"], 1, "seeds"))
def test_law_13_the_same_answer_for_two_hash_seeds(name: str) -> None:
    file = str(FILES[name].relative_to(ROOT))
    assert apart("find", file, PYTHONHASHSEED="1").stdout == apart("find", file, PYTHONHASHSEED="2").stdout


def test_the_command_finds_the_period_of_the_file_s_script() -> None:
    done = reiterate("find", "examples/combos/niv-curiosity.yaml", "--played")
    assert done.returncode == 0, done.stderr
    whole = reiterate("find", "examples/combos/niv-curiosity.yaml", "--played", "--full")
    assert f"repeat {GOOGOL - 1}:" in whole.stdout


def test_undetermined_is_exit_code_3() -> None:
    done = reiterate("find", "examples/go.yaml", "--json")
    assert done.returncode == 3
    (refused,) = json.loads(done.stdout)["refusals"]
    assert refused["code"] == "find-exhausted"
    short = reiterate("find", "examples/combos/gravecrawler-altar.yaml", "--steps", "50")
    assert short.returncode == 3
    assert "find-budget" in short.stderr


def test_the_command_s_budget_is_the_room_s(monkeypatch: pytest.MonkeyPatch) -> None:
    assert inspect.signature(main.find).parameters["steps"].default is None
    asked: list[int] = []

    def counted(state: State, me: int, steps: int, **_: Any) -> Refusal:
        asked.append(steps)
        return Refusal("undetermined", "find-budget", "not searched")

    monkeypatch.setattr("reiterate.survey.finder.find_on_board", counted)
    position = load_file(ROOT / "examples" / "combos" / "guard-gond.yaml", CardBook.builtin())
    assert isinstance(position, Position)
    answer(position, ["find"])
    assert asked == [STEP_BUDGET]


def test_the_page_names_the_budgets() -> None:
    page = (ROOT / "docs" / "finding.md").read_text(encoding="utf-8")
    for number in (STEP_BUDGET, STEPS_PER_SECOND, FEWEST):
        assert f"{number:,}" in page


def test_the_answer_as_json_holds_strings_only() -> None:
    validate(found_json(searched("combos/thune-feeder"), "a title"), "answer")


# --- what is told, and what it costs to look ---------------------------------------------------------------------------

SHORT_AND_LONG: Final = [
    {
        "name": "Wilting Druid",
        "type_line": "Creature — Elf Druid",
        "power": "1",
        "toughness": "4",
        "oracle_text": "Pay 4 life: Put a +1/+1 counter on Wilting Druid.",
    },
    {"name": "Slow Press", "type_line": "Artifact", "oracle_text": "{1}: Untap target artifact."},
    {"name": "Slow Hand", "type_line": "Artifact", "oracle_text": "{T}: Add {C}{C}."},
]


def pressed() -> Found:
    book = CardBook((read_source("cards", json.dumps(SHORT_AND_LONG).encode()), builtin_source()))
    text = "players: {p1: {battlefield: [Wilting Druid, Slow Press, Slow Hand]}}\n"
    position = load("format: position/1\n" + text, "board.yaml", book)
    assert isinstance(position, Position), position
    found = find_on_board(position.state, 0)
    assert isinstance(found, Found), found
    return found


def told_at_once(search: Search) -> bool:
    """The first loop that is proved is enough."""
    return search.best is not None


def test_a_loop_that_soon_ends_is_told_only_where_no_better_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    better = pressed()
    assert better.endless and better.board == {"p1.mana.C": 1}
    monkeypatch.setattr(Search, "_enough", told_at_once)
    monkeypatch.setattr(finder, "plans", lambda state, me: [])  # with all actions the short one is met first
    assert pressed().greatest <= 5


def test_proofs_are_counted_by_the_choices_that_they_play() -> None:
    """A line that passes through a turn is many choices."""
    position = load("format: position/1\n" + CYCLES, "board.yaml", BOOK)
    assert isinstance(position, Position)
    passed = round_of(position.state, 0)
    assert passed is not None
    track, many = passed
    prover = Prover(position.state, 0, Meter(10**6))
    prover.prove((), track.lines)
    assert prover.meter.steps >= FEWEST * many / 2 > FEWEST * len(track.lines)


def test_a_round_that_only_draws_cards_is_proved_once() -> None:
    """Wherever an iteration begins, it changes the same: the other rotations are not tried."""
    position = load("format: position/1\nplayers: {p1: {}, p2: {}}\n", "board.yaml", BOOK)
    assert isinstance(position, Position)
    passed = round_of(position.state, 0)
    assert passed is not None
    prover = Prover(position.state, 0, Meter(10**6))
    assert prover.first(passed[0], 0, len(passed[0].lines)) is None
    assert len(prover.tried) == 1 and prover.miss[2].endswith(DRAWS.why)


def test_mana_is_made_in_one_go_only_where_something_costs_mana() -> None:
    board = "format: position/1\nplayers: {p1: {battlefield: [8 Forest]HAND}}\n"
    without_cards = load(board.replace("HAND", ""), "board.yaml", BOOK)
    with_cards = load(board.replace("HAND", ", hand: [Grizzly Bears]"), "board.yaml", BOOK)
    assert isinstance(without_cards, Position) and isinstance(with_cards, Position)
    assert list(paid_for(without_cards.state, 0, Seen())) == []
    found = [[choice.verb for choice in made] for made, _ in paid_for(with_cards.state, 0, Seen())]
    assert found == [["activate", "activate", "cast"]]


# --- permanents that are taken for one another -------------------------------------------------------------------------


def druids(number: int, beside: str = "", text: str = "{T}: Add {G}.") -> State:
    """A board with so many creatures for mana that differ in name and size, beside other entries."""
    rows = [
        {"name": f"Druid {i}", "type_line": "Creature — Elf", "power": f"{i}", "toughness": "1", "oracle_text": text}
        for i in range(number)
    ]
    entries = "".join(f"      - Druid {i}\n" for i in range(number))
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield:\n{beside}{entries}"
    position = load(text, "board.yaml", CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source())))
    assert isinstance(position, Position), position
    return position.state


def test_of_permanents_that_are_taken_for_one_another_one_is_tried_first() -> None:
    state = druids(4, "      - Sol Ring\n")
    found = moves(state, 0, Seen())
    assert [state.rows[choice.row].cls.proto.name for _, choice in found.now] == ["Sol Ring", "Druid 0"]  # type: ignore[union-attr] # they are cards
    assert [state.rows[option.row].cls.proto.name for _, option in found.later] == ["Druid 1", "Druid 2", "Druid 3"]  # type: ignore[union-attr] # as above
    assert found.now[-1][0] < found.later[0][0] < found.later[1][0] < found.later[2][0]


def test_what_is_enchanted_is_taken_for_nothing_else() -> None:
    state = druids(2, "      - {card: Presence of Gond, attached to: Druid 1}\n")
    assert len(moves(state, 0, Seen()).now) == 3  # each one's mana, and the ability that one of them has besides


def test_what_is_tried_later_is_not_left_out() -> None:
    """Every set of tapped creatures is a position: 80 single steps lead there, and from 26 sets all others tap at once."""
    found = find_on_board(druids(5), 0)
    assert isinstance(found, Refusal)
    assert (found.code, "(106 positions, 5 moves deep)" in found.message) == ("find-exhausted", True), found.message


def test_wide_boards_of_creatures_for_mana_take_hardly_more_positions() -> None:
    beside = "      - Zirda, the Dawnwaker\n      - Grim Monolith\n"
    few, many = (find_on_board(druids(number, beside), 0) for number in (10, 30))
    assert isinstance(few, Found) and isinstance(many, Found)
    assert few.script_lines() == many.script_lines()
    assert many.positions < 1.5 * few.positions


# --- which positions are new -------------------------------------------------------------------------------------------


def bare(mana: str = "0", life: str = "20", theirs: str = "20", counters: str = "1") -> State:
    text = (
        f"format: position/1\nplayers:\n  p1:\n    life: {life}\n    mana: {{G: {mana}}}\n    battlefield:\n"
        f"      - {{card: Spike Feeder, counters: {{+1/+1: {counters}}}}}\n  p2: {{life: {theirs}}}\n"
    )
    position = load(text, "board.yaml", BOOK)
    assert isinstance(position, Position), position
    return normal(position.state)


def test_a_position_is_new_unless_one_was_seen_with_at_least_as_much_of_ones_own() -> None:
    seen = Positions(0)
    assert seen.meet(bare("1"), 0) == (True, -1)
    assert seen.meet(bare("1"), 1) == (False, 0)  # the same
    assert seen.meet(bare(), 1) == (False, -1)  # less mana
    assert seen.meet(bare("1", life="19"), 1) == seen.meet(bare("1", theirs="21"), 1) == (False, -1)
    assert seen.meet(bare("2"), 1) == (True, -1)
    assert seen.meet(bare("1", life="21"), 2) == seen.meet(bare("1", theirs="19"), 3) == (True, -1)
    assert seen.meet(bare("1", counters="2"), 4) == (True, -1)  # nobody says that counters are welcome
    assert seen.meet(bare("2"), 5) == (False, 1)


def test_positions_of_another_shape_are_not_compared() -> None:
    seen = Positions(0)
    assert seen.meet(druids(2), 0) == (True, -1)
    assert seen.meet(druids(3), 1) == (True, -1)
    assert seen.meet(druids(2), 2) == (False, 0)


# --- the budget counts work --------------------------------------------------------------------------------------------


def test_a_choice_counts_one_step_on_a_narrow_board_and_more_on_a_wider_one() -> None:
    meter = Meter(10, rows=60)
    meter.play(3, 8)
    assert meter.steps == 3
    meter.play(1, 60)
    meter.spend(1)
    assert meter.steps == 3 + 2 + 2 and not meter.spent()
    meter.look(4)
    assert meter.steps == 8 and meter.spent(8) and not meter.spent()
    meter.play(1, 100)
    assert meter.spent()


def positions_within(number: int, steps: int) -> int:
    """How many positions a budget reaches on a board without a loop; the budget has to run out there."""
    meter = Meter(steps)
    state = druids(number)
    search = Search(state, 0, meter, Prover(state, 0, meter))
    search.run(steps)
    assert meter.spent()
    return search.positions


def test_a_budget_reaches_fewer_positions_on_a_wider_board() -> None:
    """For each of them more rows and more options are looked at."""
    narrow, wide, wider = (positions_within(number, 400) for number in (15, 45, 90))
    assert narrow > 2 * wide > 4 * wider > 0


def test_law_13_an_undetermined_answer_on_a_wide_board_is_the_same_for_two_hash_seeds(tmp_path: Path) -> None:
    lands = "".join(f"      - {{card: Grizzly Bears, counters: {{+1/+1: {i + 1}}}}}\n" for i in range(30))
    others = "      - Island\n      - Sol Ring\n      - Grim Monolith\n      - Outrider en-Kor\n"
    file = written(tmp_path, f"players:\n  p1:\n    battlefield:\n{others}{lands}")
    told = {apart("find", file, "--steps", "300", PYTHONHASHSEED=seed).stderr for seed in ("1", "2")}
    assert len(told) == 1 and "undetermined after 300 steps of search (" in told.pop()


# --- mana that a loop gives for nothing --------------------------------------------------------------------------------


ENGINE: Final = "      - Intruder Alarm\n      - Sol Ring\n      - {card: Presence of Gond, attached to: Druid 0}\n"


def test_what_a_loop_untaps_joins_it_in_one_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them gives its mana; the one that the loop itself taps does not, and neither does what stays tapped."""
    monkeypatch.setattr(Search, "_enough", told_at_once)
    alone = find_on_board(druids(1, ENGINE), 0)
    assert isinstance(alone, Found) and "p1.mana.G" not in alone.board
    proofs: list[tuple[str, ...]] = []
    prove = Prover.prove

    def counted(self: Prover, before: tuple[str, ...], body: tuple[str, ...]) -> Found | Unproved:
        proofs.append(body)
        return prove(self, before, body)

    monkeypatch.setattr(Prover, "prove", counted)
    find_on_board(druids(1, ENGINE), 0)
    few = len(proofs)
    found = find_on_board(druids(9, ENGINE), 0)
    assert isinstance(found, Found), found
    assert found.endless and found.board["p1.mana.G"] == 8
    assert {f"activate Druid {i}" for i in range(1, 9)} < set(found.body) and "activate Sol Ring" not in found.body
    assert len(proofs) - few <= few + 4


def test_a_loop_is_found_beside_many_things_that_could_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty permanents could act, also in response: a move is played when its line of play is the cheapest.

    Their actions can't be part of a loop, and would be set aside.
    """
    monkeypatch.setattr("reiterate.survey.finder.set_aside", lambda state, me: frozenset())
    rows = [
        {"name": f"Fountain {i}", "type_line": "Artifact", "oracle_text": f"{{T}}: You gain {i + 1} life."}
        for i in range(30)
    ]
    guard = "- {card: Presence of Gond, attached to: Midnight Guard}\n      - Midnight Guard\n"
    entries = "".join(f"      - Fountain {i}\n" for i in range(30))
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield:\n{entries}      {guard}"
    position = load(text, "board.yaml", CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source())))
    assert isinstance(position, Position), position
    found = find_on_board(position.state, 0)
    assert isinstance(found, Found), found
    assert found.body == ("activate Midnight Guard", "all pass", "all pass")
    monkeypatch.setattr("reiterate.survey.moves.NARROW", 10**6)
    at_once = find_on_board(position.state, 0)
    assert isinstance(at_once, Refusal) or at_once.positions > 4 * found.positions
