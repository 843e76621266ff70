"""``reiterate play``: the hot seat. All players sit at one terminal; what is typed is a line, a number, or a word below.

The game is written to a file entry by entry, so that it goes on where it stopped, however it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from reiterate.amounts import digits_text
from reiterate.ask.building_board import board_of, status
from reiterate.ask.building_verdict import verdict_of
from reiterate.ask.session import iteration_steps
from reiterate.ask.verdict_phrases import names, player
from reiterate.ask.verdict_words import sentence_of
from reiterate.cards import CardBook
from reiterate.games import ending, log
from reiterate.games.game import (
    LOOP_DRAW,
    Game,
    answer,
    begin,
    concede,
    declined,
    offer,
    offer_again,
    owing,
    play_line,
    replay,
    settle,
    shown_script,
    stands_still,
    taken_script,
    thrown_for,
    undone,
)
from reiterate.games.offered import listed, offered
from reiterate.games.recognised import Notice, case_of_notice, judged
from reiterate.judging.case_file import under
from reiterate.judging.decide import Findings
from reiterate.judging.decide import decide as ruled_by
from reiterate.judging.policies import COMPREHENSIVE, POLICIES, situation_of
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.verdict import GAME_CONTINUES, UNDETERMINED, Verdict
from reiterate.kinds.kept_kinds import kept_kind_of
from reiterate.kinds.kinds import Kind
from reiterate.kinds.loops_in_play import BY_ITSELF, IN_RESOLUTION, WITH_MORE
from reiterate.refusals import ILLEGAL, INPUT, Refusal
from reiterate.rules.access.choice import ACTIVATE, ANSWER, ORDER, Choice
from reiterate.rules.access.results import misread
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.places import seat_named
from reiterate.script.position import file_text
from reiterate.script.saying import ability_text, is_mode, mode_words
from reiterate.script.script import parse_script
from reiterate.script.whose import ability_told
from reiterate.shortcuts.duty_to_differ import Recurrence
from reiterate.show.screen import Page, rendered
from reiterate.show.screen_board import board_panel
from reiterate.show.screen_verdict import verdict_screen

#: A number of more digits is no choice that is offered.
_DIGITS: Final = 9

HELP: Final = (
    "a number          the choice with that number",
    "a line            any line of a script, such as 'activate X targeting Y' or 'all pass to end step'",
    "result: WHAT      what something random gives in the next line: 'result: heads', 'result: mills Forest, 2 unknown'",
    "throw LINE        the line, with what is random in it thrown by the program: 'throw all pass'",
    "again N           what was played by hand and came back, N times more",
    "propose           lines of a script, up to an empty line, as a shortcut",
    "accept, cut PLACE the answer to a proposal",
    "judge             what each policy makes of the loop that was shown, or of what was recognised",
    "why, why POLICY   the reasons for that, with their rules: why tournament",
    "settle POLICY ... that loop settled: settle tournament p1: number 9; p2: number 4",
    "board, choices    what there is, and what may be done",
    "concede           the player who is asked loses and leaves; 'concede p3' says who",
    "no action         nobody stops the loop that goes on by itself: those who could act are asked, and it is a draw",
    "undo              the last entry taken back, if the others agree",
    "quit              leave; the same command goes on with the game",
)

#: Places of an iteration that are shown: a cut names one, "cut 7.3" the third of iteration 7.
PLACES: Final = 24

Ask = Callable[[str], "str | None"]
Tell = Callable[[str], None]


class HotSeat:
    """A game at a terminal. ``ask`` gives the next line for a prompt, None at the end; ``tell`` shows a text."""

    __slots__ = ("ask", "book", "game", "given", "page", "path", "size", "tell", "written")

    def __init__(self, game: Game, path: Path, book: CardBook, ask: Ask, tell: Tell, page: Page) -> None:
        self.game = game
        self.given: list[str] = []  # results that were said for the next line
        self.path = path
        self.book = book
        self.ask = ask
        self.tell = tell
        self.page = page
        self.written = len(game.entries) if path.exists() else 0
        self.size = path.stat().st_size if path.exists() else 0

    def play(self) -> None:
        """Play until the words end, or until somebody quits."""
        self._write()
        self._board()
        self._choices()
        while True:
            said = self.ask(self._prompt())
            if said is None or said.strip().lower() in ("quit", "exit"):
                self.tell(f"the game is kept in {self.path.name}; the same command goes on with it\n")
                return
            if said.strip():
                self._do(said.strip())

    def _prompt(self) -> str:
        if self.game.proposal is not None:
            return f"p{self.game.seat + 1}, accept or cut PLACE? "
        return "over> " if asked(self.game.state) == "over" else f"p{self.game.seat + 1}> "

    def _do(self, said: str) -> None:
        """One thing that was typed."""
        word, _, rest = said.partition(" ")
        low = word.lower()
        before = len(self.game.entries)
        shown = self.game.shown
        plain: dict[str, Callable[[], None]] = {
            "help": lambda: self.tell("".join(f"  {line}\n" for line in HELP)),
            "board": self._board,
            "choices": self._choices,
            "judge": self._judge,
            "undo": self._undo,
        }
        if low == "why":
            self._why(rest.strip().lower())
            return
        if said.lower() in plain:
            plain[said.lower()]()
            return
        refused = self._say(low, said, rest)
        if refused is not None:
            self._refused(refused)
        if len(self.game.entries) > before:
            self._write()
            self.tell(f"  {status(self.game.state)}\n")
            self._choices()
            self._announce()
        new = self.game.shown is not None and self.game.shown != shown
        if new and not self.game.noticed.goes_on(self.game.watcher):
            self.tell("  this has come back: 'again N' does it N times more, 'judge' says what it is\n")

    def _say(self, low: str, said: str, rest: str) -> Refusal | None:
        if low == "throw" and rest.strip():
            return self._thrown(rest.strip())
        if low == "again":
            return self._again(rest.removesuffix("times").strip() or "1")
        if low == "concede":
            return self._conceded(rest)
        if said.lower() == "no action":
            return self._nobody_acts()
        if low == "propose":
            return self._proposed("\n".join(self._lines(rest)))
        if low == "settle":
            return self._settled(*rest.split(maxsplit=1))
        if low in ("accept", "accepts", "cut"):
            return answer(self.game, self.game.seat, said)
        if said.isdecimal():
            lines = offered(self.game.state)
            number = int(said) if len(said) <= _DIGITS else 0
            if not 1 <= number <= len(lines):
                return Refusal(
                    INPUT, "no-such-choice", f"there is no choice {said[:20]}", f"1 to {len(lines)}, or a line"
                )
            return self._played(lines[number - 1])
        if low.startswith("result:"):
            refused = misread(" ".join(said.partition(":")[2].removesuffix(".").split()))
            if refused is None:
                self.given.append(said)
                self.tell("  said for the next line\n")
            return refused
        return self._played(said)

    def _played(self, line: str) -> Refusal | None:
        """Play a line, with what was said of random events in it."""
        text = "\n".join((*self.given, line))
        self.given = []
        return play_line(self.game, text)

    def _thrown(self, line: str) -> Refusal | None:
        """Play a line with what comes at random in it, behind what was said of that already."""
        came = thrown_for(self.game, "\n".join((*self.given, line)))
        self.tell("".join(f"  thrown: {each}\n" for each in came))
        self.given += [f"result: {each}" for each in came]
        return self._played(line)

    def _lines(self, first: str) -> Iterable[str]:
        """The lines of a script: the one that stands behind the word, or lines up to an empty one."""
        if first:
            yield first
            return
        while True:
            line = self.ask("... ")
            if not line or not line.strip():
                return
            yield line

    def _again(self, times: str) -> Refusal | None:
        script = taken_script(self.game, times)
        if self.game.shown is None and isinstance(script, str):
            found: Refusal | str = offer(self.game, script) or script
        else:
            found = offer_again(self.game, times)
        if isinstance(found, Refusal):
            return found
        self.tell("".join(f"  {line}\n" for line in found.splitlines()))
        self._preview()
        return None

    def _settled(self, policy: str = "", said: str = "") -> Refusal | None:
        """Settle the loop that was shown, by what was said of it under a policy; the game goes on at the place."""
        script = shown_script(self.game, "1")
        if isinstance(script, Refusal):
            return script
        statements = [one.strip() for one in said.split(";") if one.strip()]
        ruling = settle(self.game, policy.lower(), script, statements)
        if isinstance(ruling, Refusal):
            return ruling
        self.tell(f"  {sentence_of(ruling)}\n")
        return None

    def _conceded(self, who: str) -> Refusal | None:
        """A player concedes: the one who is named, or the one who is asked."""
        seat = seat_named(who) if who.strip() else self.game.seat
        players = len(board_of(self.game.state).players)
        if seat is None or seat >= players:
            return Refusal(INPUT, "no-such-player", f"'{who[:40]}' is no player", f"p1 to p{players}")
        return concede(self.game, seat)

    def _nobody_acts(self) -> Refusal | None:
        """The game is a draw, where a loop goes on by itself and everybody who could act declines (104.4b)."""
        notice = ending.loop_in_play(self.game)
        found = None if notice is None else ending.mandatory(self.game, notice)
        if found is None:
            message = "no loop is proved here that goes on for ever while everybody declines to act"
            return Refusal(ILLEGAL, "no-draw", message, "a loop that only mandatory actions keep up", LOOP_DRAW)
        for seat in found.to_ask:
            said = self.ask(f"p{seat + 1}, you could act. Do you do nothing? yes or no: ")
            if said is None or said.strip().lower() not in ("y", "yes"):
                self.tell(f"  p{seat + 1} may act\n")
                return None
        return declined(self.game, found.involved)

    def _proposed(self, script: str) -> Refusal | None:
        refused = offer(self.game, script)
        if refused is None:
            self._preview()
        return refused

    def _preview(self) -> None:
        """The places of an iteration and the predicted end of a proposal, before anybody answers."""
        assert self.game.proposal is not None
        part = self.game.proposal.played_script.parts[-1]
        steps = iteration_steps(part.loop.heads[0], part)[:PLACES]
        self.tell("".join(f"  place {number}: {line}\n" for number, line in enumerate(steps, 1)))
        end = self.game.proposal.played_script.final
        self.tell(rendered([board_panel(board_of(end), self.page, "the game at its end would be")], self.page))

    def _undo(self) -> None:
        """Take back the last entry, once every other player has agreed."""
        players = len(board_of(self.game.state).players)
        for seat in range(players):
            if seat != self.game.seat:
                said = self.ask(f"p{seat + 1}, may the last entry be taken back? yes or no: ")
                if said is None or said.strip().lower() not in ("y", "yes"):
                    self.tell("  not taken back\n")
                    return
        game = undone(self.game, self.book)
        if isinstance(game, Refusal):
            self._refused(game)
            return
        self.game = game
        self._write()
        self._board()

    def _judge(self) -> None:
        """What each policy makes of the loop that was recognised last, or that was shown by hand."""
        if self._judge_recognised():
            return
        if self.game.shown is None and self._judge_taken():
            return
        if self.game.shown is None:
            self.tell("  nothing that was played by hand has come back: there is no loop to judge\n")
            return
        found = self.game.watcher.prove(self.game.shown)
        kind = found if isinstance(found, Refusal) else kept_kind_of(found.loop)
        if isinstance(kind, Refusal):
            self._refused(kind)
            return
        self.tell(f"  {situation_of(kind)}\n")
        for policy in POLICIES.values():
            ruled = ruled_by(policy, Findings(kind, shown=2), ())
            self.tell(f"  {policy.name}: {_in_short(ruled, kind)}\n")

    def _judge_taken(self) -> bool:
        """What each policy makes of the loop of the shortcut that was just taken, from here on; False where there is none."""
        script = taken_script(self.game, "1")
        nodes = script if isinstance(script, Refusal) else parse_script(script)
        if isinstance(nodes, Refusal):
            return False
        for policy in POLICIES:
            ruled = judged(self.game.position, self.game.state, tuple(nodes), policy, ())
            self.tell(f"  {policy}: {ruled.message if isinstance(ruled, Refusal) else sentence_of(ruled)}\n")
        return True

    def _announce(self) -> None:
        """Tell what the last entry has brought to notice, in one line."""
        if self.game.noticed.perhaps is not None and ending.mandatory(self.game, self.game.noticed.perhaps) is not None:
            self.game.noticed.proved()
        notice = self.game.noticed.latest
        if notice is None or not self.game.noticed.new:
            return
        self.game.noticed.new = False
        if isinstance(notice.found, Recurrence):
            self.tell(f"  {_came_back(notice.found)}; 'judge' and 'why' say more\n")
            return
        ruled = self._ruled(notice, COMPREHENSIVE.name)
        if isinstance(ruled, Ruling) and ruled.kind is not None:
            self.game.noticed.settled()
            cites = ", ".join(dict.fromkeys(each.cites for each in ruled.verdict.because if each.cites))
            told = f"{_GOING_ON[notice.found.what]}. {sentence_of(ruled)}"
            self.tell(f"  {told} [{cites}]; 'judge' and 'why' say more\n")
        elif isinstance(ruled, Refusal) or ruled.verdict.outcome == UNDETERMINED:
            self.tell(f"  {_GOING_ON[notice.found.what]}. Whether it ends is not known; 'why' says more\n")

    def _ruled(self, notice: Notice, policy: str) -> Ruling | Refusal:
        """The ruling on what was recognised, on what everybody knows."""
        case = case_of_notice(self.game.position, notice)
        asked_under = case if isinstance(case, Refusal) else under(case, policy, "")
        return asked_under if isinstance(asked_under, Refusal) else judge(asked_under)

    def _why(self, policy: str) -> None:
        """The verdict of a policy on what was recognised last, with every reason."""
        notice = self.game.noticed.latest
        if notice is None:
            self.tell("  nothing was recognised that nobody, or more than one player, keeps up: 'judge' says more\n")
            return
        ruled = self._ruled(notice, policy or COMPREHENSIVE.name)
        if isinstance(ruled, Refusal):
            self._refused(ruled)
            return
        self.tell(verdict_screen(verdict_of(ruled), self.page, why=True))

    def _judge_recognised(self) -> bool:
        """What each policy makes of what was recognised last; False where that is no loop but a player's own."""
        notice = self.game.noticed.latest
        if notice is None:
            return False
        ruled = {policy: self._ruled(notice, policy) for policy in POLICIES}
        first = ruled[COMPREHENSIVE.name]
        if self.game.shown is not None and isinstance(first, Ruling) and first.verdict.outcome == GAME_CONTINUES:
            return False
        for policy, each in ruled.items():
            self.tell(f"  {policy}: {each.message if isinstance(each, Refusal) else sentence_of(each)}\n")
        return True

    def _refused(self, refusal: Refusal) -> None:
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        self.tell(f"  {refusal.message}{rule} ({refusal.code})\n")
        if refusal.expected:
            self.tell(f"  accepted would be: {refusal.expected}\n")

    def _board(self) -> None:
        self.tell(rendered([board_panel(board_of(self.game.state), self.page)], self.page))

    def _choices(self) -> None:
        found = listed(self.game.state)
        for number, line in enumerate(offered(self.game.state), 1):
            self.tell(f"{number:>4}  {line}{self._meant(line, found.choices.get(line))}\n")
        if found.more:
            self.tell("      other targets, numbers, payments or groups can be typed\n")
        if owing(self.game).none_exists:
            self.tell("  no choice satisfies what is owed here: choose freely, and the loop goes on\n")
        owed = stands_still(self.game)
        if owed is not None:
            self._refused(owed)
            self.tell("  nothing that is listed may be chosen: 'undo', 'settle', or a line that you type leads on\n")

    def _meant(self, line: str, choice: Choice | None) -> str:
        """What the ability does whose number a line says (602.1, 603.3b)."""
        state = self.game.state
        if choice is not None and choice.verb == ORDER:
            return f": {ability_told(state, choice.row)}"
        if choice is not None and choice.verb == ANSWER and is_mode(choice.answer):
            words = mode_words(state, choice, choice.answer)
            return "" if is_mode(words) else f": {words}"
        if choice is None or choice.verb != ACTIVATE or f": #{choice.index + 1}" not in line:
            return ""
        words = ability_text(state, choice.row, abilities_at(state, choice.row)[choice.index])
        return f" ({words})" if words else ""

    def _write(self) -> None:
        """Bring the entries that are not in the file yet to the disk."""
        for number in range(self.written, len(self.game.entries)):
            self.size = log.append(self.path, number, self.game.entries[number], self.size)
            self.written = number + 1


#: What a stretch is called at the table.
_GOING_ON: Final = {
    BY_ITSELF: "this goes on by itself",
    IN_RESOLUTION: "this repeats inside one resolution",
    WITH_MORE: "this goes on by itself",
}


def _came_back(found: Recurrence) -> str:
    """A fragmented loop in words: who brought the position back, and who must choose differently (732.3)."""
    assert found.must_differ is not None
    return (
        f"this position came back by actions of {names(found.actors)}: "
        f"{player(found.must_differ)} must choose differently [732.3]"
    )


def _in_short(ruled: Verdict | Refusal, kind: Kind) -> str:
    if isinstance(ruled, Refusal):
        return ruled.message
    if ruled.to_speak:
        seat, may = ruled.to_speak[0]
        return f"p{seat + 1} says next: {', '.join(may)}"
    if ruled.must_change is not None:
        return f"p{ruled.must_change + 1} must choose differently"
    return digits_text(len(kind.order)) + " players: " + ruled.outcome if ruled.outcome == "draw" else ruled.outcome


def opened(file: Path, book: CardBook) -> tuple[Game, Path] | Refusal:
    """The game of a file: a game that was kept, or a new one from a position file, kept beside it as ``NAME.game``.

    A refusal also where the kept game began from another position than the file now holds.
    """
    path = file if file.suffix == ".game" else file.with_suffix(".game")
    text = "" if file == path and path.exists() else file_text(file)
    if path.exists() and not isinstance(text, Refusal):
        entries = log.read(path)
        if not isinstance(entries, Refusal) and text and entries[0].text != text:
            message = f"{path.name} holds a game that began from another position than {file.name} holds now"
            return Refusal(INPUT, "another-game", message, f"reiterate play {path.name}, or a new name for one of them")
        game = entries if isinstance(entries, Refusal) else replay(entries, book)
        return game if isinstance(game, Refusal) else (game, path)
    begun = text if isinstance(text, Refusal) else begin(text, file.name, book)
    return begun if isinstance(begun, Refusal) else (begun, path)
