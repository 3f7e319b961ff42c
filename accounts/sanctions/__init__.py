"""Mutes, suspensions and bans, and appeals against them."""
