"""What an outside engine sees of a state: what is asked, what objects are, what they can do, and what mana would allow.

Everything here only reads. Rows are handles of the state that was given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.amounts import Amount
from reiterate.oracle.grammar.printing import Unprintable, host_words, show
from reiterate.rules.access.faces import faces_of
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.decisions.verify_answers import pick_question
from reiterate.rules.turn.combat_damage import recipients, strength_of
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.state.model import BATTLEFIELD, GAME, Gone, Ref, Row, State, player
from reiterate.state.properties import ABOUT, ASKED, MANA, PRINTED, SOURCE, WHO
from reiterate.terms.abilities import Activated, Triggered, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import LoyaltyCost
from reiterate.terms.proto import Proto
from reiterate.terms.vocabulary import MANA_KINDS

#: The row of what is asked about nothing, and the seat of a game that is over.
NOTHING: Final = -1

#: What a pool holds of each kind in ``plenty``.
PLENTY: Final = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision: ``what`` is asked (priority, order, target, may, pick, cleanup, keep, attack, block, assign, answer,
    continue, over), of whom, about which row (-1: none).

    ``kind`` and ``text``: of a question in the middle of something ("answer"), what kind of thing
    is asked, in words. ``words``, ``rows``: possible answers; ``low`` to ``high`` of them. For an
    assignment ``low`` is the damage.
    """

    what: str
    seat: int
    about: int = NOTHING
    kind: str = ""
    text: str = ""
    words: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    low: Amount = 0
    high: Amount = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """The characteristics of an object as all effects make it (109.3, 613); power and toughness None where it has none.

    ``printed`` is the name without copy effects; ``copy`` says whether it has the values of
    something else (707.2).
    """

    name: str
    printed: str
    copy: bool
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    supertypes: tuple[str, ...]
    colors: tuple[str, ...]
    keywords: frozenset[str]
    power: Amount | None
    toughness: Amount | None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability that can be activated where its object is: its ``index`` in a choice, and its words ("~": the object).

    ``mana``: a mana ability (605.1a). ``loyalty``: a loyalty ability (606.1). ``modes``: how many
    modes it has.
    """

    index: int
    text: str
    mana: bool
    loyalty: bool
    modes: int


def question(state: State) -> Asked:
    """What the state waits for. Raises nothing."""
    what = asked(state)
    if what == "over":
        return Asked(what, NOTHING)
    seat = decider(state)
    row = about(state) if ABOUT in state.rows[GAME].refs else NOTHING
    if what == "answer":
        found = question_of(state)
        return Asked(what, seat, NOTHING, found.kind, found.text, found.words, found.rows, found.low, found.high)
    if what in ("pick", "cleanup"):
        rows, wanted = pick_question(state)
        return Asked(what, seat, row, rows=tuple(rows), low=wanted, high=wanted)
    if what == "keep":
        return Asked(what, seat, row, rows=tuple(legends_like(state, row)), low=1, high=1)
    if what == "assign":
        damage = strength_of(state, row)
        return Asked(what, seat, row, rows=tuple(recipients(state)), low=damage, high=damage)
    return Asked(what, seat, row)


def see(state: State, row: int) -> Seen:
    """The characteristics of a card or token in any zone. Raises ``Unsupported`` where they can't be worked out."""
    cls = state.rows[row].cls
    chars = view(state, row) if cls.zone == BATTLEFIELD else printed(cls)
    own = cls.prop(PRINTED, False)
    if isinstance(own, Proto) and cls.proto in faces_of(own).values():
        own = False  # the card's other face: no copy
    shown = proto_of(cls).name
    name = _name_of(own) or shown
    sized = cls.zone == BATTLEFIELD and has_pt(chars)
    return Seen(
        shown,
        name,
        bool(own),
        tuple(chars.types),
        tuple(chars.subtypes),
        tuple(chars.supertypes),
        tuple(chars.colors),
        frozenset(chars.keywords),
        power(state, row) if sized else None,
        toughness(state, row) if sized else None,
    )


def _name_of(value: object) -> str:
    return str(getattr(value, "name", ""))


def abilities(state: State, row: int) -> tuple[Ability, ...]:
    """The activated abilities of an object where it is, in the order in which a choice numbers them (602.1)."""
    proto = state.rows[row].cls.proto
    if proto is None:
        return ()
    return tuple(
        Ability(
            i,
            _words(a, host_words(proto)),
            is_mana_ability(a),
            any(isinstance(c, LoyaltyCost) for c in a.costs),
            len(a.modes),
        )
        for i, a in enumerate(abilities_at(state, row))
    )


def stack_ability_words(state: State, row: int) -> str:
    """The words of an ability that is on the stack or waits to be put there; "" for what is none ("~": its source)."""
    term = state.rows[row].cls.term
    return _words(term) if term is not None else ""


def source(state: State, row: int) -> str:
    """The name of what an ability on the stack came from, as it is or last was (113.7a); "" where it came from nothing."""
    found = state.rows[row].refs.get(SOURCE)
    if isinstance(found, Gone):
        cls = found.cls
    elif isinstance(found, Ref) and found.row in state.rows:
        cls = state.rows[found.row].cls
    else:
        return ""
    return cls.proto.name if cls.proto is not None else ""


def _words(term: Term, host: str = "enchanted creature") -> str:
    if not isinstance(term, (Activated, Triggered)):
        return ""
    try:
        return show(term, "~", host)
    except Unprintable:
        return ""


def plenty(state: State) -> State:
    """The state with plenty of every kind of mana in the pool of the player who decides.

    Mana is made while a cost is paid (601.2g); here it is made before. So an outside engine asks
    this state for its options and tries choices in it to learn what mana is worth making. It is no
    position of the game.
    """
    handle = player(max(decider(state), 0))
    row = state.rows[handle]
    num = {**row.num, **{MANA + kind: PLENTY for kind in MANA_KINDS}}
    rows = {**state.rows, handle: Row(row.cls, num, row.n, row.refs)}
    return State(rows, state.seqs, state.tally, state.labels, state.fresh)


def as_if_asked(state: State, seat: int) -> State:
    """The state as if a player had priority in it, so that one learns what that player could do. It is no position of the game."""
    row = state.rows[GAME]
    asked_now = row.cls.with_prop(ASKED, "priority").with_prop(WHO, seat)
    rows = {**state.rows, GAME: Row(asked_now, row.num, row.n, row.refs)}
    return State(rows, state.seqs, state.tally, state.labels, state.fresh)


__all__ = [
    "Ability",
    "Asked",
    "Seen",
    "abilities",
    "as_if_asked",
    "plenty",
    "question",
    "see",
    "source",
    "stack_ability_words",
]
