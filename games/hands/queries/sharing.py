"""Finished hands shared by link: as the sharing user saw them, without names."""

import base64
import hmac
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
from games.hands.models import ArchivedMonth, Hand, HandSeat
from games.hands.models.archived import HandArchived
from games.hands.queries.replay import Replay, find_finished
from games.hands.queries.tables import with_stacks
from games.hands.viewers import viewer_of_finished

_SALT, _SHORT_SALT = "games.shared-hand", "games.short-hand-link"
_NO_SEAT_CODE = 255
_TAG_BYTES, _ROW_BYTES = 4, 5
CODE_CHARS = 12
LONG_CODE_CHARS = 44
"""The length of codes in links from before the short ones; they stay valid."""


def share_code(hand: Hand, viewer: Viewer) -> str:
    """The code in the link to a hand: the row of the viewer's seat, encrypted.

    A hand's id would lead to its own page, which has the names. The code is always the same for a
    view. It has a checksum with a key in front, which also encrypts the rest (as SIV does). A
    table of a billion rows has one valid code among 2 ** 42, and a wrong guess teaches nothing.
    """
    seats = HandSeat.objects.filter(hand=hand).order_by("seat")
    row = (seats if viewer.seat is None else seats.filter(seat=viewer.seat)).values_list("pk")[0][0]
    plain = (row << 1 | (viewer.seat is None)).to_bytes(_ROW_BYTES)
    return base64.urlsafe_b64encode(_sealed(plain, settings.SECRET_KEY)).decode()


def _sealed(plain: bytes, secret: str | bytes) -> bytes:
    tag = _mac("tag", plain, secret)[:_TAG_BYTES]
    return tag + _masked(plain, tag, secret)


def _masked(text: bytes, tag: bytes, secret: str | bytes) -> bytes:
    """Encrypt or decrypt."""
    mask = _mac("mask", tag, secret)
    return bytes(one ^ other for one, other in zip(text, mask, strict=False))


def _mac(use: str, value: bytes, secret: str | bytes) -> bytes:
    return salted_hmac(f"{_SHORT_SALT}.{use}", value, secret=secret, algorithm="sha256").digest()


def _secrets() -> Iterator[str | bytes]:
    """The current key first, then earlier ones."""
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def _opened(code: str) -> tuple[uuid.UUID, int | None] | None:
    """The hand and the seat of a code, short or long; None for an invalid one."""
    try:
        sealed = base64.urlsafe_b64decode(code)
    except ValueError:
        return None
    if len(code) == CODE_CHARS:
        return _seat_of(sealed)
    if len(code) != LONG_CODE_CHARS:
        return None
    for secret in _secrets():
        cipher = AESSIV(salted_hmac(_SALT, "", secret=secret, algorithm="sha512").digest())
        with suppress(InvalidTag):
            plain = cipher.decrypt(sealed, None)
            seat = plain[-1]
            return uuid.UUID(bytes=plain[:-1]), None if seat == _NO_SEAT_CODE else seat
    return None


def _seat_of(sealed: bytes) -> tuple[uuid.UUID, int | None] | None:
    for secret in _secrets():
        plain = _masked(sealed[_TAG_BYTES:], sealed[:_TAG_BYTES], secret)
        if hmac.compare_digest(sealed, _sealed(plain, secret)):
            row, spectator = divmod(int.from_bytes(plain), 2)
            seat = HandSeat.objects.filter(pk=row).first()
            if seat is not None:
                return seat.hand_id, None if spectator else seat.seat
            if ArchivedMonth.objects.filter(first_seat__lte=row, last_seat__gte=row).exists():
                raise HandArchived
            return None
    return None


def shared_hand(code: str) -> tuple[Hand, Viewer] | None:
    """The hand of a link and its viewer; None for an invalid code. Raises `HandArchived`.

    It shows only what the sharing user may see of the hand: their own cards, and cards of others
    that were shown. Hidden stacks stay hidden, theirs too.
    """
    opened = _opened(code)
    hand = find_finished(opened[0]) if opened is not None else None
    if opened is None or hand is None:
        return None
    seat = opened[1]
    users = {entry["seat"]: uuid.UUID(entry["user"]) for entry in hand.opening["seats"]}
    user_id = None if seat is None else users.get(seat)
    viewer = viewer_of_finished(hand, user_id, now=timezone.now())
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
