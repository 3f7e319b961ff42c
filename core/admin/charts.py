"""Sections of the staff pages with a chart of columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from core.plots import Column, DrawnColumn, column_plot

WIDTH_PX, HEIGHT_PX = 720, 96


@dataclass(frozen=True, slots=True)
class Chart:
    """A section with a bar chart; `note` is shown below it."""

    title: str
    columns: Sequence[Column]
    empty: str = "Nothing."
    note: str = ""
    kind: ClassVar[str] = "chart"
    width: ClassVar[int] = WIDTH_PX
    height: ClassVar[int] = HEIGHT_PX

    @property
    def bars(self) -> tuple[DrawnColumn, ...]:
        """The columns from left to right."""
        return column_plot(self.columns, width=WIDTH_PX, height=HEIGHT_PX)
