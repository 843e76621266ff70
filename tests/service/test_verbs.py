"""Each verb answers what the command line answers, byte for byte; a refusal tells the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import in_process
from tests.support.served import EXAMPLES, Served, asked, text_of


@pytest.mark.parametrize(
    ("verb", "example", "options", "fields"),
    [
        ("run", "million", [], {}),
        ("run", "cut", [], {}),
        ("loop", "googol", [], {}),
        ("loop", "end", [], {}),
        ("find", "million", ["--steps", "500"], {"steps": "500"}),
        ("find", "million", ["--played"], {"played": True}),
        ("judge", "draw", [], {}),
        ("judge", "million", ["--policy", "tournament", "--seat", "p1"], {"policy": "tournament", "seat": "p1"}),
    ],
)
def test_a_verb_answers_what_the_command_line_prints(
    served: Served, verb: str, example: str, options: list[str], fields: dict[str, Any]
) -> None:
    code, printed = in_process(verb, str(EXAMPLES / f"{example}.yaml"), "--json=answer", *options)
    got = served.post(verb, asked(example, **fields))
    assert got.headers["reiterate-exit"] == str(code)
    assert (got.status, got.text) == (200, printed)


def test_verdicts_of_all_policies(served: Served) -> None:
    code, printed = in_process("judge", str(EXAMPLES / "draw.yaml"), "--json=answer", "--compare")
    got = served.post("judge", asked("draw", compare=True))
    assert (code, got.text) == (0, printed) and len(got.json) == 3


def test_a_certificate_and_its_check(served: Served, tmp_path: Path) -> None:
    printed = in_process("certify", str(EXAMPLES / "million.yaml"), "-o", "-")[1]
    certificate = served.post("certificate", asked("million"))
    assert certificate.text == printed
    file = tmp_path / "loop.cert"
    file.write_text(printed, encoding="utf-8")
    told = served.ask("POST", "/api/v1/check", printed, content_type="application/json")
    assert told.text == in_process("check", str(file), "--json")[1]
    assert served.post("certify", asked("million")).json["certificate"]["characters"] == str(len(printed))


def test_a_false_certificate_is_a_conflict(served: Served, tmp_path: Path) -> None:
    certificate = json.loads(served.post("certificate", asked("million")).text)
    certificate["claim"] = {**certificate["claim"], "gains": []}
    forged = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
    file = tmp_path / "loop.cert"
    file.write_text(forged, encoding="utf-8")
    code, printed = in_process("check", str(file), "--json")
    got = served.ask("POST", "/api/v1/check", forged, content_type="application/json")
    answer, sent = json.loads(printed), got.json
    (error,) = answer["refusals"]
    # A command names its file; what was sent over HTTP is none.
    assert error["where"].pop("file") == file.name and not sent["answer"]["refusals"][0]["where"].pop("file")
    assert code in (1, 2) and got.status == {1: 409, 2: 422}[code]
    assert sent["code"] == error["code"] and sent["detail"] == error["message"]
    assert sent["answer"] == answer


def test_a_combo_by_names(served: Served) -> None:
    printed = in_process("combo", "midnight guard", "presence of gond", "--life", "40", "--json")[1]
    body = {"names": ["midnight guard", "presence of gond"], "life": "40"}
    assert served.post("combo", body).text == printed
    board = served.post("combo", {**body, "board": True})
    assert board.headers["content-type"].startswith("text/yaml")
    assert served.post("loop", {"position": board.text}).json["loop"]["endless"] is True


def test_several_questions_in_one_answer(served: Served) -> None:
    got = served.post("answer", asked("million", questions=["run", "loop", "certify"])).json
    alone = served.post("loop", asked("million")).json
    assert got["asked"] == ["run", "loop", "certify"] and got["loop"] == alone["loop"]


def test_cards_and_their_names(served: Served) -> None:
    printed = in_process("cards", "show", "Midnight Guard", "Island", "--json")[1]
    assert served.ask("GET", "/api/v1/cards?name=Midnight%20Guard&name=Island").text == printed
    begun = served.ask("GET", "/api/v1/cards/names?begin=mid").json
    assert begun == in_process("completion", "words", "--", "cards", "show", "mid")[1].splitlines()
    assert "Midnight Guard" in begun
    assert served.ask("GET", "/api/v1/cards/names?like=midnihgt%20gaurd").json[0] == "Midnight Guard"
    assert served.ask("GET", "/api/v1/cards/names?begin=m").json == []


def test_a_word_is_explained(served: Served) -> None:
    code, printed = in_process("explain", "mana-short")
    got = served.ask("GET", "/api/v1/explain/mana-short").json
    assert code == 0 and got["meaning"] in printed
    assert [row["head"] for row in got["rows"]] == ["exit code"]


# --- refusals -----------------------------------------------------------------------------------------------------

#: Boards that are refused: the exit code, and the code.
REFUSED = {
    "no card of that name": ("players: {p1: {battlefield: [Midnigth Gaurd]}}\n", 2),
    "not a sentence": ("players: {p1: {}}\nscript: |\n  dance\n", 2),
    "not legal": ("players: {p1: {battlefield: [Island]}}\nscript: |\n  repeat 3:\n    activate Island\n", 2),
    "not legal twice": ("players: {p1: {battlefield: [Island]}}\nscript: |\n  repeat 3:\n    tap Island for mana\n", 2),
}


@pytest.mark.parametrize("verb", ["run", "loop", "find", "certify", "judge"])
@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_tells_what_the_command_line_tells(served: Served, tmp_path: Path, name: str, verb: str) -> None:
    text = "format: position/1\n" + REFUSED[name][0]
    file = tmp_path / "board.yaml"
    file.write_text(text, encoding="utf-8")
    more = ["-o", str(tmp_path / "cert")] if verb == "certify" else []
    code, whole = in_process(verb, str(file), "--json=answer", *more)
    got = served.post(verb, {"position": text, "name": "board.yaml"})
    printed = json.loads(whole)
    refusals = [each for each in printed["refusals"] if each["question"] == verb]
    if not refusals:
        assert got.status == 200 and got.text == whole
        return
    told = got.json
    assert got.status == 422 and got.headers["content-type"] == "application/problem+json"
    assert told["exit"] == str(code) and told["status"] == 422
    (refusal,) = refusals
    assert told["detail"] == refusal.pop("message") and refusal.pop("question") == verb
    assert {key: told[key] for key in refusal} == refusal and told["edition"] == printed["edition"]
    assert told["answer"] == json.loads(whole)
    assert served.ask("GET", told["type"]).status == 200


def test_what_is_undetermined_or_not_understood_says_so(served: Served) -> None:
    nothing = served.post("find", {"position": "format: position/1\nplayers: {p1: {battlefield: [Island]}}\n"}).json
    assert (nothing["exit"], nothing["kind"]) == ("3", "undetermined")
    wrong = served.post("combo", {"names": ["island", "mountain", "midnight gua", "xyzzy"]}).json
    assert (wrong["exit"], wrong["code"], wrong["where"]["span"]) == ("2", "card-unknown", "xyzzy")


def test_a_shortcut_that_is_not_as_expected_is_an_answer(served: Served, tmp_path: Path) -> None:
    text = text_of("million").split("expect:")[0] + "expect:\n  iterations: 7\n"
    got = served.post("run", {"position": text})
    assert got.status == 200 and got.headers["reiterate-exit"] == "1"
    assert got.json["run"]["differences"]


def test_a_word_to_explain_may_hold_any_character(served: Served) -> None:
    for word in ("a%0Ab", "%0A", "%C3%B1o%0A%1F%C3%83", "a%2Fb"):
        assert served.ask("GET", f"/api/v1/explain/{word}").status == 422
