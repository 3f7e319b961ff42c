"""`for_each` runs every case, and names each that fails."""

import pytest

from tests.support.cases import for_each


def test_every_case_runs_and_each_failure_is_named() -> None:
    seen = []

    @for_each(("low", "high"), [(1, 2), (4, 3), (6, 5)], ids=["right", "first", "second"])
    def ordered(low: int, high: int) -> None:
        seen.append(low)
        assert low < high

    with pytest.raises(ExceptionGroup, match="2 of 3 cases fail") as failed:
        ordered()
    assert seen == [1, 4, 6]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["case first"],
        ["case second"],
    ]


@for_each("number", [1, 2])
def test_cases_share_the_fixtures_of_the_test(tmp_path, number: int) -> None:
    assert len(list(tmp_path.iterdir())) == number - 1
    (tmp_path / str(number)).touch()


def test_no_cases_are_an_error() -> None:
    with pytest.raises(ValueError, match="no cases"):
        for_each("number", [])
