"""Addresses of clients: read in every form that proxies write, by all who count, alike."""

import logging
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from rest_framework.request import Request

from accounts.people.household import address_and_browser
from accounts.people.log_in.adapter import Adapter
from core import rate_limits, request_context
from core.http import client_address
from core.http.client_address import UNKNOWN, address_of, network_of, read_address
from tests.support.cases import for_each

PEER = "192.0.2.1"


def scope(*lines: str, client: Any = (PEER, 1)) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    return {"type": "websocket", "client": client, "headers": headers}


@for_each(
    ("text", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        (" 203.0.113.7\t", "203.0.113.7"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ('"203.0.113.7:51234"', "203.0.113.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:51234", "2001:db8::1"),
        ('"[2001:db8::1]:51234"', "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("[fe80::1%25eth0]:80", "fe80::1"),
        ("[fe80::1%eth0]:80", "fe80::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[::ffff:203.0.113.7]:51234", "203.0.113.7"),
        ("::ffff:cb00:7107", "203.0.113.7"),
        ("", None),
        (" ", None),
        ("unknown", None),
        ("_hidden", None),
        ("for=203.0.113.7", None),
        ("203.0.113.7;proto=https", None),
        ("203.0.113", None),
        ("203.0.113.256", None),
        ("203.0.113.07", None),
        ("203.0.113.7:", None),
        ("203.0.113.7:http", None),
        ("[203.0.113.7]:80", "203.0.113.7"),
        ("[2001:db8::1", None),
        ("2001:db8::1]:80", None),
        ("2001:db8::g", None),
        ("1" * 5_000, None),
        (":" * 5_000, None),
        ("٢٠٣.0.113.7", None),
        ("client.example", None),
        ("203.0.113.7\n", "203.0.113.7"),
    ],
)
def test_an_address_is_read_as_proxies_write_it(text: str, address: str | None) -> None:
    assert read_address(text) == address


@for_each(
    ("proxies", "lines", "network"),
    [
        (0, [], PEER),
        (0, ["203.0.113.7"], PEER),
        (1, ["203.0.113.7"], "203.0.113.7"),
        (1, ["203.0.113.7:51234"], "203.0.113.7"),
        (1, ["[2001:db8::1]:51234"], "2001:db8::/64"),
        (1, ["1.1.1.1, 203.0.113.7:51234"], "203.0.113.7"),
        (1, ["1.1.1.1", "203.0.113.7"], "203.0.113.7"),
        (1, ["nonsense, 203.0.113.7"], "203.0.113.7"),
        (1, [", ".join(["1.1.1.1"] * 2_000 + ["203.0.113.7"])], "203.0.113.7"),
        (2, ["1.1.1.1, 203.0.113.7, 10.0.0.1"], "203.0.113.7"),
        (2, ["203.0.113.7, 10.0.0.1:80"], "203.0.113.7"),
        (1, ["203.0.113.7, unknown"], UNKNOWN),
        (1, ["203.0.113.7,"], UNKNOWN),
        (1, [], PEER),  # not by way of the proxy
        (1, [""], PEER),
        (2, ["203.0.113.7"], PEER),
    ],
)
def test_all_who_count_by_address_read_the_same(
    settings: Any, proxies: int, lines: list[str], network: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    header = {"HTTP_X_FORWARDED_FOR": ",".join(lines)} if lines else {}
    request = RequestFactory(REMOTE_ADDR=PEER).get("/", **header)
    request.user = AnonymousUser()
    found = scope(*lines)
    assert network_of(found) == network  # the gate, and sockets
    assert network_of(request) == network_of(Request(request)) == network
    assert rate_limits.asker(request) == rate_limits.asker(Request(request)) == network
    address = address_of(found)
    assert Adapter(request).get_client_ip(request) == (address or UNKNOWN)
    assert address_and_browser(request)["address"] == address
    request_context.begin(request)
    assert request_context.address() == address
    request_context.end()


def test_a_client_by_a_unix_socket_has_no_address(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    for client in (None, ("", None)):
        assert network_of(scope(client=client)) == UNKNOWN
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert network_of(scope("203.0.113.7", client=None)) == "203.0.113.7"


def test_the_log_says_once_that_many_addresses_are_unreadable(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    now = 1_000.0
    monkeypatch.setattr(client_address.time, "monotonic", lambda: now)
    monkeypatch.setattr(client_address, "_unreadable", client_address._Unreadable())
    caplog.set_level(logging.WARNING, client_address.log.name)
    for _ in range(client_address._Unreadable.UNREADABLE_MAX - 1):
        address_of(scope("unknown"))
    now += 61  # few in each minute are no matter
    for _ in range(client_address._Unreadable.UNREADABLE_MAX - 1):
        address_of(scope("203.0.113.7"))
        address_of(scope("unknown"))
    assert caplog.messages == []
    for _ in range(1_000):
        address_of(scope())
    (said,) = caplog.messages
    assert "TRUSTED_PROXIES is 1" in said
    assert "203.0.113.7" not in said
    now += 601
    for _ in range(1_000):
        address_of(scope("unknown"))
    assert len(caplog.messages) == 2
