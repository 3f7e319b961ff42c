"""The staff pages about hands in words, and about who won from whom."""

from games.admin import pairs

__all__ = ["pairs"]
