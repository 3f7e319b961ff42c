"""What a finished hand adds to the figures of its players; pure, one book for each game."""
