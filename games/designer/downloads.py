"""Downloads for pages and the API: whole tables of odds, and files generated while sent."""

from collections.abc import AsyncIterator, Iterator

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import StreamingHttpResponse

from core.http.documents import Document
from core.http.serving import serve
from core.runtime.single_flight import SharedCopies
from core.runtime.worker_pools import heavy_pool
from games.designer.odds_files import table_document
from games.engines.dealer_teen_patti.ranking import Ranking

_DAY_S = 24 * 3600
# One table is about 1.3 MB, with all its codings.
_tables: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=24)


def table_file(request: HttpRequest, ranking: Ranking, ending: str) -> HttpResponse:
    """A whole table of odds in one of `FORMATS`, cached in this process; raises Busy."""
    suits = ",".join(ranking.suits)
    document = _tables.get(
        (ranking.run_order, suits, ending),
        lambda: heavy_pool().run(table_document, ranking.run_order, suits, ending),
    )
    name = f"odds-{ranking.run_order}" + (f"-{suits.replace(',', '')}" if suits else "")
    file = f"{name}.{'csv' if ending == 'notebook' else ending}"
    return serve(request, document, max_age_s=_DAY_S, file=file)


def streamed(
    request: HttpRequest, pieces: Iterator[str], kind: str, file: str
) -> StreamingHttpResponse:
    """A response that streams pieces of text as the server (ASGI or WSGI) requires."""
    content = _slowly(pieces) if isinstance(request, ASGIRequest) else pieces
    answer = StreamingHttpResponse(content, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


async def _slowly(pieces: Iterator[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece
