"""The client's socket messages, with their types and sizes checked.

They are a tagged union; unknown fields and types are refused. The server's messages are in
`lobby.tables.ws.events`.
"""

import uuid
from typing import Annotated, ClassVar

import msgspec

from core.http.scopes import PLAY, READ

Chips = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Digits32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Digits64 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Id = Annotated[str, msgspec.Meta(max_length=40)]


class ClientCommand(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """A command with the client's own id, which its answer repeats."""

    scope: ClassVar[str] = PLAY
    """The scope that a token needs for it."""

    id: Id = ""


class Act(ClientCommand, tag="act", kw_only=True):
    """Act in the hand: `seq` is the state the client saw, `key` the idempotency key."""

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
    """Take a seat with chips from the wallet; `buy_in` null brings the minimum."""

    seat: int
    buy_in: Chips | None = None
    key: uuid.UUID | None = None


class Leave(ClientCommand, tag="leave", kw_only=True):
    """Give up the seat; its chips go back to the wallet."""

    key: uuid.UUID | None = None


class TopUp(ClientCommand, tag="top_up", kw_only=True):
    """Add chips from the wallet."""

    amount: Chips
    key: uuid.UUID | None = None


class SitOut(ClientCommand, tag="sit_out"):
    """Keep the seat but sit out."""


class SitIn(ClientCommand, tag="sit_in"):
    """Be dealt in again."""


class AskSeat(ClientCommand, tag="ask_seat"):
    """Ask the host for a seat, where the host approves each player."""


class AnswerRequest(ClientCommand, tag="answer_request", kw_only=True):
    """Approve or refuse a player's request for a seat; for the host."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    approve: bool


class Start(ClientCommand, tag="start"):
    """Start the game."""


class AddBots(ClientCommand, tag="add_bots", kw_only=True):
    """Add bots to free seats."""

    count: int
    level: Annotated[str, msgspec.Meta(max_length=8)] = "medium"
    key: uuid.UUID | None = None


class RemoveBots(ClientCommand, tag="remove_bots"):
    """Remove the table's bots."""


class Prefer(ClientCommand, tag="prefer", kw_only=True):
    """Set the seat's preferences; omitted fields stay unchanged."""

    post: bool | None = None
    straddle: bool | None = None
    top_up_to: Chips | None = None


class Next(ClientCommand, tag="next"):
    """Ask for the next hand; the pause ends once every player has."""


class Nudge(ClientCommand, tag="nudge"):
    """Nudge the player whose turn it is."""


class Again(ClientCommand, tag="again", kw_only=True):
    """Enter the next sit and go."""

    key: uuid.UUID | None = None


class Chat(ClientCommand, tag="chat", kw_only=True):
    """Send a chat line, or an action that begins with a slash: `/call`, `/raise 40`."""

    text: Annotated[str, msgspec.Meta(max_length=400)]


class Ask(ClientCommand, tag="ask", kw_only=True):
    """Ask how a selection of one's own cards counts; changes nothing."""

    scope: ClassVar[str] = READ

    cards: Annotated[list[Annotated[str, msgspec.Meta(max_length=3)]], msgspec.Meta(max_length=20)]


class CutCommit(ClientCommand, tag="cut_commit", kw_only=True):
    """Commit to a cut of the next deck: the SHA-256 of 32 bytes, as TFAIR1 hashes them."""

    deck: Digits32
    hash: Digits64


class Cut(ClientCommand, tag="cut", kw_only=True):
    """Reveal the committed cut once the list of cuts is closed."""

    deck: Digits32
    cut: Digits64


class Resync(ClientCommand, tag="resync"):
    """Ask for the whole table again."""

    scope: ClassVar[str] = READ


class Ping(ClientCommand, tag="ping"):
    """Ask for the server's clock."""

    scope: ClassVar[str] = READ


class Ticket(msgspec.Struct, tag_field="type", tag="ticket", forbid_unknown_fields=True):
    """Authenticate an app's socket; always its first message, and never sent by pages."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


AnyCommand = (
    Act
    | Sit
    | Leave
    | TopUp
    | SitOut
    | SitIn
    | AskSeat
    | AnswerRequest
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
