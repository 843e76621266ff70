"""``python -m reiterate``, and the command ``reiterate``: the command line. Who stops it while it is imported reads no traceback."""

import signal


def main() -> None:
    """Run the command line."""
    try:
        from reiterate.cli.main import main as begin
    except KeyboardInterrupt:
        raise SystemExit(128 + signal.SIGINT) from None
    begin()


if __name__ == "__main__":
    main()
