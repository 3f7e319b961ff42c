"""Unwanted words: the vendored lists, and the filter made of them.

The changes of staff and the filter in use are in `core.word_filter.queries`.
"""
