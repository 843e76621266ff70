"""What a name that was typed stands for, and what the first page says of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from reiterate.service.page_verbs import PAGE_VERBS
from reiterate.service.verbs import Books
from reiterate.web.board_drawing import draw_printed
from reiterate.web.naming_part import chosen_cards, meant, none_begins

ODD = {
    "name": "Odd Wanderer",
    "type_line": "Creature — Elf",
    "mana_cost": "{G}",
    "power": "1",
    "toughness": "1",
    "oracle_text": "Vigilance\nWhenever the moon wobbles, each <b>elf</b> hums.",
}


def asked(name: str, *files: str, own: str = "") -> dict[str, Any]:
    found = PAGE_VERBS["page card"](
        {"name": name, "own": own}, Books(files, {"REITERATE_FOLDER": "off", "REITERATE_CACHE": "off"})
    )
    assert found.exit_code == 0
    answer: dict[str, Any] = json.loads(found.text)
    return answer


def test_a_known_name_is_the_whole_name_and_nothing_is_said() -> None:
    found = asked("midnight gua")
    assert (found["name"], found["unread"]) == ("Midnight Guard", [])
    assert meant(found, "pick") == ""


def test_an_unknown_name_has_near_ones_to_click_and_says_how_more_cards_come() -> None:
    found = asked("Midnight Guards <b>")
    assert found["name"] == "" and "Midnight Guard" in [each["name"] for each in found["meant"]]
    said = meant(found, "put", where="1 hand")
    assert 'data-do="put" data-name="Midnight Guard"' in said and 'data-where="1 hand"' in said
    assert "reiterate cards add FILE" in said and "<b>" not in said
    assert "reiterate cards add FILE" in none_begins("xyz", found["more"])
    known = f"{int(found['known'].replace(',', '')):,} cards are known"
    assert f"This server does not know “Midnight Guards &lt;b&gt;” yet ({known})." in said
    other = asked("Odd Wanderer")
    assert "data-again" not in said and 'data-again="Midnight Guards &lt;b&gt; + Odd Wanderer"' in meant(
        found, "pick", [found, other]
    )
    assert 'data-learn="xyz"' in none_begins("xyz", "") and 'data-learn="Midnight Guards &lt;b&gt;"' in said


def test_a_card_that_may_be_meant_is_one_button_and_its_size_stands_on_it_once() -> None:
    """A button inside of another one would end that one, and stand beside it."""
    drawn = meant(asked("Midnight Guards"), "pick")
    assert drawn.count("<button") == drawn.count('data-do="pick"') > 0
    face = next(each for each in asked("Midnight Guards")["meant"] if each["name"] == "Midnight Guard")
    assert re.findall('class="size[^>]*>([^<]*)<', draw_printed(face)) == ["2/3"] and "<button" in draw_printed(face)


def test_cards_of_a_file_of_ones_own_are_known_behind_what_is_asked_alone() -> None:
    own = json.dumps(ODD)
    assert asked("odd wanderer", own=own)["name"] == "Odd Wanderer" and asked("odd wanderer")["name"] == ""
    assert asked("midnight guard", own=own)["name"] == "Midnight Guard"
    books = Books([], {"REITERATE_FOLDER": "off", "REITERATE_CACHE": "off"})
    board = "format: position/1\nplayers:\n  p1: {battlefield: [Odd Wanderer]}\n  p2: {}\n"
    kept = [PAGE_VERBS["page board"]({"position": board, "own": each}, books).exit_code for each in (own, "", own)]
    assert kept == [0, 2, 0]
    wrong = PAGE_VERBS["page card"]({"name": "x", "own": "no card"}, books).refusal
    assert wrong is not None and "your card file" in f"{wrong.where.file} {wrong.message}"


def test_letters_give_names_that_begin_so_and_behind_a_few_those_that_may_be_meant() -> None:
    books = Books([], {"REITERATE_FOLDER": "off", "REITERATE_CACHE": "off"})

    def given(begin: str, own: str = "") -> dict[str, Any]:
        found: dict[str, Any] = json.loads(PAGE_VERBS["page names"]({"begin": begin, "own": own}, books).text)
        return {"names": [each["name"] for each in found["cards"]], "more": found["more"]}

    assert "Midnight Guard" in given("midnight")["names"]
    assert all(name.lower().startswith("mi") for name in given("mi")["names"])
    assert "Midnight Guard" in given("midnigth gu")["names"]
    assert given("xyzzyq") == {"names": [], "more": given("mi")["more"]}
    assert given("odd wand", json.dumps(ODD))["names"] == ["Odd Wanderer"] and given("odd wand")["names"] == []


def test_a_name_of_several_cards_lists_them() -> None:
    found = asked("lightning")
    assert found["name"] == "" and len(found["meant"]) > 1 and "several" in found["why"]


def test_a_card_that_is_known_and_not_read_says_which_words_are_not(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([ODD]), encoding="utf-8")
    found = asked("odd wanderer", str(file))
    assert found["name"] == "Odd Wanderer" and len(found["unread"]) == 1 and found["more"] == ""
    said = meant(found, "pick")
    assert "the moon wobbles" in said and "not all of its text is read" in said and "<b>" not in said
    assert "not all read" in chosen_cards(["Odd Wanderer"], {"Odd Wanderer"})
    assert "not all read" not in chosen_cards(["Odd Wanderer"], set())
    assert "reiterate cards add" not in meant(asked("Zzyzx", str(file)), "pick")
