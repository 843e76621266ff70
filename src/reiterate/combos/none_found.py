"""The refusal where no loop of some cards was found: what was searched, and how near a board came. Part of the solver: the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.cards.usable import unusable_words
from reiterate.oracle import CompiledCard
from reiterate.refusals import UNDETERMINED, UNSUPPORTED, Refusal
from reiterate.survey.proof import NoLoop
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import TapCost
from reiterate.terms.proto import Proto

_UNFED: Final = "by their texts, nothing gives back each time what they use up"

#: The code of a board where something asks what an unknown card is.
_UNKNOWN: Final = "unknown-card"

_WORTHLESS: Final = "what was found to repeat gives nothing, is over after a few laps, or is another player's"


def clause_unread(cards: Sequence[CompiledCard], refused: Sequence[Refusal]) -> Refusal | None:
    """The refusal for a clause that is not understood: ``refused``, of a board, or of a card anywhere. None where all are (113.2).

    That one board asks for what nobody knows of a library says nothing of the others.
    """
    of_board = next((each for each in refused if each.kind == UNSUPPORTED and each.code != _UNKNOWN), None)
    card = next((card for card in cards if card.missing), None)
    if of_board is not None or card is None:
        return of_board
    message = f'{card.name}: a clause is not understood: "{card.missing[0].text}"'
    return Refusal(UNSUPPORTED, "clause-not-understood", message, "a combo without that card", "113.2")


def none_found(
    cards: Sequence[CompiledCard], refused: Sequence[Refusal], steps: int, searched: int, unfed: bool, worthless: bool
) -> Refusal:
    """What is told where no loop was found: a bounded search never tells that there is none (732.1b).

    In: the cards. ``refused``: what was said of their boards. ``steps`` of search that were taken on so many boards, ``searched``. ``unfed``: no board was
    searched, for no loop has a part for any card. ``worthless``: loops were found that are not told.
    """
    names = ", ".join(card.name for card in cards)
    idle = _inert([card.name for card in cards], [card.proto for card in cards])
    behind = "".join(f"; {words}" for words in unusable_words(cards))
    if unfed:
        message = f"no loop was found with {names}: no board was searched, for {idle or _UNFED}{behind}"
        expected = "another card, or a position file with a board of your own"
        return NoLoop(UNDETERMINED, "combo-not-found", message, expected, "732.1b", steps=steps)
    undetermined = [each for each in refused if each.kind == UNDETERMINED]
    if not undetermined and not worthless:
        expected = "a position file with a board of your own"
        why = f": {refused[0].message}" if refused else ""
        return Refusal(UNDETERMINED, "combo-not-found", f"{names} can't be laid out as a board{why}", expected)
    near = next((each.near for each in undetermined if isinstance(each, NoLoop) and each.near), "")
    boards = f"{searched} board{'' if searched == 1 else 's'}"
    message = f"no loop was found with {names} in {steps:,} step{'' if steps == 1 else 's'} of search on {boards}"
    why = _WORTHLESS if worthless else idle
    message += f"; the nearest was: {near}" if near else f"; {why}" if why else ""
    expected = "another card, more steps (--steps), or a position file with a board of your own"
    return NoLoop(UNDETERMINED, "combo-not-found", f"{message}{behind}", expected, "732.1b", steps=steps)


def _inert(names: Sequence[str], protos: Sequence[Proto]) -> str:
    """Words for cards that can set nothing going: they have no abilities, or tap for mana alone; "" where one can do more."""
    blank = [name for name, proto in zip(names, protos, strict=True) if not proto.abilities and not _basic(proto)]
    mana = [
        name
        for name, proto in zip(names, protos, strict=True)
        if name not in blank and all(map(_taps, proto.abilities))
    ]
    if len({*blank, *mana}) < len(set(names)):
        return ""
    parts = [(blank, "no ability"), (mana, "an ability that only taps for mana")]
    said = ", and ".join(f"{', '.join(dict.fromkeys(them))}: {what}" for them, what in parts if them)
    return f"nothing untaps or comes back ({said})"


def _basic(proto: Proto) -> bool:
    """Whether a land has the mana ability of a basic land type (305.6)."""
    return "land" in proto.types and bool({"Plains", "Island", "Swamp", "Mountain", "Forest"} & set(proto.subtypes))


def _taps(ability: Term) -> bool:
    return isinstance(ability, Activated) and is_mana_ability(ability) and TapCost() in ability.costs
