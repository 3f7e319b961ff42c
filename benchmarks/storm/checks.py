"""What must hold after a storm: what people were told against what is stored.

Pure: it compares two lists that others made. Each check gives a sentence for each fault. They are
five and not one because a sum of zero proves nothing: an action that was lost, or done twice, or
chips that left a wallet and came to no seat, leave every sum as it was.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Asked:
    """What a person asked for under one key, however often it was sent, and what he was told."""

    person: str
    key: str
    told: list[int | None] = field(default_factory=list)
    """Of each acknowledgement, the `seq` it named."""
    refused: int = 0
    unanswered: int = 0

    @property
    def certainly_not(self) -> bool:
        """Whether every answer was a no."""
        return bool(self.refused) and not self.told and not self.unanswered


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
    """What the ledger and the tables say of a person, and what the person says himself."""

    before: int
    wallet: int
    at_tables: int
    nets: int
    told: int | None
    """None: he could not leave his table."""


@dataclass(slots=True)
class Story:
    """Everything there is to compare."""

    acts: list[Act]
    brought: list[Brought]
    rows: list[Row]
    entries: list[tuple[str, int]]
    """Of each stored buy-in of these people: uid and chips."""
    people: dict[str, Chips]
    nets: dict[tuple[str, str], int]
    """Of each stored result, by hand and person."""
    nets_told: dict[tuple[str, str], int]
    numbers: dict[str, list[int]]
    """Of each table the numbers of its hands, from the first one on."""
    accounts: list[tuple[str, int, int]]
    """Name, balance, and what its postings come to."""
    escrows: list[tuple[str, int, int]]
    """Name, balance, and what the seats of the table hold."""
    hands: dict[str, int]
    """Of each game how many hands were finished."""


def lost(story: Story) -> Iterator[str]:
    """What was acknowledged is stored, as it was asked for, where the answer said."""
    rows = {(row.hand, row.seq): row for row in story.rows}
    for act in story.acts:
        for seq in act.told:
            row = rows.get((act.hand, seq or 0))
            if row is None:
                yield f"hand {act.hand}: {act.kind} was acknowledged as {seq} and is not stored"
            elif (row.person, row.kind, row.amount) != (act.person, act.kind, act.amount):
                yield f"hand {act.hand}: {act.kind} was acknowledged as {seq}, there stands {row}"
    entries = dict(story.entries)
    for brought in story.brought:
        if brought.told and entries.get(brought.uid) != brought.amount:
            stored = entries.get(brought.uid)
            yield f"{brought.uid}: {brought.amount} were acknowledged, {stored} are stored"
    for where, net in story.nets_told.items():
        if story.nets.get(where) != net:
            yield f"hand {where[0]}: {net:+} was shown, {story.nets.get(where)} is stored"


def twice(story: Story) -> Iterator[str]:
    """What was asked for once is stored once, and what was refused, or never asked for, not."""
    acts = {act.key: act for act in story.acts}
    by_people = [row for row in story.rows if not row.auto]
    for key, times in Counter(row.key for row in by_people if row.key in acts).items():
        if times > 1:
            yield f"the key {key} stands at {times} actions"
    for act in story.acts:
        told = sorted(set(act.told), key=str)
        if len(told) > 1:
            yield f"hand {act.hand}: one {act.kind} was acknowledged as {told}"
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
    """Actions of a hand, and hands of a table, are numbered 1, 2, 3 and so on."""
    seqs: dict[str, list[int]] = defaultdict(list)
    for row in story.rows:
        seqs[row.hand].append(row.seq)
    for what, all_numbers in (("hand", seqs), ("table", story.numbers)):
        for name, numbers in all_numbers.items():
            if sorted(numbers) != list(range(1, len(numbers) + 1)):
                yield f"{what} {name} is numbered {sorted(numbers)}"


def sums(story: Story) -> Iterator[str]:
    """All chips together are what they were at the beginning: none."""
    total = sum(balance for _, balance, _ in story.accounts)
    if total:
        yield f"all accounts sum to {total:+}"


def drift(story: Story) -> Iterator[str]:
    """Each account, and each person's own arithmetic, comes to what the ledger has."""
    for name, balance, right in [*story.accounts, *story.escrows]:
        if balance != right:
            yield f"{name} holds {balance}, not {right}"
    for name, chips in story.people.items():
        if chips.wallet + chips.at_tables != chips.before + chips.nets:
            yield f"person {name}: began with {chips.before}, won {chips.nets:+}, has {chips}"
        if chips.told != chips.wallet:
            yield f"person {name}: was told of {chips.told} chips, the ledger has {chips.wallet}"


CHECKS: dict[str, Callable[[Story], Iterator[str]]] = {
    check.__name__: check for check in (lost, twice, gaps, sums, drift)
}


def faults(story: Story) -> dict[str, list[str]]:
    """The sentences of every check."""
    return {name: list(check(story)) for name, check in CHECKS.items()}
