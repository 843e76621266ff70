"""What a certificate claims beyond the proof of elision: choices, gains, needs, and ends that say more."""
