"""Four-player Dou Dizhu policies: those of three players, which read the number from the rules."""

from games.bots.dou_dizhu import decide

__all__ = ["decide"]
