"""The migrations of `core`, and one more, which changes a table that everybody reads."""

from core import migrations

__path__ += migrations.__path__
