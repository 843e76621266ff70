"""The drawn games of ``tests/table/drawn_games.py`` over the API of one server: the same steps, and the same that has to hold.

What a seat is sent is searched as it came through the socket. The position is what the judge's log comes to. A game is
begun anew from its log, and in a few games the process of the games is killed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any, ClassVar, Final, cast

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table.endings import look_for_draw
from reiterate.table.entries import ANSWER, ASK_UNDO, CHOICE, POSITION, PROPOSE, UNDO
from reiterate.table.seat_view import shown_entry, view_of
from reiterate.table.seats import JUDGE
from reiterate.table.table import Created, Table
from tests.service.table_over_http import TableOverHttp, replayed
from tests.support.served import Served
from tests.table.drawn_games import Game
from tests.table.laid_table import HIDDEN, taken_seats

#: In one game of so many the process of the games may be killed.
MORTAL_OF: Final = 10

#: Entries by what they are.
COUNTED: Final = {
    POSITION: "positions",
    CHOICE: "choices",
    PROPOSE: "proposals",
    ANSWER: "answers",
    ASK_UNDO: "undos asked for",
    UNDO: "undos",
}

EXPORTS: Final = ("position", "script", "replay", "certificate", "sheet", "log")
POLICIES: Final = ("comprehensive", "tournament")


class GameOverHttp(Game):
    """One game of a server; ``over`` makes the class for a server."""

    served: ClassVar[Served]
    tally: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[str, str] = {}  # logs of games that were gone on from elsewhere
        self.mortal = False
        self.killed = False

    def opened(self) -> Table:
        self.api = TableOverHttp(self.served, self.tally)
        return cast("Table", self.api)

    @initialize(mortal=st.sampled_from([False] * (MORTAL_OF - 1) + [True]))
    def how_the_process_fares(self, mortal: bool) -> None:
        self.mortal = mortal

    # --- what happens besides -----------------------------------------------------------------------------------

    @precondition(lambda self: self.sitting.last > self.sitting.made.last)
    @rule()
    def the_program_is_started_anew(self) -> None:
        """A game begun from the judge's log is the same game; the old one is left as it stands."""
        before, game = self.sitting.now, self.sitting.made.game
        log, views = self.api.logs[game], self.sights()
        whole = replayed(log)
        assert whole.entries[:] == before.entries[:] and same(whole.game.state, before.game.state)
        made = self.api.load(log, views[JUDGE]["programs"])
        assert isinstance(made, Created) and made.last == before.last, made
        old, self.sitting = self.sitting, taken_seats(self.table, made)
        assert self.sitting.now.entries[:] == before.entries[:] and self.api.logs[made.game] == log
        for who in (*self.everybody, JUDGE):
            assert isinstance(self.api.enter(made.game, old.made.links[who]), Refusal)
        assert self.sights() == views
        self.left[game] = log
        self.tally["games begun from a log"] += 1

    @precondition(lambda self: self.mortal and not self.killed)
    @rule()
    def the_process_of_the_games_is_killed(self) -> None:
        """The next request starts another process, which takes the game up from the database."""
        self.killed = True
        self.served.app.state.games.process.end()
        self.api.changed(self.sitting.made.game)
        self.tally["processes killed"] += 1

    @rule(who=st.integers(0, 6), back=st.integers(1, 4))
    def somebody_follows(self, who: int, back: int) -> None:
        """The stream of entries tells what the list of entries tells."""
        name = self.everybody[who % len(self.everybody)]
        after = max(0, self.sitting.last - back)
        events = self.api.follow(self.sitting[name], after, self.sitting.last - after)
        listed = [as_json(each) for each in self.api.entries(self.sitting[name], after)]
        assert [event.json for event in events] == listed
        assert [event.number for event in events] == [str(each["number"]) for each in listed]

    @rule(
        who=st.integers(0, 6),
        what=st.sampled_from(EXPORTS),
        policy=st.sampled_from(POLICIES),
        place=st.sampled_from(["1.1", "1.4", "2.2", "0.0", "x"]),
    )
    def somebody_looks_at_everything(self, who: int, what: str, policy: str, place: str) -> None:
        """Something to take along, what a policy makes of a loop, a proposal at a place; the log is the judge's alone."""
        chair = self.sitting[self.everybody[who % len(self.everybody)]]
        found = self.api.export(chair, what)
        assert what != "log" or (isinstance(found, Refusal) and found.code == "not-the-judge")
        assert what not in ("position", "script") or isinstance(found, str)
        self.api.ruling(chair, policy)
        self.api.preview(chair, place)

    # --- what holds at every step -------------------------------------------------------------------------------

    @invariant()
    def nobody_is_told_of_a_hidden_card(self) -> None:
        """Nor is there a hidden card's name, or the secret of another chair, in any byte that a seat was sent.

        A name that the seat has just said itself is quoted to it; ``nobody_learns_by_naming_a_card`` looks at that.
        """
        super().nobody_is_told_of_a_hidden_card()
        for who in self.everybody:
            foreign = [secret for chair, secret in self.api.secrets.items() if chair.who != who]
            hidden = [name for name in HIDDEN if name not in self.known[who]]
            for raw, words in self.api.heard.pop(who, []):
                found = [word for word in (*hidden, *foreign) if word.encode() in raw and word not in words]
                assert found == [], (who, found, raw)
                self.tally["bytes searched"] += len(raw)
        self.api.heard.clear()

    @invariant()
    def the_log_comes_to_what_everybody_is_shown(self) -> None:
        now, views = self.sitting.now, self.sights()
        game, live = self.sitting.made.game, views[JUDGE]
        look_for_draw(now)
        for who, found in views.items():
            view = self.compared(as_json(view_of(now, game, live["title"], live["programs"], who)))
            assert json.loads(json.dumps(view)) == found, who
        after = max(0, now.last - 4)
        for who in (*self.everybody, JUDGE):
            shown = [shown_entry(entry, who, entry.number < now.entries.ruled) for entry in now.entries[after:]]
            assert self.api.entries(self.sitting[who], after) == shown, who

    def sights(self) -> dict[str, Any]:
        """What each chair sees, without the name of the game."""
        return {who: self.compared(self.api.sight(self.sitting[who])) for who in (*self.everybody, JUDGE)}

    def compared(self, view: Any) -> Any:
        """A view as it is compared: where a process was killed, without what was shown by hand, which is then shown anew."""
        without = {"game", "again"} if self.killed else {"game"}
        return {key: value for key, value in view.items() if key not in without}

    def teardown(self) -> None:
        if hasattr(self, "sitting") and sys.exc_info()[0] is None:  # else what went wrong before is to be told
            self.tally["games"] += 1
            for entry in self.sitting.now.entries:
                self.tally["entries"] += 1
                self.tally[COUNTED.get(entry.said.what or entry.said.kind, "other words")] += 1
            for game, log in self.left.items():
                self.api.changed(game)
                self.api.last(game)
                assert self.api.logs[game] == log
        if hasattr(self, "table"):
            super().teardown()
        else:
            self.leaving.close()  # Hypothesis gave the game up before it began


def over(given: Served) -> type[GameOverHttp]:
    """The drawn games of a server, with a tally of their own."""

    class Drawn(GameOverHttp):
        served = given
        tally: ClassVar[Counter[str]] = Counter()

    return Drawn
