"""A number of targets that is announced: any number, X, or up to X of them (601.2b, 601.2c, 115.3, 608.2b)."""

from __future__ import annotations

from dataclasses import replace as choosing

import pytest

from reiterate.amounts import Amount, Recorder
from reiterate.check.small_values import Rejected
from reiterate.check.start.legal_position import by_the_lists
from reiterate.kinds.answers import answers
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ITSELF, Choice, Option
from reiterate.rules.access.state_access import set_refs
from reiterate.rules.decisions.filling import covers, first, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import Draft
from reiterate.state.model import State, one
from reiterate.state.properties import NTH_TARGET
from reiterate.terms.abilities import NotUnderstood, SpellAbility
from reiterate.terms.base import replace
from reiterate.terms.check import problems
from reiterate.terms.code import from_json, to_json
from reiterate.terms.effects_permanents import ChooseTarget, Tap
from reiterate.terms.proto import Proto
from reiterate.terms.references import Targets, TargetSpec
from tests.support.acting import count, only, settled
from tests.support.boards import BEAR, CREATURE, FOREST, creature, life, play
from tests.support.shown import shows

COPIES = "For each of X target permanents, create X tokens that are copies of that permanent."
TAP_ANY = "Tap any number of target creatures."
TAP_UP_TO = "Tap up to X target creatures."


def card(text: str, kind: str = "Sorcery", cost: str = "{X}{R}") -> Proto:
    """A card of this text, read in full."""
    facts = {"name": "Test Run", "type_line": kind, "mana_cost": cost, "oracle_text": text}
    made = compile_card({**facts, "power": "2", "toughness": "2"} if "Creature" in kind else facts)
    assert made.complete, made.clauses
    assert from_json(to_json(made.proto)) == made.proto
    return made.proto


def table(proto: Proto, mana: Amount = 4, bears: Amount = 1, zone: str = "hand") -> State:
    """The card, red mana, Bears of the opponent, an Ogre and a Forest of one's own."""
    layout = Layout(2)
    layout.put(proto, 0, zone)
    if bears != 0:
        layout.put(BEAR, 1, n=bears, label="bear" if bears == 1 else "")
    layout.put(creature("Ogre", 3, 3), 0, label="ogre")
    layout.put(FOREST, 0, label="forest")
    layout.set_player(0, "mana.R", mana)
    return layout.done()


def said(state: State, text: str) -> Choice:
    """The choice that a line means; it is said by words that read back."""
    read = read_sentence(state, text)
    assert isinstance(read, Choice), read
    back = read_sentence(state, say(state, read))
    assert isinstance(back, Choice)
    assert (back.targets, back.x) == (read.targets, read.x)
    return read


def code(state: State, text: str) -> str:
    """The code of the refusal of a line."""
    read = read_sentence(state, text)
    found = verify(state, read) if isinstance(read, Choice) else read
    assert isinstance(found, Refusal), read
    return found.code


def tapped(state: State) -> int:
    """How many creatures are tapped."""
    rows = [r for r in state.rows.values() if r.cls.proto and "creature" in r.cls.proto.types and r.cls.tapped]
    return sum(int(str(r.n)) for r in rows)


@pytest.mark.parametrize(
    "text",
    [
        COPIES,
        TAP_ANY,
        TAP_UP_TO,
        "Test Run deals X damage to each of X targets.",
        "Put a +1/+1 counter on each of X target creatures.",
        "Any number of target creatures each get +2/+2 until end of turn. Untap those creatures.",
        "Return any number of target creature cards from your graveyard to your hand.",
        "Any number of target players each gain 6 life.",
    ],
)
def test_601_2c_a_number_that_is_announced_is_read_and_prints_back(text: str) -> None:
    context = Context("Test Run", spell=True, has_x=True)
    (ability,) = read_line(text, context)
    assert not isinstance(ability, NotUnderstood)
    assert from_json(to_json(ability)) == ability
    (again,) = read_line(show(ability, "Test Run"), context)
    assert again == ability


@pytest.mark.parametrize(
    "text",
    [
        "Tap X target creatures, where X is the number of lands you control.",  # nobody announces it
        "Tap any number of target creatures. Untap target creature.",  # not the last
        "Choose two — • Tap any number of target creatures. • Draw a card. • You gain 3 life.",
    ],
)
def test_601_2c_what_is_not_read_of_such_a_number(text: str) -> None:
    (ability,) = read_line(text, Context("Test Run", spell=True, has_x=True))
    assert isinstance(ability, NotUnderstood)


def test_107_3_an_x_that_is_not_announced_is_no_number_of_targets() -> None:
    (ability,) = read_line("Tap X target creatures.", Context("Test Run", spell=True, has_x=False))
    assert isinstance(ability, NotUnderstood)
    line = "When Test Run enters, tap X target creatures."
    (ability,) = read_line(line, Context("Test Run", has_x=True))
    assert isinstance(ability, NotUnderstood)


def test_601_2c_such_targets_are_the_last_and_no_others() -> None:
    run = TargetSpec(CREATURE, run="any", least=0, most=0)
    fine = SpellAbility((Tap(Targets(0, 0)),), (run,))
    assert not list(problems(fine))
    for wrong in (
        (replace(run, least=1),),
        (replace(run, optional=True),),
        (replace(run, run="many"),),
        (run, TargetSpec(CREATURE)),
        (TargetSpec(CREATURE),),
    ):
        assert list(problems(replace(fine, targets=wrong)))


def test_601_2c_as_many_targets_as_the_x_announced_and_all_of_them_different() -> None:
    state = table(card(COPIES))
    assert code(state, "cast Test Run targeting bear with X = 2") == "targets"
    assert code(state, "cast Test Run targeting bear and ogre with X = 1") == "targets"
    assert code(state, "cast Test Run targeting bear and bear with X = 2") == "illegal-target"
    done = settled(play(state, said(state, "cast Test Run targeting bear and forest with X = 2")))
    # two targets, two tokens for each: three Bears, three Forests
    assert count(done, "Bear") == 3
    assert count(done, "Forest") == 3
    assert count(done, "Ogre") == 1


def test_601_2c_with_an_x_of_0_there_are_no_targets() -> None:
    state = table(card(COPIES))
    done = settled(play(state, said(state, "cast Test Run with X = 0")))
    assert count(done, "Bear") == 1
    assert count(done, "Test Run", "graveyard") == 1


def test_601_2c_up_to_x_targets_are_as_many_as_x_or_fewer() -> None:
    state = table(card(TAP_UP_TO))
    assert tapped(settled(play(state, said(state, "cast Test Run targeting bear with X = 2")))) == 1
    assert tapped(settled(play(state, said(state, "cast Test Run targeting bear and ogre with X = 2")))) == 2
    assert code(state, "cast Test Run targeting bear and ogre with X = 1") == "targets"


def test_601_2c_any_number_is_none_one_or_all() -> None:
    state = table(card(TAP_ANY, cost="{R}"))
    for line, many in (("", 0), (" targeting ogre", 1), (" targeting ogre and bear", 2)):
        assert tapped(settled(play(state, said(state, f"cast Test Run{line}")))) == many
    assert code(state, "cast Test Run targeting ogre and ogre") == "illegal-target"
    assert code(state, "cast Test Run targeting forest") == "illegal-target"


def test_115_3_of_a_group_each_member_is_a_target_of_its_own() -> None:
    state = table(card(TAP_ANY, cost="{R}"), bears=2)
    assert tapped(settled(play(state, said(state, "cast Test Run targeting Bear and Bear")))) == 2
    assert code(state, "cast Test Run targeting Bear and Bear and Bear") == "illegal-target"


def test_608_2b_what_is_no_legal_target_any_more_is_left_out() -> None:
    bolt = card("Destroy target creature.", "Instant", "{R}")
    layout = Layout(2)
    layout.put(card(COPIES), 0, "hand")
    layout.put(replace(bolt, name="Bolt"), 0, "hand")
    layout.put(BEAR, 1, label="bear")
    layout.put(creature("Ogre", 3, 3), 0, label="ogre")
    layout.set_player(0, "mana.R", 4)
    state = layout.done()
    state = play(state, said(state, "cast Test Run targeting bear and ogre with X = 2"))
    state = play(state, said(state, "cast Bolt targeting bear"))
    done = settled(state)
    assert count(done, "Bear") == 0
    assert count(done, "Ogre") == 3


def test_608_2b_with_every_target_illegal_nothing_resolves() -> None:
    text = "Tap any number of target creatures. You gain 3 life."
    bolt = replace(card("Destroy target creature.", "Instant", "{R}"), name="Bolt")
    layout = Layout(2)
    layout.put(card(text, cost="{R}"), 0, "hand")
    layout.put(bolt, 0, "hand")
    layout.put(BEAR, 1, label="bear")
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    none = settled(play(state, said(state, "cast Test Run")))
    assert life(none, 0) == 23  # it had no targets, so that it resolves
    state = play(state, said(state, "cast Test Run targeting bear"))
    done = settled(play(state, said(state, "cast Bolt targeting bear")))
    assert life(done, 0) == 20


def test_603_3d_a_triggered_ability_with_any_number_of_targets() -> None:
    text = "When Test Run enters, tap any number of other target creatures."
    state = table(card(text, "Creature — Elf", "{R}"))
    state = play(state, said(state, "cast Test Run"))
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    assert asked(state) == "target"
    (option,) = options(state)
    ways = list(instances(state, option, 64))
    assert {frozenset(way.targets) for way in ways} == {
        frozenset(w.targets) for w in ways if covers(state, [option], w)
    }
    assert sorted(len(way.targets) for way in ways) == [0, 1, 1, 2]  # Bear and Ogre, never itself
    both = max(ways, key=lambda way: len(way.targets))
    assert tapped(settled(play(state, both))) == 2
    assert tapped(settled(play(state, first(state, option)))) == 0


def test_603_3d_without_a_creature_it_goes_on_the_stack_all_the_same() -> None:
    text = "When Test Run enters, tap any number of other target creatures. You gain 1 life."
    layout = Layout(2)
    layout.put(card(text, "Creature — Elf", "{R}"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    assert life(settled(play(state, said(state, "cast Test Run"))), 0) == 21


@pytest.mark.parametrize("text", [COPIES, TAP_ANY, TAP_UP_TO])
@pytest.mark.parametrize("bears", [0, 1, 2])
def test_every_way_that_is_offered_is_legal_and_every_legal_way_is_offered(text: str, bears: int) -> None:
    state = table(card(text), mana=3, bears=bears)
    (option,) = [one for one in options(state) if one.verb == "cast"]
    ways = list(instances(state, option, 64))
    assert ways
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert covers(state, [option], way)
        assert verify(state, way) is None
        assert not isinstance(step_if_legal(state, way), Refusal)
    named = {(way.x, tuple(sorted(way.targets))) for way in ways}
    rows = [
        h for h, r in state.rows.items() if r.cls.zone == "battlefield" and (text == COPIES or r.cls.proto != FOREST)
    ]
    for x in range(3):
        for pair in [(), *((a,) for a in rows), *((a, b) for a in rows for b in rows if a <= b)]:
            legal = verify(state, choosing(ways[0], x=x, targets=pair, pay=(("R", x + 1),))) is None
            assert legal == ((x, tuple(sorted(pair))) in named), (x, pair)


@shows(ChooseTarget)
def test_115_1_a_target_that_is_chosen_first_and_spoken_of_then() -> None:
    state = table(card("Choose up to two target creatures. Put a +1/+1 counter on each of them.", cost="{R}"))
    done = settled(play(state, said(state, "cast Test Run targeting bear and ogre")))
    assert [only(done, name).get("counter.+1/+1") for name in ("Bear", "Ogre")] == [1, 1]
    state = table(card("Choose target creature. Tap it.", cost="{R}"))
    assert tapped(settled(play(state, said(state, "cast Test Run targeting bear")))) == 1
    assert code(state, "cast Test Run") == "targets"


FEAST = (
    "Whenever you gain life, choose up to that many target creatures you control. Put a +1/+1 counter on each of them."
)


@pytest.mark.parametrize("gained", [1, 2, 3])
def test_603_3d_up_to_as_many_targets_as_the_event_says(gained: int) -> None:
    layout = Layout(2)
    layout.put(card(FEAST, "Enchantment"), 0)
    for name in ("Elf", "Imp", "Orc"):
        layout.put(creature(name), 0, label=name.lower())
    layout.put(BEAR, 1, label="bear")
    layout.put(replace(card(f"You gain {gained} life.", "Instant", "{R}"), name="Salve"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Salve")))
    assert asked(state) == "target"
    (option,) = options(state)
    assert option is not None
    ways = list(instances(state, option, 64))
    assert {len(way.targets) for way in ways} == set(range(gained + 1))
    own = [
        h for h, r in state.rows.items() if r.cls.proto and "creature" in r.cls.proto.types and r.cls.controller == 0
    ]
    for many in range(4):
        named = choosing(ways[0], targets=tuple(own[:many]))
        assert (verify(state, named) is None) == (many <= gained)
        assert covers(state, [option], named) == (many <= gained)
    done = settled(play(state, max(ways, key=lambda way: len(way.targets))))
    assert sum(row.get("counter.+1/+1") == 1 for row in done.rows.values()) == gained


@pytest.mark.parametrize("text", [COPIES, TAP_ANY, TAP_UP_TO])
def test_601_2c_ways_of_naming_members_of_a_huge_group_are_worked_out_one_by_one(text: str) -> None:
    state = table(card(text), mana=10**100, bears=10**100)
    (option,) = (o for o in options(state) if o.verb == "cast")
    found = list(instances(state, option, 40))
    assert len(found) == 40
    assert all(verify(state, way) is None for way in found)
    assert verify(state, first(state, option)) is None


def test_601_2c_half_of_forty_creatures_are_named_without_working_out_all_halves() -> None:
    layout = Layout(2)
    layout.put(card(COPIES), 0, "hand")
    for number in range(40):
        layout.put(creature(f"Elf {number}", 1, 1), 0)
    layout.set_player(0, "mana.R", 21)
    state = layout.done()
    (option,) = (o for o in options(state) if o.verb == "cast")
    found = list(instances(state, replace_x(option, 20), 10))
    assert [len(way.targets) for way in found] == [20] * 10 and len(set(found)) == 10


def replace_x(option: Option, number: int) -> Option:
    """The option with this X alone."""
    return choosing(
        option, slots=tuple(choosing(s, low=number, high=number) if s.name == "x" else s for s in option.slots)
    )


def test_601_2c_one_of_a_group_that_acts_is_among_the_answers_that_are_listed() -> None:
    layout = Layout(2)
    layout.put(card("{R}: Tap any number of target creatures.", "Creature — Elf"), 0, n=2)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    named = {way.targets for way in answers(state) if way.verb == "activate"}
    (row,) = (handle for handle, there in state.rows.items() if there.cls.proto and there.cls.proto.name == "Test Run")
    assert {(), (ITSELF,), (row,)} <= named


def test_601_2c_no_start_has_an_ability_with_more_targets_than_were_announced() -> None:
    state = table(card("{X}: Tap X target creatures.", "Creature — Elf"), zone="battlefield")
    state = play(state, said(state, "activate Test Run targeting bear with X = 1"))
    by_the_lists(state, 2)
    (top,) = state.stack
    (there,) = (handle for handle, row in state.rows.items() if row.cls.proto and row.cls.proto.name == "Ogre")
    draft = Draft(state)
    set_refs(draft, top, {**state.rows[top].refs, f"{NTH_TARGET}1": one(there)})
    with pytest.raises(Rejected, match="more targets than were announced"):
        by_the_lists(draft.done(), 2)


def test_601_2c_no_count_that_moves_is_read_for_the_first_number_of_targets() -> None:
    """X begins at 0: that names none of the Bears, however many there are."""
    layout = Layout(2)
    layout.put(card(COPIES), 0, "hand")
    layout.put(BEAR, 1, n=Recorder().amount(0, 5))
    layout.set_player(0, "mana.R", 4)
    state = layout.done()
    (option,) = [each for each in options(state) if each.verb == "cast"]
    assert first(state, option).targets == ()
