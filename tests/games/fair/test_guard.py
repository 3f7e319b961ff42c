"""The guard of a table's page: it cuts, lets valid deals pass, and stops at invalid ones."""

import copy
import json

import pytest

from games.fair.proof import published
from games.fair.scheme import cut_commit_of
from tests.games.fair.dealing import candidates, secret
from tests.games.fair.node import run
from tests.support.guarded_messages import change, hand_message, other_card_in_view, swap_cards

HAND = "b47a4ac6-8e4c-4d5b-9a0a-6f1f2b1c5d10"


def table_message(name="guard", *, number=5, locked=None, seat=None):
    deck = published(candidates(name).seal())
    message = {
        "type": "table",
        "table": {"next_deck": {"number": number, **deck, "locked": locked}},
    }
    return message | ({"you": {"seat": seat}} if seat is not None else {})


def received(*messages, **world):
    (found,) = run("guard.mjs", [{"messages": list(messages), **world}])
    return found


def test_an_honest_hand_passes_and_the_seal_names_the_cutters():
    found = received(table_message(), hand_message(), {"type": "hand", "hand": None})
    assert found["failed"] is None
    seal = found["seal"]
    assert (seal["cutters"], seal["players"], seal["withheld"]) == ([0, 2], [0, 2, 4], [4])
    assert (seal["cards"], seal["mine"], seal["older"]) == (3, False, False)


def test_later_cards_come_with_their_openings_alone():
    first, all_of_it = hand_message(shown=2), hand_message(shown=5)
    later = copy.deepcopy(all_of_it)
    later["hand"]["fair"] = None
    later["hand"]["openings"] = [
        one for one in later["hand"]["openings"] if one not in first["hand"]["openings"]
    ]
    found = received(first, later)
    assert found["failed"] is None
    assert found["seal"]["cards"] == 5


def test_a_seat_commits_to_its_cut_and_reveals_it_when_the_list_is_closed():
    found = received(table_message(seat=2))
    (promise,) = found["sent"]
    assert promise["type"] == "cut_commit"
    assert promise["deck"] == published(candidates("guard").seal())["deck_id"]
    cut = secret("mine")
    hashed = cut_commit_of(bytes.fromhex(promise["deck"]), 2, cut).hex()
    mine = {"seat": 2, "cut": cut.hex(), "hash": hashed, "promised": True, "sent": True}
    kept = {"fair:t:cuts": f'[["{promise["deck"]}", {json.dumps(mine)}]]'}
    found = received(table_message(seat=2, locked=[[2, hashed]]), cuts=kept)
    assert found["sent"] == [{"type": "cut", "deck": promise["deck"], "cut": cut.hex()}]
    assert received(table_message())["sent"] == [], "a spectator cuts nothing"


def left_out_of_the_deal():
    deck_id = published(candidates("guard").seal())["deck_id"]
    mine = {"seat": 4, "cut": secret("x").hex(), "hash": "0" * 64, "taken": True}
    return {"cuts": {"fair:t:cuts": f'[["{deck_id}", {json.dumps(mine)}]]'}}


def left_out_of_the_list():
    deck_id = published(candidates("guard").seal())["deck_id"]
    mine = {"seat": 4, "cut": secret("x").hex(), "hash": "0" * 64, "promised": True}
    return {"cuts": {"fair:t:cuts": f'[["{deck_id}", {json.dumps(mine)}]]'}}


def whole(messages):
    """Return the messages, the last of them as the answer to a request for the full state."""
    return [*messages, messages[-1] | {"type": "hello"}]


TAMPERED = {
    "card": ([change(hand_message(), swap_cards)], "path"),
    "salt": ([change(hand_message(), lambda h: h["openings"][0].update(salt="0" * 32))], "path"),
    "path": ([change(hand_message(), lambda h: h["openings"][0]["path"].reverse())], "path"),
    "permutation": (
        [change(hand_message(), lambda h: h["openings"][0].update(p=9))],
        "permutation",
    ),
    "swapped deck": ([table_message("published before"), hand_message()], "deck"),
    "replaced root": (
        [change(hand_message(), lambda h: h["fair"]["roots"].__setitem__(1, "0" * 64))],
        "commit",
    ),
    "replaced deck": ([table_message("published before"), table_message()], "deck"),
    "card without opening": (
        whole([change(hand_message(), lambda h: h["openings"].pop())]),
        "card",
    ),
    "card never opened": ([change(hand_message(), lambda h: h["openings"].pop())] * 30, "card"),
    "another card in view": (whole([change(hand_message(), other_card_in_view)]), "card"),
    "no proof": (
        [table_message(), *whole([change(hand_message(), lambda h: h.update(fair=None))])],
        "proof",
    ),
    "broken chain": ([hand_message(), hand_message("after", number=6)], "chain"),
    "proof of another hand": ([change(hand_message(), lambda h: h.update(id=HAND))], "hand"),
    "cut left out of the deal": (
        [table_message(seat=4, locked=[]), hand_message()],
        "cuts",
        left_out_of_the_deal(),
    ),
    "cut left out of the list": (
        [table_message(seat=4, locked=[])],
        "cuts",
        left_out_of_the_list(),
    ),
}


def test_every_tampered_part_fails_under_its_name():
    stories = [
        {"messages": messages, **(more[0] if more else {})}
        for messages, _check, *more in TAMPERED.values()
    ]
    found = dict(zip(TAMPERED, run("guard.mjs", stories), strict=True))
    failed = {name: one["failed"] for name, one in found.items()}
    assert failed == {name: story[1] for name, story in TAMPERED.items()}
    assert found["card without opening"]["sent"] == [{"type": "resync"}], "it asks once before"


def test_missing_openings_may_come_with_the_full_state():
    missing = change(hand_message(), lambda hand: hand["openings"].pop())
    found = received(missing, missing, hand_message() | {"type": "hello"})
    assert found["failed"] is None
    assert found["sent"] == [{"type": "resync"}], "asked for once"


def test_a_deck_that_was_opened_in_full_may_be_replaced():
    before = published(candidates("published before").seal())
    masters = [master.hex() for master in candidates("published before").masters]
    opened = {before["deck_id"]: before | {"masters": masters}}
    story = (table_message("published before"), table_message(), hand_message())
    assert received(*story, opened=opened)["failed"] is None
    assert received(story[0], story[2], opened=opened)["failed"] is None
    masters[0] = secret("false").hex()
    assert received(*story, opened=opened)["failed"] == "masters"


@pytest.mark.parametrize("strict", [False, True])
def test_hands_without_a_proof_pass_only_where_there_never_was_one(strict):
    message = change(hand_message(), lambda hand: hand.update(fair=None, openings=[]))
    found = received(*([table_message()] if strict else []), *whole([message]))
    assert found["failed"] == ("proof" if strict else None)
    assert strict or found["seal"]["older"]
