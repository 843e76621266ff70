"""Words for objects: from a description to the row it means, and from a row to words that read back to it.

Descriptions are read again in every state, also on traced amounts: what they compare leaves guards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from reiterate.amounts import Amount, equal, is_zero, parse_quantity, plain, sayable_count
from reiterate.refusals import AMBIGUOUS, ILLEGAL, Refusal
from reiterate.rules.access.state_access import seats, stand_apart
from reiterate.rules.decisions.pending import entry_text
from reiterate.script.places import seat_named
from reiterate.script.which_ability import called_sources
from reiterate.script.whose import ability_told
from reiterate.state.amount_slots import names
from reiterate.state.index import names_off_stack
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, STACK, Class, Ref, Row, State, player
from reiterate.state.normal_form import indistinguishable
from reiterate.state.progression_rows import index_of, progressing
from reiterate.state.properties import ABILITY, CARD, COPY, COUNTER, HOST, PLAYER, SOURCE, TOKEN

#: Names that a refusal lists.
LISTED: Final = 8

_ADJECTIVES: Final = (
    "untapped", "tapped", "sick", "summoning-sick", "token", "nontoken", "newest", "oldest", "another", "a", "an",
)  # fmt: skip
_OWNER: Final = re.compile(r"\s+of\s+(p\d+)$", re.IGNORECASE)
_ORDINAL: Final = re.compile(r"\s+#([1-9]\d{0,5})$")
_MINE: Final = re.compile(r"^(my|your|the)\s+", re.IGNORECASE)
_WITH: Final = re.compile(r",?\s+(?:with\s+)?(no|\d+|10\^\d+)\s+(?:(\S+)\s+)?counters?$", re.IGNORECASE)
_COUNTED: Final = re.compile(r"(?:with|,)\s+(\d+|10\^\d+)\s+(?:(\S+)\s+)?counters?\b", re.IGNORECASE)
_ON: Final = re.compile(r",?\s+(?:on|enchanting)\s+(.+)$", re.IGNORECASE)
_ENCHANTED: Final = re.compile(r",?\s+enchanted by\s+(.+)$", re.IGNORECASE)

_LYING: Final = re.compile(r"\s+(?:in|from|on) (?:the |my |a )?(graveyard|stack|battlefield|hand)$", re.IGNORECASE)
_ABILITY_OF: Final = re.compile(
    r"(?:the )?(?:activated |triggered )?(?:ability|trigger) (?:of|from) (.+?)(?: on the stack)?"
    r"|(.+?)(?:'s|(?<=s)') (?:activated |triggered )?(?:ability|trigger)(?: on the stack)?"
    r"|(?:the )?(?:activated |triggered )?(?:ability|trigger):? ([^#].*)",
    re.IGNORECASE,
)
_AT_PLACE: Final = re.compile(r"(?:the )?(ability|spell) #([1-9]\d{0,5})(?: (?:on|of) the stack)?", re.IGNORECASE)


#: Words inside a card's name that a sentence would read as its own.
_OWN_WORDS: Final = re.compile(
    r"^(?:the|my|your|an?|tapped|untapped|sick|token|nontoken|newest|oldest|another)\s"
    r"|\s(?:and|for|with|on|enchanting|targeting|sacrificing|discarding|tapping|returning|exiling|removing from|paying|choosing)\s"
    r"|\stokens?$|\scounters?$",
    re.IGNORECASE,
)
_SHIELD: Final = "\0"
_SHIELDED: dict[str, re.Pattern[str] | None] = {}


def shield(state: State, text: str) -> str:
    """A sentence whose card names with words like "and" are one word each, until ``unshield``."""
    protos = [(handle, state.rows[handle].cls.proto) for handle in state.stack]
    there = names_off_stack(state) + [(proto.name, (handle,)) for handle, proto in protos if proto is not None]
    risky = [(handles, name) for name, handles in there if _shielded(name) is not None]
    for _, name in sorted(risky):  # where one name is in another, the older card's comes first
        pattern = _shielded(name)
        assert pattern is not None
        text = pattern.sub(lambda found: found[0].replace(" ", _SHIELD), text)
    return text


def _shielded(name: str) -> re.Pattern[str] | None:
    """What finds a card's name with words like "and" in a sentence; None for other names."""
    if name not in _SHIELDED:
        risky = _OWN_WORDS.search(name) is not None
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        _SHIELDED[name] = re.compile(pattern, re.IGNORECASE) if risky else None
    return _SHIELDED[name]


def unshield(text: str) -> str:
    """The text with its names as they are printed."""
    return text.replace(_SHIELD, " ")


class Wanted:
    """A description taken apart."""

    __slots__ = ("adjectives", "counters", "enchanted_by", "name", "on", "ordinal", "owner")

    def __init__(self, words: str) -> None:
        self.adjectives: set[str] = set()
        self.counters: tuple[str, str] | None = None
        self.owner: int | None = None
        self.ordinal = 0  # discrete: "#2", the second oldest of those that fit
        self.on = ""
        self.enchanted_by = ""
        text = words.strip()
        while True:
            before = text
            text = self._tail(text)
            if text == before:
                break
        self.name = self._head(text)

    def _tail(self, text: str) -> str:
        for pattern in (_OWNER, _ORDINAL, _WITH, _ENCHANTED, _ON):
            found = pattern.search(text)
            if found is None:
                continue
            if pattern is _OWNER:
                self.owner = seat_named(found.group(1))
            elif pattern is _ORDINAL:
                self.ordinal = int(found.group(1))
            elif pattern is _WITH:
                self.counters = (found.group(1), found.group(2) or "")
            elif pattern is _ENCHANTED:
                self.enchanted_by = found.group(1)
            else:
                self.on = found.group(1)
            return text[: found.start()].rstrip(", ")
        return text

    def _head(self, text: str) -> str:
        text = _MINE.sub("", text)
        while True:
            first, _, rest = text.partition(" ")
            if rest and first.lower().rstrip(",") in _ADJECTIVES:
                self.adjectives.add(first.lower().rstrip(","))
                text = rest.strip()
            else:
                break
        if text.lower().endswith((" token", " tokens")):
            self.adjectives.add("token")
            text = text.rsplit(" ", 1)[0]
        return text


def named(row: Row, name: str) -> bool:
    """Whether a row's card has this name: in full, before its comma, or in the plural."""
    return named_class(row.cls, name)


def named_class(cls: Class, name: str) -> bool:
    """Whether the card of a row of this class has this name."""
    return cls.proto is not None and _means(cls.proto.name, name)


@lru_cache(maxsize=4096)  # a script's lines are read again in every iteration
def _means(printed: str, name: str) -> bool:
    """Whether words are a printed name: in full, before its comma, in the plural, or that of a card with this face."""
    ours = printed.casefold()
    wanted = unshield(name).casefold()
    short = ours.split(",")[0]
    return wanted in (ours, short, ours.split(" // ")[0], ours + "s", short + "s") or ours in wanted.split(" // ")


@lru_cache(maxsize=1024)
def _wanted(words: str) -> Wanted:
    """A description taken apart, only to be read."""
    return Wanted(words)


def find(state: State, words: str, among: list[int], what: str = "object") -> int | Refusal:
    """The row that a description means among candidates: a label, or a name with adjectives.

    Refused: nothing fits, or two rows fit that aren't alike (more than one reading). With "newest"
    and "oldest" the order of age decides.
    """
    label = state.labels.get(unshield(words.strip()))
    if label is not None:
        if label in among:
            return label
        return Refusal(ILLEGAL, "not-that-one", f"'{words}' can't be meant here", f"another {what}")
    fitting = readings(state, words, among)
    if not fitting:
        refusal = Refusal(ILLEGAL, "no-such-object", f"no {what} here fits '{words}'")
        return listing(state, refusal, among, "nothing of that kind is there")
    if len(fitting) > 1:
        names = " or ".join(dict.fromkeys(name_of(state, h) for h in fitting[:4]))
        message = f"'{words}' fits more than one {what}, and they aren't alike"
        return Refusal(AMBIGUOUS, "ambiguous-object", message, names)
    return fitting[0]


def listing(state: State, refusal: Refusal, rows: list[int], none: str) -> Refusal:
    """The refusal with the names of these rows as what would be accepted; ``none``: what is said where there are none."""
    return replace(refusal, expected=", ".join(sorted({target_name(state, h) for h in rows})[:LISTED]) or none)


@dataclass(slots=True)
class _Looked:
    """What was found in the position that was looked at last: lines of one position name the same objects many times."""

    state: State
    readings: dict[tuple[str, tuple[int, ...]], list[int]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)


#: The position that was looked at last, for all threads.
_LAST: Final[dict[str, _Looked]] = {}

#: Descriptions that are kept of one position.
_MOST_KEPT: Final = 2_048


def _looked_at(state: State) -> _Looked:
    """What was found in a position before; positions never change, so it holds as long as the position is the same object."""
    found = _LAST.get("")
    if found is None or found.state is not state or len(found.readings) > _MOST_KEPT:
        found = _LAST[""] = _Looked(state)
    return found


def readings(state: State, words: str, among: list[int]) -> list[int]:
    """What a description could mean among candidates: one row of each group of rows that are alike, oldest first."""
    if type(state) is not State:
        return _readings(state, words, among)
    known, key = _looked_at(state).readings, (words, tuple(among))
    found = known.get(key)
    if found is None:
        found = known[key] = _readings(state, words, among)
    return [*found]


def _readings(state: State, words: str, among: list[int]) -> list[int]:
    wanted = _wanted(words)
    fitting = [handle for handle in _likely(state, among, wanted.name) if fits(state, handle, wanted)]
    if wanted.ordinal:  # counted among all that lie there, as the name was given
        zones = {state.rows[handle].cls.zone for handle in fitting}
        like = [h for h, r in state.rows.items() if r.cls.zone in zones and fits(state, h, wanted)]
        return [h for h in sorted(like)[wanted.ordinal - 1 : wanted.ordinal] if h in fitting]
    if fitting and "newest" in wanted.adjectives:
        return [max(fitting)]
    if fitting and "oldest" in wanted.adjectives:
        return [min(fitting)]
    if len(fitting) < 2:
        return fitting
    labelled = set(state.labels.values())
    found: list[int] = []
    for handle in sorted(fitting, key=lambda h: (h in labelled, h)):
        if not any(indistinguishable(state, kept, handle) for kept in found):
            found.append(handle)
    return found


def _likely(state: State, among: list[int], name: str) -> list[int]:
    """The candidates that may have a name: those that have, and what the index has no name of."""
    so = {handle for one, handles in names_off_stack(state) if _means(one, name) for handle in handles}
    return [handle for handle in among if handle in so or not state.rows[handle].cls.called]


def fits(state: State, handle: int, wanted: Wanted) -> bool:
    """Whether a row fits a description taken apart."""
    row = state.rows[handle]
    cls = row.cls
    if not named(row, wanted.name):
        return False
    words = wanted.adjectives
    if ("tapped" in words and not cls.tapped) or ("untapped" in words and cls.tapped):
        return False
    if words & {"sick", "summoning-sick"} and not cls.sick:
        return False
    if ("token" in words and cls.kind != TOKEN) or ("nontoken" in words and cls.kind == TOKEN):
        return False
    if wanted.owner is not None and cls.controller != wanted.owner:
        return False
    return _counted(row, wanted) and _attached(state, handle, wanted)


def _counted(row: Row, wanted: Wanted) -> bool:
    if wanted.counters is None:
        return True
    number, kind = wanted.counters
    slots = [f"{COUNTER}{kind}"] if kind else names(row.num, COUNTER)
    if number == "no":
        return all(is_zero(row.get(slot), "122.1") for slot in slots)
    value = parse_quantity(number)
    if isinstance(value, Refusal):
        return False
    total = row.get(slots[0]) if slots else 0
    for slot in slots[1:]:
        total = total + row.get(slot)
    return equal(total, value, "122.1")


def named_members(state: State, text: str) -> tuple[tuple[tuple[int, Amount], ...], State]:
    """The members that a sentence names by their counters, of groups that differ by equal steps (``Choice.apart``).

    out: with them, the same position in which each of them is a row of its own.
    """
    apart: list[tuple[int, Amount]] = []
    for number, kind in _COUNTED.findall(text):
        value = parse_quantity(number)
        for handle in sorted(state.rows):
            row = state.rows[handle]
            slots = [slot for slot in progressing(row) if slot == f"{COUNTER}{kind}" or not kind]
            found = None if isinstance(value, Refusal) or len(slots) != 1 else index_of(row, slots[0], value)
            if found is not None:
                apart.append((handle, found))
                state = stand_apart(state, ((handle, found),)).done()
    return tuple(apart), state


def _attached(state: State, handle: int, wanted: Wanted) -> bool:
    if wanted.on:
        host = state.rows[handle].refs.get(HOST)
        return isinstance(host, Ref) and _is(state, host.row, wanted.on)
    if wanted.enchanted_by:
        for other, row in state.rows.items():
            host = row.refs.get(HOST)
            if isinstance(host, Ref) and host.row == handle and _is(state, other, wanted.enchanted_by):
                return True
        return False
    return True


def _is(state: State, handle: int, words: str) -> bool:
    return state.labels.get(words) == handle or named(state.rows[handle], words)


def name_of(state: State, handle: int) -> str:
    """Words that read back to this row where they can: its label, or its name with what tells it apart."""
    if type(state) is not State:
        return _name_of(state, handle)
    known = _looked_at(state).names
    found = known.get(handle)
    if found is None:
        found = known[handle] = _name_of(state, handle)
    return found


def _name_of(state: State, handle: int) -> str:
    row = state.rows[handle]
    if row.cls.kind == PLAYER:
        return f"p{row.cls.owner + 1}"
    for label in sorted(state.labels):
        if state.labels[label] == handle:
            return label
    proto = row.cls.proto
    if proto is None:
        return "an ability"
    among = _of_that_name(state, proto.name, row.cls.zone)
    for words in _candidates(state, handle, proto.name):
        found = readings(state, words, among)
        if len(found) == 1 and (found[0] == handle or indistinguishable(state, found[0], handle)):
            return words
    owner = row.cls.controller
    beside = sorted(h for h in among if state.rows[h].cls.controller == owner)
    return f"{proto.name} #{beside.index(handle) + 1} of p{owner + 1}"


def _of_that_name(state: State, name: str, zone: str) -> list[int]:
    """The rows in a zone that a name means, oldest first."""
    rows = state.rows
    if zone == STACK:
        return [h for h, row in rows.items() if row.cls.zone == zone and named(row, name)]
    found = [h for one, handles in names_off_stack(state) if _means(one, name) for h in handles]
    return sorted(h for h in found if rows[h].cls.zone == zone)


def _candidates(state: State, handle: int, name: str) -> list[str]:
    row = state.rows[handle]
    tapped = "tapped" if row.cls.tapped else "untapped"
    owner = f"of p{row.cls.controller + 1}"
    found = [name, f"{name} {owner}", f"{tapped} {name}", f"{tapped} {name} {owner}"]
    if row.cls.sick:
        found += [f"sick {name}", f"sick {tapped} {name} {owner}"]
    if row.cls.kind == TOKEN:
        found += [f"{name} token", f"{tapped} {name} token {owner}"]
    counters = [slot for slot in names(row.num, COUNTER) if type(row.get(slot)) is int]
    if counters:
        kind, number = counters[0].removeprefix(COUNTER), sayable_count(plain(row.get(counters[0])))
        found += [f"{name} {owner} with {number} {kind} counters"] if number else []
    else:
        found.append(f"{tapped} {name} {owner} with no counters")
    for ref in [r for slot, r in row.refs.items() if slot == HOST and isinstance(r, Ref)]:
        host = state.rows[ref.row].cls.proto
        if host is not None:
            found.append(f"{name} on {host.name}")
    return found


def in_play(state: State, seat: int | None = None) -> list[int]:
    """Rows of permanents, of one player or of all."""
    return [
        h for h, r in state.rows.items() if r.cls.zone == BATTLEFIELD and (seat is None or r.cls.controller == seat)
    ]


def in_hand(state: State, seat: int) -> list[int]:
    """Rows of cards in a player's hand."""
    return [h for h, r in state.rows.items() if r.cls.zone == HAND and r.cls.owner == seat]


def find_target(state: State, words: str, seat: int, without: int = -1) -> int | Refusal:
    """The player or object that a target's words mean; ``without`` is a row that is not meant."""
    named_seat = seat_named(words)
    if words.strip().lower() in ("me", "myself"):
        named_seat = seat
    if named_seat is not None:
        if named_seat not in seats(state):
            return Refusal(ILLEGAL, "no-such-player", f"{words} is not in the game", "a player in the game", "115.1")
        return player(named_seat)
    entry = stack_entry(state, words)
    if entry is not None:
        return entry
    kinds = (CARD, TOKEN, COPY)
    zones = (BATTLEFIELD, STACK, GRAVEYARD) if _LYING.search(words) else (BATTLEFIELD, STACK)
    among = [h for h, r in state.rows.items() if r.cls.kind in kinds and r.cls.zone in zones and h != without]
    words, among = narrow(state, words, among)
    found = find(state, words, among, "target")
    if not isinstance(found, Refusal) or found.code != "no-such-object":
        return found
    cards = [h for h, r in state.rows.items() if r.cls.zone == GRAVEYARD]
    elsewhere = find(state, words, cards, "target")
    return found if isinstance(elsewhere, Refusal) and elsewhere.code == "no-such-object" else elsewhere


def stack_entry(state: State, words: str) -> int | Refusal | None:
    """The entry of the stack that words mean by its place, or an ability by its source or its words; None for other words.

    "ability #2" and "spell #2" are the second entry from the top, where like entries beside one another are one.
    """
    place = _AT_PLACE.fullmatch(words.strip())
    if place is not None:
        kind, number = place.group(1).lower(), int(place.group(2))
        there = state.stack[number - 1] if number <= len(state.stack) else -1
        if there >= 0 and (state.rows[there].cls.kind == ABILITY) == (kind == "ability"):
            return there
        listed = ", ".join(target_name(state, h) for h in state.stack) or "nothing is on the stack"
        message = f"entry {number} of the stack, from the top, is no {kind}"
        return Refusal(ILLEGAL, "no-such-object", message, listed, "405.2")
    of = _ABILITY_OF.fullmatch(words.strip())
    if of is None or state.labels.get(words.strip()) is not None:
        return None
    return _ability_of(state, unshield(of.group(1) or of.group(2) or ""), unshield(of.group(3) or ""))


def _ability_of(state: State, words: str, text: str) -> int | Refusal:
    """The ability on the stack whose source, or whose controller, the words mean (113.7), or that does what the text says.

    Where nothing in the game depends on it, an ability does not keep its source: then its text or
    its number names it.
    """
    seat = seat_named(words)
    abilities = [h for h in state.stack if state.rows[h].cls.kind == ABILITY]
    fitting = [
        h
        for h in abilities
        if (text and text.casefold() in entry_text(state, h).casefold())
        or (words and (state.rows[h].cls.controller == seat if seat is not None else _source_is(state, h, words)))
    ]
    listed = ", ".join(f"{target_name(state, h)} ({ability_told(state, h)})" for h in fitting or abilities)
    if not fitting:
        message = f"no ability '{text}' is on the stack" if text else f"no ability of '{words}' is known on the stack"
        return Refusal(ILLEGAL, "no-such-object", message, listed or "no ability is on the stack", "113.7")
    if len(fitting) > 1 and not all(indistinguishable(state, fitting[0], h) for h in fitting):
        return Refusal(
            AMBIGUOUS, "ambiguous-object", f"'{text or words}' fits more than one ability on the stack", listed
        )
    return fitting[0]


def _source_is(state: State, handle: int, words: str) -> bool:
    source = state.rows[handle].refs.get(SOURCE)
    if isinstance(source, Ref):
        return state.labels.get(words) == source.row or named(state.rows[source.row], words)
    if source is None:
        return words.casefold() in called_sources(state, handle)
    return named_class(source.cls, words)


def narrow(state: State, words: str, among: list[int]) -> tuple[str, list[int]]:
    """A description without its zone ("in the graveyard"), and the candidates that are there."""
    lying = _LYING.search(words)
    if lying is None:
        return words, among
    zone = lying.group(1).lower()
    return words[: lying.start()], [h for h in among if state.rows[h].cls.zone == zone]


_PLACES: Final = {
    GRAVEYARD: " in the graveyard",
    STACK: " on the stack",
    BATTLEFIELD: " on the battlefield",
    HAND: " in hand",
}


def exact_name(state: State, handle: int, place: bool = True) -> str:
    """Words that mean this very row: its place among its like by age, and with ``place`` its zone."""
    row = state.rows[handle]
    if row.cls.proto is None or handle in state.labels.values():
        return target_name(state, handle)
    name = row.cls.proto.name
    owner = row.cls.controller
    beside = [
        h for h, r in state.rows.items() if r.cls.zone == row.cls.zone and r.cls.controller == owner and named(r, name)
    ]
    words = f"{name} #{sorted(beside).index(handle) + 1} of p{owner + 1}"
    return words + (_PLACES.get(row.cls.zone, "") if place else "")


def target_name(state: State, handle: int) -> str:
    """Words for a target: its name, or its place on the stack."""
    if state.rows[handle].cls.kind == ABILITY and handle in state.stack:
        return f"ability #{state.stack.index(handle) + 1}"
    return name_of(state, handle)
