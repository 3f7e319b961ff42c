"""Permission checks for sitting, acting and writing.

They cover sanctions, deleted accounts and staff at work. The actions call them with the table
locked, so that every entry point obeys the same rules.
"""

import datetime
import logging
import uuid
from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from accounts.people.models import User
from accounts.people.queries.households import shares_household
from accounts.sanctions import actions as sanctions
from accounts.sanctions.queries import current
from core.runtime.sql import Statement, run
from core.staff.models import StaffLogEntry
from games.hands.models import Hand, HandSeat
from games.stats.counters.registry import counter_of
from games.stats.queries.statistics import archived_hands
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table
from lobby.tables.models.table import NEWCOMER_HANDS_MAX
from lobby.tables.rows import play_limits
from lobby.tables.stakes import stakes_of

STAFF_AWAY_WINDOW = datetime.timedelta(hours=12)
"""After a staff action at a table, the moderator may not play there for this long."""

"""A user with at least this many hands is no longer a newcomer."""

TOKEN_ENTRY_CHIPS = 10
"""The entry of a sit and go among friends whose chips are still the free ones."""

_SUSPENDED = """
SELECT id FROM accounts_user WHERE id = ANY(%s) AND (suspended_until > clock_timestamp()
    OR excluded_until > clock_timestamp() OR closed_at IS NOT NULL)
"""

# The oldest hands first: most players had theirs before they could stake chips elsewhere.
_REAL_HANDS = """
WITH refill AS (
    SELECT max(e.at) AS at FROM accounts_account a
    JOIN accounts_posting p ON p.account_id = a.id
    JOIN accounts_entry e ON e.id = p.entry_id AND e.kind = 'refill'
    WHERE a.kind = 'wallet' AND a.user_id = %s
), played AS (
    SELECT s.id, s.finished_at FROM games_handseat s JOIN games_hand h ON h.id = s.hand_id
    WHERE s.user_id = %s AND h.plays_for = 'chips' AND h.status = 'finished'
        AND NOT h.private AND (SELECT true FROM games_playedaction a
            WHERE a.hand_id = s.hand_id AND a.seat = s.seat AND a.auto = '' LIMIT 1)
)
SELECT (SELECT count(*) FROM (SELECT FROM played ORDER BY id LIMIT %s) AS first),
    (SELECT count(*) FROM (SELECT FROM played, refill WHERE finished_at > refill.at
        ORDER BY id DESC LIMIT %s) AS last),
    (SELECT at IS NOT NULL FROM refill)
"""

log = logging.getLogger(__name__)


def suspended() -> TableRefused:
    """The refusal for a suspended, banned, self-excluded or deleted account."""
    return TableRefused("SUSPENDED")


def check_may_sit(user: User, table_id: uuid.UUID, *, brings: int) -> None:
    """Raises `Refused` SUSPENDED, STAFF_AT_WORK, or a refusal of the user's own play limits.

    `brings` is the number of chips moved from the wallet. STAFF_AT_WORK: the user recently
    moderated this table.
    """
    (found,) = run(locked_out([user.pk]))
    if found:
        raise suspended()
    if user.is_staff and _acted_at(user, table_id):
        raise TableRefused("STAFF_AT_WORK")
    play_limits.check_may_play(user, brings=brings)


def check_welcome(user: User, table: Table) -> None:
    """Raises `Refused` SENT_AWAY if the table's host has removed this user.

    Raises `Refused` PRIVATE_TABLE at a practice table that is not the user's own.
    """
    if table.is_practice and table.host_id != user.pk:
        raise TableRefused("PRIVATE_TABLE", status=403)
    if str(user.pk) in table.sent_away:
        raise TableRefused("SENT_AWAY")


def is_newcomer(user: User) -> bool:
    """Whether a user has played fewer than `NEWCOMER_HANDS_MAX` hands, archived ones too."""
    hands = HandSeat.objects.filter(user=user)[:NEWCOMER_HANDS_MAX].count()
    return hands < NEWCOMER_HANDS_MAX and hands + archived_hands(user.pk) < NEWCOMER_HANDS_MAX


def check_newcomer(user: User, table: Table) -> None:
    """Raises `Refused` FOR_NEWCOMERS if the table is for newcomers and the user is not one."""
    if not table.newcomers or user.is_bot:
        return
    if not is_newcomer(user):
        raise TableRefused("FOR_NEWCOMERS", max=NEWCOMER_HANDS_MAX)


def check_household(user: User, table: Table, seats: Iterable[Seat]) -> None:
    """Raises `Refused` ONE_HOUSEHOLD if the table keeps this user's household apart and one plays.

    `seats` are the taken seats with their users. Bots have no household. No query is made if the
    table lets households play together.
    """
    if table.households == Table.Households.TOGETHER or user.is_bot:
        return
    if shares_household(user.pk, [seat.user_id for seat in seats if not seat.user.is_bot]):
        raise TableRefused(
            "ONE_HOUSEHOLD",
        )


def check_free_chips(user: User, table: Table, seats: Iterable[Seat]) -> None:
    """Raises `Refused` PLAY_PUBLIC_FIRST or FREE_CHIPS_HERE, with `hands`, the hands left to play.

    The platform gives chips to every new account and refills it. Until the account has played with
    them against others, they can be lost to people only where strangers play: otherwise whoever
    opens accounts could gather their chips. Alone with bots they may be staked anywhere; then
    nobody else can join (FREE_CHIPS_HERE). `seats` are the taken seats with their users.
    """
    others = [seat.user for seat in seats if seat.user_id != user.pk and not seat.user.is_bot]
    if user.is_bot or not others or open_to_free_chips(table):
        return
    check_own_chips(user)
    for other in others:
        if left := hands_to_play(other):
            raise TableRefused(
                "FREE_CHIPS_HERE", name=other.name, hands=left, entry=TOKEN_ENTRY_CHIPS
            )


def check_own_chips(user: User) -> None:
    """Raises `Refused` PLAY_PUBLIC_FIRST while a user's own chips count as free ones."""
    if left := hands_to_play(user):
        raise TableRefused("PLAY_PUBLIC_FIRST", hands=left, entry=TOKEN_ENTRY_CHIPS)


def open_to_free_chips(table: Table) -> bool:
    """Whether new accounts may stake chips here: nobody can choose who wins them.

    These are points tables, games against the dealer, sit and gos with a token entry, tables of the
    house, and public cash tables with three seats or more where the host approves nobody and
    households are kept apart.
    """
    stakes = stakes_of(table)
    if not stakes.risk_chips or not counter_of(table.game).between_players:
        return True
    if not stakes.drop_in and table.min_buy_in <= TOKEN_ENTRY_CHIPS:
        return True
    if table.private or table.approval or table.households == Table.Households.TOGETHER:
        return False
    return table.host_id is None or (stakes.drop_in and table.max_seats > 2)


def hands_to_play(user: User) -> int:
    """The hands that a user must play at public tables before their chips count as won.

    Hands for chips in which they acted themselves count: `FREE_CHIPS_HANDS` in all, and
    `REFILL_HANDS` since the last refill. One query.
    """
    ever, since = settings.FREE_CHIPS_HANDS, settings.REFILL_HANDS
    (rows,) = run((_REAL_HANDS, [user.pk, user.pk, ever, since]))
    played, lately, refilled = rows[0]
    return max(ever - int(played), since - int(lately) if refilled else 0, 0)


def check_may_write(user: User, now: datetime.datetime) -> None:
    """Raises `Refused` MUTED or SUSPENDED; reads the user again (a socket's copy may be stale)."""
    ends = User.objects.values_list("muted_until", "suspended_until").get(pk=user.pk)
    if ends[1] is not None and ends[1] > now:
        raise suspended()
    if ends[0] is not None and ends[0] > now:
        mute = next((one for one in current(user.pk) if one.kind == "mute"), None)
        raise TableRefused(
            "MUTED",
            case="for_ever" if ends[0] == sanctions.FOR_EVER else "",
            until=ends[0].isoformat(),
            breach=mute.template if mute is not None else None,
            note=(mute.note if mute is not None else "") or None,
        )


def locked_out(user_ids: Iterable[uuid.UUID]) -> Statement:
    """A statement for those of these users who are suspended or deleted now: a row for each id."""
    return (_SUSPENDED, [list(user_ids)])


def _acted_at(user: User, table_id: uuid.UUID) -> bool:
    lately = StaffLogEntry.objects.filter(actor=user, at__gt=timezone.now() - STAFF_AWAY_WINDOW)
    targets = set(lately.values_list("target_kind", "target_id"))
    hands = [target for kind, target in targets if kind == "hand"]
    return ("table", str(table_id)) in targets or (
        bool(hands) and Hand.objects.filter(pk__in=hands, table_id=table_id).exists()
    )
