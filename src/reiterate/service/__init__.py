"""The HTTP API ``/api/v1``: the questions of the command line and games, asked by programs (docs/service.md)."""
