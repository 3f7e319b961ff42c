"""Gauges of the audit: its findings, and the hands that it has not checked yet."""

from django.db.models import Count

from core.runtime import metrics
from core.runtime.database_gauges import rows_shared
from core.runtime.metrics import Values
from games.hands.audit import Lag, folding_lag
from lobby.moderation.models import AuditFinding


@rows_shared
def _findings() -> dict[str, int]:
    rows = AuditFinding.objects.filter(gone_at=None).values_list("kind").annotate(Count("pk"))
    return dict(rows.order_by())


@rows_shared
def _lag() -> Lag:
    return folding_lag()


def _by_check() -> Values:
    found = _findings()
    return {("all",): sum(found.values()), **{(check,): n for check, n in found.items()}}


FINDINGS = metrics.gauge(
    "audit_findings",
    "Findings of the audits of ledger, hands and logs that a full audit still finds, by check",
    "check",
    read=_by_check,
)
HANDS_WAITING = metrics.gauge(
    "audit_hands_waiting",
    "Hands that the audit has not folded again yet",
    read=lambda: {(): _lag().hands},
)
OLDEST = metrics.gauge(
    "audit_oldest_hand_seconds",
    "How long the oldest of them has waited",
    read=lambda: {(): _lag().oldest_s},
)
