"""Who keeps a loop up along its chain, and whether it is a draw by itself (104.4b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from reiterate.certify.choices import Seen, Watch, ends_step, holders
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.keeping_up import stops_alone
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.influence import limited
from reiterate.state.model import State

#: Rows of the states in which the choices of plain iterations are looked at; the checker looks at no more.
_LOOKED_AT: Final = 20_000


def kept_up_by(value: dict[str, Any], keepers: Iterable[int]) -> tuple[str, Accepted] | None:
    """A certificate that says who keeps the loop up, as the checker accepts it.

    In: ``value``, the certificate as data, which is changed. ``keepers``: seats, 0 for p1. Where the checker refuses these, the
    certificate says "unknown". Out: its text, and what the checker says of it; None where it refuses that as well.
    """
    for who in (sorted(keepers), "unknown"):
        value["claim"] |= {"kept_up_by": who, "draw": False}
        text = canonical(value)
        checked = check(text)
        if isinstance(checked, Accepted):
            return text, checked
    return None


class Keeping:
    """Who keeps a loop up along its chain, and whether it is a draw by itself (104.4b)."""

    __slots__ = ("acting", "could", "doubtful", "left", "turns", "unsaid")

    def __init__(self) -> None:
        self.acting: set[int] = set()
        self.doubtful: set[int] = set()
        self.unsaid = False
        self.turns = False  # whether a step ends in the loop
        self.could = False  # whether somebody could do something else, or that is not known
        self.left = _LOOKED_AT

    def see(self, state: State, choice: Choice) -> None:
        """A choice that is played plainly."""
        self.left -= len(state.rows)
        if self.left < 0:
            self.unsaid = True
            return
        seen = Seen(state, choice)
        self.unsaid |= seen.unknown
        self.could |= bool(seen.could) or seen.hidden or any(True for _ in holders(state))
        self.turns |= ends_step(state, choice)
        self._one(seen.role, choice.player)

    def say_nothing(self) -> None:
        """Choices of which nothing is said."""
        self.unsaid = True

    def segment(self, stated: dict[str, Any], watch: Watch) -> None:
        """Note one more period. In: ``stated``, what is stated of its choices. ``watch``: who made them, and what was seen as they were made."""
        for role, player in zip(stated["roles"], watch.players, strict=True):
            self._one("unknown" if stated["until"] and role not in ("passes", "acts") else role, player)
        self.turns |= watch.turns
        self.could |= bool(stated["until"] or stated["could"] or stated["unseen"]) or watch.hidden

    def _one(self, role: str, player: int) -> None:
        if role == "acts":
            self.acting.add(player)
        elif role == "unknown":
            self.doubtful.add(player)
        elif role == "declines":
            self.could = True  # what follows "unless" could be done (732.6)

    def json(self, endless: bool, start: State) -> dict[str, Any]:
        """What a certificate claims of the loop: "kept_up_by", a list of seats, "nobody" or "unknown"; and "draw".

        In: whether the loop is endless; the position at its start.
        """
        acting = bool(self.acting) and (len(self.acting) > 1 or self.turns or not stops_alone(start))
        if self.unsaid or self.doubtful - self.acting or acting:
            who: str | list[int] = "unknown"
        else:
            who = sorted(self.acting) or "nobody"
        return {"kept_up_by": who, "draw": endless and who == "nobody" and not self.could and not limited(start)}
