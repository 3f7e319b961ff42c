"""A browser and its push service: it keeps what the house sends and reads it as a browser does."""

import json
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts.alerts.web_push import base64url, from_base64url, point_of

P256 = ec.SECP256R1()


def decrypted(body, key, auth):
    """The message in the body of a push, by the browser's key and secret (RFC 8291)."""
    salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, sender))

    def hkdf(salt, secret, info, size):
        return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)

    secret = hkdf(auth, shared, b"WebPush: info\0" + point_of(key) + sender, 32)
    content_key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(content_key).decrypt(nonce, sealed, None)
    assert plain[-1:] == b"\x02"
    return plain[:-1]


def claims_of(header):
    """The claims of a `vapid` header whose signature is right. Raises `InvalidSignature`."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = from_base64url(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(P256, from_base64url(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert (scheme, json.loads(from_base64url(head))["alg"]) == ("vapid", "ES256")
    return json.loads(from_base64url(claims))


class Browser:
    """A browser with a subscription; `received` has what reached it."""

    def __init__(self, endpoint="https://push.example.org/send/1"):
        self.endpoint = endpoint
        self.key, self.auth = (
            ec.generate_private_key(P256),
            bytes(range(16)),
        )
        self.received = []
        self.answers = [201]

    @property
    def keys(self):
        return {"p256dh": base64url(point_of(self.key)), "auth": base64url(self.auth)}

    def post(self, endpoint, body, headers):
        """In the place of `endpoints.post`."""
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(status, Exception):
            raise status
        if status == 201:
            message = json.loads(decrypted(body, self.key, self.auth))
            self.received.append((message, headers, claims_of(headers["Authorization"])))
        return status
