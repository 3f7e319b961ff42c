"""Teen Patti: the share of blind play, and the results of shows and side shows.

`acts` are bets, shows, side shows, covers and packs; `blind_acts` those by a player who had not
seen their cards. A player has won a show they asked for when they win a pot, and a side show when
the other player packed.
"""

from fractions import Fraction

from games.engines.teen_patti.ranking import CATEGORIES, category
from games.engines.teen_patti.rules import TeenPattiRules
from games.engines.teen_patti.state import FOLDED
from games.stats.counters.base import (
    Category,
    Counter,
    Played,
    left_of_dealer,
    shown_players,
)
from games.stats.counters.ratios import Ratio

COUNTERS = ("acts", "blind_acts", "shows", "shows_won", "side_shows", "side_shows_won")

_ACTS = frozenset(("bet", "show", "side_show", "cover", "fold"))
_PLAIN = TeenPattiRules()
_NAMES = tuple(CATEGORIES[number] for number in sorted(CATEGORIES))
"""From high card to trail."""
_WAYS_COUNTS = (16_440, 3_744, 1_096, 720, 48, 52)
_THREE_CARDS_COUNT = 22_100


def count(hand: Played, player: int) -> tuple[int, ...]:
    """Return one player's counters."""
    seat = hand.state.seats[player]
    acts = blind = shows = side_shows = side_won = 0
    for before, action, after in hand.moves:
        if action.kind == "accept" and before.asker == player:
            side_won += after.status[before.turn] == FOLDED
        if action.seat != seat or action.kind not in _ACTS:
            continue
        acts += 1
        blind += not before.seen[player]
        shows += action.kind == "show"
        side_shows += action.kind == "side_show"
    won = any(seat in pot.winners for pot in hand.result.pots)
    return acts, blind, shows, int(bool(shows) and won), side_shows, side_won


def category_of(hand: Played, player: int) -> int:
    """Return the category of the player's cards, without jokers and with the usual run order."""
    return _NAMES.index(category(hand.dealt.hands[player], _PLAIN))


COUNTER = Counter(
    counters=COUNTERS,
    categories=tuple(
        Category(name, Fraction(ways, _THREE_CARDS_COUNT))
        for name, ways in zip(_NAMES, _WAYS_COUNTS, strict=True)
    ),
    between_players=True,
    count=count,
    category=category_of,
    open_players=shown_players,
    sampled=left_of_dealer,
)
RATIOS = (
    Ratio("blind", "blind_acts", "acts"),
    Ratio("shows", "shows", "hands"),
    Ratio("shows_won", "shows_won", "shows"),
    Ratio("side_shows", "side_shows", "hands", False),
    Ratio("side_shows_won", "side_shows_won", "side_shows"),
)
