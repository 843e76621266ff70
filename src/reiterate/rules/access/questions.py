"""Decisions in the middle of an event, and where what is played could begin anew if a player leaves (800.4a, 608.2m).

Decisions in the middle of an event: a colour as something enters, which replacement comes first, new targets.

Code that needs such a decision calls ``decide``. If it was not made yet, the whole choice that led
here is given up. The state keeps the choice as data, with the answers so far and the new question.
When the question is answered, the same choice is made again with one answer more. So there is no
half-finished work, and a step stays bounded.

Where what is played could begin anew, if a player leaves while somebody is asked something (800.4a, 608.2m).

A question in the middle is data: the choice that led to it, and the answers so far. Who leaves then leaves at that very moment.
So the choice is played again up to the question. ``mark`` notes the last place from which everything behind it could be
done again. Such places are an effect of what resolves, a check of state-based actions, and the beginning of a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access.choice import ANSWER, ITSELF, STANDS, Choice, Paid, Pick
from reiterate.rules.access.state_access import family, next_after, seats, set_about, set_game, set_refs
from reiterate.state.events import DROP, NEW, Draft, Event, apply
from reiterate.state.model import GAME, NOWHERE, Prop, Ref, Reference, Row, State, make_class, player
from reiterate.state.normal_form import indistinguishable, is_single
from reiterate.state.properties import (
    ABOUT,
    ASKED,
    CHOICES,
    HIGH,
    LOST,
    LOW,
    NTH_OPTION,
    PENDING,
    QUESTION_KIND,
    QUESTION_TEXT,
    WHO,
    WORDS,
)
from reiterate.terms.base import Term

# --- questions -----------------------------------------------------------------------------------

ASK: Final = "answer"
#: What is asked of somebody who searches a library (701.23).
SEARCHING: Final = "search for"

#: What a question for the targets of copies is called (707.10c); of its objects the first is the target that they have.
COPIES: Final = "targets of the copies"
#: What one for a target of a copy is called where the target that it has is another one's by now.
OTHER_TARGET: Final = "another target of the copy"
#: What one for a target of a spell begins with (115.7d); of its objects the first is the target that it has.
NEW_TARGET: Final = "target "

#: Questions to which more words are an answer than those that are listed.
OPEN_WORDS: Final = ("type", "other type", "name")

#: How many answers one choice may need before it is given up.
ANSWERS_BUDGET: Final = 200


class Question:
    """What is asked: ``kind`` (color, type, name, word, player, object, order, number, yes), whom, and the possible answers.

    ``words`` are possible answers in words (of an "other type" those that may not be named),
    ``rows`` possible objects; ``low`` to ``high`` of them, each row at most as often as it has
    members; for numbers the range. In a "mode" question ``low`` to ``high`` of a group get the mode (0: all of them).
    ``cost``: it asks for a payment, or whether to pay (800.4f). ``ability``: a mode of this ability is asked for.
    """

    __slots__ = ("ability", "cost", "high", "kind", "low", "rows", "seat", "text", "words")

    def __init__(
        self,
        kind: str,
        seat: int,
        words: tuple[str, ...] = (),
        rows: tuple[int, ...] = (),
        low: Amount = 1,
        high: Amount = 1,
        text: str = "",
        cost: bool = False,
        ability: Term | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.words = words
        self.rows = rows
        self.low = low
        self.high = high
        self.text = text
        self.cost = cost
        self.ability = ability

    def asked_of(self, seat: int) -> Question:
        """The same question, asked of another player."""
        return Question(self.kind, seat, self.words, self.rows, self.low, self.high, self.text, self.cost, self.ability)


class OnlyAnswer:
    """A decision with one answer, so that nobody was asked: the question, its answer, and the state as it came up."""

    __slots__ = ("choice", "question", "state")

    def __init__(self, question: Question, choice: Choice, state: State) -> None:
        self.question = question
        self.choice = choice
        self.state = state


def note_only(draft: Draft, question: Question, choice: Choice) -> None:
    """Note a decision with one answer on the state that is written, for whoever says it aloud."""
    before = State(draft.rows.copy(), draft.seqs.copy(), {}, draft.labels, draft.fresh)
    draft.only = (*draft.only, OnlyAnswer(question, choice, before))
    if draft.watch is not None:
        draft.watch.said.append((question, choice))


def note_objects(draft: Draft, seat: int, rows: Sequence[int], picks: Sequence[Pick], text: str = "") -> None:
    """Note that of some objects these were chosen, because there was nothing else to choose."""
    question = Question("objects", seat, rows=tuple(rows), text=text)
    note_only(draft, question, Choice(ANSWER, seat, picks=tuple(picks)))


class Need(Exception):
    """Raised by ``decide`` where an answer is missing; caught by ``step`` alone."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class StandApart(Exception):
    """Raised by ``told_apart`` where members of groups have to stand apart before anybody chooses; caught by ``step`` alone."""

    def __init__(self, rows: list[int]) -> None:
        super().__init__("members told apart by the stack")
        self.rows = rows


#: A group of at most so many members stands apart, where they are told apart by the places of their abilities on the stack.
APART_BUDGET: Final = 16


def waiting_behind(state: State, rows: Iterable[int]) -> list[int]:
    """Those rows whose members are told apart by the places that abilities of theirs have on the stack (405.1)."""
    if not state.stack:
        return []
    several = [row for row in rows if not is_single(state.rows[row].n)]
    return [row for row in several if any(other in state.stack for other in family(state, row))]


def told_apart(draft: Draft, rows: Iterable[int]) -> None:
    """See to it that members of these rows are rows of their own where the choice between them matters (608.2d).

    Raises ``StandApart`` where some are not yet, and ``Unsupported`` for large groups.
    """
    found = waiting_behind(draft, rows)
    for row in found:
        n = draft.rows[row].n
        if type(n) is not int or n > APART_BUDGET:
            raise unsupported("grouped-triggers", "a choice among many whose abilities wait on the stack", "608.2d")
    if found:
        raise StandApart(found)


def decide(draft: Draft, question: Question) -> Choice:
    """The answer to a question: the only one there is, or the one given; raises ``Need`` to ask for it.

    A player who has left the game pays no cost (800.4f). Any other choice of theirs is made by another player.
    """
    stands = earlier_answer(draft, question)
    if stands is not None:
        return stands
    only = _only(draft, question)
    if only is not None:
        note_only(draft, question, only)
        return only
    if draft.rows[player(question.seat)].cls.prop(LOST):
        if question.cost:
            return Choice(ANSWER, question.seat, answer="no")
        return decide(draft, question.asked_of(chooser_for(draft, question.seat)))
    answers: list[Choice] = draft.answers
    if not answers:
        raise Need(question)
    if len(answers) == 1:
        draft.only = ()  # what had one answer before was there to be said before this one
    choice = answers.pop(0)
    if draft.watch is not None:
        draft.watch.said.append((question, choice))
    return choice


def earlier_answer(draft: Draft, question: Question) -> Choice | None:
    """The answer to a question that was given before a player left the game, and stands (101.4); None where there is none.

    Of the objects that were chosen, those that left with that player are chosen no more, and no others instead (101.3). Raises
    ``Unsupported`` where what was chosen can't be chosen any more.
    """
    kept: list[Choice] = draft.standing
    for choice in kept:
        if choice.player == question.seat and choice.how == (question.kind, question.text):
            kept.remove(choice)
            fine = choice.answer in question.words if question.words and choice.answer else True
            if not fine or any(row not in question.rows for row, _ in choice.picks):
                raise unsupported(
                    "rule-800.4a", "a choice of which a player who left took away what was chosen", "800.4a"
                )
            return choice
    return None


def standing_answers(state: State, said: Sequence[tuple[Question, Choice]]) -> list[Choice]:
    """The answers that stand once a player has left: what has left with them is chosen no more (101.3).

    Raises ``Unsupported`` where the one object that was chosen for something still to come has left.
    """
    choices: list[Choice] = []
    for question, choice in said:
        picks = tuple((row, count) for row, count in choice.picks if row in state.rows)
        if question.kind == "object" and picks != choice.picks:
            raise unsupported("rule-800.4a", "a choice of which a player who left took away what was chosen", "800.4a")
        how = (question.kind, question.text)
        choices.append(replace(choice, verb=STANDS, player=question.seat, picks=picks, how=how, results=()))
    return choices


def chooser_for(draft: Draft, seat: int) -> int:
    """Who makes a choice that a player would make who has left the game (800.4g, 800.4h).

    An object's controller names another player, an opponent for an opponent. Where the controller has left, the next player in turn
    order names one. A choice that a rule asks for is the next player's.
    """
    if not draft.frames:
        return next_after(draft, seat)
    controller: int = draft.frames[-1].controller
    there = seats(draft)
    others = [each for each in there if each != controller] if seat != controller else []
    words = tuple(f"p{each + 1}" for each in others or there)
    names = controller if controller in there else next_after(draft, controller)
    text = f"who chooses instead of p{seat + 1}, who has left the game"
    return int(decide(draft, Question("player", names, words=words, text=text)).answer[1:]) - 1


def _only(draft: Draft, question: Question) -> Choice | None:
    if question.kind == "object":
        if not question.rows:
            return Choice(ANSWER, question.seat)
        row = question.rows[0]
        single = type(draft.rows[row].n) is int and draft.rows[row].n == 1
        if len(question.rows) == 1 and question.low == 1 and question.high == 1 and single:
            return Choice(ANSWER, question.seat, picks=((row, 1),))
        return None
    if question.kind in ("pay", "mixed", "other type"):
        return None  # their words are what is paid with, or what is barred: no answers
    return Choice(ANSWER, question.seat, answer=question.words[0]) if len(question.words) == 1 else None


def only_way(state: State, rows: list[int], amount: Amount) -> list[Pick] | None:
    """The picks of ``amount`` objects where nobody can tell apart what is picked; None where there is a choice (608.2d)."""
    if any(not indistinguishable(state, rows[0], other) for other in rows[1:]):
        return None
    picks: list[Pick] = []
    left = amount
    for row in rows[:-1]:
        n = state.rows[row].n
        if at_least(n, left, "608.2d"):
            return [*picks, (row, left)]
        picks.append((row, n))
        left = left - n
    return [*picks, (rows[-1], left)]


# --- the question as data ----------------------------------------------------------------------------------------

_Slots = tuple[dict[str, Amount], dict[str, Reference], list[tuple[str, object]]]


def _write(choice: Choice, prefix: str, into: _Slots) -> None:
    """Add a choice to the slots of a row."""
    num, refs, props = into
    text = (choice.verb, choice.answer, *choice.how)  # what was said of the stack is checked by now
    if choice.results:
        props.append((f"{prefix}results", choice.results))
    if choice.ways:
        props.append((f"{prefix}ways", choice.ways))
    if choice.sizes:
        props.append((f"{prefix}sizes", len(choice.sizes)))
    for i, size in enumerate(choice.sizes):
        num[f"{prefix}s{i:03}"] = size
    props.append((f"{prefix}text", text))
    props.append((f"{prefix}index", (choice.player, choice.index)))
    rows = [choice.row, *choice.targets]
    props.append((f"{prefix}rows", tuple(r if r < 0 else 0 for r in rows)))
    for i, row in enumerate(rows):
        if row >= 0:
            refs[f"{prefix}r{i:03}"] = Ref("one", row)
    props.append((f"{prefix}picks", len(choice.picks)))
    for i, (row, count) in enumerate(choice.picks):
        refs[f"{prefix}p{i:03}"] = Ref("one", row)
        num[f"{prefix}p{i:03}"] = count
    props.append((f"{prefix}pay", tuple(kind for kind, _ in choice.pay)))
    for i, (_, amount) in enumerate(choice.pay):
        num[f"{prefix}y{i:03}"] = amount
    num[f"{prefix}member"], num[f"{prefix}x"], num[f"{prefix}count"] = choice.member, choice.x, choice.count


def _read(row: Row, prefix: str) -> Choice:
    """The choice that ``_write`` put into a row."""

    def ref(slot: str) -> int:
        found = row.refs[prefix + slot]
        assert isinstance(found, Ref)
        return found.row

    text, numbers = row.cls.prop(prefix + "text", ()), row.cls.prop(prefix + "index", ())
    rows, picks = row.cls.prop(prefix + "rows", ()), row.cls.prop(prefix + "picks", 0)
    pay, ways = row.cls.prop(prefix + "pay", ()), row.cls.prop(prefix + "ways", ())
    results = row.cls.prop(prefix + "results", ())
    assert isinstance(results, tuple)
    sizes = row.cls.prop(prefix + "sizes", 0)
    assert isinstance(ways, tuple)
    assert isinstance(sizes, int)
    assert isinstance(text, tuple)
    assert isinstance(numbers, tuple)
    assert isinstance(rows, tuple)
    assert isinstance(picks, int)
    assert isinstance(pay, tuple)
    handles = [value if isinstance(value, int) and value < 0 else ref(f"r{i:03}") for i, value in enumerate(rows)]
    chosen: tuple[Pick, ...] = tuple((ref(f"p{i:03}"), row.get(f"{prefix}p{i:03}")) for i in range(picks))
    paid: tuple[Paid, ...] = tuple((str(kind), row.get(f"{prefix}y{i:03}")) for i, kind in enumerate(pay))
    words = [str(word) for word in text]
    seat, index = numbers
    assert isinstance(seat, int)
    assert isinstance(index, int)
    return Choice(
        words[0],
        seat,
        handles[0],
        index,
        row.get(prefix + "member"),
        tuple(handles[1:]),
        chosen,
        paid,
        row.get(prefix + "x"),
        row.get(prefix + "count"),
        words[1],
        how=tuple(words[2:]),
        ways=tuple(str(way) for way in ways),
        sizes=tuple(row.get(f"{prefix}s{i:03}") for i in range(sizes)),
        results=tuple(str(result) for result in results),
    )


def ask(state: State, choices: list[Choice], question: Question) -> Draft:
    """The state with a question: the choice to make again, the answers so far, and what is asked."""
    draft = Draft(state)
    num: dict[str, Amount] = {LOW: question.low, HIGH: question.high}
    refs: dict[str, Reference] = {}
    props: list[tuple[str, object]] = []
    for i, choice in enumerate(choices):
        _write(choice, f"{i:03}.", (num, refs, props))
    for i, handle in enumerate(question.rows):
        refs[f"{NTH_OPTION}{i:04}"] = Ref("one", handle)
    game = state.rows[GAME].cls
    about = state.rows[GAME].refs.get(ABOUT)
    if about is not None:
        refs[ABOUT] = about
    props += [
        (CHOICES, len(choices)),
        (QUESTION_KIND, question.kind),
        (WORDS, question.words),
        (QUESTION_TEXT, question.text),
        (ASKED, game.prop(ASKED, "")),
        (WHO, game.prop(WHO, 0)),
    ]
    cls = make_class(
        PENDING,
        NOWHERE,
        term=question.ability,
        owner=question.seat,
        controller=question.seat,
        props=tuple(_frozen(p) for p in props),
    )
    handle = draft.fresh
    apply(draft, Event(NEW, "asked", handle, "", 1, Row(cls, num, 1, refs)))
    set_game(draft, game.with_prop(ASKED, ASK).with_prop(WHO, question.seat))
    set_about(draft, handle)
    return draft


def _frozen(prop: tuple[str, object]) -> tuple[str, Prop]:
    name, value = prop
    assert isinstance(value, (str, int, bool, tuple))
    return name, value


def pending(state: State) -> int | None:
    """The row that holds the question asked now, or None."""
    if state.game.prop(ASKED) != ASK:
        return None
    ref = state.rows[GAME].refs[ABOUT]
    assert isinstance(ref, Ref)
    return ref.row


def question_of(state: State) -> Question:
    """The question that the state waits for."""
    handle = pending(state)
    assert handle is not None
    row = state.rows[handle]
    words, kind, text = row.cls.prop(WORDS, ()), row.cls.prop(QUESTION_KIND, ""), row.cls.prop(QUESTION_TEXT, "")
    rows = [r for slot, r in sorted(row.refs.items()) if slot.startswith(NTH_OPTION)]
    return Question(
        kind,
        row.cls.controller,
        tuple(str(w) for w in words),
        tuple(r.row for r in rows if isinstance(r, Ref)),
        row.get(LOW),
        row.get(HIGH),
        text,
        ability=row.cls.term,
    )


def asked_ability(state: State) -> Term | None:
    """The ability of which the question that is asked now wants a mode (603.3c); None where it asks for another thing."""
    handle = pending(state)
    return None if handle is None else state.rows[handle].cls.term


def take_back(draft: Draft) -> list[Choice]:
    """Remove the question from a draft; the choice to make again and the answers given so far."""
    handle = pending(draft)
    assert handle is not None
    row = draft.rows[handle]
    count, asked, who = row.cls.prop(CHOICES, 0), row.cls.prop(ASKED, ""), row.cls.prop(WHO, 0)
    assert isinstance(count, int)
    found = [_read(row, f"{i:03}.") for i in range(count)]
    set_game(draft, draft.rows[GAME].cls.with_prop(ASKED, asked).with_prop(WHO, who))
    about = row.refs.get(ABOUT)
    apply(draft, Event(DROP, "", handle))
    set_refs(draft, GAME, {ABOUT: about} if about is not None else {})
    return found


# --- interruptions -------------------------------------------------------------------------------

#: What begins at a marked place: an effect of what resolves, a check of state-based actions, a step, or a payment that is asked for.
EFFECT: Final = "effect"
CHECK: Final = "check"
STEP: Final = "step"
PAYMENT: Final = "payment"


class Watch:
    """The last marked place of a choice that is played again.

    ``what`` begins at ``state``; "" where no place was marked. ``frame`` is what resolves there, ``step`` the step. ``begun``: how many
    events led there. ``said``: the answers since, also where there was one only. ``results``: the random results since. ``open``: something
    else was under way there. ``effects``: whether effects are marked.
    """

    __slots__ = ("begun", "effects", "frame", "open", "results", "said", "state", "step", "what")

    def __init__(self, effects: bool) -> None:
        self.effects = effects
        self.what = ""
        self.state: State | None = None
        self.frame: Any = None
        self.step = ""
        self.begun = 0
        self.said: list[tuple[Question, Choice]] = []
        self.results: tuple[str, ...] = ()
        self.open = False


def mark(draft: Draft, what: str, frame: Any = None, step: str = "") -> None:
    """Note a place from which everything behind it could be done again, where somebody watches."""
    watch: Watch | None = draft.watch
    if watch is None or (what == EFFECT and not watch.effects):
        return
    watch.what, watch.frame, watch.step = what, frame, step
    watch.state = State(draft.rows.copy(), draft.seqs.copy(), draft.tally.copy(), draft.labels, draft.fresh)
    watch.begun = len(draft.events)
    watch.said = []
    watch.results = tuple(draft.results)
    watch.open = bool(draft.ended)


__all__ = [
    "ASK",
    "CHECK",
    "COPIES",
    "EFFECT",
    "ITSELF",
    "NEW_TARGET",
    "OPEN_WORDS",
    "OTHER_TARGET",
    "PAYMENT",
    "STEP",
    "Need",
    "OnlyAnswer",
    "Question",
    "Watch",
    "ask",
    "chooser_for",
    "decide",
    "earlier_answer",
    "mark",
    "note_objects",
    "note_only",
    "only_way",
    "pending",
    "question_of",
    "standing_answers",
    "take_back",
]
