"""Modal double-faced cards (712): which face is cast or played, what the card is in each zone, and what is refused by name.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from reiterate.ask.session import Result, Study, run_position, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.check.accepted import Accepted
from reiterate.check.certificate import check
from reiterate.check.claims.idle import could_act
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import turn_into
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.terms.abilities import Static
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter
from reiterate.terms.replacement_effects import ZoneInstead

#: Name: type line, mana cost, power, toughness, text.
FACES: Final[dict[str, tuple[tuple[str, str, str, str], tuple[str, str, str, str]]]] = {
    "Troll // Lesson": (
        ("Creature — Troll", "{2}{G}", "3/3", "When this creature enters, you gain 1 life."),
        ("Sorcery", "{1}{U}", "", "You gain 5 life."),
    ),
    "Plan // Isle": (
        ("Sorcery", "{3}{U}", "", "You gain 7 life."),
        ("Land", "", "", "This land enters tapped.\n{T}: Add {U}."),
    ),
    "Sun Path // Moon Path": (
        ("Land", "", "", "{T}: Add {W}."),
        ("Land", "", "", "{T}: Add {B}."),
    ),
    "God // Bridge": (
        ("Creature — God", "{1}{G}", "2/2", "When this creature enters, you gain 1 life."),
        ("Artifact", "{4}", "", "When this artifact enters, you gain 3 life."),
    ),
    "Sage // Well": (
        ("Creature — Human", "{W}", "1/1", ""),
        ("Artifact", "{2}", "", "{0}: You gain 1 life."),
    ),
    "Rite // Glade": (
        ("Sorcery", "{0}", "", "You gain 1 life.\nStorm"),
        ("Land", "", "", "{T}: Add {G}."),
    ),
    "Elder // Riddle": (
        ("Creature — Elf", "{G}", "1/1", ""),
        ("Sorcery", "{U}", "", "Transmogrify everything."),
    ),
}
PLAIN: Final = {
    "Bear": ("Creature — Bear", "{G}", "2/2", ""),
    "Guide": ("Artifact", "{1}", "", "Creature spells you cast cost {1} less to cast."),
    "Tax": ("Artifact", "{1}", "", "Noncreature spells cost {1} more to cast."),
    "Blink": (
        "Instant", "{0}", "", "Exile target permanent you control, then return that card to the battlefield under your control."
    ),
    "Bounce": ("Instant", "{0}", "", "Return target permanent to its owner's hand."),
    "Raise": ("Instant", "{0}", "", "Return target creature card from your graveyard to your hand."),
    "Wake": ("Instant", "{0}", "", "Return target creature card from your graveyard to the battlefield."),
    "Dig": ("Instant", "{0}", "", "Return target land card from your graveyard to your hand."),
    "Twin": ("Instant", "{0}", "", "Copy target instant or sorcery spell."),
    "No": ("Instant", "{0}", "", "Counter target spell."),
    "Mold": ("Instant", "{0}", "", "Create a token that's a copy of target artifact."),
    "Burn": ("Instant", "{0}", "", "Destroy target permanent."),
    "Farm": ("Enchantment", "{0}", "", "You may play lands from your graveyard."),
    "Free": ("Sorcery", "{0}", "", "You may cast a creature spell from your hand without paying its mana cost."),
    "Watch": ("Enchantment", "{0}", "", "Whenever a creature card is put into your graveyard from anywhere, you gain 10 life."),
}  # fmt: skip


def _facts(name: str, face: tuple[str, str, str, str]) -> dict[str, Any]:
    types, cost, size, text = face
    made: dict[str, Any] = {"name": name, "type_line": types, "mana_cost": cost, "oracle_text": text}
    if size:
        made["power"], _, made["toughness"] = size.partition("/")
    return made


@cache
def book() -> CardBook:
    rows = [_facts(name, face) for name, face in PLAIN.items()]
    for name, faces in FACES.items():
        each = [_facts(*one) for one in zip(name.split(" // "), faces, strict=True)]
        rows.append({"name": name, "layout": "modal_dfc", "card_faces": each})
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def laid(mine: str, script: str = "", form: str = "position/1") -> Position | Refusal:
    lines = "".join(f"  {line}\n" for line in script.split("; ")) if script else "  all pass\n"
    text = f"format: {form}\nplayers:\n  p1: {{{mine}}}\n  p2: {{}}\nscript: |\n{lines}"
    return load(text, "board.yaml", book())


def played(mine: str, script: str) -> Result | Refusal:
    position = laid(mine, script)
    return position if isinstance(position, Refusal) else run_position(position)


def end(mine: str, script: str) -> State:
    result = played(mine, script)
    assert isinstance(result, Result), result
    return result.state


def zones(state: State) -> dict[str, set[str]]:
    """The names of the cards and tokens in each zone, as they are printed there."""
    found: dict[str, set[str]] = {}
    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.proto.types and row.cls.kind in ("card", "token"):
            found.setdefault(row.cls.zone, set()).add(row.cls.proto.name)
    return found


def life(state: State) -> object:
    return state.rows[1].get("life")


def code(result: Result | Refusal) -> str:
    assert isinstance(result, Refusal), result
    return result.code


# --- casting and playing (712.11b, 712.11c, 712.12) --------------------------------------------------------------


def test_712_11b_the_back_face_is_cast_and_712_8a_the_card_is_its_front_face_in_the_graveyard() -> None:
    state = end("mana: {U: 2}, hand: [Troll // Lesson]", "cast Troll with back face; all pass")
    assert life(state) == 25 and zones(state) == {"graveyard": {"Troll"}}


def test_the_back_face_is_also_said_by_its_name() -> None:
    state = end("mana: {U: 2}, hand: [Troll // Lesson]", "cast Lesson; all pass")
    assert life(state) == 25


def test_712_11b_the_front_face_is_cast_by_default() -> None:
    state = end("mana: {G: 3}, hand: [Troll // Lesson]", "cast Troll; all pass; all pass")
    assert life(state) == 21 and zones(state) == {"battlefield": {"Troll"}}


def test_712_8f_on_the_stack_and_the_battlefield_it_is_the_face_that_is_up() -> None:
    state = end("mana: {C: 4}, hand: [God // Bridge]", "cast Bridge")
    (spell,) = state.stack
    assert proto_of(state.rows[spell].cls).types == ("artifact",)
    state = end("mana: {C: 4}, hand: [God // Bridge]", "cast Bridge; all pass; all pass")
    assert life(state) == 23 and zones(state) == {"battlefield": {"Bridge"}}
    (there,) = [h for h, r in state.rows.items() if r.cls.zone == "battlefield"]
    assert view(state, there).types == ("artifact",) and mana_value(proto_of(state.rows[there].cls)) == 4  # 202.3


def test_712_11c_only_the_face_that_is_cast_is_looked_at() -> None:
    """The sorcery is no creature spell: nothing is taken off; as a noncreature spell it costs {1} more."""
    assert code(played("mana: {U: 1}, battlefield: [Guide], hand: [Troll // Lesson]", "cast Lesson")) == "mana-short"
    assert code(played("mana: {U: 2}, battlefield: [Tax], hand: [Troll // Lesson]", "cast Lesson")) == "mana-short"
    end("mana: {U: 3}, battlefield: [Tax], hand: [Troll // Lesson]", "cast Lesson; all pass")
    end("mana: {G: 2}, battlefield: [Guide, Tax], hand: [Troll // Lesson]", "cast Troll; all pass; all pass")


def test_712_12_a_back_face_is_played_as_a_land_and_is_the_land_of_the_turn() -> None:
    state = end("hand: [Plan // Isle]", "play Plan with back face")
    assert zones(state) == {"battlefield": {"Isle"}}
    (there,) = [r for r in state.rows.values() if r.cls.zone == "battlefield"]
    assert there.cls.tapped and mana_value(proto_of(there.cls)) == 0
    again = played("hand: [Plan // Isle, Sun Path // Moon Path]", "play Isle; play Moon Path")
    assert code(again) == "land-played"
    assert code(played("hand: [Plan // Isle]", "play Plan")) == "not-a-land"
    assert code(played("mana: {U: 4}, hand: [Plan // Isle]", "cast Plan with back face")) == "not-castable"


def test_712_12_of_two_lands_each_face_makes_its_own_mana() -> None:
    for face, kind in (("Sun Path", "W"), ("Moon Path", "B")):
        state = end("hand: [Sun Path // Moon Path]", f"play {face}; tap {face}")
        assert state.rows[1].get(f"mana.{kind}") == 1


def test_a_card_without_another_face_has_no_back_face_to_be_chosen() -> None:
    assert code(played("mana: {G: 1}, hand: [Bear]", "cast Bear with back face")) == "how"


def test_options_offer_both_faces_and_each_line_reads_back() -> None:
    position = laid("mana: {G: 3, U: 4}, hand: [Troll // Lesson, Plan // Isle, Sun Path // Moon Path, God // Bridge]")
    assert isinstance(position, Position)
    found = [option for option in options(position.state) if option.verb in ("cast", "play")]
    assert len(found) == 8 and not any(option.unknown for option in found)
    lines = set()
    for option in found:
        choice = first(position.state, option)
        line = say(position.state, choice)
        lines.add(line.partition(" paying")[0])
        again = read_sentence(position.state, line)
        assert again == choice, line
    assert {"p1: play Plan with back face", "p1: cast God with back face"} <= lines


@pytest.mark.parametrize(("mine", "able"), [("mana: {U: 2}", True), ("mana: {U: 1}", False)])
def test_the_checker_knows_of_back_faces_by_itself(mine: str, able: bool) -> None:
    position = laid(f"{mine}, hand: [Troll // Lesson]")
    assert isinstance(position, Position)
    assert could_act(position.state) is able


# --- leaving (712.8a, 712.14, 712.14b) ---------------------------------------------------------------------------


def test_712_8a_what_leaves_is_its_front_face_again_and_may_be_played_anew() -> None:
    state = end("hand: [Plan // Isle, Bounce]", "play Isle; cast Bounce targeting Isle; all pass")
    assert zones(state)["hand"] == {"Plan"}
    state = end(
        "mana: {G: 3, C: 4}, hand: [God // Bridge, Bounce]",
        "cast Bridge paying {C}{C}{C}{C}; all pass; all pass; cast Bounce targeting Bridge; all pass; cast God; all pass; all pass",
    )
    assert life(state) == 24 and zones(state)["battlefield"] == {"God"}


def test_what_a_front_face_counts_is_kept_while_its_back_face_is_up() -> None:
    """702.40a: Bounce was cast before Rite in this turn, so there is one copy."""
    script = "play Glade; cast Bounce targeting Glade; all pass; cast Rite; all pass; all pass; all pass"
    assert life(end("hand: [Rite // Glade, Bounce]", script)) == 22


def test_712_14_what_is_exiled_and_returned_has_its_front_face_up() -> None:
    script = "cast Bridge; all pass; all pass; cast Blink targeting Bridge; all pass; all pass"
    state = end("mana: {C: 4}, hand: [God // Bridge, Blink]", script)
    assert life(state) == 24 and zones(state)["battlefield"] == {"God"}


def test_712_14b_a_front_face_that_is_no_permanent_stays_where_it_is() -> None:
    state = end("hand: [Plan // Isle, Blink]", "play Isle; cast Blink targeting Isle; all pass")
    assert zones(state) == {"exile": {"Plan"}, "graveyard": {"Blink"}}


def test_712_8a_in_a_graveyard_it_is_a_creature_card_and_no_land_card() -> None:
    state = end("graveyard: [Troll // Lesson], hand: [Raise]", "cast Raise targeting Troll; all pass")
    assert zones(state)["hand"] == {"Troll"}
    state = end("graveyard: [Troll // Lesson], hand: [Wake]", "cast Wake targeting Troll; all pass; all pass")
    assert zones(state)["battlefield"] == {"Troll"} and life(state) == 21
    assert isinstance(played("graveyard: [Plan // Isle], hand: [Dig]", "cast Dig targeting Plan"), Refusal)


def test_601_3_lands_played_from_the_graveyard_may_be_back_faces() -> None:
    """712.11c, 712.12: the face that is a land is what is played."""
    state = end("graveyard: [Plan // Isle], battlefield: [Farm]", "play Plan from graveyard with back face")
    assert zones(state)["battlefield"] == {"Isle", "Farm"}
    assert isinstance(
        played("mana: {U: 9}, graveyard: [Troll // Lesson], battlefield: [Farm]", "cast Troll with back face"), Refusal
    )


def test_a_countered_back_face_is_its_front_face_in_the_graveyard() -> None:
    state = end("mana: {U: 2}, hand: [Troll // Lesson, No]", "cast Lesson; cast No targeting Lesson; all pass")
    assert zones(state) == {"graveyard": {"Troll", "No"}} and life(state) == 20


def test_603_6c_what_is_put_into_a_graveyard_from_anywhere_is_looked_at_there() -> None:
    state = end("mana: {U: 2}, battlefield: [Watch], hand: [Troll // Lesson]", "cast Lesson; all pass; all pass")
    assert life(state) == 35
    state = end(
        "mana: {C: 4}, battlefield: [Watch], hand: [God // Bridge, Burn]",
        "cast Bridge; all pass; all pass; cast Burn targeting Bridge; all pass; all pass",
    )
    assert life(state) == 33
    state = end("battlefield: [Watch], hand: [Plan // Isle, Burn]", "play Isle; cast Burn targeting Isle; all pass")
    assert life(state) == 20


# --- copies (707.8, 707.8a, 707.10) ------------------------------------------------------------------------------


def test_707_8a_a_token_copy_has_the_face_that_is_up_and_707_10_a_copied_spell_too() -> None:
    state = end(
        "mana: {C: 4}, hand: [God // Bridge, Mold]",
        "cast Bridge; all pass; all pass; cast Mold targeting Bridge; all pass; all pass",
    )
    assert life(state) == 26 and zones(state)["battlefield"] == {"Bridge"}
    state = end(
        "mana: {U: 2}, hand: [Troll // Lesson, Twin]",
        "cast Lesson; cast Twin targeting Lesson; all pass; all pass; all pass",
    )
    assert life(state) == 30 and zones(state) == {"graveyard": {"Troll", "Twin"}}


# --- what is refused by name -------------------------------------------------------------------------------------


def test_a_back_face_that_is_not_understood_is_an_option_that_is_not_offered() -> None:
    position = laid("mana: {G: 1, U: 1}, hand: [Elder // Riddle]")
    assert isinstance(position, Position)
    assert "option-not-offered" in {option.unknown for option in options(position.state)}
    assert code(played("mana: {U: 1}, hand: [Elder // Riddle]", "cast Elder with back face")) == "how"


@pytest.mark.parametrize(
    ("mine", "script", "wanted"),
    [
        ("mana: {U: 4}, hand: [2 Troll // Lesson]", "cast Lesson", "rule-712.11b"),  # one of several like cards
        ("hand: [Free, Troll // Lesson]", "cast Free; all pass; yes", "rule-712.11b"),  # chosen as something resolves
    ],
)
def test_what_is_not_carried_out_is_refused(mine: str, script: str, wanted: str) -> None:
    assert code(played(mine, script)) == wanted


def test_which_face_a_replacement_of_creature_cards_looks_at_is_refused_where_it_matters() -> None:
    """614.1a: a sorcery on the stack, a creature card in the graveyard."""
    position = laid("mana: {U: 2}, battlefield: [Guide], hand: [Troll // Lesson]", "cast Lesson; all pass")
    assert isinstance(position, Position)
    draft = Draft(position.state)
    (guide,) = [h for h, r in draft.rows.items() if r.cls.zone == "battlefield"]
    rest = Proto(
        "Rest", ("artifact",), abilities=(Static(ZoneInstead("any", "exile", filter=Filter(types=("creature",)))),)
    )
    turn_into(draft, "", guide, draft.rows[guide].cls.but("proto", rest))
    assert code(run_position(replace(position, state=draft.done()))) == "rule-712.8"


# --- position files ----------------------------------------------------------------------------------------------


def test_a_position_names_the_face_that_is_up() -> None:
    state = end("battlefield: [Isle, Bridge], hand: [Bounce]", "cast Bounce targeting Isle; all pass")
    assert zones(state) == {"battlefield": {"Bridge"}, "hand": {"Plan"}, "graveyard": {"Bounce"}}
    on_stack = laid("", "all pass", "position/2")
    assert isinstance(on_stack, Position)
    text = "format: position/2\nplayers: {p1: {}, p2: {}}\nstack: [{spell: Lesson, controller: p1}]\nscript: all pass\n"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result) and life(result.state) == 25 and zones(result.state) == {"graveyard": {"Troll"}}


def test_a_loop_of_a_back_face_is_certified_and_checked() -> None:
    text = "format: position/1\nplayers: {p1: {battlefield: [Well]}, p2: {}}\nscript: |\n  repeat 10^100:\n    activate Well\n    all pass\n"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    certificate = certify(study.part.loop)
    assert isinstance(certificate, str), certificate
    accepted = check(certificate, book().protos)
    assert isinstance(accepted, Accepted) and not accepted.nobodys.others, accepted


def test_a_transforming_card_is_its_front_face_and_never_cast_as_its_back() -> None:
    faces = [_facts("Day", ("Creature — Bear", "{G}", "2/2", "")), _facts("Night", ("Creature — Bear", "", "4/4", ""))]
    row = {"name": "Day // Night", "layout": "transform", "card_faces": faces}
    own = CardBook((read_source("own", json.dumps([row]).encode()), builtin_source()))
    card = own.find("Day // Night")
    assert not isinstance(card, Refusal)
    assert card.proto.back is not None and card.proto.turning and card.proto.abilities == ()
