"""Ways to tamper with a proof."""

import copy

from games.fair.proof import (
    cut_deck,
)
from tests.games.fair.dealing import candidates, dealt, secret


def flipped(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def tampered(change):
    proof = copy.deepcopy(dealt("tampered", silent=(5,))[0])
    change(proof)
    return proof


def swap(proof, one, other):
    first, second = proof["openings"][one], proof["openings"][other]
    first["card"], second["card"] = second["card"], first["card"]


def other_roots(proof):
    """Let the house claim another prepared deck as the true one."""
    other = candidates("another").seal()
    proof["roots"] = [root.hex() for root in other.roots]


def other_root(proof):
    """Replace one root and make the commit fit: the key no longer does."""
    proof["roots"][proof["pick"]] = secret("root").hex()
    sealed = cut_deck(proof).sealed
    proof["commit"] = sealed.commit.hex()


def stacked(proof):
    """Make a candidate that is no deck: its root does not follow from its master."""
    k = next(k for k, master in enumerate(proof["masters"]) if master)
    proof["masters"][k] = secret("stacked").hex()


CHANGES = {
    "card": (lambda proof: swap(proof, 0, 1), "path"),
    "no such card": (lambda proof: proof["openings"][0].update(card=60), "card"),
    "card twice": (lambda proof: proof["openings"].append(proof["openings"][0]), "card"),
    "salt": (lambda proof: proof["openings"][0].update(salt=flipped("a" * 32)), "path"),
    "short salt": (lambda proof: proof["openings"][0].update(salt="aa"), "form"),
    "path": (lambda proof: proof["openings"][0]["path"].reverse(), "path"),
    "long path": (lambda proof: proof["openings"][0]["path"].append("00" * 32), "path"),
    "short path": (lambda proof: proof["openings"][0]["path"].pop(), "path"),
    "permutation": (lambda proof: proof["openings"][0].update(p=9), "permutation"),
    "position": (lambda proof: proof["openings"][0].update(p=52), "permutation"),
    "swapped deck": (other_roots, "commit"),
    "replaced root": (other_root, "public_key"),
    "pick": (lambda proof: proof.update(pick=(proof["pick"] + 1) % 4), "pick"),
    "cut": (lambda proof: proof["cuts"][0].__setitem__(1, secret("other").hex()), "cuts"),
    "cut left out": (lambda proof: proof["cuts"].pop(), "public_key"),
    "cut never promised": (lambda proof: proof["cuts"].append([5, secret("x").hex()]), "cuts"),
    "cut twice": (lambda proof: proof["cuts"].append(proof["cuts"][0]), "cuts"),
    "stacked deck": (stacked, "masters"),
    "deck kept shut": (lambda proof: proof.update(masters=[None] * 4), "masters"),
    "digest": (lambda proof: proof.update(digest=flipped(proof["digest"])), "digest"),
    "chain": (lambda proof: proof.update(chain_before=flipped(proof["chain_before"])), "chain"),
    "scheme": (lambda proof: proof.update(scheme="TFAIR0"), "scheme"),
}
