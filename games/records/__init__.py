"""Hands as files: the lossless record, its checker, PHH and plain text. Pure, without Django."""
