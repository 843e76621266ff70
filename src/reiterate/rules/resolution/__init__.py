"""The stack: what is put there, and what resolves (405, 608)."""
