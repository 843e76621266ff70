"""Blocks that have lemmas from few rounds on, and facts of a state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from reiterate.script import script
from reiterate.script.expect import look_up
from reiterate.state.model import State


@contextmanager
def lemmas_from(rounds: int) -> Iterator[None]:
    """Blocks of more rounds than these are not simply played."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script, "ROUNDS_PLAYED", rounds)
        patch.setattr(script, "ROUNDS_OF_BLOCKS", rounds)
        yield


def fact(state: State, path: str) -> str:
    found = look_up(state, path, {})
    assert isinstance(found, str), found
    return found
