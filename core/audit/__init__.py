"""The audit: checks that apps register, run over one snapshot, and how far it has come."""
