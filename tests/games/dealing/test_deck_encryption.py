"""Decks at rest: the database contains no readable deck of a live hand."""

import base64
import random
import secrets
import uuid

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.management import call_command
from django.db import connection

from games.dealing.actions import rotate_deck_key
from games.dealing.encryption import SECRET_WITHOUT_ID_BYTES, Kind, seal, unseal
from games.engines.core.cards import texts_of
from games.hands.models import Hand
from games.hands.queries import live
from tests.games.stored import store_hand
from tests.support.seated_table import audit_findings, seat_table  # noqa: F401

pytestmark = pytest.mark.django_db


def whole_database() -> str:
    """Every row of every table as text, as a dump would have it."""
    with connection.cursor() as cursor:
        texts = []
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            texts += [row[0] for row in cursor.fetchall()]
    return "\n".join(texts)


@pytest.mark.parametrize("game", ["teen_patti", "holdem", "dou_dizhu"])
def test_no_deck_and_no_hidden_card_is_in_the_database(seat_table, game):  # noqa: F811
    plan = {
        "teen_patti": {},
        "holdem": {"game": "holdem", "preset": "cash", "options": {}},
        "dou_dizhu": {
            "game": "dou_dizhu",
            "seats": 3,
            "options": {"score_mode": "chips", "multiplier_cap": 16},
        },
    }[game]
    hand = seat_table(people=3, **plan).deal()
    sealed = bytes(Hand.objects.get().sealed)
    master = unseal(bound_to=hand.id, sealed=sealed).data
    dump = whole_database()
    assert sealed.hex() in dump, "the dump contains the sealed deck"
    secrets = [master.hex(), base64.b64encode(master).decode(), base64.b64encode(sealed).decode()]
    deck = hand.opening.deck
    for order in (deck[:6], deck[-6:]):  # three numbers, such as 3,2,10, stand elsewhere by chance
        secrets += [sign.join(map(str, order)) for sign in (",", ", ", " ", "")]
    for order in (deck[:3], deck[-3:]):
        secrets += [sign.join(texts_of(order)) for sign in (",", ", ", " ", '", "', '","')]
    assert [secret for secret in secrets if secret in dump] == []


def test_a_sealed_deck_opens_only_for_its_own_hand():
    hand_id, master = uuid.uuid4(), bytes(range(32))
    sealed = seal(bound_to=hand_id, data=master)
    assert unseal(bound_to=hand_id, sealed=sealed) == (Kind.MASTER, master)
    assert seal(bound_to=hand_id, data=master) != sealed
    with pytest.raises(InvalidTag):
        unseal(bound_to=uuid.uuid4(), sealed=sealed)
    for at in range(len(sealed)):
        with pytest.raises(InvalidTag):
            unseal(
                bound_to=hand_id, sealed=sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
            )


def new_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


def sealed_at_first(hand_id: uuid.UUID, master: bytes, key: str) -> bytes:
    """Sealed as in the first version: no key id, no kind."""
    nonce = secrets.token_bytes(12)
    return nonce + AESGCM(base64.b64decode(key)).encrypt(nonce, master, hand_id.bytes)


def rotate(settings) -> None:
    settings.DECK_KEY_FALLBACKS = [settings.DECK_KEY, *settings.DECK_KEY_FALLBACKS]
    settings.DECK_KEY = new_key()


@pytest.mark.parametrize("kind", Kind)
def test_decks_of_older_keys_open_while_their_key_is_there(settings, kind):
    hand_id, data = uuid.uuid4(), bytes(range(52))
    sealed = seal(bound_to=hand_id, data=data, kind=kind)
    rotate(settings)
    rotate(settings)
    assert unseal(bound_to=hand_id, sealed=sealed) == (kind, data)
    settings.DECK_KEY_FALLBACKS = settings.DECK_KEY_FALLBACKS[:1]
    with pytest.raises(InvalidTag):
        unseal(bound_to=hand_id, sealed=sealed)


def test_decks_of_the_first_version_open_with_any_of_the_keys(settings):
    hand_id, master = uuid.uuid4(), secrets.token_bytes(32)
    sealed = sealed_at_first(hand_id, master, settings.DECK_KEY)
    assert len(sealed) == SECRET_WITHOUT_ID_BYTES
    rotate(settings)
    assert unseal(bound_to=hand_id, sealed=sealed) == (Kind.MASTER, master)


def test_no_new_secret_has_the_length_of_the_first_version():
    for kind, size in ((Kind.MASTER, 32), (Kind.ORDER, 52), (Kind.ORDER, 54)):
        sealed = seal(bound_to=uuid.uuid4(), data=bytes(size), kind=kind)
        assert len(sealed) == 33 + size != SECRET_WITHOUT_ID_BYTES


def test_a_key_is_rotated_during_a_hand(seat_table, settings, capsys):  # noqa: F811
    room, rng = seat_table(people=3), random.Random(5)
    first = Hand.objects.get(pk=room.deal().id)
    master = unseal(bound_to=first.pk, sealed=bytes(first.sealed)).data
    first.sealed = sealed_at_first(first.pk, master, settings.DECK_KEY)
    first.save(update_fields=["sealed"])
    room.act_somehow(rng)

    rotate(settings)
    live.cache.drop(first.pk)
    before = room.hand.opening.deck
    room.act_somehow(rng)
    settings.DECK_KEY_FALLBACKS, kept = [], settings.DECK_KEY_FALLBACKS
    with pytest.raises(SystemExit):
        call_command("rotate_deck_key")
    assert capsys.readouterr().out.endswith("2 left with older keys\n")
    settings.DECK_KEY_FALLBACKS = kept
    call_command("rotate_deck_key")
    assert capsys.readouterr().out == "1 re-encrypted\n2 re-encrypted\n0 left with older keys\n"

    settings.DECK_KEY_FALLBACKS = []
    live.cache.drop(first.pk)
    assert room.hand.opening.deck == before
    while room.head.live:
        room.act_somehow(rng)
    room.deal()
    assert audit_findings() == []


def test_re_encryption_may_be_interrupted_and_resumed(settings, monkeypatch):
    monkeypatch.setattr(rotate_deck_key, "BATCH_DECKS_MAX", 1)
    for seed in range(3):
        store_hand(seed=seed)
    rotate(settings)
    assert rotate_deck_key.left_before() == 6, "three hands, and the decks of the next ones"
    work = rotate_deck_key.encrypt_anew()
    assert next(work) == 1
    work.close()
    assert rotate_deck_key.left_before() == 5
    assert list(rotate_deck_key.encrypt_anew()) == [1] * 5
    assert rotate_deck_key.left_before() == 0
