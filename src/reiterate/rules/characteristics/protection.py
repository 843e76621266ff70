"""Protection from a quality (702.16), and the colours of objects in any zone (105.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.characteristics.printed_characteristics import filter_holds, printed, refuse_unknown
from reiterate.state.model import BATTLEFIELD, STACK, Row, State
from reiterate.state.properties import ABILITY, CHOSEN, CHOSEN_COLOR
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
    chars = view(state, source) if here and row.cls.zone == BATTLEFIELD else None
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
    found = list(printed(row.cls).colors)
    everywhere = False
    for source, ability in statics(state).applied:
        effect = ability.effect
        if isinstance(effect, Are) and effect.everywhere:
            everywhere = True
            word = state.rows[source].cls.prop(f"{CHOSEN}{effect.chosen}", "") if effect.chosen else ""
            found += [*effect.colors, *([word] if isinstance(word, str) and word else [])]
    if not everywhere:
        refuse_unknown(row.cls, "a colour", "105.2")
    return tuple(dict.fromkeys(found))
