"""What loops give, in the words of combo databases: against the claims of the reference data, and with exact maxima."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from reiterate.cards import CardBook
from reiterate.script.position import Position, load_file
from reiterate.shortcuts.session import Study, study_loop
from reiterate.survey.gains import Gain, gain_lines, gains, gains_json
from tests.conftest import ROOT, needs_data, require_data

COMBOS = "combos.jsonl"
GOOGOL = 10**100

#: What each named combo gives: the claims of the reference data, and what stands beside them on our board.
NAMED = {
    "gond-alarm": {
        "Infinite creature tokens",
        "Infinite ETB",
        "Infinite untap of creatures you control",
        "Infinite mana creatures you control can produce",
    },
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
        "  Infinite mana creatures you control can produce",
        "  Infinite untap of creatures you control",
        "  Infinite ETB (nothing by itself)",
    ]
    assert gains_json(list(found("gond-alarm"))) == [
        {"name": "Infinite ETB", "most": None, "alone": False},
        {"name": "Infinite creature tokens", "most": None, "alone": True},
        {"name": "Infinite mana creatures you control can produce", "most": None, "alone": True},
        {"name": "Infinite untap of creatures you control", "most": None, "alone": True},
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
