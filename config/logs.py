"""Logging: one event a line, plain text locally, JSON in production.

Never logged: cookies, tokens, passwords, keys and cards. `scrub` processes every event, including
those of libraries; it is a safety net, since nobody should pass such values to a logger. How
requests are named without their URLs is in `config.web.request_log`.
"""

import logging
import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from config.web.request_log import HIDDEN, DropRepeatedLines, hide_request, name_route

# Field names whose values are never written, at any depth.
_SECRET_FIELD = re.compile(
    r"cookie|token|passw|secret|authori[sz]ation|session|api_?key|deck|cards?$|hole|seed|pick",
    re.IGNORECASE,
)
# The same in text: `token=...`, `"password": "..."`, `Cookie: ...`.
_SECRET_TEXT = re.compile(
    r"(?P<name>(?:set-)?cookie|[\w-]*token|password\d?|secret[\w-]*|authorization|sessionid"
    r"|__Host-\w+|deck|cards)(?P<gap>[\"']?\s*[:=]\s*)"
    r"(?P<value>\[[^\]]*\]|\([^)]*\)|\"[^\"]*\"|'[^']*'|(?:bearer |basic )?[^\s,;&}]+)",
    re.IGNORECASE,
)
# Two or more cards in a row, as text: "As Kd", ['Th', '2c'].
_CARD_TEXT = re.compile(r"(?:(?<![\w])[2-9TJQKA][cdhs](?![\w])[\s,'\"]*){2,}")

_ACCESS_LOGS = ("django.server", "django.channels.server", "uvicorn.access")
_QUOTING = (
    "uvicorn",
    "uvicorn.error",
    "daphne",
    "websockets",
    "django.db.backends",
    "django.template",
)


def scrub_text(text: str) -> str:
    """`text` without the current request's URL, values after secret names, and runs of cards."""
    text = hide_request(text)
    text = _SECRET_TEXT.sub(lambda m: f"{m['name']}{m['gap']}{HIDDEN}", text)
    return _CARD_TEXT.sub(HIDDEN + " ", text)


def _scrub_value(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return scrub_text(value)
    if depth > 6:
        return HIDDEN
    if isinstance(value, dict):
        return {
            key: HIDDEN if _SECRET_FIELD.search(str(key)) else _scrub_value(inner, depth + 1)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        # As text first: a list of cards is recognised only as a whole.
        whole = str(value)
        if scrub_text(whole) != whole:
            return HIDDEN
        return [_scrub_value(inner, depth + 1) for inner in value]
    if isinstance(value, int | float | bool | None):
        return value
    return scrub_text(str(value))


def scrub(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """structlog processor: the event without secrets."""
    for key in list(event):
        if key in ("exc_info", "stack_info", "_record", "_from_structlog", "positional_args"):
            continue
        event[key] = HIDDEN if _SECRET_FIELD.search(key) else _scrub_value(event[key])
    return event


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def logging_for(style: str, *, level: str) -> dict[str, Any]:
    """Django's LOGGING; also configures structlog. `style` is "plain" or "json".

    Tracebacks are rendered before scrubbing, without local variables (which can be cards).
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: Processor
    if style == "json":
        last = structlog.processors.JSONRenderer()
    else:
        last = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    scrub,
                    last,
                ],
                "foreign_pre_chain": [*_shared(), name_route],
            }
        },
        "filters": {"once": {"()": DropRepeatedLines}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["once"],
            },
            "none": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Without handlers of its own, so that each event is one line in our format.
            "django": {"handlers": [], "propagate": True, "level": level},
            # These lines quote whole request lines; our own line has the same data.
            **{key: {"handlers": ["none"], "propagate": False} for key in _ACCESS_LOGS},
            # Below warnings, these quote paths, headers and parameters of statements.
            **{key: {"handlers": [], "propagate": True, "level": "WARNING"} for key in _QUOTING},
            # Each attempt of an outage would be a line; what failed for want of it says so.
            "psycopg.pool": {"level": "ERROR"},
            "asyncio": {"level": max(logging.getLevelName(level), logging.WARNING)},
        },
    }
