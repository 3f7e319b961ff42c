"""Examples in the OpenAPI document: bodies and answers of a real run, which a test compares.

`WRITE_EXAMPLES=1 pytest tests/api/test_examples.py` plays hands and writes `examples.json` again.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


@cache
def recorded() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The `bodies` and `answers` by operation and by name."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text())
    return found


def places(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where an operation shows examples: the content of its `bodies` and of its `answers`."""
    responses = operation["responses"]
    for kind, holder in (
        ("bodies", operation.get("requestBody", {})),
        ("answers", responses.get("200", responses.get("201", {}))),
    ):
        if "application/json" in holder.get("content", {}):
            yield kind, holder["content"]


def document(result: dict[str, Any], **named: Any) -> dict[str, Any]:
    """Add the examples to the operations of the document; a hook of drf-spectacular."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for kind, content in places(operation):
                found = recorded()[kind].get(operation["operationId"])
                if found:
                    content["application/json"]["examples"] = {
                        name: {"summary": name, "value": one} for name, one in found.items()
                    }
    return result
