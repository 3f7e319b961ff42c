"""Tickets: how an app opens a socket without its token in a URL.

A ticket has 128 random bits and opens one socket within thirty seconds. It belongs to the device
that asked for it and is revoked with it. It is stored as a digest in the database, not in Valkey.
"""

import datetime
import secrets
from dataclasses import dataclass

from django.db import transaction

from accounts.people.models import Device, Token
from accounts.people.queries.devices import alive_device, digest_of
from core.clock import database_now

TICKET_LIFETIME_S = 30
TICKETS_MAX = 20
"""The most tickets of one device; a new one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket and its lifetime in seconds."""

    ticket: str
    lives_s: int = TICKET_LIFETIME_S


def issue(*, device: Device) -> Ticket:
    """Issue a ticket for one socket of a device."""
    ticket = secrets.token_urlsafe(16)
    now = database_now()
    tickets = device.tokens.filter(kind=Token.Kind.TICKET)
    with transaction.atomic():
        tickets.filter(expires_at__lte=now).delete()
        surplus = tickets.order_by("-id").values_list("pk", flat=True)[TICKETS_MAX - 1 :]
        Token.objects.filter(pk__in=list(surplus)).delete()
        Token.objects.create(
            device=device,
            kind=Token.Kind.TICKET,
            digest=digest_of(ticket),
            expires_at=now + datetime.timedelta(seconds=TICKET_LIFETIME_S),
        )
    return Ticket(ticket)


def redeem(*, ticket: str) -> Device | None:
    """The device (with its user) of a ticket; None for a used or unknown one.

    Of concurrent requests with the same ticket only the one that deletes it succeeds.
    """
    found = Token.objects.filter(
        kind=Token.Kind.TICKET, digest=digest_of(ticket), expires_at__gt=database_now()
    )
    token = found.first()
    if token is None or not found.filter(pk=token.pk).delete()[0]:
        return None
    return alive_device(str(token.device_id))
