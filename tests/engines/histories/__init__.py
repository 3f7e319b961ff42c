"""Hands to replay: each `.json` is {note, source, expected, record}.

`expected` are the stacks after the hand by seat, written by hand or published with the hand;
`record` is the lossless record (games/records/record.py). The hands are told in `plays.py`;
`python -m tests.engines.histories` writes the files anew after a change of the record's format.
"""
