"""Web Push by the letter: the example of RFC 8291, and addresses that lead inside."""

import socket

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.alerts import endpoints
from accounts.alerts.web_push import encrypted, from_base64url, is_point, point_of
from tests.support.cases import for_each
from tests.support.push_service import P256, decrypted

EXAMPLE = {
    "plaintext": "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24",
    "as_private": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "ua_private": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "ua_public": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}
"""Appendix A of RFC 8291."""


def private(text):
    return ec.derive_private_key(int.from_bytes(from_base64url(text), "big"), P256)


def test_a_message_is_that_of_the_rfc():
    known = {name: from_base64url(text) for name, text in EXAMPLE.items()}
    browser = private(EXAMPLE["ua_private"])
    assert point_of(browser) == known["ua_public"]
    body = encrypted(
        known["plaintext"],
        p256dh=known["ua_public"],
        auth=known["auth"],
        key=private(EXAMPLE["as_private"]),
        salt=known["salt"],
    )
    assert body == known["body"]
    assert decrypted(body, browser, known["auth"]) == known["plaintext"]
    again = encrypted(b"twice", p256dh=known["ua_public"], auth=known["auth"])
    assert again != encrypted(b"twice", p256dh=known["ua_public"], auth=known["auth"])


def test_only_points_of_the_curve_are_keys():
    point = from_base64url(EXAMPLE["ua_public"])
    assert is_point(point)
    assert not any(map(is_point, (b"", point[:-1], point[:-1] + b"\0", b"\x04" + bytes(64))))


@for_each(
    ["endpoint", "safe"],
    [
        ("http://push.example.org/1", False),
        ("https://push.example.org:8443/1", False),
        ("https://127.0.0.1/1", False),
        ("https://2130706433/1", False),
        ("https://[::1]/1", False),
        ("https://localhost/1", False),
        ("https://database.internal/1", False),
        ("https://me@push.example.org/1", False),
        ("https://push.example.org/1 2", False),
        ("https://push.example.org/a\r\nHost: b", False),
        ("ftp://push.example.org/1", False),
        ("https://fcm.googleapis.com/fcm/send/abc:def", True),
        ("https://web.push.apple.com/Qa?b=c", True),
    ],
)
def test_addresses_of_push_services(endpoint, safe):
    assert endpoints.is_safe(endpoint) is safe


@for_each(
    ["addresses", "safe"],
    [
        (["127.0.0.1"], False),
        (["10.1.2.3"], False),
        (["169.254.169.254"], False),
        (["192.168.0.1", "142.250.1.1"], False),
        (["::1"], False),
        (["::ffff:10.0.0.1"], False),
        (["fd00::1"], False),
        (["224.0.0.1"], False),
        ([], False),
        (["142.250.1.1"], True),
    ],
)
def test_names_that_lead_inside_are_not_followed(monkeypatch, addresses, safe):
    found = [(0, 0, 0, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_named: found)
    if safe:
        assert endpoints.public_address("push.example.org") == addresses[0]
    else:
        with pytest.raises(endpoints.UnsafeEndpoint):
            endpoints.post("https://push.example.org/1", b"", {})
