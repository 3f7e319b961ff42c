"""Fields stop where the server stops: by characters, with two for a line break."""

from playwright.async_api import Page

from tests.frontend.conftest import run

COUNTED = "counted.js"


async def typed(page: Page, tag: str, most: int, text: str, more: str = "") -> str:
    """The part of a text that a field with this length keeps when it is typed."""
    await run(page, COUNTED, "0")
    await page.evaluate(
        f"document.body.innerHTML = '<{tag} id=f maxlength={most} {more}></{tag}>'; f.focus()"
    )
    await page.keyboard.insert_text(text)
    value = await page.evaluate("f.value")
    await page.evaluate("document.body.replaceChildren()")
    return str(value)


async def test_typing_stops_at_the_length_in_characters(empty_page: Page) -> None:
    assert await typed(empty_page, "input", 5, "abcdefgh") == "abcde"
    assert await typed(empty_page, "input", 5, "👍" * 8) == "👍" * 5
    assert await typed(empty_page, "input", 3, "王伟王伟") == "王伟王"
    # A form sends a line break as two characters.
    assert await typed(empty_page, "textarea", 5, "ab\ncdef") == "ab\nc"


async def test_nothing_is_cut_within_a_grapheme(empty_page: Page) -> None:
    family, syllable = "👨\u200d👩\u200d👧", "क्षि"
    assert await typed(empty_page, "input", 6, family * 2) == family
    assert await typed(empty_page, "input", 7, syllable * 2) == syllable
    assert await typed(empty_page, "input", 100, "कि" * 30, "data-graphemes=20") == "कि" * 20
    assert await typed(empty_page, "input", 9, "é" * 30, "data-graphemes=20") == "é" * 9


async def test_too_much_is_taken_from_what_was_typed_in_the_middle(empty_page: Page) -> None:
    fitted = "m.fitted(x.text, x.caret, x.most)"
    argument = {"text": "abXYZcd", "caret": 5, "most": 5}
    assert await run(empty_page, COUNTED, fitted, argument) == ["abXcd", 3]
