"""Work that comes again: when it is due, who has taken it, and how it went."""
