"""A case from its layout to its verdict."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from reiterate.api import Choice, IllegalChoice, Unsupported, question
from tests.peers.acts import act
from tests.peers.answers import answer
from tests.peers.cards import Cards
from tests.peers.cases import ORDER_OF_STEPS, Case, Command, NotDriven, Refused
from tests.peers.facts import Missing, check, fact
from tests.peers.layout import table_of
from tests.peers.paying import prepay
from tests.peers.playable import Skip
from tests.peers.queues import Open
from tests.peers.table import Table

#: Choices in one game, and games that are tried for decisions that a case leaves open.
MOST_CHOICES = 1500
MOST_GAMES = 24

#: What a game says that needs to know what is in a library; it is played again with basic lands there.
UNKNOWN = "engine: unknown-card"

#: Steps in which nobody gets priority: the state behind them is looked at.
_NO_PRIORITY = ("untap", "cleanup")


@dataclass
class Verdict:
    """What came of a case: "pass", "fail" or "not driven", and why."""

    name: str
    status: str
    why: str = ""
    told: int = 0
    skipped: list[str] = field(default_factory=list)
    games: int = 1
    log: list[str] = field(default_factory=list)

    @property
    def driven(self) -> bool:
        """Whether the case was played to its end and something of it could be told."""
        return self.status != "not driven"


class Game:
    """One game of a case."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.todo: list[Command] = list(table.case.acts())
        self.wrong: list[str] = []
        self.skipped: list[str] = []
        self.told = 0
        self.prepaid: set[tuple[int, int, int]] = set()

    def play(self) -> None:
        """Play until the case stops. Raises ``NotDriven``, ``Refused`` and what the engine raises."""
        table = self.table
        for _ in range(MOST_CHOICES):
            asked = question(table.state)
            if asked.what == "over":
                return
            if asked.what != "priority":
                answer(table)
                continue
            if table.now > table.case.stop:
                return
            if self._act(asked.seat):
                continue
            if table.now == table.case.stop and self._ends(asked.seat):
                return
            if table.state.stack and prepay(table, asked.seat, self.prepaid):
                continue
            table.do(Choice("pass", asked.seat))
        raise NotDriven("too long")

    def _ends(self, seat: int) -> bool:
        """Whether a pass of this player would end the step at which the case stops."""
        table = self.table
        living = sum(table.alive(s) for s in table.case.seats)
        passes = table.state.game.prop("passes", 0)
        return not table.state.stack and isinstance(passes, int) and passes + 1 >= living

    def _act(self, seat: int) -> bool:
        """Carry out the player's next command that is due; False where there is none."""
        table = self.table
        due = [c for c in self.todo if (c.seat, c.turn, c.step) == (seat, table.turn, table.step)]
        for command in due:
            if command.verb in ("wait", "waitOnce"):
                if not table.state.stack:
                    self.todo.remove(command)
                    continue
                if command.verb == "waitOnce":
                    self.todo.remove(command)
                return False
            if command.verb.startswith("check"):
                self.todo.remove(command)
                self._tell(partial(check, table, command))
                continue
            if act(table, command):
                self.todo.remove(command)
                return True
            if command.verb != "activateManaAbility":
                return False
        return False

    def _tell(self, told: Callable[[], str]) -> None:
        try:
            wrong = told()
        except Skip as reason:
            self.skipped.append(str(reason))
            return
        except Missing as reason:
            wrong = str(reason)
        self.told += 1
        if wrong:
            self.wrong.append(wrong)

    def assert_all(self) -> None:
        """Ask the end for what the case asserts."""
        table = self.table
        vague = ORDER_OF_STEPS[table.case.stop[1]] in _NO_PRIORITY
        for said in table.case.asserts:
            if vague and said[0] in ("assertTapped", "assertTappedCount", "assertActivePlayer"):
                self.skipped.append(f"{said[0]} in a step without priority")
                continue
            self._tell(partial(fact, table, said))


def drive(cards: Cards, case: Case, grouped: bool = False) -> Verdict:
    """Play a case; where it leaves decisions open, in each way until one gives what it asserts.

    ``grouped``: with like permanents laid out as groups, which must come to the same.
    """
    open_ = Open()
    first = _one(cards, case, open_, grouped=grouped)
    if first.why.startswith(UNKNOWN):
        known = _one(cards, case, Open(), known=True, grouped=grouped)
        if known.status == "pass":
            return known
    if first.status == "pass" or not open_.met:
        return first
    worst = first
    games = 1
    for ways in open_.others(MOST_GAMES):
        games += 1
        again = _one(cards, case, Open(ways), grouped=grouped)
        if again.status == "pass":
            again.games = games
            return again
    worst.games = games
    if worst.status == "fail" and games > MOST_GAMES:
        worst.status, worst.why = (
            "not driven",
            f"open: {', '.join(sorted({what for what, _ in open_.met}))}: {worst.why}",
        )
    return worst


def _one(cards: Cards, case: Case, open_: Open, known: bool = False, grouped: bool = False) -> Verdict:
    """One game of a case."""
    game: Game | None = None
    try:
        game = Game(table_of(cards, case, open_, known, grouped))
        game.play()
        game.assert_all()
        verdict = _told(game)
    except NotDriven as reason:
        verdict = Verdict(case.name, "not driven", str(reason))
    except Unsupported as error:
        verdict = Verdict(case.name, "not driven", f"engine: {error.refusal.code}: {error.refusal.message}")
    except Refused as reason:
        verdict = Verdict(case.name, "fail", f"refused: {reason}")
    except IllegalChoice as error:
        verdict = Verdict(case.name, "fail", f"illegal: {error.refusal.code}: {error.refusal.message}")
    except Exception as error:  # a crash is this case's failure, and the next case is played all the same
        verdict = Verdict(case.name, "fail", f"crash: {traceback.format_exc(limit=-2)}: {error!r}")
    if verdict.status == "fail" and game is not None and game.table.beside:
        verdict = Verdict(case.name, "not driven", game.table.beside)
    if case.refused and verdict.driven:
        verdict = _expected_refusal(case, verdict, game)
    if game is not None:
        verdict.log = game.table.log
    return verdict


def _told(game: Game) -> Verdict:
    name = game.table.case.name
    left = [c for c in game.todo if not c.verb.startswith(("wait", "check"))]
    if left and left[0].verb != "activateManaAbility" and question(game.table.state).what != "over":
        return Verdict(name, "not driven", f"a command never came: {left[0].verb} {left[0].rest}")
    if game.wrong:
        return Verdict(name, "fail", "; ".join(game.wrong), game.told, game.skipped)
    if not game.told and not game.table.case.refused:
        return Verdict(name, "not driven", f"nothing told: {game.skipped}")
    return Verdict(name, "pass", "", game.told, game.skipped)


def _expected_refusal(case: Case, verdict: Verdict, game: Game | None) -> Verdict:
    """A case that expects a command to be refused."""
    notes = game.table.notes if game is not None else []
    if verdict.why.startswith(("refused", "illegal")) or notes:
        return Verdict(case.name, "pass", told=1)
    declared = game.table.declared if game is not None else []
    if any(command not in declared for command in case.combats("attack") + case.combats("block")):
        return Verdict(case.name, "pass", told=1)  # nobody was asked for it
    return Verdict(case.name, "fail", f"nothing was refused: {verdict.why}")
