"""Quick phrases of the chat."""

PHRASES = (
    "Hello!",
    "Good luck!",
    "Nice hand!",
    "Well played.",
    "Thank you!",
    "Sorry!",
    "One moment.",
    "Wow!",
    "Your turn.",
    "Bye!",
)
"""The only lines allowed during a hand at tables with quick phrases; none is about cards."""
