"""The contribution of a finished hand to its players' statistics; pure, with one book per game."""
