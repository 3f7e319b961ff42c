"""Many small cases in one test.

A parametrised test costs several milliseconds a case, whatever it checks: every process collects
it, sets it up and reports it. Where a case takes less than that, and needs no fixture of its own,
one test goes through all of them, and its failure names each case that fails.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
PARAM = type(pytest.param())


def for_each(
    names: str | Sequence[str],
    values: Iterable[Any],
    ids: Callable[[Any], str] | Sequence[str] = repr,
) -> Callable[[Test], Test]:
    """Call the test with each value, as `pytest.mark.parametrize` does, within one test.

    All cases share the test's fixtures. Raises an `ExceptionGroup` with the errors of all cases
    that fail, each with its name. Raises `ValueError` if there is no case.
    """
    cases = list(values)
    if not cases:
        raise ValueError(f"no cases of {names}")
    received = list(map(ids, cases)) if callable(ids) else ids
    given = [names] if isinstance(names, str) else names

    def arguments(case: Any) -> dict[str, Any]:
        if isinstance(case, PARAM):
            case = case.values
        elif isinstance(names, str):
            case = [case]
        return dict(zip(given, case, strict=True))

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            errors = []
            for case, name in zip(cases, received, strict=True):
                try:
                    test(**fixtures, **arguments(case))
                except Exception as error:
                    error.add_note(f"case {name}")
                    errors.append(error)
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(cases)} cases fail", errors)

        signature = inspect.signature(test)
        others = [one for one in signature.parameters.values() if one.name not in given]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate
