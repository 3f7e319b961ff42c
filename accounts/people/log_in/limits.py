"""How wrong passwords are counted: guessing is slow, and no stranger can lock a user out.

Failures for a name are counted where they come from: for a browser in which its owner has logged in
before (the signed device cookie), otherwise for the network. Five failures in five minutes
(allauth's `login_failed`) block only that origin. Nobody else can use up the limit of a known
browser: its cookie is signed, and only cookies and addresses with which this user logged in during
the last 90 days are known.

Guessing from many networks is bounded by the name: `login_failed_name` allows 50 failures an hour
from all unknown places together, 1,200 a day however many networks take part. Then unknown places
must wait; known ones need not.
"""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.people import household
from accounts.people.queries.sign_ins import has_come_from
from core.http.client_address import address_of, network_of


@dataclass(frozen=True, slots=True)
class LoginOrigin:
    """Where a log-in is tried: `mark` identifies the place; `known`: the user has been there."""

    mark: str
    known: bool


def login_origin(request: HttpRequest, name_key: str) -> LoginOrigin:
    """The place of a request, for a name; one query."""
    address = address_of(request)
    device = household.device_of(request)
    by_device, by_address = has_come_from(name_key, device=device, address=address)
    if by_device and device is not None:
        return LoginOrigin(f"device {device.hex()}", known=True)
    return LoginOrigin(f"network {network_of(request)}", known=by_address)
