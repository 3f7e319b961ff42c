"""Sealed decks: the byte-exact dealing scheme TFAIR1. Pure; knows no game and no database."""
