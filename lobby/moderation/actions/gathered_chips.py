"""Open cases of free chips that one account gathered from others, minutes after it happened."""

import datetime
import sys
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import repeat

from django.utils import timezone

from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from core.audit.checks import marks_kept
from core.audit.marks import keep_marks
from lobby.moderation.actions import house_cases
from lobby.moderation.detection.gathered_chips import GIFT_CHIPS_MIN, Gathering, gathered
from lobby.moderation.models import Report
from lobby.moderation.queries import gathered_chips as ledger_reads

LOOK_BACK_DAYS = 30
"""How far back what a receiver won is added up."""
ENTRIES_PER_RUN_MAX = 5_000
"""The most ledger entries that one run reads; more wait a minute."""
_MARK = "gathered chips"


@dataclass(slots=True)
class Known:
    """The chips of each giver in the cases about a receiver; whether one is open or founded."""

    lost: Counter[uuid.UUID] = field(default_factory=Counter)
    suspected: bool = False


def open_gathering_cases(*, now: datetime.datetime | None = None) -> list[Report]:
    """Judge everybody who got chips from a table since the last run; opens a case for each find.

    The first run begins with the ledger's first entry. The chips are held until the case is closed
    (`lobby.moderation.actions.cases.close_report`), and those that are on tables when they return.
    A case is about the receiver and names all givers; a further one has what was given since.
    """
    since = (now or timezone.now()) - datetime.timedelta(days=LOOK_BACK_DAYS)
    with house_cases.alone():
        after = int(marks_kept().get(_MARK, {}).get("entry", 0))
        until = ledger_reads.newest_entry(after, most=ENTRIES_PER_RUN_MAX)
        paid = ledger_reads.paid_between(after, until, least=GIFT_CHIPS_MIN)
        opened = [_open(one, since) for one in _judge(paid, since)] if paid else []
        sanctions.hold_more()
        keep_marks({_MARK: {"entry": until}})
    return opened


def _judge(paid: Collection[uuid.UUID], since: datetime.datetime) -> list[Gathering]:
    """Judge these users by what others lost to them, and then those to whom suspects passed it."""
    lost = ledger_reads.lost_to_users(paid, since)
    likely = {
        receiver: [giver for giver, chips in of.items() if chips >= GIFT_CHIPS_MIN]
        for receiver, of in lost.items()
    }
    likely = {receiver: givers for receiver, givers in likely.items() if givers}
    facts = ledger_reads.givers_of(likely)
    cases = _known(since)
    gatherers = {one: sum(case.lost.values()) for one, case in cases.items() if case.suspected}
    found: dict[uuid.UUID, Gathering] = {}
    for _round in range(2):
        for receiver, givers in facts.items():
            case = cases.get(receiver, Known())
            one = gathered(
                receiver,
                lost[receiver],
                givers,
                gatherers=gatherers,
                known=case.lost,
                suspected=case.suspected,
            )
            if one is not None and receiver not in found:
                found[receiver] = one
                gatherers[receiver] = gatherers.get(receiver, 0) + one.chips
    return list(found.values())


def _known(since: datetime.datetime) -> dict[uuid.UUID, Known]:
    """The chips that cases about each receiver have already."""
    known: dict[uuid.UUID, Known] = defaultdict(Known)
    cases = house_cases.known(Report.Kind.COLLUSION, since)
    for about, figures, verdict in cases.values_list("about_id", "figures", "verdict"):
        # Another search's case has all that its pairs moved.
        amounts = figures.get("lost", repeat(sys.maxsize))
        for giver, chips in zip(figures["givers"], amounts, strict=False):
            known[about].lost[uuid.UUID(giver)] += chips
        known[about].suspected |= verdict in ("", Report.Verdict.FOUNDED)
    return known


def _open(found: Gathering, since: datetime.datetime) -> Report:
    count = len(found.givers)
    accounts = f"{count} accounts" if count > 1 else "An account"
    hold = sanctions.hold(
        user=User.objects.get(pk=found.receiver),
        chips=found.chips,
        reason="the house: free chips gathered from other accounts",
    )
    return Report.objects.create(
        table_id=ledger_reads.table_of_last_win(found.receiver),
        about_id=found.receiver,
        kind=Report.Kind.COLLUSION,
        text=f"{accounts} lost nearly all of their free chips to this player: {found.chips:,}"
        f" chips in {found.hands:,} hands together.",
        figures={
            "receiver": str(found.receiver),
            "giver": str(found.givers[0]),
            "givers": [str(giver) for giver in found.givers],
            "lost": list(found.lost.values()),
            "chips": found.chips,
            "hands": found.hands,
            "hold": str(hold.pk),
            "since": since.isoformat(),
            "until": timezone.now().isoformat(),
        },
    )
