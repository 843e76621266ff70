"""Rules 700 and 701: keyword actions."""
