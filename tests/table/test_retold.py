"""What is taken along as position and script leads to the very game, or says where it does not (``table/replay.py``)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import read_source
from reiterate.refusals import Refusal, Where
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.script import Repeat, parse_script
from reiterate.table.exporting import Exported
from reiterate.table.hiding import seen_from
from reiterate.table.replay import script_lines
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted, Table
from tests.support.dice import dice
from tests.table.laid_table import (
    BOOK,
    PUBLIC,
    RULEBOOK,
    SECRETS,
    Sitting,
    names_known,
    opened,
    position,
    quick_folder,
    seated,
)

LAP = "  activate Midnight Guard\n  all pass\n  all pass\n"
SOULS = RULEBOOK.replace("mana:", "battlefield: [{card: Soul Warden, count: 3}], mana:")


@pytest.fixture
def table() -> Iterator[Table]:
    with quick_folder() as folder, opened(folder) as found:
        yield found


def taken(game: Sitting, who: str, what: str) -> str:
    found = game.table.export(game[who], what)
    assert isinstance(found, Exported), found
    return found.text


def run(text: str) -> Result:
    """A position file as ``reiterate run`` runs it."""
    read = load(text, "replay.yaml", BOOK)
    assert isinstance(read, Position), read
    found = run_position(read)
    assert isinstance(found, Result), found
    return found


def rebuilt(game: Sitting, who: str = "judge") -> str:
    """The replay of a chair, which has to lead to the game as that chair sees it; its text."""
    text = taken(game, who, "replay")
    assert same(seen_from(run(text).state, who), seen_from(game.now.game.state, who))
    return text


def together(game: Sitting) -> Result:
    """The judge's position with the judge's script written below it."""
    lines = taken(game, "judge", "script").splitlines()
    return run(taken(game, "judge", "position") + "script: |\n" + "".join(f"  {line}\n" for line in lines))


def passed(game: Sitting, first: str = "") -> None:
    """Something is activated, and everybody passes until the stack is empty."""
    if first:
        game.play("p1", first)
    while game.now.game.state.stack:
        view = game.table.view(game["spectator"])
        assert isinstance(view, View)
        game.play(view.decides, "pass")


def proposed(game: Sitting, script: str, *answers: str) -> None:
    found = game.table.propose(game["p1"], game.next, script)
    assert isinstance(found, Accepted), found
    for answer in answers:
        said = game.table.answer(game["p2"], game.next, answer)
        assert isinstance(said, Accepted), said


def test_732_2c_a_game_whose_shortcut_was_cut_is_rebuilt_from_what_is_taken_along(table: Table) -> None:
    game = seated(table, RULEBOOK)
    passed(game, "activate Midnight Guard")
    assert isinstance(table.again(game["p1"], game.next, "10^100"), Accepted)
    assert isinstance(table.answer(game["p2"], game.next, "cut 10^99+7.3"), Accepted)
    game.play("p2", "cast Lightning Bolt targeting Midnight Guard")
    assert same(together(game).state, game.now.game.state)
    for who in ("judge", "p1", "p2", "spectator"):
        text = rebuilt(game, who)
        assert "  repeat 10^99+6:\n    activate Midnight Guard\n" in text and "  # repeat 10^100:\n" in text
        assert "  # 8: p2: cut 10^99+7.3\n" in text


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        (f"repeat 1000:\n{LAP}", "accept"),
        (f"repeat 1000:\n{LAP}", "cut 1.3"),
        (f"repeat 1000:\n{LAP}", "cut 2.5"),
        (f"activate Midnight Guard\nall pass\nall pass\nrepeat 10:\n{LAP}repeat 10^50:\n{LAP}", "cut 8@10^49.5"),
        ("activate Midnight Guard\nall pass\nall pass\nagain 10^30", "cut 4@10^29.3"),
        ("repeat 10^40:\n  repeat 3:\n" + LAP.replace("  a", "    a"), "cut 1.10"),
        ("repeat 10^40:\n  repeat 3:\n" + LAP.replace("  a", "    a"), "cut 7.13"),
        ("all pass to combat", "cut 1@1.2"),
    ],
)
def test_732_2c_what_was_taken_of_a_shortcut_is_written_in_lines(table: Table, script: str, answer: str) -> None:
    game = seated(table, RULEBOOK)
    passed(game, "activate Midnight Guard")
    found = table.propose(game["p1"], game.next, script)
    if isinstance(found, Refusal):
        pytest.fail(str(found))
    said = table.answer(game["p2"], game.next, answer)
    assert isinstance(said, Accepted), said
    rebuilt(game)
    assert same(together(game).state, game.now.game.state)


def test_a_cut_within_a_block_for_each_trigger_is_written_choice_by_choice(table: Table) -> None:
    game = seated(table, SOULS)
    body = "  activate Midnight Guard\n  all pass\n  for each trigger:\n    all pass\n  all pass\n"
    proposed(game, f"repeat 10^20:\n{body}", "cut 10^19.7")
    text = rebuilt(game)
    assert "repeat 10^19-1:" in text or "repeat 9999999999999999999:" in text
    game.play("p2", "cast Lightning Bolt targeting Midnight Guard")
    rebuilt(game)


def test_a_proposal_that_waits_and_one_that_was_taken_back_are_no_lines(table: Table) -> None:
    game = seated(table, RULEBOOK)
    proposed(game, f"repeat 10:\n{LAP}", "accept")
    assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
    assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
    passed(game, "activate Midnight Guard")
    proposed(game, f"repeat 5:\n{LAP}")
    text = rebuilt(game)
    assert "it waits for an answer" in taken(game, "p2", "script")
    assert "repeat 10" not in text and "\n  # repeat 5:\n" in text and "it waits for an answer" in text


def test_a_number_that_depends_on_who_proposes_is_written_out() -> None:
    """In one script the same words would mean the number of whoever proposes the whole (732.2a)."""
    thin = {"name": "Thin Ice", "type_line": "Artifact", "mana_cost": "", "oracle_text": "{0}: You lose 1 life."}
    book = CardBook((read_source("cards", json.dumps([thin]).encode()),))
    with quick_folder() as folder, opened(folder, book) as table:
        game = seated(table, "format: position/1\nplayers:\n  p1: {}\n  p2: {battlefield: [Thin Ice]}\n")
        game.play("p1", "pass")
        script = "repeat as often as possible:\n  p2: activate Thin Ice\n  p2: pass\n  p1: pass\n  p1: pass\n"
        assert isinstance(table.propose(game["p2"], game.next, script), Accepted)
        assert isinstance(table.answer(game["p1"], game.next, "accept"), Accepted)
        read = load(taken(game, "judge", "replay"), "replay.yaml", book)
        assert isinstance(read, Position)
        found = run_position(read)
        assert isinstance(found, Result) and same(found.state, game.now.game.state)
        assert "\nrepeat 19:\n" in taken(game, "judge", "script")


def test_a_game_that_asks_somebody_ends_in_lines_behind_the_shortcut(table: Table) -> None:
    """No shortcut ends where nobody has priority (732.2a): the last lines stand under ``then``."""
    text = position(2, ("Open Book", "Bent Wheel"), 2, 3)
    game = seated(table, text)
    game.play("p1", "activate Bent Wheel of p1", "pass")
    game.play("p2", "pass")
    assert "\nthen: |\n" in rebuilt(game)


@pytest.mark.parametrize(("policy", "said"), [("comprehensive", ""), ("tournament", "number 4"), ("g18", "number 4")])
def test_a_ruling_that_moves_the_game_is_written_or_named(table: Table, policy: str, said: str) -> None:
    game = seated(table, RULEBOOK)
    passed(game, "activate Midnight Guard")
    before = game.now.game.state
    if said:
        table.say(game["p1"], game.next, "number 9")
        table.say(game["p2"], game.next, said)
    assert isinstance(table.rule(game["judge"], game.next, policy), Accepted)
    found = table.export(game["judge"], "replay")
    if isinstance(found, Exported):
        rebuilt(game)
    else:
        assert found.code == "no-replay" and "ruling" in found.message
        assert not same(before, game.now.game.state)
        assert "the lines below don't follow" in taken(game, "judge", "script")


def test_a_position_in_the_middle_of_a_turn_is_taken_along_whole(table: Table) -> None:
    text = RULEBOOK.replace("position/1", "position/2") + "stack:\n  - {trigger: untap, of: Midnight Guard}\n"
    text = text.replace("- Midnight Guard\n", "- {card: Midnight Guard, tapped: yes}\n")
    game = seated(table, text)
    for who in ("p1", "spectator"):
        read = load(taken(game, who, "position"), "position.yaml", BOOK)
        assert isinstance(read, Position) and len(read.state.stack) == 1
    passed(game)
    rebuilt(game, "p1")


def test_lines_of_a_script_are_read_again_as_what_they_were_written_from() -> None:
    script = (
        "activate a\nrepeat 10^100+3:\n  for each copy:\n    result: wins\n    pass\n  for each trigger:\n    repeat 2^(10^9):\n      pass\n"
        "repeat until it ends:\n  pass\nrepeat as often as possible:\n  pass"
    )
    nodes = parse_script(script)
    assert not isinstance(nodes, Refusal)
    assert parse_script("\n".join(script_lines(nodes))) == nodes
    counted = tuple(replace(node, where=Where()) for node in nodes if isinstance(node, Repeat) and not node.until)
    assert script_lines(counted)[0] == "repeat 10^100+3:"
    power = parse_script("repeat 2^(10^9):\n  pass")
    assert isinstance(power, tuple) and isinstance(power[0], Repeat)
    assert script_lines([replace(power[0], where=Where())])[0] == "repeat 2^(1000000000):"


@pytest.mark.parametrize("seed", range(6))
def test_drawn_games_are_rebuilt_from_what_is_taken_along(table: Table, seed: int) -> None:
    """Games of random choices, proposals, cuts and undos: what is not refused is *same* as the game, and tells nothing hidden."""
    rng = dice(seed)
    public = tuple(rng.sample(sorted(PUBLIC), 3))
    game = seated(table, RULEBOOK if seed == 0 else position(2, public, 2, 3, rng.randrange(20)))
    known = {who: set[str]() for who in ("p1", "p2", "spectator")}
    for _ in range(14):
        view = game.table.view(game["spectator"])
        assert isinstance(view, View)
        waiting = game.now.game.proposal
        if waiting is not None:
            said = rng.choice(["accept", f"cut {rng.randint(1, 9)}.{rng.randint(2, 3)}"])
            answered = table.answer(game[f"p{waiting.to_answer[0] + 1}"], game.next, said)
            if isinstance(answered, Refusal):
                table.answer(game[f"p{waiting.to_answer[0] + 1}"], game.next, "accept")
        elif view.decides:
            mine = game.table.view(game[view.decides])
            assert isinstance(mine, View)
            line = rng.choice([each.line for each in mine.may])
            if line.startswith("activate") and rng.random() < 0.5:
                script = f"repeat {rng.choice(['5', '10^100'])}:\n  {line}\n  all pass\n"
                table.propose(game[view.decides], game.next, script)
            else:
                table.play(game[view.decides], game.next, line)
        elif rng.random() < 0.3:
            break
        for state in game.now.after.values():
            for who, names in known.items():
                names |= names_known(state, who)
    rebuilt(game)
    for who, names in known.items():
        for what in ("position", "script", "replay"):
            found = table.export(game[who], what)
            text = found.text if isinstance(found, Exported) else str(found)
            assert [name for name in SECRETS if name in text and name not in names] == []
        if isinstance(table.export(game[who], "replay"), Exported):
            rebuilt(game, who)


def test_a_shuffled_library_is_counted_and_a_commander_in_a_hand_is_not_shown(table: Table) -> None:
    shuffled = "format: position/2\nplayers:\n  p1: {}\n  p2: {library: {shuffled: [Old Bell, 19 unknown]}}\n"
    game = seated(table, shuffled)
    assert '"library": "20"' in taken(game, "p1", "position") and "Old Bell" in taken(game, "judge", "replay")
    held = "format: position/1\nplayers:\n  p1: {}\n  p2: {hand: [Midnight Guard], commander: Midnight Guard}\n"
    game = seated(table, held)
    found = table.export(game["p1"], "position")
    assert isinstance(found, Refusal) and found.code == "hidden-cards"
