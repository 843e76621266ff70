"""Mana in a player's pool (106.4)."""

from __future__ import annotations

from reiterate.amounts import Amount, is_zero
from reiterate.rules.access.state_access import add, in_game, tally
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.properties import COUNT_MANA_OF, MANA
from reiterate.terms.symbols import MANA_KINDS


def add_mana(draft: Draft, seat: int, kind: str, amount: Amount, only: str = "") -> None:
    """Add mana of one kind to a player's pool (106.4); ``only``: what it may be spent on (106.6). No mana for who has left."""
    assert kind in MANA_KINDS, kind
    if is_zero(amount, "106.4") or not in_game(draft, seat):
        return
    add(draft, "added mana", player(seat), f"{MANA}{kind}/{only}" if only else MANA + kind, amount)
    tally(draft, f"{COUNT_MANA_OF}{kind}", amount)


def spend_mana(draft: Draft, seat: int, kind: str, amount: Amount) -> None:
    """Take mana out of a player's pool as payment."""
    add(draft, "spent mana", player(seat), MANA + kind, -amount)
