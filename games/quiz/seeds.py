"""The seeds of questions: short, so that they stand in links."""

import secrets

SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SEED_CHARS = 6


def new_seed() -> str:
    """Return a new seed; anyone may read it, for it hides nothing."""
    return "".join(secrets.choice(SEED_LETTERS) for _ in range(SEED_CHARS))
