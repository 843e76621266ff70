"""Objects in the game: tokens made, cards moved between zones, tapping, counters, life, damage, drawing.

Each function is one kind of game event: it changes the state, counts the tally and sets off triggers.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.chars import PLUS, count_matching, printed, proto_of, view
from reiterate.rules.triggers import Happening, fire
from reiterate.rules.world import (
    add,
    discard_row,
    new_row,
    put,
    set_refs,
    set_seq,
    split,
    tally,
    tell,
    turn_into,
)
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    HAND,
    NO_NUM,
    NO_REFS,
    Class,
    Reference,
    Row,
    State,
    make_class,
    player,
)
from reiterate.terms.nodes import (
    MANA_KINDS,
    CountOf,
    EntersTapped,
    EntersWithCounters,
    Fixed,
    Proto,
    Quantity,
    Static,
)

COUNTER: Final = "counter."
MANA: Final = "mana."


# --- entering ----------------------------------------------------------------------------------------------------

_TOKEN_CLASSES: dict[tuple[Proto, int, bool], Class] = {}


def token_class(proto: Proto, seat: int, tapped: bool) -> Class:
    """The class of a token as it enters under a player's control, summoning sick (302.6)."""
    at = (proto, seat, tapped)
    found = _TOKEN_CLASSES.get(at)
    if found is None:
        found = _TOKEN_CLASSES[at] = make_class(
            "token", BATTLEFIELD, proto=proto, owner=seat, controller=seat, tapped=tapped, sick=True
        )
    return found


def create_tokens(draft: Draft, proto: Proto, seat: int, count: Amount, tapped: bool) -> None:
    """A player creates ``count`` tokens at once (111.2)."""
    if is_zero(count, "111.2"):
        return
    cls = token_class(proto, seat, tapped)
    tally(draft, f"tokens.{proto.name}", count)
    enter(draft, Row(cls, NO_NUM, count, NO_REFS), "created")


def enter(draft: Draft, row: Row, what: str) -> int:
    """Put a row onto the battlefield with its own replacement effects (614.1c) and set off triggers."""
    cls = row.cls
    num = dict(row.num)
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static):
            if isinstance(ability.effect, EntersTapped):
                cls = cls.but("tapped", True)
            elif isinstance(ability.effect, EntersWithCounters):
                slot = COUNTER + ability.effect.kind
                num[slot] = num.get(slot, 0) + own_quantity(draft, ability.effect.amount, cls.controller)
    loyalty = proto_of(cls).loyalty
    if loyalty is not None:
        num[COUNTER + "loyalty"] = loyalty
    handle = new_row(draft, what, Row(cls, num, row.n, row.refs))
    tally(draft, "etb", row.n)
    tally(draft, f"etb.{proto_of(cls).name}", row.n)
    fire(draft, Happening("Enters", subject=handle, count=row.n))
    return handle


def own_quantity(state: State, quantity: Quantity, controller: int) -> Amount:
    """A quantity that needs nothing but the position: a printed number or a count."""
    if isinstance(quantity, Fixed):
        return quantity.value
    if isinstance(quantity, CountOf):
        return count_matching(state, quantity.filter, controller, -1) * quantity.each
    raise unsupported("rule-614.1c", f"enters with {type(quantity).__name__} counters", "614.1c")


# --- tapping -----------------------------------------------------------------------------------------------------


def tap(draft: Draft, handle: int) -> None:
    """Tap a permanent (or all of a row); nothing happens to what is tapped already (701.26a)."""
    row = draft.rows[handle]
    if row.cls.tapped:
        return
    turn_into(draft, "tapped", handle, row.cls.but("tapped", True))
    tally(draft, "taps", row.n)
    fire(draft, Happening("BecomesTapped", subject=handle, count=row.n))


def untap(draft: Draft, handle: int) -> None:
    """Untap a permanent (or all of a row); nothing happens to what is untapped already (701.26b)."""
    row = draft.rows[handle]
    if not row.cls.tapped:
        return
    turn_into(draft, "untapped", handle, row.cls.but("tapped", False))
    tally(draft, "untaps", row.n)
    fire(draft, Happening("BecomesUntapped", subject=handle, count=row.n))


# --- leaving -----------------------------------------------------------------------------------------------------


def leave(draft: Draft, handle: int, zone: str, what: str) -> None:
    """Move a permanent (or all of a row) from the battlefield to its owner's ``zone`` as a new object (400.7)."""
    leave_all(draft, [handle], zone, what)


def leave_all(draft: Draft, handles: list[int], zone: str, what: str) -> None:
    """Move permanents from the battlefield at the same time; leaving abilities look back (603.10a)."""
    dying = zone == GRAVEYARD
    for handle in handles:
        row = draft.rows[handle]
        fire(draft, Happening("Leaves", subject=handle, count=row.n, row=row))
        if dying:
            tally(draft, "dies", row.n) if "creature" in proto_of(row.cls).types else None
            tally(draft, f"dies.{proto_of(row.cls).name}", row.n)
            fire(draft, Happening("Dies", subject=handle, count=row.n, row=row))
    for handle in handles:
        row = draft.rows[handle]
        discard_row(draft, handle, what)
        if row.cls.kind == "card":
            new_row(draft, "", Row(card_class(proto_of(row.cls), zone, row.cls.owner), NO_NUM, row.n, NO_REFS))


def card_class(proto: Proto, zone: str, owner: int) -> Class:
    """The class of a card in a zone other than the battlefield and the stack."""
    return make_class("card", zone, proto=proto, owner=owner, controller=owner)


def destroyable(state: State, handles: list[int]) -> list[int]:
    """Those of the permanents that destroying moves: not the indestructible ones (701.8, 702.12)."""
    return [h for h in handles if "indestructible" not in view(state, h).keywords]


def tally_sacrifice(draft: Draft, handle: int) -> None:
    """Count a sacrifice (701.21)."""
    tally(draft, "sacrifices", draft.rows[handle].n)


def sacrifice(draft: Draft, handle: int) -> None:
    """Sacrifice a permanent (701.21)."""
    tally_sacrifice(draft, handle)
    leave(draft, handle, GRAVEYARD, "sacrificed")


def split_off(draft: Draft, handle: int, count: Amount) -> int:
    """``count`` members of a row as a row of their own."""
    return split(draft, handle, count)


# --- counters, power, mana ---------------------------------------------------------------------------------------


def put_counters(draft: Draft, handle: int, kind: str, amount: Amount) -> None:
    """Put counters on each member of a row (122.1)."""
    if is_zero(amount, "122.1"):
        return
    add(draft, "got counters", handle, COUNTER + kind, amount)
    tally(draft, f"counters.{kind}", amount * draft.rows[handle].n)


def remove_counters(draft: Draft, handle: int, kind: str, amount: Amount) -> None:
    """Remove that many counters of a kind, or all there are (122.1)."""
    present = draft.rows[handle].get(COUNTER + kind)
    gone = present if less(present, amount, "122.1") else amount
    if not is_zero(gone, "122.1"):
        add(draft, "lost counters", handle, COUNTER + kind, -gone)


def add_mana(draft: Draft, seat: int, kind: str, amount: Amount) -> None:
    """Add mana of one kind to a player's pool (106.4)."""
    assert kind in MANA_KINDS, kind
    if is_zero(amount, "106.4"):
        return
    add(draft, "added mana", player(seat), MANA + kind, amount)
    tally(draft, f"mana.{kind}", amount)


def spend_mana(draft: Draft, seat: int, kind: str, amount: Amount) -> None:
    """Take mana out of a player's pool as payment."""
    add(draft, "spent mana", player(seat), MANA + kind, -amount)


# --- life and damage ---------------------------------------------------------------------------------------------


def gain_life(draft: Draft, seat: int, amount: Amount, count: Amount = 1) -> None:
    """A player gains life, ``count`` times at once; gaining 0 is no event (119.9)."""
    if is_zero(amount, "119.9") or not in_game(draft, seat):
        return
    add(draft, "gained life", player(seat), "life", amount * count)
    tally(draft, f"life gained.p{seat + 1}", amount * count)
    tally(draft, f"lifegain.p{seat + 1}", count)
    fire(draft, Happening("LifeGained", seat=seat, amount=amount, count=count))


def lose_life(draft: Draft, seat: int, amount: Amount, count: Amount = 1) -> None:
    """A player loses life, ``count`` times at once (119.3); losing 0 is no event."""
    if is_zero(amount, "119.3") or not in_game(draft, seat):
        return
    add(draft, "lost life", player(seat), "life", -(amount * count))
    tally(draft, f"life lost.p{seat + 1}", amount * count)
    fire(draft, Happening("LifeLost", seat=seat, amount=amount, count=count))


def in_game(state: State, seat: int) -> bool:
    """Whether a player is still in the game."""
    return not state.rows[player(seat)].cls.prop("lost")


class Source:
    """What the rules need of a source of damage: its keywords, class and controller."""

    __slots__ = ("controller", "keywords")

    def __init__(self, keywords: frozenset[str], controller: int) -> None:
        self.keywords = keywords
        self.controller = controller


def source_of(state: State, handle: int) -> Source:
    """A source on the battlefield or elsewhere, as it is now."""
    cls = state.rows[handle].cls
    keywords = view(state, handle).keywords if cls.zone == BATTLEFIELD else printed(cls).keywords
    return Source(keywords, cls.controller)


def damage_player(
    draft: Draft, source: Source, seat: int, amount: Amount, *, combat: bool = False, count: Amount = 1
) -> None:
    """``count`` like sources each deal damage to a player (120.3a); lifelink gains that much each (120.3f)."""
    if is_zero(amount, "120.8"):
        return
    tell(draft, "dealt combat damage" if combat else "dealt damage", player(seat), "", amount * count)
    tally(draft, f"damage.p{seat + 1}", amount * count)
    lose_life(draft, seat, amount, count)
    if "lifelink" in source.keywords:
        gain_life(draft, source.controller, amount, count)


def damage_permanent(
    draft: Draft, source: Source, handle: int, amount: Amount, *, combat: bool = False, count: Amount = 1
) -> None:
    """``count`` like sources each deal damage to a creature (120.3e) or planeswalker (120.3c), to each of a row."""
    if is_zero(amount, "120.8"):
        return
    row = draft.rows[handle]
    types = proto_of(row.cls).types
    if "creature" in types:
        add(draft, "dealt combat damage" if combat else "dealt damage", handle, "damage", amount * count)
        if "deathtouch" in source.keywords:
            turn_into(draft, "", handle, draft.rows[handle].cls.with_prop("deathtouched", True))
    if "planeswalker" in types:
        remove_counters(draft, handle, "loyalty", amount * count)
    if "lifelink" in source.keywords:
        gain_life(draft, source.controller, amount * row.n, count)


# --- cards -------------------------------------------------------------------------------------------------------


def library(seat: int) -> str:
    """The name of a player's library among the sequences."""
    return f"library.{seat}"


def draw(draft: Draft, seat: int, amount: Amount) -> None:
    """A player draws cards, one at a time (121.2); drawing from an empty library is remembered (121.4, 704.5b)."""
    left = amount
    while not is_zero(left, "121.2"):
        seq = draft.seqs.get(library(seat), ())
        if not seq:
            them = draft.rows[player(seat)].cls
            turn_into(draft, "drew from an empty library", player(seat), them.with_prop("decked", True))
            return
        taken = _from_top(draft, seat, seq[0], left, HAND, "drew")
        tally(draft, f"draws.p{seat + 1}", taken)
        fire(draft, Happening("CardDrawn", seat=seat, amount=1, count=taken))
        left = left - taken


def mill(draft: Draft, seat: int, amount: Amount) -> None:
    """A player mills cards, as many as there are (701.17b)."""
    left = amount
    while not is_zero(left, "701.17b"):
        seq = draft.seqs.get(library(seat), ())
        if not seq:
            return
        taken = _from_top(draft, seat, seq[0], left, GRAVEYARD, "milled")
        tally(draft, f"mills.p{seat + 1}", taken)
        left = left - taken


def _from_top(draft: Draft, seat: int, top: int, wanted: Amount, zone: str, what: str) -> Amount:
    """Move up to ``wanted`` cards of the library's top run to a zone; how many were moved."""
    run = draft.rows[top]
    whole = at_least(wanted, run.n, "121.2")
    taken = run.n if whole else wanted
    if whole:
        set_seq(draft, library(seat), draft.seqs[library(seat)][1:])
        apply(draft, Event(DROP, "", top, "", run.n))
    else:
        apply(draft, Event(COUNT, "", top, "", run.n - taken))
    draft.news = True
    new_row(draft, what, Row(run.cls.but("zone", zone), NO_NUM, taken, NO_REFS))
    return taken


def discard(draft: Draft, handle: int, count: Amount) -> None:
    """Discard ``count`` cards of a row in a hand (701.9a)."""
    row = draft.rows[handle]
    gone = split(draft, handle, count)
    tally(draft, f"discards.p{row.cls.owner + 1}", count)
    discard_row(draft, gone, "discarded")
    new_row(draft, "", Row(row.cls.but("zone", GRAVEYARD), NO_NUM, count, NO_REFS))


def hand_size(state: State, seat: int) -> Amount:
    """How many cards a player has in hand."""
    total: Amount = 0
    for row in state.rows.values():
        if row.cls.zone == HAND and row.cls.owner == seat:
            total = total + row.n
    return total


def attach(draft: Draft, handle: int, host: Reference) -> None:
    """Attach a permanent to what it enchants (303.4)."""
    set_refs(draft, handle, {**draft.rows[handle].refs, "host": host})
    draft.view.clear()


def annihilate(draft: Draft, handle: int) -> bool:
    """Remove pairs of +1/+1 and -1/-1 counters (704.5q); whether there were any."""
    row = draft.rows[handle]
    minus = row.get(COUNTER + "-1/-1")
    plus = row.get(PLUS)
    if is_zero(minus, "704.5q") or is_zero(plus, "704.5q"):
        return False
    pairs = minus if less(minus, plus, "704.5q") else plus
    put(draft, "", handle, PLUS, plus - pairs)
    put(draft, "", handle, COUNTER + "-1/-1", minus - pairs)
    return True
