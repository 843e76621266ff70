"""What kind of loop it is, is found once for all who ask of the same start and lap, and never for another one."""

from __future__ import annotations

import pytest

from reiterate.ask.building import answer
from reiterate.cards import CardBook
from reiterate.kinds import kept_kinds
from reiterate.kinds.kept_kinds import kept_kind_of
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load_file
from reiterate.script.script import BodyReader, Repeat
from tests.support.files import ROOT


def example(name: str) -> Position:
    position = load_file(ROOT / "examples" / f"{name}.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    return position


def loop_of(position: Position, laps: int = 1) -> Loop:
    """The loop of a position's only block, of which so many iterations are one lap."""
    (block,) = (node for node in position.script if isinstance(node, Repeat))
    return find_loop(position.state, BodyReader(block.body * laps))


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    kept_kinds.forget()


def test_loops_with_one_start_and_lap_have_one_kind_and_each_is_worked_out() -> None:
    one, other = loop_of(example("guard-gond")), loop_of(example("guard-gond"))
    kind = kept_kind_of(one)
    assert isinstance(kind, Kind) and [each.endless for each in (one, other)] == [True, False]
    assert kept_kind_of(other) is kind and kept_kind_of(one) is kind
    assert [each.endless for each in (one, other)] == [True, True]


def test_another_lap_another_start_and_what_was_forgotten_are_found_anew() -> None:
    kind = kept_kind_of(loop_of(example("guard-gond")))
    assert kept_kind_of(loop_of(example("guard-gond"), laps=2)) is not kind
    assert kept_kind_of(loop_of(example("thune-feeder"))) is not kind
    assert kept_kind_of(loop_of(example("guard-gond"))) is kind
    kept_kinds.forget()
    anew = kept_kind_of(loop_of(example("guard-gond")))
    assert anew is not kind and anew == kind


def test_an_answer_about_a_loop_and_its_ruling_finds_the_kind_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Loop] = []
    real = kind_of

    def counted(loop: Loop) -> Kind | Refusal:
        found.append(loop)
        return real(loop)

    monkeypatch.setattr(kept_kinds, "kind_of", counted)
    told = answer(example("guard-gond"), ["loop", "judge"])
    assert told.loop is not None and told.verdict is not None and len(found) == 1
