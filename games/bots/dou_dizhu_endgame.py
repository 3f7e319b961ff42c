"""Exact play of the end of a Dou Dizhu game with all hands known: who wins if nobody errs.

Three players; bombs and springs have no part in it, only who is out first.
"""

from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size
from games.engines.dou_dizhu.rules import LandlordRules

Hands = tuple[int, int, int]
_Last = tuple[str, int, int, int]


class TooLong(Exception):
    """The search has looked at as many positions as it may."""


class Endgame:
    """A search that remembers positions; the landlord is one of players 0, 1, 2."""

    def __init__(self, rules: LandlordRules, landlord: int, positions_max: int) -> None:
        self.rules, self.landlord = rules, landlord
        self.positions_max = self.left = positions_max
        self._known: dict[tuple[Hands, int, _Last | None, int], bool] = {}
        self._plays: dict[tuple[int, _Last | None], list[Reading]] = {}

    def landlord_wins(self, hands: Hands, turn: int, last: Reading | None, by: int) -> bool:
        """Return whether the landlord wins from here; `last` is by player `by`.

        Raises TooLong after `positions_max` new positions.
        """
        self.left = self.positions_max
        return self._wins(hands, turn, last, by) == (turn == self.landlord)

    def _wins(self, hands: Hands, turn: int, last: Reading | None, by: int) -> bool:
        """Return whether the side of the player whose turn it is wins."""
        beats = None if last is None else (last.category, last.n, last.rank, size(last.cards))
        key = hands, turn, beats, by if beats else 0
        known = self._known.get(key)
        if known is None:
            if not self.left:
                raise TooLong
            self.left -= 1
            known = self._known[key] = self._search(hands, turn, last, by, beats)
        return known

    def _search(
        self, hands: Hands, turn: int, last: Reading | None, by: int, beats: _Last | None
    ) -> bool:
        own, after = hands[turn], (turn + 1) % 3
        partner = self.landlord not in (turn, after)
        plays = self._plays.get((own, beats))
        if plays is None:
            plays = sorted(self.rules.plays(own, last), key=lambda play: -size(play.cards))
            self._plays[own, beats] = plays
        if any(play.cards == own for play in plays):
            return True
        helped = last is not None and turn != self.landlord != by
        if helped and self._after_pass(hands, after, last, by) == partner:
            return True
        for play in plays:
            rest = list(hands)
            rest[turn] -= play.cards
            if self._wins((rest[0], rest[1], rest[2]), after, play, turn) == partner:
                return True
        passes = last is not None and not helped
        return passes and self._after_pass(hands, after, last, by) == partner

    def _after_pass(self, hands: Hands, after: int, last: Reading | None, by: int) -> bool:
        return self._wins(hands, after, None if after == by else last, by)
