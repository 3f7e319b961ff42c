"""A Dou Dizhu decision, read from a bot's view; players are counted from the bot's seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.bots.choice import Choice
from games.bots.dou_dizhu_plan import FULL
from games.engines.core.cards import HIDDEN, parse_card
from games.engines.dou_dizhu.combos import Reading, chosen
from games.engines.dou_dizhu.ranks import pack, rank_of, size
from games.engines.dou_dizhu.rules import LandlordRules


@dataclass(frozen=True, slots=True)
class Spot:
    """One decision in card play: 0 is the bot, 1 the next player, and so on round the table."""

    kinds: frozenset[str]
    """The kinds of the legal actions."""
    cards: tuple[int, ...]
    hand: int
    unseen: int
    """Cards of the others, packed."""
    known: tuple[int, ...]
    """Cards that a player is known to hold, packed: from the kitty or an open hand."""
    counts: tuple[int, ...]
    landlord: int
    last: Reading | None
    """The play to beat; None when leading."""
    last_by: int
    trick: tuple[int, ...]
    """The last cards that each player played in this round, packed; of the last one, when leading.
    """
    passed: tuple[bool, ...]
    """Whether the last move of each player in this round was a pass."""
    before: tuple[int, ...]
    """As `trick`, of the round before."""
    bombs: int
    """Bombs and rockets played so far."""
    rules: LandlordRules

    @property
    def partners(self) -> tuple[int, ...]:
        """Return the other peasants, none for the landlord."""
        others = range(1, len(self.counts)) if self.landlord else ()
        return tuple(player for player in others if player != self.landlord)

    @property
    def enemies(self) -> tuple[int, ...]:
        """Return the players of the other side."""
        return (self.landlord,) if self.landlord else tuple(range(1, len(self.counts)))

    @property
    def danger(self) -> int:
        """Return the smallest number of cards on the other side."""
        return min(self.counts[player] for player in self.enemies)

    @property
    def hostile(self) -> float:
        """Return the share of the unseen cards that the other side holds."""
        if not self.landlord:
            return 1.0
        return self.counts[self.landlord] / max(1, sum(self.counts[1:]))

    def legal_plays(self) -> list[Reading]:
        """Return all combinations that may be played now."""
        if "play" not in self.kinds:
            return []
        return self.rules.plays(self.hand, self.last)


def read(view: Mapping[str, Any], rules: LandlordRules) -> Spot:
    """Return the decision in card play of the seat of this view."""
    own = view["you"]["seat"]
    entries = view["seats"]
    at = next(player for player, entry in enumerate(entries) if entry["seat"] == own)
    around = [*entries[at:], *entries[:at]]
    order = [entry["seat"] for entry in around]
    cards = tuple(parse_card(text) for text in around[0]["cards"])
    played = sum(count << 4 * rank for rank, count in enumerate(view["played"]))
    landlord = order.index(view["landlord"])
    last = view["last"]
    hand = pack(cards)
    trick, passed = _moves(order, view["trick"])
    unseen = rules.PACKS * FULL - hand - played
    return Spot(
        kinds=frozenset(option["kind"] for option in view["you"]["legal"]),
        cards=cards,
        hand=hand,
        unseen=unseen,
        known=_known(around, view["kitty"], landlord, played, unseen),
        counts=tuple(entry["count"] for entry in around),
        landlord=landlord,
        last=_reading(last, rules) if last is not None else None,
        last_by=order.index(last["seat"]) if last is not None else 0,
        trick=trick,
        passed=passed,
        before=_moves(order, view["before"])[0],
        bombs=view["bombs"] + view["rockets"],
        rules=rules,
    )


def _moves(
    order: list[int], moves: list[Mapping[str, Any]]
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return each player's last cards in a round, packed, and whether they passed after them."""
    cards, passed = [0] * len(order), [False] * len(order)
    for move in moves:
        player = order.index(move["seat"])
        passed[player] = not move["cards"]
        if move["cards"]:
            cards[player] = pack(parse_card(text) for text in move["cards"])
    return tuple(cards), tuple(passed)


def _known(
    around: list[Mapping[str, Any]], kitty: list[str], landlord: int, played: int, unseen: int
) -> tuple[int, ...]:
    """Return the cards that the others are known to hold: open hands, and the rest of the kitty."""
    known = [0] * len(around)
    for player in range(1, len(around)):
        texts = around[player]["cards"]
        if HIDDEN not in texts:
            known[player] = pack(parse_card(text) for text in texts)
        elif player == landlord and HIDDEN not in kitty:
            left = _minus(pack(parse_card(text) for text in kitty), played)
            known[player] = left if size(left) <= around[player]["count"] else 0
    whole = known[landlord] and around[landlord]["count"] == size(known[landlord])
    if whole and len(around) == 3:
        known[3 - landlord] = unseen - known[landlord]
    return tuple(known)


def _minus(cards: int, gone: int) -> int:
    """Return the cards left if as many of each rank as possible are gone."""
    return sum(
        max(0, (cards >> 4 * rank & 15) - (gone >> 4 * rank & 15)) << 4 * rank for rank in range(15)
    )


def _reading(last: Mapping[str, Any], rules: LandlordRules) -> Reading:
    """Return the reading of the last play; where several ranks are possible, the highest."""
    found = rules.readings(pack(parse_card(text) for text in last["cards"]))
    same = [r for r in found if r.category == last["category"] and r.n == last["n"]]
    return max(same, key=lambda reading: reading.rank)


def choice_of(spot: Spot, reading: Reading | None) -> Choice:
    """Return the action that plays a combination, or passes."""
    if reading is None:
        return Choice("pass")
    cards, left = [], reading.cards
    for card in spot.cards:
        shift = 4 * rank_of(card)
        if left >> shift & 15:
            left -= 1 << shift
            cards.append(card)
    usual = chosen(spot.rules.readings(reading.cards), spot.last, "")
    named = "" if usual == reading or spot.last is not None else reading.name()
    return Choice("play", cards=tuple(cards), reading=named)
