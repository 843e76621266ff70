"""A board on a screen: players with their permanents in columns, the stack, and who decides."""

from __future__ import annotations

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from reiterate.ask import answer
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.show.board_words import permanent_words, player_words, waiting_words
from reiterate.show.screen import HEAD, Page, grid, panel


def board_panel(board: answer.Board, page: Page, head: str = "the game is now") -> Panel:
    """A board in a frame; at its head the turn and the step."""
    parts: list[RenderableType] = []
    for each in board.players:
        parts.append(Text.assemble((each.name, HEAD), f"  {player_words(each)}"))
        if each.battlefield:
            parts.append(grid([("", *permanent_words(one)) for one in each.battlefield], "", "", "", ""))
        parts += [Text(f"    {line}") for line in each.not_offered]
    if board.stack:
        parts.append(Text("stack, top first", HEAD))
        parts += [Text(f"    {waiting_words(each)}") for each in board.stack]
    parts.append(Text(board.status, HEAD))
    return panel(parts, page, f"{head}: turn of {board.active}, {STEP_NAMES[board.step]}")
