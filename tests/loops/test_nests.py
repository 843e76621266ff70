"""Loops inside loops: blocks of a written number of rounds, nested, equal plain play and are not played."""

from __future__ import annotations

import json

import pytest

from reiterate.amounts import Formula, formula_text, power_sum, summed, value_of
from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.loop import find_loop, jump, play_through
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import asked
from reiterate.script import script
from reiterate.script.places import Place, parse_place
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.state.model import State
from tests.loops.lemma_rounds import fact, lemmas_from
from tests.loops.swarms import blocks
from tests.support.dice import dice
from tests.support.generated_loops import CREATURE, ELF, ELF_ENTRY, GOBLIN, Made, each_of, engine, steady
from tests.support.loop_cases import Count, assert_same, body_reader, reached, read

GOOGOL = 10**100

SACRIFICE = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
      - Ashnod's Altar
script: |
"""
#: A block of blocks of loops; each middle round spends one of what its inner loop made.
NEST = """  repeat N:
    repeat N:
      repeat N:
        activate Midnight Guard
        all pass
        all pass
      activate Ashnod's Altar sacrificing Elf Warrior
"""
#: What the first loop of an iteration makes the second one spends to the last.
SPENT = """  repeat N:
    repeat N:
      activate Midnight Guard
      all pass
      all pass
    repeat N:
      activate Ashnod's Altar sacrificing Elf Warrior
"""


def final(text: str) -> State:
    position = read(text)
    played_script = PlayedScript(position.state)
    refused = played_script.extend(position.script, 0)
    assert refused is None, refused
    return played_script.final


# --- nests of a written number of rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize("body", [NEST, SPENT])
def test_a_nest_equals_plain_play_for_small_counts(body: str) -> None:
    for n in range(1, 7):
        text = SACRIFICE + body.replace("N", str(n))
        with lemmas_from(10**9):
            position = read(text)
            played = play(position.state, script.BodyReader(position.script))
            assert played.stop == DONE
        with lemmas_from(2):
            assert_same(final(text), played.state, n)
            assert_same(play_through(position.state, script.BodyReader(position.script)).state, played.state, n)


@pytest.mark.parametrize("n", [10**6, GOOGOL])
def test_a_nest_three_deep_of_very_many_each(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    state = final(SACRIFICE + NEST.replace("N", str(n)))
    assert count.steps < 200
    assert fact(state, "tally.activations") == str(n**3)
    assert fact(state, "p1.mana.C") == str(2 * n**2)
    assert fact(state, "p1.tokens.Elf Warrior") == str(n**3 - n**2)
    state = final(SACRIFICE + SPENT.replace("N", str(n)))
    assert fact(state, "p1.tokens.Elf Warrior") == "0"
    assert fact(state, "p1.mana.C") == str(2 * n**2)


def test_a_nest_costs_the_same_however_often() -> None:
    taken = []
    for n in (10**6, GOOGOL):
        with pytest.MonkeyPatch.context() as patch:
            count = Count(patch)
            final(SACRIFICE + NEST.replace("N", str(n)))
            taken.append(count.steps)
    assert taken[0] == taken[1]


def test_a_block_that_spends_more_than_there_is_ends_in_its_exact_round() -> None:
    """Each iteration takes 3*10^58 Elves of 10^60: the 34th has not enough for its block."""
    made = Made("short", "short")
    engine(made, f"Create two {GOBLIN}s.")
    made.cards.append(("Test Altar", CREATURE, "Sacrifice three Elves: You gain 1 life."))
    made.entries[0] += ["Test Altar", f"{{{ELF_ENTRY}, count: 10^60}}"]
    body = "repeat 10^58:\n  activate Test Altar sacrificing 3 Elf Warrior\n  all pass\nactivate engine\nall pass"
    start, reader = made.start(), body_reader(body)
    loop = find_loop(start, reader)
    assert loop.extend(None) is None and loop.end is not None
    assert loop.end.iteration == 34
    left = 10**60 - 33 * 3 * 10**58
    assert loop.end.choice == 1 + (left // 3) * 3  # the activation and two passes each
    before = reached(loop, 33)
    assert fact(before, "p1.tokens.Elf Warrior") == str(left)
    assert fact(loop.end.state, "p1.tokens.Elf Warrior") == str(left % 3)


@pytest.mark.parametrize("taken", [2, 3, 4])
def test_blocks_that_spend_several_at_once_end_as_in_plain_play(taken: int) -> None:
    """What is left may be none, one or several: groups that vanish or become single objects end a lemma."""
    words = {2: "two", 3: "three", 4: "four"}[taken]
    for there in range(5 * taken, 7 * taken):
        made = Made("several", "several")
        engine(made, "You gain 1 life.")
        made.cards.append(("Test Altar", CREATURE, f"Sacrifice {words} Elves: You gain 1 life."))
        made.entries[0] += ["Test Altar", f"{{{ELF_ENTRY}, count: {2 * there}}}"]
        rounds = there // taken
        body = f"repeat 2:\n  repeat {rounds}:\n    activate Test Altar sacrificing {taken} Elf Warrior\n    all pass"
        start = made.start()
        with lemmas_from(10**9):
            played = play(start, body_reader(body))
        assert played.stop == DONE
        with lemmas_from(2):
            assert_same(play_through(start, body_reader(body)).state, played.state, (taken, there))


@pytest.mark.slow("nests of very many rounds")
def test_a_cut_far_inside_a_nest_is_refused_by_name() -> None:
    position = read(SACRIFICE + NEST.replace("N", str(GOOGOL)))
    played_script = PlayedScript(position.state)
    assert played_script.extend(position.script, 0) is None
    place = parse_place("1@2/2@10^50/3@7.1")
    assert isinstance(place, Place)
    found = played_script.spot(place)
    assert isinstance(found, Refusal) and found.code == "iteration-budget"
    place = parse_place("1@10^99/2@1/3@7.2")
    assert isinstance(place, Place)
    assert played_script.spot(place) == Spot(0, 10**99, 6 * 5 + 2)


def test_the_first_choice_of_an_inner_iteration_is_in_that_iteration() -> None:
    """Places inside nested blocks, against the choices of plain play counted by hand."""
    body = """  repeat 3:
    repeat 4:
      activate Midnight Guard
      all pass
      all pass
    activate Ashnod's Altar sacrificing Elf Warrior
    repeat 2:
      activate Midnight Guard
      all pass
      for each trigger:
        all pass
"""
    position = read(SACRIFICE + body)
    played_script = PlayedScript(position.state)
    assert played_script.extend(position.script, 0) is None
    wanted = {
        "1@2/2@1.1": 1,
        "1@2/2@1.5": 5,
        "1@2/2@2.1": 6,
        "1@2/2@4.5": 20,
        "1@2/7@1.1": 22,
        "1@2/7@1.4": 25,
        "1@2/7@1/10@1.1": 25,
        "1@2/7@2.1": 27,
        "1@2/7@2/10@1.2": 31,
    }
    for text, choice in wanted.items():
        place = parse_place(text)
        assert isinstance(place, Place)
        assert played_script.spot(place) == Spot(0, 2, choice), text
    for text in ("1@2/2@5.1", "1@2/2@1.6", "1@2/7@1/10@2.1"):
        place = parse_place(text)
        assert isinstance(place, Place)
        found = played_script.spot(place)
        assert isinstance(found, Refusal) and found.code == "no-such-place", text


@pytest.mark.parametrize("pairs", [3, 60, 10**40])
def test_608_2_a_process_repeated_inside_of_an_iteration(pairs: int) -> None:
    """Grindstone's process goes on until the library is empty; the block stands inside of another one."""
    text = f"""format: position/1
players:
  p1:
    mana: {{C: 3}}
    battlefield:
      - {{card: Painter's Servant, chosen: blue}}
      - Grindstone
  p2: {{library: {2 * pairs}}}
script: |
  repeat 1:
    activate Grindstone targeting p2
    all pass
    repeat {pairs}:
      continue
"""
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        state = final(text)
        assert pairs < 10**40 or count.steps < 60
    assert (fact(state, "p2.library"), fact(state, "p2.graveyard")) == ("0", str(2 * pairs))
    assert not state.stack and asked(state) == "priority"


# --- generated nests -----------------------------------------------------------------------------------------------


def generated(number: int) -> tuple[Made, list[str]]:
    """A board with an engine of several abilities, and a nest of blocks of them, three deep."""
    rng = dice(f"nests {number}")
    made = Made(f"nests-{number}", "nests", lives=["20", str(rng.choice((400, 9999, 10**9)))])
    sentences = [
        f"Create a {ELF}.",
        each_of(rng, "Elf"),
        steady(rng).replace("on each creature you control", "on Test Engine"),
        rng.choice((f"Create a {GOBLIN} for each Elf you control.", "You lose 1 life.", "Each opponent loses 3 life.")),
    ]
    engine(made, *sentences)
    acts = [[f"activate engine: #{i + 1}", "all pass"] for i in range(len(sentences))]
    made.entries[0].append(f"{{{ELF_ENTRY}, count: {rng.randint(2, 9)}}}")

    def block(depth: int) -> list[str]:
        lines = [f"repeat {rng.randint(4, 6)}:"]
        for part in range(rng.randint(1, 2)):
            if depth > 1 and part == 0:
                lines += ["  " + line for line in block(depth - 1)]
            else:
                lines += ["  " + line for line in rng.choice(acts)]
        return lines

    return made, [*rng.choice(acts), *block(3), *rng.choice(acts)]


def compare(number: int) -> int:
    """One iteration and its repetition, folded, against plain play; the number of choices done at once."""
    made, lines = generated(number)
    start = made.start()
    with lemmas_from(10**9):
        reader = body_reader("\n".join(lines))
        played = play(start, reader)
        states = [played.state]
        if played.stop == DONE and len(played.choices) < 400:
            states.append(play(played.state, reader).state)
    with lemmas_from(2):
        reader = body_reader("\n".join(lines))
        folded = play_through(start, reader)
        assert_same(folded.state, played.state, made.name)
        assert folded.stop == played.stop
        skipped = value_of(folded.skipped)
        assert isinstance(skipped, int)
        assert skipped + len(folded.choices) == len(played.choices)
        loop = find_loop(start, reader)
        if played.stop != DONE:
            assert isinstance(jump(loop, 1), Refusal) and loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (1, len(played.choices) + 1)
            assert_same(loop.end.state, played.state)
            return skipped
        for n, state in enumerate(states, 1):
            found = jump(loop, n)
            assert isinstance(found, State) or loop.end is not None
            if isinstance(found, State):
                assert_same(found, state, (made.name, n))
    return skipped


@pytest.mark.slow("plain play of generated nests")
def test_generated_nests_equal_plain_play() -> None:
    assert sum(compare(number) > 0 for number in range(8)) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 240, 20))
def test_many_generated_nests_equal_plain_play(first: int) -> None:
    for number in range(first, first + 20):
        compare(number)


# --- what one loop makes the next one spends -----------------------------------------------------------------------

CARDS = (
    {
        "name": "Test Blaze",
        "type_line": "Sorcery",
        "mana_cost": "{X}{R}",
        "oracle_text": "Test Blaze deals X damage to any target.",
    },
    {
        "name": "Test March",
        "type_line": "Sorcery",
        "mana_cost": "{X}{X}{W}",
        "oracle_text": "Create X 1/1 white Soldier creature tokens.",
    },
    {
        "name": "Test Shot",
        "type_line": "Sorcery",
        "mana_cost": "{1}{R}",
        "oracle_text": "Test Shot deals 1 damage to any target.\nStorm",
    },
    {
        "name": "Test Horde",
        "type_line": "Sorcery",
        "mana_cost": "{3}{R}",
        "oracle_text": "Create two 1/1 red Goblin creature tokens.\nStorm",
    },
    {
        "name": "Test Mill",
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "{1}: Create a 1/1 white Soldier creature token.",
    },
    {
        "name": "Test Heart",
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "Whenever you gain life, double the number of charge counters on Test Heart.",
    },
    {
        "name": "Test Twins",
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "{0}: Create a 1/1 green Insect creature token for each Insect you control.",
    },
)
BOOK = CardBook((read_source("generated", json.dumps(CARDS).encode()), builtin_source()))


def with_cards(battlefield: list[str], hand: list[str], mana: str, lines: str, life: str = "20") -> str:
    """A position with the cards above and a script."""
    entries = "".join(f"      - {entry}\n" for entry in battlefield)
    script_text = "".join(f"  {line}\n" for line in lines.strip("\n").splitlines())
    return (
        "format: position/1\nplayers:\n  p1:\n"
        f"    mana: {mana}\n    hand: [{', '.join(hand)}]\n    battlefield:\n{entries}"
        f"  p2:\n    life: {life}\nscript: |\n{script_text}"
    )


def played_script_of(text: str) -> tuple[PlayedScript, Refusal | None]:
    position = load(text, "spent.yaml", BOOK)
    assert isinstance(position, Position), position
    played_script = PlayedScript(position.state)
    return played_script, played_script.extend(position.script, 0)


BASALT = ["Basalt Monolith", "{card: Power Artifact, attached to: Basalt Monolith}", "Test Mill"]
MANA = """
repeat N:
  tap Basalt Monolith
  activate Basalt Monolith: untap paying {C}
  all pass
"""


@pytest.mark.parametrize("n", [3, 60, GOOGOL])
def test_107_3_all_the_mana_of_a_loop_becomes_x_and_the_game_goes_on(n: int) -> None:
    cast = "cast Test Blaze targeting p2 with X = all\nall pass\n"
    played_script, refused = played_script_of(
        with_cards(BASALT, ["Test Blaze"], "{R: 1}", MANA.replace("N", str(n)) + cast, str(2 * n + 7))
    )
    assert refused is None
    assert fact(played_script.final, "p2.life") == "7" and fact(played_script.final, "p1.mana.C") == "0"
    cast = "cast Test March with X = all\nall pass\nactivate Test Mill paying {C}\nall pass\n"
    played_script, refused = played_script_of(
        with_cards(BASALT, ["Test March"], "{W: 1, C: 1}", MANA.replace("N", str(n)) + cast)
    )
    assert refused is None  # {X}{X} leaves the odd one, which the next line spends
    assert (
        fact(played_script.final, "p1.tokens.Soldier") == str(n + 1) and fact(played_script.final, "p1.mana.C") == "0"
    )


def test_118_3_a_payment_of_very_much_mana_is_named_by_number() -> None:
    said = f"cast Test Blaze targeting p2 with X = {GOOGOL} paying {GOOGOL} {{C}} and {{R}}"
    played_script, refused = played_script_of(
        with_cards(BASALT, ["Test Blaze"], "{R: 1}", MANA.replace("N", "10^100") + said + "\nall pass")
    )
    assert refused is None and fact(played_script.final, "p1.mana.C") == str(GOOGOL)
    part = played_script.parts[1]
    choice = part.reader.next(part.loop.heads[0], part.reader.start())
    assert isinstance(choice, tuple)
    line = say(part.loop.heads[0], choice[0])
    assert line == f"p1: cast Test Blaze targeting p2 paying {GOOGOL} {{C}} and 1 {{R}} with X = {GOOGOL}"
    assert read_sentence(part.loop.heads[0], line) == choice[0]
    _, refused = played_script_of(with_cards(BASALT, ["Test Blaze"], "{R: 1}", said))
    assert refused is not None and refused.code == "mana-short"


def test_a_loop_that_spends_what_another_made_ends_when_it_is_gone() -> None:
    spend = "repeat K:\n  activate Test Mill paying {C}\n  all pass\n"
    text = with_cards(BASALT, [], "{C: 5}", MANA.replace("N", "10^100") + spend)
    played_script, refused = played_script_of(text.replace("K", str(2 * GOOGOL + 5)))
    assert refused is None
    assert fact(played_script.final, "p1.mana.C") == "0" and fact(played_script.final, "p1.tokens.Soldier") == str(
        2 * GOOGOL + 5
    )
    _, refused = played_script_of(text.replace("K", str(2 * GOOGOL + 6)))
    assert refused is not None and refused.code == "too-many-iterations"
    assert refused.expected == f"at most {2 * GOOGOL + 5} iterations"


# --- copies --------------------------------------------------------------------------------------------------------

STORM = """
repeat N:
  activate Phyrexian Altar sacrificing Gravecrawler for {B}
  cast Gravecrawler from graveyard paying {B}
  all pass
cast CARD
all pass
for each copy:
  all pass
all pass
"""


@pytest.mark.parametrize("n", [5, 60, GOOGOL])
def test_702_40_n_copies_of_a_spell_resolve_in_one_block(n: int) -> None:
    pieces = ["Gravecrawler", "Phyrexian Altar", "Diregraf Ghoul"]
    script_text = STORM.replace("N", str(n))
    horde = with_cards(pieces, ["Test Horde"], "{R: 4}", script_text.replace("CARD", "Test Horde paying {R}{R}{R}{R}"))
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        played_script, refused = played_script_of(horde)
        assert refused is None
        assert n < GOOGOL or count.steps < 100
    assert fact(played_script.final, "p1.tokens.Goblin") == str(2 * n + 2)
    shot = script_text.replace("CARD", "Test Shot targeting p2 paying {R}{R}").replace(
        "all pass\nfor each", f"all pass\nchoose {n} p2\nfor each"
    )
    played_script, refused = played_script_of(with_cards(pieces, ["Test Shot"], "{R: 2}", shot, str(n + 9)))
    assert refused is None
    assert fact(played_script.final, "p2.life") == "8" and fact(played_script.final, "tally.copies") == str(n)


def test_a_block_of_copies_is_no_block_of_triggers() -> None:
    pieces = ["Gravecrawler", "Phyrexian Altar", "Diregraf Ghoul"]
    lines = (
        STORM.replace("N", "5").replace("CARD", "Test Horde paying {R}{R}{R}{R}").replace("each copy", "each trigger")
    )
    played_script, refused = played_script_of(with_cards(pieces, ["Test Horde"], "{R: 4}", lines))
    assert refused is None
    assert fact(played_script.final, "p1.tokens.Goblin") == "2"  # the upmost copy, by the last line


# --- beyond writing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", ["2^(10^100)", "2^(2^(10^100))"])
def test_a_block_is_repeated_so_often_as_can_not_be_written(times: str) -> None:
    insect = "{token: Insect, subtypes: [Insect], colors: [G], power: 1, toughness: 1}"
    body = f"repeat {times}:\n  activate Test Twins\n  all pass\n"
    played_script, refused = played_script_of(with_cards(["Test Twins", insect], [], "{}", body))
    assert refused is None
    many = summed(r.n for r in played_script.final.rows.values() if r.cls.kind == "token")
    assert isinstance(many, Formula) and formula_text(many) == f"2^({times})"
    more = "repeat 10^100:\n  activate Test Twins\n  all pass\n"
    played_script, refused = played_script_of(with_cards(["Test Twins", insect], [], "{}", body + more))
    assert refused is None
    again = summed(r.n for r in played_script.final.rows.values() if r.cls.kind == "token")
    assert again == many * power_sum([({2: 10**100}, 1)])


# --- behind the shortcut -------------------------------------------------------------------------------------------


def test_blocks_behind_the_shortcut_are_done_at_once() -> None:
    text = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
      - {card: Soul Warden, count: 10^100}
script: |
  activate Midnight Guard
answers:
  - p2: accept
then: |
  all pass
  order you gain 1 life first
  for each trigger:
    all pass
  for each trigger:
    all pass
  repeat 10^20:
    activate Midnight Guard
    all pass
    order you gain 1 life first
    for each trigger:
      all pass
    for each trigger:
      all pass
"""
    found = run_position(read(text))
    assert isinstance(found, Result) and found.refusal is None, found
    assert fact(found.state, "p1.life") == str(20 + GOOGOL * (10**20 + 1))


# --- halving -------------------------------------------------------------------------------------------------------


def test_107_1a_half_of_what_was_doubled_is_jumped() -> None:
    """p2 comes down to 1 life, half of which is nothing; p1 has 2L + 3 life and loses L + 1 of it."""
    made = Made("halves", "halves", lives=["20", "20"])
    engine(
        made,
        "You gain life equal to your life total. You gain 3 life. Each player loses half their life, rounded down.",
    )
    start, reader = made.loop()
    loop = find_loop(start, reader)
    before = int(fact(start, "p1.life"))
    for n in (1, 2, 3, 50, 10**9, GOOGOL):
        assert fact(reached(loop, n), "p1.life") == str(before + 2 * n)
    assert loop.endless
    assert_same(reached(loop, 10**9 + 1), play(reached(loop, 10**9), reader).state)


def test_107_1a_half_of_what_may_be_even_or_odd_is_played_to_its_end() -> None:
    made = Made("odd", "odd", lives=["20", str(GOOGOL)])
    engine(made, "Each opponent loses half their life, rounded up.")
    start, reader = made.loop()
    loop = find_loop(start, reader)
    assert loop.extend(None) is None and loop.end is not None
    assert loop.end.iteration == GOOGOL.bit_length() + 1 and not loop.segments
    assert "even or odd" in str(loop.why_plain and loop.why_plain.message)


# --- how many choices ----------------------------------------------------------------------------------------------


def test_choices_of_iterations_with_blocks_that_grow_are_summed() -> None:
    start, reader = blocks("10^90")
    loop = find_loop(start, reader)
    state, total, sums = start, 0, [0]
    for _ in range(12):
        played = play(state, reader)
        state, total = played.state, total + len(played.choices)
        sums.append(total)
    assert loop.extend(10**9) is None
    assert [loop.choices_before(n) for n in range(13)] == sums
    first, second = sums[1] - sums[0], (sums[2] - sums[1]) - (sums[1] - sums[0])
    n = 10**9
    assert loop.choices_before(n) == n * first + n * (n - 1) // 2 * second


def test_choices_of_doubling_blocks_are_summed_inside_of_another_loop() -> None:
    """A block of very many rounds that double something has no lemma: its rounds are a loop of their own."""
    made = Made("twice", "twice")
    engine(made, f"Create a {ELF} for each Elf you control.", "You gain 1 life.")
    made.entries[0].append(f"{{{ELF_ENTRY}}}")
    start = made.start()
    body = "activate engine: #2\nall pass\nrepeat N:\n  activate engine: #1\n  all pass"
    played = play(start, body_reader(body.replace("N", "40")))
    with lemmas_from(2):
        folded = play_through(start, body_reader(body.replace("N", "40")))
    assert_same(folded.state, played.state)
    assert value_of(folded.skipped + len(folded.choices)) == len(played.choices) > len(folded.choices)
    far = play_through(start, body_reader(body.replace("N", str(GOOGOL))))
    assert far.stop == DONE and value_of(far.skipped + len(far.choices)) == 3 + 3 * GOOGOL
    elves = summed(r.n for r in far.state.rows.values() if r.cls.kind == "token")
    assert isinstance(elves, Formula) and formula_text(elves) == "2^(10^100)"


@pytest.mark.parametrize("n", [4, 60, GOOGOL])
def test_603_3_very_many_triggers_each_of_which_doubles_something_outside_of_a_loop(n: int) -> None:
    """Each Warden's trigger gains a life, and the Heart doubles its counters each time."""
    pieces = ["Midnight Guard", "{card: Presence of Gond, attached to: Midnight Guard}"]
    pieces += [f"{{card: Soul Warden, count: {n}}}", "{card: Test Heart, counters: {charge: 1}}"]
    lines = "activate Midnight Guard\nall pass\norder you gain 1 life first\nall pass\nfor each trigger:\n  all pass\n  all pass"
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        played_script, refused = played_script_of(with_cards(pieces, [], "{}", lines))
        assert refused is None
        assert n < GOOGOL or count.steps < 300
    assert fact(played_script.final, "p1.life") == str(20 + n) and not played_script.final.stack
    counters = fact(played_script.final, "Test Heart.counters.charge")
    assert counters == (str(2**n) if n < GOOGOL else "2^(10^100)")
