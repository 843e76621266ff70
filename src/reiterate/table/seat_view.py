"""What a chair sees of a game, as one typed value: board, own hand, what may be done, what waits, what was said.

Nothing that is hidden from the chair is in it (``table/hiding.py``). Quantities are strings in JSON; numbers of entries
and of lines are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from reiterate.amounts import Amount, identical, summed
from reiterate.ask.answer import Board
from reiterate.ask.answer_parts import Part, Quantity, quantity
from reiterate.ask.building_board import object_ids, seat_name
from reiterate.ask.session import iteration_steps
from reiterate.ask.verdict_phrases import why_over
from reiterate.games import game as games
from reiterate.games.dice import seen_by_all
from reiterate.games.game import LOOP_DRAW
from reiterate.games.kinds_of_choices import KINDS
from reiterate.games.offered import Listed, kind_of, listed
from reiterate.judging.statements import NO_ACTION
from reiterate.loops.loop import count_text
from reiterate.refusals import INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, PASS, PLAY, Choice
from reiterate.rules.access.questions import ASK, question_of
from reiterate.rules.access.same_member import real_row
from reiterate.rules.access.state_access import in_game, seats, text_prop
from reiterate.rules.characteristics.printed_characteristics import is_unknown
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.outlook import as_if_asked, question
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import known_tops
from reiterate.script.places import Place
from reiterate.script.saying import player_words
from reiterate.script.script import script_lines
from reiterate.script.whose import asked_about, asking, named_source
from reiterate.shortcuts.net_change import board_numbers
from reiterate.shortcuts.procedure import Answer, Proposal
from reiterate.state.model import COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, State
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import CARD, OUTCOME
from reiterate.table import endings, opening_hands
from reiterate.table.card_faces import board_with_texts
from reiterate.table.entries import (
    AGREE_REMOVE,
    BEGINS,
    CAME,
    CARDS,
    CHAT,
    CONCEDE,
    SAY,
    STATEMENT,
    THROWN,
    TIME_OVER,
    WANT_REMATCH,
    Noted,
)
from reiterate.table.hiding import everybodys, foreseen, looked_at, refusal_for_seat, seen_from, shielded_names, without
from reiterate.table.places_to_stop import PLACES
from reiterate.table.rounds import Round
from reiterate.table.seats import JUDGE, SPECTATOR, seat_of
from reiterate.table.told import told_script
from reiterate.terms.base import Term

#: Zones whose cards are listed by name where the chair knows them.
_LISTED: Final = (HAND, GRAVEYARD, EXILE, COMMAND)


class Cards(Part, frozen=True):
    """Cards of one name in a zone of a player; ``name`` is "" for cards that the chair does not know.

    ``id``: what this view calls them; "" for cards that the chair does not know.
    """

    player: str
    zone: str
    name: str
    count: Quantity
    id: str


class Line(Part, frozen=True):
    """Something that the chair may do now: its number, and the line of a script that it stands for. ``words``: the same as a player says it.

    ``object``: what the view calls the object that is activated, cast or played, "" for none. ``others``: what else the line names, such as targets.
    ``kind``: what is done, one of ``games.kinds_of_choices.KINDS``, in whose order the lines stand.
    """

    number: int
    line: str
    object: str
    others: list[str]
    words: str
    kind: str


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
    """A proposal that waits: who made it, its script, how often, its places, who has answered and who is next.

    ``words``: what its script does, as a player says it; "" where that can't be said.
    """

    proposer: str
    script: list[str]
    iterations: Quantity
    places: list[Step]
    answers: list[Answered]
    to_answer: list[str]
    words: str = ""


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


class MaySay(Part, frozen=True):
    """A statement that a chair may make of the game itself. ``player``: of whom it is made; "" where of nobody in particular."""

    what: str
    player: str = ""


class Ended(Part, frozen=True):
    """How the game has ended: ``outcome`` is ``draw`` or ``p1_wins``; the ``winners``, why in words, and the rule."""

    outcome: str
    winners: list[str]
    why: str
    rule: str


class DrawAsked(Part, frozen=True):
    """A loop that nobody keeps up and that never ends (104.4b): a draw, unless one of those who could act does so.

    ``to_ask``: who could act, in turn order; ``waiting``: who of them has still to decline with ``no action``.
    """

    to_ask: list[str]
    waiting: list[str]
    rule: str


class Removal(Part, frozen=True):
    """A player whom others want out of the game, who agrees to that, and who has not said so."""

    player: str
    agreed: list[str]
    waiting: list[str]


class OpeningHand(Part, frozen=True):
    """A player's hand before the first turn (103.5): mulligans taken, whether it is kept, and cards still to put on the bottom."""

    player: str
    mulligans: int
    kept: bool
    to_put: int


class Ruled(Part, frozen=True):
    """The judge's last ruling that stands: its entry, the text, what it says, and why.

    ``place``: where the game goes on, and ``owes``: who owes what there; each "" where the ruling says nothing of that.
    ``takes_back``: the entry of an earlier ruling that it replaces, 0 for none. ``newest``: nothing was done since.
    """

    number: int
    policy: str
    sentence: str
    place: str
    owes: str
    because: list[str]
    takes_back: int
    newest: bool


class View(Part, frozen=True):
    """What a chair sees of a game now.

    ``names``: what the people at seats are called, where that was said. ``last``: the number of the last entry; the next one has one more. ``decides``: who makes the present choice, "" once
    the game is over. ``may``: what the chair may do now, as lines of a script. ``more``: not all
    that is legal need be among them, and other lines can be typed. ``not_now``: what would be
    legal, if the chair did not have to choose differently. ``again``: something that was shown by hand may be proposed again.
    ``undo_from``: the earliest entry behind which the chair may ask to go on by an undo, 0 where it may ask for none; ``undo_stop``: why not an earlier one.
    ``note``: what is to be said of the game itself. ``ended``: how it ended, None while it goes on; ``rematch``: who wants to play
    again. ``left``: who has left the game. ``limit``: seconds that a decision may take, 0 for any; ``since``: when the present one began.
    ``says``: statements that this chair may make of the game itself, such as ``concede``. ``hands``: of a game of decks whose first turn
    has not begun, each player's hand; [] elsewhere. ``turn``: the how-manieth turn it is, from where the game began; 0 behind a ruling
    on a loop. ``waits_for``: the chairs that are asked for anything now: a choice, or an answer to a shortcut, an undo, a draw or a removal.
    ``armed``: the chair's player could do something but pass, if they were asked now; so they may find a place to stop a shortcut (732.2b).
    """

    game: str
    title: str
    names: dict[str, str]
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
    undo_stop: str
    said: list[Statement]
    note: str
    ended: Ended | None
    draw: DrawAsked | None
    left: list[str]
    removing: list[Removal]
    rematch: list[str]
    ruling: Ruled | None
    limit: int
    since: str
    says: list[MaySay]
    hands: list[OpeningHand]
    turn: Quantity
    waits_for: list[str] = msgspec.field(default_factory=list)
    armed: bool = True


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
    ``did``: what was done, as a player says it behind a name, such as "taps Mountain for {R}"; ``then``: what came of it. They are "" and [] where nothing can be said so.
    """

    entry: Shown
    changes: list[Change]
    onto: list[str]
    off: list[str]
    did: str = ""
    then: list[str] = msgspec.field(default_factory=list)


class Preview(Part, frozen=True):
    """A waiting proposal at a place: the board there, and what has changed from now."""

    place: str
    board: Board
    changes: list[Change]


class Behind(Part, frozen=True):
    """The game as it was just after an entry: the board, and the cards beside it."""

    number: int
    board: Board
    cards: list[Cards]


def view_of(now: Round, game: str, title: str, programs: Mapping[str, str], who: str) -> View:
    """What a chair sees of a game."""
    state = seen_from(now.game.state, who)
    proposal = now.offered.shown if now.offered is not None else None
    deciding = proposal is None and endings.who_decides(now) == who
    owed = owed_lines(now, state) if deciding and games.owes(now.game) else {}
    able = listed(state) if deciding and now.opening is None else Listed({})
    lines = {line: choice for line, choice in able.choices.items() if line not in owed}
    ids = object_ids(state)
    in_order = sorted(lines.items(), key=lambda each: KINDS.index(kind_of(state, each[1])))
    may = [_line(number, *each, ids, state) for number, each in enumerate(in_order, 1)]
    if deciding and now.opening is not None:
        said = enumerate(opening_hands.lines(now), 1)
        may = [
            Line(number=i, line=line, object="", others=[], words=line[:1].upper() + line[1:], kind="other")
            for i, line in said
        ]
    return View(
        game=game,
        title=title,
        names=dict(now.names),
        who=who,
        last=now.last,
        programs=dict(programs),
        board=_board(now, state),
        cards=cards_of(state) + (_looked_at(now.game.state, ids) if deciding or who == JUDGE else []),
        decides=endings.who_decides(now),
        question=_question(now, deciding),
        may=may,
        more=able.more,
        not_now=[NotNow(line=line, why=refused.message, rule=refused.rule) for line, refused in owed.items()],
        again=deciding and now.game.shown is not None,
        proposal=None
        if proposal is None or now.game.proposal is None
        else _proposed(now, proposal, now.game.proposal, who),
        undo=None if now.asked is None else Request(player=now.asked.by, to=now.asked.to, waiting=[*now.asked.waiting]),
        undo_from=now.lowest if seat_of(who) is not None else 0,
        undo_stop=now.why_lowest if seat_of(who) is not None else "",
        said=[_stated(one.who, one.text, bool(one.body.get("secret")), who) for one in now.said],
        note=". ".join(each for each in (now.note, _way_out(now, who)) if each),
        ended=_ended(now),
        draw=_draw_asked(now),
        left=_left(now),
        removing=[_removal(now, player, agreed) for player, agreed in now.removing.items()],
        rematch=[*now.rematch],
        ruling=_ruled(now),
        limit=now.limit,
        since=now.since,
        says=_says(now, who),
        hands=_hands(now),
        turn=quantity(now.game.turn),
        waits_for=endings.waits_for(now),
        armed=_armed(now, state, who),
    )


def _armed(now: Round, seen: State, who: str) -> bool:
    seat = seat_of(who)
    if seat is None or now.opening is not None or endings.final(now.game.state):
        return False
    try:
        return any(option.verb != PASS and not option.unknown for option in options(as_if_asked(seen, seat)))
    except Unsupported:
        return True


def _line(number: int, line: str, choice: Choice, ids: Mapping[int, str], state: State) -> Line:
    acts = choice.verb in (ACTIVATE, CAST, PLAY)
    named = (*(() if acts else (choice.row,)), *choice.targets, *(row for row, _ in choice.picks))
    rows = dict.fromkeys(real_row(choice, row) for row in named)
    others = [ids[row] for row in rows if row in ids]
    acting, words = ids.get(choice.row, "") if acts else "", player_words(state, choice, line)
    kind = kind_of(state, choice)
    return Line(number=number, line=line, object=acting, others=others, words=words, kind=kind)


def _board(now: Round, state: State) -> Board:
    """The board; before the first turn whoever keeps a hand decides."""
    found, seat = _with_sources(now, state, board_with_texts(state, now.book)), opening_hands.who_is_asked(now)
    if seat is None:
        return found
    words = f"p{seat + 1} {opening_hands.DONE[opening_hands.what_is_asked(now)]}"
    return msgspec.structs.replace(found, decides=f"p{seat + 1}", status=f"before the first turn: {words}")


def _with_sources(now: Round, state: State, board: Board) -> Board:
    """A board whose abilities on the stack keep the name of a source that has left: as the game was last seen with it (113.7a)."""
    if all(each.source for each in board.stack):
        return board
    found = []
    for handle, each in zip(state.stack, board.stack, strict=True):
        name = each.source or ("" if each.sources else _last_known(now, state.rows[handle].cls.term))
        found.append(msgspec.structs.replace(each, source=name, text=each.text.replace("~", name or "~")))
    return msgspec.structs.replace(board, stack=found)


def _last_known(now: Round, term: Term | None) -> str:
    """The name of what had an ability when everybody last saw that, back to just before the ability came onto the stack; "" where nobody knows."""
    for number in sorted(now.after, reverse=True):
        there = everybodys(now.after[number])
        name = named_source(there, term)
        if name or all(there.rows[handle].cls.term != term for handle in there.stack):
            return name
    return ""


def _hands(now: Round) -> list[OpeningHand]:
    opening = now.opening
    if opening is None or endings.final(now.game.state):
        return []
    there = [seat for seat in range(now.players) if in_game(now.game.state, seat)]
    return [
        OpeningHand(
            player=f"p{seat + 1}",
            mulligans=opening.mulligans[seat],
            kept=seat in opening.kept,
            to_put=opening.owed[seat],
        )
        for seat in there
    ]


def _ended(now: Round) -> Ended | None:
    state = now.game.state
    if not endings.final(state):
        return None
    outcome = text_prop(state.game, OUTCOME)
    why, rule = why_over(state)
    ruling = now.entries.rulings[-1] if now.entries.rulings else None
    word = "" if ruling is None or ruling.number != now.moved else ruling.said.body.get("outcome", "")
    if endings.ends_for_all(word):
        why = "the judge has ruled so"
    elif rule == LOOP_DRAW:
        why = "a loop that nobody keeps up goes on for ever, and nobody acts"
    winner = winner_of(outcome)
    winners = [] if winner is None else [f"p{winner + 1}"]
    return Ended(outcome=outcome, winners=winners, why=why, rule=rule)


def _draw_asked(now: Round) -> DrawAsked | None:
    mandatory = endings.known_draw(now)
    if mandatory is None or endings.final(now.game.state):
        return None
    to_ask, waiting = (
        [f"p{seat + 1}" for seat in each] for each in (mandatory.to_ask, endings.still_to_decline(now, mandatory))
    )
    return DrawAsked(to_ask=to_ask, waiting=waiting, rule=LOOP_DRAW)


def _left(now: Round) -> list[str]:
    """Who has left a game that goes on, or has lost it."""
    return [f"p{seat + 1}" for seat in range(now.players) if not in_game(now.game.state, seat)]


def _removal(now: Round, player: str, agreed: Sequence[str]) -> Removal:
    waiting = [each for each in endings.others_of(now, player) if each not in agreed]
    return Removal(player=player, agreed=[*agreed], waiting=waiting)


def _ruled(now: Round) -> Ruled | None:
    if not now.entries.rulings:
        return None
    entry = now.entries.rulings[-1]
    body = entry.said.body
    sentence = body.get("sentence", "") or body.get("outcome", "")
    back = body.get("takes back", "")
    return Ruled(
        number=entry.number,
        policy=body.get("policy", ""),
        sentence=sentence,
        place=body.get("place", ""),
        owes=body.get("owes", ""),
        because=body.get("because", "").splitlines(),
        takes_back=int(back) if back.isdecimal() else 0,
        newest=now.moved == entry.number,
    )


def _says(now: Round, who: str) -> list[MaySay]:
    """What a chair may say of the game itself now."""
    seat = seat_of(who)
    if seat is None:
        return []
    if endings.final(now.game.state):
        return [] if who in now.rematch else [MaySay(what=WANT_REMATCH)]
    if not in_game(now.game.state, seat):
        return []
    found = [MaySay(what=CONCEDE)]
    drawn = endings.known_draw(now)
    if drawn is not None and endings.still_to_decline(now, drawn)[:1] == (seat,):
        found.append(MaySay(what=NO_ACTION))
    others = endings.others_of(now, who)
    if len(others) > 1:
        found += [MaySay(what=AGREE_REMOVE, player=each) for each in others if who not in now.removing.get(each, ())]
    waits = endings.who_decides(now)
    if now.limit and waits not in ("", who):
        found.append(MaySay(what=TIME_OVER, player=waits))
    return found


def _way_out(now: Round, who: str) -> str:
    """What leads on where nothing that is listed satisfies what is owed; "" elsewhere. Worked out once an entry.

    The player who decides and the judge are told, for it tells of that player's hand.
    """
    if who not in (JUDGE, endings.who_decides(now)) or not games.owes(now.game):
        return ""
    if now.way_out is None or now.way_out[0] != now.last:
        now.way_out = now.last, _none_exists(now)
    return now.way_out[1]


def _none_exists(now: Round) -> str:
    """That no choice satisfies what the player who decides owes, and what leads on; "" where one may do so."""
    if now.game.proposal is not None or endings.final(now.game.state):
        return ""
    who = endings.who_decides(now)
    try:
        if games.owing(now.game).none_exists:
            return (
                f"{who} owes a choice that stops this loop, and none exists. {who} chooses freely, and the loop goes on"
            )
        refused = games.stands_still(now.game)
    except Unsupported:
        return ""
    if refused is None:
        return ""
    return (
        f"{who} must choose differently [{refused.rule}], and none exists among the choices that are listed. "
        "An undo, the judge's ruling, or a typed line leads on"
    )


def owed_lines(now: Round, seen: State) -> dict[str, Refusal]:
    """The offered lines that would be refused because another choice is owed (732.2c, 732.3), worked out once an entry.

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
            found[line] = refusal_for_seat(refused, None)
    return found


def _question(now: Round, mine: bool) -> Question:
    if opening_hands.who_is_asked(now) is not None:
        what = opening_hands.what_is_asked(now)
        return Question(asked=what, text=opening_hands.question_words(now) if mine else "", words=[])
    found = question(now.game.state)
    text = found.text or _whose(now, found.what)
    whose = asked_about(everybodys(now.game.state))
    text = f"{text or 'choose a target'} of {whose}" if whose else text
    return Question(asked=found.what, text=text if mine else "", words=list(found.words) if mine else [])


#: What is decided as something resolves that has left the stack by then; "{}" is its source.
_RESOLVING: Final = {
    "may": "whether to do what {} offers",
    "toll": "whether to pay for {}",
    "pick": "what to give up for {}",
    "continue": "whether {} goes on",
}


def _whose(now: Round, what: str) -> str:
    """What is decided while something resolves, by its source, as everybody sees that; "" elsewhere."""
    source = asking(everybodys(now.game.state)) if what in _RESOLVING else ""
    return _RESOLVING[what].format(source) if source else ""


def cards_of(state: State) -> list[Cards]:
    """The cards in zones that lie beside the board, of a position that a chair may see.

    Last come cards on top of libraries that are seen there (401.5).
    """
    ids = object_ids(state)
    found: dict[tuple[int, str, str], list[Amount]] = {}
    called: dict[tuple[int, str, str], str] = {}
    for handle, row in state.rows.items():
        if row.cls.kind == CARD and row.cls.zone in _LISTED and row.cls.proto is not None:
            name = "" if row.cls.proto == UNKNOWN_CARD else row.cls.proto.name
            key = row.cls.owner, row.cls.zone, name
            found.setdefault(key, []).append(row.n)
            called[key] = ids.get(handle, "")
    keys = sorted(found, key=lambda key: (key[0], _LISTED.index(key[1]), key[2]))
    beside = [
        Cards(player=f"p{key[0] + 1}", zone=key[1], name=key[2], count=quantity(summed(found[key])), id=called[key])
        for key in keys
    ]
    return beside + [_on_top(state, handle, 1, ids) for handle in sorted(known_tops(state, frozenset(seats(state))))]


def _on_top(state: State, handle: int, count: Amount, ids: Mapping[int, str]) -> Cards:
    """Cards on top of a library that somebody sees there."""
    cls = state.rows[handle].cls
    name = "" if cls.proto is None else cls.proto.name
    return Cards(player=seat_name(cls.owner), zone=LIBRARY, name=name, count=quantity(count), id=ids.get(handle, ""))


def _looked_at(state: State, ids: Mapping[int, str]) -> list[Cards]:
    """The cards on top of a library that the player who is asked looks at."""
    if asked(state) != ASK:
        return []
    seen = known_tops(state, frozenset(seats(state)))
    rows = [handle for handle in looked_at(state) if handle not in seen or not identical(question_of(state).high, 1)]
    return [
        _on_top(state, handle, question_of(state).high, ids)
        for handle in rows
        if not is_unknown(state.rows[handle].cls)
    ]


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
        words=without(hidden, told_script(shown.played_script)),
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
    body = {key: text for key, text in said.body.items() if key != CARDS}  # they may tell of hidden cards
    if THROWN in body and who != JUDGE:
        body.pop(THROWN)
        body |= {CAME: "\n".join(came)} if (came := seen_by_all(said.thrown)) else {}
    if hidden or (said.kind in BEGINS and who != JUDGE):
        body.pop("text", None)
        hidden = True
    digests = entry.digests
    marks = {"state": digests.state, "engine": digests.engine, "terms": digests.terms} if who == JUDGE else {}
    return Shown(
        number=entry.number, kind=said.kind, who=said.who, at=entry.at, body=body, covered=hidden, digests=marks
    )


def visible_changes(before: State, after: State) -> list[Change]:
    """What everybody sees change from one position to another; nothing where a size can't be told as one number."""
    old, new = board_numbers(everybodys(before)), board_numbers(everybodys(after))
    paths = sorted({*old, *new})
    moved = [(path, old.get(path, 0), new.get(path, 0)) for path in paths]
    return [Change(path=path, before=quantity(a), after=quantity(b)) for path, a, b in moved if not identical(a, b)]


def behind_of(now: Round, number: int, who: str) -> Behind | Refusal:
    """The game just after an entry, as a chair saw it then. A refusal where that position isn't kept at hand."""
    state = now.after.get(number)
    if state is None:
        message = f"the position just after entry {number} isn't at hand any more"
        return Refusal(INPUT, "no-such-place", message, "one of the latest entries, or the replay under “Take along”")
    seen = seen_from(state, who)
    return Behind(number=number, board=board_with_texts(seen, now.book), cards=cards_of(seen))


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
    board = board_with_texts(seen_from(foreseen(now.game.state, at.state, who, said), who), now.book)
    changed = visible_changes(now.game.state, foreseen(now.game.state, at.state, SPECTATOR, said))
    return Preview(place="" if place is None else str(place), board=board, changes=changed)
