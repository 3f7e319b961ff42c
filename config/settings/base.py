"""Settings that every mode shares. Secrets, addresses and services are set by the mode."""

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.templatetags.static import static
from django.urls import reverse_lazy

BASE_DIR = Path(__file__).resolve().parent.parent.parent


def words(name: str, default: str = "") -> list[str]:
    """The comma- or space-separated words of an environment variable."""
    return os.environ.get(name, default).replace(",", " ").split()


def number(name: str, default: int) -> int:
    """A whole number from the environment; an empty value counts as absent."""
    return int(os.environ.get(name) or default)


def host_of(origin: str) -> str | None:
    """The host name in an origin, without port; None when it has none or is malformed."""
    try:
        host = urlsplit(origin).hostname
    except ValueError:
        return None
    return f"[{host}]" if host and ":" in host else host


def hosts_of(origins: list[str]) -> list[str]:
    """The host names of full origins such as `https://cards.example`, without wildcards."""
    return sorted({host for origin in origins if (host := host_of(origin)) and "*" not in host})


def database(url: str) -> dict[str, Any]:
    """Django's entry for one PostgreSQL database, with a connection pool.

    CONN_MAX_AGE stays 0: under ASGI a kept connection leaks with its thread; the pool keeps them.
    Health checks: after a restart of PostgreSQL the pool must not hand out dead connections.
    """
    entry: dict[str, Any] = {**dj_database_url.parse(url, conn_health_checks=True)}
    options = dict(entry.get("OPTIONS", {}))
    options["pool"] = {
        "min_size": 2,
        "max_size": number("DB_POOL", 12),
        "timeout": 5,
        "reconnect_timeout": 2,  # see config.pool
    }
    # Plans of the hand-written statements (core.sql) are kept. PgBouncer can from 1.21 on.
    options["prepare_threshold"] = 5
    entry["OPTIONS"] = options
    return entry


# Seconds that a call to Valkey may take to connect, and to answer.
VALKEY_TIMEOUT_S = number("VALKEY_TIMEOUT_S", 2)
# After a call that got no answer, only one call in so many seconds is tried (core.valkey).
VALKEY_REST_S = number("VALKEY_REST_S", 5)


def channel_layers(url: str, prefix: str = "cards") -> dict[str, Any]:
    """The Pub/Sub layer: it finds its groups again when Valkey restarts, the core layer does not.

    `socket_timeout` None, because a subscription may be silent for long; whoever sends or
    subscribes sets the time-out (lobby.tables.ws.notifications).
    """
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {
                        "address": url,
                        "socket_timeout": None,
                        "socket_connect_timeout": VALKEY_TIMEOUT_S,
                    }
                ],
                "prefix": prefix,
                "on_reconnect": "layer.reconnected",
            },
        }
    }


def caches(url: str, prefix: str = "cards") -> dict[str, Any]:
    """Django's cache in Valkey. It may lose everything at any time."""
    return {
        "default": {
            "BACKEND": "core.cache.ValkeyCache",
            "LOCATION": url,
            "KEY_PREFIX": prefix,
            "OPTIONS": {
                "socket_timeout": VALKEY_TIMEOUT_S,
                "socket_connect_timeout": VALKEY_TIMEOUT_S,
            },
        }
    }


# Keys that decks may still be sealed under; what is sealed anew uses DECK_KEY.
DECK_KEY_FALLBACKS = words("DECK_KEY_FALLBACKS")
# Days after its end in which the whole deck of a hand can be looked into.
DECKS_KEPT_DAYS = number("DECKS_KEPT_DAYS", 90)
# Milliseconds that a table's first hand waits for the cuts its players have promised.
CUTS_WAIT_MS = number("CUTS_WAIT_MS", 800)

# Seconds in which a used refresh token gets its answer again (accounts.people.actions.devices).
REFRESH_GRACE_S = number("REFRESH_GRACE_S", 30)

DEBUG = False
ALLOWED_HOSTS: list[str] = []

INSTALLED_APPS = [
    *(["daphne"] if "runserver" in sys.argv else []),  # first; it gives that command websockets
    "config",
    "core",
    "accounts",
    "games",
    "lobby",
    "unfold.apps.BasicAppConfig",  # its templates; the site is our own
    "config.admin_site.StaffPagesConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "pgtrigger",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# No middleware before allauth's may read or replace request.user: allauth sets it itself for
# clients that log in by token. RequestId therefore logs no person.
MIDDLEWARE = [
    "config.middleware.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.ContentSecurity",
    "config.static.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.DeviceCookie",
    "config.middleware.MethodAnswer",
    "config.middleware.BusyAnswer",
]

ROOT_URLCONF = "config.urls"
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
            ]
        },
    }
]

# People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# One backend, so that a wrong name costs as much time as a wrong password.
AUTHENTICATION_BACKENDS = ["accounts.people.backends.ByName"]
PASSWORD_HASHERS = [
    "accounts.people.hashers.PooledArgon2",
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
ACCOUNT_CHANGE_EMAIL = True  # a new address replaces the old one once it is confirmed
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "accounts.people.adapter.Adapter"
# Beside allauth's own; accounts.people.log_in_limits says how failed log-ins are counted.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"login_failed_name": "50/h/key"}
ACCOUNT_FORMS = {
    "signup": "accounts.people.forms.SignupForm",
    "reset_password": "accounts.people.forms.ResetPasswordForm",
}
MFA_ADAPTER = "accounts.people.second_factor.Adapter"
MFA_FORMS = {
    "authenticate": "accounts.people.forms.CodeForm",
    "reauthenticate": "accounts.people.forms.CodeAgainForm",
}
MFA_TOTP_ISSUER = "Cardhouse"
# Only the code of this half minute: allauth remembers a used one no longer, so that with any
# tolerance it would be good twice.
MFA_TOTP_TOLERANCE = 0
MFA_ALLOW_UNVERIFIED_EMAIL = True  # nobody logs in by address, and only confirmed ones get links
# Nobody uses the staff pages in a session that no second factor has opened.
STAFF_SECOND_FACTOR = True
# How many proxies of our own add to X-Forwarded-For; rate limits count the address before them.
ALLAUTH_TRUSTED_PROXY_COUNT = number("TRUSTED_PROXIES", 0)

# In the database alone: a session that ends must end everywhere at once, so none is cached.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# Tells browsers apart (accounts.people.household); whether users of one address are one household.
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
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["core.http.throttles.Quota"],
    "DEFAULT_SCHEMA_CLASS": "core.http.openapi.Schema",
    "EXCEPTION_HANDLER": "core.http.exception_handler.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cardhouse",
    "VERSION": "1",
    "DESCRIPTION": "The card room for phone apps and bots. Start at /api/ for a first client; "
    "what programs may do is at /conduct/.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/img/favicon.svg",
    "SORT_OPERATIONS": False,
    "ENUM_NAME_OVERRIDES": {
        "PersonKind": "accounts.people.models.user.User.Kind",
        "EntryKind": "accounts.ledger.models.Entry.Kind",
        "LimitKind": "accounts.limits.models.PlayLimit.Kind",
        "ReportKind": "lobby.moderation.models.case.Report.Kind",
        "SanctionKind": "accounts.sanctions.models.Sanction.Kind",
        "PlanHouseholds": "lobby.tables.api.plan_serializers.HOUSEHOLDS",
    },
}

# Pages --------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# A language is offered once its catalogue is whole, scripts included. Until then a browser that
# asks for another language gets English throughout: no page is half translated.
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# None: only production collects files; elsewhere they are served from their source folders.
STATIC_ROOT: Path | None = None
WHITENOISE_ALLOW_ALL_ORIGINS = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# Staff pages; the way round them is made by core.admin.site -------------------------------
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

# Headers; the content security policy is config.middleware.ContentSecurity ---------------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Sockets: frames above this many bytes end the connection (uvicorn answers 1009).
SOCKET_MAX_BYTES = 8192
# Sockets open in one process (lobby.tables.ws.limits): of one address without a log-in, and of
# one user.
SOCKETS_PER_ADDRESS = number("SOCKETS_PER_ADDRESS", 40)
SOCKETS_PER_USER = number("SOCKETS_PER_USER", 12)
# Messages of one socket: at once, and each second after that; half of it without a log-in. A frame
# that is not understood counts eleven times, and asking for the whole table five times.
SOCKET_BURST = number("SOCKET_BURST", 100)
SOCKET_EACH_SECOND = number("SOCKET_EACH_SECOND", 5)
# Opened in twenty seconds by one address, or in one session; with cookies four times as many.
SOCKET_OPENS = number("SOCKET_OPENS", 60)
# Handshakes under way, of one address (with cookies four times as many) and in all.
HANDSHAKES_PER_ADDRESS = number("HANDSHAKES_PER_ADDRESS", 20)
HANDSHAKES = number("HANDSHAKES", 300)
# Fixed here on purpose, and asserted by config.checks: compressing frames that carry closed
# cards beside words a player chose would let lengths give the cards away.
SOCKET_COMPRESSION = False

# Heavy computing -------------------------------------------------------------------------------
# Worker processes of each web process, started when they are needed (core.cpu_pool). With 0 workers
# the work is done in the thread that asks. QUEUE: jobs that wait; one more is answered 503 BUSY.
CPU_POOL_WORKERS = number("CPU_POOL_WORKERS", 1)
CPU_POOL_QUEUE = number("CPU_POOL_QUEUE", 8)
CPU_POOL_LIMIT_S = number("CPU_POOL_LIMIT_S", 20)
CPU_POOL_MODULES = ["games.designer.odds_files", "games.odds.report"]
# Passwords have workers of their own: nobody waits for a simulation to log in. Each takes 100 MB
# while it hashes.
PASSWORD_WORKERS = number("PASSWORD_WORKERS", 1)
PASSWORD_QUEUE = number("PASSWORD_QUEUE", 16)
PASSWORD_LIMIT_S = number("PASSWORD_LIMIT_S", 10)
PASSWORD_MODULES = ["accounts.people.argon2"]

# Requests ---------------------------------------------------------------------------------------
# What one network (an address, or an IPv6 /64) may do in each web process (core.http.gate):
# requests worked on at once, requests that wait for that and for how long, and tokens: how many at
# once, and how many more each second. PERSON: the same for one browser or app. A page takes one
# token, costly ones more (config.gate); more is answered with 429 or 503 and Retry-After.
NETWORK_UNDER_WAY = number("NETWORK_UNDER_WAY", 4)
NETWORK_WAITING = number("NETWORK_WAITING", 128)
NETWORK_WAIT_S = number("NETWORK_WAIT_S", 10)
NETWORK_BURST = number("NETWORK_BURST", 400)
NETWORK_EACH_SECOND = number("NETWORK_EACH_SECOND", 40)
PERSON_BURST = number("PERSON_BURST", 100)
PERSON_EACH_SECOND = number("PERSON_EACH_SECOND", 10)
# Connections of one web process (config.server). Seconds for the head of a request and for its
# body (a body may take a second more for each 4 KiB), bytes of a head, connections in all, those
# of one address, and how many of these may not have sent a whole request. Behind TRUSTED_PROXIES
# the last two are the proxy's business.
HTTP_HEAD_S = number("HTTP_HEAD_S", 5)
HTTP_BODY_S = number("HTTP_BODY_S", 5)
HTTP_HEAD_MAX_BYTES = number("HTTP_HEAD_MAX_BYTES", 32 * 1024)
HTTP_CONNECTIONS = number("HTTP_CONNECTIONS", 10_000)
HTTP_CONNECTIONS_PER_ADDRESS = number("HTTP_CONNECTIONS_PER_ADDRESS", 500)
HTTP_UNFINISHED_PER_ADDRESS = number("HTTP_UNFINISHED_PER_ADDRESS", 100)

# Whether what is the same for all strangers (pages, the list of tables, a table's state) is made
# once for many, at most a second old where people play.
SHARED_ANSWERS = bool(number("SHARED_ANSWERS", 1))

# Worker processes in which the bots of each dealer think; with 0 they think in threads. A bot that
# has not decided so many seconds after the longest pause it makes is played by the easy policy.
BOT_WORKERS = number("BOT_WORKERS", 1)
BOT_THINKING_S = number("BOT_THINKING_S", 2)

# How long a command about a seat (sit, top up, an entry) is known by its key: a repetition gets the
# first answer. At least ten minutes. Actions of hands are known by theirs for good.
KEYS_KEPT_S = max(600, number("KEYS_KEPT_S", 24 * 60 * 60))

# How many seats a user may hold at a time, and how many tables they may keep open.
MAX_SEATS_PER_USER = number("MAX_SEATS_PER_USER", 4)
MAX_TABLES_PER_USER = number("MAX_TABLES_PER_USER", 10)
MAX_TABLES_PER_GUEST = number("MAX_TABLES_PER_GUEST", 4)

# How long a table waits for a seat whose connection is lost while it has chips at stake: from the
# least to the most, in proportion to a pot of so many boots, big blinds or bases. Again for the
# same seat only after so many seconds.
DISCONNECT_LEAST_S = number("DISCONNECT_LEAST_S", 15)
DISCONNECT_MOST_S = number("DISCONNECT_MOST_S", 90)
DISCONNECT_FULL_POT = max(1, number("DISCONNECT_FULL_POT", 100))
DISCONNECT_AGAIN_S = number("DISCONNECT_AGAIN_S", 600)

# A seat that plays by itself acts so long after its turn began, and a person who takes it back has
# at least as long to act.
AUTOPLAY_GRACE_S = number("AUTOPLAY_GRACE_S", 3)

# How long a person has thought before another one may nudge them, and how soon somebody at the
# same table may nudge again.
NUDGE_AFTER_S = number("NUDGE_AFTER_S", 10)
NUDGE_AGAIN_S = number("NUDGE_AGAIN_S", 15)

# How long a guest who is away, and sits out, keeps a seat at a house table; others have 5 minutes.
GUEST_SEAT_HELD_S = number("GUEST_SEAT_HELD_S", 60)

# How long a run of the minute's audit may go on folding hands, in a process of its own; what is
# left then waits a minute. Less than five minutes, after which it would be taken for dead.
AUDIT_RUN_S = number("AUDIT_RUN_S", 240)

# Whether dealers do the chores that are due (core.periodic_tasks.runner).
CHORES = True

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
TEST_RUNNER = "django.test.runner.DiscoverRunner"
