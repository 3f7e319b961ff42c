"""Secrets and cards never reach the log, even if they are passed to a logger."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
import structlog

from config.logs import HIDDEN, logging_for, scrub_text


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The output of the JSON log, with structlog configured as in production."""
    out = io.StringIO()
    before = structlog.get_config()
    configured = logging_for("json", level="DEBUG")
    handler = logging.StreamHandler(out)
    formatter = configured["formatters"]["line"]
    handler.setFormatter(
        formatter["()"](
            processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"]
        )
    )
    logger = logging.getLogger("scrubbed")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    yield out
    logger.removeHandler(handler)
    structlog.configure(**before)


SECRETS = {
    "password": "correct-horse",
    "token": "t0psecret",
    "api_key": "t0psecret",
    "Cookie": "__Host-session=t0psecret",
    "authorization": "Bearer t0psecret",
    "sessionid": "t0psecret",
    "deck": [1, 2, 3],
    "cards": ["As", "Kd"],
    "hole_cards": "7c7d",
    "master_pick": "9f9f",
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_field_with_a_secret_name_is_hidden(written: io.StringIO, name: str) -> None:
    logger = structlog.get_logger("scrubbed")
    logger.info("event", **{name: SECRETS[name]}, nested={"deeper": {name: SECRETS[name]}}, seat=3)
    line = json.loads(written.getvalue())
    assert line[name] == HIDDEN
    assert line["nested"]["deeper"][name] == HIDDEN
    assert line["seat"] == 3
    assert line["level"] == "info"


@pytest.mark.parametrize(
    "text",
    [
        "POST token=t0psecret done",
        'body {"password": "t0psecret", "name": "Anna"}',
        "Cookie: __Host-session=t0psecret; other=1",
        "Authorization: Bearer t0psecret",
        "hole is As Kd now",
        "dealt ['Th', '2c', '9s']",
        "cards=(12, 51, 3)",
    ],
)
def test_a_secret_inside_a_sentence_is_hidden(written: io.StringIO, text: str) -> None:
    logging.getLogger("scrubbed").warning("a library says: %s", text)
    line = json.loads(written.getvalue())["event"]
    assert HIDDEN in line
    for secret in ("t0psecret", "As Kd", "Th", "2c", "51"):
        assert secret not in line


def test_a_traceback_has_no_local_variables_and_no_secrets(written: io.StringIO) -> None:
    try:
        local_hand = "Qs Qd"
        raise ValueError(f"password={local_hand!r}")
    except ValueError:
        logging.getLogger("scrubbed").exception("failed")
    assert "Traceback" in written.getvalue()
    assert "Qs" not in written.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "table teak-42 hand 17 seq 5 took 12.5 ms",
        "As a rule the dealer waits",
        "GET /t/as-kd-club/ 200",
        "Teen Patti: 2 players, boot 10",
    ],
)
def test_ordinary_sentences_are_not_changed(text: str) -> None:
    assert scrub_text(text) == text
