"""Rule 704: state-based actions."""
