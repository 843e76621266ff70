"""What an accepted certificate proves, in words and for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Final

from reiterate.amounts import digits_text
from reiterate.check.claims.form import Choosing, Gain, Need
from reiterate.check.claims.keeping_up import Keepers, named
from reiterate.check.described import COMPARED, NOT_COMPARED, amount_name, clean, digest_of, quoted, start_lines
from reiterate.check.small_values import whole
from reiterate.refusals import EDITION
from reiterate.state.model import State
from reiterate.state.properties import PLAYER, N


@dataclasses.dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted certificate proves."""

    kind: str
    endless: bool
    iterations: str
    segments: int
    guards: int
    end: str
    outcome: str
    left: bool
    gains: tuple[Gain, ...]
    choosing: tuple[Choosing | None, ...]
    kept_up_by: Keepers
    draw: bool
    needs: tuple[Need, ...] | None
    follows: bool
    refused: str
    names: Mapping[int, str]
    start: Mapping[str, Any]
    terms: str
    others: tuple[str, ...]  # names of cards that were not found to be those of their names

    def lines(self) -> list[str]:
        """The answer in words."""
        size = "without end" if self.endless else f"for {digits_text(whole(self.iterations))} whole iterations"
        what = f"the loop goes on {size}" if self.kind == "loop" else "what is done once is legal"
        found = [f"accepted: {what}", ""]
        found.append(f"base, step, closed, guards, after: proved (segments: {self.segments}, guards: {self.guards})")
        found += [f"choices: {_choosing_text(each)}" for each in self.choosing]
        if self.kind == "loop":
            draw = ", and it is a draw by itself: nobody could do anything else [104.4b]" if self.draw else ""
            found.append(f"kept up by: {named(self.kept_up_by)}{draw}")
        found += [f"gains: {self.gain_text(gain)}" for gain in self.gains]
        found.append(f"needs: {self._needs_text()}")
        if self.end == "unread":
            found.append("it stops there: the position has left the shapes of the loop" if self.left else _UNREAD)
        elif self.end not in ("endless", "done"):
            over = f"the game is over ({clean(self.outcome)})"
            refused = f"a choice is not legal: {clean(self.refused)}"
            found.append(f"it stops there: {over if self.end == 'over' else refused}")
        if not self.follows:
            found.append(_OTHER_CHOICES)
        found.append(NOT_COMPARED if self.others else COMPARED)
        if self.others:
            found.append(f"  of another card, or of none: {', '.join(map(quoted, self.others))}")
        return found + start_lines(self.start, self.terms, self.others)

    def as_json(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "format": "check/1",
            "accepted": True,
            "kind": self.kind,
            "endless": self.endless,
            "iterations": self.iterations,
            "end": self.end,
            "outcome": self.outcome,
            "proved_end": (self.end != "unread" or self.left) and self.follows,
            "segments": str(self.segments),
            "guards": str(self.guards),
            "gains": [self.gain_text(gain) for gain in self.gains],
            "choices": [_choosing_text(each) for each in self.choosing],
            "kept_up_by": named(self.kept_up_by),
            "draw": self.draw,
            "edition": EDITION,
            "start": self.start,
            "start_digest": digest_of(self.start),
            "terms": self.terms,
            "proved_cards": not self.others,
            "other_cards": list(self.others),
            "needs": "unknown" if self.needs is None else [self.need_text(need) for need in self.needs],
        }

    def row(self, handle: int) -> str:
        """A row in words: the name of its card, or the player, where there is one."""
        name = self.names.get(handle, "")
        return f"{name} (row {handle})" if name else f"row {handle}"

    def gain_text(self, gain: Gain) -> str:
        """A gain in words."""
        row, name = gain.at
        words = _COUNTED.get(name, amount_name(name))
        what = words if row < 0 else f"{words} of {self.row(row)}"
        nothing = "" if gain.alone else " (nothing by itself)"
        if gain.most is None:
            return f"infinite {what}{nothing}"
        size = digits_text(gain.most) if isinstance(gain.most, int) else gain.most.text()
        return f"{gain.size} {what}: {size} in all{nothing}"

    def need_text(self, need: Need) -> str:
        """A need in words."""
        if need.what == N:
            return self.row(need.row)
        row = self.row(need.row)
        return f"{digits_text(need.least)} {amount_name(need.what)} of {row}" if need.least else f"{row} {need.what}"

    def _needs_text(self) -> str:
        if self.needs is None:
            return "nothing is said of them"
        return ", ".join(self.need_text(need) for need in self.needs) or "nothing that could be taken away"


_UNREAD: Final = "not checked: that the script's next sentence fits nothing where the road stops"
_OTHER_CHOICES: Final = "not checked: that the choices behind the last segment are what the loop does next"


#: What counts objects, in words.
_COUNTED: Final = {"n": "objects", "n|count": "members that differ", "n|width": "members of each kind"}


def _choosing_text(stated: Choosing | None) -> str:
    if stated is None:
        return "nothing is said of them"
    acts = "somebody acts" if "acts" in stated.roles else "nobody acts"
    open_ = f", {stated.roles.count('unknown')} not shown to be the only answer" if "unknown" in stated.roles else ""
    could = f"; other actions that could be taken: {len(stated.could)}"
    size = "" if stated.until is None else f" (up to period {digits_text(stated.until)})"
    return f"{acts}{open_}{could}{size}"


def names_of(states: Iterable[State]) -> dict[int, str]:
    """The names of cards, tokens and players by row, names of cards in quotes. The first position that has a row counts."""
    found: dict[int, str] = {}
    for state in states:
        for handle, row in state.rows.items():
            name = quoted(row.cls.proto.name) if row.cls.proto is not None and row.cls.proto.name else ""
            found.setdefault(handle, f"p{row.cls.owner + 1}" if row.cls.kind == PLAYER else name)
    return found
