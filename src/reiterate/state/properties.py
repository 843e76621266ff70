"""Every name in a state, once: properties, amounts, references, sequences, tallies, kinds.

The texts stand in certificates and position files and never change. Source code says the constants.
The type of a constant says what is kept under its name. A comment says what the value means, on
which rows it stands, and the rule. A *family* is the beginning of many names:
``f"{COUNTER}{kind}"``, ``f"{NTH_TARGET}{i}"``. Zones are in ``reiterate.state.model``.

The checker of certificates has closed lists of its own (``reiterate.check.game_lists``), and a test
compares them with these names.
"""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

from reiterate.terms.vocabulary import KEYWORD_COUNTERS

# --- properties: discrete values of a class ------------------------------------------------------
# An absent property is False. ``Class.prop`` and ``Class.with_prop`` know each name's type.

FlagName = NewType("FlagName", str)  # True, or absent
NumberName = NewType("NumberName", str)  # a whole number that never grows without bound
TextName = NewType("TextName", str)  # a word: a step, a seat ("p2"), a zone, a duration
ListName = NewType("ListName", str)  # a tuple
TermName = NewType("TermName", str)  # a term of a card's text, or a whole printed card
PropertyFamily: TypeAlias = str  # the beginning of the names of a family of properties

# of the game
ACTIVE: Final = NumberName("active")  # the seat of the active player (102.1)
WHO: Final = NumberName("who")  # the seat that decides now; of a question: who decided before it
NEXT: Final = NumberName("next")  # who gets priority once all is settled (117.5)
PASSES: Final = NumberName("passes")  # how many players have passed in succession (117.4)
RANGE: Final = NumberName("range")  # the range of influence, in seats (801.2)
ASKED: Final = TextName("ask")  # what is waited for; of a question: what it interrupts
BEGINNING: Final = TextName("beginning")  # the step that begins where a player left as it began (800.4a)
STEP: Final = TextName("step")  # the present step (500.1); of an added step: which one
AFTER: Final = TextName("after")  # after which step the added steps under way came (500.9)
RESUME: Final = TextName("resume")  # the step that follows the added phases under way (500.8)
ADDED: Final = TextName("added")  # the added beginning phase under way (500.10)
TURN_OF: Final = TextName("turn of")  # during an extra turn: whose turn was before it (500.7)
IN_EXTRA_TURN: Final = FlagName("extra turn")  # the turn is an extra turn (500.7); only where a card reads it
ATTACKED: Final = FlagName("attacked")  # attackers were declared in this combat (508.8)
PAYING: Final = FlagName("paying")  # a cost to attack or to block is paid (508.1i, 509.1f)
DAYTIME: Final = TextName("daytime")  # "day" or "night", once it has become either (731.1)
CAST_LATELY: Final = TextName(
    "cast lately"
)  # the active player of the turn before cast "none" or "two" spells, where it is day or night (731.2)
OUTCOME: Final = TextName("outcome")  # how a game that is over ended (104)
OUTCOME_RULE: Final = TextName("rule")  # the rule by which it ended

# of a player
LOST: Final = TextName("lost")  # the rule by which this player lost, or "draw" (104.3, 104.4)
LOSING: Final = FlagName("losing")  # an effect makes this player lose at the next check (104.3e)
WINNING: Final = FlagName("winning")  # an effect makes this player win at the next check (104.2b)
DECKED: Final = FlagName("decked")  # drew from an empty library since the last check (104.3c)
SHUFFLED: Final = FlagName("shuffled")  # this library was shuffled: nobody knows its order (701.24)
PARTLY_SHUFFLED: Final = FlagName("partly shuffled")  # and cards lie on top of it or below it that people know
UNSEATED: Final = FlagName("unseated")  # had left as this turn began: no seat of the ring (801.2c)
SHELTERED: Final = TextName("sheltered")  # keywords of what may attack this player until their next turn (508.1c)
BLESSED: Final = FlagName("blessed")  # has the city's blessing (702.131)
UNLIMITED: Final = TextName("unlimited")  # no maximum hand size: until this player's "next turn", or the "game" (402.2)
LANDED: Final = NumberName("landed")  # lands played this turn: True for one (305.2)
MASTER: Final = TextName("master")  # who controls this player now (723.5)
NEXT_MASTER: Final = TextName("next master")  # who will control this player's next turn (723.1)

# of a card, wherever it is
COMMANDER: Final = TextName("commander")  # whose commander it is, and which of them (903.3)
COMMANDER_ARRIVED: Final = FlagName("commander arrived")  # since the last check (903.9a)

# of a spell, and of the permanent that it becomes
CAST_FROM: Final = TextName("cast")  # the zone from which it was cast (601.2a)
HOW: Final[PropertyFamily] = "how."  # family of flags: how it was cast ("how.kicker")
HOW_FLASHBACK: Final = FlagName("how.flashback")  # cast with flashback (702.34)
HOW_JUMP_START: Final = FlagName("how.jump-start")  # cast with jump-start (702.133)
EXILED_INSTEAD: Final = FlagName("how.exiled instead")  # not put into a graveyard (614.1a)
WORD_CHANGES: Final = ListName("text")  # text changes in force: (duration, changes), ... (612)
COPIABLE: Final = TermName("copiable")  # copiable values of what has a changed text (707.2)
COPIED: Final = TermName("copied")  # the copiable values without a copy effect that ends (707.2)
PRINTED: Final = TermName("printed")  # the printed card below a copy effect (707.2)

# of a permanent
CHOSEN: Final[PropertyFamily] = "chosen."  # family of texts: chosen as it entered (607.2d)
CHOSEN_COLOR: Final = TextName("chosen.color")  # the chosen colour
CHOSEN_PLAYER: Final = TextName("chosen.player")  # the chosen player, by seat
KEPT_CHOSEN: Final[PropertyFamily] = "kept chosen."  # family: hidden by a copy effect (607.5a)
USED: Final[PropertyFamily] = "used."  # family of flags: an ability that has a limit (602.5b)
USED_UP: Final[PropertyFamily] = "spent."  # family of flags: an ability that can be activated only once (602.5b)
USED_LOYALTY: Final = FlagName("used.loyalty")  # a loyalty ability was activated this turn (606.3)
TRIGGERED_ONCE: Final[PropertyFamily] = "triggered."  # family of flags: it has a limit (603.2h)
DIES_TO_EXILE: Final = FlagName("dies to exile")  # exiled instead of dying this turn (614.1a)
LEAVES_TO_EXILE: Final = FlagName("leaves to exile")  # exiled instead of put anywhere else (614.1a)
ATTACKING: Final = FlagName("attacking")  # an attacking creature (508.1k)
#: That a creature has attacked a player this turn, with the player behind it ("p2"), where a card asks.
ATTACKED_PLAYER: Final[PropertyFamily] = "attacked."
ATTACKED_BEFORE: Final = FlagName(
    "attacked before"
)  # was declared as an attacker this turn; only where a card reads it
BLOCKED: Final = FlagName("blocked")  # a blocked creature (509.1h)
BLOCKING: Final = FlagName("blocking")  # a blocking creature (509.1g)
STRUCK: Final = FlagName("struck")  # had first strike in the first of two damage steps (510.4)
ASSIGNED: Final = FlagName("assigned")  # its combat damage is assigned (510.1)
DEATHTOUCHED: Final = FlagName("deathtouched")  # by damage since the last check (704.5h)
DISCARDED: Final = FlagName("discarded")  # it was discarded this turn; only where the card asks
ENTERED: Final = FlagName("entered")  # came to its zone this turn; only where a card reads it
ARRIVED: Final = TextName(
    "arrived"
)  # "new": under this control since the last own upkeep; "due" in an upkeep (702.30a)
STAYS_TAPPED: Final = TextName("stays tapped")  # in the next untap step of its "controller", or of a seat (502.3)
BINDS: Final = FlagName("binds")  # an effect lasts as long as something is so of it (611.2b)
PAIRED: Final = FlagName("paired")  # a creature paired with another, which its reference "pair" is to (702.95b)
SADDLED: Final = FlagName("saddled")  # until end of turn (702.171b)
MANIFESTED: Final = FlagName("manifested")  # manifested or cloaked, as long as it is face down (701.40a, 701.58a)
DESIGNATED: Final[PropertyFamily] = "is."  # family of flags: a designation that stays (701.37b, 702.112b)
CLASS_LEVEL: Final = NumberName("level")  # of a Class, where it is more than 1 (716.2b, 716.2d)
KEPT: Final = FlagName("kept")  # kept when the legend rule asked (704.5j)
WORLD_SETTLED: Final = FlagName("world settled")  # the world rule has looked at it (704.5k)
UNDER: Final = TextName("under")  # under control effects: who controls it without (613.1b)
ENCHANT: Final = TermName("enchant")  # the enchant ability that an effect gave it (702.5)
LAST_KNOWN: Final = TermName("last known")  # of what is gone: as it last was (608.2h)

# of a card in another zone than the battlefield
MAY_PLAY: Final = TextName("may play")  # of a card in exile: how long its owner may play it (601.3)
MAY_ONLY_CAST: Final = FlagName("may only cast")  # and that it may only be cast
FLASHBACK: Final = FlagName("flashback")  # of a card in a graveyard: this turn (702.34)

# of what waits or lasts
DURATION: Final = TextName("duration")  # of an effect, shield or delayed trigger (611.2a)
ONCE: Final = FlagName("once")  # of a delayed trigger: it triggers only once (603.7b)
PHASES: Final = ListName("phases")  # of added phases: which ones (500.8)
REST: Final = ListName("rest")  # of a suspended resolution: the effects to come (608.2c)
CHOICES: Final = NumberName("choices")  # of a question: how many choices were made before it
WORDS: Final = ListName("words")  # of a question: the answers in words
QUESTION_KIND: Final = TextName("kind")  # of a question: asks for an object, a number, ...
QUESTION_TEXT: Final = TextName("text")  # of a question: how it is worded

# --- amounts: everything that can grow -----------------------------------------------------------
# An absent amount is 0. ``state.amount_slots`` says which rows may have which, and the least of each.

AmountName: TypeAlias = str

N: Final[AmountName] = "n"  # how many things the row stands for: no slot, but named like one

# of a player
LIFE: Final[AmountName] = "life"  # life total (119)
MANA: Final[AmountName] = "mana."  # family: mana in the pool ("mana.G"), "/" for what only (106.4)
THIS_TURN: Final[AmountName] = "turn."  # family: what happened this turn ("turn.cards drawn")
CAST_BEFORE: Final[AmountName] = "cast before."  # family: spells of a name cast this game, where a card asks, at most 2
COMMANDER_CASTS: Final[AmountName] = "commander casts."  # family: from the command zone (903.8)
COMMANDER_DAMAGE: Final[AmountName] = "commander damage."  # family: in combat (903.10a)
SKIP_TURNS: Final[AmountName] = "skip turns"  # turns that the player will skip (500.11)
LAST_CARDS: Final[AmountName] = "last cards."  # family: cards in a zone of a player as they left the game (800.4i)
SKIP_NEXT: Final[AmountName] = "skip next "  # family: steps and phases to skip (500.11)

# of a permanent; counters also of a player or a card in exile
COUNTER: Final[AmountName] = "counter."  # family: counters by kind (122.1)
PLUS_COUNTERS: Final[AmountName] = "counter.+1/+1"  # (122.1a)
MINUS_COUNTERS: Final[AmountName] = "counter.-1/-1"  # (122.1a)
LOYALTY_COUNTERS: Final[AmountName] = "counter.loyalty"  # (306.5)
LORE_COUNTERS: Final[AmountName] = "counter.lore"  # of a Saga (714.3)
POISON_COUNTERS: Final[AmountName] = "counter.poison"  # of a player (122.1f)
ENERGY_COUNTERS: Final[AmountName] = "counter.energy"  # of a player (107.14)
FINALITY_COUNTERS: Final[AmountName] = "counter.finality"  # (122.1h)
STUN_COUNTERS: Final[AmountName] = "counter.stun"  # (122.1d)
#: The counters that give their object a keyword (122.1b).
KEYWORD_COUNTED: Final = frozenset(f"{COUNTER}{kind}" for kind in KEYWORD_COUNTERS)
DAMAGE: Final[AmountName] = "damage"  # marked damage (120.6)
ASSIGNED_DAMAGE: Final[AmountName] = "assigned"  # combat damage that is to be dealt (510.1)
EOT_POWER: Final[AmountName] = "eot.power"  # change of power until end of turn (613.4c)
EOT_TOUGHNESS: Final[AmountName] = "eot.toughness"  # change of toughness until end of turn (613.4c)
LAST_POWER: Final[AmountName] = "last.power"  # of what is gone (608.2h)
LAST_TOUGHNESS: Final[AmountName] = "last.toughness"  # of what is gone (608.2h)

# of a spell, an ability or a resolution
X: Final[AmountName] = "x"  # the announced X (107.3)
NTH_PART: Final[AmountName] = "part"  # family: what each target gets of what is divided (601.2d)
THAT_MUCH: Final[AmountName] = "that"  # how much the triggering event was about (603.2)
MANA_SPENT: Final[AmountName] = "mana spent"  # how much was spent to cast the spell of the triggering event (601.2h)
DONE_AMOUNT: Final[AmountName] = "done"  # how much the effect before did ("that much"; 608.2c)
PRODUCED: Final[AmountName] = "produced."  # family of flags: mana that triggered it (605.1b)
MANA_TIMES: Final[AmountName] = "mana times"  # how many times as much mana is added (106.4)
DID: Final[AmountName] = "did"  # flag: something was done, for "if you do" (118.12)
HAPPENED: Final[AmountName] = "happened"  # flag: its event happened, for "when you do" (603.12)
DONE_TOGETHER: Final[AmountName] = "together"  # flag: all give up what they chose at the same time (101.4)
RESULT_NONE: Final[AmountName] = "res none"  # flag: the effect before made, moved or chose nothing
RESULT_GIVEN: Final[AmountName] = "res given"  # flag: "it" was given up as a cost
TURNED: Final[AmountName] = "turned"  # flag: its source transformed since it was put on the stack or created (701.27f)
RESULT_TWO: Final[AmountName] = "res two"  # flag: "it" was given up, and another was made

# of what lasts
TIMES: Final[AmountName] = "times"  # of an effect: how many like changes it stands for
LEFT: Final[AmountName] = "left"  # of a shield: damage still to prevent (615.7)
LOW: Final[AmountName] = "low"  # of a question: the least answer
HIGH: Final[AmountName] = "high"  # of a question: the greatest answer

# --- references: from a row to a row -------------------------------------------------------------

ReferenceName: TypeAlias = str

ABOUT: Final[ReferenceName] = "about"  # of the game or a question: what the decision is about
SOURCE: Final[ReferenceName] = "source"  # the object that an ability or effect comes from (113.7)
HOST: Final[ReferenceName] = "host"  # what an Aura or Equipment is attached to (301.5, 303.4)
PAIR: Final[ReferenceName] = "pair"  # the creature that a paired creature is paired with (702.95b)
THAT: Final[ReferenceName] = "that"  # the object that the triggering event was about (603.2)
THAT_PLAYER: Final[ReferenceName] = "player"  # the player that the triggering event was about
DEFENDER: Final[ReferenceName] = "defender"  # what the triggering creature attacked (508.5)
ATTACKS: Final[ReferenceName] = "attacks"  # what an attacking creature attacks (508.1b)
BLOCKS: Final[ReferenceName] = "blocks"  # what a blocking creature blocks (509.1a)
ON: Final[ReferenceName] = "on"  # the object that an effect or shield is about
TO: Final[ReferenceName] = "to"  # to what a shield redirects damage (614.9)
SPELL: Final[ReferenceName] = "spell"  # of a resolution: the spell that resolves
NTH_TARGET: Final[ReferenceName] = "target"  # family: the targets, from 0 (115)
FIRST_TARGET: Final[ReferenceName] = "target0"  # the first of them
NTH_RESULT: Final[ReferenceName] = "res"  # family: what was made, moved or chosen before (608.2c)
FIRST_RESULT: Final[ReferenceName] = "res0"  # the first of them
NTH_LINK: Final[ReferenceName] = "link"  # family: what a linked ability remembers, from 0 (607)
FIRST_LINK: Final[ReferenceName] = "link0"  # the first of them
NTH_LOOKED: Final[ReferenceName] = "looked"  # family: cards looked at that are still to be put somewhere
NTH_HURT: Final[ReferenceName] = "hurt"  # family: permanents that were dealt damage before
NTH_OFFERED: Final[ReferenceName] = "offered"  # family: what all will sacrifice or discard (101.4)
NTH_OPTION: Final[ReferenceName] = "option"  # family: of a question: what may be chosen
NTH_CARD: Final[ReferenceName] = "card"  # family: cards that will return (610.3)
MOVED: Final[ReferenceName] = "@"  # behind a name: where the object went (400.7)

# --- sequences of rows ---------------------------------------------------------------------------
# The stack is a sequence under the name of its zone (``model.STACK``), top first.

SequenceName: TypeAlias = str

LIBRARY_OF: Final[SequenceName] = "library."  # family: a player's library by seat, top first (401)
TIMESTAMPS: Final[SequenceName] = "order"  # what has a timestamp that matters, oldest first (613.7)
TURNS_ADDED: Final[SequenceName] = "turns"  # extra turns, the next one first (500.7)
PHASES_ADDED: Final[SequenceName] = "phases"  # added phases, the next ones first (500.8)
STEPS_ADDED: Final[SequenceName] = "steps"  # added steps, the next one first (500.9)

# --- tallies: counts of events, outside identity and unreadable by rules -------------------------
# "resolved.trigger", "resolved.ability" and "NAME skipped.p1" are made of words.

TallyName: TypeAlias = str

COUNT_ACTIVATIONS: Final[TallyName] = "activations"
COUNT_MANA_ACTIVATIONS: Final[TallyName] = "mana activations"
COUNT_RESOLVED: Final[TallyName] = "resolved."  # family: "trigger", "ability"
COUNT_CASTS: Final[TallyName] = "casts"
COUNT_CASTS_OF: Final[TallyName] = "casts."  # family: by the card's name
COUNT_COPIES: Final[TallyName] = "copies"
COUNT_COUNTERED: Final[TallyName] = "countered"
COUNT_ENTERS: Final[TallyName] = "etb"
COUNT_ENTERS_OF: Final[TallyName] = "etb."  # family: by the card's name
COUNT_DIES: Final[TallyName] = "dies"
COUNT_DIES_OF: Final[TallyName] = "dies."  # family: by the card's name
COUNT_TOKENS_OF: Final[TallyName] = "tokens."  # family: by the token's name
COUNT_SACRIFICES: Final[TallyName] = "sacrifices"
COUNT_TAPS: Final[TallyName] = "taps"
COUNT_UNTAPS: Final[TallyName] = "untaps"
COUNT_COUNTERS_OF: Final[TallyName] = "counters."  # family: by kind
COUNT_MANA_OF: Final[TallyName] = "mana."  # family: by colour
COUNT_ATTACKS: Final[TallyName] = "attacks"
COUNT_BLOCKS: Final[TallyName] = "blocks"
COUNT_DAMAGE_TO: Final[TallyName] = "damage."  # family: by player
COUNT_LIFE_GAINED_BY: Final[TallyName] = "life gained."  # family: by player, the life
COUNT_LIFE_GAINS_OF: Final[TallyName] = "lifegain."  # family: by player, the events
COUNT_LIFE_LOST_BY: Final[TallyName] = "life lost."  # family: by player
COUNT_DRAWS_OF: Final[TallyName] = "draws."  # family: by player
COUNT_DISCARDS_OF: Final[TallyName] = "discards."  # family: by player
COUNT_MILLS_OF: Final[TallyName] = "mills."  # family: by player
COUNT_EXILES_OF: Final[TallyName] = "exiles."  # family: cards from the top of a library, by player
COUNT_SEARCHES: Final[TallyName] = "searches"
COUNT_POPULATES: Final[TallyName] = "populates"
COUNT_PROLIFERATES: Final[TallyName] = "proliferates"
COUNT_FLIPS_OF: Final[TallyName] = "flips."  # family: coins, by player
COUNT_REPETITIONS: Final[TallyName] = "repetitions"  # of a process that is repeated (608.2c)
COUNT_EXTRA: Final[TallyName] = "extra "  # family: phases and steps that were added
COUNT_EXTRA_TURNS: Final[TallyName] = "extra turns"
COUNT_EXTRA_TURNS_OF: Final[TallyName] = "extra turns."  # family: by player
COUNT_CONTROLLED_TURNS_OF: Final[TallyName] = "controlled turns."  # family: by player
COUNT_TURNS_SKIPPED: Final[TallyName] = "turns skipped"
COUNT_TURNS_SKIPPED_OF: Final[TallyName] = "turns skipped."  # family: by player

# --- kinds of rows -------------------------------------------------------------------------------

KindName: TypeAlias = str

WHOLE_GAME: Final[KindName] = "game"  # the game itself
PLAYER: Final[KindName] = "player"
CARD: Final[KindName] = "card"  # a card in any zone (108), on the battlefield a permanent
TOKEN: Final[KindName] = "token"  # (111)
COPY: Final[KindName] = "copy"  # a copy of a spell on the stack (707.10)
ABILITY: Final[KindName] = "ability"  # an ability on the stack, or a waiting trigger (113.7a)
DELAYED: Final[KindName] = "delayed"  # a delayed triggered ability (603.7)
EFFECT: Final[KindName] = "effect"  # a continuous effect on one object (611.2)
SHIELD: Final[KindName] = "shield"  # prevents, redirects or regenerates (615, 614.9, 701.19)
RETURN: Final[KindName] = "until"  # something returns when a permanent leaves (610.3)
FRAME: Final[KindName] = "frame"  # a resolution that waits for a decision (608.2)
PENDING: Final[KindName] = "pending"  # a question in the middle of an event
ADDED_PHASE: Final[KindName] = "phase"  # added phases that wait (500.8)
ADDED_STEP: Final[KindName] = "step"  # added steps that wait (500.9)
ADDED_TURN: Final[KindName] = "turn"  # extra turns that wait (500.7)
