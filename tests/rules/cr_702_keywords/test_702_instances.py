"""Keywords of which each instance counts: prowess (702.108b), toxic (702.164b), and who grants them (613.1f)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from reiterate.amounts import plain
from reiterate.loops.play import Played
from reiterate.script.position import Position, load
from reiterate.state.model import player
from reiterate.state.normal_form import normal
from reiterate.state.properties import EFFECT, POISON_COUNTERS
from reiterate.survey.script_of_play import play_lines
from tests.rule_boards.playing import book_of, differences
from tests.rule_boards.reading import Board, read_boards
from tests.support.shown import shows

_CARDS = """
- cards:
    Bear: {type: Creature — Bear, cost: "{1}{G}", size: 2/2}
    Mite: {type: Creature — Mite, cost: "{1}", size: 1/1, text: "Toxic 2"}
    Give: {type: Instant, cost: "{0}", text: "Target creature gains prowess until end of turn."}
    Spirit: {type: Instant, cost: "{0}", text: "Target creature gains undying until end of turn."}
    Taint: {type: Instant, cost: "{0}", text: "Target creature gains toxic 1 until end of turn."}
    Teach:
      type: Instant
      cost: "{0}"
      text: 'Target creature gains "Whenever this creature attacks, you gain 1 life" until end of turn.'
    Anthem: {type: Enchantment, cost: "{0}", text: "Creatures you control have prowess."}
    Paean: {type: Enchantment, cost: "{0}", text: "Creatures you control have prowess."}
    Flight: {type: Enchantment, cost: "{0}", text: "Creatures you control have flying."}
    Nil: {type: Instant, cost: "{0}", text: "You gain 1 life."}
    Shield: {type: Instant, cost: "{0}", text: "Prevent all combat damage that would be dealt this turn."}
    Immune: {type: Enchantment, cost: "{0}", text: "You can't get poison counters."}
"""


def _board(tmp_path: Path, text: str) -> Board:
    (tmp_path / "board.yaml").write_text(_CARDS + textwrap.dedent(text), encoding="utf-8")
    return read_boards(tmp_path)[0]


def _row(title: str, p1: str, script: str, expect: str, p2: str = "{}") -> str:
    lines = "".join(f"    {line.strip()}\n" for line in script.split("/"))
    return f'- rule: "702"\n  title: {title}\n  players:\n    p1: {p1}\n    p2: {p2}\n  script: |\n{lines}  expect: {expect}\n'


_ATTACK = "all pass to declare attackers/attack with Mite/all pass to end of combat"
ROWS = (
    _row(
        "702.108b each of two abilities that grant prowess counts",
        "{battlefield: [Bear, Anthem, Paean], hand: [Nil]}",
        "cast Nil/resolve the stack",
        "{Bear.power: 4}",
    ),
    _row(
        "702.108b prowess that is printed and prowess that is gained",
        "{battlefield: [Bear, Anthem], hand: [Give, Nil]}",
        "cast Give targeting Bear/resolve the stack/cast Nil/resolve the stack",
        "{Bear.power: 5}",
    ),
    _row(
        "613.1f a group that grants prowess is refused",
        "{battlefield: [Bear, 2 Anthem], hand: [Nil]}",
        "cast Nil/resolve the stack",
        "{refused: rule-group-static}",
    ),
    _row(
        "702.9c a group that grants flying is not",
        "{battlefield: [Bear, 2 Flight], hand: [Nil]}",
        "cast Nil/resolve the stack",
        "{p1.life: 21}",
    ),
    _row(
        "702.108b prowess gained twice is refused",
        "{battlefield: [Bear], hand: [Give, Give]}",
        "cast Give targeting Bear/all pass/cast Give targeting Bear/resolve the stack",
        "{refused: rule-613.1f}",
    ),
    _row(
        "702.93 undying gained twice is refused",
        "{battlefield: [Bear], hand: [Spirit, Spirit]}",
        "cast Spirit targeting Bear/all pass/cast Spirit targeting Bear/all pass",
        "{refused: rule-613.1f}",
    ),
    _row("702.164c poison beside the damage", "{battlefield: [Mite]}", _ATTACK, "{p2.poison: 2, p2.life: 19}"),
    _row(
        "702.164c each of a group gives its own",
        "{battlefield: [4 Mite]}",
        "all pass to declare attackers/attack with 4 Mite/all pass to end of combat",
        "{p2.poison: 8, p2.life: 16}",
    ),
    _row(
        "702.164c five of them are ten counters",
        "{battlefield: [5 Mite]}",
        "all pass to declare attackers/attack with 5 Mite/all pass to end of combat",
        "{outcome: p1_wins}",
    ),
    _row(
        "702.164b the values of several instances are added",
        "{battlefield: [Mite], hand: [Taint, Taint]}",
        "cast Taint targeting Mite/all pass/cast Taint targeting Mite/all pass/" + _ATTACK,
        "{p2.poison: 4, p2.life: 19}",
    ),
    _row(
        "113.2c a triggered ability gained twice triggers twice",
        "{battlefield: [Bear], hand: [Teach, Teach]}",
        "cast Teach targeting Bear/all pass/cast Teach targeting Bear/all pass/all pass to declare attackers/attack with Bear/resolve the stack",
        "{p1.life: 22}",
    ),
    _row(
        "702.164c damage that is prevented gives none",
        "{battlefield: [Mite], hand: [Shield]}",
        "cast Shield/all pass/" + _ATTACK,
        "{p2.poison: 0, p2.life: 20}",
    ),
    _row(
        "122.1 who can't get poison counters gets none, and the damage is dealt",
        "{battlefield: [Mite]}",
        _ATTACK,
        "{p2.poison: 0, p2.life: 19}",
        "{battlefield: [Immune]}",
    ),
    _row(
        "702.164c not to a creature that blocks",
        "{battlefield: [Mite]}",
        "all pass to declare attackers/attack with Mite/all pass to declare blockers/p2: Bear blocks Mite/all pass to end of combat",
        "{p2.poison: 0, p2.life: 20}",
        "{battlefield: [Bear]}",
    ),
)


@shows("toxic")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("title: ")[1].split("\n")[0])
def test_each_instance_of_such_a_keyword_counts(row: str, tmp_path: Path) -> None:
    assert not differences(_board(tmp_path, row))


@pytest.mark.parametrize(
    ("spell", "attacker", "expected"), [("Taint", "Mite", (20, 19, 4)), ("Teach", "Bear", (22, 18, 0))]
)
def test_113_2c_alike_effects_that_are_one_row_give_as_many_instances(
    spell: str, attacker: str, expected: tuple[int, int, int], tmp_path: Path
) -> None:
    """Toxic gained twice beside toxic 2 is worth 4 (702.164b), also where the two effects are one row of the normal form."""
    text = _row("alike", f"{{battlefield: [{attacker}], hand: [{spell}, {spell}]}}", "all pass", "{}")
    board = _board(tmp_path, text)
    position = load(board.position, "board", book_of(board))
    assert isinstance(position, Position), position
    twice = play_lines(position.state, (f"cast {spell} targeting {attacker}", "all pass") * 2)
    assert isinstance(twice, Played), twice
    assert any(row.cls.kind == EFFECT and plain(row.n) == 2 for row in normal(twice.state).rows.values())
    for state in (twice.state, normal(twice.state)):
        fight = (
            "all pass to declare attackers",
            f"attack with {attacker}",
            "resolve the stack",
            "all pass to end of combat",
        )
        ended = play_lines(state, fight if spell == "Teach" else (*fight[:2], fight[3]))
        assert isinstance(ended, Played), ended
        p1, p2 = ended.state.rows[player(0)].num, ended.state.rows[player(1)].num
        assert (plain(p1["life"]), plain(p2["life"]), plain(p2.get(POISON_COUNTERS, 0))) == expected
