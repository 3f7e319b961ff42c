"""Staff: rights, the actions they take, the log of these, and what needs a second person."""
