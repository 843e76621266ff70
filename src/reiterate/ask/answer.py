"""``answer/1``: all that is said of a board, as one typed value (docs/answers.md): the parts of each question.

Every face shows this value: screens, JSON and its schema are made from the Structs here. No field
holds a time, so that the same question has the same answer. The form is frozen: a field may be added, with a default. Players are ``p1``, ``p2``, ...;
iterations and choices count from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, UnsetType, field

from reiterate.ask.answer_parts import Card, Lacking, Ledger, Open, Part, Quantity, Question, Refused, Where
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.checked import Checked

Quantities: TypeAlias = dict[str, Quantity]

#: How amounts move in a segment of a loop.
Growth: TypeAlias = Annotated[
    str, Meta(examples=["constant", "affine", "polynomial", "exponential", "alternating", "iterated"])
]

#: What a choice of a loop is (docs/kinds.md).
Role: TypeAlias = Annotated[
    str, Meta(examples=["passes", "acts", "forced", "continues", "leaves", "rides", "ends", "unknown"])
]

#: Whether the game is a draw by a loop (104.4b).
Draw: TypeAlias = Annotated[
    str, Meta(extra_json_schema={"enum": ["yes", "no", "if everybody declines to act", "unknown"]})
]

#: What a loop can need.
NeedKind: TypeAlias = Literal["object", "mana", "life"]

# --- boards ------------------------------------------------------------------------------------------------------


class Permanent(Part, frozen=True):
    """Equal permanents: how many, their name and size, counters, and other amounts they have, such as damage.

    ``id``: what this board calls them, from its listing alone; another board may call others so. ``host``: the ``id`` of what they are attached to,
    or the player; "" for none. ``text``: what they say now, line by line, where the table knows that cards of their name say something else.
    ``given``: the lines of that which effects gave, each with the name of what gave it, "" where that is not known. ``face_down``: of what lies face down the name
    of its card, "" for whoever may not look at it (708.5). ``attacks``: of an attacking creature the ``id`` of the player or planeswalker, ``blocks``: of a blocking
    one that of the attacker; "" for what is no longer there (506.4). ``blocked``: the attacker became blocked, and stays so (509.1h).
    """

    name: str
    count: Quantity
    token: bool
    labels: list[str]
    tapped: bool
    summoning_sick: bool
    power: Quantity | None
    toughness: Quantity | None
    counters: Quantities
    amounts: Quantities
    attached_to: str
    not_understood: bool
    id: str = ""
    host: str = ""
    text: list[str] | UnsetType = UNSET
    given: dict[str, str] | UnsetType = UNSET
    face_down: str | UnsetType = UNSET
    attacks: str | UnsetType = UNSET
    blocks: str | UnsetType = UNSET
    blocked: bool | UnsetType = UNSET


class Mana(Part, frozen=True):
    """Mana in a pool: its kind, and what it may be spent on alone (106.6; "" where on anything).

    ``until``: how long it isn't lost as steps and phases end, such as "end of turn" (500.5).
    """

    kind: str
    only: str
    amount: Quantity
    until: str | UnsetType = UNSET


class Player(Part, frozen=True):
    """A player: life, cards by zone, mana, the permanents they control; ``lost``: how they left the game, or ""."""

    name: str
    life: Quantity
    library: Quantity
    hand: Quantity
    graveyard: Quantity
    exile: Quantity
    command: Quantity
    poison: Quantity
    mana: list[Mana]
    commander_damage: Quantities
    lost: Literal["", "lost", "draw"]
    battlefield: list[Permanent]
    not_offered: list[str]


class Waiting(Part, frozen=True):
    """A spell or ability on the stack, or equal ones: its words, its source's name, its targets in words.

    ``no_words``: there are no words for what the ability does, and ``text`` only says whose it is. ``id``: what this board calls it.
    ``aims``: what the board calls the targets, "" for what is not on it. ``x``: the announced X (107.3a), where there is one.
    ``triggered``: it is a triggered ability (603).
    ``from_id``: what the board calls the permanent or card that the ability comes from, where one alone can be that. ``face_down``: as of a permanent.
    ``sources``: the names of all that the ability may be of, where they are several; ``source`` is "" then.
    """

    text: str
    source: str
    controller: str
    targets: list[str]
    count: Quantity
    no_words: bool = False
    id: str = ""
    aims: list[str] = field(default_factory=list)
    x: Quantity | UnsetType = UNSET
    triggered: bool = False
    from_id: str | UnsetType = UNSET
    face_down: str | UnsetType = UNSET
    sources: list[str] = field(default_factory=list)


class Board(Part, frozen=True):
    """A position: turn, step, players, and the stack from its top.

    ``decides``: who is asked next, None where the game is over. ``outcome``: how the game ended, such as ``p1_wins`` or
    ``draw``, "" before that. ``status``: the same in words.
    """

    active: str
    step: str
    players: list[Player]
    stack: list[Waiting]
    decides: str | None
    outcome: str
    status: str


# --- run ---------------------------------------------------------------------------------------------------------


class ScriptLine(Part, frozen=True):
    """A line of a script with its indentation; ``number``: what places call it, None for a result that stands above its line."""

    number: Quantity | None
    text: str


class Total(Part, frozen=True):
    """Counts since the first iteration began, after ``iteration`` complete iterations."""

    iteration: Quantity
    counted: Quantities


class Stretch(Part, frozen=True):
    """Iterations done at once or one by one; ``period``: how many of them are alike; ``until`` None: without end."""

    start: Quantity
    until: Quantity | None
    period: Quantity
    how: Literal["jumped", "iterated"]


class Line(Part, frozen=True):
    """A top line of the script: its first iteration choice by choice, and where it is a block, its running totals."""

    number: Quantity
    block: bool
    choices: list[str]
    more: bool
    totals: list[Total]
    stretches: list[Stretch]


class Response(Part, frozen=True):
    """A player's answer to the proposal: accepted, or ``cut``: the place where they choose differently (732.2b)."""

    player: str
    cut: str


class Facts(Part, frozen=True):
    """What can be expected of a run (docs/positions.md); None where the shortcut was refused.

    ``shortcut_allowed``: None where that is not known. ``refused``: the code of the refusal. ``iterations``: complete ones of
    the last loop; ``each_loop``: of each loop in turn where the script has several that differ, else nothing.
    """

    shortcut_allowed: bool | None
    refused: str | None
    iterations: Quantity | None
    partial: bool | None
    must_change: str | None
    must_differ: str | None
    may_pass: bool | None
    outcome: str | None
    priority: str | None
    decides: str | None
    each_loop: list[Quantity] = field(default_factory=list)


class Difference(Part, frozen=True):
    """An expected fact that does not hold."""

    path: str
    expected: str
    actual: str


class Run(Part, frozen=True):
    """The shortcut proposed, answered and taken (732.2). ``board`` is where it ends; ``after``, behind ``then``.

    ``refusal``: why it is none, where the file expects that. ``expected_facts``: how many facts the file expects.
    """

    end: str
    lines: list[Line]
    responses: list[Response]
    refusal: Refused | None
    facts: Facts
    counted: Quantities
    board: Board | None
    then: list[ScriptLine]
    after: Board | None
    expected_facts: Quantity
    differences: list[Difference]


# --- loop --------------------------------------------------------------------------------------------------------


class Place(Part, frozen=True):
    """A place of the iteration as scripts name it (``LINE@n.CHOICE``), who chooses there, and the scripted choice.

    ``own``: the choice without its player; ``over``: what a pass lets resolve, None for any other choice.
    """

    place: str
    player: str
    choice: str
    own: str = ""
    over: str | None = None


class Change(Part, frozen=True):
    """The changes of the first periods of something that does not change by the same number each time."""

    name: str
    first: list[Quantity]


class Form(Part, frozen=True):
    """A closed form: the amount ``name`` after ``n`` periods of the segment, as a formula in ``n``."""

    name: str
    form: str


class Segment(Part, frozen=True):
    """Periods that are all alike: the first iteration, iterations of a period, periods (None: for ever), closed forms."""

    start: Quantity
    period: Quantity
    periods: Quantity | None
    growth: Growth
    forms: list[Form]


class End(Part, frozen=True):
    """Where a loop ends and why: before this choice of this iteration."""

    kind: Literal["illegal", "over"]
    iteration: Quantity
    choice_number: Quantity
    reason: str
    rule: str


class Span(Part, frozen=True):
    """Something that holds from iteration ``first`` on, up to before ``holds_until`` (None: always)."""

    first: Quantity
    holds_until: Quantity | None


class Statement(Span, frozen=True):
    """What is true of one choice of the loop: its role, how many legal answers there are, another one as a witness.

    ``choice_number``: which choice of the iteration; ``period_iteration``: which iteration of the period. ``answers``: 0 where
    the loop demands no answer there.
    """

    choice_number: Quantity
    period_iteration: Quantity
    player: str
    choice: str
    role: Role
    answers: Quantity
    witness: str


class Possible(Span, frozen=True):
    """Something that a player could do with priority and that is no part of the loop."""

    player: str
    what: str
    mana: bool
    pays_for: list[str]
    not_known: str


class Ending(Part, frozen=True):
    """Whether the loop ends by itself: never, at a place, or not known."""

    when: Literal["never", "at", "unknown"]
    iteration: Quantity | None
    choice_number: Quantity | None
    outcome: str
    reason: str
    rule: str


class Kind(Part, frozen=True):
    """Who keeps the loop up, who may answer where, whether it ends, and whether the game is a draw by it (104.4b).

    ``kernels``: what can't be left out, each in the words of its choices. ``riders``: what the loop goes on without.
    ``only_turns``: turns pass in which other cards are drawn and nobody keeps anything up, which is no loop.
    """

    kept_up_by: Literal["nobody", "one player", "several players", "unknown"]
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
    could_act: list[Possible]
    could_act_not_known: str
    nobody_else_could_act: bool | None
    unknown_cards: list[str]
    to_ask: list[str]
    draw: Draw
    draw_players: list[str]
    draw_of_all: bool
    must_differ: str | None
    kernels: list[list[str]] = field(default_factory=list)
    riders: list[str] = field(default_factory=list)
    only_turns: bool = False


class Gain(Part, frozen=True):
    """What the proposer gets; ``most`` None: without bound. ``alone``: it does something with nothing that sees it.

    ``what``: the gain without how much of it there is. ``beside``: what has to be there for it that the loop's board lacks, "" for nothing.
    ``kind``, ``of``, ``whose`` and ``more`` say the same typed (docs/answers.md), such as mana of "G", and creature tokens with ``more`` "haste".
    """

    name: str
    most: Quantity | None
    alone: bool
    what: str = ""
    beside: str = ""
    kind: str = ""
    of: str = ""
    whose: str = ""
    more: str = ""


class Need(Part, frozen=True):
    """What must be there at a loop's start: objects, mana of the proposer's pool, or the proposer's life.

    ``untapped``, ``tapped`` and ``not_summoning_sick``: whether the loop needs the objects so. ``only``: what
    mana may be spent on alone (106.6).
    """

    what: Open[NeedKind]
    count: Quantity
    name: str
    player: str
    zone: str
    untapped: bool
    not_summoning_sick: bool
    counters: Quantities
    only: str
    tapped: bool | UnsetType = UNSET


class Loop(Part, frozen=True):
    """A loop. ``net``: what the first proved period leaves changed; ``gross``: what is counted in it.

    ``period_start`` and ``period``: its first iteration and how many iterations it has. ``alike``:
    each period changes the same. None: what was not asked or can't be told.
    """

    places: list[Place]
    period_start: Quantity
    period: Quantity
    alike: bool
    net: Quantities | None
    gross: Quantities
    per_iteration: Quantities
    growing_net: list[Change]
    growing_gross: list[Change]
    segments: list[Segment]
    stretches: list[Stretch]
    endless: bool
    end: End | None
    kind: Kind | None
    gains: list[Gain] | None
    needs: list[Need] | None


# --- find and certify --------------------------------------------------------------------------------------------


class Found(Part, frozen=True):
    """A loop that was searched for: the script as a position file takes it, the work of the search, and the loop.

    ``start_up``, ``iteration``: the script's lines before and in its block. ``others_decide``: lines of an iteration in which
    other players decide. ``iterations``: how many the script does.
    """

    script: list[str]
    start_up: list[str]
    iteration: list[str]
    others_decide: list[str]
    iterations: Quantity
    steps: Quantity
    positions: Quantity
    depth: Quantity
    loop: Loop


class Certificate(Part, frozen=True):
    """A certificate: SHA-256 digests of its text, of its start and of its cards, and how long it is.

    ``accepted``: whether the checker accepted it; None where the checker was not asked.
    """

    digest: str
    start_digest: str
    cards_digest: str
    characters: Quantity
    accepted: bool | None


# --- combo -------------------------------------------------------------------------------------------------------

#: What loops that go on for ever come to where the game is a draw by them, and what lines that are played once come to.
DrawnOutcome: TypeAlias = Literal["draw", "draw unless somebody acts"]
OnceOutcome: TypeAlias = Literal["once: win", "once: mill", "once: draw", "once: much"]

#: What cards come to.
Outcome: TypeAlias = Literal["infinite", "wins", "ends", DrawnOutcome, OnceOutcome]

#: What can be lacking besides the cards.
LackKind: TypeAlias = Literal["permanent", "starter", "counters", "life", "mana", "cards"]


class Step(Part, frozen=True):
    """A step of play: a choice of ``player``; or with ``resolves`` what resolves once all have passed (None then).

    ``does``: what resolves without the name of its source, where these words name the source themselves; else "".
    ``attacks``: creatures attack by the choice. ``idle``: nothing waits on the stack, and nothing resolves.
    """

    player: str | None
    text: str
    resolves: bool
    does: str = ""
    attacks: bool = False
    idle: bool = False


class Lack(Part, frozen=True):
    """Something that must be there besides the cards.

    ``permanent`` and ``starter`` (what sets the loop off once): ``name`` is a card that will do, ``words`` says what is
    meant. ``counters``: of the kind ``name``, ``on`` that card. ``life``: a life total. ``mana``: of the kind ``name``, in the
    pool once; ``any`` is mana of any type; ``only``: what it may be spent on alone (106.6).
    """

    what: Open[LackKind]
    name: str
    count: Quantity
    words: str
    on: str
    only: str


#: What an outlet comes to.
OutletEnd: TypeAlias = Literal["win", "mill"]


class Said(Part, frozen=True):
    """A combo in sentences for people: each may be "", and any of them may be worded otherwise in a later version."""

    verdict: str
    gets: str
    wins: str
    start: str
    after: str
    stops: str
    assumed: list[str]


class Deed(Part, frozen=True):
    """Lines of a script that are done so many ``times``."""

    times: Quantity
    lines: list[str]


class Outlet(Part, frozen=True):
    """What ``cards`` win with behind so many ``iterations`` of a loop that does without them, by ``deeds`` that are done once.

    ``outcome``: "win", or "mill" where an opponent has no library left. ``attacks``: creatures attack, and nobody blocks.
    ``library``: cards in each opponent's library in the proof, where one has to be used up. ``mana``: what is in the pool beside the loop's.
    ``file``: the position file with the loop and the lines. ``certificate``: of that script, which the checker accepted.
    """

    cards: list[str]
    iterations: Quantity
    outcome: Open[OutletEnd]
    deeds: list[Deed]
    attacks: bool
    gains: list[Gain]
    library: Quantity | None
    mana: list[Lack]
    file: str
    certificate: Certificate


class Combo(Part, frozen=True):
    """What some cards do together.

    ``life``, ``players``, ``others``: as it was asked; ``own_life``, ``opponents_life``, ``library``: of the proposer and of each
    opponent in the proof. ``proved``: the checker accepted the certificate. ``wins_in``: the iteration in which the opponents
    lose. ``idle``: cards that play no part, each copy by itself. ``stopping``: those of them with which on the battlefield the same lines are no loop. ``unusable``: what of the named cards is read and can't be used yet, in words. ``outlet``: what cards that the loop does without win with; these are not ``idle``. ``before``: what is done once; ``lap``: one period. ``answered_over``: over what
    an opponent has priority in it, in order. ``steps``: of the search, None where they are not counted. ``file``: the position
    file with the script.
    """

    cards: list[str]
    others: list[str]
    life: Quantity
    players: Quantity
    outcome: Open[Outcome]
    proved: bool
    said: Said
    lacks: list[Lack]
    wins_in: Quantity | None
    gains: list[Gain]
    needs: list[Need] | None
    before: list[Step]
    lap: list[Step]
    answered_over: list[str]
    idle: list[str]
    library: str
    own_life: Quantity
    opponents_life: Quantity
    steps: Quantity | None
    file: str
    unusable: list[str] | UnsetType = UNSET
    stopping: list[str] | UnsetType = UNSET
    outlet: Outlet | UnsetType = UNSET

    @property
    def once(self) -> bool:
        """Whether the cards are played once, and are no loop."""
        return self.outcome in get_args(OnceOutcome)

    @property
    def drawn(self) -> bool:
        """Whether the game is a draw by the loop, if nobody acts."""
        return self.outcome in get_args(DrawnOutcome)


# --- deck --------------------------------------------------------------------------------------------------------


class DeckLoop(Part, frozen=True):
    """What cards of a deck do together, certified and accepted by the checker.

    ``cards`` play a part. ``missing``: the one that the deck lacks, "" for none; ``owned``: whether it is on the list of what one owns.
    ``known``: the cards are a row of the known combos.
    """

    cards: list[str]
    missing: str
    owned: bool
    known: bool
    combo: Combo
    certificate: Certificate | None


class DeckMiss(Part, frozen=True):
    """Cards of a deck of which no loop was proved, and why, with the refusal's code; ``missing`` and ``known`` as in ``DeckLoop``."""

    cards: list[str]
    missing: str
    known: bool
    code: str
    why: str


class UnreadCard(Part, frozen=True):
    """A card with a clause that is not understood, and the first such clause."""

    name: str
    clause: str


class Deck(Part, frozen=True):
    """Which loops a deck holds.

    ``cards`` of the deck, and ``different`` ones. ``loops``: those that it holds; ``lines``: what it holds that is played once; ``lacking``: both, with
    one card that it lacks. ``unproved``: known combos, and pairs with a card that is not understood, of which nothing was proved. ``unread``: such cards;
    ``unknown``: lines that name no card. ``pairs`` of different cards: ``apart`` are those whose terms don't feed each other;
    ``unread_pairs`` those of which that can't be told for want of understanding; ``joined`` the others. ``known`` rows of combos, of which the deck holds
    ``held`` and lacks one card for ``short``; ``strange`` ones name a card that is not known, or too many. ``tried``: pairs and rows that were searched; ``not_tried``: those for which no work was left.
    """

    name: str
    cards: Quantity
    different: Quantity
    loops: list[DeckLoop]
    lines: list[DeckLoop]
    lacking: list[DeckLoop]
    unproved: list[DeckMiss]
    unread: list[UnreadCard]
    unknown: list[Where]
    left_out: list[str]
    pairs: Quantity
    apart: Quantity
    unread_pairs: Quantity
    joined: Quantity
    known: Quantity
    held: Quantity
    short: Quantity
    strange: Quantity
    tried: Quantity
    not_tried: Quantity


# --- the whole ---------------------------------------------------------------------------------------------------


class Answer(Part, frozen=True, kw_only=True, tag_field="format", tag="answer/1"):
    """What is said of a board, of a certificate or of cards. A question that was not asked, or was refused, has None for its part.

    ``edition``: the section of the rules that the rule numbers follow. ``position``: None where the file is none, or no board
    was found.
    """

    edition: str
    asked: list[Open[Question]]
    title: str
    position: Board | None
    proposer: str | None
    script: list[ScriptLine]
    declared: list[str]
    run: Run | None
    loop: Loop | None
    find: Found | None
    combo: Combo | None
    certificate: Certificate | None
    verdict: Verdict | None
    assumptions: list[str]
    refusals: list[Refused]
    check: Checked | None = None
    cards: list[Card] | None = None
    coverage: Ledger | None = None
    lacking: Lacking | None = None
    deck: Deck | None = None
