"""Open cases of free chips that one account gathered from others, minutes after it happened."""

import datetime

from django.utils import timezone

from core.audit.checks import marks_kept
from core.audit.marks import keep_marks
from lobby.moderation.actions import house_cases
from lobby.moderation.detection.gathered_chips import LEAST_GIFT, Gathering, gathered
from lobby.moderation.models import Report
from lobby.moderation.queries import gathered_chips as ledger_reads

DAYS = 30
"""How far back what a receiver won is added up."""
AT_ONCE = 5_000
"""The most ledger entries that one run reads; more wait a minute."""
_MARK = "gathered chips"


def open_gathering_cases(*, now: datetime.datetime | None = None) -> list[Report]:
    """Judge everybody who got chips from a table since the last run; opens a case for each find.

    The first run begins with the ledger's first entry. A case is about the receiver and names all
    givers; with a known pair of them alone no second case is opened.
    """
    since = (now or timezone.now()) - datetime.timedelta(days=DAYS)
    with house_cases.alone():
        after = int(marks_kept().get(_MARK, {}).get("entry", 0))
        until = ledger_reads.newest_entry(after, most=AT_ONCE)
        found = []
        for user_id in ledger_reads.paid_between(after, until, least=LEAST_GIFT):
            lost = ledger_reads.lost_to_user(user_id, since)
            likely = [one for one, chips in lost.items() if chips >= LEAST_GIFT]
            if not likely:
                continue
            one = gathered(user_id, lost, ledger_reads.givers_of(user_id, likely))
            if one is not None:
                found.append(one)
        known = house_cases.known_pairs(since)
        opened = [
            _open(one, since)
            for one in found
            if any(frozenset((giver, one.receiver)) not in known for giver in one.givers)
        ]
        keep_marks({_MARK: {"entry": until}})
    return opened


def _open(found: Gathering, since: datetime.datetime) -> Report:
    count = len(found.givers)
    accounts = f"{count} accounts" if count > 1 else "An account"
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
            "chips": found.chips,
            "hands": found.hands,
            "since": since.isoformat(),
            "until": timezone.now().isoformat(),
        },
    )
