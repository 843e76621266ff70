"""Rule 707: copies."""
