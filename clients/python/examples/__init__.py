"""Programs that play through the public API alone."""
