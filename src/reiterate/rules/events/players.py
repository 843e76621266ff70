"""What happens to players: cards drawn from libraries (121), life lost (119.3), mana in the pool (106.4), tallies of the turn.

Libraries: their runs of cards, drawing from the top (121), and what happened to a player this turn.

Losing life (119.3), which is also how life is paid (119.4).

Mana in a player's pool (106.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reiterate.amounts import Amount, at_least, at_most, equal, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.results import (
    DRAWS,
    MOST_ORDERED,
    ORDERS,
    UNKNOWN,
    Chance,
    Random,
    cards_given,
    order_comes,
    order_given,
)
from reiterate.rules.access.state_access import add, in_game, new_row, opponents, set_seq, split, tally, tell, turn_into
from reiterate.rules.access.unread_clauses import stop_at
from reiterate.rules.characteristics.evaluate import gets_blessing
from reiterate.rules.characteristics.printed_characteristics import is_unknown, proto_of
from reiterate.rules.events import commander, replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.index import standing
from reiterate.state.model import HAND, HISTORIC, NO_NUM, NO_REFS, Row, State, player, texts_of
from reiterate.state.properties import (
    ACTIVE,
    ARRIVED,
    BLESSED,
    CAST_BEFORE,
    COUNT_DRAWS_OF,
    COUNT_MANA_OF,
    DECKED,
    LIBRARY_OF,
    MANA,
    PARTLY_SHUFFLED,
    SHUFFLED,
    STEP,
    THIS_TURN,
    WINNING,
)
from reiterate.state.text_reads import DRAWN, DRAWN_IN_STEP, OF_OPPONENTS, SPENT, histories
from reiterate.terms.effects_mana import Unit
from reiterate.terms.vocabulary import MANA_KINDS

# --- library -------------------------------------------------------------------------------------


def history_read(state: State) -> frozenset[str]:
    """Which histories of a turn any card of the game reads; the others are not kept."""
    found: frozenset[str] = frozenset()
    for handle in standing(state, HISTORIC):
        for text in texts_of(state.rows[handle].cls):
            found |= histories(text)
    return found


def remember(draft: Draft, seat: int, what: str, amount: Amount) -> None:
    """Add to the history of a player's turn, and to what their opponents have of it, where any card reads it."""
    read = history_read(draft)
    if what in read:
        add(draft, "", player(seat), THIS_TURN + what, amount)
    theirs = OF_OPPONENTS.get(what, "")
    for other in opponents(draft, seat) if theirs in read else ():
        if in_range(draft, other, seat):
            add(draft, "", player(other), THIS_TURN + theirs, amount)


def cast_named(draft: Draft, seat: int, name: str, times: int = 1) -> None:
    """Remember that a player has cast spells of a name this game, where a card asks; more than two are two (201.2)."""
    slot = CAST_BEFORE + name
    if slot not in history_read(draft):
        return
    for _ in range(min(times, 2)):
        if less(draft.rows[player(seat)].get(slot), 2, "201.2"):
            add(draft, "", player(seat), CAST_BEFORE + name, 1)


def bless(draft: Draft, seats_of: Iterable[int], spell: bool = False) -> None:
    """Players who get the city's blessing have it for the rest of the game (702.131)."""
    for seat in seats_of:
        them = draft.rows[player(seat)].cls
        if BLESSED not in them.by_prop and gets_blessing(draft, seat, spell):
            turn_into(draft, "gets the city's blessing", player(seat), them.with_prop(BLESSED, True))


def arrivals_kept(state: State) -> bool:
    """Whether any card of the game asks since when a permanent has been under a player's control (702.30a)."""
    return bool(standing(state, HISTORIC)) and ARRIVED in history_read(state)


def expend(draft: Draft, seat: int, mana: Amount) -> None:
    """A player has paid so much mana to cast a spell (700.14)."""
    before = draft.rows[player(seat)].get(THIS_TURN + SPENT)
    remember(draft, seat, SPENT, mana)
    fire(draft, Happening("Expends", seat=seat, amount=before, count=mana))


def library(seat: int) -> str:
    """The name of a player's library among the sequences."""
    return f"{LIBRARY_OF}{seat}"


def order_is_random(state: State, seat: int) -> bool:
    """Whether a library was shuffled, and its cards aren't all alike (701.24)."""
    seq = state.seqs.get(library(seat), ())
    return state.rows[player(seat)].cls.prop(SHUFFLED) and len({state.rows[h].cls for h in seq}) > 1


def put_in_order(draft: Draft, seat: int) -> None:
    """Put a shuffled library into the order that a result says, where the next result says one (701.24)."""
    them = draft.rows[player(seat)].cls
    if not order_is_random(draft, seat) or them.prop(PARTLY_SHUFFLED) or not order_comes(draft):
        return
    rows = list(draft.seqs[library(seat)])
    if not at_most(sum_of(draft, rows), MOST_ORDERED, "701.24"):
        return
    chance = Chance("the order of a shuffled library is read", seat, "701.24", (ORDERS,))
    set_seq(draft, library(seat), tuple(rows_in_order(draft, rows, chance)))
    turn_into(draft, "", player(seat), them.with_prop(SHUFFLED, False))


def known_order(state: State, seat: int) -> None:
    """Refuse to read the order of a library where it is random (732.2), and no result says it."""
    if isinstance(state, Draft):
        put_in_order(state, seat)
    if order_is_random(state, seat):
        raise Random(Chance("the order of a shuffled library is read", seat, "701.24", ()))


def known_card_laid(draft: Draft, seat: int) -> None:
    """Note that a known card goes on top of a library or to its bottom: before it lies there (701.24)."""
    put_in_order(draft, seat)
    them = draft.rows[player(seat)].cls
    if order_is_random(draft, seat):
        turn_into(draft, "", player(seat), them.with_prop(PARTLY_SHUFFLED, True))
    else:
        known_again(draft, seat)


def known_again(draft: Draft, seat: int) -> None:
    """Note that the order of a library is known: all its cards are alike."""
    them = draft.rows[player(seat)].cls
    if them.prop(SHUFFLED) and not order_is_random(draft, seat):
        turn_into(draft, "", player(seat), them.with_prop(SHUFFLED, False).with_prop(PARTLY_SHUFFLED, False))


def top_as_given(draft: Draft, seat: int, amount: Amount, verb: str) -> list[tuple[int, Amount]]:
    """The top cards of a library whose order is random, as a result says them: rows of it with how many of each.

    in: ``amount``, how many are taken: as many as there are (701.17b). ``verb``: what a result says of them.
    A result may say the order of the whole library instead. Raises ``Random`` where no result was given.
    """
    put_in_order(draft, seat)
    if not order_is_random(draft, seat):
        return [(draft.seqs[library(seat)][0], amount)]
    if draft.rows[player(seat)].cls.prop(PARTLY_SHUFFLED):
        raise Random(Chance("a library of which a part was shuffled is read", seat, "701.24", ()))
    rows = list(draft.seqs[library(seat)])
    return rows_as_given(
        draft, seat, rows, amount, Chance("the order of a shuffled library is read", seat, "701.24", (verb,))
    )


def rows_in_order(draft: Draft, rows: list[int], chance: Chance) -> list[int]:
    """Some cards in the order that a result says, the top one first: each run of like ones as a row of its own.

    Raises ``Random`` where no result was given.
    """
    bag, named = _by_name(draft, rows)
    there = tuple(bag.items())
    found: list[int] = []
    for place, count in order_given(draft, replace(chance, bag=there, amount=sum_of(draft, rows))):
        left = count
        lying = named[there[place][0]]
        while not is_zero(left, chance.rule):
            n = draft.rows[lying[0]].n
            whole = at_least(left, n, chance.rule)
            found.append(lying.pop(0) if whole else split(draft, lying[0], left, front=True))
            left = left - n if whole else 0
    return found


def sum_of(draft: Draft, rows: list[int]) -> Amount:
    """How many cards some rows are."""
    total: Amount = 0
    for handle in rows:
        total = total + draft.rows[handle].n
    return total


def _by_name(draft: Draft, rows: list[int]) -> tuple[dict[str, Amount], dict[str, list[int]]]:
    """How many of some cards have each name, and the rows of each name. Refuses cards that differ and have one name."""
    bag: dict[str, Amount] = {}
    named: dict[str, list[int]] = {}
    for handle in rows:
        row = draft.rows[handle]
        name = UNKNOWN if is_unknown(row.cls) else proto_of(row.cls).name
        if any(draft.rows[other].cls is not row.cls for other in named.get(name, ())):
            raise unsupported(
                "rule-701.24", "cards that differ and have one name, of which some come at random", "701.24"
            )
        bag[name] = bag.get(name, 0) + row.n
        named.setdefault(name, []).append(handle)
    return bag, named


def rows_as_given(draft: Draft, seat: int, rows: list[int], amount: Amount, chance: Chance) -> list[tuple[int, Amount]]:
    """Which of some cards come at random, as a result says them: rows with how many of each, as many as there are."""
    bag, named = _by_name(draft, rows)
    total = sum_of(draft, rows)
    wanted = total if at_least(amount, total, chance.rule) else amount
    there = tuple(bag.items())
    found: list[tuple[int, Amount]] = []
    for place, count in cards_given(draft, replace(chance, bag=there, amount=wanted)):
        left = count
        for handle in named[there[place][0]]:
            n = draft.rows[handle].n
            taken = left if at_least(n, left, chance.rule) else n
            if not is_zero(taken, chance.rule):
                found.append((handle, taken))
            left = left - taken
    return found


def draw(draft: Draft, seat: int, amount: Amount) -> Amount:
    """A player draws cards, one at a time (121.2); from an empty library it is remembered (121.4, 704.5b).

    out: how many were drawn.
    """
    if replacement.cant(draft, seat, "draw cards"):
        return 0
    stop_at(draft, "draw", seat)
    amount = amount - replacement.skipped_draws(draft, seat, amount, _own_draw_step(draft, seat))
    left = _would_draw(draft, seat, amount)
    drawn: Amount = 0
    while not is_zero(left, "121.2"):
        seq = draft.seqs.get(library(seat), ())
        if not seq:
            them = draft.rows[player(seat)].cls
            if replacement.wins_instead(draft, seat):
                turn_into(draft, "wins instead of drawing", player(seat), them.with_prop(WINNING, True))
            else:
                turn_into(draft, "drew from an empty library", player(seat), them.with_prop(DECKED, True))
            return drawn
        random = order_is_random(draft, seat)
        for top, wanted in top_as_given(draft, seat, left, DRAWS) if random else ((seq[0], left),):
            taken = _draw_run(draft, seat, top, wanted)
            left = left - taken
            drawn = drawn + taken
        if random:
            known_again(draft, seat)
    return drawn


def _draw_run(draft: Draft, seat: int, top: int, wanted: Amount) -> Amount:
    """Draw up to so many cards of a run of like ones, one at a time (121.2); how many were drawn."""
    taken, _ = from_top(draft, seat, top, wanted, HAND, "drew")
    tally(draft, f"{COUNT_DRAWS_OF}p{seat + 1}", taken)
    before = draft.rows[player(seat)].get(THIS_TURN + DRAWN)
    remember(draft, seat, DRAWN, taken)
    if _own_draw_step(draft, seat):
        remember(draft, seat, DRAWN_IN_STEP, taken)
    fire(draft, Happening("CardDrawn", seat=seat, amount=1, count=taken))
    fire(draft, Happening("DrawsNth", seat=seat, amount=before, count=taken))
    return taken


def _own_draw_step(state: State, seat: int) -> bool:
    return state.game.prop(STEP) == "draw" and state.game.prop(ACTIVE, 0) == seat


def _would_draw(draft: Draft, seat: int, amount: Amount) -> Amount:
    """How many cards a player draws instead of ``amount``: each is replaced alone (121.2, 614.11)."""
    each = replacement.draws(draft, seat)
    if not _own_draw_step(draft, seat) or is_zero(amount, "121.2"):
        return amount * each
    drawn = draft.rows[player(seat)].get(THIS_TURN + DRAWN_IN_STEP)
    if DRAWN_IN_STEP not in history_read(draft) or not is_zero(drawn, "614.11"):
        return amount * each
    first = replacement.draws(draft, seat, True)
    if not equal(first, 1, "614.11"):
        raise unsupported("rule-616.1", "several effects on the first draw of a draw step", "616.1")
    return (amount - 1) * each + 1


def from_top(draft: Draft, seat: int, top: int, wanted: Amount, zone: str, what: str) -> tuple[Amount, int]:
    """Move up to ``wanted`` cards of one run of a library to a zone.

    In: ``top``, the row of the run; ``what``, the words of the event. Out: how many cards moved, and their new row.
    """
    run = draft.rows[top]
    zone = commander.instead(draft, run.cls, zone)
    whole = at_least(wanted, run.n, "121.2")
    taken = run.n if whole else wanted
    if whole:
        set_seq(draft, library(seat), tuple(h for h in draft.seqs[library(seat)] if h != top))
        apply(draft, Event(DROP, "", top, "", run.n))
    else:
        apply(draft, Event(COUNT, "", top, "", run.n - taken))
    draft.news = True
    return taken, new_row(
        draft, what, Row(commander.carried(run.cls.but("zone", zone), run.cls), NO_NUM, taken, NO_REFS)
    )


def shuffle(draft: Draft, seat: int) -> None:
    """A player shuffles their library (701.24): its order is random unless all its cards are alike."""
    tell(draft, "shuffled", player(seat))
    seq = draft.seqs.get(library(seat), ())
    by_class: dict[object, int] = {}
    for handle in seq:
        cls = draft.rows[handle].cls
        if cls in by_class:
            kept = by_class[cls]
            apply(draft, Event(COUNT, "", kept, "", draft.rows[kept].n + draft.rows[handle].n))
            apply(draft, Event(DROP, "", handle))
        else:
            by_class[cls] = handle
    set_seq(draft, library(seat), tuple(by_class.values()))
    them = draft.rows[player(seat)].cls
    if len(by_class) > 1:
        turn_into(draft, "", player(seat), them.with_prop(SHUFFLED, True).with_prop(PARTLY_SHUFFLED, False))
        put_in_order(draft, seat)
    else:
        known_again(draft, seat)


def shuffle_in(draft: Draft, seat: int, handle: int) -> int:
    """Shuffle a row of cards into its owner's library (701.24); its row there, -1 where it joined others."""
    set_seq(draft, library(seat), (handle, *draft.seqs.get(library(seat), ())))
    shuffle(draft, seat)
    return handle if handle in draft.rows else -1


# --- mana pool -----------------------------------------------------------------------------------


def add_mana(draft: Draft, seat: int, kind: str, amount: Amount, only: str = "", until: str = "") -> None:
    """Add mana of one kind to a player's pool (106.4). No mana for who has left.

    ``only``: what it may be spent on (106.6); ``until``: how long it stays as steps and phases end (500.5).
    """
    assert kind in MANA_KINDS, kind
    if is_zero(amount, "106.4") or not in_game(draft, seat):
        return
    add(draft, "added mana", player(seat), MANA + Unit(kind, until, only).name, amount)
    tally(draft, f"{COUNT_MANA_OF}{kind}", amount)


def spend_mana(draft: Draft, seat: int, kind: str, amount: Amount) -> None:
    """Take mana out of a player's pool as payment."""
    add(draft, "spent mana", player(seat), MANA + kind, -amount)
