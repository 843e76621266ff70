"""Loops whose iterations cross combats and turns: own extra turns, extra combats, and the opponents' turns."""

from __future__ import annotations

import json
from dataclasses import dataclass
from textwrap import dedent, indent

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import ACTS, CONTINUES, LEAVES, NEVER, PASS, UNKNOWN, Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import DONE, OVER, play
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.script.sentences import read_sentence
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State
from tests.support.files import ROOT
from tests.support.loop_cases import Count, assert_same, compare_with_plain, plainly, reached

pytestmark = pytest.mark.slow("plays loops that go through turns")

GOOGOL = 10**100
ARTIFACT = "Artifact"
CREATURE = "Creature — Construct"
TURN = "Take an extra turn after this one."
COMBAT = "After this main phase, there is an additional combat phase followed by an additional main phase."


@dataclass(frozen=True)
class Board:
    """Cards as (name, type line, text), the position's players, and a script that ends with the loop's block."""

    name: str
    players: str
    script: str
    cards: tuple[tuple[str, str, str], ...] = ()
    end: tuple[int, str, str] | None = None  # iteration, outcome, rule of the end; None for a loop without one
    closed: str = "affine"

    def position(self) -> Position:
        rows = [
            {"name": n, "type_line": t, "mana_cost": "{1}", "oracle_text": x, "power": "1", "toughness": "3"}
            for n, t, x in self.cards
        ]
        own = (read_source("cards", json.dumps(rows).encode()),) if rows else ()
        book = CardBook((*own, builtin_source()))
        body = "".join(f"  {line}\n" for line in dedent(self.script).strip().splitlines())
        players = indent(dedent(self.players), "  ")
        text = f"format: position/1\nplayers:\n{players}script: |\n{body}"
        found = load(text, self.name, book)
        assert isinstance(found, Position), found
        return found

    def start(self) -> tuple[State, BodyReader]:
        position = self.position()
        played_script = PlayedScript(position.state)
        assert played_script.extend(position.script[:-1], 0) is None
        block = position.script[-1]
        assert isinstance(block, Repeat)
        return played_script.final, BodyReader(block.body)

    def loop(self) -> Loop:
        state, reader = self.start()
        return find_loop(state, reader)


def example(name: str) -> Board:
    """An example file as a board."""
    text = (ROOT / "examples" / f"{name}.yaml").read_text(encoding="utf-8")
    players = text.split("players:\n")[1].split("script: |\n")[0]
    script = text.split("script: |\n")[1].split("answers:")[0]
    return Board(name, players, script)


def boards() -> tuple[Board, ...]:
    warp, combats, cycles = example("extra-turns"), example("extra-combats"), example("turn-cycles")
    far = 10**40
    return (
        Board(warp.name, warp.players, warp.script, end=(far + 1, "p2_wins", "704.5b")),
        combats,
        Board(cycles.name, cycles.players, cycles.script, end=(far + 1, "p1_wins", "704.5b")),
        Board(
            "Nexus of Fate in an empty library",
            "  p1: {library: 0, hand: [Nexus of Fate], battlefield: [7 Island]}\n  p2: {}\n",
            """
            repeat 2:
              repeat 7:
                tap untapped Island
              cast Nexus of Fate
              all pass
              all pass to next turn
              all pass to main phase
            """,
        ),
        Board(
            "once a turn, a land a turn, sickness, damage and pumps that wear off, a pool that empties",
            """\
              p1:
                library: [10^30 Forest]
                hand: [Forest]
                battlefield: [Clock, Prodigal Sorcerer, Wall, Island]
              p2: {life: 10^62}
            """,
            """
            activate Clock
            all pass
            activate Prodigal Sorcerer targeting Wall
            all pass
            all pass to next turn
            all pass to declare attackers
            attack with all Goblin
            all pass to p1's main phase
            repeat 2:
              play Forest
              tap Island
              activate Clock
              all pass
              activate Prodigal Sorcerer targeting Wall
              all pass
              all pass to declare attackers
              attack with all Goblin
              all pass to p1's main phase
            """,
            (
                (
                    "Clock",
                    ARTIFACT,
                    "{0}: Create a 1/1 red Goblin creature token. Creatures you control get +1/+1 until end of turn. "
                    f"{TURN} Activate only once each turn.",
                ),
                ("Wall", CREATURE, "Defender"),
            ),
            (10**30 - 1, "p2_wins", "704.5b"),
            "polynomial",
        ),
        Board(
            "extra turns by combat damage",
            "  p1:\n    library: 10^30\n    battlefield: [Raider]\n  p2: {life: 10^20}\n",
            """
            repeat 2:
              all pass to declare attackers
              attack with Raider
              all pass to my main phase
            """,
            (("Raider", CREATURE, f"Whenever Raider deals combat damage to a player, {TURN.lower()}"),),
            (10**20, "p1_wins", "704.5a"),
        ),
        Board(
            "effects that last until the next turn, and through it",
            "  p1:\n    library: 2*10^40\n    hand: 7\n    battlefield: [Charm, Wall]\n  p2: {library: 10^40, hand: 7}\n",
            """
            repeat 2:
              activate Charm: get +1/+1
              all pass
              activate Charm: gain flying
              all pass
              all pass to p2's upkeep
              all pass to p1's main phase
            """,
            (
                (
                    "Charm",
                    ARTIFACT,
                    "{0}: Each creature you control gets +1/+1 until your next turn.\n"
                    "{0}: Each creature you control gains flying until the end of your next turn.",
                ),
                ("Wall", CREATURE, "Defender"),
            ),
            (far + 1, "p1_wins", "704.5b"),
        ),
        Board(
            "two extra turns in each: they pile up",
            "  p1:\n    library: 10^20\n    battlefield: [Clock]\n  p2: {}\n",
            """
            repeat 2:
              activate Clock
              all pass
              all pass to next turn
              all pass to main phase
            """,
            (("Clock", ARTIFACT, f"{{0}}: {TURN} {TURN} Activate only once each turn."),),
            (10**20 + 1, "p2_wins", "704.5b"),
        ),
        Board(
            "combat damage adds the next combat",
            "  p1:\n    battlefield: [Raider]\n  p2: {life: 3*10^50}\n",
            """
            repeat 2:
              all pass to declare attackers
              attack with Raider
              all pass to combat damage
              all pass to combat
            """,
            (
                (
                    "Raider",
                    CREATURE,
                    "Whenever Raider deals combat damage to a player, put a +1/+1 counter on Raider. Untap each creature you "
                    "control. After this combat phase, there is an additional combat phase.",
                ),
            ),
            closed="polynomial",
            end=(-1, "p1_wins", "704.5a"),
        ),
        Board(
            "each upkeep adds another one",
            "  p1: {library: 9, battlefield: [Bell]}\n  p2: {library: 9}\n",
            """
            repeat 2:
              all pass to next upkeep
            """,
            (
                (
                    "Bell",
                    ARTIFACT,
                    "At the beginning of your upkeep, you get an additional upkeep step after this step. You gain 1 life.",
                ),
            ),
        ),
        Board(
            "three players draw, one after another is gone",
            "  p1: {library: 10^30, hand: 5}\n  p2: {library: 10^29, hand: [3 Forest, unknown]}\n  p3: {library: 10^31}\n",
            """
            repeat 2:
              all pass to next turn discarding unknown card
              all pass to next turn discarding unknown card
              all pass to next turn discarding unknown card
            """,
            end=(-1, "p3_wins", "704.5b"),
        ),
        Board(
            "a lock in which nobody loses",
            """\
              p1: {library: 12, battlefield: [{card: Platinum Angel, tapped: yes}, {card: Intruder Alarm}]}
              p2: {library: 7, battlefield: [{card: Platinum Angel, tapped: yes}]}
            """,
            """
            repeat 2:
              all pass to p2's upkeep
              all pass to p1's upkeep
            """,
            closed="constant",
        ),
    )


BOARDS = {board.name: board for board in boards()}


@pytest.mark.slow("plain play of sixty iterations of turns")
@pytest.mark.parametrize("name", BOARDS)
def test_500_jumps_over_turns_and_combats_are_the_same_as_playing_them(name: str) -> None:
    loop = BOARDS[name].loop()
    assert compare_with_plain(loop, BOARDS[name].start()[1], 60, (0, 1, 7, 30)) == 60


@pytest.mark.parametrize("name", BOARDS)
def test_500_the_end_of_a_loop_over_turns_is_exact(name: str) -> None:
    board = BOARDS[name]
    start, reader = board.start()
    loop = find_loop(start, reader)
    assert loop.extend(None) is None
    assert loop.segments[-1].period.closed.kind == board.closed
    assert loop.endless == (board.end is None)
    if board.end is None:
        return
    end = loop.end
    assert end is not None and end.kind == OVER
    iteration, outcome, rule = board.end
    assert end.iteration == iteration or iteration < 0
    assert (end.state.game.prop("outcome"), end.state.game.prop("rule")) == (outcome, rule)
    for n in (end.iteration - 3, end.iteration - 2):
        played = plainly(reached(loop, n), reader)
        assert played.stop == DONE
        assert_same(played.state, reached(loop, n + 1), n)
    last = plainly(reached(loop, end.iteration - 1), reader)
    if last.stop == OVER:
        assert len(last.choices) == end.choice - 1
        assert isinstance(loop.reach(end.iteration), Refusal)
    assert_same(last.state, end.state)
    assert isinstance(loop.reach(end.iteration + 1), Refusal)


@pytest.mark.parametrize("name", BOARDS)
def test_500_a_jump_over_turns_plays_a_few_iterations_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS[name]
    state, reader = board.start()
    size = max(len(play(state, reader).choices), len(play(play(state, reader).state, reader).choices))
    taken = []
    for n in (10**12, 10**12 + 1, 10**18):
        count = Count(monkeypatch)
        reached(find_loop(state, reader), n)
        taken.append(count.steps)
        monkeypatch.undo()
    assert max(taken) <= 120 * size
    assert max(taken) - min(taken) <= 2 * size


def test_500_8_extra_phases_of_many_activations_are_a_count() -> None:
    assault = (
        "Assault",
        "Enchantment",
        f"{{0}}: Untap all creatures you control. {COMBAT} Activate only as a sorcery.",
    )
    board = Board(
        "many phases at once",
        "  p1:\n    battlefield: [Assault, Grizzly Bears]\n  p2: {life: 10^50}\n",
        f"""
        repeat {10**30}:
          activate Assault
          all pass
        repeat 2:
          all pass to declare attackers
          attack with Grizzly Bears
          all pass to second main
          activate Assault
          all pass
        """,
        (assault,),
    )
    loop = board.loop()
    assert loop.extend(None) is None
    assert loop.end is not None and loop.end.iteration == 10**50 // 2
    state = reached(loop, 7)
    (phases,) = (state.rows[h] for h in state.seqs["phases"])
    assert (phases.n, phases.cls.prop("phases")) == (10**30, ("combat", "main"))


# --- what is hidden -----------------------------------------------------------------------------------------------


def test_109_2_a_recursion_that_asks_what_discarded_unknown_cards_are_is_refused() -> None:
    warp = example("extra-turns")
    board = Board(
        "unknown", warp.players.replace("[10^40 Forest]", "10^40"), warp.script.replace("Forest", "unknown card")
    )
    with pytest.raises(Unsupported) as refused:
        board.loop().extend(None)
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("unknown-card", "109.2")


def test_701_24_a_card_shuffled_among_unlike_cards_is_not_drawn_by_a_script() -> None:
    script = (
        "repeat 2:\n  repeat 7:\n    tap untapped Island\n  cast Nexus of Fate\n  all pass\n  all pass to draw step"
    )
    board = Board("random", "  p1: {library: 3, hand: [Nexus of Fate], battlefield: [7 Island]}\n  p2: {}\n", script)
    with pytest.raises(Unsupported) as refused:
        board.loop().extend(None)
    assert refused.value.refusal.kind == UNSUPPORTED
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("random-result", "701.24")


def test_121_1_turn_cycles_are_taken_under_the_assumption_that_the_answer_repeats() -> None:
    position = load((ROOT / "examples" / "turn-cycles.yaml").read_text(encoding="utf-8"), "cycles", CardBook.builtin())
    assert isinstance(position, Position)
    result = run_position(position)
    assert isinstance(result, Result) and result.taken is not None
    (assumed,) = result.taken.assumptions
    assert assumed.startswith("unknown cards are plain")


# --- who keeps it up ----------------------------------------------------------------------------------------------


def kind(board: Board) -> Kind:
    found = kind_of(board.loop())
    assert isinstance(found, Kind), found
    return found


def roles(found: Kind, verb: str) -> set[str]:
    return {s.role for s in found.statements if f": {verb}" in s.choice}


def test_732_5_an_attack_that_the_loop_needs_keeps_it_up_across_turns() -> None:
    found = kind(BOARDS["extra turns by combat damage"])
    assert (found.keepers, found.unknown, found.across_turns) == ((0,), "", True)
    assert roles(found, "attack") == {ACTS}
    assert found.draw == "no"


def test_732_5_extra_combats_are_kept_up_within_a_turn() -> None:
    found = kind(BOARDS["extra-combats"])
    assert (found.keepers, found.unknown, found.across_turns) == ((0,), "", False)
    assert found.ending.when == NEVER


def test_732_5_turn_cycles_are_kept_up_by_nobody() -> None:
    found = kind(BOARDS["turn-cycles"])
    assert (found.keepers, found.unknown, found.across_turns) == ((), "", True)
    assert roles(found, "no attack") == {PASS}
    assert "declare attackers" in {p.what for p in found.could_act if p.seat == 0}
    assert found.to_ask == (0, 1)


def test_104_4b_a_lock_without_an_end_is_a_draw_if_everybody_declines_to_act() -> None:
    found = kind(BOARDS["a lock in which nobody loses"])
    assert (found.keepers, found.unknown, found.across_turns) == ((), "", True)
    assert found.ending.when == NEVER
    assert found.draw == "if everybody declines to act"
    assert found.open == (0, 1)


def test_514_1_a_discard_that_the_recursion_needs_could_end_it() -> None:
    found = kind(BOARDS["extra-turns"])
    assert found.keepers == (0,)
    assert roles(found, "choose Forest") == {LEAVES, UNKNOWN}
    witness = next(s.witness for s in found.statements if s.role == LEAVES and "choose Forest" in s.choice)
    assert witness.startswith("p1: choose Time Warp")


def test_514_1_which_cards_are_discarded_before_a_library_is_empty_keeps_nothing_up() -> None:
    board = Board(
        "cards",
        "  p1: {library: 2, hand: 7}\n  p2: {library: 30, hand: [6 Forest, Island]}\n",
        "repeat 2:\n  all pass to next turn discarding Forest\n  all pass to next turn discarding Forest",
    )
    found = kind(board)
    assert found.keepers == ()
    assert roles(found, "choose Forest") <= {CONTINUES, UNKNOWN}


# --- sentences ----------------------------------------------------------------------------------------------------


def passed(text: str, script: str) -> State:
    position = load(f"format: position/1\n{text}", "board", CardBook.builtin())
    assert isinstance(position, Position), position
    played_script = PlayedScript(position.state)
    nodes = load(f"format: position/1\n{text}script: |\n  {script}\n", "board", CardBook.builtin())
    assert isinstance(nodes, Position), nodes
    assert played_script.extend(nodes.script, 0) is None, played_script
    return played_script.final


@pytest.mark.parametrize(
    ("line", "seat", "step"),
    [
        ("all pass to upkeep", 1, "upkeep"),
        ("all pass to next turn", 1, "upkeep"),
        ("all pass to next main phase", 1, "main1"),
        ("all pass to my main phase", 0, "main1"),
        ("all pass to my upkeep", 0, "upkeep"),
        ("all pass to p3's draw step", 2, "draw"),
        ("p1: all pass to p2's turn", 1, "upkeep"),
    ],
)
def test_500_passing_to_a_step_of_a_later_turn(line: str, seat: int, step: str) -> None:
    text = "players: {p1: {}, p2: {}, p3: {}}\nstep: " + ("end" if "main" not in line else "main1") + "\n"
    if line in ("all pass to my main phase",):
        text = text.replace("main1", "main2")
    state = passed(text, line)
    assert (state.game.prop("active"), state.game.prop("step")) == (seat, step)


def test_500_passing_to_a_step_of_nobody_is_refused() -> None:
    position = load("format: position/1\nplayers: {p1: {}, p2: {}}\n", "board", CardBook.builtin())
    assert isinstance(position, Position)
    for line, code in (("all pass to p7's upkeep", "no-such-player"), ("all pass to p1's main phase", "")):
        found = read_sentence(position.state, line)
        assert (found.code if isinstance(found, Refusal) else "") == code
        if not code:
            assert not isinstance(found, Refusal)


def test_500_passing_ends_at_the_first_question_of_the_step() -> None:
    text = "players:\n  p1: {battlefield: [Conjurer's Closet, Grizzly Bears]}\n  p2: {}\nstep: main2\n"
    state = passed(text, "all pass to end step")
    assert (state.game.prop("ask"), state.game.prop("step")) == ("may", "end")


def test_514_1_passing_discards_what_it_says_in_cleanup_steps() -> None:
    text = "players:\n  p1: {hand: [9 Forest, Island]}\n  p2: {}\nstep: end\n"
    state = passed(text, "all pass to next turn discarding Forest")
    hand = {r.cls.proto.name: r.n for r in state.rows.values() if r.cls.zone == "hand" and r.cls.proto is not None}
    assert hand == {"Forest": 6, "Island": 1}


def test_514_3a_another_cleanup_step_follows_one_with_priority() -> None:
    cards = (("Mourner", "Enchantment", "Whenever you discard a card, draw two cards."),)
    board = Board(
        "cleanup",
        "  p1: {hand: [9 Forest], library: [20 Forest], battlefield: [Mourner]}\n  p2: {}\n",
        "all pass",
        cards,
    )
    state = board.position().state
    played_script = PlayedScript(state)
    nodes = Board("x", board.players, "all pass to end step\npass\npass\nall pass\nall pass", cards).position().script
    assert played_script.extend(nodes, 0) is None
    assert (played_script.final.game.prop("step"), played_script.final.game.prop("active")) == ("cleanup", 0)
