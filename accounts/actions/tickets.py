"""Tickets: how an app opens a socket without its token ever standing in an address.

A ticket is 128 bits, good for one socket within thirty seconds, and bound to the device that asked
for it. It lives in the cache alone: a lost one is asked for again.
"""

import secrets
from dataclasses import dataclass

from django.core.cache import cache

from accounts.models import Device
from accounts.queries.devices import alive_device, digest_of

LIVES_S = 30


@dataclass(frozen=True, slots=True)
class Ticket:
    """What the app gets, and for how many seconds it is good."""

    ticket: str
    lives_s: int = LIVES_S


def issue(*, device: Device) -> Ticket:
    """A fresh ticket for one socket of a device."""
    ticket = secrets.token_urlsafe(16)
    cache.set(_key(ticket), str(device.pk), timeout=LIVES_S)
    return Ticket(ticket)


def redeem(*, ticket: str) -> Device | None:
    """The device (with its person) whose ticket this is; None for a used or made-up one.

    Of many that come with one ticket only the one whose delete removed it gets in.
    """
    key = _key(ticket)
    device_id = cache.get(key)
    if device_id is None or not cache.delete(key):
        return None
    return alive_device(device_id)


def _key(ticket: str) -> str:
    return f"ticket:{digest_of(ticket).hex()}"
