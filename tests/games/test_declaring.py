"""Attackers and blockers by touch: any set that the rules allow, and why another one is not sent (508.1, 509.1)."""

from __future__ import annotations

from itertools import combinations

from reiterate.ask.building_board import object_ids
from reiterate.games.asking import Asks, Way
from reiterate.games.game import Game, begin, play_line
from reiterate.games.gestures import follow
from reiterate.refusals import Refusal
from reiterate.state.model import State
from tests.support.own_cards import own_book

BOOK = own_book(
    {
        "Brute": ("Creature — Ogre", "This creature attacks each combat if able."),
        "Toll": (
            "Enchantment",
            "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
        ),
    }
)


def asked(state: State, *touches: str) -> Asks:
    found = follow(state, object_ids(state), touches)
    assert isinstance(found, Asks), found
    return found


def sent(asks: Asks) -> Way:
    (way,) = (each for each in asks.ways if each.lines)
    return way


def named(state: State, name: str) -> str:
    """The touch of the first permanent of this name."""
    ids = object_ids(state)
    row = min(
        h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.proto and r.cls.proto.name == name
    )
    return f"object {ids[row]}"


def laid(mine: str, theirs: str, *lines: str) -> State:
    """p1's creatures and p2's permanents at the beginning of combat, behind these lines."""
    text = f"format: position/1\nstep: combat\nplayers:\n  p1: {{battlefield: [{mine}]}}\n  p2: {{battlefield: [{theirs}]}}\n"
    return played(text, *lines).state


def played(text: str, *lines: str) -> Game:
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in lines:
        assert play_line(game, line) is None, line
    return game


def attacking(mine: str, theirs: str = "") -> State:
    return laid(mine, theirs, "pass", "pass")


def blocking(mine: str, theirs: str) -> State:
    """All of p1's creatures attack."""
    return laid(mine, theirs, "pass", "pass", "attack with everything", "pass", "pass")


EIGHT = (
    "Grizzly Bears, Llanowar Elves, Soul Warden, Midnight Guard, Essence Warden, Birds of Paradise, "
    "Defiling Daemogoth, {card: Grizzly Bears, counters: {+1/+1: 1}}"
)


def test_508_1_any_set_of_n_creatures_takes_n_touches_and_one_more() -> None:
    """All 256 sets out of eight attackers: each creature is touched once, and one button sends them; each line is played."""
    state = attacking(EIGHT)
    creatures = [f"object {number}" for number in range(1, 9)]
    lines = set()
    for many in range(9):
        for some in combinations(creatures, many):
            way = sent(asked(state, *some))
            assert way.words == (f"Attack with {many}" if many else "Don't attack")
            lines.add(way.lines)
            assert sent(asked(state, *reversed(some))).lines == way.lines
    assert len(lines) == 256
    assert sent(asked(state, "word all")).lines == sent(asked(state, *creatures)).lines
    assert sent(asked(state, "word all", *creatures[1:])).lines == sent(asked(state, creatures[0])).lines


def test_508_1a_a_part_of_a_group_attacks() -> None:
    """Of five alike all attack at first, and then as many as are said; no more than there are."""
    state = attacking("{card: Soul Warden, count: 5}, Grizzly Bears")
    wardens = named(state, "Soul Warden")
    asks = asked(state, wardens)
    assert (sent(asks).lines, asks.low, asks.number) == (
        ("attack with 5 Soul Warden",),
        5,
        "How many of 5 Soul Warden?",
    )
    asks = asked(state, wardens, "number 2")
    assert sent(asks).lines == ("attack with 2 Soul Warden",) and asks.chosen[0].words == "2 of 5 attack"
    assert sent(asked(state, wardens, "number 0")).lines == ("no attack",)
    for refused in ("number 6", "number x", "number -1"):
        assert isinstance(follow(state, object_ids(state), [wardens, refused]), Refusal), refused
    assert isinstance(follow(state, object_ids(state), [named(state, "Grizzly Bears"), "word together"]), Refusal)


def test_508_1b_each_creature_attacks_whom_was_touched_before_it() -> None:
    """Three players and a planeswalker; a group is shared out, and a creature that attacks somebody else is sent here."""
    text = """format: position/1
step: combat
players:
  p1: {battlefield: [Grizzly Bears, {card: Soul Warden, count: 5}, Llanowar Elves]}
  p2: {}
  p3: {battlefield: [{card: "Jace, Cunning Castaway", counters: {loyalty: 3}}]}
"""
    game = played(text, "pass", "pass", "pass")
    bears, wardens, jace = (
        named(game.state, name) for name in ("Grizzly Bears", "Soul Warden", "Jace, Cunning Castaway")
    )
    asks = asked(game.state)
    assert [(way.words, way.now) for way in asks.ways[2:]] == [
        ("p2", True),
        ("p3", False),
        ("Jace, Cunning Castaway", False),
    ]
    assert asks.ways[4].touch == jace
    line = "attack with Grizzly Bears attacking p2 and 3 Soul Warden attacking p2 and 2 Soul Warden attacking Jace, Cunning Castaway"
    asks = asked(game.state, bears, wardens, "number 3", jace, wardens)
    assert sent(asks).lines == (line,)
    assert sent(asked(game.state, bears, "object p3", bears)).lines == ("attack with Grizzly Bears attacking p3",)
    assert sent(asked(game.state, "object p3", bears, bears)).lines == ("no attack",)
    assert play_line(game, line) is None


def test_508_1d_a_set_that_the_rules_forbid_is_not_sent_and_says_why() -> None:
    """A creature that attacks if able, and a menace that one blocker alone would meet (702.111b)."""
    state = attacking("Grizzly Bears, Brute")
    asks = asked(state, named(state, "Grizzly Bears"))
    assert not [way for way in asks.ways if way.lines]
    assert asks.why is not None and (asks.why.message, asks.why.rule) == ("Brute attacks if able", "508.1d")
    assert sent(asked(state, named(state, "Brute"))).lines == ("attack with Brute",)
    state = blocking("Defiling Daemogoth", "Grizzly Bears, Llanowar Elves")
    bears, elves, demon = (named(state, name) for name in ("Grizzly Bears", "Llanowar Elves", "Defiling Daemogoth"))
    asks = asked(state, bears, demon)
    assert not [way for way in asks.ways if way.lines]
    assert asks.why is not None and asks.why.rule == "702.111b"
    asks = asked(state, bears, demon, elves, demon)
    assert asks.why is None
    assert sent(asks).lines == ("Grizzly Bears and Llanowar Elves block Defiling Daemogoth",)


def test_509_1_a_blocker_is_touched_then_what_it_blocks() -> None:
    """What a creature can't block is not lit; once more touched it is taken back; what attacks is marked."""
    state = blocking("Grizzly Bears, Birds of Paradise", "Midnight Guard, Llanowar Elves")
    bears, birds, guard = (named(state, name) for name in ("Grizzly Bears", "Birds of Paradise", "Midnight Guard"))
    begun = asked(state)
    ids = object_ids(state)
    assert {f"object {ids[row]}" for row in begun.rows} == {guard, named(state, "Llanowar Elves")}
    assert [(each.words, each.now) for each in begun.chosen] == [("attacks p2", False)] * 2
    held = asked(state, guard)
    assert {f"object {ids[row]}" for row in held.rows} - {f"object {ids[row]}" for row in begun.rows} == {bears}
    assert isinstance(follow(state, ids, [guard, birds]), Refusal)  # 702.9b
    assert sent(asked(state, guard, bears)).lines == ("Midnight Guard blocks Grizzly Bears",)
    for taken_back in ([guard, bears, guard], [guard, guard], []):
        assert sent(asked(state, *taken_back)).lines == ("no block",)


def test_509_1a_a_group_blocks_a_group_each_its_own_or_all_of_them_one() -> None:
    state = blocking("{card: Soul Warden, count: 3}", "{card: Llanowar Elves, count: 5}, Grizzly Bears")
    wardens, elves, bears = (named(state, name) for name in ("Soul Warden", "Llanowar Elves", "Grizzly Bears"))
    assert sent(asked(state, elves, wardens)).lines == ("3 Llanowar Elves block Soul Warden",)
    assert sent(asked(state, elves, wardens, "number 1")).lines == ("Llanowar Elves blocks Soul Warden",)
    both = asked(state, elves, wardens, "number 2", bears, wardens)
    assert sent(both).lines == ("2 Llanowar Elves block Soul Warden; Grizzly Bears blocks Soul Warden",)
    as_one = asked(state, elves, wardens, "number 2", "word together", bears, wardens)
    assert sent(as_one).lines == ("2 Llanowar Elves and Grizzly Bears together block Soul Warden",)


def test_508_1h_what_an_attack_costs_is_paid_as_it_is_sent() -> None:
    """Mana that a cost to attack asks for is made first, where there is one way to make it."""
    state = attacking("Grizzly Bears, Soul Warden, Forest, Forest", "Toll")
    way = sent(asked(state, named(state, "Grizzly Bears")))
    assert way.words == "Attack with 1: Tap Forest: Add {G} (2 times)"
    assert len(way.lines) == 3 and way.lines[-1] == "attack with Grizzly Bears"
    both = asked(state, named(state, "Grizzly Bears"), named(state, "Soul Warden"))
    assert not [way for way in both.ways if way.lines] and both.why is not None and both.why.code == "mana-short"
