"""The JSON schemas that ship: each has a name of its own that stays, and what the service describes agrees with them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from reiterate.ask.answer_json import IDS, opened
from reiterate.service.open_api_schemas import HERE, schemas
from tests.support.files import ROOT

FILES: Final = sorted((ROOT / "src" / "reiterate" / "schemas").glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_id_of_a_schema_is_a_name_that_stays(path: Path) -> None:
    """An absolute URI without a host: nobody else can own it, and nothing is fetched from it. The form is that of the file's name."""
    schema = read(path)
    assert schema["$id"] == f"{IDS}{path.stem}"
    assert re.fullmatch(r"urn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:[a-z0-9:-]+", schema["$id"])  # RFC 8141, section 2
    jsonschema_rs.meta.validate(schema)


def test_no_two_schemas_have_the_same_id() -> None:
    found = [read(path)["$id"] for path in FILES]
    assert len(found) >= 5 and len(set(found)) == len(found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_schema_stands_alone(path: Path) -> None:
    """No reference leaves the file: a URN can't be fetched."""
    found = re.findall(r'"\$ref": "([^"]*)"', path.read_text(encoding="utf-8"))
    assert all(each.startswith("#") for each in found)


def test_the_service_describes_the_parts_of_an_answer_as_the_shipped_schema_does() -> None:
    """The description of the API has them as components, by its own references: an ``$id`` there would lead these astray."""
    served = schemas()
    assert "$id" not in json.dumps(served)
    (shipped,) = (read(path)["$defs"] for path in FILES if path.stem == "answer-1")
    for name, part in shipped.items():
        own = [each for each in served if re.fullmatch(rf"(reiterate\.ask\.\w+\.)?{name}", each)]
        assert any(_said(part) == _said(served[each]) for each in own), (name, own)


def _said(part: Any) -> Any:
    """A schema without its words, open to more fields, with the references and the names of the shipped files."""
    text = json.dumps(part).replace(HERE, "#/$defs/")
    return _plain(opened(json.loads(re.sub(r"reiterate\.ask\.\w+\.", "", text))))


def _plain(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _plain(each) for key, each in part.items() if key != "description"}
    return [_plain(each) for each in part] if isinstance(part, list) else part
