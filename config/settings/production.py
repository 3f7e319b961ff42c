"""Production: all secrets and addresses come from the environment; config.checks finds gaps.

Nothing here raises: the checks collect all problems and report them together.
"""

import os
from pathlib import Path

from config.logs import logging_for
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    BASE_DIR,
    STATICFILES_DIRS,
    caches,
    channel_layers,
)
from config.settings.environment import hosts_of, number, words
from config.settings.service_urls import UrlError, valkey_url

MODE = "production"
# Both are read, so that setting them is refused with a message instead of being ignored.
DEBUG = os.environ.get("DEBUG", "") not in ("", "0")

STAFF_SECOND_FACTOR = os.environ.get("STAFF_SECOND_FACTOR") != "0"

SECRET_KEY = os.environ.get("SECRET_KEY") or "unset"
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
DECK_KEY = os.environ.get("DECK_KEY", "")
FAIR_KEY = os.environ.get("FAIR_KEY", "")
VAPID_KEY = os.environ.get("VAPID_KEY", "")

DATABASE_URL = os.environ.get("DATABASE_URL", "")
# Only for migrations; the program itself must not have it.
OWNER_DATABASE_URL = os.environ.get("OWNER_DATABASE_URL") or DATABASE_URL
VALKEY_URL = valkey_url(os.environ.get("VALKEY_URL", ""))
REPLICA_URL = os.environ.get("REPLICA_URL", "")
try:
    DATABASES = databases(DATABASE_URL, REPLICA_URL)
except UrlError:
    DATABASES = databases("postgresql://unset.invalid/unset")
CACHES = caches(VALKEY_URL or "redis://unset.invalid/0")
CHANNEL_LAYERS = channel_layers(VALKEY_URL or "redis://unset.invalid/0")

ALLOWED_ORIGINS = words("ALLOWED_ORIGINS")
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or hosts_of(ALLOWED_ORIGINS)
CSRF_TRUSTED_ORIGINS = [origin for origin in ALLOWED_ORIGINS if "://" in origin]

SECURE_SSL_REDIRECT = True
# The container itself requests its health, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = number("HSTS_SECONDS", 60 * 60 * 24 * 365)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"
DEVICE_COOKIE_NAME = "__Host-device"
ALLAUTH_TRUSTED_PROXY_COUNT = number("TRUSTED_PROXIES", 1)
TRUSTED_PROXIES_SET = bool(os.environ.get("TRUSTED_PROXIES"))
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

# Links that confirm an address or reset a password; without a server they are logged.
if EMAIL_HOST := os.environ.get("EMAIL_HOST", ""):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_USE_TLS = True
EMAIL_TIMEOUT = 10
EMAIL_HOST_USER = os.environ.get("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_PASSWORD", "")
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or "cardhouse@localhost"

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.web.static.ManifestStorage"},
}
if (BASE_DIR / "bundles/names.json").is_file():
    BUNDLES = BASE_DIR / "bundles"
    STATICFILES_DIRS = [*STATICFILES_DIRS, ("bundles", BUNDLES)]
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles")
STATIC_KEPT = Path(kept) if (kept := os.environ.get("STATIC_KEPT")) else None
WHITENOISE_USE_FINDERS = False
WHITENOISE_AUTOREFRESH = False

LOGGING = logging_for("json", level=os.environ.get("LOG_LEVEL", "INFO"))
