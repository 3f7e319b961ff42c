"""Users, devices and chips as the API shows them, built field by field."""

from accounts import ledger
from accounts.ledger.models import Posting
from accounts.ledger.queries import row_of
from accounts.people import wire
from accounts.people.actions.devices import Tokens
from accounts.people.models import Device, User
from accounts.people.preferences_wire import Preferences
from accounts.people.queries import profile
from accounts.people.queries.browsers import OpenBrowser
from core import preferences
from core.clock import to_unix_ms


def me(user: User) -> wire.Me:
    """A user's own account, as they see it."""
    return wire.Me(
        id=user.pk,
        name=user.name,
        kind=user.kind,
        avatar=user.avatar,
        email=user.email,
        is_staff=user.is_staff,
        shown_when_watching=user.shown_when_watching,
        language=user.language,
        preferences=Preferences(**preferences.complete(user.preferences)),
        joined_at=to_unix_ms(user.date_joined),
        tables=[wire.MyTable(**table) for table in profile.section("tables", user, [])],
    )


def player(user: User) -> wire.Player:
    """The public data of a user."""
    return wire.Player(
        name=user.name,
        kind=user.kind,
        avatar=user.avatar,
        bot_level=user.bot_level,
        joined_at=to_unix_ms(user.date_joined),
        **profile.summary(user),
    )


def device(one: Device, *, asking: Device | None) -> wire.Device:
    """A device in its user's list."""
    return wire.Device(
        id=one.pk,
        name=one.name,
        platform=one.platform,
        scopes=one.scopes,
        created_at=to_unix_ms(one.created_at),
        seen_at=to_unix_ms(one.seen_at),
        current=asking is not None and asking.pk == one.pk,
    )


def browser(one: OpenBrowser, *, key: str | None) -> wire.OpenBrowser:
    """A browser in its user's list; `key` is that of the asking browser's session."""
    return wire.OpenBrowser(
        id=one.id,
        name=one.name,
        since=to_unix_ms(one.since),
        current=key is not None and key == one.session_key,
    )


def session(tokens: Tokens) -> wire.Session:
    """New tokens, with their device and user."""
    return wire.Session(
        access=tokens.access,
        access_until=to_unix_ms(tokens.access_until),
        refresh=tokens.refresh,
        refresh_until=to_unix_ms(tokens.refresh_until),
        device=device(tokens.device, asking=tokens.device),
        you=me(tokens.device.user),
    )


def balance(user: User) -> wire.Balance:
    """A user's chips off and on tables, and whether a refill is possible."""
    offer = ledger.refill_offer(user)
    return wire.Balance(
        wallet=ledger.wallet_balance(user.pk),
        in_play=profile.in_play(user),
        refill=wire.Refill(
            allowed=offer.allowed, amount=offer.amount, code=offer.code, reason=offer.reason
        ),
    )


def movement(posting: Posting) -> wire.StatementLine:
    """One row of a statement."""
    row = row_of(posting)
    return wire.StatementLine(
        id=posting.pk,
        at=to_unix_ms(row.at),
        kind=row.kind,
        label=row.label,
        amount=row.amount,
        balance_after=row.balance_after,
        memo=row.memo,
    )
