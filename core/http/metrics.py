"""Metrics of requests and refusals."""

from core.runtime import metrics

REQUESTS = metrics.histogram(
    "http_request_seconds",
    "Requests that Django answered, by kind of address (api, page, health) and class of status",
    *("kind", "status"),
)
REFUSALS = metrics.counter(
    "refusals",
    "Refusals by code; over rest, over a socket, or at the gate before Django",
    *("transport", "code"),
)


def note_request(path: str, status: int, seconds: float) -> None:
    """Note a request that was answered."""
    if path.startswith("/api/"):
        kind = "api"
    else:
        kind = "health" if path in ("/healthz", "/readyz") else "page"
    REQUESTS.observe(seconds, kind, f"{status // 100}xx")
