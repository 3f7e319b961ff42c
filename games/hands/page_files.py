"""The static files with which a game draws its table: found by its key, or those of any game.

A game has its module in `static/js/table/<key>/index.js` and its style sheet in
`static/css/<key>.css`. One without a module is drawn by `static/js/table/generic/`, which offers
the legal actions as they come.
"""

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static

GENERIC = "generic"


@cache
def module_url(key: str) -> str:
    """The URL of the module that draws this game."""
    name = "js/table/{}/index.js"
    own = name.format(key)
    return static(own if finders.find(own) else name.format(GENERIC))


@cache
def sheet_of(key: str) -> str | None:
    """The name of the game's style sheet, None if its module needs none."""
    own = f"css/{key}.css"
    if finders.find(own):
        return own
    return None if finders.find(f"js/table/{key}/index.js") else f"css/{GENERIC}.css"
