"""``python -m reiterate``: the command line."""

from reiterate.cli import main

if __name__ == "__main__":
    main()
