"""What a loop is worth: what it gives, by itself and with other choices, each thing proved."""
