"""Rules 601, 602 and 605 to 607: casting and activating."""
