"""The shapes of a user's preferences on the wire: the choices of `core.preferences`."""

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import asdict

from core import preferences
from core.wire import Body, Shape, one_of

Key = Annotated[str, Meta(pattern=rf"^{preferences.KEY.pattern}\Z")]


def _one_of(name: str) -> Meta:
    return one_of(preferences.CHOICES[name])


Room = Annotated[str, _one_of("room")]
Felt = Annotated[str, _one_of("felt")]
CardBack = Annotated[str, _one_of("back")]
Deck = Annotated[
    str, _one_of("deck"), Meta(description="`4` or `2` colours, or `large` figures in four")
]
TextSize = Annotated[str, _one_of("size"), Meta(description="in percent of the usual one")]
Speed = Annotated[
    str, _one_of("speed"), Meta(description="how many times as fast things move; `0`: not at all")
]
Motion = Annotated[str, _one_of("motion")]
Edge = Annotated[str, _one_of("edge"), Meta(description="where the own seat is drawn")]
HandLabel = Annotated[
    str, _one_of("label"), Meta(description="whether the name of the own hand is shown")
]
Numbers = Annotated[
    str, _one_of("numbers"), Meta(description="large amounts in tight places: `123.4k`, or in full")
]
Amounts = Annotated[
    str, _one_of("amounts"), Meta(description="stacks, bets and pots, in games with blinds")
]
Digits = Annotated[
    str,
    _one_of("digits"),
    Meta(description="how pages group digits: as their language does, or another one"),
]
Keys = Annotated[
    dict[Key, Key],
    Meta(description="the key that each shortcut has, by the game's own", max_length=36),
]


Taught = Annotated[
    list[Annotated[str, Meta(pattern=rf"^{preferences.GAME.pattern}\Z")]],
    Meta(
        description="the keys of games whose first turn was explained",
        max_length=preferences.GAMES_MAX,
    ),
]


class PreferencesBody(Body):
    """How the site looks and behaves, as far as it changes."""

    room: Room | None = None
    felt: Felt | None = None
    back: CardBack | None = None
    deck: Deck | None = None
    size: TextSize | None = None
    speed: Speed | None = None
    motion: Motion | None = None
    edge: Edge | None = None
    label: HandLabel | None = None
    numbers: Numbers | None = None
    amounts: Amounts | None = None
    digits: Digits | None = None
    keys: Keys | None = None
    taught: Taught | None = None

    def named(self) -> dict[str, Any]:
        """The preferences that change, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class Preferences(Shape):
    """How the site looks and behaves for the user; the first choice where nothing was chosen."""

    room: Room
    felt: Felt
    back: CardBack
    deck: Deck
    size: TextSize
    speed: Speed
    motion: Motion
    edge: Edge
    label: HandLabel
    numbers: Numbers
    amounts: Amounts
    digits: Digits
    keys: Keys
    taught: Taught
