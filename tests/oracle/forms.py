"""The forms of card text that have to compile, as regular expressions that share nothing with the grammar.

They decide which cards of a card file the drawing of ``test_oracle.py`` takes its sample from. A line is matched as a whole,
without reminder text, with "~" for the card's own name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

_NUM = r"(?:one|two|three|four|five|six|seven|eight|nine|ten)"
_KEYWORD = (
    r"(?:flying|reach|first strike|double strike|deathtouch|lifelink|trample|vigilance|haste|menace|defender"
    r"|indestructible|hexproof|shroud|flash|fear|intimidate)"
)
_KEYWORDS = rf"{_KEYWORD}(?:, {_KEYWORD})*(?:,? and {_KEYWORD})?"
_COLOR = r"(?:white|blue|black|red|green)"
_TRIBE = (
    r"(?-i:Elf|Goblin|Zombie|Human|Soldier|Dragon|Spirit|Wizard|Vampire|Knight|Sliver|Elemental|Beast|Cat|Rat|Bird"
    r"|Saproling|Squirrel|Warrior|Thopter|Angel)"
)
_TYPE = r"(?:artifact creature|creature|artifact|enchantment|land)"
_ADJECTIVE = rf"(?:nontoken |{_COLOR} |non(?:black|white|red|land|artifact) )?"
_QUALITY = (
    r"(?: you control| an opponent controls)?"
    r"(?: with flying| without flying| with (?:power|toughness) [0-9] or (?:greater|less))?"
)
_ONE = rf"{_ADJECTIVE}(?:{_TYPE}|{_TRIBE}){_QUALITY}"
_A = rf"(?:an? |another ){_ONE}"
_MANY = rf"(?:creatures|artifacts|lands|{_TRIBE}s)"
_TARGET = rf"target (?:{_ONE}|artifact or enchantment|creature or planeswalker|permanent)"
_GROUP = r"(?:(?:other )?(?:creatures|artifacts) you control)"
_SELF = r"(?:~|this (?:creature|artifact|enchantment|land))"
_MANA = r"(?:\{[0-9WUBRGC]\}|\{[WUBRG]/[WUBRG]\}|\{[WUBRG]/P\})+"
_POWER = r"\+[0-9]/\+[0-9]|-[1-9]/-[1-9]"
_TOKEN = rf"[0-9]/[1-9] (?:{_COLOR}|colorless) {_TRIBE}(?: {_TRIBE})? creature token"
_SUBJECT = r"(?:you gain|you lose|target player gains|target player loses|each opponent loses|target opponent loses)"

_EFFECT = "|".join(
    [
        rf"{_SUBJECT} [0-9]+ life",
        r"(?:you )?draw a card",
        rf"(?:you )?draw {_NUM} cards",
        r"(?:target player|each player) draws a card",
        r"(?:target player|each opponent) discards a card",
        rf"(?:target player|each opponent) mills {_NUM} cards",
        rf"(?:tap|untap|destroy|exile) {_TARGET}",
        rf"untap {_SELF}",
        rf"(?:untap|tap|destroy) all {_MANY}(?: you control)?",
        rf"return {_TARGET} to its owner's hand",
        rf"{_SELF} deals [0-9]+ damage to (?:any target|{_TARGET}|target player|each opponent|each creature)",
        rf"put (?:a|{_NUM}) (?:\+1/\+1|-1/-1|charge) counters? on (?:{_SELF}|{_TARGET}|each creature you control)",
        rf"(?:{_SELF}|{_TARGET}) gets (?:{_POWER})(?: and gains {_KEYWORDS})? until end of turn",
        rf"(?:{_SELF}|{_TARGET}) gains {_KEYWORDS} until end of turn",
        rf"{_GROUP} get (?:{_POWER})(?: and gain {_KEYWORDS})? until end of turn",
        rf"{_GROUP} gain {_KEYWORDS} until end of turn",
        rf"{_TARGET} can't (?:block|attack|be blocked) this turn",
        rf"create an? (?:tapped )?{_TOKEN}(?: with {_KEYWORD})?",
        rf"create {_NUM} (?:tapped )?{_TOKEN}s(?: with {_KEYWORD})?",
        rf"sacrifice {_SELF}",
        rf"(?:each opponent|target player|target opponent) sacrifices a {_TYPE}",
    ]
)
_MAY = rf"you may (?:draw a card|gain [0-9]+ life|(?:tap|untap|destroy) {_TARGET})"
_MANA_EFFECT = (
    rf"add (?:(?:\{{[WUBRGC]\}})+|\{{[WUBRG]\}} or \{{[WUBRG]\}}|one mana of any color|\{{[WUBRG]\}} for each {_ONE})"
)
_BODY = rf"(?:{_EFFECT})(?:(?: and|\.|, then) (?:{_EFFECT}))?\.|{_MAY}\.|{_MANA_EFFECT}\."
_COST = "|".join(
    [
        _MANA,
        r"\{T\}",
        r"\{Q\}",
        r"pay [0-9]+ life",
        rf"sacrifice (?:{_SELF}|{_A})",
        r"discard a card",
        rf"remove (?:a|{_NUM}) (?:\+1/\+1|-1/-1|charge) counters? from {_SELF}",
    ]
)
_EVENT = "|".join(
    [
        rf"(?:when|whenever) (?:{_SELF}|{_A}|{_SELF} or {_A}) (?:enters(?: the battlefield)?|dies)",
        rf"(?:when|whenever) (?:{_SELF}|{_A}) (?:leaves the battlefield|becomes tapped|becomes untapped)",
        r"whenever (?:you gain|you lose|an opponent gains|an opponent loses) life",
        rf"whenever (?:you cast|an opponent casts|a player casts) an? (?:(?:{_COLOR}|creature|artifact|noncreature) )?spell",
        r"at the beginning of (?:your (?:upkeep|end step)|each (?:upkeep|end step)|combat on your turn)",
    ]
)
_CONDITION = "|".join(
    [
        r"you have [0-9]+ or more life",
        rf"you control {_A}",
        rf"you control {_NUM} or more {_MANY}",
    ]
)
_STATIC_VERB = rf"(?:gets? (?:{_POWER})(?: and (?:has|have) {_KEYWORDS})?|(?:has|have) {_KEYWORDS})"
_ENCHANTED = r"(?:enchanted|equipped) creature"

#: A line of card text, as a whole.
FORMS = [
    rf"{_KEYWORDS}",
    rf"{_KEYWORD}(?:, {_KEYWORD})*",
    rf"(?:{_COST})(?:, (?:{_COST}))*: (?:{_BODY})(?: activate only (?:as a sorcery|once each turn)\.)?",
    rf"(?:{_EVENT}), (?:if (?:{_CONDITION}), )?(?:{_BODY})(?: this ability triggers only once each turn\.)?",
    rf"(?:as long as (?:{_CONDITION}), )?{_SELF} {_STATIC_VERB}\.",
    rf"{_SELF} {_STATIC_VERB} as long as (?:{_CONDITION})\.",
    rf"(?:{_GROUP}|(?:other )?{_TRIBE}s you control|{_ENCHANTED}|other {_TRIBE} creatures you control) {_STATIC_VERB}\.",
    rf"{_ENCHANTED} can't (?:attack|block|attack or block|be blocked)\.",
    rf"{_SELF} can't (?:attack|block|be blocked)\.",
    rf"{_SELF} doesn't untap during your untap step\.",
    r"enchanted (?:creature|artifact|land|permanent) doesn't untap during its controller's untap step\.",
    rf"{_SELF} enters(?: the battlefield)? tapped\.",
    rf"{_SELF} enters(?: the battlefield)? with (?:a|{_NUM}) (?:\+1/\+1|charge) counters? on it\.",
    r"enchant (?:creature|land|artifact|permanent|creature you control)",
    rf'{_ENCHANTED} (?:gets (?:{_POWER}) and )?has "(?:(?:{_COST})(?:, (?:{_COST}))*): (?:{_BODY})"',
]
#: What an instant or sorcery may say.
SPELL_FORMS = [_BODY]

_PLAIN_TYPES = re.compile(
    r"(?:Legendary |Snow |Basic )*(?:Artifact Creature|Enchantment Creature|Creature|Artifact|Enchantment|Land|Instant|Sorcery)"
    r"(?: — [A-Za-z' -]+)?"
)
_RULED = re.compile(r"Class|Case|Room|Spacecraft|Attraction|Contraption")


@cache
def _line(spell: bool) -> re.Pattern[str]:
    """What a line of a card is, or one of an instant or sorcery; it takes long to compile, so that is done where cards are read."""
    return re.compile("|".join(f"(?:{form})" for form in (SPELL_FORMS if spell else FORMS)), re.IGNORECASE)


def lines_of(card: Mapping[str, Any]) -> list[str]:
    """The lines of a card, without reminder text, with "~" for its name in full or before a comma."""
    name = str(card["name"])
    found = []
    for line in str(card.get("oracle_text") or "").split("\n"):
        text = re.sub(r"\([^()]*\)", "", line).replace("’", "'")
        for own in (name, name.partition(",")[0]):
            text = re.sub(rf"(?<!\w){re.escape(own)}(?!\w)", "~", text)
        text = " ".join(text.split())
        if text:
            found.append(text)
    return found


def is_listed(card: Mapping[str, Any]) -> bool:
    """Whether every line of a card is one of the listed forms and nothing else about it needs rules of its own."""
    if card.get("layout", "normal") != "normal" or card.get("card_faces"):
        return False
    types = str(card["type_line"])
    if not _PLAIN_TYPES.fullmatch(types) or _RULED.search(types):
        return False
    if any(not str(card.get(stat, "0")).lstrip("-").isdigit() for stat in ("power", "toughness")):
        return False
    spell = types.startswith(("Instant", "Sorcery"))
    lines = lines_of(card)
    pattern = _line(spell)
    if any(_OTHER_THAN_A_TARGET.search(line) for line in lines):
        return False
    return bool(lines) and all(pattern.fullmatch(line) or (spell and _is_flash(line)) for line in lines)


#: "Other creatures" beside a target are others than the target, for which there are no words in the language.
_OTHER_THAN_A_TARGET = re.compile(r"\btarget\b.*\bother\b|\bother\b.*\btarget\b", re.IGNORECASE)


def _is_flash(line: str) -> bool:
    return line.lower() == "flash"
