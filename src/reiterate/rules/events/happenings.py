"""Events as triggers see them, and what the words of an ability read of its event and source (603.2, 608.2h).

What the words of an ability read of the event that sets it off and of its source (603.2, 608.2h).

Events as triggers see them: what happened, to whom, how often, and what counts as one event (603.2c).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, equal, in_total
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import put
from reiterate.state.events import Draft
from reiterate.state.model import GRAVEYARD, Row
from reiterate.state.normal_form import is_single
from reiterate.state.properties import THAT_MUCH
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Question, Term, walk
from reiterate.terms.conditions import Outspends
from reiterate.terms.effects_continuous import Lasting
from reiterate.terms.effects_mana import AddMana, AddMixed, AddPerColor, speaks_of_choice
from reiterate.terms.effects_permanents import AttachTo, PairUp, SetLevel, Transform
from reiterate.terms.effects_zones import (
    Exile,
    ExileUntil,
    Move,
    MoveChosen,
    ReturnToBattlefield,
    ReturnToHand,
    Shuffle,
)
from reiterate.terms.quantities import ManaSpent, ThatMuch
from reiterate.terms.references import (
    BY_EVENT,
    DEFENDING,
    ChosenPlayer,
    ControllerOf,
    DefendingPlayer,
    EachPlayer,
    Filter,
    Host,
    Linked,
    OwnerOf,
    Result,
    TargetSpec,
    That,
    ThatPlayer,
    This,
)
from reiterate.terms.trigger_events import (
    Chapter,
    DealsDamage,
    DiscardsSome,
    IsDealtDamage,
    LifeLost,
    PlayerDamaged,
    TriggerEvent,
    WhenDone,
)

# --- ability reads -------------------------------------------------------------------------------

#: Effects that look for a card where it went (400.7), and events that let them.
_MOVING: Final = (Move, ReturnToBattlefield, ReturnToHand, Exile, Shuffle)

#: Effects and players that speak of the source without naming it. Conditions and quantities declare that (``Question``).
_OF_SOURCE: Final = (AttachTo, ChosenPlayer, ExileUntil, Lasting, PairUp, SetLevel, Transform)  # 701.27f
#: References and amounts that are told by the name of their kind.
_NAMED: Final = (
    This,
    Host,
    That,
    ThatMuch,
    ManaSpent,
    ThatPlayer,
    ControllerOf,
    Linked,
    DefendingPlayer,
    OwnerOf,
    Result,
)
_READS: dict[Term, frozenset[str]] = {}


def reads(ability: Term | None) -> frozenset[str]:
    """Which of its surroundings the effects, targets and condition of an ability read: names of node kinds."""
    if ability is None:
        return frozenset()
    known = _READS.get(ability)
    if known is None:
        found: set[str] = set()

        def visit(node: Term) -> None:
            if isinstance(node, _NAMED):
                found.add(type(node).__name__)
                if isinstance(node, Linked):
                    found.add("This")
            elif isinstance(node, Outspends):
                found.add("ManaSpent")
            elif isinstance(node, EachPlayer) and node.other:
                found.add("ThatPlayer")
            elif isinstance(node, TargetSpec) and node.run == BY_EVENT:
                found.add("ThatMuch")
            elif isinstance(node, TargetSpec) and another_buried(node):
                found.update(("This", "Moved"))
            elif isinstance(node, _MOVING):
                found.add("Moved")
                if (isinstance(node, Move) and node.link) or getattr(node, "attach", False):
                    found.add("This")
            elif (
                isinstance(node, _OF_SOURCE)
                or (isinstance(node.says, Question) and node.says.source)
                or (isinstance(node, MoveChosen) and node.link)
                or (isinstance(node, TargetSpec) and node.weaker)
                or _hangs_on_source(node)
            ):
                found.add("This")

        effects = getattr(ability, "effects", ())
        walk(effects, visit)
        walk(getattr(ability, "targets", ()), visit)
        walk(getattr(ability, "modes", ()), visit)
        if isinstance(getattr(ability, "trigger", None), Chapter):
            found.add("This")  # a Saga stays for as long as one is on the stack (714.4)
        condition = getattr(ability, "condition", None)
        if condition is not None:
            found.add("This")
            walk(condition, visit)
        known = _READS[ability] = frozenset(found)
    return known


def _hangs_on_source(node: Term) -> bool:
    """Whether what is in a set, or what mana may be spent on, hangs on the source (what it is or chose, whom it attacks)."""
    if isinstance(node, AddMana | AddMixed | AddPerColor):
        return speaks_of_choice(node.only)
    return isinstance(node, Filter) and bool(
        node.another or node.chosen or node.namesake or node.controller == DEFENDING
    )


def another_buried(spec: TargetSpec) -> bool:
    """Whether a target is another card of a graveyard than the source, which may lie there by now (400.7)."""
    return spec.zone == GRAVEYARD and spec.filter is not None and spec.filter.another


# --- happenings ----------------------------------------------------------------------------------


class Happening:
    """What an event offers to triggers: its kind, object, player and amount, and how many times it happened."""

    __slots__ = ("amount", "count", "kind", "other", "player", "row", "step", "subject")

    def __init__(
        self,
        kind: str,
        subject: int = -1,
        seat: int = -1,
        amount: Amount = 0,
        count: Amount = 1,
        row: Row | None = None,
        step: str = "",
    ) -> None:
        self.kind = kind
        self.subject = subject
        self.player = seat
        self.amount = amount
        self.count = count
        self.row = row
        self.step = step
        self.other = -1  # the second object: what was dealt damage, what targets


#: What a loss of life says that is the result of damage (``life_loss``).
_BY_DAMAGE: Final = "damage"


def as_one_event(event: Happening, trigger: TriggerEvent | WhenDone) -> Happening:
    """Damage that is dealt at the same time, as one event of its source or of the player damaged (603.2c)."""
    lost = isinstance(trigger, LifeLost) and event.step == _BY_DAMAGE
    whole = lost or isinstance(trigger, PlayerDamaged) or (isinstance(trigger, DealsDamage) and trigger.to == "any")
    if is_single(event.count) or not whole:
        return event
    if isinstance(trigger, DealsDamage) and event.row is not None and not is_single(event.row.n):
        if trigger.batch or equal(event.count, event.row.n, "603.2c"):
            return event  # each of a group of sources deals its own
        raise unsupported("rule-603.2c", "each of a group of sources dealing damage to several at once", "603.2c")
    amount = in_total(event.amount, event.count)
    made = Happening(event.kind, event.subject, event.player, amount, 1, event.row, event.step)
    made.other = event.other
    return made


def damage_key(event: Happening, listener: int, ability: Triggered, again: int = 0) -> tuple[object, ...] | None:
    """What tells an event of damage or discards for an ability from others that happen at the same time; None for any other.

    A source deals damage once, to each player or creature once where the ability says to whom. A
    permanent or a player is dealt damage once, by however many sources (603.2c).
    """
    match ability.trigger:
        case DealsDamage(_, to, _, False):
            return (listener, ability, again, event.subject, event.other if to != "any" else -1)
        case IsDealtDamage():
            return (listener, ability, again, event.subject)
        case DiscardsSome() if ability.limit and "ThatMuch" in reads(ability):
            raise unsupported("rule-603.2h", "so much as was discarded, only once each turn", "603.2h")
        case PlayerDamaged() | DiscardsSome():
            return (listener, ability, again, event.player)
        case LifeLost() if event.step == _BY_DAMAGE:
            return (listener, ability, again, event.player)
    return None


def joins_waiting(draft: Draft, event: Happening, key: tuple[object, ...]) -> bool:
    """Whether an ability triggered on damage dealt at the same time already: then what waits speaks of all of it."""
    batch, rows = draft.joined.get(key, (-1, range(0)))
    if batch != draft.batch:
        return False
    for handle in rows:
        if handle in draft.rows and "ThatMuch" in reads(draft.rows[handle].cls.term):
            put(draft, "", handle, THAT_MUCH, draft.rows[handle].get(THAT_MUCH) + event.amount)
    return True


#: Words of an ability that speak of the object of its event.
_OF_ONE: Final = frozenset({"That", "Result"})


def first_of(event: Happening, listener: int, ability: Triggered) -> Happening:
    """The first of like happenings: what "only once each turn" lets through (603.2h).

    Raises ``Unsupported`` where it matters which of several things that is: the ability speaks of it, or its source is one of them.
    """
    several = not is_single(event.count) and event.subject >= 0
    if several and (event.subject == listener or not reads(ability).isdisjoint(_OF_ONE)):
        raise unsupported("rule-603.2h", "once each turn, for one of several things at once", "603.2h")
    made = Happening(event.kind, event.subject, event.player, event.amount, 1, event.row, event.step)
    made.other = event.other
    return made
