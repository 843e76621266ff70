"""The checker of certificates: shares the rules engine with the solver, and nothing else."""
