"""Boards of a loop beside cards with clauses that nobody reads. All texts are the tests' own."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript

#: Type line, text, and loyalty or power where it is not 1.
TEXTS: Final[dict[str, tuple[str, str, str]]] = {
    "Spark": ("Artifact", "Sacrifice Spark: You gain 1 life.", ""),
    "Chime": ("Artifact", "Whenever you gain life, you gain 1 life.", ""),
    "Tolling Chime": ("Artifact", "Whenever you gain life, you gain 1 life unless you pay {1}.", ""),
    "Seed": ("Artifact", "{0}: Create a 1/1 green Elf Warrior creature token.", ""),
    "Gift": ("Artifact", "{0}: Target opponent gains control of target creature you control.", ""),
    "Mirror": ("Artifact", "{0}: Create a token that's a copy of target artifact.", ""),
    "Deaf Bell": ("Artifact", "All creatures lose all abilities.", ""),
    "Rewriter": (
        "Artifact",
        "{0}: Change the text of target permanent by replacing all instances of one color word with another.",
        "",
    ),
    "Hoist": ("Artifact", "{0}: Return target artifact to its owner's hand.", ""),
    # carried
    "Thinker": ("Artifact", "{5}: Contemplate the infinite.", ""),
    "Half Smith": ("Artifact", "{1}: You gain 1 life.\n{1}, {T}: Contemplate the infinite.", ""),
    "Half Spring": ("Artifact", "{T}: Add {C}.\n{T}: Add whatever mana you can think of.", ""),
    "Muser": ("Artifact", "{T}: Add whatever mana you can think of.", ""),
    "Everyone's Thinker": ("Artifact", "{5}: Contemplate the infinite. Any player may activate this ability.", ""),
    "Thinking Elf": ("Creature — Elf", "Sacrifice a Thinking Elf: Contemplate the infinite.", ""),
    "Sage": ("Legendary Planeswalker — Sage", "+1: Contemplate the infinite.", "3"),
    "Buried Thinker": ("Artifact", "{5}: Return Buried Thinker from your graveyard to wherever it came from.", ""),
    "Stacker": ("Artifact", "{5}: Contemplate the stack.", ""),
    "Adventurer": ("Creature — Elf", "{5}: Contemplate the infinite.", ""),
    # about being cast
    "Cheap": ("Artifact", "This spell costs {1} less to cast for each thought.", ""),
    "Dear": ("Artifact", "As an additional cost to cast this spell, contemplate the infinite.", ""),
    "Picky": ("Artifact", "Cast this spell only during contemplation.", ""),
    "Kicked": ("Artifact", "Kicker—Contemplate the infinite.", ""),
    "Crier": ("Artifact", "When you cast this spell, you contemplate the infinite.", ""),
    "Greeter": ("Artifact", "When Greeter enters, you contemplate the infinite.", ""),
    "Leaver": ("Artifact", "When Leaver leaves the battlefield, you contemplate the infinite.", ""),
    "Audience": ("Enchantment", "Whenever you cast a spell, you contemplate the infinite.", ""),
    "Free Thought": ("Instant", "You gain 1 life.\n{5}: Contemplate the infinite.", ""),
    "Uplift": ("Artifact", "{0}: Return target permanent to its owner's hand.", ""),
    "Spring": ("Artifact", "{0}: Add {C}.", ""),
    "Echo": ("Artifact", "{0}: Copy target spell.", ""),
    "Stop": ("Artifact", "{0}: Counter target spell.", ""),
    "Purge": ("Artifact", "{0}: Discard a card.", ""),
    "Salvage": ("Artifact", "{0}: Return target artifact card from your graveyard to your hand.", ""),
    # silent
    "Listener": ("Enchantment", "Whenever an opponent casts a spell, you contemplate the infinite.", ""),
    "Gleaner": ("Enchantment", "Whenever you gain life, you contemplate the infinite.", ""),
    "Counter of Elves": ("Enchantment", "Whenever a creature enters, you contemplate the infinite.", ""),
    "Early Riser": ("Enchantment", "At the beginning of your upkeep, you contemplate the infinite.", ""),
    # silent: about what is not there
    "Doorman": ("Enchantment", "Creatures your opponents control contemplate as they enter.", ""),
    "Gaoler": ("Enchantment", "Creatures your opponents control enter in deep contemplation.", ""),
    "Elf Herd": ("Enchantment", "Elves you control have contemplation.", ""),
    "Own Herd": ("Creature — Elf", "Other Elves you control have contemplation.", ""),
    "Replacer": ("Enchantment", "If you would gain life, contemplate it instead.", ""),
    "Envy": ("Enchantment", "If an opponent would gain life, contemplate it instead.", ""),
    "Forgetter": ("Enchantment", "If you would draw a card, contemplate it instead. Otherwise, draw a card.", ""),
    "Latecomer": ("Artifact", "Latecomer enters tapped unless you contemplate.", ""),
    "Last Words": ("Artifact", "If Last Words would be put into a graveyard, contemplate it instead.", ""),
    "Heavy": ("Creature — Giant", "Heavy can't attack unless you contemplate.", ""),
    "Blinker": (
        "Artifact",
        "{0}: Exile target artifact, then return it to the battlefield under its owner's control.",
        "",
    ),
    "Ender": ("Artifact", "{0}: Destroy target artifact.", ""),
    "Leecher": ("Artifact", "{0}: Each opponent gains 1 life.", ""),
    "Firefly": ("Artifact", "{0}: Create a 1/1 green Elf Warrior creature token. Sacrifice a creature.", ""),
    "Plain Lord": ("Enchantment", "Creatures with no abilities get +2/+2.", ""),
    "Painter": ("Enchantment", "All creatures are Goblins in addition to their other types.", ""),
    "Slow Law": ("Enchantment", "Each opponent can cast spells only any time they could contemplate.", ""),
    "Own Law": ("Enchantment", "You can't cast spells during contemplation.", ""),
    "Toll": ("Enchantment", "Spells your opponents cast cost {2} more to cast for each thought.", ""),
    "Wide Toll": ("Enchantment", "Noncreature spells cost {1} more to cast for each thought.", ""),
    "Slow Vault": (
        "Artifact",
        "If you would begin your turn while Slow Vault is tapped, you may skip contemplation instead. If you do, think.",
        "",
    ),
    "Tapper": ("Artifact", "{0}: Tap target artifact.", ""),
    "Free Bear": ("Creature — Bear", "", ""),
    # neither
    "Riddle": ("Enchantment", "Contemplation is infinite.", ""),
    "Two Riddles": ("Enchantment", "Contemplation is infinite.\nThought is infinite.", ""),
    "Riddle: The Second": ("Enchantment", "The words: infinite.", ""),
    "Starry Elf": ("Creature — Elf", "", "*"),
    "Riddler": ("Enchantment", "Players who contemplate: draw a card.", ""),
    "Listed": ("Creature — Elf", "Whenever Listed attacks, blocks, or contemplates, you gain 1 life twice over.", ""),
}


@cache
def book() -> CardBook:
    """The cards of these tests before the built-in ones."""
    return new_book()


def new_book() -> CardBook:
    """The same cards, not compiled yet."""
    rows = [
        {
            "name": name,
            "type_line": types,
            "oracle_text": text,
            "mana_cost": "{1}",
            **({"power": number or "1", "toughness": "1"} if "Creature" in types else {"loyalty": number or None}),
        }
        for name, (types, text, number) in TEXTS.items()
    ]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def board(
    *mine: str, theirs: tuple[str, ...] = (), graveyard: str = "", body: str = "all pass", first: str = ""
) -> str:
    """A position: Spark is sacrificed, and what hears it goes off for ever; these permanents stand beside.

    ``body``: the lines of an iteration, by ";". ``first``: the lines before, instead of those of Spark; "-" for none.
    """
    lines = ["format: position/1", "players:", "  p1:", "    hand: 0", "    battlefield:", "      - Spark"]
    lines += [f"      - {name}" for name in mine]
    lines += [f"    graveyard: [{graveyard}]"] if graveyard else []
    lines += ["  p2:", "    hand: 0", "    battlefield:" + ("" if theirs else " []")]
    lines += [f"      - {name}" for name in theirs]
    start = [line for line in (first or "activate Spark; all pass").split(";") if line.strip() != "-"]
    lines += ["script: |", *(f"  {line.strip()}" for line in start)]
    lines += ["  repeat 10:", *(f"    {line.strip()}" for line in body.split(";")), ""]
    return "\n".join(lines)


def loop_of(text: str, cards: CardBook | None = None) -> Loop | Refusal:
    """The loop of a board's block; a refusal where it does not begin, or is refused on the way."""
    found = load(text, "board.yaml", cards or book())
    assert isinstance(found, Position), found
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    node = found.script[at]
    assert isinstance(node, Repeat)
    played = PlayedScript(found.state)
    try:
        refused = played.extend(found.script[:at], found.proposer)
        loop = refused or find_loop(played.final, BodyReader(node.body))
        return loop if isinstance(loop, Refusal) else loop.extend(None) or loop
    except Unsupported as error:
        return error.refusal


def looped(text: str) -> Loop:
    """The loop of a board; fails where it is refused."""
    found = loop_of(text)
    assert isinstance(found, Loop), found
    return found


def judged(text: str) -> Kind:
    """What is ruled of a board's loop; fails where it is refused."""
    found = kind_of(looped(text))
    assert isinstance(found, Kind), found
    return found


def certificate(text: str, cards: CardBook | None = None) -> str:
    """The certificate of a board's loop; fails where it is refused."""
    loop = loop_of(text, cards)
    assert isinstance(loop, Loop), loop
    found = certify(loop)
    assert isinstance(found, str), found
    return found


def refusal(text: str) -> Refusal:
    """Why a board's loop is refused; fails where it is not."""
    found = loop_of(text)
    assert isinstance(found, Refusal), found
    return found
