"""The named combos: three iterations of each, choice by choice, change what its row of the table says, and nothing else;
and its file takes it 10^100 times, or to its exact end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.amounts import plain
from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.loops.play import ILLEGAL, OVER
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, Line, Node, Repeat, parse_script
from reiterate.script.sentences import read_sentence, say
from reiterate.shortcuts.played_script import Part
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.normal_form import normal
from tests.support.as_shown import board_json, board_lines
from tests.support.card_files import reference_book
from tests.support.files import ROOT, needs_data, require_data

FOLDER: Final = ROOT / "examples" / "combos"
CARDS: Final = "cards.jsonl"
GOOGOL: Final = 10**100

#: Iterations that are played choice by choice.
PLAYED: Final = 3

#: Iterations that are played and jumped.
FAR: Final = 9

Changes = dict[str, int]


@dataclass(frozen=True)
class Combo:
    """A row of the table: its file, what one iteration changes on the board, in the tallies, and the exact end."""

    file: str
    board: Changes
    tallies: Changes
    end: Changes = field(default_factory=dict)
    #: Where iterations differ: what the second one of a pair changes on the board.
    second: Changes | None = None

    def changes(self, iteration: int) -> Changes:
        """What an iteration (from 1) changes on the board."""
        return self.board if iteration % 2 or self.second is None else self.second


ELF: Final = {"p1 Elf Warrior.n": 1, "p1 Elf Warrior.power": 1, "p1 Elf Warrior.toughness": 1}
MADE: Final = {"activations": 1, "etb": 1, "etb.Elf Warrior": 1, "tokens.Elf Warrior": 1, "taps": 1, "untaps": 1}
RESOLVED: Final = {"resolved.ability": 1, "resolved.trigger": 1}


def grown(name: str, n: int) -> Changes:
    """A +1/+1 counter on each of ``n`` creatures."""
    return {f"p1 {name}.{what}": n for what in ("power", "toughness", "+1/+1")}


COMBOS: Final = {
    # 1 Elf Warrior
    "CR-03": Combo("gond-alarm", ELF, MADE | RESOLVED, {"p1.tokens.Elf Warrior": GOOGOL}),
    "SEED-02": Combo("guard-gond", ELF, MADE | RESOLVED, {"p1.tokens.Elf Warrior": GOOGOL}),
    # 1 colourless mana
    "SEED-01": Combo(
        "zirda-monolith",
        {"p1 mana.C": 1},
        {"activations": 1, "mana activations": 1, "mana.C": 3, "taps": 1, "untaps": 1, "resolved.ability": 1},
        {"p1.mana.C": GOOGOL},
    ),
    # 2 life, a +1/+1 counter on each other creature; the Feeder gives one up and gets it back
    "SEED-03": Combo(
        "thune-feeder",
        {"p1 life": 2} | grown("Archangel of Thune", 1) | grown("Elf Warrior", 10**30),
        {"activations": 1, "counters.+1/+1": 2 + 10**30, "life gained.p1": 2, "lifegain.p1": 1} | RESOLVED,
        {
            "p1.life": 20 + 2 * GOOGOL,
            "Archangel of Thune.power": 3 + GOOGOL,
            "Archangel of Thune.toughness": 4 + GOOGOL,
            "Elf Warrior.power": 1 + GOOGOL,
            "Elf Warrior.toughness": 1 + GOOGOL,
        },
    ),
    # +1 power until end of turn; the Fumarole is switched to and fro
    "SEED-04": Combo(
        "searblades-fumarole",
        {
            "p1 Ceaseless Searblades.power": 1,
            "p1 Wandering Fumarole.power": 3,
            "p1 Wandering Fumarole.toughness": -3,
        },
        {"activations": 1} | RESOLVED,
        {"Ceaseless Searblades.power": 2 + GOOGOL},
        second={
            "p1 Ceaseless Searblades.power": 1,
            "p1 Wandering Fumarole.power": -3,
            "p1 Wandering Fumarole.toughness": 3,
        },
    ),
    # opponent loses 2, you pay 1 life and draw
    "SEED-05 SEED-06": Combo(
        "yawgmoth-messengers",
        {"p1 life": -1, "p2 life": -2, "p1 hand": 1, "p1 library": -1},
        {
            "activations": 1,
            "sacrifices": 1,
            "dies": 1,
            "dies.Geralf's Messenger": 1,
            "etb": 1,
            "etb.Geralf's Messenger": 1,
            "counters.+1/+1": 1,
            "counters.-1/-1": 1,
            "draws.p1": 1,
            "life lost.p1": 1,
            "life lost.p2": 2,
            "resolved.ability": 1,
            "resolved.trigger": 2,
        },
        {"iterations": GOOGOL - 1, "tally.draws.p1": GOOGOL - 1, "p1.library": 9 * GOOGOL + 1},
    ),
    # 1 damage, 1 card; bounded by the library
    "SEED-07 CR-35": Combo(
        "niv-curiosity",
        {"p2 life": -1, "p1 hand": 1, "p1 library": -1},
        {"damage.p2": 1, "life lost.p2": 1, "draws.p1": 1, "resolved.trigger": 2},
        {"iterations": GOOGOL - 1},
    ),
    # two cards at a time, inside one resolution
    "SEED-09": Combo(
        "painter-grindstone",
        {"p2 library": -2, "p2 graveyard": 2},
        {"mills.p2": 2, "repetitions": 1},
        {"tally.mills.p2": GOOGOL, "tally.repetitions": GOOGOL // 2},
    ),
    # enters, leaves and sacrifice triggers; mana from lands
    "SEED-12 FAM-02": Combo(
        "dragon-animate-dead",
        {"p1 mana.U": 3},
        {
            "etb": 5,
            "etb.Worldgorger Dragon": 1,
            "etb.Animate Dead": 1,
            "etb.Island": 3,
            "dies": 1,
            "dies.Worldgorger Dragon": 1,
            "sacrifices": 1,
            "taps": 3,
            "mana activations": 3,
            "mana.U": 3,
            "resolved.trigger": 4,
        },
        {"tally.sacrifices": GOOGOL + 1, "tally.etb.Worldgorger Dragon": GOOGOL + 1},
    ),
    # untaps; the position repeats
    "SEED-13": Combo("conjurer-researcher", {}, {"activations": 2, "taps": 2, "untaps": 2, "resolved.ability": 2}),
    # +3 toughness until end of turn
    "SEED-15": Combo(
        "protector-outrider",
        {"p1 Angelic Protector.toughness": 3},
        {"activations": 1} | RESOLVED,
        {"Angelic Protector.toughness": 2 + 3 * GOOGOL},
    ),
    # storm count
    "SEED-10": Combo(
        "scepter-reversal",
        {"p1 mana.C": 1},
        {
            "casts": 1,
            "casts.Dramatic Reversal": 1,
            "activations": 1,
            "resolved.ability": 1,
            "mana activations": 2,
            "mana.C": 3,
            "taps": 3,
            "untaps": 3,
        },
        {"p1.mana.C": GOOGOL, "tally.casts": GOOGOL},
    ),
    # storm count and dies triggers
    "SEED-11": Combo(
        "gravecrawler-altar",
        {"p1 life": 1, "p2 life": -1},
        {
            "casts": 1,
            "casts.Gravecrawler": 1,
            "dies": 1,
            "dies.Gravecrawler": 1,
            "sacrifices": 1,
            "etb": 1,
            "etb.Gravecrawler": 1,
            "mana activations": 1,
            "mana.B": 1,
            "life gained.p1": 1,
            "lifegain.p1": 1,
            "life lost.p2": 1,
            "resolved.trigger": 1,
        },
        {"iterations": GOOGOL - 1, "p1.life": 20 + GOOGOL, "tally.casts": GOOGOL - 1},
    ),
}
assert all(change for combo in COMBOS.values() for change in combo.board.values())


def cases(names: dict[str, Combo]) -> list[object]:
    """Each combo by its cases, with the cards it is played with."""
    return [
        pytest.param(combo, cards, id=f"{name}-{where}", marks=[needs_data(cards)] if cards else [])
        for name, combo in names.items()
        for cards, where in (("", "builtin"), (CARDS, "data"))
    ]


@cache
def book(cards: str) -> CardBook:
    return reference_book() if cards else CardBook.builtin()


def laid_out(combo: Combo, cards: str) -> Position:
    found = load_file(FOLDER / f"{combo.file}.yaml", book(cards))
    assert isinstance(found, Position), found
    return found


@cache
def taken(file: str, cards: str) -> Result:
    """What comes of a file's proposal."""
    combo = next(combo for combo in COMBOS.values() if combo.file == file)
    found = run_position(laid_out(combo, cards))
    assert isinstance(found, Result), found
    return found


# --- what a board is, as numbers -----------------------------------------------------------------------------------


def numbers(state: State) -> Counter[str]:
    """A board as numbers: life, zones, mana, and of all permanents of a name how many, tapped, their sizes and counters."""
    found: Counter[str] = Counter({"stack": sum(plain(state.rows[h].n) for h in state.stack)})
    for handle, row in state.rows.items():
        cls, n = row.cls, plain(row.n)
        if cls.kind == "player":
            found.update({f"p{cls.owner + 1} {slot}": plain(v) for slot, v in row.num.items() if _of_board(slot)})
        elif cls.zone == BATTLEFIELD:
            assert cls.proto is not None
            name = f"p{cls.controller + 1} {cls.proto.name}"
            found.update(
                {f"{name}.n": n, f"{name}.tapped": n * cls.tapped, f"{name}.damage": n * plain(row.get("damage"))}
            )
            if has_pt(view(state, handle)):
                sizes = {"power": plain(power(state, handle)), "toughness": plain(toughness(state, handle))}
                found.update({f"{name}.{what}": n * size for what, size in sizes.items()})
            counters = {s.partition(".")[2]: plain(v) for s, v in row.num.items() if s.startswith("counter.")}
            found.update({f"{name}.{kind}": n * number for kind, number in counters.items()})
        elif cls.zone in ("hand", "library", "graveyard", "exile"):
            found[f"p{cls.owner + 1} {cls.zone}"] += n
    return found


def _of_board(slot: str) -> bool:
    return slot == "life" or slot.startswith(("mana.", "counter."))


def difference(before: Counter[str], after: Counter[str]) -> Changes:
    """What is another number after than before."""
    keys = before.keys() | after.keys()
    return {key: after[key] - before[key] for key in keys if after[key] != before[key]}


def tallied(state: State) -> Counter[str]:
    return Counter({key: plain(value) for key, value in state.tally.items()})


# --- step by step ---------------------------------------------------------------------------------------------------


def played(state: State, nodes: tuple[Node, ...], shown: bool = True) -> State:
    """Play lines choice by choice, each one verified; ``shown``: a position is shown at every place."""
    reader = BodyReader(nodes)
    cursor = reader.start()
    while True:
        read = reader.next(state, cursor)
        if read is None:
            return state
        assert isinstance(read, tuple), read
        choice, cursor = read
        assert verify(state, choice) is None
        assert reads_back(state, choice)
        if shown:
            assert board_lines(state)
            assert board_json(state)
        state = step(state, choice)[0]


def reads_back(state: State, choice: Choice) -> bool:
    """Whether a choice's canonical line is a line of a script and means the same choice, or one like it."""
    line = say(state, choice)
    nodes = parse_script(line)
    assert isinstance(nodes, tuple), nodes
    (node,) = nodes
    assert isinstance(node, Line)
    back = read_sentence(state, node.text)
    assert isinstance(back, Choice), back
    return back == choice or same(step(state, back)[0], step(state, choice)[0])


def block(position: Position) -> tuple[tuple[Node, ...], Repeat]:
    """The lines before a script's block, and the block."""
    at = next(i for i, node in enumerate(position.script) if isinstance(node, Repeat))
    found = position.script[at]
    assert isinstance(found, Repeat)
    return position.script[:at], found


@pytest.mark.parametrize(("combo", "cards"), cases(COMBOS))
def test_three_iterations_choice_by_choice_change_what_the_table_says(combo: Combo, cards: str) -> None:
    position = laid_out(combo, cards)
    before, repeat = block(position)
    states = [played(position.state, before)]
    for _ in range(PLAYED):
        states.append(played(states[-1], repeat.body))
    for iteration in range(1, PLAYED + 1):
        old, new = states[iteration - 1], states[iteration]
        assert difference(numbers(old), numbers(new)) == combo.changes(iteration)
        assert difference(tallied(old), tallied(new)) == combo.tallies


@pytest.mark.slow("plays every named combo by each choice")
@pytest.mark.parametrize(("combo", "cards"), cases(COMBOS))
def test_the_chain_passes_where_play_choice_by_choice_arrives(combo: Combo, cards: str) -> None:
    position = laid_out(combo, cards)
    before, repeat = block(position)
    state, part = played(position.state, before, shown=False), looped(combo, cards)
    assert part.loop.segments[0].start < FAR - 2, "nothing of this is jumped"
    for iteration in range(1, FAR + 1):
        state = played(state, repeat.body, shown=iteration == FAR)  # the first ones are shown by another test
        there = part.loop.reach(iteration)
        assert isinstance(there, State), there
        assert same(normal(there), normal(state))
        assert tallied(there) == tallied(state)


# --- 10^100 of them, or to the exact end ------------------------------------------------------------------------------


def looped(combo: Combo, cards: str) -> Part:
    """The block of a file's proposal."""
    proposal = taken(combo.file, cards).proposal
    assert proposal is not None
    return next(part for part in proposal.played_script.parts if isinstance(part.node, Repeat))


@pytest.mark.parametrize(("combo", "cards"), cases(COMBOS))
def test_the_file_takes_it_a_googol_times_or_to_its_end(combo: Combo, cards: str) -> None:
    result = taken(combo.file, cards)
    assert result.differences == []
    assert len(result.position.expect) > 2
    found = {path: look_up(result.state, path, result.facts) for path in combo.end}
    assert {path: _whole(value) for path, value in found.items()} == combo.end


def _whole(value: object) -> int:
    """A number as facts write it, long ones with their digits."""
    assert isinstance(value, str), value
    return int(value)


#: Before which choice of which iteration the bounded ones end, and how.
ENDS: Final = {
    "yawgmoth-messengers": (GOOGOL, 6, OVER),  # the Messenger's trigger has resolved, Yawgmoth's ability has not
    "niv-curiosity": (GOOGOL + 1, 1, OVER),  # the one draw too many, which the file declines
    "painter-grindstone": (GOOGOL // 2 + 1, 1, ILLEGAL),  # the resolution is done
    "gravecrawler-altar": (GOOGOL, 5, OVER),  # Blood Artist's trigger has resolved
}


@pytest.mark.parametrize(("combo", "cards"), cases(COMBOS))
def test_what_is_unbounded_is_proved_so_and_the_rest_ends_where_it_must(combo: Combo, cards: str) -> None:
    loop = looped(combo, cards).loop
    assert loop.extend(None) is None
    assert loop.endless == (combo.file not in ENDS)
    if loop.endless:
        assert loop.end is None
    else:
        assert loop.end is not None
        assert (loop.end.iteration, loop.end.choice, loop.end.kind) == ENDS[combo.file]


def test_cr_03_the_rulebooks_million_ends_before_the_last_untap() -> None:
    """The end of the file's proposal: the last Elf is there, and the trigger that untaps its maker waits."""
    result = taken("gond-alarm", "")
    assert result.facts["iterations"] == str(GOOGOL - 1)
    assert tallied(result.state)["resolved.trigger"] == GOOGOL - 1


@needs_data(CARDS)
def test_seed_13_the_position_repeats() -> None:
    combo = COMBOS["SEED-13"]
    part = looped(combo, require_data(CARDS).name)
    before, after = part.loop.reach(0), part.loop.reach(GOOGOL)
    assert isinstance(before, State)
    assert isinstance(after, State)
    assert same(before, after)


IMPRINTED: Final = """
format: position/1
players:
  p1:
    mana: {C: 2}
    hand: [Isochron Scepter, Dramatic Reversal, Forest]
    battlefield: [Sol Ring, Mind Stone]
script: |
  cast Isochron Scepter
  all pass
  all pass
  yes
  repeat 10^100:
    tap Sol Ring
    tap Mind Stone
    activate Isochron Scepter
    all pass
    yes
    all pass
"""


@needs_data(CARDS)
def test_607_2a_a_card_exiled_from_the_hand_as_the_scepter_enters_is_the_exiled_card() -> None:
    position = load(IMPRINTED.lstrip(), "imprinted", book(CARDS))
    assert isinstance(position, Position), position
    found = run_position(position)
    assert isinstance(found, Result), found
    tallies = tallied(found.state)
    assert (tallies["casts"], tallies["casts.Dramatic Reversal"]) == (GOOGOL + 1, GOOGOL)


#: A file, words of it and others instead: without this piece the proposal is refused, and why.
PIECES: Final = [
    ("gond-alarm", "      - Intruder Alarm\n", "", "empty-stack"),
    ("guard-gond", "Midnight Guard", "Grizzly Bears", "empty-stack"),
    ("zirda-monolith", "      - Zirda, the Dawnwaker\n", "", "mana-short"),
    ("thune-feeder", "      - Archangel of Thune\n", "", "empty-stack"),
    ("searblades-fumarole", "      - Ceaseless Searblades\n", "", "empty-stack"),
    ("searblades-fumarole", "  activate Wandering Fumarole: #2\n  all pass\n", "", "empty-stack"),
    ("yawgmoth-messengers", ", counters: {+1/+1: 1}", "", "no-such-object"),
    ("yawgmoth-messengers", "life: 10^101", "life: 10^99", "too-many-iterations"),
    ("niv-curiosity", "library: 10^100", "library: 10^99", "too-many-iterations"),
    ("painter-grindstone", "      - {card: Painter's Servant, chosen: blue}\n", "", "unknown-card"),
    ("painter-grindstone", "library: 10^100", "library: 10^99", "too-many-iterations"),
    ("dragon-animate-dead", "    choose Worldgorger", "    choose Niv-Mizzet, Parun #1 of p1 #", "no-such-object"),
    ("conjurer-researcher", "script: |", "step: upkeep\nscript: |", "sorcery-timing"),
    ("conjurer-researcher", ", tapped: yes", ", tapped: yes, sick: yes", "summoning-sick"),
    ("protector-outrider", "targeting Angelic Protector", "targeting Outrider en-Kor", "empty-stack"),
    ("scepter-reversal", "      - Mind Stone\n", "", "no-such-object"),
    ("scepter-reversal", ", exiled: Dramatic Reversal", "", "empty-stack"),
    ("gravecrawler-altar", "      - Diregraf Ghoul\n", "", "only-if"),
    ("gravecrawler-altar", "life: 10^100", "life: 10^99", "too-many-iterations"),
]


@needs_data(CARDS)
@pytest.mark.parametrize(("file", "words", "instead", "code"), PIECES, ids=lambda value: str(value)[:24].strip())
def test_without_a_piece_the_proposal_is_refused(file: str, words: str, instead: str, code: str) -> None:
    text = (FOLDER / f"{file}.yaml").read_text(encoding="utf-8")
    assert words in text
    position = load(text.replace(words, instead), file, book(CARDS))
    assert isinstance(position, Position), position
    found = run_position(position)
    assert isinstance(found, Refusal), found
    assert found.code == code, found


def test_every_file_has_its_row() -> None:
    assert {Path(combo.file).stem for combo in COMBOS.values()} == {path.stem for path in FOLDER.glob("*.yaml")}
    assert len(COMBOS) == 13
