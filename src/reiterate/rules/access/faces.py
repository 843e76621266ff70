"""Modal double-faced cards (712.3) and adventurer cards (715): the other face of a card, and the card with that face up.

A card has its front face's characteristics alone wherever it lies (712.8a). Its back face stands in its ``Proto``. As its
owner casts it or plays it as a land, its back face may be chosen (712.11b, 712.12). What can be done is worked out in a
state in which the card has that face up: no other face counts (712.11c). A spell or permanent with its back face up has the
back face's characteristics as its own. What it is printed as is the card, with which it goes to any other zone.

The alternative characteristics of an adventurer card are such a face (715.3a, 715.3b, 715.4), an instant or sorcery. A card
that went on its adventure may be played from exile by what it is printed as alone (715.3d).

Of a split card one half is chosen, or with fuse both (709.3, 702.102a). Elsewhere it has the characteristics of both (709.4).

A nonmodal double-faced card is its front face until an effect turns it over or puts it onto the battlefield transformed (701.27, 712.2).
Its back face is never chosen (712.11). With that face up its mana value is that of its front face (202.3b, 712.8e).

A prototype card has its second set of power, toughness and mana cost as such a face (718.3a, 718.3b).

A card with morph or disguise has such a face as well (702.37c, 708.4). Face down it is a creature without a mana cost, cast for {3}.
Any card is such a creature as it is manifested or cloaked (701.40a, 701.58a). A creature card is turned face up for its mana cost then.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import turn_into
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    COMMAND,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NO_NUM,
    NO_REFS,
    Class,
    Row,
    State,
    make_class,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    CARD,
    COPIED,
    FLASHBACK,
    MANIFESTED,
    MAY_PLAY,
    PRINTED,
    TRIGGERED_ONCE,
    USED,
    USED_LOYALTY,
    USED_UP,
)
from reiterate.terms.abilities import Inert, Keyword, NotUnderstood, SpellCosts, Static
from reiterate.terms.base import Ability
from reiterate.terms.base import replace as replace_proto
from reiterate.terms.meanings import AFTERMATH
from reiterate.terms.proto import ADVENTURE, Proto, face_down, is_face_down, is_prototype
from reiterate.terms.static_effects import CastTransformed, MayCastFrom
from reiterate.terms.unusable import MODAL, TURNED, not_understood

#: How long a card that is exiled on its adventure may be played: as long as it stays there (715.3d).
WHILE_EXILED: Final = "exiled"
#: So, without paying its mana cost, as a sorcery is cast (702.170d).
PLOTTED: Final = "plotted"
#: A card that lies in exile face down, foretold in this turn and in an earlier one (702.143a).
FORETELL: Final = "foretell"
FORETOLD: Final = "foretold"
#: A card that may be played for as long as it remains exiled; so, without paying its mana cost; so, by paying {2} instead (701.65a).
REMAINS: Final = "remains"
FREED: Final = "free"
AIRBENT: Final = "airbend"

#: The way of casting or playing a card by which its back face is chosen, as choices say it.
BACK: Final = "back face"
#: So of a split card: its halves, and both of them at once (709.3, 702.102a).
HALVES: Final = ("left half", "right half", "both halves")
#: So of the back face of a card with disturb, as it is cast from a graveyard (702.146a).
DISTURB: Final = "disturb"
#: So of a prototype card: its alternative power, toughness and mana cost (718.3).
PROTOTYPE: Final = "prototype"
_CHOSEN: Final = (BACK, *HALVES, DISTURB, PROTOTYPE)


def faces_of(proto: Proto) -> dict[str, Proto]:
    """The faces of a card besides the one that it has everywhere, by the words that choose them."""
    if proto.halves:
        return dict(zip(HALVES, proto.halves, strict=False))
    if proto.back is None:
        return {}
    if is_prototype(proto):
        return {PROTOTYPE: proto.back}
    cast = disturbed(proto)
    return {BACK: proto.back} if cast is None else {BACK: proto.back, DISTURB: cast}


@cache
def disturbed(proto: Proto) -> Proto | None:
    """The back face of a card as it is cast transformed: for its disturb cost, and from a graveyard alone (702.146a, 712.11d)."""
    given = [a.effect for a in proto.abilities if isinstance(a, Static)]
    costs = [effect.symbols for effect in given if isinstance(effect, CastTransformed)]
    if proto.back is None or not costs:
        return None
    return replace_proto(proto.back, mana_cost=costs[0], abilities=(*proto.back.abilities, AFTERMATH))


def other_faces(cls: Class) -> dict[str, Proto]:
    """Those that may be chosen as a card is cast or played from where it lies (712.11, 712.11b).

    Both halves can be cast from the hand alone (702.102a).
    """
    if cls.kind != CARD or cls.proto is None:
        return {}
    if cls.proto.turning:
        found = faces_of(cls.proto) if cls.zone == GRAVEYARD else {}
        return {DISTURB: found[DISTURB]} if DISTURB in found else {}
    return {word: face for word, face in faces_of(cls.proto).items() if word != HALVES[2] or cls.zone == HAND}


def names_of(proto: Proto) -> tuple[str, ...]:
    """The names that a player may choose of a card: of a split card those of its halves alone (201.4b, 201.4d, 201.4f)."""
    if proto.halves:
        return tuple(half.name for half in proto.halves[:2])
    return (proto.name,) if proto.back is None or is_prototype(proto) else (proto.name, proto.back.name)


def sees_name(cls: Class, seat: int) -> bool:
    """Whether a player knows what an object is called: it is their own, or lies where everybody sees it and is face up."""
    return cls.owner == seat or (
        cls.zone not in (HAND, LIBRARY, EXILE) and (cls.proto is None or not is_face_down(cls.proto))
    )


def face_chosen(how: tuple[str, ...]) -> str:
    """The word among the ways of casting or playing a card that chooses its face; "" for none."""
    return next((word for word in how if word in _CHOSEN), "")


def named_face(proto: Proto, name: str) -> tuple[str, Proto]:
    """The face of a card that a name says, with the word for choosing it; ("", the card) for its own name."""
    wanted = name.strip().casefold()
    if wanted != proto.name.casefold():
        for word, face in faces_of(proto).items():
            if face.name.casefold() == wanted:
                return word, face
    return "", proto


def back_of(cls: Class) -> Proto | None:
    """The back face of a card that may be cast or played with that face up; None for what has none (712.8a)."""
    return cls.proto.back if cls.kind == CARD and cls.proto is not None and not cls.proto.turning else None


def face_up(proto: Proto, how: tuple[str, ...]) -> Proto:
    """The face of a card that a way of casting or playing it chooses (712.11b, 712.12)."""
    return faces_of(proto).get(face_chosen(how), proto)


def is_foretold(cls: Class) -> bool:
    """Whether a card lies in exile face down: its owner alone may look at it (702.143a)."""
    return cls.zone == EXILE and cls.prop(MAY_PLAY) in (FORETELL, FORETOLD)


def is_down(cls: Class) -> bool:
    """Whether a card on the stack or the battlefield is face down (708.2): what it is face up stands in its row."""
    return is_face_down(cls.proto) and front_of(cls) is not None


def turned_up(cls: Class) -> Class:
    """The class of a face-down permanent as it is turned face up: changes of its text still apply (708.8).

    Raises ``Unsupported`` for one whose copiable values are not those of its card (708.10).
    """
    own = front_of(cls)
    assert own is not None
    if COPIED in cls.by_prop:
        raise unsupported("rule-708.10", "a face-down permanent that became a copy, turned face up", "708.10")
    return text_changes.with_copiable(cls, own).with_prop(PRINTED, False).with_prop(MANIFESTED, False)


def shown_down(cloaked: bool) -> Proto:
    """What a card is as it is manifested (701.40a), or cloaked, which has ward {2} (701.58a)."""
    return face_down(Keyword("ward", "{2}")) if cloaked else face_down()


def manifested(card: Proto, owner: int, controller: int, cloaked: bool) -> Class:
    """The class of a card as it is manifested or cloaked: a face-down permanent whatever the card is (701.40a, 701.58a)."""
    cls = make_class(CARD, BATTLEFIELD, proto=shown_down(cloaked), owner=owner, controller=controller, sick=True)
    return cls.with_prop(PRINTED, card).with_prop(MANIFESTED, True)


def cost_face_up(cls: Class) -> tuple[str, ...] | None:
    """The mana cost for which a manifested permanent may be turned face up; None for what is no creature card or has none (701.40b)."""
    own = front_of(cls)
    if own is None or MANIFESTED not in cls.by_prop or "creature" not in own.types or "X" in (own.mana_cost or ()):
        return None
    return own.mana_cost


def untold_turning(cls: Class) -> tuple[str, str, str] | None:
    """Why it can't be told whether a face-down permanent may be turned face up: a code, words, and the rule; None where it can."""
    own = front_of(cls)
    if own is None or not is_face_down(cls.proto):
        return None
    if not own.types:
        return "unknown-card", "whether an unknown card that is face down may be turned face up", "708.7"
    unread = not_understood(tuple(a for a in own.abilities if _turns_up(a)))
    if unread is not None:
        return "clause-not-understood", f'{own.name}: not understood: "{unread}"', "708.7"
    if MANIFESTED in cls.by_prop and "creature" in own.types and "X" in (own.mana_cost or ()):
        return "rule-107.3d", "a manifested card with {X} in its mana cost, turned face up", "107.3d"
    return None


def _turns_up(ability: Ability) -> bool:
    """Whether an ability that is not understood is a way of turning its card face up (702.37, 702.168)."""
    return isinstance(ability, NotUnderstood) and ability.text.lower().startswith(("morph", "megamorph", "disguise"))


def turned_down(cls: Class) -> Class | None:
    """The class of a permanent as it is turned face down (708.2a); None for one that can't be (708.2b, 712.16).

    Raises ``Unsupported`` for a token, and for one whose copiable values are not those of its card.
    """
    if is_prototype(front_of(cls)):
        raise unsupported("rule-718.3", "a permanent that was a prototyped spell, turned face down", "718.3b")
    if cls.proto is None or front_of(cls) is not None:
        return None
    card = text_changes.copiable_of(cls)
    if card.turning or _double_faced(card):
        return None
    if cls.kind != CARD or COPIED in cls.by_prop:
        raise unsupported("rule-708.2", "a token or a copy that is turned face down", "708.2a")
    return text_changes.with_copiable(cls, face_down()).with_prop(PRINTED, card)


def transformed(cls: Class) -> Class | None:
    """The class of a permanent with its other face up; None for one that can't transform (701.27c, 701.27d, 712.15a).

    Raises ``Unsupported`` for a double-faced permanent whose other face is not known, or that is a copy of something.
    """
    own, now = front_of(cls), text_changes.copiable_of(cls)
    card = own or now
    if is_face_down(now) or not (card.turning or _double_faced(card)):
        return None
    if COPIED in cls.by_prop or (own is not None and own.back != _as_card(now)):
        raise unsupported("rule-712.9", "a double-faced permanent that is a copy, and transforms", "712.9")
    if card.back is None:
        raise unsupported("clause-not-understood", f"{card.name}: its other face is not understood", "701.27a")
    if own is None and not permanent(card.back):
        return None
    _refuse_used(cls, card.back if own is None else own)
    if own is not None:
        return text_changes.with_copiable(cls, own).with_prop(PRINTED, False)
    other = replace_proto(card.back, token=card.token)
    return text_changes.with_copiable(cls, other).with_prop(PRINTED, card)


def _refuse_used(cls: Class, other: Proto) -> None:
    """Raises ``Unsupported`` where it is remembered what was used, and the other face has such abilities as well (602.5b)."""
    kept = any(name.startswith((USED, USED_UP, TRIGGERED_ONCE)) and name != USED_LOYALTY for name in cls.by_prop)
    if kept and any(getattr(ability, "limit", "") for ability in other.abilities):
        raise unsupported(
            "rule-712.18", f"{other.name}: which abilities of a permanent that transforms were used", "712.18"
        )


def _double_faced(card: Proto) -> bool:
    """Whether a card has a back face, or one that is not understood; an Adventure is none (712.1, 715.2)."""
    if is_prototype(card):
        return False
    if card.back is not None:
        return ADVENTURE not in card.back.subtypes and not is_face_down(card.back)
    return any(isinstance(each, Inert) and each.kind in (TURNED, MODAL) for each in card.abilities)


def _as_card(proto: Proto) -> Proto:
    return replace_proto(proto, token=False) if proto.token else proto


def permanent(proto: Proto) -> bool:
    """Whether a face can be on the battlefield (110.4)."""
    return "instant" not in proto.types and "sorcery" not in proto.types


def is_transformed(cls: Class) -> bool:
    """Whether a nonmodal double-faced object has its back face up, and is no copy of something else (712.8c, 712.8e)."""
    own = front_of(cls)
    if own is None or not own.turning or COPIED in cls.by_prop:
        return False
    return _as_card(text_changes.copiable_of(cls)) in (own.back, disturbed(own))


def entering_transformed(card: Proto) -> Proto | None:
    """The face with which a card is put onto the battlefield transformed; None for a card that stays where it is (712.14a).

    Raises ``Unsupported`` for one whose back face is not understood.
    """
    if not (card.turning or _double_faced(card)):
        return None
    if card.back is None:
        raise unsupported("clause-not-understood", f"{card.name}: its other face is not understood", "712.14a")
    return card.back if permanent(card.back) else None


def without_face(choice: Choice) -> Choice:
    """A choice without that of a face, as it is made of a card that is turned already."""
    return replace(choice, how=otherwise(choice.how))


def otherwise(how: tuple[str, ...]) -> tuple[str, ...]:
    """The ways of casting or playing a card besides the choice of its face."""
    return tuple(word for word in how if word not in _CHOSEN)


def turned_class(cls: Class, word: str) -> Class:
    """The class of a card with another face up, which remembers the card that it is.

    What lets a card that went on its adventure be played does not let it be cast as an Adventure (715.3d).
    """
    own = cls.proto
    assert own is not None
    set_out = word == BACK and cls.prop(MAY_PLAY) == WHILE_EXILED
    cls = cls.with_prop(MAY_PLAY, False) if set_out else cls
    return cls.but("proto", faces_of(own)[word]).with_prop(PRINTED, own)


def is_adventure(cls: Class) -> bool:
    """Whether a spell is a card that was cast as an Adventure (715.3b); a copy of one is no card (715.3c)."""
    return cls.kind == CARD and cls.proto is not None and ADVENTURE in cls.proto.subtypes and front_of(cls) is not None


def may_set_out(cls: Class) -> bool:
    """Whether a card has an Adventure (715.2a)."""
    back = back_of(cls)
    return back is not None and ADVENTURE in back.subtypes


def turned(state: State, handle: int, word: str) -> State:
    """The state as it is where another face of a card is chosen: that face alone is looked at (712.11c, 709.3a).

    Raises ``Unsupported`` for one of several like cards. It is also raised where an ability of that face would let its owner
    cast the card from another zone than the hand. There the face has no abilities (712.8a).
    """
    row = state.rows[handle]
    face = other_faces(row.cls)[word]
    if not is_single(row.n):
        raise unsupported("rule-712.11b", "another face of one of several like cards", "712.11b")
    if row.cls.zone not in (HAND, COMMAND) and (
        FLASHBACK in row.cls.by_prop or (word == BACK and any(map(_from_elsewhere, face.abilities)))
    ):
        raise unsupported("rule-712.8a", "a way of casting a back face from another zone than the hand", "712.8a")
    draft = Draft(state)
    turn(draft, handle, word)
    return draft.done()


def _from_elsewhere(ability: object) -> bool:
    if isinstance(ability, SpellCosts):
        return bool(ability.how)
    return isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom)


def turn(draft: Draft, handle: int, word: str) -> None:
    """Let a card have another face up, as it is cast or played so."""
    turn_into(draft, "", handle, turned_class(draft.rows[handle].cls, word))


def in_graveyard(row: Row) -> Row | None:
    """What has the characteristics of something else, as the card that it is in its owner's graveyard (712.8a); None for others."""
    own = front_of(row.cls)
    if own is None or row.cls.kind != CARD:
        return None
    owner = row.cls.owner
    return Row(make_class(CARD, GRAVEYARD, proto=own, owner=owner, controller=owner), NO_NUM, row.n, NO_REFS)


def front_of(cls: Class) -> Proto | None:
    """The card of a spell or permanent that has its back face up, whatever copy effects make of it; None for others."""
    own = cls.by_prop.get(PRINTED)
    return own if isinstance(own, Proto) else None
