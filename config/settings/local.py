"""Local play and development: services from the wheels unless the environment names others.

Importing this module starts PostgreSQL and Valkey, or joins those that run already.
"""

import os
from pathlib import Path

from config import embedded, keys
from config.logs import logging_for
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, caches, channel_layers, database, hosts_of, words

MODE = "local"
# Off unless asked for: an error page would show variables, and variables hold cards.
DEBUG = os.environ.get("DEBUG") == "1"

DATA_DIR = Path(os.environ.get("CARDHOUSE_DATA") or BASE_DIR / ".data").absolute()
SECRET_KEY = os.environ.get("SECRET_KEY") or keys.kept(DATA_DIR / "secret_key")
DECK_KEY = os.environ.get("DECK_KEY") or keys.derived(SECRET_KEY, "deck")

_urls = embedded.urls(DATA_DIR)
DATABASE_URL = _urls.database
OWNER_DATABASE_URL = _urls.owner
VALKEY_URL = _urls.valkey
DATABASES = {"default": database(DATABASE_URL)}
CACHES = caches(VALKEY_URL)
CHANNEL_LAYERS = channel_layers(VALKEY_URL)

_port = os.environ.get("PORT") or "8000"
ALLOWED_ORIGINS = words("ALLOWED_ORIGINS", f"http://127.0.0.1:{_port} http://localhost:{_port}")
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *hosts_of(ALLOWED_ORIGINS)]
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS

# Off unless asked for, so that the demo's staff log-in works with its password alone.
STAFF_SECOND_FACTOR = os.environ.get("STAFF_SECOND_FACTOR") == "1"

# Files come from the source folders and are asked about each time, so an edit shows at once.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
WHITENOISE_MAX_AGE = 0

LOGGING = logging_for("plain", level=os.environ.get("LOG_LEVEL", "INFO"))
