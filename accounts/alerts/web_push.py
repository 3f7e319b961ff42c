"""Web Push, computed: an encrypted message (RFC 8188, RFC 8291) and who sends it (RFC 8292)."""

import base64
import json
import os
import struct
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
"""One record holds the whole message: push services take no more."""
PAYLOAD_BYTES_MAX = RECORD_BYTES - 16 - 1 - (SALT_BYTES + 4 + 1 + POINT_BYTES)
JWT_LIFETIME_S = 12 * 60 * 60
_SCALARS_MAX = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_CURVE = ec.SECP256R1()


def house_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key of 32 random bytes in base64 (`VAPID_KEY`); any of them give one."""
    number = int.from_bytes(base64.b64decode(secret), "big")
    return ec.derive_private_key(number % (_SCALARS_MAX - 1) + 1, _CURVE)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as 65 bytes, uncompressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_point(value: bytes) -> bool:
    """Whether these bytes are an uncompressed point of the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, value)
    except ValueError:
        return False
    return len(value) == POINT_BYTES


def encrypted(
    payload: bytes,
    *,
    p256dh: bytes,
    auth: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message that only the browser with this key and secret can read.

    `payload` has at most `PAYLOAD_BYTES_MAX` bytes. `key` and `salt` are new for each message; test
    vectors give theirs.
    """
    assert len(payload) <= PAYLOAD_BYTES_MAX
    key, salt = key or ec.generate_private_key(_CURVE), salt or os.urandom(SALT_BYTES)
    browser, own = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, p256dh), point_of(key)
    shared = key.exchange(ec.ECDH(), browser)
    secret = _hkdf(auth, shared, b"WebPush: info\0" + p256dh + own, 32)
    content_key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD_BYTES, len(own)) + own
    return head + AESGCM(content_key).encrypt(nonce, payload + b"\x02", None)


def authorization(
    endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str, now_s: int
) -> str:
    """The header that says who sends: a JWT for the push service's origin, signed by `key`."""
    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": now_s + JWT_LIFETIME_S,
        "sub": contact,
    }
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(base64url(json.dumps(part).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={base64url(point_of(key))}"


def base64url(value: bytes) -> str:
    """Bytes in the alphabet of addresses, without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of such a text. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
