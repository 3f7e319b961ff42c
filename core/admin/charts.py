"""Bar charts of the staff pages: an SVG whose coordinates are computed here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

WIDTH, HEIGHT, GAP = 720, 96, 4


@dataclass(frozen=True, slots=True)
class Column:
    """A bar: its value, the tooltip, and the label below it."""

    count: int
    title: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A section with a bar chart; `note` is shown below it."""

    title: str
    columns: Sequence[Column]
    empty: str = "Nothing."
    note: str = ""
    kind: ClassVar[str] = "chart"
    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT

    @property
    def bars(self) -> list[dict[str, Any]]:
        """The bars from left to right; the largest value has the full height."""
        most = max((column.count for column in self.columns), default=0) or 1
        step = WIDTH / max(1, len(self.columns))
        return [
            {
                "x": round(place * step + GAP / 2, 1),
                "y": round(HEIGHT * (1 - column.count / most), 1),
                "width": round(step - GAP, 1),
                "height": round(HEIGHT * column.count / most, 1),
                "title": column.title,
                "label": column.label,
            }
            for place, column in enumerate(self.columns)
        ]
