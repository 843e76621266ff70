"""Results of random events in scripts: ``result:`` lines, where they stand, what they may say, and loops that refuse them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal, Unsupported, place_quote
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Line, Repeat, parse_script, script_lines
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State, player
from reiterate.state.properties import LIFE

CARDS = [
    {
        "name": "Penny",
        "text": "{0}: Flip a coin. If you win the flip, you gain 3 life. If you lose the flip, you lose 2 life.",
    },
    {"name": "Choice of Coins", "text": "{0}: You may flip a coin. If you win the flip, you gain 3 life."},
    {"name": "Streak", "text": "{0}: Flip a coin until you lose a flip. You gain 1 life for each flip you win."},
    {
        "name": "Lens",
        "text": "{0}: Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom of your "
        "library in a random order.",
    },
    {"name": "Sieve", "text": "{0}: Target player mills two cards."},
    {"name": "Fire, Ever Burning", "text": "{0}: You gain 1 life."},
    {"name": "Fire and Ashes", "text": "{0}: You gain 1 life."},
]


def book() -> CardBook:
    rows = [{"name": c["name"], "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": c["text"]} for c in CARDS]
    return CardBook((read_source("cards", "\n".join(map(json.dumps, rows)).encode()), builtin_source()))


BOOK = book()


def position(script: str = "", library: str = "53") -> Position:
    lines = "".join(f"  {line}\n" for line in script.splitlines())
    text = (
        "format: position/2\nplayers:\n  p1: {battlefield: [Penny, Choice of Coins, Sieve, Streak]}\n"
        f"  p2: {{library: {library}}}\n" + (f"script: |\n{lines}" if script else "")
    )
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Position), found
    return found


def ran(script: str, library: str = "53") -> State | Refusal:
    try:
        found = run_position(position(script, library))
    except Unsupported as error:
        return error.refusal
    return found.state if isinstance(found, Result) else found


def life(state: State | Refusal, seat: int = 0) -> object:
    assert isinstance(state, State), state
    return state.rows[player(seat)].get(LIFE)


FLIP = "activate Penny\n"


def test_a_result_stands_above_the_line_in_which_the_event_happens() -> None:
    assert life(ran(FLIP + "result: wins\nall pass")) == 23
    assert life(ran(FLIP + "pass\nresult: loses\npass")) == 18
    assert life(ran("activate Choice of Coins\nall pass\nresult: wins\nyes")) == 23
    assert life(ran(FLIP + FLIP + "result: wins\nresult: loses\nresolve the stack")) == 21
    assert life(ran(FLIP + "RESULT:   Wins   the  flip.\nall pass")) == 23


@pytest.mark.parametrize(
    ("script", "code", "line"),
    [
        (FLIP + "all pass", "random-result", 2),
        (FLIP + "result: heads\nall pass", "impossible-result", 2),
        ("result: wins\n" + FLIP + "all pass", "unused-result", 1),
        (FLIP + "result: wins\nresult: wins\nall pass", "unused-result", 3),
        (FLIP + "result: wins\npass\npass", "unused-result", 2),
        ("activate Choice of Coins\nall pass\nresult: wins\nno", "unused-result", 3),
        (FLIP + "all pass\nresult: wins", "result", 3),
        (FLIP + "result: wins\n  all pass", "result", 2),
        (FLIP + "result: wins\nrepeat 2:\n  all pass", "result", 2),
        (FLIP + "all pass\nresult: wins\nagain 2", "result", 3),
        (FLIP + "result:\nall pass", "result", 2),
        (FLIP + "result: the coin stands on its edge\nall pass", "result", 2),
        (FLIP + "result: wins and loses\nall pass", "result", 2),
        (FLIP + "result: mills\nall pass", "result", 2),
        (FLIP + "result: 3\nall pass", "result", 2),
        (FLIP + "result: p99 wins\nall pass", "impossible-result", 2),
        (FLIP + "result: p0 wins\nall pass", "impossible-result", 2),
        (FLIP + "result: mills " + "Forest, " * 5000 + "Forest\nall pass", "result", 2),
    ],
)
def test_what_no_result_is_or_nothing_needs_is_refused_where_it_stands(script: str, code: str, line: int) -> None:
    text = "format: position/2\nplayers:\n  p1: {battlefield: [Penny, Choice of Coins]}\n  p2: {}\nscript: |\n"
    found = load(text + "".join(f"  {one}\n" for one in script.splitlines()), "board.yaml", BOOK)
    refused = found if isinstance(found, Refusal) else ran(script)
    assert isinstance(refused, Refusal), refused
    assert refused.code == code and refused.where.span == place_quote(script.splitlines()[line - 1])
    assert refused.where.line == 5 + line
    if code != "random-result":
        assert "'result:" in refused.message or code == "result"
        assert refused.expected or code == "unused-result"


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ("mills Forest, unknown", ""),
        ("mills 2 unknown", ""),
        ("mills unknown, Forest", ""),
        ("mills unknown, unknown card", ""),
        ('mills "Fire, Ever Burning", unknown', ""),
        ("mills Fire, Ever Burning, Forest", ""),
        ("mills Fire, Forest", ""),  # what stands in front of a comma names the card, as in play
        ("p2 mills forest, Unknown", ""),
        ("mills Fire and Ashes, Forest", "impossible-result"),
        ("mills Fire Ever Burning, Forest", "impossible-result"),
        ("mills 2 Forest", "impossible-result"),
        ("mills Forest, Forest", "impossible-result"),
        ("mills 10^100 unknown", "impossible-result"),
        ("mills 4 unknown", "impossible-result"),
        ("mills Forest", "impossible-result"),
        ("mills 0 Forest, 2 unknown", "impossible-result"),
        ("mills Forest, , unknown", "impossible-result"),
        ("mills 007 unknown", "impossible-result"),
        ("mills ,", "impossible-result"),
        ("mills Mountain, Forest", "impossible-result"),
        ("p1 mills Forest, unknown", "impossible-result"),
        ("draws Forest, unknown", "impossible-result"),
        ("wins", "impossible-result"),
    ],
)
def test_cards_of_a_shuffled_library_come_only_if_they_are_there(result: str, code: str) -> None:
    library = '{shuffled: [Forest, "Fire, Ever Burning", 3 unknown]}'
    found = ran(f"activate Sieve targeting p2\nresult: {result}\nall pass", library)
    assert (found.code if isinstance(found, Refusal) else "") == code, found
    if isinstance(found, Refusal):
        assert f"result: {result}" in found.message


def test_701_24_the_order_of_cards_on_the_bottom_is_a_result() -> None:
    """Of a shuffled library that is read the result says the whole order."""
    text = "format: position/2\nplayers:\n  p1: {{battlefield: [Lens, Penny], library: {}}}\n  p2: {{}}\nscript: |\n  activate Lens\n  all pass\n{}"
    for library, lines, there in (
        (
            "[Sieve, Streak, Penny, Penny]",
            "  result: orders Penny, Streak\n  choose Sieve\n",
            ["Penny", "Penny", "Streak"],
        ),
        (
            "[Sieve, Streak, Penny, Penny]",
            "  result: orders Streak, Penny\n  choose Sieve\n",
            ["Penny", "Streak", "Penny"],
        ),
    ):
        read = load(text.format(library, lines), "board.yaml", BOOK)
        assert isinstance(read, Position), read
        state = run_position(read)
        assert isinstance(state, Result), state
        names = [
            row.cls.proto.name
            for h in state.state.seqs["library.0"]
            for row in [state.state.rows[h]]
            for _ in range(int(str(row.n)))
            if row.cls.proto
        ]
        assert names == there


def test_a_loop_over_a_random_result_is_not_determined() -> None:
    body = "  activate Penny\n  result: wins\n  all pass\n"
    for head in ("repeat 3:\n", "repeat 1:\n", "repeat 10^100:\n"):
        refused = ran(head + body)
        assert isinstance(refused, Refusal) and refused.code == "random-result", refused
        assert refused.where.span == "result: wins" and "'result: wins'" in refused.message
    again = ran(FLIP + "result: wins\nall pass\nagain 3")
    assert isinstance(again, Refusal) and again.code == "random-result"
    nested = ran("repeat 2:\n  repeat 100:\n    activate Penny\n    result: wins\n    all pass\n")
    assert isinstance(nested, Refusal) and nested.code == "random-result"
    inside = ran(FLIP + FLIP + "for each trigger:\n  result: wins\n  all pass")
    assert isinstance(inside, Refusal) and inside.code == "random-result"


def test_the_same_rounds_are_played_by_hand_each_with_its_own_result() -> None:
    for results in (["wins", "wins", "wins"], ["wins", "loses", "wins"], ["loses"] * 9):
        script = "".join(f"{FLIP}result: {result}\nall pass\n" for result in results)
        assert life(ran(script)) == 20 + sum(3 if result == "wins" else -2 for result in results)


def test_very_many_results_of_one_line_are_read_in_good_time() -> None:
    flips = "activate Streak\n" + "result: wins\n" * 999 + "result: loses\nall pass"
    assert life(ran(flips)) == 20 + 999
    refused = parse_script("result: wins\n" * 100_000 + "all pass")
    assert isinstance(refused, Refusal) and refused.code == "result" and refused.where.line == 1001
    short = ran("activate Streak\n" + "result: wins\n" * 7 + "all pass")
    assert isinstance(short, Refusal) and short.code == "random-result"
    long = ran("activate Streak\nresult: loses\n" + "result: wins\n" * 7 + "all pass")
    assert isinstance(long, Refusal) and long.code == "unused-result" and long.where.line == 8
    wrong = ran("activate Streak\n" + "result: wins\n" * 3 + "result: tails\nall pass")
    assert isinstance(wrong, Refusal) and wrong.code == "impossible-result" and wrong.where.line == 10


def test_no_period_is_looked_for_in_iterations_that_took_a_random_result() -> None:
    nodes = parse_script("activate Penny\nresult: wins\nall pass")
    assert not isinstance(nodes, Refusal)
    start = position().state
    loop = find_loop(start, BodyReader(nodes))
    assert loop.extend(1) is None and life(loop.state) == 23
    with pytest.raises(Unsupported) as refused:
        loop.extend(2)
    assert refused.value.refusal.code == "random-result" and not loop.segments
    kind = kind_of(find_loop(start, BodyReader(nodes)))
    assert not isinstance(kind, Refusal) and not kind.determined and "'result: wins'" in kind.read
    script = PlayedScript(start)
    with pytest.raises(Unsupported):
        script.extend([Repeat(1, 5, nodes)], 0)


def test_results_are_part_of_their_line_and_are_shown_with_it() -> None:
    nodes = parse_script("activate Penny\nresult: wins\nresult: loses\nall pass")
    assert not isinstance(nodes, Refusal) and len(nodes) == 2
    assert isinstance(nodes[1], Line) and nodes[1].results == ("wins", "loses") and nodes[1].number == 4
    assert script_lines(nodes) == [
        "  1  activate Penny",
        "     result: wins",
        "     result: loses",
        "  4  all pass",
    ]


_WORDS = st.lists(
    st.sampled_from(
        ["heads", "wins", "mills", "p2", "Forest", "unknown", ",", "3", "10^9", ":", '"', "result:", "\t", "²", "-1"]
    ),
    max_size=8,
)


@given(_WORDS)
@settings(max_examples=150, deadline=None)
def test_whatever_a_result_says_is_taken_or_refused_in_words(words: list[str]) -> None:
    said = " ".join(words)
    text = f"activate Sieve targeting p2\nresult: {said}\nall pass"
    nodes = parse_script(text)
    if isinstance(nodes, Refusal):
        assert nodes.code in ("result", "indent", "block", "conditional") and nodes.message, nodes
        return
    start = position(library="{shuffled: [Forest, 3 unknown]}").state
    script = PlayedScript(start)
    try:
        refused = script.extend(nodes, 0)
    except Unsupported as error:
        refused = error.refusal
    if refused is None:
        assert said.split()[0] in ("mills", "p2") and script.final.tally["mills.p2"] == 2
    else:
        assert refused.code in ("impossible-result", "unused-result", "random-result") and refused.message, refused


def test_the_files_of_results_are_read_from_disk_too(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(
        "format: position/1\nplayers: {p1: {battlefield: [Penny]}, p2: {}}\nscript: |\n  activate Penny\n  result: wins\n  all pass\nexpect: {p1.life: 23}\n"
    )
    found = load(path.read_text(), str(path), BOOK)
    assert isinstance(found, Position)
    result = run_position(found)
    assert isinstance(result, Result) and not result.differences
