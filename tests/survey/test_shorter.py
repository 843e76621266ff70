"""A found loop is told in as few lines as do: what is left out is found by playing, and proved once."""

from __future__ import annotations

import pytest

from reiterate.api import CardBook
from reiterate.script.position import Position, load
from reiterate.survey.proof import Found, Meter, Prover, Unproved

BOARD = """format: position/1
players:
  p1:
    mana: {C: '3'}
    battlefield:
      - Basalt Monolith
      - {card: Power Artifact, attached to: Basalt Monolith}
      - Sol Ring
  p2: {}
"""

#: A loop of two activations, with the mana of a Sol Ring before it that nothing needs.
FIRST = ("activate Sol Ring", "activate Basalt Monolith: {T}", "activate Basalt Monolith: {3} paying {C}", "all pass")
BODY = ("activate Basalt Monolith: {T}", "activate Basalt Monolith: {3} paying {C}", "all pass")


def proved(prover: Prover) -> Found:
    found = prover.prove(FIRST, BODY)
    assert isinstance(found, Found), found
    return found


def prover() -> Prover:
    position = load(BOARD, "board.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    return Prover(position.state, 0, Meter(10_000))


def test_what_nothing_needs_is_left_out_by_one_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = prover()
    found = proved(mine)
    proofs: list[tuple[str, ...]] = []
    real = Prover.prove

    def counted(self: Prover, prefix: tuple[str, ...], body: tuple[str, ...]) -> Found | Unproved:
        proofs.append(prefix)
        return real(self, prefix, body)

    monkeypatch.setattr(Prover, "prove", counted)
    short = mine.shorter(found)
    assert (short.prefix, short.body, short.board) == ((), BODY, found.board)
    assert proofs == [()]


def test_where_the_lines_left_are_no_loop_each_line_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = prover()
    found = proved(mine)
    real = Prover.prove
    tried: list[tuple[str, ...]] = []

    def first_fails(self: Prover, prefix: tuple[str, ...], body: tuple[str, ...]) -> Found | Unproved:
        tried.append(prefix)
        return Unproved("no loop") if len(tried) == 1 else real(self, prefix, body)

    monkeypatch.setattr(Prover, "prove", first_fails)
    short = mine.shorter(found)
    assert short.prefix == () and short.body == BODY
    assert len(tried) > 1
