"""Settings shared by all modes. Each mode sets secrets, addresses and services."""

import os
import sys
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy

from config.settings.environment import number, words
from config.settings.limits import *  # noqa: F403
from config.settings.service_urls import database_entry

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# One thread a process for NumPy's products, before NumPy is imported here or in a worker: the
# processes share the cores, and waiting threads made a bot's turn ten times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


# Seconds without any answer after which PostgreSQL is asked whether it answers anybody.
DB_ANSWER_S = number("DB_ANSWER_S", 3)
# Each connection is to a primary; a dead network is noticed within about ten seconds.
LINE = {
    "target_session_attrs": "read-write",
    "connect_timeout": 3,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}


def database(url: str, *, is_replica: bool = False) -> dict[str, Any]:
    """Django's entry for a PostgreSQL database, with a connection pool.

    CONN_MAX_AGE stays 0: under ASGI a persistent connection leaks with its thread; the pool keeps
    them. Health checks: after a restart of PostgreSQL the pool must not hand out dead connections.
    Raises `UrlError`.
    """
    entry = database_entry(url, "REPLICA_URL" if is_replica else "DATABASE_URL")
    server = {"target_session_attrs": "standby"} if is_replica else {}
    options = {**LINE, **server, **entry["OPTIONS"]}
    options["pool"] = {
        "min_size": 2,
        "max_size": number("DB_POOL", 12),
        # Nobody waits long for a replica: the primary answers too.
        "timeout": 1 if is_replica else 5,
        "reconnect_timeout": 30,  # see config.database.pool
    }
    return entry | {
        "ENGINE": "config.database.engine",
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
        # Behind a pooler in transaction mode no cursor outlives its transaction.
        "DISABLE_SERVER_SIDE_CURSORS": not number("DB_SERVER_CURSORS", 1),
    }


def databases(url: str, replica: str = "") -> dict[str, Any]:
    """Django's DATABASES: the primary, and the replica if there is one. Raises `UrlError`."""
    found = {"default": database(url)}
    return found | {"replica": database(replica, is_replica=True)} if replica else found


DATABASE_ROUTERS = ["core.runtime.replica.Router"]

# Time-out in seconds for connecting to Valkey, and for an answer.
VALKEY_TIMEOUT_S = number("VALKEY_TIMEOUT_S", 2)
# After a call without an answer, one call is tried in this many seconds (core.runtime.valkey).
VALKEY_REST_S = number("VALKEY_REST_S", 5)


def channel_layers(
    url: str, prefix: str = "cards", *, timeout_s: float = VALKEY_TIMEOUT_S
) -> dict[str, Any]:
    """The Pub/Sub layer: it resubscribes its groups when Valkey restarts, the core layer does not.

    `socket_timeout` is None because a subscription may be silent for long; senders and subscribers
    set their own time-outs (lobby.tables.transaction.notifications).
    """
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {
                        "address": url,
                        "socket_timeout": None,
                        "socket_connect_timeout": timeout_s,
                    }
                ],
                "prefix": prefix,
                "on_reconnect": "layer.reconnected",
            },
        }
    }


def caches(
    url: str, prefix: str = "cards", *, timeout_s: float = VALKEY_TIMEOUT_S
) -> dict[str, Any]:
    """Django's cache in Valkey. Its data may be lost at any time."""
    return {
        "default": {
            "BACKEND": "core.runtime.cache.ValkeyCache",
            "LOCATION": url,
            "KEY_PREFIX": prefix,
            "OPTIONS": {
                "socket_timeout": timeout_s,
                "socket_connect_timeout": timeout_s,
            },
        }
    }


# HOST:PORT where processes serve metrics, each on the first free port from there on; none if empty.
METRICS_ADDRESS = os.environ.get("METRICS_ADDRESS", "")
# The OTLP/HTTP address that gets traces of one of so many actions; none if empty.
TRACES_ENDPOINT = os.environ.get("TRACES_ENDPOINT", "")
TRACES_EVERY = number("TRACES_EVERY", 100)

# Old keys that may still encrypt decks; new encryption uses DECK_KEY.
DECK_KEY_FALLBACKS = words("DECK_KEY_FALLBACKS")
# Whom a push service asks about messages of this house: a mailto: or https: address.
VAPID_CONTACT = os.environ.get("VAPID_CONTACT") or "mailto:cardhouse@localhost"
# The key that FAIR_KEY replaces, for `manage.py rotate_fair_key` alone.
FAIR_KEY_BEFORE = os.environ.get("FAIR_KEY_BEFORE", "")
# Days for which the whole deck of a finished hand is kept.
DECKS_KEPT_DAYS = number("DECKS_KEPT_DAYS", 90)
ACTIONS_PACKED_AFTER_DAYS = number("ACTIONS_PACKED_AFTER_DAYS", 7)
# Milliseconds after a hand in which the lock of the next deck waits for commitments to cuts.
CUT_COMMITS_WAIT_MS = number("CUT_COMMITS_WAIT_MS", 1_500)
# Milliseconds after the lock in which a deck is not thrown away for want of a cut.
CUTS_WAIT_MS = number("CUTS_WAIT_MS", 4_000)

# Seconds in which a used refresh token gets its response again (accounts.people.actions.devices).
REFRESH_GRACE_S = number("REFRESH_GRACE_S", 30)

DEBUG = False
ALLOWED_HOSTS: list[str] = []

INSTALLED_APPS = [
    *(["daphne"] if "runserver" in sys.argv else []),  # first; it adds websockets to that command
    "config",
    "core",
    "accounts",
    "games",
    "lobby",
    "unfold.apps.BasicAppConfig",  # for its templates; the site is ours
    "config.admin_site.StaffPagesConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "channels",
    "pgtrigger",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# Middleware before allauth's must not read or replace request.user: allauth sets it for clients
# that log in by token. So RequestId logs no user.
MIDDLEWARE = [
    "config.web.middleware.RequestId",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.web.middleware.ContentSecurity",
    "config.web.static.StaticFiles",
    "config.web.middleware.Compression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.web.middleware.LogInCookies",
    "config.web.middleware.MethodAnswer",
    "config.web.middleware.BusyAnswer",
]

ROOT_URLCONF = "config.urls"
CSRF_FAILURE_VIEW = "config.web.error_pages.csrf_failure"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.people.context_processors.conduct",
                "accounts.people.context_processors.wallet",
                "lobby.tables.context_processors.tables",
            ]
        },
    }
]

# People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# Only one backend, so that an unknown name takes as long as a wrong password.
AUTHENTICATION_BACKENDS = ["accounts.people.backends.ByName"]
PASSWORD_HASHERS = [
    "accounts.people.log_in.hashers.PooledArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # a new address replaces the old one when confirmed
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "accounts.people.log_in.adapter.Adapter"
# In addition to allauth's; accounts.people.log_in.limits explains how failed log-ins are counted.
# Many people may share an address, so an address alone is counted generously.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {
    "login": "160/m/ip",
    "login_failed": "5/300s/key",
    "login_failed_name": "50/h/key",
    "login_failed_network": "60/m/key",
    "reset_password": "60/m/ip,5/m/key",
    "reset_password_from_key": "60/m/ip",
    "signup": "80/m/ip",
}
ACCOUNT_FORMS = {
    "signup": "accounts.people.forms.SignupForm",
    "login": "accounts.people.log_in.allauth_forms.LoginForm",
    "add_email": "accounts.people.log_in.allauth_forms.ChangeEmailForm",
    "change_password": "accounts.people.log_in.allauth_forms.ChangePasswordForm",
    "set_password": "accounts.people.log_in.allauth_forms.SetPasswordForm",
    "reset_password": "accounts.people.log_in.allauth_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.people.log_in.allauth_forms.NewPasswordForm",
    "reauthenticate": "accounts.people.log_in.allauth_forms.PasswordAgainForm",
}
MFA_ADAPTER = "accounts.people.log_in.second_factor.Adapter"
MFA_FORMS = {
    "authenticate": "accounts.people.log_in.allauth_forms.CodeForm",
    "reauthenticate": "accounts.people.log_in.allauth_forms.CodeAgainForm",
    "activate_totp": "accounts.people.log_in.allauth_forms.SetUpFactorForm",
}
MFA_TOTP_ISSUER = "Cardhouse"
# Only the current code: allauth remembers only the last used code, so with any tolerance a code
# could be used twice.
MFA_TOTP_TOLERANCE = 0
MFA_ALLOW_UNVERIFIED_EMAIL = True  # log-in is by name; only confirmed addresses get links
# Staff pages need a session that was opened with a second factor.
STAFF_SECOND_FACTOR = True
# How many of our proxies add to X-Forwarded-For; rate limits count the address before them.
ALLAUTH_TRUSTED_PROXY_COUNT = number("TRUSTED_PROXIES", 0)

# Only in the database: a session must end everywhere at once, so none is cached.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# Identifies browsers (accounts.people.household); whether one address counts as one household.
DEVICE_COOKIE_NAME = "device"
HOUSEHOLD_BY_ADDRESS = bool(number("HOUSEHOLD_BY_ADDRESS", 1))
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# The API ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.people.api.authentication.Bearer",
        "accounts.people.api.authentication.Browser",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["core.http.parsing.SmallJSON"],
    "DEFAULT_RENDERER_CLASSES": ["core.http.rendering.Json"],
    "DEFAULT_THROTTLE_CLASSES": ["core.http.throttles.Quota"],
    "DEFAULT_SCHEMA_CLASS": "core.http.openapi.Schema",
    "EXCEPTION_HANDLER": "core.http.exception_handler.answer",
    "URL_FORMAT_OVERRIDE": None,  # `format` is a filter of ours; media types are asked by Accept
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Apps in a web view: the origins of theirs that may read the API's answers (CORS). Tokens alone:
# credentials stay off, so a browser neither sends our cookies with such a request nor shows the
# answer to one that has them. The defaults are those of Capacitor and Ionic, on iOS and Android.
APP_ORIGINS = words(
    "APP_ORIGINS", "capacitor://localhost ionic://localhost http://localhost https://localhost"
)
CORS_ALLOWED_ORIGINS = APP_ORIGINS
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = ["accept", "authorization", "content-type", "if-none-match", "x-request-id"]
CORS_EXPOSE_HEADERS = [
    "Allow",
    "Content-Disposition",
    "ETag",
    "Left-Out",
    "Link",
    "Location",
    "Next-Cursor",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
]
SPECTACULAR_SETTINGS = {
    "TITLE": "Cardhouse",
    "VERSION": "1",
    "DESCRIPTION": "The card room's API for apps and bots. Start at /api/ with a first client; "
    "the rules for bots are at /conduct/.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/img/favicon.svg",
    "SORT_OPERATIONS": False,
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "the server that serves this document"}],
    "POSTPROCESSING_HOOKS": ["config.api.documents.complete"],
}

# Leaderboards: how many seasons (calendar months) a page offers; older ones keep their addresses.
SEASONS_LISTED = number("SEASONS_LISTED", 24)

# Pages --------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# A language is offered once its translation is complete, including scripts. Until then a browser
# that asks for another language gets English throughout: no page is partly translated.
LANGUAGES = [("en", "English"), ("hi", "हिन्दी"), ("zh-hans", "简体中文")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATIC_KEPT: Path | None = None
"""Where files of earlier releases are, for pages that were opened in their time."""
STATICFILES_DIRS: list[Any] = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.web.message_files.MessagesFinder",
]
# The bundled modules of the table page, which a release has (scripts/bundles.mjs); None: the page
# loads its modules one by one.
BUNDLES: Path | None = None
# None: only production collects files; other modes serve them from their source folders.
STATIC_ROOT: Path | None = None
WHITENOISE_ALLOW_ALL_ORIGINS = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# Staff pages; core.admin.site makes the sidebar --------------------------------------------------
UNFOLD = {
    "SITE_TITLE": "Cardhouse staff",
    "SITE_HEADER": "Cardhouse",
    "SITE_SUBHEADER": "Staff",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _: static("img/favicon.svg")}
    ],
    "THEME": "dark",
    "STYLES": [lambda _: static("css/tokens.css"), lambda _: static("css/staff.css")],
    "DASHBOARD_CALLBACK": "lobby.moderation.admin.dashboard.dashboard",
    "ACCOUNT": {
        "navigation": [
            {"title": "Change password", "link": reverse_lazy("account_change_password")}
        ]
    },
}

# Where vulnerabilities are reported (mailto: or https:), for /.well-known/security.txt; empty:
# security@ at the site's own host, as RFC 2142 has it.
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "")

# Headers; config.web.middleware.ContentSecurity sets the content security policy ---------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
