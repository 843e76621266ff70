"""Position files (``position/1``): a board, a script, answers, expected facts. ``docs/positions.md`` is the manual."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from reiterate.cards import CardBook
from reiterate.limits import read_regular
from reiterate.oracle import CompiledCard
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events.attaching import enchant_spec
from reiterate.rules.events.commander import STARTING_LIFE, is_commander
from reiterate.rules.turn.initial_position import under_control, undone
from reiterate.rules.turn.layout import UNKNOWN_CARD, Layout
from reiterate.rules.turn.turn_structure import STEPS
from reiterate.script.describe import find, in_play, seat_named
from reiterate.script.expect import no_fact
from reiterate.script.places import Place, parse_place, quantity
from reiterate.script.script import Node, parse_script, script_lines
from reiterate.script.yaml_text import MAX_BYTES, Listed, Table, Text, Value, read_yaml
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, State, player
from reiterate.state.properties import CARD, COMMANDER, COMMANDER_DAMAGE, LIFE, MANA, POISON_COUNTERS
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_zones import ExileUntil
from reiterate.terms.keywords import KEYWORDS
from reiterate.terms.mana_restrictions import only_of
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import EntersChoosing
from reiterate.terms.symbols import MANA_KINDS

FORMAT: Final = "position/1"
_TOP: Final = (
    "format", "title", "notes", "rules", "range", "players", "active", "step", "declare", "script", "proposer", "end", "answers", "then", "expect",
)  # fmt: skip
_PLAYER: Final = (
    "life", "mana", "poison", "library", "hand", "graveyard", "exile", "battlefield", "commander", "commander damage",
)  # fmt: skip
_ENTRY: Final = (
    "card", "token", "count", "label", "tapped", "sick", "counters", "damage", "attached to", "controller",
    "chosen", "exiled", "types", "subtypes", "colors", "power", "toughness", "keywords",
)  # fmt: skip
_STEP_WORDS: Final = {"main": "main1", "precombat main": "main1", "postcombat main": "main2"}


class _Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


@dataclass(slots=True)
class Position:
    """A position file, read: the state it lays out and what is to be done and expected there."""

    state: State
    script: tuple[Node, ...]
    proposer: int
    end: Place | None
    answers: list[tuple[int, Place | None]]
    expect: list[tuple[str, Text | Listed]]
    then: tuple[Node, ...] = ()
    title: str = ""
    notes: str = ""
    declared: list[str] = field(default_factory=list)
    unread: list[CompiledCard] = field(default_factory=list)
    wheres: dict[str, Where] = field(default_factory=dict)  # where "end" and each player's answer stand in the file

    def expect_items(self) -> list[tuple[str, Text | Listed]]:
        """The expected facts in the file's order."""
        return self.expect

    def script_lines(self) -> list[str]:
        """The script with its line numbers."""
        return script_lines(self.script)


def load_file(path: Path, book: CardBook) -> Position | Refusal:
    """Read a position file; never more than ``MAX_BYTES`` of it."""
    try:
        data = read_regular(path, MAX_BYTES)
    except OSError as error:
        reason = error.strerror or "it can't be opened"
        return Refusal(INPUT, "file", reason, "a readable position file", where=Where(path.name))
    if len(data) > MAX_BYTES:
        message = f"the file has more than {MAX_BYTES:,} bytes"
        return Refusal(INPUT, "file-too-large", message, "a smaller file", where=Where(path.name, 1, 1))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Refusal(INPUT, "encoding", "the file is not UTF-8", "UTF-8 text", where=Where(path.name, line, 1))
    return load(text, path.name, book)


def load(text: str, file: str, book: CardBook) -> Position | Refusal:
    """Read the text of a position file."""
    document = read_yaml(text, file)
    if isinstance(document, Refusal):
        return document
    try:
        return _Reader(book).read(document)
    except _Refused as error:
        return error.refusal


def _bad(code: str, message: str, where: Where, expected: str = "", rule: str = "") -> _Refused:
    return _Refused(Refusal(INPUT, code, message, expected, rule, where))


def _text(value: Value) -> str:
    if not isinstance(value, Text):
        raise _bad("shape", "a single value is wanted here", value.where, "one word or number")
    return value.text


def _table(value: Value) -> Table:
    if not isinstance(value, Table):
        raise _bad("shape", "a mapping is wanted here", value.where, "key: value")
    return value


def _known(table: Table, keys: tuple[str, ...]) -> None:
    for key, _ in table.items:
        if key.text not in keys:
            near = difflib.get_close_matches(key.text, keys, 1)
            hint = f"'{near[0]}'" if near else ", ".join(keys)
            raise _bad("unknown-key", f"the key '{key.text}' is not known here", key.where, hint)


def _quantity(value: Value) -> int:
    found = quantity(_text(value))
    if isinstance(found, Refusal):
        raise _Refused(found.at(value.where))
    return found


def _count(value: Value) -> int:
    found = _quantity(value)
    if found < 1:
        raise _bad("count", f"'{_text(value)}' objects can't stand there", value.where, "a count of at least 1")
    return found


def _flag(value: Value) -> bool:
    word = _text(value).lower()
    if word not in ("yes", "no", "true", "false"):
        raise _bad("flag", f"'{word}' is neither yes nor no", value.where, "yes or no")
    return word in ("yes", "true")


def _seat(value: Value, players: int) -> int:
    seat = seat_named(_text(value))
    if seat is None or not 0 <= seat < players:
        raise _bad("player", f"'{_text(value)}' is no player of this position", value.where, f"p1 to p{players}")
    return seat


def _items(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Listed) else (value,)


class _Reader:
    """Lays out a document with the cards of a book."""

    def __init__(self, book: CardBook) -> None:
        self.book = book
        self.unread: dict[str, CompiledCard] = {}
        self.layout = Layout(2)
        self.attach: list[tuple[int, str, Where]] = []
        self.places: dict[int, Where] = {}

    def read(self, document: Value) -> Position:
        """The position of a document."""
        top = _table(document)
        self._format(top)
        _known(top, _TOP)
        players = top.get("players")
        names = [key for key, _ in _table(players).items] if players is not None else []
        for i, name in enumerate(names, 1):
            if name.text != f"p{i}":
                raise _bad("player", f"'{name.text}' stands where p{i} should", name.where, "p1, p2, ... in turn order")
        count = max(2, len(names))
        active = top.get("active")
        step = top.get("step")
        self.layout = Layout(count, _seat(active, count) if active else 0, _step(step) if step else "main1")
        self._variant(top, count)
        if players is not None:
            for seat, (_, value) in enumerate(_table(players).items):
                self.places[player(seat)] = value.where
                self._player(seat, _table(value), count)
            self._commanders(_table(players))
        state = under_control(self._attached())
        self._stands(state, top)
        return self._rest(top, state, count)

    def _stands(self, state: State, top: Table) -> None:
        """Somebody has priority, so no state-based action is left to be performed (117.5, 704.3)."""
        found = undone(state)
        if found is not None:
            handle, words, rule = found
            message = f"{words}: nobody has priority in such a position"
            raise _bad("state-based", message, self.places.get(handle, top.where), "a position that can be", rule)

    def _format(self, top: Table) -> None:
        value = top.get("format")
        if value is None:
            raise _bad("format", "the file does not say its format", top.where, f"format: {FORMAT}")
        said = _text(value)
        if said != FORMAT:
            newer = re.fullmatch(r"position/\d+", said)
            message = f"'{said}' is {'a newer format than this program reads' if newer else 'no position format'}"
            raise _bad("format", message, value.where, FORMAT)

    def _rest(self, top: Table, state: State, players: int) -> Position:
        script = self._script(top.get("script"))
        proposer = top.get("proposer")
        active, end, answers = top.get("active"), top.get("end"), top.get("answers")
        first = _seat(active, players) if active is not None else 0
        position = Position(
            state,
            script,
            _seat(proposer, players) if proposer is not None else first,
            self._place(end),
            self._answers(answers, players),
            self._expect(top.get("expect"), players),
        )
        title, notes, declared = top.get("title"), top.get("notes"), top.get("declare")
        position.title = _text(title) if title is not None else ""
        position.then = self._script(top.get("then"))
        position.notes = _text(notes) if notes is not None else ""
        position.declared = [_text(v) for v in _items(declared)] if declared is not None else []
        position.wheres = {"end": end.where} if end is not None else {}
        for item in _items(answers) if answers is not None else ():
            position.wheres |= {key.text.lower(): said.where for key, said in _table(item).items}
        position.unread = [self.unread[name] for name in sorted(self.unread)]
        return position

    def _script(self, value: Value | None) -> tuple[Node, ...]:
        if value is None:
            return ()
        where = value.where
        parsed = parse_script(_text(value), where.file, where.line + 1, where.column)
        if isinstance(parsed, Refusal):
            raise _Refused(parsed)
        return parsed

    def _place(self, value: Value | None) -> Place | None:
        if value is None:
            return None
        found = parse_place(_text(value))
        if isinstance(found, Refusal):
            raise _Refused(found.at(value.where))
        return found

    def _answers(self, value: Value | None, players: int) -> list[tuple[int, Place | None]]:
        found: list[tuple[int, Place | None]] = []
        if value is None:
            return found
        for item in _items(value):
            for key, said in _table(item).items:
                seat = _seat(key, players)
                words = _text(said).strip()
                if any(seat == other for other, _ in found):
                    raise _bad(
                        "answer", f"p{seat + 1} answers twice", said.where, "one answer by each player", "730.2b"
                    )
                if words.lower() in ("accept", "accepts"):
                    found.append((seat, None))
                elif words.lower().startswith("cut "):
                    found.append((seat, self._place(Text(words[4:].strip(), said.where))))
                else:
                    raise _bad("answer", f"'{words}' is no answer to a proposal", said.where, "accept, or cut PLACE")
        return found

    def _expect(self, value: Value | None, players: int) -> list[tuple[str, Text | Listed]]:
        found: list[tuple[str, Text | Listed]] = []
        if value is None:
            return found
        for key, said in _table(value).items:
            if isinstance(said, Table):
                raise _bad("shape", "an expected fact is one value or a list", said.where, "path: value")
            refused = no_fact(key.text, players)
            if refused is not None:
                raise _Refused(refused.at(key.where))
            found.append((key.text, said))
        return found

    # --- several players -------------------------------------------------------------------------------------------

    def _variant(self, top: Table, players: int) -> None:
        """The rules of a variant (903.7) and the range of influence (801.2)."""
        rules, reach = top.get("rules"), top.get("range")
        if rules is not None:
            if _text(rules).lower() not in ("commander", "standard"):
                raise _bad("rules", f"'{_text(rules)}' names no rules", rules.where, "commander or standard", "903.1")
            if _text(rules).lower() == "commander":
                for seat in range(players):
                    self.layout.set_player(seat, LIFE, STARTING_LIFE)
        if reach is not None:
            self.layout.set_range(_count(reach))

    def _commanders(self, players: Table) -> None:
        """Find each player's commanders among their cards, or put them into the command zone (903.6)."""
        for seat, (_, value) in enumerate(players.items):
            said = _table(value).get("commander")
            for index, item in enumerate(_items(said) if said is not None else ()):
                table = item if isinstance(item, Table) else Table((), item.where)
                _known(table, ("card", "casts"))
                name = table.get("card") if isinstance(item, Table) else item
                if name is None:
                    raise _bad("commander", "the commander has no name", item.where, "card: NAME", "903.3")
                casts = table.get("casts")
                handle = self._commander(seat, self._card(_text(name), name.where).proto, name.where)
                self.layout.commander(handle, index, _quantity(casts) if casts is not None else 0)
        names = {text_prop(row.cls, COMMANDER) for row in self.layout.rows.values() if is_commander(row.cls)}
        for seat, (_, value) in enumerate(players.items):
            said = _table(value).get("commander damage")
            for key, amount in _table(said).items if said is not None else ():
                if key.text not in names:
                    raise _bad(
                        "commander", f"'{key.text}' has no commander", key.where, ", ".join(sorted(names)), "903.3"
                    )
                self.layout.set_player(seat, COMMANDER_DAMAGE + key.text, _quantity(amount))

    def _commander(self, seat: int, proto: Proto, where: Where) -> int:
        """The only card of that name that a player owns; a new one in the command zone if there is none."""
        rows = self.layout.rows
        own = [h for h, r in rows.items() if r.cls.kind == CARD and r.cls.owner == seat and r.cls.proto is not None]
        found = [h for h in own if proto_of(rows[h].cls).name == proto.name]
        if not found:
            return self.layout.put(proto, seat, COMMAND)
        if len(found) > 1 or rows[found[0]].n != 1 or is_commander(rows[found[0]].cls):
            message = f"{proto.name} could be more than one card"
            raise _bad("commander", message, where, "a single card of that name", "903.3")
        return found[0]

    # --- players ---------------------------------------------------------------------------------------------------

    def _player(self, seat: int, table: Table, players: int) -> None:
        _known(table, _PLAYER)
        for key, value in table.items:
            if key.text == "life":
                self.layout.set_player(seat, LIFE, _quantity(value))
            elif key.text == "poison":
                self.layout.set_player(seat, POISON_COUNTERS, _quantity(value))
            elif key.text == "mana":
                for kind, amount in _table(value).items:
                    symbol, stroke, only = kind.text.partition("/")
                    if symbol not in MANA_KINDS or (stroke and only_of(only) is None):
                        raise _bad(
                            "mana", f"'{kind.text}' is no kind of mana", kind.where, "W, U, B, R, G or C", "106.1b"
                        )
                    self.layout.set_player(seat, f"{MANA}{kind.text}", _quantity(amount))
            elif key.text in ("commander", "commander damage"):
                continue  # after all zones of all players
            elif key.text == "battlefield":
                for item in _items(value):
                    self._permanent(seat, item, players)
            else:
                self._zone(seat, key.text, value)

    def _zone(self, seat: int, zone: str, value: Value) -> None:
        cards: list[tuple[Proto, int]] = []
        for item in _items(value):
            written = _text(item)
            if re.fullmatch(r"[0-9^*]+", written) or not isinstance(value, Listed):
                number = _quantity(item)
                if number:
                    cards.append((UNKNOWN_CARD, number))
                continue
            count, name = _counted(item)
            card = (
                UNKNOWN_CARD
                if name in ("unknown", "unknown cards", "unknown card")
                else self._card(name, item.where).proto
            )
            cards.append((card, count))
        if zone == "library":
            self.layout.library(seat, [(proto, n) for proto, n in cards])
            return
        for proto, n in cards:
            self.layout.put(proto, seat, {"hand": HAND, "graveyard": GRAVEYARD, "exile": EXILE}[zone], n)

    def _card(self, name: str, where: Where) -> CompiledCard:
        found = self.book.find(name)
        if isinstance(found, Refusal):
            raise _Refused(replace(found, where=where))
        if not found.complete:
            self.unread[found.name] = found
        return found

    def _permanent(self, seat: int, item: Value, players: int) -> None:
        if isinstance(item, Text):
            count, name = _counted(item)
            self._put(seat, self._card(name, item.where).proto, count, Table((), item.where), item.where, players)
            return
        table = _table(item)
        _known(table, _ENTRY)
        card, token = table.get("card"), table.get("token")
        if (card is None) == (token is None):
            raise _bad("entry", "an entry names a card or a token", table.where, "card: NAME or token: NAME")
        proto = self._card(_text(card), card.where).proto if card is not None else _token(table)
        count_value = table.get("count")
        self._put(seat, proto, _count(count_value) if count_value is not None else 1, table, table.where, players)

    def _put(self, seat: int, proto: Proto, count: int, table: Table, where: Where, players: int) -> None:
        if any(t in proto.types for t in ("instant", "sorcery")):
            raise _bad("wrong-zone", f"{proto.name} can't be on the battlefield", where, "a permanent card", "304.4")
        label, controller, damage = table.get("label"), table.get("controller"), table.get("damage")
        counters: dict[str, int] = {}
        counters_value = table.get("counters")
        if counters_value is not None:
            for kind, amount in _table(counters_value).items:
                counters[kind.text] = _quantity(amount)
        handle = self.layout.put(
            proto,
            seat,
            BATTLEFIELD,
            count,
            controller=_seat(controller, players) if controller is not None else None,
            tapped=_flag_of(table, "tapped"),
            sick=_flag_of(table, "sick"),
            counters=dict(counters),
            damage=_quantity(damage) if damage is not None else 0,
            label=_label(label, self.layout.labels) if label is not None else "",
        )
        self.places[handle] = where
        self._linked(handle, seat, proto, table)
        host = table.get("attached to")
        if host is not None:
            if count != 1:
                raise _bad("count", "only a single object can be attached", where, "count: 1")
            self.attach.append((handle, _text(host), host.where))
        elif "Aura" in proto.subtypes:
            raise _bad("aura-alone", f"{proto.name} enchants nothing here", where, "attached to: an object", "303.4")

    def _linked(self, handle: int, seat: int, proto: Proto, table: Table) -> None:
        """What was chosen as a permanent entered, and the cards that it exiled (607)."""
        chosen, exiled = table.get("chosen"), table.get("exiled")
        kinds = [
            a.effect.what for a in proto.abilities if isinstance(a, Static) and isinstance(a.effect, EntersChoosing)
        ]
        if chosen is None and kinds:
            raise _bad(
                "chosen",
                f"{proto.name} chooses a {kinds[0]} as it enters",
                table.where,
                f"chosen: a {kinds[0]}",
                "614.1c",
            )
        if chosen is not None:
            if not kinds:
                raise _bad(
                    "chosen", f"{proto.name} chooses nothing as it enters", chosen.where, "no 'chosen'", "614.1c"
                )
            word = _text(chosen).strip()
            if kinds[0] == "color":
                if word.lower() not in COLOR_WORDS:
                    raise _bad("chosen", f"'{word}' is no color", chosen.where, ", ".join(COLOR_WORDS), "105.1")
                word = COLOR_WORDS[word.lower()]
            elif kinds[0] in ("player", "opponent") and seat_named(word) is None:
                raise _bad("chosen", f"'{word}' is no player", chosen.where, "p1, p2, ...", "614.1c")
            self.layout.choose(handle, "player" if kinds[0] == "opponent" else kinds[0], word)
        for item in _items(exiled) if exiled is not None else ():
            self._exiled(handle, seat, proto, item)

    def _exiled(self, handle: int, seat: int, proto: Proto, item: Value) -> None:
        """A card that a permanent exiled: for good (607.2a), or until it leaves (610.3)."""
        table = item if isinstance(item, Table) else Table((), item.where)
        _known(table, ("card", "owner"))
        name, said = table.get("card") if isinstance(item, Table) else item, table.get("owner")
        if name is None:
            raise _bad("entry", "the exiled card has no name", item.where, "card: NAME", "607.2a")
        card = self._card(_text(name), name.where).proto
        until = [(a, node) for a in proto.abilities for node in _untils(a)]
        rivals = [other for other in self.layout.seats() if other != seat]
        of_others = any(
            spec.filter is not None and spec.filter.controller == "opponent"
            for a, _ in until
            for spec in getattr(a, "targets", ())
        )
        owner = _seat(said, len(rivals) + 1) if said is not None else rivals[0] if of_others else seat
        if of_others and said is None and len(rivals) > 1:
            message = f"{proto.name} exiles what an opponent controls: whose card this is is not said"
            raise _bad("exiled-owner", message, item.where, f"{{card: {card.name}, owner: p2}}", "610.3c")
        made = self.layout.put(card, owner, EXILE)
        if not until or any(node.link for _, node in until):
            self.layout.link(handle, made)
        if until and self.layout.rows[handle].n != 1:
            raise _bad(
                "count", "each of a group that exiles something until it leaves", item.where, "count: 1", "610.3"
            )
        if until:
            self.layout.exiled_until(handle, made)

    def _attached(self) -> State:
        for handle, words, where in self.attach:
            state = self.layout.done()
            among = [h for h in in_play(state) if h != handle]
            host = find(state, words, among, "permanent")
            if isinstance(host, Refusal):
                raise _Refused(Refusal(INPUT, host.code, host.message, host.expected, host.rule, where))
            spec = enchant_spec(proto_of(state.rows[handle].cls).abilities)
            wanted = spec.filter.types if spec is not None and spec.filter is not None else ()
            if any(t not in proto_of(state.rows[host].cls).types for t in wanted if t != "permanent"):
                message = f"{proto_of(state.rows[handle].cls).name} can't enchant that"
                raise _bad("illegal-host", message, where, " ".join(wanted), "303.4")
            one = self.layout.single_out(host)
            self.places.setdefault(one, self.places[host])
            self.layout.attach(handle, one)
        return self.layout.done()


def _untils(ability: Term) -> list[ExileUntil]:
    """The parts of an ability that exile something until its source leaves."""
    found: list[Term] = []
    walk(ability, found.append)
    return [node for node in found if isinstance(node, ExileUntil)]


def _label(value: Value, taken: dict[str, int]) -> str:
    label = _text(value)
    if label in taken:
        raise _bad("double-label", f"the label '{label}' stands twice", value.where, "a label of its own")
    if seat_named(label) is not None:
        raise _bad("label", f"'{label}' names a player", value.where, "another label")
    return label


def _flag_of(table: Table, key: str) -> bool:
    value = table.get(key)
    return value is not None and _flag(value)


def _step(value: Value) -> str:
    said = _text(value).lower()
    step = _STEP_WORDS.get(said, said)
    if step not in STEPS or step in ("untap", "cleanup"):
        usable = [s for s in STEPS if s not in ("untap", "cleanup")]
        raise _bad("step", f"'{said}' is no step in which somebody has priority", value.where, ", ".join(usable), "500")
    return step


_COUNTED: Final = re.compile(r"(\d+(?:\*10\^\d+)?|10\^\d+)(?:\s*x)?\s+(.+)")


def _counted(item: Value) -> tuple[int, str]:
    """The count and name of an entry such as "3 Forest"."""
    written = _text(item).strip()
    found = _COUNTED.fullmatch(written)
    if found is None:
        return 1, written
    return _count(Text(found.group(1), item.where)), found.group(2)


def _token(table: Table) -> Proto:
    """A token described in the file."""
    name_value = table.get("token")
    assert name_value is not None
    name = _text(name_value)

    def words(key: str) -> tuple[str, ...]:
        value = table.get(key)
        return tuple(_text(v) for v in _items(value)) if value is not None else ()

    def number(key: str) -> int | None:
        value = table.get(key)
        return _quantity(value) if value is not None else None

    types = tuple(t.lower() for t in words("types")) or ("creature",)
    keywords = tuple(k.lower() for k in words("keywords"))
    for keyword in keywords:
        if keyword not in KEYWORDS:
            value = table.get("keywords")
            assert value is not None
            raise _bad("keyword", f"'{keyword}' is not a keyword that is understood", value.where, ", ".join(KEYWORDS))
    power, toughness = number("power"), number("toughness")
    if "creature" in types and (power is None or toughness is None):
        raise _bad("token", f"the token {name} has no power and toughness", table.where, "power: N and toughness: N")
    return Proto(
        name,
        types,
        words("subtypes") or tuple(name.split(" ")),
        (),
        tuple(c for c in ("W", "U", "B", "R", "G") if c in words("colors")),
        None,
        power,
        toughness,
        None,
        tuple(Keyword(k) for k in keywords),
        True,
    )
