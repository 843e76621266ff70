"""What ``reiterate loop`` says of the kind of a loop is true: who keeps it up, why it is a draw, what could be done."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from reiterate.ask.session import Result, Study, run_position, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import ENDS, Kind
from reiterate.refusals import Refusal
from reiterate.script.position import load
from reiterate.worth.gains import worth
from tests.support.as_shown import gain_lines, gains_json, kind_json, kind_lines, loop_json, loop_lines, report_lines

OWN: Final = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Watchful Wheel": "Whenever an opponent gains life, you may have Watchful Wheel lose flying until end of turn.",
    "Leech": "Whenever an opponent gains life, you may lose 1 life.",
    "Turner": "{0}: Untap Turner.",
    "Two Colors": "You gain 1 life.",
    "Great Blaze": "Great Blaze deals X damage to any target.",
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    rows[-2] |= {"type_line": "Instant", "mana_cost": "{U}{R}"}
    rows[-1] |= {"type_line": "Sorcery", "mana_cost": "{X}{R}"}
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def studied(mine: str, theirs: str, script: str) -> Study:
    text = f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\nscript: |\n" + "".join(
        f"  {line}\n" for line in script.split("; ")
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), (position, text)
    found = study_loop(position)
    assert isinstance(found, Study), found
    return found


def kind(mine: str, theirs: str, script: str) -> Kind:
    found = kind_of(studied(mine, theirs, script).part.loop)
    assert isinstance(found, Kind), found
    return found


CHIMES: Final = "activate Spark; all pass; repeat 5:;   all pass"
ASKED: Final = CHIMES + ";   p2: yes;   all pass"


def draw_line(found: Kind) -> str:
    return next(line for line in kind_lines(found) if line.startswith("draw:"))


def test_104_4b_only_mandatory_actions_where_nothing_is_asked() -> None:
    found = kind("battlefield: [Spark, Chime]", "battlefield: []", CHIMES)
    assert draw_line(found).startswith("draw: yes: only mandatory actions, and nobody could")


def test_104_4b_where_something_is_asked_it_goes_on_whatever_is_answered() -> None:
    found = kind("battlefield: [Spark, Chime]", "battlefield: [Watchful Wheel]", ASKED)
    assert found.draw == "yes"
    assert draw_line(found).startswith("draw: yes: it goes on whatever is answered, and nobody could")


def test_the_scripts_own_answer_is_no_witness() -> None:
    """p2 loses a life by each "yes" and is dead at the twentieth: no other answer of theirs would end the loop."""
    found = kind("battlefield: [Spark, Chime]", "battlefield: [Leech]", ASKED)
    assert found.keepers == () and found.ending.when == "at"
    assert [s.role for s in found.statements if s.seat == 1 and s.role == ENDS] == [ENDS]
    said = [line for line in kind_lines(found) if "ends it, as it is answered" in line]
    assert len(said) == 1 and "iteration 20" in said[0]
    data = kind_json(found)
    assert data["kept_up_by"] == "nobody" and data["draw"] == "no"


def test_who_could_have_left_still_keeps_it_up() -> None:
    """Guard and Gond against a Suture Priest: p1 acts; p2's answer takes life and never stops p1 but at the end."""
    found = kind(
        "battlefield: [{card: Midnight Guard, label: g}, {card: Presence of Gond, attached to: g}]",
        "battlefield: [Suture Priest]",
        "repeat 5:;   activate g;   all pass;   all pass;   p2: yes;   all pass",
    )
    assert found.keepers == (0,)
    assert found.unknown == ""


# --- what an iteration changes, and what it gains ------------------------------------------------------------------


def test_104_4b_a_draw_gains_nothing() -> None:
    study = studied("battlefield: [Spark, Chime]", "battlefield: []", CHIMES)
    found = kind_of(study.part.loop)
    assert isinstance(found, Kind) and found.draw == "yes"
    assert gain_lines(worth(study.part.loop, 0, found)) == ["nothing, the game is a draw"]
    assert gains_json(worth(study.part.loop, 0, found)) == []


def test_who_could_end_a_draw_has_its_gains_till_then() -> None:
    study = studied("battlefield: [Spark, Spark, Chime, Soul Warden]", "battlefield: []", CHIMES)
    found = kind_of(study.part.loop)
    assert isinstance(found, Kind) and found.draw == "if everybody declines to act"
    assert any("lifegain" in line for line in gain_lines(worth(study.part.loop, 0, found)))


def changed(mine: str, script: str) -> tuple[list[str], dict[str, object]]:
    study = studied(mine, "battlefield: []", script)
    lines = loop_lines(study)
    at = next(i for i, line in enumerate(lines) if " changes" in line)
    table = lines[at : lines.index("", at)]
    width = len(table[1].split()[0]) if len(table) > 1 else 100  # the line below its head; the counts stand beside
    told = [" ".join(line[:width].split()) for line in table]
    return [line for line in told if line and "─" not in line], loop_json(study)


MONOLITH: Final = "activate Grim Monolith: add; activate Grim Monolith: untap; all pass"


def test_mana_that_is_made_and_spent_is_no_change() -> None:
    mine = 'battlefield: [Grim Monolith, "Zirda, the Dawnwaker"], mana: {C: 2}'
    lines, data = changed(mine, "repeat 5:;   " + MONOLITH.replace("; ", ";   "))
    assert lines == ["each iteration changes", "{C} in the pool of p1 +1"]
    assert data["net"] == {"p1.mana.C": "1"}
    counts = data["per_iteration"]
    assert isinstance(counts, dict) and counts["mana.C"] == "3"


def test_tokens_sizes_and_what_stays_tapped_are_changes() -> None:
    mine = "battlefield: [{card: Midnight Guard, label: g}, {card: Presence of Gond, attached to: g}]"
    lines, data = changed(mine, "repeat 5:;   activate g;   all pass;   all pass")
    wanted = {f"p1.tokens.Elf Warrior{what}": "1" for what in ("", ".power", ".toughness")}
    assert data["net"] == wanted
    assert lines[0] == "each iteration changes" and len(lines) == 4


def test_a_position_that_comes_back_changes_nothing() -> None:
    lines, data = changed("battlefield: [Turner]", "repeat 5:;   activate Turner;   all pass")
    assert lines == ["each iteration changes nothing: the position repeats"]
    assert data["net"] == {}


# --- amounts too long to write ----------------------------------------------------------------------------------------


def test_an_x_too_long_to_write_is_a_formula_and_reads_back() -> None:
    text = (
        "format: position/1\nplayers:\n  p1: {hand: [Great Blaze], mana: {C: 10^5000, R: 1}}\n  p2: {}\n"
        "script: |\n  cast Great Blaze targeting p2 with X = 10^4999 paying 10^4999 {C} and {R}\n  all pass\n"
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), position
    found = run_position(position)
    assert isinstance(found, Result), found
    said = [line for line in report_lines(found) if "with X" in line]
    assert said and all("10^4999" in line and "{'" not in line for line in said)
    assert any("1.  p1: cast Great Blaze targeting p2 paying 10^4999 {C} and 1 {R} with X = 10^4999" in x for x in said)


def test_118_3_a_cost_too_long_to_write_is_refused_in_words() -> None:
    text = (
        "format: position/1\nplayers:\n  p1: {hand: [Great Blaze], mana: {C: 10^5000, R: 9}}\n  p2: {}\n"
        "script: |\n  cast Great Blaze targeting p2 with X = 10^4999\n"
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), position
    found = run_position(position)
    assert isinstance(found, Refusal) and found.code == "payment-ambiguous"
    assert found.expected == "paying ... that adds up to {10^4999}{R}"


# --- what could be done ------------------------------------------------------------------------------------------------


def could(theirs: str) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """What p2 could do while p1 makes Elves, in words, and what their mana would pay for."""
    mine = "battlefield: [{card: Midnight Guard, label: g}, {card: Presence of Gond, attached to: g}]"
    found = kind(mine, theirs, "repeat 5:;   activate g;   all pass;   all pass")
    lines = [
        line.partition(": ")[2] for line in kind_lines(found) if line.startswith("could act outside the loop: p2: ")
    ]
    return lines, {p.what: p.pays_for for p in found.could_act}


def test_a_land_is_told_with_the_spell_that_it_pays_for() -> None:
    lines, paid = could("battlefield: [Mountain], hand: [Lightning Bolt]")
    assert lines == ["p2: activate Mountain: {T}: Add {R}, which would pay for: cast Lightning Bolt"]
    assert paid == {"activate Mountain: {T}: Add {R}": ("cast Lightning Bolt",)}


def test_two_lands_pay_together_and_a_third_has_no_part_in_it() -> None:
    _, paid = could("battlefield: [Mountain, Island, Forest], hand: [Lightning Bolt, Two Colors]")
    assert paid["activate Mountain: {T}: Add {R}"] == ("cast Lightning Bolt", "cast Two Colors")
    assert paid["activate Island: {T}: Add {U}"] == ("cast Two Colors",)
    assert paid["activate Forest: {T}: Add {G}"] == ()


def test_what_can_be_cast_from_the_pool_is_not_said_of_a_land() -> None:
    lines, paid = could("mana: {R: 1}, battlefield: [Mountain], hand: [Lightning Bolt]")
    assert "p2: cast Lightning Bolt" in lines
    assert paid["activate Mountain: {T}: Add {R}"] == ()


def test_what_may_not_be_cast_now_is_not_paid_for() -> None:
    """In p1's turn p2 casts no creature (307.1, 302.1)."""
    _, paid = could("battlefield: [Forest, Sol Ring], hand: [Grizzly Bears]")
    assert set(paid.values()) == {()}
