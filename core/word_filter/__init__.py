"""Unwanted words: the lists that come with the site, and the filter made of them.

What staff added or took away, and the filter that holds now, is `core.word_filter.queries`.
"""
