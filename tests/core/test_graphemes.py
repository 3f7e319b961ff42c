"""Graphemes: letters with all their marks, which nothing cuts through."""

from hypothesis import given
from hypothesis import strategies as st

from core import graphemes
from tests.support.cases import for_each

FAMILY, SYLLABLE, FLAG = "👨\u200d👩\u200d👧", "क्षि", "🇮🇳"


@for_each(
    ("text", "count"),
    [("", 0), ("Anna", 4), ("e\u0301", 1), (FAMILY, 1), (SYLLABLE, 1), (FLAG * 2, 2), ("王伟", 2)],
)
def test_a_letter_with_its_marks_counts_once(text: str, count: int) -> None:
    assert graphemes.count(text) == count


def test_a_text_is_cut_between_graphemes() -> None:
    assert graphemes.cut("Anna", 4) == "Anna"
    assert graphemes.cut("Annaa", 4) == "Anna"
    assert graphemes.cut(FLAG * 3, 5) == FLAG * 2
    assert graphemes.cut(SYLLABLE, 3) == ""
    assert graphemes.cut(FAMILY + "x", 5) == FAMILY


@given(st.text(), st.text(), st.integers(0, 20))
def test_a_cut_text_has_the_same_graphemes(text: str, more: str, most: int) -> None:
    kept = graphemes.cut(text + more, most)
    assert len(kept) <= most
    assert (text + more).startswith(kept)
    rest = (text + more)[len(kept) :]
    assert graphemes.count(kept) + graphemes.count(rest) == graphemes.count(text + more)
