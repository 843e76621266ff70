"""Second loops in which a permanent that taps for mana is any other one of its kind, and taps for more.
Part of the solver: the answer.

A loop may tap a permanent, untap it and spend all its mana. With one that taps for more, each iteration leaves the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final

from reiterate.loops.loop import Loop
from reiterate.loops.play import play
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE
from reiterate.rules.access.state_access import turn_into
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.script import BodyReader
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, State, make_class, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import CARD, HOST, MANA
from reiterate.survey.moves import taps_for_mana
from reiterate.terms.abilities import Activated
from reiterate.terms.base import with_fields
from reiterate.terms.effects_mana import AddMana
from reiterate.worth.period_observations import unbounded_slots
from reiterate.worth.second_loops import LOOK_BUDGET, proved
from reiterate.worth.trials import BYSTANDERS, GREAT, OWN_WORDS

#: Makers of mana that are tried.
MAKERS: Final = 3


def richer_makers(loop: Loop, seat: int, kinds: Collection[str]) -> set[str]:
    """The kinds, among some, of which any permanent may take the place of one that a loop taps for mana.

    What it makes more becomes ever more. It has the same mana ability with more mana, which nothing in the loop is paid with, and else nothing of what was there.
    """
    if not isinstance(loop.reader, BodyReader):
        return set()
    head, body, found = loop.heads[0], loop.reader.body, set[str]()
    slot = (player(seat), f"{MANA}C/{OWN_WORDS}")
    for handle, ability in islice(_makers(loop, seat), MAKERS):
        types = view(head, handle).types
        for kind in [kind for kind in kinds if kind not in found and kind.removesuffix("s") in types]:
            others = [each for each in (kind, f"{GREAT}{kind}") if each in BYSTANDERS]
            tried = (proved(_instead(head, handle, ability, other), body) for other in others)
            if all(
                each is not None and each.endless and slot in unbounded_slots(each.segments[-1].period)
                for each in tried
            ):
                found.add(kind)
    return found


def _makers(loop: Loop, seat: int) -> Iterator[tuple[int, Activated]]:
    """The player's permanents that an iteration taps for mana, each alone of its sort, with that ability.

    What something is attached to has its part in that, and no other permanent takes its place.
    """
    state, tapped = loop.heads[0], dict[int, Activated]()
    there = state.rows
    hosts = {ref.row for row in there.values() if isinstance(ref := row.refs.get(HOST), Ref)}
    try:
        played = play(state, loop.reader, upto=LOOK_BUDGET)
        for choice in played.choices:
            row = there.get(choice.row)
            if choice.verb == ACTIVATE and row is not None and row.cls.controller == seat:
                ability = abilities_at(state, choice.row)[choice.index]
                if taps_for_mana(ability) and any(isinstance(each, AddMana) for each in ability.effects):
                    tapped.setdefault(choice.row, ability)
            state = step(state, choice)[0]
    except Unsupported:
        return
    for handle, ability in tapped.items():
        cls = there[handle].cls
        if (
            handle not in hosts
            and (cls.kind, cls.zone) == (CARD, BATTLEFIELD)
            and cls.proto is not None
            and there[handle].n == 1
        ):
            yield handle, ability


def _instead(state: State, handle: int, ability: Activated, kind: str) -> State:
    """The position with a permanent of a kind in the place of another one, under its name, which taps for more mana."""
    cls = state.rows[handle].cls
    assert cls.proto is not None
    richer = with_fields(ability, {"effects": (*ability.effects, AddMana(("C",), only=OWN_WORDS))})
    proto = with_fields(BYSTANDERS[kind], {"name": cls.proto.name, "abilities": (richer,)})
    draft = Draft(state)
    other = make_class(
        cls.kind, cls.zone, proto=proto, owner=cls.owner, controller=cls.controller, tapped=cls.tapped, props=cls.props
    )
    turn_into(draft, "", handle, other)
    return normal(draft.done())
