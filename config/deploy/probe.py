"""Requests this container's own /healthz; exit status 0 if it answers. Standard library only.

The Host header must be one of ours, because others are refused.
"""

import os
import sys
import urllib.request
from urllib.parse import urlsplit

PORT = os.environ.get("PORT") or "8000"
ORIGIN = os.environ.get("ALLOWED_ORIGINS", "").replace(",", " ").split()[0]

request = urllib.request.Request(
    f"http://127.0.0.1:{PORT}/healthz", headers={"Host": urlsplit(ORIGIN).netloc}
)
with urllib.request.urlopen(request, timeout=4) as answer:  # noqa: S310
    sys.exit(answer.status != 200)
