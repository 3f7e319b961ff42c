"""Moderation: cases, freezing, voiding, detection of bots and chip dumping, staff pages."""
