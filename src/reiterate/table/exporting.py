"""What can be taken along from a game: position, script, both as a replay, a certificate, the judge's sheet, and the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from reiterate.amounts import is_zero, summed
from reiterate.ask.session import run_position
from reiterate.cards import CardBook
from reiterate.deadline import check
from reiterate.decoded import NotDecoded, json_of
from reiterate.judging.policies import POLICIES
from reiterate.lazy_module import Later
from reiterate.loops.loop import count_text
from reiterate.refusals import ILLEGAL, INPUT, UNSUPPORTED, Refusal
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.seen_by import known_tops
from reiterate.script.position import load
from reiterate.script.position_under_way import TOP as UNDER_WAY
from reiterate.script.yaml_text import Listed, Table, Text, Value, read_yaml
from reiterate.show.brief import page_of_html
from reiterate.state.model import HAND, LIBRARY, State
from reiterate.state.properties import SHUFFLED
from reiterate.table.entries import CARDS, FORMAT, KINDS, Digests, Noted, Said, keepable
from reiterate.table.hiding import hands_of, seen_from
from reiterate.table.judging import last_proposed, verdict_on
from reiterate.table.replay import retold
from reiterate.table.rounds import Round
from reiterate.table.seats import JUDGE, seat_of

if TYPE_CHECKING:
    from reiterate.ask import building
    from reiterate.show import screen, screen_verdict
else:
    building = Later("reiterate.ask.building")
    screen = Later("reiterate.show.screen")
    screen_verdict = Later("reiterate.show.screen_verdict")

#: Characters of a log that are read.
MOST_CHARACTERS: Final = 20_000_000

#: What of a position file lays out the board; the rest says what is proposed there, and may tell of hidden cards.
_LAID_OUT: Final = ("format", "rules", "range", "players", "active", "step", *UNDER_WAY)
#: What of a position file is proposed and expected on its board.
_PROPOSED: Final = ("title", "notes", "script", "proposer", "end", "answers", "then", "expect")


#: Stands above the replay of a chair that has seen cards of other hands.
SEEN_LATER: Final = "Cards of other hands that were seen later stand in those hands at the beginning."


@dataclass(frozen=True, slots=True)
class Exported:
    """Something to take along: the name of its file, its media type, its text."""

    name: str
    media: str
    text: str


def exported(now: Round, who: str, what: str, title: str) -> Exported | Refusal:
    """What a chair takes along. A refusal for what is none of it, or what is the judge's alone."""
    if what in PAST:
        return PAST[what](now.entries, who, title, now.book)
    made = _EXPORTS.get(what)
    if made is None:
        return Refusal(INPUT, "no-such-export", f"'{what[:40]}' can't be taken along", ", ".join(_ORDER))
    found = made(now, who, title)
    if isinstance(found, Refusal) or what not in _FILES or not now.entries[now.root - 1].said.body.get(CARDS):
        return found
    return replace(found, text=f"# {BROUGHT}\n{found.text}")


# --- position and script -----------------------------------------------------------------------------------------


def _position(now: Round, who: str, _title: str) -> Exported | Refusal:
    """The board that the game began with; cards that the chair does not know are counted."""
    text = now.begun_with
    if who != JUDGE:
        laid_out = _laid_out(now, who)
        if isinstance(laid_out, Refusal):
            return laid_out
        text = _as_file(laid_out)
    return Exported("position.yaml", "application/yaml", text)


def _laid_out(now: Round, who: str) -> dict[str, Any] | Refusal:
    """What lays out the board that the game began with, as a chair may see it; a refusal where a file can't say that."""
    document = read_yaml(now.begun_with, "position")
    if not isinstance(document, Table):
        return document if isinstance(document, Refusal) else Refusal(INPUT, "shape", "no position")
    if who == JUDGE:
        return {key.text: _plain(value) for key, value in document.items if key.text not in _PROPOSED}
    found = _covered(document, now.game.position.state, who)
    read = load(_as_file(found), "position.yaml", now.book)
    shown = seen_from(now.game.position.state, who)
    if isinstance(read, Refusal) or not (_shuffled(shown) or same(read.state, shown)):
        message = "a position file can't lay out this board without hidden cards"
        return Refusal(UNSUPPORTED, "hidden-cards", message, "the judge's position")
    return found


def _shuffled(state: State) -> bool:
    """Whether a library is shuffled: of cards that are all unknown a file can't say that, and it tells nobody anything."""
    return any(row.cls.prop(SHUFFLED) for row in state.rows.values())


def _as_file(document: dict[str, Any]) -> str:
    """A document as a position file in which each key has a line, so that a script may be written below."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in document.items())


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
        top = _seen_on_top(state, who, seat)
        if top:
            left = (
                summed([row.n for row in state.rows.values() if row.cls.zone == LIBRARY and row.cls.owner == seat]) - 1
            )
            each[LIBRARY] = [top, *([] if is_zero(left) else [f"{count_text(left)} unknown"])]
    return found


def _seen_on_top(state: State, who: str, seat: int) -> str:
    """The name of the top card of a library that a chair sees there; "" where it sees none (401.5)."""
    for handle in known_tops(state, hands_of(state, who)):
        cls = state.rows[handle].cls
        if cls.owner == seat and cls.proto is not None:
            return cls.proto.name
    return ""


def _plain(value: Value) -> Any:
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Listed):
        return [_plain(item) for item in value.items]
    return {key.text: _plain(item) for key, item in value.items}


def _script(entries: Iterable[Noted], who: str, _title: str, book: CardBook) -> Exported | Refusal:
    """What was played, in lines that lead from the board at the beginning to the game; what lines can't say is a comment."""
    lines = retold(entries, who, book).lines
    return Exported("script.txt", "text/plain", "".join(f"{line}\n" for line in lines))


def _replay(now: Round, who: str, title: str) -> Exported | Refusal:
    """A position file with what was played as its script.

    A refusal where running the file does not lead to the position of the game as the chair sees it.
    """
    played = retold(now.entries, who, now.book, played=True)
    laid_out = _laid_out(now, who)
    if isinstance(laid_out, Refusal):
        return laid_out
    if played.unsaid:
        return _no_replay(played.unsaid)
    behind = played.lines[played.ended :]
    if all(line.startswith("#") for line in behind):
        behind = []
    parts = {"script": played.lines[: len(played.lines) - len(behind)], "then": behind}
    text = _as_file({"title": title, **laid_out} if title else laid_out)
    if who != JUDGE and _hold(laid_out, played.came, who):
        text = f"# {SEEN_LATER}\n" + _as_file({"title": title, **laid_out} if title else laid_out)
    for key, lines in parts.items():
        if lines:
            text += f"{key}: |\n" + "".join(f"  {line}\n" for line in lines)
    position = load(text, "replay.yaml", now.book)
    result = position if isinstance(position, Refusal) else run_position(position)
    if isinstance(result, Refusal):
        return _no_replay(result.message, result.rule)
    if not same(seen_from(result.state, who), seen_from(now.game.state, who)):
        return _no_replay("the script does not lead to the position of the game")
    return Exported("replay.yaml", "application/yaml", text)


def _hold(laid_out: dict[str, Any], came: Mapping[int, Sequence[str]], who: str) -> bool:
    """Name cards in hands of others that everybody has seen since; whether there are any.

    Which unknown card it was nobody knows, nor whether it was drawn later: it may stand there as well as any other.
    """
    players = laid_out.get("players")
    named = False
    for seat, each in enumerate(players.values() if isinstance(players, dict) else ()):
        names = came.get(seat, ())
        held = each.get(HAND, "") if isinstance(each, dict) and seat != seat_of(who) else ""
        if isinstance(held, str) and held.isdecimal() and 0 < len(names) <= int(held):
            left = int(held) - len(names)
            each[HAND] = [*names, *([f"{left} unknown"] if left else [])]
            named = True
    return named


def _no_replay(why: str, rule: str = "") -> Refusal:
    message = f"no position file with a script leads to this game: {why}"
    return Refusal(UNSUPPORTED, "no-replay", message, "the judge's log, which says all that was done", rule)


# --- certificate and sheet ---------------------------------------------------------------------------------------


def _certificate(now: Round, who: str, _title: str) -> Exported | Refusal:
    """The certificate of the shortcut that was proposed last, on the position that the chair saw then."""
    found = last_proposed(now)
    if isinstance(found, Refusal):
        return found
    proposed, before, nodes = found
    state = seen_from(before.game.state, who)
    seat = seat_of(proposed.said.who) or 0
    here = replace(before.game.position, state=state, script=nodes, proposer=seat, end=None, answers=[], then=())
    answer, text = building.answer_with_certificate(replace(here, expect=[]), building.Asking())
    if not text:
        refused = answer.refusals[0]
        return Refusal(refused.kind, refused.code, refused.message, refused.expected, refused.rule)
    return Exported("certificate.json", "application/json", text)


def _sheet(now: Round, who: str, title: str) -> Exported | Refusal:
    """The judge's sheet: what each text makes of the loop that was recognised or shown, as one page of HTML."""
    pages = []
    refused: Refusal | None = None
    for policy in POLICIES:
        verdict = verdict_on(now, who, policy)
        if isinstance(verdict, Refusal):
            refused = verdict
            continue
        brief = replace(screen_verdict.brief_of_verdict(verdict), title=_joined(title, policy, verdict.title))
        pages.append((brief, screen_verdict.verdict_screen(verdict, screen.Page(), why=True)))
    if not pages:
        assert refused is not None
        return refused
    return Exported("sheet.html", "text/html", page_of_html(pages))


def _joined(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


# --- log ---------------------------------------------------------------------------------------------------------


def _log(entries: Iterable[Noted], who: str, title: str, _book: CardBook) -> Exported | Refusal:
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
            value = json_of(line.encode("utf-8", "surrogatepass"))
            if number == 0 and value["format"] == FORMAT and isinstance(value["title"], str):
                title = value["title"]
                continue
            entries.append(_read(value))
        except (NotDecoded, ValueError, KeyError, TypeError):
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
    "replay": _replay,
    "certificate": _certificate,
    "sheet": _sheet,
}

#: What tells of all that was done; it needs the entries alone, and the cards.
PAST: Final[dict[str, Callable[[Iterable[Noted], str, str, CardBook], Exported | Refusal]]] = {
    "script": _script,
    "log": _log,
}

#: What is a position file, and what stands above it where the game knows cards that somebody brought.
_FILES: Final = ("position", "replay")
BROUGHT: Final = "some cards of this game were brought in a card file: run this file with --cards and that one"

_ORDER: Final = ("position", "script", "replay", "certificate", "sheet", "log")
