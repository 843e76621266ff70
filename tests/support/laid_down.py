"""A reached state written down as ``position/2``: what a person would write who sees it on a table.

Raises ``NotWritten`` with a word for what the format has no words for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from reiterate.rules.access.state_access import seats
from reiterate.rules.characteristics.evaluate import is_creature
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.describe import exact_name
from reiterate.script.position_announced import triggers_of
from reiterate.script.position_board import token_of
from reiterate.script.yaml_text import read_yaml, table_of
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, STACK, Gone, Ref, Row, State
from reiterate.state.properties import (
    ABILITY,
    ACTIVE,
    ATTACKED,
    ATTACKING,
    ATTACKS,
    BLOCKED,
    BLOCKING,
    BLOCKS,
    CARD,
    CAST_FROM,
    CHOSEN,
    COPY,
    COUNTER,
    DAMAGE,
    EOT_POWER,
    EOT_TOUGHNESS,
    HOST,
    HOW,
    LANDED,
    LIFE,
    MANA,
    MASTER,
    NEXT_MASTER,
    NTH_PART,
    NTH_TARGET,
    PASSES,
    POISON_COUNTERS,
    RANGE,
    SHUFFLED,
    SOURCE,
    STEP,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    THIS_TURN,
    TIMESTAMPS,
    TOKEN,
    TRIGGERED_ONCE,
    USED,
    USED_LOYALTY,
    USED_UP,
    X,
)
from reiterate.state.text_reads import OF_OPPONENTS
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.costs import LoyaltyCost
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.proto import Proto


class NotWritten(Exception):
    """The format has no words for something in this state."""


def text_of(state: State) -> str:
    """The text of a file that lays out a state in which somebody has priority."""
    return json.dumps(_Writer(state).file(), ensure_ascii=False)


#: How many spells all players cast, which follows from those of each.
_BY_ALL: Final = "spells cast by all"

#: What a player's class may say, besides whose it is.
_OF_PLAYER: Final = (LANDED, SHUFFLED, MASTER, NEXT_MASTER)


class _Writer:
    def __init__(self, state: State) -> None:
        self.state = state
        self.rows = state.rows

    def file(self) -> dict[str, Any]:
        state = self.state
        if asked(state) != "priority":
            raise NotWritten(f"asked: {asked(state)}")
        game = {name for name, _ in state.game.props} - {ACTIVE, "ask", PASSES, STEP, "who", RANGE}
        if any(not is_creature(state, h) for h, row in self.rows.items() if row.cls.prop(ATTACKING)):
            raise NotWritten("an attacker that is no creature any more")
        fighting = any(row.cls.prop(ATTACKING) for row in self.rows.values())
        if game - ({ATTACKED} if fighting else set()) or str(state.game.prop(STEP)) in ("firststrike", "cleanup"):
            raise NotWritten(f"game: {sorted(game)}")
        order = seats(state)
        if len(order) != sum(1 for row in self.rows.values() if row.cls.kind == "player"):
            raise NotWritten("a player has left")
        for row in self.rows.values():
            if row.cls.kind not in ("game", "player", "card", "token", "copy", "ability"):
                raise NotWritten(f"row: {row.cls.kind}")
        at, passes = order.index(decider(state)), int(state.game.prop(PASSES, 0))
        passed = [f"p{order[(at - back) % len(order)] + 1}" for back in range(passes, 0, -1)]
        made: dict[str, Any] = {
            "format": "position/2",
            "players": {f"p{seat + 1}": self._player(seat) for seat in sorted(order)},
            "active": f"p{int(state.game.prop(ACTIVE, 0)) + 1}",
            "step": str(state.game.prop(STEP, "main1")),
            "priority": f"p{decider(state) + 1}",
            "passed": passed,
            "stack": [self._entry(handle) for handle in state.stack],
            "this turn": {f"p{seat + 1}": self._turn(seat) for seat in sorted(order)},
        }
        if state.game.prop(RANGE):
            made["range"] = str(state.game.prop(RANGE))
        stamped = [h for seat in sorted(order) for h in self._battlefield(seat) if self.rows[h].cls.ordered]
        if stamped != list(state.seqs.get(TIMESTAMPS, ())):
            raise NotWritten("timestamps")
        return made

    # --- players -------------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> dict[str, Any]:
        row = self.rows[1 + seat]
        made: dict[str, Any] = {"life": _count(row.get(LIFE)), "poison": _count(row.get(POISON_COUNTERS)), "mana": {}}
        if {name for name, _ in row.cls.props} - set(_OF_PLAYER):
            raise NotWritten(f"player: {row.cls.props}")
        for name, key in ((MASTER, "controlled by"), (NEXT_MASTER, "controlled next turn by")):
            if row.cls.prop(name):
                made[key] = str(row.cls.prop(name))
        for slot, amount in row.num.items():
            if slot.startswith(MANA):
                made["mana"][slot.removeprefix(MANA)] = _count(amount)
            elif slot not in (LIFE, POISON_COUNTERS) and not slot.startswith(THIS_TURN) and amount != 0:
                raise NotWritten(f"player: {slot}")
        for zone in ("hand", "graveyard", "exile"):
            made[zone] = [self._card(h) for h, r in self.rows.items() if r.cls.zone == zone and r.cls.owner == seat]
        if any(r.cls.zone == "command" for r in self.rows.values()):
            raise NotWritten("command zone")
        cards = [self._card(h) for h in self.state.seqs.get(f"library.{seat}", ())]
        made["library"] = {"shuffled": cards} if row.cls.prop(SHUFFLED) else {"top": cards}
        made["battlefield"] = [self._permanent(handle) for handle in self._battlefield(seat)]
        return made

    def _battlefield(self, seat: int) -> list[int]:
        order = {h: i for i, h in enumerate(self.state.seqs.get(TIMESTAMPS, ()))}
        mine = [h for h, r in self.rows.items() if r.cls.zone == BATTLEFIELD and r.cls.owner == seat]
        return sorted(mine, key=lambda h: order.get(h, -1))

    def _card(self, handle: int) -> str:
        row = self.rows[handle]
        if row.cls.props or row.num or row.refs:
            raise NotWritten(f"a card in {row.cls.zone} with more to it")
        if row.cls.proto == UNKNOWN_CARD:
            return f"{_count(row.n)} unknown"
        return f"{_count(row.n)} {proto_of(row.cls).name}"

    def _turn(self, seat: int) -> dict[str, Any]:
        row = self.rows[1 + seat]
        made: dict[str, Any] = {"lands played": str(int(row.cls.prop(LANDED)))}
        for slot, amount in row.num.items():
            what = slot.removeprefix(THIS_TURN)
            if slot.startswith(THIS_TURN) and what not in (_BY_ALL, *OF_OPPONENTS.values()):
                made[what] = _count(amount)
        by_all = row.get(THIS_TURN + _BY_ALL)
        own = any(slot == f"{THIS_TURN}spells cast" for r in self.rows.values() for slot in r.num)
        if seat == seats(self.state)[0] and by_all != 0 and not own:  # whoever cast them
            stack = [self.rows[handle].cls for handle in self.state.stack]
            others = sum(1 for cls in stack if cls.kind == CARD and cls.controller != seat)
            made["spells cast"] = _count(by_all - others)
        return made

    # --- permanents ----------------------------------------------------------------------------------------------

    def _permanent(self, handle: int) -> dict[str, Any]:
        row = self.rows[handle]
        cls = row.cls
        made: dict[str, Any] = {"label": f"o{handle}", "count": _count(row.n), "damage": _count(row.get(DAMAGE))}
        made |= {"tapped": _flag(cls.tapped), "sick": _flag(cls.sick)}
        made |= self._token(row) if cls.kind == TOKEN else {"card": proto_of(cls).name}
        made["counters"] = {
            slot.removeprefix(COUNTER): _count(v) for slot, v in row.num.items() if slot.startswith(COUNTER)
        }
        if any(slot not in (DAMAGE, EOT_POWER, EOT_TOUGHNESS) and not slot.startswith(COUNTER) for slot in row.num):
            raise NotWritten("amounts of a permanent")
        if cls.marks or row.get(EOT_POWER) != 0 or row.get(EOT_TOUGHNESS) != 0:
            raise NotWritten("until end of turn")
        if cls.controller != cls.owner:
            made["controller"] = f"p{cls.controller + 1}"
        for slot, ref in row.refs.items():
            if slot not in (HOST, ATTACKS, BLOCKS) or not isinstance(ref, Ref) or ref.mode != "one":
                raise NotWritten(f"reference: {slot}")
            if slot in (ATTACKS, BLOCKS):
                made["attacking" if slot == ATTACKS else "blocking"] = self._name(ref)
                continue
            if self.rows[ref.row].cls.kind == "player":
                raise NotWritten("attached to a player")
            made["attached to"] = f"o{ref.row}"
        self._props(handle, made)
        return made

    def _token(self, row: Row) -> dict[str, Any]:
        proto = proto_of(row.cls)
        made: dict[str, Any] = {
            "token": proto.name,
            "types": list(proto.types),
            "subtypes": list(proto.subtypes),
            "colors": list(proto.colors),
            "keywords": [getattr(ability, "name", "?") for ability in proto.abilities],
        }
        made |= {
            key: str(size) for key, size in (("power", proto.power), ("toughness", proto.toughness)) if size is not None
        }
        if any(key in made and int(made[key]) < 0 for key in ("power", "toughness")):
            raise NotWritten("token")
        try:
            said = token_of(table_of(read_yaml(json.dumps(made), "token")))  # type: ignore[arg-type] # well-formed
        except Exception:  # whatever is said of it, there are no words for this token
            raise NotWritten("token") from None
        if said != proto:
            raise NotWritten("token")
        return made

    def _props(self, handle: int, made: dict[str, Any]) -> None:
        cls = self.rows[handle].cls
        for name, value in cls.props:
            if name == CAST_FROM or name.startswith(HOW):
                raise NotWritten("how a permanent was cast")
            if name == ATTACKING and ATTACKS not in self.rows[handle].refs:
                raise NotWritten("an attacker of what has left")
            if name == BLOCKING and BLOCKS not in self.rows[handle].refs:
                raise NotWritten("a blocker of what has left")
            if name in (ATTACKING, BLOCKING):
                continue
            if name == BLOCKED:
                made["blocked"] = "yes"
            elif name.startswith(CHOSEN):
                made["chosen"] = next((word for word, sign in COLOR_WORDS.items() if sign == value), str(value))
            elif name == USED_LOYALTY:
                known = abilities_at(self.state, handle)
                at = next(i for i, a in enumerate(known, 1) if any(isinstance(c, LoyaltyCost) for c in a.costs))
                made.setdefault("used this turn", []).append(str(at))
            elif name.startswith(USED):
                made.setdefault("used this turn", []).append(str(int(name.removeprefix(USED)) + 1))
            elif name.startswith(USED_UP):
                made.setdefault("used", []).append(str(int(name.removeprefix(USED_UP)) + 1))
            elif name.startswith(TRIGGERED_ONCE) and name.removeprefix(TRIGGERED_ONCE).isdigit():
                made.setdefault("triggered this turn", []).append(str(int(name.removeprefix(TRIGGERED_ONCE)) + 1))
            elif name == "entered":
                made["entered this turn"] = "yes"
            elif name == "attacked before":
                made["attacked this turn"] = "yes"
            else:
                raise NotWritten(f"property: {name}")

    # --- the stack -----------------------------------------------------------------------------------------------

    def _entry(self, handle: int) -> dict[str, Any]:
        row = self.rows[handle]
        made: dict[str, Any] = {"controller": f"p{row.cls.controller + 1}"}
        made["targets"] = self._targets(row)
        parts = [_count(row.get(slot)) for slot in sorted(row.num) if slot.startswith(NTH_PART)]
        if parts:
            made["divided"] = parts
        if row.get(X) != 0:
            made["x"] = _count(row.get(X))
        if row.cls.kind == ABILITY:
            return made | self._ability(row)
        if handle in self.state.labels.values():
            raise NotWritten("label of a spell")
        how = [name.removeprefix(HOW) for name, _ in row.cls.props if name.startswith(HOW)]
        made |= {"spell": proto_of(row.cls).name, "owner": f"p{row.cls.owner + 1}"}
        made["with"] = [word for word in how if not word.startswith("mode ")]
        made["mode"] = [word.removeprefix("mode ") for word in how if word.startswith("mode ")]
        if row.cls.prop(CAST_FROM):
            made["cast from"] = str(row.cls.prop(CAST_FROM))
        if row.cls.kind == COPY:
            cards = [r.cls.proto for r in self.rows.values() if r.cls.kind == CARD]
            if row.cls.proto not in cards:
                raise NotWritten("a copy of no card here")
            made |= {"copy": "yes", "count": _count(row.n)}
        if any(not name.startswith(HOW) and name != CAST_FROM for name, _ in row.cls.props):
            raise NotWritten(f"spell: {row.cls.props}")
        if any(not slot.startswith(NTH_TARGET) for slot in row.refs):
            raise NotWritten(f"spell: {sorted(row.refs)}")
        return {key: value for key, value in made.items() if value != []}

    def _targets(self, row: Row) -> list[str]:
        found = {}
        for slot, ref in row.refs.items():
            if slot.startswith(NTH_TARGET):
                found[int(slot.removeprefix(NTH_TARGET))] = self._name(ref)
        return [found.get(i, "none") for i in range(max(found, default=-1) + 1)]

    def _name(self, ref: object) -> str:
        if not isinstance(ref, Ref) or ref.mode != "one":
            raise NotWritten("a reference to what is gone, or to several")
        there = self.rows[ref.row]
        if there.cls.kind == "player":
            return f"p{there.cls.owner + 1}"
        if there.cls.zone == BATTLEFIELD:
            return f"o{ref.row}"
        if there.cls.zone == STACK and there.cls.kind != ABILITY:
            alike = [h for h in self.state.stack if self.rows[h].cls.proto is there.cls.proto]
            if alike == [ref.row]:
                return proto_of(there.cls).name
        if there.cls.zone == GRAVEYARD:
            words = f"{exact_name(self.state, ref.row, place=False)} in the graveyard"
            alike = [h for h, r in self.rows.items() if r.cls.zone == GRAVEYARD and r.cls.proto is there.cls.proto]
            if len(alike) == 1:
                return words.replace(f" #1 of p{there.cls.controller + 1}", "")
        raise NotWritten(f"a reference into the {there.cls.zone}")

    def _ability(self, row: Row) -> dict[str, Any]:
        source = row.refs.get(SOURCE)
        known = {slot for slot in row.refs if not slot.startswith(NTH_TARGET)} - {SOURCE, THAT, THAT_PLAYER, HOST}
        if known or any(slot not in (X, THAT_MUCH) and not slot.startswith(NTH_PART) for slot in row.num):
            raise NotWritten(f"ability: {sorted(known) or sorted(row.num)}")
        made: dict[str, Any] = {"count": _count(row.n)}
        for slot, key in ((THAT, "about"), (THAT_PLAYER, "player")):
            if slot in row.refs and row.refs[slot] != source:
                made[key] = self._name(row.refs[slot])
        if THAT_MUCH in row.num:
            made["amount"] = _count(row.get(THAT_MUCH))
        if isinstance(source, Gone):
            there = source.cls.zone == BATTLEFIELD and source.cls.proto is not None
            counters = any(slot.startswith("counter.") for slot in source.num)
            if not there or source.cls.props or source.cls.sick or source.cls.tapped or counters:
                raise NotWritten("what is known of a source that has left")
            return made | self._left(proto_of(source.cls), row)
        if isinstance(source, Ref) and source.mode != "one":
            raise NotWritten("an ability of each of a group")
        among = [source.row] if isinstance(source, Ref) else self._all()
        for handle in among:
            named = self._of(handle, row)
            if named:
                return made | named
        if source is not None:
            raise NotWritten("the source of an ability")
        for proto in {r.cls.proto for r in self.rows.values() if r.cls.proto is not None}:
            try:
                return made | self._left(proto, row)
            except NotWritten:
                continue
        raise NotWritten("the source of an ability")

    def _left(self, proto: Proto, row: Row) -> dict[str, Any]:
        """The words for an ability of a permanent that has left."""
        kinds = (("ability", Activated), ("trigger", Triggered))
        if {"instant", "sorcery"} & set(proto.types):
            raise NotWritten("a source that has left")
        for key, kind in kinds:
            known = [a for a in proto.abilities if isinstance(a, kind)]
            if sum(1 for a in known if a == row.cls.term) == 1 and len(known) == 1:
                return {key: "1", "of": proto.name, "gone": "yes"}
        raise NotWritten("a source that has left")

    def _all(self) -> list[int]:
        return [h for h, r in self.rows.items() if r.cls.zone == BATTLEFIELD]

    def _of(self, handle: int, row: Row) -> dict[str, Any]:
        """The words for an ability of a permanent; none where it is not of that."""
        if self.rows[handle].cls.zone != BATTLEFIELD:
            raise NotWritten("the source of an ability is elsewhere")
        kinds: Sequence[tuple[str, Sequence[Activated | Triggered]]] = (
            ("ability", abilities_at(self.state, handle)),
            ("trigger", triggers_of(self.state, handle)),
        )
        for key, known in kinds:
            for number, ability in enumerate(known, 1):
                if ability == row.cls.term:
                    return {key: str(number), "of": f"o{handle}"}
                for mode in range(1, len(ability.modes) + 1):
                    chosen = ability.modes[mode - 1]
                    if getattr(row.cls.term, "effects", ()) == chosen.effects and not getattr(
                        row.cls.term, "modes", ()
                    ):
                        return {key: str(number), "of": f"o{handle}", "mode": str(mode)}
        return {}


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _count(amount: Any) -> str:
    if type(amount) is not int:
        raise NotWritten("an amount too long to write")
    if amount < 0:
        raise NotWritten("an amount below 0")
    return str(amount)
