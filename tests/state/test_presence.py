"""Presence means nothing: a position with amounts of 0 written everywhere is the same game, whatever is chosen in it."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.amounts import Amount, differs
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import Need
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.state.amount_slots import slot_of
from reiterate.state.model import Gone, Row, State, player
from reiterate.state.normal_form import normal
from reiterate.state.text_reads import CAST, DRAWN, DRAWN_IN_STEP, SPENT
from reiterate.terms.proto import Proto
from tests.check.slot_forgeries import NAMES
from tests.soak.games import drawn, lay_out
from tests.support.dice import dice

SLOTS: Final = [name for name in NAMES if name != "n" and "|" not in name]

#: Random games of the tests' own cards, and choices of each.
GAMES: Final = 40
CHOICES: Final = 25


def _with_zeros(num: dict[str, Amount]) -> dict[str, Amount]:
    return {**dict.fromkeys(SLOTS, 0), **num}


def zeroed(state: State) -> State:
    """The position with an amount of 0 of every name, in every row and of everything that is gone."""
    rows: dict[int, Row] = {}
    for handle, row in state.rows.items():
        refs = {
            slot: Gone(ref.cls, _with_zeros(ref.num)) if isinstance(ref, Gone) else ref
            for slot, ref in row.refs.items()
        }
        members = any(differs(amount) for amount in row.num.values())
        rows[handle] = Row(row.cls, row.num if members else _with_zeros(row.num), row.n, refs)
    return State(rows, dict(state.seqs), dict(state.tally), dict(state.labels), state.fresh)


def after(state: State, choice: Choice) -> State | str:
    """The position after a choice, or why there is none."""
    try:
        refused = verify(state, choice)
        return step(state, choice)[0] if refused is None else refused.code
    except Unsupported as error:
        return error.refusal.code


def goes_alike(state: State, choice: Choice) -> State | None:
    """Make a choice with and without the amounts of 0 and compare; where it goes on, the position behind it."""
    found, other = after(state, choice), after(zeroed(state), choice)
    if isinstance(found, str) or isinstance(other, str):
        assert found == other
        return None
    assert same(normal(found), normal(other)), choice
    return found


@pytest.mark.slow("random games played twice")
@pytest.mark.parametrize("part", range(4))
def test_a_random_game_is_the_same_with_amounts_of_0_written_everywhere(part: int) -> None:
    rng = dice(part)
    made = 0
    for game in drawn(False, part, 4, GAMES // 4, CHOICES):
        state = lay_out(game, False)
        for _ in range(CHOICES):
            try:
                found = options(state)
            except (Unsupported, Need):
                break
            assert options(zeroed(state)) == found
            choices = [choice for option in found for choice in instances(state, option, 3)]
            if not choices:
                break
            following = goes_alike(state, rng.choice(choices))
            if following is None:
                continue
            state = following if rng.random() < 0.5 else normal(following)
            made += 1
    assert made > 100


# --- flags of what resolves --------------------------------------------------------------------------------------


def card(name: str, text: str, type_line: str = "Artifact", **more: str) -> Proto:
    """A card of the tests' own."""
    found = compile_card({"name": name, "type_line": type_line, "oracle_text": text, "mana_cost": "{1}"} | more)
    assert found.complete, found
    return found.proto


TWO_BEARS: Final = [card(f"Bear {i}", "", "Creature — Bear", power="2", toughness="2") for i in range(2)]

#: What is activated, what is picked where it is asked, and the life of the first player in the end (119, 608.2c).
IF_DONE: Final = [
    ("{0}: You may sacrifice a creature. If you do, you gain 3 life.", 23),
    ("{0}: Sacrifice a creature. If you do, you gain 3 life.", 23),
    ("{0}: Discard a card. If you do, you gain 3 life.", 20),
]


@pytest.mark.parametrize(("text", "life"), IF_DONE)
@pytest.mark.parametrize("form", ["as it is", "normal form", "with amounts of 0"])
def test_608_2c_what_was_done_before_a_question_is_remembered_in_every_form(text: str, life: int, form: str) -> None:
    layout = Layout(2)
    engine = layout.put(card("Engine", text), 0)
    for bear in TWO_BEARS:
        layout.put(bear, 0)
    state = layout.done()
    made = [Choice("activate", 0, engine)]
    made += [Choice("pass", seat, over=None) for seat in (0, 1)]
    for choice in made:
        state = shaped(state, form)
        state = step(state, choice)[0]
    while asked(state) != "priority":
        state = shaped(state, form)
        if asked(state) == "may":
            state = step(state, Choice("may", 0, answer="yes"))[0]
        else:
            assert asked(state) == "pick"
            picked = next(h for h, r in state.rows.items() if r.cls.proto in TWO_BEARS and r.cls.zone == "battlefield")
            state = step(state, Choice("pick", 0, picks=((picked, 1),)))[0]
    assert state.rows[player(0)].get("life") == life


def shaped(state: State, form: str) -> State:
    """The position as it is, in its normal form, or with amounts of 0 written everywhere."""
    return normal(state) if form == "normal form" else zeroed(state) if form == "with amounts of 0" else state


@pytest.mark.parametrize("form", ["as it is", "normal form", "with amounts of 0"])
@pytest.mark.parametrize(("counters", "life"), [(0, 22), (1, 21), (2, 20)])
def test_608_2h_a_power_of_0_is_last_known_as_0(counters: int, life: int, form: str) -> None:
    layout = Layout(2)
    engine = layout.put(
        card("Engine", "Sacrifice a creature: You gain life equal to the sacrificed creature's power."), 0
    )
    ox = layout.put(
        card("Ox", "", "Creature — Ox", power="2", toughness="4"), 0, counters={"-1/-1": counters} if counters else None
    )
    state = step(layout.done(), Choice("activate", 0, engine, picks=((ox, 1),)))[0]
    for seat in (0, 1):
        state = step(shaped(state, form), Choice("pass", seat, over=None))[0]
    assert state.rows[player(0)].get("life") == life


@pytest.mark.parametrize(
    "history", [CAST, DRAWN, DRAWN_IN_STEP, SPENT, *(f"{kind} {CAST}" for kind in ("instant", "nonland", "Otter"))]
)
def test_each_history_of_a_turn_that_is_kept_may_stand_in_a_start(history: str) -> None:
    cls = next(row.cls for row in Layout(2).done().rows.values() if row.cls.kind == "player")
    slot = slot_of(cls, "turn." + history)
    assert slot is not None and slot.grows


@pytest.mark.parametrize("history", [f"purple {CAST}", f"instant or sorcery {CAST}", "cards lost"])
def test_a_history_of_a_kind_of_spells_that_nobody_counts_is_no_amount(history: str) -> None:
    cls = next(row.cls for row in Layout(2).done().rows.values() if row.cls.kind == "player")
    assert slot_of(cls, "turn." + history) is None
