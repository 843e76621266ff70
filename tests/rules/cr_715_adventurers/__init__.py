"""Rule 712: double-faced cards."""
