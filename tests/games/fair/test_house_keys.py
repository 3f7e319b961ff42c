"""A page checks the house's signatures, also if the house replaces its key while it is open."""

import json
from pathlib import Path

import pytest

from games.fair.signatures import Kind, SigningKey
from tests.games.fair.node import run

VECTORS = json.loads((Path(__file__).parent / "signatures.json").read_text())
OLD, NEW, NEWER, OTHER = (SigningKey(bytes([number]) * 32) for number in (1, 2, 3, 4))
VALUE = bytes(range(32))


def published(*keys, signers=None):
    """The public keys as the house publishes them: each signed by the one before, or by these."""
    before = [None, *(signers or keys[:-1])]
    return [
        {
            "key": key.public.hex(),
            "from": 20_000,
            "signature": signer and signer.sign(Kind.NEXT_KEY, key.public).hex(),
        }
        for key, signer in zip(keys, before, strict=True)
    ]


def lock_by(key, value=VALUE):
    return [int(Kind.LOCK), value.hex(), key.sign(Kind.LOCK, value).hex()]


def asked(*signatures, known=(OLD,), answers=(None,), together=False):
    keys = [key.public.hex() for key in known]
    data = {"known": keys, "answers": answers, "asked": signatures, "together": together}
    return run("house_keys.mjs", data)


def test_the_published_signatures_hold():
    signed = [[one["kind"], one["value"], one["signature"]] for one in VECTORS["signed"]]
    wrong = [[kind % 6 + 1, value, signature] for kind, value, signature in signed]
    done = run(
        "house_keys.mjs",
        {"known": [VECTORS["public"]], "answers": [[]], "asked": [*signed, *wrong]},
    )
    assert done["found"] == [True] * 6 + [False] * 6


def test_a_known_key_needs_no_request():
    assert asked(lock_by(OLD), lock_by(NEW), known=(OLD, NEW)) == {
        "found": [True, True],
        "keys": [OLD.public.hex(), NEW.public.hex()],
        "reads": 0,
    }


@pytest.mark.parametrize("together", [False, True])
def test_keys_that_follow_from_a_known_one_are_learned(together):
    done = asked(
        lock_by(NEWER),
        lock_by(NEW),
        lock_by(OLD),
        answers=[published(OLD, NEW, NEWER)],
        together=together,
    )
    assert done["found"] == [True] * 3
    assert done["keys"] == [key.public.hex() for key in (OLD, NEW, NEWER)]
    assert done["reads"] == 1


@pytest.mark.parametrize(
    "answer",
    [
        [],
        published(OLD),
        published(OLD, NEW, signers=[OTHER]),
        published(OLD, NEW, signers=[None]),
        published(OTHER, NEW),
        published(OLD, OTHER, NEW, signers=[NEW, OTHER]),
    ],
    ids=["none", "no other", "signed by another", "unsigned", "another house", "after a false one"],
)
def test_a_key_that_does_not_follow_is_not_believed(answer):
    done = asked(lock_by(NEW), lock_by(OLD), answers=[answer])
    assert done["found"] == [False, True]
    assert done["keys"] == [OLD.public.hex()]


def test_a_request_that_fails_is_repeated_and_then_the_check_has_failed():
    done = asked(lock_by(NEW), answers=[None, None, published(OLD, NEW)])
    assert (done["found"], done["reads"]) == ([True], 3)
    done = asked(lock_by(NEW))
    assert (done["found"], done["reads"]) == ([False], 12)


@pytest.mark.parametrize("answer", [5, [5], [*published(OLD), {"key": "zz", "signature": None}]])
def test_a_malformed_answer_has_no_key(answer):
    done = asked(lock_by(NEW), lock_by(OLD), answers=[answer])
    assert done["found"] == [False, True]
