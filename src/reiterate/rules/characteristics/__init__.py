"""What objects are: printed characteristics, layers, and filters that ask for them (613)."""
