"""Staff actions on sanctions and appeals."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "user.mute": StaffAction(Right.CHAT, "Muted"),
    "user.suspend": StaffAction(Right.TABLES, "Suspended"),
    "user.ban": StaffAction(Right.TABLES, "Banned"),
    "sanction.end": StaffAction(Right.CHAT, "Ended a sanction"),
    "sanction.answer": StaffAction(Right.CHAT, "Answered an appeal"),
}
