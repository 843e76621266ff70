"""Rule 603: triggered abilities."""
