"""``compile_card``: a card's facts and text to terms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_context
from typing import Any, Final

from reiterate.oracle.card import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard
from reiterate.oracle.clause import Context, read_line, read_with_others
from reiterate.oracle.face import (
    ADVENTURER,
    BACK_LAYOUTS,
    MODAL,
    NONMODAL,
    RULED_SUBTYPES,
    SPLIT,
    Marker,
    back,
    front,
    mana_symbols,
    markers,
    parts_of,
    proto_of,
    stated_colors,
    type_line,
)
from reiterate.oracle.sections import CLASS, SPACECRAFT, by_levels, charged, in_sections, sized_by_charge, without_bars
from reiterate.oracle.unread_lines import of_line, of_marker
from reiterate.oracle.words import CARD_TYPES
from reiterate.terms.abilities import (
    Activated,
    Inert,
    Keyword,
    NotUnderstood,
    SpellCosts,
    Static,
    Triggered,
    Unmet,
    Watched,
)
from reiterate.terms.base import Ability, Part, Term, children, replace, swap, walk
from reiterate.terms.effects_continuous import GainAbilities
from reiterate.terms.effects_spells import Except
from reiterate.terms.effects_structure import Branch
from reiterate.terms.effects_zones import Exile, ExileUntil, Move, MoveChosen
from reiterate.terms.proto import ADVENTURE, Proto, face_down
from reiterate.terms.references import Filter, Linked, TargetRef
from reiterate.terms.static_effects import Defines
from reiterate.terms.trigger_events import TriggerEvent
from reiterate.terms.unusable import MODAL as MODAL_FACE
from reiterate.terms.unusable import TURNED, unhandled
from reiterate.terms.vocabulary import COLORS
from reiterate.terms.word_changes import BASIC_LANDS, intrinsic_ability

#: Words of a line of card text that are read: the longest printed one has about half of that.
MOST_WORDS: Final = 200
_WORD: Final = re.compile(r"[^\W\d_]+")

#: The second set of mana cost, power and toughness of a prototype card (702.160a, 718.1).
_PROTOTYPE: Final = re.compile(r"Prototype ((?:\{[^{}]+\})+) (?:—|-|–) ([0-9]{1,4})/([0-9]{1,4})")

#: An additional cost that says what X is (107.3a).
_X_LIFE: Final = re.compile(r"as an additional cost to cast .*, pay x life\.")


def compile_card(data: Mapping[str, Any]) -> CompiledCard:
    """Compile the front face of a card.

    in: facts in the shape of Scryfall's card objects. Out: the printed facts with abilities in printed order.
    There is one clause for each line of text. Intrinsic mana abilities of basic land types come first (305.6). Words that are not
    understood are carried as ``NotUnderstood``. Raises nothing for any text.
    """
    halves = _halves(data)
    split = None if halves is None else _split(data, *halves)
    if split is not None:
        return split
    face = front(data)
    proto = proto_of(face)
    lines = lines_of(str(face.get("oracle_text") or ""))
    context = context_of(proto, lines)
    other = other_face(data)
    at, small = _small(lines) if other is None else (0, None)
    lines = [line for i, line in enumerate(lines) if small is None or i != at]
    clauses = [charged(line, lambda words: read_clause(words, context)) for line in in_sections(lines)]
    clauses = by_levels(clauses) if CLASS in proto.subtypes else without_bars(clauses)
    proto, clauses = sized_by_charge(proto, clauses)
    found = [each for each in markers(face) if other is None or each.text != parts_of(ADVENTURER)]
    down = _face_down(clauses)
    if small is not None:
        understood = down is None
        clauses.insert(at, Clause(small.group(), UNDERSTOOD, ()) if understood else read_clause(small.group(), context))
        found = [each for each in found if not understood or each.text != parts_of("prototype")]
    if proto.power is None:  # a Spacecraft without sections would be a creature at no number (721.2b)
        found = [each for each in found if each.text != RULED_SUBTYPES[SPACECRAFT]]
    clauses += [_marked(each) for each in found if not _defined(each.stat, clauses)]
    if down is not None:
        other = down if other is None else None
    elif other is not None:
        clauses.append(Clause(f"back face: {other.name}", UNDERSTOOD, ()))
    elif left := back(face):
        clauses.append(Clause(left, INERT, (Inert(left, MODAL_FACE if str(face.get("layout")) == MODAL else TURNED),)))
    abilities = [*intrinsic(proto), *_backing([ability for clause in clauses for ability in clause.abilities])]
    abilities = [own_name(ability, proto.name) for ability in linked(abilities)]
    whole = proto if halves is None else _both(*halves)
    if small is not None and other is None:
        other = _prototype(replace(whole, abilities=tuple(abilities)), small)
    return CompiledCard(
        name=str(data.get("name", proto.name)),
        proto=replace(whole, abilities=tuple(abilities), back=other, turning=data.get("layout") == NONMODAL),
        clauses=tuple(clauses),
    )


def _small(lines: Sequence[str]) -> tuple[int, re.Match[str] | None]:
    """The one line of a prototype card that has its second set of numbers, with its place; None for other cards."""
    found = [(i, words) for i, line in enumerate(lines) if (words := _PROTOTYPE.fullmatch(line))]
    return found[0] if len(found) == 1 else (0, None)


def _prototype(card: Proto, words: re.Match[str]) -> Proto:
    """A card with its second set of mana cost, power and toughness, and the colors of that mana cost (718.3b)."""
    cost, power, toughness = words.groups()
    colors = stated_colors({"mana_cost": cost})
    return replace(card, mana_cost=mana_symbols(cost), colors=colors, power=int(power), toughness=int(toughness))


def face_alone(face: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a back face, a half or an Adventure as those of a card of its own."""
    return {**face, "colors": stated_colors(face), "layout": "", "card_faces": ()}


def _halves(data: Mapping[str, Any]) -> tuple[CompiledCard, CompiledCard] | None:
    """The two halves of a split card, each read by itself; None for other cards."""
    parts: Sequence[Mapping[str, Any]] = data.get("card_faces") or ()
    if str(data.get("layout", "")) != SPLIT or len(parts) != 2:
        return None
    left, right = (compile_card(face_alone(p)) for p in parts)
    return (left, right) if left.proto.name and right.proto.name else None


def _both(one: CompiledCard, other: CompiledCard) -> Proto:
    """The characteristics of two halves combined, however much of them is understood (709.4)."""
    left, right = one.proto, other.proto
    return Proto(
        f"{left.name} // {right.name}",
        _either(left.types, right.types),
        _either(left.subtypes, right.subtypes),
        _either(left.supertypes, right.supertypes),
        tuple(color for color in COLORS if color in left.colors or color in right.colors),
        (*(left.mana_cost or ()), *(right.mana_cost or ())),
        abilities=(*left.abilities, *right.abilities),
    )


def _split(data: Mapping[str, Any], *cards: CompiledCard) -> CompiledCard | None:
    """A split card of two halves that can be cast (709.3); None where not all of both is understood."""
    both = _both(*cards)
    if not all(card.complete for card in cards) or not {*both.types} <= {"instant", "sorcery"}:
        return None
    halves: tuple[Proto, ...] = tuple(card.proto for card in cards)
    if Keyword("fuse") in both.abilities:
        if any(isinstance(a, SpellCosts) or getattr(a, "modes", ()) for a in both.abilities):
            return None  # what would be announced for either half is not told apart (601.2b)
        halves = (*halves, both)
    clauses = tuple(clause for card in cards for clause in card.clauses)
    return CompiledCard(str(data.get("name", both.name)), replace(both, halves=halves), clauses)


def _either(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def _face_down(clauses: Sequence[Clause]) -> Proto | None:
    """What a card with morph or disguise is as it is cast face down (702.37a, 702.168a); None for what has neither."""
    actions = {a.action for c in clauses for a in c.abilities if isinstance(a, Activated)}
    if "disguise" in actions:
        return face_down(Keyword("ward", "{2}"))
    return face_down() if "morph" in actions else None


def other_face(data: Mapping[str, Any]) -> Proto | None:
    """The back face of a double-faced card (712.2, 712.3), or what an adventurer card is as an Adventure (715.2).

    None where not all of it is understood: such a face is not carried.
    """
    faces: Sequence[Mapping[str, Any]] = data.get("card_faces") or ()
    if str(data.get("layout", "")) not in (*BACK_LAYOUTS, ADVENTURER) or len(faces) != 2:
        return None
    if data["layout"] == ADVENTURER and ADVENTURE not in type_line(str(faces[1].get("type_line", ""))).subtypes:
        return None  # an Omen (720)
    compiled_card = compile_card(face_alone(faces[1]))
    if not compiled_card.complete or not compiled_card.proto.name:
        return None
    return replace(compiled_card.proto, turning=data["layout"] == NONMODAL)


def lines_of(text: str) -> list[str]:
    """The lines of a text; the modes of a choice belong to the line that offers it (700.2)."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip().startswith("•") and lines:
            lines[-1] = f"{lines[-1]} {line}"
        elif line.strip():
            lines.append(line)
    return lines


def intrinsic(proto: Proto) -> list[Ability]:
    """The mana abilities a land has by its basic land types (305.6)."""
    return [
        intrinsic_ability(subtype) for subtype in proto.subtypes if subtype in BASIC_LANDS and "land" in proto.types
    ]


def linked(abilities: list[Ability]) -> list[Ability]:
    """Where one ability speaks of "the exiled card", what another one exiles is remembered for it (607.2a)."""
    speaking = [a for a in abilities if _speaks_of_exiled(a)]
    if not speaking:
        return abilities
    return [a if a in speaking else _linking(a) for a in abilities]


def _backing(abilities: list[Ability]) -> list[Ability]:
    """The abilities of a card, of which backup grants those printed below it but for backup (702.165a)."""
    backup = [isinstance(each, Triggered) and _grants_nothing(each) for each in abilities]
    made = list(abilities)
    for i in (at for at, found in enumerate(backup) if found):
        below = tuple(each for each, found in zip(abilities[i + 1 :], backup[i + 1 :], strict=True) if not found)
        granted = tuple(each for each in below if not isinstance(each, Inert))
        made[i] = swap(abilities[i], GainAbilities(TargetRef(0), ()), GainAbilities(TargetRef(0), granted))
    return made


def _grants_nothing(ability: Triggered) -> bool:
    return any(isinstance(e, Branch) and e.then == (GainAbilities(TargetRef(0), ()),) for e in ability.effects)


def _speaks_of_exiled(ability: Ability) -> bool:
    """Whether an ability speaks of "the exiled card", or of what has the same name as that card (201.2a)."""
    terms: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, Linked) or (isinstance(node, Filter) and node.namesake == "exiled"):
            terms.append(node)

    walk(ability, visit)
    return bool(terms)


def _linking(node: Part) -> Part:
    if isinstance(node, tuple):
        return tuple(_linking(child) for child in node)
    if not isinstance(node, Term):
        return node
    if isinstance(node, ExileUntil):
        return replace(node, link=True)
    if isinstance(node, Exile):
        return Move(node.object, "exile", link=True)
    if isinstance(node, MoveChosen) and node.to == "exile":
        return replace(node, link=True)
    return type(node)(**{name: _linking(child) for name, child in children(node)})


def own_name(node: Part, name: str) -> Part:
    """A node with "~" in the names of filters replaced by the card's name (201.5)."""
    if isinstance(node, tuple):
        return tuple(own_name(child, name) for child in node)
    if not isinstance(node, Term) or isinstance(node, Inert):
        return node
    if isinstance(node, Watched):
        return replace(node, trigger=own_name(node.trigger, name))
    if isinstance(node, Unmet):
        return replace(node, subject=own_name(node.subject, name))
    if isinstance(node, NotUnderstood):
        return node
    values = {field: own_name(child, name) for field, child in children(node)}
    if isinstance(node, Filter | Except):
        values = {f: name if f in ("named", "without_name", "name") and v == "~" else v for f, v in values.items()}
    return type(node)(**values)


def _defined(stat: str, clauses: Sequence[Clause]) -> bool:
    """Whether an ability that was read defines the power or toughness that is no plain number (604.3); ``stat`` may be ""."""
    if not stat:
        return False
    statics = [a.effect for clause in clauses for a in clause.abilities if isinstance(a, Static)]
    return any(isinstance(e, Defines) and getattr(e, stat) is not None for e in statics)


def _marked(marker: Marker) -> Clause:
    """The clause that stands for something outside the text that is not understood."""
    text = marker.text
    unread = of_marker(NotUnderstood(text, 0, len(text)))
    return Clause(text, NOT_UNDERSTOOD, (unread,), (0, len(text)), marker.fact)


def read_clause(line: str, context: Context) -> Clause:
    """Compile one line of text; one of more than ``MOST_WORDS`` words is not understood, unread."""
    if _is_long(line):
        return Clause(line, NOT_UNDERSTOOD, (NotUnderstood(line, 0, len(line)),), (0, len(line)))
    abilities, readings = read_with_others(line, context)
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            return replace_context(_unread(ability, context), readings=readings)
        if isinstance(ability, Inert):
            return Clause(line, INERT, abilities)
        if unhandled(ability):  # law 9
            return _unread(NotUnderstood(line, 0, len(line)), context)
    return Clause(line, UNDERSTOOD, abilities)


def _is_long(line: str) -> bool:
    return len(line) > MOST_WORDS and sum(1 for _ in _WORD.finditer(line)) > MOST_WORDS


def _unread(unread: NotUnderstood, context: Context) -> Clause:
    """The clause of a line that is not understood, with what can be said of it all the same."""
    not_understood = of_line(unread, context.name, context.types, lambda words: read_line(words, context))
    return Clause(unread.text, NOT_UNDERSTOOD, (not_understood,), (unread.start, unread.end))


def read_again(proto: Proto, text: str) -> list[NotUnderstood]:
    """What a line that is not understood is, read anew as one of a card of these facts.

    in: the printed facts of a card, and a line of its text or the words of something outside the text. Out: one clause for
    each thing that the card could be attached to; none of a line that is understood.
    """
    found = [of_marker(NotUnderstood(text, 0, len(text)))]
    for context in _contexts_of(proto):
        for ability in read_clause(text, context).abilities:
            if isinstance(ability, NotUnderstood):
                found.append(own_name(ability, proto.name))
    return found


def event_again(proto: Proto, words: str) -> TriggerEvent | None:
    """The event that some words say before the comma of a triggered ability; None where they say none.

    In: the card of which the words are. The words are read with a loss of life as the effect.
    """
    for context in () if _is_long(words) else _contexts_of(proto):
        abilities = read_line(f"{words}, you lose 1 life.", context)
        if (
            len(abilities) == 1
            and isinstance(abilities[0], Triggered)
            and isinstance(abilities[0].trigger, TriggerEvent)
        ):
            event: TriggerEvent = own_name(abilities[0].trigger, proto.name)
            return event
    return None


def _contexts_of(proto: Proto) -> list[Context]:
    """The contexts that a card of these facts may have: one for each thing that it could be attached to."""
    context = context_of(proto, ())
    if "Aura" not in proto.subtypes:
        return [context]
    return [replace_context(context, host=f"enchanted {noun}") for noun in ("permanent", *CARD_TYPES, "player")]


def context_of(proto: Proto, lines: Sequence[str]) -> Context:
    """What the lines of a card need to know of it."""
    attached = {"Aura", "Equipment", "Fortification"} & set(proto.subtypes)
    return Context(
        name=proto.name,
        spell=bool({"instant", "sorcery"} & set(proto.types)),
        host=_host(proto, lines),
        attached=bool(attached),
        types=proto.types,
        legendary="legendary" in proto.supertypes,
        has_x="X" in (proto.mana_cost or ()) or any(_X_LIFE.fullmatch(line.lower()) for line in lines),
    )


def _host(proto: Proto, lines: Sequence[str]) -> str:
    """What the text calls the object to which this is attached: "enchanted artifact", "equipped creature"."""
    if "Equipment" in proto.subtypes:
        return "equipped creature"
    if "Aura" not in proto.subtypes:
        return "enchanted creature"
    for line in lines:
        words = line.split()
        if words[0].lower() == "enchant" and len(words) > 1 and words[1].lower().isalpha():
            several = " or " in line or "," in line
            noun = "permanent" if several else words[1]
            return f"enchanted {noun if noun.lower() not in CARD_TYPES else noun.lower()}"
    return "enchanted creature"
