"""Starts and ends that no game has: each is refused for a named obligation, whatever is claimed of it.

A start is read by closed lists; each forgery alters one thing of an honest certificate.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from reiterate.certify.certificate import certify_once
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.refusals import Refusal
from tests.check.forging import BASALT, BOND, CHIME, GOND, GRIND, digest, text_of
from tests.support.generated_loops import CREATURE, Made, engine

Value = dict[str, Any]
Forgery = Callable[[Value], None]

ONCE: Final = "once"


@cache
def honest(name: str) -> str:
    """The honest certificate: of a loop by its name, or of what is done once."""
    if name != ONCE:
        return text_of(name)
    warden = ("Test Warden", CREATURE, "Whenever another creature enters, you gain 1 life.")
    board = Made(
        "once", "once", cards=[warden], lives=["20", "20"], entries=[["{card: Test Warden, count: 10^30}"], []]
    )
    engine(board, "Create a 1/1 green Elf Warrior creature token.")
    board.body = ["activate engine", "all pass", "for each trigger:", "  all pass"]
    text = certify_once(*board.loop())
    assert isinstance(text, str), text
    return text


def row(value: Value, handle: int) -> Value:
    """A row of the start."""
    found: Value = value["start"]["rows"][handle]
    return found


def cls(handle: int, **fields: Any) -> Forgery:
    """Other fields of a row's class."""
    return lambda value: row(value, handle)["class"].update(fields)


def prop(handle: int, name: str, content: Any) -> Forgery:
    """A property of a row's class."""
    return lambda value: row(value, handle)["class"].setdefault("props", {}).update({name: content})


def num(handle: int, name: str, amount: str) -> Forgery:
    """An amount of a row."""
    return lambda value: row(value, handle).setdefault("num", {}).update({name: amount})


def ref(handle: int, name: str, content: Value) -> Forgery:
    """A reference of a row."""
    return lambda value: row(value, handle).setdefault("refs", {}).update({name: content})


def one(handle: int, mode: str = "one") -> Value:
    """A reference to a row."""
    return {"mode": mode, "row": handle}


def gone(handle: int, of: Value, **amounts: str) -> Forgery:
    """A reference to something that is gone."""
    return ref(handle, "host", {"mode": "gone", "class": of, "num": amounts})


def count(handle: int, n: str) -> Forgery:
    """Another number of things in a row."""
    return lambda value: row(value, handle).update(n=n)


def seq(name: str, rows: list[int]) -> Forgery:
    """Another sequence."""
    return lambda value: value["start"]["seqs"].update({name: rows})


def label(name: str, handle: int) -> Forgery:
    """A label of the start."""
    return lambda value: value["start"]["labels"].update({name: handle})


def tally(name: str, amount: str) -> Forgery:
    """A tally of the start."""
    return lambda value: value["start"]["tally"].update({name: amount})


def added(of: Value, n: str = "1", **more: Any) -> Forgery:
    """One more row."""
    return lambda value: value["start"]["rows"].append({"class": of, "n": n} | more)


def all_of(*forgeries: Forgery) -> Forgery:
    """Several alterations."""

    def forge(value: Value) -> None:
        for each in forgeries:
            each(value)

    return forge


def on_the_stack(of: Value, **more: Any) -> Forgery:
    """One more row, on top of the stack."""

    def forge(value: Value) -> None:
        added(of | {"zone": "stack"}, **more)(value)
        last = len(value["start"]["rows"]) - 1
        value["start"]["seqs"]["stack"] = [last, *value["start"]["seqs"].get("stack", [])]
        digest(value)

    return forge


def five_auras(value: Value) -> None:
    count(4, "5")(value)


#: Of the first player's; a bear.
OWNED: Final = {"owner": 0, "controller": 0}
BEAR: Final = json.loads(text_of(GOND))["start"]["rows"][3]["class"]
ABILITY: Final = json.loads(text_of(CHIME))["start"]["rows"][7]["class"]
WAITING: Final = ABILITY | {"zone": "waiting"}

#: A land, an instant, a mana ability, an ability with modes.
LAND: Final = OWNED | {"kind": "card", "proto": {"name": "Field", "node": "Proto", "types": ["land"]}}
SHOT: Final = OWNED | {
    "kind": "card",
    "proto": {
        "abilities": [{"effects": [], "node": "SpellAbility", "targets": [{"node": "TargetSpec", "players": "any"}]}],
        "mana_cost": ["R"],
        "name": "Shot",
        "node": "Proto",
        "types": ["instant"],
    },
}
NOTHING: Final = OWNED | {"kind": "card", "proto": {"name": "unknown card", "node": "Proto", "types": []}}
MANA: Final = OWNED | {
    "kind": "ability",
    "term": {"costs": [{"node": "TapCost"}], "effects": [{"node": "AddMana", "symbols": ["G"]}], "node": "Activated"},
}
MODAL: Final = OWNED | {
    "kind": "ability",
    "term": {"costs": [], "effects": [], "modes": [{"effects": [], "node": "Mode"}], "node": "Activated"},
}

FORGED: Final[list[tuple[str, str, Forgery]]] = [
    # players and whose what is
    ("an owner who is not there", GOND, cls(3, owner=2)),
    ("an owner far away", GOND, cls(3, owner=10**8)),
    ("a controller who is not there", GOND, cls(3, controller=7)),
    ("a card of nobody", GOND, lambda value: row(value, 3)["class"].pop("owner")),
    ("a card controlled by nobody", GOND, lambda value: row(value, 3)["class"].pop("controller")),
    ("an entry of the stack of a third player", BOND, cls(8, controller=2)),
    ("a game that somebody owns", GOND, cls(0, owner=0)),
    ("a card of a player who has lost", GOND, prop(2, "lost", "704.5a")),
    ("a player who decides has lost", GOND, prop(1, "lost", "704.5a")),
    ("a player who has lost by no rule", GOND, prop(2, "lost", "because")),
    ("two players in one row", GOND, count(2, "2")),
    ("a game of several", GOND, count(0, "2")),
    # the decision and the turn
    ("a step banana", GOND, prop(0, "step", "banana")),
    ("priority in the untap step", GOND, prop(0, "step", "untap")),
    ("no step at all", GOND, lambda value: row(value, 0)["class"]["props"].pop("step")),
    ("a turn of a player who is not there", GOND, prop(0, "active", 2)),
    ("a decision of a player who is not there", GOND, prop(0, "who", 2)),
    ("somebody next who is not there", GOND, prop(0, "next", 2)),
    ("everybody has passed", GOND, prop(0, "passes", 2)),
    ("something is asked that never is", GOND, prop(0, "ask", "whether")),
    ("the game is over", GOND, prop(0, "ask", "over")),
    ("an outcome beside priority", GOND, prop(0, "outcome", "p1_wins")),
    ("a rule beside priority", GOND, prop(0, "rule", "104.2a")),
    ("state-based actions to come", GOND, prop(0, "ask", "settle")),
    ("attackers are declared in a main phase", GOND, prop(0, "ask", "attack")),
    ("blockers are declared in a main phase", GOND, prop(0, "ask", "block")),
    ("a hand is discarded in a main phase", GOND, prop(0, "ask", "cleanup")),
    ("a target is chosen of nothing", GOND, prop(0, "ask", "target")),
    ("an answer to no question", GOND, prop(0, "ask", "answer")),
    ("damage is assigned by nothing", GOND, all_of(prop(0, "ask", "assign"), prop(0, "step", "damage"))),
    ("priority about something", GOND, ref(0, "about", one(3))),
    ("a range of no players", GOND, prop(0, "range", 0)),
    ("a phase added that there is not", GOND, prop(0, "added", "lunch")),
    ("an active player by name", GOND, prop(0, "active", "p1")),
    # kinds, zones, properties
    ("a row of no kind", GOND, cls(3, kind="emblazoned")),
    ("a permanent in no zone", GOND, cls(3, zone="ante")),
    ("a token in a hand", GOND, cls(3, kind="token", zone="hand")),
    ("a player on the battlefield", GOND, cls(2, zone="battlefield")),
    ("a card without its text", GOND, lambda value: row(value, 3)["class"].pop("proto")),
    ("an ability with a card's text", CHIME, lambda value: row(value, 7)["class"].update(proto=BEAR["proto"])),
    ("an ability without words", CHIME, lambda value: row(value, 7)["class"].pop("term")),
    ("a shield of a triggered ability", CHIME, added(ABILITY | {"kind": "shield", "zone": "effects"})),
    ("an effect without words", GOND, added(OWNED | {"kind": "effect", "zone": "effects"})),
    ("a property of a permanent that is none", GOND, prop(3, "phased out", True)),
    ("a property of a player that is none", GOND, prop(2, "conceded", True)),
    ("a property of the game that is none", GOND, prop(0, "frozen", True)),
    ("a permanent chosen by a number", GOND, prop(3, "chosen.color", 5)),
    ("a flag that is a word", GOND, prop(3, "attacking", "yes")),
    ("a library that attacks", GOND, prop(6, "attacking", True)),
    ("lands played by a word", GOND, prop(1, "landed", "often")),
    ("lands played fewer than none", GOND, prop(1, "landed", -3)),
    ("a card in a library is tapped", GOND, cls(7, tapped=True)),
    ("a sick graveyard", CHIME, cls(6, sick=True)),
    ("something resolves and nothing is asked", GOND, added(OWNED | {"kind": "frame", "props": {"rest": []}})),
    ("a question that nobody asked", GOND, added(OWNED | {"kind": "pending"})),
    ("a further phase in no sequence", GOND, added(OWNED | {"kind": "phase", "props": {"phases": ["combat"]}})),
    # amounts
    ("a counter of 0", GOND, num(3, "counter.+1/+1", "0")),
    ("an empty pool that is written", GOND, num(1, "mana.G", "0")),
    ("fewer than no counters", GOND, num(3, "counter.charge", "-1")),
    ("counters that do something by the rules", GOND, num(3, "counter.shield", "1")),
    ("mana of no kind", GOND, num(1, "mana.P", "5")),
    ("mana for what nobody can read", GOND, num(1, "mana.G/be merry", "5")),
    ("mana of a permanent", GOND, num(3, "mana.G", "5")),
    ("life of a permanent", GOND, num(3, "life", "5")),
    ("damage to a player", GOND, num(2, "damage", "5")),
    ("damage less than none", GOND, num(3, "damage", "-1")),
    ("counters in a library", GOND, num(7, "counter.+1/+1", "1")),
    ("fewer spells cast than none", GOND, num(1, "turn.spells cast", "-1000000000000")),
    ("fewer spells cast by all than none", GOND, num(1, "turn.spells cast by all", "-1")),
    ("less life lost than none", GOND, num(2, "turn.life lost", "-7")),
    ("a history that nobody writes", GOND, num(1, "turn.hopes", "1")),
    ("fewer skipped turns than none", GOND, num(2, "skip turns", "-1")),
    ("a step skipped that is none", GOND, num(2, "skip next lunch", "1")),
    ("damage by no commander", GOND, num(2, "commander damage.Kenrith", "20")),
    ("a permanent that resolves together", GOND, num(3, "together", "1")),
    ("an entry of the stack that sacrifices together", CHIME, num(7, "together", "1")),
    ("an entry of the stack that did something", CHIME, num(7, "did", "1")),
    ("an entry that was given something twice", BOND, num(8, "res given", "2")),
    ("an X less than none", BOND, num(8, "x", "-1")),
    ("that much less than none", BOND, num(8, "that", "-5")),
    ("a size that was last known of what is there", GOND, num(3, "last.power", "5")),
    ("a name that no amount has", GOND, num(3, "renown", "1")),
    ("a group of fewer than one", BASALT, count(3, "-1")),
    # references
    ("five Auras as a group on one creature", GOND, five_auras),
    ("an Aura on a group", GOND, count(3, "2")),
    ("an Aura on a library", GOND, ref(4, "host", one(7))),
    ("an Aura on itself", GOND, ref(4, "host", one(4))),
    ("an Aura on a set of one", GOND, ref(4, "host", one(3, "set"))),
    ("an Aura paired with one creature", GOND, ref(4, "host", one(3, "each"))),
    ("a creature attached to itself", GOND, ref(3, "host", one(3))),
    ("an ability used that no card has", GOND, prop(3, "used.0", True)),
    ("an ability spent that no card has", GOND, prop(3, "spent.0", True)),
    ("a loyalty ability used of no planeswalker", GOND, prop(3, "used.loyalty", True)),
    ("an ability triggered once that no card has", GOND, prop(3, "triggered.0", True)),
    ("an ability triggered once more that no card has", GOND, prop(3, "triggered.0.1", True)),
    ("an Aura on nothing", GOND, lambda value: row(value, 4).pop("refs")),
    ("a reference that no row has", GOND, ref(3, "friend", one(5))),
    ("an entry that means a player who is none", BOND, ref(8, "player", one(3))),
    ("a pair of unequal groups", CHIME, ref(7, "source", one(4, "each"))),
    ("a host that is gone and never was", GOND, gone(4, {"kind": "emblazoned"})),
    ("a player who is gone as a host", GOND, gone(4, {"kind": "player", "owner": 1, "controller": 1})),
    ("a host that is gone with an amount of 0", GOND, gone(4, BEAR, damage="0")),
    ("a host that is gone with an amount that it never had", GOND, gone(4, BEAR, life="3")),
    # sequences, labels, tallies
    ("a sequence that no game has", GOND, seq("queue", [3])),
    ("a library of a third player", GOND, all_of(seq("library.2", [7]), seq("library.1", []))),
    ("a card of the library on top of the stack", GOND, seq("stack", [7])),
    ("an entry of the stack that is not in it", BOND, lambda value: value["start"]["seqs"].pop("stack")),
    ("a timestamp of a card in a library", GOND, seq("order", [4, 7])),
    ("no timestamp of what has one", GOND, lambda value: value["start"]["seqs"].pop("order")),
    ("a sequence of exile with a permanent", GOND, seq("exile", [3])),
    ("a timestamp of what has none", BASALT, seq("order", [3])),
    ("a label of a player", GOND, label("me", 1)),
    ("a label of two lines", GOND, label("host\nendless", 3)),
    ("a label without a name", GOND, label("", 3)),
    ("something happened fewer than no times", GOND, tally("etb", "-1")),
    ("a tally that can't be printed", GOND, tally("etb\x1b[2J", "1")),
    # the stack
    ("a land on the stack", GOND, on_the_stack(LAND)),
    ("a card of which nothing is known on the stack", GOND, on_the_stack(NOTHING)),
    ("a mana ability on the stack", GOND, on_the_stack(MANA)),
    ("an ability on the stack without its mode", GOND, on_the_stack(MODAL)),
    ("a spell with more targets than it has", GOND, on_the_stack(SHOT, refs={"target1": one(2)})),
    # what would have happened already
    ("a player with no life who has priority", GOND, num(2, "life", "0")),
    ("a player with negative life who has priority", GOND, num(2, "life", "-5")),
    ("ten poison counters", GOND, num(2, "counter.poison", "10")),
    ("a creature with lethal damage", GOND, num(3, "damage", "2")),
    ("a player who is about to win", GOND, prop(1, "winning", True)),
    ("a player who drew from nothing", GOND, prop(2, "decked", True)),
    ("an ability that waits while somebody has priority", CHIME, added(WAITING)),
]

BASE: Final = "certificate-base"


@pytest.mark.slow("more than a hundred forged starts")
@pytest.mark.parametrize(("name", "forge"), [pytest.param(name, forge, id=what) for what, name, forge in FORGED])
def test_a_start_that_no_game_has_is_refused(name: str, forge: Forgery) -> None:
    assert isinstance(check(honest(name)), Accepted)
    value = json.loads(honest(name))
    value["claim"]["needs"] = "unknown"
    assert isinstance(check(canonical(value)), Accepted)
    before = canonical(value)
    forge(value)
    assert canonical(value) != before
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code == BASE, found.message


def test_there_are_many_forged_starts() -> None:
    assert len(FORGED) >= 100


# --- ends --------------------------------------------------------------------------------------------------------


def over_by_decree(value: Value) -> None:
    """The game is over as it begins, somebody has won, and nobody did anything."""
    row(value, 0)["class"]["props"] |= {"ask": "over", "outcome": "p1_wins", "rule": "104.2a"}
    value["chain"] = []
    value["end"] = {"kind": "over", "iteration": "1", "choice": "1", "choices": [], "outcome": "p1_wins"}
    value["claim"] |= {"endless": False, "gains": [], "iterations": "0", "kept_up_by": "no loop", "kind": "once"}
    value["claim"] |= {"draw": False, "needs": "unknown"}


def nothing_done(value: Value) -> None:
    """Nothing is done, once."""
    value["chain"] = []
    value["end"] = {"kind": "done"}
    value["claim"] |= {"gains": [], "iterations": "0", "needs": "unknown"}


def stopped(value: Value) -> None:
    """What is done once ends because the first player wants to do what is not legal."""
    refused = {"verb": "activate", "player": 0, "row": 3}
    value["end"] = {
        "kind": "illegal",
        "iteration": str(1 + sum(len(piece["iterations"]) for piece in value["chain"])),
        "choice": "1",
        "choices": [],
        "refused": refused,
        "code": "no-ability",
        "rule": "602",
        "message": "",
    }


def unread(value: Value) -> None:
    """What is done once ends in a position that nobody looks at."""
    number = str(1 + sum(len(piece["iterations"]) for piece in value["chain"]))
    value["end"] = {"kind": "unread", "iteration": number, "choice": "1", "choices": [], "left": False}


def left(value: Value) -> None:
    """The same, and it has left the shapes of a loop that there is not."""
    unread(value)
    value["end"]["left"] = True


def endless(value: Value) -> None:
    """What is done once goes on for ever."""
    value["end"] = {"kind": "endless"}
    value["claim"] |= {"endless": True, "iterations": ""}


ENDS: Final[list[tuple[str, str, Forgery]]] = [
    (BASE, ONCE, over_by_decree),
    (BASE, GOND, over_by_decree),
    (BASE, BOND, over_by_decree),
    ("certificate-after", ONCE, nothing_done),
    ("certificate-after", ONCE, stopped),
    ("certificate-after", ONCE, unread),
    ("certificate-after", ONCE, left),
    ("certificate-after", ONCE, endless),
]


@pytest.mark.parametrize(("code", "name", "forge"), ENDS)
def test_an_end_that_no_game_has_is_refused(code: str, name: str, forge: Forgery) -> None:
    assert isinstance(check(honest(name)), Accepted)
    value = json.loads(honest(name))
    forge(value)
    found = check(canonical(value))
    assert isinstance(found, Refusal), forge.__doc__
    assert found.code == code, found.message


def test_what_goes_wrong_stays_refused_where_the_loop_ends() -> None:
    """A loop may still end before a choice that is not legal, or in a position that is not its own."""
    assert json.loads(text_of(GRIND))["end"]["kind"] in ("over", "illegal", "unread")
    assert isinstance(check(text_of(GRIND)), Accepted)
