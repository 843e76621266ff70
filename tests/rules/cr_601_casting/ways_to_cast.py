"""Cards in hand and the ways in which they may be cast."""

from __future__ import annotations

from typing import Any

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support import written
from tests.support.boards import play


def card(text: str, types: str = "Instant", cost: str = "{2}{U}", **more: Any) -> Proto:
    """A card of these words; every line of it is understood."""
    return written.card(text, types, cost, **more)


def code(state: State, choice: Choice) -> str:
    """Why a choice is refused; "" if it is legal."""
    try:
        refused = verify(state, choice)
    except Unsupported as unknown:
        return unknown.refusal.code
    return refused.code if refused is not None else ""


def ways(state: State, row: int) -> list[tuple[str, ...]]:
    """The ways in which the options offer to cast a card; marked ones by their code."""
    found = [o for o in options(state) if o.row == row and o.verb in ("cast", "play")]
    return sorted((o.unknown,) if o.unknown else o.how for o in found)


def tell(state: State, text: str) -> State:
    """Play a sentence, which has to read back from the choice that it means."""
    choice = read_sentence(state, text)
    assert isinstance(choice, Choice), choice
    again = read_sentence(state, say(state, choice))
    assert again == choice, (say(state, choice), again)
    return play(state, choice)


def in_hand(proto: Proto, *hand: tuple[Proto, int], mana: str = "", step: str = "main1") -> tuple[State, int]:
    """A position with a card and others in the first player's hand, and mana."""
    layout = Layout(2, step=step)
    row = layout.put(proto, 0, "hand")
    for other, n in hand:
        layout.put(other, 0, "hand", n=n)
    for kind in set(mana):
        layout.set_player(0, f"mana.{kind}", mana.count(kind))
    return layout.done(), row
