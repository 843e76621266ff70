"""What goes on by itself is recognised at the table though somebody adds something to each lap; and nothing else is.

The boards are worked out by hand from 104.4b, 732.4 and MTR 4.4 paragraphs 2 and 8: an action or a choice that the loop goes
on without keeps nothing up. The oracle of the random games is that everybody only passes from the place of a draw on.
"""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.games import ending
from reiterate.games.game import Game, begin, play_line
from reiterate.games.offered import offered
from reiterate.judging.ruling import Ruling
from reiterate.refusals import Refusal
from tests.kinds.kinds_table import TEXTS, cards_of

ARTIFACT: Final = "Artifact"
BOOK: Final = cards_of(
    {
        **TEXTS,
        "Waker": (ARTIFACT, "Whenever you gain life, untap each artifact. You gain 1 life."),
        "Rouser": (ARTIFACT, "Whenever you gain life, untap each artifact."),
        "Peg": (ARTIFACT, "{T}: Put a charge counter on Peg."),
        "Life Peg": (ARTIFACT, "{T}: You gain 1 life."),
        "Debt Peg": (ARTIFACT, "{T}: You lose 1 life."),
        "Soft Bell": (ARTIFACT, "Whenever you gain life, you may put a charge counter on Soft Bell."),
        "Ring of Pegs": (ARTIFACT, "{T}: Destroy target artifact."),
    }
)


def board(*players: str) -> str:
    rows = "".join(f"  p{n}: {{hand: 0, library: 0, battlefield: [{names}]}}\n" for n, names in enumerate(players, 1))
    return f"format: position/1\nplayers:\n{rows}"


def played(text: str, *lines: str) -> Game:
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in lines:
        assert play_line(game, line) is None, line
    return game


def found(game: Game) -> ending.Mandatory | None:
    """The draw, unless somebody acts, that is recognised at the present place."""
    notice = ending.loop_in_play(game)
    return None if notice is None else ending.mandatory(game, notice)


def riders(ruling: Ruling) -> list[str]:
    assert ruling.kind is not None
    assert ruling.kind.keepers == ()
    return [f"p{each.seat + 1}" for each in ruling.kind.riders]


def test_104_4b_a_peg_that_is_tapped_in_each_lap_keeps_nothing_up() -> None:
    """p1's Waker triggers itself and untaps p2's Peg, which p2 taps each time. Nobody keeps the trigger up."""
    lap = ("pass", "p2: activate Peg", "all pass", "all pass")
    game = played(board("Spark, Waker", "Peg"), "activate Spark", "all pass", *lap[:3])
    assert found(game) is None  # the lap is not over
    assert play_line(game, lap[3]) is None
    recognised = found(game)
    assert recognised is not None and recognised.to_ask == (1,)
    assert riders(recognised.ruling) == ["p2"]


def test_104_4b_two_players_add_something_to_the_lap_of_a_third() -> None:
    """p2 and p3 both tap a Peg, and the position comes back but for counters: still nobody keeps anything up."""
    lap = ("pass", "p2: activate Peg", "pass", "p3: activate Peg", "all pass", "all pass", "all pass")
    game = played(board("Spark, Waker", "Peg", "Peg"), "activate Spark", "all pass", *lap)
    recognised = found(game)
    assert recognised is not None and recognised.to_ask == (1, 2)
    assert riders(recognised.ruling) == ["p2", "p3"]


def test_104_4b_a_may_that_is_answered_yes_in_each_lap_keeps_nothing_up() -> None:
    """p1 may put a counter on the Bell whenever the Chime gives a life, and does so in each lap."""
    lap = ("all pass", "yes", "all pass", "order #1 first")
    game = played(board("Spark, Chime, Soft Bell", ""), "activate Spark", "all pass", "order #1 first", *lap)
    recognised = found(game)
    assert recognised is not None and recognised.to_ask == ()  # a no leads nowhere else
    assert recognised.ruling.kind is not None and recognised.ruling.kind.keepers == ()


def test_who_keeps_a_loop_up_over_a_waiting_stack_is_no_draw() -> None:
    """p1 taps the Life Peg, and the Rouser untaps it: without p1's tapping nothing goes on. The life of the Drip waits below."""
    lap = ("activate Life Peg", "all pass", "all pass")
    game = played(board("Life Peg, Rouser, Drip", "Peg"), "activate Drip", *lap, *lap, *lap)
    assert game.state.stack
    assert found(game) is None


def test_what_one_adds_and_dies_of_is_no_draw() -> None:
    """p2 loses a life in each lap by p2's own Debt Peg. Taken for ever it ends with p2's death, so nothing is proved."""
    lap = ("pass", "p2: activate Debt Peg", "all pass", "all pass")
    game = played(board("Spark, Waker", "Debt Peg"), "activate Spark", "all pass", *lap, *lap)
    assert found(game) is None


def test_another_lap_is_another_loop() -> None:
    """Behind a lap with a Peg p2 destroys the Waker in response: what was proved of the first lap holds no more."""
    lap = ("pass", "p2: activate Peg", "all pass", "all pass")
    game = played(board("Spark, Waker", "Peg, Ring of Pegs"), "activate Spark", "all pass", *lap)
    first = ending.loop_in_play(game)
    assert first is not None and found(game) is not None
    known = ending.run_of(game, first)
    assert play_line(game, "pass") is None
    assert play_line(game, "p2: activate Peg") is None
    assert found(game) is None  # what p2 did is on the stack
    assert play_line(game, "all pass") is None
    for line in ("pass", "p2: activate Ring of Pegs targeting Waker", "all pass"):
        assert play_line(game, line) is None, line
    notice = ending.loop_in_play(game)
    assert notice is None or ending.run_of(game, notice) != known
    assert found(game) is None


def test_the_same_lap_again_is_the_same_loop() -> None:
    """What was proved in the first lap is not proved anew in the second."""
    lap = ("pass", "p2: activate Peg", "all pass", "all pass")
    game = played(board("Spark, Waker", "Peg"), "activate Spark", "all pass", *lap)
    first = ending.loop_in_play(game)
    assert first is not None
    known = ending.run_of(game, first)
    assert play_line(game, lap[0]) is None
    second = ending.loop_in_play(game)
    assert second is not None and second.found != first.found
    assert ending.run_of(game, second) == known


PIECES: Final = ("Waker", "Rouser", "Chime", "Peg", "Life Peg", "Debt Peg", "Soft Bell", "Drip", "Ring of Pegs")


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4),
    st.lists(st.sampled_from(PIECES), max_size=3),
    st.randoms(use_true_random=False),
)
@settings(max_examples=15, deadline=None)
def test_where_a_draw_is_proved_everybody_may_pass_for_ever(mine: list[str], theirs: list[str], rng: object) -> None:
    """Random games: from each place of a proved draw everybody only passes, and the stack never runs dry."""
    game = played(board(", ".join(("Spark", *mine)), ", ".join(theirs)), "activate Spark", "all pass")
    for _ in range(24):
        lines = [line for line in offered(game.state) if not line.startswith("concede")]
        if not lines or not game.state.stack:
            return
        chosen = rng.choice([*lines, *(["pass"] * len(lines))])  # type: ignore[attr-defined] # Hypothesis's random.Random
        if isinstance(play_line(game, chosen), Refusal):
            continue
        if found(game) is not None:
            _goes_on_alone(game)
            return


def _goes_on_alone(game: Game) -> None:
    """Everybody passes, and answers no or what there is, for longer than any lap of these boards."""
    for _ in range(60):
        assert game.state.stack, "what was proved to go on has run dry"
        words = offered(game.state)
        line = next((one for one in words if one == "pass" or one.endswith("no")), words[0] if words else "pass")
        assert play_line(game, line) is None, line
