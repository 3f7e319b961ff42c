"""Documents: made once for concurrent requests, compressed, conditional, each of one type."""

import gzip
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import brotli
import pytest
from django.http import HttpResponse
from django.test import Client
from drf_spectacular.renderers import OpenApiJsonRenderer

from config.api import documents
from core.runtime.single_flight import SharedCopies
from games.designer import downloads
from games.odds.export import FORMATS
from tests.support.waiting import PATIENCE_S

PATHS = (
    "/api/v1/schema/",
    "/api/v1/schema/?format=json",
    "/api/v1/sockets/",
    "/odds/table.json",
    "/odds/table.csv",
    "/odds/table.notebook",
    "/api/v1/odds/table.json",
)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_documents", SharedCopies(lifetime_s=None, most=8))
    monkeypatch.setattr(downloads, "_tables", SharedCopies(lifetime_s=None, most=24))


def together(path: str, times: int = 6) -> list[HttpResponse]:
    """The responses to concurrent requests from several threads."""
    begin = threading.Barrier(times)

    def ask() -> HttpResponse:
        begin.wait(PATIENCE_S)
        return Client().get(path)

    with ThreadPoolExecutor(times) as threads:
        return [done.result() for done in [threads.submit(ask) for _ in range(times)]]


@pytest.mark.django_db(transaction=True)
def test_the_schema_is_made_once_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    inner = documents._openapi

    def counted(renderer: object) -> object:
        made.append(renderer)
        return inner(renderer)

    monkeypatch.setattr(documents, "_openapi", counted)
    answers = together("/api/v1/schema/?format=json")
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert json.loads(answers[0].content)["openapi"]
    Client().get("/api/v1/schema/?format=json")
    assert len(made) == 1


@pytest.mark.django_db(transaction=True)
def test_the_schema_is_made_in_another_process(settings: Any) -> None:
    settings.CPU_POOL_WORKERS = 1
    renderer = OpenApiJsonRenderer()
    began = time.process_time()
    elsewhere = documents._made_elsewhere(renderer)
    half_way = time.process_time()
    assert elsewhere == documents._openapi(renderer)
    assert half_way - began < (time.process_time() - half_way) / 2
    assert not [one for one in threading.enumerate() if "documents" in one.name]


@pytest.mark.django_db(transaction=True)
def test_a_table_is_made_once_for_many_on_the_page_and_by_the_api(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    inner = downloads.table_document

    def counted(*ranking: str) -> object:
        made.append(ranking)
        return inner(*ranking)

    monkeypatch.setattr(downloads, "table_document", counted)
    answers = together("/odds/table.json")
    assert len({answer.content for answer in answers}) == 1
    assert Client().get("/api/v1/odds/table.json").content == answers[0].content
    assert made == [("a23_top", "", "json")]


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_documents_are_compressed_and_conditional(client: Client, path: str) -> None:
    plain = client.get(path)
    zipped = client.get(path, headers={"Accept-Encoding": "gzip;q=0.5, br;q=0"})
    broken = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(zipped.content) == plain.content
    assert brotli.decompress(broken.content) == plain.content
    assert len({plain["ETag"], zipped["ETag"], broken["ETag"]}) == 3
    for answer in (plain, zipped, broken):
        assert "Accept-Encoding" in answer["Vary"]
        assert answer["Cache-Control"] in ("no-cache", "public, max-age=86400")
    again = {"Accept-Encoding": "br", "If-None-Match": broken["ETag"]}
    kept = client.get(path, headers=again)
    assert (kept.status_code, kept.content) == (304, b"")
    assert kept["ETag"] == broken["ETag"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("ending", FORMATS)
def test_each_table_file_has_the_type_of_its_extension(client: Client, ending: str) -> None:
    path = f"/api/v1/odds/table.{ending}"
    kind = "application/json" if ending == "json" else "text/csv"
    other = "text/csv" if ending == "json" else "application/json"
    assert client.get(path, headers={"Accept": kind})["Content-Type"].startswith(kind)
    refused = client.get(path, headers={"Accept": other})
    assert (refused.status_code, refused.json()["code"]) == (406, "NOT_ACCEPTABLE")
    schema = client.get("/api/v1/schema/?format=json").json()
    (answer,) = schema["paths"][path]["get"]["responses"]["200"]["content"]
    assert answer == kind
