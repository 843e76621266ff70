"""Rules 506 to 511: combat."""
