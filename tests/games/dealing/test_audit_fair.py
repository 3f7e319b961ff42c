"""The audit of the dealing finds every planted error in proofs, masters, chains and days."""

import datetime
import uuid

import pytest

from core.audit import checks
from core.audit.marks import keep_marks
from games.dealing import audit as audit_fair
from games.dealing.actions.daily_roots import close_days
from games.dealing.actions.retention import purge_decks
from games.dealing.encryption import Kind, seal, unseal
from games.dealing.models import DailyDigest, DailyRoot, NextDeck
from games.fair.deck import new_master
from games.fair.scheme import chain_after
from games.hands.models import Hand
from tests.games.past import DAY, ended_tfair1, today
from tests.games.stored import four_guests, store_hand, store_tfair1
from tests.support.owner import as_owner, no_triggers

pytestmark = pytest.mark.django_db

DEALING = "hands were dealt as proven"


def first():
    """The first closed day: three days ago, also after a midnight since these tests began."""
    return today() - 3 * DAY


@pytest.fixture
def hands():
    """Three hands of one table on two closed days, with a day without hands between them."""
    people, table = four_guests(), uuid.uuid4()
    some = [
        ended_tfair1(day, people=people, table_id=table, number=number)
        for number, day in enumerate((first(), first(), first() + 2 * DAY), 1)
    ]
    close_days()
    return some


def found():
    """The audit's findings about the dealing: (code, subject)."""
    findings = checks.run([DEALING, "decks are numbered", audit_fair.CHECK])
    return {(one.check, one.subject) for found in findings.values() for one in found}


def change_deal(hand, **fields):
    deal = {**hand.opening["deal"], **fields}
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(opening={**hand.opening, "deal": deal})


def flipped(data):
    if isinstance(data, str):
        return ("0" if data[0] != "0" else "1") + data[1:]
    return bytes([data[0] ^ 1]) + bytes(data[1:])


def change_day(day, **fields):
    DailyRoot.objects.filter(pk=day).update(**fields)


def subject(hand):
    return f"hand {hand.pk}"


def test_honest_deals_and_days_have_no_findings(hands):
    assert found() == set()
    assert DailyRoot.objects.count() == 3


def test_hands_from_before_there_were_proofs_and_late_starts_of_chains_are_accepted(hands):
    old, _people = store_tfair1()
    with as_owner():
        Hand.objects.filter(pk=old.pk).update(opening={**old.opening, "deal": {"commit": None}})
    NextDeck.objects.filter(pk=old.table_id).update(chain=bytes(32))
    store_tfair1(table_id=old.table_id, number=42)
    assert found() == set()


def test_a_purged_deck_still_has_its_published_root(hands, settings):
    settings.DECKS_KEPT_DAYS = 0
    assert purge_decks() == 3
    assert found() == set()
    kept = bytes(Hand.objects.get(pk=hands[0].pk).sealed)
    kind, data = unseal(bound_to=hands[0].pk, sealed=kept)
    salt = 53 + 2  # of the second card
    changed = data[:salt] + flipped(data[salt:])
    Hand.objects.filter(pk=hands[0].pk).update(
        sealed=seal(bound_to=hands[0].pk, data=changed, kind=kind)
    )
    assert found() == {("hand.master", subject(hands[0]))}


def test_a_swapped_master_is_found(hands):
    other = seal(bound_to=hands[1].pk, data=new_master(), kind=Kind.MASTER)
    Hand.objects.filter(pk=hands[1].pk).update(sealed=other)
    Hand.objects.filter(pk=hands[2].pk).update(sealed=hands[0].sealed)
    assert found() == {("hand.master", subject(hand)) for hand in hands[1:]}


@pytest.mark.parametrize("field", ["commit", "public_key", "digest", "chain"])
def test_an_altered_proof_is_found(hands, field):
    change_deal(hands[2], **{field: flipped(hands[2].opening["deal"][field])})
    assert ("hand.proof", subject(hands[2])) in found()


def test_an_altered_opened_master_and_an_unreadable_proof_are_found(hands):
    masters = [master and flipped(master) for master in hands[0].opening["deal"]["masters"]]
    change_deal(hands[0], masters=masters)
    change_deal(hands[1], cuts=3)
    assert found() == {("hand.proof", subject(hand)) for hand in hands[:2]}


def test_a_broken_link_between_hands_of_a_table_is_found(hands):
    """The proof of the second hand is recomputed on another chain, and is valid by itself."""
    deal, other = hands[1].opening["deal"], bytes(range(32))
    chain = chain_after(other, bytes.fromhex(deal["digest"])).hex()
    change_deal(hands[1], chain_before=other.hex(), chain=chain)
    assert found() == {("hand.chain", subject(hands[1])), ("hand.chain", subject(hands[2]))}


def test_a_next_deck_that_does_not_follow_is_found(hands):
    hand, _people = store_hand()
    row = NextDeck.objects.get(pk=hand.table_id)
    NextDeck.objects.filter(pk=row.pk).update(chain=flipped(bytes(row.chain)))
    assert found() == {("deck.chain", f"deck {row.deck_id}")}


def test_an_altered_digest_is_found_by_the_hand_and_by_the_root(hands):
    row = DailyDigest.objects.get(pk=hands[0].pk)
    with no_triggers():
        DailyDigest.objects.filter(pk=row.pk).update(digest=flipped(bytes(row.digest)))
    assert {("day.digest", subject(hands[0])), ("day.root", f"day {first()}")} <= found()


def test_a_removed_digest_is_found(hands):
    with no_triggers():
        DailyDigest.objects.filter(pk=hands[2].pk).delete()
    day = f"day {first() + 2 * DAY}"
    assert found() == {("day.digests", day), ("day.root", day)}


def test_an_omitted_hand_is_found_once_it_is_due(hands):
    ended_tfair1(first())
    assert {check for check, _subject in found()} == {"day.left_out"}


def test_an_altered_root_or_head_is_found(hands):
    row = DailyRoot.objects.get(pk=first())
    with no_triggers():
        change_day(first(), root=flipped(bytes(row.root)))
    assert found() == {("day.root", f"day {first()}"), ("day.chain", f"day {first()}")}
    with no_triggers():
        change_day(first(), root=bytes(row.root), head=flipped(bytes(row.head)))
    assert found() == {("day.chain", f"day {first()}"), ("day.chain", f"day {first() + DAY}")}


def test_a_missing_day_is_found(hands):
    with no_triggers():
        DailyRoot.objects.filter(pk=first() + DAY).delete()
    last = f"day {first() + 2 * DAY}"
    assert found() == {("day.missing", last), ("day.chain", last)}


def run_new():
    news = checks.run_new(budget_s=60)
    keep_marks(news.marks)
    return {(one.check, one.subject) for one in news.found}


def test_the_online_audit_checks_new_hands_and_days(hands):
    assert run_new() == set()
    later = [store_tfair1(table_id=hands[0].table_id, number=number)[0] for number in (4, 5)]
    other = seal(bound_to=later[0].pk, data=new_master(), kind=Kind.MASTER)
    Hand.objects.filter(pk=later[0].pk).update(sealed=other)
    change_deal(later[1], chain_before="0" * 64)
    seconds = datetime.timedelta(seconds=6)
    for hand in later:
        hand.seats.update(finished_at=hand.finished_at - seconds)
    news = run_new()
    assert {("hand.master", subject(later[0])), ("hand.chain", subject(later[1]))} <= news
    assert run_new() == set(), "findings are not repeated"


def test_truncated_or_rewritten_days_are_found(hands):
    assert run_new() == set()
    last = first() + 2 * DAY
    row = DailyRoot.objects.get(pk=last)
    with no_triggers():
        change_day(last, head=flipped(bytes(row.head)))
    assert run_new() == {("day.mark", f"day {last}")}
    with no_triggers():
        DailyDigest.objects.filter(day=last).delete()
        DailyRoot.objects.filter(pk=last).delete()
    assert run_new() == {("day.mark", f"day {last}")}
    assert ("day.mark", f"day {last}") in found()


def test_a_day_closed_later_is_checked_after_closing(hands):
    assert run_new() == set()
    with no_triggers():
        last = DailyRoot.objects.get(pk=first() + 2 * DAY)
        bad = flipped(bytes(last.root))
        DailyRoot.objects.create(
            day=today(), hands=0, root=bad, head=last.head, blocks=b"", closed_at=last.closed_at
        )
    day = f"day {today()}"
    assert run_new() == {("day.root", day), ("day.chain", day)}
    assert run_new() == set()
