"""A checked certificate in short: what the default screen of ``reiterate check`` says."""

from __future__ import annotations

from reiterate.ask.checked import Checked, ProvedGain
from reiterate.ask.checked_words import (
    COUNTED,
    DRAW,
    accepted_words,
    cards_lines,
    choices_words,
    end_lines,
    needs_words,
    row_words,
)
from reiterate.ask.counter_words import count_name
from reiterate.ask.start_words import amount_name
from reiterate.show.brief import Brief, Row, listed


def brief_of_checked(found: Checked) -> Brief:
    """The answer in short: what was proved, what was not, and the digests of the position."""
    rows: list[Row] = [("cards", [line.strip() for line in cards_lines(found)])]
    rows += [("end", end_lines(found))] if end_lines(found) else []
    rows += [("choices", [choices_words(each)]) for each in found.choices[:1]]
    if found.kind == "loop":
        rows.append(("kept up by", [f"{found.kept_up_by}{DRAW if found.draw else ''}"]))
    gains = [_gain_in_short(each) for each in sorted(found.gains, key=lambda each: not each.alone)]
    rows.append(("you get", [listed(gains)]))
    rows.append(("needs", [needs_words(found.needs)]))
    pieces = f"segments: {len(found.segments)}, guards: {found.guards.text()}"
    rows.append(("proved", [f"base, step, closed, guards, after ({pieces})"]))
    rows.append(("start", [f"sha256 {found.start_digest}"]))
    return Brief("", accepted_words(found), rows)


def _gain_in_short(gain: ProvedGain) -> str:
    """A gain in players' words; names of foreign things stay in quotes."""
    name = amount_name(gain.name)
    words = COUNTED.get(gain.name, count_name(name) if gain.row is None else name)
    what = words if gain.row is None else f"{words} of {row_words(gain.row)}"
    return f"infinite {what}" if gain.most is None else f"{gain.most} {what}"
