"""Hands to replay: each `.json` is {note, source, expected, record}.

`expected` are the stacks after the hand by seat, written by hand or published with the hand;
`record` is the lossless record (games/records/record.py). `plays.py` defines the hands; `python -m
tests.games.engines.histories` rewrites the files after a change of the record's format.
"""
