"""Targets with a lesser number than that of the permanent that was put into a graveyard (603.10a, 608.2h, 202.3, 603.3d)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, settled
from tests.support.boards import play
from tests.support.texts import card, said

TRAWLER = card(
    "Whenever Trawler or another artifact you control is put into a graveyard from the battlefield, "
    "return to your hand target artifact card in your graveyard with lesser mana value.",
    "Artifact Creature — Construct",
    "Trawler",
    "{3}",
)
CRUSH = card("Destroy target permanent.", "Instant", "Crush")
SWEEP = card("Destroy all artifacts.", "Sorcery", "Sweep")


def stone(name: str, cost: str, text: str = "{T}: Add {C}.") -> Proto:
    """An artifact of a mana cost."""
    return card(text, "Artifact", name, cost)


def board(*buried: Proto, there: tuple[tuple[Proto, int], ...] = ()) -> State:
    """A Trawler, cards in the graveyard, and permanents of players."""
    layout = Layout(2)
    layout.put(TRAWLER, 0)
    for each in buried:
        layout.put(each, 0, "graveyard")
    for proto, seat in there:
        layout.put(proto, seat)
    for spell in (CRUSH, SWEEP):
        layout.put(spell, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return layout.done()


def after(state: State, what: str) -> State:
    """After a spell resolved, up to the first question or priority."""
    state = play(state, said(state, f"cast {what}"))
    for _ in range(2):
        state = play(state, Choice("pass", decider(state)))
    return state


def may_aim_at(state: State) -> set[str]:
    """The names of the cards that the ability that is put onto the stack may target, or targets already."""
    seat = decider(state)
    cards = {
        h: p.name for h, row in state.rows.items() if row.cls.zone == "graveyard" and (p := row.cls.proto) is not None
    }
    if asked(state) == "target":
        return {name for h, name in cards.items() if verify(state, Choice("target", seat, targets=(h,))) is None}
    aims = [ref.row for h in state.stack for ref in state.rows[h].refs.values() if isinstance(ref, Ref)]
    return {cards[h] for h in aims if h in cards and cards[h] != "Trawler"}


ONE, TWO, THREE, FOUR = (stone(f"Stone{n}", f"{{{n}}}") for n in (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("died", "aims"),
    [
        (FOUR, {"Stone1", "Stone2", "Stone3"}),
        (THREE, {"Stone1", "Stone2"}),
        (TWO, {"Stone1"}),
    ],
)
def test_202_3_cards_of_a_lesser_mana_value_may_be_the_target(died: Proto, aims: set[str]) -> None:
    buried = [each for each in (ONE, TWO, THREE) if each != died]
    state = after(board(*buried, there=((died, 0),)), f"Crush targeting {died.name}")
    assert may_aim_at(state) == aims & {each.name for each in buried}


def test_603_10a_it_triggers_on_itself_too() -> None:
    state = after(board(TWO, THREE), "Crush targeting Trawler")
    assert may_aim_at(state) == {"Stone2"}
    assert count(settled(state), "Stone2", "hand") == 1


@pytest.mark.parametrize(
    ("there", "name"),
    [
        ((stone("Thing", "{1}"), 0), "Thing"),  # no card of a lesser mana value
        ((Proto("Thing", ("artifact",), token=True), 0), "Thing"),  # a token without a mana cost: mana value 0
        ((stone("Thing", "{X}{X}", "{T}: Add {C}."), 0), "Thing"),  # 107.3: X is 0
        ((FOUR, 1), "Stone4"),  # another player's
    ],
)
def test_603_3d_without_a_target_it_is_not_put_onto_the_stack(there: tuple[Proto, int], name: str) -> None:
    state = after(board(ONE, there=(there,)), f"Crush targeting {name}")
    assert asked(state) == "priority"
    assert not state.stack


def test_603_10a_of_those_that_leave_together_each_has_its_own_number() -> None:
    state = after(board(there=((TWO, 0), (FOUR, 0))), "Sweep")
    aims = []
    while asked(state) in ("target", "order"):
        if asked(state) == "order":
            state = play(state, Choice("order", 0, min(waiting_abilities(state)), count=1))
            continue
        aims.append(may_aim_at(state))
        state = play(state, Choice("target", 0, targets=(handle(state, "Stone2", "graveyard"),)))
    assert aims == [{"Stone2", "Trawler"}]  # of the Stone4; that of the Trawler has the one target that it can have
    state = settled(state)
    assert (count(state, "Stone2", "hand"), count(state, "Stone4", "graveyard")) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "When Test Card enters, destroy target creature with lesser mana value.",  # what is still there may change
        "At the beginning of your upkeep, destroy target creature with lesser mana value.",
        "{T}: Destroy target creature with lesser mana value.",
        "Creatures you control with lesser mana value get +1/+1.",
    ],
)
def test_608_2h_a_number_of_what_did_not_leave_is_not_read(text: str) -> None:
    with pytest.raises(AssertionError):
        card(text, "Creature — Elf")
