"""Spells and abilities on the stack of a position file, and what lasts of others that have resolved (405, 611)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.access.faces import DISTURB, disturbed, named_face
from reiterate.rules.access.state_access import (
    discard_row,
)
from reiterate.rules.characteristics.printed_characteristics import proto_of, spent_runs
from reiterate.rules.costs.casting import ALTERNATIVES
from reiterate.rules.costs.object_costs import OBJECT_COSTS
from reiterate.rules.costs.payment import announces_x
from reiterate.rules.events.frames import Frame, set_results
from reiterate.rules.events.happenings import Happening, reads
from reiterate.rules.events.leaves_battlefield import card_class
from reiterate.rules.positions import under_way
from reiterate.rules.resolution import stacking
from reiterate.rules.resolution.resolving import effects_of, effects_of_spell
from reiterate.script.position_announced import ZONES, Announced, Source, spell_costs
from reiterate.script.position_board import label_of
from reiterate.script.yaml_text import Table, Value, bad, flag_of, known_keys, quantity_of, seat_of, text_of
from reiterate.state.events import LABEL, Event, apply
from reiterate.state.model import (
    COMMAND,
    HAND,
    Class,
    Reference,
    is_player,
    one,
    player,
)
from reiterate.state.model import (
    seat_of as seat_at,
)
from reiterate.state.properties import (
    ATTACKS,
    DONE_AMOUNT,
    HOW,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
)
from reiterate.terms.abilities import Activated, SpellAbility, Triggered, could_add_mana, is_mana_ability
from reiterate.terms.base import Term, walk
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec, This
from reiterate.terms.trigger_events import AbilityActivated, BecomesTarget, StepBegins, TappedForMana, happens_to_source

_SPELL: Final = (
    "spell", "controller", "owner", "targets", "divided", "x", "with", "mode", "cast from", "copy", "count", "label",
)  # fmt: skip
_ABILITY: Final = ("ability", "of", "gone", "controller", "targets", "divided", "x", "mode", "count")
_TRIGGER: Final = (
    "trigger", "of", "gone", "now", "about", "player", "amount", "controller", "targets", "divided", "mode", "count",
)  # fmt: skip
_EFFECT: Final = (
    "from", "of", "ability", "trigger", "controller", "targets", "x", "with", "mode", "about", "player", "amount", "now",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Begun:
    """A spell or ability that has resolved, of which something is in force."""

    name: str
    seat: int
    effects: tuple[Term, ...]
    specs: tuple[TargetSpec, ...]
    source: Reference
    announces_x: bool
    how: tuple[str, ...] = ()


class StackReader(Announced):
    """Lays out the entries of the stack and the effects in force, by the functions that put them there in play."""

    # --- the stack ---------------------------------------------------------------------------------------------

    def entry(self, table: Table) -> None:
        """Put one entry on top of the stack. Raises ``Refused`` where it is wrong, ``Unsupported`` for what has no words."""
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
        self.departed()

    def _spell(self, table: Table) -> None:
        known_keys(table, _SPELL)
        name = table.get("spell")
        assert name is not None
        card = self.board.card(text_of(name), name.where).proto
        face, proto = named_face(card, text_of(name))
        if face and disturbed(card) is not None:
            face = DISTURB
        elif face and card.turning:
            raise bad("entry", f"{card.name} is cast with its front face up", name.where, card.name, "712.11")
        if "land" in proto.types or not proto.types:
            raise bad("wrong-zone", f"{proto.name} is never a spell", name.where, "a card that is cast", "305.9")
        said = self.controller(table)
        seat = self.active() if said is None else said
        how = self.way(table, proto)
        self._spoken_of_given(proto.name, spell_costs(proto), effects_of_spell(proto, how))
        cls = self._spell_class(table, card, seat, (face, *how) if face else how)
        specs = stacking.specs_of(proto, how)
        x = self.announced_x(table, announces_x(spell_costs(proto)) or "X" in (proto.mana_cost or ()), proto.name)
        targets = self.targets(table, specs, seat, proto.name, x)
        parts = self.divided(table, specs, targets)
        entry = under_way.put_spell(self.draft, cls, x, targets, parts, how, self.count(table))
        label = table.get("label")
        if label is not None:
            apply(self.draft, Event(LABEL, "", entry, label_of(label, self.draft.labels)))

    def _spell_class(self, table: Table, proto: Proto, seat: int, how: tuple[str, ...]) -> Class:
        """The class of a card as a spell, or of copies: of a spell (707.10), or of a card and cast from somewhere (707.12)."""
        owner = table.get("owner")
        card = self._cast_from(table, proto, seat if owner is None else seat_of(owner, self.players), how)
        cls = stacking.spell_class(card, seat, how)
        if flag_of(table, "copy"):
            cast = table.get("cast from") is not None
            return stacking.cast_copy_class(proto, card.zone, seat, how) if cast else stacking.copy_class(cls, seat)
        if table.get("count") is not None:
            expected = "copy: yes for copies, or an entry for each"
            raise bad("count", "a card is one spell", table.where, expected, "112.1")
        if spent_runs(proto):
            raise unsupported("not-laid-out", f"{proto.name} asks what mana was spent on it", "601.2h")
        return cls

    def _cast_from(self, table: Table, proto: Proto, owner: int, how: tuple[str, ...]) -> Class:
        """The class of the card in the zone from which it was cast; a commander comes out of the command zone (601.2a)."""
        value = table.get("cast from")
        bound = [ALTERNATIVES[word] for word in how if ALTERNATIVES.get(word)]
        if value is None:
            return card_class(proto, (*bound, HAND)[0], owner)
        zone = text_of(value).lower().replace("command zone", COMMAND)
        if zone not in ZONES or (bound and zone not in bound):
            message = f"'{zone}' is not where it was cast from"
            raise bad("cast-from", message, value.where, ", ".join(bound or ZONES), "601.2a")
        if zone != COMMAND:
            return card_class(proto, zone, owner)
        for handle, row in self.draft.rows.items():
            if row.cls.zone == COMMAND and row.cls.owner == owner and proto_of(row.cls).name == proto.name:
                discard_row(self.draft, handle)
                return row.cls
        raise bad("commander", f"{proto.name} is no commander of p{owner + 1}", value.where, "its commander", "903.8")

    def _spoken_of_given(self, name: str, costs: tuple[Term, ...], effects: tuple[Term, ...]) -> None:
        """Refuse what speaks of an object that was given up as its cost: the file can't say which that was."""
        nodes: list[Term] = []
        walk(effects, nodes.append)
        spoken = {type(node).__name__ for node in nodes} & {"Result", "Linked"}
        if spoken and any(isinstance(cost, OBJECT_COSTS) and not _is_this(cost) for cost in costs):
            raise unsupported("not-laid-out", f"{name} speaks of what was given up as its cost", "608.2h")

    def _uses_the_stack(self, table: Table, mana: bool) -> None:
        if mana:
            raise bad("entry", "a mana ability is never on the stack", table.where, "another ability", "605.3b")

    def _activated(self, table: Table) -> None:
        known_keys(table, _ABILITY)
        seat = self.controller(table)
        source = self.source(table, seat)
        ability = self.ability(table, source, "ability")
        assert isinstance(ability, Activated)
        self._uses_the_stack(table, is_mana_ability(ability))
        name = proto_of(self.draft.rows[source.handle].cls).name
        self._spoken_of_given(name, ability.costs, ability.effects)
        mine = self.draft.rows[source.handle].cls.controller
        seat = mine if seat is None else seat
        x = self.announced_x(table, announces_x(ability.costs), name)
        targets = self.targets(table, ability.targets, seat, name, x)
        parts = self.divided(table, ability.targets, targets)
        under_way.put_activated(self.draft, source.handle, ability, x, targets, parts, self.count(table), seat)
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _triggered(self, table: Table) -> None:
        known_keys(table, _TRIGGER)
        seat = self.controller(table)
        source = self.source(table, seat)
        ability = self.ability(table, source, "trigger")
        assert isinstance(ability, Triggered)
        tapped = isinstance(ability.trigger, TappedForMana) and not ability.targets
        self._uses_the_stack(table, tapped and could_add_mana(ability.effects))
        row = self.draft.rows[source.handle]
        seat = row.cls.controller if seat is None else seat
        name = proto_of(row.cls).name
        event = self._event(table, ability, source.handle, seat)
        self._told(table, ability, event, name)
        amount = table.get("amount")
        targets = self.targets(table, ability.targets, seat, name, quantity_of(amount) if amount is not None else 0)
        parts = self.divided(table, ability.targets, targets)
        now = table.get("now")
        card = self.named(now, seat) if now is not None else -1
        many = self.count(table)
        under_way.put_triggered(self.draft, source.handle, ability, event, targets, parts, many, seat, card)
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _event(self, table: Table, ability: Triggered, source: int, seat: int) -> Happening:
        """What set an ability off, as far as the file says it (603.2)."""
        event = Happening(type(ability.trigger).__name__)
        about, who, amount = table.get("about"), table.get("player"), table.get("amount")
        if happens_to_source(ability.trigger) or isinstance(getattr(ability.trigger, "subject", None), This):
            event.subject = source
        if isinstance(ability.trigger, StepBegins):
            event.player = self.active()
        if about is not None:
            named = self.named(about, seat)
            if is_player(self.draft, named):
                event.player = seat_at(named)
            else:
                event.subject = named
        if who is not None:
            event.player = seat_of(who, self.players)
        if amount is not None:
            event.amount = quantity_of(amount)
        return event

    def _told(self, table: Table, ability: Triggered, event: Happening, name: str) -> None:
        """Refuse an ability that speaks of more of its event than is said (608.2h)."""
        read, amount = reads(ability), table.get("amount")
        said = {"That": event.subject >= 0, "ThatPlayer": event.player >= 0}
        said |= dict.fromkeys(("ThatMuch", "ManaSpent"), amount is not None)
        keys = {"That": "about: LABEL", "ThatPlayer": "player: p2", "ThatMuch": "amount: 2", "ManaSpent": "amount: 2"}
        for word, key in keys.items():
            if word in read and not said[word]:
                raise bad("about", f"{name} speaks of what set it off, which is not said", table.where, key, "603.2")
        if "Result" in read and isinstance(ability.trigger, AbilityActivated | BecomesTarget):
            raise unsupported("not-laid-out", f"{name} speaks of what targeted it, or was activated", "603.2")
        attacker = self.draft.rows.get(event.subject)
        if "DefendingPlayer" in read and (attacker is None or ATTACKS not in attacker.refs):
            raise unsupported("not-laid-out", f"{name} speaks of a player who is attacked", "508.5")

    # --- effects in force --------------------------------------------------------------------------------------

    def effect(self, table: Table) -> None:
        """Let what lasts of a spell or an ability begin (611.2, 603.7)."""
        known_keys(table, _EFFECT)
        name, of = table.get("from"), table.get("of")
        kinds = [kind for kind in ("ability", "trigger") if table.get(kind) is not None]
        if (name is None) == (of is None) or len(kinds) > 1 or (of is not None and not kinds):
            expected = "from: NAME, or of: LABEL with ability: WORDS or trigger: WORDS"
            raise bad("entry", "an effect is from one card, or of one ability", table.where, expected, "611.2")
        said = self.controller(table)
        now = table.get("now")
        if name is not None and not kinds:
            self._from_spell(table, name, self.active() if said is None else said)
        elif now is not None:
            raise bad("about", "only a spell that has resolved is another card now", now.where, "no 'now'", "608.2n")
        else:
            self._from_ability(table, name, said, kinds[0])
        self.departed()

    def _from_ability(self, table: Table, name: Value | None, said: int | None, kind: str) -> None:
        """Let what lasts of a resolved ability begin: one of a permanent, or of a card that is not there."""
        if name is not None:
            proto = self.board.card(text_of(name), name.where).proto
            source = Source(self.stand_in(proto, self.active() if said is None else said), True)
        else:
            source = self.source(table, said)
        row = self.draft.rows[source.handle]
        ability = self.ability(table, source, kind)
        begun = _Begun(
            proto_of(row.cls).name,
            row.cls.controller if said is None else said,
            effects_of(ability),
            ability.targets,
            one(source.handle),
            isinstance(ability, Activated) and announces_x(ability.costs),
        )
        self._begin(table, begun)
        if source.left:
            under_way.depart(self.draft, source.handle)

    def _from_spell(self, table: Table, name: Value, seat: int) -> None:
        """Let what lasts of a resolved instant or sorcery begin."""
        card = self.board.card(text_of(name), name.where).proto
        face, proto = named_face(card, text_of(name))
        if not any(isinstance(ability, SpellAbility) for ability in proto.abilities):
            message = f"{proto.name} is no instant or sorcery that is understood"
            raise bad("entry", message, name.where, "ability: WORDS or trigger: WORDS", "611.2")
        how = self.way(table, proto)
        cls = stacking.spell_class(card_class(card, HAND, seat), seat, (face, *how) if face else how)
        top = under_way.put_spell(self.draft, cls, 0, [], (), how, 1)
        announced = announces_x(spell_costs(proto)) or "X" in (proto.mana_cost or ())
        specs, effects = stacking.specs_of(proto, how), effects_of_spell(proto, how)
        self._begin(table, _Begun(proto.name, seat, effects, specs, one(top), announced, how))
        now = table.get("now")
        under_way.depart(self.draft, top, self.named(now, seat) if now is not None else -1)

    def _begin(self, table: Table, begun: _Begun) -> None:
        """Let the lasting ones of some effects begin, with the targets and the objects that they speak of."""
        lasting = under_way.lasting(begun.effects)
        if not lasting:
            message, expected = f"nothing of {begun.name} lasts", "a card with an effect that lasts"
            raise bad("not-lasting", message, table.where, expected, "611.2")
        frame = self._frame(table, begun)
        spoken = under_way.nodes_spoken_of(lasting, table.get("trigger") is not None)
        for words, key, expected in (
            ({"Result", "That"}, "about", "about: LABEL"),
            ({"ThatPlayer"}, "player", "player: p2"),
            ({"ThatMuch", "Done"}, "amount", "amount: 2"),
        ):
            if words & spoken and table.get(key) is None:
                message = f"{begun.name} speaks of something that is not said"
                raise bad("about", message, table.where, expected, "608.2c")
        if not under_way.begin_lasting(self.draft, frame, lasting):
            raise bad("not-lasting", f"{begun.name} changes nothing here", table.where, "an effect in force", "611.2")

    def _frame(self, table: Table, begun: _Begun) -> Frame:
        """What effects in force speak of: their source, targets and X, and what the file says of "it" and "that"."""
        seat = begun.seat
        x = self.announced_x(table, begun.announces_x, begun.name)
        refs = {SOURCE: begun.source, **stacking.aimed_at(self.targets(table, begun.specs, seat, begun.name, x))}
        num = {f"{HOW}{word}": 1 for word in begun.how} | under_way.announced_amounts(x)
        about, who, amount = table.get("about"), table.get("player"), table.get("amount")
        if amount is not None:
            num |= {THAT_MUCH: quantity_of(amount), DONE_AMOUNT: quantity_of(amount)}
        frame = Frame(seat, refs, num, ())
        if about is not None:
            named = self.named(about, seat)
            set_results(self.draft, frame, [named])
            frame.refs = {**frame.refs, THAT: one(named)}
        if who is not None:
            frame.refs = {**frame.refs, THAT_PLAYER: one(player(seat_of(who, self.players)))}
        return frame


def _is_this(cost: Term) -> bool:
    """Whether a cost gives up the very object that the ability is of."""
    return getattr(cost, "filter", True) is None
