"""The command line: a face on the public walk; it decides nothing itself."""

from __future__ import annotations

from typing import Annotated

import typer

from reiterate import __version__

app = typer.Typer(name="reiterate", no_args_is_help=True, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"reiterate {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Shortcuts and loops of Magic: The Gathering, played exactly."""


def main() -> None:
    """Run the command line."""
    app()
