"""Numbers and dates of pages in the languages of their readers."""

from datetime import date, datetime

from django.template import Context, Template
from django.utils.translation import override

from core.templatetags.numbers import grouped, signed
from tests.support.cases import for_each

SHOWN = Template(
    "{% load numbers %}{{ n|grouped }} {{ n|floatformat:'0g' }} {{ day|date:'SHORT_DATE_FORMAT' }}"
    " | {{ day|date:'YEAR_MONTH_FORMAT' }} | {{ at }}"
)


@for_each(
    ("language", "shown"),
    [
        ("en", "1,234,567 1,234,567 4 May 2026 | May 2026 | May 4, 2026, 3:07 p.m."),
        ("hi", "12,34,567 12,34,567 4 मई 2026 | मई 2026 | 4 मई 2026, 15:07"),
        ("zh-hans", "1,234,567 1,234,567 2026年5月4日 | 2026年5月 | 2026年5月4日 15:07"),
    ],
)
def test_numbers_and_dates_are_written_as_in_the_language(language: str, shown: str) -> None:
    values = {"n": 1234567, "day": date(2026, 5, 4), "at": datetime(2026, 5, 4, 15, 7)}
    with override(language):
        assert SHOWN.render(Context(values)) == shown


def test_a_change_has_its_sign_in_every_language() -> None:
    with override("hi"):
        assert [signed(n) for n in (123456, 0, -5)] == ["+1,23,456", "0", "−5"]
        assert grouped(None) == ""
