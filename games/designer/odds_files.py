"""Whole tables of odds as documents. Pure, for worker processes: each takes about a second."""

from core.http.documents import Document
from games.odds.browse import read_table
from games.odds.export import FORMATS

KINDS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "notebook": "text/csv; charset=utf-8",
}
"""The media type of each of `FORMATS`."""


def table_document(run_order: str, suits: str, ending: str) -> Document:
    """All 22,100 hands of a ranking in one of `FORMATS`; raises `RulesError`."""
    return Document.of(
        "".join(FORMATS[ending](read_table(run_order, suits))).encode(), KINDS[ending]
    )
