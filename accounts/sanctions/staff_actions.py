"""Staff actions on sanctions and appeals."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "person.mute": StaffAction(Right.CHAT, "Muted"),
    "person.suspend": StaffAction(Right.TABLES, "Suspended"),
    "person.ban": StaffAction(Right.TABLES, "Banned"),
    "sanction.end": StaffAction(Right.CHAT, "Ended a sanction"),
    "sanction.answer": StaffAction(Right.CHAT, "Answered an appeal"),
}
