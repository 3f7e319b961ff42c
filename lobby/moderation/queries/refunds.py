"""Preview a refund: what a cheat's victims lost to them.

In each hand the cheat won, a loser's loss counts in proportion to the cheat's share of all
winnings; in each hand the cheat lost, the others' winnings count against it likewise. The remainder
is refunded, reduced in proportion if it exceeds the cheat's total gain.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q
from django.utils import timezone

from accounts.people.models import User
from core.staff.models import Proposal
from games.hands.models import Hand, HandSeat


@dataclass(frozen=True, slots=True)
class Line:
    """One victim: hands with the cheat, chips lost to them (rounded down), chips to refund."""

    user_id: uuid.UUID
    name: str
    hands: int
    lost: int
    refund: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A refund as it would be paid; it never exceeds the account's gain."""

    user_id: uuid.UUID
    since: datetime.datetime
    until: datetime.datetime
    gained: int
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """Chips to refund to all victims."""
        return sum(line.refund for line in self.lines)


def preview(
    *,
    user_id: uuid.UUID,
    days: int = 30,
    without: Iterable[uuid.UUID] = (),
    until: datetime.datetime | None = None,
    but: uuid.UUID | None = None,
) -> Preview:
    """The refund for the last `days`, without hands that were refunded before.

    `without`: accounts that get nothing (accomplices). Bots get nothing either; void hands and
    points do not count. `until` and `but` (a refund to ignore as an earlier one) repeat a preview.
    """
    until = until or timezone.now()
    since = max([until - datetime.timedelta(days=days), *_paid_until(user_id, but)])
    own = HandSeat.objects.filter(
        user_id=user_id, hand__plays_for="chips", finished_at__gt=since, finished_at__lte=until
    ).exclude(hand__status=Hand.Status.VOID)
    mine = dict(own.values_list("hand_id", "net"))
    gained = sum(mine.values())
    flows, hands = _flows(user_id, mine)
    names = dict(
        User.objects.filter(pk__in=flows)
        .exclude(kind=User.Kind.BOT)
        .exclude(pk__in=list(without))
        .values_list("id", "name")
    )
    lost = {person: flow for person, flow in flows.items() if flow > 0 and person in names}
    share = min(Fraction(1), Fraction(max(0, gained), 1) / (sum(lost.values()) or 1))
    lines = (
        Line(person, names[person], hands[person], int(flow), int(flow * share))
        for person, flow in lost.items()
    )
    ordered = sorted(lines, key=lambda line: (-line.refund, line.name))
    return Preview(user_id, since, until, gained, tuple(line for line in ordered if line.refund))


def _flows(
    user_id: uuid.UUID, mine: dict[uuid.UUID, int]
) -> tuple[dict[uuid.UUID, Fraction], dict[uuid.UUID, int]]:
    """Chips that each other player lost to the account, net; and the hands they shared."""
    others: dict[uuid.UUID, list[tuple[uuid.UUID, int]]] = defaultdict(list)
    rows = HandSeat.objects.filter(hand_id__in=list(mine)).exclude(user_id=user_id)
    for hand_id, person, net in rows.values_list("hand_id", "user_id", "net"):
        others[hand_id].append((person, net))
    flows: dict[uuid.UUID, Fraction] = defaultdict(Fraction)
    hands: dict[uuid.UUID, int] = defaultdict(int)
    for hand_id, own in mine.items():
        same_side = sum(net for _person, net in others[hand_id] if net * own > 0) + own
        for person, net in others[hand_id]:
            hands[person] += 1
            if net * own < 0:
                flows[person] -= Fraction(net * own, same_side)
    return flows, hands


def _paid_until(user_id: uuid.UUID, but: uuid.UUID | None) -> list[datetime.datetime]:
    """The end times of this account's earlier refunds."""
    paid = Proposal.objects.filter(
        ~Q(pk=but),
        kind=Proposal.Kind.REFUND,
        target_id=str(user_id),
        state=Proposal.State.DONE,
    )
    return [
        datetime.datetime.fromisoformat(one)
        for one in paid.values_list("payload__until", flat=True)
    ]
