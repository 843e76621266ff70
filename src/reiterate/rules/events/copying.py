"""Copiable values and the exceptions of copy effects (707.2, 707.9)."""

from __future__ import annotations

from typing import Any

from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.characteristics.layer_effects import has_its_type
from reiterate.rules.characteristics.printed_characteristics import EVERY_TYPE
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Static
from reiterate.terms.base import Ability, Term, children, replace
from reiterate.terms.effects_spells import Except
from reiterate.terms.meanings import each_counts
from reiterate.terms.proto import Proto, is_face_down
from reiterate.terms.static_effects import Defines
from reiterate.terms.unusable import not_understood
from reiterate.terms.vocabulary import ARTIFACT_TYPES, NAMED


def copiable(state: State, handle: int) -> Proto:
    """The copiable values of an object (707.2). Raises ``Unsupported`` for one with a clause that is not understood."""
    return understood(text_changes.copiable_of(state.rows[handle].cls))


def understood(proto: Proto) -> Proto:
    """What is copied as it is. Raises ``Unsupported`` for what has a clause that is not understood (707.2, 707.10)."""
    text = not_understood(proto.abilities)
    if text is not None:
        raise unsupported(
            "clause-not-understood", f'{proto.name}: a clause that is copied is not understood: "{text}"', "707.2"
        )
    return proto


def refuse_face_down(now: Proto | None, copied: Proto) -> None:
    """Raises ``Unsupported`` where a permanent becomes a copy that is face down, or copies one that is (707.2, 708.10)."""
    if is_face_down(now) or is_face_down(copied):
        raise unsupported(
            "rule-708.10", "a permanent that becomes a copy, and is face down or copies such a one", "708.10"
        )


def with_exceptions(proto: Proto, but: Except, token: bool) -> Proto:
    """Copied values with what the copying effect changes (707.9); a copy of a token or card as a token."""
    values = dict(children(proto))
    values["token"] = token
    kept = tuple(a for a in proto.abilities if not _defines_set(a, but))
    values["abilities"] = (*kept, *(a for a in but.abilities if a not in kept or _counts_again(a)))
    types, subtypes = proto.types, proto.subtypes
    if but.instead and but.types:
        types, subtypes = (), tuple(t for t in subtypes if t in ARTIFACT_TYPES and "artifact" in but.types)
    elif but.instead:
        subtypes = tuple(t for t in subtypes if t not in NAMED and t != EVERY_TYPE)
    values["types"] = (*types, *(t for t in but.types if t not in types))
    gained = (t for t in but.subtypes if t not in subtypes and has_its_type(t, values["types"]))  # 205.3d
    values["subtypes"] = (*subtypes, *gained)
    if but.colors is not None:
        before = proto.colors if but.more_colors else ()
        values["colors"] = (*before, *(c for c in but.colors if c not in before))
    if but.power is not None:
        values["power"], values["toughness"] = but.power, but.toughness
    if but.costless:
        values["mana_cost"] = None
    if proto.turning and but != Except():
        values["back"] = None  # 707.8a: what the exceptions make of the other face is not known
    if but.name:
        values["name"] = but.name
    if but.legendary:
        values["supertypes"] = (*(t for t in proto.supertypes if t != "legendary"), "legendary")
    if but.nonlegendary:
        values["supertypes"] = tuple(t for t in proto.supertypes if t != "legendary")
    return Proto(**values)


def with_itself(node: Any, ability: Ability) -> Any:
    """An effect, or a tuple of them, in which a copy that has "this ability" has the one given (707.9a)."""
    if isinstance(node, tuple):
        return tuple(with_itself(child, ability) for child in node)
    if isinstance(node, Except) and node.this_ability:
        return replace(node, this_ability=False, abilities=(*node.abilities, ability))
    if not isinstance(node, Term) or isinstance(node, (Ability, Except)):
        return node
    changed = {name: with_itself(child, ability) for name, child in children(node)}
    return replace(node, **changed)


def keeping(but: Except, own: Proto) -> Except:
    """The exceptions of a copy effect on an object that has been this: the colours that it keeps are named (707.9c)."""
    if not but.own_color:
        return but
    colors = () if Keyword("devoid") in own.abilities else own.colors
    return replace(but, own_color=False, colors=colors)


def _counts_again(ability: Ability) -> bool:
    """Whether a second instance of an ability does something besides the first (707.9a); of most keywords it doesn't."""
    if isinstance(ability, Keyword):
        return each_counts(ability)
    return not isinstance(ability, Activated) or bool(ability.limit)


def _defines_set(ability: Ability, but: Except) -> bool:
    """Whether an ability defines a characteristic for which a copying effect gives a value: it isn't copied (707.9d)."""
    if isinstance(ability, Static) and isinstance(ability.effect, Defines):
        return but.power is not None
    if ability == Keyword("changeling"):
        return but.instead
    return ability == Keyword("devoid") and but.colors is not None and not but.more_colors
