"""The check of a deck that was thrown away: it is opened in full, with the reason and the blame."""

from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.deal import check_cuts, check_deck, check_lock, check_masters
from cardhouse_client.tfair2.deal_map import SEATS_IN, Plan, read_plan
from cardhouse_client.tfair2.ends import check_end, check_own_day
from cardhouse_client.tfair2.forms import ascending, by_seat, field, number_of, seats_of
from cardhouse_client.tfair2.hashes import tagged, u8

CUT_MISSING, CLOSED, TOO_FEW_LEFT, RULES_CHANGED, OTHER = range(1, 6)
"""Why a deck was thrown away."""
NO_LOCK = bytes(32)


def check_thrown(deck: Any) -> None:
    """Check a deck that was thrown away, its end, chain and day; raises `NotFair`."""
    check_end(deck, check_thrown_deck(deck))
    check_own_day(deck)


def check_thrown_deck(deck: Any) -> bytes:
    """Check all but end, chain and day; return the end that follows."""
    written = field(deck, "plan")
    game = written.get("game") if isinstance(written, dict) else None
    commit = check_deck(deck, game)
    check_masters(deck, None)
    plan = read_plan(written) if written is not None else None
    lock = NO_LOCK
    if plan is not None:
        lock = check_lock(deck, commit, plan)
    check_cuts(deck, commit, all_of_them=False) if plan else by_seat(deck, "cuts")
    reason, blamed = number_of(deck, "reason", 0, 255), seats_of(deck, "blamed")
    _check_reason(deck, plan, reason, blamed)
    return tagged(0x0C, commit, u8(reason), lock, u8(len(blamed)), *map(u8, blamed))


def _check_reason(deck: Any, plan: Plan | None, reason: int, blamed: list[int]) -> None:
    cuts = [seat for seat, _ in by_seat(deck, "cuts")]
    missing = [seat for seat, _ in by_seat(deck, "cut_commits") if seat not in cuts]
    need(ascending(blamed), "thrown", "the blamed seats are out of order")
    if plan is None:
        unlocked = field(deck, "lock") is None and not cuts and not deck["cut_commits"]
        need(unlocked, "thrown", "it was never locked and yet has a list or cuts")
        holds = reason in {CLOSED, RULES_CHANGED, OTHER} and not blamed
    elif reason == CUT_MISSING:
        holds = bool(missing) and blamed == missing
    elif reason == TOO_FEW_LEFT:
        left = len(plan.seats) - len(blamed)
        holds = bool(blamed) and set(blamed) <= set(plan.seats) and not missing
        holds = holds and left < SEATS_IN[plan.game][0]
    else:
        holds = reason in {CLOSED, OTHER} and not blamed
    need(holds, "thrown", "its reason does not hold, or not those are blamed who caused it")
