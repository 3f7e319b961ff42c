"""Local play and development: embedded services unless the environment names others.

Importing this module starts PostgreSQL and Valkey, or joins running ones.
"""

import os
import sys
from pathlib import Path

from config import keys
from config.embedded import services
from config.logs import logging_for
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, caches, channel_layers, databases
from config.settings.environment import hosts_of, words
from config.settings.service_urls import url_problems, valkey_url

MODE = "local"
# Off by default: an error page would show variables, which can contain cards.
DEBUG = os.environ.get("DEBUG") == "1"
if DEBUG:
    ROOT_URLCONF = "tests.frontend.gallery.urls"  # the site, and /gallery/

DATA_DIR = Path(os.environ.get("CARDHOUSE_DATA") or BASE_DIR / ".data").absolute()
SECRET_KEY = os.environ.get("SECRET_KEY") or keys.kept(DATA_DIR / "secret_key")
DECK_KEY = os.environ.get("DECK_KEY") or keys.derived(SECRET_KEY, "deck")
FAIR_KEY = os.environ.get("FAIR_KEY") or keys.derived(SECRET_KEY, "fair")
VAPID_KEY = os.environ.get("VAPID_KEY") or keys.derived(SECRET_KEY, "vapid")

_urls = services.urls(DATA_DIR)
DATABASE_URL = _urls.database
OWNER_DATABASE_URL = _urls.owner
REPLICA_URL = os.environ.get("REPLICA_URL", "")
VALKEY_URL = valkey_url(_urls.valkey)
if _wrong := url_problems(DATABASE_URL, OWNER_DATABASE_URL, VALKEY_URL, REPLICA_URL):
    sys.exit("\n".join(f"cardhouse: {sentence}" for sentence in _wrong))
DATABASES = databases(DATABASE_URL, REPLICA_URL)
CACHES = caches(VALKEY_URL)
CHANNEL_LAYERS = channel_layers(VALKEY_URL)

_port = os.environ.get("PORT") or "8000"
ALLOWED_ORIGINS = words("ALLOWED_ORIGINS", f"http://127.0.0.1:{_port} http://localhost:{_port}")
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *hosts_of(ALLOWED_ORIGINS)]
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS

# Off by default, so that the demo's staff can log in with only a password.
STAFF_SECOND_FACTOR = os.environ.get("STAFF_SECOND_FACTOR") == "1"

# Files are served from the source folders and checked each time, so an edit shows at once.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
WHITENOISE_MAX_AGE = 0

LOGGING = logging_for("plain", level=os.environ.get("LOG_LEVEL", "INFO"))
