"""What somebody reads who is to answer a shortcut and looks at an iteration of it, without a browser."""

from __future__ import annotations

from typing import Any

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.table.places_to_stop import PLACES
from reiterate.table.scenes import Wanted
from reiterate.table.table import Accepted
from reiterate.web.shortcut_part import answers_so_far
from tests.table.laid_table import opened, quick_folder, seated

ELVES = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
THOUSAND = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"
NOTHING_BUT_PASS = "you may do nothing but pass in this iteration, so there is no place for you to stop"
TOUCH = "to stop, touch a place that says “you may stop here”"


def answer_of_p2(p2: str, iteration: str) -> tuple[str, dict[str, Any]]:
    """What p2 reads who looks at an iteration of a thousand Elves, and the scene; ``p2``: what that player has."""
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, f"{ELVES}  p2: {p2}\n")
        assert isinstance(table.propose(game["p1"], game.next, THOUSAND), Accepted)
        view, scene = table.view(game["p2"]), table.scene(game["p2"], Wanted(iteration=iteration))
        assert not isinstance(view, Refusal) and not isinstance(scene, Refusal)
        return str(answers_so_far(as_json(view), as_json(scene))), as_json(scene)


def test_who_may_do_nothing_but_pass_is_told_so_and_looks_for_no_place() -> None:
    """Two passes of p2 in each iteration: with no card there is nothing else to do, with a Lightning Bolt there is."""
    for iteration in ("1", "7", "1000"):
        drawn, scene = answer_of_p2("{}", iteration)
        assert NOTHING_BUT_PASS in drawn and TOUCH not in drawn and not any(each["mine"] for each in scene["stops"])
        drawn, scene = answer_of_p2("{hand: [Lightning Bolt], mana: {R: 1}}", iteration)
        assert TOUCH in drawn and NOTHING_BUT_PASS not in drawn and any(each["mine"] for each in scene["stops"])


def test_where_places_may_be_missing_nothing_is_said_of_the_iteration() -> None:
    """A scene lists so many places; behind them there may be others. Before the first iteration there are none."""
    _, scene = answer_of_p2("{}", "1")
    view = {"who": "p2", "proposal": {"proposer": "p1", "words": "", "answers": [], "to_answer": ["p2"]}}
    assert NOTHING_BUT_PASS in str(answers_so_far(view, scene))
    many = [*scene["stops"]] * PLACES
    assert PLACES == PLACES
    for stops in (many[:PLACES], []):
        assert TOUCH in str(answers_so_far(view, {**scene, "stops": stops}))
    assert TOUCH in str(answers_so_far(view, None))
    others = [each for each in scene["stops"] if each["player"] == "p1"]
    assert others and "you choose nothing in this iteration" in str(answers_so_far(view, {**scene, "stops": others}))
    bolt = {"line": "p2: cast Lightning Bolt", "own": "cast Lightning Bolt", "passes": False}
    acts = [{**each, **bolt} for each in scene["stops"] if each["player"] == "p2"]
    assert "you may choose nothing else in this iteration" in str(answers_so_far(view, {**scene, "stops": acts}))
