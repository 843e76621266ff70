"""Laying out a case: the position text that its facts make, one step before the first turn."""

from __future__ import annotations

import json
import re

from reiterate.api import Refusal, State, load, state_from_json, state_to_json
from tests.peers.cards import Cards
from tests.peers.cases import Card, Case, NotDriven, is_player
from tests.peers.queues import COLORS, Open
from tests.peers.table import Table

#: Above so many a laid out card is one group; below, each is a row of its own.
APART = 12
_NUMBERS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_ENTERS_WITH = re.compile(r"enters(?: the battlefield)? with (an?|\w+) ([+\-/\w]+) counters? on it")
_KEYWORD_COUNTERS = {"Modular": "+1/+1", "Graft": "+1/+1", "Vanishing": "time", "Fading": "fade"}
_ENTERS_BY_KEYWORD = re.compile(r"^(Modular|Graft|Vanishing|Fading) (\d+)", re.MULTILINE)
_CHOOSES = re.compile(r"[Aa]s .+ enters(?: the battlefield)?, choose an? (color|creature type|opponent|player)")
_LISTS = ("hand", "graveyard", "exile")
_BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes")


def table_of(cards: Cards, case: Case, open_: Open, known: bool = False, grouped: bool = False) -> Table:
    """The case laid out, in the end step of the turn before its first one.

    ``known``: libraries of basic lands as the peer's are, in an order that nobody says; else of unknown cards.
    ``grouped``: like permanents are one group each; else they are rows of their own.
    """
    position = load(text_of(cards, case, known, grouped), f"{case.name}.yaml", cards.book)
    if isinstance(position, Refusal):
        raise NotDriven(f"layout {position.code}")
    table = Table(cards, case, _no_first_draw(position.state), 0, open_)
    for card in case.cards():
        chosen = _chosen(cards, case, card) if card.zone == "battlefield" else ""
        if chosen:
            table.queues[card.seat].drop(chosen)
        if card.alias:
            table.aliases[card.alias] = card.name
            for i in range(card.count):
                table.aliases[f"{card.alias}.{i + 1}"] = card.name
    return table


def _no_first_draw(state: State) -> State:
    """Who begins skips the draw step of the first turn (103.8a)."""
    data = state_to_json(state)
    rows = data["rows"]
    assert isinstance(rows, list)
    for row in rows:
        if row.get("class", {}).get("kind") == "player" and row["class"].get("owner", 0) == 0:
            row["num"] = {**row.get("num", {}), "skip next draw": "1"}
    return state_from_json(data)


def text_of(cards: Cards, case: Case, known: bool = False, grouped: bool = False) -> str:
    """The position file of a case."""
    for verb, *_ in case.setup:
        if verb not in ("addCard", "setLife", "removeAllCardsFromLibrary", "removeAllCardsFromHand"):
            raise NotDriven(f"setup {verb}")
    lines = ["format: position/1"]
    if "Commander" in case.base:
        lines.append("rules: commander")
    reach = case.game.get("range", "ONE" if case.base == "CardTestMultiPlayerBase" else "ALL")
    if len(case.order) > 2 and reach == "ONE":
        lines.append("range: 1")
    lines += [f"active: p{len(case.order)}", "step: end", "players:"]
    for seat in case.seats:
        lines += _player(cards, case, seat, known, grouped)
    return "\n".join(lines) + "\n"


def _player(cards: Cards, case: Case, seat: int, known: bool, grouped: bool) -> list[str]:
    word = f"@{case.order[seat]}"
    life = case.game.get("life") or (40 if "CommanderDuel" in case.base else 20)
    cleared = False
    for verb, *rest in case.setup:
        if verb == "setLife" and rest[0] == word:
            life = rest[1]
        cleared = cleared or (verb == "removeAllCardsFromLibrary" and rest[0] == word)
    lines = [f"  p{seat + 1}:", f"    life: {life}"]
    mine = [card for card in case.cards() if card.seat == seat and card.count]
    for card in mine:
        if card.zone not in (*_LISTS, "battlefield", "library", "command"):
            raise NotDriven(f"zone {card.zone}")
    library: list[str] = []
    for card in mine:
        if card.zone == "library":
            library[:0] = [_named(cards, card)] * card.count
    rest_of_it = [] if cleared else [f"10 {name}" for name in _BASICS[:5]] if known else ["53 unknown"]
    lines.append(f"    library: [{', '.join([*library, *rest_of_it])}]")
    for zone in _LISTS:
        there = [_named(cards, card) for card in mine if card.zone == zone for _ in range(card.count)]
        if there:
            lines.append(f"    {zone}: [{', '.join(there)}]")
    commanders = _commanders(cards, case, seat, mine)
    if commanders:
        lines.append(f"    commander: [{', '.join(commanders)}]")
    in_play = [card for card in mine if card.zone == "battlefield"]
    entries = [
        line for i, card in enumerate(in_play) for line in _entries(cards, card, i, _chosen(cards, case, card), grouped)
    ]
    return [*lines, *(["    battlefield:", *entries] if entries else [])]


def _named(cards: Cards, card: Card) -> str:
    full = cards.full_name(card.name)
    if not full:
        raise NotDriven(f"card unknown: {card.name}")
    if "//" in full and cards.layout(card.name) != "split" and card.name not in (full, full.split(" // ")[0]):
        raise NotDriven("a card laid out with its back face up")
    return json.dumps(full, ensure_ascii=False)


def _commanders(cards: Cards, case: Case, seat: int, mine: list[Card]) -> list[str]:
    there = [_named(cards, card) for card in mine if card.zone == "command"]
    if there and "Commander" not in case.base:
        raise NotDriven("a card in the command zone")
    counted = case.counted()
    for name in case.commanders.get(case.order[seat], []):
        if name in counted or there:
            there.append(json.dumps(name, ensure_ascii=False))
    return there


def _entries(cards: Cards, card: Card, number: int, chosen: str, grouped: bool) -> list[str]:
    """The entries of the battlefield for one laid out card: each is labelled, so that rows stay apart."""
    what = [f"card: {_named(cards, card)}"]
    counters = _counters(cards, card)
    if counters:
        what.append(counters)
    if chosen:
        what.append(f"chosen: {chosen}")
    if card.tapped:
        what.append("tapped: yes")
    if not card.alias and (grouped or card.count > APART or card.name in _BASICS):
        return [f"      - {{{', '.join([*what, f'count: {card.count}'])}}}"]
    made = []
    for i in range(card.count):
        label = f"s{card.seat}-{number}-{i}"
        if card.alias:
            label = card.alias if card.count == 1 else f"{card.alias}.{i + 1}"
        made.append(f"      - {{{', '.join([*what, f'label: {json.dumps(label)}'])}}}")
    return made


def _chosen(cards: Cards, case: Case, card: Card) -> str:
    """What was chosen as a permanent entered: the first answer of its player's queue that is of that kind."""
    found = _CHOOSES.search("\n".join(cards.lines(card.name)))
    if found is None:
        return ""
    for verb, *rest in case.queues.get(f"@{case.order[card.seat]}", []):
        word = str(rest[0])
        if verb == "setChoice" and found[1] == "color" and word.lower() in COLORS:
            return word.lower()
        if verb == "setChoice" and found[1] == "creature type" and re.fullmatch(r"[A-Z][a-z-]+", word):
            return word
        if found[1] in ("player", "opponent") and is_player(word):
            return f"p{case.seat(word) + 1}"
    return ""


def _counters(cards: Cards, card: Card) -> str:
    """Counters that a permanent always enters with: the peer puts what it lays out onto the battlefield."""
    text = "\n".join(cards.lines(card.name))
    keyword = _ENTERS_BY_KEYWORD.search(text)
    if keyword is not None:
        return f"counters: {{{_KEYWORD_COUNTERS[keyword[1]]}: {keyword[2]}}}"
    text = text.lower()
    found = _ENTERS_WITH.search(text)
    if found is None:
        return ""
    line = text[: found.start()].split("\n")[-1]
    rest = text[found.start() :].split("\n")[0]
    number = "a" if found[1] in ("a", "an") else found[1]
    if "kicked" in line or "if " in line or " if " in rest or "for each" in rest or number not in _NUMBERS:
        return ""
    return f"counters: {{{found[2]}: {_NUMBERS.index(number)}}}"
