"""Checks that go through many rows a part at a time, so that processes can share the parts out.

Checks of one source read each part together: a hand is read, decrypted and replayed once for all
of them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from core.audit.findings import Finding

Part = TypeVar("Part")
Rows = TypeVar("Rows")
Sums = TypeVar("Sums")


class Share(NamedTuple):
    """One of `of` equal shares of all rows, such as those of a night; together they are all."""

    number: int = 0
    of: int = 1


WHOLE = Share()


@dataclass(frozen=True, slots=True, eq=False)
class Source(Generic[Part, Rows]):
    """Rows that several checks go through: the parts of a share, and how to read one.

    Parts can be pickled. A row belongs to the same share each time.
    """

    parts: Callable[[Share], Iterable[Part]]
    read: Callable[[Part], Rows]


@dataclass(frozen=True, slots=True, eq=False)
class ByPart(Generic[Rows]):
    """A check of each part for itself."""

    source: Source[Any, Rows]
    check: Callable[[Rows], Iterable[Finding]]

    def __call__(self) -> Iterator[Finding]:
        """Go through all parts here."""
        for part in self.source.parts(WHOLE):
            yield from self.check(self.source.read(part))


@dataclass(frozen=True, slots=True, eq=False)
class BySum(Generic[Rows, Sums]):
    """A check of sums over all parts, which a share does not have.

    `add` adds the rows of a part to sums, which can be pickled; `merge` adds the second sums to the
    first; `compare` gives the findings about the total.
    """

    source: Source[Any, Rows]
    empty: Callable[[], Sums]
    add: Callable[[Sums, Rows], object]
    merge: Callable[[Sums, Sums], None]
    compare: Callable[[Sums], Iterable[Finding]]

    def __call__(self) -> Iterator[Finding]:
        """Go through all parts here."""
        total = self.empty()
        for part in self.source.parts(WHOLE):
            self.add(total, self.source.read(part))
        yield from self.compare(total)
