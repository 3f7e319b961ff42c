"""The catalogue: its files are read, and their keys are those that the code uses."""

import json
import logging
import re
from functools import cache
from pathlib import Path

import pytest
from django.utils.translation import override

from core.messages import Catalogue, InvalidMessage, catalogue, catalogues, languages
from core.messages.parser import parse
from tests.support.modules import modules

ROOT = Path(__file__).parents[3]
USED = re.compile(r"""\btext\(\s*["']([a-z0-9_.]+)["']""")
"""A key that is written out in a call."""


@cache
def sources() -> dict[Path, str]:
    """The texts of our Python modules and of the pages' scripts."""
    scripts = (ROOT / "static/js").rglob("*.js")
    return {path: path.read_text("utf-8") for path in (*modules().values(), *scripts)}


def test_every_source_message_has_a_comment_for_translators() -> None:
    for file in sorted((ROOT / "locale/en").glob("*.json")):
        for key, fields in json.loads(file.read_text("utf-8")).items():
            assert fields.get("comment"), f"{file.stem}.{key}"


def test_english_is_the_source_and_every_language_has_its_keys() -> None:
    assert "en" in languages()
    for language in languages():
        assert catalogue(language).entries.keys() <= catalogue().entries.keys(), language


def test_keys_that_the_code_writes_out_exist() -> None:
    used = {key for text in sources().values() for key in USED.findall(text)}
    assert used
    assert used <= catalogue().entries.keys()


def test_no_key_is_unused() -> None:
    """A key is written out, or made of its group: `.label.${kind}`, or `cards.{form}` of "rank"."""
    everything = "\n".join(sources().values())
    written = set(re.findall(r'"([a-z0-9_.A-Z]+)"', everything))
    made_groups = set(re.findall(r"\.([a-z0-9_]+)\.\$?{", everything))
    made_subjects = set(re.findall(r"\b([a-z0-9_]+)\.\$?{", everything))
    fields = set(re.findall(r"^    ([a-z_]+): Annotated", everything, re.MULTILINE))
    """Fields of events, whose codes have names by them."""
    for key in catalogue().entries:
        subject, group = key.split(".")[:2]
        made = group in made_groups or (group in written and subject in made_subjects)
        assert made or key in written or group in fields, key


def test_a_missing_key_stands_for_its_text_and_is_an_error_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Tests add a handler that fails; here it is away, as in production."""
    monkeypatch.setattr(logging.getLogger("core.messages"), "handlers", [])
    some = Catalogue("en", {"a.b": parse("{n, number}")})
    assert [some.text("a.c"), some.text("a.b")] == ["a.c", "a.b"]
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert "no argument n" in caplog.text


def test_a_reader_without_a_message_of_its_own_gets_the_others() -> None:
    entry = {"me": parse("I"), "to_me": None, "other": parse("they")}
    readers = Catalogue("en", {"a.b": entry})
    texts = {reader: readers.text("a.b", reader=reader) for reader in catalogues.READERS}
    assert texts == {"me": "I", "to_me": "", "other": "they", "spectator": "they"}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"comment": "nothing"}, "fields"),
        ({"text": "one", "me": "two"}, "fields"),
        ({"me": "only"}, "fields"),
        ({"text": "{"}, "some.json: key: no name of an argument"),
    ],
)
def test_a_file_with_a_mistake_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str], why: str
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    (tmp_path / "en").mkdir()
    (tmp_path / "en/some.json").write_text(json.dumps({"key": fields}))
    with pytest.raises(InvalidMessage, match=why):
        catalogues.read_catalogue("en")


def test_texts_are_in_the_language_of_the_present_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    for folder, texts in (("en", {"yes": "yes", "no": "no"}), ("zh_Hans", {"yes": "是"})):
        entries = {key: {"text": text} for key, text in texts.items()}
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.json").write_text(json.dumps(entries))
    catalogues._complete.cache_clear()
    try:
        assert languages() == ["en", "zh-Hans"]
        assert catalogue().text("some.yes") == "yes"
        with override("zh-hans"):
            assert catalogue().language == "zh-Hans"
            assert catalogue().text("some.yes") == "是"
            assert catalogue().text("some.no") == "no", "not translated yet"
        assert catalogue("zh-hans").text("some.yes") == "是"
    finally:
        catalogues._complete.cache_clear()
