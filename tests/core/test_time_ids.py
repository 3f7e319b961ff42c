"""Ids in the order of time."""

import datetime

from core.clock import to_unix_ms
from core.time_ids import time_id

AT = datetime.datetime(2026, 11, 27, 12, tzinfo=datetime.UTC)


def test_an_id_is_a_uuid_of_version_7_that_tells_its_millisecond():
    made = time_id(AT)
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert made.int >> 80 == to_unix_ms(AT)


def test_ids_sort_by_time_and_none_is_made_twice():
    made = [time_id(AT + datetime.timedelta(milliseconds=later)) for later in range(100)]
    assert sorted(made) == made
    assert len({time_id(AT) for _ in range(1_000)}) == 1_000
