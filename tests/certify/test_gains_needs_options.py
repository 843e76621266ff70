"""What a certificate claims beside the chain: gains that do nothing by themselves, what the start needs, the options offered."""

from __future__ import annotations

import json
from pathlib import Path as FilePath
from typing import Any, Final

import pytest
import yaml

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.certify import gains as written_gains
from reiterate.certify import needs
from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims import needs as checked_needs
from reiterate.check.work import WORK_BUDGET
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.state.json_form import state_from_json
from reiterate.worth.gains import gains
from reiterate.worth.given import ALONE_NOTHING
from tests.certify.certified import block_of_triggers, fits
from tests.certify.near_misses import FILES, document, good
from tests.check.mutants import Path, all_changes, drawn_changes, with_change
from tests.support.as_shown import check_lines

NAMES: Final = ("basalt-power-artifact", "combos/gond-alarm", "combos/thune-feeder", "combos/niv-curiosity")


def accepted(text: str) -> Accepted:
    """The checker's answer; fails where it is a refusal."""
    found = check(text)
    assert isinstance(found, Accepted), found
    return found


def rejected(value: dict[str, Any], path: Path, instead: Any) -> str:
    """The code of the refusal of a certificate with one change; fails where it is accepted."""
    found = check(with_change(value, path, instead))
    assert isinstance(found, Refusal), (path, instead)
    return found.code


def put_in(path: Path, value: dict[str, Any]) -> Any:
    """What stands in a place of a certificate."""
    for step in path:
        value = value[step]  # type: ignore[index] # a number where it is a list
    return value


# --- gains that do nothing by themselves -------------------------------------------------------------------------

#: Tallies by the words of the survey for them.
WORDS: Final = {
    "etb": "ETB",
    "dies": "death triggers",
    "casts": "storm count",
    "sacrifices": "sacrifice triggers",
    "proliferates": "proliferate",
    "lifegain.p1": "lifegain triggers",
    "life gained.p1": "lifegain",
    "life lost.p2": "lifeloss",
    "damage.p2": "damage",
    "draws.p1": "card draw",
    "mills.p2": "mill",
}


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("combos/")])
def test_the_gains_that_do_nothing_by_themselves_are_those_that_the_survey_tells(name: str) -> None:
    claimed = {gain.at[1]: gain for gain in accepted(good(name)).gains if gain.at[0] < 0}
    position = load(yaml.dump(document(name)), name, CardBook.builtin())
    assert isinstance(position, Position)
    study = study_loop(position)
    assert isinstance(study, Study)
    told = {gain.what: gain.given.alone for gain in gains(study.part.loop, position.proposer)}
    nothing = {each.words for each in ALONE_NOTHING}
    for key, words in WORDS.items():
        if key in claimed:
            assert claimed[key].alone == (words not in nothing), key
            assert told.get(words, claimed[key].alone) == claimed[key].alone, key


def test_it_is_told_that_a_gain_does_nothing_by_itself() -> None:
    found = accepted(good("combos/gond-alarm"))
    assert "gains: infinite etb (nothing by itself)" in check_lines(found)
    assert 'gains: infinite tokens."Elf Warrior"' in check_lines(found)
    assert all(gain.alone for gain in found.gains if gain.at[0] >= 0)


@pytest.mark.parametrize("name", NAMES)
def test_saying_otherwise_of_a_gain_is_rejected(name: str) -> None:
    value = json.loads(good(name))
    said = [gain["alone"] for gain in value["claim"]["gains"]]
    assert set(said) == {True, False}
    for i, alone_ in enumerate(said):
        assert rejected(value, ("claim", "gains", i, "alone"), not alone_) == "certificate-gains"


def test_what_a_comparison_reads_does_something() -> None:
    slots = [[-1, "etb"], [-1, "dies"], [-1, "casts"]]
    read = written_gains.used_in(
        {"slots": slots, "guards": [{"poly": [["1", [0]]]}], "update": [[["1", [0]]], [["1", [1]], ["1", [2]]], []]}
    )
    assert read == {(-1, "etb"), (-1, "casts")}
    assert [written_gains._alone((-1, name), read) for name in ("etb", "dies", "casts", "dies.Bear")] == [
        True,
        False,
        True,
        False,
    ]


# --- what the start needs ----------------------------------------------------------------------------------------


def told(text: str) -> list[tuple[str, str, str]]:
    """The needs of a certificate: the card, what of it, and how much."""
    value = json.loads(text)
    rows = value["start"]["rows"]
    names = [row["class"].get("proto", {}).get("name", row["class"]["kind"]) for row in rows]
    return [(names[need["row"]], need["what"], need["least"]) for need in value["claim"]["needs"]]


NEEDS: Final = {
    "basalt-power-artifact": [  # without Power Artifact it goes on, and gains nothing
        ("Basalt Monolith", "n", "1"),
        ("Basalt Monolith", "not tapped", ""),
        ("Power Artifact", "n", "1"),
    ],
    "combos/gond-alarm": [
        ("Grizzly Bears", "n", "1"),
        ("Grizzly Bears", "not sick", ""),
        ("Grizzly Bears", "not tapped", ""),
        ("Presence of Gond", "n", "1"),
        ("Intruder Alarm", "n", "1"),
    ],
    "combos/thune-feeder": [
        ("Archangel of Thune", "n", "1"),
        ("Spike Feeder", "n", "1"),
        ("Spike Feeder", "counter.+1/+1", "2"),
    ],
    "bond-blood": [("Sanguine Bond", "n", "1"), ("Exquisite Blood", "n", "1")],
}


@pytest.mark.parametrize("name", NEEDS)
def test_what_is_needed_of_the_start(name: str) -> None:
    assert told(good(name)) == NEEDS[name]
    accepted(good(name))


CARDS: Final = {
    "Payer": ("Artifact", "{G}{G}: Add {G}{G}{G}."),
    "Bear": ("Creature — Bear", "Vigilance"),
}


def paying(board: str, pool: str, tmp_path: FilePath) -> str:
    """The certificate of an artifact that is paid for with mana that it makes, begun with some in the pool."""
    size = {"power": "2", "toughness": "2", "mana_cost": "{1}"}
    facts = [{"name": n, "type_line": kind, "oracle_text": t, **size} for n, (kind, t) in CARDS.items()]
    (tmp_path / "cards.jsonl").write_text("".join(json.dumps(row) + "\n" for row in facts), encoding="utf-8")
    book = CardBook.with_files([tmp_path / "cards.jsonl"])
    assert isinstance(book, CardBook)
    text = f"format: position/1\nplayers:\n  p1:\n    mana: {pool}\n    battlefield: [{board}]\n  p2: {{}}\n"
    position = load(text + "script: |\n  repeat 5:\n    activate Payer\n", "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    made = certify_plainly(study.part.loop)
    assert isinstance(made, str), made
    fits(made)
    return made


def test_bystanders_are_not_needed_and_mana_is_as_far_as_it_is_paid(tmp_path: FilePath) -> None:
    text = paying("Payer, Bear", "{G: 5}", tmp_path)
    assert sorted(told(text)) == [("Payer", "n", "1"), ("player", "mana.G", "2")]
    found = accepted(text)
    assert found.needs is not None
    assert any(line.startswith("needs: 2 mana.G of p1 (row 1)") for line in check_lines(found))
    value = json.loads(text)
    bear = next(
        i for i, row in enumerate(value["start"]["rows"]) if row["class"].get("proto", {}).get("name") == "Bear"
    )
    more = sorted([*value["claim"]["needs"], {"row": bear, "what": "n", "least": "1"}], key=lambda need: need["row"])
    assert rejected(value, ("claim", "needs"), more) == "certificate-needs"
    at = next(i for i, need in enumerate(value["claim"]["needs"]) if need["what"] == "mana.G")
    for least in ("1", "3", "5", "6", "9" * 5_000):
        assert rejected(value, ("claim", "needs", at, "least"), least) == "certificate-needs"


@pytest.mark.slow("checks many changed certificates")
@pytest.mark.parametrize("name", NEEDS)
def test_every_change_of_what_is_needed_is_rejected(name: str) -> None:
    """Thirty of them, others in each run; each need that is left out."""
    value = json.loads(good(name))
    claim = value["claim"]["needs"]
    codes = set()
    for path, _, instead in drawn_changes(all_changes({"needs": claim}), 30, "needs", name):
        codes.add(rejected(value, ("claim", *path), instead))
    assert "certificate-needs" in codes and codes <= {"certificate-needs", "certificate-form"}
    for i in range(len(claim)):
        assert rejected(value, ("claim", "needs"), claim[:i] + claim[i + 1 :]) == "certificate-needs"
    assert rejected(value, ("claim", "needs"), []) == "certificate-needs"
    assert isinstance(check(with_change(value, ("claim", "needs"), "unknown")), Accepted)  # which says less


def test_without_one_of_the_needs_the_same_choices_are_no_certificate() -> None:
    """The needs of an example, against the whole checker: a certificate whose start has one of them less is rejected."""
    value = json.loads(good("combos/guard-gond"))
    turned = 0
    for need in value["claim"]["needs"]:
        row = value["start"]["rows"][need["row"]]
        if need["what"].startswith("not "):
            instead = row["class"] | {need["what"].removeprefix("not "): True}
            at = ("start", "rows", need["row"], "class")
            assert rejected(value, at, instead) in {"certificate-base", "certificate-step"}
            turned += 1
        else:
            assert (need["what"], row["n"]) == ("n", "1")
    assert turned == 2


def test_nothing_is_told_of_rounds_done_at_once_and_of_what_is_joined() -> None:
    text = certify_plainly(find_loop(*block_of_triggers("300")))
    assert isinstance(text, str)
    for made in (text, good("cathars-crusade")):
        value = json.loads(made)
        assert value["claim"]["needs"] == "unknown"
        assert "needs: nothing is said of them" in check_lines(accepted(made))
        assert rejected(value, ("claim", "needs"), []) == "certificate-needs"


def test_what_takes_too_long_to_find_out_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    value = json.loads(good("combos/gond-alarm"))
    monkeypatch.setattr(needs, "BUDGET", 5)
    parts = (state_from_json(value["start"]), value["chain"], value["end"], value["claim"]["gains"])
    assert needs.needs(*parts) == "unknown"
    monkeypatch.setattr(checked_needs, "CHOICE_BUDGET", 5)
    found = check(canonical(value))
    assert isinstance(found, Accepted) or found.code == "certificate-budget"


def test_the_checker_plays_as_much_as_the_writer() -> None:
    assert needs.BUDGET == checked_needs.CHOICE_BUDGET
    assert 2 * needs.WORK_BUDGET < WORK_BUDGET


# --- the options -------------------------------------------------------------------------------------------------

OPTIONS: Final = ("chain", 1, "choices", "options")


def test_the_options_at_each_place_are_written() -> None:
    value = json.loads(good("combos/gond-alarm"))
    choices = put_in(OPTIONS[:-1], value)
    assert len(choices["options"]["places"]) == len(choices["roles"])
    verbs = {option["verb"] for shape in choices["options"]["shapes"] for option in shape}
    assert {"pass", "activate"} <= verbs


@pytest.mark.slow("every field of a certificate is changed")
@pytest.mark.parametrize("name", NAMES)
def test_every_change_of_the_options_is_rejected(name: str) -> None:
    """Forty of them, others in each run."""
    value = json.loads(good(name))
    options = put_in(OPTIONS, value)
    changes = drawn_changes(all_changes({"options": options}), 40, "options", name)
    codes = [rejected(value, (*OPTIONS[:-1], *path), instead) for path, _, instead in changes]
    assert set(codes) <= {"certificate-choices", "certificate-form"}
    assert codes.count("certificate-choices") > len(codes) / 3
