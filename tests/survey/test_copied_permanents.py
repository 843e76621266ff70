"""Gains of loops that make tokens which are copies, and of what ever more tokens do by themselves; worked out by hand."""

from __future__ import annotations

import pytest

from reiterate.databases.row_outcomes import lacking
from tests.survey.boards import beside, given_by, of

WELL = {"name": "Well", "type_line": "Artifact", "oracle_text": "{0}: Add {G}."}
PAID = "green mana"


def artifact(name: str, text: str, kind: str = "Artifact") -> dict[str, str]:
    return {"name": name, "type_line": kind, "oracle_text": text, "mana_cost": "{1}"}


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("{2}: Create a token that's a copy of target artifact.", {"copies of artifacts"}),
        ("{2}: Create a token that's a copy of target artifact you control.", {"copies of artifacts you control"}),
        ("{2}: Create a token that's a copy of target land you control.", {"copies of lands you control"}),
        ("{2}: Create a token that's a copy of target permanent.", {"copies of permanents"}),
        ("{2}: Create a token that's a copy of target noncreature permanent.", {"copies of noncreature permanents"}),
        (
            "{2}: Create a token that's a copy of target artifact you control, except it's a 1/1 Golem creature in addition to its other types.",
            {"creature copies of artifacts you control"},
        ),
        ("{2}, {T}: Create a token that's a copy of target artifact.", set()),  # Mold stays tapped
        ("{2}: Create a token that's a copy of target artifact you control named Well.", set()),  # of none beside
        ("{2}: Target artifact you control becomes a copy of target artifact.", set()),  # no token
    ],
)
def test_707_2_tokens_copy_any_of_a_kind_that_the_mana_of_a_loop_pays_for(text: str, gained: set[str]) -> None:
    found = of("Well, Mold", "activate Well", cards=[WELL, artifact("Mold", text)])
    assert {each for each in found if "copies of" in each and "specific" not in each} == gained
    assert found[PAID] is None


def test_707_2_copies_are_proved_with_one_more_permanent() -> None:
    mold = artifact("Mold", "{2}: Create a token that's a copy of target artifact.")
    assert beside("Well, Mold", "activate Well", cards=[WELL, mold])["copies of artifacts"] == "an artifact more"


GATE = artifact("Gate", "{0}: Exile target creature you control, then return it to the battlefield.", "Enchantment")


def test_603_3d_a_trigger_targets_what_lies_beside_the_loop() -> None:
    """Bauble is the only noncreature artifact, so no line says its target. Beside another one the lines say both."""
    text = "When Mimic enters, create a token that's a copy of target noncreature artifact, except it's a 1/1 Golem creature in addition to its other types."
    mimic = {"name": "Mimic", "type_line": "Creature", "power": "1", "toughness": "1", "oracle_text": text}
    bauble = {"name": "Bauble", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": ""}
    found = of("Gate, Mimic, Bauble", "activate Gate targeting Mimic; all pass; all pass", cards=[GATE, mimic, bauble])
    assert {each for each in found if "copies of" in each} == {"creature copies of artifacts"}


@pytest.mark.parametrize(("after", "gained"), [("", True), (" That token gains haste.", False)])
def test_613_7_effects_on_two_sorts_of_tokens_take_turns(after: str, gained: bool) -> None:
    """Each token that gains haste has an effect with a timestamp of its own. Copies of two creatures in turn come to no period."""
    mirror = artifact("Mirror", f"{{0}}: Create a token that's a copy of target creature you control.{after}")
    found = of("Mirror, Grizzly Bears", "activate Mirror targeting Grizzly Bears #1 of p1; all pass", cards=[mirror])
    assert found["creature tokens"] is None
    assert ("copies of creatures you control" in found) == gained


def test_202_1b_tokens_with_a_mana_cost_are_copies_of_a_card() -> None:
    """A Treasure has no mana cost, and is no copy of anything."""
    text = "{0}: Create a tapped token that's a copy of target artifact you control with mana value 1."
    copier = [{**artifact("Press", text), "mana_cost": "{3}"}, artifact("Bauble", "")]
    assert "copies of a specific artifact" in of(
        "Press, Bauble", "activate Press targeting untapped Bauble; all pass", cards=copier
    )
    mint = artifact("Mint", "{0}: Create a Treasure token.")
    assert not any("copies" in each for each in of("Mint", "activate Mint; all pass", cards=[mint]))


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("Sacrifice this creature: You gain 1 life.", {"lifegain", "lifegain triggers", "sacrifice triggers", "LTB"}),
        ("Sacrifice this creature: You gain 1 life. Activate only once each turn.", {"lifegain", "lifegain triggers"}),
        ("{T}: You gain 1 life.", set()),  # 302.6: each token has come in this turn
        ("{1}: You gain 1 life.", set()),
    ],
)
def test_602_2_what_ever_more_tokens_do_is_given_too(text: str, gained: set[str]) -> None:
    forge = artifact("Seedbed", f'{{0}}: Create a 1/1 green Saproling creature token with "{text}"')
    found = of("Seedbed", "activate Seedbed; all pass", cards=[forge])
    assert {"lifegain", "lifegain triggers", "sacrifice triggers", "LTB"} & set(found) >= gained
    assert ("lifegain" in found) == ("lifegain" in gained)
    assert found["creature tokens"] is None


def test_707_10f_a_copy_of_a_permanent_spell_becomes_a_token() -> None:
    """The copies of a permanent spell are told beside those of spells and abilities; an instant's are not."""
    echo = {"name": "Echo", "type_line": "Artifact", "oracle_text": "{0}: Copy target spell you control."}

    def told(spell: dict[str, str]) -> set[str]:
        me = f"players: {{p1: {{battlefield: [Echo], hand: [{spell['name']}], mana: {{C: 1}}}}}}\n"
        lap = f"activate Echo targeting {spell['name']}\n    all pass\n    all pass"
        script = f"script: |\n  cast {spell['name']}\n  repeat 10^100:\n    {lap}\n"
        return set(given_by([echo, spell], me + script))

    copied = "Infinite copies of permanent spells you control"
    assert copied in told(artifact("Golem", "", "Artifact"))
    assert copied not in told({"name": "Rain", "type_line": "Instant", "oracle_text": "You gain 1 life."})


@pytest.mark.parametrize(
    ("claim", "gains", "held"),
    [
        ("Infinite copies of artifacts you control", ["copies of artifacts you control"], True),
        ("Infinite copies of all artifacts you control", ["copies of artifacts"], True),
        ("Infinite copies of all artifacts", ["copies of artifacts you control"], False),
        ("Infinite copies of lands you control", ["copies of permanents you control"], True),
        ("Infinite copies of nonlegendary creatures you control", ["copies of creatures you control"], True),
        ("Infinite token copies of any artifacts", ["creature copies of noncreature permanents"], True),
        ("Infinite creature copies of all noncreature permanents", ["copies of noncreature permanents"], False),
        ("Infinite copies of creatures you control", ["copies of a specific creature"], False),
    ],
)
def test_copies_of_a_kind_are_claimed_in_several_words(claim: str, gains: list[str], held: bool) -> None:
    assert (lacking([claim], gains) == []) == held
