"""Generated names that are free: for bots, and as suggestions for guests."""

import random
from collections.abc import Iterator
from itertools import islice

from accounts.people.models import User
from accounts.people.names import generator, spelling

_CANDIDATES_COUNT = 24
"""Names checked at once: the first half plain, the rest with numbers."""
_system_random = random.SystemRandom()


def untaken(candidates: Iterator[str]) -> Iterator[str]:
    """Those of endless `candidates` that are free, checked 24 in a query."""
    while True:
        some = {spelling.name_key(one): one for one in islice(candidates, _CANDIDATES_COUNT)}
        for key in User.objects.filter(name_key__in=some).values_list("name_key", flat=True):
            del some[key]
        yield from some.values()


def suggested_name() -> str:
    """A friendly name that was free just now; one query."""
    return next(untaken(generator.for_guests(_system_random)))
