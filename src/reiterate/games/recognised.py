"""What is recognised while a game is played on, each loop once; and the same as a case, settled under a policy.

What is recognised while a game is played on, each loop once; and the same as a case, on what everybody knows.

A fragmented loop is new where it lays a new duty (732.3). What goes on by itself is one loop as long as its stretches
follow one another without a gap.

A loop of a game that goes on, as a case: settled under a policy by what the players said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from reiterate.judging.case_file import Case, case_of, under
from reiterate.judging.policies import POLICIES
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.kinds.loops_in_play import WITH_MORE, Stretch, least_rotation
from reiterate.refusals import ILLEGAL, INPUT, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.seen_by import shown_in, with_hidden_covered
from reiterate.script.places import seat_named
from reiterate.script.position import Position
from reiterate.script.script import Node, parse_script
from reiterate.script.sentences import line_of
from reiterate.shortcuts.duty_to_differ import History, Recurrence
from reiterate.shortcuts.procedure import chooser
from reiterate.state.model import HAND, State
from reiterate.survey.watcher import Watcher

# --- recognised ----------------------------------------------------------------------------------

#: How often a loop counts as shown where its players see it at the table (G.18.2).
SHOWN: Final = 2

#: What is noticed: a position that came back by several players' actions, or what goes on by itself.
Found: TypeAlias = Recurrence | Stretch


@dataclass(frozen=True, slots=True)
class Notice:
    """What was recognised: its first position, the choices behind it with their positions, and the last position."""

    found: Found
    line: Sequence[tuple[State, Choice]]
    after: State


@dataclass(slots=True)
class _GoesOn:
    """What goes on by itself from place ``begin`` to place ``until``, and the place from which it is told again.

    ``lap``: its lines, where somebody acted in it. Another lap is another loop.
    """

    begin: int
    until: int
    again: int
    lap: tuple[str, ...] = ()


@dataclass(slots=True)
class Noticed:
    """What was noticed in a game. ``latest``: the last notice; ``new``: whether the last entry of the game brought it.

    What goes on by itself may not be proved to be a loop in its first lap. It is a notice again once it is twice as
    long, until ``settled`` is called. Where somebody acted meanwhile it is ``perhaps`` a notice: ``proved`` makes it one.
    """

    latest: Notice | None = None
    new: bool = False
    duties: int = 0
    going_on: dict[str, _GoesOn] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    perhaps: Notice | None = None

    def look(self, watcher: Watcher) -> None:
        """Take notice of what a watcher recognises in the present position."""
        history = watcher.in_play.history
        for found in watcher.recognised:
            if isinstance(found, Stretch) and self._is_new(found):
                self._note(found, history)
        self.look_back(history)
        more, self.perhaps = watcher.in_play.more, None
        if more is not None:
            lap = least_rotation(
                [line for state, choice in history.line[more.begin : more.end] for line in _lines_of(state, choice)]
            )
            self.perhaps = notice_of(more, history) if self._is_new(more, lap) else None

    def proved(self) -> None:
        """What somebody added something to is proved to go on by itself: it is a notice."""
        if self.perhaps is not None:
            self.latest, self.new, self.perhaps = self.perhaps, True, None

    def look_back(self, history: History) -> None:
        """Take notice of a fragmented loop that a history has come back by, where it lays a new duty (732.3)."""
        found = history.came_back
        if found is not None and found.fragmented and len(history.duties) > self.duties:
            self._note(found, history)
        self.duties = len(history.duties)

    def own_loop(self, watcher: Watcher) -> None:
        """A player's own loop was shown: it is spoken of from now on, unless that stretch goes on by itself."""
        if not any(isinstance(found, Stretch) for found in watcher.recognised):
            self.latest = None

    def goes_on(self, watcher: Watcher) -> bool:
        """Whether what ends in the present position is a lap of what is known to go on by itself."""
        if any(isinstance(found, Stretch) and found.what in self.known for found in watcher.recognised):
            return True
        more = self.going_on.get(WITH_MORE)  # in the middle of a lap too
        here = len(watcher.in_play.history.line)
        return more is not None and WITH_MORE in self.known and here - more.until < len(more.lap)

    def settled(self) -> None:
        """What goes on by itself is known: its next laps are no news."""
        if self.latest is not None and isinstance(self.latest.found, Stretch):
            self.known.add(self.latest.found.what)

    def moved(self, by: int) -> None:
        """So many positions before all others are forgotten: places are counted from the first that is left."""
        for one in self.going_on.values():
            one.begin, one.until, one.again = one.begin - by, one.until - by, one.again - by

    def _note(self, found: Found, history: History) -> None:
        self.latest, self.new = notice_of(found, history), True

    def _is_new(self, found: Stretch, lap: tuple[str, ...] = ()) -> bool:
        one = self.going_on.get(found.what)
        if one is None or found.begin > one.until or lap != one.lap:
            one = self.going_on[found.what] = _GoesOn(found.begin, found.end, found.end, lap)
            self.known.discard(found.what)
        one.until = found.end
        if found.what in self.known or found.end < one.again:
            return False
        one.again = found.end + (found.end - one.begin)
        return True


def notice_of(found: Found, history: History) -> Notice:
    """What was recognised in a history, with its choices and positions."""
    after = history.line[found.end][0] if found.end < len(history.line) else history.state
    return Notice(found, history.line[found.begin : found.end], after)


def case_of_notice(position: Position, notice: Notice) -> Case | Refusal:
    """What was recognised, as a case in which it has happened; a refusal where it can't be told in lines.

    In: the position file of the game. Out: a case on what everybody knows: cards in hands and libraries are unknown
    cards, but for those that were played meanwhile (400.2).
    """
    lines = [one for state, choice in notice.line for one in _lines_of(state, choice)]
    nodes = parse_script("\n".join(lines))
    if isinstance(nodes, Refusal):
        return nodes
    start = notice.line[0][0]
    state = known_to_all(start, *(state for state, _ in notice.line), notice.after)
    here = replace(position, state=state, script=(), proposer=chooser(start), end=None, answers=[], then=())
    return replace(case_of(here), happened=nodes, shown=SHOWN, laid_out=False)


def _lines_of(state: State, choice: Choice) -> list[str]:
    """A choice as lines of a script, behind the results of what was random in it."""
    return [*(f"result: {each}" for each in choice.results), line_of(state, choice)]


def known_to_all(start: State, *later: State) -> State:
    """A position with what everybody knows of it; ``later``: positions behind it, in which cards were seen."""
    return with_hidden_covered(start, frozenset(), frozenset(), shown_in(start, *later))


# --- settled -------------------------------------------------------------------------------------


def statements(lines: Sequence[str]) -> tuple[Said, ...] | Refusal:
    """Statements such as "p1: number 9" or "judge: is no loop"; a refusal quotes a line that is none."""
    found: list[Said] = []
    for line in lines:
        who, colon, words = line.partition(":")
        seat = JUDGE if who.strip().lower() == "judge" else seat_named(who)
        if not colon or seat is None:
            return Refusal(INPUT, "statement", f"'{line[:60]}' names no player", "p1: number 9", "732.2b")
        one = read_statement(seat, words.strip())
        if isinstance(one, Refusal):
            return one
        found.append(one)
    return tuple(found)


def judged(
    position: Position, state: State, script: tuple[Node, ...], policy: str, said: tuple[Said, ...]
) -> Ruling | Refusal:
    """The ruling on a loop at a position of a game, under the policy of a name.

    The cycle counts as shown twice (G.18.2): the players have seen it at the table.
    """
    if policy not in POLICIES:
        return Refusal(INPUT, "policy", f"'{policy[:40]}' is no policy", ", ".join(POLICIES))
    here = replace(position, state=state, script=script, proposer=chooser(state), end=None, answers=[], then=())
    case = under(case_of(here), policy, "")
    return judge(replace(case, said=said, shown=2)) if isinstance(case, Case) else case


def could_act(ruling: Ruling) -> Refusal | None:
    """Why a loop that ends by itself is not played to its end at once: somebody could act before (117.1, 732.2b).

    Whoever has cards in hand counts as able, whatever the cards are: so no hidden card is told (400.2).
    """
    kind = ruling.kind
    if kind is None:
        return None
    rows = ruling.case.position.state.rows.values()
    able = {row.cls.owner for row in rows if row.cls.zone == HAND} | set(kind.to_ask)
    if not able and not kind.unseen:
        return None
    who = ", ".join(f"p{seat + 1}" for seat in kind.order if seat in able) or "somebody"
    message = f"{who} could act before the loop has ended"
    return Refusal(ILLEGAL, "could-act", message, "that loop as a proposal, which the others accept or cut", "732.2b")
