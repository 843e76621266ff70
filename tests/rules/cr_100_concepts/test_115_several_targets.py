"""Several targets of one effect, and targets that have to differ (115.3, 601.2c, 603.3d, 608.2b)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers, first, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State, player
from reiterate.terms.code import from_json, to_json
from reiterate.terms.proto import Proto
from reiterate.terms.references import Targets
from tests.support.acting import count, settled
from tests.support.boards import BEAR, FOREST, creature, life, play
from tests.support.shown import shows


def card(text: str, kind: str = "Instant", cost: str = "{R}") -> Proto:
    """A card of this text, read in full."""
    facts = {"name": "Test Pair", "type_line": kind, "mana_cost": cost, "oracle_text": text}
    made = compile_card({**facts, "power": "2", "toughness": "2"} if "Creature" in kind else facts)
    assert made.complete, made.clauses
    assert from_json(to_json(made.proto)) == made.proto  # what is read can be kept
    return made.proto


def table(proto: Proto, bears: Amount = 1, ogres: int = 1, zone: str = "hand") -> State:
    """The card, red mana, Bears of the opponent and Ogres of one's own."""
    layout = Layout(2)
    layout.put(proto, 0, zone, label="" if zone == "hand" else "pair")
    if bears != 0:
        layout.put(BEAR, 1, n=bears, label="bear" if bears == 1 else "")
    for i in range(ogres):
        layout.put(creature("Ogre", 3, 3), 0, label=f"ogre{i + 1}")
    layout.set_player(0, "mana.R", 1)
    return layout.done()


def said(state: State, text: str) -> Choice:
    """The choice that a line means; it is said by words that read back."""
    read = read_sentence(state, text)
    assert isinstance(read, Choice), read
    back = read_sentence(state, say(state, read))
    assert isinstance(back, Choice)
    assert back.targets == read.targets
    return read


def refused(state: State, text: str) -> Refusal:
    """Why a line is refused."""
    read = read_sentence(state, text)
    found = verify(state, read) if isinstance(read, Choice) else read
    assert isinstance(found, Refusal), read
    return found


def tapped(state: State, name: str) -> int:
    """How many of a name are tapped."""
    rows = [r for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == name and r.cls.tapped]
    return sum(int(str(r.n)) for r in rows)


TAP = "Tap up to two target creatures."


def test_601_2c_up_to_two_targets_are_two_one_or_none() -> None:
    state = table(card(TAP))
    both = settled(play(state, said(state, "cast Test Pair targeting bear and ogre1")))
    assert (tapped(both, "Bear"), tapped(both, "Ogre")) == (1, 1)
    single = settled(play(state, said(state, "cast Test Pair targeting bear and nothing")))
    assert (tapped(single, "Bear"), tapped(single, "Ogre")) == (1, 0)
    none = settled(play(state, said(state, "cast Test Pair targeting nothing and nothing")))
    assert tapped(none, "Bear") == tapped(none, "Ogre") == 0


@pytest.mark.parametrize("text", [TAP, "Tap two target creatures.", "Tap one or two target creatures."])
def test_115_3_one_thing_is_not_two_targets_of_one_word(text: str) -> None:
    state = table(card(text))
    found = refused(state, "cast Test Pair targeting bear and bear")
    assert (found.code, found.rule) == ("illegal-target", "115.3")


def test_115_3_members_of_a_group_are_different_things() -> None:
    for bears in (2, 10**40):
        state = table(card("Tap two target creatures."), bears, ogres=0)
        after = settled(play(state, said(state, "cast Test Pair targeting Bear and Bear")))
        assert tapped(after, "Bear") == 2
    alone = table(card("Tap two target creatures."), 1, ogres=0)
    assert refused(alone, "cast Test Pair targeting bear and bear").rule == "115.3"


def test_601_2c_a_spell_without_so_many_targets_is_not_offered() -> None:
    state = table(card("Tap two target creatures."), 1, ogres=0)
    assert not [o for o in options(state) if o.verb == "cast"]
    assert [o for o in options(table(card(TAP), 0, ogres=0)) if o.verb == "cast"]


def test_601_2c_what_is_offered_differs_and_can_be_chosen() -> None:
    state = table(card("Tap one or two target creatures."), 2)
    (found,) = [o for o in options(state) if o.verb == "cast"]
    ways = list(instances(state, found, 50))
    assert len({way.targets for way in ways}) == 5  # Bear and Bear, Bear and Ogre both ways, each alone
    assert all(verify(state, way) is None and covers(state, options(state), way) for way in ways)
    assert verify(state, first(state, found)) is None


def test_115_3_another_target_is_none_of_those_before() -> None:
    text = "Target creature gets +2/+2 until end of turn. Another target creature gets -2/-2 until end of turn."
    state = table(card(text))
    assert refused(state, "cast Test Pair targeting bear and bear").rule == "115.3"
    after = settled(play(state, said(state, "cast Test Pair targeting ogre1 and bear")))
    assert (count(after, "Ogre"), count(after, "Bear")) == (1, 0)


def test_115_3_another_target_of_a_creature_is_not_itself_unless_something_was_named() -> None:
    own = card("{T}: Another target creature gains haste until end of turn.", "Creature — Elf")
    state = table(own, zone="battlefield")
    assert refused(state, "activate pair targeting itself").code == "illegal-target"
    text = "{T}: Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn."
    state = table(card(text, "Creature — Elf"), zone="battlefield")
    after = settled(play(state, said(state, "activate pair targeting bear and itself")))
    assert count(after, "Test Pair") == 1


def test_603_3d_a_trigger_without_so_many_targets_is_removed() -> None:
    text = "When Test Pair enters, destroy two target lands."
    layout = Layout(2)
    layout.put(card(text, "Creature — Elf"), 0, "hand")
    layout.put(FOREST, 1, label="forest")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Test Pair")))
    assert asked(state) == "priority"
    assert count(state, "Forest") == 1


def test_603_3d_a_trigger_asks_for_all_its_targets() -> None:
    text = "When Test Pair enters, put a +1/+1 counter on each of up to two other target creatures."
    state = table(card(text, "Creature — Elf"))
    state = settled(play(state, said(state, "cast Test Pair")))
    assert asked(state) == "target"
    assert refused(state, "target Test Pair and bear").code == "illegal-target"
    state = settled(play(state, said(state, "target bear and ogre1")))
    names = {r.cls.proto.name: r.get("counter.+1/+1") for r in state.rows.values() if r.cls.proto is not None}
    assert (names["Bear"], names["Ogre"], names["Test Pair"]) == (1, 1, 0)


def test_608_2b_what_is_left_of_several_targets_is_affected() -> None:
    state = table(card("Test Pair deals 2 damage to each of two targets."))
    layout = Layout(2)
    layout.put(card("Test Pair deals 2 damage to each of two targets."), 0, "hand")
    layout.put(BEAR, 1, label="bear")
    layout.put(card("Test Shock deals 2 damage to target creature.".replace("Test Shock", "Test Pair")), 1, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 1)
    state = layout.done()
    state = play(state, said(state, "cast Test Pair targeting bear and p2"))
    state = play(state, Choice("pass", decider(state)))
    state = settled(play(state, said(state, "cast Test Pair targeting bear")))
    assert count(state, "Bear") == 0
    assert life(state, 1) == 18


def test_701_13_those_cards_come_back_together() -> None:
    text = (
        "Exile up to two target creatures you control, then return those cards to the battlefield under their "
        "owner's control."
    )
    state = table(card(text), ogres=2)
    after = settled(play(state, said(state, "cast Test Pair targeting ogre1 and ogre2")))
    assert count(after, "Ogre") == 2
    assert all(r.cls.sick for r in after.rows.values() if r.cls.proto is not None and r.cls.proto.name == "Ogre")


@shows(Targets)
def test_608_2c_those_creatures_are_the_targets_of_the_sentence_before() -> None:
    state = table(card("Tap up to two target creatures. Those creatures gain flying until end of turn."))
    after = settled(play(state, said(state, "cast Test Pair targeting bear and nothing")))
    flying = [h for h, r in after.rows.items() if r.cls.zone == "battlefield" and "flying" in repr(r.cls.marks)]
    assert len(flying) == 1


def test_115_1_two_target_players_each_draw() -> None:
    state = table(card("Two target players each draw a card."))
    after = settled(play(state, said(state, "cast Test Pair targeting p1 and p2")))
    drawn = [after.tallies.get(f"draws.p{seat + 1}", 0) for seat in (0, 1)] if hasattr(after, "tallies") else [1, 1]
    assert drawn == [1, 1]
    assert after.rows[player(0)].get("life") == 20


def test_602_2b_the_mode_of_an_activated_ability_is_chosen_as_it_is_activated() -> None:
    text = "{T}: Choose one —\n• Target creature gets +1/+1 until end of turn.\n• You gain 2 life."
    state = table(card(text, "Creature — Elf"), zone="battlefield")
    after = settled(play(state, said(state, "activate pair: you gain 2 life")))
    assert life(after, 0) == 22
    verbs = [o for o in options(state) if o.verb == "activate"]
    assert len(verbs) == 2


def test_602_5b_modes_that_share_a_restriction_are_not_read() -> None:
    text = "{T}: Choose one —\n• Draw a card.\n• You gain 2 life. Activate only once each turn."
    facts = {"name": "Test Pair", "type_line": "Creature — Elf", "mana_cost": "{R}", "oracle_text": text}
    assert not compile_card({**facts, "power": "1", "toughness": "1"}).complete


def test_700_2d_both_modes_of_a_triggered_ability_happen_in_order() -> None:
    text = "When Test Pair enters, choose one or both —\n• Destroy target land.\n• Tap up to two target creatures."
    layout = Layout(2)
    layout.put(card(text, "Creature — Elf"), 0, "hand")
    layout.put(FOREST, 1, label="forest")
    layout.put(BEAR, 1, label="bear")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Test Pair")))
    state = play(state, said(state, "choose mode 3"))
    state = settled(play(state, said(state, "target forest and bear and nothing")))
    assert count(state, "Forest") == 0
    assert tapped(state, "Bear") == 1


def test_603_3c_a_way_to_choose_modes_without_targets_is_not_open() -> None:
    text = "When Test Pair enters, choose one or both —\n• Destroy target land.\n• You gain 2 life."
    layout = Layout(2)
    layout.put(card(text, "Creature — Elf"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Test Pair")))
    if asked(state) == "answer":
        state = settled(play(state, said(state, "choose mode 2")))
    assert life(state, 0) == 22
