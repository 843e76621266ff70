"""What is not implemented, with card words that show each: the one list, from which the page is made.

A position that holds such a card refuses, or marks the clause as not understood; nothing silently does nothing.
The words are our own, in the template language of cards; most need no more than the word that names the rule.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from reiterate.terms.unusable import COMBAT as COMBAT
from reiterate.terms.unusable import OPENS as OPENS
from reiterate.terms.unusable import OPTION as OPTION
from reiterate.terms.unusable import UNUSED_KEYWORDS
from tests.support.files import ROOT

#: How a thing shows: its clause is not understood; or it is one that matters only when creatures block, or for an option
#: that nobody uses, which both refuse where it matters; or its use is refused by a code.
MARKED: Final = "marked"


class Missing(NamedTuple):
    """One thing that isn't implemented: its rule, its name, and a card that shows it."""

    rule: str
    what: str
    text: str = ""
    kind: str = "Creature — Elf"
    shown: str = MARKED


#: A line of a card for each keyword that is read and can't be used yet (``terms/unusable.py``).
LINES: Final = {
    "banding": "Banding",
    "splice": "Splice onto Arcane {1}{R}",
    "transmute": "Transmute {1}{U}{U}",
    "bestow": "Bestow {3}{W}",
    "companion": "Companion — Your deck is small.",
}

_OTHERS: Final = (
    Missing(
        "103.5b",
        "actions instead of a mulligan",
        "Any time you could mulligan and Shown is in your hand, you may exile all the cards from your hand, then draw that many cards.",
        "Artifact",
        OPENS,
    ),
    Missing(
        "103.6a",
        "beginning on the battlefield with a condition",
        "If Shown is in your opening hand and you're not playing first, you may begin the game with it on the battlefield.",
        "Artifact",
        OPENS,
    ),
    Missing(
        "103.6b",
        "revealing cards of an opening hand",
        "You may reveal this card from your opening hand. If you do, draw a card at the beginning of your first upkeep.",
        shown=OPENS,
    ),
    Missing(
        "106.6a",
        "riders on what mana is spent on",
        "{T}: Add {G}. When you spend this mana to cast a creature spell, draw a card.",
    ),
    Missing("107.4h", "snow mana", "{S}: You gain 1 life.", shown="rule-107.4"),
    Missing("111.10", "predefined tokens that are not known", "When this creature enters, create a Shard token."),
    Missing("114.1", "emblems", 'You get an emblem with "Creatures you control get +1/+1."', "Sorcery"),
    Missing("115.7", "new targets", "Change the target of target spell with a single target.", "Instant"),
    Missing("115.7b", "a changed target", "Change the target of target spell to this creature.", "Instant"),
    Missing(
        "118",
        "removing X counters from another permanent as a cost",
        "Remove X +1/+1 counters from a creature you control: You gain 1 life.",
        shown="rule-cost-counters",
    ),
    Missing(
        "122.1d",
        "counters that do more than count",
        "When this creature enters, put a shield counter on target creature.",
    ),
    Missing(
        "122.5",
        "counters that are moved",
        "Move a +1/+1 counter from target creature onto another target creature.",
        "Instant",
    ),
    Missing("123.1", "stickers", "When this creature enters, you may put a sticker on it."),
    Missing(
        "201.4",
        "a name that is chosen as something enters",
        "As this creature enters, choose a card name. Spells with the chosen name can't be cast.",
    ),
    Missing("301.6", "fortifying", "Fortify {2}", "Artifact — Fortification"),
    Missing("303.4", "Auras on players", "Enchant player", "Enchantment — Aura"),
    Missing("309.1", "dungeons", "When this creature enters, venture into the dungeon."),
    Missing("310.1", "battles", "When this Siege enters, draw a card.", "Battle — Siege"),
    Missing(
        "400.11",
        "cards from outside the game",
        "You may reveal a card you own from outside the game and put it into your hand.",
        "Sorcery",
    ),
    Missing(
        "404.2", "the order of a graveyard", "Put the top creature card of your graveyard into your hand.", "Sorcery"
    ),
    Missing("406.3", "cards in exile that are face down", "Exile the top card of your library face down.", "Sorcery"),
    Missing("407.1", "ante", "Remove this card from your deck before playing if you're not playing for ante."),
    Missing(
        "500.9", "additional steps of combat", "After this step, there is an additional combat damage step.", "Instant"
    ),
    Missing("502.3", "a choice of what untaps", "You may choose not to untap this creature during your untap step."),
    Missing("508.1g", "a cost to attack that is not mana", "This creature can't attack unless you sacrifice a land."),
    Missing(
        "601.3",
        "playing cards of other players",
        "{T}: Target opponent exiles the top card of their library. You may play that card this turn.",
        shown="rule-601.3",
    ),
    Missing("606.5", "loyalty costs of X", "−X: Draw X cards.", "Planeswalker — Zz"),
    Missing(
        "611.2a",
        "an effect until the end of a later step",
        "Target creature gets +1/+1 until the end of your next upkeep.",
        "Instant",
    ),
    Missing(
        "608.2d",
        "a choice among permanents that the same effect has made",
        "{T}: Create a 1/1 white Cat creature token, then put a +1/+1 counter on a creature you control.",
        shown="asked-midway",
    ),
    Missing("612.5", "text boxes that are exchanged", "Exchange the text boxes of two target creatures.", "Instant"),
    Missing("612.6", "static abilities that replace words", "All instances of red are blue.", "Enchantment"),
    Missing(
        "614.10a",
        "something instead of a skipped step",
        "If you would begin your draw step, instead draw two cards.",
        "Enchantment",
    ),
    Missing(
        "615.8",
        "damage of a chosen source",
        "The next time a source of your choice would deal damage to you this turn, prevent that damage.",
        "Instant",
    ),
    Missing("700.3", "piles", "Separate all creatures target player controls into two piles.", "Sorcery"),
    Missing("701.4", "behold", "As an additional cost to cast this spell, behold a Dragon.", "Instant"),
    Missing(
        "701.10",
        "doubling power and toughness",
        "Double target creature's power and toughness until end of turn.",
        "Instant",
    ),
    Missing("701.11", "tripling", "Triple target creature's power until end of turn.", "Instant"),
    Missing("701.12", "exchange", "Exchange life totals with target opponent.", "Sorcery"),
    Missing("701.15", "goad", "Goad target creature.", "Sorcery"),
    Missing(
        "701.20",
        "revealing a card that is looked at",
        "Look at the top card of your library. If it's a land card, you may reveal it. If you do, draw a card.",
        "Sorcery",
    ),
    Missing("701.28", "converting", "{2}: Convert this creature."),
    Missing("701.29", "fateseal", "Fateseal 2.", "Sorcery"),
    Missing("701.30", "clash", "Clash with an opponent.", "Sorcery"),
    Missing("701.31", "planeswalking", "Planeswalk.", "Sorcery"),
    Missing("701.32", "setting schemes in motion", "Set this scheme in motion.", "Sorcery"),
    Missing("701.33", "abandoning schemes", "Abandon this scheme.", "Sorcery"),
    Missing("701.35", "detaining", "Detain target creature an opponent controls.", "Sorcery"),
    Missing("701.38", "voting", "Starting with you, each player votes for death or taxes.", "Sorcery"),
    Missing("701.45", "contraptions", "Assemble a Contraption.", "Sorcery"),
    Missing("701.48", "learning", "Learn.", "Sorcery"),
    Missing("701.51", "Attractions", "Open an Attraction.", "Sorcery"),
    Missing("701.53", "incubating", "Incubate 2.", "Sorcery"),
    Missing("701.54", "the Ring", "The Ring tempts you.", "Sorcery"),
    Missing(
        "701.55",
        "villainous choices",
        "Each opponent faces a villainous choice — They lose 2 life, or you draw a card.",
        "Sorcery",
    ),
    Missing("701.56", "time travel", "Time travel.", "Sorcery"),
    Missing(
        "701.58",
        "cards of a pile that are cloaked",
        "Exile the top two cards of your library in a face-down pile, shuffle that pile, then cloak those cards.",
        "Sorcery",
    ),
    Missing("701.60", "suspecting", "Suspect target creature.", "Sorcery"),
    Missing("701.61", "foraging", "{1}, Forage: Draw a card."),
    Missing("701.63", "enduring", "Target creature endures 2.", "Sorcery"),
    Missing("701.64", "harnessing", "Harness this artifact.", "Sorcery"),
    Missing("701.67", "waterbending", "Waterbend {3}: Draw a card."),
    Missing("701.68", "blighting as a cost", "{T}, Blight 1: Draw a card."),
    Missing("702.19d", "trample over planeswalkers", "Trample over planeswalkers"),
    Missing("702.26", "phasing", "Target creature phases out.", "Instant"),
    Missing("702.52", "dredge", "Dredge 3"),
    Missing("702.69", "gravestorm", "Gravestorm", "Sorcery"),
    Missing("702.78", "conspire", "Conspire", "Sorcery"),
    Missing("702.94", "miracle", "Miracle {W}", "Sorcery"),
    Missing("702.140", "mutate", "Mutate {2}{G}"),
    Missing("702.155", "read ahead", "Read ahead\nI — Draw a card.", "Enchantment — Saga"),
    Missing(
        "705.3",
        "coins that show a stated side",
        "The first time you flip one or more coins each turn, those coins come up heads and you win those flips.",
        "Artifact",
    ),
    Missing("706.1", "dice", "Roll a six-sided die. You gain life equal to the result.", "Sorcery"),
    Missing("708.1", "sets of face-down permanents", "Turn target face-down creature face up.", "Sorcery"),
    Missing("711.1", "levels of creatures", "Level up {2}"),
    Missing("719.1", "Cases", "To solve — You control a creature.", "Enchantment — Case"),
    Missing(
        "723.2",
        "control of another player for a search",
        "You control target player while that player is searching their library.",
        "Sorcery",
    ),
    Missing("724.1", "ending turns", "End the turn.", "Instant"),
    Missing("725.1", "the monarch", "When this creature enters, you become the monarch."),
    Missing("729.1", "subgames", "Players play a Magic subgame, using their libraries as their decks.", "Sorcery"),
)


def _number(one: Missing) -> tuple[int, ...]:
    """The rule number of a row, for the order of the page."""
    return tuple(int(part.rstrip("abcdefghk")) for part in one.rule.split("."))


#: Ordered by rule number.
LIST: Final = tuple(
    sorted(
        (*_OTHERS, *(Missing(one.rule, word, LINES[word], shown=one.kind) for word, one in UNUSED_KEYWORDS.items())),
        key=_number,
    )
)


def page() -> str:
    """The page ``docs/not-implemented.md``."""
    head = [
        "# What is not implemented",
        "",
        "Made by `make docs` from `tests/house/not_implemented.py`. Each row is shown by a card with these words. *marked*: its clause is",
        "not understood, and what takes part with it is refused (`clause-not-understood`). *combat*: refused when creatures block. *option*: nobody",
        "uses it, and no draw is told beside it. *opens*: it matters before the first turn only, and decks with it are refused there (`rule-103.6`).",
        "A code: its use is refused. What holds of each section of the rules stands in [rules-coverage.md](rules-coverage.md).",
        "",
        "| rule | what | words that show it | how |",
        "| --- | --- | --- | --- |",
    ]
    rows = [f"| {one.rule} | {one.what} | {one.text.splitlines()[0]} | {one.shown} |" for one in LIST]
    return "\n".join([*head, *rows]) + "\n"


def card(one: Missing) -> dict[str, Any]:
    """The card that shows a thing that isn't implemented."""
    facts: dict[str, Any] = {"name": "Shown", "type_line": one.kind, "mana_cost": "{G}", "oracle_text": one.text}
    size = {"power": "2", "toughness": "2"} if "Creature" in one.kind else {}
    return {**facts, **size}


if __name__ == "__main__":
    (ROOT / "docs" / "not-implemented.md").write_text(page(), encoding="utf-8")
