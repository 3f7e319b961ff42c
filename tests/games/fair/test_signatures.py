"""The house's signatures: which bytes they are over, and what they are not valid for."""

import json
from pathlib import Path

import pytest

from games.fair.signatures import (
    Kind,
    SigningKey,
    is_signed,
    received_cut,
    received_cut_commit,
    signed_bytes,
)
from games.fair.tfair2.hashes import tagged

PRIVATE = bytes(range(32))
KEY = SigningKey(PRIVATE)
VALUE = bytes(range(100, 132))
VECTORS = json.loads((Path(__file__).parent / "signatures.json").read_text())


def test_the_public_key_is_that_of_rfc_8032():
    """The first test of RFC 8032, section 7.1."""
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert SigningKey(seed).public.hex() == public


def test_the_signed_bytes():
    assert signed_bytes(Kind.DAY_HEAD, VALUE) == b"TFAIR2/signed\x05" + VALUE
    assert [int(kind) for kind in Kind] == [1, 2, 3, 4, 5, 6]
    for wrong in (VALUE[:-1], VALUE + b"\0", b""):
        with pytest.raises(ValueError, match="only 32"):
            KEY.sign(Kind.LOCK, wrong)


def test_an_acknowledgement_names_deck_seat_and_cut():
    commit, cut = bytes(32), VALUE
    assert received_cut_commit(commit, 3, cut) == tagged(0x10, commit, b"\x03", cut)
    assert received_cut(commit, 3, cut) == tagged(0x11, commit, b"\x03", cut)


def test_the_published_signatures_are_made_again():
    key, made = SigningKey(bytes.fromhex(VECTORS["private"])), VECTORS["inputs"]
    assert key.public.hex() == VECTORS["public"]
    commit, lock, cut_commit, cut = (
        bytes.fromhex(made[name]) for name in ("commit", "lock", "hash", "cut")
    )
    values = {one["kind"]: one["value"] for one in VECTORS["signed"]}
    assert values[Kind.CUT_COMMIT] == received_cut_commit(commit, made["seat"], cut_commit).hex()
    assert values[Kind.CUT] == received_cut(lock, made["seat"], cut).hex()
    assert list(values) == list(Kind)
    for one in VECTORS["signed"]:
        assert key.sign(Kind(one["kind"]), bytes.fromhex(one["value"])).hex() == one["signature"]


def test_a_signature_is_valid_for_its_key_kind_and_value_alone():
    for kind in Kind:
        signature = KEY.sign(kind, VALUE)
        assert len(signature) == 64
        assert signature == SigningKey(PRIVATE).sign(kind, VALUE), "it is the same each time"
        for other in Kind:
            assert is_signed(KEY.public, other, VALUE, signature) is (other is kind)
        assert not is_signed(KEY.public, kind, VALUE[::-1], signature)
        assert not is_signed(SigningKey(VALUE).public, kind, VALUE, signature)
    for place in range(64):
        changed = bytearray(signature)
        changed[place] ^= 1
        assert not is_signed(KEY.public, Kind.NEXT_KEY, VALUE, bytes(changed))


def test_malformed_keys_values_and_signatures_are_no_signature():
    signature = KEY.sign(Kind.CHAIN, VALUE)
    assert is_signed(KEY.public, Kind.CHAIN, VALUE, signature)
    assert not is_signed(KEY.public[:-1], Kind.CHAIN, VALUE, signature)
    assert not is_signed(KEY.public, Kind.CHAIN, VALUE[:-1], signature)
    assert not is_signed(KEY.public, Kind.CHAIN, VALUE, signature[:-1])
    assert not is_signed(KEY.public, Kind.CHAIN, VALUE, b"")
    with pytest.raises(ValueError, match="32"):
        SigningKey(PRIVATE[:-1])
