"""``show``: abilities as text, the canonical sentence for every node; here all printing rules are put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from reiterate.terms import language as n
from reiterate.terms import print_clauses, print_effects, print_holes, print_statics, print_structure
from reiterate.terms.print_nouns import keyword_text, noun_phrase
from reiterate.terms.print_phrases import Style
from reiterate.terms.print_spelling import number_word, sentence
from reiterate.terms.print_statics import static_sentence
from reiterate.terms.printer import Printer, Rules, WordsRule


def _activated(p: Printer, a: n.Activated) -> str:
    costs = ", ".join(p.cost(cost) for cost in a.costs)
    return f"{costs[:1].upper()}{costs[1:]}: {_activated_does(p, a)}"


def _activated_does(p: Printer, a: n.Activated) -> str:
    """What stands behind the colon."""
    text = _body(p, a)
    if a.zone == "graveyard":  # 113.6m: it says where its card is
        start = f"Return {p.self_name} "
        there = f"{start}to "
        text = f"{start}from your graveyard to {text.removeprefix(there)}" if text.startswith(there) else text
    if a.condition is not None:
        text += f" Activate only if {p.condition(a.condition)}."
    text += " Activate only as a sorcery." if a.timing == "sorcery" else ""
    return text + (" Activate only once each turn." if a.limit == "turn" else "")


def _triggered(p: Printer, a: n.Triggered) -> str:
    return sentence(f"{p.event(a.trigger)}, {_triggered_does(p, a)}")


def _triggered_does(p: Printer, a: n.Triggered) -> str:
    """What stands behind the event: an intervening "if" (603.4), and what the ability does."""
    condition = f"if {p.condition(a.condition)}, " if a.condition is not None else ""
    text = sentence(f"{condition}{_body(p, a, capital=False)}", capital=False)
    limit = " This ability triggers only once each turn." if a.limit == "turn" else ""
    return text + limit


def _number_of_modes(a: n.Activated | n.Triggered | n.SpellAbility) -> str:
    """How many modes are chosen (700.2)."""
    if not isinstance(a, n.SpellAbility):
        return number_word(1)
    if a.kicked:
        return f"{number_word(a.most)}. If this spell was kicked, choose {_instead(a)} instead"
    if a.least == a.most:
        return number_word(a.most)
    return "one or both" if len(a.modes) == 2 else "one or more"


def _instead(a: n.SpellAbility) -> str:
    """How many modes of a kicked spell are chosen."""
    least, most = a.kicked
    return "any number" if least == 0 else "both" if least == len(a.modes) == 2 else number_word(most)


def _body(p: Printer, a: n.Activated | n.Triggered | n.SpellAbility, capital: bool = True) -> str:
    """The effects of an ability, or its modes."""
    if not a.modes:
        return p.body(a.effects, capital)
    modes = []
    for mode in a.modes:
        inner = p.within(mode.targets)
        modes.append(f"• {inner.body(mode.effects)}")
    return f"{'C' if capital else 'c'}hoose {_number_of_modes(a)} — {' '.join(modes)}"


#: Ways of casting that are said by their name alone.
_BY_NAME: Final = {"jump-start": "Jump-start", "retrace": "Retrace"}


def _spell_costs(p: Printer, a: n.SpellCosts) -> str:
    """Costs of casting: a keyword with them, one that may be paid instead, or additional ones."""
    if a.how in _BY_NAME:
        return _BY_NAME[a.how]
    if a.how == "alternative cost":
        condition = f"if {p.condition(a.condition)}, " if a.condition is not None else ""
        paid = [("pay " if isinstance(c, n.ManaCost) else "") + p.cost(c) for c in a.costs]
        words = f"{' and '.join(paid)} rather than pay this spell's mana cost" if paid else ""
        text = f"{condition}you may {words or 'cast this spell without paying its mana cost'}."
        return text[0].upper() + text[1:]
    if a.how:
        return f"{a.how.partition(' {')[0].capitalize()} {', '.join(p.cost(c) for c in a.costs)}"
    return f"As an additional cost to cast {p.self_name}, {' and '.join(p.cost(c) for c in a.costs)}."


_ABILITIES: Final[dict[type, WordsRule]] = {
    n.Keyword: lambda p, a: keyword_text(a).capitalize(),
    n.Activated: _activated,
    n.Triggered: _triggered,
    n.Static: lambda p, a: static_sentence(p, (a,)),
    n.SpellAbility: lambda p, a: _body(p, a),
    n.SpellCosts: _spell_costs,
    n.Enchant: lambda p, a: (
        f"Enchant {noun_phrase(a.filter)}" + (" card in a graveyard" if a.zone != "battlefield" else "")
    ),
    n.Inert: lambda p, a: a.text,
    n.NotUnderstood: lambda p, a: a.text,
    n.Carried: lambda p, a: a.text,
    n.Watched: lambda p, a: a.text,
    n.Unmet: lambda p, a: a.text,
    n.Assumed: lambda p, a: a.text,
}


_RULES: Final = Rules(
    abilities=_ABILITIES,
    phrases={**print_effects.PHRASES, **print_statics.PHRASES},
    words={**print_clauses.COSTS, **print_clauses.TRIGGERS, **print_clauses.CONDITIONS, **print_structure.STRUCTURE},
    otherwise={**print_structure.OTHERWISE, **print_statics.OTHERWISE},
    holes=print_holes.HOLES,
)


def printer(
    style: Style,
    host: str = "enchanted creature",
    targets: tuple[n.TargetSpec, ...] = (),
    trigger: n.TriggerEvent | n.WhenDone | None = None,
    mentioned: Iterable[int] = (),
) -> Printer:
    """A printer of parts of an ability; ``mentioned``: the targets that were named in front."""
    return Printer(_RULES, style, host=host, targets=targets, trigger=trigger, mentioned=set(mentioned))


def show(
    ability: n.Ability,
    self_name: str = "~",
    host: str = "enchanted creature",
    style: Style | None = None,
) -> str:
    """The canonical text of an ability. Raises ``Unprintable`` for a node without a printing rule."""
    return Printer(_RULES, style or Style()).ability(ability, self_name, host)


def host_words(proto: n.Proto) -> str:
    """What a card's text calls the object to which it is attached (303.4, 301.5): "equipped creature", "enchanted land"."""
    if "Equipment" in proto.subtypes:
        return "equipped creature"
    if "Fortification" in proto.subtypes:
        return "fortified land"
    enchants = next((each.filter for each in proto.abilities if isinstance(each, n.Enchant)), None)
    if enchants is None or enchants.subtypes or enchants.any_subtype:
        return "enchanted creature" if enchants is None else "enchanted permanent"
    return f"enchanted {enchants.types[0] if len(enchants.types) == 1 and not enchants.any_of else 'permanent'}"


def show_deed(ability: n.Activated | n.Triggered, self_name: str = "~", host: str = "enchanted creature") -> str:
    """What an ability does, without its costs or its event. Raises ``Unprintable`` for a node without a printing rule."""
    trigger = ability.trigger if isinstance(ability, n.Triggered) else None
    p = Printer(_RULES, Style(), self_name, host, ability.targets, trigger)
    return _triggered_does(p, ability) if isinstance(ability, n.Triggered) else _activated_does(p, ability)


def show_clause(
    abilities: Sequence[n.Ability],
    self_name: str = "~",
    host: str = "enchanted creature",
    style: Style | None = None,
) -> str:
    """The canonical text of the abilities of one line: keywords in a list, static abilities as one sentence."""
    if len(abilities) > 1 and all(isinstance(a, n.Keyword) for a in abilities):
        return ", ".join(show(a) for a in abilities).capitalize()
    texts = []
    for kind, group in groupby(abilities, key=lambda a: (type(a), getattr(a, "condition", None))):
        members = list(group)
        if kind[0] is n.Static:
            p = Printer(_RULES, style or Style(), self_name, host)
            texts.append(static_sentence(p, [a for a in members if isinstance(a, n.Static)]))
        else:
            texts += [show(a, self_name, host, style) for a in members]
    return " ".join(texts)
