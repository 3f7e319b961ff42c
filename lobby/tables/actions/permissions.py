"""Who may sit, act and write: sanctions, closed accounts, and staff who look after a table.

Asked by the actions themselves, with the table locked, so that every way in is held to the same.
"""

import datetime
import logging
import uuid
from collections.abc import Iterable

from django.utils import timezone

from accounts.people.models import User
from accounts.people.queries.households import shares_household
from accounts.sanctions import actions as sanctions
from accounts.sanctions.queries import current
from core.sql import run
from core.staff.models import StaffLogEntry
from games.hands.models import Hand, HandSeat
from lobby.tables.actions import play_limits
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table

STAFF_STAYS_AWAY = datetime.timedelta(hours=12)
"""So long a member of staff does not play where he acted."""

NEWCOMER_HANDS = 500
"""Who has played as many is no newcomer any more."""

_BARRED = """
SELECT id FROM accounts_user WHERE id = ANY(%s) AND (barred_until > clock_timestamp()
    OR excluded_until > clock_timestamp() OR closed_at IS NOT NULL)
"""

log = logging.getLogger(__name__)


def suspended() -> TableRefused:
    """A suspension, a ban or an exclusion of his own holds, or he closed his account."""
    return TableRefused(
        "SUSPENDED", "Your account is suspended. Your notice page says why and until when."
    )


def check_may_sit(user: User, table_id: uuid.UUID, *, brings: int) -> None:
    """Raises `Refused` SUSPENDED, STAFF_AT_WORK where he acted as a moderator, or his own limits.

    `brings`: the chips he takes there from his wallet.
    """
    if locked_out([user.pk]):
        raise suspended()
    if user.is_staff and _acted_at(user, table_id):
        raise TableRefused(
            "STAFF_AT_WORK", "You moderate this table, so you can't play here. Choose another one."
        )
    play_limits.check_may_play(user, brings=brings)


def check_welcome(user: User, table: Table) -> None:
    """Raises `Refused` SENT_AWAY at a table whose host has sent this person away."""
    if str(user.pk) in table.sent_away:
        raise TableRefused("SENT_AWAY", "The host has removed you from this table.")


def is_newcomer(user: User) -> bool:
    """Whether somebody has played fewer than `NEWCOMER_HANDS` hands; one query."""
    return HandSeat.objects.filter(user=user)[:NEWCOMER_HANDS].count() < NEWCOMER_HANDS


def check_newcomer(user: User, table: Table) -> None:
    """Raises `Refused` FOR_NEWCOMERS at a table that is not for somebody who has played so much."""
    if not table.newcomers or user.is_bot:
        return
    if not is_newcomer(user):
        raise TableRefused(
            "FOR_NEWCOMERS",
            f"This table is for players with fewer than {NEWCOMER_HANDS} hands. Try another one.",
            max=NEWCOMER_HANDS,
        )


def check_household(user: User, table: Table) -> None:
    """Raises `Refused` ONE_HOUSEHOLD where somebody of the same household plays and may not.

    Bots are of no household. Asks nothing at a table where households may play together.
    """
    if table.households == Table.Households.TOGETHER or user.is_bot:
        return
    seats = Seat.objects.filter(table=table).exclude(user__kind=User.Kind.BOT)
    if shares_household(user.pk, list(seats.values_list("user_id", flat=True))):
        raise TableRefused(
            "ONE_HOUSEHOLD",
            "Somebody from your device or connection plays here, and this table doesn't allow that."
            " Sit at another table, or open a private one to play together.",
        )


def check_may_write(user: User, now: datetime.datetime) -> None:
    """Raises `Refused` MUTED or SUSPENDED; read anew, because a socket's person may be old."""
    ends = User.objects.values_list("muted_until", "barred_until").get(pk=user.pk)
    if ends[1] is not None and ends[1] > now:
        raise suspended()
    if ends[0] is not None and ends[0] > now:
        why = next((one.notice for one in current(user.pk) if one.kind == "mute"), "")
        for_ever = ends[0] == sanctions.FOR_EVER
        until = "permanently" if for_ever else f"until {ends[0]:%d %b %H:%M} UTC"
        raise TableRefused("MUTED", f"You are muted {until}: {why}", until=ends[0].isoformat())


def locked_out(user_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Which of these people are shut out now; one short query for a whole batch of actions."""
    (rows,) = run((_BARRED, [list(user_ids)]))
    return {user_id for (user_id,) in rows}


def _acted_at(user: User, table_id: uuid.UUID) -> bool:
    lately = StaffLogEntry.objects.filter(actor=user, at__gt=timezone.now() - STAFF_STAYS_AWAY)
    targets = set(lately.values_list("target_kind", "target_id"))
    hands = [target for kind, target in targets if kind == "hand"]
    return ("table", str(table_id)) in targets or (
        bool(hands) and Hand.objects.filter(pk__in=hands, table_id=table_id).exists()
    )
