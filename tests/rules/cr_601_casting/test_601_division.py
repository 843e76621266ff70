"""Something divided among targets (601.2d, 608.2b), and damage dealt to several at the same time (120.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import Amount
from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers, first, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, Keyword, NotUnderstood, Triggered
from reiterate.terms.check import problems
from reiterate.terms.code import from_json, to_json
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_damage import DealDamage, DealDivided
from reiterate.terms.effects_permanents import Distribute, PutCounters
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import Reflexive
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.trigger_events import Enters, LifeGained
from tests.support.acting import around, handle, only
from tests.support.boards import BEAR, CREATURE, creature, life, play, tap_ability
from tests.support.loop_cases import body_reader, compare_with_plain, reached
from tests.support.shown import shows

HUGE = 10**100
DIVIDED = TargetSpec(CREATURE, "any", divided=True, least=1, most=3)
ANY_NUMBER = TargetSpec(CREATURE, "any", divided=True, least=0, most=0)


def spell(text: str, cost: str = "{R}", kind: str = "Instant") -> Proto:
    """A card of this text."""
    made = compile_card({"name": "Test Split", "type_line": kind, "mana_cost": cost, "oracle_text": text})
    assert made.complete, made.clauses
    return made.proto


def table(card: Proto, mana: Amount = 1, bears: Amount = 1) -> State:
    """The card in hand, red mana, Bears of the opponent and an own one."""
    layout = Layout(2)
    layout.put(card, 0, "hand")
    layout.put(BEAR, 1, n=bears, label="bear" if bears == 1 else "")
    layout.put(creature("Ogre", 3, 3), 0, label="ogre")
    layout.set_player(0, "mana.R", mana)
    return layout.done()


def sentence(state: State, text: str) -> Choice:
    """The choice that a line means; it is said again by words that read back."""
    read = read_sentence(state, text)
    assert isinstance(read, Choice), read
    back = read_sentence(state, say(state, read))
    assert isinstance(back, Choice)
    assert (back.targets, back.sizes, back.x) == (read.targets, read.sizes, read.x)
    return read


THREE = "Test Split deals 3 damage divided as you choose among one, two, or three targets."


@pytest.mark.parametrize(
    "text",
    [
        THREE,
        "Test Split deals X damage divided as you choose among any number of target creatures.",
        "Test Split deals 4 damage divided as you choose among up to two target creatures and/or players.",
        "Distribute two +1/+1 counters among one or two other target creatures you control.",
        "Distribute X +1/+1 counters among any number of target creatures, where X is the number of lands you control.",
    ],
)
def test_601_2d_what_is_divided_is_read_and_prints_back(text: str) -> None:
    (ability,) = read_line(text, Context("Test Split", spell=True, has_x=True))
    assert not isinstance(ability, NotUnderstood)
    assert from_json(to_json(ability)) == ability
    (again,) = read_line(show(ability, "Test Split"), Context("Test Split", spell=True, has_x=True))
    assert again == ability


def test_601_2d_no_other_words_speak_of_one_of_the_targets() -> None:
    text = (
        "Test Split deals 3 damage divided as you choose among one, two, or three target creatures. Tap that creature."
    )
    (ability,) = read_line(text, Context("Test Split", spell=True))
    assert isinstance(ability, NotUnderstood)
    both = Activated((TapCost(),), (DealDivided(This(), Fixed(3), TargetRef(0)),), (DIVIDED, TargetSpec(CREATURE)))
    assert problems(both)
    assert problems(Activated((TapCost(),), (GainLife(You(), Fixed(1)),), (DIVIDED,)))
    assert problems(Activated((TapCost(),), (DealDamage(This(), TargetRef(0), Fixed(1)),), (DIVIDED,)))


@shows(DealDivided)
def test_601_2d_each_target_gets_the_part_announced_for_it() -> None:
    state = table(spell(THREE))
    state = play(state, sentence(state, "cast Test Split targeting 2 to bear and the rest to p2"))
    entry = state.rows[state.stack[0]]
    assert (entry.get("part0"), entry.get("part1")) == (2, 1)
    state = around(state)
    assert only(state, "Bear", "graveyard").n == 1
    assert life(state, 1) == 19


def test_601_2d_one_target_gets_everything_and_needs_no_number() -> None:
    state = table(spell(THREE))
    assert life(around(play(state, sentence(state, "cast Test Split targeting p2"))), 1) == 17


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("cast Test Split targeting 3 to bear and 1 to p2", "division"),
        ("cast Test Split targeting 3 to bear and 0 to p2", "division"),
        ("cast Test Split targeting 1 to bear and 1 to p2", "division"),
        ("cast Test Split targeting bear and p2", "division"),
        ("cast Test Split targeting 1 to bear and 2 to bear", "illegal-target"),
        ("cast Test Split targeting 1 to bear and p2", "division"),
        ("cast Test Split targeting the rest to bear and the rest to p2", "division"),
        ("cast Test Split", "targets"),
        ("cast Test Split targeting nothing", "illegal-target"),
    ],
)
def test_601_2d_parts_are_at_least_1_and_all_of_it(line: str, code: str) -> None:
    state = table(spell(THREE))
    read = read_sentence(state, line)
    refused = read if isinstance(read, Refusal) else verify(state, read) if isinstance(read, Choice) else None
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_601_2d_where_nothing_is_divided_no_part_is_said() -> None:
    state = table(spell("Test Split deals 3 damage to any target."))
    read = read_sentence(state, "cast Test Split targeting 3 to bear")
    assert isinstance(read, Choice)
    refused = verify(state, read)
    assert refused is not None
    assert refused.code == "division"
    assert not covers(state, options(state), read)


def test_608_2b_the_part_of_an_illegal_target_is_not_dealt() -> None:
    layout = Layout(2)
    layout.put(spell(THREE), 0, "hand", label="split")
    layout.put(spell("Test Split deals 2 damage to any target."), 1, "hand", label="bolt")
    layout.put(BEAR, 1, label="bear")
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 1)
    state = layout.done()
    state = play(state, sentence(state, "cast split targeting 2 to bear and 1 to p2"), Choice("pass", 0))
    state = around(play(state, sentence(state, "cast bolt targeting bear")))
    assert only(state, "Bear", "graveyard").n == 1
    assert life(around(state), 1) == 19


def test_601_2d_a_number_too_long_to_write_out_is_divided() -> None:
    card = spell("Test Split deals X damage divided as you choose among any number of targets.", "{X}{R}")
    state = table(card, HUGE + 1)
    state = play(state, sentence(state, "cast Test Split targeting 3 to p2 and the rest to ogre with X = 10^100"))
    entry = state.rows[state.stack[0]]
    assert (entry.get("part0"), entry.get("part1")) == (3, HUGE - 3)
    state = around(state)
    assert life(state, 1) == 17
    assert only(state, "Ogre", "graveyard").n == 1


def test_601_2d_any_number_of_targets_may_be_none() -> None:
    card = spell("Test Split deals X damage divided as you choose among any number of targets.", "{X}{R}")
    state = table(card, 1)
    state = around(play(state, sentence(state, "cast Test Split")))
    assert (life(state, 0), life(state, 1)) == (20, 20)


def test_601_2d_options_offer_every_division() -> None:
    state = table(spell(THREE), bears=2)
    (option,) = [o for o in options(state) if o.verb == "cast"]
    assert verify(state, first(state, option)) is None
    found = list(instances(state, option, 500))
    assert all(verify(state, choice) is None and covers(state, [option], choice) for choice in found)
    # rows: p1, p2, two like Bears, Ogre; alike ones get their parts in order of size
    bear = handle(state, "Bear")
    of_bears = {(c.targets.count(bear), c.sizes) for c in found if set(c.targets) == {bear}}
    assert of_bears == {(1, (3,)), (2, (2, 1))}
    assert len(found) == len(set(found))
    two = [c for c in found if c.targets == (player(1), handle(state, "Ogre"))]
    assert {c.sizes for c in two} == {(1, 2), (2, 1)}
    assert any(len(c.targets) == 3 and c.sizes == (1, 1, 1) for c in found)


@given(st.integers(0, 5), st.lists(st.integers(-1, 5), min_size=1, max_size=3))
def test_601_2d_options_and_verify_agree(extra: int, parts: list[int]) -> None:
    state = table(spell(THREE), bears=2)
    rows = [player(1), handle(state, "Bear"), handle(state, "Ogre")]
    targets = tuple(rows[(extra + i) % 3] for i in range(len(parts)))
    (cast,) = [o for o in options(state) if o.verb == "cast"]
    choice = Choice("cast", 0, cast.row, targets=targets, sizes=tuple(parts))
    assert covers(state, options(state), choice) == (verify(state, choice) is None)


def test_603_3d_a_trigger_divides_as_it_is_put_on_the_stack() -> None:
    splitter = creature(
        "Splitter", 1, 1, Triggered(Enters(This()), (DealDivided(This(), Fixed(5), TargetRef(0)),), (ANY_NUMBER,))
    )
    state = table(splitter)
    state = around(play(state, Choice("cast", 0, handle(state, "Splitter", "hand"))))
    assert asked(state) == "target"
    (option,) = options(state)
    assert verify(state, first(state, option)) is None
    assert all(verify(state, choice) is None for choice in instances(state, option, 200))
    none = sentence(state, "target nothing")
    assert none.targets == () and life(around(play(state, none)), 1) == 20
    state = around(play(state, sentence(state, "target 4 to p2 and the rest to ogre")))
    assert life(state, 1) == 16
    assert only(state, "Ogre").get("damage") == 1


def test_603_12_a_reflexive_ability_divides_too() -> None:
    inner = Reflexive((DealDivided(This(), Fixed(2), TargetRef(0)),), (DIVIDED,))
    layout = Layout(2)
    row = layout.put(creature("Actor", 1, 1, tap_ability(GainLife(You(), Fixed(1)), inner)), 0)
    state = around(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "target"
    state = around(play(state, sentence(state, "target 1 to p2 and 1 to p1")))
    assert (life(state, 0), life(state, 1)) == (20, 19)


@shows(Distribute)
def test_601_2d_an_activated_ability_divides_counters() -> None:
    mine = TargetSpec(Filter(types=("creature",), controller="you"), divided=True, least=1, most=2)
    layout = Layout(2)
    layout.put(creature("Actor", 1, 1, tap_ability(Distribute(Fixed(2), "+1/+1", TargetRef(0)), targets=(mine,))), 0)
    layout.put(creature("Elf", 1, 1), 0, n=5)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "activate"]
    found = list(instances(state, option, 99))
    assert all(verify(state, choice) is None for choice in found)
    state = around(play(state, sentence(state, "activate Actor targeting 1 to Elf and 1 to Elf")))
    counted = [(r.n, r.get("counter.+1/+1")) for r in state.rows.values() if r.cls.proto and r.cls.proto.name == "Elf"]
    assert sorted(counted) == [(2, 1), (3, 0)]


def test_707_10c_new_targets_for_a_divided_spell_are_refused_by_name() -> None:
    copier = spell("Copy target instant spell. You may choose new targets for the copy.")
    layout = Layout(2)
    layout.put(spell(THREE), 0, "hand", label="split")
    layout.put(copier, 0, "hand", label="copier")
    layout.put(BEAR, 1, label="bear")
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    state = play(state, sentence(state, "cast split targeting 2 to bear and 1 to p2"))
    state = play(state, sentence(state, "cast copier targeting Test Split on the stack"))
    with pytest.raises(Unsupported, match=r"divides"):
        around(state)


def test_601_2d_a_growing_division_in_a_loop_is_what_playing_it_is_and_is_certified() -> None:
    """2 to p2 and the rest, more each time, to p3; p2 at 1000 life is gone after 500 iterations."""
    text = "{0}: Put a +1/+1 counter on Splitter.\n{0}: Splitter deals damage equal to its power divided as you choose "
    made = compile_card(
        {
            "name": "Splitter",
            "type_line": "Artifact Creature — Golem",
            "mana_cost": "{1}",
            "oracle_text": text + "among one, two, or three targets.",
            "power": "2",
            "toughness": "2",
        }
    )
    assert made.complete
    layout = Layout(3)
    layout.put(made.proto, 0, label="splitter")
    layout.set_player(1, "life", 1000)
    layout.set_player(2, "life", HUGE)
    reader = body_reader(
        "activate splitter: put\nall pass\nactivate splitter: deals targeting 2 to p2 and the rest to p3\nall pass"
    )
    loop = find_loop(layout.done(), reader)
    assert compare_with_plain(loop, reader, 12, range(6)) == 12
    state = reached(loop, 400)
    assert (life(state, 1), life(state, 2)) == (1000 - 800, HUGE - 400 * 401 // 2)
    certificate = certify_plainly(loop)
    assert isinstance(certificate, str)
    accepted = check(certificate)
    assert isinstance(accepted, Accepted)
    assert (accepted.endless, accepted.iterations) == (False, "500")
    assert isinstance(check(certificate.replace('"sizes":["2"', '"sizes":["3"')), Refusal)


# --- at the same time (120.3) ------------------------------------------------------------------------------------


def _gains(state: State) -> object:
    return only(state, "Counting").get("counter.gain")


def _linked(text: str, players: int = 2, types: str = "Creature — Elf") -> tuple[Layout, int]:
    made = compile_card(
        {"name": "Linker", "type_line": types, "oracle_text": f"Lifelink\n{text}", "power": "3", "toughness": "9"}
    )
    assert made.complete, made.clauses
    layout = Layout(players)
    row = layout.put(made.proto, 0)
    layout.put(creature("Counting", 1, 9, Triggered(LifeGained("you"), (PutCounters(This(), "gain", Fixed(1)),))), 0)
    return layout, row


def _all(state: State) -> State:
    state = around(state)
    while state.stack:
        state = around(state)
    return state


def test_702_15e_one_source_gains_once_for_damage_to_each_opponent() -> None:
    layout, row = _linked("{T}: Linker deals 2 damage to each opponent.", players=4)
    state = _all(play(layout.done(), Choice("activate", 0, row)))
    assert (life(state, 0), _gains(state)) == (26, 1)


def test_702_15e_one_source_gains_once_for_damage_to_creatures_of_several_rows() -> None:
    layout, row = _linked("{T}: Linker deals 1 damage to each creature you control.")
    layout.put(BEAR, 0, n=3)
    layout.put(creature("Elf", 1, 2), 0)
    state = _all(play(layout.done(), Choice("activate", 0, row)))
    assert (life(state, 0), _gains(state)) == (26, 1)


def test_120_3_damage_of_each_players_own_amount_is_dealt_to_all_at_once() -> None:
    text = "{T}: Linker deals damage to each player equal to half that player's life total, rounded down."
    layout, row = _linked(text)
    layout.set_player(0, "life", 10)
    layout.set_player(1, "life", 30)
    state = _all(play(layout.done(), Choice("activate", 0, row)))
    assert (life(state, 0), life(state, 1), _gains(state)) == (10 - 5 + 20, 15, 1)


def test_702_15_each_source_of_a_group_gains_for_itself_in_combat() -> None:
    layout, _ = _linked("{T}: You gain 1 life.")
    layout.put(creature("Healer", 2, 2, Keyword("lifelink")), 0, n=3, label="healers")
    state = layout.done()
    for line in ("p1: pass", "p2: pass"):
        state = play(state, sentence(state, line))
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    state = play(state, Choice("attack", 0, picks=((state.labels["healers"], 3),), targets=(player(1),)))
    while life(state, 1) == 20:
        state = play(state, Choice("pass", decider(state)))
    state = _all(state)
    assert (life(state, 0), life(state, 1), _gains(state)) == (26, 14, 3)
