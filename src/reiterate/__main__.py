"""``python -m reiterate``, and the command ``reiterate``: the command line. Who stops it while it is imported reads no traceback."""

import signal

try:
    from reiterate.cli.main import main
except KeyboardInterrupt:
    raise SystemExit(128 + signal.SIGINT) from None

__all__ = ["main"]

if __name__ == "__main__":
    main()
