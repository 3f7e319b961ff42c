"""Staff: rights, staff actions, the staff log, and proposals, which need a second person."""
