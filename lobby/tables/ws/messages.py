"""The messages of the table's socket: what a client may send, checked by shape and size.

They are a tagged union; unknown fields and unknown types are refused. What the server says is in
`lobby.tables.ws.events`.
"""

import uuid
from typing import Annotated

import msgspec

Chips = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Digits32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Digits64 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Id = Annotated[str, msgspec.Meta(max_length=40)]


class ClientCommand(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Every command carries the client's own id; the answer names it."""

    id: Id = ""


class Act(ClientCommand, tag="act", kw_only=True):
    """One action in the hand: `seq` is the state the client saw, `key` makes it count once."""

    hand: uuid.UUID
    seq: int
    action: Annotated[str, msgspec.Meta(max_length=24)]
    key: uuid.UUID
    amount: Chips | None = None
    cards: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=3)]], msgspec.Meta(max_length=20)
    ] = []
    reading: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Sit(ClientCommand, tag="sit", kw_only=True):
    """Take a seat with chips from the wallet; `buy_in` None brings the least there is."""

    seat: int
    buy_in: Chips | None = None
    key: uuid.UUID | None = None


class Leave(ClientCommand, tag="leave", kw_only=True):
    """Give up the seat; its chips go back to the wallet."""

    key: uuid.UUID | None = None


class TopUp(ClientCommand, tag="top_up", kw_only=True):
    """Bring more chips from the wallet."""

    amount: Chips
    key: uuid.UUID | None = None


class SitOut(ClientCommand, tag="sit_out"):
    """Keep the seat, be dealt out."""


class SitIn(ClientCommand, tag="sit_in"):
    """Be dealt in again."""


class Start(ClientCommand, tag="start"):
    """Begin to play."""


class AddBots(ClientCommand, tag="add_bots", kw_only=True):
    """Let bots fill seats."""

    count: int
    level: Annotated[str, msgspec.Meta(max_length=8)] = "medium"
    key: uuid.UUID | None = None


class RemoveBots(ClientCommand, tag="remove_bots"):
    """Send the bots away."""


class Prefer(ClientCommand, tag="prefer", kw_only=True):
    """One's own seat's wishes; what is not named stays."""

    post: bool | None = None
    straddle: bool | None = None
    top_up_to: Chips | None = None


class Next(ClientCommand, tag="next"):
    """The last hand has been seen: the pause ends when everybody says so."""


class Nudge(ClientCommand, tag="nudge"):
    """Ask the person whose turn it is to act."""


class Again(ClientCommand, tag="again", kw_only=True):
    """Enter the next sit and go."""

    key: uuid.UUID | None = None


class Chat(ClientCommand, tag="chat", kw_only=True):
    """Say a line; one that begins with a slash is an action of the hand: `/call`, `/raise 40`."""

    text: Annotated[str, msgspec.Meta(max_length=400)]


class Ask(ClientCommand, tag="ask", kw_only=True):
    """Ask what a selection of one's own cards is; changes nothing."""

    cards: Annotated[list[Annotated[str, msgspec.Meta(max_length=3)]], msgspec.Meta(max_length=20)]


class CutCommit(ClientCommand, tag="cut_commit", kw_only=True):
    """Promise a cut of the next deck: the SHA-256 of 32 bytes of my own, as TFAIR1 hashes them."""

    deck: Digits32
    hash: Digits64


class Cut(ClientCommand, tag="cut", kw_only=True):
    """Show the cut I promised, once the list of cuts is closed."""

    deck: Digits32
    cut: Digits64


class Resync(ClientCommand, tag="resync"):
    """Ask for everything again."""


class Ping(ClientCommand, tag="ping"):
    """Ask for the server's clock."""


class Ticket(msgspec.Struct, tag_field="type", tag="ticket", forbid_unknown_fields=True):
    """The first message of an app's socket, and of no other: who it is."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


AnyCommand = (
    Act
    | Sit
    | Leave
    | TopUp
    | SitOut
    | SitIn
    | Start
    | AddBots
    | RemoveBots
    | Prefer
    | Next
    | Nudge
    | Again
    | Chat
    | Ask
    | CutCommit
    | Cut
    | Resync
    | Ping
)

decode = msgspec.json.Decoder(AnyCommand).decode
decode_ticket = msgspec.json.Decoder(Ticket).decode
