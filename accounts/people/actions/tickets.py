"""Tickets: how an app opens a socket without its token ever standing in an address.

A ticket is 128 bits, good for one socket within thirty seconds, and a token of the device that
asked for it: it is kept as a digest in the database, needs no Valkey, and ends with its device.
"""

import datetime
import secrets
from dataclasses import dataclass

from django.db import transaction

from accounts.people.models import Device, Token
from accounts.people.queries.devices import alive_device, digest_of
from core.clock import database_now

LIVES_S = 30
MOST_TICKETS = 20
"""Of one device at a time; the oldest make room."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What the app gets, and for how many seconds it is good."""

    ticket: str
    lives_s: int = LIVES_S


def issue(*, device: Device) -> Ticket:
    """A fresh ticket for one socket of a device."""
    ticket = secrets.token_urlsafe(16)
    now = database_now()
    tickets = device.tokens.filter(kind=Token.Kind.TICKET)
    with transaction.atomic():
        tickets.filter(expires_at__lte=now).delete()
        surplus = tickets.order_by("-id").values_list("pk", flat=True)[MOST_TICKETS - 1 :]
        Token.objects.filter(pk__in=list(surplus)).delete()
        Token.objects.create(
            device=device,
            kind=Token.Kind.TICKET,
            digest=digest_of(ticket),
            expires_at=now + datetime.timedelta(seconds=LIVES_S),
        )
    return Ticket(ticket)


def redeem(*, ticket: str) -> Device | None:
    """The device (with its person) whose ticket this is; None for a used or made-up one.

    Of many that come with one ticket only the one whose delete removed it gets in.
    """
    found = Token.objects.filter(
        kind=Token.Kind.TICKET, digest=digest_of(ticket), expires_at__gt=database_now()
    )
    token = found.first()
    if token is None or not found.filter(pk=token.pk).delete()[0]:
        return None
    return alive_device(str(token.device_id))
