"""``python -m reiterate``: the command line."""

from reiterate.cli.main import main

if __name__ == "__main__":
    main()
