"""Programs that play through the public API, and nothing else."""
