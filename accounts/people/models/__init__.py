"""Users, their devices, sign-ins, blocks and notes."""

from accounts.people.models.device import Device, Token
from accounts.people.models.social import (
    Block,
    ErasedName,
    PlayerNote,
)
from accounts.people.models.user import SignIn, User

__all__ = [
    "Block",
    "Device",
    "ErasedName",
    "PlayerNote",
    "SignIn",
    "Token",
    "User",
]
