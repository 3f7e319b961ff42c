"""Send what is noted: a thread beside a dealer, so that no table waits for a push service.

An alert is claimed by moving its `due_at` forward in a short transaction, and sent with nothing
locked. If the process dies, another one tries again when the claim is over.
"""

import datetime
import hashlib
import http.client
import threading
from collections.abc import Callable
from smtplib import SMTPException

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import close_old_connections, transaction
from django.urls import reverse
from django.utils import timezone
from msgspec import json

from accounts.alerts import endpoints, web_push
from accounts.alerts.models import Alert, PushSubscription
from accounts.alerts.queries import address_of, choices_of
from accounts.alerts.unsubscribing import unsubscribe_token
from accounts.people.models import User
from core.clock import database_now
from core.messages import catalogue

LOOK_EVERY_S = 1.0
ALERTS_PER_RUN_MAX = 20
ATTEMPTS_MAX = 4
FIRST_RETRY_AFTER = datetime.timedelta(seconds=10)
"""The pause after the first attempt, which is also its claim; it doubles with each."""
RATE_WINDOW = datetime.timedelta(hours=1)
MAIL_CODE = 0
"""Stands for the e-mail among the subscriptions that are left."""
GONE = frozenset({404, 410})
"""The push service knows this browser no more."""

log = structlog.get_logger("alerts")


def run_due() -> int:
    """Send the alerts that are due; returns their number."""
    alerts = _claim()
    for alert in alerts:
        try:
            _send(alert)
        except Exception:
            log.exception("an alert could not be sent", alert=alert.pk)
    return len(alerts)


def _claim() -> list[Alert]:
    with transaction.atomic():
        now = database_now()
        rows = Alert.objects.select_for_update(skip_locked=True).filter(due_at__lte=now)
        alerts = list(rows.order_by("due_at")[:ALERTS_PER_RUN_MAX])
        for alert in alerts:
            over = alert.expires_at <= now or alert.attempts >= ATTEMPTS_MAX
            alert.due_at = None if over else now + FIRST_RETRY_AFTER * 2**alert.attempts
            alert.attempts += 1
        Alert.objects.bulk_update(alerts, ["due_at", "attempts"])
    return [alert for alert in alerts if alert.due_at is not None]


def _send(alert: Alert) -> None:
    user = User.objects.get(pk=alert.user_id)
    left = [*_push(alert, user), *_mail(alert, user)] if _may_be_told(user) else []
    alert.left = left
    if not left:
        alert.due_at = None
    alert.save(update_fields=["left", "due_at"])


def _may_be_told(user: User) -> bool:
    """Not on a break, locked out or told too much already."""
    if not user.is_active or user.is_locked_out or user.is_any_bot:
        return False
    now = timezone.now()
    if user.break_until is not None and user.break_until > now:
        return False
    lately = Alert.objects.filter(user=user, created_at__gt=now - RATE_WINDOW)
    return lately.count() <= settings.ALERTS_PER_HOUR


def _push(alert: Alert, user: User) -> list[int]:
    """Send an alert to the user's browsers; returns the ids of those to be tried again."""
    if not settings.VAPID_KEY or alert.kind not in choices_of(user).push:
        return []
    browsers = PushSubscription.objects.filter(user=user)
    if alert.left is not None:
        browsers = browsers.filter(pk__in=alert.left)
    payload = json.encode(message(alert, user))
    return [browser.pk for browser in browsers if not _reaches(browser, alert, payload)]


def message(alert: Alert, user: User) -> dict[str, str]:
    """The texts that the service worker shows, in the user's language, and the page to open."""
    texts = catalogue(user.language or None)
    return {
        "title": texts.text(f"accounts.alert.{alert.kind}"),
        "body": texts.text(f"accounts.alert.{alert.kind}.at", {"table": alert.table}),
        "path": f"/t/{alert.slug}/",
        "tag": f"{alert.kind}:{alert.slug}",
    }


def _reaches(browser: PushSubscription, alert: Alert, payload: bytes) -> bool:
    """Whether the push service took the message, or never will."""
    now = timezone.now()
    key = web_push.house_key(settings.VAPID_KEY)
    topic = hashlib.sha256(f"{alert.kind}:{alert.slug}".encode()).digest()[:24]
    headers = {
        "Authorization": web_push.authorization(
            browser.endpoint, key=key, contact=settings.VAPID_CONTACT, now_s=int(now.timestamp())
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int((alert.expires_at - now).total_seconds()))),
        "Topic": web_push.base64url(topic),
        "Urgency": "high",
    }
    body = web_push.encrypted(payload, p256dh=bytes(browser.p256dh), auth=bytes(browser.auth))
    try:
        status = endpoints.post(browser.endpoint, body, headers)
    except endpoints.UnsafeEndpoint:
        status = 410
    except (OSError, http.client.HTTPException) as error:
        log.info("a push service does not answer", error=type(error).__name__)
        return False
    if status in GONE:
        browser.delete()
    elif status >= 400:
        log.info("a push service refused a message", status=status)
    return status != 429 and status < 500


def _mail(alert: Alert, user: User) -> list[int]:
    """Send an alert to the user's confirmed address; returns `MAIL_CODE` to have it tried again."""
    address = address_of(user) if alert.kind in choices_of(user).email else None
    if address is None or (alert.left is not None and MAIL_CODE not in alert.left):
        return []
    said, site = message(alert, user), settings.ALLOWED_ORIGINS[0]
    leave = f"{site}{reverse('accounts:unsubscribe', args=[unsubscribe_token(user)])}"
    note = catalogue(user.language or None).text("accounts.alert.unsubscribe", {"link": leave})
    mail = EmailMessage(
        said["title"],
        f"{said['body']}\n\n{site}{said['path']}\n\n{note}\n",
        to=[address],
        headers={
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        log.info("an e-mail could not be sent", error=type(error).__name__)
        return [MAIL_CODE]
    return []


class AlertThread:
    """Finds and sends alerts each second, until it is stopped."""

    def __init__(self, find: Callable[[], None]) -> None:
        """`find` notes the alerts of a higher layer."""
        self._find = find
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop soon; what is claimed is left to another process."""
        self._stopping.set()
        self._thread.join(endpoints.TIMEOUT_S)

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_EVERY_S):
            try:
                self._find()
                run_due()
            except Exception:
                log.warning("alerts could not be sent; retrying", exc_info=True)
            finally:
                close_old_connections()
