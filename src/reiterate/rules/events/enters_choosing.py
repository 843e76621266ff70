"""What is chosen for a permanent as it enters: a colour, a creature type, a player (614.1c, 607.2d)."""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import seats
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.state.events import Draft
from reiterate.state.model import Class
from reiterate.state.properties import CHOSEN, CHOSEN_PLAYER, TextName
from reiterate.terms.abilities import Static
from reiterate.terms.replacement_effects import EntersChoosing
from reiterate.terms.symbols import COLORS

#: Any creature type may be named; the empty list of words stands for all of them.
CREATURE_WORDS: Final[tuple[str, ...]] = ()


def with_choices(draft: Draft, cls: Class) -> Class:
    """The class with what its controller chooses as it enters (614.1c)."""
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, EntersChoosing):
            what = ability.effect.what
            if f"{CHOSEN}{what}" in cls.by_prop:
                continue
            words = COLORS if what == "color" else CREATURE_WORDS if what == "type" else _players(draft, cls, what)
            answer = decide(draft, Question(what, cls.controller, words=words, text=f"choose a {what}")).answer
            cls = cls.with_prop(CHOSEN_PLAYER if what == "opponent" else TextName(f"{CHOSEN}{what}"), answer)
    return cls


def _players(draft: Draft, cls: Class, what: str) -> tuple[str, ...]:
    return tuple(
        f"p{s + 1}"
        for s in seats(draft)
        if (what == "player" or s != cls.controller) and in_range(draft, cls.controller, s)  # 801.5a
    )
