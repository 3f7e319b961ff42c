"""The invariants after a storm: the answers that people received against the stored data.

Pure: it compares two lists. Each check yields a sentence for each finding. There are five checks
because a sum of zero proves nothing: an action that was lost, or carried out twice, or chips that
left a wallet and never reached a seat, leave every sum as it was.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Asked:
    """A request of a person under one key, however often it was sent, and its answers."""

    person: str
    key: str
    received: list[int | None] = field(default_factory=list)
    """The `seq` of each acknowledgement."""
    refused: int = 0
    unanswered: int = 0

    @property
    def certainly_not(self) -> bool:
        """Return whether every answer was a refusal."""
        return bool(self.refused) and not self.received and not self.unanswered


@dataclass(slots=True)
class Act(Asked):
    """An action of a hand."""

    hand: str = ""
    seq: int = 0
    kind: str = ""
    amount: int | None = None
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Brought(Asked):
    """Chips from a wallet to a table; `uid` is the entry's."""

    uid: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A stored action."""

    hand: str
    seq: int
    person: str
    kind: str
    amount: int | None
    auto: str
    key: str


@dataclass(frozen=True, slots=True)
class Chips:
    """A person's chips by the ledger and the tables, and by the person's own account."""

    before: int
    wallet: int
    at_tables: int
    nets: int
    received: int | None
    """None: the person could not leave their table."""


@dataclass(slots=True)
class Story:
    """All data to compare."""

    acts: list[Act]
    brought: list[Brought]
    rows: list[Row]
    entries: list[tuple[str, int]]
    """The uid and the chips of each stored buy-in of these people."""
    people: dict[str, Chips]
    nets: dict[tuple[str, str], int]
    """Each stored result, by hand and person."""
    nets_told: dict[tuple[str, str], int]
    numbers: dict[str, list[int]]
    """The numbers of each table's hands, in order."""
    accounts: list[tuple[str, int, int]]
    """Name, balance, and the sum of the postings."""
    escrows: list[tuple[str, int, int]]
    """Name, balance, and the chips of the table's seats."""
    hands: dict[str, int]
    """The number of finished hands of each game."""


def lost(story: Story) -> Iterator[str]:
    """Yield acknowledged requests that are not stored as they were answered."""
    rows = {(row.hand, row.seq): row for row in story.rows}
    for act in story.acts:
        for seq in act.received:
            row = rows.get((act.hand, seq or 0))
            if row is None:
                yield f"hand {act.hand}: {act.kind} was acknowledged as {seq} but is not stored"
            elif (row.person, row.kind, row.amount) != (act.person, act.kind, act.amount):
                yield f"hand {act.hand}: {act.kind} was acknowledged as {seq}, but {row} is stored"
    entries = dict(story.entries)
    for brought in story.brought:
        if brought.received and entries.get(brought.uid) != brought.amount:
            stored = entries.get(brought.uid)
            yield f"{brought.uid}: {brought.amount} were acknowledged, {stored} are stored"
    for where, net in story.nets_told.items():
        if story.nets.get(where) != net:
            yield f"hand {where[0]}: {net:+} was shown, {story.nets.get(where)} is stored"


def twice(story: Story) -> Iterator[str]:
    """Yield requests that are stored twice, although refused, or although nobody made them."""
    acts = {act.key: act for act in story.acts}
    by_people = [row for row in story.rows if not row.auto]
    for key, times in Counter(row.key for row in by_people if row.key in acts).items():
        if times > 1:
            yield f"the key {key} is stored with {times} actions"
    for act in story.acts:
        received = sorted(set(act.received), key=str)
        if len(received) > 1:
            yield f"hand {act.hand}: one {act.kind} was acknowledged as {received}"
    for row in by_people:
        if row.key not in acts:
            yield f"hand {row.hand}: nobody asked for {row.kind} at {row.seq}"
        elif acts[row.key].certainly_not:
            yield f"hand {row.hand}: {row.kind} at {row.seq} had been refused"
    brought = {each.uid: each for each in story.brought}
    for uid, times in Counter(uid for uid, _ in story.entries).items():
        if times > 1:
            yield f"{uid} is stored {times} times"
        if uid not in brought:
            yield f"{uid}: nobody asked for that"
        elif brought[uid].certainly_not:
            yield f"{uid} had been refused"


def gaps(story: Story) -> Iterator[str]:
    """Yield gaps in the numbers of a hand's actions and of a table's hands, 1, 2, 3 and so on."""
    seqs: dict[str, list[int]] = defaultdict(list)
    for row in story.rows:
        seqs[row.hand].append(row.seq)
    for what, all_numbers in (("hand", seqs), ("table", story.numbers)):
        for name, numbers in all_numbers.items():
            if sorted(numbers) != list(range(1, len(numbers) + 1)):
                yield f"{what} {name} is numbered {sorted(numbers)}"


def sums(story: Story) -> Iterator[str]:
    """Yield a nonzero sum of all accounts."""
    total = sum(balance for _, balance, _ in story.accounts)
    if total:
        yield f"all accounts sum to {total:+}"


def drift(story: Story) -> Iterator[str]:
    """Yield accounts and people whose balance differs from the ledger."""
    for name, balance, right in [*story.accounts, *story.escrows]:
        if balance != right:
            yield f"{name} holds {balance}, not {right}"
    for name, chips in story.people.items():
        if chips.wallet + chips.at_tables != chips.before + chips.nets:
            yield f"person {name}: began with {chips.before}, won {chips.nets:+}, has {chips}"
        if chips.received != chips.wallet:
            yield f"person {name}: received {chips.received} chips, the ledger has {chips.wallet}"


CHECKS: dict[str, Callable[[Story], Iterator[str]]] = {
    check.__name__: check for check in (lost, twice, gaps, sums, drift)
}


def faults(story: Story) -> dict[str, list[str]]:
    """Return the sentences of every check."""
    return {name: list(check(story)) for name, check in CHECKS.items()}
