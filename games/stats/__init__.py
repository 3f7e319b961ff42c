"""Player statistics, ratings, leaderboards and the public numbers."""
