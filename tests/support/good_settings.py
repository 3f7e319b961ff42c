"""Settings with which production starts."""

import base64

GOOD = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "q8ZrT3vXkLw2NcYb7HmPd5JsG9aFeU4iKoR6xWtQ1yVzBnM0",
    "DECK_KEY": base64.b64encode(bytes(range(32))).decode(),
    "FAIR_KEY": base64.b64encode(bytes(range(32, 64))).decode(),
    "VAPID_KEY": base64.b64encode(bytes(range(64, 96))).decode(),
    "DATABASE_URL": "postgresql://cardhouse:secret@db.invalid:5432/cardhouse",
    "VALKEY_URL": "valkey://valkey.invalid:6379/0",
    "ALLOWED_ORIGINS": "https://cards.example.org",
}
GOOD["SECRET_KEY"] += "Ab3dE6gH9j"
