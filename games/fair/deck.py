"""Masters and the secret orders they give.

A master is 32 bytes from the system's generator, new for every deck and never derived from
another. Commits, cuts and openings build on these orders; until they do, the cards are dealt in
the secret order itself.
"""

import secrets

from games.fair.stream import perm

MASTER_BYTES = 32


def new_master() -> bytes:
    """A fresh master."""
    return secrets.token_bytes(MASTER_BYTES)


def secret_order(master: bytes, n: int) -> tuple[int, ...]:
    """The order of a deck of `n` cards (52, or 54 with jokers): card numbers, first card first."""
    return perm(master, b"/shuffle", n)


def only_dealt(order: tuple[int, ...], dealt: int) -> tuple[int, ...]:
    """The first `dealt` cards of an order, and after them the others from the lowest up."""
    kept = order[:dealt]
    return kept + tuple(sorted(set(order) - set(kept)))
