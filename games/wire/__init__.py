"""The shapes of each game on the wire: its views, legal actions, events and terms.

Engines are pure and make JSON values. The module of a game here, named by its key, describes these
values as msgspec structs, from which the documents and the types of clients are made. Nothing is
converted when it is sent; `tests/games/wire/test_shapes.py` compares random hands with the structs.
"""
