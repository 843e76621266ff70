"""Protection from a quality (702.16), and the colours of objects in any zone (105.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.characteristics.evaluate import recolored, statics, view
from reiterate.rules.characteristics.layer_effects import has_part_in
from reiterate.rules.characteristics.printed_characteristics import filter_holds, printed, refuse_unknown
from reiterate.state.model import BATTLEFIELD, STACK, Row, State
from reiterate.state.properties import ABILITY, CHOSEN_COLOR
from reiterate.terms.abilities import Keyword
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.references import Filter
from reiterate.terms.static_effects import Are

#: Qualities by the number of an object's colors (105.2).
_BY_COLORS: Final[dict[str, Callable[[int], bool]]] = {
    "multicolored": lambda colors: colors > 1,
    "monocolored": lambda colors: colors == 1,
    "colorless": lambda colors: colors == 0,
    "all colors": lambda colors: colors > 0,
    "each color": lambda colors: colors > 0,
}


def protected(state: State, handle: int, source: int, last: Row | None = None, casting: bool = False) -> bool:
    """Whether a permanent has protection from a source.

    ``last``: the source's last row, if it is gone. ``casting``: the source is a card whose casting is looked at.
    """
    row = state.rows.get(source, last)
    if row is None or row.cls.proto is None:
        return False
    chars = view(state, handle)
    if "protection" not in chars.keywords:
        return False
    return any(
        isinstance(a, Keyword)
        and a.name == "protection"
        and has_quality(state, a.parameter, source, row, handle, casting)
        for a in chars.abilities
    )


def hexproof(state: State, handle: int, source: int, last: Row | None = None, casting: bool = False) -> bool:
    """Whether what an opponent controls can't target a permanent with hexproof: that from a quality asks for the source (702.11d)."""
    row = state.rows.get(source, last)
    found = [a for a in view(state, handle).abilities if isinstance(a, Keyword) and a.name == "hexproof"]
    if not found or any(not a.parameter for a in found):
        return True
    if row is None or row.cls.proto is None:
        raise unsupported("rule-702.11d", "hexproof from a quality of a source that is not known", "702.11d")
    return any(has_quality(state, a.parameter, source, row, handle, casting) for a in found)


def has_quality(state: State, parameter: str, source: int, row: Row, of: int, casting: bool = False) -> bool:
    """Whether an object has the quality of "from red", "from creatures", "from Humans", "from everything".

    ``casting``: the object is being cast. ``of``: what has protection; the chosen colour is the one chosen as that entered (607.2d).
    """
    quality = parameter.removeprefix("from ")
    if quality == "everything":
        return True
    here = source in state.rows
    if quality == "the chosen color":
        chosen = state.rows[of].cls.prop(CHOSEN_COLOR, "")
        return chosen in (colors_of(state, source) if here else printed(row.cls).colors)
    if quality in COLOR_WORDS or quality in _BY_COLORS:
        colors = colors_of(state, source) if here else printed(row.cls).colors
        return COLOR_WORDS[quality] in colors if quality in COLOR_WORDS else _BY_COLORS[quality](len(colors))
    if quality == "colored spells":
        if not casting and (row.cls.zone != STACK or row.cls.kind == ABILITY):
            return False
        return bool(colors_of(state, source) if here else printed(row.cls).colors)
    chars = view(state, source) if here and row.cls.zone == BATTLEFIELD else recolored(state, row)
    plain = {"sorceries": "sorcery"}.get(quality, quality.removesuffix("s"))
    if quality.islower():
        return filter_holds(Filter(types=(plain,)), row, chars, row.cls.controller)
    names = (quality, quality.removesuffix("s"), quality.removesuffix("ves") + "f")
    return any(filter_holds(Filter(subtypes=(name,)), row, chars, row.cls.controller) for name in names)


def colors_of(state: State, handle: int) -> tuple[str, ...]:
    """The colours of an object in any zone (105.2), with effects that reach all zones."""
    row = state.rows[handle]
    if row.cls.zone == BATTLEFIELD:
        return view(state, handle).colors
    made = recolored(state, row)
    if not any(
        isinstance(a.effect, Are) and a.effect.everywhere and has_part_in(a.effect, "5")
        for _, a in statics(state).applied
    ):
        refuse_unknown(row.cls, "a colour", "105.2")
    return (printed(row.cls) if made is None else made).colors
