"""The arena: players of a game meet in duplicate deals, without tables, chips or a database.

Pure but for the programs that play (`program`). `manage.py arena` is its command; the ladder of
registered bots (`games.ladder`) deals and decides with the same code.
"""
