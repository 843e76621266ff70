"""What loops give, as typed values, and the words of combo databases for them. Part of the solver: the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from reiterate.state.properties import COUNTER, POISON_COUNTERS
from reiterate.terms.effects_mana import barred_by
from reiterate.worth.period_observations import KINDS
from reiterate.worth.trials import COLORS, LARGE, POWERFUL, SOUGHT, WIDE

# Kinds. The word for a tally is the one under which the game counts it.
WIN: Final = "win"  # at whose end the player has won (104.2a)
LOCK: Final = (
    "lock"  # from whose start on no opponent takes a turn: its turns never end, or the player wins in one (500.7)
)
EXILED: Final = "exiled"  # creatures of opponents are exiled until none is left
DRAW_GAME: Final = "draw"  # a line that is played once: all players lose at the same time (104.4a)
ALL_LOSE: Final = "all lose"  # by that line each opponent does
EMPTIED: Final = "emptied"  # an opponent has no library left; a line gives it that is played once
LIBRARY_EXILED: Final = "own library exiled"
ETB: Final = "etb"
LTB: Final = "ltb"
DIES: Final = "dies"
CASTS: Final = "casts"
SACRIFICES: Final = "sacrifices"
PROLIFERATES: Final = "proliferates"
COMBATS: Final = "extra combat phases"
COPIES: Final = "copies"
SPELL_COPIES: Final = "copies of permanent spells"
COPIED: Final = "copied"  # tokens that copy any one of a kind; ``of``: the kind; ``whose``: ``ANYONE`` for those of any player; ``more``: ``CREATURE`` or ""
COPIED_ONE: Final = "copied one"  # tokens that copy one thing; ``of``: a card type of it
LIFE_GAINED: Final = "life gained"
LIFEGAIN: Final = "lifegain"
LIFE_LOST: Final = "life lost"
DAMAGE: Final = "damage"
DRAWS: Final = "draws"
MILLS: Final = "mills"
DISCARDS: Final = "discards"
EXILES: Final = "exiles"
TURNS: Final = "turns"
COMBAT_DAMAGE: Final = "combat damage"
DRAW_TRIGGERS: Final = "draw triggers"
MAGECRAFT: Final = "magecraft"
LANDFALL: Final = "landfall"
LOOTING: Final = "looting"  # draws first
RUMMAGING: Final = "rummaging"  # discards first
HURT: Final = "damage to creatures"
MANA: Final = "mana"  # ``of``: its symbol, or ``ANY_COLOR``; ``more``: what it may be spent on alone
COUNTERS: Final = "counters"  # ``of``: their kind; of a player
COUNTERS_ON: Final = "counters on a permanent"  # ``of``: their kind; ``more``: the permanent, such as "a creature"
TOKENS: Final = "tokens"  # ``of``: their name; ``more``: ``TAPPED`` or ""
CREATURE_TOKENS: Final = "creature tokens"  # ``more``: ``TAPPED``, ``HASTE``, ``DEFENDER``, ``NO_POWER`` or ""
SIZE: Final = "size"  # of a creature until end of turn; ``of``: ``POWERFUL``, ``LARGE`` or ``TOUGHNESS``
SIZES: Final = "sizes"  # of all creatures of the player until end of turn; ``of``: ``POWERFUL`` or ``LARGE``
UNTAPS: Final = "untaps"  # ``of``: a kind of permanents; ``whose``: ``ANYONE`` for those of any player
PRODUCES: Final = "mana of permanents"  # ``of``: a kind of permanents that could produce it
BLINKING: Final = "blinking"  # ``of``: a kind of permanents, "" where no kind is named

# Whose it is: of the player who runs the loop, of an opponent, of any player.
OWN: Final = ""
OPPONENT: Final = "opponent"
ANYONE: Final = "anyone"

ANY_COLOR: Final = "any"
TAPPED: Final = "tapped"
HASTE: Final = "haste"
DEFENDER: Final = "defender"
NO_POWER: Final = "0 power"
TOUGHNESS: Final = "toughness"
CREATURE: Final = "creature"  # of copies: they are creatures, and what they copy need not be

#: What is said without how much of it there is.
BARE: Final = (WIN, LOCK, EXILED, EMPTIED, LIBRARY_EXILED, DRAW_GAME, ALL_LOSE)

_COLORS: Final = {**COLORS, "C": "colorless"}

#: Kinds that have words of their own: those where it is the player's, and those where it is an opponent's ("" for none).
_SAID: Final = {
    WIN: ("Win the game", ""),
    LOCK: ("Lock", ""),
    EXILED: ("Exile all creatures opponents control", ""),
    EMPTIED: ("An opponent without a library", ""),
    LIBRARY_EXILED: ("Exile your library", ""),
    DRAW_GAME: ("Draw the game", ""),
    ALL_LOSE: ("Each opponent loses the game", ""),
    ETB: ("ETB", "ETB for opponents"),
    LTB: ("LTB", ""),
    DIES: ("death triggers", ""),
    CASTS: ("storm count", ""),
    SACRIFICES: ("sacrifice triggers", "sacrifice triggers for an opponent"),
    PROLIFERATES: ("proliferate", ""),
    COMBATS: ("combat phases", ""),
    COPIES: ("copies of spells and abilities", ""),
    SPELL_COPIES: ("copies of permanent spells you control", ""),
    LIFE_GAINED: ("lifegain", "lifegain for an opponent"),
    LIFEGAIN: ("lifegain triggers", "lifegain triggers for an opponent"),
    LIFE_LOST: ("lifeloss for yourself", "lifeloss"),
    DAMAGE: ("damage to yourself", "damage"),
    DRAWS: ("card draw", "card draw for an opponent"),
    MILLS: ("self-mill", "mill"),
    DISCARDS: ("self-discard triggers", "discard triggers for an opponent"),
    EXILES: ("exile from your library", "exile from an opponent's library"),
    TURNS: ("turns", ""),
    COMBAT_DAMAGE: ("combat damage", ""),
    DRAW_TRIGGERS: ("draw triggers", ""),
    MAGECRAFT: ("magecraft triggers", ""),
    LANDFALL: ("landfall triggers", ""),
    LOOTING: ("looting", ""),
    RUMMAGING: ("rummaging", ""),
    HURT: ("damage to creatures", ""),
}

_SIZE_WORDS: Final = {
    POWERFUL: "powerful creature until end of turn",
    TOUGHNESS: "toughness of a creature until end of turn",
    LARGE: "large creature until end of turn",
}

#: Gains of which an opponent has the use.
_FOR_OPPONENTS: Final = frozenset(
    {LIFE_GAINED, LIFEGAIN, DRAWS, DISCARDS, SACRIFICES, ETB, TOKENS, CREATURE_TOKENS, COUNTERS_ON}
)


class Given(NamedTuple):
    """One thing that a loop gives: its kind, and what that kind has besides (see the kinds above).

    Example: ``Given(MANA, "G")`` is green mana, ``Given(MILLS, whose=OPPONENT)`` mills an opponent.
    """

    kind: str
    of: str = ""
    whose: str = OWN
    more: str = ""

    @property
    def words(self) -> str:
        """The words of combo databases, without how much of it there is."""
        own, other = _SAID.get(self.kind, ("", ""))
        if own:
            return own if self.whose == OWN else other
        return _OF_KIND[self.kind](self)

    @property
    def _poisons(self) -> bool:
        """Whether it is counters that harm who has them (104.3d)."""
        return self.kind == COUNTERS and f"{COUNTER}{self.of}" == POISON_COUNTERS

    @property
    def harms(self) -> bool:
        """Whether it is the player who runs the loop that loses by it."""
        return self.whose == OWN and (self.kind in (LIFE_LOST, DAMAGE) or self._poisons)

    @property
    def for_others(self) -> bool:
        """Whether an opponent has the use of it, or the player loses by it."""
        if self.kind == COUNTERS:
            return (self.whose == OWN) == self._poisons
        given_up = self == Given(EXILES)
        return self.harms or given_up or (self.whose == OPPONENT and self.kind in _FOR_OPPONENTS)

    @property
    def alone(self) -> bool:
        """Whether it does something with nothing else on the board that sees it."""
        return self not in ALONE_NOTHING

    @property
    def sized(self) -> bool:
        """Whether its words say a size, such as "large creature"."""
        return (self.kind == SIZE and self.of != TOUGHNESS) or self.kind == SIZES


#: What does nothing unless something else sees it.
ALONE_NOTHING: Final = frozenset(
    {Given(kind) for kind in (ETB, LTB, DIES, CASTS, SACRIFICES, PROLIFERATES, COPIES, LIFEGAIN, MILLS, DISCARDS)}
    | {Given(kind) for kind in (SPELL_COPIES, DRAW_TRIGGERS, MAGECRAFT, LANDFALL)}
    | {Given(kind, whose=OPPONENT) for kind in (SACRIFICES, LIFEGAIN)}
)


def _of_mana(given: Given) -> str:
    mana = f"{'colored' if given.of == ANY_COLOR else _COLORS[given.of]} mana"
    barred = barred_by(given.more)
    if barred:
        return f"{mana} that can't be spent to {barred}"
    return f"{mana} that can only be spent to {given.more}" if given.more else mana


def _of_counters(given: Given) -> str:
    whose = "" if not given.for_others else " on yourself" if given.harms else " on an opponent"
    return f"{given.of} counters{whose}"


def _of_counters_on(given: Given) -> str:
    return f"{given.of} counters on {given.more}{'' if given.whose == OWN else ' an opponent controls'}"


def _of_tokens(given: Given) -> str:
    tapped = "tapped " if given.more == TAPPED else ""
    having = f" with {given.more}" if given.more not in ("", TAPPED) else ""
    return f"{tapped}{given.of or 'creature'} tokens{having}{'' if given.whose == OWN else ' for opponents'}"


def _of_copies(given: Given) -> str:
    of_creatures = f"{given.more} " if given.more else ""
    return f"{of_creatures}copies of {given.of}{' you control' if given.whose == OWN else ''}"


_OF_KIND: Final[dict[str, Callable[[Given], str]]] = {
    MANA: _of_mana,
    COUNTERS: _of_counters,
    COUNTERS_ON: _of_counters_on,
    TOKENS: _of_tokens,
    CREATURE_TOKENS: _of_tokens,
    COPIED: _of_copies,
    COPIED_ONE: lambda given: f"copies of a specific {given.of}",
    SIZE: lambda given: _SIZE_WORDS[given.of],
    SIZES: lambda given: f"{given.of} creatures you control until end of turn",
    UNTAPS: lambda given: f"untap of {given.of}{' you control' if given.whose == OWN else ''}",
    PRODUCES: lambda given: f"mana {given.of} you control can produce",
    BLINKING: lambda given: f"blinking{f' of {given.of}' if given.of else ''}",
}

#: All that loops give of no kind of counters, no token's name, nothing that tokens copy and no restriction of mana.
CLOSED: Final = frozenset(
    {Given(kind) for kind in _SAID if kind not in (EMPTIED, LIBRARY_EXILED)}
    | {Given(kind, whose=OPPONENT) for kind, (_, other) in _SAID.items() if other}
    | {Given(MANA, color) for color in (*_COLORS, ANY_COLOR)}
    | {
        Given(CREATURE_TOKENS, whose=whose, more=more)
        for more in ("", TAPPED, HASTE, DEFENDER, NO_POWER)
        for whose in (OWN, OPPONENT)
    }
    | {Given(SIZE, of) for of in _SIZE_WORDS}
    | {Given(SIZES, of) for of in (LARGE, POWERFUL)}
    | {Given(UNTAPS, kind) for kind in KINDS}
    | {Given(UNTAPS, kind, ANYONE) for kind in SOUGHT}
    | {Given(PRODUCES, kind) for kind in KINDS}
    | {Given(BLINKING, kind) for kind in ("", *WIDE)}
)
