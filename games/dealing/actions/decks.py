"""The deck of a table's next hand: published, locked, cut, and dealt or thrown away.

    fresh     the candidates are sealed; their commitment is published with the deal before
    promise   a player commits to a cut by its hash
    lock      the plan of the hand and the list of those hashes are final
    show      the player shows the cut
    take      the hand is opened with the deck after all locked cuts; a new deck is published
    end       the hand is over: its deck ends in the table's chain
    throw     or the deck is thrown away: it ends in the chain, opened in full

The caller decides whose cuts count and when (`lobby.tables.play.cuts`). The deck's row is locked
last. JSON columns are never changed in place: changes are found by comparing values.
"""

import datetime
import threading
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.runtime.sql import Columns, Statement, as_json, run, values_of
from games.dealing.encryption import Kind, seal, unseal
from games.dealing.models import NextDeck, OpenedDeck, ThrownDeck
from games.dealing.signing import sign_chain, sign_lock
from games.engines.core.contract import NextHand
from games.fair.deck import MASTER_BYTES, Candidates, DealtDeck, pieces
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.deck import CutDeck
from games.fair.tfair2.hashes import TFAIR2, cut_commit_of
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import Reason, deal_of, end_of, thrown_of

_CACHED_DECKS_MAX = 500
"""The most decks whose candidates are kept: 24 MB of trees."""
MISSES_REMEMBERED_DECKS_MAX = 50
"""Over how many of a table's decks a missed cut is remembered."""
SECOND_MISS_DECKS_MAX = 10
"""For how many decks nobody asks a person again who missed two cuts."""
COLUMNS = Columns(NextDeck, "d")
"""The columns of a statement whose rows `made` converts."""
_LOCK = f"""
SELECT {COLUMNS.sql} FROM games_nextdeck d WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE
"""  # noqa: S608 -- own names
_BYTES = ("roots", "commit", "sealed", "chain")
_TYPES = {
    "table_id": "uuid",
    "no": "int",
    "game": "text",
    "deck_id": "uuid",
    "n": "smallint",
    **dict.fromkeys(_BYTES, "text"),
    "ended_no": "int",
    "last": "jsonb",
    "tfair1": "bool",
    "cut_commits": "jsonb",
    "cuts": "jsonb",
    "asked": "jsonb",
    "commits_until": "timestamptz",
    "locked_at": "timestamptz",
    "line": "jsonb",
    "asked_again": "jsonb",
    "misses": "jsonb",
    "not_asked": "jsonb",
}
_STORE = f"""
INSERT INTO games_nextdeck ({", ".join(_TYPES)})
SELECT {", ".join(f"decode({c}, 'base64')" if c in _BYTES else c for c in _TYPES)}
FROM jsonb_to_recordset(%s::jsonb) AS r({", ".join(f"{c} {t}" for c, t in _TYPES.items())})
ORDER BY table_id
ON CONFLICT (table_id) DO UPDATE SET
{", ".join(f"{c} = excluded.{c}" for c in _TYPES if c != "table_id")}
"""  # noqa: S608 -- own names


class CutRefused(Exception):
    """A cut that is refused; `code` is that of the refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class TakenDeck:
    """The deck of a hand about to be opened; `deal` is everything published about it.

    `next` is the table's next deck, not stored yet.
    """

    deck: DealtDeck
    master: bytes = field(repr=False)
    deal: dict[str, Any]
    next: NextDeck


class Ended(NamedTuple):
    """How the deck of a hand ended: the hash of what was played, and the table's chain with it.

    The signature of the chain is stored, because its key may be replaced before a record is read.
    """

    play_hash: bytes
    chain: bytes
    signature: bytes


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


def first(*, table_id: uuid.UUID, game: str, n: int) -> NextDeck:
    """The first sealed deck of a table, of `n` cards, not stored yet."""
    return _sealed(NextDeck(table_id=table_id, no=1, game=game, n=n, chain=NO_CHAIN, ended_no=0))


def fresh(row: NextDeck) -> NextDeck:
    """The sealed deck after a table's deck that was dealt or thrown away; not stored yet."""
    return _sealed(
        NextDeck(
            table_id=row.table_id,
            no=row.no + 1,
            game=row.game,
            n=row.n,
            chain=row.chain,
            ended_no=row.ended_no,
            last=row.last,
            tfair1=row.tfair1,
            misses=row.misses,
        )
    )


def _sealed(row: NextDeck) -> NextDeck:
    decks = Candidates.fresh(row.n, TFAIR2)
    row.deck_id = uuid.UUID(bytes=decks.deck_id)
    row.roots = b"".join(decks.roots)
    row.commit = row.published_part.commit
    data = b"".join(decks.masters)
    row.sealed = seal(bound_to=row.deck_id, data=data, kind=Kind.CANDIDATES)
    since = row.no - MISSES_REMEMBERED_DECKS_MAX
    row.misses = {user: nos for user, nos in row.misses.items() if nos[-1] >= since}
    row.not_asked = [user for user, nos in row.misses.items() if _rests(nos, row.no)]
    cache.put(row.deck_id, decks)
    return row


def _rests(misses: Sequence[int], no: int) -> bool:
    """Whether a person with these misses is not asked for a cut of deck `no`."""
    recent = [missed for missed in misses if missed >= no - MISSES_REMEMBERED_DECKS_MAX]
    if len(recent) < 2:
        return False
    rest = SECOND_MISS_DECKS_MAX if len(recent) == 2 else MISSES_REMEMBERED_DECKS_MAX
    return no - recent[-1] <= rest


def storing(rows: Iterable[NextDeck]) -> list[Statement]:
    """The statement that stores next decks; none without decks."""
    values = values_of(rows, *_TYPES)
    return [(_STORE, [as_json(values)])] if values else []


def publish_first(*, table_id: uuid.UUID, game: str, n: int) -> NextDeck:
    """Seal the first deck of a table and store it."""
    row = first(table_id=table_id, game=game, n=n)
    run(*storing([row]))
    return row


def candidates_of(row: NextDeck) -> Candidates:
    """The secret decks of a row; never shown to viewers."""
    _kind, data = unseal(bound_to=row.deck_id, sealed=bytes(row.sealed))
    masters = tuple(pieces(data, MASTER_BYTES))
    return Candidates(row.deck_id.bytes, row.n, masters, TFAIR2)


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

    Raises `CutRefused` CUTS_LOCKED, CUT_NOT_ASKED or CUT_ALREADY.
    """
    known = row.cut_commits.get(str(seat))
    mine = {"user": str(user_id), "hash": commit}
    if known == mine:
        return
    if known is not None and known["user"] == mine["user"]:
        # Locked or not: a slower window of theirs must know whose hash the lock has.
        raise CutRefused("CUT_ALREADY")
    if row.locked_at is not None:
        raise CutRefused("CUTS_LOCKED")
    if str(user_id) in row.not_asked:
        raise CutRefused("CUT_NOT_ASKED")
    row.cut_commits = {**row.cut_commits, str(seat): mine}
    row.save(update_fields=["cut_commits"])


def lock(
    row: NextDeck,
    *,
    at: datetime.datetime,
    plan: Plan,
    line: NextHand,
    users: Mapping[int, uuid.UUID],
    cutters: Collection[int],
) -> None:
    """Fix the plan of the hand and the list of its cuts; the caller stores the row.

    `users`: those of all taken seats, by seat. A cut counts if its seat is in the plan, may cut
    (`cutters`) and still belongs to its player.
    """
    row.cut_commits = {
        seat: one
        for seat, one in row.cut_commits.items()
        if int(seat) in cutters and str(users.get(int(seat))) == one["user"]
    }
    row.line = {
        "plan": plan.to_json(),
        "terms": dict(line.terms),
        "missed_blinds": {str(seat): owed for seat, owed in line.missed_blinds.items()},
        "users": {str(seat): str(user) for seat, user in users.items()},
    }
    row.locked_at, row.asked = at, []
    part = row.locked_part
    assert part is not None
    row.line = {**row.line, "signature": sign_lock(part.lock)}


def line_of(row: NextDeck) -> tuple[NextHand, dict[int, str]]:
    """The next hand that the lock fixed, and its users by seat; the first button it may have."""
    assert row.line is not None
    plan, missed = row.line["plan"], row.line["missed_blinds"]
    drawn = tuple(plan["button"])
    line = NextHand(
        seats=tuple(plan["seats"]),
        button=drawn[0],
        terms=row.line["terms"],
        missed_blinds={int(seat): owed for seat, owed in missed.items()},
        drawn=drawn if len(drawn) > 1 else (),
    )
    return line, {int(seat): user for seat, user in row.line["users"].items()}


def show(row: NextDeck, *, seat: int, user_id: uuid.UUID, cut: bytes) -> None:
    """Store a cut of 32 bytes that matches its hash. Repeating it changes nothing.

    Raises `CutRefused` CUTS_OPEN (not locked yet) or CUT_NOT_PROMISED.
    """
    if row.locked_at is None:
        raise CutRefused("CUTS_OPEN")
    made = row.cut_commits.get(str(seat))
    if made != {"user": str(user_id), "hash": hash_of(bytes(row.commit), seat, cut)}:
        raise CutRefused("CUT_NOT_PROMISED")
    if str(seat) not in row.cuts:
        row.cuts = {**row.cuts, str(seat): cut.hex()}
        row.save(update_fields=["cuts"])


def hash_of(commit: bytes, seat: int, cut: bytes) -> str:
    """The hash by which a seat commits to a cut."""
    return cut_commit_of(commit, seat, cut).hex()


def missing(row: NextDeck) -> list[int]:
    """The seats whose locked cut has not come; none before the lock."""
    if row.locked_at is None:
        return []
    return sorted(int(seat) for seat in row.cut_commits if seat not in row.cuts)


def cut(row: NextDeck, absent: Collection[int] = ()) -> CutDeck:
    """The locked deck after all its cuts, dealt without the seats that left after the lock."""
    part = row.locked_part
    assert part is not None
    return part.cut(row.shown_cuts, tuple(absent))


def take(row: NextDeck, cut: CutDeck, *, number: int, hand_id: uuid.UUID) -> TakenDeck:
    """The deck for hand `number` after its cuts, and the deck after it."""
    decks = cache.pop(row.deck_id) or candidates_of(row)
    deal = deal_of(cut, masters=decks.masters, hand_id=hand_id.bytes, number=number)
    picked = decks.each[cut.pick]
    return TakenDeck(DealtDeck.of_candidate(cut, picked), picked.master, deal, fresh(row))


def end(row: NextDeck, deal: Mapping[str, Any], play_hash: bytes) -> Ended:
    """End the dealt deck before `row` in the table's chain; the caller stores the row."""
    ended = end_of(deal, play_hash=play_hash, chain=bytes(row.chain))
    chain = bytes.fromhex(ended["chain"])
    signature = sign_chain(chain)
    row.chain, row.ended_no, row.last = chain, ended["no"], {**ended, "signature": signature}
    return Ended(play_hash, chain, bytes.fromhex(signature))


def throw(row: NextDeck, reason: Reason, *, left: Collection[int] = ()) -> None:
    """Throw a deck away that will not be dealt; the caller replaces the row, or deletes it.

    `left`: the seats that are to blame for `TOO_FEW_LEFT`. A locked cut that is missing is noted
    for its player.
    """
    part = row.locked_part
    thrown = thrown_of(
        part.sealed if part is not None else row.published_part,
        masters=candidates_of(row).masters,
        reason=reason,
        chain=bytes(row.chain),
        locked=part,
        cuts=row.shown_cuts,
        left=sorted(left),
    )
    chain = bytes.fromhex(thrown["chain"])
    deck = {**thrown, "signature": sign_chain(chain)}
    ThrownDeck.objects.create(
        table_id=row.table_id, no=row.no, deck_id=row.deck_id, deck={**deck, "day": None}
    )
    row.chain, row.ended_no, row.last = chain, row.no, deck
    if reason is Reason.CUT_MISSING:
        row.misses = {**row.misses}
        for seat in deck["blamed"]:
            user = row.cut_commits[str(seat)]["user"]
            row.misses[user] = [*row.misses.get(user, []), row.no]


def replace_tfair1(row: NextDeck, *, game: str, chain: bytes) -> NextDeck:
    """Open a deck of TFAIR1 in full; returns the table's first one of TFAIR2, not stored yet.

    `chain`: the table's by TFAIR1, with which that of TFAIR2 begins.
    """
    _kind, data = unseal(bound_to=row.deck_id, sealed=bytes(row.sealed))
    OpenedDeck.objects.create(
        deck_id=row.deck_id, table_id=row.table_id, n=row.n, roots=bytes(row.roots), masters=data
    )
    after = NextDeck(table_id=row.table_id, no=1, game=game, n=row.n, chain=chain, ended_no=0)
    after.tfair1 = chain != NO_CHAIN
    return _sealed(after)
