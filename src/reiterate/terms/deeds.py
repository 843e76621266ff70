"""More of the language: effects of spells and abilities beyond the core of ``nodes``."""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.terms.base import Term, term

# --- cards and zones ---------------------------------------------------------------------------------------------


@term
class Move(Term):
    """Put cards from where they are into a zone of their owner: hand, graveyard, exile, library.

    ``place``: "top" or "bottom" of the library. ``link``: remembered by the source (607).
    """

    object: Term
    zone: str
    place: str = ""
    link: bool = False


@term
class ReturnToBattlefield(Term):
    """Put cards onto the battlefield: under ``control`` "owner" or "you"; tapped; with counters; transformed never."""

    object: Term
    control: str = "owner"
    tapped: bool = False
    counter: str = ""
    counters: int = 0  # discrete: printed
    attach: bool = False  # the source then becomes attached to it


@term
class MoveChosen(Term):
    """``who`` puts ``amount`` cards or permanents of their choice from zones into a zone of their owner.

    ``zones`` are battlefield, hand or graveyard. ``link``: remembered by the source (607).
    """

    who: Term
    amount: Term
    zones: tuple[str, ...]
    filter: Term
    to: str
    link: bool = False
    place: str = ""


@term
class PutFromHand(Term):
    """``who`` puts a card of a set from their hand onto the battlefield."""

    who: Term
    filter: Term
    tapped: bool = False


@term
class MillUntil(Term):
    """``who`` mills one card at a time until a card of the set or ``most`` cards were put into the graveyard this way."""

    who: Term
    filter: Term
    most: Term


@term
class ExileTop(Term):
    """``who`` exiles cards from the top of their library."""

    who: Term
    amount: Term


@term
class Scry(Term):
    """``who`` scries (701.22)."""

    who: Term
    amount: Term


@term
class Surveil(Term):
    """``who`` surveils (701.25)."""

    who: Term
    amount: Term


@term
class Search(Term):
    """``who`` searches their library for up to ``amount`` cards of a set and puts them into a zone, then shuffles."""

    who: Term
    filter: Term
    to: str
    tapped: bool = False
    amount: int = 1  # discrete: printed


@term
class Shuffle(Term):
    """``who`` shuffles their library; ``object``: first put these cards into it (701.24)."""

    who: Term
    object: Term | None = None


# --- copies ------------------------------------------------------------------------------------------------------


@term
class Except(Term):
    """What a copy has besides or instead of the copied values (707.9)."""

    abilities: tuple[Term, ...] = ()
    types: tuple[str, ...] = ()  # in addition
    subtypes: tuple[str, ...] = ()  # in addition
    colors: tuple[str, ...] | None = None
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    nonlegendary: bool = False
    more_colors: bool = False  # the colours are in addition
    instead: bool = False  # the types and subtypes replace those of the same kind (205.1a)
    entering: tuple[Term, ...] = ()  # how it enters: no copiable values
    costless: bool = False  # it has no mana cost
    own_color: bool = False  # its colours stay what they were (707.9c)
    this_ability: bool = False  # it has the ability whose effect this is (707.9a)


@term
class CopyToken(Term):
    """``who`` creates tokens that are copies of a permanent or card (707.2, 111)."""

    count: Term
    of: Term
    who: Term
    but: Except = Except()
    tapped: bool = False


@term
class CopySpell(Term):
    """The controller copies a spell or ability on the stack (707.10); ``retarget``: may choose new targets.

    ``but``: what the copies of a spell have besides or instead of the copied values (707.9).
    """

    object: Term
    retarget: bool = False
    count: Term | None = None
    but: Except = Except()


@term
class NewTargets(Term):
    """The controller may choose new targets for a spell on the stack (115.7d)."""

    object: Term


@term
class CastCopy(Term):
    """The controller copies a card and casts the copy without paying its mana cost (707.12); ``may``: or leaves it."""

    object: Term
    may: bool = False


@term
class CastFree(Term):
    """The controller may cast a card of theirs, or with None one of a set from their hand, for no mana cost (608.2g, 118.9).

    ``exile``: if the spell would be put into a graveyard, it is exiled instead.
    """

    object: Term | None
    filter: Term | None = None
    exile: bool = False


@term
class LetPlay(Term):
    """The controller may play cards of theirs from exile (601.3, 305.1), this "turn" or until the end of their "next" turn.

    ``spells``: they may only be cast.
    """

    object: Term
    duration: str = "turn"
    spells: bool = False


@term
class GainFlashback(Term):
    """Cards in a graveyard gain flashback until end of turn, for their mana costs (702.34)."""

    object: Term


# --- structure ---------------------------------------------------------------------------------------------------


@term
class IfDone(Term):
    """Do ``first``; if that was done do ``then``, else ``otherwise`` ("if you do", "if they don't")."""

    first: tuple[Term, ...]
    then: tuple[Term, ...]
    otherwise: tuple[Term, ...] = ()


@term
class Branch(Term):
    """If the condition holds as this happens do ``then``, else ``otherwise``."""

    condition: Term
    then: tuple[Term, ...]
    otherwise: tuple[Term, ...] = ()


@term
class MayPay(Term):
    """``who`` may pay costs; if they do ``then``, else ``otherwise`` ("unless that player pays ...", 118.12).

    ``times``: the costs are paid as often as that, all of them or none ("for each age counter on it", 702.24a).
    """

    who: Term
    costs: tuple[Term, ...]
    then: tuple[Term, ...] = ()
    otherwise: tuple[Term, ...] = ()
    times: Term | None = None


@term
class MayDraw(Term):
    """``who`` may draw cards: each player named decides for themselves (608.2d)."""

    who: Term
    amount: Term


@term
class RepeatProcess(Term):
    """Do this; while the condition holds, repeat this process. Each repetition is a place of its own (608.2)."""

    effects: tuple[Term, ...]
    condition: Term


@term
class Again(Term):
    """What a repeated process becomes when it begins anew. Never printed on a card."""

    process: RepeatProcess


@term
class WhenDone(Term):
    """The event of a reflexive ability: what has just been done. Never printed alone."""


@term
class Delayed(Term):
    """A delayed triggered ability (603.7) about what this effect named: once, or as often as it happens this turn."""

    trigger: Term
    effects: tuple[Term, ...]
    once: bool = True


@term
class Reflexive(Term):
    """A reflexive triggered ability (603.12): "when you do, ..."."""

    effects: tuple[Term, ...]
    targets: tuple[Term, ...] = ()


@term
class ForEachPlayer(Term):
    """For each player named, in turn order, these effects with that player as "that player"."""

    who: Term
    effects: tuple[Term, ...]


# --- turns -------------------------------------------------------------------------------------------------------


@term
class ExtraTurn(Term):
    """``who`` takes an extra turn after this one (500.7)."""

    who: Term


@term
class SkipTurn(Term):
    """``who`` skips their next turn (500.11)."""

    who: Term


@term
class SkipNext(Term):
    """``who`` skips their next step or phase of a kind (614.10a): untap, upkeep, draw, combat."""

    who: Term
    what: str


@term
class ExtraPhases(Term):
    """After this phase there are additional phases (500.8): combat, main, beginning."""

    phases: tuple[str, ...]


@term
class ExtraSteps(Term):
    """After this step there are additional steps of a kind (500.9); ``who`` gets them, in their own turn only (500.10a).

    ``after``: "step", or "phase" for a phase of its own behind this one that has no other step (500.10).
    """

    who: Term
    step: str
    amount: Term
    after: str = "step"


@term
class ControlTurn(Term):
    """The controller controls ``who`` during that player's next turn (722)."""

    who: Term


# --- permanents --------------------------------------------------------------------------------------------------


@term
class GainControl(Term):
    """``who`` (None: the controller) gains control of what is named (613.1b); ``duration``: "turn" or "game"."""

    object: Term
    duration: str
    who: Term | None = None


@term
class Become(Term):
    """Objects become something (613.1d to 613.4b) for ``duration`` "turn" or "game".

    ``instead``: the types replace the others; ``clear``: all abilities are lost (613.1f).
    """

    object: Term
    duration: str
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    abilities: tuple[Term, ...] = ()
    instead: bool = False
    clear: bool = False
    more_colors: bool = False  # in addition to its other colours
    retype: bool = False  # creature types replace others while card types are added (205.1b)


@term
class GainAbilities(Term):
    """Objects gain abilities in quotes until end of turn (613.1f)."""

    object: Term
    abilities: tuple[Term, ...]


@term
class GainActivated(Term):
    """Objects gain all activated abilities that another one has until end of turn (201.5b, 613.1f)."""

    object: Term
    of: Term


@term
class Lasting(Term):
    """A continuous effect with another duration than this turn (611.2a, 611.2b).

    ``effect``: one that lasts until end of turn, or this turn, where it stands alone. ``until``: "next turn" and "next end"
    of the controller; as long as the source is "tapped", "controlled" by that player or on the "battlefield".
    """

    effect: Term
    until: str


@term
class BecomeCopy(Term):
    """Objects become copies of something else (613.1a); ``duration``: "turn" or "game"."""

    object: Term
    of: Term
    duration: str
    but: Except = Except()


@term
class TapOrUntap(Term):
    """Tap or untap, as the controller chooses."""

    object: Term


@term
class Regenerate(Term):
    """The next time each would be destroyed this turn it regenerates instead (701.19a)."""

    object: Term


@term
class RemoveFromCombat(Term):
    """Remove attacking or blocking creatures from combat (506.4)."""

    object: Term


@term
class UntapUpTo(Term):
    """The controller untaps up to so many permanents of a set."""

    amount: Term
    filter: Term


@term
class AttachTo(Term):
    """Attach the source to what is named (701.3)."""

    host: Term


@term
class Proliferate(Term):
    """Proliferate (701.34)."""


@term
class DoubleCounters(Term):
    """Double the counters of a kind on what is named (701.10e)."""

    object: Term
    kind: str


@term
class Fight(Term):
    """Two creatures deal damage equal to their power to each other (701.14)."""

    one: Term
    other: Term


@term
class CounterSpell(Term):
    """Counter a spell or ability on the stack (701.6).

    ``to``: where the card of a spell that is countered this way goes (614.1a), with its ``place`` in a library.
    """

    object: Term
    to: str = "graveyard"
    place: str = ""


@term
class Redirect(Term):
    """The next ``amount`` damage that would be dealt to ``shielded`` this turn is dealt to ``to`` instead (614.9)."""

    amount: Term
    shielded: Term
    to: Term


@term
class Prevent(Term):
    """Prevent the next ``amount`` damage that would be dealt this turn to what is named; all of it for None (615)."""

    amount: Term | None
    to: Term
    combat: bool = False


@term
class PreventAll(Term):
    """Prevent all damage this turn (615): of everybody for ``object`` None, else what it would deal, or ``both`` ways."""

    object: Term | None = None
    combat: bool = False
    both: bool = False


@term
class ExchangeControl(Term):
    """Two permanents change their controllers (701.12b): both or none of them."""

    one: Term
    other: Term


@term
class RevealDiscard(Term):
    """``who`` reveals their hand, the controller chooses a card of a set from it, and it is discarded (701.9)."""

    who: Term
    filter: Term


@term
class Rearrange(Term):
    """The controller looks at cards on top of their library and puts them back in any order."""

    amount: Term


@term
class PutBack(Term):
    """The controller puts cards from their hand on top of their library in any order."""

    amount: int  # discrete: printed


@term
class LookTake(Term):
    """The controller looks at cards on top of their library and puts ``take`` of them into their hand.

    ``rest``: where the others go: the "bottom" of the library in any order, or "graveyard".
    """

    amount: Term
    take: int  # discrete: printed
    rest: str


@term
class Populate(Term):
    """Create a copy of a creature token that the controller chooses among theirs (701.36)."""


@term
class EachReturns(Term):
    """Each player puts a card of a set that they choose from their graveyard onto the battlefield, all at once."""

    filter: Term


@term
class SetLife(Term):
    """A player's life total becomes an amount (119.5)."""

    who: Term
    amount: Term


@term
class ExchangeLife(Term):
    """A player's life total and a creature's toughness are exchanged (701.12)."""

    who: Term
    object: Term


@term
class AddMixed(Term):
    """Add mana in any combination of kinds (106.4)."""

    amount: Term
    kinds: tuple[str, ...]
    only: str = ""  # what it may be spent on (106.6)


@term
class AddPerColor(Term):
    """For each colour among a set of permanents, add one mana of that colour."""

    filter: Term
    only: str = ""  # what it may be spent on (106.6)


@term
class AddProduced(Term):
    """Add one mana of any type that the permanent produced that was tapped for mana (106.12)."""


@term
class AddChosen(Term):
    """Add one mana of the colour chosen as the source entered (607.2d); nothing where none was chosen (607.5a)."""


@term
class AddColorOf(Term):
    """Add one mana of a colour among a set of permanents, as the controller chooses (106.5)."""

    filter: Term


@term
class AddProducible(Term):
    """Add one mana of a type, or ``colored`` of a colour, that a permanent of a set could produce (106.7)."""

    filter: Term
    colored: bool


@term
class DoubleMana(Term):
    """The controller adds as much mana of each type as they have unspent (106.6)."""


@term
class Adds(Term):
    """``who`` adds mana (106.4); they choose its kind where there is a choice."""

    who: Term
    mana: Term


@term
class PutPlayerCounters(Term):
    """A player gets counters (122.1)."""

    who: Term
    kind: str
    amount: Term


@term
class ExileUntil(Term):
    """Exile what is named until the source leaves the battlefield (610.3); ``link``: remembered by the source (607)."""

    object: Term
    link: bool = False


@term
class DealDivided(Term):
    """``source`` deals damage divided among the targets from ``to`` on, as announced (120, 601.2d)."""

    source: Term
    amount: Term
    to: Term


@term
class Distribute(Term):
    """Put counters of a kind on the targets from ``to`` on, divided as announced (122, 601.2d)."""

    amount: Term
    kind: str
    to: Term


@term
class ChangeText(Term):
    """Replace all instances of a word in the text of what is named with another (612), for ``duration`` "turn" or "game".

    ``kinds``: which words the controller chooses among: color, land (basic land types), creature. ``new``: the new
    word where that is printed; ``never``: what the new word can't be.
    """

    object: Term
    kinds: tuple[str, ...]
    duration: str = "game"
    new: str = ""
    never: str = ""


@term
class SwapEnchant(Term):
    """The named Aura loses its enchant ability and gains another."""

    object: Term
    loses: Term
    gains: Term


#: Those of them that add mana.
MANA_DEEDS: Final = (AddChosen, AddMixed, AddPerColor, AddProduced, AddColorOf, AddProducible, DoubleMana, Adds)

Deed: TypeAlias = (
    Move
    | ReturnToBattlefield
    | MoveChosen
    | PutFromHand
    | MillUntil
    | ExileTop
    | Scry
    | Surveil
    | Search
    | Shuffle
    | CopyToken
    | CopySpell
    | NewTargets
    | CastCopy
    | CastFree
    | LetPlay
    | GainFlashback
    | IfDone
    | Branch
    | MayPay
    | MayDraw
    | RepeatProcess
    | Delayed
    | Reflexive
    | ForEachPlayer
    | ExtraTurn
    | SkipTurn
    | SkipNext
    | ExtraPhases
    | ExtraSteps
    | ControlTurn
    | GainControl
    | Lasting
    | Become
    | GainAbilities
    | GainActivated
    | BecomeCopy
    | TapOrUntap
    | Regenerate
    | RemoveFromCombat
    | UntapUpTo
    | AttachTo
    | Proliferate
    | DoubleCounters
    | Fight
    | CounterSpell
    | Redirect
    | Prevent
    | PreventAll
    | ExchangeControl
    | RevealDiscard
    | Rearrange
    | PutBack
    | LookTake
    | Populate
    | EachReturns
    | SetLife
    | ExchangeLife
    | AddMixed
    | AddPerColor
    | AddChosen
    | AddProduced
    | AddColorOf
    | AddProducible
    | DoubleMana
    | Adds
    | PutPlayerCounters
    | ExileUntil
    | DealDivided
    | Distribute
    | ChangeText
    | SwapEnchant
    | Again
)
