"""The texts of the site by language: whole messages with arguments, read from `locale/`.

`locale/<language>/<subject>.json` holds the messages of a subject; their keys begin with its name.
A message is written in ICU MessageFormat (`core.messages.parser` lists what of it). Pages get the
same catalogue as one file a language, and `static/js/messages.js` makes the same texts of it.
"""

from core.messages.catalogues import (
    SOURCE,
    Catalogue,
    Saying,
    catalogue,
    languages,
    read_catalogue,
    read_in,
)
from core.messages.formatting import Named
from core.messages.parser import InvalidMessage

__all__ = [
    "SOURCE",
    "Catalogue",
    "InvalidMessage",
    "Named",
    "Saying",
    "catalogue",
    "languages",
    "read_catalogue",
    "read_in",
]
