"""What a chair sees of a game, as one typed value: board, own hand, what may be done, what waits, what was said.

Nothing that is hidden from the chair is in it (``table/hiding.py``). Quantities are strings in JSON; numbers of entries
and of lines are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reiterate.amounts import Amount, identical, summed
from reiterate.games import game as games
from reiterate.games.offered import Listed, listed
from reiterate.loops.loop import count_text
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.questions import ASK, question_of
from reiterate.rules.decisions.outlook import question
from reiterate.rules.decisions.pending import asked
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.script.places import Place
from reiterate.script.script import script_lines
from reiterate.shortcuts.net_change import board_numbers
from reiterate.shortcuts.proposing import Answer, Proposal
from reiterate.show.answer import Board
from reiterate.show.answer_parts import Part
from reiterate.show.answer_quantities import Quantity, quantity
from reiterate.show.session import iteration_steps
from reiterate.state.model import COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, State
from reiterate.state.properties import CARD
from reiterate.table.chairs import JUDGE, SPECTATOR, seat_of
from reiterate.table.hiding import decides, everybodys, foreseen, looked_at, seen_from, shielded_names, told, without
from reiterate.table.noted import CHAT, POSITION, SAY, STATEMENT, Noted
from reiterate.table.rounds import Round
from reiterate.table.told_stack import told_board

#: Places of an iteration that are listed.
PLACES: Final = 24

#: Zones whose cards are listed by name where the chair knows them.
_LISTED: Final = (HAND, GRAVEYARD, EXILE, COMMAND)


class Cards(Part, frozen=True):
    """Cards of one name in a zone of a player; ``name`` is "" for cards that the chair does not know."""

    player: str
    zone: str
    name: str
    count: Quantity


class Line(Part, frozen=True):
    """Something that the chair may do now: its number, and the line of a script that it stands for."""

    number: int
    line: str


class NotNow(Part, frozen=True):
    """Something that would be legal, but may not be done now because another choice is owed: its line, why, and the rule."""

    line: str
    why: str
    rule: str


class Question(Part, frozen=True):
    """What is asked of the player who decides: the kind of decision, and its words where the chair is asked."""

    asked: str
    text: str
    words: list[str]


class Step(Part, frozen=True):
    """A place in the last block of a proposal's script: just before this choice."""

    place: str
    line: str


class Answered(Part, frozen=True):
    """A player's answer to the proposal; ``cut`` is "" where it was accepted as it stood."""

    player: str
    cut: str


class Proposed(Part, frozen=True):
    """A proposal that waits: who made it, its script, how often, its places, who has answered and who is next."""

    proposer: str
    script: list[str]
    iterations: Quantity
    places: list[Step]
    answers: list[Answered]
    to_answer: list[str]


class Request(Part, frozen=True):
    """A request to go back behind an entry, and who has not agreed yet."""

    player: str
    to: int
    waiting: list[str]


class Statement(Part, frozen=True):
    """Something that was said since the position changed; ``text`` is "" where it is secret."""

    who: str
    text: str
    secret: bool


class View(Part, frozen=True):
    """What a chair sees of a game now.

    ``last``: the number of the last entry; the next one has one more. ``decides``: who makes the present choice, "" once
    the game is over. ``may``: what the chair may do now, as lines of a script. ``more``: not all
    that is legal need be among them, and other lines can be typed. ``not_now``: what would be
    legal, if the chair did not have to choose differently. ``again``: something that was shown by hand may be proposed again.
    ``undo_from``: the earliest entry behind which the chair may ask to go on by an undo, 0 where it may ask for none.
    ``note``: what is to be said of the game itself.
    """

    game: str
    title: str
    who: str
    last: int
    programs: dict[str, str]
    board: Board
    cards: list[Cards]
    decides: str
    question: Question
    may: list[Line]
    more: bool
    not_now: list[NotNow]
    again: bool
    proposal: Proposed | None
    undo: Request | None
    undo_from: int
    said: list[Statement]
    note: str


class Shown(Part, frozen=True):
    """An entry as a chair may see it. ``covered``: it has words that this chair may not read, so ``body`` lacks them.

    ``digests``: of position, engine and cards, for the judge alone: a digest of a position betrays what is hidden in it.
    """

    number: int
    kind: str
    who: str
    at: str
    body: dict[str, str]
    covered: bool
    digests: dict[str, str]


class Change(Part, frozen=True):
    """A number of the board that everybody sees, before and after: ``p1.life`` from 20 to 17."""

    path: str
    before: Quantity
    after: Quantity


class Happened(Part, frozen=True):
    """An entry and what it has changed of what everybody sees.

    ``onto`` and ``off``: what a choice has put on the stack, and what has left the stack, in words with source and targets.
    """

    entry: Shown
    changes: list[Change]
    onto: list[str]
    off: list[str]


class Preview(Part, frozen=True):
    """A waiting proposal at a place: the board there, and what has changed from now."""

    place: str
    board: Board
    changes: list[Change]


def view_of(now: Round, game: str, title: str, programs: Mapping[str, str], who: str) -> View:
    """What a chair sees of a game."""
    state = seen_from(now.game.state, who)
    proposal = now.offered.shown if now.offered is not None else None
    deciding = proposal is None and decides(now.game.state) == who
    owed = owed_lines(now, state) if deciding and games.owes(now.game) else {}
    able = listed(state) if deciding else Listed({})
    lines = [line for line in able.choices if line not in owed]
    return View(
        game=game,
        title=title,
        who=who,
        last=now.last,
        programs=dict(programs),
        board=told_board(state),
        cards=cards_of(state) + (_looked_at(now.game.state) if deciding or who == JUDGE else []),
        decides=_decides(now),
        question=_question(now.game.state, deciding),
        may=[Line(number=i, line=line) for i, line in enumerate(lines, 1)],
        more=able.more,
        not_now=[NotNow(line=line, why=refused.message, rule=refused.rule) for line, refused in owed.items()],
        again=deciding and now.game.shown is not None,
        proposal=None
        if proposal is None or now.game.proposal is None
        else _proposed(now, proposal, now.game.proposal, who),
        undo=None if now.asked is None else Request(player=now.asked.by, to=now.asked.to, waiting=[*now.asked.waiting]),
        undo_from=now.lowest if seat_of(who) is not None else 0,
        said=[_stated(one.who, one.text, bool(one.body.get("secret")), who) for one in now.said],
        note=". ".join(each for each in (now.note, _way_out(now, who)) if each),
    )


def _way_out(now: Round, who: str) -> str:
    """What leads on where nothing that is listed may be done; "" elsewhere.

    The player who decides and the judge are told, for it tells of that player's hand.
    """
    if who not in (JUDGE, _decides(now)):
        return ""
    try:
        refused = games.stands_still(now.game)
    except Unsupported:
        return ""
    if refused is None:
        return ""
    return (
        f"{_decides(now)} must choose differently [{refused.rule}], and no choice that is listed may be made. "
        "An undo, the judge's ruling, or a typed line leads on"
    )


def owed_lines(now: Round, seen: State) -> dict[str, Refusal]:
    """The offered lines that would be refused because another choice is owed (730.2c, 730.3), worked out once an entry.

    Whoever decides may try each of them, and is told the same words then.
    """
    if now.owed is None or now.owed[0] != now.last:
        now.owed = now.last, _worked_out(now, seen)
    return now.owed[1]


def _worked_out(now: Round, seen: State) -> dict[str, Refusal]:
    found: dict[str, Refusal] = {}
    for line, choice in listed(seen).choices.items():
        try:
            refused = games.not_now(now.game, choice)
        except Unsupported:
            continue
        if refused is not None:
            found[line] = told(refused, None)
    return found


def _decides(now: Round) -> str:
    """Who is to act: the next one to answer a proposal, or who makes the present choice."""
    if now.game.proposal is not None and now.game.proposal.to_answer:
        return f"p{now.game.proposal.to_answer[0] + 1}"
    return decides(now.game.state)


def _question(state: State, mine: bool) -> Question:
    found = question(state)
    return Question(asked=found.what, text=found.text if mine else "", words=list(found.words) if mine else [])


def cards_of(state: State) -> list[Cards]:
    """The cards in zones that lie beside the board, of a position that a chair may see."""
    found: dict[tuple[int, str, str], list[Amount]] = {}
    for row in state.rows.values():
        if row.cls.kind == CARD and row.cls.zone in _LISTED and row.cls.proto is not None:
            name = "" if row.cls.proto == UNKNOWN_CARD else row.cls.proto.name
            found.setdefault((row.cls.owner, row.cls.zone, name), []).append(row.n)
    keys = sorted(found, key=lambda key: (key[0], _LISTED.index(key[1]), key[2]))
    return [
        Cards(player=f"p{seat + 1}", zone=zone, name=name, count=quantity(summed(found[seat, zone, name])))
        for seat, zone, name in keys
    ]


def _looked_at(state: State) -> list[Cards]:
    """The cards on top of a library that the player who is asked looks at."""
    if asked(state) != ASK:
        return []
    found = question_of(state)
    rows = [state.rows[handle] for handle in looked_at(state)]
    names = [row.cls.proto.name for row in rows if row.cls.proto is not None and row.cls.proto != UNKNOWN_CARD]
    return [Cards(player=f"p{found.seat + 1}", zone=LIBRARY, name=name, count=quantity(found.high)) for name in names]


def _proposed(now: Round, shown: Proposal, true: Proposal, who: str) -> Proposed:
    part = shown.played_script.parts[-1]
    script = script_lines([each.node for each in shown.played_script.parts])
    hidden = shielded_names(now.game.state, who, "\n".join(script))
    steps = iteration_steps(part.loop.heads[0], part)[:PLACES]
    return Proposed(
        proposer=f"p{shown.proposer + 1}",
        script=script,
        iterations=quantity(shown.played_script.iterations_before(shown.played_script.last)),
        places=[Step(place=f"{part.node.number}@1.{i}", line=without(hidden, line)) for i, line in enumerate(steps, 1)],
        answers=[_answered(each, shown) for each in true.answers],
        to_answer=[f"p{seat + 1}" for seat in true.to_answer],
    )


def _answered(found: Answer, proposal: Proposal) -> Answered:
    if found.cut is None:
        return Answered(player=f"p{found.seat + 1}", cut="")
    node = proposal.played_script.parts[found.cut.part].node
    cut = f"{node.number}@{count_text(found.cut.iteration)}.{found.cut.choice}"
    return Answered(player=f"p{found.seat + 1}", cut=cut)


def _stated(by: str, text: str, secret: bool, who: str) -> Statement:
    known = not secret or who in (by, JUDGE)
    return Statement(who=by, text=text if known else "", secret=secret)


def shown_entry(entry: Noted, who: str, open_secrets: bool) -> Shown:
    """An entry as a chair may see it; ``open_secrets``: the matter that secret statements belong to is settled."""
    said = entry.said
    own = who in (said.who, JUDGE)
    secret = said.kind == STATEMENT and said.what == SAY and bool(said.body.get("secret")) and not open_secrets
    whispered = said.kind == CHAT and said.body.get("to", "all") != "all"
    hidden = not own and (entry.covered or secret or whispered)
    body = dict(said.body)
    if hidden or (said.kind == POSITION and who != JUDGE):
        body.pop("text", None)
        hidden = True
    digests = entry.digests
    marks = {"state": digests.state, "engine": digests.engine, "terms": digests.terms} if who == JUDGE else {}
    return Shown(
        number=entry.number, kind=said.kind, who=said.who, at=entry.at, body=body, covered=hidden, digests=marks
    )


def changes(before: State, after: State) -> list[Change]:
    """What everybody sees change from one position to another; nothing where a size can't be told as one number."""
    old, new = board_numbers(everybodys(before)), board_numbers(everybodys(after))
    paths = sorted({*old, *new})
    moved = [(path, old.get(path, 0), new.get(path, 0)) for path in paths]
    return [Change(path=path, before=quantity(a), after=quantity(b)) for path, a, b in moved if not identical(a, b)]


def preview_of(now: Round, place: Place | None, who: str) -> Preview | Refusal:
    """The waiting proposal at a place, or at its end, worked out on what its proposer saw.

    A refusal where the script has no such place.
    """
    assert now.offered is not None and now.game.proposal is not None
    script = now.offered.shown.played_script
    spot = now.game.proposal.end if place is None else script.spot(place)
    at = spot if isinstance(spot, Refusal) else script.at(spot)
    if isinstance(at, Refusal):
        return at
    said = "\n".join(script_lines([each.node for each in script.parts]))
    board = told_board(seen_from(foreseen(now.game.state, at.state, who, said), who))
    changed = changes(now.game.state, foreseen(now.game.state, at.state, SPECTATOR, said))
    return Preview(place="" if place is None else str(place), board=board, changes=changed)
