"""The OpenAPI document as the tools of others read it.

openapi-spec-validator and redocly judge it, openapi-typescript and openapi-python-client make
clients of it without a warning, and a made client plays a hand of each game without a shape of our
own.
"""

import importlib
import json
import random
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import OpenAPIV31SpecValidator

from core.http.rendering import encode
from games.engines.core import registry
from lobby.tables.models import Table
from lobby.tables.play.timers import run_timer
from lobby.tables.ws.document import asyncapi
from tests.support.frontend_tools import NODE, TOOLS
from tests.support.seated_table import audit_findings
from tests.support.size import some

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = (ROOT / "node_modules/.installed").exists()
needs_node = pytest.mark.skipif(not INSTALLED, reason="scripts/frontend.sh was not run")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(encode(made))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def file(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_text(json.dumps(document))
    return path


def schemas_in(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a document with its path; not the examples."""
    if isinstance(part, dict):
        if re.search(r"(schemas|properties)/[^/]+$|schema$|items$|additionalProperties$", path):
            yield path, part
        for key, value in part.items():
            if key not in ("example", "examples", "x-codes"):
                yield from schemas_in(value, f"{path}/{key}".strip("/"))
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from schemas_in(value, f"{path}/{number}")


@pytest.mark.parametrize("which", ["openapi", "asyncapi"])
def test_no_value_is_an_object_of_anything(document: dict[str, Any], which: str) -> None:
    judged = document if which == "openapi" else json.loads(json.dumps(asyncapi()))
    assert [path for path, schema in schemas_in(judged) if is_free(schema)] == []


NAMES_PARTS = {
    "object": {"properties", "additionalProperties"},
    "array": {"items", "prefixItems"},
}


def is_free(schema: dict[str, Any]) -> bool:
    """Whether a schema allows anything, an object of anything, or a list of anything."""
    if not set(schema) - {"description", "default", "title"}:
        return True
    parts = NAMES_PARTS.get(str(schema.get("type")), set(schema))
    return not parts & set(schema) or schema.get("additionalProperties") in ({}, True)


def test_free_objects_are_found() -> None:
    fields = {
        "anything": {"description": "a value"},
        "list": {"type": "array"},
        "object": {"type": "object", "additionalProperties": {}},
        "number": {"type": "integer"},
    }
    planted = {"schemas": {"A": {"type": "object", "properties": fields}, "B": {"type": "object"}}}
    free = {path.rpartition("/")[2] for path, schema in schemas_in(planted) if is_free(schema)}
    assert free == {"anything", "list", "object", "additionalProperties", "B"}


@needs_node
@pytest.mark.parametrize("which", ["openapi", "asyncapi"])
def test_patterns_are_of_the_dialect_and_fit_their_choices(
    document: dict[str, Any], which: str
) -> None:
    r"""`\Z` is the letter Z in JavaScript, and an error with the flag that validators use."""
    judged = document if which == "openapi" else asyncapi()
    patterns = {one["pattern"] for _path, one in schemas_in(judged) if "pattern" in one}
    assert len(patterns) > 1
    script = "JSON.parse(process.argv[1]).forEach((one) => new RegExp(one, 'u'))"
    subprocess.run([NODE, "-e", script, json.dumps(sorted(patterns))], check=True)
    assert [one for one in patterns if re.search(r"\\[AZz]|\(\?P|\(\?[aiLmsux]", one)] == []


def test_a_validator_of_others_finds_nothing(document: dict[str, Any]) -> None:
    assert [str(one) for one in OpenAPIV31SpecValidator(document).iter_errors()] == []


@needs_node
def test_redocly_finds_nothing(file: Path) -> None:
    done = subprocess.run(
        [NODE, TOOLS / "redocly", "lint", file, "--config", ROOT / "redocly.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stderr.lower().replace("no warnings", "")


@needs_node
def test_types_of_typescript_are_made_and_compile(file: Path) -> None:
    types = file.with_name("api.d.ts")
    made = subprocess.run(
        [NODE, TOOLS / "openapi-typescript", file, "-o", types], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert "warn" not in (made.stdout + made.stderr).lower()
    use = file.with_name("use.ts")
    use.write_text(
        'import type { components } from "./api";\n'
        'type View = components["schemas"]["HandNow"]["view"];\n'
        "export const price = (view: View) =>\n"
        '  view.game === "holdem" ? view.you?.legal.find((one) => one.kind === "call") : null;\n'
    )
    compiler = ROOT / "node_modules/typescript-native/bin/tsc"
    flags = ["--strict", "--noEmit", "--skipLibCheck", "false", "--ignoreConfig"]
    done = subprocess.run([NODE, compiler, *flags, use], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def client(file: Path) -> Iterator[ModuleType]:
    """A client that openapi-python-client makes of the document."""
    folder = file.parent / "made"
    folder.mkdir()
    config = file.with_name("config.yml")
    config.write_text(
        "package_name_override: made_client\npost_hooks: []\n"
        "content_type_overrides:\n"
        "  application/zip: application/octet-stream\n  application/toml: text/plain\n"
    )
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    done = subprocess.run(
        [*command, "--path", file, "--output-path", folder / "made_client", "--config", config],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower(), done.stdout
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("made_client")
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.startswith("made_client")]:
            del sys.modules[name]


@pytest.fixture
def _kept_connection() -> Iterator[None]:
    """A plain WSGI call ends by closing connections, and this connection is the test's."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Player:
    """A guest who plays by a made client alone."""

    def __init__(self, package: ModuleType) -> None:
        transport = httpx.WSGITransport(app=get_wsgi_application())
        named = {"base_url": "http://testserver", "httpx_args": {"transport": transport}}
        self.client = package.Client(**named)
        guest = self.ask("authentication.post_guest", body=model("GuestBody")())
        self.client = package.AuthenticatedClient(token=guest.access, **named)

    def ask(self, route: str, *where: Any, body: Any = None) -> Any:
        """The parsed answer of an operation, named by its chapter and its id."""
        module = importlib.import_module(f"made_client.api.{route}")
        named = {} if body is None else {"body": body}
        answer = module.sync_detailed(*where, client=self.client, **named)
        assert answer.status_code < 300, answer.content
        return answer.parsed

    def act(self, slug: str, rng: random.Random) -> Any:
        """One legal action, chosen from those that the view offers."""
        hand = self.ask("playing.get_state", slug).hand
        legal = [one.to_dict() for one in hand.view.you.legal]
        chosen = rng.choice([one for one in legal if one["kind"] not in GIVES_UP] or legal)
        sent: dict[str, Any] = {"action": chosen["kind"]}
        if "min" in chosen:
            sent["amount"] = chosen["min"]
        if "reading" in chosen:
            sent["reading"] = chosen["reading"]
        if chosen["kind"] == "play":
            sent["cards"] = hand.view.you.hints[0]
        named = {"hand": hand.id, "seq": hand.seq, "key": uuid.uuid4()}
        return self.ask("playing.post_act", slug, body=model("ActBody")(**named, **sent)).state


GIVES_UP = ("fold", "pass", "decline")
PLANS = {"holdem": {"preset": "cash"}}
GAMES = sorted((game.key for game in registry.all_games()), key=lambda key: key != "teen_patti")


def model(name: str) -> Any:
    """A shape of the made client."""
    return getattr(importlib.import_module("made_client.models"), name)


@pytest.mark.parametrize("key", some(GAMES, 2))
@pytest.mark.usefixtures("db", "_kept_connection")
def test_a_made_client_plays_a_hand_by_the_documents_alone(client: ModuleType, key: str) -> None:
    rng, count = random.Random(key), max(2, registry.get(key).min_seats)
    players = [Player(client) for _ in range(count)]
    plan = model("PlanBody")(game=key, seats=count, autostart=False, **PLANS.get(key, {}))
    slug = players[0].ask("tables.post_tables", body=plan).slug
    for number, player in enumerate(players):
        player.ask("playing.post_sit", slug, body=model("SitBody")(seat=number))
    players[0].ask("playing.post_start", slug)
    run_timer(Table.objects.get(slug=slug).pk)
    state = players[0].ask("playing.get_state", slug)
    while state.hand.clock is not None:
        state = players[state.hand.clock.seat].act(slug, rng)
    assert state.hand.view.result.ended_by
    assert state.hand.view.game == key
    assert (
        state.table.rules.to_dict().keys() == registry.get(key).presets["standard"].to_json().keys()
    )
    replay = players[0].ask("hands.get_hand_replay", state.hand.id)
    assert {type(frame.view) for frame in replay.frames} == {type(state.hand.view)}
    assert len({event.kind for frame in replay.frames for event in frame.events}) > 3
    record = players[0].ask("hands.get_hand_record", state.hand.id)
    assert (record.game, len(record.actions)) == (key, len(replay.frames) - 1)
    assert audit_findings() == []
