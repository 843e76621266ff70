"""Effects that move cards and permanents between zones, look at cards or reveal them (400.7, 701.20 to 701.25).

Effects that move cards and permanents between zones: exile, return, draw, mill, search, shuffle (400.7, 701.23).

Effects that look at, reorder or reveal cards of hands and libraries: scry, surveil, "look at the top" (701.20 to 701.25).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.amounts import Amount, at_most, equal, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import SEARCHING, Question, decide
from reiterate.rules.access.state_access import seats, single_out, split, tally
from reiterate.rules.characteristics.evaluate import card_fits, view
from reiterate.rules.characteristics.printed_characteristics import mana_value_of, proto_of, refuse_unknown
from reiterate.rules.events import attaching, zones
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    nothing_came,
    numbered,
    objects,
    players,
    quantity,
    set_done,
    set_results,
    source_handle,
    things,
)
from reiterate.rules.events.players import known_order, order_is_random
from reiterate.rules.events.replacement import destination
from reiterate.rules.events.zones import look
from reiterate.rules.resolution.moving import (
    candidates,
    choose_rows,
    enter_cards,
    link_made,
    put_away,
    put_away_linked,
    total,
)
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, STACK, Ref, one
from reiterate.state.normal_form import is_single
from reiterate.state.properties import COUNT_SEARCHES, NTH_LOOKED
from reiterate.terms.base import Term, replace, swap, walk
from reiterate.terms.effects_zones import (
    ChooseName,
    Discover,
    Draw,
    EachReturns,
    Exile,
    ExileTop,
    ExileTopUntil,
    LookAt,
    Manifest,
    ManifestDread,
    Mill,
    MillUntil,
    Move,
    MoveChosen,
    PutBack,
    PutFromHand,
    PutRest,
    ReturnToBattlefield,
    ReturnToHand,
    RevealDiscard,
    RevealFromHand,
    RevealTop,
    RevealUntil,
    Scry,
    Search,
    Shuffle,
    ShuffleIn,
    Surveil,
    Take,
)
from reiterate.terms.meanings import discovering
from reiterate.terms.quantities import XValue
from reiterate.terms.references import Filter, Result, This

# --- effects zones -------------------------------------------------------------------------------


def draw(draft: Draft, frame: Frame, effect: Draw) -> Ask | None:
    """Players draw cards (121.1)."""
    drawn = [
        zones.draw(draft, seat, quantity(draft, frame, effect.amount)) for seat in players(draft, frame, effect.who)
    ]
    frame.averted = nothing_came(frame, drawn, "121.2")
    return None


def mill(draft: Draft, frame: Frame, effect: Mill) -> Ask | None:
    """Players mill cards (701.17)."""
    made = []
    for seat in players(draft, frame, effect.who):
        made += zones.mill(draft, seat, quantity(draft, frame, effect.amount))
    set_results(draft, frame, made)
    frame.averted = not made  # 701.17c: a card is milled wherever it goes instead
    return None


def exile(draft: Draft, frame: Frame, effect: Exile) -> Ask | None:
    """Exile objects (701.13)."""
    put_away(draft, frame, things(draft, frame, effect.object), "exile", "exiled")
    return None


def return_to_hand(draft: Draft, frame: Frame, effect: ReturnToHand) -> Ask | None:
    """Return objects to their owners' hands (400.7)."""
    put_away(draft, frame, things(draft, frame, effect.object), "hand", "returned to hand")
    return None


def move(draft: Draft, frame: Frame, effect: Move) -> Ask | None:
    """Move objects to a zone (400.7), remembered by the source if the effect is linked (607.2a)."""
    found = things(draft, frame, effect.object)
    if not effect.link:
        put_away(draft, frame, found, effect.zone, f"to {effect.zone}", effect.place)
        return None
    made, told = put_away_linked(draft, frame, found, effect.zone, f"to {effect.zone}", effect.place)
    link_made(draft, frame, [h for h in made if draft.rows[h].cls.zone == effect.zone], told)
    return None


def return_to_battlefield(draft: Draft, frame: Frame, effect: ReturnToBattlefield) -> Ask | None:
    """Put cards onto the battlefield; instants and sorceries stay where they are (304.4, 307.4)."""
    named = things(draft, frame, effect.object)
    if any(draft.rows[h].cls.zone == STACK for h in named):
        raise unsupported("rule-400.7", "an effect that puts a spell onto the battlefield", "400.7")
    found = [h for h in named if draft.rows[h].cls.zone != BATTLEFIELD]
    cards: list[tuple[int, int]] = []
    for handle in found:
        row = draft.rows[handle]
        refuse_unknown(row.cls, "putting a card onto the battlefield", "304.4")
        if not {"instant", "sorcery"} & set(proto_of(row.cls).types):
            cards.append((handle, frame.controller if effect.control == "you" else row.cls.owner))
    hosts = None if effect.host is None else objects(draft, frame, effect.host)
    made = enter_cards(draft, cards, effect, hosts)
    if effect.attach and made:
        source = source_handle(frame)
        if source in draft.rows and draft.rows[source].cls.zone == BATTLEFIELD:
            attaching.attach(draft, source, one(single_out(draft, made[0])))
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def move_chosen(draft: Draft, frame: Frame, effect: MoveChosen) -> Ask | None:
    """Players move objects of their choice to a zone (400.7)."""
    taken: list[int] = []
    for seat in players(draft, frame, effect.who):
        rows = _of_set(draft, frame, seat, effect)
        wanted = quantity(draft, frame, effect.amount)
        for handle, count in choose_rows(draft, seat, rows, wanted, wanted, f"to {effect.to}"):
            taken.append(split(draft, handle, count))
    if not effect.link:
        put_away(draft, frame, taken, effect.to, f"to {effect.to}", effect.place)
        return None
    made, told = put_away_linked(draft, frame, taken, effect.to, f"to {effect.to}", effect.place)
    link_made(draft, frame, [h for h in made if draft.rows[h].cls.zone == effect.to], told)
    return None


def _of_set(draft: Draft, frame: Frame, seat: int, effect: MoveChosen) -> list[int]:
    """The rows that a player may choose among; those whose mana value is the X announced where the words say so (107.3a)."""
    if effect.like is not None:
        return _like(draft, frame, effect, candidates(draft, seat, effect.zones, effect.filter, source_handle(frame)))
    compare = effect.filter.compare
    if compare is None or compare.op != "=X":
        return candidates(draft, seat, effect.zones, effect.filter, source_handle(frame))
    rows = candidates(draft, seat, effect.zones, replace(effect.filter, compare=None), source_handle(frame))
    for handle in rows:
        refuse_unknown(draft.rows[handle].cls, "a mana value", "202.3")
    x = quantity(draft, frame, XValue())
    return [handle for handle in rows if equal(mana_value_of(draft.rows[handle]), x, "107.3a")]


#: The types of permanents (110.4).
PERMANENT_TYPES: Final = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


def _like(draft: Draft, frame: Frame, effect: MoveChosen, rows: list[int]) -> list[int]:
    """Permanents other than one that share a permanent type with it (110.4)."""
    assert effect.like is not None
    there = objects(draft, frame, effect.like)
    if len(there) != 1 or draft.rows[there[0]].cls.zone != BATTLEFIELD:
        raise unsupported("rule-608.2h", "the permanent types of something that is gone", "608.2h")
    (one,) = there
    kinds = PERMANENT_TYPES & set(view(draft, one).types)
    others = [row for row in rows if row != one or not is_single(draft.rows[row].n)]
    if one in others:
        raise unsupported("rule-608.2d", "another permanent than one of a group", "608.2d")
    return [row for row in others if kinds & set(view(draft, row).types)]


def put_from_hand(draft: Draft, frame: Frame, effect: PutFromHand) -> Ask | None:
    """Players put cards from their hands onto the battlefield, all at once (101.4)."""
    cards: list[tuple[int, int]] = []
    for seat in players(draft, frame, effect.who):
        rows = candidates(draft, seat, ("hand",), effect.filter, source_handle(frame))
        low, high = (0, total(draft, rows)) if effect.any_number else (1, 1)
        for handle, count in choose_rows(draft, seat, rows, low, high, "onto the battlefield"):
            cards.append((split(draft, handle, count), seat))
    made = enter_cards(draft, cards, ReturnToBattlefield(This(), tapped=effect.tapped))  # 101.4: all at once
    set_results(draft, frame, made)
    frame.failed = not made
    return None


#: So many cards are manifested one after the other by one effect (701.40e).
MANIFEST_BUDGET: Final = 100


def manifest(draft: Draft, frame: Frame, effect: Manifest) -> Ask | None:
    """Manifest or cloak cards: those of a library one at a time, those of a hand at once (701.40a, 701.40e, 701.58e)."""
    made: list[int] = []
    for seat in _one_player(draft, frame, effect.who):
        amount = quantity(draft, frame, effect.amount)
        if effect.zone == HAND:
            rows = candidates(draft, seat, (HAND,), Filter(), source_handle(frame))
            what = "cloaked" if effect.cloaked else "manifested"
            picks = choose_rows(draft, seat, rows, amount, amount, what)
            made += zones.manifest(draft, seat, [split(draft, h, count) for h, count in picks], effect.cloaked)
            continue
        for owner in [seat] if effect.of is None else _one_player(draft, frame, effect.of):
            left = amount
            while not is_zero(left, "701.40e") and draft.seqs.get(zones.library(owner), ()):
                if len(made) >= MANIFEST_BUDGET:
                    raise unsupported("rule-701.40e", f"more than {MANIFEST_BUDGET} cards manifested", "701.40e")
                made += zones.manifest(draft, seat, zones.top_cards(draft, owner, 1, "manifest"), effect.cloaked)
                left = left - 1
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def manifest_dread(draft: Draft, frame: Frame, effect: ManifestDread) -> Ask | None:
    """Look at the top two cards of the library, manifest one of them, and put the other one into the graveyard (701.62a)."""
    made: list[int] = []
    for seat in _one_player(draft, frame, effect.who):
        pool = zones.top_cards(draft, seat, 2, "look")
        chosen = zones.choose(draft, seat, pool, 1, False, "which card is manifested")
        made += zones.manifest(draft, seat, chosen, False)
        for handle in pool:
            if handle in draft.rows and handle not in chosen:
                zones.move(draft, handle, GRAVEYARD, "to graveyard")
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def _one_player(draft: Draft, frame: Frame, ref: Term) -> list[int]:
    """The one player that manifests, or whose library it is. Raises ``Unsupported`` for several at once (101.4)."""
    found = players(draft, frame, ref)
    if len(found) > 1:
        raise unsupported("rule-101.4", "several players who manifest cards at the same time", "101.4")
    return found


def reveal_from_hand(draft: Draft, frame: Frame, effect: RevealFromHand) -> Ask | None:
    """Reveal any number of cards of a set from the hand (701.20a); how many is known to what follows."""
    seat = frame.controller
    rows = candidates(draft, seat, ("hand",), effect.filter, source_handle(frame))
    shown: Amount = 0
    for _, count in choose_rows(draft, seat, rows, 0, total(draft, rows), "reveal"):
        shown = shown + count
    set_done(frame, shown)
    return None


def mill_until(draft: Draft, frame: Frame, effect: MillUntil) -> Ask | None:
    """Run by run: what goes elsewhere than the graveyard doesn't count (701.17, 614)."""
    most = quantity(draft, frame, effect.most)
    hits: list[int] = []
    for seat in players(draft, frame, effect.who):
        left = most
        while not is_zero(left, "608.2"):
            seq = draft.seqs.get(zones.library(seat), ())
            if not seq:
                break
            known_order(draft, seat)
            top = draft.rows[seq[0]]
            to = destination(draft, seq[0], top.cls, GRAVEYARD)
            if to == LIBRARY:
                raise unsupported("random-result", "a milled card is shuffled into the library instead", "701.24")
            if to != GRAVEYARD:
                zones.mill(draft, seat, top.n)
                continue
            refuse_unknown(top.cls, "whether a milled card is of a set", "701.17")
            found = card_fits(draft, effect.filter, top, seat, seq[0])
            count: Amount = 1 if found else top.n if less(top.n, left, "608.2") else left
            made = zones.mill(draft, seat, count)
            left = left - count
            if found:
                hits += made
                break
    set_results(draft, frame, hits)
    return None


def exile_top(draft: Draft, frame: Frame, effect: ExileTop) -> Ask | None:
    """Exile the top cards of libraries (406.2)."""
    made = []
    for seat in players(draft, frame, effect.who):
        made += zones.mill(draft, seat, quantity(draft, frame, effect.amount), "exile", "exiled")
    set_results(draft, frame, made)
    frame.averted = all(draft.rows[handle].cls.zone != EXILE for handle in made)
    return None


def exile_top_until(draft: Draft, frame: Frame, effect: ExileTopUntil) -> Ask | None:
    """Exile cards from the top of the library, a run of like ones at a time, until one is of the set (701.57a, 702.85a)."""
    seat = frame.controller
    most = None if effect.most is None else quantity(draft, frame, effect.most, signed=True)
    made: list[int] = []
    found: list[int] = []
    while not found and draft.seqs.get(zones.library(seat), ()):
        random = order_is_random(draft, seat)
        above = draft.seqs[zones.library(seat)][0]
        run = zones.mill(
            draft,
            seat,
            1 if random or _digs_to(draft, effect, above, most, seat) else draft.rows[above].n,
            "exile",
            "exiled",
        )
        made += run
        found = [handle for handle in run if _digs_to(draft, effect, handle, most, seat)]
    set_results(draft, frame, made, NTH_LOOKED)
    set_results(draft, frame, found)
    frame.failed = not found
    return None


def discover(draft: Draft, frame: Frame, effect: Discover) -> Ask | None:
    """Do what discovering is, one effect after the other (701.57a)."""
    frame.rest = (*discovering(effect.amount), *frame.rest)
    return None


def _digs_to(draft: Draft, effect: ExileTopUntil, handle: int, most: Amount | None, seat: int) -> bool:
    """Whether a card is the one for which cards are exiled."""
    row = draft.rows[handle]
    refuse_unknown(row.cls, "whether an exiled card is of a set", "701.57a")
    if not card_fits(draft, effect.filter, row, seat, handle):
        return False
    return most is None or at_most(mana_value_of(row), most, "202.3")


def choose_name(draft: Draft, frame: Frame, effect: ChooseName) -> Ask | None:
    """Ask for a card name, which the sets of the later effects have from then on (201.4)."""
    name = decide(draft, Question("name", frame.controller, text="a card name")).answer
    sets: list[Term] = []
    walk(frame.rest, sets.append)
    for each in sets:
        if isinstance(each, Filter) and each.chosen == "name":
            frame.rest = tuple(swap(effect, each, replace(each, chosen="", named=name)) for effect in frame.rest)
    return None


def search(draft: Draft, frame: Frame, effect: Search) -> Ask | None:
    """Search a library for cards (701.23)."""
    made = []
    for seat in players(draft, frame, effect.who):
        rows = [
            h
            for h in zones.known_library(draft, seat, "a search")
            if card_fits(draft, effect.filter, draft.rows[h], seat, h, source_handle(frame))
        ]
        least = effect.amount if effect.filter == Filter() else 0  # 701.23d: who looks for any card finds one
        most = effect.amount or total(draft, rows)
        picks = choose_rows(draft, seat, _enough(draft, rows, most), least, most, SEARCHING)
        taken = [split(draft, handle, count, front=True) for handle, count in picks]
        tally(draft, COUNT_SEARCHES, 1)
        if effect.to == LIBRARY:
            made += zones.to_top_after_shuffling(draft, seat, taken)
            continue
        if effect.to == BATTLEFIELD:
            how = ReturnToBattlefield(This(), "owner", effect.tapped, effect.counter, int(effect.counter != ""))
            made += enter_cards(draft, [(handle, seat) for handle in taken], how)
        else:
            made += [zones.move(draft, handle, effect.to, "found", "top") for handle in taken]
        zones.shuffle(draft, seat)
    set_results(draft, frame, made)
    return None


def _enough(draft: Draft, rows: list[int], most: Amount) -> list[int]:
    """Of like cards that lie apart in a library as many as could be taken: where they lay says nothing once it is shuffled."""
    kept: list[int] = []
    counts: dict[object, Amount] = {}
    for handle in rows:
        row = draft.rows[handle]
        before = counts.get(row.cls, 0)
        if less(before, most, "701.23"):
            kept.append(handle)
            counts[row.cls] = before + row.n
    return kept


def shuffle(draft: Draft, frame: Frame, effect: Shuffle) -> Ask | None:
    """Shuffle libraries, with objects shuffled in before (701.24)."""
    seats = players(draft, frame, effect.who)
    if effect.object is not None:
        found = things(draft, frame, effect.object)
        owned = all(draft.rows[handle].cls.owner in seats for handle in found)
        put_away(draft, frame, found, LIBRARY, "shuffled in", zones.ANYWHERE if owned else "")
    for seat in seats:
        zones.shuffle(draft, seat)
    return None


def shuffle_in(draft: Draft, frame: Frame, effect: ShuffleIn) -> Ask | None:
    """Shuffle all cards of some zones of players into their libraries (701.24)."""
    seats = players(draft, frame, effect.who)
    found = [h for h, row in draft.rows.items() if row.cls.owner in seats and row.cls.zone in effect.zones]
    put_away(draft, frame, found, LIBRARY, "shuffled in", zones.ANYWHERE)
    for seat in seats:
        zones.shuffle(draft, seat)
    return None


def each_returns(draft: Draft, frame: Frame, effect: EachReturns) -> Ask | None:
    """The players choose in turn order, then all the cards enter at the same time (101.4)."""
    chosen: list[tuple[int, int]] = []
    for seat in seats(draft):
        for row in draft.rows.values():
            if row.cls.zone == GRAVEYARD and row.cls.owner == seat:
                refuse_unknown(row.cls, "which cards of a graveyard are of a set", "404.2")
        rows = candidates(draft, seat, ("graveyard",), effect.filter, source_handle(frame))
        for handle, _ in choose_rows(draft, seat, rows, 1, 1, "onto the battlefield"):
            chosen.append((seat, handle))
    cards = [(split(draft, handle, 1), seat) for seat, handle in chosen]
    assert not any({"instant", "sorcery"} & set(proto_of(draft.rows[card].cls).types) for card, _ in cards)
    made = enter_cards(draft, cards, ReturnToBattlefield(This()))
    set_results(draft, frame, made)
    frame.failed = not made
    return None


# --- effects looking -----------------------------------------------------------------------------


def reveal_until(draft: Draft, frame: Frame, effect: RevealUntil) -> Ask | None:
    """Reveal cards from the top of libraries until one is of a set (701.20); it goes first, then the others."""
    made: list[int] = []
    for seat in players(draft, frame, effect.who):
        above, found = zones.until(draft, seat, partial(_is_wanted, draft, effect.filter, seat))
        if found >= 0:
            made += _put_found(draft, seat, found, effect)
        if effect.rest == "bottom":
            zones.to_bottom(draft, seat, above)
        elif effect.rest == "library":
            zones.shuffle(draft, seat)
        else:
            for handle in above:
                zones.move(draft, handle, effect.rest, f"to {effect.rest}")
    set_results(draft, frame, [handle for handle in made if handle in draft.rows])
    frame.failed = not made
    return None


def _is_wanted(draft: Draft, wanted: Filter, seat: int, handle: int) -> bool:
    return card_fits(draft, wanted, draft.rows[handle], seat, handle)


def _put_found(draft: Draft, seat: int, found: int, effect: RevealUntil) -> list[int]:
    """Put the card that was looked for where the effect says; the row that it became."""
    if effect.to != BATTLEFIELD:
        return [zones.move(draft, found, effect.to, f"to {effect.to}")]
    if {"instant", "sorcery"} & set(proto_of(draft.rows[found].cls).types):
        return []  # 304.4, 307.4: it stays where it is
    return enter_cards(draft, [(found, seat)], ReturnToBattlefield(This(), tapped=effect.tapped))


def scry(draft: Draft, frame: Frame, effect: Scry) -> Ask | None:
    """Scry (701.22)."""
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "scry", "bottom")
    return None


def surveil(draft: Draft, frame: Frame, effect: Surveil) -> Ask | None:
    """Surveil (701.25)."""
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "surveil", "graveyard")
    return None


def reveal_discard(draft: Draft, frame: Frame, effect: RevealDiscard) -> Ask | None:
    """A player reveals their hand and discards a card that the controller chooses (701.20, 701.9)."""
    done = False
    for seat in players(draft, frame, effect.who):
        if effect.filter != Filter():
            for row in draft.rows.values():
                if row.cls.zone == HAND and row.cls.owner == seat:
                    refuse_unknown(row.cls, "which cards of a hand are of a set", "701.20")
        rows = candidates(draft, seat, (HAND,), effect.filter, source_handle(frame))
        for handle, count in choose_rows(draft, frame.controller, rows, 1, 1, "which card is discarded"):
            zones.discard(draft, handle, count)
            done = True
    frame.failed = not done
    return None


def put_back(draft: Draft, frame: Frame, effect: PutBack) -> Ask | None:
    """Put cards from the hand on top of the library in any order (401.4)."""
    frame.failed = not zones.put_back(draft, frame.controller, effect.amount)
    return None


def look_at(draft: Draft, frame: Frame, effect: LookAt) -> Ask | None:
    """Look at the top cards of the library, or reveal them (701.20); they stay where they are."""
    found = zones.top_cards(draft, frame.controller, quantity(draft, frame, effect.amount), "look")
    set_results(draft, frame, found, NTH_LOOKED)
    return None


def reveal_top(draft: Draft, frame: Frame, effect: RevealTop) -> Ask | None:
    """Reveal the top card of a library (701.20a); it stays where it is."""
    found = [card for seat in players(draft, frame, effect.who) for card in zones.top_cards(draft, seat, 1, "reveal")]
    set_results(draft, frame, found)
    frame.failed = not found
    return None


def _looked_at(draft: Draft, frame: Frame, zone: str = LIBRARY) -> list[int]:
    """The rows that were looked at, or exiled, and are still in that zone, top first."""
    named = (frame.refs[slot] for slot in numbered(frame.refs, NTH_LOOKED))
    rows = [ref.row for ref in named if isinstance(ref, Ref) and ref.row in draft.rows]
    return [row for row in rows if draft.rows[row].cls.zone == zone]


def take(draft: Draft, frame: Frame, effect: Take) -> Ask | None:
    """Put cards of a set from among those looked at, revealed or milled into a zone, as the controller chooses (608.2d)."""
    seat = frame.controller
    pool = things(draft, frame, Result()) if effect.milled else _looked_at(draft, frame)
    fitting = [h for h in pool if _fits(draft, effect.filter, h, seat)]
    taken = zones.choose(draft, seat, fitting, effect.amount, effect.may, f"which card is put to {effect.to}")
    if effect.to == LIBRARY:  # on top, from where the others go
        made, pool = taken, [handle for handle in pool if handle not in taken]
    elif effect.to == BATTLEFIELD:
        made = enter_cards(
            draft, [(handle, seat) for handle in taken], ReturnToBattlefield(This(), tapped=effect.tapped)
        )
    else:
        made = [zones.move(draft, handle, effect.to, f"to {effect.to}") for handle in taken]
    if not effect.milled:
        set_results(draft, frame, [handle for handle in pool if handle in draft.rows], NTH_LOOKED)
    set_results(draft, frame, [handle for handle in made if handle in draft.rows])
    frame.failed = not made
    return None


def _fits(draft: Draft, wanted: Filter, handle: int, seat: int) -> bool:
    if wanted == Filter():
        return True
    refuse_unknown(draft.rows[handle].cls, "which cards are of a set", "608.2d")
    return card_fits(draft, wanted, draft.rows[handle], seat, handle)


def put_rest(draft: Draft, frame: Frame, effect: PutRest) -> Ask | None:
    """Put the rest of the cards looked at somewhere; in a library in the order that the controller chooses (401.4)."""
    seat, rest = frame.controller, _looked_at(draft, frame, EXILE if effect.exiled else LIBRARY)
    set_results(draft, frame, [], NTH_LOOKED)
    if effect.to != LIBRARY:
        for handle in rest:
            zones.move(draft, handle, effect.to, f"to {effect.to}")
    elif effect.place == "random":
        zones.to_bottom(draft, seat, rest)
    elif effect.place:
        zones.in_any_order(draft, seat, rest, effect.place)
    else:
        zones.shuffle(draft, seat)
    return None
