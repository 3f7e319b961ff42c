"""Sanctions and appeals."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "person.mute": Act(Right.CHAT, "Muted"),
    "person.suspend": Act(Right.TABLES, "Suspended"),
    "person.ban": Act(Right.TABLES, "Banned"),
    "sanction.end": Act(Right.CHAT, "Ended a sanction"),
    "sanction.answer": Act(Right.CHAT, "Answered an appeal"),
}
