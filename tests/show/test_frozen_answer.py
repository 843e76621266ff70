"""``answer/1`` is frozen: later versions may add fields that need not be there, and nothing else."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema_rs import ValidationError, validate

from reiterate.ask.answer_json import answer_schema
from tests.show.schema_growth import broken

#: The schema as it was frozen. A released addition is copied into this file, so that it is frozen too; then the digest is new.
FROZEN_FILE: Final = Path(__file__).parent / "answer-1.frozen.json"
DIGEST: Final = "71231f9cf8b293c773cce94034e9fcd48891355873476c12cd5b80e4d3dbb7a9"

FROZEN: Final[dict[str, Any]] = json.loads(FROZEN_FILE.read_text(encoding="utf-8"))


def test_the_frozen_copy_is_the_one_that_was_frozen() -> None:
    written = hashlib.sha256(FROZEN_FILE.read_bytes()).hexdigest()
    assert written == DIGEST, "the frozen copy of answer/1 was changed: clients were promised the old one"


#: Where the frozen schema promised more than docs/answers.md, which always called this list of words open: corrected
#: when certificates and cards became questions of their own. No old question has got another word.
CORRECTED: Final = ("Refused.question: ",)


def test_the_schema_of_today_keeps_what_was_promised() -> None:
    told = broken(FROZEN, answer_schema())
    lines = [line for line in told if not line.startswith(CORRECTED)]
    assert len(told) - len(lines) == len(CORRECTED)
    assert not lines, "answer/1 is frozen, only optional fields may be added:\n" + "\n".join(lines)


def test_the_list_that_was_corrected_still_has_each_word_that_was_frozen() -> None:
    before, now = (each["$defs"]["Refused"]["properties"]["question"] for each in (FROZEN, answer_schema()))
    assert now["type"] == "string" and set(before["enum"]) < set(now["examples"])


def _less(schema: dict[str, Any]) -> None:
    del schema["$defs"]["Gain"]["properties"]["most"]


def _renamed(schema: dict[str, Any]) -> None:
    gain = schema["$defs"]["Gain"]
    gain["properties"]["amount"] = gain["properties"].pop("most")
    gain["required"] = ["amount" if each == "most" else each for each in gain["required"]]


def _other_type(schema: dict[str, Any]) -> None:
    schema["$defs"]["Loop"]["properties"]["endless"] = {"type": "string"}


def _one_more_word(schema: dict[str, Any]) -> None:
    schema["$defs"]["Stretch"]["properties"]["how"]["enum"].append("guessed")


def _left_out(schema: dict[str, Any]) -> None:
    schema["$defs"]["Combo"]["required"].remove("lap")


def _demanded(schema: dict[str, Any]) -> None:
    part = schema["$defs"]["Combo"]
    part["properties"]["price"] = {"type": "string"}
    part["required"].append("price")


def _gone(schema: dict[str, Any]) -> None:
    del schema["$defs"]["Need"]


def _closed(schema: dict[str, Any]) -> None:
    schema["$defs"]["Board"]["additionalProperties"] = False


def _numbers(schema: dict[str, Any]) -> None:
    schema["$defs"]["Quantity"]["anyOf"].append({"type": "integer"})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_less, "Gain.most: the field is gone"),
        (_renamed, "Gain.most: the field is gone"),
        (_other_type, "Loop.endless"),
        (_one_more_word, "Stretch.how"),
        (_left_out, "Combo.lap: may be left out now"),
        (_demanded, "Combo.price: must be there"),
        (_gone, "Need: the part is gone"),
        (_closed, "Board"),
        (_numbers, "Quantity"),
    ],
)
def test_a_change_that_breaks_clients_is_told(change: Callable[[dict[str, Any]], None], said: str) -> None:
    later = copy.deepcopy(FROZEN)
    change(later)
    assert any(line.startswith(said) for line in broken(FROZEN, later))


def test_fields_that_need_not_be_there_words_for_people_and_open_lists_may_grow() -> None:
    later = copy.deepcopy(FROZEN)
    parts = later["$defs"]
    parts["Combo"]["properties"]["price"] = {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    parts["Combo"]["description"] = "other words"
    parts["Loop"]["properties"]["needs"]["description"] = "other words"
    parts["Need"]["properties"]["what"]["examples"].append("library")
    parts["Price"] = {"type": "object", "properties": {}, "required": []}
    assert broken(FROZEN, later) == []


def _part(name: str) -> dict[str, Any]:
    """The frozen schema of one part."""
    return {"$ref": f"#/$defs/{name}", "$defs": FROZEN["$defs"]}


def test_a_client_of_today_takes_the_answers_of_later() -> None:
    """Objects may have more fields, and open lists other words; closed lists may not."""
    need = {"what": "library", "count": "1", "name": "", "player": "p1", "zone": "", "untapped": False}
    need |= {"not_summoning_sick": False, "counters": {}, "only": "", "price": "5"}
    validate(_part("Need"), need)
    stretch = {"start": "1", "until": None, "period": "1", "how": "guessed"}
    with pytest.raises(ValidationError):
        validate(_part("Stretch"), stretch)
