"""Play in the server's arena (`manage.py arena --program`) with the policy that plays at tables."""

import json
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from cardhouse_client.actions import Action
from cardhouse_client.messages import HandMoved, HandNow, decode


def play(
    decide: Callable[[HandNow], Action],
    lines: Iterable[str] = sys.stdin,
    answers: TextIO = sys.stdout,
) -> None:
    """Answer each hand that waits for this program, until the input ends.

    Each hand also comes once more when it is over, which needs no answer. Print nothing else to
    `answers`.
    """
    for line in lines:
        message = decode(line)
        if isinstance(message, HandMoved) and message.hand is not None and message.hand.my_turn:
            fields = decide(message.hand).in_hand(message.hand)
            print(json.dumps(fields), file=answers, flush=True)
