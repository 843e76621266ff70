"""Closed lists of words: colours and mana (105.1, 106.1), keywords (702), creature types (205.3m), counters with rules (122.1).

Colours and kinds of mana by their letters (105.1, 106.1).

The keyword abilities of the language (702).

The creature types (205.3m).

Which kinds of counters do something by the rules alone (122.1), and which of those are not implemented.
"""

from __future__ import annotations

import re
from typing import Final

# --- symbols -------------------------------------------------------------------------------------

COLORS: Final = ("W", "U", "B", "R", "G")


MANA_KINDS: Final = ("W", "U", "B", "R", "G", "C")


def hybrid(symbol: str) -> tuple[str, ...]:
    """The ways to pay a hybrid symbol, such as W and B of {W/B}, and P, two life, of {W/P} (107.4e, f); () for any other symbol."""
    parts = tuple(symbol.split("/"))
    return parts if len(parts) > 1 and all(part in (*MANA_KINDS, "P") for part in parts) else ()


def either(symbol: str) -> tuple[str, ...]:
    """The two ways to pay a symbol such as {2/W}: its colour, or generic mana (107.4e); () for any other symbol."""
    number, _, color = symbol.partition("/")
    return (color, number) if number == "2" and color in MANA_KINDS else ()


def payable(symbol: str, resolving: bool = False) -> bool:
    """Whether the rules can have a symbol of a cost paid (107.4): not snow {S}; and not {2/W} while something resolves."""
    if symbol.isdecimal() or symbol == "X" or symbol in MANA_KINDS or hybrid(symbol):
        return True
    return bool(either(symbol)) and not resolving


# --- designations --------------------------------------------------------------------------------

#: What a permanent may become until it leaves the battlefield, and which means nothing but what other texts ask (701.37b, 702.112b).
DESIGNATIONS: Final = ("monstrous", "renowned")

# --- keywords ------------------------------------------------------------------------------------

#: Keywords that the language knows; what each does is the rules' business (a keyword without a handler refuses).
KEYWORDS: Final = (
    "flying",
    "reach",
    "first strike",
    "double strike",
    "deathtouch",
    "lifelink",
    "trample",
    "vigilance",
    "haste",
    "menace",
    "defender",
    "indestructible",
    "hexproof",
    "shroud",
    "flash",
    "fear",
    "intimidate",
    "skulk",
    "horsemanship",
    "shadow",
    "undying",
    "persist",
    "infect",
    "wither",
    "annihilator",
    "firebending",
    "storm",
    "convoke",
    "protection",
    "ward",
    "prowess",
    "changeling",
    "devoid",
    "rebound",
    "toxic",
    "landwalk",
    "flanking",
    "exalted",
    "battle cry",
    "extort",
    "ingest",
    "evolve",
    "mentor",
    "training",
    "dethrone",
    "improvise",
    "delve",
    "cascade",
    "myriad",
    "soulbond",
    "riot",
    "devour",
    "fuse",
    "aftermath",
    "split second",
)

#: Keywords that say nothing without what stands behind them: "protection from red", "ward {2}", "annihilator 2", "toxic 1".
WITH_PARAMETER: Final = frozenset({"protection", "ward", "annihilator", "firebending", "toxic", "landwalk", "devour"})

#: Keywords that may be narrowed by what stands behind them: "hexproof from blue" (702.11d).
MAY_HAVE_PARAMETER: Final = frozenset({"hexproof"})

#: Keywords of a spell that bind players wherever it is on the stack (702.61a): such a card makes the whole stack matter.
ON_STACK: Final = frozenset({"split second"})

#: Keywords by which objects pay for a spell instead of mana, and the rule of each (702.51a, 702.66a, 702.126a).
PAYING: Final = {"convoke": "702.51", "improvise": "702.126", "delve": "702.66"}


# --- creature types ------------------------------------------------------------------------------

_WORDS: Final = """
Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder
Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier Cat Centaur Child
Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile Custodes Cyberman Cyclops C’tan
Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix
Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret
Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem
Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid
Homunculus Horror Horse Human Hydra Hyena Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish
Juggernaut Kangaroo Kavu Kirin Kithkin Knight Kobold Kor Kraken Lamia Lammasu Leech Lemur Leviathan Lhurgoyf
Licid Lizard Llama Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger
Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Nautilus Necron Nephilim Nightmare
Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin
Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus
Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger
Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture
Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail
Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid
Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Time_Lord
Toy Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Vampire Varmint Vedalken Villain Volver Wall
Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie
Zubera
"""

#: Every creature type of the edition of January 2026; "Time Lord" is the one of two words.
NAMED: Final = frozenset(word.replace("_", " ").replace("’", "'") for word in _WORDS.split())

#: The subtypes of lands (205.3i).
LAND_TYPES: Final = frozenset(
    [
        "Cave",
        "Desert",
        "Forest",
        "Gate",
        "Island",
        "Lair",
        "Locus",
        "Mine",
        "Mountain",
        "Plains",
        "Planet",
        "Power-Plant",
        "Sphere",
        "Swamp",
        "Tower",
        "Town",
        "Urza's",
    ]
)

#: The subtypes of enchantments (205.3h), and of instants and sorceries (205.3k).
ENCHANTMENT_TYPES: Final = frozenset(
    ["Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard", "Shrine"]
)
SPELL_TYPES: Final = frozenset(["Adventure", "Arcane", "Lesson", "Omen", "Trap"])

#: The subtypes of artifacts (205.3g).
ARTIFACT_TYPES: Final = frozenset(
    [
        "Attraction",
        "Blood",
        "Bobblehead",
        "Clue",
        "Contraption",
        "Equipment",
        "Food",
        "Fortification",
        "Gold",
        "Incubator",
        "Infinity",
        "Junk",
        "Lander",
        "Map",
        "Powerstone",
        "Spacecraft",
        "Stone",
        "Treasure",
        "Vehicle",
    ]
)


# --- counter kinds -------------------------------------------------------------------------------

#: The keywords that a keyword counter can be (122.1b).
_OF_COUNTERS: Final = (
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip
#: Those of them whose counters the rules carry out. Of exalted each instance counts, and decayed is no word of the language.
KEYWORD_COUNTERS: Final = frozenset(_OF_COUNTERS) - {"decayed", "exalted"}
_KEYWORDS: Final = frozenset({*KEYWORDS, *_OF_COUNTERS}) - {
    "fuse",
    *ON_STACK,
}  # such counters are not among those of 122.1b
#: Counters of shield, defense and rads (122.1c, g, i).
_BY_NAME: Final = frozenset({"shield", "defense", "rad"})
_SIZES: Final = ("+1/+1", "-1/-1")
_SIGNS: Final = frozenset("+-/")
_KIND: Final = re.compile(r"[-+/a-z0-9]+( [-+/a-z0-9]+)*")


def is_kind(name: str) -> bool:
    """Whether words can name a kind of counters: small letters, digits and signs, with single spaces between words."""
    return _KIND.fullmatch(name) is not None


def not_implemented(kind: str) -> bool:
    """Whether counters of a kind do something by the rules that is not implemented.

    These are variants of keyword counters, some keyword counters (122.1b), and counters of other sizes than +1/+1 and
    -1/-1 (122.1a). Shield, defense and rad counters are among them (122.1c, g, i).
    """
    if kind in _SIZES or kind in KEYWORD_COUNTERS:
        return False
    return bool(_SIGNS & set(kind)) or kind in _BY_NAME or kind in _KEYWORDS or _is_variant(kind)


def _is_variant(kind: str) -> bool:
    """Whether a keyword is followed by words of its own, such as "hexproof from black"."""
    return any(kind.startswith(f"{keyword} ") for keyword in _KEYWORDS)
