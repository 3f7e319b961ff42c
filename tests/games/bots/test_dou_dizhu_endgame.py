"""The search of Dou Dizhu's endgames finds what trying every play finds."""

import random

import pytest

from games.bots.dou_dizhu_endgame import Endgame, Hands, TooLong
from games.bots.dou_dizhu_plan import ONE
from games.engines.core import registry
from games.engines.dou_dizhu.combos import Reading
from tests.support.size import times

RULES = registry.get("dou_dizhu").presets["standard"]
CARDS = [ONE[rank] for rank in range(13) for _ in range(4)] + [ONE[13], ONE[14]]
POSITIONS_COUNT = times(60, 2_000)


def first_out(hands: Hands, landlord: int, turn: int, last: Reading | None, by: int) -> bool:
    """Return whether the landlord wins, by trying each play of everybody, and nothing cleverer."""
    if 0 in hands:
        return hands.index(0) == landlord
    after, mine = (turn + 1) % 3, turn == landlord
    results = []
    for play in RULES.plays(hands[turn], last):
        rest = list(hands)
        rest[turn] -= play.cards
        results.append(first_out((rest[0], rest[1], rest[2]), landlord, after, play, turn))
    if last is not None:
        led = None if after == by else last
        results.append(first_out(hands, landlord, after, led, by))
    return any(won == mine for won in results) == mine


def dealt(rng: random.Random, counts: tuple[int, int, int]) -> Hands:
    cards = rng.sample(CARDS, sum(counts))
    one, two = counts[0], counts[0] + counts[1]
    return sum(cards[:one]), sum(cards[one:two]), sum(cards[two:])


def test_a_search_finds_who_wins() -> None:
    rng = random.Random(7)
    landlords = 0
    for _ in range(POSITIONS_COUNT):
        hands = dealt(rng, (rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 3)))
        landlord, turn = rng.randrange(3), rng.randrange(3)
        by = (turn + rng.choice((1, 2))) % 3
        last = rng.choice([None, *RULES.plays(dealt(rng, (2, 0, 0))[0])])
        won = Endgame(RULES, landlord, 10_000).landlord_wins(hands, turn, last, by)
        assert won == first_out(hands, landlord, turn, last, by), (hands, landlord, turn, last, by)
        landlords += won
    assert 0.1 < landlords / POSITIONS_COUNT < 0.9


def test_a_search_that_would_take_long_gives_up_and_learns_nothing_false() -> None:
    rng = random.Random(8)
    for _ in range(20):
        hands = dealt(rng, (4, 4, 4))
        search = Endgame(RULES, 0, 5)
        with pytest.raises(TooLong):
            search.landlord_wins(hands, 0, None, 0)
        search.positions_max = 100_000
        again = search.landlord_wins(hands, 0, None, 0)
        assert again == Endgame(RULES, 0, 100_000).landlord_wins(hands, 0, None, 0)
