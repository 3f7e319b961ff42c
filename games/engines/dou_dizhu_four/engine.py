"""Four-player Dou Dizhu, the game of docs/rules/dou-dizhu-four.md.

The game is that of three with other numbers and other combinations, which the rules name.
"""

from typing import ClassVar

from games.engines.core.cards import PACK
from games.engines.core.deal_map import DealMap, one_by_one
from games.engines.dou_dizhu.engine import LandlordGame
from games.engines.dou_dizhu_four.manifest import MANIFEST
from games.engines.dou_dizhu_four.rules import PRESETS, FourDouDizhuRules


class FourDouDizhu(LandlordGame):
    """The game of four as the platform knows it."""

    key = "dou_dizhu_four"
    min_seats = 4
    max_seats = 4
    deck_size = 2 * PACK
    deal_map = DealMap((4, 4), one_by_one(100, 108), from_button=True, drawn=True)
    Rules = FourDouDizhuRules
    manifest = MANIFEST
    presets: ClassVar[dict[str, FourDouDizhuRules]] = PRESETS


GAME = FourDouDizhu()
