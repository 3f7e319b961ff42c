"""The memory of one table: what was published and told of its decks, and this window's cuts.

It may be kept in a file, so that a program that starts again notices a history that was changed.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from cardhouse_client.tfair2.hashes import NO_CHAIN


@dataclass
class MyCut:
    """A cut of one deck by this window; `acknowledged`: "ok", "other" (another window's), None."""

    seat: int
    cut: str
    hash: str
    commit_acknowledged: str | None
    cut_acknowledged: str | None = None


@dataclass
class Seen:
    """The memory of a table, by the number of the deck."""

    last: int | None = None
    """The last deck that ended; None before the first message."""
    chain: bytes = NO_CHAIN
    number: int | None = None
    """The number of the last hand."""
    dealt: tuple[int, bytes] | None = None
    """The last deck that was dealt, and its digest."""
    unseen: int = 0
    """How many decks ended since, while this connection was down."""
    table_id: str | None = None
    commits: dict[int, bytes] = field(default_factory=dict)
    locks: dict[int, bytes] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)
    """Decks that were sealed before this window came."""
    cuts: dict[int, MyCut] = field(default_factory=dict)
    blamed: list[int] = field(default_factory=list)
    """Decks for which this seat was blamed while its connection was up."""
    by_the_house: list[int] = field(default_factory=list)
    after_lock: list[int] = field(default_factory=list)
    not_arrived: int = 0
    since: int | None = None
    """The deck after which this memory begins."""
    missed: list[tuple[int, list[int]]] = field(default_factory=list)
    """Decks that were thrown away for missing cuts, with the seats that were blamed."""

    def to_json(self) -> dict[str, Any]:
        """Return the memory as JSON values."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Seen":
        """Return the memory that `to_json` wrote."""
        dealt = value["dealt"]
        changed = {
            "chain": bytes.fromhex(value["chain"]),
            "dealt": dealt and (dealt[0], bytes.fromhex(dealt[1])),
            "commits": {int(no): bytes.fromhex(one) for no, one in value["commits"].items()},
            "locks": {int(no): bytes.fromhex(one) for no, one in value["locks"].items()},
            "late": set(value["late"]),
            "missed": [(no, blamed) for no, blamed in value.get("missed", [])],
            "cuts": {int(no): MyCut(**one) for no, one in value["cuts"].items()},
        }
        return cls(**(value | changed))


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(part) for part in value]
    return value
