"""The test run: its own services with fsync off, separate from local data."""

import os
from pathlib import Path

from config import keys
from config.embedded import services
from config.embedded.servers import VALKEY_DATABASES_COUNT, try_lock
from config.logs import logging_for
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, caches, channel_layers, database
from config.settings.service_urls import valkey_url

MODE = "test"
SECRET_KEY = "tests-only-" + "x" * 50
DECK_KEY = keys.derived(SECRET_KEY, "deck")
FAIR_KEY = keys.derived(SECRET_KEY, "fair")
VAPID_KEY = keys.derived(SECRET_KEY, "vapid")

DATA_DIR = Path(os.environ.get("CARDHOUSE_DATA") or BASE_DIR / ".data" / "test").absolute()
_urls = services.urls(DATA_DIR, durable=False)
# The owner creates the test database; tests then use the program's role (tests/conftest.py).
DATABASE_URL = OWNER_DATABASE_URL = _urls.owner
VALKEY_URL = valkey_url(_urls.valkey)


def _own_number() -> int:
    """A number that no other running test process has."""
    folder = DATA_DIR / "numbers"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(VALKEY_DATABASES_COUNT):
        if try_lock(folder / f"{number}.lock") is not None:  # held until the process ends
            return number
    raise RuntimeError(f"{VALKEY_DATABASES_COUNT} processes are testing with {DATA_DIR} already")


# Test processes share the servers; each has its own database in both. In Valkey too, because
# cache.clear() empties a whole database.
NUMBER = _own_number()
DATABASES = {"default": database(DATABASE_URL)}
DATABASES["default"]["TEST"] = {"NAME": f"test_{NUMBER}"}
# A loaded machine is slow, not wrong: a server that pauses for seconds does not count as lost.
VALKEY_TIMEOUT_S = DB_ANSWER_S = 60
CACHES = caches(
    f"{VALKEY_URL.partition('?')[0]}?db={NUMBER}",
    prefix=f"run{NUMBER}",
    timeout_s=VALKEY_TIMEOUT_S,
)
CHANNEL_LAYERS = channel_layers(VALKEY_URL, prefix=f"run{NUMBER}", timeout_s=VALKEY_TIMEOUT_S)

ALLOWED_ORIGINS = ["http://testserver", "http://localhost"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
# A page asks once for its files, however often a test opens it.
WHITENOISE_MAX_AGE = 3_600
ACCOUNT_RATE_LIMITS = False
PERIODIC_TASKS = False
# Tests let dealers run when they choose.
STAND_IN_AFTER_S = 0
# Most tests have players without browsers, for whose cuts no deck needs to wait.
CUT_COMMITS_WAIT_MS = 0
# All live servers of a run see the same client address.
NETWORK_BURST = PERSON_BURST = NETWORK_EACH_SECOND = PERSON_EACH_SECOND = 1_000_000
# Jobs run in the calling thread; the pools have their own tests.
CPU_POOL_WORKERS = PASSWORD_WORKERS = BOT_WORKERS = 0
# Changes made by a test must show at once.
SHARED_ANSWERS = False
# The accounts of most tests are new and play wherever the test needs them.
FREE_CHIPS_HANDS = REFILL_HANDS = 0

LOGGING = logging_for("plain", level="WARNING")
