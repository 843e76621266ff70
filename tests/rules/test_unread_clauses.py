"""Clauses that are not understood and play no part (113, 602.1, 603.1): what stands on a board, and what is said beside it.

The results are worked out by hand from the rules. Nothing happens by an activated ability that nobody activates (602.2).
A triggered ability does something only where its event happens (603.2). Whatever a player could do keeps a loop of
mandatory actions from being a draw by itself, until that player declines (104.4b).
"""

from __future__ import annotations

import pytest

from reiterate.judge.kinds import DECLINED, YES
from reiterate.rules.access.unread_clauses import unread_clauses
from reiterate.rules.characteristics.evaluate import power
from reiterate.script.position import Position, load
from tests.support.unread_boards import board, book, judged, looped, refusal

NOT_KNOWN = "option-not-known"
UNREAD = "clause-not-understood"


def could(text: str) -> list[tuple[int, str]]:
    """Who could do what beside the loop of a board."""
    return sorted({(found.seat, found.what) for found in judged(text).could_act})


def test_104_4b_the_loop_alone_is_a_draw() -> None:
    kind = judged(board("Chime"))
    assert (kind.draw, kind.nobody_else) == (YES, True)


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        (["Thinker"], [], [(0, "not known: Thinker's {5} ability")]),
        ([], ["Thinker"], [(1, "not known: Thinker's {5} ability")]),
        (["Muser"], [], [(0, "not known: Muser's {T} ability")]),
        (["{card: Thinker, tapped: yes}"], [], [(0, "not known: Thinker's {5} ability")]),
        (["{card: Sage, counters: {loyalty: 3}}"], [], [(0, "not known: Sage's +1 ability")]),
        (["Thinking Elf"], [], [(0, "not known: Thinking Elf's Sacrifice a Thinking Elf ability")]),
        (
            ["Everyone's Thinker"],
            [],
            [(0, "not known: Everyone's Thinker's {5} ability"), (1, "not known: Everyone's Thinker's {5} ability")],
        ),
    ],
)
def test_602_2_an_unread_ability_is_named_and_is_no_draw(
    mine: list[str], theirs: list[str], told: list[tuple[int, str]]
) -> None:
    text = board("Chime", *mine, theirs=tuple(theirs))
    assert could(text) == told
    kind = judged(text)
    assert kind.draw == DECLINED
    assert kind.nobody_else is False
    assert kind.to_ask == tuple(dict.fromkeys(seat for seat, _ in told))
    assert {found.unknown for found in kind.could_act} == {NOT_KNOWN}


def test_113_6_an_ability_of_a_card_in_a_graveyard_is_named_where_its_words_speak_of_that_zone() -> None:
    assert could(board("Chime", graveyard="Thinker")) == []
    assert could(board("Chime", graveyard="Buried Thinker")) == [(0, "not known: Buried Thinker's {5} ability")]


@pytest.mark.parametrize("silent", ["Listener", "Counter of Elves", "Early Riser"])
def test_603_2_a_trigger_whose_event_never_happens_changes_nothing(silent: str) -> None:
    kind = judged(board("Chime", silent))
    assert (kind.draw, kind.nobody_else) == (YES, True)
    assert looped(board("Chime", silent)).endless


def test_603_2_a_trigger_whose_event_happens_is_refused_by_name() -> None:
    found = refusal(board("Chime", "Gleaner"))
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert (
        found.message
        == 'Gleaner: what triggers is not understood: "Whenever you gain life, you contemplate the infinite."'
    )


def test_603_2_the_event_may_happen_in_the_middle_of_an_iteration() -> None:
    """Elves enter in every iteration: who counts them stops the loop, who listens to spells doesn't."""
    body = "activate Seed; all pass"
    assert refusal(board("Seed", "Counter of Elves", body=body, first="-")).code == UNREAD
    assert looped(board("Seed", "Listener", body=body, first="-")).endless


def test_603_6_an_event_of_an_opponents_turn_is_watched_too() -> None:
    """Nobody leaves the step: the upkeep never comes."""
    assert looped(board("Chime", theirs=("Early Riser",))).endless


@pytest.mark.parametrize("refused", ["Riddle", "Listed"])
def test_113_2_a_clause_that_could_do_something_by_itself_refuses_as_before(refused: str) -> None:
    found = refusal(board("Chime", refused))
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert refused in found.message


@pytest.mark.parametrize("opaque", ["Thinker", "Listener"])
def test_613_1f_nothing_may_take_an_unread_clause_away(opaque: str) -> None:
    """What takes abilities from all creatures might take this one in a later period."""
    assert refusal(board("Chime", opaque, "Deaf Bell")).code == UNREAD
    assert judged(board("Chime", "Deaf Bell")).draw == YES


def test_707_2_an_unread_clause_is_not_copied() -> None:
    mine, body = ("Mirror", "{card: Seed, label: S}", "Thinker"), "activate Mirror targeting {}; all pass"
    assert looped(board(*mine, body=body.format("S"), first="-")).endless
    found = refusal(board(*mine, body=body.format("Thinker"), first="-"))
    assert (found.code, found.rule) == (UNREAD, "707.2")
    assert "a clause that is copied" in found.message  # as it happens, not only where the token stands


def test_612_the_text_of_an_unread_clause_is_not_changed() -> None:
    found = refusal(board("Rewriter", "Thinker", body="activate Rewriter targeting Thinker; all pass", first="-"))
    assert (found.code, found.rule) == (UNREAD, "612")


def test_113_1_an_unread_ability_is_an_ability() -> None:
    """What asks for creatures with no abilities is answered: an ability is there, whatever it does; another face is none (715.4)."""
    found = load(board("Plain Lord", "Thinking Elf", "Grizzly Bears"), "board.yaml", book())
    assert isinstance(found, Position)
    creatures = [
        h for h, row in found.state.rows.items() if row.cls.proto is not None and "creature" in row.cls.proto.types
    ]
    sizes = {found.state.rows[h].cls.called: power(found.state, h) for h in creatures}
    assert sizes == {"called Thinking Elf": 1, "called Grizzly Bears": 4}


def test_601_a_card_with_an_unread_clause_is_not_cast() -> None:
    """It goes back to the hand, where its clause may stay unread; from there it can't be cast."""
    text = board("Hoist", "Thinker", body="activate Hoist targeting Thinker; all pass; cast Thinker", first="-")
    found = looped(text)
    assert found.end is not None
    assert found.end.refusal is not None
    assert found.end.refusal.code == UNREAD


def test_118_12_a_payment_may_be_made_with_mana_of_an_unread_ability() -> None:
    """Who could make mana is asked before the payment, as with a mana ability that is read (608.2g, 605.3a)."""
    paying = board("Tolling Chime", "Muser", first="activate Spark; all pass", body="all pass; no")
    kind = judged(paying)
    assert {found.what for found in kind.could_act} == {"not known: Muser's {T} ability"}
    assert kind.draw == DECLINED
    assert judged(board("Tolling Chime")).draw == YES


@pytest.mark.parametrize(
    "silent", ["Gaoler", "Elf Herd", "Own Herd", "Envy", "Forgetter", "Latecomer", "Last Words", "Heavy"]
)
def test_604_1_what_is_about_nothing_that_is_there_changes_nothing(silent: str) -> None:
    kind = judged(board("Chime", silent))
    assert (kind.draw, kind.nobody_else) == (YES, True)


@pytest.mark.parametrize(
    ("mine", "theirs", "body"),
    [
        (["Chime", "Replacer"], [], ""),
        (["Chime", "Gaoler"], ["Grizzly Bears"], ""),
        (["Chime", "Elf Herd", "Own Herd"], [], ""),
        (["Chime", "Own Herd", "Own Herd"], [], ""),
        (["Chime", "Gaoler", "Painter"], [], ""),
        (["Elf Herd", "Seed"], [], "activate Seed; all pass"),
        (["Own Herd", "Seed"], [], "activate Seed; all pass"),
        (["Elf Herd", "Firefly"], [], "activate Firefly; all pass"),
        (["Envy", "Leecher"], [], "activate Leecher; all pass"),
        (["Latecomer", "Blinker"], [], "activate Blinker targeting Latecomer; all pass"),
        (["Last Words", "Ender"], [], "activate Ender targeting Last Words; all pass"),
        (["Gaoler", "Gift", "Heavy"], [], "activate Gift targeting p2 and Heavy; all pass"),
    ],
)
def test_604_1_what_is_met_is_refused_by_name(mine: list[str], theirs: list[str], body: str) -> None:
    """What a clause is about is there, comes, or happens: at the start, or in the middle of an iteration."""
    text = board(*mine, theirs=tuple(theirs), body=body or "all pass", first="-" if body else "")
    found = refusal(text)
    assert (found.code, found.exit_code) == (UNREAD, 4)
    assert any(found.message.startswith(f"{name}: ") for name in mine)


@pytest.mark.parametrize(
    ("mine", "body"),
    [
        (["Gaoler", "Seed"], "activate Seed; all pass"),
        (["Gaoler", "Firefly"], "activate Firefly; all pass"),
        (["Replacer", "Leecher"], "activate Leecher; all pass"),
        (["Latecomer", "Blinker", "Chime"], "activate Blinker targeting Chime; all pass"),
    ],
)
def test_604_1_the_same_deed_beside_a_clause_about_something_else(mine: list[str], body: str) -> None:
    assert looped(board(*mine, body=body, first="-")).endless


def test_508_1_who_can_t_attack_for_an_unread_reason_does_not() -> None:
    text = board("Heavy", "Own Herd", body="all pass to declare attackers; attack with {}", first="-")
    found = refusal(text.format("Heavy"))
    assert (found.code, found.rule) == (UNREAD, "603.2")
    assert looped(text.format("Own Herd")).end is not None  # the next iteration begins in that step


def test_unread_clauses_are_listed_for_those_who_ask() -> None:
    position = load(board("Thinker", "Listener", "Riddle", graveyard="Listener"), "board.yaml", book())
    assert isinstance(position, Position)
    found = [(one.name, one.state, one.kind, one.obligation) for one in unread_clauses(position.state)]
    listening = ("Listener", "silent", "trigger", "never: Whenever an opponent casts a spell")
    assert found == [
        ("Thinker", "carried", "activated", "nobody uses it: {5} ability"),
        listening,
        ("Riddle", "refused", "", ""),
        listening,
    ]
