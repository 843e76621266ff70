"""What a watcher recognises in a game played by hand: positions that come back, what goes on by itself, resolutions.

The boards are worked out by hand from rules 732.3, 732.4 and 104.4b. The same is asked of the whole game at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.kinds.kinds import AT, NEVER, YES
from reiterate.kinds.loops_in_play import BY_ITSELF, IN_RESOLUTION, InPlay, ProvedLoop, Stretch
from reiterate.loops import loop as loops
from reiterate.loops.play import DONE, play
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same, same_for_rules
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.shortcuts.duty import independent
from reiterate.shortcuts.duty_to_differ import SAME, SAME_FOR_RULES, History, Recurrence
from reiterate.state.model import State
from reiterate.survey.watcher import Recognised, Shown, Watcher
from tests.support.kinds_board import board
from tests.support.played_boards import book, circle


def position(text: str) -> Position:
    """A position from its text."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), found
    return found


def choices_of(text: str) -> tuple[State, list[Choice]]:
    """The first state of a board and the choices of its script."""
    found = position(text)
    played = play(found.state, BodyReader(found.script))
    assert played.stop == DONE, played.refusal
    return found.state, played.choices


def watched(text: str) -> tuple[Watcher, list[tuple[Recognised, ...]]]:
    """A watcher behind the script of a board, and what it recognised at each choice."""
    state, made = choices_of(text)
    watcher, seen = Watcher(state), list[tuple[Recognised, ...]]()
    for choice in made:
        state = step(state, choice)[0]
        watcher.feed(choice, state)
        seen.append(watcher.recognised)
    return watcher, seen


def came_back(watcher: Watcher) -> Recurrence:
    """The recurrence at the present place."""
    (found,) = [each for each in watcher.recognised if isinstance(each, Recurrence)]
    return found


def stretch(watcher: Watcher) -> Stretch:
    """The stretch that ends at the present place."""
    (found,) = [each for each in watcher.recognised if isinstance(each, Stretch)]
    return found


# --- fragmented loops ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_732_3_a_circle_of_players_brings_the_position_back(players: int) -> None:
    """Each of them acted; the active player is the one who must choose differently."""
    watcher, seen = watched(circle(players, range(1, players + 1)))
    found = came_back(watcher)
    assert (found.begin, found.end, found.relation) == (0, len(seen), SAME)
    assert found.actors == tuple(range(players))
    assert found.fragmented and found.must_differ == 0
    assert not any(isinstance(each, Recurrence) for there in seen[:-1] for each in there)


@pytest.mark.parametrize(
    ("players", "acting", "active", "duty"),
    [
        (3, (1, 2), 3, 0),  # p3 looks on: in turn order behind p3 comes p1
        (4, (2, 4), 3, 3),  # behind p3 comes p4
        (4, (2, 3), 1, 1),
        (6, (1, 3, 5), 4, 4),
        (6, (2, 3), 3, 2),  # the active player takes part
    ],
)
def test_732_3_where_the_active_player_looks_on_the_first_in_turn_order_must_differ(
    players: int, acting: Sequence[int], active: int, duty: int
) -> None:
    watcher, _ = watched(circle(players, acting, active))
    found = came_back(watcher)
    assert set(found.actors) == {seat - 1 for seat in acting}
    assert found.must_differ == duty


def test_one_player_less_brings_nothing_back() -> None:
    """Of three in a circle two have acted: lives are 20, 19 and 21."""
    _, seen = watched(circle(3, (1, 2, 3)).rsplit("  pass\n  pass\n", 1)[0])
    assert not any(isinstance(each, Recurrence) for there in seen for each in there)


def test_732_3_what_no_rule_can_tell_apart_is_the_same_for_the_rules_and_not_the_same() -> None:
    """A Bear that gained and lost flying is one that never had it, and another one until the end of turn."""
    text = board(
        "hand: 0, [Wings, Grizzly Bears]",
        "hand: 0, [Net]",
        "activate Wings targeting Grizzly Bears\nall pass\npass\np2: activate Net targeting Grizzly Bears\nall pass",
    )
    watcher, _ = watched(text)
    found = came_back(watcher)
    assert (found.relation, found.actors, found.must_differ) == (SAME_FOR_RULES, (0, 1), 0)


COLOURS: Final = (
    "activate Dye targeting Grizzly Bears\nall pass\npass\np2: activate {0} targeting Grizzly Bears\nall pass"
)


def coloured(second: str, laps: int) -> list[Recurrence]:
    """The recurrences of a Bear that two players make something until end of turn, in turns."""
    lines = "\n".join([COLOURS.format(second)] * laps)
    _, seen = watched(board("hand: 0, [Dye, Grizzly Bears]", f"hand: 0, [{second}]", lines))
    return [each for there in seen for each in there if isinstance(each, Recurrence)]


def test_732_3_a_colour_that_a_later_one_overrules_is_none_for_the_rules() -> None:
    """Red, blue, red: the Bear is red again where p1's second Dye has resolved. Before the first it was green."""
    first = coloured("Bleach", 2)[0]
    assert (first.begin, first.end, first.relation, first.actors) == (3, 10, SAME_FOR_RULES, (0, 1))
    assert coloured("Bleach", 1) == []


def test_732_3_the_same_effect_once_more_is_none_for_the_rules() -> None:
    """Two players make the Bear an artifact in addition, each with an own effect: from the second lap on nothing is new."""
    found = coloured("Plating", 2)
    assert [(each.begin, each.end) for each in found] == [(7, 14)]


def test_what_adds_a_colour_or_gives_an_ability_is_not_overruled() -> None:
    """A black artifact besides that is dyed red is a red artifact, and no red Bear. Each copy of an ability counts."""
    added = coloured("Stain", 2)
    assert [(each.begin, each.end) for each in added] == [(7, 14)]
    assert coloured("Gift", 2) == []


def test_one_player_alone_brings_a_position_back_and_nothing_is_fragmented() -> None:
    watcher, _ = watched(board("hand: 0, [Idle Wheel]", "hand: 0, []", "activate Idle Wheel\nall pass"))
    found = came_back(watcher)
    assert (found.actors, found.fragmented, found.must_differ) == ((0,), False, None)


def test_unknown_cards_are_named() -> None:
    """p1 has a library nobody knows; p2 has neither a library nor a hand."""
    text = board(
        "hand: 0, [Jab]",
        "hand: 0, library: 0, [Drip]",
        "activate Jab targeting p2\nall pass\npass\np2: activate Drip\nall pass",
    )
    assert came_back(watched(text)[0]).unseen == (0,)


# --- what goes on by itself ---------------------------------------------------------------------------------------


def proved(text: str) -> ProvedLoop:
    """The proved loop of the stretch that ends a script."""
    watcher, _ = watched(text)
    found = watcher.prove(stretch(watcher))
    assert isinstance(found, ProvedLoop), found
    return found


def test_104_4b_a_chime_that_hears_itself_grows_for_ever() -> None:
    """Spark gains a life, and each life gained brings one more: nobody keeps that up, and it never ends."""
    text = board("hand: 0, [Spark, Chime]", "hand: 0, []", "activate Spark\nall pass\nall pass\nall pass")
    _, seen = watched(text)
    at = [(k, each) for k, there in enumerate(seen, 1) for each in there if isinstance(each, Stretch)]
    assert at[0] == (5, Stretch(3, 5, BY_ITSELF))  # the first lap behind the activation and its resolution
    assert not any(isinstance(each, Recurrence) for there in seen for each in there)
    found = proved(text)
    assert found.grows and found.kind.mandatory and found.kind.draw == YES
    assert found.kind.ending.when == NEVER


def test_a_drain_by_itself_ends_and_does_not_grow_for_ever() -> None:
    found = proved(
        board("hand: 0, [Spark, Draining Chime]", "hand: 0, []", "activate Spark\nall pass\nall pass\nall pass")
    )
    assert found.kind.mandatory and not found.grows
    assert (found.kind.ending.when, found.kind.ending.outcome) == (AT, "p1_wins")


def test_what_goes_on_by_itself_may_bring_the_position_back() -> None:
    """Nobody acted between: that is a recurrence and a stretch, and the loop is proved to recur."""
    text = board("hand: 0, [Spark, Ebb, Flow]", "hand: 0, []", "activate Spark\nall pass\nall pass\nall pass\nall pass")
    watcher, _ = watched(text)
    found = watcher.prove(stretch(watcher))
    assert isinstance(found, ProvedLoop)
    assert came_back(watcher).actors == ()
    assert found.kind.recurs and not found.grows and found.kind.draw == YES


def test_triggers_that_resolve_one_after_another_are_no_loop() -> None:
    """Three triggers of three Chimes that gain nothing anew: fewer wait each time."""
    text = board("hand: 0, [Spark, 3 Counter A]", "hand: 0, []", "activate Spark\nall pass\nall pass\nall pass")
    _, seen = watched(text)
    assert not any(isinstance(each, Stretch) for there in seen for each in there)


def test_what_somebody_does_each_time_does_not_go_on_by_itself() -> None:
    """Gaining a life or not is p1's choice."""
    line = "activate Spark\nall pass\nall pass\nyes\nall pass\nyes\nall pass\nyes"
    _, seen = watched(board("hand: 0, [Spark, Soft Chime]", "hand: 0, []", line))
    assert not any(isinstance(each, Stretch) and each.what == BY_ITSELF for there in seen for each in there)


def test_turns_that_pass_are_no_loop_though_each_has_its_trigger() -> None:
    """p1's life grows in each upkeep. To pass where nothing waits lets a step end: no loop goes on by itself."""
    line = "\n".join(["all pass to next upkeep"] * 4)
    watcher, seen = watched(board("hand: 0, [Dawn]", "hand: 0, []", line))
    assert sum(bool(state.stack) for state, _ in watcher.in_play.history.line) > 6
    assert not any(isinstance(each, Stretch) for there in seen for each in there)


GRIND: Final = board(
    'mana: {C: 3}, hand: 0, [Grindstone, {card: "Painter\'s Servant", chosen: blue}]',
    "library: 40, hand: 1, []",
    "activate Grindstone targeting p2\nall pass\ncontinue\ncontinue",
)


def test_608_2_repetition_inside_one_resolution_is_recognised_where_nobody_has_priority() -> None:
    """The shown repetition leaves 36 cards at its beginning: two at a time 18 times, once none, and then no question."""
    watcher, seen = watched(GRIND)
    assert stretch(watcher) == Stretch(len(seen) - 1, len(seen), IN_RESOLUTION)
    found = proved(GRIND)
    assert found.kind.within_resolution and found.kind.mandatory
    assert (found.kind.ending.when, found.kind.ending.iteration) == (AT, 20)


def test_what_is_not_proved_is_undetermined_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher, _ = watched(
        board("hand: 0, [Spark, Chime]", "hand: 0, []", "activate Spark\nall pass\nall pass\nall pass")
    )
    monkeypatch.setattr(loops, "PLAIN_BUDGET", 0)
    found = watcher.prove(stretch(watcher))
    assert isinstance(found, Refusal) and found.kind == UNDETERMINED
    assert found.code == "plain-budget"


# --- choice by choice, and the whole at once ----------------------------------------------------------------------

#: Boards on which random choices come back to positions they have been in.
PLAYED: Final = (
    board("hand: 0, library: 0, [Jab, Idle Wheel]", "hand: 0, library: 0, [Drip]", "pass"),
    board("hand: 0, library: 0, [Wings, Grizzly Bears]", "hand: 0, library: 0, [Net]", "pass"),
    board("hand: 0, library: 0, [Siphon]", "hand: 0, library: 0, [Siphon]", "pass", "hand: 0, library: 0, [Siphon]"),
    board("hand: 0, library: 0, [Siphon, Chime]", "hand: 0, library: 0, [Jab]", "pass"),
    board("hand: 0, library: 0, [Spark, Ebb, Flow]", "hand: 0, library: 0, [Siphon, Flow]", "pass"),
)
LENGTH: Final = 24


def ways(state: State) -> list[Choice]:
    """Some choices that are legal now."""
    return [choice for option in options(state) for choice in instances(state, option, 3)][:8]


def brought_back(states: Sequence[State], made: Sequence[Choice], end: int) -> tuple[int, str, set[int]] | None:
    """The last earlier place with the position of ``end``, looked for among all, with the relation and who acted."""
    for begin in range(end - 1, -1, -1):
        if same_for_rules(states[begin], states[end]):
            who = {made[at].player for at in range(begin, end) if independent(states[at], made[at])}
            return begin, SAME if same(states[begin], states[end]) else SAME_FOR_RULES, who
    return None


@settings(max_examples=15)
@given(st.sampled_from(PLAYED), st.lists(st.integers(0, 7), min_size=LENGTH, max_size=LENGTH))
def test_a_watcher_fed_choice_by_choice_sees_what_is_seen_in_the_whole(text: str, picked: list[int]) -> None:
    state = position(text).state
    watcher, states, made = Watcher(state), [state], list[Choice]()
    for pick in picked:
        able = ways(state)
        if asked(state) == "over" or not able:
            break
        choice = able[pick % len(able)]
        state = step(state, choice)[0]
        made.append(choice)
        states.append(state)
        watcher.feed(choice, state)
        wanted = brought_back(states, made, len(made))
        found = next((each for each in watcher.recognised if isinstance(each, Recurrence)), None)
        assert (None if found is None else (found.begin, found.relation, set(found.actors))) == wanted
        if found is not None and found.fragmented:
            assert found.must_differ == next(seat for seat in seats(state) if seat in found.actors)
        if len(made) % 4:
            continue
        history = History(states[0])
        for there, one in zip(states, made, strict=False):
            history.note_at(there, one)
        whole = InPlay.of(history, state)
        assert (whole.recurrence, whole.stretch) == (watcher.in_play.recurrence, watcher.in_play.stretch)


def test_a_players_own_loop_is_still_shown_beside_the_rest() -> None:
    watcher, _ = watched(board("hand: 0, [Idle Wheel]", "hand: 0, []", "activate Idle Wheel\nall pass"))
    assert any(isinstance(each, Shown) for each in watcher.recognised)


@settings(max_examples=20)
@given(st.sampled_from(PLAYED), st.lists(st.integers(0, 7), min_size=8, max_size=LENGTH), st.integers(0, 12))
def test_what_is_forgotten_changes_nothing_that_is_recognised_among_the_rest(
    text: str, picked: list[int], left: int
) -> None:
    """A watcher of the last choices knows what one knows that was fed with them alone."""
    state = position(text).state
    watcher, states, made = Watcher(state, 0), [state], list[Choice]()
    for pick in picked:
        able = ways(state)
        if asked(state) == "over" or not able:
            break
        made.append(able[pick % len(able)])
        state = step(state, made[-1])[0]
        states.append(state)
        watcher.feed(made[-1], state)
        begin = max(0, len(made) - left)
        fed = Watcher(states[begin], 0)
        for choice, after in zip(made[begin:], states[begin + 1 :], strict=True):
            fed.feed(choice, after)
        kept = watcher.lately(left)
        assert len(kept.in_play.history.line) == len(made) - begin
        assert kept.recognised == fed.recognised and kept.at == fed.at
        assert kept.in_play.heads == {head: at for head, at in fed.in_play.heads.items() if at}
        assert kept.in_play.history.seen == fed.in_play.history.seen
        end = len(kept.in_play.history.line)
        assert kept.in_play.history.actors(0, end) == fed.in_play.history.actors(0, end)
        if pick % 3 == 0:
            watcher, states, made = kept, states[begin:], made[begin:]
