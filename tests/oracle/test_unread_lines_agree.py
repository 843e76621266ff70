"""Lines that are read, told by their shape as if they were not: the shape says no more than the reading does.

Each event that is read of a trigger is the event of the whole ability, and each set that is read of a static ability is
its subject. Nothing that happens by itself is taken for something to be used.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import msgspec

from reiterate.oracle.clause import read_line
from reiterate.oracle.compile import context_of, lines_of
from reiterate.oracle.face import front, proto_of
from reiterate.oracle.unread_lines import of_line
from reiterate.terms.abilities import (
    Activated,
    Carried,
    Inert,
    Keyword,
    NotUnderstood,
    SpellCosts,
    Static,
    Triggered,
    Unmet,
    Watched,
    is_mana_ability,
)
from reiterate.terms.base import Ability
from tests.support.files import needs_data, require_data

CARDS = "cards.jsonl"
pytestmark = needs_data(CARDS)

#: One card of so many is looked at.
STRIDE = 40

#: What a card does as it enters, among static abilities.
ENTERING = "Enters"


def _from_exile(ability: Ability) -> bool:
    """Whether an ability of a card works in exile, where a way of casting it may have put the card."""
    return isinstance(ability, Triggered) and ability.zone == "exile"


def agrees(told: NotUnderstood, read: tuple[Ability, ...]) -> bool:
    """Whether what the shape of a line says holds of its abilities."""
    first: Any = read[0]
    if isinstance(told, Watched):
        return len(read) == 1 and isinstance(first, Triggered) and first.trigger == told.trigger
    if isinstance(told, Carried) and told.what == "activated":
        used = [each for each in read if isinstance(each, Activated)]
        zones = all(each.zone in told.zones for each in used)
        return len(used) == len(read) and zones and (told.mana or not any(map(is_mana_ability, used)))
    if isinstance(told, Carried):
        kinds = (SpellCosts, Keyword, Static)
        return all(isinstance(each, kinds) or getattr(each, "action", "") or _from_exile(each) for each in read)
    if not isinstance(told, Unmet):
        return True
    if not all(isinstance(each, Static) for each in read):
        return False
    effects: list[Any] = [each.effect for each in read if isinstance(each, Static)]
    if told.event == "enters":
        return all(type(effect).__name__.startswith(ENTERING) for effect in effects)
    if told.event == "subject":
        subjects = [getattr(effect, "subject", getattr(effect, "filter", told.subject)) for effect in effects]
        return all(subject == told.subject for subject in subjects)
    return True


def test_shapes_say_no_more_than_readings() -> None:
    counted: Counter[str] = Counter()
    wrong = []
    for line in require_data(CARDS).read_bytes().splitlines()[::STRIDE]:
        face = front(msgspec.json.decode(line))
        proto = proto_of(face)
        lines = lines_of(str(face.get("oracle_text") or ""))
        context = context_of(proto, lines)
        for text in lines:
            read = read_line(text, context)
            if not read or any(isinstance(each, (NotUnderstood, Inert)) for each in read):
                continue
            told = of_line(NotUnderstood(text, 0, 0), proto.name, proto.types, partial(read_line, context=context))
            counted[type(told).__name__] += 1
            if not agrees(told, read):
                wrong.append((proto.name, text, told))
    assert wrong == []
    assert counted["Watched"] > 100
    assert counted["Carried"] > 100
    assert counted["Unmet"] > 10
