"""The shapes of Dou Dizhu for four on the wire: those of the game for three."""

from games.wire.dou_dizhu import EVENT, TERMS, DouDizhuView

__all__ = ["EVENT", "TERMS", "VIEW"]


class DouDizhuFourView(DouDizhuView, kw_only=True, tag="dou_dizhu_four"):
    """A game of Dou Dizhu for four as you may see it."""


VIEW = DouDizhuFourView
