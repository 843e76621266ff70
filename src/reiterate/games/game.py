"""A game that is played on: lines by hand, shortcuts with their answers, and undo by agreement.

The game is its entries: replaying them gives the position. Every later choice is held to what is owed after a shortened
shortcut (732.2c) and in a fragmented loop (732.3). A loop that was shown by hand is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from reiterate.cards import CardBook
from reiterate.games.dice import Dice, DicedReader
from reiterate.games.kinds_of_choices import NO_NUMBER
from reiterate.games.log import ANSWER, CONCEDE, DRAWN, LINE, POSITION, PROPOSE, RULING, UNDO, Entry
from reiterate.games.recognised import Noticed, could_act, judged, statements
from reiterate.judging.ruling import Ruling, drawn_by
from reiterate.judging.verdict import DRAW, GAME_CONTINUES, RUNS, STANDS
from reiterate.loops.loop import Count
from reiterate.loops.play import DONE, OVER, Played, Reader, play
from reiterate.refusals import ILLEGAL, INPUT, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import quoted_result
from reiterate.rules.access.state_access import in_game
from reiterate.rules.decisions import leaving
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.script.places import parse_place
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Node, Repeat, not_one_line, parse_script, results_in
from reiterate.shortcuts.duty import AFTER_A_CUT, Another, Duty, Leave, NotBegin, all_after, forbids
from reiterate.shortcuts.duty_to_differ import POSITION_BUDGET, History
from reiterate.shortcuts.fragmented_loops import choices_made, duties
from reiterate.shortcuts.lap import lap_of
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.procedure import Proposal, Taken, another, chooser, propose, proposed_lines, respond, take
from reiterate.shortcuts.turns_passed import turns_begun
from reiterate.shortcuts.ways_out import Owing, no_stop, standing_still
from reiterate.shortcuts.ways_out import not_now as not_owed
from reiterate.state.events import TURN_BEGINS, Event
from reiterate.state.model import State
from reiterate.survey.watcher import Shown, Watcher

#: In an entry, between the script of a loop and what was said of it.
SAID: Final = "said:\n"

#: Choices behind which a game forgets the positions that it has had.
REMEMBERED: Final = POSITION_BUDGET // 2


#: The rule by which a mandatory loop is a draw.
LOOP_DRAW: Final = "104.4b"

#: What makes a reader of the nodes of a line.
Reading: TypeAlias = Callable[[Sequence[Node]], Reader]


@dataclass(slots=True)
class Game:
    """A game at its present position.

    ``taken``: the last shortcut, until a choice is made behind it. ``duties``: what is owed, beside the duties of fragmented
    loops, which ``history`` holds (732.3). ``shown``: a stretch played by hand that may be
    one iteration of a loop. ``proposal``: a shortcut that is still to be answered. ``ruling``: the last loop that was
    settled under a policy. ``noticed``: the loops of all players that were recognised. ``turn``: the how-manieth turn of the
    game it is, from where the game began; 0 where that is not known.
    """

    position: Position
    state: State
    history: History
    watcher: Watcher
    entries: list[Entry] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    taken: Taken | None = None
    shown: Shown | None = None
    proposal: Proposal | None = None
    proposed: str = ""  # the script of the last proposal
    ruling: Ruling | None = None
    duties: tuple[Duty, ...] = ()
    noticed: Noticed = field(default_factory=Noticed)
    made: list[tuple[State, Choice, list[Event]]] = field(default_factory=list)  # with the last line, each choice
    turn: Count = 1
    logged: bool = False  # entries of a log are carried out: a cut that was accepted once is accepted again

    @property
    def seat(self) -> int:
        """Who makes the present choice, or answers the present proposal."""
        if self.proposal is not None and self.proposal.to_answer:
            return self.proposal.to_answer[0]
        return chooser(self.state)


def begin(text: str, file: str, book: CardBook) -> Game | Refusal:
    """A game from the text of a position file; its script is not played."""
    position = load(text, file, book)
    if isinstance(position, Refusal):
        return position
    game = Game(position, position.state, History(position.state), Watcher(position.state))
    game.entries.append(Entry(POSITION, text))
    return game


def replay(entries: Sequence[Entry], book: CardBook) -> Game | Refusal:
    """The game that entries lead to; a refusal where one of them can't be played any more."""
    game = begin(entries[0].text, "game", book)
    for number, entry in enumerate(entries[1:], 1):
        if isinstance(game, Refusal):
            return game
        game.logged = True
        if entry.what == UNDO:
            found = replay(entries[: entry.to], book)
            if isinstance(found, Refusal):
                return found
            found.entries = list(entries[: number + 1])
            game = found
            continue
        refused = _again(game, entry)
        if refused is not None:
            return refused
    if isinstance(game, Game):
        game.logged = False
    return game


def _again(game: Game, entry: Entry) -> Refusal | None:
    """Carry out an entry of a log."""
    if entry.what == LINE:
        return play_line(game, entry.text)
    if entry.what == PROPOSE:
        return offer(game, entry.text)
    if entry.what == RULING:
        script, _, said = entry.text.partition(SAID)
        found = settle(game, entry.who, script, said.splitlines())
        return found if isinstance(found, Refusal) else None
    if entry.what == CONCEDE and entry.who[1:].isdecimal():
        return concede(game, int(entry.who[1:]) - 1)
    if entry.what == DRAWN:
        return declined(game, [int(each[1:]) - 1 for each in entry.text.split() if each[1:].isdecimal()])
    if entry.what == ANSWER and entry.who[1:].isdecimal():
        return answer(game, int(entry.who[1:]) - 1, entry.text)
    return Refusal(INPUT, "game-file", f"'{entry.what[:40]}' is no entry of a game", "line, propose, answer or undo")


# --- by hand ------------------------------------------------------------------------------------------------------


def play_line(game: Game, text: str, reading: Reading = BodyReader) -> Refusal | None:
    """Play a line of a script by hand, all of its choices; a refusal changes nothing.

    ``reading``: what reads the line, where its words are read in another state than the game's own.
    """
    if game.proposal is not None:
        return _waits(game)
    state = game.state
    now = Owing(game.duties, _history(game).copy())
    made: list[tuple[Choice, State]] = []
    told: list[tuple[State, Choice, list[Event]]] = []
    turns = 0
    try:
        played = line_played(state, text, reading)
        if isinstance(played, Refusal):
            return played
        for choice in played.choices:
            refused = now.verify(choice)
            if refused is not None:
                return refused
            before = now.state
            behind, events = step(before, choice)
            now.play(choice, behind)
            made.append((choice, now.state))
            told.append((before, choice, events))
            turns += _turns_begun(events)
    except Unsupported as error:
        return error.refusal
    game.history, game.state, game.taken, game.duties = now.history, now.state, None, now.duties
    game.turn = game.turn + turns if game.turn != 0 else 0
    game.noticed.new, game.made = False, told
    for choice, after in made:
        shown = game.watcher.feed(choice, after)
        if shown is not None:
            game.shown = shown
            game.noticed.own_loop(game.watcher)
        game.noticed.look(game.watcher)
    game.lines.append(text)
    game.entries.append(Entry(LINE, text))
    return None


def _turns_begun(events: Sequence[Event]) -> int:
    """How many turns begin in some events (500.1)."""
    return sum(event.key == TURN_BEGINS for event in events)


def concede(game: Game, seat: int) -> Refusal | None:
    """A player loses and leaves the game at once (104.3a); nothing waits for an answer any more."""
    try:
        made = leaving.leave(game.state, seat, leaving.CONCEDED)
    except Unsupported as error:
        return error.refusal
    if isinstance(made, Refusal):
        return made
    without_players(game, made[0])
    game.entries.append(Entry(CONCEDE, who=f"p{seat + 1}"))
    return None


def declined(game: Game, involved: Sequence[int]) -> Refusal | None:
    """The game is a draw by a loop that was proved here, and that everybody has declined to stop (104.4b)."""
    try:
        without_players(game, leaving.end_in_draw(game.state, list(involved), LOOP_DRAW)[0])
    except Unsupported as error:
        return error.refusal
    game.entries.append(Entry(DRAWN, " ".join(f"p{seat + 1}" for seat in involved)))
    return None


def without_players(game: Game, state: State) -> None:
    """Go on where players have gone. No earlier position comes back without them, so no duty of one holds on (732.3)."""
    game.taken = _owed_without(game.taken, state)
    duty = None if game.taken is None else game.taken.duty
    game.duties = () if duty is None else (replace(duty, since=state),)
    game.state, game.history, game.watcher = state, History(state), Watcher(state)
    game.proposal = game.shown = game.ruling = None
    game.noticed = Noticed()


def _owed_without(taken: Taken | None, state: State) -> Taken | None:
    """What is owed behind a shortened shortcut (732.2c), where the player who owes it stands before the same choice."""
    if taken is None or taken.duty is None or not in_game(state, taken.duty.seat):
        return None
    try:
        illegal = verify(state, taken.duty.instead_of)
    except Unsupported:
        return None
    return replace(taken, state=state, history=History(state)) if illegal is None else None


def not_now(game: Game, choice: Choice) -> Refusal | None:
    """Why a legal choice may not be made now by hand, because another one is owed; None where it may.

    A shortcut was shortened here (732.2c), a fragmented loop would go on (732.3), or a ruling says so. Where nothing is owed
    nothing is worked out.
    """
    return owing(game).not_now(choice)


def owing(game: Game) -> Owing:
    """What is owed in the present position."""
    return Owing(game.duties, _history(game))


def owes(game: Game) -> bool:
    """Whether some choice may have to be another one now, so that ``not_now`` has something to ask."""
    return owing(game).anything


def _waits(game: Game) -> Refusal:
    message = f"a proposal waits for p{game.seat + 1}"
    return Refusal(ILLEGAL, "answers-missing", message, "accept, or cut PLACE", "732.2b")


def _history(game: Game) -> History:
    """The history that a choice is held to (732.3): what was long ago is forgotten, but not the duties that came of it."""
    if len(game.history.line) < REMEMBERED:
        return game.history
    return History(game.state, duties=list(game.history.duties))


def line_played(
    state: State, text: str, reading: Callable[[tuple[Node, ...]], Reader] = BodyReader
) -> Played | Refusal:
    """What one line of a script does in a state; a refusal where the text is not one line, or can't be played.

    ``reading``: what reads the line. Raises ``Unsupported``.
    """
    nodes = parse_script(text)
    if isinstance(nodes, Refusal):
        return nodes
    refused = not_one_line(text, nodes)
    if refused is not None:
        return refused
    played = play(state, reading(nodes))
    if played.stop not in (DONE, OVER) or (played.refusal is not None and not played.choices):
        return played.refusal or Refusal(ILLEGAL, "game-over", "the game is over", "", "104.1")
    return played


def thrown_for(game: Game, text: str) -> list[str]:
    """What comes at random as a line is played now, as results for lines above it; [] where nothing does, or the line can't be played.

    ``text`` may say the first results itself.
    """
    dice = Dice()
    try:
        line_played(game.state, text, lambda nodes: DicedReader(BodyReader(nodes), dice))
    except Unsupported:
        return []
    return dice.came


# --- shortcuts ----------------------------------------------------------------------------------------------------


def offer(game: Game, script: str) -> Refusal | None:
    """Propose a script (732.2a); the others answer in turn order. A refusal also while another proposal waits."""
    if game.proposal is not None:
        return _waits(game)
    nodes = proposed_lines(script)
    if isinstance(nodes, Refusal):
        return nodes
    line = results_in(nodes)
    if line is not None:
        message = f"a proposal can't say what something random gives: {quoted_result(line.results[0])}"
        return Refusal(UNSUPPORTED, "random-result", message, "that line by hand", "732.2a", line.said_at[0])
    found = propose(game.state, nodes, chooser(game.state))
    refused = found if isinstance(found, Refusal) else _still_owed(game, found, nodes)
    if refused is not None:
        return refused
    assert isinstance(found, Proposal)
    game.proposal, game.proposed = found, script
    game.entries.append(Entry(PROPOSE, script))
    return None


def _still_owed(game: Game, proposal: Proposal, nodes: Sequence[Node]) -> Refusal | None:
    """Why a legal script may not be proposed now: it makes a choice that must be another one (732.2c, 732.3)."""
    refused = _first_owed(game, nodes)
    refused = refused or duties(proposal.played_script, proposal.end, _history(game))[1]
    if refused is not None or not game.duties:
        return refused
    left = _through(game, proposal.played_script, proposal.end)
    return left if isinstance(left, Refusal) else None


def _through(game: Game, played: PlayedScript, end: Spot) -> tuple[Duty, ...] | Refusal:
    """What is still owed at a place of a script, or why a choice before that place may not be made.

    Of each block only the first two periods and the last one are looked at, as for fragmented loops.
    """
    left = game.duties
    for state, choice, _ in choices_made(played, end).made:
        if not left:
            break
        refused = not_owed(left, state, choice, lambda _: None)
        if refused is not None:
            return refused
        left = all_after(left, state, choice, step(state, choice)[0])
    return left


def _first_owed(game: Game, nodes: Sequence[Node]) -> Refusal | None:
    """Why the first choice of a script may not be made now: another one is owed, or a loop would begin again."""
    reader = BodyReader(nodes)
    read = reader.next(game.state, reader.start())
    if not isinstance(read, tuple):
        return None
    return not_now(game, read[0])


def shown_script(game: Game, times: str) -> Refusal | str:
    """The script that does the shown stretch so many times more; a refusal where nothing was shown, or none is proved."""
    if game.shown is None:
        message = "nothing that was played by hand has come back"
        return Refusal(ILLEGAL, "no-loop", message, "one iteration played by hand", "732.1b")
    if not times.strip():
        return NO_NUMBER
    found = game.watcher.prove(game.shown)
    if isinstance(found, Refusal):
        return found
    return f"repeat {times}:\n" + "".join(f"  {line}\n" for line in found.body)


def taken_script(game: Game, times: str) -> Refusal | str:
    """The script that does the block of the shortcut that was just taken so many times more.

    A refusal where no shortcut ends here, where somebody has shortened it (732.2c), or where it is more than one block.
    """
    whole = game.taken is not None and game.taken.duty is None and game.ruling is None
    nodes = parse_script(game.proposed if whole else "")
    if isinstance(nodes, Refusal) or len(nodes) != 1 or not isinstance(nodes[0], Repeat):
        message = "no shortcut of one block ends here"
        return Refusal(ILLEGAL, "no-loop", message, "one iteration played by hand", "732.1b")
    if not times.strip():
        return NO_NUMBER
    body = game.proposed.strip().splitlines()[1:]
    return f"repeat {times}:\n" + "".join(f"{line}\n" for line in body)


def offer_again(game: Game, times: str) -> Refusal | str:
    """The script that does the shown stretch so many times more; it is proposed as it stands."""
    script = shown_script(game, times)
    if isinstance(script, Refusal):
        return script
    refused = offer(game, script)
    return script if refused is None else refused


def answer(game: Game, seat: int, said: str) -> Refusal | None:
    """A player's answer to the proposal: ``accept`` or ``cut PLACE`` (732.2b); the last one takes it (732.2c)."""
    if game.proposal is None:
        return Refusal(ILLEGAL, "no-proposal", "nothing is proposed", "a line, or a proposal", "732.2b")
    word, _, rest = said.strip().partition(" ")
    place = None
    if word.lower() == "cut":
        found = parse_place(rest)
        if isinstance(found, Refusal):
            return found
        place = found
    elif word.lower() not in ("accept", "accepts"):
        return Refusal(INPUT, "answer", f"'{said[:60]}' is no answer to a proposal", "accept, or cut PLACE", "732.2b")
    answered = respond(game.proposal, seat, place)
    if isinstance(answered, Refusal):
        return answered
    cut = answered.duty is not game.proposal.duty
    refused = _dead_end(game, answered, said.strip()) if cut and not game.logged else None
    if refused is not None:
        return refused
    if answered.to_answer:
        game.proposal = answered
        game.entries.append(Entry(ANSWER, said.strip(), f"p{seat + 1}"))
        return None
    refused = _taken(game, answered)
    if refused is None:
        game.entries.append(Entry(ANSWER, said.strip(), f"p{seat + 1}"))
    return refused


def _dead_end(game: Game, proposal: Proposal, said: str) -> Refusal | None:
    """Why a place is none to shorten at (732.2b): behind it nothing could be chosen but what may not be (732.2c, 732.3)."""
    here = proposal.played_script.at(proposal.end)
    if isinstance(here, Refusal):
        return here
    state, duty = here.state, proposal.duty
    assert duty is not None
    place = said.partition(" ")[2]
    refused = no_stop(state, lambda choice: forbids(duty, state, choice), place)
    if refused is not None:
        return refused
    history = duties(proposal.played_script, proposal.end, _history(game))[0]
    if not history.duties:
        return None
    history.come_to(state)
    return no_stop(state, Owing((duty,), history).not_now, place)


def may_stop(game: Game, state: State, proposed: Choice) -> bool:
    """Whether who decides in a position of the waiting shortcut may stop there (732.2b), by what was owed before it.

    In: the position; the choice that the shortcut makes in it.
    """
    duty = Duty(chooser(state), state, Another(proposed), AFTER_A_CUT)
    return another(state, proposed) and no_stop(state, lambda choice: forbids(duty, state, choice), "") is None


def stands_still(game: Game) -> Refusal | None:
    """Why nothing that can be listed may be done now: every such choice is one that may not be made. None where one may.

    Such a game goes on by a line that is typed, an undo, or a ruling.
    """
    if game.proposal is not None or not owes(game):
        return None
    return standing_still(game.state, owing(game).not_now)


def _taken(game: Game, proposal: Proposal) -> Refusal | None:
    """Take an answered proposal: the game is at its end."""
    taken = take(proposal)
    if isinstance(taken, Refusal):
        return taken
    known = len(game.history.duties)
    through = _through(game, proposal.played_script, taken.end)
    if isinstance(through, Refusal):
        return through
    history = duties(proposal.played_script, taken.end, _history(game))[0]
    history.come_to(taken.state)
    passed = turns_begun(proposal.played_script, taken.end)
    game.turn = 0 if passed is None or game.turn == 0 else game.turn + passed
    game.taken, game.state, game.history = taken, taken.state, history
    game.duties = through if taken.duty is None else (*through, taken.duty)
    game.proposal, game.shown, game.watcher = None, None, Watcher(taken.state)
    game.ruling, game.noticed = None, Noticed(duties=known)
    game.noticed.look_back(history)
    game.noticed.duties = 0  # of the new watcher
    return None


# --- rulings ------------------------------------------------------------------------------------------------------


def settle(game: Game, policy: str, script: str, said: Sequence[str]) -> Ruling | Refusal:
    """Settle a loop under a policy, and go on at the place that follows.

    In: the name of the policy; the script of the loop; statements such as "p1: number 9". Out: the ruling; the game is
    at its place, or where it was where nobody moves it. A refusal where a proposal waits, or a statement is none.
    """
    if game.proposal is not None:
        return _waits(game)
    nodes = parse_script(script)
    if isinstance(nodes, Refusal):
        return nodes
    heard = statements(said)
    if isinstance(heard, Refusal):
        return heard
    found = _first_owed(game, nodes) or judged(game.position, game.state, nodes, policy, heard)
    if isinstance(found, Refusal):
        return found
    verdict = found.verdict
    refused = could_act(found) if verdict.outcome == RUNS else None
    if refused is not None:
        return refused
    if verdict.outcome == DRAW:
        involved = verdict.in_draw if found.kind is None else found.kind.involved
        without_players(game, leaving.end_in_draw(game.state, list(involved), drawn_by(found))[0])
    elif verdict.outcome in (STANDS, GAME_CONTINUES, RUNS):
        game.state, game.taken, game.turn = found.state, found.taken, 0
        game.history = History(found.state, duties=list(game.history.duties))
        game.shown, game.watcher, game.noticed = None, Watcher(found.state), Noticed()
    if verdict.outcome in (STANDS, GAME_CONTINUES, RUNS, DRAW):
        game.ruling, game.duties = found, (*_kept(game.duties, found), *found.duties)
    game.entries.append(Entry(RULING, f"{script.rstrip()}\n{SAID}" + "\n".join(said), policy))
    return found


def _kept(duties: tuple[Duty, ...], ruling: Ruling) -> tuple[Duty, ...]:
    """What is still owed of before behind a ruling that has moved the game: a loop may still not begin again (MTR 4.4 par. 8).

    Of what was owed at a place nothing is left, and neither is a number that was not used up: others have been named.
    """
    stop = ruling.verdict.stop
    lap = None if ruling.loop is None or stop is None or not stop.iterations else lap_of(ruling.loop, 0)
    left = tuple(one for one in duties if isinstance(one.demand, Leave | NotBegin) and not one.waits)
    for one, behind in () if lap is None else lap.steps():
        left = all_after(left, one.state, one.choice, behind.state)
    return left


def undone(game: Game, book: CardBook) -> Game | Refusal:
    """The game before its last entry, with the undo on its log. Whether the others agree is asked elsewhere."""
    left = _standing(game.entries)
    if len(left) < 2:
        return Refusal(ILLEGAL, "nothing-to-undo", "nothing was done yet", "a line, or a proposal")
    entries = [*game.entries, Entry(UNDO, to=left[-1])]
    return replay(entries, book)


def _standing(entries: Sequence[Entry]) -> list[int]:
    """The numbers of the entries that still hold."""
    found: list[int] = []
    for number, entry in enumerate(entries):
        if entry.what == UNDO:
            found = _standing(entries[: entry.to])
        else:
            found.append(number)
    return found
