"""Fragments: kept by their values, and blind to everything else on the page."""

import uuid

from django.template import Context, Template
from django.utils import translation

from core.templatetags.fragments import fragment, fragments
from core.templatetags.numbers import grouped, signed
from games.stats.queries.leaderboards import Row

NAV = "parts/site_nav.html"


def test_a_fragment_is_rendered_once_for_the_same_values_and_language() -> None:
    first = fragment(NAV, at="lobby:home", rules_of="holdem", signed_in=True)
    assert 'aria-current="page">Lobby' in first
    assert "My hands" in first
    assert fragment(NAV, at="lobby:home", rules_of="holdem", signed_in=True) is first
    assert fragment(NAV, at="games:hands", rules_of="holdem", signed_in=True) != first
    with translation.override("de"):
        assert fragment(NAV, at="lobby:home", rules_of="holdem", signed_in=True) is not first


def test_a_fragment_does_not_see_the_page_around_it() -> None:
    tag = f"{{% load fragments %}}{{% fragment '{NAV}' at='' rules_of='holdem' %}}"
    page = Template(tag).render(Context({"signed_in": True, "at": "lobby:home"}))
    assert "My hands" not in page
    assert "aria-current" not in page


def test_equal_values_of_two_types_are_two_fragments() -> None:
    foot = "parts/site_foot.html"
    assert fragment(foot, rules_of="holdem", staff=1) is not fragment(
        foot, rules_of="holdem", staff=True
    )


def test_rows_are_fragments_one_after_the_other() -> None:
    def row(name: str, **named: bool) -> Row:
        return Row(1, uuid.UUID(int=1), name, 1, 2.0, "+2", 12_345, **named)

    page = "games/parts/board_row.html"
    text = fragments(page, [row("<b>"), row("Asha")], measure="net")
    assert text.index("&lt;b&gt;") < text.index("Asha")
    assert "12,345" in text
    assert "you" not in text
    assert 'class="you"' in fragments(page, [row("Asha", you=True)], measure="net")


def test_grouped_numbers() -> None:
    shown = {1_234_567: "1,234,567", -5_000: "−5,000", 0: "0", None: ""}
    assert {number: grouped(number) for number in shown} == shown


def test_changes_of_chips_have_a_sign() -> None:
    shown = {20: "+20", -1234: "−1,234", 0: "0"}
    assert {number: signed(number) for number in shown} == shown
