"""The words of what things are: what a static ability makes of its subject, and what an effect makes of objects."""

from __future__ import annotations

from reiterate.terms.effects_continuous import Become
from reiterate.terms.effects_structure import ChooseOne
from reiterate.terms.filters import Filter
from reiterate.terms.print_nouns import Unprintable, noun_phrase
from reiterate.terms.print_phrases import Phrase
from reiterate.terms.print_spelling import COLOR_NAMES, article, plural
from reiterate.terms.printer import Printer
from reiterate.terms.static_effects import Are
from reiterate.terms.symbols import COLORS


def are_words(p: Printer, e: Are) -> str:
    """The words of ``Are``. Raises ``Unprintable`` for what is no sentence."""
    if e.everywhere:
        raise Unprintable("what things are in all zones")
    if isinstance(e.subject, Filter):
        subject, many = f"{'other ' if e.subject.another else ''}{noun_phrase(e.subject, many=True)}", True
    else:
        subject, many = p.object(e.subject)[0], False
    size = (e.power, e.toughness) if e.power is not None else None
    colors = tuple(e.colors) if e.colors or e.sets_colors else None
    chosen = f"the chosen {e.chosen}" if e.chosen else ""
    parts = [_noun(e, size, colors, "are" if many else "is", many, chosen, also_colors=not e.sets_colors)]
    parts += _rest(p, e, ("have", "lose") if many else ("has", "loses"))
    return f"{subject} {' and '.join(part for part in parts if part)}"


def become_words(p: Printer, e: Become) -> str:
    """The words of ``Become``."""
    subject, third = p.object(e.object)
    plain = not (e.types or e.subtypes or e.power is not None) and e.colors is None
    if plain and not e.clear:
        return f"{subject} {'gains' if third else 'gain'} {p.given(e.abilities)}"
    size = (e.power, e.toughness) if e.power is not None else None
    verb = "becomes" if third else "become"
    given = f" with {p.given(e.abilities)}" if e.abilities and (e.types or e.subtypes) and not e.clear else ""
    parts = [_noun(e, size, e.colors, verb, not third, "", also_colors=e.more_colors, given=given)]
    parts += _rest(p, e, ("gains", "loses") if third else ("gain", "lose"), given)
    until = " until end of turn" if e.duration == "turn" else ""
    return f"{subject} {' and '.join(part for part in parts if part)}{until}"


_LANDS = ("a Plains", "an Island", "a Swamp", "a Mountain", "a Forest")


def of_your_choice(p: Printer, e: ChooseOne) -> Phrase | None:
    """The phrase of a choice among the colours or the basic land types; None for another choice."""
    if len(e.options) != len(COLORS):
        return None
    before, made = set(p.mentioned), []
    for option in e.options:
        p.mentioned = set(before)
        made.append(p.phrases(option))
    texts = [option[0].rest for option in made if len(option) == 1]
    colors = tuple(COLOR_NAMES[c] for c in COLORS)
    for names, words in ((colors, "the color of your choice"), (_LANDS, "the basic land type of your choice")):
        if texts == [texts[0].replace(names[0], name) for name in names] and names[0] in texts[0]:
            return made[0][0]._replace(rest=texts[0].replace(names[0], words))
    p.mentioned = before
    return None


def _noun(
    e: Are | Become,
    size: tuple[int | None, int | None] | None,
    colors: tuple[str, ...] | None,
    verb: str,
    many: bool,
    chosen: str,
    also_colors: bool,
    given: str = "",
) -> str:
    """ "is a green Frog creature", "are 1/1 creatures in addition to their other types"."""
    words = [f"{size[0]}/{size[1]}"] if size else []
    if colors is not None:
        words.append(" ".join(COLOR_NAMES[c] for c in colors) if colors else "colorless")
    nouns = [*("every creature type" if t == "*" else t for t in e.subtypes), *e.types]
    if many and nouns:
        nouns[-1] = plural(nouns[-1])
    words += [*nouns, *([chosen] if chosen else [])]
    if not words:
        return ""
    text = " ".join(words)
    if nouns and not many and not chosen:
        text = article(text)
    text += given
    counted = e.size if isinstance(e, Are) else ""
    if counted:
        text += f" with power and toughness each equal to its {counted}"
    kept = not e.retype and (e.subtypes if e.types == ("artifact", "creature") else nouns or "type" in chosen)
    if kept and not e.instead and not counted:
        other = "colors and types" if also_colors and colors is not None else "types"
        text += f" in addition to {'their' if many else 'its'} other {other}"
    return f"{verb} {text}"


def _rest(p: Printer, e: Are | Become, verbs: tuple[str, str], given: str = "") -> list[str]:
    """What the subject has and loses besides."""
    have, lose = verbs
    parts = [f"{lose} all{' other' if e.abilities else ''} abilities"] if e.clear else []
    if e.abilities and not given:
        parts.append(f"{have} {p.given(e.abilities)}")
    if e.instead and e.types == ("artifact", "creature"):
        parts.append(f"{lose} all other card types")
    return parts
