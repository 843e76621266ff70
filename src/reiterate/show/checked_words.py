"""What an accepted certificate proves in words: the lines of ``reiterate check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reiterate.amounts import digits_text
from reiterate.later import Later
from reiterate.show.checked import Checked, Choices, Clause, Gain, Need, Row
from reiterate.show.start_words import amount_name, start_lines
from reiterate.shown_text import clean, quoted
from reiterate.state.properties import N

if TYPE_CHECKING:
    from reiterate.check import small_values
else:
    small_values = Later("reiterate.check.small_values")

#: Said where some card was compared with no card of its name, or is another.
NOT_COMPARED: Final = "not checked: that the cards are those of their names"
COMPARED: Final = "the cards are those of their names"

_UNREAD: Final = "not checked: that the script's next sentence fits nothing where the chain stops"
_DRAW: Final = ", and it is a draw by itself: nobody could do anything else [104.4b]"
_LEFT: Final = "it stops there: the position has left the shapes of the loop"
_OTHER_CHOICES: Final = "not checked: that the choices behind the last segment are what the loop does next"
_NOTHING_SAID: Final = "nothing is said of them"

#: What counts objects, in words.
_COUNTED: Final = {"n": "objects", "n|count": "members that differ", "n|width": "members of each kind"}


def checked_lines(found: Checked) -> list[str]:
    """The answer in words: what was proved, what was not, and of which position."""
    size = "without end"
    if not found.endless:
        size = f"for {digits_text(small_values.whole(found.iterations))} whole iterations"
    what = f"the loop goes on {size}" if found.kind == "loop" else "what is done once is legal"
    pieces = f"segments: {found.segments.text()}, guards: {found.guards.text()}"
    assumed = [each for each in found.clauses if each.state == "assumed"]
    proved = "proved" if not assumed else "proved, assuming what is said below"
    lines = [f"accepted{', assuming what is said below' if assumed else ''}: {what}", ""]
    lines.append(f"base, step, closed, guards, after: {proved} ({pieces})")
    lines += [clause_words(each) for each in (*assumed, *(each for each in found.clauses if each not in assumed))]
    lines += [f"choices: {choices_words(each)}" for each in found.choices]
    if found.kind == "loop":
        lines.append(f"kept up by: {found.kept_up_by}{_DRAW if found.draw else ''}")
    lines += [f"gains: {gain_words(gain)}" for gain in found.gains]
    lines.append(f"needs: {_needs_words(found.needs)}")
    lines += _end_lines(found)
    lines.append(NOT_COMPARED if found.other_cards else COMPARED)
    if found.other_cards:
        lines.append(f"  of another card, or of none: {', '.join(map(quoted, found.other_cards))}")
    lines += ["", "proved of this position:"]
    lines.append(f"  edition of the rules: {found.edition}")
    lines.append(f"  start: sha256 {found.start_digest}")
    lines.append(f"  cards: sha256 {found.terms}")
    return lines + start_lines(found.start, found.other_cards)


def clause_words(clause: Clause) -> str:
    """A clause that is not understood, and what has to hold for it."""
    kind = f" {clause.kind}" if clause.kind else ""
    return f"{clause.state}{kind}: {quoted(clause.card)}: {quoted(clause.text)}: {clean(clause.obligation)}"


def _end_lines(found: Checked) -> list[str]:
    lines: list[str] = []
    if found.end == "unread":
        lines.append(_LEFT if found.left else _UNREAD)
    elif found.end == "over":
        lines.append(f"it stops there: the game is over ({clean(found.outcome)})")
    elif found.end not in ("endless", "done"):
        lines.append(f"it stops there: a choice is not legal: {clean(found.refused)}")
    return lines if found.follows else [*lines, _OTHER_CHOICES]


def row_words(row: Row) -> str:
    """A row: the name of its card in quotes, or the player, where there is one."""
    name = row.player or (quoted(row.name) if row.name else "")
    return f"{name} (row {row.number})" if name else f"row {row.number}"


def gain_words(gain: Gain) -> str:
    """A gain: what grows, how, and how much there is in all."""
    words = _COUNTED.get(gain.name, amount_name(gain.name))
    what = words if gain.row is None else f"{words} of {row_words(gain.row)}"
    nothing = "" if gain.alone else " (nothing by itself)"
    if gain.most is None:
        return f"infinite {what}{nothing}"
    return f"{gain.size} {what}: {gain.most} in all{nothing}"


def need_words(need: Need) -> str:
    """A need: the row, what of it, or the least of an amount."""
    row = row_words(need.row)
    if need.what == N:
        return row
    if not need.least.amount:
        return f"{row} {need.what}"
    return f"{need.least.text()} {amount_name(need.what)} of {row}"


def _needs_words(needs: list[Need] | None) -> str:
    if needs is None:
        return _NOTHING_SAID
    return ", ".join(map(need_words, needs)) or "nothing that could be taken away"


def choices_words(stated: Choices | None) -> str:
    """What was proved of the choices of a segment."""
    if stated is None:
        return _NOTHING_SAID
    acts = "somebody acts" if stated.acts else "nobody acts"
    unknown = stated.unknown.text()
    open_ = f", {unknown} not shown to be the only answer" if stated.unknown.amount else ""
    could = f"; other actions that could be taken: {stated.others.text()}"
    size = "" if stated.until is None else f" (up to period {stated.until.text()})"
    return f"{acts}{open_}{could}{size}"
