"""Dou Dizhu for four players with two packs."""
