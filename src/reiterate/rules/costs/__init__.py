"""What has to be paid, and paying it (118, 601, 602)."""
