"""What productions mean that say what something is or becomes, and exceptions of copies (613.1, 707.9)."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.chart import NoMeaning
from reiterate.oracle.words import creature_types
from reiterate.terms import language as n
from reiterate.terms.base import Term, defaults, replace
from reiterate.terms.word_changes import BASIC_LANDS


class Being(Term):
    """What a sentence says that something is, or becomes."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    size: tuple[int, int] | None = None
    valued: bool = False
    chosen: str = ""
    abilities: tuple[n.Ability, ...] = ()
    lost: tuple[str, ...] = ()
    also: bool = False
    alsocolors: bool = False
    said: bool = False  # with "is" or "becomes"


def both(a: Being, b: Being) -> Being:
    """All that two phrases say; a size said twice means nothing."""
    if a.size is not None and b.size is not None:
        raise NoMeaning
    return Being(
        (*a.types, *b.types),
        (*a.subtypes, *b.subtypes),
        a.colors if b.colors is None else b.colors if a.colors is None else (*a.colors, *b.colors),
        a.size or b.size,
        a.valued or b.valued,
        a.chosen or b.chosen,
        (*a.abilities, *b.abilities),
        tuple(sorted({*a.lost, *b.lost})),
        a.also or b.also,
        a.alsocolors or b.alsocolors,
        a.said or b.said,
    )


def whole_being(b: Being) -> Being:
    """All that a sentence says of what something is; what it only has or gains are effects of their own."""
    if not (b.said or b.lost):
        raise NoMeaning
    return b


def being(words: tuple[tuple[str, Any], ...]) -> Being:
    """ "a 1/1 green Frog creature", with its article where it needs one."""
    article = words[0][0] == "article"
    rest = words[1:] if article else words
    last = rest[-1][0]
    one, many = last in ("type", "sub"), last in ("types", "subs")
    if rest[-1] == ("sub", "Plains"):
        one = article
    if one != article and (one or many or article):
        raise NoMeaning
    sizes = [w for k, w in rest if k == "size"]
    colors = [w for k, w in rest if k == "color"]
    if len(sizes) > 1:
        raise NoMeaning
    return Being(
        tuple(w for k, w in rest if k in ("type", "types")),
        tuple(w for k, w in rest if k in ("sub", "subs")),
        tuple(c for c in colors if c) if colors else None,
        sizes[0] if sizes else None,
    )


def _how(b: Being) -> tuple[bool, bool]:
    """Whether card types are set, and whether creature types are replaced while card types are added (205.1)."""
    lands = bool(b.subtypes) and set(b.subtypes) <= BASIC_LANDS.keys()
    if BASIC_LANDS.keys() & {*b.subtypes} and not lands and not b.also:
        raise NoMeaning
    if b.also:
        if {*b.lost} & {"types", "creature"}:
            raise NoMeaning
        return False, False
    if "types" in b.lost:
        if not b.types or (b.types != ("land",) and "creature" not in b.lost):
            raise NoMeaning
        return True, False
    if b.types == ("artifact", "creature"):  # 205.1b
        return False, bool(b.subtypes)
    if "creature" in b.lost and (not b.subtypes or lands):
        raise NoMeaning
    if b.types in ((), ("creature",)) and not (lands and b.types):
        return bool(b.types or b.subtypes or b.chosen == "type"), False
    if b.types == ("land",) and (lands or not b.subtypes):
        return True, False
    raise NoMeaning


def become(subject: Any, b: Being, until: str) -> tuple[Term, ...]:
    """What an effect makes of objects, until end of turn or for good."""
    if b.chosen in ("a color", "a land"):
        if b.chosen == "a color":
            options = [replace(b, chosen="", colors=(c,)) for c in n.COLORS]
        else:
            options = [replace(b, chosen="", subtypes=(name,)) for name in BASIC_LANDS]
        chosen: Any = tuple(become(subject, option, until) for option in options)
        return (n.ChooseOne(chosen),)
    says = b.types or b.subtypes or b.colors is not None or b.lost
    if b.chosen or not says or (b.valued and b.size):
        raise NoMeaning
    instead, retype = _how(b)
    power, toughness = b.size or (None, None)
    duration = "game" if until == "game" else "turn"
    made = n.Become(
        subject,
        duration,
        b.types,
        b.subtypes,
        b.colors,
        power,
        toughness,
        b.abilities,
        instead,
        clear="clear" in b.lost,
        more_colors=b.alsocolors,
        retype=retype,
        valued=b.valued,
    )
    return (made,) if until in ("game", "turn") else (n.Lasting(made, until),)


def are_as(subject: Any, b: Being) -> Term:
    """What a static ability says that its subject is."""
    if isinstance(subject, leaves.Named) and not (b.types or b.size or b.lost or b.chosen == "type"):
        raise NoMeaning  # 604.3: it would have to work in every zone
    if b.chosen not in ("", "type", "color"):
        raise NoMeaning
    if not (b.types or b.subtypes or b.chosen or b.colors is not None or b.lost):
        raise NoMeaning
    if any(isinstance(a, n.Enchant) for a in b.abilities):
        raise NoMeaning
    if replace(b, said=False) == Being(lost=("clear",)):
        if isinstance(subject, leaves.Named):
            raise NoMeaning
        return n.Static(n.LoseAbilities(subject))
    instead, retype = _how(b)
    power, toughness = b.size or (None, None)
    return n.Static(
        n.Are(
            subject,
            b.types,
            b.subtypes,
            b.colors or (),
            instead=instead,
            chosen=b.chosen,
            power=power,
            toughness=toughness,
            size="mana value" if b.valued else "",
            clear="clear" in b.lost,
            abilities=b.abilities,
            sets_colors=(b.colors is not None or b.chosen == "color") and not b.alsocolors,
            retype=retype,
        )
    )


_MY_CREATURES: Final = tuple(n.Filter(types=("creature",), controller="you", another=other) for other in (False, True))


def in_all_zones(static: Any) -> Term:
    """What is said of creatures the controller has, and of their creature spells and cards in all zones too."""
    effect = static.effect
    if not isinstance(effect, n.Are) or effect.subject not in _MY_CREATURES:
        raise NoMeaning
    types: dict[str, Any] = {
        "types": effect.types,
        "subtypes": effect.subtypes,
        "chosen": "type" if effect.chosen == "type" else "",
    }
    if effect != n.Are(effect.subject, instead=effect.instead, retype=effect.retype, **types):
        raise NoMeaning
    made: Term = replace(static, effect=replace(effect, everywhere=True))
    return made


def exceptions(a: n.Except, b: n.Except) -> n.Except:
    """All exceptions of a copy."""
    values: dict[str, Any] = {}
    for name, plain in defaults(n.Except).items():
        x, y = getattr(a, name), getattr(b, name)
        if y == plain:
            values[name] = x
        elif x == plain:
            values[name] = y
        elif isinstance(x, tuple) and name in ("abilities", "entering", "types", "subtypes"):
            values[name] = (*x, *y)
        elif x == y:
            values[name] = x
        else:
            raise NoMeaning
    if (a.instead or b.instead) and a.subtypes + a.types and b.subtypes + b.types:
        raise NoMeaning
    return n.Except(**values)


def sized(size: tuple[int, int]) -> n.Except:
    """ "it's 4/4"."""
    return n.Except(power=size[0], toughness=size[1])


def also_except(words: tuple[tuple[str, Any], ...], tail: Being) -> n.Except:
    """ "it's a 1/1 red Balloon creature in addition to its other colors and types"."""
    rest = words[1:] if words[0][0] == "article" else words
    sizes = [w for k, w in rest if k == "size"]
    colors = tuple(w for k, w in rest if k == "color" and w)
    power, toughness = sizes[0] if sizes else (None, None)
    return n.Except(
        types=tuple(w for k, w in rest if k in ("type", "types")),
        subtypes=tuple(w for k, w in rest if k in ("sub", "subs")),
        colors=colors or None,
        power=power,
        toughness=toughness,
        more_colors=bool(colors) and tail.alsocolors,
    )


def one_except(words: tuple[tuple[str, Any], ...], tail: Being) -> n.Except:
    """The same of one thing, which has an article."""
    if words[0][0] != "article":
        raise NoMeaning
    return also_except(words, tail)


def only_except(words: tuple[tuple[str, Any], ...]) -> n.Except:
    """ "it's a 1/1 green Frog": other creature types and colours; "it's an artifact": nothing else (205.1a)."""
    if words[0][0] != "article":
        raise NoMeaning
    rest = words[1:]
    if rest == (("type", "artifact"),):
        return n.Except(types=("artifact",), instead=True)
    found = also_except(rest, Being())
    if found.types or not found.subtypes or not set(found.subtypes) <= creature_types():
        raise NoMeaning
    return replace(found, instead=True)
