"""Certificates: what the solver writes is accepted by a checker that shares no code with it, and nothing else is."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest
import yaml

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.certify.certificate import certify_once
from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import PRINTED_BUDGET, canonical
from reiterate.check import form
from reiterate.check.arithmetic import Form
from reiterate.check.certificate import check
from reiterate.check.huge import Huge
from reiterate.loops.loop import find_loop, jump
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, parse_script
from reiterate.state.model import State
from reiterate.worth.gains import gains
from tests.certify.certified import (
    accepted,
    block_of_triggers,
    certified,
    fits,
    segments,
    swarm,
)
from tests.certify.near_misses import FILES, document, good
from tests.check.mutants import all_changes, drawn_changes, with_change
from tests.support.as_shown import check_lines
from tests.support.command_line import apart, reiterate
from tests.support.dice import dice
from tests.support.files import ROOT
from tests.support.generated_loops import CREATURE, KINDS, Made, engine, made
from tests.support.loop_cases import CASES, Case
from tests.support.trees import nodes_of

EXAMPLES: Final = sorted([*(ROOT / "examples").glob("*.yaml"), *(ROOT / "examples" / "combos").glob("*.yaml")])


def written(study: Study) -> str:
    """The certificate of a loop; fails where it is refused."""
    text = certify_plainly(study.part.loop)
    assert isinstance(text, str), text
    return text


# --- good certificates -------------------------------------------------------------------------------------------


@pytest.mark.slow("certifies every example")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_example_that_is_a_loop_is_certified_and_accepted(example: Path) -> None:
    position = load_file(example, CardBook.builtin())
    assert isinstance(position, Position)
    study = study_loop(position)
    if isinstance(study, Refusal):
        assert (example.stem, study.code) == ("go", "no-loop")
        return
    found = accepted(written(study))
    loop = study.part.loop
    assert found.endless == loop.endless
    if loop.end is not None:
        assert int(found.iterations) == loop.end.iteration - 1
        assert found.end == (
            "unread" if loop.end.refusal and loop.end.refusal.code == "no-such-object" else loop.end.kind
        )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_boards_of_loops_are_accepted(case: Case) -> None:
    text = certify_plainly(case.loop())
    assert isinstance(text, str), text
    assert accepted(text).endless == (not case.name.startswith("bond"))


WORDS: Final = {
    "Doubler": "{0}: Create a 1/1 green Elf Warrior creature token for each creature you control.",
    "Lifer": "{0}: You gain life equal to your life total.",
    "Squares": "{0}: You gain life equal to the number of creatures you control.\n"
    "{0}: Create a 1/1 green Elf Warrior creature token.",
    "Loser": "{0}: Target opponent loses life equal to the number of creatures you control.",
}


@pytest.mark.parametrize(
    ("lines", "life", "end"),
    [
        ("activate Doubler\nall pass", "20", "endless"),
        ("activate Lifer\nall pass", "20", "endless"),
        ("activate Squares: #1\nall pass\nactivate Squares: #2\nall pass", "20", "endless"),
        ("activate Loser targeting p2\nall pass\nactivate Squares: #2\nall pass", "10^50", "over"),
        ("activate Loser targeting p2\nall pass\nactivate Doubler\nall pass", "10^50", "over"),
    ],
)
def test_doubling_and_squares_are_accepted(lines: str, life: str, end: str, tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in WORDS.items()]
    cards.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    book = CardBook.with_files([cards])
    assert isinstance(book, CardBook)
    script = "".join(f"    {line}\n" for line in lines.splitlines())
    board = "".join(f"      - {name}\n" for name in [*WORDS, "Grizzly Bears"])
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield:\n{board}  p2: {{life: {life}}}\n"
    position = load(f"{text}script: |\n  repeat 10:\n{script}", "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    assert accepted(written(study)).end == end


@pytest.mark.slow("a process for each seed")
def test_the_same_text_for_any_hash_seed(tmp_path: Path) -> None:
    texts = set()
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.json"
        words = ["certify", "examples/combos/yawgmoth-messengers.yaml", "-o", str(file)]
        assert apart(*words, PYTHONHASHSEED=seed).returncode == 0
        texts.add(file.read_text("utf-8"))
    assert len(texts) == 1
    assert canonical(json.loads(texts.copy().pop())) in texts


# --- the command line --------------------------------------------------------------------------------------------


def test_exit_codes_of_certify_and_check(tmp_path: Path) -> None:
    file = tmp_path / "cert.json"
    done = reiterate("certify", "examples/combos/niv-curiosity.yaml", "-o", str(file))
    assert done.returncode == 0, done.stderr
    done = reiterate("check", str(file))
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "accepted")
    assert "10^100 whole iterations" in done.stdout
    assert json.loads(reiterate("check", str(file), "--json").stdout)["certificate"]["accepted"] is True
    text = file.read_text("utf-8")
    longer = json.loads(text)
    longer["chain"][1]["periods"] += "0"
    file.write_text(canonical(longer), encoding="utf-8")
    done = reiterate("check", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["refusals"][0]["code"]) == (1, "certificate-guards")
    file.write_text(text.replace(",", ", ", 1), encoding="utf-8")
    done = reiterate("check", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["refusals"][0]["code"]) == (2, "certificate-form")
    assert reiterate("check", str(tmp_path / "nothing")).returncode == 2
    assert reiterate("certify", "examples/go.yaml", "-o", str(file)).returncode == 2


# --- independence ------------------------------------------------------------------------------------------------

SHARED_AMOUNTS: Final = {"decimal_text", "digits_text", "parse_quantity", "plain", "Outside", "Differing", "differ"}


def test_the_checker_brings_its_own_numbers() -> None:
    folder = ROOT / "src" / "reiterate" / "check"
    for path in sorted(folder.glob("*.py")):
        for node in nodes_of(path.read_text("utf-8")):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reiterate.amounts"):
                assert {alias.name for alias in node.names} <= SHARED_AMOUNTS, path.name
    assert len((folder / "arithmetic.py").read_text("utf-8").splitlines()) < 300


def test_the_checker_loads_no_solver() -> None:
    code = "import sys, reiterate.check.certificate; print([m for m in sys.modules if 'loops' in m or 'script' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "reiterate." not in done.stdout


# --- kinds of growth ---------------------------------------------------------------------------------------------


#: Kinds of which some loops have no certificate, and why: a power of the number of rounds.
UNWRITTEN: Final = {"multiplying rounds": "certificate-growth"}


@pytest.mark.slow("some generated loops of every kind")
@pytest.mark.parametrize("kind", KINDS)
def test_generated_loops_of_every_kind_are_accepted(kind: str) -> None:
    assert kind_is_accepted(kind, dice(kind).sample(range(6), 2)) == 2 or kind in UNWRITTEN


@pytest.mark.soak
def test_all_generated_loops_of_every_kind_are_accepted() -> None:
    assert all(kind_is_accepted(kind, range(12)) >= 5 for kind in KINDS)


def kind_is_accepted(kind: str, numbers: Sequence[int]) -> int:
    """How many of these loops of a kind have a certificate: all are accepted, and written as its kind is."""
    powers = blocks = runs = written = 0
    for number in numbers:
        start, reader = made(kind, number).loop()
        loop = find_loop(start, reader)
        text = certify_plainly(loop)
        if isinstance(text, Refusal):
            assert text.code == UNWRITTEN.get(kind), (kind, number, text)
            continue
        written += 1
        found = accepted(text)
        assert found.endless == loop.endless or loop.extend(None) is None
        powers += any(segment["closed"] == "powers" for segment in segments(text))
        blocks += '"block"' in text
        runs += any("joined" in segment for segment in segments(text))
        fits(text)
    assert (powers > 0) == (kind == "fibonacci")
    assert (blocks > 0) == (kind == "inner")
    assert (runs > 0) == (kind == "progression")
    return written


@pytest.mark.slow("certifies every example")
@pytest.mark.parametrize("name", FILES)
def test_certificates_follow_their_schema(name: str) -> None:
    fits(good(name))


@pytest.mark.parametrize("life", ["300", "301", "10^50"])
def test_an_end_inside_a_block_of_very_many_triggers(life: str) -> None:
    start, reader = block_of_triggers(life)
    loop = find_loop(start, reader)
    text = certified(start, reader)
    found = accepted(text)
    assert loop.extend(None) is None
    assert loop.end is not None
    assert (found.end, found.outcome, int(found.iterations)) == ("over", "p1_wins", loop.end.iteration - 1)
    assert json.loads(text)["end"]["choice"] == str(loop.end.choice)
    deeds = segments(text)[0]["iterations"][0]
    assert [("block" in deed) for deed in deeds].count(True) == 1


def test_changes_of_a_lemma_are_rejected_by_name() -> None:
    value = json.loads(certified(*block_of_triggers("10^50")))
    deeds = next(piece for piece in value["chain"] if piece["kind"] == "segment")["iterations"][0]
    at = next(i for i, deed in enumerate(deeds) if "block" in deed)
    named: Counter[str] = Counter()
    lemma = deeds[at]
    every = all_changes(lemma)
    rounds = [
        change for change in every if change[0][0] == "rounds"
    ]  # of all fields, only this one is held against the guards
    for path, what, instead in [*rounds, *drawn_changes(every, 120, "lemma")]:
        deeds[at] = json.loads(with_change(lemma, path, instead))
        found = check(canonical(value))
        assert isinstance(found, Refusal), (path, what)
        named[found.code] += 1
    assert {f"certificate-{name}" for name in ("step", "closed", "guards")} <= set(named), named
    deeds[at] = {**lemma, "rounds": "5"}
    assert isinstance(check(canonical(value)), Refusal)


def test_a_system_without_closed_forms_is_proved_by_powers() -> None:
    start, reader = made("fibonacci", 0).loop()
    text = certified(start, reader)
    value = json.loads(text)
    segment = next(piece for piece in value["chain"] if piece["kind"] == "segment")
    assert segment["closed"] == "powers"
    assert accepted(text).endless
    segment["update"][0] = [["-1", []], *segment["update"][0]]
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code == "certificate-step"


# --- numbers beyond writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("life", ["300", "10^100", "10^9000"])
def test_what_is_behind_a_segment_of_doublings_is_checked_on_formulas(life: str) -> None:
    text = certified(*swarm(life))
    found = accepted(text)
    tokens = next(gain for gain in found.gains if gain.at[1] == "tokens.Insect")
    exponent = "300" if life == "300" else life
    if life == "300":
        assert tokens.most == 2**300 - 1
    else:
        assert isinstance(tokens.most, Huge) and tokens.most.text() == f"2^({exponent}) - 1"
    value = json.loads(text)
    gain = next(gain for gain in value["claim"]["gains"] if gain["amount"][1] == "tokens.Insect")
    if isinstance(gain["most"], list):
        gain["most"][0][0] = "-2"
        refused = check(canonical(value))
        assert isinstance(refused, Refusal)
        assert refused.code == "certificate-gains"


def test_a_start_with_amounts_beyond_writing() -> None:
    start, reader = swarm("10^40")
    state = jump(find_loop(start, reader), 10**30)
    assert isinstance(state, State)
    nodes = parse_script("activate engine: #2\nall pass")
    assert not isinstance(nodes, Refusal)
    text = certified(state, BodyReader(nodes))
    found = accepted(text)
    assert int(found.iterations) == 10**40 - 10**30 - 1 or found.end == "over"
    value = json.loads(text)
    assert any(isinstance(amount, list) for amount in value["start"]["tally"].values())


# --- what is claimed of gains and choices ------------------------------------------------------------------------


def test_gains_are_claimed_with_their_change_or_their_exact_maximum() -> None:
    found = accepted(good("combos/gond-alarm"))
    etb = next(gain for gain in found.gains if gain.at == (-1, "etb"))
    assert (etb.size, etb.most) == ("infinite", None)
    assert etb.change == Form({(1, 0): Fraction(1)})
    assert "gains: infinite etb (nothing by itself)" in check_lines(found)
    ended = accepted(good("combos/painter-grindstone"))
    assert {gain.at[1]: gain.most for gain in ended.gains}["mills.p2"] == 10**100 - 2
    assert all(gain.size == "near-infinite" for gain in ended.gains)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("combos/")])
def test_the_gains_claimed_are_those_that_the_survey_tells(name: str) -> None:
    """Two programs and one list: what the survey calls infinite is claimed, with the same maximum."""
    position = load(yaml.dump(document(name)), name, CardBook.builtin())
    assert isinstance(position, Position)
    study = study_loop(position)
    assert isinstance(study, Study)
    told = {gain.what: gain.most for gain in gains(study.part.loop, position.proposer)}
    claimed = {gain.at[1]: gain.most for gain in accepted(good(name)).gains}
    for what, key in (("ETB", "etb"), ("death triggers", "dies"), ("card draw", "draws.p1"), ("mill", "mills.p2")):
        if what in told:
            assert claimed[key] == told[what], what
        else:
            assert key not in claimed or key == "etb"


def test_choices_are_claimed_with_their_bound() -> None:
    niv = accepted(good("combos/niv-curiosity")).choosing[0]
    assert niv is not None and niv.until is None
    assert "acts" not in niv.roles and set(niv.roles) <= {"passes", "only answer", "unknown"}
    gond = accepted(good("combos/gond-alarm")).choosing[0]
    assert gond is not None and gond.roles.count("acts") == 1


@pytest.mark.parametrize(("mana", "until"), [("10", 9), ("7", 6)])
def test_an_action_that_becomes_possible_later_bounds_what_is_said(mana: str, until: int, tmp_path: Path) -> None:
    rows = {
        "Maker": "{0}: Add {C}.",
        "Waiter": f"{{{mana}}}: Draw a card.",
    }
    facts = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in rows.items()]
    (tmp_path / "cards.jsonl").write_text("".join(json.dumps(row) + "\n" for row in facts), encoding="utf-8")
    book = CardBook.with_files([tmp_path / "cards.jsonl"])
    assert isinstance(book, CardBook)
    text = "format: position/1\nplayers:\n  p1:\n    battlefield: [Maker, Waiter]\n  p2: {}\n"
    position = load(text + "script: |\n  repeat 5:\n    activate Maker\n", "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    cert = written(study)
    plain = sum(len(piece["iterations"]) for piece in json.loads(cert)["chain"] if piece["kind"] == "plain")
    found = accepted(cert).choosing[0]
    assert found is not None and found.until is not None
    assert found.until + plain - 1 in (until, until + 1)
    for other in (found.until - 1, found.until + 1):
        value = json.loads(cert)
        next(p for p in value["chain"] if p["kind"] == "segment")["choices"]["until"] = str(other)
        refused = check(canonical(value))
        assert isinstance(refused, Refusal)
        assert refused.code == "certificate-choices"


# --- ends and one shots ------------------------------------------------------------------------------------------


def test_a_chain_that_leaves_its_shapes_is_proved_to() -> None:
    text = good("two-loops")
    value = json.loads(text)
    assert (value["end"]["kind"], value["end"]["left"]) == ("unread", True)
    assert accepted(text).left
    assert "it stops there: the position has left the shapes of the loop" in check_lines(accepted(text))
    value["end"]["left"] = False
    refused = check(canonical(value))
    assert isinstance(refused, Refusal)
    assert refused.code == "certificate-after"


def once(abilities: tuple[str, ...], body: list[str], life: str = "20", entries: tuple[str, ...] = ()) -> str:
    board = Made("once", "once", lives=["20", life], entries=[list(entries), []])
    engine(board, *abilities)
    board.body = body
    text = certify_once(*board.loop())
    assert isinstance(text, str), text
    fits(text)
    return text


def test_a_combo_that_is_done_once_has_a_certificate_of_its_own_kind() -> None:
    text = once(("Each opponent loses 7 life.",), ["activate engine", "all pass"])
    found = accepted(text)
    assert (found.kind, found.end, found.endless, len(found.segments)) == ("once", "done", False, 0)
    assert {gain.at[1]: gain.most for gain in found.gains}["life lost.p2"] == 7
    assert check_lines(found)[0] == "accepted: what is done once is legal"
    gain = ("claim", "gains", 0)
    for path, instead, obligation in (
        ((*gain, "most"), "8", "gains"),
        (("claim", "iterations"), "2", "after"),
        (("claim", "kind"), "loop", "base"),
        (("chain", 0, "iterations", 0), json.loads(text)["chain"][0]["iterations"][0][:-1], "gains"),
    ):
        refused = check(with_change(json.loads(text), path, instead))
        assert isinstance(refused, Refusal)
        assert refused.code == f"certificate-{obligation}", refused


def test_a_combo_that_wins_at_once() -> None:
    found = accepted(once(("Each opponent loses 7 life.",), ["activate engine", "all pass"], "7"))
    assert (found.kind, found.end, found.outcome) == ("once", "over", "p1_wins")
    assert "it stops there: the game is over (p1_wins)" in check_lines(found)


def test_a_repeated_script_that_wins_before_anything_recurs() -> None:
    board = Made("once", "once", lives=["20", "7"], entries=[[], []])
    engine(board, "Each opponent loses 7 life.")
    board.body = ["activate engine", "all pass"]
    found = accepted(certified(*board.loop()))
    assert (found.kind, found.end, found.iterations) == ("once", "over", "1")


@pytest.mark.parametrize("digits", [10, 40, PRINTED_BUDGET])
def test_long_printed_numbers_can_be_read(digits: int) -> None:
    for text in (f"You gain {'7' * digits} life.", f"Create a {'7' * digits}/1 green Elf Warrior creature token."):
        board = Made("printed", "printed", lives=["20", "20"], entries=[[], []])
        engine(board, text)
        board.acts = ["activate engine"]
        found = certified(*board.loop())
        assert accepted(found).endless
        assert "7" * digits in found
        fits(found)
        changed = check(found.replace("7" * digits, "7" * (digits - 1) + "8"))
        assert isinstance(changed, Refusal)
        assert changed.code == "certificate-base"  # the digest of the cards


@pytest.mark.parametrize("digits", [PRINTED_BUDGET + 1, 4_300])
def test_numbers_too_long_to_print_are_refused_by_name(digits: int) -> None:
    board = Made("printed", "printed", lives=["20", "20"], entries=[[], []])
    engine(board, f"You gain {'7' * digits} life.")
    board.body = ["activate engine", "all pass"]
    start, reader = board.loop()
    for found in (certify_plainly(find_loop(start, reader)), certify_once(start, reader)):
        assert isinstance(found, Refusal)
        assert found.code == "certificate-printed"


def test_maker_and_checker_agree_on_printed_numbers() -> None:
    assert form.PRINTED_BUDGET == PRINTED_BUDGET


def test_very_many_equal_events_once() -> None:
    warden = ("Test Warden", CREATURE, "Whenever another creature enters, you gain 1 life.")
    board = Made(
        "events", "events", cards=[warden], lives=["20", "20"], entries=[["{card: Test Warden, count: 10^30}"], []]
    )
    engine(board, "Create a 1/1 green Elf Warrior creature token.")
    board.body = ["activate engine", "all pass", "for each trigger:", "  all pass"]
    text = certify_once(*board.loop())
    assert isinstance(text, str), text
    found = accepted(text)
    assert '"block"' in text and found.kind == "once"
    assert {gain.at[1]: gain.most for gain in found.gains}["life gained.p1"] == 10**30


def test_what_is_not_legal_has_no_certificate() -> None:
    board = Made("once", "once", lives=["20", "20"], entries=[[], []])
    engine(board, "Each opponent loses 7 life.")
    board.body = ["activate engine", "all pass", "all pass"]
    refused = certify_once(*board.loop())
    assert isinstance(refused, Refusal)
    assert refused.code == "empty-stack"
