"""What is counted, in players' words: ``tokens.Elf Warrior`` is "Elf Warrior tokens created", a net change "+1 life"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reiterate.ask import answer
from reiterate.ask.answer_parts import Quantity
from reiterate.terms.effects_mana import unit_of

#: Words for what is counted in the whole game, of one and of several, most telling first.
_WHOLE: Final = {
    "extra turns": ("extra turn", "extra turns"),
    "extra combat phases": ("extra combat phase", "extra combat phases"),
    "casts": ("spell cast", "spells cast"),
    "copies": ("copy of a spell or ability", "copies of spells and abilities"),
    "dies": ("creature died", "creatures died"),
    "etb": ("permanent entered", "permanents entered"),
    "sacrifices": ("permanent sacrificed", "permanents sacrificed"),
    "attacks": ("attacker", "attackers"),
    "blocks": ("blocker", "blockers"),
    "countered": ("spell or ability countered", "spells and abilities countered"),
    "searches": ("search of a library", "searches of a library"),
    "populates": ("populate", "populates"),
    "proliferates": ("proliferate", "proliferates"),
    "activations": ("ability activated", "abilities activated"),
    "mana activations": ("mana ability activated", "mana abilities activated"),
    "resolved.ability": ("activated ability resolved", "activated abilities resolved"),
    "resolved.trigger": ("trigger resolved", "triggers resolved"),
    "untaps": ("untap", "untaps"),
    "taps": ("tap", "taps"),
    "repetitions": ("repetition", "repetitions"),
    "turns skipped": ("turn skipped", "turns skipped"),
}

#: Words for what is counted by card, kind or player, whose name stands at ``{}``; most telling first.
_FAMILIES: Final = {
    "tokens.": ("{} token created", "{} tokens created"),
    "damage.": ("damage to {}", "damage to {}"),
    "life gained.": ("life gained by {}", "life gained by {}"),
    "life lost.": ("life lost by {}", "life lost by {}"),
    "draws.": ("card drawn by {}", "cards drawn by {}"),
    "mills.": ("card milled by {}", "cards milled by {}"),
    "discards.": ("card discarded by {}", "cards discarded by {}"),
    "exiles.": ("card exiled from {}'s library", "cards exiled from {}'s library"),
    "mana.": ("{{{}}} added", "{{{}}} added"),
    "counters.": ("{} counter placed", "{} counters placed"),
    "extra turns.": ("extra turn of {}", "extra turns of {}"),
    "controlled turns.": ("turn of {} controlled by another", "turns of {} controlled by another"),
    "turns skipped.": ("turn of {} skipped", "turns of {} skipped"),
    "casts.": ("cast of {}", "casts of {}"),
    "dies.": ("death of {}", "deaths of {}"),
    "etb.": ("arrival of {}", "arrivals of {}"),
    "lifegain.": ("gain of life by {}", "gains of life by {}"),
    "extra ": ("extra {}", "extra {}"),
}

#: Counts that say nothing new beside another one of the same size.
_SAID_BY: Final = {
    "etb": ("tokens.", "etb."),
    "etb.": ("tokens.",),
    "casts": ("casts.",),
    "dies": ("dies.",),
    "extra turns": ("extra turns.",),
    "activations": ("mana activations",),
}

#: Net changes of the parts of a permanent, whose name stands at ``{}``; of a player, in words of one and of several.
_PARTS: Final = {
    "power": "power of {}",
    "toughness": "toughness of {}",
    "tapped": "tapped {}",
    "damage": "damage on {}",
}
_OF_PLAYERS: Final = {
    "life": ("life", "life"),
    "hand": ("card in hand", "cards in hand"),
    "library": ("card in the library", "cards in the library"),
    "graveyard": ("card in the graveyard", "cards in the graveyard"),
    "exile": ("card in exile", "cards in exile"),
    "poison": ("poison counter", "poison counters"),
}


def count_name(key: str, one: bool = False) -> str:
    """What is counted under ``key``, of several or of ``one``: ``etb.Elf Warrior`` are "arrivals of Elf Warrior"."""
    which = 0 if one else 1
    if key in _WHOLE:
        return _WHOLE[key][which]
    for head, words in _FAMILIES.items():
        if key.startswith(head):
            return words[which].format(key.removeprefix(head))
    step, skipped, player = key.rpartition(" skipped.")
    return f"{step} of {player} skipped" if skipped else key


def counted_words(counted: Mapping[str, Quantity], most: int) -> list[str]:
    """Counts in words, each with its number, the most telling first; ``most`` of them, and then how many more there are.

    In: counts by their keys, such as "etb.Elf Warrior". Counts of 0 are left out.
    """
    left = [key for key in sorted(counted, key=_telling) if not _is_said(key, counted)]
    found = []
    for key in left:
        amount = counted[key]
        if amount.amount != 0:
            found.append(f"{amount.short()} {count_name(key, amount.amount == 1)}")
    rest = len(found) - most
    return found if rest <= 0 else [*found[:most], f"and {rest} more"]


def _telling(key: str) -> tuple[int, str]:
    """Where a count stands among others: families first, as they are listed above."""
    heads = [*_FAMILIES, *_WHOLE]
    for place, head in enumerate(heads):
        if key == head or (head in _FAMILIES and key.startswith(head) and key not in _WHOLE):
            return place, key
    return len(heads), key


def _is_said(key: str, counted: Mapping[str, Quantity]) -> bool:
    """Whether another count of the same size says it too: each token that is created enters."""
    heads = next(
        (heads for name, heads in _SAID_BY.items() if key == name or (name[-1] == "." and key.startswith(name))), ()
    )
    name = key.partition(".")[2]
    return any(
        other != key and other.startswith(heads) and counted[other] == counted[key]
        for other in counted
        if heads and (not name or other.endswith(f".{name}"))
    )


def net_name(key: str, proposer: str | None = None, one: bool = False) -> str:
    """What changes on the board under ``key``, by several or by ``one``: of the ``proposer`` without a name, of others with it."""
    player, dot, rest = key.partition(".")
    if not dot or not player.removeprefix("p").isdecimal():
        return count_name(key, one) if key != "stack" else "entry on the stack" if one else "entries on the stack"
    whose = "" if player == proposer else f" of {player}"
    if rest in _OF_PLAYERS:
        return _OF_PLAYERS[rest][0 if one else 1] + whose
    if rest.startswith("mana."):
        unit = unit_of(rest.removeprefix("mana."))
        if unit is not None and unit.until:
            only = f" only to {unit.only}" if unit.only else ""
            return f"{{{unit.kind}}}{only} that stays until {unit.until}{whose}"
        return f"{{{rest.removeprefix('mana.')}}} in the pool{whose}"
    name, counters, kind = rest.rpartition(".counters.")
    if counters:
        return f"{kind} {'counter' if one else 'counters'} on {_object(name)}{whose}"
    name, dot, part = rest.rpartition(".")
    if dot and part in _PARTS:
        return _PARTS[part].format(_object(name)) + whose
    return _object(rest, one) + whose


def _object(name: str, one: bool = False) -> str:
    """The objects of a name, where one of them changes or several do."""
    token = name.removeprefix("tokens.")
    return name if token == name else f"{token} token" if one else f"{token} tokens"


def net_words(net: answer.Quantities, changes: Mapping[str, str], proposer: str | None, most: int) -> list[str]:
    """Net changes in words, the most telling first; ``most`` of them, and then how many more there are.

    In: ``net``, the numbers, which decide between one and several. ``changes``: each change as text, with its sign, as of
    ``changes_words``. ``proposer``: the player who is not named, such as "p1". The sizes of what comes and goes are left out.
    """
    keys = [key for key in changes if not _of_what_moves(key, changes)]
    keys.sort(key=lambda key: (key.endswith((".power", ".toughness")), key))
    found = [f"{changes[key]} {net_name(key, proposer, _is_one(net.get(key)))}" for key in keys]
    rest = len(found) - most
    return found if rest <= 0 else [*found[:most], f"and {rest} more"]


def _is_one(amount: Quantity | None) -> bool:
    return amount is not None and amount.amount in (1, -1)


def _of_what_moves(key: str, changes: Mapping[str, str]) -> bool:
    """Whether a change is that of a part of objects whose number changes too: new tokens have a size."""
    name, dot, part = key.rpartition(".")
    return bool(dot) and part in ("power", "toughness") and name in changes
