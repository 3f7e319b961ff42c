"""Documents that are the same for everyone: made once, compressed once, identified by an ETag.

Needs no Django, so that documents can be made in a worker process (core.runtime.cpu_pool).
"""

import gzip
import hashlib
from dataclasses import dataclass

import brotli

_BROTLI_LEVEL = 5  # 9 takes three times as long for the same size


@dataclass(frozen=True, slots=True)
class Document:
    """A body with its media type, its compressed forms, and its ETag."""

    kind: str
    etag: str
    plain: bytes
    gzip: bytes
    br: bytes

    @classmethod
    def of(cls, body: bytes, kind: str) -> "Document":
        """Compress a body; one megabyte takes about a quarter of a second."""
        return cls(
            kind=kind,
            etag=hashlib.sha256(body).hexdigest()[:32],
            plain=body,
            gzip=gzip.compress(body, 6, mtime=0),
            br=brotli.compress(body, quality=_BROTLI_LEVEL),
        )
