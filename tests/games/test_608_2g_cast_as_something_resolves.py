"""608.2g, 601.2: a spell that is cast as something resolves asks for all that a spell can ask for, and never stops a game.

Each way of such a cast meets cards of each kind of choice. Then drawn lines are played until the stack is empty again.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from reiterate.ask.building_board import object_ids
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.asking import Asks
from reiterate.games.game import Game, begin, play_line
from reiterate.games.gestures import follow
from reiterate.games.offered import listed
from reiterate.rules.decisions.pending import asked
from tests.support.dice import dice

DRAW = "\nDraw a card."
ADDITIONAL = "As an additional cost to cast this spell, "
#: Cards by what they ask for as they are cast: mana cost and text.
ASKING = {
    "one mode": ("{1}", "Choose one —\n• You gain 1 life.\n• You lose 1 life."),
    "two modes": ("{1}", "Choose two —\n• You gain 1 life.\n• You lose 1 life.\n• Draw a card."),
    "modes": ("{1}", "Choose one or more —\n• Target player gains 1 life.\n• Target player loses 1 life.\n• Draw a card."),
    "two targets": ("{1}", "Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn."),
    "up to one target": ("{1}", "Destroy up to one target creature."),
    "up to two targets": ("{1}", "Tap up to two target creatures."),
    "any number of targets": ("{1}", "Tap any number of target creatures."),
    "X targets": ("{X}", "Tap X target creatures."),
    "a division": ("{1}", "~ deals 3 damage divided as you choose among one, two, or three targets."),
    "a division of X": ("{X}", "~ deals X damage divided as you choose among any number of targets."),
    "X": ("{X}", "You gain X life."),
    "a sacrifice": ("{1}", ADDITIONAL + "sacrifice a creature." + DRAW),
    "a sacrifice and a target": ("{1}", ADDITIONAL + "sacrifice a creature.\n~ deals damage equal to the sacrificed creature's power to any target."),
    "a discard": ("{1}", ADDITIONAL + "discard a card." + DRAW),
    "life": ("{1}", ADDITIONAL + "pay 2 life." + DRAW),
    "a tap": ("{1}", ADDITIONAL + "tap an untapped creature you control." + DRAW),
    "a card of a graveyard": ("{1}", ADDITIONAL + "exile a card from your graveyard." + DRAW),
    "X life": ("{1}", ADDITIONAL + "pay X life.\nDraw X cards."),
    "evidence": ("{1}", ADDITIONAL + "collect evidence 2." + DRAW),
    "kicker": ("{1}", "Kicker {1}\nDraw a card. If this spell was kicked, draw two cards instead."),
    "kicker by a sacrifice": ("{1}", "Kicker—Sacrifice a creature." + DRAW),
    "a sacrifice and kicker by another": ("{1}", "Kicker—Sacrifice a creature.\n" + ADDITIONAL + "sacrifice a creature." + DRAW),
    "buyback": ("{1}", "Buyback {1}" + DRAW),
    "entwine": ("{1}", "Choose one —\n• You gain 1 life.\n• You lose 1 life.\nEntwine {1}"),
    "casualty": ("{1}", "Casualty 1" + DRAW),
    "escalate": ("{1}", "Escalate {1}\nChoose one or more —\n• You gain 1 life.\n• You lose 1 life."),
    "replicate": ("{1}", "Replicate {1}" + DRAW),
}  # fmt: skip
#: Ways in which a card is cast as something resolves: a card that begins it, and where the other card lies.
WAYS = {
    "hand": "{0}: You may cast a spell from your hand without paying its mana cost.",
    "any number": "{0}: You may cast any number of spells from your hand without paying their mana costs.",
    "library": "{0}: Exile the top card of your library. You may cast it without paying its mana cost.",
    "discover": "{0}: Discover 5.",
    "copy": "{0}: Copy target instant card in your graveyard. You may cast the copy without paying its mana cost.",
    "cascade": "Cascade" + DRAW,
}


def book() -> CardBook:
    rows = [
        {"name": f"Asks for {name}", "type_line": "Instant", "mana_cost": cost, "oracle_text": text.replace("~", f"Asks for {name}")}
        for name, (cost, text) in ASKING.items()
    ]  # fmt: skip
    for name, text in WAYS.items():
        spell = (
            {"type_line": "Sorcery", "mana_cost": "{4}"}
            if name == "cascade"
            else {"type_line": "Artifact", "mana_cost": ""}
        )
        rows.append({"name": f"Way by {name}", "oracle_text": text, **spell})
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


BOOK = book()


def begun(way: str, asks: str, pool: int) -> Game:
    """A game in which a card is about to be cast as something resolves."""
    card, starter = f"Asks for {asks}", f"Way by {way}"
    hand = ["Forest", *([card] if way in ("hand", "any number") else []), *([starter] if way == "cascade" else [])]
    there = ["Grizzly Bears", "{card: Llanowar Elves, count: 2}", "Forest", *([] if way == "cascade" else [starter])]
    grave = ["Forest", "Grizzly Bears", *([card] if way == "copy" else [])]
    text = (
        "format: position/1\nplayers:\n  p1:\n"
        f"    hand: [{', '.join(hand)}]\n    battlefield: [{', '.join(there)}]\n    graveyard: [{', '.join(grave)}]\n"
        f"    library: [{card}, {', '.join(['Forest'] * 9)}]\n    mana: {{C: {pool + 4 * (way == 'cascade')}}}\n"
        "  p2: {battlefield: [Grizzly Bears], library: 10}\n"
    )
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    line = f"cast {starter}" if way == "cascade" else f"activate {starter}"
    refused = play_line(game, line + (f" targeting {card}" if way == "copy" else ""))
    assert refused is None, refused
    return game


def played_out(game: Game, drawn: Random, yes: bool) -> int:
    """Play drawn lines until the stack is empty; how many questions were asked. Fails where no line goes on."""
    answers = 0
    for _ in range(80):
        if asked(game.state) == "priority":
            if not game.state.stack:
                return answers
            assert play_line(game, f"p{game.seat + 1}: pass") is None
            continue
        answers += 1
        lines = [*listed(game.state).choices]
        begin = follow(game.state, object_ids(game.state), [])
        assert isinstance(begin, Asks), begin
        drawn.shuffle(lines)
        if yes and "yes" in lines:
            lines = ["yes", *(line for line in lines if line != "yes")]
        assert any(play_line(game, f"p{game.seat + 1}: {line}") is None for line in lines), lines
    raise AssertionError("the stack is never empty")


@pytest.mark.parametrize("asks", ASKING)
@pytest.mark.parametrize("way", WAYS)
def test_608_2g_no_cast_stops_a_game(way: str, asks: str) -> None:
    """Whatever is drawn, some line goes on; so it does with no mana at all, and where every offer is taken.

    Of these two games every offer is taken in one, drawn anew for each run.
    """
    drawn = dice("cast as something resolves", way, asks)
    yes = drawn.choice((True, False))
    for pool, taken in ((0, yes), (3, not yes)):
        played_out(begun(way, asks, pool), drawn, taken)


def answered(way: str, asks: str, pool: int, *lines: str) -> Game:
    """A game in which a card is cast as something resolves, with these answers, and then everything resolves."""
    game = begun(way, asks, pool)
    answers = iter(lines)
    while asked(game.state) != "priority" or game.state.stack:
        line = "pass" if asked(game.state) == "priority" else next(answers)
        assert play_line(game, f"p{game.seat + 1}: {line}") is None, line
    assert next(answers, None) is None
    return game


def life(game: Game) -> list[object]:
    return [game.state.rows[row].get("life") for row in (1, 2)]


def there(game: Game, name: str, zone: str, seat: int = 0) -> int:
    """How many cards of a name a player has in a zone."""
    rows = game.state.rows.values()
    found = [
        r.n for r in rows if r.cls.proto and r.cls.proto.name == name and (r.cls.zone, r.cls.owner) == (zone, seat)
    ]
    return sum(n for n in found if isinstance(n, int))


def test_601_2h_a_sacrifice_is_paid_as_the_spell_is_cast() -> None:
    """Fling without its mana cost: the Bears are sacrificed, and p2 loses 2."""
    game = answered("hand", "a sacrifice and a target", 0, "yes", "choose p2", "choose Grizzly Bears of p1")
    assert life(game) == [20, 18] and there(game, "Grizzly Bears", "graveyard") == 2


def test_601_2d_what_is_divided_is_asked_for_each_target() -> None:
    game = answered("hand", "a division", 0, "yes", "choose p1 and p2", "choose 1")
    assert life(game) == [19, 18]


def test_700_2_modes_are_chosen_one_after_another() -> None:
    """All three modes: the players' life by two of them, and a card by the third."""
    game = answered(
        "hand", "modes", 0, "yes", "choose mode 1", "choose mode 2", "choose no other mode", "choose p2", "choose p1"
    )
    assert life(game) == [19, 21]


def test_601_2b_an_optional_cost_is_paid_out_of_the_pool() -> None:
    """702.33a: kicked it draws two cards. 601.2g: where a land would have to be tapped for it, "no" alone goes on."""
    assert there(answered("hand", "kicker", 1, "yes", "yes"), "Forest", "hand") == 2
    game = begun("hand", "kicker", 0)
    for line in ("p1: pass", "p2: pass", "p1: yes"):
        assert play_line(game, line) is None
    refused = play_line(game, "p1: yes")
    assert refused is not None and (refused.code, refused.rule) == ("rule-601.2g", "601.2g")
    assert play_line(game, "p1: no") is None


def test_118_10_what_one_cost_needs_is_given_up_for_no_other() -> None:
    """With one creature alone the kicker, which is another sacrifice, is not offered."""
    text = "format: position/1\nplayers:\n  p1: {hand: [Asks for a sacrifice and kicker by another], battlefield: [Way by hand, Grizzly Bears], library: 5}\n  p2: {}\n"
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game)
    for line in ("activate Way by hand", "p1: pass", "p2: pass", "p1: yes"):
        assert play_line(game, line) is None, line
    assert asked(game.state) == "priority" and len(game.state.stack) == 1


def test_601_2c_more_targets_than_are_named_one_by_one_are_refused_at_once() -> None:
    """Of 10^30 creatures three are named, but not all: that is refused by name, and three are chosen then."""
    text = f"format: position/1\nplayers:\n  p1: {{hand: [Asks for any number of targets], battlefield: [Way by hand, {{card: Grizzly Bears, count: {10**30}}}], library: 5}}\n  p2: {{}}\n"
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game)
    for line in ("activate Way by hand", "p1: pass", "p2: pass", "p1: yes"):
        assert play_line(game, line) is None, line
    refused = play_line(game, f"p1: choose {10**30} Grizzly Bears")
    assert refused is not None and refused.code == "rule-601.2c", refused
    for line in ("p1: choose 3 Grizzly Bears", "p1: pass", "p2: pass"):
        assert play_line(game, line) is None, line
    tapped = [row.n for row in game.state.rows.values() if row.cls.zone == "battlefield" and row.cls.tapped]
    assert sum(n for n in tapped if isinstance(n, int)) == 3
