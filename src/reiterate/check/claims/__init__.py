"""What a certificate claims beyond the loop itself: choices, gains, needs."""
