"""Which sections of the comprehensive rules the engine follows: the judgement, one line for each section.

Numbers and titles are those of the newest edition, in which 732 is about shortcuts. The tests and refusal codes beside each
line are found by ``tests.house.rules_sections``, which also checks that they bear the judgement out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DONE: Final = "implemented"
PARTLY: Final = "partly"
REFUSED: Final = "refused"
NOTHING: Final = "nothing to do"

_UNREAD: Final = ("clause-not-understood",)
_NO_KEY: Final = ("unknown-key",)


@dataclass(frozen=True)
class Section:
    """A section, what is said of it, and the refusal codes that stand in for what is missing."""

    number: int  # discrete: printed
    title: str
    status: str
    note: str = ""
    codes: tuple[str, ...] = ()


def _s(number: int, title: str, status: str, note: str = "", codes: tuple[str, ...] = ()) -> Section:
    return Section(number, title, status, note, codes)


_PRINTED: Final = "no game action looks at it"
_HEAD: Final = "a heading; its sections say what holds"

CONCEPTS: Final = (
    _s(100, "General", NOTHING, "decks and matches are outside a position"),
    _s(
        101, "The Magic Golden Rules", PARTLY, "101.2 in effects that say can't; no house rules", ("not-your-decision",)
    ),
    _s(102, "Players", PARTLY, "opponents and seats; no teams", _NO_KEY),
    _s(
        103,
        "Starting the Game",
        PARTLY,
        "at the table decks are shuffled, hands drawn, mulligans taken, and cards begin on the battlefield; of opening hands no other actions",
        ("rule-103.6",),
    ),
    _s(
        104,
        "Ending the Game",
        PARTLY,
        "winning, losing, draws, conceding at any time",
        ("game-over",),
    ),
    _s(105, "Colors", PARTLY, "set, added and chosen colours; no colour indicator of faces", _UNREAD),
    _s(
        106,
        "Mana",
        PARTLY,
        "restrictions on spending as a closed language of words; no riders on what it is spent on, no snow mana",
        _UNREAD,
    ),
    _s(107, "Numbers and Symbols", PARTLY, "snow symbols are missing", ("rule-107.4",)),
    _s(108, "Cards", PARTLY, "ownership; only front faces", ("card-unknown",)),
    _s(109, "Objects", PARTLY, "groups of objects; a group seen from its members has limits", ("grouped-other",)),
    _s(110, "Permanents", PARTLY, "tapped and untapped; no flipped, phased-out or face-down status", _UNREAD),
    _s(111, "Tokens", PARTLY, "creation, doubling, leaving; predefined tokens only as far as they are read", _UNREAD),
    _s(112, "Spells", PARTLY, "cards and copies", _UNREAD),
    _s(113, "Abilities", PARTLY, "what is not read is carried along and refuses", ("rule-113.7", *_UNREAD)),
    _s(114, "Emblems", REFUSED, "no card that makes one is read", _UNREAD),
    _s(
        115,
        "Targets",
        PARTLY,
        "a fixed number of targets, up to one, or those that something is divided among; no changed targets but for copies",
        _UNREAD,
    ),
    _s(116, "Special Actions", PARTLY, "playing a land; no suspend, no face-up turning", ("land-played",)),
    _s(117, "Timing and Priority", DONE),
    _s(
        118,
        "Costs",
        PARTLY,
        "no cost but mana, life, sacrifice and discard on resolution",
        ("rule-118.7", "rule-118.12", "rule-cost"),
    ),
    _s(119, "Life", PARTLY, "an exchange with a total that grows is missing", ("rule-701.12",)),
    _s(120, "Damage", PARTLY, "no damage to battles", _UNREAD),
    _s(121, "Drawing a Card", PARTLY, "a shuffled library has no known order", ("random-result",)),
    _s(122, "Counters", PARTLY, "moving counters and counters that are abilities are missing", ("rule-cost-counters",)),
    _s(123, "Stickers", REFUSED, "no card with them is read", _UNREAD),
)
PARTS: Final = (
    _s(200, "General", NOTHING, _HEAD),
    _s(201, "Name", PARTLY, "names are compared; choosing one is missing", _UNREAD),
    _s(202, "Mana Cost and Color", PARTLY, "mana value of front faces and copies", ("unknown-card",)),
    _s(203, "Illustration", NOTHING, _PRINTED),
    _s(204, "Color Indicator", PARTLY, "read as the card's colours", ("unknown-card",)),
    _s(205, "Type Line", PARTLY, "types, subtypes and supertypes", ("unknown-card",)),
    _s(206, "Expansion Symbol", NOTHING, _PRINTED),
    _s(207, "Text Box", PARTLY, "reminder and flavour words are skipped", _UNREAD),
    _s(208, "Power/Toughness", PARTLY, "a creature without either refuses", ("rule-208.3",)),
    _s(209, "Loyalty", PARTLY, "printed loyalty; not X", _UNREAD),
    _s(210, "Defense", REFUSED, "battles", _UNREAD),
    _s(211, "Hand Modifier", REFUSED, "vanguard", _NO_KEY),
    _s(212, "Life Modifier", REFUSED, "vanguard", _NO_KEY),
    _s(213, "Information Below the Text Box", NOTHING, _PRINTED),
)
TYPES: Final = (
    _s(300, "General", NOTHING, _HEAD),
    _s(301, "Artifacts", PARTLY, "Equipment, Vehicles and crewing; nothing asks what crewed, no fortifying", _UNREAD),
    _s(302, "Creatures", DONE),
    _s(303, "Enchantments", PARTLY, "Auras on permanents and graveyard cards; not on players", _UNREAD),
    _s(304, "Instants", DONE, "shown by the sections on casting and timing"),
    _s(305, "Lands", PARTLY, "one each turn, and more where an effect says so", ("land-played",)),
    _s(
        306,
        "Planeswalkers",
        PARTLY,
        "loyalty, damage and attacks; not as a group that is attacked",
        ("loyalty-timing",),
    ),
    _s(307, "Sorceries", DONE, "shown by the sections on casting and timing"),
    _s(308, "Kindreds", PARTLY, "as a type of a card that has another one", _UNREAD),
    _s(309, "Dungeons", REFUSED, "no card that ventures is read", _UNREAD),
    _s(310, "Battles", REFUSED, "no battle is read", _UNREAD),
    _s(311, "Planes", REFUSED, "no planar deck", _NO_KEY),
    _s(312, "Phenomena", REFUSED, "no planar deck", _NO_KEY),
    _s(313, "Vanguards", REFUSED, "no vanguard cards", _NO_KEY),
    _s(314, "Schemes", REFUSED, "no scheme deck", _NO_KEY),
    _s(315, "Conspiracies", REFUSED, "no draft", _NO_KEY),
)
ZONES: Final = (
    _s(400, "General", PARTLY, "new objects, last known values; hidden zones are laid open", ("unknown-card",)),
    _s(401, "Library", PARTLY, "known and unknown runs; an order after shuffling refuses", ("random-result",)),
    _s(402, "Hand", PARTLY, "maximum size; a position lays hands open", ("unknown-card",)),
    _s(403, "Battlefield", DONE, "shown by the sections on permanents"),
    _s(404, "Graveyard", PARTLY, "the order of a graveyard is not kept", _UNREAD),
    _s(405, "Stack", DONE),
    _s(406, "Exile", PARTLY, "face up only", _UNREAD),
    _s(407, "Ante", REFUSED, "not played for ante", _UNREAD),
    _s(408, "Command", PARTLY, "commanders; no emblems", _UNREAD),
)
TURN: Final = (
    _s(500, "General", PARTLY, "extra turns, phases and steps after this one; no extra steps of combat", _UNREAD),
    _s(501, "Beginning Phase", DONE, "shown by its steps"),
    _s(502, "Untap Step", PARTLY, "no phasing and no choice of what untaps", _UNREAD),
    _s(503, "Upkeep Step", DONE, "shown by 603.2, the beginning of a step"),
    _s(504, "Draw Step", DONE),
    _s(505, "Main Phase", PARTLY, "no Attractions", _UNREAD),
    _s(
        506,
        "Combat Phase",
        PARTLY,
        "no battles",
        ("rule-combat",),
    ),
    _s(507, "Beginning of Combat Step", PARTLY, "every opponent is a defending player", ("rule-combat",)),
    _s(
        508,
        "Declare Attackers Step",
        PARTLY,
        "costs to attack are mana alone; no banding",
        ("rule-508.1h", "rule-combat"),
    ),
    _s(509, "Declare Blockers Step", PARTLY, "costs to block are mana alone; no banding", ("rule-combat",)),
    _s(510, "Combat Damage Step", DONE),
    _s(511, "End of Combat Step", DONE),
    _s(512, "Ending Phase", DONE, "shown by its steps"),
    _s(513, "End Step", DONE, "shown by 603.2, the beginning of a step"),
    _s(514, "Cleanup Step", DONE),
)
SPELLS: Final = (
    _s(600, "General", NOTHING, _HEAD),
    _s(
        601,
        "Casting Spells",
        PARTLY,
        "kicker, buyback, entwine, alternative costs, convoke, from other zones",
        ("rule-601.2f",),
    ),
    _s(602, "Activating Activated Abilities", PARTLY, "a limited ability that was given, beside another one"),
    _s(
        603,
        "Handling Triggered Abilities",
        PARTLY,
        "once each turn for part of a group; one or more at once in several parts of one effect",
        ("rule-603.2h", "rule-603.2c", "grouped-triggers"),
    ),
    _s(604, "Handling Static Abilities", PARTLY, "a group of sources that grants triggers", ("rule-group-static",)),
    _s(605, "Mana Abilities", PARTLY, "a group of triggered ones is missing", ("rule-605.4",)),
    _s(606, "Loyalty Abilities", PARTLY, "adding and removing; not X", ("loyalty-timing",)),
    _s(607, "Linked Abilities", PARTLY, "exiled cards and choices; what was chosen must be declared", ("rule-607",)),
    _s(
        608,
        "Resolving Spells and Abilities",
        PARTLY,
        "some last known values are missing",
        ("rule-608.2h", "rule-effect"),
    ),
    _s(609, "Effects", PARTLY, "what has a handler; the rest refuses", ("rule-effect",)),
    _s(
        610,
        "One-Shot Effects",
        PARTLY,
        "what has a handler; no group of which each exiles something until it leaves",
        ("rule-610.3",),
    ),
    _s(611, "Continuous Effects", PARTLY, "until end of turn and lasting; no other durations", _UNREAD),
    _s(
        612,
        "Text-Changing Effects",
        PARTLY,
        "colour words, basic land types and creature types replaced by others, in permanents and spells, for good or until end of turn; a lost and gained enchant ability; no exchanged text boxes, no static abilities that replace words",
        _UNREAD,
    ),
    _s(
        613,
        "Interaction of Continuous Effects",
        PARTLY,
        "all layers",
        ("growth-not-covered",),
    ),
    _s(
        614,
        "Replacement Effects",
        PARTLY,
        "of amounts, zones and entering, and skipped turns, phases and steps; nothing is done instead of a skipped step",
        _UNREAD,
    ),
    _s(615, "Prevention Effects", PARTLY, "shields on objects, players, sources; not on chosen sources", _UNREAD),
    _s(
        616,
        "Interaction of Replacement and/or Prevention Effects",
        PARTLY,
        "in groups up to a limit; all damage prevented only where nothing else applies",
        ("rule-616-group", "rule-616.1"),
    ),
)
ADDITIONAL: Final = (
    _s(700, "General", PARTLY, "modes, dying, devotion; no votes and no piles", ("mode",)),
    _s(701, "Keyword Actions", PARTLY, "those with an effect of the language", ("rule-701.22", "rule-701.12")),
    _s(702, "Keyword Abilities", PARTLY, "those of the language, docs/terms.md lists them", _UNREAD),
    _s(703, "Turn-Based Actions", PARTLY, "no phasing, no day and night, no Attractions", _UNREAD),
    _s(
        704,
        "State-Based Actions",
        PARTLY,
        "no battles, dungeons, sectors and speed; world permanents that come together, Roles without timestamps",
        (*_UNREAD, "rule-704.5k", "rule-704.5v", "rule-704.5y"),
    ),
    _s(
        705,
        "Flipping a Coin",
        PARTLY,
        "results are given; no stated results and no number of coins",
        ("random-result", *_UNREAD),
    ),
    _s(706, "Rolling a Die", REFUSED, "chance is not predictable", _UNREAD),
    _s(707, "Copying Objects", PARTLY, "tokens, spells, entering copies, copies for a turn", ("rule-707.10c",)),
    _s(
        708,
        "Face-Down Spells and Permanents",
        PARTLY,
        "by morph, disguise, manifesting and cloaking, and by effects that turn a card face down; no token, no copy",
        ("rule-708.4", "rule-708.10", "rule-107.3d", *_UNREAD),
    ),
    _s(709, "Split Cards", PARTLY, "instants and sorceries; no Rooms (709.5)", ("rule-709.3", *_UNREAD)),
    _s(710, "Flip Cards", REFUSED, "only the front face is read", _UNREAD),
    _s(711, "Leveler Cards", REFUSED, "no card with it is read", _UNREAD),
    _s(
        712,
        "Double-Faced Cards",
        PARTLY,
        "either face of a modal card, and cards that transform; no meld, disturb or more than meets the eye",
        ("rule-712.8", "rule-712.8a", "rule-712.9", "rule-712.11b", "rule-712.18", *_UNREAD),
    ),
    _s(713, "Substitute Cards", NOTHING, _PRINTED),
    _s(714, "Saga Cards", PARTLY, "without read ahead", ("rule-714.4", *_UNREAD)),
    _s(
        715,
        "Adventurer Cards",
        PARTLY,
        "cast as an Adventure and played from exile; of others' cards, or as something resolves, refused",
        _UNREAD,
    ),
    _s(716, "Class Cards", DONE),
    _s(717, "Attraction Cards", REFUSED, "no card with it is read", _UNREAD),
    _s(
        718,
        "Prototype Cards",
        PARTLY,
        "cast normally or prototyped; a position file has the normal card alone; face down refused",
        ("rule-718.3", *_UNREAD),
    ),
    _s(719, "Case Cards", REFUSED, "no card with it is read", _UNREAD),
    _s(720, "Omen Cards", REFUSED, "only the front face is read", _UNREAD),
    _s(721, "Station Cards", DONE),
    _s(722, "Preparation Cards", REFUSED, "no card with it is read", _UNREAD),
    _s(723, "Controlling Another Player", PARTLY, "for a turn; not for a combat or a search", _UNREAD),
    _s(724, "Ending Turns and Phases", REFUSED, "no card with it is read", _UNREAD),
    _s(725, "The Monarch", REFUSED, "no card with it is read", _UNREAD),
    _s(726, "The Initiative", REFUSED, "no card with it is read", _UNREAD),
    _s(727, "Restarting the Game", REFUSED, "no card with it is read", _UNREAD),
    _s(728, "Rad Counters", REFUSED, "no card with it is read", _UNREAD),
    _s(729, "Subgames", REFUSED, "no card with it is read", _UNREAD),
    _s(730, "Merging with Permanents", REFUSED, "no card with it is read", _UNREAD),
    _s(731, "Day and Night", PARTLY, "by daybound and nightbound alone", ("rule-613.7m", *_UNREAD)),
    _s(
        732,
        "Taking Shortcuts",
        PARTLY,
        "of fragmented loops only the first two periods and the last one are looked at; tournament rules are not applied",
        ("growth-not-covered",),
    ),
    _s(733, "Handling Illegal Actions", NOTHING, "an illegal choice is refused before anything happens"),
)
VARIANTS: Final = (
    _s(
        800,
        "General",
        PARTLY,
        "leaving and conceding at any time; what is half done with what leaves is refused where the text doesn't say",
        ("rule-800.4a", "rule-800.4g", "rule-800.4i"),
    ),
    _s(
        801,
        "Limited Range of Influence Option",
        PARTLY,
        "one range for all; some effects are not scoped",
        ("rule-801",),
    ),
    _s(802, "Attack Multiple Players Option", DONE, "the only way to attack with several players"),
    _s(803, "Attack Left and Attack Right Options", REFUSED, "not an option of a position", _NO_KEY),
    _s(804, "Deploy Creatures Option", REFUSED, "not an option of a position", _NO_KEY),
    _s(805, "Shared Team Turns Option", REFUSED, "no teams", _NO_KEY),
    _s(806, "Free-for-All Variant", PARTLY, "each for themselves", _NO_KEY),
    _s(807, "Grand Melee Variant", REFUSED, "not an option of a position", _NO_KEY),
    _s(808, "Team vs. Team Variant", REFUSED, "no teams", _NO_KEY),
    _s(809, "Emperor Variant", REFUSED, "no teams", _NO_KEY),
    _s(810, "Two-Headed Giant Variant", REFUSED, "no teams", _NO_KEY),
    _s(811, "Alternating Teams Variant", REFUSED, "no teams", _NO_KEY),
    _s(900, "General", NOTHING, _HEAD),
    _s(901, "Planechase", REFUSED, "no planar deck", _NO_KEY),
    _s(902, "Vanguard", REFUSED, "no vanguard cards", _NO_KEY),
    _s(903, "Commander", PARTLY, "zone, tax, damage and life; decks are not checked", ("commander",)),
    _s(904, "Archenemy", REFUSED, "no scheme deck", _NO_KEY),
    _s(905, "Conspiracy Draft", REFUSED, "no draft", _NO_KEY),
)
CHAPTERS: Final = {
    "100s: game concepts": CONCEPTS,
    "200s: parts of a card": PARTS,
    "300s: card types": TYPES,
    "400s: zones": ZONES,
    "500s: turn structure": TURN,
    "600s: spells, abilities and effects": SPELLS,
    "700s: additional rules": ADDITIONAL,
    "800s and 900s: several players, variants": VARIANTS,
}
#: Tests that show a section without being named by its number: number -> names of tests.
SHOWN: Final[dict[int, tuple[str, ...]]] = {
    304: ("test_608_3_a_permanent_spell_enters_and_an_instant_goes_to_the_graveyard",),
    307: ("test_601_3_casting_needs_the_card_the_mana_and_the_time",),
    403: ("test_608_3_a_permanent_spell_enters_and_an_instant_goes_to_the_graveyard",),
    501: ("test_500_1_the_steps_come_in_order_and_the_turn_passes_on",),
    503: ("test_603_2_the_beginning_of_a_step",),
    512: ("test_500_1_the_steps_come_in_order_and_the_turn_passes_on",),
    513: ("test_603_2_the_beginning_of_a_step",),
}
