"""How wrong passwords are counted, so that guessing is slow and no stranger locks anybody out.

Failures of a name count where they come from: on a browser that its owner has logged in with
before (the signed device cookie), and otherwise for the network. Five in five minutes (allauth's
`login_failed`) close that place alone. Nobody else can use up the share of a known browser: its
cookie is signed, and known are only cookies and addresses that this very person came in with
during the last 90 days.

Guessing from many networks is bounded by the name as a whole: `login_failed_name`, 50 failures an
hour from all places that are unknown together, 1,200 a day however many networks take part. Then
unknown places wait; known ones do not.
"""

from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from accounts.people import household
from accounts.people.queries.sign_ins import has_come_from
from core.http.network import network


@dataclass(frozen=True, slots=True)
class LoginPlace:
    """Where a log-in is tried: `mark` tells places apart; `known`: the name's owner was here."""

    mark: str
    known: bool


def place_of(request: HttpRequest, name_key: str) -> LoginPlace:
    """The place of a request, for a name; one query."""
    address = get_adapter(request).get_client_ip(request)
    device = household.device_of(request)
    by_device, by_address = has_come_from(name_key, device=device, address=address)
    if by_device and device is not None:
        return LoginPlace(f"device {device.hex()}", known=True)
    return LoginPlace(f"network {network(address)}", known=by_address)
