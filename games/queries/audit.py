"""The games' part of `manage.py audit`: every hand is folded again against what is stored."""

from collections.abc import Iterator

from django.db import connection

from accounts.queries import audit
from games.models import Hand, HandAction, HandSeat
from games.queries.live import live_hand, players_of, record_of
from games.queries.sums import stored_sums, sums_of_record

_GAPS = """
SELECT hand_id, count(*), max(seq) FROM games_handaction
GROUP BY hand_id HAVING count(*) <> max(seq) OR min(seq) <> 1
"""

_HOUSE = """
SELECT h.id, coalesce((h.result ->> 'house')::bigint, 0), coalesce(sum(p.amount), 0)
FROM games_hand h
LEFT JOIN accounts_entry e ON e.uid = 'house:' || h.id
LEFT JOIN accounts_posting p ON p.entry_id = e.id
    AND p.account_id = (SELECT id FROM accounts_account WHERE kind = 'house')
WHERE h.status = 'finished' AND h.plays_for = 'chips' AND h.result ? 'house'
GROUP BY h.id
HAVING coalesce(sum(p.amount), 0) <> coalesce((h.result ->> 'house')::bigint, 0)
"""


def check_sequence() -> Iterator[str]:
    """The actions of each hand are numbered 1, 2, 3 … without a gap."""
    with connection.cursor() as cursor:
        cursor.execute(_GAPS)
        for hand_id, count, last in cursor.fetchall():
            yield f"hand {hand_id}: {count} actions, the last is number {last}"


def check_house() -> Iterator[str]:
    """What the house won in each hand is what moved to its account, once."""
    with connection.cursor() as cursor:
        cursor.execute(_HOUSE)
        for hand_id, won, moved in cursor.fetchall():
            yield f"hand {hand_id}: the house won {won:+}, {moved:+} moved"


def check_folding() -> Iterator[str]:
    """Every stored hand folds, and every finished one folds to its stored result."""
    for hand in Hand.objects.exclude(status=Hand.Status.VOID).iterator(chunk_size=500):
        yield from check_hand(hand)


def check_hand(hand: Hand) -> Iterator[str]:
    """Findings about one hand, none when it is as stored."""
    rows = HandAction.objects.filter(hand=hand).order_by("seq")
    try:
        folded = live_hand(hand, players=players_of(hand), records=[record_of(r) for r in rows])
    except Exception as error:
        yield f"hand {hand.pk}: cannot be folded ({type(error).__name__}: {error})"
        return
    result = folded.game.result(folded.state)
    if hand.status == Hand.Status.LIVE:
        if result is not None:
            yield f"hand {hand.pk}: is over but not settled"
        return
    if result is None:
        yield f"hand {hand.pk}: is settled but not over"
        return
    if result.to_json() != hand.result:
        yield f"hand {hand.pk}: folds to another result than the stored one"
    stored = {seat.seat: seat.stack_end for seat in HandSeat.objects.filter(hand=hand)}
    if stored != dict(result.chips):
        yield f"hand {hand.pk}: the seats' stored chips differ from the fold"


def check_standings() -> Iterator[str]:
    """Standings, pairs and tallies are what the stored hands add up to."""
    sums, _hands = sums_of_record()
    stored, expected = stored_sums().rows(), sums.rows()
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if stored.get(key) != expected.get(key):
            yield f"{' '.join(map(str, key))}: {stored.get(key)}, not {expected.get(key)}"


def register_checks() -> None:
    """Make `manage.py audit` run these."""
    audit.register("actions without gaps", check_sequence)
    audit.register("the house's chips", check_house)
    audit.register("hands fold to their results", check_folding)
    audit.register("standings add up", check_standings)
