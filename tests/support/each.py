"""Many short cases in one test: each has its own verdict, without the cost of a test."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
PARAM = type(pytest.param())


def each(
    names: str | Sequence[str],
    cases: Iterable[Any],
    ids: Callable[[Any], Any] | Sequence[str] | None = None,
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, as one test with a subtest for each case.

    To set up a test costs more than to check a line of a table. The cases share the test's
    fixtures: this is for tests that change nothing.
    """
    wanted = (names,) if isinstance(names, str) else tuple(names)
    kept = []
    for number, case in enumerate(cases):
        values = (case,) if len(wanted) == 1 else case
        if isinstance(case, PARAM):
            assert not case.marks, "one test has one set of marks"
            values = case.values
        if isinstance(ids, Sequence):
            name = ids[number]
        else:
            name = getattr(case, "id", None) or "-".join(str((ids or str)(one)) for one in values)
        kept.append((name, dict(zip(wanted, values, strict=True))))
    assert kept, "a test of nothing"

    def as_one(test: Test) -> Test:
        parameters = inspect.signature(test).parameters
        outer = [one for name, one in parameters.items() if name not in wanted]
        nested = "subtests" in parameters  # `test` is another `each`
        if not nested:
            outer.append(inspect.Parameter("subtests", inspect.Parameter.POSITIONAL_OR_KEYWORD))

        @functools.wraps(test)
        def all_cases(subtests: pytest.Subtests, **fixtures: Any) -> None:
            if nested:
                fixtures["subtests"] = subtests
            for name, values in kept:
                with subtests.test(name):
                    test(**fixtures, **values)

        all_cases.__signature__ = inspect.Signature(outer)  # type: ignore[attr-defined]
        return all_cases

    return as_one
