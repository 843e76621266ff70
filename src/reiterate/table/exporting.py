"""What can be taken along from a game: its position, its script, a certificate, the judge's sheet, and its log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from reiterate.amounts import summed
from reiterate.deadline import check
from reiterate.loops.loop import count_text
from reiterate.refusals import ILLEGAL, INPUT, Refusal
from reiterate.rulings.policies import POLICIES
from reiterate.script.script import Repeat, parse_script
from reiterate.script.yaml_text import Listed, Table, Text, Value, read_yaml
from reiterate.show.brief import page_of_html
from reiterate.show.brief_verdict import brief_of_verdict
from reiterate.show.building import Asking, answer_with_certificate
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from reiterate.state.model import HAND, LIBRARY, State
from reiterate.table.chairs import JUDGE, seat_of
from reiterate.table.hiding import seen_from
from reiterate.table.judging import verdict_on
from reiterate.table.noted import ANSWER, CHOICE, KINDS, PROPOSE, Digests, Noted, Said, keepable, standing
from reiterate.table.rounds import Round, replayed
from reiterate.table.sight import shown_entry

FORMAT: Final = "table/1"
#: Characters of a log that are read.
MOST_CHARACTERS: Final = 20_000_000

#: What of a position file lays out the board; the rest says what is proposed there, and may tell of hidden cards.
_LAID_OUT: Final = ("format", "rules", "range", "players", "active", "step")


@dataclass(frozen=True, slots=True)
class Exported:
    """Something to take along: the name of its file, its media type, its text."""

    name: str
    media: str
    text: str


def exported(now: Round, who: str, what: str, title: str) -> Exported | Refusal:
    """What a chair takes along. A refusal for what is none of it, or what is the judge's alone."""
    if what in PAST:
        return PAST[what](now.entries, who, title)
    made = _EXPORTS.get(what)
    if made is None:
        return Refusal(INPUT, "no-such-export", f"'{what[:40]}' can't be taken along", ", ".join(_ORDER))
    return made(now, who, title)


# --- position and script -----------------------------------------------------------------------------------------


def _position(now: Round, who: str, _title: str) -> Exported | Refusal:
    """The position that the game began with; cards that the chair does not know are counted."""
    text = now.entries[0].said.text
    if who != JUDGE:
        document = read_yaml(text, "position")
        if not isinstance(document, Table):
            return document if isinstance(document, Refusal) else Refusal(INPUT, "shape", "no position")
        text = json.dumps(_covered(document, now.game.position.state, who), ensure_ascii=False, indent=1) + "\n"
    return Exported("position.yaml", "application/yaml", text)


def _covered(document: Table, state: State, who: str) -> dict[str, Any]:
    found = {key.text: _plain(value) for key, value in document.items if key.text in _LAID_OUT}
    players = found.get("players")
    for seat, each in enumerate(players.values() if isinstance(players, dict) else ()):
        if not isinstance(each, dict):
            continue
        for zone in (HAND, LIBRARY):
            if zone in each and (zone == LIBRARY or seat != seat_of(who)):
                rows = [row.n for row in state.rows.values() if row.cls.zone == zone and row.cls.owner == seat]
                each[zone] = count_text(summed(rows))
    return found


def _plain(value: Value) -> Any:
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Listed):
        return [_plain(item) for item in value.items]
    return {key.text: _plain(item) for key, item in value.items}


def _script(entries: Iterable[Noted], who: str, _title: str) -> Exported | Refusal:
    """What was played, in lines: choices, proposals and answers in order; what the chair may not read is a comment."""
    lines: list[str] = []
    for entry in standing(list(entries))[1:]:
        check()
        shown = shown_entry(entry, who, open_secrets=True)
        text = shown.body.get("text")
        if entry.said.kind == CHOICE:
            lines.append(f"# {entry.number}: a choice of {entry.said.who}" if text is None else text)
        elif entry.said.what == PROPOSE:
            lines += [f"# {entry.number}: {entry.said.who} proposes", *(text or "").rstrip().splitlines()]
        elif entry.said.what == ANSWER:
            lines.append(f"# {entry.number}: {entry.said.who}: {text}")
        else:
            lines.append(f"# {entry.number}: a ruling under {entry.said.body.get('policy', '')}")
    return Exported("script.txt", "text/plain", "".join(f"{line}\n" for line in lines))


# --- certificate and sheet ---------------------------------------------------------------------------------------


def _certificate(now: Round, who: str, _title: str) -> Exported | Refusal:
    """The certificate of the shortcut that was proposed last, on the position that the chair saw then."""
    stands = standing(now.entries[:])
    at = max((i for i, entry in enumerate(stands) if entry.said.what == PROPOSE), default=0)
    if not at:
        return Refusal(ILLEGAL, "no-proposal", "nothing was proposed yet", "a proposal", "730.2a")
    before = replayed(stands[0].said.text, stands[:at], now.book)
    nodes = parse_script(stands[at].said.text)
    if isinstance(before, Refusal) or isinstance(nodes, Refusal):
        return Refusal(ILLEGAL, "no-proposal", "the proposal is not read any more", "a newer proposal", "730.2a")
    if not any(isinstance(node, Repeat) for node in nodes):
        return Refusal(
            ILLEGAL, "no-loop", "what was proposed last repeats nothing", "a proposal with a block", "730.1b"
        )
    state = seen_from(before.game.state, who)
    seat = seat_of(stands[at].said.who) or 0
    here = replace(before.game.position, state=state, script=nodes, proposer=seat, end=None, answers=[], then=())
    answer, text = answer_with_certificate(replace(here, expect=[]), Asking())
    if not text:
        found = answer.refusals[0]
        return Refusal(found.kind, found.code, found.message, found.expected, found.rule)
    return Exported("certificate.json", "application/json", text)


def _sheet(now: Round, who: str, title: str) -> Exported | Refusal:
    """The judge's sheet: what each text makes of the loop that was recognised or shown, as one page of HTML."""
    pages = []
    refused: Refusal | None = None
    for policy in POLICIES:
        found = verdict_on(now, who, policy)
        if isinstance(found, Refusal):
            refused = found
            continue
        brief = replace(brief_of_verdict(found), title=f"{title}: {policy}" if title else policy)
        pages.append((brief, verdict_screen(found, Page(), why=True)))
    if not pages:
        assert refused is not None
        return refused
    return Exported("sheet.html", "text/html", page_of_html(pages))


# --- log ---------------------------------------------------------------------------------------------------------


def _log(entries: Iterable[Noted], who: str, title: str) -> Exported | Refusal:
    """All entries, one line of JSON each behind a line of their own; the judge's alone, for it holds what is hidden."""
    if who != JUDGE:
        message = "the log holds what players hide"
        return Refusal(ILLEGAL, "not-the-judge", message, "the judge's link, or another export")
    lines = [json.dumps({"format": FORMAT, "title": title}, ensure_ascii=False)]
    for entry in entries:
        check()
        lines.append(json.dumps(_written(entry), ensure_ascii=False))
    return Exported("game.jsonl", "application/x-ndjson", "".join(f"{line}\n" for line in lines))


def _written(entry: Noted) -> dict[str, Any]:
    digests = entry.digests
    return {
        "number": entry.number,
        "kind": entry.said.kind,
        "who": entry.said.who,
        "body": dict(entry.said.body),
        "at": entry.at,
        "state": digests.state,
        "engine": digests.engine,
        "terms": digests.terms,
        "reveals": entry.reveals,
        "covered": entry.covered,
    }


def read_log(text: str) -> tuple[str, list[Noted]] | Refusal:
    """The title and the entries of an exported log. Whether they are a game is seen when they are replayed."""
    if len(text) > MOST_CHARACTERS:
        return _unread(1, f"the log has more than {MOST_CHARACTERS:,} characters")
    lines = text.removesuffix("\n").split("\n")  # no other ends of lines: words of chat may hold them
    entries: list[Noted] = []
    title = ""
    for number, line in enumerate(lines):
        check()
        try:
            value = json.loads(line)
            if number == 0 and value["format"] == FORMAT and isinstance(value["title"], str):
                title = value["title"]
                continue
            entries.append(_read(value))
        except (ValueError, KeyError, TypeError, RecursionError):
            return _unread(number + 1, "this line is no entry of a game")
    return (title, entries) if entries else _unread(1, "the log has no entries")


def _read(value: Any) -> Noted:
    """An entry as it is written. Raises ``ValueError``, ``KeyError`` or ``TypeError`` where it is none."""
    words = ("kind", "who", "at", "state", "engine", "terms")
    fine = (
        value.keys() == {"number", "body", "reveals", "covered", *words}
        and all(isinstance(value[word], str) for word in words)
        and value["kind"] in KINDS
        and type(value["number"]) is int
        and all(type(value[flag]) is bool for flag in ("reveals", "covered"))
        and isinstance(value["body"], dict)
        and all(isinstance(word, str) and keepable(word) for pair in value["body"].items() for word in pair)
        and all(keepable(value[word]) for word in words)
    )
    if not fine:
        raise ValueError
    said = Said(value["kind"], value["who"], value["body"])
    digests = Digests(value["state"], value["engine"], value["terms"])
    return Noted(value["number"], said, value["at"], digests, value["reveals"], value["covered"])


def _unread(line: int, message: str) -> Refusal:
    return Refusal(INPUT, "game-damaged", f"line {line}: {message}", "the log as a judge has exported it")


_EXPORTS: Final[dict[str, Callable[[Round, str, str], Exported | Refusal]]] = {
    "position": _position,
    "certificate": _certificate,
    "sheet": _sheet,
}

#: What tells of all that was done; it needs the entries alone.
PAST: Final[dict[str, Callable[[Iterable[Noted], str, str], Exported | Refusal]]] = {"script": _script, "log": _log}

_ORDER: Final = ("position", "script", "certificate", "sheet", "log")
