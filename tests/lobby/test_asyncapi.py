"""The document of the sockets: complete, and every reference in it leads somewhere."""

import json
from io import StringIO
from pathlib import Path
from typing import get_args

import jsonschema
import pytest
from django.core.management import call_command

from lobby.tables.ws import events, messages
from lobby.tables.ws.document import asyncapi

KEY = "7b0a4ac6-8e4c-4d5b-9a0a-6f1f2b1c5d10"


@pytest.fixture(scope="module")
def document() -> dict:
    return json.loads(json.dumps(asyncapi()))


def refs_in(part):
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref")
        part = list(part.values())
    if isinstance(part, list):
        for below in part:
            yield from refs_in(below)


def test_every_reference_leads_somewhere(document):
    refs = list(refs_in(document))
    assert len(refs) > 100
    for ref in refs:
        at = document
        for step in ref.removeprefix("#/").split("/"):
            at = at[step]


def test_every_message_is_in_it_with_a_sentence(document):
    both = get_args(messages.AnyCommand | messages.Ticket | events.TableEvent | events.LobbyEvent)
    described = document["components"]["messages"]
    assert set(described) == {kind.__name__ for kind in both}
    assert all(message["summary"].endswith(".") for message in described.values())
    heard = document["operations"]["receive_table"]["messages"]
    assert len(heard) == len(get_args(messages.AnyCommand | messages.Ticket))
    assert document["channels"]["table"]["address"] == "/ws/table/{slug}/"


def accepted(document, name: str, message: dict) -> bool:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return jsonschema.Draft202012Validator(schema).is_valid(message)


@pytest.mark.parametrize(
    "command",
    [
        {
            "type": "act",
            "id": "1",
            "hand": KEY,
            "seq": 4,
            "action": "bet",
            "key": KEY,
            "amount": 40,
        },
        {"type": "sit", "seat": 2, "buy_in": 200, "key": KEY},
        {"type": "leave"},
        {"type": "chat", "id": "x", "text": "hello"},
        {"type": "ask", "cards": ["3c", "3d"]},
        {"type": "act", "hand": KEY, "seq": 4},
        {"type": "sit", "seat": "2"},
        {"type": "leave", "x": 1},
        {"type": "chat", "text": "x" * 401},
        {"type": "ask", "cards": ["3clubs"]},
    ],
)
def test_the_schemas_accept_what_the_server_accepts(document, command):
    name = {"act": "Act", "sit": "Sit", "leave": "Leave", "chat": "Chat", "ask": "Ask"}
    try:
        messages.decode(json.dumps(command))
        decoded = True
    except messages.msgspec.ValidationError:
        decoded = False
    assert accepted(document, name[command["type"]], command) == decoded


def test_what_the_server_sends_fits_its_schema(document):
    done = json.loads(events.encode(events.Done("7", 12)))
    assert accepted(document, "Done", done)
    assert not accepted(document, "Done", {**done, "seq": "12"})
    clock = {"seat": 1, "from": 1, "until": 2, "bank_until": None, "held_until": None}
    hand = {"id": KEY, "number": 1, "seq": 0, "view": {}, "clock": clock, "next_at": None}
    hand |= {"fair": None, "openings": []}
    moved = json.loads(events.encode(events.HandMoved(now=1, hand=hand, events=[])))
    assert accepted(document, "HandMoved", moved)
    del moved["hand"]["clock"]["from"]
    assert not accepted(document, "HandMoved", moved)


def test_the_command_writes_it():
    out = StringIO()
    call_command("asyncapi", stdout=out)
    assert json.loads(out.getvalue())["asyncapi"] == "3.0.0"


def test_the_scripts_of_pages_are_checked_with_the_messages_of_today():
    """Written anew by `manage.py asyncapi --typescript > types/messages.d.ts`."""
    out = StringIO()
    call_command("asyncapi", "--typescript", stdout=out)
    kept = Path(__file__).resolve().parents[2] / "types/messages.d.ts"
    assert kept.read_text() == out.getvalue()
