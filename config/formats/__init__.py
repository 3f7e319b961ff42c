"""Dates and numbers of pages by language, where Django's own are none that its readers write.

The names are those of Django's `FORMAT_SETTINGS`.
"""
