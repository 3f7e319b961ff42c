"""Open cases of free chips that one account gathered from others, minutes after it happened."""

import datetime

from django.utils import timezone

from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
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

    The first run begins with the ledger's first entry. The chips are held until the case is closed
    (`lobby.moderation.actions.cases.close_report`), and those that are on tables when they return.
    A case is about the receiver and names all
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
        _hold_more()
        keep_marks({_MARK: {"entry": until}})
    return opened


def _hold_more() -> None:
    """Hold what came back to wallets since, of chips that an open case is about."""
    rows = Report.objects.filter(by=None, figures__has_key="hold")
    figures = {
        case["hold"]: case["chips"]
        for case in rows.exclude(state=Report.State.CLOSED).values_list("figures", flat=True)
    }
    for sanction in Sanction.objects.filter(pk__in=figures, ended_at=None):
        sanctions.hold_more(sanction, figures[str(sanction.pk)])


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
            "chips": found.chips,
            "hands": found.hands,
            "hold": str(hold.pk),
            "since": since.isoformat(),
            "until": timezone.now().isoformat(),
        },
    )
