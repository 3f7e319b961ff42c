"""Prizes of sit and gos."""


def prizes(pool: int, players: int, *, winner_takes_all: bool = False) -> list[int]:
    """The prizes of the paid places, first place first; the winner gets the remainder."""
    if winner_takes_all or players <= 4:
        after_the_winner = []
    elif players <= 7:
        after_the_winner = [35]
    else:
        after_the_winner = [30, 20]
    paid = [pool * share // 100 for share in after_the_winner]
    return [pool - sum(paid), *paid]
