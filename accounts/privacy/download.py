"""The download of the data export, for the page and the API."""

from collections.abc import AsyncIterator, Iterator
from functools import partial

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

from accounts.people.models import User
from accounts.privacy.export import archive
from core import rate_limits

EXPORTS_PER_DAY_MAX = 5


def may_export(user: User) -> bool:
    """Count another export; False if the user has reached the daily limit."""
    return rate_limits.within("export", str(user.pk), most=EXPORTS_PER_DAY_MAX, seconds=86_400)


def download(user: User) -> StreamingHttpResponse:
    """The ZIP file, generated while it is sent."""
    answer = StreamingHttpResponse(_sent(archive(user)), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="cardhouse.zip"'
    return answer


async def _sent(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces one by one: the event loop never waits, and memory holds only one."""
    following = partial(next, pieces, None)
    while (piece := await sync_to_async(following)()) is not None:
        yield piece
