"""The house signs each lock, and each cut commit and cut that it receives, for socket and API."""

import asyncio
import base64
import json
import secrets
from hashlib import sha256

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from cardhouse_client import signatures as client
from games.dealing.models import NextDeck
from games.dealing.queries.fair_keys import published_keys
from games.fair.tfair2.hashes import cut_commit_of
from lobby.tables.play import cut_commands
from lobby.tables.view.table_view import read_table, render_table
from tests.browser.seated_table import session_of
from tests.support.app import app_of
from tests.support.sockets import answer_to, line
from tests.support.waiting import PATIENCE_S


@pytest.fixture(autouse=True)
def with_browsers(settings):
    """Players have browsers, whose commitments the lock waits for."""
    settings.CUT_COMMITS_WAIT_MS = 1_500


def said(kind, first, seat, last):
    """The 32 bytes of an acknowledgement, hashed by hand."""
    return sha256(bytes([kind]) + b"TFAIR2" + first + bytes([seat]) + last).digest()


def is_signed(kind, value, signature):
    """Whether an independent client finds the house's signature over these 32 bytes."""
    house = client.read_keys({"keys": published_keys()})
    return len(signature) == 128 and any(
        client.holds(key, kind, value, bytes.fromhex(signature)) for key in house.keys
    )


def commit_of(room):
    return bytes(NextDeck.objects.get(pk=room.table.pk).commit)


def lock_of(room):
    return render_table(read_table(room.table.pk), invite=False).next_deck.lock


def cut_of(room, seat):
    """The cut of a seat for the next deck, and its hash."""
    cut = sha256(f"cut {seat}".encode()).digest()
    return cut, cut_commit_of(commit_of(room), seat, cut)


def promise(room, seat):
    _cut, hashed = cut_of(room, seat)
    return cut_commands.promise_cut(
        table_id=room.table.pk,
        user=room.people[seat],
        deck=commit_of(room).hex(),
        commit=hashed.hex(),
    )


def show(room, seat, *, knows_seat=True):
    cut, _hashed = cut_of(room, seat)
    return cut_commands.show_cut(
        table_id=room.table.pk,
        user=room.people[seat],
        deck=commit_of(room).hex(),
        cut=cut.hex(),
        seat=seat if knows_seat else None,
    )


@pytest.fixture
def room(seat_table):
    """Two players after a hand, whose cuts are awaited."""
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    return room


@pytest.mark.django_db
def test_lock_and_receipts_are_signed(room):
    commit, hashes = commit_of(room), [cut_of(room, seat)[1] for seat in (0, 1)]
    first = promise(room, 0)
    assert is_signed(client.CUT_COMMIT, said(0x10, commit, 0, hashes[0]), first)
    assert promise(room, 0) == first, "the repetition takes the way with locked rows"
    assert lock_of(room) is None
    second = promise(room, 1)
    assert is_signed(client.CUT_COMMIT, said(0x10, commit, 1, hashes[1]), second)
    assert not is_signed(client.CUT_COMMIT, said(0x10, commit, 0, hashes[1]), second)
    lock = lock_of(room)
    assert is_signed(client.LOCK, bytes.fromhex(lock.lock), lock.signature)
    for seat, knows_seat in ((0, True), (0, True), (1, False)):
        value = said(0x11, bytes.fromhex(lock.lock), seat, cut_of(room, seat)[0])
        assert is_signed(client.CUT, value, show(room, seat, knows_seat=knows_seat))


@pytest.mark.django_db
def test_a_lock_keeps_its_signature_when_the_key_is_replaced(room, settings):
    promise(room, 0)
    promise(room, 1)
    lock = lock_of(room)
    settings.FAIR_KEY_BEFORE = settings.FAIR_KEY
    settings.FAIR_KEY = base64.b64encode(secrets.token_bytes(32)).decode()
    call_command("rotate_fair_key")
    assert lock_of(room).signature == lock.signature
    value = said(0x11, bytes.fromhex(lock.lock), 0, cut_of(room, 0)[0])
    signature = show(room, 0)
    assert is_signed(client.CUT, value, signature)
    new = bytes.fromhex(published_keys()[-1]["key"])
    assert client.holds(new, client.CUT, value, bytes.fromhex(signature))


@pytest.mark.django_db
def test_the_api_answers_cuts_with_the_state_and_a_signature(room):
    app, path, commit = app_of(room.people[0]), f"tables/{room.table.slug}", commit_of(room)
    cut, hashed = cut_of(room, 0)
    answer = app.post(f"{path}/cut_commit", commit=commit.hex(), hash=hashed.hex())
    assert is_signed(client.CUT_COMMIT, said(0x10, commit, 0, hashed), answer["signature"])
    assert answer["table"]["next_deck"]["lock"] is None
    promise(room, 1)
    lock = app.get(f"{path}/state")["table"]["next_deck"]["lock"]
    assert is_signed(client.LOCK, bytes.fromhex(lock["lock"]), lock["signature"])
    answer = app.post(f"{path}/cut", commit=commit.hex(), cut=cut.hex())
    value = said(0x11, bytes.fromhex(lock["lock"]), 0, cut)
    assert is_signed(client.CUT, value, answer["signature"])
    assert "signature" not in app.get(f"{path}/state")
    assert "signature" not in app.post(f"{path}/sit_out")


@pytest.mark.django_db(transaction=True)
async def test_a_socket_answers_cuts_with_a_signature(seat_table, live_server_without_dealer):
    def prepare():
        room = seat_table(people=2)
        room.deal()
        room.fold_down()
        return room, session_of(room.people[0]), commit_of(room), *cut_of(room, 0)

    room, session, commit, cut, hashed = await sync_to_async(prepare)()
    keys = await sync_to_async(published_keys)()
    (key,) = (bytes.fromhex(one["key"]) for one in keys)

    async with (
        asyncio.timeout(PATIENCE_S),
        line(live_server_without_dealer, room.table.slug, session) as socket,
    ):

        async def answer(kind, **body):
            await socket.send(
                json.dumps({"type": kind, "id": kind, "commit": commit.hex(), **body})
            )
            return await answer_to(socket, kind)

        first = await answer("cut_commit", hash=hashed.hex())
        assert first["type"] == "ok"
        value = said(0x10, commit, 0, hashed)
        assert client.holds(key, client.CUT_COMMIT, value, bytes.fromhex(first["signature"]))
        await sync_to_async(promise)(room, 1)
        lock = bytes.fromhex((await sync_to_async(lock_of)(room)).lock)
        second = await answer("cut", cut=cut.hex())
        assert second["type"] == "ok"
        value = said(0x11, lock, 0, cut)
        assert client.holds(key, client.CUT, value, bytes.fromhex(second["signature"]))
        await socket.send(json.dumps({"type": "sit_out", "id": "out"}))
        assert "signature" not in await answer_to(socket, "out")
