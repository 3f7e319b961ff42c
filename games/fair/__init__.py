"""Sealed decks: the byte-exact dealing scheme TFAIR1. Pure; independent of games and databases."""
