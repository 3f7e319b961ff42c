"""The migrations of `core`, and one more, which would block play."""

from core import migrations

__path__ += migrations.__path__
