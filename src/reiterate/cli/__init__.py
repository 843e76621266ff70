"""The command line: `main.py` has a function for each command, and the commands that ask nothing of a board stand beside."""
