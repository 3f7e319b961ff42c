"""The vectors of TFAIR2: values to make again, what holds, and what fails by which check."""

import copy
import json
from pathlib import Path

VECTORS = json.loads((Path(__file__).parent / "tfair2.json").read_text())
GOOD = {one["name"]: one for one in VECTORS["good"]}


def tampered(case):
    """Return the kind and the value of a case that must fail: its base with its patch applied."""
    base = GOOD[case["base"]]
    root = {"value": copy.deepcopy(base["value"])}
    for path, *new in case["patch"]:
        *way, last = ["value", *path]
        part = root
        for step in way:
            part = part[step]
        if not new:
            del part[last]
        elif isinstance(part, list) and last == len(part):
            part.append(new[0])
        else:
            part[last] = new[0]
    return base["kind"], root["value"]


def wrongly_judged(check, cases):
    """Return the cases that must fail but do not fail by their check, with what was found.

    `check` takes a list of [kind, value] and returns a result for each.
    """
    found = check([tampered(case) for case in cases])
    return [
        (case["base"], case["name"], case["check"], one)
        for case, one in zip(cases, found, strict=True)
        if one != {"failed": case["check"]}
    ]
