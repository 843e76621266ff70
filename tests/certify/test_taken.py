"""What ``certify`` writes, ``check`` accepts; what ``check`` would refuse is not written, and ``certify`` says why."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reiterate.ask.session import study_loop
from reiterate.cards import CardBook
from reiterate.certify import certificate
from reiterate.certify.certificate import certified, certify, certify_once
from reiterate.certify.chain import certify_plainly
from reiterate.check import form
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.decisions.step import step, step_if_legal
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State
from reiterate.state.properties import WHO
from tests.support.files import ROOT

BOOK: Final = CardBook.builtin()
EXAMPLES: Final = sorted((ROOT / "examples").rglob("*.yaml"))

GUARD: Final = """
format: position/1
players:
  p1:
    life: {life}
    battlefield:
      - {{card: Midnight Guard{count}}}
      - {{card: Presence of Gond, attached to: Midnight Guard}}{more}
    library: [{library} unknown]
  p2: {{library: [10 unknown]}}
script: |
  repeat 10:
    activate Midnight Guard: create
    all pass
    all pass
"""


def guard(bystanders: str = "", life: str = "20", library: int = 10) -> Position:
    """The loop of a guard, beside other things."""
    found = load(GUARD.format(more=bystanders, life=life, library=library, count=""), "guard.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


def written(position: Position) -> str | Refusal:
    """What ``certify`` writes for the last block of a script."""
    study = study_loop(position)
    return study if isinstance(study, Refusal) else certify(study.part.loop)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.slow("every example is certified")
def test_what_is_written_of_every_example_is_accepted(path: Path) -> None:
    position = load_file(path, BOOK)
    assert isinstance(position, Position), position
    has_block = any(isinstance(node, Repeat) for node in position.script)
    text = written(position) if has_block else certify_once(position.state, BodyReader(position.script))
    if isinstance(text, str):
        found = check(text, BOOK.protos)
        assert isinstance(found, Accepted), found
        assert not found.nobodys.others and not found.nobodys.words
    else:
        assert text.code != "certificate-not-taken", text


ENTRY: Final = st.sampled_from(
    [
        "{card: Grizzly Bears}",
        "{card: Soul Warden}",
        "{card: Basalt Monolith, tapped: yes}",
        "{card: Intruder Alarm}",
        "{card: Grizzly Bears, counters: {+1/+1: 3}}",
        "{token: Elf Warrior, power: 1, toughness: 1, colors: [G]}",
        "{token: Thing, power: 2, toughness: 2, keywords: [flying]}",
    ]
)


def along(position: Position, choices: int) -> State:
    """The state after so many choices of a script, or after fewer where they are not possible."""
    block = next(node for node in position.script if isinstance(node, Repeat))
    reader = BodyReader(block.body)
    state, cursor = position.state, reader.start()
    for _ in range(choices):
        read = reader.next(state, cursor)
        if read is None or isinstance(read, Refusal):
            break
        choice, cursor = read
        state = played(state, choice) or state
    return state


def idled(state: State, passes: int) -> State:
    """The state after so many passes, attacks with nothing and blocks with nothing."""
    for _ in range(passes):
        seat = number_prop(state.game, WHO)
        idle = (Choice(PASS, seat), Choice(ATTACK, seat, answer="none"), Choice(BLOCK, seat, answer="none"))
        state = next((found for found in (played(state, choice) for choice in idle) if found is not None), state)
    return state


def played(state: State, choice: Choice) -> State | None:
    """The state after a choice; None where it is not legal, or not implemented."""
    try:
        found = step_if_legal(state, choice)
    except Unsupported:
        return None
    return None if isinstance(found, Refusal) else found[0]


@pytest.mark.slow("boards are drawn and certified")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(ENTRY, max_size=6),
    st.integers(0, 4),
    st.integers(0, 5),
    st.sampled_from(["1", "20", "10^30"]),
    st.booleans(),
)
def test_what_is_written_of_drawn_boards_is_accepted(
    entries: list[str], done: int, passes: int, life: str, once: bool
) -> None:
    """Boards in the middle of the script's block, of a resolution, of a turn, of a combat."""
    position = guard("".join(f"\n      - {entry}" for entry in entries), life)
    state = idled(along(position, done), passes)
    position = dataclasses.replace(position, state=state)
    text = certify_once(state, BodyReader(position.script)) if once else written(position)
    if isinstance(text, str):
        assert isinstance(check(text), Accepted)
    else:
        assert text.code != "certificate-not-taken", text


@pytest.mark.parametrize("once", [False, True], ids=["loop", "once"])
def test_beside_more_than_the_checker_reads_nothing_is_written(once: bool) -> None:
    things = "".join(f"\n      - {{token: Thing {i}, power: 1, toughness: 1}}" for i in range(form.ROW_BUDGET))
    position = guard(things)
    text = certify_once(position.state, BodyReader(position.script)) if once else written(position)
    assert isinstance(text, Refusal)
    assert text.code == "certificate-budget" and f"more than {form.ROW_BUDGET} rows" in text.message


def test_beside_many_but_no_more_than_that_it_is_written() -> None:
    things = "".join(f"\n      - {{token: Thing {i}, power: 1, toughness: 1}}" for i in range(60))
    text = written(guard(things))
    assert isinstance(text, str) and isinstance(check(text), Accepted)


def finished() -> tuple[State, BodyReader]:
    """A game that is over, and a script for it."""
    text = """
format: position/1
players:
  p1: {library: [10 unknown], hand: [Lightning Bolt], mana: {R: 1}}
  p2: {life: 3, library: [10 unknown]}
script: |
  cast Lightning Bolt targeting p2
  all pass
"""
    found = load(text, "bolt.yaml", BOOK)
    assert isinstance(found, Position), found
    reader = BodyReader(found.script)
    state, cursor = found.state, reader.start()
    while True:
        read = reader.next(state, cursor)
        assert not isinstance(read, Refusal), read
        if read is None or over(state):
            return state, reader
        choice, cursor = read
        state = step(state, choice)[0]


def test_of_a_game_that_is_over_nothing_is_written() -> None:
    state, reader = finished()
    assert over(state)
    once, loop = certify_once(state, reader), certify(find_loop(state, reader))
    assert isinstance(once, Refusal) and isinstance(loop, Refusal)
    assert (once.code, loop.code) == ("game-over", "game-over")


def test_what_the_checker_would_refuse_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it refuses: the writer has the checker read the whole text."""
    study = study_loop(guard())
    assert not isinstance(study, Refusal)
    given_ = certified(study.part.loop)
    assert not isinstance(given_, Refusal) and isinstance(given_.checked, Accepted)
    plain = certify_plainly

    def forged(loop: object, of_rounds: bool = False) -> str:
        text = plain(loop, of_rounds)  # type: ignore[arg-type] # the loop as it is
        assert isinstance(text, str)
        return text.replace('"draw":false', '"draw":true')

    monkeypatch.setattr(certificate, "certify_plainly", forged)
    refused = certified(study.part.loop)
    assert isinstance(refused, Refusal) and refused.code == "certificate-not-taken"
