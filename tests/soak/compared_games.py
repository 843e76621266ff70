"""Random games compared with the slow references of 613 and 704: every check of state-based actions, some characteristics.

While ``compared`` is open, each check that a game makes is compared with what ``tests.soak.reference_704`` says of the position before
it. A difference raises ``AssertionError`` with the rows. ``Compared`` counts what was compared and why the rest was not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.events import leaves_battlefield
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn import state_based_actions
from reiterate.state.events import DROP, NEW, REFS, SET, Event
from reiterate.state.model import BATTLEFIELD, WAITING, Row, State, player
from reiterate.state.properties import DEATHTOUCHED
from reiterate.terms.abilities import Enchant, Keyword, Static, Triggered
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed
from reiterate.terms.references import Filter, Host, That, You
from reiterate.terms.static_effects import Are, Defines, GrantAbilities, ModifyPT
from reiterate.terms.trigger_events import Dies, Leaves, ToGraveyard
from tests.soak import reference_704
from tests.soak.card_pool import pool
from tests.soak.reference_613 import Beyond, Thing, characteristics
from tests.support.as_shown import board_json, board_lines
from tests.support.boards import FOREST


def _looks_back(trigger: object) -> bool:
    """Whether an ability looks back in time (603.10a): "from anywhere" never does (603.6c)."""
    return isinstance(trigger, Dies | Leaves) or (isinstance(trigger, ToGraveyard) and trigger.origin == BATTLEFIELD)


@dataclass
class Compared:
    """How many checks were compared, how many of them with something to do, how much that left; why others weren't."""

    checks: int = 0
    events: int = 0
    remembered: int = 0
    passed_by: int = 0
    beyond: Counter[str] = field(default_factory=Counter)


def copy_of(state: State) -> State:
    """A position as it is, with nothing kept of it."""
    return State(dict(state.rows), dict(state.seqs), {}, dict(state.labels), state.fresh)


def compare_characteristics(state: State) -> dict[int, Thing]:
    """Compare every permanent's characteristics with the reference; those of the reference. Raises ``Beyond``."""
    things = characteristics(state)
    for handle, thing in things.items():
        row, seen = state.rows[handle], view(state, handle)
        said = (thing.types, thing.subtypes, thing.supertypes, thing.colors, thing.keywords)
        ours = ({*seen.types}, {*seen.subtypes}, {*seen.supertypes}, {*seen.colors}, {*seen.keywords})
        assert ours == said, f"613: {row!r} is {ours}, by the reference {said}"
        size = (power(state, handle), toughness(state, handle)) if seen.base is not None else None
        assert size == thing.size(), f"613: {row!r} is {size}, by the reference {thing.size()}"
    return things


def compare_remembered(state: State, handle: int, kept: Row) -> None:
    """Compare what is kept of a permanent that leaves with what it is by the reference (608.2h). Raises ``Beyond``."""
    thing = characteristics(state)[handle]
    last = kept.cls.prop("last known") or kept.cls.proto
    assert isinstance(last, Proto)
    words = {a.name for a in last.abilities if isinstance(a, Keyword)} - {"devoid"}
    of = {*last.subtypes} - {"*"}  # every creature type goes with the keyword where a card is kept
    said = ({*last.types}, of, {*last.colors} if "devoid" not in thing.keywords else thing.colors, words)
    ours = (thing.types, thing.subtypes - {"*"}, thing.colors, thing.keywords - {"devoid"})
    assert said == ours, f"608.2h: kept of {kept!r} is {said}, by the reference {ours}"
    size = thing.size() or (0, 0)
    assert (kept.get("last.power"), kept.get("last.toughness")) == size, f"608.2h: {kept!r}, by the reference {size}"


@contextmanager
def compared(report: Compared, every: int = 1) -> Iterator[None]:
    """While this is open, one in so many checks of state-based actions is compared, and what leaves is as it was."""
    good, good_last = state_based_actions.perform_round, leaves_battlefield.last_known

    def kept_last(draft: Any, handle: int) -> Row | None:
        kept = good_last(draft, handle)
        if kept is not None:
            try:
                compare_remembered(copy_of(draft), handle, kept)
                report.remembered += 1
            except Beyond as beyond:
                report.beyond[str(beyond)] += 1
        return kept

    def checked(draft: Any) -> bool:
        report.passed_by += 1
        if report.passed_by % every:
            return good(draft)
        before, logged = copy_of(draft), len(draft.events)
        try:
            expected = reference_704.check(before, compare_characteristics(copy_of(before)))
        except Beyond as beyond:
            report.beyond[str(beyond)] += 1
            return good(draft)
        done = good(draft)
        report.checks += 1
        report.events += not expected.nothing()
        _compare(before, draft, draft.events[logged:], expected, done)
        return done

    state_based_actions.perform_round, leaves_battlefield.last_known = checked, kept_last
    try:
        yield
    finally:
        state_based_actions.perform_round, leaves_battlefield.last_known = good, good_last


def _compare(before: State, after: State, events: list[Event], expected: reference_704.Event, done: bool) -> None:
    """Compare what a check did with what it should have done."""
    left = [r for h, r in before.rows.items() if r.cls.kind == "player" and not r.cls.prop("lost")]
    over = expected.wins or (expected.losing and len(expected.losing) >= len(left) - 1)
    assert bool(over) == (after.game.prop("ask") == "over"), f"704.5a: over {over}, {expected}"
    if over:
        return
    assert done == (not expected.nothing()) or expected.commanders, f"704.3: {done}, by the reference {expected}"
    if expected.legends:
        seats = {seat for seat, _ in expected.legends}
        assert after.game.prop("ask") == "keep" and after.game.prop("who", 0) in seats, f"704.5j: {expected}"
        _same(before, after, "704.3: before a choice something was done")
        return
    assert after.game.prop("ask") != "keep", f"704.5j: asked for nothing, {expected}"
    lost = {s for s in expected.losing if after.rows[player(s)].cls.prop("lost")}
    assert lost == expected.losing, f"704.5a: {expected}"
    for handle, row in before.rows.items():
        if row.cls.zone != BATTLEFIELD or row.cls.proto is None:
            continue
        if {row.cls.owner, row.cls.controller} & lost:
            continue
        gone = handle not in after.rows or after.rows[handle].cls.zone != BATTLEFIELD
        assert gone == (handle in expected.gone), f"704.3: {row!r} is gone: {gone}, by the reference {expected}"
        if not gone:
            _compare_left(row, after.rows[handle], handle, expected, bool(lost))
    if not lost:
        _look_back(before, events, expected)


def _compare_left(was: Row, now: Row, handle: int, expected: reference_704.Event, lost: bool) -> None:
    """What stays has the counters and attachments that it should."""
    plus, minus = (now.num.get(f"counter.{kind}", 0) for kind in ("+1/+1", "-1/-1"))
    there = tuple(was.num.get(f"counter.{kind}", 0) for kind in ("+1/+1", "-1/-1"))
    assert (plus, minus) == expected.counters.get(handle, there), f"704.5q: {was!r} has {plus}, {minus}; {expected}"
    loose = "host" in was.refs and "host" not in now.refs
    assert loose == (handle in expected.loose), f"704.5n: {was!r} is loose: {loose}; {expected}"
    assert not now.cls.prop("deathtouched"), f"704.5h: {now!r} was dealt damage before this check"
    assert lost or was.cls.controller == now.cls.controller


def _look_back(before: State, events: list[Event], expected: reference_704.Event) -> None:
    """Abilities that look back trigger before anything of the event shows: they see all of it (603.10a, 704.8)."""
    begun = ""
    for event in events:
        on = before.rows.get(event.row)
        here = on is not None and on.cls.zone == BATTLEFIELD
        drops = event.op == DROP and here and event.row in expected.gone
        counts = event.op == SET and here and event.key.startswith("counter.")
        falls = event.op == REFS and here and event.row in expected.loose
        if drops or counts or falls:
            begun = begun or repr(event)
        elif event.op == NEW and isinstance(event.value, Row) and event.value.cls.zone == WAITING:
            term = event.value.cls.term
            back = isinstance(term, Triggered) and _looks_back(term.trigger)
            assert not (back and begun), f"704.8: {term!r} triggers after {begun}"


def _same(before: State, after: State, what: str) -> None:
    for handle, row in before.rows.items():
        if row.cls.zone == BATTLEFIELD:
            now = after.rows.get(handle)
            assert now is not None and (now.cls, now.num, now.n) == (row.cls, row.num, row.n), f"{what}: {row!r}"


# --- boards on which much is to be done --------------------------------------------------------------------------

_GONE: Final = Triggered(Dies(Filter(("creature",))), (GainLife(You(), Fixed(1)),))
_ARMS: Final = Proto(
    "Gauge Arms", ("artifact",), ("Equipment",), abilities=(Static(ModifyPT(Host(), Fixed(0), Fixed(1))),)
)
_PLATE: Final = Proto(
    "Gauge Plate",
    ("artifact",),
    ("Equipment",),
    abilities=(Static(GrantAbilities(Host(), (Keyword("indestructible"),))),),
)
_REINS: Final = Proto(
    "Gauge Reins",
    ("enchantment",),
    ("Aura",),
    (),
    ("W",),
    ("1", "W"),
    abilities=(Enchant(Filter(("creature",))), Static(ModifyPT(Host(), Fixed(-1), Fixed(-1)))),
)
_HAND: Final = CardsIn("hand", You(), None)
_OWN: Final = (
    Proto("Gauge Wake", ("enchantment",), abilities=(_GONE,)),
    Proto("Gauge Bell", ("enchantment",), abilities=(Triggered(Dies(Filter()), (DealDamage(That(), You(), Fixed(1)),)),)),
    Proto("Gauge Dusk", ("enchantment",), abilities=(Static(Are(Filter(("creature",)), colors=("B",))), Static(GrantAbilities(Filter(("creature",), controller="you"), (Keyword("lifelink"),))))),
    Proto("Gauge Maro", ("creature",), (), (), (), ("1",), None, None, None, (Static(Defines(_HAND, _HAND)),)),
    Proto("Gauge King", ("creature",), (), ("legendary",), ("W",), ("1",), 2, 2),
    Proto("Gauge Rock", ("creature",), (), (), (), ("1",), 1, 5, None, (Keyword("indestructible"),)),
    Proto("Gauge Guard", ("creature",), (), (), (), ("1",), 1, 2, None, (Keyword("protection", "from artifacts"),)),
    Proto("Gauge Walker", ("planeswalker",), loyalty=2),
    Proto("Gauge Wolf", ("creature",), (), (), ("G",), ("1",), 2, 2, None, (Keyword("undying"), _GONE)),
    Proto("Gauge Ghost", ("creature",), (), (), ("B",), ("1",), 2, 2, None, (Keyword("persist"),)),
    Proto("Gauge Plague", ("enchantment",), abilities=(Static(ModifyPT(Filter(("creature",)), Fixed(0), Fixed(-1))),)),
    Proto("Gauge March", ("enchantment",), abilities=(Static(Are(Filter(("artifact",)), types=("creature",), power=1, toughness=1)),)),
)  # fmt: skip


def random_board(rng: random.Random, full: bool) -> State:
    """A position with damage, counters of both kinds, legends, loose attachments and players about to lose."""
    cards = [c for c in pool(full) if {"creature", "artifact", "enchantment", "planeswalker"} & {*c.types}]
    layout = Layout(rng.choice((2, 3)))
    layout.put(FOREST, 0)
    for seat in layout.seats():
        layout.put(FOREST, seat, "hand", seat + 2)
    hosts: list[int] = []
    attached: list[int] = []
    for _ in range(rng.randint(4, 10)):
        proto, seat = rng.choice((*_OWN, rng.choice(cards), rng.choice(cards))), rng.choice(layout.seats())
        counters: dict[str, Amount] = {}
        damage = 0
        if "creature" in proto.types:
            counters = {kind: rng.randint(1, 3) for kind in ("+1/+1", "-1/-1") if rng.random() < 0.3}
            damage = rng.choice((0, 0, 1, 2, 3))
        elif "planeswalker" in proto.types:
            counters = {"loyalty": rng.choice((0, 1, 3))}
        number = rng.choice((1, 1, 1, 2))
        row = layout.put(proto, seat, n=number, tapped=rng.random() < 0.3, counters=counters, damage=damage)
        if {"Aura", "Equipment"} & {*proto.subtypes}:
            layout.rows[row] = Row(layout.rows[row].cls, layout.rows[row].num, 1, {})
            attached.append(row)
        elif number == 1:
            hosts.append(row)
            if damage and rng.random() < 0.5:
                was = layout.rows[row]
                layout.rows[row] = Row(was.cls.with_prop(DEATHTOUCHED, True), was.num, 1, {})
    attached += [layout.put(proto, 0) for proto in (_ARMS, _PLATE, _REINS) if rng.random() < 0.5]
    for row in attached:
        if hosts and rng.random() < 0.9:
            layout.attach(row, rng.choice(hosts))
    for seat in layout.seats():
        layout.set_player(seat, "life", rng.choice((20, 20, 20, 1, 0)))
    return layout.done()


def settle_board(state: State, rng: random.Random) -> None:
    """Make mana once, so that state-based actions are checked, and answer what is asked then."""
    forest = next(h for h, row in state.rows.items() if row.cls.proto == FOREST and row.cls.zone == BATTLEFIELD)
    state = step(state, Choice("activate", 0, forest))[0]
    for _ in range(12):
        if asked(state) in ("priority", "over"):
            shown(state)
            return
        found = [choice for option in options(state) for choice in islice(instances(state, option, 6), 6)]
        state = step(state, rng.choice(found))[0]


def shown(state: State) -> None:
    """A board is shown whatever is on it, also when players have lost (800.4i): a refusal here would be our bug."""
    try:
        assert board_lines(state) and board_json(state)
    except Unsupported as refused:
        raise AssertionError(f"the board can't be shown: {refused.refusal.message}") from refused


def play_boards(number: int, full: bool, part: str = "0") -> Compared:
    """Compare on random boards; ``AssertionError`` names the number of the board that fails."""
    report = Compared()
    for i in range(number):
        rng = random.Random(f"board {part} {i}")
        state = random_board(rng, full)
        try:
            with compared(report):
                settle_board(state, rng)
        except Unsupported as refused:
            report.beyond[refused.refusal.code] += 1
        except AssertionError as failed:
            raise AssertionError(f"board {part} {i}, full={full}: {failed}") from failed
    return report


__all__ = ["Compared", "compare_characteristics", "compared", "copy_of", "play_boards"]
