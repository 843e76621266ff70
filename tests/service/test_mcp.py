"""The tools for assistants, asked in memory: what the command line prints, or problem details."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mcp import Client

from reiterate.service.mcp_server import TOOLS, created
from reiterate.service.settings import Limits, Settings
from tests.support.command_line import in_process
from tests.support.served import EXAMPLES, MINUTES, text_of


def test_tools_answer_what_the_command_line_prints() -> None:
    limits = Limits(seconds=3, grace=1)

    async def story() -> dict[str, Any]:
        async with Client(created(Settings(workers=1, long_workers=1, limits=limits))) as client:
            tools = (await client.list_tools()).tools

            async def ask(verb: str, **given: Any) -> tuple[bool, str]:
                found = await client.call_tool(verb, given)
                (content,) = found.content
                return bool(found.is_error), getattr(content, "text", "")

            certificate = (await ask("certificate", position=text_of("million")))[1]
            return {
                "tools": {tool.name: tool for tool in tools},
                "run": await ask("run", position=text_of("million"), name="million.yaml"),
                "combo": await ask("combo", names=["midnight guard", "presence of gond"]),
                "check": await ask("check", certificate=certificate),
                "refused": await ask("run", position="dance"),
                "wrong": await ask("find", position=text_of("million"), steps="none"),
                "long": await ask("find", position=MINUTES, steps="999999999", seconds="1"),
                "words": await ask("explain", word="mana-short"),
            }

    found = asyncio.run(story())
    assert set(found["tools"]) == set(TOOLS) and all(tool.description for tool in found["tools"].values())
    assert "position" in found["tools"]["run"].input_schema["required"]
    assert found["run"] == (False, in_process("run", str(EXAMPLES / "million.yaml"), "--json=answer")[1])
    assert found["combo"] == (False, in_process("combo", "midnight guard", "presence of gond", "--json")[1])
    assert json.loads(found["check"][1])["accepted"] is True
    assert found["refused"][0] and json.loads(found["refused"][1])["answer"]["refusals"]
    assert found["wrong"][0] and "steps" in found["wrong"][1]
    assert found["long"][0] and json.loads(found["long"][1])["code"] == "time-spent"
    assert not found["words"][0] and "mana" in found["words"][1]
