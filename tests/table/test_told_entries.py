"""What an entry did is told as a player says it, made of its choices and of what everybody saw change."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.show.game_words import changed_words, happened_words
from reiterate.table import rounds
from reiterate.table.entries import ANSWER, CHOICE, POSITION, PROPOSE, STATEMENT, Said
from reiterate.table.past import happened
from reiterate.table.scenes import Wanted, scene_of
from reiterate.table.seat_view import view_of

BOOK = CardBook.builtin()

BOARD = """format: position/1
players:
  p1:
    hand: [Lightning Bolt, Forest]
    library: [10 unknown]
    battlefield:
      - Mountain
      - {card: Midnight Guard, label: bears}
      - {card: Presence of Gond, attached to: bears}
      - {card: Walking Ballista, counters: {+1/+1: 3}}
      - Soul Warden
  p2: {life: 20, library: [10 unknown], hand: [Lightning Bolt], battlefield: [Grizzly Bears, Mountain]}
"""

HIDDEN = """format: position/1
players:
  p1: {hand: [Giant Growth], library: [5 unknown], battlefield: [Forest]}
  p2: {life: 20, library: [Prodigal Sorcerer, Prodigal Sorcerer, Prodigal Sorcerer]}
"""

#: An iteration of the loop on that board, and where two triggers are put in order.
LAP = ("activate bears", "all pass", "order #1 first", "all pass", "all pass")


def entered(now: rounds.Round, who: str, text: str, what: str = "") -> None:
    """Make an entry as the table does."""
    said = Said(STATEMENT, who, {"what": what, "text": text}) if what else Said(CHOICE, who, {"text": text})
    carried = rounds.carry_out(now, said)
    assert not isinstance(carried, Refusal), carried
    rounds.put_down(now, rounds.entry_for(now, said, carried, ""))


def begun(text: str = BOARD) -> rounds.Round:
    """A game from a position, with its first entry."""
    now = rounds.begin(text, BOOK)
    assert isinstance(now, rounds.Round)
    rounds.put_down(now, rounds.entry_for(now, Said(POSITION, "table", {"text": text}), rounds.Carried(), ""))
    return now


def told(now: rounds.Round, who: str = "p2") -> list[dict[str, Any]]:
    """The entries of a game as a page of a seat reads them, without the first one."""
    return [as_json(each) for each in happened(now, who, 1)]


def test_choices_and_what_comes_of_them_are_told_as_players_say_them() -> None:
    now = begun()
    for who, line in (
        ("p1", "activate Mountain"),
        ("p1", "cast Lightning Bolt targeting Grizzly Bears"),
        ("p1", "pass"),
        ("p2", "pass"),
        ("p1", "play Forest"),
        ("p1", "activate bears"),
        ("p1", "pass"),
        ("p2", "pass"),
        ("p1", "order #1 first"),
        ("p1", "pass"),
        ("p2", "pass"),
        ("p1", "pass"),
        ("p2", "pass"),
        ("p1", "activate Walking Ballista: deals 1 damage to any target targeting p2"),
        ("p1", "pass"),
        ("p2", "pass"),
    ):
        entered(now, who, line)
    assert [happened_words(each, {"p1": "Ann"}) for each in told(now)] == [
        "Ann taps Mountain for {R}",
        "Ann casts Lightning Bolt, target Grizzly Bears",
        "Ann passes",
        "p2 passes; Lightning Bolt resolves: Grizzly Bears dies",
        "Ann plays Forest",
        "Ann activates Midnight Guard",
        "Ann passes",
        "p2 passes; Midnight Guard's ability resolves: an Elf Warrior token enters the battlefield",
        "Ann puts Midnight Guard's trigger on the stack first; "
        "Soul Warden's trigger and Midnight Guard's trigger go on the stack",
        "Ann passes",
        "p2 passes; Soul Warden's trigger resolves: p1 gains 1 life",
        "Ann passes",
        "p2 passes; Midnight Guard's trigger resolves: Midnight Guard untaps",
        "Ann activates Walking Ballista, target p2: Walking Ballista deals 1 damage to any target; "
        "Walking Ballista loses a +1/+1 counter",
        "Ann passes",
        "p2 passes; Walking Ballista's ability resolves: p2 loses 1 life",
    ]
    assert "life of p2: 20 → 19" in changed_words(told(now)[-1])  # the exact differences stay beside the words


def test_602_2a_a_card_whose_ability_is_activated_from_the_hand_is_revealed() -> None:
    now = begun(
        "format: position/1\nplayers:\n  p1: {hand: [Cloud of Faeries], library: [5 unknown], mana: {U: 2}}\n  p2: {life: 20}\n"
    )
    entered(now, "p1", "activate Cloud of Faeries")
    assert [happened_words(each) for each in told(now)] == [
        "p1 activates Cloud of Faeries; p1 discards Cloud of Faeries"
    ]


def test_a_shortcut_is_told_by_what_acts_in_it_wherever_it_is_told() -> None:
    now = begun()
    entered(now, "p1", "repeat 10^100:\n  " + "\n  ".join(LAP), PROPOSE)
    words = "10^100 times: Midnight Guard's ability"
    proposal = view_of(now, "g", "", {}, "p2").proposal
    assert proposal is not None and proposal.words == words
    scene = scene_of(now, "p2", Wanted(iteration="7"))
    assert not isinstance(scene, Refusal)
    assert [stop.card for stop in scene.stops if "order" in stop.own] == ["Midnight Guard"]
    entered(now, "p2", "accept", ANSWER)
    assert [happened_words(each) for each in told(now)] == [
        f"p1 proposes {words}",
        "p2 accepts the shortcut; 10^100 Elf Warrior tokens enter the battlefield; p1 gains 10^100 life",
    ]


@pytest.mark.parametrize("who", ["p1", "p2", "judge", "spectator"])
def test_words_are_made_of_what_everybody_sees(who: str) -> None:
    """A card that is drawn is told by its number, to its own player and the judge, too: the words are the same for all."""
    now = begun(HIDDEN)
    while "p2 draws a card" not in " ".join(map(happened_words, told(now, who))):
        entered(now, view_of(now, "g", "", {}, who).decides, "pass")
        assert len(now.entries) < 30
    words = [happened_words(each) for each in told(now, who)]
    assert "p2 passes; next: beginning of combat" in words
    assert not any("Giant Growth" in each or "Prodigal Sorcerer" in each for each in words)
