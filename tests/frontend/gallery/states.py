"""The states that the gallery draws, by name: a moment of a game, and what is opened in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tests.support.scenes import SCENES

PHONE: Final = (375, 812)
ON_ITS_SIDE: Final = (812, 375)
TABLET: Final = (768, 1024)
WIDE: Final = (1440, 900)
ERRORS: Final = (400, 403, 404, 405, 413, 429, 500, 503)
"""The statuses that have a page of their own."""


@dataclass(frozen=True)
class State:
    """One state.

    `steps` are pressed in turn once the moment is drawn: a selector, or `=key` for the button of
    an open dialog with the text of this message. `then`: `lost` ends the connection afterwards.
    """

    size: tuple[int, int]
    game: str = ""
    moment: str = ""
    room: str = "dark"
    language: str = "en"
    steps: tuple[str, ...] = ()
    then: str = ""
    status: int = 0
    """Of an error page, which has no game."""


MENU: Final = ".table-bar > :last-child"
DIALOGS: Final[Mapping[str, tuple[str, ...]]] = {
    "menu": (MENU,),
    "settings": (MENU, "=table.menu.settings"),
    "rules": (MENU, "=table.menu.rules"),
    "ranking": (MENU, "=table.dialog.ranking"),
    "reactions": (MENU, "=table.dialog.reactions"),
    "bots": (MENU, "=table.menu.bots"),
    "leave": (MENU, "=table.menu.leave"),
    "top-up": (MENU, "=table.menu.topup"),
    "report": (MENU, "=table.menu.report"),
    "player": (".seat .about",),
}
"""What is pressed to open each dialog."""


def _states() -> Iterator[tuple[str, State]]:
    sizes = (PHONE, WIDE, ON_ITS_SIDE, TABLET)
    for game, scenes in SCENES.items():
        for number, moment in enumerate(scenes()):
            yield f"{game}-{moment}", State(sizes[number % len(sizes)], game, moment)
        yield f"{game}-light", State(WIDE, game, "turn", room="light")
        yield f"{game}-hi", State(PHONE, game, "turn", language="hi")
        yield f"{game}-zh", State(PHONE, game, "showdown", language="zh-hans")
    for number, (name, steps) in enumerate(DIALOGS.items()):
        room = ("dark", "light")[number % 2]
        yield f"dialog-{name}", State(PHONE, "holdem", "turn", room=room, steps=steps)
    yield "connection-lost", State(PHONE, "holdem", "turn", then="lost")
    for status in ERRORS:
        yield f"error-{status}", State(PHONE, status=status)


STATES: Final[Mapping[str, State]] = dict(_states())
