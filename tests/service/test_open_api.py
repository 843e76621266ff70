"""The description of the API: requests that are made from it are answered as it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema_rs import Draft202012Validator

from tests.support.patience import PATIENCE
from tests.support.served import Served, asked

QUICK = settings(max_examples=8, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=400, suppress_health_check=list(HealthCheck))


def tried(served: Served, how: settings) -> int:
    """Ask every address so many random requests and hold the responses against the description; how many there were."""
    import schemathesis  # it takes a third of a second, which no other test needs
    from schemathesis.specs.openapi import checks as checks

    # not asked: that all texts are boards; what a position file may hold is a language of its own
    not_asked = [checks.positive_data_acceptance]
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{served.port}/api/v1/openapi.json")
    asked_ = 0
    for found in described.get_all_operations():
        operation: Any = found

        @how
        @given(case=operation.ok().as_strategy())
        def one(case: Any) -> None:
            nonlocal asked_
            asked_ += 1
            case.call_and_validate(excluded_checks=not_asked, timeout=PATIENCE)

        one()
    return asked_


def test_what_is_made_from_the_description_is_answered_so(served: Served) -> None:
    assert tried(served, QUICK) >= 50


@pytest.mark.soak
def test_very_many_requests_are_answered_so(served: Served) -> None:
    assert tried(served, LONG) >= 2000


def test_real_answers_are_as_described(served: Served) -> None:
    """Random requests are seldom boards, so answers to real ones are held against the description too."""
    api = served.ask("GET", "/api/v1/openapi.json").json
    assert api["openapi"].startswith("3.1")
    for verb, body in (
        ("run", asked("cut")),
        ("loop", asked("googol")),
        ("find", asked("million", steps="500")),
        ("certify", asked("million")),
        ("judge", asked("draw")),
        ("judge", asked("draw", compare=True)),
        ("answer", asked("million", questions=["run", "certify"])),
        ("combo", {"names": ["midnight guard", "presence of gond"]}),
        ("run", {"position": "dance"}),
        ("loop", asked("million") | {"position": asked("million")["position"].replace("repeat", "repaet")}),
    ):
        got = served.post(verb, body)
        content = api["paths"][f"/api/v1/{verb}"]["post"]["responses"][str(got.status)]["content"]
        wanted = {**content[got.headers["content-type"]]["schema"], "components": api["components"]}
        Draft202012Validator(wanted).validate(got.json)
        sent = api["paths"][f"/api/v1/{verb}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator({**sent, "components": api["components"]}).validate(body)


def test_games_are_as_described(served: Served) -> None:
    """What seats see of a real game, and what they did, are as the description says."""
    api = served.ask("GET", "/api/v1/openapi.json").json
    made = served.ask("POST", "/api/v1/games", {"example": "million"})
    assert made.status == 201 and made.headers["location"] == f"/api/v1/games/{made.json['game']}"
    at, secrets = made.headers["location"], made.json["secrets"]

    def held(method: str, path: str, who: str, body: Any = None) -> None:
        got = served.ask(method, at + path, body, authorization=f"Bearer {secrets[who]}")
        described = api["paths"][f"/api/v1/games/{{game}}{path}"][method.lower()]["responses"][str(got.status)]
        content = described["content"][got.headers["content-type"]]
        Draft202012Validator({**content["schema"], "components": api["components"]}).validate(got.json)
        assert got.status == 200, got.text

    held("POST", "/choices", "p1", {"number": 2, "line": "activate bears"})
    held(
        "POST",
        "/proposals",
        "p1",
        {"number": 3, "script": "all pass\nrepeat 9:\n  all pass\n  activate bears\n  all pass\n"},
    )
    for who in ("p1", "p2", "judge", "spectator"):
        for path in ("", "/entries", "/happened", "/preview"):
            held("GET", path, who)
