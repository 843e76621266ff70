"""What loops give, in the words of combo databases: against the claims of the reference data, and with exact maxima."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.script.position import Position, load, load_file
from reiterate.worth.gains import Gain, gains
from tests.support.as_shown import gain_lines, gains_json
from tests.support.files import ROOT, needs_data, require_data
from tests.survey.boards import beside, engine, given_by, of

COMBOS = "combos.jsonl"
GOOGOL = 10**100

#: What each named combo gives: the claims of the reference data, and what stands beside them on our board.
NAMED = {
    "gond-alarm": {
        "Infinite creature tokens",
        "Infinite ETB",
        "Infinite untap of creatures",
        "Infinite untap of creatures you control",
        "Infinite mana creatures you control can produce",
    },
    "guard-gond": {"Infinite creature tokens", "Infinite ETB"},
    "thune-feeder": {
        "Infinite +1/+1 counters on a creature",
        "Infinite +1/+1 counters on a creature token",
        "Infinite lifegain",
        "Infinite lifegain triggers",
    },
    "zirda-monolith": {"Infinite colorless mana"},
    "scepter-reversal": {
        "Infinite colorless mana",
        "Infinite magecraft triggers",
        "Infinite mana nonland permanents you control can produce",
        "Infinite storm count",
        "Infinite untap of nonland permanents you control",
    },
    "conjurer-researcher": set(),
    "searblades-fumarole": {"Infinitely powerful creature until end of turn"},
    "protector-outrider": {"Infinite toughness of a creature until end of turn"},
    "dragon-animate-dead": {
        "Infinite ETB",
        "Infinite LTB",
        "Infinite blinking",
        "Infinite blinking of permanents",
        "Infinite blue mana",
        "Infinite colored mana",
        "Infinite colorless mana",
        "Infinite death triggers",
        "Infinite landfall triggers",
        "Infinite mana artifacts you control can produce",
        "Infinite mana lands you control can produce",
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


def test_a_gain_that_is_proved_with_one_more_permanent_says_so() -> None:
    untapped, mana = "untap of creatures you control", "mana creatures you control can produce"
    bare = beside("Dawn, Spark, Grizzly Bears", "activate Dawn; all pass; activate Spark for G")
    assert (bare[untapped], bare[mana], bare["colored mana"]) == ("a creature more", "a creature more", "")
    tapped = beside("Dawn, Llanowar Elves", "activate Llanowar Elves; activate Dawn; all pass")
    assert (tapped[untapped], tapped[mana], tapped["green mana"]) == ("", "", "")
    for_nothing = beside("Dawn, Vanguard Elf", "activate Vanguard Elf; all pass; activate Dawn; all pass")
    assert (for_nothing[untapped], for_nothing[mana]) == ("", "a creature more")


@pytest.mark.parametrize("name", NAMED)
def test_what_a_named_combo_gives(name: str) -> None:
    assert {gain.name for gain in found(name)} == NAMED[name]
    assert all(gain.most is None for gain in found(name))


@pytest.mark.parametrize(
    ("name", "most"),
    [
        (
            "niv-curiosity",
            {
                "damage": GOOGOL,
                "lifeloss": GOOGOL,
                "card draw": GOOGOL - 1,
                "draw triggers": GOOGOL - 1,
            },
        ),
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
        "Infinite creature tokens",
        "Infinite untap of creatures you control",
        "Infinite ETB (nothing by itself)",
        "Infinite mana creatures you control can produce, with a creature more",
        "Infinite untap of creatures, with a creature of each player",
    ]
    more, each = "a creature more", "a creature of each player"
    shown = gains_json(list(found("gond-alarm")))
    assert [(gain["kind"], gain["of"], gain["whose"]) for gain in shown] == [
        ("etb", "", ""),
        ("creature tokens", "", ""),
        ("mana of permanents", "creatures", ""),
        ("untaps", "creatures", "anyone"),
        ("untaps", "creatures", ""),
    ]
    told = [{key: gain[key] for key in ("name", "most", "alone", "what", "beside")} for gain in shown]
    assert told == [
        {"name": f"Infinite {what}", "most": None, "alone": what != "ETB", "what": what, "beside": beside}
        for what, beside in (
            ("ETB", ""),
            ("creature tokens", ""),
            ("mana creatures you control can produce", more),
            ("untap of creatures", each),
            ("untap of creatures you control", ""),
        )
    ]
    assert gain_lines([]) == ["nothing"]


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


# --- whose it is, what remains, and what is proved on a changed loop --------------------------------------------------

REST = {
    "name": "Rest in Peace",
    "type_line": "Enchantment",
    "oracle_text": "If a card or token would be put into a graveyard from anywhere, exile it instead.",
}


def test_tokens_that_are_used_up_are_no_gain_and_those_that_stay_are() -> None:
    assert "creature tokens" in of("Forge", "activate Forge: Create a 1/1 red Goblin creature token; all pass")
    used = of(
        "Forge",
        "activate Forge: Create a 1/1 red Goblin creature token; all pass;"
        "activate Forge: You gain 1 life sacrificing Goblin; all pass",
    )
    assert set(used) == {"ETB", "LTB", "death triggers", "sacrifice triggers", "lifegain", "lifegain triggers"}


def test_what_others_get_is_said_of_them() -> None:
    assert set(of("Gift", "activate Gift targeting p2; all pass")) == {
        "ETB for opponents",
        "creature tokens for opponents",
    }
    assert set(of("Hex", "activate Hex targeting Grizzly Bears; all pass")) == {
        "+1/+1 counters on a creature an opponent controls"
    }


def test_mana_of_any_color_is_chosen_in_the_loop_itself() -> None:
    assert set(of("Spark", "activate Spark for {G}")) == {"colored mana", "green mana"}
    assert set(of("Ember, Spark", "activate Ember")) == {"red mana"}  # Spark merely lies there


def test_untapping_all_of_a_kind_is_proved_with_one_more_of_it() -> None:
    both = {"untap of creatures you control", "mana creatures you control can produce"}
    assert set(of("Dawn, Forge", "activate Dawn; all pass")) == both
    assert set(of("Noon, Grizzly Bears", "activate Noon targeting Grizzly Bears of p1; all pass")) == both


def test_looting_draws_first_and_rummaging_discards_first() -> None:
    loot = of("Sift", "activate Sift; all pass", ", hand: [Forest], library: [10^30 Forest]")
    assert "looting" in loot and "rummaging" not in loot
    rummage = of("Trade", "activate Trade discarding 1 unknown card; all pass", ", hand: 1, library: 10^30")
    assert "rummaging" in rummage and "looting" not in rummage


def test_what_comes_to_its_end_in_a_loop_without_one_has_an_exact_maximum() -> None:
    given = of("Grind", "activate Grind; all pass", ", library: 10^30")
    assert given == {"lifegain": None, "lifegain triggers": None, "self-mill": 10**30}


def test_storm_counts_the_spells_of_one_turn() -> None:
    """702.40a: a spell cast in every turn of a loop over turns is no storm."""
    text = (ROOT / "examples" / "extra-turns.yaml").read_text(encoding="utf-8")
    position = load(text, "extra.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    told = {gain.what for gain in gains(study.part.loop, position.proposer)}
    assert {"turns", "magecraft triggers", "self-discard triggers"} <= told
    assert told.isdisjoint({"storm count", "looting"})  # a card drawn in a turn and one discarded at its end


def test_104_2a_a_loop_at_whose_end_its_player_has_won_says_so() -> None:
    position = load_file(ROOT / "examples" / "bond-blood.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    given = gains(study.part.loop, position.proposer)
    assert "Win the game" in {gain.name for gain in given}
    assert "Win the game" in gain_lines(given)


def test_603_7_tokens_that_wait_to_be_sacrificed_at_the_end_step_die_as_often() -> None:
    kiki = {
        "name": "Twin Mirror",
        "type_line": "Artifact",
        "oracle_text": "{0}: Create a token that's a copy of target creature you control. Sacrifice it at the beginning of"
        " the next end step.",
    }
    line = "activate Twin Mirror targeting Grizzly Bears #1 of p1; all pass"
    made = {"ETB", "creature tokens", "copies of creatures you control"}
    waiting = {"sacrifice triggers", "LTB", "death triggers"}
    assert set(of("Twin Mirror, Grizzly Bears", line, cards=[kiki])) == made | waiting
    exiled = of("Twin Mirror, Grizzly Bears, Rest in Peace", line, cards=[kiki, REST])
    assert set(exiled) == made | {"sacrifice triggers", "LTB"}


def test_603_7_tokens_that_wait_to_be_exiled_at_the_end_step_leave_as_often_and_die_never() -> None:
    mirror = {
        "name": "Fleeting Mirror",
        "type_line": "Artifact",
        "oracle_text": "{0}: Create a token that's a copy of target creature you control. Exile it at the beginning of"
        " the next end step.",
    }
    line = "activate Fleeting Mirror targeting Grizzly Bears #1 of p1; all pass"
    made = {"ETB", "creature tokens", "copies of creatures you control"}
    assert set(of("Fleeting Mirror, Grizzly Bears", line, cards=[mirror])) == made | {"LTB"}


def test_513_1a_tokens_that_leave_by_their_own_ability_at_the_end_step_leave_as_often() -> None:
    """Each token triggers for itself. One that waits for another event or leaves on a condition tells nothing."""

    def given(
        after: str, what: str = "create a token that's a copy of target creature you control, except it has"
    ) -> set[str]:
        mirror = {"name": "Brief Mirror", "type_line": "Artifact", "oracle_text": f'{{0}}: {what} "{after}"'}
        return set(
            of(
                "Brief Mirror, Grizzly Bears",
                "activate Brief Mirror targeting Grizzly Bears #1 of p1; all pass",
                cards=[mirror],
            )
        )

    ever = {"ETB", "creature tokens", "copies of creatures you control"}
    assert given("At the beginning of the end step, exile this token.") == {*ever, "LTB"}
    dies = {*ever, "LTB", "sacrifice triggers", "death triggers"}
    assert given("At the beginning of your end step, sacrifice this token.") == dies
    assert given("At the beginning of your upkeep, sacrifice this token.") == ever
    assert given("At the beginning of the end step, if you control a creature, sacrifice this token.") == ever


def test_106_12_what_untaps_lands_for_mana_gives_any_color_with_a_land_for_that() -> None:
    """Dawnfield untaps all lands, and one Island taps for each lap: a land for any color in its place, or beside it, taps as often."""
    dawn = {"name": "Dawnfield", "type_line": "Artifact", "oracle_text": "{0}: Untap all lands you control."}
    told = beside("Dawnfield, Island", "activate Island; activate Dawnfield; all pass", cards=[dawn])
    assert told["mana lands you control can produce"] == ""
    assert told["colored mana"] == "a land for mana of any color"
    ember = beside("Ember, Spark", "activate Ember")
    assert "colored mana" not in ember


def test_what_would_be_chosen_beside_a_creature_more_hides_no_untapping_of_lands() -> None:
    """Beside a second creature the return would ask which one is meant (608.2d): lands are tried without one."""
    recall = {
        "name": "Recall Post",
        "type_line": "Artifact",
        "oracle_text": "{0}: Return a creature you control to its owner's hand.",
    }
    tide = {
        "name": "Tide Elf",
        "mana_cost": "{U}",
        "type_line": "Creature \u2014 Elf",
        "power": "1",
        "toughness": "1",
        "oracle_text": "When this creature enters, untap all lands you control.",
    }
    lap = "activate Island; activate Recall Post; all pass; cast Tide Elf; all pass; all pass"
    told = beside("Recall Post, Tide Elf, Island", lap, cards=[recall, tide])
    assert told["mana lands you control can produce"] == "a land more"
    assert "untap of creatures you control" not in told


def test_what_stops_growing_in_a_loop_without_end_is_near_infinite() -> None:
    board = "players:\n  p1: {battlefield: [Engine]}\n  p2: {library: 10^30}\n"
    body = "script: |\n  repeat 9:\n    activate Engine targeting p2\n    all pass\n"
    found = given_by(engine("Target player mills three cards."), board + body)
    assert found == {"Near-infinite mill": 10**30, "Near-infinite self-mill": 53}


def test_poison_counters_are_a_gain() -> None:
    board = (
        "players:\n  p1: {battlefield: [Engine]}\n  p2: {}\nscript: |\n  repeat 9:\n    activate Engine\n    all pass\n"
    )
    assert given_by(engine("Each opponent gets a poison counter."), board) == {
        "Near-infinite poison counters": 10,
        "Win the game": 1,
    }


def test_counters_on_ever_larger_tokens_are_a_gain() -> None:
    board = 'players:\n  p1: {battlefield: [Engine, "Cathars\' Crusade"]}\nscript: |\n'
    body = "  repeat 9:\n    activate Engine\n    all pass\n    all pass\n"
    found = given_by(engine("Create a 1/1 green Elf Warrior creature token."), board + body)
    counters = {"Infinite +1/+1 counters on a creature", "Infinite +1/+1 counters on a creature token"}
    assert set(found) == {*counters, "Infinite creature tokens", "Infinite ETB"}


def test_counters_on_tokens_with_haste_are_said_of_these_too() -> None:
    board = 'players:\n  p1: {battlefield: [Engine, "Cathars\' Crusade"]}\nscript: |\n'
    body = "  repeat 9:\n    activate Engine\n    all pass\n    all pass\n"
    counters = "Infinite +1/+1 counters on a creature token with haste"
    assert counters in given_by(engine("Create a 1/1 red Goblin creature token with haste."), board + body)
    assert counters not in given_by(engine("Create a 1/1 red Goblin creature token with trample."), board + body)


def test_what_was_played_to_its_end_gives_what_grew_from_the_first_iteration_on() -> None:
    board = "players:\n  p1: {battlefield: [Engine]}\n  p2: {life: 10^30}\nscript: |\n"
    body = "  repeat 9:\n    activate Engine\n    all pass\n"
    found = given_by(engine("Each opponent loses half their life, rounded up."), board + body)
    assert found == {"Near-infinite lifeloss": 10**30, "Win the game": 1}


def test_counters_of_a_loop_that_ends_are_a_gain_with_their_exact_number() -> None:
    board = "players:\n  p1: {battlefield: [Engine, Archangel of Thune]}\n  p2: {life: 10^30}\nscript: |\n"
    body = "  repeat 9:\n    activate Engine\n    all pass\n    all pass\n"
    found = given_by(engine("Each opponent loses 1 life and you gain 1 life."), board + body)
    assert found["Near-infinite +1/+1 counters on a creature"] == 10**30 - 1  # the last trigger never resolves
