"""Finished hands shared by link: as the sharing user saw them, without names."""

import base64
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.messages import catalogue
from games.engines.core.contract import NO_STACKS, Viewer
from games.hands.models import Hand
from games.hands.queries.replay import Replay, find_finished
from games.hands.queries.tables import with_stacks
from games.hands.viewers import viewer_of_finished

_SALT = "games.shared-hand"
_NO_SEAT_CODE = 255
CODE_CHARS = 44


def share_code(hand: Hand, viewer: Viewer) -> str:
    """The code in the link to a hand: the hand and the viewer's seat, encrypted.

    A hand's id would lead to its own page, which has the names. AES-SIV makes the shortest code
    that nobody can forge, for another seat for example: 44 characters, always the same for a view.
    """
    seat = _NO_SEAT_CODE if viewer.seat is None else viewer.seat
    sealed = next(_ciphers()).encrypt(hand.pk.bytes + bytes([seat]), None)
    return base64.urlsafe_b64encode(sealed).decode()


def _ciphers() -> Iterator[AESSIV]:
    """That of the current key first, then those of earlier keys."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield AESSIV(salted_hmac(_SALT, "", secret=secret, algorithm="sha512").digest())


def _opened(code: str) -> bytes | None:
    try:
        sealed = base64.urlsafe_b64decode(code)
    except ValueError:
        return None
    for cipher in _ciphers():
        with suppress(InvalidTag):
            return cipher.decrypt(sealed, None)
    return None


def shared_hand(code: str) -> tuple[Hand, Viewer] | None:
    """The hand of a link and its viewer; None for an invalid code.

    It shows only what the sharing user may see of the hand: their own cards, and cards of others
    that were shown. Hidden stacks stay hidden, theirs too.
    """
    plain = _opened(code) if len(code) == CODE_CHARS else None
    if plain is None:
        return None
    seat = plain[-1]
    hand = find_finished(uuid.UUID(bytes=plain[:-1]))
    if hand is None:
        return None
    users = {entry["seat"]: uuid.UUID(entry["user"]) for entry in hand.opening["seats"]}
    viewer = viewer_of_finished(hand, users.get(seat), now=timezone.now())
    if viewer is None:
        return None
    return hand, with_stacks(hand, viewer._replace(stacks=NO_STACKS))


def without_names(shown: Replay) -> Replay:
    """The same replay with players named Player 1, Player 2 … by seat, and with other avatars."""
    words = catalogue()
    players = [
        {
            **player,
            "name": words.text("records.unnamed", {"number": number}),
            "avatar": number,
            "kind": player["kind"] if player["kind"].endswith("bot") else "person",
        }
        for number, player in enumerate(sorted(shown.players, key=lambda one: one["seat"]), 1)
    ]
    return replace(shown, players=players)
