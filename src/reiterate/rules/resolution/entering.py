"""Cards put onto the battlefield by one effect: at the same time (610.3, 603.6a), Auras attached to something (303.4f)."""

from __future__ import annotations

from reiterate.amounts import Amount
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import in_game, single_out
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import commander, zones
from reiterate.rules.events.attaching import could_enchant
from reiterate.rules.resolution import stacking
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Reference, Row, make_class, one
from reiterate.state.properties import CARD, COUNTER, HOST
from reiterate.terms.effects_zones import ReturnToBattlefield


def enter_cards(draft: Draft, cards: list[tuple[int, int]], effect: ReturnToBattlefield) -> list[int]:
    """Put rows of cards onto the battlefield, each under the control of a seat; the rows of the permanents.

    An Aura with nothing to enchant stays where it is (303.4g), and so does a card whose front face is no permanent (712.14b).
    """
    hosts: list[tuple[int, int, int | None]] = []
    for handle, seat in cards:
        if not in_game(draft, seat):  # 800.4b
            continue
        if {"instant", "sorcery"} & set(proto_of(draft.rows[handle].cls).types):
            continue
        if "Aura" not in proto_of(draft.rows[handle].cls).subtypes:
            hosts.append((handle, seat, None))
            continue
        host = _host(draft, handle, seat, [card for card, _ in cards])
        hosts += [(handle, seat, host)] if host is not None else []
    return zones.to_battlefield(draft, [(h, _permanent(draft, h, seat, host, effect)) for h, seat, host in hosts])


def _host(draft: Draft, handle: int, seat: int, entering: list[int]) -> int | None:
    """What an Aura is attached to as its controller chooses (303.4f): nothing that enters with it."""
    spec = stacking.aura_spec(proto_of(draft.rows[handle].cls))
    rows = tuple(h for h in could_enchant(draft, spec, seat, handle) if h not in entering)
    if not rows:
        return None
    chosen = decide(draft, Question("object", seat, rows=rows, text="what the Aura enchants"))
    return single_out(draft, chosen.picks[0][0])


def _permanent(draft: Draft, handle: int, seat: int, host: int | None, effect: ReturnToBattlefield) -> Row:
    """The row that a card becomes: tapped, with counters, attached as the effect says."""
    row = draft.rows[handle]
    refs: dict[str, Reference] = {} if host is None else {HOST: one(host)}
    num: dict[str, Amount] = {}
    if effect.counter:
        num[f"{COUNTER}{effect.counter}"] = effect.counters  # beside what else it enters with (objects.as_it_enters)
    cls = make_class(
        CARD,
        BATTLEFIELD,
        proto=proto_of(row.cls),
        owner=row.cls.owner,
        controller=seat,
        tapped=effect.tapped,
        sick=True,
    )
    return Row(commander.carried(cls, row.cls), num, row.n, refs)
