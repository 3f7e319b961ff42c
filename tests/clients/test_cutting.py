"""A client over a socket cuts each next deck, and checks that its cut is locked and dealt."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from cardhouse_client import Client, NotFair
from cardhouse_client.cutting import Cuts
from cardhouse_client.fairness import Fairness
from examples.bot import step
from games.fair.deck import Candidates
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.deck import SealedDeck
from games.fair.tfair2.hashes import TFAIR2, cut_commit_of
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import Reason, published, published_lock, thrown_of
from tests.games.fair.dealing import secret
from tests.support.cases import for_each
from tests.support.waiting import PATIENCE_S

MASTERS = tuple(secret("master", k) for k in range(4))
SEATS = (0, 2, 5)
CUT = secret("cut")


class Deck:
    """A deck of a table at its place in the table's chain, and what is said of it."""

    def __init__(self, no=1, chain=NO_CHAIN, last=None):
        made = Candidates(secret("deck", no)[:16], 52, MASTERS, TFAIR2)
        self.sealed = SealedDeck(secret("table")[:16], no, made.deck_id, 52, made.roots)
        self.chain, self.last, self.locked = chain, last, None

    def said(self, **changes):
        lock = published_lock(self.locked) if self.locked else None
        ended = {"no": self.sealed.no - 1, "chain": self.chain.hex()}
        return {
            "game": "holdem",
            "deck": published(self.sealed),
            "lock": lock,
            "missing": [],
            "not_asked": [],
            "ended": ended,
            "last": self.last,
        } | changes

    def lock(self, **hashes):
        plan = Plan("holdem", "00" * 32, SEATS, (0,), 1)
        commits = {int(seat[1:]): bytes.fromhex(hashed) for seat, hashed in hashes.items()}
        self.locked = self.sealed.lock(plan, commits)
        return self.said()

    def throw(self, reason=Reason.CUT_MISSING, cuts=None, left=()):
        told = thrown_of(
            self.sealed,
            masters=MASTERS,
            reason=reason,
            chain=self.chain,
            locked=self.locked,
            cuts=cuts,
            left=left,
        )
        return Deck(self.sealed.no + 1, bytes.fromhex(told["chain"]), told)


class Player:
    """A client at seat 2 without its socket."""

    def __init__(self, *, cuts=True):
        self.fair = Fairness(self._ask, cuts=cuts)
        self.cuts = Cuts(self.fair)

    async def _ask(self, path, **_query):
        raise AssertionError(path)

    def hears(self, said, *, ready=True, whole=False):
        """Return the command that follows a message about the next deck."""
        asyncio.run(self.fair.see(deck=said, seat=2, is_ready=ready, whole=whole))
        return self.cuts.next_command(said, 2)

    def answered(self, kind, no=1, ack="ok"):
        asyncio.run(self.fair.acknowledge(kind, no, ack))

    def loses_line(self):
        self.fair.offline()
        self.cuts.reconnected()


def promised(player=None, deck=None):
    """Return a player who has committed to a cut of a deck, and the hash."""
    player, deck = player or Player(), deck or Deck()
    kind, no, fields = player.hears(deck.said())
    assert (kind, no, fields["commit"]) == ("cut_commit", 1, deck.sealed.commit.hex())
    return player, deck, fields["hash"]


def test_a_cut_is_committed_once_and_shown_when_it_is_locked():
    player, deck, hashed = promised()
    assert player.hears(deck.said()) is None
    player.answered("cut_commit")
    locked = deck.lock(_0="00" * 32, _2=hashed)
    kind, _no, fields = player.hears(locked)
    assert kind == "cut"
    assert cut_commit_of(deck.sealed.commit, 2, bytes.fromhex(fields["cut"])).hex() == hashed
    assert player.hears(locked) is None
    player.answered("cut")
    assert player.hears(locked) is None
    assert player.hears(locked | {"missing": [2]}) is not None  # asked again, whatever it said
    assert player.fair.ambers == []


def test_commands_without_an_answer_are_sent_again_after_a_lost_connection():
    player, deck, hashed = promised()
    player.loses_line()
    again = player.hears(deck.said(), whole=True)
    assert again[2]["hash"] == hashed
    player.answered("cut_commit")
    locked = deck.lock(_2=hashed)
    first = player.hears(locked)
    player.loses_line()
    assert player.hears(locked, whole=True) == first
    player.answered("cut")
    player.loses_line()
    assert player.hears(locked, whole=True) is None


def test_nothing_is_committed_while_a_hand_is_played_or_nobody_asks():
    player, deck = Player(), Deck(2)
    playing = deck.said(ended={"no": 0, "chain": NO_CHAIN.hex()})
    assert player.hears(playing, whole=True) is None
    came_late = Deck(3, bytes(31) + b"\x02").said(not_asked=[2])
    assert Player().hears(came_late, whole=True) is None
    assert Player().hears(Deck().lock()) is None


def failed(method, *arguments, **options):
    with pytest.raises(NotFair) as no:
        method(*arguments, **options)
    return no.value.check


def test_a_seat_is_asked_unless_two_of_its_misses_are_public():
    assert failed(Player().hears, Deck().said(not_asked=[2])) == "mine"
    for blamed, check in (({0: CUT}, None), ({2: CUT}, "mine")):
        player, deck = Player(), Deck()
        for no in (1, 2):
            player.hears(deck.said(), whole=True)
            player.loses_line()
            hashes = {s: cut_commit_of(deck.sealed.commit, s, CUT).hex() for s in (0, 2)}
            player.fair.promise(no, CUT)
            player.hears(deck.lock(_0=hashes[0], _2=hashes[2]), whole=True)
            player.loses_line()
            deck = deck.throw(cuts=blamed)
        said = deck.said(not_asked=[2])
        if check:
            assert failed(player.hears, said, whole=True) == check
        else:
            assert player.hears(said, whole=True) is None
            assert "not asked" in player.fair.ambers


def test_a_cut_that_was_answered_after_its_deck_was_thrown_away_was_not_missing():
    player, deck, hashed = promised()
    player.answered("cut_commit")
    player.hears(deck.lock(_2=hashed))
    player.hears(deck.throw(cuts={}).said())
    assert player.fair.ambers[-1] == "blamed"
    assert failed(player.answered, "cut") == "mine"


def test_an_acknowledged_cut_must_be_in_the_lock():
    player, deck, _hashed = promised()
    player.answered("cut_commit")
    assert failed(player.hears, deck.lock(_0="00" * 32)) == "mine"
    player, deck, _hashed = promised()
    player.hears(deck.lock(_0="00" * 32))  # and in this order
    assert failed(player.answered, "cut_commit") == "mine"


def test_another_hash_at_my_seat_fails_unless_another_window_has_cut():
    for ack in ("other", None):
        player, deck, _hashed = promised()
        assert player.hears(deck.lock(_2="00" * 32)) is None  # the answer is on its way
        if ack is None:
            assert failed(player.answered, "cut_commit", ack=None) == "mine"
        else:
            player.answered("cut_commit", ack=ack)
            assert player.fair.ambers == ["other window"]


def test_a_client_that_does_not_cut_is_told_of_a_cut_in_its_name():
    player, deck = Player(cuts=False), Deck()
    asyncio.run(player.fair.see(deck=deck.said(), seat=2))
    asyncio.run(player.fair.see(deck=deck.lock(_2="00" * 32), seat=2))
    assert player.fair.ambers == ["other window"]


def test_a_client_that_comes_after_the_lock_reads_that_once():
    player, deck = Player(), Deck()
    assert player.hears(deck.lock(_2="00" * 32), whole=True) is None
    assert player.fair.ambers == ["late"]


def test_a_deck_that_is_first_shown_with_its_lock_fails():
    """A house that has seen the cuts could make the deck then."""
    player, deck = Player(), Deck()
    player.hears(deck.said(), whole=True)
    after = deck.throw(Reason.OTHER)
    after.lock(_0="00" * 32)
    player.hears(after.said(), whole=True)  # thrown away, published and locked in the meantime
    assert player.fair.ambers == ["late"]
    last = after.throw(Reason.OTHER)
    said = last.said()
    player.hears(said)
    unseen = Deck(4, last.chain)
    unseen.lock(_0="00" * 32)
    jump = unseen.said(ended=said["ended"], last=said["last"])
    assert failed(player.hears, jump) == "noted"


def test_another_lock_of_the_same_deck_fails():
    player, deck, hashed = promised()
    player.answered("cut_commit")
    player.hears(deck.lock(_2=hashed))
    assert failed(player.hears, deck.lock(_0="00" * 32, _2=hashed)) == "relock"


def test_a_cut_that_had_arrived_cannot_be_missing():
    player, deck, hashed = promised()
    player.answered("cut_commit")
    player.hears(deck.lock(_2=hashed))
    player.answered("cut")
    assert failed(player.hears, deck.throw().said()) == "mine"


def test_a_missed_cut_is_told_and_the_next_deck_is_cut():
    player, deck, hashed = promised()
    player.answered("cut_commit")
    player.hears(deck.lock(_2=hashed))
    command = player.hears(deck.throw().said())
    assert command[:2] == ("cut_commit", 2)
    assert player.fair.ambers == ["blamed"]


def without_seat_2(*, leaves, ready):
    """Return a player whose seat is ready at the lock, and the deck that ends without that seat."""
    player, deck, hashed = promised()
    player.answered("cut_commit")
    player.hears(deck.lock(_2=hashed))
    cut = bytes.fromhex(player.fair.guard.seen.cuts[1].cut)
    if leaves:
        player.fair.leaves()
    player.hears(deck.said(), ready=ready)
    return player, deck.throw(Reason.TOO_FEW_LEFT, {2: cut}, left=(2, 5)).said()


@for_each(
    ("leaves", "ready", "ambers"),
    [(True, True, []), (True, False, []), (False, False, ["sits out"])],
)
def test_a_player_who_left_may_be_absent(leaves, ready, ambers):
    player, after = without_seat_2(leaves=leaves, ready=ready)
    player.hears(after, ready=ready)
    assert player.fair.ambers == ambers


def test_a_player_who_did_not_leave_may_not_be_absent():
    player, after = without_seat_2(leaves=False, ready=True)
    assert failed(player.hears, after) == "mine"


@pytest.mark.django_db(transaction=True)
async def test_a_hand_of_two_clients_is_cut_by_the_cutting_one(live, brisk_table):
    slug = await brisk_table("teen_patti")
    async with AsyncExitStack() as open_:
        tables = []
        for cut in (True, False):
            client = await open_.enter_async_context(Client(live.url))
            await client.guest()
            table = await open_.enter_async_context(client.table(slug, cut=cut))
            await table.sit(table.table.free[0], table.table.max_buy_in)
            tables.append(table)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*map(play_until_cut, tables))
        first, _second = tables
        assert [seat for seat, _cut in first.fair.cuts] == [first.you.seat]
        assert "one of them yours" in first.fair.seal


async def play_until_cut(table):
    """Play until a hand was dealt from a deck that a player cut."""
    async for _message in table:
        if table.fair.cuts:
            return
        await step(table)
