"""What is offered on a board, compared with the enumeration by trying."""

from __future__ import annotations

import random

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import CAST, Choice
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.resolution.stacking import specs_of
from reiterate.state.model import State
from tests.rules.decisions.brute_choices import Tried, key

#: Ways of choosing one option that are written out.
LIMIT = 4_000


def check_board(state: State, seed: int = 0) -> int:
    """Everything offered is legal, everything legal is offered, in the same words; how many choices that are."""
    found = options(state)
    marked = {(option.verb, option.row) for option in found if option.unknown}
    offered = set()
    cut = set()
    for option in found:
        some = list(instances(state, option, LIMIT))
        if len(some) == LIMIT or (option.slot("x") is not None and option.slot("x").high == -1):  # type: ignore[union-attr] # it is there
            cut.add((option.verb, option.row, option.index, frozenset(option.how)))
        for choice in some:
            try:
                made = key(state, choice)
            except Unsupported:
                continue
            assert made is not None, f"offered and refused: {choice} of {option}"
            offered.add(made)
    tried = Tried(state, random.Random(seed))
    for made, choice in tried.legal.items():
        if (choice.verb, choice.row) in marked:
            continue
        assert covers(state, found, choice), f"legal and not offered: {choice}"
        if (choice.verb, choice.row, choice.index, frozenset(choice.how)) not in cut:
            assert made in offered, f"legal and no way of an option: {choice}"
    for verb, row in {(choice.verb, choice.row) for choice in tried.untold if may_be_aimed(state, choice)}:
        there = any(option.row == row and (option.unknown or option.verb == verb) for option in found)
        assert there, f"what can't be told of {verb} {row} is left out"
    return len(tried.legal)


def may_be_aimed(state: State, choice: Choice) -> bool:
    """Whether each target has something to choose. Otherwise it is told: nothing can be done, whatever it would cost (601.2c)."""
    if choice.verb != CAST:
        return True
    specs = specs_of(proto_of(state.rows[choice.row].cls), choice.how)
    return all(spec.optional or legal_targets(state, spec, choice.player, choice.row, casting=True) for spec in specs)
