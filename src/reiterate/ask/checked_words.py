"""What an accepted certificate proves in words: the lines of ``reiterate check``."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Formula, digits_text
from reiterate.ask.checked import Checked, Choices, ClauseBeside, ProvedGain, ProvedNeed, Repeated, Row, Unowned
from reiterate.ask.start_words import amount_name, data_words, start_lines
from reiterate.refusals import EDITION
from reiterate.state.properties import N
from reiterate.untrusted_text import clean, quoted

#: Said where some card was compared with no card of its name, or is another.
NOT_COMPARED: Final = "not checked: that the cards are those of their names"
COMPARED: Final = "the cards are those of their names"
#: The state of a clause that a person assumes not to matter.
ASSUMED: Final = "assumed"
NO_CARD: Final = "words of no card"

_UNREAD: Final = "not checked: that the script's next sentence fits nothing where the chain stops"
DRAW: Final = ", and it is a draw by itself: nobody could do anything else [104.4b]"
_LEFT: Final = "it stops there: the position has left the shapes of the loop"
_OTHER_CHOICES: Final = "not checked: that the choices behind the last segment are what the loop does next"
_NOTHING_SAID: Final = "nothing is said of them"

#: What counts objects, in words.
COUNTED: Final = {"n": "objects", "n|count": "members that differ", "n|width": "members of each kind"}


def checked_lines(found: Checked) -> list[str]:
    """The answer in words: what was proved, what was not, and of which position."""
    pieces = f"segments: {len(found.segments)}, guards: {found.guards.text()}"
    assumed = [each for each in found.clauses if each.state == ASSUMED]
    proved = "proved" if not assumed else "proved, assuming what is said below"
    lines = [accepted_words(found), "", f"base, step, closed, guards, after: {proved} ({pieces})"]
    lines += [clause_words(each) for each in (*assumed, *(each for each in found.clauses if each not in assumed))]
    lines += [f"choices: {choices_words(each)}" for each in found.choices]
    if found.kind == "loop":
        lines.append(f"kept up by: {found.kept_up_by}{DRAW if found.draw else ''}")
    lines += [f"gains: {gain_words(gain)}" for gain in found.gains]
    lines.append(f"needs: {needs_words(found.needs)}")
    lines += end_lines(found)
    lines += cards_lines(found)
    lines += ["", "proved of this position:"]
    lines.append(f"  edition of the rules: {EDITION}")
    lines.append(f"  start: sha256 {found.start_digest}")
    lines.append(f"  cards: sha256 {found.terms}")
    return lines + start_lines(found.start, found.other_cards)


def cards_lines(found: Checked) -> list[str]:
    """Whether the cards are those of their names, which are not, and what else stands there that no card says."""
    lines = [COMPARED if found.proved_cards else NOT_COMPARED]
    if found.other_cards:
        lines.append(f"  of another card, or of none: {', '.join(map(quoted, found.other_cards))}")
    return lines + [f"  {NO_CARD}: {unowned_words(each)}" for each in found.unowned]


def unowned_words(said: Unowned) -> str:
    """Words of no card, as they are written: where they stand, and what they say."""
    return f"{clean(said.place)} of {row_words(said.row)}: {data_words(said.written)}"


def clause_words(clause: ClauseBeside) -> str:
    """A clause that is not understood, and what has to hold for it."""
    kind = f" {clause.kind}" if clause.kind else ""
    return f"{clause.state}{kind}: {quoted(clause.card)}: {quoted(clause.text)}: {clean(clause.obligation)}"


def assumed_words(found: Checked) -> list[str]:
    """What was assumed of clauses that are not understood, as all answers say it."""
    return [f'{each.card}: "{each.text}" does not matter' for each in found.clauses if each.state == ASSUMED]


def accepted_words(found: Checked) -> str:
    """What is accepted, in one sentence."""
    size = "without end"
    if found.iterations is not None:
        whole = f"{found.iterations.text()} whole iterations"
        size = f"for {whole if found.alike else periods_words(found.segments)}"
    what = f"the loop goes on {size}" if found.kind == "loop" else "what is done once is legal"
    assumed = any(each.state == ASSUMED for each in found.clauses)
    return f"accepted{', assuming what is said below' if assumed else ''}: {what}"


#: So many segments are told one by one.
_SEGMENTS_TOLD: Final = 3


def periods_words(segments: list[Repeated]) -> str:
    """How often what is repeated: periods by their choices, since a file divides the choices into iterations as it likes."""
    told: list[tuple[int | Formula, str]] = []
    for each in segments:
        many = 0 if each.periods is None else each.periods.whole
        size = of_choices(each)
        if told and told[-1][1] == size:
            many += told.pop()[0]
        told.append((many, size))
    if len(told) > _SEGMENTS_TOLD:
        return f"{_counted(sum(many for many, _ in told), 'period')} of different sizes, in {len(told)} parts"
    return ", then ".join(f"{_counted(many, 'period')} of {size}" for many, size in told)


def of_choices(each: Repeated) -> str:
    """The size of a period."""
    choices = _counted(each.choices.whole, "choice")
    return f"{choices} and {_counted(each.blocks.whole, 'block')} of rounds" if each.blocks.amount else choices


def _counted(many: int | Formula, what: str) -> str:
    return f"{digits_text(many)} {what}{'' if many == 1 else 's'}"


def end_lines(found: Checked) -> list[str]:
    """Where a chain stops, and what was not checked of that."""
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
    number = row.number.text()
    name = row.player or (quoted(row.name) if row.name else "")
    return f"{name} (row {number})" if name else f"row {number}"


def gain_words(gain: ProvedGain) -> str:
    """A gain: what grows, how, and how much there is in all."""
    words = COUNTED.get(gain.name, amount_name(gain.name))
    what = words if gain.row is None else f"{words} of {row_words(gain.row)}"
    nothing = "" if gain.alone else " (nothing by itself)"
    if gain.most is None:
        return f"infinite {what}{nothing}"
    return f"{gain.size} {what}: {gain.most} in all{nothing}"


def need_words(need: ProvedNeed) -> str:
    """A need: the row, what of it, or the least of an amount."""
    row = row_words(need.row)
    if need.what == N:
        return row
    if not need.least.amount:
        return f"{row} {need.what}"
    return f"{need.least.text()} {amount_name(need.what)} of {row}"


def needs_words(needs: list[ProvedNeed] | None) -> str:
    """What the start needs."""
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
