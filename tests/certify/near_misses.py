"""Near misses: boards of the examples with one thing altered, and good certificates moved onto them.

An altered board has a piece less, or tapped, or sick, or under another player; a card whose words say once each turn, or cost
one more, or do less; a hate card in front of the opponent; one life, card or mana less; or another step.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from reiterate.ask.session import study_loop
from reiterate.cards import CardBook
from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import terms_digest
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.state.json_form import state_to_json
from tests.support.files import ROOT

FILES = (
    *(f"combos/{path.stem}" for path in sorted((ROOT / "examples" / "combos").glob("*.yaml"))),
    *(
        "basalt-power-artifact",
        "bond-blood",
        "cathars-crusade",
        "four-players",
        "many-wardens",
        "nested",
        "thune-feeder",
        "two-loops",
    ),
)

HATE = {
    "Hate of life": "Players can't gain life.",
    "Hate of counters": "Creatures you control have base power and toughness 0/1.\nWhenever a player gains life, that player loses 3 life.",
    "Hate of arrivals": "Creatures your opponents control enter tapped.",
    "Hate of size": "Creatures your opponents control get -3/-3.",
    "Hate of spells": "Spells cost {2} more to cast.",
    "Hate of casting": "Whenever a player casts a spell, that player loses 30 life.",
    "Hate of graveyards": "If a card or token would be put into a graveyard from anywhere, exile it instead.",
    "Hate of creatures": "Creatures your opponents control lose all abilities.",
    "Hate of artifacts": "Artifacts lose all abilities.",
    "Hate of tapping": "Whenever a creature an opponent controls becomes tapped, destroy it.",
    "Hate of untapping": "Whenever a permanent becomes untapped, tap it.",
    "Hate of newcomers": "Whenever a creature enters, destroy it.",
    "Hate of activating": "Activated abilities of creatures can't be activated.",
    "Hate that nobody can read": "Creatures can't do whatever it is that they do.",
}

Document = dict[str, Any]


@dataclass(frozen=True)
class Altered:
    """A board with one thing altered: what, the file, and cards with other words."""

    what: str
    document: Document
    cards: dict[str, str] = field(default_factory=dict)  # oracle texts by name, in the place of the printed ones

    @property
    def kind(self) -> str:
        """The kind of alteration: what was done, whichever card it was done to."""
        if self.what in HATE:
            return self.what
        if ": " in self.what:
            return self.what.split(": ")[-1]
        return next(kind for kind in KINDS if kind in self.what)


#: The kinds of alterations that are no words on a card.
KINDS = ("without", "the opponent's", "tapped", "sick", "short", "life", "library", "upkeep")


def document(name: str) -> Document:
    """An example as a value; all scalars are texts."""
    found: Document = yaml.load((ROOT / "examples" / f"{name}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    for key in ("expect", "answers", "then", "notes", "end"):
        found.pop(key, None)
    found["players"].setdefault("p2", {})
    return found


def altered(name: str) -> Iterator[Altered]:
    """Every altered board of an example."""
    base = document(name)
    yield from _pieces(base)
    yield from _words(base)
    for card, text in HATE.items():
        made = copy.deepcopy(base)
        made["players"]["p2"].setdefault("battlefield", []).append(card)
        yield Altered(card, made, {card: text})
    for seat in ("p1", "p2"):
        for key in ("life", "library", "mana"):
            for what, value in _less(key, base["players"][seat].get(key)):
                made = copy.deepcopy(base)
                made["players"][seat][key] = value
                yield Altered(f"{seat} {what}", made)
    yield Altered("in the upkeep", copy.deepcopy(base) | {"step": "upkeep"})


def _pieces(base: Document) -> Iterator[Altered]:
    for zone in ("battlefield", "hand", "graveyard"):
        for i, entry in enumerate(base["players"]["p1"].get(zone, [])):
            named = {"card": entry} if isinstance(entry, str) else entry
            label = next(str(v) for k, v in named.items() if k in ("card", "token"))
            made = copy.deepcopy(base)
            del made["players"]["p1"][zone][i]
            yield Altered(f"without {label}", made)
            made = copy.deepcopy(base)
            made["players"]["p2"].setdefault(zone, []).append(made["players"]["p1"][zone].pop(i))
            yield Altered(f"{label} is the opponent's", made)
            if zone != "battlefield" or label[0].isdigit():  # not a group such as "3 Island"
                continue
            for key in ("tapped", "sick"):
                made = copy.deepcopy(base)
                made["players"]["p1"][zone][i] = {**named, key: "no" if named.get(key) == "yes" else "yes"}
                yield Altered(f"{label} {key}", made)
            if "counters" in named:
                made = copy.deepcopy(base)
                made["players"]["p1"][zone][i] = {k: v for k, v in named.items() if k != "counters"}
                yield Altered(f"{label} without counters", made)


def _less(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if key == "mana":
        for kind in value or ():
            yield f"one {kind} short", {**value, kind: str(int(value[kind]) - 1)}
    elif value is not None:
        yield f"{key} one tenth", value.replace("10^10", "10^9", 1) if "10^10" in value else "3"
    else:
        yield f"{key} 1", "1"


@cache
def printed(name: str) -> str:
    """The words of a built-in card, "" where it has none there."""
    row = CardBook.builtin().facts(name)
    return "" if isinstance(row, Refusal) else str(row.get("oracle_text", ""))


def _words(base: Document) -> Iterator[Altered]:
    names = set(re.findall(r"[A-Z][\w',-]*(?: (?:[A-Z][\w',-]*|of|the|en-Kor|from))*", json.dumps(base["players"])))
    for name in sorted(names):
        text = printed(name)
        for what, pattern, instead in (
            ("once each turn", r"^([^\n]*:[^\n]*)$", r"\1 Activate only once each turn."),
            ("{1} more", r"\{T\}:", "{1}, {T}:"),
            ("three more", r"\{(\d)\}:", "{9}:"),
            ("no untapping", r"[Uu]ntap (?=[a-z~])", "tap "),
            ("tapped for less", r"\{C\}\{C\}(\{C\})?", "{C}"),
            ("no trigger", r"^Whenever[^\n]*$", "Flying"),
            ("another time", r"^(?:Whenever|When)[^\n,]*,", "At the beginning of your upkeep,"),
            ("one counter", r"remove a \+1", "Remove two +1"),
            ("sacrificed at once", r"(creature token\.)", r"\1 Sacrifice it at the beginning of the next end step."),
            ("life lost", r"gain (\d) life", r"lose \1 life"),
        ):
            words = re.sub(pattern, instead, text, flags=re.MULTILINE)
            if words != text:
                yield Altered(f"{name}: {what}", copy.deepcopy(base), {name: words})


# --- the solver's answer -----------------------------------------------------------------------------------------


@cache
def good(name: str) -> str:
    """The certificate of an example."""
    position = load(yaml.dump(document(name)), name, CardBook.builtin())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert not isinstance(study, Refusal), study
    text = certify_plainly(study.part.loop)
    assert isinstance(text, str), text
    return text


def position_of(board: Altered, folder: Path) -> Position | Refusal:
    """The altered board, laid out."""
    file = folder / "cards.jsonl"
    rows = []
    for name, text in board.cards.items():
        facts = CardBook.builtin().facts(name)
        row = {"name": name, "type_line": "Artifact", "mana_cost": "{1}"} if isinstance(facts, Refusal) else dict(facts)
        rows.append(json.dumps(row | {"oracle_text": text}))
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    book = CardBook.with_files([file]) if rows else CardBook.builtin()
    assert isinstance(book, CardBook)
    return load(yaml.dump(board.document), board.what, book)


def solved(position: Position) -> tuple[dict[str, Any], str | Refusal]:
    """The state in which the script's loop begins (else the board), and the solver's certificate or reason."""
    study = study_loop(position)
    if isinstance(study, Refusal):
        return state_to_json(position.state), study
    return state_to_json(study.part.loop.heads[0]), certify_plainly(study.part.loop)


def claims(text: str) -> tuple[bool, int]:
    """Whether a certificate claims no end, and else how many iterations."""
    claim = json.loads(text)["claim"]
    return claim["endless"], 0 if claim["endless"] else int(claim["iterations"])


# --- moving a certificate ----------------------------------------------------------------------------------------


def moved(text: str, start: dict[str, Any]) -> dict[str, Any]:
    """A certificate with another start: every handle names the row in the same place, as far as there is one."""
    found: dict[str, Any] = json.loads(text)
    ours = [_likeness(row) for row in found["start"]["rows"]]
    theirs = [_likeness(row) for row in start["rows"]]
    to: dict[int, int] = {}
    for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        to |= {block.a + i: block.b + i for i in range(block.size)}
    extra = sorted(set(range(len(theirs))) - set(to.values()))

    def handle(h: int) -> int:
        return h if h < 0 else to.get(h, 900 + h) if h < len(ours) else h - len(ours) + len(theirs)

    def deed(made: dict[str, Any]) -> None:
        if "block" not in made:
            _choice(made, handle)
            return
        noted(made)
        for inner in made["block"]:
            deed(inner)

    def noted(made: dict[str, Any]) -> None:
        made["slots"] = [[handle(h), name] for h, name in made["slots"]]
        made["phi"] = sorted([*(handle(h) for h in made["phi"] if h >= len(ours) or h in to), *extra])

    for piece in found["chain"]:
        for iteration in piece["iterations"]:
            for each in iteration:
                deed(each)
        if piece["kind"] == "segment":
            noted(piece)
            for at in piece.get("joined", {}):
                piece["joined"][at] = sorted([handle(h) for h in rows] for rows in piece["joined"][at])
            if piece["choices"] != "unknown":
                offered = [option for shape in piece["choices"]["options"]["shapes"] for option in shape]
                for possible in [*piece["choices"]["could"], *offered]:
                    possible["row"] = handle(possible["row"])
                for slot in [slot for option in offered for slot in option["slots"]]:
                    slot["rows"] = [handle(h) for h in slot["rows"]]
    for each in [*found["end"].get("choices", []), *([found["end"]["refused"]] if "refused" in found["end"] else [])]:
        deed(each)
    for gain in found["claim"]["gains"]:
        gain["amount"][0] = handle(gain["amount"][0])
    for need in found["claim"]["needs"] if found["claim"]["needs"] != "unknown" else []:
        need["row"] = handle(need["row"])
    return found | {"start": start, "terms": terms_digest(start)}


def _likeness(row: dict[str, Any]) -> tuple[object, ...]:
    cls = row["class"]
    return cls["kind"], cls.get("zone"), cls.get("owner"), cls.get("proto", {}).get("name")


def _choice(choice: dict[str, Any], handle: Any) -> None:
    if "row" in choice:
        choice["row"] = handle(choice["row"])
    if "targets" in choice:
        choice["targets"] = [handle(h) for h in choice["targets"]]
    if "picks" in choice:
        choice["picks"] = [[handle(h), n] for h, n in choice["picks"]]
