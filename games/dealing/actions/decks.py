"""The deck of a table's next hand: published, cut, and dealt or opened in full.

    publish   the candidates are sealed and their commitment is published
    promise   a player commits to a cut by its hash
    lock      the list of those hashes is final
    show      the player reveals the cut
    take      the hand is opened with the deck after all revealed cuts; a new deck is published
    discard   or the deck is opened in full, because it will never be dealt

The caller decides whose cuts count (`lobby.tables.play.cuts`). The deck's row is locked last.
"""

import datetime
import threading
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.runtime.sql import Columns, Statement, as_json, run, values_of
from games.dealing.encryption import Kind, seal, unseal
from games.dealing.models import NextDeck, OpenedDeck
from games.fair.deck import MASTER_BYTES, Candidates, DealtDeck, pieces
from games.fair.proof import deal_of
from games.fair.scheme import NO_CHAIN, cut_commit_of

_CACHED_DECKS_MAX = 500
"""The most decks whose candidates are kept: 24 MB of trees."""
COLUMNS = Columns(NextDeck, "d")
"""The columns of a statement whose rows `made` converts."""
_LOCK = f"""
SELECT {COLUMNS.sql} FROM games_nextdeck d WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE
"""  # noqa: S608 -- own names
_STORE = """
INSERT INTO games_nextdeck (table_id, number, deck_id, n, roots, sealed, chain, cut_commits, cuts,
    locked_at)
SELECT table_id, number, deck_id, n, decode(roots, 'base64'), decode(sealed, 'base64'),
    decode(chain, 'base64'), cut_commits, cuts, locked_at
FROM jsonb_to_recordset(%s::jsonb) AS r(table_id uuid, number int, deck_id uuid, n smallint,
    roots text, sealed text, chain text, cut_commits jsonb, cuts jsonb, locked_at timestamptz)
ORDER BY table_id
ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, deck_id = excluded.deck_id,
    n = excluded.n, roots = excluded.roots, sealed = excluded.sealed, chain = excluded.chain,
    cut_commits = excluded.cut_commits, cuts = excluded.cuts, locked_at = excluded.locked_at
"""


class CutRefused(Exception):
    """A cut that is refused; `code` and `text` are those of the refusal."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class TakenDeck:
    """The deck of a hand about to be opened; `deal` is everything published about it.

    `next` is the table's next deck, not stored yet.
    """

    deck: DealtDeck
    master: bytes = field(repr=False)
    deal: dict[str, Any]
    next: NextDeck


class _Cache:
    """The candidates of decks that this process sealed, until it deals them.

    Without it each hand would decrypt its deck and build a tree again. The oldest are dropped: of
    tables that closed, that another process deals, or beyond `_CACHED_DECKS_MAX`.
    """

    def __init__(self) -> None:
        self._sealed: dict[uuid.UUID, Candidates] = {}
        self._lock = threading.Lock()

    def put(self, deck_id: uuid.UUID, candidates: Candidates) -> None:
        with self._lock:
            self._sealed[deck_id] = candidates
            if len(self._sealed) > _CACHED_DECKS_MAX:
                del self._sealed[next(iter(self._sealed))]

    def pop(self, deck_id: uuid.UUID) -> Candidates | None:
        with self._lock:
            return self._sealed.pop(deck_id, None)

    def clear(self) -> None:
        with self._lock:
            self._sealed.clear()


cache = _Cache()


def fresh(
    *,
    table_id: uuid.UUID,
    number: int,
    n: int,
    chain: bytes = NO_CHAIN,
    candidates: Candidates | None = None,
) -> NextDeck:
    """A new sealed deck of `n` cards for a table's hand `number`, not stored yet.

    `candidates`: given ones instead of random ones, for tests.
    """
    decks = candidates or Candidates.fresh(n)
    deck_id = uuid.UUID(bytes=decks.deck_id)
    roots = b"".join(decks.seal().roots)
    cache.put(deck_id, decks)
    return NextDeck(
        table_id=table_id,
        number=number,
        deck_id=deck_id,
        n=n,
        roots=roots,
        sealed=seal(bound_to=deck_id, data=b"".join(decks.masters), kind=Kind.CANDIDATES),
        chain=chain,
    )


def store(rows: Iterable[NextDeck]) -> None:
    """Store, and so publish, the next decks of tables; each replaces the table's previous one."""
    run(*storing(rows))


def storing(rows: Iterable[NextDeck]) -> list[Statement]:
    """The statement that stores next decks; none without decks."""
    names = [field.attname for field in NextDeck._meta.concrete_fields]
    values = values_of(rows, *names)
    return [(_STORE, [as_json(values)])] if values else []


def publish(
    *,
    table_id: uuid.UUID,
    number: int,
    n: int,
    chain: bytes = NO_CHAIN,
    candidates: Candidates | None = None,
) -> NextDeck:
    """Seal a new deck (see `fresh`) and store it."""
    row = fresh(table_id=table_id, number=number, n=n, chain=chain, candidates=candidates)
    store([row])
    return row


def candidates_of(row: NextDeck) -> Candidates:
    """The secret decks of a row; never shown to viewers."""
    _kind, data = unseal(bound_to=row.deck_id, sealed=bytes(row.sealed))
    return Candidates(row.deck_id.bytes, row.n, tuple(pieces(data, MASTER_BYTES)))


def locked(table_id: uuid.UUID) -> NextDeck | None:
    """The deck of a table's next hand, with its row locked."""
    (rows,) = run(locking([table_id]))
    return made(rows[0]) if rows else None


def locking(table_ids: Collection[uuid.UUID]) -> Statement:
    """The statement that locks and selects the decks of some tables' next hands."""
    return _LOCK, [list(table_ids)]


def made(row: Sequence[Any]) -> NextDeck:
    """The deck of a row that `locking` selected."""
    return COLUMNS.make(row)


def promise(row: NextDeck, *, seat: int, user_id: uuid.UUID, commit: str) -> None:
    """Store the hash of a player's cut. Repeating it with the same hash changes nothing.

    Raises `CutRefused` CUTS_LOCKED or CUT_ALREADY.
    """
    known = row.cut_commits.get(str(seat))
    mine = {"user": str(user_id), "hash": commit}
    if known == mine:
        return
    if row.locked_at is not None:
        raise CutRefused("CUTS_LOCKED", "The cuts for the next hand are closed.")
    if known is not None and known["user"] == mine["user"]:
        raise CutRefused("CUT_ALREADY", "You have already cut this deck.")
    row.cut_commits[str(seat)] = mine
    row.save(update_fields=["cut_commits"])


def lock(row: NextDeck, *, at: datetime.datetime, cutters: Mapping[int, uuid.UUID]) -> None:
    """Close the list of cuts; a cut counts if its seat still belongs to its player.

    The caller stores the row.
    """
    row.cut_commits = {
        seat: made
        for seat, made in row.cut_commits.items()
        if str(cutters.get(int(seat))) == made["user"]
    }
    row.locked_at = at


def show(row: NextDeck, *, seat: int, user_id: uuid.UUID, cut: bytes) -> None:
    """Store a cut of 32 bytes that matches its hash. Repeating it changes nothing.

    Raises `CutRefused` CUTS_OPEN (not locked yet) or CUT_NOT_PROMISED.
    """
    if row.locked_at is None:
        raise CutRefused("CUTS_OPEN", "Cuts are revealed after their list is closed.")
    made = row.cut_commits.get(str(seat))
    if made != {"user": str(user_id), "hash": hash_of(row.deck_id, seat, cut)}:
        raise CutRefused("CUT_NOT_PROMISED", "This cut does not match the hash you sent.")
    if str(seat) not in row.cuts:
        row.cuts[str(seat)] = cut.hex()
        row.save(update_fields=["cuts"])


def hash_of(deck_id: uuid.UUID, seat: int, cut: bytes) -> str:
    """The hash by which a seat commits to a cut."""
    return cut_commit_of(deck_id.bytes, seat, cut).hex()


def awaits_cuts(row: NextDeck) -> bool:
    """Whether a player has not yet revealed the cut they committed to."""
    return set(row.cut_commits) != set(row.cuts)


def take(row: NextDeck, *, number: int, hand_id: uuid.UUID) -> TakenDeck:
    """The deck for hand `number`, with the revealed cuts, and the deck after it."""
    decks = cache.pop(row.deck_id) or candidates_of(row)
    cuts = {int(seat): bytes.fromhex(cut) for seat, cut in row.cuts.items()}
    cut = row.published_part.cut(cuts)
    deal = deal_of(
        cut,
        hand_id=hand_id.bytes,
        masters=decks.masters,
        cut_commits={int(s): bytes.fromhex(made["hash"]) for s, made in row.cut_commits.items()},
        cuts=cuts,
        chain=bytes(row.chain),
    )
    chain = bytes.fromhex(deal["chain"])
    after = fresh(table_id=row.table_id, number=number + 1, n=row.n, chain=chain)
    picked = decks.each[cut.pick]
    return TakenDeck(DealtDeck.of_candidate(cut, picked), picked.master, deal, after)


def discard(row: NextDeck) -> None:
    """Open a deck in full that will not be dealt. The caller deletes or replaces the row."""
    OpenedDeck.objects.create(
        deck_id=row.deck_id,
        table_id=row.table_id,
        n=row.n,
        roots=bytes(row.roots),
        masters=b"".join(candidates_of(row).masters),
    )
