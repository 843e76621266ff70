"""Words of a text replaced by others (612), and the colour chosen as an object entered put into the words (607.2d).

Words of a text replaced by others (612): colour words, basic land types and creature types wherever a term has them.

Only words used as such are touched (612.2): a name, a mana symbol and what an object's colour is
are no words of its text. ``WORDS`` says for each node which of its fields hold such words;
``test_612_text_changes`` sees that no field is left out.

The colour chosen as an object entered, put into the words that speak of it (607.2d).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from reiterate.terms import language as n
from reiterate.terms.abilities import Keyword
from reiterate.terms.base import Part, Term, children, replace
from reiterate.terms.effects_mana import AddChosen, AddMana
from reiterate.terms.print_spelling import COLOR_NAMES, COLOR_WORDS, article, plural
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter

# --- word changes --------------------------------------------------------------------------------

#: The mana symbol of the ability that each basic land type brings (305.6).
BASIC_LANDS: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}

#: Words that replace others, in order of what they replace: colour words as printed ("red"), subtypes ("Swamp", "Elf").
Changes: TypeAlias = tuple[tuple[str, str], ...]

COLOR: Final = "color"  # a symbol of a colour, or several
TYPE: Final = "type"  # a subtype, or several
QUALITY: Final = "quality"  # what protection is from: "from red", "from Humans"
ONLY: Final = "only"  # what mana may be spent on

#: The fields that hold words of a text, by node. Characteristics of an object itself are in ``reworded_proto``.
WORDS: Final[dict[type, dict[str, str]]] = {
    n.Filter: {
        "subtypes": TYPE,
        "any_subtype": TYPE,
        "without_subtypes": TYPE,
        "colors": COLOR,
        "any_colors": COLOR,
        "without_colors": COLOR,
    },
    n.AddMana: {"only": ONLY},
    n.Keyword: {"parameter": QUALITY},
    n.AddMixed: {"only": ONLY},
    n.AddPerColor: {"only": ONLY},
    n.Become: {"subtypes": TYPE, "colors": COLOR},
    n.ChangeText: {"new": TYPE, "never": TYPE},
    n.Except: {"subtypes": TYPE, "colors": COLOR},
    n.Are: {"subtypes": TYPE, "colors": COLOR},
    n.Devotion: {"color": COLOR, "other": COLOR},
}


def intrinsic_ability(subtype: str) -> n.Activated:
    """The mana ability of a basic land type (305.6)."""
    return n.Activated((n.TapCost(),), (n.AddMana((BASIC_LANDS[subtype],)),))


def composed(first: Changes, second: Changes) -> Changes:
    """What two replacements do one after the other; a word that comes out as itself is left out."""
    after = dict(second)
    both = {old: after.get(new, new) for old, new in first}
    both |= {old: new for old, new in second if old not in both}
    return tuple(sorted((old, new) for old, new in both.items() if old != new))


def reworded(node: Part, changes: Changes) -> Part:
    """A term, or a tuple of terms, with the words replaced wherever they stand in its text."""
    return _reworded(node, dict(changes))


@cache
def reworded_proto(proto: n.Proto, changes: Changes) -> n.Proto:
    """The characteristics of an object whose text is changed: its subtypes and abilities, not its name or colours.

    A basic land type that is replaced takes its mana ability along (305.6).
    """
    words = dict(changes)
    return _proto(proto, words, proto.name, proto.colors)


def _reworded(node: Part, words: Mapping[str, str]) -> Part:
    if isinstance(node, tuple):
        return tuple(_reworded(child, words) for child in node)
    if not isinstance(node, Term):
        return node
    if isinstance(node, n.Proto):
        return _token(node, words)
    fields = WORDS.get(type(node), {})
    values = {}
    for name, child in children(node):
        rule = fields.get(name)
        values[name] = _reworded(child, words) if rule is None else _RULES[rule](child, words)
    return type(node)(**values)


def _token(proto: n.Proto, words: Mapping[str, str]) -> n.Proto:
    """A token that a text describes: colour words, and subtypes that may stand for its name as well (612.2, 111.4)."""
    subtypes = _each(proto.subtypes, words)
    name = " ".join(subtypes) if proto.name == " ".join(proto.subtypes) else proto.name
    return _proto(proto, words, name, _colors(proto.colors, words))


def _proto(proto: n.Proto, words: Mapping[str, str], name: str, colors: tuple[str, ...]) -> n.Proto:
    subtypes = _each(proto.subtypes, words)
    abilities = list(proto.abilities)
    if subtypes != proto.subtypes and "land" in proto.types:
        for subtype in proto.subtypes:
            if subtype in BASIC_LANDS and intrinsic_ability(subtype) in abilities:
                abilities.remove(intrinsic_ability(subtype))
        abilities = [*(intrinsic_ability(t) for t in subtypes if t in BASIC_LANDS), *abilities]
    values: dict[str, Part] = dict(children(proto))
    values.update(name=name, colors=colors, subtypes=subtypes, abilities=_reworded(tuple(abilities), words))
    return n.Proto(**values)


def _each(subtypes: tuple[str, ...], words: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words.get(one, one) for one in subtypes))


def _subtypes(value: Part, words: Mapping[str, str]) -> Part:
    return words.get(value, value) if isinstance(value, str) else _each(value, words)


def _color(symbol: str, words: Mapping[str, str]) -> str:
    word = COLOR_NAMES.get(symbol, symbol)
    return COLOR_WORDS.get(words.get(word, word), symbol)


def _colors(value: Part, words: Mapping[str, str]) -> Part:
    if value is None or isinstance(value, str):
        return value if value is None else _color(value, words)
    return tuple(dict.fromkeys(_color(symbol, words) for symbol in value))


def _quality(value: str, words: Mapping[str, str]) -> str:
    """ "from red", "from Humans", the land type of landwalk; what ward costs is no word."""
    start, _, quality = value.rpartition(" ")
    if quality in BASIC_LANDS and start != "from":  # landwalk: "Forest", "snow Forest"
        return f"{start} {_word(quality, words)}".strip()
    start, _, quality = value.partition(" ")
    if start != "from":
        return value
    return f"from {_word(quality, words)}"


def _word(said: str, words: Mapping[str, str]) -> str:
    """A word, or a plural, replaced by another in the same number."""
    for old, new in words.items():
        if said == old:
            return new
        if said == plural(old) and said[:1].isupper():
            return plural(new)
    return said


def _only(value: str, words: Mapping[str, str]) -> str:
    """The words of a restriction, with the articles that go with them."""
    changed = re.sub(r"[A-Z][\w'-]*", lambda found: _word(found[0], words), value)
    return re.sub(r"\ban? ([A-Z][\w'-]*)", lambda found: article(found[1]), changed)


_RULES: Final[dict[str, Callable[[Part, Mapping[str, str]], Part]]] = {
    COLOR: _colors,
    TYPE: _subtypes,
    QUALITY: _quality,
    ONLY: _only,
}


# --- chosen words --------------------------------------------------------------------------------

#: What protection is from, where its words say "from the chosen color"; no object has it as long as none is chosen.
FROM_CHOSEN: Final = "from the chosen color"


@cache
def in_color(proto: Proto, color: str) -> Proto:
    """A printed object whose abilities name the colour chosen for it; the same object where none speaks of a choice."""
    abilities = _in_color(proto.abilities, color)
    return proto if abilities == proto.abilities else replace(proto, abilities=abilities)


def _in_color(node: Part, color: str) -> Part:
    if isinstance(node, tuple):
        return tuple(_in_color(child, color) for child in node)
    if not isinstance(node, Term) or isinstance(node, Proto):
        return node  # what a token says is a matter of its own choice
    if isinstance(node, AddChosen):
        return AddMana((color,))
    if isinstance(node, Keyword):
        return Keyword(node.name, f"from {COLOR_NAMES[color]}") if node.parameter == FROM_CHOSEN else node
    if isinstance(node, Filter):
        return replace(node, chosen="", colors=(*node.colors, color)) if node.chosen == "color" else node
    return type(node)(**{name: _in_color(child, color) for name, child in children(node)})
