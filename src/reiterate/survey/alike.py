"""Permanents that the search takes for one another: unlike only in name, subtypes, colors, size and how many they are.
Part of the solver: the search.

Which of them acts seldom matters to a loop. So the search tries one of them first and the others
later (``search``). Nothing is left out by it.
"""

from __future__ import annotations

from reiterate.rules.access.choice import ACTIVATE
from reiterate.rules.access.option_slots import Option
from reiterate.rules.characteristics.evaluate import view
from reiterate.state.amount_slots import names
from reiterate.state.model import BATTLEFIELD, Ref, State


class Alike:
    """The abilities of a position's permanents by what the search takes for the same."""

    __slots__ = ("met", "state", "tied")

    def __init__(self, state: State) -> None:
        self.state = state
        self.met: dict[tuple[object, ...], int] = {}
        self.tied = {handle for handle, row in state.rows.items() if row.refs}
        for row in state.rows.values():
            self.tied.update(ref.row for ref in row.refs.values() if isinstance(ref, Ref))

    def before(self, option: Option) -> int:
        """How many options that are taken for the same were asked about before this one.

        What refers to another object, or is referred to, is taken for nothing else.
        """
        row = self.state.rows.get(option.row)
        if option.verb != ACTIVATE or row is None or row.cls.zone != BATTLEFIELD or option.row in self.tied:
            return 0
        cls, now = row.cls, view(self.state, option.row)
        stands = (cls.kind, cls.owner, cls.controller, cls.tapped, cls.sick, cls.marks, cls.props)
        key = (stands, now.types, now.supertypes, now.abilities, tuple(names(row.num)), option.index, option.how)
        number = self.met.get(key, 0)
        self.met[key] = number + 1
        return number
