"""The checker of certificates: the proof of elision. It shares the rules engine with the solver, and nothing else."""
