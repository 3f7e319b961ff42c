"""Decks at rest: nothing of a live hand's deck stands readable in the database."""

import base64
import uuid

import pytest
from cryptography.exceptions import InvalidTag
from django.db import connection

from games.actions.seal import seal, unseal
from games.engines.core.cards import texts_of
from games.models import Hand
from tests.lobby.conftest import company  # noqa: F401

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
def test_no_deck_and_no_closed_card_stands_in_the_database(company, game):  # noqa: F811
    plan = {
        "teen_patti": {},
        "holdem": {"game": "holdem", "preset": "cash", "options": {}},
        "dou_dizhu": {"game": "dou_dizhu", "seats": 3, "options": {"score_mode": "chips"}},
    }[game]
    hand = company(people=3, **plan).deal()
    sealed = bytes(Hand.objects.get().sealed)
    master = unseal(hand_id=hand.id, sealed=sealed)
    dump = whole_database()
    assert sealed.hex() in dump, "the dump is looked through in the right place"
    secrets = [master.hex(), base64.b64encode(master).decode(), base64.b64encode(sealed).decode()]
    orders = [hand.opening.deck[:3], hand.opening.deck[-3:]]
    for order in orders:
        secrets += [sign.join(map(str, order)) for sign in (",", ", ", " ", "")]
        secrets += [sign.join(texts_of(order)) for sign in (",", ", ", " ", '", "', '","')]
    assert [secret for secret in secrets if len(secret) > 5 and secret in dump] == []


def test_a_sealed_deck_opens_for_its_own_hand_alone():
    hand_id, master = uuid.uuid4(), bytes(range(32))
    sealed = seal(hand_id=hand_id, master=master)
    assert unseal(hand_id=hand_id, sealed=sealed) == master
    assert seal(hand_id=hand_id, master=master) != sealed
    with pytest.raises(InvalidTag):
        unseal(hand_id=uuid.uuid4(), sealed=sealed)
    for at in range(len(sealed)):
        with pytest.raises(InvalidTag):
            unseal(hand_id=hand_id, sealed=sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
