"""Boards of which something positive is said of their loop, and one-thing alterations that make it false.

``BASES`` are the boards with what is claimed of them; ``SABOTAGE`` says what is altered, and which claim falls. The
cards of ``TEXTS`` are the tests' own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import AT, CONTINUES, FORCED, NEVER, YES, Kind
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from tests.support.kinds_board import board

ARTIFACT: Final = "Artifact"
CREATURE: Final = "Creature — Construct"
ELF: Final = "1/1 green Elf Warrior creature token"
GOBLIN: Final = "1/1 red Goblin creature token"

#: Cards by name: type line, text and what else is printed on them.
TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "Spark": (ARTIFACT, "Sacrifice Spark: You gain 1 life."),
    "Ember": (ARTIFACT, "Sacrifice Ember: Each opponent loses 1 life."),
    "Seedling": (ARTIFACT, f"Sacrifice Seedling: Create a {ELF}."),
    "Leaf": (ARTIFACT, "Sacrifice Leaf: Draw a card."),
    "Chime": (ARTIFACT, "Whenever you gain life, you gain 1 life."),
    "Soft Chime": (ARTIFACT, "Whenever you gain life, you may gain 1 life."),
    "Toll Chime": (ARTIFACT, "Whenever you gain life, you gain 1 life unless you pay {1}."),
    "Swelling Chime": (ARTIFACT, "Whenever you gain life, you gain life equal to your life total."),
    "Aimed Chime": (ARTIFACT, "Whenever you gain life, target player gains 1 life."),
    "Aimed Thorn": (ARTIFACT, "Whenever you gain life, target player loses 1 life."),
    "Bleeding Chime": (ARTIFACT, "Whenever a player loses life, you gain 1 life."),
    "Counting Chime": (ARTIFACT, "Whenever you gain life, you gain 1 life. Put a charge counter on Counting Chime."),
    "Drawing Chime": (ARTIFACT, "Whenever you gain life, draw a card. You gain 1 life."),
    "Milling Chime": (ARTIFACT, "Whenever you gain life, each opponent mills a card. You gain 1 life."),
    "Draining Chime": (ARTIFACT, "Whenever you gain life, each opponent loses 1 life. You gain 1 life."),
    "Pinging Chime": (ARTIFACT, "Whenever you gain life, Pinging Chime deals 1 damage to any target. You gain 1 life."),
    "Shuffling Chime": (
        ARTIFACT,
        "Whenever you gain life, search your library for a basic land card, reveal it, put it into your hand, then "
        "shuffle. Draw a card. You gain 1 life.",
    ),
    "Breeding Pit": (ARTIFACT, f"Whenever a creature you control enters, create a {ELF}."),
    "Breeding Nest": (ARTIFACT, f"Whenever a creature you control enters, you may create a {ELF}."),
    "Twin Brood": (
        ARTIFACT,
        f"Whenever you gain life, create a {ELF} for each Goblin you control. "
        f"Create a {GOBLIN} for each Elf you control. You gain 1 life.",
    ),
    "Doubling Brood": (
        ARTIFACT,
        f"Whenever you gain life, create a {ELF} for each Elf you control. You gain 1 life.",
    ),
    "Grudge": (ARTIFACT, "Whenever you lose life, each opponent loses 1 life."),
    "Reading": (ARTIFACT, "Whenever you draw a card, you gain 1 life."),
    "Writing": (ARTIFACT, "Whenever you gain life, draw a card."),
    "Idle Writing": (ARTIFACT, "Whenever you gain life, you may draw a card."),
    "Crusher": (ARTIFACT, "Whenever a creature you control enters, Crusher deals 5 damage to it."),
    "Choosing Crusher": (
        ARTIFACT,
        "Whenever a creature you control enters, Choosing Crusher deals 5 damage to target creature.",
    ),
    "Swelling Slime": (
        CREATURE,
        "Whenever you put one or more +1/+1 counters on Swelling Slime, put a +1/+1 counter on Swelling Slime.",
    ),
    "Drop": (ARTIFACT, "Sacrifice Drop: Put a +1/+1 counter on target creature."),
    "Nudge": (ARTIFACT, "Sacrifice Nudge: Nudge deals 5 damage to target creature."),
    "Deathless Idol": (ARTIFACT, "You can't lose the game and your opponents can't win the game."),
    "Waning Choir": (
        CREATURE,
        "Whenever you gain life, you gain 1 life and Waning Choir gets -1/-0 until end of turn.",
    ),
    "Pump": (ARTIFACT, "{0}: Put a +1/+1 counter on target creature."),
    "Drip": (ARTIFACT, "{0}: You gain 1 life."),
    "Fount of 500": (ARTIFACT, "Pay 520 life: Draw a card."),
    "Fount of Far": (ARTIFACT, "Pay 100000000000000000000000000000000000000000000000000 life: Draw a card."),
    "Hoard of 500": (ARTIFACT, "Remove 500 charge counters from Hoard of 500: Draw a card."),
    "Breaker": (ARTIFACT, "{T}: Destroy target artifact."),
    "Costly Breaker": (ARTIFACT, "{1}: Destroy target artifact."),
    "Hoard Chime": (
        ARTIFACT,
        "Whenever you gain life, you gain 1 life. Put a charge counter on Hoard Chime.\n"
        "Remove 500 charge counters from Hoard Chime: Draw a card.",
    ),
    "Far Hoard Chime": (
        ARTIFACT,
        "Whenever you gain life, you gain 1 life. Put a charge counter on Far Hoard Chime.\n"
        "Remove 100000000000000000000000000000000000000000000000000 charge counters from Far Hoard Chime: Draw a card.",
    ),
    "Picking Chime": (
        ARTIFACT,
        "Whenever you gain life, tap target creature with power 500 or greater. "
        "Put a +1/+1 counter on each creature you control. You gain 1 life.",
    ),
    "Far Picking Chime": (
        ARTIFACT,
        "Whenever you gain life, tap target creature with power 100000000000000000000000000000 or greater. "
        "Put a +1/+1 counter on each creature you control. You gain 1 life.",
    ),
    "Late Chime": (
        ARTIFACT,
        "Whenever you gain life, you gain 1 life. Then if you have 500 or more life, you may draw a card.",
    ),
    "Looking Chime": (ARTIFACT, "Whenever you gain life, scry 1. You gain 1 life."),
    "Envy": (ARTIFACT, "Whenever an opponent gains life, you may draw a card."),
    "Old Answer": ("Instant", "Flashback {1}\nDestroy target artifact."),
    "Turning Page": ("Sorcery", "Transmute {1}{B}{B}\nDestroy target artifact."),
    "Sudden Bear": (CREATURE, "Flash"),
    "Milk": (ARTIFACT, "Whenever you gain life, each opponent gains 1 life."),
    "Counter A": (ARTIFACT, "Whenever you gain life, put a charge counter on Counter A."),
    "Counter B": (ARTIFACT, "Whenever you gain life, put two charge counters on Counter B."),
    "Counter C": (ARTIFACT, "Whenever you gain life, put a charge counter on each artifact you control."),
    "Counter Reader": (
        ARTIFACT,
        "Whenever you gain life, each opponent loses 1 life for each artifact you control with a charge counter on it.",
    ),
    "Loss A": (ARTIFACT, "Whenever you gain life, each opponent loses 1 life."),
    "Loss B": (ARTIFACT, "Whenever you gain life, each opponent loses 1 life and put a charge counter on Loss B."),
    "Untapper": (ARTIFACT, "Whenever you gain life, untap all creatures."),
    "Tapper": (ARTIFACT, "Whenever you gain life, tap all creatures."),
    "Doubler": (
        ARTIFACT,
        "Whenever you gain life, double the number of charge counters on Doubler. Put a charge counter on each artifact you control.",
    ),
    "Maker": (ARTIFACT, f"Whenever you gain life, create a {ELF}."),
    "Wings": (ARTIFACT, "{0}: Target creature gains flying until end of turn."),
    "Net": (ARTIFACT, "{0}: Target creature loses flying until end of turn."),
    "Jab": (ARTIFACT, "{0}: Target player loses 1 life."),
    "Idle Wheel": (ARTIFACT, "{0}: Untap Idle Wheel."),
    "Sprout": (ARTIFACT, f"{{0}}: Create a {ELF}."),
    "Quiet Stone": (ARTIFACT, "Vigilance"),
    "Answer": ("Instant", "Destroy target artifact."),
    "Late Answer": ("Sorcery", "Destroy target artifact."),
}


@dataclass(frozen=True)
class Base:
    """A board, its script, and what is claimed of its loop."""

    p1: str
    script: str
    claims: str
    p2: str = "hand: 0, []"
    p3: str = ""
    more: str = ""

    def text(self) -> str:
        """The position."""
        return board(self.p1, self.p2, self.script, self.p3, self.more)


@dataclass(frozen=True)
class Sabotage:
    """A base with one thing altered, by replacing words of its text, and the claim that must fall."""

    base: str
    claim: str
    what: str
    edits: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """The altered position; every edit has to find its words."""
        found = BASES[self.base].text()
        for old, new in self.edits:
            assert old in found, (self, old, found)
            found = found.replace(old, new)
        return found


@cache
def book() -> CardBook:
    """The tests' own cards before the built-in ones."""
    return cards_of(TEXTS)


def cards_of(texts: Mapping[str, tuple[str, str]]) -> CardBook:
    """Cards by name with type line and text, before the built-in ones."""
    rows = []
    for name, (types, text) in texts.items():
        size = {"power": "1", "toughness": "6"} if "Creature" in types else {}
        rows.append({"name": name, "type_line": types, "mana_cost": "{1}", "oracle_text": text, **size})
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def judged(text: str) -> Kind | Refusal:
    """What kind of loop a position's first block is; a refusal where the position can't be read or judged."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), (found, text)
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    played_script = PlayedScript(found.state)
    refused = played_script.extend(found.script[:at], found.proposer)
    node = found.script[at]
    assert isinstance(node, Repeat)
    return kind_of(find_loop(played_script.final, BodyReader(node.body))) if refused is None else refused


def started(
    permanents: str,
    body: str,
    claims: str,
    of: str = "Spark",
    head: str = "",
    first: str = "",
    p2: str = "hand: 0, []",
    p3: str = "",
) -> Base:
    """A loop of triggers that something of p1's begins; ``first``: what else is done before it."""
    lines = "".join(f"  {line}\n" for line in body.split("; "))
    script = f"activate {of}\nall pass\n{first}repeat 10:\n{lines}"
    return Base(f"{head or 'hand: 0, '}[{permanents}, {of.split(' ')[0]}]", script, claims, p2, p3)


#: What can be claimed, and whether it is of a kind.
CLAIMS: Final[Mapping[str, Callable[[Kind], bool]]] = {
    "draw": lambda kind: kind.draw == YES,
    "mandatory": lambda kind: kind.mandatory is True,
    "never": lambda kind: kind.ending.when == NEVER,
    "ends": lambda kind: kind.ending.when == AT,
    "nobody could act": lambda kind: kind.nobody_else is True,
    "determined": lambda kind: kind.determined,
    "nobody chooses": lambda kind: all(s.role in ("passes", FORCED) and s.answers <= 1 for s in kind.statements),
    "continues": lambda kind: any(s.role == CONTINUES and s.holds_until is None for s in kind.statements),
}


def holds(claim: str, kind: Kind) -> bool:
    """Whether a claim is true of a loop; "ends in N" names the iteration."""
    ends, _, iteration = claim.partition(" in ")
    if iteration:
        return CLAIMS[ends](kind) and kind.ending.iteration == int(iteration)
    return CLAIMS[claim](kind)


ALL: Final = "draw, mandatory, never, nobody could act, determined, nobody chooses"
ENDS: Final = "mandatory, ends, nobody could act, determined, nobody chooses"
#: The same where unknown cards are drawn: their owner may have something to do with them.
DRAWS: Final = "mandatory, ends, determined, nobody chooses"

ELVES: Final = "{token: Elf Warrior, colors: [G], subtypes: [Elf, Warrior], power: 1, toughness: 1}"
MELIRA: Final = '"Melira, Sylvok Outcast"'
KEPT: Final = "never, nobody could act, determined"

BASES: Final[Mapping[str, Base]] = {
    # nobody keeps it up and it never ends
    "chime": started("Chime", "all pass", ALL),
    "idle neighbour": started("Chime", "all pass", ALL, p2="hand: 0, [Grizzly Bears, {card: Forest, tapped: yes}]"),
    "three players": started("Chime", "all pass", ALL, p3="hand: 0, [Grizzly Bears]"),
    "echo": started("Swelling Chime", "all pass", ALL),
    "counting": started("Counting Chime", "all pass", ALL),
    "milling": started("Milling Chime", "all pass", ALL),
    "brood": started(f"Twin Brood, {ELVES}", "all pass", ALL),
    "doubling": started(f"Doubling Brood, {ELVES}", "all pass", ALL),
    "pit": started("Breeding Pit", "all pass", ALL, of="Seedling"),
    "wardens": started(
        "Breeding Pit, 3 Soul Warden",
        "order #1 first; all pass; all pass; all pass; all pass",
        "draw, mandatory, never, continues",
        of="Seedling",
        first="",
    ),
    "slime": started("{card: Swelling Slime, label: slime}", "all pass", ALL, of="Drop targeting slime"),
    "toll": started("Toll Chime", "all pass; no", "mandatory, never, determined", head="mana: {C: 1}, hand: 0, "),
    "undead": started("Draining Chime", "all pass", ALL, p2="hand: 0, [Deathless Idol]"),
    "bond undead": started("Sanguine Bond, Exquisite Blood", "all pass; all pass", ALL, p2="hand: 0, [Deathless Idol]"),
    "waning": started("Waning Choir", "all pass", ALL),
    "picking": started("Picking Chime, {card: Grizzly Bears, label: big, counters: {+1/+1: 600}}", "all pass", ALL),
    "far picking": started(
        "Far Picking Chime, {card: Grizzly Bears, label: big, counters: {+1/+1: 10^30}}", "all pass", ALL
    ),
    # nobody keeps it up, and there is a choice in it
    "aimed": started(
        "Aimed Chime",
        "all pass; target p1",
        "draw, mandatory, never, continues",
        first="target p1\n",
        p2="hand: 0, [Aimed Chime]",
    ),
    "finks": started(
        f"Crusher, {MELIRA}, {{card: Kitchen Finks, label: finks}}",
        "order Crusher first; all pass; all pass; all pass",
        "draw, mandatory, never, continues",
        of="Nudge targeting finks",
        first="all pass\n",
    ),
    # nobody keeps it up and it ends
    "bond": started("Sanguine Bond, Exquisite Blood", "all pass; all pass", f"{ENDS}, ends in 20"),
    "drain": started("Draining Chime", "all pass", f"{ENDS}, ends in 21"),
    "far drain": started("Draining Chime", "all pass", f"{ENDS}, ends in {10**60 + 1}", p2="life: 10^60, hand: 0, []"),
    "drain of two": started("Draining Chime", "all pass", f"{ENDS}, ends in 51", p3="life: 50, hand: 0, []"),
    "grudges": started("Grudge", "all pass; all pass", ENDS, of="Ember", p2="hand: 0, [Grudge]"),
    "drawing": started("Drawing Chime", "all pass", f"{DRAWS}, ends in 55"),
    "reading": started("Reading, Writing", "all pass; all pass", DRAWS),
    "grinding": Base(
        'hand: 0, mana: {C: 3}, [Grindstone, {card: "Painter\'s Servant", chosen: blue}]',
        "activate Grindstone targeting p2\nall pass\nrepeat 3:\n  continue\n",
        ENDS,
        p2="library: 40, hand: 0, []",
    ),
    "turns": Base(
        "hand: 0, []",
        "repeat 10:\n  all pass to end step\n  all pass to draw step",
        "mandatory, ends",
    ),
    # somebody keeps it up
    "drip": Base("hand: 0, [Drip]", "repeat 10:\n  activate Drip\n  all pass", KEPT),
    "pump": Base(
        "hand: 0, [Pump, {card: Swelling Slime, label: slime}]",
        "repeat 10:\n  activate Pump targeting slime\n  all pass\n  all pass",
        KEPT,
    ),
    "guard": Base(
        "hand: 0, [{card: Midnight Guard, label: guard}, {card: Presence of Gond, attached to: guard}]",
        "repeat 10:\n  activate guard\n  all pass\n  all pass",
        KEPT,
    ),
    "alarm": Base(
        "hand: 0, [{card: Grizzly Bears, label: host}, {card: Presence of Gond, attached to: host}, Intruder Alarm]",
        "repeat 10:\n  activate host\n  all pass\n  all pass",
        KEPT,
    ),
    "thune": Base(
        "hand: 0, [Archangel of Thune, {card: Spike Feeder, label: feeder, counters: {+1/+1: 2}}]",
        "repeat 10:\n  activate feeder: gain 2 life\n  all pass\n  all pass",
        KEPT,
    ),
    "basalt": Base(
        "hand: 0, [{card: Basalt Monolith, label: basalt}, {card: Power Artifact, attached to: basalt}]",
        "repeat 10:\n  tap basalt\n  activate basalt: untap\n  all pass",
        KEPT,
    ),
    "conjurer": Base(
        "hand: 0, [Clever Conjurer, {card: Forensic Researcher, tapped: yes}]",
        "repeat 10:\n  activate Clever Conjurer targeting Forensic Researcher\n  all pass\n  activate Forensic Researcher: untap targeting Clever Conjurer\n  all pass",
        KEPT,
    ),
    "protector": Base(
        "hand: 0, [Angelic Protector, Outrider en-Kor]",
        "repeat 10:\n  activate Outrider en-Kor targeting Angelic Protector\n  all pass\n  all pass",
        KEPT,
    ),
    "druid": Base(
        "hand: 0, [{card: Devoted Druid, label: druid}, Vizier of Remedies]",
        "repeat 10:\n  tap druid\n  activate druid: untap\n  all pass",
        KEPT,
    ),
}


def seen(base: str, claim: str, what: str, *edits: tuple[str, str]) -> Sabotage:
    """An entry of the table."""
    return Sabotage(base, claim, what, edits)


P2: Final = "p2: {hand: 0, battlefield: []}"
ACT: Final = "nobody could act"


def p2(entries: str, hand: str = "0", more: str = "") -> tuple[str, str]:
    """Another second player."""
    return (P2, f"p2: {{hand: {hand}, {more}battlefield: [{entries}]}}")


def beside(entry: str) -> tuple[str, str]:
    """Something more beside p1's own."""
    return ("  p1: {hand: 0, battlefield: [", f"  p1: {{hand: 0, battlefield: [{entry}, ")


def out_of(name: str, other: str) -> tuple[str, str]:
    """Another permanent in the place of one."""
    return (name, other)


#: Each time the library is shuffled and its top card drawn.
SHUFFLED: Final = (
    out_of("Drawing Chime", "Shuffling Chime"),
    ("  p1: {hand: 0,", "  p1: {hand: 0, library: [9 Forest, 9 Island],"),
    ("    all pass\n", "    all pass\n    choose Forest\n"),
)

SABOTAGE: Final[tuple[Sabotage, ...]] = (
    # somebody else could act at instant speed
    seen("chime", ACT, "an untapped pinger", p2("Prodigal Sorcerer")),
    seen("chime", "draw", "an untapped pinger", p2("Prodigal Sorcerer")),
    seen("chime", ACT, "an instant and mana for it", p2("", "[Lightning Bolt]", "mana: {R: 1}, ")),
    seen("chime", ACT, "an instant and a land for it", p2("Mountain", "[Lightning Bolt]")),
    seen("chime", ACT, "an enchantment that may be sacrificed", p2("Seal of Cleansing")),
    seen("chime", "draw", "p1's own enchantment that may be sacrificed", beside("Seal of Cleansing")),
    seen("three players", ACT, "the third player's pinger", ("[Grizzly Bears]", "[Prodigal Sorcerer]")),
    seen("three players", "draw", "the third player's pinger", ("[Grizzly Bears]", "[Prodigal Sorcerer]")),
    seen("echo", ACT, "a breaker that costs nothing", p2("Breaker")),
    seen("counting", ACT, "a breaker and mana for it", p2("Costly Breaker", more="mana: {C: 1}, ")),
    seen("milling", ACT, "a breaker and a land for it", p2("Costly Breaker, Forest")),
    seen("brood", ACT, "an instant and mana for it", p2("", "[Answer]", "mana: {C: 1}, ")),
    seen("doubling", "draw", "an instant and mana for it", p2("", "[Answer]", "mana: {C: 1}, ")),
    seen("pit", ACT, "a creature that may be sacrificed for mana", beside("Ashnod's Altar")),
    seen("slime", "draw", "a breaker", p2("Breaker")),
    seen("bond", ACT, "an untapped pinger", p2("Prodigal Sorcerer")),
    seen("far drain", ACT, "a life counter that may be removed", beside("{card: Spike Feeder, counters: {+1/+1: 2}}")),
    seen("undead", "draw", "a breaker for the idol", beside("Breaker")),
    seen(
        "bond undead",
        "draw",
        "an unknown card",
        ("hand: 0, battlefield: [Deathless Idol]", "hand: 1, battlefield: [Deathless Idol]"),
    ),
    seen("guard", ACT, "an untapped pinger", p2("Prodigal Sorcerer")),
    seen("alarm", ACT, "another way to spend the untapping", beside("Prodigal Sorcerer")),
    seen("basalt", ACT, "something to spend the mana on", beside("Costly Breaker")),
    seen("basalt", ACT, "something that the growing mana pays for", beside("Staff of Domination")),
    seen("druid", ACT, "something to spend the mana on", beside("Staff of Domination")),
    # unknown cards in hand
    seen("chime", ACT, "an unknown card in hand", p2("", "1")),
    seen("chime", "draw", "an unknown card in hand", p2("", "1")),
    seen("echo", "draw", "an unknown card in p1's own hand", ("  p1: {hand: 0", "  p1: {hand: 1")),
    seen("three players", "draw", "an unknown card of the third player", ("p3: {hand: 0", "p3: {hand: 2")),
    seen("brood", "draw", "an unknown card in hand", p2("", "7")),
    seen("waning", ACT, "an unknown card in hand", p2("", "1")),
    seen("thune", ACT, "an unknown card in hand", p2("", "1")),
    seen("conjurer", ACT, "an unknown card in p1's hand", ("  p1: {hand: 0", "  p1: {hand: 1")),
    # a may in the place of a must
    seen("chime", "mandatory", "a may", out_of("Chime", "Soft Chime"), ("    all pass\n", "    all pass\n    yes\n")),
    seen("chime", "draw", "a may", out_of("Chime", "Soft Chime"), ("    all pass\n", "    all pass\n    yes\n")),
    seen(
        "chime", "nobody chooses", "a may", out_of("Chime", "Soft Chime"), ("    all pass\n", "    all pass\n    yes\n")
    ),
    seen(
        "pit",
        "mandatory",
        "a may",
        out_of("Breeding Pit", "Breeding Nest"),
        ("    all pass\n", "    all pass\n    yes\n"),
    ),
    seen(
        "reading",
        "mandatory",
        "a may",
        out_of("Reading, Writing", "Reading, Idle Writing"),
        ("    all pass\n    all pass\n", "    all pass\n    yes\n    all pass\n"),
    ),
    seen("toll", "mandatory", "the price is paid", ("    no\n", "    yes\n"), ("C: 1", "C: 100")),
    # a second legal target
    seen(
        "aimed",
        "mandatory",
        "a third player who has no chime",
        ("script:", "  p3: {hand: 0, battlefield: []}\nscript:"),
    ),
    seen(
        "aimed",
        "continues",
        "a third player who has no chime",
        ("script:", "  p3: {hand: 0, battlefield: []}\nscript:"),
    ),
    seen(
        "aimed", "continues", "p2 has no chime", ("hand: 0, battlefield: [Aimed Chime]}", "hand: 0, battlefield: []}")
    ),
    seen(
        "aimed",
        "continues",
        "p2's chime is another one",
        ("hand: 0, battlefield: [Aimed Chime]}", "hand: 0, battlefield: [Idle Writing]}"),
    ),
    seen(
        "drain",
        "mandatory",
        "the damage has a target",
        out_of("Draining Chime", "Pinging Chime"),
        ("  all pass\n  repeat", "  all pass\n  target p2\n  repeat"),
        ("    all pass\n", "    all pass\n    target p2\n"),
    ),
    seen(
        "drain",
        "nobody chooses",
        "the damage has a target",
        out_of("Draining Chime", "Pinging Chime"),
        ("  all pass\n  repeat", "  all pass\n  target p2\n  repeat"),
        ("    all pass\n", "    all pass\n    target p2\n"),
    ),
    seen("finks", "continues", "without Melira the counter stays", ('"Melira, Sylvok Outcast", ', "")),
    # something ends it, far away or soon
    seen("chime", "never", "the library runs out", out_of("Chime", "Drawing Chime")),
    seen("chime", "never", "the opponent's life runs out", out_of("Chime", "Draining Chime")),
    seen(
        "chime",
        "draw",
        "the opponent's life runs out after 10^60 iterations",
        out_of("Chime", "Draining Chime"),
        p2("", more="life: 10^60, "),
    ),
    seen("undead", "never", "the idol is no idol", out_of("Deathless Idol", "Quiet Stone")),
    seen("bond undead", "never", "the idol is no idol", out_of("Deathless Idol", "Quiet Stone")),
    seen(
        "bond undead",
        "never",
        "the idol is p1's, who kills p2",
        out_of("hand: 0, battlefield: [Deathless Idol]", "hand: 0, battlefield: []"),
        ("Exquisite Blood,", "Exquisite Blood, Deathless Idol,"),
    ),
    seen("drain", "ends", "p2 can't lose", p2("Deathless Idol")),
    seen("bond", "ends", "p2 can't lose", p2("Deathless Idol")),
    seen(
        "drain of two",
        "ends",
        "one of them can't lose",
        ("life: 50, hand: 0, battlefield: []", "life: 50, hand: 0, battlefield: [Deathless Idol]"),
    ),
    seen(
        "grudges",
        "ends",
        "p2 can't lose, nor can p1",
        ("hand: 0, battlefield: [Grudge]", "hand: 0, battlefield: [Grudge, Deathless Idol]"),
        ("[Grudge, Ember]", "[Grudge, Deathless Idol, Ember]"),
    ),
    seen("drawing", "ends", "p1 can't lose", beside("Deathless Idol")),
    seen("guard", "never", "the guard is another creature", ("Midnight Guard", "Grizzly Bears")),
    seen("thune", "never", "the angel is another creature", ("Archangel of Thune", "Grizzly Bears")),
    seen(
        "basalt",
        "never",
        "another monolith, and nothing makes its untapping cheaper",
        (", {card: Power Artifact, attached to: basalt}", ""),
        ("Basalt", "Grim"),
    ),
    seen("druid", "never", "the counters stay", ("Vizier of Remedies", "Grizzly Bears")),
    seen("alarm", "never", "nothing untaps", ("Intruder Alarm", "Quiet Stone")),
    seen(
        "conjurer",
        "never",
        "the researcher is under p2",
        ("{card: Forensic Researcher, tapped: yes}", "{card: Forensic Researcher, tapped: yes, controller: p2}"),
    ),
    # an alternative that becomes possible far away
    seen("chime", ACT, "a price of life that is there from iteration 500 on", beside("Fount of 500")),
    seen("chime", "draw", "a price of life that is there from iteration 500 on", beside("Fount of 500")),
    seen("chime", ACT, "a price of life that is there after 10^50 iterations", beside("Fount of Far")),
    seen("chime", "draw", "a price of life that is there after 10^50 iterations", beside("Fount of Far")),
    seen("echo", ACT, "a price of life that doubling comes to", beside("Fount of Far")),
    seen("brood", ACT, "a price of life after 10^50 iterations", beside("Fount of Far")),
    seen("doubling", "draw", "a price of life after 500 iterations", beside("Fount of 500")),
    seen("counting", ACT, "500 counters", out_of("Counting Chime", "Hoard Chime")),
    seen("counting", "draw", "10^50 counters", out_of("Counting Chime", "Far Hoard Chime")),
    seen("waning", "draw", "a price of life that is there from iteration 500 on", beside("Fount of 500")),
    seen("undead", "draw", "a price of life after 10^50 iterations", beside("Fount of Far")),
    seen("drip", ACT, "a price of life that is there from iteration 500 on", beside("Fount of 500")),
    seen("thune", ACT, "a price of life after 10^50 iterations", beside("Fount of Far")),
    seen(
        "bond undead",
        "draw",
        "a price of life after 10^50 iterations",
        ("Exquisite Blood,", "Exquisite Blood, Fount of Far,"),
    ),
    seen("picking", "never", "a second target from iteration 498 on", beside("Grizzly Bears")),
    seen("picking", "draw", "a second target from iteration 498 on", beside("Grizzly Bears")),
    seen(
        "picking",
        "nobody chooses",
        "a second target at once",
        beside("{card: Grizzly Bears, counters: {+1/+1: 700}}"),
        ("  all pass\n  repeat", "  all pass\n  target big\n  repeat"),
        ("    all pass\n", "    all pass\n    target big\n"),
    ),
    seen("far picking", "never", "a second target after 10^29 iterations", beside("Grizzly Bears")),
    seen("far picking", "draw", "a second target after 10^29 iterations", beside("Grizzly Bears")),
    seen("chime", "never", "a may from 500 life on", out_of("Chime", "Late Chime")),
    seen("chime", "draw", "a may from 500 life on", out_of("Chime", "Late Chime")),
    # other zones and other times
    seen(
        "chime",
        ACT,
        "an instant in the graveyard, with flashback",
        p2("", more="mana: {C: 1}, graveyard: [Old Answer], "),
    ),
    seen("chime", ACT, "a card that can be transmuted", p2("", "[Turning Page]", "mana: {C: 1}, ")),
    seen("chime", ACT, "a creature with flash", p2("", "[Sudden Bear]", "mana: {C: 1}, ")),
    seen(
        "drip", ACT, "a sorcery of the player who acts", ("  p1: {hand: 0", "  p1: {hand: [Late Answer], mana: {C: 1}")
    ),
    seen("drip", ACT, "a land that the player who acts could play", ("  p1: {hand: 0", "  p1: {hand: [Forest]")),
    seen(
        "guard",
        ACT,
        "a commander that could be cast",
        ("  p1: {hand: 0", "  p1: {commander: Grizzly Bears, mana: {G: 2}, hand: 0"),
        ("format: position/1", "format: position/1\nrules: commander"),
    ),
    seen(
        "chime",
        "nobody chooses",
        "a look at the library",
        out_of("Chime", "Looking Chime"),
        ("  all pass\n  repeat", "  all pass\n  repeat"),
        ("    all pass\n", "    all pass\n    choose top\n"),
    ),
    seen(
        "chime",
        "nobody chooses",
        "another player may draw",
        p2("Envy"),
        ("    all pass\n", "    all pass\n    no\n    all pass\n"),
    ),
    # another number
    seen("bond", "ends in 20", "one life more", p2("", more="life: 21, ")),
    seen("drain", "ends in 21", "one life less", p2("", more="life: 19, ")),
    seen("far drain", f"ends in {10**60 + 1}", "one life more", ("life: 10^60", "life: 1" + "0" * 59 + "1")),
    seen("drain of two", "ends in 51", "another one is left longer", ("life: 50", "life: 51")),
    seen("drawing", "ends in 55", "one card less in the library", ("  p1: {hand: 0", "  p1: {library: 52, hand: 0")),
    # what is random
    seen("drawing", "determined", "a shuffle before each draw", *SHUFFLED),
    seen("drawing", "ends", "a shuffle before each draw", *SHUFFLED),
)

#: A Warden that copies itself: each iteration has a trigger more, and one that untaps.
GROWING: Final = Base(
    "hand: 0, [{card: Soul Warden, label: twin}, {card: Splinter Twin, attached to: twin}, Intruder Alarm, 2 Soul Warden]",
    "repeat 10:\n  activate twin\n  all pass\n  order untap first\n  for each trigger:\n    all pass\n  all pass\n",
    "",
)


def both(first: str, second: str, more: str = "", of: str = "Spark") -> Base:
    """A board on which one event makes the abilities of two cards wait."""
    return Base(f"hand: 0, [{first}, {second}{more}, {of}]", f"activate {of}\nall pass\nrepeat 1:\n  pass\n", "")


#: Boards on which an order is asked, and whether it is shown that no order matters.
ORDERS: Final[Mapping[str, tuple[Base, bool]]] = {
    "two fixed sums": (both("Counter A", "Counter B"), True),
    "three copies and another": (both("3 Milk", "Counter B"), True),
    "three kinds": (both("2 Milk", "Counter B", ", Counter C"), True),
    "life is lost, and might run out": (both("Loss A", "Loss B"), False),
    "one untaps": (both("2 Milk", "Untapper", ", {card: Grizzly Bears, tapped: yes}"), True),
    "one untaps and one taps": (both("Untapper", "Tapper", ", {card: Grizzly Bears, tapped: yes}"), False),
    "two copies that then differ": (both("2 Counter A", "Counter B"), False),
    "a sum and a double": (both("Counter A", "Doubler"), False),
    "as many as there are counters": (both("Counter A", "Counter Reader"), False),
    "one puts a new object there": (both("Counter A", "Maker"), False),
    "four kinds": (both("Counter A", "Counter B", ", Counter C, Loss A"), False),
    "one of them triggers others": (both("Loss A", "Loss B", ", Grudge"), False),
    "the loss ends the game on the way": (replace(both("Loss A", "2 Loss B"), p2="life: 2, hand: 0, []"), False),
}
