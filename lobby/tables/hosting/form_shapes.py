"""The shapes of the choices that the form for a new table offers."""

from typing import Annotated

from msgspec import Meta, defstruct, structs

from core.wire import Shape
from games.hands.wire import OptionValue
from lobby.tables.wire import BotLevel, TablePlan


class FormOption(Shape):
    """An option of a game in the form."""

    name: str
    label: str
    help: Annotated[str, Meta(description="what the option does")]
    kind: Annotated[str, Meta(description="as in the rules of a game")]
    choices: Annotated[list[list[str]], Meta(description="[value, label, explanation] of each")]
    min: int | None
    max: int | None
    default: OptionValue


FormDefaults = defstruct(
    "FormDefaults",
    [
        (field.name, field.type)
        for field in structs.fields(TablePlan)
        if field.name not in ("name", "game", "options")
    ],
    bases=(Shape,),
)
FormDefaults.__doc__ = "The first values of the form for a game."


class FormGame(Shape):
    """A game in the form."""

    key: str
    name: str
    min_seats: int
    max_seats: int
    presets: Annotated[
        dict[str, dict[str, OptionValue]], Meta(description="the value of each option, by preset")
    ]
    for_points: Annotated[list[str], Meta(description="the presets that are played for points")]
    options: list[FormOption]
    defaults: Annotated[
        FormDefaults,  # type: ignore[valid-type]
        Meta(description="the value of each field where the host chooses none"),
    ]


class FormChoice(Shape):
    """A choice of the form."""

    value: str
    label: str


class SpectatorMode(FormChoice):
    """A spectator mode."""

    help: Annotated[str, Meta(description="what spectators see")]


class Options(Shape):
    """Everything the form for a new table offers."""

    games: list[FormGame]
    spectator_modes: list[SpectatorMode]
    households: list[FormChoice]
    chats: list[FormChoice]
    bot_levels: list[BotLevel]
