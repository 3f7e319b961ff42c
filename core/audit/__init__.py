"""The audit: checks that apps register, run over one snapshot, and their progress."""
