"""The geometry of plots: positions of lines, bars, columns and labels in an SVG.

The templates `games/parts/plot_line.html` and `plot_bars.html` draw lines and bars 360 units wide,
with a title, a sentence that says the same, and the numbers as a table; `staff/chart.html` draws
columns, `games/odds/plots.html` stacked columns and divided bars. Numbers are written in the
reader's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.messages import catalogue

WIDTH_PX = 360
_LINE_HEIGHT_PX = 190
_LEFT_PX, _RIGHT_PX, _TOP_PX, _BOTTOM_PX = 46, 8, 10, 24
_BAR_STEP_PX, _BAR_HEIGHT_PX, _BAR_LEFT_PX, _BAR_RIGHT_PX = 30, 14, 118, 74


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment by its Unix time in milliseconds; a page shows it in the reader's time zone.

    `text` is for readers without scripts.
    """

    ms: int
    text: str


@dataclass(frozen=True, slots=True)
class LinePlot:
    """A line over time; `path` and `area` are SVG paths. `shows`: "date" or "time" of its moments.

    `ends` are its first and last moment, each with its place on the axis.
    """

    title: str
    words: str
    height: int
    path: str
    area: str
    base: float
    shows: str
    ends: tuple[tuple[float, Moment], ...]
    y_ticks: tuple[Tick, ...]
    end: tuple[float, float]
    rows: tuple[tuple[Moment, str], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its label, its formatted value, its position; `mark` is the expected value."""

    label: str
    text: str
    y: float
    x: float
    width: float
    below: bool
    text_x: float
    mark: float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column or a part of one: its value, the tooltip, the label below it, its CSS class."""

    count: int
    title: str = ""
    label: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column with its position."""

    x: float
    y: float
    width: float
    height: float
    title: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class BarPlot:
    """Horizontal bars from a common line."""

    title: str
    words: str
    height: int
    base: float
    bars: tuple[Bar, ...]


def line_plot(
    points: Sequence[tuple[Moment, float]],
    *,
    shows: str,
    title: str,
    words: str,
    table: int = 12,
) -> LinePlot:
    """A stepped line through points in order of time.

    The value holds until the next point. The table has the last `table` points.
    """
    xs, ys = [moment.ms for moment, _y in points], [y for _moment, y in points]
    ticks = _round_ticks(min(ys), max(ys))
    low, high = ticks[0], ticks[-1]
    bottom = _LINE_HEIGHT_PX - _BOTTOM_PX

    def across(x: float) -> float:
        span = xs[-1] - xs[0]
        part = (x - xs[0]) / span if span else 1.0
        return round(_LEFT_PX + part * (WIDTH_PX - _LEFT_PX - _RIGHT_PX), 1)

    def up(y: float) -> float:
        return round(bottom - (y - low) / (high - low) * (bottom - _TOP_PX), 1)

    path = f"M{across(xs[0])} {up(ys[0])}"
    path += "".join(f"H{across(x)}V{up(y)}" for x, y in list(zip(xs, ys, strict=True))[1:])
    end = across(xs[-1]), up(ys[-1])
    return LinePlot(
        title=title,
        words=words,
        height=_LINE_HEIGHT_PX,
        path=path,
        area=f"{path}V{bottom}H{across(xs[0])}Z",
        base=bottom,
        shows=shows,
        ends=((across(xs[0]), points[0][0]), (WIDTH_PX - _RIGHT_PX, points[-1][0])),
        y_ticks=tuple(Tick(up(y), catalogue().short(y)) for y in ticks),
        end=end,
        rows=tuple((moment, catalogue().number(y)) for moment, y in points[-table:]),
    )


def bar_plot(
    values: Sequence[tuple[str, float, str]],
    *,
    title: str,
    words: str,
    marks: Sequence[float] = (),
) -> BarPlot:
    """Bars of (label, value, formatted value); `marks` are the expected values."""
    numbers = [value for _label, value, _text in values]
    low, high = min(0.0, *numbers, *marks), max(0.0, *numbers, *marks)
    scale = (WIDTH_PX - _BAR_LEFT_PX - _BAR_RIGHT_PX) / ((high - low) or 1.0)

    def across(value: float) -> float:
        return round(_BAR_LEFT_PX + (value - low) * scale, 1)

    bars = []
    for number, (label, value, text) in enumerate(values):
        ends = sorted((across(0.0), across(value)))
        mark = across(marks[number]) if marks else None
        bars.append(
            Bar(
                label=label,
                text=text,
                y=number * _BAR_STEP_PX + 4,
                x=ends[0],
                width=round(max(1.0, ends[1] - ends[0]), 1),
                below=value < 0,
                text_x=max(ends[1], mark or 0.0) + 6,
                mark=mark,
            )
        )
    return BarPlot(title, words, len(values) * _BAR_STEP_PX, across(0.0), tuple(bars))


def column_plot(
    columns: Sequence[Column], *, width: int, height: int, gap: int = 4
) -> tuple[DrawnColumn, ...]:
    """Columns from left to right; the largest value has the full height."""
    top = max((column.count for column in columns), default=0) or 1
    return stacked_plot([(column,) for column in columns], top, width=width, height=height, gap=gap)


def stacked_plot(
    stacks: Sequence[Sequence[Column]],
    top: int,
    *,
    width: float,
    height: float,
    gap: float,
    least: float = 0.0,
) -> tuple[DrawnColumn, ...]:
    """Columns from left to right, each of parts from the bottom up; `top` has the full height.

    A part is at least `least` high, so that a small one can be seen.
    """
    step = width / max(1, len(stacks))
    drawn = []
    for number, parts in enumerate(stacks):
        below = 0
        for part in parts:
            below += part.count
            drawn.append(
                DrawnColumn(
                    x=round(number * step + gap / 2, 2),
                    y=round(height * (1 - below / top), 2),
                    width=round(step - gap, 2),
                    height=round(max(height * part.count / top, least), 2),
                    title=part.title,
                    label=part.label,
                    kind=part.kind,
                )
            )
    return tuple(drawn)


def divided_bar(
    parts: Sequence[Column], *, left: float, width: float, height: float
) -> tuple[DrawnColumn, ...]:
    """A horizontal bar from `left`, divided in proportion to its parts."""
    whole = sum(part.count for part in parts) or 1
    drawn, before = [], 0
    for part in parts:
        drawn.append(
            DrawnColumn(
                x=round(left + width * before / whole, 2),
                y=0,
                width=round(width * part.count / whole, 2),
                height=height,
                title=part.title,
                label=part.label,
                kind=part.kind,
            )
        )
        before += part.count
    return tuple(drawn)


def round_up(highest: int) -> int:
    """The next number of one round digit (or 15, 150, …) that is not below a positive one."""
    power = int(10 ** (len(str(highest)) - 1))
    steps = (tenths * power // 10 for tenths in (10, 15, 20, 30, 40, 50, 60, 80, 100))
    return next(number for number in steps if number >= highest)


def _round_ticks(low: float, high: float) -> list[float]:
    """Three to five round numbers that enclose a range."""
    span = (high - low) or max(abs(high), 1.0)
    step = 10.0 ** (len(f"{int(span)}") - 1)
    for part in (0.25, 0.5, 1.0, 2.5, 5.0, 10.0):
        first = int(low // (step * part))
        last = -int(-high // (step * part))
        if last - first <= 4:
            return [n * step * part for n in range(first, max(last, first + 1) + 1)]
    raise AssertionError("ten steps enclose any range")
