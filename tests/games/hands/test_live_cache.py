"""The cache of live hands holds one hand of each table: the newest, at its latest action."""

import uuid
from types import SimpleNamespace
from typing import Any

import pytest

from games.hands.queries import live

ONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


def hand_of(table_id: uuid.UUID, number: int, seq: int = 0) -> Any:
    """A hand with all that the cache reads."""
    id_ = uuid.UUID(int=1000 * table_id.int + number)
    return SimpleNamespace(id=id_, table_id=table_id, number=number, seq=seq)


@pytest.fixture
def cache() -> live._Cache:
    return live._Cache()


def test_a_tables_next_hand_replaces_its_last(cache: live._Cache) -> None:
    last, elsewhere, following = hand_of(ONE, 1, 17), hand_of(OTHER, 1), hand_of(ONE, 2)
    cache.put(last)
    cache.put(elsewhere)
    assert cache.get(last.id) is last
    cache.put(following)
    assert cache.get(last.id) is None
    assert cache.get(following.id) is following
    assert cache.get(elsewhere.id) is elsewhere


def test_a_stale_copy_replaces_nothing(cache: live._Cache) -> None:
    newest = hand_of(ONE, 2, 3)
    cache.put(newest)
    for stale in (hand_of(ONE, 2, 2), hand_of(ONE, 1, 17)):
        cache.put(stale)
        assert cache.get(newest.id) is newest
    assert cache.get(hand_of(ONE, 1).id) is None
    later = hand_of(ONE, 2, 4)
    cache.put(later)
    assert cache.get(newest.id) is later


def test_a_dropped_hand_is_gone(cache: live._Cache) -> None:
    hand = hand_of(ONE, 1)
    cache.put(hand)
    cache.drop(hand.id)
    cache.drop(hand.id)
    assert cache.get(hand.id) is None
    cache.put(hand)
    assert cache.get(hand.id) is hand
    cache.clear()
    assert cache.get(hand.id) is None


def test_the_tables_used_least_recently_lose_theirs(
    cache: live._Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_CACHED_HANDS_MAX", 3)
    hands = [hand_of(uuid.UUID(int=number), 1) for number in range(1, 4)]
    for hand in hands:
        cache.put(hand)
    cache.get(hands[0].id)
    cache.put(hand_of(uuid.UUID(int=4), 1))
    assert [cache.get(hand.id) for hand in hands] == [hands[0], None, hands[2]]
    assert len(cache._table_of) == 3
