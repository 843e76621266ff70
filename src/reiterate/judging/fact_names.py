"""The closed vocabulary of ``expect`` in a case file: facts of the ruling, facts of a player, and facts of the board.

A path of ``docs/positions.md`` is a fact of the board at the place to which the game advances. ``case_facts`` works
the others out.
"""

from __future__ import annotations

from typing import Final

from reiterate.refusals import INPUT, Refusal
from reiterate.script.describe import seat_named
from reiterate.script.expect import no_fact
from reiterate.terms.keywords import KEYWORDS

#: Facts of the ruling as a whole.
OF_THE_RULING: Final = frozenset(
    {
        "outcome",
        "outcome_if_declined",
        "reason",
        "shortcut_allowed",
        "repetitive",
        "iterations",
        "iterations_max",
        "iterations_max_safe",
        "rotations_started",
        "partial",
        "finite",
        "priority",
        "decides",
        "must_change",
        "mandatory",
        "deterministic",
        "deterministic_outcome",
        "deterministic_path",
        "state_repeats",
        "involved",
        "draw_players",
        "remaining_players",
        "forced_to_break",
        "forced_to_pay",
        "restart_allowed",
        "way_out",
        "number_allowed",
        "infraction",
        "judge_required",
        "governing",
        "arbiter",
        "turn_of",
        "step",
        "net_turns",
        "stack.controller",
        "accepted",
        "rejected",
        "last_word",
        "edition",
    }
)
#: Facts of one player: ``p2.may_pass``.
OF_A_PLAYER: Final = frozenset(
    {
        "higher_allowed",
        "required_iterations",
        "tokens_added",
        "may_pass",
        "may_refuse_without_deviation",
        "must_name_choice_in_advance",
        "life_at_max",
        "mana_total",
    }
)
#: In front of a path: what one iteration changes of it.
PER_ROTATION: Final = "per_rotation."
#: In front of a card's name: how many of its abilities have resolved.
RESOLVED: Final = "resolved."


def no_case_fact(path: str, players: int) -> Refusal | None:
    """The refusal of a path that names no fact of a case with so many players; None where it may name one."""
    if path.startswith(PER_ROTATION):
        return no_case_fact(path.removeprefix(PER_ROTATION), players)
    if path in OF_THE_RULING or (path.startswith(RESOLVED) and path != RESOLVED):
        return None
    head, _, rest = path.partition(".")
    seat = seat_named(head)
    if rest in OF_A_PLAYER and seat is not None:
        if 0 <= seat < players:
            return None
        return Refusal(INPUT, "no-such-player", f"no player {head} in this game", f"p1 to p{players}")
    if seat is None and path.rpartition(".")[2] in KEYWORDS:
        return None
    return no_fact(path, players)
