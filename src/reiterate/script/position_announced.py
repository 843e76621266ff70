"""What an entry of the stack or an effect in force announces: its source, ability, way, modes, targets, parts and X."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.oracle.grammar.printing import Unprintable, host_words, show
from reiterate.refusals import AMBIGUOUS, INPUT, Refusal, Where
from reiterate.rules.access.state_access import (
    active_seat,
    seats,
    single_out,
)
from reiterate.rules.access.unread_clauses import ACTIVATED, CASTING, TRIGGERED, unread_use
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import SilentTrigger, printed, proto_of
from reiterate.rules.costs.casting import ALTERNATIVES
from reiterate.rules.decisions.verify_actions import abilities_at, casting_words
from reiterate.rules.events.leaves_battlefield import card_class
from reiterate.rules.events.targets import NONE
from reiterate.rules.events.triggers import own_of_graveyard
from reiterate.rules.positions import under_way
from reiterate.rules.resolution import division
from reiterate.script.describe import find, find_target, in_play, name_of
from reiterate.script.position_board import BoardReader
from reiterate.script.saying import NO_TARGET, ability_text
from reiterate.script.yaml_text import (
    Refused,
    Table,
    Text,
    Value,
    bad,
    count_of,
    flag_of,
    items_of,
    known_keys,
    quantity_of,
    seat_of,
    text_of,
)
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    COMMAND,
    EXILE,
    GRAVEYARD,
    HAND,
    STACK,
    State,
    is_player,
)
from reiterate.terms.abilities import Activated, SpellCosts, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_spells import CastFor
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec, This
from reiterate.terms.vocabulary import PAYING

#: Where a card lies that is neither in play nor in a library.
ZONES: Final = (HAND, GRAVEYARD, EXILE, COMMAND)


@dataclass(frozen=True, slots=True)
class Source:
    """Where an ability comes from: its row, and whether that row only stands in for what has left."""

    handle: int
    left: bool


def _own_ways(proto: Proto) -> tuple[str, ...]:
    """The ways in which an ability of a card lets that card be cast, such as madness (702.35a)."""
    found: list[str] = []
    walk(
        proto.abilities,
        lambda node: found.append(node.how) if isinstance(node, CastFor) and node.object == This() else None,
    )
    return tuple(dict.fromkeys(found))


class Announced:
    """Reads what was announced of a spell or ability that is laid out on a board, and the words for its objects."""

    def __init__(self, board: BoardReader, draft: Draft) -> None:
        self.board = board
        self.draft = draft
        self.players = len(seats(draft))
        self.left: list[int] = []  # what stands in for targets that have left, until the entry is laid out
        self.away: set[int] = set()  # whatever ever stood in for something that has left

    # --- words for objects -------------------------------------------------------------------------------------

    def named(self, value: Value, seat: int) -> int:
        """The row of one object or player, singled out of its group; of what has left one that stands in for it."""
        if isinstance(value, Table):
            return self._gone(value)
        words = text_of(value)
        found = find_target(self.draft, words, seat)
        if isinstance(found, Refusal) and found.code == "no-such-object":
            bare = words.removesuffix(" in exile").removesuffix(" in hand")
            found = self.among(bare, [h for h, r in self.draft.rows.items() if r.cls.zone in ZONES], found)
        return self.single(found, value.where)

    def _gone(self, table: Table) -> int:
        """A permanent that has left, said by its card: ``{gone: NAME, controller: p2}`` (608.2h)."""
        known_keys(table, ("gone", "controller"))
        name, said = table.get("gone"), self.controller(table)
        if name is None:
            raise bad("entry", "what has left is not named", table.where, "gone: NAME", "608.2h")
        proto = self.board.card(text_of(name), name.where).proto
        self.left.append(self.stand_in(proto, self.active() if said is None else said))
        return self.left[-1]

    def stand_in(self, proto: Proto, seat: int) -> int:
        """A row for a permanent that has left; no words of the file mean it."""
        handle = under_way.stand_in(self.draft, proto, seat)
        self.away.add(handle)
        return handle

    def departed(self) -> None:
        """Take away what stands in for objects that have left: an entry remembers them as they last were (608.2h)."""
        for handle in self.left:
            under_way.depart(self.draft, handle)
        self.left.clear()

    def among(self, words: str, among: list[int], otherwise: Refusal) -> int | Refusal:
        found = find(self.draft, words, among, "object")
        return otherwise if isinstance(found, Refusal) and found.code == "no-such-object" else found

    def single(self, found: int | Refusal, where: Where) -> int:
        if isinstance(found, Refusal):
            raise Refused(Refusal(INPUT, found.code, found.message, found.expected, found.rule, where))
        if found in self.away:
            raise bad("no-such-object", f"{name_of(self.draft, found)} has left", where, "an object that is there")
        return found if is_player(self.draft, found) else single_out(self.draft, found)

    def source(self, table: Table, seat: int | None) -> Source:
        """The object that an ability is of: on the board, or one that has left."""
        of = table.get("of")
        if of is None:
            raise bad("entry", "the object that the ability is of is not named", table.where, "of: LABEL", "113.7")
        if flag_of(table, "gone"):
            proto = self.board.card(text_of(of), of.where).proto
            return Source(self.stand_in(proto, self.active() if seat is None else seat), True)
        rows = self.draft.rows
        found = self.among(
            text_of(of), in_play(self.draft), Refusal(INPUT, "no-such-object", f"'{text_of(of)}' is not in play")
        )
        if isinstance(found, Refusal) and found.code == "no-such-object":
            elsewhere = [h for h, r in rows.items() if r.cls.zone in (*ZONES, STACK) and r.cls.proto is not None]
            found = find(self.draft, text_of(of).removesuffix(" in the graveyard"), elsewhere, "object")
        return Source(self.single(found, of.where), False)

    def active(self) -> int:
        return active_seat(self.draft)

    def controller(self, table: Table) -> int | None:
        value = table.get("controller")
        return seat_of(value, self.players) if value is not None else None

    # --- what is announced -------------------------------------------------------------------------------------

    def targets(self, table: Table, specs: tuple[TargetSpec, ...], seat: int, name: str, x: int = 0) -> list[int]:
        """The targets, as many as there must be; nothing is said here of whether they are legal still (608.2b)."""
        value = table.get("targets")
        items = items_of(value) if value is not None else ()
        where = value.where if value is not None else table.where
        wanted = division.each_target(specs, len(items), x)
        if wanted is None:
            raise bad(
                "targets",
                f"{name} has {division.targets_wanted(specs)}",
                where,
                f"targets: {division.targets_wanted(specs)}",
                "601.2c",
            )
        found: list[int] = []
        for item, spec in zip(items, wanted, strict=True):
            if isinstance(item, Text) and item.text.lower() in (*NO_TARGET, "none"):
                if not spec.optional:
                    raise bad("targets", f"{name} has a target there", item.where, "an object or player", "601.2c")
                found.append(NONE)
                continue
            found.append(self.named(item, seat))
            if is_player(self.draft, found[-1]) and not spec.players:
                raise bad("targets", f"{name} can't target a player", item.where, "an object", "115.1")
            if not is_player(self.draft, found[-1]) and spec.filter is None:
                raise bad("targets", f"{name} can only target a player", item.where, "p1, p2, ...", "115.1")
        return found

    def divided(self, table: Table, specs: tuple[TargetSpec, ...], targets: Sequence[int]) -> tuple[int, ...]:
        """What each target gets of what is divided among them (601.2d)."""
        value = table.get("divided")
        parts = tuple(count_of(item) for item in items_of(value)) if value is not None else ()
        sharing = len(targets) - (len(specs) - 1) if division.divided(specs) is not None else 0
        if len(parts) != sharing:
            where = value.where if value is not None else table.where
            raise bad(
                "division", f"there are {sharing} targets to divide among", where, "divided: a part for each", "601.2d"
            )
        return parts

    def announced_x(self, table: Table, announced: bool, name: str) -> int:
        value = table.get("x")
        if value is not None and not announced:
            raise bad("x", f"{name} has no X to announce", value.where, "no x", "107.3")
        return quantity_of(value) if value is not None else 0

    def count(self, table: Table) -> int:
        value = table.get("count")
        return count_of(value) if value is not None else 1

    def modes(self, table: Table, modes: int, name: str) -> tuple[int, ...]:
        """The numbers of the modes that were chosen (700.2)."""
        value = table.get("mode")
        chosen = tuple(count_of(item) for item in items_of(value)) if value is not None else ()
        if any(number > modes for number in chosen) or (modes and not chosen):
            where = value.where if value is not None else table.where
            expected = f"mode: 1 to {modes}" if modes else "no mode"
            raise bad("mode", f"{name} has {modes} modes", where, expected, "700.2")
        return chosen

    def way(self, table: Table, proto: Proto) -> tuple[str, ...]:
        """How a spell was cast: its modes, and ways that its card knows (601.2b)."""
        words = casting_words(card_class(proto, HAND, 0))
        value = table.get("with")
        how: list[str] = []
        for item in items_of(value) if value is not None else ():
            ways = (*words.besides, *words.instead, *PAYING, *_own_ways(proto))
            word = next((way for way in ways if way.lower() == text_of(item).lower()), "")
            unread = None if word else unread_use(proto, CASTING)
            if unread is not None:
                raise Refused(unread.at(item.where))
            if not word:
                raise bad("how", f"{proto.name} has no '{text_of(item)}'", item.where, ", ".join(ways), "601.2b")
            how.append(word)
        if sum(word in ALTERNATIVES for word in how) > 1:
            raise bad(
                "how", "only one alternative cost can be applied to a spell", table.where, "one of them", "118.9a"
            )
        return (*how, *(f"mode {number}" for number in self.modes(table, words.modes, proto.name)))

    # --- abilities ---------------------------------------------------------------------------------------------

    def ability(self, table: Table, source: Source, kind: str) -> Activated | Triggered:
        """The ability that words or a number name, with the mode chosen for it."""
        value, handle = table.get(kind), source.handle
        assert value is not None
        known: Sequence[Activated | Triggered] = triggers_of(self.draft, handle)
        if source.left:  # it may have watched itself being put into a graveyard
            known = (*known, *own_of_graveyard(self.draft.rows[handle]))
        if kind == "ability":
            known = abilities_at(self.draft, handle)
            if source.left:  # it may have been activated elsewhere, as cycling is in a hand
                known = printed(self.draft.rows[handle].cls).activated
        found = known[self.number(value, handle, known, ACTIVATED if kind == "ability" else TRIGGERED)]
        if source.left and isinstance(found, Activated) and found.zone != BATTLEFIELD:
            under_way.elsewhere(self.draft, handle, found.zone)
        name = proto_of(self.draft.rows[handle].cls).name
        chosen = self.modes(table, len(found.modes), name)
        if len(chosen) > 1:
            raise bad("mode", f"one mode of {name} is chosen", table.where, "one number", "700.2")
        return under_way.with_mode(found, chosen[0]) if chosen else found

    def number(self, value: Value, handle: int, known: Sequence[Activated | Triggered], what: str) -> int:
        """The place of an ability among those of its kind, by a number from 1 or by words of it; ``what``: that kind."""
        said = text_of(value).strip()
        name = name_of(self.draft, handle)
        texts = [_text(self.draft, handle, ability) for ability in known]
        listed = " | ".join(texts) or "another object"
        if said.isdecimal():
            fitting = [int(said) - 1] if 0 < int(said) <= len(known) else []
        else:
            fitting = [i for i, text in enumerate(texts) if said.casefold() in text.casefold()]
            first = [i for i in fitting if texts[i].casefold().startswith(said.casefold())]
            fitting = first if said and len({known[i] for i in first}) == 1 else fitting
        unread = None if fitting else unread_use(proto_of(self.draft.rows[handle].cls), what)
        if unread is not None:
            raise Refused(unread.at(value.where))
        if not fitting:
            raise bad("no-such-ability", f"{name} has no such ability with '{said}'", value.where, listed, "113.7")
        if len({known[i] for i in fitting}) > 1:
            message = f"{name} has more than one ability that fits '{said}'"
            raise Refused(Refusal(AMBIGUOUS, "which-ability", message, listed, "113.7", value.where))
        return fitting[0]


def items(table: Table, key: str) -> tuple[Value, ...]:
    """The items behind a key; none where it is left out."""
    value = table.get(key)
    return items_of(value) if value is not None else ()


def triggers_of(state: State, handle: int) -> tuple[Triggered, ...]:
    """The triggered abilities of an object where it is; of a spell those that watch its own casting."""
    cls = state.rows[handle].cls
    known = view(state, handle) if cls.zone == BATTLEFIELD else printed(cls)
    found = dict.fromkeys(ability for group in known.triggers.values() for ability in group)
    return tuple(ability for ability in found if not isinstance(ability, SilentTrigger))


def _text(state: State, handle: int, ability: Activated | Triggered) -> str:
    """The words of an ability, as ``activate X: words`` knows them; "" where it can't be printed."""
    if isinstance(ability, Activated):
        return ability_text(state, handle, ability)
    proto = proto_of(state.rows[handle].cls)
    try:
        return show(ability, proto.name, host_words(proto)).rstrip(".")
    except Unprintable:
        return ""


def spell_costs(proto: Proto) -> tuple[Term, ...]:
    """All costs that a card names besides its mana cost."""
    return tuple(cost for ability in proto.abilities if isinstance(ability, SpellCosts) for cost in ability.costs)
