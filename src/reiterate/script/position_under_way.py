"""What is under way in a position file (``position/2``): stack, effects in force, what was used and done this turn, priority."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import AMBIGUOUS, INPUT, Refusal, Unsupported, Where, unsupported
from reiterate.rules.access.state_access import (
    active_seat,
    discard_row,
    seats,
    set_game,
    single_out,
    turn_into,
)
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of
from reiterate.rules.costs.object_costs import OBJECT_COSTS
from reiterate.rules.costs.payment import announces_x
from reiterate.rules.costs.permission import ALTERNATIVES
from reiterate.rules.decisions.sayable import words_of
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.ability_reads import reads
from reiterate.rules.events.frames import Frame, set_results
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.leaves_battlefield import card_class
from reiterate.rules.events.library import CAST, DRAWN, DRAWN_IN_STEP, SPENT, history_read
from reiterate.rules.events.targets import NONE
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.resolve_top import effects_of_spell
from reiterate.rules.resolution.resolving import effects_of
from reiterate.rules.turn import under_way
from reiterate.script.describe import find, find_target, in_play, name_of
from reiterate.script.position_board import BoardReader, label_of
from reiterate.script.saying import NO_TARGET, ability_text
from reiterate.script.yaml_text import Listed, Table, Value
from reiterate.script.yaml_values import (
    Refused,
    bad,
    count_of,
    counted,
    flag_of,
    items_of,
    known_keys,
    quantity_of,
    seat_of,
    table_of,
    text_of,
)
from reiterate.state.events import LABEL, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    COMMAND,
    EXILE,
    GRAVEYARD,
    HAND,
    STACK,
    WAITING,
    Class,
    Reference,
    State,
    is_player,
    one,
    player,
)
from reiterate.state.model import (
    seat_of as seat_at,
)
from reiterate.state.properties import (
    ATTACKS,
    CARD,
    DONE_AMOUNT,
    ENTERED,
    HOW,
    LANDED,
    PASSES,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    TRIGGERED_ONCE,
    USED,
    USED_LOYALTY,
    WHO,
    FlagName,
)
from reiterate.terms.abilities import Activated, SpellAbility, SpellCosts, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import LoyaltyCost
from reiterate.terms.print_abilities import show
from reiterate.terms.print_nouns import Unprintable
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec, This
from reiterate.terms.trigger_events import AbilityActivated, BecomesTarget, StepBegins

#: The keys of the whole position that only ``position/2`` has.
TOP: Final = ("priority", "passed", "stack", "effects", "this turn")

_SPELL: Final = (
    "spell", "controller", "owner", "targets", "divided", "x", "with", "mode", "cast from", "copy", "count", "label",
)  # fmt: skip
_ABILITY: Final = ("ability", "of", "gone", "controller", "targets", "divided", "x", "mode", "count")
_TRIGGER: Final = (
    "trigger", "of", "gone", "now", "about", "player", "amount", "controller", "targets", "divided", "mode", "count",
)  # fmt: skip
_EFFECT: Final = (
    "from", "of", "ability", "trigger", "controller", "targets", "x", "with", "mode", "about", "player", "amount",
)  # fmt: skip
_HISTORY: Final = {
    "cards drawn": DRAWN,
    "cards drawn in the draw step": DRAWN_IN_STEP,
    "life gained": "life gained",
    "life lost": "life lost",
    "mana spent on spells": SPENT,
}
_TURN: Final = ("spells cast", "lands played", *_HISTORY)
_ZONES: Final = (HAND, GRAVEYARD, EXILE, COMMAND)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where an ability comes from: its row, and whether that row only stands in for what has left."""

    handle: int
    left: bool


class UnderWayReader:
    """Lays out what is under way on a board, by the functions that bring it about in play."""

    def __init__(self, board: BoardReader, state: State) -> None:
        self.board = board
        self.draft = Draft(state)
        self.players = len(seats(state))

    def read(self, top: Table) -> State:
        """The state with all that the file says is under way. Raises ``Refused`` at the first place that is wrong."""
        for where, table in self.board.used:
            for handle in [h for h, place in self.board.places.items() if place == where]:
                self._guarded(where, lambda handle=handle, table=table: self._used(handle, table))  # type: ignore[misc] # bound now
        for item in _items(top, "effects"):
            self._guarded(item.where, lambda item=item: self._effect(table_of(item)))  # type: ignore[misc] # bound now
        for item in reversed(_items(top, "stack")):
            self._guarded(item.where, lambda item=item: self._entry(table_of(item)))  # type: ignore[misc] # bound now
        self._turn(top.get("this turn"))
        self._priority(top)
        waiting = [row for row in self.draft.rows.values() if row.cls.zone == WAITING]
        if waiting or self.draft.ended:
            raise bad("not-laid-out", "something would trigger or end at once in this position", top.where)
        made = self.draft.done()
        return State(made.rows, made.seqs, {}, made.labels, made.fresh)

    def _guarded(self, where: Where, lay: Callable[[], None]) -> None:
        try:
            lay()
        except Unsupported as error:
            raise Refused(error.refusal.at(where)) from None

    # --- words for objects -------------------------------------------------------------------------------------

    def _named(self, value: Value, seat: int) -> int:
        """The row of one object or player, singled out of its group."""
        words = text_of(value)
        found = find_target(self.draft, words, seat)
        if isinstance(found, Refusal) and found.code == "no-such-object":
            bare = words.removesuffix(" in exile").removesuffix(" in hand")
            found = self._among(bare, [h for h, r in self.draft.rows.items() if r.cls.zone in _ZONES], found)
        return self._single(found, value.where)

    def _among(self, words: str, among: list[int], otherwise: Refusal) -> int | Refusal:
        found = find(self.draft, words, among, "object")
        return otherwise if isinstance(found, Refusal) and found.code == "no-such-object" else found

    def _single(self, found: int | Refusal, where: Where) -> int:
        if isinstance(found, Refusal):
            raise Refused(Refusal(INPUT, found.code, found.message, found.expected, found.rule, where))
        return found if is_player(self.draft, found) else single_out(self.draft, found)

    def _source(self, table: Table, seat: int | None) -> _Source:
        """The object that an ability is of: on the board, or one that has left."""
        of = table.get("of")
        if of is None:
            raise bad("entry", "the object that the ability is of is not named", table.where, "of: LABEL", "113.7")
        if flag_of(table, "gone"):
            proto = self.board.card(text_of(of), of.where).proto
            return _Source(under_way.stand_in(self.draft, proto, self._active() if seat is None else seat), True)
        rows = self.draft.rows
        found = self._among(
            text_of(of), in_play(self.draft), Refusal(INPUT, "no-such-object", f"'{text_of(of)}' is not in play")
        )
        if isinstance(found, Refusal) and found.code == "no-such-object":
            elsewhere = [h for h, r in rows.items() if r.cls.zone in (*_ZONES, STACK) and r.cls.proto is not None]
            found = find(self.draft, text_of(of).removesuffix(" in the graveyard"), elsewhere, "object")
        return _Source(self._single(found, of.where), False)

    def _active(self) -> int:
        return active_seat(self.draft)

    def _controller(self, table: Table) -> int | None:
        value = table.get("controller")
        return seat_of(value, self.players) if value is not None else None

    # --- what is announced -------------------------------------------------------------------------------------

    def _targets(self, table: Table, specs: tuple[TargetSpec, ...], seat: int, name: str) -> list[int]:
        """The targets, as many as there must be; nothing is said here of whether they are legal still (608.2b)."""
        value = table.get("targets")
        items = items_of(value) if value is not None else ()
        where = value.where if value is not None else table.where
        wanted = division.each_target(specs, len(items))
        if wanted is None:
            raise bad(
                "targets", f"{name} has {division.wanted(specs)}", where, f"targets: {division.wanted(specs)}", "601.2c"
            )
        found: list[int] = []
        for item, spec in zip(items, wanted, strict=True):
            if text_of(item).lower() in (*NO_TARGET, "none"):
                if not spec.optional:
                    raise bad("targets", f"{name} has a target there", item.where, "an object or player", "601.2c")
                found.append(NONE)
                continue
            found.append(self._named(item, seat))
            if is_player(self.draft, found[-1]) and not spec.players:
                raise bad("targets", f"{name} can't target a player", item.where, "an object", "115.1")
            if not is_player(self.draft, found[-1]) and spec.filter is None:
                raise bad("targets", f"{name} can only target a player", item.where, "p1, p2, ...", "115.1")
        return found

    def _divided(self, table: Table, specs: tuple[TargetSpec, ...], targets: Sequence[int]) -> tuple[int, ...]:
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

    def _x(self, table: Table, announced: bool, name: str) -> int:
        value = table.get("x")
        if value is not None and not announced:
            raise bad("x", f"{name} has no X to announce", value.where, "no x", "107.3")
        return quantity_of(value) if value is not None else 0

    def _count(self, table: Table) -> int:
        value = table.get("count")
        return count_of(value) if value is not None else 1

    def _mode(self, table: Table, modes: int, name: str) -> tuple[int, ...]:
        """The numbers of the modes that were chosen (700.2)."""
        value = table.get("mode")
        chosen = tuple(count_of(item) for item in items_of(value)) if value is not None else ()
        if any(number > modes for number in chosen) or (modes and not chosen):
            where = value.where if value is not None else table.where
            expected = f"mode: 1 to {modes}" if modes else "no mode"
            raise bad("mode", f"{name} has {modes} modes", where, expected, "700.2")
        return chosen

    # --- the stack ---------------------------------------------------------------------------------------------

    def _entry(self, table: Table) -> None:
        kinds = [kind for kind in ("spell", "ability", "trigger") if table.get(kind) is not None]
        if len(kinds) != 1:
            expected = "spell: NAME, or ability: WORDS or trigger: WORDS with of: LABEL"
            raise bad(
                "entry", "an entry of the stack is a spell, an ability or a trigger", table.where, expected, "405.1"
            )
        if kinds == ["spell"]:
            self._spell(table)
        elif kinds == ["ability"]:
            self._activated(table)
        else:
            self._triggered(table)

    def _way(self, table: Table, proto: Proto) -> tuple[str, ...]:
        """How a spell was cast: its modes, and ways that its card knows (601.2b)."""
        said = words_of(card_class(proto, HAND, 0))
        value = table.get("with")
        how: list[str] = []
        for item in items_of(value) if value is not None else ():
            word = text_of(item).lower()
            ways = (*said.besides, *said.instead, *(("convoke",) if said.convoke else ()))
            if word not in ways:
                raise bad("how", f"{proto.name} has no '{word}'", item.where, ", ".join(ways), "601.2b")
            how.append(word)
        if sum(word in ALTERNATIVES for word in how) > 1:
            raise bad(
                "how", "only one alternative cost can be applied to a spell", table.where, "one of them", "118.9a"
            )
        return (*how, *(f"mode {number}" for number in self._mode(table, said.modes, proto.name)))

    def _spell(self, table: Table) -> None:
        known_keys(table, _SPELL)
        name = table.get("spell")
        assert name is not None
        proto = self.board.card(text_of(name), name.where).proto
        if "land" in proto.types or not proto.types:
            raise bad("wrong-zone", f"{proto.name} is never a spell", name.where, "a card that is cast", "305.9")
        said = self._controller(table)
        seat = self._active() if said is None else said
        owner = table.get("owner")
        how = self._way(table, proto)
        self._spoken_of_given(proto.name, _spell_costs(proto), effects_of_spell(proto, how))
        card = self._cast_from(table, proto, seat if owner is None else seat_of(owner, self.players), how)
        cls = stacking.spell_class(card, seat, how)
        copied = flag_of(table, "copy")
        if copied:
            cls = stacking.copy_class(cls, seat)
        elif table.get("count") is not None:
            raise bad(
                "count", "a card is one spell", table.where, "copy: yes for copies, or an entry for each", "112.1"
            )
        specs = stacking.specs_of(proto, how)
        targets = self._targets(table, specs, seat, proto.name)
        parts = self._divided(table, specs, targets)
        x = self._x(table, announces_x(_spell_costs(proto)) or "X" in (proto.mana_cost or ()), proto.name)
        entry = under_way.put_spell(self.draft, cls, x, targets, parts, how, self._count(table))
        label = table.get("label")
        if label is not None:
            apply(self.draft, Event(LABEL, "", entry, label_of(label, self.draft.labels)))

    def _cast_from(self, table: Table, proto: Proto, owner: int, how: tuple[str, ...]) -> Class:
        """The class of the card in the zone from which it was cast; a commander comes out of the command zone (601.2a)."""
        value = table.get("cast from")
        bound = [ALTERNATIVES[word] for word in how if ALTERNATIVES.get(word)]
        zone = text_of(value).lower().replace("command zone", COMMAND) if value is not None else (*bound, HAND)[0]
        if zone not in _ZONES or (bound and zone not in bound):
            assert value is not None
            raise bad(
                "cast-from",
                f"'{zone}' is not where it was cast from",
                value.where,
                ", ".join(bound or _ZONES),
                "601.2a",
            )
        if zone != COMMAND:
            return card_class(proto, zone, owner)
        for handle, row in self.draft.rows.items():
            if row.cls.zone == COMMAND and row.cls.owner == owner and proto_of(row.cls).name == proto.name:
                discard_row(self.draft, handle)
                return row.cls
        assert value is not None
        raise bad("commander", f"{proto.name} is no commander of p{owner + 1}", value.where, "its commander", "903.8")

    def _spoken_of_given(self, name: str, costs: tuple[Term, ...], effects: tuple[Term, ...]) -> None:
        """Refuse what speaks of an object that was given up as its cost: the file can't say which that was."""
        nodes: list[Term] = []
        walk(effects, nodes.append)
        spoken = {type(node).__name__ for node in nodes} & {"Result", "Linked"}
        if spoken and any(isinstance(cost, OBJECT_COSTS) and not _is_this(cost) for cost in costs):
            raise unsupported("not-laid-out", f"{name} speaks of what was given up as its cost", "608.2h")

    def _activated(self, table: Table) -> None:
        known_keys(table, _ABILITY)
        seat = self._controller(table)
        source = self._source(table, seat)
        ability = self._ability(table, source.handle, "ability")
        assert isinstance(ability, Activated)
        name = proto_of(self.draft.rows[source.handle].cls).name
        self._spoken_of_given(name, ability.costs, ability.effects)
        mine = self.draft.rows[source.handle].cls.controller
        seat = mine if seat is None else seat
        targets = self._targets(table, ability.targets, seat, name)
        parts = self._divided(table, ability.targets, targets)
        x = self._x(table, announces_x(ability.costs), name)
        under_way.put_activated(self.draft, source.handle, ability, x, targets, parts, self._count(table), seat)
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _triggered(self, table: Table) -> None:
        known_keys(table, _TRIGGER)
        seat = self._controller(table)
        source = self._source(table, seat)
        ability = self._ability(table, source.handle, "trigger")
        assert isinstance(ability, Triggered)
        row = self.draft.rows[source.handle]
        seat = row.cls.controller if seat is None else seat
        name = proto_of(row.cls).name
        event = self._event(table, ability, source.handle, seat, name)
        targets = self._targets(table, ability.targets, seat, name)
        parts = self._divided(table, ability.targets, targets)
        now = table.get("now")
        card = self._named(now, seat) if now is not None else -1
        under_way.put_triggered(
            self.draft, source.handle, ability, event, targets, parts, self._count(table), seat, card
        )
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _event(self, table: Table, ability: Triggered, source: int, seat: int, name: str) -> Happening:
        """What set an ability off, as far as its words speak of that (603.2, 608.2h)."""
        read = reads(ability)
        event = Happening(type(ability.trigger).__name__)
        about, who, amount = table.get("about"), table.get("player"), table.get("amount")
        if isinstance(getattr(ability.trigger, "subject", None), This):
            event.subject = source
        if isinstance(ability.trigger, StepBegins):
            event.player = self._active()
        if about is not None:
            named = self._named(about, seat)
            if is_player(self.draft, named):
                event.player = seat_at(named)
            else:
                event.subject = named
        if who is not None:
            event.player = seat_of(who, self.players)
        if amount is not None:
            event.amount = quantity_of(amount)
        said = {"That": event.subject >= 0, "ThatPlayer": event.player >= 0, "ThatMuch": amount is not None}
        for word, key in (("That", "about: LABEL"), ("ThatPlayer", "player: p2"), ("ThatMuch", "amount: 2")):
            if word in read and not said[word]:
                raise bad("about", f"{name} speaks of what set it off, which is not said", table.where, key, "603.2")
        if "Result" in read and isinstance(ability.trigger, AbilityActivated | BecomesTarget):
            raise unsupported("not-laid-out", f"{name} speaks of what targeted it, or was activated", "603.2")
        attacker = self.draft.rows.get(event.subject)
        if "DefendingPlayer" in read and (attacker is None or ATTACKS not in attacker.refs):
            raise unsupported("not-laid-out", f"{name} speaks of a player who is attacked", "508.5")
        return event

    # --- abilities ---------------------------------------------------------------------------------------------

    def _ability(self, table: Table, handle: int, kind: str) -> Activated | Triggered:
        """The ability that words or a number name, with the mode chosen for it."""
        value = table.get(kind)
        assert value is not None
        known: Sequence[Activated | Triggered] = (
            abilities_at(self.draft, handle) if kind == "ability" else triggers_of(self.draft, handle)
        )
        found = known[self._number(value, handle, known)]
        name = proto_of(self.draft.rows[handle].cls).name
        chosen = self._mode(table, len(found.modes), name)
        if len(chosen) > 1:
            raise bad("mode", f"one mode of {name} is chosen", table.where, "one number", "700.2")
        return under_way.with_mode(found, chosen[0]) if chosen else found

    def _number(self, value: Value, handle: int, known: Sequence[Activated | Triggered]) -> int:
        """The place of an ability among those of its kind, by a number from 1 or by words of it."""
        said = text_of(value).strip()
        name = name_of(self.draft, handle)
        texts = [_text(self.draft, handle, ability) for ability in known]
        listed = " | ".join(texts) or "another object"
        if said.isdigit():
            fitting = [int(said) - 1] if 0 < int(said) <= len(known) else []
        else:
            fitting = [i for i, text in enumerate(texts) if said.casefold() in text.casefold()]
        if not fitting:
            raise bad("no-such-ability", f"{name} has no such ability with '{said}'", value.where, listed, "113.7")
        if len({known[i] for i in fitting}) > 1:
            message = f"{name} has more than one ability that fits '{said}'"
            raise Refused(Refusal(AMBIGUOUS, "which-ability", message, listed, "113.7", value.where))
        return fitting[0]

    def _used(self, handle: int, table: Table) -> None:
        """What of a permanent was used this turn, has triggered this turn, or that it entered this turn."""
        entered = table.get("entered this turn")
        if entered is not None and flag_of(table, "entered this turn") and ENTERED in history_read(self.draft):
            self._flag(handle, ENTERED)
        activated, triggers = abilities_at(self.draft, handle), triggers_of(self.draft, handle)
        for item in _items(table, "used this turn"):
            index = self._number(item, handle, activated)
            loyalty = any(isinstance(cost, LoyaltyCost) for cost in activated[index].costs)
            if not loyalty and not activated[index].limit:
                raise bad(
                    "used", "that ability may be used any number of times", item.where, "one with a limit", "602.5b"
                )
            self._flag(handle, USED_LOYALTY if loyalty else FlagName(f"{USED}{index}"))
        listed = [a for group in view(self.draft, handle).triggers.values() for a in group]
        for item in _items(table, "triggered this turn"):
            ability = triggers[self._number(item, handle, triggers)]
            if not ability.limit:
                raise bad(
                    "used", "that ability may trigger any number of times", item.where, "one with a limit", "603.2h"
                )
            self._flag(handle, FlagName(f"{TRIGGERED_ONCE}{listed.index(ability)}"))

    def _flag(self, handle: int, flag: FlagName) -> None:
        turn_into(self.draft, "", handle, self.draft.rows[handle].cls.with_prop(flag, True))

    # --- effects in force --------------------------------------------------------------------------------------

    def _effect(self, table: Table) -> None:
        """Let what lasts of a spell or an ability begin (611.2, 603.7)."""
        known_keys(table, _EFFECT)
        name, of = table.get("from"), table.get("of")
        kinds = [kind for kind in ("ability", "trigger") if table.get(kind) is not None]
        if (name is None) == (of is None) or len(kinds) > 1 or (of is not None and not kinds):
            expected = "from: NAME, or of: LABEL with ability: WORDS or trigger: WORDS"
            raise bad("entry", "an effect is from one card, or of one ability", table.where, expected, "611.2")
        said = self._controller(table)
        seat = self._active() if said is None else said
        if name is not None and not kinds:
            self._from_spell(table, name, seat)
            return
        if name is not None:
            proto = self.board.card(text_of(name), name.where).proto
            source = _Source(under_way.stand_in(self.draft, proto, seat), True)
        else:
            source = self._source(table, said)
        row = self.draft.rows[source.handle]
        seat = row.cls.controller if said is None else said
        ability = self._ability(table, source.handle, kinds[0])
        refs: dict[str, Reference] = {SOURCE: one(source.handle)}
        announced = isinstance(ability, Activated) and announces_x(ability.costs)
        called = proto_of(row.cls).name
        self._begin(table, effects_of(ability), ability.targets, refs, seat, called, announced)
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _from_spell(self, table: Table, name: Value, seat: int) -> None:
        """Let what lasts of a resolved instant or sorcery begin."""
        proto = self.board.card(text_of(name), name.where).proto
        if not any(isinstance(ability, SpellAbility) for ability in proto.abilities):
            message = f"{proto.name} is no instant or sorcery that is understood"
            raise bad("entry", message, name.where, "ability: WORDS or trigger: WORDS", "611.2")
        how = self._way(table, proto)
        cls = stacking.spell_class(card_class(proto, HAND, seat), seat, how)
        top = under_way.put_spell(self.draft, cls, 0, [], (), how, 1)
        announced = announces_x(_spell_costs(proto)) or "X" in (proto.mana_cost or ())
        specs = stacking.specs_of(proto, how)
        refs: dict[str, Reference] = {SOURCE: one(top)}
        self._begin(table, effects_of_spell(proto, how), specs, refs, seat, proto.name, announced, how)
        under_way.depart(self.draft, top)

    def _begin(
        self,
        table: Table,
        effects: tuple[Term, ...],
        specs: tuple[TargetSpec, ...],
        refs: dict[str, Reference],
        seat: int,
        name: str,
        announced: bool,
        how: tuple[str, ...] = (),
    ) -> None:
        """Let the lasting ones of some effects begin, with the targets and the objects that they speak of."""
        lasting = under_way.lasting(effects)
        if not lasting:
            raise bad(
                "not-lasting", f"nothing of {name} lasts", table.where, "a card with an effect that lasts", "611.2"
            )
        refs = {**refs, **stacking.aimed_at(self._targets(table, specs, seat, name))}
        num = {f"{HOW}{word}": 1 for word in how} | under_way.announced(self._x(table, announced, name))
        amount = table.get("amount")
        if amount is not None:
            num |= {THAT_MUCH: quantity_of(amount), DONE_AMOUNT: quantity_of(amount)}
        frame = Frame(seat, refs, num, ())
        about, who = table.get("about"), table.get("player")
        if about is not None:
            named = self._named(about, seat)
            set_results(self.draft, frame, [named])
            frame.refs = {**frame.refs, THAT: one(named)}
        if who is not None:
            frame.refs = {**frame.refs, THAT_PLAYER: one(player(seat_of(who, self.players)))}
        spoken = under_way.spoken_of(lasting)
        for words, said, key in (
            ({"Result", "That"}, about, "about: LABEL"),
            ({"ThatPlayer"}, who, "player: p2"),
            ({"ThatMuch", "Done"}, amount, "amount: 2"),
        ):
            if words & spoken and said is None:
                raise bad("about", f"{name} speaks of something that is not said", table.where, key, "608.2c")
        if not under_way.begin(self.draft, frame, lasting):
            raise bad("not-lasting", f"{name} changes nothing here", table.where, "an effect in force", "611.2")

    # --- this turn, and whose turn it is to act ----------------------------------------------------------------

    def _turn(self, value: Value | None) -> None:
        """What each player did this turn; spells on the stack were cast this turn unless more is said (700.14, 305.2)."""
        said = table_of(value) if value is not None else Table((), Where())
        by_seat: dict[int, Table] = {}
        for key, inner in said.items:
            by_seat[seat_of(key, self.players)] = table_of(inner)
            known_keys(by_seat[seat_of(key, self.players)], _TURN)
        for seat in range(self.players):
            table = by_seat.get(seat, Table((), said.where))
            self._spells_cast(seat, table.get("spells cast"))
            lands = table.get("lands played")
            if lands is not None and quantity_of(lands):
                them = self.draft.rows[player(seat)].cls
                number = quantity_of(lands)
                turn_into(self.draft, "", player(seat), them.with_prop(LANDED, True if number == 1 else number))
            for words, what in _HISTORY.items():
                amount = table.get(words)
                if amount is not None:
                    under_way.happened(self.draft, seat, what, quantity_of(amount))

    def _spells_cast(self, seat: int, value: Value | None) -> None:
        rows = [self.draft.rows[handle] for handle in self.draft.stack]
        here = sum(1 for row in rows if row.cls.kind == CARD and row.cls.controller == seat)
        number = here
        if value is not None:
            listed = [counted(item) for item in items_of(value)] if isinstance(value, Listed) else []
            number = sum(count for count, _ in listed) if isinstance(value, Listed) else quantity_of(value)
            if number < here:
                message = f"{here} spells of p{seat + 1} are on the stack: so many were cast this turn"
                raise bad("this-turn", message, value.where, f"{here} or more", "601.2a")
        under_way.happened(self.draft, seat, CAST, number)

    def _priority(self, top: Table) -> None:
        """Who has priority, and who passed in succession before (117.3, 117.4)."""
        value, said = top.get("priority"), top.get("passed")
        order = seats(self.draft)
        seat = seat_of(value, self.players) if value is not None else self._active()
        passed = [seat_of(item, self.players) for item in items_of(said)] if said is not None else []
        at = order.index(seat)
        before = [order[(at - back) % len(order)] for back in range(len(passed), 0, -1)]
        if said is not None and (len(passed) >= len(order) or passed != before):
            message = f"p{seat + 1} would not have priority after these passes"
            raise bad("passed", message, said.where, "those right before that player in turn order", "117.3d")
        now = self.draft.game.with_prop(WHO, seat).with_prop(PASSES, len(passed))
        set_game(self.draft, now)


def _items(table: Table, key: str) -> tuple[Value, ...]:
    """The items behind a key; none where it is left out."""
    value = table.get(key)
    return items_of(value) if value is not None else ()


def triggers_of(state: State, handle: int) -> tuple[Triggered, ...]:
    """The triggered abilities of an object where it is; of a spell those that watch its own casting."""
    cls = state.rows[handle].cls
    known = view(state, handle) if cls.zone == BATTLEFIELD else printed(cls)
    return tuple(dict.fromkeys(ability for group in known.triggers.values() for ability in group))


def _text(state: State, handle: int, ability: Activated | Triggered) -> str:
    """The words of an ability, as ``activate X: words`` knows them; "" where it can't be printed."""
    if isinstance(ability, Activated):
        return ability_text(state, handle, ability)
    try:
        return show(ability, proto_of(state.rows[handle].cls).name).rstrip(".")
    except Unprintable:
        return ""


def _spell_costs(proto: Proto) -> tuple[Term, ...]:
    """All costs that a card names besides its mana cost."""
    return tuple(cost for ability in proto.abilities if isinstance(ability, SpellCosts) for cost in ability.costs)


def _is_this(cost: Term) -> bool:
    """Whether a cost gives up the very object that the ability is of."""
    return getattr(cost, "filter", True) is None
