"""Derived characteristics: what the continuous effects of a position make of each permanent (613).

The short way here works out granted abilities, base power and toughness and additions to them. It
holds where no two effects depend on each other and no order matters. ``layers`` works out
everything else. Conditions and quantities are read by functions that the caller hands over
(``Reading``), since they read derived characteristics in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported, unsupported
from reiterate.rules.access import below_zero
from reiterate.rules.access.influence import check_static, sees
from reiterate.rules.characteristics.layer_effects import both_paired, chosen_filter, on_one_host, reads_sizes, times_of
from reiterate.rules.characteristics.layers import Layering
from reiterate.rules.characteristics.printed_characteristics import (
    CHANGING,
    LAYER_SEVEN,
    LAYER_SIX,
    Applied,
    Characteristics,
    OrderMatters,
    Statics,
    filter_holds,
    layer_six,
    printed,
    refuse_group,
)
from reiterate.state.events import STEADY, WHOLE
from reiterate.state.model import BATTLEFIELD, Ref, Row, State
from reiterate.state.normal_form import is_single
from reiterate.state.properties import EOT_POWER, EOT_TOUGHNESS, HOST, MINUS_COUNTERS, PLUS_COUNTERS
from reiterate.terms.abilities import Static
from reiterate.terms.conditions import Condition
from reiterate.terms.effects_continuous import SetBasePT
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, Host, Paired, This
from reiterate.terms.static_effects import (
    BasePT,
    Defines,
    GrantAbilities,
    ModifyPT,
)

BUSY: Final = -3  # where ``State.view`` keeps which permanents are being worked out


class Reading(NamedTuple):
    """The functions that read conditions, quantities and comparisons of static abilities in a position."""

    condition: Callable[[State, Condition, int], bool]  # whether the condition of a source's ability holds
    quantity: Callable[[State, int, Quantity], Amount]  # the amount of a source's ability
    compares: Callable[[State, Filter, int], bool]  # whether an object has the power, toughness or mana value of a set


def derive_all(state: State, in_force: Statics, reading: Reading) -> None:
    """Work out every permanent by layers and keep the answer until anything changes."""
    in_force.whole = True
    state.view[WHOLE] = True
    conditions = _Conditions(reading)
    for _ in range(PASSES):
        layering = Layering(state, conditions.holds, reading.quantity, reading.compares)
        made = layering.run()
        for handle, chars in made.items():
            state.view[handle] = chars
        if conditions.settled(state):
            break
    else:
        raise unsupported("rule-613", "conditions on power or toughness that change what they read", "613.8")
    in_force.applied = [(h, ability) for h, chars in made.items() for ability in chars.statics]
    in_force.kinds = {type(ability.effect) for _, ability in in_force.applied}
    for _, ability in in_force.applied:
        check_static(state, ability.effect)
    if layering.steady and not in_force.volatile:
        state.view[WHOLE] = STEADY


#: How often the layers are gone through for conditions that read what comes out of them.
PASSES: Final = 5


class _Conditions:
    """Whether the conditions of static abilities hold.

    One that reads power or toughness means those that come out of all layers (613.4). What the
    condition says is taken as found, and the layers are gone through again while the outcome says
    otherwise.
    """

    __slots__ = ("asked", "known", "reading")

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.asked: dict[Applied, bool] = {}
        self.known: dict[Applied, bool] = {}

    def holds(self, state: State, ability: Static, source: int) -> bool:
        """Whether the ability's condition holds, as far as is known on this way through the layers."""
        if ability.condition is None:
            return True
        if not reads_sizes(ability):
            return self.reading.condition(state, ability.condition, source)
        at = (source, ability)
        if at not in self.asked:
            known = self.known.get(at)
            self.asked[at] = self.reading.condition(state, ability.condition, source) if known is None else known
        return self.asked[at]

    def settled(self, state: State) -> bool:
        """Whether every condition holds in the outcome just when it was taken to hold; what holds is kept."""
        self.known = {}
        for source, ability in self.asked:
            if ability.condition is not None:
                self.known[source, ability] = self.reading.condition(state, ability.condition, source)
        same = self.known == self.asked
        self.asked = {}
        return same


def elsewhere(state: State, handle: int, reading: Reading) -> Characteristics:
    """The characteristics of a card that is no permanent: as printed, with what defines its size (604.3)."""
    chars = printed(state.rows[handle].cls)
    for ability in chars.statics:
        if isinstance(ability.effect, Defines):
            up, out = ability.effect.power, ability.effect.toughness
            base = chars.base or (0, 0)
            chars = chars.copied()
            chars.base = (
                base[0] if up is None else reading.quantity(state, handle, up),
                base[1] if out is None else reading.quantity(state, handle, out),
            )
    return chars


def derive(state: State, handle: int, in_force: Statics, reading: Reading) -> Characteristics:
    """The characteristics of an object by the short way.

    Raises ``OrderMatters`` where effects depend on each other or their order matters.
    """
    row = state.rows[handle]
    cls = row.cls
    if cls.zone != BATTLEFIELD:
        return elsewhere(state, handle, reading)
    first: list[Static] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, LAYER_SIX) and _applies(state, source, ability, handle, None, reading):
            first.append(ability)
    six = layer_six(cls, tuple(first))
    second: list[tuple[int, Static]] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, LAYER_SEVEN) and _applies(state, source, ability, handle, six, reading):
            second.append((source, ability))
    if not second:
        return six
    if handle in _busy(state):
        raise OrderMatters
    state.view[BUSY] = {*_busy(state), handle}
    try:
        return _layer_seven(state, handle, six, second, reading)
    finally:
        state.view[BUSY] = _busy(state) - {handle}


def _layer_seven(
    state: State, handle: int, six: Characteristics, applied: list[tuple[int, Static]], reading: Reading
) -> Characteristics:
    """Layers 7b and 7c for static abilities (613.4b, 613.4c)."""
    made = six.copied()
    bases = {(s.effect.power, s.effect.toughness) for _, s in applied if isinstance(s.effect, BasePT)}
    if bases:
        if len(bases) > 1 or any(isinstance(m, SetBasePT) for m in state.rows[handle].cls.marks):
            raise OrderMatters
        if "creature" in made.types:  # 208.3
            made.base = next(iter(bases))
    power: Amount = 0
    toughness: Amount = 0
    for source, static in applied:
        if isinstance(static.effect, ModifyPT):
            times = times_of(state, source, handle, static.effect.subject)
            up, out = static.effect.power, static.effect.toughness
            sign = -1 if static.effect.minus else 1
            power = power + times * below_zero.result(up, reading.quantity(state, source, up)) * sign
            toughness = toughness + times * below_zero.result(out, reading.quantity(state, source, out)) * sign
    made.add = (power, toughness)
    return made


def _busy(state: State) -> set[int]:
    """The permanents whose size is being worked out: one that is asked for its size meanwhile needs the layers."""
    found = state.view.get(BUSY)
    return found if isinstance(found, set) else set()


def _applies(
    state: State, source: int, ability: Static, handle: int, six: Characteristics | None, reading: Reading
) -> bool:
    """Whether a static ability of ``source`` applies to a permanent. ``six`` is None while layer 6 is worked out."""
    if ability.condition is not None and not reading.condition(state, ability.condition, source):
        return False
    effect = ability.effect
    assert isinstance(effect, CHANGING)
    subject: object = effect.subject
    if isinstance(subject, This):
        return source == handle
    if isinstance(subject, Host):
        ref = state.rows[source].refs.get(HOST)
        here = isinstance(ref, Ref) and ref.row == handle
        if here and isinstance(effect, GrantAbilities) and on_one_host(state, source, subject):
            refuse_group(state.rows[source], effect)
        return here
    if isinstance(subject, Paired):
        return handle in both_paired(state, source)
    assert isinstance(subject, Filter)
    if subject.chosen:
        subject = chosen_filter(subject, state.rows[source])
    if subject.bare or (six is None and (subject.keyword or subject.without_keyword or subject.compare)):
        raise OrderMatters
    if subject.compare is not None or subject.hung:
        raise OrderMatters
    row = state.rows[handle]
    origin = state.rows[source]
    if source == handle and subject.another and is_single(row.n):
        return False
    if not sees(state, origin.cls.controller, handle):  # 801.10
        return False
    if isinstance(effect, GrantAbilities):
        refuse_group(origin, effect)
    return filter_holds(subject, row, six, origin.cls.controller)


def grants_to(state: State, handle: int, in_force: Statics, reading: Reading) -> list[tuple[int, GrantAbilities]]:
    """The static abilities that give a permanent abilities, with their sources (613.1f); none where the short way tells nothing of them."""
    try:
        return [
            (source, ability.effect)
            for source, ability in in_force.applied
            if isinstance(ability.effect, GrantAbilities) and _applies(state, source, ability, handle, None, reading)
        ]
    except (OrderMatters, Unsupported):
        return []


def has_pt(chars: Characteristics) -> bool:
    """Whether there is power and toughness to speak of."""
    return chars.base is not None


def toughness_with(row: Row, chars: Characteristics) -> Amount:
    """Toughness of a permanent whose characteristics are known already."""
    return power_of(row, chars) if chars.switched else toughness_of(row, chars)


def power_of(row: Row, chars: Characteristics) -> Amount:
    """The first number of a permanent before power and toughness are switched (613.4)."""
    assert chars.base is not None
    num = row.num
    total: Amount = chars.base[0] + chars.add[0]
    if num:
        total = total + num.get(EOT_POWER, 0) + num.get(PLUS_COUNTERS, 0) - num.get(MINUS_COUNTERS, 0)
    return total


def toughness_of(row: Row, chars: Characteristics) -> Amount:
    """The second number of a permanent before power and toughness are switched (613.4)."""
    assert chars.base is not None
    num = row.num
    total: Amount = chars.base[1] + chars.add[1]
    if num:
        total = total + num.get(EOT_TOUGHNESS, 0) + num.get(PLUS_COUNTERS, 0) - num.get(MINUS_COUNTERS, 0)
    return total
