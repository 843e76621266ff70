"""What loops give, in the words of combo databases: against the claims of the reference data, and with exact maxima."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from reiterate.cards import CardBook
from reiterate.cards.book import builtin_source, read_source
from reiterate.script.position import Position, load, load_file
from reiterate.shortcuts.session import Study, study_loop
from reiterate.survey.gains import Gain, gain_lines, gains, gains_json
from tests.conftest import ROOT, needs_data, require_data

COMBOS = "combos.jsonl"
GOOGOL = 10**100

#: What each named combo gives: the claims of the reference data, and what stands beside them on our board.
NAMED = {
    "gond-alarm": {"Infinite creature tokens", "Infinite ETB"},
    "guard-gond": {"Infinite creature tokens", "Infinite ETB"},
    "thune-feeder": {
        "Infinite +1/+1 counters on a creature",
        "Infinite lifegain",
        "Infinite lifegain triggers",
    },
    "zirda-monolith": {"Infinite colorless mana"},
    "scepter-reversal": {"Infinite colorless mana", "Infinite magecraft triggers", "Infinite storm count"},
    "conjurer-researcher": set(),
    "searblades-fumarole": {"Infinitely powerful creature until end of turn"},
    "protector-outrider": {"Infinite toughness of a creature until end of turn"},
    "dragon-animate-dead": {
        "Infinite ETB",
        "Infinite LTB",
        "Infinite blue mana",
        "Infinite death triggers",
        "Infinite landfall triggers",
        "Infinite sacrifice triggers",
    },
}


@cache
def found(name: str) -> tuple[Gain, ...]:
    position = load_file(ROOT / "examples" / "combos" / f"{name}.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return tuple(gains(study.part.loop, position.proposer))


@pytest.mark.parametrize("name", NAMED)
def test_what_a_named_combo_gives(name: str) -> None:
    assert {gain.name for gain in found(name)} == NAMED[name]
    assert all(gain.most is None for gain in found(name))


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("niv-curiosity", {"damage": GOOGOL, "lifeloss": GOOGOL, "card draw": GOOGOL - 1, "draw triggers": GOOGOL - 1}),
        ("painter-grindstone", {"mill": GOOGOL - 2}),
    ],
)
def test_what_an_ending_loop_gives_has_its_exact_maximum(name: str, most: dict[str, int]) -> None:
    assert {gain.what: gain.most for gain in found(name)} == most
    assert all(gain.name == f"Near-infinite {gain.what}" for gain in found(name))


def test_a_single_mana_that_happens_to_be_left_is_no_gain() -> None:
    assert "black mana" not in {gain.what for gain in found("gravecrawler-altar")}
    assert "death triggers" in {gain.what for gain in found("gravecrawler-altar")}


def test_what_does_nothing_by_itself_says_so() -> None:
    assert gain_lines(list(found("gond-alarm"))) == [
        "gains:",
        "  Infinite creature tokens",
        "  Infinite ETB (nothing by itself)",
    ]
    assert gains_json(list(found("gond-alarm"))) == [
        {"name": "Infinite ETB", "most": None, "alone": False},
        {"name": "Infinite creature tokens", "most": None, "alone": True},
    ]
    assert gain_lines([]) == ["gains: nothing"]


@needs_data(COMBOS)
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        (("Midnight Guard", "Presence of Gond"), "guard-gond"),
        (("Intruder Alarm", "Presence of Gond"), "gond-alarm"),
        (("Archangel of Thune", "Spike Feeder"), "thune-feeder"),
        (("Gravecrawler", "Phyrexian Altar"), "gravecrawler-altar"),
    ],
)
def test_the_claims_of_the_reference_data_hold(cards: tuple[str, ...], name: str) -> None:
    rows = (msgspec.json.decode(line) for line in require_data(COMBOS).read_bytes().splitlines())
    row = next((row for row in rows if sorted(row["cards"]) == sorted(cards)), None)
    if row is None:
        pytest.skip("the reference data have no such row")
    ours = {gain.what for gain in found(name)}
    claimed = {claim.removeprefix("Infinite ").removeprefix("Near-infinite ") for claim in row["produces"]}
    # Creatures that untap could make mana on another board; on this one none does.
    assert claimed - {"mana creatures you control can produce", "+1/+1 counters on creatures you control"} <= ours, (
        claimed - ours
    )


def given_by(cards: list[dict[str, str]], rest: str) -> dict[str, int | None]:
    """What a loop with cards of these texts gives, by words, with the exact most."""
    rows = [{"mana_cost": "{1}", **card} for card in cards]
    book = CardBook((read_source("made", msgspec.json.encode(rows)), builtin_source()))
    position = load(f"format: position/1\n{rest}", "board", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return {gain.name: gain.most for gain in gains(study.part.loop, position.proposer)}  # type: ignore[misc] # whole numbers


def engine(text: str) -> list[dict[str, str]]:
    """An artifact with this ability for {0}."""
    return [{"name": "Engine", "type_line": "Artifact", "oracle_text": "{0}: " + text}]


def test_what_stops_growing_in_a_loop_without_end_is_near_infinite() -> None:
    board = "players:\n  p1: {battlefield: [Engine]}\n  p2: {library: 10^30}\n"
    body = "script: |\n  repeat 9:\n    activate Engine targeting p2\n    all pass\n"
    found = given_by(engine("Target player mills three cards."), board + body)
    assert found == {"Near-infinite mill": 10**30}


def test_poison_counters_are_a_gain() -> None:
    board = (
        "players:\n  p1: {battlefield: [Engine]}\n  p2: {}\nscript: |\n  repeat 9:\n    activate Engine\n    all pass\n"
    )
    assert given_by(engine("Each opponent gets a poison counter."), board) == {"Near-infinite poison counters": 10}


def test_counters_on_ever_larger_tokens_are_a_gain() -> None:
    board = 'players:\n  p1: {battlefield: [Engine, "Cathars\' Crusade"]}\nscript: |\n'
    body = "  repeat 9:\n    activate Engine\n    all pass\n    all pass\n"
    found = given_by(engine("Create a 1/1 green Elf Warrior creature token."), board + body)
    assert set(found) == {"Infinite +1/+1 counters on a creature", "Infinite creature tokens", "Infinite ETB"}


def test_what_was_played_to_its_end_gives_what_grew_from_the_first_iteration_on() -> None:
    board = "players:\n  p1: {battlefield: [Engine]}\n  p2: {life: 10^30}\nscript: |\n"
    body = "  repeat 9:\n    activate Engine\n    all pass\n"
    found = given_by(engine("Each opponent loses half their life, rounded up."), board + body)
    assert found == {"Near-infinite lifeloss": 10**30}


def test_counters_of_a_loop_that_ends_are_a_gain_with_their_exact_number() -> None:
    board = "players:\n  p1: {battlefield: [Engine, Archangel of Thune]}\n  p2: {life: 10^30}\nscript: |\n"
    body = "  repeat 9:\n    activate Engine\n    all pass\n    all pass\n"
    found = given_by(engine("Each opponent loses 1 life and you gain 1 life."), board + body)
    assert found["Near-infinite +1/+1 counters on a creature"] == 10**30 - 1  # the last trigger never resolves
