"""The geometry of plots."""

from core.plots import Column, column_plot, divided_bar, round_up, stacked_plot
from tests.support.each import each


def test_columns_reach_the_full_height_and_keep_their_labels() -> None:
    drawn = column_plot([Column(2, "two", "a"), Column(0), Column(4)], width=30, height=8, gap=2)
    assert [(bar.x, bar.y, bar.width, bar.height) for bar in drawn] == [
        (1, 4, 8, 4),
        (11, 8, 8, 0),
        (21, 0, 8, 8),
    ]
    assert (drawn[0].title, drawn[0].label) == ("two", "a")
    assert column_plot([], width=30, height=8) == ()


def test_parts_are_stacked_from_the_bottom_and_small_ones_can_be_seen() -> None:
    stack = [Column(3, kind="low"), Column(1, kind="high"), Column(0, kind="none")]
    drawn = stacked_plot([stack], 10, width=5, height=100, gap=0, least=0.5)
    assert [(part.kind, part.y, part.height) for part in drawn] == [
        ("low", 70, 30),
        ("high", 60, 10),
        ("none", 60, 0.5),
    ]


def test_a_bar_is_divided_in_proportion() -> None:
    drawn = divided_bar([Column(1), Column(0), Column(3)], left=10, width=80, height=24)
    assert [(part.x, part.width, part.height) for part in drawn] == [
        (10, 20, 24),
        (30, 0, 24),
        (30, 60, 24),
    ]
    assert [part.width for part in divided_bar([Column(0)], left=0, width=9, height=1)] == [0]


@each(
    ("highest", "rounded"),
    [(1, 1), (2, 2), (7, 8), (9, 10), (11, 15), (99, 100), (151, 200), (560, 600), (1_001, 1_500)],
)
def test_an_axis_ends_at_a_round_number(highest: int, rounded: int) -> None:
    assert round_up(highest) == rounded
