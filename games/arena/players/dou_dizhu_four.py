"""A random play of Dou Dizhu with four players."""

from games.arena.players.dou_dizhu import OPPONENTS, any_play

__all__ = ["OPPONENTS", "any_play"]
