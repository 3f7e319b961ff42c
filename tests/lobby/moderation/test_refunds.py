"""Refunds to a cheat's victims, and hidden cards that two members of staff reveal."""

import io
import json
import random
import uuid
import zipfile

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.people.actions.users import create_bot, create_guest
from accounts.privacy.export import archive
from core.errors import RequestRefused
from core.staff import proposals
from core.staff.models import StaffLogEntry
from games.hands.models import Hand, HandSeat
from games.hands.queries.unsealed import OPEN_WINDOW, unsealed_replay
from lobby.moderation.actions.void import void_hand
from lobby.moderation.queries.refunds import preview
from tests.support.seated_table import seat_table  # noqa: F401
from tests.support.staff import REASON, member, recorded, refused

pytestmark = pytest.mark.django_db


def played(**nets):
    """A finished hand in the statistics with these results, by user variable."""
    now = timezone.now()
    hand = Hand.objects.create(
        table_id=uuid.uuid4(),
        number=1,
        game="holdem",
        preset="cash",
        rules_hash="00" * 32,
        clock_ms=1,
        opening={"seats": []},
        sealed=b"",
        status="finished",
        started_at=now,
        finished_at=now,
        result={},
        plays_for=nets.get("plays", "chips"),
    )
    for seat, (user, net) in enumerate(nets["of"].items()):
        HandSeat.objects.create(
            hand=hand,
            user=user,
            seat=seat,
            stack_start=1_000,
            net=net,
            won=net > 0,
            pot=max(0, net),
            finished_at=now,
        )
    return hand


@pytest.fixture
def seated():
    names = ("Cheat", "Asha", "Binod", "Chitra")
    return [create_guest(name=name) for name in names]


def refunds(user, **named):
    return {line.name: line.refund for line in preview(user_id=user.pk, **named).lines}


def test_losses_count_by_the_share_of_the_winnings(seated):
    cheat, asha, binod, chitra = seated
    played(of={cheat: 300, asha: -400, binod: 100})
    assert refunds(cheat) == {"Asha": 300}
    played(of={cheat: -50, asha: 50})
    assert refunds(cheat) == {"Asha": 250}
    played(of={cheat: 90, chitra: -90})
    assert refunds(cheat) == {"Asha": 250, "Chitra": 90}


def test_a_refund_is_limited_to_the_cheats_gain(seated):
    cheat, asha, binod, chitra = seated
    played(of={cheat: 300, asha: -300})
    played(of={cheat: 100, binod: -100})
    played(of={cheat: -200, chitra: 200})
    found = preview(user_id=cheat.pk)
    assert found.gained == 200
    assert refunds(cheat) == {"Asha": 150, "Binod": 50}
    played(of={cheat: -200, chitra: 200})
    assert refunds(cheat) == {}


def test_bots_accomplices_games_for_points_and_old_hands_get_no_refund(seated):
    cheat, asha, binod, _chitra = seated
    bot = create_bot(level="easy")
    played(of={cheat: 100, bot: -100})
    played(of={cheat: 100, binod: -100})
    played(of={cheat: 100, asha: -100}, plays="points")
    old = played(of={cheat: 100, asha: -100})
    HandSeat.objects.filter(hand=old).update(
        finished_at=timezone.now() - timezone.timedelta(days=31)
    )
    assert refunds(cheat, without=[binod.pk]) == {}
    assert refunds(cheat) == {"Binod": 100}


def test_no_refund_is_more_than_the_gain(seated):
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    for _ in range(60):
        nets = [rng.randrange(-200, 200) for _ in seated]
        nets[0] -= sum(nets)
        played(of=dict(zip(seated, nets, strict=True)))
        found = preview(user_id=seated[0].pk)
        assert 0 <= found.total <= max(0, found.gained), f"seed {seed}"
        assert all(line.refund <= line.lost for line in found.lines), f"seed {seed}"


@pytest.fixture
def two():
    return member("Admin", "First"), member("Admin", "Second")


def propose_refund(by, cheat, **more):
    payload = {"user": str(cheat.pk), "days": 30} | more
    return proposals.propose(by=by, kind="refund", payload=payload, reason=REASON)


def test_a_refund_is_paid_from_the_cheats_wallet_and_then_by_the_bank(seated, two):
    cheat, asha, binod, _chitra = seated
    played(of={cheat: 11_000, asha: -8_000, binod: -3_000})
    proposal = propose_refund(two[0], cheat)
    with recorded("balance.refund"):
        proposals.approve(by=two[1], proposal_id=proposal.pk, reason=REASON)
    balances = [ledger.wallet_balance(user.pk) for user in (cheat, asha, binod)]
    assert balances == [0, 18_000, 13_000]
    row = StaffLogEntry.objects.order_by("-id")[0]
    assert (row.after["from_account"], row.after["from_bank"]) == (10_000, 1_000)
    assert audit_ledger() == []
    with pytest.raises(RequestRefused) as no:
        propose_refund(two[0], cheat)
    assert no.value.code == "BAD_PROPOSAL", "the same hands are not refunded twice"


def test_an_outdated_preview_is_not_paid(seated, two):
    cheat, asha, _binod, _chitra = seated
    hand = played(of={cheat: 300, asha: -300})
    played(of={cheat: 200, asha: -200})
    proposal = propose_refund(two[0], cheat)
    HandSeat.objects.filter(hand=hand).update(net=0)
    refused("PREVIEW_CHANGED", proposals.approve, by=two[1], proposal_id=proposal.pk, reason=REASON)
    assert ledger.wallet_balance(asha.pk) == 10_000


def test_nobody_decides_about_their_own_chips(seated, two):
    played(of={seated[0]: 300, two[1]: -300})
    proposal = propose_refund(two[0], seated[0])
    refused("OWN_ACCOUNT", proposals.approve, by=two[1], proposal_id=proposal.pk, reason=REASON)


# -- hidden cards -----------------------------------------------------------------------------


def ask(by, hand):
    return proposals.propose(
        by=by, kind="unseal", payload={"hand": str(hand.id)}, reason="a report of collusion"
    )


def reveal_code(hand, by):
    with pytest.raises(RequestRefused) as no:
        unsealed_replay(hand_id=hand.id, by=by)
    return no.value.code


def cards_of(replay):
    return {card for seat in replay.frames[-1]["view"]["seats"] for card in seat.get("cards", [])}


def test_hidden_cards_are_revealed_to_two_moderators_and_logged(seat_table, two, client):  # noqa: F811
    room = seat_table(people=3)
    hand = room.deal()
    assert reveal_code(hand, two[0]) == "NOT_UNSEALED"
    refused("HAND_IN_PROGRESS", ask_of, by=two[0], hand=hand)
    room.fold_down()
    with recorded("proposal.unseal"):
        proposal = ask(two[0], hand)
    assert [reveal_code(hand, by) for by in two] == ["NOT_UNSEALED"] * 2
    refused("OWN_PROPOSAL", proposals.approve, by=two[0], proposal_id=proposal.pk, reason=REASON)
    with recorded("hand.unseal"):
        proposals.approve(by=two[1], proposal_id=proposal.pk, reason="I agree to look")
    for by in two:
        shown = cards_of(unsealed_replay(hand_id=hand.id, by=by))
        assert len(shown) == 9
        assert "??" not in shown
    assert reveal_code(hand, member("Admin")) == "NOT_UNSEALED"
    client.force_login(room.people[0])
    page = client.get(reverse("games:hand", args=[hand.id])).content.decode()
    for word in ("First", "Second", "a report of collusion", "I agree to look"):
        assert word in page
    for player in room.people:  # in the export of every player, and of nobody else
        received = exported(player, "opened-hands")
        assert [(one["hand"], one["action"], one["reason"]) for one in received] == [
            (str(hand.id), "proposal.unseal", "a report of collusion"),
            (str(hand.id), "hand.unseal", "I agree to look"),
        ]
    assert exported(two[0], "opened-hands") == []
    type(proposal).objects.update(closed_at=timezone.now() - OPEN_WINDOW)
    assert reveal_code(hand, two[0]) == "NOT_UNSEALED"


def exported(user, part):
    with zipfile.ZipFile(io.BytesIO(b"".join(archive(user)))) as packed:
        return [json.loads(line) for line in packed.read(f"{part}.jsonl").splitlines()]


def ask_of(*, by, hand):
    return ask(by, hand)


def test_no_card_is_in_the_staff_log(seat_table, two):  # noqa: F811
    room = seat_table(people=2)
    hand = room.deal()
    room.fold_down()
    proposals.approve(by=two[1], proposal_id=ask(two[0], hand).pk, reason=REASON)
    row = StaffLogEntry.objects.order_by("-id")[0]
    assert set(row.after) == {"seats", "proposal", "proposed_by"}


def test_a_live_hand_is_never_revealed_even_once_it_is_void(seat_table, two):  # noqa: F811
    room = seat_table(people=2)
    hand = room.deal()
    refused("HAND_IN_PROGRESS", ask_of, by=two[0], hand=hand)
    void_hand(by=two[0], hand_id=hand.id, reason=REASON)
    proposals.approve(by=two[1], proposal_id=ask(two[0], hand).pk, reason=REASON)
    assert len(cards_of(unsealed_replay(hand_id=hand.id, by=two[0]))) == 6
