"""Finished hands shown to anybody with a link: as their giver saw them, and without names."""

import base64
import uuid
from dataclasses import replace

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.engines.core.contract import Viewer
from games.hands.models import Hand
from games.hands.queries.replay import Replay, find_finished
from games.hands.queries.viewers import viewer_of_finished

_SALT = "games.shared-hand"
_NO_SEAT = 255
LONGEST_CODE = 200


def share_code(hand: Hand, viewer: Viewer) -> str:
    """What a link to this hand carries: the hand and the seat that sees it, encrypted.

    A hand's id would lead to its own page, which has the names.
    """
    seat = _NO_SEAT if viewer.seat is None else viewer.seat
    return _cipher().encrypt(hand.pk.bytes + bytes([seat])).decode().rstrip("=")


def _cipher() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (
        salted_hmac(_SALT, "", secret=secret, algorithm="sha256").digest() for secret in secrets
    )
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def shared_hand(code: str) -> tuple[Hand, Viewer] | None:
    """The hand of a link and as whom it is seen now; None for a code that is not ours.

    It shows what its giver may see of the hand, never more: their own cards, and those of others
    that were shown.
    """
    try:
        plain = _cipher().decrypt((code + "=" * (-len(code) % 4)).encode())
    except InvalidToken:
        return None
    seat = plain[-1]
    hand = find_finished(uuid.UUID(bytes=plain[:-1]))
    if hand is None:
        return None
    users = {entry["seat"]: uuid.UUID(entry["user"]) for entry in hand.opening["seats"]}
    viewer = viewer_of_finished(hand, users.get(seat), now=timezone.now())
    return None if viewer is None else (hand, viewer)


def without_names(shown: Replay) -> Replay:
    """The same hand played by Player 1, Player 2 and so on, by their seats, under other faces."""
    players = [
        {
            **player,
            "name": f"Player {number}",
            "avatar": number,
            "kind": player["kind"] if player["kind"].endswith("bot") else "person",
        }
        for number, player in enumerate(sorted(shown.players, key=lambda one: one["seat"]), 1)
    ]
    return replace(shown, players=players)
