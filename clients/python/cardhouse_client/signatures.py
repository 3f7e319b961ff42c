"""The house's signatures: Ed25519 over what it said, by the keys that it publishes.

A signature is made over `TFAIR2/signed`, a byte that says of what, and 32 bytes. It proves nothing
about cards. It proves to others that the house said this, and so that it said two things at once.
Checking needs the package `cryptography` (`pip install "cardhouse-client[signatures]"`).
"""

from collections.abc import Sequence
from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.forms import field, hex_bytes, listed, number_of

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:  # pragma: no cover
    CAN_CHECK = False
else:
    CAN_CHECK = True

LOCK, CUT_COMMIT, CUT, CHAIN, DAY, KEY = range(1, 7)
"""What was signed: a lock, the acknowledgements of a cut commit and of a cut, a table's chain after
a deck, the head of a day, and a new key (by the key before)."""
SIGNED = b"TFAIR2/signed"
SIGNATURE_BYTES = 64


def holds(key: bytes, kind: int, said: bytes, signature: bytes) -> bool:
    """Return whether a public key (32 bytes) made this signature of 32 bytes of a kind."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, SIGNED + bytes([kind]) + said)
    except InvalidSignature:
        return False
    return True


class House:
    """The house's public keys, and what has become of the signatures that were met."""

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self.keys = list(keys)
        self.strangers: list[int] = []
        """The numbers, from 1, of later keys that the key before has not signed."""
        self.good = self.absent = self.unchecked = 0

    def check(self, kind: int, said: bytes, signature: Any) -> None:
        """Check a signature in hexadecimal digits, None if there is none; see `NotFair`."""
        if signature is None:
            self.absent += 1
            return
        made = hex_bytes(signature, SIGNATURE_BYTES, "signature")
        if not (CAN_CHECK and self.keys):
            self.unchecked += 1
            return
        known = any(holds(key, kind, said, made) for key in self.keys)
        need(known, "signature", "it is by no key of the house")
        self.good += 1

    def check_of(self, value: Any, kind: int, name: str) -> None:
        """Check the signature in a value over the 32 bytes of its field `name`."""
        self.check(kind, hex_bytes(field(value, name), 32, name), value.get("signature"))

    @property
    def known_as(self) -> str:
        """Return how many keys there are, and whether each vouches for the next, in words."""
        alone = "".join(f", key {number} not signed by the one before" for number in self.strangers)
        return f"{len(self.keys)} keys{alone}"

    @property
    def words(self) -> str:
        """Return what was found, and begin to count anew."""
        good, absent, unchecked = self.good, self.absent, self.unchecked
        self.good = self.absent = self.unchecked = 0
        if unchecked:
            why = "give the house's keys" if CAN_CHECK else "`cryptography` is not installed"
            return f"signatures not checked ({why})"
        if good:
            return "signed by the house"
        return "unsigned" if absent else ""


def read_keys(value: Any) -> House:
    """Return the house of `/fair/key.json`; each key but the first is signed by the one before.

    A house that has lost its key publishes one without a signature: a stranger to the others.
    Raises `NotFair` for a false signature.
    """
    keys: list[bytes] = []
    strangers: list[int] = []
    last_day = 0
    for one in listed(value, "keys"):
        key = hex_bytes(field(one, "key"), 32, "key")
        from_day = number_of(one, "from")
        need(from_day >= last_day, "signature", "the keys are out of order")
        if keys and field(one, "signature") is None:
            strangers.append(len(keys) + 1)
        elif keys and CAN_CHECK:
            made = hex_bytes(one["signature"], SIGNATURE_BYTES, "signature")
            need(holds(keys[-1], KEY, key, made), "signature", "a key is not signed by the last")
        keys.append(key)
        last_day = from_day
    house = House(keys)
    house.strangers = strangers
    return house
