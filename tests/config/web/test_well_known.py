"""Addresses that browsers, crawlers, messengers and password managers ask for by themselves."""

import json
import struct
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.utils.dateparse import parse_datetime

from tests.support.cases import for_each

ICONS = {
    "/favicon.ico": "image/x-icon",
    "/apple-touch-icon.png": "image/png",
    "/apple-touch-icon-precomposed.png": "image/png",
    "/apple-touch-icon-120x120.png": "image/png",
    "/apple-touch-icon-152x152-precomposed.png": "image/png",
}


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@for_each(("path", "kind"), list(ICONS.items()))
def test_icons_are_small_files_of_their_kind(path: str, kind: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)
    assert "max-age" in answer["Cache-Control"]
    assert len(answer.content) < 10_000
    if kind == "image/png":
        assert png_size(answer.content) == (180, 180)


def test_the_favicon_has_three_sizes() -> None:
    data = Client().get("/favicon.ico").content
    _zero, _kind, count = struct.unpack("<HHH", data[:6])
    sizes = []
    for place in range(count):
        size, _, _, _, _, _, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * place)
        assert png_size(data[offset : offset + length]) == (size, size)
        sizes.append(size)
    assert sizes == [16, 32, 48]


def test_the_manifest_names_icons_of_the_sizes_that_it_says() -> None:
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest: dict[str, Any] = json.loads(answer.content)
    assert manifest["start_url"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        file = settings.BASE_DIR / icon["src"].lstrip("/")
        assert "x".join(map(str, png_size(file.read_bytes()))) == icon["sizes"]


@pytest.mark.django_db
def test_crawlers_get_rules_and_every_page_of_the_site_map(client: Client) -> None:
    rules = client.get("/robots.txt").content.decode().splitlines()
    assert "Sitemap: http://testserver/sitemap.xml" in rules
    closed = tuple(line.removeprefix("Disallow: ") for line in rules if "Disallow" in line)
    listed = ElementTree.fromstring(client.get("/sitemap.xml").content)
    addresses = [element.text or "" for element in listed.findall(".//{*}loc")]
    assert len(addresses) > 10
    for address in addresses:
        path = address.removeprefix("http://testserver")
        assert client.get(path).status_code == 200, path
        assert not path.startswith(closed)


def test_security_txt_has_what_its_standard_asks_for_and_does_not_expire(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@testserver"
    assert fields["Canonical"] == "http://testserver/.well-known/security.txt"
    expires = parse_datetime(fields["Expires"])
    assert expires is not None
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=366)
    settings.SECURITY_CONTACT = "https://cards.example/report"
    assert b"Contact: https://cards.example/report\n" in client.get("/security.txt").content


@pytest.mark.django_db
def test_a_password_manager_finds_the_page_that_changes_a_password(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")


def test_the_page_without_network_is_the_same_for_everybody() -> None:
    answer = Client().get("/offline/")
    assert answer["Cache-Control"] == "no-cache"
    assert "Cookie" not in answer.get("Vary", "") or not answer.cookies
    worker = Client().get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache", "a new one is found at the next visit"
