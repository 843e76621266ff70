"""Rules 614 to 616: replacement and prevention."""
