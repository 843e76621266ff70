"""Generated loops: boards of compiled cards, from short ability texts, by the kind of growth that their loop has.

A board is drawn from a seed of its own name, so that ``made(kind, number)`` is the same board everywhere.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.play import DONE, play
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.terms.abilities import NotUnderstood
from tests.support.loop_cases import body_reader

ENGINE: Final = "Test Engine"
ARTIFACT: Final = "Artifact"
CREATURE: Final = "Creature — Construct"

#: Lines that one act and what follows from it may take.
LINE_BUDGET: Final = 60


@dataclass
class Made:
    """A board and a body: cards as (name, type line, text), entries of battlefields, and what is expected."""

    name: str
    kind: str
    cards: list[tuple[str, str, str]] = field(default_factory=list)
    entries: list[list[str]] = field(default_factory=lambda: [[], []])
    lives: list[str] = field(default_factory=lambda: ["20", "20"])
    libraries: list[str] = field(default_factory=list)  # by player; [] for what is usual
    hands: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)  # what begins an iteration; what empties the stack is worked out
    body: list[str] = field(default_factory=list)  # or all lines
    growth: set[str] = field(default_factory=set)  # the kinds of closed form that the last segment may have
    degree: int = 0  # where it is polynomial
    ends: bool = False

    def text(self) -> str:
        """The position."""
        lines = ["format: position/1", "players:"]
        for i, (entries, life) in enumerate(zip(self.entries, self.lives, strict=True), 1):
            lines += [f"  p{i}:", f"    life: {life}", "    battlefield:" + ("" if entries else " []")]
            lines += ["      - " + entry for entry in entries]
            for zone, cards in (("library", self.libraries), ("hand", self.hands)):
                lines += [f"    {zone}: {cards[i - 1]}"] if cards else []
        return "\n".join([*lines, "script: |", "  pass", ""])

    def book(self) -> CardBook:
        """The generated cards before the built-in ones."""
        rows = []
        for name, types, text in self.cards:
            size = {"power": "1", "toughness": "1"} if "Creature" in types else {}
            rows.append({"name": name, "type_line": types, "mana_cost": "{1}", "oracle_text": text, **size})
        own = (read_source("generated", json.dumps(rows).encode()),) if rows else ()
        return CardBook((*own, builtin_source()))

    def start(self) -> State:
        """The state before anything was done. Every generated text has to be understood."""
        found = load(self.text(), self.name, self.book())
        assert isinstance(found, Position), f"{found}\n{self.text()}"
        for row in found.state.rows.values():
            unread = [a.text for a in row.cls.proto.abilities if isinstance(a, NotUnderstood)] if row.cls.proto else []
            assert not unread, unread
        return found.state

    def loop(self) -> tuple[State, BodyReader]:
        """The state in which the first iteration begins, and a reader of the body.

        The lines are those of the third iteration where the first two take others; those are then played before.
        """
        state = self.start()
        if self.body:
            return state, body_reader("\n".join(self.body))
        before = [state]
        lines: list[list[str]] = []
        for _ in range(3):
            done, state = performed(state, self.acts)
            if asked(state) == "over" and lines:
                break  # it ends so soon
            lines.append(done)
            before.append(state)
        first = min(i for i in range(len(lines)) if all(other == lines[-1] for other in lines[i:]))
        return before[first], body_reader("\n".join(lines[-1]))


def performed(state: State, acts: list[str]) -> tuple[list[str], State]:
    """The lines of an iteration: each act and whatever empties the stack behind it; and the state then."""
    lines: list[str] = []
    for act in acts:
        if asked(state) == "over":
            break
        lines.append(act)
        played = play(state, body_reader(act))
        assert played.stop == DONE, (act, played.refusal)
        state = played.state
        for _ in range(LINE_BUDGET):
            ask = asked(state)
            if ask == "over" or (ask == "priority" and not state.stack):
                break
            if ask == "priority":
                lines.append("all pass")
                for _ in range(len([r for r in state.rows.values() if r.cls.kind == "player"])):
                    if asked(state) == "priority":
                        state = step(state, Choice("pass", decider(state)))[0]
                continue
            lines.append({"order": "order #1 first", "may": "yes", "answer": "yes"}[ask])
            state = play(state, body_reader(lines[-1])).state
    return lines, state


# --- pieces --------------------------------------------------------------------------------------------------------

WORDS: Final = ("no", "a", "two", "three", "four", "five")
ELF: Final = "1/1 green Elf Warrior creature token"
GOBLIN: Final = "1/1 red Goblin creature token"
ELF_ENTRY: Final = "token: Elf Warrior, colors: [G], subtypes: [Elf, Warrior], power: 1, toughness: 1"
GOBLIN_ENTRY: Final = "token: Goblin, colors: [R], subtypes: [Goblin], power: 1, toughness: 1"


def some(k: int, thing: str) -> str:
    """ "a token", "two tokens"."""
    return f"{WORDS[k]} {thing}{'s' if k > 1 else ''}"


def steady(rng: random.Random) -> str:
    """A sentence that adds a fixed amount to something."""
    k = rng.randint(1, 4)
    return rng.choice(
        (
            f"Create {some(k, ELF)}.",
            f"Create {some(k, GOBLIN)}.",
            f"You gain {k} life.",
            f"Each player gains {k} life.",
            f"Put {some(k, 'charge counter')} on {ENGINE}.",
            "Put a +1/+1 counter on each creature you control.",
            "Create a Treasure token.",
            "Create a Food token.",
        )
    )


def each_of(rng: random.Random, what: str) -> str:
    """A sentence that adds as much as there are permanents of a subtype, with an end nowhere."""
    plural = {"Elf": "Elves", "Goblin": "Goblins"}[what]
    return rng.choice(
        (
            f"You gain 1 life for each {what} you control.",
            f"You gain X life, where X is the number of {plural} you control.",
            f"Put X charge counters on {ENGINE}, where X is the number of {plural} you control.",
            f"Put a charge counter on {ENGINE} for each {what} you control.",
            f"Create a 2/2 white Cat creature token for each {what} you control.",
        )
    )


def drain(rng: random.Random, what: str) -> str:
    """A sentence by which each opponent loses as much as there are permanents of a subtype."""
    plural = {"Elf": "Elves", "Goblin": "Goblins"}[what]
    return rng.choice(
        (
            f"Each opponent loses 1 life for each {what} you control.",
            f"Each opponent loses X life, where X is the number of {plural} you control.",
            f"{ENGINE} deals damage to each opponent equal to the number of {plural} you control.",
        )
    )


#: Bystanders that no growth wakes: tokens of the same name in another state, rows that differ in counters, observers
#: of what grows by a static ability, and what only looks at its own.
QUIET: Final = (
    f"{{{ELF_ENTRY}, tapped: yes, count: 2}}",
    f"{{{ELF_ENTRY}, sick: yes}}",
    f"{{{ELF_ENTRY}, count: 3, counters: {{+1/+1: 2}}}}",
    f"{{{ELF_ENTRY}, counters: {{charge: 5}}}}",
    f"{{{GOBLIN_ENTRY}, tapped: yes}}",
    f"{{{GOBLIN_ENTRY}, count: 10^40}}",
    "{card: Grizzly Bears, counters: {+1/+1: 3}}",
    "{card: Grizzly Bears, counters: {+1/+1: 4}, count: 2}",
    "{card: Grizzly Bears, damage: 1}",
    "{card: Serra Ascendant, label: monk}",
    "{card: Glorious Anthem, label: anthem}",
    "{card: Test Watcher, label: watcher}",
)

#: Bystanders that see creatures enter, under either player.
AWAKE: Final = (
    "Soul Warden",
    "{card: Soul Warden, count: 2}",
    "{card: Soul Warden, counters: {+1/+1: 2}}",
    "{card: Soul Warden, tapped: yes}",
    "Intruder Alarm",
    "{card: Midnight Guard, tapped: yes}",
    "Test Sapper",
    "{card: Test Feeder, counters: {+1/+1: 1}}",
)

EXTRA: Final = (
    ("Test Watcher", CREATURE, "Test Watcher's power is equal to the number of creatures you control."),
    ("Test Sapper", CREATURE, "Whenever another creature enters, put a charge counter on Test Sapper."),
    ("Test Feeder", CREATURE, "Whenever you gain life, put a +1/+1 counter on Test Feeder."),
)


def bystanders(rng: random.Random, made: Made, pool: tuple[str, ...], most: int = 2) -> None:
    """Put some of a pool beside the loop, under any player."""
    for seat in range(len(made.entries)):
        for number in range(rng.randint(0, most)):
            entry = rng.choice(pool)
            label = f"b{seat}{number}"
            if "label: " in entry:
                head, _, _ = entry.partition("label: ")
                entry = f"{head}label: {label}}}"
            made.entries[seat].append(entry)


def engine(made: Made, *abilities: str, counters: str = "") -> None:
    """The engine with these sentences as abilities for {0}, each activated once in an iteration."""
    made.cards.append((ENGINE, ARTIFACT, "\n".join("{0}: " + a for a in abilities)))
    made.cards += EXTRA
    more = f", counters: {{{counters}}}" if counters else ""
    made.entries[0].insert(0, f"{{card: {ENGINE}, label: engine{more}}}")
    numbered = [f"activate engine: #{i}" for i in range(1, len(abilities) + 1)]
    made.acts = numbered if len(abilities) > 1 else ["activate engine"]


#: What a sentence counts, without the plural: "for each Elf you control", "the number of Elves you control".
_COUNTED: Final = re.compile(r"(?:for each|number of) ([A-Za-z]+?)(?:f|ves|s)? you control")


def parted(rng: random.Random, sentences: list[str]) -> list[str]:
    """Sentences as one ability or as several: those that count the same are several.

    In one ability an amount that is said anew is not told from one that is said once for both (608.2h).
    """
    counted = [kind for sentence in sentences for kind in _COUNTED.findall(sentence)]
    if rng.random() < 0.5 and len(set(counted)) == len(counted):
        return [" ".join(sentences)]
    return sentences


# --- kinds ---------------------------------------------------------------------------------------------------------


def linear(rng: random.Random, made: Made) -> None:
    """Fixed gains, beside bystanders of all sorts."""
    engine(made, *parted(rng, [steady(rng) for _ in range(rng.randint(1, 3))]))
    bystanders(rng, made, QUIET + AWAKE)
    made.growth = {"affine", "polynomial"}  # counters on a growing team, or seen by a growing number


def quadratic(rng: random.Random, made: Made) -> None:
    """A gain for each of what grows by fixed steps."""
    what, token = rng.choice((("Elf", ELF), ("Goblin", GOBLIN)))
    sentences = [f"Create {some(rng.randint(1, 4), token)}.", each_of(rng, what)]
    rng.shuffle(sentences)
    engine(made, *parted(rng, sentences))
    bystanders(rng, made, QUIET)
    made.growth = {"polynomial"}
    made.degree = 2


def cubic(rng: random.Random, made: Made) -> None:
    """A chain of three: Elves, a Goblin for each of them, a gain for each Goblin."""
    sentences = [
        f"Create {some(rng.randint(1, 4), ELF)}.",
        f"Create a {GOBLIN} for each Elf you control.",
        each_of(rng, "Goblin"),
    ]
    rng.shuffle(sentences)
    engine(made, *parted(rng, sentences))
    bystanders(rng, made, QUIET)
    made.growth = {"polynomial"}
    made.degree = 3


def doubling(rng: random.Random, made: Made) -> None:
    """Something doubles, beside fixed gains and gains for each of what doubles."""
    sentences = [
        rng.choice(
            (
                f"Create {some(rng.randint(1, 3), ELF)} for each Elf you control.",
                f"Create a {ELF} for each creature you control.",
                f"Double the number of charge counters on {ENGINE}.",
                "You gain life equal to your life total.",
                "Create X 1/1 green Elf Warrior creature tokens, where X is the number of Elves you control.",
            )
        )
    ]
    if rng.random() < 0.5:
        sentences.append(rng.choice((f"Create a {ELF}.", "You gain 3 life.", each_of(rng, "Elf"))))
    rng.shuffle(sentences)
    engine(made, *parted(rng, sentences), counters="charge: 1")
    made.entries[0].append(f"{{{ELF_ENTRY}}}")
    bystanders(rng, made, QUIET)
    both = any("each creature" in s for s in sentences) and any("Cat" in s for s in sentences)  # they make each other
    made.growth = {"monotone" if both else "exponential"}


def fibonacci(rng: random.Random, made: Made) -> None:
    """Elves make Goblins and Goblins make Elves."""
    sentences = [f"Create a {ELF} for each Goblin you control.", f"Create a {GOBLIN} for each Elf you control."]
    rng.shuffle(sentences)
    if rng.random() < 0.5:
        sentences.append(rng.choice((each_of(rng, "Elf"), steady(rng), each_of(rng, "Goblin"))))
    engine(made, *parted(rng, sentences))
    made.entries[0].append(f"{{{rng.choice((ELF_ENTRY, GOBLIN_ENTRY))}, count: {rng.randint(1, 3)}}}")
    bystanders(rng, made, QUIET)
    made.growth = {"monotone"}


def alternating(rng: random.Random, made: Made) -> None:
    """Two lamps that differ in counters light each other in turn."""
    text = "{T}: Untap target creature. " + rng.choice(
        ("You gain 2 life.", f"Create a {ELF}.", "Put a +1/+1 counter on target creature.", "Each player gains 1 life.")
    )
    if "target creature." in text[25:]:
        text = "{T}: Untap target creature. Put a +1/+1 counter on it."
    made.cards = [("Test Lamp", CREATURE, text), *EXTRA]
    counters = rng.sample(range(1, 9), 2)
    made.entries[0] += [
        f"{{card: Test Lamp, counters: {{charge: {counters[0]}}}}}",
        f"{{card: Test Lamp, counters: {{charge: {counters[1]}}}, tapped: yes}}",
    ]
    bystanders(rng, made, QUIET)
    made.acts = ["activate untapped Test Lamp targeting tapped Test Lamp"]
    made.growth = {"affine", "alternating", "constant"}


def ending(rng: random.Random, made: Made) -> None:
    """A drain, a payment, a sacrifice or a library that comes to its end; by fixed steps or by growing ones."""
    made.ends = True
    far = rng.choice((rng.randint(7, 60), rng.randint(7, 300), 10 ** rng.randint(20, 60) + rng.randint(0, 9)))
    grow = rng.choice((steady(rng), f"Create a {ELF}.", f"Create two {ELF}s."))
    if grow.startswith("Each player gains"):  # more than a drain takes
        grow = "You gain 1 life."
    shape = rng.choice(("drain", "growing drain", "pay", "sacrifice", "counter", "draw", "doubling drain"))
    if shape == "drain":
        engine(made, *parted(rng, [f"Each opponent loses {rng.randint(1, 5)} life.", grow]))
        made.lives[1] = str(far)
    elif shape == "growing drain":
        engine(made, *parted(rng, [f"Create {some(rng.randint(1, 3), ELF)}.", drain(rng, "Elf")]))
        made.lives[1] = str(far**2 if far < 1000 else far)
    elif shape == "doubling drain":
        engine(made, *parted(rng, [f"Create a {ELF} for each Elf you control.", drain(rng, "Elf")]))
        made.entries[0].append(f"{{{ELF_ENTRY}}}")
        made.lives[1] = str(far)
    elif shape == "draw":
        engine(made, *parted(rng, [f"Draw {some(rng.randint(1, 3), 'card')}.", grow]))
    else:
        cost = {
            "pay": "Pay 2 life",
            "sacrifice": "Sacrifice a Fungus",
            "counter": f"Remove a charge counter from {ENGINE}",
        }
        engine(made, "", counters=f"charge: {far}")
        made.cards[0] = (
            ENGINE,
            ARTIFACT,
            f"{cost[shape]}: Create a {ELF}. Create a 2/2 white Cat creature token for each Elf you control.",
        )
        if shape == "sacrifice":
            made.entries[0].append(f"{{token: Fungus, subtypes: [Fungus], power: 1, toughness: 1, count: {far}}}")
            made.acts = ["activate engine sacrificing Fungus"]
        made.lives[0] = str(far)
    bystanders(rng, made, QUIET)
    made.growth = {"affine", "polynomial", "exponential"}


def drains(rng: random.Random, made: Made) -> None:
    """Three or four players: one after another dies, the loop goes on in segments, and the game ends."""
    made.ends = True
    players = rng.choice((3, 4))
    made.entries = [[] for _ in range(players)]
    made.lives = ["20"] + [str(rng.choice((rng.randint(5, 90), 10 ** rng.randint(9, 50)))) for _ in range(players - 1)]
    sentences = [f"Each opponent loses {rng.randint(1, 3)} life."]
    if rng.random() < 0.5:
        sentences.append(rng.choice((f"Create a {ELF}.", "You gain 1 life.", f"Create a {ELF}. {drain(rng, 'Elf')}")))
    engine(made, *parted(rng, sentences))
    bystanders(rng, made, QUIET, 1)
    made.growth = {"affine", "polynomial"}


def halving(rng: random.Random, made: Made) -> None:
    """Life halves: played to its end, which is near however much there was, or for ever the same."""
    what = rng.choice(("rounded up", "rounded down"))
    sentences = [f"Each opponent loses half their life, {what}."]
    if rng.random() < 0.6:
        sentences.append(rng.choice(("Each opponent loses 1 life.", f"Create a {ELF}.", "You gain 1 life.")))
    engine(made, *parted(rng, sentences))
    made.lives[1] = str(rng.choice((rng.randint(20, 999), 10 ** rng.randint(10, 60))))
    bystanders(rng, made, QUIET)


OBSERVED: Final = (
    "you gain 1 life",
    "you gain 2 life",
    "each opponent loses 1 life",
    "each opponent loses 1 life and you gain 1 life",
    "put a +1/+1 counter on Test Warden",
    "mill a card",
    "you gain life equal to Test Warden's power",
)


def inner(rng: random.Random, made: Made) -> None:
    """As many like triggers in an iteration as there are of what grows, resolved in one block."""
    says = rng.choice(OBSERVED)
    own = "Test Warden" in says  # triggers of a card and of its copies can then be told apart
    warden = ("Test Warden", CREATURE, f"Whenever another creature enters, {says}.")
    if rng.random() < 0.5:  # one warden sees more and more creatures
        engine(made, f"Create {some(rng.randint(1, 2), ELF)}.", f"Create a {GOBLIN} for each Elf you control.")
        made.entries[0].append(f"{{{ELF_ENTRY}, count: 3}}")
        made.entries[0].append("{card: Test Warden, label: warden}")
        block = ["all pass", "for each trigger:", "  all pass"]
        made.body = ["activate engine: #1", *block, "activate engine: #2", *block]
    else:  # more and more wardens see one creature
        engine(made, "Create a token that's a copy of target creature.")
        made.entries[0].append(f"{{card: Test Warden, count: {rng.randint(2, 4)}}}")
        made.entries[0].append("{card: Test Nobody, label: nobody}")
        made.cards.append(("Test Nobody", CREATURE, "Vigilance"))
        made.body = ["activate engine targeting nobody", "all pass", "for each trigger:", "  all pass"]
        if not own:
            made.body[0] = "activate engine targeting oldest Test Warden"
    made.cards.append(warden)
    if "opponent" in says:
        made.lives[1] = str(rng.choice((500, 10**50)))
        made.ends = True
    bystanders(rng, made, QUIET, 1)
    made.growth = {"affine", "polynomial"}


def multiplying_rounds(rng: random.Random, made: Made) -> None:
    """Something multiplies in every round of a block inside: of a written number of rounds, or of ever more triggers."""
    reads = rng.choice(
        (
            f"Put X charge counters on {ENGINE}, where X is your life total.",
            "Create X 1/1 green Elf Warrior creature tokens, where X is your life total.",
            "Each opponent loses X life, where X is your life total.",
        )
    )
    more = rng.choice(("", "", " You gain 1 life.", " You gain 2 life."))
    if "opponent" in reads:
        made.lives[1] = str(rng.choice((5_000, 10**50)) + rng.randint(0, 99))
        made.ends = True
    start = f"Your life total becomes {rng.randint(1, 5)}."
    if rng.random() < 0.4 or "Create X" in reads:  # what is created would be seen
        engine(made, start, f"You gain life equal to your life total.{more}", reads)
        body = ["activate engine: #2", "all pass"]
        made.body = [
            f"repeat {rng.randint(49, 55)}:",
            *("  " + line for line in body),
            "activate engine: #3",
            "all pass",
        ]
        if rng.random() < 0.7:
            made.body = ["activate engine: #1", "all pass", *made.body]
    else:
        engine(made, start, "Create a token that's a copy of target creature.", reads)
        made.cards.append(
            (
                "Test Warden",
                CREATURE,
                f"Whenever another creature enters, you gain life equal to your life total.{more}",
            )
        )
        made.entries[0].append(f"{{card: Test Warden, count: {rng.randint(2, 5)}}}")
        made.body = ["activate engine: #1", "all pass", "activate engine: #2 targeting oldest Test Warden", "all pass"]
        made.body += ["for each trigger:", "  all pass", "activate engine: #3", "all pass"]
    bystanders(rng, made, QUIET[5:6], 1)
    made.growth = {"exponential"} | ({"affine", "polynomial"} if made.ends else {"affine"})


#: What sees creatures enter beside a crusade, each time once.
SEEING: Final = ("Soul Warden", "{card: Soul Warden, count: 2}", "Test Sapper", "{card: Midnight Guard, tapped: yes}")


def progression(rng: random.Random, made: Made) -> None:
    """Each new token makes those before it larger: tokens with k, 2k, 3k, ... counters, for ever or to an end."""
    sentences = [f"Create {some(rng.randint(1, 2), ELF)}."]
    if rng.random() < 0.3:
        sentences.append(f"Create a {GOBLIN}.")
    if rng.random() < 0.5:
        sentences.append(rng.choice(("You gain 2 life.", f"Put a charge counter on {ENGINE}.")))
    if rng.random() < 0.4:
        sentences.append(rng.choice(("Each opponent loses 3 life.", drain(rng, "Elf"))))
        made.lives[1] = str(rng.choice((rng.randint(60, 600), 10**50 + rng.randint(0, 99))))
        made.ends = True
    rng.shuffle(sentences)
    engine(made, *parted(rng, sentences))
    entry = "Whenever a creature enters under your control"
    team = rng.choice(("each creature you control", "each creature you control", "each Elf you control"))
    reads = "Whenever another creature enters, you gain life equal to Test Champion's power."
    made.cards.append(("Test Champion", CREATURE, rng.choice(("Vigilance", reads))))
    made.cards.append(
        ("Test Crusade", "Enchantment", f"{entry}, put {some(rng.randint(1, 3), '+1/+1 counter')} on {team}.")
    )
    made.entries[0] += rng.choice((["Test Crusade"], ["Test Crusade"], ["{card: Test Crusade, count: 2}"]))
    made.entries[0].append("{card: Test Champion, label: champion}")
    if rng.random() < 0.4:
        made.entries[0].append(f"{{{ELF_ENTRY}, counters: {{+1/+1: {rng.randint(0, 9)}}}, count: {rng.randint(1, 2)}}}")
    if rng.random() < 0.4:
        made.entries[0].append(rng.choice(SEEING))
    bystanders(rng, made, QUIET, 1)
    made.growth = {"affine", "polynomial"}


#: What happens by itself in every turn, and makes no creature that could attack in the next one.
CALM: Final = (
    "you gain 1 life",
    "each player gains 2 life",
    "create a Treasure token",
    "put two charge counters on Test Clock",
    "each opponent loses 1 life",
    "you draw a card",
    "mill a card",
)

RAIDER: Final = "Test Raider can't be blocked."
ANGEL: Final = ("Test Angel", ARTIFACT, "You can't lose the game and your opponents can't win the game.")


def far(rng: random.Random) -> str:
    """A number that is near enough to be played to, or one that isn't."""
    return str(rng.choice((rng.randint(4, 60), rng.randint(4, 60), 10 ** rng.randint(12, 60) + rng.randint(0, 9))))


def clock(rng: random.Random, made: Made, seat: int) -> None:
    """Something that happens by itself in a player's turns."""
    when = rng.choice(("your upkeep", "your draw step", "your end step", "each player's upkeep"))
    made.cards.append(("Test Clock", ARTIFACT, f"At the beginning of {when}, {rng.choice(CALM)}."))
    made.entries[seat].append("Test Clock")


def extra_turns(rng: random.Random, made: Made) -> None:
    """One's own extra turn in every turn, by an ability or by combat damage, bounded by the library or life total."""
    made.ends = True
    engine(made, f"Take an extra turn after this one. {steady(rng)}")
    made.cards[0] = (ENGINE, ARTIFACT, made.cards[0][2] + " Activate only once each turn.")
    raid = rng.random() < 0.5
    sentence = "Whenever Test Raider deals combat damage to a player, take an extra turn after this one."
    made.cards.append(("Test Raider", CREATURE, f"{RAIDER}\n{sentence}" if raid else RAIDER))
    made.entries[0].append(f"{{card: Test Raider, label: raider, counters: {{+1/+1: {rng.randint(0, 3)}}}}}")
    act = [] if raid else ["activate engine", "all pass"]
    attack = "attack with raider" if raid or rng.random() < 0.4 else "no attack"
    made.body = [*act, "all pass to declare attackers", attack]
    made.body += ["all pass to next turn discarding unknown card", "all pass to main phase"]
    made.lives = ["20", far(rng)]
    made.libraries = [far(rng), "53"]
    made.hands = [str(rng.randint(0, 9)), "3"]
    if rng.random() < 0.3:
        clock(rng, made, 0)
        made.entries[0][-1] = "{card: Test Clock, counters: {charge: 1}}"
    if attack == "no attack" and rng.random() < 0.3:  # nobody loses for a library
        made.cards.append(ANGEL)
        made.entries[0].append("Test Angel")
        made.ends = any("each opponent loses" in text for _, _, text in made.cards)
    bystanders(rng, made, QUIET, 1)
    made.growth = {"affine", "polynomial"}


def extra_combats(rng: random.Random, made: Made) -> None:
    """A combat phase more in every combat: for nothing, for Treasures that the damage makes, or by the damage itself."""
    made.ends = True
    how = rng.choice(("free", "treasures", "damage"))
    more = "After this main phase, there is an additional combat phase followed by an additional main phase."
    grow = steady(rng).replace("Each player gains", "You gain")  # more than the attacks take
    engine(made, f"Untap all creatures you control. {more} {grow}")
    says = {
        "free": "Whenever Test Raider attacks, you gain 1 life.",
        "treasures": "Whenever Test Raider deals combat damage to a player, create that many Treasure tokens.",
        "damage": "Whenever Test Raider deals combat damage to a player, untap each creature you control. "
        "After this combat phase, there is an additional combat phase.",
    }[how]
    if how == "treasures":
        made.cards[0] = (ENGINE, ARTIFACT, made.cards[0][2].replace("{0}:", "Sacrifice a Treasure:"))
    made.cards.append(("Test Raider", CREATURE, f"{RAIDER}\n{says}"))
    made.entries[0].append(f"{{card: Test Raider, label: raider, counters: {{+1/+1: {rng.randint(0, 3)}}}}}")
    made.lives = ["20", far(rng)]
    made.body = ["all pass to declare attackers", "attack with raider"]
    if how == "damage":
        made.body += ["all pass to combat damage", "all pass to combat"]
    else:
        sacrificing = " sacrificing oldest Treasure" if how == "treasures" else ""
        made.body += ["all pass to second main", f"activate engine{sacrificing}", "all pass"]
        if rng.random() < 0.3:
            made.entries[1].append("Test Angel")
            made.cards.append(ANGEL)
            made.ends = False
    bystanders(rng, made, QUIET, 1)
    made.growth = {"affine", "polynomial"}


def turn_cycles(rng: random.Random, made: Made) -> None:
    """Nobody does anything but what happens by itself, turn after turn, until a library or a life total is empty."""
    made.ends = True
    players = rng.choice((2, 2, 3))
    made.entries = [[] for _ in range(players)]
    made.lives = [far(rng) for _ in range(players)]
    made.libraries = [far(rng) for _ in range(players)]
    made.hands = [rng.choice((str(rng.randint(0, 9)), "[2 Forest, unknown]")) for _ in range(players)]
    for seat in range(players):
        if rng.random() < 0.5:
            clock(rng, made, seat)
    made.cards = list({name: (name, types, text) for name, types, text in made.cards}.values())
    made.body = ["all pass to next turn discarding unknown card"] * players
    if rng.random() < 0.15:
        for seat in range(players):
            made.entries[seat].append("Test Angel")
        made.cards.append(ANGEL)
        made.ends = False
    made.growth = {"affine", "polynomial", "constant"}


KINDS: Final[dict[str, tuple[Callable[[random.Random, Made], None], int]]] = {
    "linear": (linear, 200),
    "quadratic": (quadratic, 150),
    "cubic": (cubic, 120),
    "doubling": (doubling, 120),
    "fibonacci": (fibonacci, 100),
    "alternating": (alternating, 50),
    "ending": (ending, 160),
    "drains": (drains, 60),
    "halving": (halving, 40),
    "inner": (inner, 80),
    "progression": (progression, 80),
    "multiplying rounds": (multiplying_rounds, 60),
    "extra turns": (extra_turns, 60),
    "extra combats": (extra_combats, 60),
    "turn cycles": (turn_cycles, 60),
}


def made(kind: str, number: int) -> Made:
    """The generated board of this kind and number."""
    found = Made(f"{kind} {number}", kind)
    KINDS[kind][0](random.Random(found.name), found)
    return found
