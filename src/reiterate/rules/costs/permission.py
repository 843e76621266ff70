"""Cards that may be played from where they lie, or without paying their mana costs (601.3, 305.1, 118.9)."""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.faces import FORETELL, FORETOLD, PLOTTED
from reiterate.rules.characteristics.continuous_effects import IN_LATER_TURNS
from reiterate.rules.characteristics.evaluate import condition_holds, matches
from reiterate.rules.characteristics.printed_characteristics import is_unknown, proto_of
from reiterate.rules.events.library import known_order, library
from reiterate.rules.events.replacement import in_force
from reiterate.state.model import EXILE, GRAVEYARD, HAND, LIBRARY, Class, State
from reiterate.state.properties import FLASHBACK, MAY_ONLY_CAST, MAY_PLAY
from reiterate.terms.abilities import Static
from reiterate.terms.filters import Filter
from reiterate.terms.static_effects import MayCastFrom, MayPlay

#: The ways of casting that replace the mana cost (118.9), and the only zone that each of some is for.
FREE: Final = "no mana cost"
ALTERNATIVE: Final = "alternative cost"
ALTERNATIVES: Final = {
    "flashback": GRAVEYARD,
    "jump-start": GRAVEYARD,
    "retrace": GRAVEYARD,
    "escape": GRAVEYARD,
    ALTERNATIVE: "",
    "evoke": "",
    "dash": "",
    "blitz": "",
    "spectacle": "",
    "surge": "",
    "warp": HAND,
    FORETELL: EXILE,
    FREE: "",
}
#: Of these the ones that leave the mana cost to be paid, with something more.
AS_WELL: Final = ("jump-start", "retrace")


def alternatives(how: tuple[str, ...]) -> tuple[str, ...]:
    """The alternative costs among the ways of casting that were named."""
    return tuple(word for word in how if word in ALTERNATIVES)


def own(state: State, handle: int) -> MayCastFrom | None:
    """The ability of a card itself that lets it be cast from where it is, whether its condition holds or not."""
    cls = state.rows[handle].cls
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom) and ability.effect.zone == cls.zone:
            return ability.effect
    return None


def own_holds(state: State, handle: int) -> bool:
    """Whether the condition of such an ability holds, of any of them."""
    cls = state.rows[handle].cls
    return any(
        a.condition is None or condition_holds(state, a.condition, handle)
        for a in proto_of(cls).abilities
        if isinstance(a, Static) and isinstance(a.effect, MayCastFrom) and a.effect.zone == cls.zone
    )


def let(state: State, handle: int, seat: int, land: bool = False) -> bool:
    """Whether an effect lets a player play a card from where it is, for its costs. Raises where it reads an unknown card."""
    cls = state.rows[handle].cls
    if cls.zone == EXILE and _may_play(cls) and cls.owner == seat:
        return not (land and cls.prop(MAY_ONLY_CAST))
    return _in_force(state, handle, seat, free=False, land=land)


def _may_play(cls: Class) -> bool:
    """Whether a card in exile may be played now for its costs: not one that may be played after this turn alone (702.185a)."""
    return MAY_PLAY in cls.by_prop and cls.prop(MAY_PLAY) not in (*IN_LATER_TURNS, PLOTTED, FORETOLD)


def is_plotted(cls: Class) -> bool:
    """Whether a card in exile became plotted in an earlier turn (702.170d)."""
    return cls.zone == EXILE and cls.prop(MAY_PLAY) == PLOTTED


def let_free(state: State, handle: int, seat: int) -> bool:
    """Whether an effect lets a player cast a card without paying its mana cost (118.9a)."""
    cls = state.rows[handle].cls
    return (is_plotted(cls) and cls.owner == seat) or _in_force(state, handle, seat, free=True)


def _in_force(state: State, handle: int, seat: int, free: bool, land: bool = False) -> bool:
    cls = state.rows[handle].cls
    for source, effect in in_force(state, MayPlay):
        if effect.zone != cls.zone or effect.free != free or state.rows[source].cls.controller != seat:
            continue
        if effect.what == ("spells" if land else "lands") or cls.owner != seat or not _lies_open(state, handle):
            continue
        assert isinstance(effect.filter, Filter)
        if land or matches(state, effect.filter, handle, seat, source):
            return True
    return False


def _lies_open(state: State, handle: int) -> bool:
    """Of a library the top card alone may be played (401.5); refused where nobody can know which one that is."""
    cls = state.rows[handle].cls
    if cls.zone != LIBRARY:
        return True
    known_order(state, cls.owner)
    return state.seqs[library(cls.owner)][0] == handle


def anywhere(state: State, handle: int, seat: int) -> bool:
    """Whether effects could let a player play a card where it is: asked before anything is worked out."""
    cls = state.rows[handle].cls
    if _may_play(cls) or is_plotted(cls) or FLASHBACK in cls.by_prop:
        return cls.owner == seat
    found = in_force(state, MayPlay)
    if not found or cls.owner != seat:
        return False
    zones = {effect.zone for source, effect in found if state.rows[source].cls.controller == seat}
    if cls.zone not in zones:
        return False
    if is_unknown(cls):
        return True
    return let(state, handle, seat, "land" in proto_of(cls).types) or let_free(state, handle, seat)


def top(state: State, seat: int) -> int:
    """The top card of a player's library if an effect lets them play cards from there, else -1."""
    zones = {e.zone for source, e in in_force(state, MayPlay) if state.rows[source].cls.controller == seat}
    cards = state.seqs.get(library(seat), ()) if LIBRARY in zones else ()
    return cards[0] if cards else -1


def has_flashback(cls: Class) -> bool:
    """Whether a card in a graveyard was given flashback for its mana cost."""
    return cls.zone == GRAVEYARD and FLASHBACK in cls.by_prop
