"""Files that are sent as they are made, for pages and for the API."""

from collections.abc import AsyncIterator, Iterator

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.http.response import StreamingHttpResponse

from games.odds import OddsTable
from games.odds.export import FORMATS


def table_file(request: HttpRequest, table: OddsTable, ending: str) -> StreamingHttpResponse:
    """A whole table of odds in one of `FORMATS`."""
    kind = "application/json" if ending == "json" else "text/csv"
    suits = "-" + "".join(table.ranking.suits) if table.ranking.suits else ""
    file = f"odds-{table.ranking.run_order}{suits}.{'csv' if ending == 'notebook' else ending}"
    return streamed(request, FORMATS[ending](table), kind, file)


def streamed(
    request: HttpRequest, pieces: Iterator[str], kind: str, file: str
) -> StreamingHttpResponse:
    """Pieces of text as they are made, in the way of the server that asks."""
    content = _slowly(pieces) if isinstance(request, ASGIRequest) else pieces
    answer = StreamingHttpResponse(content, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


async def _slowly(pieces: Iterator[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece
