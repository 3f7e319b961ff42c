"""Verifiable dealing: sealed decks, cuts, proofs and daily roots."""
