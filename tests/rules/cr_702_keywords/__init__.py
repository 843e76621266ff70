"""Rule 702: keyword abilities."""
