"""Scripts, sentences, descriptions, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.loops.play import play
from reiterate.refusals import AMBIGUOUS, MOST_QUOTED, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.script.places import Place, parse_place, quantity
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, ForEach, Line, Repeat, not_one_line, parse_script, script_lines
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from tests.support.boards import gond_board
from tests.support.worked import few_calls

BOOK = CardBook.builtin()


def board(entries: str, rest: str = "") -> State:
    """A state with these entries on the first player's battlefield."""
    text = f"format: position/1\nplayers:\n  p1:\n    mana: {{C: 9, G: 2, R: 2}}\n    battlefield: [{entries}]\n{rest}"
    position = load(text, "board", BOOK)
    assert isinstance(position, Position), position
    return position.state


def refused(state: State, line: str) -> Refusal:
    """The refusal of a line."""
    found = read_sentence(state, line)
    assert isinstance(found, Refusal), found
    return found


def test_blocks_nest_by_indentation() -> None:
    found = parse_script(
        "pass\nrepeat 3:\n  pass\n  repeat 10^50 times:\n    pass\n  for each trigger:\n    pass\npass\n"
    )
    assert isinstance(found, tuple)
    assert [type(node) for node in found] == [Line, Repeat, Line]
    block = found[1]
    assert isinstance(block, Repeat)
    assert [node.number for node in block.body] == [3, 4, 6]
    inner = block.body[1]
    assert isinstance(inner, Repeat)
    assert inner.count == 10**50
    assert isinstance(block.body[2], ForEach)


@pytest.mark.parametrize(
    "head", [f"repeat {'9' * 300}:", f"repeat {'1 + ' * 60}2:", "repeat until it ends:", "for each trigger:"]
)
def test_a_block_written_out_keeps_its_first_line_whole(head: str) -> None:
    found = parse_script(f"pass\n{head}\n  all pass")
    assert not isinstance(found, Refusal)
    assert script_lines(found) == ["  1  pass", f"  2  {head}", "  3    all pass"]


def test_a_block_that_nobody_wrote_is_told_with_its_own_number() -> None:
    found = parse_script("repeat until it ends:\n  all pass")
    assert not isinstance(found, Refusal) and isinstance(found[0], Repeat)
    assert script_lines([Repeat(1, 7, found[0].body, found[0].where)])[0] == "  1  repeat 7:"


def test_a_place_shows_that_it_quotes_a_part_only() -> None:
    found = parse_script(f"repeat {'9' * 300}x:\n  all pass")
    assert isinstance(found, Refusal)
    assert found.where.span == f"repeat {'9' * 112}…" and len(found.where.span) == MOST_QUOTED


@pytest.mark.parametrize(
    ("count", "code"),
    [
        ("0", "count"),
        ("-1", "count-not-a-number"),
        ("1.5", "count-not-a-number"),
        ("1e100", "count-not-a-number"),
        ("infinity", "count-not-a-number"),
        ("10^10001", "count-too-large"),
    ],
)
def test_732_2a_a_count_is_a_whole_number_of_at_least_one(count: str, code: str) -> None:
    found = parse_script(f"pass\nrepeat {count}:\n  pass\n", "board.yaml", 7, 3)
    assert isinstance(found, Refusal)
    assert (found.code, found.where.file, found.where.line) == (code, "board.yaml", 8)
    assert count in found.message


@pytest.mark.parametrize("word", ["if", "until", "unless", "while", "when"])
def test_732_2a_conditional_actions_are_refused(word: str) -> None:
    for text in (f"activate bears {word} p2 passes", f"repeat {word} p2 is dead:\n  pass"):
        found = parse_script(text)
        assert isinstance(found, Refusal)
        assert (found.code, found.rule) == ("conditional", "732.2a")


@pytest.mark.parametrize("word", ["if", "until", "unless", "while", "when", "whenever"])
def test_words_of_a_card_are_no_condition(word: str) -> None:
    for text in (f"activate bears: {word} a card", f"order {word} a card first", f"p1: pass over {word} it had a card"):
        found = parse_script(text)
        assert isinstance(found, tuple), found
    for text in (f"activate bears: a card targeting p2 {word} p2 passes", f"target p2 {word} p2 passes"):
        refused = parse_script(text)
        assert isinstance(refused, Refusal)
        assert refused.code == "conditional"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("repeat 3:\n", "empty-block"),
        ("again 3:\n  pass", "block"),
        ("pass\n    pass", "indent"),
        ("    pass\n  pass", "indent"),
    ],
)
def test_what_is_no_script_is_refused(text: str, code: str) -> None:
    found = parse_script(text)
    assert isinstance(found, Refusal)
    assert found.code == code


@given(
    st.lists(st.tuples(st.integers(1, 99), st.integers(1, 10**30)), min_size=1, max_size=3),
    st.integers(1, 500),
)
def test_places_print_and_read_back(path: list[tuple[int, int]], choice: int) -> None:
    place = Place(tuple(path), 0, choice)
    assert parse_place(str(place)) == place


def test_places_are_read() -> None:
    assert parse_place("2") == Place((), 2, 1)
    assert parse_place("4@7.3") == Place(((4, 7),), 0, 3)
    assert parse_place("7.3") == Place(((0, 7),), 0, 3)
    assert parse_place("4@2/5@7.3") == Place(((4, 2), (5, 7)), 0, 3)
    assert parse_place("1@10^99+7.5") == Place(((1, 10**99 + 7),), 0, 5)


@pytest.mark.parametrize("text", ["", "x", "4@", "4@0.1", "4@7", "4@7.0", "4@7.3.2", "1@2.3/4@5.6", "-1", "1@1e9.2"])
def test_what_is_no_place_is_refused(text: str) -> None:
    assert isinstance(parse_place(text), Refusal)


BOARDS = [
    "Grizzly Bears, Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}",
    "{card: Grizzly Bears, counters: {+1/+1: 2}}, 2 Grizzly Bears, {card: Grizzly Bears, tapped: yes}, Ashnod's Altar",
    "{card: Spike Feeder, counters: {+1/+1: 2}}, {card: Spike Feeder, counters: {+1/+1: 1}}, Archangel of Thune, 3 Soul Warden",
    "Basalt Monolith, {card: Power Artifact, attached to: Basalt Monolith}, Grim Monolith, Llanowar Elves, Mind Stone",
    "Prodigal Sorcerer, Llanowar Elves, 2 Llanowar Elves, {card: Forest, count: 3}, {token: Ox, power: 2, toughness: 2}",
]


@pytest.mark.parametrize("entries", BOARDS)
def test_every_choice_reads_back_from_its_line(entries: str) -> None:
    state = board(entries)
    told = 0
    for _ in range(6):
        following = None
        for option in options(state):
            for choice in instances(state, option, 6):
                line = say(state, choice)
                read = read_sentence(state, line)
                assert isinstance(read, Choice), (line, read)
                after = step(state, choice)[0]
                assert same(step(state, read)[0], after), line
                told += 1
                if choice.verb != "pass" or following is None:
                    following = after
        assert following is not None
        state = following
    assert told > 5


def test_words_that_fit_two_objects_are_refused() -> None:
    state = board("{card: Grizzly Bears, counters: {+1/+1: 2}}, Grizzly Bears, Prodigal Sorcerer")
    found = refused(state, "activate Prodigal Sorcerer targeting Grizzly Bears")
    assert (found.kind, found.code) == (AMBIGUOUS, "ambiguous-object")
    for words in ("Grizzly Bears with no counters", "oldest Grizzly Bears", "Grizzly Bears with 2 +1/+1 counters"):
        assert isinstance(read_sentence(state, f"activate Prodigal Sorcerer targeting {words}"), Choice)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dance", "not-a-sentence"),
        ("activate", "not-a-sentence"),
        ("activate Nobody", "no-such-object"),
        ("activate Grizzly Bears", "no-such-ability"),
        ("activate Basalt Monolith", "which-ability"),
        ("activate Basalt Monolith: win the game", "no-such-ability"),
        ("cast Lightning Bolt", "no-such-object"),
        ("all pass", "empty-stack"),
        ("all pass to bed", "not-a-step"),
        ("all pass to main phase", "already-there"),
        ("activate Prodigal Sorcerer targeting p9", "no-such-player"),
        ("choose Grizzly Bears", "nothing-asked"),
        ("keep Grizzly Bears", "nothing-asked"),
    ],
)
def test_sentences_that_mean_nothing_here_are_refused(line: str, code: str) -> None:
    state = board("Grizzly Bears, Basalt Monolith, Prodigal Sorcerer")
    nodes = parse_script(line)
    assert isinstance(nodes, tuple)
    found = play(state, BodyReader(nodes)).refusal
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "activate Prodigal Sorcerer targeting Foo",
            "Grizzly Bears, Kiki-Jiki, Mirror Breaker, Prodigal Sorcerer, p1, p2",
        ),
        ("activate Kiki-Jiki targeting Foo", "Grizzly Bears, Prodigal Sorcerer"),
        ("activate Kiki-Jiki targeting ability of Foo", "Grizzly Bears, Prodigal Sorcerer"),
        ("activate Foo", "Kiki-Jiki, Mirror Breaker, Mountain, Prodigal Sorcerer"),
        ("tap Foo", "Mountain"),
        ("cast Foo", "Lightning Bolt"),
        ("play Foo", "Forest"),
    ],
)
def test_what_a_refused_name_lists_would_be_accepted(line: str, expected: str) -> None:
    mine = "Grizzly Bears, Mountain, Prodigal Sorcerer, 'Kiki-Jiki, Mirror Breaker'"
    state = board(mine, "    hand: [Lightning Bolt, Forest]\n")
    found = refused(state, line)
    assert (found.code, found.expected) == ("no-such-object", expected)
    verb = line.removesuffix("Foo").removesuffix("ability of ")
    for name in expected.replace("Kiki-Jiki, Mirror Breaker", "Kiki-Jiki").split(", "):
        choice = read_sentence(state, verb + name)
        assert isinstance(choice, Choice), choice
        assert "targeting" not in verb or verify(state, choice) is None, name


def test_115_1_words_that_fit_several_things_list_the_legal_targets() -> None:
    state = board("Grizzly Bears, 'Kiki-Jiki, Mirror Breaker', Mountain, {card: Mountain, tapped: yes}")
    assert refused(state, "activate Kiki-Jiki targeting Mountain").expected == "Grizzly Bears"
    alone = board("'Kiki-Jiki, Mirror Breaker', Mountain")
    assert refused(alone, "activate Kiki-Jiki targeting Foo").expected == "nothing here is a legal target"


@pytest.mark.parametrize("count", ["1,000", "x", "10^99 + many", "10^99999"])
def test_a_wrong_count_says_that_sums_are_taken(count: str) -> None:
    found = quantity(count)
    assert isinstance(found, Refusal) and "10^99+7" in found.expected and quantity("10^99+7") == 10**99 + 7


@pytest.mark.parametrize(
    ("text", "says", "expected"),
    [
        ("", "nothing was typed", "activate X"),
        ("  \n# a word\n", "nothing was typed", "activate X"),
        ("repeat 3:\n  pass\n", "'repeat 3:'", "one line to play now"),
        ("pass\npass\n", "'pass' and more are 2 lines", "one line at a time"),
    ],
)
def test_what_is_not_one_line_is_told_apart(text: str, says: str, expected: str) -> None:
    nodes = parse_script(text)
    assert isinstance(nodes, tuple)
    found = not_one_line(text, nodes)
    assert found is not None and found.code == "one-line" and says in found.message and expected in found.expected
    one = parse_script("pass")
    assert isinstance(one, tuple) and not_one_line("pass", one) is None


def test_for_each_runs_once_for_each_like_trigger() -> None:
    state = board("Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}, 5 Soul Warden")
    nodes = parse_script(
        "activate Midnight Guard\nall pass\norder you gain 1 life first\nfor each trigger:\n  all pass\nfor each trigger:\n  all pass"
    )
    assert isinstance(nodes, tuple)
    played = play(state, BodyReader(nodes))
    assert played.stop == "done"
    assert not played.state.stack
    assert len(played.choices) == 1 + 2 + 1 + 2 + 5 * 2


@pytest.mark.parametrize(
    "line", ["activate Guard targeting Bear targeting Elf", "cast Shock targeting p2 paying {R} paying {G}"]
)
def test_a_clause_that_stands_twice_is_refused_and_quoted(line: str) -> None:
    state, _ = gond_board()
    found = read_sentence(state, line)
    assert isinstance(found, Refusal) and found.code == "clause-twice"
    assert any(f"'{word}'" in found.message for word in ("targeting", "paying"))


def test_a_count_may_be_a_sum() -> None:
    text = "format: position/1\nplayers: {p1: {life: 10^40+7}, p2: {library: 3*10^20+10^3+1}}\n"
    position = load(text, "board", BOOK)
    assert isinstance(position, Position), position
    assert position.state.rows[1].get("life") == 10**40 + 7
    for sum_of, code in (("10^40+", "count-not-a-number"), ("1" + "+1" * 64, "count-too-large")):
        found = load(text.replace("10^40+7", sum_of), "board", BOOK)
        assert isinstance(found, Refusal)
        assert (found.code, found.where.line) == (code, 2)
    said = read_sentence(board("3 Mountain", "    hand: [Blaze]\n"), "cast Blaze targeting p2 with X = 10^40+1")
    assert isinstance(said, Choice) and said.x == 10**40 + 1


def test_a_long_script_is_read_by_as_many_calls_a_line_as_a_short_one() -> None:
    with few_calls(50 * 40_000):
        assert len(parse_script("a\n" * 40_000)) == 40_000  # type: ignore[arg-type] # no refusal
