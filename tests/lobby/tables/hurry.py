"""How often servers of tests that are in a hurry compare themselves with the database."""

COMPARE_S = 0.3
