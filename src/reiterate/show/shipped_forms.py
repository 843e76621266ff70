"""The forms that plain ``--json`` prints: typed values made from answers, with the shipped schemas (``schemas/``)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from reiterate.refusals import EDITION
from reiterate.show import answer, answer_parts, checked_words
from reiterate.show import checked as proved
from reiterate.show.answer_quantities import Quantity, quantity
from reiterate.show.answer_words import need_words


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form that is only written, never read."""


# --- ruling/1 ----------------------------------------------------------------------------------------------------


class Permanent(Form, frozen=True):
    """A permanent of a board; only creatures have a size."""

    name: str
    count: Quantity
    token: bool
    tapped: bool
    counters: answer.Quantities
    power: Quantity | UnsetType = UNSET
    toughness: Quantity | UnsetType = UNSET


class Player(Form, frozen=True):
    """A player of a board; the command zone and commanders' damage stand there where there is any (903)."""

    life: Quantity
    library: Quantity
    hand: Quantity
    graveyard: Quantity
    mana: answer.Quantities
    battlefield: list[Permanent]
    command: Quantity | UnsetType = UNSET
    commander_damage: answer.Quantities | UnsetType = UNSET


class Board(Form, frozen=True):
    """A position."""

    active: str
    step: str
    players: dict[str, Player]
    stack: list[answer.Waiting]
    status: str


class Ruling(Form, frozen=True, kw_only=True, tag_field="format", tag="ruling/1"):
    """The answer of ``run``; a shortcut that was refused as expected has no tally."""

    title: str
    edition: str
    facts: dict[str, str]
    position: Board
    tally: answer.Quantities | UnsetType = UNSET
    assumptions: list[str] | UnsetType = UNSET
    declared: list[str] | UnsetType = UNSET
    differences: list[answer.Difference]


def board(found: answer.Board) -> Board:
    """The plain form of a board."""
    return Board(
        active=found.active,
        step=found.step,
        players={each.name: _player(each) for each in found.players},
        stack=found.stack,
        status=found.status,
    )


def _player(found: answer.Player) -> Player:
    return Player(
        life=found.life,
        library=found.library,
        hand=found.hand,
        graveyard=found.graveyard,
        mana={f"{m.kind}/{m.only}" if m.only else m.kind: m.amount for m in found.mana},
        battlefield=[_permanent(each) for each in found.battlefield],
        command=found.command if found.command.amount != 0 else UNSET,
        commander_damage=found.commander_damage or UNSET,
    )


def _permanent(found: answer.Permanent) -> Permanent:
    return Permanent(
        name=found.name,
        count=found.count,
        token=found.token,
        tapped=found.tapped,
        counters=found.counters,
        power=UNSET if found.power is None else found.power,
        toughness=UNSET if found.toughness is None else found.toughness,
    )


def ruling(found: answer.Answer) -> Ruling:
    """The plain form of the answer of ``run``."""
    run = found.run
    assert run is not None and found.position is not None
    taken = run.board is not None
    return Ruling(
        title=found.title,
        edition=found.edition,
        facts=facts(run.facts),
        position=board(run.after or run.board or found.position),
        tally=run.counted if taken else UNSET,
        assumptions=found.assumptions if taken else UNSET,
        declared=found.declared if taken else UNSET,
        differences=run.differences,
    )


_ALLOWED: Final = {True: "true", False: "false", None: "not known"}


def facts(found: answer.Facts) -> dict[str, str]:
    """The facts of a run by the names that ``expect`` has for them (docs/positions.md)."""
    if found.refused is not None:
        return {"refused": found.refused, "shortcut_allowed": _ALLOWED[found.shortcut_allowed]}
    assert found.iterations is not None
    told = {
        "shortcut_allowed": _ALLOWED[found.shortcut_allowed],
        "iterations": found.iterations.in_digits(),
        "partial": _truth(found.partial),
        "must_change": found.must_change or "nobody",
        "must_differ": found.must_differ or "nobody",
        "outcome": found.outcome or "",
        "priority": found.priority or "nobody",
        "decides": found.decides or "nobody",
    }
    if found.must_change is not None and found.may_pass is not None:
        told[f"{found.must_change}.may_pass"] = _truth(found.may_pass)
    return told


def _truth(value: bool | None) -> str:
    return "true" if value else "false"


# --- loop/1 ------------------------------------------------------------------------------------------------------


class End(Form, frozen=True):
    """Where a loop ends."""

    kind: str
    iteration: Quantity
    choice: Quantity
    reason: str


class Segment(Form, frozen=True, kw_only=True, rename={"start": "from"}):
    """Periods that are all alike."""

    start: Quantity
    period: Quantity
    periods: Quantity | None
    growth: str


class Statement(Form, frozen=True):
    """What is true of one choice of a loop."""

    first: Quantity
    holds_until: Quantity | None
    place: Quantity
    in_period: Quantity
    player: str
    choice: str
    role: str
    answers: Quantity
    witness: str


class Ending(Form, frozen=True):
    """Whether a loop ends by itself."""

    when: str
    iteration: Quantity | None
    choice: Quantity | None
    outcome: str
    reason: str
    rule: str


class Kind(Form, frozen=True):
    """Who keeps a loop up and whether the game is a draw by it."""

    kept_up_by: str
    players: list[str]
    not_known: str
    mandatory: bool | None
    across_turns: bool
    within_resolution: bool
    position_comes_back: bool
    objects_of: list[str]
    ends: Ending
    determined: bool
    read: str
    statements: list[Statement]
    could_act: list[answer.Possible]
    could_act_not_known: str
    nobody_else_could_act: bool | None
    unknown_cards: list[str]
    to_ask: list[str]
    draw: str
    draw_players: list[str]
    must_differ: str | None


class RefusedKind(Form, frozen=True):
    """Why the kind of a loop can't be told."""

    code: str
    message: str
    rule: str


class NoKind(Form, frozen=True):
    """A loop whose kind can't be told."""

    refused: RefusedKind


class Loop(Form, frozen=True, kw_only=True, tag_field="format", tag="loop/1"):
    """The answer of ``loop``."""

    title: str
    places: list[answer.Place]
    changes: answer.Quantities
    per_iteration: answer.Quantities
    segments: list[Segment]
    endless: bool
    end: End | None
    kind: Kind | NoKind
    gains: list[answer.Gain]
    assumptions: list[str] | UnsetType = UNSET


def loop(found: answer.Answer) -> Loop:
    """The plain form of the answer of ``loop``."""
    told = found.loop
    assert told is not None
    return Loop(
        title=found.title,
        places=told.places,
        changes=told.net or {},
        per_iteration=told.per_iteration,
        segments=[
            Segment(start=each.start, period=each.period, periods=each.periods, growth=each.growth)
            for each in told.segments
        ],
        endless=told.endless,
        end=_end(told.end),
        kind=_kind(found),
        gains=told.gains or [],
        assumptions=found.assumptions or UNSET,
    )


def _end(found: answer.End | None) -> End | None:
    if found is None:
        return None
    return End(kind=found.kind, iteration=found.iteration, choice=found.choice_number, reason=found.reason)


def _kind(found: answer.Answer) -> Kind | NoKind:
    assert found.loop is not None
    if found.loop.kind is not None:
        return kind(found.loop.kind)
    return no_kind(next(each for each in found.refusals if each.question == "kind"))


def kind(found: answer.Kind) -> Kind:
    """The plain form of a kind: the same fields, without those that answers have more."""
    same = {name: getattr(found, name) for name in Kind.__struct_fields__}
    end = found.ends
    ends = Ending(
        when=end.when,
        iteration=end.iteration,
        choice=end.choice_number,
        outcome=end.outcome,
        reason=end.reason,
        rule=end.rule,
    )
    return Kind(**{**same, "ends": ends, "statements": [_statement(each) for each in found.statements]})


def _statement(found: answer.Statement) -> Statement:
    return Statement(
        first=found.first,
        holds_until=found.holds_until,
        place=found.choice_number,
        in_period=found.period_iteration,
        player=found.player,
        choice=found.choice,
        role=found.role,
        answers=found.answers,
        witness=found.witness,
    )


def no_kind(refused: answer_parts.Refused) -> NoKind:
    """The plain form of a kind that can't be told."""
    return NoKind(refused=RefusedKind(code=refused.code, message=refused.message, rule=refused.rule))


# --- found/1 -----------------------------------------------------------------------------------------------------


class Searched(Form, frozen=True):
    """The work of a search."""

    steps: Quantity
    positions: Quantity
    depth: Quantity


class Found(Form, frozen=True, kw_only=True, tag_field="format", tag="found/1"):
    """The answer of ``find``."""

    title: str
    script: list[str]
    start_up: list[str]
    iteration: list[str]
    others: list[str]
    needs: list[str] | None
    count: Quantity
    period: Quantity
    changes: answer.Quantities
    counts: answer.Quantities
    growing: dict[str, list[Quantity]]
    growing_counts: dict[str, list[Quantity]]
    endless: bool
    end: End | None
    searched: Searched
    assumptions: list[str] | UnsetType = UNSET


def find(found: answer.Answer) -> Found:
    """The plain form of the answer of ``find``."""
    search = found.find
    assert search is not None
    told = search.loop
    return Found(
        title=found.title,
        script=search.script,
        start_up=search.start_up,
        iteration=search.iteration,
        others=search.others_decide,
        needs=_needs(found, told),
        count=search.iterations,
        period=told.period,
        changes=told.net or {},
        counts=told.gross,
        growing={each.name: each.first for each in told.growing_net},
        growing_counts={each.name: each.first for each in told.growing_gross},
        endless=told.endless,
        end=_end(told.end),
        searched=Searched(steps=search.steps, positions=search.positions, depth=search.depth),
        assumptions=found.assumptions or UNSET,
    )


def _needs(found: answer.Answer, told: answer.Loop) -> list[str] | None:
    """The needs in words; this form does not speak of life."""
    if told.needs is None:
        return None
    return [need_words(each, found.proposer) for each in told.needs if each.what != "life"]


# --- certify/1 and errors ----------------------------------------------------------------------------------------


class Certified(Form, frozen=True, kw_only=True, tag_field="format", tag="certify/1"):
    """The answer of ``certify``: where the certificate was written."""

    file: str
    characters: Quantity
    assumptions: list[str] | UnsetType = UNSET


class ErrorBody(Form, frozen=True):
    """A refusal."""

    code: str
    message: str
    where: answer_parts.Where
    expected: str
    rule: str
    edition: str


class Error(Form, frozen=True):
    """What a command answers that is refused."""

    error: ErrorBody


def certified(file: str, characters: int, assumptions: list[str]) -> Certified:
    """The plain form of the answer of ``certify``."""
    return Certified(file=file, characters=quantity(characters), assumptions=assumptions or UNSET)


def error(refused: answer_parts.Refused) -> Error:
    """The plain form of a refusal."""
    body = ErrorBody(
        code=refused.code,
        message=refused.message,
        where=refused.where,
        expected=refused.expected,
        rule=refused.rule,
        edition=EDITION,
    )
    return Error(error=body)


# --- check/1 -----------------------------------------------------------------------------------------------------


class Checked(Form, frozen=True, kw_only=True, tag_field="format", tag="check/1"):
    """The answer of ``check``: what was proved of which start."""

    accepted: bool
    kind: str
    endless: bool
    iterations: str
    end: str
    outcome: str
    proved_end: bool
    segments: Quantity
    periods: list[str]
    guards: Quantity
    gains: list[str]
    choices: list[str]
    kept_up_by: str
    draw: bool
    edition: str
    start: dict[str, Any]
    start_digest: str
    terms: str
    proved_cards: bool
    other_cards: list[str]
    words_of_no_card: list[str]
    needs: list[str] | str
    clauses: list[proved.Clause] | UnsetType = UNSET


def checked(found: proved.Checked) -> Checked:
    """The plain form of what an accepted certificate proves."""
    needs = None if found.needs is None else [checked_words.need_words(each) for each in found.needs]
    return Checked(
        accepted=True,
        kind=found.kind,
        endless=found.endless,
        iterations=found.iterations,
        end=found.end,
        outcome=found.outcome,
        proved_end=(found.end != "unread" or found.left) and found.follows,
        segments=quantity(len(found.segments)),
        periods=[checked_words.periods_words([each]) if each.periods is not None else "" for each in found.segments],
        guards=found.guards,
        gains=[checked_words.gain_words(each) for each in found.gains],
        choices=[checked_words.choices_words(each) for each in found.choices],
        kept_up_by=found.kept_up_by,
        draw=found.draw,
        edition=found.edition,
        start=found.start,
        start_digest=found.start_digest,
        terms=found.terms,
        proved_cards=not (found.other_cards or found.unowned),
        other_cards=found.other_cards,
        words_of_no_card=[checked_words.unowned_words(each) for each in found.unowned],
        needs="unknown" if needs is None else needs,
        clauses=found.clauses or UNSET,
    )


# --- cards -------------------------------------------------------------------------------------------------------


class Clause(Form, frozen=True):
    """A clause of a card: understood, inert or not understood; ``span``: the characters where reading stopped."""

    text: str
    status: str
    span: list[str]


class UnusableClause(Form, frozen=True):
    """A clause that is read and can't be used yet; ``what``: its parts that can't, each with its rule number."""

    text: str
    what: list[str]


class Card(Form, frozen=True):
    """A compiled card, clause by clause.

    ``usable``: it is read whole, and all of it can be used. ``unusable``: what is read and can't be used yet.
    """

    name: str
    complete: bool
    clauses: list[Clause]
    usable: bool
    unusable: list[UnusableClause]


class MissingForm(Form, frozen=True):
    """A form of clauses that is not understood: how often there is one, and a card that has it."""

    form: str
    cards: Quantity
    clauses: Quantity
    example: str


class MissingWords(Form, frozen=True):
    """Clauses that are not read from the same words on: how many, and how many cards or combos they alone, or all so far, hold back."""

    words: str
    clauses: Quantity
    cards: Quantity
    example: str
    alone: Quantity
    together: Quantity


class Lacking(Form, frozen=True):
    """What the reader of card text lacks, the most useful first.

    ``what`` is counted: cards or combos. ``all`` of them, ``whole`` ones, and ``unknown`` ones that were left out. ``clauses``
    that are not read, in so many ``groups``, of which ``missing`` has the first.
    """

    what: str
    all: Quantity
    whole: Quantity
    unknown: Quantity
    clauses: Quantity
    groups: Quantity
    missing: list[MissingWords]


class Ledger(Form, frozen=True):
    """How much of a set of cards is understood; ``clauses``: how many of each state.

    ``usable``: how many of the ``complete`` ones are fully usable; ``unusable``: what is read and can't be used yet, on how many of them.
    """

    cards: Quantity
    complete: Quantity
    partly: Quantity
    none: Quantity
    clauses: dict[str, Quantity]
    missing: list[MissingForm]
    usable: Quantity
    unusable: dict[str, Quantity]
