"""A certificate in words: its start, and what an accepted one proves.

A certificate's start in words: players, board, stack, turn, digests.

All of it comes out of a file that somebody else wrote. So each text stands in quotes, and invisible
characters stand as their numbers. No name makes a line of the answer, and none moves what stands
beside it.

What an accepted certificate proves in words: the lines of ``reiterate check``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from reiterate.amounts import Formula, digits_text
from reiterate.ask.checked import Checked, Choices, ClauseBeside, ProvedGain, ProvedNeed, Repeated, Row, Unowned
from reiterate.lazy_module import Later
from reiterate.refusals import EDITION
from reiterate.state.properties import N
from reiterate.untrusted_text import clean, quoted

if TYPE_CHECKING:
    from reiterate.check import small_values
else:
    small_values = Later("reiterate.check.small_values")

# --- start words ---------------------------------------------------------------------------------

#: A part of a certificate as it is written.
Written = Mapping[str, Any]

#: What a name is made of that needs no quotes: behind a dot, a player, a kind of mana, a size.
_OURS: Final = re.compile(r"p[0-9]+|[WUBRGC]|[+-][0-9]+/[+-][0-9]+")
_PLAIN: Final = re.compile(r"[a-z][a-z ]*")

#: Fields of a row's class that are told by words of their own.
_TOLD: Final = frozenset({"kind", "zone", "proto", "term", "owner", "controller", "tapped", "sick", "marks", "props"})


def amount_name(name: str) -> str:
    """The name of an amount: its parts that are no words of the program's in quotes."""
    parts = name.split(".", 1)
    if not _PLAIN.fullmatch(parts[0]):
        return quoted(name)
    if len(parts) == 1:
        return name
    return f"{parts[0]}.{parts[1] if _OURS.fullmatch(parts[1]) else quoted(parts[1])}"


def start_lines(start: Written, others: Collection[str] = ()) -> list[str]:
    """A position line by line.

    Tokens and the ``others``, which no name stands for, stand there with all their words.
    """
    found: list[str] = []
    rows = start["rows"]
    for row in rows:
        if row["class"]["kind"] in ("game", "player"):
            who = "game" if row["class"]["kind"] == "game" else f"p{row['class']['owner'] + 1}"
            found.append(f"  {who}: {_details(row) or 'nothing'}")
    ordered = {handle: (name, i) for name, seq in start["seqs"].items() for i, handle in enumerate(seq)}
    zones: dict[str, list[int]] = {}
    for handle, row in enumerate(rows):
        if row["class"]["kind"] not in ("game", "player"):
            zones.setdefault(row["class"].get("zone", ""), []).append(handle)
    for zone, handles in sorted(zones.items()):
        top = ", from the top" if any(h in ordered and ordered[h][0].partition(".")[0] == zone for h in handles) else ""
        found.append(f"  {amount_name(zone) if zone else 'nowhere'}{top}:")
        for handle in sorted(handles, key=lambda h: (ordered[h] if h in ordered and top else ("", 0), h)):
            found.append(f"    {_object(handle, rows[handle], others)}")
    if "order" in start["seqs"]:
        found.append(f"  timestamps, oldest first: {_rows(start['seqs']['order'])}")
    if start["tally"]:
        counted = ", ".join(f"{amount_name(name)} {_amount(n)}" for name, n in sorted(start["tally"].items()))
        found.append(f"  counted before: {counted}")
    if start["labels"]:
        named = ", ".join(f"{quoted(label)} row {handle}" for label, handle in sorted(start["labels"].items()))
        found.append(f"  labels: {named}")
    return found


def _rows(handles: Iterable[int]) -> str:
    return ", ".join(f"row {handle}" for handle in handles)


def _amount(value: Any) -> str:
    return (
        digits_text(small_values.whole(value))
        if isinstance(value, str)
        else "a sum of powers " + quoted(json.dumps(value, separators=(",", ":")))
    )


def _object(handle: int, row: Written, others: Collection[str]) -> str:
    """A row that is no player: how many, what, whose, and all that is written of it."""
    cls = row["class"]
    name = quoted(cls["proto"]["name"]) if "proto" in cls else "no card"
    many = "" if row["n"] == "1" else f"{_amount(row['n'])} "
    details = _details(row)
    if "proto" in cls and (cls["kind"] != "card" or cls["proto"]["name"] in others):
        details += f", with these words: {data_words(cls['proto'])}"
    return f"{many}{name} (row {handle}){': ' if details else ''}{details}"


def _details(row: Written) -> str:
    cls = row["class"]
    found = [] if cls["kind"] in ("game", "player") else [cls["kind"] if cls["kind"] == "card" else quoted(cls["kind"])]
    if cls["kind"] not in ("game", "player"):
        for word in ("owner", "controller"):
            if word in cls:
                found.append(f"{word} p{cls[word] + 1}")
    found += [word for word in ("tapped", "sick") if cls.get(word)]
    if "term" in cls:
        found.append(f"ability {data_words(cls['term'])}")
    found += [f"{amount_name(name)} {_amount(value)}" for name, value in sorted(row.get("num", {}).items())]
    if "progression" in row:
        found.append(f"members that differ {data_words(row['progression'])}")
    for name, ref in sorted(row.get("refs", {}).items()):
        found.append(f"{amount_name(name)} {data_words(ref) if 'row' not in ref else 'row ' + str(ref['row'])}")
    for name, value in sorted(cls.get("props", {}).items()):
        found.append(f"{amount_name(name)}: {value if type(value) is int else data_words(value)}")
    if cls.get("marks"):
        found.append(f"until end of turn {data_words(cls['marks'])}")
    found += [f"{amount_name(name)} {data_words(cls[name])}" for name in sorted(set(cls) - _TOLD)]
    return ", ".join(found)


def data_words(value: Any) -> str:
    """A written value in one line; a text alone in quotes."""
    if isinstance(value, str):
        return quoted(value)
    return clean(json.dumps(value, sort_keys=True, ensure_ascii=False))


# --- checked words -------------------------------------------------------------------------------

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
    """What ``checked`` gave in lines of text: what was proved, what was not, and of which position."""
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
    """Where the chain of a certificate stops, in lines of text, and what was not checked of that."""
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
    """What the start of a certificate needs, in words and in one line. In: None where the certificate says nothing of needs."""
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
