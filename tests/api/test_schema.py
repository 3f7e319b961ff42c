"""The documents: the schema is complete and its examples true, and no answer breaks it."""

from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from msgspec import Struct
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from core.http.parsing import read
from core.wire import subclasses
from tests.support.access import DOCUMENTS, routes
from tests.support.app import app_of
from tests.support.size import times

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_the_schema_is_complete(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", tmp_path / "api.yml")


def test_every_example_fits_its_schema():
    shapes = {shape for shape in subclasses(Struct) if "example" in vars(shape)}
    assert len(shapes) > 30
    for shape in shapes:
        read(shape, shape.example)
        assert set(shape.example) <= set(shape.__struct_encode_fields__)


@pytest.fixture
def _kept_connection():
    """A plain WSGI call ends by closing connections, and this connection is the test's."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def api(seat_table, settings, _kept_connection):
    """The schema with a live table whose slug, players and cards may occur in requests."""
    settings.THROTTLE_RATES = dict.fromkeys(
        ("enter", "read", "write", "play", "poll"), (100_000, 60)
    )
    settings.GUESTS_PER_HOUR = 100_000
    room = seat_table(3)
    room.deal()
    inner = get_wsgi_application()

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        return inner({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)

    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    schema.room = room
    return schema


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_no_answer_breaks_the_schema(api: Any) -> None:
    """Generated requests of a player to every operation, at a table with a live hand."""
    operations = [found.ok() for found in api.get_all_operations()]
    tried = {f"{one.method} {one.full_path.removeprefix('/api/v1/')}" for one in operations}
    # The documents do not describe themselves.
    assert tried == {route for route in routes() if route not in DOCUMENTS}
    for operation in operations:
        _try_out(operation, api.room)


def _try_out(operation: Any, room: Any) -> None:
    @settings(
        max_examples=times(1, 50),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        if "slug" in (case.path_parameters or {}):
            case.path_parameters["slug"] = room.table.slug
        app = app_of(room.people[0])  # the request before may have logged out
        with transaction.atomic():
            headers = {"Authorization": f"Bearer {app.access}", "Accept-Encoding": "identity"}
            case.call_and_validate(checks=CHECKS, headers=headers)
            transaction.set_rollback(True)

    check()
